"""The click counts of one epoch: geometric margins and their dependence (Lemma 1, Appendix E.1).

A round of an epoch brings a click on slot k with probability γ_k/(1 + Σγ), γ_k = λ_k α_k, and otherwise
ends the epoch. First-step analysis therefore gives every generating function in one line.
"""

from fractions import Fraction
from itertools import product
from math import factorial, prod
from operator import mul

import sympy as sp

from clickbandits.geometric import upper_tail
from compendium.case import Twin, check

GAMMA, OTHERS, Z, TAU, THETA = sp.symbols("gamma R z tau theta", positive=True)
NO_CLICK = 1 / (1 + GAMMA + OTHERS)
"""p_0, from the weight of this slot and the weight of all other slots together."""


def geometric_pgf(p, z):
    return p / (1 - (1 - p) * z)


@check("mnl:lemma-1", factor=Twin(Fraction(21, 20)))
def lemma_1(case, factor=1):
    # G = p_0 + (p_0 γ z + p_0 R) G: the first round ends the epoch, clicks here, or elsewhere.
    epoch = sp.solve(sp.Eq(THETA, NO_CLICK * (1 + (GAMMA * Z + OTHERS) * THETA)), THETA)[0]
    mean = sp.simplify(sp.diff(epoch, Z).subs(Z, 1))
    case.zero("G(z) is geometric", epoch - geometric_pgf(1 / (1 + factor * GAMMA), Z))
    case.zero("the mean is γ", mean - factor * GAMMA, mean=str(mean))


@check("mnl:epoch-length", uncounted=Twin(0), extra=Twin(1))
def epoch_length(case, uncounted=1, extra=0):
    share = GAMMA / (GAMMA + OTHERS + extra)
    # clicks marked z where they fall on this slot, and τ in every round that is counted
    marked = TAU ** (1 - uncounted) * NO_CLICK / (1 - NO_CLICK * (GAMMA * Z + OTHERS) * TAU)
    mixed = geometric_pgf(NO_CLICK, TAU * (share * Z + 1 - share))
    case.zero("n^l is geometric", marked.subs(Z, 1) - geometric_pgf(NO_CLICK, TAU))
    case.zero("n^l_k is binomial given n^l", marked - mixed)


@check("mnl:appendix-e1-mgf", power=Twin(0, "holds"), factor=Twin(Fraction(21, 20)))
def e1_mgf(case, power=1, factor=1):
    lam, exp = sp.Symbol("lambda", positive=True), sp.exp(THETA)
    share = GAMMA / (GAMMA + OTHERS)
    printed = NO_CLICK / (1 - (share * exp / lam**power + 1 - share) * (1 - NO_CLICK))
    at_zero = printed.subs(THETA, 0).subs({GAMMA: sp.Rational(1, 2), OTHERS: 0, lam: sp.S.Half})
    case.zero(
        "without 1/λ_k it is the final one", printed.subs(lam, 1) - 1 / (1 - factor * GAMMA * (exp - 1))
    )
    case.printed(
        "printed value at θ = 0 for one slot, λ = 1/2, α = 1 (must be 1)",
        sp.simplify(at_zero) == 1,
        zero=at_zero,
    )


@check("mnl:appendix-e1-domain", added=[Twin(Fraction(21, 20)), Twin(Fraction(19, 20))])
def e1_domain(case, added=1):
    ratio = (1 - 1 / (1 + GAMMA)) * sp.exp(THETA)  # (1 − p) e^θ, p = 1/(1 + γ)
    edge = sp.log((GAMMA + added) / GAMMA)
    case.zero("the ratio is 1 at the edge", ratio.subs(THETA, edge) - 1)
    case.zero("it grows with θ", sp.diff(ratio, THETA) - ratio)


def negative_multinomial(counts, weights) -> Fraction:
    """P(n) = (Σn)!/Πn! · Πγ^n · (1 + Σγ)^{−1−Σn}."""
    paths = Fraction(factorial(sum(counts)), prod(factorial(n) for n in counts))
    powers = prod(g**n for g, n in zip(weights, counts, strict=True))
    return paths * powers / (1 + sum(weights)) ** (1 + sum(counts))


