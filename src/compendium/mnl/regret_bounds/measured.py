"""Simulated growth of the regret of Epoch-UCB, compared with the bounds."""

from dataclasses import replace

import numpy as np

from clickbandits.experiments import run
from clickbandits.mnl.bounds import lower_bound, printed_upper_bound, upper_bound
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from compendium.case import Twin, check
from compendium.comparisons import all_of, final, positive, some_of
from compendium.estimates import Estimate, Span
from compendium.mnl import experiments

from . import growth


def measured(case, axis):
    """The sizes along an axis; the case reports the slope of the largest means."""
    table = growth.worst_regrets(case.profile)
    slope = growth.measured_slope(table, axis)
    case.number("slope", "slope", slope)
    return table[table["axis"] == axis]


def worst(profile, axis, above=None, below=None):
    """Whether the slope of the worst regret is above or below a number."""

    def statement(slope):
        return positive(slope - above if below is None else below - slope)

    return growth.worst_slope(profile, axis, statement)


def reference_slope(part, axis, value) -> float:
    """The slope of computed values over the sizes of an axis, computed like that of the regrets."""
    values = [Estimate(value(row.rounds, row.items, row.positions)) for row in part.itertuples()]
    return growth.slope(part[axis], values).value


@check("mnl:growth-rounds", lower=Twin(0.7, "not reproduced"), upper=Twin(0.45, "not reproduced"))
def growth_rounds(case, lower=1 / 2, upper=2 / 3):
    part = measured(case, "rounds")
    case.sign("faster than √T", worst(case.profile, "rounds", above=lower))
    case.sign("slower than T^{2/3}", worst(case.profile, "rounds", below=upper))
    order = reference_slope(part, "rounds", lambda t, j, k: np.sqrt(j * t * np.log(j * t**2 / 2)))
    case.number("order", "slope of √(JT log(JT²/2))", order)
    case.number("rounds", "rounds", Span.of(map(int, part["rounds"])))
    case.number("runs", "runs a problem", growth.RUNS[case.profile])


@check("mnl:growth-items", lower=Twin(0.95, "not reproduced"), upper=Twin(0.65, "not reproduced"))
def growth_items(case, lower=1 / 2, upper=1):
    part = measured(case, "items")
    case.sign("faster than √J", worst(case.profile, "items", above=lower))
    case.sign("slower than J", worst(case.profile, "items", below=upper))

    def of_bound(t, j, k):  # on the problem with γ = 8g
        return upper_bound(growth.gap_problem(j, k, t, 8.0), t)

    case.number("bound", "slope of our bound", reference_slope(part, "items", of_bound))
    case.number("items", "items", Span.of(map(int, part["items"])))
    case.number("rounds", "rounds", int(part["rounds"].iloc[0]))
    case.number("runs", "runs a problem", growth.RUNS[case.profile])


@check("mnl:growth-positions", below=Twin(-0.45, "not reproduced"))
def growth_positions(case, below=0):
    part = measured(case, "positions")
    case.sign("it falls", worst(case.profile, "positions", below=below))
    case.number("printed", "slope of λ_1/√λ_K", 0.5)
    lower = reference_slope(part, "positions", lambda t, j, k: growth.harmonic(k).sum() ** -0.5)
    case.number("lower", "slope of √(M/S_K), our lower bound", lower)  # M is 1
    case.number("positions", "positions", Span.of(map(int, part["positions"])))
    case.number("runs", "runs a problem", growth.RUNS[case.profile])


@check("mnl:regret-between-bounds", multiple=Twin(25, "not reproduced"))
def regret_between_bounds(case, multiple=10):
    over_lower, over_upper = [], []
    for row in growth.worst_regrets(case.profile).itertuples():
        t, j, k = row.rounds, row.items, row.positions
        low = lower_bound(j, growth.harmonic(k), t).value
        regrets = [
            (regret, upper_bound(growth.gap_problem(j, k, t, gap), t))
            for gap, regret in growth.played(t, j, k, case.profile).items()
        ]
        above = [positive(regret - multiple * low) for regret, _ in regrets]
        case.sign(f"ten lower bounds, T = {t}, J = {j}, K = {k}", some_of(*above))
        under = [positive(high - regret) for regret, high in regrets]
        case.sign(f"the upper bound, T = {t}, J = {j}, K = {k}", all_of(*under))
        over_lower.append(row.mean / low)
        over_upper += [regret.value / high for regret, high in regrets]
    case.number("lowest", "least ratio to the lower bound", min(over_lower))
    case.number("highest", "largest ratio to the upper bound", max(over_upper))
    case.number("problems", "problems", len(over_lower))
    case.number("runs", "runs a problem", growth.RUNS[case.profile])


@check(
    "mnl:regret-far-below-bounds",
    ours_over=Twin(1000, "not reproduced"),
    printed_over=Twin(30_000, "not reproduced"),
)
def regret_far_below_bounds(case, ours_over=20, printed_over=500):
    for name, game in experiments.PROBLEMS.items():
        regret = run(replace(experiments.figure(name, case.profile), policies=(EPOCH_UCB,)))
        mean = final(regret, EPOCH_UCB.id)
        horizon = int(regret.rounds[-1])
        ours = upper_bound(game, horizon)
        printed = printed_upper_bound(game.attraction.size, game.examination, horizon)
        case.sign(f"a twentieth of ours, ({name})", positive(ours / ours_over - mean))
        case.sign(f"a 500th of the print, ({name})", positive(printed / printed_over - mean))
        case.number(name, f"regret on ({name}), T = {horizon:,}", mean)
        case.number(f"ours_{name}", f"ours over it, ({name})", ours / mean.value)
        case.number(f"printed_{name}", f"printed over it, ({name})", printed / mean.value)
    case.number("runs", "runs", len(regret.values[EPOCH_UCB.id]))
