r"""UCB1 and KL-UCB, to which every pair of an item and a position is an arm of its own.

The baselines of Katariya et al. (2017), Section 5, and the one they left out. After one play of
every arm, in random order, the arm of largest index is played; after t rounds the indices of an
arm with S clicks in N plays are

.. math:: \frac SN + \sqrt{\frac{2 \log t}N} \quad\text{(UCB1)}, \qquad
          \max\{q : N\,d(S/N, q) \le \log t\} \quad\text{(KL-UCB)}.
"""

from __future__ import annotations

from functools import partial

from ..core import Policy, kernel
from .buckets import State, best, empty, move, push

_FEW_ARMS = 256
_MOST_SHARED = 1500


def start(n_items, n_positions, examination, horizon, rng, *, kl, n_shared=None) -> State:
    """Nothing is known. `n_shared` is the largest number of plays whose arms share a bucket.

    By default few arms share none, and of many the ones with up to some four times the average
    number of plays; it changes the cost of a run, not its law.
    """
    n_arms = n_items * n_positions
    if n_shared is None:
        n_shared = 0
        if n_arms > _FEW_ARMS:
            n_shared = min(_MOST_SHARED, 64 + 4 * (horizon // n_arms))
    return empty(n_items, n_positions, horizon, rng, kl, n_shared)


@kernel
def choose(state, t, action, rng):
    """The arms in turn, then the one of largest index."""
    if t < state.order.size:
        arm = state.order[t]
    else:
        bucket = best(state, t)
        state.chosen[0] = bucket
        if bucket > state.n_shared:
            arm = state.arm[bucket]
        else:
            plays = state.plays[bucket]
            arm = state.heads[plays * (plays + 1) // 2 + state.clicks[bucket]]
    action[0] = arm // state.n_positions
    action[1] = arm % state.n_positions
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Put the arm where it now belongs."""
    if t < state.order.size:
        push(state, state.order[t], 1, clicks[0])
    else:
        move(state, state.chosen[0], clicks[0])


def every_pair(n_items: int, n_positions: int) -> int:
    """Each arm is played once."""
    return n_items * n_positions


def _over_pairs(name: str, kl: bool) -> Policy:
    settings = partial(start, kl=kl)
    return Policy(name, settings, choose, update, knows_examination=False, first_rounds=every_pair)


UCB1 = _over_pairs("UCB1", kl=False)
KL_UCB = _over_pairs("KL-UCB", kl=True)
