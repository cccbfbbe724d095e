r"""Three log-likelihoods of the examination of a whole log, each with its slope and information.

A log has many pairs of a query and an item, most of them with a few displays, and one examination
κ_l = e^{v_l} that they share. Pair i, shown N times at position l and clicked S times there, adds
S log(θ_i κ_l) + (N - S) log(1 - θ_i κ_l). Each function eliminates the attraction θ_i from this sum
in its own way, which is a one-dimensional problem per pair. It returns the result as a function of v,
with its slope in v and the information (minus the second derivatives).

- `conditional` uses the clicks of a pair given their total, as if they were Poisson. The terms are
  S_l log(N_l κ_l / Σ N κ). At the true examination the slope has mean 0, whatever the attractions are
  and wherever the items were placed, for Bernoulli clicks as well. No prior is involved.
- `profile` is the largest value over θ_i in [0, 1]; its maximum is that of the whole log-likelihood.
- `marginal` is the logarithm of the mean over a Beta(a, b) distribution of θ_i.

Positions of examination 0 are left out with all their counts. This restricts the log to a part of its
positions, or leaves out a position without clicks.

The marginal likelihood is an integral over t = log(θ / (1 - θ)), by the trapezoidal rule. Steps of 1.1
standard deviations, and at most 1/2, keep the error below 3 in 100,000 of the mean, because the
integrand is analytic and decreases at least exponentially on both sides. The steps are 1/2, 1/4, ..., so
all pairs share their nodes. The logarithms of 1 - θ κ_l at the nodes are tabulated, which leaves only
multiplications per pair.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.special import betaln, xlog1py, xlogy

from clickbandits.machine_code import kept

LOWEST, HIGHEST = -30.0, 15.0
"""The range of t in the tables; values beyond it are computed when they are needed."""

LEVELS = 4
"""The number of tables, for the steps 1/2, 1/4, ..., 2^-LEVELS."""

STEP = 1.1
"""The largest step, in standard deviations."""

DROP = 14.0
"""Nodes whose density is below e^-DROP times the largest are left out."""

MAX_NODES = 4000
"""The largest number of nodes on one side of the peak; a prior as flat as Beta(0.01, 0.01) needs 3,200."""

FAINT = 1e-6
"""Nodes that contribute less than this share of the mean are left out of the other moments."""

NARROW = 0.1
"""For standard deviations of t below this, no node is left out and moments are taken about the mean. With
N displays, the variance is about 1/N of the squared mean and would otherwise be lost to cancellation."""

NORMAL_BELOW, ROUNDED = 0.01, 1e12
"""A posterior is treated as normal below this standard deviation of t, and above this many clicks, when
the rounding errors of its logarithm would matter."""

_inner = kept(no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""For functions that only compiled functions call. Without an entry for Python they compile faster."""


class PairCells(NamedTuple):
    """The counts of a log, pair by pair; a pair has one cell per position at which it was shown.

    start : int64 array, shape (n_pairs + 1,); the cells of pair i are start[i] to start[i + 1]
    position : int32 array, shape (n_cells,), from 0
    clicks, plays : int64 arrays, shape (n_cells,)
    """

    start: np.ndarray
    position: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray


class Slopes(NamedTuple):
    """A log-likelihood at one examination.

    value : float, in nats
    slope : float64 array, shape (n_positions,), in v = log κ
    information : float64 array, shape (n_positions, n_positions), in v
    """

    value: float
    slope: np.ndarray
    information: np.ndarray


def conditional(cells: PairCells, examination) -> Slopes:
    """The log-likelihood of the positions of the clicks of each pair, given their number."""
    clicked, share, clicks, looks = _shares(cells, examination)
    expected = share * np.repeat(clicks, np.diff(cells.start))
    value = xlogy(clicked, examination[cells.position]).sum() - xlogy(clicks, looks).sum()
    slope = np.bincount(cells.position, clicked - expected, examination.size)
    information = np.diag(np.bincount(cells.position, expected, examination.size))
    return Slopes(value, slope, information - _products(cells, expected, share, examination.size))


def _shares(cells, examination):
    """The clicks and the expected shares of the clicks of its pair by cell, at examined positions, and the
    clicks and the displays times examination by pair."""
    sizes = np.diff(cells.start)
    pair, seen = np.repeat(np.arange(sizes.size), sizes), examination[cells.position]
    clicked, looked = np.where(seen > 0, cells.clicks, 0), cells.plays * seen
    clicks, looks = (np.bincount(pair, x, sizes.size) for x in (clicked, looked))
    return clicked, looked / np.where(clicks > 0, looks, np.inf)[pair], clicks, looks


