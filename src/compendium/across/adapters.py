r"""Adapters with which a policy plays a game that it was not made for, each of a few lines, on purpose.

**Epochs.** An epoch ends with the first round without *any* click, and all its clicks are counted by
position. That is the meaning of `UNTIL_NO_CLICK` under each click model, so the policies
that show epochs need no adapter. `lists.factor` gives the limits of their estimates.

**One pair.** The game of the rank-1 paper is a list with one slot. A policy that knows the
examination plays the items at the most examined position (`best_slot`). A policy that does not know it
has to find the pair, so the pairs are the items of the one slot (`every_pair`).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from clickbandits.core import UNTIL_NO_CLICK, ClickModel, Problem
from clickbandits.machine_code import kept
from clickbandits.mnl import model as mnl
from clickbandits.rank1 import model as rank1


def best_slot(problem: Problem) -> Problem:
    """The one-slot list at the most examined position, for a policy that can identify it."""
    return Problem(problem.attraction, np.array([problem.examination.max()]))


def every_pair(problem: Problem) -> Problem:
    """The one-slot list whose items are the pairs, for a policy that has to find the position.

    Pair (i, l) has attraction θ_i κ_l, and the slot is examined with certainty.
    """
    return Problem(np.outer(*problem).ravel(), np.ones(1))


@njit(nogil=True)  # not cached, because numba would not notice a change of UNTIL_NO_CLICK
def draw_pair(attraction, examination, action, n_rounds, limit, rng, clicks):
    """Draw a stretch of one pair of weight w, which is clicked with probability w / (1 + w) per round."""
    weight = attraction[action[0]] * examination[action[1]]
    if n_rounds == UNTIL_NO_CLICK:
        return _draw_epoch(weight, limit, rng, clicks)
    return _draw_rounds(weight, min(n_rounds, limit), rng, clicks)


@kept
def _draw_epoch(weight, limit, rng, clicks):
    """The stretch that ends with the first round without a click, or at `limit`."""
    length = min(rng.geometric(1.0 / (1.0 + weight)), limit + 1)
    clicks[0] = length - 1
    return min(length, limit)


@kept
def _draw_rounds(weight, rounds, rng, clicks):
    """A stretch of a given number of rounds, whatever is clicked."""
    clicks[0] = rng.binomial(rounds, weight / (1.0 + weight))
    return rounds


@kept
def reward_pair(attraction, examination, action):
    """Expected clicks of one round of a pair, w / (1 + w)."""
    weight = attraction[action[0]] * examination[action[1]]
    return weight / (1.0 + weight)


def optimal_reward_pair(problem: Problem) -> float:
    """The most attractive item at the most examined position."""
    weight = float(problem.attraction.max() * problem.examination.max())
    return weight / (1.0 + weight)


MNL_PAIR = ClickModel(
    id="mnl-pair",
    draw=draw_pair,
    reward=reward_pair,
    optimal_reward=optimal_reward_pair,
    action_size=rank1.n_labels,
    clicks_size=rank1.n_bits,
    problem=mnl.problem,
    permutes_positions=True,
)
"""The multinomial logit model of a list with one slot, in which the policy also chooses the position."""
