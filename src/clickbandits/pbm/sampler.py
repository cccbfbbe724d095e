r"""Draws from the exact posterior of attractions, for PBM-TS (Lagrée et al. 2016, Section 4).

After S clicks on an item and :math:`F_l` plays without a click at position l, a uniform prior
becomes

.. math:: \pi(q) \propto q^S \prod_l (1 - \kappa_l q)^{F_l}, \qquad 0 < q < 1.

The paper uses rejection sampling from a scaled Beta distribution and accepts with the probability
given by the other factors. This module uses two other rejection samplers. Both are exact for every
point x and reject few draws if x is near the mean.

With few counts, every :math:`\log(1 - \kappa_l q)` is replaced by its tangent at x, which is above it.
The result is a Gamma distribution, and the shortfall

.. math:: D(q) = \sum_l F_l \bigl(-\log(1 - y_l) - y_l\bigr), \quad
    y_l = r_l (q - x), \quad r_l = \frac{\kappa_l}{1 - \kappa_l x},

determines the acceptance, because a draw below 1 is kept with probability :math:`e^{-D(q)}`. With one
position, about :math:`\sqrt{1 - \kappa q}` of these draws are kept. The Gamma distribution itself is
sampled by rejection from the cube of a Normal number (Marsaglia and Tsang 2000), and a single uniform
number decides both rejections. If failures carry hardly any information, because their positions are
hardly examined, most of the Gamma distribution is beyond 1. The draw is then from the distribution of
the clicks alone, Beta(S + 1, 1), and is kept with probability :math:`\prod_l (1 - \kappa_l q)^{F_l}`.

With many counts the posterior is nearly Normal. Let g be the slope of log π at x,
:math:`h = S / x^2 + \sum_l F_l r_l^2` its curvature, s = 1 / √h and y = (q - x) / s. The excess of
log π(q) - log π(x) over gsy - y² / 2 is at most :math:`c |y|^3`, with
:math:`3 c = s^3 \max(S / x^3, \sum_l F_l r_l^3)`. With η = 2cZ the difference is therefore below

.. math:: g s y - \tfrac12 (1 - \eta)\, y^2 \quad (|y| \le Z), \qquad
    -\bigl(\tfrac12 (1 - \eta) Z - |g s|\bigr)\, |y| \quad (|y| > Z),

which is a Normal density with two exponential tails. The second bound holds because, beyond two of
its points, a concave function is below the line through them. Later counts add concave terms, which
are below their tangents at x. The bounds therefore still hold with the new g and are renewed only now
and then.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..core import kernel

_NEXT_TO_ONE = 1.0 - 1e-6

REACH = 5.0
"""Z."""
MOST_LOSS = 0.4
"""η is at most this."""
LEAST_CLICKS = 50.0
"""With at least this many, gs is within ± 0.3 for every x that `learn` keeps."""
DECAY = 0.5 * (1.0 - MOST_LOSS) * REACH - 0.3
"""Both tails fall at least as fast as -DECAY times the absolute value of y."""
TAIL = 1.0 / 512.0
"""Probability of drawing a tail; it must be at least 0.00165 for these DECAY and REACH."""
GROWTH = 1.0 + 1.0 / 16.0
"""Factor by which the curvature grows until the bounds are renewed."""
LEAST_RATE = 0.01
"""Below it the Gamma distribution is mostly beyond 1; about rate^(S + 1) of its draws are kept."""
NEAR = 3.0
"""Largest absolute value of y for which the squeeze is used."""


class Posterior(NamedTuple):
    """The data on every item, the tangents at its point x, and the Normal approximation for many counts.

    clicks : S, shape (n_items,)
    failures : F, shape (n_items, n_positions)
    point : x, shape (n_items,)
    slope : r, shape (n_items, n_positions)
    rate : of the Gamma distribution, the sum of F r, shape (n_items,)
    curvature : the sum of F r², shape (n_items,)
    steepest : the largest r of a position with failures, shape (n_items,)
    most : the curvature h at which the bounds are renewed, shape (n_items,)
    scale : s when they were computed; 0 if the counts are few, shape (n_items,)
    variance, deviation : s² / (1 - η) and its root, shape (n_items,)
    square, cube : a draw at distance y from x is kept with probability at least
        1 - square y² - cube y³, shape (n_items,)
    """

    examination: np.ndarray
    clicks: np.ndarray
    failures: np.ndarray
    point: np.ndarray
    slope: np.ndarray
    rate: np.ndarray
    curvature: np.ndarray
    steepest: np.ndarray
    most: np.ndarray
    scale: np.ndarray
    variance: np.ndarray
    deviation: np.ndarray
    square: np.ndarray
    cube: np.ndarray


def uniform_prior(n_items: int, examination: np.ndarray) -> Posterior:
    """The posterior without data."""
    cells = n_items, examination.size
    return Posterior(
        examination=examination,
        clicks=np.zeros(n_items),
        failures=np.zeros(cells),
        point=np.full(n_items, 0.5),
        slope=np.zeros(cells) + examination / (1.0 - 0.5 * examination),
        rate=np.zeros(n_items),
        curvature=np.zeros(n_items),
        steepest=np.zeros(n_items),
        most=np.zeros(n_items),
        scale=np.zeros(n_items),
        variance=np.zeros(n_items),
        deviation=np.zeros(n_items),
        square=np.zeros(n_items),
        cube=np.zeros(n_items),
    )


@kernel
def learn(posterior, item, position, n_clicks, n_rounds):
    """Count, and renew the quantities for the draws if x is no longer near or a bound is too wide."""
    n_failures = n_rounds - n_clicks
    posterior.clicks[item] += n_clicks
    posterior.failures[item, position] += n_failures
    clicks, x = posterior.clicks[item], posterior.point[item]
    slope = posterior.slope[item, position]
    rate = posterior.rate[item] + n_failures * slope
    curvature = posterior.curvature[item] + n_failures * slope * slope
    posterior.rate[item] = rate
    posterior.curvature[item] = curvature
    excess = x * rate - clicks - 1.0
    if (
        excess * excess > 0.02 * (clicks + 1.0)
        or clicks / (x * x) + curvature > posterior.most[item]
        or slope > posterior.steepest[item]
    ):
        renew(posterior, item)


@kernel
def renew(posterior, item):
    """Move x by Newton's method to about the mean (S + 1) / rate of the Gamma distribution."""
    shape = posterior.clicks[item] + 1.0
    x = posterior.point[item]
    while True:
        rate, curvature, steepest = 0.0, 0.0, 0.0
        for place in range(posterior.examination.size):
            failures = posterior.failures[item, place]
            seen = posterior.examination[place]
            slope = seen / (1.0 - seen * x)
            posterior.slope[item, place] = slope
            if failures > 0.0:
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
    bound(posterior, item)


