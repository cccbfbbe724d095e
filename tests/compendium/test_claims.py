"""The check of every claim gives the verdict that the registry expects.

The findings of a check, for its claim and for the claim's false twins, are stored under the digest of
everything on which they depend, as in a build. If nothing has changed, they are not computed again.
"""

import importlib
import json
import re
import subprocess
import sys
from dataclasses import replace
from graphlib import TopologicalSorter

import pytest
import sympy

import falsify
from compendium import claims, findings
from compendium.case import CHECKS, Case, Finding, Twin, check, differs
from compendium.claims import CLAIMS, finding
from compendium.comparisons import Comparison
from compendium.findings import decoded, encoded

AGREES, CONTRADICTS, INCONCLUSIVE = Comparison(0.0, 1.0), Comparison(1.0, 0.0), Comparison(0.5, 0.5)

each_check = pytest.mark.parametrize("id", claims.with_checks(), scope="module")
"""The scope orders the tests by check, so that one process computes the games and terms of a check."""
STATEMENTS = CLAIMS | CLAIMS.steps()
each_statement = pytest.mark.parametrize("id", list(STATEMENTS))


def skip_what_cannot_be_told(id, result, profile):
    """Skip what the profile or the present data cannot decide, and give the reason."""
    entry = STATEMENTS[id]
    if result.verdict == "undecided" and not entry.at_hand:
        pytest.skip(f"{id} needs {entry.needs}")
    if result.verdict == "undecided" and entry.check == "simulated" and profile == "quick":
        pytest.skip(f"{id}: the quick profile cannot decide: {'; '.join(result.failed)}")


@each_statement
def test_finding_is_the_expected_verdict(id):
    result, entry = findings.finding(id, "quick"), STATEMENTS[id]
    assert bool(result.choices) == bool(entry.depends), "exactly the claims with choices have `depends`"
    assert not result.readings or entry.whose != "ours"
    skip_what_cannot_be_told(id, result, "quick")
    assert result.verdict == entry.verdict, dict(result.numbers)


@pytest.mark.slow
@each_check
def test_finding_is_the_expected_verdict_at_the_papers_scale(id):
    result = finding(id, "paper")
    for each, found in {id: result, **result.steps}.items():
        skip_what_cannot_be_told(each, found, "paper")
        assert found.verdict == STATEMENTS[each].verdict, dict(found.numbers)
    if STATEMENTS[id].check == "simulated":  # from the games that were just played
        for each, text, falsified in claims.falsified(id, "paper"):
            assert falsified.verdict == each.gives, text


@each_check
def test_a_check_decides_its_steps_and_no_others(id):
    steps = {step.id for step in STATEMENTS[id].steps}
    assert set(findings.finding(id, "quick").steps) == steps - claims.check_places().keys()


@each_statement
def test_a_claim_says_what_it_claims(id):
    entry = STATEMENTS[id]
    assert entry.id == id
    assert entry.place and entry.statement
    assert "$" not in entry.place, "a place must be plain text, because citations contain it"
    if entry.check == "symbolic":
        assert entry.verdict in ("holds", "corrected", "refuted", "open")


def test_every_result_and_step_has_a_short_name_in_words_of_its_own():
    numbered = re.compile(
        r"(Section|Appendix|Figure|Table|Theorem|Lemma|Equation|Corollary|Proposition) \W?\w+$"
    )
    for id, entry in STATEMENTS.items():
        assert " " in entry.name and len(entry.name) <= 56 and not re.search(r"[$`{}\\]", entry.name), id
        assert entry.of or len(entry.name) <= 50 and not numbered.match(entry.name), id
    names = [entry.name.casefold() for entry in STATEMENTS.values()]
    assert sorted(names) == sorted(set(names))


def test_a_label_has_the_name_and_the_number_of_a_statement():
    ids = ("pbm:theorem-6", "pbm:equation-6", "mnl:lemma-12", "pbm:sharp-loss")
    assert [CLAIMS[id].label for id in ids] == [
        "The lower bound (Theorem 6)",
        "Where to explore (equation 6)",
        "Central moments (Lemma 12)",
        "The Fisher-information ratio",
    ]


