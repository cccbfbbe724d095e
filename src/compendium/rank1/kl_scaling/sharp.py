"""Results sharper than Lemma 1: the best possible sandwich, κ(c, M), and Theorem 1 without γ."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb, ctx

from clickbandits.rank1.bounds import curvature
from compendium.balls import ball, kl_ball
from compendium.case import Twin, check
from compendium.rank1.symbols import M, c, d, mu, p, q, x

RATIO = (1 - x) / (1 - c * x)  # of the two derivatives
KAPPA = 1 / (4 * M * (1 - c * M))  # if c M ≤ 1/2; otherwise it is c


@check("rank1:sharp-scaling", factor=Twin(Fraction(21, 20)))
def sharp_scaling(case, factor=1):
    a = sp.Symbol("a", positive=True)
    integrand = 1 / (1 - c * x) - sp.Rational(factor) * (1 - a) / ((1 - c * a) * (1 - x))
    product = (1 - c) * (a - x) / ((1 - c * x) * (1 - c * a) * (1 - x))
    case.zero("integrand", integrand - product)
    case.zero("ratio decreases", sp.diff(RATIO, x) + (1 - c) / (1 - c * x) ** 2)


@check("rank1:sharp-scaling-optimal", factor=[Twin(Fraction(21, 20)), Twin(Fraction(19, 20))])
def sharp_scaling_optimal(case, factor=1):
    # both divergences vanish to second order at q = p: the ratio's limit is that of the curvatures
    scaled, plain = d(c * p, c * q), c * d(p, q)
    limit = (sp.diff(scaled, q, 2) / sp.diff(plain, q, 2)).subs(q, p)
    case.zero("∂ d(cp, cq) at q = p", sp.diff(scaled, q).subs(q, p))
    case.zero("∂ c d(p, q) at q = p", sp.diff(plain, q).subs(q, p))
    case.zero("limit of the ratio", limit - sp.Rational(factor) * (1 - p) / (1 - c * p))


@check("rank1:equation-6-constants", lower=Twin(Fraction(21, 20)), upper=Twin(Fraction(19, 20)))
def equation_6_constants(case, lower=1, upper=1):
    case.zero("increases with c", sp.diff(RATIO, c) - x * (1 - x) / (1 - c * x) ** 2)
    case.zero("1 - x at c = 0", RATIO.subs(c, 0) - sp.Rational(lower) * (1 - x))
    case.zero("1 at c = 1", sp.limit(RATIO, c, 1) - sp.Rational(upper))


@check("rank1:sharp-quadratic", factor=[Twin(Fraction(21, 20)), Twin(Fraction(19, 20))])
def sharp_quadratic(case, factor=1):
    limit = sp.diff(d(c * p, c * q), q, 2).subs(q, p) / (4 * c)  # of d / (2c (p - q)²) as q → p
    parabola = x * (1 - c * x)
    case.zero("largest at M", M * (1 - c * M) - parabola - (M - x) * (1 - c * (M + x)))
    case.zero("largest at 1/(2c)", 1 / (4 * c) - parabola - (1 - 2 * c * x) ** 2 / (4 * c))
    case.zero("attained at M", limit.subs(p, M) - sp.Rational(factor) * KAPPA)
    case.zero("attained at 1/(2c)", limit.subs(p, 1 / (2 * c)) - sp.Rational(factor) * c)


@check("rank1:sharp-quadratic-properties", least=Twin(Fraction(3, 10)), beyond=Twin(Fraction(21, 20)))
def sharp_quadratic_properties(case, least=Fraction(1, 4), beyond=1):
    fall = 1 - 4 * M * (1 - M) * (1 - c * M)
    case.zero("κ ≥ c", 1 - 4 * c * M * (1 - c * M) - (1 - 2 * c * M) ** 2)
    case.zero("κ ≥ 1-M", fall - (1 - 2 * M) ** 2 - 4 * c * M**2 * (1 - M))
    case.zero("c ≥ 1-M where κ = c", 1 / (2 * M) - 2 * (1 - M) - (1 - 2 * M) ** 2 / (2 * M))
    case.zero("κ ≥ 1/4", 1 - 4 * sp.Rational(least) * M * (1 - c * M) - (1 - M) - c * M**2)
    case.zero("cκ increases with c", sp.diff(c * KAPPA, c) - 1 / (4 * M * (1 - c * M) ** 2))
    case.zero("κ decreases in M", sp.diff(M * (1 - c * M), M) - (1 - 2 * c * M))
    case.zero("the pieces meet", KAPPA.subs(M, 1 / (2 * c)) - sp.Rational(beyond) * c)


@check("rank1:gamma-disappears", factor=Twin(Fraction(13, 10)), limit=Twin(sp.Integer(1)))
def gamma_disappears(case, factor=1, limit=sp.oo):
    case.must("κ's properties", sharp_quadratic_properties(case.profile).verdict == "holds")
    ratio = sp.limit((KAPPA.subs(c, mu) / sp.Max(mu, 1 - M)).subs(M, 1), mu, 0, "+")
    case.must("κ/γ as μ → 0 at p_max = 1", ratio == limit, ratio=float(ratio))
    share, low, high = Fraction(1, 100), Fraction(1, 2), Fraction(1)
    square = 2 * share * (low - high) ** 2
    bound = square * curvature(share, high)
    with ctx.workprec(200):
        divergence = kl_ball(share * low, share * high)
        case.must("the bound by κ in the example", divergence > ball(factor * bound))
    case.number("divergence", "d(cp, cq) at c = 1/100, p = 1/2, q = 1", float(divergence.mid()))
    case.number("sharp", "its bound by κ", float(bound))
    case.number("printed", "its bound by (7)", float(square * max(share, 1 - high)))


def times(factor: Fraction, value: arb) -> arb:
    """The product, with 0 · ∞ = 0."""
    return arb(0) if factor == 0 else ball(factor) * value


def shrinking(c: Fraction, x: Fraction) -> Fraction:
    """c (1 - x) / (1 - c x), the ratio of the two derivatives at x; 1 if c = 1."""
    return Fraction(1) if c == 1 else c * (1 - x) / (1 - c * x)


@check(
    "rank1:lemma-1", factor=Twin(Fraction(21, 20)), upper=Twin(Fraction(19, 20)), lower=Twin(Fraction(21, 20))
)
def lemma_1(case, factor=1, upper=1, lower=1):
    rng = np.random.default_rng(170306513)
    draws = rng.integers((2, 1, 1, 1), 10**6, size=(500 if case.profile == "quick" else 5000, 4))
    triples = ([Fraction(int(part % (size - 1) + 1), int(size)) for part in parts] for size, *parts in draws)
    with ctx.workprec(200):
        margins = [lemma_1_margins(c, p, q, factor, upper, lower) for c, p, q in triples if p != q]
        certified = sum(all(margin > 0 for margin in each) for each in margins)
        narrowest = min(float(margin.mid()) for each in margins for margin in each)
    case.number("triples", "triples with p ≠ q", len(margins))
    case.must("certified", certified == len(margins), certified=certified)
    case.number("narrowest", "smallest margin", narrowest)


def lemma_1_margins(c, p, q, factor=1, upper=1, lower=1):
    """The margins of (6), (7) and their sharp versions at three rationals, as balls."""
    scaled, plain = kl_ball(c * p, c * q), kl_ball(p, q)
    largest, smallest, square = max(p, q), min(p, q), 2 * c * (p - q) ** 2
    return (
        scaled - times(lower * shrinking(c, largest), plain),
        times(upper * shrinking(c, smallest), plain) - scaled,
        times(shrinking(c, largest) - c * (1 - largest), plain),
        times(c - shrinking(c, smallest), plain),
        scaled - ball(factor * square * curvature(c, largest)),
        scaled - ball(square * max(c, 1 - largest)),
    )


@check("rank1:lemma-1-edges", upper=Twin(Fraction(19, 20)), lower=Twin(Fraction(21, 20)))
def lemma_1_edges(case, upper=1, lower=1):
    grid = Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(4, 5), Fraction(1)
    points = [point for point in itertools.product(grid, repeat=3) if set(point) & {0, 1}]
    with ctx.workprec(200):
        right = sum(edge_inequalities(*point, upper, lower) for point in points)
    case.number("points", "boundary points", len(points))
    case.must("where all hold", right == len(points), right=right)


def edge_inequalities(c, p, q, upper=1, lower=1) -> bool:
    """The six inequalities as comparisons of extended values, which are equal only if exactly equal."""
    scaled, plain = kl_ball(c * p, c * q), kl_ball(p, q)
    largest, smallest, square = max(p, q), min(p, q), 2 * c * (p - q) ** 2
    floor = 0 if p == q else square * max(curvature(c, largest), c, 1 - largest)
    ordered = (
        times(c * (1 - largest), plain),
        times(lower * shrinking(c, largest), plain),
        scaled,
        times(upper * shrinking(c, smallest), plain),
        times(upper * c, plain),
    )
    # two balls that overlap are equal here: the cases of equality are p = q, c = 0 and c = 1
    return scaled >= ball(floor) and all(
        low <= high or low.overlaps(high) for low, high in itertools.pairwise(ordered)
    )
