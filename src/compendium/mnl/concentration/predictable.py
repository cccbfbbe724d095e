"""Theorem 3 for parameters chosen from the past: its failure and its repair.

The repair uses lines. For a fixed θ the process exp(θZ_i − θ²V_i/(2(1 − cθ))) is a supermartingale,
so P(θZ_i − θ²V_i/(2(1 − cθ)) ≥ log C for some i) ≤ 1/C. The curve Z = √(2V log C) + 4 log C is
above such a line for a range of V, and a few lines cover all V up to 2n.
"""

import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.mnl.concentration import crossing_probability, predictable_factor, printed_radius
from compendium.case import Twin, check

from .freezing import exact_crossing_probability
from .tails import FAR, MANY, above, below, ends_by_clicks, largest

BERRY_ESSEEN = 0.4748
"""The constant for identically distributed summands (Shevtsova, 2011), cited."""
SHARE = 0.75
"""Of (n/log C)^{1/4} in the repaired factor."""
LOWEST = -6.0
"""The least θ of the grid on which exponents are compared."""


def lines_reach(k, clicks: bool):
    """The √(n/log C) up to which k lines cover the boundary, laid end to end."""
    return 2 * k**2 if clicks else 2 * k * (k + 1)


def laid_end_to_end() -> bool:
    """Whether the k-th line begins at the end of the one before it and ends at `lines_reach`.

    With w² = V/(2 log C) the line w_0 covers (w − w_0)² ≤ 2w_0 (for 4 − c ≥ 2); from the clicks,
    with w² = S/log C, it covers (w − w_0)² ≤ 2w_0 − 1.
    """
    k = sp.Symbol("k", positive=True)
    beyond = [
        (w - w0) ** 2 - 2 * w0 + spare
        for clicks, w0, spare in ((False, 2 * k**2, 0), (True, 2 * k**2 - 2 * k + 1, 1))
        for w in (lines_reach(k - 1, clicks), lines_reach(k, clicks))
    ]
    return [sp.expand(each) for each in beyond] == [0] * len(beyond)


def covers() -> bool:
    """Check the algebra of the two ranges."""
    w, w0, c, g = sp.symbols("w w0 c g", positive=True)
    theta = 1 / (w0 + c)
    height = theta * (2 * w + 4) - theta**2 * w**2 / (1 - c * theta) - 1  # over log C
    variance = sp.simplify(height * w0 * (w0 + c) - ((4 - c) * w0 - (w - w0) ** 2)) == 0
    # from the clicks: (θ − θ²) m − θS ≥ log C at m = S + √(4S log C) + 4 log C, θ = 1/g
    mean = w**2 + 2 * w + 4
    clicks = sp.expand(((1 / g - 1 / g**2) * mean - w**2 / g - 1) * g**2)
    return variance and sp.expand(clicks - (2 * g - 3 - (w - (g - 1)) ** 2)) == 0


def domination() -> bool:
    """E e^{θY} = 1/(1 − μx), x = e^θ − 1, is log-convex in μ, so at most the case μ = 1 to the power μ."""
    mean, x = sp.symbols("mu x", real=True)
    convex = sp.diff(-sp.log(1 - mean * x), mean, 2) - x**2 / (1 - mean * x) ** 2
    return sp.simplify(convex) == 0


def repaired() -> bool:
    """Whether ⌈(3/4) √w⌉ lines are enough for all w = √(n/log C), and the library's number.

    It suffices to look just beyond the end of k lines, at which one more line becomes necessary:
    (3/4) √w ≥ k there, squared and divided by k.
    """
    sizes = np.geomspace(1, 1e12, 50)
    same = np.array_equal(predictable_factor(sizes, math.e), np.ceil(SHARE * sizes**0.25))
    k = np.arange(1, 4001)
    enough = [SHARE**2 * lines_reach(k, clicks) >= k**2 for clicks in (False, True)]
    return same and laid_end_to_end() and bool(np.all(enough))


def fixed_failure(n: int, confidence: float) -> float:
    """P(|S_n − n| > √(4n log C) + 4 log C) if all p_i are 1/2, which is (7) for fixed parameters."""
    radius = float(printed_radius(2.0 * n, confidence))
    return float(above(n, 0.5, n + radius) + below(n, 0.5, n - radius))


def ends_of_wide_lines(eta: float) -> np.ndarray:
    """The √(n/t) up to which lines cover √(2ηVt) + 4t, laid end to end from 0 to 10^100.

    w_0 covers (w − √η w_0)² ≤ (η − 1)w_0² + 2w_0.
    """
    root, ends = np.sqrt(eta), [0.0]
    while ends[-1] < 1e100:
        # w_0² − 2w_0(√η w + 1) + w² = 0 for the line that begins at the end of the last one
        half = root * ends[-1] + 1
        center = half + np.sqrt(half**2 - ends[-1] ** 2)
        ends.append(root * center + np.sqrt((eta - 1) * center**2 + 2 * center))
    return np.array(ends[1:])


