r"""UCB1Elim, the improved UCB of Auer and Ortner (2010) over all pairs of an item and a position.

In phase m = 0, 1, ..., :math:`\lfloor \tfrac12 \log_2(n/e) \rfloor` every arm left is played
until it has :math:`n_m = \lceil 2 \log(n \tilde\Delta_m^2) / \tilde\Delta_m^2 \rceil` plays, where
:math:`\tilde\Delta_m = 2^{-m}`. Then an arm leaves if its average plus the radius
:math:`\sqrt{\log(n \tilde\Delta_m^2) / (2 n_m)}` is below the largest average minus the radius.

This is a baseline of Katariya et al. (2017), Section 5. The algorithm does not determine the plays
after the last phase; here the arms that are left are then played in turn. A phase is a circle with
one block for each arm, in random order, starting at a random pull (see `stages`). The mean regret
and the distribution at the ends of phases are those of playing the arms in turn.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..core import Policy, kernel
from .stages import once_a_stage


class State(NamedTuple):
    """The state of UCB1Elim; an arm is item · n_positions + position.

    horizon : n
    last_phase : the largest m
    arms, n_arms : the arms that are left, in random order, and their number
    clicks : of every arm
    phase, total : m, and n_m
    rounds, pulls : plays of each arm in the phase; pulls of the phase that are left
    place, left : the arm that is played, as a place in `arms`; its plays that are left
    """

    horizon: int
    n_positions: int
    last_phase: int
    arms: np.ndarray
    n_arms: np.ndarray
    clicks: np.ndarray
    phase: np.ndarray
    total: np.ndarray
    rounds: np.ndarray
    pulls: np.ndarray
    place: np.ndarray
    left: np.ndarray


def start(n_items, n_positions, examination, horizon, rng) -> State:
    """All arms are left; the first phase begins with the first `choose`."""
    n_arms = n_items * n_positions

    def one(value):
        return np.full(1, value, dtype=np.int64)

    return State(
        horizon=horizon,
        n_positions=n_positions,
        last_phase=math.floor(math.log2(horizon / math.e) / 2),
        arms=rng.permutation(n_arms),
        n_arms=one(n_arms),
        clicks=np.zeros(n_arms, dtype=np.int64),
        phase=one(-1),
        total=one(0),
        rounds=one(1),
        pulls=one(0),
        place=one(0),
        left=one(0),
    )


@kernel
def choose(state, t, action, rng):
    """Play the arms of the phase one after the other."""
    if state.pulls[0] == 0:
        state.phase[0] += 1
        if state.phase[0] <= state.last_phase:
            plays = int(math.ceil(2.0 * _log_ratio(state) * 4.0 ** state.phase[0]))
            state.rounds[0] = plays - state.total[0]
            state.total[0] = plays
        state.pulls[0] = state.n_arms[0] * state.rounds[0]
        pull = int(rng.random() * state.pulls[0])
        state.place[0] = pull // state.rounds[0]
        state.left[0] = state.rounds[0] - pull % state.rounds[0]
    elif state.left[0] == 0:
        state.place[0] = (state.place[0] + 1) % state.n_arms[0]
        state.left[0] = min(state.rounds[0], state.pulls[0])
    arm = state.arms[state.place[0]]
    action[0] = arm // state.n_positions
    action[1] = arm % state.n_positions
    return state.left[0]


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Count clicks; at the end of a phase the arms below the best one leave."""
    state.clicks[state.arms[state.place[0]]] += clicks[0]
    state.left[0] -= n_rounds
    state.pulls[0] -= n_rounds
    if state.pulls[0] == 0 and state.phase[0] <= state.last_phase:
        eliminate(state)


@once_a_stage
def eliminate(state):
    """Keep the arms whose interval reaches that of the best arm, in their order."""
    plays = state.total[0]
    most = 0
    for place in range(state.n_arms[0]):
        most = max(most, state.clicks[state.arms[place]])
    radius = math.sqrt(_log_ratio(state) / (2.0 * plays))
    kept = 0
    for place in range(state.n_arms[0]):
        arm = state.arms[place]
        if state.clicks[arm] / plays + radius >= most / plays - radius:
            state.arms[kept] = arm
            kept += 1
    state.n_arms[0] = kept


@kernel
def _log_ratio(state):
    """log(n 4^-m), at least 1 up to the last phase."""
    return math.log(state.horizon * 0.25 ** state.phase[0])


UCB1_ELIM = Policy("UCB1Elim", start, choose, update, knows_examination=False)
