"""Table 1 and the related work: which guarantees carry over to lists under logit choice."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import sympy as sp

from clickbandits.mnl.bounds import (
    LARGEST_SHAPE,
    LINEAR_TERM,
    ROOT_TERM,
    invalid_epochs,
    object_bound,
    upper_bound,
)
from clickbandits.mnl.model import problem
from compendium.finding import Case, check, twin
from compendium.mnl.experiments import PROBLEMS

from .objects import valid_sets
from .upper import power_of_positions


def total(action, attraction, biases):
    """S of a list."""
    return sum(b * attraction[item] for b, item in zip(biases, action, strict=True))


def exchange_violations(measure, n_games, seed):
    """How often the exchange assumption of TopRank fails for an attractiveness, and its cases.

    Random rational games of four items and three decreasing positions: for items i, j with
    measure(i) >= measure(j), v(a, i) >= measure(i)/measure(j) · v(σa, i's place), σ the exchange.
    """
    rng = np.random.default_rng(seed)
    failed = cases = 0
    for _ in range(n_games):
        biases = sorted((Fraction(int(v), 10) for v in rng.integers(1, 11, 3)), reverse=True)
        attraction = [Fraction(int(v), 10) for v in rng.integers(1, 11, 4)]
        action = [int(v) for v in rng.permutation(4)[:3]]
        value = [measure(v) for v in attraction]
        for i in action:
            for j in range(4):
                if j != i and value[i] >= value[j]:
                    place = action.index(i)
                    swapped = [j if v == i else i if v == j else v for v in action]
                    clicked = attraction[i] / (1 + total(action, attraction, biases))
                    other = attraction[j] / (1 + total(swapped, attraction, biases))
                    failed += clicked < value[i] / value[j] * other and biases[place] > 0
                    cases += 1
    return failed, cases


def long_horizon(items, positions, ratio):
    """A T with T ≥ Jρ² log³(JKρT), ρ the ratio of the largest and the smallest bias."""
    horizon = float(items)
    while horizon < items * ratio**2 * np.log(items * positions * ratio * horizon) ** 3:
        horizon *= 1.5
    return horizon


@check("mnl:table-1")
@twin("the constant of long horizons", gives="refuted", constant=64)
@twin("the constant as T grows", gives="refuted", leading=6.5)
def table_1(profile, constant=65, leading=6.54):
    """Adds up the proof's constants, and calls the upper bound on 16 problems, T long and 10⁶⁰."""
    case = Case()
    items, horizon = sp.symbols("J T", positive=True)
    levels = 2 * sp.log(items * horizon) - sp.log(items * horizon**2 / 2)
    case.zero("2 log(JT) − log(JT²/2) = log(2J)",  # ≥ 0
              sp.expand_log(levels - sp.log(2 * items), force=True))  # fmt: skip
    # over √(JTc), ℓ ≥ log(JT) ≥ log 4, T ≥ Jℓ³: leading, first shows and F, the roots, the tail
    # F falls with J, as `predictable_factor` does with the confidence
    case.must("F is below 7", 6.28 < max(invalid_epochs(2, rounds) for rounds in (1e5, 1e60)) < 7)
    least = np.log(4)
    parts = 12 * LARGEST_SHAPE + (2 + 7) / np.sqrt(4 * least**3 * np.log(4 * least**6))
    parts += ROOT_TERM + LINEAR_TERM * np.sqrt(2) * (1 + 1 / least)
    case.must(f"the constants add up to at most {constant}", parts * np.sqrt(2) <= constant)
    # 4.6188022 + 9/√(4 · 2.6641972 · 3.3461000) + 6 + 19.3137085 (1 + 1/1.3862944)
    case.must("by hand", abs(parts - 45.3715682) < 1e-6)
    case.must(f"the leading one is at most {leading}", 12 * LARGEST_SHAPE * np.sqrt(2) <= leading)
    worst = 0.0
    for n_items, size, smallest, best in product((12, 10**4), (1, 12), (1, 0.001),
                                                 (0.5, 3)):  # fmt: skip
        biases = np.append(np.full(size - 1, smallest), 1) if size > 1 else np.array([smallest])
        attraction = np.full(n_items, min(1.0, best / biases.sum()))
        game = problem(attraction, biases)
        long = long_horizon(n_items, size, biases.max() / biases.min())
        for rounds, most in ((long, constant), (1e60, leading)):
            share = upper_bound(game, rounds) / np.sqrt(n_items * rounds * np.log(n_items * rounds))
            name = f"J = {n_items}, K = {size}, λ_K = {smallest}, S* = {best}, T = {rounds:.2g}"
            case.must(f"the bound, {name}", share <= most)
            worst = max(worst, share)
    case.number("constant", "constant of √(JT log(JT)) as T grows",
                float(12 * LARGEST_SHAPE * np.sqrt(2)))  # fmt: skip
    case.number("parts", "constant for T ≥ Jρ² log³(JKρT)", float(parts * np.sqrt(2)))
    case.number("worst", "largest value of our bound over √(JT log(JT)) tried", float(worst))
    return case.finding()


@check("mnl:table-1-thompson")
@twin("the constraint of the sets", gives="holds", constraint="(53)")
@twin("the power of K in the adapted bound", gives="refuted", power=0.4)
def table_1_thompson(profile, constraint="number", power=0.5):
    """Enumerates the sets of K objects and those that are lists, and calls the adapted bound."""
    case = Case()
    for items, positions in ((2, 2), (3, 2)):
        every = set(
            map(frozenset, combinations(product(range(items), range(positions)), positions))
        )
        lists = set(valid_sets(items, positions))
        allowed = {"number": every, "(53)": lists}[constraint]
        case.printed(f"a set limited by {constraint} is a list, J = {items}, K = {positions}",
                     allowed <= lists)  # fmt: skip
        if items == 2:
            case.number("sets", "sets of 2 of 4 objects", len(every))
            case.number("lists", "lists", len(lists))
    case.must("with upper confidence bounds the regret grows as √K",
              abs(power_of_positions(object_bound) - power) < 0.01)  # fmt: skip
    case.must("but for √log", power_of_positions(object_bound) > power)
    return case.finding()


ATTRACTIVENESS = {"α": lambda v: v, "α/(1 + α)": lambda v: v / (1 + v)}


@check("mnl:toprank-special-case")
@twin("the attractiveness of the print", gives="holds", printed="α/(1 + α)")
@twin("the attractiveness of ours", gives="refuted", ours="α")
def toprank_special_case(profile, printed="α", ours="α/(1 + α)"):
    """Factors both differences in symbols, and tries every exchange in random rational games."""
    case = Case()
    high, low, slot, other, rest = sp.symbols("alpha_i alpha_j lambda_k lambda_m R", positive=True)
    # holds iff (1 + S')(1 + α_i) − (1 + S)(1 + α_j) ≥ 0, S' after the exchange
    outside = (1 + rest + slot * low) * (1 + high) - (1 + rest + slot * high) * (1 + low)
    case.zero("j not shown", outside - (high - low) * (1 + rest - slot))
    before, after = slot * high + other * low, slot * low + other * high
    inside = (1 + rest + after) * (1 + high) - (1 + rest + before) * (1 + low)
    case.zero("j at position m",
              inside - (high - low) * (1 + rest - slot + other * (1 + high + low)))  # fmt: skip
    games = 2000 if profile == "paper" else 200
    failed, cases = exchange_violations(ATTRACTIVENESS[printed], games, 1)
    odds, _ = exchange_violations(ATTRACTIVENESS[ours], games, 1)
    case.must(f"no exchange fails with {ours}", not odds)
    case.printed(f"no exchange fails with {printed}", not failed)
    case.number("exchanges", "exchanges", cases)
    case.number("failed", "fail with α", failed)
    case.number("odds", "fail with α/(1+α)", odds)
    return case.finding()


@check("mnl:toprank-decreasing")
@twin("the problems on which it loses", gives="refuted", losing=("a", "b", "c"))
def toprank_decreasing(profile, losing=("b", "c")):
    """Computes what the sorted list loses a round on (a), (b) and (c), in fractions."""
    case = Case()
    for name, game in PROBLEMS.items():
        attraction, biases = ([Fraction(float(v)).limit_denominator(100) for v in values]
                              for values in (game.attraction, game.examination))  # fmt: skip
        items = sorted(attraction, reverse=True)[: len(biases)]
        best = total(range(len(items)), items, sorted(biases, reverse=True))
        got = total(range(len(items)), items, biases)
        loss = best / (1 + best) - got / (1 + got)
        case.must(f"lost on ({name}) or not, as said", (loss > 0) == (name in losing))
        case.number(name, f"loss a round, ({name})", float(loss))
    return case.finding()


@check("mnl:toprank-guarantee")
@twin("the power of K in the cited order", gives="refuted", power=0.9)
def toprank_guarantee(profile, power=1.5):
    """Compares the cited order's growth with K with that of our upper bound."""
    case = Case()
    case.must("our bound does not grow with K", abs(power_of_positions(upper_bound)) < 1e-9)
    case.must("the cited order grows faster with K", power > 1)
    for name, game in PROBLEMS.items():
        case.number(name, f"√(K³), ({name})", float(game.examination.size**power))
    return case.finding()
