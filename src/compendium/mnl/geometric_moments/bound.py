"""The step (30) of the published proof of Lemma 12, and Bernstein's condition, (18) and (21).

Appendices A.1 and A.3 of Grant and Leslie (2023).
"""

from fractions import Fraction
from itertools import pairwise
from math import ceil, factorial

import sympy as sp
from flint import acb, arb, arb_series

from clickbandits.geometric import absolute_central_moment, central_moment_coefficients, derangements
from compendium.balls import ball
from compendium.case import Twin, check

from .alternating_sums import is_aps, magnitudes, partial_sums
from .cumulants import HIGHER, LARGEST, excess


def display_30(f, p) -> tuple[Fraction, Fraction]:
    """Both sides of (30): Σ_{i<n} ± f_i p^{−i} and p^{−(n−1)} Σ_{i<n} ± f_i, + for i = n − 1."""
    n = len(f)
    terms = [(-1) ** (n - 1 - i) * f[i - 1] for i in range(1, n)]
    left = sum((t / p**i for i, t in enumerate(terms, start=1)), start=Fraction(0))
    return left, sum(terms) / p ** (n - 1)


@check("mnl:equation-30", said_of=Twin("moments", "holds"), factor=Twin(Fraction(21, 20)))
def equation_30(case, said_of="APS sequences", factor=1):
    p, f = Fraction(1, 2), (1, 1, 1, 1)
    left, right = display_30(f, p)
    case.must("(1, 1, 1, 1) and (1, 1, 1) are APS", is_aps(f) and is_aps(f[:-1]))
    case.must("its alternating sum is 0", partial_sums(f)[-1] == 0)
    case.must("left side for it", left == 2 - 4 + 8, left=left)
    case.must("right side", right == 8, right=right)
    sides = [display_30(magnitudes(central_moment_coefficients(n)), p) for n in HIGHER]
    case.must("(30) for the moments", all(a >= factor * b for a, b in sides))
    inequalities = {"APS sequences": [*sides, (left, right)], "moments": sides}[said_of]
    case.printed("(30) for all sequences of which it is said", all(a >= b for a, b in inequalities))
    value = sum((-1) ** (4 - i) * a / p**i for i, a in enumerate(f, start=1))
    case.number("value", "its polynomial at p = 1/2", value)
    case.number("bound", "would-be bound", f[-1] * (1 - p) / p**4)


ODD = range(3, LARGEST, 2)
ODD_EXAMPLES = (3, 9)
"""Two odd orders for which a step is taken in symbols."""
BERNSTEIN_ORDERS = range(2, 16)
PARAMETERS = tuple(Fraction(n, 20) for n in range(1, 20))


def bernstein_ratio(k: int, p, scale=1, variance=1) -> Fraction | float:
    """E|W|^k over (k!/2) σ² c^{k−2}, with c = 1/p and σ² = (1 − p)/p² up to factors; p is below 1."""
    side = factorial(k) * variance * (1 - p) / p**2 * (scale / p) ** (k - 2) / 2
    return absolute_central_moment(k, p) / side


FIRST, LAST = Fraction(1, 20), Fraction(1)
"""Below the first value of p a derivative is certified; between the two, the ratio itself."""
CERTIFIED_ORDERS = {"quick": ODD[:3], "paper": ODD[:7]}
SMALL_PIECES = [FIRST * i / 8 for i in range(9)]
PIECES = [FIRST + (LAST - FIRST) * i / 512 for i in range(513)]
SMALL = Fraction(1, 10_000)
"""A parameter so small that the ratio is near its limit."""


def below_limit(k: int) -> arb:
    """I_k = ∫_0^1 (1 − x)^k e^{−x} dx, by I_k = 1 − k I_{k−1}."""
    value = 1 - (-arb(1)).exp()
    for j in range(1, k + 1):
        value = 1 - j * value
    return value


def interval(low: Fraction, high: Fraction) -> arb:
    return arb(ball((low + high) / 2), ball((high - low) / 2))


def ratio_enclosure(k: int, p: arb) -> arb:
    """p^k E|W|^k/(1 − p) on a ball of p, from the polynomial of the moment and the part below the mean."""
    q = 1 - p
    moment = sum(
        c * q ** (i - 1) * p ** (k - i) for i, c in enumerate(central_moment_coefficients(k)[1:], start=1)
    )
    # (q − py)_+ ≤ its upper end, which bounds every term from above
    below = q ** (k - 1) * p
    for y in range(1, ceil(float((q / p).upper()))):
        below += arb.max(q - p * y, arb(0)) ** k * p * q ** (y - 1)
    return moment + 2 * below


