"""The published results of the papers beside the results of this build.

The `printed.toml` of each paper lists every number, figure, table cell and sentence about results in
the paper's order. Each item names the claim that decides it and the numbers of that claim's finding
that correspond to it. An item without a text of its own takes the text of the claim. Only the
published side and our choices are written by hand; verdicts, evidence and values come from the
build.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from .. import claims
from ..findings import Built
from ..wording import played, readable
from . import markup
from .markup import table
from .pages import badge, labelled, verdict_of

TEMPLATES = markup.load("reproduction.jinja")

NO_CLAIM = "no claim"
SOME = 5  # places of a choice that are named
COLUMNS = (
    "paper",
    "place",
    "printed",
    "verdict",
    "evidence",
    "claim",
    "this build",
    "why no claim",
    "limits",
    "choices",
)


@dataclass(frozen=True)
class Choice:
    """A choice that a paper leaves open, ours, and the effect of another one, in Markdown.

    `about` is the name of the choice in the table.
    """

    about: str
    silent: str
    ours: str
    otherwise: str = "not studied"


@dataclass(frozen=True)
class PrintedItem:
    """One published result and the claim that decides it.

    `place` and `says` are those of the claim. If the item is only a part of the claim or appears
    elsewhere, they are its own place and a short paraphrase or the published value. `numbers` are
    keys of the finding of `claim`, in which * matches any text. If there is nothing to decide,
    `reason` explains why, and the claim only provides numbers.
    """

    place: str
    says: str
    claim: str = ""
    numbers: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    reason: str = ""


@cache
def printed_items(paper: str) -> tuple[PrintedItem, ...]:
    """The items of a paper's `printed.toml`, in the paper's order."""
    content = tomllib.loads((claims.ROOM / paper / "printed.toml").read_text("utf-8"))
    known = {name: Choice(**_flowing(entry)) for name, entry in content["choices"].items()}
    items = []
    for entry in content["items"]:
        item = _flowing(entry)
        if "claim" in item:
            claim = claims.CLAIMS[item["claim"]]
            item = {"place": claim.place, "says": claim.statement} | item
        numbers = tuple(entry.get("numbers", ()))
        chosen = tuple(known[name] for name in entry.get("choices", ()))
        items.append(PrintedItem(**item, numbers=numbers, choices=chosen))
    return tuple(items)


def _flowing(entry: dict) -> dict[str, str]:
    """The texts of an entry of `printed.toml`."""
    return {name: claims.flowing(text) for name, text in entry.items() if isinstance(text, str)}


def choices(paper: str) -> tuple[Choice, ...]:
    """The choices behind a paper's items, each once, in the order of the items."""
    return tuple(dict.fromkeys(choice for item in printed_items(paper) for choice in item.choices))


def chosen_keys(item: PrintedItem, known: Collection[str]) -> list[str]:
    """The keys of the numbers of a finding that an item names.

    Raises
    ------
    ValueError
        If the finding does not have a number of this name.
    """
    chosen: list[str] = []
    for name in item.numbers:
        pattern = re.compile(re.escape(name).replace(r"\*", ".*"))
        keys = [name] if name in known else [key for key in known if pattern.fullmatch(key)]
        if not keys:
            raise ValueError(f"{item.claim} has no number {name!r}; it has {', '.join(known)}")
        chosen += [key for key in keys if key not in chosen]
    return chosen


def verdict(built: Built, item: PrintedItem) -> str:
    """The verdict of a build on an item, or "no claim"."""
    return NO_CLAIM if item.reason else verdict_of(built, item.claim)


def ours(built: Built, item: PrintedItem) -> dict[str, str]:
    """The numbers of a build for an item, by label; empty without a claim."""
    if not item.claim:
        return {}
    return labelled(built, item.claim, chosen_keys(item, built.found[item.claim].numbers))


def _evidence(built: Built, item: PrintedItem) -> str:
    return "" if item.reason else played(claims.CLAIMS[item.claim].evidence, built.profile)


