"""Section 2: the pooled estimator compared with the Cramér-Rao bound, and with other estimators.

The plays are fixed in advance throughout. With weights w_l proportional to N_l κ_l and
x_l = 1 - κ_l θ, the loss υ(θ) I(θ) is (Σ w x)(Σ w / x), from which all results follow.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, pairwise, product

import sympy as sp
from flint import fmpq, fmpq_poly, fmpz_poly, nmod_poly

from compendium.case import Twin, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A

from .design import KAPPA, PLAYS, THETA, information, over_positions
from .setting import HALF, rational

LOW, HIGH = sp.symbols("kappa_low kappa_high", positive=True)
QUINTIC = (3, 2, 2, 1, 1), (10, 11, 12, 13, 14), tuple(Fraction(n, 10) for n in (9, 7, 5, 3, 1))
"""Clicks, plays and examinations whose likelihood equation is a quintic without radicals."""
BEYOND = (9, 1, 6), (10, 1, 10), EXAMINATION
"""Clicks, plays and examinations whose pooled estimate is 80/63, beyond 1/κ₁ = 10/9."""
PRIMES = 7, 11, 13, 17, 19, 23, 29, 31, 37, 41
"""Primes modulo which the equation is factored."""
TOLD = 11, 37
"""The primes that determine its group."""
ALIKE = Fraction(1, 2), [Fraction(3, 5)] * 2, [2, 5]
"""θ, κ and plays of a design with one distinct κ."""


def pooled_variance():
    """υ(θ) for three positions."""
    views = over_positions(lambda n, k: n * k)
    return over_positions(lambda n, k: n * k * THETA * (1 - k * THETA)) / views**2


def debiased_variance():
    """Variance of (Σ S_l / κ_l) / N for three positions."""
    return over_positions(lambda n, k: n * THETA * (1 / k - THETA)) / sum(PLAYS) ** 2


def sum_of_squares(weights, points):
    """Σ_{i<j} w_i w_j (x_i - x_j)² / (x_i x_j), which is (Σ w x)(Σ w / x) - (Σ w)²."""
    pairs = combinations(zip(weights, points, strict=True), 2)
    return sum(v * w * (x - y) ** 2 / (x * y) for (v, x), (w, y) in pairs)


def sharp_bound(theta, low, high):
    """Kantorovich's bound on the loss, for examinations in [low, high]."""
    return (2 - theta * (low + high)) ** 2 / (4 * (1 - theta * low) * (1 - theta * high))


def exact_variance(theta, examination, plays):
    """υ(θ) of numbers, by its definition."""
    pairs = list(zip(plays, examination, strict=True))
    views = sum(n * k for n, k in pairs)
    return sum(n * k * theta * (1 - k * theta) for n, k in pairs) / views**2


def average_variance(theta, examination, plays):
    """Variance of the average of the positions' own estimates S / (N κ)."""
    pairs = list(zip(plays, examination, strict=True))
    return sum(theta * (1 / k - theta) / n for n, k in pairs) / len(pairs) ** 2


def exact_loss(theta, examination, plays):
    """υ(θ) I(θ) of numbers, by its definition."""
    pairs = zip(plays, examination, strict=True)
    information = sum(n * k / (theta * (1 - k * theta)) for n, k in pairs)
    return exact_variance(theta, examination, plays) * information


# --- against the Cramér-Rao bound -----------------------------------------------------------------


def near_worst(theta):
    """A loss within 10⁻⁵ of the sharp bound for [0, 1], with half of the weight on either end."""
    tiny = Fraction(1, 10**6)
    return exact_loss(theta, (Fraction(1), tiny), (1, 1 / tiny))


