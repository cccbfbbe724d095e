"""Theorem 11: Lemmas 19 and 20, the constants, and the optimality of PBM-PIE."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom

from clickbandits.bernoulli import kl_kernel
from clickbandits.pbm.bounds import exploration_positions, lower_bound, shared_position_bound
from clickbandits.pbm.model import problem
from compendium.balls import ball, kl_ball
from compendium.case import Twin, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

from .regret_bounds import largest_gap, lemma_20_constants, sizes_of_b_and_d, theorem_11_c3, theorem_11_slope

ETA = 0.04  # Theorem 11 allows η < 0.05 in both problems
GAMMA, EPSILON = Fraction(1, 20), Fraction(1, 10)
NEARLY = Fraction(1, 1000)  # γ can be this near to ε
CERTAIN = 1 - 2**-50  # nearly so: clicks reach a threshold below it only if all of few are
PAIRS = (0.16, 0.48), (0.045, 0.066), (0.5, 0.7), (0.5, CERTAIN)  # means and levels
RATES = 40.0  # a sum's terms are left out from e^-40 of the first on, by Chernoff
CLOSE = 1e-4  # relative distance of a value from its limit


@check("pbm:lemma-19", before=Twin(0))
def lemma_19(case, before=1, level=0.6, slope=1.2):
    rounds = 10
    excess = dict.fromkeys((0, 1), -math.inf)  # by the plays before the first round counted
    for clicks in product((0, 1), repeat=rounds):
        rates = np.cumsum(clicks) / np.arange(1, rounds + 1)
        cost = [s * kl_kernel(min(x, level), level) for s, x in enumerate([0.0, *rates])]
        for plays_before in excess:
            for horizon in range(2, rounds + 1):
                right = sum(each <= slope * math.log(horizon) for each in cost[1 : horizon + 1])
                plays = plays_before
                for t in range(1 + plays_before, horizon + 1):
                    plays += cost[plays] <= slope * math.log(t)
                excess[plays_before] = max(excess[plays_before], plays - plays_before - right)
    case.must("largest excess of the left side is 0", excess[before] == 0, excess=excess[1])
    case.must("not so without the first rounds: one more", excess[0] == 1, without=excess[0])
    case.number("sequences", "click sequences", 2**rounds)


@check("pbm:lemma-20", factor=Twin(0.8))
def lemma_20(case, factor=1.0):
    ratios = []
    for mean, level in PAIRS:
        for gamma, epsilon in ((0.5, 1.0), (1.0, 0.2), (70.0, 0.01)):
            scale, power = lemma_20_constants(mean, level, gamma, epsilon)
            rate = -math.log1p(-1 / scale)  # d(r, mean)
            whole = kl_kernel(mean, level)
            threshold = brentq(
                lambda r, q=level, less=whole / (1 + gamma): kl_kernel(r, q) - less, mean, level
            )
            name = f"mean {mean}, level {level:.3g}, γ = {gamma}"
            case.number(name, f"C_2, β, {name}", (scale, power))
            for horizon in (2, 3, 10, 100):
                first = (1 + gamma) * (1 + epsilon) * math.log(horizon) / whole
                s = math.floor(first) + 1 + np.arange(math.ceil(RATES / rate))
                exact = binom.sf(np.ceil(s * threshold - 1e-9) - 1, s, mean).sum()
                ratios.append(exact * horizon**power / (factor * scale))
    largest = float(max(ratios))
    case.must("the largest exact sum over its bound is at most 1", largest <= 1, ratio=largest)


def independent_slope(attraction, epsilon, eta, power):
    """Theorem 11's factor of log T for κ of Section 5.1, by balls."""
    last, best = EXAMINATION[-1], attraction[2]
    terms = (ball(last * (best - low)) / kl_ball(last * low, last * (best - eta)) for low in attraction[3:])
    return ball(1 + epsilon) ** ball(power) * sum(terms)


