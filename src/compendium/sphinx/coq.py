"""What a proof assistant checked: the statements of `proofs/`, by the claim they are about."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache

from .. import claims
from ..wording import readable
from . import markup

TEMPLATES = markup.load("claims.jinja")

FOLDER = claims.ROOM.parents[1] / "proofs"


@dataclass(frozen=True)
class Proved:
    """One proposition of `Statements.v`: the claim it is about, its proof, and what it says.

    `scope` says in words what part of the claim it is; it is empty where it is the whole.
    """

    claim: str
    prop: str
    proof: str
    scope: str
    statement: str

    @property
    def file(self) -> str:
        """The file of its proof."""
        return f"{self.proof.split('.')[0]}.v"

    @property
    def coq(self) -> str:
        """The proposition as Coq reads it."""
        return definition(self.prop)


def definition(prop: str) -> str:
    """A proposition of `Statements.v`, by its name."""
    source = (FOLDER / "Statements.v").read_text("utf-8")
    match = re.search(rf"^Definition {prop} : Prop\b.*?\.$", source, re.M | re.S)
    if match is None:
        raise ValueError(f"Statements.v does not define {prop}")
    return match[0]


@cache
def proved() -> tuple[Proved, ...]:
    """Every proposition that was checked, in the order of `claims.toml`."""
    content = tomllib.loads((FOLDER / "claims.toml").read_text("utf-8"))
    return tuple(Proved(**entry) for entry in content["proved"])


def of(id: str) -> list[Proved]:
    """The propositions that are about a claim."""
    return [entry for entry in proved() if entry.claim == id]


def version() -> str:
    """The versions of Coq that checked the proofs as they are."""
    checked = (FOLDER / "CHECKED").read_text("utf-8")
    return " and ".join(re.findall(r"^coq ([\d.]+)", checked, re.M)) or "unknown"


def evidence(claim: claims.Claim, scope: bool = True) -> str:
    """How a claim is known, in a few words, with what a proof assistant checked of it.

    Without the scope it does not say what the check ranges over.
    """
    known = claim.evidence if scope else replace(claim, scope="").evidence
    part = claim.argument != "machine" and of(claim.id)
    return f"{known}; in part proved in Coq" if part else known


def uncovered(claim: claims.Claim) -> str:
    """What the check of a claim does not cover: not what is proved, where the whole claim is."""
    machine = claim.argument == "machine"
    whole = " by the check (the proof in Coq is of the whole claim)" if machine else ""
    return claim.limits and f"**Not covered{whole}.** {claim.limits}"


def fold(entry: Proved) -> str:
    """A proposition that unfolds: in words, in Coq, and how to check it."""
    return TEMPLATES.proof(entry, readable(entry.statement), readable(entry.scope), version())


def counted() -> tuple[int, int, int]:
    """How many propositions were proved, about how many claims, and how many of these whole."""
    about = {entry.claim for entry in proved()}
    return len(proved()), len(about), len({e.claim for e in proved() if not e.scope})


def statements() -> str:
    """Every proposition that was checked, with the claim it is about."""
    rows = [["claim", "in words", "what part of the claim", "proof"]]
    for entry in proved():
        place = TEMPLATES.link(claims.CLAIMS[entry.claim])
        scope = readable(entry.scope) or "the whole"
        rows.append([f"{place}<br>`{entry.prop}`", readable(entry.statement), scope, f"`{entry.file}`"])
    return markup.table(rows, "llll")
