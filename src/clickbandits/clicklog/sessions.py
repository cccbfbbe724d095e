"""Counting sessions that are already in arrays, one row a displayed page."""

from __future__ import annotations

import numpy as np
from numba import njit


def count_sessions(shown, clicked, n_items: int) -> tuple[np.ndarray, np.ndarray]:
    """Count clicks and plays of pages in arrays.

    Parameters
    ----------
    shown : integer array, shape (n_pages, n_positions)
        The item at each position, from 0; -1 where the page showed none.
    clicked : bool or integer array of the same shape
        Anything but 0 counts as one click; a click without an item is not counted.
    n_items : int

    Returns
    -------
    clicks, plays : int64 arrays, shape (n_items, n_positions)

    Raises
    ------
    ValueError
        Where shapes differ, or an item is not one of -1, 0, ..., n_items - 1.
    """
    shown, clicked = np.asarray(shown), np.asarray(clicked)
    if shown.ndim != 2 or shown.shape != clicked.shape or shown.dtype.kind not in "iu":
        raise ValueError(
            "shown must be integers and clicked of the same shape (n_pages, n_positions); "
            f"got {shown.dtype} {shown.shape} and {clicked.shape}"
        )
    clicks = np.zeros((n_items, shown.shape[1]), dtype=np.int64)
    plays = np.zeros_like(clicks)
    bad = _count(shown, clicked, clicks, plays)
    if bad >= 0:
        raise ValueError(
            f"an item must lie between -1 and {n_items - 1}; "
            f"got {shown[bad].min()} to {shown[bad].max()} on page {bad + 1}"
        )
    return clicks, plays


@njit(nogil=True, cache=True)
def _count(shown, clicked, clicks, plays):
    """Fill the counts; the first page with an item out of range, or -1."""
    for page in range(shown.shape[0]):
        for position in range(shown.shape[1]):
            item = shown[page, position]
            if item < -1 or item >= clicks.shape[0]:
                return page
            if item >= 0:
                plays[item, position] += 1
                if clicked[page, position]:
                    clicks[item, position] += 1
    return -1
