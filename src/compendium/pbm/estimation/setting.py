"""Sections 1 and 2: the censored clicks, the lists, their order and their regret."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from compendium.finding import Case, check
from compendium.pbm.histories import greedy, situations
from compendium.pbm.instances import EXAMINATION, FIGURE_1B

HALF, NINE_TENTHS = Fraction(1, 2), Fraction(9, 10)


def rational(expression) -> Fraction:
    """A rational number of sympy's."""
    return Fraction(str(expression))


@check("pbm:number-of-actions")
def number_of_actions(profile):
    """Divides K!/(K-L)! by its predecessor, in symbols, and counts all lists up to K = 6."""
    case = Case()
    K, L = sp.symbols("K L", positive=True, integer=True)
    lists = sp.factorial(K) / sp.factorial(K - L)
    case.zero("a list one longer: K - L choices", lists.subs(L, L + 1) / lists - (K - L))
    counted = all(
        sum(1 for _ in permutations(range(k), n)) == math.factorial(k) // math.factorial(k - n)
        for k in range(1, 7)
        for n in range(1, k + 1)
    )
    case.must("K!/(K-L)! lists for every K ≤ 6", counted)
    case.number("lists", "lists for K = 6, L = 3", math.perm(6, 3))
    return case.finding()


@check("pbm:censored-click")
def censored_click(profile):
    """Adds up the joint law of two products of looks and answers, in symbols."""
    case = Case()
    kappa, theta = sp.symbols("kappa1:3"), sp.symbols("theta1:3")
    law = dict.fromkeys(product((0, 1), repeat=2), sp.Integer(0))
    for y in product((0, 1), repeat=2):
        for x in product((0, 1), repeat=2):
            chance = sp.Integer(1)
            for k, t, seen, liked in zip(kappa, theta, y, x, strict=True):
                chance *= (k if seen else 1 - k) * (t if liked else 1 - t)
            law[x[0] * y[0], x[1] * y[1]] += chance
    a, b = (k * t for k, t in zip(kappa, theta, strict=True))
    factorises = case.zero(
        "the joint law is B(κ₁θ₁) times B(κ₂θ₂)",
        *(chance - (a if z1 else 1 - a) * (b if z2 else 1 - b) for (z1, z2), chance in law.items()),
    )
    case.number("factorises", "joint law factorises", factorises)
    return case.finding()


@check("pbm:ambiguous-non-click")
def ambiguous_non_click(profile):
    """Computes the chance of a look after a non-click in symbols, and its distances to 1 and κ."""
    case = Case()
    kappa, theta = sp.symbols("kappa theta")
    silent = {seen: (kappa if seen else 1 - kappa) * (1 - theta * seen) for seen in (0, 1)}
    seen = silent[1] / (silent[0] + silent[1])
    case.zero("Bayes' rule", seen - kappa * (1 - theta) / (1 - kappa * theta))
    # both distances are products of positive factors
    case.zero("below 1", (1 - seen) - (1 - kappa) / (1 - kappa * theta))
    case.zero("below κ", kappa - seen - kappa * theta * (1 - kappa) / (1 - kappa * theta))
    at = seen.subs({kappa: sp.Rational(3, 10), theta: sp.Rational(9, 20)})
    case.number("seen", "examined after a non-click, at κ = 3/10, θ = 9/20", rational(at))
    return case.finding()


@check("pbm:known-examination")
def known_examination(profile):
    """Finds two pairs (κ, θ) with the same clicks, and a ratio of κ that the clicks do tell."""
    case = Case()
    c, kappa, theta = sp.symbols("c kappa theta", positive=True)
    case.zero("(cκ) (θ/c) = κθ", (c * kappa) * (theta / c) - kappa * theta)
    examination, attraction, factor = (HALF, Fraction(1, 4)), (Fraction(2, 5), HALF), Fraction(5, 4)
    other = [k * factor for k in examination], [t / factor for t in attraction]
    means = [k * t for k in examination for t in attraction]
    other_means = [k * t for k in other[0] for t in other[1]]
    case.printed("clicks tell these two apart", means != other_means)
    case.must("they tell κ₂/κ₁", means[2] / means[0] == examination[1] / examination[0])
    case.number("one", "κ of one problem", examination)
    case.number("other", "κ of another with the same clicks", tuple(other[0]))
    return case.finding(broken="undecided")


def list_values(attraction, examination):
    """Expected clicks of every list."""
    return {
        action: sum(k * attraction[item] for k, item in zip(examination, action, strict=True))
        for action in permutations(range(len(attraction)), len(examination))
    }


@check("pbm:optimal-list")
def optimal_list(profile):
    """Finds what an exchange gains, in symbols, and compares all lists of Figure 1(b)."""
    case = Case()
    k1, k2, better, worse = sp.symbols("kappa1 kappa2 theta_better theta_worse")
    swap = (k1 * better + k2 * worse) - (k1 * worse + k2 * better)
    case.zero("what two places exchanged gain", swap - (k1 - k2) * (better - worse))
    values = list_values(FIGURE_1B, EXAMINATION)
    best = max(values, key=values.get)
    runner_up = sorted(values.values())[-2]
    case.must("the best list shows the best items in order", best == (0, 1, 2))
    case.must("it is alone", runner_up < values[best])
    case.number("best", "expected clicks of the best list", values[best])
    case.number("second", "of the second best", runner_up)
    return case.finding()


@check("pbm:strict-orders")
def strict_orders(profile):
    """Counts the optimal lists of an instance with a tie."""
    case = Case()
    values = list_values([HALF, Fraction(2, 5), Fraction(2, 5)], [NINE_TENTHS, Fraction(3, 5)])
    best = [action for action, value in values.items() if value == max(values.values())]
    case.printed("one list is optimal", len(best) == 1)
    case.number("optimal", "optimal lists for θ = (1/2, 2/5, 2/5), κ = (9/10, 3/5)", len(best))
    return case.finding()


@check("pbm:equation-1")
def equation_1(profile):
    """Computes the three expressions, as fractions, in a game of four greedy rounds."""
    case = Case()
    attraction = (HALF, Fraction(2, 5), Fraction(1, 5))
    examination, rounds = (NINE_TENTHS, Fraction(3, 5)), 4
    rule, values = greedy(3, examination), list_values(attraction, examination)
    best = max(values.values())
    by_round, plays, clicks = Fraction(0), dict.fromkeys(values, Fraction(0)), Fraction(0)
    for now in situations(attraction, examination, rounds + 1, rule):
        if now.t == rounds + 1:
            clicks += now.chance * sum(map(sum, now.clicks))
            continue
        for action, share in rule(now.t, now.clicks, now.plays):
            weight = now.chance * share
            plays[action] += weight
            for position, item in enumerate(action):
                gap = attraction[position] - attraction[item]
                by_round += weight * examination[position] * gap
    by_action = sum((best - values[action]) * count for action, count in plays.items())
    case.must("clicks missed are the sum over rounds", rounds * best - clicks == by_round)
    case.must("the sum over rounds is that over lists", by_round == by_action)
    case.number("regret", "expected regret, all three", by_action)
    return case.finding()