@check("pbm:loss-upper-bound", share=Twin(Fraction(6, 25)))
def loss_upper_bound(case, share=1):
    everywhere = sharp_bound(THETA, 0, 1)
    printed = 1 + sp.Rational(share) * THETA / (1 - THETA)
    case.zero("the printed bound", printed - 1 / (1 - THETA))
    distance = 1 / (1 - THETA) - everywhere
    case.zero("the distance of the two bounds, positive", distance - THETA * (4 - THETA) / (4 * (1 - THETA)))
    # the sharp bound grows with the interval, so [0, 1] is the worst one
    slope = THETA**2 * (HIGH - LOW) * (2 - THETA * (HIGH + LOW))
    slope /= 4 * (1 - THETA * LOW) * (1 - THETA * HIGH) ** 2
    mirrored = slope.subs({LOW: HIGH, HIGH: LOW}, simultaneous=True)
    bound = sharp_bound(THETA, LOW, HIGH)
    case.zero("the sharp bound increases in κ₊", sp.diff(bound, HIGH) - slope)
    case.zero("and decreases in κ₋", sp.diff(bound, LOW) - mirrored)
    for theta in (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)):
        most = rational(printed.subs(THETA, sp.Rational(theta)))
        case.must(f"the printed bound at θ = {theta}", near_worst(theta) <= most)
    half = {THETA: sp.Rational(1, 2)}
    case.number("paper", "paper's bound at θ = 1/2", rational(printed.subs(half)))
    case.number("sharp", "sharp bound at θ = 1/2", rational(everywhere.subs(half)))


@check(
    "pbm:sharp-loss",
    factor=[Twin(Fraction(n, 20), step=step) for step in ("", "best-unbiased") for n in (21, 19)],
    balance=Twin(0),
    of_looks=Twin(0, step="arithmetic-over-harmonic"),
    least=Twin(Fraction(21, 20), step="loss-at-least-one"),
    of_noise=Twin(0, step="best-unbiased"),
)
def sharp_loss(case, factor=1, balance=1, of_looks=1, least=1, of_noise=1):
    # Any weights on any points x of [m, M] with mean a: 1/x is at most (M + m - x) / (M m), since the gap
    # is (M - x)(x - m) / (x M m), and averaging gives a (M + m - a), which is at most ((M + m) / 2)².
    x, a, m, M = sp.symbols("x a m M", positive=True)
    chord = (M + m - x) / (M * m) - 1 / x
    case.zero("1/x is below its chord", chord - (M - x) * (x - m) / (x * M * m))
    square = ((M + m) / 2) ** 2 - a * (M + m - a)
    case.zero("the parabola is highest in the middle", square - (a - (M + m) / 2) ** 2)
    translated = ((M + m) ** 2 / (4 * M * m)).subs({m: 1 - THETA * HIGH, M: 1 - THETA * LOW})
    bound = sharp_bound(THETA, LOW, HIGH)
    case.zero("the bound in κ and θ", translated - bound)
    # the design that attains it has N proportional to κ^-balance
    pair = {PLAYS[0]: LOW**-balance, KAPPA[0]: LOW, PLAYS[1]: HIGH**-balance, KAPPA[1]: HIGH}
    attained = (pooled_variance() * information()).subs(pair | {PLAYS[2]: 0})
    case.zero("equality where N₋κ₋ = N₊κ₊", attained - sp.Rational(factor) * bound)
    design = HALF, (EXAMINATION[0], EXAMINATION[2])
    loss, most = exact_loss(*design, (1, 3)), factor * sharp_bound(design[0], *design[1])
    case.must("loss with N = (1, 3), equal to the bound", loss == most, loss=loss)
    case.must("less with N = (1, 2)", exact_loss(*design, (1, 2)) < most)
    case.number("bound", "bound for θ = 1/2, κ in [3/10, 9/10]", most)

    step = case.step("arithmetic-over-harmonic")
    total = over_positions(lambda n, k: n * k**of_looks)
    arithmetic = over_positions(lambda n, k: n * k**of_looks * (1 - k * THETA)) / total
    harmonic = total / over_positions(lambda n, k: n * k**of_looks / (1 - k * THETA))
    # a rational function is zero if its numerator is; `simplify` takes half a minute to reject it
    apart = sp.together(pooled_variance() * information() - arithmetic / harmonic)
    step.must("υ I = A/H", sp.expand(sp.numer(apart)) == 0)

    step = case.step("loss-at-least-one")
    w, x = sp.symbols("w1:4", positive=True), sp.symbols("x1:4", positive=True)
    squares = sum_of_squares(w, x)
    means = sum(b * c for b, c in zip(w, x, strict=True)) * sum(b / c for b, c in zip(w, x, strict=True))
    step.zero("υ I - 1 is a sum of squares", means - sum(w) ** 2 - squares)  # weights add up to one
    one = exact_loss(*ALIKE)
    step.must(f"υ I is at least {least} with one κ", one >= least, one=one)

    step = case.step("best-unbiased")
    # a position's own estimate S / (N κ) has mean θ and variance θ (1 - κ θ) / (N κ)
    weights = [n * k / (1 - k * THETA) ** of_noise for n, k in zip(PLAYS, KAPPA, strict=True)]
    noise = [THETA * (1 - k * THETA) / (n * k) for n, k in zip(PLAYS, KAPPA, strict=True)]
    variance = sum(w**2 * v for w, v in zip(weights, noise, strict=True)) / sum(weights) ** 2
    share = sp.diff(weights[0] / weights[1], THETA)
    step.zero("its variance is 1/I(θ)", variance * information() - sp.Rational(factor))
    step.zero("with one κ the weights do not depend on θ", share.subs(KAPPA[0], KAPPA[1]))
    step.must("with two they do", sp.simplify(share) != 0)


