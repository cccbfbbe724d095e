"""Appendices A and B of Katariya et al. (2017): (9), (10), Lemmas 3 and 4, Theorem 1; repaired."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb, ctx

from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.rank1.bounds import (
    curvature,
    hardness,
    stage_end,
    theorem_1,
    theorem_1_repaired,
)
from compendium.finding import Case, check
from compendium.rank1.symbols import M, c, gap, kappa, log_n, m

from .events import failure_constant, horizons, lemma_2
from .setting import needle, random_extremes

CONSTANTS: tuple[tuple[int | Fraction, dict[str, bool]], ...] = (
    (256, {}),
    (192, {"optimal": True}),
    (Fraction(1024, 3), {"fresh": True}),
)
"""What the sum of Lemma 4 is at most, over 4^(m-1) log n: see `amortised`."""


def first_stage_below(square: Fraction | float) -> int:
    """m: the first stage with 4^-m < `square`, the squared scaled gap."""
    return next(stage for stage in itertools.count() if Fraction(1, 4**stage) < square)


@check("rank1:stage-regret")
def stage_regret(profile):
    """Compares the exact regret of a play with the bound on random rational 4 × 4 problems."""
    case = Case()
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
    case.must("some case is met", cases)
    case.must("(1 + 2^(m-ℓ+1)) Δ bounds every play", not violations)
    case.number("cases", "cases", cases)
    case.number("violations", "violations", violations)
    return case.finding()


@check("rank1:equation-9")
def equation_9(profile):
    """Adds up the constants, with our bound of n P(Ē)/(K+L)."""
    case = Case()
    failures = lemma_2(profile)
    case.must("Lemma 2", failures.verdict == "holds")
    case.zero("C = 6e + 82", 6 * sp.E + 2 + 80 - (6 * sp.E + 82))
    largest = failures.numbers["largest"]
    case.must("n P(Ē)/(K+L) ≤ 6e + 2", largest <= 6 * math.e + 2)
    case.number("needed", "n P(Ē)/(K+L) needed", largest)
    return case.finding()


@check("rank1:equation-10")
def equation_10(profile):
    """Evaluates the definition of m exactly for random μ and p_max, for γ and κ, and Δ = 1/3."""
    case = Case()
    factors = [
        average * factor
        for _, average, peak in random_extremes()
        for factor in (max(average, 1 - peak), curvature(average, peak))
    ]
    squares = [factor * Fraction(1, 9) for factor in factors]
    stages = [first_stage_below(square) for square in squares]
    pairs = list(zip(stages, squares, strict=True))
    case.must("g ≤ 1", all(factor <= 1 for factor in factors))
    case.must("m ≥ 1", all(stage >= 1 for stage in stages))
    case.must("4^m > 1/(gΔ²)", all(4**stage > 1 / square for stage, square in pairs))
    case.must("4^(m-1) ≤ 1/(gΔ²)", all(1 / square >= 4 ** (stage - 1) for stage, square in pairs))
    case.number("instances", "instances", len(factors))
    return case.finding()


def gap_is_resolved(average, peak, best, gap, factor, horizon, at_threshold) -> bool:
    """Whether at the end of stage m the two intervals separate on Events 3 and 4, c = μ.

    The worst case that the events allow: û(i) = c(ū(i) + Δ/4) and û(i*) = c(ū* − Δ/4). At the
    threshold the count is exactly 16 log n / (μ · factor · Δ²), elsewhere n_m.
    """
    square = average * factor * gap**2
    log_horizon = math.log(horizon)
    count = 16 * log_horizon / square
    if not at_threshold:
        count = stage_end(first_stage_below(square), horizon)
    budget = (log_horizon + 3 * math.log(log_horizon)) / count
    upper = kl_upper(average * (best - 0.75 * gap), budget)
    lower = kl_lower(average * (best - 0.25 * gap), budget)
    return upper < average * (best - gap / 2) < lower


def resolved(at_threshold: bool) -> list[bool]:
    """`gap_is_resolved` at three horizons for random (μ, p_max, ū*, Δ), for γ and for κ."""
    found = []
    for horizon in (164, 10**5, 10**9):
        rng = np.random.default_rng(3)
        for _ in range(400):
            peak = rng.uniform(0.05, 1)
            average = peak * rng.uniform(0.01, 0.99)
            best = peak * rng.uniform(0.2, 1)
            gap = best * rng.uniform(0.02, 1)
            for factor in (max(average, 1 - peak), curvature(average, peak)):
                problem = average, peak, best, gap
                found.append(gap_is_resolved(*problem, factor, horizon, at_threshold))
    return found


@check("rank1:lemma-3")
def lemma_3(profile):
    """Confirms the exponent in symbols, and the separation in random worst cases of the events."""
    case = Case()
    case.zero("gΔ²/8", 2 * c * kappa * (gap / 4) ** 2 - c * kappa * gap**2 / 8)
    found = resolved(at_threshold=False)
    case.must("the intervals separate at n_m", all(found))
    case.number("tried", "worst cases", len(found))
    case.number("separated", "separated", sum(found))
    return case.finding()


@check("rank1:elimination-threshold")
def elimination_threshold(profile):
    """Separates the intervals in random worst cases whose count is exactly at the threshold."""
    case = Case()
    found = resolved(at_threshold=True)
    case.must("the intervals separate", all(found))
    case.number("tried", "gaps exactly at the threshold", len(found))
    case.number("separated", "separated", sum(found))
    return case.finding()


@check("rank1:lemma-4-arithmetic")
def lemma_4_arithmetic(profile):
    """Evaluates the constant of the printed chain for all m, and its roundings for m ≤ 3."""
    case = Case()
    chain = {Fraction(2 ** (2 * k + 4) + 2 ** (2 * k + 6), 4 ** (k - 1)) for k in range(1, 40)}
    roundings = [16 * sum(2 ** (k - ell + 1) for ell in range(k + 1)) for k in range(4)]
    case.printed("the chain gives 160", chain == {160})
    case.must("the chain gives 320 for m < 40", chain == {320})
    closed = 2 ** (2 * m + 4) + 2 ** (2 * m + 6) - 320 * 2 ** (2 * m - 2)
    case.zero("the chain gives 320 for every m", closed)
    case.must("the roundings", roundings == [64 * 2**k - 32 for k in range(4)])
    case.number("chain", "constant of the chain", max(chain))
    case.number("roundings", "roundings for m = 0, …, 3", tuple(roundings))
    return case.finding()


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
    """Confirms the closed forms in symbols, and compares enclosed sums with them for m ≤ 12."""
    case = Case()

    def mixed(k):  # Σ_{ℓ<k} 2^(k-ℓ) 4^ℓ
        return 4**k - 2**k

    case.zero("induction for Σ 2^(m-ℓ) 4^ℓ", mixed(m + 1) - 2 * mixed(m) - 2 * 4**m)
    # Abel: 3 n_m + Σ_{ℓ<m} 2^(m-ℓ) n_ℓ, with n_ℓ at most 16 · 4^ℓ log n + 1
    abel = 3 * (16 * 4**m * log_n + 1) + 16 * log_n * mixed(m) + (2 ** (m + 1) - 2)
    closed = (64 * 4**m - 16 * 2**m) * log_n + 2 ** (m + 1) + 1
    case.zero("summation by parts", sp.expand(abel - closed))
    # fresh: Σ (1 + 2^(m-ℓ+1)) 4^ℓ = (4^(m+1) - 1)/3 + 4^(m+1) - 2^(m+1)
    fresh = 16 * ((4 ** (m + 1) - 1) / sp.Integer(3) + 2 * (mixed(m) + 4**m))
    closed = sp.Rational(256, 3) * 4**m - 32 * 2**m - sp.Rational(16, 3)
    case.zero("fresh tables", sp.expand(fresh - closed))
    within = []
    with ctx.workprec(100):
        for log_horizon in (arb(n).log() for n in (2, 3, 5, 164, 10**4, 10**9, 10**30)):
            for k, (constant, choice) in itertools.product(range(13), CONSTANTS):
                bound = constant * Fraction(4) ** (k - 1)
                total = amortised(k, log_horizon, **choice)
                within.append(total * bound.denominator <= log_horizon * bound.numerator)
    case.must("every sum is within its bound", all(within))
    coefficients = tuple(Fraction(64 * 4**k - 16 * 2**k, 4 ** (k - 1)) for k in range(1, 6))
    case.number("coefficients", "coefficient for m = 1, …, 5", coefficients)
    case.number("tried", "sums compared", len(within))
    case.number("within", "within", sum(within))
    return case.finding()


@check("rank1:lemma-4")
def lemma_4(profile):
    """Compares 160 with the constants that the printed chain and exact summation give."""
    case = Case()
    chain = lemma_4_arithmetic(profile).numbers["chain"]
    ours = 256 if lemma_4_sum(profile).verdict == "holds" else chain
    case.must("neither gives 160", min(chain, ours) > 160)
    case.number("chain", "constant of the chain", chain)
    case.number("ours", "of exact summation", ours)
    case.number("needed", "κ/γ that gives 160", Fraction(ours, 160))
    return case.finding(holds="open", broken="undecided")


@check("rank1:theorem-1")
def theorem_1_printed(profile):
    """Compares κ/γ with what 160 needs: in Section 5.1, and where κ and γ are equal."""
    case = Case()
    needed = lemma_4(profile).numbers["needed"]
    closest = curvature(Fraction(9, 10), 1) / Fraction(9, 10)  # γ = μ = κ here
    case.must("κ/γ falls short somewhere", closest < needed)
    case.number("needed", "κ/γ needed", needed)
    for size in (32, 64, 128):
        hard = hardness(needle(size, 0.75, 0.25))
        ratio = hard.sharp_factor / hard.printed_factor
        case.number(f"ratio_{size}", f"κ/γ of Section 5.1, K = L = {size}", ratio)
    case.number("closest", "κ/γ at μ = 9/10, p_max = 1", closest)
    return case.finding(holds="open", broken="undecided")


@check("rank1:theorem-1-repaired")
def repaired(profile):
    """Puts the constants together: sums, failures up to 10⁶⁰, and the horizons below 164."""
    case = Case()
    failures = lemma_2(profile)
    worst = failures.numbers["largest"]
    case.must("the sums of Lemma 4", lemma_4_sum(profile).verdict == "holds")
    case.must("Lemma 2", failures.verdict == "holds")
    case.must("n P(Ē)/(K+L) < 12", worst < 12)
    case.zero("1/κ ≥ 2M", 4 * M * (1 - c * M) - 2 * M - 2 * M * (1 - 2 * c * M))
    case.must("512 log n ≥ n below 164", all(512 * math.log(n) >= n for n in range(2, 164)))
    problem, horizon = needle(32, 0.75, 0.25), 2 * 10**6
    name = "the bound, K = L = 32 of Section 5.1, n = 2·10⁶"
    case.number("repaired", name, theorem_1_repaired(problem, horizon))
    case.number("printed", "Theorem 1 as printed", theorem_1(problem, horizon))
    case.number("needed", "additive constant needed", worst)
    return case.finding()


@check("rank1:theorem-1-fresh-tables")
def fresh_tables(profile):
    """Evaluates Chernoff's bound of n P(Ē)/(K+L) up to 10⁶⁰, and encloses what bounds it beyond."""
    case = Case()
    failures = [
        math.log(1 + 3 * n / (32 * math.log(n)), 4) * (2 / math.log(n) ** 3 + 1 / n)
        for n in horizons()
    ]
    with ctx.workprec(100):
        log_first = arb(164).log()
        beyond = (2 / log_first**2 + log_first / 164) / arb(4).log() <= arb(1) / 12
    case.must("the sums of Lemma 4", lemma_4_sum(profile).verdict == "holds")
    case.must("n P(Ē)/(K+L) ≤ 1/12 from 164 to 10⁶⁰", max(failures) <= 1 / 12)
    case.must("and its bound at 164", beyond)
    case.number("largest", "largest n P(Ē)/(K+L)", max(failures))
    case.number("cumulative", "with cumulative tables", max(map(failure_constant, horizons())))
    return case.finding()
