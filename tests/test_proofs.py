"""The sources of the machine-checked proofs, the record of the check, and the words for each statement.

`make proofs` checks the proofs themselves and writes proofs/CHECKED. The attacks here are made on copies
of the sources; those that only Coq can refuse are made if Coq is installed.
"""

import hashlib
import importlib
import itertools
import re
import shutil
import sys
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

sys.path.insert(0, str(PROOFS))
audit, check = importlib.import_module("audit"), importlib.import_module("check")
sys.path.remove(str(PROOFS))


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
    checked = {line.split()[1]: line.split()[0] for line in CHECKED if re.match(r"[0-9a-f]{64} ", line)}
    here = {path.name: path.read_bytes() for path in FILES}
    here |= {"Audit.v": check.audited(PROOFS).encode(), "Met.v": check.MET.encode()}
    assert checked == {name: hashlib.sha256(text).hexdigest() for name, text in here.items()}


def test_two_versions_of_coq_checked_them_one_without_the_bug_of_the_bytecode_machine():
    number = r"(\d+)\.(\d+)(?:\.\d+)?"
    runs = [re.fullmatch(f"coq {number} coquelicot {number} interval {number}", line) for line in CHECKED]
    versions = {(int(run[1]), int(run[2])) for run in runs if run}
    assert len(versions) >= 2 and max(versions) >= (8, 17)


def test_the_proofs_rest_on_the_axioms_of_the_real_numbers_alone():
    axioms = {line.split()[1] for line in CHECKED if line.startswith("axiom ")}
    assert axioms and axioms <= set(audit.AXIOMS)


def test_another_version_is_added_only_if_the_files_are_the_same():
    content = ""
    for version in ("coq 8.16", "coq 8.20", "coq 8.16"):
        content = check.record(content, version, {"a"}, ["0 A.v"])
    assert "coq 8.16\ncoq 8.20\naxiom a\n0 A.v\n" in content
    assert "8.20" not in check.record(content, "coq 8.16", {"a"}, ["1 A.v"])
    assert "8.20" not in check.record(content, "coq 8.16", {"b"}, ["0 A.v"])


@pytest.mark.parametrize(("version", "known"), [("8.16.1", 3), ("8.20.1", 2), ("9.3.0", 0)])
def test_a_version_with_known_bugs_is_named(version, known):
    assert len(check.bugs(version)) == known
    assert all(f"Coq {version} has known bugs" in line for line in check.bugs(version))


def test_the_audit_refuses_nothing_that_is_here():
    assert not audit.refused(PROOFS)
    assert sorted(entry["prop"] for entry in CLAIMS) == sorted(audit.stated(code("Statements.v")))


# Words that let a proof assume something, that change a rule of Coq, or that leave a step unchecked.
WORDS_REFUSED = """Context Parameter Conjecture Admitted admit Unset Set bypass_check SProp native_compute
    vm_compute abstract exact_no_check vm_cast_no_check cofix CoFixpoint Function Declare Load Canonical
    <: ::= #[""".split()  # noqa: SIM905
