"""A picture of the users who look and click, on one page as shown and in the best order."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.core import Problem
from clickbandits.drawing import GREEN, GREY
from compendium.figures import Drawing, style

ORDERS = ("as shown", "in the best order")


def orders(game: Problem, names: Sequence[str]) -> pd.DataFrame:
    """The items of a page in the order of their labels, and in the order with the most clicks.

    The examinations decrease, so the best order is that of decreasing attraction.

    Returns
    -------
    DataFrame, one row per order and position
        order, position (1-based), item, examination, attraction, clicks (expected).
    """
    best = np.argsort(-game.attraction, kind="stable")
    pages = []
    for order, items in zip(ORDERS, (np.arange(best.size), best), strict=True):
        page = pd.DataFrame({"order": order, "position": np.arange(1, best.size + 1)})
        page["item"] = [names[item] for item in items]
        page["examination"], page["attraction"] = game.examination, game.attraction[items]
        pages.append(page.assign(clicks=page.examination * page.attraction))
    return pd.concat(pages, ignore_index=True)


def visit(table: pd.DataFrame) -> Drawing:
    """Both orders side by side; a bar is the share of users who look, its filled part those who click."""
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(7.2, 3.1), sharey=True)
        for axes, (order, page) in zip(panels, table.groupby("order", sort=False), strict=True):
            axes.set_title(f"{order}: {page.clicks.sum():.2f} clicks", fontsize=13)
            axes.set(xlim=(-0.5, 1.05), ylim=(len(page) - 0.6, -0.75), xticks=[], yticks=[])
            places = page.position - 1
            axes.barh(places, page.examination, color="white", edgecolor=GREY, height=0.42)
            axes.barh(places, page.clicks, color=GREEN, edgecolor=GREY, height=0.42)
            for row in page.itertuples():
                y = row.position - 1
                axes.text(-0.47, y, f"{row.position}  {row.item}", va="center", fontsize=13)
                product = f"{row.examination:.1f} × {row.attraction:.1f} = {row.clicks:.2f}"
                axes.text(0, y - 0.28, product, va="bottom", fontsize=11)
            axes.grid(False)
            axes.spines[:].set_visible(False)
    return Drawing(figure, table)
