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


@check(
    "rank1:sharp-scaling",
    factor=Twin(Fraction(21, 20)),
    best=[Twin(share, step="sharp-scaling-optimal") for share in (Fraction(21, 20), Fraction(19, 20))],
    lower=Twin(Fraction(21, 20), step="equation-6-constants"),
    dearest=Twin("large c", step="equation-6-constants"),
    upper=Twin(Fraction(19, 20), step="equation-6-constants"),
)
def sharp_scaling(case, factor=1, best=1, lower=1, upper=1, dearest="small c"):
    a = sp.Symbol("a", positive=True)
    integrand = 1 / (1 - c * x) - sp.Rational(factor) * (1 - a) / ((1 - c * a) * (1 - x))
    product = (1 - c) * (a - x) / ((1 - c * x) * (1 - c * a) * (1 - x))
    case.zero("integrand", integrand - product)
    case.zero("ratio decreases", sp.diff(RATIO, x) + (1 - c) / (1 - c * x) ** 2)
    # both divergences vanish to second order at q = p: the ratio's limit is that of the curvatures
    optimal, scaled, plain = case.step("sharp-scaling-optimal"), d(c * p, c * q), c * d(p, q)
    limit = (sp.diff(scaled, q, 2) / sp.diff(plain, q, 2)).subs(q, p)
    optimal.zero("∂ d(cp, cq) at q = p", sp.diff(scaled, q).subs(q, p))
    optimal.zero("∂ c d(p, q) at q = p", sp.diff(plain, q).subs(q, p))
    optimal.zero("limit of the ratio", limit - sp.Rational(best) * (1 - p) / (1 - c * p))
    constants = case.step("equation-6-constants")
    constants.zero("increases with c", sp.diff(RATIO, c) - x * (1 - x) / (1 - c * x) ** 2)
    constants.zero("1 - x at c = 0", RATIO.subs(c, 0) - sp.Rational(lower) * (1 - x))
    constants.zero("1 at c = 1", sp.limit(RATIO, c, 1) - sp.Rational(upper))
    constants.zero(
        "the price of 1 - M, 1/(1 - cM), increases with c", sp.diff(RATIO / (1 - x), c) - x / (1 - c * x) ** 2
    )
    sign = 1 if dearest == "small c" else -1
    constants.zero("that of 1, (1 - cm)/(1 - m), decreases", sp.diff(1 / RATIO, c) + sign * x / (1 - x))


@check(
    "rank1:sharp-quadratic",
    factor=[Twin(Fraction(21, 20)), Twin(Fraction(19, 20))],
    least=Twin(Fraction(3, 10), step="sharp-quadratic-properties"),
    beyond=Twin(Fraction(21, 20), step="sharp-quadratic-properties"),
)
def sharp_quadratic(case, factor=1, least=Fraction(1, 4), beyond=1):
    limit = sp.diff(d(c * p, c * q), q, 2).subs(q, p) / (4 * c)  # of d / (2c (p - q)²) as q → p
    parabola = x * (1 - c * x)
    case.zero("largest at M", M * (1 - c * M) - parabola - (M - x) * (1 - c * (M + x)))
    case.zero("largest at 1/(2c)", 1 / (4 * c) - parabola - (1 - 2 * c * x) ** 2 / (4 * c))
    case.zero("attained at M", limit.subs(p, M) - sp.Rational(factor) * KAPPA)
    case.zero("attained at 1/(2c)", limit.subs(p, 1 / (2 * c)) - sp.Rational(factor) * c)
    step = case.step("sharp-quadratic-properties")
    fall = 1 - 4 * M * (1 - M) * (1 - c * M)
    step.zero("κ ≥ c", 1 - 4 * c * M * (1 - c * M) - (1 - 2 * c * M) ** 2)
    step.zero("κ ≥ 1-M", fall - (1 - 2 * M) ** 2 - 4 * c * M**2 * (1 - M))
    step.zero("c ≥ 1-M where κ = c", 1 / (2 * M) - 2 * (1 - M) - (1 - 2 * M) ** 2 / (2 * M))
    step.zero("κ ≥ 1/4", 1 - 4 * sp.Rational(least) * M * (1 - c * M) - (1 - M) - c * M**2)
    step.zero("cκ increases with c", sp.diff(c * KAPPA, c) - 1 / (4 * M * (1 - c * M) ** 2))
    step.zero("κ decreases in M", sp.diff(M * (1 - c * M), M) - (1 - 2 * c * M))
    step.zero("the pieces meet", KAPPA.subs(M, 1 / (2 * c)) - sp.Rational(beyond) * c)


def kappa_is_as_stated(profile: str) -> bool:
    """Whether the step on the properties of κ holds."""
    return sharp_quadratic(profile).steps["rank1:sharp-quadratic-properties"].verdict == "holds"


@check("rank1:gamma-disappears", factor=Twin(Fraction(13, 10)), limit=Twin(sp.Integer(1)))
def gamma_disappears(case, factor=1, limit=sp.oo):
    case.must("κ's properties", kappa_is_as_stated(case.profile))
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


def inequalities(c, p, q, factor=1, upper=1, lower=1) -> list[tuple[arb, arb]]:
    """Both sides of (7), of (6) and of their sharp versions at three rationals, the smaller side first."""
    scaled, plain = kl_ball(c * p, c * q), kl_ball(p, q)
    largest, smallest, square = max(p, q), min(p, q), 2 * c * (p - q) ** 2
    floors = (factor * square * curvature(c, largest), square * max(c, 1 - largest)) if p != q else (0, 0)
    ordered = (
        times(c * (1 - largest), plain),
        times(lower * shrinking(c, largest), plain),
        scaled,
        times(upper * shrinking(c, smallest), plain),
        times(c, plain),
    )
    return [*((ball(floor), scaled) for floor in floors), *itertools.pairwise(ordered)]


@check(
    "rank1:lemma-1", factor=Twin(Fraction(21, 20)), upper=Twin(Fraction(19, 20)), lower=Twin(Fraction(21, 20))
)
def lemma_1(case, factor=1, upper=1, lower=1):
    rng = np.random.default_rng(170306513)
    draws = rng.integers((2, 1, 1, 1), 10**6, size=(500 if case.profile == "quick" else 5000, 4))
    triples = ([Fraction(int(part % (size - 1) + 1), int(size)) for part in parts] for size, *parts in draws)
    with ctx.workprec(200):
        sides = [inequalities(*triple, factor, upper, lower) for triple in triples if triple[1] != triple[2]]
        certified = sum(all(low < high for low, high in each) for each in sides)
    case.number("triples", "triples with p ≠ q", len(sides))
    case.must("certified", certified == len(sides), certified=certified)


@check("rank1:lemma-1-edges", upper=Twin(Fraction(19, 20)), lower=Twin(Fraction(21, 20)))
def lemma_1_edges(case, upper=1, lower=1):
    grid = Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(4, 5), Fraction(1)
    points = [point for point in itertools.product(grid, repeat=3) if set(point) & {0, 1}]
    with ctx.workprec(200):
        # two balls that overlap are equal here: the cases of equality are p = q, c = 0 and c = 1
        right = sum(
            all(low <= high or low.overlaps(high) for low, high in inequalities(*point, 1, upper, lower))
            for point in points
        )
    case.number("points", "boundary points", len(points))
    case.must("where all hold", right == len(points), right=right)
