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
    views = sum(n * scale for n, scale in zip(plays, examination, strict=True))
    if not views > 0:
        raise ValueError(f"the index needs at least one play; got plays {tuple(plays)}")
    return float(sum(clicks) / views) + math.sqrt(sum(plays) * delta / 2) / float(views)


def _one_item(*vectors):
    return [np.array(vector, dtype=np.float64, ndmin=2) for vector in vectors]


def divergence(q, clicks, plays, examination) -> float:
    """Φ(q) of equation (7), for q in (0, 1]."""
    seen = np.array(examination, dtype=np.float64)
    return index.divergence(float(q), 0, *_one_item(clicks, plays), seen)[0]


def divergence_slope(q, clicks, plays, examination) -> float:
    """Φ'(q) for q in (0, 1]."""
    seen = np.array(examination, dtype=np.float64)
    return index.divergence(float(q), 0, *_one_item(clicks, plays), seen)[1]


def least_divergence(clicks, plays, examination) -> tuple[float, float]:
    """The minimiser of Φ on [0, 1], which is the maximum-likelihood estimate, and the minimum."""
    where = maximum_likelihood(clicks, plays, examination)
    return where, divergence(max(where, 1e-300), clicks, plays, examination)


def reaches(level, clicks, plays, examination, delta) -> bool:
    """Whether the index (7) is at least a level, which decides membership in PBM-PIE's B(t).

    Left of Φ's minimiser the answer is always yes, whatever the value of Φ.
    """
    seen = np.array(examination, dtype=np.float64)
    level = max(float(level), 0.0)
    return index.reaches(level, 0, *_one_item(clicks, plays), seen, float(delta))
