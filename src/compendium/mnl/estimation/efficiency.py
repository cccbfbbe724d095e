"""The precision of the estimators: exactly for many epochs, by simulation for few.

Lists are drawn uniformly at random. Three estimators of (log α, log λ_2, ..., log λ_K) solve a
score equation Σ x_k s_k = 0 over the positions k of all epochs, where x_k is the sum of the unit vectors
of item a_k and of position k:

    exact likelihood   s_k = n_k - (1 + Σ n) γ_k / (1 + S)
    likelihood (50)    s_k = (n_k - γ_k) / (1 + γ_k)
    Algorithm 1        s_k = (n_k - γ_k) / γ_k

As the number of epochs L grows, √L (estimate - truth) tends to a normal distribution with covariance
A⁻¹ B A⁻¹, where A is the mean slope and B the variance of an epoch's score. For the exact likelihood A = B.
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pandas as pd
from numba import njit

from clickbandits.compiled import compiled
from clickbandits.core import UNTIL_NO_CLICK, Problem
from clickbandits.mnl import problem
from clickbandits.mnl.estimators import fit_exact, fit_newton
from clickbandits.mnl.model import draw
from clickbandits.mnl.tables import counts_by_cell
from compendium.mnl import problems

PROBLEMS = {f"({name})": game for name, game in problems.PROBLEMS.items()}
SMALL = problem([0.9, 0.6, 0.3], [1, 0.5])
"""Three items and two positions, for which few epochs can be simulated often."""
ESTIMATORS = ("exact likelihood", "likelihood (50)", "Algorithm 1")


def slope_and_variance(estimator: str, gamma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A and B of one epoch whose list has the weights γ, shape (n_positions,), both (K, K)."""
    if estimator == "exact likelihood":
        information = np.diag(gamma) - np.outer(gamma, gamma) / (1 + gamma.sum())
        return information, information
    scale = 1 / (1 + gamma) if estimator == "likelihood (50)" else 1 / gamma
    clicks = np.diag(gamma) + np.outer(gamma, gamma)  # the negative multinomial covariance
    return np.diag(scale * gamma), scale[:, None] * clicks * scale


def expected_information(problem: Problem, estimator: str) -> np.ndarray:
    """A and B of an epoch with a uniformly random list, shape (2, J + K - 1, J + K - 1).

    The mean over all lists is exact. Lists are enumerated by the distinct values of attraction that they
    show, with their numbers, so 30 items of three kinds cost 3^K and not 30!/(30 - K)!.
    """
    values, kind, sizes = np.unique(problem.attraction, return_inverse=True, return_counts=True)
    n_items, n_positions = problem.attraction.size, problem.examination.size
    n_lists = prod(range(n_items - n_positions + 1, n_items + 1))
    means = np.zeros((2, n_items + n_positions, n_items + n_positions))
    pairs = np.zeros((2, values.size, values.size))
    singles = np.zeros((2, values.size))
    mixed = np.zeros((2, values.size, n_positions))
    for pattern in product(range(values.size), repeat=n_positions):
        left = sizes.copy()
        number = 1
        for which in pattern:
            number *= left[which]
            left[which] -= 1
        if number == 0:
            continue
        gamma = values[list(pattern)] * problem.examination
        local = np.array(slope_and_variance(estimator, gamma)) * (number / n_lists)
        means[:, n_items:, n_items:] += local
        for k, which in enumerate(pattern):
            singles[:, which] += local[:, k, k] / sizes[which]
            mixed[:, which] += local[:, k] / sizes[which]
            for m, other in enumerate(pattern):
                if m != k:
                    partners = sizes[other] - (which == other)
                    pairs[:, which, other] += local[:, k, m] / (sizes[which] * partners)
    means[:, :n_items, :n_items] = pairs[:, kind][:, :, kind]
    means[:, range(n_items), range(n_items)] = singles[:, kind]
    means[:, :n_items, n_items:] = mixed[:, kind]
    means[:, n_items:, :n_items] = np.swapaxes(mixed[:, kind], 1, 2)
    free = np.delete(np.arange(n_items + n_positions), n_items)  # λ_1 = 1
    return means[:, free][:, :, free]


