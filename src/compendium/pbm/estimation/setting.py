"""Sections 1 and 2: the censored clicks, the lists, their order and their regret."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from compendium.finding import Finding, check
from compendium.pbm.histories import greedy, situations

HALF, NINE_TENTHS = Fraction(1, 2), Fraction(9, 10)


def vanishes(expression) -> bool:
    """Whether a rational expression in symbols is zero."""
    return sp.expand(sp.fraction(sp.together(expression))[0]) == 0


@check("pbm:number-of-actions")
def number_of_actions(profile):
    K, L = sp.symbols("K L", positive=True, integer=True)
    lists = sp.factorial(K) / sp.factorial(K - L)
    step = sp.combsimp(lists.subs(L, L + 1) / lists)  # a list one longer: K - L choices
    counted = all(
        sum(1 for _ in permutations(range(k), n)) == math.factorial(k) // math.factorial(k - n)
        for k in range(1, 7)
        for n in range(1, k + 1)
    )
    holds = vanishes(step - (K - L)) and counted
    return Finding("holds" if holds else "refuted", {"lists for K = 6, L = 3": math.perm(6, 3)})


@check("pbm:censored-click")
def censored_click(profile):
    kappa, theta = sp.symbols("kappa1:3"), sp.symbols("theta1:3")
    law = dict.fromkeys(product((0, 1), repeat=2), sp.Integer(0))
    for y in product((0, 1), repeat=2):
        for x in product((0, 1), repeat=2):
            chance = sp.Integer(1)
            for k, t, seen, liked in zip(kappa, theta, y, x, strict=True):
                chance *= (k if seen else 1 - k) * (t if liked else 1 - t)
            law[x[0] * y[0], x[1] * y[1]] += chance
    a, b = (k * t for k, t in zip(kappa, theta, strict=True))
    factorises = all(
        vanishes(chance - (a if z1 else 1 - a) * (b if z2 else 1 - b))
        for (z1, z2), chance in law.items()
    )
    return Finding("holds" if factorises else "refuted", {"joint law factorises": factorises})


@check("pbm:ambiguous-non-click")
def ambiguous_non_click(profile):
    kappa, theta = sp.symbols("kappa theta")
    silent = {seen: (kappa if seen else 1 - kappa) * (1 - theta * seen) for seen in (0, 1)}
    seen = silent[1] / (silent[0] + silent[1])
    bayes = vanishes(seen - kappa * (1 - theta) / (1 - kappa * theta))
    # both parts of the complement are products of positive factors
    rest = vanishes((1 - seen) - (1 - kappa) / (1 - kappa * theta))
    drop = vanishes(kappa - seen - kappa * theta * (1 - kappa) / (1 - kappa * theta))
    holds = bayes and rest and drop
    at = seen.subs({kappa: sp.Rational(3, 10), theta: sp.Rational(9, 20)})
    return Finding(
        "holds" if holds else "refuted",
        {"examined after a non-click, at κ = 3/10, θ = 9/20": Fraction(int(at.p), int(at.q))},
    )


@check("pbm:known-examination")
def known_examination(profile):
    c, kappa, theta = sp.symbols("c kappa theta", positive=True)
    same_law = vanishes((c * kappa) * (theta / c) - kappa * theta)
    examination, attraction, factor = (HALF, Fraction(1, 4)), (Fraction(2, 5), HALF), Fraction(5, 4)
    other = [k * factor for k in examination], [t / factor for t in attraction]
    means = [k * t for k in examination for t in attraction]
    printed_fails = means == [k * t for k in other[0] for t in other[1]]
    ratio = means[2] / means[0]  # recovered from the clicks alone
    found = same_law and printed_fails and ratio == examination[1] / examination[0]
    return Finding(
        "corrected" if found else "undecided",
        {
            "κ of one problem": examination,
            "κ of another with the same clicks": tuple(other[0]),
        },
    )


@check("pbm:optimal-list")
def optimal_list(profile):
    k1, k2, better, worse = sp.symbols("kappa1 kappa2 theta_better theta_worse")
    swap = (k1 * better + k2 * worse) - (k1 * worse + k2 * better)
    replace = k1 * better - k1 * worse
    gains = vanishes(swap - (k1 - k2) * (better - worse))
    gains = gains and vanishes(replace - k1 * (better - worse))
    attraction = [Fraction(n, 20) for n in (9, 7, 5, 3, 1)]
    values = list_values(attraction, [Fraction(n, 10) for n in (9, 6, 3)])
    best = max(values, key=values.get)
    runner_up = sorted(values.values())[-2]
    holds = gains and best == (0, 1, 2) and runner_up < values[best]
    return Finding(
        "holds" if holds else "refuted",
        {"expected clicks of the best list": values[best], "of the second best": runner_up},
    )


def list_values(attraction, examination):
    """Expected clicks of every list."""
    return {
        action: sum(k * attraction[item] for k, item in zip(examination, action, strict=True))
        for action in permutations(range(len(attraction)), len(examination))
    }


@check("pbm:strict-orders")
def strict_orders(profile):
    values = list_values([HALF, Fraction(2, 5), Fraction(2, 5)], [NINE_TENTHS, Fraction(3, 5)])
    best = [action for action, value in values.items() if value == max(values.values())]
    return Finding(
        "corrected" if len(best) > 1 else "holds",
        {"optimal lists for θ = (1/2, 2/5, 2/5), κ = (9/10, 3/5)": len(best)},
    )


@check("pbm:equation-1")
def equation_1(profile):
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
    equal = rounds * best - clicks == by_round == by_action
    return Finding("holds" if equal else "refuted", {"expected regret, all three": by_action})
