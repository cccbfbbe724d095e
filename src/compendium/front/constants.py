"""A picture that compares constants of published bounds with those proved here."""

from __future__ import annotations

import math
from typing import NamedTuple

import matplotlib.pyplot as plt
import pandas as pd

from clickbandits.drawing import GREEN, GREY
from compendium.figures import Drawing, style


class Constant(NamedTuple):
    """A constant: the bound it belongs to, the claims that state it, and its old and new value.

    The texts are those of the claims, and the numbers are drawn.
    """

    about: str
    printed_in: str
    proved_in: str
    printed: str
    ours: str
    was: float
    now: float


CONSTANTS = (
    Constant(
        "variance of the pooled estimator, θ ≤ ½\n(Section 2 of Lagrée et al.)",
        "pbm:factor-two",
        "pbm:sharp-loss",
        "2",
        "9/8",
        2,
        9 / 8,
    ),
    Constant(
        "PBM-UCB: factor of log T\n(Theorem 9)", "pbm:theorem-9", "pbm:positionwise-bound", "16", "4", 16, 4
    ),
    Constant(
        "Rank1ElimKL: factor of log n\n(Theorem 1 of Katariya et al.)",
        "rank1:theorem-1",
        "rank1:theorem-1-repaired",
        "160",
        "80",
        160,
        80,
    ),
    Constant(
        "Rank1ElimKL: each row and column\n(Theorem 1)",
        "rank1:theorem-1",
        "rank1:theorem-1-repaired",
        "6e + 82",
        "12",
        6 * math.e + 82,
        12,
    ),
    Constant(
        "tail above the mean: linear term\n(Theorem 3 of Grant and Leslie, fixed parameters)",
        "mnl:theorem-3",
        "mnl:upper-tail",
        "4",
        "1/log 2",
        4,
        1 / math.log(2),
    ),
    Constant(
        "tails by clicks: under the root\n(Theorem 3, fixed parameters)",
        "mnl:equation-8",
        "mnl:equation-8-fixed",
        "8",
        "4",
        8,
        4,
    ),
)


def constants() -> Drawing:
    """Each constant proved here, as a share of the published one."""
    data = pd.DataFrame(CONSTANTS)
    data["share"] = data.now / data.was
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 3.9))
        axes.barh(data.about, 1, color="#e6e6e6", height=0.6)
        axes.barh(data.about, data.share, color=GREEN, height=0.6)
        for place, row in enumerate(data.itertuples()):
            axes.text(row.share + 0.02, place, row.ours, va="center", weight="bold")
            axes.text(1.02, place, row.printed, va="center", color=GREY)
        axes.set(xlim=(0, 1.26), xlabel="ours, as a share of the printed constant")
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.invert_yaxis()
        axes.tick_params(axis="y", labelsize=9)
        axes.grid(axis="y", visible=False)
    return Drawing(figure, data)
