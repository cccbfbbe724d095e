"""The machine-checked proofs, without Coq: what was checked is here, and nothing is assumed.

`make proofs` checks the proofs themselves, and writes proofs/CHECKED.
"""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

from compendium import claims, machine

ROOT = Path(__file__).parents[1]
PROOFS = ROOT / "proofs"
FILES = sorted(PROOFS.glob("*.v"))
CHECKED = (PROOFS / "CHECKED").read_text(encoding="utf-8").splitlines()
CLAIMS = tomllib.loads((PROOFS / "claims.toml").read_text(encoding="utf-8"))["proved"]

# the axioms of Coq's real numbers
AXIOMS = {
    "Classical_Prop.classic",
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}
ASSUMES = re.compile(r"\b(Admitted|admit|Axioms?|Parameters?|Conjectures?|give_up|Abort)\b")


def without_comments(source: str) -> str:
    """Coq's comments nest; strings stand in none of these files."""
    kept, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", source):
        if part == "(*":
            depth += 1
        elif part == "*)":
            depth -= 1
        elif depth == 0:
            kept.append(part)
    return "".join(kept)


def code(name: str) -> str:
    return without_comments((PROOFS / name).read_text(encoding="utf-8"))


def test_comments_are_stripped_as_coq_nests_them():
    assert without_comments("a (* b (* Axiom *) c *) d") == "a  d"


def test_the_checked_files_are_those_that_are_here():
    checked = {line.split()[1]: line.split()[0] for line in CHECKED if line.endswith(".v")}
    here = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FILES}
    assert checked == here, "run make proofs"


def test_the_proofs_rest_on_the_axioms_of_the_real_numbers_alone():
    axioms = {line.split()[1] for line in CHECKED if line.startswith("axiom ")}
    assert axioms and axioms <= AXIOMS
    assert any(re.fullmatch(r"coq \d+\.\d+(\.\d+)?", line) for line in CHECKED)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_assumed(path):
    source = code(path.name)
    assert not ASSUMES.search(source)
    # outside a section a hypothesis would be an axiom
    depth = 0
    for sentence in re.split(r"\.\s", source):
        words = sentence.split()
        if not words:
            continue
        if words[0] == "Section":
            depth += 1
        elif words[0] == "End":
            depth -= 1
        elif words[0] in ("Variable", "Variables", "Hypothesis", "Hypotheses"):
            assert depth > 0, sentence


def test_the_forbidden_words_are_found():
    assert ASSUMES.search("Axiom everything : False.")
    assert not ASSUMES.search("Print Assumptions everything.")


def test_every_statement_is_proved_and_listed():
    stated = re.findall(r"^Definition ((?:rank1|pbm|mnl)_\w+) : Prop", code("Statements.v"), re.M)
    proved = dict(
        re.findall(
            r"^Theorem (\w+) : Statements\.(\w+)\.\s+Proof\. exact [\w.]+\. Qed\.",
            code("Audit.v"),
            re.M,
        )
    )
    printed = code("Audit.v").split("Definition everything := (")[1].split(").")[0]
    assert all(theorem == statement for theorem, statement in proved.items())
    assert sorted(proved) == sorted(stated)
    assert sorted(re.findall(r"\w+", printed)) == sorted(stated)
    assert sorted(entry["prop"] for entry in CLAIMS) == sorted(stated)


@pytest.mark.parametrize("entry", CLAIMS, ids=lambda entry: entry["prop"])
def test_an_entry_names_a_claim_of_the_book_and_the_file_of_its_proof(entry):
    assert set(entry) == {"claim", "prop", "file", "scope", "statement"}
    assert entry["prop"].startswith(re.sub(r"[:-]", "_", entry["claim"]))
    assert f"Statements.{entry['prop']}. Proof. exact {Path(entry['file']).stem}." in re.sub(
        r"\s+", " ", code("Audit.v")
    )
    assert entry["claim"] in claims.CLAIMS


def test_machine_is_what_is_proved_whole():
    whole = {entry["claim"] for entry in CLAIMS if not entry["scope"]}
    assert whole == {id for id, claim in claims.CLAIMS.items() if claim.argument == "machine"}


@pytest.mark.parametrize("entry", machine.proved(), ids=lambda entry: entry.prop)
def test_a_page_shows_the_statement_in_coq(entry):
    assert entry.coq.startswith(f"Definition {entry.prop} : Prop") and entry.coq.endswith(".")
    assert entry.coq in machine.fold(entry) and entry.scope in machine.fold(entry)


def test_a_part_is_called_a_part():
    shown = machine.evidence(claims.CLAIMS["rank1:theorem-1"])
    assert shown.endswith("in part proved in Coq")
    assert "Coq" not in machine.evidence(claims.CLAIMS["pbm:equation-1"])
