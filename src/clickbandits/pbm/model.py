"""The position-based click model (Lagrée et al. 2016, Section 2).

The item at a position is examined with the position's probability and, when examined, clicked
with its attraction: the clicks of a round are independent, of probability examination times
attraction. An action is the items by position, and the clicks are one count a position.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from ..core import UNTIL_NO_CLICK, ClickModel, Problem, n_shown, vectors


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
        Where a value is out of its range or there are more positions than items.
    """
    checked = vectors(attraction, examination, "[0, 1]", "(0, 1]")
    n_items, n_positions = checked.attraction.size, checked.examination.size
    if n_positions > n_items:
        raise ValueError(
            "a list shows an item once, so there are at most as many positions as items; "
            f"got {n_positions} positions and {n_items} items"
        )
    return checked


@njit(nogil=True)  # not cached: numba would not see UNTIL_NO_CLICK change
def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    """Draw the clicks of a stretch of rounds with one action; return its number of rounds.

    `n_rounds` is how long the action is shown, or UNTIL_NO_CLICK; never more than `limit` rounds
    are drawn. `clicks`, one count a position, is overwritten.
    """
    if n_rounds == UNTIL_NO_CLICK:
        return _draw_until_no_click(attraction, examination, action, limit, rng, clicks)
    if n_rounds == 1:
        for position in range(action.size):
            chance = examination[position] * attraction[action[position]]
            clicks[position] = 1 if rng.random() < chance else 0
        return 1
    return _draw_rounds(attraction, examination, action, min(n_rounds, limit), rng, clicks)


@njit(nogil=True, cache=True)
def _draw_rounds(attraction, examination, action, rounds, rng, clicks):
    """A stretch of so many rounds, whatever is clicked."""
    for position in range(action.size):
        chance = examination[position] * attraction[action[position]]
        clicks[position] = rng.binomial(rounds, chance)
    return rounds


@njit(nogil=True, cache=True)
def _draw_until_no_click(attraction, examination, action, limit, rng, clicks):
    """The stretch that ends with the first round without any click, or at `limit`.

    Its length is geometric, and every round before the last has a click: the first click of
    such a round is at a position with the probabilities of the model given that it comes, and
    the positions below it are clicked independently.
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


@njit(nogil=True, cache=True)
def reward(attraction, examination, action):
    """Expected clicks of a round: the sum of examination times attraction over the list."""
    total = 0.0
    for position in range(action.size):
        total += examination[position] * attraction[action[position]]
    return total


def optimal_reward(problem: Problem) -> float:
    """Expected clicks of the best list: the best items at the most examined positions."""
    attraction, examination = problem
    best = np.sort(attraction)[::-1][: examination.size]
    return float(np.sort(examination)[::-1] @ best)


MODEL = ClickModel(
    id="pbm",
    draw=draw,
    reward=reward,
    optimal_reward=optimal_reward,
    action_size=n_shown,
    clicks_size=n_shown,
    problem=problem,
)
