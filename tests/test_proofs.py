"""The machine-checked proofs, without Coq: what was checked is here, and nothing is assumed.

`make proofs` checks the proofs themselves, and writes proofs/CHECKED.
"""

import hashlib
import importlib.util
import itertools
import re
import shutil
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from compendium import claims
from compendium.sphinx import coq

ROOT = Path(__file__).parents[1]
PROOFS = ROOT / "proofs"
FILES = sorted(PROOFS.glob("*.v"))
CHECKED = (PROOFS / "CHECKED").read_text(encoding="utf-8").splitlines()
CLAIMS = tomllib.loads((PROOFS / "claims.toml").read_text(encoding="utf-8"))["proved"]

spec = importlib.util.spec_from_file_location("audit", PROOFS / "audit.py")
audit = importlib.util.module_from_spec(spec)
spec.loader.exec_module(audit)


def code(name: str) -> str:
    return audit.code((PROOFS / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("a (* b (* Axiom *) c *) d", "a    d"),
        ('(* "(*" *) Axiom c : False. (* "*)" *)', "  Axiom c : False.  "),
        ("try (simpl in *); Axiom", "try (simpl in *); Axiom"),
        ('"(*" Axiom "*)"', '"(*" Axiom "*)"'),
    ],
)
def test_comments_and_strings_are_read_as_coq_reads_them(source, left):
    assert audit.code(source) == left


def test_the_checked_files_are_those_that_are_here():
    checked = {line.split()[1]: line.split()[0] for line in CHECKED if line.endswith(".v")}
    here = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FILES}
    assert checked == here, "run make proofs"


def test_the_proofs_rest_on_the_axioms_of_the_real_numbers_alone():
    axioms = {line.split()[1] for line in CHECKED if line.startswith("axiom ")}
    assert axioms and axioms <= set(audit.AXIOMS)
    assert any(re.fullmatch(r"coq \d+\.\d+(\.\d+)?", line) for line in CHECKED)


def test_the_audit_refuses_nothing_that_is_here():
    assert not audit.refused(PROOFS)
    stated = re.findall(r"^Definition ((?:rank1|pbm|mnl)_\w+) : Prop", code("Statements.v"), re.M)
    assert sorted(entry["prop"] for entry in CLAIMS) == sorted(stated)


