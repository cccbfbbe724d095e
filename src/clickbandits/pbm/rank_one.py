r"""A test of whether a table of click-through rates has rank one (Lagrée et al. 2016, Section 5.2).

In the position-based model the click probabilities are a product θ_k κ_l. The share of the first
singular value cannot test this, because a table of positive entries has one singular value far above
the others whatever its structure. The test instead uses the residual of the fitted product, measured
by the deviance

.. math:: D = 2 \sum_{k,l} N_{k,l}\, d(S_{k,l} / N_{k,l},\ \hatθ_k \hatκ_l)

and compared with its distribution if the model is true, which is simulated from the fit (parametric
bootstrap).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bernoulli import kl
from ..simulate import check_seed
from .fitting import Fit, checked_fit, checked_table, fit


class RankOneTest(NamedTuple):
    """Evidence against the position-based model.

    deviance : float, twice the log-likelihood that the free table gains over the fit, in nats
    degrees_of_freedom : int, cells minus parameters; the mean of the deviance in large samples
    replications : int, the tables simulated from the fit
    p_value : float, (1 + simulated deviances at least as large) / (1 + replications)
    simulated : float64 array, shape (replications,), the simulated deviances
    """

    deviance: float
    degrees_of_freedom: int
    replications: int
    p_value: float
    simulated: np.ndarray


def deviance(fitted: Fit, clicks, plays) -> float:
    """Twice the log-likelihood by which the free table exceeds the fit; at least 0."""
    clicks, plays = checked_table(clicks, plays)
    checked_fit(fitted, plays.shape)
    played = plays > 0
    rates = clicks[played] / plays[played]
    chance = np.outer(fitted.attraction, fitted.examination)[played]
    return float(2 * (plays[played] * kl(rates, np.minimum(chance, 1.0))).sum())


def simulated(fitted: Fit, plays, replications, seed):
    """Yield tables of clicks drawn from a fit, for the same plays."""
    rng = np.random.default_rng(seed)
    chance = np.minimum(np.outer(fitted.attraction, fitted.examination), 1.0)
    for _ in range(replications):
        yield rng.binomial(np.asarray(plays, dtype=np.int64), chance)


def rank_one_test(clicks, plays, replications=199, seed=0) -> RankOneTest:
    """Test the position-based model against the free table of click probabilities.

    Parameters
    ----------
    clicks, plays : array_like, shape (n_items, n_positions)
        Whole numbers.
    replications, seed : int, of the parametric bootstrap

    Raises
    ------
    ValueError
        As `fitting.fit`, and if plays are not whole, or replications or seed are out of their ranges.
    """
    clicks, plays = checked_table(clicks, plays)
    if (plays != np.floor(plays)).any():
        raise ValueError(f"plays must be whole; got {plays[plays != np.floor(plays)][0]}")
    if not isinstance(replications, int | np.integer) or not 1 <= replications <= 10**6:
        raise ValueError(f"replications must be a whole number from 1 to a million; got {replications!r}")
    check_seed(seed)
    fitted = fit(clicks, plays)
    observed = deviance(fitted, clicks, plays)
    draws = np.array(
        [deviance(fit(table, plays), table, plays) for table in simulated(fitted, plays, replications, seed)]
    )
    extreme = int((draws >= observed).sum())
    cells = int((np.asarray(plays) > 0).sum())
    parameters = int((fitted.attraction > 0).sum() + (fitted.examination > 0).sum()) - 1
    return RankOneTest(
        observed, max(cells - parameters, 0), int(replications), (1 + extreme) / (1 + replications), draws
    )


def singular_share(rates) -> float:
    """Share of the first singular value in the sum of squares, in [0, 1]; 0 for a zero table.

    The first singular value of a matrix M with entries at least 0 is at least that of the best
    constant table. The share is therefore at least (mean entry)² / (mean squared entry), which is near
    1 whenever the entries vary little, with or without structure.
    """
    squares = np.linalg.svd(np.asarray(rates, dtype=np.float64), compute_uv=False) ** 2
    total = squares.sum()
    return float(squares[0] / total) if total > 0 else 0.0


def constant_share(rates) -> float:
    """The lower bound of `singular_share`, the squared mean entry over the mean squared entry."""
    rates = np.asarray(rates, dtype=np.float64)
    square = (rates**2).mean()
    return float(rates.mean() ** 2 / square) if square > 0 else 0.0
