"""The figures of the chapter on elimination."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.drawing import BLACK, BLUE, GREEN, VERMILION
from compendium.figures import Drawing, style


def stages(rounds) -> Drawing:
    """Rounds of exploration in each stage and by its end, over log n.

    `rounds` is a data frame with the columns stage, rounds, by the end.
    """
    with style():
        figure, axes = plt.subplots()
        for name, colour, marker in (("by the end", BLACK, "s"), ("rounds", BLUE, "o")):
            label = {"by the end": "played by its end, $n_\\ell$", "rounds": "in the stage itself"}
            axes.plot(rounds["stage"], rounds[name], color=colour, marker=marker, label=label[name])
        shares = rounds["rounds"].to_numpy()
        for stage, share in enumerate(shares[1:] / shares[:-1]):
            axes.annotate(
                f"×{share:.3g}",
                (stage + 1, shares[stage + 1]),
                (5, -16),
                textcoords="offset points",
            )
        axes.set(xlabel="stage ℓ", ylabel="rounds over log n", yscale="log")
        axes.set_xticks(rounds["stage"])
        axes.legend(loc="upper left")
    return Drawing(figure, rounds)


def constants(last_stage) -> Drawing:
    """What each way of summing Lemma 4 gives in place of 160, by the stage m of elimination."""
    m = np.arange(1, last_stage + 1)
    unit = 4.0 ** (m - 1)
    ways = {
        "printed chain, exact": (16 * 4.0**m + 64 * 4.0**m - 32 * 2.0**m) / unit,
        "our sum": 160 - 32 / 2.0**m,
        "our sum, fresh tables": 640 / 3 - 64 / 2.0**m - 64 / 3 / 4.0**m,
    }
    looks = ((VERMILION, "s", 320), (BLUE, "o", 160), (GREEN, "^", 640 / 3))
    with style():
        figure, axes = plt.subplots()
        for (name, values), (colour, marker, limit) in zip(ways.items(), looks, strict=True):
            axes.plot(m, values, color=colour, marker=marker, label=name)
            axes.axhline(limit, color=colour, linewidth=1, linestyle=":")
        axes.axhline(160, color=BLACK, linestyle="--", label="printed constant, 160")
        axes.set(xlabel="stage m in which the row leaves", ylabel="constant of log n / (μγΔ)")
        axes.set(ylim=(0, 380), xticks=m)
        axes.legend(loc="lower right")
    return Drawing(figure, pd.DataFrame({"m": m, **ways}))


def adversary(frame) -> Drawing:
    """e^δ times the exact probability that the lower KL bound misses, against the rounds N.

    `frame` has the columns rounds, adaptive means, fixed mean, bound.
    """
    with style():
        figure, axes = plt.subplots()
        looks = (
            ("bound", GREEN, ":"),
            ("adaptive means", VERMILION, "-"),
            ("fixed mean", BLUE, "--"),
        )
        for name, colour, dash in looks:
            axes.plot(frame["rounds"], frame[name], color=colour, linestyle=dash, label=name)
        axes.axhline(1, color=BLACK, linewidth=1)
        axes.set(xlabel="rounds N", ylabel=r"$e^{\delta}\,P(\bar p < L)$", yscale="log")
        axes.set_ylim(0.1, 100)
        axes.legend(loc="upper right", ncols=3)
    return Drawing(figure, frame)
