"""Tails of sums of geometric counts with fixed parameters: Lemma 11, Theorem 3 and sharper ones."""

from itertools import product

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.geometric import lower_tail, upper_tail
from clickbandits.mnl.concentration import (
    click_radius,
    lower_radius,
    printed_click_radius,
    printed_radius,
    upper_radius,
)
from compendium.finding import Finding, check

PARAMETERS = (0.5, 0.6, 0.75, 0.9, 0.99)
SIZES = (1, 3, 10, 30, 100, 1000, 10_000, 100_000, 1_000_000)
CONFIDENCES = (2.01, 3.0, 10.0, 1e2, 1e4, 1e8)
THETA, U = sp.symbols("theta u", positive=True)


def above(n, p, threshold):
    """P(S > threshold)."""
    return upper_tail(n, p, np.floor(threshold) + 1)


def below(n, p, threshold):
    """P(S < threshold)."""
    return lower_tail(n, p, np.ceil(threshold) - 1)


def settings():
    """Every (p, n, C) of the exact checks with the mean and the variance of the sum."""
    for p, n, confidence in product(PARAMETERS, SIZES, CONFIDENCES):
        mean = (1 - p) / p
        yield p, n, confidence, n * mean, n * mean * (1 + mean)


@check("mnl:lemma-11")
def lemma_11(profile):
    x, y, c, t, w, s = sp.symbols("x y c t w s", positive=True)
    # Σ_{k≥2} θ^k/k! · (k!/2) σ² c^{k−2}: first term plus θc times itself
    series = sp.solve(sp.Eq(s, THETA**2 * y / 2 + THETA * c * s), s)[0]
    exponent = series - THETA * x
    printed = sp.simplify(exponent.subs(THETA, x / (y + c * x)) + x**2 / (2 * (y + c * x))) == 0
    sharper = exponent.subs({THETA: 1 / (w + c), y: 2 * t * w**2, x: 2 * t * w + c * t})
    inverse = sp.simplify(sharper + t) == 0  # with w = √(y/2t), so that x = √(2yt) + ct
    worst = 0.0
    for p, n, t_value in product((0.1, *PARAMETERS), SIZES[:6], (0.5, 2.0, 8.0)):
        mean = (1 - p) / p
        radius = np.sqrt(2 * n * mean * (1 + mean) * t_value) + t_value / p
        worst = max(worst, float(above(n, p, n * mean + radius) * np.exp(t_value)))
    numbers = {"largest exact tail over the sharper bound": worst}
    return Finding("holds" if printed and inverse and worst <= 1 else "refuted", numbers)


@check("mnl:theorem-3-proof")
def theorem_3_proof(profile):
    y, c, t, root = sp.symbols("y c t rho", positive=True)  # ρ = √(2yt)
    for_two, for_one = 2 * c * t + root, c * t + root
    spare = sp.expand(for_two**2 - 2 * (y + c * for_two) * t).subs(y, root**2 / (2 * t))
    printed = sp.expand(spare - 2 * c * t * root) == 0  # positive: the exponent is below −t
    # with the optimal exponent of the same lemma, x = √(2yt) + ct gives −t exactly
    theta = sp.sqrt(2 * t) / (sp.sqrt(y) + c * sp.sqrt(2 * t))
    exponent = theta**2 * y / (2 * (1 - c * theta)) - theta * for_one.subs(root, sp.sqrt(2 * y * t))
    improved = sp.simplify(exponent + t) == 0
    numbers = {"room in x² − 2(y + cx) log C": "2c log C √(2y log C)", "2 log C suffices": improved}
    return Finding("holds" if printed and improved else "refuted", numbers)


@check("mnl:lower-tail")
def lower_tail_gaussian(profile):
    # K''(θ) = u/(1 − u)², u = (1 − p)e^θ: increasing in u, so at most σ² for θ ≤ 0
    variance = sp.diff(-sp.log(1 - U * sp.exp(THETA)), THETA, 2)
    form = sp.simplify(variance.subs(THETA, 0) - U / (1 - U) ** 2) == 0
    rising = sp.simplify(sp.diff(U / (1 - U) ** 2, U) - (1 + U) / (1 - U) ** 3) == 0
    worst = max(
        float(lower_tail(n, p, np.floor(m - lower_radius(v, c))) * c)
        for p, n, c, m, v in settings()
    )
    numbers = {"largest exact tail times C": worst}
    return Finding("holds" if form and rising and worst <= 1 else "refuted", numbers)


