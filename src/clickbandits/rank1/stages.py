r"""A stage of elimination as a circle of blocks, drawn at once from its exact distribution.

In a round of Algorithm 1 (Katariya et al. 2017) every remaining row meets one random column, and
every remaining column one random row. Within a stage nothing is decided, so only counts matter.
The number of rounds in which each column is drawn is multinomial and *shared by all rows*. Given
this number, the clicks of row i with column j are binomial and independent. A stage therefore
consists of :math:`2\,|I|\,|J|` blocks, each a pair with its number of pulls, however long it is.

The blocks are arranged on a circle, and play starts at a pull drawn uniformly (the block that is hit
is cut in two). Every pull of the stage is therefore equally likely at every moment, and the mean
regret curve is that of Algorithm 1 up to one round. The spread *inside* a stage differs, but at the
ends of stages the two distributions agree. Neighbours on the circle are far apart in the list of
blocks, which keeps the spread small.
"""

from __future__ import annotations

import numpy as np

from ..core import kernel
from ..machine_code import inner, kept

_GOLDEN = 0.6180339887498949

once_a_stage = inner()
"""Compiles code that runs at the ends of stages, once and not into the loop."""


@once_a_stage
def begin_stage(state, rounds, rng):
    """Draw a stage with a given number of rounds, and the place on the circle at which it starts."""
    state.rounds[0] = rounds
    n_items = _remaining(state.item_map, state.items)
    n_positions = _remaining(state.position_map, state.positions)
    state.n_items[0] = n_items
    state.n_positions[0] = n_positions
    _share(rounds, state.item_map, state.item_rounds, rng)
    _share(rounds, state.position_map, state.position_rounds, rng)
    state.stride[0] = _coprime(2 * n_items * n_positions)
    state.pulls[0] = rounds * (n_items + n_positions)
    pull = int(rng.random() * state.pulls[0])
    if pull < rounds * n_items:
        first = _find(pull % rounds, state.positions, n_positions, state.position_rounds)
        state.block[0] = pull // rounds * n_positions + first[0]
    else:
        pull -= rounds * n_items
        first = _find(pull % rounds, state.items, n_items, state.item_rounds)
        state.block[0] = (n_positions + pull // rounds) * n_items + first[0]
    state.block_pulls[0] = first[1]


@kept
def _remaining(mapped, members):
    """Fill `members` with the labels that play for themselves; return their number."""
    size = 0
    for label in range(mapped.size):
        if mapped[label] == label:
            members[size] = label
            size += 1
    return size


@kept
def _share(rounds, mapped, drawn, rng):
    """Fill `drawn` with how often each label comes up if all are drawn uniformly and mapped."""
    drawn[:] = 0
    for label in range(mapped.size):
        drawn[mapped[label]] += 1
    left, mass = rounds, mapped.size
    for label in range(drawn.size):
        weight = drawn[label]
        if weight > 0:
            drawn[label] = left if weight == mass else rng.binomial(left, weight / mass)
            left -= drawn[label]
            mass -= weight


@kept
def _coprime(n_blocks):
    """A stride near the golden section of the circle that visits every block once."""
    stride = max(1, int(_GOLDEN * n_blocks))
    while True:
        a, b = n_blocks, stride
        while b > 0:
            a, b = b, a % b
        if a == 1:
            return stride
        stride += 1


@kept
def _find(pull, members, size, drawn):
    """The place among the members at which the pull falls, and the number of pulls left there."""
    for place in range(size):
        pull -= drawn[members[place]]
        if pull < 0:
            return place, -pull
    return size - 1, 0


@kernel
def next_block(state, action):
    """Fill `action` with the pair that is next on the circle; return its number of pulls."""
    n_items, n_positions = state.n_items[0], state.n_positions[0]
    while True:
        block = state.block[0]
        if explores_items(state):
            item = state.items[block // n_positions]
            position = state.positions[block % n_positions]
            pulls = state.position_rounds[position]
        else:
            block -= n_items * n_positions
            item = state.items[block % n_items]
            position = state.positions[block // n_items]
            pulls = state.item_rounds[item]
        if state.block_pulls[0] < 0:
            state.block_pulls[0] = min(pulls, state.pulls[0])
        if state.block_pulls[0] > 0:
            action[0] = item
            action[1] = position
            return state.block_pulls[0]
        state.block[0] = (state.block[0] + state.stride[0]) % (2 * n_items * n_positions)
        state.block_pulls[0] = -1  # not yet known


@kernel
def explores_items(state):
    """Whether the current block belongs to the exploration of rows (items)."""
    return state.block[0] < state.n_items[0] * state.n_positions[0]


def empty_stage(n_items: int, n_positions: int) -> dict:
    """The fields of a state that `begin_stage` fills, before the first stage."""
    one = {
        name: np.zeros(1, dtype=np.int64)
        for name in ("n_items", "n_positions", "rounds", "pulls", "block", "block_pulls", "stride")
    }
    return one | {
        "items": np.zeros(n_items, dtype=np.int64),
        "positions": np.zeros(n_positions, dtype=np.int64),
        "item_rounds": np.zeros(n_items, dtype=np.int64),
        "position_rounds": np.zeros(n_positions, dtype=np.int64),
    }
