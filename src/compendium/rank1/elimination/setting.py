"""The setting of Katariya et al. (2017), Section 2, and the definitions (1) to (5) of Section 4."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits import rank1
from clickbandits.rank1.bounds import hardness, inverse_gaps
from compendium.case import Twin, check
from compendium.rank1.symbols import identities


def random_vectors():
    """200 random pairs of vectors of rational numbers."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        scale = int(rng.integers(8, 65))
        yield [
            [Fraction(int(part), 64) for part in rng.integers(1, scale, size=size)]
            for size in rng.integers(1, 7, size=2)
        ]


def random_gaps():
    """(μ, p_max, Δ) for every positive gap of `random_vectors`."""
    for vectors in random_vectors():
        average = min(sum(vector) / len(vector) for vector in vectors)
        for vector in vectors:
            for gap in {max(vector) - each for each in vector} - {0}:
                yield average, max(map(max, vectors)), gap


@check("rank1:rank-1-matrix", independent=Twin(False))
def rank_1_matrix(case, independent=True):
    outcomes = list(itertools.product((0, 1), repeat=2))
    rows, columns = (dict(zip(outcomes, sp.symbols(f"{x}:4"), strict=True)) for x in "ab")

    def chance(u, v):
        return rows[u] * columns[v] if independent else sp.Symbol(f"p_{u}_{v}")

    def entry(i, j):
        return sum(chance(u, v) * u[i] * v[j] for u in rows for v in columns)

    matrix = sp.Matrix(2, 2, entry)
    row_means, column_means = (
        [sum(p * outcome[i] for outcome, p in law.items()) for i in (0, 1)] for law in (rows, columns)
    )
    entries = {
        f"entry ({i + 1}, {j + 1})": matrix[i, j] - row_means[i] * column_means[j] for i, j in outcomes
    }
    identities(case, entries | {"the minor": matrix.det()})


@check("rank1:equation-1", played=Twin(False), zeros=Twin(True))
def equation_1(case, played=True, zeros=False):
    u_best, v_best, u, v = sp.symbols("u_best v_best u v")
    row_gap, column_gap = u_best - u, v_best - v
    regret = row_gap * v_best + (u if played else u_best) * column_gap
    slack = row_gap * (1 - v_best) + (1 - u) * column_gap  # not negative
    case.zero("the regret by gaps", u_best * v_best - u * v - regret)
    case.zero("the bound by the gaps' sum", row_gap + column_gap - regret - slack)
    vectors = [vector for vector in itertools.product((0, 1, 2), repeat=2) if zeros or any(vector)]
    agree = 0
    for rows, columns in itertools.product(vectors, repeat=2):
        pairs = itertools.product(range(2), repeat=2)
        best = max(rows) * max(columns)
        agree += all(
            (rows[i] * columns[j] == best) == (rows[i] == max(rows) and columns[j] == max(columns))
            for i, j in pairs
        )
    case.must("the optimal pairs, entries 0, 1/2, 1", agree == len(vectors) ** 2, agree=agree)


@check("rank1:equation-2", empty=Twin(1.0, "corrected"))
def equation_2(case, empty=math.inf):
    tied = rank1.problem([0.5, 0.5], [0.25, 0.75])
    rows, columns = hardness(tied)[:2]
    case.reading("some gap is positive on either side", np.any(rows > 0) and np.any(columns > 0))
    # an optimal column has no regret with any row, so its share of the sum must be 0
    regret = tied.attraction.max() * 0.75 - tied.attraction * 0.75
    case.must("the best column has no regret", not regret.any())
    total = inverse_gaps(rows, columns)
    # two tied rows at the columns' smallest gap, one bad column, and the best one
    case.reading("min ∅ = +∞, as is usual", total == 2 / 0.5 + 1 / 0.5 + 1 / empty, total=total)
    case.number("positive", "positive row gaps", int(np.sum(rows > 0)))


@check("rank1:equation-3", zeros=Twin(any, "corrected"))
def equation_3(case, zeros=all):
    vectors = list(itertools.product((0.0, 0.25, 1.0), repeat=2))
    averages = {pair: hardness(rank1.problem(*pair)).average for pair in itertools.product(vectors, repeat=2)}
    exactly = all(
        (average == 0) == any(zeros(x == 0 for x in vector) for vector in pair)
        for pair, average in averages.items()
    )
    nothing = rank1.problem([0.0, 0.0], [0.25, 0.75])
    best = rank1.MODEL.optimal_reward(nothing)
    case.number("average", "μ of a vector of zeros", hardness(nothing).average)
    case.must("its largest click rate", best == 0, best=best)
    case.reading("μ > 0", all(average > 0 for average in averages.values()))
    case.reading("a bound of 1/0 = ∞, where every pair has regret 0", exactly)


@check("rank1:equation-5", chosen=Twin(min), extreme=Twin(min))
def equation_5(case, chosen=max, extreme=max):
    strict, wanted, right = [], [], {"p_max": [], "μ ≤ p_max": [], "γ": []}
    for vectors in random_vectors():
        hard = hardness(rank1.problem(*vectors))
        average, peak = min(sum(each) / len(each) for each in vectors), extreme(map(extreme, vectors))
        gamma = chosen(average, 1 - peak)
        right["p_max"].append(hard.peak == float(peak))
        right["μ ≤ p_max"].append(average <= peak)
        right["γ"].append(abs(hard.printed_factor - float(gamma)) < 1e-15)
        strict.append(average < gamma)
        wanted.append(average < 1 - peak)
    case.number("instances", "instances", len(strict))
    for name, each in right.items():
        case.must(name, all(each))
    case.must("μ < γ, where μ < 1 − p_max, in", strict == wanted, strict=sum(strict))
