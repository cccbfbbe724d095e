"""Sharper than Lemma 1: the best-possible sandwich, κ(c, M), and Theorem 1 without γ."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb, ctx

from clickbandits.rank1.bounds import curvature
from compendium.balls import ball, kl_ball
from compendium.finding import Case, check, twin
from compendium.rank1.symbols import M, c, d, identities, mu, p, q, x

RATIO = (1 - x) / (1 - c * x)  # of the two derivatives
GRID = Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(4, 5), Fraction(1)
EDGES = [point for point in itertools.product(GRID, repeat=3) if set(point) & {0, 1}]
"""Boundary points (c, p, q)."""
KAPPA = 1 / (4 * M * (1 - c * M))  # where c M ≤ 1/2; beyond it is c


@check("rank1:sharp-scaling")
@twin("the factor of both bounds", gives="refuted", factor=Fraction(21, 20))
def sharp_scaling(profile, factor=1):
    """Shows the integrands' difference as a product, and that the derivatives' ratio decreases."""
    a = sp.Symbol("a", positive=True)
    integrand = 1 / (1 - c * x) - sp.Rational(factor) * (1 - a) / ((1 - c * a) * (1 - x))
    product = (1 - c) * (a - x) / ((1 - c * x) * (1 - c * a) * (1 - x))
    slope = sp.diff(RATIO, x) + (1 - c) / (1 - c * x) ** 2
    return identities({"integrand": integrand - product, "ratio decreases": slope}).finding()


@check("rank1:sharp-scaling-optimal")
@twin("the best factor", gives="refuted", factor=Fraction(21, 20))
@twin("the best factor", gives="refuted", factor=Fraction(19, 20))
def sharp_scaling_optimal(profile, factor=1):
    """Finds the limit of the ratio of divergences as q → p, from their derivatives up to two."""
    # both divergences vanish to second order at q = p: the ratio's limit is that of the curvatures
    scaled, plain = d(c * p, c * q), c * d(p, q)
    curvatures = [sp.diff(divergence, q, 2).subs(q, p) for divergence in (scaled, plain)]
    return identities(
        {
            "∂ d(cp, cq) at q = p": sp.diff(scaled, q).subs(q, p),
            "∂ c d(p, q) at q = p": sp.diff(plain, q).subs(q, p),
            "limit of the ratio": curvatures[0] / curvatures[1]
            - sp.Rational(factor) * (1 - p) / (1 - c * p),
        }
    ).finding()


@check("rank1:equation-6-constants")
@twin("the best lower factor", gives="refuted", lower=Fraction(21, 20))
@twin("the best upper factor", gives="refuted", upper=Fraction(19, 20))
def equation_6_constants(profile, lower=1, upper=1):
    """Shows that the sharp factor increases with c, and takes its limits at c = 0 and 1."""
    return identities(
        {
            "increases with c": sp.diff(RATIO, c) - x * (1 - x) / (1 - c * x) ** 2,
            "1 - x at c = 0": RATIO.subs(c, 0) - sp.Rational(lower) * (1 - x),
            "1 at c = 1": sp.limit(RATIO, c, 1) - sp.Rational(upper),
        }
    ).finding()


@check("rank1:sharp-quadratic")
@twin("the largest number", gives="refuted", factor=Fraction(21, 20))
@twin("the largest number", gives="refuted", factor=Fraction(19, 20))
def sharp_quadratic(profile, factor=1):
    """Shows where x(1-cx) is largest on [0, M], and that the bound is attained there."""
    limit = sp.diff(d(c * p, c * q), q, 2).subs(q, p) / (4 * c)  # of d / (2c (p - q)²) as q → p
    parabola = x * (1 - c * x)
    return identities(
        {
            "largest at M": M * (1 - c * M) - parabola - (M - x) * (1 - c * (M + x)),
            "largest at 1/(2c)": 1 / (4 * c) - parabola - (1 - 2 * c * x) ** 2 / (4 * c),
            "attained at M": limit.subs(p, M) - sp.Rational(factor) * KAPPA,
            "attained at 1/(2c)": limit.subs(p, 1 / (2 * c)) - sp.Rational(factor) * c,
        }
    ).finding()


@check("rank1:sharp-quadratic-properties")
@twin("κ is at least", gives="refuted", least=Fraction(3, 10))
@twin("κ over c where cM > 1/2", gives="refuted", beyond=Fraction(21, 20))
def sharp_quadratic_properties(profile, least=Fraction(1, 4), beyond=1):
    """Writes the excesses of κ as sums that are not negative on the square, and its slopes."""
    fall = 1 - 4 * M * (1 - M) * (1 - c * M)
    return identities(
        {
            "κ ≥ c": 1 - 4 * c * M * (1 - c * M) - (1 - 2 * c * M) ** 2,
            "κ ≥ 1-M": fall - (1 - 2 * M) ** 2 - 4 * c * M**2 * (1 - M),
            "c ≥ 1-M where κ = c": 1 / (2 * M) - 2 * (1 - M) - (1 - 2 * M) ** 2 / (2 * M),
            "κ ≥ 1/4": 1 - 4 * sp.Rational(least) * M * (1 - c * M) - (1 - M) - c * M**2,
            "cκ increases with c": sp.diff(c * KAPPA, c) - 1 / (4 * M * (1 - c * M) ** 2),
            "κ decreases in M": sp.diff(M * (1 - c * M), M) - (1 - 2 * c * M),
            "the pieces meet": KAPPA.subs(M, 1 / (2 * c)) - sp.Rational(beyond) * c,
        }
    ).finding()


@check("rank1:gamma-disappears")
@twin("κ's place in the bound", gives="refuted", factor=Fraction(13, 10))
@twin("what κ/γ tends to", gives="refuted", limit=sp.Integer(1))
def gamma_disappears(profile, factor=1, limit=sp.oo):
    """Combines κ's properties with the limit of κ/γ at p_max = 1, and encloses one example."""
    case = Case()
    case.must("κ's properties", sharp_quadratic_properties(profile).verdict == "holds")
    ratio = sp.limit((KAPPA.subs(c, mu) / sp.Max(mu, 1 - M)).subs(M, 1), mu, 0, "+")
    case.must("κ/γ is unbounded", ratio == limit)
    share, low, high = Fraction(1, 100), Fraction(1, 2), Fraction(1)
    near = Fraction(99, 100)  # close to p_max, where κ is attained
    with ctx.workprec(200):
        divergence = kl_ball(share * low, share * high)
        tight = kl_ball(share * near, share * high)
    square = 2 * share * (low - high) ** 2
    bound = square * curvature(share, high)
    closest = factor * 2 * share * (near - high) ** 2 * curvature(share, high)
    case.must("the bound by κ in the example", divergence > ball(factor * bound))
    case.must("and close to p_max", tight > ball(closest))
    # κ = 1/(4 (1 - 1/100)) = 25/99, times 2 c (p - q)²
    case.must("the bound by hand", bound == Fraction(1, 792))
    case.must("and close to p_max by hand", closest == Fraction(1, 1_980_000))
    # d(1/200, 1/100), twice that is (199 log(199/198) - log 2)/100
    twice = (199 * ball(Fraction(199, 198)).log() - arb(2).log()) / 100
    case.must("the divergence by hand", abs(2 * divergence - twice) < 1e-12)
    case.must("κ is nearly attained close to p_max", tight < ball(closest * Fraction(101, 100)))
    case.number("ratio", "κ/γ as μ → 0 at p_max = 1", str(ratio).replace("oo", "∞"))
    example = "d(cp, cq) at c = 1/100, p = 1/2, q = 1"
    case.number("divergence", example, float(divergence.mid()))
    case.number("sharp", "its bound by κ", float(bound))
    case.number("printed", "its bound by (7)", float(square * max(share, 1 - high)))
    return case.finding()


