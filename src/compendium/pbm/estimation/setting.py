"""Sections 1 and 2: the censored clicks, the lists, their order and their regret."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from compendium.case import Twin, check
from compendium.pbm.histories import greedy, situations
from compendium.pbm.instances import EXAMINATION, FIGURE_1B

HALF, NINE_TENTHS = Fraction(1, 2), Fraction(9, 10)
TWO_POSITIONS = NINE_TENTHS, Fraction(3, 5)
THREE_ITEMS = HALF, Fraction(2, 5), Fraction(1, 5)


def rational(expression) -> Fraction:
    """A rational number of sympy."""
    return Fraction(str(expression))


@check(
    "pbm:censored-click",
    factor=[Twin(Fraction(21, 20)), Twin(Fraction(21, 20), step="ambiguous-non-click")],
    examination=Twin(1, step="ambiguous-non-click"),
)
def censored_click(case, factor=1, examination=Fraction(3, 10)):
    kappa, theta = sp.symbols("kappa1:3"), sp.symbols("theta1:3")
    outcomes, law = list(product((0, 1), repeat=2)), defaultdict(int)
    for y, x in product(outcomes, repeat=2):
        chance = sp.Integer(1)
        for k, t, seen, liked in zip(kappa, theta, y, x, strict=True):
            chance *= (k if seen else 1 - k) * (t if liked else 1 - t)
        law[x[0] * y[0], x[1] * y[1]] += chance
    a, b = (sp.Rational(factor) * k * t for k, t in zip(kappa, theta, strict=True))
    apart = [law[z] - (a if z[0] else 1 - a) * (b if z[1] else 1 - b) for z in outcomes]
    factorises = case.zero("the joint law is B(κ₁θ₁) times B(κ₂θ₂)", *apart)
    case.number("factorises", "joint law factorises", factorises)

    step, k, t = case.step("ambiguous-non-click"), kappa[0], theta[0]
    silent = {seen: (k if seen else 1 - k) * (1 - t * seen) for seen in (0, 1)}
    seen = silent[1] / (silent[0] + silent[1])
    step.zero("Bayes' rule", seen - sp.Rational(factor) * k * (1 - t) / (1 - k * t))
    # both distances are products of positive factors
    step.zero("below 1", (1 - seen) - (1 - k) / (1 - k * t))
    step.zero("below κ", k - seen - k * t * (1 - k) / (1 - k * t))
    at, at_largest = (
        rational(seen.subs({k: sp.Rational(share), t: sp.Rational(9, 20)})) for share in (examination, 1)
    )
    # 3/10 · 11/20 over 1 - 3/10 · 9/20
    step.must("examined after a non-click, κ = 3/10, θ = 9/20", at == Fraction(33, 173), seen=at)
    step.reading("examinations below 1", 0 < at < examination)
    step.reading("also an examination of 1", 0 < at_largest < 1, certain=at_largest)


@check(
    "pbm:known-examination",
    estimated=Twin("ratios of examinations", "holds"),
    ours=Twin("first examination"),
    power=Twin(1),
)
def known_examination(case, estimated="examinations", ours="ratios of examinations", power=-1):
    c, kappa, theta = sp.symbols("c kappa theta", positive=True)
    case.zero("(cκ) (θ/c) = κθ", (c * kappa) * (theta * c**power) - kappa * theta)
    # two positions and two items: from c = κ₁' / κ₁ all else follows
    k1, k2, t1, t2 = sp.symbols("kappa1 kappa2 theta1 theta2", positive=True)
    k, s, t = unknown = sp.symbols("k s t", positive=True)  # κ₂', θ₁', θ₂'
    clicks = [c * k1 * s - k1 * t1, c * k1 * t - k1 * t2, k * s - k2 * t1, k * t - k2 * t2]
    pair = [(c * k2, t1 * c**power, t2 * c**power)]
    case.must("no other pair has the same clicks", sp.solve(clicks, unknown) == pair)
    factor = Fraction(5, 4)
    one, attraction = (HALF, Fraction(1, 4)), (Fraction(2, 5), HALF)
    other, moved = tuple(k * factor for k in one), tuple(t * factor**power for t in attraction)
    first, second = ([k * t for t in attraction] for k in one)
    same = first + second == [k * t for k in other for t in moved]
    case.must("the two have the same clicks", same)
    ratios_of_clicks = {after / before for before, after in zip(first, second, strict=True)}
    case.must("every item's clicks tell κ₂/κ₁", ratios_of_clicks == {one[1] / one[0]})
    shared = {
        "examinations": one == other,
        "first examination": one[0] == other[0],
        "ratios of examinations": one[1] / one[0] == other[1] / other[0],
    }
    case.must(f"and the same {ours}", shared[ours])
    case.printed("and the same numbers that the paper estimates from clicks", shared[estimated])
    case.number("one", "κ of one problem", one)
    case.number("other", "κ of another with the same clicks", other)


def list_values(attraction, examination):
    """Expected clicks of every list."""
    return {
        action: sum(k * attraction[item] for k, item in zip(examination, action, strict=True))
        for action in permutations(range(len(attraction)), len(examination))
    }


def optimal_lists(attraction, examination):
    """The lists with the most expected clicks."""
    values = list_values(attraction, examination)
    return [action for action, value in values.items() if value == max(values.values())]


@check(
    "pbm:equation-1",
    power=Twin(0),
    shift=Twin(1),
    best=Twin((1, 0, 2), step="optimal-list"),
    strict=Twin((NINE_TENTHS, NINE_TENTHS), step="strict-orders"),
)
def equation_1(case, power=1, shift=0, best=(0, 1, 2), strict=TWO_POSITIONS):
    attraction, examination, rounds = THREE_ITEMS, TWO_POSITIONS, 4
    rule = greedy(len(attraction), examination)
    values = list_values(attraction, examination)
    optimum = max(values.values())
    by_round, plays, clicks = Fraction(0), dict.fromkeys(values, Fraction(0)), Fraction(0)
    for now in situations(attraction, examination, rounds + 1, rule):
        if now.t == rounds + 1:
            clicks += now.chance * sum(map(sum, now.clicks))
            continue
        for action, share in rule(now.t, now.clicks, now.plays):
            weight = now.chance * share
            plays[action] += weight
            for position, item in enumerate(action):
                gap = attraction[position + shift] - attraction[item]
                by_round += weight * examination[position] ** power * gap
    by_action = sum((optimum - values[action]) * count for action, count in plays.items())
    case.must("clicks missed are the sum over rounds", rounds * optimum - clicks == by_round)
    case.must("regret by rounds is that by lists", by_round == by_action, regret=by_action)

    step = case.step("optimal-list")
    k1, k2, better, worse = sp.symbols("kappa1 kappa2 theta_better theta_worse")
    swap = (k1 * better + k2 * worse) - (k1 * worse + k2 * better)
    step.zero("what two places exchanged gain", swap - (k1 - k2) * (better - worse))
    second, most = sorted(list_values(FIGURE_1B, EXAMINATION).values())[-2:]
    step.must("the best list shows the best items in order", optimal_lists(FIGURE_1B, EXAMINATION) == [best])
    step.number("best", "expected clicks of the best list", most)
    step.number("second", "of the second best", second)

    step = case.step("strict-orders")
    relabelled = {
        tuple(sorted(list_values(theta, kappa).values()))
        for theta in permutations(attraction)
        for kappa in permutations(examination)
    }
    step.must("with both orders strict one list is optimal", optimal_lists(attraction, strict) == [(0, 1)])
    unchanged = relabelled == {tuple(sorted(values.values()))}
    step.reading("labels change no set of values, so the order is free", unchanged)
    tied = optimal_lists((HALF, Fraction(2, 5), Fraction(2, 5)), examination)
    step.must("items of equal attraction can stand for each other", tied == [(0, 1), (0, 2)])
    beyond = optimal_lists((*attraction, attraction[2]), examination)
    step.must("a tie beyond L leaves one list", beyond == [(0, 1)])
    flat = optimal_lists(attraction, examination[:1] * 2)
    step.must("a tie of two κ leaves two", flat == [(0, 1), (1, 0)])
    step.reading("ties are no loss of generality, because one list is optimal", len(tied) == 1)
    step.number("optimal", "optimal lists for θ = (1/2, 2/5, 2/5), κ = (9/10, 3/5)", len(tied))
