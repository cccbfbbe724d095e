"""The figures of the chapter on the scaling lemma."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.bernoulli import kl
from clickbandits.drawing import BLACK, BLUE, GREEN, SKY, VERMILION
from clickbandits.rank1.bounds import curvature
from compendium.figures import Drawing, style

SHADES = (BLUE, VERMILION, GREEN)


def dimming(p, q) -> Drawing:
    """d(cp, cq) against c on logarithmic axes, with the bounds by (p - q)²."""
    c = np.geomspace(1e-3, 0.9, 121)
    largest, square = max(p, q), 2 * c * (p - q) ** 2
    data = pd.DataFrame(
        {
            "c": c,
            "divergence": kl(c * p, c * q),
            "sharp": square * np.array([curvature(each, largest) for each in c]),
            "printed": square * np.maximum(c, 1 - largest),
            "Pinsker": square * c,
        }
    )
    looks = (
        ("divergence", BLACK, "-", "divergence d(cp, cq)"),
        ("sharp", BLUE, "-", "sharp bound, 2c κ (p − q)²"),
        ("printed", VERMILION, "--", "bound of the paper"),
        ("Pinsker", GREEN, ":", "Pinsker's inequality, 2c² (p − q)²"),
    )
    with style():
        figure, axes = plt.subplots()
        for name, colour, dash, label in looks:
            axes.plot(c, data[name], color=colour, linestyle=dash, label=label)
        axes.set(xlabel="share c of the visitors who look", ylabel="information of one display")
        axes.set(xscale="log", yscale="log")
        axes.legend()
    return Drawing(figure, data)


def ratio(c, points) -> Drawing:
    """d(cp, cq) / (c d(p, q)) against the larger and the smaller mean, with both sandwiches.

    Parameters
    ----------
    c : float
        In (0, 1).
    points : ndarray, shape (n, 2)
        Pairs (p, q), p ≠ q, inside (0, 1).
    """
    p, q = points.T
    value = kl(c * p, c * q) / (c * kl(p, q))
    ends = np.linspace(0, 1, 201)
    sharp = (1 - ends) / (1 - c * ends)
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.2), sharey=True)
        for axes, end, paper, side in (
            (panels[0], np.maximum(p, q), 1 - ends, "lower"),
            (panels[1], np.minimum(p, q), np.ones_like(ends), "upper"),
        ):
            axes.scatter(end, value, s=5, color=SKY, label="pairs (p, q)", rasterized=True)
            axes.plot(ends, sharp, color=BLUE, label=f"sharp {side} bound")
            axes.plot(ends, paper, color=VERMILION, linestyle="--", label=f"{side} bound, printed")
            axes.legend(loc="lower left")
        panels[0].set(xlabel="larger mean M", ylabel="d(cp, cq) / (c d(p, q))", xlim=(0, 1))
        panels[1].set(xlabel="smaller mean m", xlim=(0, 1), ylim=(0, 1.05))
    data = pd.DataFrame({"c": c, "p": p, "q": q, "ratio": value})
    return Drawing(figure, data)


def factors(largest) -> Drawing:
    """κ(c, M) and the max(c, 1 - M) of (7) against c, one colour per M of `largest`."""
    grid = np.linspace(0, 1, 201)
    frames = []
    with style():
        figure, axes = plt.subplots()
        for M, colour in zip(largest, SHADES, strict=False):
            sharp = np.array([curvature(c, M) for c in grid])
            printed = np.maximum(grid, 1 - M)
            axes.plot(grid, sharp, color=colour, label=f"κ(c, {M:g})")
            axes.plot(grid, printed, color=colour, linestyle="--", label=f"max(c, {1 - M:g})")
            frames.append(pd.DataFrame({"M": M, "c": grid, "sharp": sharp, "printed": printed}))
        axes.set(xlabel="factor c", ylabel="constant in place of γ", xlim=(0, 1), ylim=(0, 1.25))
        axes.legend(loc="upper left", ncols=2, fontsize="small")
    return Drawing(figure, pd.concat(frames))


def dimming_as_described(data: pd.DataFrame) -> bool:
    """The published bound and Pinsker's are less than a hundredth of the sharp one."""
    first = data.iloc[0]
    return first["sharp"] > 100 * max(first["printed"], first["Pinsker"]) and (
        0.75 < first["sharp"] / first["divergence"] < 1
    )


def ratio_as_described(data: pd.DataFrame) -> bool:
    """All ratios are between the sharp bounds."""
    scale, low, high = data["c"], data[["p", "q"]].min(axis=1), data[["p", "q"]].max(axis=1)
    below, above = (1 - high) / (1 - scale * high), (1 - low) / (1 - scale * low)
    return data["ratio"].between(below - 1e-9, above + 1e-9).all()


def factors_as_described(data: pd.DataFrame) -> bool:
    """Every solid line is above its dashed line and at least 1/4."""
    one = data[data["M"] == 1].iloc[0]
    apart = data[data["c"] * data["M"] > 0.5 + 1e-9]
    return (
        (data["sharp"] >= data["printed"] - 1e-12).all()
        and data["sharp"].min() >= 0.25 - 1e-12
        and one["printed"] == 0
        and abs(one["sharp"] - 0.25) < 1e-9
        and np.allclose(apart["sharp"], apart[["c", "printed"]].max(axis=1))
    )
