"""Paper against compendium: what the papers print about results, and what we got for it.

Each paper's `printed.toml` lists, in the paper's order, every number, figure, cell of a table and
sentence about results, with the claim that decides it and the names of the numbers in that
claim's finding which are our value. Verdicts, evidence and values are those of this build; only
the paper's side and our choices are written by hand.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from clickbandits.store import write_whole
from compendium import claims
from compendium.figures import results_folder
from compendium.pages import passage, question
from compendium.report import badge, cell, labelled, shown_finding
from compendium.wording import readable

NO_CLAIM = "no claim"
SOME = 5  # places of a choice that are named
COLUMNS = (
    "paper", "place", "printed", "verdict", "evidence", "claim", "this build", "why no claim",
    "limits", "choices",
)  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """What a paper leaves open, what we chose, and what another choice changes (Markdown).

    `about` names the choice in a row of the table.
    """

    about: str
    silent: str
    ours: str
    otherwise: str = "not studied"


@dataclass(frozen=True)
class Printed:
    """One thing that a paper prints about results, and what decides it.

    `says` is a short paraphrase or the printed value. `numbers` are keys of the finding of
    `claim`, where * stands for any text. Where nothing is there to decide, `reason` says why, and
    a claim lends its numbers only.
    """

    place: str
    says: str
    claim: str = ""
    numbers: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    reason: str = ""


@cache
def printed(paper: str) -> tuple[Printed, ...]:
    """What a paper prints, in its order: the items of its `printed.toml`."""
    content = tomllib.loads((claims.ROOM / paper / "printed.toml").read_text("utf-8"))
    known = {name: Choice(**_flowing(entry)) for name, entry in content["choices"].items()}
    return tuple(
        Printed(
            **_flowing({name: text for name, text in item.items() if isinstance(text, str)}),
            numbers=tuple(item.get("numbers", ())),
            choices=tuple(known[name] for name in item.get("choices", ())),
        )
        for item in content["items"]
    )


def _flowing(entry: dict[str, str]) -> dict[str, str]:
    return {name: claims.flowing(text) for name, text in entry.items()}


def choices(paper: str) -> tuple[Choice, ...]:
    """The choices behind a paper's items, each once, in the order of the items."""
    return tuple(dict.fromkeys(choice for item in printed(paper) for choice in item.choices))


def chosen_keys(item: Printed, known: Collection[str]) -> list[str]:
    """The keys of the numbers of a finding that an item names.

    Raises
    ------
    ValueError
        Where a name is none of the finding's.
    """
    chosen: list[str] = []
    for name in item.numbers:
        pattern = re.compile(re.escape(name).replace(r"\*", ".*"))
        keys = [name] if name in known else [key for key in known if pattern.fullmatch(key)]
        if not keys:
            raise ValueError(f"{item.claim} has no number {name!r}; it has {', '.join(known)}")
        chosen += [key for key in keys if key not in chosen]
    return chosen


def verdict(item: Printed, profile: str) -> str:
    """The verdict of this build on an item, or that no claim decides it."""
    return NO_CLAIM if item.reason else shown_finding(item.claim, profile)[0]


def ours(item: Printed, profile: str) -> dict[str, str]:
    """The numbers that this build got for an item, by label; none where there is no claim."""
    if not item.claim:
        return {}
    keys = chosen_keys(item, shown_finding(item.claim, profile)[1])
    return labelled(item.claim, profile, keys)


def _evidence(item: Printed) -> str:
    return "" if item.reason else claims.CLAIMS[item.claim].evidence


@passage
def table(paper: str, profile: str) -> str:
    """Every printed item of a paper: what is printed, what we got, and the verdict."""
    rows = ["| the paper prints | this build got | verdict, evidence, claim |", "|---|---|---|"]
    for item in printed(paper):
        left = f'<span class="printed">**{item.place}.** {item.says}</span>'
        left += "".join(
            f"<br>*Our choice, {choice.about}:* {choice.ours}." for choice in item.choices
        )
        numbers = [f"{name}: **{text}**" for name, text in ours(item, profile).items()]
        right = [badge(verdict(item, profile))]
        if item.claim:
            link = f"{{ref}}`{item.claim} <{item.claim}>`"
            how = f"*{readable(_evidence(item))}*"
            right += ["numbers from", link] if item.reason else [how, link]
        middle = [*numbers, item.reason] if item.reason else numbers
        parts = left, "<br>".join(middle), "<br>".join(right)
        rows.append("| " + " | ".join(map(cell, parts)) + " |")
    return "\n".join(rows)