# Texts that an attacker writes before the first lemma of a file, and the words that name them.
SENTENCES = {
    "Variable c : False.": "Variable: outside",
    "Local Axiom c : False.": "Axiom",
    '(* "(*" *) Axiom c : False. (* "*)" *)': "Axiom",
    "Lemma o : True. Proof. (simpl in *). exact I. Qed. Conjecture c : False.": "Conjecture",
    "Lemma c : False. Proof. (* *)admit(* *). Qed.": "admit",
    "Lemma c : False. Proof. - Unset Guard Checking.": "Unset",
    "Unset\nUniverse (* *) Checking.": "Unset",
    # issue 16957 of Coq, in which the bytecode machine remembers a wrong value of a variable
    "Section S. Let x := 0%nat. Lemma o : x = 1%nat. Proof. change_no_check (x = x). Qed.": "change_no_check",
    "Novel Command.": "Novel Command",
    "Lemma o : True /\\ True. Proof. split. 2:{ Hypothesis c : False.": "Hypothesis: outside",
    "Lemma o : True. Proof. [g]: { Novel Command.": "Novel Command",
    "From Elsewhere Require Import Lemmas.": "From Elsewhere",
    "From Coq Require Import PArray.": "From Coq",
    "Fixpoint c (n : nat) : False := c n with o (n : nat) := I. Next Step.": "Next Step",
    "Lemma o : True. Proof with auto. Qed.": "Proof with",
    # recursion, issues 20413, 20455, 20555, 21682, 21701 and 22382, none of which coqchk detects
    "Fixpoint c (t : unit) : False := (fix r (n : nat) := match n with O => c | S n => r n end) 1 t.": "fix",
    "Fixpoint c (n : nat) {struct n} : n = n -> False. Proof. exact I. Qed.": "c: recursion without",
    "Fixpoint c (n m : nat) := match n with O => m | S k => c k (f c) end.": "c: recursion on what is not",
    "Fixpoint c (n : nat) := match n with O => O | S k => c (if b then x else k) end.": "c: recursion on",
    "Fixpoint c (n : nat) := match n with O => O | S k => let k := n in c k end.": "c: the function",
    "Fixpoint c (n : nat) := match n with O => O | S k => match S n with S k => c k | O => O end end.": "c: ",
    "Fixpoint c (n : nat) := match f n with O => O | S k => c k end.": "c: recursion on what is not an",
    "Fixpoint c (n : nat) := match n with k => c k end.": "c: recursion on what is not a part",
    "Fixpoint c n := match n with O => O | S k => d k end with d n := match n with S k => c k end.": (
        "Fixpoint c n"
    ),
    "Let Fixpoint c (n : nat) : False := c n.": "Let: recursion",
    "Lemma c : forall n : nat, n = n with o : forall n : nat, n = n.": "Lemma c",
    "Program Fixpoint c (n : nat) : nat := c n.": "Program",
    # inductive types, issue 22378, which coqchk does not detect either
    "Inductive p : Type := pack (x y : nat) (g := O).": "Inductive p",
    "Inductive c : Prop := k (g := O).": "Inductive c",
    "Inductive c : Prop := k : (c -> False) -> c with d : Prop := .": "Inductive c",
    "Record c := { x : nat }.": "Record",
    "Definition c\u00a0:= I.": "not a letter of ASCII",
    "\x0cAxiom c : False.": "Axiom",
}
# A file, a part of its text, the attacker's replacement, and the words that name the attack.
EXACT = "Export ExactTactic."
CHANGES = [
    ("Sums.v", "Lemma in_range", "Module Statements. End Statements. Lemma in_range", "Module"),
    ("ExactInterval.v", EXACT, f"{EXACT} Axiom c : False.", "Axiom"),
    ("ExactInterval.v", EXACT, f"{EXACT} Lemma o : True. Proof. exact I. Qed.", "six"),
]
# The same in the file of the statements; one without a part of the text is put before the first definition.
SUMS = "(** * Sums"
PINSKER = "Definition rank1_pinsker : Prop :="
BOUNDS = "0 <= p <= 1 -> 0 <= q <= 1 -> Rbar_le (2"
MEANINGS = [
    ("", "Definition ln (x : R) := 0.", "ln:"),
    ("", "Definition d := O.", "d:"),
    ("", "Inductive new : Prop := exp : new | other : new.", "exp:"),
    ("", 'Notation "x <= y" := True.', "Notation"),
    ("", "Require Import Sums.", "Require Import Sums"),
    ("", "Fixpoint twist (n : nat) : nat := twist n.", "twist"),
    ("forall theta kappa L K pi m", "forall theta (LimInf_seq : R)", "LimInf_seq:"),
    ("forall theta kappa L K pi m,", "forall theta kappa L K pi m value,", "value:"),
    ("Variables K J : nat", "Variables K J Rmax : nat", "Rmax"),
    ("Variables K J : nat", "Variables K J deviance : nat", "deviance:"),
    ("[] => 0 | i :: l' =>", "[] => 0 | ln :: l' =>", "ln:"),
    ("let (a, b) :=", "let (a, Rmin) :=", "Rmin:"),
    ("(exists r, forall x", "(exists INR, forall x", "INR:"),
    ("(exists r, forall x", "(exists! INR, forall x", "!"),
    ("i :: l' => f i + sum l' f end.", "i :: l' => 0 end with nth (n : nat) : R := 0.", "with"),
    ("Definition d (p q : R)", "Definition d (p q : R) (Rmin := Rmax)", "Rmin"),
    ("Definition d (p q : R)", "Definition d '(p, q)", "'"),
    ("Definition d (p q : R) : R", "Definition d (p q : R) :> R", ":>"),
    ("match l with [] => 0", "match l as ln with [] => 0", "as"),
    ("Definition rank1_pinsker", f"(*\n{PINSKER} False.\n*)\nDefinition rank1_pinsker", "in a comment"),
    (f"{PINSKER} forall", f"{PINSKER} ltac:(exact True). Definition o := forall", "ltac"),
    (BOUNDS, f"(0 <= p <= 1)%R -> {BOUNDS}", "%"),
    (BOUNDS, f"False -> {BOUNDS}", "False"),
    (PINSKER, f"Definition \u0440ank : Prop := True. {PINSKER}", "ASCII"),
    ("Open Scope R_scope.", "Open Scope nat_scope.", "other libraries"),
    ("forall c p q,\n", "forall c p q, let Rbar_le x y := True in\n", "Rbar_le"),
]
CHANGES += [
    ("Statements.v", old or SUMS, new if old else f"{new} {SUMS}", named) for old, new, named in MEANINGS
]


