"""Maximise the likelihoods of a log by Newton's method, with the information and the range over priors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import connected_components

from . import likelihood
from .likelihood import PairCells
from .pairs import NORMAL, pair_of_cell, pair_totals

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

JUMP = 1e-4
"""The largest difference of two quadratures in small logs, in nats, if one of them has finer steps. If no
step increases the value and the predicted gain of a full step, which is half the squared step in standard
errors, is at most this, the maximum has been reached."""

MAX_STEPS = 200

PRIORS = np.log(np.array([[2, 2], [0.5, 0.5], [1, 1.25], [1, 0.8]]))
"""Changes of (log a, log b) that double and halve the weight, or lower and raise the mean by about a
fifth. The range over priors consists of the shifts of the examination under these changes."""


def maximum(cells: PairCells, law, begin, references) -> tuple[Ascent, np.ndarray, np.ndarray]:
    """The most likely examination with its attractions, and the derivatives of its slope in the prior."""
    n_pairs, by_prior = cells.start.size - 1, np.zeros((2, begin.size))
    if law is None:
        theta = np.full(n_pairs, np.nan)
        best = ascend(lambda kappa: likelihood.profile(cells, kappa, theta), begin, references)
        likelihood.profile(cells, best.examination, theta)  # the last evaluation was elsewhere
        return best, theta, by_prior
    posterior = likelihood.blank_posterior(n_pairs)

    def marginal(kappa):
        slopes, by_prior[:] = likelihood.marginal(cells, kappa, law, posterior)
        return slopes

    best = ascend(marginal, begin, references)
    marginal(best.examination)
    return best, posterior.mean, by_prior


def prior_range(kappa, covariance, by_prior, law, live) -> tuple[np.ndarray, np.ndarray]:
    """The range of the examination over other priors, to first order; NaN without a prior."""
    if law is None:
        return np.full(kappa.size, np.nan), np.full(kappa.size, np.nan)
    moves = PRIORS @ (by_prior * np.array(law)[:, None]) @ np.nan_to_num(covariance)
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
    arrows = np.zeros((clicks.size, clicks.size), dtype=np.bool_)
    likelihood.add_arrows(cells, arrows)
    arrows &= (clicks > 0)[:, None]
    weak, strong = (
        np.where(clicks > 0, connected_components(arrows, connection=kind)[1], -1)
        for kind in ("weak", "strong")
    )
    return weak, strong


def largest(labels, weight) -> np.ndarray:
    """A mask of the places with the label of the largest total weight."""
    return labels == np.bincount(labels + 1, weight)[1:].argmax()


class Ascent(NamedTuple):
    """The end of an ascent, with the examination, the position where it is 1, and the slopes there."""

    examination: np.ndarray
    reference: int
    slopes: likelihood.Slopes
    steps: int
    converged: bool


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
    here, converged = function(kappa), False
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
        converged = bool(promised <= TOLERANCE + PRECISION * abs(here.value))
        if converged and np.abs(step).max() < SHORT:
            kappa = kappa * np.exp(step)
        if converged or steps == MAX_STEPS:
            break
        for halvings in range(40):
            there = kappa * np.exp(0.5**halvings * step)
            there = np.minimum(there, 1.0) if bounded else there
            slopes = function(there)
            if slopes.value >= here.value - NOISE * abs(here.value):
                break
        else:  # no increase beyond the error of the quadrature
            converged = bool(promised <= JUMP)
            break
        kappa, here = there, slopes
    return Ascent(np.minimum(kappa, 1.0) if bounded else kappa, reference, here, steps, converged)


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
    noise = np.zeros((examination.size, examination.size))
    likelihood.conditional_noise(cells, examination, law[0], law[1], noise)
    information = likelihood.conditional(cells, examination).information
    bread = inverse(information, examination > 0, reference)
    known = ~np.isnan(np.diag(bread))
    noise = np.nan_to_num(bread) @ (noise + np.tril(noise, -1).T + np.triu(noise, 1).T)
    return np.where(known[:, None] & known, noise @ np.nan_to_num(bread), np.nan)


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
