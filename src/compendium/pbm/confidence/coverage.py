"""The probability that a confidence bound misses, computed exactly by dynamic programming.

The bounds must hold for plays that depend on the past, so the probabilities here are those of the worst
adaptive learner. With one position, it stops playing the item as soon as the bound misses; with two, it also
chooses the position of the next play. Every number is a sum of products of probabilities without subtraction,
so floats lose no accuracy; if the means are `Fraction`s, so are the results.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pandas as pd
from scipy.stats import binom

from clickbandits.machine_code import kept
from clickbandits.pbm.confidence import reaches
from compendium.pbm.guarantees import kl_guarantee, ucb_guarantee

POSITIONS = (0.9, 0.3)  # examination probabilities
MEANS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9)


def ucb_misses(mean, delta):
    """The tables at which PBM-UCB's bound misses an item shown at one position only, for `ever_crosses`.

    In this case Ñ θ = n mean, so the position's examination drops out. The decision uses no square root and
    is therefore exact for `Fraction`s.
    """

    def crosses(plays, clicks):
        shortfall = plays * mean - clicks
        return (shortfall >= 0) & (2 * shortfall**2 >= plays * delta)

    return crosses


def ever_crosses(mean, rounds, crosses):
    """Probability that a Bernoulli count has crossed a boundary by each number of plays.

    Parameters
    ----------
    mean : float or Fraction
        Chance of a click at each play.
    rounds : int
        Largest number of plays.
    crosses : function
        Takes the number of plays n and the array of clicks 0, ..., n; returns a boolean array.

    Returns
    -------
    list of float or Fraction
        Entry n is the probability that the boundary was crossed at 1, ..., or n plays.
    """
    none = mean - mean  # a zero of the mean's type
    alive = np.array([none + 1])
    crossed = [none]
    for plays in range(1, rounds + 1):
        after = np.append((1 - mean) * alive, none) + np.append(none, mean * alive)
        hit = crosses(plays, np.arange(len(after)))
        crossed.append(crossed[-1] + after[hit].sum())
        after[hit] = none
        alive = after
    return crossed


def chance_of(clicks, plays, means):
    """Probability of these clicks if the plays are fixed; exact for `Fraction` means."""
    return math.prod(
        math.comb(n, s) * mean**s * (1 - mean) ** (n - s)
        for s, n, mean in zip(clicks, plays, means, strict=True)
    )


@kept
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
        The learner can stop at any time, and chooses the position of each play given the past.
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
    """The array that `most_misses` takes, from a function of (clicks, plays), both pairs."""
    missed = np.zeros((plays + 1,) * 4, dtype=np.bool_)
    for first, second in product(range(plays + 1), repeat=2):
        if first + second <= plays:
            for a, b in product(range(first + 1), range(second + 1)):
                missed[a, first, b, second] = misses((a, b), (first, second))
    return missed


def coverage_table(deltas_ucb, deltas_kl, rounds: int, plays: int, attraction: float):
    """Exact probabilities of a miss, and guarantees, for both bounds, in long form.

    PBM-UCB's bound is evaluated at round `rounds` for an item at one position, with the click probability at
    which it misses most often. The index (7) is evaluated for an item of the given attraction after at most
    `plays` plays at two positions, which are examined with probabilities 0.9 and 0.3.

    Returns
    -------
    DataFrame
        Columns bound, t, delta, kind, chance; the kinds are the guarantee, the worst learner and
        plays fixed in advance (the same number at each position, `plays` or `rounds` - 1 in all).
    """
    rows = []
    for delta in deltas_ucb:
        chances = np.array([_ucb_chances(mean, rounds - 1, delta) for mean in MEANS])
        worst, fixed = chances.max(axis=0)
        rows += _rows("PBM-UCB (Proposition 8)", rounds, delta, ucb_guarantee(rounds, delta), worst, fixed)
    means, half = np.array(POSITIONS) * attraction, plays // 2
    weights = [binom.pmf(np.arange(half + 1), half, mean) for mean in means]
    for delta in deltas_kl:

        def misses(clicks, shown, delta=delta):
            return not reaches(attraction, clicks, shown, POSITIONS, delta)

        missed = missed_tables(plays, misses)
        worst = most_misses(means, plays, missed)
        fixed = weights[0] @ missed[: half + 1, half, : half + 1, half] @ weights[1]
        guarantee = kl_guarantee(plays + 1, delta, 2)
        rows += _rows("Index (7) (Proposition 10)", plays + 1, delta, guarantee, worst, fixed)
    return pd.DataFrame(rows, columns=["bound", "t", "delta", "kind", "chance"])


def _rows(bound, t, delta, guarantee, worst, fixed):
    kinds = ("guarantee", "worst learner, exact", "plays fixed in advance, exact")
    return [
        (bound, t, float(delta), kind, float(chance))
        for kind, chance in zip(kinds, (guarantee, worst, fixed), strict=True)
    ]


def _ucb_chances(mean, plays, delta):
    """Probabilities that PBM-UCB's bound has missed by, or misses after, a number of plays."""
    crosses, clicks = ucb_misses(mean, delta), np.arange(plays + 1)
    fixed = binom.pmf(clicks, plays, mean)[crosses(plays, clicks)].sum()
    return ever_crosses(mean, plays, crosses)[plays], fixed
