"""Estimation from epochs with known position biases: Section 2.1, equation (4)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from operator import mul

import numpy as np
import sympy as sp

from compendium.case import Twin, check


@check("mnl:single-epoch-estimate", fails="refuted", added=Twin(Fraction(1, 10)))
def single_epoch_estimate(case, added=0):
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:4", positive=True)
    n = sp.symbols("n1:4", positive=True)
    cells = list(zip(alpha, bias, n, strict=True))
    value = sum(m * sp.log(v * a) for a, v, m in cells)
    value -= (1 + sum(n)) * sp.log(1 + sum(v * a for a, v, _ in cells))
    estimate = {a: sp.Add(m, added) / v for a, v, m in cells}
    scores = [sp.simplify(sp.diff(value, a).subs(estimate)) for a in alpha]
    case.reading("over all positive numbers: the score is 0 at n/λ", not any(scores))
    # One position, λ = 1/2, three clicks: the likelihood rises on all of (0, 1].
    a = sp.Symbol("a", positive=True)
    slope = sp.diff(3 * sp.log(a / 2) - 4 * sp.log(1 + a / 2), a)
    inside = sp.solveset(sp.numer(sp.together(slope)), a, sp.Interval.Lopen(0, 1))
    case.reading("over (0, 1], after three clicks at λ = 1/2", not inside.is_empty)
    case.zero("estimate from 3 clicks at λ = 1/2", slope.subs(a, 6), estimate=6)
    case.must("slope at 1", slope.subs(a, 1) > 0, slope=float(slope.subs(a, 1)))


@check("mnl:within-epoch-unbiased", power=Twin(2))
def within_epoch_unbiased(case, power=1):
    z = sp.symbols("z1:4", positive=True)
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:4", positive=True)
    gamma = list(map(mul, alpha, bias))
    # A round generates z_k with probability γ_k/(1+S); the epoch is a geometric number of them.
    stop = 1 / (1 + sum(gamma))
    epoch = stop / (1 - sum(map(mul, gamma, z)) * stop)
    ones = dict.fromkeys(z, 1)
    clicks = [sp.diff(epoch, x).subs(ones) for x in z]
    means = [sp.simplify(n / sp.Pow(v, power)) for n, v in zip(clicks, bias, strict=True)]
    case.must("mean of n₁/λ₁, and so on", means == list(alpha), mean=str(means[0]))


@check("mnl:independent-estimators", fails="refuted", factor=Twin(Fraction(9, 10)), lists=Twin("adaptive"))
def independent_estimators(case, factor=1, lists="fixed"):
    x, y, g, h = sp.symbols("x y g h", positive=True)
    epoch = 1 / (1 + g * (1 - x) + h * (1 - y))
    ones = {x: 1, y: 1}
    both = sp.diff(epoch, x, y).subs(ones)
    covariance = sp.simplify(both - sp.diff(epoch, x).subs(ones) * sp.diff(epoch, y).subs(ones))
    variance = sp.simplify(sp.diff(epoch, x, 2).subs(ones) + g - g**2)
    case.zero("covariance of two positions' clicks", covariance - factor * g * h, covariance=str(covariance))
    case.zero("Var(n_k) = γ_k (1 + γ_k)", variance - g * (1 + g))
    correlation = covariance / sp.sqrt(variance * variance.subs(g, h))
    case.number("correlation", "correlation for γ = (1, 1)", float(correlation.subs({g: 1, h: 1})))
    # One item with γ = 1 in two epochs, then a third list: another one, if adaptive, unless the
    # two had one click together. The chances given the lists: of one click in each epoch, in both.
    shown = {
        (m, n): Fraction(1, 2 ** (m + n + 2))
        for m in range(2)
        for n in range(2)
        if lists == "fixed" or m + n == 1
    }
    given = 1 if lists == "fixed" else sum(shown.values())
    one = Fraction(1, 4) if lists == "fixed" else shown[1, 0] / given
    apart = shown.get((1, 1), 0) / given == one**2
    case.reading("independent from epoch to epoch, for lists fixed in advance", apart)
    case.reading("independent within an epoch, too", apart and covariance == 0)


def law(gamma, z):
    """The generating function of an epoch's clicks on one position."""
    return 1 / (1 + gamma * (1 - z))