@check(
    "mnl:theorem-3",
    parameters=Twin("fixed in advance", "holds"),
    share=Twin(0),
    lines=Twin("one", step="theorem-3-peeling"),
)
def theorem_3(case, parameters="chosen from the past", share=SHARE, lines="as stated"):
    fixed = parameters == "fixed in advance"
    failure = fixed_failure if fixed else exact_crossing_probability
    for c in (3, 4):
        p = failure(2500, float(c))
        case.printed(f"2/C for C = {c}, n = 2500", p <= Fraction(2, c))
        case.number(f"exact {c}", f"exact P at n = 2500, C = {c} (2/C = {2 / c:.4f})", float(p))
        factor = max(1, math.ceil(share * (2500 / math.log(c)) ** 0.25))
        case.must(f"the repaired bound at n = 2500, C = {c}", p <= Fraction(2 * factor, c))
    largest = 6000 if case.profile == "quick" else 60_000
    ten = float(crossing_probability(largest, 10.0)[-1])
    case.must(f"P at n = {largest}, C = 10 (2/C = 0.2)", ten > 0.2, ten=ten)
    for c in (100.0, 1000.0):
        bound = 2 / c * predictable_factor(1 + np.arange(largest), c)
        case.must(
            f"the repaired bound is above P for all n, C = {c:g}",
            np.all(crossing_probability(largest, c) <= bound),
        )
    case.must("the lines cover the printed radius", covers() and repaired())

    wider = case.step("theorem-3-peeling")
    # hardly wider than the printed radius, which one line does not cover
    eta, n, confidence = 1.0001, 2500, 3
    reach = math.log(n / (16 * eta * math.log(confidence)))
    needed = 1 + math.ceil(reach / (4 * math.log(math.sqrt(eta) + math.sqrt(eta - 1))))
    number = needed if lines == "as stated" else 1
    exact = exact_crossing_probability(n, float(confidence), eta)
    wider.must(
        "the bound at n = 2500, C = 3, η = 1.0001",
        exact <= Fraction(2 * number, confidence),
        **{"exact": float(exact)},
    )
    for ratio in (1.1, 2.0, 5.0):
        # 1 + ⌈½ log_ρ(n/(16ηt))⌉ lines: the first ends at 4√η, each next one ρ times as far
        ends = ends_of_wide_lines(ratio)
        growth = (math.sqrt(ratio) + math.sqrt(ratio - 1)) ** 2
        enough = np.all(ends[1:] / ends[:-1] > growth * (1 - 1e-9))
        wider.must(f"so many lines are enough, η = {ratio}", enough)
    w, w0, eta, c = sp.symbols("w w0 eta c", positive=True)
    theta = 1 / (w0 + c)
    height = theta * (2 * sp.sqrt(eta) * w + 4) - theta**2 * w**2 / (1 - c * theta) - 1
    range_ = (4 - c) * w0 + (eta - 1) * w0**2 - (w - sp.sqrt(eta) * w0) ** 2
    wider.zero("the range of a line", height * w0 * (w0 + c) - range_)
    # the first line, w_0 = 2, starts at 0 and ends at 4√η; then w grows by ρ from line to line
    spread = range_.subs({c: 2, w0: 2})
    wider.zero("the first line", spread.subs(w, 0), spread.subs(w, 4 * sp.sqrt(eta)))
    root = sp.sqrt(eta) + sp.sqrt(eta - 1)
    wider.zero("the next ones grow by ρ", root**2 * (sp.sqrt(eta) - sp.sqrt(eta - 1)) - root)
    wider.number("growth", "factor of the variance a line covers at η = 2", (math.sqrt(2) + 1) ** 4)


def radius_above(n, confidence) -> arb:
    """The distance from n of the sum S for which S − n = √(8S log C) + 4 log C."""
    log = arb(confidence).log()
    return 8 * log + (8 * log * n + 48 * log**2).sqrt()


def block_failure(confidence: int, ratio: int = 1000, first: int = 12) -> tuple[int, arb]:
    """Blocks (ratio^{k−1}, ratio^k] from 10^`first` on that force (8) to fail, and how probably.

    With p = 1/2 the increment of a block that exceeds the sum of the radii at both its ends means
    that (8) is violated at one of them. Berry and Esseen bound its probability from below.
    """
    end = arb(10) ** first * ratio
    radius = radius_above(end, confidence) + radius_above(end / ratio, confidence)
    size = end * (1 - arb(1) / ratio)
    normal = (radius / (2 * size).sqrt() / arb(2).sqrt()).erfc()  # both sides
    third = arb(7) / arb(8).sqrt()  # E|Y − 1|³ over σ³ at p = 1/2
    chance = normal - 2 * arb(BERRY_ESSEEN) * third / size.sqrt()
    blocks = ((1 - 3 / arb(confidence)).log() / (1 - chance).log()).ceil() + 1
    whole = blocks.unique_fmpz()
    if whole is None:
        raise ArithmeticError("the number of blocks is not determined at this precision")
    return int(whole), 1 - (1 - chance) ** blocks


def fixed_click_failure(n: int, confidence: float, under: float = 8.0) -> float:
    """P(|S_n − n| > √(`under` S_n log C) + 4 log C) if all p_i are 1/2, fixed in advance."""
    low, high = ends_by_clicks(n, confidence, under)
    return float(above(n, 0.5, high) + below(n, 0.5, low))


