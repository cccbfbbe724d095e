"""Lemma 4 on the estimator (4) under adaptive lists, with its exact worst case.

For the exact worst case, an item with attraction 1 can be shown in each of l epochs at a position of
examination 1, at one of examination 1/2, or not at all. An adversary who sees the clicks makes the
event as probable as possible, which is a dynamic program over (plays, plays, clicks).
"""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp
from scipy import stats
from scipy.signal import lfilter

from clickbandits.mnl.concentration import (
    lemma_4_click_radius,
    lemma_4_confidence,
    lemma_4_radius,
    predictable_factor,
)
from compendium.case import Twin, check

from .predictable import SHARE, covers, domination, repaired
from .tails import above, below, ends_by_clicks

N_ITEMS = 2
LARGEST_SUM = 150
"""Sums above it count as the event, so the returned value is an upper bound."""


def after_epoch(value: np.ndarray, p: float) -> np.ndarray:
    """E value(s + Y) for a geometric Y, along the last axis, where value is 1 beyond its end."""
    backwards = value[..., ::-1]
    start = np.full((*value.shape[:-1], 1), 1 - p)
    return lfilter([p], [1, p - 1], backwards, axis=-1, zi=start)[0][..., ::-1]


def worst_case(event, epochs: int) -> float:
    """The largest probability of an event over all adaptive assignments of the item.

    `event(clicks, exposure)` is a condition on the estimator after the last epoch.
    """
    first, second, clicks = np.ogrid[: epochs + 1, : epochs + 1, : LARGEST_SUM + 1]
    exposure = first + second / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        value = (event(clicks, exposure) & (exposure > 0)).astype(float)
    for _ in range(epochs):
        shown = value.copy()
        shown[:-1] = np.maximum(shown[:-1], after_epoch(value[1:], 1 / 2))
        shown[:, :-1] = np.maximum(shown[:, :-1], after_epoch(value[:, 1:], 2 / 3))
        value = shown
    return float(value[0, 0, 0])


def factor_within_epochs(exponent: Fraction = Fraction(1, 4)) -> bool:
    """⌈(3/4)(l/log C)^`exponent`⌉ ≤ l whenever 4/(Jl) < 1, for all J and l.

    Jl > 4 and C = Jl²/2 give log C ≥ log 2l, and ⌈x⌉ ≤ l if x ≤ l. For the exponent 1/4 it remains
    to show (3/4)^4 l ≤ l^4 log 2l, which follows from log 2 > (3/4)^4 for every l ≥ 1.
    """
    return SHARE ** (1 / float(exponent)) < math.log(2)


@check("mnl:equation-22", factor=Twin(Fraction(19, 10)))
def equation_22(case, factor=2):
    mean = sp.Symbol("mu", positive=True)
    p = 1 / (1 + mean)
    case.zero("p decreases with μ", sp.diff(p, mean) + p**2)
    case.zero("σ² = μ + μ²", (1 - p) / p**2 - mean * (1 + mean))
    excess = sp.factor(mean * (1 + mean) - factor * mean)
    # μ(1 + μ − 2) is convex, so it is at most 0 on (0, 1] exactly if it is at both ends
    ends = [excess.subs(mean, value) for value in (0, 1)]
    case.must(
        "σ² − 2μ, at most 0 for μ ≤ 1", sp.diff(excess, mean, 2) > 0 and max(ends) <= 0, excess=str(excess)
    )


@check("mnl:lemma-4-union-bound", biases=Twin((2, 2), "holds"), exponent=Twin(Fraction(5, 4)))
def lemma_4_union_bound(case, biases=(2, 1), exponent=Fraction(1, 4)):
    epochs = 20
    shows = (pair for pair in product(range(epochs + 1), repeat=2) if 0 < sum(pair) <= epochs)
    exposures = {(a * biases[0] + b * biases[1], a + b) for a, b in shows}
    case.number("pairs", "pairs (plays, exposure) after 20 epochs, two slots", len(exposures))
    once = len({plays for _, plays in exposures}) == len(exposures)
    case.reading("over the numbers of plays, each of which fixes the exposure", once)
    case.reading("over the pairs of plays and exposure", len(exposures) <= epochs, allowed=epochs)
    case.must("the repaired factor is at most l", factor_within_epochs(exponent))
    factor = int(predictable_factor(epochs, lemma_4_confidence(N_ITEMS, epochs)))
    case.number("factor", "factor that suffices", factor)


