"""Theorem 16 and its consequences (32), (33) and (34) for product measures (Appendix B.1)."""

import math
from fractions import Fraction
from itertools import accumulate, product

import numpy as np
import sympy as sp
from flint import arb

from compendium.case import Twin, check

from .constants import herbst_constant

PARAMETERS = (0.95, 0.8, 0.5, 0.2)
SHARES = (0.01, 0.3, 0.6, 0.9)
"""Slopes divided by the largest one, -log(1 - p)."""
B, Q, V = sp.symbols("b q v", positive=True)


def sharp_constant(p: float, slope: float) -> float:
    """((1 − p)/p) (rA + (1 − r)B)/(1 − r), the constant from the proof of Theorem 16 in the text.

    r = √((1 − p)e^b), A = ∫_0^1 e^{bv} dv, B = ∫_0^1 v e^{bv} dv.
    """
    r = math.sqrt((1 - p) * math.exp(slope))
    first = math.expm1(slope) / slope
    second = (slope * math.exp(slope) - math.expm1(slope)) / slope**2
    return (1 - p) / p * (r * first + (1 - r) * second) / (1 - r)


def entropy_ratio(p: float, slopes: np.ndarray) -> float:
    """Ent(e^f) over E|d⁺f|²e^f, f(0) = 0 with these slopes and slope 0 beyond them."""
    f = np.concatenate([[0.0], np.cumsum(slopes)])
    k = np.arange(f.size)
    weight = np.append(p * (1 - p) ** k[:-1], (1 - p) ** k[-1])  # the last value from there on
    log_mean = np.log1p(np.sum(weight * np.expm1(f)))
    # Ent(e^f) = m Σ w φ(f − log m), φ(x) = x e^x − e^x + 1: no term is negative
    x = f - log_mean
    phi = np.where(abs(x) < 1e-5, x**2 / 2, x * np.exp(x) - np.expm1(x))
    energy = np.sum((weight * np.exp(f))[:-1] * slopes**2)
    return float(np.exp(log_mean) * np.sum(weight * phi) / energy)


def trial_slopes(slope: float):
    """Families of slopes within ±b: constant, late, alternating, growing, and both signs."""
    k = np.arange(200)
    for start in (0, 1, 2, 5, 10, 20, 40):
        for length in (1, 2, 5, 20, 60, 200 - start):
            constant = slope * ((k >= start) & (k < start + length))
            yield from (constant, -constant)
    yield slope * (-1.0) ** k
    for decay in (0.5, 0.8, 1.2, 1.4, 1.8):
        yield slope * np.minimum(1.0, decay ** (k - 10.0))


def without_radical() -> Fraction:
    """Var(g)/(2E|d⁺g|²) at p = 1/2 for slopes (7/5)^k, k < 40, the constant needed for f = εg, ε → 0.

    Without the radical the constant would tend to (1 − p)/p² = 2; with it, it tends to 2 + √2.
    """
    chances = [Fraction(1, 2 ** (k + 1)) for k in range(40)]
    slopes = [Fraction(7, 5) ** k for k in range(40)]
    values = list(accumulate(slopes, initial=Fraction(0)))
    law = list(zip([*chances, chances[-1]], values, strict=True))  # the last value from there on
    mean = sum((c * g for c, g in law), start=Fraction(0))
    variance = sum(c * g**2 for c, g in law) - mean**2
    return variance / (2 * sum(c * s**2 for c, s in zip(chances, slopes, strict=True)))


