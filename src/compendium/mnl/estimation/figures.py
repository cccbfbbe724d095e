"""The figures of the chapter on estimation, and the tables from which they are drawn."""

from __future__ import annotations

import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.core import Problem
from clickbandits.drawing import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILION
from clickbandits.mnl.estimators import fit_newton
from compendium.figures import Drawing, style

from .convergence import METHODS, contraction_rates, observed_rate, random_tables
from .efficiency import ESTIMATORS, finite_sample, relative_efficiency
from .resistance import finite_differences, resistances

DIVISORS = ("displays", "exposure")
LOOKS = dict(zip(METHODS, zip((VERMILION, ORANGE, GREEN, BLUE), "os^D", strict=True), strict=True))
COLOURS = dict(zip(ESTIMATORS, (BLACK, BLUE, VERMILION), strict=True))


def pooled_table(clicks, plays, examination) -> pd.DataFrame:
    """Clicks over displays and over exposure, with standard errors, one row per item and divisor.

    The variance of a cell's clicks is that of a sum of geometric counts with the fitted mean.
    """
    clicks, plays, examination = (np.asarray(part, float) for part in (clicks, plays, examination))
    total, exposure = clicks.sum(axis=1), plays @ examination
    mean = np.outer(total / exposure, examination)
    error = np.sqrt((plays * mean * (1 + mean)).sum(axis=1))
    return pd.concat(
        pd.DataFrame(
            {
                "divided by": name,
                "item": np.arange(1, len(total) + 1),
                "rate": total / divisor,
                "standard error": error / divisor,
            }
        )
        for name, divisor in zip(DIVISORS, (plays.sum(axis=1), exposure), strict=True)
    )


def pooled(table: pd.DataFrame) -> Drawing:
    """The clicks of each item, divided by displays and by exposure."""
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(8.2, 3.6), sharey=True)
        for name, colour, axes in zip(DIVISORS, (GREY, BLUE), panels, strict=True):
            part = table[table["divided by"] == name]
            axes.bar(
                part["item"], part["rate"], 0.6, color=colour, yerr=2 * part["standard error"], capsize=5
            )
            axes.set(title=f"clicks over {name}", xlabel="item", xticks=part["item"])
        panels[0].set(ylabel="clicks, ± 2 standard errors")
    return Drawing(figure, table)


def likelihood(paths: pd.DataFrame) -> Drawing:
    """Likelihood (50) and the deviance along the iterations of each method.

    `paths` is the table that `convergence.paths` returns.
    """
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.2))
        for column, axes in zip(("log-likelihood", "deviance"), panels, strict=True):
            for method, part in paths.groupby("method", sort=False):
                colour, marker = LOOKS[method]
                axes.plot(part["iteration"], part[column], color=colour, marker=marker, label=method)
            axes.set(xlabel="iteration", title=column)
        panels[0].set(ylim=(-29.15, -29.05), ylabel="log-likelihood of the cells")
        panels[1].set(ylim=(-8.2, -7.6), ylabel="deviance Φ")
        panels[0].legend(loc="center right", fontsize=9)
    return Drawing(figure, paths)


def distance(paths: pd.DataFrame) -> Drawing:
    """The distance of each method's log parameters from the maximiser of (50)."""
    with style():
        figure, axes = plt.subplots()
        for method, part in paths.groupby("method", sort=False):
            colour, marker = LOOKS[method]
            shown = part[part["distance"] > 1e-15]
            axes.plot(shown["iteration"], shown["distance"], color=colour, marker=marker, label=method)
        axes.set(xlabel="iteration", ylabel="largest distance in log α, log λ", yscale="log")
        axes.legend()
    return Drawing(figure, paths)


def contraction_table(sizes, n_tables: int, n_plays: int, seed: int) -> pd.DataFrame:
    """Predicted and observed rates on random tables with K + 3 items, one row per table."""
    rows = []
    for n_positions in sizes:
        for clicks, plays in random_tables(n_positions + 3, n_positions, n_tables, n_plays, seed):
            held, released = contraction_rates(clicks, plays)
            seen = [observed_rate(clicks, plays, method, 400) for method in METHODS[:3]]
            rows.append((n_positions, held, released, *seen))
    names = ["positions", "predicted, as printed", "predicted, released"]
    return pd.DataFrame(rows, columns=names + [f"observed, {method}" for method in METHODS[:3]])


