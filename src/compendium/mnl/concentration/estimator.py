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


def within(case, epochs: int, event, bound: float, remark: str = "") -> None:
    """Whether the worst case of an event over adaptive lists is within a bound."""
    worst = worst_case(event, epochs)
    name = f"worst case over adaptive lists, l = {epochs}{remark}"
    case.must(name, worst <= bound, **{f"worst {epochs}": worst})


@check(
    "mnl:equation-9",
    under=Twin(1.6),
    by_clicks=Twin(1.6, step="equation-10"),
    factor=Twin(Fraction(19, 10), step="equation-22"),
    spread=Twin(3, "corrected", "lemma-4-union-bound"),
    exponent=Twin(Fraction(5, 4), step="lemma-4-union-bound"),
)
def equation_9(case, under=4, by_clicks=8, factor=2, spread=2, exponent=Fraction(1, 4)):
    clicks, union = case.step("equation-10"), case.step("lemma-4-union-bound")
    # one list throughout, with λ = 1, for l = 10⁹ epochs
    many = 10**9
    confidence = lemma_4_confidence(N_ITEMS, many)
    radius = math.sqrt(under * many * math.log(confidence)) + 4 * math.log(confidence)
    one_list = (many - radius, many + radius), ends_by_clicks(many, confidence, by_clicks)
    radii = (lambda _, e, c: lemma_4_radius(1.0, e, c)), lemma_4_click_radius
    for each, (low, high), radius, share in zip((case, clicks), one_list, radii, (4, 6), strict=True):
        tail = above(many, 0.5, high) + below(many, 0.5, low)
        each.must("one list for 10⁹ epochs is within the bound", tail <= share / (N_ITEMS * many))
        for epochs in (6, 20) if case.profile == "quick" else (6, 20, 40):
            c, bound = lemma_4_confidence(N_ITEMS, epochs), share / (N_ITEMS * epochs)

            def strays(s, e, radius=radius, c=c):
                return abs(s / e - 1) > radius(s / e, e, c)

            within(each, epochs, strays, bound, ", with 4" if each is clicks else "")
            each.number(f"bound {epochs}", f"bound, l = {epochs}", bound)
        each.must("the range of a line", covers())
        each.must("μ = 1 is the worst case", domination())
        each.must("the factor is enough lines", repaired())
        each.must("the factor is at most l", factor_within_epochs())

    variance = case.step("equation-22")
    mean = sp.Symbol("mu", positive=True)
    p = 1 / (1 + mean)
    variance.zero("p decreases with μ", sp.diff(p, mean) + p**2)
    variance.zero("σ² = μ + μ²", (1 - p) / p**2 - mean * (1 + mean))
    excess = sp.factor(mean * (1 + mean) - factor * mean)
    # μ(1 + μ − 2) is convex, so it is at most 0 on (0, 1] exactly if it is at both ends
    kept = sp.diff(excess, mean, 2) > 0 and max(excess.subs(mean, value) for value in (0, 1)) <= 0
    variance.must("σ² − 2μ, at most 0 for μ ≤ 1", kept, excess=str(excess))

    # (7) fails with probability at most 2/C and (8) with 3/C; (9) allows 4/(Jl) and (10) 6/(Jl)
    items, last = sp.symbols("J l", positive=True)
    confidence = items * last**2 / spread
    allowed = [sp.simplify(sums / (items * last) / (each / confidence)) for sums, each in ((4, 2), (6, 3))]
    union.reading("over the first n = 1, …, l displays of an item", all(n == last for n in allowed))
    epochs = 20
    shows = (pair for pair in product(range(epochs + 1), repeat=2) if 0 < sum(pair) <= epochs)
    exposures = {(2 * a + b, a + b) for a, b in shows}  # biases 1 and 1/2
    union.number("pairs", "pairs (plays, exposure) after 20 epochs, two slots", len(exposures))
    union.reading("over the pairs of plays and exposure", len(exposures) <= epochs, allowed=epochs)
    union.must("the repaired factor is at most l", factor_within_epochs(exponent))
    enough = int(predictable_factor(epochs, lemma_4_confidence(N_ITEMS, epochs)))
    union.number("factor", "factor that suffices", enough)


def log_chance(n: int, clicks: float) -> float:
    """log P(S_n = clicks), rounded up, for p = 1/2; the probability of at least so many clicks is larger."""
    return float(stats.nbinom.logpmf(math.ceil(clicks), n, 0.5))


@check("mnl:equation-11", twice=Twin(Fraction(11, 10)), constant=Twin(2, step="equation-11-unconditional"))
def equation_11(case, twice=2, constant=4):
    # J = 2 and C = l²: an item that is shown 20t times among the l = e^(t/2) epochs, so Λ > 4t
    t, shows = 200, 4000
    far = log_chance(shows, float(twice) * shows + 4 * t)
    case.must("one item at C = e^200, Λ = 20 log C, is within 2/(Jl)", far <= -t / 2)
    level = math.log(lemma_4_confidence(N_ITEMS, 30))

    def exceeds(s, e):
        return (e > 4 * level) & (s / e > float(twice) + 4 * level / e)

    within(case, 30, exceeds, 2 / (N_ITEMS * 30), ", Λ > 4 log C")

    free = case.step("equation-11-unconditional")
    # a count tilted by the golden ratio has the mean 2 + √5, so n = ct/√5 shows are the worst
    t, shows = 600, round(constant * 600 / math.sqrt(5))
    far = log_chance(shows, 2 * shows + constant * t)
    free.must("a probability at C = e^600 is within 1/C", far <= -t)
    # S ≥ 2m + t/θ is above the line θS = mψ(θ) + t if ψ(θ) ≤ 2θ, that is, x²(2 − x) ≥ 1, x = e^θ
    x = sp.Symbol("x")
    roots = sp.roots(sp.Poly(x**2 * (2 - x) - 1, x))
    golden = sp.GoldenRatio.expand(func=True)
    free.must("x is the golden ratio", any(sp.simplify(root - golden) == 0 for root in roots))
    free.must("θ = 1/4 is allowed", sp.log(golden) > sp.Rational(1, 4))
    free.must("μ = 1 is the worst case", domination())
    free.number("constant", "constant in place of 4", float(1 / sp.log(golden)))
    for epochs in (6, 20):
        confidence = lemma_4_confidence(N_ITEMS, epochs)
        t = math.log(confidence)
        within(free, epochs, lambda s, e, t=t: s / e > 2 + constant * t / e, 1 / confidence, ", any exposure")
    case.must("without the condition on Λ the chance is at most 1/C", free.finding().verdict == "holds")