@check("mnl:theorem-16", power=Twin(0.8))
def theorem_16(case, power=0.5):
    z = sp.Symbol("z", positive=True)
    p = 1 - Q
    # E h(X) − h(0) = (q/p) E d⁺h(X), on h = z^x
    case.zero("the sum by parts", p / (1 - Q * z) - 1 - Q / p * (z - 1) * p / (1 - Q * z))
    first = sp.integrate(sp.exp(B * V), (V, 0, 1)) - (sp.exp(B) - 1) / B
    second = sp.integrate(V * sp.exp(B * V), (V, 0, 1)) - (B * sp.exp(B) - sp.exp(B) + 1) / B**2
    case.zero("the integrals, at most e^b", first, second)
    ratios, sharps = [], []
    for p, share in product(PARAMETERS, SHARES):
        b = -share * math.log1p(-p)
        weight = (1 - p) * math.exp(b)
        largest = np.max([entropy_ratio(p, slopes) for slopes in trial_slopes(b)])
        ratios.append(largest / (weight / (p * (1 - weight**power))))
        sharps.append(largest / sharp_constant(p, b))
    worst, sharp = float(np.max(ratios)), float(np.max(sharps))  # a nan is the largest
    case.must("largest ratio found, over the constant", worst <= 1, worst=worst)
    case.must("over the sharper constant", sharp <= 1, sharp=sharp)
    without = without_radical()
    limit = 0.5 / (0.5 * (1 - 0.5**power))  # of the constant at p = 1/2 as b → 0
    case.must("nor a function of small slopes", without <= limit)
    case.must("half a Poincaré ratio at p = 1/2 (2 without the radical)", without > 2, without=float(without))


def entropy(values) -> arb:
    """E g log g − E g log E g of a g that takes these values with equal probabilities."""
    mean = sum(values) / len(values)
    return sum(v * v.log() for v in values) / len(values) - mean * mean.log()


@check("mnl:entropy-chain-rule", joint_is=Twin("at least"), given=Twin("nothing", "corrected"))
def entropy_chain_rule(case, joint_is="at most", given="the first"):
    g = [arb(v) for v in (1, 1, 1, 4)]  # on (0,0), (0,1), (1,0), (1,1), uniform
    joint = entropy(g)
    first = entropy([(g[0] + g[1]) / 2, (g[2] + g[3]) / 2])  # of the mean given the first bit
    second = entropy([(g[0] + g[2]) / 2, (g[1] + g[3]) / 2])
    chained = first + ((entropy(g[:2]) + entropy(g[2:])) / 2 if given == "the first" else second)
    case.reading(
        "each variable's entropy is that of the mean given it and those before", chained.overlaps(joint)
    )
    whole = sum(entropy(part) for part in (g[:2], g[2:], g[::2], g[1::2])) / 2
    # if both bits are equal, one is constant given the other and has no entropy
    dependent = entropy([g[0], g[-1]])
    case.reading(
        "each variable's entropy is that of the function itself, given the others", not joint < whole
    )
    least, most = (joint, whole) if joint_is == "at most" else (whole, joint)
    case.must(f"the joint entropy is {joint_is} their sum", not least > most)
    case.must("for equal bits they add up to too little", dependent > 0)
    case.number("joint", "independent bits: joint", float(joint))
    case.number("sum", "sum over the coordinates", float(whole))
    case.number("dependent", "equal bits: joint", float(dependent))
    case.number("dependent sum", "their sum", 0)


def two_slots_ratio(slots: str, b: arb) -> arb:
    """Ent(e^G)/E(Σ|d⁺G|²e^G) for G = b(n₁ + n₂) with λα = 1, so both have p = 1/2.

    With Λ(b) = log E e^G it is (bΛ'(b) − Λ(b))/(2b²). In one epoch the total is geometric with
    Λ(b) = −log(1 − 2(e^b − 1)); for independent slots Λ(b) = −2 log(1 − (e^b − 1)).
    """
    number, times = (2, 1) if slots == "of one epoch" else (1, 2)
    rest = 1 - number * (b.exp() - 1)
    return times * (b * number * b.exp() / rest + rest.log()) / (2 * b**2)


