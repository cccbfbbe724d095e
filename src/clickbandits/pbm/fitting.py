r"""Fitting both vectors of the position-based model to counts.

Item k, shown N times at position l and clicked S times there, adds
:math:`S \log p + (N - S) \log(1 - p)`, with :math:`p = θ_k κ_l`, to the log-likelihood (without
the binomial coefficients). Three facts carry this module.

*Concave.* In log θ and log κ the log-likelihood is concave, because log(1 - e^x) is, and the
constraints θ ≤ 1 and κ ≤ 1 are a box: every local maximum is the global one.

*One scale is free.* (c θ, κ / c) has the same clicks as (θ, κ), for each connected part of the
graph that joins an item to the positions it was shown at; along a path of it every value is
determined once one of them is given. Items and positions without any click have probability 0 and
join nothing. Between two parts nothing can be compared.

*Counts suffice.* A step costs the size of the table, whatever the number of sessions.

The expectation-maximisation algorithm is what the papers use; Newton's method is the default,
since it reaches the same maximum in a few steps. In u = log θ and v = log κ a cell's term
:math:`S x + (N - S) \log(1 - e^x)`, x = u + v, has the slope :math:`S - (N - S) o` with the odds
o = p / (1 - p), and the curvature :math:`-(N - S) o / (1 - p)`. The information is a table of
weights between items and positions: the items can be eliminated one by one, and what is left is a
system of the size of the number of positions. A step is the best one of the quadratic model inside
the box u ≤ 0, v ≤ 0, halved until the log-likelihood rises. Moving a connected part along (1, -1)
changes nothing, and a small multiple of the identity settles that direction.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

MAX_ITERATIONS = {"newton": 200, "em": 100_000}

RIDGE = 1e-11
"""What is added to the information, relative to its largest entry."""

MAX_SETS = 50
"""Active sets tried for one step."""

BORDER = 1e-13
"""A coordinate nearer to the border than this is on it: rounding must not set it free again."""


class Fit(NamedTuple):
    """A fitted position-based model; items and positions in the order of the counts.

    attraction, examination : float64 arrays, shapes (n_items,) and (n_positions,)
        Never NaN: what was never clicked is 0, also where `not_identified` says it is not known.
    log_likelihood : float, at the fit, in nats, without the binomial coefficients
    iterations : int
    converged : bool
        Whether the method's own rule ended it; of "em" the rule is a small step, not a small error.
    identified : bool, whether every value is determined up to the one common scale
    not_identified : tuple of str, what is not, a sentence each
    stopped_by : str, the rule that ended the iterations
    method : "newton" or "em"
    history : float64 array, shape (iterations + 1,), the log-likelihood at every step
    """

    attraction: np.ndarray
    examination: np.ndarray
    log_likelihood: float
    iterations: int
    converged: bool
    identified: bool
    not_identified: tuple[str, ...]
    stopped_by: str
    method: str
    history: np.ndarray


def fit(clicks, plays, *, method="newton", max_iterations=None, tolerance=1e-10):
    r"""The position-based model under which the counts are most likely.

    In every connected part the largest examination is 1, so that all values are probabilities.

    Parameters
    ----------
    clicks, plays : array_like, shape (n_items, n_positions)
        With 0 <= clicks <= plays; items and positions without plays are allowed and reported.
    method : "newton" or "em"
    max_iterations : int, default 200 for "newton" and 100,000 for "em"
    tolerance : float
        "newton" ends where the rise that a full step promises is below it, in nats; "em" where no
        parameter moves by more than it.

    Returns
    -------
    Fit

    Raises
    ------
    ValueError
        Where shapes differ or are not (n_items, n_positions), a count is out of its range, or an
        option is unknown.

    Notes
    -----
    The model and the use of expectation-maximisation: Lagrée et al. (2016), Sections 2 and 5.2.
    """
    clicks, plays = checked_table(clicks, plays)
    if method not in MAX_ITERATIONS:
        raise ValueError(f'method must be "newton" or "em"; got {method!r}')
    limit = MAX_ITERATIONS[method] if max_iterations is None else max_iterations
    if limit < 0 or not tolerance >= 0:
        raise ValueError(
            f"max_iterations and tolerance must be at least 0; got {max_iterations} and {tolerance}"
        )
    items, positions, parts = connected_parts(clicks, plays)
    attraction, examination = np.zeros(plays.shape[0]), np.zeros(plays.shape[1])
    if not items.any():
        examination[:] = 1.0
        history, rule = np.zeros(1), "no clicks"
    else:
        live = np.ix_(items, positions)
        part = parts[: items.size][items], parts[items.size :][positions]
        counts = clicks[live], plays[live]
        if method == "newton":
            found = climb(*counts, _start(*counts), part, limit, tolerance)
        else:
            found = _em(*counts, limit, tolerance)
        theta, kappa, history, rule = found
        theta, kappa = _scaled(theta, kappa, part)
        attraction[items], examination[positions] = theta, kappa
    unknown = not_identified(clicks, plays, items, positions, parts)
    return Fit(
        attraction,
        examination,
        float(history[-1]),
        history.size - 1,
        rule != "max_iterations",
        not unknown,
        unknown,
        rule,
        method,
        history,
    )


def checked_table(clicks, plays):
    """Clicks and plays as float64 arrays of one shape (n_items, n_positions), or ValueError."""
    clicks, plays = np.asarray(clicks, dtype=np.float64), np.asarray(plays, dtype=np.float64)
    if plays.ndim != 2 or plays.size == 0 or clicks.shape != plays.shape:
        raise ValueError(
            "clicks and plays must have one shape (n_items, n_positions); "
            f"got {clicks.shape} and {plays.shape}"
        )
    bad = ~((clicks >= 0) & (clicks <= plays) & (plays < np.inf))
    if bad.any():
        item, position = np.argwhere(bad)[0]
        raise ValueError(
            "clicks must lie between 0 and plays, and plays must be finite (count repeat clicks "
            f"once); got {clicks[item, position]} clicks in {plays[item, position]} plays of item "
            f"{item + 1} at position {position + 1}"
        )
    return clicks, plays


def connected_parts(clicks, plays):
    """Which items and positions have clicks, and the connected parts of their graph.

    Returns two boolean arrays and the label of the part of every item, then of every position;
    an item is joined to the positions it was played at, where both have clicks.
    """
    items, positions = clicks.sum(axis=1) > 0, clicks.sum(axis=0) > 0
    joined = (plays > 0) & items[:, None] & positions
    item, position = np.nonzero(joined)
    size = sum(plays.shape)
    graph = coo_array((np.ones(item.size), (item, plays.shape[0] + position)), shape=(size, size))
    return items, positions, connected_components(graph, directed=False)[1]


def not_identified(clicks, plays, items, positions, parts) -> tuple[str, ...]:
    """What the counts cannot tell, a sentence each; the last three are of `connected_parts`."""
    reasons = []
    for axis, place, name in ((1, "item", "attraction"), (0, "position", "examination")):
        total, alive = plays.sum(axis=axis), (items, positions)[1 - axis]
        idle = np.flatnonzero(total == 0)
        if idle.size:
            reasons.append(f"no plays of {_listed(place, idle)}: no {name} is known there")
        other = (positions, items)[1 - axis]
        silent = ~((plays > 0) & (other[None, :] if axis else other[:, None])).any(axis=axis)
        mute = np.flatnonzero(silent & ~alive & (total > 0))
        if mute.size and items.any():
            reasons.append(
                f"{_listed(place, mute)}: no clicks, and no play together with anything that was "
                f"ever clicked; any {name} fits"
            )
    if not items.any():
        return (*reasons, "there are no clicks: every examination fits with attraction 0")
    labels = np.unique(parts[: items.size][items])
    if labels.size == 1:
        return tuple(reasons)
    for label in labels:
        members = np.flatnonzero((parts[: items.size] == label) & items)
        places = np.flatnonzero((parts[items.size :] == label) & positions)
        reasons.append(
            f"{members.size} {'item was' if members.size == 1 else 'items were'} only ever shown "
            f"at {_listed('position', places)}, and no other item was (leaving out items and "
            "positions without clicks): their attractions cannot be compared with the others'"
        )
    return tuple(reasons)


def _listed(place, indices) -> str:
    """The first few of some items or positions, 1-based, in words."""
    shown = ", ".join(str(index + 1) for index in indices[:5])
    more = f" and {indices.size - 5} more" if indices.size > 5 else ""
    return f"{place}{'' if indices.size == 1 else 's'} {shown}{more}"


def log_likelihood(theta, kappa, clicks, plays) -> float:
    """The log-likelihood of vectors, in nats; -inf where a probability excludes what was seen."""
    chance = theta[:, None] * kappa
    missed = plays - clicks
    with np.errstate(divide="ignore"):
        seen = np.log(chance, where=clicks > 0, out=np.zeros_like(chance))
        unseen = np.log1p(-chance, where=missed > 0, out=np.zeros_like(chance))
    return float((clicks * seen + missed * unseen).sum())


def em_step(theta, kappa, clicks, plays):
    r"""One step of expectation-maximisation.

    A display without a click hides whether the position was examined and the item attractive; it
    counts for each with its probability given no click, :math:`κ (1 - θ) / (1 - κ θ)` and
    :math:`θ (1 - κ) / (1 - κ θ)`. The new vectors are shares of all displays.
    """
    missed = plays - clicks
    silence = 1 - theta[:, None] * kappa
    rest = np.divide(missed, silence, where=missed > 0, out=np.zeros_like(silence))
    attracted = (clicks + rest * theta[:, None] * (1 - kappa)).sum(axis=1)
    examined = (clicks + rest * kappa * (1 - theta[:, None])).sum(axis=0)
    return attracted / plays.sum(axis=1), examined / plays.sum(axis=0)


def _start(clicks, plays):
    """Click-through rates of items and positions, drawn a little towards one half."""
    theta = (clicks.sum(axis=1) + 0.5) / (plays.sum(axis=1) + 1)
    kappa = (clicks.sum(axis=0) + 0.5) / (plays.sum(axis=0) + 1)
    return theta, kappa / kappa.max()


def _em(clicks, plays, limit, tolerance):
    """Steps until one is small; the vectors, the log-likelihoods, the rule that stopped."""
    theta, kappa = _start(clicks, plays)
    history = [log_likelihood(theta, kappa, clicks, plays)]
    for _ in range(limit):
        before = theta, kappa
        theta, kappa = em_step(theta, kappa, clicks, plays)
        history.append(log_likelihood(theta, kappa, clicks, plays))
        if max(abs(theta - before[0]).max(), abs(kappa - before[1]).max()) <= tolerance:
            return theta, kappa, np.array(history), "small step"
    return theta, kappa, np.array(history), "max_iterations"


def _scaled(theta, kappa, part):
    """The same model with examination 1 at each part's largest position."""
    theta, kappa = theta.copy(), kappa.copy()
    for label in np.unique(part[1]):
        unit = kappa[part[1] == label].max()
        kappa[part[1] == label] /= unit
        theta[part[0] == label] *= unit
    return np.minimum(theta, 1.0), kappa  # a rounding error above 1