def copied(folder: Path, file: str, old: str, new: str) -> list[str]:
    """The messages of the audit about a copy of the sources with one change."""
    for path in FILES:
        shutil.copy(path, folder)
    source = (folder / file).read_text(encoding="utf-8")
    assert old in source
    (folder / file).write_text(source.replace(old, new, 1), encoding="utf-8")
    return audit.refused(folder)


@pytest.mark.parametrize("word", WORDS_REFUSED)
def test_a_word_that_could_do_harm_is_refused_wherever_it_is(tmp_path, word):
    refused = copied(tmp_path, "Sums.v", "Lemma", f"Lemma o : True. Proof. {word} x. Qed.\nLemma")
    assert any(why.startswith(f"Sums.v: {word}") for why in refused), refused


@pytest.mark.parametrize(("sentence", "named"), SENTENCES.items())
def test_a_sentence_that_cheats_is_refused_by_name(tmp_path, sentence, named):
    refused = copied(tmp_path, "Sums.v", "Lemma", f"{sentence}\nLemma")
    assert any(why.startswith("Sums.v: ") and named in why for why in refused), refused


@pytest.mark.parametrize(("file", "old", "new", "named"), CHANGES)
def test_a_change_that_cheats_is_refused_by_name(tmp_path, file, old, new, named):
    refused = copied(tmp_path, file, old, new)
    assert any(why.startswith(file) and named in why for why in refused), refused


@pytest.mark.parametrize("name", ["Audit.v", "Met.v", "Coq.v", "sums.v", "A-b.v"])
def test_a_file_that_coq_could_mistake_for_another_is_refused(tmp_path, name):
    (tmp_path / name).touch()
    assert f"{name}: not a plain name" in copied(tmp_path, "Sums.v", "Lemma", "Lemma")


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
    words = set(audit.TOKEN.findall(" ".join(audit.sentences(code("Statements.v"))[4:])))
    spare = set("IZR O Rabs Rdiv Rge Rgt Rinv Rlt Rminus Rmult Ropp Rplus Rle false p_infty".split())  # noqa: SIM905
    assert audit.LIBRARY - words <= spare


