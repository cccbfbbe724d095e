"""Claims on how much one click moves an estimate: Lemma 7 and its proof, (15) and (16)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits.mnl import problem
from clickbandits.mnl.estimators import fit_newton
from compendium.finding import Finding, check

from .convergence import random_tables
from .resistance import finite_differences, resistances, sensitivity_bound, squared_sensitivity
from .sensitivity import _symbols, hessian


@check("mnl:resistance")
def resistance(profile):
    clicks, plays, attraction, bias = _symbols(2, 3)
    scale = sp.diag(*attraction, *[-v for v in bias[1:]])  # d(α, λ) / d(log α, -log λ)
    at_score_0 = {
        clicks[j, k]: attraction[j] * bias[k] * plays[j, k] for j in range(2) for k in range(3)
    }
    matrix = (-scale * hessian(clicks, plays, attraction, bias) * scale).subs(at_score_0)
    laplacian = True
    for j in range(2):
        for k in range(3):
            gamma = attraction[j] * bias[k]
            w = (gamma * plays[j, k] + plays[j, k]) * gamma / (1 + gamma) ** 2
            if k:
                laplacian &= sp.simplify(matrix[j, 1 + k] + w) == 0
                matrix[1 + k, 1 + k] -= w
            matrix[j, j] -= w
    laplacian &= all(sp.simplify(matrix[i, i]) == 0 for i in range(4))
    worst = 0.0
    for table in random_tables(5, 3, 10, 30, seed=4):
        fit = fit_newton(*table, tolerance=1e-12)
        ratio = squared_sensitivity(*table, fit) / sensitivity_bound(*table, fit)
        worst = max(worst, float(ratio.max()))
    numbers = {"largest ratio of the two sides": worst}
    return Finding("holds" if laplacian and worst <= 1 else "refuted", numbers)


@check("mnl:determinant-orders")
def determinant_orders(profile):
    w = sp.symbols("w1:5", positive=True)
    # log α_1, log α_2, log λ_2; conductances of (1,1), (1,2), (2,1), (2,2)
    rows = [(1, 0, 0), (1, 0, 1), (0, 1, 0), (0, 1, 1)]
    matrix = sum(
        (u * sp.Matrix(x) * sp.Matrix([x]) for u, x in zip(w, rows, strict=True)), sp.zeros(3, 3)
    )
    determinant = sp.Poly(sp.expand(matrix.det()), *w)
    affine = all(determinant.degree(u) == 1 for u in w)
    affine &= all(sp.Poly(sp.expand(e), *w).degree(u) <= 1 for e in matrix.adjugate() for u in w)
    limit = sp.simplify(sp.limit(matrix.inv()[1, 1], w[3], sp.oo))
    stays = limit.subs(dict.fromkeys(w, 1))
    numbers = {
        "degree of the determinant in one count": determinant.degree(w[3]),
        "limit of an inverse entry, other conductances 1": Fraction(str(stays)),
    }
    return Finding("corrected" if affine and stays > 0 else "refuted", numbers)


@check("mnl:lemma-7")
def lemma_7(profile):
    # Conductances of the two weak cells are at most (2 + 1)/4 and (1 + 1)/4 along the way, so
    # that R_2 ≥ 4/5; the derivative is α R/(1 + α) with α ≥ 1.
    gamma = sp.Symbol("g", positive=True)
    quarter = (
        sp.simplify(
            sp.Rational(1, 4) - gamma / (1 + gamma) ** 2 - ((1 - gamma) / (2 * (1 + gamma))) ** 2
        )
        == 0
    )
    slowest = 1 / (Fraction(3, 4) + Fraction(2, 4)) * Fraction(1, 2)
    smallest, numbers = np.inf, {}
    for m in (1, 10, 10**2, 10**4, 10**6):
        table = np.array([[m, 1.0], [1, m]])
        fit = fit_newton(table, table, tolerance=1e-12)
        more = table + np.array([[0, 0], [1.0, 0]])
        smallest = min(smallest, fit_newton(more, table, tolerance=1e-12).attraction[1] - 1)
        exact = abs(fit.attraction - 1).max() < 1e-9 and resistances(table, table, fit)[1] >= 0.8
        if not exact:
            return Finding("undecided", {"m": m})
        beta = {
            name: finite_differences(table, table, deviance=deviance)[1]
            for name, deviance in (("(50)", False), ("Algorithm 1", True))
        }
        numbers |= {f"β² for {name}, m = {m}": float(b) for name, b in beta.items() if m > 10}
    numbers["smallest move of α₂"] = float(smallest)
    # As m grows only α_2 = 1/λ_2 stays free: one more click in either weak cell leaves the
    # equations 3/α = 5/(1 + α) and 2/α = 5/(1 + α).
    moves = [Fraction(first, 5 - first) - 1 for first in (3, 2)]
    numbers["limit of β² for (50)"] = sum(move**2 for move in moves)
    limit = abs(numbers["β² for (50), m = 1000000"] - numbers["limit of β² for (50)"]) < 1e-5
    corrected = quarter and slowest == Fraction(2, 5) and smallest >= 0.4 and limit
    return Finding("corrected" if corrected else "undecided", numbers)


@check("mnl:equations-15-16")
def equations_15_16(profile):
    games = {
        "(a)": problem([0.3, 0.28, 0.26, 0.24, 0.22, 0.2], [1, 0.3, 0.2, 0.1]),
        "(b)": problem([0.05, 0.1, 0.15, 0.2], [1, 0.2, 0.9]),
    }
    numbers, worst, ratios = {}, 0.0, []
    for name, game in games.items():
        for epochs in (300, 3000):
            errors = []
            plays = np.full(
                (game.attraction.size, game.examination.size), epochs / game.attraction.size
            )
            clicks = plays * np.outer(*game)
            for estimator, deviance in (("(50)", False), ("Algorithm 1", True)):
                fit = fit_newton(clicks, plays, deviance=deviance)
                smooth = squared_sensitivity(clicks, plays, fit, deviance=deviance)
                truth = finite_differences(clicks, plays, deviance=deviance)
                error = float(abs(smooth / truth - 1).max())
                numbers[f"error of β², {name}, {epochs} epochs, {estimator}"] = error
                errors.append(error)
            ratios.append(errors[1] / errors[0])
        worst = max(worst, errors[0])
    holds = worst < 0.01 and min(ratios) > 14 and max(ratios) < 45
    return Finding("holds" if holds else "refuted", numbers)