def asymptotic_covariance(problem: Problem, estimator: str) -> np.ndarray:
    """Covariance of √L × the estimates of (log α, log λ_2, ...), shape (J + K - 1, J + K - 1)."""
    slope, variance = expected_information(problem, estimator)
    inverse = np.linalg.inv(slope)
    return inverse @ variance @ inverse


def relative_efficiency(problem: Problem) -> pd.DataFrame:
    """Total asymptotic variance of the exact likelihood, divided by that of each estimator.

    One row per estimator and block ("attraction", "examination"). The value 1 is the Cramér-Rao bound.
    """
    n_items = problem.attraction.size
    rows = []
    variances = [np.diag(asymptotic_covariance(problem, estimator)) for estimator in ESTIMATORS]
    bound = variances[0]
    for estimator, variance in zip(ESTIMATORS, variances, strict=True):
        for block, part in (("attraction", slice(n_items)), ("examination", slice(n_items, None))):
            rows.append((estimator, block, bound[part].sum() / variance[part].sum()))
    return pd.DataFrame(rows, columns=["estimator", "block", "efficiency"])


@njit(nogil=True)
def _draw_epochs(attraction, examination, lists, clicks, rng):
    items = np.arange(attraction.size)
    for i in range(lists.shape[0]):
        for k in range(examination.size):
            other = rng.integers(k, attraction.size)
            items[k], items[other] = items[other], items[k]
            lists[i, k] = items[k]
        draw(attraction, examination, lists[i], UNTIL_NO_CLICK, 2**62, rng, clicks[i])


def sampled_errors(problem: Problem, n_epochs: int, replications: int, seed: int) -> np.ndarray:
    """Errors of log α and log λ_2, ... after `n_epochs` epochs of random lists.

    Every replication uses the data of one seed for all three estimators. Replications in which some cell
    has no click are left out, because an estimator might not exist. The shape is (replications used, 3,
    J + K - 1).
    """
    lists = np.empty((n_epochs, problem.examination.size), dtype=np.int64)
    clicks = np.empty_like(lists)
    truth = np.log(np.concatenate([problem.attraction, problem.examination[1:]]))
    errors = []
    for replication in range(replications):
        sequence = np.random.SeedSequence(seed, spawn_key=(n_epochs, replication))
        compiled(_draw_epochs)(*problem, lists, clicks, np.random.default_rng(sequence))
        epochs = np.ones(n_epochs)
        cell_clicks, cell_plays = counts_by_cell(lists, epochs, clicks)
        if cell_clicks.shape[0] < problem.attraction.size or not cell_clicks.all():
            continue
        fits = (
            fit_exact(lists, epochs, clicks),
            fit_newton(cell_clicks, cell_plays),
            fit_newton(cell_clicks, cell_plays, deviance=True),
        )
        estimates = [np.concatenate([fit.attraction, fit.examination[1:]]) for fit in fits]
        errors.append(np.log(estimates) - truth)
    return np.array(errors)


def finite_sample(problem: Problem, n_epochs: int, replications: int, seed: int) -> pd.DataFrame:
    """Bias and mean squared error of log α and log λ, from `sampled_errors`.

    Returns
    -------
    DataFrame
        One row per estimator and block: bias (mean over the block's parameters), mse (sum over
        the block), excess (mse above the exact likelihood's, in pairs), each with its standard
        error, and the replications used and left out.
    """
    errors = sampled_errors(problem, n_epochs, replications, seed)
    squares = errors**2
    used = len(errors)
    rows = []
    for index, estimator in enumerate(ESTIMATORS):
        for block, part in (
            ("attraction", slice(problem.attraction.size)),
            ("examination", slice(problem.attraction.size, None)),
        ):
            bias = errors[:, index, part].mean(axis=1)
            square = squares[:, index, part].sum(axis=1)
            excess = square - squares[:, 0, part].sum(axis=1)
            row = [n_epochs, estimator, block]
            for sample in (bias, square, excess):
                row += [sample.mean(), sample.std(ddof=1) / used**0.5]
            rows.append([*row, used, replications - used])
    names = "epochs estimator block bias bias_error mse mse_error excess excess_error"
    return pd.DataFrame(rows, columns=[*names.split(), "used", "left_out"])
