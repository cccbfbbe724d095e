"""The figures of the chapter on estimation."""

from __future__ import annotations

from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.drawing import BLACK, BLUE, GREEN, GREY, VERMILION
from clickbandits.pbm.estimators import pooled, pooled_variance
from compendium.captions import close, rising
from compendium.figures import Drawing, style

LOOK = {
    "Cramér–Rao bound": (BLACK, (0, (1, 1))),
    "pooled": (BLUE, "-"),
    "debiased": (VERMILION, "--"),
    "maximum likelihood": (GREEN, "-."),
}
"""Colour and dash of each estimator."""
CLEAR = {"boxstyle": "square,pad=0.15", "fc": "white", "ec": "none"}
"""The background of words on a line."""


def first_estimates(clicks, plays, examination, attraction) -> Drawing:
    """The click rate and the pooled estimate of some items, beside their attractions.

    The bars of the estimate are two standard errors, with the estimate for the attraction.
    """
    estimate = pooled(clicks, plays, examination)
    data = pd.DataFrame(
        {
            "item": [f"item {number}" for number in range(1, estimate.size + 1)],
            "click rate": np.sum(clicks, axis=1) / np.sum(plays, axis=1),
            "pooled estimate": estimate,
            "standard error": np.sqrt(pooled_variance(estimate, examination, plays)),
            "attraction": attraction,
        }
    )
    place = np.arange(estimate.size)
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 3.4))
        axes.bar(place - 0.2, data["click rate"], 0.36, color=GREY, label="clicks / displays")
        axes.bar(
            place + 0.2,
            estimate,
            0.36,
            yerr=2 * data["standard error"],
            color=BLUE,
            ecolor=BLACK,
            capsize=4,
            label="clicks / expected looks",
        )
        axes.plot(place + 0.2, attraction, "D", color=VERMILION, markersize=8, label="true attraction")
        axes.set_xticks(place, data["item"])
        axes.set(ylabel="clicks", ylim=(0, None))
        axes.grid(False, axis="x")
        axes.legend(loc="upper left")
    return Drawing(figure, data)


def ratio(attraction, curves) -> Drawing:
    """The loss υ(θ) I(θ) and its bounds against the attraction.

    `curves` maps the names of four curves to their values, the highest first.
    """
    looks = ((GREY, "--"), (VERMILION, "-"), (BLUE, "-"), (GREEN, "-."))
    with style():
        figure, axes = plt.subplots()
        for (name, values), (colour, dash) in zip(curves.items(), looks, strict=True):
            axes.plot(attraction, values, color=colour, linestyle=dash, label=name)
        axes.set(xlabel="attraction θ", ylabel="variance over Cramér–Rao bound", yscale="log")
        axes.set(xlim=(0, 1), ylim=(0.97, 20), yticks=(1, 2, 5, 10, 20))
        axes.set_yticklabels(("1", "2", "5", "10", "20"))
        axes.minorticks_off()
        axes.legend(loc="upper left")
    return Drawing(figure, pd.DataFrame({"attraction": attraction, **curves}))


def variances(by_attraction, by_examination) -> Drawing:
    """Exact variances of the estimators and the Cramér-Rao bound, in two panels.

    Both arguments are data frames with the abscissa first and one column per curve of `LOOK`.
    """
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.2))
        for axes, frame in zip(panels, (by_attraction, by_examination), strict=True):
            abscissa = frame.columns[0]
            for name, (colour, dash) in LOOK.items():
                axes.plot(frame[abscissa], frame[name], color=colour, linestyle=dash, label=name)
            axes.set(xlabel=abscissa, ylabel="variance")
        panels[0].set(ylim=(0, None))
        panels[1].set(xscale="log", yscale="log")
        lines, names = panels[0].get_legend_handles_labels()
        figure.legend(lines, names, loc="outside upper center", ncols=len(LOOK))
    frames = (by_attraction, by_examination)
    data = pd.concat(
        frame.rename(columns={frame.columns[0]: "abscissa"}).assign(against=frame.columns[0])
        for frame in frames
    )
    return Drawing(figure, data)


def first_estimates_as_described(data: pd.DataFrame) -> bool:
    """Click rates fall from item 1 to item 3; the pooled estimates rise and are near the truth."""
    error = (data["pooled estimate"] - data["attraction"]).abs()
    return (
        rising(*data["click rate"][::-1])
        and rising(*data["pooled estimate"])
        and (error < 2 * data["standard error"]).all()
    )


def ratio_as_described(data: pd.DataFrame) -> bool:
    """The loss is 2 and 1.125 at attraction one half, and below 2.3 everywhere."""
    half = data[np.isclose(data["attraction"], 0.5, atol=0.0013)].iloc[0]
    return (
        close(half.iloc[1:3], (2, 1.125), 0.01)
        and data.iloc[:, 3].max() < 2.3
        and (data.iloc[:, 4] <= data.iloc[:, 3] + 1e-12).all()
    )


