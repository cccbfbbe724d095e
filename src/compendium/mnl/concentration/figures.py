"""Figures of the chapter on concentration: exact probabilities compared with the guarantees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.pyplot import subplots

from clickbandits.drawing import BLACK, BLUE, CYCLE, GREEN, GREY, ORANGE, VERMILION
from clickbandits.geometric import lower_tail, upper_tail
from clickbandits.mnl.concentration import (
    GAMMA_SCALE,
    click_radius,
    crossing_probability,
    lower_radius,
    printed_click_radius,
    printed_radius,
    upper_radius,
)
from compendium.captions import close
from compendium.figures import Drawing, style

from .constants import theorem_5_bound

DASHES = ("-", "--", "-.", ":")
KINDS = {
    "exact": (BLACK, "-"),
    "printed (7)": (VERMILION, "--"),
    "Lemma 11, sharper": (ORANGE, ":"),
    "sharpened": (BLUE, "-."),
}


def _named(kind):
    """The name of a bound in a figure, which has no room for equation numbers."""
    return kind.replace("(7)", "variance radius").replace("(8)", "click radius")


def _bernstein(deviations, variance, scale):
    """exp(−t) for the t at which √(2Vt) + ct is the deviation."""
    root = (np.sqrt(2 * variance + 4 * scale * deviations) - np.sqrt(2 * variance)) / (2 * scale)
    return np.exp(-(root**2))


def stopped_paths(n: int, confidence: float, n_paths: int, seed: int) -> pd.DataFrame:
    """Deviations of sums of counts with p = 1/2, each stopped when it leaves the radius (7).

    Returns
    -------
    DataFrame
        One row per path and tenth count, with "deviation", "stopped" (whether the path was stopped
        before) and the radius.
    """
    steps = np.arange(1, n + 1)
    radius = printed_radius(2.0 * steps, confidence)
    moved = np.random.default_rng(seed).geometric(0.5, (n_paths, n)) - 2
    paths = moved.cumsum(axis=1)
    outside = np.abs(paths) > radius
    first = np.where(outside.any(axis=1), outside.argmax(axis=1), n)
    shown = np.arange(9, n, 10)
    places = np.minimum(shown, first[:, None])
    return pd.DataFrame(
        {
            "path": np.repeat(np.arange(1, n_paths + 1), shown.size),
            "count": np.tile(steps[shown], n_paths),
            "deviation": np.take_along_axis(paths, places, axis=1).ravel(),
            "stopped": (shown > first[:, None]).ravel(),
            "radius": np.tile(radius[shown], n_paths),
        }
    )


def stopped(table: pd.DataFrame) -> Drawing:
    """Paths of a deviation, drawn level after they left the radius."""
    with style():
        figure, axes = subplots(figsize=(8.2, 4.4))
        for name, colour, width in ((False, GREY, 0.8), (True, VERMILION, 1.4)):
            kept = table["deviation"].where(table["stopped"] == name)
            for number, (_, path) in enumerate(table.assign(kept=kept).groupby("path")):
                label = ("stopped outside" if name else "still played") if number == 0 else None
                axes.plot(path["count"], path["kept"], color=colour, linewidth=width, label=label)
        edge = table[table["path"] == 1]
        for sign in (1, -1):
            label = "variance radius" if sign == 1 else None
            axes.plot(edge["count"], sign * edge["radius"], color=BLACK, linestyle="--", label=label)
        axes.set(xlabel="number of counts", ylabel="sum of the counts less its mean")
        axes.legend(loc="upper left", ncols=3, fontsize=9)
    return Drawing(figure, table)


def tail_table(n: int, deviations: Sequence[int]) -> pd.DataFrame:
    """The two tails of a sum of n counts with p = 1/2, and their bounds, by deviation."""
    x = np.asarray(deviations)
    variance = 2.0 * n
    sides = {
        "above": (upper_tail(n, 0.5, n + x), _bernstein(x, variance, GAMMA_SCALE)),
        "below": (lower_tail(n, 0.5, n - x), np.exp(-(x**2) / (2 * variance))),
    }
    tables = [
        pd.DataFrame(
            {
                "side": side,
                "deviation": x / np.sqrt(variance),
                "exact": exact,
                "printed (7)": _bernstein(x, variance, 4.0),
                "Lemma 11, sharper": _bernstein(x, variance, 2.0),
                "sharpened": sharpened,
            }
        )
        for side, (exact, sharpened) in sides.items()
    ]
    return pd.concat(tables, ignore_index=True)


def tails(table: pd.DataFrame) -> Drawing:
    """The exact tails of a sum and the bounds, one panel per side."""
    with style():
        figure, panels = subplots(1, 2, figsize=(8.2, 4.2), sharey=True)
        for panel, side in zip(panels, ("below", "above"), strict=True):
            rows = table[table["side"] == side]
            for kind, (colour, dash) in KINDS.items():
                shown = rows[rows[kind] > 0]
                panel.plot(shown["deviation"], shown[kind], dash, color=colour, label=_named(kind))
            panel.set(title=f"{side} the mean", xlabel="deviation (standard deviations)")
            panel.set(yscale="log", ylim=(1e-12, 2))
        panels[0].set_ylabel("probability of one side")
        panels[0].legend()
    return Drawing(figure, table)


def failure_table(n: int, confidences: Sequence[float]) -> pd.DataFrame:
    """The exact probability that each two-sided guarantee fails, for n counts with p = 1/2."""
    clicks = np.arange(0, 6 * n)
    mass = upper_tail(n, 0.5, clicks) - upper_tail(n, 0.5, clicks + 1)
    mass[:n] = np.diff(lower_tail(n, 0.5, np.arange(-1, n)))  # no cancellation below the mean
    above = clicks - n
    rows = []
    for confidence in confidences:
        radii = {
            "printed (7)": (printed_radius(2.0 * n, confidence),) * 2,
            "printed (8)": (printed_click_radius(clicks, confidence),) * 2,
            "sharpened (7)": (lower_radius(2.0 * n, confidence), upper_radius(2.0 * n, confidence)),
            "sharpened (8)": (click_radius(clicks, confidence),) * 2,
        }
        for kind, (below, over) in radii.items():
            fails = (-above > below) | (above > over)
            rows.append((float(confidence), kind, float(mass[fails].sum())))
    return pd.DataFrame(rows, columns=["confidence", "guarantee", "probability"])


def failures(table: pd.DataFrame) -> Drawing:
    """How often each guarantee fails, compared with the guaranteed 2/C."""
    colours = dict(zip(table["guarantee"].unique(), (VERMILION, ORANGE, BLUE, GREEN), strict=True))
    with style():
        figure, panel = subplots()
        confidences = table["confidence"].unique()
        panel.plot(confidences, 2 / confidences, color=GREY, linewidth=3, label="claimed: 2/C")
        for dash, (kind, colour) in zip(DASHES, colours.items(), strict=True):
            rows = table[(table["guarantee"] == kind) & (table["probability"] > 0)]
            panel.plot(rows["confidence"], rows["probability"], dash, color=colour, label=_named(kind))
        panel.set(xscale="log", yscale="log", xlabel="C", ylabel="exact probability of failure")
        panel.set_ylim(1e-16, 2)
        panel.legend()
    return Drawing(figure, table)


def crossing_table(n: int, confidences: Sequence[float], points: int = 200) -> pd.DataFrame:
    """P((7) fails at k) for the policy that freezes at the first failure, at some k up to n."""
    places = np.unique(np.geomspace(1, n, points).astype(int))
    tables = [
        pd.DataFrame(
            {
                "confidence": float(confidence),
                "n": places,
                "probability": crossing_probability(n, confidence)[places - 1],
                "promised": 2 / confidence,
            }
        )
        for confidence in confidences
    ]
    return pd.concat(tables, ignore_index=True)


def crossings(table: pd.DataFrame) -> Drawing:
    """How the probability that (7) fails under predictable parameters grows beyond 2/C."""
    with style():
        figure, panel = subplots()
        for number, (confidence, rows) in enumerate(table.groupby("confidence")):
            colour = CYCLE[number]
            panel.plot(rows["n"], rows["probability"], color=colour, label=f"C = {confidence:g}")
            panel.axhline(rows["promised"].iloc[0], color=colour, linestyle=":", linewidth=1.5)
        panel.plot([], [], ":", color=GREY, label="claimed: 2/C")
        panel.set(xscale="log", ylim=(0, 1), xlabel="number of counts n")
        panel.set_ylabel("exact probability that the radius fails")
        panel.legend()
    return Drawing(figure, table)


def slot_table(slots: Sequence[int], deviations: Sequence[int]) -> pd.DataFrame:
    """The exact tail of the total of one epoch with d positions of weight 1, over Theorem 5's bound.

    With independent positions the total is negative binomial; in an epoch it is geometric.
    """
    delta = np.asarray(deviations)
    tables = []
    for d in slots:
        log_bound = np.log(theorem_5_bound(delta, float(d), 1.0, 0.5))
        epoch = (d + delta) * np.log(d / (d + 1))
        independent = np.log(upper_tail(d, 0.5, d + delta))
        tables.append(
            pd.DataFrame(
                {
                    "slots": d,
                    "deviation": delta,
                    "epoch": (epoch - log_bound) / np.log(10),
                    "independent": (independent - log_bound) / np.log(10),
                }
            )
        )
    return pd.concat(tables, ignore_index=True)


def slots(table: pd.DataFrame) -> Drawing:
    """The deviations at which the exact tail of an epoch's total exceeds the bound of Theorem 5."""
    with style():
        figure, panels = subplots(1, 2, figsize=(8.2, 4.2), sharey=True)
        for panel, kind, title in zip(
            panels, ("epoch", "independent"), ("one epoch", "independent positions"), strict=True
        ):
            for number, (d, rows) in enumerate(table.groupby("slots")):
                panel.plot(
                    rows["deviation"], rows[kind], DASHES[number % 4], color=CYCLE[number], label=f"d = {d}"
                )
            panel.axhline(0, color=GREY, linewidth=1.5)
            panel.set(title=title, xlabel="δ (clicks above the mean)", ylim=(-12, 12))
        panels[0].set_ylabel("log₁₀ of exact tail over bound")
        panels[0].legend()
    return Drawing(figure, table)


