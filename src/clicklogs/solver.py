"""Maximise the likelihoods of a log by Newton's method, with the information and the range over priors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.special import xlog1py, xlogy

from clickbandits.shortfall import allowed

from . import likelihood
from .likelihood import PairCells
from .pairs import NORMAL, pair_of_cell, pair_totals, position_totals

TOLERANCE, PRECISION = 1e-10, 5e-12
"""An ascent ends when the predicted gain of a step, in nats, is at most TOLERANCE plus PRECISION times
the log-likelihood. The error of log κ is then about 1e-5, whatever the size of the log. This last step
is taken without evaluating it, because it squares the remaining error. A long step is not taken, since
the log-likelihood is then flat and the step consists of rounding errors."""

SHORT = 0.01
"""Steps in log κ that are shorter than this may be taken without evaluating them."""

FLAT = 1e-6
"""An information, in clicks, that is too small to use; the standard error is a factor of e^1000."""

NOISE = 1e-9
"""The share of the log-likelihood by which two quadratures may differ."""

NEAR = 1e-4
"""The largest shortfall of a fit that has converged, in nats; for more than 10^9 clicks, per 10^9 clicks. The
estimate is then within about .015 standard errors of the maximum."""

FURTHER = 5
"""Steps of Newton's method after an ascent, as long as its end is not near enough to the maximum."""

MAX_STEPS = 200

PRIORS = np.log(np.array([[2, 2], [0.5, 0.5], [1, 1.25], [1, 0.8]]))
"""Changes of (log a, log b) that double and halve the weight, or lower and raise the mean by about a
fifth. The range over priors consists of the shifts of the examination under these changes."""


def maximum(cells: PairCells, law, begin, references) -> tuple[Ascent, np.ndarray, np.ndarray]:
    """The most likely examination with its attractions, and the derivatives of its slope in the prior."""
    n_pairs, by_prior = cells.start.size - 1, np.zeros((2, begin.size))
    clicks, _ = position_totals(cells, begin.size)
    rates, missed = cells.clicks / np.maximum(cells.plays, 1), cells.plays - cells.clicks
    best_rates = xlogy(cells.clicks, rates) + xlog1py(missed, -rates)
    tops = clicks, np.bincount(cells.position, best_rates, begin.size) * (begin > 0)
    if law is None:
        theta = np.full(n_pairs, np.nan)
        best = certified(lambda kappa: likelihood.profile(cells, kappa, theta), begin, references, tops)
        return best, theta, by_prior
    posterior = likelihood.blank_posterior(n_pairs)

    def marginal(kappa):
        slopes, by_prior[:] = likelihood.marginal(cells, kappa, law, posterior)
        return slopes

    return certified(marginal, begin, references, tops, scaled=True), posterior.mean, by_prior


def certified(function, begin, references, tops, scaled=False) -> Ascent:
    """`ascend` with its shortfall; the last evaluation of the function is at the end of the ascent.

    `tops` are the clicks by position, and the log-likelihoods by position if each cell has its own rate.
    `scaled` means that the reference is not compared with an examination below 1. A short step of Newton's
    method costs one evaluation, so it comes before the corners as long as it halves the bound.
    """
    best = ascend(function, begin, references)
    enough, last = allowed(NEAR, float(tops[0].sum())), np.inf
    for left in range(FURTHER, -1, -1):
        here = function(best.examination)
        bound, corners = planes(best, here, [], tops, scaled), []
        free, step = free_positions(best), np.zeros(begin.size)
        step[free] = newton_step(here.information[np.ix_(free, free)], here.slope[free])
        nearer = left > 0 and np.abs(step).max() < SHORT and bound < last / 2
        last = bound
        if bound > enough and not nearer:
            corners = around(best, here, np.sqrt(enough / 2))
            slopes = [(corner, function(corner).slope) for corner in corners]
            bound = min(bound, planes(best, here, slopes, tops, scaled))
        if bound <= enough or left == 0:
            break
        best = best._replace(examination=np.minimum(best.examination * np.exp(step), 1.0))
    if corners:
        function(best.examination)
    return best._replace(shortfall=bound)


def free_positions(best: Ascent) -> np.ndarray:
    """The numbers of the positions whose examination is above 0 and below 1, without the reference."""
    inside = (best.examination > 0) & (best.examination < 1)
    inside[best.reference] = False
    return np.flatnonzero(inside)


def whitening(best: Ascent, here) -> np.ndarray | None:
    """The inverse of the Cholesky factor of the information on the free positions, if it has one."""
    free = free_positions(best)
    try:
        factor = np.linalg.cholesky(here.information[np.ix_(free, free)])
    except np.linalg.LinAlgError:
        return None
    return np.linalg.inv(factor)