@kernel
def bound(posterior, item):
    """Compute the Normal approximation at x, unless the counts are few."""
    clicks, x = posterior.clicks[item], posterior.point[item]
    steepest = posterior.steepest[item]
    h = clicks / (x * x) + posterior.curvature[item]
    posterior.most[item] = GROWTH * h
    posterior.scale[item] = 0.0
    if clicks < LEAST_CLICKS or x == _NEXT_TO_ONE:
        return
    s = 1.0 / math.sqrt(h)
    cubic = s * s * s * max(clicks / (x * x * x), steepest * posterior.curvature[item]) / 3.0
    pole = s * max(1.0 / x, steepest)
    loss = 2.0 * cubic * REACH
    if loss > MOST_LOSS or pole * REACH > 1.0:
        return
    posterior.scale[item] = s
    posterior.variance[item] = s * s / (1.0 - loss)
    posterior.deviation[item] = math.sqrt(posterior.variance[item])
    # Until the next renewal h grows by a factor of at most GROWTH, and c by at most its part of it.
    posterior.square[item] = 0.5 * (GROWTH - 1.0 + loss)
    posterior.cube[item] = (cubic + (GROWTH - 1.0) * pole / 3.0) / (1.0 - pole * NEAR)


@kernel
def draw(posterior, item, rng):
    """One draw from the posterior of an item."""
    if posterior.scale[item] > 0.0:
        return draw_of_many(posterior, item, rng)
    return draw_of_few(posterior, item, rng)


