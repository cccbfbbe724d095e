"""PBM-UCB's confidence bound: the martingale of (15), the maximal inequality, Proposition 8."""

from fractions import Fraction
from itertools import product

import numpy as np
import sympy
from flint import arb

from compendium.balls import ball
from compendium.case import Twin, check
from compendium.pbm.guarantees import ucb_guarantee
from compendium.pbm.histories import (
    ATTRACTION,
    TWO_EXAMINATIONS,
    estimates,
    pbm_pie,
    pbm_ucb,
    situations,
    views,
)

from .coverage import ever_crosses, ucb_misses

MEANS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)
ROUND, EPSILON = 6, Fraction(1, 100)
"""The round of the small game before which the policies' counts are taken, and their ε."""
PASSAGES = (*((60, mean, depth) for mean in MEANS for depth in (2.0, 4.0, 8.0, 12.0)), (4000, 0.5, 500.0))
"""Plays, mean and depth of first passages.

The last one is deep and yet near the mean; there the factor 2 is nearly attained.
"""
WORST_MEAN = 0.70711
"""The mean, just above √(1/2), at which one play without a click is a miss for δ = 1."""
MISSING = Fraction(9, 20)
"""The mean at which Proposition 8 is tested at its least δ."""
FEW_ROUNDS = range(2, 8)
"""The rounds at which we sum over the numbers of plays; at later ones we peel."""
DELTAS = (1.25, 1.5, 2.0, 3.0, 5.0, 8.0)
"""Levels beside the least one at which coverage is computed."""


@check("pbm:equation-15", weight=Twin(Fraction(51, 50)))
def equation_15(case, weight=1):
    rules = pbm_ucb(3, TWO_EXAMINATIONS, EPSILON), pbm_pie(3, TWO_EXAMINATIONS, float(EPSILON))
    games = [list(situations(ATTRACTION, TWO_EXAMINATIONS, ROUND, rule)) for rule in rules]
    drifts, biases = [], []
    for game, (item, theta) in product(games, enumerate(ATTRACTION)):
        drift = bias = Fraction(0)
        for now in (now for now in game if now.t == ROUND):
            seen = views(now.plays, TWO_EXAMINATIONS)[item]
            drift += now.chance * (sum(now.clicks[item]) - weight * seen * theta)
            bias += now.chance * (estimates(now.clicks, now.plays, TWO_EXAMINATIONS)[item] - theta)
        drifts.append(abs(drift))
        biases.append(abs(bias))
    case.must("the mean of M is zero for every item", max(drifts) == 0, drift=max(drifts))
    case.must("bias of the estimate, which is no martingale", max(biases) != 0, bias=float(max(biases)))


@check("pbm:maximal-inequality", factor=Twin(Fraction(21, 10)))
def maximal_inequality(case, factor=2):
    p, tilt, x, n = sympy.symbols("p lambda x n", positive=True)
    cumulant = sympy.log(1 - p + p * sympy.exp(tilt)) - p * tilt
    q = p * sympy.exp(tilt) / (1 - p + p * sympy.exp(tilt))  # the tilted mean
    exponent = (-tilt * x + n * tilt**2 / 8).subs(tilt, 4 * x / n)
    starts = cumulant.subs(tilt, 0), sympy.diff(cumulant, tilt).subs(tilt, 0)
    quarter = sympy.Rational(1, 4) - (q - sympy.Rational(1, 2)) ** 2
    case.zero("ψ'' = q (1 - q)", sympy.diff(cumulant, tilt, 2) - q * (1 - q))
    case.zero("q (1 - q) = 1/4 - (q - 1/2)²", q * (1 - q) - quarter)
    case.zero("ψ(0) = ψ'(0) = 0", *starts)
    case.zero("the exponent at λ = 4x / n", exponent + factor * x**2 / n)
    ratio = max(
        ever_crosses(mean, plays, lambda i, s, m=mean, x=depth: s <= i * m - x)[plays]
        / np.exp(-float(factor) * depth**2 / plays)
        for plays, mean, depth in PASSAGES
    )
    case.must("largest exact ratio to the bound, at most 1", ratio <= 1, ratio=ratio)


def guarantee(t, delta: arb) -> arb:
    """Proposition 8's bound, e δ log(t) e^-δ."""
    return arb(1).exp() * delta * (-delta).exp() * arb(t).log()


def single_play_excess(t, delta: arb) -> arb:
    """Probability of a miss minus the published bound, after one play at κθ = sqrt(δ / 2)."""
    return 1 - (delta / 2).sqrt() - delta * (1 - delta).exp() * arb(t).log()


