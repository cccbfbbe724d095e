"""Section 1: the paper's statements about the Cascade and the Dependent Click Model.

In both models the user scans the list from the top and clicks a scanned item with the probability of its
attraction. In the Cascade Model the first click ends the scan. In the dependent one the user leaves
position l with probability v_l. In the paper's words this can happen at every scanned position, and in
the cited model only after a click, in which case leaving is the event that the learner wants.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import permutations, product

import sympy as sp

from compendium.case import Twin, check

A, B, C = sp.symbols("theta_a theta_b theta_c", positive=True)
ATTRACTION = (Fraction(9, 20), Fraction(1, 4), Fraction(1, 10))


def valid_observations(n_positions):
    """The possible observations in the Cascade Model: for each examined position, whether it was clicked."""
    observations = set()
    for answers in product((0, 1), repeat=n_positions):
        seen = answers.index(1) + 1 if 1 in answers else n_positions
        observations.add(answers[:seen])
    return observations


def looked_at(observation, n_positions):
    """Every number of items that users with this observation may have looked at."""
    numbers = set()
    for answers in product((0, 1), repeat=n_positions):
        seen = answers.index(1) + 1 if 1 in answers else n_positions
        if answers[:seen] == observation:
            numbers.add(seen)
    return numbers


def items_examined(attraction):
    """Expected number of items examined in the Cascade Model, which is the feedback observed."""
    reached, total = 1, 0
    for theta in attraction:
        total += reached
        reached *= 1 - theta
    return total


def any_click(attraction, leaves=None):
    """Probability that the user clicks and leaves; without `leaves`, every click ends the scan."""
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


def dcm_courses(attraction, leaves):
    """The courses of a user of the Dependent Click Model: (clicks, items examined, probability)."""
    going, ended = [((), sp.Integer(1))], []
    for position, (theta, leave) in enumerate(zip(attraction, leaves, strict=True), start=1):
        ended += [((*clicks, 1), position, chance * theta * leave) for clicks, chance in going]
        going = [
            (outcome, part)
            for clicks, chance in going
            for outcome, part in (
                ((*clicks, 0), chance * (1 - theta)),
                ((*clicks, 1), chance * theta * (1 - leave)),
            )
        ]
    ended += [(clicks, len(attraction), chance) for clicks, chance in going]
    blank = (0,) * len(attraction)
    return [((*clicks, *blank)[: len(blank)], seen, chance) for clicks, seen, chance in ended]


def best_and_worst(case, value, claimed):
    """The greatest and the least value of the orders, checked to be the claimed order and its reverse."""
    values = {order: value(order) for order in permutations(ATTRACTION)}
    best, worst = max(values, key=values.get), min(values, key=values.get)
    case.must("the claimed order is best", best == claimed)
    case.must("the reverse order is worst", worst == claimed[::-1])
    case.must("no other order is as good", list(values.values()).count(values[best]) == 1)
    return values[best], values[worst]


@check("pbm:cascade-last-is-best", best_at=Twin("first"))
def cascade_last_is_best(case, best_at="last"):
    # only the click on the second depends on their order, since it is reached if the first is not clicked
    change = items_examined((C, A, B, C)) - items_examined((C, B, A, C))
    case.zero("a swap changes the feedback by (1 - θ_c) (θ_b - θ_a)", change - (1 - C) * (B - A))
    claimed = ATTRACTION[::-1] if best_at == "last" else ATTRACTION
    best, worst = best_and_worst(case, items_examined, claimed)
    case.number("best", "items examined, best last", best)
    case.number("worst", "best first", worst)


@check("pbm:cascade-weights", weights=Twin((Fraction(1), Fraction(1), Fraction(3, 5))), after=Twin(1))
def cascade_weights(case, weights=(Fraction(1), Fraction(4, 5), Fraction(3, 5)), after=0):
    w = sp.symbols("w1:5", positive=True)
    change = weighted_click((C, A, B, C), w) - weighted_click((C, B, A, C), w)
    case.zero(
        "a swap changes the reward by (1 - θ_c) (w_2 - w_3) (θ_a - θ_b)",
        change - (1 - C) * (w[1 + after] - w[2 + after]) * (A - B),
    )
    best, worst = best_and_worst(case, partial(weighted_click, weights=weights), ATTRACTION)
    case.number("best", "reward, best first, w = (1, 4/5, 3/5)", best)
    case.number("worst", "best last", worst)


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


@check("pbm:dcm-order", fails="refuted", share=Twin(0))
def dcm_order(case, share=1):
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
    after = [only_best(any_click, leaves) for leaves in DEPARTURES]
    name = "users may leave after a click only; the reward is a departure after a click"
    case.reading(name, all(after))
    case.must("after a click the best item first is best where v decreases", after == [True, False, False])
    rising = max(permutations(ATTRACTION), key=lambda order: any_click(order, FALLING[::-1]))
    label = "best order where v increases, departures after a click"
    case.number("rising", label, [str(theta) for theta in rising])


def open_zeros(leave_anywhere, leave=Fraction(1, 2), departure_is_seen=False):
    """The sequences of three answers after which users may have scanned more or fewer positions."""
    lengths: dict = {}
    for answers in product((0, 1), repeat=3):
        for seen in (1, 2, 3):
            left = seen < 3 and (leave_anywhere or answers[seen - 1] == 1) and leave > 0
            stays = leave < 1 or not any(leave_anywhere or answers[m] for m in range(seen - 1))
            if stays and (left or seen == 3):
                shown = answers[:seen] + (0,) * (3 - seen)
                lengths.setdefault((shown, departure_is_seen and left and seen), set()).add(seen)
    return {sequence for (sequence, _), seen in lengths.items() if len(seen) > 1}
