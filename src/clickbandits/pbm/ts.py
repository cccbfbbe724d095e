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
from .thinning import NEXT_TRY, WANTED, Counts, Thinning, no_bounds, rounds_of_a_list, spend


class ExactState(NamedTuple):
    """The state of PBM-TS, with the positions, most examined first."""

    posterior: Posterior
    thinning: Thinning
    positions: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray


def start_exact(n_items, n_positions, examination, horizon, rng) -> ExactState:
    """The initial state, with the uniform prior."""
    effect = np.stack([np.arange(n_positions), np.ones(n_positions), np.zeros(n_positions)], axis=1)
    return ExactState(
        posterior=uniform_prior(n_items, examination),
        thinning=no_bounds(n_items, n_positions, effect),
        positions=by_examination(examination),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def choose(state, t, action, rng):
    """Show the items of largest draw, if possible for a stretch of rounds."""
    thinning, posterior = state.thinning, state.posterior
    rounds = 0
    while rounds == 0:
        for item in range(state.index.size):
            if thinning.items[WANTED, item] > 0.0:
                state.index[item] = draw(posterior, item, rng)
        rounds = 1
        if t >= thinning.clock[NEXT_TRY]:
            counts = Counts(posterior.examination, posterior.clicks, posterior.failures, posterior.point)
            rounds = rounds_of_a_list(thinning, counts, state.positions, state.index, t, rng)
    rank(state.index, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return rounds


@kernel
def update_exact(state, t, action, clicks, n_rounds, rng):
    """Update the posterior of the items shown."""
    for position in range(action.size):
        learn(state.posterior, action[position], position, clicks[position], n_rounds)
        spend(state.thinning, action[position], position, n_rounds)


class BiasCorrectedState(NamedTuple):
    """The state of BC-MP-TS, with the positions, most examined first.

    views : Ñ, shape (n_items,)
    posterior : of S clicks and max(Ñ - S, 0) failures at one position that is always examined
    """

    examination: np.ndarray
    views: np.ndarray
    posterior: Posterior
    thinning: Thinning
    positions: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray


def start_corrected(n_items, n_positions, examination, horizon, rng) -> BiasCorrectedState:
    """The initial state, with the uniform prior."""
    effect = np.stack([np.zeros(n_positions), examination, 1.0 - examination], axis=1)
    return BiasCorrectedState(
        examination=examination,
        views=np.zeros(n_items),
        posterior=uniform_prior(n_items, np.ones(1)),
        thinning=no_bounds(n_items, 1, effect),
        positions=by_examination(examination),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def update_corrected(state, t, action, clicks, n_rounds, rng):
    """Count displays and clicks; a negative count of failures is taken as 0."""
    posterior = state.posterior
    for position in range(action.size):
        item = action[position]
        posterior.clicks[item] += clicks[position]
        state.views[item] += n_rounds * state.examination[position]
        posterior.failures[item, 0] = max(state.views[item] - posterior.clicks[item], 0.0)
        renew(posterior, item)
        spend(state.thinning, item, position, n_rounds)


def exact_from_counts(state, clicks, plays, examination):
    """Put counts of shape (n_items, n_positions) into a new state of PBM-TS."""
    posterior = state.posterior
    posterior.clicks[:], posterior.failures[:] = clicks.sum(1), plays - clicks
    for item in np.flatnonzero(plays.sum(1)):
        compiled(renew)(posterior, item)


def corrected_from_counts(state, clicks, plays, examination):
    """Put counts of shape (n_items, n_positions) into a new state of BC-MP-TS."""
    posterior = state.posterior
    posterior.clicks[:], state.views[:] = clicks.sum(1), plays @ examination
    posterior.failures[:, 0] = np.maximum(state.views - posterior.clicks, 0)
    for item in np.flatnonzero(plays.sum(1)):
        compiled(renew)(posterior, item)


PBM_TS = Policy("PBM-TS", start_exact, choose, update_exact, from_counts=exact_from_counts)
BC_MP_TS = Policy("BC-MP-TS", start_corrected, choose, update_corrected, from_counts=corrected_from_counts)