def many_epochs(case, under: float, share: float, clicks: bool) -> None:
    """Compare the tail with share/(Jl), for one list throughout, J = 2, α = 1, λ = 1 and l = 10⁹ epochs.

    The radius is √(`under` x log C/l) + 4 log C/l with x the true value or the estimate.
    """
    epochs = 10**9
    confidence = lemma_4_confidence(N_ITEMS, epochs)
    if clicks:
        low, high = ends_by_clicks(epochs, confidence, under)
    else:
        log = math.log(confidence)
        radius = math.sqrt(under * epochs * log) + 4 * log
        low, high = epochs - radius, epochs + radius
    tail = above(epochs, 0.5, high) + below(epochs, 0.5, low)
    case.must("one list for 10⁹ epochs is within the bound", tail <= share / (N_ITEMS * epochs))


def _against_adaptive_lists(case, radius, share, remark="") -> None:
    """Compare the worst case of |ᾱ − 1| > radius(ᾱ, Λ, C) with share/(Jl)."""
    for epochs in (6, 20) if case.profile == "quick" else (6, 20, 40):
        c = lemma_4_confidence(N_ITEMS, epochs)
        worst = worst_case(lambda s, e, c=c: abs(s / e - 1) > radius(s / e, e, c), epochs)
        bound = share / (N_ITEMS * epochs)
        case.must(
            f"worst case over adaptive lists, l = {epochs}{remark}",
            worst <= bound,
            **{f"worst {epochs}": worst},
        )
        case.number(f"bound {epochs}", f"bound, l = {epochs}", bound)
    case.must("the range of a line", covers())
    case.must("μ = 1 is the worst case", domination())
    case.must("the factor is enough lines", repaired())
    case.must("the factor is at most l", factor_within_epochs())


@check("mnl:equation-9", under=Twin(1.6))
def equation_9(case, under=4):
    many_epochs(case, under, 4, clicks=False)
    _against_adaptive_lists(case, lambda _, e, c: lemma_4_radius(1.0, e, c), 4)


@check("mnl:equation-10", under=Twin(1.6))
def equation_10(case, under=8):
    many_epochs(case, under, 6, clicks=True)
    _against_adaptive_lists(case, lemma_4_click_radius, 6, ", with 4")


def log_chance(n: int, clicks: float) -> float:
    """log P(S_n = clicks), rounded up, for p = 1/2; the probability of at least so many clicks is larger."""
    return float(stats.nbinom.logpmf(math.ceil(clicks), n, 0.5))


@check("mnl:equation-11-unconditional", constant=Twin(2))
def equation_11_unconditional(case, constant=4):
    # a count tilted by the golden ratio has the mean 2 + √5, so n = ct/√5 shows are the worst
    t, shows = 600, round(constant * 600 / math.sqrt(5))
    far = log_chance(shows, 2 * shows + constant * t)
    case.must("a probability at C = e^600 is within 1/C", far <= -t)
    # S ≥ 2m + t/θ is above the line θS = mψ(θ) + t if ψ(θ) ≤ 2θ, that is, x²(2 − x) ≥ 1, x = e^θ
    x = sp.Symbol("x")
    roots = sp.roots(sp.Poly(x**2 * (2 - x) - 1, x))
    golden = sp.GoldenRatio.expand(func=True)
    case.must("x is the golden ratio", any(sp.simplify(root - golden) == 0 for root in roots))
    case.must("θ = 1/4 is allowed", sp.log(golden) > sp.Rational(1, 4))
    case.must("μ = 1 is the worst case", domination())
    case.number("constant", "constant in place of 4", float(1 / sp.log(golden)))
    for epochs in (6, 20):
        confidence = lemma_4_confidence(N_ITEMS, epochs)
        t = math.log(confidence)
        worst = worst_case(lambda s, e, t=t: s / e > 2 + constant * t / e, epochs)
        case.must(
            f"worst case over adaptive lists, l = {epochs}, any exposure",
            worst <= 1 / confidence,
            **{f"worst {epochs}": worst},
        )


@check("mnl:equation-11", twice=Twin(Fraction(11, 10)))
def equation_11(case, twice=2):
    # J = 2 and C = l²: an item that is shown 20t times among the l = e^(t/2) epochs, so Λ > 4t
    t, shows = 200, 4000
    far = log_chance(shows, float(twice) * shows + 4 * t)
    case.must("one item at C = e^200, Λ = 20 log C, is within 2/(Jl)", far <= -t / 2)
    without = equation_11_unconditional(case.profile)
    case.must("without the condition on Λ the chance is at most 1/C", without.verdict == "holds")
    epochs, level = 30, math.log(lemma_4_confidence(N_ITEMS, 30))
    worst = worst_case(lambda s, e: (e > 4 * level) & (s / e > float(twice) + 4 * level / e), epochs)
    case.must(
        f"worst case over adaptive lists, l = {epochs}, Λ > 4 log C",
        worst <= 2 / (N_ITEMS * epochs),
        **{f"worst {epochs}": worst},
    )
    case.number("constant", "constant that suffices in place of 4", without.numbers["constant"])
