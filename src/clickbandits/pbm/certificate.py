r"""A bound, by convex duality, on the distance of a fit from the largest log-likelihood.

A table of clicks whose row and column sums do not exceed those of the log gives an upper bound on the
log-likelihood, and the best such table attains the maximum.
"""

from __future__ import annotations

import numpy as np

SWEEPS = 30
"""Rounds of proportional fitting that sharpen a certificate."""

NEAR_THE_BORDER = (0.1, 1e-3)
"""Largest costs per click, in nats, at which a row or column is taken for one of value 1."""

ROUNDING = 1e-13
"""Rounding error of a certificate in double precision, in nats per click."""


def largest_shortfall(theta, kappa, clicks, plays) -> float:
    r"""An upper bound on how far the log-likelihood at (θ, κ) is below its maximum, in nats.

    Every table of non-negative clicks :math:`\tilde S` whose row and column sums do not exceed those
    of the clicks bounds the maximum from above by :math:`\sum \tilde S \log \tilde p + F \log(1 -
    \tilde p)` with :math:`\tilde p = \tilde S / (\tilde S + F)` and F the displays without a click,
    because log θ and log κ are at most 0. The expected clicks at a maximum attain it. The table used
    here has the expected clicks at (θ, κ), fitted to the sums of rows and columns.

    Parameters
    ----------
    theta, kappa : float64 arrays, shapes (n_items,) and (n_positions,)
        In [0, 1]; every item and every position has clicks.
    clicks, plays : float64 arrays, shape (n_items, n_positions)

    Returns
    -------
    float
        Infinite if (θ, κ) excludes the observed counts.
    """
    missed = plays - clicks
    chance = theta[:, None] * kappa
    if (chance[clicks > 0] == 0).any() or (chance[missed > 0] == 1).any():
        return np.inf
    odds = np.divide(chance, 1 - chance, where=missed > 0, out=np.zeros_like(chance))
    expected = missed * odds
    costs = -np.log(theta), -np.log(kappa)  # of one click less in a row or a column
    sums = clicks.sum(axis=1), clicks.sum(axis=0)
    ones = np.ones(theta.size), np.ones(kappa.size)
    best = _gap(*ones, expected, missed, odds, sums, costs)
    if best <= ROUNDING * sums[0].sum():
        return best
    for border in NEAR_THE_BORDER:  # a row of value 1 may have fewer clicks at no cost
        row, column = ones
        most = [np.where(cost > border, np.inf, 1.0) for cost in costs]
        for sweep in range(SWEEPS):
            row = np.minimum(_ratio(sums[0], expected @ column), most[0])
            column = np.minimum(_ratio(sums[1], row @ expected), most[1])
            if sweep % 10 == 9:
                best = min(best, _gap(row, column, expected, missed, odds, sums, costs))
    return best


def _ratio(wanted, present):
    """The factors by which sums have to change; 1 for sums that cannot change."""
    return np.divide(wanted, present, where=present > 0, out=np.ones_like(present))


def _gap(row, column, expected, missed, odds, sums, costs) -> float:
    """The bound of `largest_shortfall` by the expected clicks, scaled by rows and columns.

    The expected clicks are first scaled down if a sum exceeds that of the clicks. The terms, all at
    least 0, are the clicks that rows and columns lack, at their costs, and for every cell a divergence
    of its two probabilities.
    """
    row = row * np.minimum(_ratio(sums[0], row * (expected @ column)), 1)
    column = column * np.minimum(_ratio(sums[1], column * (row @ expected)), 1)
    change = row[:, None] * column - 1
    lack = sums[0] - row * (expected @ column), sums[1] - column * (row @ expected)
    chance = odds / (1 + odds)
    cells = missed * (1 + odds) * (chance * _entropy(change) - _entropy(chance * change))
    return float(cells.sum() + sum(np.maximum(gap, 0) @ cost for gap, cost in zip(lack, costs, strict=True)))


def _entropy(x):
    """(1 + x) log(1 + x) - x, which is 0 at 0 and at least 0."""
    return (1 + x) * np.log1p(np.maximum(x, -1 + 1e-16)) - x
