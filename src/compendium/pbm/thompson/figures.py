"""The figures of the chapter on Thompson sampling: tails, displays and regrets."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from clickbandits.core import Problem
from clickbandits.drawing import BLACK, BLUE, GREY, ORANGE, look
from clickbandits.pbm.bounds import TIE, lower_bound, shared_position_bound
from compendium.figures import Drawing, name_policies, style

from .known_leaders import GRID


def tails(problem: Problem, most: int) -> Drawing:
    """Chances that the worst item's draw exceeds the last two leaders' attractions, after displays at L.

    Every display brings its expected share of a click. Attractions must be in decreasing order.
    """
    attraction, examination = problem
    clicked = examination[-1] * attraction[-1]
    displays = np.arange(most + 1)
    gained = clicked * np.log(GRID) + (1 - clicked) * np.log1p(-examination[-1] * GRID)
    posterior = np.exp(displays[:, None] * gained)
    posterior /= posterior.sum(axis=1, keepdims=True)
    last = posterior[:, attraction[-2] < GRID].sum(axis=1)
    above = posterior[:, attraction[-3] < GRID].sum(axis=1)
    data = pd.DataFrame({"displays": displays, "above last": above, "last or above": last})
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 3.6))
        axes.plot(displays, last, color=BLUE, label=rf"draw above {attraction[-2]:g}: reaches the last place")
        axes.plot(
            displays, above, "--", color=ORANGE, label=rf"draw above {attraction[-3]:g}: reaches the top"
        )
        axes.fill_between(displays, above, last, color=BLUE, alpha=0.12, lw=0)
        axes.set(yscale="log", xlabel="displays of item 3 at the last position", ylabel="chance in a round")
        axes.legend(loc="lower left")
    return Drawing(figure, data)


def displays(counts: pd.DataFrame) -> Drawing:
    """Displays of the worst item above the last position and at it, against the round."""
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 3.8))
        for name, colour, dash, text in (
            ("last", BLUE, "-", "at the last position"),
            ("above", ORANGE, "--", "above the last position"),
        ):
            axes.errorbar(
                counts["round"],
                counts[name],
                yerr=2 * counts[f"{name}, standard error"],
                color=colour,
                linestyle=dash,
                marker="o",
                ms=4,
                capsize=3,
                label=text,
            )
        axes.set(xscale="log", xlabel="round $t$", ylabel="displays of item 3", ylim=(0, None))
        axes.legend(title="mean ± 2 standard errors", fontsize="small", title_fontsize="small")
    return Drawing(figure, counts)


def regrets(panels: dict[str, tuple[Problem, pd.DataFrame, float]]) -> Drawing:
    """Regret against log T in two columns of panels, with the two constants as slopes.

    Each panel has its problem, the regrets of some policies, and the round from which lines of slope C
    and C_L are drawn, beginning at the mean of its first policy.
    """
    with style():
        figure, axes_of = plt.subplots(len(panels) // 2, 2, figsize=(10.5, 2.1 * len(panels)))
        for axes, (title, (problem, regret, anchor)) in zip(axes_of.flat, panels.items(), strict=True):
            policies = [part for _, part in regret.groupby("policy", sort=False)]
            for part in policies:
                _band(axes, part)
            _constants(axes, problem, policies[0], anchor)
            axes.set(title=title, xscale="log", xlabel="round $t$", ylabel="regret (expected clicks)")
            axes.set(xlim=(1.0, None), ylim=(0, None))
            axes.legend(title="bands: ± 2 standard errors", fontsize="small", title_fontsize="small")
            name_policies(axes)
    data = pd.concat([regret.assign(panel=title) for title, (_, regret, _) in panels.items()])
    return Drawing(figure, data[["panel", "policy", "round", "mean", "standard error"]])


def _band(axes: Axes, part: pd.DataFrame) -> None:
    """The mean regret of a policy with its uncertainty."""
    policy, mean, error = part["policy"].iloc[0], part["mean"], part["standard error"]
    (line,) = axes.plot(part["round"], mean, label=policy, **look(policy))
    axes.fill_between(
        part["round"], mean - 2 * error, mean + 2 * error, color=line.get_color(), alpha=0.2, lw=0
    )


def _constants(axes: Axes, problem: Problem, part: pd.DataFrame, anchor: float) -> None:
    """Lines of slope C and C_L, which can be one, through the mean at the first round from `anchor` on."""
    start = part[part["round"] >= anchor].iloc[0]
    rounds = part["round"][part["round"] >= anchor]
    lowest, at_last = lower_bound(problem), shared_position_bound(problem, problem.examination.size)
    constants = [(r"slope $C_L$", at_last, BLACK)]
    if lowest < at_last * (1 - TIE):
        constants.insert(0, (r"slope $C$", lowest, GREY))
    for name, slope, colour in constants:
        grown = start["mean"] + slope * np.log(rounds / start["round"])
        axes.plot(rounds, grown, ":", color=colour, lw=2, label=f"{name} = {slope:.3f}")


def tails_as_described(data: pd.DataFrame) -> bool:
    """Both chances fall, the upper place's faster: from four fifths of the other to below a tenth."""
    ratio = data["above last"] / data["last or above"]
    return bool((np.diff(ratio) < 0).all() and 0.75 < ratio.iloc[0] < 0.85 and ratio.iloc[-1] < 0.1)


def displays_as_described(data: pd.DataFrame) -> bool:
    """Displays above the last position have nearly stopped, and those at it go on."""
    late = data.iloc[-1] - data.iloc[-3]
    return bool(late["last"] > 10 * late["above"] and data["above"].iloc[-1] < 20)


def regrets_as_described(panels: dict[str, tuple[Problem, pd.DataFrame, float]]) -> bool:
    """PBM-TS ends lowest, grows faster than C if C_L is larger, and as fast as C_L with known leaders."""
    right = []
    for title, (problem, regret, _) in panels.items():
        ends = regret.groupby("policy").last()
        slope, error = ends.loc["PBM-TS", ["slope", "slope, standard error"]]
        right.append(ends["mean"].idxmin() == "PBM-TS")
        lowest, at_last = lower_bound(problem), shared_position_bound(problem, problem.examination.size)
        if lowest < at_last * (1 - TIE):
            right.append(slope - 2 * error > lowest)
        if "known" in title:
            right.append(slope - 3 * error > (lowest + at_last) / 2 and abs(slope - at_last) < 4 * error)
    return all(right)