def around(best: Ascent, here, radius) -> list[np.ndarray]:
    """The corners of a simplex around the free examinations, at a distance in standard errors."""
    free, white = free_positions(best), whitening(best, here)
    if white is None or not free.size:
        return []
    directions = np.vstack([np.eye(free.size), -np.ones(free.size) / np.sqrt(free.size)])
    corners = np.tile(best.examination, (free.size + 1, 1))
    corners[:, free] = np.minimum(corners[:, free] * np.exp(radius * directions @ white), 1.0)
    return list(corners)


def planes(best: Ascent, here, corners, tops, scaled) -> float:
    r"""An upper bound on how far a concave log-likelihood is below its maximum, in nats, by its tangents.

    In v = log κ the tangent at every point is above the function, and so is a mean of tangents. Let g and
    g_i be the slopes here and at corners that are m_i away. If weights λ_i have the sum 1, the maximum
    exceeds the present value by at most the sum of λ_i (g - g_i) m_i and of the mean slope times the distance
    from here. At the maximum every v is at most 0. It is bounded from below as well, because a log-likelihood
    is at most the clicks of a position times v, plus the `tops` of the other positions.

    With weights for which the free positions have no mean slope, the bound is about the square of the
    distance to the corners in standard errors. Without corners, which cost an evaluation each, the slope
    here is the mean slope.
    """
    live, free = best.examination > 0, free_positions(best)
    v = np.log(best.examination[live])
    clicks, top = (each[live] for each in tops)
    lowest = np.minimum((here.value - top.sum() + top) / clicks, v)
    mean, curved = here.slope.copy(), 0.0
    if corners:
        slopes = np.array([slope for _, slope in corners])
        system = np.vstack([whitening(best, here) @ slopes[:, free].T, np.ones(len(corners))])
        weights = np.linalg.lstsq(system, np.eye(len(corners))[-1], rcond=None)[0]
        if not (weights >= 0).all():
            return np.inf
        weights /= weights.sum()
        moves = np.array([np.log(corner[live]) - v for corner, _ in corners])
        curved = weights @ ((here.slope - slopes)[:, live] * moves).sum(axis=1)
        mean = weights @ slopes
    if scaled:
        mean[best.reference] = max(mean[best.reference], 0.0)
    return float(curved + np.maximum(mean[live] * -v, mean[live] * (lowest - v)).sum())


def prior_range(kappa, covariance, by_prior, law, live) -> tuple[np.ndarray, np.ndarray]:
    """The range of the examination over other priors, to first order; NaN without a prior."""
    if law is None:
        return np.full(kappa.size, np.nan), np.full(kappa.size, np.nan)
    moves = PRIORS @ (by_prior * np.array(law)[:, None]) @ np.nan_to_num(covariance)
    with np.errstate(over="ignore"):  # to first order, another prior can move a value without bound
        low, high = kappa * np.exp([moves.min(axis=0), moves.max(axis=0)])
    return np.where(live, low, np.nan), np.where(live, high, np.nan)


def missed_clicks(cells: PairCells, kappa, theta) -> tuple[np.ndarray, np.ndarray]:
    """The clicks that a position would have had at an examination of 1, computed in two ways.

    The first uses the attractions. The second uses the clicks of the same pairs at other positions,
    minus one standard error, because little can be concluded from few clicks.
    """
    pair, n_positions = pair_of_cell(cells), kappa.size
    hoped = np.bincount(cells.position, cells.plays * np.nan_to_num(theta)[pair], n_positions)
    exposure = np.bincount(pair, cells.plays * kappa[cells.position])
    clicks = pair_totals(cells)[0][pair]
    share = cells.plays / np.where(exposure > 0, exposure, np.inf)[pair]
    sure = np.bincount(cells.position, share * clicks, n_positions)
    error = np.sqrt(np.bincount(cells.position, share**2 * clicks, n_positions))
    return hoped, np.maximum(sure - error, 0.0)


def disagree(kappa, compared, covariance, main) -> bool:
    """Whether two examinations differ by more than the average error of the second.

    If the prior is correct, the first is more precise. Choosing the second too often costs only
    precision, so the threshold is the mean of the squared distance instead of a quantile.
    """
    some = main & (np.diag(covariance) > 0)
    apart = np.log(kappa[some] / compared[some])
    return bool(apart @ np.linalg.pinv(covariance[np.ix_(some, some)]) @ apart > some.sum() > 0)


def comparisons(cells: PairCells, clicks) -> tuple[np.ndarray, np.ndarray]:
    """The positions that the pairs compare, as labels of components; -1 for positions without clicks.

    An arrow leads from position m to l if a pair was shown at m and clicked at l. The first labels
    are those of the weakly connected components. Different components share no pair, so maximum
    likelihood leaves their scales free. The second labels are those of the strongly connected
    components. Within these, and only there, `conditional` has a maximum that is not at 0.
    """
    arrows = likelihood.arrows(cells, clicks.size) & (clicks > 0)[:, None]
    weak, strong = (
        np.where(clicks > 0, connected_components(arrows, connection=kind)[1], -1)
        for kind in ("weak", "strong")
    )
    return weak, strong


