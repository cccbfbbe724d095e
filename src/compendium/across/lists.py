r"""Which lists a policy ends with: exact, by enumeration, in whatever numbers are given.

A policy that is told the examination :math:`\hat\kappa` ranks by clicks over examinations. While
it shows list a, the ratio of the item at place l tends to

.. math:: F(a)\,\theta_{a_l}\,\frac{\kappa_l}{\hat\kappa_l},

and the factor F depends on the click law and on what the policy takes for one trial, a round or
an epoch, but not on the item (`factor`). A list confirms itself if these limits rank its items as
they are shown, and every other item, tried in the last place, below the last one shown.

All functions take floats or Fractions; with Fractions every answer is exact. `reward` and `factor`
take arrays, too: the weights of many lists, a row for each place.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import prod

import numpy as np

LAWS, TRIALS = ("pbm", "mnl"), ("round", "epoch")


def weights(attraction, examination, shown):
    """θ κ of every place of a list, in the order of the positions."""
    return [k * attraction[item] for k, item in zip(examination, shown, strict=True)]


def reward(law: str, shown_weights):
    """Expected clicks a round of a list with these weights, under "pbm" or "mnl"."""
    total = sum(shown_weights)
    return total if law == "pbm" else total / (1 + total)


def factor(law: str, trial: str, shown_weights):
    """F: the expected clicks of a trial over the weight, the same for all places of a list.

    Under "pbm" a round has w clicks at a place and an epoch, whose length is geometric,
    w / Π (1 - w). Under "mnl" a round has w / (1 + Σ w) and an epoch w.
    """
    if (law, trial) in (("pbm", "round"), ("mnl", "epoch")):
        return 1
    if law == "mnl":
        return 1 / (1 + sum(shown_weights))
    silence = prod(1 - w for w in shown_weights)
    if np.any(silence == 0):
        raise ValueError("a list with a sure click is shown for ever: its epoch has no end")
    return 1 / silence


def estimates(attraction, examination, belief, shown, law: str, trial: str) -> list:
    """The limits of clicks over examinations for the items of a list, by position."""
    shown_weights = weights(attraction, examination, shown)
    common = factor(law, trial, shown_weights)
    return [common * w / view for w, view in zip(shown_weights, belief, strict=True)]


def confirms_itself(attraction, examination, belief, shown, law: str, trial: str) -> bool:
    """Whether a list confirms itself; `shown` holds the items by position."""
    order = sorted(range(len(belief)), key=lambda place: -belief[place])
    limits = estimates(attraction, examination, belief, shown, law, trial)
    ranked = [limits[place] for place in order]
    if any(below >= above for above, below in zip(ranked, ranked[1:], strict=False)):
        return False
    for other in set(range(len(attraction))) - set(shown):
        tried = list(shown)
        tried[order[-1]] = other
        limit = estimates(attraction, examination, belief, tried, law, trial)[order[-1]]
        if limit >= ranked[-1]:
            return False
    return True


def self_confirming(attraction, examination, belief, law: str, trial: str) -> dict:
    """Every list that confirms itself, with the share of the best reward it loses in a round."""
    lists = list(permutations(range(len(attraction)), len(examination)))
    best = max(reward(law, weights(attraction, examination, shown)) for shown in lists)
    return {
        shown: 1 - reward(law, weights(attraction, examination, shown)) / best
        for shown in lists
        if confirms_itself(attraction, examination, belief, shown, law, trial)
    }


def best_list(attraction, examination) -> list[int]:
    """The items by decreasing attraction at the positions by decreasing examination."""
    items = sorted(range(len(attraction)), key=lambda item: -attraction[item])
    order = sorted(range(len(examination)), key=lambda place: -examination[place])
    shown = dict(zip(order, items, strict=False))
    return [shown[place] for place in sorted(order)]


def loss_in_printed_order(attraction, examination, law: str):
    """What the best items lose, of the best reward, when they come in order of the positions.

    TopRank and RBA-KL-UCB end with this list: both take the first position for the best.
    """
    items = sorted(range(len(attraction)), key=lambda item: -attraction[item])
    printed = weights(attraction, examination, items[: len(examination)])
    best = weights(attraction, examination, best_list(attraction, examination))
    return 1 - reward(law, printed) / reward(law, best)


def loss_of_one_slot(attraction, examination, law: str):
    """What is lost, of the best reward, where only the best place of the list is filled."""
    best = weights(attraction, examination, best_list(attraction, examination))
    return 1 - reward(law, [max(best)]) / reward(law, best)


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
