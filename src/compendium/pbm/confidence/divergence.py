"""The index (7): what it is, where its set is empty, and how it compares."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import sympy
from flint import arb
from scipy.stats import binom

from clickbandits.bernoulli import kl_upper_kernel
from clickbandits.pbm.confidence import (
    divergence,
    divergence_slope,
    least_divergence,
    reaches,
    ucb_index,
)
from clickbandits.pbm.index import upper
from compendium.finding import Case, check, twin

from .coverage import POSITIONS, chance_of

SMALL_TABLES = tuple(
    (clicks, plays)
    for plays in product(range(7), repeat=2)
    if sum(plays)
    for clicks in product(*(range(n + 1) for n in plays))
)
"""All counts (clicks, plays) of two positions with at most six plays each, some played."""
DELTAS = (0.3, 1.0, 3.0)
"""Levels at which indices are compared."""
LEVELS = (0.05, 0.2, 0.4, 0.6, 0.8, 0.95)
"""Attractions of which the tests are asked whether the index reaches them."""
LEFT_OUT = ((6, 0), (6, 6)), 0.9, 0.7 * math.log(10)
"""Counts, level and δ: the estimate is below the level, and the likelihood rises there."""


def pooled_estimate(clicks, plays):
    """S / Ñ."""
    return sum(clicks) / sum(n * scale for n, scale in zip(plays, POSITIONS, strict=True))


@check("pbm:equation-7-convex")
@twin("the sign of the curvature", gives="refuted", sign=-1)
def equation_7_convex(profile, sign=1):
    """Differentiates a term of Φ twice, in symbols; both parts of the result are positive."""
    case = Case()
    p, q, scale = sympy.symbols("p q kappa", positive=True)
    missed, unseen = sympy.symbols("1-p 1-kappa*q", positive=True)
    parts = p / q**2, missed * scale**2 / unseen**2
    for part in parts:
        case.must(f"its part {part} is positive", (sign * part).is_positive)
    term = p * sympy.log(p / (scale * q)) + (1 - p) * sympy.log((1 - p) / (1 - scale * q))
    curvature = sum(parts).subs({missed: 1 - p, unseen: 1 - scale * q})
    case.zero("the term is 0 at κq = p", term.subs(q, p / scale))
    derived = case.zero("the second derivative", sympy.diff(term, q, 2) - curvature)
    case.number("derived", "second derivative as derived", derived)
    return case.finding()


@check("pbm:equation-7")
@twin("what the printed θ_min is", gives="holds", printed="the place of the minimum")
@twin("what ours is", gives="refuted", ours="the pooled estimate")
def equation_7(profile, printed="the minimum", ours="the place of the minimum"):
    """Looks for least values of Φ above 1, and at Φ' at the arg min, over all small tables."""
    case = Case()
    found = [(*least_divergence(*table, POSITIONS), table) for table in SMALL_TABLES]
    beyond = sum(least > 1 for _, least, _ in found)
    first = {"the minimum": 1, "the place of the minimum": 0}[printed]
    case.printed("θ_min is in [0, 1]", all(0 <= each[first] <= 1 for each in found))
    slope, misplaced = 0.0, 0
    for left, _, table in found:
        start = pooled_estimate(*table) if ours == "the pooled estimate" else left
        if 0 < start < 1:
            slope = max(slope, abs(divergence_slope(start, *table, POSITIONS)) / sum(table[1]))
        elif start >= 1:  # Φ still falls there
            misplaced += divergence_slope(1.0, *table, POSITIONS) > 1e-9
        else:
            misplaced += sum(table[0]) > 0
    # pairs of a count of plays up to six and of clicks, at each position, but the empty table
    case.must("all tables", len(found) == (1 + 2 + 3 + 4 + 5 + 6 + 7) ** 2 - 1)
    case.must("the least value may be 0 where the place is 1/2",
              divergence(0.5, (2, 1), (4, 2), (1, 1)) == 0.0)  # fmt: skip
    case.must("Φ' is 0 at ours inside (0, 1)", slope < 1e-6)
    case.must("at 1 Φ falls, and at 0 nothing was clicked", misplaced == 0)
    label = "tables with the least value of Φ above 1, where [θ_min, 1] would be void"
    case.number("beyond", label, beyond)
    case.number("tables", "of", len(found))
    case.number("slope", "largest slope at the arg min, per play", slope)
    return case.finding()