def variances_as_described(data: pd.DataFrame) -> bool:
    """How the estimators compare with the bound over attraction, and over examination."""
    by_attraction, by_examination = (part for _, part in data.groupby("against", sort=False))
    middle, end = by_attraction[by_attraction["abscissa"] < 0.5], by_attraction.iloc[-1]
    low = by_examination.sort_values("abscissa")
    return (
        (middle["pooled"] < 1.13 * middle["Cramér–Rao bound"]).all()
        and (middle["debiased"] > 1.2 * middle["Cramér–Rao bound"]).all()
        and rising(end["maximum likelihood"], end["Cramér–Rao bound"], end["pooled"])
        and low["debiased"].iloc[0] > 10 * low["debiased"].iloc[-1]
        and low["pooled"].iloc[0] < 2 * low["pooled"].iloc[-1]
    )


def greedy_tree(attraction: tuple[Fraction, Fraction], examination: Fraction) -> pd.DataFrame:
    """The ends of a game of three rounds, in which the item with the larger estimate is shown again.

    There are two items and one position. Each item is shown once; in a tie item 1 is shown again. If item 1
    was clicked, it is shown again whatever happens to item 2.

    Returns
    -------
    DataFrame, one row per end
        item 1, item 2 (whether clicked, or "either"), shown again (the item), third (whether item 1 is
        clicked in the third round, or ""), probability, and estimate (of item 1); the last two exact.
    """
    first, second = (examination * theta for theta in attraction)
    ends = []
    for one, two, again, chance in (
        ("click", "either", 1, first),
        ("no click", "no click", 1, (1 - first) * (1 - second)),
        ("no click", "click", 2, (1 - first) * second),
    ):
        for third, share in (
            (("click", first), ("no click", 1 - first)) if again == 1 else (("", Fraction(1)),)
        ):
            clicks, plays = (one == "click") + (third == "click"), 1 + (again == 1)
            ends.append((one, two, again, third, chance * share, clicks / (plays * examination)))
    return pd.DataFrame(ends, columns=["item 1", "item 2", "shown again", "third", "probability", "estimate"])


def greedy(attraction: tuple[Fraction, Fraction], examination: Fraction) -> Drawing:
    """The tree of that game, from left to right, with the estimate of item 1 at each end and its mean."""
    ends = greedy_tree(attraction, examination)
    heights, kinds = (4, 3, 2, 1, 0), {"click": GREEN, "no click": VERMILION, "": GREY, "either": GREY}
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 4.6))
        for row, end in zip(heights, ends.to_dict("records"), strict=True):
            start, middle = (
                (3.5, 3.5) if end["item 1"] == "click" else (1, 1.5 if end["shown again"] == 1 else 0)
            )
            path = ((0, 2.25), (1, start), (2, middle), (3, row))
            words = end["item 1"], end["item 2"], end["third"]
            for (x, y), (u, v), word in zip(path, path[1:], words, strict=False):
                axes.plot((x, u), (y, v), color=kinds[word], lw=1.8, ls="--" if word == "no click" else "-")
                if word:
                    axes.text(
                        (x + u) / 2, (y + v) / 2, word, ha="center", va="center", fontsize=9.5, bbox=CLEAR
                    )
            for (x, y), item in zip(path, (1, 2, end["shown again"]), strict=False):
                box = {"boxstyle": "circle,pad=0.35", "fc": "white", "ec": BLACK}
                axes.text(x, y, item, ha="center", va="center", fontsize=12, bbox=box, zorder=4)
            value = f"{float(end['estimate']):.2f}  in {100 * float(end['probability']):.0f} %"
            axes.text(3.08, row, value, va="center", fontsize=11)
        for x, title in enumerate(("round 1", "round 2", "round 3", "estimate\nof item 1")):
            axes.text(
                x + 0.08 * (x == 3), 4.8, title, ha="left" if x == 3 else "center", va="center", fontsize=11
            )
        mean = float((ends["probability"] * ends["estimate"]).sum())
        axes.text(
            3.08,
            -0.8,
            f"mean {mean:.2f},\ntruth {float(attraction[0]):.2f}",
            va="center",
            fontsize=11,
            weight="bold",
        )
        axes.set(xlim=(-0.3, 4.3), ylim=(-1, 5))
        axes.axis("off")
    return Drawing(figure, ends.astype({"probability": float, "estimate": float}))


def greedy_as_described(data: pd.DataFrame) -> bool:
    """The estimate is too low on average, and 0 for certain if item 2 is shown again."""
    mean = (data["probability"] * data["estimate"]).sum()
    lost = data[data["shown again"] == 2]
    return (
        close(data["probability"].sum(), 1)
        and mean < 0.46
        and len(lost) == 1
        and (lost["estimate"] == 0).all()
    )
