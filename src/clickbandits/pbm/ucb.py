r"""PBM-UCB: show the items of largest upper confidence bound (Lagrée et al. 2016, Section 4).

.. math::
    U^{UCB}_k(t, \delta) = \frac{S_k}{\tilde N_k}
    + \sqrt{\frac{N_k}{\tilde N_k}} \sqrt{\frac{\delta}{2 \tilde N_k}},
    \qquad \delta = (1 + \epsilon) \log t

with :math:`S_k` clicks on item k in :math:`N_k` plays, and :math:`\tilde N_k` the sum of the
examination probabilities of these plays.

The game draws the clicks of several rounds at once if their list is certain. An item that is shown for
m ≤ n more rounds, at a position with examination κ, has an index between

.. math::
    \frac{S}{\tilde N + n \kappa}
    + \min\Bigl(\frac{\sqrt N}{\tilde N}, \frac{\sqrt{N + n}}{\tilde N + n \kappa}\Bigr)
    \sqrt{\frac{\delta(t)}{2}}
    \quad\text{and}\quad
    \max\Bigl(\frac{S}{\tilde N}, \frac{S + n}{\tilde N + n \kappa}\Bigr)
    + \frac{\sqrt M}{\tilde N} \sqrt{\frac{\delta(t + n)}{2}}

with M = N if :math:`\tilde N \le 2 \kappa N`, and otherwise N + n, whatever is clicked, because
:math:`\sqrt{N + m} / (\tilde N + m \kappa)` first increases in m and then decreases; it increases at 0
only if :math:`\tilde N > 2 \kappa N`. The index of any other item is at most that of round t + n. If
these bounds separate each item of the list from the next, and the last from all others, the list is
certain for n rounds.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..core import Policy, by_examination, cyclic_lists, kernel, one_cycle, rank

LEAST = 8
"""Shorter stretches take longer than plain rounds, because their clicks are binomial."""


class State(NamedTuple):
    """The state of PBM-UCB.

    first_lists : the lists of the first rounds, shape (n_items, n_positions)
    positions : positions, most examined first
    clicks, plays : S and N, shape (n_items,)
    plays_at : N by position, shape (n_items, n_positions)
    views : Ñ, shape (n_items,)
    estimate, width : S / Ñ and the bonus at δ = 1, which change only with the counts
    next_try, wait : the round from which on certain rounds are counted, and the number of rounds
        without it after a failure, shape (1,)
    index, ranked : work space
    """

    epsilon: float
    examination: np.ndarray
    first_lists: np.ndarray
    positions: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray
    plays_at: np.ndarray
    views: np.ndarray
    estimate: np.ndarray
    width: np.ndarray
    next_try: np.ndarray
    wait: np.ndarray
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
        views=np.zeros(n_items),
        estimate=np.zeros(n_items),
        width=np.zeros(n_items),
        next_try=np.zeros(1, dtype=np.int64),
        wait=np.ones(1, dtype=np.int64),
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
    return certain_rounds(state, t) if t >= state.next_try[0] else 1


@kernel
def certain_rounds(state, t):
    """The number of rounds for which the ranked items are certain to be shown, or 1 if it is small.

    A first look ahead gives a guess, which a second one confirms. After a failure some
    rounds pass without a look.
    """
    rounds = int(min(0.9 * rounds_to_change(state, t, LEAST), t))
    if rounds >= LEAST and rounds_to_change(state, t, rounds) > rounds:
        state.wait[0] = 1
        return rounds
    state.wait[0] = min(2 * state.wait[0], 16)
    state.next_try[0] = t + state.wait[0]
    return 1


@kernel
def rounds_to_change(state, t, ahead):
    """About the number of rounds until the list can change; above `ahead` only if it is certain so long.

    It is extrapolated from the margins between items of successive rank now and after so many rounds.
    """
    log = (1.0 + state.epsilon) * math.log(t + 1.0)
    root, later_root = math.sqrt(log), math.sqrt(log + (1.0 + state.epsilon) * math.log1p(ahead / (t + 1.0)))
    rounds = index = floor = math.inf
    item = -1
    for place in range(state.ranked.size):
        item = state.ranked[place]
        seen = state.examination[state.positions[place]]
        clicks, plays, views = state.clicks[item], state.plays[item], state.views[item]
        if views == 0.0:  # the clicks of the first rounds come late
            return 0.0
        more = views + ahead * seen
        most = plays if views <= 2.0 * seen * plays else plays + ahead
        ceiling = max(state.estimate[item], (clicks + ahead) / more)
        ceiling += math.sqrt(0.5 * most) / views * later_root
        if place > 0:
            rounds = min(rounds, crossing(index - state.index[item], floor - ceiling, ahead))
        index = state.index[item]
        floor = clicks / more + min(state.width[item], math.sqrt(0.5 * (plays + ahead)) / more) * root
    for other in range(state.index.size):
        if state.index[other] <= index and other != item:  # a tie with an item of the list also counts
            ceiling = state.estimate[other] + state.width[other] * later_root
            rounds = min(rounds, crossing(index - state.index[other], floor - ceiling, ahead))
    return rounds


@kernel
def crossing(now, later, ahead):
    """When the line through two margins, now and `ahead` rounds later, falls to 1e-9 (for rounding)."""
    if later < now:
        return ahead * (now - 1e-9) / (now - later)
    return math.inf if later > 1e-9 else 0.0


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
        state.views[item] = views
        state.estimate[item] = state.clicks[item] / views
        state.width[item] = math.sqrt(0.5 * state.plays[item]) / views


def from_counts(state, clicks, plays, examination):
    """Put counts of shape (n_items, n_positions) into a new state."""
    state.clicks[:], state.plays[:], state.plays_at[:] = clicks.sum(1), plays.sum(1), plays
    state.views[:] = plays @ examination
    views = np.where(state.plays > 0, state.views, 1)
    state.estimate[:] = state.clicks / views
    state.width[:] = np.sqrt(0.5 * state.plays) / views


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
