"""Algorithm 1 and Lemma 2: what it descends, where it ends, how fast; and what does climb (50)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_algorithm_1, fit_em, fit_newton, log_likelihood
from clickbandits.mnl.identifiability import has_maximiser, obstacle_to_algorithm_1
from compendium.finding import Case, check, twin

from .convergence import METHODS, contraction_rates, observed_rate, paths, random_tables, step, walk
from .likelihood import directions

CLICKS, PLAYS = ((8, 2), (2, 2)), 10
"""The counterexample to Lemma 2, symmetric in items and positions; 10 plays in every cell."""


def algorithm_1_exactly(clicks, plays, attraction, bias):
    """One iteration of Algorithm 1 for two positions in rationals: λ_2 by (5), then α by (6).

    Here `clicks[j]` are item j's clicks at both positions and `plays` is common to all cells.
    """
    bias = sum(n[1] / a for n, a in zip(clicks, attraction, strict=True)) / (len(clicks) * plays)
    return [(n[0] + n[1] / bias) / (2 * plays) for n in clicks], bias


def em_exactly(clicks, plays, attraction, bias):
    """One iteration of the EM algorithm of (50) on the same tables, in rationals."""
    new = [
        (n[0] + n[1]) / ((n[0] + plays) / (1 + a) + bias * (n[1] + plays) / (1 + a * bias))
        for n, a in zip(clicks, attraction, strict=True)
    ]
    seen = [(n[1] + plays) * a / (1 + a * bias) for n, a in zip(clicks, new, strict=True)]
    return new, sum(n[1] for n in clicks) / sum(seen)


def likelihood_exactly(clicks, plays, attraction, bias):
    """The likelihood (50) itself, a rational number."""
    value = Fraction(1)
    for n, a in zip(clicks, attraction, strict=True):
        for m, gamma in zip(n, (a, a * bias), strict=True):
            value *= gamma**m / (1 + gamma) ** (m + plays)
    return value


@check("mnl:equations-5-6")
@twin("the power of the estimate that clicks are divided by", gives="refuted", power=2)
def equations_5_6(profile, power=1):
    """Derives the means of (5) and (6) at the true values of the other block, in symbols."""
    case = Case()
    v = sp.Symbol("v", positive=True)
    alpha, plays = sp.symbols("a1:4", positive=True), sp.symbols("m1:4", positive=True)
    means = [m * a * v for m, a in zip(plays, alpha, strict=True)]
    estimate = sum(n / a**power for n, a in zip(means, alpha, strict=True)) / sum(plays)
    case.zero("the mean of (5) is λ", estimate - v)
    # the same symbols read as biases, v as an item's attraction, plays at three positions
    case.zero(
        "the mean of (6) is α",
        sum(m * v * u / u**power for m, u in zip(plays, alpha, strict=True)) / sum(plays) - v,
    )
    case.number("mean", "mean of (5) at the true α", str(sp.simplify(estimate)))
    return case.finding()


@check("mnl:algorithm-1-descends")
@twin("the factor of (6)", gives="refuted", factor=Fraction(21, 20))
@twin("the factor of the drop", gives="refuted", drop_factor=Fraction(21, 20))
def algorithm_1_descends(profile, factor=1, drop_factor=1):
    """Minimises the deviance of an item at three positions, and derives the drop, in symbols."""
    case = Case()
    a = sp.Symbol("a", positive=True)
    n, m, v = (sp.symbols(f"{s}1:4", positive=True) for s in "nmv")
    phi = sum(c / (a * u) + p * sp.log(a * u) for c, p, u in zip(n, m, v, strict=True))
    update = sum(c / u for c, u in zip(n, v, strict=True)) / sum(m)
    case.zero("(6) is where the slope is 0", sp.diff(phi, a).subs(a, factor * update))
    x, y = update / a, sp.Symbol("y", positive=True)
    drop = phi - phi.subs(a, update) - drop_factor * sum(m) * (x - 1 - sp.log(x))
    case.zero("the drop", sp.expand_log(drop, force=True))
    e = sp.Symbol("e", real=True)
    curve = sp.diff(n[0] * sp.exp(-e) + m[0] * e, e, 2)
    case.zero("convex in log γ", curve - n[0] * sp.exp(-e))
    for size in (1, 2):
        value = float((y - 1 - sp.log(y)).subs(y, size))
        case.number(f"drop {size}", f"drop for x = {size}, per play", value)
    return case.finding()


@check("mnl:lemma-2")
@twin(
    "the clicks: a table of rank one", gives="holds", table=((8, 4), (4, 2)), first=Fraction(4, 5)
)
@twin("where Algorithm 1 ends, α₁", gives="refuted", first=Fraction(61, 100))
def lemma_2(profile, table=CLICKS, first=Fraction(3, 5)):
    """Takes the score of (50) at the fixed point of Algorithm 1 in fractions, and fits both."""
    case = Case()
    attraction, bias = [first, first / 2], Fraction(1, 2)
    after = algorithm_1_exactly(table, PLAYS, attraction, bias)
    case.must("a fixed point of Algorithm 1", after == (attraction, bias))
    plays = np.full((2, 2), PLAYS)
    best, limit = fit_newton(table, plays), fit_algorithm_1(table, plays)
    reached = [*limit.attraction, limit.examination[1]]
    ends = np.abs(np.subtract(reached, [float(x) for x in (*attraction, bias)])).max() < 1e-9
    case.must("Algorithm 1 ends there", ends)
    cells = [
        [(n - g * PLAYS) / (1 + g) for n, g in zip(clicks, (a, a * bias), strict=True)]
        for clicks, a in zip(table, attraction, strict=True)
    ]
    score = [sum(row) for row in cells] + [sum(row[1] for row in cells)]
    at_limit = log_likelihood(table, plays, limit.attraction, limit.examination)
    exactly = likelihood_exactly(table, PLAYS, attraction, bias)
    case.must("the likelihood there", abs(at_limit - log(exactly)) < 1e-9)
    case.printed("the score of (50) is 0 there", not any(score))
    case.printed("(50) is largest there", best.objective < at_limit + 0.01)
    case.number("score", "score of (50) at the limit, log α₁", score[0])
    case.number("score 2", "log α₂", score[1])
    case.number("score 3", "log λ₂", score[2])
    case.number("at limit", "log-likelihood at the limit", at_limit)
    case.number("maximum", "its maximum", best.objective)
    case.number("limit", "λ₂ at the limit", bias)
    case.number("best", "λ₂ at the maximum", float(best.examination[1]))
    return case.finding()


def _fit_50_along_the_path(at: sp.Symbol) -> sp.Expr:
    """(50) at λ and the attractions that (6) finds for λ: where every iterate is from the first."""
    alpha, _ = _step_of(at)
    gammas = [gamma for a in alpha for gamma in (a, a * at)]
    clicks = [n for row in CLICKS for n in row]
    return sum(
        n * sp.log(g) - (n + PLAYS) * sp.log(1 + g) for n, g in zip(clicks, gammas, strict=True)
    )


def _step_of(bias):
    """What (6) finds for λ_2, and what (5) then makes of it."""
    alpha = [(n[0] + n[1] / bias) / (2 * PLAYS) for n in CLICKS]
    return alpha, algorithm_1_exactly(CLICKS, PLAYS, alpha, bias)[1]


ITERATIONS = {"Algorithm 1": algorithm_1_exactly, "EM of (50)": em_exactly}


@check("mnl:lemma-2-monotone")
@twin("the algorithm of the printed statement", gives="holds", algorithm="EM of (50)")
@twin("after which iteration (50) always falls", gives="refuted", after=1)
def lemma_2_monotone(profile, algorithm="Algorithm 1", after=2):
    """Evaluates (50) on four iterates in fractions, and on all later ones by Sturm's theorem."""
    case = Case()
    values, biases = {}, {}
    for name, iterate in ITERATIONS.items():
        attraction, bias = [Fraction(1, 2)] * 2, Fraction(1, 2)
        values[name], biases[name] = [], []
        for _ in range(6):
            values[name].append(likelihood_exactly(CLICKS, PLAYS, attraction, bias))
            biases[name].append(bias)
            attraction, bias = iterate(CLICKS, PLAYS, attraction, bias)
    falls = {name: [i + 1 for i, (old, new) in enumerate(pairwise(path)) if new < old]
             for name, path in values.items()}  # fmt: skip
    case.printed("(50) never falls", not falls[algorithm])
    case.must("the deviance falls", algorithm_1_descends(profile).verdict == "holds")
    first = falls["Algorithm 1"]
    case.must("(50) rises up to there", set(first).isdisjoint(range(1, after + 1)))
    case.must("and falls in the rest of the five", first == list(range(after + 1, 6)))
    # γ is 1/2 or 1/4 at the start, with 10 and 4 clicks in two cells of each
    at_start = Fraction(2**60, 3**30 * 5**24)
    case.must("the likelihood at the start", all(v[0] == at_start for v in values.values()))
    # EM: 10/(18/(3/2) + (1/2) 12/(5/4)), 4/(12/(3/2) + (1/2) 12/(5/4)); λ₂: 4/(600/109 + 120/37)
    one_step = [Fraction(25, 42), Fraction(5, 16)], Fraction(4033, 8820)
    half = Fraction(1, 2)
    case.must("EM's first step", em_exactly(CLICKS, PLAYS, [half] * 2, half) == one_step)
    # λ ← f(λ) increases, and f(λ) − λ has the sign of 1/2 − λ: so λ rises to 1/2 from below
    v = sp.Symbol("v", positive=True)
    _, image = _step_of(v)
    for name, positive in (("f increases", sp.diff(image, v)),
                           ("and λ is nearer to 1/2", (image - v) / (1 - 2 * v))):  # fmt: skip
        parts = [sp.Poly(part, v) for part in sp.fraction(sp.cancel(sp.together(positive)))]
        case.must(name, all(c > 0 for poly in parts for c in poly.coeffs()))
    start, half = sp.Rational(biases["Algorithm 1"][after + 1]), sp.Rational(1, 2)
    case.must("λ is below 1/2", start < half)
    slope = sp.diff(_fit_50_along_the_path(v), v)
    numerator = sp.Poly(sp.fraction(sp.together(slope))[0], v)
    turns = numerator.count_roots(start, half)
    case.must("(50) falls from there to the limit", turns == 0 and slope.subs(v, half) < 0)
    case.number("falls", "iterations in which (50) falls, of the first five", str(first))
    case.number("turns", f"turns of (50) for λ from {start} to 1/2", int(turns))
    case.family({f"log-likelihood after {i}": log(values["Algorithm 1"][i]) for i in (0, 2, 5)})
    return case.finding()


