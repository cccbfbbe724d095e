"""How often a confidence bound misses, computed exactly by dynamic programming.

The bounds must hold for plays chosen by the past. What an adaptive learner can do at worst is
computed here: with one position, it stops playing the item as soon as the bound misses; with
two, it also chooses the position of the next play. Every number is a sum of products of
probabilities without subtraction, so that floats lose nothing; `Fraction` means give fractions.
"""

from __future__ import annotations

import numpy as np
from numba import njit


def ever_crosses(mean, rounds, crosses):
    """Probability that a Bernoulli count has crossed a boundary by each number of plays.

    Parameters
    ----------
    mean : float or Fraction
        Chance of a click at each play.
    rounds : int
        Largest number of plays.
    crosses : function
        Of the number of plays n and the array of clicks 0, ..., n; a boolean array.

    Returns
    -------
    list of float or Fraction
        Entry n is the probability that the boundary was crossed at 1, ..., or n plays.
    """
    kind = np.float64 if isinstance(mean, float) else object
    alive = np.array([mean - mean + 1], dtype=kind)  # a one of the mean's own type
    crossed = [mean - mean]
    for plays in range(1, rounds + 1):
        after = np.zeros(plays + 1, dtype=kind) * mean
        after[:-1] += (1 - mean) * alive
        after[1:] += mean * alive
        hit = crosses(plays, np.arange(plays + 1))
        crossed.append(crossed[-1] + after[hit].sum())
        after[hit] = mean - mean
        alive = after
    return crossed


@njit(cache=True)
def most_misses(means, plays, missed):
    """The largest chance that an adaptive learner ends at a missing table of two positions.

    Parameters
    ----------
    means : float64 array, shape (2,)
        Chance of a click at each position.
    plays : int
        Largest number of plays in all.
    missed : bool array, shape (plays + 1,) * 4
        Whether the bound misses with (clicks, plays) at the first and at the second position.

    Returns
    -------
    float
        The learner may stop at any time, and chooses the position of each play by the past.
    """
    value = np.zeros((plays + 1, plays + 1, plays + 1, plays + 1))
    for total in range(plays, -1, -1):
        for first in range(total + 1):
            second = total - first
            for a in range(first + 1):
                for b in range(second + 1):
                    best = 1.0 if missed[a, first, b, second] else 0.0
                    if total < plays:
                        go = (1.0 - means[0]) * value[a, first + 1, b, second]
                        go += means[0] * value[a + 1, first + 1, b, second]
                        best = max(best, go)
                        go = (1.0 - means[1]) * value[a, first, b, second + 1]
                        go += means[1] * value[a, first, b + 1, second + 1]
                        best = max(best, go)
                    value[a, first, b, second] = best
    return value[0, 0, 0, 0]


def missed_tables(plays, misses) -> np.ndarray:
    """The table that `most_misses` wants, from a function of (clicks, plays), each of two."""
    missed = np.zeros((plays + 1,) * 4, dtype=np.bool_)
    for first in range(plays + 1):
        for second in range(plays + 1 - first):
            for a in range(first + 1):
                for b in range(second + 1):
                    missed[a, first, b, second] = misses((a, b), (first, second))
    return missed
