"""Claims on the algorithms and the three problems that need no simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy as sp

from clickbandits.mnl.assignment import assign, workspace
from clickbandits.mnl.epoch_ucb import index_kernel
from clickbandits.mnl.model import optimal_reward
from compendium.finding import Finding, check
from compendium.mnl import experiments

from . import outcomes


@check("mnl:problems-order")
def problems_order(profile):
    numbers, holds = {}, True
    for name, problem in experiments.PROBLEMS.items():
        best = optimal_reward(problem)
        gap = best - outcomes.best_in_order(problem)
        numbers[f"({name}) largest click probability"] = best
        numbers[f"({name}) loss of the decreasing order"] = gap
        holds &= (gap > 1e-9) == (name != "a")
        if name != "c":
            reward, _ = outcomes.exact_rewards(problem)[0]
            numbers[f"({name}) exactly"] = reward
            holds &= abs(float(reward) - best) < 1e-12
    by_bias = np.argsort(-experiments.PROBLEMS["b"].examination)
    return Finding("holds" if holds and by_bias[1] == 2 else "refuted", numbers)


@check("mnl:pbucb-underestimates")
def pbucb_underestimates(profile):
    alpha, bias, others = sp.symbols("alpha lambda R", positive=True)
    total = bias * alpha + others  # S of a list, of which this item is one
    clicks_a_round = bias * alpha / (1 + total)
    limit = sp.simplify(clicks_a_round / bias)  # clicks over Ñ, which grows by λ a round
    same = sp.simplify(limit - alpha / (1 + total)) == 0
    less = sp.simplify(alpha - limit - alpha * total / (1 + total)) == 0
    numbers = {}
    for name, problem in experiments.PROBLEMS.items():
        best = optimal_reward(problem)
        numbers[f"({name}) factor at the best list"] = 1 - best
    return Finding("holds" if same and less else "refuted", numbers)


@check("mnl:algorithm-2-min")
def algorithm_2_min(profile):
    c, exposure, estimate = sp.symbols("c Lambda a", positive=True)
    printed = 4 * c / exposure
    hoeffding = sp.simplify(sp.sqrt(printed * 1) - sp.sqrt(4 * c / exposure)) == 0
    empirical = sp.simplify(sp.sqrt(printed * 2 * estimate) - sp.sqrt(8 * estimate * c / exposure))
    crossing = sp.solve(sp.Eq(4, 8 * estimate), estimate)
    largest = 0.0
    for clicks in (0.0, 1.0, 4.0, 7.0, 10.0, 30.0):
        mean, unit = clicks / 10.0, 2.0 / 10.0
        direct = mean + min((4 * unit) ** 0.5, (8 * mean * unit) ** 0.5) + 4 * unit
        largest = max(largest, abs(index_kernel(clicks, 10.0, 2.0, 4.0, False) - direct))
    holds = hoeffding and empirical == 0 and crossing == [sp.Rational(1, 2)] and largest < 1e-12
    return Finding("holds" if holds else "refuted", {"largest error of the code": largest})


@check("mnl:algorithm-4-sum")
def algorithm_4_sum(profile):
    history, epoch = [1, 1, 2], 4
    meant = {item: sum(shown == item for shown in history) for item in (1, 2)}
    # As printed, each choice of the set S_l gives its own counts, l - 1 or 0.
    printed = {chosen: {item: (epoch - 1) * (item == chosen) for item in (1, 2)}
               for chosen in (1, 2)}  # fmt: skip
    differs = all(counts != meant for counts in printed.values()) and printed[1] != printed[2]
    numbers = {
        "epochs of items 1 and 2": (meant[1], meant[2]),
        "as printed, if item 1 is chosen next": (printed[1][1], printed[1][2]),
        "as printed, if item 2 is chosen next": (printed[2][1], printed[2][2]),
    }
    return Finding("corrected" if differs else "holds", numbers)


@check("mnl:algorithm-4-assignment")
def algorithm_4_assignment(profile):
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
    numbers = {"sets that satisfy (53)": tables, "lists": lists, "tables where the kernel is "
               "not optimal, of 200": worse}  # fmt: skip
    return Finding("holds" if tables == lists and worse == 0 else "refuted", numbers)