NEEDS_COQ = pytest.mark.skipif(shutil.which("coqc") is None, reason="this test needs coqc")
SMALL = {  # a development with one statement
    "Statements.v": (
        "From Coq Require Import Reals List Arith. From Coquelicot Require Import Coquelicot.\n"
        "Import ListNotations. Open Scope R_scope.\n"
        "Definition pbm_small : Prop := forall x n, 0 < x -> (n < 9)%nat -> 0 < x + INR n.\n"
    ),
    "Proof.v": (
        "From Coq Require Import Reals Psatz. Require Import Statements. Open Scope R_scope.\n"
        "Theorem small : pbm_small. Proof. intros x n H _. pose proof (pos_INR n). lra. Qed.\n"
    ),
    "Instances.v": (
        "From Coq Require Import Reals Psatz. Require Import Statements Met. Open Scope R_scope.\n"
        "Example pbm_small_met : pbm_small -> ltac:(example pbm_small (tt, (2%nat, tt))).\n"
        "Proof. intros T. exists 1. split; [lra|]. split; [lia|]. apply T; [lra|lia]. Qed.\n"
    ),
    "claims.toml": '[[proved]]\nprop = "pbm_small"\nproof = "Proof.small"\n',
}
MET = SMALL["Instances.v"].split("\n", 1)[1]
TRUE = "Example pbm_small_met : pbm_small -> True. Proof. auto. Qed."
ATTACKS = {  # a file, a part of its text, and the attacker's replacement
    "the example applies nothing": ("Instances.v", MET, TRUE),
    "the theorem is only named": (
        "Instances.v",
        MET,
        "Example pbm_small_met : let _ := pbm_small in pbm_small -> True. Proof. intros. exact I. Qed.",
    ),
    "the theorem is passed on": (
        "Instances.v",
        MET,
        "Example pbm_small_met : pbm_small -> True /\\ pbm_small. Proof. intros T. exact (conj I T). Qed.",
    ),
    "the example has another size": (
        "Instances.v",
        "(tt, (2%nat, tt))).\nProof. intros T. exists 1.",
        "tt).\nProof. intros T. exists 1, 2%nat.",
    ),
    "the type is made by another tactic": (
        "Instances.v",
        MET,
        "Ltac example T w := exact True. Example pbm_small_met : pbm_small -> ltac:(example pbm_small tt)."
        " Proof. auto. Qed.",
    ),
    "the tactic is changed from afar": ("Instances.v", MET, f"Ltac met T w ::= constr:(True). {TRUE}"),
    "a hypothesis is never met": ("Statements.v", "0 < x ->", "0 < x < 0 ->"),
    "a hypothesis is met at no size that is asked for": ("Statements.v", "(n < 9)%nat", "(n < 1)%nat"),
    "the statement is false": ("Statements.v", "0 < x + INR n", "1 < x + INR n"),
    "the proof is of something else": (
        "Proof.v",
        "Theorem small : pbm_small.",
        "Theorem small : forall x n, 0 < x -> True -> 0 < x + INR n.",
    ),
    "a proof has an assumption": (
        "Proof.v",
        "Theorem small : pbm_small. Proof. intros x n H _. pose proof (pos_INR n). lra. Qed.",
        "Axiom c : False. Theorem small : pbm_small. Proof. destruct c. Qed.",
    ),
}


@NEEDS_COQ
@pytest.mark.parametrize("attack", [None, *ATTACKS])
def test_coq_refuses_what_the_audit_cannot_see(tmp_path, monkeypatch, attack):
    for name, text in SMALL.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    if attack:
        file, old, new = ATTACKS[attack]
        assert old in SMALL[file]
        (tmp_path / file).write_text(SMALL[file].replace(old, new), encoding="utf-8")
    monkeypatch.setitem(check.SIZES, "pbm_small", "_ 2")
    (tmp_path / "Met.v").write_text(check.MET, encoding="utf-8")
    (tmp_path / "Audit.v").write_text(check.audited(tmp_path), encoding="utf-8")
    if attack:
        with pytest.raises(SystemExit):
            wrong = audit.assumptions(check.compiled(tmp_path)["Audit"])[1]
            raise SystemExit(wrong) if wrong else AssertionError
    else:
        assert audit.assumptions(check.compiled(tmp_path)["Audit"])[1] == []
        check.checked_again(tmp_path, full=False)


@NEEDS_COQ
@pytest.mark.parametrize(
    "source",
    [
        "Context (c : False). Theorem w : 0 = 1. Proof. destruct c. Qed.",
        "Unset Guard Checking. Fixpoint w (n : nat) : False := w n. Set Guard Checking.",
        "#[bypass_check(positivity)] Inductive w := mk : (w -> False) -> w.",
    ],
)
def test_both_checks_name_what_a_cheat_rests_on(tmp_path, source):
    (tmp_path / "T.v").write_text(f"{source} Print Assumptions w.", encoding="utf-8")
    known, wrong = audit.assumptions(check.run(["coqc", "-q", "-w", "none", "T.v"], tmp_path))
    assert not known and wrong
    with pytest.raises(SystemExit, match="coqchk names"):
        check.checked_again(tmp_path, full=False)


