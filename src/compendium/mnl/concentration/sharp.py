"""The sharper radii for parameters chosen from the past, by lines at the level t − 1.

If the curve is the envelope of its lines, no finite number of lines at the level t = log C
covers it. At the level t − 1, which costs a factor e, each line covers a range, and the ranges form a
geometric sequence.
"""

import math
from itertools import product

import sympy as sp

from clickbandits.mnl.concentration import GAMMA_SCALE, sharp_click_radius
from compendium.case import Twin, check

from .estimator import worst_case
from .freezing import above_the_mean, short_of_the_mean


def lines(n: float, t: float) -> int:
    """The number of lines at the level t − 1 that suffices for means from 4t to n, ⌈¼ √t log(n/4t)⌉₊."""
    return max(0, math.ceil(math.sqrt(t) * math.log(n / (4 * t)) / 4))


def attained(n: int, t: int, strict: bool) -> list[tuple[int, int]]:
    """The (i, S_i), i ≤ n and all p = 1/2, at which i > S + 2t + 2√(t(t + S)), or ≥ it."""
    points = []
    for i, clicks in product(range(n + 1), repeat=2):
        rest = i - clicks - 2 * t
        over = rest**2 - 4 * t * (t + clicks)
        if rest >= 0 and (over > 0 or over == 0 and not strict):
            points.append((i, clicks))
    return points


@check("mnl:sharp-radius-adaptive", strict=Twin(False), price=Twin("none"))
def sharp_radius_adaptive(case, strict=True, price="e a line"):
    t, v, z, w, w0, c, m, s = sp.symbols("t v z w w0 c m s", positive=True)
    # a line reaches t − 1 below the curve if (z − 1)² ≤ 1/t
    room = 1 - t * (z - 1) ** 2
    theta = z * sp.sqrt(t / m)
    case.zero("a line by clicks", theta * 2 * sp.sqrt(m * t) - theta**2 * m - t + 1 - room)
    theta = z * sp.sqrt(2 * t / v)
    gain = theta * sp.sqrt(2 * v * t) - theta**2 * v / 2
    case.zero("a line by variances", gain - t + 1 - room)
    theta = 1 / (w0 + c)
    gain = theta * t * (2 * w + c) - theta**2 * t * w**2 / (1 - c * theta)
    above = (w0**2 + c * w0) * room.subs(z, 1) / t - (w - w0) ** 2
    case.zero("a line above the mean", (gain - t + 1) * w0 * (w0 + c) / t - above)
    first = above.subs(w0, c / (t - 1))
    case.zero("the first one begins at 0", first.subs(w, 0), first.subs(w, 2 * c / (t - 1)))
    # log E e^{−θY} ≤ −μ(θ − θ²): g(θ) = log(2 − e^{−θ}) has g(0) = 0 and g' ≥ 1 − 2θ, since
    # e^θ ≤ 1/(1 − θ) gives g' ≥ (1 − θ)/(1 + θ)
    x = sp.Symbol("x", positive=True)
    slope = sp.diff(sp.log(2 - sp.exp(-x)), x) - 1 / (2 * sp.exp(x) - 1)
    case.zero("the slope of log(2 - e^-θ)", slope)
    case.zero("it is at least 1 - 2θ", (1 - x) - (1 - 2 * x) * (1 + x) - 2 * x**2)
    # a line covers a stretch 4 artanh(1/√t) of log m, and y artanh(1/y) falls to 1 as y → ∞
    case.must("so many lines are enough", sp.limit(x * sp.atanh(1 / x), x, sp.oo) >= 1)
    # n = 4t: eight counts without a click, of probability 2^-8, are on the curve, not beyond it
    edge = attained(8, 2, strict)
    case.must(
        "nothing is beyond the curve up to n = 4t, where there are no lines",
        lines(8, 2) == len(edge) and attained(8, 2, False) == [(8, 0)],
    )
    root = sp.sqrt(t) + sp.sqrt(t + s)  # √m at which m − 2√(mt) = s
    case.zero(
        "the radius is the curve, solved for the mean",
        root**2 - 2 * root * sp.sqrt(t) - s,
        root**2 - (s + 2 * t + 2 * sp.sqrt(t * (t + s))),
    )
    for n, confidence in ((200, 2.0), (500, 10.0), (500, 100.0)):
        failure = short_of_the_mean(n, confidence)
        case.number(
            f"failure {confidence:g}",
            f"chance of failure at n = {n} under predictable parameters, C = {confidence:g}",
            failure,
        )
        if confidence < 100:
            case.must(f"1/C is not kept, C = {confidence:g}", failure > 1 / confidence)
        if n == 500:
            most = math.e * lines(n, math.log(confidence)) if price == "e a line" else 1
            bound = most / confidence
            case.must(f"the bound, C = {confidence:g}", failure <= bound, **{f"bound {confidence:g}": bound})
    level = math.log(100)  # above the mean, one line more
    above = above_the_mean(500, 100)
    reach = 500 * (level - 1) ** 2 / (4 * GAMMA_SCALE**2 * level)
    case.must(
        "the bound above the mean, C = 100",
        above <= (math.e * (1 + lines(4 * level * reach, level)) if price == "e a line" else 1) / 100,
        above=above,
    )
    worst = worst_case(lambda s, e: e > s + e * sharp_click_radius(s / e, e, 3.0), 20)
    bound = math.e * lines(20, math.log(3)) / 3
    case.must("worst case over adaptive lists, l = 20, C = 3", worst <= bound, worst=worst)
    # Lemma 4's C = Jl²/2: √t/4 log(l/4t) ≤ l/8 if 4t < l, by log y ≤ 2√y
    within = 2 * math.e * (1 / 8 + 1 / 5)
    case.must("times Jl, at Lemma 4's C, at most", within <= 2, share=within)
    case.number("scale", "linear term above the mean, over t", GAMMA_SCALE)
