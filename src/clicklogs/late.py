"""Clicks that come late: what the law of each policy makes of them, and games played so.

A policy learns by `update`. Where that only adds up counts, clicks may come in any order, and the
policy may be put in the state that any counts lead to: then it can start from a log, and items,
examination and horizon can change. Where it does more, `LAWS` says what has to be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from clickbandits.compiled import compiled
from clickbandits.core import ClickModel, Policy, Problem
from clickbandits.simulate import (
    as_problems,
    check_playable,
    check_seed,
    checked_checkpoints,
    generator,
    spread,
)


class Law(NamedTuple):
    """What late clicks are to a policy.

    kind : "any order": `update` takes every page when its clicks come.
        "epochs": it takes pages of one list, in the order in which they were shown, up to one
        without a click.
        "stages": it takes stretches in their order; which ones follow is known up to the end of a
        stage, where `state.pulls` is 0.
        "in turn": it takes stretches in their order, and none is known before the last was learnt.
    absorb : function of (state, clicks, plays, examination) that puts counts of shape (n_items,
        n_positions) in a state that has none; None where counts do not make a state
    of_page : fields of the state that `choose` writes and `update` reads for the same page
    void : function of the state; a page that was shown when it was another number is not learnt
    late : function of the state, called after a page that was not the only one that waited
    """

    kind: str
    absorb: Callable[..., None] | None = None
    of_page: tuple[str, ...] = ()
    void: Callable[[Any], int] | None = None
    late: Callable[[Any], None] | None = None


def law_of(policy: Policy) -> Law:
    """The law of a policy of this package; of others only that stretches are learnt in turn."""
    package, _, module = policy.choose.__module__.partition(".")
    return LAWS.get(module, Law("in turn")) if package == "clickbandits" else Law("in turn")


def _pbm_ucb(state, clicks, plays, examination):
    state.clicks[:], state.plays[:], state.plays_at[:] = clicks.sum(1), plays.sum(1), plays
    views, seen = plays @ examination, plays.sum(1) > 0
    state.estimate[seen] = (state.clicks / np.where(seen, views, 1))[seen]
    state.width[seen] = (np.sqrt(0.5 * state.plays) / np.where(seen, views, 1))[seen]


def _pbm_pie(state, clicks, plays, examination):
    state.clicks[:], state.plays[:], state.total_clicks[:] = clicks, plays, clicks.sum(1)
    state.views[:] = plays @ examination
    state.estimate[:] = state.total_clicks / np.where(state.views > 0, state.views, 1)


def _thompson(state, clicks, plays, examination):
    if hasattr(state, "views"):  # BC-MP-TS
        state.clicks[:], state.views[:] = clicks.sum(1), plays @ examination
        return
    from clickbandits.pbm.sampler import renew

    posterior = state.posterior
    posterior.clicks[:], posterior.failures[:] = clicks.sum(1), plays - clicks
    for item in np.flatnonzero(plays.sum(1)):
        compiled(renew)(posterior, item)


def _pairs(state, clicks, plays, examination):
    state.clicks[:], state.plays[:] = clicks.ravel(), plays.ravel()


LAWS = {
    "pbm.ucb": Law("any order", _pbm_ucb),
    "pbm.pie": Law("any order", _pbm_pie),
    "pbm.ts": Law("any order", _thompson),
    # Paid is the bandit's own choice, which an item above may have replaced.
    "pbm.rba": Law("any order", of_page=("chosen",), late=lambda state: state.certain_until.fill(0)),
    "rank1.ucb1": Law("any order", _pairs),
    "rank1.elim": Law("stages"),
    "rank1.ucb1_elim": Law("stages"),
    "mnl.epoch_ucb": Law("epochs"),
    "mnl.epoch_ucb_upb": Law("epochs"),
    "mnl.mnl_bandit": Law("epochs"),
    # A click is compared with the items that then shared its stratum.
    "mnl.top_rank": Law("any order", void=lambda state: int(state.below.sum())),
}


def first_waiting(first: np.ndarray) -> int:
    """Of the first rounds, the next to show: of those not reported (−1), the least often shown."""
    chosen = -1
    for place in range(first.size):
        if first[place] >= 0 and (chosen < 0 or first[place] < first[chosen]):
            chosen = place
    return chosen


_first_waiting = njit(nogil=True)(first_waiting)


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
):
    """`core.play` of single pages, whose clicks come after `delay` more, in batches.

    `first` has a 0 for each of the first rounds; `actions`, `seen` and `rounds` keep delay + batch
    pages whose clicks have not come.
    """
    attraction, examination = problem
    told, reached, n_first, total = np.int64(0), 0, first.size, 0.0
    for t in range(checkpoints[-1]):
        while told < t and (told // batch + 1) * batch + delay <= t:
            place = told % rounds.size
            if rounds[place] < n_first:
                first[rounds[place]] = -1
            update(state, rounds[place], actions[place], seen[place], np.int64(1), rng)
            told += 1
        round = np.int64(t)
        waiting = _first_waiting(first)
        if waiting >= 0:
            first[waiting] += 1
            round = np.int64(waiting)
        else:
            round = max(round, np.int64(n_first))
        choose(state, round, action, rng)
        draw(attraction, examination, action, np.int64(1), np.int64(1), rng, clicks)
        place = t % rounds.size
        rounds[place] = round
        for position in range(action.size):
            actions[place, position] = action[position]
        for position in range(clicks.size):
            seen[place, position] = clicks[position]
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
    """`simulate.replicate` where clicks come late: the pseudo-regret at the checkpoints.

    The clicks of a page are known once its batch is full and `delay` more pages were shown. Games
    are those of a `Player`. Where a policy's law takes clicks in any order, they are compiled; of
    other policies a page costs some hundred times as much.

    Parameters
    ----------
    model, problem, policy, checkpoints, seed, replications, executor
        As in `simulate.replicate`.
    delay : int
        How many more pages are shown before clicks are known; 0 or more.
    batch : int
        The clicks of so many pages come together; 1 or more.

    Returns
    -------
    float64 array, shape (replications, n_checkpoints)

    Raises
    ------
    ValueError
        Where the arguments break a rule, before the first draw.

    Examples
    --------
    >>> from clickbandits import PBM_TS, pbm
    >>> from clicklogs import late
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> for delay in (0, 100):
    ...     regret = late.replicate(pbm.MODEL, problem, PBM_TS, [1000], 1, 50, delay)
    ...     print(delay, regret.mean().round(1))
    0 13.7
    100 27.4
    """
    problems, checkpoints = as_problems(problem), checked_checkpoints(checkpoints)
    check_seed(seed)
    check_playable(model, problems, policy, int(checkpoints[-1]))
    for name, value, least in (("delay", delay, 0), ("batch", batch, 1)):
        if not isinstance(value, int | np.integer) or value < least:
            raise ValueError(f"{name} must be a whole number of at least {least}; got {value!r}")
    which = replications if isinstance(replications, range) else range(replications)
    if len(which) < 1:
        raise ValueError(f"replications must be at least 1; got {replications}")
    law = law_of(policy)
    game = _compiled_game if law.kind == "any order" and law.absorb else _player_game
    play = partial(_play_range, game, model, problems, policy, checkpoints, seed, delay, batch)
    return spread(play, which, executor)


def _play_range(game, model, problems, policy, checkpoints, seed, delay, batch, which):
    regret = np.empty((len(which), checkpoints.size))
    for row, replication in enumerate(which):
        # Problem and labels as in `simulate.game`.
        chosen = 0
        if len(problems) > 1:
            chosen = int(generator(seed, replication, "problem").integers(len(problems)))
        attraction, examination = problems[chosen]
        labels = generator(seed, replication, "labels")
        attraction = attraction[labels.permutation(attraction.size)]
        if model.permutes_positions:
            examination = examination[labels.permutation(examination.size)]
        shown, rng = Problem(attraction, examination), generator(seed, replication, policy.id)
        game(model, shown, policy, checkpoints, delay, batch, rng, regret[row])
    return regret


def _compiled_game(model, shown, policy, checkpoints, delay, batch, rng, regret):
    n_items, n_positions = shown.attraction.size, shown.examination.size
    given = shown.examination * (1.0 if policy.knows_examination else np.nan)
    state = policy.start(n_items, n_positions, given, int(checkpoints[-1]), rng)
    action, clicks = (
        np.zeros(size(shown), dtype=np.int64) for size in (model.action_size, model.clicks_size)
    )
    n_kept = min(delay + batch, int(checkpoints[-1])) + 1
    compiled(play_late, model.draw, model.reward, policy.choose, policy.update)(
        state,
        shown,
        model.optimal_reward(shown),
        checkpoints,
        int(delay),
        int(batch),
        np.zeros(policy.first_rounds(n_items, n_positions), dtype=np.int64),
        np.zeros((n_kept, action.size), dtype=np.int64),
        np.zeros((n_kept, clicks.size), dtype=np.int64),
        np.zeros(n_kept, dtype=np.int64),
        action,
        clicks,
        rng,
        regret,
    )


def _player_game(model, shown, policy, checkpoints, delay, batch, rng, regret):
    from .player import Player

    examination = shown.examination if policy.knows_examination else shown.examination.size
    horizon, optimal = int(checkpoints[-1]), model.optimal_reward(shown)
    player = Player(policy, shown.attraction.size, examination, horizon, rng, model)
    draw, reward = compiled(model.draw), compiled(model.reward)
    clicks = np.zeros(model.clicks_size(shown), dtype=np.int64)
    waiting: list = []
    total, told, reached = 0.0, 0, 0
    for t in range(horizon):
        while told < t and (told // batch + 1) * batch + delay <= t:
            player.update(*waiting[told])
            waiting[told] = None
            told += 1
        page = player.choose()
        action = player._action
        draw(*shown, action, 1, 1, rng, clicks)
        waiting.append((page, clicks.copy()))
        total += optimal - reward(*shown, action)
        if t + 1 == checkpoints[reached]:
            regret[reached] = total
            reached += 1
