"""Table 1 and the related work: which guarantees carry over to lists under logit choice."""

from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from clickbandits.mnl.bounds import LARGEST_SHAPE, LINEAR_TERM, ROOT_TERM, invalid_epochs, upper_bound
from clickbandits.mnl.model import problem
from compendium.case import Twin, check
from compendium.mnl.experiments import PROBLEMS

from .pairs_as_objects import object_bound


def total(action, attraction, biases):
    """S of a list."""
    return sum(b * attraction[item] for b, item in zip(biases, action, strict=True))


def exchange_violations(measure, n_games, seed):
    """How often the exchange assumption of TopRank fails for an attractiveness, and its cases.

    Random rational games of four items and three decreasing positions: for items i, j with
    measure(i) >= measure(j), v(a, i) >= measure(i)/measure(j) · v(σa, i's place), σ the exchange.
    """
    rng = np.random.default_rng(seed)
    fails = []
    for _ in range(n_games):
        biases = sorted((Fraction(int(v), 10) for v in rng.integers(1, 11, 3)), reverse=True)
        attraction = [Fraction(int(v), 10) for v in rng.integers(1, 11, 4)]
        action = [int(v) for v in rng.permutation(4)[:3]]
        value = [measure(v) for v in attraction]
        for i in action:
            for j in range(4):
                if j != i and value[i] >= value[j]:
                    swapped = [j if v == i else i if v == j else v for v in action]
                    clicked = attraction[i] / (1 + total(action, attraction, biases))
                    other = attraction[j] / (1 + total(swapped, attraction, biases))
                    fails.append(clicked < value[i] / value[j] * other)  # all biases are positive
    return sum(fails), len(fails)


def long_horizon(items, positions, ratio):
    """A T with T ≥ Jρ² log³(JKρT), ρ the ratio of the largest and the smallest bias."""
    horizon = float(items)
    while horizon < items * ratio**2 * np.log(items * positions * ratio * horizon) ** 3:
        horizon *= 1.5
    return horizon


def long_games():
    """Problems with a T as in `long_horizon` and with 10⁶⁰."""
    for n_items, size, smallest, best in product((12, 10**4), (1, 12), (1, 0.001), (0.5, 3)):
        biases = np.append(np.full(size - 1, smallest), 1) if size > 1 else np.array([smallest])
        game = problem(np.full(n_items, min(1.0, best / biases.sum())), biases)
        long = long_horizon(n_items, size, biases.max() / biases.min())
        for rounds in (long, 1e60):
            name = f"J = {n_items}, K = {size}, λ_K = {smallest}, S* = {best}, T = {rounds:.2g}"
            yield name, game, n_items, rounds


@check("mnl:table-1", power=Twin(0.45))
def table_1(case, power=0.5):
    for name, game, n_items, rounds in long_games():
        order = (n_items * rounds) ** power * np.sqrt(np.log(n_items * rounds))
        case.must(f"one constant, {name}", upper_bound(game, rounds) <= 65 * order)
    case.number("constant", "constant of √(JT log(JT)) as T grows", float(12 * LARGEST_SHAPE * np.sqrt(2)))


@check("mnl:table-1-constant", constant=Twin(16), leading=Twin(6.5))
def table_1_constant(case, constant=65, leading=6.54):
    items, horizon = sp.symbols("J T", positive=True)
    levels = 2 * sp.log(items * horizon) - sp.log(items * horizon**2 / 2)
    case.zero(
        "2 log(JT) − log(JT²/2) = log(2J)",  # ≥ 0
        sp.expand_log(levels - sp.log(2 * items), force=True),
    )
    # over √(JTc), ℓ ≥ log(JT) ≥ log 4, T ≥ Jℓ³: leading, first shows and F, the roots, the tail
    # F falls with J, as `predictable_factor` does with the confidence
    case.must("F is below 7", max(invalid_epochs(2, rounds) for rounds in (1e5, 1e60)) < 7)
    least = np.log(4)
    parts = 12 * LARGEST_SHAPE + (2 + 7) / np.sqrt(4 * least**3 * np.log(4 * least**6))
    parts += ROOT_TERM + LINEAR_TERM * np.sqrt(2) * (1 + 1 / least)
    whole, first = float(parts * np.sqrt(2)), float(12 * LARGEST_SHAPE * np.sqrt(2))
    case.must("constant of √(JT log(JT)) as T grows", first <= leading, constant=first)
    case.must("constant for T ≥ Jρ² log³(JKρT)", whole <= constant, parts=whole)
    shares = []
    for name, game, n_items, rounds in long_games():
        share = upper_bound(game, rounds) / np.sqrt(n_items * rounds * np.log(n_items * rounds))
        case.must(f"the bound, {name}", share <= (leading if rounds == 1e60 else constant))
        shares.append(float(share))
    case.number("worst", "largest value of our bound over √(JT log(JT)) tried", max(shares))


ATTRACTIVENESS = {"α": lambda v: v, "α/(1 + α)": lambda v: v / (1 + v)}


@check("mnl:toprank-special-case", measure=Twin("α"))
def toprank_special_case(case, measure="α/(1 + α)"):
    high, low, slot, other, rest = sp.symbols("alpha_i alpha_j lambda_k lambda_m R", positive=True)
    # holds iff (1 + S')(1 + α_i) − (1 + S)(1 + α_j) ≥ 0, S' after the exchange
    outside = (1 + rest + slot * low) * (1 + high) - (1 + rest + slot * high) * (1 + low)
    case.zero("j not shown", outside - (high - low) * (1 + rest - slot))
    before, after = slot * high + other * low, slot * low + other * high
    inside = (1 + rest + after) * (1 + high) - (1 + rest + before) * (1 + low)
    case.zero("j at position m", inside - (high - low) * (1 + rest - slot + other * (1 + high + low)))
    games = 2000 if case.profile == "paper" else 200
    failed, cases = exchange_violations(ATTRACTIVENESS["α"], games, 1)
    odds, _ = exchange_violations(ATTRACTIVENESS[measure], games, 1)
    case.number("exchanges", "exchanges", cases)
    case.must("fail with α", failed, failed=failed)
    case.must(f"fail with {measure}", not odds, odds=odds)


@check("mnl:toprank-decreasing", losing=Twin(("a", "b", "c")))
def toprank_decreasing(case, losing=("b", "c")):
    for name, game in PROBLEMS.items():
        attraction, biases = (
            [Fraction(float(v)).limit_denominator(100) for v in values]
            for values in (game.attraction, game.examination)
        )
        items = sorted(attraction, reverse=True)[: len(biases)]
        best = total(range(len(items)), items, sorted(biases, reverse=True))
        got = total(range(len(items)), items, biases)
        loss = float(best / (1 + best) - got / (1 + got))
        case.must(f"loss a round, ({name})", (loss > 0) == (name in losing), **{name: loss})


BOUNDS = {"Epoch-UCB": upper_bound, "MNL-bandit": object_bound}
CITED = 1.5
"""The power of K in the order that Table 1 gives for TopRank."""
