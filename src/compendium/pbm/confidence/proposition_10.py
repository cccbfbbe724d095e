"""The coverage of the index (7): Proposition 10."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
from flint import arb

from clickbandits.pbm.confidence import divergence, kl_guarantee, reaches
from clickbandits.pbm.index import upper
from compendium.finding import Case, check

from .coverage import POSITIONS, chance_of, missed_tables, most_misses


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

    Where the ratio is above 1 at L + 1, the printed bound must be at least 1 up to a δ where the
    ratio is below 1; its logarithm is concave, so that the two ends suffice.
    """
    low = arb(n_positions + 1)
    if ratio(low) <= 1:
        return True
    high = low
    while not ratio(high) <= 1:
        high = high * arb("1.01")
    return all(log_least_bound(n_positions, end, t) >= 0 for end in (low, high))


@check("pbm:proposition-10")
def proposition_10(profile):
    """Encloses our bound over the printed one for up to 13 positions, and why it falls beyond."""
    case = Case()
    tried, few_rounds = range(1, 14), range(2, 8)  # there the numbers of plays are summed
    many = all(proved(n, lambda delta, n=n: ratio_many(n, delta), 8) for n in tried)
    few = all(
        proved(n, lambda delta, n=n, t=t: ratio_few(n, delta, t), t)
        for n in tried
        for t in few_rounds
    )
    # beyond: at δ = L + 1 both ratios are below 1 and decrease in L, by factors below
    # 2e / L and 2 (t - 1) / (log t L) times terms below 1
    steps = [(ratio_many(13, arb(14)), 2 * arb(1).exp())]
    steps += [(ratio_few(13, arb(14), t), 2 * (t - 1) / arb(t).log()) for t in few_rounds]
    beyond = all(ratio <= 1 and factor < 13 for ratio, factor in steps)
    case.must("t ≥ 8, up to 13 positions", many)
    case.must("t ≤ 7, up to 13 positions", few)
    case.must("more than 13 positions", beyond)
    case.number("many", "from t = 8 on", many)
    case.number("few", "up to t = 7", few)
    case.number("beyond", "more than 13 positions", beyond)
    label = "our bound over the printed one (L = 3, δ = 30, t ≥ 8)"
    case.number("ratio", label, float(ratio_many(3, arb(30)).mid()))
    return case.finding()


@check("pbm:proposition-10-equality")
def proposition_10_equality(profile):
    """Sums the chances of the three events over all clicks of ten plays at two positions."""
    case = Case()
    plays, delta, attraction = (10, 10), 3.0, Fraction(9, 20)
    means = [scale * attraction for scale in (Fraction(9, 10), Fraction(3, 10))]
    below = level = both = Fraction(0)
    for clicks in product(range(11), repeat=2):
        chance = chance_of(clicks, plays, means)
        value = divergence(float(attraction), clicks, plays, POSITIONS)
        index = upper(clicks, plays, POSITIONS, delta)
        below += chance * (index < attraction)
        level += chance * (value >= delta)
        both += chance * (divergence(index, clicks, plays, POSITIONS) <= value)
    case.printed("P(U < θ) = P(δ ≤ Φ(θ))", below >= level)
    case.printed("P(U < θ) = P(Φ(U) ≤ Φ(θ))", below >= both)
    case.number("below", "chance that the index is below θ", float(below))
    case.number("both", "chance that Φ at the index is at most Φ(θ)", float(both))
    case.number("level", "chance that Φ(θ) is at least δ", float(level))
    case.number("guarantee", "guarantee at t = 21", kl_guarantee(21, delta, 2))
    return case.finding()


@check("pbm:proposition-10-coverage")
def proposition_10_coverage(profile):
    """Computes the largest chance to miss of a learner who chooses positions and end."""
    case = Case()
    plays = 32 if profile == "paper" else 16
    numbers = {}
    for attraction, delta in ((0.45, 3.0), (0.45, 6.0), (0.9, 6.0)):

        def misses(clicks, shown, attraction=attraction, delta=delta):
            return not reaches(attraction, clicks, shown, POSITIONS, delta)

        means = np.array(POSITIONS) * attraction
        worst = most_misses(means, plays, missed_tables(plays, misses))
        promised = kl_guarantee(plays + 1, delta, 2)
        steps = math.ceil(delta)  # the lattice of the proof, one step a unit
        tables = 4 * plays**2 * math.comb(steps, 1) * math.exp(-delta * (1 - 1 / steps))
        at = f"θ = {attraction:g}, δ = {delta:g}"
        case.must(f"the printed bound at {at}", worst <= promised)
        case.must(f"the number of tables times e^-δ at {at}", worst <= tables)
        numbers[f"largest chance to miss ({at})"] = float(worst)
        numbers[f"guarantee, δ = {delta:g}"] = promised
    case.family(numbers)
    return case.finding()


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


@check("pbm:proposition-10-vacuous")
def proposition_10_vacuous(profile):
    """Encloses the last t at which the bound is one or more, for four numbers of positions."""
    case = Case()
    for n in (1, 2, 3, 5):
        last = vacuous_until(n)
        before, after = arb(last) * arb("0.999999"), arb(last) * arb("1.02")
        bound = n + 1 - before + n * ((before**2).ceil() * before / n).log()
        case.must(f"the bound is above one before, L = {n}", bound > 0)
        # ⌈u²⌉ <= u² + 1, and the logarithm of that bound decreases for u > 3 L
        bound = n + 1 - after + n * ((after**2 + 1) * after / n).log()
        case.must(f"the bound is below one after, L = {n}", bound < 0)
        case.must(f"it decreases from there, L = {n}", after > 3 * n)
        if n in (1, 3):
            said = {1: 1000, 3: 10**13}[n]
            case.must(f"that is beyond {said:,}", before.exp() > said)
        case.number(f"L = {n}", f"last such t, L = {n}", math.exp(last))
    return case.finding()


@check("pbm:tighter-confidence-regions")
def tighter_confidence_regions(profile):
    """Compares the two guarantees for up to six positions, three t and three δ."""
    case = Case()
    # e^(L+1) (⌈δ log t⌉ δ / L)^L over e δ log t is at least e^L (δ / L)^L (δ log t)^(L-1), and
    # each factor is above 1 for δ >= L + 1, t >= 3
    case.must("log 3 > 1", arb(3).log() > 1)
    smallest = math.inf
    for n_positions in range(1, 7):
        for t, extra in product((3, 10, 10**4), (1, 5, 40)):
            delta = n_positions + extra
            ratio = arb(kl_guarantee(t, delta, n_positions)) * arb(delta - 1).exp()
            smallest = min(smallest, float((ratio / delta / arb(t).log()).mid()))
    case.printed("Proposition 10 promises more somewhere", smallest <= math.e)
    case.number("smallest", "smallest ratio of the two bounds", smallest)
    return case.finding()
