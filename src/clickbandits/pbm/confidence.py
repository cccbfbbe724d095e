r"""The upper confidence bounds of Section 4 for one item.

PBM-UCB's bound comes from Hoeffding's inequality for the pooled estimator S / Ñ, where Ñ sums the
examination probabilities of the plays; PBM-PIE's is the index (7), from the divergence Φ of the
module `index`. Counts here are those of one item, `(clicks, plays)` of shape (n_positions,).
"""

from __future__ import annotations

import math

import numpy as np

from . import index
from .estimators import maximum_likelihood


def ucb_index(clicks, plays, examination, delta) -> float:
    """PBM-UCB's bound, S / Ñ + sqrt(N δ / 2) / Ñ; raises ValueError for an item never played."""
    _checked("delta", delta, np.inf)
    _one_item(clicks, plays, examination)
    views = sum(n * scale for n, scale in zip(plays, examination, strict=True))
    if not views > 0:
        raise ValueError(f"the index needs at least one play; got plays {tuple(plays)}")
    return float(sum(clicks) / views) + math.sqrt(sum(plays) * delta / 2) / float(views)


def _one_item(clicks, plays, examination):
    """Arrays for compiled code, which checks neither their lengths nor their values."""
    clicks, plays, seen = (np.array(vector, dtype=np.float64) for vector in (clicks, plays, examination))
    fit = clicks.shape == plays.shape == seen.shape == (seen.size,) and seen.size > 0
    if not fit or not ((clicks >= 0) & (clicks <= plays) & (plays < np.inf) & (seen > 0) & (seen <= 1)).all():
        raise ValueError(
            "clicks, plays and examination must have one value per position, with 0 <= clicks <= plays < inf "
            f"and examinations in (0, 1]; got {clicks.tolist()}, {plays.tolist()} and {seen.tolist()}"
        )
    return clicks[None], plays[None], seen


def _checked(name, value, largest):
    """A number from 0 on as a float, or ValueError."""
    if not 0 <= float(value) <= largest:
        raise ValueError(f"{name} must lie between 0 and {largest}; got {value}")
    return float(value)


def divergence(q, clicks, plays, examination) -> float:
    """Φ(q) of equation (7), for q > 0 with which every κq ≤ 1; raises ValueError for other q or counts."""
    return _divergence(q, clicks, plays, examination)[0]


def divergence_slope(q, clicks, plays, examination) -> float:
    """Φ'(q); q and errors as for `divergence`."""
    return _divergence(q, clicks, plays, examination)[1]


def _divergence(q, clicks, plays, examination):
    clicks, plays, seen = _one_item(clicks, plays, examination)
    if not _checked("q", q, 1 / seen.max()):
        raise ValueError("q must be above 0, because the slope of the divergence is infinite there")
    return index.divergence(float(q), 0, clicks, plays, seen)


def least_divergence(clicks, plays, examination) -> tuple[float, float]:
    """The minimiser of Φ on [0, 1], which is the maximum-likelihood estimate, and the minimum."""
    where = maximum_likelihood(clicks, plays, examination)
    return where, divergence(max(where, 1e-300), clicks, plays, examination)


def reaches(level, clicks, plays, examination, delta) -> bool:
    """Whether the index (7) is at least a level, which decides membership in PBM-PIE's B(t).

    Left of Φ's minimiser the answer is always yes, whatever the value of Φ.
    """
    level, delta = max(float(level), 0.0), _checked("delta", delta, np.inf)
    return index.reaches(level, 0, *_one_item(clicks, plays, examination), delta)