def _products(cells, left, right, n_positions):
    """The sum over pairs of one number at a position times another at a position, by both positions."""
    shape = cells.start.size - 1, n_positions
    left, right = (csr_array((x, cells.position, cells.start), shape) for x in (left, right))
    return (left.T @ right).toarray()


def conditional_noise(cells: PairCells, examination, a, b) -> np.ndarray:
    """The variance of the slope of `conditional`, for Bernoulli clicks.

    For one pair it is (I - w 1') D (I - 1 w'), where w are the shares N κ / Σ N κ and D contains the
    variances of the clicks. These are estimated by x (1 - θ κ), with x the share of the pair's clicks
    and θ computed with a additional clicks and b additional displays without one.
    """
    _, share, clicks, looks = _shares(cells, examination)
    theta = (clicks + a) / (np.maximum(looks, clicks) + a + b)
    sizes = np.diff(cells.start)
    variance = share * (1 - np.repeat(theta, sizes) * np.minimum(examination[cells.position], 1.0))
    variance *= np.repeat(clicks, sizes)
    total = np.bincount(np.repeat(np.arange(sizes.size), sizes), variance, sizes.size)
    mixed = _products(cells, share, 0.5 * share * np.repeat(total, sizes) - variance, examination.size)
    return np.diag(np.bincount(cells.position, variance, examination.size)) + mixed + mixed.T


def arrows(cells: PairCells, n_positions: int) -> np.ndarray:
    """Whether, at [m, l], a pair was shown at m and clicked at l."""
    return _products(cells, (cells.plays > 0) * 1.0, (cells.clicks > 0) * 1.0, n_positions) > 0


def profile(cells: PairCells, examination, attraction) -> Slopes:
    """The largest log-likelihood over the attractions, which are stored in `attraction`.

    The search begins at the previous values of `attraction` that are in (0, 1).
    """
    clicked, _, clicks, looks = _shares(cells, examination)
    sizes, seen = np.diff(cells.start), examination[cells.position]
    missed = np.where(seen > 0, cells.plays - cells.clicks, 0)
    rates = clicks / np.where(clicks > 0, looks, 1)
    begin = np.where((attraction > 0) & (attraction < 1), attraction, rates)
    attraction[:] = _best_attractions(sizes, seen, missed, clicks, np.minimum(begin, 0.99))
    p = np.repeat(attraction, sizes) * seen
    rest = np.where(missed > 0, 1 - p, 1)
    odds = missed * p / rest
    curvature = odds / rest
    value = xlogy(clicked, p).sum() + xlog1py(missed, -p).sum()
    slope = np.bincount(cells.position, clicked - odds, examination.size)
    total = np.bincount(np.repeat(np.arange(sizes.size), sizes), curvature, sizes.size)
    share = np.where((attraction < 1) & (total > 0), 1 / np.where(total > 0, total, 1), 0)
    information = np.diag(np.bincount(cells.position, curvature, examination.size))
    shared = _products(cells, curvature, curvature * np.repeat(share, sizes), examination.size)
    return Slopes(value, slope, information - shared)


def _best_attractions(sizes, seen, missed, clicks, theta):
    """By pair, the attraction at which the odds of the displays without a click add up to the clicks, at most
    1; 0 without clicks.

    It is found by Newton's method on the logarithms, which are nearly linear. The root is kept between
    two bounds, and a step that leaves them is replaced by their midpoint.
    """
    theta = np.where(clicks > 0, theta, 0.0)
    pairs, pair = np.flatnonzero(clicks > 0), np.repeat(np.arange(sizes.size), sizes)
    cells = np.flatnonzero((missed > 0) & (seen > 0) & (clicks > 0)[pair])
    low, high = np.zeros(pairs.size), np.ones(pairs.size)
    for _ in range(200):
        if not pairs.size:
            break
        now, at = theta[pairs], np.searchsorted(pairs, pair[cells])
        p = now[at] * seen[cells]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            odds, rise = (np.bincount(at, missed[cells] * p / (1 - p) ** k, pairs.size) for k in (1, 2))
            new = now * np.exp(np.log(clicks[pairs] / odds) * odds / rise)
        under = odds <= clicks[pairs]
        low, high = np.where(under, now, low), np.where(under, high, now)
        top = (under & ((now == 1) | (odds == 0))) | ((new >= 1) & (high == 1))
        new = np.where(top, 1.0, np.where((low < new) & (new < high), new, (low + high) / 2))
        theta[pairs] = new
        more = (np.abs(new - now) > 1e-13 * now) & ~((new == 1) & under & (odds == 0))
        pairs, cells, low, high = pairs[more], cells[more[at]], low[more], high[more]
    return theta


