"""Simulated growth of the regret of Epoch-UCB beside what the bounds promise."""

from dataclasses import replace

import numpy as np

from clickbandits.experiments import Regret, run
from clickbandits.mnl.bounds import flat_weight, lower_bound, printed_upper_bound, upper_bound
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from compendium.comparisons import significant
from compendium.finding import Finding, check
from compendium.mnl import experiments

from . import growth

SIGNS = {1: "holds", 0: "undecided", -1: "refuted"}


def figure_regret(name: str, profile: str) -> Regret:
    """Epoch-UCB in the experiment of Figure 1, 2 or 3."""
    return run(replace(experiments.figure(name, profile), policies=(EPOCH_UCB,)))


def reference_slope(table, axis, values) -> float:
    """The slope of computed values over the sizes of an axis, as the regrets' is computed."""
    part = table[table["axis"] == axis]
    found = [values(row.rounds, row.items, row.positions) for row in part.itertuples()]
    return growth.slope(part[axis], found, np.zeros(len(found)))[0]


def order(rounds, items, positions):
    """√(JT log(JT²/2))."""
    return np.sqrt(items * rounds * np.log(items * rounds**2 / 2))


def promised(rounds, items, positions):
    """Our upper bound on the problem with γ = 8g."""
    return upper_bound(growth.gap_problem(items, positions, rounds, 8.0), rounds)


def shown(slope, error):
    """A slope with its 95 % confidence interval."""
    return f"{slope:.3f} ({slope - 1.96 * error:.3f} to {slope + 1.96 * error:.3f})"


@check("mnl:growth-rounds")
def growth_rounds(profile):
    table = growth.worst_regrets(profile)
    slope, error = growth.measured_slope(table, "rounds")
    reference = reference_slope(table, "rounds", order)
    sign = min(significant(slope - 1 / 2, error), significant(2 / 3 - slope, error))
    part = table[table["axis"] == "rounds"]["rounds"]
    numbers = {
        "slope, 95 % interval": shown(slope, error),
        "slope of √(JT log(JT²/2))": reference,
        "rounds": f"{part.min():,} to {part.max():,}",
        "runs a problem": growth.RUNS[profile],
    }
    return Finding(SIGNS[sign], numbers)


@check("mnl:growth-items")
def growth_items(profile):
    table = growth.worst_regrets(profile)
    slope, error = growth.measured_slope(table, "items")
    bound = reference_slope(table, "items", promised)
    sign = min(significant(slope - 1 / 2, error), significant(1 - slope, error))
    part = table[table["axis"] == "items"]
    numbers = {
        "slope, 95 % interval": shown(slope, error),
        "slope of our bound": bound,
        "items": f"{part['items'].min()} to {part['items'].max()}",
        "rounds": int(part["rounds"].iloc[0]),
        "runs a problem": growth.RUNS[profile],
    }
    return Finding(SIGNS[sign], numbers)


@check("mnl:growth-positions")
def growth_positions(profile):
    table = growth.worst_regrets(profile)
    slope, error = growth.measured_slope(table, "positions")
    scale = reference_slope(
        table,
        "positions",
        lambda rounds, items, k: np.sqrt(
            flat_weight(growth.harmonic(k)) / growth.harmonic(k).sum()
        ),
    )
    part = table[table["axis"] == "positions"]
    numbers = {
        "slope, 95 % interval": shown(slope, error),
        "slope of λ_1/√λ_K": 0.5,
        "slope of √(M/S_K), our lower bound": scale,
        "positions": f"{part['positions'].min()} to {part['positions'].max()}",
        "runs a problem": growth.RUNS[profile],
    }
    return Finding(SIGNS[significant(-slope, error)], numbers)


@check("mnl:regret-between-bounds")
def regret_between_bounds(profile):
    table = growth.worst_regrets(profile)
    lowest, highest, signs = np.inf, 0.0, []
    for row in table.itertuples():
        biases = growth.harmonic(row.positions)
        game = growth.gap_problem(row.items, row.positions, row.rounds, row.multiple)
        low, error = lower_bound(row.items, biases, row.rounds).value, row.error
        high = upper_bound(game, row.rounds)
        signs += [significant(row.mean - 10 * low, error), significant(high - row.mean, error)]
        lowest, highest = min(lowest, row.mean / low), max(highest, row.mean / high)
    numbers = {
        "least ratio to the lower bound": lowest,
        "largest ratio to the upper bound": highest,
        "problems": len(table),
        "runs a problem": growth.RUNS[profile],
    }
    return Finding(SIGNS[min(signs)], numbers)


@check("mnl:regret-far-below-bounds")
def regret_far_below_bounds(profile):
    signs, numbers = [], {}
    for name, game in experiments.PROBLEMS.items():
        regret = figure_regret(name, profile)
        mean = regret.mean(EPOCH_UCB.id)[-1]
        error = regret.standard_error(EPOCH_UCB.id)[-1]
        horizon = int(regret.rounds[-1])
        ours = upper_bound(game, horizon)
        printed = printed_upper_bound(game.attraction.size, game.examination, horizon)
        signs += [significant(ours / 20 - mean, error), significant(printed / 500 - mean, error)]
        numbers |= {f"regret on ({name}), T = {horizon:,}": f"{mean:.1f} ± {error:.1f}",
                    f"ours over it, ({name})": ours / mean,
                    f"printed over it, ({name})": printed / mean}  # fmt: skip
    return Finding(SIGNS[min(signs)], numbers | {"runs": len(regret.values[EPOCH_UCB.id])})
