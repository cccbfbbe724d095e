"""Algorithm 1 and Lemma 2: what it descends, where it ends, how fast; and what does climb (50)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_algorithm_1, fit_em, fit_newton, log_likelihood
from clickbandits.mnl.identifiability import obstacle_to_algorithm_1
from compendium.finding import Case, check

from .convergence import METHODS, contraction_rates, observed_rate, paths, random_tables
from .likelihood import directions

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
    """Derives the mean of (5) at the true attractions of three items, in symbols."""
    case = Case()
    v = sp.Symbol("v", positive=True)
    alpha, plays = sp.symbols("a1:4", positive=True), sp.symbols("m1:4", positive=True)
    means = [m * a * v for m, a in zip(plays, alpha, strict=True)]
    estimate = sum(n / a for n, a in zip(means, alpha, strict=True)) / sum(plays)
    case.zero("the mean of (5) is λ", estimate - v)
    case.number("mean", "mean of (5) at the true α", str(sp.simplify(estimate)))
    return case.finding()


@check("mnl:algorithm-1-descends")
def algorithm_1_descends(profile):
    """Minimises the deviance of an item at three positions, and derives the drop, in symbols."""
    case = Case()
    a = sp.Symbol("a", positive=True)
    n, m, v = (sp.symbols(f"{s}1:4", positive=True) for s in "nmv")
    phi = sum(c / (a * u) + p * sp.log(a * u) for c, p, u in zip(n, m, v, strict=True))
    update = sum(c / u for c, u in zip(n, v, strict=True)) / sum(m)
    case.zero("(6) is where the slope is 0", sp.diff(phi, a).subs(a, update))
    x, y = update / a, sp.Symbol("y", positive=True)
    drop = phi - phi.subs(a, update) - sum(m) * (x - 1 - sp.log(x))
    case.zero("the drop", sp.expand_log(drop, force=True))
    e = sp.Symbol("e", real=True)
    curve = sp.diff(n[0] * sp.exp(-e) + m[0] * e, e, 2)
    case.zero("convex in log γ", curve - n[0] * sp.exp(-e))
    for size in (1, 2):
        value = float((y - 1 - sp.log(y)).subs(y, size))
        case.number(f"drop {size}", f"drop for x = {size}, per play", value)
    return case.finding()


@check("mnl:lemma-2")
def lemma_2(profile):
    """Takes the score of (50) at the fixed point of Algorithm 1 in fractions, and fits both."""
    case = Case()
    attraction, bias = [Fraction(3, 5), Fraction(3, 10)], Fraction(1, 2)
    after = algorithm_1_exactly(CLICKS, PLAYS, attraction, bias)
    case.must("a fixed point of Algorithm 1", after == (attraction, bias))
    plays = np.full((2, 2), PLAYS)
    best, limit = fit_newton(CLICKS, plays), fit_algorithm_1(CLICKS, plays)
    reached = [*limit.attraction, limit.examination[1]]
    case.must("Algorithm 1 ends there", np.abs(np.subtract(reached, [0.6, 0.3, 0.5])).max() < 1e-9)
    cells = [
        [(n - g * PLAYS) / (1 + g) for n, g in zip(clicks, (a, a * bias), strict=True)]
        for clicks, a in zip(CLICKS, attraction, strict=True)
    ]
    score = [sum(row) for row in cells] + [sum(row[1] for row in cells)]
    at_limit = log_likelihood(CLICKS, plays, limit.attraction, limit.examination)
    case.printed("the score of (50) is 0 there", not any(score))
    case.must("no part of the score is 0", all(score))
    case.must("(50) is larger elsewhere", best.objective > at_limit + 0.01)
    case.number("score", "score of (50) at the limit, log α₁", score[0])
    case.number("score 2", "log α₂", score[1])
    case.number("score 3", "log λ₂", score[2])
    case.number("at limit", "log-likelihood at the limit", at_limit)
    case.number("maximum", "its maximum", best.objective)
    case.number("limit", "λ₂ at the limit", bias)
    case.number("best", "λ₂ at the maximum", float(best.examination[1]))
    return case.finding()


@check("mnl:lemma-2-monotone")
def lemma_2_monotone(profile):
    """Evaluates (50) in fractions along six iterations of Algorithm 1 from (½, ½; ½)."""
    case = Case()
    attraction, bias = [Fraction(1, 2)] * 2, Fraction(1, 2)
    values = [likelihood_exactly(CLICKS, PLAYS, attraction, bias)]
    for _ in range(6):
        attraction, bias = algorithm_1_exactly(CLICKS, PLAYS, attraction, bias)
        values.append(likelihood_exactly(CLICKS, PLAYS, attraction, bias))
    falls = [i + 1 for i, (old, new) in enumerate(pairwise(values)) if new < old]
    case.printed("(50) never falls", not falls)
    case.must("it falls in every iteration after the second", falls == [3, 4, 5, 6])
    case.number("falls", "iterations in which (50) falls", str(falls))
    case.family({f"log-likelihood after {i}": log(values[i]) for i in (0, 2, 6)})
    return case.finding()


def _runs_away(clicks, plays):
    """Whether the deviance has a direction in which it never rises."""
    return any(
        (move[clicks > 0] >= 0).all() and (plays * move).sum() <= 0
        for move in directions(*clicks.shape)
    )


@check("mnl:lemma-2-never-ends")
def lemma_2_never_ends(profile):
    """Iterates one table in symbols; tries the condition on all 2 × 2 and 3 × 2 click patterns."""
    case = Case()
    bias, fifth = sp.Symbol("v", positive=True), sp.Rational(1, 5)
    # From the second iteration on α_1 = (1 + 1/λ)/5 and α_2 = 1/5.
    old = ((1 + 1 / bias) / 5, fifth)
    (first, second), after = algorithm_1_exactly(((4, 4), (4, 0)), 10, old, bias)
    growth = sp.simplify(first - old[0])
    case.printed("the attractions come to rest", growth == 0)
    case.must("α₁ grows by 1/5", growth == fifth)
    case.must("α₂ stays at 1/5", second == fifth)
    case.zero("λ₂ becomes λ₂/(1 + λ₂)", after - bias / (1 + bias))
    best = fit_newton([[4, 4], [4, 0]], np.full((2, 2), 10))
    case.must("(50) has a maximiser", best.converged)
    compared = mismatches = 0
    for shape in ((2, 2), (3, 2)):
        for pattern in product((0, 1), repeat=shape[0] * shape[1]):
            clicks = np.reshape(pattern, shape).astype(float)
            for plays in (np.full(shape, 4.0), 1.0 + np.arange(clicks.size).reshape(shape)):
                compared += 1
                obstacle = bool(obstacle_to_algorithm_1(clicks, plays))
                mismatches += _runs_away(clicks, plays) != obstacle
    case.must("the condition is that no direction escapes", mismatches == 0)
    case.number("growth", "growth of α₁ per iteration", Fraction(growth))
    label = "maximum likelihood estimate of λ₂"
    case.number("best", label, float(best.examination[1]))
    case.number("compared", "tables compared", compared)
    case.number("mismatches", "mismatches", mismatches)
    return case.finding()


@check("mnl:footnote-4")
def footnote_4(profile):
    """Iterates a table with an unclicked item in symbols, and two with a floor and a ceiling."""
    case = Case()
    bias, n1, n2, m = sp.symbols("v n1 n2 m", positive=True)
    old = (n1 + n2 / bias) / (2 * m)
    after = n2 / old / (2 * m)  # the item without clicks adds 0/0 = 0, but its plays count
    growth = sp.simplify((n1 + n2 / after) / (2 * m) - old)
    case.printed("with 0/0 = 0 the attractions come to rest", growth == 0)
    case.zero("α₁ grows by n₁/(2m)", growth - n1 / (2 * m))
    growth_at = Fraction(growth.subs({n1: 4, m: 10}))
    case.number("growth", "growth of α₁ for n₁ = 4, m = 10", growth_at)
    for clicks in ([[4, 4], [0, 0]], [[4, 4], [4, 0]]):
        fit = fit_algorithm_1(clicks, np.full((2, 2), 10), bounds=(1e-4, 1.0))
        case.must(f"with floor and ceiling it ends, N = {clicks}", fit.converged)
        label = f"iterations with floor and ceiling, N = {clicks}"
        case.number(f"iterations {clicks}", label, fit.iterations)
    return case.finding()


@check("mnl:algorithm-1-rate")
def algorithm_1_rate(profile):
    """Takes eigenvalues of the walk exactly, and compares with iteration on nine random tables."""
    case = Case()
    balanced = sp.Matrix([[8, 2], [2, 2]])
    gamma = sp.Matrix([["3/5", "3/10"], ["3/10", "3/20"]])
    table = balanced.multiply_elementwise(gamma.applyfunc(lambda g: 1 / g)) / 20
    whole = table.T * table
    killed, second = whole[1, 1], min(whole.eigenvals())
    case.must("5/9 in the counterexample", killed == sp.Rational(5, 9))
    case.must("1/9 with λ₁ released", second == sp.Rational(1, 9))
    for k in range(2, 8):
        largest = max((sp.ones(k - 1, k - 1) / k).eigenvals())
        case.must(f"(K - 1)/K for equal plays, K = {k}", largest == sp.Rational(k - 1, k))
    worst, ordered = 0.0, True
    for n_positions in (2, 3, 5):
        for clicks, plays in random_tables(n_positions + 2, n_positions, 3, 40, seed=n_positions):
            held, released = contraction_rates(clicks, plays)
            ordered &= released <= held + 1e-12
            worst = max(worst, abs(observed_rate(clicks, plays, METHODS[0], 500) - held))
    case.must("releasing λ₁ is never slower", ordered)
    case.must("the rate seen is the one predicted", worst < 1e-4)
    case.number("killed", "rate in the counterexample", Fraction(killed))
    case.number("second", "with λ₁ released", Fraction(second))
    case.number("difference", "largest difference, seen and predicted", worst)
    return case.finding()


@check("mnl:em-ascends")
def em_ascends(profile):
    """Derives the minorising function in symbols, and follows EM on ten random tables."""
    case = Case()
    g, g0 = sp.symbols("g g0", positive=True)
    # log(1 + γ) lies below its tangent: with u = (1 + γ)/(1 + γ0) the gap is u - 1 - log u ≥ 0.
    tangent, u = sp.log(1 + g0) + (g - g0) / (1 + g0), (1 + g) / (1 + g0)
    gap = tangent - sp.log(1 + g) - (u - 1 - sp.log(u))
    case.zero("the gap to the tangent", sp.expand_log(gap, force=True))
    a, n, v, w = sp.symbols("a n v w", positive=True)
    best = sp.solve(sp.diff(n * sp.log(a) - a * v * w, a), a)
    case.must("the step maximises the lower bound", best == [n / (v * w)])
    falls, apart = 0.0, 0.0
    for clicks, plays in random_tables(5, 3, 10, 20, seed=1):
        path = paths(clicks, plays, 40, methods=("EM",))["log-likelihood"].to_numpy()
        falls = max(falls, float(-np.diff(path).min() / abs(path[-1])))
        em, newton = fit_em(clicks, plays), fit_newton(clicks, plays)
        apart = max(apart, float(abs(em.attraction / newton.attraction - 1).max()))
    case.must("(50) never falls but by rounding", falls < 1e-14)
    case.must("it ends where Newton's method does", apart < 1e-8)
    case.number("falls", "largest relative fall of (50)", falls)
    case.number("apart", "distance to Newton's fit", apart)
    return case.finding()


@check("mnl:newton-ascends")
def newton_ascends(profile):
    """Derives the gains of both steps in symbols, and starts 100 times far from the maximiser."""
    case = Case()
    r, e = sp.Symbol("r", positive=True), sp.Symbol("e", real=True)
    curve = sp.diff(sp.log(1 + sp.exp(e)), e, 2)
    share = sp.exp(e) / (1 + sp.exp(e))
    case.zero("φ''' = (1 - 2p) φ''", sp.diff(curve, e) - curve * (1 - 2 * share))
    # Along a step of decrement q the gain is at least q (t - (exp(rt) - rt - 1)/r²).
    t, short = sp.log(1 + r) / r, (1 + r) * sp.log(1 + r) - r
    case.zero("the short step's gain", t - (sp.exp(r * t) - r * t - 1) / r**2 - short / r**2)
    case.zero("it is positive, since it rises from 0", sp.diff(short, r) - sp.log(1 + r))
    # The gain at r ≤ 1 and t = 1 is at least 1 - (e - 2), as (e^r - r - 1)/r² grows.
    case.must("the full step's gain is positive", sp.E < 3)
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
    case.must("(50) never falls but by rounding", falls < 1e-12)
    case.must("every start leads to the maximiser", apart < 1e-9)
    case.number("steps", "most steps from 100 rough starts", steps)
    case.number("falls", "largest relative fall", falls)
    case.number("apart", "largest relative distance of their ends", apart)
    return case.finding()
