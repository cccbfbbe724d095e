r"""Newton's method for both vectors, which usually reaches the maximum in a few steps.

In u = log θ and v = log κ a cell's term :math:`S x + (N - S) \log(1 - e^x)`, x = u + v, has the slope
:math:`S - (N - S) o` with the odds o = p / (1 - p), and the curvature :math:`-(N - S) o / (1 - p)`.
A step is the best one of the quadratic model inside the box u ≤ 0, v ≤ 0, halved until the
log-likelihood rises.

The information is the Laplacian of a network that joins items and positions by the curvatures (after a
change of the sign of v), and coordinates at the border are its ground. Eliminating one node after the
other by additions alone keeps the accuracy of every weight, even if the curvatures of a table differ by
a factor of 10^20.
"""

from __future__ import annotations

import numpy as np

TINY = 1e-200
"""The weight by which every node is grounded, so that a part that gains all the way reaches the border."""

MAX_SETS = 50
"""Active sets tried for one step."""


ENOUGH = 1e-4
"""The least rise of a step, as a share of the rise that the slope promises."""


def climb(clicks, plays, start, parts, limit, tolerance, certified):
    """Newton's method, up to a certified maximum; every item and every position has clicks.

    `start` is two vectors in (0, 1]. `certified` decides whether log attraction and log examination are
    near enough; it is asked when a step promises at most `tolerance`. Returns both logarithms, the
    log-likelihoods, and the rule that stopped.
    """
    missed = plays - clicks
    u, v = np.log(start[0]), np.log(start[1])
    history = [_value(u, v, clicks, missed)]
    for _ in range(limit):
        u, v = _balanced(u, v, parts)
        expected, curvature = expected_clicks(u, v, missed)
        slope = exact_margins(clicks, expected)
        step = direction(u, v, slope, curvature, parts)
        promised = slope[0] @ step[0] + slope[1] @ step[1]
        if promised <= tolerance and certified(u + step[0], v + step[1]):
            return u + step[0], v + step[1], np.array(history), "certificate"
        length, rise = _halved(u, v, step, promised, clicks, missed)
        if rise <= 0:
            return u, v, np.array(history), "no rise in double precision"
        u, v = u + length * step[0], v + length * step[1]
        history.append(history[-1] + rise)
    return u, v, np.array(history), "max_iterations"


def _value(u, v, clicks, missed) -> float:
    x = u[:, None] + v
    with np.errstate(divide="ignore"):
        unseen = np.log(-np.expm1(x), where=missed > 0, out=np.zeros_like(x))
    return float((clicks * x + missed * unseen).sum())


def _balanced(u, v, parts):
    """Shift every even part inside the box so that its largest u equals its largest v.

    This keeps the border from binding early. A part at the border stays there to the last digit.
    """
    u, v = u.copy(), v.copy()
    for label in parts.even:
        rows, columns = parts.items == label, parts.positions == label
        if u[rows].max() < 0 and v[columns].max() < 0:
            shift = (u[rows].max() - v[columns].max()) / 2
            u[rows] -= shift
            v[columns] += shift
    return u, v


def exact_margins(table, minus):
    """Sums by row and by column of the difference of two tables, in twice the precision of doubles.

    Terms are added in pairs, and the rounding error of every addition is itself a double (Knuth's TwoSum).
    """
    margins = []
    for terms, less in ((table.T, minus.T), (table, minus)):
        high = np.concatenate([terms, -less])
        low = np.zeros_like(high)
        while len(high) > 1:
            if len(high) % 2:
                high, low = (np.concatenate([each, np.zeros_like(each[:1])]) for each in (high, low))
            total = high[::2] + high[1::2]
            part = total - high[::2]
            error = (high[::2] - (total - part)) + (high[1::2] - part)
            high, low = total, low[::2] + low[1::2] + error
        margins.append(high[0] + low[0])
    return margins


def expected_clicks(u, v, missed):
    """The odds times the displays without a click, and minus the curvature, of every cell."""
    x = u[:, None] + v
    odds, curvature = np.zeros_like(x), np.zeros_like(x)
    some = (missed > 0) & (x < 0)
    with np.errstate(over="ignore"):  # an item that is clicked once in e^700 displays
        np.divide(missed, np.expm1(-x), where=some, out=odds)
    np.divide(odds, -np.expm1(x), where=some, out=curvature)
    return odds, curvature