@check("pbm:factor-two", factor=Twin(Fraction(28, 25)), largest=Twin(Fraction(5, 6)))
def factor_two(case, factor=2, largest=Fraction(1, 2)):
    worst = sharp_bound(THETA, 0, 1)
    slope = THETA * (2 - THETA) / (4 * (1 - THETA) ** 2)
    at_largest = rational(worst.subs(THETA, sp.Rational(largest)))
    near = near_worst(largest)
    case.zero("the bound for [0, 1] increases in θ", sp.diff(worst, THETA) - slope)
    case.must(f"sharp factor for θ ≤ {largest}, at most {factor}", at_largest <= factor, sharp=at_largest)
    case.must("a loss with κ = (1, 1/10⁶) is at most that", near <= factor, near=float(near))
    case.must("and within 10⁻⁵ of the sharp factor", 0 < at_largest - near < Fraction(1, 10**5))


@check("pbm:attraction-near-one", highest=Twin(1, "holds"), factor=Twin(Fraction(19, 20)))
def attraction_near_one(case, highest=Fraction(9, 10), factor=1):
    # Our reading of the published sentence: the loss grows beyond all bounds, as 1/(1 - θ) does.
    high, _, low = EXAMINATION
    ours = factor * sharp_bound(Fraction(1), low, high)
    unbounded = sp.limit(sharp_bound(THETA, sp.Rational(low), 1), THETA, 1, "-")
    limit = sp.limit(sharp_bound(THETA, sp.Rational(low), sp.Rational(highest)), THETA, 1, "-")
    slope = THETA * (HIGH - LOW) ** 2 * (2 - THETA * (LOW + HIGH))
    slope /= 4 * (1 - THETA * LOW) ** 2 * (1 - THETA * HIGH) ** 2  # positive: the bound grows
    equal = exact_loss(Fraction(1), EXAMINATION, (1, 1, 1))
    case.zero("the bound increases in θ", sp.diff(sharp_bound(THETA, LOW, HIGH), THETA) - slope)
    case.must(
        "with κ₊ = 1 in place of 9/10 its limit is infinite", unbounded == sp.oo, unbounded=float(unbounded)
    )
    most = max(equal, exact_loss(Fraction(1), (high, low), (1, 3)))
    case.must("largest loss for κ in [3/10, 9/10], as θ → 1", most == ours, limit=ours)
    case.number("equal", "of equal plays, κ = (9, 6, 3)/10", equal)
    case.printed("the loss has no bound as θ → 1", not limit.is_finite)


# --- against the maximum-likelihood and the debiased estimators -----------------------------------


