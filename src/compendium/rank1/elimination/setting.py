"""The setting of Katariya et al. (2017), Section 2, and the definitions (1) to (5) of Section 4."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits import rank1
from clickbandits.rank1.bounds import hardness, inverse_gaps
from compendium.finding import Case, check
from compendium.rank1.symbols import identities


def needle(size: int, high: float, low: float = 0.0):
    """ū = v̄ = (high, low, …, low), K = L = `size`; (8) in Section 5.1 has 3/4 and 1/4."""
    return rank1.problem(*[[high] + [low] * (size - 1)] * 2)


def random_extremes():
    """200 random rational problems: their `hardness`, and μ and p_max from the definitions."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        scale = int(rng.integers(8, 65))
        vectors = [
            [Fraction(int(part), 64) for part in rng.integers(1, scale, size=size)]
            for size in rng.integers(1, 7, size=2)
        ]
        average = min(sum(vector) / len(vector) for vector in vectors)
        yield hardness(rank1.problem(*vectors)), average, max(map(max, vectors))


@check("rank1:rank-1-matrix")
def rank_1_matrix(profile):
    """Compares the click probabilities with ū v̄ᵀ for all joint laws of two rows, two columns."""
    outcomes = list(itertools.product((0, 1), repeat=2))
    rows = dict(zip(outcomes, sp.symbols("a:4"), strict=True))
    columns = dict(zip(outcomes, sp.symbols("b:4"), strict=True))
    matrix = sp.Matrix(
        2,
        2,
        lambda i, j: sum(
            p_u * p_v * u[i] * v[j] for u, p_u in rows.items() for v, p_v in columns.items()
        ),
    )
    row_means, column_means = (
        [sum(p * outcome[i] for outcome, p in law.items()) for i in (0, 1)]
        for law in (rows, columns)
    )
    entries = {
        f"entry ({i + 1}, {j + 1})": matrix[i, j] - row_means[i] * column_means[j]
        for i, j in outcomes
    }
    return identities(entries | {"the minor": matrix.det()}).finding()


@check("rank1:equation-1")
def equation_1(profile):
    """Expands the regret of a pair into its gaps, and what is lost in the bound by their sum."""
    u_best, v_best, u, v = sp.symbols("u_best v_best u v")
    row_gap, column_gap = u_best - u, v_best - v
    regret = row_gap * v_best + u * column_gap
    slack = row_gap * (1 - v_best) + (1 - u) * column_gap  # not negative
    return identities(
        {
            "the regret by gaps": u_best * v_best - u * v - regret,
            "the bound by the gaps' sum": row_gap + column_gap - regret - slack,
        }
    ).finding()


@check("rank1:equation-2")
def equation_2(profile):
    """Evaluates the sum of 1/Δ̄ and the regret of the best column where two rows are tied."""
    case = Case()
    tied = rank1.problem([0.5, 0.5], [0.25, 0.75])
    rows, columns = hardness(tied)[:2]
    case.printed("some row gap is positive", np.any(rows > 0))
    # an optimal column, met with any row, has no regret; so its share of the sum must be 0
    regret = tied.attraction.max() * 0.75 - tied.attraction * 0.75
    case.must("the best column has no regret", not regret.any())
    total = inverse_gaps(rows, columns)
    # two tied rows at the columns' smallest gap, one bad column
    case.must("the sum of 1/Δ̄", total == 2 / 0.5 + 1 / 0.5)
    case.number("positive", "positive row gaps", int(np.sum(rows > 0)))
    case.number("total", "sum of 1/Δ̄ with min ∅ = ∞", total)
    return case.finding()


@check("rank1:equation-3")
def equation_3(profile):
    """Evaluates μ, the best click rate and both bounds for a vector of zeros."""
    case = Case()
    nothing = rank1.problem([0.0, 0.0], [0.25, 0.75])
    average, best = hardness(nothing).average, rank1.MODEL.optimal_reward(nothing)
    refused = 0
    for bound in (rank1.bounds.theorem_1, rank1.bounds.theorem_1_repaired):
        try:
            bound(nothing, 1000)
        except ValueError:
            refused += 1
    case.printed("μ > 0", average > 0)
    case.must("no pair is ever clicked", best == 0)
    case.must("both bounds refuse μ = 0", refused == 2)
    case.number("average", "μ of a vector of zeros", average)
    case.number("best", "its largest click rate", best)
    return case.finding()


@check("rank1:equation-4")
def equation_4(profile):
    """Compares the library's p_max and μ with the definitions on random rational problems."""
    case = Case()
    problems = list(random_extremes())
    case.must("p_max", all(hard.peak == float(peak) for hard, _, peak in problems))
    case.must("μ ≤ p_max", all(float(average) <= hard.peak for hard, average, _ in problems))
    case.number("instances", "instances", len(problems))
    return case.finding()


@check("rank1:equation-5")
def equation_5(profile):
    """Compares the library's γ with its definition on random rational problems."""
    case = Case()
    problems = [(hard, mu, peak, max(mu, 1 - peak)) for hard, mu, peak in random_extremes()]
    strict = [mu < gamma for _, mu, _, gamma in problems]
    close = [abs(hard.printed_factor - float(gamma)) < 1e-15 for hard, *_, gamma in problems]
    case.must("γ", all(close))
    case.must("μ < γ where μ < 1 - p_max", strict == [mu < 1 - peak for _, mu, peak, _ in problems])
    case.number("instances", "instances", len(problems))
    case.number("strict", "strict in", sum(strict))
    return case.finding()
