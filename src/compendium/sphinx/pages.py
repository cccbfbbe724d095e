"""Results and their steps on pages, as Markdown, with the verdicts of a build and never the expected ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

import numpy as np

from .. import claims, wording
from ..claims import CHECKED, CLAIMS, SHOWN
from ..estimates import Estimate, Share
from ..findings import Built
from . import coq, gallery, markup, registry
from .markup import table

TEMPLATES = markup.load("claims.jinja")

OUR_COPY = (
    "The displayed formulas are damaged in our copy of this paper. If a formula had to be restored, its "
    "claim is marked as a reading and names the alternatives."
)

FAILED = ("corrected", "refuted", "not reproduced")
"""The verdicts of the statements that the errata list."""

HOW = {
    "symbolic": "symbolically",
    "certified": "with certified bounds",
    "exact": "exactly",
    "numeric": "numerically",
    "simulated": "by simulation",
    "none": "nowhere",
}
"""The kind of check, as an adverb before its range."""


def verdict_of(built: Built, id: str) -> str:
    """The verdict of a build on a claim, as pages show it."""
    statement = CLAIMS.statement(id)
    return statement.shown(built.found[statement.id].verdict)


def labelled(built: Built, id: str) -> dict[str, str]:
    """The numbers of a claim as text, by their labels, except those of conditions that were met."""
    found = built.found[CLAIMS.statement(id).id]
    texts: dict[str, list[str]] = {}
    for key, value in found.numbers.items():  # several numbers of one condition have its name in common
        if not _says_nothing(value):
            texts.setdefault(_label(found.label(key)), []).append(wording.number(value))
    return {label: ", ".join(each) for label, each in texts.items()}


def _label(text: str) -> str:
    """A label as readable Markdown."""
    return wording.readable(text).replace("*", r"\*")


def _says_nothing(value: object) -> bool:
    """Whether a number only reports that a condition was met."""
    met = isinstance(value, Share) and value.part == value.whole
    return met or (isinstance(value, bool | np.bool_) and bool(value))


def badge(verdict: str) -> str:
    """A verdict as a word in a box."""
    return TEMPLATES.verdict(verdict)


def badges(built: Built, ids: str) -> str:
    """The badges for the place where some claims are stated."""
    known = ids.split()
    return "\n\n".join(_fold(built, id, len(known) > 1) for id in known)


def _fold(built: Built, id: str, several: bool = False) -> str:
    """A badge, which is a fold with the verdict in its summary and the details inside.

    The summary also counts the steps of the result. If a place has several badges, each summary also
    names the claim's place. The details are the statement and its correction (unless a theorem box has
    them), the numbers, the conditions that failed, the limits of the check, proofs in Coq, and the steps
    (unless the proof is on another page). The fold is open if the verdict contradicts the expected one.
    """
    claim, verdict = CLAIMS[id], verdict_of(built, id)
    numbers = [f"{label}: {text}" for label, text in labelled(built, id).items()]
    return TEMPLATES.box(
        claim,
        built.found[id],
        verdict,
        expected=verdict in (claim.shown(claim.verdict), "undecided"),
        place=several,
        steps=in_words(built, claim),
        evidence=coq.evidence(claim, scope=False),
        owner=claims.WHOSE[claim.whose].capitalize(),
        computed="; ".join(numbers),
        failed=list(map(_label, built.found[id].failed)),
        scope=claim.scope and f"{HOW[claim.check]}:** {_readable(built, claim.scope)}",
        uncovered=wording.played(coq.uncovered(claim), built.profile),
        uses=[CLAIMS[other] for other in claim.uses],
        used_by=[CLAIMS[other] for other in claims.used_by()[id]],
        mapped=claim.part in claims.PAPERS and bool(claim.uses or claims.used_by()[id]),
        proofs=list(map(coq.fold, coq.of(id))),
        entry=entry_label(id),
        listed=[] if id in _proved_elsewhere() else _listed(built, claim),
    )


@cache
def _proved_elsewhere() -> set[str]:
    """The results whose steps have a fold of their own, at a proof on another page than the badge."""
    texts = [path.read_text("utf-8") for path in claims.NOTEBOOKS.rglob("*.py")]
    return {id for text in texts for id in re.findall(r"\{claim-steps\} (\S+)", text)}


def counted(built: Built, steps: Iterable[claims.Claim]) -> dict[str, int]:
    """The numbers of some steps by verdict."""
    return Counter(verdict_of(built, step.id) for step in steps)


def in_words(built: Built, claim: claims.Claim) -> str:
    """The number of a result's steps and of those that do not hold, as in "1 of 6 steps corrected"."""
    number = len(claim.steps)
    counts = counted(built, claim.steps)
    others = [f"{counts[verdict]} {verdict}" for verdict in SHOWN if verdict != "holds" and counts[verdict]]
    if not others:
        return f"{number} step{'s' * (number > 1)}" if number else ""
    first, *more = others
    words = first.replace(" ", f" of {number} step{'s' * (number > 1)} ", 1)
    return ", ".join([words, *more])


