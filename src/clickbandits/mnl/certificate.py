"""Bounds, by convex duality, on the distance of a fit from the best value of its objective.

All three objectives are sums over cells (or lists) of a concave function of log γ = log α + log λ,
plus a linear term that depends on the clicks (for the deviance, on the plays) only through their sums by
item and by position. Another table with the same sums may take their place. If each cell is then given
its own best value, the sum is an upper bound on the objective everywhere. Near the maximum a table with
these sums is known, because one Newton step moves log γ by h, and the table of expected clicks, moved to
first order along h, has the sums of the clicks. The bound exceeds the present value by a sum of
divergences, which is about half the squared length of the step.
"""

from __future__ import annotations

import math

import numpy as np

Table = np.ndarray


@np.errstate(all="ignore")
def shortfall(clicks: Table, plays: Table, attraction: Table, examination: Table) -> float:
    """An upper bound on how far likelihood (50) is from its largest value.

    The arguments are those of `newton.value`. The bound is infinite if the Newton step is too long to give
    a table.
    """
    gamma = np.outer(attraction, examination)
    p, rounds = gamma / (1.0 + gamma), clicks + plays
    move = _newton_move(clicks - rounds * p, rounds * p * (1.0 - p))
    parts = p * _times_log(1.0 + (1.0 - p) * move) + (1.0 - p) * _times_log(1.0 - p * move)
    return _total(rounds, parts)


@np.errstate(all="ignore")
def deviance_excess(
    clicks: Table, plays: Table, attraction: Table, examination: Table, floor: float, cap: float
) -> float:
    """An upper bound on how far the deviance is above its least value within [floor, cap].

    A value at an end of the range stays there, and so does one without clicks. The sums of its item or
    position then differ from those of the plays, which adds the remaining slope times the distance to the
    better end.
    """
    values = np.concatenate([attraction, examination])
    silent = np.concatenate([clicks.sum(axis=1), clicks.sum(axis=0)]) == 0
    held = (values <= floor) | (values >= cap) | silent
    held[attraction.size] = False  # the first position's value is fixed and has no better end
    expected = clicks / np.outer(attraction, examination)
    move = _newton_move(expected - plays, expected, held)
    excess = _total(expected, _times_log(1.0 - move))
    missing = plays - expected * (1.0 - move)
    slopes = np.concatenate([missing.sum(axis=1), missing.sum(axis=0)])
    for value, slope, is_held in zip(values, slopes, held, strict=True):
        better = floor if slope > 0 else cap
        if is_held and slope != 0 and value != better:
            excess += abs(slope) * abs(math.log(value / better)) if better > 0 else math.inf
    return excess


@np.errstate(all="ignore")
def exact_shortfall(
    lists: Table, epochs: Table, clicks: Table, attraction: Table, examination: Table
) -> float:
    """The same for the exact likelihood of epochs, from counts by list as in `fit_exact`."""
    n_items, n_positions = attraction.size, examination.size
    gamma = attraction[lists] * examination
    p = gamma / (1.0 + gamma.sum(axis=1, keepdims=True))
    rounds = (epochs + clicks.sum(axis=1))[:, None]
    design = np.zeros((*lists.shape, n_items + n_positions))
    rows, places = np.indices(lists.shape)
    design[rows, places, lists] = 1.0
    design[rows, places, n_items + places] = 1.0
    mean = np.einsum("ik,ikm->im", p, design)
    information = np.einsum("ik,ikm,ikn->mn", rounds * p, design, design)
    information -= np.einsum("i,im,in->mn", rounds[:, 0], mean, mean)
    step = _solved(information, np.einsum("ik,ikm->m", clicks - rounds * p, design), n_items)
    move = design @ step
    average = np.sum(p * move, axis=1, keepdims=True)  # the move of "no click" is 0
    nothing = 1.0 - p.sum(axis=1, keepdims=True)
    parts = np.sum(p * _times_log(1.0 + move - average), axis=1, keepdims=True)
    return _total(rounds, parts + nothing * _times_log(1.0 - average))


def _total(weight: Table, parts: Table) -> float:
    total = float(np.sum(np.where(weight > 0, weight * parts, 0.0)))
    return total if total >= 0 else math.inf  # nan is not


def _newton_move(score: Table, weight: Table, held: Table | None = None) -> Table:
    """The move of every log γ in one Newton step; `weight` is minus the second derivative of a cell."""
    n_items, _ = score.shape
    items, positions = weight.sum(axis=1), weight.sum(axis=0)
    information = np.block([[np.diag(items), weight], [weight.T, np.diag(positions)]])
    step = _solved(information, np.concatenate([score.sum(axis=1), score.sum(axis=0)]), n_items, held)
    return np.add.outer(step[:n_items], step[n_items:])


def _solved(information: Table, score: Table, fixed: int, held: Table | None = None) -> Table:
    """The Newton step that keeps one coordinate, the first position's, and the held ones in place."""
    free = np.arange(score.size) != fixed
    if held is not None:
        free &= ~held
    step = np.zeros_like(score)
    scale = np.sqrt(np.diag(information)[free])  # tables may be skewed by many powers of ten
    matrix = information[np.ix_(free, free)] / np.outer(scale, scale)
    try:
        step[free] = np.linalg.solve(matrix, score[free] / scale) / scale
    except np.linalg.LinAlgError:
        step[free] = math.nan
    return step


def _times_log(ratio: Table) -> Table:
    """x log x − x + 1, never negative; 1 at x = 0 and infinite below."""
    near = ratio - 1.0
    exact = ratio * np.log(np.where(ratio > 0, ratio, 1.0)) - near
    close = abs(near) < 1e-4
    return np.where(ratio < 0, math.inf, np.where(close, near**2 / 2 - near**3 / 6, exact))