def times(factor: Fraction, value: arb) -> arb:
    """The product with 0 · ∞ = 0."""
    return arb(0) if factor == 0 else ball(factor) * value


def shrinking(c: Fraction, x: Fraction) -> Fraction:
    """c (1 - x) / (1 - c x), the ratio of the two derivatives at x; 1 where c = 1."""
    return Fraction(1) if c == 1 else c * (1 - x) / (1 - c * x)


@check("rank1:lemma-1")
@twin("the factor of κ", gives="refuted", factor=Fraction(21, 20))
@twin("the factor of the upper bound", gives="refuted", upper=Fraction(19, 20))
def lemma_1(profile, factor=1, upper=1):
    """Encloses both sides of (6), (7) and their sharp versions at random rational triples."""
    case = Case()
    rng = np.random.default_rng(170306513)
    draws = rng.integers((2, 1, 1, 1), 10**6, size=(500 if profile == "quick" else 5000, 4))
    triples = [
        [Fraction(int(part % (size - 1) + 1), int(size)) for part in parts]
        for size, *parts in draws
    ]
    triples = [(c, p, q) for c, p, q in triples if p != q]
    with ctx.workprec(200):
        margins = [lemma_1_margins(*triple, factor, upper) for triple in triples]
        certified = sum(all(margin > 0 for margin in each) for each in margins)
        narrowest = min(float(margin.mid()) for each in margins for margin in each)
    case.must("every margin is above 0", certified == len(triples))
    # c = 1/2, p = 0, q = 1/2: κ = 2/3, d(0, 1/4) = log 4/3, d(0, 1/2) = log 2, (p - q)² = 1/4
    with ctx.workprec(200):
        found = lemma_1_margins(Fraction(1, 2), Fraction(0), Fraction(1, 2))
    scaled, plain = math.log(4 / 3), math.log(2)
    by_hand = [
        scaled - plain / 3,
        plain / 2 - scaled,
        plain / 12,
        0,
        scaled - 1 / 6,
        scaled - 1 / 8,
    ]
    near = np.allclose([float(margin.mid()) for margin in found], by_hand, rtol=1e-12, atol=1e-12)
    case.must("the margins by hand at c = q = 1/2, p = 0", near)
    case.number("triples", "triples with p ≠ q", len(triples))
    case.number("certified", "certified", certified)
    case.number("narrowest", "smallest margin", narrowest)
    return case.finding()


