"""The bound on the central moments, Lemma 12 and (28)–(30), and the Bernstein condition (18).

Appendices A.1 and A.3 of Grant and Leslie (2023).
"""

from fractions import Fraction
from math import ceil, comb, factorial

import sympy as sp
from flint import acb, arb

from clickbandits.geometric import (
    absolute_central_moment,
    central_moment_coefficients,
    derangements,
)
from compendium.balls import ball
from compendium.finding import Case, check, twin

from .cumulants import LARGEST, derangements_by_cycle_type
from .signs import is_aps, magnitudes

MEAN, N, DERANGED, BEFORE = sp.symbols("mu n D_n D_before", positive=True)
INDUCTION = (
    MEAN * (1 + MEAN)
    * (sp.diff(DERANGED * MEAN * (1 + MEAN) ** (N - 1), MEAN)
       + N * BEFORE * MEAN * (1 + MEAN) ** (N - 2))
    / (MEAN * (1 + MEAN) ** (N - 1))
    - (DERANGED + N * (DERANGED + BEFORE) * MEAN)
)  # fmt: skip
"""Zero: μ(1+μ)[(D_n μ(1+μ)^{n−1})' + nD_{n−1} μ(1+μ)^{n−2}] is
μ(1+μ)^{n−1}[D_n + n(D_n+D_{n−1})μ], the step of Lemma 12."""


@check("mnl:equation-28")
@twin("cycles of one", gives="refuted", smallest=1)
def equation_28(profile, smallest=2):
    """Compares the leading coefficients and the sums over cycle types with derangements."""
    case = Case()
    a, b = sp.symbols("a b", positive=True)
    step = MEAN * (1 + MEAN) * (sp.diff(a * MEAN**N, MEAN) + N * b * MEAN ** (N - 1))
    leading = all(
        magnitudes(central_moment_coefficients(n))[-1] == derangements(n)
        for n in range(2, LARGEST + 1)
    )
    case.must("f_{n,n} = !n", leading)
    case.must(
        "the sum over cycle types",
        all(derangements_by_cycle_type(n, smallest) == derangements(n) for n in range(1, 21)),
    )
    case.zero("c_{n+1} = n(c_n + c_{n−1})", step / MEAN**N - N * (a + b) * (1 + MEAN))
    case.number("order", "n to", LARGEST)
    return case.finding()


@check("mnl:equation-29")
@twin("no alternation", gives="refuted", sign=1)
def equation_29(profile, sign=-1):
    """Adds up the signed f_{n,i}, and finds the value at μ = 0, for n ≤ 60."""
    case = Case()
    moments = [central_moment_coefficients(n) for n in range(2, LARGEST + 1)]
    sums = (sum(sign**i * f for i, f in enumerate(magnitudes(moment))) for moment in moments)
    case.must("the alternating sums vanish", set(sums) == {0})
    # the alternating sum is the value at p = 1 (up to the sign), where μ = 0
    case.must("μ divides μ_n", all(moment[0] == 0 for moment in moments))
    case.number("order", "n to", LARGEST)
    return case.finding()


def dominates(n: int, leading) -> bool:
    """Whether leading · μ(1 + μ)^{n−1} − μ_n has non-negative coefficients in μ."""
    bound = [0] + [leading * comb(n - 1, i) for i in range(n)]
    moment = central_moment_coefficients(n)
    return all(b >= c for b, c in zip(bound, moment + (0,) * (n + 1 - len(moment)), strict=True))


@check("mnl:lemma-12")
@twin("the constant !n", gives="refuted", factor=Fraction(99, 100))
def lemma_12(profile, factor=1):
    """Compares moment and bound coefficient by coefficient for n ≤ 60; the step for all n."""
    case = Case()
    orders = range(1, LARGEST + 1)
    case.must("coefficient by coefficient",
              all(dominates(n, factor * derangements(n)) for n in orders))  # fmt: skip
    identity = case.zero("the induction's step", INDUCTION)
    grows = all(derangements(n) <= derangements(n + 1) for n in range(1, LARGEST + 1))
    case.must("!n ≤ !(n + 1)", grows)
    case.number("order", "coefficientwise to order", LARGEST)
    case.number("identity", "induction step for every n", identity)
    return case.finding()


def display_30(f, p) -> tuple[Fraction, Fraction]:
    """Both sides of (30): Σ_{i<n} ± f_i p^{−i} and p^{−(n−1)} Σ_{i<n} ± f_i, + for i = n − 1."""
    n = len(f)
    terms = [(-1) ** (n - 1 - i) * f[i - 1] for i in range(1, n)]
    left = sum((t / p**i for i, t in enumerate(terms, start=1)), start=Fraction(0))
    return left, sum(terms) / p ** (n - 1)


