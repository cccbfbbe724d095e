r"""UCB1 and KL-UCB of `ucb1` with arms in buckets, so a step need not look at every arm.

The index of an arm depends on its plays N and clicks S only, and grows with S. Arms with the same
(N, S) are a stack, arms with the same N a *bucket*, of which only the top stack can win. An arm
with more plays than the buckets hold has its own bucket.

Indices grow slowly with the round. Every bucket has a `key`, its index at a later round (`until`),
which bounds its index until then. A short list contains the buckets whose key reaches a `floor`. As
long as the best index in the list reaches it, too, no other bucket can win, and only the list is
searched. The choice is exact. If no arms share a bucket (by default, up to 256 arms), the games are
identical to those of `ucb1`, bit for bit. If they do, the arm that came last to its stack is played.
Any other arm of the stack would do, because arms come in random order and those with equal N and S
look the same.

The policies in `ucb1` read like their definitions, learn from counts, and break ties by the order of the
first rounds for any number of arms, so they do not become those of this module.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..bernoulli import kl_kernel, kl_upper_kernel
from ..core import Policy, kernel
from .ucb1 import every_pair

_FEW_ARMS = 256
_MOST_SHARED = 1500
_LONGEST_LIST = 24
_SHORTEST_LIST = 8


class State(NamedTuple):
    """The state of a policy over item-position pairs; an arm is item · n_positions + position.

    A number that changes is an array of length 1, because a named tuple cannot change.

    kl, n_shared : whether the index is KL-UCB's or UCB1's; the largest N whose arms share a bucket
    order : the arms in the order of the first rounds
    heads, below : the arm on top of every stack and the one beneath every arm, -1 if none; the stacks of
        buckets of one come last
    plays, clicks : N and the largest S of every bucket, -1 if it is empty
    key : the index at `ahead`, the level of exploration of round `until`
    listed, shortlist, n_listed, floor, depth : the short list; how far its floor is below the top
    n_single : how many buckets of one there are
    filled, n_filled : the buckets that are not empty, in any order
    chosen : the bucket that is played
    """

    kl: bool
    n_positions: int
    n_shared: int
    order: np.ndarray
    heads: np.ndarray
    below: np.ndarray
    plays: np.ndarray
    clicks: np.ndarray
    key: np.ndarray
    listed: np.ndarray
    shortlist: np.ndarray
    n_listed: np.ndarray
    floor: np.ndarray
    depth: np.ndarray
    until: np.ndarray
    ahead: np.ndarray
    n_single: np.ndarray
    filled: np.ndarray
    n_filled: np.ndarray
    chosen: np.ndarray


def start(n_items, n_positions, examination, horizon, rng, *, kl, n_shared=None) -> State:
    """No arm is in a bucket yet, and the arms come in random order.

    `n_shared` is the largest number of plays whose arms share a bucket. By default no arms share one
    if there are few, and if there are many, those with up to about four times the average number of
    plays do. It affects the cost of a run, but not the distribution of its result.
    """
    n_arms = n_items * n_positions
    if n_shared is None:
        n_shared = 0
        if n_arms > _FEW_ARMS:
            n_shared = min(_MOST_SHARED, 64 + 4 * (horizon // n_arms))
    n_single = min(n_arms, horizon // (n_shared + 1) + 1)
    n_buckets = n_shared + 1 + n_single
    return State(
        kl=kl,
        n_positions=n_positions,
        n_shared=n_shared,
        order=rng.permutation(n_arms),
        heads=np.full((n_shared + 1) * (n_shared + 2) // 2 + n_single, -1, dtype=np.int32),
        below=np.full(n_arms, -1, dtype=np.int32),
        plays=np.zeros(n_buckets, dtype=np.int64),
        clicks=np.full(n_buckets, -1),
        key=np.full(n_buckets, -np.inf),
        listed=np.zeros(n_buckets, dtype=np.bool_),
        shortlist=np.zeros(n_buckets, dtype=np.int64),
        n_listed=np.zeros(1, dtype=np.int64),
        floor=np.full(1, np.inf),
        depth=np.full(1, 1e-3),
        until=np.zeros(1, dtype=np.int64),
        ahead=np.zeros(1),
        n_single=np.zeros(1, dtype=np.int64),
        filled=np.zeros(n_buckets, dtype=np.int64),
        n_filled=np.zeros(1, dtype=np.int64),
        chosen=np.zeros(1, dtype=np.int64),
    )


@kernel
def choose(state, t, action, rng):
    """Play every arm once in order, then the one of largest index."""
    if t < state.order.size:
        arm = state.order[t]
    else:
        bucket = best(state, t)
        state.chosen[0] = bucket
        arm = state.heads[stack(state, bucket, state.plays[bucket], state.clicks[bucket])]
    action[0] = arm // state.n_positions
    action[1] = arm % state.n_positions
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Put the arm into the bucket of its new counts."""
    if t < state.order.size:
        push(state, state.order[t], 1, clicks[0])
    else:
        move(state, state.chosen[0], clicks[0])


@kernel
def level(state, t):
    """The level of exploration after t rounds: log t for KL-UCB, the root of 2 log t for UCB1."""
    return math.log(t) if state.kl else math.sqrt(2.0 * math.log(t))


