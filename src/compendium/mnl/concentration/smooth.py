"""Theorem 5 and Corollary 6: smooth functions of geometric counts (Section 3.2, Appendix B)."""

import math
from fractions import Fraction
from itertools import count

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.geometric import lower_tail, upper_tail
from clickbandits.mnl.concentration import herbst_constant, theorem_5_bound
from compendium.finding import Case, check

HALF = Fraction(1, 2)


def branches(deviation, square_slope, slope, p):
    """A and B of Theorem 5: δ²/(4β₁²M) and −log(1 − p)δ/(2β₂) − log²(1 − p)β₁²M/(4β₂²)."""
    scale, log = square_slope * herbst_constant(p), -math.log1p(-p)
    return deviation**2 / (4 * scale), log * deviation / (2 * slope) - log**2 * scale / (
        4 * slope**2
    )


@check("mnl:theorem-5")
def theorem_5(profile):
    """Compares the branches in symbols, and exact tails of sums with both readings and ours."""
    case = Case()
    eta, d, scale, top = sp.symbols("eta delta s eta_max", positive=True)
    exponent = eta**2 * scale - eta * d
    difference = exponent.subs(eta, top) - exponent.subs(eta, d / (2 * scale))
    case.zero("A - B is a square", difference - scale * (top - d / (2 * scale)) ** 2)
    # one geometric variable, p = 1/2, F = X: P(X ≥ 51) = 2^{−51} exactly
    far = float(upper_tail(1, HALF, 51))
    a, _ = branches(50.0, 1.0, 1.0, 0.5)
    _, vacuous = branches(10.0, 100.0, 1.0, 0.5)
    case.printed("read as exp(-A), for F = X", far <= math.exp(-a))
    case.must("read as exp(-B) it exceeds 1 for small δ", vacuous < 0)
    worst = 0.0
    for n in (1, 3, 10, 100, 1000):
        deltas = np.arange(1, 60 * math.isqrt(n) + 60)
        exact = upper_tail(n, 0.5, n + deltas)
        plain = np.exp(
            -np.minimum(deltas**2 / (4 * n * herbst_constant(0.5)), math.log(2) * deltas / 4)
        )
        piecewise = theorem_5_bound(deltas, n, 1.0, 0.5)
        worst = max(worst, float(np.max(exact / piecewise)), float(np.max(piecewise / plain)))
    case.must("exact ≤ piecewise ≤ plain", worst <= 1 + 1e-9)
    case.number("far", "P(X ≥ EX + 50), p = 1/2", far)
    case.number("exp(-A)", "exp(−A) there", math.exp(-a))
    case.number("exp(-B)", "exp(−B) for the sum of 100 at δ = 10", math.exp(-vacuous))
    case.number("worst", "largest ratio exact : piecewise : plain", worst)
    return case.finding()


