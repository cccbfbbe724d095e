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
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .compiled import compiled
from .core import ClickModel, Policy, Problem, pair, play

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
    """Play the game of one replication; arguments as in `clickbandits.replicate`, already checked."""
    horizon = int(checkpoints[-1])
    shown, state, action, clicks, rng, names = begin(model, problems, policy, horizon, seed, replication)
    state, action, clicks = map(_apart, (state, action, clicks))
    regret = np.empty(checkpoints.size)
    loop = compiled(play, model.draw, model.reward, policy.choose, policy.update)
    loop(state, shown, model.optimal_reward(shown), checkpoints, action, clicks, rng, regret)
    return Game(regret, state, *names)


def begin(
    model: ClickModel, problems: Sequence[Problem], policy: Policy, horizon: int, seed: int, replication: int
) -> tuple[Problem, Any, np.ndarray, np.ndarray, np.random.Generator, tuple[np.ndarray, np.ndarray, int]]:
    """The problem as it is shown, the state, the buffers, the generator, and the items behind the labels."""
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
    state = policy.start(items.size, positions.size, given, horizon, rng)
    sizes = model.action_size(shown), model.clicks_size(shown)
    action, clicks = (np.zeros(size, dtype=np.int64) for size in sizes)
    return shown, state, action, clicks, rng, (items, positions, chosen)


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
    check_seed(seed)
    stream = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
    sequence = np.random.SeedSequence(seed, spawn_key=(replication, stream))
    return np.random.Generator(np.random.PCG64(sequence))


def as_problems(problem: Problem | Sequence[Problem]) -> tuple[Problem, ...]:
    """One problem or several as a tuple; refuses an empty sequence, and one of anything else."""
    problems: Any = (problem,) if isinstance(problem, Problem) else problem
    if not isinstance(problems, Sequence):
        raise ValueError(f"problem must be a Problem or a list of them; got {problem!r}")
    if not problems:
        raise ValueError("at least one problem is needed; got none")
    return tuple(pair(each) for each in problems)


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
        attraction, examination = pair(model.problem(*problem))
        if policy.knows_examination and np.isnan(examination).any():
            raise ValueError(
                f"{policy.id} needs the examination probabilities, but the problem does not give them"
            )
        needed = policy.first_rounds(attraction.size, examination.size)
        if not isinstance(needed, int | np.integer):
            raise ValueError(f"first_rounds of {policy.id} must return a whole number; got {needed!r}")
        if horizon < needed:
            raise ValueError(
                f"the horizon must cover the {needed} rounds in which {policy.id} initialises; got {horizon}"
            )
