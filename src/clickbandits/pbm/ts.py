"""Thompson sampling in the position-based model (Lagrée et al. 2016, Section 4).

Both policies draw an attraction for every item from its posterior, or an approximation to it, and
show the items with the largest draws, the largest at the most examined position. PBM-TS draws from
the exact posterior. BC-MP-TS (Komiyama, Honda and Nakagawa 2015, Section 5) corrects only the bias of
the positions. It uses the sum of the examination probabilities as the number of plays, as if the
examinations had been seen, and draws from a Beta distribution.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiled import compiled
from ..core import Policy, by_examination, kernel, rank
from .sampler import Posterior, draw, learn, renew, uniform_prior


class ExactState(NamedTuple):
    """The state of PBM-TS, with the positions, most examined first."""

    posterior: Posterior
    positions: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray


def start_exact(n_items, n_positions, examination, horizon, rng) -> ExactState:
    """The initial state, with the uniform prior."""
    return ExactState(
        posterior=uniform_prior(n_items, examination),
        positions=by_examination(examination),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def choose_exact(state, t, action, rng):
    """Show the items of largest draw."""
    for item in range(state.index.size):
        state.index[item] = draw(state.posterior, item, rng)
    rank(state.index, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return 1


@kernel
def update_exact(state, t, action, clicks, n_rounds, rng):
    """Update the posterior of the items shown."""
    for position in range(action.size):
        learn(state.posterior, action[position], position, clicks[position], n_rounds)


class BiasCorrectedState(NamedTuple):
    """The state of BC-MP-TS.

    positions : positions, most examined first
    clicks, views : S and Ñ, shape (n_items,)
    index, ranked : work space
    """

    examination: np.ndarray
    positions: np.ndarray
    clicks: np.ndarray
    views: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray


def start_corrected(n_items, n_positions, examination, horizon, rng) -> BiasCorrectedState:
    """The initial state, with the uniform prior."""
    return BiasCorrectedState(
        examination=examination,
        positions=by_examination(examination),
        clicks=np.zeros(n_items),
        views=np.zeros(n_items),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def choose_corrected(state, t, action, rng):
    """Show the items of largest draw; a negative count of failures is taken as 0."""
    for item in range(state.index.size):
        failures = max(state.views[item] - state.clicks[item], 0.0)
        state.index[item] = rng.beta(state.clicks[item] + 1.0, failures + 1.0)
    rank(state.index, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return 1


@kernel
def update_corrected(state, t, action, clicks, n_rounds, rng):
    """Count displays and clicks."""
    for position in range(action.size):
        item = action[position]
        state.clicks[item] += clicks[position]
        state.views[item] += n_rounds * state.examination[position]


def exact_from_counts(state, clicks, plays, examination):
    """Put counts of shape (n_items, n_positions) into a new state of PBM-TS."""
    posterior = state.posterior
    posterior.clicks[:], posterior.failures[:] = clicks.sum(1), plays - clicks
    for item in np.flatnonzero(plays.sum(1)):
        compiled(renew)(posterior, item)


def corrected_from_counts(state, clicks, plays, examination):
    """Put counts of shape (n_items, n_positions) into a new state of BC-MP-TS."""
    state.clicks[:], state.views[:] = clicks.sum(1), plays @ examination


PBM_TS = Policy("PBM-TS", start_exact, choose_exact, update_exact, from_counts=exact_from_counts)
BC_MP_TS = Policy(
    "BC-MP-TS", start_corrected, choose_corrected, update_corrected, from_counts=corrected_from_counts
)
