"""Claims on estimation from epochs with known position biases: Section 2.1, equation (4)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import sympy as sp

from compendium.finding import Finding, check


@check("mnl:single-epoch-estimate")
def single_epoch_estimate(profile):
    alpha = sp.symbols("a1:4", positive=True)
    bias = sp.symbols("l1:4", positive=True)
    n = sp.symbols("n1:4", positive=True)
    total = sum(v * a for v, a in zip(bias, alpha, strict=True))
    value = sum(m * sp.log(v * a) for m, v, a in zip(n, bias, alpha, strict=True))
    value -= (1 + sum(n)) * sp.log(1 + total)
    there = {a: m / v for a, m, v in zip(alpha, n, bias, strict=True)}
    stationary = all(sp.simplify(sp.diff(value, a).subs(there)) == 0 for a in alpha)
    # One position, λ = 1/2, three clicks: the likelihood rises on all of (0, 1].
    a = sp.Symbol("a", positive=True)
    slope = sp.diff(3 * sp.log(a / 2) - 4 * sp.log(1 + a / 2), a)
    rising = sp.solveset(sp.numer(sp.together(slope)), a, sp.Interval.Lopen(0, 1)).is_empty
    rising = rising and slope.subs(a, 1) > 0
    free = sp.solve(slope, a)[0]
    numbers = {
        "estimate from 3 clicks at λ = 1/2": int(free),
        "slope at 1": float(slope.subs(a, 1)),
    }
    return Finding("corrected" if stationary and rising else "refuted", numbers)


@check("mnl:within-epoch-unbiased")
def within_epoch_unbiased(profile):
    z = sp.symbols("z1:4", positive=True)
    alpha = sp.symbols("a1:4", positive=True)
    bias = sp.symbols("l1:4", positive=True)
    gamma = [a * v for a, v in zip(alpha, bias, strict=True)]
    # A round generates z_k with probability γ_k/(1+S); the epoch is a geometric number of them.
    stop = 1 / (1 + sum(gamma))
    epoch = stop / (1 - sum(g * x for g, x in zip(gamma, z, strict=True)) * stop)
    ones = dict.fromkeys(z, 1)
    means = [sp.simplify(sp.diff(epoch, x).subs(ones) / v) for x, v in zip(z, bias, strict=True)]
    return Finding("holds" if means == list(alpha) else "refuted", {"mean of n₁/λ₁": str(means[0])})


@check("mnl:independent-estimators")
def independent_estimators(profile):
    x, y, g, h = sp.symbols("x y g h", positive=True)
    epoch = 1 / (1 + g * (1 - x) + h * (1 - y))
    ones = {x: 1, y: 1}
    both = sp.diff(epoch, x, y).subs(ones)
    covariance = sp.simplify(both - sp.diff(epoch, x).subs(ones) * sp.diff(epoch, y).subs(ones))
    factorial = sp.diff(epoch, x, 2).subs(ones)
    variance = sp.simplify(factorial + g - g**2)
    correct = covariance == g * h and sp.simplify(variance - g * (1 + g)) == 0
    correlation = covariance / sp.sqrt(variance * variance.subs(g, h))
    numbers = {
        "covariance of two positions' clicks": str(covariance),
        "correlation for γ = (1, 1)": float(correlation.subs({g: 1, h: 1})),
    }
    return Finding("corrected" if correct else "refuted", numbers)


@check("mnl:equation-4")
def equation_4(profile):
    alpha = sp.Symbol("a", positive=True)
    n = sp.Symbol("n", integer=True, nonnegative=True)
    p = 1 / (1 + alpha)
    mean = sp.simplify(sp.diff(1 / (1 + alpha * (1 - n)), n).subs(n, 1))  # of one epoch's clicks
    # After a first epoch without a click (chance p) the mean of two is n/2, otherwise n/1.
    adaptive = sp.simplify(mean + p * mean / 2)
    clicks, shown = mean + p * mean, 1 + p
    numbers = {
        f"mean at α = {value}": Fraction(str(adaptive.subs(alpha, value)))
        for value in (sp.Rational(1, 2), sp.Integer(1))
    }
    fixed = sp.simplify((mean + mean) / 2 - alpha) == 0
    biased = sp.simplify(adaptive - alpha * (1 + p / 2)) == 0 and sp.simplify(adaptive - alpha) != 0
    balanced = sp.simplify(clicks - alpha * shown) == 0
    return Finding("corrected" if fixed and biased and balanced else "refuted", numbers)


@check("mnl:complete-epochs")
def complete_epochs(profile):
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
    below = all(value < 1 for value in means.values()) and means[2] < means[8] < means[32]
    numbers = {f"mean for α = 1, T = {horizon}": float(v) for horizon, v in means.items()}
    return Finding("corrected" if below else "refuted", numbers)


@check("mnl:weighted-averaging")
def weighted_averaging(profile):
    alpha = sp.Symbol("a", positive=True)
    holds = True
    for m in (2, 3, 4):
        bias = sp.symbols(f"l1:{m + 1}", positive=True)
        mean = sum(bias) / m
        weighted = sum(alpha * v + (alpha * v) ** 2 for v in bias) / sum(bias) ** 2
        uniform = sum(alpha / v + alpha**2 for v in bias) / m**2
        gain = alpha / (m * mean) ** 2 * sum((v - mean) ** 2 * (1 / v - alpha) for v in bias)
        holds &= sp.simplify(uniform - weighted - gain) == 0
    bias = np.array([1, 0.3, 0.2, 0.1])
    numbers = {}
    for value in (0.3, 1.0):
        variance = value / bias + value**2
        for name, weights in (("(4)", bias), ("uniform", bias**0), ("best", 1 / variance)):
            share = weights / weights.sum()
            numbers[f"variance at α = {value}, {name} weights"] = float(share**2 @ variance)
    return Finding("holds" if holds else "refuted", numbers)


@check("mnl:product-estimate")
def product_estimate(profile):
    gamma = sp.Symbol("g", positive=True)
    z = sp.Symbol("z")
    law = 1 / (1 + gamma * (1 - z))
    plays = 3
    fixed = sp.simplify(sp.diff(law**plays, z).subs(z, 1) / plays - gamma) == 0
    never = law.subs(z, 0)
    adaptive = sp.simplify(gamma + never * gamma / 2)
    biased = sp.simplify(adaptive / gamma - 1 - never / 2) == 0
    mean = Fraction(str(adaptive.subs(gamma, 1)))
    numbers = {"mean at γ = 1, shown again after no click": mean}
    return Finding("corrected" if fixed and biased else "refuted", numbers)
