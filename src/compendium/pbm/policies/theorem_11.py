"""Claims on Theorem 11: Lemmas 19 and 20, the constants, and where PBM-PIE is optimal."""

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
from compendium.finding import Finding, check

EXAMINATION = (0.9, 0.6, 0.3)
FIGURE_1A = (0.95, 0.85, 0.75, 0.65, 0.55)
FIGURE_1B = (0.45, 0.35, 0.25, 0.15, 0.05)
ETA = 0.04  # Theorem 11 allows η < 0.05 in both problems


def one_sided(p, q):
    """d⁺(p, q)."""
    return kl_kernel(p, q) if p < q else 0.0


@check("pbm:lemma-19")
def lemma_19(profile):
    level, rounds = 0.6, 10 if profile == "paper" else 8
    excess = {0: -rounds, 1: -rounds}  # by the number of plays before the first round counted
    for clicks in product((0, 1), repeat=rounds):
        rates = np.cumsum(clicks) / np.arange(1, rounds + 1)
        cost = [0.0, *(s * one_sided(rates[s - 1], level) for s in range(1, rounds + 1))]
        for plays_before in excess:
            for horizon in range(2, rounds + 1):
                right = sum(cost[s] <= 1.2 * math.log(horizon) for s in range(1, horizon + 1))
                plays = plays_before  # the item is shown in every round that counts
                for t in range(1 + plays_before, horizon + 1):
                    plays += cost[plays] <= 1.2 * math.log(t)
                excess[plays_before] = max(excess[plays_before], plays - plays_before - right)
    return Finding(
        "holds" if excess[1] <= 0 < excess[0] else "refuted",
        {
            "largest excess of the left side": excess[1],
            "without the first rounds": excess[0],
            "click sequences": 2**rounds,
        },
    )


@check("pbm:lemma-20")
def lemma_20(profile):
    largest, numbers = 0.0, {}
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
            numbers[f"C_2, β (mean {mean}, level {level}, γ = {gamma})"] = (
                f"{scale:.4g}, {power:.3g}"
            )
    numbers["largest exact sum over the bound"] = float(largest)
    return Finding("holds" if largest <= 1 else "refuted", numbers)


def _between(mean, level, gamma):
    """r with d(r, level) = d(mean, level) / (1 + γ), from below."""
    low, high = mean, level
    target = kl_kernel(mean, level) / (1 + gamma)
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if kl_kernel(middle, level) > target else (low, middle)
    return low


@check("pbm:appendix-e-size-of-c")
def appendix_e_size_of_c(profile):
    # Proposition 10 with δ = (1 + ε) log t: ⌈δ log t⌉ δ <= (2 + ε)² log³ t once t >= e
    dominated = all(
        math.ceil((1 + e) * math.log(t) ** 2) * (1 + e) <= (2 + e) ** 2 * math.log(t) ** 2
        for e in (0.01, 0.1, 1.0)
        for t in range(3, 3000)
    )
    numbers, certain = {}, dominated
    for epsilon in (1.0, 0.1, 0.01):
        ball = theorem_11_c3(3, epsilon)
        certain &= bool(ball > 0) and bool(ball.rad() < 1e-6 * abs(ball.mid()))
        numbers[f"the bound for ε = {epsilon:g}"] = float(ball.mid())
    return Finding("holds" if certain else "refuted", numbers)


@check("pbm:theorem-11")
def theorem_11(profile):
    finite, falling = True, True
    for attraction in (FIGURE_1A, FIGURE_1B):
        limit = shared_position_bound(problem(attraction, EXAMINATION), 3)
        slopes = [
            theorem_11_slope(attraction, EXAMINATION, tiny, tiny) for tiny in (1e-2, 1e-4, 1e-6)
        ]
        falling &= slopes[0] > slopes[1] > slopes[2] > limit and slopes[2] / limit < 1.001
        for low in attraction[3:]:
            scale, power = lemma_20_constants(0.3 * low, 0.3 * (attraction[2] - ETA), 0.05, 0.1)
            finite &= 1 < scale < math.inf and power > 0
    b, d = sizes_of_b_and_d(5, EXAMINATION, ETA)
    c = 5 * float(theorem_11_c3(3, 0.1).mid())
    return Finding(
        "holds" if finite and falling else "refuted",
        {
            "slope in Figure 1(b), ε = 0.01, η = 0.04": theorem_11_slope(
                FIGURE_1B, EXAMINATION, 0.01, ETA
            ),
            "its limit as ε, η → 0": shared_position_bound(problem(FIGURE_1B, EXAMINATION), 3),
            "C_1: (Σκ)(E|B| + E|D|) at most": 1.8 * (b + d),
            "C_3 for ε = 0.1, all items": 1.8 * c,
        },
    )


@check("pbm:theorem-11-constants")
def theorem_11_constants(profile):
    b, d = sizes_of_b_and_d(5, EXAMINATION, ETA)
    most = largest_gap(FIGURE_1B, EXAMINATION) * 1e5
    numbers = {"C_1 at most": 1.8 * (b + d), "Δ_max T at T = 10^5": most}
    least = math.inf
    for epsilon in (1.0, 0.1, 0.01):
        needed = 0.0
        for low in FIGURE_1B[3:]:
            scale, power = lemma_20_constants(
                0.3 * low, 0.3 * (FIGURE_1B[2] - ETA), epsilon / 2, epsilon
            )
            needed = max(needed, math.log10(scale) / power)
        numbers[f"log10 of T from which C_2 / T^β < 1, ε = {epsilon:g}"] = needed
        least = min(least, needed)
    return Finding("holds" if 1.8 * (b + d) > most and least > 15 else "refuted", numbers)


@check("pbm:pie-optimal-iff-last")
def pie_optimal_iff_last(profile):
    rng = np.random.default_rng(11)
    wrong = optimal = 0
    for _ in range(300):
        n_positions = int(rng.integers(1, 5))
        n_items = n_positions + int(rng.integers(1, 4))
        case = problem(rng.uniform(0.02, 0.98, n_items), rng.uniform(0.05, 1.0, n_positions))
        last = bool((exploration_positions(case) == n_positions).all())
        equal = shared_position_bound(case, n_positions) <= lower_bound(case) * (1 + 1e-9)
        wrong += last != equal
        optimal += last
    cases = [problem(theta, EXAMINATION) for theta in (FIGURE_1A, FIGURE_1B)]
    ratio = [shared_position_bound(case, 3) / lower_bound(case) for case in cases]
    holds = wrong == 0 and 0 < optimal < 300 and ratio[0] > 1 and abs(ratio[1] - 1) < 1e-12
    return Finding(
        "holds" if holds else "refuted",
        {
            "Theorem 11's constant over (6), Figure 1(a)": ratio[0],
            "and Figure 1(b)": ratio[1],
            "random problems with the last position best, of 300": optimal,
        },
    )
