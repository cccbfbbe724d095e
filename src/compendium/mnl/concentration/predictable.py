"""Theorem 3 where the parameters are chosen from the past: it fails, and how little repairs it.

A line argument: for a fixed θ the process exp(θZ_i − θ²V_i/(2(1 − cθ))) is a supermartingale, so
that P(θZ_i − θ²V_i/(2(1 − cθ)) ≥ log C for some i) ≤ 1/C. The curve Z = √(2V log C) + 4 log C lies
above such a line for a range of V; a few lines cover all V up to 2n.
"""

import math

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.mnl.concentration import (
    crossing_probability,
    exact_crossing_probability,
    predictable_factor,
)
from compendium.finding import Case, check

BERRY_ESSEEN = 0.4748
"""The constant for identically distributed summands (Shevtsova, 2011), cited."""


def lines_needed(ratio: float, clicks: bool) -> int:
    """How many lines cover the boundary up to n/log C = `ratio`, laid one after the other.

    With w² = V/(2 log C) the line w_0 covers (w − w_0)² ≤ 2w_0 (for 4 − c ≥ 2); from the clicks,
    with w² = S/log C, it covers (w − w_0)² ≤ 2w_0 − 1.
    """
    spare = 1 if clicks else 0
    count, reached, target = 0, 0.0, math.sqrt(ratio)
    while count == 0 or reached < target:
        # the line whose lower end is where the last one stopped: w_0 − √(2w_0 − spare) = reached
        center = reached + 1 + math.sqrt(2 * reached + 1 - spare)
        reached = center + math.sqrt(2 * center - spare)
        count += 1
    return count


def covers() -> bool:
    """The algebra of the two ranges."""
    w, w0, c, g = sp.symbols("w w0 c g", positive=True)
    theta = 1 / (w0 + c)
    height = theta * (2 * w + 4) - theta**2 * w**2 / (1 - c * theta) - 1  # over log C
    variance = sp.simplify(height * w0 * (w0 + c) - ((4 - c) * w0 - (w - w0) ** 2)) == 0
    # from the clicks: (θ − θ²) m − θS ≥ log C at m = S + √(4S log C) + 4 log C, θ = 1/g
    mean = w**2 + 2 * w + 4
    clicks = sp.expand(((1 / g - 1 / g**2) * mean - w**2 / g - 1) * g**2)
    return variance and sp.expand(clicks - (2 * g - 3 - (w - (g - 1)) ** 2)) == 0


def domination() -> bool:
    """E e^{θY} = 1/(1 − μx), x = e^θ − 1, is log-convex in μ: at most the case μ = 1 to the μ."""
    mean, x = sp.symbols("mu x", real=True)
    convex = sp.diff(-sp.log(1 - mean * x), mean, 2) - x**2 / (1 - mean * x) ** 2
    return sp.simplify(convex) == 0


def repaired() -> bool:
    """Whether `predictable_factor` is enough lines, over thirty orders of magnitude of n/log C."""
    ratios = np.geomspace(1e-3, 1e12, 301)
    factors = predictable_factor(ratios, math.e)
    return all(
        lines_needed(ratio, clicks) <= factor
        for ratio, factor in zip(ratios, factors, strict=True)
        for clicks in (False, True)
    )


@check("mnl:fair-case")
def fair_case(profile):
    """Derives convexity in the mean in symbols, and compares the exponents on a grid."""
    case = Case()
    means = np.linspace(0, 1, 41)
    thetas = np.linspace(-6, math.log(2) - 1e-3, 200)[:, None]
    slack = means * -np.log(2 - np.exp(thetas)) + np.log1p(-means * np.expm1(thetas))
    case.must("log-convex in μ", domination())
    case.must("at most μ times the case μ = 1", slack.min() > -1e-12)
    case.number("slack", "least slack of the exponents on a grid", float(slack.min()))
    return case.finding()


