"""Lemma 1 of Katariya et al. (2017) as published: the divergence, (6), Pinsker's inequality, (7)."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from compendium.case import Twin, check
from compendium.rank1.symbols import M, c, d, identities, p, q, x


@check("rank1:divergence-extension", at_corner=Twin(0), usual=Twin(1, "corrected"))
def divergence_extension(case, at_corner=sp.oo, usual=0):
    # The curves go into (0, 0), with q = p or q = exp(-1/p).
    edge = sp.limit(d(p, q), p, 0, "+")
    case.zero("d(0, q) = log 1/(1-q)", sp.exp(edge) * (1 - q) - 1)
    entropy = -p * sp.log(p) - (1 - p) * sp.log(1 - p)
    parts = -entropy - p * sp.log(q) - (1 - p) * sp.log(1 - q)
    case.zero("d = -H(p) - p log q - (1-p) log(1-q)", sp.expand_log(d(p, q) - parts, force=True))
    case.must("d(p, 0) = ∞", sp.limit(-p * sp.log(q), q, 0, "+") == sp.oo)
    half = sp.Rational(1, 2)
    case.zero("H is largest at 1/2", sp.diff(entropy, p).subs(p, half))
    case.zero("where it is log 2", entropy.subs(p, half) - sp.log(2))
    case.zero("H is concave", sp.diff(entropy, p, 2) + 1 / (p * (1 - p)))
    # for p ≤ 1/2 and q < 1 d is at least this, whatever the path to (0, 1)
    least = sp.limit(-sp.log(2) - half * sp.log(1 - q), q, 1, "-")
    case.must("d → ∞ at (0, 1)", least == at_corner)
    limits = []
    for log_y, log_rest in ((sp.log(x), sp.log(1 - x)), (-1 / x, sp.log(1 - sp.exp(-1 / x)))):
        terms = x * sp.log(x), -x * log_y, (1 - x) * sp.log(1 - x), -(1 - x) * log_rest
        limits.append(sum(sp.limit(term, x, 0, "+") for term in terms))
    case.reading("by continuity at every boundary point", limits[0] == limits[1])
    case.reading("as usual: 0 at (0, 0) and (1, 1), by continuity elsewhere", min(limits) == usual)
    case.number("diagonal", "limit at (0, 0) along q = p", float(limits[0]))
    case.number("curve", "along q = exp(−1/p)", float(limits[1]))


EXCESS = (M - x) + c * x * (1 - M)  # not negative for x ≤ M ≤ 1


@check(
    "rank1:equation-6",
    lower=Twin(Fraction(21, 20)),
    upper=Twin(Fraction(19, 20)),
    power=Twin(2, step="lemma-1-derivatives"),
    minimum=Twin(c * p, step="lemma-1-convexity"),
    sign=Twin(-1, step="lemma-1-convexity"),
)
def equation_6(case, lower=1, upper=1, power=1, minimum=p, sign=1):
    scaled, plain = c / (x * (1 - c * x)), c / (x * (1 - x))  # the integrands, over (x - p)
    above, below = sp.Rational(upper) * plain, sp.Rational(lower) * (1 - M) * plain
    upper_rest = above - scaled - c * (1 - c) / ((1 - x) * (1 - c * x))
    lower_rest = scaled - below - c * EXCESS / (x * (1 - x) * (1 - c * x))
    identities(case, {"upper": upper_rest, "lower": lower_rest})
    derivatives, convexity = case.step("lemma-1-derivatives"), case.step("lemma-1-convexity")
    for name, function, k in (("d(cp, cq)", d(c * p, c * q), c), ("c d(p, q)", c * d(p, q), 1)):
        slope, second = c * (q - p) / (q * (1 - k * q)), sp.diff(function, q, 2)
        square, variance, root = c * k**power * (q - p) ** 2, c * p * (1 - k * p), q * (1 - k * q)
        derivatives.zero(f"∂ {name}", sp.diff(function, q) - slope)
        derivatives.zero(f"∂² {name}", second - (square + variance) / root**2)
        convexity.zero(f"∂² {name} is not negative", second - (square + sign * variance) / root**2)
        convexity.zero(f"∂ {name} has the sign of q - p", slope / (q - minimum) - c / root)


@check(
    "rank1:equation-7",
    factor=Twin(Fraction(21, 20)),
    largest=Twin(Fraction(21, 20)),
    constant=Twin(Fraction(21, 10), step="pinsker"),
)
def equation_7(case, factor=1, largest=1, constant=2):
    least = 4 * sp.Rational(factor)
    plain = sp.Rational(largest) * (1 - M) * x * (1 - c * x)
    first = 1 - least * c * x * (1 - c * x) - (1 - 2 * c * x) ** 2
    second = 1 - least * plain - ((1 - 2 * x) ** 2 + 4 * x * EXCESS)
    identities(case, {"1/(x(1-cx)) ≥ 4c": first, "1/(x(1-cx)) ≥ 4(1-M)": second})
    square = 1 / (x * (1 - x)) - 2 * sp.Rational(constant) - (1 - 2 * x) ** 2 / (x * (1 - x))
    slope = sp.diff(d(p, q), q) - (q - p) / (q * (1 - q))
    identities(case.step("pinsker"), {"1/(x(1-x)) ≥ 4": square, "∂ d": slope})
