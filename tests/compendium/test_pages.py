"""The pages show the findings of the checks of claims."""

from dataclasses import replace
from fractions import Fraction

import pytest
from markdown_it import MarkdownIt

from compendium import claims
from compendium.case import Finding
from compendium.claims import CLAIMS, Claim
from compendium.estimates import Estimate
from compendium.findings import Built
from compendium.sphinx import coq, directives, pages

CLAIM = Claim(
    "pbm:test",
    "pbm/one",
    "Section 1",
    "paper",
    "holds",
    "text",
    "exact",
    "all x",
    "For all $x$, $|x| < 1$.",
    "It is not.",
    name="A name",
)
NUMBERS = {
    "gap": 2.5e-17,
    "third": Fraction(1, 3),
    "t = 2": 0.25,
    "rounds": 100_000,
    "regret": Estimate(12.34, 0.41, 9, "clicks"),
    "formula": "a1",
    "odd: key": 2.0,
    "share": Fraction(2, 3),
}
FOUND = Finding("refuted", NUMBERS, {"gap": "a gap"})
BUILT = Built("quick", {"pbm:test": FOUND})


@pytest.fixture(autouse=True)
def one_claim(monkeypatch):
    """A registry with a single claim."""
    known = claims.Claims({"pbm:test": CLAIM})
    monkeypatch.setattr(claims, "CLAIMS", known)
    monkeypatch.setattr(pages, "CLAIMS", known)
    monkeypatch.setattr(pages, "_source", lambda claim: "the check")
    return known


def shows(name, argument="", built=BUILT):
    return (directives.DIRECTIVES | directives.ROLES)[name](built, argument)


@pytest.mark.parametrize("name", ["claims-table", "errata", "claim"])
def test_the_finding_is_shown_and_not_the_expectation(name):
    shown = shows(name, "pbm:test" if name == "claim" else "pbm")
    assert '<span class="verdict refuted">refuted</span>' in shown
    assert "holds</span>" not in shown


def test_a_badge_says_what_the_page_does_not(one_claim):
    shown = shows("claim", "pbm:test")
    assert shown.startswith('<details class="claim" open><summary><span class="whose paper">')
    assert 'the paper says:</span> <span class="verdict refuted">' in shown
    assert "A name</span>" not in shown and "A name · Section 1 · " in shown
    assert "**The paper says.** For all $x$" in shown and "**Holds instead.** It is not." in shown
    assert "a gap: 2.5·10<sup>-17</sup>" in shown and "third: 1/3" in shown
    assert "**Checked exactly:** all x." in shown
    assert "<all-pbm-test>" in shown and shown.endswith("\n\n</details>")
    one_claim["pbm:test"] = replace(CLAIM, verdict="refuted", corrected="", box=CLAIM.statement)
    shown = shows("claim", "pbm:test")
    assert shown.startswith('<details class="claim"><summary>')
    assert "The paper says" not in shown and "Holds instead" not in shown


def test_several_badges_at_a_place_name_their_results():
    shown = shows("claim", "pbm:test pbm:test")
    assert shown.count('class="place">A name</span>') == 2


def test_a_badge_shows_conditions_only_where_one_failed():
    found = Finding("holds", {"identity": True, "same": False, "n": 3}, {}, ("the step",))
    shown = shows("claim", "pbm:test", Built("paper", {"pbm:test": found}))
    assert "**Computed.** same: no; n: 3." in shown and "**Not met.** the step." in shown


@pytest.mark.parametrize("name", ["claim", "still-open"])
def test_readings_and_choices_are_tables_and_the_badge_names_the_choice(name, one_claim):
    several = {"δ = 1/T": "false", "δ = T^(-1/2)": "true"}
    found = Finding("undecided", {}, {}, (), {"after a click": "false"}, several)
    one_claim["pbm:test"] = replace(CLAIM, depends="the choice of δ")
    shown = shows(name, "pbm:test" if name == "claim" else "undecided", Built("paper", {"pbm:test": found}))
    rendered = MarkdownIt().enable("table").render(shown)
    assert "<td>δ = T^(-1/2)</td>\n<td>true</td>" in rendered
    assert "<td>after a click</td>\n<td>false</td>" in rendered
    assert '<span class="depends">depends on the choice of δ</span>' in shown


def test_without_its_data_a_claim_has_no_verdict(one_claim):
    one_claim["pbm:test"] = replace(CLAIM, needs="the log, which is not public", limits="It is secret.")
    for shown in shows("claims-table", "pbm"), shows("claim", "pbm:test"):
        assert '<span class="verdict no-data">no data</span>' in shown
        assert "refuted" not in shown
    assert "It needs the log, which is not public." in shown and "on a surrogate" in shown
    assert shown.startswith('<details class="claim"><summary>')
    assert shows("errata", "pbm") == "None was found."
    assert "**Obstacle.** It is secret." in shows("still-open", "no data")


