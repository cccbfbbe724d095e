"""Appendices A and B of Katariya et al. (2017): Theorem 2 and the good events of Lemma 2."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp
from flint import arb, ctx
from scipy.stats import binom

from clickbandits.bernoulli import kl_upper
from compendium.finding import Case, check, twin
from compendium.rank1.symbols import c, d, gap, kappa, log_n, n, p, x

from .adversary import adaptive_bound, adaptive_miss, ever_missed
from .stages import budget_exceeds_two_logs


@check("rank1:theorem-2")
@twin("from which t on", gives="holds", first=2)
@twin("the factor e", gives="refuted", factor=0.05)
def theorem_2(profile, first=1, factor=math.e):
    """Compares the bound with the exact chance of a miss: at t = 1, and for best stopping rules."""
    case = Case()

    def bound(t, budget):
        return factor * math.ceil(budget * math.log(t)) * math.exp(-budget)

    mean, budget = Fraction(7, 10), 1
    with ctx.workprec(100):  # one reward, 0 with probability 0.3: then U = 1 - exp(-δ)
        below = 1 - arb(-budget).exp() < arb(7) / 10
    left, right = 1 - mean if below else Fraction(0), bound(first, budget)
    case.printed("the bound from t = 1 on", left <= right)
    case.zero("the number of slices", sp.diff(-sp.log(1 - x) - x, x) - x / (1 - x))
    # two rewards of mean 1/3: 0 misses while δ < d(0, 1/3) = log 3/2, and 0, 0 while δ < log 9/4
    small = [ever_missed(2, Fraction(1, 3), budget) for budget in (0.4, 0.5, 0.82)]
    case.must("chances by hand", [9 * chance for chance in small] == [6, 4, 0])
    exact, bounds = [], []
    for t, chance, delta in ((400, Fraction(1, 2), 5.0), (60, Fraction(4, 5), 2.0)):
        exact.append(float(ever_missed(t, chance, delta)))
        bounds.append(bound(t, delta))
        case.must(f"the bound at t = {t}", exact[-1] <= bounds[-1])
    case.must("a reward of 0 misses", left == Fraction(3, 10))
    # 5 log 400 = 29.96 and 2 log 60 = 8.19: 30 and 9 slices
    by_hand = [30 * math.exp(-4), 9 * math.exp(-1)]
    case.must("the bounds by hand", np.allclose(bounds, by_hand, rtol=1e-12))
    case.number("left", "P(U(1) < μ), μ = 7/10, δ = 1", left)
    case.number("right", "the bound at t = 1", right)
    case.number("stopped", "best stopping rule, t = 400, μ = 1/2, δ = 5", exact[0])
    case.number("bound", "the bound there", bounds[0])
    case.number("chernoff", "exp(−5)", math.exp(-5))
    return case.finding()


@check("rank1:fixed-count")
@twin("the factor of exp(-δ)", gives="refuted", factor=0.95)
def fixed_count(profile, factor=1):
    """Confirms Chernoff's exponent in symbols, and compares with binomial tails on a grid."""
    case = Case()
    odds, mass = x * (1 - p) / (p * (1 - x)), (1 - p) / (1 - x)  # e^λ and E e^{λX} at the optimum
    case.zero("E e^{λX}", 1 + p * (odds - 1) - mass)
    exponent = x * sp.log(odds) - sp.log(mass) - d(x, p)
    case.zero("the exponent is d", sp.expand_log(exponent, force=True))
    worst = 0.0
    for n_rounds in (1, 5, 18, 71, 400):
        seen = np.arange(n_rounds + 1)
        for budget in (0.3, 1.0, 3.0, 8.0):
            upper = kl_upper(seen / n_rounds, budget / n_rounds)
            # one reward of mean 1 - e^-δ, or a little more, attains the bound
            means = [*np.linspace(0.04, 0.96, 24), 1.001 - math.exp(-budget)]
            for mean in (each for each in means if each < 1):
                miss = binom.pmf(seen, n_rounds, mean)[upper < mean].sum()
                worst = max(worst, miss * math.exp(budget))
    case.must("binomial tails on the grid", worst <= factor)
    # one reward, δ = 0.3: P(0) e^δ = (e^-δ - 0.001) e^δ
    case.must("the largest by hand", math.isclose(worst, 1 - 0.001 * math.exp(0.3)))
    case.number("worst", "largest P(U < μ) e^δ", worst)
    return case.finding()


