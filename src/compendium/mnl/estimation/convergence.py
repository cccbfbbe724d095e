"""The paths of the iterative fits, and the rate at which Algorithm 1 contracts.

Near its limit Algorithm 1 multiplies the error of log λ by a matrix made of the balanced table
x = N/γ, whose row and column sums are those of the plays. The matrix is that of a walk from a position to
an item, with probabilities proportional to x, and then from the item to a position. In the published
algorithm, with λ_1 fixed at 1, the walk is killed at position 1, and the rate is the largest eigenvalue of
the remaining matrix. With λ_1 released the rate is the second largest eigenvalue of the whole walk, which
is never larger (Cauchy's interlacing).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from clickbandits.mnl import fixed_point, newton
from clickbandits.mnl.estimators import Fit, counts, fit_newton

FIXED_POINT = {
    "Algorithm 1": fixed_point.PAPER,
    "Algorithm 1, λ₁ released": fixed_point.RELEASED,
    "EM": fixed_point.EM,
}
METHODS = (*FIXED_POINT, "Newton")


def step(method: str, clicks, plays, attraction, examination) -> None:
    """One iteration of a method, in place, on float64 tables."""
    if method in FIXED_POINT:
        which = FIXED_POINT[method]
        fixed_point.iterate(clicks, plays, attraction, examination, which, 0.0, np.inf, 0.0, 1)
    elif method == "Newton":
        newton.maximise(clicks, plays, attraction, examination, newton.LIKELIHOOD, 0.0, 1)
    else:
        raise ValueError(f"a method is one of {', '.join(METHODS)}; got {method!r}")


def paths(clicks, plays, n_iterations: int, start=None, methods=METHODS) -> pd.DataFrame:
    """The likelihood (50) and the deviance along the iterations of each method.

    Parameters
    ----------
    clicks, plays : arrays of shape (n_items, n_positions), with a maximiser of (50)
    n_iterations : int
    start : pair (attraction, examination) with examination[0] = 1, optional
        By default the click rates of the margins.

    Returns
    -------
    DataFrame
        One row per method and iteration (0 is the start): log-likelihood, deviance, the largest
        distance of a log parameter from the maximiser of (50), and the largest last move.
    """
    clicks, plays = counts(clicks, plays)
    best = fit_newton(clicks, plays, tolerance=1e-13)
    target = np.log(np.concatenate([best.attraction, best.examination]))
    if start is None:
        start = np.empty(clicks.shape[0]), np.empty(clicks.shape[1])
        newton.start(clicks, plays, *start)
    rows = []
    for method in methods:
        attraction, examination = (np.array(part, dtype=np.float64) for part in start)
        old = np.log(np.concatenate([attraction, examination]))
        for iteration in range(n_iterations + 1):
            if iteration:
                step(method, clicks, plays, attraction, examination)
            place = np.log(np.concatenate([attraction, examination]))
            values = [
                newton.value(clicks, plays, attraction, examination, which)
                for which in (newton.LIKELIHOOD, newton.DEVIANCE)
            ]
            distance, move = np.abs(place - target).max(), np.abs(place - old).max()
            rows.append((method, iteration, *values, distance, move))
            old = place
    names = ["method", "iteration", "log-likelihood", "deviance", "distance", "move"]
    return pd.DataFrame(rows, columns=names)


def walk(clicks, plays, fit: Fit) -> np.ndarray:
    """The walk position → item → position at the limit `fit` of Algorithm 1, shape (K, K)."""
    clicks, plays = counts(clicks, plays)
    balanced = clicks / np.outer(fit.attraction, fit.examination)
    to_item, to_position = (balanced / sum(plays)).T, (balanced.T / sum(plays.T)).T
    return to_item @ to_position


def contraction_rates(clicks, plays) -> tuple[float, float]:
    """The rates of Algorithm 1 as published and with λ_1 released, from the eigenvalues of the walk."""
    matrix = walk(clicks, plays, fit_newton(clicks, plays, deviance=True, tolerance=1e-13))
    whole = np.sort(np.linalg.eigvals(matrix).real)
    killed = np.linalg.eigvals(matrix[1:, 1:]).real
    return float(killed.max()), float(whole[-2])


def observed_rate(clicks, plays, method: str, n_iterations: int = 4000) -> float:
    """The ratio of successive moves of log λ once it has settled, before rounding affects it."""
    moves = paths(clicks, plays, n_iterations, methods=(method,))["move"].to_numpy()[1:]
    settled = np.flatnonzero(moves < 1e-9)
    last = settled[0] if settled.size else moves.size - 1
    return float(moves[last] / moves[last - 1])


def random_tables(n_items: int, n_positions: int, n_tables: int, n_plays: int, seed: int):
    """Tables (clicks, plays) without an empty click cell, from random problems and designs.

    Attraction and examination are uniform on (0.1, 1) with examination[0] = 1. Plays are Poisson with mean
    `n_plays`, but at least 1. Clicks are negative binomial, by Lemma 1 in each cell.
    """
    rng = np.random.default_rng(seed)
    tables: list[tuple[np.ndarray, np.ndarray]] = []
    while len(tables) < n_tables:
        attraction = rng.uniform(0.1, 1, n_items)
        examination = np.append(1.0, rng.uniform(0.1, 1, n_positions - 1))
        plays = 1 + rng.poisson(n_plays, size=(n_items, n_positions))
        gamma = np.outer(attraction, examination)
        clicks = rng.negative_binomial(plays, 1 / (1 + gamma))
        if clicks.all():
            tables.append((clicks.astype(float), plays.astype(float)))
    return tables
