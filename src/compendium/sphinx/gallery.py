"""The papers' figures as pictures that lead to their sections, and the titles of all figures.

The list of figures comes from the notebooks, which name the figures they publish with their
alternative texts and captions.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .. import claims
from ..wording import GREEK
from . import markup

TEMPLATES = markup.load("gallery.jinja")
FIGURE = re.compile(r"^# %%.* mystnb=(\{.*\})", re.MULTILINE)
"""The head of a notebook cell that publishes a figure, with the figure's description."""
OF_A_PAPER = re.compile(r"figure-(\d+)([a-z]*)(.*)")
"""The ids, after the paper's name, of the figures that repeat one of the paper."""
SIGNS = {"ell": "ℓ", "le": "≤", "ge": "≥", "times": "×", "to": "→", "sqrt": "√", "infty": "∞", "dots": "…"}
"""TeX's names of signs other than Greek letters."""
NO_GALLERY = "front"
"""The front page's own figure needs no link to itself."""


class PublishedFigure(NamedTuple):
    """One published figure: its id, alternative text and caption."""

    id: str
    alt: str
    caption: str


@cache
def published(folder: Path) -> tuple[PublishedFigure, ...]:
    """The figures of all notebooks below a folder, by notebook and in their order."""
    figures = []
    for path in sorted(folder.rglob("*.py")):
        for described in map(json.loads, FIGURE.findall(path.read_text("utf-8"))):
            figure = described.get("figure", {})
            if "name" in figure:  # cells without an id belong to the page
                figures.append(PublishedFigure(figure["name"], described["image"]["alt"], figure["caption"]))
    return tuple(figure for figure in figures if not figure.id.startswith(NO_GALLERY + ":"))


def titles(part: str) -> list[tuple[str, str]]:
    """The ids and titles of the figures of one part of the book, first those that repeat a paper's."""
    figures = [figure for figure in published(claims.NOTEBOOKS) if _owner(figure) == part]
    ordered = sorted(figures, key=lambda f: (not OF_A_PAPER.match(_name(f)), _name(f)))
    return [(figure.id, spoken(_title(figure))) for figure in ordered]


def papers_figures(paper: str) -> str:
    """Cards of the figures that repeat one of a paper, in the paper's order."""
    figures = published(claims.NOTEBOOKS)
    chosen = [f for f in figures if _owner(f) == paper and OF_A_PAPER.match(_name(f))]
    return _grid(sorted(chosen, key=_name), "1 1 2 2")


def _owner(figure: PublishedFigure) -> str:
    return figure.id.split(":")[0]


def _name(figure: PublishedFigure) -> str:
    return figure.id.split(":")[1]


def _title(figure: PublishedFigure) -> str:
    """“Figure 1a”, with the variant of a repeated figure, or the caption's first sentence."""
    repeated = OF_A_PAPER.match(_name(figure))
    if repeated:
        number, letters, rest = repeated.groups()
        return f"Figure {number}{letters}" + (f",{rest.replace('-', ' ')}" if rest else "")
    return _first_sentence(figure)


def _first_sentence(figure: PublishedFigure) -> str:
    return figure.caption.partition(". ")[0].rstrip(".")


def spoken(text: str) -> str:
    """Text with its formulas in plain characters, as a screen reader can read them aloud."""
    text = re.sub(r"\\[dt]?frac(?:\{([^{}]*)\}|(\w))(?:\{([^{}]*)\}|(\w))", r" \1\2/\3\4", text)
    text = re.sub(r"_\{?(\\?\w+)\}?", r" \1", text)
    text = re.sub(r"\\([A-Za-z]+) ?", lambda name: SIGNS.get(name[1], GREEK.get(name[1], name[1])), text)
    return re.sub(r"[$\\{}]", "", text)


def _grid(figures: list[PublishedFigure], columns: str) -> str:
    """A grid of cards, each a link to its figure; `columns` by width of the screen."""
    if not figures:
        return "*This build has none of them.*"
    cards = [
        {
            "id": figure.id,
            "title": _title(figure),
            "caption": _first_sentence(figure),
            "picture": f"gallery/{figure.id.replace(':', '-')}.png",  # as in `figures.thumbnail`
            "alt": figure.alt,
            "spoken": spoken(_title(figure)),
        }
        for figure in figures
    ]
    return TEMPLATES.grid(columns, cards)