@check("pbm:theorem-11", power=Twin(Fraction(9, 10)))
def theorem_11(case, power=2):
    eta = Fraction(1, 25)
    for name, theta in (("1(a)", FIGURE_1A), ("1(b)", FIGURE_1B)):
        slope = theorem_11_slope(theta, EXAMINATION, float(EPSILON), float(eta))
        again = independent_slope(theta, EPSILON, eta, power)
        case.must(f"the slope is as printed in {name}", abs(again / slope - 1) < 1e-9)
        # K_T has (1 + γ) f(T, ε), f = (1 + ε) log T, for every γ < ε
        plays = independent_slope(theta, EPSILON, eta, 1) * ball(1 + EPSILON * (1 - NEARLY))
        case.must(f"the plays that are left cost no more in {name}", plays < again)
        less = again - plays
        case.must(f"less by ε / 1000 at most in {name}", less < ball(EPSILON * NEARLY) * plays)
        limit = shared_position_bound(problem(theta, EXAMINATION), len(EXAMINATION))
        slopes = [theorem_11_slope(theta, EXAMINATION, tiny, tiny) for tiny in (1e-2, 1e-4, 1e-6)]
        falling = sorted([*slopes, limit], reverse=True) == [*slopes, limit]
        case.must(f"the slope falls in {name}", falling)
        near = math.isclose(slopes[-1], limit, rel_tol=CLOSE)
        case.must(f"the slope is near its limit in {name}", near)
    slope = theorem_11_slope(FIGURE_1B, EXAMINATION, 0.01, ETA)
    case.number("slope", "slope in Figure 1(b), ε = 0.01, η = 0.04", slope)
    case.number("limit", "its limit as ε, η → 0", limit)
    b, d = sizes_of_b_and_d(5, EXAMINATION, ETA)
    case.number("c_1", "C_1: (Σκ)(E|B| + E|D|) at most", 1.8 * (b + d))
    c = 5 * float(theorem_11_c3(3, 0.1).mid())
    case.number("c_3", "C_3 for ε = 0.1, all items", 1.8 * c)


@check("pbm:theorem-11-constants", horizon=Twin(3 * 10**6), digits=Twin(40))
def theorem_11_constants(case, horizon=10**5, digits=15):
    whole = sum(EXAMINATION)
    least = whole * sum(sizes_of_b_and_d(5, EXAMINATION, Fraction(1, 20)))  # falls with η < 1/20
    loss = largest_gap(FIGURE_1B, EXAMINATION) * horizon
    case.must("Δ_max T, below C_1 for every η", least > loss, most=float(loss))
    most = whole * sum(sizes_of_b_and_d(len(FIGURE_1B), EXAMINATION, Fraction(ETA)))
    case.must("C_1, larger at the η of Figure 1(b)", most > least, c_1=float(most))
    needed, last = {}, EXAMINATION[-1]
    for epsilon in (1.0, 0.1, 0.01):
        gamma, logs = Fraction(epsilon) / 2, []
        for low in FIGURE_1B[3:]:
            mean, level = float(last * low), float(last) * (FIGURE_1B[2] - ETA)
            scale, power = lemma_20_constants(mean, level, float(gamma), epsilon)
            logs.append(math.log10(scale) / power)
        needed[epsilon] = max(logs)
        case.must(
            f"log10 of T from which C_2 / T^β < 1, beyond {digits}, ε = {epsilon:g}",
            max(logs) > digits,
            **{f"needed at {epsilon:g}": max(logs)},
        )


@check("pbm:pie-optimal-iff-last", items=[Twin("some"), Twin("every, and L = 1")])
def pie_optimal_iff_last(case, items="every"):
    rng = np.random.default_rng(11)
    wrong, last_is_best = 0, []
    for _ in range(300):
        n_positions = int(rng.integers(1, 5))
        n_items = n_positions + int(rng.integers(1, 4))
        random = problem(rng.uniform(0.02, 0.98, n_items), rng.uniform(0.05, 1.0, n_positions))
        at_last = exploration_positions(random) == n_positions
        last = bool(at_last.any() if items == "some" else at_last.all())
        last &= n_positions == 1 or "L = 1" not in items
        equal = shared_position_bound(random, n_positions) <= lower_bound(random) * (1 + 1e-9)
        wrong += last != equal
        last_is_best.append(last)
    case.must("equal to (6) where the last position is best, and only there", wrong == 0)
    case.must("both cases are met", set(last_is_best) == {True, False})
    problems = [problem(theta, EXAMINATION) for theta in (FIGURE_1A, FIGURE_1B)]
    ratio = [shared_position_bound(p, len(EXAMINATION)) / lower_bound(p) for p in problems]
    case.must("Theorem 11 over (6) is above 1 in Figure 1(a)", ratio[0] > 1, ratio_a=ratio[0])
    case.must("and is 1 in Figure 1(b)", abs(ratio[1] - 1) < 1e-12, ratio_b=ratio[1])
    case.number("optimal", "random problems with the last position best, of 300", sum(last_is_best))
