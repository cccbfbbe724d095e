"""Figures of the chapter on geometric moments, each as a table and its drawing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from math import comb, factorial

import numpy as np
import pandas as pd
from matplotlib.pyplot import subplots

from clickbandits.drawing import BLACK, BLUE, CYCLE, GREEN, GREY, ORANGE, VERMILION, look
from clickbandits.experiments import Regret
from clickbandits.geometric import absolute_central_moment, cumulant, cumulant_bound, sub_gamma_scale
from compendium.captions import close
from compendium.comparisons import final
from compendium.figures import Drawing, style
from compendium.wording import named

DASHES = ("-", "--", "-.", ":")


CLICKED = ("nothing", "top", "bottom")
SHOWN = 14
"""Epochs that are drawn round by round."""


def epoch_rounds(weights: Sequence[float], n_epochs: int, seed: int) -> pd.DataFrame:
    """Simulated epochs of a list with two positions of these weights.

    Returns
    -------
    DataFrame
        One row per round of the first `SHOWN` epochs ("epoch", "round", "clicked"), then one row per
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


def scales(orders: Sequence[int], means: Sequence[float]) -> pd.DataFrame:
    """The least c with κ_n ≤ (n − 1)! σ² c^{n−2} at μ = 1, by "order", and c* by "mean"."""
    half = [(n, (cumulant(n, 0.5) / cumulant_bound(n, 0.5)) ** (1 / (n - 2)) * 1.5) for n in orders]
    exact = [(mean, sub_gamma_scale(1 / (1 + mean))) for mean in means]
    return pd.concat(
        [pd.DataFrame(half, columns=["order", "needed"]), pd.DataFrame(exact, columns=["mean", "c*"])]
    )


def story(table: pd.DataFrame, needed: pd.DataFrame) -> Drawing:
    """From the rounds of an epoch to the scale of its upper tail, in four panels."""
    drawn, counted = table.dropna(subset=["epoch"]), table.dropna(subset=["share"])
    orders, means = needed.dropna(subset=["order"]), needed.dropna(subset=["mean"])
    with style():
        figure, ((rounds, law), (cumulants, tail)) = subplots(2, 2, figsize=(9.6, 7.8))
        for clicked, colour, marker in zip(CLICKED, (GREY, BLUE, ORANGE), "xos", strict=True):
            part = drawn[drawn["clicked"] == clicked]
            rounds.plot(part["round"], part["epoch"], marker, color=colour, label=clicked)
        longest = int(drawn["round"].max())
        rounds.set(title="Fourteen epochs", xlabel="round of the epoch", ylabel="epoch", ylim=(0, SHOWN + 4))
        rounds.set(xticks=range(1, longest + 1), yticks=range(2, SHOWN + 1, 4))
        rounds.legend(title="clicked", ncols=3, loc="upper right", fontsize=9)
        law.bar(counted["clicks"], counted["share"], 0.6, color=BLUE, label="simulated")
        law.plot(counted["clicks"], counted["geometric"], "D", color=BLACK, label="geometric")
        law.set(title="The count of an epoch", xlabel="clicks at the top", ylabel="share of epochs")
        cumulants.plot(orders["order"], orders["needed"], "o", color=BLUE, label="needed by the cumulant")
        cumulants.axhline(1.5, color=GREEN, ls="--", label="our bound, μ + ½")
        cumulants.axhline(1 / math.log(2), color=BLACK, ls=":", label="the limit, 1/log 2")
        cumulants.set(
            title="The scale of each cumulant, μ = 1", xlabel="order n", ylabel="scale", ylim=(1.42, 1.53)
        )
        mean, exact = means["mean"], means["c*"]
        tail.plot(
            mean[mean <= 1], 4 + 0 * mean[mean <= 1], color=VERMILION, ls="-.", label="printed radius, 4"
        )
        tail.plot(mean, 1 + mean, color=ORANGE, ls="--", label="Lemma 12, 1 + μ")
        tail.plot(mean, mean + 0.5, color=GREEN, ls="--", label="our cumulants, μ + ½")
        tail.plot(mean, exact, color=BLACK, label="exact, c*")
        tail.fill_between(mean, 0, exact, color=GREY, alpha=0.25, label="scale too small")
        tail.set(title="The scale of the upper tail", xlabel="mean μ", ylabel="scale", ylim=(0, 4.2))
        for panel in (law, cumulants, tail):
            panel.legend(fontsize=9)
    return Drawing(figure, pd.concat([table, needed]))