def bound_near_zero(k: int, p):
    """N_k(p) + 2I_k e^p/(1 − p), which bounds the ratio, for a ball or a power series.

    N_k(p) = p^k μ_k/(1 − p) = Σ c_i (1 − p)^{i−1} p^{k−i}; its value at 0 is the limit.
    """
    terms = enumerate(central_moment_coefficients(k)[1:], start=1)
    moment = sum(c * (1 - p) ** (i - 1) * p ** (k - i) for i, c in terms)
    return moment + 2 * below_limit(k) * p.exp() / (1 - p)


def largest_slope_near_zero(k: int) -> arb:
    """An upper bound on the slope of the bound above on [0, FIRST]."""
    series = [bound_near_zero(k, arb_series([interval(*piece), 1], 2)) for piece in pairwise(SMALL_PIECES)]
    return max(expansion[1].upper() for expansion in series)


def exponential_moment(k: int) -> arb:
    """E|X − 1|^k of a standard exponential X: k!/e above 1, and below it the integral."""
    below = acb.integral(lambda x, _: (1 - x) ** k * (-x).exp(), 0, 1).real
    return factorial(k) * (-arb(1)).exp() + below


@check(
    "mnl:equation-18",
    scale=Twin(Fraction(19, 20)),
    variance=Twin(Fraction(19, 20)),
    half=Twin(Fraction(49, 100), step="equation-21"),
    factor=[Twin(Fraction(n, 100), step="equation-18-constant") for n in (99, 101)],
)
def equation_18(case, scale=1, variance=1, half=Fraction(1, 2), factor=1):
    # below the mean W⁻ ≤ μ, so 2E(W⁻)^k ≤ 2μ^{k−1} E W⁻ = μ^{k−1} E|W| ≤ μ^{k−1} σ
    q = sp.Symbol("q", positive=True)
    p = 1 - q
    for k in ODD_EXAMPLES:
        below = p**k * (q / p) ** (k - 1) * sp.sqrt(q) / p
        case.zero(f"p^k μ^(k−1) σ = q^(k−1/2), k = {k}", below - q ** (k - sp.Rational(1, 2)))
    room = [Fraction(factorial(k), 2) - derangements(k) for k in ODD]
    case.must("!k + 1 ≤ k!/2 for odd k, attained for k = 3", min(room) == room[0] == 1)
    ratios = {(k, p): bernstein_ratio(k, p, scale, variance) for k in BERNSTEIN_ORDERS for p in PARAMETERS}
    case.must("(18)", max(ratios.values()) <= 1)
    case.must("the variance attains it", {ratios[2, p] for p in PARAMETERS} == {1})
    largest = max(ratio for (k, _), ratio in ratios.items() if k > 2)
    case.number("largest", "largest ratio of the two sides, k ≥ 3", float(largest))

    moments = case.step("equation-21")
    below = min(min(excess(central_moment_coefficients(k), half * factorial(k))) for k in HIGHER)
    moments.must("coefficient by coefficient, so for all p", below >= 0)
    shares = [Fraction(derangements(k), factorial(k)) for k in HIGHER]
    moments.must("largest !k/k!", max(shares) <= half, largest=max(shares))
    moments.must("largest for k ≥ 3, !4/4!", max(shares[1:]) == Fraction(9, 24), later=max(shares[1:]))

    best = case.step("equation-18-constant")
    for k in CERTIFIED_ORDERS[case.profile]:
        constant = ball(factor) * (derangements(k) + 2 * below_limit(k))
        # the limit at p → 0, integrated; the exact ratio near it, from below
        best.must(f"it is the exponential law's moment, k = {k}", constant.overlaps(exponential_moment(k)))
        near = ratio_enclosure(k, ball(SMALL))
        best.must(f"the ratio comes to it, k = {k}", near > constant * ball(1 - 20 * SMALL))
        best.must(f"and not above it, k = {k}", near < constant)
        # near 0 a bound on the ratio starts at the constant and falls
        best.must(f"a bound starts there, k = {k}", bound_near_zero(k, ball(0)).overlaps(constant))
        slope = largest_slope_near_zero(k)
        ratios = (ratio_enclosure(k, interval(*piece)) for piece in pairwise(PIECES))
        certified = slope < 0 and all(ratio < constant for ratio in ratios)
        best.sign(f"certified for all p, k = {k}", int(certified))
        best.number(f"{k}", f"share of k!/2, k = {k}", float(2 * constant / factorial(k)))