@NEEDS_COQ
def test_a_warning_of_coq_is_an_error_unless_a_library_gives_it(tmp_path):
    (tmp_path / "T.v").write_text(
        "Lemma l : forall x : nat, x = x. Proof. intros. auto. Qed. Hint Resolve l."
    )
    with pytest.raises(SystemExit, match="T.v"):
        check.run(["coqc", "-q", "T.v"], tmp_path)


@NEEDS_COQ
def test_folders_of_the_user_are_not_read(tmp_path, monkeypatch):
    library = tmp_path / "data" / "coq" / "Evil"
    library.mkdir(parents=True)
    (library / "Lib.v").write_text("Definition c := 0.", encoding="utf-8")
    check.run(["coqc", "-q", "-R", ".", "Evil", "Lib.v"], library)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COQPATH", str(library.parent))
    (tmp_path / "T.v").write_text("From Evil Require Import Lib.", encoding="utf-8")
    with pytest.raises(SystemExit):
        check.run(["coqc", "-q", "T.v"], tmp_path)


@pytest.mark.parametrize("entry", CLAIMS, ids=lambda entry: entry["prop"])
def test_an_entry_names_a_claim_of_the_book_and_the_file_of_its_proof(entry):
    assert set(entry) == {"claim", "prop", "proof", "scope", "statement"}
    assert entry["prop"].startswith(re.sub(r"[:-]", "_", entry["claim"]))
    assert (PROOFS / f"{entry['proof'].split('.')[0]}.v").exists()
    assert claims.CLAIMS.statement(entry["claim"])


