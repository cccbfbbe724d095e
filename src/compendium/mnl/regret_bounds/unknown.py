"""Appendix C.2: Proposition 10, unknown position biases."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy as sp

from clickbandits.mnl.bounds import proposition_10_bounds
from compendium.finding import Finding, check
from compendium.mnl.experiments import PROBLEMS


def visits(n_items, n_positions, epochs):
    """The last sum of Appendix C.2 for lists that go round, without the first shows.

    In turn l item (lK + k + ⌊lK/J⌋) mod J stands at position k, so that an item wanders through
    the positions.
    """
    plays = np.zeros((n_items, n_positions))
    total = 0.0
    places = np.arange(n_positions)
    for turn in range(epochs):
        shift = turn * n_positions
        shown = (shift + (places + shift // n_items) % n_positions) % n_items
        most = plays[shown].max(axis=1)
        total += (1 / np.sqrt(most[most > 0])).sum()
        plays[shown, places] += 1
    return total


@check("mnl:equation-45")
def equation_45(profile):
    items, epoch = sp.symbols("J l", positive=True)
    failures = sp.simplify(items * 2 * 2 / (items * epoch**2) - 4 / epoch**2) == 0
    total = 4 * sp.zeta(2)
    numbers = {"Σ 4/l²": float(total)}
    return Finding("holds" if failures and total < 8 else "refuted", numbers)


@check("mnl:equation-44-unknown")
def equation_44_unknown(profile):
    attraction = [Fraction(v, 20) for v in (1, 2, 3, 4)]
    biases = (Fraction(1), Fraction(1, 5), Fraction(9, 10))  # problem (b)
    believed = (Fraction(1), Fraction(9, 10), Fraction(1, 5))  # the last two confused

    def total(action, scale):
        return sum(b * attraction[item] for b, item in zip(scale, action, strict=True))

    lists = list(permutations(range(4), 3))
    shown = max(lists, key=lambda action: total(action, believed))
    best, got = max(total(action, biases) for action in lists), total(shown, biases)
    lost = best / (1 + best) - got / (1 + got)
    numbers = {"regret of a round with exact attractions": lost, "right side of (44)": 0}
    return Finding("corrected" if lost > 0 else "refuted", numbers)


@check("mnl:proposition-10-summation")
def proposition_10_summation(profile):
    # K = 1, each of J items twice: the second shows count 1 each, in 2J epochs; J² > 2J for J > 2
    smallest = visits(3, 1, 6)
    numbers = {"sum, J = 3, K = 1, 6 epochs": smallest, "printed bound": 6**0.5}
    fails = round(smallest) ** 2 > 6
    within = True
    for items, positions, epochs in ((100, 1, 10_000), (30, 6, 8000), (400, 2, 4000)):
        value = visits(items, positions, epochs)
        within &= value <= 2 * positions * np.sqrt(items * epochs)
        numbers[f"sum over K^(3/2)·√T, J = {items}, K = {positions}, T = {epochs}"] = float(
            value / (positions**1.5 * np.sqrt(epochs))
        )
    i = sp.Symbol("i", positive=True)  # Σ 1/√i ≤ 2√n, then Cauchy and Schwarz over the items
    step = sp.simplify((sp.sqrt(i) - sp.sqrt(i - 1)) * (sp.sqrt(i) + sp.sqrt(i - 1)) - 1) == 0
    printed, ours = proposition_10_bounds(30, 6, 1e6)
    late = (ours - 56) / (printed - 56)
    step &= abs(late - 2 * np.sqrt(30 / 6)) < 1e-9
    return Finding("corrected" if fails and within and step else "refuted", numbers)


@check("mnl:proposition-10")
def proposition_10(profile):
    shapes = {"a": 50_000, "b": 50_000, "c": 8000}
    numbers = {}
    for name, rounds in shapes.items():
        game = PROBLEMS[name]
        printed, ours = proposition_10_bounds(game.attraction.size, game.examination.size, rounds)
        numbers[f"end of the printed chain with C = 1, ({name})"] = printed
        numbers[f"with its last sum corrected, ({name})"] = ours
    return Finding("open", numbers)


@check("mnl:proposition-10-suboptimality")
def proposition_10_suboptimality(profile):
    # an item spread evenly over the positions: the maximum is the K-th part of its plays
    positions, rounds = 6, 6 * 10
    plays = np.full(positions, rounds / positions)
    lost = np.sqrt(plays.sum() / plays.max())
    numbers = {"factor lost by the maximum, K = 6": float(lost)}
    return Finding("holds" if abs(lost - np.sqrt(positions)) < 1e-12 else "refuted", numbers)


@check("mnl:first-upper-bound")
def first_upper_bound(profile):
    J, K, T = sp.symbols("J K T", positive=True)
    ratio = sp.simplify(K**2 * sp.sqrt(J * T) / sp.sqrt(J * K * T))
    holds = sp.simplify(ratio - K ** sp.Rational(3, 2)) == 0
    numbers = {"ratio of the orders, K = 6": float(ratio.subs(K, 6))}
    return Finding("corrected" if holds else "refuted", numbers)