def lemma_1_margins(c, p, q, factor=1, upper=1):
    """By how much (6), (7) and their sharp versions hold at three rationals, as balls."""
    scaled, plain = kl_ball(c * p, c * q), kl_ball(p, q)
    largest, smallest, square = max(p, q), min(p, q), 2 * c * (p - q) ** 2
    return (
        scaled - times(shrinking(c, largest), plain),
        times(upper * shrinking(c, smallest), plain) - scaled,
        times(shrinking(c, largest) - c * (1 - largest), plain),
        times(c - shrinking(c, smallest), plain),
        scaled - ball(factor * square * curvature(c, largest)),
        scaled - ball(square * max(c, 1 - largest)),
    )


@check("rank1:lemma-1-edges")
@twin("the factor of the upper bounds", gives="refuted", upper=Fraction(19, 20))
def lemma_1_edges(profile, upper=1):
    """Compares both sides of the inequalities, as extended values, at 98 boundary points."""
    case = Case()
    with ctx.workprec(200):
        right = sum(edge_inequalities(*point, upper) for point in EDGES)
        floor, values = edge_values(Fraction(1, 2), Fraction(0), Fraction(1, 2), upper)
    case.must("all inequalities at every point", right == len(EDGES))
    # c = q = 1/2, p = 0: κ = 2/3, d(0, 1/4) = log 4/3, and d(0, 1/2) = log 2 times 1/4, 1/3, 1/2
    by_hand = [math.log(2) / 4, math.log(2) / 3, math.log(4 / 3), math.log(2) / 2, math.log(2) / 2]
    near = np.allclose([float(value.mid()) for value in values], by_hand, rtol=1e-12)
    case.must("by hand at c = q = 1/2, p = 0", floor == Fraction(1, 6) and near)
    case.number("points", "boundary points", len(EDGES))
    case.number("right", "where all hold", right)
    return case.finding()


def edge_values(c, p, q, upper=1) -> tuple[Fraction, tuple[arb, ...]]:
    """The lower bound by κ, c and 1 - M; and d(cp, cq) amid its four bounds by d(p, q)."""
    scaled, plain = kl_ball(c * p, c * q), kl_ball(p, q)
    largest, smallest, square = max(p, q), min(p, q), 2 * c * (p - q) ** 2
    floor = 0 if p == q else square * max(curvature(c, largest), c, 1 - largest)
    return Fraction(floor), (
        times(c * (1 - largest), plain),
        times(shrinking(c, largest), plain),
        scaled,
        times(upper * shrinking(c, smallest), plain),
        times(upper * c, plain),
    )


def edge_inequalities(c, p, q, upper=1) -> bool:
    """The six inequalities as comparisons of extended values; equal where exactly equal."""
    floor, ordered = edge_values(c, p, q, upper)
    # two balls that overlap are equal here: the cases of equality are p = q, c = 0 and c = 1
    return ordered[2] >= ball(floor) and all(
        low <= high or low.overlaps(high) for low, high in itertools.pairwise(ordered)
    )
