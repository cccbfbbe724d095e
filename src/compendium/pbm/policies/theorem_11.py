"""Theorem 11: Lemmas 19 and 20, the constants, and where PBM-PIE is optimal."""

import math
from fractions import Fraction
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
from compendium.balls import ball, kl_ball
from compendium.finding import Case, check, twin
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

ETA = 0.04  # Theorem 11 allows η < 0.05 in both problems
GAMMA, EPSILON = Fraction(1, 20), Fraction(1, 10)
NEARLY = Fraction(1, 1000)  # γ may be as near to ε as that
CERTAIN = 1 - 2**-50  # nearly so: clicks reach a threshold below it only if all of few are
PAIRS = (0.16, 0.48), (0.045, 0.066), (0.5, 0.7), (0.5, CERTAIN)  # means and levels
RATES = 40.0  # a sum's terms are left out from e^-40 of the first on, by Chernoff
CLOSE = 1e-4  # relative distance of a value from its limit


@check("pbm:lemma-19")
@twin("the plays before", gives="refuted", before=0)
def lemma_19(profile, before=1, level=0.6, slope=1.2):
    """Counts both sides for every click sequence of an item that is shown whenever it counts."""
    case = Case()
    rounds = 10 if profile == "paper" else 8
    sums = []  # of s d⁺ of the first s clicks, over s
    excess = dict.fromkeys((0, 1), -math.inf)  # by the plays before the first round counted
    for clicks in product((0, 1), repeat=rounds):
        rates = np.cumsum(clicks) / np.arange(1, rounds + 1)
        cost = [s * kl_kernel(min(x, level), level) for s, x in enumerate([0.0, *rates])]
        sums.append(sum(cost))
        for plays_before in excess:
            for horizon in range(2, rounds + 1):
                right = sum(each <= slope * math.log(horizon) for each in cost[1 : horizon + 1])
                plays = plays_before
                for t in range(1 + plays_before, horizon + 1):
                    plays += cost[plays] <= slope * math.log(t)
                excess[plays_before] = max(excess[plays_before], plays - plays_before - right)
    case.must("the left side is within the right one, and once equal", excess[before] == 0)
    case.must("not so without the first rounds: one more", excess[0] == 1)
    # without a click s d is s log(1 / (1 - level)), and d⁺ is 0 if all are clicks
    without = math.comb(rounds + 1, 2) * -math.log1p(-level)
    case.must("the costs without a click by hand", math.isclose(max(sums), without))
    case.must("and with clicks only", sums[-1] == 0)
    case.number("excess", "largest excess of the left side", excess[1])
    case.number("without", "without the first rounds", excess[0])
    case.number("sequences", "click sequences", 2**rounds)
    return case.finding()


@check("pbm:lemma-20")
@twin("the factor of C_2", gives="refuted", factor=0.8)
def lemma_20(profile, factor=1.0):
    """Compares exact binomial sums with C_2 T^-β, for four pairs of means and three of (γ, ε)."""
    case = Case()
    sums, ratios = {}, []
    for mean, level in PAIRS:
        for gamma, epsilon in ((0.5, 1.0), (1.0, 0.2), (70.0, 0.01)):
            scale, power = lemma_20_constants(mean, level, gamma, epsilon)
            rate = -math.log1p(-1 / scale)  # d(r, mean)
            whole = kl_kernel(mean, level)
            # the threshold r from the level's side, up to rounding
            threshold = _between(mean, level, gamma)
            off = kl_kernel(threshold, mean) / rate - 1
            name = f"mean {mean}, level {level:.3g}, γ = {gamma}"
            case.must(f"C_2 is of the rate d(r, mean), {name}", abs(off) < 1e-9)
            for horizon in (2, 3, 10, 100):
                first = (1 + gamma) * (1 + epsilon) * math.log(horizon) / whole
                s = math.floor(first) + 1 + np.arange(math.ceil(RATES / rate))
                exact = binom.sf(np.ceil(s * threshold - 1e-9) - 1, s, mean).sum()
                sums[mean, level, gamma, horizon] = exact
                ratios.append(exact * horizon**power / (factor * scale))
            case.number(name, f"C_2, β ({name})", f"{scale:.4g}, {power:.3g}")
    case.must("every sum is within its bound", max(ratios) <= 1)
    # from three rounds on all are clicks: 1/8 + 1/16 + ...
    by_hand = math.isclose(sums[0.5, CERTAIN, 70.0, 2], 0.25)
    case.must("the sum that comes nearest, by hand", by_hand)
    case.number("ratio", "largest exact sum over the bound", float(max(ratios)))
    return case.finding()


