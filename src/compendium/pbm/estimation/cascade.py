"""Section 1: what the paper says of the Cascade and the Dependent Click Model.

In both the user scans the list from the top, and an item scanned is clicked with its attraction.
In the Cascade Model the first click ends the scan. In the dependent one the user leaves after a
click at position l with probability v_l, and a departure after a click is what the learner wants.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from compendium.finding import Case, check

from .setting import rational

A, B, C = sp.symbols("theta_a theta_b theta_c", positive=True)
ATTRACTION = (Fraction(9, 20), Fraction(1, 4), Fraction(1, 10))


def valid_observations(n_positions):
    """What the Cascade Model can show: per examined position whether it was clicked."""
    found = set()
    for answers in product((0, 1), repeat=n_positions):
        seen = answers.index(1) + 1 if 1 in answers else n_positions
        found.add(answers[:seen])
    return found


def items_examined(attraction):
    """Expected number of items the user examines in the Cascade Model: the feedback observed."""
    reached, total = 1, 0
    for theta in attraction:
        total += reached
        reached *= 1 - theta
    return total


def any_click(attraction, leaves=None):
    """Probability that the user clicks and leaves: of any click, where every click ends it."""
    missed = 1
    for theta, leave in zip(attraction, leaves or [1] * len(attraction), strict=True):
        missed *= 1 - leave * theta
    return 1 - missed


def weighted_click(attraction, weights):
    """Expected weight of the first click's position."""
    reached, total = 1, 0
    for theta, weight in zip(attraction, weights, strict=True):
        total += reached * weight * theta
        reached *= 1 - theta
    return total


@check("pbm:cascade-feedback")
def cascade_feedback(profile):
    """Enumerates what the user's answers can show, for up to eight positions."""
    case = Case()
    for n in range(1, 9):
        valid = {(0,) * n} | {(0,) * m + (1,) for m in range(n)}
        case.must(f"zeros, then at most a one, {n} positions", valid_observations(n) == valid)
    case.number("valid", "valid sequences for 8 positions", len(valid_observations(8)))
    return case.finding()


@check("pbm:cascade-order-blind")
def cascade_order_blind(profile):
    """Swaps neighbours among three items in symbols, and compares all orders of an instance."""
    case = Case()
    case.zero(
        "swaps of neighbours change nothing",
        any_click((C, A, B)) - any_click((C, B, A)),
        any_click((A, B, C)) - any_click((B, A, C)),
    )
    values = {any_click(order) for order in permutations(ATTRACTION)}
    case.must("all orders of the instance have one value", len(values) == 1)
    case.number("chance", "chance of a click, θ = (9/20, 1/4, 1/10), all orders", values.pop())
    return case.finding()


@check("pbm:cascade-last-is-best")
def cascade_last_is_best(profile):
    """Finds what a swap changes, in symbols, and compares all orders of an instance."""
    case = Case()
    # only the second of the two depends on their order: it is reached if the first is not clicked
    change = items_examined((C, A, B, C)) - items_examined((C, B, A, C))
    case.zero("a swap changes the feedback by (1 - θ_c) (θ_b - θ_a)", change - (1 - C) * (B - A))
    values = {order: items_examined(order) for order in permutations(ATTRACTION)}
    best, worst = max(values, key=values.get), min(values, key=values.get)
    case.must("the best last is best", best == ATTRACTION[::-1])
    case.must("the best first is worst", worst == ATTRACTION)
    case.number("best", "items examined, best last", values[best])
    case.number("worst", "best first", values[worst])
    return case.finding()


@check("pbm:cascade-weights")
def cascade_weights(profile):
    """Finds what a swap changes, in symbols, and compares all orders of an instance."""
    case = Case()
    w = sp.symbols("w1:5", positive=True)
    change = weighted_click((C, A, B, C), w) - weighted_click((C, B, A, C), w)
    case.zero(
        "a swap changes the reward by (1 - θ_c) (w_2 - w_3) (θ_a - θ_b)",
        change - (1 - C) * (w[1] - w[2]) * (A - B),
    )
    weights = (Fraction(1), Fraction(4, 5), Fraction(3, 5))
    values = {order: weighted_click(order, weights) for order in permutations(ATTRACTION)}
    best, worst = max(values, key=values.get), min(values, key=values.get)
    case.must("the best first is best", best == ATTRACTION)
    case.must("the best last is worst", worst == ATTRACTION[::-1])
    case.number("best", "reward, best first, w = (1, 4/5, 3/5)", values[best])
    case.number("worst", "best last", values[worst])
    return case.finding()


@check("pbm:dcm-order")
def dcm_order(profile):
    """Finds what a swap changes, in symbols, and compares all orders for three kinds of v."""
    case = Case()
    v, w, rest = sp.symbols("v_l v_m rest", positive=True)
    change = rest * ((1 - v * B) * (1 - w * A) - (1 - v * A) * (1 - w * B))
    case.zero("a swap changes the reward by (v - w) (θ_a - θ_b)", change - rest * (v - w) * (A - B))
    falling = (Fraction(4, 5), Fraction(3, 5), Fraction(2, 5))
    best, best_rising = (
        max(permutations(ATTRACTION), key=lambda order: any_click(order, leaves))
        for leaves in (falling, falling[::-1])
    )
    constant = {any_click(order, [Fraction(3, 5)] * 3) for order in permutations(ATTRACTION)}
    case.must("the best first where v decreases", best == ATTRACTION)
    case.must("the best last where v increases", best_rising == ATTRACTION[::-1])
    case.must("any order where v is constant", len(constant) == 1)
    case.printed("the best first whatever v", best_rising == ATTRACTION)
    case.number("rising", "best order where v increases", [str(theta) for theta in best_rising])
    return case.finding()


@check("pbm:dcm-last-zeros")
def dcm_last_zeros(profile):
    """Computes in symbols how likely the zeros after the last click were seen."""
    case = Case()
    v, first, second = sp.symbols("v theta_2 theta_3", positive=True)
    # a click at position 1, then two zeros: the user left at once, or scanned on without a click
    left, stayed = v, (1 - v) * (1 - first) * (1 - second)
    scanned = stayed / (left + stayed)
    case.zero("not seen: v over both ways", 1 - scanned - left / (left + stayed))
    at = scanned.subs({v: sp.Rational(1, 2), first: sp.Rational(1, 4), second: sp.Rational(1, 4)})
    case.must("both ways have a positive chance", 0 < at < 1)
    case.number("seen", "last zeros were seen, v = 1/2, θ = 1/4", rational(at))
    return case.finding()