class Posterior(NamedTuple):
    """The results of `marginal` for every pair, apart from the slopes; arrays of shape (n_pairs,).

    mean : the posterior mean of the attraction
    centre : a value of t near the largest density, where the next call begins
    """

    mean: np.ndarray
    centre: np.ndarray


def blank_posterior(n_pairs: int) -> Posterior:
    return Posterior(np.full(n_pairs, np.nan), np.full(n_pairs, np.nan))


def marginal(cells: PairCells, examination, prior, posterior: Posterior) -> tuple[Slopes, np.ndarray]:
    """The log-likelihood with the attraction of each pair integrated over a Beta distribution.

    Parameters
    ----------
    cells : PairCells
    examination : float64 array, shape (n_positions,), in [0, 1]
    prior : pair of float, (a, b) of the Beta distribution
    posterior : Posterior, changed in place

    Returns
    -------
    Slopes, and a float64 array of shape (2, n_positions): the derivatives of the slope in a and b
    """
    slope, information = np.zeros(examination.size), np.zeros((examination.size,) * 2)
    by_prior = np.zeros((2, examination.size))
    law = float(prior[0]), float(prior[1])
    tables = _tables(examination)
    value = _marginal(cells, examination, law, tables, posterior, slope, information, by_prior)
    n_pairs = cells.start.size - 1
    return Slopes(value - n_pairs * betaln(*prior), slope, _symmetric(information)), by_prior


def _symmetric(triangle):
    """The full symmetric matrix; an off-diagonal entry can have been added in either triangle."""
    full = triangle + triangle.T
    np.fill_diagonal(full, np.diag(triangle))
    return full


def _tables(examination):
    """The nodes of all levels, as the first node of each level; log θ, log(1 - θ) and θ; and, by
    position, the odds and log(1 - θ κ)."""
    steps = 0.5 ** np.arange(1, LEVELS + 1)
    nodes = [np.arange(LOWEST, HIGHEST + step / 2, step) for step in steps]
    first = np.cumsum([0, *map(len, nodes)])
    t = np.concatenate(nodes)
    tail = np.exp(-np.abs(t))
    log_theta, log_rest = np.minimum(t, 0) - np.log1p(tail), -np.maximum(t, 0) - np.log1p(tail)
    up, down = (np.where(side, 1.0, tail)[:, None] for side in (t > 0, t <= 0))
    odds = examination * up / (down + up * (1 - examination))
    return first, np.column_stack([log_theta, log_rest, np.exp(log_theta)]), odds, -np.log1p(odds)


@_inner
def _law(t):
    """log θ, log(1 - θ) and θ, where t = log(θ / (1 - θ))."""
    denominator = math.log1p(math.exp(-abs(t)))
    log_theta = min(t, 0.0) - denominator
    return log_theta, -max(t, 0.0) - denominator, math.exp(log_theta)


@_inner
def _odds(t, seen):
    """The odds p / (1 - p) of p = θ κ, where t = log(θ / (1 - θ)), without cancellation as θ -> 1."""
    if t > 0:
        rest = math.exp(-t)
        return seen / (rest + (1 - seen))
    x = math.exp(t)
    return seen * x / (1 + x * (1 - seen))


@_inner
def _centre(cells, first, last, examination, a, b, clicks, t):
    """The approximate t of the largest density, and the standard deviation there.

    The peak of the density is the solution of Q(t) = Σ (N - S) odds + b e^t = S + a. Newton's method is
    applied to the logarithm of Q, which is nearly linear, until a step is below a fifth of the standard
    deviation.
    """
    sigma = 1.0
    for _ in range(100):
        x = math.exp(t)
        rest = 1 / (1 + x)
        q, rise = b * x, b * x
        for cell in range(first, last):
            missed = cells.plays[cell] - cells.clicks[cell]
            if missed > 0:
                seen = examination[cells.position[cell]]
                odds = seen * x * rest / (rest + (1 - rest) * (1 - seen))
                q += missed * odds
                rise += missed * odds * (1 + odds) * rest
        sigma = 1 / math.sqrt(rest * rise)
        step = math.log((clicks + a) / q) * q / rise
        t += min(max(step, -3.0), 3.0)
        if abs(step) < 0.2 * sigma:
            break
    return t, sigma


