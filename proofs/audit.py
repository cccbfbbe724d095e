"""What may stand in the proofs, and on what they may rest.

`python3 audit.py` reads the sources, before Coq does; `python3 audit.py Audit.log` reads what Coq
printed in the end, and prints the axioms. What is refused is named on the error stream.

The sources are held to a list of the sentences that these proofs need: whatever else Coq may know,
in this version or another, is refused. `REASONS` only says why, for those that could do harm.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

# The axioms of Coq's real numbers, as `Print Assumptions` prints them: with the statements, since
# a file of our own could take the name of one of the library.
AXIOMS = {
    "Classical_Prop.classic": "forall P : Prop, P \\/ ~ P",
    "ClassicalDedekindReals.sig_forall_dec": (
        "forall P : nat -> Prop, (forall n : nat, {P n} + {~ P n}) -> "
        "{n : nat | ~ P n} + {forall n : nat, P n}"
    ),
    "ClassicalDedekindReals.sig_not_dec": "forall P : Prop, {~ ~ P} + {~ P}",
    "FunctionalExtensionality.functional_extensionality_dep": (
        "forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), (forall x : A, f x = g x) -> f = g"
    ),
}

REASONS = {
    word: reason
    for reason, words in {
        "assumes without proof": "Axiom Axioms Parameter Parameters Conjecture Conjectures Context"
        " Primitive Admitted Admit admit give_up Abort Declare Class Existing",
        "changes the rules of the kernel or a flag of Coq": "Set Unset Local Global Polymorphic"
        " Monomorphic Cumulative Private Universe Universes Constraint Register bypass_check",
        "leaves a step to a program outside the kernel": "native_compute native_cast_no_check",
        "reads what is in no file here": "Load Add Remove Cd Drop ML Extraction Extract Separate",
        "hides that a sentence failed, or goes back": "Fail Succeed Time Timeout Redirect Back"
        " BackTo Undo Reset Restart",
        "changes how a statement is read": "Coercion Canonical Instance Arguments Infix Reserved"
        " Delimit Undelimit Bind Implicit Generalizable Number Numeral String Strategy"
        " Opaque Transparent Typeclasses Include Obligation Scheme Close",
    }.items()
    for word in words.split()
}

NAME = r"[A-Za-z_][\w']*"
PLAIN = re.compile(
    "|".join(
        [
            r"From (Coq|Coquelicot|Interval) Require (Import|Export) [\w. ]+",
            rf"Require Import {NAME}( {NAME})*",
            "Import ListNotations",
            "Open Scope R_scope",
            rf"(Section|End) {NAME}",
            r"(Variables?|Hypothes[ie]s) .*",  # in a section; see `_sentences_refused`
            rf"(Definition|Fixpoint|Inductive|Lemma|Theorem|Example|Let|Ltac|Notation) {NAME}\b.*",
            "Proof( using [^:]*)?",
            "Qed",
            r"[^A-Z#@].*",  # a tactic: no command of Coq begins so
        ]
    ),
    re.S,
)
EXACT = re.compile(r"Module Exact\w+ := \w+ \w+|Export ExactTactic")  # in ExactInterval.v
STATEMENT_HEAD = (
    "From Coq Require Import Reals List Arith",
    "From Coquelicot Require Import Coquelicot",
    "Import ListNotations",
    "Open Scope R_scope",
)
STATEMENT = re.compile(r"(Definition|Fixpoint|Inductive|Section|End|Variables) .*", re.S)
AUDIT = re.compile(
    rf"Require( (?!Import|Export){NAME})+|Theorem (?P<name>\w+) : Statements\.(?P=name)"
    r"|Proof|exact [A-Z]\w*\.\w+|Qed"
    r"|Definition (instances|everything) := \( ([\w.]+, )*[\w.]+\)|Print Assumptions everything"
)
# what sees to it that no example waits for a hypothesis: word for word in Audit.v
APPLIED = (
    "Ltac applied x := lazymatch x with | (?a, ?b) => applied a; applied b"
    " | _ => let T := type of x in let T := eval hnf in T in"
    " lazymatch T with forall y, @?P y => fail 100 x | _ => idtac end end"
    " . Lemma all_applied : True . Proof"
    " . let x := eval unfold instances in instances in applied x . exact I . Qed"
)
# the words of the library that may have no other meaning in Statements.v, those of them that stand
# in patterns, and where names get a meaning
LIBRARY = set(
    """Derive_n Finite INR IZR In LimInf_seq O R Rabs Rbar Rbar_le Rbar_mult Rdiv Req_EM_T Rge Rgt
    Rinv Rle Rle_dec Rlt Rlt_dec Rmax Rmin Rminus Rmult Ropp Rplus Rpower S Series bool exp false
    forallb fst is_derive is_lim_seq is_lub is_series list ln map nat nth p_infty pow pred seq snd
    sqrt true""".split()  # noqa: SIM905
)
CONSTRUCTORS = {"Finite", "O", "S", "false", "p_infty", "true"}
DEFINES = re.compile(rf"\b(?:Definition|Fixpoint|Inductive)\s+({NAME})")
BINDS = re.compile(
    rf"\b(?:forall|exists[!2]?|fun|fix|let)((?:\s+{NAME})+)|((?:{NAME}\s+)+):(?![=:])"
    r"|(?:\||\bwith\b)((?:[^|:.]|::)*?)=>|(?:\blet\s*|')\(([^)]*)\)"  # patterns
)


def code(source: str) -> str:
    """A file without its comments, which nest; a string in a comment is a string."""
    kept, depth = [], 0
    for part in re.findall(r'\(\*|\*\)|"(?:[^"]|"")*"?|[^(*"]+|.', source, re.S):
        if part == "(*":
            depth += 1
        elif depth and part == "*)":
            depth -= 1
            kept.append(" ")
        elif not depth:
            kept.append(part)
    return "".join(kept)


def sentences(source: str) -> list[str]:
    """The sentences of a file, each in a line of single blanks, without bullets and braces."""
    parts = re.split(r"\.(?=\s|$)", code(source))
    before = re.compile(r"^([-+*{}\s]|(\w+|\[\w+\])\s*:\s*\{)+")
    return [text for part in parts if (text := before.sub("", " ".join(part.split())))]


def _sentences_refused(name: str, text: str) -> Iterator[str]:
    """What a file may not say."""
    for word in re.findall(r'"|#\[|[A-Za-z_]\w*', code(text)):
        if reason := REASONS.get(word):
            yield f"{word}: {reason}"
        elif word in ('"', "#["):
            yield f"{word}: these proofs need no strings and no attributes"
    if name == "Statements.v":
        defined = DEFINES.findall(code(text))
        bound = [
            word
            for *names, pattern, pair in BINDS.findall(DEFINES.sub("", code(text)))
            for word in [*" ".join(names).split(), *set(re.findall(NAME, f"{pattern} {pair}")) - CONSTRUCTORS]
        ]
        for sentence in re.findall(r"Inductive[^.]*:=([^.]*)", code(text)):
            bound += re.findall(rf"(?:^|\|)\s*({NAME})", sentence)
        for word in LIBRARY.intersection([*defined, *bound]):
            yield f"{word}: the statements mean the library's"
        for word in set(defined).intersection(bound):
            yield f"{word}: another meaning than its definition's"
    if "Interval" in text and not re.search(r"\b(interval|IntervalTactic)\b", code(text)):
        yield "Interval: keeps from coqchk a file that does not calculate"
    found = sentences(text)
    sections: list[str] = []
    for number, sentence in enumerate(found):
        first, *rest = sentence.split(maxsplit=2)
        if first == "Section":
            sections.append(rest[0])
        elif first == "End":
            sections = sections[:-1]
        elif first.startswith(("Variable", "Hypothes")) and not sections:
            yield f"{first}: outside a section it is an axiom"
        if name == "Audit.v":
            fits = sentence in APPLIED.split(" . ") or AUDIT.fullmatch(sentence)
        elif name == "Statements.v":
            fits = sentence in STATEMENT_HEAD if number < 4 else STATEMENT.fullmatch(sentence)
        else:
            fits = PLAIN.fullmatch(sentence) or name == "ExactInterval.v" and EXACT.fullmatch(sentence)
        if not fits and first not in REASONS:
            yield f"{sentence[:60]}: not a sentence that {name} needs"


def refused(folder: Path) -> list[str]:
    """All that the audit refuses in the sources."""
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.v"))}
    wrong = [f"{name}: {why}" for name, text in files.items() for why in _sentences_refused(name, text)]
    wrong += [f"{path.name}: in a folder of its own" for path in folder.glob("*/**/*.v*")]
    said = " . ".join(sentences(files["Audit.v"]))
    listed = {
        name: set(re.findall(r"[\w.]+", names))
        for name, names in re.findall(r"Definition (\w+) := \(([^()]*)\)", said)
    }
    shown = re.findall(r"^(?:Example|Theorem) (\w+)", code(files["Instances.v"]), re.M)
    stated, read = (
        re.findall(r"^Definition ((?:rank1|pbm|mnl)_\w+) : Prop", text, re.M)
        for text in (code(files["Statements.v"]), files["Statements.v"])
    )
    if stated != read:
        wrong.append("Statements.v: a statement in a comment")
    proved = re.findall(r"Theorem (\w+) : Statements\.\1 \. Proof \. exact ([\w.]+) \. Qed", said)
    parts = re.split(r"^(?:Example|Theorem|Lemma|Definition) ", code(files["Instances.v"]), flags=re.M)
    wrong += [
        f"Instances.v: {name}_met does not apply {theorem}"
        for name, theorem in proved
        if not any(re.match(rf"{name}_met\b.*\b{re.escape(theorem)}\b", part, re.S) for part in parts)
    ]
    if listed.get("instances") != {f"Instances.{name}" for name in shown}:
        wrong.append("Audit.v: instances are not those of Instances.v")
    if sorted(name for name, _ in proved) != sorted(stated) or listed.get("everything") != {
        *stated,
        "instances",
    }:
        wrong.append("Audit.v: everything is not all of Statements.v, and instances")
    if APPLIED not in said:
        wrong.append("Audit.v: an example may wait for a hypothesis")
    if not said.endswith(" . Print Assumptions everything"):
        wrong.append("Audit.v: does not end with what everything rests on")
    return wrong


def assumptions(printed: str) -> tuple[set[str], list[str]]:
    """The axioms in what `Print Assumptions` printed, and all in it that is none of the four."""
    head, *lines = re.sub(r"\n\s+", " ", printed.strip()).split("\n")
    lines = [" ".join(line.split()) for line in lines]
    known = {name for name, what in AXIOMS.items() if f"{name} : {what}" in lines}
    wrong = [line for line in lines if line not in {f"{name} : {AXIOMS[name]}" for name in known}]
    return known, wrong if head == "Axioms:" else [head, *wrong]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        axioms, wrong = assumptions(Path(sys.argv[1]).read_text(encoding="utf-8"))
        print("\n".join(sorted(axioms)))
    else:
        wrong = refused(Path(__file__).parent)
    sys.exit("\n".join(f"refused: {what}" for what in wrong) or None)
