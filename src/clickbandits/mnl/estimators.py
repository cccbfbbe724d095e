"""Estimates of attraction and examination from counts of clicks and plays of whole epochs.

The counts are tables of shape (n_items, n_positions). `plays` is the number of epochs in which an item was
shown at a position, and `clicks` the number of clicks that it got there (a cell may have more clicks than
plays). They determine only products of attraction and examination, so one value has to be fixed. As in
Grant and Leslie (2023), Section 2.2, **the first position's examination is 1**.

=================  =====================================================================
`fit_newton`       maximises likelihood (50) by Newton's method (or minimises the deviance)
`fit_em`           maximises likelihood (50) by the EM algorithm, which is monotone
`fit_algorithm_1`  the paper's Algorithm 1, which minimises the deviance, not (50)
`fit_exact`        maximises the likelihood of the epochs themselves, from counts by list
`sensitivities`    derivatives of the fitted attractions with respect to all click counts
=================  =====================================================================

No fit returns NaN or runs forever, because counts without a unique maximiser raise a ValueError that names
the items and positions responsible. `shortfall` bounds the distance of a fit from the best value of its
objective (see `certificate`), and `converged` means that it is at most the tolerance, in nats; for more
than 10^9 clicks, the tolerance per 10^9 clicks.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..shortfall import allowed, settings
from . import certificate, fixed_point, newton
from .identifiability import identified, obstacle_to_algorithm_1
from .list_likelihood import list_log_likelihood, maximise_lists
from .tables import counts, counts_by_cell, list_counts, positive_vectors

Start = tuple[ArrayLike, ArrayLike] | None


class Fit(NamedTuple):
    """A fit, with the estimates and the way in which the iteration ended.

    attraction, examination : float64 arrays, shapes (n_items,) and (n_positions,)
        With examination[0] = 1; not truncated to (0, 1].
    iterations : int
    converged : bool
        Whether `shortfall` is at most the tolerance, in nats; for more than 10^9 clicks, the tolerance
        per 10^9 clicks.
    stopped_by : "tolerance", "limit", or "rounding" if nothing moves any more
    objective : float
        The value reached, which is that of likelihood (50) for `fit_newton` and `fit_em`, of the
        deviance (which falls) for `fit_algorithm_1`, and of the exact likelihood for `fit_exact`.
    shortfall : float
        The best value differs from `objective` by at most this much. Infinite far from the optimum.
    """

    attraction: np.ndarray
    examination: np.ndarray
    iterations: int
    converged: bool
    stopped_by: str
    objective: float
    shortfall: float = math.inf


def fit_newton(
    clicks: ArrayLike,
    plays: ArrayLike,
    *,
    tolerance: float = 1e-9,
    limit: int = 100,
    start: Start = None,
    deviance: bool = False,
) -> Fit:
    """Maximise likelihood (50) by Newton's method in log coordinates.

    Parameters
    ----------
    clicks, plays : arrays of shape (n_items, n_positions)
    tolerance : float
        Stop after a step that moved no log(attraction × examination) by more than this. Because the
        convergence is quadratic, the error is then of the order of its square. The fit has converged
        if its objective is certainly within this distance, in nats, of its best value; for more than
        10^9 clicks, per 10^9 clicks.
    limit : int
        The largest number of steps.
    start : pair (attraction, examination), optional
        The start, for example the last fit; by default the click rates of the margins.
    deviance : bool
        Minimise the deviance instead, which gives the limit of Algorithm 1 in a few steps.

    Returns
    -------
    Fit

    Raises
    ------
    ValueError
        If the tables are not counts, or have no unique maximiser. The message names the items and
        positions responsible. The condition is exact (Zermelo 1929, Ford 1957), see `identifiability`.
    """
    tolerance, limit = settings(tolerance, limit)
    clicks, plays = identified(clicks, plays, deviance := bool(deviance))
    attraction, examination = _start(clicks, plays, start)
    iterations, size = newton.maximise(clicks, plays, attraction, examination, deviance, tolerance, limit)
    table = clicks, plays, attraction, examination
    if deviance:
        gap = certificate.deviance_excess(*table, 0.0, math.inf)
    else:
        gap = certificate.shortfall(*table)
    objective = newton.value(*table, deviance)
    enough = allowed(tolerance, float(clicks.sum()))
    return _fit(attraction, examination, iterations, size > tolerance, objective, gap, enough)


def fit_em(
    clicks: ArrayLike,
    plays: ArrayLike,
    *,
    tolerance: float = 1e-10,
    limit: int = 100_000,
    start: Start = None,
) -> Fit:
    """Maximise likelihood (50) by the EM algorithm, which is slower than Newton's method but as reliable.

    Every step raises the likelihood (unlike the paper's Algorithm 1), from every start towards its
    largest value. The iteration stops when no value moved by more than `tolerance` and the fit has
    converged. On skewed tables that may take more than `limit`
    iterations; `shortfall` then bounds the remaining distance. Parameters, result and errors are those of
    `fit_newton`.
    """
    clicks, plays = identified(clicks, plays, deviance=False)
    table = clicks, plays, *_start(clicks, plays, start)
    method = fixed_point.EM, 0.0, math.inf
    return _iterated(table, method, tolerance, limit, newton.LIKELIHOOD)


def fit_algorithm_1(
    clicks: ArrayLike,
    plays: ArrayLike,
    *,
    tolerance: float = 1e-10,
    limit: int = 100_000,
    start: Start = None,
    bounds: tuple[float, float] = (0.0, math.inf),
    release: bool = False,
) -> Fit:
    """The paper's Algorithm 1: equations (5) and (6) in turn until nothing moves.

    It minimises the deviance Σ N/γ + Ñ log γ, a convex function of the logarithms. It does not maximise
    the likelihood (50), although Lemma 2 states that it does; see the chapter on estimation.

    Parameters
    ----------
    clicks, plays, tolerance, limit, start
        As in `fit_em`; `tolerance` is the paper's ξ.
    bounds : pair of floats
        Every new value is truncated to this range, for example (1e-4, 1) for footnote 4 and the
        range (0, 1] of Section 1.1. With a positive finite range every table has a limit.
    release : bool
        Update λ_1, too, and rescale. This is Sinkhorn's iteration, which has the same limit and is
        mostly far faster.

    Raises
    ------
    ValueError
        As in `fit_newton`. Without bounds, also if the deviance has no minimiser, because Algorithm 1
        would then move forever. (The existence of a minimiser is the stronger condition.)
    """
    floor, cap = (float(bound) for bound in bounds)
    if not 0 <= floor <= 1 <= cap:
        raise ValueError(f"bounds must enclose 1, the value of λ_1; got {bounds}")
    clicks, plays = counts(clicks, plays)
    if not (floor > 0 and cap < math.inf) and (reason := obstacle_to_algorithm_1(clicks, plays)):
        raise ValueError(reason)
    attraction, examination = (np.clip(part, floor, cap) for part in _start(clicks, plays, start))
    table = clicks, plays, attraction, examination
    method = fixed_point.RELEASED if release else fixed_point.PAPER, floor, cap
    return _iterated(table, method, tolerance, limit, newton.DEVIANCE)


def fit_exact(
    lists: ArrayLike, epochs: ArrayLike, clicks: ArrayLike, *, tolerance: float = 1e-9, limit: int = 100
) -> Fit:
    """Maximise the likelihood of the epochs themselves, which needs the clicks by list.

    The clicks of one epoch are not independent, so counts per item and position are not sufficient, but
    distinct lists with their epochs and clicks are.

    Parameters
    ----------
    lists : int array, shape (n_lists, n_positions)
        The item at each position; rows may repeat. Items are numbered 0, 1, ... without gap.
    epochs : array, shape (n_lists,)
        The number of whole epochs in which each list was shown.
    clicks : array, shape (n_lists, n_positions)
        The clicks at each position in these epochs.
    tolerance, limit : as in `fit_newton`

    Raises ValueError as `fit_newton` does: both likelihoods have a maximiser under the same condition.
    """
    tolerance, limit = settings(tolerance, limit)
    lists, epochs, clicks = list_counts(lists, epochs, clicks)
    cell_clicks, cell_plays = identified(*counts_by_cell(lists, epochs, clicks), deviance=False)
    attraction, examination = _start(cell_clicks, cell_plays, None)
    iterations, size = maximise_lists(lists, epochs, clicks, attraction, examination, tolerance, limit)
    table = lists, epochs, clicks, attraction, examination
    gap, objective = certificate.exact_shortfall(*table), list_log_likelihood(*table)
    enough = allowed(tolerance, float(clicks.sum()))
    return _fit(attraction, examination, iterations, size > tolerance, objective, gap, enough)


def log_likelihood(
    clicks: ArrayLike, plays: ArrayLike, attraction: ArrayLike, examination: ArrayLike
) -> float:
    """Log-likelihood (50), as if the clicks of all cells were independent geometric sums.

    `attraction` and `examination` are positive vectors; the factor that does not involve them is omitted.
    """
    clicks, plays = counts(clicks, plays)
    vectors = _vectors("the model", attraction, examination, clicks.shape)
    return newton.value(clicks, plays, *vectors, newton.LIKELIHOOD)


def deviance(clicks: ArrayLike, plays: ArrayLike, attraction: ArrayLike, examination: ArrayLike) -> float:
    """The objective that Algorithm 1 minimises, Σ N/γ + Ñ log γ. Up to a constant and a factor 2 it is the
    deviance of a gamma regression of N/Ñ with weights Ñ and log link."""
    clicks, plays = counts(clicks, plays)
    vectors = _vectors("the model", attraction, examination, clicks.shape)
    return newton.value(clicks, plays, *vectors, newton.DEVIANCE)


def sensitivities(
    clicks: ArrayLike, plays: ArrayLike, fit: Fit | None = None, *, deviance: bool = False
) -> np.ndarray:
    """All derivatives ∂α_i/∂N_jk of the fitted attractions, by the implicit function theorem.

    Parameters
    ----------
    clicks, plays : arrays of shape (n_items, n_positions)
    fit : Fit, optional
        The fit to differentiate; by default `fit_newton(clicks, plays, deviance=deviance)`.
    deviance : bool
        Whether the fit minimises the deviance (Algorithm 1) instead of maximising (50).

    Returns
    -------
    float64 array, shape (n_items, n_items, n_positions)
        [i, j, k] is the derivative of α_i with respect to the clicks of item j at position k. The
        finite differences (15) and (16) of Grant and Leslie (2023) approximate it.
    """
    clicks, plays = identified(clicks, plays, deviance := bool(deviance))
    fit = fit_newton(clicks, plays, deviance=deviance) if fit is None else fit
    if not isinstance(fit, Fit):
        raise ValueError(f"fit must be the Fit that a function of this module returns; got {fit!r}")
    vectors = _vectors("fit", fit.attraction, fit.examination, clicks.shape)
    slopes = np.empty((clicks.shape[0], *clicks.shape))
    newton.differentiate(clicks, plays, *vectors, deviance, slopes)
    return slopes


def _vectors(
    name: str, attraction: ArrayLike, examination: ArrayLike, shape: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """Two positive vectors for a table of this shape, because compiled code does not check their lengths."""
    attraction, examination = positive_vectors(attraction, examination)
    if (attraction.size, examination.size) != shape:
        raise ValueError(
            f"{name} must have one value per item and per position, {shape}; "
            f"got {attraction.size} and {examination.size}"
        )
    return attraction, examination


def _start(clicks: np.ndarray, plays: np.ndarray, start: Start) -> tuple[np.ndarray, np.ndarray]:
    """Copies of the given start, scaled to examination[0] = 1, or the click rates of the margins."""
    if start is not None:
        attraction, examination = _vectors("start", *start, clicks.shape)
        return attraction * examination[0], examination / examination[0]
    attraction, examination = np.empty(clicks.shape[0]), np.empty(clicks.shape[1])
    newton.start(clicks, plays, attraction, examination)
    return attraction, examination


def _iterated(table: tuple, method: tuple, tolerance: float, limit: int, deviance: bool) -> Fit:
    """The fit of a fixed-point method, with smaller and smaller tolerances until the certificate holds."""
    _, floor, cap = method
    tolerance, limit = settings(tolerance, limit)
    iterations, largest, enough = 0, tolerance, allowed(tolerance, float(table[0].sum()))
    while True:
        count, moved = fixed_point.iterate(*table, *method, largest, limit - iterations)
        iterations += count
        objective = newton.value(*table, deviance)
        if deviance:
            gap = certificate.deviance_excess(*table, floor, cap)  # type: ignore[call-arg]
        else:
            gap = certificate.shortfall(*table)
        fit = _fit(*table[2:], iterations, iterations >= limit, objective, gap, enough)  # type: ignore[call-arg]
        if fit.converged or iterations >= limit or moved == 0.0:
            return fit
        largest = min(largest, moved) / 10


def _fit(
    attraction: np.ndarray,
    examination: np.ndarray,
    iterations: int,
    at_limit: bool,
    objective: float,
    gap: float,
    enough: float,
) -> Fit:
    converged = gap <= enough
    stopped_by = "tolerance" if converged else "limit" if at_limit else "rounding"
    return Fit(attraction, examination, iterations, converged, stopped_by, objective, gap)