def failure_given_condition() -> Fraction:
    """P((8) fails at n = 42 | A_42), C = 4, with p = 1/2, except p = 1 for the last count if S_41 > 20.

    A_42 requires Σμ ≥ 41.6 if Σμ is 42, and Σμ ≥ 41.2 if it is 41.
    """
    p, condition, failure = Fraction(1, 2), Fraction(0), Fraction(0)
    low, high = ends_by_clicks(42, 4)
    for clicks in range(21):  # S_41
        chance = math.comb(40 + clicks, clicks) * p ** (41 + clicks)
        condition += chance
        stay = range(max(0, math.ceil(low) - clicks), math.floor(high) - clicks + 1)
        failure += chance * (1 - sum((p ** (y + 1) for y in stay), start=Fraction(0)))
    return failure / condition


@check(
    "mnl:equation-8",
    parameters=Twin("fixed in advance", "holds"),
    under=[Twin(1), Twin(3.8, step="equation-8-fixed")],
    worst=Twin(0.52, step="fair-case"),
)
def equation_8(case, parameters="chosen from the past", under=4, worst=0.5):
    blocks, chance = block_failure(4)
    case.number("blocks", "blocks", blocks)
    if parameters == "fixed in advance":
        chance = arb(max(fixed_click_failure(n, 4) for n in (100, 10_000, 10**6)))
    case.reading("the probability of both together, at most 3/C for C = 4", not chance > arb(3) / 4)
    given = failure_given_condition()
    room = [np.sqrt(16 * math.log(4) * n) + 8 * math.log(4) for n in (41, 42)]  # of A_42
    case.must("A_42 asks for all 42 counts", room[0] > 41 and room[1] < 42)
    case.reading("the probability given A_n, n = 42, C = 4", given <= Fraction(3, 4))
    case.number("given", "chance given A_42, C = 4", float(given))
    # the corrected radius under fixed parameters, which are also predictable
    bound = 2e-8 * math.ceil(SHARE * (10_000 / math.log(1e8)) ** 0.25)
    case.must(
        "the sharpened radius for fixed parameters, n = 10,000, C = 10⁸",
        fixed_click_failure(10_000, 1e8, under) <= bound,
    )
    case.must("the lines cover the sharpened radius", covers() and repaired())
    case.must("μ = 1 is the worst case", domination())
    case.number("chance", "C = 4, probability of failure at least", float(chance.lower()))
    case.number("digits", "at log₁₀ n", 12 + 3 * blocks)

    fixed = case.step("equation-8-fixed")
    r = sp.Symbol("r", positive=True)
    # m − s ≤ 2√(mt) means (√m − √t)² ≤ s + t; with s = t r² the largest m/t − s/t is 2 + 2√(1 + r²)
    most = sp.expand((1 + sp.sqrt(1 + r**2)) ** 2 - r**2)
    fixed.zero("m/t - r² ≤ 2 + 2√(1 + r²)", most - (2 + 2 * sp.sqrt(1 + r**2)))
    fixed.zero("√(1 + r²) ≤ 1 + r", sp.expand((1 + r) ** 2 - (1 + r**2)) - 2 * r)
    low, _ = ends_by_clicks(MANY, math.exp(FAR), under)
    log_tail = float(np.log(below(MANY, 0.5, low)))
    fixed.must("so is a tail at C = e^300", log_tail + FAR <= 0)
    upper = largest(lambda p, n, c, m, _: above(n, p, ends_by_clicks(m, c, 4)[1]) * c)
    fixed.must("largest exact upper tail times C", upper <= 1, above=upper)
    lower = largest(lambda p, n, c, m, _: below(n, p, ends_by_clicks(m, c, 4)[0]) * c)
    fixed.must("largest exact lower tail times C", lower <= 1, below=lower)
    printed = largest(lambda p, n, c, m, _: above(n, p, ends_by_clicks(m, c)[1]) * c / 3)
    fixed.must("printed (8) without the condition, upper tail times C/3", printed <= 1, printed=printed)

    fair = case.step("fair-case")
    means = np.linspace(0, 1, 41)
    thetas = np.linspace(LOWEST, math.log(2) - 1e-3, 200)[:, None]
    mean = (1 - worst) / worst  # ψ is the exponent of this parameter, per unit of its mean
    slack = means / mean * -np.log1p(-mean * np.expm1(thetas)) + np.log1p(-means * np.expm1(thetas))
    fair.must("log-convex in μ", domination())
    # at most μ times the case of the worst parameter
    fair.must("least slack of the exponents on a grid", slack.min() > -1e-12, slack=float(slack.min()))
    fair.must("with equality for the worst one", abs(slack[:, -1]).max() < 1e-12)
    # at μ = 1/2, θ the lowest: (1/2) log 1/(1 − x) − log 1/(1 − x/2), x = e^θ − 1
    half = math.log(1.5 - math.exp(LOWEST) / 2) - math.log(2 - math.exp(LOWEST)) / 2
    fair.must("and more for μ = 1/2", math.isclose(slack[0, 20], half))
