r"""The bounds of Lemma 1 and Theorem 1 of Katariya et al. (2017), as published and as proved here.

The chapters `kl_scaling` and `elimination` derive every formula. With M and m the larger and the
smaller of p and q,

.. math:: c\,\frac{1-M}{1-cM}\,d(p,q) \le d(cp,cq) \le c\,\frac{1-m}{1-cm}\,d(p,q), \qquad
          d(cp,cq) \ge 2c\,\kappa(c,M)\,(p-q)^2,

and κ(μ, p_max) takes the place of γ in Theorem 1.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..bernoulli import kl, probabilities
from ..core import Problem, pair
from .model import problem as validated


def scaling_sandwich(c: ArrayLike, p: ArrayLike, q: ArrayLike) -> tuple[Any, Any]:
    r"""The best lower and upper bound of d(cp, cq) that are d(p, q) times a function of c and M, m.

    .. math:: c\,\frac{1-M}{1-cM}\,d(p,q) \le d(cp,cq) \le c\,\frac{1-m}{1-cm}\,d(p,q)

    This sharpens (6) of Lemma 1. If c = 1, both bounds are d(p, q). A factor 0 times an infinite
    divergence is 0, which is the limit of the bound for q → 1.

    Parameters
    ----------
    c, p, q : array_like
        In [0, 1]; they broadcast.

    Returns
    -------
    lower, upper : float or ndarray

    Raises
    ------
    ValueError
        If an argument is outside [0, 1] or is NaN.
    """
    c, p, q = probabilities(c, "c"), probabilities(p, "p"), probabilities(q, "q")
    divergence = kl(p, q)
    largest, smallest = np.maximum(p, q), np.minimum(p, q)
    return (_product(_shrinking(c, largest), divergence), _product(_shrinking(c, smallest), divergence))


def _shrinking(c: np.ndarray, x: np.ndarray) -> np.ndarray:
    """c (1 - x) / (1 - c x), the ratio of the derivatives at x; 1 if c = 1."""
    c, x = np.broadcast_arrays(c, x)
    left = (1 - c) + c * (1 - x)  # 1 - c x, without cancellation
    return np.divide(c * (1 - x), left, out=np.ones(c.shape), where=c < 1)


def _product(factor: ArrayLike, divergence: ArrayLike) -> Any:
    """The product, with 0 · ∞ = 0; a scalar if both factors are scalars."""
    factor, divergence = np.broadcast_arrays(factor, divergence)
    product = np.multiply(factor, divergence, out=np.zeros(factor.shape), where=factor > 0)
    return product[()]


def curvature(c: Any, largest: Any) -> Any:
    r"""κ(c, M), the largest number with d(cp, cq) ≥ 2c κ (p - q)² for all p, q ≤ M = `largest`.

    .. math:: \kappa(c,M) = \frac{1}{4M(1-cM)} \text{ if } cM \le \tfrac12, \qquad c \text{ if not}

    This sharpens (7) of Lemma 1, which has max(c, 1 - M) in its place. It is never below 1/4.

    Parameters
    ----------
    c, largest : number
        In [0, 1]. For `Fraction`s the result is exact. For `largest` = 0, when p = q = 0, it is infinite.

    Raises
    ------
    ValueError
        If an argument is outside [0, 1] or is NaN.
    """
    probabilities(c, "c")
    probabilities(largest, "largest")
    if largest == 0:
        return math.inf
    if 2 * c * largest > 1:
        return c
    return 1 / (4 * largest * (1 - c * largest))


class Hardness(NamedTuple):
    """The quantities in a problem's regret bound, (1) to (5) of the paper.

    row_gaps, column_gaps : float64 arrays, Δ of items and of positions, (1)
    average : μ, the smaller of the two vectors' means, (3)
    peak : p_max, the largest entry of both, (4)
    printed_factor : γ = max(μ, 1 - p_max), (5)
    sharp_factor : κ(μ, p_max), which can replace γ
    """

    row_gaps: np.ndarray
    column_gaps: np.ndarray
    average: float
    peak: float
    printed_factor: float
    sharp_factor: float


def hardness(problem: Problem) -> Hardness:
    """The gaps and the extremal parameters of a problem, (1) to (5) of Section 4.

    Raises ValueError if it is not a problem of `rank1`.
    """
    items, positions = validated(*pair(problem))
    average = float(min(items.mean(), positions.mean()))
    peak = float(max(items.max(), positions.max()))
    return Hardness(
        row_gaps=items.max() - items,
        column_gaps=positions.max() - positions,
        average=average,
        peak=peak,
        printed_factor=max(average, 1.0 - peak),
        sharp_factor=curvature(average, peak),
    )


def inverse_gaps(row_gaps: np.ndarray, column_gaps: np.ndarray) -> float:
    """Σ 1/Δ̄ over rows and columns.

    An optimal row counts with the smallest positive gap of the columns, and the other way round.
    If a side has no positive gap, this smallest gap is taken as infinite (the paper leaves it
    undefined), and the optimal rows or columns of the other side cost nothing. Raises ValueError if a gap
    is not in [0, 1].
    """
    row_gaps, column_gaps = probabilities(row_gaps, "row_gaps"), probabilities(column_gaps, "column_gaps")
    total = 0.0
    for gaps, others in ((row_gaps, column_gaps), (column_gaps, row_gaps)):
        smallest = np.min(others[others > 0], initial=np.inf)
        total += float(np.sum(1.0 / np.where(gaps > 0, gaps, smallest)))
    return total


def stage_end(stage: int, horizon: int) -> int:
    """n_ℓ = ⌈16 · 4^ℓ log n⌉, the rounds of exploration by the end of stage ℓ = 0, 1, ...

    Raises ValueError for a stage that is not from 0 to 400, or a horizon that is not from 1 to 10^150.
    """
    _check(horizon, 1)
    if not isinstance(stage, int | np.integer) or not 0 <= stage <= 400:
        raise ValueError(f"stage must be a whole number from 0 to 400; got {stage!r}")
    return math.ceil(16 * 4**stage * math.log(horizon))


def theorem_1(problem: Problem, horizon: int) -> float:
    r"""Theorem 1 as published, for n = `horizon` ≥ 5.

    .. math:: \frac{160}{\mu\gamma} \Bigl(\sum_i \frac1{\bar\Delta_i^U} +
              \sum_j \frac1{\bar\Delta_j^V}\Bigr) \log n + (6e + 82)(K + L)

    The published proof does not yield it, but `theorem_1_repaired` implies it.

    Raises
    ------
    ValueError
        If the horizon is below 5, or a vector is all zero (μ = 0: every pair has regret 0).
    """
    hard, log_horizon = _constants(problem, horizon, 5)
    return _bound(hard, log_horizon, 160.0 / hard.printed_factor, 6 * math.e + 82)


def theorem_1_repaired(problem: Problem, horizon: int, fresh_tables: bool = False) -> float:
    r"""The bound for Rank1ElimKL that the chapter `elimination` proves, for n = `horizon` ≥ 3.

    .. math:: \frac{80\,p_{\max}}{\mu\,\kappa(\mu, p_{\max})}
              \Bigl(\sum_i \frac1{\bar\Delta_i^U} +
              \sum_j \frac1{\bar\Delta_j^V}\Bigr) (\log n + 3 \log\log n) + 12(K + L)

    This is for Algorithm 1 as published, whose tables keep the rewards of all stages. With
    `fresh_tables` it is for the variant in which stage ℓ plays n_ℓ rounds and uses only these, and
    the two constants are 320/3 and 1/12.

    Raises
    ------
    ValueError
        If the horizon is below 3, or a vector is all zero (μ = 0: every pair has regret 0).
    """
    slope, offset = (320 / 3, 1 / 12) if fresh_tables else (80.0, 12.0)
    hard, log_horizon = _constants(problem, horizon, 3)
    budget = log_horizon + 3 * math.log(log_horizon)
    return _bound(hard, budget, slope * hard.peak / hard.sharp_factor, offset)


def _constants(problem: Problem, horizon: int, smallest_horizon: int) -> tuple[Hardness, float]:
    _check(horizon, smallest_horizon)
    hard = hardness(problem)
    if hard.average == 0.0:
        raise ValueError("the means of both vectors must be above 0; got a vector of zeros")
    return hard, math.log(horizon)


def _check(horizon: float, smallest: int) -> None:
    if not smallest <= horizon <= 1e150:
        raise ValueError(f"horizon must be a number from {smallest} to 10^150; got {horizon}")


def _bound(hard: Hardness, level: float, slope: float, offset: float) -> float:
    sums = inverse_gaps(hard.row_gaps, hard.column_gaps)
    arms = hard.row_gaps.size + hard.column_gaps.size
    return slope / hard.average * sums * level + offset * arms
