r"""UCB1 and KL-UCB, which treat every pair of an item and a position as an arm of its own.

UCB1 is a baseline of Katariya et al. (2017), Section 5. They left out KL-UCB. After one play of
every arm, in random order, the arm of largest index is played; after t rounds the indices of an
arm with S clicks in N plays are

.. math:: \frac SN + \sqrt{\frac{2 \log t}N} \quad\text{(UCB1)}, \qquad
          \max\{q : N\,d(S/N, q) \le \log t\} \quad\text{(KL-UCB)}.

A choice looks at every arm. The same policies in `buckets` do not, which pays off for many arms.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..bernoulli import kl_upper_kernel
from ..core import Policy, kernel


class State(NamedTuple):
    """The counts of the arms; an arm is item · n_positions + position.

    kl : whether the index is KL-UCB's or UCB1's
    order : the arms in the order of the first rounds
    plays, clicks : N and S of every arm
    """

    kl: bool
    n_positions: int
    order: np.ndarray
    plays: np.ndarray
    clicks: np.ndarray


def start(n_items, n_positions, examination, horizon, rng, *, kl) -> State:
    """Nothing is known, and the arms come in random order."""
    n_arms = n_items * n_positions
    return State(kl, n_positions, rng.permutation(n_arms), np.zeros(n_arms), np.zeros(n_arms))


@kernel
def choose(state, t, action, rng):
    """Play every arm once in order, then the one of largest index; ties go to the first in that order."""
    chosen = state.order[min(t, state.order.size - 1)]
    if t >= state.order.size:
        highest = -math.inf
        for place in range(state.order.size):
            arm = state.order[place]
            mean = state.clicks[arm] / state.plays[arm]
            if state.kl:
                index = kl_upper_kernel(mean, math.log(t) / state.plays[arm])
            else:
                index = mean + math.sqrt(2.0 * math.log(t) / state.plays[arm])
            if index > highest:
                chosen, highest = arm, index
    action[0] = chosen // state.n_positions
    action[1] = chosen % state.n_positions
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Count the play and its click."""
    arm = action[0] * state.n_positions + action[1]
    state.plays[arm] += n_rounds
    state.clicks[arm] += clicks[0]


def every_pair(n_items: int, n_positions: int) -> int:
    """Each arm is played once."""
    return n_items * n_positions


def from_counts(state, clicks, plays, examination):
    """Put counts of shape (n_items, n_positions) into a new state."""
    state.clicks[:], state.plays[:] = clicks.ravel(), plays.ravel()


UCB1 = Policy("UCB1", partial(start, kl=False), choose, update, False, every_pair, from_counts)
KL_UCB = Policy("KL-UCB", partial(start, kl=True), choose, update, False, every_pair, from_counts)
