"""The best one-to-one assignment of items to positions, compiled.

The method is that of shortest augmenting paths with prices (Jonker and Volgenant 1987). Positions enter
one by one, each along the path of least reduced cost to a free item. The result is exact, and the cost is
O(n_positions² n_items).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..machine_code import kept


class Workspace(NamedTuple):
    """Buffers of `assign`, with one place more than there are items, for the root of a path."""

    position_price: np.ndarray
    item_price: np.ndarray
    owner: np.ndarray
    previous: np.ndarray
    slack: np.ndarray
    scanned: np.ndarray


def workspace(n_items: int, n_positions: int) -> Workspace:
    """Buffers for a table of this size."""
    return Workspace(
        position_price=np.empty(n_positions),
        item_price=np.empty(n_items + 1),
        owner=np.empty(n_items + 1, dtype=np.int64),
        previous=np.empty(n_items + 1, dtype=np.int64),
        slack=np.empty(n_items + 1),
        scanned=np.empty(n_items + 1, dtype=np.bool_),
    )


@kept
def assign(value, action, work):
    """Fill `action` with the items, one per position, that have the largest sum of values.

    Parameters
    ----------
    value : float64 array, shape (n_items, n_positions)
        Finite; at least as many items as positions.
    action : int64 array, shape (n_positions,), filled
    work : Workspace
    """
    n_items, n_positions = value.shape
    work.position_price[:] = 0.0
    work.item_price[:] = 0.0
    work.owner[:] = -1
    for position in range(n_positions):
        item = n_items
        work.owner[item] = position
        work.slack[:] = math.inf
        work.scanned[:] = False
        while work.owner[item] >= 0:
            work.scanned[item] = True
            item = extend(value, item, work)
        while item != n_items:
            before = work.previous[item]
            work.owner[item] = work.owner[before]
            item = before
    for item in range(n_items):
        if work.owner[item] >= 0:
            action[work.owner[item]] = item


@kept
def extend(value, item, work):
    """Scan from the owner of `item`, update the prices, and return the nearest item."""
    n_items = value.shape[0]
    position = work.owner[item]
    nearest, least = -1, math.inf
    for other in range(n_items):
        if not work.scanned[other]:
            cost = -value[other, position] - work.position_price[position] - work.item_price[other]
            if cost < work.slack[other]:
                work.slack[other] = cost
                work.previous[other] = item
            if work.slack[other] < least:
                nearest, least = other, work.slack[other]
    for other in range(n_items + 1):
        if work.scanned[other]:
            work.position_price[work.owner[other]] += least
            work.item_price[other] -= least
        else:
            work.slack[other] -= least
    return nearest
