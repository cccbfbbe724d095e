"""Claims on the algorithms and the three problems that need no simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import perm

import numpy as np
import sympy as sp

from clickbandits.mnl.assignment import assign, workspace
from clickbandits.mnl.epoch_ucb import index_kernel
from clickbandits.mnl.model import optimal_reward
from compendium.case import Twin, check
from compendium.mnl import experiments

from . import outcomes


@check("mnl:problems-order", loses=Twin("c"), second=Twin(2))
def problems_order(case, loses="bc", second=3):
    for name, problem in experiments.PROBLEMS.items():
        best, gap = optimal_reward(problem), outcomes.order_gaps()[name]
        what = "loses" if name in loses else "loses nothing"
        case.must(f"({name}) the decreasing order {what}", (gap > 1e-9) == (name in loses))
        case.family(
            {f"({name}) largest click probability": best, f"({name}) loss of the decreasing order": gap}
        )
        if name != "c":
            reward, _ = outcomes.exact_rewards(problem)[0]
            case.must(f"({name}) the best list is the best", abs(float(reward) - best) < 1e-12)
            case.family({f"({name}) exactly": reward})
    by_bias = np.argsort(-experiments.PROBLEMS["b"].examination)
    case.must(f"(b) the second bias belongs to position {second}", by_bias[1] == second - 1)


@check("mnl:pbucb-underestimates", power=Twin(Fraction(9, 10)))
def pbucb_underestimates(case, power=1):
    alpha, bias, others = sp.symbols("alpha lambda R", positive=True)
    total = bias * alpha + others  # S of a list, of which this item is one
    clicks_a_round = bias * alpha / (1 + total)
    limit = sp.simplify(clicks_a_round / bias)  # clicks over Ñ, which grows by λ a round
    factor = (1 + total) ** -sp.Rational(power)
    case.zero("the limit is α/(1 + S)", limit - alpha * factor)
    case.must("the factor is below 1", (1 / factor - 1).is_positive)
    for name, problem in experiments.PROBLEMS.items():
        case.family({f"({name}) factor at the best list": 1 - optimal_reward(problem)})


@check("mnl:algorithm-2-min", twice=Twin(Fraction(21, 10)), uses=Twin(max))
def algorithm_2_min(case, twice=2, uses=min):
    c, exposure, estimate = sp.symbols("c Lambda a", positive=True)
    hoeffding, empirical = sp.sqrt(4 * c / exposure), sp.sqrt(8 * estimate * c / exposure)
    under_root = sp.Rational(twice) * estimate  # the second argument of the minimum
    case.zero(
        "where 2ᾱ is in use, the radius is that of (10)", sp.sqrt(under_root * 4 * c / exposure) - empirical
    )
    crossing = sp.solve(hoeffding**2 - empirical**2, estimate)
    case.must("the radii cross where 2ᾱ is 1", crossing == sp.solve(under_root - 1, estimate))
    errors = []
    for clicks in (0.0, 1.0, 4.0, 7.0, 10.0, 30.0):
        mean, unit = clicks / 10.0, 2.0 / 10.0
        direct = mean + uses((4 * unit) ** 0.5, (8 * mean * unit) ** 0.5) + 4 * unit
        errors.append(abs(index_kernel(clicks, 10.0, 2.0, 4.0, False) - direct))
    largest = max(errors)
    case.must("largest error of the code", largest < 1e-12, error=largest)


@check("mnl:algorithm-4-assignment", most=Twin(2), seeks=Twin(min))
def algorithm_4_assignment(case, most=1, seeks=max):
    sizes = (2, 1), (2, 2), (3, 2), (4, 2), (4, 3)
    tables = sum(
        {sum(column) for column in columns} == {1} and max(map(sum, zip(*columns, strict=True))) <= most
        for n_items, n_positions in sizes
        for columns in product(product((0, 1), repeat=n_items), repeat=n_positions)
    )
    lists = sum(perm(*size) for size in sizes)
    rng = np.random.default_rng(4)
    worse = 0
    for _ in range(200):
        value = rng.integers(0, 6, (5, 3)).astype(float)
        action = np.zeros_like(value[0], dtype=np.int64)
        assign(value, action, workspace(*value.shape))
        best = seeks(
            sum(value[shown, range(len(action))]) for shown in permutations(range(len(value)), len(action))
        )
        worse += int(sum(value[action, range(len(action))]) != best)
    case.must("as many tables as lists", tables == lists, lists=lists)
    case.number("tables", "sets that satisfy (53)", tables)
    case.must("tables where the kernel is not optimal, of 200", worse == 0, worse=worse)
