"""Table 1 and the related work: which guarantees carry over to lists under logit choice."""

from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import sympy as sp

from clickbandits.mnl.bounds import LARGEST_SHAPE
from compendium.finding import Case, check
from compendium.mnl.experiments import PROBLEMS


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
    """Compares the logarithm of Proposition 8 with 2 log(JT), in symbols."""
    case = Case()
    items, horizon = sp.symbols("J T", positive=True)
    levels = 2 * sp.log(items * horizon) - sp.log(items * horizon**2 / 2)
    case.zero("2 log(JT) − log(JT²/2) = log(2J)",  # ≥ 0
              sp.expand_log(levels - sp.log(2 * items), force=True))  # fmt: skip
    constant = 12 * LARGEST_SHAPE * np.sqrt(2)
    case.number("constant", "constant of √(JT log(JT))", constant)
    return case.finding()


@check("mnl:table-1-thompson")
def table_1_thompson(profile):
    """Counts the sets of two of the four objects of two items at two positions, and the lists."""
    case = Case()
    sets, lists = comb(2 * 2, 2), len(list(permutations(range(2), 2)))
    case.printed("a set limited in number is a list", sets <= lists)  # not {(1, 1), (1, 2)}
    case.number("sets", "sets of 2 of 4 objects", sets)
    case.number("lists", "lists", lists)
    return case.finding()


@check("mnl:toprank-special-case")
def toprank_special_case(profile):
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
    failed, cases = exchange_violations(lambda v: v, games, 1)
    odds, _ = exchange_violations(lambda v: v / (1 + v), games, 1)
    case.must("no exchange fails with α/(1 + α)", not odds)
    case.printed("no exchange fails with α", not failed)
    case.number("exchanges", "exchanges", cases)
    case.number("failed", "fail with α", failed)
    case.number("odds", "fail with α/(1+α)", odds)
    return case.finding()


@check("mnl:toprank-decreasing")
def toprank_decreasing(profile):
    """Computes what the sorted list loses a round on (a), (b) and (c), in fractions."""
    case = Case()
    for name, game in PROBLEMS.items():
        attraction, biases = ([Fraction(float(v)).limit_denominator(100) for v in values]
                              for values in (game.attraction, game.examination))  # fmt: skip
        items = sorted(attraction, reverse=True)[: len(biases)]
        best = total(range(len(items)), items, sorted(biases, reverse=True))
        got = total(range(len(items)), items, biases)
        loss = best / (1 + best) - got / (1 + got)
        if name == "a":
            case.must("nothing is lost on (a)", loss == 0)
        else:
            case.must(f"a constant is lost on ({name})", loss > 0)
        case.number(name, f"loss a round, ({name})", float(loss))
    return case.finding()


@check("mnl:toprank-guarantee")
def toprank_guarantee(profile):
    """Evaluates √(K³), the cited factor between the orders, on (a), (b) and (c)."""
    case = Case()
    for name, game in PROBLEMS.items():
        ratio = float(game.examination.size**1.5)
        case.must(f"the cited order is larger, ({name})", ratio > 1)
        case.number(name, f"√(K³), ({name})", ratio)
    return case.finding()