def score_polynomial(clicks, plays, examination) -> fmpz_poly:
    """The likelihood equation times its denominators, with coprime integer coefficients."""
    unseen = [fmpq_poly([1, fmpq(-k.numerator, k.denominator)]) for k in examination]
    whole = math.prod(unseen, start=fmpq_poly([1]))
    equation = sum(clicks) * whole
    for s, n, part in zip(clicks, plays, unseen, strict=True):
        equation += (n - s) * (part - 1) * (whole // part)  # 1 - κ x less 1 is -κ x
    poly = equation.numer()
    return poly // poly.content()


def degrees_modulo(poly: fmpz_poly, prime: int) -> tuple[int, ...]:
    """Degrees of the factors of a polynomial modulo a prime; () if one is repeated."""
    if poly[poly.degree()] % prime == 0:
        return ()
    factors = nmod_poly([int(c) for c in poly.coeffs()], prime).factor()[1]
    if any(multiplicity > 1 for _, multiplicity in factors):
        return ()
    return tuple(sorted(factor.degree() for factor, _ in factors))


def newton(clicks, plays, examination, steps: int) -> tuple[bool, bool]:
    """Whether these steps find the root of ℓ' to nine digits, and whether they come from above.

    The equation has the form Σ (N - S) κθ / (1 - κθ) = S, and the start is the smallest root of one
    position's own term. The sign of ℓ' on either side is exact.
    """
    counts = list(zip(clicks, plays, examination, strict=True))
    total = sum(clicks)

    def slope(value):
        return sum(s / value - (n - s) * k / (1 - k * value) for s, n, k in counts)

    value = float(min(total / (k * (n - s + total)) for s, n, k in counts if n > s))
    path = [value]
    for _ in range(steps):
        excess = sum((n - s) * k * value / (1 - k * value) for s, n, k in counts) - total
        value -= float(excess / sum((n - s) * k / (1 - k * value) ** 2 for s, n, k in counts))
        path.append(value)
    root = Fraction(value)
    little = root * Fraction("1e-9")
    return (
        slope(root - little) > 0 > slope(root + little),
        all(later < earlier for earlier, later in pairwise(path[:3])),
    )


@check("pbm:no-closed-form", positions=Twin(4, "corrected"), solvable=Twin(5), steps=Twin(1))
def no_closed_form(case, positions=5, solvable=4, steps=5):
    degrees = [score_polynomial(*(each[:used] for each in QUINTIC)).degree() for used in range(1, 6)]
    quintic = score_polynomial(*QUINTIC)
    seen = {degrees_modulo(quintic, prime) for prime in PRIMES}
    s, missed = sp.symbols("s missed", positive=True)
    likelihood = s * sp.log(THETA) + missed * sp.log(1 - KAPPA[0] * THETA)
    concave = -s / THETA**2 - missed * KAPPA[0] ** 2 / (1 - KAPPA[0] * THETA) ** 2
    whole_group = (5,) in seen and (2, 3) in seen  # a 5-cycle and a transposition
    case.must("the degree is the number of positions", degrees == [1, 2, 3, 4, 5], degrees=degrees)
    case.must("the quintic's group has a 5-cycle and a transposition", whole_group)
    case.must("quartics and less have radicals", degrees[solvable - 1] <= 4)
    case.zero("every term of ℓ'' is negative", sp.diff(likelihood, THETA, 2) - concave)
    accurate, from_above = newton(*QUINTIC, steps)
    case.must(f"{steps} steps of Newton's method", accurate)
    case.must("they come from above", from_above)
    accurate, from_above = newton(*BEYOND, steps)
    pooled = sum(BEYOND[0]) / sum(n * k for n, k in zip(*BEYOND[1:], strict=True))
    case.must(
        "also where the pooled estimate is beyond 1/κ₁",
        pooled > 1 / BEYOND[2][0] and accurate and from_above,
        pooled=pooled,
    )
    case.reading("no radicals for five positions", whole_group and degrees[positions - 1] > 4)
    case.reading("no radicals for three positions", degrees[2] > 4)
    factors = [degrees_modulo(quintic, prime) for prime in TOLD]
    case.must(
        "it is prime modulo 11, and has a quadratic factor modulo 37",
        factors == [(5,), (2, 3)],
        factors=factors,
    )


def two_plays(learns: bool) -> dict[str, tuple[Fraction, Fraction]]:
    """Mean and mean square error of two estimates from two plays of one item, θ = 1/10.

    The first play is at the top, κ = 9/10. A policy that learns plays the bottom, κ = 3/10, after a
    click and the top after none; plays fixed in advance are one at each.
    """
    theta, top, bottom = Fraction(1, 10), EXAMINATION[0], EXAMINATION[2]
    moments: dict[str, list] = {"pooled": [], "debiased": []}
    for one, two in product((0, 1), repeat=2):
        then = top if learns and not one else bottom
        chance = (top * theta if one else 1 - top * theta) * (then * theta if two else 1 - then * theta)
        moments["pooled"].append((chance, (one + two) / (top + then)))
        moments["debiased"].append((chance, (one / top + two / then) / 2))
    return {
        name: (sum(p * x for p, x in pairs), sum(p * (x - theta) ** 2 for p, x in pairs))
        for name, pairs in moments.items()
    }


@check(
    "pbm:pooled-beats-debiased",
    least=Twin(Fraction(21, 20)),
    better=Twin("debiased"),
    learns=Twin(False, "holds"),
    plays=Twin((100, 100), "holds", "pooled-against-average"),
    factor=Twin(Fraction(4, 5), step="pooled-against-average"),
    grows=Twin("pooled", step="debiased-diverges"),
    power=Twin(2, step="debiased-diverges"),
)
def pooled_beats_debiased(
    case, least=1, better="pooled", learns=True, plays=(16, 238), factor=1, grows="debiased", power=1
):
    total = sum(PLAYS)
    mean, inverse = (over_positions(lambda n, k, e=e: n * k**e) / total for e in (1, -1))
    spread = over_positions(lambda n, k: n * (k - mean) ** 2) / total
    gain = THETA / total * (inverse - 1 / mean + THETA * spread / mean**2)
    squares = sum_of_squares(PLAYS, KAPPA)
    variance = {"pooled": pooled_variance(), "debiased": debiased_variance()}
    quotient = variance["debiased"] / variance["pooled"]
    quotient = quotient if better == "pooled" else 1 / quotient
    ratio, with_one = (
        rational(
            quotient.subs(
                {THETA: sp.Rational(9, 20)}
                | dict.fromkeys(PLAYS, 1)
                | {kappa: sp.Rational(n, 10) for kappa, n in zip(KAPPA, tenths, strict=True)}
            )
        )
        for tenths in ((9, 6, 3), (6, 6, 6))
    )
    case.zero("the difference of the variances", variance["debiased"] - variance["pooled"] - gain)
    case.zero("E κ E (1/κ) - 1 is a sum of squares", mean * inverse - 1 - squares / total**2)
    case.must(f"the {better} variance is smaller in the example", ratio > least)
    case.must("and no larger with one κ", with_one >= least)
    case.number("ratio", "variance ratio for θ = 9/20, κ = (9, 6, 3)/10, equal plays", ratio)
    (mean, pooled_error), (debiased_mean, debiased_error) = two_plays(learns).values()
    case.must(
        "two plays: the debiased estimate is unbiased, whoever chooses them", debiased_mean == Fraction(1, 10)
    )
    case.number("mean", "the mean of the pooled one, θ = 1/10", mean)
    case.printed(
        "its mean square error is the smaller one, whoever chooses the plays", pooled_error < debiased_error
    )
    case.number("pooled", "mean square error of the pooled estimate after two plays", pooled_error)
    case.number("debiased", "and of the debiased one", debiased_error)

    # no design loses more: L² Var(average) I = Σ v Σ 1/v, with the v_l those of the positions
    step, v = case.step("pooled-against-average"), sp.symbols("v1:4", positive=True)
    times = sum(v) * sum(1 / x for x in v)
    step.zero("the average's variance is at least 1/I", times - 9 - sum_of_squares((1, 1, 1), v))
    inverse = over_positions(lambda n, k: n / (THETA / k - THETA**2))
    step.zero("the sum of the 1/v is I", information() - inverse)
    theta, examination = FIGURE_1A[0], (EXAMINATION[0], EXAMINATION[2])
    ratio = exact_variance(theta, examination, plays) / average_variance(theta, examination, plays)
    bound = factor * sharp_bound(theta, *examination)
    step.must("the ratio is within the sharp bound", ratio <= bound, bound=float(bound))
    step.printed("the pooled variance is the smaller one", ratio <= 1)
    label = "pooled over average variance, θ = 19/20, κ = (9, 3)/10, N = (16, 238)"
    step.number("ratio", label, float(ratio))

    step, last = case.step("debiased-diverges"), KAPPA[-1]
    rate = sp.limit(variance[grows] * last**power, last, 0, "+")
    step.zero("it grows like θ N_l/(N² κ_l)", rate - PLAYS[-1] * THETA / sum(PLAYS) ** 2)
    without = variance["pooled"].subs(PLAYS[-1], 0)
    step.zero("the pooled one does not", variance["pooled"].subs(last, 0) - without)
