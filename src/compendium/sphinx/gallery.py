"""Every figure of the book as a picture that leads to its section.

What is shown is what exists: the notebooks say which figures they publish, with what alternative
text and caption; nothing is listed by hand.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from compendium import claims
from compendium.claims import PAPERS

FIGURE = re.compile(r"^# %%.* mystnb=(\{.*\})", re.MULTILINE)
"""The cell of a notebook's source that publishes a figure, and what it says of it."""
OF_A_PAPER = re.compile(r"figure-(\d+)([a-z]*)(.*)")
"""The ids, after the paper's name, of the figures that repeat one of the paper."""
OTHERS = {"across": "Across the models", "log": "Your own log"}
"""The parts of the book that belong to no paper."""
NO_GALLERY = "front"
"""The front page's own figure needs no link to itself."""


class Shown(NamedTuple):
    """One published figure: its id, alternative text and caption."""

    id: str
    alt: str
    caption: str


@cache
def published(folder: Path) -> tuple[Shown, ...]:
    """The figures of all notebooks below a folder, by notebook and in their order."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        for described in map(json.loads, FIGURE.findall(path.read_text("utf-8"))):
            figure = described.get("figure", {})
            if "name" in figure:  # those without are a page's own
                found.append(Shown(figure["name"], described["image"]["alt"], figure["caption"]))
    return tuple(figure for figure in found if not figure.id.startswith(NO_GALLERY + ":"))


def papers_figures(paper: str) -> str:
    """Cards of the figures that repeat one of a paper, in the paper's order."""
    shown = published(claims.NOTEBOOKS)
    chosen = [f for f in shown if _owner(f) == paper and OF_A_PAPER.match(_name(f))]
    return _grid(sorted(chosen, key=_name), "2 2 3 3")


def our_figures() -> str:
    """Smaller cards of all the others, under the paper they belong to."""
    parts = []
    ours = [f for f in published(claims.NOTEBOOKS) if not OF_A_PAPER.match(_name(f))]
    owners = [*PAPERS, *sorted({_owner(f) for f in ours} - set(PAPERS))]
    for owner in owners:
        chosen = [f for f in ours if _owner(f) == owner]
        if chosen:
            parts += [f"**{(PAPERS | OTHERS).get(owner, owner)}**", _grid(chosen, "2 3 4 4")]
    return "\n\n".join(parts)


def _owner(figure: Shown) -> str:
    return figure.id.split(":")[0]


def _name(figure: Shown) -> str:
    return figure.id.split(":")[1]


def _title(figure: Shown) -> str:
    """“Figure 1a”, with what a repetition changes, or the caption's first sentence."""
    repeated = OF_A_PAPER.match(_name(figure))
    if repeated:
        number, letters, rest = repeated.groups()
        return f"Figure {number}{letters}" + (f",{rest.replace('-', ' ')}" if rest else "")
    return figure.caption.partition(". ")[0].rstrip(".")


def _grid(figures: list[Shown], columns: str) -> str:
    """A grid of cards, each a link to its figure; `columns` by width of the screen."""
    if not figures:
        return "*This build has none of them.*"
    cards = [f"::::{{grid}} {columns}\n:gutter: 2\n:class-container: gallery"]
    for figure in figures:
        title = _title(figure)
        picture = f"gallery/{figure.id.replace(':', '-')}.png"  # as `figures.thumbnail` says
        hidden = json.dumps(re.sub(r"[$\\{}]", "", title))  # without the signs of formulas
        alternative = json.dumps(figure.alt, ensure_ascii=False)
        cards.append(
            f":::{{grid-item-card}}\n:img-top: {picture}\n:img-alt: {alternative}\n"
            f":link: {figure.id}\n:link-type: ref\n:link-alt: {hidden}\n\n"
            f"{title}\n:::"
        )
    return "\n\n".join([*cards, "::::"])
