"""One game of Rank1ElimKL, stage by stage, with the observations and the eliminations.

The policy is the one that simulations play. It is called from Python and inspected after every stage.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..bernoulli import kl_lower, kl_upper
from ..compiled import compiled
from ..core import Problem, pair
from ..simulate import check_seed, generator
from .elim import RANK1_ELIM_KL
from .model import draw
from .model import problem as validated

COLUMNS = ["stage", "step", "side", "number", "plays", "average", "lower", "upper", "leaves"]


def stage_table(problem: Problem, horizon: int, seed: int = 0) -> pd.DataFrame:
    r"""Play one game and return the intervals at the end of every stage.

    Parameters
    ----------
    problem : Problem
        From `rank1.problem`; rows are items and columns are positions.
    horizon : int
        The number of steps of the game, at least 3; a stage that is not over by then is left out.
    seed : int
        Non-negative. The policy's randomness is that of `Player`.

    Returns
    -------
    DataFrame
        One line for every row and column that takes part in a stage: `stage` (from 0), `step` (of
        the game, at the stage's end), `side` ("row" or "column"), `number` (from 1), `plays`
        :math:`n_\ell`, `average` of these plays, `lower` and `upper` end of its interval, and
        `leaves`, which is whether the stage eliminates it.

    Raises
    ------
    ValueError
        If the horizon is below 3, the seed is not a non-negative integer, or the problem is invalid.

    Examples
    --------
    >>> from clickbandits.rank1 import problem, stage_table
    >>> game = stage_table(problem([0.8, 0.2], [0.9, 0.5]), horizon=100_000, seed=2)
    >>> game.query("stage == 0 and side == 'row'")[["number", "lower", "upper", "leaves"]].round(2)
       number  lower  upper  leaves
    0       1   0.37   0.79   False
    1       2   0.03   0.32    True
    """
    if not isinstance(horizon, int | np.integer) or not 3 <= horizon < 2**63:
        raise ValueError(f"horizon must be a whole number from 3 to 2^63 - 1; got {horizon!r}")
    check_seed(seed)
    attraction, examination = validated(*pair(problem))
    policy = RANK1_ELIM_KL
    choose, update, play = (compiled(each) for each in (policy.choose, policy.update, draw))
    rng, users = (generator(seed, 0, word) for word in (policy.id, "users"))
    unknown = np.full(examination.size, np.nan)
    state = policy.start(attraction.size, examination.size, unknown, horizon, rng)
    sides = (
        ("row", state.item_map, state.item_clicks),
        ("column", state.position_map, state.position_clicks),
    )
    action, clicks = np.zeros(2, dtype=np.int64), np.zeros(1, dtype=np.int64)
    step, lines = 0, []
    while step < horizon:
        if state.pulls[0] == 0:  # a stage begins
            there = [np.flatnonzero(mapped == np.arange(mapped.size)) for _, mapped, _ in sides]
        wanted = choose(state, step, action, rng)
        steps = play(attraction, examination, action, wanted, horizon - step, users, clicks)
        update(state, step, action, clicks, steps, rng)
        step += steps
        if state.pulls[0] > 0:
            continue
        stage, plays = state.stage[0], state.total[0]
        for (side, mapped, counted), remained in zip(sides, there, strict=True):
            average = counted[remained] / plays
            lower, upper = (end(average, state.budget / plays) for end in (kl_lower, kl_upper))
            leaves = mapped[remained] != remained
            lines += [
                (stage, step, side, number + 1, plays, *rest)
                for number, *rest in zip(remained, average, lower, upper, leaves, strict=True)
            ]
    return pd.DataFrame(lines, columns=COLUMNS)
