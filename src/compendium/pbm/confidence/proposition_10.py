"""The coverage of the index (7): Proposition 10."""

import math
import operator
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import sympy
from flint import arb
from scipy.optimize import brentq

from clickbandits.pbm.confidence import divergence, least_divergence, reaches, ucb_index
from clickbandits.pbm.index import upper
from compendium.case import Twin, check
from compendium.estimates import Share
from compendium.pbm.guarantees import kl_guarantee, ucb_guarantee

from .coverage import POSITIONS, chance_of, missed_tables, most_misses
from .divergence import DELTAS, SMALL_TABLES

TRIED = {n: arb(n + 1) for n in range(1, 14)}
"""The least δ of Proposition 10, L + 1, for every number of positions L that is tried."""


def log_least_bound(n_positions, delta: arb, t) -> arb:
    """Logarithm of the published bound without the rounding up; concave in δ, increasing in t."""
    inner = delta**2 * arb(t).log() / n_positions
    return n_positions + 1 - delta + n_positions * inner.log()


def ratio_many(n_positions, delta: arb) -> arb:
    """Ratio of our bound to the published one for t >= 8, which decreases in δ."""
    share = arb(2) ** n_positions * arb(n_positions - 2).exp() / arb.fac_ui(n_positions - 1)
    return share * (delta + 1) / delta**2


def ratio_few(n_positions, delta: arb, t) -> arb:
    """Ratio of our bound to the published one at a round t <= 7, which decreases in δ."""
    share = (2 * (t - 1) * n_positions / arb(t).log()) ** n_positions
    share = share / arb.fac_ui(n_positions - 1) / arb(2).exp()
    return share * (delta + 1) / delta ** (n_positions + 2)


def proved(n_positions, ratio, t) -> bool:
    """Whether at every δ >= L + 1 our bound is below the published one or the latter is above 1.

    From L + 1 up to a δ at which the ratio is below 1 the published bound must be at least 1. Since its
    logarithm is concave, it suffices to check the two ends.
    """
    low = high = TRIED[n_positions]
    while not ratio(high) <= 1:
        high = high * arb("1.01")
    return all(log_least_bound(n_positions, end, t) >= 0 for end in (low, high))


@check("pbm:proposition-10", rate=Twin(sympy.Rational(21, 20)))
def proposition_10(case, rate=1):
    # the exponent of step 3: (1/r)(1 - (L-1)/D) >= rate, up to the constant 2L - 1, for D >= δ
    level, n = sympy.symbols("delta L", positive=True)
    reached = (level - n) * (1 - (n - 1) / level)
    surplus = sympy.expand(reached - (rate * level - 2 * n + 1) - n * (n - 1) / level)
    case.zero("the exponent is δ - 2L + 1 and more", surplus)
    few_rounds = range(2, 8)  # in which we sum over the numbers of plays
    case.must(
        "t ≥ 8, up to 13 positions", all(proved(n, partial(ratio_many, n), few_rounds.stop) for n in TRIED)
    )
    case.must(
        "t ≤ 7, up to 13 positions",
        all(proved(n, partial(ratio_few, n, t=t), t) for n, t in product(TRIED, few_rounds)),
    )
    # for larger L: at δ = L + 1 both ratios are below 1 and decrease in L, by factors below
    # 2e / L and 2 (t - 1) / (log t L) times terms below 1
    n, least = max(TRIED.items())
    factors = [2 * (t - 1) / arb(t).log() for t in few_rounds] + [2 * arb(1).exp()]
    ratios = [ratio_few(n, least, t) for t in few_rounds] + [ratio_many(n, least)]
    case.must("at 13 positions the ratios are below 1", all(ratio <= 1 for ratio in ratios))
    case.must("and fall beyond", all(factor < n for factor in factors))
    label = "our bound over the printed one (L = 3, δ = 30, t ≥ 8)"
    case.number("ratio", label, float(ratio_many(3, arb(30)).mid()))


FIXED = 3.0, Fraction(9, 20)
"""δ and θ for the designs with fixed plays."""
COMPARE = {"=": operator.eq, "≤": operator.le, "≥": operator.ge}