@kernel
def stack(state, bucket, plays, clicks):
    """The stack of the arms of a bucket with these counts."""
    if bucket > state.n_shared:
        return (state.n_shared + 1) * state.n_shared // 2 + bucket
    return plays * (plays + 1) // 2 + clicks


@kernel
def index(state, bucket, exploration):
    """The largest index in a bucket at a level of exploration."""
    plays = state.plays[bucket]
    mean = state.clicks[bucket] / plays
    if state.kl:
        return kl_upper_kernel(mean, exploration * (1.0 / plays))
    return mean + exploration * (1.0 / math.sqrt(plays))


@kernel
def renew(state, bucket):
    """Update the key of a bucket whose largest S or N changed, and list it if needed."""
    if state.clicks[bucket] < 0:
        state.key[bucket] = -math.inf
        state.n_filled[0] -= 1
        place = 0
        while state.filled[place] != bucket:
            place += 1
        state.filled[place] = state.filled[state.n_filled[0]]
        return
    state.key[bucket] = index(state, bucket, state.ahead[0])
    if state.key[bucket] >= state.floor[0] and not state.listed[bucket]:
        state.listed[bucket] = True
        state.shortlist[state.n_listed[0]] = bucket
        state.n_listed[0] += 1


@kernel
def push(state, arm, plays, clicks):
    """Put an arm on its stack, or in a bucket of its own."""
    bucket = plays
    if plays > state.n_shared:
        bucket = state.n_shared + 1 + state.n_single[0]
        state.n_single[0] += 1
    place = stack(state, bucket, plays, clicks)
    state.below[arm] = state.heads[place]
    state.heads[place] = arm
    if state.clicks[bucket] < 0:
        state.filled[state.n_filled[0]] = bucket
        state.n_filled[0] += 1
    if clicks > state.clicks[bucket]:
        state.plays[bucket] = plays
        state.clicks[bucket] = clicks
        renew(state, bucket)


@kernel
def move(state, bucket, clicks):
    """Move the chosen bucket's arm after one play with `clicks` clicks (0 or 1)."""
    plays, before = state.plays[bucket], state.clicks[bucket]
    if bucket > state.n_shared:
        state.plays[bucket] += 1
        state.clicks[bucket] += clicks
        renew(state, bucket)
        return
    first = plays * (plays + 1) // 2
    arm = state.heads[first + before]
    state.heads[first + before] = state.below[arm]
    top = before
    while top >= 0 and state.heads[first + top] < 0:
        top -= 1
    if top < before:
        state.clicks[bucket] = top
        renew(state, bucket)
    push(state, arm, plays + 1, before + clicks)


@kernel
def best(state, t):
    """The bucket of largest index."""
    exploration = level(state, t)
    bucket, value = _best_listed(state, exploration)
    if t < state.until[0] and value >= state.floor[0]:
        return bucket
    if t >= state.until[0]:
        state.until[0] = t + t // 1024 + 1
        state.ahead[0] = level(state, state.until[0])
        for place in range(state.n_filled[0]):
            some = state.filled[place]
            state.key[some] = index(state, some, state.ahead[0])
    _make_list(state, exploration)
    bucket, value = _best_listed(state, exploration)
    return bucket


@kernel
def _best_listed(state, exploration):
    """The listed bucket of largest index, and this index; the one of largest key is tried first."""
    bucket, value = -1, -math.inf
    for place in range(state.n_listed[0]):
        some = state.shortlist[place]
        if state.key[some] > value:
            bucket, value = some, state.key[some]
    if bucket >= 0:
        value = index(state, bucket, exploration)
    for place in range(state.n_listed[0]):
        some = state.shortlist[place]
        if state.key[some] > value and _exceeds(state, some, exploration, value):
            own = index(state, some, exploration)
            if own > value:
                bucket, value = some, own
    return bucket, value


@kernel
def _exceeds(state, bucket, exploration, value):
    """Whether the index is above a value by more than rounding.

    For KL-UCB a divergence decides this, which is cheaper than an index; for UCB1 the answer is yes.
    """
    mean = state.clicks[bucket] / state.plays[bucket]
    if not state.kl or value <= mean:
        return True
    return kl_kernel(mean, value) * state.plays[bucket] < exploration * (1.0 - 1e-12)


@kernel
def _make_list(state, exploration):
    """List the buckets whose key is not far below the index of the one with the largest key."""
    for place in range(state.n_listed[0]):
        state.listed[state.shortlist[place]] = False
    top = state.filled[0]
    for place in range(state.n_filled[0]):
        if state.key[state.filled[place]] > state.key[top]:
            top = state.filled[place]
    floor = index(state, top, exploration) - state.depth[0]
    n_listed = 0
    for place in range(state.n_filled[0]):
        some = state.filled[place]
        if state.key[some] >= floor:
            state.listed[some] = True
            state.shortlist[n_listed] = some
            n_listed += 1
    state.floor[0] = floor
    state.n_listed[0] = n_listed
    if n_listed > _LONGEST_LIST:
        state.depth[0] *= 0.5
    elif n_listed < _SHORTEST_LIST:
        state.depth[0] = min(1.0, 2.0 * state.depth[0])


UCB1 = Policy("UCB1", partial(start, kl=False), choose, update, False, every_pair)
KL_UCB = Policy("KL-UCB", partial(start, kl=True), choose, update, False, every_pair)
