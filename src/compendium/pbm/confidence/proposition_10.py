"""Claims on the coverage of the index (7): Proposition 10."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
from flint import arb

from clickbandits.pbm.confidence import divergence, kl_guarantee, reaches
from clickbandits.pbm.index import upper
from compendium.finding import Finding, check

from .coverage import missed_tables, most_misses

POSITIONS = (0.9, 0.3)
FEW = range(2, 8)  # rounds at which the numbers of plays are summed one by one


def _log_least_bound(n_positions, delta: arb, t) -> arb:
    """Logarithm of the printed bound without the rounding up; concave in δ, increasing in t."""
    inner = delta**2 * arb(t).log() / n_positions
    return n_positions + 1 - delta + n_positions * inner.log()


def _ratio_many(n_positions, delta: arb) -> arb:
    """Our bound over the printed one for t >= 8; it decreases in δ."""
    share = arb(2) ** n_positions * arb(n_positions - 2).exp() / arb.fac_ui(n_positions - 1)
    return share * (delta + 1) / delta**2


def _ratio_few(n_positions, delta: arb, t) -> arb:
    """Our bound over the printed one at a round t <= 7; it decreases in δ."""
    share = (2 * (t - 1) * n_positions / arb(t).log()) ** n_positions
    share = share / arb.fac_ui(n_positions - 1) / arb(2).exp()
    return share * (delta + 1) / delta ** (n_positions + 2)


def _proved(n_positions, ratio, t) -> bool:
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
    return all(_log_least_bound(n_positions, end, t) >= 0 for end in (low, high))


@check("pbm:proposition-10")
def proposition_10(profile):
    tried = range(1, 14)
    many = all(_proved(n, lambda delta, n=n: _ratio_many(n, delta), 8) for n in tried)
    few = all(
        _proved(n, lambda delta, n=n, t=t: _ratio_few(n, delta, t), t) for n in tried for t in FEW
    )
    # beyond: at δ = L + 1 both ratios are below 1 and decrease in L, by factors below
    # 2e / L and 2 (t - 1) / (log t L) times terms below 1
    beyond = bool(_ratio_many(13, arb(14)) <= 1) and bool(2 * arb(1).exp() < 13)
    beyond &= all(
        bool(_ratio_few(13, arb(14), t) <= 1) and bool(2 * (t - 1) / arb(t).log() < 13) for t in FEW
    )
    return Finding(
        "holds" if many and few and beyond else "refuted",
        {
            "from t = 8 on": many,
            "up to t = 7": few,
            "more than 13 positions": beyond,
            "our bound over the printed one (L = 3, δ = 30, t ≥ 8)": float(
                _ratio_many(3, arb(30)).mid()
            ),
        },
    )


@check("pbm:proposition-10-equality")
def proposition_10_equality(profile):
    plays, delta, attraction = (10, 10), 3.0, Fraction(9, 20)
    below = level = both = Fraction(0)
    for clicks in product(range(11), repeat=2):
        chance = Fraction(1)
        for s, n, scale in zip(clicks, plays, (Fraction(9, 10), Fraction(3, 10)), strict=True):
            mean = scale * attraction
            chance *= math.comb(n, s) * mean**s * (1 - mean) ** (n - s)
        value = divergence(float(attraction), clicks, plays, POSITIONS)
        index = upper(clicks, plays, POSITIONS, delta)
        below += chance if index < attraction else 0
        level += chance if value >= delta else 0
        both += chance if divergence(index, clicks, plays, POSITIONS) <= value else 0
    numbers = {
        "chance that the index is below θ": float(below),
        "chance that Φ at the index is at most Φ(θ)": float(both),
        "chance that Φ(θ) is at least δ": float(level),
        "guarantee at t = 21": kl_guarantee(21, delta, 2),
    }
    shown = below < level and below < both
    return Finding("corrected" if shown else "holds", numbers)


@check("pbm:proposition-10-coverage")
def proposition_10_coverage(profile):
    plays = 32 if profile == "paper" else 16
    numbers, holds = {}, True
    for attraction, delta in ((0.45, 3.0), (0.45, 6.0), (0.9, 6.0)):

        def misses(clicks, shown, attraction=attraction, delta=delta):
            return not reaches(attraction, clicks, shown, POSITIONS, delta)

        means = np.array(POSITIONS) * attraction
        worst = most_misses(means, plays, missed_tables(plays, misses))
        numbers[f"largest chance to miss (θ = {attraction:g}, δ = {delta:g})"] = float(worst)
        numbers[f"guarantee, δ = {delta:g}"] = kl_guarantee(plays + 1, delta, 2)
        steps = math.ceil(delta)  # the lattice of the proof, one step a unit
        tables = 4 * plays**2 * math.comb(steps, 1) * math.exp(-delta * (1 - 1 / steps))
        holds &= worst <= min(kl_guarantee(plays + 1, delta, 2), tables)
    return Finding("holds" if holds else "refuted", numbers)


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
    last = {n: vacuous_until(n) for n in (1, 2, 3, 5)}
    certain = True
    for n, value in last.items():
        before, after = arb(value) * arb("0.999999"), arb(value) * arb("1.02")
        certain &= bool(n + 1 - before + n * ((before**2).ceil() * before / n).log() > 0)
        # ⌈u²⌉ <= u² + 1, and the logarithm of that bound decreases for u > 3 L
        certain &= bool(n + 1 - after + n * ((after**2 + 1) * after / n).log() < 0)
        certain &= bool(after > 3 * n)
    said = math.exp(last[1]) > 1000 and math.exp(last[3]) > 1e13
    numbers = {f"last such t, L = {n}": math.exp(value) for n, value in last.items()}
    return Finding("holds" if certain and said else "refuted", numbers)


@check("pbm:tighter-confidence-regions")
def tighter_confidence_regions(profile):
    # e^(L+1) (⌈δ log t⌉ δ / L)^L over e δ log t is at least e^L (δ / L)^L (δ log t)^(L-1), and
    # each factor is above 1 for δ >= L + 1, t >= 3
    each = bool(arb(3).log() > 1)
    smallest = math.inf
    for n_positions in range(1, 7):
        for t, extra in product((3, 10, 10**4), (1, 5, 40)):
            delta = n_positions + extra
            ratio = arb(kl_guarantee(t, delta, n_positions)) * arb(delta - 1).exp()
            smallest = min(smallest, float((ratio / delta / arb(t).log()).mid()))
    return Finding(
        "corrected" if each and smallest > math.e else "refuted",
        {"smallest ratio of the two bounds": smallest},
    )