def steps(built: Built, id: str) -> str:
    """A fold with the steps of a result, for the page of its proof if its badge is on another one."""
    claim = CLAIMS[id]
    if not claim.steps:
        raise ValueError(f"{id} has no steps; leave out `{{claim-steps}} {id}`")
    counts = counted(built, claim.steps)
    summary = [f"Steps checked: {len(claim.steps)}"]
    summary += [
        f"{verdict}: {counts[verdict]}" for verdict in SHOWN if verdict != "holds" and counts[verdict]
    ]
    return TEMPLATES.steps(claim, "; ".join(summary), _listed(built, claim))


def _listed(built: Built, claim: claims.Claim) -> list[str]:
    """The steps of a result, each with its place, its verdict and its statement."""
    listed = []
    for step in claim.steps:
        found = built.found[step.id]
        numbers = [f"{label}: {text}" for label, text in labelled(built, step.id).items()]
        listed.append(
            TEMPLATES.step(
                step,
                found,
                verdict_of(built, step.id),
                claims.WHOSE[step.whose].capitalize(),
                "; ".join(numbers),
                list(map(_label, found.failed)),
                ", ".join(part for part in (coq.evidence(step, scope=False), step.scope) if part),
                wording.played(coq.uncovered(step), built.profile),
                list(map(coq.fold, coq.of(step.id))),
                step_label(step.id),
            )
        )
    return listed


def step_label(id: str) -> str:
    """The label of a step in the fold of its result."""
    return f"step-{id.replace(':', '-')}"


def entry_label(id: str) -> str:
    """The label of a claim's row in the list of all claims."""
    return f"all-{id.replace(':', '-')}"


def _in_order(paper: str) -> list[claims.Claim]:
    """The claims of a paper in the order of its sections, with our own last at each place."""

    def place(claim: claims.Claim) -> tuple:
        first = claim.place.split()[0]
        kinds = ("Abstract", "Section", "Conclusion", "Appendix")
        kind = kinds.index(first) if first in kinds else len(kinds)
        parts = re.split(r"(\d+)", claim.place)
        numbers = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]
        return kind, numbers, claim.whose == "ours"

    return sorted((c for c in CLAIMS.values() if c.part == paper), key=place)


def _readable(built: Built, text: str) -> str:
    """The description of a check as readable Markdown."""
    return wording.readable(wording.played(text, built.profile))


def _evidence(built: Built, claim: claims.Claim) -> str:
    """The evidence for a claim as readable Markdown."""
    return _readable(built, coq.evidence(claim))


def _source(claim: claims.Claim) -> str:
    """A link to the file of a claim's check, with the number of its first line."""
    file, line = claims.check_places()[claim.id]
    inside = file.relative_to(claims.ROOM).as_posix()
    return f"{{download}}`{file.name}:{line} </../src/compendium/{inside}>`"


def _bibtex(id: str, verdict: str) -> str:
    """The BibTeX entry of a claim, with Markdown's characters escaped."""
    return "".join(
        character if character.isalnum() or character in " ,:" else f"&#{ord(character)};"
        for character in registry.bibtex(id, verdict)
    )