def twins_of(id):
    """The twins that falsify a result or a step."""
    importlib.import_module(claims.check_module(id))
    decided = claims.decided_by(id)
    step = "" if decided == id else id.partition(":")[2]
    return [each for each in CHECKS[decided].twins if each.step == step]


def test_every_claim_that_is_decided_can_be_seen_to_fail():
    for id, entry in STATEMENTS.items():
        assert twins_of(id) or entry.verdict == "open", id


def test_what_claims_rest_on_are_claims_and_never_themselves():
    order = TopologicalSorter({id: entry.uses for id, entry in CLAIMS.items()})
    assert set(order.static_order()) == set(CLAIMS)  # which refuses circles


def test_links_of_a_proof_that_its_claim_does_not_use_are_told(tmp_path, monkeypatch):
    proof = "# As {ref}`there <pbm:lemma-1>`.\n# *Proof.* By {ref}`that <pbm:lemma-2>`.\n#\n"
    text = f"# (pbm:theorem-6)=\n{proof}# ## Next\n# {{ref}}`a <pbm:lemma-3>`\n"
    (tmp_path / "one.py").write_text(text)
    monkeypatch.setattr(claims, "NOTEBOOKS", tmp_path)
    for uses, links in ((), {"pbm:theorem-6": ["pbm:lemma-2"]}), (("pbm:lemma-2",), {}):
        known = CLAIMS | {"pbm:theorem-6": replace(CLAIMS["pbm:theorem-6"], uses=uses)}
        monkeypatch.setattr(claims, "CLAIMS", known)
        assert claims.unnamed_links() == links


def test_unknown_claim_and_profile_list_the_known_ones():
    with pytest.raises(KeyError, match="unknown claim 'pbm:nothing'; the known ones"):
        CLAIMS["pbm:nothing"]
    known = next(iter(CLAIMS))
    with pytest.raises(ValueError, match="unknown profile 'fast'; the known ones: quick, paper"):
        finding(known, "fast")


CHAPTER = """["pbm:a"]
name = "{name}"
place = "Section 1"
whose = "{whose}"
verdict = "{verdict}"
argument = "{argument}"
check = "exact"
{rest}
"""
BOX = """# (pbm:a)=
# :::{prf:theorem} A
# :nonumber:
# For all x,
#
# $$ x = x. $$
# :::
"""


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """Writes a chapter with one claim and its notebook into an empty package, and reads it."""
    monkeypatch.setattr(claims, "ROOM", tmp_path)
    monkeypatch.setattr(claims, "NOTEBOOKS", tmp_path / "notebooks")

    def read(notebook="", verdict="holds", argument="none", rest='statement = "x"', whose="paper", name="A"):
        (tmp_path / "pbm" / "one").mkdir(parents=True)
        (tmp_path / "notebooks" / "pbm").mkdir(parents=True)
        path = tmp_path / "pbm" / "one" / "claims.toml"
        fields = {"whose": whose, "verdict": verdict, "argument": argument, "rest": rest, "name": name}
        path.write_text(CHAPTER.format(**fields))
        (tmp_path / "notebooks" / "pbm" / "one.py").write_text(notebook)
        return claims.read(path)["pbm:a"]

    return read


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "true"}, "verdict is one of"),
        ({"whose": "theirs"}, "whose is one of paper, reading, ours"),
        ({"whose": "ours", "verdict": "refuted"}, "verdict is one of holds, undecided, open"),
        ({"whose": "reading"}, "a reading says in `alternatives`"),
        (
            {"whose": "ours", "rest": 'statement = "x"\nalternatives = "y"'},
            "a sentence of ours has no other readings",
        ),
        ({"argument": "seen"}, "argument is one of"),
        ({"verdict": "corrected"}, "no `corrected`, and no theorem box"),
        ({"rest": ""}, "no `statement`, and no theorem box"),
        ({"verdict": "open"}, "why it is open"),
        ({"rest": 'says = "x"'}, "says"),
        ({"name": ""}, "pbm:a: no `name`, and no box or passage"),
    ],
)
def test_a_malformed_claim_is_refused(change, message, chapter):
    with pytest.raises(ValueError, match=message):
        chapter(**change)


