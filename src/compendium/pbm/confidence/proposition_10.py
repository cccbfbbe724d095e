"""The coverage of the index (7): Proposition 10."""

import math
import operator
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import sympy
from flint import arb

from clickbandits.bernoulli import kl
from clickbandits.pbm.confidence import divergence, least_divergence, reaches, ucb_index
from clickbandits.pbm.index import upper
from compendium.case import check, wrong
from compendium.pbm.guarantees import kl_guarantee, ucb_guarantee

from .coverage import POSITIONS, chance_of, missed_tables, most_misses
from .divergence import DELTAS, SMALL_TABLES

TRIED = {n: arb(n + 1) for n in range(1, 14)}
"""The numbers of positions tried, with the least δ of Proposition 10, L + 1."""


def log_least_bound(n_positions, delta: arb, t) -> arb:
    """Logarithm of the printed bound without the rounding up; concave in δ, increasing in t."""
    inner = delta**2 * arb(t).log() / n_positions
    return n_positions + 1 - delta + n_positions * inner.log()


def ratio_many(n_positions, delta: arb) -> arb:
    """Our bound over the printed one for t >= 8; it decreases in δ."""
    share = arb(2) ** n_positions * arb(n_positions - 2).exp() / arb.fac_ui(n_positions - 1)
    return share * (delta + 1) / delta**2


def ratio_few(n_positions, delta: arb, t) -> arb:
    """Our bound over the printed one at a round t <= 7; it decreases in δ."""
    share = (2 * (t - 1) * n_positions / arb(t).log()) ** n_positions
    share = share / arb.fac_ui(n_positions - 1) / arb(2).exp()
    return share * (delta + 1) / delta ** (n_positions + 2)


def proved(n_positions, ratio, t) -> bool:
    """Whether at every δ >= L + 1 our bound is below the printed one or the latter is above 1.

    From L + 1 up to a δ where the ratio is below 1 the printed bound must be at least 1; its
    logarithm is concave, so that the two ends suffice.
    """
    low = high = TRIED[n_positions]
    while not ratio(high) <= 1:
        high = high * arb("1.01")
    return all(log_least_bound(n_positions, end, t) >= 0 for end in (low, high))


@check("pbm:proposition-10", rate=wrong(sympy.Rational(21, 20)))
def proposition_10(case, rate=1):
    # the exponent of step 3: (1/r)(1 - (L-1)/D) >= rate, up to the constant 2L - 1, for D >= δ
    level, n = sympy.symbols("delta L", positive=True)
    reached = (level - n) * (1 - (n - 1) / level)
    surplus = sympy.expand(reached - (rate * level - 2 * n + 1) - n * (n - 1) / level)
    case.zero("the exponent is δ - 2L + 1 and more", surplus)
    few_rounds = range(2, 8)  # there the numbers of plays are summed
    for name, ours, by_hand in (  # at L = 3, δ = 30, t = 5
        ("t ≥ 8", ratio_many(3, arb(30)), 124 * arb(1).exp() / 900),
        ("t ≤ 7", ratio_few(3, arb(30), 5), 31 * (24 / arb(5).log()) ** 3 / (2 * arb(2).exp() * 30**5)),
        ("the printed bound", log_least_bound(3, arb(30), 5), 3 * (300 * arb(5).log()).log() - 26),
    ):
        case.must(f"{name}, by hand", abs(ours / by_hand - 1) < 1e-12)
    case.must(
        "t ≥ 8, up to 13 positions", all(proved(n, partial(ratio_many, n), few_rounds.stop) for n in TRIED)
    )
    case.must(
        "t ≤ 7, up to 13 positions",
        all(proved(n, partial(ratio_few, n, t=t), t) for n, t in product(TRIED, few_rounds)),
    )
    # beyond: at δ = L + 1 both ratios are below 1 and decrease in L, by factors below
    # 2e / L and 2 (t - 1) / (log t L) times terms below 1
    n, least = max(TRIED.items())
    factors = [2 * (t - 1) / arb(t).log() for t in few_rounds] + [2 * arb(1).exp()]
    ratios = [ratio_few(n, least, t) for t in few_rounds] + [ratio_many(n, least)]
    case.must("at 13 positions the ratios are below 1", all(ratio <= 1 for ratio in ratios))
    case.must("and fall beyond", all(factor < n for factor in factors))
    ends = [float(end) for end in (min(factors), max(factors))]  # of t = 2 and t = 7
    by_hand = [2 / math.log(2), 12 / math.log(7)]
    case.must("the factors by hand", np.allclose(ends, by_hand, rtol=1e-12))
    label = "our bound over the printed one (L = 3, δ = 30, t ≥ 8)"
    case.number("ratio", label, float(ratio_many(3, arb(30)).mid()))


