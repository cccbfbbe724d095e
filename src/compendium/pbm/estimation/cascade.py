"""Section 1: what the paper says of the Cascade and the Dependent Click Model.

In both the user scans the list from the top, and an item scanned is clicked with its attraction.
In the Cascade Model the first click ends the scan. In the dependent one the user leaves after a
click at position l with probability v_l, and a departure after a click is what the learner wants.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from compendium.finding import Finding, check

from .setting import vanishes

A, B = sp.symbols("theta_a theta_b", positive=True)
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
    shapes = all(
        valid_observations(n) == {(0,) * n} | {(0,) * m + (1,) for m in range(n)}
        for n in range(1, 9)
    )
    numbers = {"valid sequences for 8 positions": len(valid_observations(8))}
    return Finding("holds" if shapes else "refuted", numbers)


@check("pbm:cascade-order-blind")
def cascade_order_blind(profile):
    C = sp.Symbol("theta_c", positive=True)
    blind = vanishes(any_click((C, A, B)) - any_click((C, B, A)))
    blind = blind and vanishes(any_click((A, B, C)) - any_click((B, A, C)))
    values = {any_click(order) for order in permutations(ATTRACTION)}
    return Finding(
        "holds" if blind and len(values) == 1 else "refuted",
        {"chance of a click, θ = (9/20, 1/4, 1/10), all orders": values.pop()},
    )


@check("pbm:cascade-last-is-best")
def cascade_last_is_best(profile):
    C = sp.Symbol("theta_c", positive=True)
    # only the second of the two depends on their order: it is reached if the first is not clicked
    change = items_examined((C, A, B, C)) - items_examined((C, B, A, C))
    exchange = vanishes(change - (1 - C) * (B - A))
    values = {order: items_examined(order) for order in permutations(ATTRACTION)}
    best, worst = max(values, key=values.get), min(values, key=values.get)
    holds = exchange and best == ATTRACTION[::-1] and worst == ATTRACTION
    numbers = {"items examined, best last": values[best], "best first": values[worst]}
    return Finding("holds" if holds else "refuted", numbers)


@check("pbm:cascade-weights")
def cascade_weights(profile):
    w, C = sp.symbols("w1:5", positive=True), sp.Symbol("theta_c", positive=True)
    change = weighted_click((C, A, B, C), w) - weighted_click((C, B, A, C), w)
    exchange = vanishes(change - (1 - C) * (w[1] - w[2]) * (A - B))
    weights = (Fraction(1), Fraction(4, 5), Fraction(3, 5))
    values = {order: weighted_click(order, weights) for order in permutations(ATTRACTION)}
    best, worst = max(values, key=values.get), min(values, key=values.get)
    holds = exchange and best == ATTRACTION and worst == ATTRACTION[::-1]
    numbers = {"reward, best first, w = (1, 4/5, 3/5)": values[best], "best last": values[worst]}
    return Finding("holds" if holds else "refuted", numbers)


@check("pbm:dcm-order")
def dcm_order(profile):
    v, w, rest = sp.symbols("v_l v_m rest", positive=True)
    change = rest * ((1 - v * B) * (1 - w * A) - (1 - v * A) * (1 - w * B))
    exchange = vanishes(change - rest * (v - w) * (A - B))
    leaves = {
        "decreasing": (Fraction(4, 5), Fraction(3, 5), Fraction(2, 5)),
        "increasing": (Fraction(2, 5), Fraction(3, 5), Fraction(4, 5)),
    }
    best = {
        name: max(permutations(ATTRACTION), key=lambda order, v=v: any_click(order, v))
        for name, v in leaves.items()
    }
    constant = {any_click(order, [Fraction(3, 5)] * 3) for order in permutations(ATTRACTION)}
    found = exchange and best["decreasing"] == ATTRACTION and best["increasing"] == ATTRACTION[::-1]
    return Finding(
        "corrected" if found and len(constant) == 1 else "refuted",
        {"best order where v increases": [str(theta) for theta in best["increasing"]]},
    )


@check("pbm:dcm-last-zeros")
def dcm_last_zeros(profile):
    v, first, second = sp.symbols("v theta_2 theta_3", positive=True)
    # a click at position 1, then two zeros: the user left at once, or scanned on without a click
    left, stayed = v, (1 - v) * (1 - first) * (1 - second)
    scanned = stayed / (left + stayed)
    # strictly between 0 and 1 as both ways have positive probability
    both = vanishes(1 - scanned - left / (left + stayed))
    half, quarter = sp.Rational(1, 2), sp.Rational(1, 4)
    at = scanned.subs({v: half, first: quarter, second: quarter})
    holds = both and 0 < at < 1
    return Finding(
        "holds" if holds else "refuted",
        {"last zeros were seen, v = 1/2, θ = 1/4": Fraction(int(at.p), int(at.q))},
    )
