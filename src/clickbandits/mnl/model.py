"""Multinomial logit choice: at most one click per round.

A list shows item a_k at position k. With w_k = examination × attraction and S = Σ w_k, the user clicks
position k with probability w_k / (1 + S) and nothing with probability 1 / (1 + S)
(Grant and Leslie 2023, equation (1)). An *epoch* shows one list until a round without a click.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from ..core import UNTIL_NO_CLICK, ClickModel, Problem, n_shown, vectors
from ..machine_code import kept


def problem(attraction: ArrayLike, examination: ArrayLike) -> Problem:
    """A validated problem with α of the items and λ of the positions, both in (0, 1].

    Raises ValueError with the violated rule and the value, also if there are more positions than items.
    """
    checked = vectors(attraction, examination, "(0, 1]", "(0, 1]")
    n_items, n_positions = checked.attraction.size, checked.examination.size
    if n_positions > n_items:
        raise ValueError(
            "a list shows every item at most once, so there are at most as many positions as "
            f"items; got {n_positions} positions and {n_items} items"
        )
    return checked


@kept
def weight(attraction, examination, action):
    """S of a list, the sum of λ_k α_{a_k} over the positions."""
    total = 0.0
    for position in range(action.size):
        total += examination[position] * attraction[action[position]]
    return total


@kept
def reward(attraction, examination, action):
    """The probability of a click in a round, S / (1 + S)."""
    total = weight(attraction, examination, action)
    return total / (1.0 + total)


@njit(nogil=True)  # not cached, because numba would not notice a change of UNTIL_NO_CLICK
def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    """Draw a stretch of rounds at once, and fill `clicks` with one count per position.

    Parameters
    ----------
    attraction, examination : float64 arrays, shapes (n_items,) and (n_positions,)
    action : int64 array, shape (n_positions,)
        The item shown at each position.
    n_rounds : int
        A number of rounds, or `UNTIL_NO_CLICK` for an epoch, whose last round has no click.
    limit : int
        The rounds left to the horizon. An epoch that would be longer is cut off there. The game then
        has `limit` clicks and no round without one, with probability (S/(1+S))^limit.
    rng : numpy Generator
    clicks : int64 array, shape (n_positions,), filled

    Returns
    -------
    int
        The number of rounds played.
    """
    total = weight(attraction, examination, action)
    if n_rounds == UNTIL_NO_CLICK:
        return _draw_epoch(attraction, examination, action, total, limit, rng, clicks)
    rounds = min(n_rounds, limit)
    return _draw_rounds(attraction, examination, action, total, rounds, rng, clicks)


@kept
def _draw_epoch(attraction, examination, action, total, limit, rng, clicks):
    """The stretch that ends with the first round without a click, or at `limit`.

    Its length is geometric and independent of the positions of its clicks, so the cut changes only the
    number of clicks.
    """
    length = min(rng.geometric(1.0 / (1.0 + total)), limit + 1)
    _spread(attraction, examination, action, total, length - 1, rng, clicks)
    return min(length, limit)


@kept
def _draw_rounds(attraction, examination, action, total, rounds, rng, clicks):
    """A stretch of a given number of rounds, whatever is clicked."""
    n_clicks = rng.binomial(rounds, total / (1.0 + total))
    _spread(attraction, examination, action, total, n_clicks, rng, clicks)
    return rounds


@kept
def _spread(attraction, examination, action, total, left, rng, clicks):
    """Distribute the clicks over the positions, with a multinomial drawn as successive binomials."""
    rest = total  # may fall below a weight by rounding only
    for position in range(action.size):
        wanted = examination[position] * attraction[action[position]]
        share = 1.0 if position == action.size - 1 or wanted >= rest else wanted / rest
        clicks[position] = rng.binomial(left, share)
        left -= clicks[position]
        rest -= wanted


def optimal_action(problem: Problem) -> np.ndarray:
    """The best list, which has the k-th most attractive item at the k-th most examined position."""
    action = np.empty(problem.examination.size, dtype=np.int64)
    best_items = np.argsort(-problem.attraction, kind="stable")
    action[np.argsort(-problem.examination, kind="stable")] = best_items[: action.size]
    return action


def optimal_reward(problem: Problem) -> float:
    """The largest click probability of a list; S is largest if both orders agree."""
    return float(reward(problem.attraction, problem.examination, optimal_action(problem)))


MODEL = ClickModel("mnl", draw, reward, optimal_reward, n_shown, n_shown, problem)