def test_data_that_a_claim_needs_are_a_file_or_cannot_be_had(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    (tmp_path / "published-models").mkdir()
    (tmp_path / "published-models" / "counts.csv").write_text("1")
    needs = {"": True, "counts.csv": True, "other.csv": False, "the log, which is not public": False}
    claim = next(iter(claims.CLAIMS.values()))
    assert {need: replace(claim, needs=need).at_hand for need in needs} == needs


def test_the_box_of_a_chapter_is_what_is_true(chapter):
    assert chapter(BOX, rest="").statement == r"For all x, $\displaystyle x = x. $"


def test_the_box_of_a_corrected_claim_is_what_holds_instead(chapter):
    claim = chapter(BOX, verdict="corrected")
    assert claim.statement == "x" and claim.corrected.startswith("For all x")


def test_lines_of_a_text_flow_and_paragraphs_stay(chapter):
    claim = chapter(rest="statement = '''\none\ntwo\n\nthree'''")
    assert claim.statement == "one two\n\nthree"


def test_texts_and_checks_have_the_same_ids():
    assert set(CLAIMS) <= set(claims.check_places()) == set(claims.with_checks())


def test_reading_the_texts_imports_no_check():
    program = "import sys; from compendium.claims import CLAIMS; len(CLAIMS); print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert "compendium.claims" in loaded
    assert not [name for name in loaded if name.startswith("compendium.pbm") or name == "sympy"]


def test_an_id_has_one_check():
    with pytest.raises(ValueError, match="has two checks"):
        finding("pbm:theorem-6", "quick")
        check("pbm:theorem-6")(lambda case: None)


def test_a_finding_has_a_known_verdict():
    with pytest.raises(ValueError, match="a verdict is one of"):
        Finding("yes")


@pytest.mark.parametrize(
    ("ours", "printed", "sign", "verdict", "failed"),
    [
        (True, True, 1, "holds", ()),
        (True, False, 1, "corrected", ("b",)),
        (False, True, 1, "refuted", ("a",)),
        (False, False, 1, "refuted", ("a", "b")),
        (True, True, 0, "undecided", ("c",)),
        (True, True, -1, "not reproduced", ("c",)),
    ],
)
def test_a_case_draws_its_verdict_from_its_conditions(ours, printed, sign, verdict, failed):
    case = Case("quick")
    case.must("a", ours)
    case.printed("b", printed)
    case.sign("c", sign)
    case.number("n", "replications", 7)
    result = case.finding()
    assert (result.verdict, result.failed) == (verdict, failed)
    assert result.numbers == {"n": 7} and result.label("n") == "replications"


def test_a_condition_shows_its_numbers_under_its_name():
    case = Case("quick")
    case.must("a", True, x=1, **{"t = 2": 2})
    case.zero("b", 0, 0, y=3)
    case.printed("c", True, z=4)
    case.sign("d", 1, w=5)
    result = case.finding()
    assert result.numbers == {"x": 1, "t = 2": 2, "y": 3, "z": 4, "w": 5}
    assert result.labels == {"x": "a", "t = 2": "a", "y": "b", "z": "c", "w": "d"}


@pytest.mark.parametrize(
    ("readings", "choices", "verdict"),
    [
        ((False, True), (), "holds"),
        ((False, False), (), "corrected"),
        ((), (True, True), "holds"),
        ((), (True, False), "undecided"),
        ((), (False, False), "corrected"),
        ((False, CONTRADICTS), (), "not reproduced"),
        ((False, AGREES), (), "holds"),
        ((), (AGREES, CONTRADICTS), "undecided"),
        ((), (CONTRADICTS, CONTRADICTS), "not reproduced"),
        ((), (AGREES, INCONCLUSIVE), "undecided"),
        ((True, False), (True, False), "undecided"),
    ],
)
def test_the_most_favourable_reading_decides_and_choices_must_agree(readings, choices, verdict):
    case = Case("quick")
    case.must("what holds instead", True)
    for number, outcome in enumerate(readings):
        case.reading(f"reading {number}", outcome)
    for number, outcome in enumerate(choices):
        case.choice(f"choice {number}", outcome)
    finding = decoded(encoded(case.finding()))
    assert finding.verdict == verdict and not finding.failed
    assert len(finding.readings) == len(readings) and len(finding.choices) == len(choices)
    assert set(finding.choices.values()) <= {"true", "false", "cannot tell"}


def test_a_case_needs_conditions_and_unique_keys():
    case = Case("quick")
    with pytest.raises(ValueError, match="cannot fail"):
        case.finding()
    case.number("n", "one", 1)
    case.printed("a printed line", False)
    with pytest.raises(ValueError, match="needs a condition of what holds instead"):
        case.finding()
    with pytest.raises(ValueError, match="'n' stands twice"):
        case.number("n", "two", 2)


def test_an_identity_in_symbols_is_a_condition():
    x = sympy.Symbol("x")
    case = Case("quick")
    assert case.zero("binomial", (x + 1) ** 2 - x**2 - 2 * x - 1)
    assert not case.zero("wrong", x, 0 * x)
    assert case.finding(broken="undecided").verdict == "undecided"


def test_a_formula_is_told_from_zero_only_where_its_symbols_may_be():
    x = sympy.Symbol("x", positive=True)
    n = sympy.Symbol("n", integer=True)
    assert differs(x - 1)
    assert differs(sympy.sqrt(-x) + x)
    assert not differs(sympy.sqrt(x**2) - x)
    assert not differs(sympy.sin(sympy.pi * n))
    assert not differs(sympy.log(x * (x + 1)) - sympy.log(x) - sympy.log(x + 1))
    assert not differs(1 / (x - sympy.Rational(2, 11)))  # not a number at the tested point


@each_check
def test_a_falsified_statement_gets_another_verdict(id):
    for each, text, result in findings.falsified(id, "quick"):
        statement = each.statement(id)
        if result.verdict != each.gives:
            skip_what_cannot_be_told(statement, result, "quick")
        original = findings.finding(statement, "quick")
        assert each.noticed(original, result), (text, result.verdict, result.compared(original))


def test_a_statement_made_true_meets_every_condition_that_the_false_one_breaks():
    def small(case, limit, name):
        case.must("the true limit is 2", True)
        case.printed("no number is above it", limit >= 2)
        case.printed(name, name != "one")
        return case.finding()

    false, true = (small(Case("quick"), *each) for each in ((1, "one"), (2, "another")))
    assert true.met == ("the true limit is 2", "no number is above it", "another")
    breaks, mends, leaves, keeps = true.compared(false)
    assert (breaks, mends, keeps) == ((), ("no number is above it",), ("the true limit is 2",))
    assert leaves == ("one",), "the twin renames a condition instead of meeting it"
    twin = Twin({"limit": 2}, "holds")
    assert (false.verdict, true.verdict) == ("corrected", "holds") and not twin.noticed(false, true)
    assert twin.noticed(replace(false, failed=("no number is above it",)), true)
    assert true.compared(true) == ((), (), (), true.met) and false.compared(true).breaks == true.met[1:]


def test_readings_and_choices_are_conditions_of_which_some_can_stay_broken():
    def read(*outcomes):
        case = Case("quick")
        case.must("what holds instead", True)
        for number, outcome in enumerate(outcomes):
            case.reading(f"reading {number}", outcome)
        return decoded(encoded(case.finding()))

    false, true = read(False, False), read(True, False)
    assert true.compared(false) == ((), ("reading 0",), (), ("what holds instead",))
    assert false.compared(true).breaks == ("reading 0",)
    assert Twin({"x": 1}, "holds").noticed(false, true)


def test_a_twin_is_another_verdict_of_the_same_check(monkeypatch):
    monkeypatch.setattr(claims, "check_module", lambda id: __name__)

    @check(
        "test:twins",
        Twin({"bound": 0, "way": -1}),
        bound=Twin(0.5),
        way=[Twin(-1, "not reproduced"), Twin(True, "holds")],
        holds="open",
    )
    def one(case, bound=2.0, way=1):
        case.must("below the bound", bound > 1)
        case.sign("the way", way)
        return case.finding() if way is True else None

    results = list(claims.falsified("test:twins", "quick"))
    assert [text for _, text, _ in results] == [
        "bound: 0 in place of 2.0; way: -1 in place of 1",
        "bound: 0.5 in place of 2.0",
        "way: -1 in place of 1",
        "way: True in place of 1",
    ]
    verdicts = ["refuted", "refuted", "not reproduced", "holds"]
    assert [each.gives for each, _, _ in results] == verdicts
    assert [falsified.verdict for _, _, falsified in results] == verdicts
    assert one("quick").verdict == "open"


@each_statement
def test_a_twin_is_of_another_verdict_than_its_claim(id):
    given = {each.gives for each in twins_of(id)}
    assert STATEMENTS[id].verdict not in given
    if STATEMENTS[id].verdict == "corrected":  # the published statement made true, and ours made false
        assert "holds" in given and given - {"holds"}


def test_falsify_names_a_statement_that_fails_without_a_twin(monkeypatch, capsys):
    """A check that always fails notices every twin."""

    def judged(verdict):
        finding = Finding(verdict, failed=() if verdict == "holds" else ("the value",))
        monkeypatch.setattr(findings, "finding", lambda id, profile: finding)
        monkeypatch.setattr(findings, "falsified", lambda id, profile: [])
        status = falsify.main(["mnl:lemma-11"])
        return status, [line for line in capsys.readouterr().out.splitlines() if "without a twin " in line]

    id = "mnl:lemma-11"
    assert judged("refuted") == (1, [f"{id}: without a twin refuted, not holds, because of: the value"])
    assert judged("holds") == (0, [])


def test_falsify_answers_an_unknown_id_with_the_known_ones(capsys):
    assert falsify.main(["mnl:lemma-11", "pbm:nothing"]) == 2
    assert capsys.readouterr().err.startswith("error: unknown claim 'pbm:nothing'; the known ones: across:")


def test_a_step_has_a_verdict_of_its_own_and_leaves_that_of_the_result(monkeypatch):
    monkeypatch.setattr(claims, "check_module", lambda id: __name__)

    @check("test:result", x=Twin(2), y=[Twin(2, "holds", "wrong"), Twin(0, step="wrong")])
    def one(case, x=1, y=1):
        case.must("the result", x == 1)
        step = case.step("wrong")
        step.printed("as printed", y == 2, x=x)
        step.must("what holds instead", y >= 1, y=y)

    found = decoded(encoded(one("quick")))
    assert (found.verdict, found.numbers) == ("holds", {})
    assert found.steps["test:wrong"].verdict == "corrected"
    assert found.steps["test:wrong"].numbers == {"x": 1, "y": 1}
    verdicts = [falsified.verdict for _, _, falsified in claims.falsified("test:result", "quick")]
    assert verdicts == ["refuted", "holds", "refuted"]
    with pytest.raises(ValueError, match="'a' is opened twice"):
        case = Case("quick")
        case.step("a")
        case.step("a")


def test_every_id_of_version_3_leads_to_a_result_and_its_check(tmp_path):
    old = json.loads((claims.ROOM.parents[1] / "artifact" / "ids_3_0.json").read_text("utf-8"))
    assert len(old) == 452
    for id in old:
        statement = CLAIMS.statement(id)
        assert claims.check_module(id) and (statement.of or statement.id) in CLAIMS
    with pytest.raises(KeyError, match="unknown claim 'pbm:nothing'"):
        CLAIMS.statement("pbm:nothing")


def test_a_twin_overrides_a_parameter_and_decides():
    for one in ({"y": Twin(1)}, {"case": Twin(1)}):
        with pytest.raises(ValueError, match="overrides parameters"):
            check("pbm:test", **one)(lambda case: None)
    with pytest.raises(ValueError, match="overrides parameters"):
        check("pbm:test", Twin({}))(lambda case: None)
    with pytest.raises(ValueError, match="a verdict that decides"):
        check("pbm:test", y=Twin(1, "undecided"))(lambda case, y: None)


@pytest.mark.parametrize(
    "text", ["12.3 ± 0.4", "10 to 20", "17 of 84", "50,000, 100", "[1, 2]", "5.59", "2.5e-3", "-1, 0, 1"]
)
def test_a_number_is_not_given_as_a_text(text):
    case = Case("quick")
    with pytest.raises(ValueError, match="must not be given as the text"):
        case.number("x", "a label", text)
    for formula in ("2c log C", "mu*(mu - 1)", "TopRank", "4*sqrt(2)*alpha", "none"):
        case.number(formula, "a formula or a name", formula)
