r"""Fitting both vectors of the position-based model to counts.

Item k, shown N times at position l and clicked S times there, adds
:math:`S \log p + (N - S) \log(1 - p)`, with :math:`p = θ_k κ_l`, to the log-likelihood (without
the binomial coefficients). In log θ and log κ this is concave, because log(1 - e^x) is, and the
constraints θ ≤ 1 and κ ≤ 1 are a box, so every local maximum is the global one. A step costs as much as
the table has cells, whatever the number of sessions.

`newton` and `em` climb to the maximum. Newton's method is the default, because it needs few steps.
`certificate` bounds the distance of a fit from the maximum, and decides whether the fit converged.
`identifiability` finds the values that the counts do not determine.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..shortfall import allowed, settings
from . import em, newton
from .certificate import largest_shortfall as largest_shortfall
from .em import em_step as em_step
from .identifiability import loose_parts, not_identified
from .parts import connected_parts as connected_parts
from .parts import likelihood_parts

MAX_ITERATIONS = {"newton": 200, "em": 100_000}


class Fit(NamedTuple):
    """A fitted position-based model; items and positions in the order of the counts.

    attraction, examination : float64 arrays, shapes (n_items,) and (n_positions,)
        Never NaN; a value without clicks is 0, even if `not_identified` lists it as unknown.
    log_likelihood : float, at the fit, in nats, without the binomial coefficients
    shortfall : float
        An upper bound on how far the log-likelihood of these vectors is below its maximum, in nats.
    iterations : int
    converged : bool
        Whether `shortfall` is at most the tolerance, in nats; for more than 10^9 clicks, the tolerance
        per 10^9 clicks.
    identified : bool
        Whether the counts determine every value up to the one common scale, that is, whether all most
        likely models have the same products. It does not depend on how far the fit has come.
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
        How far below its maximum the log-likelihood may remain, in nats; for more than 10^9 clicks, per
        10^9 clicks. Both methods end when a certificate shows that it is so near. "newton" asks for the
        certificate when the predicted rise of a step is at most a thousandth of the tolerance.

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
    tolerance, limit = settings(tolerance, limit, "max_iterations")
    enough = allowed(tolerance, float(clicks.sum()))
    start = em.start(clicks, plays) if start is None else _checked_start(start, plays)
    items, positions, parts = connected_parts(clicks, plays)
    attraction, examination = np.zeros(plays.shape[0]), np.zeros(plays.shape[1])
    if not items.any():
        examination[:] = 1.0
        history, rule, shortfall = np.zeros(1), "no clicks", 0.0
    else:
        live = np.ix_(items, positions)
        counts = clicks[live], plays[live]
        part = parts[: items.size][items], parts[items.size :][positions]
        inside = start[0][items], start[1][positions]

        def certified(*logs):
            return largest_shortfall(*_scaled(*logs, part), *counts) <= enough

        if method == "newton":
            climbed = newton.climb(
                *counts, inside, likelihood_parts(*counts), limit, tolerance / 1000, certified
            )
        else:
            climbed = em.climb(*counts, inside, limit, certified)
        *logs, history, rule = climbed
        attraction[items], examination[positions] = best = _scaled(*logs, part)
        shortfall = largest_shortfall(*best, *counts)
    unknown = not_identified(clicks, plays)
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
    theta, kappa = _as_long(*start, plays.shape, "start")
    values = np.concatenate([theta, kappa])
    outside = ~((values > 0) & (values < 1))
    if outside.any():
        raise ValueError(
            "start must lie strictly between 0 and 1, because expectation-maximisation never changes "
            f"a value of 0 or 1; got {values[outside][0]}"
        )
    return theta, kappa


def _as_long(theta, kappa, shape, name="the model"):
    """Two vectors as float64 arrays; ValueError unless they have one value per item and per position."""
    theta, kappa = np.asarray(theta, dtype=np.float64), np.asarray(kappa, dtype=np.float64)
    if (theta.shape, kappa.shape) != ((shape[0],), (shape[1],)):
        raise ValueError(
            f"{name} must have the shapes ({shape[0]},) and ({shape[1]},), one value per item and per "
            f"position; got {theta.shape} and {kappa.shape}"
        )
    return theta, kappa


def checked_fit(fitted: Fit, shape) -> None:
    """Refuse what is not the fit of a table of this shape."""
    if not isinstance(fitted, Fit):
        raise ValueError(f"the Fit that `fit` returns is needed; got {fitted!r}")
    _as_long(fitted.attraction, fitted.examination, shape)


def log_likelihood(theta, kappa, clicks, plays) -> float:
    """The log-likelihood of vectors, in nats; -inf if a probability excludes the observed counts.

    Raises ValueError as `fit`, and unless there is one value per item and per position.
    """
    clicks, plays = checked_table(clicks, plays)
    theta, kappa = _as_long(theta, kappa, plays.shape)
    chance = theta[:, None] * kappa
    missed = plays - clicks
    with np.errstate(divide="ignore"):
        seen = np.log(chance, where=clicks > 0, out=np.zeros_like(chance))
        unseen = np.log1p(-chance, where=missed > 0, out=np.zeros_like(chance))
    return float((clicks * seen + missed * unseen).sum())


def _scaled(u, v, part):
    """Both vectors of the logarithms u and v, with examination 1 at each part's largest position."""
    u, v = u.copy(), v.copy()
    for label in np.unique(part[1]):
        largest = v[part[1] == label].max()
        v[part[1] == label] -= largest
        u[part[0] == label] += largest
    return np.exp(np.minimum(u, 0.0)), np.exp(v)


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
        As `fit`, and if `fitted` is not the fit of such a table.
    """
    clicks, plays = checked_table(clicks, plays)
    checked_fit(fitted, plays.shape)
    inside = [(vector > 0) & (vector < 1) for vector in (fitted.attraction, fitted.examination)]
    free = np.concatenate(inside)
    loose = [np.concatenate(part[:2]) for part in loose_parts(clicks, plays) if part.several]
    for part in loose:
        free &= ~part
    with np.errstate(divide="ignore"):  # log 0: a value without clicks has no influence on the others
        logs = np.log(np.concatenate([fitted.attraction, fitted.examination]))
    u, v = np.split(logs, [plays.shape[0]])
    curvature = newton.expected_clicks(u, v, plays - clicks)[1]
    rows, columns = (np.diag(curvature.sum(axis=axis)) for axis in (1, 0))
    information = np.block([[rows, curvature], [curvature.T, columns]])[np.ix_(free, free)]
    errors = np.full(free.size, np.inf)
    values, vectors = np.linalg.eigh(information)
    known = values > 1e-12 * values.max(initial=0)
    if known.all():
        errors[free] = np.sqrt((vectors**2 / values).sum(axis=1)) * np.exp(logs[free])
    errors[plays.shape[0] :][fitted.examination == 1] = 0.0
    for part in loose:
        scale = plays.shape[0] + int(np.argmax(fitted.examination * part[plays.shape[0] :]))
        errors[part & (np.arange(free.size) != scale)] = np.inf
    return np.split(errors, [plays.shape[0]])
