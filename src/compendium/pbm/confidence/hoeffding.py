"""Claims on PBM-UCB's confidence bound: the martingale of (15) and Proposition 8."""

from fractions import Fraction

import numpy as np
import sympy
from flint import arb

from clickbandits.pbm.confidence import ucb_guarantee, ucb_misses
from compendium.finding import Finding, check
from compendium.pbm.histories import pbm_pie, pbm_ucb, situations

from .coverage import ever_crosses

MEANS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)


def falls_short(mean, delta):
    """The boundary at which PBM-UCB's bound misses an item shown at one position only.

    There Ñ θ = n mean, so that the position's examination drops out.
    """

    def crosses(plays, clicks):
        return np.array([ucb_misses(s, plays, plays, mean, delta) for s in clicks.tolist()])

    return crosses


@check("pbm:equation-15")
def equation_15(profile):
    examination = (Fraction(9, 10), Fraction(3, 10))
    attraction = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10))
    largest_drift, largest_bias = Fraction(0), Fraction(0)
    for rule in (pbm_ucb(3, examination, Fraction(1, 100)), pbm_pie(3, examination, 0.01)):
        drift, bias = Fraction(0), Fraction(0)
        for now in situations(attraction, examination, 6, rule):
            if now.t < 6:
                continue
            seen = sum(n * scale for n, scale in zip(now.plays[1], examination, strict=True))
            drift += now.chance * (sum(now.clicks[1]) - seen * attraction[1])
            bias += now.chance * (sum(now.clicks[1]) / seen - attraction[1])
        largest_drift = max(largest_drift, abs(drift))
        largest_bias = max(largest_bias, abs(bias))
    holds = largest_drift == 0 and largest_bias != 0
    return Finding(
        "holds" if holds else "refuted",
        {
            "mean of the martingale": largest_drift,
            "bias of the estimate, which is no martingale": float(largest_bias),
        },
    )


@check("pbm:maximal-inequality")
def maximal_inequality(profile):
    p, tilt, x, n = sympy.symbols("p lambda x n", positive=True)
    cumulant = sympy.log(1 - p + p * sympy.exp(tilt)) - p * tilt
    tilted = p * sympy.exp(tilt) / (1 - p + p * sympy.exp(tilt))
    curvature = sympy.diff(cumulant, tilt, 2) - tilted * (1 - tilted)
    q = sympy.Symbol("q")
    quarter = sympy.expand(sympy.Rational(1, 4) - q * (1 - q) - (q - sympy.Rational(1, 2)) ** 2)
    starts = [cumulant.subs(tilt, 0), sympy.diff(cumulant, tilt).subs(tilt, 0)]
    exponent = (-tilt * x + n * tilt**2 / 8).subs(tilt, 4 * x / n)
    proved = (
        sympy.simplify(curvature) == 0
        and quarter == 0
        and all(sympy.simplify(value) == 0 for value in starts)
        and sympy.simplify(exponent + 2 * x**2 / n) == 0
    )
    plays = 60
    ratio = 0.0
    for mean in MEANS:
        for depth in (2.0, 4.0, 8.0, 12.0):
            ever = ever_crosses(mean, plays, lambda i, s, m=mean, x=depth: s <= i * m - x)
            ratio = max(ratio, ever[plays] / np.exp(-2 * depth**2 / plays))
    return Finding(
        "holds" if proved and ratio <= 1 else "refuted",
        {"Hoeffding's lemma verified symbolically": proved, "largest exact ratio": ratio},
    )


def _repaired_range():
    """Whether the three steps that prove Proposition 8 for δ >= 1 and t >= 2 hold.

    Peeling needs ⌈x⌉ <= δ log t with x = log t / log(δ / (δ - 1)). Since -log(1 - u) is at least
    2u / (2 - u), x is at most (δ - 1/2) log t, which suffices from log t >= 2 on. For t <= 7 the
    t - 1 numbers of plays are summed, unless the bound is one or more and says nothing.
    """
    u = sympy.Symbol("u")
    slack = sympy.diff(-sympy.log(1 - u) - 2 * u / (2 - u), u) - u**2 / ((1 - u) * (2 - u) ** 2)
    peeling = sympy.simplify(slack) == 0 and arb(8).log() > 2
    few = []
    for t in range(2, 8):
        per_delta = arb(1).exp() * arb(t).log()
        if per_delta >= t - 1:
            few.append(True)
            continue
        least = (t - 1) / per_delta  # summing works from this δ on; δ e^-δ decreases from 1 on
        few.append(bool(least * (1 - least).exp() * arb(t).log() > 1))
    return bool(peeling), all(few)


@check("pbm:proposition-8")
def proposition_8(profile):
    mean, delta = Fraction(9, 20), Fraction(1, 100)
    miss = ever_crosses(mean, 1, falls_short(mean, delta))[1]
    bound = arb(1).exp() * delta.numerator / delta.denominator
    bound = bound * (-arb(1) / 100).exp() * arb(2).log()
    fails = bool(bound < arb(miss.numerator) / miss.denominator)
    peeling, few_rounds = _repaired_range()
    return Finding(
        "corrected" if fails and peeling and few_rounds else "holds" if not fails else "refuted",
        {
            "miss probability (t = 2, δ = 1/100, κθ = 9/20)": miss,
            "printed bound": float(bound.mid()),
            "peeling proves it from t = 8 on": peeling,
            "fewer rounds proved": few_rounds,
        },
    )


def _single_play_excess(t, delta: arb) -> arb:
    """Miss probability less printed bound after one play at κθ = sqrt(δ / 2)."""
    return 1 - (delta / 2).sqrt() - delta * (1 - delta).exp() * arb(t).log()


@check("pbm:proposition-8-small-delta")
def proposition_8_small_delta(profile):
    thresholds, certain = {}, True
    for t in (2, 3, 10, 100):
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if _single_play_excess(t, arb(middle)) > 0 else (low, middle)
        # both parts that are subtracted increase in δ up to 1, so that one sign change decides
        certain &= bool(_single_play_excess(t, arb(0.999 * low)) > 0)
        certain &= bool(_single_play_excess(t, arb(1.001 * high)) < 0)
        mean = Fraction(np.sqrt(0.4995 * low)).limit_denominator(10**6)
        delta = 2 * mean**2
        exact = ever_crosses(mean, 1, falls_short(mean, delta))[1]
        certain &= float(exact) > ucb_guarantee(t, float(delta))
        thresholds[f"fails for every δ below, at t = {t}"] = low
    return Finding("holds" if certain else "refuted", thresholds)


@check("pbm:proposition-8-coverage")
def proposition_8_coverage(profile):
    rounds = 1000 if profile == "paper" else 150
    worst, where = 0.0, ""
    for delta in (1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 8.0):
        for mean in MEANS:

            def crosses(plays, clicks, mean=mean, delta=delta):
                shortfall = plays * mean - clicks
                return (shortfall >= 0) & (2 * shortfall**2 >= plays * delta)

            ever = ever_crosses(mean, rounds - 1, crosses)
            for t in range(2, rounds + 1):
                ratio = ever[t - 1] / ucb_guarantee(t, delta)
                if ratio > worst:
                    worst, where = ratio, f"t = {t}, δ = {delta:g}, κθ = {mean:g}"
    return Finding(
        "holds" if worst <= 1 else "refuted",
        {"largest miss probability over the guarantee": worst, "reached at": where},
    )
