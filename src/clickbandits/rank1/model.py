"""The rank-1 click model, in which one item is shown at one position and the feedback is one bit.

Katariya et al. (2017), Section 2. Rows are items and columns positions. The learner shows a pair
and sees the product of two independent Bernoulli variables (the user likes the item, the user looks
at the position), which is Bernoulli with the product of their means. If there is no click, the
learner cannot tell which of the two failed.
"""

from __future__ import annotations

from numba import njit
from numpy.typing import ArrayLike

from ..core import UNTIL_NO_CLICK, ClickModel, Problem, vectors
from ..machine_code import kept


def problem(attraction: ArrayLike, examination: ArrayLike) -> Problem:
    """The validated problem of ū = `attraction` (items) and v̄ = `examination` (positions).

    Parameters
    ----------
    attraction : sequence of float, shape (n_items,), in [0, 1]
    examination : sequence of float, shape (n_positions,), in [0, 1]
        Any order, any two sizes, ties and zeros allowed.

    Returns
    -------
    Problem

    Raises
    ------
    ValueError
        If a vector is empty, not one-dimensional, or has a value outside [0, 1] or NaN.
    """
    return vectors(attraction, examination, "[0, 1]", "[0, 1]")


@njit(nogil=True)  # not cached, because numba would miss a change of UNTIL_NO_CLICK
def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    """Play the pair for `n_rounds` rounds (at most `limit`); return the rounds played.

    A stretch of fixed length has binomial clicks. One that lasts until the first round without a
    click has a geometric length. All its rounds but the last have clicks, or all of them if the
    limit cuts it off.
    """
    click = attraction[action[0]] * examination[action[1]]
    if n_rounds == UNTIL_NO_CLICK:
        return _draw_until_no_click(click, limit, rng, clicks)
    return _draw_rounds(click, min(n_rounds, limit), rng, clicks)


@kept
def _draw_until_no_click(click, limit, rng, clicks):
    """The stretch that ends with the first round without a click, or at `limit`."""
    if click == 1.0:
        clicks[0] = limit
        return limit
    length = rng.geometric(1.0 - click)
    clicks[0] = length - 1 if length <= limit else limit
    return min(length, limit)


@kept
def _draw_rounds(click, rounds, rng, clicks):
    """A stretch of a given number of rounds, regardless of clicks."""
    clicks[0] = rng.binomial(rounds, click)
    return rounds


@kept
def reward(attraction, examination, action):
    """Expected clicks per round, ū(i) v̄(j)."""
    return attraction[action[0]] * examination[action[1]]


def optimal_reward(problem: Problem) -> float:
    """The largest entry of the rank-1 matrix, max ū · max v̄."""
    return float(problem.attraction.max() * problem.examination.max())


def n_labels(problem: Problem) -> int:
    """The length of an action, which is an item and a position."""
    return 2


def n_bits(problem: Problem) -> int:
    """The length of the feedback, which is one count of clicks."""
    return 1


MODEL = ClickModel(
    id="rank1",
    draw=draw,
    reward=reward,
    optimal_reward=optimal_reward,
    action_size=n_labels,
    clicks_size=n_bits,
    problem=problem,
    permutes_positions=True,
)