@check("pbm:equation-7-empty")
@twin("the round at which the printed statement is tried", gives="holds", t=250_000)
@twin("the least value is 5 times the logarithm of", gives="refuted", base=11)
def equation_7_empty(profile, t=100_000, base=12):
    """Minimises Φ for one table in symbols, and sums the chance of an empty set at ten plays."""
    case = Case()
    clicks, plays = (0, 5), (5, 5)
    q = sympy.Symbol("q", positive=True)
    value = -5 * sympy.log(1 - sympy.Rational(9, 10) * q) - 5 * sympy.log(sympy.Rational(3, 10) * q)
    where = sympy.Rational(5, 9)
    case.zero("Φ' at the arg min", sympy.diff(value, q).subs(q, where))
    case.zero("the least value", value.subs(q, where) - 5 * sympy.log(base))
    empty = 5 * arb(12).log() > arb(t).log()
    case.printed("the set is not empty for δ = log t", not empty)
    ours = divergence(float(where), clicks, plays, POSITIONS)
    case.must("Φ as computed", abs(ours - 5 * math.log(12)) < 1e-9)
    means = [scale * Fraction(9, 20) for scale in (Fraction(9, 10), Fraction(3, 10))]
    chance = sum(
        chance_of(table, plays, means)
        for table in product(range(6), repeat=2)
        if least_divergence(table, plays, POSITIONS)[1] > math.log(20)
    )
    case.must("an empty set has a chance", chance > 0)
    # with 0 to 5 clicks at the top, from so many on at the bottom
    from_there = binom.pmf(range(6), 5, 0.405) @ binom.sf([1, 2, 3, 3, 4, 3], 5, 0.135)
    case.must("that chance row by row", math.isclose(chance, from_there))
    label = "arg min (κ = 9/10, 3/10; N = 5, 5; S = 0, 5)"
    case.number("arg_min", label, Fraction(int(where.p), int(where.q)))
    case.number("least", "least value of Φ, 5 log 12", ours)
    case.number("until", "empty for δ = log t at every t below", 12**5)
    case.number("chance", "chance of an empty set (θ = 9/20, δ = log 20)", float(chance))
    return case.finding()


@check("pbm:equation-7-sign")
@twin("Φ' is looked at", gives="refuted", by_slope=False)
@twin("the factor of δ", gives="refuted", factor=1.05)
@twin("the factor of δ", gives="refuted", factor=0.95)
def equation_7_sign(profile, by_slope=True, factor=1.0):
    """Compares the test by Φ' and Φ with the supremum, over all small tables and six levels."""
    case = Case()
    no_supremum = disagree = differs = missing = tables = 0
    for clicks, plays in SMALL_TABLES:
        left, _ = least_divergence(clicks, plays, POSITIONS)
        for delta in (0.5, 2.0, 5.0):
            index = upper(clicks, plays, POSITIONS, delta)
            # the supremum has Φ <= δ, and just above it (or at an empty set's end) Φ > δ
            above = min(1.0, index + 1e-7)
            bracket = index == 1.0 or divergence(above, clicks, plays, POSITIONS) > delta
            at_end = abs(index - left) < 1e-9
            bracket &= at_end or divergence(index, clicks, plays, POSITIONS) <= delta + 1e-9
            no_supremum += not bracket
            for level in LEVELS:
                value = divergence(level, clicks, plays, POSITIONS)
                inside = value <= factor * delta
                if by_slope:
                    inside |= divergence_slope(level, clicks, plays, POSITIONS) <= 0
                disagree += inside != (index >= level)
                decided = reaches(level, clicks, plays, POSITIONS, delta)
                differs += decided != (index >= level)
                left_out = decided and value > delta
                missing += left_out and pooled_estimate(clicks, plays) < level
                tables += 1
    case.must("783 tables at three δ and six levels", tables == 783 * 18)
    case.must("the index is the supremum", no_supremum == 0)
    case.must("Φ' ≤ 0 or Φ ≤ δ exactly where the supremum reaches the level", disagree == 0)
    case.must("the policies' test agrees with it", differs == 0)
    case.must("without the slope some are left out", missing > 0)
    counts, level, delta = LEFT_OUT
    pooled = pooled_estimate(*counts)
    case.must("all clicks at the top: the estimate is below", pooled < level)
    case.must("it is 6 of 6 (0.9 + 0.3)", math.isclose(pooled, 5 / 6))
    case.must("all clicks at the top: in B(t)", reaches(level, *counts, POSITIONS, delta))
    case.must("all clicks at the top: Φ > δ", divergence(level, *counts, POSITIONS) > delta)
    case.number("disagreements", "disagreements with the supremum", no_supremum + disagree)
    case.number("missing", "non-leaders that the test without the slope leaves out", missing)
    case.number("tables", "of", tables)
    case.number("pooled", "pooled estimate of a left-out item with all clicks at the top", pooled)
    return case.finding()


