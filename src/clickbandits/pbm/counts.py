"""Validation of designs and counts: `(clicks, plays)`, one row an item and one column a position.

Every function raises ValueError with the rule and the value that breaks it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..core import vectors


def checked_plays(plays: ArrayLike, examination: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Checked plays and examination."""
    examination = vectors([0.0], examination, "[0, 1]", "(0, 1]").examination
    plays = np.asarray(plays, dtype=np.float64)
    if plays.ndim not in (1, 2) or plays.shape[-1] != examination.size or plays.size == 0:
        raise ValueError(
            f"plays must have shape (n_items, {examination.size}) or ({examination.size},), "
            f"one column a position; got {plays.shape}"
        )
    bad = ~((plays >= 0) & (plays < np.inf))
    if bad.any():
        raise ValueError(f"plays must be finite and at least 0; got {plays[bad].flat[0]}")
    idle = np.atleast_1d(plays.sum(axis=-1) == 0)
    if idle.any():
        raise ValueError(
            f"an item must have been played; got 0 plays of item {np.flatnonzero(idle)[0] + 1}"
        )
    return plays, examination


def checked_counts(
    clicks: ArrayLike, plays: ArrayLike, examination: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Checked clicks, plays and examination."""
    plays, examination = checked_plays(plays, examination)
    clicks = np.asarray(clicks, dtype=np.float64)
    if clicks.shape != plays.shape:
        raise ValueError(
            f"clicks and plays must have one shape; got {clicks.shape} and {plays.shape}"
        )
    bad = ~((clicks >= 0) & (clicks <= plays))
    if bad.any():
        raise ValueError(
            "clicks must lie between 0 and plays; "
            f"got {clicks[bad].flat[0]} clicks in {plays[bad].flat[0]} plays"
        )
    return clicks, plays, examination


def checked_design(
    attraction: ArrayLike, examination: ArrayLike, plays: ArrayLike, attraction_range: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Checked attraction (with a last axis for the positions), examination and plays."""
    checked = vectors(np.atleast_1d(attraction), examination, attraction_range, "(0, 1]")
    plays, examination = checked_plays(plays, examination)
    if np.shape(attraction) != plays.shape[:-1]:
        raise ValueError(
            "attraction must be a number an item of plays, or a scalar where plays is of one item; "
            f"got shapes {np.shape(attraction)} and {plays.shape}"
        )
    return checked.attraction.reshape((*plays.shape[:-1], 1)), examination, plays
