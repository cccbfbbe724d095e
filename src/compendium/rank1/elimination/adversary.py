"""Exact probabilities that a KL interval misses under a stopping rule or against an adversary."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
from scipy.stats import binom

from clickbandits.bernoulli import kl, kl_lower


def ever(n_rounds: int, mean: Fraction, fails: Callable[[int], np.ndarray]) -> Fraction:
    """P(`fails(n)[s]` for some n ≤ `n_rounds`, s the clicks in the first n rounds), exactly."""
    alive, missed = [Fraction(1)], Fraction(0)
    for n in range(1, n_rounds + 1):
        stay, up = [*alive, Fraction(0)], [Fraction(0), *alive]
        alive = [s * (1 - mean) + u * mean for s, u in zip(stay, up, strict=True)]
        for s in np.flatnonzero(fails(n)):
            missed += alive[s]
            alive[s] = Fraction(0)
    return missed


@cache
def ever_missed(n_rounds: int, mean: Fraction, budget: float) -> Fraction:
    """P(for some N ≤ n_rounds the mean of N rewards is below `mean` and N d > budget), exactly."""

    def fails(n):
        seen = np.arange(n + 1) / n
        return (seen < float(mean)) & (n * kl(seen, float(mean)) > budget)

    return ever(n_rounds, mean, fails)


@cache
def adaptive_miss(n_rounds: int, mean: Fraction, budget: float) -> Fraction:
    """P(p̄ < L) if the means are `mean` until the adversary stops, then ones, then zeros.

    After any number of rounds the adversary can stop and choose sure rewards (0 or 1) for the rest, which
    change p̂ and p̄ by the same amount. It does so as soon as some choice makes the interval fail.
    """

    def fails(n):
        ones = np.arange(n_rounds - n + 1)
        seen = (np.arange(n + 1)[:, None] + ones) / n_rounds
        expected = np.minimum((n * float(mean) + ones) / n_rounds, 1.0)
        return ((n_rounds * kl(seen, expected) > budget) & (seen > expected)).any(axis=1)

    return ever(n_rounds, mean, fails)


def scaled_miss(n_rounds: int, mean: Fraction, budget: float) -> float:
    """e^δ times the probability of `adaptive_miss`."""
    return float(adaptive_miss(n_rounds, mean, budget)) * math.exp(budget)


def adaptive_bound(n_rounds: int, budget: float) -> float:
    """e(⌈δ log r⌉ + 1), our bound on e^δ P(p̄ < L) for adaptive means, N ≥ 8δ, δ > 1."""
    reach = max(math.log(3 * n_rounds), budget + 2) * math.sqrt(n_rounds / (8 * budget))
    return math.e * (math.ceil(budget * math.log(reach)) + 1)


def adversary_table(rounds, mean: Fraction, budget: float) -> pd.DataFrame:
    """e^δ P(p̄ < L) against the adversary and for a fixed mean, with our bound, one row per N."""
    rows = []
    for n_rounds in map(int, rounds):
        seen = np.arange(n_rounds + 1)
        missed = float(mean) < kl_lower(seen / n_rounds, budget / n_rounds)
        fixed = binom.pmf(seen, n_rounds, float(mean))[missed].sum()
        rows.append(
            {
                "rounds": n_rounds,
                "adaptive means": scaled_miss(n_rounds, mean, budget),
                "fixed mean": fixed * math.exp(budget),
                "bound": adaptive_bound(n_rounds, budget),
            }
        )
    return pd.DataFrame(rows)