def contraction(table: pd.DataFrame) -> Drawing:
    """Rates against the number of positions, with points for observed and crosses for predicted ones."""
    with style():
        figure, axes = plt.subplots()
        spread = np.tile(np.linspace(-0.12, 0.12, 3), len(table) // 3 + 1)[: len(table)]
        for method in METHODS[:3]:
            colour, marker = LOOKS[method]
            axes.plot(
                table["positions"] + spread, table[f"observed, {method}"], marker, color=colour, label=method
            )
        for name in ("predicted, as printed", "predicted, released"):
            label = "predicted" if name.endswith("printed") else None
            axes.plot(table["positions"] + spread, table[name], "kx", label=label)
        sizes = np.unique(table["positions"])
        axes.plot(sizes, (sizes - 1) / sizes, color=GREY, linestyle="--", label="(K − 1)/K")
        axes.set(xlabel="positions K", ylabel="error kept per iteration", ylim=(0, 1), xticks=sizes)
        axes.legend(loc="upper left", fontsize=9, ncols=2)
    return Drawing(figure, table)


def efficiency_table(problems: dict[str, Problem]) -> pd.DataFrame:
    """Asymptotic efficiencies, one row per problem, estimator and block."""
    return pd.concat(relative_efficiency(game).assign(problem=name) for name, game in problems.items())


def _named(estimator: str) -> str:
    """The name of an estimator in a figure, without the number of an equation."""
    return re.sub(r"(likelihood )?\(50\)", "cell likelihood", estimator)


def efficiency(table: pd.DataFrame) -> Drawing:
    """Asymptotic efficiency of the estimators relative to the Cramér-Rao bound."""
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.2), sharey=True)
        for axes, (block, part) in zip(panels, table.groupby("block"), strict=True):
            wide = part.pivot(index="problem", columns="estimator", values="efficiency")
            for shift, estimator in enumerate(ESTIMATORS[1:]):
                places = np.arange(len(wide)) + 0.36 * (shift - 0.5)
                bars = axes.bar(
                    places, wide[estimator], 0.34, color=COLOURS[estimator], label=_named(estimator)
                )
                axes.bar_label(bars, fmt="{:.2f}", label_type="center", color="white")
            axes.axhline(1, color=BLACK, linewidth=1, label="Cramér–Rao bound")
            axes.set_xticks(np.arange(len(wide)), wide.index)
            axes.set(title=block, xlabel="problem", ylim=(0, 1.4))
        panels[0].set(ylabel="efficiency")
        panels[0].legend(loc="upper left", fontsize=9)
    return Drawing(figure, table)


def finite_table(problem: Problem, sizes, replications: int, seed: int) -> pd.DataFrame:
    """Simulated errors at several numbers of epochs, with the asymptotic ones beside."""
    table = pd.concat(finite_sample(problem, size, replications, seed) for size in sizes)
    asymptotic = relative_efficiency(problem).rename(columns={"efficiency": "asymptotic"})
    return table.merge(asymptotic, on=["estimator", "block"])


def finite(table: pd.DataFrame) -> Drawing:
    """Mean squared error times the number of epochs, with two standard errors."""
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.2))
        for axes, (block, part) in zip(panels, table.groupby("block"), strict=True):
            for shift, estimator in zip((0.96, 1, 1.04), ESTIMATORS, strict=True):
                rows = part[part["estimator"] == estimator]
                axes.errorbar(
                    rows["epochs"] * shift,
                    rows["mse"] * rows["epochs"],
                    2 * rows["mse_error"] * rows["epochs"],
                    color=COLOURS[estimator],
                    marker="o",
                    capsize=3,
                    label=f"{_named(estimator)} (± 2 standard errors)",
                )
            axes.set(title=block, xlabel="epochs L", xscale="log", ylabel="L × squared error")
            axes.set_xticks(np.unique(part["epochs"]), [str(n) for n in np.unique(part["epochs"])])
            axes.minorticks_off()
        handles = panels[0].get_legend_handles_labels()
        figure.legend(*handles, loc="outside upper center", fontsize=9, ncols=3)
    return Drawing(figure, table)


def lemma_7_table(sizes) -> pd.DataFrame:
    """β² of item 2 in the counterexample, with the resistance and Lemma 7's rate."""
    rows = []
    for m in sizes:
        table = np.array([[m, 1.0], [1, m]])
        fit = fit_newton(table, table)
        beta = [finite_differences(table, table, deviance=d)[1] for d in (False, True)]
        rows.append((m, *beta, resistances(table, table, fit)[1], 4 / m))
    names = ["m", "β², (50)", "β², Algorithm 1", "resistance", "JK / max Ñ"]
    return pd.DataFrame(rows, columns=names)


