r"""RBA-KL-UCB: one bandit a position (Radlinski et al. 2008; Garivier and Cappé 2011).

The bandit of a position chooses the item of largest KL-UCB index

.. math:: U(t) = \max\{q : N d(S / N, q) \le \log t\}

with N the rounds in which it chose the item and S its rewards in them. From the top of the list
down: an item that is shown already is replaced by one drawn from the others, and its bandit is
paid nothing; else the reward is the click. Nothing about the examination is known, not even its
order (Lagrée et al. 2016, Section 4).

An index is solved for only where it can matter: while the bandit's last choice is certain to keep
the largest index, one look at its divergence is enough.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..bernoulli import kl_kernel, kl_upper_kernel
from ..core import Policy, cyclic_lists, kernel, one_cycle


class State(NamedTuple):
    """What RBA-KL-UCB knows.

    first_lists : the lists of the first rounds, shape (n_items, n_positions)
    rewards, choices : S and N, shape (n_items, n_positions)
    chosen : what each position's bandit chose, shown or not, shape (n_positions,)
    ceiling : at least the index until the item is chosen again or t reaches `ceiling_until`;
        infinite where it is not known, shape (n_items, n_positions)
    index, solved : work space, shape (n_items,)
    """

    first_lists: np.ndarray
    rewards: np.ndarray
    choices: np.ndarray
    chosen: np.ndarray
    ceiling: np.ndarray
    ceiling_until: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    solved: np.ndarray


def start(n_items, n_positions, examination, horizon, rng) -> State:
    """No data, and a random order for the first rounds."""
    return State(
        first_lists=cyclic_lists(rng.permutation(n_items), np.arange(n_positions)),
        rewards=np.zeros((n_items, n_positions)),
        choices=np.zeros((n_items, n_positions)),
        chosen=np.zeros(n_positions, dtype=np.int64),
        ceiling=np.full((n_items, n_positions), np.inf),
        ceiling_until=np.zeros(1, dtype=np.int64),
        index=np.zeros(n_items),
        solved=np.zeros(n_items, dtype=np.bool_),
    )


@kernel
def choose(state, t, action, rng):
    """Every bandit's choice, from the top down; an item that is shown already is replaced."""
    for position in range(action.size):
        if t < state.first_lists.shape[0]:
            item = state.first_lists[t, position]
        else:
            item = best_item(state, t, position)
        state.chosen[position] = item
        action[position] = item
        if is_above(action, position, item):
            action[position] = other_item(state.index.size, position, action, rng)
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Pay every bandit whose choice was shown with the clicks, the others with nothing."""
    for position in range(action.size):
        item = state.chosen[position]
        if action[position] == item:
            state.rewards[item, position] += clicks[position]
        state.choices[item, position] += n_rounds
        state.ceiling[item, position] = math.inf


@kernel
def is_above(action, position, item):
    """Whether the list shows an item above a position."""
    found = False
    for above in range(position):
        found |= action[above] == item
    return found


@kernel
def other_item(n_items, position, action, rng):
    """An item drawn uniformly from those that are not shown above a position."""
    left = int((n_items - position) * rng.random())
    item = 0
    while left > 0 or is_above(action, position, item):
        if not is_above(action, position, item):
            left -= 1
        item += 1
    return item


@kernel
def best_item(state, t, position):
    """The item of largest index at a position; ties go to the lowest label."""
    favourite = state.chosen[position]
    rival = renew_ceilings(state, t, position, favourite)
    budget = math.log(t + 1.0)
    choices = state.choices[favourite, position]
    mean = state.rewards[favourite, position] / choices
    if rival < 1.0 and (rival < mean or choices * kl_kernel(mean, rival) < budget):
        return favourite
    for item in range(state.index.size):
        state.index[item] = state.ceiling[item, position]
        state.solved[item] = False
    while True:
        best = 0
        for item in range(1, state.index.size):
            if state.index[item] > state.index[best]:
                best = item
        if state.solved[best]:
            return best
        choices = state.choices[best, position]
        mean = state.rewards[best, position] / choices
        state.index[best] = kl_upper_kernel(mean, budget / choices)
        state.solved[best] = True


@kernel
def renew_ceilings(state, t, position, favourite):
    """Find the ceilings that are not known, but the favourite's; return the largest of them."""
    if t >= state.ceiling_until[0]:
        state.ceiling_until[0] = t + t // 64 + 1
        state.ceiling[:] = math.inf
    rival = -math.inf
    for item in range(state.index.size):
        if item != favourite:
            if state.ceiling[item, position] == math.inf:
                choices = state.choices[item, position]
                mean = state.rewards[item, position] / choices
                budget = math.log(state.ceiling_until[0] + 1.0)  # strictly above every index
                state.ceiling[item, position] = kl_upper_kernel(mean, budget / choices)
            rival = max(rival, state.ceiling[item, position])
    return rival


RBA_KL_UCB = Policy(
    "RBA-KL-UCB", start, choose, update, knows_examination=False, first_rounds=one_cycle
)
