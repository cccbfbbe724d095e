"""The click counts of one epoch: geometric margins, and what joins them (Lemma 1, Appendix E.1).

A round of an epoch clicks slot k with probability γ_k/(1 + Σγ), γ_k = λ_k α_k, and ends the epoch
otherwise, so that first-step analysis gives every generating function in one line.
"""

from fractions import Fraction
from itertools import product
from math import factorial, prod

import sympy as sp

from clickbandits.geometric import upper_tail
from compendium.finding import Finding, check

GAMMA, OTHERS, Z, TAU, THETA = sp.symbols("gamma R z tau theta", positive=True)
NO_CLICK = 1 / (1 + GAMMA + OTHERS)
"""p_0: this slot's weight and the weight of all the other slots together."""


def geometric_pgf(p, z):
    return p / (1 - (1 - p) * z)


def is_zero(expression) -> bool:
    return sp.simplify(expression) == 0


@check("mnl:lemma-1")
def lemma_1(profile):
    # G = p_0 + (p_0 γ z + p_0 R) G: the first round ends the epoch, clicks here, or elsewhere.
    epoch = sp.solve(sp.Eq(THETA, NO_CLICK * (1 + (GAMMA * Z + OTHERS) * THETA)), THETA)[0]
    agrees = is_zero(epoch - geometric_pgf(1 / (1 + GAMMA), Z))
    mean = sp.simplify(sp.diff(epoch, Z).subs(Z, 1))
    numbers = {"generating functions agree for all weights": agrees, "mean": str(mean)}
    return Finding("holds" if agrees and is_zero(mean - GAMMA) else "refuted", numbers)


@check("mnl:epoch-length")
def epoch_length(profile):
    share = GAMMA / (GAMMA + OTHERS)
    # clicks marked z where they fall on this slot, and τ wherever they fall
    marked = NO_CLICK / (1 - NO_CLICK * (GAMMA * Z + OTHERS) * TAU)
    total = is_zero(marked.subs(Z, 1) - geometric_pgf(NO_CLICK, TAU))
    binomial = is_zero(marked - geometric_pgf(NO_CLICK, TAU * (share * Z + 1 - share)))
    numbers = {"the total is geometric": total, "binomial given the total": binomial}
    return Finding("holds" if total and binomial else "refuted", numbers)


@check("mnl:appendix-e1-mgf")
def e1_mgf(profile):
    lam, exp = sp.Symbol("lambda", positive=True), sp.exp(THETA)
    share = GAMMA / (GAMMA + OTHERS)
    final = 1 / (1 - GAMMA * (exp - 1))
    printed = NO_CLICK / (1 - (share * exp / lam + 1 - share) * (1 - NO_CLICK))
    at_zero = printed.subs(THETA, 0).subs({GAMMA: sp.Rational(1, 2), OTHERS: 0, lam: sp.S.Half})
    fails = sp.simplify(at_zero) != 1
    holds = is_zero(printed.subs(lam, 1) - final)
    numbers = {"printed value at θ = 0 for one slot, λ = 1/2, α = 1 (must be 1)": str(at_zero)}
    return Finding("corrected" if fails and holds else "refuted", numbers)


@check("mnl:appendix-e1-domain")
def e1_domain(profile):
    # the series is geometric with ratio (1 − p) e^θ, p = 1/(1 + γ)
    ratio = (1 - 1 / (1 + GAMMA)) * sp.exp(THETA)
    at_edge = is_zero(ratio.subs(THETA, sp.log((GAMMA + 1) / GAMMA)) - 1)
    increasing = is_zero(sp.diff(ratio, THETA) - ratio)
    return Finding(
        "holds" if at_edge and increasing else "refuted", {"ratio at the edge is 1": at_edge}
    )


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
def slots_independent(profile):
    other, w, g = sp.symbols("gamma2 w g", positive=True)
    p0 = 1 / (1 + GAMMA + other)
    joint = p0 / (1 - p0 * (GAMMA * Z + other * w))
    product_law = geometric_pgf(1 / (1 + GAMMA), Z) * geometric_pgf(1 / (1 + other), w)
    covariance = sp.diff(joint, Z, w).subs({Z: 1, w: 1}) - GAMMA * other
    # E over G of exp(G·a), a = γ_1(z − 1) + γ_2(w − 1) < 0
    rate = sp.Symbol("a", negative=True)
    race = sp.integrate(sp.exp(-g + g * rate), (g, 0, sp.oo))
    race = race.subs(rate, GAMMA * (Z - 1) + other * (w - 1))
    weights = (Fraction(1), Fraction(1, 2), Fraction(3, 10))
    checks = {
        "joint law is the product of its margins": is_zero(joint - product_law),
        "Cov = γ₁γ₂": is_zero(sp.simplify(covariance) - GAMMA * other),
        "race of Poisson counts gives the same law": is_zero(race - joint),
        "negative multinomial solves the first-step equation": first_step_holds(weights, 6),
    }
    independent, *rest = checks.values()
    return Finding("corrected" if not independent and all(rest) else "undecided", checks)


@check("mnl:adaptive-counts-dependent")
def adaptive_counts_dependent(profile):
    first = Fraction(1, 2)  # p of an item with λα = 1
    clicked = upper_tail(1, first, 1)
    mean_after = {True: Fraction(1), False: Fraction(1, 2)}
    mean_second = clicked * mean_after[True] + (1 - clicked) * mean_after[False]
    covariance = mean_after[True] * 1 - 1 * mean_second  # E(Y₁) = 1, all of it after a click
    numbers = {"mean in epoch 1": 1, "in epoch 2": mean_second, "covariance": covariance}
    return Finding("holds" if mean_second != 1 and covariance != 0 else "refuted", numbers)
