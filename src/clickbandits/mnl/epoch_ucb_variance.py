r"""Epoch-UCB-variance: Epoch-UCB with the radius of the exact variance, which is not in the paper.

The clicks on item j in its epochs so far have mean :math:`\alpha\Lambda` and variance
:math:`V(\alpha) = \alpha\Lambda + \alpha^2\Lambda^{(2)}`, where :math:`\Lambda` adds up the biases of
these epochs and :math:`\Lambda^{(2)}` their squares. Below their mean, geometric counts deviate by less
than :math:`\sqrt{2 V c}`, except with probability :math:`e^{-c}` (if the lists are fixed in
advance). The index is the largest attraction that this leaves possible,

.. math::
    \max\Big\{\alpha : \alpha\Lambda - \text{clicks} \le \sqrt{2 V(\alpha)\, c}\Big\},

with :math:`V(1)` in place of :math:`V(\alpha)` if that is above 1, the largest attraction. Everything
else is as in Algorithm 2 of Grant and Leslie (2023), including c = log(Jl²/2).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..core import UNTIL_NO_CLICK, Policy, by_examination, kernel, rank


class State(NamedTuple):
    """The knowledge of Epoch-UCB-variance.

    examination, positions : the biases, and the positions with the largest bias first
    epochs : how many epochs were shown, shape (1,)
    clicks, exposure, squares : clicks, and the sums of biases and of their squares, shape (n_items,)
    index, ranked : work space
    """

    examination: np.ndarray
    positions: np.ndarray
    epochs: np.ndarray
    clicks: np.ndarray
    exposure: np.ndarray
    squares: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray


def start(n_items, n_positions, examination, horizon, rng) -> State:
    """The initial state, without data."""
    return State(
        examination=examination,
        positions=by_examination(examination),
        epochs=np.zeros(1, dtype=np.int64),
        clicks=np.zeros(n_items),
        exposure=np.zeros(n_items),
        squares=np.zeros(n_items),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def index_kernel(clicks, exposure, squares, level):
    """The index of one item at c = `level`; infinite for an item that was never shown."""
    if exposure == 0.0:
        return math.inf
    # (αΛ − s)² = 2c(αΛ + α²Λ₂) is quadratic in α, and its larger root is the index
    leading = exposure * exposure - 2.0 * level * squares
    half = exposure * (clicks + level)
    if leading > 0.0:
        root = (half + math.sqrt(half * half - leading * clicks * clicks)) / leading
        if root <= 1.0:
            return root
    return (clicks + math.sqrt(2.0 * level * (exposure + squares))) / exposure


@kernel
def choose(state, t, action, rng):
    """Show the items with the largest index until a round without a click."""
    n_items, epoch = state.index.size, state.epochs[0] + 1.0
    level = max(0.0, math.log(0.5 * n_items * epoch * epoch))
    for item in range(n_items):
        state.index[item] = index_kernel(state.clicks[item], state.exposure[item], state.squares[item], level)
    rank(state.index, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return UNTIL_NO_CLICK


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Count the epoch. One that is cut off at the horizon is counted, too, because nothing follows it."""
    state.epochs[0] += 1
    for position in range(action.size):
        item, bias = action[position], state.examination[position]
        state.clicks[item] += clicks[position]
        state.exposure[item] += bias
        state.squares[item] += bias * bias


EPOCH_UCB_VARIANCE = Policy("Epoch-UCB-variance", start, choose, update)
