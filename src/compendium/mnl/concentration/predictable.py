"""Theorem 3 where the parameters are chosen from the past: it fails, and how little repairs it.

A line argument: for a fixed θ the process exp(θZ_i − θ²V_i/(2(1 − cθ))) is a supermartingale, so
that P(θZ_i − θ²V_i/(2(1 − cθ)) ≥ log C for some i) ≤ 1/C. The curve Z = √(2V log C) + 4 log C lies
above such a line for a range of V; a few lines cover all V up to 2n.
"""

import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb
from scipy import stats

from clickbandits.geometric import lower_tail, upper_tail
from clickbandits.mnl.concentration import (
    crossing_probability,
    exact_crossing_probability,
    predictable_factor,
    printed_radius,
)
from compendium.finding import Case, check, twin

BERRY_ESSEEN = 0.4748
"""The constant for identically distributed summands (Shevtsova, 2011), cited."""


def ends_of_lines(largest: float, clicks: bool) -> list[float]:
    """Up to which n/log C the first, second, … line cover the boundary, laid end to end.

    With w² = V/(2 log C) the line w_0 covers (w − w_0)² ≤ 2w_0 (for 4 − c ≥ 2); from the clicks,
    with w² = S/log C, it covers (w − w_0)² ≤ 2w_0 − 1.
    """
    spare = 1 if clicks else 0
    reached, ends = 0.0, list[float]()
    while not ends or ends[-1] < largest:
        # the line whose lower end is where the last one stopped: w_0 − √(2w_0 − spare) = reached
        center = reached + 1 + math.sqrt(2 * reached + 1 - spare)
        reached = center + math.sqrt(2 * center - spare)
        ends.append(reached**2)
    return ends


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


def repaired(share: float = 0.75) -> bool:
    """Whether ⌈`share` (n/log C)^{1/4}⌉ lines are enough, over eighteen orders of n/log C.

    It suffices to look just beyond the end of each line, where one more begins to be needed.
    """
    library = predictable_factor(np.geomspace(1, 1e12, 50), math.e)
    same = np.array_equal(library, np.ceil(0.75 * np.geomspace(1, 1e12, 50) ** 0.25))
    return same and all(
        np.all(np.ceil(share * (ends * (1 + 1e-12)) ** 0.25) >= np.arange(2, ends.size + 2))
        for ends in (np.array(ends_of_lines(1e15, clicks)) for clicks in (False, True))
    )


@check("mnl:fair-case")
@twin("the worst parameter", gives="refuted", worst=0.52)
def fair_case(profile, worst=0.5):
    """Derives convexity in the mean in symbols, and compares the exponents on a grid."""
    case = Case()
    means = np.linspace(0, 1, 41)
    thetas = np.linspace(-6, math.log(2) - 1e-3, 200)[:, None]
    mean = (1 - worst) / worst  # ψ is the exponent of this parameter, per unit of its mean
    slack = means / mean * -np.log1p(-mean * np.expm1(thetas))
    slack = slack + np.log1p(-means * np.expm1(thetas))
    case.must("log-convex in μ", domination())
    case.must("at most μ times the case of the worst one", slack.min() > -1e-12)
    case.must("with equality for the worst one", abs(slack[:, -1]).max() < 1e-12)
    # at μ = 1/2, θ = −6: (1/2) log 1/(1 − x) − log 1/(1 − x/2), x = e^θ − 1
    half = math.log(1.5 - math.exp(-6) / 2) - math.log(2 - math.exp(-6)) / 2
    case.must("and more for μ = 1/2", math.isclose(slack[0, 20], half))
    case.number("slack", "least slack of the exponents on a grid", float(slack.min()))
    return case.finding()


def fixed_failure(n: int, confidence: float) -> float:
    """P(|S_n − n| > √(4n log C) + 4 log C) where all p_i are 1/2: (7) for fixed parameters."""
    radius = float(printed_radius(2.0 * n, confidence))
    above = upper_tail(n, 0.5, math.floor(n + radius) + 1)
    return float(above + lower_tail(n, 0.5, math.ceil(n - radius) - 1))


@check("mnl:theorem-3")
@twin("the parameters", gives="holds", parameters="fixed in advance")
@twin("the factor of the repaired bound", gives="refuted", share=0.7)
def theorem_3(profile, parameters="chosen from the past", share=0.75):
    """Computes when the freezing strategy breaks (7), and the lines that repair the bound."""
    case = Case()
    if parameters == "fixed in advance":
        exact = {c: fixed_failure(2500, float(c)) for c in (3, 4)}
    else:
        exact = {c: exact_crossing_probability(2500, float(c)) for c in (3, 4)}
    for c, p in exact.items():
        case.printed(f"2/C for C = {c}, n = 2500", p <= Fraction(2, c))
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
    enough = covers() and repaired(share)
    case.must("the repaired bound is above P", bounded)
    case.must("the lines cover the printed radius", enough)
    case.number("bounded", "repaired bound above P for all n, C = 100 and 1000", bounded)
    case.number("enough", "lines cover the printed radius", enough)
    return case.finding()


