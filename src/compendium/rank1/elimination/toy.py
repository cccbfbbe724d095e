"""Rank1ElimKL with two rows and two columns and n = 2,000, enumerated up to the end of stage 1.

Both stages end within the horizon, after 122 and 487 rounds of at most four steps. A distribution is an
array of floats whose entry (s, t) is the probability that the two arms of a table have s and t clicks.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.signal import fftconvolve
from scipy.stats import binom

from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.rank1.bounds import stage_end

from .stages import level

HORIZON = 2000
ENDS = (stage_end(0, HORIZON), stage_end(1, HORIZON))
BUDGET = level(HORIZON)
BOTH, FIRST, SECOND = MAPS = (0, 1), (0, 0), (1, 1)  # the maps h: arms played in place of 1 and 2


class Toy(NamedTuple):
    """The results of the enumeration, by map h₂ of the columns (with both columns alive in stage 1).

    probability : of the map
    row_mean : the expected average reward of row 1 in stage 0, given the map
    margin : the smallest distance of two interval ends that decide an elimination
    """

    probability: dict[tuple[int, int], float]
    row_mean: dict[tuple[int, int], float]
    margin: float


def table(n_rounds, means, partners) -> np.ndarray:
    """Distribution of the clicks of two arms that are both played for `n_rounds` rounds.

    In a round the partner is one of `partners` (means), each with the same probability; given the
    partner, the two rewards are independent.
    """
    law = np.zeros((n_rounds + 1, n_rounds + 1))
    for met in range(n_rounds + 1):  # the rounds with the first partner
        rounds = met, n_rounds - met
        arms = [
            np.convolve(
                *(
                    binom.pmf(np.arange(many + 1), many, float(mean * other))
                    for many, other in zip(rounds, partners, strict=True)
                )
            )
            for mean in means
        ]
        law += binom.pmf(met, n_rounds, 0.5) * np.outer(*arms)
    return law


@cache
def maps(n_rounds) -> tuple[np.ndarray, float]:
    """Which of `MAPS` follows a stage, for every pair of counts, and the smallest margin of a decision."""
    means = np.arange(n_rounds + 1) / n_rounds
    upper, lower = kl_upper(means, BUDGET / n_rounds), kl_lower(means, BUDGET / n_rounds)
    margins = lower[:, None] - upper
    chosen = np.where(margins >= 0, 1, np.where(margins.T >= 0, 2, 0))
    return chosen, float(np.abs(margins).min())


def split(law: np.ndarray) -> dict[tuple[int, int], np.ndarray]:
    """A distribution split by the map that its counts lead to."""
    chosen, _ = maps(len(law) - 1)
    return {column_map: np.where(chosen == place, law, 0) for place, column_map in enumerate(MAPS)}


def mean_clicks(law: np.ndarray) -> float:
    """Σ s P(s, t)."""
    return float(np.arange(len(law)) @ law.sum(axis=1))


def enumerate_toy(attraction, examination) -> Toy:
    """Stages 0 and 1 for two rows and two columns."""
    first, both = ENDS
    columns = split(table(first, examination, attraction))[BOTH]
    probability, clicks = dict.fromkeys(MAPS, 0.0), dict.fromkeys(MAPS, 0.0)
    for row_map, rows in split(table(first, attraction, examination)).items():
        partners = [attraction[i] for i in row_map]
        after = split(fftconvolve(columns, table(both - first, examination, partners)))
        for column_map, law in after.items():
            probability[column_map] += float(rows.sum() * law.sum())
            clicks[column_map] += mean_clicks(rows) * float(law.sum())
    means = {key: clicks[key] / chance / first for key, chance in probability.items() if chance > 1e-9}
    return Toy(probability, means, min(maps(first)[1], maps(both)[1]))
