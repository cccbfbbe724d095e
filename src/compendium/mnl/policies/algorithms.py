"""Claims on the algorithms and the three problems that need no simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy as sp

from clickbandits.mnl.assignment import assign, workspace
from clickbandits.mnl.epoch_ucb import index_kernel
from clickbandits.mnl.model import optimal_reward
from compendium.finding import Case, check
from compendium.mnl import experiments

from . import outcomes


@check("mnl:problems-order")
def problems_order(profile):
    """Evaluates all lists of the problems (a) and (b), in fractions, and the best lists of all."""
    case = Case()
    for name, problem in experiments.PROBLEMS.items():
        best = optimal_reward(problem)
        gap = best - outcomes.best_in_order(problem)
        loses = "loses" if name != "a" else "loses nothing"
        case.must(f"({name}) the decreasing order {loses}", (gap > 1e-9) == (name != "a"))
        case.family({f"({name}) largest click probability": best,
                     f"({name}) loss of the decreasing order": gap})  # fmt: skip
        if name != "c":
            reward, _ = outcomes.exact_rewards(problem)[0]
            case.must(f"({name}) the best list is the best", abs(float(reward) - best) < 1e-12)
            case.family({f"({name}) exactly": reward})
    by_bias = np.argsort(-experiments.PROBLEMS["b"].examination)
    case.must("(b) the second bias belongs to position 3", by_bias[1] == 2)
    return case.finding()


@check("mnl:pbucb-underestimates")
def pbucb_underestimates(profile):
    """Derives the limit α/(1 + S) of clicks over Ñ, and what it falls short of α, in symbols."""
    case = Case()
    alpha, bias, others = sp.symbols("alpha lambda R", positive=True)
    total = bias * alpha + others  # S of a list, of which this item is one
    clicks_a_round = bias * alpha / (1 + total)
    limit = sp.simplify(clicks_a_round / bias)  # clicks over Ñ, which grows by λ a round
    case.zero("the limit is α/(1 + S)", limit - alpha / (1 + total))
    case.zero("it is αS/(1 + S) too small", alpha - limit - alpha * total / (1 + total))
    for name, problem in experiments.PROBLEMS.items():
        case.family({f"({name}) factor at the best list": 1 - optimal_reward(problem)})
    return case.finding()


@check("mnl:algorithm-2-min")
def algorithm_2_min(profile):
    """Finds in symbols where the two radii of the minimum cross; evaluates the code's index."""
    case = Case()
    c, exposure, estimate = sp.symbols("c Lambda a", positive=True)
    printed = 4 * c / exposure
    case.zero("Hoeffding's radius", sp.sqrt(printed) - sp.sqrt(4 * c / exposure))
    empirical = sp.sqrt(8 * estimate * c / exposure)
    case.zero("the empirical radius", sp.sqrt(printed * 2 * estimate) - empirical)
    crossing = sp.solve(sp.Eq(4, 8 * estimate), estimate)
    case.must("they cross at ½", crossing == [sp.Rational(1, 2)])
    largest = 0.0
    for clicks in (0.0, 1.0, 4.0, 7.0, 10.0, 30.0):
        mean, unit = clicks / 10.0, 2.0 / 10.0
        direct = mean + min((4 * unit) ** 0.5, (8 * mean * unit) ** 0.5) + 4 * unit
        largest = max(largest, abs(index_kernel(clicks, 10.0, 2.0, 4.0, False) - direct))
    case.must("the code's index", largest < 1e-12)
    case.number("error", "largest error of the code", largest)
    return case.finding()


@check("mnl:algorithm-4-sum")
def algorithm_4_sum(profile):
    """Evaluates the printed sum on a history of three epochs, for both choices of the next item."""
    case = Case()
    history, epoch = [1, 1, 2], 4
    meant = {item: sum(shown == item for shown in history) for item in (1, 2)}
    # As printed, each choice of the set S_l gives its own counts, l - 1 or 0.
    printed = {chosen: {item: (epoch - 1) * (item == chosen) for item in (1, 2)}
               for chosen in (1, 2)}  # fmt: skip
    differs = all(counts != meant for counts in printed.values())
    case.printed("the sum counts the epochs", not (differs and printed[1] != printed[2]))
    case.number("meant", "epochs of items 1 and 2", (meant[1], meant[2]))
    for chosen in (1, 2):
        label = f"as printed, if item {chosen} is chosen next"
        case.number(f"printed_{chosen}", label, (printed[chosen][1], printed[chosen][2]))
    return case.finding()


@check("mnl:algorithm-4-assignment")
def algorithm_4_assignment(profile):
    """Counts the tables that satisfy (53), and compares the kernel with all lists on 200 tables."""
    case = Case()
    tables, lists = 0, 0
    for n_items, n_positions in ((2, 1), (2, 2), (3, 2), (4, 2), (4, 3)):
        cells = np.arange(2 ** (n_items * n_positions))[:, None]
        bits = (cells >> np.arange(n_items * n_positions)) & 1
        bits = bits.reshape(-1, n_items, n_positions)
        valid = (bits.sum(axis=1) == 1).all(axis=1) & (bits.sum(axis=2) <= 1).all(axis=1)
        tables += int(valid.sum())
        lists += len(list(permutations(range(n_items), n_positions)))
    rng = np.random.default_rng(4)
    worse = 0
    for _ in range(200):
        value = rng.integers(0, 6, (5, 3)).astype(float)
        action = np.zeros(3, dtype=np.int64)
        assign(value, action, workspace(5, 3))
        best = max(
            sum(Fraction(value[item, place]) for place, item in enumerate(shown))
            for shown in permutations(range(5), 3)
        )
        worse += int(sum(value[item, place] for place, item in enumerate(action)) != best)
    case.must("as many tables as lists", tables == lists)
    case.must("the kernel's assignment is the best", worse == 0)
    case.number("tables", "sets that satisfy (53)", tables)
    case.number("lists", "lists", lists)
    case.number("worse", "tables where the kernel is not optimal, of 200", worse)
    return case.finding()