@question
def tally(paper: str, profile: str) -> dict[str, int]:
    """How many printed items of a paper have which verdict; "no claim" comes last."""
    found = [verdict(item, profile) for item in printed(paper)]
    return {name: found.count(name) for name in (*claims.SHOWN, NO_CLAIM)}


@question
def totals(profile: str) -> dict[str, int]:
    """The tally of all papers together."""
    each = [tally(paper, profile) for paper in claims.PAPERS]
    return {name: sum(one[name] for one in each) for name in each[0]}


@passage
def counts(profile: str, *papers: str) -> str:
    """How many printed items have which verdict, a column a paper."""
    papers = papers or tuple(claims.PAPERS)
    columns = [tally(paper, profile) for paper in papers]
    meanings = claims.SHOWN | {NO_CLAIM: "nothing that a check could decide; the row says why"}
    rows = [["verdict", "meaning", *(claims.PAPERS[paper] for paper in papers)]]
    rows.append(["---", "---", *["--:"] * len(papers)])
    for name, meaning in meanings.items():
        rows.append([badge(name), meaning, *(str(column[name]) for column in columns)])
    rows.append(["all", "", *(str(sum(column.values())) for column in columns)])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


@passage
def with_verdicts(paper: str, profile: str, *wanted: str) -> str:
    """The printed items of a paper with one of these verdicts: a list that links to the why.

    Where nothing corrected is offered, it says what the claim's check does not cover.
    """
    lines = []
    for item in printed(paper):
        found = verdict(item, profile)
        if found in wanted:
            entry = claims.CLAIMS[item.claim]
            limits = "" if found == "corrected" else f" {entry.limits}"
            link = f"{{ref}}`{item.place} <{item.claim}>`"
            lines.append(f"- {badge(found)} **{link}.** {item.says}{limits}")
    return "\n".join(lines) or "None."


@passage
def choices_table(paper: str) -> str:
    """What a paper leaves open, what we chose, what another choice changes, and where it counts."""
    rows = ["| left open by the paper | our choice | with another choice |", "|---|---|---|"]
    for choice in choices(paper):
        places = list(dict.fromkeys(i.place for i in printed(paper) if choice in i.choices))
        if len(places) > SOME:
            places = [*places[:SOME], f"and {len(places) - SOME} more"]
        left = f'<span class="printed">**{choice.about}:** {choice.silent}</span>'
        left += f"<br>*{'; '.join(places)}*"
        rows.append("| " + " | ".join(map(cell, (left, choice.ours, choice.otherwise))) + " |")
    return "\n".join(rows)


def rows(profile: str) -> Iterator[tuple[str, ...]]:
    """The whole table as plain text, one row an item: see `COLUMNS`."""
    for paper in claims.PAPERS:
        for item in printed(paper):
            limits = "" if item.reason else claims.CLAIMS[item.claim].limits
            numbers = [f"{name}: {text}" for name, text in ours(item, profile).items()]
            chosen = [f"{choice.silent}: {choice.ours}" for choice in item.choices]
            texts = "; ".join(numbers), item.reason, limits, "; ".join(chosen)
            yield (
                claims.PAPERS[paper], item.place, item.says, verdict(item, profile),
                _evidence(item), item.claim, *map(plain, texts),
            )  # fmt: skip


def plain(text: str) -> str:
    """Text without markup: 2.5·10<sup>-7</sup> becomes 2.5e-7, a link its title and target."""
    text = re.sub(r"·10<sup>(-?\d+)</sup>", r"e\1", text)
    text = re.sub(r"\{ref\}`([^`<]+) <([^`>]+)>`", r"\1 (\2)", text)
    return re.sub(r"\{numref\}`([^`]+)`", r"figure \1", text)


@passage
def write_csv(profile: str) -> str:
    """Write the whole table to `against.csv`, beside the published figures; shows nothing."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(profile))
    path = results_folder() / "against.csv"
    write_whole(path, lambda file: file.write(text.getvalue().encode()))
    return ""
