"""The figures of the chapter on estimation."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd

from clickbandits.drawing import BLACK, BLUE, GREEN, GREY, VERMILION
from compendium.figures import Drawing, style

LOOK = {
    "Cramér–Rao bound": (BLACK, (0, (1, 1))),
    "pooled": (BLUE, "-"),
    "debiased": (VERMILION, "--"),
    "maximum likelihood": (GREEN, "-."),
}
"""Colour and dash of each estimator."""


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

    Both arguments are data frames with the abscissa first and one column a curve of `LOOK`.
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
