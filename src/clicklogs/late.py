"""Games in which clicks arrive late, for policies that learn from counts.

A policy whose state consists of counts (`Policy.from_counts`) learns the same from its clicks, whenever
they arrive. Until then it chooses without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from clickbandits import checked
from clickbandits.compiled import compiled
from clickbandits.core import ClickModel, Policy, Problem
from clickbandits.experiments import check_whole, which_games
from clickbandits.simulate import as_problems, check_playable, check_seed, checked_checkpoints, spread


def check_counts(policy: Policy) -> None:
    """Refuse a policy whose state consists of more than counts.

    Raises
    ------
    ValueError
        With the reason.
    """
    checked.check_kind(policy, Policy)
    if policy.from_counts is None:
        raise ValueError(
            f"{policy.id} cannot learn from clicks that come late or never, because it has no `from_counts`. "
            "The papers' policies without it keep more than counts of clicks and displays (epochs, stages, "
            "or which items were compared). If a policy of your own learns from counts alone, write this "
            "function (see help(clickbandits.Policy)); PBM-TS and PBM-UCB have it"
        )


def next_first_round(reported: np.ndarray) -> int:
    """The next round of a fixed initialisation to show, or -1 if all of them were reported.

    `reported` is -1 for a round that was reported, and otherwise the number of times it was shown.
    """
    chosen = -1
    for round in range(reported.size):
        if reported[round] >= 0 and (chosen < 0 or reported[round] < reported[chosen]):
            chosen = round
    return chosen


_next_first_round = njit(nogil=True)(next_first_round)


@njit(nogil=True, inline="always")
def play_late(
    draw,
    reward,
    choose,
    update,
    state,
    problem,
    optimal,
    checkpoints,
    delay,
    batch,
    first,
    actions,
    seen,
    rounds,
    action,
    clicks,
    rng,
    regret,
    ends,
    differ,
    wrong,
):
    """`core.play` for single pages whose clicks arrive in batches, `delay` pages after the batch is full.

    `first` has one 0 per initial round; `actions`, `seen` and `rounds` contain the delay + batch pages
    whose clicks have not arrived yet. If an action is wrong (see `checked.wrong_place`), the game ends, and
    `wrong` becomes its page and place.
    """
    attraction, examination = problem
    learnt, reached, n_first, total = np.int64(0), 0, first.size, 0.0
    for t in range(checkpoints[-1]):
        while learnt < t and (learnt // batch + 1) * batch + delay <= t:
            slot = learnt % rounds.size
            if rounds[slot] < n_first:
                first[rounds[slot]] = -1
            update(state, rounds[slot], actions[slot], seen[slot], np.int64(1), rng)
            learnt += 1
        round = np.int64(t)
        waiting = _next_first_round(first)
        if waiting >= 0:
            first[waiting] += 1
            round = np.int64(waiting)
        else:
            round = max(round, np.int64(n_first))
        choose(state, round, action, rng)
        place = checked.wrong_place(action, ends, differ)
        if place >= 0:
            wrong[0], wrong[1] = t, place
            return
        draw(attraction, examination, action, np.int64(1), np.int64(1), rng, clicks)
        slot = t % rounds.size
        rounds[slot] = round
        for position in range(action.size):
            actions[slot, position] = action[position]
        for position in range(clicks.size):
            seen[slot, position] = clicks[position]
        total += optimal - reward(attraction, examination, action)
        if t + 1 == checkpoints[reached]:
            regret[reached] = total
            reached += 1


def replicate(
    model: ClickModel,
    problem: Problem | Sequence[Problem],
    policy: Policy,
    checkpoints: ArrayLike,
    seed: int,
    replications: int | range,
    delay: int = 0,
    batch: int = 1,
    executor: Executor | None = None,
) -> np.ndarray:
    """The pseudo-regret at the checkpoints, as in `clickbandits.replicate`, but with late clicks.

    The clicks of a page become known once its batch is full and `delay` more pages have been shown.

    Parameters
    ----------
    model, problem, policy, checkpoints, seed, replications, executor
        As in `clickbandits.replicate`. The policy must learn from counts.
    delay : int
        The number of further pages that are shown before clicks become known; at least 0.
    batch : int
        The number of pages whose clicks arrive together; at least 1.

    Returns
    -------
    float64 array, shape (replications, n_checkpoints)

    Raises
    ------
    ValueError
        If an argument breaks a rule, before the first draw.

    Examples
    --------
    >>> from clickbandits import PBM_TS, pbm
    >>> from clicklogs import late
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> for delay in (0, 100):
    ...     regret = late.replicate(pbm.MODEL, problem, PBM_TS, [1000], 1, 50, delay)
    ...     print(delay, regret.mean().round(1))
    0 13.7
    100 26.7
    """
    checkpoints = checked_checkpoints(checkpoints)
    check_seed(seed)
    checked.check_kind(model, ClickModel)
    check_counts(policy)
    problems = tuple(Problem(*model.problem(*each)) for each in as_problems(problem))
    check_playable(model, problems, policy, int(checkpoints[-1]))
    for name, value, least in (("delay", delay, 0), ("batch", batch, 1)):
        check_whole(name, value, least)
    which = which_games(replications)
    if not checked.owned(model, policy):
        checked.check_first(model, problems, policy, checkpoints, len(which))
    play = partial(_play_range, model, problems, policy, checkpoints, seed, int(delay), int(batch))
    return spread(play, which, executor)


def _play_range(model, problems, policy, checkpoints, seed, delay, batch, which):
    regret = np.empty((len(which), checkpoints.size))
    for row, replication in enumerate(which):
        begun = checked.started(model, problems, policy, int(checkpoints[-1]), seed, replication)
        _game(model, policy, checkpoints, delay, batch, *begun, regret[row])
    return regret


def _game(model, policy, checkpoints, delay, batch, shown, state, action, clicks, rng, regret):
    n_items, n_positions = shown.attraction.size, shown.examination.size
    ends, differ = np.zeros(0, dtype=np.int64), False
    if not checked.owned(model, policy):
        ends, differ = checked.labels(model, shown)
    (state, action, clicks), margins = checked.fenced((state, action, clicks))
    wrong = np.full(2, -1)
    n_kept = min(delay + batch, int(checkpoints[-1])) + 1
    compiled(play_late, model.draw, model.reward, policy.choose, policy.update)(
        state,
        shown,
        model.optimal_reward(shown),
        checkpoints,
        delay,
        batch,
        np.zeros(policy.first_rounds(n_items, n_positions), dtype=np.int64),
        np.zeros((n_kept, action.size), dtype=np.int64),
        np.zeros((n_kept, clicks.size), dtype=np.int64),
        np.zeros(n_kept, dtype=np.int64),
        action,
        clicks,
        rng,
        regret,
        ends,
        differ,
        wrong,
    )
    error = checked.overwritten(margins)
    if wrong[0] >= 0:
        error = f"in round {wrong[0] + 1:,} {checked.wrong_label(action, wrong[1], ends, differ)}"
    if error:
        raise ValueError(f"{policy.id} cannot play on: {error}")
