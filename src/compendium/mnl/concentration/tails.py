"""Tails of sums of geometric counts with fixed parameters: Lemma 11, Theorem 3 and sharper ones."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp
from flint import arb
from scipy import stats

from clickbandits.geometric import lower_tail, upper_tail
from clickbandits.mnl.concentration import (
    GAMMA_SCALE,
    click_radius,
    lower_radius,
    printed_click_radius,
    printed_radius,
    upper_radius,
)
from compendium.case import Twin, check

PARAMETERS = (0.5, 0.6, 0.75, 0.9, 0.99)
SIZES = (1, 3, 10, 30, 100, 1000, 10_000, 100_000, 1_000_000)
CONFIDENCES = (2.01, 3.0, 10.0, 1e2, 1e4, 1e8)
FAR, MANY = 300.0, 10**8
"""log C and the number of counts of the one distant setting, which reveals a constant 5 % too small."""
THETA, U = sp.symbols("theta u", positive=True)


def above(n, p, threshold):
    """P(S > threshold)."""
    return upper_tail(n, p, np.floor(threshold) + 1)


def below(n, p, threshold):
    """P(S < threshold)."""
    return lower_tail(n, p, np.ceil(threshold) - 1)


def settings():
    """Every (p, n, C) of the exact checks, with the mean and the variance of the sum."""
    for p, n, confidence in product(PARAMETERS, SIZES, CONFIDENCES):
        mean = (1 - p) / p
        yield p, n, confidence, n * mean, n * mean * (1 + mean)


def ends_by_clicks(mean, confidence: float, under: float = 8.0):
    """The S below and above the mean for which |S − mean| = √(`under` S log C) + 4 log C.

    No S below a mean of at most 4 log C is that far from it, so the lower end is 0.
    """
    log = math.log(confidence)
    half = under * log / 4
    low = (np.sqrt(np.maximum(mean - 4 * log, 0.0) + half) - math.sqrt(half)) ** 2
    return low, (np.sqrt(mean + 4 * log + half) + math.sqrt(half)) ** 2


def far_below(under, linear):
    """log P(n - S > √(`under` n t) + `linear` t) + t at p = 1/2, for which the variance is 2n."""
    radius = math.sqrt(under * MANY * FAR) + linear * FAR
    return float(np.log(below(MANY, 0.5, MANY - radius))) + FAR


def one_count_above(scale, mean=1.0):
    """The largest log P(Y − μ ≥ √(2σ²t) + `scale` t) + t of one count, t to 10⁸.

    P(Y ≥ s) = (1 + 1/μ)^{-s} exactly, so its logarithm is known however small it is.
    """
    t = np.geomspace(0.01, 1e8, 2000)
    radius = np.sqrt(2 * mean * (1 + mean) * t) + scale * t
    return float(np.max(t - math.log1p(1 / mean) * np.ceil(mean + radius - 1e-9)))


def largest(chance):
    """The largest value of `chance(p, n, C, mean, variance)` over all settings."""
    return max(float(chance(*setting)) for setting in settings())


@check("mnl:lemma-11", two=Twin(Fraction(19, 10)))
def lemma_11(case, two=2):
    x, y, c, t, w, s = sp.symbols("x y c t w s", positive=True)
    # Σ_{k≥2} θ^k/k! · (k!/2) σ² c^{k−2}: first term plus θc times itself
    series = sp.solve(sp.Eq(s, THETA**2 * y / 2 + THETA * c * s), s)[0]
    exponent = series - THETA * x
    printed = exponent.subs(THETA, x / (y + c * x)) + x**2 / (2 * (y + c * x))
    case.zero("the exponent -x²/(2(y + cx))", printed)
    sharper = exponent.subs({THETA: 1 / (w + c), y: 2 * t * w**2, x: 2 * t * w + c * t})
    case.zero("-t at x = √(2yt) + ct", sharper + t)  # with w = √(y/2t)
    ratios = []
    for p, n, t_value in product((0.1, *PARAMETERS), SIZES[:6], (0.5, 2.0, 8.0)):
        mean = (1 - p) / p
        radius = np.sqrt(2 * n * mean * (1 + mean) * t_value) + t_value / p
        ratios.append(float(above(n, p, n * mean + radius) * np.exp(t_value)))
    worst = max(ratios)
    case.must("largest exact tail over the sharper bound", worst <= 1, worst=worst)
    far = 20 * math.sqrt(2 * MANY)  # twenty standard deviations above the mean
    log_tail = float(np.log(above(MANY, 0.5, MANY + far)))
    case.must(
        "a tail at twenty standard deviations is within the printed bound",
        log_tail <= -(far**2) / (float(two) * (2 * MANY + 2 * far)),
    )
    # differences ±1 have |d| ≤ c = 1, and their absolute moments 1 = σ²c^{k−2} are within (18)
    far = 20 * math.sqrt(MANY)
    log_tail = float(stats.binom.logsf(math.ceil((MANY + far) / 2) - 1, MANY, 0.5))
    case.must("so is one of bounded differences", log_tail <= -(far**2) / (float(two) * (MANY + far)))


@check("mnl:lower-tail", two=Twin(1.9))
def lower_tail_gaussian(case, two=2):
    # K''(θ) = u/(1 − u)², u = (1 − p)e^θ: increasing in u, so at most σ² for θ ≤ 0
    variance = sp.diff(-sp.log(1 - U * sp.exp(THETA)), THETA, 2)
    case.zero("K'' = u/(1 - u)²", variance.subs(THETA, 0) - U / (1 - U) ** 2)
    case.zero("it increases with u", sp.diff(U / (1 - U) ** 2, U) - (1 + U) / (1 - U) ** 3)
    worst = largest(lambda p, n, c, m, v: lower_tail(n, p, np.floor(m - lower_radius(v, c))) * c)
    case.must("largest exact tail times C", worst <= 1, worst=worst)
    case.must("so is a tail at C = e^300", far_below(two * 2, 0) <= 0)  # V = 2n


@check("mnl:upper-tail", scale=Twin(1.4))
def upper_tail_gamma(case, scale=GAMMA_SCALE):
    # K''' / K'' = (1 + u)/(1 − u) ≤ coth(s/2), s = log 2 − θ, against 3/s for σ²/(1 − cθ)³
    s = sp.Symbol("s", positive=True)
    slope = sp.diff(sp.log(U * sp.exp(THETA) / (1 - U * sp.exp(THETA)) ** 2), THETA)
    case.zero("K'''/K'' = (1 + u)/(1 - u)", slope.subs(THETA, 0) - (1 + U) / (1 - U))
    at_half = (1 + sp.exp(-s)) / (1 - sp.exp(-s)) - sp.coth(s / 2)
    case.zero("coth(s/2) at p = 1/2", at_half.rewrite(sp.exp))
    rise = sp.diff(s * sp.coth(s / 2), s) - (sp.sinh(s) - s) / (2 * sp.sinh(s / 2) ** 2)
    case.zero("s coth(s/2) increases", rise.rewrite(sp.exp))
    at_most = arb(2).log() * (arb(2).log() / 2).coth()
    case.must("s coth(s/2) at s = log 2 (must be below 3)", at_most < 3, **{"s coth": float(at_most)})
    worst = largest(lambda p, n, c, m, v: upper_tail(n, p, np.ceil(m + upper_radius(v, c))) * c)
    case.must("largest exact tail times C", worst <= 1, worst=worst)
    case.must("so are the tails of one count", one_count_above(scale) <= 0)


@check(
    "mnl:theorem-3-fixed", two=Twin(1.9), linear=[Twin(1.4), Twin(Fraction(19, 5), step="theorem-3-proof")]
)
def theorem_3_fixed(case, two=2, linear=4):
    shares = {c: [] for c in CONFIDENCES}
    for p, n, c, m, v in settings():
        r = printed_radius(v, c)
        shares[c].append(float((above(n, p, m + r) + below(n, p, m - r)) * c / 2))
    worst = {c: max(tried) for c, tried in shares.items()}
    case.must("tails are within 2/C", max(worst.values()) <= 1)
    within = far_below(two * 2, linear) <= math.log(2)
    case.must("so is a tail at C = e^300, below the mean", within)
    within = one_count_above(linear) <= math.log(2)
    case.must("so are the tails of one count, above the mean", within)
    case.must("below the mean", lower_tail_gaussian(case.profile).verdict == "holds")
    case.must("above the mean", upper_tail_gamma(case.profile).verdict == "holds")
    for c in CONFIDENCES[::2]:
        case.number(f"share {c:g}", f"largest exact share of 2/C, C = {c:g}", worst[c])

    proof = case.step("theorem-3-proof")
    y, c, t, root = sp.symbols("y c t rho", positive=True)  # ρ = √(2yt)
    radius = sp.Rational(linear) / 2 * c * t + root  # 4 log C where c = 1/min p is 2
    spare = sp.expand((radius**2 - 2 * (y + c * radius) * t).subs(y, root**2 / (2 * t)))
    # a polynomial in ρ ≥ 0 of degree one is not negative exactly if both coefficients are not
    signs = [sp.simplify(spare.coeff(root, k) / t) for k in (0, 1)]
    degree = sp.degree(spare, root)
    proof.must("the room is not negative", degree == 1 and all(s.is_nonnegative for s in signs))
    # with the optimal exponent of the same lemma, x = √(2yt) + ct gives −t exactly
    theta = sp.sqrt(2 * t) / (sp.sqrt(y) + c * sp.sqrt(2 * t))
    exponent = theta**2 * y / (2 * (1 - c * theta)) - theta * (c * t + sp.sqrt(2 * y * t))
    proof.number("improved", "2 log C suffices", proof.zero("exponent -t at √(2yt) + ct", exponent + t))


@check("mnl:improved-coefficients", earlier=Twin(8))
def improved_coefficients(case, earlier=48):
    unit = np.e
    linear = round(float(printed_click_radius(0.0, unit)), 9)
    square = round(float((printed_click_radius(1.0, unit) - linear) ** 2), 9)
    case.must("8 and 4, as printed", (square, linear) == (8, 4), printed=(round(square), round(linear)))
    case.must("both are below the earlier one", max(square, linear) < earlier, earlier=(earlier, earlier))
    # each before its own logarithm: log(Jl²/2) < 2 log(√J l + 1), J = 6
    epochs = np.geomspace(1, 1e6, 100)
    ours, its = square * np.log(3 * epochs**2), earlier * np.log(np.sqrt(6) * epochs + 1)
    case.must("with the logarithms, too", np.all(ours < its))
    sharpened = round(float((click_radius(1.0, unit) - 4) ** 2))
    case.number("sharpened", "sharpened", (sharpened, 4))