def lemma_7(table: pd.DataFrame) -> Drawing:
    """β² stays large while the bound of Lemma 7 falls."""
    looks = ((BLUE, "D", "-"), (VERMILION, "o", "-"), (PURPLE, "^", ":"), (BLACK, "", "--"))
    with style():
        figure, axes = plt.subplots()
        for name, (colour, marker, dash) in zip(table.columns[1:], looks, strict=True):
            axes.plot(
                table["m"], table[name], color=colour, marker=marker, linestyle=dash, label=_named(name)
            )
        axes.set(xlabel="largest count of item 2, m", xscale="log", yscale="log")
        axes.set(ylabel="β² of item 2, resistance, bound / C")
        axes.legend()
    return Drawing(figure, table)


def pooled_as_described(data: pd.DataFrame) -> bool:
    """The intervals of items 1 and 3 are apart only if clicks are divided by displays."""
    one, three = (data[data["item"] == item].set_index("divided by") for item in (1, 3))
    gap = (one["rate"] - three["rate"]).abs() - 2 * (one["standard error"] + three["standard error"])
    return gap["displays"] < 0 and gap.drop("displays").iloc[0] > 0


def likelihood_as_described(data: pd.DataFrame) -> bool:
    """EM and Newton reach the maximum; Algorithm 1 rises for two iterations and then falls."""
    height = data.set_index(["method", "iteration"])["log-likelihood"]
    ours = height["Algorithm 1"]
    reached = [height["Newton", 3], height["EM", 3], ours[2], ours.iloc[-1]]
    return ours.argmax() == 2 and np.allclose(reached, (-29.066, -29.066, -29.117, -29.131), atol=6e-4)


def distance_as_described(data: pd.DataFrame) -> bool:
    """Newton is at the maximum after four iterations; Algorithm 1 ends 0.17 away from it."""
    distance = data.set_index(["method", "iteration"])["distance"]
    end = data[data["method"].str.startswith("Algorithm")].groupby("method")["distance"].last()
    return distance["Newton", 4] < 1e-11 and (end - 0.17).abs().max() < 0.006


def efficiency_as_described(data: pd.DataFrame) -> bool:
    """The maximiser of the cell likelihood is nearly efficient; Algorithm 1 is not."""
    value = data.set_index(["estimator", "block", "problem"])["efficiency"]
    names = value.index.levels[0]
    cells = value[next(name for name in names if "50" in name or "cell" in name)]
    ours = value["Algorithm 1"]
    return (
        cells.between(0.925, 1).all()
        and np.allclose(ours["attraction"], (0.63, 0.71, 0.82), atol=0.006)
        and np.allclose(ours["examination"], (0.98, 0.78, 0.52), atol=0.006)
    )


def contraction_as_described(data: pd.DataFrame) -> bool:
    """Algorithm 1 keeps (K - 1)/K of an error, with λ₁ released below 0.15, and EM about 0.4."""
    kept = data.groupby("positions")[["observed, Algorithm 1", "observed, EM"]].mean()
    sizes = kept.index.to_numpy()
    return (
        np.allclose(kept["observed, Algorithm 1"], (sizes - 1) / sizes, atol=0.02)
        and (data["observed, Algorithm 1, λ₁ released"] < 0.15).all()
        and kept["observed, EM"].between(0.33, 0.47).all()
    )


def finite_as_described(data: pd.DataFrame) -> bool:
    """Algorithm 1 is above the other estimators, which are close together."""
    scaled = data.assign(scaled=data["epochs"] * data["mse"])
    others = scaled.pivot_table("scaled", ["block", "epochs"], "estimator")
    ours = others.pop("Algorithm 1")
    together = (others.max(axis=1) < 1.06 * others.min(axis=1)).all()
    return together and others.lt(ours, axis=0).all(axis=None)


def lemma_7_as_described(data: pd.DataFrame) -> bool:
    """The ends of the four curves."""
    end = data.iloc[-1]
    values = [end["β², (50)"], end["β², Algorithm 1"], end["resistance"], end["JK / max Ñ"] * 1e6]
    return np.allclose(values, [0.36, 0.26, 1, 4], atol=0.01)
