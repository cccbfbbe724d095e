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
from compendium.finding import Finding, check

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
    mean = sp.Symbol("mu", positive=True)
    p = 1 / (1 + mean)
    decreasing = sp.simplify(sp.diff(p, mean) + p**2) == 0
    variance = sp.simplify((1 - p) / p**2 - mean * (1 + mean)) == 0
    excess = sp.factor(mean * (1 + mean) - 2 * mean)  # μ(μ − 1), not positive for μ ≤ 1
    holds = decreasing and variance and sp.expand(excess - mean * (mean - 1)) == 0
    return Finding("holds" if holds else "refuted", {"σ² − 2μ": str(excess)})


@check("mnl:lemma-4-union-bound")
def lemma_4_union_bound(profile):
    epochs, biases = 20, (2, 1)  # in halves
    exposures = {
        (a * biases[0] + b * biases[1], a + b)
        for a in range(epochs + 1)
        for b in range(epochs + 1 - a)
        if a + b
    }
    repaired_factor = int(predictable_factor(epochs, lemma_4_confidence(N_ITEMS, epochs)))
    numbers = {
        "pairs (plays, exposure) after 20 epochs, two slots": len(exposures),
        "allowed by the bound": epochs,
        "factor that suffices": repaired_factor,
    }
    fails = len(exposures) > epochs
    return Finding("corrected" if fails and factor_within_epochs() else "holds", numbers)


@check("mnl:equation-9")
def equation_9(profile):
    numbers, below = {}, True
    for epochs in (6, 20) if profile == "quick" else (6, 20, 40):
        c = lemma_4_confidence(N_ITEMS, epochs)
        worst = worst_case(lambda s, e, c=c: abs(s / e - 1) > lemma_4_radius(1.0, e, c), epochs)
        numbers[f"worst case over adaptive lists, l = {epochs}"] = worst
        numbers[f"bound, l = {epochs}"] = 4 / (N_ITEMS * epochs)
        below &= worst <= 4 / (N_ITEMS * epochs)
    proof = covers() and domination() and repaired() and factor_within_epochs()
    return Finding("holds" if below and proof else "refuted", numbers)


@check("mnl:equation-10")
def equation_10(profile):
    numbers, below = {}, True
    for epochs in (6, 20) if profile == "quick" else (6, 20, 40):
        c = lemma_4_confidence(N_ITEMS, epochs)
        worst = worst_case(
            lambda s, e, c=c: abs(s / e - 1) > lemma_4_click_radius(s / e, e, c), epochs
        )
        numbers[f"worst case over adaptive lists, l = {epochs}, with 4"] = worst
        numbers[f"bound, l = {epochs}"] = 6 / (N_ITEMS * epochs)
        below &= worst <= 6 / (N_ITEMS * epochs)
    proof = covers() and domination() and repaired() and factor_within_epochs()
    return Finding("holds" if below and proof else "refuted", numbers)


@check("mnl:equation-11")
def equation_11(profile):
    # S ≥ 2m + t/θ is above the line θS = mψ(θ) + t where ψ(θ) ≤ 2θ, that is x²(2 − x) ≥ 1, x = e^θ
    x = sp.Symbol("x", positive=True)
    roots = sp.roots(sp.Poly(x**2 * (2 - x) - 1, x))
    golden = sp.GoldenRatio.expand(func=True)
    solved = any(sp.simplify(root - golden) == 0 for root in roots)
    quarter = float(sp.log(golden)) > 1 / 4
    numbers, below = {"constant in place of 4": float(1 / sp.log(golden))}, True
    for epochs in (6, 20):
        t = math.log(lemma_4_confidence(N_ITEMS, epochs))
        worst = worst_case(lambda s, e, t=t: s / e > 2 + 4 * t / e, epochs)
        numbers[f"worst case over adaptive lists, l = {epochs}, any exposure"] = worst
        below &= worst <= 2 / (N_ITEMS * epochs**2)
    return Finding("holds" if solved and quarter and below and domination() else "refuted", numbers)
