"""Deviations of click counts from their means: the guarantees of Grant and Leslie (2023).

Throughout, Y_1, …, Y_n are geometric with means μ_i ≤ 1 (so p_i ≥ 1/2), S is their sum, m the sum of the
means, V the sum of the variances μ_i + μ_i², and C > 1 the confidence, which means that one side of a
guarantee fails with probability at most 1/C. The parameters may be fixed or *predictable*, that is, each
may be a function of the past; `predictable_factor` gives the factor that this costs.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.signal import lfilter

from ..geometric import sub_gamma_scale

GAMMA_SCALE = 1 / math.log(2)
"""The scale c of the upper tail. No smaller one works for p = 1/2, whose mgf is infinite from log 2 on."""


def _log_confidence(confidence, **others):
    """log C; refuses negative quantities. Of NaN, such as the estimate 0/0, a radius is NaN."""
    if not np.all(np.asarray(confidence) > 1):
        raise ValueError(f"confidence must exceed 1; got {confidence}")
    for name, value in others.items():
        if np.any(np.asarray(value) < 0):
            raise ValueError(f"{name} must be at least 0; got {np.nanmin(value)}")
    return np.log(confidence)


def printed_radius(variance, confidence):
    """√(2V log C) + 4 log C, the two-sided radius of Theorem 3, (7)."""
    log = _log_confidence(confidence, variance=variance)
    return np.sqrt(2 * variance * log) + 4 * log


def printed_click_radius(clicks, confidence):
    """√(8S log C) + 4 log C, the two-sided radius of Theorem 3, (8), from the clicks alone."""
    log = _log_confidence(confidence, clicks=clicks)
    return np.sqrt(8 * clicks * log) + 4 * log


def lower_radius(variance, confidence):
    """√(2V log C): the clicks fall short of their mean by less, except with probability 1/C."""
    return np.sqrt(2 * variance * _log_confidence(confidence, variance=variance))


def upper_radius(variance, confidence, largest_mean=1.0):
    """√(2V log C) + c log C: the clicks exceed their mean by less, except with probability 1/C.

    c is `geometric.sub_gamma_scale` for the largest of the means μ_i, which may exceed 1 here. If it is 1,
    c is 1/log 2.
    """
    log = _log_confidence(confidence, variance=variance, largest_mean=largest_mean)
    return np.sqrt(2 * variance * log) + sub_gamma_scale(1 / (1 + largest_mean)) * log


def click_radius(clicks, confidence):
    """√(4S log C) + 4 log C: (8) with 4 in place of 8 and without its condition, on either side."""
    log = _log_confidence(confidence, clicks=clicks)
    return np.sqrt(4 * clicks * log) + 4 * log


def predictable_factor(n, confidence):
    """⌈(3/4)(n / log C)^{1/4}⌉, the factor by which 1/C is multiplied if parameters are predictable.

    The probability then covers all sums of at most n terms at once, both with the radius of (7) as published
    and with `click_radius`.
    """
    return np.ceil(0.75 * (n / _log_confidence(confidence, n=n)) ** 0.25).astype(int)


def lemma_4_confidence(n_items, n_epochs):
    """C = Jl²/2, the confidence of Lemma 4 after l epochs with J items."""
    return n_items * np.square(n_epochs, dtype=float) / 2


def lemma_4_radius(attraction, exposure, confidence):
    """√(4α log C / Λ) + 4 log C / Λ, the radius of (9). The exposure Λ is a sum of biases."""
    return printed_radius(2 * attraction * exposure, confidence) / exposure


def lemma_4_click_radius(estimate, exposure, confidence):
    """√(8ᾱ log C / Λ) + 4 log C / Λ, the radius of (10) with the 4 of Algorithm 2."""
    return printed_click_radius(estimate * exposure, confidence) / exposure


def sharp_click_radius(estimate, exposure, confidence):
    """The radius above the estimate ᾱ that the sub-Gaussian lower tail gives from clicks alone.

    It is 2c/Λ + 2√(c(c/Λ + ᾱ)/Λ) with c = log C, which is smaller than every radius of Lemma 4.
    """
    rate = _log_confidence(confidence, estimate=estimate, exposure=exposure) / exposure
    return 2 * rate + 2 * np.sqrt(rate * (rate + estimate))


def variance_click_radius(estimate, exposure, squares, confidence):
    """The radius above the estimate ᾱ that `lower_radius` gives with the exact variance.

    The variance of the clicks is V(α) = αΛ + α²Λ₂, where Λ is the exposure and Λ₂ the sum of the
    squared biases. The radius extends to the largest α ≤ 1 with α − ᾱ ≤ √(2V(α) log C)/Λ. If every α ≤ 1
    satisfies this, it is √(2V(1) log C)/Λ. It never exceeds `sharp_click_radius`.
    """
    log = _log_confidence(confidence, estimate=estimate, exposure=exposure, squares=squares)
    estimate, exposure, squares = np.broadcast_arrays(estimate, exposure, squares)
    leading = exposure**2 - 2 * log * squares
    half, clicks = exposure * (estimate * exposure + log), estimate * exposure
    with np.errstate(divide="ignore", invalid="ignore"):
        largest = (half + np.sqrt(np.maximum(half**2 - leading * clicks**2, 0))) / leading
    plain = np.sqrt(2 * (exposure + squares) * log) / exposure
    return np.where((leading > 0) & (largest <= 1), largest - estimate, plain)[()]


def crossing_probability(n: int, confidence: float) -> np.ndarray:
    """P(``|S_i − i|`` exceeds `printed_radius` for some i ≤ k), k = 1, …, n, if all p_i = 1/2.

    If a policy sets p = 1 from the first such i on, so that nothing moves any more, this is the probability
    that (7) fails at k. The computation is a dynamic program over the sum while it stays inside. It adds
    non-negative terms only, so the relative error of the mass inside is below (n + max S) · 2⁻⁵², and the
    rest, which is returned, has that absolute error.
    """
    if not isinstance(n, int | np.integer) or n < 1 or not confidence < math.inf:
        raise ValueError(f"n must be a whole number and confidence finite; got {n!r} and {confidence}")
    inside, lowest = np.ones(1), 0
    crossed = np.empty(n)
    radii = printed_radius(2.0 * np.arange(1, n + 1), confidence)
    for i, radius in enumerate(radii, start=1):
        highest = math.floor(i + radius)
        mass = np.zeros(highest - lowest + 1)
        mass[: inside.size] = inside
        first = max(0, math.ceil(i - radius))
        inside = lfilter([0.5], [1, -0.5], mass)[first - lowest :]
        lowest = first
        crossed[i - 1] = 1 - inside.sum()
    return crossed
