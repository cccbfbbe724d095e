"""Lemma 1 of Katariya et al. (2017) as printed: the divergence, (6), Pinsker's inequality, (7)."""

from __future__ import annotations

import sympy as sp

from compendium.finding import Finding, check

c, p, q, x, M = sp.symbols("c p q x M", positive=True)


def d(a, b):
    """The divergence as an expression, for a and b inside (0, 1)."""
    return a * sp.log(a / b) + (1 - a) * sp.log((1 - a) / (1 - b))


def vanish(*expressions) -> bool:
    """Whether every expression is identically zero."""
    return all(sp.simplify(expression) == 0 for expression in expressions)


def identities(*expressions) -> Finding:
    """A claim holds if every expression is identically zero."""
    confirmed = sum(vanish(expression) for expression in expressions)
    return Finding(
        "holds" if confirmed == len(expressions) else "refuted",
        {"identities confirmed": f"{confirmed} of {len(expressions)}"},
    )


@check("rank1:divergence-extension")
def divergence_extension(profile):
    to_edge = sp.exp(sp.limit(d(p, q), p, 0, "+")) * (1 - q) - 1  # the limit is log(1/(1-q))
    blows_up = sp.limit(d(sp.Rational(1, 3), q), q, 0, "+") == sp.oo
    diagonal = sp.limit(sp.expand_log(d(x, x)), x, 0, "+")
    # q = exp(-1/p): p log(p/q) = p log p + 1
    mass, rest = x * sp.log(x) + x / x, (1 - x) * sp.log((1 - x) / (1 - sp.exp(-1 / x)))
    curve = sp.limit(mass, x, 0, "+") + sp.limit(rest, x, 0, "+")
    extends = vanish(to_edge) and blows_up
    return Finding(
        "corrected" if extends and diagonal != curve else "refuted",
        {"limit at (0, 0) along q = p": int(diagonal), "along q = exp(−1/p)": int(curve)},
    )


@check("rank1:lemma-1-derivatives")
def lemma_1_derivatives(profile):
    scaled, plain = d(c * p, c * q), c * d(p, q)
    zero = (
        sp.diff(scaled, q) - c * (q - p) / (q * (1 - c * q)),
        sp.diff(scaled, q, 2)
        - (c**2 * (q - p) ** 2 + c * p * (1 - c * p)) / (q * (1 - c * q)) ** 2,
        sp.diff(plain, q) - c * (q - p) / (q * (1 - q)),
        sp.diff(plain, q, 2) - (c * (q - p) ** 2 + c * p * (1 - p)) / (q * (1 - q)) ** 2,
    )
    return identities(*zero)


@check("rank1:lemma-1-convexity")
def lemma_1_convexity(profile):
    slopes = [sp.diff(d(c * p, c * q), q), sp.diff(c * d(p, q), q)]
    # the second derivatives are a square plus a variance, over a square
    above = [(c * (q - p)) ** 2 + c * p * (1 - c * p), c * (q - p) ** 2 + c * p * (1 - p)]
    below = [(q * (1 - c * q)) ** 2, (q * (1 - q)) ** 2]
    convex = vanish(*(sp.diff(s, q) * b - a for s, a, b in zip(slopes, above, below, strict=True)))
    same_sign = vanish(slopes[1] / slopes[0] - (1 - c * q) / (1 - q))
    stationary = [sp.solve(sp.numer(sp.together(sp.simplify(s))), q) for s in slopes]
    minimum = stationary == [[p], [p]]
    return Finding(
        "holds" if convex and same_sign and minimum else "refuted",
        {"convex": convex, "same sign": same_sign, "only stationary at q = p": minimum},
    )


@check("rank1:equation-6")
def equation_6(profile):
    scaled, plain = c / (x * (1 - c * x)), c / (x * (1 - x))  # the integrands, over (x - p)
    upper = plain - scaled - c * (1 - c) / ((1 - x) * (1 - c * x))
    excess = (M - x) + c * x * (1 - M)  # not negative for x <= M <= 1
    lower = scaled - (1 - M) * plain - c * excess / (x * (1 - x) * (1 - c * x))
    return identities(upper, lower)


@check("rank1:pinsker")
def pinsker(profile):
    remainder = 1 / (x * (1 - x)) - 4 - (1 - 2 * x) ** 2 / (x * (1 - x))
    slope = sp.diff(d(p, q), q) - (q - p) / (q * (1 - q))
    return identities(remainder, slope)


@check("rank1:equation-7")
def equation_7(profile):
    # 1/(x(1-cx)) >= 4 c, and >= 4 (1 - M) for x <= M, each by a sum of squares and products
    first = 1 - 4 * c * x * (1 - c * x) - (1 - 2 * c * x) ** 2
    excess = (M - x) + c * x * (1 - M)
    second = 1 - 4 * (1 - M) * x * (1 - c * x) - ((1 - 2 * x) ** 2 + 4 * x * excess)
    return identities(first, second)
