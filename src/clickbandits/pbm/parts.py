"""The parts of a table of counts that the likelihood treats by themselves.

A cell in which every display was clicked adds S log θ + S log κ, one term per vector. So the
log-likelihood is a sum over the parts that are joined by cells with a display without a click.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components


class Parts(NamedTuple):
    """The parts of the items and positions that have clicks.

    items, positions : int arrays, the label of the part of every item and position
    surplus : float64 array, by label
        The clicks of the part's items less those of its positions, without rounding errors except in
        the last digit. Multiplying its attractions by c and dividing its examinations by c adds
        `surplus` times log c to the log-likelihood.
    """

    items: np.ndarray
    positions: np.ndarray
    surplus: np.ndarray

    @property
    def even(self) -> list[int]:
        """The labels of the parts without a surplus, whose likelihood does not depend on the scale."""
        return np.flatnonzero(self.surplus == 0).tolist()


def likelihood_parts(clicks, plays) -> Parts:
    """The parts of a table in which every item and every position has clicks."""
    items, positions = np.split(components(plays > clicks), [plays.shape[0]])
    terms = defaultdict(list)
    for item, position in np.argwhere((clicks > 0) & (items[:, None] != positions)):
        terms[items[item]].append(clicks[item, position])
        terms[positions[position]].append(-clicks[item, position])
    labels = range(1 + max(items.max(), positions.max()))
    return Parts(items, positions, np.array([math.fsum(terms[label]) for label in labels]))


def connected_parts(clicks, plays):
    """The items and positions that have clicks, and the connected parts of their graph.

    Returns two boolean arrays and the label of the part of every item, then of every position;
    an item is joined to the positions at which it was played, if both have clicks.
    """
    items, positions = clicks.sum(axis=1) > 0, clicks.sum(axis=0) > 0
    return items, positions, components((plays > 0) & items[:, None] & positions)


def components(joined):
    """The label of the connected part of every item, then of every position, of a boolean table."""
    item, position = np.nonzero(joined)
    size = sum(joined.shape)
    graph = coo_array((np.ones(item.size), (item, joined.shape[0] + position)), shape=(size, size))
    return connected_components(graph, directed=False)[1]
