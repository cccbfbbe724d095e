"""The click counts of one epoch: geometric margins, and what joins them (Lemma 1, Appendix E.1).

A round of an epoch clicks slot k with probability γ_k/(1 + Σγ), γ_k = λ_k α_k, and ends the epoch
otherwise, so that first-step analysis gives every generating function in one line.
"""

from fractions import Fraction
from itertools import product
from math import factorial, prod
from operator import mul

import sympy as sp

from clickbandits.geometric import upper_tail
from compendium.finding import Case, check, twin

GAMMA, OTHERS, Z, TAU, THETA = sp.symbols("gamma R z tau theta", positive=True)
NO_CLICK = 1 / (1 + GAMMA + OTHERS)
"""p_0: this slot's weight and the weight of all the other slots together."""


def geometric_pgf(p, z):
    return p / (1 - (1 - p) * z)


@check("mnl:lemma-1")
@twin("the weight in the parameter", gives="refuted", factor=Fraction(21, 20))
def lemma_1(profile, factor=1):
    """Solves for the generating function of the clicks on one slot, for all weights."""
    case = Case()
    # G = p_0 + (p_0 γ z + p_0 R) G: the first round ends the epoch, clicks here, or elsewhere.
    epoch = sp.solve(sp.Eq(THETA, NO_CLICK * (1 + (GAMMA * Z + OTHERS) * THETA)), THETA)[0]
    mean = sp.simplify(sp.diff(epoch, Z).subs(Z, 1))
    agrees = case.zero("G(z) is geometric", epoch - geometric_pgf(1 / (1 + factor * GAMMA), Z))
    case.zero("the mean is γ", mean - factor * GAMMA)
    case.number("agrees", "generating functions agree for all weights", agrees)
    case.number("mean", "mean", str(mean))
    return case.finding()


@check("mnl:epoch-length")
@twin("the round without a click is counted", gives="refuted", uncounted=0)
@twin("the other weights in p_k", gives="refuted", extra=1)
def epoch_length(profile, uncounted=1, extra=0):
    """Compares the joint generating function of total and slot with that of a mixed binomial."""
    case = Case()
    share = GAMMA / (GAMMA + OTHERS + extra)
    # clicks marked z where they fall on this slot, and τ in every round that is counted
    marked = TAU ** (1 - uncounted) * NO_CLICK / (1 - NO_CLICK * (GAMMA * Z + OTHERS) * TAU)
    mixed = geometric_pgf(NO_CLICK, TAU * (share * Z + 1 - share))
    total = case.zero("n^l is geometric", marked.subs(Z, 1) - geometric_pgf(NO_CLICK, TAU))
    binomial = case.zero("n^l_k is binomial given n^l", marked - mixed)
    case.number("total", "the total is geometric", total)
    case.number("binomial", "binomial given the total", binomial)
    return case.finding()


@check("mnl:appendix-e1-mgf")
@twin("the power of λ_k in the display", gives="holds", power=0)
@twin("the weight in the last expression", gives="refuted", factor=Fraction(21, 20))
def e1_mgf(profile, power=1, factor=1):
    """Compares the printed moment generating function with the final one at λ = 1 and at θ = 0."""
    case = Case()
    lam, exp = sp.Symbol("lambda", positive=True), sp.exp(THETA)
    share = GAMMA / (GAMMA + OTHERS)
    printed = NO_CLICK / (1 - (share * exp / lam**power + 1 - share) * (1 - NO_CLICK))
    at_zero = printed.subs(THETA, 0).subs({GAMMA: sp.Rational(1, 2), OTHERS: 0, lam: sp.S.Half})
    case.zero("without 1/λ_k it is the final one",
              printed.subs(lam, 1) - 1 / (1 - factor * GAMMA * (exp - 1)))  # fmt: skip
    case.printed("it is 1 at θ = 0", sp.simplify(at_zero) == 1)
    case.number("zero", "printed value at θ = 0 for one slot, λ = 1/2, α = 1 (must be 1)",
                str(at_zero))  # fmt: skip
    return case.finding()


@check("mnl:appendix-e1-domain")
@twin("a larger edge", gives="refuted", added=Fraction(21, 20))
@twin("a smaller edge", gives="refuted", added=Fraction(19, 20))
def e1_domain(profile, added=1):
    """Computes the ratio of the geometric series at the edge of the domain, and its derivative."""
    case = Case()
    ratio = (1 - 1 / (1 + GAMMA)) * sp.exp(THETA)  # (1 − p) e^θ, p = 1/(1 + γ)
    edge = case.zero("the ratio is 1 at the edge",
                     ratio.subs(THETA, sp.log((GAMMA + added) / GAMMA)) - 1)  # fmt: skip
    case.zero("it grows with θ", sp.diff(ratio, THETA) - ratio)
    case.number("edge", "ratio at the edge is 1", edge)
    return case.finding()


