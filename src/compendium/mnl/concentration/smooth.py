"""Theorem 5 and Corollary 6: smooth functions of geometric counts (Section 3.2, Appendix B)."""

import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.geometric import lower_tail, upper_tail
from compendium.case import Twin, check

from .constants import herbst_constant, theorem_5_bound

HALF = Fraction(1, 2)
FACTOR = 36
"""Of log(JL²) in Corollary 6."""


def branches(deviation, square_slope, slope, p):
    """A and B of Theorem 5: δ²/(4β₁²M) and −log(1 − p)δ/(2β₂) − log²(1 − p)β₁²M/(4β₂²)."""
    scale, log = square_slope * herbst_constant(p), -math.log1p(-p)
    return deviation**2 / (4 * scale), log * deviation / (2 * slope) - log**2 * scale / (4 * slope**2)


def sum_bound(deviation, n):
    """The bound of Theorem 5 for the sum of n counts, p = 1/2: β₁² = n and β₂ = 1."""
    return theorem_5_bound(deviation, n, 1.0, 0.5)


def first_violation(slots: int) -> float:
    """The smallest integer δ at which n₁ + … + n_d of one epoch, λα = 1, breaks the bound.

    The total is geometric: P(total ≥ s) = (d/(d + 1))^s. Infinite if no δ below 400 does.
    """
    deltas = np.arange(1, 400)
    log_tail = (slots + deltas) * math.log(slots / (slots + 1))
    breaks = log_tail > np.log(sum_bound(deltas, slots))
    return int(deltas[np.argmax(breaks)]) if breaks.any() else math.inf


def switched_tail(n: int, delta: int) -> float:
    """P(F ≥ EF + δ) for the sum of n counts, p = 1/2, which the first count switches off if it is 0."""
    mean = 1 + Fraction(n - 1, 2)
    # a positive first count is 1 plus a geometric one
    return float(HALF * upper_tail(n, HALF, math.ceil(mean + delta) - 1))


