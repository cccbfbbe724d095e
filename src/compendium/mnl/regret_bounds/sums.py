"""Appendix C.1: the sums over epochs, Proposition 8 itself, and its values."""

import math
from fractions import Fraction
from functools import partial

import numpy as np
import sympy as sp
from scipy.optimize import brentq

from clickbandits.mnl.bounds import LARGEST_SHAPE, printed_upper_bound, upper_bound, worst_list
from compendium.finding import Finding, check
from compendium.mnl.experiments import HORIZON, PROBLEMS


def useful_from(bound, game):
    """The number of rounds from which a bound is below what the worst list would lose."""

    def excess(log):
        return math.log(bound(math.exp(log)) / worst_list(game, math.exp(log)))

    return math.exp(brentq(excess, math.log(100), math.log(1e14)))


@check("mnl:first-shows")
def first_shows(profile):
    within = True
    for items, positions in ((6, 4), (4, 3), (30, 6), (7, 7), (8, 1)):
        exposure, epochs = [Fraction(0)] * items, 0
        while min(exposure) == 0:  # infinite indices come first
            shown = sorted(range(items), key=lambda item: exposure[item] > 0)[:positions]
            for item in shown:
                exposure[item] += 1
            epochs += 1
        within &= epochs == math.ceil(items / positions)
    shapes = [(game.attraction.size, game.examination.size) for game in PROBLEMS.values()]
    early = tuple(math.ceil(items / positions) for items, positions in shapes)
    numbers = {"epochs with a first show in (a), (b), (c)": early}
    return Finding("corrected" if within and min(early) > 0 else "refuted", numbers)


@check("mnl:proposition-8-constants")
def proposition_8_constants(profile):
    i = sp.Symbol("i", positive=True)
    root = sp.expand((1 + sp.sqrt(2)) ** 2 * 8)
    linear = sp.expand(4 * (2 + sp.sqrt(2)))
    # 1/√i ≤ 2(√i − √(i−1)), since the right side is 2/(√i + √(i−1))
    step = sp.simplify((sp.sqrt(i) - sp.sqrt(i - 1)) * (sp.sqrt(i) + sp.sqrt(i - 1)))
    holds = root < 48 and linear < 14 and 4 * 48 == 192 and sp.simplify(step - 1) == 0
    numbers = {"(1 + √2)²·8": float(root), "4(2 + √2)": float(linear)}
    return Finding("holds" if holds else "refuted", numbers)


@check("mnl:expected-exposure")
def expected_exposure(profile):
    total = sp.Symbol("S", positive=True)
    # an epoch ends in a round with probability 1/(1+S) and counts S: r a round
    identity = sp.simplify(total / (1 + total) - 1 + 1 / (1 + total)) == 0
    bias, n_positions = Fraction(1, 10), 4  # all items of attraction 1, every list alike
    weight = bias * n_positions
    printed = n_positions / (1 + weight)
    weighted = weight / (1 + weight)
    numbers = {"printed sum over T (λ ≡ 1/10, α ≡ 1, K = 4)": printed, "with weights": weighted}
    return Finding("corrected" if identity and printed > 1 >= weighted else "refuted", numbers)


@check("mnl:weighted-sums")
def weighted_sums(profile):
    before, x = sp.symbols("Lambda x", positive=True)
    after = before + x
    # x/√after ≤ 2(√after − √before) as the difference of roots is x over their sum
    product = sp.expand((sp.sqrt(after) - sp.sqrt(before)) * (sp.sqrt(after) + sp.sqrt(before)))
    steps = sp.simplify(product - x) == 0
    # x/after ≤ log(after/before): equal at x = 0, and the derivative of the difference is ≥ 0
    slope = sp.diff(sp.log(after / before) - x / after, x)
    steps &= sp.simplify(slope - x / after**2) == 0
    rng = np.random.default_rng(5)
    roots, logs = -math.inf, -math.inf
    for _ in range(300):
        low = rng.uniform(0.01, 1)
        values = rng.choice([low, 1.0], rng.integers(2, 200), p=[0.5, 0.5])
        values[0] = rng.choice([low, 1.0])
        sums = np.cumsum(values)
        excess = (values[1:] / np.sqrt(sums[:-1])).sum() - 2 * math.sqrt(sums[-1])
        roots = max(roots, excess * math.sqrt(low))
        logs = max(logs, ((values[1:] / sums[:-1]).sum() - math.log(sums[-1] / sums[0])) * low)
    numbers = {"largest excess of roots, over λ_1/√λ_K": roots,
               "largest excess of logarithms, over λ_1/λ_K": logs}  # fmt: skip
    return Finding("holds" if steps and max(roots, logs) <= 1 else "refuted", numbers)


@check("mnl:proposition-8")
def proposition_8(profile):
    total, n_positions = sp.symbols("S K", positive=True)
    squared = total / (1 + total) ** 3
    peak = sp.solve(sp.diff(squared, total), total)
    largest = sp.sqrt(squared.subs(total, peak[0]))
    shaped = peak == [sp.Rational(1, 2)] and sp.simplify(largest - 2 / (3 * sp.sqrt(3))) == 0
    shaped &= abs(float(largest) - LARGEST_SHAPE) < 1e-15
    # λ ≡ 1/K, J = 4K and T = 1000 J: M = S_K = 1, so that every policy loses √(JT)/10; the square
    # of the printed order is log(JT) JT / K. Their quotient grows without bound.
    items = 4 * n_positions
    rounds = 1000 * items
    quotient = sp.Rational(1, 100) * n_positions / sp.log(items * rounds)
    unbounded = sp.limit(quotient, n_positions, sp.oo) == sp.oo
    numbers = {
        "12 max √S/(1+S)^{3/2}": 12 * float(largest),
        "squared lower bound over squared order, K = 10^6": float(
            quotient.subs(n_positions, 10**6)
        ),
        "the same, K = 10^9": float(quotient.subs(n_positions, 10**9)),
    }
    return Finding("corrected" if shaped and unbounded else "refuted", numbers)


@check("mnl:proposition-8-values")
def proposition_8_values(profile):
    numbers, vacuous = {}, True
    for name, game in PROBLEMS.items():
        horizon = HORIZON["paper"][name]
        printed = printed_upper_bound(game.attraction.size, game.examination, horizon)
        ours = upper_bound(game, horizon)
        most = worst_list(game, horizon)
        vacuous &= printed > horizon and most < ours < printed
        firsts = (
            useful_from(partial(printed_upper_bound, game.attraction.size, game.examination), game),
            useful_from(partial(upper_bound, game), game),
        )
        numbers |= {
            f"printed, ({name})": printed,
            f"ours, ({name})": ours,
            f"worst list, ({name})": most,
            f"rounds from which they say something, ({name})": firsts,
        }
    return Finding("holds" if vacuous else "refuted", numbers)
