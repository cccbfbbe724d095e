"""Figures of the chapter on regret bounds: guarantees compared with simulations."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.pyplot import subplots

from clickbandits.core import Problem
from clickbandits.drawing import BLACK, BLUE, GREEN, GREY, PURPLE, VERMILION, look
from clickbandits.experiments import Regret
from clickbandits.mnl.bounds import (
    LARGEST_SHAPE,
    flat_weight,
    lower_bound,
    printed_upper_bound,
    upper_bound,
    worst_list,
)
from compendium.figures import Drawing, style

from .growth import AXES, measured_slope

LINES = {
    "printed proof of Proposition 8": (PURPLE, "--"),
    "our bound": (BLUE, "-"),
    "the worst list": (GREY, ":"),
    "lower bound, worst problem": (GREEN, "-."),
}


def bound_table(problems: dict[str, Problem], horizons) -> pd.DataFrame:
    """The bounds on named problems by horizon; the lower bound is for the same J and λ."""
    rows = []
    for name, game in problems.items():
        n_items, biases = game.attraction.size, game.examination
        for horizon in horizons:
            values = (
                printed_upper_bound(n_items, biases, horizon),
                upper_bound(game, horizon),
                worst_list(game, horizon),
                lower_bound(n_items, biases, horizon).value,
            )
            rows.append({"problem": name, "T": horizon} | dict(zip(LINES, values, strict=True)))
    return pd.DataFrame(rows)


def bounds(table: pd.DataFrame, regrets: dict[str, Regret]) -> Drawing:
    """The bounds of `bound_table` and the simulated regret of one policy, one panel per problem."""
    parts = []
    with style():
        figure, panels = subplots(1, len(regrets), figsize=(12, 4.6), sharey=True)
        for panel, (name, regret) in zip(panels, regrets.items(), strict=True):
            part = table[table["problem"] == name]
            for line, (colour, dash) in LINES.items():
                panel.plot(part["T"], part[line], color=colour, linestyle=dash, label=line)
            policy = next(iter(regret.values))
            mean, error = regret.mean(policy), regret.standard_error(policy)
            runs = len(regret.values[policy])
            label = f"{policy}, mean of {runs} runs ± 2 standard errors"
            panel.plot(regret.rounds, mean, lw=3, label=label, **look(policy))
            panel.fill_between(
                regret.rounds,
                mean - 2 * error,
                mean + 2 * error,
                color=look(policy)["color"],
                alpha=0.3,
                lw=0,
            )
            panel.set(xscale="log", yscale="log", xlabel="round $T$", title=f"problem ({name})")
            parts.append(regret.frame().assign(problem=name))
        panels[0].set_ylabel("regret (expected clicks)")
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3, fontsize="small")
    simulated = pd.concat(parts).rename(columns={"round": "T"})
    return Drawing(figure, pd.concat([table, simulated], ignore_index=True))


def factor_table(exponents, n_positions: int) -> pd.DataFrame:
    """The factors of √(JT), without logarithms, for the biases 1, 2^-p, …, K^-p, by exponent."""
    rows = []
    for exponent in exponents:
        biases = np.arange(1.0, n_positions + 1) ** -exponent
        total = biases.sum()
        rows.append(
            {
                "p": exponent,
                "printed proof of Proposition 8": np.sqrt(192 / biases.min()),
                "our upper bound": 12 * LARGEST_SHAPE,
                "our lower bound": np.sqrt(flat_weight(biases) / total) / 10,
                "Proposition 9, constant 1/15": np.sqrt((biases**2).sum() / total) / 15,
            }
        )
    return pd.DataFrame(rows)


def factors(table: pd.DataFrame) -> Drawing:
    """How the factors of `factor_table` depend on the decay of the biases."""
    looks = ((PURPLE, "--"), (BLUE, "-"), (GREEN, "-."), (VERMILION, ":"))
    with style():
        figure, axes = subplots()
        for line, (colour, dash) in zip(table.columns[1:], looks, strict=True):
            axes.plot(table["p"], table[line], color=colour, linestyle=dash, label=line)
        axes.set(
            yscale="log",
            xlabel=r"exponent $p$ of the biases $\lambda_k = k^{-p}$",
            ylabel=r"factor of $\sqrt{JT}$",
        )
        axes.legend(fontsize="small")
    return Drawing(figure, table)


def growth(table: pd.DataFrame) -> Drawing:
    """The worst regrets along rounds, items and positions, with fitted slopes."""
    with style():
        figure, panels = subplots(1, len(AXES), figsize=(12, 4.2), sharey=True)
        for panel, axis in zip(panels, AXES, strict=True):
            part = table[table["axis"] == axis]
            x, mean = part[axis].to_numpy(float), part["mean"].to_numpy()
            slope = measured_slope(table, axis)
            centre = np.exp(np.log(mean).mean()), np.exp(np.log(x).mean())
            panel.errorbar(
                x,
                mean,
                2 * part["error"],
                fmt="o",
                color=VERMILION,
                capsize=3,
                label="largest mean, ± 2 standard errors",
            )
            panel.plot(
                x,
                centre[0] * (x / centre[1]) ** slope.value,
                color=VERMILION,
                label=f"slope {slope:.3f} (standard error)",
            )
            panel.plot(x, centre[0] * (x / centre[1]) ** 0.5, color=BLACK, linestyle="--", label="slope 1/2")
            panel.set(xscale="log", yscale="log", xlabel=f"number of {axis}")
            panel.set_xticks(x, [f"{value:,.0f}" for value in x])
            panel.minorticks_off()
            panel.legend(fontsize="x-small")
        panels[0].set_ylabel("regret (expected clicks)")
    return Drawing(figure, table)


def factors_as_described(data: pd.DataFrame) -> bool:
    """Whether the printed factor grows from 14 to 890, the second is constant, and the others stay small."""
    printed, constant, third, fourth = (data.iloc[:, column] for column in range(1, 5))
    return (
        np.allclose(printed.iloc[[0, -1]], (14, 890), rtol=0.012)
        and constant.nunique() == 1
        and third.between(0.05, 0.1).all()
        and (fourth < third).all()
    )
