"""Appendices A and B of Katariya et al. (2017): Theorem 2 and the good events of Lemma 2."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb, ctx
from scipy.stats import binom

from clickbandits.bernoulli import kl, kl_upper
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import d, p, q, vanish, x

from .conditioning import adaptive_bound, adaptive_means
from .stages import budget_exceeds_two_logs


def ever_missed(n_rounds: int, mean: Fraction, budget: float) -> Fraction:
    """P(for some N ≤ n_rounds the mean of N rewards is below `mean` and N d > budget), exactly."""
    alive, missed = [Fraction(1)], Fraction(0)
    for n in range(1, n_rounds + 1):
        stay, up = [*alive, Fraction(0)], [Fraction(0), *alive]
        alive = [s * (1 - mean) + u * mean for s, u in zip(stay, up, strict=True)]
        seen = np.arange(n + 1) / n
        fails = (seen < float(mean)) & (n * kl(seen, float(mean)) > budget)
        missed += sum(alive[s] for s in np.flatnonzero(fails))
        alive = [Fraction(0) if fails[s] else alive[s] for s in range(n + 1)]
    return missed


@check("rank1:theorem-2")
def theorem_2(profile):
    mean, budget = Fraction(7, 10), 1
    with ctx.workprec(100):  # one reward, 0 with probability 0.3: then U(1) = 1 - exp(-δ)
        below = 1 - arb(-budget).exp() < arb(7) / 10
    left, right = 1 - mean if below else Fraction(0), math.ceil(budget * math.log(1))
    slices = vanish(sp.diff(-sp.log(1 - x) - x, x) - x / (1 - x))
    cases = [(400, Fraction(1, 2), 5.0), (60, Fraction(4, 5), 2.0)]
    exact = [float(ever_missed(*case)) for case in cases]
    bounds = [
        math.e * math.ceil(budget * math.log(t)) * math.exp(-budget) for t, _, budget in cases
    ]
    holds = slices and all(a <= b for a, b in zip(exact, bounds, strict=True))
    return Finding(
        "corrected" if left > right and holds else "refuted",
        {
            "P(U(1) < μ), μ = 7/10, δ = 1": left,
            "the bound at t = 1": right,
            "best stopping rule, t = 400, μ = 1/2, δ = 5": exact[0],
            "the bound there": bounds[0],
            "exp(−5)": math.exp(-5),
        },
    )


@check("rank1:fixed-count")
def fixed_count(profile):
    odds, mass = x * (1 - p) / (p * (1 - x)), (1 - p) / (1 - x)  # e^λ and E e^{λX} at the optimum
    exponent = sp.expand_log(x * sp.log(odds) - sp.log(mass) - d(x, p), force=True)
    exact_exponent = vanish(1 + p * (odds - 1) - mass, exponent)
    worst = 0.0
    for n_rounds in (1, 5, 18, 71, 400):
        seen = np.arange(n_rounds + 1)
        for budget in (0.3, 1.0, 3.0, 8.0):
            upper = kl_upper(seen / n_rounds, budget / n_rounds)
            for mean in np.linspace(0.04, 0.96, 24):
                miss = binom.pmf(seen, n_rounds, mean)[upper < mean].sum()
                worst = max(worst, miss * math.exp(budget))
    return Finding(
        "holds" if exact_exponent and worst <= 1 else "refuted", {"largest P(U < μ) e^δ": worst}
    )


@check("rank1:lemma-2-event-1")
def lemma_2_event_1(profile):
    wide = budget_exceeds_two_logs(1000)
    with ctx.workprec(100):
        logs = {n: arb(n).log() for n in range(2, 1001)}
        printed = [n for n, log in logs.items() if (2 * log**2).ceil() <= 3]
        rounding = all((2 * log**2).ceil() <= 3 * log**2 for n, log in logs.items() if n >= 3)
        ours = all(
            (log**2 + 3 * log.log() * log).ceil() <= 3 * log**2 for n, log in logs.items() if n >= 3
        )
        tail = (2 - 3 / arb(1).exp()) * logs[3] ** 2 >= 1
    wrong = wide == list(range(7, 94)) and printed == [2, 3]
    return Finding(
        "corrected" if wrong and rounding and ours and tail else "refuted",
        {
            "log(log³n) > log n from n": wide[0],
            "to n": wide[-1],
            "the last step as printed holds for n": tuple(printed),
        },
    )


@check("rank1:lemma-2-events-3-4")
def lemma_2_events_3_4(profile):
    c, gap, factor, log_n = sp.symbols("c Delta kappa Lambda", positive=True)
    exponent = 16 * log_n / (c * factor * gap**2) * 2 * c * factor * (gap / 4) ** 2
    worst = 0.0
    for n in horizons():
        log_n_ = math.log(n)
        worst = max(worst, adaptive_bound(n // 2, 2 * log_n_) / (3 * math.e * log_n_**2))
    right = vanish(exponent - 2 * log_n) and worst <= 1
    gap_is_real = adaptive_means(profile).numbers["e^δ P(p̄ < L) of an adversary, N = 40, δ = 2"]
    return Finding(
        "corrected" if right and gap_is_real > 1 else "refuted",
        {"largest ratio to 3e log²n / n²": worst, "e^δ P of an adversary": gap_is_real},
    )


def horizons() -> list[int]:
    """Horizons from 164, the first at which a stage can end, to 10⁶⁰."""
    return [*range(164, 1000), *(10**k for k in range(3, 61))]


def failure_constant(horizon: int) -> float:
    """Our bound of n P(some good event fails) / (K + L): stages times the failures of a row."""
    log_n = math.log(horizon)
    stages = 1 + math.log(horizon / (32 * log_n), 4)
    return stages * (6 * math.e / log_n + 3 * math.e * log_n**2 / horizon)


@check("rank1:lemma-2")
def lemma_2(profile):
    largest = max(map(failure_constant, horizons()))
    with ctx.workprec(100):
        tail = arb(164).log() ** 4 / 164 <= 3 * arb(4).log()
        limit = 6 * arb(1).exp() / arb(4).log()
        below = limit < 12 and 6 * arb(1).exp() + 2 >= 12
    decreasing = vanish(sp.diff(sp.log(q) ** 4 / q, q) - sp.log(q) ** 3 * (4 - sp.log(q)) / q**2)
    holds = tail and below and decreasing and largest < 12
    return Finding(
        "holds" if holds else "refuted",
        {
            "largest n P(Ē)/(K+L) from 164 to 10⁶⁰": largest,
            "its bound 6e/log 4": float(limit.mid()),
            "6e + 2": 6 * math.e + 2,
        },
    )
