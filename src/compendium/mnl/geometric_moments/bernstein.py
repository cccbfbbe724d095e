"""The Bernstein condition (18) for absolute moments of the geometric law (Appendix A.1)."""

from fractions import Fraction
from math import factorial

import sympy as sp
from flint import arb, fmpq

from clickbandits.geometric import (
    absolute_central_moment,
    central_moment_coefficients,
    derangements,
)
from compendium.finding import Finding, check

from .cumulants import LARGEST

FIRST, LAST = Fraction(1, 20), Fraction(1)
"""Below the first value of p a derivative is certified, between the two the ratio itself."""


@check("mnl:equation-18")
def equation_18(profile):
    # below the mean W⁻ ≤ μ, so 2E(W⁻)^k ≤ 2μ^{k−1} E W⁻ = μ^{k−1} E|W| ≤ μ^{k−1} σ
    q, k = sp.symbols("q k", positive=True)
    p = 1 - q
    below = p**k * (q / p) ** (k - 1) * sp.sqrt(q) / p
    power = sp.simplify(below.subs(k, 3) - q ** sp.Rational(5, 2)) == 0
    power &= sp.simplify(below.subs(k, 9) - q ** sp.Rational(17, 2)) == 0
    factor = all(derangements(k) + 1 <= Fraction(factorial(k), 2) for k in range(3, LARGEST, 2))
    values = [Fraction(n, 20) for n in range(1, 20)]
    largest = max(bernstein_ratio(k, p) for k in range(3, 16) for p in values)
    numbers = {"largest ratio of the two sides, k ≥ 3": float(largest)}
    return Finding("holds" if power and factor and largest <= 1 else "refuted", numbers)


def bernstein_ratio(k: int, p) -> Fraction | float:
    """E|W|^k over (k!/2)(1 − p)p^{−k}, for p below 1."""
    return absolute_central_moment(k, p) * p**k / (factorial(k) * (1 - p) / 2)


def below_limit(k: int) -> arb:
    """I_k = ∫_0^1 (1 − x)^k e^{−x} dx, by I_k = 1 − k I_{k−1}."""
    value = 1 - (-arb(1)).exp()
    for j in range(1, k + 1):
        value = 1 - j * value
    return value


def ball(low: Fraction, high: Fraction) -> arb:
    middle, half = (low + high) / 2, (high - low) / 2
    return arb(
        arb(fmpq(middle.numerator, middle.denominator)),
        arb(fmpq(half.numerator, half.denominator)),
    )


def ratio_enclosure(k: int, p: arb, terms: int) -> arb:
    """p^k E|W|^k/(1 − p) on a ball of p, from the moment's polynomial and what lies below."""
    q = 1 - p
    moment = sum(
        c * q ** (i - 1) * p ** (k - i)
        for i, c in enumerate(central_moment_coefficients(k)[1:], start=1)
    )
    # (q − py)_+ ≤ its upper end: an upper bound of every term
    below = q ** (k - 1) * p
    for y in range(1, terms):
        below += arb.max(q - p * y, arb(0)) ** k * p * q ** (y - 1)
    return moment + 2 * below


def ratio_stays_below(k: int, low: Fraction, high: Fraction, limit: arb, depth: int = 0) -> bool:
    """Whether the ratio is certified below `limit` on [low, high], halving where needed."""
    if ratio_enclosure(k, ball(low, high), int(1 / low)) < limit:
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
        p = ball(FIRST * piece / pieces, FIRST * (piece + 1) / pieces)
        value = arb(0)
        for c in slope.all_coeffs():
            value = value * p + int(c)
        if not value + 2 * below_limit(k) * p.exp() * (2 - p) / (1 - p) ** 2 < 0:
            return False
    return True


@check("mnl:equation-18-constant")
def equation_18_constant(profile):
    numbers, certified = {}, True
    for k in (3, 5, 7) if profile == "quick" else range(3, 16, 2):
        limit = derangements(k) + 2 * below_limit(k)
        near = decreasing_near_zero(k)
        certified &= near and ratio_stays_below(k, FIRST, LAST, limit)
        numbers[f"share of k!/2, k = {k}"] = float(2 * limit / factorial(k))
    return Finding("holds" if certified else "undecided", numbers)
