"""Theorem 11: Lemmas 19 and 20, the constants, and where PBM-PIE is optimal."""

import math
from itertools import product

import numpy as np
from scipy.stats import binom

from clickbandits.bernoulli import kl_kernel
from clickbandits.pbm.bounds import exploration_positions, lower_bound, shared_position_bound
from clickbandits.pbm.model import problem
from clickbandits.pbm.regret_bounds import (
    largest_gap,
    lemma_20_constants,
    sizes_of_b_and_d,
    theorem_11_c3,
    theorem_11_slope,
)
from compendium.finding import Case, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

ETA = 0.04  # Theorem 11 allows η < 0.05 in both problems


@check("pbm:lemma-19")
def lemma_19(profile):
    """Counts both sides for every click sequence of an item that is shown whenever it counts."""
    case = Case()
    level, rounds = 0.6, 10 if profile == "paper" else 8
    excess = {0: -rounds, 1: -rounds}  # by the number of plays before the first round counted
    for clicks in product((0, 1), repeat=rounds):
        cost = [0.0]  # s d⁺ of the first s clicks
        for s, total in enumerate(np.cumsum(clicks), start=1):
            cost.append(s * kl_kernel(total / s, level) if total / s < level else 0.0)
        for plays_before in excess:
            for horizon in range(2, rounds + 1):
                right = sum(cost[s] <= 1.2 * math.log(horizon) for s in range(1, horizon + 1))
                plays = plays_before
                for t in range(1 + plays_before, horizon + 1):
                    plays += cost[plays] <= 1.2 * math.log(t)
                excess[plays_before] = max(excess[plays_before], plays - plays_before - right)
    case.must("the left side is within the right one", excess[1] <= 0)
    case.must("not so without the first rounds", excess[0] > 0)
    case.number("excess", "largest excess of the left side", excess[1])
    case.number("without", "without the first rounds", excess[0])
    case.number("sequences", "click sequences", 2**rounds)
    return case.finding()


@check("pbm:lemma-20")
def lemma_20(profile):
    """Compares exact binomial sums with C_2 T^-β, for three pairs of means and two of (γ, ε)."""
    case = Case()
    largest = 0.0
    for mean, level in ((0.16, 0.48), (0.045, 0.066), (0.5, 0.7)):
        for gamma, epsilon in ((0.5, 1.0), (0.1, 0.2)):
            scale, power = lemma_20_constants(mean, level, gamma, epsilon)
            rate = -math.log1p(-1 / scale)  # d(r, mean)
            whole = kl_kernel(mean, level)
            for horizon in (3, 10, 100):
                first = (1 + gamma) * (1 + epsilon) * math.log(horizon) / whole
                s = np.arange(math.floor(first) + 1, math.floor(first) + 3000)
                # the threshold r from the level's side, up to rounding
                threshold = _between(mean, level, gamma)
                exact = binom.sf(np.ceil(s * threshold - 1e-9) - 1, s, mean).sum()
                exact += math.exp(-rate * (s[-1] + 1)) * scale  # the rest, by Chernoff
                largest = max(largest, exact * horizon**power / scale)
            label = f"C_2, β (mean {mean}, level {level}, γ = {gamma})"
            case.number(f"mean {mean}, γ = {gamma}", label, f"{scale:.4g}, {power:.3g}")
    case.must("every sum is within its bound", largest <= 1)
    case.number("ratio", "largest exact sum over the bound", float(largest))
    return case.finding()


def _between(mean, level, gamma):
    """r with d(r, level) = d(mean, level) / (1 + γ), from below."""
    low, high = mean, level
    target = kl_kernel(mean, level) / (1 + gamma)
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if kl_kernel(middle, level) > target else (low, middle)
    return low


