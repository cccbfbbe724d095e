"""The setting of Katariya et al. (2017), Section 2, and the definitions (1) to (5) of Section 4."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits import rank1
from clickbandits.rank1.bounds import hardness, inverse_gaps
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import identities


@check("rank1:rank-1-matrix")
def rank_1_matrix(profile):
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
    means = sp.Matrix([sum(p * u[i] for u, p in rows.items()) for i in (0, 1)]) * sp.Matrix(
        [[sum(p * v[j] for v, p in columns.items()) for j in (0, 1)]]
    )
    return identities(*(matrix - means), matrix.det())


@check("rank1:equation-1")
def equation_1(profile):
    u_best, v_best, u, v = sp.symbols("u_best v_best u v")
    row_gap, column_gap = u_best - u, v_best - v
    regret = row_gap * v_best + u * column_gap
    slack = row_gap * (1 - v_best) + (1 - u) * column_gap  # not negative
    return identities(u_best * v_best - u * v - regret, row_gap + column_gap - regret - slack)


@check("rank1:equation-2")
def equation_2(profile):
    tied = rank1.problem([0.5, 0.5], [0.25, 0.75])
    rows, columns = hardness(tied)[:2]
    # an optimal column, met with any row, has no regret; so its share of the sum must be 0
    regret_of_best_column = tied.attraction.max() * 0.75 - tied.attraction * 0.75
    total = inverse_gaps(rows, columns)
    expected = 2 / 0.5 + 1 / 0.5  # two tied rows at the columns' smallest gap, one bad column
    undefined = not np.any(rows > 0)
    right = total == expected and not regret_of_best_column.any()
    return Finding(
        "corrected" if undefined and right else "refuted",
        {"positive row gaps": int(np.sum(rows > 0)), "sum of 1/Δ̄ with min ∅ = ∞": total},
    )


@check("rank1:equation-3")
def equation_3(profile):
    nothing = rank1.problem([0.0, 0.0], [0.25, 0.75])
    refused = 0
    for bound in (rank1.bounds.theorem_1, rank1.bounds.theorem_1_repaired):
        try:
            bound(nothing, 1000)
        except ValueError:
            refused += 1
    best = rank1.MODEL.optimal_reward(nothing)
    zero = hardness(nothing).average == 0 and best == 0
    return Finding(
        "corrected" if zero and refused == 2 else "refuted",
        {"μ of a vector of zeros": hardness(nothing).average, "its largest click rate": best},
    )


@check("rank1:equation-4")
def equation_4(profile):
    agree = all(
        hard.peak == float(peak) and float(average) <= hard.peak
        for hard, average, peak in random_extremes()
    )
    return Finding("holds" if agree else "refuted", {"instances": 200})


@check("rank1:equation-5")
def equation_5(profile):
    agree, strict = True, 0
    for hard, average, peak in random_extremes():
        gamma = max(average, 1 - peak)
        agree &= abs(hard.printed_factor - float(gamma)) < 1e-15 and average <= gamma
        agree &= (average < gamma) == (average < 1 - peak)
        strict += average < gamma
    return Finding("holds" if agree else "refuted", {"instances": 200, "strict in": strict})


def random_extremes():
    """Random rational problems: their `hardness`, and μ and p_max from the definitions."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        scale = int(rng.integers(8, 65))
        vectors = [
            [Fraction(int(part), 64) for part in rng.integers(1, scale, size=size)]
            for size in rng.integers(1, 7, size=2)
        ]
        average = min(sum(vector) / len(vector) for vector in vectors)
        yield hardness(rank1.problem(*vectors)), average, max(map(max, vectors))
