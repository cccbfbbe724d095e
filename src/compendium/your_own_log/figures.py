"""The figures of the report. Names from the log are drawn as text."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.drawing import BLACK, BLUE, CYCLE, GREY, VERMILION, regret_curves
from clickbandits.pbm.bounds import lower_bound
from compendium.figures import Drawing, style
from compendium.your_own_log.labels import in_figure
from compendium.your_own_log.study import Study

MOST_BARS = 30


def vectors(study: Study) -> Drawing:
    """Examination by position, and attraction by item, best first, with their intervals."""
    attraction, examination = study.attraction, study.examination
    displays = study.table[1].sum(axis=1)
    most = np.sort(np.argsort(-displays, kind="stable")[:MOST_BARS])
    shown = most[np.argsort(-attraction.value[most], kind="stable")]
    places = study.positions + 1
    with style():
        height = max(3.6, 1.2 + 0.26 * shown.size)
        figure, (left, right) = plt.subplots(1, 2, figsize=(10, height))
        _points(left, np.arange(places.size), examination, np.arange(places.size), BLUE)
        left.set_yticks(range(places.size), [str(place) for place in places])
        left.set(xlabel="examination", ylabel="position")
        _points(right, np.arange(shown.size), attraction, shown, VERMILION)
        names = [in_figure(study.labels[study.items[row]]) for row in shown]
        right.set_yticks(range(shown.size), names, fontsize="small")
        more = f", the {MOST_BARS} with most displays" if displays.size > MOST_BARS else ""
        right.set(xlabel="attraction", ylabel=f"item{more}")
        if study.truth:
            left.plot(study.truth.examination, range(places.size), "x", color=BLACK, label="truth")
            right.plot(study.truth.attraction[shown], range(shown.size), "x", color=BLACK)
            left.legend()
        for axes in (left, right):
            axes.invert_yaxis()
            axes.set_xlim(-0.02, 1.02)
    return Drawing(figure, pd.concat([_frame(study, "position"), _frame(study, "item")]))


def _points(axes, places, found, rows, colour):
    """Estimates with their intervals, one above the other."""
    value = found.value[rows]
    reach = np.maximum([value - found.low[rows], found.high[rows] - value], 0)
    axes.errorbar(value, places, xerr=reach, fmt="o", ms=4, capsize=3, color=colour)


def _frame(study: Study, kind):
    """Every estimate with its interval and counts, one row a position or an item."""
    clicks, plays = study.table
    axis = {"position": 0, "item": 1}[kind]
    found = study.examination if kind == "position" else study.attraction
    numbers = (study.positions if kind == "position" else study.items) + 1
    names = numbers if kind == "position" else [study.labels[item] for item in study.items]
    return pd.DataFrame(
        {"of": kind, "number": numbers, "name": names, "displays": plays.sum(axis=axis),
         "clicks": clicks.sum(axis=axis), "estimate": found.value, "low": found.low,
         "high": found.high, "remark": found.note}
    )  # fmt: skip


def rates(study: Study) -> Drawing:
    """Observed click-through rates against fitted ones, a point an item and position."""
    clicks, plays = study.table
    row, column = np.nonzero(plays)
    fitted = np.outer(study.fitted.attraction, study.fitted.examination)[row, column]
    shown = plays[row, column]
    observed = clicks[row, column] / shown
    error = np.sqrt(fitted * (1 - fitted) / shown)
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 5))
        for number, place in enumerate(study.positions):
            ours = column == number
            axes.errorbar(
                fitted[ours], observed[ours], yerr=2 * error[ours], fmt="o", ms=4, lw=0.8,
                color=CYCLE[number % len(CYCLE)], label=f"position {place + 1}",
            )  # fmt: skip
        most = 1.05 * max(fitted.max(), observed.max())
        axes.plot([0, most], [0, most], color=GREY, lw=1, zorder=0)
        axes.set(xlabel="fitted click-through rate", ylabel="observed click-through rate")
        axes.legend(title="± 2 standard errors\nunder the fit", fontsize="small",
                    title_fontsize="small")  # fmt: skip
    names = [study.labels[study.items[item]] for item in row]
    data = {"item": names, "position": study.positions[column] + 1, "displays": shown,
            "observed": observed, "fitted": fitted, "standard error": error}  # fmt: skip
    return Drawing(figure, pd.DataFrame(data))


def regret(game, played) -> Drawing:
    """Mean regret of the policies against log t with the bound; or that nothing was played."""
    with style():
        if played is None:
            figure, axes = plt.subplots(figsize=(7.2, 1.2))
            axes.text(0.5, 0.5, "no policy was played", ha="center", va="center")
            axes.set_axis_off()
            return Drawing(figure, pd.DataFrame())
        figure, axes = plt.subplots(figsize=(8, 5))
        constant = lower_bound(game.problem)
        axes.plot(played.rounds, constant * np.log(played.rounds), color=BLACK, ls=":", lw=2,
                  label=r"lower bound (6)·log t")  # fmt: skip
        regret_curves(axes, played)
        axes.set_xscale("log")
    return Drawing(figure, played.frame().assign(bound=constant))
