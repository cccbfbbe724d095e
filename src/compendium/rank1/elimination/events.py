"""Appendices A and B of Katariya et al. (2017): Theorem 2 and the good events of Lemma 2."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb, ctx
from scipy.stats import binom

from clickbandits.bernoulli import kl_upper
from compendium.finding import Case, check
from compendium.rank1.symbols import c, d, gap, kappa, log_n, n, p, x

from .adversary import adaptive_bound, ever_missed
from .conditioning import adaptive_means
from .stages import budget_exceeds_two_logs


@check("rank1:theorem-2")
def theorem_2(profile):
    """Compares the bound with the exact chance of a miss: at t = 1, and for best stopping rules."""
    case = Case()
    mean, budget = Fraction(7, 10), 1
    with ctx.workprec(100):  # one reward, 0 with probability 0.3: then U(1) = 1 - exp(-δ)
        below = 1 - arb(-budget).exp() < arb(7) / 10
    left, right = 1 - mean if below else Fraction(0), math.ceil(budget * math.log(1))
    case.printed("the bound at t = 1", left <= right)
    case.zero("the number of slices", sp.diff(-sp.log(1 - x) - x, x) - x / (1 - x))
    cases = [(400, Fraction(1, 2), 5.0), (60, Fraction(4, 5), 2.0)]
    exact = [float(ever_missed(*each)) for each in cases]
    bounds = [math.e * math.ceil(delta * math.log(t)) * math.exp(-delta) for t, _, delta in cases]
    case.must("the bound at t = 400", exact[0] <= bounds[0])
    case.must("the bound at t = 60", exact[1] <= bounds[1])
    case.number("left", "P(U(1) < μ), μ = 7/10, δ = 1", left)
    case.number("right", "the bound at t = 1", right)
    case.number("stopped", "best stopping rule, t = 400, μ = 1/2, δ = 5", exact[0])
    case.number("bound", "the bound there", bounds[0])
    case.number("chernoff", "exp(−5)", math.exp(-5))
    return case.finding()


@check("rank1:fixed-count")
def fixed_count(profile):
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
            for mean in np.linspace(0.04, 0.96, 24):
                miss = binom.pmf(seen, n_rounds, mean)[upper < mean].sum()
                worst = max(worst, miss * math.exp(budget))
    case.must("binomial tails on the grid", worst <= 1)
    case.number("worst", "largest P(U < μ) e^δ", worst)
    return case.finding()


@check("rank1:lemma-2-event-1")
def lemma_2_event_1(profile):
    """Finds in balls for which n ≤ 1,000 each printed step holds, and our step there and beyond."""
    case = Case()
    wide = budget_exceeds_two_logs(1000)
    with ctx.workprec(100):
        logs = {horizon: arb(horizon).log() for horizon in range(2, 1001)}
        late = list(logs.values())[1:]
        last_step = [horizon for horizon, log in logs.items() if (2 * log**2).ceil() <= 3]
        rounding = all((2 * log**2).ceil() <= 3 * log**2 for log in late)
        ours = all((log**2 + 3 * log.log() * log).ceil() <= 3 * log**2 for log in late)
        beyond = (2 - 3 / arb(1).exp()) * logs[3] ** 2 >= 1
    case.printed("log(log³n) ≤ log n for n ≥ 5", not wide)
    case.printed("the last step for n ≥ 3", last_step == list(logs))
    case.must("log(log³n) > log n for 7 ≤ n ≤ 93 only", wide == list(range(7, 94)))
    case.must("the last step for n = 2, 3 only", last_step == [2, 3])
    case.must("⌈2 log²n⌉ ≤ 3 log²n", rounding)
    case.must("⌈log²n + 3 log log n log n⌉ ≤ 3 log²n", ours)
    case.must("the same beyond 1,000", beyond)
    case.number("from", "log(log³n) > log n from n", wide[0])
    case.number("to", "to n", wide[-1])
    case.number("last_step", "the last step as printed holds for n", tuple(last_step))
    return case.finding()


@check("rank1:lemma-2-events-3-4")
def lemma_2_events_3_4(profile):
    """Confirms the exponent in symbols, and evaluates the bound for adaptive means up to 10⁶⁰."""
    case = Case()
    exponent = 16 * log_n / (c * kappa * gap**2) * 2 * c * kappa * (gap / 4) ** 2
    case.zero("the exponent is 2 log n", exponent - 2 * log_n)
    worst = 0.0
    for horizon in horizons():
        log_horizon = math.log(horizon)
        bound = adaptive_bound(horizon // 2, 2 * log_horizon)
        worst = max(worst, bound / (3 * math.e * log_horizon**2))
    case.must("3e log²n / n² up to 10⁶⁰", worst <= 1)
    adversary = adaptive_means(profile).numbers["adversary"]
    case.printed("Chernoff's bound for adaptive means", adversary <= 1)
    case.number("worst", "largest ratio to 3e log²n / n²", worst)
    case.number("adversary", "e^δ P of an adversary", adversary)
    return case.finding()


def horizons() -> list[int]:
    """Horizons from 164, the first at which a stage can end, to 10⁶⁰."""
    return [*range(164, 1000), *(10**k for k in range(3, 61))]


def failure_constant(horizon: int) -> float:
    """Our bound of n P(some good event fails) / (K + L): stages times the failures of a row."""
    log_horizon = math.log(horizon)
    stages = 1 + math.log(horizon / (32 * log_horizon), 4)
    return stages * (6 * math.e / log_horizon + 3 * math.e * log_horizon**2 / horizon)


@check("rank1:lemma-2")
def lemma_2(profile):
    """Evaluates our bound of n P(Ē)/(K+L) up to 10⁶⁰, and encloses what bounds it beyond."""
    case = Case()
    largest = max(map(failure_constant, horizons()))
    with ctx.workprec(100):
        limit = 6 * arb(1).exp() / arb(4).log()
        case.must("log⁴n/n ≤ 3 log 4 at 164", arb(164).log() ** 4 / 164 <= 3 * arb(4).log())
        case.must("6e/log 4 < 12", limit < 12)
        case.must("12 ≤ 6e + 2", 6 * arb(1).exp() + 2 >= 12)
    slope = sp.diff(sp.log(n) ** 4 / n, n)
    case.zero("log⁴n/n decreases", slope - sp.log(n) ** 3 * (4 - sp.log(n)) / n**2)
    case.must("below 12 from 164 to 10⁶⁰", largest < 12)
    case.number("largest", "largest n P(Ē)/(K+L) from 164 to 10⁶⁰", largest)
    case.number("limit", "its bound 6e/log 4", float(limit.mid()))
    case.number("printed", "6e + 2", 6 * math.e + 2)
    return case.finding()
