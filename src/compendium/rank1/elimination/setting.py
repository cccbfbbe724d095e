"""The setting of Katariya et al. (2017), Section 2, and the definitions (1) to (5) of Section 4."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits import rank1
from clickbandits.rank1.bounds import hardness, inverse_gaps
from compendium.claims import Finding, claim
from compendium.rank1.kl_scaling.lemma_1 import identities


@claim(
    "rank1:rank-1-matrix",
    location="Sections 1 and 2",
    statement=r"The probabilities of a click form the rank-1 matrix $\bar u\bar v^\top$, whatever "
    r"the dependence between the coordinates of $\mathbf u_t$ or of $\mathbf v_t$.",
    verdict="holds",
    evidence="proof",
    limits=r"Symbolic for all joint laws of two rows and two columns; a pair involves no more "
    r"than one of each, a minor of the matrix no more than two.",
)
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


@claim(
    "rank1:equation-1",
    location="Section 4, equation (1)",
    statement=r"With the gaps $\Delta_i^U = \bar u(i^*) - \bar u(i)$, $\Delta_j^V = \bar v(j^*) - "
    r"\bar v(j)$, the regret of a pair is $\bar u^*\bar v^* - \bar u(i)\bar v(j) = "
    r"\Delta_i^U\bar v^* + \bar u(i)\Delta_j^V \le \Delta_i^U + \Delta_j^V$; so $(i^*, j^*)$ "
    r"joins the best row with the best column.",
    verdict="holds",
    evidence="proof",
)
def equation_1(profile):
    u_best, v_best, u, v = sp.symbols("u_best v_best u v")
    row_gap, column_gap = u_best - u, v_best - v
    regret = row_gap * v_best + u * column_gap
    slack = row_gap * (1 - v_best) + (1 - u) * column_gap  # not negative
    return identities(u_best * v_best - u * v - regret, row_gap + column_gap - regret - slack)


@claim(
    "rank1:equation-2",
    location="Section 4, equation (2)",
    statement=r"The minimum gaps $\Delta_{\min}^U$ and $\Delta_{\min}^V$ are minima over the "
    r"positive gaps.",
    verdict="corrected",
    evidence="exact",
    corrected=r"Where all rows (or all columns) are tied, or there is one only, the minimum is "
    r"over an empty set. Read it as $+\infty$, so that $1/\bar\Delta = 0$ for the optimal arms of "
    r"the other side: they cost nothing there.",
)
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


@claim(
    "rank1:equation-3",
    location="Section 4, equation (3)",
    statement=r"$\mu$, the smaller of the two vectors' averages, divides Theorem 1's bound.",
    verdict="corrected",
    evidence="proof",
    corrected=r"$\mu > 0$ has to be assumed. It fails exactly where a vector is all zero; then "
    r"every pair has regret $0$ and there is nothing to bound.",
    limits="An average of numbers that are not negative is 0 only where all are: prose.",
)
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


@claim(
    "rank1:equation-4",
    location="Section 4, equation (4)",
    statement=r"$p_{\max}$ is the largest entry of both vectors; so $\mu\le p_{\max}$, and every "
    r"mean that (7) meets in the proof is at most $p_{\max}$.",
    verdict="holds",
    evidence="proof",
    limits="An average is at most the maximum: prose; the check evaluates the definitions exactly "
    "on random instances.",
)
def equation_4(profile):
    agree = all(
        hard.peak == float(peak) and float(average) <= hard.peak
        for hard, average, peak in random_extremes()
    )
    return Finding("holds" if agree else "refuted", {"instances": 200})


@claim(
    "rank1:equation-5",
    location="Section 4, equation (5) and the text after Theorem 1",
    statement=r"$\gamma = \max\{\mu, 1-p_{\max}\}$; $\mu\le\gamma$, strictly where "
    r"$\mu < 1-p_{\max}$.",
    verdict="holds",
    evidence="proof",
    limits="A maximum is at least its first argument: prose; the check evaluates the definition "
    "exactly on random instances.",
)
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
