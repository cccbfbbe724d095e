r"""MNL-bandit: a separate object for every item at every position (Grant and Leslie 2023, App. F).

Let :math:`\bar\gamma_{jk}` be the clicks per epoch of item j at position k in :math:`n_{jk}` epochs. Epoch
l shows the list that maximises the sum over its pairs of

.. math::
    \bar\gamma_{jk} + \sqrt{\frac{4 \min(1, 2 \bar\gamma_{jk}) \log(JKl^2/2)}{n_{jk}}}
    + \frac{4 \log(JKl^2/2)}{n_{jk}}

(Algorithm 4). Lists with as many pairs as possible that were never shown come first.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..core import UNTIL_NO_CLICK, Policy, kernel
from .assignment import Workspace, assign, workspace
from .epoch_ucb import index_kernel


class State(NamedTuple):
    """The knowledge of MNL-bandit.

    epochs : how many epochs were shown, shape (1,)
    clicks, plays : counts of clicks and epochs, shape (n_items, n_positions)
    index : the indices of the pairs, shape (n_items, n_positions)
    work : buffers of the assignment
    """

    epochs: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    work: Workspace


def start(n_items, n_positions, examination, horizon, rng) -> State:
    """The initial state, without data."""
    return State(
        epochs=np.zeros(1, dtype=np.int64),
        clicks=np.zeros((n_items, n_positions)),
        plays=np.zeros((n_items, n_positions)),
        index=np.zeros((n_items, n_positions)),
        work=workspace(n_items, n_positions),
    )


@kernel
def choose(state, t, action, rng):
    """Show the list with the largest total index until a round without a click."""
    n_items, n_positions = state.index.shape
    epoch = state.epochs[0] + 1.0
    level = max(0.0, math.log(0.5 * n_items * n_positions * epoch * epoch))
    largest = 0.0
    for item in range(n_items):
        for position in range(n_positions):
            index = index_kernel(state.clicks[item, position], state.plays[item, position], level, 4.0, False)
            state.index[item, position] = index
            if largest < index < math.inf:
                largest = index
    # A finite number in place of infinity; one pair that was never shown outweighs a whole list of others.
    enough = 1.0 + n_positions * largest
    for item in range(n_items):
        for position in range(n_positions):
            state.index[item, position] = min(enough, state.index[item, position])
    assign(state.index, action, state.work)
    return UNTIL_NO_CLICK


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Count the epoch."""
    state.epochs[0] += 1
    for position in range(action.size):
        state.clicks[action[position], position] += clicks[position]
        state.plays[action[position], position] += 1.0


MNL_BANDIT = Policy("MNL-bandit", start, choose, update, knows_examination=False)