def _between(mean, level, gamma):
    """r with d(r, level) = d(mean, level) / (1 + γ), from below."""
    low, high = mean, level
    target = kl_kernel(mean, level) / (1 + gamma)
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if kl_kernel(middle, level) > target else (low, middle)
    return low


def independent_slope(attraction, epsilon, eta, power):
    """Theorem 11's factor of log T for κ of Section 5.1, by balls."""
    last, best = EXAMINATION[-1], attraction[2]
    terms = (
        ball(last * (best - low)) / kl_ball(last * low, last * (best - eta))
        for low in attraction[3:]
    )
    return ball(1 + epsilon) ** ball(power) * sum(terms)


def same_constants(mean, level, gamma, epsilon):
    """Whether the library's C_2 and β of Lemma 20 are those of the r between mean and level."""
    scale, power = lemma_20_constants(float(mean), float(level), float(gamma), float(epsilon))
    whole, r = kl_ball(mean, level), Fraction(_between(float(mean), float(level), float(gamma)))
    rate = kl_ball(r, mean)
    c_2, beta = 1 / (1 - (-rate).exp()), ball((1 + gamma) * (1 + epsilon)) * rate / whole
    share = kl_ball(r, level) * ball(1 + gamma) / whole
    return np.allclose([float(share), float(c_2 / scale), float(beta / power)], 1, 1e-6)


@check("pbm:theorem-11")
@twin("the power of 1 + ε", gives="refuted", power=Fraction(19, 10))
def theorem_11(profile, power=2):
    """Assembles the constants anew, by balls and in symbols; takes the slope to its limit."""
    case = Case()
    eta, last = Fraction(1, 25), EXAMINATION[-1]
    for name, attraction in (("1(a)", FIGURE_1A), ("1(b)", FIGURE_1B)):
        slope = theorem_11_slope(attraction, EXAMINATION, float(EPSILON), float(eta))
        again = independent_slope(attraction, EPSILON, eta, power)
        case.must(f"the slope is as printed in {name}", abs(again / slope - 1) < 1e-9)
        # K_T has (1 + γ) f(T, ε), f = (1 + ε) log T, for every γ < ε
        plays = independent_slope(attraction, EPSILON, eta, 1) * ball(1 + EPSILON * (1 - NEARLY))
        case.must(f"the plays that are left cost no more in {name}", plays < again)
        less = again - plays
        case.must(f"less by ε / 1000 at most in {name}", less < ball(EPSILON * NEARLY) * plays)
        for low in attraction[3:]:
            same = same_constants(last * low, last * (attraction[2] - eta), GAMMA, EPSILON)
            case.must(f"C_2 and β are Lemma 20's in {name}, θ = {low}", same)
    x = 1 / (last * eta) ** 2
    rounds = 5 * (2 * (2 + x) + 4 * (4 + x)) + 3 * 20 * (20 + x)  # B with K = 5, D with L = 3
    case.must("C_1 is Lemma 22's sums", sum(sizes_of_b_and_d(5, EXAMINATION, eta)) == rounds)
    for name, attraction in (("1(a)", FIGURE_1A), ("1(b)", FIGURE_1B)):
        limit = shared_position_bound(problem(attraction, EXAMINATION), len(EXAMINATION))
        slopes = [
            theorem_11_slope(attraction, EXAMINATION, tiny, tiny) for tiny in (1e-2, 1e-4, 1e-6)
        ]
        falling = sorted([*slopes, limit], reverse=True) == [*slopes, limit]
        case.must(f"the slope falls in {name}", falling)
        near = math.isclose(slopes[-1], limit, rel_tol=CLOSE)
        case.must(f"the slope is near its limit in {name}", near)
        exactly = independent_slope(attraction, 0, 0, power)
        case.must(f"the limit by balls in {name}", abs(exactly / limit - 1) < 1e-9)
    case.number(
        "slope",
        "slope in Figure 1(b), ε = 0.01, η = 0.04",
        theorem_11_slope(FIGURE_1B, EXAMINATION, 0.01, ETA),
    )
    case.number("limit", "its limit as ε, η → 0", limit)
    b, d = sizes_of_b_and_d(5, EXAMINATION, ETA)
    case.number("c_1", "C_1: (Σκ)(E|B| + E|D|) at most", 1.8 * (b + d))
    c = 5 * float(theorem_11_c3(3, 0.1).mid())
    case.number("c_3", "C_3 for ε = 0.1, all items", 1.8 * c)
    return case.finding()


