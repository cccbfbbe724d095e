"""The game of the three papers, with a problem, a click model, a policy, and the loop that joins them.

The policy chooses an action and the number of rounds for which it will show it, whatever is clicked. The
click model draws the clicks of this whole stretch from their exact distribution, and the policy learns
from the counts. The regret within a stretch is exact, because the action is constant.

A policy is a state (a NamedTuple of arrays, changed in place) and three functions::

    start(n_items, n_positions, examination, horizon, rng) -> State     plain Python
    choose(state, t, action, rng) -> n_rounds                           compiled
    update(state, t, action, clicks, n_rounds, rng)                     compiled

A click model draws and rewards::

    draw(attraction, examination, action, n_rounds, limit, rng, clicks) -> rounds played
    reward(attraction, examination, action) -> expected clicks per round
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from .machine_code import inner

UNTIL_NO_CLICK = -1
"""The value that `choose` returns to show its action until a round without a click (included)."""


class Problem(NamedTuple):
    """The two vectors that the papers share.

    attraction : float64 array, shape (n_items,); θ in `pbm`, ū in `rank1`, α in `mnl`
    examination : float64 array, shape (n_positions,); κ in `pbm`, v̄ in `rank1`, λ in `mnl`

    Both are in the caller's order, which is arbitrary. "Position l" in a formula is the l-th most examined.
    """

    attraction: np.ndarray
    examination: np.ndarray


class ClickModel(NamedTuple):
    """The way in which an action turns into clicks.

    id : "pbm", "rank1" or "mnl"
    draw, reward : compiled functions (see the module's text)
    optimal_reward : function of a Problem, the largest expected number of clicks per round
    action_size, clicks_size : functions of a Problem, the lengths of the two buffers
    problem : function of (attraction, examination) that validates and returns a Problem
    permutes_positions : whether a replication also shuffles the labels of positions (`rank1`)
    """

    id: str
    draw: Callable
    reward: Callable
    optimal_reward: Callable[[Problem], float]
    action_size: Callable[[Problem], int]
    clicks_size: Callable[[Problem], int]
    problem: Callable[..., Problem]
    permutes_positions: bool = False

    def __repr__(self) -> str:
        return f"<ClickModel {self.id}>"


def n_shown(problem: Problem) -> int:
    """The number of items in a list, which is the number of positions."""
    return problem.examination.size


def _no_first_rounds(n_items: int, n_positions: int) -> int:
    return 0


class Policy(NamedTuple):
    """A policy, which has a name (with the parameters that differ from the default) and three functions.

    knows_examination : whether `start` receives the examination vector rather than NaN
    first_rounds : function of (n_items, n_positions), the rounds of a fixed initialisation
    from_counts : function of (state, clicks, plays, examination), or None; see below

    A policy whose knowledge is counts has `from_counts`, which puts clicks and plays of shape (n_items,
    n_positions) into a new state. It can learn from clicks that come late and in any order.

    Everything in it can be pickled, so games can be played in other processes. A factory therefore
    passes its parameters to `start` by `functools.partial` and never by a closure.

    Examples
    --------
    >>> from clickbandits import PBM_TS, UCB1, pbm, play
    >>> PBM_TS.id, PBM_TS.knows_examination
    ('PBM-TS', True)
    >>> UCB1.knows_examination
    False
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> regret = play(pbm.MODEL, problem, PBM_TS, horizon=100, replications=20, seed=1)
    >>> print(regret.mean("PBM-TS")[-1].round(1))
    5.7
    """

    id: str
    start: Callable
    choose: Callable
    update: Callable
    knows_examination: bool = True
    first_rounds: Callable[[int, int], int] = _no_first_rounds
    from_counts: Callable | None = None

    def __repr__(self) -> str:
        return f"<Policy {self.id}>"


def pair(problem: Any) -> Problem:
    """The problem, if it is a pair; anything else is refused before it is unpacked, which may be endless."""
    if not isinstance(problem, tuple | list) or len(problem) != 2:
        raise ValueError(f"a problem is a pair of attractions and examinations; got {problem!r}")
    return Problem(*problem)


def vectors(
    attraction: ArrayLike, examination: ArrayLike, attraction_range: str, examination_range: str
) -> Problem:
    """Two validated vectors as a Problem.

    A range is "[0, 1]" or "(0, 1]". Raises ValueError with the rule and the value that breaks it.
    """
    checked = []
    for name, values, interval, place in (
        ("attraction", attraction, attraction_range, "item"),
        ("examination", examination, examination_range, "position"),
    ):
        array = np.array(values, dtype=np.float64)
        if array.ndim != 1 or array.size == 0:
            raise ValueError(f"{name} must be a vector with one value per {place}; got shape {array.shape}")
        above = array > 0 if interval[0] == "(" else array >= 0
        bad = ~(above & (array <= 1))  # a NaN is neither above nor below
        if bad.any():
            first = int(np.flatnonzero(bad)[0])
            raise ValueError(f"{name} must lie in {interval}; got {array[first]} at {place} {first + 1}")
        array.flags.writeable = False
        checked.append(array)
    return Problem(*checked)


kernel = inner(forceinline=True)
"""Compiles the functions that a policy runs every round, which are `choose`, `update` and their callees.

A kernel allocates nothing, so numba need not count references to the state's arrays, and the kernel is
compiled into the loop that calls it. Without these two options PBM-UCB takes three times as long. The
kernel is not cached, because a cached caller would keep an old version of its callee. When Python calls
it, it is compiled once more.
"""


@kernel
def rank(index: np.ndarray, ranked: np.ndarray) -> None:
    """Fill `ranked` with the places of the largest values of `index`, in decreasing order.

    Ties go to the lowest place. Raises ValueError on a NaN. Comparisons with NaN are all false, so if a
    policy used a value that it must not know, the items would be ranked in the order of their index.
    """
    for place in range(index.size):
        if math.isnan(index[place]):
            raise ValueError("an index is NaN: the policy used something it was not given")
    n_ranked = ranked.size
    filled = 0
    for place in range(index.size):
        value = index[place]
        if filled == n_ranked:
            if value <= index[ranked[filled - 1]]:
                continue
            filled -= 1
        slot = filled
        while slot > 0 and index[ranked[slot - 1]] < value:
            ranked[slot] = ranked[slot - 1]
            slot -= 1
        ranked[slot] = place
        filled += 1


def by_examination(examination: np.ndarray) -> np.ndarray:
    """The positions, most examined first, as an int64 array; ties in the order of the list.

    Raises ValueError on NaN, which represents an unknown examination.
    """
    if np.isnan(examination).any():
        raise ValueError("an examination is NaN: the policy used something it was not given")
    return np.argsort(-examination, kind="stable").astype(np.int64)


def cyclic_lists(order: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Lists, one per row and as many as items, that show every item once at every position.

    The `order` of the items slides over the positions, which gives a cyclic Latin square.
    """
    n_items, n_positions = order.size, positions.size
    lists = np.empty((n_items, n_positions), dtype=np.int64)
    lists[:, positions] = order[np.add.outer(np.arange(n_items), np.arange(n_positions)) % n_items]
    return lists


def one_cycle(n_items: int, n_positions: int) -> int:
    """The number of rounds of `cyclic_lists`."""
    return n_items


@njit(nogil=True, inline="always")  # numba keeps no compiled function that takes functions
def play(
    draw: Callable,
    reward: Callable,
    choose: Callable,
    update: Callable,
    state: NamedTuple,
    problem: Problem,
    optimal: float,
    checkpoints: np.ndarray,
    action: np.ndarray,
    clicks: np.ndarray,
    rng: np.random.Generator,
    regret: np.ndarray,
) -> None:
    """Play one game up to the last checkpoint and fill `regret`, one value per checkpoint.

    `optimal` is the best expected number of clicks per round. Checkpoint c is the pseudo-regret
    after c rounds, in expected clicks. `action` and `clicks` are buffers.
    """
    attraction, examination = problem
    horizon = checkpoints[-1]
    t = np.int64(0)  # a literal 0 would have its own type, for which everything would be compiled again
    total = 0.0
    reached = 0
    while t < horizon:
        wanted = choose(state, t, action, rng)
        n_rounds = draw(attraction, examination, action, wanted, horizon - t, rng, clicks)
        gap = optimal - reward(attraction, examination, action)
        while reached < checkpoints.size and checkpoints[reached] <= t + n_rounds:
            regret[reached] = total + gap * (checkpoints[reached] - t)
            reached += 1
        total += gap * n_rounds
        update(state, t, action, clicks, n_rounds, rng)
        t += n_rounds
