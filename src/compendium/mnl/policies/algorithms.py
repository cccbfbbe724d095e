"""Claims on the algorithms and the three problems that need no simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import sympy as sp

from clickbandits.mnl.assignment import assign, workspace
from clickbandits.mnl.epoch_ucb import index_kernel
from clickbandits.mnl.mnl_bandit import MNL_BANDIT
from clickbandits.mnl.model import optimal_reward
from compendium.finding import Case, check, twin
from compendium.mnl import experiments

from . import outcomes


@check("mnl:problems-order")
@twin("the problems on which the decreasing order loses", gives="refuted", loses="c")
@twin("the position of the second-largest bias", gives="refuted", second=2)
def problems_order(profile, loses="bc", second=3):
    """Evaluates all lists of the problems (a) and (b), in fractions, and the best lists of all."""
    case = Case()
    for name, problem in experiments.PROBLEMS.items():
        best = optimal_reward(problem)
        gap = best - outcomes.best_in_order(problem)
        what = "loses" if name in loses else "loses nothing"
        case.must(f"({name}) the decreasing order {what}", (gap > 1e-9) == (name in loses))
        case.family({f"({name}) largest click probability": best,
                     f"({name}) loss of the decreasing order": gap})  # fmt: skip
        if name != "c":
            reward, _ = outcomes.exact_rewards(problem)[0]
            case.must(f"({name}) the best list is the best", abs(float(reward) - best) < 1e-12)
            case.family({f"({name}) exactly": reward})
    by_bias = np.argsort(-experiments.PROBLEMS["b"].examination)
    case.must(f"(b) the second bias belongs to position {second}", by_bias[1] == second - 1)
    return case.finding()


@check("mnl:pbucb-underestimates")
@twin("the power of 1 + S", gives="refuted", power=Fraction(9, 10))
def pbucb_underestimates(profile, power=1):
    """Derives the limit α/(1 + S) of clicks over Ñ, and what it falls short of α, in symbols."""
    case = Case()
    alpha, bias, others = sp.symbols("alpha lambda R", positive=True)
    total = bias * alpha + others  # S of a list, of which this item is one
    clicks_a_round = bias * alpha / (1 + total)
    limit = sp.simplify(clicks_a_round / bias)  # clicks over Ñ, which grows by λ a round
    factor = (1 + total) ** -sp.Rational(power)
    case.zero("the limit is α/(1 + S)", limit - alpha * factor)
    case.must("the factor is below 1", (1 / factor - 1).is_positive)
    for name, problem in experiments.PROBLEMS.items():
        case.family({f"({name}) factor at the best list": 1 - optimal_reward(problem)})
    return case.finding()


@check("mnl:algorithm-2-min")
@twin("the 2 of 2ᾱ", gives="refuted", twice=Fraction(21, 10))
@twin("which radius is used", gives="refuted", uses=max)
def algorithm_2_min(profile, twice=2, uses=min):
    """Finds in symbols where the two radii of the minimum cross; evaluates the code's index."""
    case = Case()
    c, exposure, estimate = sp.symbols("c Lambda a", positive=True)
    hoeffding, empirical = sp.sqrt(4 * c / exposure), sp.sqrt(8 * estimate * c / exposure)
    under_root = sp.Rational(twice) * estimate  # the second argument of the minimum
    case.zero("where 2ᾱ is in use, the radius is that of (10)",
              sp.sqrt(under_root * 4 * c / exposure) - empirical)  # fmt: skip
    crossing = sp.solve(hoeffding**2 - empirical**2, estimate)
    case.must("the radii cross where 2ᾱ is 1", crossing == sp.solve(under_root - 1, estimate))
    largest = 0.0
    for clicks in (0.0, 1.0, 4.0, 7.0, 10.0, 30.0):
        mean, unit = clicks / 10.0, 2.0 / 10.0
        direct = mean + uses((4 * unit) ** 0.5, (8 * mean * unit) ** 0.5) + 4 * unit
        largest = max(largest, abs(index_kernel(clicks, 10.0, 2.0, 4.0, False) - direct))
    case.must("the code's index", largest < 1e-12)
    case.number("error", "largest error of the code", largest)
    return case.finding()


@check("mnl:algorithm-4-sum")
@twin("the set in the printed sum", gives="holds", printed="S_s")
@twin("the set in our sum", gives="refuted", ours="S_l")
def algorithm_4_sum(profile, printed="S_l", ours="S_s"):
    """Evaluates both sums on a history of three epochs, beside the counts of MNL-bandit itself."""
    case = Case()
    history, items = (0, 0, 1), range(2)
    state = MNL_BANDIT.start(len(items), 1, None, 10, None)
    for item in history:
        MNL_BANDIT.update(state, 0, np.array([item]), np.array([0]), 1, None)
    kept = tuple(int(epochs) for epochs in state.plays[:, 0])
    case.must("it keeps the epochs of each item", kept == (2, 1))

    def counts(which, chosen):  # `chosen` is shown in epoch l = 4
        sets = {"S_s": history, "S_l": [chosen] * len(history)}[which]
        return tuple(sum(item == shown for shown in sets) for item in items)

    case.must("our sum counts the epochs", {counts(ours, item) for item in items} == {kept})
    case.printed("the sum counts the epochs", {counts(printed, item) for item in items} == {kept})
    case.number("meant", "epochs of items 1 and 2", kept)
    for item in items:
        label = f"as printed, if item {item + 1} is chosen next"
        case.number(f"printed_{item + 1}", label, counts("S_l", item))
    return case.finding()


@check("mnl:algorithm-4-assignment")
@twin("how often an item may be shown", gives="refuted", most=2)
@twin("what an epoch does with the sum", gives="refuted", seeks=min)
def algorithm_4_assignment(profile, most=1, seeks=max):
    """Counts the tables that satisfy (53), and compares the kernel with all lists on 200 tables."""
    case = Case()
    tables, lists = 0, 0
    for n_items, n_positions in ((2, 1), (2, 2), (3, 2), (4, 2), (4, 3)):
        tables += sum(
            {sum(column) for column in columns} == {1}
            and max(map(sum, zip(*columns, strict=True))) <= most
            for columns in product(product((0, 1), repeat=n_items), repeat=n_positions)
        )
        lists += len(list(permutations(range(n_items), n_positions)))
    rng = np.random.default_rng(4)
    worse = 0
    for _ in range(200):
        value = rng.integers(0, 6, (5, 3)).astype(float)
        action = np.zeros_like(value[0], dtype=np.int64)
        assign(value, action, workspace(*value.shape))
        best = seeks(
            sum(Fraction(value[item, place]) for place, item in enumerate(shown))
            for shown in permutations(range(len(value)), len(action))
        )
        worse += int(sum(value[item, place] for place, item in enumerate(action)) != best)
    case.must("as many tables as lists", tables == lists)
    case.must("the kernel's assignment is the best", worse == 0)
    case.number("tables", "sets that satisfy (53)", tables)
    case.number("lists", "lists", lists)
    case.number("worse", "tables where the kernel is not optimal, of 200", worse)
    return case.finding()
