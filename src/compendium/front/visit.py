"""One visit to a page under the position-based model: who looks, who likes the item, and so who clicks."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.compiled import compiled
from clickbandits.core import Problem
from clickbandits.drawing import BLUE, GREEN, GREY, ORANGE
from clickbandits.pbm import model
from compendium.figures import Drawing, style

COLUMNS = (
    ("examination", "users look:\nexamination $\\kappa$", BLUE),
    ("attraction", "and like:\nattraction $\\theta$", ORANGE),
    ("clicks", "so they click:\n$\\kappa\\theta$", GREEN),
)
"""The quantities drawn for each position, with title and colour."""


def shown(game: Problem, names: list[str], seed: int) -> pd.DataFrame:
    """A page that shows its items in their order, and the clicks of one visitor, drawn from the model.

    Returns
    -------
    DataFrame, one row per position
        position (1-based), item, examination, attraction, clicks (expected) and clicked.
    """
    n_positions = game.examination.size
    action, clicked = np.arange(n_positions), np.zeros(n_positions, dtype=np.int64)
    compiled(model.draw)(*game, action, 1, 1, np.random.default_rng(seed), clicked)
    page = pd.DataFrame({"position": action + 1, "item": names, "examination": game.examination})
    page["attraction"] = game.attraction[action]
    page["clicks"] = page.examination * page.attraction
    page["clicked"] = clicked.astype(bool)
    return page


def visit(page: pd.DataFrame) -> Drawing:
    """The page as a visitor sees it and, next to it, the three probabilities of each position."""
    with style():
        figure, (sketch, *bars) = plt.subplots(
            1, 4, figsize=(7.2, 2.9), sharey=True, gridspec_kw={"width_ratios": (1.25, 1, 1, 1)}
        )
        sketch.set(xlim=(0, 1), ylim=(len(page) - 0.45, -0.55))
        sketch.set_title("one visitor's page", fontsize=11)
        for row in page.itertuples():
            text = f"{row.item}  ✓" if row.clicked else row.item
            box = {"boxstyle": "round,pad=0.6", "fc": "white", "ec": GREY}
            sketch.text(0.55, row.Index, text, ha="center", va="center", fontsize=14, bbox=box)
            sketch.text(0.02, row.Index, row.position, va="center", fontsize=14, color=GREY)
        for axes, (name, title, colour) in zip(bars, COLUMNS, strict=True):
            axes.barh(page.index, page[name], color=colour, height=0.55)
            axes.set_title(title, fontsize=11)
            axes.set_xlim(0, 1.24)
            for place, value in enumerate(page[name]):
                axes.text(value + 0.04, place, f"{value:.2f}", va="center", fontsize=11)
        for axes in (sketch, *bars):
            axes.grid(False)
            axes.set(xticks=[], yticks=[])
            axes.spines[:].set_visible(False)
    return Drawing(figure, page)