def negative_multinomial(counts, weights) -> Fraction:
    """P(n) = (Σn)!/Πn! · Πγ^n · (1 + Σγ)^{−1−Σn}."""
    paths = Fraction(factorial(sum(counts)), prod(factorial(n) for n in counts))
    return (
        paths
        * prod(g**n for g, n in zip(weights, counts, strict=True))
        / (1 + sum(weights)) ** (1 + sum(counts))
    )


def first_step_holds(weights, largest: int) -> bool:
    """Whether the law above solves P(n) = p_0 (1{n = 0} + Σ_k γ_k P(n − e_k))."""
    no_click = 1 / (1 + sum(weights))
    for counts in product(range(largest + 1), repeat=len(weights)):
        before = Fraction(int(not any(counts)))
        for k, weight in enumerate(weights):
            if counts[k]:
                fewer = (*counts[:k], counts[k] - 1, *counts[k + 1 :])
                before += weight * negative_multinomial(fewer, weights)
        if negative_multinomial(counts, weights) != no_click * before:
            return False
    return True


@check("mnl:slots-independent")
@twin("geometric, without “independent”", gives="holds", independent=False)
@twin("the covariance over γ₁γ₂", gives="refuted", factor=Fraction(21, 20))
def slots_independent(profile, independent=True, factor=1):
    """Compares the joint generating function of two slots with three laws, for all weights."""
    case = Case()
    other, w, g = sp.symbols("gamma2 w g", positive=True)
    p0 = 1 / (1 + GAMMA + other)
    joint = p0 / (1 - p0 * (GAMMA * Z + other * w))
    margins = geometric_pgf(1 / (1 + GAMMA), Z) * geometric_pgf(1 / (1 + other), w)
    covariance = sp.diff(joint, Z, w).subs({Z: 1, w: 1}) - GAMMA * other
    case.zero("each margin is that of the joint law",
              *((joint - margins).subs(mark, 1) for mark in (Z, w)))  # fmt: skip
    claimed = joint - margins if independent else (joint - margins).subs(w, 1)
    # E over G of exp(G·a), a = γ_1(z − 1) + γ_2(w − 1) < 0
    rate = sp.Symbol("a", negative=True)
    race = sp.integrate(sp.exp(-g + g * rate), (g, 0, sp.oo))
    race = race.subs(rate, GAMMA * (Z - 1) + other * (w - 1))
    weights = (Fraction(1), Fraction(1, 2), Fraction(3, 10))
    case.number(
        "product",
        "joint law is the product of its margins",
        case.printed("the joint law is the product", sp.simplify(claimed) == 0),
    )
    case.number(
        "covariance", "Cov = γ₁γ₂", case.zero("Cov = γ₁γ₂", covariance - factor * GAMMA * other)
    )
    case.number(
        "race",
        "race of Poisson counts gives the same law",
        case.zero("the race of Poisson counts", race - joint),
    )
    case.number("mass", "negative multinomial solves the first-step equation",
                case.must("the first-step equation", first_step_holds(weights, 6)))  # fmt: skip
    return case.finding()


KEPT = 200
BEYOND = Fraction(1, 2**KEPT)
"""The chance of 200 clicks or more for p = 1/2."""
CLICKS_BEYOND = (KEPT + 1) * BEYOND
"""What they add to the mean: 200 and, on average, 1 more."""


@check("mnl:adaptive-counts-dependent")
@twin("the position does not depend on what was observed", gives="refuted", after_none=1)
def adaptive_counts_dependent(profile, after_none=Fraction(1, 2)):
    """Computes means and covariance of an item's counts in two epochs of one adaptive rule."""
    case = Case()
    clicked = upper_tail(1, Fraction(1, 2), 1)  # p = 1/2 for an item with λα = 1
    mean_second = clicked * 1 + (1 - clicked) * after_none  # examination after no click
    covariance = 1 - 1 * mean_second  # E(Y₁) = 1, all of it after a click
    # of Y₁ below 200, and the mean of Y₂ after Y₁ = y
    law = [Fraction(1, 2 ** (y + 1)) for y in range(KEPT)]
    then = [Fraction(after_none if y == 0 else 1) for y in range(KEPT)]
    second = sum(map(mul, law, then)) + BEYOND
    joint = sum(map(mul, map(mul, law, then), range(KEPT))) + CLICKS_BEYOND
    case.must("the mean in epoch 2, count by count", second == mean_second)
    case.must("and the covariance", joint - second == covariance)
    case.must("the means differ", mean_second != 1)
    case.must("the covariance is not 0", covariance != 0)
    case.number("first", "mean in epoch 1", 1)
    case.number("second", "in epoch 2", mean_second)
    case.number("covariance", "covariance", covariance)
    return case.finding()