def _runs_away(clicks, plays):
    """Whether the deviance has a direction in which it never rises."""
    return any(
        (move[clicks > 0] >= 0).all() and (plays * move).sum() <= 0
        for move in directions(*clicks.shape)
    )


def _run(clicks, plays, attraction, n_iterations=1500):
    """Where Algorithm 1, without bounds, comes to rest from α; None if it does not in (0, ∞)."""
    attraction, examination = np.array(attraction), np.ones(2)
    try:
        for _ in range(n_iterations):
            old = np.concatenate([attraction, examination])
            step(METHODS[0], clicks, plays, attraction, examination)
    except ZeroDivisionError:  # the 0/0 of an item or a position without a click
        return None
    new = np.concatenate([attraction, examination])
    inside = np.all(np.isfinite(new)) and new.min() > 1e-9
    return new if inside and np.all(abs(new / old - 1) < 1e-7) else None


def _ends(clicks, plays):
    """Where Algorithm 1 comes to rest from two starts."""
    starts = np.ones(len(clicks)), np.linspace(0.7, 0.9, len(clicks))
    return [_run(clicks, plays, start) for start in starts]


def _has_limit(clicks, plays):
    """Whether Algorithm 1 comes to rest from two starts, in (0, ∞), and at the same point."""
    ends = _ends(clicks, plays)
    return all(end is not None for end in ends) and np.allclose(*ends, rtol=1e-6)


