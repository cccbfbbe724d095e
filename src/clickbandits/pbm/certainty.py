"""For how many rounds PBM-PIE is certain to show the same list.

While B(t) is empty, nothing changes before an estimate crosses another one or an index. The
estimates move by known steps, so one can say for how many rounds this is impossible whatever is
clicked. The game draws the clicks of all these rounds at once: its law is untouched.
"""

from __future__ import annotations

import math

from ..core import kernel
from .index import TOLERANCE, upper_kernel


@kernel
def level(state, t):
    """δ in round t (counted from 0)."""
    return (1.0 + state.epsilon) * math.log(state.horizon if state.horizon > 0 else t + 1.0)


@kernel
def certain_rounds(state, t):
    """For how many rounds the same list is certain to be shown, B(t) being empty.

    There is a barrier between two leaders that follow each other, and one below the last at the
    largest estimate or ceiling of the other items. As long as no leader can have reached a
    barrier, whatever is clicked, neither the leaders nor B(t) can have changed.
    """
    barrier = highest_ceiling(state, t)
    rounds = float(state.ceiling_until[0] - t)
    for place in range(state.positions.size - 1, -1, -1):
        item = state.ranked[place]
        seen = state.examination[state.positions[place]]
        slack = state.total_clicks[item] - barrier * state.views[item]
        rounds = min(rounds, time_to_lose(slack, barrier * seen))
        if place > 0:
            barrier = 0.5 * (state.estimate[item] + state.estimate[state.ranked[place - 1]])
            slack = barrier * state.views[item] - state.total_clicks[item]
            rounds = min(rounds, time_to_lose(slack, 1.0 - barrier * seen))
    return max(1, int(rounds))


@kernel
def time_to_lose(slack, loss):
    """In how many rounds the slack is gone, where a round costs at most `loss`."""
    if slack <= 0.0:
        return 0.0
    return slack / loss if loss > 0.0 else math.inf


@kernel
def highest_ceiling(state, t):
    """The largest estimate or ceiling below the leaders; ceilings that are not known are found."""
    if t >= state.ceiling_until[0]:
        state.ceiling_until[0] = state.horizon if state.horizon > 0 else t + t // 64 + 1
        state.ceiling[:] = math.inf
    delta = level(state, state.ceiling_until[0] - 1)
    highest = 0.0
    for place in range(state.positions.size, state.ranked.size):
        item = state.ranked[place]
        if state.ceiling[item] == math.inf:
            index = upper_kernel(item, state.clicks, state.plays, state.examination, delta, 1.0)
            state.ceiling[item] = index + 2.0 * TOLERANCE
        highest = max(highest, state.estimate[item], state.ceiling[item])
    return highest
