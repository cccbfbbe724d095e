r"""Newton's method for both vectors, which reaches the maximum in a few steps.

In u = log θ and v = log κ a cell's term :math:`S x + (N - S) \log(1 - e^x)`, x = u + v, has the slope
:math:`S - (N - S) o` with the odds o = p / (1 - p), and the curvature :math:`-(N - S) o / (1 - p)`.
The information is a table of weights between items and positions, so the items can be eliminated
one by one, and a system of the size of the number of positions remains. A step is the best one of
the quadratic model inside the box u ≤ 0, v ≤ 0, halved until the log-likelihood rises. Moving a
connected part along (1, -1) changes nothing, and a small multiple of the identity settles that
direction.
"""

from __future__ import annotations

import numpy as np

RIDGE = 1e-11
"""Number added to the diagonal of the information, relative to its largest entry."""

MAX_SETS = 50
"""Active sets tried for one step."""

BORDER = 1e-13
"""A coordinate nearer to the border than this is on it, so that rounding cannot set it free again."""


def climb(clicks, plays, start, part, limit, tolerance):
    """Newton's method, up to the maximum; every item and every position has clicks.

    `start` is two vectors in (0, 1]; `part` has the labels of the connected parts of items and
    positions. Returns attraction, examination, the log-likelihoods, and the rule that stopped.
    """
    missed = plays - clicks
    u, v = np.log(start[0]), np.log(start[1])
    history = [_value(u, v, clicks, missed)]
    for _ in range(limit):
        u, v = _balanced(u, v, part)
        slopes, curvature = cell_derivatives(u, v, clicks, missed)
        slope = slopes.sum(axis=1), slopes.sum(axis=0)
        step = _direction(u, v, slope, curvature)
        promised = slope[0] @ step[0] + slope[1] @ step[1]
        if promised <= tolerance:  # taken without a check, because it squares the remaining error
            return np.exp(u + step[0]), np.exp(v + step[1]), np.array(history), "no promised rise"
        length, rise = _halved(u, v, step, clicks, missed)
        if rise <= 0:
            return np.exp(u), np.exp(v), np.array(history), "no rise in double precision"
        u, v = u + length * step[0], v + length * step[1]
        history.append(history[-1] + rise)
    return np.exp(u), np.exp(v), np.array(history), "max_iterations"


def cell_derivatives(u, v, clicks, missed):
    """Slope of every cell's term and minus its curvature, in x = u + v."""
    x = u[:, None] + v
    odds, curvature = np.zeros_like(x), np.zeros_like(x)
    some = (missed > 0) & (x < 0)
    np.divide(missed, np.expm1(-x), where=some, out=odds)
    np.divide(odds, -np.expm1(x), where=some, out=curvature)
    return clicks - odds, curvature


def _value(u, v, clicks, missed) -> float:
    x = u[:, None] + v
    with np.errstate(divide="ignore"):
        unseen = np.log(-np.expm1(x), where=missed > 0, out=np.zeros_like(x))
    return float((clicks * x + missed * unseen).sum())


def _balanced(u, v, part):
    """Shift every part so that its largest u equals its largest v, which keeps the box from binding early."""
    u, v = u.copy(), v.copy()
    for label in np.unique(part[1]):
        rows, columns = part[0] == label, part[1] == label
        shift = (u[rows].max() - v[columns].max()) / 2
        u[rows] -= shift
        v[columns] += shift
    return np.where(u > -BORDER, 0.0, u), np.where(v > -BORDER, 0.0, v)


def _direction(u, v, slope, curvature):
    """The best step of the quadratic model inside the box, by its active set.

    Coordinates that the step would take across the border are put on it, and those that pull away
    from it are released, until both sets are settled. The line search guards against a cycle.
    """
    held = u == np.inf, v == np.inf
    rows, columns = curvature.sum(axis=1), curvature.sum(axis=0)
    ridge = RIDGE * max(rows.max(), columns.max(), 1.0)
    rows, columns = rows + ridge, columns + ridge
    for _ in range(MAX_SETS):
        du, dv = _free_step(u, v, slope, held, curvature, rows, columns)
        pull_u = slope[0] - rows * du - curvature @ dv
        pull_v = slope[1] - columns * dv - du @ curvature
        new = np.where(held[0], pull_u > 0, u + du > 0), np.where(held[1], pull_v > 0, v + dv > 0)
        if (new[0] == held[0]).all() and (new[1] == held[1]).all():
            break
        held = new
    return np.minimum(du, -u), np.minimum(dv, -v)


def _free_step(u, v, slope, held, curvature, rows, columns):
    """The Newton step with the held coordinates taken to the border, items eliminated first."""
    du, dv = np.where(held[0], -u, 0), np.where(held[1], -v, 0)
    right_u = np.where(held[0], 0, slope[0] - curvature @ dv)
    right_v = np.where(held[1], 0, slope[1] - du @ curvature)
    weights = curvature * ~held[0][:, None] * ~held[1]
    reduced = np.diag(columns) - weights.T @ (weights / rows[:, None])
    step_v = np.linalg.solve(reduced, right_v - weights.T @ (right_u / rows))
    dv = np.where(held[1], dv, step_v)
    step_v = np.where(held[1], 0, step_v)
    return np.where(held[0], du, (right_u - weights @ step_v) / rows), dv


def _halved(u, v, step, clicks, missed):
    """The first length of the halved step that rises, and its rise; the last one if none does.

    The rise is summed over the cells, because the difference of two log-likelihoods would lose it.
    """
    x = u[:, None] + v
    some = (missed > 0) & (x < 0)
    odds = np.divide(1.0, np.expm1(-x), where=some, out=np.zeros_like(x))
    for halvings in range(60):
        length = 0.5**halvings
        change = length * (step[0][:, None] + step[1])
        if (x + change)[missed > 0].max(initial=-1.0) > -4 * BORDER:
            continue  # a certain click where there was none
        with np.errstate(divide="ignore", invalid="ignore"):
            unseen = np.log1p(-odds * np.expm1(change))
        rise = float((clicks * change + missed * np.where(some, unseen, 0)).sum())
        if rise > 0:  # and not NaN
            return length, rise
    return 0.0, 0.0
