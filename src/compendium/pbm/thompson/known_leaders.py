"""A simpler game, in which PBM-TS knows the leaders' attractions, up to horizons such as 10^60.

Only the worst item has a posterior. Its draw is compared with the known attractions, so it is shown
at a position in a round with a probability that does not change until it is shown. The number of
rounds until then is geometric, and the game needs one step per display. The posterior is computed on
a grid.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from clickbandits.core import Problem
from clickbandits.pbm.bounds import exploration_gaps
from clickbandits.simulate import generator

GRID = (np.arange(2000) + 0.5) / 2000
"""Attractions on which the uniform prior is placed."""


def game(problem: Problem, exponent: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The rounds in which the worst item is shown before 10^exponent, and its positions (from 0).

    Attractions and examinations must be in decreasing order, with one suboptimal item.
    """
    leaders, worst = problem.attraction[:-1], problem.attraction[-1]
    # The draws that lead to position l are those between the leaders l and l - 1.
    place = np.searchsorted(-leaders, -GRID)
    with_click, without = np.log(GRID), np.log1p(-problem.examination[:, None] * GRID)
    weight, time = np.zeros(GRID.size), 0.0
    rounds: list[float] = []
    positions: list[int] = []
    while True:
        posterior = np.exp(weight - weight.max())
        chance = np.bincount(place, posterior, leaders.size + 1)[:-1] / posterior.sum()
        shown = chance.sum()
        time += np.ceil(rng.standard_exponential() / -np.log1p(-min(shown, 1.0 - 1e-12)))
        if time > 10.0**exponent:
            return np.array(rounds), np.array(positions)
        position = int(np.searchsorted(np.cumsum(chance), rng.random() * shown))
        position = min(position, leaders.size - 1)
        clicked = rng.random() < problem.examination[position] * worst
        weight += with_click if clicked else without[position]
        rounds.append(time)
        positions.append(position)


def regrets(problem: Problem, exponents: np.ndarray, runs: int, seed: int) -> pd.DataFrame:
    """Mean regret at 10^exponent rounds over some games, with the displays of the worst item by position."""
    gaps = exploration_gaps(problem)[0]
    lost = np.zeros((runs, exponents.size))
    above = np.zeros((runs, exponents.size))
    for run in range(runs):
        rounds, positions = game(problem, int(exponents[-1]), generator(seed, run, "known leaders"))
        before = np.searchsorted(rounds, 10.0**exponents, side="right")
        lost[run] = np.append(0.0, np.cumsum(gaps[positions]))[before]
        above[run] = np.append(0, np.cumsum(positions < gaps.size - 1))[before]
    return pd.DataFrame(
        {
            "policy": "PBM-TS",
            "round": 10.0**exponents,
            "mean": lost.mean(axis=0),
            "standard error": lost.std(axis=0, ddof=1) / np.sqrt(runs),
            "above": above.mean(axis=0),
            "runs": runs,
        }
    ).assign(**slope_of(lost, exponents, exponents[-1] / 3))


def slope_of(lost: np.ndarray, exponents: np.ndarray, since: float) -> dict[str, float]:
    """Growth of the regret for each unit of log T from the first exponent that is at least `since`."""
    first = int(np.searchsorted(exponents, since))
    slopes = (lost[:, -1] - lost[:, first]) / ((exponents[-1] - exponents[first]) * np.log(10))
    return {"slope": slopes.mean(), "slope, standard error": slopes.std(ddof=1) / np.sqrt(len(slopes))}
