"""The figures of the chapter on web search: Figures 2a to 2d, 3, and the effect of the scale."""

from __future__ import annotations

import pandas as pd
from matplotlib import pyplot as plt

from clickbandits.drawing import BLACK, CYCLE, GREY
from clickbandits.experiments import Regret
from compendium.captions import last, rising
from compendium.figures import Drawing, style
from compendium.rank1 import studies
from compendium.rank1.curves import NAMES, curves, frame, legend
from compendium.rank1.experiments import LOG, PRINTED


def models(table: pd.DataFrame) -> Drawing:
    """Figures 2a and 2b: sorted attraction and examination of the surrogates, one row per query."""
    with style():
        figure, rows = plt.subplots(2, 2, figsize=(10, 6.8), sharex="col", sharey=True)
        for panels, (query, ours) in zip(rows, table.groupby("query"), strict=True):
            for axes, vector in zip(panels, ("attraction", "examination"), strict=True):
                curves = ours[ours["vector"] == vector].groupby("family", sort=False)
                for (family, each), colour in zip(curves, CYCLE, strict=False):
                    dash = "--" if family.startswith("positions") else "-"
                    axes.plot(each["rank"], each["probability"], color=colour, ls=dash, label=family)
                axes.set_title(f"{query}: {vector}")
            panels[0].set(ylabel="probability", xscale="log", ylim=(0, 1))
        rows[1, 0].set(xlabel="item, by attraction")
        rows[1, 1].set(xlabel="position, by examination")
        figure.legend(
            *rows[0, 0].get_legend_handles_labels(), loc="outside lower center", ncol=2, fontsize="small"
        )
    return Drawing(figure, table)


def queries(regrets: dict[str, dict[str, Regret]]) -> Drawing:
    """Figures 2c and 2d: regret on the surrogates, one column per query and one row per family."""
    with style():
        figure, rows = plt.subplots(len(regrets), 2, figsize=(10, 16), sharex=True)
        for panels, (family, by_query) in zip(rows, regrets.items(), strict=True):
            for axes, (query, regret) in zip(panels, by_query.items(), strict=True):
                curves(axes, regret, 1e-3)
                axes.set(title=f"{query}: {family}", ylim=(0, None))
                if axes is not rows[-1, 0] and axes is not rows[-1, 1]:
                    axes.set_xlabel("")
        figure.supylabel("regret (thousands of expected clicks)", fontsize="medium")
        legend(figure, rows[0, 0])
    tables = [frame(by_query, "query").assign(family=family) for family, by_query in regrets.items()]
    return Drawing(figure, pd.concat(tables, ignore_index=True))


def figure_3(regret: Regret) -> Drawing:
    """Regret averaged over the queries."""
    with style():
        figure, axes = plt.subplots(figsize=(8, 5.6))
        curves(axes, regret, 1e-3)
        axes.set(ylabel="average regret (thousands of expected clicks)", ylim=(0, None))
        legend(figure, axes)
    return Drawing(figure, frame({"all queries": regret}, "query"))


def by_query(table: pd.DataFrame) -> Drawing:
    """Regret of Rank1ElimKL over that of UCB1 on every query, against its number of items."""
    with style():
        figure, axes = plt.subplots(figsize=(7.6, 4.4))
        for reading, colour, marker in ((PRINTED, CYCLE[1], "o"), (LOG, CYCLE[0], "s")):
            ours = table[table["reading"] == reading]
            axes.errorbar(
                ours["items"],
                ours["ratio"],
                yerr=2 * ours["standard error"],
                ls="none",
                marker=marker,
                ms=5,
                color=colour,
                capsize=2,
                label=NAMES[reading],
            )
        axes.axhline(1, color=BLACK, lw=1)
        axes.set(xscale="log", xlabel="items of the query", ylabel="regret over that of UCB1")
        axes.set_xticks([10, 20, 50, 100, 200, 500, 1000])
        axes.xaxis.set_major_formatter("{x:.0f}")
        axes.minorticks_off()
        axes.legend(title="± 2 standard errors", fontsize="small", title_fontsize="small")
    return Drawing(figure, table)


def scale(problems: dict) -> Drawing:
    """1/(μγ) and Theorem 1's bound for (c·ū, v̄/c), against c, for several problems."""
    tables = {name: studies.rescaled(problem) for name, problem in problems.items()}
    with style():
        figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2))
        for (name, table), colour in zip(tables.items(), CYCLE, strict=False):
            left.plot(table["c"], table["μ"], color=colour, label=f"μ, {name}")
            left.plot(table["c"], table["γ"], color=colour, ls="--", label=f"γ, {name}")
            right.plot(table["c"], table["Theorem 1"] / 1e6, color=colour, label=name)
        for axes in (left, right):
            axes.axvline(1, color=GREY, lw=1, ls=":")
            axes.set(xlabel=r"scale $c$ of $(c\bar u, \bar v/c)$", xscale="log")
            axes.set_xticks([0.7, 0.8, 0.9, 1, 1.2, 1.4], ["0.7", "0.8", "0.9", "1", "1.2", "1.4"])
            axes.minorticks_off()
            axes.legend(fontsize="small")
        left.set_ylim(0, None)
        right.set(ylabel="Theorem 1 (millions of clicks)", ylim=(0, None))
    data = [table.assign(problem=name) for name, table in tables.items()]
    return Drawing(figure, pd.concat(data, ignore_index=True))


def by_query_as_described(data: pd.DataFrame) -> bool:
    """With log n, most ratios are above one for queries with fewer than 30 items, but not for others."""
    above = (data["ratio"] > 1).groupby([data["reading"], data["items"] >= 30]).mean()
    return above[PRINTED].min() > 0.5 and above[LOG, False] > 0.5 > above[LOG, True]


def figure_3_as_described(data: pd.DataFrame) -> bool:
    """Rank1ElimKL with log n ends lowest of the paper's policies."""
    return rising(*last(data)[[LOG, "UCB1", PRINTED, "UCB1Elim", "Rank1Elim"]])


def queries_as_described(data: pd.DataFrame) -> bool:
    """The paper's policy that ends lowest, by family and query, and where UCB1 is below both readings."""
    end = last(data, ["family", "query", "policy"]).unstack()
    ours = end[[LOG, PRINTED, "Rank1Elim", "UCB1Elim", "UCB1"]]
    few = ("positions, few good items", "Query 1")
    lowest = ours.idxmin(axis=1)
    return (
        lowest[few] == "UCB1"
        and (lowest.drop(few) == LOG).all()
        and (end[PRINTED] < end["UCB1"]).groupby("query").sum().tolist() == [4, 4]
    )


def scale_as_described(data: pd.DataFrame) -> bool:
    """The bound differs by a factor of more than two and a half along Query 1's scale."""
    one = data[data["problem"] == "Query 1"]
    ends = (one["c"].iloc[0], one["c"].iloc[-1])
    apart = data[data["γ"] > data["μ"] * (1 + 1e-9)]
    return (
        one["Theorem 1"].max() > 2.5 * one["Theorem 1"].min()
        and one.loc[one["Theorem 1"].idxmin(), "c"] in ends
        and (apart["c"] - 1).abs().max() < 0.16
    )