CONVERGES = {
    "scalable": lambda clicks, plays: not obstacle_to_algorithm_1(clicks, plays),
    "clicked cells join all": lambda clicks, plays: has_maximiser(clicks, clicks),
    "all cells clicked": lambda clicks, plays: clicks.all(),
}
"""Conditions on clicks and plays, of which the first is the theorem's."""


@check("mnl:lemma-2-never-ends")
@twin("the clicks in the corner", gives="holds", corner=1)
@twin("when there is a limit", gives="refuted", when="clicked cells join all")
@twin("when there is a limit", gives="refuted", when="all cells clicked")
def lemma_2_never_ends(profile, corner=0, when="scalable"):
    """Iterates a table in symbols; runs Algorithm 1 on all 2 × 2 and 3 × 2 click patterns."""
    case = Case()
    bias, fifth = sp.Symbol("v", positive=True), sp.Rational(1, 5)
    # From the second iteration on α_1 = (1 + 1/λ)/5 and α_2 = 1/5.
    old = ((1 + 1 / bias) / 5, fifth)
    (first, second), after = algorithm_1_exactly(((4, 4), (4, 0)), 10, old, bias)
    growth = sp.simplify(first - old[0])
    tens = np.full((2, 2), 10.0)
    rests = _run(np.array([[4.0, 4], [4, corner]]), tens, np.ones(2)) is not None
    case.printed("the attractions come to rest", rests)
    case.must("α₁ grows by 1/5", growth == fifth)
    case.must("α₂ stays at 1/5", second == fifth)
    case.zero("λ₂ becomes λ₂/(1 + λ₂)", after - bias / (1 + bias))
    best = fit_newton([[4, 4], [4, 0]], tens)
    case.must("(50) has a maximiser", best.converged)
    compared = mismatches = 0
    for shape in ((2, 2), (3, 2)):
        for pattern in product((0, 1), repeat=shape[0] * shape[1]):
            clicks = np.reshape(pattern, shape).astype(float)
            for plays in (np.full(shape, 4.0), 1.0 + np.arange(clicks.size).reshape(shape)):
                compared += 1
                limit = bool(CONVERGES[when](clicks, plays))
                mismatches += limit == _runs_away(clicks, plays)
                mismatches += limit != _has_limit(clicks, plays)
    case.must(f"a limit that no start changes exactly where {when}", mismatches == 0)
    # without joined cells it may stop, too, but where depends on the start
    ends = _ends(np.eye(2), 2 * np.eye(2))
    stops = all(end is not None for end in ends)
    case.must("N = I, Ñ = 2I stops", stops)
    # λ₂ becomes 1/(2α₂), 1/2 from the start (1, 1) and 5/9 from (0.7, 0.9); λ₁ = 1, and αλ = 1/2
    places = [1 / 2, 1, 1, 1 / 2], [1 / 2, 9 / 10, 1, 5 / 9]
    case.must("at a point that depends on the start", stops and np.allclose(ends, places))
    case.number("growth", "growth of α₁ per iteration", Fraction(growth))
    label = "maximum likelihood estimate of λ₂"
    case.number("best", label, float(best.examination[1]))
    case.number("compared", "tables compared", compared)
    case.number("mismatches", "mismatches", mismatches)
    return case.finding()