def radii(regrets: Mapping[str, Regret]) -> Drawing:
    """Final regret of Epoch-UCB by its radius and the problem, with two standard errors."""
    rows: list[tuple] = []
    with style():
        figure, panel = subplots(figsize=(7.2, 4.0))
        policies = list(next(iter(regrets.values())).values)
        for place, policy in enumerate(policies):
            ends = [final(regret, policy) for regret in regrets.values()]
            where = np.arange(len(ends)) + 0.26 * (place - 1)
            means, errors = [end.value for end in ends], [end.error for end in ends]
            colour = look(policy)["color"]
            panel.bar(
                where, means, 0.24, yerr=2 * np.array(errors), capsize=3, color=colour, label=named(policy)
            )
            rows += zip(regrets, [policy] * len(ends), means, errors, strict=True)
        names = [f"({name}), {regret.rounds[-1]:,} rounds" for name, regret in regrets.items()]
        panel.set_xticks(range(len(names)), names)
        panel.set(ylabel="regret (expected clicks)")
        panel.legend()
    return Drawing(figure, pd.DataFrame(rows, columns=["problem", "policy", "regret", "standard error"]))


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
    """The probability of a pair of counts, divided by its probability for independent positions."""
    grid = table.pivot(index="clicks 2", columns="clicks 1", values="ratio")
    limit = np.abs(np.log2(grid.to_numpy())).max()
    with style():
        figure, panel = subplots(figsize=(5.6, 4.6))
        image = panel.imshow(np.log2(grid), origin="lower", cmap="PuOr_r", vmin=-limit, vmax=limit)
        bar = figure.colorbar(image, ax=panel)
        bar.set_label("log₂ of joint probability over product of margins")
        for (second, first), ratio in np.ndenumerate(grid.to_numpy()):
            panel.text(first, second, f"{ratio:.2f}", ha="center", va="center", fontsize=8)
        panel.set(xlabel="clicks on position 1", ylabel="clicks on position 2")
        panel.grid(False)
    return Drawing(figure, table)


def bernstein_shares(orders: Sequence[int], parameters: Sequence[float]) -> pd.DataFrame:
    """E|Y − μ|^k over (k!/2)(1 − p)/p^k, the two sides of (18), one row per order and parameter."""
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


def story_as_described(data: pd.DataFrame) -> bool:
    """Fourteen epochs of one to six rounds; cumulants that need 1.5, then less; c* of 1/3 to 2.47."""
    lengths = data.groupby("epoch")["round"].max()
    needed, exact = data["needed"].dropna().to_numpy(), data["c*"].dropna().to_numpy()
    falls = needed[0] == 1.5 and (np.diff(needed) < 0).all() and needed[-1] > 1 / math.log(2)
    ends = close((exact[0], exact[-1]), (0.34, 2.47), 0.01)
    return (len(lengths), lengths.min(), lengths.max()) == (14, 1, 6) and falls and ends


def radii_as_described(data: pd.DataFrame) -> bool:
    """The exact variance loses two fifths to just over a half as much as the published radius."""
    printed, sharp, variance = (rows["regret"].to_numpy() for _, rows in data.groupby("policy"))
    return close(variance / printed, (0.40, 0.41, 0.54), 0.02) and close(
        variance / sharp, (0.65, 0.59, 0.83), 0.02
    )


def joint_law_as_described(data: pd.DataFrame) -> bool:
    """Equal counts are likelier than under independence: 1.33 times at (0, 0), 15.7 at (7, 7)."""
    ratio = data.set_index(["clicks 1", "clicks 2"])["ratio"]
    corners = ratio[0, 0], ratio[7, 7], ratio[0, 7]
    return min(ratio[n, n] for n in range(8)) > 1 and close(corners, (1.33, 15.7, 0.08), 0.05)


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
