"""Sharper than Lemma 1: the best-possible sandwich, κ(c, M), and Theorem 1 without γ."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp
from flint import ctx

from clickbandits.rank1.bounds import curvature
from compendium.balls import ball, kl_ball
from compendium.finding import Finding, check

from .lemma_1 import M, c, d, identities, p, q, x
from .products import shrinking, times

a, mu = sp.symbols("a mu", positive=True)


@check("rank1:sharp-scaling")
def sharp_scaling(profile):
    ratio = (1 - x) / (1 - c * x)
    integrand = 1 / (1 - c * x) - (1 - a) / ((1 - c * a) * (1 - x))
    return identities(
        integrand - (1 - c) * (a - x) / ((1 - c * x) * (1 - c * a) * (1 - x)),
        sp.diff(ratio, x) + (1 - c) / (1 - c * x) ** 2,
    )


@check("rank1:sharp-scaling-optimal")
def sharp_scaling_optimal(profile):
    # both divergences vanish to second order at q = p: the ratio's limit is that of the curvatures
    scaled, plain = d(c * p, c * q), c * d(p, q)
    at = {q: p}
    return identities(
        sp.diff(scaled, q).subs(at),
        sp.diff(plain, q).subs(at),
        sp.diff(scaled, q, 2).subs(at) / sp.diff(plain, q, 2).subs(at) - (1 - p) / (1 - c * p),
    )


@check("rank1:equation-6-constants")
def equation_6_constants(profile):
    ratio = (1 - x) / (1 - c * x)
    return identities(
        sp.diff(ratio, c) - x * (1 - x) / (1 - c * x) ** 2,  # increases with c
        ratio.subs(c, 0) - (1 - x),
        sp.limit(ratio, c, 1) - 1,
    )


@check("rank1:sharp-quadratic")
def sharp_quadratic(profile):
    limit = sp.diff(d(c * p, c * q), q, 2).subs(q, p) / (4 * c)  # of d / (2c (p - q)²) as q → p
    return identities(
        M * (1 - c * M) - x * (1 - c * x) - (M - x) * (1 - c * (M + x)),
        1 / (4 * c) - x * (1 - c * x) - (1 - 2 * c * x) ** 2 / (4 * c),
        limit.subs(p, M) - 1 / (4 * M * (1 - c * M)),
        limit.subs(p, 1 / (2 * c)) - c,
    )


@check("rank1:sharp-quadratic-properties")
def sharp_quadratic_properties(profile):
    # each excess is a sum of terms that are not negative on the unit square
    kappa = 1 / (4 * M * (1 - c * M))
    return identities(
        1 - 4 * c * M * (1 - c * M) - (1 - 2 * c * M) ** 2,
        1 - 4 * M * (1 - M) * (1 - c * M) - (1 - 2 * M) ** 2 - 4 * c * M**2 * (1 - M),
        1 / (2 * M) - 2 * (1 - M) - (1 - 2 * M) ** 2 / (2 * M),  # where κ = c > 1/(2M)
        1 - M * (1 - c * M) - (1 - M) - c * M**2,
        sp.diff(c * kappa, c) - 1 / (4 * M * (1 - c * M) ** 2),
        sp.diff(M * (1 - c * M), M) - (1 - 2 * c * M),
        kappa.subs(M, 1 / (2 * c)) - c,  # the two pieces meet
    )


@check("rank1:gamma-disappears")
def gamma_disappears(profile):
    properties = sharp_quadratic_properties(profile)
    gamma = sp.Max(mu, 1 - M)
    kappa = 1 / (4 * M * (1 - mu * M))
    ratio = sp.limit((kappa / gamma).subs(M, 1), mu, 0, "+")
    c_, p_, q_ = Fraction(1, 100), Fraction(1, 2), Fraction(1)
    with ctx.workprec(200):
        divergence = kl_ball(c_ * p_, c_ * q_)
    sharp = 2 * c_ * curvature(c_, q_) * (p_ - q_) ** 2
    printed = 2 * c_ * max(c_, 1 - q_) * (p_ - q_) ** 2
    holds = properties.verdict == "holds" and ratio == sp.oo and divergence > ball(sharp)
    return Finding(
        "holds" if holds else "refuted",
        {
            "κ/γ as μ → 0 at p_max = 1": str(ratio).replace("oo", "∞"),
            "d(cp, cq) at c = 1/100, p = 1/2, q = 1": float(divergence.mid()),
            "its bound by κ": float(sharp),
            "its bound by (7)": float(printed),
        },
    )


@check("rank1:lemma-1")
def lemma_1(profile):
    rng = np.random.default_rng(170306513)
    n_triples = 500 if profile == "quick" else 5000
    certified, narrowest = 0, 1.0
    with ctx.workprec(200):
        for size, *parts in rng.integers((2, 1, 1, 1), 10**6, size=(n_triples, 4)):
            triple = [Fraction(int(part % (size - 1) + 1), int(size)) for part in parts]
            if triple[1] != triple[2]:
                margins = lemma_1_margins(*triple)
                certified += all(margin > 0 for margin in margins)
                narrowest = min(narrowest, *(float(margin.mid()) for margin in margins))
            else:
                n_triples -= 1
    return Finding(
        "holds" if certified == n_triples else "refuted",
        {"triples with p ≠ q": n_triples, "certified": certified, "smallest margin": narrowest},
    )


def lemma_1_margins(c, p, q):
    """By how much (6), (7) and their sharp versions hold at three rationals, as balls."""
    scaled, plain = kl_ball(c * p, c * q), kl_ball(p, q)
    largest, smallest, square = max(p, q), min(p, q), 2 * c * (p - q) ** 2
    return (
        scaled - times(shrinking(c, largest), plain),
        times(shrinking(c, smallest), plain) - scaled,
        times(shrinking(c, largest) - c * (1 - largest), plain),
        times(c - shrinking(c, smallest), plain),
        scaled - ball(square * curvature(c, largest)),
        scaled - ball(square * max(c, 1 - largest)),
    )


@check("rank1:lemma-1-edges")
def lemma_1_edges(profile):
    grid = (Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(4, 5), Fraction(1))
    points = [(r, s, t) for r in grid for s in grid for t in grid]
    edges = [point for point in points if set(point) & {Fraction(0), Fraction(1)}]
    with ctx.workprec(200):
        right = sum(edge_inequalities(*point) for point in edges)
    return Finding(
        "holds" if right == len(edges) else "refuted",
        {"boundary points": len(edges), "where all hold": int(right)},
    )


def edge_inequalities(c, p, q) -> bool:
    """The six inequalities as comparisons of extended values; equal where exactly equal."""
    scaled, plain = kl_ball(c * p, c * q), kl_ball(p, q)
    largest, smallest, square = max(p, q), min(p, q), 2 * c * (p - q) ** 2
    floor = 0 if p == q else square * max(curvature(c, largest), c, 1 - largest)
    ordered = (
        times(c * (1 - largest), plain),
        times(shrinking(c, largest), plain),
        scaled,
        times(shrinking(c, smallest), plain),
        times(c, plain),
    )
    pairs = zip(ordered[:-1], ordered[1:], strict=True)
    # two balls that overlap are equal here: the cases of equality are p = q, c = 0 and c = 1
    return scaled >= ball(floor) and all(low <= high or low.overlaps(high) for low, high in pairs)