@check(
    "mnl:theorem-5",
    linear=Twin(1),
    square=[Twin(Fraction(1, 10)), Twin(Fraction(1, 10), step="theorem-5-adaptive")],
    both=Twin(False, step="theorem-5-slope"),
    share=Twin(Fraction(11, 20), step="theorem-5-slope"),
    slots=Twin(2, "holds", "theorem-5-slots"),
    first=Twin(2, step="theorem-5-slots"),
    switched=Twin(False, "holds", "theorem-5-adaptive"),
)
def theorem_5(case, linear=4, square=1, both=True, share=HALF, slots=3, first=3, switched=True):
    eta, d, scale, top = sp.symbols("eta delta s eta_max", positive=True)
    exponent = eta**2 * scale - eta * d
    difference = exponent.subs(eta, top) - exponent.subs(eta, d / (2 * scale))
    case.zero("A - B is a square", difference - scale * (top - d / (2 * scale)) ** 2)
    # one geometric variable, p = 1/2, F = X: P(X ≥ 51) = 2^{−51} exactly
    far = float(upper_tail(1, HALF, 51))
    gauss = math.exp(-branches(50.0, 1.0, 1.0, 0.5)[0])
    case.reading("exp(−A), the smaller of the two exponentials, for every δ", far <= gauss)
    case.number("far", "P(X ≥ EX + 50), p = 1/2", far)
    case.number("exp(-A)", "exp(−A) there", gauss)
    _, vacuous = branches(10.0, 100.0, 1.0, 0.5)
    case.number("exp(-B)", "exp(−B) for the sum of 100 at δ = 10", math.exp(-vacuous))
    ratios, deltas = [], np.arange(1, 1000)
    for n in (1, 3, 10, 100, 1000):
        gauss, late = branches(deltas, n * float(square), 1.0, 0.5)
        plain = np.exp(-np.minimum(gauss, math.log(2) * deltas / linear))
        piecewise = sum_bound(deltas, n * float(square))
        exact = upper_tail(n, 0.5, n + deltas)
        ratios.append([np.max(exact * np.exp(late)), np.max(exact / piecewise), np.max(exact / plain)])
    larger, *ours = map(float, np.max(ratios, axis=0))
    case.reading("exp(−B), the larger of the two, for every δ", larger <= 1 + 1e-9)
    case.must("largest ratio of the tail to a bound", max(ours) <= 1 + 1e-9, worst=max(ours))
    # beyond δ_c, B ≥ Lδ/(4β₂): η_max δ − η_max² s at δ = 2 η_max s and beyond, s = β₁²M
    beyond = (top * d - top**2 * scale - top * d / 2).subs(d, 2 * top * scale + eta)
    case.zero("the plain bound is weaker", beyond - top * eta / 2)

    free = case.step("theorem-5-slope")
    counts, ratios = np.arange(1, 120), []
    exact = upper_tail(1, 0.5, 1 + counts)
    for slope in (5, 20):
        claimed = theorem_5_bound(slope * counts, slope**2, slope, 0.5)
        if not both:
            claimed = np.exp(-(counts**2) / (4 * herbst_constant(0.5)))
        ratios.append(float(np.max(exact / claimed)))
    worst = "β₂ = 5, 20 > log 2: largest tail over the bound"
    free.must(worst, max(ratios) <= 1, ratio=max(ratios))
    log, slope = sp.symbols("L beta2", positive=True)  # L = −log(1 − p)
    largest = (eta * slope).subs(eta, share * log / slope)
    free.must("the choice of η keeps ηβ₂ at most L/2", (largest / log).simplify() <= HALF)

    dependent = case.step("theorem-5-slots")
    rates = [(1 + Fraction(1, d)) ** 2 < 2 for d in range(1, 11)]
    dependent.must("log(1 + 1/d) < (log 2)/2 from there on", rates == [d >= first for d in range(1, 11)])
    falling = sp.diff((1 + 1 / eta) ** 2, eta)
    dependent.must("log(1 + 1/d) falls with d", falling.is_negative)
    for d in (2, 3, 6, 10):
        dependent.number(f"violation {d}", f"first violation at δ, d = {d}", first_violation(d))
        within = np.all(upper_tail(d, 0.5, d + deltas[:399]) <= sum_bound(deltas[:399], d))
        dependent.must(f"the bound for {d} independent slots", within)
    dependent.must("no violation for two slots", first_violation(2) == math.inf)
    at = 1 if first_violation(slots) == math.inf else first_violation(slots)
    claimed = float(sum_bound(at, slots))
    exact = (arb(slots) / (slots + 1)) ** (slots + at)
    dependent.number("exact", "d = 3: tail there", float(exact))
    fails = exact > arb(claimed) * (1 + arb("1e-9"))
    dependent.reading("the components may depend on each other", not fails, bound=claimed)
    none = Fraction(
        1, 1 + 2
    )  # the chance of no click at either of two slots, each of which has none with 1/2
    dependent.reading("the components are independent, and so are the slots of an epoch", none == HALF * HALF)

    adaptive = case.step("theorem-5-adaptive")
    n = 2000
    independent = {size: float(upper_tail(n, 0.5, n + size)) for size in (n // 40, n // 4)}
    for size, tail in independent.items():
        within = tail <= float(sum_bound(size, n * float(square)))
        adaptive.must(f"the bound for independent counts, δ = {size}", within)
    exact, claimed = switched_tail(n, size) if switched else tail, float(sum_bound(size, n))
    adaptive.printed("the bound", exact <= claimed, bound=claimed)
    adaptive.number("n", "n", n)
    adaptive.number("exact", "P(F ≥ EF + n/4)", exact)


def capped_failure(epochs: int, attraction: Fraction) -> Fraction:
    """P(β = 0 and the estimate is wrong), for one item in one slot and min(1, clicks/plays).

    If clicks ≥ plays, one more click changes nothing, so (13) gives β = 0.
    """
    return upper_tail(epochs, 1 / (1 + attraction), epochs)


def played_once(digits: int, branches: str, items: int = 2) -> tuple[arb, arb]:
    """P(an item with α = 1 played once in l = 10^`digits` epochs misses), and the claimed 2/(Jl²).

    The estimate is the count itself, so β = 1, both at the observed counts and for the supremum
    (35), and P(n − 1 > x) = 2^{−⌊x⌋−2}. Theorem 5 requires the larger of two radii, from its
    Gaussian and from its linear branch, whereas the corollary uses only the first.
    """
    log = (items * arb(10) ** (2 * digits)).log()
    radius = (FACTOR * log).sqrt()
    if branches == "both":
        radius = max(radius, 4 * log / arb(2).log(), key=float)
    strays = arb(2) ** -(int(float(radius.upper())) + 2)
    return strays, arb(2) / (items * arb(10) ** (2 * digits))


def capped_mean(epochs: int) -> Fraction:
    """E min(1, clicks/plays) of one item in one slot with λα = 1."""
    tails = (1 - lower_tail(epochs, HALF, s) for s in range(epochs))
    return sum(tails, start=Fraction(0)) / epochs


def uncapped_mean(epochs: int) -> Fraction:
    """E clicks/plays of the same item, from the generating function of the clicks."""
    z = sp.Symbol("z")
    return Fraction(sp.diff((2 - z) ** -epochs, z).subs(z, 1) / epochs)


@check(
    "mnl:corollary-6",
    Twin({"beta": "the supremum", "branches": "both"}, "holds"),
    fails="refuted",
    factor=Twin(35, step="corollary-6-constants"),
    kept=Twin("in [0, ∞)", step="corollary-6-unbiased"),
)
def corollary_6(case, beta="observed", branches="Gaussian", factor=FACTOR, kept="in [0, 1]"):
    epochs, attraction = 3, Fraction(9, 10)
    strays = capped = capped_failure(epochs, attraction)
    case.number("capped", "capped, J = K = 1, l = 3, α = 9/10: P", capped)
    if beta == "the supremum":  # 1/l a click: β² = 1/l, and an estimate in [0, 1] errs by ≤ 9/10
        radius = (FACTOR * arb(epochs**2).log() / epochs).sqrt()
        strays = Fraction(0 if radius > float(attraction) else 1)
    claimed = Fraction(2, epochs**2)
    case.printed("kept in [0, 1], l = 3", strays <= claimed)
    case.number("claimed", "claimed at most", claimed)
    case.number("earlier", "the same with β from the first l − 1 epochs: P", capped_failure(2, attraction))
    tried = {digits: played_once(digits, branches) for digits in range(1, 30)}
    fails = [digits for digits, (strays, claimed) in tried.items() if strays > claimed]
    case.printed("not kept in it, the item played once", not fails)
    digits = min(fails, default=1)
    epochs, (exact, bound) = 10**digits, map(float, tried[digits])
    case.number("epochs", "uncapped, J = 2, played once in l epochs, l", epochs)
    case.number("exact", "P", exact)
    case.number("bound", "claimed is 2/(Jl²)", bound)
    # the fourth reading, for n ≥ 36t, t = log(Jl²): (7) at the level 3.4t, over √(nt)
    radius = 2 * math.sqrt(3.4) + 4 * 3.4 / 6
    case.must("the radius of Theorem 3 at the level 3.4 t is smaller", radius < 6, radius=radius)

    constants = case.step("corollary-6-constants")
    items, epochs = sp.symbols("J L", positive=True)
    logs = 2 * sp.log(sp.sqrt(items) * epochs) - sp.log(items * epochs**2)
    constants.zero("72 log(√J L) = 36 log(JL²)", sp.expand_log(logs))
    scale = float(4 * herbst_constant(0.5))
    constants.must("4M ≤ 36", scale <= factor, **{"4M": scale})

    unbiased = case.step("corollary-6-unbiased")
    unbiased.must("1/2 after one epoch where it is kept in [0, 1]", capped_mean(1) == HALF)
    for epochs in (1, 2, 5, 100):
        mean = capped_mean(epochs) if kept == "in [0, 1]" else uncapped_mean(epochs)
        unbiased.must(f"the mean is below 1, l = {epochs}", mean < 1)
        unbiased.number(f"mean {epochs}", f"E of the estimate of α = 1, l = {epochs}", float(mean))
