r"""Estimating attraction when examination is known (Lagrée et al. 2016, Section 2).

If examination is unknown, `fit` estimates both vectors from the counts (`pbm.fitting`).

The clicks S_l of an item shown N_l times at position l are binomial with mean N_l κ_l θ. For plays
fixed in advance, `pooled` and `debiased` have mean θ and the variances given here, and no unbiased
estimator has a smaller variance than 1 / I(θ). If a policy chose the plays by the clicks that it saw,
the estimators keep their formulas but not these properties (see the chapter "Estimation").

Counts are `(clicks, plays)` of shape (n_items, n_positions), with one result per item, or of shape
(n_positions,) for one item, whose attraction and result are scalars. Counts can be fractional, such as
the weights of a log or the shares of a design. An item that was never played is refused. Every error
is a ValueError that states the rule and the value that violates it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..bernoulli import probabilities
from ..core import vectors
from .fitting import fit as fit


def fisher_information(attraction: ArrayLike, examination: ArrayLike, plays: ArrayLike) -> Any:
    r"""Fisher information on the attraction, :math:`\sum_l N_l κ_l / (θ (1 - κ_l θ))`.

    Parameters
    ----------
    attraction : array_like, shape (n_items,), or float
        In (0, 1]; the information is infinite if attraction and a played examination are 1.
    examination : array_like, shape (n_positions,)
        In (0, 1].
    plays : array_like, shape (n_items, n_positions) or (n_positions,)

    Returns
    -------
    ndarray, shape (n_items,), or float

    Raises
    ------
    ValueError
        If a value is out of its range, shapes do not fit, or an item was never played.
    """
    theta, examination, plays = checked_design(attraction, examination, plays, "(0, 1]")
    information = _over_silence(plays * examination, theta, examination) / theta
    return _scalar(information.sum(axis=-1))


def pooled(clicks: ArrayLike, plays: ArrayLike, examination: ArrayLike) -> Any:
    r"""The paper's estimator (2), clicks over plays weighted by examination, S / Σ_l N_l κ_l.

    It may exceed 1. Parameters, return value and errors as for `maximum_likelihood`.
    """
    clicks, plays, examination = checked_counts(clicks, plays, examination)
    return _scalar(clicks.sum(axis=-1) / (plays * examination).sum(axis=-1))


def pooled_variance(attraction: ArrayLike, examination: ArrayLike, plays: ArrayLike) -> Any:
    r"""Variance of `pooled`, :math:`\sum_l N_l κ_l θ (1 - κ_l θ) / (\sum_l N_l κ_l)^2`.

    Attraction in [0, 1]; otherwise parameters, return value and errors as for `fisher_information`.
    """
    theta, examination, plays = checked_design(attraction, examination, plays, "[0, 1]")
    weights = plays * examination
    noise = (weights * theta * (1 - examination * theta)).sum(axis=-1)
    return _scalar(noise / weights.sum(axis=-1) ** 2)


def debiased(clicks: ArrayLike, plays: ArrayLike, examination: ArrayLike) -> Any:
    r"""The position-debiased estimator, which counts a click as 1 / κ_l, :math:`\sum_l S_l / κ_l / N`.

    The paper has N_{k,l} in the denominator; the sum of the plays, N_k, makes the estimator unbiased.
    Parameters, return value and errors as for `maximum_likelihood`.
    """
    clicks, plays, examination = checked_counts(clicks, plays, examination)
    return _scalar((clicks / examination).sum(axis=-1) / plays.sum(axis=-1))


def debiased_variance(attraction: ArrayLike, examination: ArrayLike, plays: ArrayLike) -> Any:
    r"""Variance of `debiased`, :math:`θ \sum_l N_l (1 / κ_l - θ) / N^2`.

    Parameters, return value and errors as for `pooled_variance`.
    """
    theta, examination, plays = checked_design(attraction, examination, plays, "[0, 1]")
    noise = (plays * theta * (1 / examination - theta)).sum(axis=-1)
    return _scalar(noise / plays.sum(axis=-1) ** 2)


def averaged_variance(attraction: ArrayLike, examination: ArrayLike, plays: ArrayLike) -> Any:
    r"""Variance of the plain mean of the positions' own estimates S_l / (N_l κ_l).

    This is the other reading of the published position-debiased estimator. The variance is
    :math:`\sum_l θ (1 / κ_l - θ) / N_l` over the positions played, divided by their squared number.
    Parameters, return value and errors as for `pooled_variance`.
    """
    theta, examination, plays = checked_design(attraction, examination, plays, "[0, 1]")
    used = plays > 0
    noise = np.divide(theta * (1 / examination - theta), plays, where=used, out=0 * plays)
    return _scalar(noise.sum(axis=-1) / used.sum(axis=-1) ** 2)


def maximum_likelihood(clicks: ArrayLike, plays: ArrayLike, examination: ArrayLike) -> Any:
    r"""The attraction in [0, 1] under which the clicks are most likely.

    The log-likelihood is strictly concave if the item has clicks. Its maximiser over [0, 1] is 0
    without clicks, 1 if the likelihood still increases at 1, and otherwise the only root of

    .. math:: \sum_l (N_l - S_l) \frac{κ_l θ}{1 - κ_l θ} = \sum_l S_l .

    The left side is convex and increasing, so Newton's method descends to the root from any point
    above it. The smallest root of a single position's term is such a point.

    Parameters
    ----------
    clicks, plays : array_like, shape (n_items, n_positions) or (n_positions,)
        With 0 <= clicks <= plays.
    examination : array_like, shape (n_positions,)
        In (0, 1].

    Returns
    -------
    ndarray, shape (n_items,), or float

    Raises
    ------
    ValueError
        If a value is out of its range, shapes do not fit, or an item was never played.
    """
    clicks, plays, examination = checked_counts(clicks, plays, examination)
    missed = plays - clicks
    missed = np.where(missed > 1e-15 * plays, missed, 0)  # fractional counts may round
    total = clicks.sum(axis=-1, keepdims=True)
    alone = np.ones_like(missed)  # also where every play was clicked
    np.divide(total, examination * (missed + total), where=missed > 0, out=alone)
    theta = np.minimum(alone.min(axis=-1, keepdims=True), 1.0)
    for _ in range(200):
        silence = np.where(missed > 0, 1 - examination * theta, 1)
        odds = missed * examination * theta / silence
        excess = odds.sum(axis=-1, keepdims=True) - total
        slope = (odds / silence).sum(axis=-1, keepdims=True)  # times θ
        step = np.divide(excess, slope, where=excess > 0, out=np.zeros_like(slope))
        theta = theta * (1 - step)
        if (step <= 1e-15).all():
            break
    return _scalar(theta[..., 0])


def efficiency_ratio(attraction: ArrayLike, examination: ArrayLike, plays: ArrayLike) -> Any:
    r"""Variance of `pooled` over the Cramér-Rao bound, υ(θ) I(θ) >= 1.

    With weights w_l proportional to N_l κ_l, it is the weighted arithmetic mean of 1 - κ_l θ over
    their weighted harmonic mean. It is infinite if attraction is 1 and only some of the examinations
    played are 1. Parameters, return value and errors as for `pooled_variance`.
    """
    theta, examination, plays = checked_design(attraction, examination, plays, "[0, 1]")
    weights = plays * examination / (plays * examination).sum(axis=-1, keepdims=True)
    arithmetic = (weights * (1 - examination * theta)).sum(axis=-1)
    reciprocal = _over_silence(weights, theta, examination).sum(axis=-1)
    ratio = np.ones_like(arithmetic)  # of 0 and infinity: every examination played is 1
    np.multiply(arithmetic, reciprocal, where=arithmetic > 0, out=ratio)
    return _scalar(np.maximum(ratio, 1.0))


def efficiency_bound(attraction: ArrayLike, examination_min: ArrayLike, examination_max: ArrayLike) -> Any:
    r"""Largest `efficiency_ratio` of all designs with examinations in an interval; sharp.

    .. math:: \frac{(2 - θ (κ_- + κ_+))^2}{4 (1 - θ κ_-) (1 - θ κ_+)}
              = 1 + \frac{θ^2 (κ_+ - κ_-)^2}{4 (1 - θ κ_-) (1 - θ κ_+)}

    (Kantorovich's inequality), attained if the two ends share Σ N κ equally and no examination is
    between them. The paper's bound is 1 / (1 - θ); with the limits 0 and 1 this one is smaller.

    Parameters
    ----------
    attraction, examination_min, examination_max : array_like
        In [0, 1], the minimum at most the maximum; they broadcast. A minimum of 0 is the limit.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If a value is out of its range.
    """
    theta = probabilities(attraction, "attraction")
    low = probabilities(examination_min, "examination_min")
    high = probabilities(examination_max, "examination_max")
    if (low > high).any():
        raise ValueError(
            "examination_min must be at most examination_max; "
            f"got {examination_min!r} and {examination_max!r}"
        )
    spread = (theta * (high - low)) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):  # infinite where θ κ_+ = 1 > θ κ_-
        excess = spread / (4 * (1 - theta * low) * (1 - theta * high))
    return _scalar(np.where(spread > 0, 1 + excess, 1.0))


def checked_plays(plays: ArrayLike, examination: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Checked plays and examination."""
    examination = vectors([0.0], examination, "[0, 1]", "(0, 1]").examination
    plays = np.asarray(plays, dtype=np.float64)
    if plays.ndim not in (1, 2) or plays.shape[-1] != examination.size or plays.size == 0:
        raise ValueError(
            f"plays must have shape (n_items, {examination.size}) or ({examination.size},), "
            f"one column per position; got {plays.shape}"
        )
    bad = ~((plays >= 0) & (plays < np.inf))
    if bad.any():
        raise ValueError(f"plays must be finite and at least 0; got {plays[bad].flat[0]}")
    idle = np.atleast_1d(plays.sum(axis=-1) == 0)
    if idle.any():
        first = np.flatnonzero(idle)[0] + 1
        raise ValueError(f"every item must have been played; got 0 plays of item {first}")
    return plays, examination


def checked_counts(
    clicks: ArrayLike, plays: ArrayLike, examination: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Checked clicks, plays and examination."""
    plays, examination = checked_plays(plays, examination)
    clicks = np.asarray(clicks, dtype=np.float64)
    if clicks.shape != plays.shape:
        raise ValueError(f"clicks and plays must have the same shape; got {clicks.shape} and {plays.shape}")
    bad = ~((clicks >= 0) & (clicks <= plays))
    if bad.any():
        raise ValueError(
            "clicks must lie between 0 and plays; "
            f"got {clicks[bad].flat[0]} clicks in {plays[bad].flat[0]} plays"
        )
    return clicks, plays, examination


def checked_design(
    attraction: ArrayLike, examination: ArrayLike, plays: ArrayLike, attraction_range: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Checked attraction (with a last axis for the positions), examination and plays."""
    checked = vectors(np.atleast_1d(attraction), examination, attraction_range, "(0, 1]")
    plays, examination = checked_plays(plays, examination)
    if np.shape(attraction) != plays.shape[:-1]:
        raise ValueError(
            "attraction must have one number per item of plays, or be a scalar if plays has one item; "
            f"got shapes {np.shape(attraction)} and {plays.shape}"
        )
    return checked.attraction.reshape((*plays.shape[:-1], 1)), examination, plays


def _over_silence(weights: np.ndarray, theta: np.ndarray, examination: np.ndarray) -> np.ndarray:
    """weights / (1 - κ θ): 0 without weight, infinite where a non-click is impossible."""
    with np.errstate(divide="ignore"):
        return np.divide(weights, 1 - examination * theta, where=weights > 0, out=0 * weights)


def _scalar(values: np.ndarray) -> Any:
    return float(values) if values.ndim == 0 else values
