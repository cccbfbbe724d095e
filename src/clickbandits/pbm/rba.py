r"""RBA-KL-UCB: one bandit per position (Radlinski et al. 2008; Garivier and Cappé 2011).

The bandit of a position chooses the item of largest KL-UCB index

.. math:: U(t) = \max\{q : N d(S / N, q) \le \log t\}

with N the number of rounds in which it chose the item and S its rewards in them. The bandits choose
from the top of the list down. An item that is already shown is replaced by one drawn from the
others, and its bandit gets no reward; otherwise the reward is the click. The policy does not use the
examination probabilities, not even their order (Lagrée et al. 2016, Section 4).

An index is computed only if it can matter. As a function of log t it is concave. Once computed, it
stays below its tangent, the item's ceiling, until the item is clicked again, because a choice without
a click only lowers it. While N d(S / N, q) stays below log t, with q the largest ceiling of the other
items, the bandit's last choice keeps the largest index. A click lowers this divergence, so if it stays
below the present log t with N + n in place of N, the choice is certain for n more rounds, whatever is
clicked. The game draws the clicks of the rounds that are certain for all bandits at once.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..bernoulli import kl_kernel, kl_upper_kernel
from ..core import Policy, cyclic_lists, kernel, one_cycle

LEAST = 8
"""Shorter stretches take longer than plain rounds, because their clicks are binomial."""


class State(NamedTuple):
    """The state of RBA-KL-UCB.

    first_lists : the lists of the first rounds, shape (n_items, n_positions)
    rewards, choices : S and N, shape (n_items, n_positions)
    chosen : the choice of each position's bandit, shown or not, shape (n_positions,)
    base, growth : the ceiling is base + growth log t; base is infinite if none is known,
        shape (n_items, n_positions)
    certain_until : the round up to which each bandit's choice is certain, shape (n_positions,)
    index, solved : work space, shape (n_items,)
    """

    first_lists: np.ndarray
    rewards: np.ndarray
    choices: np.ndarray
    chosen: np.ndarray
    base: np.ndarray
    growth: np.ndarray
    certain_until: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    solved: np.ndarray


def start(n_items, n_positions, examination, horizon, rng) -> State:
    """The initial state, without data and with a random order for the first rounds."""
    return State(
        first_lists=cyclic_lists(rng.permutation(n_items), np.arange(n_positions)),
        rewards=np.zeros((n_items, n_positions)),
        choices=np.zeros((n_items, n_positions)),
        chosen=np.zeros(n_positions, dtype=np.int64),
        base=np.full((n_items, n_positions), np.inf),
        growth=np.zeros((n_items, n_positions)),
        certain_until=np.zeros(n_positions, dtype=np.int64),
        index=np.zeros(n_items),
        solved=np.zeros(n_items, dtype=np.bool_),
    )


@kernel
def choose(state, t, action, rng):
    """Show every bandit's choice, from the top down; an item that is already shown is replaced."""
    for position in range(action.size):
        if t < state.first_lists.shape[0]:
            item = state.first_lists[t, position]
        elif t < state.certain_until[position]:
            item = state.chosen[position]
        else:
            item = best_item(state, t, position)
        state.chosen[position] = item
        action[position] = item
        if is_above(action, position, item):
            action[position] = other_item(state.index.size, position, action, rng)
    rounds = state.certain_until[0] - t
    for position in range(action.size):
        if action[position] != state.chosen[position]:
            return 1
        rounds = min(rounds, state.certain_until[position] - t)
    return rounds if rounds >= LEAST else 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Give every bandit whose choice was shown its clicks as the reward, and the others nothing."""
    for position in range(action.size):
        item = state.chosen[position]
        if action[position] == item and clicks[position] > 0:
            state.rewards[item, position] += clicks[position]
            state.base[item, position] = math.inf
        state.choices[item, position] += n_rounds


@kernel
def is_above(action, position, item):
    """Whether the list shows an item above a position."""
    shown = False
    for above in range(position):
        shown |= action[above] == item
    return shown


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
    budget = math.log(t + 1.0)
    # Within many more rounds the largest ceiling of a rival, which is hardly below the favourite's index,
    # would exceed it.
    ahead = t // 2048 + 16
    later = math.log(t + 1.0 + ahead)
    rival = -math.inf
    for item in range(state.index.size):
        if item != favourite:
            ceiling = state.base[item, position] + state.growth[item, position] * later
            rival = max(rival, ceiling)
    left = slack(state, favourite, position, rival, budget, 0)
    if left > 0.0:
        rounds = int(min(ahead, rounds_of_slack(state, favourite, position, rival, left)))
        if slack(state, favourite, position, rival, budget, rounds) > 0.0:
            state.certain_until[position] = t + 1 + rounds
        return favourite
    for item in range(state.index.size):
        state.index[item] = state.base[item, position] + state.growth[item, position] * budget
        state.solved[item] = False
    while True:
        best, second = 0, -math.inf
        for item in range(1, state.index.size):
            if state.index[item] > state.index[best]:
                second = state.index[best]
                best = item
            else:
                second = max(second, state.index[item])
        if state.solved[best] or slack(state, best, position, second, budget, 0) > 0.0:
            return best
        state.index[best] = solve(state, best, position, budget)
        state.solved[best] = True


@kernel
def slack(state, item, position, level, budget, ahead):
    """By how much an index is above a level, in terms of its budget; not positive if it is not above.

    An excess within rounding error counts as not above. It is the least excess after as many
    choices as `ahead`, which is the one without a click.
    """
    if level >= 1.0:
        return 0.0
    choices = state.choices[item, position] + ahead
    mean = state.rewards[item, position] / choices
    spent = choices * kl_kernel(mean, level) if level > mean else 0.0
    return budget - spent - 1e-9


@kernel
def rounds_of_slack(state, item, position, level, left):
    """About the number of choices without a click that use up the slack of an index above a level below 1.

    With c the level, N d(S / N, c) grows by log((1 - S / N) / (1 - c)) in the first choice, and by
    S / (N (N - S)) more in every later one.
    """
    choices, rewards = state.choices[item, position], state.rewards[item, position]
    missed = max(choices - rewards, 0.5)
    growth = math.log(missed / choices / (1.0 - max(level, 0.0)))
    bend = rewards / (choices * missed)
    pace = growth + math.sqrt(growth * growth + 2.0 * bend * left)
    return 1.8 * left / pace if pace > 0.0 else math.inf


@kernel
def solve(state, item, position, budget):
    """The index of an item; its ceiling becomes the tangent at this point."""
    choices = state.choices[item, position]
    mean = state.rewards[item, position] / choices
    index = kl_upper_kernel(mean, budget / choices)
    growth = index * (1.0 - index) / (choices * (index - mean)) if index < 1.0 else 0.0
    state.growth[item, position] = growth
    state.base[item, position] = index * (1.0 + 1e-12) - growth * budget  # above every rounding
    return index


RBA_KL_UCB = Policy("RBA-KL-UCB", start, choose, update, knows_examination=False, first_rounds=one_cycle)
