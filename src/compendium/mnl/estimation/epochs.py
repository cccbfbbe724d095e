"""Estimation from epochs with known position biases: Section 2.1, equation (4)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
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


def law(gamma, z):
    """The generating function of an epoch's clicks on positions of weights γ.

    A round generates z_k with probability γ_k/(1 + S), and an epoch is a geometric number of such rounds.
    """
    stop = 1 / (1 + sum(gamma))
    return stop / (1 - sum(map(mul, gamma, z)) * stop)


@check(
    "mnl:equation-4",
    fails="refuted",
    power=[Twin(2), Twin(2, step="within-epoch-unbiased")],
    factor=[Twin(Fraction(1, 3)), Twin(Fraction(1, 3), step="product-estimate")],
    covariance=Twin(Fraction(9, 10), step="independent-estimators"),
    lists=Twin("adaptive", "corrected", "independent-estimators"),
)
def equation_4(case, power=1, factor=Fraction(1, 2), covariance=1, lists="fixed"):
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:4", positive=True)
    clicked = sp.symbols("z1:4", positive=True)
    ones, epoch = dict.fromkeys(clicked, 1), law(list(map(mul, alpha, bias)), clicked)

    within = case.step("within-epoch-unbiased")
    means = (sp.diff(epoch, z).subs(ones) / sp.Pow(v, power) for z, v in zip(clicked, bias, strict=True))
    means = [sp.simplify(mean) for mean in means]
    within.must("mean of n₁/λ₁, and so on", means == list(alpha), mean=str(means[0]))

    independent = case.step("independent-estimators")
    (g, h), (x, y, _) = sp.symbols("g h", positive=True), clicked
    epoch = law((g, h), (x, y))
    both = sp.diff(epoch, x, y).subs(ones)
    found = sp.simplify(both - sp.diff(epoch, x).subs(ones) * sp.diff(epoch, y).subs(ones))
    independent.zero("covariance of two positions' clicks", found - covariance * g * h, covariance=str(found))
    variance = sp.simplify(sp.diff(epoch, x, 2).subs(ones) + g - g**2)
    independent.zero("Var(n_k) = γ_k (1 + γ_k)", variance - g * (1 + g))
    # One item with γ = 1: each of two epochs has clicks with probability 1/2, unless a third list that
    # is shown only if exactly one of them had some is known to have been shown.
    seen = [pair for pair in product(range(2), repeat=2) if lists == "fixed" or sum(pair) == 1]
    one, two = Fraction(sum(first for first, _ in seen), len(seen)), Fraction(sum(map(all, seen)), len(seen))
    independent.reading("independent from epoch to epoch, for lists fixed in advance", two == one**2)
    independent.reading("independent within an epoch, too", two == one**2 and found == 0)

    a, z = alpha[0], clicked[0]
    clicks = sp.diff(sp.prod(law([a * v], [z]) for v in bias), z).subs(z, 1)  # of three epochs
    fixed = clicks / sum(sp.Pow(v, power) for v in bias)
    # At λ = 1 it is shown again only after an epoch without a click, which adds 0 to the mean.
    p, mean = law([a], [0]), sp.diff(law([a], [z]), z).subs(z, 1)
    adaptive, total, exposure = mean + p * mean / 2, mean + p * mean, 1 + p
    case.reading("lists fixed in advance", sp.simplify(fixed - a) == 0)
    case.reading("lists that depend on the clicks", sp.simplify(adaptive - a) == 0)
    case.zero("adaptive lists: the mean is α(1 + p/2)", adaptive - a * (1 + factor * p))
    case.zero("E Σn = α E Λ", total - a * exposure)
    for value in ("1/2", "1"):
        at_value = Fraction(adaptive.subs(a, sp.Rational(value)))
        case.number(f"mean {value}", f"mean at α = {value}", at_value)

    cell = case.step("product-estimate")  # N/Ñ is (4) for λ ≡ 1, with γ in place of α
    fixed = sp.diff(law([a], [z]) ** 3, z).subs(z, 1) / 3
    cell.reading("lists fixed in advance", sp.simplify(fixed - a) == 0)
    cell.reading("lists that depend on the clicks", sp.simplify(adaptive - a) == 0)
    cell.zero("adaptive lists: the mean is γ(1 + p/2)", adaptive - a * (1 + factor * p))
    cell.number("mean", "mean at γ = 1, shown again after no click", Fraction(adaptive.subs(a, 1)))


@check("mnl:complete-epochs", fails="refuted", over=Twin(0))
def complete_epochs(case, over=1):
    z = sp.Symbol("z")
    by_epochs = {
        Fraction(sp.diff(law([sp.S.One], [z]) ** epochs, z).subs(z, 1) / epochs) for epochs in (2, 8, 32)
    }

    def mean(alpha, horizon):
        """E of clicks per complete epoch, given that there is one, by all games of one item with λ = 1."""
        q, total, chance = alpha / (1 + alpha), Fraction(0), Fraction(0)
        for rounds in product("ce", repeat=horizon):  # a click, or the end of an epoch
            if "e" in rounds:
                last = horizon - rounds[::-1].index("e")
                weight = q ** rounds.count("c") * (1 - q) ** rounds.count("e")
                total += weight * Fraction(rounds[:last].count("c"), rounds.count("e"))
                chance += weight
        return total / chance

    case.reading("a number of epochs that is fixed in advance", by_epochs == {1})
    case.reading("the epochs completed in a fixed number of rounds", mean(Fraction(1), 8) == 1)
    for alpha in (Fraction(1), Fraction(1, 3), Fraction(1, 20)):
        for horizon in range(1, 9):
            power = (alpha / (1 + alpha)) ** horizon
            stated = alpha - horizon * power / (1 - over * power)
            case.must(f"the formula, α = {alpha}, T = {horizon}", mean(alpha, horizon) == stated)
    for horizon in (2, 4, 8):
        case.number(f"mean {horizon}", f"mean for α = 1, T = {horizon}", float(mean(Fraction(1), horizon)))


def squared_error(alpha: Fraction, power: int) -> Fraction:
    """The mean squared error over two epochs, of which the first has bias 1/2 and decides about the second.

    The second has bias 1/5 if the first had a click, and 1 if not. The weights are the biases to the `power`.
    """
    total, first = Fraction(0), Fraction(1, 2)
    missed = alpha**2 / (1 + alpha * first)  # the error of an epoch without a click is α²
    for second, chance, square in (
        (Fraction(1), 1 / (1 + alpha * first), missed),
        (Fraction(1, 5), alpha * first / (1 + alpha * first), alpha / first + alpha**2 - missed),
    ):
        weights = first**power, second**power
        summed = weights[0] ** 2 * square + weights[1] ** 2 * chance * (alpha / second + alpha**2)
        total += summed / sum(weights) ** 2
    return total


@check("mnl:weighted-averaging", fails="refuted", power=Twin(2))
def weighted_averaging(case, power=1):
    gains = []
    alpha = sp.Symbol("a", positive=True)
    for m in (2, 3, 4):
        bias = sp.symbols(f"l1:{m + 1}", positive=True)
        mean, variances = sum(bias) / m, [alpha / v + alpha**2 for v in bias]
        weights = [sp.Pow(v, power) for v in bias]
        weighted = sum(w**2 * each for w, each in zip(weights, variances, strict=True)) / sum(weights) ** 2
        gain = alpha / (m * mean) ** 2 * sum((v - mean) ** 2 * (1 / v - alpha) for v in bias)
        gains.append(case.zero(f"the gain in variance, {m} epochs", sum(variances) / m**2 - weighted - gain))
    case.reading("lists fixed in advance", all(gains))
    by_bias, uniform = (squared_error(Fraction(3, 10), each) for each in (power, 0))
    case.reading("lists that depend on the clicks", by_bias <= uniform)
    case.number("adaptive", "mean squared error of (4), adaptive lists, α = 0.3", float(by_bias))
    case.number("adaptive uniform", "the same with uniform weights", float(uniform))
    bias = np.array([1, 0.3, 0.2, 0.1])
    for value in (0.3, 1.0):
        variance = value / bias + value**2
        for name, weights in {"(4)": bias, "uniform": np.ones(4), "best": 1 / variance}.items():
            share = weights / weights.sum()
            case.number(
                f"{name} {value}", f"variance at α = {value}, {name} weights", float(share**2 @ variance)
            )
