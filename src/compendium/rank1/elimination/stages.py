"""Section 3 of Katariya et al. (2017): stages, their number, and the confidence intervals."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from clickbandits.bernoulli import kl_upper
from clickbandits.rank1.bounds import stage_end
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import d, identities, p, q


def completed_stages(horizon: int, steps_a_round: int) -> int:
    """Stages that end within the horizon where every round of exploration takes so many steps."""
    ended = (steps_a_round * stage_end(stage, horizon) <= horizon for stage in itertools.count())
    return sum(itertools.takewhile(bool, ended))


@check("rank1:stage-lengths")
def stage_lengths(profile):
    offsets = [Fraction(k, 16) for k in range(16)]
    differences = {4 * math.ceil(x) - math.ceil(4 * x) for x in offsets}
    ratios = []
    for horizon in (10**3, 2 * 10**6, 10**12):
        ends = [0, *(stage_end(stage, horizon) for stage in range(4))]
        rounds = [after - before for before, after in itertools.pairwise(ends)]
        ratios.append([after / before for before, after in itertools.pairwise(rounds)])
    triples = all(abs(first - 3) < 0.1 and abs(second - 4) < 0.1 for first, second, _ in ratios)
    return Finding(
        "corrected" if differences == {0, 1, 2, 3} and triples else "refuted",
        {
            "4n_ℓ − n_{ℓ+1} takes the values": tuple(sorted(differences)),
            "second over first stage, n = 2·10⁶": ratios[1][0],
            "third over second": ratios[1][1],
        },
    )


@check("rank1:small-horizons")
def small_horizons(profile):
    with ctx.workprec(100):
        ends = [n for n in range(2, 201) if 2 * (16 * arb(n).log()).ceil() <= n]
    increasing = sp.diff(sp.Symbol("n") - 32 * sp.log(sp.Symbol("n"))).subs("n", 200) > 0
    return Finding(
        "holds" if ends == list(range(164, 201)) and increasing else "refuted",
        {"first horizon at which a stage can end": ends[0]},
    )


@check("rank1:number-of-stages")
def number_of_stages(profile):
    n = sp.Symbol("n", positive=True)
    log_4 = sp.log(4)
    started = 2 + sp.log(n / (32 * sp.log(n))) / log_4
    bound = sp.log(n) / log_4 - sp.Rational(1, 2) - sp.log(sp.log(n)) / log_4
    identity = sp.simplify(sp.expand_log(started - bound, force=True)) == 0
    horizons = [*range(3, 3000), *(10**k for k in range(4, 40))]
    most = max((1 + completed_stages(n, 2)) / math.log(n) for n in horizons)
    return Finding(
        "holds" if identity and most <= 1 else "refuted",
        {"largest ratio of stages to log n counted": most},
    )


@check("rank1:convex-problems")
def convex_problems(profile):
    horizon, arms = 10**10, 4  # K = L = 2, all tied: nothing is ever eliminated
    intervals = arms * completed_stages(horizon, arms)
    printed = arms * math.log(horizon)
    ours = 2 * arms * math.log(horizon, 4)
    wrong = 2 * intervals > printed
    return Finding(
        "corrected" if wrong and intervals <= printed and 2 * intervals <= ours else "holds",
        {
            "intervals, K = L = 2 tied, n = 10¹⁰": intervals,
            "ends of intervals": 2 * intervals,
            "(K+L) log n": printed,
        },
    )


@check("rank1:binary-search")
def binary_search(profile):
    slope = sp.diff(d(p, q), q)
    return identities(
        slope - (q - p) / (q * (1 - q)),
        sp.diff(slope, q) - p / q**2 - (1 - p) / (1 - q) ** 2,
    )


def budget_exceeds_two_logs(last: int) -> list[int]:
    """The n from 3 to `last` with log n + 3 log log n > 2 log n, by ball arithmetic."""
    with ctx.workprec(100):
        excess = {n: 3 * arb(n).log().log() - arb(n).log() for n in range(3, last + 1)}
        if not all(value > 0 or value < 0 for value in excess.values()):
            raise ArithmeticError("a ball contains 0: raise the precision")
        return [n for n, value in excess.items() if value > 0]


@check("rank1:tighter-intervals")
def tighter_intervals(profile):
    wide = budget_exceeds_two_logs(1000)
    n = sp.Symbol("n", positive=True)
    increasing = sp.simplify(sp.diff(sp.log(n) - 3 * sp.log(sp.log(n)), n) * n) - 1 + 3 / sp.log(n)
    rounds, horizon = 10**4, 20
    budget = math.log(horizon) + 3 * math.log(math.log(horizon))
    kl_width = kl_upper(0.5, budget / rounds) - 0.5
    ucb_width = math.sqrt(math.log(horizon) / rounds)
    wrong = wide == list(range(7, 94)) and kl_width > ucb_width
    return Finding(
        "corrected" if wrong and sp.simplify(increasing) == 0 else "refuted",
        {
            "δ > 2 log n from n": wide[0],
            "to n": wide[-1],
            "KL half-width at n = 20, 10⁴ rounds, mean 1/2": kl_width,
            "UCB1 half-width": ucb_width,
        },
    )
