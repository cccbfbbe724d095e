"""PBM-UCB's confidence bound: the martingale of (15), the maximal inequality, Proposition 8."""

from fractions import Fraction

import numpy as np
import sympy
from flint import arb

from clickbandits.pbm.confidence import ucb_guarantee
from compendium.balls import ball
from compendium.finding import Case, check
from compendium.pbm.histories import ATTRACTION, EXAMINATION, pbm_pie, pbm_ucb, situations, views

from .coverage import ever_crosses, ucb_misses

MEANS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)


@check("pbm:equation-15")
def equation_15(profile):
    """Takes the means of M and of the estimate over every history of six rounds, two policies."""
    case = Case()
    drifts, biases = [], []
    for rule in (pbm_ucb(3, EXAMINATION, Fraction(1, 100)), pbm_pie(3, EXAMINATION, 0.01)):
        drift = bias = Fraction(0)
        for now in situations(ATTRACTION, EXAMINATION, 6, rule):
            if now.t == 6:
                seen = views(now.plays, EXAMINATION)[1]
                drift += now.chance * (sum(now.clicks[1]) - seen * ATTRACTION[1])
                bias += now.chance * (sum(now.clicks[1]) / seen - ATTRACTION[1])
        drifts.append(abs(drift))
        biases.append(abs(bias))
    case.must("the mean of M is zero", max(drifts) == 0)
    case.must("that of the estimate's error is not", max(biases) != 0)
    case.number("drift", "mean of the martingale", max(drifts))
    case.number("bias", "bias of the estimate, which is no martingale", float(max(biases)))
    return case.finding()


@check("pbm:maximal-inequality")
def maximal_inequality(profile):
    """Derives Hoeffding's lemma in symbols; compares exact first passages with the bound."""
    case = Case()
    p, tilt, x, n = sympy.symbols("p lambda x n", positive=True)
    cumulant = sympy.log(1 - p + p * sympy.exp(tilt)) - p * tilt
    q = p * sympy.exp(tilt) / (1 - p + p * sympy.exp(tilt))  # the tilted mean
    exponent = (-tilt * x + n * tilt**2 / 8).subs(tilt, 4 * x / n)
    starts = cumulant.subs(tilt, 0), sympy.diff(cumulant, tilt).subs(tilt, 0)
    quarter = sympy.Rational(1, 4) - (q - sympy.Rational(1, 2)) ** 2
    lemma = case.zero("ψ'' = q (1 - q)", sympy.diff(cumulant, tilt, 2) - q * (1 - q))
    lemma &= case.zero("q (1 - q) = 1/4 - (q - 1/2)²", q * (1 - q) - quarter)
    lemma &= case.zero("ψ(0) = ψ'(0) = 0", *starts)
    lemma &= case.zero("the exponent at λ = 4x / n", exponent + 2 * x**2 / n)
    plays = 60
    ratio = max(
        ever_crosses(mean, plays, lambda i, s, m=mean, x=depth: s <= i * m - x)[plays]
        / np.exp(-2 * depth**2 / plays)
        for mean in MEANS
        for depth in (2.0, 4.0, 8.0, 12.0)
    )
    case.must("every first passage is within the bound", ratio <= 1)
    case.number("lemma", "Hoeffding's lemma verified symbolically", lemma)
    case.number("ratio", "largest exact ratio", ratio)
    return case.finding()


def guarantee(t, delta: arb) -> arb:
    """Proposition 8's bound, e δ log(t) e^-δ."""
    return arb(1).exp() * delta * (-delta).exp() * arb(t).log()


@check("pbm:proposition-8")
def proposition_8(profile):
    """Encloses the bound at a counterexample, and verifies the steps that prove it for δ ≥ 1.

    Peeling needs ⌈x⌉ <= δ log t with x = log t / log(δ / (δ - 1)). Since -log(1 - u) is at least
    2u / (2 - u), x is at most (δ - 1/2) log t, which suffices from log t >= 2 on. For t <= 7 the
    t - 1 numbers of plays are summed, unless the bound is one or more and says nothing.
    """
    case = Case()
    mean, delta = Fraction(9, 20), Fraction(1, 100)
    miss = ever_crosses(mean, 1, ucb_misses(mean, delta))[1]
    bound = arb(1).exp() / 100 * (-arb(1) / 100).exp() * arb(2).log()
    case.printed("the bound at t = 2, δ = 1/100", not bound < ball(miss))
    u = sympy.Symbol("u")
    slack = sympy.diff(-sympy.log(1 - u) - 2 * u / (2 - u), u) - u**2 / ((1 - u) * (2 - u) ** 2)
    peeling = case.zero("the derivative of log r - 2u / (2 - u)", slack)
    peeling &= case.must("log 8 ≥ 2", arb(8).log() > 2)
    few_rounds = True
    for t in range(2, 8):
        share = arb(1).exp() * arb(t).log() / (t - 1)
        # summing works from δ = 1 / share on; below, the bound, which decreases, is above one
        proved = share >= 1 or guarantee(t, 1 / share) > 1
        few_rounds &= case.must(f"the bound at t = {t} for all δ ≥ 1", proved)
    case.number("miss", "miss probability (t = 2, δ = 1/100, κθ = 9/20)", miss)
    case.number("printed", "printed bound", float(bound.mid()))
    case.number("peeling", "peeling proves it from t = 8 on", peeling)
    case.number("few_rounds", "fewer rounds proved", few_rounds)
    return case.finding()


def single_play_excess(t, delta: arb) -> arb:
    """Miss probability less printed bound after one play at κθ = sqrt(δ / 2)."""
    return 1 - (delta / 2).sqrt() - delta * (1 - delta).exp() * arb(t).log()


@check("pbm:proposition-8-small-delta")
def proposition_8_small_delta(profile):
    """Encloses where one play at κθ = sqrt(δ / 2) begins to keep the bound, at four rounds t."""
    case = Case()
    for t in (2, 3, 10, 100):
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if single_play_excess(t, arb(middle)) > 0 else (low, middle)
        # both parts that are subtracted increase in δ up to 1, so that one sign change decides
        case.must(f"fails below, t = {t}", single_play_excess(t, arb(0.999 * low)) > 0)
        case.must(f"not so above, t = {t}", single_play_excess(t, arb(1.001 * high)) < 0)
        mean = Fraction(np.sqrt(0.4995 * low)).limit_denominator(10**6)
        delta = 2 * mean**2
        miss = ever_crosses(mean, 1, ucb_misses(mean, delta))[1]
        case.must(f"fails at a rational δ, t = {t}", ball(miss) > guarantee(t, ball(delta)))
        case.number(f"t = {t}", f"fails for every δ below, at t = {t}", low)
    return case.finding()


@check("pbm:proposition-8-coverage")
def proposition_8_coverage(profile):
    """Computes the largest chance to miss at one position over a grid of means, δ and rounds."""
    case = Case()
    rounds = 1000 if profile == "paper" else 150
    worst, where = 0.0, ""
    for delta in (1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 8.0):
        for mean in MEANS:
            ever = ever_crosses(mean, rounds - 1, ucb_misses(mean, delta))
            for t in range(2, rounds + 1):
                ratio = ever[t - 1] / ucb_guarantee(t, delta)
                if ratio > worst:
                    worst, where = ratio, f"t = {t}, δ = {delta:g}, κθ = {mean:g}"
    case.must("every chance is within the guarantee", worst <= 1)
    case.number("worst", "largest miss probability over the guarantee", worst)
    case.number("where", "reached at", where)
    return case.finding()
