r"""Draws from the exact posterior of attractions, for PBM-TS (Lagrée et al. 2016, Section 4).

After S clicks on an item and :math:`F_l` plays without a click at position l, a uniform prior
becomes

.. math:: \pi(q) \propto q^S \prod_l (1 - \kappa_l q)^{F_l}, \qquad 0 < q < 1.

The paper rejects from a scaled Beta law, whose other factors it leaves to chance. Here every
:math:`\log(1 - \kappa_l q)` gives way to its tangent at one point x, which lies above it: what
remains is a Gamma law, and the shortfall

.. math:: D(q) = \sum_l F_l \bigl(-\log(1 - y_l) - y_l\bigr), \quad
    y_l = \frac{\kappa_l (q - x)}{1 - \kappa_l x},

decides: a draw below 1 is kept with probability :math:`e^{-D(q)}`. This is exact for every x, and
fewest draws are lost where x is the mean of the Gamma law. With one position, about
:math:`\sqrt{1 - \kappa q}` of them are kept.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..core import kernel

_NEXT_TO_ONE = 1.0 - 1e-6


class Posterior(NamedTuple):
    """The data on every item, and the tangents at its point x.

    clicks : S, shape (n_items,)
    failures : F, shape (n_items, n_positions)
    point : x, shape (n_items,)
    rate : of the Gamma law, the sum of F r with r = κ / (1 - κ x), shape (n_items,)
    curvature : the sum of F r², shape (n_items,)
    steepest : the largest r, shape (n_items,)
    """

    examination: np.ndarray
    clicks: np.ndarray
    failures: np.ndarray
    point: np.ndarray
    rate: np.ndarray
    curvature: np.ndarray
    steepest: np.ndarray


def uniform_prior(n_items: int, examination: np.ndarray) -> Posterior:
    """No data."""
    return Posterior(
        examination=examination,
        clicks=np.zeros(n_items),
        failures=np.zeros((n_items, examination.size)),
        point=np.full(n_items, 0.5),
        rate=np.zeros(n_items),
        curvature=np.zeros(n_items),
        steepest=np.zeros(n_items),
    )


@kernel
def learn(posterior, item, position, n_clicks, n_rounds):
    """Count, and move x by Newton's method to about the mean (S + 1) / rate of the Gamma law."""
    posterior.clicks[item] += n_clicks
    posterior.failures[item, position] += n_rounds - n_clicks
    shape = posterior.clicks[item] + 1.0
    x = posterior.point[item]
    while True:
        rate, curvature, steepest = 0.0, 0.0, 0.0
        for place in range(posterior.examination.size):
            failures = posterior.failures[item, place]
            if failures > 0.0:
                seen = posterior.examination[place]
                slope = seen / (1.0 - seen * x)
                rate += failures * slope
                curvature += failures * slope * slope
                steepest = max(steepest, slope)
        excess = x * rate - shape
        if excess * excess <= 0.02 * shape or (excess < 0.0 and x == _NEXT_TO_ONE):
            break
        x = min(x - excess / (rate + x * curvature), _NEXT_TO_ONE) if rate > 0.0 else _NEXT_TO_ONE
    posterior.point[item] = x
    posterior.rate[item] = rate
    posterior.curvature[item] = curvature
    posterior.steepest[item] = steepest


@kernel
def draw(posterior, item, rng):
    """One draw from the posterior of an item."""
    clicks, rate, x = posterior.clicks[item], posterior.rate[item], posterior.point[item]
    if rate == 0.0:  # a Beta(S + 1, 1) law
        return rng.random() ** (1.0 / (clicks + 1.0))
    if x == _NEXT_TO_ONE and (clicks - rate) ** 2 > clicks + 1.0 and clicks > rate:
        return draw_near_one(posterior, item, rng)
    while True:
        q = rng.standard_gamma(clicks + 1.0) / rate
        if q < 1.0:
            patience = rng.standard_exponential()
            low, high = shortfall_bounds(posterior, item, q, x)
            if patience >= high:
                return q
            if patience >= low and patience >= shortfall(posterior, item, q, x):
                return q


@kernel
def shortfall_bounds(posterior, item, q, x):
    """Two numbers around D(q), since -log(1 - y) - y lies between y² / 2 and y² / (2 (1 - y))."""
    square = 0.5 * posterior.curvature[item] * (q - x) ** 2
    least = max(1.0 - posterior.steepest[item] * (q - x), 1e-16)  # positive but for rounding
    other = square / least
    return min(square, other), max(square, other)


@kernel
def shortfall(posterior, item, q, x):
    """D(q), the logarithm of the tangents over what they replace."""
    total = 0.0
    for position in range(posterior.examination.size):
        failures = posterior.failures[item, position]
        if failures > 0.0:
            seen = posterior.examination[position]
            y = seen * (q - x) / (1.0 - seen * x)
            total -= failures * (math.log1p(-y) + y)
    return total


@kernel
def draw_near_one(posterior, item, rng):
    """A draw where the likelihood rises up to 1: below its tangent at x, next to 1.

    The tangent of the clicks' logarithm at x makes the Gamma law an exponential law of 1 - q.
    """
    clicks, x = posterior.clicks[item], posterior.point[item]
    slope = clicks / x - posterior.rate[item]
    while True:
        q = 1.0 - rng.standard_exponential() / slope
        if q > 0.0:
            y = (q - x) / x
            lost = shortfall(posterior, item, q, x) - clicks * (math.log1p(y) - y)
            if rng.standard_exponential() >= lost:
                return q