@check("mnl:equation-32", fails="refuted", share=Twin("0.28"))
def equation_32(case, share="1"):

    def constant(b):
        weight = b.exp() / 2
        return arb(share) * weight / (arb("0.5") * (1 - weight.sqrt()))

    b = arb("0.405")  # the moment generating function of n₁ + n₂ is infinite from log(3/2) = 0.40546… on
    ratio = two_slots_ratio("of one epoch", b)
    sizes = b / 4, b, arb("0.6"), arb("0.69")
    kept = [two_slots_ratio("independent", size) < constant(size) for size in sizes]
    case.reading("all components are independent, those of an epoch too", all(kept))
    case.reading("the components of an epoch may depend on each other", not ratio > constant(b))
    case.number("ratio", "Ent/E(Σ|d⁺G|²e^G) for two slots of one epoch, b = 0.405", float(ratio))
    case.number("constant", "claimed bound", float(constant(b)))
    case.number("independent", "the ratio for independent slots", float(two_slots_ratio("independent", b)))


@check("mnl:equation-33", least=Twin("0.49"), bound=Twin("8.8"))
def equation_33(case, least="0.5", bound="9"):
    # p = 1/2 and 9/10 together; beyond slopes of log 2 = 0.693… there is no constant for p = 1/2
    for size in (arb("0.345"), arb("0.69")):
        small, large = (q * size.exp() for q in (arb("0.5"), arb("0.1")))
        constants = small / (1 - small.sqrt()) / arb("0.5"), large / (1 - large.sqrt()) / arb("0.9")
        case.must(
            f"the smaller parameter attains the maximum, b = {float(size):.3f}", constants[0] > constants[1]
        )
    # M = y²/((1 − y⁴)(1 − y)), a quotient of a rising and falling functions
    y = sp.Symbol("y", positive=True)
    p = 1 - y**4
    weight = y**4 / y**2  # (1 − p) e^b at e^b = (1 − p)^{−1/2}
    in_y = y**2 / ((1 - y**4) * (1 - y))
    case.zero("M in y", weight / (p * (1 - sp.sqrt(weight))) - in_y)
    u = sp.Symbol("u", positive=True)  # y = u/(1 + u): a slope with positive coefficients
    slope = sp.diff(in_y, y).subs(y, u / (1 + u))
    parts = [sp.Poly(part, u).coeffs() for part in sp.fraction(sp.cancel(slope))]
    case.must("M increases with y", {sp.sign(value) for part in parts for value in part} == {1})
    q = 1 - arb(least)
    largest = q.sqrt() / (arb(least) * (1 - q.sqrt().sqrt()))
    case.must(f"M at p = 1/2 is below {bound}", largest < arb(bound), largest=float(largest))
    sharper = 4 * sharp_constant(0.5, math.log(2) / 2)
    case.number("sharper", "4M with the sharper constant", sharper)


@check("mnl:equation-34", factor=Twin("0.17"))
def equation_34(case, factor="1"):
    eta = sp.Symbol("eta", positive=True)
    moment = sp.Function("H")(eta)
    slope = sp.diff(sp.log(moment) / eta, eta)
    entropy_form = (eta * moment.diff(eta) - moment * sp.log(moment)) / (eta**2 * moment)
    case.zero("Herbst's identity", slope - entropy_form)
    # F = X at p = 1/2, K(η) = −log(2 − e^η): (K(η) − η)/η² is a mean of K''/2, which increases
    second = sp.diff(-sp.log(2 - sp.exp(eta)), eta, 2)
    case.zero("K''", second - 2 * sp.exp(eta) / (2 - sp.exp(eta)) ** 2)
    top = arb(2).log() / 2
    largest = -((2 - arb(2).sqrt()).log() + top) / top**2
    case.must(
        "F = X: exponent less its linear term, over η², at most M",
        largest < arb(factor) * herbst_constant(0.5),
        largest=float(largest),
    )
    grown = sp.integrate(sp.Symbol("M"), (eta, 0, eta)) * eta  # (1/η) log H − EF ≤ ηM, times η
    case.zero("integrated, the exponent is η²M", grown - eta**2 * sp.Symbol("M"))
    case.number("M", "M", float(herbst_constant(0.5)))
