"""Lemma 1 of Katariya et al. (2017) as printed: the divergence, (6), Pinsker's inequality, (7)."""

from __future__ import annotations

import sympy as sp

from compendium.finding import Case, check
from compendium.rank1.symbols import M, c, d, identities, p, q, x


@check("rank1:divergence-extension")
def divergence_extension(profile):
    """Takes limits of d at p = 0 for all q, at q = 0 for p = 1/3, and at (0, 0) on two curves."""
    case = Case()
    edge = sp.limit(d(p, q), p, 0, "+")
    case.zero("d(0, q) = log 1/(1-q)", sp.exp(edge) * (1 - q) - 1)
    case.must("d(1/3, 0) = ∞", sp.limit(d(sp.Rational(1, 3), q), q, 0, "+") == sp.oo)
    diagonal = sp.limit(sp.expand_log(d(x, x)), x, 0, "+")
    # q = exp(-1/p): p log(p/q) = p log p + 1
    mass, rest = x * sp.log(x) + x / x, (1 - x) * sp.log((1 - x) / (1 - sp.exp(-1 / x)))
    curve = sp.limit(mass, x, 0, "+") + sp.limit(rest, x, 0, "+")
    case.printed("one limit at (0, 0)", diagonal == curve)
    case.number("diagonal", "limit at (0, 0) along q = p", int(diagonal))
    case.number("curve", "along q = exp(−1/p)", int(curve))
    return case.finding()


@check("rank1:lemma-1-derivatives")
def lemma_1_derivatives(profile):
    """Compares the four printed derivatives with those of computer algebra."""
    scaled, plain = d(c * p, c * q), c * d(p, q)
    second = (c**2 * (q - p) ** 2 + c * p * (1 - c * p)) / (q * (1 - c * q)) ** 2
    plain_second = (c * (q - p) ** 2 + c * p * (1 - p)) / (q * (1 - q)) ** 2
    return identities(
        {
            "∂ d(cp, cq)": sp.diff(scaled, q) - c * (q - p) / (q * (1 - c * q)),
            "∂² d(cp, cq)": sp.diff(scaled, q, 2) - second,
            "∂ c d(p, q)": sp.diff(plain, q) - c * (q - p) / (q * (1 - q)),
            "∂² c d(p, q)": sp.diff(plain, q, 2) - plain_second,
        }
    ).finding()


@check("rank1:lemma-1-convexity")
def lemma_1_convexity(profile):
    """Writes the second derivatives as sums of squares, and compares and solves the first."""
    case = Case()
    slopes = [sp.diff(d(c * p, c * q), q), sp.diff(c * d(p, q), q)]
    # the second derivatives are a square plus a variance, over a square
    above = [(c * (q - p)) ** 2 + c * p * (1 - c * p), c * (q - p) ** 2 + c * p * (1 - p)]
    below = [(q * (1 - c * q)) ** 2, (q * (1 - q)) ** 2]
    squares = [sp.diff(s, q) * b - a for s, a, b in zip(slopes, above, below, strict=True)]
    ratio = slopes[1] / slopes[0] - (1 - c * q) / (1 - q)
    stationary = [sp.solve(sp.numer(sp.together(sp.simplify(s))), q) for s in slopes]
    alone = "only stationary at q = p"
    case.number("convex", "convex", case.zero("convex", *squares))
    case.number("same_sign", "same sign", case.zero("same sign", ratio))
    case.number("minimum", alone, case.must(alone, stationary == [[p], [p]]))
    return case.finding()


EXCESS = (M - x) + c * x * (1 - M)  # not negative for x ≤ M ≤ 1


@check("rank1:equation-6")
def equation_6(profile):
    """Shows by how much the integrands of (6) differ, each time a product of positive factors."""
    scaled, plain = c / (x * (1 - c * x)), c / (x * (1 - x))  # the integrands, over (x - p)
    return identities(
        {
            "upper": plain - scaled - c * (1 - c) / ((1 - x) * (1 - c * x)),
            "lower": scaled - (1 - M) * plain - c * EXCESS / (x * (1 - x) * (1 - c * x)),
        }
    ).finding()


@check("rank1:pinsker")
def pinsker(profile):
    """Shows that the integrand of Pinsker's inequality exceeds 4 by a square, and the slope."""
    return identities(
        {
            "1/(x(1-x)) ≥ 4": 1 / (x * (1 - x)) - 4 - (1 - 2 * x) ** 2 / (x * (1 - x)),
            "∂ d": sp.diff(d(p, q), q) - (q - p) / (q * (1 - q)),
        }
    ).finding()


@check("rank1:equation-7")
def equation_7(profile):
    """Shows both halves of (7) by the integrand, each by a sum of squares and products."""
    second = 1 - 4 * (1 - M) * x * (1 - c * x) - ((1 - 2 * x) ** 2 + 4 * x * EXCESS)
    return identities(
        {
            "1/(x(1-cx)) ≥ 4c": 1 - 4 * c * x * (1 - c * x) - (1 - 2 * c * x) ** 2,
            "1/(x(1-cx)) ≥ 4(1-M)": second,
        }
    ).finding()
