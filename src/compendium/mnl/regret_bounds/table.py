"""Table 1 and the related work: which guarantees carry over to lists under logit choice."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy as sp

from clickbandits.mnl.bounds import LARGEST_SHAPE
from compendium.finding import Finding, check
from compendium.mnl.experiments import PROBLEMS


def exact(values):
    """The parameters of a problem as fractions of small denominators."""
    return [Fraction(float(value)).limit_denominator(100) for value in values]


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


@check("mnl:table-1")
def table_1(profile):
    items, horizon = sp.symbols("J T", positive=True)
    levels = 2 * sp.log(items * horizon) - sp.log(items * horizon**2 / 2)
    gap = sp.simplify(sp.expand_log(levels - sp.log(2 * items), force=True))  # log(2J) ≥ 0
    constant = 12 * LARGEST_SHAPE * np.sqrt(2)
    return Finding("holds" if gap == 0 else "refuted", {"constant of √(JT log(JT))": constant})


@check("mnl:table-1-thompson")
def table_1_thompson(profile):
    # two items at two positions: the set {(1, 1), (1, 2)} has K objects and is no list
    sets, lists = 6, len(list(permutations(range(2), 2)))
    numbers = {"sets of 2 of 4 objects": sets, "lists": lists}
    return Finding("corrected" if sets > lists else "refuted", numbers)


@check("mnl:toprank-special-case")
def toprank_special_case(profile):
    high, low, slot, other, rest = sp.symbols("alpha_i alpha_j lambda_k lambda_m R", positive=True)
    # holds iff (1 + S')(1 + α_i) − (1 + S)(1 + α_j) ≥ 0, S' after the exchange
    outside = (1 + rest + slot * low) * (1 + high) - (1 + rest + slot * high) * (1 + low)
    proof = sp.expand(outside - (high - low) * (1 + rest - slot)) == 0
    before, after = slot * high + other * low, slot * low + other * high
    inside = (1 + rest + after) * (1 + high) - (1 + rest + before) * (1 + low)
    proof &= sp.expand(inside - (high - low) * (1 + rest - slot + other * (1 + high + low))) == 0
    games = 2000 if profile == "paper" else 200
    failed, cases = exchange_violations(lambda v: v, games, 1)
    odds, _ = exchange_violations(lambda v: v / (1 + v), games, 1)
    numbers = {"exchanges": cases, "fail with α": failed, "fail with α/(1+α)": odds}
    return Finding("corrected" if proof and failed and not odds else "refuted", numbers)


@check("mnl:toprank-decreasing")
def toprank_decreasing(profile):
    numbers, gaps = {}, {}
    for name, game in PROBLEMS.items():
        attraction, biases = exact(game.attraction), exact(game.examination)
        items = sorted(attraction, reverse=True)[: len(biases)]
        best = sum(a * b for a, b in zip(items, sorted(biases, reverse=True), strict=True))
        got = sum(a * b for a, b in zip(items, biases, strict=True))
        gaps[name] = best / (1 + best) - got / (1 + got)
        numbers[f"loss a round, ({name})"] = float(gaps[name])
    holds = gaps["a"] == 0 and gaps["b"] > 0 and gaps["c"] > 0
    return Finding("holds" if holds else "refuted", numbers)


@check("mnl:toprank-guarantee")
def toprank_guarantee(profile):
    ratio = {f"√(K³), ({name})": float(game.examination.size**1.5)
             for name, game in PROBLEMS.items()}  # fmt: skip
    return Finding("holds" if min(ratio.values()) > 1 else "refuted", ratio)
