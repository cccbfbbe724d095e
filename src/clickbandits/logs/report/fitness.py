"""Does the position-based model fit, and how sure is the bound: a parametric bootstrap.

Tables of clicks are drawn from the fit, for the log's plays, and fitted again. Their deviances are
what the log's own is compared with (as in `pbm.rank_one.rank_one_test`, which gives the same
p-value), and their constants (6) show how far the log determines it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from ...core import Problem
from ...pbm.bounds import lower_bound
from ...pbm.fitting import fit
from ...pbm.rank_one import deviance, simulated
from .cost import Game
from .study import Study

REPLICATIONS = 199
"""Tables of the bootstrap."""

LARGE, FEWEST = 400, 39
"""A table of more cells, and a quick report, has so many; 19 can give a p-value of 0.05."""


class Fitness(NamedTuple):
    """How well the model fits.

    deviance : float, twice the log-likelihood that the free table gains, in nats
    degrees_of_freedom : int, cells less parameters
    replications : int
    p_value : float, (1 + simulated deviances at least as large) / (1 + replications)
    error : float, mean absolute difference of observed and fitted rates, weighted by plays
    noise : float, the mean of the same in the simulated tables
    problems : tuple of Problem, the refitted candidates of the game; empty without a game
    """

    deviance: float
    degrees_of_freedom: int
    replications: int
    p_value: float
    error: float
    noise: float
    problems: tuple[Problem, ...]

    @property
    def possible(self) -> bool:
        """Whether the log could contradict the model at all."""
        return self.degrees_of_freedom > 0

    @property
    def contradicted(self) -> bool:
        """Whether it does, at the level 0.05."""
        return self.possible and self.p_value <= 0.05

    @property
    def bounds(self) -> np.ndarray:
        """Constant (6) of the refitted candidates."""
        return np.array([lower_bound(problem) for problem in self.problems])


def fitness(study: Study, game: Game, quick: bool = False, seed: int = 0) -> Fitness:
    """Test the fit, and resample the bound of a game, with one set of simulated tables."""
    clicks, plays = study.table
    fitted = study.fitted
    replications = FEWEST if quick or plays.size > LARGE else REPLICATIONS
    observed = deviance(fitted, clicks, plays)
    deviances, errors, problems = [], [], []
    tables = simulated(fitted, plays, replications, seed)
    for table in tqdm(tables, "fits", replications, leave=False, disable=None):
        again = fit(table, plays)
        deviances.append(deviance(again, table, plays))
        errors.append(_error(again, table, plays))
        if game.problem is not None:
            attraction = again.attraction[game.items]
            examination = np.maximum(again.examination[game.positions], 1e-12)
            problems.append(Problem(attraction, examination))
    extreme = int((np.array(deviances) >= observed).sum())
    parameters = int((fitted.attraction > 0).sum() + (fitted.examination > 0).sum()) - 1
    return Fitness(
        observed, max(int((plays > 0).sum()) - parameters, 0), replications,
        (1 + extreme) / (1 + replications), _error(fitted, clicks, plays),
        float(np.mean(errors)), tuple(problems),
    )  # fmt: skip


def _error(fitted, clicks, plays) -> float:
    """Mean absolute difference of observed and fitted rates, weighted by plays."""
    expected = plays * np.outer(fitted.attraction, fitted.examination)
    return float(np.abs(clicks - expected).sum() / plays.sum())