@check("pbm:theorem-11")
def theorem_11(profile):
    """Evaluates the slope as ε, η → 0, and the constants, in the problems of Figure 1."""
    case = Case()
    for name, attraction in (("1(a)", FIGURE_1A), ("1(b)", FIGURE_1B)):
        limit = shared_position_bound(problem(attraction, EXAMINATION), 3)
        slopes = [
            theorem_11_slope(attraction, EXAMINATION, tiny, tiny) for tiny in (1e-2, 1e-4, 1e-6)
        ]
        case.must(f"the slope falls in {name}", slopes[0] > slopes[1] > slopes[2] > limit)
        case.must(f"the slope is near its limit in {name}", slopes[2] / limit < 1.001)
        constants = [
            lemma_20_constants(0.3 * low, 0.3 * (attraction[2] - ETA), 0.05, 0.1)
            for low in attraction[3:]
        ]
        case.must(f"1 < C_2 < ∞ in {name}", all(1 < scale < math.inf for scale, _ in constants))
        case.must(f"β > 0 in {name}", all(power > 0 for _, power in constants))
    slope = theorem_11_slope(FIGURE_1B, EXAMINATION, 0.01, ETA)
    case.number("slope", "slope in Figure 1(b), ε = 0.01, η = 0.04", slope)
    case.number("limit", "its limit as ε, η → 0", limit)
    b, d = sizes_of_b_and_d(5, EXAMINATION, ETA)
    case.number("c_1", "C_1: (Σκ)(E|B| + E|D|) at most", 1.8 * (b + d))
    c = 5 * float(theorem_11_c3(3, 0.1).mid())
    case.number("c_3", "C_3 for ε = 0.1, all items", 1.8 * c)
    return case.finding()


@check("pbm:theorem-11-constants")
def theorem_11_constants(profile):
    """Compares C_1 with Δ_max T, and finds where C_2 T^-β falls below 1, in Figure 1(b)."""
    case = Case()
    b, d = sizes_of_b_and_d(5, EXAMINATION, ETA)
    most = largest_gap([float(x) for x in FIGURE_1B], [float(x) for x in EXAMINATION]) * 1e5
    case.must("C_1 > Δ_max T", 1.8 * (b + d) > most)
    case.number("c_1", "C_1 at most", 1.8 * (b + d))
    case.number("most", "Δ_max T at T = 10^5", most)
    for epsilon in (1.0, 0.1, 0.01):
        needed = 0.0
        for low in FIGURE_1B[3:]:
            scale, power = lemma_20_constants(
                0.3 * low, 0.3 * (FIGURE_1B[2] - ETA), epsilon / 2, epsilon
            )
            needed = max(needed, math.log10(scale) / power)
        case.must(f"C_2 / T^β > 1 up to T = 10^15 at ε = {epsilon:g}", needed > 15)
        label = f"log10 of T from which C_2 / T^β < 1, ε = {epsilon:g}"
        case.number(f"needed at {epsilon:g}", label, needed)
    return case.finding()


@check("pbm:pie-optimal-iff-last")
def pie_optimal_iff_last(profile):
    """Compares Theorem 11's constant with (6) in 300 random problems and those of Figure 1."""
    case = Case()
    rng = np.random.default_rng(11)
    wrong = optimal = 0
    for _ in range(300):
        n_positions = int(rng.integers(1, 5))
        n_items = n_positions + int(rng.integers(1, 4))
        random = problem(rng.uniform(0.02, 0.98, n_items), rng.uniform(0.05, 1.0, n_positions))
        last = bool((exploration_positions(random) == n_positions).all())
        equal = shared_position_bound(random, n_positions) <= lower_bound(random) * (1 + 1e-9)
        wrong += last != equal
        optimal += last
    case.must("equal to (6) where the last position is best, and only there", wrong == 0)
    case.must("both cases are met", 0 < optimal < 300)
    problems = [problem(theta, EXAMINATION) for theta in (FIGURE_1A, FIGURE_1B)]
    ratio = [shared_position_bound(p, 3) / lower_bound(p) for p in problems]
    case.must("a gap remains in Figure 1(a)", ratio[0] > 1)
    case.must("none in Figure 1(b)", abs(ratio[1] - 1) < 1e-12)
    case.number("ratio_a", "Theorem 11's constant over (6), Figure 1(a)", ratio[0])
    case.number("ratio_b", "and Figure 1(b)", ratio[1])
    case.number("optimal", "random problems with the last position best, of 300", optimal)
    return case.finding()
