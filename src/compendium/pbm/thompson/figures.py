"""The figures of the chapter on Thompson sampling: tails, displays and regrets."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from clickbandits.core import Problem
from clickbandits.drawing import BLACK, BLUE, GREY, ORANGE, look
from clickbandits.pbm.bounds import lower_bound, shared_position_bound
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


def regrets(problem: Problem, played: pd.DataFrame, known: pd.DataFrame) -> Drawing:
    """Regret against log T: three policies, and the game with known leaders at huge horizons.

    Lines through the mean of PBM-TS at a middle point have the two constants as slopes.
    """
    policies = [part.assign(game="exact") for _, part in played.groupby("policy", sort=False)]
    long = known.assign(game="known leaders", policy="PBM-TS", round=10.0 ** known["exponent"])
    data = pd.concat([*policies, long], ignore_index=True)
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(10.5, 4.4))
        for part in policies:
            _band(panels[0], part)
        _constants(panels[0], problem, policies[0], 1e3)
        _band(panels[1], long)
        _constants(panels[1], problem, long, 1e20)
        panels[0].set(title="games in full")
        panels[1].set(title="the leaders' attractions are known")
        for axes in panels:
            axes.set(xscale="log", xlabel="round $t$", ylabel="regret (expected clicks)", ylim=(0, None))
            axes.legend(title="bands: ± 2 standard errors", fontsize="small", title_fontsize="small")
            name_policies(axes)
    panels[1].set_xlim(1.0)
    return Drawing(figure, data[["game", "policy", "round", "mean", "standard error"]])


def _band(axes: Axes, part: pd.DataFrame) -> None:
    """The mean regret of a policy with its uncertainty."""
    policy, mean, error = part["policy"].iloc[0], part["mean"], part["standard error"]
    (line,) = axes.plot(part["round"], mean, label=policy, **look(policy))
    axes.fill_between(
        part["round"], mean - 2 * error, mean + 2 * error, color=line.get_color(), alpha=0.2, lw=0
    )


def _constants(axes: Axes, problem: Problem, part: pd.DataFrame, anchor: float) -> None:
    """Lines of slope C and C_L through the mean at the first round from `anchor` on."""
    start = part[part["round"] >= anchor].iloc[0]
    rounds = part["round"][part["round"] >= anchor]
    constants = (
        (r"slope $C$", lower_bound(problem), GREY, ":"),
        (r"slope $C_L$", shared_position_bound(problem, problem.examination.size), BLACK, ":"),
    )
    for name, slope, colour, dash in constants:
        grown = start["mean"] + slope * np.log(rounds / start["round"])
        axes.plot(rounds, grown, dash, color=colour, lw=2, label=f"{name} = {slope:.3f}")


def tails_as_described(data: pd.DataFrame) -> bool:
    """Both chances fall, the upper place's faster: from four fifths of the other to below a tenth."""
    ratio = data["above last"] / data["last or above"]
    return bool((np.diff(ratio) < 0).all() and 0.75 < ratio.iloc[0] < 0.85 and ratio.iloc[-1] < 0.1)


def displays_as_described(data: pd.DataFrame) -> bool:
    """Displays above the last position have nearly stopped, and those at it go on."""
    late = data.iloc[-1] - data.iloc[-3]
    return bool(late["last"] > 10 * late["above"] and data["above"].iloc[-1] < 20)


def regrets_as_described(known: pd.DataFrame, lowest: float, at_last: float) -> bool:
    """With known leaders the slope is nearer to C_L than to C, by several standard errors."""
    slope, error = known["slope"].iloc[-1], known["slope, standard error"].iloc[-1]
    return bool(slope - 3 * error > (lowest + at_last) / 2 and abs(slope - at_last) < 4 * error)