@check("rank1:lemma-2-event-1")
@twin("the printed steps", gives="holds", iterated=1, power=3)
@twin("the constant 6 of the conclusion", gives="refuted", constant=4)
def lemma_2_event_1(profile, iterated=3, power=1, constant=6):
    """Finds in balls for which n ≤ 1,000 each printed step holds, and our steps there and beyond.

    `iterated` is the power in the printed log(log³n), `power` that of the printed denominators
    n log n, and `constant` e is what the failure probability of a row is, times n log n.
    """
    case = Case()
    wide = budget_exceeds_two_logs(1000)
    with ctx.workprec(100):
        logs = {horizon: arb(horizon).log() for horizon in range(2, 1001)}
        late = [logs[horizon] for horizon in range(3, 1001)]
        first_step = all(iterated * logs[n].log() <= logs[n] for n in range(5, 1001))
        wanted = [(2 * log**2).ceil() <= 3 * log ** (power - 1) for log in late]
        literal = [horizon for horizon, log in logs.items() if (2 * log**2).ceil() <= 3]
        half = constant / 2
        ours = all((log**2 + 3 * log.log() * log).ceil() <= half * log**2 for log in late)
        rest = (half - 1 - 3 / arb(1).exp()) * logs[3] ** 2
    case.printed("log(log³n) ≤ log n for n ≥ 5", first_step)
    case.printed("the last step for n ≥ 3", all(wanted))
    case.must("log(log³n) > log n for 7 ≤ n ≤ 93 only", wide == list(range(7, 94)))
    case.must("the last step as printed for n = 2, 3 only", literal == [2, 3])
    case.must("⌈log²n + 3 log log n log n⌉ ≤ 3 log²n", ours)
    case.must("the same beyond 1,000", rest >= 1)
    case.must("by (2 - 3/e) log²3 = 1.0818", rest < 1.082)
    # for adaptive means: two sides, each e(⌈δ log r⌉ + 1) / (n log³n)
    ratios = []
    for horizon in horizons():
        log = math.log(horizon)
        bound = adaptive_bound(horizon // 2, log + 3 * math.log(log))
        ratios.append(2 * bound / (constant * math.e * log**2))
    case.must("adaptive means, 164 to 10⁶⁰", max(ratios) <= 1)
    # at n = 166: δ = 10.00, r = 12.22, ⌈δ log r⌉ = 26
    largest = 2 * 27 / (6 * math.log(166) ** 2)
    case.must("the largest by hand", math.isclose(max(ratios), largest))
    case.number("from", "log(log³n) > log n from n", wide[0])
    case.number("to", "to n", wide[-1])
    case.number("last_step", "the last step as printed holds for n", tuple(literal))
    case.number("adaptive", "adaptive means: largest ratio to 6e/(n log n)", max(ratios))
    return case.finding()


@check("rank1:lemma-2-events-3-4")
@twin("the factor of exp(-n_ℓ d)", gives="holds", factor=2)
@twin("the constant of n_ℓ", gives="refuted", constant=15)
@twin("the iterated logarithms in δ", gives="refuted", repeated=4)
def lemma_2_events_3_4(profile, factor=1, constant=16, repeated=3):
    """Confirms in symbols that n_ℓ d is 2 log n, and in balls that δ is no more from 94 on."""
    case = Case()
    exponent = constant * log_n / (c * kappa * gap**2) * 2 * c * kappa * (gap / 4) ** 2
    case.zero("n_ℓ d is 2 log n", exponent - 2 * log_n)
    with ctx.workprec(100):
        logs = [arb(horizon).log() for horizon in range(94, 1001)]
        case.must("δ ≤ 2 log n for n ≥ 94", all(repeated * log.log() <= log for log in logs))
        case.must("and beyond 1,000", logs[-1] > repeated)  # x - 3 log x increases for x > 3
    missed = float(adaptive_miss(40, Fraction(4, 5), 2.0)) * math.exp(2)
    case.printed("Chernoff's bound", missed <= factor)
    case.number("adversary", "e^δ P of an adversary", missed)
    return case.finding()


def horizons() -> list[int]:
    """Horizons from 164, the first at which a stage can end, to 10⁶⁰."""
    return [*range(164, 1000), *(10**k for k in range(3, 61))]


@cache
def failures(horizon: int) -> float:
    """Our bound of n P(some interval fails) / (K + L): stages that end, times both sides."""
    log = math.log(horizon)
    stages = 1 + math.log(horizon / (32 * log), 4)
    return stages * 2 * adaptive_bound(horizon // 2, log + 3 * math.log(log)) / log**3


@check("rank1:lemma-2")
@twin("the constant of P(Ē)", gives="refuted", constant=2)
def lemma_2(profile, constant=12):
    """Evaluates our bound of n P(Ē)/(K+L) up to 10⁶⁰, and encloses what bounds it beyond."""
    case = Case()
    largest = max(map(failures, horizons()))
    with ctx.workprec(100):
        limit = 6 * arb(1).exp() / arb(4).log()
        case.must("6e/log 4 < 12", limit < constant)
        case.must("6e/log 4 = 11.76", abs(limit - arb("11.765")) < arb("1e-4"))
        printed, eightfold = 6 * arb(1).exp() + 2, 8 * arb(164).log()
        case.must("12 ≤ 6e + 2", printed >= constant)
        case.must("6e + 2 = 18.31", abs(printed - arb("18.30969")) < arb("1e-4"))
        case.must("8 log n ≥ 1 at 164", eightfold >= 1)
        case.must("8 log 164 = 40.8", abs(eightfold - arb("40.79893")) < arb("1e-4"))
    stages = 1 + sp.log(n / (32 * sp.log(n))) / sp.log(4)
    short = sp.log(n) / sp.log(4) - sp.log(8 * sp.log(n)) / sp.log(4)
    case.zero("stages that end", sp.expand_log((stages - short) * sp.log(4), force=True))
    event_1 = lemma_2_event_1(profile)
    case.must("Event 1", event_1.verdict == "corrected")
    case.must("Events 3 and 4", lemma_2_events_3_4(profile).verdict == "corrected")
    case.must("below 12 from 164 to 10⁶⁰", largest < constant)
    # at n = 10^12: δ = 37.59, r = 39.59 √(5·10¹¹/300.7) = 1.61·10⁶, ⌈δ log r⌉ = 538
    log = 12 * math.log(10)
    ended = 1 + (log - math.log(32 * log)) / math.log(4)
    by_hand = ended * 2 * math.e * 539 / log**3
    case.must("the largest by hand", math.isclose(largest, by_hand))
    case.number("largest", "largest n P(Ē)/(K+L) from 164 to 10⁶⁰", largest)
    case.number("limit", "its bound 6e/log 4", float(limit.mid()))
    case.number("printed", "6e + 2", 6 * math.e + 2)
    return case.finding()
