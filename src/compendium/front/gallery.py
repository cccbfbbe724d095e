"""Every figure of the book as a picture that leads to its section.

What is shown is what exists: the executed notebooks say which figures they published, with what
alternative text and caption; nothing is listed by hand.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from IPython.display import Markdown
from PIL import Image

from compendium.claims import PAPERS
from compendium.figures import results_folder

WIDTH = 480
"""Of a thumbnail, in pixels: twice what a card is wide, for screens with fine pixels."""
OF_A_PAPER = re.compile(r"figure-(\d+)([a-z]*)(.*)")
"""The ids, after the paper's name, of the figures that repeat one of the paper."""
OTHERS = {"across": "Across the models", "log": "Your own log"}
"""The parts of the book that belong to no paper."""
NO_GALLERY = "front"
"""The front page's own figure needs no link to itself."""


class Shown(NamedTuple):
    """One published figure: its id, alternative text, caption and picture."""

    id: str
    alt: str
    caption: str
    picture: Path


@cache
def published(folder: Path) -> tuple[Shown, ...]:
    """The figures of all executed notebooks below a folder, by notebook and in their order.

    Read once: the front page asks when all others are finished.

    Raises FileNotFoundError where a notebook names a figure whose picture does not exist.
    """
    found = []
    for path in sorted(folder.rglob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            described = cell["metadata"].get("mystnb", {})
            if "figure" in described:
                id, caption = described["figure"]["name"], described["figure"]["caption"]
                picture = (folder / id.replace(":", "/")).with_suffix(".png")
                if not picture.exists():
                    raise FileNotFoundError(f"{path.name} shows {id}, but there is no {picture}")
                found.append(Shown(id, described["image"]["alt"], caption, picture))
    return tuple(figure for figure in found if not figure.id.startswith(NO_GALLERY + ":"))


def papers_figures(paper: str) -> Markdown:
    """Cards of the figures that repeat one of a paper, in the paper's order."""
    folder = results_folder()
    chosen = [f for f in published(folder) if _owner(f) == paper and OF_A_PAPER.match(_name(f))]
    return _grid(sorted(chosen, key=_name), folder, "2 2 3 3")


def our_figures() -> Markdown:
    """Smaller cards of all the others, under the paper they belong to."""
    folder, parts = results_folder(), []
    ours = [f for f in published(folder) if not OF_A_PAPER.match(_name(f))]
    owners = [*PAPERS, *sorted({_owner(f) for f in ours} - set(PAPERS))]
    for owner in owners:
        chosen = [f for f in ours if _owner(f) == owner]
        if chosen:
            parts += [f"**{(PAPERS | OTHERS).get(owner, owner)}**"]
            parts += [_grid(chosen, folder, "2 3 4 4").data]
    return Markdown("\n\n".join(parts))


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


def _grid(figures: list[Shown], folder: Path, columns: str) -> Markdown:
    """A grid of cards, each a link to its figure; `columns` by width of the screen."""
    if not figures:
        return Markdown("*This build has none of them.*")
    cards = [f"::::{{grid}} {columns}\n:gutter: 2\n:class-container: gallery"]
    for figure in figures:
        small = folder / "gallery" / (figure.id.replace(":", "-") + ".png")
        small.parent.mkdir(exist_ok=True)
        with Image.open(figure.picture) as picture:
            picture.thumbnail((WIDTH, WIDTH))
            picture.save(small, optimize=True)
        title = _title(figure)
        alternative = json.dumps(figure.alt, ensure_ascii=False)
        cards.append(
            f":::{{grid-item-card}}\n:img-top: gallery/{small.name}\n:img-alt: {alternative}\n"
            f":link: {figure.id}\n:link-type: ref\n:link-alt: {json.dumps(_plain(title))}\n\n"
            f"{title}\n:::"
        )
    return Markdown("\n\n".join([*cards, "::::"]))


def _plain(text: str) -> str:
    """A caption without the signs of formulas, for a link's hidden text."""
    return re.sub(r"[$\\{}]", "", text)