def solve(weights, ground, right):
    """Solve [[R, W], [W', C]] (x, y) = right, R and C being the sums of the weights and the ground.

    The sign of y is changed first. Then the system is that of a network with the weights W >= 0 between
    rows and columns and the weights `ground` >= 0 to the ground, and its nodes are eliminated one by one.
    """
    rows = ground[0] + weights.sum(axis=1)
    share = np.divide(weights, rows[:, None], where=rows[:, None] > 0, out=np.zeros_like(weights))
    mesh, earth = weights.T @ share, ground[1] + share.T @ ground[0]
    flow = share.T @ right[0] - right[1]
    total = np.zeros(flow.size)
    for node in range(flow.size - 1, -1, -1):
        total[node] = earth[node] + mesh[node, :node].sum()
        if total[node] > 0:
            part = mesh[node, :node] / total[node]
            mesh[:node, :node] += np.outer(mesh[node, :node], part)
            earth[:node] += part * earth[node]
            flow[:node] += part * flow[node]
    y = np.zeros(flow.size)
    for node in range(flow.size):
        if total[node] > 0:
            y[node] = (flow[node] + mesh[node, :node] @ y[:node]) / total[node]
    x = np.divide(right[0] + weights @ y, rows, where=rows > 0, out=np.zeros_like(rows))
    return x, -y


def direction(u, v, slope, curvature, parts):
    """The best step of the quadratic model inside the box, by its active set.

    Coordinates that the step would take across the border are put on it, and those that pull away
    from it are released, until both sets are settled. The line search guards against a cycle.
    """
    held = u == np.inf, v == np.inf
    rows, columns = curvature.sum(axis=1), curvature.sum(axis=0)
    for _ in range(MAX_SETS):
        du, dv = _free_step(u, v, slope, held, curvature, parts)
        pull_u = slope[0] - rows * du - curvature @ dv
        pull_v = slope[1] - columns * dv - du @ curvature
        new = np.where(held[0], pull_u > 0, u + du > 0), np.where(held[1], pull_v > 0, v + dv > 0)
        if (new[0] == held[0]).all() and (new[1] == held[1]).all():
            break
        held = new
    return np.minimum(du, -u), np.minimum(dv, -v)


def _free_step(u, v, slope, held, curvature, parts):
    """The Newton step with the held coordinates taken to the border."""
    to_border = np.where(held[0], -u, 0), np.where(held[1], -v, 0)
    right_u = np.where(held[0], -u, slope[0] - curvature @ to_border[1])
    right_v = np.where(held[1], -v, slope[1] - to_border[0] @ curvature)
    weights = curvature * ~held[0][:, None] * ~held[1]
    ground_u = np.where(held[0], 1.0, TINY + curvature @ held[1])
    ground_v = np.where(held[1], 1.0, TINY + held[0] @ curvature)
    even = [(parts.items == label, parts.positions == label) for label in parts.even]
    floating = [
        (rows, columns, np.argmax(np.where(columns, v, -np.inf)))
        for rows, columns in even
        if not (held[0][rows].any() or held[1][columns].any())
    ]
    for _, _, largest in floating:  # the scale is free, and the largest examination keeps its value
        ground_v[largest] += weights[:, largest].sum()
    du, dv = solve(weights, (ground_u, ground_v), (right_u, right_v))
    for rows, columns, largest in floating:
        shift = dv[largest]  # a rounding error, which must not cross the border
        if (u + du)[rows].max() + shift > 0 or (v + dv)[columns].max() - shift > 0:
            shift = ((v + dv)[columns].max() - (u + du)[rows].max()) / 2
        du[rows] += shift
        dv[columns] -= shift
    return du, dv


def _halved(u, v, step, promised, clicks, missed):
    """The first length of the halved step that rises enough, and its rise; 0 if none does.

    The rise is summed over the cells, because the difference of two log-likelihoods would lose it.
    """
    x = u[:, None] + v
    some = (missed > 0) & (x < 0)
    with np.errstate(over="ignore"):
        odds = np.divide(1.0, np.expm1(-x), where=some, out=np.zeros_like(x))
    for halvings in range(60):
        length = 0.5**halvings
        if ((u + length * step[0])[:, None] + (v + length * step[1]))[missed > 0].max(initial=-1.0) >= 0:
            continue  # a certain click where there was none
        change = length * (step[0][:, None] + step[1])
        with np.errstate(divide="ignore", invalid="ignore"):
            unseen = np.log1p(-odds * np.expm1(change))
        rise = float((clicks * change + missed * np.where(some, unseen, 0)).sum())
        if rise > ENOUGH * length * promised:  # and not NaN
            return length, rise
    return 0.0, 0.0