def row_of(table):
    """The row of the one claim in a list."""
    return next(row for row in table.splitlines() if "<pbm:test>" in row)


def test_every_row_of_the_table_can_be_linked_and_no_bar_ends_a_cell():
    table = shows("claims-table", "pbm")
    assert f"{{#{pages.entry_label('pbm:test')}}}" in table
    assert r"$\|x\| < 1$" in row_of(table)


def test_an_erratum_leads_to_its_place_and_to_its_row():
    shown = shows("errata", "pbm")
    assert "<pbm:test>`" in shown and f"<{pages.entry_label('pbm:test')}>`" in shown


def test_a_row_has_the_correction_the_numbers_that_contradict_and_the_evidence():
    row = row_of(shows("claims-table", "pbm"))
    assert "**Holds instead.** It is not." in row and "**Computed.** a gap: 2.5" in row
    assert 'data-kinds="exact"' in row
    found = Built("quick", {"pbm:test": replace(FOUND, verdict="holds")})
    assert "**Computed.**" not in shows("claims-table", "pbm", found)


def test_the_list_has_the_figures_of_its_parts():
    rows = shows("claims-table", "pbm log").splitlines()
    figures = [row for row in rows if "figure-row" in row]
    assert any("<pbm:figure-1a>" in row for row in figures) and any("<log:" in row for row in figures)
    assert rows[0] == f'<details class="entries"><summary>1 results and {len(figures)} figures</summary>'
    assert not any("<mnl:" in row for row in figures)


def test_claims_are_counted_by_author_and_verdict():
    assert [
        shows("claim-count", text) for text in ("paper", "paper refuted", "paper holds, open", "ours")
    ] == ["1", "1", "none", "none"]
    with pytest.raises(KeyError, match="unknown author 'us'; the known ones: paper, reading, ours"):
        shows("claim-count", "us")
    with pytest.raises(KeyError, match="unknown verdict 'opened'; the known ones: holds, corrected"):
        shows("claim-count", "paper holds, opened")


@pytest.fixture
def three_claims(one_claim):
    """One statement, one reading and one sentence of ours about two papers, all refuted."""
    one_claim["mnl:other"] = replace(
        CLAIM, id="mnl:other", whose="reading", statement="Of the other.", alternatives="Or not."
    )
    one_claim["pbm:ours"] = replace(CLAIM, id="pbm:ours", whose="ours", statement="We say so.")
    return Built("quick", dict.fromkeys(one_claim, FOUND))


def test_claims_are_counted_by_paper(three_claims):
    asked = [
        "paper",
        "pbm paper",
        "mnl paper",
        "mnl reading refuted",
        "pbm reading",
        "pbm ours holds, refuted",
    ]
    shown = [shows("claim-count", text, three_claims) for text in asked]
    assert shown == ["1", "1", "none", "1", "none", "1"]


def test_a_table_counts_the_statements_of_a_paper_and_our_readings_of_them(three_claims):
    for paper, counts in (("pbm", ["1", "0"]), ("mnl", ["0", "1"]), ("rank1", ["0", "0"])):
        rows = [row.split(" | ") for row in shows("claims-by-author", paper, three_claims).splitlines()]
        (refuted,) = (row for row in rows if "refuted" in row[0])
        assert [text.strip(" |") for text in refuted[2:]] == counts
        assert [text.strip(" |") for text in rows[-1]] == ["all", "", *counts]
    with pytest.raises(KeyError, match="unknown paper 'across'; the known ones: pbm, rank1, mnl"):
        shows("claims-by-author", "across")


def test_open_claims_are_listed_of_all_or_of_one_paper_without_our_own_sentences(three_claims):
    shown = shows("still-open", "refuted, open", three_claims)
    assert "Lagrée" in shown and "Of the other." in shown and "We say so." in shown
    shown = shows("still-open", "pbm refuted, open", three_claims)
    assert shown.startswith('- **{ref}`A name <pbm:test>`** <span class="verdict refuted">')
    assert shown.count("- **") == 1 and "Lagrée" not in shown
    assert shows("still-open", "rank1 refuted", three_claims) == "There is none."
    with pytest.raises(KeyError, match="unknown verdict 'pmb refuted'"):
        shows("still-open", "pmb refuted, open", three_claims)


