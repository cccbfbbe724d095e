"""The positions to exchange now and then to make the log more informative."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from ..pairs import position_totals
from ..solver import comparisons
from .study import Study

SHARE = 0.1
"""The share of the log's pages that are shown once more."""

MOST_POSITIONS = 20
"""The number of positions, those with the most displays, among which exchanges are tried."""

FEWEST_GAIN = 0.01


class Swap(NamedTuple):
    """Two positions, from 1, and the gain from their exchange on new pages.

    gain : float, the share by which the mean standard error of the logarithms of examination is
        smaller than after as many new pages without the exchange
    """

    first: int
    second: int
    gain: float


def swaps(study: Study, number: int = 3) -> tuple[Swap, ...]:
    """The most informative exchanges, or none if none is more informative than waiting.

    One page in ten of the log is shown again, either with the items of two positions exchanged or as it
    was. The Fisher information of both logs is compared at the fit.
    """
    clicks, plays = study.table
    theta, kappa = study.attraction.value, study.examination.value
    clicked = clicks.sum(axis=1) > 0, clicks.sum(axis=0) > 0
    plays, theta, kappa = plays[np.ix_(*clicked)], theta[clicked[0]], kappa[clicked[1]]
    places = study.positions[clicked[1]] + 1
    if theta.size < 2 or kappa.size < 2:
        return ()
    odds = np.outer(theta, kappa)
    odds = odds / np.maximum(1 - odds, 1e-6)
    unit = int(np.argmax(kappa))
    waiting = _error((1 + SHARE) * plays * odds, unit)
    tried = np.sort(np.argsort(-plays.sum(axis=0), kind="stable")[:MOST_POSITIONS])
    exchanges = []
    for one, other in itertools.combinations(tried.tolist(), 2):
        again = plays.copy()
        again[:, [one, other]] = plays[:, [other, one]]
        gain = 1 - _error((plays + SHARE * again) * odds, unit) / waiting
        if gain >= FEWEST_GAIN:
            exchanges.append(Swap(int(places[one]), int(places[other]), gain))
    return tuple(sorted(exchanges, key=lambda swap: -swap.gain)[:number])


def _error(information: np.ndarray, unit: int) -> float:
    """Mean standard error of log κ after eliminating the items, with `unit` fixed at 1."""
    rows = information.sum(axis=1)
    reduced = np.diag(information.sum(axis=0)) - information.T @ (information / rows[:, None])
    others = np.arange(information.shape[1]) != unit
    covariance = np.linalg.inv(reduced[np.ix_(others, others)])
    return float(np.sqrt(np.diag(covariance)).mean())


def joining(study: Study) -> tuple[tuple[int, int], ...]:
    """Two positions to exchange for each part of the log that is not connected with the main part."""
    fit = study.fit
    clicks, plays = position_totals(fit.cells, fit.examination.size)
    part = comparisons(fit.cells, clicks)[1]
    main = part[fit.reference]
    most = {x: int(np.where(part == x, plays, -1).argmax()) + 1 for x in np.unique(part[part >= 0])}
    return tuple((most[main], place) for x, place in most.items() if x != main)