@check("mnl:footnote-4")
@twin("whose plays the denominator of (5) counts", gives="holds", counted="the clicked item's")
@twin("what the growth n₁ is divided by, over m", gives="refuted", over=3)
def footnote_4(profile, counted="both items'", over=2):
    """Iterates a table with an unclicked item in symbols, and two with the remedies."""
    case = Case()
    bias, n1, n2, m = sp.symbols("v n1 n2 m", positive=True)
    old = (n1 + n2 / bias) / (2 * m)
    after = n2 / old / (2 * m)  # the item without clicks adds 0/0 = 0, but its plays count
    growth = sp.simplify((n1 + n2 / after) / (2 * m) - old)
    printed = growth
    if counted == "the clicked item's":
        printed = sp.simplify((n1 + n2 / (2 * after)) / (2 * m) - old)
    case.printed("with 0/0 = 0 the attractions come to rest at some λ", sp.solve(printed, bias))
    case.zero("α₁ grows by n₁/(2m)", growth - n1 / (over * m))
    growth_at = Fraction(growth.subs({n1: 4, m: 10}))
    case.number("growth", "growth of α₁ for n₁ = 4, m = 10", growth_at)
    for clicks in ([[4, 4], [0, 0]], [[4, 4], [4, 0]]):
        fit = fit_algorithm_1(clicks, np.full((2, 2), 10), bounds=(1e-4, 1.0))
        case.must(f"with floor and ceiling it ends, N = {clicks}", fit.converged)
        label = f"iterations with floor and ceiling, N = {clicks}"
        case.number(f"iterations {clicks}", label, fit.iterations)
        more = fit_algorithm_1(np.array(clicks) + 0.5, np.full((2, 2), 10))
        case.must(f"with half a click more everywhere it ends, N = {clicks}", more.converged)
    left = fit_algorithm_1([[4, 4]], np.full((1, 2), 10))
    case.must("without the unclicked item it ends", left.converged)
    return case.finding()


