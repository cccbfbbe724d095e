"""Claims on the rate of Algorithm 1 and on the methods that do maximise the likelihood."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_em, fit_newton
from compendium.finding import Finding, check

from .convergence import METHODS, contraction_rates, observed_rate, paths, random_tables


@check("mnl:algorithm-1-rate")
def algorithm_1_rate(profile):
    balanced = sp.Matrix([[8, 2], [2, 2]])
    gamma = sp.Matrix([["3/5", "3/10"], ["3/10", "3/20"]])
    table = balanced.multiply_elementwise(gamma.applyfunc(lambda g: 1 / g)) / 20
    whole = table.T * table
    killed, second = whole[1, 1], min(whole.eigenvals())
    exact = (killed, second) == (sp.Rational(5, 9), sp.Rational(1, 9))
    flat = all(
        max((sp.ones(k - 1, k - 1) / k).eigenvals()) == sp.Rational(k - 1, k) for k in range(2, 8)
    )
    worst, ordered = 0.0, True
    for n_positions in (2, 3, 5):
        for clicks, plays in random_tables(n_positions + 2, n_positions, 3, 40, seed=n_positions):
            held, released = contraction_rates(clicks, plays)
            ordered &= released <= held + 1e-12
            worst = max(worst, abs(observed_rate(clicks, plays, METHODS[0], 500) - held))
    numbers = {
        "rate in the counterexample": Fraction(str(killed)),
        "with λ₁ released": Fraction(str(second)),
        "largest difference, seen and predicted": worst,
    }
    return Finding("holds" if exact and flat and ordered and worst < 1e-4 else "refuted", numbers)


@check("mnl:em-ascends")
def em_ascends(profile):
    g, g0 = sp.symbols("g g0", positive=True)
    # log(1 + γ) lies below its tangent: with u = (1 + γ)/(1 + γ0) the gap is u - 1 - log u ≥ 0.
    tangent = sp.log(1 + g0) + (g - g0) / (1 + g0)
    u = (1 + g) / (1 + g0)
    gap = sp.expand_log(tangent - sp.log(1 + g) - (u - 1 - sp.log(u)), force=True)
    minorised = sp.simplify(gap) == 0
    a, n, v, w = sp.symbols("a n v w", positive=True)
    best = sp.solve(sp.diff(n * sp.log(a) - a * v * w, a), a) == [n / (v * w)]
    falls, apart = 0.0, 0.0
    for clicks, plays in random_tables(5, 3, 10, 20, seed=1):
        path = paths(clicks, plays, 40, methods=("EM",))["log-likelihood"].to_numpy()
        falls = max(falls, float(-np.diff(path).min() / abs(path[-1])))
        em, newton = fit_em(clicks, plays), fit_newton(clicks, plays)
        apart = max(apart, float(abs(em.attraction / newton.attraction - 1).max()))
    numbers = {"largest relative fall of (50)": max(falls, 0.0), "distance to Newton's fit": apart}
    holds = minorised and best and falls < 1e-14 and apart < 1e-8
    return Finding("holds" if holds else "refuted", numbers)


@check("mnl:newton-ascends")
def newton_ascends(profile):
    r = sp.Symbol("r", positive=True)
    e = sp.Symbol("e", real=True)
    curve = sp.diff(sp.log(1 + sp.exp(e)), e, 2)
    share = sp.exp(e) / (1 + sp.exp(e))
    ratio = sp.simplify(sp.diff(curve, e) - curve * (1 - 2 * share)) == 0  # |1 - 2 share| < 1
    # Along a step of decrement q the gain is at least q (t - (exp(rt) - rt - 1)/r²).
    t = sp.log(1 + r) / r
    gain = t - (sp.exp(r * t) - r * t - 1) / r**2
    short = sp.simplify(gain - ((1 + r) * sp.log(1 + r) - r) / r**2) == 0
    positive = sp.simplify(sp.diff((1 + r) * sp.log(1 + r) - r, r) - sp.log(1 + r)) == 0
    full = sp.E < 3  # gain at r ≤ 1 and t = 1: at least 1 - (e - 2), as (e^r - r - 1)/r² grows
    rng = np.random.default_rng(5)
    falls, apart, steps = 0.0, 0.0, 0
    for clicks, plays in random_tables(6, 3, 10, 20, seed=2):
        best = fit_newton(clicks, plays)
        for _ in range(10):
            start = np.exp(rng.normal(0, 4, 6)), np.append(1.0, np.exp(rng.normal(0, 4, 2)))
            fit = fit_newton(clicks, plays, start=start)
            path = paths(clicks, plays, 6, start=start, methods=("Newton",))["log-likelihood"]
            falls = max(falls, float(-(np.diff(path) / abs(path[1:])).min()))
            apart = max(apart, float(abs(fit.attraction / best.attraction - 1).max()))
            steps = max(steps, fit.iterations)
    holds = ratio and short and positive and bool(full) and falls < 1e-12 and apart < 1e-9
    numbers = {
        "most steps from 100 rough starts": steps,
        "largest relative fall": max(falls, 0.0),
        "largest relative distance of their ends": apart,
    }
    return Finding("holds" if holds else "refuted", numbers)
