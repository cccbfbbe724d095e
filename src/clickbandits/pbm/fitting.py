r"""Fitting both vectors of the position-based model to counts.

Item k, shown N times at position l and clicked S times there, adds
:math:`S \log p + (N - S) \log(1 - p)`, with :math:`p = θ_k κ_l`, to the log-likelihood (without
the binomial coefficients). Three facts carry this module.

*Concave.* In log θ and log κ the log-likelihood is concave, because log(1 - e^x) is, and the
constraints θ ≤ 1 and κ ≤ 1 are a box: every local maximum is the global one.

*One scale is free.* (c θ, κ / c) has the same clicks as (θ, κ), for each connected part of the
graph that joins an item to the positions it was shown at; items and positions without any click
have probability 0 and join nothing. Between two parts nothing can be compared.

*Counts suffice.* A step costs the size of the table, whatever the number of sessions.

The expectation-maximisation algorithm is what the papers use; Newton's method (with the box's
active constraints held, and steps halved until the log-likelihood rises) is the default, since
it reaches the same maximum in a few steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .identification import connected_parts, not_identified
from .newton import cell_derivatives, climb, dense_information

MAX_ITERATIONS = {"newton": 200, "em": 100_000}


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


def fit(clicks, plays, *, method="newton", scale="largest", max_iterations=None, tolerance=1e-10):
    r"""The position-based model under which the counts are most likely.

    Parameters
    ----------
    clicks, plays : array_like, shape (n_items, n_positions)
        With 0 <= clicks <= plays; items and positions without plays are allowed and reported.
    method : "newton" or "em"
    scale : "largest" or "first"
        Which examination is 1, in every connected part: the largest (every value is then a
        probability), or that of the part's first position (others may then exceed 1).
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
    if scale not in ("largest", "first"):
        raise ValueError(f'scale must be "largest" or "first"; got {scale!r}')
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
        theta, kappa = _scaled(theta, kappa, part, scale)
        attraction[items], examination[positions] = theta, kappa
    unknown = not_identified(clicks, plays, items, positions, parts)
    return Fit(attraction, examination, float(history[-1]), history.size - 1,
               rule != "max_iterations", not unknown, unknown, rule, method, history)  # fmt: skip


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


def _scaled(theta, kappa, part, scale):
    """The same model with examination 1 at each part's largest, or first, position."""
    theta, kappa = theta.copy(), kappa.copy()
    for label in np.unique(part[1]):
        inside = kappa[part[1] == label]
        unit = inside.max() if scale == "largest" else inside[0]
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
        As `fit`, and where the fit was scaled by another position.
    """
    clicks, plays = checked_table(clicks, plays)
    if fitted.attraction.max() > 1 or fitted.examination.max() > 1:
        raise ValueError('standard errors need a fit with scale="largest"')
    inside = [(vector > 0) & (vector < 1) for vector in (fitted.attraction, fitted.examination)]
    free = np.concatenate(inside)
    logs = np.log(np.where(free, np.concatenate([fitted.attraction, fitted.examination]), 1.0))
    u, v = np.split(logs, [plays.shape[0]])
    curvature = cell_derivatives(u, v, clicks, plays - clicks)[1]
    information = dense_information(curvature)[np.ix_(free, free)]
    errors = np.full(free.size, np.inf)
    values, vectors = np.linalg.eigh(information)
    known = values > 1e-12 * values.max(initial=0)
    if known.all():
        errors[free] = np.sqrt((vectors**2 / values).sum(axis=1)) * np.exp(logs[free])
    errors[plays.shape[0] :][fitted.examination == 1] = 0.0
    return np.split(errors, [plays.shape[0]])
