"""Convergence of EM for the cell likelihood (50): gains, the limiting supremum, and the rate."""

from __future__ import annotations

import numpy as np
import sympy as sp
from scipy.sparse.csgraph import connected_components

from clickbandits.mnl.estimators import fit_em, fit_newton, log_likelihood
from compendium.case import Twin, check

from .convergence import random_tables

SPARSE = np.array([[1.0, 0.0], [2.0, 1.0]]), np.array([[1e4, 1e4], [1e3, 1e5]])
"""A table with hardly any clicks, for which the lower bound on a step's gain is nearly its gain."""
ENDLESS = (
    (np.array([[3.0, 0.0], [4.0, 2.0]]), np.array([[5.0, 0.0], [50.0, 9.0]])),
    (np.array([[5.0, 0.0], [0.0, 3.0]]), np.array([[9.0, 4.0], [0.0, 8.0]])),
    (np.array([[2.0, 0.0, 0.0], [0.0, 7.0, 1.0]]), np.array([[3.0, 0.0, 40.0], [1.0, 2.0, 500.0]])),
)
"""Tables in which every item and position has a click; the last two have no maximiser."""


def em_path(clicks, plays, attraction, examination, iterations, power=1.0, order="in turn"):
    """All α and λ of EM from a start, with λ_1 updated, too, and nothing rescaled."""
    points = [(attraction, examination)]
    for _ in range(iterations):
        weight = (clicks + plays) / (1 + np.outer(attraction, examination)) ** power
        after = clicks.sum(axis=1) / (weight @ examination)
        used = after if order == "in turn" else attraction
        weight = (clicks + plays) / (1 + np.outer(used, examination)) ** power
        attraction, examination = after, clicks.sum(axis=0) / (used @ weight)
        points.append((attraction, examination))
    return points


def supremum(clicks, plays) -> float:
    """The supremum of (50), as the sum of the maxima over the parts that arrows join in both directions.

    A cell between two parts was shown and never clicked, and contributes 0 in the limit.
    """
    n_items = len(clicks)
    arrows = np.zeros((sum(clicks.shape),) * 2)
    arrows[:n_items, n_items:] = clicks > 0
    arrows[n_items:, :n_items] = (plays > 0).T
    count, part = connected_components(arrows, directed=True, connection="strong")
    total = 0.0
    for one in range(count):
        items, positions = part[:n_items] == one, part[n_items:] == one
        if items.any() and positions.any():
            total += fit_newton(clicks[np.ix_(items, positions)], plays[np.ix_(items, positions)]).objective
    return total


def gains(clicks, plays, points):
    """The gain of (50) in each iteration, and Σ n (δ − 1 + e^(−δ)) over the moves δ."""
    values = [log_likelihood(clicks, plays, *point) for point in points]
    bounds = []
    for old, new in zip(points, points[1:], strict=False):
        moves = (np.log(after / before) for before, after in zip(old, new, strict=True))
        counts = clicks.sum(axis=1), clicks.sum(axis=0)
        bounds.append(sum(float(n @ (d + np.expm1(-d))) for n, d in zip(counts, moves, strict=True)))
    return np.diff(values), np.array(bounds)


def predicted_rate(clicks, plays, fit) -> float:
    """The largest eigenvalue below 1 of the derivative of EM in the logarithms at the maximiser."""
    p = np.outer(fit.attraction, fit.examination)
    p = p / (1 + p)
    weight = (clicks + plays) * p * (1 - p)
    items, positions = clicks.sum(axis=1)[:, None], clicks.sum(axis=0)[:, None]
    kept_items = np.diag(1 - weight.sum(axis=1) / items[:, 0])
    kept_positions = np.diag(1 - weight.sum(axis=0) / positions[:, 0])
    first = np.block([[kept_items, -weight / items], [np.zeros_like(weight.T), np.eye(len(positions))]])
    second = np.block([[np.eye(len(items)), np.zeros_like(weight)], [-weight.T / positions, kept_positions]])
    values = np.sort(abs(np.linalg.eigvals(second @ first)))
    return float(values[-2])  # the largest, 1, belongs to a common factor


