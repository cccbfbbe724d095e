"""Section 1: the paper's statements about the Cascade and the Dependent Click Model.

In both models the user scans the list from the top and clicks a scanned item with the probability of its
attraction. In the Cascade Model the first click ends the scan. In the dependent one the user leaves
position l with probability v_l. In the paper's words this can happen at every scanned position, and in
the cited model only after a click, in which case leaving is the event that the learner wants.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import permutations

import sympy as sp

from compendium.case import Twin, check

A, B, C = sp.symbols("theta_a theta_b theta_c", positive=True)
ATTRACTION = (Fraction(9, 20), Fraction(1, 4), Fraction(1, 10))


def items_examined(attraction):
    """Expected number of items examined in the Cascade Model, which is the feedback observed."""
    reached, total = 1, 0
    for theta in attraction:
        total += reached
        reached *= 1 - theta
    return total


def click_and_leave(attraction, leaves):
    """Probability that the user leaves after a click, if users can leave only then."""
    missed = 1
    for theta, leave in zip(attraction, leaves, strict=True):
        missed *= 1 - leave * theta
    return 1 - missed


def weighted_click(attraction, weights):
    """Expected weight of the first click's position."""
    reached, total = 1, 0
    for theta, weight in zip(attraction, weights, strict=True):
        total += reached * weight * theta
        reached *= 1 - theta
    return total


def best_and_worst(case, value, claimed):
    """The greatest and the least value of the orders, checked to be the claimed order and its reverse."""
    values = {order: value(order) for order in permutations(ATTRACTION)}
    best, worst = max(values, key=values.get), min(values, key=values.get)
    case.must("the claimed order is best", best == claimed)
    case.must("the reverse order is worst", worst == claimed[::-1])
    case.must("no other order is as good", list(values.values()).count(values[best]) == 1)
    return values[best], values[worst]


FALLING = Fraction(4, 5), Fraction(3, 5), Fraction(2, 5)
DEPARTURES = FALLING, (Fraction(3, 5),) * 3, FALLING[::-1]
"""Departure probabilities by position that decrease, are equal, and increase."""


def clicks_until_departure(attraction, leaves):
    """Expected clicks of a user who may leave at every position that was scanned, clicked or not."""
    reached, total = 1, 0
    for theta, leave in zip(attraction, leaves, strict=True):
        total += reached * theta
        reached *= 1 - leave
    return total


def only_best(reward, leaves):
    """Whether the best item first is the only best order of the instance."""
    values = {order: reward(order, leaves) for order in permutations(ATTRACTION)}
    best = max(values.values())
    return [order for order, value in values.items() if value == best] == [ATTRACTION]


@check(
    "pbm:dcm-order",
    fails="refuted",
    share=Twin(0),
    best_at=Twin("first", step="cascade-last-is-best"),
    weights=Twin((Fraction(1), Fraction(1), Fraction(3, 5)), step="cascade-weights"),
    after=Twin(1, step="cascade-weights"),
)
def dcm_order(case, share=1, best_at="last", weights=(Fraction(1), Fraction(4, 5), Fraction(3, 5)), after=0):
    v, w, rest = sp.symbols("v_l v_m rest", positive=True)
    swapped = clicks_until_departure((A, B), (v, w)) - clicks_until_departure((B, A), (v, w))
    case.zero("anywhere: a swap changes the clicks by v (θ_a - θ_b)", swapped - v * (A - B))
    change = rest * ((1 - v * B) * (1 - w * A) - (1 - v * A) * (1 - w * B))
    name = "after a click: a swap changes the reward by (v - w) (θ_a - θ_b)"
    case.zero(name, change - rest * (v - w) * (A - B))
    anywhere = [
        only_best(clicks_until_departure, [share * leave for leave in leaves]) for leaves in DEPARTURES
    ]
    name = "users may leave at every position that was scanned; the reward is the clicks"
    case.reading(name, all(anywhere))
    clicked = [only_best(click_and_leave, leaves) for leaves in DEPARTURES]
    name = "users may leave after a click only; the reward is a departure after a click"
    case.reading(name, all(clicked))
    case.must("after a click the best item first is best where v decreases", clicked == [True, False, False])
    rising = max(permutations(ATTRACTION), key=lambda order: click_and_leave(order, FALLING[::-1]))
    label = "best order where v increases, departures after a click"
    case.number("rising", label, [str(theta) for theta in rising])

    # only the click on the second depends on their order, since it is reached if the first is not clicked
    step = case.step("cascade-last-is-best")
    change = items_examined((C, A, B, C)) - items_examined((C, B, A, C))
    step.zero("a swap changes the feedback by (1 - θ_c) (θ_b - θ_a)", change - (1 - C) * (B - A))
    best, worst = best_and_worst(step, items_examined, ATTRACTION[:: -1 if best_at == "last" else 1])
    step.number("best", "items examined, best last", best)
    step.number("worst", "best first", worst)

    step, w = case.step("cascade-weights"), sp.symbols("w1:5", positive=True)
    change = weighted_click((C, A, B, C), w) - weighted_click((C, B, A, C), w)
    step.zero(
        "a swap changes the reward by (1 - θ_c) (w_2 - w_3) (θ_a - θ_b)",
        change - (1 - C) * (w[1 + after] - w[2 + after]) * (A - B),
    )
    best, worst = best_and_worst(step, partial(weighted_click, weights=weights), ATTRACTION)
    step.number("best", "reward, best first, w = (1, 4/5, 3/5)", best)
    step.number("worst", "best last", worst)
