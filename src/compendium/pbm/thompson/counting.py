"""A click model whose "regret" counts displays of the worst item, above the last position and at it."""

from __future__ import annotations

import numpy as np

from clickbandits.core import ClickModel, Problem
from clickbandits.machine_code import kept
from clickbandits.pbm.model import MODEL

SHIFT = 2**26
"""Larger than any horizon here, so that one number can contain two counts."""


@kept
def exploring(attraction, examination, action):
    """Minus 1 if the worst item is at the least examined position, minus `SHIFT` if it is above it."""
    worst, last = np.argmin(attraction), np.argmin(examination)
    for position in range(action.size):
        if action[position] == worst:
            return -1.0 if position == last else -float(SHIFT)
    return 0.0


def nothing(problem: Problem) -> float:
    """The most that `exploring` gives in a round."""
    return 0.0


COUNTED: ClickModel = MODEL._replace(reward=exploring, optimal_reward=nothing)
"""The position-based model, in which "regret" is the number of displays of the worst item."""
