"""Estimation from epochs with known position biases: Section 2.1, equation (4)."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from operator import mul

import numpy as np
import sympy as sp

from compendium.finding import Case, check


@check("mnl:single-epoch-estimate")
def single_epoch_estimate(profile):
    """Differentiates an epoch's log-likelihood at n/λ for K = 3, and on (0, 1] for one position."""
    case = Case()
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:4", positive=True)
    n = sp.symbols("n1:4", positive=True)
    cells = list(zip(alpha, bias, n, strict=True))
    value = sum(m * sp.log(v * a) for a, v, m in cells)
    value -= (1 + sum(n)) * sp.log(1 + sum(v * a for a, v, _ in cells))
    estimate = {a: m / v for a, v, m in cells}
    case.zero("the score at n/λ", *(sp.diff(value, a).subs(estimate) for a in alpha))
    # One position, λ = 1/2, three clicks: the likelihood rises on all of (0, 1].
    a = sp.Symbol("a", positive=True)
    slope = sp.diff(3 * sp.log(a / 2) - 4 * sp.log(1 + a / 2), a)
    inside = sp.solveset(sp.numer(sp.together(slope)), a, sp.Interval.Lopen(0, 1))
    case.printed("after three clicks at λ = 1/2 the maximiser is in (0, 1)", not inside.is_empty)
    case.must("the likelihood rises at 1", slope.subs(a, 1) > 0)
    case.number("estimate", "estimate from 3 clicks at λ = 1/2", int(sp.solve(slope, a)[0]))
    case.number("slope", "slope at 1", float(slope.subs(a, 1)))
    return case.finding()


@check("mnl:within-epoch-unbiased")
def within_epoch_unbiased(profile):
    """Derives the means of n/λ from the generating function of an epoch with three positions."""
    case = Case()
    z = sp.symbols("z1:4", positive=True)
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:4", positive=True)
    gamma = list(map(mul, alpha, bias))
    # A round generates z_k with probability γ_k/(1+S); the epoch is a geometric number of them.
    stop = 1 / (1 + sum(gamma))
    epoch = stop / (1 - sum(map(mul, gamma, z)) * stop)
    ones = dict.fromkeys(z, 1)
    means = [sp.simplify(sp.diff(epoch, x).subs(ones) / v) for x, v in zip(z, bias, strict=True)]
    case.must("E n_k/λ_k = α_k", means == list(alpha))
    case.number("mean", "mean of n₁/λ₁", str(means[0]))
    return case.finding()


@check("mnl:independent-estimators")
def independent_estimators(profile):
    """Derives the covariance of two positions' clicks from an epoch's generating function."""
    case = Case()
    x, y, g, h = sp.symbols("x y g h", positive=True)
    epoch = 1 / (1 + g * (1 - x) + h * (1 - y))
    ones = {x: 1, y: 1}
    both = sp.diff(epoch, x, y).subs(ones)
    covariance = sp.simplify(both - sp.diff(epoch, x).subs(ones) * sp.diff(epoch, y).subs(ones))
    variance = sp.simplify(sp.diff(epoch, x, 2).subs(ones) + g - g**2)
    case.printed("positions are uncorrelated", covariance == 0)
    case.zero("Cov(n_k, n_v) = γ_k γ_v", covariance - g * h)
    case.zero("Var(n_k) = γ_k (1 + γ_k)", variance - g * (1 + g))
    correlation = covariance / sp.sqrt(variance * variance.subs(g, h))
    case.number("covariance", "covariance of two positions' clicks", str(covariance))
    at_one = float(correlation.subs({g: 1, h: 1}))
    case.number("correlation", "correlation for γ = (1, 1)", at_one)
    return case.finding()


@check("mnl:equation-4")
def equation_4(profile):
    """Derives the means of (4) for fixed lists and for an item shown again after no click."""
    case = Case()
    alpha = sp.Symbol("a", positive=True)
    z = sp.Symbol("z")
    p = 1 / (1 + alpha)
    mean = sp.simplify(sp.diff(1 / (1 + alpha * (1 - z)), z).subs(z, 1))  # of one epoch's clicks
    case.zero("fixed lists: the mean is α", (mean + mean) / 2 - alpha)
    # After a first epoch without a click (chance p) the mean of two is n/2, otherwise n/1.
    adaptive = sp.simplify(mean + p * mean / 2)
    case.printed("adaptive lists: the mean is α", sp.simplify(adaptive - alpha) == 0)
    case.zero("adaptive lists: the mean is α(1 + p/2)", adaptive - alpha * (1 + p / 2))
    case.zero("E Σn = α E Λ", (mean + p * mean) - alpha * (1 + p))
    for value in (sp.Rational(1, 2), sp.Integer(1)):
        at_value = Fraction(adaptive.subs(alpha, value))
        case.number(f"mean {value}", f"mean at α = {value}", at_value)
    return case.finding()


@check("mnl:complete-epochs")
def complete_epochs(profile):
    """Computes the mean clicks per complete epoch of one item, α = 1, for T = 2, 8 and 32."""
    case = Case()

    def mean(alpha, horizon):
        """E of clicks per complete epoch, given that there is one; one item, λ = 1."""
        stop = 1 / (1 + alpha)
        total, chance = Fraction(0), Fraction(0)
        for last in range(1, horizon + 1):  # the last round without a click
            for epochs in range(1, last + 1):
                weight = comb(last - 1, epochs - 1) * stop**epochs
                weight *= (1 - stop) ** (last - epochs) * (1 - stop) ** (horizon - last)
                total += weight * Fraction(last - epochs, epochs)
                chance += weight
        return total / chance

    means = {horizon: mean(Fraction(1), horizon) for horizon in (2, 8, 32)}
    case.printed("unbiased", all(value == 1 for value in means.values()))
    case.must("biased downwards, and less so for larger T", means[2] < means[8] < means[32] < 1)
    case.family({f"mean for α = 1, T = {horizon}": float(v) for horizon, v in means.items()})
    return case.finding()


@check("mnl:weighted-averaging")
def weighted_averaging(profile):
    """Derives what (4) gains over uniform weights, in symbols for 2, 3 and 4 epochs."""
    case = Case()
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
        for name, weights in (("(4)", bias), ("uniform", bias**0), ("best", 1 / variance)):
            share = weights / weights.sum()
            label = f"variance at α = {value}, {name} weights"
            case.number(f"{name} {value}", label, float(share**2 @ variance))
    return case.finding()


@check("mnl:product-estimate")
def product_estimate(profile):
    """Derives the means of N/Ñ for fixed lists and for a cell shown again after no click."""
    case = Case()
    gamma, z = sp.Symbol("g", positive=True), sp.Symbol("z")
    law, plays = 1 / (1 + gamma * (1 - z)), 3
    fixed = sp.diff(law**plays, z).subs(z, 1) / plays
    case.zero("fixed lists: the mean is γ", fixed - gamma)
    never = law.subs(z, 0)
    adaptive = sp.simplify(gamma + never * gamma / 2)
    case.printed("adaptive lists: the mean is γ", sp.simplify(adaptive - gamma) == 0)
    case.zero("adaptive lists: the mean is γ(1 + p/2)", adaptive / gamma - 1 - never / 2)
    mean = Fraction(adaptive.subs(gamma, 1))
    case.number("mean", "mean at γ = 1, shown again after no click", mean)
    return case.finding()