SENTENCES = {  # what a cheat writes before the first lemma of a file, and the word that names it
    "Context (c : False).": "Context",
    "Variable c : False.": "Variable: outside",
    "Local Axiom c : False.": "Axiom",
    "Module M. Parameter c : False. End M.": "Parameter",
    '(* "(*" *) Axiom c : False. (* "*)" *)': "Axiom",
    "Lemma o : True. Proof. (simpl in *). exact I. Qed. Conjecture c : False.": "Conjecture",
    "Lemma c : False. Proof. Admitted (* Qed *) .": "Admitted",
    "Lemma c : False. Proof. (* *)admit(* *). Qed.": "admit",
    "Lemma c : False. Proof. - Unset Guard Checking.": "Unset",
    "Unset Positivity Checking.": "Unset",
    "Unset\nUniverse (* *) Checking.": "Unset",
    "Set Allow StrictProp.": "Set",
    "#[bypass_check(guard)] Fixpoint c (n : nat) : False := c n.": "bypass_check",
    '#[local] Notation "x <= y" := True.': "#[",
    "Lemma o : True. Proof. native_compute. exact I. Qed.": "native_compute",
    'Declare ML Module "c".': "Declare",
    'Load "c".': "Load",
    "Canonical c := I.": "Canonical",
    "Novel Command.": "Novel Command",
    "Lemma o : True /\\ True. Proof. split. 2:{ Hypothesis c : False.": "Hypothesis: outside",
    "Lemma o : True. Proof. [g]: { Novel Command.": "Novel Command",
    "From Elsewhere Require Import Lemmas.": "From Elsewhere",
    "Fixpoint c (n : nat) : False := c n with o (n : nat) := I. Next Step.": "Next Step",
}
PINSKER = "Theorem rank1_pinsker : Statements.rank1_pinsker."
EXACT = "Proof. exact ClosedCube.pinsker_closed. Qed."
CHANGES = [  # a file, what stands there, what a cheat writes, and the word that names it
    ("Audit.v", PINSKER, f"Section S. Variable c : False. {PINSKER}", "Section S"),
    ("Audit.v", PINSKER, "Theorem rank1_pinsker : True.", "everything"),
    ("Audit.v", f"{PINSKER} {EXACT}", "", "everything"),
    ("Audit.v", EXACT, "Proof. Admitted (* Qed *) .", "Admitted"),
    ("Audit.v", "rank1_pinsker, rank1_equation_7", "rank1_equation_7", "everything"),
    ("Audit.v", "Instances.rank1_equation_6_met, ", "", "instances"),
    ("Instances.v", "ClosedCube.pinsker_closed (1/4)", "Quadratic.pinsker (1/4)", "rank1_pinsker_met"),
    ("Instances.v", "Example pbm_theorem_6_met", "Example cube", "pbm_theorem_6_met"),
    ("Audit.v", "Print Assumptions everything.", "Print Assumptions I.", "Print Assumptions I"),
    ("Audit.v", "Require Statements", "Require Import Statements", "Require Import"),
    ("Statements.v", "(** * Sums", "Definition ln (x : R) := 0. (** * Sums", "ln:"),
    ("Statements.v", "(** * Sums", "Definition Rle (x y : R) := True. (** * Sums", "Rle:"),
    ("Statements.v", "forall theta kappa L K pi m", "forall theta (LimInf_seq : R)", "LimInf_seq:"),
    (
        "Statements.v",
        "Definition rank1_pinsker",
        "(*\nDefinition rank1_pinsker : Prop := False.\n*)\nDefinition rank1_pinsker",
        "in a comment",
    ),
    ("Statements.v", "Variables K J : nat", "Variables K J Rmax : nat", "Rmax"),
    ("Statements.v", "(** * Sums", "Definition map (f : nat) := f. (** * Sums", "map:"),
    ("Statements.v", "[] => 0 | i :: l' =>", "[] => 0 | ln :: l' =>", "ln:"),
    ("Statements.v", "let (a, b) :=", "let (a, Rmin) :=", "Rmin:"),
    ("Statements.v", "(** * Sums", "Inductive new := exp | other. (** * Sums", "exp:"),
    ("Statements.v", "(exists r, forall x", "(exists! INR, forall x", "INR:"),
    ("Statements.v", "forall theta kappa L K pi m,", "forall theta kappa L K pi m value,", "value:"),
    ("Statements.v", "Variables K J : nat", "Variables K J deviance : nat", "deviance:"),
    ("Audit.v", "in applied x. exact I.", "in idtac. exact I.", "let x"),
    ("Audit.v", "| (?a, ?b) => applied a; applied b", "| (?a, ?b) => applied a", "Ltac applied"),
    ("Sums.v", "(** ", "(* Interval *) (** ", "Interval"),
    ("Statements.v", "(** * Sums", 'Notation "x <= y" := True. (** * Sums', "Notation"),
    ("Statements.v", "(** * Sums", "Require Import Sums. (** * Sums", "Require Import Sums"),
]


def copied(folder: Path, file: str, old: str, new: str) -> list[str]:
    """What the audit refuses in a copy of the sources with one change."""
    for path in FILES:
        shutil.copy(path, folder)
    source = (folder / file).read_text(encoding="utf-8")
    assert old in source
    (folder / file).write_text(source.replace(old, new, 1), encoding="utf-8")
    return audit.refused(folder)


@pytest.mark.parametrize(("sentence", "named"), SENTENCES.items())
def test_a_sentence_that_cheats_is_refused_by_name(tmp_path, sentence, named):
    refused = copied(tmp_path, "Sums.v", "Lemma", f"{sentence}\nLemma")
    assert any(why.startswith(f"Sums.v: {named}") for why in refused)


@pytest.mark.parametrize(("file", "old", "new", "named"), CHANGES)
def test_a_change_that_cheats_is_refused_by_name(tmp_path, file, old, new, named):
    assert any(why.startswith(file) and named in why for why in copied(tmp_path, file, old, new))


def test_a_file_in_a_folder_that_coq_might_read_is_refused(tmp_path):
    (tmp_path / "Coq").mkdir()
    (tmp_path / "Coq" / "Reals.vo").touch()
    assert copied(tmp_path, "Sums.v", "Lemma", "Lemma") == ["Reals.vo: in a folder of its own"]


CLASSIC = "Classical_Prop.classic : forall P : Prop, P \\/ ~ P"


@pytest.mark.parametrize(
    "line",
    [
        "c : False",
        "_c : False",
        "Classical_Prop.classic : False",
        "bad is assumed to be guarded.",
        "Classical_Prop.classic is assumed to be positive.",
        "ty relies on an unsafe hierarchy.",
        "Theory:\nType hierarchy is collapsed (logic is inconsistent)",
        "",
    ],
)
def test_what_is_printed_is_the_four_axioms_and_nothing_else(line):
    assert audit.assumptions(f"Axioms:\n{CLASSIC}\n") == ({"Classical_Prop.classic"}, [])
    assert audit.assumptions(f"Axioms:\n{line}\n{CLASSIC}")[1]
    assert audit.assumptions(line)[1]
    assert audit.assumptions("Closed under the global context")[1]
    assert audit.assumptions(f"Section Variables:\nc\n: False\nAxioms:\n{CLASSIC}")[1]


