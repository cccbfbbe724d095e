"""Theorem 9: a complete proof, the constants, and the term L / Δ."""

import math
from fractions import Fraction

import numpy as np
import sympy
from flint import arb

from clickbandits.pbm.regret_bounds import (
    appendix_d_slope,
    c_kappa,
    c_terms,
    largest_gap,
    log_power_sum,
    permutation_gap,
    positionwise_slope,
    smallest_gap,
    theorem_9_constant,
    theorem_9_slope,
)
from compendium.balls import ball
from compendium.finding import Case, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1B

from .appendix_d import EPSILON, tables


def random_problems(count, seed=99):
    """Decreasing problems with `Fraction` parameters."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n_positions = int(rng.integers(2, 5))
        n_items = n_positions + int(rng.integers(1, 4))
        high = sorted(rng.choice(np.arange(1, 200), n_items, replace=False).tolist())[::-1]
        far = sorted(rng.choice(np.arange(1, 50), n_positions, replace=False).tolist())[::-1]
        yield [Fraction(x, 200) for x in high], [Fraction(x, 50) for x in far]


@check("pbm:theorem-9")
def theorem_9(profile):
    """Counts plays of items above their place in tables of counts; compares the two slopes."""
    case = Case()
    kept = broken = 0
    for table in tables(2000):
        if table.missed():
            continue
        theta, budget = table.attraction, 2 * (1 + EPSILON) * math.log(table.t)
        for position, item in enumerate(table.chosen()):
            if item > position:  # shown above its place
                kept += 1
                limit = budget / (table.examination[-1] * (theta[position] - theta[item])) ** 2
                broken += sum(table.plays[item]) > limit * (1 + 1e-12)
    case.must("an item above its place was shown rarely", broken == 0)
    case.must("more than 100 such items", kept > 100)
    # C(κ) >= (κ_1 / κ_L)², and Δ <= κ_1 (θ_{k-1} - θ_k): each of our terms is at most a quarter
    # of the printed one
    first, last, drop, ratio = sympy.symbols("kappa_1 kappa_L drop ratio", positive=True)
    outside = 4 * first / last**2 / drop - 4 * first**2 / last**2 / (last * drop)
    excess = outside.subs(first, last * (1 + ratio)) * last * drop / 4
    case.zero("our terms for k > L are below a quarter", excess + ratio * (1 + ratio))
    problems = list(random_problems(200))
    worst = max(positionwise_slope(*p, 0) / theorem_9_slope(*p, 0) for p in problems)
    swaps = (
        permutation_gap(theta, scales) <= scales[0] * (theta[k - 1] - theta[k])
        for theta, scales in problems
        for k in range(1, len(scales))
    )
    case.must("Δ ≤ κ_1 (θ_{k-1} - θ_k)", all(swaps))
    case.must("C(κ) ≥ (κ_1 / κ_L)²", all(c_kappa(k) >= (k[0] / k[-1]) ** 2 for _, k in problems))
    case.must("our slope is at most a quarter of the printed one", worst <= Fraction(1, 4))
    case.number("kept", "items shown above their place with all intervals kept", kept)
    case.number("broken", "of these shown too often for it", broken)
    case.number("share", "largest share of the printed slope (200 random problems)", float(worst))
    return case.finding()


@check("pbm:theorem-9-repaired-appendix")
def theorem_9_repaired_appendix(profile):
    """Derives the factor 16 C(l; κ), and compares the brackets for 200 random problems."""
    case = Case()
    budget, total, part, place, last, low = sympy.symbols("b s p l k d", positive=True)
    sums = 2 * (8 * budget * total**2 / last**2) / low / place
    sums += 2 * 8 * budget * part**2 / last**2 / low
    same = case.zero(
        "factor 16 and C(l; κ)", sums - 16 * budget / last**2 * (total**2 / place + part**2) / low
    )
    ratios = [appendix_d_slope(*p, 0) / theorem_9_slope(*p, 0) for p in random_problems(200)]
    terms = (
        appendix_d_slope(theta, scales, 0)
        == 16 * c_kappa(scales) * sum(1 / smallest_gap(k, theta, scales) for k in range(len(theta)))
        for theta, scales in random_problems(40)
    )
    case.must("the bracket is Σ 1 / Δ_min,k", all(terms))
    case.must("ours is never below the printed one", min(ratios) >= 1)
    case.printed("the printed bracket", max(ratios) <= 1)
    case.number("factor", "factor 16 and C(l; κ)", same)
    case.number(
        "differ", "problems where the brackets differ, of 200", sum(ratio > 1 for ratio in ratios)
    )
    case.number("ratio", "largest ratio", float(max(ratios)))
    return case.finding()


@check("pbm:theorem-9-kappa")
def theorem_9_kappa(profile):
    """Evaluates C(κ) in Figure 1, and its two lower bounds for 200 random κ, exactly."""
    case = Case()
    terms = [first + second for first, second in c_terms(EXAMINATION)]
    random = [scales for _, scales in random_problems(200)]
    case.must("C(κ) = 43", c_kappa(EXAMINATION) == 43)
    case.must("C(κ) ≥ L", all(c_kappa(k) >= len(k) for k in random))
    case.must("C(κ) ≥ (κ_1 / κ_L)²", all(c_kappa(k) >= (k[0] / k[-1]) ** 2 for k in random))
    case.number("terms", "C(l; κ) / κ_L² for l = 1, 2, 3", ", ".join(map(str, terms)))
    slope = theorem_9_slope(FIGURE_1B, EXAMINATION, 0)
    case.number("slope", "factor of (1 + ε) log T in Figure 1", slope)
    return case.finding()


@check("pbm:theorem-9-c0")
def theorem_9_c0(profile):
    """Encloses the series in C_0 between the integral 2 / ε³ and it plus the largest summand."""
    case = Case()
    worst = largest_gap(FIGURE_1B, EXAMINATION)
    case.must("Δ_max ≤ L", worst <= 3)
    for epsilon in (1.0, 0.1, 0.01):
        series = log_power_sum(2, 1 + epsilon)
        near = abs(series - 2 / arb(epsilon) ** 3) < 4 / ((1 + epsilon) * math.e) ** 2
        case.must(f"the series at ε = {epsilon:g}", near)
        case.number(
            f"c_0 at {epsilon:g}", f"C_0 in Figure 1, ε = {epsilon:g}",
            theorem_9_constant(5, worst, epsilon),
        )  # fmt: skip
    return case.finding()


@check("pbm:theorem-9-vacuous")
def theorem_9_vacuous(profile):
    """Encloses the rounds at which each bound falls below Δ_max T, to one part in 10,000."""
    case = Case()
    for key, name, slope in (
        ("printed", "printed bound", theorem_9_slope(FIGURE_1B, EXAMINATION, 0)),
        ("ours", "bound of our proof", positionwise_slope(FIGURE_1B, EXAMINATION, 0)),
    ):
        per_round = slope / largest_gap(FIGURE_1B, EXAMINATION)
        t = 1e9
        for _ in range(200):
            t = float(per_round) * math.log(t)
        low, high = arb(t) * arb("0.9999"), arb(t) * arb("1.0001")
        case.must(f"the {name} is above before", ball(per_round) * low.log() > low)
        case.must(f"the {name} is below after", ball(per_round) * high.log() < high)
        if key == "printed":
            case.must("that takes millions of rounds", t > 1e6)
        case.number(key, f"rounds until the {name} is below Δ_max T", t)
    return case.finding()


@check("pbm:l-over-delta")
def l_over_delta(profile):
    """Compares the slopes as κ_1 - κ_2 → 0, exactly; the last step's tail is in symbols."""
    case = Case()
    printed, asymptotic = [], []
    for closeness in (Fraction(1, 10), Fraction(1, 10**3), Fraction(1, 10**6)):
        scales = (Fraction(9, 10), Fraction(9, 10) - closeness, Fraction(3, 10))
        printed.append(theorem_9_slope(FIGURE_1B, scales, 0))
        asymptotic.append(positionwise_slope(FIGURE_1B, scales, 0, asymptotic=True))
    # the last step: 4/t times the tail of p_s = log² s / s^(1 + ε) is summable, by an integral
    x, epsilon = sympy.symbols("x epsilon", positive=True)
    tail = (x**2 / epsilon + 2 * x / epsilon**2 + 2 / epsilon**3) * sympy.exp(-epsilon * x)
    case.zero("the tail's antiderivative", sympy.diff(tail, x) + x**2 * sympy.exp(-epsilon * x))
    case.must("our asymptotic slope does not move", max(asymptotic) == min(asymptotic))
    case.must("the printed slope grows", printed[1] > printed[0])
    case.must("and without bound", printed[2] > 1000 * printed[1] / 2)
    case.number(
        "printed", "printed slope as κ_1 - κ_2 = 10^-1, 10^-3, 10^-6",
        ", ".join(f"{float(value):.3g}" for value in printed),
    )  # fmt: skip
    case.number("ours", "our asymptotic slope", float(asymptotic[0]))
    return case.finding()
