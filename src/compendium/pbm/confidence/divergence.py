"""The index (7): its definition, the empty sets, and a comparison with other indices."""

import math
from fractions import Fraction
from itertools import product

import sympy
from flint import arb

from clickbandits.bernoulli import kl_upper_kernel
from clickbandits.pbm.confidence import divergence, divergence_slope, least_divergence, reaches
from clickbandits.pbm.index import upper
from compendium.case import Twin, check

from .coverage import POSITIONS, chance_of

SMALL_TABLES = tuple(
    (clicks, plays)
    for plays in product(range(7), repeat=2)
    if sum(plays)
    for clicks in product(*(range(n + 1) for n in plays))
)
"""All counts (clicks, plays) of two positions with at most six plays each, not all of them 0."""
DELTAS = (0.3, 1.0, 3.0)
"""Levels at which indices are compared."""
LEVELS = (0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0, 1.05)
"""Levels that the index is compared with; some are above 1, because an estimate can be."""


def pooled_estimate(clicks, plays):
    """S / Ñ."""
    return sum(clicks) / sum(n * scale for n, scale in zip(plays, POSITIONS, strict=True))


@check(
    "pbm:equation-7",
    place=Twin("the pooled estimate"),
    sign=Twin(-1, step="equation-7-convex"),
    factor=Twin(1.05, step="index-7-kl-ucb"),
    fails="refuted",
)
def equation_7(case, place="where Φ is least", sign=1, factor=1.0):
    minima = [(*least_divergence(*table, POSITIONS), table) for table in SMALL_TABLES]
    beyond = sum(least > 1 for _, least, _ in minima)
    slopes, at_ends = [], []  # per play inside (0, 1); whether the minimum is at an end
    for left, _, table in minima:
        start = pooled_estimate(*table) if place == "the pooled estimate" else left
        if 0 < start < 1:
            slopes.append(abs(divergence_slope(start, *table, POSITIONS)) / sum(table[1]))
        elif start >= 1:  # Φ still falls there
            at_ends.append(divergence_slope(1.0, *table, POSITIONS) <= 1e-9)
        else:
            at_ends.append(sum(table[0]) == 0)
    case.reading("θₘᵢₙ is the place of the minimum", max(slopes) < 1e-6 and all(at_ends))
    case.reading("θₘᵢₙ is the least value", beyond == 0)
    case.number("slope", "largest |Φ'| at the place inside (0, 1), by rounding", max(slopes))
    label = "tables with the least value of Φ above 1, where [θ_min, 1] would be void"
    case.number("beyond", label, beyond)
    case.number("tables", "of", len(minima))
    step = case.step("equation-7-convex")
    p, q, scale = sympy.symbols("p q kappa", positive=True)
    missed, unseen = sympy.symbols("1-p 1-kappa*q", positive=True)
    parts = p / q**2, missed * scale**2 / unseen**2
    for part in parts:
        step.must(f"its part {part} is positive", (sign * part).is_positive)
    term = p * sympy.log(p / (scale * q)) + (1 - p) * sympy.log((1 - p) / (1 - scale * q))
    curvature = sum(parts).subs({missed: 1 - p, unseen: 1 - scale * q})
    step.zero("the term is 0 at κq = p", term.subs(q, p / scale))
    step.zero("the second derivative", sympy.diff(term, q, 2) - curvature)
    step = case.step("index-7-kl-ucb")
    apart = []
    for plays in range(1, 13):
        for clicks, scale, delta in product(range(plays + 1), (0.3, 0.9, 1.0), (0.7, 3.0)):
            alone = min(1.0, kl_upper_kernel(clicks / plays, factor * delta / plays) / scale)
            apart.append(abs(upper((clicks,), (plays,), (scale,), delta) - alone))
    largest = max(apart)
    step.must("largest difference, by rounding", largest < 1e-7, difference=largest)


@check("pbm:equation-7-empty", base=Twin(11))
def equation_7_empty(case, base=12):
    plays = 5, 5  # of which none was clicked at the top, and all at the bottom
    q = sympy.Symbol("q", positive=True)
    value = -5 * sympy.log(1 - sympy.Rational(9, 10) * q) - 5 * sympy.log(sympy.Rational(3, 10) * q)
    where = sympy.Rational(5, 9)
    case.zero("Φ' at the arg min", sympy.diff(value, q).subs(q, where))
    case.zero("the least value", value.subs(q, where) - 5 * sympy.log(base))
    # elsewhere Φ is continuous, and one of the two cases is true
    empty = 5 * arb(12).log() > arb(100_000).log()
    for u in (1, where):
        name = f"on an empty set U is {'1' if u == 1 else 'θₘᵢₙ, the left end of the interval'}"
        case.choice(name, u == 1 or not empty)
    means = [scale * Fraction(9, 20) for scale in (Fraction(9, 10), Fraction(3, 10))]
    chance = sum(
        chance_of(table, plays, means)
        for table in product(range(6), repeat=2)
        if least_divergence(table, plays, POSITIONS)[1] > math.log(20)
    )
    case.must("an empty set has a chance", chance > 0)
    label = "arg min (κ = 9/10, 3/10; N = 5, 5; S = 0, 5)"
    case.number("arg_min", label, Fraction(int(where.p), int(where.q)))
    case.number("until", "empty for δ = log t at every t below", 12**5)
    case.number("chance", "chance of an empty set (θ = 9/20, δ = log 20)", float(chance))


@check("pbm:equation-7-sign", by_slope=Twin(False), factor=[Twin(1.05), Twin(0.95)], up_to=Twin(1.1))
def equation_7_sign(case, by_slope=True, factor=1.0, up_to=1.0):
    no_supremum = disagree = differs = missing = tables = 0
    for table, delta in product(SMALL_TABLES, (0.5, 2.0, 5.0)):
        index = upper(*table, POSITIONS, delta)
        # at the supremum Φ <= δ, and just above it (or at the end of an empty set) Φ > δ
        bracket = index == 1.0 or divergence(min(1.0, index + 1e-7), *table, POSITIONS) > delta
        at_end = abs(index - least_divergence(*table, POSITIONS)[0]) < 1e-9
        bracket &= at_end or divergence(index, *table, POSITIONS) <= delta + 1e-9
        no_supremum += not bracket
        for level in LEVELS:
            value = divergence(level, *table, POSITIONS)
            falls = by_slope and divergence_slope(level, *table, POSITIONS) <= 0
            predicted = level <= up_to and (falls or value <= factor * delta)
            disagree += predicted != (index >= level)
            decided = reaches(level, *table, POSITIONS, delta)
            differs += decided != (index >= level)
            missing += decided and value > delta and pooled_estimate(*table) < level
            tables += 1
    case.number("tables", "tables, δ and levels compared", tables)
    case.must("the index is the supremum", no_supremum == 0)
    case.must("Φ' ≤ 0 or Φ ≤ δ exactly where the supremum reaches the level", disagree == 0)
    case.must("the policies' test agrees with it", differs == 0)
    case.must("the test without the slope leaves out some non-leaders", missing > 0, missing=missing)
    case.number("disagreements", "disagreements with the supremum", no_supremum + disagree)
