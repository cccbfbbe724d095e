"""Lemma 4 and Theorem 1 of Katariya et al. (2017): what is open, and what is proved here."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from clickbandits import rank1
from clickbandits.rank1.bounds import curvature, hardness, theorem_1, theorem_1_repaired
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import identities, vanish

from .events import failure_constant, horizons, lemma_2
from .proof import lemma_4_arithmetic

CONSTANTS: tuple[tuple[int | Fraction, dict[str, bool]], ...] = (
    (256, {}),
    (192, {"optimal": True}),
    (Fraction(1024, 3), {"fresh": True}),
)
m, log_n = sp.symbols("m Lambda", positive=True)


def amortised(stage: int, log_horizon: arb, fresh: bool = False, optimal: bool = False) -> arb:
    """Σ_ℓ (1 + 2^(m-ℓ+1)) times the rounds of stage ℓ, m = `stage`, over Δ (enclosed).

    The rounds are n_ℓ - n_{ℓ-1}, or n_ℓ with fresh tables; an optimal row pays only the second
    term.
    """
    own = 0 if optimal else 1
    ends = [(16 * 4**ell * log_horizon).ceil() for ell in range(stage + 1)]
    before = [arb(0)] * (stage + 1) if fresh else [arb(0), *ends[:-1]]
    return sum(
        (own + 2 ** (stage - ell + 1)) * (ends[ell] - before[ell]) for ell in range(stage + 1)
    )


@check("rank1:lemma-4-sum")
def lemma_4_sum(profile):
    def mixed(k):  # Σ_{ℓ<k} 2^(k-ℓ) 4^ℓ
        return 4**k - 2**k

    steps = identities(
        mixed(m + 1) - 2 * mixed(m) - 2 * 4**m,
        # Abel: 3 n_m + Σ_{ℓ<m} 2^(m-ℓ) n_ℓ, with n_ℓ at most 16 · 4^ℓ log n + 1
        sp.expand(
            3 * (16 * 4**m * log_n + 1)
            + 16 * log_n * mixed(m)
            + (2 ** (m + 1) - 2)
            - ((64 * 4**m - 16 * 2**m) * log_n + 2 ** (m + 1) + 1)
        ),
        # fresh: Σ (1 + 2^(m-ℓ+1)) 4^ℓ = (4^(m+1) - 1)/3 + 4^(m+1) - 2^(m+1)
        sp.expand(
            16 * ((4 ** (m + 1) - 1) / sp.Integer(3) + 2 * (mixed(m) + 4**m))
            - (sp.Rational(256, 3) * 4**m - 32 * 2**m - sp.Rational(16, 3))
        ),
    )
    right = tried = 0
    with ctx.workprec(100):
        for log_horizon in (arb(n).log() for n in (2, 3, 5, 164, 10**4, 10**9, 10**30)):
            for k in range(13):
                unit = Fraction(4) ** (k - 1)
                for constant, choice in (
                    (256, {}),
                    (192, {"optimal": True}),
                    (Fraction(1024, 3), {"fresh": True}),
                ):
                    bound = constant * unit
                    tried += 1
                    right += bool(
                        amortised(k, log_horizon, **choice) * bound.denominator
                        <= log_horizon * bound.numerator
                    )
    coefficients = tuple(Fraction(64 * 4**k - 16 * 2**k, 4 ** (k - 1)) for k in range(1, 6))
    return Finding(
        "holds" if steps.verdict == "holds" and right == tried else "refuted",
        {"coefficient for m = 1, …, 5": coefficients, "sums compared": tried, "within": right},
    )


@check("rank1:lemma-4")
def lemma_4(profile):
    chain = lemma_4_arithmetic(profile).numbers["constant of the chain"]
    ours = 256 if lemma_4_sum(profile).verdict == "holds" else chain
    needed = Fraction(ours, 160)
    return Finding(
        "open" if min(chain, ours) > 160 else "holds",
        {"constant of the chain": chain, "of exact summation": ours, "κ/γ that gives 160": needed},
    )


@check("rank1:theorem-1")
def theorem_1_printed(profile):
    needed = lemma_4(profile).numbers["κ/γ that gives 160"]
    ratios = {}
    for size in (32, 64, 128):
        hard = hardness(rank1.problem(*[[0.75] + [0.25] * (size - 1)] * 2))
        ratios[f"κ/γ of Section 5.1, K = L = {size}"] = hard.sharp_factor / hard.printed_factor
    closest = curvature(Fraction(9, 10), 1) / Fraction(9, 10)  # γ = μ = κ here
    return Finding(
        "open" if closest < needed else "holds",
        {"κ/γ needed": needed, **ratios, "κ/γ at μ = 9/10, p_max = 1": closest},
    )


@check("rank1:theorem-1-repaired")
def repaired(profile):
    c, peak = sp.symbols("c M", positive=True)
    at_most_one = vanish(4 * peak * (1 - c * peak) - 2 * peak - 2 * peak * (1 - 2 * c * peak))
    sums, failures = lemma_4_sum(profile), lemma_2(profile)
    trivial = all(256 * 2 * math.log(n) >= n for n in range(2, 164))
    worst = failures.numbers["largest n P(Ē)/(K+L) from 164 to 10⁶⁰"]
    problem = rank1.problem(*[[0.75] + [0.25] * 31] * 2)
    holds = sums.verdict == failures.verdict == "holds" and at_most_one and trivial and worst < 12
    return Finding(
        "holds" if holds else "refuted",
        {
            "the bound, K = L = 32 of Section 5.1, n = 2·10⁶": theorem_1_repaired(
                problem, 2 * 10**6
            ),
            "Theorem 1 as printed": theorem_1(problem, 2 * 10**6),
            "additive constant needed": worst,
        },
    )


@check("rank1:theorem-1-fresh-tables")
def fresh_tables(profile):
    failures = [
        math.log(1 + 3 * n / (32 * math.log(n)), 4) * (2 / math.log(n) ** 3 + 1 / n)
        for n in horizons()
    ]
    with ctx.workprec(100):
        log_first = arb(164).log()
        below = (2 / log_first**2 + log_first / 164) / arb(4).log() <= arb(1) / 12
    holds = lemma_4_sum(profile).verdict == "holds" and max(failures) <= 1 / 12 and below
    return Finding(
        "holds" if holds else "refuted",
        {
            "largest n P(Ē)/(K+L)": max(failures),
            "with cumulative tables": max(map(failure_constant, horizons())),
        },
    )
