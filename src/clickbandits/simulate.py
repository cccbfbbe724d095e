"""Independent replications of a game: seeds, labels, and distribution over workers.

Randomness is an argument. Replication r draws from generators that are fixed by the seed, r and
a word ("problem", "labels" or the policy's id), so a result depends neither on the other
replications nor on order, executor or number of workers, and every policy meets the same
problem under the same labels in replication r.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .compiled import compiled
from .core import ClickModel, Policy, Problem, play

_CACHE_LINE = 128
"""Bytes that two threads must keep apart; processors fetch lines of 64 in pairs."""


class Game(NamedTuple):
    """One finished game.

    regret : float64 array, shape (n_checkpoints,)
    state : the policy's final state, of its own type
    items, positions : int64 arrays; the policy's label i stood for item `items[i]` of the
        problem and its position l for `positions[l]`
    problem : int, which of the problems was drawn
    """

    regret: np.ndarray
    state: Any
    items: np.ndarray
    positions: np.ndarray
    problem: int


def replicate(
    model: ClickModel,
    problem: Problem | Sequence[Problem],
    policy: Policy,
    checkpoints: ArrayLike,
    seed: int,
    replications: int | range,
    executor: Executor | None = None,
) -> np.ndarray:
    """Play independent games, without the checks of `clickbandits.replicate` for a policy of your own.

    Parameters
    ----------
    model : ClickModel
        The model from which clicks are drawn.
    problem : Problem or sequence of Problem
        The problem; if there are several, one is drawn uniformly in each replication.
    policy : Policy
        The policy that plays.
    checkpoints : increasing integers
        The rounds after which the regret is recorded; the last one is the horizon.
    seed : int
        Non-negative.
    replications : int or range
        The number of replications, or which of them to play.
    executor : concurrent.futures.Executor, optional
        The executor that runs the games, by default as many threads as there are processors.

    Returns
    -------
    float64 array, shape (replications, n_checkpoints)
        In expected clicks; the same for every executor.

    Raises
    ------
    ValueError
        If an argument breaks a rule, before the first draw.

    Examples
    --------
    >>> from clickbandits import PBM_UCB, pbm
    >>> from clickbandits.simulate import replicate
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> regret = replicate(pbm.MODEL, problem, PBM_UCB, [100, 1000], seed=1, replications=20)
    >>> regret.mean(axis=0).round(1)
    array([ 8.1, 26.4])
    """
    problems = as_problems(problem)
    checkpoints = checked_checkpoints(checkpoints)
    check_seed(seed)
    check_playable(model, problems, policy, int(checkpoints[-1]))
    which = replications if isinstance(replications, range) else range(replications)
    if len(which) < 1:
        raise ValueError(f"replications must be at least 1; got {replications}")
    return spread(partial(play_range, model, problems, policy, checkpoints, seed), which, executor)


def processors() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS has no affinity
        return os.cpu_count() or 1


def spread(play_some: Callable[[range], np.ndarray], which: range, executor: Executor | None) -> np.ndarray:
    """Cut the replications into shares, have them played, and put the shares together."""
    if executor is None:
        with ThreadPoolExecutor(processors()) as threads:
            return spread(play_some, which, threads)
    share = max(1, -(-len(which) // (4 * processors())))
    shares = [which[first : first + share] for first in range(0, len(which), share)]
    futures = [executor.submit(play_some, some) for some in shares]
    return np.concatenate([future.result() for future in futures])


def play_range(
    model: ClickModel,
    problems: Sequence[Problem],
    policy: Policy,
    checkpoints: np.ndarray,
    seed: int,
    which: range,
) -> np.ndarray:
    """The regret of some replications, one after the other, as a unit of work for an executor."""
    regret = np.empty((len(which), checkpoints.size))
    for row, replication in enumerate(which):
        regret[row] = game(model, problems, policy, checkpoints, seed, replication).regret
    return regret


def game(
    model: ClickModel,
    problems: Sequence[Problem],
    policy: Policy,
    checkpoints: np.ndarray,
    seed: int,
    replication: int,
) -> Game:
    """Play the game of one replication; arguments as in `replicate`, already checked."""
    chosen = 0
    if len(problems) > 1:
        chosen = int(generator(seed, replication, "problem").integers(len(problems)))
    attraction, examination = problems[chosen]
    labels = generator(seed, replication, "labels")
    items = labels.permutation(attraction.size)
    positions = np.arange(examination.size)
    if model.permutes_positions:
        positions = labels.permutation(examination.size)
    shown = Problem(attraction[items], examination[positions])

    rng = generator(seed, replication, policy.id)
    given = shown.examination.copy()
    if not policy.knows_examination:
        given[:] = np.nan
    state = policy.start(items.size, positions.size, given, int(checkpoints[-1]), rng)
    state = _apart(state)
    regret = np.empty(checkpoints.size)
    action = _apart(np.zeros(model.action_size(shown), dtype=np.int64))
    clicks = _apart(np.zeros(model.clicks_size(shown), dtype=np.int64))
    loop = compiled(play, model.draw, model.reward, policy.choose, policy.update)
    loop(state, shown, model.optimal_reward(shown), checkpoints, action, clicks, rng, regret)
    return Game(regret, state, items, positions, chosen)


def _apart(value: Any) -> Any:
    """The value with a cache line of room before and after every array in it.

    The arrays of a state are smaller than a cache line. Those of games in different threads would
    share lines, and each write would take the line from the other thread.
    """
    if isinstance(value, tuple):
        parts = map(_apart, value)
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    if not isinstance(value, np.ndarray):
        return value
    margin = _CACHE_LINE // value.itemsize
    roomy = np.empty(value.size + 2 * margin, dtype=value.dtype)
    inside = roomy[margin : margin + value.size].reshape(value.shape)
    inside[...] = value
    return inside


def generator(seed: int, replication: int, word: str) -> np.random.Generator:
    """The random generator that belongs to a replication and a word."""
    stream = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
    sequence = np.random.SeedSequence(seed, spawn_key=(replication, stream))
    return np.random.Generator(np.random.PCG64(sequence))


def as_problems(problem: Problem | Sequence[Problem]) -> tuple[Problem, ...]:
    """One problem or several as a tuple; refuses an empty sequence."""
    problems = (problem,) if isinstance(problem, Problem) else tuple(problem)
    if not problems:
        raise ValueError("at least one problem is needed; got none")
    return problems


def checked_checkpoints(checkpoints: ArrayLike) -> np.ndarray:
    """Checkpoints as an int64 array; refuses an empty, unordered or non-positive list."""
    rounds = np.atleast_1d(np.asarray(checkpoints))
    if rounds.ndim != 1 or rounds.size == 0 or not np.issubdtype(rounds.dtype, np.integer):
        raise ValueError(f"checkpoints must be a list of whole numbers; got {checkpoints!r}")
    if rounds[0] < 1 or (np.diff(rounds) <= 0).any():
        raise ValueError(f"checkpoints must increase strictly from 1 or more; got {checkpoints!r}")
    return rounds.astype(np.int64)


def check_seed(seed: Any) -> None:
    """Refuse a seed that is not a non-negative whole number."""
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise ValueError(f"seed must be a non-negative whole number; got {seed!r}")


def check_playable(model: ClickModel, problems: Sequence[Problem], policy: Policy, horizon: int) -> None:
    """Refuse problems outside the model's range and horizons too short for the policy."""
    for problem in problems:
        attraction, examination = model.problem(*problem)
        if policy.knows_examination and np.isnan(examination).any():
            raise ValueError(
                f"{policy.id} needs the examination probabilities, but the problem does not give them"
            )
        needed = policy.first_rounds(attraction.size, examination.size)
        if horizon < needed:
            raise ValueError(
                f"the horizon must cover the {needed} rounds in which {policy.id} initialises; got {horizon}"
            )
