"""What the book shows of the claims: the findings of this build, never the expected verdicts.

The functions return passages: Markdown for a notebook's cell, written when pages are assembled.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

import numpy as np

from compendium import claims, findings, machine, registry, wording
from compendium.pages import passage


def shown_finding(id: str, profile: str) -> tuple[str, dict[str, str]]:
    """The verdict of a claim in this build, and its numbers as text, by key."""
    found = findings.finding(id, profile)
    verdict = claims.CLAIMS[id].shown(found.verdict)
    return verdict, {key: shown_number(value) for key, value in found.numbers.items()}


def labelled(id: str, profile: str, keys: Iterable[str] | None = None) -> dict[str, str]:
    """The numbers of a claim in this build as text, by the label people read.

    Which ones is said by their keys; else all that say more than that something was met.
    """
    found = findings.finding(id, profile)
    if keys is None:
        keys = [key for key, value in found.numbers.items() if not _says_nothing(value)]
    return {_label(found.label(key)): shown_number(found.numbers[key]) for key in keys}


def _label(text: str) -> str:
    """A label as Markdown that people read."""
    return wording.readable(text).replace("*", r"\*")


def _says_nothing(value: object) -> bool:
    """Whether a number only says that something was met."""
    met = isinstance(value, str) and re.fullmatch(r"(\d+) of \1", value)
    return bool(met) or (isinstance(value, bool | np.bool_) and bool(value))


def shown_number(value: object) -> str:
    """A number of a finding as people read it."""
    return wording.number(value)


def badge(verdict: str) -> str:
    """A verdict as a word in a box."""
    return f'<span class="verdict {verdict.replace(" ", "-")}">{verdict}</span>'


def stamp(profile: str, id: str, several: bool = False) -> str:
    """The badge that stands beside a claim's statement: a fold, whose summary is the verdict.

    Inside stands what the page does not say: the statement as printed and what holds instead,
    unless a theorem box says it; the numbers; what was not met; what is not covered; the proof
    that a machine checked. It is open where the verdict contradicts the registered one.

    Parameters
    ----------
    profile, id : str
    several : bool
        Whether other claims have their badges at the same place: the summary then names the place.
    """
    claim, found = claims.CLAIMS[id], findings.finding(id, profile)
    verdict, _ = shown_finding(id, profile)
    expected = verdict in (claim.shown(claim.verdict), "undecided")
    place = f'<span class="place">{html.escape(claim.place)}</span> ' if several else ""
    words = f'<span class="evidence">{html.escape(machine.evidence(claim, scope=False))}</span>'
    printed = "The statement." if claim.place.startswith("Ours") else "As printed."
    computed = "Computed." if claim.at_hand else "Computed on a surrogate, which decides nothing."
    numbers = [f"{label}: {text}" for label, text in labelled(id, profile).items()]
    said = "" if claim.statement == claim.box else f"**{printed}** {claim.statement}"
    instead = claim.corrected if claim.corrected != claim.box else ""
    fold = '<details class="claim">' if expected else '<details class="claim" open>'
    parts = [
        f"{fold}<summary>{badge(verdict)} {place}{words}</summary>",
        f"{claim.place} · {{ref}}`in the list of all claims <{entry_label(id)}>` · `{id}`",
        said,
        instead and f"**Holds instead.** {instead}",
        not claim.at_hand and f"**No data.** It needs {claim.needs}.",
        numbers and f"**{computed}** {'; '.join(numbers)}.",
        found.failed and f"**Not met.** {'; '.join(map(_label, found.failed))}.",
        claim.scope and f"**Checked for** {wording.readable(claim.scope)}.",
        claim.limits and f"**Not covered.** {claim.limits}",
        *(machine.fold(entry) for entry in machine.of(id)),
        "</details>",
    ]
    return "\n\n".join(part for part in parts if part)


def _evidence(claim: claims.Claim) -> str:
    """How a claim is known, as Markdown that people read."""
    return wording.readable(machine.evidence(claim))


def entry_label(id: str) -> str:
    """The label of a claim's row in the list of all claims."""
    return f"all-{id.replace(':', '-')}"


