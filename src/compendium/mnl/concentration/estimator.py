"""Lemma 4, the estimator of (4) under adaptive lists, with its exact worst case.

The exact worst case: an item with attraction 1 may in each of l epochs be shown where examination
is 1, where it is 1/2, or not at all, and an adversary who sees the clicks chooses so that the
event is as probable as possible: a dynamic program over (plays, plays, clicks).
"""

import math

import numpy as np
import sympy as sp
from scipy.signal import lfilter

from clickbandits.mnl.concentration import (
    lemma_4_click_radius,
    lemma_4_confidence,
    lemma_4_radius,
    predictable_factor,
)
from compendium.finding import Case, check

from .predictable import covers, domination, repaired

N_ITEMS = 2
LARGEST_SUM = 150
"""Sums above it count as the event: what is returned is an upper bound."""


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


def factor_within_epochs() -> bool:
    """⌈(3/4)(l/log C)^{1/4}⌉ ≤ l wherever 4/(Jl) < 1, for J to 50 and l to 10⁵."""
    items, epochs = np.arange(1, 51)[:, None], np.unique(np.geomspace(1, 1e5, 400).astype(int))
    confidence = lemma_4_confidence(items, epochs)
    relevant = (items * epochs > 4) & (confidence > 1)
    factor = predictable_factor(epochs, np.where(relevant, confidence, math.e))
    return bool(np.all((factor <= epochs) | ~relevant))


@check("mnl:equation-22")
def equation_22(profile):
    """Derives the variance and the monotonicity of p in the mean, in symbols."""
    case = Case()
    mean = sp.Symbol("mu", positive=True)
    p = 1 / (1 + mean)
    case.zero("p decreases with μ", sp.diff(p, mean) + p**2)
    case.zero("σ² = μ + μ²", (1 - p) / p**2 - mean * (1 + mean))
    excess = sp.factor(mean * (1 + mean) - 2 * mean)
    case.zero("σ² - 2μ = μ(μ - 1), at most 0", sp.expand(excess - mean * (mean - 1)))
    case.number("excess", "σ² − 2μ", str(excess))
    return case.finding()


@check("mnl:lemma-4-union-bound")
def lemma_4_union_bound(profile):
    """Counts plays and exposures of 20 epochs with two slots, and compares the factor with l."""
    case = Case()
    epochs, biases = 20, (2, 1)  # in halves
    exposures = {
        (a * biases[0] + b * biases[1], a + b)
        for a in range(epochs + 1)
        for b in range(epochs + 1 - a)
        if a + b
    }
    case.printed("at most l values", len(exposures) <= epochs)
    case.must("the repaired factor is at most l", factor_within_epochs())
    factor = int(predictable_factor(epochs, lemma_4_confidence(N_ITEMS, epochs)))
    label = "pairs (plays, exposure) after 20 epochs, two slots"
    case.number("pairs", label, len(exposures))
    case.number("allowed", "allowed by the bound", epochs)
    case.number("factor", "factor that suffices", factor)
    return case.finding()


def _against_adaptive_lists(case, profile, radius, share, remark="") -> None:
    """Compare the worst case of |ᾱ − 1| > radius(ᾱ, Λ, C) with share/(Jl); add the lines."""
    for epochs in (6, 20) if profile == "quick" else (6, 20, 40):
        c = lemma_4_confidence(N_ITEMS, epochs)
        worst = worst_case(lambda s, e, c=c: abs(s / e - 1) > radius(s / e, e, c), epochs)
        bound = share / (N_ITEMS * epochs)
        case.must(f"the worst case is within the bound, l = {epochs}", worst <= bound)
        label = f"worst case over adaptive lists, l = {epochs}{remark}"
        case.number(f"worst {epochs}", label, worst)
        case.number(f"bound {epochs}", f"bound, l = {epochs}", bound)
    case.must("the range of a line", covers())
    case.must("μ = 1 is the worst case", domination())
    case.must("the factor is enough lines", repaired())
    case.must("the factor is at most l", factor_within_epochs())


@check("mnl:equation-9")
def equation_9(profile):
    """Computes the worst adaptive lists for (9), l = 6, 20 (and 40), and the lines of its proof."""
    case = Case()
    _against_adaptive_lists(case, profile, lambda _, e, c: lemma_4_radius(1.0, e, c), 4)
    return case.finding()


@check("mnl:equation-10")
def equation_10(profile):
    """Computes the worst adaptive lists for (10), l = 6, 20 (and 40), and its proof's lines."""
    case = Case()
    _against_adaptive_lists(case, profile, lemma_4_click_radius, 6, ", with 4")
    return case.finding()


@check("mnl:equation-11")
def equation_11(profile):
    """Solves for the largest θ in symbols, and computes the worst adaptive lists, l = 6 and 20."""
    case = Case()
    # S ≥ 2m + t/θ is above the line θS = mψ(θ) + t where ψ(θ) ≤ 2θ, that is x²(2 − x) ≥ 1, x = e^θ
    x = sp.Symbol("x", positive=True)
    roots = sp.roots(sp.Poly(x**2 * (2 - x) - 1, x))
    golden = sp.GoldenRatio.expand(func=True)
    case.must("x is the golden ratio", any(sp.simplify(root - golden) == 0 for root in roots))
    case.must("θ = 1/4 is allowed", float(sp.log(golden)) > 1 / 4)
    case.must("μ = 1 is the worst case", domination())
    case.number("constant", "constant in place of 4", float(1 / sp.log(golden)))
    for epochs in (6, 20):
        t = math.log(lemma_4_confidence(N_ITEMS, epochs))
        worst = worst_case(lambda s, e, t=t: s / e > 2 + 4 * t / e, epochs)
        bound = 2 / (N_ITEMS * epochs**2)
        case.must(f"the worst case is within the bound, l = {epochs}", worst <= bound)
        label = f"worst case over adaptive lists, l = {epochs}, any exposure"
        case.number(f"worst {epochs}", label, worst)
    return case.finding()
