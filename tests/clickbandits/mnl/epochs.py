"""The exact mean regret of an epoch policy on a tiny problem, by going through all rounds.

A law returns the list that an epoch shows, given its number and the counts so far. It is written in
plain Python from the paper's formulas, independently of the library.
"""

from itertools import permutations

import numpy as np

from clickbandits.experiments import replicate
from clickbandits.mnl import MODEL, problem


def by_value(values):
    """The places of the values in decreasing order; of equal values, the lowest place is first."""
    return sorted(range(len(values)), key=lambda place: -values[place])


def placed(index, examination):
    """The items with the largest indices, the largest of them at the position of largest examination."""
    shown = [0] * len(examination)
    for position, item in zip(by_value(examination), by_value(index), strict=False):
        shown[position] = item
    return shown


def exact_regret(law, attraction, examination, horizon):
    """The mean regret, also over the labels; `law(epoch, clicks, plays)` gives the list of an epoch."""
    best = MODEL.optimal_reward(problem(attraction, examination))
    orders = list(permutations(attraction))
    return sum(_labelled(law, order, examination, horizon, best) for order in orders) / len(orders)


def _labelled(law, attraction, examination, horizon, best):
    n_items, n_positions = len(attraction), len(examination)

    def epoch(number, clicks, plays, left):
        shown = law(number, clicks, plays)
        weights = [examination[k] * attraction[shown[k]] for k in range(n_positions)]
        gap = best - sum(weights) / (1 + sum(weights))

        def rounds(clicks, left):
            """The expected regret of the remaining rounds, within an epoch."""
            if left == 0:
                return 0.0
            total = gap
            for k, weight in enumerate(weights):
                more = clicks.copy()
                more[shown[k], k] += 1
                total += weight / (1 + sum(weights)) * rounds(more, left - 1)
            more = plays.copy()
            more[shown, range(n_positions)] += 1
            return total + epoch(number + 1, clicks, more, left - 1) / (1 + sum(weights))

        return rounds(clicks, left) if left else 0.0

    empty = np.zeros((n_items, n_positions))
    return epoch(1, empty, empty, horizon)


def assert_agreement(policy, law, attraction, examination, horizon, runs=2000):
    """Check that the simulated mean regret is within 4.5 standard errors of the exact one.

    A correct policy fails with probability 7e-6; the seeds are fixed.
    """
    exact = exact_regret(law, attraction, examination, horizon)
    played = replicate(MODEL, problem(attraction, examination), policy, [horizon], 11, runs)[:, 0]
    assert abs(played.mean() - exact) <= 4.5 * played.std() / runs**0.5 + 1e-12
