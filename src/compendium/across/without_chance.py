"""Where a policy settles when chance is taken away: the same counting with expected clicks.

A list that confirms itself need not be reached, and where none does a policy settles on a mixture
of lists. Playing greedily on expected clicks, from every first list, shows both. What is seen is
numeric: a long run of a deterministic recursion, not its limit; where no list confirms itself it
may circle for ever, ever more slowly.
"""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np

from . import lists


def settle(attraction, examination, belief, law: str, trial: str, rounds: int = 4000) -> np.ndarray:
    """The share of the best reward lost in the second half, one value a first list.

    The first list and, in its last place, every other item are counted once. Then the items of
    largest clicks over examinations are shown; in round 1, 4, 9, ... one of the others, in turn,
    takes the last place, as a policy that explores ever more rarely would have it. These
    rounds are counted and not charged.

    Parameters
    ----------
    attraction, examination, belief : sequences of float
    law, trial : str
        "pbm" or "mnl"; "round" or "epoch" (see `lists.factor`).
    rounds : int

    Returns
    -------
    float64 array, one value for each list of items
    """
    theta, kappa, kappa_hat = (np.asarray(x, dtype=float) for x in (attraction, examination, belief))
    order = np.argsort(-kappa_hat, kind="stable")
    kappa, kappa_hat, n_shown = kappa[order], kappa_hat[order], kappa.size
    shown = np.array(list(permutations(range(theta.size), n_shown)))
    clicks, views = np.zeros((2, len(shown), theta.size))

    def count(shown):
        """Add one trial of every list; return the rewards of a round."""
        rows, weights = np.arange(len(shown))[:, None], (kappa * theta[shown]).T
        clicks[rows, shown] += (lists.factor(law, trial, weights) * weights).T
        views[rows, shown] += kappa_hat
        return lists.reward(law, weights)

    count(shown)
    for item in range(theta.size):
        tried = shown.copy()
        tried[~(shown == item).any(axis=1), -1] = item
        count(tried)
    best = lists.reward(law, np.sort(kappa) * np.sort(theta)[-n_shown:])
    losses = []
    for t in range(1, rounds + 1):
        ranked = np.argsort(-clicks / views, axis=1, kind="stable")
        root = math.isqrt(t)
        if root * root == t and theta.size > n_shown:
            other = n_shown + root % (theta.size - n_shown)
            count(np.delete(ranked[:, : other + 1], range(n_shown - 1, other), axis=1))
        else:
            losses.append(1 - count(ranked[:, :n_shown]) / best)
    return np.mean(losses[len(losses) // 2 :], axis=0)