def largest(labels, weight) -> np.ndarray:
    """A mask of the places with the label of the largest total weight."""
    return labels == np.bincount(labels + 1, weight)[1:].argmax()


class Ascent(NamedTuple):
    """The end of an ascent, with the examination, the position where it is 1, and the slopes before the
    last step; the shortfall is infinite if nobody asked for it."""

    examination: np.ndarray
    reference: int
    slopes: likelihood.Slopes
    steps: int
    shortfall: float = np.inf


def ascend(function, examination, references, bounded=True) -> Ascent:
    """The maximum of a log-likelihood of the examination, by Newton's method in log κ.

    Parameters
    ----------
    function : of the examination, returns `Slopes`
    examination : float64 array, shape (n_positions,)
        The starting point; zeros remain zero.
    references : boolean array
        The positions one of which has examination 1.
    bounded : bool
        Whether the others are at most 1. If another position is pressed against 1 while the
        examination of the reference would decrease, that position becomes the reference.
    """
    live = examination > 0
    reference = int(np.where(references, examination, 0).argmax())
    kappa = examination / examination[reference]
    kappa = np.minimum(kappa, 1.0) if bounded else kappa
    here = function(kappa)
    for steps in range(MAX_STEPS + 1):
        pressed = bounded & (kappa >= 1) & (here.slope > 0)
        pressed[reference] = False
        if here.slope[reference] < 0 and (pressed & references).any():
            reference = int(np.where(pressed & references, here.slope, 0).argmax())
            pressed[reference] = False
        free = live & ~pressed & (np.arange(kappa.size) != reference)
        step = np.zeros(kappa.size)
        step[free] = newton_step(here.information[np.ix_(free, free)], here.slope[free])
        promised = here.slope @ step
        flat = promised <= TOLERANCE + PRECISION * abs(here.value)
        if flat and np.abs(step).max() < SHORT:
            kappa = kappa * np.exp(step)
        if flat or steps == MAX_STEPS:
            break
        for halvings in range(40):
            there = kappa * np.exp(0.5**halvings * step)
            there = np.minimum(there, 1.0) if bounded else there
            slopes = function(there)
            if slopes.value >= here.value - NOISE * abs(here.value):
                break
        else:  # no increase beyond the error of the quadrature
            break
        kappa, here = there, slopes
    return Ascent(np.minimum(kappa, 1.0) if bounded else kappa, reference, here, steps)


def newton_step(information, slope) -> np.ndarray:
    """A step uphill, even if the information is not positive definite, of at most a factor of e^2."""
    values, vectors = np.linalg.eigh(information)
    values = np.abs(values)
    values = np.maximum(values, 1e-12 * values.max(initial=0) or 1.0)
    return np.clip(vectors @ ((slope @ vectors) / values), -2, 2)


def inverse(information, live, reference) -> np.ndarray:
    """The covariance of log κ given the reference, 0 at the reference and NaN if nothing is known."""
    covariance = np.full(information.shape, np.nan)
    free = live.copy()
    free[reference] = False
    values, vectors = np.linalg.eigh(information[np.ix_(free, free)])
    if (values > max(1e-12 * values.max(initial=0), FLAT)).all():
        covariance[np.ix_(free, free)] = (vectors / values) @ vectors.T
    covariance[reference, live] = covariance[live, reference] = 0.0
    return covariance


def conditional_covariance(cells: PairCells, examination, law, reference) -> np.ndarray:
    """The covariance of the logarithms of the maximum of `conditional`, for Bernoulli clicks."""
    noise = likelihood.conditional_noise(cells, examination, *law)
    information = likelihood.conditional(cells, examination).information
    bread = inverse(information, examination > 0, reference)
    known = ~np.isnan(np.diag(bread))
    found = np.nan_to_num(bread) @ noise @ np.nan_to_num(bread)
    return np.where(known[:, None] & known, found, np.nan)


def hull(*estimates) -> tuple[np.ndarray, np.ndarray]:
    """The smallest interval that contains those of all estimates, each with the covariance of its log."""
    ends = []
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for value, covariance in estimates:
            width = NORMAL * np.sqrt(np.diag(covariance))
            ends += [np.log(value) - width, np.log(value) + width]
        return np.exp(np.min(ends, axis=0)), np.exp(np.max(ends, axis=0))


def truncated_mean(hoped) -> np.ndarray:
    """The mean of κ on [0, 1] with density proportional to e^(-κ hoped), a uniform prior after no click."""
    hoped = np.maximum(hoped, 1e-3)
    return 1 / hoped - 1 / np.expm1(np.minimum(hoped, 700))
