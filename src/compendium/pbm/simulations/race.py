"""One game per policy, played live, with the lists shown so far and the clicks lost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from clickbandits.compiled import compiled
from clickbandits.core import Policy, Problem
from clickbandits.pbm import gap
from clickbandits.simulate import generator


def race(policies: Sequence[Policy], problem: Problem, moments: Sequence[int], seed: int) -> pd.DataFrame:
    """The share of the rounds up to each moment in which an item was shown at a position.

    One row per policy, moment, item and position (both from 1), with the expected clicks lost so far.
    All policies meet users with the same random numbers. Each list is shown for one round, which
    may be a part of the stretch that a policy asks for.
    """
    n_items, n_positions = problem.attraction.size, problem.examination.size
    rows = []
    for policy in policies:
        choose, update = compiled(policy.choose), compiled(policy.update)
        own = generator(seed, 0, policy.id)  # the policy's random numbers
        state = policy.start(n_items, n_positions, problem.examination, max(moments), own)
        users = generator(seed, 0, "users")
        action = np.zeros(n_positions, dtype=np.int64)
        shown = np.zeros((n_items, n_positions))
        lost = 0.0
        for t in range(max(moments)):
            choose(state, t, action, own)
            chance = problem.examination * problem.attraction[action]
            clicks = (users.random(n_positions) < chance).astype(np.int64)
            update(state, t, action, clicks, 1, own)
            shown[action, np.arange(n_positions)] += 1
            lost += gap(problem, action)
            if t + 1 in moments:
                rows += [
                    (policy.id, t + 1, item + 1, position + 1, share, lost)
                    for (item, position), share in np.ndenumerate(shown / (t + 1))
                ]
    return pd.DataFrame(rows, columns=["policy", "rounds", "item", "position", "share", "lost"])
