"""Claims on Algorithm 1 and Lemma 2: what it descends, where it ends, when it never does."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_algorithm_1, fit_newton, log_likelihood
from clickbandits.mnl.identifiability import obstacle_to_algorithm_1
from compendium.finding import Finding, check

CLICKS, PLAYS = ((8, 2), (2, 2)), 10
"""The counterexample to Lemma 2, symmetric in items and positions; 10 plays in every cell."""


def algorithm_1_exactly(clicks, plays, attraction, bias):
    """One iteration of Algorithm 1 for two positions in rationals: λ_2 by (5), then α by (6).

    Here `clicks[j]` are item j's clicks at both positions and `plays` is common to all cells.
    """
    bias = sum(n[1] / a for n, a in zip(clicks, attraction, strict=True)) / (len(clicks) * plays)
    return [(n[0] + n[1] / bias) / (2 * plays) for n in clicks], bias


def likelihood_exactly(clicks, plays, attraction, bias):
    """The likelihood (50) itself, a rational number."""
    value = Fraction(1)
    for n, a in zip(clicks, attraction, strict=True):
        for m, gamma in zip(n, (a, a * bias), strict=True):
            value *= gamma**m / (1 + gamma) ** (m + plays)
    return value


@check("mnl:equations-5-6")
def equations_5_6(profile):
    v = sp.Symbol("v", positive=True)
    alpha, plays = sp.symbols("a1:4", positive=True), sp.symbols("m1:4", positive=True)
    means = [m * a * v for m, a in zip(plays, alpha, strict=True)]
    estimate = sum(n / a for n, a in zip(means, alpha, strict=True)) / sum(plays)
    return Finding(
        "holds" if sp.simplify(estimate - v) == 0 else "refuted",
        {"mean of (5) at the true α": str(sp.simplify(estimate))},
    )


@check("mnl:algorithm-1-descends")
def algorithm_1_descends(profile):
    a = sp.Symbol("a", positive=True)
    n, m, v = (sp.symbols(f"{s}1:4", positive=True) for s in "nmv")
    cells = list(zip(n, m, v, strict=True))
    phi = sum(c / (a * u) + p * sp.log(a * u) for c, p, u in cells)
    update = sum(c / u for c, _, u in cells) / sum(m)
    best = sp.simplify(sp.diff(phi, a).subs(a, update)) == 0
    x, y = update / a, sp.Symbol("y", positive=True)
    drop = sp.expand_log(phi - phi.subs(a, update) - sum(m) * (x - 1 - sp.log(x)), force=True)
    e = sp.Symbol("e", real=True)
    convex = sp.simplify(sp.diff(n[0] * sp.exp(-e) + m[0] * e, e, 2) - n[0] * sp.exp(-e)) == 0
    holds = best and sp.simplify(drop) == 0 and convex
    numbers = {
        f"drop for x = {size}, per play": float((y - 1 - sp.log(y)).subs(y, size))
        for size in (1, 2)
    }
    return Finding("holds" if holds else "refuted", numbers)


@check("mnl:lemma-2")
def lemma_2(profile):
    attraction, bias = [Fraction(3, 5), Fraction(3, 10)], Fraction(1, 2)
    fixed = algorithm_1_exactly(CLICKS, PLAYS, attraction, bias) == (attraction, bias)
    gamma = [(a, a * bias) for a in attraction]
    cells = [
        [(n - g * PLAYS) / (1 + g) for n, g in zip(*pair, strict=True)]
        for pair in zip(CLICKS, gamma, strict=True)
    ]
    score = [sum(row) for row in cells] + [sum(row[1] for row in cells)]
    plays = np.full((2, 2), PLAYS)
    best, limit = fit_newton(CLICKS, plays), fit_algorithm_1(CLICKS, plays)
    reached = (
        max(abs(limit.attraction - [0.6, 0.3])) < 1e-9 and abs(limit.examination[1] - 0.5) < 1e-9
    )
    at_limit = log_likelihood(CLICKS, plays, limit.attraction, limit.examination)
    numbers = {
        "score of (50) at the limit, log α₁": score[0],
        "log α₂": score[1],
        "log λ₂": score[2],
        "log-likelihood at the limit": at_limit,
        "its maximum": best.objective,
        "λ₂ at the limit": bias,
        "λ₂ at the maximum": float(best.examination[1]),
    }
    corrected = fixed and reached and all(score) and best.objective > at_limit + 0.01
    return Finding("corrected" if corrected else "refuted", numbers)


@check("mnl:lemma-2-monotone")
def lemma_2_monotone(profile):
    attraction, bias = [Fraction(1, 2)] * 2, Fraction(1, 2)
    values = [likelihood_exactly(CLICKS, PLAYS, attraction, bias)]
    for _ in range(6):
        attraction, bias = algorithm_1_exactly(CLICKS, PLAYS, attraction, bias)
        values.append(likelihood_exactly(CLICKS, PLAYS, attraction, bias))
    falls = [i + 1 for i, (old, new) in enumerate(pairwise(values)) if new < old]
    numbers = {"iterations in which (50) falls": str(falls)}
    numbers |= {f"log-likelihood after {i}": log(values[i]) for i in (0, 2, 6)}
    return Finding("corrected" if falls == [3, 4, 5, 6] else "refuted", numbers)


@check("mnl:lemma-2-never-ends")
def lemma_2_never_ends(profile):
    bias, start = sp.Symbol("v", positive=True), sp.symbols("s1:3", positive=True)
    (first, second), after = algorithm_1_exactly(((4, 4), (4, 0)), 10, start, bias)
    # From the second iteration on α_1 = (1 + 1/λ)/5 and α_2 = 1/5.
    old = ((1 + 1 / bias) / 5, sp.Rational(1, 5))
    (first, second), after = algorithm_1_exactly(((4, 4), (4, 0)), 10, old, bias)
    growth = sp.simplify(first - old[0])
    grows = growth == sp.Rational(1, 5) and second == old[1]
    harmonic = sp.simplify(after - bias / (1 + bias)) == 0
    best = fit_newton([[4, 4], [4, 0]], np.full((2, 2), 10))
    compared = mismatches = 0
    for shape in ((2, 2), (3, 2)):
        for pattern in product((0, 1), repeat=shape[0] * shape[1]):
            clicks = np.reshape(pattern, shape).astype(float)
            for plays in (np.full(shape, 4.0), 1.0 + np.arange(clicks.size).reshape(shape)):
                moves = product((-1, 0, 1), repeat=sum(shape) - 1)
                cells = (np.add.outer(m[: shape[0]], (0, *m[shape[0] :])) for m in moves if any(m))
                escapes = any((c[clicks > 0] >= 0).all() and (plays * c).sum() <= 0 for c in cells)
                compared += 1
                mismatches += escapes != bool(obstacle_to_algorithm_1(clicks, plays))
    numbers = {
        "growth of α₁ per iteration": Fraction(str(growth)),
        "maximum likelihood estimate of λ₂": float(best.examination[1]),
        "tables compared": compared,
        "mismatches": mismatches,
    }
    corrected = grows and harmonic and best.converged and mismatches == 0
    return Finding("corrected" if corrected else "refuted", numbers)


@check("mnl:footnote-4")
def footnote_4(profile):
    bias, n1, n2, m = sp.symbols("v n1 n2 m", positive=True)
    old = (n1 + n2 / bias) / (2 * m)
    after = n2 / old / (2 * m)  # the item without clicks adds 0/0 = 0, but its plays count
    new = (n1 + n2 / after) / (2 * m)
    growth = sp.simplify(new - old)
    runs = sp.simplify(growth - n1 / (2 * m)) == 0
    numbers = {"growth of α₁ for n₁ = 4, m = 10": Fraction(str(growth.subs({n1: 4, m: 10})))}
    plays = np.full((2, 2), 10)
    for clicks in ([[4, 4], [0, 0]], [[4, 4], [4, 0]]):
        fit = fit_algorithm_1(clicks, plays, bounds=(1e-4, 1.0))
        runs &= fit.converged
        numbers[f"iterations with floor and ceiling, N = {clicks}"] = fit.iterations
    return Finding("corrected" if runs else "refuted", numbers)
