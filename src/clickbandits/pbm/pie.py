r"""PBM-PIE: show the leaders, explore at one position (Lagrée et al. 2016, Algorithm 1).

The leaders are the L items of largest estimate, in decreasing order. Another item can be explored
while its index (7) reaches the estimate of the last leader. With probability 1/2 one of these items,
drawn uniformly, is shown at the last position. Our variant instead shows it at the position that
gives the most information for the regret it costs, which is the one that attains the minimum in the
lower bound (6) with the estimates in place of the attractions. With δ = log t + (3L + 2) log log t in
place of (1 + ε) log t, that variant attains (6).

While B(t), the set of these items, is empty, nothing changes before an estimate crosses another
one or an index. The estimates move by known steps, so `certain_rounds` can compute for how many
rounds this is impossible whatever is clicked. The game draws the clicks of all these rounds at once,
which does not change its distribution.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..bernoulli import kl_kernel
from ..core import Policy, by_examination, cyclic_lists, kernel, one_cycle, rank
from .index import TOLERANCE, reaches, upper_kernel


class State(NamedTuple):
    """The state of PBM-PIE.

    epsilon, log_log : δ = (1 + ε) log t + `log_log` log log t
    horizon : T if it is used in place of t, otherwise 0
    explore_at_optimal, skip : see `pbm_pie`
    first_lists : the lists of the first rounds, shape (n_items, n_positions)
    positions : positions, most examined first
    clicks, plays : counts, shape (n_items, n_positions)
    total_clicks, views : S and Ñ, shape (n_items,)
    estimate : S / Ñ, shape (n_items,)
    ceiling : an upper bound on the index (7) while the item is not shown and t < `ceiling_until`;
        infinite if none is known, shape (n_items,)
    reached : the largest value that the index reached since the item was shown last, which it still
        reaches because δ never falls; −1 if none is known, shape (n_items,)
    ahead : the number of rounds for which ceilings are computed, if δ grows with t
    ranked, candidates : work space, shape (n_items,)
    """

    epsilon: float
    log_log: int
    horizon: int
    explore_at_optimal: bool
    skip: bool
    examination: np.ndarray
    first_lists: np.ndarray
    positions: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray
    total_clicks: np.ndarray
    views: np.ndarray
    estimate: np.ndarray
    ceiling: np.ndarray
    ceiling_until: np.ndarray
    reached: np.ndarray
    ahead: np.ndarray
    ranked: np.ndarray
    candidates: np.ndarray


def start(
    n_items, n_positions, examination, horizon, rng, *, epsilon, attain, of_horizon, explore_at_optimal, skip
) -> State:
    """The initial state, without data and with a random order for the first rounds."""
    positions = by_examination(examination)
    return State(
        epsilon=epsilon,
        log_log=3 * n_positions + 2 if attain else 0,
        horizon=horizon if of_horizon else 0,
        explore_at_optimal=explore_at_optimal,
        skip=skip,
        examination=examination,
        first_lists=cyclic_lists(rng.permutation(n_items), positions),
        positions=positions,
        clicks=np.zeros((n_items, n_positions)),
        plays=np.zeros((n_items, n_positions)),
        total_clicks=np.zeros(n_items),
        views=np.zeros(n_items),
        estimate=np.zeros(n_items),
        ceiling=np.full(n_items, np.inf),
        ceiling_until=np.zeros(1, dtype=np.int64),
        reached=np.full(n_items, -1.0),
        ahead=np.ones(1, dtype=np.int64),
        ranked=np.zeros(n_items, dtype=np.int64),
        candidates=np.zeros(n_items, dtype=np.int64),
    )


@kernel
def choose(state, t, action, rng):
    """Show the leaders, with an item of B(t) among them with probability 1/2."""
    if t < state.first_lists.shape[0]:
        for position in range(action.size):
            action[position] = state.first_lists[t, position]
        return 1
    rank(state.estimate, state.ranked)
    last = action.size - 1
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    n_candidates = find_candidates(state, t, state.estimate[state.ranked[last]])
    if n_candidates == 0:
        return certain_rounds(state, t) if state.skip else 1
    drawn = int(2 * n_candidates * rng.random())
    if drawn < n_candidates:
        item = state.candidates[drawn]
        place = best_place(state, item) if state.explore_at_optimal else last
        for lower in range(last, place, -1):
            action[state.positions[lower]] = state.ranked[lower - 1]
        action[state.positions[place]] = item
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Count displays and clicks, and forget the bounds on the indices of the items shown.

    Ñ is summed again from the start so that items with equal counts tie to the last bit.
    """
    for position in range(action.size):
        item = action[position]
        state.clicks[item, position] += clicks[position]
        state.plays[item, position] += n_rounds
        state.total_clicks[item] += clicks[position]
        state.views[item] = 0.0
        for place in range(action.size):
            state.views[item] += state.plays[item, place] * state.examination[place]
        state.estimate[item] = state.total_clicks[item] / state.views[item]
        state.ceiling[item] = math.inf
        state.reached[item] = -1.0


@kernel
def level(state, t):
    """δ in round t (counted from 0)."""
    log = math.log(state.horizon if state.horizon > 0 else t + 1.0)
    if state.log_log > 0:
        return (1.0 + state.epsilon) * log + state.log_log * math.log(log)
    return (1.0 + state.epsilon) * log