def three_chances(plays, delta, attraction):
    """P(U < θ), P(Φ(θ) ≥ δ) and P(Φ(U) ≤ Φ(θ)) at fixed plays."""
    means = [scale * attraction for scale in (Fraction(9, 10), Fraction(3, 10))]
    rows = []
    for clicks in product(*(range(n + 1) for n in plays)):
        value = divergence(float(attraction), clicks, plays, POSITIONS)
        index = upper(clicks, plays, POSITIONS, delta)
        both = divergence(index, clicks, plays, POSITIONS) <= value
        events = index < attraction, value >= delta, both
        rows.append([chance_of(clicks, plays, means) * event for event in events])
    return map(sum, zip(*rows, strict=True))


@check("pbm:proposition-10-equality", printed=Twin("≤", "holds"), ours=Twin("≥"))
def proposition_10_equality(case, printed="=", ours="≤"):
    delta, attraction = FIXED
    for plays in ((6, 0), (10, 10)):
        below, level, both = three_chances(plays, delta, attraction)
        at = f"plays {plays}"
        case.printed(f"P(U < θ) against P(δ ≤ Φ(θ)), {at}", COMPARE[printed](below, level))
        case.printed(f"P(U < θ) against P(Φ(U) ≤ Φ(θ)), {at}", COMPARE[printed](below, both))
        case.must(f"ours, {at}", COMPARE[ours](below, level))
    case.number("below", "chance that the index is below θ", float(below))
    case.number("both", "chance that Φ at the index is at most Φ(θ)", float(both))
    case.number("level", "chance that Φ(θ) is at least δ", float(level))
    case.number("guarantee", "guarantee at t = 21", kl_guarantee(21, delta, 2))


FAR = 1e-5
"""A probability counts as far below the guarantee if it is less than this fraction of it."""


@check("pbm:proposition-10-coverage", rate=Twin(2.0))
def proposition_10_coverage(case, rate=1.0):
    plays = 32
    for attraction, delta in ((0.45, 16.0), (0.9, 16.0)):

        def misses(clicks, shown, attraction=attraction, delta=delta):
            return not reaches(attraction, clicks, shown, POSITIONS, delta)

        means = np.array(POSITIONS) * attraction
        worst = most_misses(means, plays, missed_tables(plays, misses))
        guarantee = kl_guarantee(plays + 1, delta, 2)
        promised = guarantee * math.exp((1 - rate) * delta)
        at = f"θ = {attraction:g}, δ = {delta:g}"
        case.must(f"the printed bound is below one at {at}", promised < 1)
        case.must(f"a learner can make the index miss at {at}", worst > 0)
        case.must(f"the printed bound at {at}", worst <= promised)
        case.must(f"it is far from sharp at {at}", worst < FAR * guarantee)
        case.family({f"largest chance to miss ({at})": float(worst), f"guarantee ({at})": promised})


def vacuous_until(n_positions: int) -> float:
    """Logarithm of the last t at which Proposition 10's bound with δ = log t is one or more.

    With n = ⌈log² t⌉ and u = log t the bound is e^(L+1) (n u / L)^L e^-u, decreasing in u > L.
    """
    last = 0.0
    for n in range(1, (12 * n_positions + 8) ** 2):
        u = 50.0 * n_positions
        for _ in range(80):  # converges to the larger solution of bound = 1, if there is one
            u = n_positions + 1 + n_positions * math.log(n * u / n_positions)
            if u <= n_positions:
                break
        if u > max(n_positions, math.sqrt(n - 1)):
            last = min(u, math.sqrt(n))
    return last


@check("pbm:proposition-10-vacuous", one=Twin(5000), three=Twin(10**14))
def proposition_10_vacuous(case, one=1000, three=10**13):
    for n in (1, 2, 3, 5):
        last = vacuous_until(n)
        before, after = arb(last) * arb("0.999999"), arb(last) * arb("1.002")
        bound = n + 1 - before + n * ((before**2).ceil() * before / n).log()
        case.must(f"the bound is above one before, L = {n}", 0 < bound < arb("1e-4"))
        # ⌈u²⌉ <= u² + 1, and the logarithm of that bound decreases for u > 3 L
        bound = n + 1 - after + n * ((after**2 + 1) * after / n).log()
        case.must(f"the bound is below one after, L = {n}", arb("-0.1") < bound < 0)
        case.must(f"it decreases from there, L = {n}", after > 3 * n)
        if n in (1, 3):
            printed_bound = {1: one, 3: three}[n]
            case.must(f"that is beyond {printed_bound:,}", before.exp() > printed_bound)
        if n == 1:
            case.must("and some thousands", after.exp() < 10 * one)
        case.number(f"L = {n}", f"last such t, L = {n}", math.exp(last))


