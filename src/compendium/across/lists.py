r"""The lists with which a policy ends, by enumeration, and exactly if the numbers are exact.

A policy that is told the examination :math:`\hat\kappa` ranks by clicks over examinations. While
it shows list a, the ratio of the item at place l tends to

.. math:: F(a)\,\theta_{a_l}\,\frac{\kappa_l}{\hat\kappa_l},

and the factor F depends on the click model and on the policy's trials, rounds or epochs, but not on
the item (`factor`). A list confirms itself if these limits strictly decrease along its places and if
every other item, tried in the last place, is strictly below the last item shown. The first place is
the position of largest belief :math:`\hat\kappa`, because a policy puts its best item where it
believes that most users look; `confirms_itself` also takes another order of the positions.

All functions take floats or Fractions; with Fractions every answer is exact. `reward` and `factor`
also take arrays that hold the weights of many lists, one row per place.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import prod

import numpy as np

MODELS, TRIALS = ("pbm", "mnl"), ("round", "epoch")


def weights(attraction, examination, shown):
    """θ κ of every place of a list, in the order of the positions."""
    return [k * attraction[item] for k, item in zip(examination, shown, strict=True)]


def reward(model: str, shown_weights):
    """The expected clicks per round of a list with these weights, under "pbm" or "mnl"."""
    total = sum(shown_weights)
    return total if model == "pbm" else total / (1 + total)


def factor(model: str, trial: str, shown_weights):
    """The factor F, the expected clicks of a trial divided by the weight, equal for all places of a list.

    Under "pbm" a round has w clicks at a place and an epoch, whose length is geometric,
    w / Π (1 - w). Under "mnl" a round has w / (1 + Σ w) and an epoch w.
    """
    if (model, trial) in (("pbm", "round"), ("mnl", "epoch")):
        return 1
    if model == "mnl":
        return 1 / (1 + sum(shown_weights))
    silence = prod(1 - w for w in shown_weights)
    if np.any(silence == 0):
        raise ValueError("an epoch of a list with a sure click has no end; got a weight of 1")
    return 1 / silence


def estimates(attraction, examination, belief, shown, model: str, trial: str) -> list:
    """The limits of clicks over examinations for the items of a list, by position."""
    shown_weights = weights(attraction, examination, shown)
    common = factor(model, trial, shown_weights)
    return [common * w / view for w, view in zip(shown_weights, belief, strict=True)]


def places(belief) -> list[int]:
    """The positions by decreasing belief, the order in which a policy fills them."""
    return sorted(range(len(belief)), key=lambda position: -belief[position])


def keeps_its_order(attraction, examination, belief, shown, model: str, trial: str, order=None) -> bool:
    """Whether the limits strictly decrease along the places of a list.

    `shown` holds the items by position and `order` the positions from the first place to the last,
    by default by decreasing belief.
    """
    limits = estimates(attraction, examination, belief, shown, model, trial)
    ranked = [limits[position] for position in order or places(belief)]
    return all(above > below for above, below in zip(ranked, ranked[1:], strict=False))


def confirms_itself(attraction, examination, belief, shown, model: str, trial: str, order=None) -> bool:
    """Whether a list keeps its order, and keeps every other item out; see `keeps_its_order`."""
    if not keeps_its_order(attraction, examination, belief, shown, model, trial, order):
        return False
    last = (order or places(belief))[-1]
    limit = estimates(attraction, examination, belief, shown, model, trial)[last]
    for other in set(range(len(attraction))) - set(shown):
        tried = list(shown)
        tried[last] = other
        if estimates(attraction, examination, belief, tried, model, trial)[last] >= limit:
            return False
    return True


def self_confirming(attraction, examination, belief, model: str, trial: str) -> dict:
    """Every list that confirms itself, with the share of the best reward it loses in a round."""
    lists = list(permutations(range(len(attraction)), len(examination)))
    best = max(reward(model, weights(attraction, examination, shown)) for shown in lists)
    return {
        shown: 1 - reward(model, weights(attraction, examination, shown)) / best
        for shown in lists
        if confirms_itself(attraction, examination, belief, shown, model, trial)
    }


def best_list(attraction, examination) -> list[int]:
    """The items by decreasing attraction at the positions by decreasing examination."""
    items = sorted(range(len(attraction)), key=lambda item: -attraction[item])
    shown = dict(zip(places(examination), items, strict=False))
    return [shown[position] for position in sorted(shown)]


def loss_in_printed_order(attraction, examination, model: str):
    """The share of the best reward that is lost by showing the best items in the order of the positions.

    TopRank and RBA-KL-UCB end with this list, because both take the first position for the best.
    """
    items = sorted(range(len(attraction)), key=lambda item: -attraction[item])
    printed = weights(attraction, examination, items[: len(examination)])
    best = weights(attraction, examination, best_list(attraction, examination))
    return 1 - reward(model, printed) / reward(model, best)


def loss_of_one_slot(attraction, examination, model: str):
    """The share of the best reward that is lost by filling only the best place of the list."""
    best = weights(attraction, examination, best_list(attraction, examination))
    return 1 - reward(model, [max(best)]) / reward(model, best)


def tolerance(attraction, examination) -> float:
    r"""The largest relative error of the examination under which the best list confirms itself.

    With :math:`\hat\kappa_l / \kappa_l` anywhere in [1/(1+η), 1+η], two places of the best list
    keep their order as long as both their attractions and their examinations differ by more than
    the factor (1+η)². Pairs that tie in either lose nothing by a swap and do not count.
    """
    best = best_list(attraction, examination)
    shown = sorted((attraction[item] for item in best), reverse=True)
    seen = sorted(examination, reverse=True)
    ratios = [
        min(shown[i] / shown[j], seen[i] / seen[j])
        for i, j in combinations(range(len(seen)), 2)
        if shown[i] > shown[j] and seen[i] > seen[j]
    ]
    return min(ratios) ** 0.5 - 1 if ratios else float("inf")


def balance(ratio, examination, belief):
    r"""The long-run share of the order (1, 2) for two items and two places, or None.

    With share f of the rounds in the order (1, 2), the two estimates are :math:`\theta_1 h(f)`
    and :math:`\theta_2 h(1 - f)`, :math:`h(f) = (f\kappa_1 + (1-f)\kappa_2) / (f\hat\kappa_1 +
    (1-f)\hat\kappa_2)`. Found by bisection on their equality; `ratio` is θ1 / θ2 ≥ 1.
    """

    def excess(f):
        def h(share):
            own = share * examination[0] + (1 - share) * examination[1]
            return own / (share * belief[0] + (1 - share) * belief[1])

        return ratio * h(f) - h(1 - f)

    low, high = type(ratio)(1) / 2, type(ratio)(1)
    if excess(high) >= 0 or excess(low) < 0:
        return None
    for _ in range(60):
        middle = (low + high) / 2
        if excess(middle) == 0:
            return middle
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return (low + high) / 2