def claims_table(built: Built, parts: str) -> str:
    """A fold with some parts of the book in the list of everything: their claims, then their figures.

    A claim's row has its place, author, verdict and evidence. The statement with its correction, the link to
    its check and its citation are folded. A figure's row leads to the figure.
    """
    rows = [["claim or figure", "found", "how it is known"]]
    results = [claim for part in parts.split() for claim in _in_order(part)]
    figures = [figure for part in parts.split() for figure in gallery.titles(part)]
    for claim in results:
        verdict = verdict_of(built, claim.id)
        link = TEMPLATES.row_link(claim, entry_label(claim.id))
        cite, form = _bibtex(claim.id, verdict), registry.error_form(claim.id)
        failed = verdict in FAILED
        computed = "; ".join(f"{label}: {text}" for label, text in labelled(built, claim.id).items())
        words = TEMPLATES.row_text(
            claim,
            _source(claim),
            cite,
            form,
            computed if failed else "",
            wording.played(coq.uncovered(claim), built.profile) if failed else "",
            in_words(built, claim),
            [(step, verdict_of(built, step.id), entry_label(step.id)) for step in claim.steps],
            [(old, entry_label(old)) for old in claim.formerly],
        )
        known = TEMPLATES.row_evidence(", ".join(coq.kinds(claim)), _evidence(built, claim))
        rows.append([link, TEMPLATES.judged_badge(claim, verdict), known + words])
    for id, title in figures:
        rows.append([TEMPLATES.figure_link(id, title), TEMPLATES.figure_badge(), ""])
    return TEMPLATES.claims_list(len(results), len(figures), table(rows, "lll"))


def errata(built: Built, paper: str) -> str:
    """The statements and steps of a paper, or readings of it, that fail, each with a link to its row."""
    shown = [
        TEMPLATES.erratum(each, verdict, entry_label(each.id), claim)
        for claim in _in_order(paper)
        for each in (claim, *claim.steps)
        if each.whose != "ours" and (verdict := verdict_of(built, each.id)) in FAILED
    ]
    return "\n".join(shown) or "None was found."


def still_open(built: Built, argument: str) -> str:
    """The claims with one of some verdicts, each with the reason and a way to settle it.

    Verdicts are separated by commas. After a paper, as in `pbm undecided, open`, they select among its
    statements and our readings of them, in its order. Otherwise statements about simulations come last.
    """
    paper, verdicts = _paper_first(argument)
    theory_first = sorted(CLAIMS.values(), key=lambda claim: claim.check == "simulated")
    asked, among = _verdicts(verdicts), _statements(paper) if paper else theory_first
    return (
        "\n\n".join(
            TEMPLATES.open_claim(
                claim,
                "" if paper else claims.PARTS[claim.part],
                built.found[claim.id],
                verdict,
                why=wording.played(claim.limits, built.profile),
            )
            for claim in among
            if (verdict := verdict_of(built, claim.id)) in asked
        )
        or "There is none."
    )


def count(built: Built, argument: str) -> str:
    """The number of claims of an author with one of some verdicts, as in `paper holds` or `pbm paper holds`.

    It is "none" in place of 0. The author is a key of `claims.WHOSE`; after a paper, only the claims of that
    paper are counted. Verdicts are separated by commas; without one, all are counted.
    """
    return _number_of(built, CLAIMS.values(), argument)


def step_count(built: Built, argument: str) -> str:
    """The number of steps of an author with one of some verdicts, as `count` has it for results."""
    return _number_of(built, CLAIMS.steps().values(), argument)


def _number_of(built: Built, statements: Iterable[claims.Claim], argument: str) -> str:
    paper, rest = _paper_first(argument)
    whose, _, verdicts = rest.partition(" ")
    if whose not in claims.WHOSE:
        raise KeyError(f"unknown author {whose!r}; the known ones: {', '.join(claims.WHOSE)}")
    asked = _verdicts(verdicts) if verdicts else list(SHOWN)
    among = [each for each in statements if each.whose == whose and paper in ("", each.part)]
    return str(sum(verdict_of(built, each.id) in asked for each in among) or "none")


def by_author(built: Built, paper: str) -> str:
    """The numbers of a paper's statements, and of our readings of them, by verdict."""
    counts = Counter((claim.whose, verdict_of(built, claim.id)) for claim in _statements(paper))
    rows: list[list] = [["verdict", "meaning", "the paper says", "we read"]]
    for verdict, meaning in SHOWN.items():
        rows.append([badge(verdict), meaning, counts["paper", verdict], counts["reading", verdict]])
    return table([*rows, ["all", "", *(sum(row[column] for row in rows[1:]) for column in (2, 3))]], "llrr")


def _paper_first(argument: str) -> tuple[str, str]:
    """The paper with which an argument begins, or "" if it begins with none, and the rest."""
    first, _, rest = argument.partition(" ")
    return (first, rest) if first in claims.PAPERS else ("", argument)