FIXED = 3.0, Fraction(9, 20)
"""δ and θ of the designs with fixed plays."""
COMPARE = {"=": operator.eq, "≤": operator.le, "≥": operator.ge}


def three_chances(plays, delta, attraction):
    """P(U < θ), P(Φ(θ) ≥ δ) and P(Φ(U) ≤ Φ(θ)) at fixed plays, and the sum of all chances."""
    means = [scale * attraction for scale in (Fraction(9, 10), Fraction(3, 10))]
    rows = []
    for clicks in product(*(range(n + 1) for n in plays)):
        value = divergence(float(attraction), clicks, plays, POSITIONS)
        index = upper(clicks, plays, POSITIONS, delta)
        both = divergence(index, clicks, plays, POSITIONS) <= value
        events = index < attraction, value >= delta, both, True
        rows.append([chance_of(clicks, plays, means) * event for event in events])
    return map(sum, zip(*rows, strict=True))


@check("pbm:proposition-10-equality", printed=wrong("≤", "holds"), ours=wrong("≥"))
def proposition_10_equality(case, printed="=", ours="≤"):
    delta, attraction = FIXED
    for plays in ((6, 0), (10, 10)):
        below, level, both, total = three_chances(plays, delta, attraction)
        at = f"plays {plays}"
        case.must(f"the chances sum to one, {at}", total == 1)
        case.printed(f"P(U < θ) against P(δ ≤ Φ(θ)), {at}", COMPARE[printed](below, level))
        case.printed(f"P(U < θ) against P(Φ(U) ≤ Φ(θ)), {at}", COMPARE[printed](below, both))
        case.must(f"ours, {at}", COMPARE[ours](below, level))
        if plays == (6, 0):  # one position: Φ is 6 d(S/6, κθ), and the index KL-UCB's
            mean = Fraction(9, 10) * attraction
            apart = {s: 6 * kl(s / 6, float(mean)) for s in range(7)}
            chances = {s: math.comb(6, s) * mean**s * (1 - mean) ** (6 - s) for s in range(7)}
            case.must(f"P(δ ≤ Φ(θ)) by d, {at}", level == sum(chances[s] for s in apart if apart[s] >= delta))
            few = sum(chances[s] for s in apart if apart[s] > delta and s < 6 * mean)
            case.must(f"P(U < θ) by d, {at}", below == few)
    case.number("below", "chance that the index is below θ", float(below))
    case.number("both", "chance that Φ at the index is at most Φ(θ)", float(both))
    case.number("level", "chance that Φ(θ) is at least δ", float(level))
    case.number("guarantee", "guarantee at t = 21", kl_guarantee(21, delta, 2))


FAR = 1e-5
"""A chance is far below the guarantee where it is below this part of it."""