def shown_again(gamma, again: str):
    """E n/plays, E n and E plays of a cell with mean γ after one or two epochs, in symbols.

    `again` states when it is shown a second time, "always" or "after no click".
    """
    z = sp.Symbol("z")
    mean = sp.diff(law(gamma, z), z).subs(z, 1)
    never = law(gamma, 0)  # the chance of a first epoch without a click, which adds 0 to the mean
    if again == "always":
        return (mean + mean) / 2, 2 * mean, 2
    return mean + never * mean / 2, mean + never * mean, 1 + never


@check("mnl:equation-4", fails="refuted", power=Twin(2), factor=Twin(Fraction(1, 3)))
def equation_4(case, power=1, factor=Fraction(1, 2)):
    alpha, z = sp.Symbol("a", positive=True), sp.Symbol("z")
    bias = sp.symbols("l1:4", positive=True)  # of the positions in three epochs
    clicks = sp.diff(sp.prod(law(alpha * v, z) for v in bias), z).subs(z, 1)
    fixed = clicks / sum(sp.Pow(v, power) for v in bias)
    case.reading("lists fixed in advance", sp.simplify(fixed - alpha) == 0)
    p = 1 / (1 + alpha)
    adaptive, total, exposure = shown_again(alpha, "after no click")
    case.reading("lists that depend on the clicks", sp.simplify(adaptive - alpha) == 0)
    case.zero("adaptive lists: the mean is α(1 + p/2)", adaptive - alpha * (1 + factor * p))
    case.zero("E Σn = α E Λ", total - alpha * exposure)
    for value in ("1/2", "1"):
        at_value = Fraction(adaptive.subs(alpha, sp.Rational(value)))
        case.number(f"mean {value}", f"mean at α = {value}", at_value)


HORIZONS = 2, 8, 32
"""Rounds, or epochs, that are fixed in advance."""


@check("mnl:complete-epochs", fails="refuted", sign=Twin(1), over=Twin(0))
def complete_epochs(case, sign=-1, over=1):
    z = sp.Symbol("z")

    def per_epoch(epochs):
        """E of clicks per epoch of α = 1 if the number of epochs is fixed."""
        return Fraction(sp.diff(law(1, z) ** epochs, z).subs(z, 1) / epochs)

    def mean(horizon):
        """E of clicks per complete epoch, given that there is one; one item, α = λ = 1.

        All games are equally likely, since a round has a click with probability 1/2. The last
        round without a click comes after `before` others, of which `ends` had no click, either.
        """
        last = [(before, ends) for before in range(horizon) for ends in range(before + 1)]
        total = sum(comb(n, ends) * Fraction(n - ends, ends + 1) for n, ends in last)
        return total / sum(comb(n, ends) for n, ends in last)

    means = {horizon: mean(horizon) for horizon in HORIZONS}
    by_epochs = {epochs: per_epoch(epochs) for epochs in means}
    case.reading("a number of epochs that is fixed in advance", set(by_epochs.values()) == {1})
    case.reading("the epochs completed in a fixed number of rounds", set(means.values()) == {1})

    def by_games(alpha, horizon):
        """E of clicks per complete epoch, given one: each round has a click or ends an epoch."""
        q, total, chance = alpha / (1 + alpha), Fraction(0), Fraction(0)
        for rounds in product("ce", repeat=horizon):
            if "e" in rounds:
                last = horizon - rounds[::-1].index("e")
                weight = q ** rounds.count("c") * (1 - q) ** rounds.count("e")
                total += weight * Fraction(rounds[:last].count("c"), rounds.count("e"))
                chance += weight
        return total / chance

    def stated(alpha, horizon):
        q = alpha / (1 + alpha)
        return alpha - horizon * q**horizon / (1 - over * q**horizon)

    one = Fraction(1)
    case.must("the formula, α = 1", all(means[T] == stated(one, T) for T in HORIZONS))
    case.must(
        "the formula, game by game",
        all(
            by_games(alpha, T) == stated(alpha, T)
            for alpha in (Fraction(1, 3), Fraction(1, 20))
            for T in range(1, 9)
        ),
    )
    biases = [sign * (value - 1) for value in means.values()]
    case.must("biased downwards, and less so for larger T", biases[0] > biases[1] > biases[2] > 0)
    case.family({f"mean for α = 1, T = {horizon}": float(v) for horizon, v in means.items()})