@check("mnl:algorithm-1-rate")
@twin("the position that is left out of the walk", gives="refuted", out=1)
@twin("the power of the eigenvalue", gives="refuted", power=0.9)
def algorithm_1_rate(profile, out=0, power=1):
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
        equal = np.outer(np.linspace(0.2, 1, k + 1), np.linspace(1, 0.3, k))
        held, released = contraction_rates(30 * equal, np.full(equal.shape, 30.0))
        case.must(f"(K - 1)/K for equal plays, K = {k}", abs(held - (k - 1) / k) < 1e-9)
        case.must(f"0 with λ₁ released, K = {k}", abs(released) < 1e-9)
    worst, ordered = 0.0, True
    for n_positions in (2, 3, 5):
        for clicks, plays in random_tables(n_positions + 2, n_positions, 3, 40, seed=n_positions):
            limit = fit_newton(clicks, plays, deviance=True, tolerance=1e-13)
            matrix = walk(clicks, plays, limit)
            left = np.delete(np.delete(matrix, out, axis=0), out, axis=1)
            held = float(np.linalg.eigvals(left).real.max()) ** power
            released = float(np.sort(np.linalg.eigvals(matrix).real)[-2])
            ordered &= released <= held + 1e-12
            worst = max(worst, abs(observed_rate(clicks, plays, METHODS[0], 500) - held))
    case.must("releasing λ₁ is never slower", ordered)
    case.must("the rate seen is the one predicted", worst < 1e-4)
    case.number("killed", "rate in the counterexample", Fraction(killed))
    case.number("second", "with λ₁ released", Fraction(second))
    case.number("difference", "largest difference, seen and predicted", worst)
    return case.finding()


@check("mnl:em-ascends")
@twin("the power of 1 + γ", gives="refuted", power=0)
@twin("the power of 1 + γ", gives="refuted", power=0.95)
def em_ascends(profile, power=1):
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
        newton = fit_newton(clicks, plays)
        attraction, bias = np.full(5, 0.5), np.ones(3)
        path = []
        for _ in range(120):
            weight = (clicks + plays) / (1 + np.outer(attraction, bias)) ** power
            attraction = clicks.sum(axis=1) / (weight @ bias)
            weight = (clicks + plays) / (1 + np.outer(attraction, bias)) ** power
            bias[1:] = (clicks.sum(axis=0) / (attraction @ weight))[1:]
            path.append(log_likelihood(clicks, plays, attraction, bias))
        apart = max(apart, float(abs(attraction / newton.attraction - 1).max()))
        falls = max(falls, float(-np.diff(path).min() / abs(path[-1])))
        em = fit_em(clicks, plays)
        apart = max(apart, float(abs(em.attraction / newton.attraction - 1).max()))
    case.must("(50) never falls but by rounding", falls < 1e-14)
    case.must("it ends where Newton's method does", apart < 1e-8)
    case.number("falls", "largest relative fall of (50)", falls)
    case.number("apart", "distance to Newton's fit", apart)
    return case.finding()


@check("mnl:newton-ascends")
@twin("up to which r the full step is taken", gives="refuted", largest=Fraction(9, 5))
@twin("the short step, over log(1 + r)/r", gives="refuted", short=Fraction(11, 10))
def newton_ascends(profile, largest=1, short=1):
    """Derives the gains of both steps in symbols, and starts 100 times far from the maximiser."""
    case = Case()
    r, e = sp.Symbol("r", positive=True), sp.Symbol("e", real=True)
    curve = sp.diff(sp.log(1 + sp.exp(e)), e, 2)
    share = sp.exp(e) / (1 + sp.exp(e))
    case.zero("φ''' = (1 - 2p) φ''", sp.diff(curve, e) - curve * (1 - 2 * share))
    # Along a step of decrement q the gain is at least q (t - (exp(rt) - rt - 1)/r²).
    t, gain = sp.log(1 + r) / r, (1 + r) * sp.log(1 + r) - r
    case.zero("the short step's gain", t - (sp.exp(r * t) - r * t - 1) / r**2 - gain / r**2)
    case.zero("it is positive, since it rises from 0", sp.diff(gain, r) - sp.log(1 + r))
    taken = sp.Rational(short) * t
    gains = taken - (sp.exp(r * taken) - r * taken - 1) / r**2
    for size in (1, 20, 10**30):
        case.must(f"the step that is taken has one, r = {size}", gains.subs(r, size).n(50) > 0)
    # The gain at t = 1 is at least 1 - (e^r - r - 1)/r², which falls with r.
    full = 1 - (sp.exp(sp.Rational(largest)) - largest - 1) / sp.Rational(largest) ** 2
    case.must("the full step's gain is positive", full > 0)
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