def test_the_words_of_the_library_are_those_that_the_statements_use():
    source = code("Statements.v").split("Open Scope R_scope.")[1]
    names = audit.BINDS.findall(audit.DEFINES.sub("", source))
    ours = {*re.findall(audit.NAME, " ".join(map(" ".join, names))), *audit.DEFINES.findall(source)}
    ours |= set(re.findall(r"(?:Section|\|) (\w+)", source))
    words = "forall exists fun let in match with end if then else Prop struct as Definition"
    words += " Fixpoint Inductive Section End Variables"
    used = set(re.findall(rf"(?<![\w'.]){audit.NAME}", source))
    assert used - ours - set(words.split()) <= audit.LIBRARY


@pytest.mark.skipif(shutil.which("coqc") is None, reason="needs coqc")
def test_coq_refuses_an_example_that_waits_for_a_hypothesis(tmp_path):
    applied, lemma = audit.APPLIED.split(" . ", 1)
    for example in ("Nat.lt_irrefl 0", "eq_refl 0"):
        (tmp_path / "T.v").write_text(
            f"Require Import Arith. Definition instances := (eq_refl 1, {example}, eq_refl 2)."
            f"\n{applied}.\n{lemma.replace(' . ', '. ')}.",
            encoding="utf-8",
        )
        run = subprocess.run(["coqc", "-q", "T.v"], cwd=tmp_path, capture_output=True, text=True)
        assert (run.returncode == 0) == (example == "eq_refl 0"), run.stderr


@pytest.mark.skipif(shutil.which("coqc") is None, reason="needs coqc")
def test_coq_prints_what_a_cheat_rests_on(tmp_path):
    (tmp_path / "T.v").write_text(
        "Context (_c : False). Theorem w : 0 = 1. Proof. destruct _c. Qed. Unset Guard Checking."
        "\nFixpoint bad (n : nat) : False := bad n. Set Guard Checking."
        "\n#[bypass_check(positivity)] Inductive I := mk : (I -> False) -> I."
        "\nDefinition all := (w, bad, mk). Print Assumptions all.",
        encoding="utf-8",
    )
    printed = subprocess.check_output(["coqc", "-q", "T.v"], cwd=tmp_path, text=True)
    known, wrong = audit.assumptions(printed)
    assert not known and len(wrong) == 3
    assert any("guarded" in line for line in wrong) and any("positive" in line for line in wrong)


@pytest.mark.parametrize("entry", CLAIMS, ids=lambda entry: entry["prop"])
def test_an_entry_names_a_claim_of_the_book_and_the_file_of_its_proof(entry):
    assert set(entry) == {"claim", "prop", "file", "scope", "statement"}
    assert entry["prop"].startswith(re.sub(r"[:-]", "_", entry["claim"]))
    assert f"Statements.{entry['prop']}. Proof. exact {Path(entry['file']).stem}." in re.sub(
        r"\s+", " ", code("Audit.v")
    )
    assert entry["claim"] in claims.CLAIMS


# definitions that the words spell out before what they say; and numbers that the words leave out
DEFINED = {
    "rank1_sharp_scaling": ["factor"],
    "pbm_sharp_loss": ["loss_bound"],
    "mnl_theorem_3_predictable": ["is_rule"],
    "mnl_theorem_3_peeling": ["is_rule"],
    "mnl_equation_8_predictable": ["is_rule"],
    "mnl_sharp_radius_adaptive": ["is_rule"],
    "mnl_lemma_2": ["clicks_8", "plays_10"],
    "mnl_lemma_2_never_ends": ["clicks_4", "plays_10"],
}
UNSAID = {
    "rank1_sharp_quadratic": "2 ^2",  # once for the bound, once for its factor
    "pbm_proposition_14": "2 3 2 3 2",  # items and positions of the tie
    "pbm_equation_6": "3 5 4 5 2 3 3 3 3 5 4 5 2 3 3 3",  # items and positions
    "pbm_reversed_inequality": "3 5 3 5 3",
    "mnl_algorithm_1_descends": "2",  # positions from the second
    # items and positions; the derivatives' point; the point that is better, and by how much
    "mnl_lemma_2": "2 2 2 2 2 2 2 3/5 3/10 3/5 3/10 1/2 1/20 2/3 27/100 45/100",
    "mnl_lemma_2_monotone": "2 2 2 2 2 3 2",  # items, positions and iterations
    "mnl_lemma_2_never_ends": "2 2 2 2 2 2",
}


