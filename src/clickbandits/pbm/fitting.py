r"""Fitting both vectors of the position-based model to counts.

Item k, shown N times at position l and clicked S times there, adds
:math:`S \log p + (N - S) \log(1 - p)`, with :math:`p = θ_k κ_l`, to the log-likelihood (without
the binomial coefficients). This module uses four facts.

*Concavity.* In log θ and log κ the log-likelihood is concave, because log(1 - e^x) is, and the
constraints θ ≤ 1 and κ ≤ 1 are a box. So every local maximum is the global one.

*Free scales.* (c θ, κ / c) has the same clicks as (θ, κ). The products are unique in the cells that
have a display without a click. Join items and positions by these cells. Within a connected part of
this graph one value determines all others, and parts without a value that the likelihood holds at 1
cannot be compared with the rest.

*Counts suffice.* A step costs as much as the table has cells, whatever the number of sessions.

*Duality.* A table of clicks whose row and column sums do not exceed those of the log gives an upper
bound on the log-likelihood, and the best such table attains the maximum. `largest_shortfall` uses
this to certify a fit.

The papers use the expectation-maximisation algorithm. Started inside the cube it converges to the
global maximum; a value of 0 or 1 stays as it is forever, so a start on a face of the cube can end
below it. Newton's method is the default, because it reaches the same maximum in a few steps. In
u = log θ and v = log κ a cell's term :math:`S x + (N - S) \log(1 - e^x)`, x = u + v, has the slope
:math:`S - (N - S) o` with the odds o = p / (1 - p), and the curvature :math:`-(N - S) o / (1 - p)`.
The information is a table of weights between items and positions, so the items can be eliminated
one by one, and a system of the size of the number of positions remains. A step is the best one of
the quadratic model inside the box u ≤ 0, v ≤ 0, halved until the log-likelihood rises. Moving a
connected part along (1, -1) changes nothing, and a small multiple of the identity settles that
direction.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

MAX_ITERATIONS = {"newton": 200, "em": 100_000}

RIDGE = 1e-11
"""Number added to the diagonal of the information, relative to its largest entry."""

MAX_SETS = 50
"""Active sets tried for one step."""

BORDER = 1e-13
"""A coordinate nearer to the border than this is on it, so that rounding cannot set it free again."""

LARGEST_START = 0.95
"""The largest value from which expectation-maximisation starts, because near 1 its steps are small."""

SWEEPS = 30
"""Rounds of proportional fitting that sharpen a certificate."""

NEAR_THE_BORDER = (0.1, 1e-3)
"""Largest costs per click, in nats, at which a row or column is taken for one of value 1."""

ROUNDING = 1e-13
"""Rounding error of a certificate in double precision, in nats per click."""

PULLED = 1e-4
"""A value of 1 is held there by the likelihood if its slope is above this share of its clicks."""


class Fit(NamedTuple):
    """A fitted position-based model; items and positions in the order of the counts.

    attraction, examination : float64 arrays, shapes (n_items,) and (n_positions,)
        Never NaN; a value without clicks is 0, even if `not_identified` lists it as unknown.
    log_likelihood : float, at the fit, in nats, without the binomial coefficients
    shortfall : float
        An upper bound on how far the log-likelihood is below its maximum, in nats.
    iterations : int
    converged : bool
        Whether `shortfall` is at most the tolerance, or at most the precision of doubles.
    identified : bool, whether every value is determined up to the one common scale
    not_identified : tuple of str, the values that are not determined, one sentence each
    stopped_by : str, the rule that ended the iterations
    method : "newton" or "em"
    history : float64 array, shape (iterations + 1,), the log-likelihood at every step
    """

    attraction: np.ndarray
    examination: np.ndarray
    log_likelihood: float
    shortfall: float
    iterations: int
    converged: bool
    identified: bool
    not_identified: tuple[str, ...]
    stopped_by: str
    method: str
    history: np.ndarray


def fit(clicks, plays, *, method="newton", start=None, max_iterations=None, tolerance=1e-10):
    r"""The position-based model under which the counts are most likely.

    In every connected part the largest examination is 1, which makes all values probabilities.

    Parameters
    ----------
    clicks, plays : array_like, shape (n_items, n_positions)
        With 0 <= clicks <= plays; items and positions without plays are allowed and reported.
    method : "newton" or "em"
    start : pair of array_like, shapes (n_items,) and (n_positions,), optional
        Attraction and examination to start from, strictly between 0 and 1. By default they follow
        the click rates of items and positions.
    max_iterations : int, default 200 for "newton" and 100,000 for "em"
    tolerance : float
        How far below its maximum the log-likelihood may remain, in nats. "em" ends when a
        certificate is below it. "newton" ends when the predicted rise of a full step is at most a
        thousandth of it, because the certificate is of first order in the distance that is left and
        the rise is of second order.

    Returns
    -------
    Fit

    Raises
    ------
    ValueError
        If shapes differ or are not (n_items, n_positions), a count or a start is out of its range,
        or an option is unknown.

    Notes
    -----
    The model and the use of expectation-maximisation are those of Lagrée et al. (2016), Sections 2
    and 5.2.

    Examples
    --------
    >>> fitted = fit([[80, 720], [180, 9]], [[100, 2000], [2000, 100]], method="em")
    >>> fitted.converged, fitted.attraction.round(2), fitted.examination.round(2)
    (True, array([0.79, 0.09]), array([1.  , 0.46]))
    """
    clicks, plays = checked_table(clicks, plays)
    if method not in MAX_ITERATIONS:
        raise ValueError(f'method must be "newton" or "em"; got {method!r}')
    limit = MAX_ITERATIONS[method] if max_iterations is None else max_iterations
    if limit < 0 or not tolerance >= 0:
        raise ValueError(
            f"max_iterations and tolerance must be at least 0; got {max_iterations} and {tolerance}"
        )
    start = _start(clicks, plays) if start is None else _checked_start(start, plays)
    items, positions, parts = connected_parts(clicks, plays)
    attraction, examination = np.zeros(plays.shape[0]), np.zeros(plays.shape[1])
    loose: list[tuple[np.ndarray, np.ndarray]] = []
    if not items.any():
        examination[:] = 1.0
        history, rule, shortfall, enough = np.zeros(1), "no clicks", 0.0, 0.0
    else:
        live = np.ix_(items, positions)
        counts = clicks[live], plays[live]
        part = parts[: items.size][items], parts[items.size :][positions]
        inside = start[0][items], start[1][positions]
        enough = max(tolerance, ROUNDING * float(clicks.sum()))
        if method == "newton":
            theta, kappa, history, rule = climb(*counts, inside, part, limit, tolerance / 1000)
        else:
            theta, kappa, history, rule = _em(*counts, inside, limit, enough)
        shortfall = largest_shortfall(theta, kappa, *counts)
        theta, kappa = _scaled(theta, kappa, part)
        attraction[items], examination[positions] = theta, kappa
        loose = _loose_parts(attraction, examination, clicks, plays)
    unknown = not_identified(clicks, plays, items, positions, parts) + tuple(
        f"{_listed('item', moving)}: compared with the others only by cells in which every display was "
        "clicked, so a whole range of attractions is equally likely"
        for _, moving in loose
    )
    return Fit(
        attraction,
        examination,
        float(history[-1]),
        shortfall,
        history.size - 1,
        shortfall <= enough,
        not unknown,
        unknown,
        rule,
        method,
        history,
    )


def checked_table(clicks, plays):
    """Clicks and plays as float64 arrays of the same shape (n_items, n_positions), or ValueError."""
    clicks, plays = np.asarray(clicks, dtype=np.float64), np.asarray(plays, dtype=np.float64)
    if plays.ndim != 2 or plays.size == 0 or clicks.shape != plays.shape:
        raise ValueError(
            "clicks and plays must have the same shape (n_items, n_positions); "
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


def _checked_start(start, plays):
    """Two vectors strictly inside the cube, or ValueError."""
    theta, kappa = (np.asarray(vector, dtype=np.float64) for vector in start)
    if (theta.shape, kappa.shape) != ((plays.shape[0],), (plays.shape[1],)):
        raise ValueError(
            f"start must have the shapes ({plays.shape[0]},) and ({plays.shape[1]},); "
            f"got {theta.shape} and {kappa.shape}"
        )
    values = np.concatenate([theta, kappa])
    outside = ~((values > 0) & (values < 1))
    if outside.any():
        raise ValueError(
            "start must lie strictly between 0 and 1, because expectation-maximisation never changes "
            f"a value of 0 or 1; got {values[outside][0]}"
        )
    return theta, kappa


def connected_parts(clicks, plays):
    """The items and positions that have clicks, and the connected parts of their graph.

    Returns two boolean arrays and the label of the part of every item, then of every position;
    an item is joined to the positions at which it was played, if both have clicks.
    """
    items, positions = clicks.sum(axis=1) > 0, clicks.sum(axis=0) > 0
    return items, positions, _components((plays > 0) & items[:, None] & positions)


def _components(joined):
    """The label of the connected part of every item, then of every position, of a boolean table."""
    item, position = np.nonzero(joined)
    size = sum(joined.shape)
    graph = coo_array((np.ones(item.size), (item, joined.shape[0] + position)), shape=(size, size))
    return connected_components(graph, directed=False)[1]


def _loose_parts(attraction, examination, clicks, plays) -> list[tuple[np.ndarray, np.ndarray]]:
    """The connected parts in which a whole range of models is most likely, beyond the one scale.

    Within a connected part, the cells that have a display without a click join items and positions
    to smaller parts. A cell in which every display was clicked only asks for a large product, so a
    smaller part can be scaled by itself unless the likelihood holds one of its values at 1.

    Returns for each such connected part a boolean array of its items, then its positions, and the
    indices of the items whose attractions can be scaled by themselves.
    """
    missed = plays - clicks
    items, positions, whole = connected_parts(clicks, plays)
    alive = np.concatenate([items, positions])
    small = _components((missed > 0) & items[:, None] & positions)
    with np.errstate(divide="ignore"):
        logs = np.log(np.concatenate([attraction, examination]))
    cells, live = np.zeros_like(plays), np.ix_(items, positions)
    u, v = np.split(logs, [items.size])
    cells[live] = cell_derivatives(u[items], v[positions], clicks[live], missed[live])[0]
    slope, total = (np.concatenate([table.sum(axis=1), table.sum(axis=0)]) for table in (cells, clicks))
    fixed = alive & np.isin(small, small[alive & (slope > PULLED * total)])
    loose = []
    for label in np.unique(whole[alive]):
        part = alive & (whole == label)
        members = [part & (small == one) for one in np.unique(small[part & ~fixed])]
        if len(members) + (part & fixed).any() > 1:
            rows = [np.split(one, [items.size])[0] for one in members]
            columns = [np.split(one, [items.size])[1] for one in members]
            room = [u[row].max() + v[column].max() for row, column in zip(rows, columns, strict=True)]
            moving = [row for row, sum_of_logs in zip(rows, room, strict=True) if sum_of_logs < -PULLED]
            if moving:
                loose.append((part, np.flatnonzero(np.any(moving, axis=0))))
    return loose


def not_identified(clicks, plays, items, positions, parts) -> tuple[str, ...]:
    """The values that the counts do not determine, one sentence each.

    The last three arguments are the result of `connected_parts`.
    """
    reasons = []
    for axis, place, name in ((1, "item", "attraction"), (0, "position", "examination")):
        total, alive = plays.sum(axis=axis), (items, positions)[1 - axis]
        idle = np.flatnonzero(total == 0)
        if idle.size:
            reasons.append(f"no plays of {_listed(place, idle)}, so no {name} can be estimated there")
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
    """The log-likelihood of vectors, in nats; -inf if a probability excludes the observed counts."""
    chance = theta[:, None] * kappa
    missed = plays - clicks
    with np.errstate(divide="ignore"):
        seen = np.log(chance, where=clicks > 0, out=np.zeros_like(chance))
        unseen = np.log1p(-chance, where=missed > 0, out=np.zeros_like(chance))
    return float((clicks * seen + missed * unseen).sum())


def largest_shortfall(theta, kappa, clicks, plays) -> float:
    r"""An upper bound on how far the log-likelihood at (θ, κ) is below its maximum, in nats.

    Every table of non-negative clicks :math:`\tilde S` whose row and column sums do not exceed those
    of the clicks bounds the maximum from above by :math:`\sum \tilde S \log \tilde p + F \log(1 -
    \tilde p)` with :math:`\tilde p = \tilde S / (\tilde S + F)` and F the displays without a click,
    because log θ and log κ are at most 0. The expected clicks at a maximum attain it. The table used
    here has the expected clicks at (θ, κ), fitted to the sums of rows and columns.

    Parameters
    ----------
    theta, kappa : float64 arrays, shapes (n_items,) and (n_positions,)
        In [0, 1]; every item and every position has clicks.
    clicks, plays : float64 arrays, shape (n_items, n_positions)

    Returns
    -------
    float
        Infinite if (θ, κ) excludes the observed counts.
    """
    missed = plays - clicks
    chance = theta[:, None] * kappa
    if (chance[clicks > 0] == 0).any() or (chance[missed > 0] == 1).any():
        return np.inf
    odds = np.divide(chance, 1 - chance, where=missed > 0, out=np.zeros_like(chance))
    expected = missed * odds
    costs = -np.log(theta), -np.log(kappa)  # of one click less in a row or a column
    sums = clicks.sum(axis=1), clicks.sum(axis=0)
    ones = np.ones(theta.size), np.ones(kappa.size)
    best = _gap(*ones, expected, missed, odds, sums, costs)
    if best <= ROUNDING * sums[0].sum():
        return best
    for border in NEAR_THE_BORDER:  # a row of value 1 may have fewer clicks at no cost
        row, column = ones
        most = [np.where(cost > border, np.inf, 1.0) for cost in costs]
        for sweep in range(SWEEPS):
            row = np.minimum(_ratio(sums[0], expected @ column), most[0])
            column = np.minimum(_ratio(sums[1], row @ expected), most[1])
            if sweep % 10 == 9:
                best = min(best, _gap(row, column, expected, missed, odds, sums, costs))
    return best


def _ratio(wanted, present):
    """The factors by which sums have to change; 1 for sums that cannot change."""
    return np.divide(wanted, present, where=present > 0, out=np.ones_like(present))


def _gap(row, column, expected, missed, odds, sums, costs) -> float:
    """The bound of `largest_shortfall` by the expected clicks, scaled by rows and columns.

    The expected clicks are first scaled down if a sum exceeds that of the clicks. The terms, all at
    least 0, are the clicks that rows and columns lack, at their costs, and for every cell a divergence
    of its two probabilities.
    """
    row = row * np.minimum(_ratio(sums[0], row * (expected @ column)), 1)
    column = column * np.minimum(_ratio(sums[1], column * (row @ expected)), 1)
    change = row[:, None] * column - 1
    lack = sums[0] - row * (expected @ column), sums[1] - column * (row @ expected)
    chance = odds / (1 + odds)
    cells = missed * (1 + odds) * (chance * _entropy(change) - _entropy(chance * change))
    return float(cells.sum() + sum(np.maximum(gap, 0) @ cost for gap, cost in zip(lack, costs, strict=True)))


def _entropy(x):
    """(1 + x) log(1 + x) - x, which is 0 at 0 and at least 0."""
    return (1 + x) * np.log1p(np.maximum(x, -1 + 1e-16)) - x


def em_step(theta, kappa, clicks, plays):
    r"""One step of expectation-maximisation.

    A display without a click hides whether the position was examined and the item attractive; it
    counts for each with its probability given no click, :math:`κ (1 - θ) / (1 - κ θ)` and
    :math:`θ (1 - κ) / (1 - κ θ)`. The new vectors are shares of all displays.
    """
    return _em_step(theta, kappa, 1 - theta, 1 - kappa, clicks, plays)[:2]


def _em_step(theta, kappa, theta_rest, kappa_rest, clicks, plays):
    """One step of the two vectors and of their complements to 1.

    A value that rounds to 1 could never leave 1 again, so the complements are separate vectors.
    """
    missed = plays - clicks
    silence = theta_rest[:, None] + theta[:, None] * kappa_rest
    rest = np.divide(missed, silence, where=missed > 0, out=np.zeros_like(silence))
    displays = plays.sum(axis=1), plays.sum(axis=0)
    return (
        (clicks + rest * theta[:, None] * kappa_rest).sum(axis=1) / displays[0],
        (clicks + rest * kappa * theta_rest[:, None]).sum(axis=0) / displays[1],
        theta_rest * rest.sum(axis=1) / displays[0],
        kappa_rest * rest.sum(axis=0) / displays[1],
    )


def _start(clicks, plays):
    """Multiples of the click rates of items and positions, drawn a little towards one half.

    Both vectors have the same largest entry, inside the cube, and about as many clicks are expected
    as were seen.
    """
    theta = (clicks.sum(axis=1) + 0.5) / (plays.sum(axis=1) + 1)
    kappa = (clicks.sum(axis=0) + 0.5) / (plays.sum(axis=0) + 1)
    overall = (clicks.sum() + 0.5) / (plays.sum() + 1)
    largest = min(LARGEST_START, float(np.sqrt(theta.max() * kappa.max() / overall)))
    return theta * largest / theta.max(), kappa * largest / kappa.max()


def _em(clicks, plays, start, limit, tolerance):
    """Steps until a certificate is small; returns the vectors, the log-likelihoods and the stopping rule."""
    missed = plays - clicks
    state = (*start, 1 - start[0], 1 - start[1])
    history, check = [_em_value(state, clicks, missed)], 1
    for step in range(1, limit + 1):
        before = state
        state = _em_step(*state, clicks, plays)
        history.append(_em_value(state, clicks, missed))
        still = all((new == old).all() for new, old in zip(state, before, strict=True))
        if still or step >= check:
            if still or largest_shortfall(*state[:2], clicks, plays) <= tolerance:
                return *state[:2], np.array(history), "no step" if still else "certificate"
            check = step + max(1, step // 10)
    return *state[:2], np.array(history), "max_iterations"


def _em_value(state, clicks, missed) -> float:
    """The log-likelihood, precise even if a probability is nearly 1."""
    theta, kappa, theta_rest, kappa_rest = state
    silence = theta_rest[:, None] + theta[:, None] * kappa_rest
    with np.errstate(divide="ignore"):
        seen = np.log(theta[:, None] * kappa, where=clicks > 0, out=np.zeros_like(silence))
        unseen = np.log(silence, where=missed > 0, out=np.zeros_like(silence))
    return float((clicks * seen + missed * unseen).sum())


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

    They hold given the scale, so the error of an examination of 1 is 0. They are infinite if no
    normal approximation exists, which is the case at the borders 0 and 1, without information, and if a
    whole range of values is equally likely.

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
    loose = _loose_parts(fitted.attraction, fitted.examination, clicks, plays)
    for part, _ in loose:
        free &= ~part
    with np.errstate(divide="ignore"):  # log 0: a value without clicks has no influence on the others
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
    for part, _ in loose:
        scale = plays.shape[0] + int(np.argmax(fitted.examination * part[plays.shape[0] :]))
        errors[part & (np.arange(free.size) != scale)] = np.inf
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