def test_counts_add_up():
    rows = [[text.strip() for text in row.split("|")] for row in shows("claims-by-paper").split("\n")]
    assert [row[-2] for row in rows[2:]] == ["1", "0", "0", "0"]
    rows = [[text.strip() for text in row.split("|")] for row in shows("claims-by-evidence").split("\n")]
    assert rows[-1][-2] == "**1**"
    rows = [
        [text.strip() for text in row.split("|")]
        for row in shows("claims-tally").partition("\n\n")[0].split("\n")
    ]
    assert rows[-1][1:-1] == ["all", "1", "0", "0", "1"]
    assert next(row for row in rows if "refuted" in row[1])[2:-1] == ["1", "0", "0", "1"]
    assert "0 of the 0 simulated claims are undecided" in shows("claims-tally")
    assert "preview" not in shows("claims-tally", "", Built("paper", BUILT.found))


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("third", "1/3"),
        ("third:.2f", "0.33"),
        ("t = 2:.3f", "0.250"),
        ("odd: key", "2"),
        ("odd: key:.1f", "2.0"),
        ("rounds", "100,000"),
        ("regret", "12.34 ± 0.41"),
        ("regret:.0f", "12"),
        ("formula", "a<sub>1</sub>"),
        ("share:.2f", "0.67"),
        ("gap", "2.5·10<sup>-17</sup>"),
    ],
)
def test_a_number_is_named_by_its_key(asked, text):
    assert shows("number", f"pbm:test {asked}") == text


def test_a_text_has_no_format():
    with pytest.raises(ValueError, match="'pbm:test formula:.1f' formats one number"):
        shows("number", "pbm:test formula:.1f")


@pytest.mark.parametrize("name", ["number", "verdict", "claim"])
def test_what_is_not_known_lists_what_is(name):
    with pytest.raises(KeyError, match="unknown claim 'pbm:nothing'; the known ones: pbm:test"):
        shows(name, "pbm:nothing")
    with pytest.raises(KeyError, match="has no number 'pbm:test none'; it has 'gap', 'third'"):
        shows("number", "pbm:test none")


def test_a_verdict_in_a_line_says_how_it_is_known():
    shown = shows("verdict", "pbm:test")
    assert shown == (
        '<span class="whose paper">the paper says:</span> '
        '<span class="verdict refuted">refuted</span> *derived on the page; exact*'
    )


def test_a_verdict_says_whose_sentence_it_judges(one_claim):
    one_claim["pbm:test"] = replace(CLAIM, whose="reading", alternatives="Or $x < 2$.")
    assert '<span class="whose reading">we read:</span>' in shows("claim", "pbm:test")
    for name in "claim", "claims-table":
        shown = shows(name, "pbm:test" if name == "claim" else "pbm")
        assert "**Other readings.** Or $x < 2$." in shown
    one_claim["pbm:test"] = replace(CLAIM, whose="ours")
    assert "we say, proved here:</span>" in shows("claim", "pbm:test")
    assert shows("errata", "pbm") == "None was found."
    one_claim["pbm:test"] = replace(CLAIM, whose="ours", argument="none")
    assert "we say, computed here:</span>" in shows("verdict", "pbm:test")


@pytest.mark.parametrize(
    ("whose", "fault", "words"),
    [
        ("paper", "condition", ["the paper’s statement:", "a condition is missing"]),
        ("paper", "", ["the paper’s statement:", "corrected"]),
        ("reading", "step", ["our reading of the paper:", "a step of the proof is corrected"]),
    ],
)
@pytest.mark.parametrize("name", ["claim", "verdict"])
def test_the_badge_of_a_corrected_statement_explains_the_correction(name, whose, fault, words, one_claim):
    other = "Or not." if whose == "reading" else ""
    one_claim["pbm:test"] = replace(CLAIM, whose=whose, fault=fault, alternatives=other)
    shown = shows(name, "pbm:test", Built("paper", {"pbm:test": Finding("corrected")}))
    assert f'<span class="whose {whose}">{words[0]}</span> ' in shown
    assert f'<span class="verdict corrected">{words[1]}</span>' in shown


def test_a_fault_is_a_known_one():
    with pytest.raises(ValueError, match="fault is one of"):
        replace(CLAIM, fault="taste")


def test_a_claim_says_what_it_rests_on_and_what_rests_on_it(one_claim):
    one_claim["pbm:other"] = replace(CLAIM, id="pbm:other", name="Another", uses=("pbm:test",))
    built = Built("quick", {"pbm:test": FOUND, "pbm:other": FOUND})
    assert "**Used by** {ref}`Another <pbm:other>`." in shows("claim", "pbm:test", built)
    assert "**Uses** {ref}`A name <pbm:test>`." in shows("claim", "pbm:other", built)


STEP = replace(
    CLAIM, id="pbm:step", scope=r"all $\eta < 1$", of="pbm:test", place="Appendix B", verdict="corrected"
)


@pytest.fixture
def with_steps(one_claim):
    """A result that holds with three steps, the first of which is corrected."""
    steps = STEP, *(replace(STEP, id=f"pbm:step-{n}", verdict="holds", corrected="") for n in (2, 3))
    one_claim["pbm:test"] = replace(CLAIM, steps=steps, formerly=("pbm:old",))
    found = {step.id: Finding(step.verdict, {"gap": 0.5}, {"gap": "a gap"}) for step in steps}
    return Built("paper", found | {"pbm:test": Finding("holds")})


