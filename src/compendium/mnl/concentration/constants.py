"""Smooth functions of geometric counts: the constants of Theorem 16 and the bound of Theorem 5."""

import numpy as np


def log_sobolev_constant(p, slope):
    """(1 − p)e^b / (p(1 − √((1 − p)e^b))), Theorem 16, for slopes at most b < −log(1 − p)."""
    weight = (1 - p) * np.exp(slope)
    if not np.all(weight < 1):
        raise ValueError(f"slope must lie below -log(1 - p); got {slope} at p = {p}")
    return weight / (p * (1 - np.sqrt(weight)))


def herbst_constant(p):
    """M = √(1 − p) / (p(1 − (1 − p)^{1/4})): Theorem 16 at half the largest slope, (33)."""
    return log_sobolev_constant(p, -np.log1p(-p) / 2)


def theorem_5_bound(deviation, square_slope, slope, p):
    """The bound of Theorem 5, with each of its two branches used on its own range.

    Parameters
    ----------
    deviation : float or array
        δ > 0, the amount by which F exceeds its mean.
    square_slope, slope : float
        β₁² and β₂ of the (β₁, β₂)-smooth function F.
    p : float
        The smallest parameter of the independent components, in (0, 1).

    Returns
    -------
    float or array
        min over 0 < η ≤ −log(1 − p)/(2β₂) of exp(η²β₁²M − ηδ).
    """
    scale = square_slope * herbst_constant(p)
    rate = np.minimum(deviation / (2 * scale), -np.log1p(-p) / (2 * slope))
    return np.exp(rate**2 * scale - rate * deviation)
