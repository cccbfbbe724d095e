"""Claims on the index (7): what it is, where its set is empty, and how it compares."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import sympy
from flint import arb

from clickbandits.bernoulli import kl_upper_kernel
from clickbandits.pbm.confidence import (
    divergence,
    divergence_slope,
    least_divergence,
    reaches,
    ucb_index,
)
from clickbandits.pbm.index import upper
from compendium.finding import Finding, check

POSITIONS = (0.9, 0.3)


def small_tables(most):
    """All counts (clicks, plays) of two positions with at most so many plays each, some played."""
    for plays in product(range(most + 1), repeat=2):
        if sum(plays):
            for clicks in product(*(range(n + 1) for n in plays)):
                yield clicks, plays


def pooled_estimate(clicks, plays):
    """S / Ñ."""
    return sum(clicks) / sum(n * scale for n, scale in zip(plays, POSITIONS, strict=True))


@check("pbm:equation-7-convex")
def equation_7_convex(profile):
    p, q, scale = sympy.symbols("p q kappa", positive=True)
    term = p * sympy.log(p / (scale * q)) + (1 - p) * sympy.log((1 - p) / (1 - scale * q))
    curvature = p / q**2 + (1 - p) * scale**2 / (1 - scale * q) ** 2  # both parts >= 0
    same = sympy.simplify(sympy.diff(term, q, 2) - curvature) == 0
    return Finding("holds" if same else "refuted", {"second derivative as derived": same})


@check("pbm:equation-7")
def equation_7(profile):
    beyond, at_minimum, tables = 0, 0.0, 0
    for clicks, plays in small_tables(6):
        left, least = least_divergence(clicks, plays, POSITIONS)
        beyond += least > 1
        tables += 1
        if 0 < left < 1:
            slope = divergence_slope(left, clicks, plays, POSITIONS)
            at_minimum = max(at_minimum, abs(slope) / sum(plays))
    as_printed = divergence(0.5, (2, 1), (4, 2), (1.0, 1.0))  # least value 0, reached at 1/2
    fails = beyond > 0 and as_printed == 0.0
    return Finding(
        "corrected" if fails and at_minimum < 1e-6 else "refuted",
        {
            "tables with the least value of Φ above 1, where [θ_min, 1] would be void": beyond,
            "of": tables,
            "largest slope at the arg min, per play": at_minimum,
        },
    )


@check("pbm:equation-7-empty")
def equation_7_empty(profile):
    q = sympy.Symbol("q", positive=True)
    near, far = sympy.Rational(9, 10), sympy.Rational(3, 10)
    value = -5 * sympy.log(1 - near * q) - 5 * sympy.log(far * q)  # N = (5, 5), S = (0, 5)
    (where,) = sympy.solve(sympy.diff(value, q), q)
    least = sympy.simplify(value.subs(q, where) - 5 * sympy.log(12))
    level = arb(10**5).log()  # δ = log t at t = 100,000 < 12^5
    empty = bool(5 * arb(12).log() > level)
    ours = divergence(float(where), (0, 5), (5, 5), POSITIONS)
    chance = _chance_of_empty(Fraction(9, 20), (5, 5), math.log(20))
    shown = least == 0 and empty and abs(ours - 5 * math.log(12)) < 1e-9 and chance > 0
    return Finding(
        "corrected" if shown else "refuted",
        {
            "arg min (κ = 9/10, 3/10; N = 5, 5; S = 0, 5)": Fraction(int(where.p), int(where.q)),
            "least value of Φ, 5 log 12": ours,
            "empty for δ = log t at every t below": 12**5,
            "chance of an empty set (θ = 9/20, δ = log 20)": chance,
        },
    )


def _chance_of_empty(attraction, plays, delta):
    total = Fraction(0)
    for clicks in product(*(range(n + 1) for n in plays)):
        if least_divergence(clicks, plays, POSITIONS)[1] > delta:
            chance = Fraction(1)
            for s, n, scale in zip(clicks, plays, (Fraction(9, 10), Fraction(3, 10)), strict=True):
                mean = scale * attraction
                chance *= math.comb(n, s) * mean**s * (1 - mean) ** (n - s)
            total += chance
    return float(total)


@check("pbm:equation-7-sign")
def equation_7_sign(profile):
    levels = (0.05, 0.2, 0.4, 0.6, 0.8, 0.95)
    wrong, missing, tables = 0, 0, 0
    for clicks, plays in small_tables(6):
        left, _ = least_divergence(clicks, plays, POSITIONS)
        for delta in (0.5, 2.0, 5.0):
            index = upper(clicks, plays, POSITIONS, delta)
            # the supremum has Φ <= δ, and just above it (or at an empty set's end) Φ > δ
            above = min(1.0, index + 1e-7)
            bracket = index == 1.0 or divergence(above, clicks, plays, POSITIONS) > delta
            at_end = abs(index - left) < 1e-9
            bracket &= at_end or divergence(index, clicks, plays, POSITIONS) <= delta + 1e-9
            wrong += not bracket
            for level in levels:
                inside = reaches(level, clicks, plays, POSITIONS, delta)
                wrong += inside != (index >= level)
                left_out = inside and divergence(level, clicks, plays, POSITIONS) > delta
                missing += left_out and pooled_estimate(clicks, plays) < level
                tables += 1
    counts = (6, 0), (6, 6)  # a pooled estimate below the level, and a likelihood that rises there
    pooled = pooled_estimate(*counts)
    level, delta = 0.9, 0.7 * math.log(10)
    locked = (
        pooled < level
        and reaches(level, *counts, POSITIONS, delta)
        and divergence(level, *counts, POSITIONS) > delta
    )
    return Finding(
        "holds" if wrong == 0 and missing > 0 and locked else "refuted",
        {
            "disagreements with the supremum": wrong,
            "non-leaders that the test without the slope leaves out": missing,
            "of": tables,
            "pooled estimate of a left-out item with all clicks at the top": pooled,
        },
    )


@check("pbm:index-7-kl-ucb")
def index_7_kl_ucb(profile):
    largest = 0.0
    for plays in range(1, 13):
        for clicks, scale, delta in product(range(plays + 1), (0.3, 0.9, 1.0), (0.7, 3.0)):
            alone = min(1.0, kl_upper_kernel(clicks / plays, delta / plays) / scale)
            if scale * 1.0 >= clicks / plays:  # else the estimate itself is cut at 1
                index = upper((clicks,), (plays,), (scale,), delta)
                largest = max(largest, abs(index - alone))
    return Finding("holds" if largest < 1e-7 else "refuted", {"largest difference": largest})


@check("pbm:index-7-below-ucb")
def index_7_below_ucb(profile):
    p, q = sympy.symbols("p q", positive=True)
    kl = p * sympy.log(p / q) + (1 - p) * sympy.log((1 - p) / (1 - q))
    excess = sympy.diff(kl - 2 * (p - q) ** 2, q)
    pinsker = sympy.simplify(excess - (q - p) * (1 - 2 * q) ** 2 / (q * (1 - q))) == 0
    n, x = sympy.symbols("n0:4", positive=True), sympy.symbols("x0:4", real=True)
    weighted = sum(a * b**2 for a, b in zip(n, x, strict=True)) * sum(n)
    crossed = sum(n[i] * n[j] * (x[i] - x[j]) ** 2 for i in range(4) for j in range(i + 1, 4))
    square = sum(a * b for a, b in zip(n, x, strict=True)) ** 2
    cauchy = sympy.expand(weighted - square - crossed) == 0
    above, empty_above, tables = 0, 0.0, 0
    for clicks, plays in small_tables(6):
        for delta in (0.3, 1.0, 3.0):
            left, least = least_divergence(clicks, plays, POSITIONS)
            excess = left - ucb_index(clicks, plays, POSITIONS, delta)
            if least > delta:
                empty_above = max(empty_above, excess)
                continue
            index = upper(clicks, plays, POSITIONS, delta)
            above += index > ucb_index(clicks, plays, POSITIONS, delta) + 1e-9
            tables += 1
    return Finding(
        "holds" if pinsker and cauchy and above == 0 else "refuted",
        {
            "Pinsker's inequality": pinsker,
            "Cauchy and Schwarz's (four positions)": cauchy,
            "tables above, of": np.array([above, tables]),
            "largest excess of the convention on an empty set": float(empty_above),
        },
    )
