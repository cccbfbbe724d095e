"""Validation of tables of counts, and the table that belongs to counts by list."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from ..machine_code import kept


@kept
def _are_counts(clicks, plays):
    """Whether all counts are finite and not negative, with clicks only where there are plays."""
    for j in range(clicks.shape[0]):
        for k in range(clicks.shape[1]):
            if not (0.0 <= clicks[j, k] < math.inf and 0.0 <= plays[j, k] < math.inf):
                return False
            if clicks[j, k] > 0.0 and plays[j, k] == 0.0:
                return False
    return True


def counts(clicks, plays) -> tuple[np.ndarray, np.ndarray]:
    """Two validated float64 tables of the same shape (n_items, n_positions).

    Raises ValueError with the rule, the value and its cell for a wrong shape, a negative or infinite
    count, or clicks in a cell that was not shown.
    """
    clicks = np.ascontiguousarray(clicks, dtype=np.float64)
    plays = np.ascontiguousarray(plays, dtype=np.float64)
    if clicks.ndim != 2 or clicks.shape != plays.shape or clicks.size == 0:
        raise ValueError(
            "clicks and plays must be tables of the same shape (n_items, n_positions); "
            f"got {clicks.shape} and {plays.shape}"
        )
    if not _are_counts(clicks, plays):
        raise ValueError(_fault(clicks, plays))
    return clicks, plays


def _fault(clicks, plays):
    for name, table in (("clicks", clicks), ("plays", plays)):
        wrong = np.argwhere(~((table >= 0) & (table < math.inf)))
        if wrong.size:
            j, k = wrong[0]
            return (
                f"{name} must be counts, finite and not negative; "
                f"got {table[j, k]} at item {j + 1}, position {k + 1}"
            )
    j, k = np.argwhere((clicks > 0) & (plays == 0))[0]
    return (
        "an item can be clicked only where it was shown; "
        f"got {clicks[j, k]:g} clicks without a play at item {j + 1}, position {k + 1}"
    )


def list_counts(lists, epochs, clicks) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Validated counts by list: int64 (n_lists, n_positions), float64 (n_lists,), float64.

    Raises ValueError for other shapes, item numbers that are not whole and from 0 on or have large gaps, an
    item twice in a list, or values that are not counts.
    """
    lists = np.ascontiguousarray(lists)
    epochs = np.ascontiguousarray(epochs, dtype=np.float64)
    clicks = np.ascontiguousarray(clicks, dtype=np.float64)
    if lists.ndim != 2 or clicks.shape != lists.shape or epochs.shape != lists.shape[:1]:
        raise ValueError(
            "lists and clicks must have shape (n_lists, n_positions) and epochs (n_lists,); "
            f"got {lists.shape}, {clicks.shape} and {epochs.shape}"
        )
    if lists.dtype.kind not in "iu" or lists.size == 0 or lists.min() < 0:
        raise ValueError("lists must hold item numbers, whole and from 0 on")
    if lists.max() > 10 * lists.size:  # a table of all items might not fit into the memory
        raise ValueError(f"items must be numbered 0, 1, ... without gap; got item {lists.max()}")
    ordered = np.sort(lists, axis=1)
    twice = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
    if twice.size:
        shown = lists[twice[0]].tolist()
        raise ValueError(f"a list shows an item at most once; got {shown} in list {twice[0] + 1}")
    if not _are_counts(clicks, np.broadcast_to(epochs[:, None], lists.shape)):
        raise ValueError(
            "epochs and clicks must be counts, finite and not negative, and a list can be clicked "
            "only if it was shown"
        )
    return lists.astype(np.int64), epochs, clicks


def counts_by_cell(lists, epochs, clicks) -> tuple[np.ndarray, np.ndarray]:
    """The tables (clicks, plays) of shape (n_items, n_positions) that belong to counts by list.

    Raises ValueError as `list_counts` does.
    """
    lists, epochs, clicks = list_counts(lists, epochs, clicks)
    shape = (int(lists.max()) + 1, lists.shape[1])
    cell_clicks, cell_plays = np.zeros(shape), np.zeros(shape)
    positions = np.broadcast_to(np.arange(lists.shape[1]), lists.shape)
    np.add.at(cell_clicks, (lists, positions), clicks)
    np.add.at(cell_plays, (lists, positions), np.broadcast_to(epochs[:, None], lists.shape))
    return cell_clicks, cell_plays


def positive_vectors(attraction: ArrayLike, examination: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Both as float64 vectors; raises ValueError unless all values are positive and finite."""
    attraction = np.ascontiguousarray(attraction, dtype=np.float64)
    examination = np.ascontiguousarray(examination, dtype=np.float64)
    for name, values in (("attraction", attraction), ("examination", examination)):
        if not (values.ndim == 1 and values.min() > 0 and values.max() < np.inf):
            raise ValueError(f"{name} must be a vector of positive numbers; got {values}")
    return attraction, examination