def enough_wide_lines(eta: float, power: float) -> bool:
    """Whether 1 + ⌈½ log_ρ(n/(16ηt))⌉ lines cover √(2ηVt) + 4t, to n/t = 10^200.

    Here ρ = (√η + √(η − 1))^`power`, and lines are laid end to end: w_0 covers
    (w − √η w_0)² ≤ (η − 1)w_0² + 2w_0.
    """
    root, growth = math.sqrt(eta), (math.sqrt(eta) + math.sqrt(eta - 1)) ** power
    reached, lines = 4 * root, 1
    while reached < 1e100:
        # just beyond the end of a line one more is needed
        ratio = reached**2 * (1 + 1e-9)
        allowed = 1 + math.ceil(math.log(ratio / (16 * eta)) / 2 / math.log(growth))
        if lines + 1 > allowed:
            return False
        # w_0² − 2w_0(√η w + 1) + w² = 0: the line that begins where the last one stopped
        half = root * reached + 1
        center = half + math.sqrt(half**2 - reached**2)
        reached = root * center + math.sqrt((eta - 1) * center**2 + 2 * center)
        lines += 1
    return True


@check("mnl:theorem-3-peeling")
@twin("the exponent of ρ", gives="refuted", power=2.05)
def theorem_3_peeling(profile, power=2):
    """Derives the range of a line below the wider radius in symbols, and lays lines end to end."""
    case = Case()
    for ratio in (1.1, 2.0, 5.0):
        case.must(f"so many lines are enough, η = {ratio}", enough_wide_lines(ratio, power))
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
    case.number("lines", "lines, n = 60,000, C = 10, η = 2", lines)
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


def fixed_click_failure(n: int, confidence: int) -> float:
    """P(|S_n − n| > √(8 S_n log C) + 4 log C) where all p_i are 1/2: (8) for fixed parameters."""
    log = math.log(confidence)
    high = (math.sqrt(2 * log) + math.sqrt(n + 6 * log)) ** 2  # S − √(8S log C) − 4 log C > n
    low = (math.sqrt(n - 2 * log) - math.sqrt(2 * log)) ** 2
    above = upper_tail(n, 0.5, math.floor(high) + 1)
    return float(above + lower_tail(n, 0.5, math.ceil(low) - 1))


@check("mnl:equation-8")
@twin("the parameters", gives="holds", parameters="fixed in advance")
@twin("the factor of the repaired bound", gives="refuted", share=0.7)
def equation_8(profile, parameters="chosen from the past", share=0.75):
    """Bounds, with balls, the failure of (8) over 93 blocks, and takes the lines that repair it."""
    case = Case()
    blocks, digits, chance = block_failure(4)
    # the same in floating-point numbers: blocks from 10¹² on, of which each ends a thousandfold on
    log, ends, counts = math.log(4), np.array([1e12, 1e15]), np.arange(200)
    radii = np.sum(8 * log + np.sqrt(8 * log * ends + 48 * log**2))
    third = np.sum(0.5 ** (counts + 1) * abs(counts - 1.0) ** 3) / 2**1.5
    one = 2 * stats.norm.sf(radii / np.sqrt(2 * np.diff(ends)[0]))
    one -= 2 * BERRY_ESSEEN * third / np.sqrt(np.diff(ends)[0])
    case.must("so many blocks", blocks == math.ceil(math.log(0.25) / math.log1p(-one)) + 1)
    case.must("and so many digits", digits == 12 + 3 * blocks)
    case.must("their chance", math.isclose(float(chance), 1 - (1 - one) ** blocks, rel_tol=1e-9))
    if parameters == "fixed in advance":
        chance = arb(max(fixed_click_failure(n, 4) for n in (100, 10_000, 10**6)))
    case.printed("at most 3/C for C = 4", not chance > arb(3) / 4)
    lines = covers() and repaired(share)
    case.must("the lines cover the sharpened radius", lines)
    case.must("μ = 1 is the worst case", domination())
    case.number("chance", "C = 4, probability of failure at least", float(chance.lower()))
    case.number("bound", "printed", 0.75)
    case.number("digits", "at log₁₀ n", digits)
    case.number("blocks", "blocks", blocks)
    case.number("lines", "lines cover the sharpened radius", lines)
    return case.finding()