# definitions that the words spell out before the statement, and numbers that the words leave out
DEFINED = {
    "rank1_sharp_scaling": ["factor"],
    "pbm_sharp_loss": ["loss_bound"],
    "mnl_theorem_3_predictable": ["is_rule"],
    "mnl_theorem_3_peeling": ["is_rule"],
    "mnl_equation_8_predictable": ["is_rule"],
    "mnl_sharp_radius_adaptive": ["is_rule"],
    "mnl_lemma_2": ["clicks_8", "plays_10"],
    "mnl_lemma_2_never_ends": ["clicks_4", "plays_10"],
    "pbm_em_monotone": ["inside"],
    "pbm_em_converges_inside": ["inside", "finite_at"],
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
    """The numbers in words or in Coq; powers begin with ^, and numbers of equations do not count."""
    text = text.translate(str.maketrans({"²": "^2", "₁": "1", "₂": "2"})).replace("ten ", "10 ")
    text = re.sub(r"(Figure|Theorem|Corollary|Algorithm) \d+(\(\w\))?|\(\d+\)", " ", text)
    text = re.sub(r"(?<=\d) ?/ ?(?=\d)", "/", text).replace("^ ", "^")
    return re.findall(r"\^\d+|(?<![\w.^])\d+(?:\.\d+)?(?:/\d+)?|(?<=[λα])\d", text)


def unlike(entry: dict[str, str]) -> Counter[str]:
    """The numbers in which the words of an entry and Coq's statement differ.

    The words must have the numbers of the statement in the same order, except for `UNSAID`, and no
    additional 0 or 1.
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
        ("rank1_pinsker", "²", ""),
        ("pbm_sharp_loss", "(4(", "(2("),
        ("mnl_lemma_2_never_ends", "4 clicks", "10 clicks"),  # it is elsewhere in the statement
        ("mnl_theorem_3_fixed", "2 V log C) + 4", "4 V log C) + 2"),
        ("pbm_equation_6", "5.5919 and 5.5920", "5.5920 and 5.5919"),
    ],
)
def test_a_changed_constant_in_the_words_is_found(prop, old, new):
    entry = next(entry for entry in CLAIMS if entry["prop"] == prop)
    assert old in entry["statement"]
    assert unlike(entry | {"statement": entry["statement"].replace(old, new)})


def test_a_weaker_constant_in_coq_is_found(monkeypatch):
    source = code("Statements.v").replace("5.5919 <", "5.59 <")
    monkeypatch.setitem(globals(), "code", lambda _: source)
    entry = next(entry for entry in CLAIMS if entry["prop"] == "pbm_equation_6")
    assert "5.5919" in unlike(entry)


# The words that carry the logic of a sentence. A changed or an additional one must be noticed.
LOGIC = re.compile(
    r"≤|≥|<|>|=(?!ρ)|\b(?:liminf|limsup|at most|at least|no \w+|not|never|only|exactly|equal|every|all|any|"
    r"some|whatever|there (?:is|are)|uniformly efficient|efficient where|largest|larger|smaller|least|unique|"
    r"increases?|decreas\w+|lowers?|converges?|tend\w*|grows|above|exceeds|better|rises|falls|below|between|"
    r"strictly|distinct|known|independent|positive|infinite)\b"
)


def logic(text: str) -> str:
    """The words of a sentence that carry its logic, in order."""
    return " ".join(LOGIC.findall(text))


WORDS = tomllib.loads((ROOT / "tests" / "proofs_words.toml").read_text(encoding="utf-8"))


def unlike_in_logic(prop: str, words: str, statement: str) -> list[str]:
    """The differences between the table of words and a sentence or its statement."""
    said, *parts = WORDS[prop]
    missing = [part for part in parts if " ".join(part.split()) not in " ".join(statement.split())]
    return [] if logic(words) == said and not missing else [logic(words), *missing]


@pytest.mark.parametrize("entry", coq.proved(), ids=lambda entry: entry.prop)
def test_the_words_of_a_sentence_are_those_of_its_statement(entry):
    assert not unlike_in_logic(entry.prop, entry.statement, entry.coq)


def test_every_proposition_is_in_the_table_of_words():
    assert WORDS.keys() == {entry.prop for entry in coq.proved()}


@pytest.mark.parametrize(
    ("part", "prop", "old", "new"),
    [
        ("statement", "pbm_theorem_6", "liminf", "limsup"),
        ("statement", "pbm_theorem_6", "is at least", "is not at least"),
        ("statement", "pbm_attained", "there is one policy", "every policy"),
        ("statement", "rank1_pinsker", "≥", "≤"),
        ("statement", "mnl_lower_tail", "independent ", ""),
        ("coq", "pbm_theorem_6", "LimInf_seq", "LimSup_seq"),
        ("coq", "pbm_theorem_6", "uniformly_efficient kappa L K pi ->", ""),
        ("coq", "pbm_theorem_6", "sorted theta kappa L K ->", "sorted theta kappa L K -> K = L ->"),
        ("coq", "pbm_last_position_price", "at_examination theta L K (kappa L)", "value theta kappa L K"),
        ("coq", "mnl_lower_tail", "<= / C", "<= C"),
    ],
)
def test_a_changed_word_or_relation_is_found(part, prop, old, new):
    entry = next(entry for entry in coq.proved() if entry.prop == prop)
    texts = {"statement": entry.statement, "coq": entry.coq}
    assert old in texts[part]
    texts[part] = texts[part].replace(old, new)
    assert unlike_in_logic(prop, texts["statement"], texts["coq"])


def test_machine_is_what_is_proved_whole():
    whole = {entry["claim"] for entry in CLAIMS if not entry["scope"]}
    assert whole == {
        id for id, claim in (claims.CLAIMS | claims.CLAIMS.steps()).items() if claim.argument == "machine"
    }


@pytest.mark.parametrize("entry", coq.proved(), ids=lambda entry: entry.prop)
def test_a_page_shows_the_statement_in_coq(entry):
    assert entry.coq.startswith(f"Definition {entry.prop} : Prop") and entry.coq.endswith(".")
    assert entry.coq in coq.fold(entry) and entry.scope in coq.fold(entry)


def test_a_part_is_called_a_part():
    shown = coq.evidence(claims.CLAIMS["mnl:theorem-3"])
    assert shown.endswith("in part proved in Coq")
    for id in ("pbm:equation-1", "pbm:definition-1", "rank1:theorem-1-repaired"):
        assert "Coq" not in coq.evidence(claims.CLAIMS.statement(id))


def test_no_page_disowns_what_is_proved():
    whole, part = claims.CLAIMS["pbm:theorem-6"], claims.CLAIMS["mnl:lemma-13"]
    assert "by the check" in coq.uncovered(whole) and "by the check" not in coq.uncovered(part)
    for claim in claims.CLAIMS.values():
        if claim.argument == "machine":
            assert not re.search(r"the text|not checked|in the notebook", claim.limits), claim.id
