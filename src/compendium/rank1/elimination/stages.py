"""Section 3 of Katariya et al. (2017): stages, their number, and the confidence intervals."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb, ctx

from clickbandits.rank1.bounds import stage_end
from compendium.finding import Case, check, twin
from compendium.rank1.symbols import d, identities, n, p, q

CLOSE = {"rtol": 0, "atol": 0.1}
"""How near 3 or 4 a rounded growth is: the shortest stage has 111 rounds."""


def completed_stages(horizon: int, steps_a_round: int) -> int:
    """Stages that end within the horizon where every round of exploration takes so many steps."""
    ended = (steps_a_round * stage_end(stage, horizon) <= horizon for stage in itertools.count())
    return sum(itertools.takewhile(bool, ended))


@check("rank1:stage-lengths")
@twin("the stage from which lengths quadruple", gives="holds", start=1)
@twin("the growth to the second stage", gives="refuted", second=3.5)
def stage_lengths(profile, start=0, second=3):
    """Finds what 4⌈x⌉ − ⌈4x⌉ can be, and the lengths of the first stages for three horizons."""
    case = Case()
    offsets = [Fraction(k, 16) for k in range(16)]
    differences = {4 * math.ceil(x) - math.ceil(4 * x) for x in offsets}
    ratios, grown = [], []
    for horizon in (10**3, 2 * 10**6, 10**12):
        ends = [0, *(stage_end(stage, horizon) for stage in range(3))]
        rounds = [after - before for before, after in itertools.pairwise(ends)]
        ratios.append([after / before for before, after in itertools.pairwise(rounds)])
        grown += ratios[-1][start:]
    case.must("4n_ℓ - 3 ≤ n_{ℓ+1} ≤ 4n_ℓ", differences == {0, 1, 2, 3})
    case.printed("four times as many from stage to stage", np.allclose(grown, 4, **CLOSE))
    tripled, quadrupled = zip(*ratios, strict=True)
    case.must("the second stage triples", np.allclose(tripled, second, **CLOSE))
    case.must("the third quadruples", np.allclose(quadrupled, 4, **CLOSE))
    # 16 log n = 232.1, and so n_0 = 233, n_1 = ⌈928.6⌉, n_2 = ⌈3714.2⌉
    case.must("by hand for n = 2·10⁶", ratios[1] == [(929 - 233) / 233, (3715 - 929) / 696])
    case.number("differences", "4n_ℓ − n_{ℓ+1} takes the values", tuple(sorted(differences)))
    case.number("second", "second over first stage, n = 2·10⁶", ratios[1][0])
    case.number("third", "third over second", ratios[1][1])
    return case.finding()


@check("rank1:small-horizons")
@twin("the last horizon without a stage", gives="refuted", last=162)
@twin("the last horizon without a stage", gives="refuted", last=164)
def small_horizons(profile, last=163):
    """Finds by ball arithmetic for which n ≤ 200 stage 0 can end, and the slope at 200."""
    case = Case()
    with ctx.workprec(100):
        ends = [n for n in range(2, 201) if 2 * (16 * arb(n).log()).ceil() <= n]
    case.must("stage 0 can end from the next horizon on", ends == list(range(last + 1, 201)))
    slope = sp.diff(n - 32 * sp.log(n), n)  # increases with n
    case.must("n - 32 log n increases", slope.subs(n, 200) == sp.Rational(21, 25))
    case.number("first", "first horizon at which a stage can end", ends[0])
    return case.finding()


@check("rank1:number-of-stages")
@twin("the factor of log n", gives="refuted", factor=0.9)
@twin("the constant of our bound", gives="refuted", constant=1)
def number_of_stages(profile, factor=1, constant=2):
    """Rewrites the bound on the number of stages, and counts stages for many horizons."""
    case = Case()
    log_4 = sp.log(4)
    started = constant + sp.log(n / (32 * sp.log(n))) / log_4
    bound = sp.log(n) / log_4 - sp.Rational(1, 2) - sp.log(sp.log(n)) / log_4
    case.zero("the bound on the stages", sp.expand_log(started - bound, force=True))
    horizons = [*range(3, 3000), *(10**k for k in range(4, 40))]
    stages = {horizon: 1 + completed_stages(horizon, 2) for horizon in horizons}
    most = max(number / math.log(horizon) for horizon, number in stages.items())
    case.must("at most log n stages", most <= factor)
    case.must("closest at n = 3, in its one stage", math.isclose(most, 1 / math.log(3)))
    spare = [
        constant + math.log(horizon / (32 * math.log(horizon)), 4) - number
        for horizon, number in stages.items()
        if horizon >= 164
    ]
    case.must("our bound from 164 on", min(spare) > 0)
    case.must("which is nearly met", min(spare) < 0.01)
    case.number("most", "largest ratio of stages to log n counted", most)
    return case.finding()


@check("rank1:convex-problems")
@twin("problems an interval", gives="holds", ends=1)
@twin("the base of the logarithm", gives="refuted", base=8)
def convex_problems(profile, ends=2, base=4):
    """Counts intervals and their ends where two rows and two columns are tied, n = 10¹⁰."""
    case = Case()
    horizon, arms = 10**10, 4  # nothing is ever eliminated
    intervals = arms * completed_stages(horizon, arms)
    printed = arms * math.log(horizon)
    case.printed("problems within (K+L) log n", ends * intervals <= printed)
    case.must("intervals within (K+L) log n", intervals <= printed)
    # 64 · 4^ℓ log n = 1473.7 · 4^ℓ is at most n for ℓ ≤ 11
    case.must("intervals by hand", intervals == 4 * 12)
    case.must("ends within 2(K+L) log₄ n", 2 * intervals <= 2 * arms * math.log(horizon, base))
    case.number("intervals", "intervals, K = L = 2 tied, n = 10¹⁰", intervals)
    case.number("ends", "ends of intervals", 2 * intervals)
    case.number("printed", "(K+L) log n", printed)
    return case.finding()


@check("rank1:binary-search")
@twin("the sign of the second term", gives="refuted", sign=-1)
def binary_search(profile, sign=1):
    """Differentiates the divergence twice: the second derivative is a sum of positive terms."""
    slope = sp.diff(d(p, q), q)
    return identities(
        {
            "slope": slope - (q - p) / (q * (1 - q)),
            "convex": sp.diff(slope, q) - p / q**2 - sign * (1 - p) / (1 - q) ** 2,
        }
    ).finding()


def budget_exceeds_two_logs(last: int) -> list[int]:
    """The n from 3 to `last` with log n + 3 log log n > 2 log n, by ball arithmetic."""
    with ctx.workprec(100):
        excess = {n: 3 * arb(n).log().log() - arb(n).log() for n in range(3, last + 1)}
        if any(value.contains(arb()) for value in excess.values()):
            raise ArithmeticError("a ball contains 0: raise the precision")
        return [n for n, value in excess.items() if value > 0]


@check("rank1:tighter-intervals")
@twin("the iterated logarithms in δ", gives="refuted", repeated=4)
@twin("where intervals are computed", gives="refuted", first=90)
def tighter_intervals(profile, repeated=3, first=164):
    """Compares both half-widths squared, δ/2 and log n, in balls wherever a stage can end."""
    case = Case()
    wide = budget_exceeds_two_logs(1000)
    case.must("δ > 2 log n for 7 ≤ n ≤ 93 only", wide == list(range(7, 94)))
    case.must("no stage ends before", small_horizons(profile).numbers["first"] >= first)
    with ctx.workprec(100):
        logs = [arb(horizon).log() for horizon in range(first, 1001)]
        tighter = all(log + repeated * log.log() < 2 * log for log in logs)
    case.must("δ < 2 log n wherever a stage ends", tighter)
    slope = sp.diff(sp.log(n) - 3 * sp.log(sp.log(n)), n) * n
    case.zero("log n - 3 log log n increases from e³ on", slope - 1 + 3 / sp.log(n))
    case.number("from", "δ > 2 log n from n", wide[0])
    case.number("to", "to n", wide[-1])
    case.number("first", "the first n at which an interval is computed", first)
    return case.finding()