def _statements(paper: str) -> list[claims.Claim]:
    """The statements of a paper and our readings of them, in the paper's order."""
    if paper not in claims.PAPERS:
        raise KeyError(f"unknown paper {paper!r}; the known ones: {', '.join(claims.PAPERS)}")
    return [claim for claim in _in_order(paper) if claim.whose != "ours"]


def _verdicts(text: str) -> list[str]:
    """The verdicts in a text that separates them by commas."""
    verdicts = text.split(", ")
    if unknown := [verdict for verdict in verdicts if verdict not in SHOWN]:
        raise KeyError(f"unknown verdict {unknown[0]!r}; the known ones: {', '.join(SHOWN)}")
    return verdicts


def tally(built: Built, _: str = "") -> str:
    """The numbers of claims by author and verdict; the quick profile adds the undecided ones."""
    text = tallied((claim.whose, verdict_of(built, id)) for id, claim in CLAIMS.items())
    if built.profile != "paper":
        simulated = [id for id in CLAIMS if CLAIMS[id].check == "simulated"]
        left = sum(verdict_of(built, id) == "undecided" for id in simulated)
        text += (
            f"\n\nThis is a preview, built with the profile `{built.profile}`: it simulates less, "
            f"and {left} of the {len(simulated)} simulated claims are undecided in it."
        )
    return text


def tallied(pairs: Iterable[tuple[str, str]]) -> str:
    """A table of counts, from pairs of author and verdict."""
    counts = Counter(pairs)
    rows: list[list] = [["verdict", "the papers say", "we read", "we say", "all"]]
    for verdict in SHOWN:
        row = [counts[whose, verdict] for whose in claims.WHOSE]
        rows.append([badge(verdict), *row, sum(row)])
    sums = [sum(row[column] for row in rows[1:]) for column in range(1, len(rows[0]))]
    return table([*rows, ["all", *sums]], "lrrrr")


def by_paper(built: Built) -> str:
    """The numbers of claims by paper and verdict."""
    counts = Counter((claim.part, verdict_of(built, id)) for id, claim in CLAIMS.items())
    rows: list[list] = [["paper", *SHOWN, "all"]]
    for paper, name in claims.PARTS.items():
        row = [counts[paper, verdict] for verdict in SHOWN]
        rows.append([name, *row, sum(row)])
    return table(rows, "l" + "r" * (len(SHOWN) + 1))


def by_evidence(built: Built) -> str:
    """The numbers of claims by verdict and kind of check."""
    counts = Counter((claim.check, verdict_of(built, id)) for id, claim in CLAIMS.items())
    kinds = [kind for kind in CHECKED if any(check == kind for check, _ in counts)]
    rows: list[list] = [["verdict", *kinds, "all"]]
    for verdict in SHOWN:
        row = [counts[kind, verdict] for kind in kinds]
        rows.append([badge(verdict), *row, sum(row)])
    row = [sum(counts[kind, verdict] for verdict in SHOWN) for kind in kinds]
    rows.append(["all", *row, f"**{sum(row)}**"])
    return table(rows, "l" + "r" * (len(kinds) + 1))


def number(built: Built, argument: str) -> str:
    """A number of a finding, as in `pbm:theorem-6 gap` or, with a format, `pbm:theorem-6 gap:.2f`.

    A format applies to a single number, to the value of an estimate, or to a fraction as a decimal.
    """
    id, _, key = argument.partition(" ")
    numbers = built.found[CLAIMS.statement(id).id].numbers
    if key in numbers:
        return wording.number(numbers[key])
    key, _, form = key.rpartition(":")
    if key not in numbers:
        raise KeyError(f"{id} has no number {argument!r}; it has {', '.join(map(repr, numbers))}")
    value = numbers[key]
    if isinstance(value, Estimate):
        value = value.value
    if isinstance(value, str | tuple):
        raise ValueError(f"{argument!r} formats one number, and {id} has {value!r} under this key")
    return format(float(value) if isinstance(value, Fraction) else value, form)


def in_a_line(built: Built, id: str) -> str:
    """The verdict on a claim and its evidence, for use within a line."""
    claim = CLAIMS.statement(id)
    return TEMPLATES.in_a_line(claim, verdict_of(built, id), coq.evidence(claim, scope=False))
