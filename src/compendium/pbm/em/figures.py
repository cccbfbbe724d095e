"""The figures of the chapter on the convergence of EM."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.drawing import BLUE, GREEN, ORANGE, VERMILION
from clickbandits.pbm.fitting import fit, log_likelihood
from compendium.figures import Drawing, style
from compendium.pbm.em.convergence import iterates, observed_rates, rate
from compendium.pbm.em.tables import Table

FACE, NEARBY, INSIDE, NEWTON = "EM, κ₂ = 1", "EM, κ₂ = 0.999", "EM, from inside", "Newton's method"
LOOKS = {FACE: (VERMILION, "-"), NEARBY: (ORANGE, "--"), INSIDE: (BLUE, "-"), NEWTON: (GREEN, "o:")}
"""Colour and dash of each method and start."""


def courses(table: Table, steps: int = 3000) -> pd.DataFrame:
    """Distance of every method from the maximum after each step; columns method, step, shortfall.

    All starts have θ = (.4, .2) and κ₁ = .5, and they differ in κ₂.
    """
    newton = fit(*table)
    best, frames = newton.log_likelihood, []
    for name, second in ((FACE, 1.0), (NEARBY, 0.999), (INSIDE, 0.5)):
        points = iterates(table, (np.array([0.4, 0.2]), np.array([0.5, second])), steps)
        kept = np.unique(np.geomspace(1, steps + 1, 120).astype(int) - 1)
        gaps = [
            best - log_likelihood(theta, kappa, table.clicks, table.plays)
            for theta, kappa in (points[step] for step in kept)
        ]
        frames.append(pd.DataFrame({"method": name, "step": kept, "shortfall": gaps}))
    steps_of_newton = np.arange(newton.history.size)
    frames.append(
        pd.DataFrame({"method": NEWTON, "step": steps_of_newton, "shortfall": best - newton.history})
    )
    data = pd.concat(frames, ignore_index=True)
    return data[data["shortfall"] > 1e-7].reset_index(drop=True)


def convergence(data: pd.DataFrame) -> Drawing:
    """The shortfall of every method against the step, on logarithmic axes."""
    with style():
        figure, axes = plt.subplots()
        for name, (colour, dash) in LOOKS.items():
            rows = data[data["method"] == name]
            axes.plot(rows["step"] + 1, rows["shortfall"], dash, color=colour, label=name, ms=5)
        axes.set(xscale="log", yscale="log", xlabel="step + 1")
        axes.set_ylabel("below the maximum (nats)")
        axes.legend(loc="lower left", bbox_to_anchor=(0.27, 0))  # between Newton's curve and the others
    return Drawing(figure, data)


def convergence_as_described(data: pd.DataFrame) -> bool:
    """On the face EM ends 21 nats short; beside it, it takes some 200 steps to leave; the others are fast."""
    last = data.groupby("method")["shortfall"].last()
    nearby = data[data["method"] == NEARBY]
    escaping = nearby.loc[nearby["shortfall"] < 10, "step"].min()
    inside = data[data["method"] == INSIDE]
    return bool(
        20.5 < last[FACE] < 21.5
        and last[[NEARBY, INSIDE, NEWTON]].max() < 1e-3
        and 20 < escaping < 2000
        and inside.loc[inside["shortfall"] < 1e-3, "step"].min() < escaping
        and data.loc[data["method"] == NEWTON, "step"].max() < 10
    )


def rates() -> Drawing:
    """The observed factor of late steps against that of the theorem, one point per table."""
    rows = [
        {"predicted": rate(table, *limit), "observed": observed}
        for table, limit, observed in observed_rates()
    ]
    data = pd.DataFrame(rows).sort_values("predicted", ignore_index=True)
    with style():
        figure, axes = plt.subplots(figsize=(5.4, 4.2))
        axes.plot([0.6, 1], [0.6, 1], color=VERMILION, lw=1, label="equal")
        axes.plot(data["predicted"], data["observed"], "o", color=BLUE, label="one table")
        axes.set(xlabel="predicted factor ρ", ylabel="observed factor of late steps")
        axes.legend(loc="upper left")
    return Drawing(figure, data)


def rates_as_described(data: pd.DataFrame) -> bool:
    """All points are near the line and between 0.6 and 1."""
    close = (data["predicted"] - data["observed"]).abs() < 0.01
    return bool(close.all() and data["predicted"].between(0.6, 1).all() and len(data) > 12)
