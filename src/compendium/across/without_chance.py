"""The lists on which a policy settles without chance, by the same counting of expected clicks.

A list that confirms itself need not be reached, and if no list confirms itself, a policy settles on a
mixture of lists. Playing greedily on expected clicks from every first list shows both. The result is
numeric, a long run of a deterministic recursion and not its limit. If no list confirms itself,
the recursion can circle forever, ever more slowly.
"""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np

from . import lists


def settle(attraction, examination, belief, model: str, trial: str, rounds: int = 4000) -> np.ndarray:
    """The share of the best reward lost in the second half, one value per first list.

    The first list and, in its last place, every other item are counted once. Then the items of
    largest clicks over examinations are shown. In rounds 1, 4, 9, ... one of the other items, in
    turn, takes the last place, to imitate a policy that explores ever more rarely. The clicks of
    these rounds are counted, but their loss is not.

    Parameters
    ----------
    attraction, examination, belief : sequences of float
    model, trial : str
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
        clicks[rows, shown] += (lists.factor(model, trial, weights) * weights).T
        views[rows, shown] += kappa_hat
        return lists.reward(model, weights)

    count(shown)
    for item in range(theta.size):
        tried = shown.copy()
        tried[~(shown == item).any(axis=1), -1] = item
        count(tried)
    best = lists.reward(model, np.sort(kappa) * np.sort(theta)[-n_shown:])
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
