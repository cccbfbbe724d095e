"""The statements that a proof assistant checked, by the claim that they are about."""

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
    """One proposition of `Statements.v` with its claim, its proof, and its meaning in words.

    `scope` describes the part of the claim that it covers, and is empty if it covers the whole.
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
    """The evidence for a claim in a few words, including proofs in Coq.

    The range of the check is left out unless `scope` is true.
    """
    known = claim.evidence if scope else replace(claim, scope="").evidence
    part = claim.argument != "machine" and of(claim.id)
    return f"{known}; in part proved in Coq" if part else known


def kinds(claim: claims.Claim) -> list[str]:
    """The kinds of evidence for a claim, for the filter of the list: a proof in Coq, and its check."""
    proof = ["proved in Coq"] if claim.argument == "machine" or of(claim.id) else []
    return [*proof, *([] if claim.check == "none" else [claim.check])]


def uncovered(claim: claims.Claim) -> str:
    """The cases that the check of a claim leaves out, even if a proof in Coq covers them."""
    machine = claim.argument == "machine"
    whole = " by the check, but by the proof in Coq" if machine else ""
    return claim.limits and f"**Not covered{whole}.** {claim.limits}"


def fold(entry: Proved) -> str:
    """A fold with a proposition in words and in Coq, and the command that checks it."""
    return TEMPLATES.proof(entry, readable(entry.statement), readable(entry.scope), version())


def counted() -> tuple[int, int, int]:
    """The numbers of propositions, of results and steps that they are about, and of those proved in full."""
    about = {entry.claim for entry in proved()}
    return len(proved()), len(about), len({e.claim for e in proved() if not e.scope})


def statements() -> str:
    """Every proposition that was checked, with the claim it is about."""
    rows = [["claim", "in words", "what part of the claim", "proof"]]
    for entry in proved():
        place = TEMPLATES.link(claims.CLAIMS.statement(entry.claim))
        scope = readable(entry.scope) or "the whole"
        rows.append([f"{place}<br>`{entry.prop}`", readable(entry.statement), scope, f"`{entry.file}`"])
    return markup.table(rows, "llll")
