r"""A bound, by convex duality, on the distance of a fit from the largest log-likelihood.

A table of clicks whose row and column sums do not exceed those of the log gives an upper bound on the
log-likelihood, and the best such table attains the maximum.
"""

from __future__ import annotations

import numpy as np

from . import newton
from .parts import likelihood_parts

SWEEPS = 30
"""Rounds of proportional fitting that sharpen a certificate far from the maximum."""

NEAR = 1e-3
"""Relative changes of a cell below which its divergence is a power series, because differences cancel."""

NEAR_THE_BORDER = (0.1, 1e-3)
"""Largest costs per click, in nats, at which a row or column is taken for one of value 1."""


def largest_shortfall(theta, kappa, clicks, plays) -> float:
    r"""An upper bound on how far the log-likelihood at (θ, κ) is below its maximum, in nats.

    Every table of non-negative clicks :math:`\tilde S` whose row and column sums do not exceed those
    of the clicks bounds the maximum from above by :math:`\sum \tilde S \log \tilde p + F \log(1 -
    \tilde p)` with :math:`\tilde p = \tilde S / (\tilde S + F)` and F the displays without a click,
    because log θ and log κ are at most 0. The expected clicks at a maximum attain it. Near a maximum,
    the expected clicks at (θ, κ) get these sums if they are moved, to first order, along the step of
    Newton's method. The bound then exceeds the distance by about the rise that the step promises. Far
    from it the expected clicks are fitted proportionally. The sums are compared without rounding
    errors, because one click in 10^12 too few would cost 10^-4 nats.

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
    silence = (1 - theta)[:, None] + theta[:, None] * (1 - kappa)  # precise even if it is nearly 0
    if (chance[clicks > 0] == 0).any() or (silence[missed > 0] == 0).any():
        return np.inf
    odds = np.divide(chance, silence, where=missed > 0, out=np.zeros_like(chance))
    expected = missed * odds
    costs = -np.log(theta), -np.log(kappa)  # of one click less in a row or a column
    lack = newton.exact_margins(clicks, expected)
    weights = expected / np.where(missed > 0, silence, 1)
    step = newton.direction(-costs[0], -costs[1], lack, weights, likelihood_parts(clicks, plays))
    with np.errstate(over="ignore", invalid="ignore"):  # of a table that is then refused
        best = _gap(weights * (step[0][:, None] + step[1]), expected, missed, silence, lack, costs)
        if best < 1:
            return best
        sums = clicks.sum(axis=1), clicks.sum(axis=0)
        for border in NEAR_THE_BORDER:  # a row of value 1 may have fewer clicks at no cost
            row, column = np.ones(theta.size), np.ones(kappa.size)
            most = [np.where(cost > border, np.inf, 1.0) for cost in costs]
            for _ in range(SWEEPS):
                row = np.minimum(_ratio(sums[0], expected @ column), most[0])
                column = np.minimum(_ratio(sums[1], row @ expected), most[1])
            change = (row[:, None] * column - 1) * expected
            best = min(best, _gap(change, expected, missed, silence, lack, costs))
    return best


def _ratio(wanted, present):
    """The factors by which sums have to change; 1 for sums that cannot change."""
    return np.divide(wanted, present, where=present > 0, out=np.ones_like(present))


def _gap(change, expected, missed, silence, lack, costs) -> float:
    """The bound of `largest_shortfall` by the table `expected + change`, or infinity.

    The table is first scaled down in rows and columns whose sums exceed those of the clicks, which are
    larger by `lack` than those of `expected`. The terms of the bound, all at least 0, are the clicks that
    rows and columns lack, at their costs, and for every cell a divergence of its two probabilities.
    """
    if not (change >= -expected).all():  # or NaN
        return np.inf
    for axis in (1, 0):
        present = (expected + change).sum(axis=axis)
        excess = np.maximum(change.sum(axis=axis) - lack[1 - axis], 0)
        share = np.divide(excess, present, where=present > 0, out=np.zeros_like(present))
        change = change - (expected + change) * (share[:, None] if axis else share)
    left = (np.maximum(lack[1 - axis] - change.sum(axis=axis), 0) for axis in (1, 0))
    some = expected > 0
    missed, silence, expected = missed[some], silence[some], expected[some]
    move = change[some] / expected
    exact = expected * _entropy(move) - missed / silence * _entropy(move * (1 - silence))
    cells = np.where(abs(move) < NEAR, expected * silence * _series(move, 1 - silence), exact)
    return float(cells.sum() + sum(gap @ cost for gap, cost in zip(left, costs, strict=True)))


def _entropy(x):
    """(1 + x) log(1 + x) - x, which is 0 at 0 and at least 0."""
    return (1 + x) * np.log1p(np.maximum(x, -1 + 1e-16)) - x


def _series(x, p):
    """(h(x) - h(p x) / p) / (1 - p) with h of `_entropy`, up to the sixth power of a small x."""
    total, powers = 0.0, 1.0
    for n in range(2, 7):
        total = total + (-x) ** n * powers / (n * (n - 1))
        powers = 1 + p * powers
    return total
