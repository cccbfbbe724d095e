"""The needle in a haystack of Katariya et al. (2017), Sections 1 and 5, and orders of regret."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp
from flint import ctx

from clickbandits import rank1
from clickbandits.bernoulli import kl
from clickbandits.rank1.bounds import hardness, theorem_1, theorem_1_repaired
from compendium.balls import kl_ball
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import identities, vanish

from .theorem_1 import repaired

K, gap, n, log_n = sp.symbols("K Delta n Lambda", positive=True)


def needle(size: int, gap: float):
    """ū = v̄ = Δ e₁ with K = L = `size` (Section 1)."""
    return rank1.problem(*[[gap] + [0.0] * (size - 1)] * 2)


@check("rank1:equation-8")
def equation_8(profile):
    p_u, p_v, d_u, d_v = sp.symbols("p_u p_v Delta_u Delta_v", positive=True)
    best = (p_u + d_u) * (p_v + d_v)
    # the other three kinds of arms are worse by terms that are not negative, and two are positive
    return identities(
        sp.expand(best - (p_u + d_u) * p_v - (p_u + d_u) * d_v),
        sp.expand(best - p_u * (p_v + d_v) - d_u * (p_v + d_v)),
        sp.expand(best - p_u * p_v - d_u * (p_v + d_v) - p_u * d_v),
    )


@check("rank1:needle-parameters")
def needle_parameters(profile):
    quarter = sp.Rational(1, 4)
    average = (1 - 1 / K) * quarter + 3 * quarter / K
    symbolic = vanish(
        average - quarter - 1 / (2 * K), (3 * quarter + (K - 1) * quarter) / K - average
    )
    hard = hardness(rank1.problem(*[[0.75] + [0.25] * 31] * 2))
    at_32 = (hard.average, hard.peak, hard.printed_factor) == (0.265625, 0.75, 0.265625)
    return Finding(
        "holds" if symbolic and at_32 else "refuted",
        {"μ = γ at K = 32": hard.printed_factor, "1 − p_max": 1 - hard.peak},
    )


@check("rank1:needle-mean")
def needle_mean(profile):
    right = all(
        math.isclose(hardness(needle(size, d)).average, d / size)
        for size in (1, 2, 7, 128)
        for d in (0.1, 0.5, 1.0)
    )
    return identities(((K - 1) * 0 + gap) / K - gap / K) if right else Finding("refuted")


@check("rank1:needle-orders")
def needle_orders(profile):
    mean, pair_gap = gap / K, gap * gap
    return identities(
        mean**-2 / gap * K - K**3 / gap**3,
        (K**2 - 1) / pair_gap - (K**2 / gap**2 - gap**-2),
    )


@check("rank1:needle-kl")
def needle_kl(profile):
    average, kappa = gap / K, 1 / (4 * gap * (1 - gap**2 / K))
    leading = 256 / (average * kappa) * 2 * K / gap
    steps = identities(
        leading - 2048 * K**2 / gap + 2048 * K * gap, 2 * gap**2 / K - 2 * gap * average
    )
    horizon = 10**6
    within = all(
        theorem_1_repaired(needle(size, d), horizon)
        <= 2048 * size**2 / d * math.log(horizon) + 24 * size
        for size in (2, 5, 64)
        for d in (0.05, 0.5, 1.0)
    )
    growth = [
        bound(needle(128, 1.0), horizon) / bound(needle(64, 1.0), horizon)
        for bound in (theorem_1, theorem_1_repaired)
    ]
    holds = steps.verdict == repaired(profile).verdict == "holds" and within
    return Finding(
        "holds" if holds else "refuted",
        {
            "Theorem 1 as printed, K = 64 → 128 at Δ = 1: factor": growth[0],
            "repaired: factor": growth[1],
        },
    )


@check("rank1:needle-worst-case")
def needle_worst_case(profile):
    # both bounds meet at Δ*; there the regret is n Δ*²
    crossing_elim = (K**3 * log_n / n) ** sp.Rational(1, 5)
    crossing_naive = (K**2 * log_n / n) ** sp.Rational(1, 4)
    elim, naive = n * crossing_elim**2, n * crossing_naive**2
    powers = sp.powdenest(elim / (K * n ** sp.Rational(2, 3)), force=True)
    return identities(
        K**3 * log_n / crossing_elim**3 - elim,
        K**2 * log_n / crossing_naive**2 - naive,
        naive - K * sp.sqrt(n * log_n),
        powers - (K**3 / n) ** sp.Rational(1, 15) * log_n ** sp.Rational(2, 5),
    )


@check("rank1:naive-order")
def naive_order(profile):
    formula, ratios = True, []
    for d in (Fraction(1, 10), Fraction(1, 2), Fraction(1)):
        rows = columns = [d, Fraction(0), Fraction(0)]
        smallest = smallest_pair_gap(rows, columns)
        formula &= smallest == d * d
        ratios.append(smallest / d)
    rows, columns = [Fraction(4, 5), Fraction(1, 5)], [Fraction(1, 2), Fraction(2, 5)]
    formula &= smallest_pair_gap(rows, columns) == min(
        Fraction(3, 5) * columns[0], Fraction(1, 10) * rows[0]
    )
    return Finding(
        "corrected" if formula and min(ratios) < 1 else "holds",
        {"smallest gap of a pair over Δ, needle with Δ = 1/10": ratios[0]},
    )


def smallest_pair_gap(rows, columns) -> Fraction:
    """The smallest positive gap between pairs, by enumeration."""
    best = max(rows) * max(columns)
    return min(best - u * v for u in rows for v in columns if u * v < best)


@check("rank1:kl-ucb-close-to-ucb1")
def kl_ucb_close_to_ucb1(profile):
    best = Fraction(9, 16)  # 0.75²: the arms of a learner that ignores the structure are products
    numbers, factors = {}, []
    with ctx.workprec(100):
        for arm in (Fraction(1, 16), Fraction(3, 16)):
            pulls = 1 / kl_ball(arm, best)
            ucb1 = 2 / (best - arm) ** 2
            numbers[f"pulls of arm {arm} over log n: UCB1"] = ucb1
            numbers[f"pulls of arm {arm} over log n: KL-UCB"] = float(pulls.mid())
            factors.append(pulls * 4 < ucb1.numerator / ucb1.denominator)
        at_half = 2 / (0.5 - 0.45) ** 2 * kl(0.45, 0.5)
    return Finding(
        "refuted" if all(factors) else "holds",
        numbers | {"ratio between arms 0.45 and 0.5": at_half},
    )
