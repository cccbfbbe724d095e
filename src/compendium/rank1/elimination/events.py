"""Appendices A and B of Katariya et al. (2017): Theorem 2 and the good events of Lemma 2."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp
from flint import arb, ctx
from scipy.stats import binom

from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.rank1.bounds import stage_end
from compendium.case import Twin, check
from compendium.rank1.symbols import c, d, gap, kappa, log_n, n, p, x

from .adversary import adaptive_bound, ever_missed, scaled_miss
from .stages import budget_exceeds_two_logs, level, tighter_intervals


@check(
    "rank1:theorem-2",
    Twin({"first": 2, "open_end": False}, "holds"),
    factor=Twin(0.05),
    closed=Twin(False),
    least=Twin(0.0),
)
def theorem_2(case, first=1, open_end=True, factor=math.e, closed=True, least=1e-9):
    # If every reward is 1, no q exceeds their average, and sup ∅ = -∞ with the printed q > μ̂
    # (`open_end`); with q ≥ μ̂ (`closed`) the supremum is μ̂.

    def bound(t, budget):
        return factor * math.ceil(budget * math.log(t)) * math.exp(-budget)

    mean, budget = Fraction(7, 10), 1
    with ctx.workprec(100):  # one reward, 0 with probability 0.3: then U = 1 - exp(-δ)
        below = 1 - arb(-budget).exp() < arb(7) / 10
    left, right = 1 - mean if below else Fraction(0), bound(first, budget)
    case.must("P(U(1) < μ), μ = 7/10, δ = 1", left == Fraction(3, 10), left=left)
    case.printed("the bound from t = 1 on", left <= right)
    case.number("right", "the bound at t = 1", right)
    # two rewards of mean 9/10, δ = 5: 0, 0 and 0, 1 do not miss, as 5 > 2d(0, 9/10) = 2 log 10
    missed = {kind: Fraction(81, 100) if kind else Fraction(0) for kind in (True, False)}
    case.must("2 log 10 < 5", 2 * math.log(10) < 5 and ever_missed(2, Fraction(9, 10), 5.0) == 0)
    name = "q > μ̂ where both rewards are 1, t = 2, μ = 9/10, δ = 5"
    case.printed(name, missed[open_end] <= bound(2, 5), empty=missed[open_end])
    case.must("q ≥ μ̂ there", missed[not closed] <= bound(2, 5))
    tiny = ever_missed(2, Fraction(9, 10), least)
    fewest = tiny == Fraction(19, 100) and tiny <= bound(2, least)
    case.must("the least δ, where all but 1, 1 misses: t = 2, μ = 9/10", fewest)
    case.zero("the number of slices", sp.diff(-sp.log(1 - x) - x, x) - x / (1 - x))
    stopped, most = float(ever_missed(400, Fraction(1, 2), 5.0)), bound(400, 5.0)
    case.must("best stopping rule, t = 400, μ = 1/2, δ = 5", stopped <= most, stopped=stopped)
    case.must("the bound at t = 60", ever_missed(60, Fraction(4, 5), 2.0) <= bound(60, 2.0))
    case.number("bound", "the bound there", most)
    case.number("chernoff", "exp(−5)", math.exp(-5))


@check("rank1:fixed-count", factor=Twin(0.95))
def fixed_count(case, factor=1):
    odds, mass = x * (1 - p) / (p * (1 - x)), (1 - p) / (1 - x)  # e^λ and E e^{λX} at the optimum
    case.zero("E e^{λX}", 1 + p * (odds - 1) - mass)
    exponent = x * sp.log(odds) - sp.log(mass) - d(x, p)
    case.zero("the exponent is d", sp.expand_log(exponent, force=True))
    misses = []
    for n_rounds, budget in itertools.product((1, 5, 18, 71, 400), (0.3, 1.0, 3.0, 8.0)):
        seen = np.arange(n_rounds + 1)
        upper = kl_upper(seen / n_rounds, budget / n_rounds)
        # one reward of mean 1 - e^-δ, or a little more, attains the bound
        means = [*np.linspace(0.04, 0.96, 24), 1.001 - math.exp(-budget)]
        misses += [
            binom.pmf(seen, n_rounds, mean)[upper < mean].sum() * math.exp(budget)
            for mean in means
            if mean < 1
        ]
    worst = max(misses)
    case.must("largest P(U < μ) e^δ", worst <= factor, worst=worst)


@check("rank1:lemma-2-event-1", Twin({"iterated": 1, "power": 3}, "holds"), constant=Twin(4))
def lemma_2_event_1(case, iterated=3, power=1, constant=6):
    # `iterated` is the power in the printed log(log³n), `power` that of the printed denominators
    # n log n, and `constant` e is what the failure probability of a row is, times n log n.
    wide = budget_exceeds_two_logs(1000)
    with ctx.workprec(100):
        logs = {horizon: arb(horizon).log() for horizon in range(2, 1001)}
        late = [logs[horizon] for horizon in range(3, 1001)]
        first_step = all(iterated * logs[n].log() <= logs[n] for n in range(5, 1001))
        wanted = all((2 * log**2).ceil() <= 3 * log ** (power - 1) for log in late)
        literal = tuple(horizon for horizon, log in logs.items() if (2 * log**2).ceil() <= 3)
        half = constant / 2
        ours = all((log**2 + 3 * log.log() * log).ceil() <= half * log**2 for log in late)
        rest = (half - 1 - 3 / arb(1).exp()) * logs[3] ** 2
    case.printed("log(log³n) ≤ log n for n ≥ 5", first_step)
    case.printed("the last step for n ≥ 3", wanted)
    case.must("log(log³n) > log n from n", wide == list(range(7, 94)), **{"from": wide[0]})
    case.number("to", "to n", wide[-1])
    case.must("the last step as printed for n = 2, 3 only", literal == (2, 3), last_step=literal)
    case.must("⌈log²n + 3 log log n log n⌉ ≤ 3 log²n", ours)
    case.must("the same beyond 1,000, by (2 - 3/e) log²3 = 1.0818 ≥ 1", rest >= 1)
    # for adaptive means: two sides, each e(⌈δ log r⌉ + 1) / (n log³n)
    largest = max(
        2 * adaptive_bound(horizon // 2, level(horizon)) / (constant * math.e * math.log(horizon) ** 2)
        for horizon in horizons()
    )
    case.must("adaptive means: largest ratio to 6e/(n log n)", largest <= 1, adaptive=largest)


@check("rank1:lemma-2-events-3-4", constant=Twin(15), repeated=Twin(4))
def lemma_2_events_3_4(case, constant=16, repeated=3):
    exponent = constant * log_n / (c * kappa * gap**2) * 2 * c * kappa * (gap / 4) ** 2
    case.zero("n_ℓ d is 2 log n", exponent - 2 * log_n)
    tighter = tighter_intervals(case.profile, repeated=repeated, first=94)
    case.must("δ ≤ 2 log n for n ≥ 94", tighter.verdict == "holds")
    missed = scaled_miss(40, Fraction(4, 5), 2.0)
    case.reading("a factor c_ℓ that depends on the rewards in any way", missed <= 1)
    fixed = fixed_count(case.profile).verdict == "holds"
    case.reading("a factor c_ℓ that does not depend on the rewards", fixed)
    case.number("adversary", "e^δ P of an adversary", missed)


def horizons() -> list[int]:
    """Horizons from 164, the first at which a stage can end, to 10⁶⁰."""
    return [*range(164, 1000), *(10**k for k in range(3, 61))]


@cache
def largest_failure() -> float:
    """Our bound on n P(some interval fails) / (K + L), the largest over `horizons`.

    It is the number of stages that end, multiplied by the bound on both sides.
    """

    def bound(horizon):
        log = math.log(horizon)
        stages = 1 + math.log(horizon / (32 * log), 4)
        return stages * 2 * adaptive_bound(horizon // 2, level(horizon)) / log**3

    return max(map(bound, horizons()))


@cache
def failure_at_166() -> float:
    """A lower bound on n P(some interval fails) / (K + L) for K = L = 1 and n = 166.

    Row 1 has the mean 7/60 and the column 1; at the end of stage 0 the row has 82 plays. Everything but the
    ends of the intervals is exact.
    """
    horizon, mean = 166, Fraction(7, 60)
    count = stage_end(0, horizon)
    seen = np.arange(count + 1)
    low, high = (end(seen / count, level(horizon) / count) for end in (kl_lower, kl_upper))
    fails = np.flatnonzero((float(mean) < low) | (high < float(mean)))
    parts = (math.comb(count, int(s)) * 7 ** int(s) * 53 ** (count - int(s)) for s in fails)
    return float(Fraction(sum(parts), 60**count) * horizon / 2)


@check("rank1:lemma-2", constant=Twin(0.001))
def lemma_2(case, constant=12):
    largest = largest_failure()
    with ctx.workprec(100):
        limit = 6 * arb(1).exp() / arb(4).log()
        case.must("6e/log 4 = 11.76 < 12", limit < constant)
        case.must("12 ≤ 6e + 2 = 18.31", constant <= 6 * arb(1).exp() + 2)
        case.must("1 ≤ 8 log 164 = 40.8", 8 * arb(164).log() >= 1)
    stages = 1 + sp.log(n / (32 * sp.log(n))) / sp.log(4)
    short = sp.log(n) / sp.log(4) - sp.log(8 * sp.log(n)) / sp.log(4)
    case.zero("stages that end", sp.expand_log((stages - short) * sp.log(4), force=True))
    case.must("Event 1", lemma_2_event_1(case.profile).verdict == "corrected")
    case.must("Events 3 and 4", lemma_2_events_3_4(case.profile).verdict == "holds")
    case.must("largest n P(Ē)/(K+L) from 164 to 10⁶⁰", largest < constant, largest=largest)
    least = failure_at_166()
    case.must("at n = 166 with one row and one column", least <= constant, exact=least)
    case.number("limit", "its bound 6e/log 4", float(limit.mid()))
    case.number("printed", "6e + 2", 6 * math.e + 2)
