"""What one list is worth in the position-based model: its expected clicks, and its gap."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..core import Problem
from .model import optimal_reward, reward
from .model import problem as validated


def expected_clicks(problem: Problem, action: ArrayLike) -> float:
    """The expected number of clicks of one round that shows a list.

    Parameters
    ----------
    problem : Problem
        Attractions in [0, 1] and examinations in (0, 1].
    action : array_like of int, shape (n_positions,)
        The item at each position, from 0, every item once at most.

    Returns
    -------
    float
        The sum over the positions of examination times attraction.

    Raises
    ------
    ValueError
        Where the problem is not one of the position-based model, or the list cannot be shown.

    Examples
    --------
    >>> from clickbandits.pbm import expected_clicks, problem
    >>> print(round(expected_clicks(problem([0.6, 0.5, 0.2], [0.9, 0.3]), [0, 1]), 2))
    0.69
    """
    attraction, examination = validated(*problem)
    shown = np.asarray(action)
    if shown.shape != examination.shape or shown.dtype.kind not in "iu":
        raise ValueError(
            f"a list has one item a position, {examination.size} whole numbers; got {action!r}"
        )
    if shown.min() < 0 or shown.max() >= attraction.size or np.unique(shown).size < shown.size:
        raise ValueError(
            f"a list shows different items, from 0 to {attraction.size - 1}; got {shown.tolist()}"
        )
    return float(reward(attraction, examination, shown.astype(np.int64)))


def gap(problem: Problem, action: ArrayLike) -> float:
    """How many clicks a round with this list loses on average against the best list.

    Parameters
    ----------
    problem : Problem
        Attractions in [0, 1] and examinations in (0, 1].
    action : array_like of int, shape (n_positions,)
        The item at each position, from 0, every item once at most.

    Returns
    -------
    float
        The expected clicks of the best list less those of this one, never below 0.

    Raises
    ------
    ValueError
        Where `expected_clicks` does.

    Examples
    --------
    >>> from clickbandits.pbm import gap, problem
    >>> print(round(gap(problem([0.6, 0.5, 0.2], [0.9, 0.3]), [1, 0]), 2))  # the best two swapped
    0.06
    """
    lost = optimal_reward(validated(*problem)) - expected_clicks(problem, action)
    return max(0.0, lost)  # the two sums may differ in their last bits