@kept
def _marginal(cells, examination, prior, tables, posterior, slope, information, by_prior):
    a, b = prior
    starts, law, table_odds, table_silence = tables
    mean, centre = posterior.mean, posterior.centre
    n_positions = examination.size
    value = 0.0
    density, log_theta, log_rest, theta = np.empty((4, 2 * MAX_NODES))
    odds = np.empty((2 * MAX_NODES, n_positions))
    missed, place = np.empty(n_positions), np.empty(n_positions, dtype=np.int64)
    first_moment, about, with_theta, with_rest = np.empty((4, n_positions))
    second = np.empty((n_positions, n_positions))
    for pair in range(cells.start.size - 1):
        first, last = cells.start[pair], cells.start[pair + 1]
        clicks, exposure, size = 0.0, 0.0, 0
        for cell in range(first, last):
            seen = examination[cells.position[cell]]
            if seen == 0.0:
                continue
            clicks += cells.clicks[cell]
            exposure += cells.plays[cell] * seen
            if cells.clicks[cell] > 0:
                value += cells.clicks[cell] * math.log(seen)
                slope[cells.position[cell]] += cells.clicks[cell]
            if cells.plays[cell] > cells.clicks[cell]:
                missed[size] = cells.plays[cell] - cells.clicks[cell]
                place[size] = cells.position[cell]
                size += 1
        t = centre[pair]
        if math.isnan(t):
            t = math.log((clicks + a) / (b + max(exposure - clicks, 0.0)))
        t, sigma = _centre(cells, first, last, examination, a, b, clicks, t)
        centre[pair] = t
        step, level = 0.5, 0
        while step > STEP * sigma:
            step *= 0.5
            level += 1
        origin = math.floor((t - LOWEST) / step)
        n_nodes = 0
        top = -math.inf
        for direction, node in ((1, origin), (-1, origin - 1)):
            for _ in range(MAX_NODES):
                t = LOWEST + node * step
                if level < LEVELS and 0 <= node < starts[level + 1] - starts[level]:
                    row = starts[level] + node
                    one, zero, at = law[row, 0], law[row, 1], law[row, 2]
                    height = (clicks + a) * one + b * zero
                    for i in range(size):
                        height += missed[i] * table_silence[row, place[i]]
                        odds[n_nodes, i] = table_odds[row, place[i]]
                else:
                    one, zero, at = _law(t)
                    height = (clicks + a) * one + b * zero
                    for i in range(size):
                        odds[n_nodes, i] = _odds(t, examination[place[i]])
                        height -= missed[i] * math.log1p(odds[n_nodes, i])
                density[n_nodes] = height
                log_theta[n_nodes], log_rest[n_nodes], theta[n_nodes] = one, zero, at
                n_nodes += 1
                top = max(top, height)
                if height < top - DROP:
                    break
                node += direction
        total = 0.0
        for n in range(n_nodes):
            density[n] = math.exp(density[n] - top)
            total += density[n]
        value += top + math.log(total * step)
        one = zero = average = 0.0
        for n in range(n_nodes):
            density[n] /= total
            average += density[n] * theta[n]
            one += density[n] * log_theta[n]
            zero += density[n] * log_rest[n]
        mean[pair] = average
        for i in range(size):
            first_moment[i] = with_theta[i] = with_rest[i] = about[i] = 0.0
            for j in range(i + 1):
                second[i, j] = 0.0
            if sigma < NARROW:
                for n in range(n_nodes):
                    about[i] += density[n] * odds[n, i]
        for n in range(n_nodes):
            if sigma >= NARROW and density[n] * theta[n] < FAINT * average:
                continue
            for i in range(size):
                x = density[n] * (odds[n, i] - about[i])
                first_moment[i] += x
                with_theta[i] += x * (log_theta[n] - one)
                with_rest[i] += x * (log_rest[n] - zero)
                for j in range(i + 1):
                    second[i, j] += x * (odds[n, j] - about[j])
        for i in range(size):
            position, m = place[i], missed[i]
            seen = first_moment[i] + about[i]
            slope[position] -= m * seen
            by_prior[0, position] -= m * with_theta[i]
            by_prior[1, position] -= m * with_rest[i]
            information[position, position] += m * (seen + second[i, i] + about[i] * (seen + first_moment[i]))
            for j in range(i + 1):
                information[position, place[j]] -= (
                    m * missed[j] * (second[i, j] - first_moment[i] * first_moment[j])
                )
    return value


