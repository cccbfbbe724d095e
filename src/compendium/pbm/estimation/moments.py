"""Exact moments of the estimators of attraction, for plays fixed in advance."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
from scipy.stats import binom

from clickbandits.pbm.estimators import (
    checked_design,
    debiased_variance,
    fisher_information,
    maximum_likelihood,
    pooled_variance,
)

MOST_OUTCOMES = 1_000_000


def exact_moments(estimator, attraction, examination, plays) -> tuple[float, float]:
    """Mean and variance over every outcome of the clicks of one item.

    Parameters
    ----------
    estimator : callable
        Function of (clicks, plays, examination), such as `estimators.maximum_likelihood`.
    attraction : float
        In [0, 1].
    examination : array_like, shape (n_positions,)
        In (0, 1].
    plays : array_like of int, shape (n_positions,)

    Raises
    ------
    ValueError
        If a value is out of its range, plays are not whole numbers of one item, or there are more
        than a million outcomes.
    """
    theta, examination, plays = checked_design(attraction, examination, plays, "[0, 1]")
    if plays.ndim != 1 or (plays != np.floor(plays)).any():
        raise ValueError(f"plays must be whole numbers, one a position of one item; got {plays}")
    n_outcomes = np.prod(plays + 1)
    if n_outcomes > MOST_OUTCOMES:
        raise ValueError(f"at most {MOST_OUTCOMES} outcomes are enumerated; got {n_outcomes:.0f}")
    clicks = np.array(list(product(*(range(int(n) + 1) for n in plays))), dtype=np.float64)
    estimates = estimator(clicks, np.broadcast_to(plays, clicks.shape), examination)
    chances = binom.pmf(clicks, plays, examination * theta).prod(axis=1)
    mean = chances @ estimates
    return float(mean), float(chances @ (estimates - mean) ** 2)


def variance_table(attractions, examinations, plays) -> pd.DataFrame:
    """Variances of the three estimators and the Cramér-Rao bound, one row per setting.

    Parameters
    ----------
    attractions : array_like, shape (n_settings,)
        In (0, 1].
    examinations : array_like, shape (n_settings, n_positions)
        In (0, 1].
    plays : array_like of int, shape (n_positions,)
        The same in every setting.

    Raises
    ------
    ValueError
        As `exact_moments`.
    """
    rows = [
        {
            "Cramér–Rao bound": 1 / fisher_information(attraction, examination, plays),
            "pooled": pooled_variance(attraction, examination, plays),
            "debiased": debiased_variance(attraction, examination, plays),
            "maximum likelihood": exact_moments(maximum_likelihood, attraction, examination, plays)[1],
        }
        for attraction, examination in zip(attractions, examinations, strict=True)
    ]
    return pd.DataFrame(rows)
