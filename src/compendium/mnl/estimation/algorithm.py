"""Algorithm 1 and Lemma 2: its objective, its limit and its rate; and Newton's method, which climbs (50)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import inf, log

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import deviance, fit_algorithm_1, fit_newton, log_likelihood
from clickbandits.mnl.fixed_point import PAPER, iterate
from compendium.case import Twin, check

from .convergence import METHODS, contraction_rates, observed_rate, paths, random_tables, walk
from .likelihood import CONDITIONS, directions, scores_of_50

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
            for method, each in zip(METHODS, (held, released), strict=False):
                differences.append(abs(observed_rate(clicks, plays, method, 500) - each))
    case.must("releasing λ₁ is never slower", np.min(gains) > -1e-12)
    worst = float(np.max(differences))
    case.must("largest difference, seen and predicted", worst < SAME_RATE, difference=worst)


@check(
    "mnl:lemma-2",
    Twin({"table": ((8, 4), (4, 2)), "first": Fraction(4, 5)}, "holds"),
    first=Twin(Fraction(61, 100)),
    limit=Twin((Fraction(7, 10), Fraction(3, 10)), "corrected", "lemma-2-monotone"),
    after=Twin(1, step="lemma-2-monotone"),
)
def lemma_2(case, table=CLICKS, first=Fraction(3, 5), limit=(Fraction(3, 5), Fraction(3, 10)), after=2):
    attraction, bias = [first, first / 2], Fraction(1, 2)
    again = algorithm_1_exactly(table, PLAYS, attraction, bias)
    case.must("a fixed point of Algorithm 1", again == (attraction, bias))
    plays = np.full((2, 2), PLAYS)
    best, ends = fit_newton(table, plays), fit_algorithm_1(table, plays)
    case.must("Algorithm 1 ends there", ends_at(ends, [float(x) for x in (*attraction, bias)]))
    first, second, _, last = scores_of_50(table, PLAYS, attraction, (1, bias))
    at_limit = log_likelihood(table, plays, ends.attraction, ends.examination)
    best_there = not any((first, second, last)) and best.objective < at_limit + 1e-9
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
    other = scores_of_50(table, PLAYS, [Fraction(sum(n), PLAYS) / (1 + ratio) for n in table], (1, ratio))
    case.reading("the maximum of (50), (5) and (6) being clicks over exposure", not any(other))
    case.number("at limit", "log-likelihood at the limit", at_limit)
    case.number("maximum", "its maximum", best.objective)
    case.number("score", "score of (50) at the limit, log α₁", first)
    case.number("score 2", "log α₂", second)
    case.number("score 3", "log λ₂", last)
    case.number("limit", "λ₂ at the limit", bias)
    case.number("best", "λ₂ at the maximum", float(best.examination[1]))

    monotone = case.step("lemma-2-monotone")
    at, path = ([Fraction(1, 2)] * 2, Fraction(1, 2)), []
    for _ in range(6):
        path.append(at)
        at = algorithm_1_exactly(CLICKS, PLAYS, *at)
    away = [factor_between((*attraction, bias), (*limit, Fraction(1, 2))) for attraction, bias in path]
    nearer = all(new < old for old, new in pairwise(away))
    monotone.reading("every iteration comes nearer to the limit", nearer)
    values = [likelihood_exactly(CLICKS, PLAYS, *point) for point in path]
    falls = [i + 1 for i, (old, new) in enumerate(pairwise(values)) if new < old]
    monotone.reading("(50) never falls", not falls)
    monotone.must(
        "iterations in which (50) falls, of the first five",
        falls == list(range(after + 1, 6)),
        falls=tuple(falls),
    )
    changes = [new > old for old, new in pairwise(exact_likelihood(CLICKS, PLAYS, *at) for at in path)]
    monotone.must("the exact likelihood rises thrice, then falls", changes == [True] * 3 + [False] * 2)
    deviances = [deviance(CLICKS, plays, np.array(a, float), np.array([1, float(v)])) for a, v in path]
    monotone.must("the deviance falls", np.all(np.diff(deviances) < 0))
    # λ ← f(λ) increases, and f(λ) − λ has the sign of 1/2 − λ, so λ rises to 1/2 from below
    v = sp.Symbol("v", positive=True)
    alpha = attractions_by_6(CLICKS, PLAYS, v)
    _, image = algorithm_1_exactly(CLICKS, PLAYS, alpha, v)
    for name, positive in (
        ("f increases", sp.diff(image, v)),
        ("and λ is nearer to 1/2", (image - v) / (1 - 2 * v)),
    ):
        parts = [sp.Poly(part, v) for part in sp.fraction(sp.cancel(sp.together(positive)))]
        monotone.must(name, {sp.sign(c) for poly in parts for c in poly.coeffs()} == {1})
    start, half = sp.Rational(path[after + 1][1]), sp.Rational(1, 2)
    monotone.must("λ is below 1/2", start < half)
    # (50) at λ and the attractions that (6) finds for it, where every iterate is from the first
    slope = sp.diff(sp.expand_log(sp.log(likelihood_exactly(CLICKS, PLAYS, alpha, v))), v)
    numerator = sp.Poly(sp.fraction(sp.together(slope))[0], v)
    turns = int(numerator.count_roots(start, half))
    monotone.must(f"turns of (50) for λ from {start} to 1/2", turns == 0, turns=turns)
    monotone.must("where it falls", slope.subs(v, half) < 0)
    monotone.family({f"log-likelihood after {i}": log(values[i]) for i in (0, 2, 5)})


def factor_between(values, others):
    """The largest factor between two lists of positive numbers."""
    ratios = [x / y for x, y in zip(values, others, strict=True)]
    return max(max(ratio, 1 / ratio) for ratio in ratios)


def ends_at(fit, expected):
    """Whether a fit for two positions converged, at these attractions and λ_2."""
    estimates = *fit.attraction, fit.examination[1]
    return fit.converged and np.allclose(estimates, expected, rtol=1e-7)


def _runs_away(clicks, plays):
    """Whether the deviance has a direction in which it never rises."""
    return any(
        (move[clicks > 0] >= 0).all() and (plays * move).sum() <= 0 for move in directions(*clicks.shape)
    )


def _ends(clicks, plays):
    """The points in (0, ∞) at which Algorithm 1 comes to rest from two starts without bounds, or NaN."""
    ends = []
    for attraction in (np.ones(len(clicks)), np.linspace(0.7, 0.9, len(clicks))):
        point = attraction, np.ones(clicks.shape[1])
        iterate(clicks, plays, *point, PAPER, 0.0, inf, 0.0, 1500)
        before = np.concatenate(point)
        iterate(clicks, plays, *point, PAPER, 0.0, inf, 0.0, 1)
        after = np.concatenate(point)
        rests = (after > 0).all() and np.allclose(before, after, rtol=1e-7, atol=0)
        ends.append(after if rests else np.full_like(after, np.nan))
    return ends


@cache
def _patterns():
    """All 2 × 2 and 3 × 2 click patterns with two tables of plays each, and whether they have one limit."""
    patterns = []
    for n_items in (2, 3):
        for rows in product(product((0.0, 1.0), repeat=2), repeat=n_items):
            clicks = np.array(rows)
            for plays in (np.ones(clicks.shape), 1 + np.arange(float(clicks.size)).reshape(clicks.shape)):
                patterns.append((clicks, plays, np.allclose(*_ends(clicks, plays), rtol=1e-6)))
    return patterns


def kept_within(clicks, plays, floor, cap):
    """Whether Algorithm 1 comes to rest if its values are truncated to a range, with 0/0 = 0."""
    start = np.full(len(clicks), 0.5), np.ones(clicks.shape[1])
    _, moved = iterate(clicks, plays, *start, PAPER, floor, cap, 1e-10, 10**5)
    return moved <= 1e-10


@check(
    "mnl:lemma-2-never-ends",
    Twin({"floor": 0.0, "cap": inf}, "corrected"),
    when=[Twin("clicked cells join all"), Twin("all cells are clicked")],
    cap=Twin(inf, "corrected", "footnote-4"),
    over=Twin(3, step="footnote-4"),
)
def lemma_2_never_ends(case, floor=FLOOR, cap=1.0, when="the table can be scaled", over=2):
    bias, fifth = sp.Symbol("v", positive=True), sp.Rational(1, 5)
    # From the second iteration on α_1 = (1 + 1/λ)/5 and α_2 = 1/5.
    old, corner = ((1 + 1 / bias) / 5, fifth), np.array([[4.0, 4], [4, 0]])
    (first, second), after = algorithm_1_exactly(((4, 4), (4, 0)), PLAYS, old, bias)
    growth = Fraction(sp.simplify(first - old[0]))
    tens = np.full((2, 2), float(PLAYS))
    tables = [(corner, tens), *(pattern[:2] for pattern in _patterns())]
    kept = all(kept_within(*each, floor, cap) for each in tables)
    case.reading("kept in [ε, 1], as Section 4 and footnote 4 have it", kept)
    case.reading("without a range", np.isfinite(_ends(corner, tens)).all())
    case.must("growth of α₁ per iteration", growth == Fraction(1, 5), growth=growth)
    case.must("α₂ stays at 1/5", second == fifth)
    case.zero("λ₂ becomes λ₂/(1 + λ₂)", after - bias / (1 + bias))
    best = fit_newton(corner, tens)
    score = np.abs(scores_of_50(corner, tens, best.attraction, best.examination))
    case.must("(50) has a maximiser, where its score is 0", score.max() < 1e-9)
    mismatches = 0
    for clicks, plays, has_limit in _patterns():
        limit = bool(CONDITIONS[when](clicks, plays))
        mismatches += (limit == _runs_away(clicks, plays)) + (limit != has_limit)
    compared = len(_patterns())  # all patterns, with two tables of plays
    case.must("tables compared", compared == 2 * (2**4 + 2**6), compared=compared)
    case.must(
        f"mismatches of a limit that no start changes and {when}", mismatches == 0, mismatches=mismatches
    )
    # without joined cells it may stop, too, but at a point that depends on the start: λ₂ becomes
    # 1/(2α₂), 1/2 from the start (1, 1) and 5/9 from (0.7, 0.9); λ₁ = 1, and αλ = 1/2
    places = [1 / 2, 1, 1, 1 / 2], [1 / 2, 9 / 10, 1, 5 / 9]
    case.must(
        "N = I, Ñ = 2I stops where the start leads", np.allclose(_ends(np.eye(2), 2 * np.eye(2)), places)
    )
    case.number("best", "maximum likelihood estimate of λ₂", float(best.examination[1]))

    footnote = case.step("footnote-4")
    n1, n2, m = sp.symbols("n1 n2 m", positive=True)
    (old,) = attractions_by_6([(n1, n2)], m, bias)
    # the item without clicks adds 0/0 = 0, but its plays count
    (new,) = attractions_by_6([(n1, n2)], m, n2 / old / (2 * m))
    growth = sp.simplify(new - old)
    kept = all(kept_within(clicks, plays, 0.0, cap) for clicks, plays, _ in _patterns())
    footnote.reading("the estimates are kept in [0, 1], as Section 4 has it", kept)
    footnote.reading("they have no upper limit", growth == 0)
    footnote.zero("α₁ grows by n₁/(2m)", growth - n1 / (over * m))
    footnote.number("growth", "growth of α₁ for n₁ = 4, m = 10", Fraction(growth.subs({n1: 4, m: 10})))
    # a floor alone: with λ₂ = FLOOR, α₁ = (4 + 4/FLOOR)/20, and (5) stays below the floor
    (stopped,) = attractions_by_6([(4, 4)], PLAYS, FLOOR)
    below = 4 / stopped / (2 * PLAYS) < FLOOR
    footnote.must("a floor alone stops α₁ above 2000 only", below and stopped > 2000)
    # α₁ stops at the ceiling, so λ₂ = 4/20; α₂ = (0 + 0)/20 at the floor, or (4 + 0)/20. With
    # half a click more the first table is the product of (9/20, 1/20) and (1, 1); in the second
    # N/γ is ((5, 15), (15, 5)).
    for clicks, least, with_half in (
        ([[4, 4], [0, 0]], [1, FLOOR, 1 / 5], [9 / 20, 1 / 20, 1]),
        ([[4, 4], [4, 0]], [1, 1 / 5, 1 / 5], [9 / 10, 3 / 10, 1 / 3]),
    ):
        fit, more = fit_algorithm_1(clicks, tens, bounds=(FLOOR, 1.0)), np.array(clicks) + 0.5
        footnote.must(f"it ends with floor and ceiling, N = {clicks}", ends_at(fit, least))
        footnote.must(
            f"with half a click more, N = {clicks}", ends_at(fit_algorithm_1(more, tens), with_half)
        )


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