@check("mnl:equation-30")
@twin("of what (30) is said", gives="holds", said_of="moments")
@twin("a factor of the right side", gives="refuted", factor=Fraction(21, 20))
def equation_30(profile, said_of="APS sequences", factor=1):
    """Evaluates both sides of (30) at p = 1/2 for (1, 1, 1, 1) and for the moments of n ≤ 30."""
    case = Case()
    p, f = Fraction(1, 2), (1, 1, 1, 1)
    left, right = display_30(f, p)
    case.must("(1, 1, 1, 1) is APS", is_aps(f))
    case.must("its alternating sum is 0", sum((-1) ** i * a for i, a in enumerate(f)) == 0)
    case.must("2 − 4 + 8 and 8 for it", (left, right) == (6, 8))
    sides = [display_30(magnitudes(central_moment_coefficients(n)), p) for n in range(2, 31)]
    case.must("(30) for the moments", all(a >= factor * b for a, b in sides))
    case.zero("the step of Lemma 12", INDUCTION)
    said = {"APS sequences": [*sides, (left, right)], "moments": sides}[said_of]
    case.printed(f"(30) for {said_of}", all(a >= b for a, b in said))
    case.number("aps", "(1, 1, 1, 1) is APS", is_aps(f))
    case.number("left", "left side for it", left)
    case.number("right", "right side", right)
    case.number("value", "its polynomial at p = 1/2",
                sum((-1) ** (4 - i) * a / p**i for i, a in enumerate(f, start=1)))  # fmt: skip
    case.number("bound", "would-be bound", f[-1] * (1 - p) / p**4)
    return case.finding()


@check("mnl:equation-21")
@twin("the factor of k!", gives="refuted", half=Fraction(49, 100))
def equation_21(profile, half=Fraction(1, 2)):
    """Compares E(W^k) with the bound coefficient by coefficient, and computes !k/k!, k ≤ 60."""
    case = Case()
    below = all(dominates(k, half * factorial(k)) for k in range(2, LARGEST + 1))
    case.must("coefficient by coefficient, so for all p", below)
    shares = [Fraction(derangements(k), factorial(k)) for k in range(2, LARGEST + 1)]
    case.must("!k/k! ≤ 1/2", max(shares) <= half)
    case.must("which !2/2! attains, and then !4/4!", max(shares[1:]) == Fraction(9, 24))
    case.number("largest", "largest !k/k!", max(shares))
    case.number("later", "largest for k ≥ 3", max(shares[1:]))
    return case.finding()


@check("mnl:equation-18")
@twin("c over 1/p", gives="refuted", scale=Fraction(19, 20))
@twin("σ² over (1 − p)/p²", gives="refuted", variance=Fraction(19, 20))
def equation_18(profile, scale=1, variance=1):
    """Verifies the steps of the proof, and the condition for k ≤ 15 at 19 values of p."""
    case = Case()
    # below the mean W⁻ ≤ μ, so 2E(W⁻)^k ≤ 2μ^{k−1} E W⁻ = μ^{k−1} E|W| ≤ μ^{k−1} σ
    q = sp.Symbol("q", positive=True)
    p = 1 - q
    for k in (3, 9):
        below = p**k * (q / p) ** (k - 1) * sp.sqrt(q) / p
        case.zero(f"p^k μ^(k−1) σ = q^(k−1/2), k = {k}", below - q ** (k - sp.Rational(1, 2)))
    room = all(derangements(k) + 1 <= Fraction(factorial(k), 2) for k in range(3, LARGEST, 2))
    case.must("!k + 1 ≤ k!/2 for odd k", room)
    values = [Fraction(n, 20) for n in range(1, 20)]
    ratios = {(k, p): bernstein_ratio(k, p) for k in range(2, 16) for p in values}
    case.must("(18)", all(r <= variance * scale ** (k - 2) for (k, _), r in ratios.items()))
    case.number("largest", "largest ratio of the two sides, k ≥ 3",
                float(max(r for (k, _), r in ratios.items() if k > 2)))  # fmt: skip
    return case.finding()


def bernstein_ratio(k: int, p) -> Fraction | float:
    """E|W|^k over (k!/2)(1 − p)p^{−k}, for p below 1."""
    return absolute_central_moment(k, p) * p**k / (factorial(k) * (1 - p) / 2)


FIRST, LAST = Fraction(1, 20), Fraction(1)
"""Below the first value of p a derivative is certified, between the two the ratio itself."""


