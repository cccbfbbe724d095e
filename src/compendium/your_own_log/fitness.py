"""Does the position-based model fit, and how sure is the bound: a parametric bootstrap.

Tables of clicks are drawn from the fit, for the log's plays, and fitted again. Their deviances are
what the log's own is compared with (as in `pbm.rank_one.rank_one_test`, which gives the same
p-value), and their constants (6) show how far the log determines it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from clickbandits.core import Problem
from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.fitting import fit
from clickbandits.pbm.rank_one import deviance, simulated
from compendium.your_own_log.cost import Game
from compendium.your_own_log.study import Study

REPLICATIONS = {"quick": 39, "paper": 199}
"""Of the bootstrap, by profile."""

LARGE, FEWEST = 400, 39
"""A table of more cells has only so many; 19 is the least that can give a p-value of 0.05."""


class Fitness(NamedTuple):
    """How well the model fits.

    deviance : float, twice the log-likelihood that the free table gains, in nats
    degrees_of_freedom : int, cells less parameters
    replications : int
    p_value : float, (1 + simulated deviances at least as large) / (1 + replications)
    error : float, mean absolute difference of observed and fitted rates, weighted by plays
    noise : float, the mean of the same in the simulated tables
    bounds : float64 array, constant (6) of the refitted candidates; empty without a game
    """

    deviance: float
    degrees_of_freedom: int
    replications: int
    p_value: float
    error: float
    noise: float
    bounds: np.ndarray


def fitness(study: Study, game: Game, profile: str, seed: int = 0) -> Fitness:
    """Test the fit, and resample the bound of a game, with one set of simulated tables."""
    clicks, plays = study.table
    fitted = study.fitted
    replications = FEWEST if plays.size > LARGE else REPLICATIONS[profile]
    observed = deviance(fitted, clicks, plays)
    deviances, errors, bounds = [], [], []
    for table in simulated(fitted, plays, replications, seed):
        again = fit(table, plays)
        deviances.append(deviance(again, table, plays))
        errors.append(_error(again, table, plays))
        if game.problem is not None:
            attraction = again.attraction[game.items]
            examination = np.maximum(again.examination[game.positions], 1e-12)
            bounds.append(lower_bound(Problem(attraction, examination)))
    extreme = int((np.array(deviances) >= observed).sum())
    parameters = int((fitted.attraction > 0).sum() + (fitted.examination > 0).sum()) - 1
    return Fitness(
        observed, max(int((plays > 0).sum()) - parameters, 0), replications,
        (1 + extreme) / (1 + replications), _error(fitted, clicks, plays),
        float(np.mean(errors)), np.array(bounds),
    )  # fmt: skip


def _error(fitted, clicks, plays) -> float:
    """Mean absolute difference of observed and fitted rates, weighted by plays."""
    expected = plays * np.outer(fitted.attraction, fitted.examination)
    return float(np.abs(clicks - expected).sum() / plays.sum())