def numbers(text: str) -> list[str]:
    """The numbers in words or in Coq; powers begin with ^; numbers of equations do not count."""
    text = text.translate(str.maketrans({"²": "^2", "₁": "1", "₂": "2"})).replace("ten ", "10 ")
    text = re.sub(r"(Figure|Theorem|Corollary|Algorithm) \d+(\(\w\))?|\(\d+\)", " ", text)
    text = re.sub(r"(?<=\d) ?/ ?(?=\d)", "/", text).replace("^ ", "^")
    return re.findall(r"\^\d+|(?<![\w.^])\d+(?:\.\d+)?(?:/\d+)?|(?<=[λα])\d", text)


def unlike(entry: dict[str, str]) -> Counter[str]:
    """The numbers in which the words of an entry and Coq's statement differ.

    The words have those of the statement, in their order, but for `UNSAID`; no more 0s and 1s.
    """
    source = code("Statements.v")
    terms = [
        re.search(rf"^Definition {name}\b.*? :=\s(.*?)\.$", source, re.M | re.S)[1]
        for name in [*DEFINED.get(entry["prop"], []), entry["prop"]]
    ]
    said, stated = numbers(entry["statement"]), numbers(" ".join(terms))
    more = Counter(said) - Counter(stated)
    left = Counter(UNSAID.get(entry["prop"], "").split())
    rest = iter(number for number in stated if number not in ("0", "1"))
    for number in (number for number in said if number not in ("0", "1")):
        passed = itertools.takewhile(lambda other, number=number: other != number, rest)
        left.subtract(passed)
    left.subtract(rest)
    return more + left + -left


@pytest.mark.parametrize("entry", CLAIMS, ids=lambda entry: entry["prop"])
def test_the_numbers_in_words_are_those_in_coq(entry):
    assert not unlike(entry)


@pytest.mark.parametrize(
    ("prop", "old", "new"),
    [
        ("pbm_factor_two", "9/8", "1/8"),
        ("pbm_equation_6", "5.5919", "5.5909"),
        ("rank1_pinsker", "≥ 2", "≥ 1"),
        ("rank1_pinsker", "²", ""),
        ("pbm_sharp_loss", "(4(", "(2("),
        ("mnl_upper_tail", "log 2", "log 3"),
        ("mnl_lemma_2", "25/52", "25/53"),
        ("mnl_lemma_2_never_ends", "1/5", "1/4"),
        ("mnl_lemma_2_never_ends", "4 clicks", "10 clicks"),  # it stands elsewhere in the statement
        ("mnl_equation_8_fixed", "√(4", "√(2"),
        ("mnl_theorem_3_fixed", "2 V log C) + 4", "4 V log C) + 2"),
        ("mnl_theorem_3_peeling", "≤ (2/C)", "≤ (4/C)"),
        ("pbm_equation_6", "5.5919 and 5.5920", "5.5920 and 5.5919"),
    ],
)
def test_a_changed_constant_in_the_words_is_found(prop, old, new):
    entry = next(entry for entry in CLAIMS if entry["prop"] == prop)
    assert old in entry["statement"]
    assert unlike(entry | {"statement": entry["statement"].replace(old, new)})


@pytest.mark.parametrize("new", ["2 <", "5.59 <", "0 <"])
def test_a_weaker_constant_in_coq_is_found(new, monkeypatch):
    source = code("Statements.v").replace("5.5919 <", new)
    monkeypatch.setitem(globals(), "code", lambda _: source)
    entry = next(entry for entry in CLAIMS if entry["prop"] == "pbm_equation_6")
    assert "5.5919" in unlike(entry)


def test_machine_is_what_is_proved_whole():
    whole = {entry["claim"] for entry in CLAIMS if not entry["scope"]}
    assert whole == {id for id, claim in claims.CLAIMS.items() if claim.argument == "machine"}


@pytest.mark.parametrize("entry", coq.proved(), ids=lambda entry: entry.prop)
def test_a_page_shows_the_statement_in_coq(entry):
    assert entry.coq.startswith(f"Definition {entry.prop} : Prop") and entry.coq.endswith(".")
    assert entry.coq in coq.fold(entry) and entry.scope in coq.fold(entry)


def test_a_part_is_called_a_part():
    shown = coq.evidence(claims.CLAIMS["rank1:theorem-1-repaired"])
    assert shown.endswith("in part proved in Coq")
    assert "Coq" not in coq.evidence(claims.CLAIMS["pbm:equation-1"])


def test_no_page_disowns_what_is_proved():
    whole, part = claims.CLAIMS["pbm:theorem-6"], claims.CLAIMS["pbm:definition-1"]
    assert "by the check" in coq.uncovered(whole) and "by the check" not in coq.uncovered(part)
    for claim in claims.CLAIMS.values():
        if claim.argument == "machine":
            assert not re.search(r"the text|not checked|in the notebook", claim.limits), claim.id