def below_limit(k: int) -> arb:
    """I_k = ∫_0^1 (1 − x)^k e^{−x} dx, by I_k = 1 − k I_{k−1}."""
    value = 1 - (-arb(1)).exp()
    for j in range(1, k + 1):
        value = 1 - j * value
    return value


def interval(low: Fraction, high: Fraction) -> arb:
    return arb(ball((low + high) / 2), ball((high - low) / 2))


def ratio_enclosure(k: int, p: arb) -> arb:
    """p^k E|W|^k/(1 − p) on a ball of p, from the moment's polynomial and what lies below."""
    q = 1 - p
    moment = sum(
        c * q ** (i - 1) * p ** (k - i)
        for i, c in enumerate(central_moment_coefficients(k)[1:], start=1)
    )
    # (q − py)_+ ≤ its upper end: an upper bound of every term
    below = q ** (k - 1) * p
    for y in range(1, ceil(float((q / p).upper()))):
        below += arb.max(q - p * y, arb(0)) ** k * p * q ** (y - 1)
    return moment + 2 * below


def ratio_stays_below(k: int, low: Fraction, high: Fraction, limit: arb, depth: int = 0) -> bool:
    """Whether the ratio is certified below `limit` on [low, high], halving where needed."""
    if ratio_enclosure(k, interval(low, high)) < limit:
        return True
    if depth == 16:
        return False
    middle = (low + high) / 2
    return ratio_stays_below(k, low, middle, limit, depth + 1) and ratio_stays_below(
        k, middle, high, limit, depth + 1
    )


def decreasing_near_zero(k: int, pieces: int = 8) -> bool:
    """Whether N_k(p) + 2I_k e^p/(1 − p), which bounds the ratio, decreases on [0, FIRST].

    N_k(p) = p^k μ_k/(1 − p) = Σ c_i (1 − p)^{i−1} p^{k−i}; its value at 0 is the limit.
    """
    x = sp.Symbol("p")
    terms = enumerate(central_moment_coefficients(k)[1:], start=1)
    slope = sp.Poly(sp.diff(sum(c * (1 - x) ** (i - 1) * x ** (k - i) for i, c in terms), x), x)
    for piece in range(pieces):
        p = interval(FIRST * piece / pieces, FIRST * (piece + 1) / pieces)
        value = arb(0)
        for c in slope.all_coeffs():
            value = value * p + int(c)
        if not value + 2 * below_limit(k) * p.exp() * (2 - p) / (1 - p) ** 2 < 0:
            return False
    return True


def exponential_moment(k: int) -> arb:
    """E|X − 1|^k of a standard exponential X: k!/e above 1, and below it the integral."""
    below = acb.integral(lambda x, _: (1 - x) ** k * (-x).exp(), 0, 1).real
    return factorial(k) * (-arb(1)).exp() + below


@check("mnl:equation-18-constant")
@twin("a smaller constant", gives="refuted", factor=Fraction(99, 100))
@twin("a larger constant", gives="refuted", factor=Fraction(101, 100))
def equation_18_constant(profile, factor=1):
    """Encloses the ratio of the two sides of (18) in balls for all p, for three odd k or seven."""
    case = Case()
    small = Fraction(1, 10_000)
    for k in (3, 5, 7) if profile == "quick" else range(3, 16, 2):
        constant = ball(factor) * (derangements(k) + 2 * below_limit(k))
        # the limit at p → 0, integrated; the exact ratio near it, from below
        case.must(f"it is the exponential law's moment, k = {k}",
                  constant.overlaps(exponential_moment(k)))  # fmt: skip
        near = ratio_enclosure(k, ball(small))
        case.must(f"the ratio comes to it, k = {k}", near > constant * ball(1 - 20 * small))
        case.must(f"and not above it, k = {k}", near < constant)
        # where the moment is a finite sum of fractions: below the mean 1 and 4 values of X
        for p in (Fraction(1, 2), Fraction(1, 5)):
            exact = ball(bernstein_ratio(k, p) * factorial(k) / 2)
            case.must(f"the ratio is the moment's, k = {k}, p = {p}",
                      abs(ratio_enclosure(k, ball(p)) / exact - 1) < 1e-9)  # fmt: skip
        certified = decreasing_near_zero(k) and ratio_stays_below(k, FIRST, LAST, constant)
        case.sign(f"certified for all p, k = {k}", 1 if certified else 0)
        case.number(f"{k}", f"share of k!/2, k = {k}", float(2 * constant / factorial(k)))
    return case.finding()