@check("pbm:theorem-11-constants")
@twin("the horizon", gives="refuted", horizon=3 * 10**6)
@twin("the power of ten up to which C_2 T^-β is above 1", gives="refuted", digits=40)
def theorem_11_constants(profile, horizon=10**5, digits=15):
    """Compares C_1 with Δ_max T, and finds where C_2 T^-β falls below 1, in Figure 1(b)."""
    case = Case()
    least = sum(sizes_of_b_and_d(5, EXAMINATION, Fraction(1, 20)))  # it falls with η < 1/20
    loss = largest_gap(FIGURE_1B, EXAMINATION) * horizon
    case.must("C_1 > Δ_max T for every η", sum(EXAMINATION) * least > loss)
    most = sum(sizes_of_b_and_d(len(FIGURE_1B), EXAMINATION, Fraction(ETA)))
    case.must("C_1 is larger at the η of Figure 1(b)", most > least)
    # 5 (2 (2 + x) + 4 (4 + x)) + 3 · 20 (20 + x) = 1300 + 90 x with x = 1 / (0.3 · 0.05)²
    case.must("C_1 by hand at η = 1/20", sum(EXAMINATION) * least == Fraction("1.8") * 401_300)
    case.must("Δ_max by hand", largest_gap(FIGURE_1B, EXAMINATION) == Fraction(12, 25))
    case.number("c_1", "C_1 at most", float(sum(EXAMINATION) * most))
    case.number("most", f"Δ_max T at T = {horizon:,}", float(loss))
    needed, last = dict.fromkeys((1.0, 0.1, 0.01), 0.0), EXAMINATION[-1]
    for epsilon in needed:
        gamma = Fraction(epsilon) / 2
        for low in FIGURE_1B[3:]:
            mean, level = float(last * low), float(last) * (FIGURE_1B[2] - ETA)
            scale, power = lemma_20_constants(mean, level, float(gamma), epsilon)
            needed[epsilon] = max(needed[epsilon], math.log10(scale) / power)
            same = same_constants(mean, level, gamma, Fraction(epsilon))
            case.must(f"C_2 and β at θ = {low}, ε = {epsilon:g}", same)
        far = needed[epsilon] > digits
        case.must(f"C_2 / T^β > 1 up to T = 10^{digits} at ε = {epsilon:g}", far)
        label = f"log10 of T from which C_2 / T^β < 1, ε = {epsilon:g}"
        case.number(f"needed at {epsilon:g}", label, needed[epsilon])
    case.must("at ε = 1 that is more than 10^35, less than 10^36", int(min(needed.values())) == 35)
    return case.finding()


@check("pbm:pie-optimal-iff-last")
@twin("the items whose best position is the last", gives="refuted", items="some")
@twin("the items whose best position is the last", gives="refuted", items="every, and L = 1")
def pie_optimal_iff_last(profile, items="every"):
    """Compares Theorem 11's constant with (6) in 300 random problems and those of Figure 1."""
    case = Case()
    rng = np.random.default_rng(11)
    wrong, found = 0, []
    for _ in range(300):
        n_positions = int(rng.integers(1, 5))
        n_items = n_positions + int(rng.integers(1, 4))
        random = problem(rng.uniform(0.02, 0.98, n_items), rng.uniform(0.05, 1.0, n_positions))
        at_last = exploration_positions(random) == n_positions
        last = bool(at_last.any() if items == "some" else at_last.all())
        last &= n_positions == 1 or "L = 1" not in items
        equal = shared_position_bound(random, n_positions) <= lower_bound(random) * (1 + 1e-9)
        wrong += last != equal
        found.append(last)
    case.must("equal to (6) where the last position is best, and only there", wrong == 0)
    case.must("both cases are met", set(found) == {True, False})
    problems = [problem(theta, EXAMINATION) for theta in (FIGURE_1A, FIGURE_1B)]
    ratio = [shared_position_bound(p, len(EXAMINATION)) / lower_bound(p) for p in problems]
    case.must("a gap remains in Figure 1(a)", ratio[0] > 1)
    # there both items have the least ratio at the first position; their gaps by hand
    last, first = (
        sum(
            ball(lost) / kl_ball(scale * low, scale * FIGURE_1A[2])
            for lost, low in zip(gaps, FIGURE_1A[3:], strict=True)
        )
        for scale, gaps in (
            (EXAMINATION[2], (Fraction("0.03"), Fraction("0.06"))),
            (EXAMINATION[0], (Fraction("0.18"), Fraction("0.27"))),
        )
    )
    case.must("its size by hand", abs(last / first / ratio[0] - 1) < 1e-9)
    case.must("none in Figure 1(b)", abs(ratio[1] - 1) < 1e-12)
    case.number("ratio_a", "Theorem 11's constant over (6), Figure 1(a)", ratio[0])
    case.number("ratio_b", "and Figure 1(b)", ratio[1])
    case.number("optimal", "random problems with the last position best, of 300", sum(found))
    return case.finding()