@kernel
def draw_of_many(posterior, item, rng):
    """A draw by rejection from the Normal distribution and its tails."""
    clicks, x, s = posterior.clicks[item], posterior.point[item], posterior.scale[item]
    g = clicks / x - posterior.rate[item]
    while True:
        patience = rng.random()
        if patience >= 1.0 - TAIL:
            q = draw_of_tail(posterior, item, g, rng)
            if q > 0.0:
                return q
            continue
        patience /= 1.0 - TAIL
        z = rng.standard_normal()
        move = g * posterior.variance[item] + posterior.deviation[item] * z
        q, y = x + move, abs(move / s)
        if q < 1.0 and y <= REACH:
            square = y * y
            if y <= NEAR:
                kept = 1.0 - square * (posterior.square[item] + posterior.cube[item] * y)
                if patience <= kept:
                    return q
            bound = g * move - 0.5 * move * move / posterior.variance[item]
            if patience <= math.exp(rise(posterior, item, q, x) - bound):
                return q


@kernel
def draw_of_tail(posterior, item, g, rng):
    """A draw by rejection from one of the exponential tails, or 0 if it is not kept."""
    x, s, variance = posterior.point[item], posterior.scale[item], posterior.variance[item]
    y = REACH + rng.standard_exponential() / DECAY
    q = x + s * y if rng.random() < 0.5 else x - s * y
    if not 0.0 < q < 1.0:
        return 0.0
    # The areas, in y, below the Normal bound and below a tail.
    middle = math.sqrt(2.0 * math.pi * variance) / s * math.exp(0.5 * g * g * variance)
    height = middle * TAIL / (1.0 - TAIL) * 0.5 * DECAY * math.exp(DECAY * (REACH - y))
    return q if rng.random() * height <= math.exp(rise(posterior, item, q, x)) else 0.0


@kernel
def rise(posterior, item, q, x):
    """log π(q) - log π(x)."""
    total = posterior.clicks[item] * math.log1p((q - x) / x)
    for position in range(posterior.examination.size):
        failures = posterior.failures[item, position]
        if failures > 0.0:
            total += failures * math.log1p(-posterior.slope[item, position] * (q - x))
    return total


@kernel
def draw_of_few(posterior, item, rng):
    """A draw by rejection from the Gamma distribution."""
    clicks, rate, x = posterior.clicks[item], posterior.rate[item], posterior.point[item]
    if rate < LEAST_RATE:
        return draw_of_clicks(posterior, item, rng)
    if x == _NEXT_TO_ONE and (clicks - rate) ** 2 > clicks + 1.0 and clicks > rate:
        return draw_near_one(posterior, item, rng)
    size = clicks + 2.0 / 3.0
    width = 1.0 / (3.0 * math.sqrt(size))
    while True:
        z = rng.standard_normal()
        root = 1.0 + width * z
        cube = root * root * root
        q = size * cube / rate
        if 0.0 < q < 1.0:
            patience = rng.random()
            low, high = shortfall_bounds(posterior, item, q, x)
            square = z * z
            if patience <= 1.0 - 0.0331 * square * square - high:
                return q
            left = 0.5 * square + size * (1.0 - cube + math.log(cube)) - math.log(patience)
            if left >= high:
                return q
            if left >= low and left >= shortfall(posterior, item, q, x):
                return q


@kernel
def draw_of_clicks(posterior, item, rng):
    """A draw by rejection from Beta(S + 1, 1), the posterior of the clicks alone, near the full one."""
    clicks = posterior.clicks[item]
    while True:
        q = rng.random() ** (1.0 / (clicks + 1.0))
        if posterior.rate[item] == 0.0:
            return q
        lost = 0.0
        for position in range(posterior.examination.size):
            lost -= posterior.failures[item, position] * math.log1p(-posterior.examination[position] * q)
        if rng.standard_exponential() >= lost:
            return q


@kernel
def shortfall_bounds(posterior, item, q, x):
    """Bounds on D(q), because -log(1 - y) - y is between y² / 2 and y² / (2 (1 - y))."""
    square = 0.5 * posterior.curvature[item] * (q - x) ** 2
    least = max(1.0 - posterior.steepest[item] * (q - x), 1e-16)  # positive but for rounding
    other = square / least
    return min(square, other), max(square, other)


@kernel
def shortfall(posterior, item, q, x):
    """D(q), the logarithm of the tangents over the factors that they replace."""
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
    """A draw if the likelihood increases up to 1, by rejection below its tangent at x, next to 1.

    The tangent of the clicks' logarithm at x turns the Gamma distribution into an
    exponential one of 1 - q.
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
