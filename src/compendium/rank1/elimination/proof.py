"""Appendix A and B of Katariya et al. (2017): (9), (10), Lemmas 3 and 4, and Theorem 1."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.rank1.bounds import curvature, stage_end
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import vanish

from .events import lemma_2
from .setting import random_extremes

m = sp.Symbol("m", positive=True)


@check("rank1:stage-regret")
def stage_regret(profile):
    rng = np.random.default_rng(4)
    cases = violations = 0
    for _ in range(60):
        rows, columns = (
            [Fraction(int(k), 60) for k in rng.integers(1, 60, size=4)] for _ in range(2)
        )
        average, peak = min(sum(rows), sum(columns)) / 4, max(rows + columns)
        scale = average * max(average, 1 - peak)
        best_row, best_column = max(rows), max(columns)
        for u in rows:
            if u < best_row:
                last = first_stage_below(scale * (best_row - u) ** 2)
                for stage, v in itertools.product(range(last + 1), columns):
                    if scale * (best_column - v) ** 2 <= Fraction(4) / 4**stage:  # F_ℓ
                        cases += 1
                        regret = best_row * best_column - u * v
                        violations += regret > (best_row - u) * (1 + 2 ** (last - stage + 1))
    return Finding(
        "holds" if cases and not violations else "refuted",
        {"cases": cases, "violations": violations},
    )


def first_stage_below(square: Fraction) -> int:
    """m: the first stage with 4^-m < `square`, the squared scaled gap."""
    return next(stage for stage in itertools.count() if Fraction(1, 4**stage) < square)


@check("rank1:equation-9")
def equation_9(profile):
    failures = lemma_2(profile)
    total = sp.simplify(6 * sp.E + 2 + 80 - (6 * sp.E + 82))
    largest = failures.numbers["largest n P(Ē)/(K+L) from 164 to 10⁶⁰"]
    holds = failures.verdict == "holds" and total == 0 and largest <= 6 * math.e + 2
    return Finding("holds" if holds else "refuted", {"n P(Ē)/(K+L) needed": largest})


@check("rank1:equation-10")
def equation_10(profile):
    right = tried = 0
    for _, average, peak in random_extremes():
        for factor in (max(average, 1 - peak), curvature(average, peak)):
            square = average * factor * Fraction(1, 9)
            stage = first_stage_below(square)
            tried += 1
            right += (
                stage >= 1 and average * factor <= 1 and 4**stage > 1 / square >= 4 ** (stage - 1)
            )
    return Finding("holds" if right == tried else "refuted", {"instances": tried})


def gap_is_resolved(average, peak, best, gap, factor, horizon, at_threshold) -> bool:
    """Whether at the end of stage m the two intervals separate on Events 3 and 4, c = μ.

    The worst case that the events allow: û(i) = c(ū(i) + Δ/4) and û(i*) = c(ū* − Δ/4). At the
    threshold the count is exactly 16 log n / (μ · factor · Δ²), elsewhere n_m.
    """
    square = average * factor * gap**2
    log_horizon = math.log(horizon)
    count = 16 * log_horizon / square
    if not at_threshold:
        count = stage_end(next(s for s in itertools.count() if 4.0**-s < square), horizon)
    budget = (log_horizon + 3 * math.log(log_horizon)) / count
    upper = kl_upper(average * (best - 0.75 * gap), budget)
    lower = kl_lower(average * (best - 0.25 * gap), budget)
    return upper < average * (best - gap / 2) < lower


def resolved_share(horizon: int, at_threshold: bool) -> tuple[int, int]:
    """How many of random (μ, p_max, ū*, Δ), for γ and for κ, `gap_is_resolved`, and of how many."""
    rng = np.random.default_rng(3)
    resolved = tried = 0
    for _ in range(400):
        peak = rng.uniform(0.05, 1)
        average = peak * rng.uniform(0.01, 0.99)
        best = peak * rng.uniform(0.2, 1)
        gap = best * rng.uniform(0.02, 1)
        for factor in (max(average, 1 - peak), curvature(average, peak)):
            tried += 1
            resolved += gap_is_resolved(
                average, peak, best, gap, factor, horizon, at_threshold=at_threshold
            )
    return resolved, tried


@check("rank1:lemma-3")
def lemma_3(profile):
    c, gap, factor = sp.symbols("c Delta kappa", positive=True)
    exponent = vanish(2 * c * factor * (gap / 4) ** 2 - c * factor * gap**2 / 8)
    counts = [resolved_share(n, False) for n in (164, 10**5, 10**9)]
    separated, tried = (sum(column) for column in zip(*counts, strict=True))
    return Finding(
        "holds" if exponent and separated == tried else "refuted",
        {"worst cases": tried, "separated": separated},
    )


@check("rank1:elimination-threshold")
def elimination_threshold(profile):
    counts = [resolved_share(n, True) for n in (164, 10**5, 10**9)]
    separated, tried = (sum(column) for column in zip(*counts, strict=True))
    return Finding(
        "holds" if separated == tried else "refuted",
        {"gaps exactly at the threshold": tried, "separated": separated},
    )


@check("rank1:lemma-4-arithmetic")
def lemma_4_arithmetic(profile):
    chain = [Fraction(2 ** (2 * k + 4) + 2 ** (2 * k + 6), 4 ** (k - 1)) for k in range(1, 40)]
    closed = vanish(2 ** (2 * m + 4) + 2 ** (2 * m + 6) - 320 * 2 ** (2 * m - 2))
    roundings = [16 * sum(2 ** (k - ell + 1) for ell in range(k + 1)) for k in range(4)]
    wrong = set(chain) == {320} and roundings == [64 * 2**k - 32 for k in range(4)]
    return Finding(
        "corrected" if wrong and closed else "refuted",
        {"constant of the chain": chain[0], "roundings for m = 0, …, 3": tuple(roundings)},
    )
