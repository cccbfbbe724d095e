"""Simulated growth of the regret of Epoch-UCB beside what the bounds promise."""

from dataclasses import replace

import numpy as np

from clickbandits.experiments import run
from clickbandits.mnl.bounds import lower_bound, printed_upper_bound, upper_bound
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from compendium.comparisons import Estimate, all_of, final, positive, some_of
from compendium.finding import Case, check, twin
from compendium.mnl import experiments

from . import growth


def measured(case, profile, axis):
    """The sizes along an axis; the case reports the slope of the largest means."""
    table = growth.worst_regrets(profile)
    slope = growth.measured_slope(table, axis)
    case.number("slope", "slope", f"{slope:.3f}")
    return table[table["axis"] == axis]


def worst(profile, axis, above=None, below=None):
    """Whether the slope of the worst regret is above or below a number."""

    def statement(slope):
        return positive(slope - above if below is None else below - slope)

    return growth.worst_slope(profile, axis, statement)


def reference_slope(part, axis, value) -> float:
    """The slope of computed values over the sizes of an axis, as the regrets' is computed."""
    found = [value(row.rounds, row.items, row.positions) for row in part.itertuples()]
    return growth.slope(part[axis], [Estimate(value) for value in found]).value


@check("mnl:growth-rounds")
@twin("the lower slope", gives="not reproduced", lower=0.7)
@twin("the upper slope", gives="not reproduced", upper=0.45)
def growth_rounds(profile, lower=1 / 2, upper=2 / 3):
    """Fits the slope of the worst regret over rounds, and compares it with 1/2 and 2/3."""
    case = Case()
    part = measured(case, profile, "rounds")
    case.sign("faster than √T", worst(profile, "rounds", above=lower))
    case.sign("slower than T^{2/3}", worst(profile, "rounds", below=upper))
    case.number(
        "order",
        "slope of √(JT log(JT²/2))",
        reference_slope(part, "rounds", lambda t, j, k: np.sqrt(j * t * np.log(j * t**2 / 2))),
    )
    case.number("rounds", "rounds", f"{part['rounds'].min():,} to {part['rounds'].max():,}")
    case.number("runs", "runs a problem", growth.RUNS[profile])
    return case.finding()


@check("mnl:growth-items")
@twin("the lower slope", gives="not reproduced", lower=0.95)
@twin("the upper slope", gives="not reproduced", upper=0.65)
def growth_items(profile, lower=1 / 2, upper=1):
    """Fits the slope of the worst regret over items, and compares it with 1/2 and 1."""
    case = Case()
    part = measured(case, profile, "items")
    case.sign("faster than √J", worst(profile, "items", above=lower))
    case.sign("slower than J", worst(profile, "items", below=upper))
    case.number(
        "bound",
        "slope of our bound",
        reference_slope(  # on the problem with γ = 8g
            part, "items", lambda t, j, k: upper_bound(growth.gap_problem(j, k, t, 8.0), t)
        ),
    )
    case.number("items", "items", f"{part['items'].min()} to {part['items'].max()}")
    case.number("rounds", "rounds", int(part["rounds"].iloc[0]))
    case.number("runs", "runs a problem", growth.RUNS[profile])
    return case.finding()


@check("mnl:growth-positions")
@twin("the slope that it stays below", gives="not reproduced", below=-0.45)
def growth_positions(profile, below=0):
    """Fits the slope of the worst regret over positions, and compares it with 0."""
    case = Case()
    part = measured(case, profile, "positions")
    case.sign("it falls", worst(profile, "positions", below=below))
    case.number("printed", "slope of λ_1/√λ_K", 0.5)
    case.number("lower", "slope of √(M/S_K), our lower bound",
                reference_slope(part, "positions",  # M is 1
                                lambda t, j, k: growth.harmonic(k).sum() ** -0.5))  # fmt: skip
    case.number("positions", "positions",
                f"{part['positions'].min()} to {part['positions'].max()}")  # fmt: skip
    case.number("runs", "runs a problem", growth.RUNS[profile])
    return case.finding()


@check("mnl:regret-between-bounds")
@twin("the multiple of the lower bound", gives="not reproduced", multiple=25)
def regret_between_bounds(profile, multiple=10):
    """Compares the family's regrets with their upper bounds, and the worst with ten lower ones.

    The worst is above a number where one of the family is; all are below their bounds.
    """
    case = Case()
    table = growth.worst_regrets(profile)
    lowest, highest = np.inf, 0.0
    for row in table.itertuples():
        shape = (row.rounds, row.items, row.positions)
        low = lower_bound(row.items, growth.harmonic(row.positions), row.rounds).value
        regrets = growth.played(*shape, profile)
        high = {
            gap: upper_bound(
                growth.gap_problem(row.items, row.positions, row.rounds, gap), row.rounds
            )
            for gap in regrets
        }
        size = f"T = {row.rounds}, J = {row.items}, K = {row.positions}"
        above = [positive(regret - multiple * low) for regret in regrets.values()]
        case.sign(f"ten lower bounds, {size}", some_of(*above))
        under = [positive(high[gap] - regret) for gap, regret in regrets.items()]
        case.sign(f"the upper bound, {size}", all_of(*under))
        lowest = min(lowest, row.mean / low)
        highest = max(highest, *(regret.value / high[gap] for gap, regret in regrets.items()))
    case.number("lowest", "least ratio to the lower bound", lowest)
    case.number("highest", "largest ratio to the upper bound", highest)
    case.number("problems", "problems", len(table))
    case.number("runs", "runs a problem", growth.RUNS[profile])
    return case.finding()


@check("mnl:regret-far-below-bounds")
@twin("the share of our bound", gives="not reproduced", ours_over=1000)
@twin("the share of the printed bound", gives="not reproduced", printed_over=30_000)
def regret_far_below_bounds(profile, ours_over=20, printed_over=500):
    """Compares the final regrets on (a), (b) and (c) with 1/20 of our bound, 1/500 of the print."""
    case = Case()
    for name, game in experiments.PROBLEMS.items():
        regret = run(replace(experiments.figure(name, profile), policies=(EPOCH_UCB,)))
        mean = final(regret, EPOCH_UCB.id)
        horizon = int(regret.rounds[-1])
        ours = upper_bound(game, horizon)
        printed = printed_upper_bound(game.attraction.size, game.examination, horizon)
        case.sign(f"a twentieth of ours, ({name})", positive(ours / ours_over - mean))
        case.sign(f"a 500th of the print, ({name})", positive(printed / printed_over - mean))
        case.number(name, f"regret on ({name}), T = {horizon:,}", f"{mean:.1f}")
        case.number(f"ours_{name}", f"ours over it, ({name})", ours / mean.value)
        case.number(f"printed_{name}", f"printed over it, ({name})", printed / mean.value)
    case.number("runs", "runs", len(regret.values[EPOCH_UCB.id]))
    return case.finding()