def equally_sure() -> list[bool]:
    """Whether the index (7) is below PBM-UCB's bound if both are guaranteed to miss equally rarely.

    The clicks are as many as expected in t - 1 plays, half of them at each of two positions. The levels are
    those at which Propositions 8 and 10 guarantee the same probability of a miss, which is 1/20 or 1/t.
    """
    smaller = []
    for t, chance_of_t in product((10**3, 10**5), (lambda _: 1 / 20, lambda t: 1 / t)):
        chance, plays = chance_of_t(t), [(t - 1) // 2] * 2
        of_ucb = brentq(lambda level, t=t, c=chance: math.log(ucb_guarantee(t, level) / c), 1, 400)
        of_kl = brentq(lambda level, t=t, c=chance: math.log(kl_guarantee(t, level, 2) / c), 6, 400)
        for theta in (0.01, 0.05, 0.1, 0.3, 0.5, 0.7):
            table = [round(plays[0] * scale * theta) for scale in POSITIONS], plays
            smaller.append(upper(*table, POSITIONS, of_kl) < ucb_index(*table, POSITIONS, of_ucb))
    return smaller


@check(
    "pbm:tighter-confidence-regions",
    fails="refuted",
    stretch=Twin(Fraction(21, 20)),
    constant=Twin(Fraction(21, 10), step="index-7-below-ucb"),
)
def tighter_confidence_regions(case, stretch=1, constant=2):
    excesses, of_empty_sets = [], [0.0]
    for table, delta in product(SMALL_TABLES, DELTAS):
        left, least = least_divergence(*table, POSITIONS)
        hoeffding = ucb_index(*table, POSITIONS, delta)
        if least > delta:
            of_empty_sets.append(left - hoeffding)
        else:
            excesses.append(upper(*table, POSITIONS, float(stretch) * delta) - hoeffding)
    step = case.step("index-7-below-ucb")
    p, q = sympy.symbols("p q", positive=True)
    kl = p * sympy.log(p / q) + (1 - p) * sympy.log((1 - p) / (1 - q))
    slope = sympy.diff(kl - constant * (p - q) ** 2, q)
    step.zero("Pinsker", slope - (q - p) * (1 - 2 * q) ** 2 / (q * (1 - q)))
    n, x = sympy.symbols("n0:4", positive=True), sympy.symbols("x0:4", real=True)
    weighted = sum(a * b**2 for a, b in zip(n, x, strict=True)) * sum(n)
    crossed = sum(n[i] * n[j] * (x[i] - x[j]) ** 2 for i in range(4) for j in range(i + 1, 4))
    square = sum(a * b for a, b in zip(n, x, strict=True)) ** 2
    step.zero("Cauchy and Schwarz", sympy.expand(weighted - square - crossed))
    above = sum(excess > 1e-9 for excess in excesses)
    label = "tables where the index is above PBM-UCB's are none, of"
    step.must(label, above == 0, above=np.array([above, len(excesses)]))
    step.number("empty_above", "largest excess of the convention on an empty set", float(max(of_empty_sets)))
    case.reading("the index is the smaller bound, both at the same δ", max(excesses) <= 1e-9)
    ratios = [
        kl_guarantee(t, n + extra, n) / ucb_guarantee(t, n + extra)
        for n, t, extra in product(range(1, 7), (3, 10, 10**4), (1, 5, 40))
    ]
    case.reading("Proposition 10 promises more than Proposition 8, both at the same δ", max(ratios) <= 1)
    smaller = equally_sure()
    case.reading("the index is the smaller bound where both promise the same", all(smaller))
    # e^L (δ / L)^L x^(L-1) (⌈x⌉ / x)^L with x = δ log t, whose factors are above one for t >= 3
    case.must("at the same δ Proposition 10 promises less", min(ratios) > 1 and arb(3).log() > 1)
    case.number("tables", "tables and levels compared at the same δ", len(excesses))
    case.number("smallest", "Proposition 10's bound over Proposition 8's, at least", min(ratios))
    label = "cases with equal promises in which the index is the smaller bound"
    case.number("smaller", label, Share(sum(smaller), len(smaller)))