@check("mnl:theorem-3")
def theorem_3(profile):
    """Computes when the freezing strategy breaks (7), and the lines that repair the bound."""
    case = Case()
    exact = {c: exact_crossing_probability(2500, float(c)) for c in (3, 4)}
    case.printed("2/C for C = 3 and 4, n = 2500", any(p <= 2 / c for c, p in exact.items()))
    for c, p in exact.items():
        label = f"exact P at n = 2500, C = {c} (2/C = {2 / c:.4f})"
        case.number(f"exact {c}", label, float(p))
    largest = 6000 if profile == "quick" else 60_000
    ten = crossing_probability(largest, 10.0)[-1]
    case.must("it fails for C = 10, too", ten > 0.2)
    case.number("ten", f"P at n = {largest}, C = 10 (2/C = 0.2)", float(ten))
    bounded = True
    for c in (100.0, 1000.0):
        bound = 2 / c * predictable_factor(np.arange(1, largest + 1), c)
        bounded &= bool(np.all(crossing_probability(largest, c) <= bound))
    enough = covers() and repaired()
    case.must("the repaired bound is above P", bounded)
    case.must("the lines cover the printed radius", enough)
    case.number("bounded", "repaired bound above P for all n, C = 100 and 1000", bounded)
    case.number("enough", "lines cover the printed radius", enough)
    return case.finding(broken="undecided")


@check("mnl:theorem-3-peeling")
def theorem_3_peeling(profile):
    """Derives, in symbols, the range of a line below the wider radius, and how ranges grow."""
    case = Case()
    w, w0, eta, c = sp.symbols("w w0 eta c", positive=True)
    theta = 1 / (w0 + c)
    height = theta * (2 * sp.sqrt(eta) * w + 4) - theta**2 * w**2 / (1 - c * theta) - 1
    range_ = (4 - c) * w0 + (eta - 1) * w0**2 - (w - sp.sqrt(eta) * w0) ** 2
    case.zero("the range of a line", height * w0 * (w0 + c) - range_)
    # the first line, w_0 = 2, starts at 0 and ends at 4√η; then w grows by ρ from line to line
    spread = range_.subs({c: 2, w0: 2})
    case.zero("the first line", spread.subs(w, 0), spread.subs(w, 4 * sp.sqrt(eta)))
    root = sp.sqrt(eta) + sp.sqrt(eta - 1)
    case.zero("the next ones grow by ρ", root**2 * (sp.sqrt(eta) - sp.sqrt(eta - 1)) - root)
    growth = (math.sqrt(2) + 1) ** 4
    lines = 1 + math.ceil(math.log(60_000 / (32 * math.log(10))) / math.log(growth))
    case.number("growth", "factor of the variance a line covers at η = 2", growth)
    case.number("lines", "lines", lines)
    return case.finding()


def block_failure(confidence: int, ratio: int = 1000, first: int = 12) -> tuple[int, int, arb]:
    """Blocks (ratio^{k−1}, ratio^k] that force (8) to fail, log₁₀ of n, and the probability.

    With p = 1/2 the increment of a block that exceeds the sum of the radii at both its ends means
    that (8) is violated at one of them. Berry and Esseen bound its probability from below.
    """
    log = arb(confidence).log()
    end = arb(10) ** first * ratio
    radius = sum(8 * log + (8 * log * n + 48 * log**2).sqrt() for n in (end, end / ratio))
    size = end * (1 - arb(1) / ratio)
    normal = (radius / (2 * size).sqrt() / arb(2).sqrt()).erfc()  # both sides
    third = arb(7) / arb(8).sqrt()  # E|Y − 1|³ over σ³ at p = 1/2
    chance = normal - 2 * arb(BERRY_ESSEEN) * third / size.sqrt()
    blocks = math.ceil(float((1 - 3 / arb(confidence)).log() / (1 - chance).log())) + 1
    digits = first + math.ceil(blocks * math.log10(ratio))
    return blocks, digits, 1 - (1 - chance) ** blocks


@check("mnl:equation-8")
def equation_8(profile):
    """Bounds, with balls, the failure of (8) over 93 blocks, and takes the lines that repair it."""
    case = Case()
    blocks, digits, chance = block_failure(4)
    case.printed("at most 3/C for C = 4", not chance > arb(3) / 4)
    lines = covers() and repaired()
    case.must("the lines cover the sharpened radius", lines)
    case.must("μ = 1 is the worst case", domination())
    case.number("chance", "C = 4, probability of failure at least", float(chance.lower()))
    case.number("bound", "printed", 0.75)
    case.number("digits", "at log₁₀ n", digits)
    case.number("blocks", "blocks", blocks)
    case.number("lines", "lines cover the sharpened radius", lines)
    return case.finding(broken="undecided")
