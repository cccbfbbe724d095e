"""One game of Rank1ElimKL, stage by stage: what the algorithm saw, and who left.

Algorithm 1 of Katariya et al. (2017) in plain numpy, for teaching. Within a stage nothing is
decided, so its clicks are drawn at once. Simulations play `elim.RANK1_ELIM_KL`, which is compiled.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd

from ..bernoulli import kl_lower, kl_upper
from ..core import Problem
from .bounds import stage_end
from .model import problem as validated

SIDES = ("row", "column")
COLUMNS = ["stage", "step", "side", "number", "plays", "average", "lower", "upper", "leaves"]


def stage_table(problem: Problem, horizon: int, seed: int = 0) -> pd.DataFrame:
    r"""Play one game and return the intervals at the end of every stage.

    Parameters
    ----------
    problem : Problem
        From `rank1.problem`; rows are items and columns are positions.
    horizon : int
        How many steps the game has, at least 3; a stage that is not over by then is left out.
    seed : int
        Non-negative.

    Returns
    -------
    DataFrame
        One line for every row and column that is there in a stage: `stage` (from 0), `step` (of
        the game, at the stage's end), `side` ("row" or "column"), `number` (from 1), `plays`
        :math:`n_\ell`, `average` of these plays, `lower` and `upper` end of its interval, and
        `leaves`: whether the stage eliminates it.

    Raises
    ------
    ValueError
        If the horizon is below 3, or the problem is none.

    Examples
    --------
    >>> from clickbandits.rank1 import problem, stage_table
    >>> game = stage_table(problem([0.8, 0.2], [0.9, 0.5]), horizon=100_000, seed=1)
    >>> game.query("stage == 0 and side == 'row'")[["number", "lower", "upper", "leaves"]].round(2)
       number  lower  upper  leaves
    0       1   0.33   0.76   False
    1       2   0.02   0.30    True
    """
    if horizon < 3:
        raise ValueError(f"horizon must be at least 3; got {horizon}")
    means = validated(*problem)
    rng = np.random.default_rng(seed)
    budget = math.log(horizon) + 3 * math.log(math.log(horizon))
    clicks = [np.zeros(mean.size, dtype=np.int64) for mean in means]
    playing_for = [np.arange(mean.size) for mean in means]  # h: who plays in the place of whom
    before, step, lines = 0, 0, []
    for stage in itertools.count():
        plays = stage_end(stage, horizon)
        there = [np.unique(each) for each in playing_for]
        step += (plays - before) * (there[0].size + there[1].size)
        if step > horizon:
            break
        # both explorations of the stage, then both eliminations
        for own, other in ((0, 1), (1, 0)):
            share = np.bincount(playing_for[other], minlength=means[other].size)
            met = rng.multinomial(plays - before, share / share.sum())  # the same for all
            chance = np.outer(means[own][there[own]], means[other])
            clicks[own][there[own]] += rng.binomial(met, chance).sum(axis=1)
        for own, side in enumerate(SIDES):
            average = clicks[own][there[own]] / plays
            lower, upper = (end(average, budget / plays) for end in (kl_lower, kl_upper))
            best = int(np.argmax(lower))
            leaves = (upper <= lower[best]) & (np.arange(lower.size) != best)
            gone = np.isin(playing_for[own], there[own][leaves])
            playing_for[own] = np.where(gone, there[own][best], playing_for[own])
            lines += [
                (stage, step, side, number + 1, plays, *rest)
                for number, *rest in zip(there[own], average, lower, upper, leaves, strict=True)
            ]
        before = plays
    return pd.DataFrame(lines, columns=COLUMNS)