def _probability_at(data: pd.DataFrame, side: str, column: str, deviation: float) -> float:
    """A tail's probability or bound, interpolated on the logarithmic scale."""
    part = data[data["side"] == side]
    height = np.log10(part[column].clip(lower=1e-300))
    return 10 ** np.interp(deviation, part["deviation"], height)


def tails_as_described(data: pd.DataFrame) -> bool:
    """Whether both tails have the values stated in the text."""
    above = [_probability_at(data, "above", name, 8.5) for name in ("exact", "sharpened", "printed (7)")]
    return (
        close(_probability_at(data, "below", "exact", 5.3), 4e-12, 0.2)
        and abs(np.log10(_probability_at(data, "below", "sharpened", 7.4)) + 12) < 0.5
        and 3e-6 < _probability_at(data, "below", "printed (7)", 8.5) < 3e-5
        and np.allclose(np.log10(above), np.log10([5e-12, 1e-9, 1e-5]), atol=0.6)
    )


def crossings_as_described(data: pd.DataFrame) -> bool:
    """Whether each curve rises and crosses its line between n = 2,000 and 5,000."""
    curves = [curve for _, curve in data.groupby("confidence")]
    first = [curve.loc[curve["probability"] > curve["promised"], "n"].min() for curve in curves]
    monotone = all((np.diff(curve["probability"]) >= 0).all() for curve in curves)
    return monotone and min(first) > 1800 and max(first) < 5200


def slots_as_described(data: pd.DataFrame) -> bool:
    """Whether two slots are never above the bound, three are from 70 on, and more from about 40 on."""
    above = data[data["epoch"] > 0].groupby("slots")["deviation"].min()
    end = data[data["deviation"] == 120].set_index("slots")["epoch"]
    return (
        data[data["slots"] <= 2]["epoch"].max() < 0
        and above[3] == 70
        and above[[6, 10]].between(35, 45).all()
        and np.allclose(end[[6, 10]], (7, 8), atol=0.7)
    )
