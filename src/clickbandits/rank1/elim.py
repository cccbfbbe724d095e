r"""Rank1ElimKL and Rank1Elim, which eliminate rows and columns in stages.

Katariya et al. (2017), Algorithm 1. By the end of stage ℓ every remaining row has been played
:math:`n_\ell = \lceil 16 \cdot 4^\ell \log n \rceil` times with random columns, and every remaining
column with random rows. A row whose confidence interval is below that of the best one leaves,
and the best one plays in its place from then on. Columns are treated likewise. Rank1Elim, its predecessor
(AISTATS 2017), has :math:`\lceil 4 \cdot 4^\ell \log n \rceil` and intervals of half-width
:math:`\sqrt{\log n / n_\ell}`. Its first author's public program has 2 log n in stage 0.

A stage is drawn at once (see `stages`), so the cost of a run grows with the number of stages and
pairs, not with the horizon. In code rows are items and columns are positions.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..bernoulli import kl_kernel, kl_lower_kernel
from ..core import Policy, kernel
from .stages import begin_stage, empty_stage, explores_items, next_block, once_a_stage


class State(NamedTuple):
    """The state of elimination, and the stage that it is in.

    first_length : the rounds of stage 0 before rounding, 16 log n or 4 log n
    budget : δ, or 0 for Rank1Elim's intervals
    log_horizon : log n
    fresh : whether a stage forgets the rewards of older ones
    item_map, position_map : h^U and h^V; a label that remains is mapped to itself
    item_clicks, position_clicks : the two tables, summed over the partners in the plays
    item_gone, position_gone : work space
    stage, total : ℓ, and n_ℓ, the plays of every row and column by its end
    blocks : the number of blocks played so far, which is the cost of the run
    items, positions, n_items, n_positions : I_ℓ and J_ℓ, and their sizes
    item_rounds, position_rounds : the number of rounds of the stage in which each is drawn as a partner
    rounds, pulls : rounds of the stage; the pulls left in it
    block, block_pulls, stride : the place on the circle, the pulls left there, the step to the next
    """

    first_length: float
    budget: float
    log_horizon: float
    fresh: bool
    item_map: np.ndarray
    position_map: np.ndarray
    item_clicks: np.ndarray
    position_clicks: np.ndarray
    item_gone: np.ndarray
    position_gone: np.ndarray
    stage: np.ndarray
    total: np.ndarray
    blocks: np.ndarray
    items: np.ndarray
    positions: np.ndarray
    n_items: np.ndarray
    n_positions: np.ndarray
    item_rounds: np.ndarray
    position_rounds: np.ndarray
    rounds: np.ndarray
    pulls: np.ndarray
    block: np.ndarray
    block_pulls: np.ndarray
    stride: np.ndarray


def start(n_items, n_positions, examination, horizon, rng, *, first_length, repeated_log, kl, fresh) -> State:
    """All rows and columns remain; the first stage is drawn by the first `choose`."""
    log_horizon = math.log(horizon)
    budget = log_horizon + repeated_log * math.log(max(1.0, log_horizon))
    return State(
        first_length=first_length * log_horizon,
        budget=budget if kl else 0.0,
        log_horizon=log_horizon,
        fresh=fresh,
        item_map=np.arange(n_items),
        position_map=np.arange(n_positions),
        item_clicks=np.zeros(n_items, dtype=np.int64),
        position_clicks=np.zeros(n_positions, dtype=np.int64),
        item_gone=np.zeros(n_items, dtype=np.bool_),
        position_gone=np.zeros(n_positions, dtype=np.bool_),
        stage=np.full(1, -1),
        total=np.zeros(1, dtype=np.int64),
        blocks=np.zeros(1, dtype=np.int64),
        **empty_stage(n_items, n_positions),
    )


@kernel
def choose(state, t, action, rng):
    """Show the next block of the stage, or of a new stage if the last one is over."""
    if state.pulls[0] == 0:
        state.stage[0] += 1
        before = 0 if state.fresh else state.total[0]
        # At least one round. If log n = 0, the game is over before the first stage is.
        length = math.ceil(4.0 ** state.stage[0] * state.first_length)
        state.total[0] = max(before + 1, int(length))
        begin_stage(state, state.total[0] - before, rng)
    state.blocks[0] += 1
    return next_block(state, action)


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Add the clicks to the rows' or the columns' table; eliminate at the end of a stage."""
    if explores_items(state):
        state.item_clicks[action[0]] += clicks[0]
    else:
        state.position_clicks[action[1]] += clicks[0]
    state.block_pulls[0] -= n_rounds
    state.pulls[0] -= n_rounds
    if state.pulls[0] == 0:
        eliminate(state, state.item_map, state.item_clicks, state.item_gone)
        eliminate(state, state.position_map, state.position_clicks, state.position_gone)
        if state.fresh:
            state.item_clicks[:] = 0
            state.position_clicks[:] = 0


@once_a_stage
def eliminate(state, mapped, clicks, gone):
    """Map every label whose interval is below that of the best one to the best one.

    All averages are of n_ℓ plays, so the largest lower end belongs to the most clicks; ties go to
    the lowest label. An upper end is at most `bar` if `bar` itself is outside the interval or its
    end, that is, if d(average, bar) n_ℓ ≥ δ.
    """
    plays = state.total[0]
    best = mapped[0]
    for label in range(mapped.size):
        if mapped[label] == label and (
            clicks[label] > clicks[best] or (clicks[label] == clicks[best] and label < best)
        ):
            best = label
    radius = math.sqrt(state.log_horizon / plays)
    bar = clicks[best] / plays - radius
    if state.budget > 0.0:
        bar = kl_lower_kernel(clicks[best] / plays, state.budget / plays)
    for label in range(mapped.size):
        average = clicks[label] / plays
        below = average + radius <= bar
        if state.budget > 0.0:
            below = average <= bar and kl_kernel(average, bar) * plays >= state.budget
        gone[label] = below and label != best
    for label in range(mapped.size):
        if gone[mapped[label]]:
            mapped[label] = best


def _elimination(name, *, first_length, repeated_log=0.0, kl=False, fresh=False) -> Policy:
    settings = partial(start, first_length=first_length, repeated_log=repeated_log, kl=kl, fresh=fresh)
    return Policy(name, settings, choose, update, knows_examination=False)


def rank1_elim_kl(budget: str = "printed", tables: str = "cumulative") -> Policy:
    """Rank1ElimKL with one of two readings of δ, and with one of two ways of keeping rewards.

    Parameters
    ----------
    budget : "printed" or "log"
        δ = log n + 3 log log n, as in line 24 of Algorithm 1, or log n.
    tables : "cumulative" or "fresh"
        Whether the averages are over all stages, as published, or over the last one alone, which then
        has n_ℓ rounds. The latter variant has the simpler proof.

    Raises
    ------
    ValueError
        If a parameter has another value.
    """
    if budget not in ("printed", "log"):
        raise ValueError(f'budget must be "printed" or "log"; got {budget!r}')
    if tables not in ("cumulative", "fresh"):
        raise ValueError(f'tables must be "cumulative" or "fresh"; got {tables!r}')
    changes = ["budget=log"] * (budget == "log") + ["tables=fresh"] * (tables == "fresh")
    name = f"Rank1ElimKL({', '.join(changes)})" if changes else "Rank1ElimKL"
    repeated_log = 3.0 if budget == "printed" else 0.0
    return _elimination(name, first_length=16.0, repeated_log=repeated_log, kl=True, fresh=tables == "fresh")


RANK1_ELIM_KL = rank1_elim_kl()
RANK1_ELIM = _elimination("Rank1Elim", first_length=4.0)
