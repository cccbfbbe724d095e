"""The position-based click model (Lagrée et al. 2016, Section 2).

The item at a position is examined with the position's probability and, if examined, clicked with its
attraction. The clicks of a round are independent, with probability examination times attraction. An
action is the items by position, and the clicks are one count per position.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from ..core import UNTIL_NO_CLICK, ClickModel, Problem, n_shown, pair, vectors
from ..machine_code import kept


def problem(attraction: ArrayLike, examination: ArrayLike) -> Problem:
    """A problem of the position-based model, in the caller's order.

    Parameters
    ----------
    attraction : array_like, shape (n_items,)
        Probability of a click on each item once it is examined, in [0, 1].
    examination : array_like, shape (n_positions,)
        Probability that each position is examined, in (0, 1].

    Raises
    ------
    ValueError
        If a value is out of its range or there are more positions than items.
    """
    checked = vectors(attraction, examination, "[0, 1]", "(0, 1]")
    n_items, n_positions = checked.attraction.size, checked.examination.size
    if n_positions > n_items:
        raise ValueError(
            "a list shows an item once, so there are at most as many positions as items; "
            f"got {n_positions} positions and {n_items} items"
        )
    return checked


@njit(nogil=True)  # not cached, because numba would not notice a change of UNTIL_NO_CLICK
def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    """Draw the clicks of a stretch of rounds with one action; return its number of rounds.

    `n_rounds` is the number of rounds in which the action is shown, or UNTIL_NO_CLICK; at most `limit`
    rounds are drawn. `clicks`, one count per position, is overwritten.
    """
    if n_rounds == UNTIL_NO_CLICK:
        return _draw_until_no_click(attraction, examination, action, limit, rng, clicks)
    if n_rounds == 1:
        for position in range(action.size):
            chance = examination[position] * attraction[action[position]]
            clicks[position] = 1 if rng.random() < chance else 0
        return 1
    return _draw_rounds(attraction, examination, action, min(n_rounds, limit), rng, clicks)


@kept
def _draw_rounds(attraction, examination, action, rounds, rng, clicks):
    """A stretch of a given number of rounds, whatever is clicked."""
    for position in range(action.size):
        chance = examination[position] * attraction[action[position]]
        clicks[position] = rng.binomial(rounds, chance)
    return rounds


@kept
def _draw_until_no_click(attraction, examination, action, limit, rng, clicks):
    """The stretch that ends with the first round without any click, or at `limit`.

    Its length is geometric, and every round before the last has a click. The position of the first
    click of such a round has the model's probabilities, given that there is a click, and the
    positions below it are clicked independently.
    """
    silence = 1.0
    for position in range(action.size):
        silence *= 1.0 - examination[position] * attraction[action[position]]
    rounds = limit
    clicked = limit
    if silence == 1.0:
        length = 0.0
    elif silence == 0.0:
        length = math.inf
    else:
        length = math.floor(rng.standard_exponential() / -math.log1p(-silence))
    if length < limit:
        clicked = int(length)
        rounds = clicked + 1
    # click_below[l]: probability of a click at l or below, summed so that nothing cancels
    click_below = np.zeros(action.size + 1)
    for position in range(action.size - 1, -1, -1):
        chance = examination[position] * attraction[action[position]]
        click_below[position] = chance + (1.0 - chance) * click_below[position + 1]
    waiting = clicked
    for position in range(action.size):
        chance = examination[position] * attraction[action[position]]
        first = 0
        if waiting > 0:
            first = rng.binomial(waiting, min(1.0, chance / click_below[position]))
        clicks[position] = first + rng.binomial(clicked - waiting, chance)
        waiting -= first
    return rounds


@kept
def reward(attraction, examination, action):
    """Expected clicks of a round, which are the sum of examination times attraction over the list."""
    total = 0.0
    for position in range(action.size):
        total += examination[position] * attraction[action[position]]
    return total


def optimal_reward(problem: Problem) -> float:
    """Expected clicks of the best list, which has the best items at the most examined positions."""
    attraction, examination = problem
    best = np.sort(attraction)[::-1][: examination.size]
    return float(np.sort(examination)[::-1] @ best)


_problem = problem  # for functions with an argument of this name


def expected_clicks(problem: Problem, action: ArrayLike) -> float:
    """The expected number of clicks of one round that shows a list.

    Parameters
    ----------
    problem : Problem
        Attractions in [0, 1] and examinations in (0, 1].
    action : array_like of int, shape (n_positions,)
        The item at each position, counted from 0, every item at most once.

    Returns
    -------
    float
        The sum over the positions of examination times attraction.

    Raises
    ------
    ValueError
        If the problem is not one of the position-based model, or the list cannot be shown.

    Examples
    --------
    >>> from clickbandits.pbm import expected_clicks, problem
    >>> print(round(expected_clicks(problem([0.6, 0.5, 0.2], [0.9, 0.3]), [0, 1]), 2))
    0.69
    """
    attraction, examination = _problem(*pair(problem))
    shown = np.asarray(action)
    if shown.shape != examination.shape or shown.dtype.kind not in "iu":
        raise ValueError(
            f"a list has one item per position, here {examination.size} whole numbers; got {action!r}"
        )
    if shown.min() < 0 or shown.max() >= attraction.size or np.unique(shown).size < shown.size:
        raise ValueError(
            f"a list shows different items, from 0 to {attraction.size - 1}; got {shown.tolist()}"
        )
    return float(reward(attraction, examination, shown.astype(np.int64)))


def gap(problem: Problem, action: ArrayLike) -> float:
    """The expected clicks that a round with a list loses compared with the best list, at least 0.

    Parameters and errors as for `expected_clicks`.

    Examples
    --------
    >>> from clickbandits.pbm import gap, problem
    >>> print(round(gap(problem([0.6, 0.5, 0.2], [0.9, 0.3]), [1, 0]), 2))  # the best two swapped
    0.06
    """
    lost = optimal_reward(_problem(*pair(problem))) - expected_clicks(problem, action)
    return max(0.0, lost)  # the two sums may differ in their last bits


MODEL = ClickModel(
    id="pbm",
    draw=draw,
    reward=reward,
    optimal_reward=optimal_reward,
    action_size=n_shown,
    clicks_size=n_shown,
    problem=problem,
)
