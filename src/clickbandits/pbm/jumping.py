"""Thompson sampling that sometimes jumps: it can pay less than PBM-TS, which this policy shows.

PBM-TS-JUMPS(c) draws an attraction for every item as PBM-TS does. In round t it adds 1 to each draw
with probability min(1, c / t), independently, so an item that jumps is ranked above all items that
do not. Each item is thus shown at the most examined position about c log T times in T rounds, which
gives information about it there. The jumps cost the leaders nothing but their order. If the best
attractions are nearly equal and c is chosen well, the constant of log T is therefore below that of
PBM-TS. The policy is an example for a theorem, and nobody needs it for ranking.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..core import Policy, by_examination, kernel, rank
from .sampler import Posterior, draw, learn, uniform_prior
from .ts import exact_from_counts


class State(NamedTuple):
    """The state of PBM-TS-JUMPS, with the positions, most examined first.

    jumps : c, the expected number of jumps of an item in round t times t
    """

    jumps: float
    posterior: Posterior
    positions: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray


def start(n_items, n_positions, examination, horizon, rng, *, jumps) -> State:
    """The initial state, with the uniform prior."""
    return State(
        jumps=jumps,
        posterior=uniform_prior(n_items, examination),
        positions=by_examination(examination),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def choose(state, t, action, rng):
    """Show the items of largest draw, to which a jump adds 1."""
    chance = state.jumps / (t + 1.0)
    for item in range(state.index.size):
        jump = 1.0 if rng.random() < chance else 0.0
        state.index[item] = jump + draw(state.posterior, item, rng)
    rank(state.index, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Update the posterior of the items shown."""
    for position in range(action.size):
        learn(state.posterior, action[position], position, clicks[position], n_rounds)


def pbm_ts_jumps(jumps: float = 1.0) -> Policy:
    """PBM-TS-JUMPS with another rate of jumps.

    Parameters
    ----------
    jumps : float
        c > 0; in round t each item jumps with probability min(1, c / t).

    Raises
    ------
    ValueError
        If c is not positive and finite.

    Examples
    --------
    >>> from clickbandits.pbm.jumping import pbm_ts_jumps
    >>> pbm_ts_jumps(2.5).id
    'PBM-TS-JUMPS(jumps=2.5)'
    """
    if not 0.0 < jumps < math.inf:
        raise ValueError(f"jumps must be positive and finite; got {jumps}")
    name = "PBM-TS-JUMPS" + f"(jumps={float(jumps)})" * (jumps != 1.0)
    settings = partial(start, jumps=float(jumps))
    return Policy(name, settings, choose, update, from_counts=exact_from_counts)


PBM_TS_JUMPS = pbm_ts_jumps()