@kernel
def find_candidates(state, t, bar):
    """Fill `candidates` with B(t), the items whose index reaches the bar; return how many."""
    delta = level(state, t)
    n_candidates = 0
    for place in range(state.positions.size, state.ranked.size):
        item = state.ranked[place]
        if t < state.ceiling_until[0] and state.ceiling[item] < bar:
            continue
        if bar > state.reached[item]:
            if not reaches(bar, item, state.clicks, state.plays, state.examination, delta):
                continue
            state.reached[item] = bar
        state.candidates[n_candidates] = item
        n_candidates += 1
    return n_candidates


@kernel
def best_place(state, item):
    """The place that attains the minimum of (6) for an item below the leaders, by the estimates.

    Ties go to the least examined place.
    """
    last = state.positions.size - 1
    worst = state.estimate[state.ranked[last]]
    best, best_ratio = last, math.inf
    gap = 0.0
    below = 0.0
    for place in range(last, -1, -1):
        seen = state.examination[state.positions[place]]
        leader = state.estimate[state.ranked[place]]
        gap += (seen - below) * (leader - state.estimate[item])
        below = seen
        information = kl_kernel(seen * state.estimate[item], seen * worst)
        if information > 0.0 and gap / information < best_ratio:
            best, best_ratio = place, gap / information
    return best


@kernel
def certain_rounds(state, t):
    """The number of rounds for which the same list is certain to be shown if B(t) is empty.

    There is a barrier between every two consecutive leaders, and one below the last leader at the
    largest estimate or ceiling of the other items. As long as no leader can have reached a
    barrier, whatever is clicked, neither the leaders nor B(t) can have changed.

    If δ grows with t, ceilings that hold for a long time are high. As long as they certify less than
    an eighth of their time, ceilings for an eighth of it are computed, and later ones twice as long.
    """
    rounds = rounds_to_barriers(state, t, highest_ceiling(state, t))
    while state.horizon == 0 and rounds < (state.ceiling_until[0] - t) // 8:
        state.ahead[0] = (state.ceiling_until[0] - t) // 8
        state.ceiling_until[0] = t + state.ahead[0]
        state.ceiling[:] = math.inf
        rounds = rounds_to_barriers(state, t, highest_ceiling(state, t))
    return rounds


@kernel
def rounds_to_barriers(state, t, barrier):
    """The number of rounds until a leader can have reached a barrier; `barrier` is the lowest."""
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
    """The number of rounds until the slack can be used up, if a round costs at most `loss`."""
    if slack <= 0.0:
        return 0.0
    return slack / loss if loss > 0.0 else math.inf


@kernel
def highest_ceiling(state, t):
    """The largest estimate or ceiling below the leaders; missing ceilings are computed."""
    if t >= state.ceiling_until[0]:
        state.ahead[0] = min(2 * state.ahead[0], t // 64 + 1)
        state.ceiling_until[0] = state.horizon if state.horizon > 0 else t + state.ahead[0]
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


def from_counts(state, clicks, plays, examination):
    """Put counts of shape (n_items, n_positions) into a new state."""
    state.clicks[:], state.plays[:], state.total_clicks[:] = clicks, plays, clicks.sum(1)
    state.views[:] = plays @ examination
    state.estimate[:] = state.total_clicks / np.where(state.views > 0, state.views, 1)


def pbm_pie(
    epsilon: float = 0.01, log_of: str = "horizon", position: str = "last", skip: bool = True
) -> Policy:
    """PBM-PIE with other parameters.

    Parameters
    ----------
    epsilon : float
        ε > 0; the paper leaves its value open. It must be left out with "t and log t", which has
        no ε.
    log_of : "horizon", "t" or "t and log t"
        δ = (1 + ε) log T as in Algorithm 1, (1 + ε) log t as in Theorem 11, or
        log t + (3L + 2) log log t, without ε. With the last, the variant that explores at the
        optimal position attains (6).
    position : "last" or "optimal"
        The position at which an item is explored: the least examined one, or the one that attains
        the lower bound for the estimates.
    skip : bool
        Whether stretches that are certain are played in one draw; the distribution is the same.

    Raises
    ------
    ValueError
        If a parameter has another value, or ε is not positive.
    """
    if not 0.0 < epsilon < math.inf:
        raise ValueError(f"epsilon must be positive; got {epsilon}")
    if log_of not in ("horizon", "t", "t and log t"):
        raise ValueError(f'log_of must be "horizon", "t" or "t and log t"; got {log_of!r}')
    if position not in ("last", "optimal"):
        raise ValueError(f'position must be "last" or "optimal"; got {position!r}')
    attain = log_of == "t and log t"
    if attain and epsilon != 0.01:
        raise ValueError(f'log_of="t and log t" takes no epsilon; got {epsilon}')
    changes = [f"epsilon={float(epsilon)}"] * (epsilon != 0.01)
    name = "PBM-PIE" if position == "last" else "PBM-PIE-ADAPTIVE"
    if attain and position == "optimal":
        name = "PBM-PIE-ATTAINING"
    elif log_of != "horizon":
        changes += [f"log_of={log_of}"]
    changes += ["skip=False"] * (not skip)
    settings = partial(
        start,
        epsilon=0.0 if attain else float(epsilon),
        attain=attain,
        of_horizon=log_of == "horizon",
        explore_at_optimal=position == "optimal",
        skip=skip,
    )
    name += f"({', '.join(changes)})" if changes else ""
    return Policy(name, settings, choose, update, True, one_cycle, from_counts)


PBM_PIE = pbm_pie()
PBM_PIE_ADAPTIVE = pbm_pie(position="optimal")
PBM_PIE_ATTAINING = pbm_pie(position="optimal", log_of="t and log t")