@check("mnl:theorem-5-slope")
def theorem_5_slope(profile):
    """Compares the exact tail of 5X, outside the printed range, with the bound."""
    case = Case()
    deltas = 5 * np.arange(1, 200)
    exact = upper_tail(1, 0.5, 1 + deltas // 5)
    ratio = float(np.max(exact / theorem_5_bound(deltas, 25.0, 5.0, 0.5)))
    case.printed("β₂ = 5 > log 2 breaks the bound", ratio > 1)
    eta, log, slope = sp.symbols("eta L beta2", positive=True)  # L = −log(1 − p)
    largest = (eta * slope).subs(eta, log / (2 * slope))
    case.zero("the choice of η keeps ηβ₂ at most L/2", largest - log / 2)
    case.number("ratio", "β₂ = 5 > log 2: largest exact tail over the bound", ratio)
    return case.finding()


def first_violation(slots: int) -> int | None:
    """The smallest integer δ at which n₁ + … + n_d of one epoch, λα = 1, breaks the bound.

    The total is geometric: P(total ≥ s) = (d/(d + 1))^s.
    """
    deltas = np.arange(1, 400)
    log_tail = (slots + deltas) * math.log(slots / (slots + 1))
    breaks = log_tail > np.log(theorem_5_bound(deltas, slots, 1.0, 0.5))
    return int(deltas[np.argmax(breaks)]) if breaks.any() else None


@check("mnl:theorem-5-slots")
def theorem_5_slots(profile):
    """Compares the exact tail of one epoch's total with the bound, for 2 to 10 slots."""
    case = Case()
    slower = [d for d in (1, 2, 3, 4, 10) if (1 + Fraction(1, d)) ** 2 < 2]
    falling = sp.diff((1 + 1 / sp.Symbol("d", positive=True)) ** 2)
    case.must("log(1 + 1/d) < (log 2)/2 from d = 3 on", slower == [3, 4, 10])
    case.must("log(1 + 1/d) falls with d", falling.is_negative)
    deltas = {d: first_violation(d) for d in (2, 3, 6, 10)}
    case.must("no violation for two slots", deltas[2] is None)
    at = deltas[3] or 1
    bound = theorem_5_bound(at, 3.0, 1.0, 0.5)
    exact = (arb(3) / 4) ** (3 + at)
    fails = exact > arb(float(bound)) * (1 + arb("1e-9"))
    case.printed("the bound for three slots", not fails)
    for d, delta in deltas.items():
        case.number(f"violation {d}", f"first violation at δ, d = {d}", delta or "none")
    case.number("exact", "d = 3: exact tail there", float(exact))
    case.number("bound", "d = 3: bound", float(bound))
    return case.finding(broken="undecided")


@check("mnl:theorem-5-adaptive")
def theorem_5_adaptive(profile):
    """Computes the exact tail of 2,000 counts that the first one switches on or off."""
    case = Case()
    n = 2000
    delta = n // 4
    mean = 1 + Fraction(n - 1, 2)
    # a positive first count is 1 plus a geometric one
    threshold = math.ceil(mean + delta) - 1
    exact = float(HALF * upper_tail(n, HALF, threshold))
    bound = float(theorem_5_bound(delta, n, 1.0, 0.5))
    case.printed("the bound", exact <= bound)
    case.number("n", "n", n)
    case.number("exact", "P(F ≥ EF + n/4)", exact)
    case.number("bound", "bound", bound)
    return case.finding()


@check("mnl:corollary-6-constants")
def corollary_6_constants(profile):
    """Compares the two logarithms in symbols, and computes 4M at p = 1/2."""
    case = Case()
    items, epochs = sp.symbols("J L", positive=True)
    logs = 72 * sp.log(sp.sqrt(items) * epochs) - 36 * sp.log(items * epochs**2)
    case.zero("72 log(√J L) = 36 log(JL²)", sp.expand_log(logs))
    scale = float(4 * herbst_constant(0.5))
    case.must("4M ≤ 36", scale <= 36)
    case.number("4M", "4M", scale)
    return case.finding()


def capped_failure(epochs: int, attraction: Fraction) -> Fraction:
    """P(β = 0 and the estimate is off): one item, one slot, min(1, clicks/plays).

    Where clicks ≥ plays one more click changes nothing, so that (13) gives β = 0.
    """
    return upper_tail(epochs, 1 / (1 + attraction), epochs)


def gaussian_branch_failure(items: int = 2) -> tuple[int, float, float]:  # type: ignore[return]
    """The first power of ten l at which an item with α = 1 played once breaks Corollary 6.

    There β = 1 (the uncapped estimate is the count itself) and P(n − 1 > x) = 2^{−⌊x⌋−2}.
    """
    for digits in count(1):  # without end: nothing is missing below
        epochs = 10**digits
        radius = (36 * arb(items * epochs**2).log()).sqrt()
        exact = arb(2) ** -(int(float(radius.upper())) + 2)
        bound = arb(2) / (items * epochs**2)
        if exact > bound:
            return epochs, float(exact), float(bound)


@check("mnl:corollary-6")
def corollary_6(profile):
    """Computes two exact probabilities, kept in [0, 1] and not, beside what is claimed of them."""
    case = Case()
    capped = capped_failure(3, Fraction(9, 10))
    epochs, exact, bound = gaussian_branch_failure()
    case.printed("kept in [0, 1], l = 3", capped <= Fraction(2, 9))
    case.must("not kept in it, the Gaussian branch fails, too", exact > bound)
    case.number("capped", "capped, J = K = 1, l = 3, α = 9/10: P", capped)
    case.number("claimed", "claimed at most", Fraction(2, 9))
    label = "the same with β from the first l − 1 epochs: P"
    case.number("earlier", label, capped_failure(2, Fraction(9, 10)))
    case.number("epochs", "uncapped, J = 2, played once in l epochs, l", epochs)
    case.number("exact", "P", exact)
    case.number("bound", "claimed", bound)
    return case.finding(fails="refuted", broken="undecided")


def capped_mean(epochs: int) -> Fraction:
    """E min(1, clicks/plays) of one item in one slot with λα = 1."""
    tails = (1 - lower_tail(epochs, HALF, s) for s in range(epochs))
    return sum(tails, start=Fraction(0)) / epochs


@check("mnl:corollary-6-unbiased")
def corollary_6_unbiased(profile):
    """Computes the mean of the estimate of α = 1 kept in [0, 1], in fractions, l to 100."""
    case = Case()
    means = {epochs: capped_mean(epochs) for epochs in (1, 2, 5, 100)}
    case.printed("the mean is 1", max(means.values()) >= 1)
    case.must("1/2 after one epoch", means[1] == HALF)
    for epochs, mean in means.items():
        case.number(f"mean {epochs}", f"E of the estimate of α = 1, l = {epochs}", float(mean))
    return case.finding(fails="refuted", broken="undecided")
