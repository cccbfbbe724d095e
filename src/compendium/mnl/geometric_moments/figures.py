"""Figures of the chapter on geometric moments: each a table and its drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from math import comb, factorial

import numpy as np
import pandas as pd
from matplotlib.pyplot import subplots

from clickbandits.drawing import BLACK, BLUE, CYCLE, GREY, ORANGE
from clickbandits.geometric import absolute_central_moment, central_moment, central_moment_bound
from compendium.captions import close
from compendium.figures import Drawing, style

DASHES = ("-", "--", "-.", ":")


CLICKED = ("nothing", "top", "bottom")
SHOWN = 14
"""Epochs that are drawn round by round."""


def epoch_rounds(weights: Sequence[float], n_epochs: int, seed: int) -> pd.DataFrame:
    """Simulated epochs of a list with two positions of these weights.

    Returns
    -------
    DataFrame
        A row a round of the first `SHOWN` epochs ("epoch", "round", "clicked"), then a row a
        number of clicks at the top ("clicks", "share" of all epochs, "geometric" probability).
    """
    rng, total = np.random.default_rng(seed), sum(weights)
    rounds = rng.geometric(1 / (1 + total), n_epochs)
    top = rng.binomial(rounds - 1, weights[0] / total)
    rows = [
        (epoch + 1, place + 1, CLICKED[clicked])
        for epoch in range(SHOWN)
        for place, clicked in enumerate(
            [*rng.permutation([1] * top[epoch] + [2] * (rounds[epoch] - 1 - top[epoch])), 0]
        )
    ]
    counts = np.arange(7)
    shares = [float(np.mean(top == count)) for count in counts]
    law = (weights[0] / (1 + weights[0])) ** counts / (1 + weights[0])
    drawn = pd.DataFrame(rows, columns=["epoch", "round", "clicked"])
    return pd.concat([drawn, pd.DataFrame({"clicks": counts, "share": shares, "geometric": law})])


def epochs(table: pd.DataFrame) -> Drawing:
    """Some epochs round by round, and the clicks at the top in all of them."""
    drawn, counted = table.dropna(subset=["epoch"]), table.dropna(subset=["share"])
    with style():
        figure, (left, right) = subplots(1, 2, figsize=(9.6, 4.2))
        for clicked, colour, marker in zip(CLICKED, (GREY, BLUE, ORANGE), "xos", strict=True):
            part = drawn[drawn["clicked"] == clicked]
            left.plot(part["round"], part["epoch"], marker, color=colour, label=clicked)
        longest = int(drawn["round"].max())
        left.set(xlabel="round of the epoch", ylabel="epoch", ylim=(0, SHOWN + 4))
        left.set(xticks=range(1, longest + 1), yticks=range(2, SHOWN + 1, 4))
        left.legend(title="clicked", ncols=3, loc="upper right", fontsize=9)
        right.bar(counted["clicks"], counted["share"], 0.6, color=BLUE, label="simulated")
        right.plot(counted["clicks"], counted["geometric"], "D", color=BLACK, label="geometric")
        right.set(xlabel="clicks at the top in an epoch", ylabel="share of epochs")
        right.legend()
    return Drawing(figure, table)


def joint_counts(weight: float, largest: int) -> pd.DataFrame:
    """P(n₁, n₂) of an epoch with two such positions, beside the product of its margins."""
    margin = 1 / (1 + weight)
    rows = []
    for first, second in product(range(largest + 1), repeat=2):
        total = first + second
        joint = comb(total, first) * weight**total / (1 + 2 * weight) ** (1 + total)
        rows.append((first, second, joint, margin**2 * (1 - margin) ** total))
    table = pd.DataFrame(rows, columns=["clicks 1", "clicks 2", "joint", "independent"])
    return table.assign(ratio=table["joint"] / table["independent"])


def joint_law(table: pd.DataFrame) -> Drawing:
    """How often a pair of counts occurs, over how often it would in independent positions."""
    grid = table.pivot(index="clicks 2", columns="clicks 1", values="ratio")
    limit = np.abs(np.log2(grid.to_numpy())).max()
    with style():
        figure, panel = subplots(figsize=(5.6, 4.6))
        image = panel.imshow(np.log2(grid), origin="lower", cmap="PuOr_r", vmin=-limit, vmax=limit)
        bar = figure.colorbar(image, ax=panel)
        bar.set_label("log₂ of joint probability over product of margins")
        for (second, first), ratio in np.ndenumerate(grid.to_numpy()):
            tone = "white" if abs(np.log2(ratio)) > 0.6 * limit else BLACK
            panel.text(first, second, f"{ratio:.2f}", ha="center", va="center", fontsize=8, color=tone)
        panel.set(xlabel="clicks on position 1", ylabel="clicks on position 2")
        panel.grid(False)
    return Drawing(figure, table)


def shares(orders: Sequence[int], parameters: Sequence[float]) -> pd.DataFrame:
    """The central moment over its bound, a row an order n ≥ 2 and a parameter p."""
    rows = [
        (n, float(p), central_moment(n, float(p)) / central_moment_bound(n, float(p)))
        for n, p in product(orders, parameters)
    ]
    return pd.DataFrame(rows, columns=["order", "p", "share of the bound"])


def moments(over_p: pd.DataFrame, over_n: pd.DataFrame) -> Drawing:
    """The share of the bound of Lemma 12 that the moments use, over p and over n."""
    with style():
        figure, (left, right) = subplots(1, 2, figsize=(8.2, 5.0), sharey=True)
        for number, (n, line) in enumerate(over_p.groupby("order")):
            left.plot(
                line["p"],
                line["share of the bound"],
                DASHES[number % 4],
                color=CYCLE[number],
                label=f"n = {n}",
            )
        for number, (p, line) in enumerate(over_n.groupby("p")):
            right.plot(
                line["order"],
                line["share of the bound"],
                DASHES[number % 4],
                marker=".",
                color=CYCLE[number],
                label=f"p = {p:g}",
            )
        left.set(xlabel="p", ylabel="central moment over its bound", xlim=(0, 1), ylim=(0, 1.05))
        right.set(xlabel="order n")
        for panel in (left, right):  # below the axes: the lines fill them
            panel.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3, fontsize="small")
    data = pd.concat([over_p.assign(panel="over p"), over_n.assign(panel="over n")])
    return Drawing(figure, data)


def bernstein_shares(orders: Sequence[int], parameters: Sequence[float]) -> pd.DataFrame:
    """E|Y − μ|^k over (k!/2)(1 − p)/p^k, the two sides of (18), a row an order and a parameter."""
    rows = []
    for k, p in product(orders, parameters):
        side = factorial(k) / 2 * (1 - p) / p**k
        rows.append((k, float(p), absolute_central_moment(k, float(p)) / side))
    return pd.DataFrame(rows, columns=["order", "p", "share"])


def bernstein(table: pd.DataFrame) -> Drawing:
    """The share of the Bernstein condition (18) that absolute moments use, over p."""
    with style():
        figure, panel = subplots()
        for number, (k, line) in enumerate(table.groupby("order")):
            panel.plot(line["p"], line["share"], DASHES[number % 4], color=CYCLE[number], label=f"k = {k}")
        panel.axhline(2 / math.e, color=GREY, linewidth=1, label="2/e")
        panel.set(xlabel="p", ylabel="absolute moment over its bound", xlim=(0, 1), ylim=(0, 1.05))
        panel.legend(ncols=2)
    return Drawing(figure, table)


def epochs_as_described(data: pd.DataFrame) -> bool:
    """Fourteen epochs of one to six rounds."""
    lengths = data.groupby("epoch")["round"].max()
    return len(lengths) == 14 and (lengths.min(), lengths.max()) == (1, 6)


def joint_law_as_described(data: pd.DataFrame) -> bool:
    """Equal counts are likelier than under independence: 1.33 times at (0, 0), 15.7 at (7, 7)."""
    ratio = data.set_index(["clicks 1", "clicks 2"])["ratio"]
    corners = ratio[0, 0], ratio[7, 7], ratio[0, 7]
    return min(ratio[n, n] for n in range(8)) > 1 and close(corners, (1.33, 15.7, 0.08), 0.05)


def moments_as_described(data: pd.DataFrame) -> bool:
    """Half of the bound at n = 3, 0.56 of it at n = 60 and p = 0.02, below a tenth for large p."""
    by_p, by_n = (part for _, part in data.groupby("panel", sort=False))
    third = by_p[by_p["order"] == 3]["share of the bound"].iloc[-1]
    sixtieth = by_n[(by_n["order"] == 60) & (by_n["p"] == 0.02)]["share of the bound"].iloc[0]
    tenth = by_n[(by_n["order"] == 10) & (by_n["p"] >= 0.5)]["share of the bound"].max()
    return abs(third - 0.5) < 0.02 and abs(sixtieth - 0.56) < 0.006 and tenth < 0.1


def bernstein_as_described(data: pd.DataFrame) -> bool:
    """The share is 1 at order 2, and falls from 0.80 at p = 0 to 0.33 at p = 1 at order 3."""
    share = data.set_index(["order", "p"])["share"]
    first, end = share.xs(0.01, level="p"), share.xs(0.99, level="p")
    return (
        np.allclose(share[2], 1)
        and abs(first[3] - 0.8) < 0.02
        and abs(end[3] - 1 / 3) < 0.02
        and first[[4, 5, 6, 7]].between(0.70, 0.76).all()
        and end[[5, 6, 7]].max() < 0.1
    )
