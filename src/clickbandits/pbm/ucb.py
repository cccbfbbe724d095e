r"""PBM-UCB: show the items of largest upper confidence bound (Lagrée et al. 2016, Section 4).

.. math::
    U^{UCB}_k(t, \delta) = \frac{S_k}{\tilde N_k}
    + \sqrt{\frac{N_k}{\tilde N_k}} \sqrt{\frac{\delta}{2 \tilde N_k}},
    \qquad \delta = (1 + \epsilon) \log t

with :math:`S_k` clicks on item k in :math:`N_k` plays, and :math:`\tilde N_k` the sum of the
examination probabilities of these plays.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..core import Policy, by_examination, cyclic_lists, kernel, one_cycle, rank


class State(NamedTuple):
    """The state of PBM-UCB.

    first_lists : the lists of the first rounds, shape (n_items, n_positions)
    positions : positions, most examined first
    clicks, plays : S and N, shape (n_items,)
    plays_at : N by position, shape (n_items, n_positions)
    estimate, width : S / Ñ and the bonus at δ = 1, which change only with the counts
    index, ranked : work space
    """

    epsilon: float
    examination: np.ndarray
    first_lists: np.ndarray
    positions: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray
    plays_at: np.ndarray
    estimate: np.ndarray
    width: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray


def start(n_items, n_positions, examination, horizon, rng, *, epsilon) -> State:
    """The initial state, without data and with a random order for the first rounds."""
    positions = by_examination(examination)
    return State(
        epsilon=epsilon,
        examination=examination,
        first_lists=cyclic_lists(rng.permutation(n_items), positions),
        positions=positions,
        clicks=np.zeros(n_items),
        plays=np.zeros(n_items),
        plays_at=np.zeros((n_items, n_positions)),
        estimate=np.zeros(n_items),
        width=np.zeros(n_items),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def choose(state, t, action, rng):
    """Show the lists of the first rounds, then the items of largest index."""
    if t < state.first_lists.shape[0]:
        for position in range(action.size):
            action[position] = state.first_lists[t, position]
        return 1
    root_delta = math.sqrt((1.0 + state.epsilon) * math.log(t + 1.0))
    for item in range(state.index.size):
        state.index[item] = state.estimate[item] + state.width[item] * root_delta
    rank(state.index, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Count displays and clicks, and update the estimates and widths of the items shown.

    Ñ is summed again from the start so that items with equal counts tie to the last bit.
    """
    for position in range(action.size):
        item = action[position]
        state.clicks[item] += clicks[position]
        state.plays[item] += n_rounds
        state.plays_at[item, position] += n_rounds
        views = 0.0
        for place in range(action.size):
            views += state.plays_at[item, place] * state.examination[place]
        state.estimate[item] = state.clicks[item] / views
        state.width[item] = math.sqrt(0.5 * state.plays[item]) / views


def from_counts(state, clicks, plays, examination):
    """Put counts of shape (n_items, n_positions) into a new state."""
    state.clicks[:], state.plays[:], state.plays_at[:] = clicks.sum(1), plays.sum(1), plays
    seen = state.plays > 0
    views = np.where(seen, plays @ examination, 1)
    state.estimate[seen] = (state.clicks / views)[seen]
    state.width[seen] = (np.sqrt(0.5 * state.plays) / views)[seen]


def pbm_ucb(epsilon: float = 0.01) -> Policy:
    """PBM-UCB with another ε; raises ValueError unless ε > 0.

    The default is 0.01; the paper leaves its value open.
    """
    if not 0.0 < epsilon < math.inf:
        raise ValueError(f"epsilon must be positive; got {epsilon}")
    name = "PBM-UCB" if epsilon == 0.01 else f"PBM-UCB(epsilon={float(epsilon)})"
    settings = partial(start, epsilon=float(epsilon))
    return Policy(name, settings, choose, update, True, one_cycle, from_counts)


PBM_UCB = pbm_ucb()