@check(
    "pbm:proposition-8",
    printed_from=Twin(Fraction(1), "holds"),
    ours_from=Twin(Fraction(2, 5)),
    power=Twin(0, step="proposition-8-small-delta"),
)
def proposition_8(case, printed_from=Fraction(1, 100), ours_from=Fraction(1), power=1):
    # Peeling needs ⌈x⌉ <= δ log t with x = log t / log(δ / (δ - 1)). Since -log(1 - u) is at least
    # 2u / (2 - u), x is at most (δ - 1/2) log t, which suffices from log t >= 2 on. For t <= 7 we sum over
    # the t - 1 numbers of plays, unless the bound is one or more and therefore trivial.
    miss = ever_crosses(MISSING, 1, ucb_misses(MISSING, printed_from))[-1]
    bound = guarantee(2, ball(printed_from))
    case.printed("the bound at t = 2 and the least δ", not bound < ball(miss))
    # the bound of an item shown once misses most often at κθ = sqrt(δ / 2)
    alone = [single_play_excess(t, ball(ours_from)) for t in FEW_ROUNDS]
    case.must("ours at its least δ, after one play", all(excess < 0 for excess in alone))
    u = sympy.Symbol("u")
    slack = sympy.diff(-sympy.log(1 - u) - 2 * u / (2 - u), u) - u**2 / ((1 - u) * (2 - u) ** 2)
    case.zero("the derivative of log r - 2u / (2 - u)", slack)
    case.must("log 8 ≥ 2", arb(8).log() > 2)
    shares = {t: arb(1).exp() * arb(t).log() / (t - 1) for t in FEW_ROUNDS}
    for t, share in shares.items():
        # summing suffices from δ = 1 / share on; for smaller δ the bound, which decreases, is above one
        proved = share >= 1 or guarantee(t, 1 / share) > 1
        case.must(f"the bound at t = {t} for all δ ≥ 1", proved)
    case.number("miss", "miss probability (t = 2, δ = 1/100, κθ = 9/20)", miss)
    case.number("printed", "printed bound", float(bound.mid()))
    step = case.step("proposition-8-small-delta")
    level, time = sympy.symbols("delta t", positive=True)
    bound = sympy.E * level**power * sympy.log(time) * sympy.exp(-level)
    excess = 1 - sympy.sqrt(level / 2) - bound
    step.zero("at every t the excess tends to one", sympy.limit(excess, level, 0) - 1)
    for t in (2, 3, 10, 100):
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if single_play_excess(t, arb(middle)) > 0 else (low, middle)
        # both parts that are subtracted increase in δ up to 1, so one change of sign decides
        step.must(f"fails below, t = {t}", single_play_excess(t, arb(0.999 * low)) > 0)
        step.must(f"not so above, t = {t}", single_play_excess(t, arb(1.001 * high)) < 0)
        mean = Fraction(np.sqrt(0.4995 * low)).limit_denominator(10**6)
        delta = 2 * mean**2
        miss = ever_crosses(mean, 1, ucb_misses(mean, delta))[-1]
        step.must(f"fails at a rational δ, t = {t}", ball(miss) > guarantee(t, ball(delta)))
        step.number(f"t = {t}", f"fails for every δ below, at t = {t}", low)


@check("pbm:proposition-8-coverage", least=Twin(0.3))
def proposition_8_coverage(case, least=1.0):
    rounds = 1000
    ratios = {}  # of the probability of a miss to the guarantee, with the guarantee
    for delta, mean in product((least, *DELTAS), (*MEANS, WORST_MEAN)):
        ever = ever_crosses(mean, rounds - 1, ucb_misses(mean, delta))
        for t in range(2, rounds + 1):
            guarantee = ucb_guarantee(t, delta)
            at = f"t = {t}, δ = {delta:g}, κθ = {mean:g}"
            ratios[at] = float(ever[t - 1] / guarantee), guarantee
    # otherwise nothing is guaranteed
    telling = max(ratio for ratio, guarantee in ratios.values() if guarantee < 1)
    case.must(
        "largest miss probability over the guarantee where that is below one, at most 1",
        0 < telling <= 1,
        telling=telling,
    )
    where, (worst, _) = max(ratios.items(), key=lambda each: each[1][0])
    case.must("less than half the guarantee", worst < 1 / 2)
    case.number("worst", "largest miss probability over the guarantee", worst)
    case.number("where", "reached at", where)
