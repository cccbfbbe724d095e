"""The change of an estimate by one more click, and the electrical network that governs it.

The information of likelihood (50) in (log α, -log λ) is the Laplacian of a network with a wire of
conductance w = (N + Ñ) γ / (1 + γ)² between item j and position k, grounded at position 1. (For
Algorithm 1's deviance the conductance is N/γ.)
"""

from __future__ import annotations

import numpy as np

from clickbandits.mnl.estimators import Fit, counts, fit_newton, sensitivities


def conductances(clicks, plays, fit: Fit) -> np.ndarray:
    """The conductances of the wires at the fit, shape (n_items, n_positions)."""
    clicks, plays = counts(clicks, plays)
    gamma = np.outer(fit.attraction, fit.examination)
    return (clicks + plays) * gamma / (1 + gamma) ** 2


def resistances(clicks, plays, fit: Fit) -> np.ndarray:
    """The effective resistance between each item and position 1, shape (n_items,)."""
    wires = conductances(clicks, plays, fit)
    mixed = -wires[:, 1:]
    items, positions = (np.diag([*map(sum, each)]) for each in (wires, wires.T[1:]))
    grounded = np.block([[items, mixed], [mixed.T, positions]])
    return np.diag(np.linalg.inv(grounded))[: len(items)]


def squared_sensitivity(clicks, plays, fit: Fit, *, deviance=False) -> np.ndarray:
    """β² of each item with derivatives in place of finite differences, shape (n_items,)."""
    clicks, plays = counts(clicks, plays)
    slopes = sensitivities(clicks, plays, fit, deviance=deviance)
    return np.einsum("ijk,jk->i", slopes**2, plays)


def sensitivity_bound(clicks, plays, fit: Fit) -> np.ndarray:
    """A bound on `squared_sensitivity` for likelihood (50), α_j² R_j max Ñ / ((N + Ñ) γ)."""
    clicks, plays = counts(clicks, plays)
    gamma = np.outer(fit.attraction, fit.examination)
    shown = plays > 0
    largest = (plays[shown] / ((clicks + plays)[shown] * gamma[shown])).max()
    return fit.attraction**2 * resistances(clicks, plays, fit) * largest


def finite_differences(clicks, plays, *, deviance=False) -> np.ndarray:
    """β² of each item by refitting with one more click in every shown cell, (15) and (16).

    Grant and Leslie (2023); shape (n_items,).
    """
    clicks, plays = counts(clicks, plays)
    before = fit_newton(clicks, plays, tolerance=1e-12, deviance=deviance)
    total = np.zeros(clicks.shape[0])
    for cell in np.argwhere(plays > 0):
        moved = clicks.copy()
        moved[tuple(cell)] += 1
        start = before.attraction, before.examination
        after = fit_newton(moved, plays, tolerance=1e-12, start=start, deviance=deviance)
        total += plays[tuple(cell)] * (after.attraction - before.attraction) ** 2
    return total
