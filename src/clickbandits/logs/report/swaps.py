"""Which positions to exchange now and then, so that the log tells more."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from ...pbm.fitting import connected_parts
from .study import Study

SHARE = 0.1
"""Of the log's pages, shown once more."""

MOST_POSITIONS = 20
"""Positions with most displays, among which exchanges are tried."""

FEWEST_GAIN = 0.01


class Swap(NamedTuple):
    """Two positions, from 1, and what their exchange on new pages is worth.

    gain : float, the share by which the mean standard error of the logarithms of examination is
        smaller than after as many new pages without the exchange
    """

    first: int
    second: int
    gain: float


def swaps(study: Study, number: int = 3) -> tuple[Swap, ...]:
    """The exchanges that tell most about examination; none where none tells more than waiting.

    One page in ten of the log is shown again, with the items of two positions exchanged, or as it
    was. The Fisher information of both logs is compared, at the fit.
    """
    _, plays = study.table
    theta, kappa = study.fitted.attraction, study.fitted.examination
    live = np.ix_(theta > 0, kappa > 0)
    plays, theta, kappa = plays[live].astype(float), theta[theta > 0], kappa[kappa > 0]
    places = study.positions[study.fitted.examination > 0] + 1
    if theta.size < 2 or kappa.size < 2:
        return ()
    odds = np.outer(theta, kappa)
    odds = odds / np.maximum(1 - odds, 1e-6)
    unit = int(np.argmax(kappa))
    waiting = _error((1 + SHARE) * plays * odds, unit)
    tried = np.sort(np.argsort(-plays.sum(axis=0), kind="stable")[:MOST_POSITIONS])
    found = []
    for one, other in itertools.combinations(tried.tolist(), 2):
        again = plays.copy()
        again[:, [one, other]] = plays[:, [other, one]]
        gain = 1 - _error((plays + SHARE * again) * odds, unit) / waiting
        if gain >= FEWEST_GAIN:
            found.append(Swap(int(places[one]), int(places[other]), gain))
    return tuple(sorted(found, key=lambda swap: -swap.gain)[:number])


def _error(information: np.ndarray, unit: int) -> float:
    """Mean standard error of log κ, items eliminated, `unit` being held at 1."""
    rows = information.sum(axis=1)
    reduced = np.diag(information.sum(axis=0)) - information.T @ (information / rows[:, None])
    others = np.arange(information.shape[1]) != unit
    covariance = np.linalg.inv(reduced[np.ix_(others, others)])
    return float(np.sqrt(np.diag(covariance)).mean())


def joining(study: Study) -> tuple[tuple[int, int], ...]:
    """For each part of the log that nothing joins to the main one: two positions to exchange."""
    _, positions, parts = connected_parts(study.clicks, study.plays)
    of_position = parts[study.clicks.shape[0] :]
    shown = study.plays.sum(axis=0)
    inside = study.positions[positions[study.positions]]
    if inside.size == 0:
        return ()
    main = int(inside[np.argmax(shown[inside])])
    pairs = []
    for part in np.unique(of_position[positions]):
        members = np.flatnonzero(positions & (of_position == part))
        if of_position[main] != part:
            pairs.append((main + 1, int(members[np.argmax(shown[members])]) + 1))
    return tuple(pairs)