def test_a_badge_counts_the_steps_and_a_wrong_one_leaves_the_verdict(with_steps):
    shown = shows("claim", "pbm:test", with_steps)
    assert '<span class="verdict holds">holds</span>' in shown
    assert "derived on the page; exact; 1 of 3 steps corrected</span></summary>" in shown
    right = with_steps.found | {"pbm:step": Finding("holds")}
    assert "exact; 3 steps</span>" in shows("claim", "pbm:test", Built("paper", right))


@pytest.mark.parametrize("directive", ["claim", "claim-steps"])
def test_a_fold_has_each_step_with_its_place_and_verdict(with_steps, directive):
    shown = shows(directive, "pbm:test", with_steps)
    assert shown.count("<summary>") == 1 and shown.count("[<span") == shown.count("{#step-pbm-step") == 3
    shown = shown[shown.index('<div class="steps">') :]
    assert shown.count("{ref}`A name <pbm:step") == shown.count("Appendix B") == 3
    assert shown.count(">holds</span>") == 2
    assert "**The paper says.** For all $x$" in shown and "**Holds instead.** It is not." in shown
    assert shown.count("**Computed.** a gap: 0.5.") == 3
    assert shown.count(r"all $\eta < 1$*") == 3  # Markdown escapes the sign
    tokens = [token.type for token in MarkdownIt().parse(f"{shown}\n\nThe page goes on.\n")]
    assert tokens[-4:-1] == ["html_block", "paragraph_open", "inline"]


def test_steps_at_a_proof_on_another_page_are_counted_in_their_own_fold_alone(with_steps, monkeypatch):
    shown = shows("claim-steps", "pbm:test", with_steps)
    assert "Steps checked: 3; corrected: 1</span></summary>" in shown
    monkeypatch.setattr(pages, "_proved_elsewhere", lambda: {"pbm:test"})
    assert "{#step" not in shows("claim", "pbm:test", with_steps)


def test_a_result_without_steps_has_no_fold_of_them(with_steps, one_claim):
    one_claim["pbm:test"] = CLAIM
    with pytest.raises(ValueError, match="pbm:test has no steps"):
        shows("claim-steps", "pbm:test", with_steps)


def test_a_corrected_step_is_an_erratum_with_its_place_and_both_statements(with_steps):
    shown = shows("errata", "pbm", with_steps)
    assert shown.count("\n- **") == 0 and "<pbm:step>`**" in shown
    assert "Appendix B, a step of {ref}`A name <pbm:test>`" in shown
    assert "as published, and corrected" in shown
    assert "  For all $x$, $|x| < 1$." in shown and "  **Holds instead.** It is not." in shown


def test_the_list_has_the_steps_and_the_old_ids_in_the_row_of_their_result(with_steps):
    (row,) = [row for row in shows("claims-table", "pbm", with_steps).splitlines() if "<pbm:test>" in row]
    assert "statement; 1 of 3 steps corrected</summary>" in row
    assert "{ref}`A name <pbm:step-2>`, Appendix B [" in row
    for id in ("pbm:step", "pbm:step-2", "pbm:step-3", "pbm:old"):
        assert f"{{#{pages.entry_label(id)}}}" in row


def test_an_old_id_shows_the_number_and_verdict_of_its_result_or_step(with_steps):
    assert shows("number", "pbm:step gap", with_steps) == "0.5"
    assert ">corrected</span>" in shows("verdict", "pbm:step", with_steps)
    assert ">holds</span>" in shows("verdict", "pbm:old", with_steps)


def test_steps_are_counted_apart_from_results(with_steps):
    asked = [("claim-count", "paper"), ("step-count", "paper"), ("step-count", "paper corrected")]
    assert [shows(name, text, with_steps) for name, text in asked] == ["1", "3", "1"]


def test_every_check_has_a_source_that_can_be_linked(monkeypatch):
    monkeypatch.undo()
    for entry in CLAIMS.values():
        assert "</../src/compendium/" in pages._source(entry)


def test_what_unfolds_swallows_nothing_of_the_page():
    for entry in coq.proved():
        tokens = MarkdownIt().parse(f"{coq.fold(entry)}\n\nThe page goes on.\n")
        assert [token.type for token in tokens][:2] == ["fence", "paragraph_open"], entry.prop
        assert tokens[0].info.startswith("{dropdown} Proved in Coq")


def test_the_counts_of_proofs_are_those_of_the_list():
    counts = {what: int(shows("proved", what)) for what in ("propositions", "claims", "whole", "part")}
    assert counts["propositions"] == len(coq.proved())
    assert counts["whole"] + counts["part"] == counts["claims"] <= counts["propositions"]