@check("pbm:proposition-10-coverage", rate=wrong(2.0))
def proposition_10_coverage(case, rate=1.0):
    plays, t = (32, 33) if case.profile == "paper" else (16, 17)
    for attraction, delta in ((0.45, 16.0), (0.9, 16.0)):

        def misses(clicks, shown, attraction=attraction, delta=delta):
            return not reaches(attraction, clicks, shown, POSITIONS, delta)

        means = np.array(POSITIONS) * attraction
        worst = most_misses(means, plays, missed_tables(plays, misses))
        guarantee = kl_guarantee(t, delta, 2)
        promised = guarantee * math.exp((1 - rate) * delta)
        at = f"θ = {attraction:g}, δ = {delta:g}"
        case.must(f"the printed bound is below one at {at}", promised < 1)
        case.must(f"a learner can make the index miss at {at}", worst > 0)
        case.must(f"the printed bound at {at}", worst <= promised)
        case.must(f"it is far from sharp at {at}", worst < FAR * guarantee)
        case.family({f"largest chance to miss ({at})": float(worst), f"guarantee ({at})": promised})
    # no click in two plays: both at the lower position, 1 - 0.3 · 0.9 each; two, both at the top
    for name, wanted, by_hand in (("no click", 0, 0.73**2), ("two clicks", 2, 0.81**2)):

        def met(clicks, shown, wanted=wanted):
            return sum(shown) == 2 and sum(clicks) == wanted

        chance = most_misses(np.array(POSITIONS) * 0.9, 2, missed_tables(2, met))
        case.must(f"the worst learner who wants {name} in two plays, by hand", math.isclose(chance, by_hand))


def vacuous_until(n_positions: int) -> float:
    """Logarithm of the last t at which Proposition 10's bound with δ = log t is one or more.

    With n = ⌈log² t⌉ and u = log t the bound is e^(L+1) (n u / L)^L e^-u, decreasing in u > L.
    """
    last = 0.0
    for n in range(1, (12 * n_positions + 8) ** 2):
        u = 50.0 * n_positions
        for _ in range(80):  # contracts to the larger solution of bound = 1, if there is one
            u = n_positions + 1 + n_positions * math.log(n * u / n_positions)
            if u <= n_positions:
                break
        if u > max(n_positions, math.sqrt(n - 1)):
            last = min(u, math.sqrt(n))
    return last


@check("pbm:proposition-10-vacuous", one=wrong(5000), three=wrong(10**14))
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
            said = {1: one, 3: three}[n]
            case.must(f"that is beyond {said:,}", before.exp() > said)
        if n == 1:
            case.must("and some thousands", after.exp() < 10 * one)
        case.number(f"L = {n}", f"last such t, L = {n}", math.exp(last))


@check("pbm:tighter-confidence-regions", shown_by=wrong("the two indices", "holds"), factor=wrong(1.05))
def tighter_confidence_regions(case, shown_by="Proposition 10", factor=1.0):
    excesses = [
        upper(*table, POSITIONS, delta) - ucb_index(*table, POSITIONS, delta)
        for table, delta in product(SMALL_TABLES, DELTAS)
        if least_divergence(*table, POSITIONS)[1] <= delta
    ]
    below = max(excesses) <= 1e-9
    ratios, rounding = [], []
    for n, t, extra in product(range(1, 7), (3, 10, 10**4), (1, 5, 40)):
        delta = n + extra
        ratios.append(kl_guarantee(t, delta, n) / ucb_guarantee(t, delta))
        x = delta * math.log(t)
        least = factor * math.exp(n) * (delta / n) ** n * x ** (n - 1)
        rounding.append(ratios[-1] / least / (math.ceil(x) / x) ** n)
    smallest, largest = min(ratios), max(ratios)
    shown = {"Proposition 10": largest <= 1, "the two indices": below}
    case.printed("it shows that the regions are tighter", shown[shown_by])
    case.must("the index (7) is above PBM-UCB's in none of as many tables", below, tables=len(excesses))
    case.must("Proposition 10's bound is the larger one everywhere", smallest > 1)
    # L = 1, δ = 2 and L = 6, δ = 46, both at t = 10,000: δ log t is 18.4 and 423.7
    log_t = math.log(10**4)
    by_hand = [math.e * 19 / log_t, math.exp(6) * (424 * 46 / 6) ** 6 / (46 * log_t)]
    case.must("the smallest ratio by hand", math.isclose(smallest, by_hand[0]), smallest=smallest)
    case.must("the largest ratio by hand", math.isclose(largest, by_hand[1]))
    # with ⌈x⌉ >= x for x = δ log t; each factor is above one for δ >= L + 1, t >= 3
    case.must("by e^L (δ / L)^L x^(L-1) (⌈x⌉ / x)^L", np.allclose(rounding, 1))
    case.must("which is above one, as log 3 > 1", arb(3).log() > 1)
