"""Theorem 5 and Corollary 6: smooth functions of geometric counts (Section 3.2, Appendix B)."""

import math
from fractions import Fraction
from itertools import count

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.geometric import lower_tail, upper_tail
from clickbandits.mnl.concentration import herbst_constant, theorem_5_bound
from compendium.finding import Finding, check

HALF = Fraction(1, 2)


def branches(deviation, square_slope, slope, p):
    """A and B of Theorem 5: δ²/(4β₁²M) and −log(1 − p)δ/(2β₂) − log²(1 − p)β₁²M/(4β₂²)."""
    scale, log = square_slope * herbst_constant(p), -math.log1p(-p)
    return deviation**2 / (4 * scale), log * deviation / (2 * slope) - log**2 * scale / (
        4 * slope**2
    )


@check("mnl:theorem-5")
def theorem_5(profile):
    eta, d, scale, top = sp.symbols("eta delta s eta_max", positive=True)
    exponent = eta**2 * scale - eta * d
    first = -exponent.subs(eta, d / (2 * scale))
    second = -exponent.subs(eta, top)
    square = sp.simplify(first - second - scale * (top - d / (2 * scale)) ** 2) == 0
    # one geometric variable, p = 1/2, F = X: P(X ≥ 51) = 2^{−51} exactly
    far = float(upper_tail(1, HALF, 51))
    a, _ = branches(50.0, 1.0, 1.0, 0.5)
    _, vacuous = branches(10.0, 100.0, 1.0, 0.5)
    worst = 0.0
    for n in (1, 3, 10, 100, 1000):
        deltas = np.arange(1, 60 * math.isqrt(n) + 60)
        exact = upper_tail(n, 0.5, n + deltas)
        plain = np.exp(
            -np.minimum(deltas**2 / (4 * n * herbst_constant(0.5)), math.log(2) * deltas / 4)
        )
        piecewise = theorem_5_bound(deltas, n, 1.0, 0.5)
        worst = max(worst, float(np.max(exact / piecewise)), float(np.max(piecewise / plain)))
    numbers = {
        "P(X ≥ EX + 50), p = 1/2": far,
        "exp(−A) there": math.exp(-a),
        "exp(−B) for the sum of 100 at δ = 10": math.exp(-vacuous),
        "largest ratio exact : piecewise : plain": worst,
    }
    fails = far > math.exp(-a) and vacuous < 0
    return Finding("corrected" if square and fails and worst <= 1 + 1e-9 else "refuted", numbers)


@check("mnl:theorem-5-slope")
def theorem_5_slope(profile):
    deltas = 5 * np.arange(1, 200)
    exact = upper_tail(1, 0.5, 1 + deltas // 5)
    ratio = float(np.max(exact / theorem_5_bound(deltas, 25.0, 5.0, 0.5)))
    eta = sp.symbols("eta", positive=True)
    log, slope = sp.symbols("L beta2", positive=True)  # L = −log(1 − p)
    reached = sp.simplify((eta * slope).subs(eta, log / (2 * slope)) - log / 2) == 0
    numbers = {"β₂ = 5 > log 2: largest exact tail over the bound": ratio}
    return Finding("corrected" if ratio <= 1 and reached else "refuted", numbers)


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
    squares = {d: (1 + Fraction(1, d)) ** 2 for d in (1, 2, 3, 4, 10)}
    slower = {d: square < 2 for d, square in squares.items()}  # log(1 + 1/d) < (log 2)/2
    falling = sp.simplify(sp.diff((1 + 1 / sp.Symbol("d", positive=True)) ** 2)).is_negative
    deltas = {d: first_violation(d) for d in (2, 3, 6, 10)}
    if deltas[3] is None:
        return Finding("undecided", {"first violation, d = 3": "none to δ = 399"})
    bound = theorem_5_bound(deltas[3], 3.0, 1.0, 0.5)
    exact = arb(3) / 4
    fails = bool(exact ** (3 + deltas[3]) > arb(float(bound)) * (1 + arb("1e-9")))
    numbers = {f"first violation at δ, d = {d}": delta or "none" for d, delta in deltas.items()}
    numbers["d = 3: exact tail there"] = float(exact ** (3 + deltas[3]))
    numbers["d = 3: bound"] = float(bound)
    pattern = slower == {1: False, 2: False, 3: True, 4: True, 10: True}
    holds = pattern and falling and fails and deltas[2] is None
    return Finding("corrected" if holds else "undecided", numbers)


@check("mnl:theorem-5-adaptive")
def theorem_5_adaptive(profile):
    n = 2000
    delta = n // 4
    mean = 1 + Fraction(n - 1, 2)
    # a positive first count is 1 plus a geometric one
    threshold = math.ceil(mean + delta) - 1
    exact = float(HALF * upper_tail(n, HALF, threshold))
    bound = float(theorem_5_bound(delta, n, 1.0, 0.5))
    numbers = {"n": n, "P(F ≥ EF + n/4)": exact, "bound": bound}
    return Finding("corrected" if exact > bound else "undecided", numbers)


@check("mnl:corollary-6-constants")
def corollary_6_constants(profile):
    items, epochs = sp.symbols("J L", positive=True)
    logs = sp.expand_log(72 * sp.log(sp.sqrt(items) * epochs) - 36 * sp.log(items * epochs**2))
    numbers = {"4M": float(4 * herbst_constant(0.5))}
    holds = sp.simplify(logs) == 0 and numbers["4M"] <= 36
    return Finding("holds" if holds else "refuted", numbers)


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
    capped = capped_failure(3, Fraction(9, 10))
    epochs, exact, bound = gaussian_branch_failure()
    numbers = {
        "capped, J = K = 1, l = 3, α = 9/10: P": capped,
        "claimed at most": Fraction(2, 9),
        "the same with β from the first l − 1 epochs: P": capped_failure(2, Fraction(9, 10)),
        "uncapped, J = 2, played once in l epochs, l": epochs,
        "P": exact,
        "claimed": bound,
    }
    fails = capped > Fraction(2, 9) and exact > bound
    return Finding("refuted" if fails else "undecided", numbers)


def capped_mean(epochs: int) -> Fraction:
    """E min(1, clicks/plays) of one item in one slot with λα = 1."""
    tails = (1 - lower_tail(epochs, HALF, s) for s in range(epochs))
    return sum(tails, start=Fraction(0)) / epochs


@check("mnl:corollary-6-unbiased")
def corollary_6_unbiased(profile):
    means = {epochs: capped_mean(epochs) for epochs in (1, 2, 5, 100)}
    numbers = {f"E of the estimate of α = 1, l = {n}": float(m) for n, m in means.items()}
    biased = all(mean < 1 for mean in means.values()) and means[1] == HALF
    return Finding("refuted" if biased else "holds", numbers)