def by_first_step(counts, weights) -> Fraction:
    """p_0 (1{n = 0} + Σ_k γ_k P(n − e_k)), to which the distribution above is equal."""
    before = Fraction(int(not any(counts)))
    for k, weight in enumerate(weights):
        if counts[k]:
            fewer = (*counts[:k], counts[k] - 1, *counts[k + 1 :])
            before += weight * negative_multinomial(fewer, weights)
    return before / (1 + sum(weights))


@check("mnl:negative-multinomial", factor=Twin(Fraction(21, 20)))
def joint_law(case, factor=1):
    other, w, g = sp.symbols("gamma2 w g", positive=True)
    p0 = 1 / (1 + GAMMA + other)
    joint = p0 / (1 - p0 * (GAMMA * Z + other * w))
    covariance = sp.diff(joint, Z, w).subs({Z: 1, w: 1}) - GAMMA * other
    case.zero("Cov = γ₁γ₂", covariance - factor * GAMMA * other)
    # E over G of exp(G·a), a = γ_1(z − 1) + γ_2(w − 1) < 0
    rate = sp.Symbol("a", negative=True)
    race = sp.integrate(sp.exp(-g + g * rate), (g, 0, sp.oo))
    case.zero("the race of Poisson counts", race.subs(rate, GAMMA * (Z - 1) + other * (w - 1)) - joint)
    weights = (Fraction(1), Fraction(1, 2), Fraction(3, 10))
    solved = [
        negative_multinomial(counts, weights) == by_first_step(counts, weights)
        for counts in product(range(7), repeat=len(weights))
    ]
    case.must("the first-step equation", all(solved))


@check("mnl:slots-independent", factor=Twin(Fraction(21, 20)))
def slots_independent(case, factor=1):
    lists = (Fraction(1), Fraction(1, 2)), (Fraction(1, 2), Fraction(3, 10))
    counts = list(product(range(4), repeat=2))
    law = {
        (first, second): negative_multinomial(first, lists[0])
        * negative_multinomial(second, lists[first[0] > 0])  # the list depends on the clicks before
        for first, second in product(counts, repeat=2)
    }
    apart = all(  # the odds of two counts of the second epoch, whatever the first was
        law[first, second] * negative_multinomial((0, 0), lists[first[0] > 0])
        == factor * law[first, (0, 0)] * negative_multinomial(second, lists[first[0] > 0])
        for first, second in law
    )
    case.must("given its list, an epoch does not depend on the one before", apart)
    case.reading("each epoch is independent of earlier ones", apart)
    none = negative_multinomial((0, 0), lists[0])
    slots = none == Fraction(1, 2) * Fraction(2, 3)
    case.reading("the positions of an epoch are independent", slots, none=none)


KEPT = 200
BEYOND = Fraction(1, 2**KEPT)
"""The probability of 200 clicks or more for p = 1/2."""
CLICKS_BEYOND = (KEPT + 1) * BEYOND
"""Their contribution to the mean, 200 and, on average, 1 more."""


@check("mnl:adaptive-counts-dependent", after_none=Twin(1))
def adaptive_counts_dependent(case, after_none=Fraction(1, 2)):
    clicked = upper_tail(1, Fraction(1, 2), 1)  # p = 1/2 for an item with λα = 1
    mean_second = clicked * 1 + (1 - clicked) * after_none  # examination after no click
    covariance = 1 - 1 * mean_second  # E(Y₁) = 1, all of it after a click
    # of Y₁ below 200, and the mean of Y₂ after Y₁ = y
    law = [Fraction(1, 2 ** (y + 1)) for y in range(KEPT)]
    then = [Fraction(after_none if y == 0 else 1) for y in range(KEPT)]
    second = sum(map(mul, law, then)) + BEYOND
    joint = sum(map(mul, map(mul, law, then), range(KEPT))) + CLICKS_BEYOND
    case.must("the mean in epoch 2, count by count", second == mean_second, second=mean_second)
    case.must("their covariance, count by count", joint - second == covariance, covariance=covariance)
    case.must("the means differ", mean_second != 1)
    case.must("the covariance is not 0", covariance != 0)
    case.number("first", "mean in epoch 1", 1)