@check("pbm:index-7-kl-ucb")
@twin("the factor of KL-UCB's level δ / N", gives="refuted", factor=1.05)
def index_7_kl_ucb(profile, factor=1.0):
    """Compares the index with KL-UCB's bound over all tables of up to 12 plays at one position."""
    case = Case()
    largest = 0.0
    for plays in range(1, 13):
        for clicks, scale, delta in product(range(plays + 1), (0.3, 0.9, 1.0), (0.7, 3.0)):
            alone = min(1.0, kl_upper_kernel(clicks / plays, factor * delta / plays) / scale)
            index = upper((clicks,), (plays,), (scale,), delta)
            largest = max(largest, abs(index - alone))
    case.must("they agree", largest < 1e-7)
    case.number("difference", "largest difference", largest)
    return case.finding()


@check("pbm:index-7-below-ucb")
@twin("the constant of Pinsker's inequality", gives="refuted", constant=Fraction(21, 10))
def index_7_below_ucb(profile, constant=2):
    """Derives the two inequalities in symbols; compares the bounds over all small tables."""
    case = Case()
    p, q = sympy.symbols("p q", positive=True)
    kl = p * sympy.log(p / q) + (1 - p) * sympy.log((1 - p) / (1 - q))
    slope = sympy.diff(kl - constant * (p - q) ** 2, q)
    pinsker = case.zero("Pinsker", slope - (q - p) * (1 - 2 * q) ** 2 / (q * (1 - q)))
    # d(p, q) = c (p - q)² + … near q = p = 1/2 has c = 2: no larger constant will do
    half = sympy.Rational(1, 2)
    sharp = sympy.limit(kl.subs(p, half) / (half - q) ** 2, q, half)
    case.must("the constant is not above 2, the limit at 1/2", constant <= sharp)
    n, x = sympy.symbols("n0:4", positive=True), sympy.symbols("x0:4", real=True)
    weighted = sum(a * b**2 for a, b in zip(n, x, strict=True)) * sum(n)
    crossed = sum(n[i] * n[j] * (x[i] - x[j]) ** 2 for i in range(4) for j in range(i + 1, 4))
    square = sum(a * b for a, b in zip(n, x, strict=True)) ** 2
    cauchy = case.zero("Cauchy and Schwarz", sympy.expand(weighted - square - crossed))
    above, empty_above, tables = 0, 0.0, 0
    for table in SMALL_TABLES:
        left, least = least_divergence(*table, POSITIONS)
        for delta in DELTAS:
            hoeffding = ucb_index(*table, POSITIONS, delta)
            if least > delta:
                empty_above = max(empty_above, left - hoeffding)
            else:
                above += upper(*table, POSITIONS, delta) > hoeffding + 1e-9
                tables += 1
    case.must("the index is never above PBM-UCB's", above == 0)
    case.number("pinsker", "Pinsker's inequality", pinsker)
    case.number("cauchy", "Cauchy and Schwarz's (four positions)", cauchy)
    case.number("above", "tables above, of", np.array([above, tables]))
    label = "largest excess of the convention on an empty set"
    case.number("empty_above", label, float(empty_above))
    return case.finding()
