"""The tails that follow from the cumulants: the exact sub-gamma scale, martingales, an Epoch-UCB radius."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.experiments import Regret, run
from clickbandits.geometric import lower_tail, sub_gamma_scale
from clickbandits.mnl.concentration import variance_click_radius
from clickbandits.mnl.epoch_ucb import EPOCH_UCB, EPOCH_UCB_SHARP
from clickbandits.mnl.epoch_ucb_variance import EPOCH_UCB_VARIANCE
from compendium.balls import ball, precision
from compendium.case import Twin, check
from compendium.comparisons import below, finals
from compendium.mnl import experiments
from compendium.mnl.concentration.estimator import within
from compendium.mnl.concentration.tails import far_below, one_count_above

MEANS = tuple(map(Fraction, ("1/100", "8237/100000", "1/4", "1", "3", "30")))
"""Means on both sides of the mean at which the two entries of c* are equal, and near it."""
BITS, CLOSE = 400, 80
"""The precision of the balls, and the number of points per end, each half as far from it as the last."""


def stays_below(mean: Fraction, c: arb) -> bool:
    """K(t) − μt < σ²t²/(2(1 − ct)) at points of (0, 1/c) that approach both ends, certified."""
    mu, end = ball(mean), arb.min(1 / c, (1 + 1 / ball(mean)).log())
    shares = [arb(2) ** -place for place in range(1, CLOSE)]
    for t in [end * share for share in shares] + [end * (1 - share) for share in shares]:
        if not -(1 - mu * (t.exp() - 1)).log() - mu * t < mu * (1 + mu) * t**2 / (2 * (1 - c * t)):
            return False
    return True


@check("mnl:sub-gamma-constant", factor=Twin(Fraction(99, 100)), entries=[Twin((1, 0)), Twin((0, 1))])
def sub_gamma_constant(case, factor=1, entries=(1, 1)):
    t, s, c, mean = sp.symbols("t s c mu", positive=True)
    y, edge = sp.coth(s / 2) / 2, sp.log(1 + 1 / mean)  # s = t_0 − t
    case.zero(
        "y = ½ coth((t_0 − t)/2) solves y' = y² − ¼", (-sp.diff(y, s) - y**2 + sp.S(1) / 4).rewrite(sp.exp)
    )
    case.zero("y(0) = μ + ½", y.rewrite(sp.exp).subs(s, edge) - mean - sp.S.Half)
    case.zero("G'' = σ²/(1 − ct)³", sp.diff(t**2 / (2 * (1 - c * t)), t, 2) - (1 - c * t) ** -3)
    tanh = sp.tanh(s / 2)  # 1/y = 2 tanh, at least a linear function if it is so at both ends
    case.zero("2 tanh(s/2) is concave", sp.diff(2 * tanh, s, 2) + tanh * (1 - tanh**2))
    line = 2 / (3 * c) - 2 * t / 3
    case.zero("the end at t = 0", line.subs({t: 0, c: (1 + 2 * mean) / 3}) - 1 / (mean + sp.S.Half))
    case.zero("the end at t = t_0", line.subs({t: s, c: 1 / s}))
    with precision(BITS):
        for mean in MEANS:
            either = 1 / (1 + 1 / ball(mean)).log(), ball((1 + 2 * mean) / 3)
            scale = ball(factor) * max(e for e, used in zip(either, entries, strict=True) if used)
            case.must(f"c* serves μ = {mean}", stays_below(mean, scale))
            case.must(
                f"99 % of c* does not, μ = {mean}", not stays_below(mean, scale * ball(Fraction(99, 100)))
            )
            case.must(f"c* < μ + ½, μ = {mean}", scale < ball(mean + Fraction(1, 2)))
    case.number("fair", "c* at μ = 1", sub_gamma_scale(0.5))


BUDGET = 12
"""The bound v on the variance in the worst case over predictable means."""


def largest_chance(threshold: float, sign: int) -> float:
    """The largest P(sign·Σ(Y_i − μ_i) ≥ threshold and V_n ≤ `BUDGET` for some n), over all rules.

    A rule chooses every mean, 1 or ½, from the past. Deviations are counted in halves, variances in quarters.
    """

    @cache
    def value(left: int, deviation: int) -> float:
        if sign * deviation >= 2 * threshold:
            return 1.0
        if sign < 0 and left / 3 - deviation < 2 * threshold:  # it falls by a half per three quarters at most
            return 0.0
        chances = [0.0]
        for p, mean, variance in ((1 / 2, 2, 8), (2 / 3, 1, 3)):
            if variance <= left:
                later = (value(left - variance, deviation - mean + 2 * y) for y in range(40))
                chances.append(
                    sum(p * (1 - p) ** y * chance for y, chance in enumerate(later)) + (1 - p) ** 40
                )
        return max(chances)

    return value(4 * BUDGET, 0)


@check("mnl:martingale-tails", factor=Twin(0.99), two=Twin(1.9))
def martingale_tails(case, factor=1, two=2):
    level, v, c, mean = sp.symbols("L v c mu", positive=True)
    s = sp.sqrt(2 * level / v)
    t = s / (1 + c * s)
    above = t * (sp.sqrt(2 * v * level) + c * level) - t**2 * v / (2 * (1 - c * t))
    case.zero("the exponent is L above the mean", above - level)
    case.zero("and below it", s * sp.sqrt(2 * v * level) - s**2 * v / 2 - level)
    edge = sp.log(1 + 1 / mean)
    case.zero("1/t_0 increases with μ", sp.diff(1 / edge, mean) - 1 / (mean * (1 + mean) * edge**2))
    for size in (1, 2, 4):
        root = math.sqrt(two * BUDGET * size)
        chances = largest_chance(root + factor * sub_gamma_scale(0.5) * size, 1), largest_chance(root, -1)
        case.must(f"the worst rule above the mean, L = {size}", chances[0] <= math.exp(-size))
        case.must(f"the worst rule below the mean, L = {size}", chances[1] <= math.exp(-size))
        case.number(
            f"worst {size}",
            f"worst chances above and below, times e^L, L = {size}",
            tuple(round(chance * math.exp(size), 3) for chance in chances),
        )
    for largest in (0.5, 1.0, 4.0):
        scale = factor * sub_gamma_scale(1 / (1 + largest))
        case.must(f"one count of mean {largest:g}, L to 10⁸", one_count_above(scale, largest) <= 0)
    case.must("a sum below its mean, L = 300", far_below(two * 2, 0) <= 0)  # V = 2n


def missed(attraction: float, bias: float, epochs: int, level: float) -> float:
    """P(the index is below the attraction) after a number of epochs at one position, exactly."""
    clicks = np.arange(epochs + 1)
    exposure = bias * epochs
    estimate = clicks / exposure
    index = estimate + variance_click_radius(estimate, exposure, bias * exposure, math.exp(level))
    wrongly = clicks[index < attraction]
    return float(lower_tail(epochs, 1 / (1 + bias * attraction), wrongly[-1])) if wrongly.size else 0.0


@check("mnl:variance-radius", two=Twin(1.9))
def variance_radius(case, two=2):
    e, s, c, squares, u = sp.symbols("Lambda s c Lambda2 u", positive=True)
    half, leading = e * (s + c), e**2 - 2 * c * squares
    root = (half + sp.sqrt(half**2 - leading * s**2)) / leading
    case.zero(
        "the index solves (αΛ − s)² = 2cV(α)", (root * e - s) ** 2 - 2 * c * (root * e + root**2 * squares)
    )
    fixed = [
        missed(attraction, bias, epochs, level) * math.exp(level)
        for attraction in (0.05, 0.2, 1.0)
        for bias in (0.1, 0.5, 1.0)
        for epochs in (10, 100, 10_000)
        for level in (1.0, 3.0, 8.0)
    ]
    case.must("lists fixed in advance: largest chance times e^c", max(fixed) <= 1, fixed=max(fixed))
    case.must("so is a sum at c = 300", far_below(two * 2, 0) <= 0)
    # ⌈¼√t log(l/t)⌉ lines, e/C each: √u log(1/u) ≤ 2/e, at u = e^{−2}, so e(√l/2e + 1) ≤ l for l ≥ 4
    case.zero("√u log(1/u) is largest at e^{−2}", sp.diff(-sp.sqrt(u) * sp.log(u), u).subs(u, sp.exp(-2)))
    case.must("enough from l = 4 on", math.sqrt(4) / 2 + math.e <= 4)
    case.must("and one line for l = 3", math.sqrt(3) / (2 * math.e) <= 1 and math.e <= 3)
    for epochs, confidence, most in ((20, 3, math.e / 3), (40, 40**2, 2 / (2 * 40))):
        first, second, _ = np.ogrid[: epochs + 1, : epochs + 1, :1]

        def below_one(clicks, exposure, squares=first + second / 4, confidence=confidence):
            estimate = clicks / exposure
            return estimate + variance_click_radius(estimate, exposure, squares, confidence) < 1

        within(case, epochs, below_one, most, f", C = {confidence}")


def games(profile: str) -> dict[str, Regret]:
    """Epoch-UCB with the published radius and with our two on the problems of Figures 1 to 3."""
    policies = EPOCH_UCB, EPOCH_UCB_SHARP, EPOCH_UCB_VARIANCE
    shown = {name: experiments.figure(name, profile) for name in experiments.PROBLEMS}
    return {
        name: run(replace(one, id=f"mnl:variance-radius-{name}", policies=policies))
        for name, one in shown.items()
    }


def records(regrets: dict[str, Regret]) -> dict[str, object]:
    """The specifications of the games, by the name of the problem."""
    return {name: regret.experiment.record() for name, regret in regrets.items()}


@check("mnl:variance-radius-pays", factor=Twin(0.6, "not reproduced"))
def variance_radius_pays(case, factor=1):
    for name, regret in games(case.profile).items():
        for other in ("Epoch-UCB", "Epoch-UCB-sharp"):
            case.sign(f"({name}) below {other}", below(regret, "Epoch-UCB-variance", other, factor))
        case.family(finals(regret, f"({name}) "))
        case.number(
            f"({name}) rounds, runs",
            f"({name}) rounds, runs",
            (int(regret.rounds[-1]), regret.experiment.replications),
        )
