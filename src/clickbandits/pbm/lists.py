"""How the policies fill a list: by an index, or in turn.

Positions come in any order; "the l-th position" is the l-th most examined one.
"""

from __future__ import annotations

import numpy as np

from ..core import rank


def by_examination(examination: np.ndarray) -> np.ndarray:
    """The positions, most examined first, as an int64 array; ties in the order of the list.

    Raises ValueError on NaN, which stands for an examination that is not known.
    """
    positions = np.empty(examination.size, dtype=np.int64)
    rank(examination, positions)
    return positions


def cyclic_lists(order: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """As many lists as items, one a row, that show every item once at every position.

    `order` of the items slides over the positions: a cyclic Latin square.
    """
    n_items, n_positions = order.size, positions.size
    lists = np.empty((n_items, n_positions), dtype=np.int64)
    lists[:, positions] = order[np.add.outer(np.arange(n_items), np.arange(n_positions)) % n_items]
    return lists


def one_cycle(n_items: int, n_positions: int) -> int:
    """How many rounds `cyclic_lists` takes."""
    return n_items