def _limits(built: Built, item: PrintedItem) -> str:
    return played(claims.CLAIMS[item.claim].limits, built.profile)


def compared(built: Built, paper: str) -> str:
    """A table of a paper's items, each with our result and the verdict."""
    rows = [["the paper prints", "this build got", "verdict, evidence, claim"]]
    for item in printed_items(paper):
        evidence = readable(_evidence(built, item))
        rows.append(
            [
                TEMPLATES.printed(item),
                TEMPLATES.ours(ours(built, item), item.reason),
                TEMPLATES.decided(item, claims.CLAIMS.get(item.claim), verdict(built, item), evidence),
            ]
        )
    return table(rows, "lll")


def tally(built: Built, *papers: str) -> dict[str, int]:
    """The numbers of items of some papers by verdict, with "no claim" last."""
    verdicts = [verdict(built, item) for paper in papers for item in printed_items(paper)]
    return {name: verdicts.count(name) for name in (*claims.SHOWN, NO_CLAIM)}


def counts(built: Built, *papers: str) -> str:
    """A table of the numbers of items by verdict and paper, by default of all papers."""
    papers = papers or tuple(claims.PAPERS)
    columns = [tally(built, paper) for paper in papers]
    meanings = claims.SHOWN | {NO_CLAIM: "nothing that a check could decide, for the reason in the row"}
    rows: list[list] = [["verdict", "meaning", *(claims.PAPERS[paper] for paper in papers)]]
    for name, meaning in meanings.items():
        rows.append([badge(name), meaning, *(column[name] for column in columns)])
    rows.append(["all", "", *(sum(column.values()) for column in columns)])
    return table(rows, "ll" + "r" * len(papers))


def with_verdicts(built: Built, paper: str, verdicts: str) -> str:
    """A list of a paper's items with one of some verdicts, each linked to its derivation.

    Verdicts are separated by commas. An item without a correction states the limits of the check.
    """
    lines = []
    for item in printed_items(paper):
        judged = verdict(built, item)
        if judged in verdicts.split(", "):
            limits = "" if judged == "corrected" else _limits(built, item)
            lines.append(TEMPLATES.listed(item, judged, limits))
    return "\n".join(lines) or "None."


def choices_table(paper: str) -> str:
    """A table of the choices that a paper leaves open, with ours and the effect of others."""
    rows = [["left open by the paper", "our choice", "with another choice"]]
    for choice in choices(paper):
        places = list(dict.fromkeys(i.place for i in printed_items(paper) if choice in i.choices))
        if len(places) > SOME:
            places = [*places[:SOME], f"and {len(places) - SOME} more"]
        rows.append([TEMPLATES.choice(choice, places), choice.ours, choice.otherwise])
    return table(rows, "lll")


def as_csv(built: Built) -> bytes:
    """The whole table as plain text in CSV, one row per item."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for paper in claims.PAPERS:
        for item in printed_items(paper):
            limits = "" if item.reason else _limits(built, item)
            numbers = [f"{name}: {text}" for name, text in ours(built, item).items()]
            chosen = [f"{choice.silent}: {choice.ours}" for choice in item.choices]
            texts = "; ".join(numbers), item.reason, limits, "; ".join(chosen)
            writer.writerow(
                [
                    claims.PAPERS[paper],
                    item.place,
                    item.says,
                    verdict(built, item),
                    _evidence(built, item),
                    item.claim,
                    *map(plain, texts),
                ]
            )
    return text.getvalue().encode()


def plain(text: str) -> str:
    """Text without markup, in which 2.5·10<sup>-7</sup> becomes 2.5e-7."""
    text = re.sub(r"·10<sup>(-?\d+)</sup>", r"e\1", text)
    text = re.sub(r"\{ref\}`([^`<]+) <([^`>]+)>`", r"\1 (\2)", text)
    return re.sub(r"\{numref\}`([^`]+)`", r"figure \1", text)
