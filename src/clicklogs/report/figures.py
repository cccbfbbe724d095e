"""The figures of the report, each with its data and a description in words without names."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from clickbandits.drawing import BLACK, BLUE, CYCLE, GREY, VERMILION, regret_curves
from clickbandits.pbm.bounds import lower_bound

from .._extras import needed
from .labels import behind_boxes, in_figure
from .log_report import LogReport
from .study import Study

MOST_BARS = 30

MOST_POINTS = 1000


class Picture(NamedTuple):
    """A matplotlib figure, the numbers in it, and a description in words.

    letters : the letters that the figure replaces by boxes, in their order
    """

    figure: Any
    data: pd.DataFrame
    finding: str
    letters: str = ""


def _figure(width: float, height: float) -> Any:
    """An empty figure without a window."""
    figure = needed("matplotlib.figure", "the report's figures need matplotlib", "report")
    return figure.Figure(figsize=(width, height), layout="constrained")


def vectors(study: Study) -> Picture:
    """Examination by position, and attraction by item, best first, with their intervals."""
    attraction, examination = study.attraction, study.examination
    displays = study.table[1].sum(axis=1)
    most = np.sort(np.argsort(-displays, kind="stable")[:MOST_BARS])
    shown = most[np.argsort(-attraction.value[most], kind="stable")]
    places = study.positions + 1
    figure = _figure(10, max(3.6, 1.2 + 0.26 * shown.size))
    left, right = figure.subplots(1, 2)
    _points(left, np.arange(places.size), examination, np.arange(places.size), BLUE)
    left.set_yticks(range(places.size), [str(place) for place in places])
    left.set(xlabel="examination", ylabel="position")
    _points(right, np.arange(shown.size), attraction, shown, VERMILION)
    names = [study.labels[study.items[row]] for row in shown]
    right.set_yticks(range(shown.size), [*map(in_figure, names)], fontsize="small")
    more = f", the {MOST_BARS} with most displays" if displays.size > MOST_BARS else ""
    right.set(xlabel="attraction", ylabel=f"item{more}")
    if study.truth:
        left.plot(study.truth.examination, range(places.size), "x", color=BLACK, label="truth")
        right.plot(study.truth.attraction[shown], range(shown.size), "x", color=BLACK)
        left.legend()
    for axes in (left, right):
        axes.invert_yaxis()
        axes.set_xlim(-0.02, 1.02)
    least = int(np.argmin(examination.value))
    finding = (
        f"Examination of {places.size} positions, smallest ({examination.value[least]:.3f}) at "
        f"position {places[least]}; attraction of {attraction.value.size} items from "
        f"{attraction.value.min():.3f} to {attraction.value.max():.3f}, the widest interval "
        f"{float(np.nanmax(attraction.high - attraction.low, initial=0)):.3f}."
    )
    if study.truth:
        finding += f" {study.held} of {study.intervals} intervals contain the true value."
    data = pd.concat([estimates(study, "position"), estimates(study, "item")])
    return Picture(figure, data, finding, behind_boxes(names))


def _points(axes, places, estimate, rows, colour):
    """Estimates with their intervals, one above the other."""
    value = estimate.value[rows]
    reach = np.maximum(np.nan_to_num([value - estimate.low[rows], estimate.high[rows] - value]), 0)
    axes.errorbar(value, places, xerr=reach, fmt="o", ms=4, capsize=3, color=colour)


def estimates(study: Study, kind: str) -> pd.DataFrame:
    """Every estimate with its interval and counts, one row per "position" or "item"."""
    clicks, plays = study.table
    axis = {"position": 0, "item": 1}[kind]
    estimate = study.examination if kind == "position" else study.attraction
    numbers = (study.positions if kind == "position" else study.items) + 1
    names = numbers if kind == "position" else [study.labels[item] for item in study.items]
    return pd.DataFrame(
        {
            "of": kind,
            "number": numbers,
            "name": names,
            "displays": plays.sum(axis=axis),
            "clicks": clicks.sum(axis=axis),
            "estimate": estimate.value,
            "low": estimate.low,
            "high": estimate.high,
            "remark": estimate.note,
        }
    )


def rates(made: LogReport) -> Picture:
    """Observed click-through rates against those of the most likely product, one point per cell."""
    study = made.study
    clicks, plays = study.table
    row, column = np.nonzero(plays)
    fitted = made.fitness.product[row, column]
    shown = plays[row, column]
    observed = clicks[row, column] / shown
    error = np.sqrt(fitted * (1 - fitted) / shown)
    figure = _figure(7.2, 5)
    axes = figure.subplots()
    drawn = np.zeros(shown.size, dtype=bool)
    drawn[np.argsort(-shown, kind="stable")[:MOST_POINTS]] = True
    for number, place in enumerate(study.positions):
        ours = drawn & (column == number)
        axes.errorbar(
            fitted[ours],
            observed[ours],
            yerr=2 * error[ours],
            fmt="o",
            ms=4,
            lw=0.8,
            color=CYCLE[number % len(CYCLE)],
            label=f"position {place + 1}",
        )
    most = 1.05 * max(fitted[drawn].max(), observed[drawn].max())
    axes.plot([0, most], [0, most], color=GREY, lw=1, zorder=0)
    more = f", the {MOST_POINTS:,} with most displays" if shown.size > MOST_POINTS else ""
    axes.set(xlabel=f"fitted click-through rate{more}", ylabel="observed click-through rate")
    axes.legend(title="± 2 standard errors\nunder the fit", fontsize="small", title_fontsize="small")
    names = [study.labels[study.items[item]] for item in row]
    data = {
        "item": names,
        "position": study.positions[column] + 1,
        "displays": shown,
        "observed": observed,
        "fitted": fitted,
        "standard error": error,
    }
    finding = (
        "Observed against fitted click-through rates: a rate is off the diagonal by "
        f"{made.fitness.error:.4f} on average over the displays, and would be by "
        f"{made.fitness.noise:.4f} if the model were true."
    )
    return Picture(figure, pd.DataFrame(data), finding)


def regret(made: LogReport) -> Picture:
    """Mean regret of the policies against log t with the bound, or a remark that nothing was played."""
    played = made.regret
    if played is None:
        figure = _figure(7.2, 1.2)
        axes = figure.subplots()
        axes.text(0.5, 0.5, "no policy was played", ha="center", va="center")
        axes.set_axis_off()
        return Picture(
            figure, pd.DataFrame(), "No policy was played, because there is no choice between items."
        )
    figure = _figure(8, 5)
    axes = figure.subplots()
    assert made.game.problem is not None
    constant = lower_bound(made.game.problem)
    axes.plot(played.rounds, constant * np.log(played.rounds), color=BLACK, ls=":", lw=2, label="lower bound")
    regret_curves(axes, played)
    axes.set_xscale("log")
    order = sorted(played.values, key=lambda policy: played.mean(policy)[-1])
    final = ", ".join(f"{policy} {played.mean(policy)[-1]:,.0f}" for policy in order)
    finding = f"Mean regret after {played.rounds[-1]:,} rounds, smallest first: {final}."
    return Picture(figure, played.frame().assign(bound=constant), finding)