@check("mnl:weighted-averaging", power=Twin(2))
def weighted_averaging(case, power=1):
    alpha = sp.Symbol("a", positive=True)
    for m in (2, 3, 4):
        bias = sp.symbols(f"l1:{m + 1}", positive=True)
        mean = sum(bias) / m
        weighted = sum(alpha * v + (alpha * v) ** 2 for v in bias) / sum(bias) ** 2
        uniform = sum(alpha / v + alpha**2 for v in bias) / m**2
        gain = alpha / (m * mean) ** 2 * sum((v - mean) ** 2 * (1 / v - alpha) for v in bias)
        case.zero(f"the gain in variance, {m} epochs", uniform - weighted - gain)
    bias = np.array([1, 0.3, 0.2, 0.1])
    for value in (0.3, 1.0):
        variance = value / bias + value**2
        variances = {}
        for name, weights in (
            ("(4)", np.power(bias, power)),
            ("uniform", np.ones_like(bias)),
            ("best", 1 / variance),
        ):
            share = weights / weights.sum()
            variances[name] = float(share**2 @ variance)
            case.number(f"{name} {value}", f"variance at α = {value}, {name} weights", variances[name])
        # Σλ = 8/5, Σλ² = 57/50, Σ1/λ = 58/3
        weighted, uniform = value * 1.6 + value**2 * 1.14, value * 58 / 3 + 4 * value**2
        by_hand = weighted / 2.56, uniform / 16, 1 / np.sum(bias / (value + value**2 * bias))
        case.must(f"variances by hand, α = {value}", np.allclose([*variances.values()], by_hand))
        case.must(f"preferable for four biases, α = {value}", variances["(4)"] <= variances["uniform"])


@check("mnl:product-estimate", fails="refuted", factor=Twin(Fraction(1, 3)))
def product_estimate(case, factor=Fraction(1, 2)):

    def mean(gamma, again):
        """E N/Ñ over all (n₁, n₂): summed to 60 clicks per epoch, and the exact rest."""
        q = gamma / (1 + gamma)  # a round of the epoch brings a click on the cell
        chances = [(1 - q) * q**n for n in range(61)]
        rest = q**61 * (61 + gamma)  # Σ n P(n) beyond 60: given that, n is 61 and another count
        one = sum(n * chance for n, chance in enumerate(chances)) + rest
        if again == "always":
            return (one + one) / 2
        later = [n * chance for n, chance in enumerate(chances) if n]
        return chances[0] * one / 2 + sum(later) + rest

    values = Fraction(1, 4), Fraction(1, 2), Fraction(1)
    for gamma in values:
        p = 1 / (1 + gamma)
        adaptive = mean(gamma, "after no click")
        case.must(
            f"adaptive lists: the mean is γ(1 + p/2), γ = {gamma}", adaptive == gamma * (1 + factor * p)
        )
    case.reading("lists fixed in advance", all(mean(gamma, "always") == gamma for gamma in values))
    case.reading("lists that depend on the clicks", adaptive == gamma)
    case.number("mean", "mean at γ = 1, shown again after no click", adaptive)
