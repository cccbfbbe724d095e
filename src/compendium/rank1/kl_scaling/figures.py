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
    """κ(c, M) and the max(c, 1 - M) of (7) against c, a colour for each M of `largest`."""
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
