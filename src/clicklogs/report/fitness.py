"""Test the fit of the position-based model, and quantify the bound, by a parametric bootstrap.

The deviance of the most likely product on the table of a query is compared with its deviance on tables
that are drawn from it, with the displays of the log. From each drawn table, the candidates of the game
are estimated again, at an examination drawn within its error. The spread of their constants (6) shows
how precisely the log determines the constant.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from clickbandits.bernoulli import kl
from clickbandits.core import Problem
from clickbandits.pbm.bounds import lower_bound

from .. import likelihood
from ..likelihood import PairCells
from ..pairs import cells_by
from ..solver import comparisons, maximum
from .cost import Game
from .study import Study

REPLICATIONS = 199
"""The number of tables of the bootstrap."""

LARGE, FEWEST = 400, 39
"""The number for tables with more cells, and for quick reports; 19 allow a p-value of 0.05."""


class Fitness(NamedTuple):
    """How well the model fits.

    product : float64 array, shape (n_items, n_positions), the most likely probabilities of a click
    deviance : float, twice the log-likelihood that the free table gains, in nats
    degrees_of_freedom : int, the number of cells minus the number of parameters
    replications : int
    p_value : float, (1 + simulated deviances at least as large) / (1 + replications)
    error : float, mean absolute difference of observed and fitted rates, weighted by plays
    noise : float, the mean of the same in the simulated tables
    problems : tuple of Problem, the candidates of the game, from each simulated table
    """

    product: np.ndarray
    deviance: float
    degrees_of_freedom: int
    replications: int
    p_value: float
    error: float
    noise: float
    problems: tuple[Problem, ...]

    @property
    def possible(self) -> bool:
        """Whether the log can contradict the model at all."""
        return self.degrees_of_freedom > 0

    @property
    def bounds(self) -> np.ndarray:
        """The constant (6) of the refitted candidates."""
        return np.array([lower_bound(problem) for problem in self.problems])


def fitness(study: Study, game: Game, quick: bool = False, seed: int = 0) -> Fitness:
    """Test the model on the query, and resample the bound of a game, with the same tables."""
    clicks, plays = study.table
    replications = FEWEST if quick or plays.size > LARGE else REPLICATIONS
    theta, kappa = most_likely(clicks, plays)
    product = np.outer(theta, kappa)
    observed = deviance(product, clicks, plays)
    covariance = np.nan_to_num(study.fit.covariance[np.ix_(study.positions, study.positions)])
    moves = np.random.default_rng([seed, 1]).multivariate_normal(
        np.zeros(len(covariance)), covariance, replications, check_valid="ignore"
    )
    rng = np.random.default_rng(seed)
    deviances, errors, problems = [], [], []
    for move in tqdm(moves, "fits", leave=False, disable=None):
        table = rng.binomial(plays, product)
        again = np.outer(*most_likely(table, plays))
        deviances.append(deviance(again, table, plays))
        errors.append(_error(again, table, plays))
        if game.problem is not None:
            posterior = likelihood.blank_posterior(len(table))
            examination = np.minimum(study.examination.value * np.exp(move), 1.0)
            likelihood.marginal(cells_of(table, plays), examination, study.fit.prior, posterior)
            problems.append(Problem(posterior.mean[game.items], examination[game.positions]))
    extreme = int((np.array(deviances) >= observed).sum())
    parts = np.unique(comparisons(cells_of(clicks, plays), clicks.sum(axis=0))[0][kappa > 0]).size
    parameters = int((theta > 0).sum() + (kappa > 0).sum()) - parts
    return Fitness(
        product,
        observed,
        max(int((plays > 0).sum()) - parameters, 0),
        replications,
        (1 + extreme) / (1 + replications),
        _error(product, clicks, plays),
        float(np.mean(errors)),
        tuple(problems),
    )


def cells_of(clicks, plays) -> PairCells:
    item, position = np.nonzero(plays)
    return cells_by(item, position, clicks[item, position], plays[item, position], len(plays))


def most_likely(clicks, plays) -> tuple[np.ndarray, np.ndarray]:
    """Attraction and examination of the most likely product, 0 if nothing was clicked."""
    clicked = clicks.sum(axis=0)
    if not clicked.any():
        return np.zeros(plays.shape[0]), np.ones(plays.shape[1])
    rates = clicked / np.maximum(plays.sum(axis=0), 1)
    best, theta, _ = maximum(cells_of(clicks, plays), None, rates, clicked > 0)
    return theta, best.examination


def deviance(product, clicks, plays) -> float:
    """Twice the log-likelihood by which the free table exceeds a product; at least 0."""
    rates = np.divide(clicks, plays, where=plays > 0, out=product.copy())
    return float(2 * (plays * kl(rates, np.minimum(product, 1.0))).sum())


def _error(product, clicks, plays) -> float:
    return float(np.abs(clicks - plays * product).sum() / plays.sum())
