"""The gap in Appendix B of Katariya et al. (2017): conditioning on the maps h; and its repair."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import sympy as sp
from flint import arb, ctx
from scipy.stats import binom

from clickbandits.bernoulli import kl, kl_lower, kl_upper
from compendium.balls import ball
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import d, identities, p, vanish, x

from .toy import BOTH, BUDGET, ENDS, FIRST, SECOND, enumerate_toy, maps, mean_clicks, table

ROWS = (Fraction(9, 10), Fraction(3, 10))
COLUMNS = (Fraction(9, 10), Fraction(3, 5))


@check("rank1:common-factor")
def common_factor(profile):
    n_rounds, right = 7, 0
    for column_map in (BOTH, FIRST, SECOND):
        partners = [COLUMNS[j] for j in column_map]
        factor = sum(partners) / 2
        for means in (ROWS, ROWS[::-1]):
            clicks = mean_clicks(table(n_rounds, means, partners))
            right += Fraction(int(clicks.p), int(clicks.q)) == n_rounds * factor * means[0]
    return Finding("holds" if right == 6 else "refuted", {"exact means confirmed": right})


@check("rank1:conditioning-gap")
def conditioning_gap(profile):
    toy = enumerate_toy(ROWS, COLUMNS)
    mean = ROWS[0] * sum(COLUMNS) / 2
    total = sum(toy.probability.values())
    overall = sum(toy.probability[key] * toy.row_mean[key] for key in toy.probability) / total
    biased = min(abs(value - mean) for value in toy.row_mean.values())
    right = overall == mean and toy.margin > 1e-6
    return Finding(
        "corrected" if right and biased > 0 else "holds",
        {
            "c₀ū(1)": mean,
            "mean given that both columns survive stage 1": float(toy.row_mean[BOTH]),
            "given that column 1 alone does": float(toy.row_mean[FIRST]),
            "averaged over the maps": overall,
            "smallest margin of a decision": toy.margin,
        },
    )


@check("rank1:means-nondecreasing")
def means_nondecreasing(profile):
    toy = enumerate_toy(ROWS, COLUMNS)
    factors = {key: sum(COLUMNS[j] for j in key) / 2 for key in toy.probability}
    decreases = factors[SECOND] < factors[BOTH] and toy.probability[SECOND] > 0
    stays = toy.probability[BOTH] > 0
    return Finding(
        "corrected" if decreases and stays else "holds",
        {
            "probability that the row means fall from 3/4 to 3/5 of ū": float(
                toy.probability[SECOND]
            ),
            "that they stay as they are": float(toy.probability[BOTH]),
        },
    )


@check("rank1:event-2")
def event_2(profile):
    n_rounds, tried, right, eliminated = ENDS[0], 0, 0, 0
    chosen, _ = maps(n_rounds)
    means = [clicks / n_rounds for clicks in range(n_rounds + 1)]
    upper, lower = (end(means, BUDGET / n_rounds) for end in (kl_upper, kl_lower))
    factor = float(sum(ROWS)) / 2
    for columns in ((0.9, 0.6), (0.6, 0.9), (0.9, 0.1), (0.2, 0.9), (0.5, 0.5), (1.0, 0.0)):
        covers = [(lower <= factor * v) & (factor * v <= upper) for v in columns]
        for (s, t), column_map in chosen.items():
            if covers[0][s] and covers[1][t]:
                tried += 1
                right += sum(columns[j] for j in column_map) >= sum(columns)
                eliminated += column_map != BOTH
    return Finding(
        "holds" if tried == right and eliminated else "refuted",
        {"outcomes": tried, "with an elimination": eliminated, "where c ≥ μ": right},
    )


def adaptive_bound(n_rounds: int, budget: float) -> float:
    """e(⌈δ log r⌉ + 1): our bound of e^δ P(p̄ < L) for adaptive means, N ≥ 8δ, δ > 1."""
    reach = max(math.log(3 * n_rounds), budget + 2) * math.sqrt(n_rounds / (8 * budget))
    return math.e * (math.ceil(budget * math.log(reach)) + 1)


def adaptive_miss(n_rounds: int, mean: Fraction, budget: float) -> Fraction:
    """P(p̄ < L) where the means are `mean` until the adversary stops, then ones, then zeros.

    After any number of rounds he may stop and choose sure rewards for the rest (0 or 1), which
    move p̂ and p̄ alike; he does so as soon as some choice makes the interval fail.
    """
    alive, missed = [Fraction(1)], Fraction(0)
    for k in range(1, n_rounds + 1):
        stay, up = [*alive, Fraction(0)], [Fraction(0), *alive]
        alive = [s * (1 - mean) + u * mean for s, u in zip(stay, up, strict=True)]
        ones = np.arange(n_rounds - k + 1)
        seen = (np.arange(k + 1)[:, None] + ones) / n_rounds
        expected = np.minimum((k * float(mean) + ones) / n_rounds, 1.0)
        fails = ((n_rounds * kl(seen, expected) > budget) & (seen > expected)).any(axis=1)
        missed += sum(alive[s] for s in np.flatnonzero(fails))
        alive = [Fraction(0) if fails[s] else alive[s] for s in range(k + 1)]
    return missed


def adversary_table(rounds, mean: Fraction, budget: float) -> pd.DataFrame:
    """e^δ P(p̄ < L) of the adversary and for a fixed mean, with our bound, a row a number N."""
    rows = []
    for n_rounds in map(int, rounds):
        seen = np.arange(n_rounds + 1)
        missed = float(mean) < kl_lower(seen / n_rounds, budget / n_rounds)
        fixed = binom.pmf(seen, n_rounds, float(mean))[missed].sum()
        adaptive = float(adaptive_miss(n_rounds, mean, budget))
        rows.append(
            {
                "rounds": n_rounds,
                "adaptive means": adaptive * math.exp(budget),
                "fixed mean": fixed * math.exp(budget),
                "bound": adaptive_bound(n_rounds, budget),
            }
        )
    return pd.DataFrame(rows)


@check("rank1:adaptive-means")
def adaptive_means(profile):
    lam = sp.Symbol("lambda", real=True)
    psi = sp.log(1 + p * (sp.exp(lam) - 1))
    base = 1 + p * (sp.exp(lam) - 1)
    logit = sp.log(x / p) + sp.log((1 - p) / (1 - x))
    steps = identities(
        sp.diff(psi, p, 2) + ((sp.exp(lam) - 1) / base) ** 2,  # concave in p
        sp.Rational(1, 4) - sp.diff(psi, lam, 2) - ((1 - p - p * sp.exp(lam)) / (2 * base)) ** 2,
        1 - sp.diff(psi, lam) - (1 - p) / base,
        sp.diff(-sp.log(1 - x) - x, x) - x / (1 - x),  # so -log(1 - 1/δ) >= 1/δ
    )
    tilted = vanish(sp.expand_log(x * logit - d(x, p) - sp.log((1 - p) / (1 - x)), force=True))
    exact = adaptive_miss(40, Fraction(4, 5), 2.0)
    with ctx.workprec(100):
        exceeds = ball(exact) > arb(-2).exp()
    settings = [(N, a, b) for N, b in ((24, 2.0), (40, 5.0), (64, 3.0)) for a in (2, 5, 8, 9)]
    ratios = [
        float(adaptive_miss(N, Fraction(a, 10), b)) * math.exp(b) / adaptive_bound(N, b)
        for N, a, b in settings
    ]
    holds = steps.verdict == "holds" and tilted and exceeds and max(ratios) <= 1
    return Finding(
        "holds" if holds else "refuted",
        {
            "e^δ P(p̄ < L) of an adversary, N = 40, δ = 2": float(exact) * math.exp(2),
            "its bound": adaptive_bound(40, 2.0),
            "largest ratio to the bound over adversaries": max(ratios),
        },
    )
