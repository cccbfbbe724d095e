r"""The index (7) of PBM-PIE: KL-UCB for an item seen at several positions.

With :math:`S_l` clicks in :math:`N_l` plays at the position that is examined with probability
:math:`\kappa_l`,

.. math::
    \Phi(q) = \sum_l N_l\, d(S_l / N_l, \kappa_l q), \qquad
    U(\delta) = \sup\{q \in [0, 1] : \Phi'(q) \le 0 \text{ or } \Phi(q) \le \delta\}.

Φ is convex. If it falls to δ, this is the paper's supremum, taken to the right of the minimiser of Φ.
If it does not, the paper's set is empty, and U is the minimiser. Positions without plays drop out of
the sum (Lagrée et al. 2016, equation (7)).
"""

from __future__ import annotations

import math

import numpy as np

from ..bernoulli import kl_kernel
from ..core import kernel

TOLERANCE = 1e-12


@kernel
def divergence(q, item, clicks, plays, examination):
    """Φ and its derivative at q in (0, 1]; counts have shape (n_items, n_positions)."""
    value, slope = 0.0, 0.0
    for position in range(examination.size):
        n_plays = plays[item, position]
        if n_plays > 0.0:
            n_clicks = clicks[item, position]
            chance = examination[position] * q
            value += n_plays * kl_kernel(n_clicks / n_plays, chance)
            slope -= n_clicks / q
            if n_clicks < n_plays:
                slope += (
                    examination[position] * (n_plays - n_clicks) / (1.0 - chance)
                    if chance < 1.0
                    else math.inf
                )
    return value, slope


@kernel
def reaches(q, item, clicks, plays, examination, delta):
    """Whether U(δ) >= q >= 0; this takes one evaluation of Φ, whereas the index takes several."""
    if q > 1.0:
        return False
    if q == 0.0:
        return True
    value, slope = divergence(q, item, clicks, plays, examination)
    return slope <= 0.0 or value <= delta


@kernel
def upper_kernel(item, clicks, plays, examination, delta, guess):
    """U(δ) by Newton's method from a guess in (0, 1], between a value reached and one that is not."""
    if reaches(1.0, item, clicks, plays, examination, delta):
        return 1.0
    low, high = 0.0, 1.0
    q = guess
    while True:
        value, slope = divergence(q, item, clicks, plays, examination)
        if slope <= 0.0 or value <= delta:
            low = q
        else:
            high = q
        step = q - (value - delta) / slope if 0.0 < slope < math.inf else math.inf
        if not low <= step <= high:
            step = 0.5 * (low + high)
        if abs(step - q) <= TOLERANCE:
            return step
        q = step


def upper(clicks, plays, examination, delta: float) -> float:
    """The index U(δ) of one item.

    Parameters
    ----------
    clicks, plays, examination : array_like, shape (n_positions,)
        At least one play; clicks at most plays; examination in (0, 1].
    delta : float
        The level δ >= 0.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    counts = [np.array(values, dtype=np.float64, ndmin=2) for values in (clicks, plays)]
    seen = np.array(examination, dtype=np.float64)
    if not (seen.ndim == 1 and all(count.shape == (1, seen.size) for count in counts)):
        shapes = [np.shape(values) for values in (clicks, plays, examination)]
        raise ValueError(f"clicks, plays and examination must be vectors of the same size; got {shapes}")
    if not ((counts[0] >= 0).all() and (counts[0] <= counts[1]).all() and counts[1].sum() > 0):
        raise ValueError(
            f"clicks must lie between 0 and plays, with at least 1 play; got {clicks} of {plays}"
        )
    if not ((seen > 0) & (seen <= 1)).all():
        raise ValueError(f"examination must lie in (0, 1]; got {examination}")
    if not delta >= 0:
        raise ValueError(f"delta must not be negative; got {delta}")
    return upper_kernel(0, *counts, seen, float(delta), 1.0)