def _one(claim: claims.Claim, profile: str, title: str) -> str:
    """One claim as an item of a list: what it says, and what this build found."""
    verdict, _ = shown_finding(claim.id, profile)
    numbers = labelled(claim.id, profile)
    found = "; ".join(f"{label}: {text}" for label, text in numbers.items())
    parts = [
        f"- {title} {badge(verdict)} *{_evidence(claim)}*",
        claim.statement,
        claim.corrected and f"**Holds instead.** {claim.corrected}",
        found and f"**Computed.** {found}.",
        claim.limits and f"**Not covered.** {claim.limits}",
        *(machine.fold(entry).replace("\n", "\n  ") for entry in machine.of(claim.id)),
    ]
    return "\n\n  ".join(part for part in parts if part)


def _in_order(paper: str) -> list[claims.Claim]:
    """The claims of a paper in the order of its sections; the appendices and ours come last."""

    def place(claim: claims.Claim) -> tuple:
        first = claim.place.split()[0]
        kinds = ("Abstract", "Section", "Conclusion", "Appendix")
        kind = kinds.index(first) if first in kinds else len(kinds)
        parts = re.split(r"(\d+)", claim.place)
        return kind, [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]

    return sorted((c for c in claims.CLAIMS.values() if c.part == paper), key=place)


def cell(text: str) -> str:
    """Text that may stand in a cell of a Markdown table."""
    return text.replace("|", r"\|").replace("\n", " ")


def _source(claim: claims.Claim) -> str:
    """A link to the file of a claim's check, with the line it begins at."""
    file, line = claims.check_places()[claim.id]
    inside = file.relative_to(claims.ROOM).as_posix()
    return f"{{download}}`{file.name}:{line} <../../src/compendium/{inside}>`"


def _cite(id: str, verdict: str) -> str:
    """How to cite one claim, folded, and where to report an error in it."""
    entry = "".join(
        character if character.isalnum() or character in " ,:" else f"&#{ord(character)};"
        for character in registry.bibtex(id, verdict)
    )  # nothing in it is Markdown
    cite = f'<details class="cite"><summary>cite this claim</summary><code>{entry}</code></details>'
    form = registry.error_form(id)
    return cite + (f'<a href="{html.escape(form)}">report an error</a>' if form else "")


@passage
def counts(profile: str) -> str:
    """How many claims of each paper have which verdict."""
    found = {id: shown_finding(id, profile)[0] for id in claims.CLAIMS}
    head = ["paper", *claims.SHOWN, "all"]
    rows = [head, ["---", *["--:"] * (len(head) - 1)]]
    for paper in claims.PARTS:
        ours = [verdict for id, verdict in found.items() if claims.CLAIMS[id].part == paper]
        rows.append([claims.PARTS[paper], *(str(ours.count(verdict)) for verdict in claims.SHOWN),
                     str(len(ours))])  # fmt: skip
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


@passage
def claims_table(paper: str, profile: str) -> str:
    """Every claim of a paper: where it stands, what it says, what was found, and by which check."""
    rows = ["| claim | statement | found, by what evidence, in which check |", "|---|---|---|"]
    for claim in _in_order(paper):
        verdict, _ = shown_finding(claim.id, profile)
        link = f"{{ref}}`{claim.place} <{claim.id}>`<br>[`{claim.id}`]{{#{entry_label(claim.id)}}}"
        how = f"<br>*{_evidence(claim)}*<br>{_source(claim)}"
        found = badge(verdict) + how + _cite(claim.id, verdict)
        statement = f'<span class="statement">{claim.statement}</span>'
        rows.append("| " + " | ".join(map(cell, (link, statement, found))) + " |")
    return "\n".join(rows)


@passage
def errata(paper: str, profile: str) -> str:
    """The claims of a paper that fail: as printed, what fails, and what holds instead."""
    shown = []
    for claim in _in_order(paper):
        verdict, _ = shown_finding(claim.id, profile)
        if verdict in ("corrected", "refuted", "not reproduced"):
            shown.append(_one(claim, profile, f"**{{ref}}`{claim.place} <{claim.id}>`**"))
    return "\n\n".join(shown) or "None was found."
