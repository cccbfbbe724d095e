"""What the text of Katariya et al. (2017) says about Theorem 1: orders, γ, scale, queries."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits import rank1
from clickbandits.rank1.bounds import curvature, hardness, inverse_gaps, theorem_1
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import d, equation_7

from .setting import random_extremes
from .theorem_1 import repaired


@check("rank1:order-of-regret")
def order_of_regret(profile):
    rng = np.random.default_rng(12)
    largest = 0.0
    for _ in range(500):
        rows, columns = (rng.integers(0, 4, size=size) / 3 for size in rng.integers(1, 6, size=2))
        rows, columns = rows.max() - rows, columns.max() - columns
        gaps = np.concatenate([rows, columns])
        if gaps.any():
            share = inverse_gaps(rows, columns) * gaps[gaps > 0].min() / gaps.size
            largest = max(largest, share)
    smallest_factor = min(curvature(average, peak) for _, average, peak in random_extremes())
    holds = repaired(profile).verdict == "holds" and largest <= 1 and smallest_factor >= 0.25
    return Finding(
        "holds" if holds else "refuted",
        {"largest sum over (K+L)/Δ": largest, "smallest κ met": float(smallest_factor)},
    )


@check("rank1:unilateral-improvement")
def unilateral_improvement(profile):
    better = equal = 0
    for _, average, peak in random_extremes():
        gamma = max(average, 1 - peak)
        ratio = average**2 / (average * gamma)  # new order over old order
        better += ratio < 1 and average < 1 - peak
        equal += ratio == 1 and average >= 1 - peak
    return Finding(
        "holds" if better + equal == 200 else "refuted",
        {"strictly better in": better, "equal in": equal},
    )


@check("rank1:gamma-remark")
def gamma_remark(profile):
    size, small = 10**4, 1e-3
    flat = hardness(rank1.problem([1.0] * 3, [small] + [0.0] * (size - 1)))
    steep = hardness(rank1.problem([1.0, 1.0 - small] + [0.0] * (size - 2), [1.0]))
    extreme = all(hard.average < 1e-3 and hard.peak == 1.0 for hard in (flat, steep))
    largest = max(flat.row_gaps.max(), flat.column_gaps.max())
    smallest = np.min(steep.row_gaps[steep.row_gaps > 0])
    average_gap = abs(steep.row_gaps.mean() - (steep.peak - steep.average))
    wrong = extreme and largest <= small and smallest <= 1.01 * small
    return Finding(
        "corrected" if wrong and average_gap < 1e-12 else "holds",
        {
            "first example (p_max = 1): μ": flat.average,
            "first example: largest gap": float(largest),
            "second example (p_max = 1): μ": steep.average,
            "second example: smallest gap": float(smallest),
        },
    )


@check("rank1:normalisation")
def normalisation(profile):
    rows, columns = [0.5, 0.375, 0.25], [0.5, 0.25, 0.125]
    hard, bounds, entries = [], [], []
    for scale in (1.0, 2.0, 0.5):
        problem = rank1.problem([scale * u for u in rows], [v / scale for v in columns])
        hard.append(hardness(problem))
        bounds.append(theorem_1(problem, 10**6))
        entries.append(np.outer(*problem))
    same = all(np.array_equal(entries[0], other) for other in entries)
    changes = len(set(bounds)) > 1 and len({h.printed_factor for h in hard}) > 1
    return Finding(
        "corrected" if same and changes else "holds",
        {
            f"at c = 1, 2, 1/2: {name}": tuple(round(float(value), 4) for value in values)
            for name, values in (
                ("μ", [h.average for h in hard]),
                ("γ", [h.printed_factor for h in hard]),
                ("the bound over that at c = 1", [bound / bounds[0] for bound in bounds]),
            )
        },
    )


@check("rank1:query-gammas")
def query_gammas(profile):
    gammas = [max(Fraction(mu, 100), 1 - Fraction(peak, 100)) for mu, peak in ((13, 85), (28, 66))]
    right = gammas == [Fraction(15, 100), Fraction(34, 100)]
    return Finding("holds" if right else "refuted", {"Query 1": gammas[0], "Query 2": gammas[1]})


@check("rank1:query-prediction")
def query_prediction(profile):
    # μ and p_max as printed; the second problem's best two items are nearly tied
    first = rank1.problem([0.85] + [0.05] * 9, [0.85] + [0.3] * 9)
    second = rank1.problem([0.66, 0.6599] + [0.1850125] * 8, [0.66] + [0.3] * 9)
    hard = [hardness(problem) for problem in (first, second)]
    published = [(round(h.average, 3), h.peak) for h in hard] == [(0.13, 0.85), (0.28, 0.66)]
    orders = [1 / (h.average * h.printed_factor) for h in hard]
    bounds = [theorem_1(problem, 10**6) for problem in (first, second)]
    wrong = published and orders[0] > orders[1] and bounds[0] < bounds[1]
    return Finding(
        "corrected" if wrong else "holds",
        {
            "1/(μγ), Query 1": orders[0],
            "Query 2": orders[1],
            "bound of a problem like Query 2 over one like Query 1": bounds[1] / bounds[0],
        },
    )


@check("rank1:bound-is-loose")
def bound_is_loose(profile):
    average = Fraction(1, 4) + Fraction(1, 64)
    kappa = curvature(average, Fraction(3, 4))
    gain = Fraction(320, 256) * kappa / average
    return Finding(
        "holds" if gain > 1 else "refuted",
        {"κ/γ at K = 32": kappa / average, "printed chain over the repaired bound": float(gain)},
    )


@check("rank1:proof-sketch")
def proof_sketch(profile):
    mu, gap = sp.symbols("mu Delta", positive=True)
    # ū = (1, …, 1, 1/2) of length K and one column that is always examined: μ = 1 - 1/(2K) → 1
    unbounded = sp.limit(d(mu / 2, mu), mu, 1, "-") == sp.oo
    order = equation_7(profile).verdict == "holds"  # Δ/d is at most 1/(2 μ γ Δ)
    counts = [
        16 * float(d(sp.Rational(k, 2 * k + 1), sp.Rational(2 * k, 2 * k + 1))) for k in (1, 10**6)
    ]
    return Finding(
        "corrected" if unbounded and order else "holds",
        {"n₀ d / log n, μ = 2/3": counts[0], "and at μ = 1 − 5·10⁻⁷": counts[1]},
    )
