"""The figures of the chapter on the needle in a haystack: growth, Figure 1, horizons, the cost."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from clickbandits.drawing import BLACK, CYCLE, look
from clickbandits.experiments import Regret
from compendium.captions import last, rising
from compendium.figures import Drawing, style
from compendium.rank1.curves import NAMES, curves, frame, legend, line
from compendium.rank1.experiments import LOG, PRINTED


def figure_1(regrets: dict[int, Regret]) -> Drawing:
    """Figures 1a to 1c: regret against the steps, one panel per K = L."""
    with style():
        figure, panels = plt.subplots(1, len(regrets), figsize=(13, 5.6))
        for axes, (size, regret) in zip(panels, regrets.items(), strict=True):
            curves(axes, regret, 1e-3)
            axes.set_title(f"$K = L = {size}$")
            axes.set_ylim(0)
        panels[0].set_ylabel("regret (thousands of expected clicks)")
        legend(figure, panels[0])
    return Drawing(figure, frame(regrets, "K = L"))


def growth(regrets: dict[int, Regret]) -> Drawing:
    """Final regret of every policy against K = L, on logarithmic axes."""
    sizes = np.array(sorted(regrets))
    rows = [
        {
            "K = L": size,
            "policy": policy,
            "regret": regrets[size].mean(policy)[-1],
            "standard error": regrets[size].standard_error(policy)[-1],
        }
        for size in sizes
        for policy in regrets[size].values
    ]
    data = pd.DataFrame(rows)
    with style():
        figure, axes = plt.subplots(figsize=(7.6, 4.8))
        for policy, each in data.groupby("policy", sort=False):
            axes.errorbar(
                each["K = L"],
                each["regret"],
                yerr=2 * each["standard error"],
                marker="o",
                capsize=3,
                label=NAMES.get(policy, policy),
                **line(policy),
            )
        low = data["regret"].min()
        for power, start, label in ((1, low, "like $K$"), (2, low / 2, "like $K^2$")):
            guide = start * (sizes / sizes[0]) ** power
            axes.plot(sizes, guide, color=BLACK, ls=":", lw=1)
            axes.annotate(label, (sizes[-1], guide[-1]), (4, -4), textcoords="offset points")
        axes.set(xscale="log", yscale="log", xlabel="$K = L$", ylabel="expected clicks lost")
        axes.set_xticks(sizes, [f"{size}" for size in sizes])
        axes.minorticks_off()
        axes.set_xlim(right=1.3 * sizes[-1])
        figure.legend(loc="outside lower center", ncols=3, fontsize="small")
    return Drawing(figure, data)


def horizons(table: pd.DataFrame) -> Drawing:
    """Regret of Rank1Elim and of UCB1 over that of Rank1ElimKL, against the horizon."""
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(10, 4.4), sharey=True)
        for axes, reading in zip(panels, (PRINTED, LOG), strict=True):
            ours = table[table["reading"] == reading]
            for rival in ("Rank1Elim", "UCB1"):
                axes.errorbar(
                    ours["horizon"],
                    ours[f"{rival} / ours"],
                    yerr=2 * ours[f"{rival}, standard error"],
                    marker="o",
                    capsize=3,
                    label=f"{rival} / Rank1ElimKL",
                    **look(rival),
                )
            axes.axhline(1, color=BLACK, lw=1)
            axes.set(xscale="log", xlabel="horizon $n$ (millions)", title=NAMES[reading])
            axes.set_xticks([5e5, 1e6, 2e6, 5e6], ["0.5", "1", "2", "5"])
            axes.minorticks_off()
        panels[0].set(ylabel="ratio of final regrets", ylim=(0, None))
        panels[0].legend(title="± 2 standard errors", fontsize="small", title_fontsize="small")
    return Drawing(figure, table)


def cost(table: pd.DataFrame) -> Drawing:
    """Number of draws per run of Rank1ElimKL against the horizon, one line per K = L."""
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 4.4))
        steps = np.unique(table["horizon"]).astype(float)
        axes.plot(steps, steps, color=BLACK, ls=":", label="one draw a step")
        for (size, rows), colour in zip(table.groupby("K = L"), CYCLE, strict=False):
            axes.plot(rows["horizon"], rows["draws"], marker="o", color=colour, label=f"$K = L = {size}$")
        axes.set(xscale="log", yscale="log", xlabel="horizon $n$", ylabel="draws in one run")
        axes.legend()
    return Drawing(figure, table)


def growth_as_described(data: pd.DataFrame) -> bool:
    """The growth of the regret from 32 to 128, and the sizes between which curves cross."""
    regret = data.set_index(["policy", "K = L"])["regret"]
    ratio = {name: regret[name, 128] / regret[name, 32] for name in regret.index.levels[0]}
    return (
        all(3.5 < ratio[name] < 5 for name in (PRINTED, LOG))
        and all(14 < ratio[name] < 17 for name in ("UCB1", "KL-UCB"))
        and regret["UCB1", 32] < regret[PRINTED, 32]
        and regret["UCB1", 64] > regret[PRINTED, 64]
        and regret["KL-UCB", 64] < regret[LOG, 64]
        and regret["KL-UCB", 128] > regret[LOG, 128]
    )


def figure_1_as_described(data: pd.DataFrame) -> bool:
    """At K = 32 Rank1ElimKL ends above UCB1 as published and below it with log n.

    KL-UCB ends lowest at K = 32 and 64, and Rank1ElimKL with log n at K = 128.
    """
    end = last(data, ["K = L", "policy"])
    return (
        rising(end[32, LOG], end[32, "UCB1"], end[32, PRINTED])
        and all(end[size].idxmin() == "KL-UCB" for size in (32, 64))
        and end[128].idxmin() == LOG
    )


def horizons_as_described(data: pd.DataFrame) -> bool:
    """UCB1's ratio is below 1 as published and above 1 with log n; Rank1Elim's is about four."""
    printed, log = (data[data["reading"] == reading] for reading in (PRINTED, LOG))
    return (
        printed["UCB1 / ours"].max() < 1
        and log[["UCB1 / ours", "Rank1Elim / ours"]].min(axis=None) > 1
        and log["Rank1Elim / ours"].between(3.7, 4.5).all()
    )


def cost_as_described(data: pd.DataFrame) -> bool:
    """The draws are almost constant from a million steps on."""
    late = data[data["horizon"] >= 10**6]
    draws = late.groupby("K = L")["draws"]
    return (draws.max() < 1.4 * draws.min()).all() and (late["draws"] < 0.1 * late["horizon"]).all()
