"""The click counts of one epoch: geometric margins and their dependence (Lemma 1, Appendix E.1).

A round of an epoch brings a click on slot k with probability γ_k/(1 + Σγ), γ_k = λ_k α_k, and otherwise
ends the epoch. First-step analysis therefore gives every generating function in one line.
"""

from fractions import Fraction
from itertools import product
from math import factorial, prod

import sympy as sp

from compendium.case import Twin, check

GAMMA, OTHERS, Z, TAU, THETA = sp.symbols("gamma R z tau theta", positive=True)
NO_CLICK = 1 / (1 + GAMMA + OTHERS)
"""p_0, from the weight of this slot and the weight of all other slots together."""


def geometric_pgf(p, z):
    return p / (1 - (1 - p) * z)


@check(
    "mnl:lemma-1",
    factor=[Twin(Fraction(21, 20), step=step) for step in ("", "appendix-e1-mgf", "appendix-e1-domain")],
    uncounted=Twin(0, step="epoch-length"),
    extra=Twin(1, step="epoch-length"),
    power=Twin(0, "holds", "appendix-e1-mgf"),
)
def lemma_1(case, factor=1, uncounted=1, extra=0, power=1):
    claimed = factor * GAMMA  # the mean of n^l_k
    # G = p_0 + (p_0 γ z + p_0 R) G: the first round ends the epoch, clicks here, or elsewhere.
    epoch = sp.solve(sp.Eq(THETA, NO_CLICK * (1 + (GAMMA * Z + OTHERS) * THETA)), THETA)[0]
    mean = sp.simplify(sp.diff(epoch, Z).subs(Z, 1))
    case.zero("G(z) is geometric", epoch - geometric_pgf(1 / (1 + claimed), Z))
    case.zero("the mean is γ", mean - claimed, mean=str(mean))

    length = case.step("epoch-length")
    share = GAMMA / (GAMMA + OTHERS + extra)
    # clicks marked z where they fall on this slot, and τ in every round that is counted
    marked = TAU ** (1 - uncounted) * NO_CLICK / (1 - NO_CLICK * (GAMMA * Z + OTHERS) * TAU)
    length.zero("n^l is geometric", marked.subs(Z, 1) - geometric_pgf(NO_CLICK, TAU))
    mixed = geometric_pgf(NO_CLICK, TAU * (share * Z + 1 - share))
    length.zero("n^l_k is binomial given n^l", marked - mixed)

    mgf = case.step("appendix-e1-mgf")
    lam, exp, share = sp.Symbol("lambda", positive=True), sp.exp(THETA), GAMMA / (GAMMA + OTHERS)
    printed = NO_CLICK / (1 - (share * exp / lam**power + 1 - share) * (1 - NO_CLICK))
    mgf.zero("without 1/λ_k it is the final one", printed.subs(lam, 1) - 1 / (1 - claimed * (exp - 1)))
    at_zero = printed.subs({THETA: 0, GAMMA: sp.S.Half, OTHERS: 0, lam: sp.S.Half})
    mgf.printed(
        "printed value at θ = 0 for one slot, λ = 1/2, α = 1 (must be 1)",
        sp.simplify(at_zero) == 1,
        zero=at_zero,
    )

    domain = case.step("appendix-e1-domain")
    ratio = GAMMA / (1 + GAMMA) * exp  # (1 − p) e^θ
    domain.zero("the ratio is 1 at the edge", ratio.subs(THETA, sp.log((claimed + 1) / claimed)) - 1)
    domain.zero("it grows with θ", sp.diff(ratio, THETA) - ratio)


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


@check(
    "mnl:negative-multinomial",
    factor=Twin(Fraction(21, 20)),
    odds=Twin(Fraction(21, 20), step="slots-independent"),
    after_none=Twin(1, step="adaptive-counts-dependent"),
)
def joint_law(case, factor=1, odds=1, after_none=Fraction(1, 2)):
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

    slots = case.step("slots-independent")
    lists = weights[:2], weights[1:]  # the second one is shown after a click at the top

    def two_epochs(first, second):
        return negative_multinomial(first, lists[0]) * negative_multinomial(second, lists[first[0] > 0])

    apart = all(  # the odds of two counts of the second epoch, whatever the first was
        two_epochs(first, second) * negative_multinomial((0, 0), lists[first[0] > 0])
        == odds * two_epochs(first, (0, 0)) * negative_multinomial(second, lists[first[0] > 0])
        for first, second in product(product(range(4), repeat=2), repeat=2)
    )
    slots.must("given its list, an epoch does not depend on the one before", apart)
    slots.reading("each epoch is independent of earlier ones", apart)
    none = negative_multinomial((0, 0), lists[0])
    both = Fraction(1, 2) * Fraction(2, 3)
    slots.reading("the positions of an epoch are independent", none == both, none=none)

    adaptive = case.step("adaptive-counts-dependent")
    clicked = 1 - negative_multinomial((0,), (1,))  # in epoch 1, whose mean is 1
    second = clicked * 1 + (1 - clicked) * after_none
    covariance = 1 * 1 - 1 * second  # E(Y₁Y₂) = E(Y₁), because the mean of Y₂ is 1 if Y₁ > 0
    adaptive.must("the mean in epoch 2 differs from that in epoch 1", second != 1, second=second)
    adaptive.must("their covariance is not 0", covariance != 0, covariance=covariance)