def standard_errors(fitted: Fit, clicks, plays):
    """Standard errors of attraction and examination, from the observed information.

    They hold given the scale: 0 for the largest examination of every connected part, which is 1.
    Infinite where no normal approximation exists: at the borders 0 and 1, or without information.

    Returns
    -------
    Two float64 arrays, shapes (n_items,) and (n_positions,)

    Raises
    ------
    ValueError
        As `fit`.
    """
    clicks, plays = checked_table(clicks, plays)
    inside = [(vector > 0) & (vector < 1) for vector in (fitted.attraction, fitted.examination)]
    free = np.concatenate(inside)
    with np.errstate(divide="ignore"):  # log 0: what is never clicked tells nothing of the others
        logs = np.log(np.concatenate([fitted.attraction, fitted.examination]))
    u, v = np.split(logs, [plays.shape[0]])
    curvature = cell_derivatives(u, v, clicks, plays - clicks)[1]
    rows, columns = (np.diag(curvature.sum(axis=axis)) for axis in (1, 0))
    information = np.block([[rows, curvature], [curvature.T, columns]])[np.ix_(free, free)]
    errors = np.full(free.size, np.inf)
    values, vectors = np.linalg.eigh(information)
    known = values > 1e-12 * values.max(initial=0)
    if known.all():
        errors[free] = np.sqrt((vectors**2 / values).sum(axis=1)) * np.exp(logs[free])
    errors[plays.shape[0] :][fitted.examination == 1] = 0.0
    return np.split(errors, [plays.shape[0]])


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
        if promised <= tolerance:  # taken unseen: it squares what error is left
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
    """Shift every part so that its largest u equals its largest v: the box then binds last."""
    u, v = u.copy(), v.copy()
    for label in np.unique(part[1]):
        rows, columns = part[0] == label, part[1] == label
        shift = (u[rows].max() - v[columns].max()) / 2
        u[rows] -= shift
        v[columns] += shift
    return np.where(u > -BORDER, 0.0, u), np.where(v > -BORDER, 0.0, v)


def _direction(u, v, slope, curvature):
    """The best step of the quadratic model inside the box, by its active set.

    Coordinates that the step would take across the border are put on it, and those that pull
    away from it are let go, until both lists are settled; the line search guards against a cycle.
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

    The rise is summed over the cells: the difference of two log-likelihoods would lose it.
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
