"""The figures of the chapter on search advertising."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.drawing import BLUE, CYCLE, GREEN, GREY, VERMILION
from compendium.figures import Drawing, style

KINDS = {"model": (GREEN, "o"), "rows permuted": (VERMILION, "s"), "structureless": (BLUE, "^")}
"""Colour and marker of each kind of table."""


def convergence(fits) -> Drawing:
    """Distance of EM and of Newton's method from the maximum at every step, for each query.

    `fits` is the table of `queries.fits`. Distances below the rounding error are not drawn.
    """
    rows = []
    with style():
        figure, axes = plt.subplots()
        for number, (query, row) in enumerate(fits.iterrows()):
            for method, look in (("EM", "-"), ("Newton", "o--")):
                shortfall = np.where(row[method] > 1e-7, row[method], np.nan)
                steps = np.arange(shortfall.size)
                axes.plot(
                    steps + 1,
                    shortfall,
                    look,
                    color=CYCLE[number % len(CYCLE)],
                    ms=4,
                    lw=1,
                    label=f"{method}, one line a query" if number == 0 else None,
                )
                kept = np.unique(np.geomspace(1, shortfall.size, 60).astype(int) - 1)
                frame = {"query": query, "method": method, "step": steps[kept]}
                rows.append(pd.DataFrame(frame | {"shortfall": row[method][kept]}))
        axes.set(xscale="log", yscale="log", xlabel="step + 1")
        axes.set_ylabel("log-likelihood short of the maximum (nats)")
        axes.legend()
    return Drawing(figure, pd.concat(rows))


def singular_values(table) -> Drawing:
    """The first singular value's share, and the deviance, of tables that follow the model and of others.

    `table` is the result of `queries.singular_values`.
    """
    queries = list(dict.fromkeys(table["query"]))
    names = ("share", "deviance / df")
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.4), sharey=True)
        for axes, column in zip(panels, names, strict=True):
            for kind, (colour, marker) in KINDS.items():
                part = table[table["table"] == kind].dropna(subset=[column])
                if len(part):
                    places = [queries.index(query) for query in part["query"]]
                    axes.plot(part[column], places, marker, color=colour, label=kind)
        bounds = table[table["table"] == "structureless"]
        places = [queries.index(query) for query in bounds["query"]]
        panels[0].plot(
            bounds["at least"], places, "|", color=GREY, ms=12, label="structureless: bound from the mean"
        )
        panels[0].set(xlabel="share of the first singular value", ylabel="query")
        panels[0].set_yticks(range(len(queries)), queries)
        panels[1].set(xlabel="deviance over its degrees of freedom", xscale="log")
        panels[1].axvline(1, color=GREY, linestyle=":", label="mean under the model")
        panels[0].invert_yaxis()
        handles, labels = panels[0].get_legend_handles_labels()
        extra = panels[1].get_legend_handles_labels()
        figure.legend([*handles, extra[0][-1]], [*labels, extra[1][-1]], loc="outside upper center", ncols=3)
    return Drawing(figure, table)


def singular_values_as_described(data: pd.DataFrame) -> bool:
    """The share is above 0.99 for tables drawn from the model, and mostly below 0.98 for the others."""
    model, others = data[data["table"] == "model"], data[data["table"] != "model"]
    permuted = data[data["table"] == "rows permuted"]
    return (
        model["share"].min() > 0.99
        and others["share"].between(0.8, 0.98).mean() > 0.75
        and model["deviance / df"].between(0.4, 1.6).all()
        and permuted["deviance / df"].between(10, 1000).all()
    )


def convergence_as_described(data: pd.DataFrame) -> bool:
    """EM needs 70 to 140 steps, Newton's method seven to nine."""
    em, newton = (data[data["method"] == method].groupby("query").last() for method in ("EM", "Newton"))
    return (
        newton["step"].between(7, 9).all()
        and em["step"].between(70, 140).all()
        and max(em["shortfall"].max(), newton["shortfall"].max()) < 1e-6
    )
