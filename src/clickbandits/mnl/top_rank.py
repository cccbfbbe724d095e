r"""TopRank: sort the items into strata by their pairwise clicks (Lattimore et al. 2018).

Items of one stratum are shown in random order at the places of the stratum. Let :math:`C_i` be 1 if
item i is clicked in a round and 0 otherwise, also if it is not shown. For every two items of one
stratum the round adds :math:`U_{ij} = C_i - C_j` to :math:`S_{ij}` and :math:`|U_{ij}|` to
:math:`N_{ij}`, so a round may have several clicks. Item j moves below i when

.. math:: S_{ij} \ge \sqrt{2 N_{ij} \log(c \sqrt{N_{ij}} / \delta)},
          \qquad c = \frac{4 \sqrt{2/\pi}}{\mathrm{erf}(\sqrt 2)}.

TopRank takes the positions to be examined in decreasing order, whatever the truth. It chooses a list
in every round and has no epochs. Grant and Leslie (2023, Section 6) compare their policies with it.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..core import Policy, kernel

C = 4 * math.sqrt(2 / math.pi) / math.erf(math.sqrt(2))


class State(NamedTuple):
    """The state of TopRank.

    delta : δ
    order : the items, stratum by stratum
    ends : `ends[i]` is the place after the stratum of the i-th place, shape (n_items,)
    lead, seen : S and N, shape (n_items, n_items)
    below : `below[j, i]` is true if j was found to be less attractive than i
    placed : work space
    """

    horizon: int
    delta: float
    order: np.ndarray
    ends: np.ndarray
    lead: np.ndarray
    seen: np.ndarray
    below: np.ndarray
    placed: np.ndarray


def start(n_items, n_positions, examination, horizon, rng, *, delta) -> State:
    """The initial state, in which all items form one stratum."""
    return State(
        horizon=horizon,
        delta=delta or 1.0 / horizon,
        order=np.arange(n_items),
        ends=np.full(n_items, n_items),
        lead=np.zeros((n_items, n_items), dtype=np.int64),
        seen=np.zeros((n_items, n_items), dtype=np.int64),
        below=np.zeros((n_items, n_items), dtype=np.bool_),
        placed=np.zeros(n_items, dtype=np.bool_),
    )


@kernel
def choose(state, t, action, rng):
    """Show each stratum in random order, for all remaining rounds if each shown place is a stratum."""
    sorted_out = True
    for place in range(action.size):
        end = state.ends[place]
        if end > place + 1:
            sorted_out = False
            other = place + int((end - place) * rng.random())
            item = state.order[place]
            state.order[place] = state.order[other]
            state.order[other] = item
        action[place] = state.order[place]
    return state.horizon - t if sorted_out else 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Compare every clicked item with the items of its stratum that were not clicked, shown or not."""
    if n_rounds != 1:  # the list is sorted out
        return
    news = False
    for position in range(action.size):
        if clicks[position] == 1:
            end = state.ends[position]
            first = position
            while first > 0 and state.ends[first - 1] == end:
                first -= 1
            if compare(state, position, first, end, clicks):
                news = True
    if news:
        stratify(state)


@kernel
def compare(state, clicked, first, end, clicks):
    """Count the click at place `clicked` against the places first, ..., end - 1 without a click.

    Two items that are both clicked are not compared, because U is 0. Returns whether some item
    was found to be less attractive.
    """
    news = False
    item = state.order[clicked]
    for place in range(first, end):
        if place < clicks.size and clicks[place] == 1:
            continue
        other = state.order[place]
        state.lead[item, other] += 1
        state.lead[other, item] -= 1
        state.seen[item, other] += 1
        state.seen[other, item] += 1
        lead, seen = state.lead[item, other], state.seen[item, other]
        if lead > 0 and lead * lead >= 2.0 * seen * math.log(C * math.sqrt(seen) / state.delta):
            state.below[other, item] = True
            news = True
    return news


@kernel
def stratify(state):
    """The first stratum has the items below no other, the next those below no other that is left, …

    `below` has no cycle, because a pair is added only inside a stratum, and items that a path of
    pairs joins are in different strata.
    """
    n_items = state.order.size
    state.placed[:] = False
    filled = 0
    while filled < n_items:
        first = filled
        for item in range(n_items):
            if not state.placed[item] and not is_below(state, item):
                state.order[filled] = item
                filled += 1
        for place in range(first, filled):
            state.placed[state.order[place]] = True
            state.ends[place] = filled


@kernel
def is_below(state, item):
    """Whether some item that is not placed yet was found better."""
    for better in range(state.order.size):
        if state.below[item, better] and not state.placed[better]:
            return True
    return False


def top_rank(delta: float | None = None) -> Policy:
    """TopRank with another δ in (0, 1), by default 1 / T; raises ValueError outside."""
    if delta is None:
        return Policy("TopRank", partial(start, delta=0.0), choose, update, knows_examination=False)
    if not 0.0 < delta < 1.0:
        raise ValueError(f"delta must lie in (0, 1); got {delta}")
    settings = partial(start, delta=float(delta))
    return Policy(f"TopRank(delta={delta:g})", settings, choose, update, knows_examination=False)


TOP_RANK = top_rank()