@_inner
def _totals(cells, first, last, examination):
    """Clicks, and displays times examination, of the cells at examined positions."""
    clicks, exposure = 0.0, 0.0
    for cell in range(first, last):
        seen = examination[cells.position[cell]]
        if seen > 0.0:
            clicks += cells.clicks[cell]
            exposure += cells.plays[cell] * seen
    return clicks, exposure


@kept
def posterior_intervals(cells, examination, covariance, a, b, tail, normal, low, high):
    """Fill `low` and `high` with two quantiles of the attraction of every pair.

    A share `tail` is outside on each side, as for minus and plus `normal` in the normal distribution.

    The posterior is that of t = log(θ / (1 - θ)) at the given examination. Because the examination is
    itself an estimate, the distance of the quantiles from the mean is multiplied by
    sqrt(1 + g' V g / s^2), with s the standard deviation of t, V the covariance of log κ, and g the
    slope of the peak in log κ.
    """
    size = 8 * MAX_NODES
    density, at = np.empty((2, size))
    odds_slope = np.empty(examination.size)
    for pair in range(cells.start.size - 1):
        first, last = cells.start[pair], cells.start[pair + 1]
        clicks, exposure = _totals(cells, first, last, examination)
        t = math.log((clicks + a) / (b + max(exposure - clicks, 0.0)))
        t, sigma = _centre(cells, first, last, examination, a, b, clicks, t)
        rise = b * math.exp(t)
        rest = 1 / (1 + math.exp(t))
        for cell in range(first, last):
            odds = _odds(t, examination[cells.position[cell]])
            missed = cells.plays[cell] - cells.clicks[cell]
            odds_slope[cell - first] = missed * odds * (1 + odds)
            rise += odds_slope[cell - first] * rest
        spread = 0.0
        for cell in range(first, last):
            for other in range(first, last):
                slopes = odds_slope[cell - first] * odds_slope[other - first]
                spread += slopes * covariance[cells.position[cell], cells.position[other]]
        spread /= rise * rise
        if sigma < NORMAL_BELOW or clicks > ROUNDED:
            reach = normal * math.sqrt(sigma * sigma + spread)
            low[pair], high[pair] = 1 / (1 + math.exp(reach - t)), 1 / (1 + math.exp(-reach - t))
            continue
        step = min(sigma, 1.0) / 5
        count, top = 0, -math.inf
        for sign, begin in ((-1, t), (1, t + step)):  # down from the peak, then up, so the nodes are in order
            for n in range(count // 2):
                other = count - 1 - n
                density[n], density[other] = density[other], density[n]
                at[n], at[other] = at[other], at[n]
            while count < size:
                one, zero, _ = _law(begin)
                height = (clicks + a) * one + b * zero
                for cell in range(first, last):
                    missed = cells.plays[cell] - cells.clicks[cell]
                    seen = examination[cells.position[cell]]
                    if missed > 0 and seen > 0.0:
                        height -= missed * math.log1p(_odds(begin, seen))
                density[count], at[count] = height, begin
                count += 1
                top = max(top, height)
                if height < top - DROP:
                    break
                begin += sign * step
        total = middle = square = 0.0
        for n in range(count):
            density[n] = math.exp(density[n] - top)
            total += density[n]
            middle += density[n] * at[n]
        middle /= total
        for n in range(count):
            square += density[n] * (at[n] - middle) ** 2 / total
        wider = math.sqrt(1 + spread / square)
        ends = low, high
        for end in range(2):
            wanted = (tail if end == 0 else 1 - tail) * total
            below, n = 0.5 * density[0], 0
            while n + 2 < count and below + 0.5 * (density[n] + density[n + 1]) < wanted:
                below += 0.5 * (density[n] + density[n + 1])
                n += 1
            share = (wanted - below) / (0.5 * (density[n] + density[n + 1]))
            quantile = at[n] + min(max(share, 0.0), 1.0) * step
            ends[end][pair] = 1 / (1 + math.exp(-(middle + wider * (quantile - middle))))
