"""Figures of the chapter on the lower bound, each with its table and its drawing."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch
from matplotlib.pyplot import subplots
from matplotlib.ticker import PercentFormatter

from clickbandits.core import Problem
from clickbandits.drawing import BLUE, CYCLE, GREY, ORANGE, SKY
from clickbandits.pbm import bounds
from clickbandits.pbm.model import problem
from clickbandits.pbm.published import PublishedModel
from compendium.figures import Drawing, style

DASHES = ("-", "--", ":", "-.")


def price_crossing(best, second=0.4, doubtful=0.2, examination=(0.9, 0.5)) -> Drawing:
    """The price of a third item at the top and at the bottom, by the attraction of the first.

    `best` contains the attractions of item 1; the others do not change.
    """
    priced = [
        bounds.exploration_table(problem((value, second, doubtful), examination))["price"] for value in best
    ]
    table = pd.DataFrame(np.array(priced), columns=["at the top", "at the bottom"])
    table.insert(0, "attraction of item 1", best)
    with style():
        figure, axes = subplots(figsize=(7.2, 3.4))
        for name, colour, dashes in (("at the top", BLUE, "-"), ("at the bottom", ORANGE, "--")):
            axes.plot(best, table[name], dashes, color=colour, label=f"item 3 {name}")
        axes.set(xlabel="attraction of the best item", ylabel="clicks for a unit of information")
        axes.legend()
    return Drawing(figure, table)


def ratios(problems: Mapping[str, Problem]) -> pd.DataFrame:
    """The price r_{k,l} in named problems, one row per item and position."""
    rows = []
    for name, instance in problems.items():
        values = bounds.exploration_ratios(instance)
        best = bounds.exploration_positions(instance)
        first = instance.attraction.size - values.shape[0] + 1
        for row, line in enumerate(values):
            for place, value in enumerate(line, start=1):
                rows.append((name, first + row, place, value, place == best[row]))
    return pd.DataFrame(rows, columns=["instance", "item", "position", "ratio", "optimal"])


def trade_off(table: pd.DataFrame) -> Drawing:
    """Regret per unit of information against the position, one panel per instance."""
    names = table["instance"].unique()
    with style():
        figure, panels = subplots(1, len(names), figsize=(7.2, 3.6), squeeze=False)
        for panel, name in zip(panels[0], names, strict=True):
            rows = table[table["instance"] == name]
            for number, (item, line) in enumerate(rows.groupby("item")):
                colour = CYCLE[number]
                panel.plot(
                    line["position"], line["ratio"], DASHES[number], color=colour, label=f"item {item}"
                )
                best = line[line["optimal"]]
                panel.plot(best["position"], best["ratio"], "o", color=colour, markersize=9)
            panel.set(title=name, xlabel="position of the item", xticks=sorted(set(rows["position"])))
            panel.set_ylim(bottom=0)
            panel.legend()
        panels[0][0].set_ylabel("gap over information (clicks a nat)")
    return Drawing(figure, table)


def positions(steps, distances, examination=(0.9, 0.6, 0.3), worst=0.35) -> pd.DataFrame:
    """The optimal position of an item `distance` below θ_3 = `worst`, over a grid of steps.

    The steps are θ_1 - θ_2 and θ_2 - θ_3; one row per pair of steps and distance.
    """
    rows = []
    for distance in distances:
        for lower in steps:
            for upper in steps:
                attraction = (worst + lower + upper, worst + lower, worst, worst - distance)
                best = bounds.exploration_positions(problem(attraction, examination))
                rows.append((distance, upper, lower, int(best[0])))
    return pd.DataFrame(rows, columns=["distance", "upper step", "lower step", "position"])


def position_map(table: pd.DataFrame) -> Drawing:
    """The optimal position, by the steps between the best items, one panel per distance."""
    colours = (ORANGE, SKY, BLUE)
    distances = table["distance"].unique()
    with style():
        figure, panels = subplots(1, len(distances), figsize=(7.2, 4.2), sharey=True, squeeze=False)
        for panel, distance in zip(panels[0], distances, strict=True):
            grid = table[table["distance"] == distance].pivot(
                index="lower step", columns="upper step", values="position"
            )
            panel.pcolormesh(
                grid.columns,
                grid.index,
                grid.to_numpy(),
                cmap=ListedColormap(colours),
                vmin=0.5,
                vmax=3.5,
                shading="nearest",
                rasterized=True,
            )
            panel.set(xscale="log", yscale="log", xlabel=r"$\theta_1-\theta_2$")
            panel.set_title(rf"$\theta_3-\theta_k={distance:g}$")
            panel.grid(False)
        panels[0][0].set_ylabel(r"$\theta_2-\theta_3$")
        names = ("first", "second", "third")
        figure.legend(
            handles=[
                Patch(color=colour, label=f"explore at the {name}")
                for colour, name in zip(colours, names, strict=True)
            ],
            loc="outside lower center",
            ncols=3,
        )
    return Drawing(figure, table)


def relatives(problems: Mapping[str, Problem]) -> pd.DataFrame:
    """(6) and its crude versions, one row per instance, version and item."""
    rows = []
    for name, instance in problems.items():
        attraction = np.sort(instance.attraction)[::-1]
        n_positions = instance.examination.size
        for item in range(n_positions, attraction.size):
            alone = Problem(np.append(attraction[:n_positions], attraction[item]), instance[1])
            versions = {
                "(3)": bounds.uncensored_bound(alone),
                "first": bounds.shared_position_bound(alone, 1),
                "(6)": bounds.lower_bound(alone),
                "last": bounds.shared_position_bound(alone, n_positions),
            }
            rows += [(name, version, item + 1, term) for version, term in versions.items()]
    return pd.DataFrame(rows, columns=["instance", "bound", "item", "term"])


def composition(table: pd.DataFrame) -> Drawing:
    """Stacked terms of (6) and of the crude versions, one panel per instance."""
    names = table["instance"].unique()
    with style():
        figure, panels = subplots(1, len(names), figsize=(7.2, 3.8), squeeze=False)
        for panel, name in zip(panels[0], names, strict=True):
            wide = table[table["instance"] == name].pivot(index="bound", columns="item", values="term")
            wide = wide.loc[table["bound"].unique()].rename({"(3)": "all seen", "(6)": "C"})
            base = np.zeros(len(wide))
            for number, item in enumerate(wide.columns):
                panel.bar(
                    wide.index,
                    wide[item],
                    bottom=base,
                    color=CYCLE[number],
                    width=0.7,
                    hatch=("", "//")[number % 2],
                    edgecolor="white",
                    label=f"item {item}",
                )
                base += wide[item].to_numpy()
            for place, total in enumerate(base):
                panel.annotate(f"{total:.2f}", (place, total), ha="center", va="bottom")
            panel.set(title=name, ylim=(0, 1.12 * base.max()))
        figure.legend(*panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
        panels[0][0].set_ylabel("constant in front of log T (clicks)")
    return Drawing(figure, table)


def published(models: Mapping[str, PublishedModel]) -> pd.DataFrame:
    """(6) and its terms for published models, one row per query and suboptimal item."""
    parts = [
        bounds.composition(model.problem).assign(query=query, constant=bounds.lower_bound(model.problem))
        for query, model in models.items()
    ]
    return pd.concat(parts, ignore_index=True)


def queries(table: pd.DataFrame) -> pd.DataFrame:
    """One row per query with its constant, the positions of its items, and the share of the closest."""
    rows = []
    for query, part in table.groupby("query", sort=False):
        constant = part["constant"].iloc[0]
        shown = " and ".join(str(place) for place in sorted(set(part["position"])))
        rows.append((query, len(part), constant, shown, part["term"].max() / constant))
    columns = ["query", "suboptimal ads", "constant C", "cheapest position", "largest share"]
    return pd.DataFrame(rows, columns=columns)


def kdd(table: pd.DataFrame) -> Drawing:
    """The share of every suboptimal ad in the constants of the queries."""
    summary = queries(table).sort_values("constant C")
    with style():
        figure, panel = subplots(figsize=(7.2, 4.6))
        for place, (query, constant) in enumerate(zip(summary["query"], summary["constant C"], strict=True)):
            part = table[table["query"] == query]
            left = 0.0
            for number, share in enumerate(part["term"] / constant):
                panel.barh(
                    place, share, left=left, color=(BLUE, SKY, GREY)[min(number, 2)], edgecolor="white"
                )
                left += share
            panel.annotate(f"{constant:.1f}", (1.01, place), va="center")
        panel.set(xlim=(0, 1.12), xlabel="share of the constant (its value on the right)")
        panel.set_yticks(
            range(len(summary)),
            [f"query {query}" if str(query).isdigit() else query for query in summary["query"]],
        )
        panel.grid(False, axis="y")
        panel.xaxis.set_major_formatter(PercentFormatter(1.0))
        panel.set_xticks(np.linspace(0, 1, 6))
        names = ("best suboptimal ad", "second best", "each of the others")
        figure.legend(
            handles=[
                Patch(color=colour, label=name) for colour, name in zip((BLUE, SKY, GREY), names, strict=True)
            ],
            loc="outside lower center",
            ncols=3,
        )
    return Drawing(figure, table)