@check("mnl:em-converges", factor=Twin(1.1), power=Twin(0.95))
def em_converges(case, factor=1.0, power=1.0):
    tables = [SPARSE, *ENDLESS, *random_tables(4, 3, 3, 20, seed=6)]
    short, left = [], []
    for clicks, plays in tables:
        for far in (1e-6, 1.0, 1e6):
            start = np.full(len(clicks), far), np.geomspace(1, far, clicks.shape[1])
            gained, bound = gains(clicks, plays, em_path(clicks, plays, *start, 200))
            short.append(np.min(gained - factor * bound + 1e-12 * abs(gained.sum())))
    case.must("each step gains at least Σ n (δ − 1 + e^(−δ))", np.min(short) >= 0)
    for clicks, plays in tables:
        start = np.ones(len(clicks)), np.ones(clicks.shape[1])
        most = supremum(clicks, plays)
        ends = [em_path(clicks, plays, *start, many, power)[-1] for many in (100, 20_000)]
        left.append([most - log_likelihood(clicks, plays, *end) for end in ends])
    early, late = np.transpose(left)
    case.must(
        "after 20,000 iterations hardly anything is missing", np.max(late) < 2e-3, late=float(np.max(late))
    )
    case.number("early", "most that is missing after 100", float(np.max(early)))
    differences = []
    for clicks, plays in random_tables(5, 3, 4, 20, seed=3):
        fit = fit_newton(clicks, plays, tolerance=1e-13)
        points = em_path(clicks, plays, np.ones(5), np.ones(3), 200)
        best = np.outer(fit.attraction, fit.examination)
        away = np.array([np.linalg.norm(np.log(np.outer(*point) / best)) for point in points])
        last = int(np.argmax(away < 1e-11))  # rounding is far smaller still
        differences.append(abs(away[last] / away[last - 1] - predicted_rate(clicks, plays, fit)))
    worst = float(np.max(differences))
    case.must("largest difference of the rate, seen and predicted", worst < 1e-3, difference=worst)


@check("mnl:em-ascends", power=[Twin(0), Twin(0.95)], order=Twin("at once"))
def em_ascends(case, power=1, order="in turn"):
    g, g0 = sp.symbols("g g0", positive=True)
    # log(1 + γ) is below its tangent: with u = (1 + γ)/(1 + γ0) the gap is u - 1 - log u ≥ 0.
    tangent, u = sp.log(1 + g0) + (g - g0) / (1 + g0), (1 + g) / (1 + g0)
    gap = tangent - sp.log(1 + g) - (u - 1 - sp.log(u))
    case.zero("the gap to the tangent", sp.expand_log(gap, force=True))
    a, n, v, w = sp.symbols("a n v w", positive=True)
    best = sp.solve(sp.diff(n * sp.log(a) - a * v * w, a), a)
    case.must("the step maximises the lower bound", best == [n / (v * w)])
    rises, apart = [], []
    for clicks, plays in random_tables(5, 3, 10, 20, seed=1):
        path = em_path(clicks, plays, np.ones(5), np.ones(3), 120, power)
        values = [log_likelihood(clicks, plays, *point) for point in path]
        rises.append(np.diff(values) / abs(values[-1]))
        attraction, examination = path[-1]
        ends = attraction * examination[0], fit_em(clicks, plays).attraction
        apart.append(np.abs(ends / fit_newton(clicks, plays).attraction - 1).max())
    far = np.ones((2, 2)), np.array([[10.0, 100.0]] * 2)
    points = em_path(*far, np.full(2, 1e-3), np.ones(2), 1, order=order)
    before, after = (log_likelihood(*far, *point) for point in points)
    case.must("far from the maximiser it rises, too", before < after)
    falls, apart = -float(np.min(rises)), float(np.max(apart))
    case.must("largest relative fall of (50)", falls < 1e-14, falls=falls)  # by rounding
    case.must("distance to Newton's fit", apart < 1e-8, apart=apart)