@check("mnl:upper-tail")
def upper_tail_gamma(profile):
    # K''' / K'' = (1 + u)/(1 − u) ≤ coth(s/2), s = log 2 − θ, against 3/s for σ²/(1 − cθ)³
    s = sp.Symbol("s", positive=True)
    slope = sp.diff(sp.log(U * sp.exp(THETA) / (1 - U * sp.exp(THETA)) ** 2), THETA)
    form = sp.simplify(slope.subs(THETA, 0) - (1 + U) / (1 - U)) == 0
    worst_case = (1 + sp.exp(-s)) / (1 - sp.exp(-s)) - sp.coth(s / 2)
    form &= sp.simplify(worst_case.rewrite(sp.exp)) == 0
    rise = sp.diff(s * sp.coth(s / 2), s) - (sp.sinh(s) - s) / (2 * sp.sinh(s / 2) ** 2)
    form &= sp.simplify(rise.rewrite(sp.exp)) == 0
    at_most = arb(2).log() * (arb(2).log() / 2).coth()
    worst = max(
        float(upper_tail(n, p, np.ceil(m + upper_radius(v, c))) * c) for p, n, c, m, v in settings()
    )
    numbers = {
        "s coth(s/2) at its largest (must be below 3)": float(at_most),
        "largest exact tail times C": worst,
    }
    return Finding("holds" if form and at_most < 3 and worst <= 1 else "refuted", numbers)


@check("mnl:theorem-3-fixed")
def theorem_3_fixed(profile):
    worst = {c: 0.0 for c in CONFIDENCES}
    for p, n, c, m, v in settings():
        r = printed_radius(v, c)
        worst[c] = max(worst[c], float((above(n, p, m + r) + below(n, p, m - r)) * c / 2))
    tails = [lower_tail_gaussian(profile), upper_tail_gamma(profile)]
    numbers = {f"largest exact share of 2/C, C = {c:g}": worst[c] for c in (2.01, 10.0, 1e4)}
    holds = max(worst.values()) <= 1 and all(tail.verdict == "holds" for tail in tails)
    return Finding("holds" if holds else "refuted", numbers)


@check("mnl:equation-8-fixed")
def equation_8_fixed(profile):
    t, r, s = sp.symbols("t r sigma", positive=True)
    # m − s ≤ 2√(mt) means (√m − √t)² ≤ s + t; with s = t r² the largest m/t − s/t is 2 + 2√(1 + r²)
    largest = sp.expand((1 + sp.sqrt(1 + r**2)) ** 2 - r**2)
    exact = sp.simplify(largest - (2 + 2 * sp.sqrt(1 + r**2))) == 0
    room = sp.expand((1 + r) ** 2 - (1 + r**2))  # √(1 + r²) ≤ 1 + r
    worst, solved = {"below": 0.0, "above": 0.0, "printed": 0.0}, True
    for p, n, c, m, _ in settings():
        log = np.log(c)
        # S − √(4S log C) − 4 log C > m, and S + √(4S log C) + 4 log C < m, solved for S
        high = (np.sqrt(log) + np.sqrt(m + 5 * log)) ** 2
        low = np.square(np.sqrt(max(m - 3 * log, 0.0)) - np.sqrt(log)) if m > 4 * log else 0.0
        solved &= np.isclose(high - click_radius(high, c), m)
        worst["above"] = max(worst["above"], float(above(n, p, high) * c))
        worst["below"] = max(worst["below"], float(below(n, p, low) * c))
        high = (np.sqrt(2 * log) + np.sqrt(m + 6 * log)) ** 2
        solved &= np.isclose(high - printed_click_radius(high, c), m)
        worst["printed"] = max(worst["printed"], float(above(n, p, high) * c / 3))
    numbers = {
        "largest exact upper tail times C": worst["above"],
        "lower": worst["below"],
        "printed (8) without the condition, upper tail times C/3": worst["printed"],
    }
    holds = exact and solved and room == 2 * r and max(worst.values()) <= 1
    return Finding("holds" if holds else "refuted", numbers)


@check("mnl:improved-coefficients")
def improved_coefficients(profile):
    earlier, linear = 48, 48
    unit = np.e  # log C = 1
    ours = printed_click_radius(1.0, unit) - printed_click_radius(0.0, unit)
    numbers = {
        "earlier: under the root, linear": (earlier, linear),
        "Theorem 3": (round(float(ours**2)), round(float(printed_click_radius(0.0, unit)))),
        "sharpened": (round(float((click_radius(1.0, unit) - 4) ** 2)), 4),
    }
    better = ours**2 < earlier and printed_click_radius(0.0, unit) < linear
    return Finding("holds" if better else "refuted", numbers)
