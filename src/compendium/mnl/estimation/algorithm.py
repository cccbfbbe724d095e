"""Algorithm 1 and Lemma 2: its objective, its limit and its rate; and two methods that do climb (50)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import inf, log

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_algorithm_1, fit_em, fit_newton, log_likelihood
from clickbandits.mnl.fixed_point import PAPER, iterate
from clickbandits.mnl.identifiability import has_maximiser, obstacle_to_algorithm_1
from compendium.case import Twin, check

from .convergence import METHODS, contraction_rates, observed_rate, paths, random_tables, step, walk
from .likelihood import directions, scores_of_50

CLICKS, PLAYS = ((8, 2), (2, 2)), 10
"""The counterexample to Lemma 2, symmetric in items and positions; 10 plays in every cell."""
N_STEPS, SAME_RATE, FLOOR = 40, 1e-4, 1e-4
"""The length of paths, the tolerance at which two rates agree, and the floor of the second remedy."""


def attractions_by_6(clicks, plays, bias):
    """The attractions that (6) finds for λ_2, from `clicks` and `plays` as below."""
    return [(n[0] + n[1] / bias) / (2 * plays) for n in clicks]


def algorithm_1_exactly(clicks, plays, attraction, bias):
    """One iteration of Algorithm 1 for two positions in rationals: λ_2 by (5), then α by (6).

    Here `clicks[j]` are the clicks of item j at both positions, and all cells have the same `plays`.
    """
    bias = sum(n[1] / a for n, a in zip(clicks, attraction, strict=True)) / (len(clicks) * plays)
    return attractions_by_6(clicks, plays, bias), bias


def exact_likelihood(clicks, plays, attraction, bias):
    """The exact likelihood of both lists of two items, which the tables determine for J = K = 2."""
    value, ((n11, n12), (n21, n22)), (a, b) = Fraction(1), clicks, attraction
    lists = ((n11, a), (n22, b * bias)), ((n21, b), (n12, a * bias))
    for (first, gamma), (second, other) in lists:
        value *= gamma**first * other**second
        value /= (1 + gamma + other) ** (first + second + plays)
    return value


def likelihood_exactly(clicks, plays, attraction, bias):
    """The likelihood (50) itself, a rational number."""
    value = Fraction(1)
    for n, a in zip(clicks, attraction, strict=True):
        for m, gamma in zip(n, (a, a * bias), strict=True):
            value *= gamma**m / (1 + gamma) ** (m + plays)
    return value


@check("mnl:equations-5-6", power=Twin(2))
def equations_5_6(case, power=1):
    v = sp.Symbol("v", positive=True)
    alpha, plays = sp.symbols("a1:4", positive=True), sp.symbols("m1:4", positive=True)
    means = [m * a * v for m, a in zip(plays, alpha, strict=True)]
    estimate = sum(n / sp.Pow(a, power) for n, a in zip(means, alpha, strict=True)) / sum(plays)
    case.zero("mean of (5) at the true α", estimate - v, mean=str(sp.simplify(estimate)))
    # the same symbols, read as biases, with v as the attraction of an item and plays at three positions
    means = (m * v * u / sp.Pow(u, power) for m, u in zip(plays, alpha, strict=True))
    case.zero("the mean of (6) is α", sum(means) / sum(plays) - v)


@check("mnl:algorithm-1-descends", factor=Twin(Fraction(21, 20)), drop_factor=Twin(Fraction(21, 20)))
def algorithm_1_descends(case, factor=1, drop_factor=1):
    a = sp.Symbol("a", positive=True)
    n, m, v = (sp.symbols(f"{s}1:4", positive=True) for s in "nmv")
    phi = sum(c / (a * u) + p * sp.log(a) for c, p, u in zip(n, m, v, strict=True))
    update = sum(c / u for c, u in zip(n, v, strict=True)) / sum(m)
    case.zero("(6) is where the slope is 0", sp.diff(phi, a).subs(a, factor * update))
    x = update / a
    drop = phi - phi.subs(a, update) - drop_factor * sum(m) * (x - 1 - sp.log(x))
    case.zero("the drop", sp.expand_log(drop))
    e = sp.Symbol("e", real=True)
    curve = sp.diff(n[0] * sp.exp(-e) + m[0] * e, e, 2)
    case.zero("convex in log γ", curve - n[0] * sp.exp(-e))
    moves = []
    for clicks, plays in random_tables(5, 3, 10, 20, seed=1):
        path = paths(clicks, plays, N_STEPS, methods=METHODS[:2])
        moves += [np.diff(one) for _, one in path.groupby("method")["deviance"]]
    case.must("on ten random tables it falls at every step", np.max(moves) < 1e-9)
    for size in (1, 2):
        case.number(f"drop {size}", f"drop for x = {size}, per play", size - 1 - log(size))


@check(
    "mnl:lemma-2",
    Twin({"table": ((8, 4), (4, 2)), "first": Fraction(4, 5)}, "holds"),
    first=Twin(Fraction(61, 100)),
)
def lemma_2(case, table=CLICKS, first=Fraction(3, 5)):
    attraction, bias = [first, first / 2], Fraction(1, 2)
    after = algorithm_1_exactly(table, PLAYS, attraction, bias)
    case.must("a fixed point of Algorithm 1", after == (attraction, bias))
    plays = np.full((2, 2), PLAYS)
    best, limit = fit_newton(table, plays), fit_algorithm_1(table, plays)
    reached = [*limit.attraction, limit.examination[1]]
    ends = np.abs(np.subtract(reached, [float(x) for x in (*attraction, bias)])).max() < 1e-9
    case.must("Algorithm 1 ends there", ends)

    def score_of_50(attraction, bias):
        cells = [
            [(n - g * PLAYS) / (1 + g) for n, g in zip(clicks, (a, a * bias), strict=True)]
            for clicks, a in zip(table, attraction, strict=True)
        ]
        return [sum(row) for row in cells] + [sum(row[1] for row in cells)]

    score = score_of_50(attraction, bias)
    at_limit = log_likelihood(table, plays, limit.attraction, limit.examination)
    best_there = not any(score) and best.objective < at_limit + 1e-9
    case.reading("the maximum of (50)", best_there)
    # Σ n - (1 + n) γ/(1 + S) over the plays, S = 3/4 for list (1, 2), 3/5 for (2, 1)
    (a, b), ((n11, n12), (n21, n22)) = attraction, table
    rates = (n11 + n22 + PLAYS) / (1 + a + b * bias), (n21 + n12 + PLAYS) / (1 + b + a * bias)
    exact = [
        n11 + n12 - rates[0] * a - rates[1] * a * bias,
        n21 + n22 - rates[0] * b * bias - rates[1] * b,
        n12 + n22 - rates[0] * b * bias - rates[1] * a * bias,
    ]
    case.reading("the maximum of the exact likelihood", not any(exact))
    # clicks over exposure: α = (5/7, 2/7) and λ₂ = 2/5 for the counterexample, with Σα = 1
    ratio = Fraction(sum(n[1] for n in table), sum(n[0] for n in table))
    other = [Fraction(sum(n), PLAYS) / (1 + ratio) for n in table]
    case.reading(
        "the maximum of (50), (5) and (6) being clicks over exposure", not any(score_of_50(other, ratio))
    )
    case.number("at limit", "log-likelihood at the limit", at_limit)
    case.number("maximum", "its maximum", best.objective)
    case.number("score", "score of (50) at the limit, log α₁", score[0])
    case.number("score 2", "log α₂", score[1])
    case.number("score 3", "log λ₂", score[2])
    case.number("limit", "λ₂ at the limit", bias)
    case.number("best", "λ₂ at the maximum", float(best.examination[1]))


def factor_between(values, others):
    """The largest factor between two lists of positive numbers."""
    ratios = [x / y for x, y in zip(values, others, strict=True)]
    return max(max(ratio, 1 / ratio) for ratio in ratios)


@check("mnl:lemma-2-monotone", limit=Twin((Fraction(7, 10), Fraction(3, 10)), "corrected"), after=Twin(1))
def lemma_2_monotone(case, limit=(Fraction(3, 5), Fraction(3, 10)), after=2):
    values, biases, exact, away = [], [], [], []
    attraction, bias = [Fraction(1, 2)] * len(CLICKS), Fraction(1, 2)
    for _ in range(6):
        values.append(likelihood_exactly(CLICKS, PLAYS, attraction, bias))
        exact.append(exact_likelihood(CLICKS, PLAYS, attraction, bias))
        biases.append(bias)
        away.append(factor_between((*attraction, bias), (*limit, Fraction(1, 2))))
        attraction, bias = algorithm_1_exactly(CLICKS, PLAYS, attraction, bias)
    case.reading("every iteration comes nearer to the limit", all(new < old for old, new in pairwise(away)))
    falls = [i + 1 for i, (old, new) in enumerate(pairwise(values)) if new < old]
    case.reading("(50) never falls", not falls)
    case.must("the deviance falls", algorithm_1_descends(case.profile).verdict == "holds")
    case.must(
        "iterations in which (50) falls, of the first five",
        falls == list(range(after + 1, 6)),
        falls=tuple(falls),
    )
    changes = [new > old for old, new in pairwise(exact)]
    case.must("the exact likelihood rises thrice, then falls", changes == [True] * 3 + [False] * 2)
    # λ ← f(λ) increases, and f(λ) − λ has the sign of 1/2 − λ, so λ rises to 1/2 from below
    v = sp.Symbol("v", positive=True)
    alpha = attractions_by_6(CLICKS, PLAYS, v)
    _, image = algorithm_1_exactly(CLICKS, PLAYS, alpha, v)
    for name, positive in (
        ("f increases", sp.diff(image, v)),
        ("and λ is nearer to 1/2", (image - v) / (1 - 2 * v)),
    ):
        parts = [sp.Poly(part, v) for part in sp.fraction(sp.cancel(sp.together(positive)))]
        case.must(name, {sp.sign(c) for poly in parts for c in poly.coeffs()} == {1})
    start, half = sp.Rational(biases[after + 1]), sp.Rational(1, 2)
    case.must("λ is below 1/2", start < half)
    # (50) at λ and the attractions that (6) finds for it, where every iterate is from the first
    slope = sp.diff(sp.expand_log(sp.log(likelihood_exactly(CLICKS, PLAYS, alpha, v))), v)
    numerator = sp.Poly(sp.fraction(sp.together(slope))[0], v)
    turns = int(numerator.count_roots(start, half))
    case.must(f"turns of (50) for λ from {start} to 1/2", turns == 0, turns=turns)
    case.must("where it falls", slope.subs(v, half) < 0)
    case.family({f"log-likelihood after {i}": log(values[i]) for i in (0, 2, 5)})


def _runs_away(clicks, plays):
    """Whether the deviance has a direction in which it never rises."""
    return any(
        (move[clicks > 0] >= 0).all() and (plays * move).sum() <= 0 for move in directions(*clicks.shape)
    )


def _run(clicks, plays, attraction, n_iterations=1500):
    """The point at which Algorithm 1, without bounds, comes to rest from α; None if not in (0, ∞)."""
    attraction, examination = np.array(attraction), np.ones(clicks.shape[1])
    try:
        for _ in range(n_iterations):
            old = np.concatenate([attraction, examination])
            step(METHODS[0], clicks, plays, attraction, examination)
    except ZeroDivisionError:  # the 0/0 of an item or a position without a click
        return None
    new = np.concatenate([attraction, examination])
    with np.errstate(invalid="ignore"):  # 0/0 and ∞/∞ do not count as rest
        return new if np.all(abs(new / old - 1) < 1e-7) else None


def _ends(clicks, plays):
    """The points at which Algorithm 1 comes to rest from two starts."""
    starts = np.ones(len(clicks)), np.linspace(0.7, 0.9, len(clicks))
    return [_run(clicks, plays, start) for start in starts]


def _has_limit(clicks, plays):
    """Whether Algorithm 1 comes to rest from two starts, in (0, ∞), and at the same point."""
    ends = _ends(clicks, plays)
    return all(end is not None for end in ends) and np.allclose(*ends, rtol=1e-6)


@cache
def _patterns():
    """All 2 × 2 and 3 × 2 click patterns with two tables of plays each, and their `_has_limit`."""
    tables = [
        np.array(rows)
        for n_items in (2, 3)
        for rows in product(product((0.0, 1.0), repeat=2), repeat=n_items)
    ]
    evens = [np.ones_like(clicks) for clicks in tables]
    return [
        (clicks, plays, _has_limit(clicks, plays))
        for clicks, even in zip(tables, evens, strict=True)
        for plays in (even, even.cumsum().reshape(clicks.shape))
    ]


CONVERGES = {
    "scalable": lambda clicks, plays: not obstacle_to_algorithm_1(clicks, plays),
    "clicked cells join all": lambda clicks, plays: has_maximiser(clicks, clicks),
    "all cells clicked": lambda clicks, plays: clicks.all(),
}
"""Conditions on clicks and plays; the first is that of the theorem."""


def kept_within(clicks, plays, floor, cap):
    """Whether Algorithm 1 comes to rest if its values are truncated to a range, with 0/0 = 0."""
    clicks, plays = (np.array(table, dtype=float) for table in (clicks, plays))
    start = np.full(len(clicks), 0.5), np.ones(clicks.shape[1])
    _, moved = iterate(clicks, plays, *start, PAPER, floor, cap, 1e-10, 10**5)
    return moved <= 1e-10


@check(
    "mnl:lemma-2-never-ends",
    Twin({"floor": 0.0, "cap": inf}, "corrected"),
    when=[Twin("clicked cells join all"), Twin("all cells clicked")],
)
def lemma_2_never_ends(case, floor=FLOOR, cap=1.0, when="scalable"):
    bias, fifth = sp.Symbol("v", positive=True), sp.Rational(1, 5)
    # From the second iteration on α_1 = (1 + 1/λ)/5 and α_2 = 1/5.
    old, plays = ((1 + 1 / bias) / 5, fifth), 10
    table = np.array([[4, 4], [4, 0]])
    (first, second), after = algorithm_1_exactly(table.tolist(), plays, old, bias)
    growth = Fraction(sp.simplify(first - old[0]))
    tens = np.full_like(table, plays, dtype=float)
    cut = [(table, tens), *(pattern[:2] for pattern in _patterns())]
    kept = all(kept_within(*each, floor, cap) for each in cut)
    case.reading("kept in [ε, 1], as Section 4 and footnote 4 have it", kept)
    case.reading("without a range", _run(table.astype(float), tens, np.ones(len(table))) is not None)
    case.must("growth of α₁ per iteration", growth == Fraction(1, 5), growth=growth)
    case.must("α₂ stays at 1/5", second == fifth)
    case.zero("λ₂ becomes λ₂/(1 + λ₂)", after - bias / (1 + bias))
    best = fit_newton(table, tens)
    score = np.abs(scores_of_50(table, tens, best))
    case.must("(50) has a maximiser, where its score is 0", score.max() < 1e-9)
    mismatches = 0
    for clicks, plays, has_limit in _patterns():
        limit = bool(CONVERGES[when](clicks, plays))
        mismatches += (limit == _runs_away(clicks, plays)) + (limit != has_limit)
    compared = len(_patterns())  # all patterns, with two tables of plays
    case.must("tables compared", compared == 2 * (2**4 + 2**6), compared=compared)
    case.must(
        f"mismatches of a limit that no start changes and {when}", mismatches == 0, mismatches=mismatches
    )
    # without joined cells it may stop, too, but the point depends on the start
    ends = _ends(np.eye(2), 2 * np.eye(2))
    stops = all(end is not None for end in ends)
    case.must("N = I, Ñ = 2I stops", stops)
    # λ₂ becomes 1/(2α₂), 1/2 from the start (1, 1) and 5/9 from (0.7, 0.9); λ₁ = 1, and αλ = 1/2
    places = [1 / 2, 1, 1, 1 / 2], [1 / 2, 9 / 10, 1, 5 / 9]
    case.must("at a point that depends on the start", stops and np.allclose(ends, places))
    case.number("best", "maximum likelihood estimate of λ₂", float(best.examination[1]))


@check("mnl:footnote-4", cap=Twin(inf, "corrected"), over=Twin(3))
def footnote_4(case, cap=1.0, over=2):
    bias, n1, n2, m = sp.symbols("v n1 n2 m", positive=True)
    (old,) = attractions_by_6([(n1, n2)], m, bias)
    after = n2 / old / (2 * m)  # the item without clicks adds 0/0 = 0, but its plays count

    def growing(after):
        (new,) = attractions_by_6([(n1, n2)], m, after)
        return sp.simplify(new - old)

    growth = growing(after)
    kept = all(kept_within(*pattern[:2], 0.0, cap) for pattern in _patterns())
    case.reading("the estimates are kept in [0, 1], as Section 4 has it", kept)
    case.reading("they have no upper limit", bool(sp.solve(growth, bias)))
    case.zero("α₁ grows by n₁/(2m)", growth - n1 / (over * m))
    case.number("growth", "growth of α₁ for n₁ = 4, m = 10", Fraction(growth.subs({n1: 4, m: 10})))
    case.zero("unless it has no click at position 1", growth.subs(n1, 0))
    # a floor alone: with λ₂ = FLOOR, α₁ = (4 + 4/FLOOR)/20, and (5) stays below the floor
    (stopped,) = attractions_by_6([(4, 4)], PLAYS, FLOOR)
    below = 4 / stopped / (2 * PLAYS) < FLOOR
    case.must("a floor alone stops α₁ above 2000 only", below and stopped > 2000)
    # α₁ stops at the ceiling, so λ₂ = 4/20; α₂ = (0 + 0)/20 at the floor, or (4 + 0)/20. With
    # half a click more the first table is the product of (9/20, 1/20) and (1, 1); in the second
    # N/γ is ((5, 15), (15, 5)).
    for clicks, least, with_half in (
        ([[4, 4], [0, 0]], [1, FLOOR, 1 / 5], [9 / 20, 1 / 20, 1]),
        ([[4, 4], [4, 0]], [1, 1 / 5, 1 / 5], [9 / 10, 3 / 10, 1 / 3]),
    ):
        tens = np.full_like(clicks, PLAYS)
        fit = fit_algorithm_1(clicks, tens, bounds=(FLOOR, 1.0))
        case.must(
            f"iterations with floor and ceiling, N = {clicks}",
            ends_at(fit, least),
            **{f"iterations {clicks}": fit.iterations},
        )
        more = fit_algorithm_1(np.array(clicks) + 0.5, tens)
        case.must(f"with half a click more it ends, N = {clicks}", ends_at(more, with_half))
    left = fit_algorithm_1([[4, 4]], [[PLAYS, PLAYS]])
    case.must("without the unclicked item it ends", ends_at(left, [2 / 5, 1]))


def ends_at(fit, expected):
    """Whether a fit for two positions converged, at these attractions and λ_2."""
    estimates = *fit.attraction, fit.examination[1]
    return fit.converged and np.allclose(estimates, expected, rtol=1e-7)


@check("mnl:algorithm-1-rate", out=Twin(1), power=Twin(0.9))
def algorithm_1_rate(case, out=0, power=1):
    balanced = sp.Matrix([[8, 2], [2, 2]])
    gamma = sp.Matrix([["3/5", "3/10"], ["3/10", "3/20"]])
    table = balanced.multiply_elementwise(gamma.applyfunc(lambda g: 1 / g)) / 20
    whole = table.T * table
    killed, second = Fraction(whole[1, 1]), Fraction(min(whole.eigenvals()))
    case.must("rate in the counterexample", killed == Fraction(5, 9), killed=killed)
    case.must("with λ₁ released", second == Fraction(1, 9), second=second)
    for k in range(2, 8):
        equal = np.outer(np.linspace(0.2, 1, k), np.linspace(1, 0.3, k))
        held, released = contraction_rates(equal, np.ones_like(equal))
        case.must(f"(K - 1)/K for equal plays, K = {k}", abs(held - (k - 1) / k) < 1e-9)
        case.must(f"0 with λ₁ released, K = {k}", abs(released) < 1e-9)
    differences, gains = [], []
    for shape in ((4, 2), (5, 3), (7, 5)):
        for clicks, plays in random_tables(*shape, 3, 40, seed=shape[1]):
            limit = fit_newton(clicks, plays, deviance=True, tolerance=1e-13)
            matrix = walk(clicks, plays, limit)
            kept = [k for k in range(len(matrix)) if k != out]
            held = np.power(np.linalg.eigvals(matrix[np.ix_(kept, kept)]).real.max(), power)
            released = np.sort(np.linalg.eigvals(matrix).real)[-2]
            gains.append(held - released)
            for method, rate in zip(METHODS, (held, released), strict=False):
                differences.append(abs(observed_rate(clicks, plays, method, 500) - rate))
    case.must("releasing λ₁ is never slower", np.min(gains) > -1e-12)
    worst = float(np.max(differences))
    case.must("largest difference, seen and predicted", worst < SAME_RATE, difference=worst)


@check("mnl:em-ascends", power=[Twin(0), Twin(0.95)], order=Twin("at once"))
def em_ascends(case, power=1, order="in turn"):
    g, g0 = sp.symbols("g g0", positive=True)
    # log(1 + γ) is below its tangent: with u = (1 + γ)/(1 + γ0) the gap is u - 1 - log u ≥ 0.
    tangent, u = sp.log(1 + g0) + (g - g0) / (1 + g0), (1 + g) / (1 + g0)
    gap = tangent - sp.log(1 + g) - (u - 1 - sp.log(u))
    case.zero("the gap to the tangent", sp.expand_log(gap, force=True))
    a, n, v, w = sp.symbols("a n v w", positive=True)
    best = sp.solve(sp.diff(n * sp.log(a) - a * v * w, a), a)
    case.must("the step maximises the lower bound", best == [n / (v * w)])
    rises, apart = [], []
    for clicks, plays in random_tables(5, 3, 10, 20, seed=1):
        newton = fit_newton(clicks, plays)
        attraction, bias = map(np.ones, clicks.shape)
        path = []
        for _ in range(120):
            weight = (clicks + plays) / np.power(1 + np.outer(attraction, bias), power)
            attraction = clicks.sum(axis=1) / (weight @ bias)
            weight = (clicks + plays) / np.power(1 + np.outer(attraction, bias), power)
            bias[1:] = (clicks.sum(axis=0) / (attraction @ weight))[1:]
            path.append(log_likelihood(clicks, plays, attraction, bias))
        rises.append(np.diff(path) / abs(path[-1]))
        ends = attraction, fit_em(clicks, plays).attraction
        apart.append(np.abs(ends / newton.attraction - 1).max())
    # N ≡ 1, Ñ with two rows (10, 100), from α = (1/1000, 1/1000), λ₂ = 1
    clicks, plays = np.ones((2, 2)), np.array([[10.0, 100.0]] * 2)
    old, bias = np.full(2, 1e-3), np.ones(2)
    weight = (clicks + plays) / (1 + np.outer(old, bias))
    new = clicks.sum(axis=1) / (weight @ bias)
    used = new if order == "in turn" else old
    weight = (clicks + plays) / (1 + np.outer(used, bias))
    after = np.append(1.0, (clicks.sum(axis=0) / (used @ weight))[1:])
    values = [log_likelihood(clicks, plays, *at) for at in ((old, bias), (new, after))]
    case.must("far from the maximiser it rises, too", values[0] < values[1])
    falls, apart = -float(np.min(rises)), float(np.max(apart))
    case.must("largest relative fall of (50)", falls < 1e-14, falls=falls)  # by rounding
    case.must("distance to Newton's fit", apart < 1e-8, apart=apart)


@check("mnl:newton-ascends", largest=Twin(Fraction(9, 5)), short=Twin(Fraction(11, 10)))
def newton_ascends(case, largest=1, short=1):

    def gain_of(step):
        return step - (sp.exp(r * step) - r * step - 1) / r**2

    r, e = sp.Symbol("r", positive=True), sp.Symbol("e", real=True)
    curve = sp.diff(sp.log(1 + sp.exp(e)), e, 2)
    share = sp.exp(e) / (1 + sp.exp(e))
    case.zero("φ''' = (1 - 2p) φ''", sp.diff(curve, e) - curve * (1 - 2 * share))
    # Along a step of decrement q the gain is at least q (t - (exp(rt) - rt - 1)/r²).
    t, gain = sp.log(1 + r) / r, (1 + r) * sp.log(1 + r) - r
    case.zero("the short step's gain", gain_of(t) - gain / r**2)
    case.zero("it is positive, since it rises from 0", sp.diff(gain, r) - sp.log(1 + r))
    gains = gain_of(sp.Rational(short) * t)
    for size in (1, 20, 10**30):
        case.must(f"the step that is taken has one, r = {size}", gains.subs(r, size).n(50) > 0)
    # The gain at t = 1 is at least 1 - (e^r - r - 1)/r², which falls with r.
    case.must("the full step's gain is positive", gain_of(1).subs(r, sp.Rational(largest)) > 0)
    rng = np.random.default_rng(5)
    rises, apart, steps = [], [], []
    for clicks, plays in random_tables(6, 3, 10, 20, seed=2):
        best = fit_newton(clicks, plays)
        for _ in range(10):
            start = np.exp(rng.normal(0, 4, 6)), np.append(1.0, np.exp(rng.normal(0, 4, 2)))
            fit = fit_newton(clicks, plays, start=start)
            path = paths(clicks, plays, N_STEPS, start=start, methods=METHODS[-1:])
            values = path["log-likelihood"].to_numpy()
            rises.append(np.diff(values) / abs(values[1:]))
            apart += [path["distance"].iloc[-1], *abs(fit.attraction / best.attraction - 1)]
            steps.append(fit.iterations)
    falls, apart = -float(np.min(rises)), float(np.max(apart))
    case.number("steps", "most steps from 100 rough starts", max(steps))
    case.must("largest relative fall", falls < 1e-12, falls=falls)  # by rounding
    case.must("largest relative distance of their ends", apart < 1e-9, apart=apart)
