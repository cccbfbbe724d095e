"""The figures of the chapter on the policies: Figures 1 to 3, and the effects of our choices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import seaborn
from matplotlib import pyplot as plt
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, StrMethodFormatter

from clickbandits.drawing import BLACK, GREY, look, regret_curves
from clickbandits.experiments import Regret
from compendium import wording
from compendium.captions import close, last, rising
from compendium.estimates import Span
from compendium.figures import Drawing, name_policies, style
from compendium.wording import named

VARIANT = (0, (1, 1))
"""The dash of a policy with parameters other than the usual ones of its name."""


def variant_look(policy: str) -> dict:
    """The colour and dash of a policy; variants are dotted."""
    return look(policy) | ({"linestyle": VARIANT} if "(" in policy else {})


def race(regret: Regret, policies: Sequence[str]) -> Drawing:
    """The regret curves of a few policies on one problem."""
    with style():
        figure, axes = plt.subplots(figsize=(7.6, 4.4))
        regret_curves(axes, regret, looks=variant_look, policies=list(policies))
        name_policies(axes)
        axes.set(xlim=(0, regret.rounds[-1]), ylim=(0, None))
    data = regret.frame()
    return Drawing(figure, data[data["policy"].isin(policies)])


def figure(regret: Regret, known: list[str], unknown: list[str]) -> Drawing:
    """A figure of the paper: curves on the left, final regrets on the right.

    The upper row has the policies that know the biases, the lower one the others. Final regrets are on a
    logarithmic axis, with a box from quartile to quartile and one dot per run.
    """
    finals = regret.final_frame()
    with style():
        figure, panels = plt.subplots(2, 2, figsize=(12, 8.6), width_ratios=(5, 4))
        rows = (("known biases", known), ("unknown biases", unknown))
        for (curves, boxes), (title, policies) in zip(panels, rows, strict=True):
            regret_curves(curves, regret, looks=variant_look, policies=policies)
            name_policies(curves)
            curves.set(title=title, ylim=(0, None), xlim=(0, regret.rounds[-1]))
            _distributions(boxes, finals, policies)
            boxes.set(title=title, xlabel=f"regret after {regret.rounds[-1]:,} rounds")
    return Drawing(figure, regret.frame())


def _distributions(axes, finals: pd.DataFrame, policies: list[str]):
    """A box and dots per policy; the label of a variant takes two lines."""
    lines = {policy: named(policy).replace(" (", "\n(", 1) for policy in policies}
    names = list(lines.values())
    drawn = finals[finals["policy"].isin(policies)]
    drawn = drawn.assign(name=drawn["policy"].map(lines))
    colours = {name: look(policy)["color"] for name, policy in zip(names, policies, strict=True)}
    common = {
        "data": drawn,
        "x": "regret",
        "y": "name",
        "order": names,
        "hue": "name",
        "palette": colours,
        "legend": False,
        "ax": axes,
    }
    seaborn.boxplot(
        **common, width=0.55, showfliers=False, boxprops={"alpha": 0.35}, medianprops={"color": BLACK}
    )
    for place, name in enumerate(names):
        ends = drawn["regret"][drawn["name"] == name]
        axes.plot(
            ends,
            place + 0.25 * _spread(len(ends)),
            "o",
            ms=2,
            mew=0,
            alpha=0.5,
            color=colours[name],
            zorder=0.9,
        )
    axes.set(xscale="log", ylabel="")
    _plain_ticks(axes)
    axes.grid(True, axis="x", which="both", lw=0.4)


def _spread(number: int) -> np.ndarray:
    """Places from -1 to 1 for dots that would cover each other, the same in every build."""
    return 2 * (np.arange(number) * (np.sqrt(5) - 1) / 2 % 1) - 1


def _plain_ticks(axes):
    """Plain numbers on a logarithmic axis, also between the powers of ten if there is room."""
    low, high = axes.get_xlim()
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 30 * low else (1,)))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())


def quartiles(regrets: dict[str, Regret], policies: list[str]) -> Drawing:
    """Median and quartiles over the rounds, one panel per problem."""
    with style():
        figure, panels = plt.subplots(1, len(regrets), figsize=(12, 4.2))
        for axes, (name, regret) in zip(panels, regrets.items(), strict=True):
            for policy in policies:
                low, middle, high = regret.quantile(policy, [0.25, 0.5, 0.75])
                (line,) = axes.plot(regret.rounds, middle, label=named(policy), **variant_look(policy))
                axes.fill_between(regret.rounds, low, high, color=line.get_color(), alpha=0.2, lw=0)
            axes.set(title=f"problem ({name})", xlabel="round $t$", ylim=(0, None))
        panels[0].set_ylabel("regret (expected clicks)")
        panels[0].legend(title="median, quartiles shaded", fontsize="x-small", title_fontsize="x-small")
    frames = [regret.frame().assign(problem=name) for name, regret in regrets.items()]
    data = pd.concat(frames, ignore_index=True)
    return Drawing(figure, data[data["policy"].isin(policies)])


def long_horizons(regrets: dict[str, Regret], asymptote: dict[str, float]) -> Drawing:
    """Regret far beyond the figures' horizons: one row per policy, one column per problem.

    `asymptote` is the regret per round of TopRank's final list, drawn through its last point.
    """
    with style():
        figure, panels = plt.subplots(2, len(regrets), figsize=(12, 7.4))
        for column, (name, regret) in zip(panels.T, regrets.items(), strict=True):
            for axes, policy in zip(column, regret.values, strict=True):
                regret_curves(axes, regret, policies=[policy])
                rounds = regret.rounds
                if policy == "TopRank" and asymptote[name] > 0:
                    line = regret.mean(policy)[-1] + asymptote[name] * (rounds - rounds[-1])
                    axes.plot(rounds, line, color=GREY, ls=":", lw=2, label="slope of its last list")
                axes.set(title=f"problem ({name})", ylim=(0, None))
                title = axes.get_legend().get_title().get_text().replace(", ", ",\n")
                axes.legend(fontsize="x-small", title=title, title_fontsize="x-small")
                axes.xaxis.set_major_locator(MaxNLocator(4))
                axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    frames = [regret.frame().assign(problem=name) for name, regret in regrets.items()]
    return Drawing(figure, pd.concat(frames, ignore_index=True))


def literal_differences(table: pd.DataFrame) -> Drawing:
    """Final regret with implicit differences beside that with the literal ones."""
    with style():
        figure, axes = plt.subplots(figsize=(8, 4.8))
        labels = [
            f"{named(row.policy)}, ({row.problem}), {row.rounds:,} rounds" for row in table.itertuples()
        ]
        places = np.arange(len(table))
        for offset, kind, error, filled in (
            (-0.12, "ours", "standard error", True),
            (0.12, "literal", "standard error of the literal", False),
        ):
            axes.errorbar(
                table[kind],
                places + offset,
                xerr=2 * table[error],
                fmt="o",
                capsize=3,
                color=BLACK if filled else GREY,
                mfc=BLACK if filled else "white",
                label="implicit differences" if filled else "Algorithm 1 again for every cell",
            )
        axes.set(yticks=places, xscale="log", xlabel="regret (expected clicks)")
        axes.set_yticklabels(labels)
        _plain_ticks(axes)
        axes.invert_yaxis()
        figure.legend(
            title=f"{wording.number(Span.of(table['runs']))} runs, ± 2 standard errors",
            fontsize="small",
            loc="outside lower center",
            ncols=2,
        )
    return Drawing(figure, table)


def figure_1_as_described(data: pd.DataFrame) -> bool:
    """The sharp radius is clearly lower, and Epoch-UCB-W has twice the regret of the policies that agree."""
    end = last(data)
    names = ("Epoch-UCB*-UPB(maximiser of (50))", "Epoch-UCB*-UPB", "TopRank", "MNL-bandit", "Epoch-UCB-UPB")
    return (
        close(end["Epoch-UCB"], end["PBM-UCB"])
        and end["Epoch-UCB-sharp"] < 0.7 * end["Epoch-UCB"]
        and close(end["Epoch-UCB-W"], 2 * end["Epoch-UCB"])
        and close(end["Epoch-UCB*-UPB"], end["Epoch-UCB"])
        and rising(*end[list(names)])
    )


def figure_2_as_described(data: pd.DataFrame) -> bool:
    """Epoch-UCB-UPB is far above all others."""
    end = last(data)
    others = end.drop(["Epoch-UCB-UPB", "Epoch-UCB-UPB(maximiser of (50))"])
    return (
        end["TopRank"] > end["Epoch-UCB-W"]
        and end["Epoch-UCB-UPB"] > 1.4 * others.max()
        and rising(end["Epoch-UCB*-UPB"], end["Epoch-UCB"], end["PBM-UCB"])
    )


def figure_3_as_described(data: pd.DataFrame) -> bool:
    """PBM-UCB is lowest of the policies with known biases."""
    end = last(data)
    return (
        end["PBM-UCB"] == end[["PBM-UCB", "Epoch-UCB", "Epoch-UCB-W"]].min()
        and end["Epoch-UCB"] > end["TopRank"]
        and end.idxmin() == "Epoch-UCB*-UPB(maximiser of (50))"
        and end.idxmax() == "Epoch-UCB-UPB"
    )


def race_as_described(data: pd.DataFrame) -> bool:
    """Epoch-UCB ends highest, and the maximiser of the cell likelihood lowest."""
    end = last(data)
    return end.idxmax() == "Epoch-UCB" and end.idxmin() == "Epoch-UCB*-UPB(maximiser of (50))"


def literal_differences_as_described(data: pd.DataFrame) -> bool:
    """The error bars overlap in every row."""
    bars = 2 * (data["standard error"] + data["standard error of the literal"])
    return ((data["ours"] - data["literal"]).abs() < bars).all()


def star_quartiles_as_described(data: pd.DataFrame) -> bool:
    """The maximiser of the cell likelihood is lowest in each panel."""
    lowest = {last(panel, column="median").idxmin() for _, panel in data.groupby("problem")}
    return lowest == {"Epoch-UCB*-UPB(maximiser of (50))"}
