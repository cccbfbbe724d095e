"""What Katariya et al. (2017) say of Theorem 1: orders, γ, scale, queries; Sections 6 and 7."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import sympy as sp
from scipy.stats import binom

from clickbandits import pbm, rank1
from clickbandits.bernoulli import kl, kl_lower, kl_upper
from clickbandits.rank1.bounds import curvature, hardness, inverse_gaps, stage_end, theorem_1
from compendium.finding import Case, check, twin
from compendium.rank1.kl_scaling.lemma_1 import equation_7
from compendium.rank1.kl_scaling.sharp import KAPPA, sharp_quadratic_properties
from compendium.rank1.symbols import M, c, d, gap, mu, x

from .proof import first_stage_below, repaired
from .setting import random_extremes, random_vectors

HORIZON = 10**6
"""At which bounds are evaluated."""
THIRDS = np.arange(4) / 3
"""Of what the entries of random problems are chosen, so that there are ties."""
SURE = [1.0]
"""The vector of a single row or column that always pays."""
SMALL, SILENT = 1e-3, [0.0] * 9998
"""Of two vectors of 10,000 means: the mean of one, or its gap; and those that never pay."""
ZEROS = 100, 1000, 10_000
"""How many columns of mean 0 stand beside one of mean 1."""
QUERY_1 = [0.85] + [0.05] * 9, [0.85] + [0.3] * 9
"""A problem with the printed μ and p_max of Query 1."""
PEAK, AVERAGE = 0.66, 0.28
"""p_max and μ of Query 2, as printed."""
AT_SCALE_1 = [0.5, 0.375, 0.25], [0.5, 0.25, 0.125]
"""Both vectors of a problem that is scaled."""
EXAMINATION, ATTRACTIONS = [0.9, 0.6], ([0.9, 0.5, 0.4], [0.9, 0.4, 0.5])
"""Of two problems that differ in which lesser item is the better one."""
LISTS = np.array([0, 1]), np.array([0, 2])
"""The best list of the first problem, and that of the second."""
EQUAL = [0.5, 0.25]
"""Both vectors of a problem whose best leading constant is computed by hand."""
MOST = 2
"""By κ ≥ 1/4 the best leading constant is at most so many times Σ 1/Δ."""
SCARCE = [1 - 1e-4, 1.0], [0.01]
"""Two rows of nearly the same mean, and a column that is hardly examined: 1/(2κ) is near 1.98."""
SMALLER_GAPS = Fraction(1, 1024), Fraction(1, 1_048_576)


@check("rank1:proof-sketch")
@twin("the best row", gives="holds", best=Fraction(1, 2))
@twin("the constant of (7)", gives="refuted", scaling=Fraction(21, 20))
@twin("the constant of n_m", gives="refuted", constant=60)
def proof_sketch(profile, best=1, scaling=1, constant=64):
    """Takes the sketch's divergence to its limit on a family of problems, and bounds the n_m."""
    case = Case()
    # ū = (b, …, b, b/2) of length K, b = `best`, and one column that is always examined: μ → b
    high = mu * sp.Rational(best)
    bounded = sp.limit(d(high / 2, high), mu, sp.Rational(best), "-") != sp.oo
    case.printed("n₀ is O(log n / d)", bounded)
    # Δ/d is at most 1/(2 μ γ Δ)
    case.must(
        "the order of the regret, by (7)", equation_7(profile, factor=scaling).verdict == "holds"
    )
    log, within = math.log(HORIZON), []
    for _, average, peak in random_extremes():
        for row_gap in (Fraction(1, 10), Fraction(1, 3), Fraction(1)):
            square = average * curvature(average, peak) * row_gap**2
            end = stage_end(first_stage_below(square), HORIZON)
            within.append(end <= constant * log / float(square) + 1)
    case.must("n_m is O(log n/(μκΔ²))", all(within))
    case.must("n₀ = ⌈16 log n⌉ = ⌈221.05⌉", stage_end(0, HORIZON) == 222)
    first, last = (
        16 * float(d(sp.Rational(k, 2 * k + 1), sp.Rational(2 * k, 2 * k + 1))) for k in (1, 10**6)
    )
    # d(k/(2k + 1), 2k/(2k + 1)) = ((k + 1) log(k + 1) − k log 2)/(2k + 1)
    for k, found in ((1, first), (10**6, last)):
        own = ((k + 1) * math.log(k + 1) - k * math.log(2)) / (2 * k + 1)
        case.must(f"n₀ d / log n, k = {k}", math.isclose(found, 16 * own, rel_tol=1e-9))
    case.number("first", "n₀ d / log n, μ = 2/3", first)
    case.number("last", "and at μ = 1 − 5·10⁻⁷", last)
    return case.finding()


@check("rank1:order-of-regret")
@twin("the factor of (K+L)/Δ", gives="refuted", factor=0.95)
@twin("the least κ", gives="refuted", least=0.3)
def order_of_regret(profile, factor=1, least=0.25):
    """Compares the sharper theorem's sum with (K+L)/Δ on random problems, ties included."""
    case = Case()
    rng = np.random.default_rng(12)
    largest = 0.0
    for _ in range(500):
        vectors = [rng.choice(THIRDS, size) for size in rng.integers(1, 6, size=2)]
        rows, columns = (vector.max() - vector for vector in vectors)
        gaps = np.concatenate([rows, columns])
        if gaps.any():
            share = inverse_gaps(rows, columns) * gaps[gaps > 0].min() / gaps.size
            largest = max(largest, share)
    extremes = [(average, peak) for _, average, peak in random_extremes()]
    smallest_factor = min(curvature(*each) for each in [*extremes, (Fraction(1, 100), 1)])
    case.must("Theorem 1, sharpened", repaired(profile).verdict == "holds")
    case.must("the sum is at most (K+L)/Δ", largest <= factor)
    case.must("and as much where all gaps are equal", math.isclose(largest, 1))
    case.must("κ ≥ 1/4", smallest_factor >= least)
    # at μ = 1/100 and p_max = 1: 1/(4 (1 - 1/100))
    case.must("the least κ by hand", math.isclose(smallest_factor, 25 / 99))
    case.number("largest", "largest sum over (K+L)/Δ", largest)
    case.number("kappa", "smallest κ met", float(smallest_factor))
    return case.finding()


@check("rank1:unilateral-improvement")
@twin("Rank1Elim's power of μ", gives="refuted", power=1)
@twin("where it is strict", gives="refuted", strict_below=Fraction(4, 5))
def unilateral_improvement(profile, power=2, strict_below=1):
    """Compares the library's Theorem 1 with the same bound in μ⁻², on random rational problems."""
    case = Case()
    better = equal = 0
    for vectors in random_vectors():
        problem = rank1.problem(*vectors)
        average = min(sum(vector) / len(vector) for vector in vectors)
        gaps = [np.array([float(max(v) - x) for x in v]) for v in vectors]
        slope = 160 * inverse_gaps(*gaps) * math.log(HORIZON) / float(average) ** power
        old = slope + (6 * math.e + 82) * sum(map(len, vectors))
        new = theorem_1(problem, HORIZON)
        strict = average < strict_below - max(map(max, vectors)) and slope > 0
        better += strict and new < old * (1 - 1e-12)
        equal += not strict and math.isclose(new, old, rel_tol=1e-12)
    case.must("better where μ < 1 - p_max, else equal", better + equal == 200)
    case.number("better", "strictly better in", better)
    case.number("equal", "equal in", equal)
    return case.finding()


@check("rank1:gamma-remark")
@twin("the share of the gaps that need not approach one", gives="holds", spared=0.5)
@twin("the average gap over p_max - μ", gives="refuted", share=0.99)
def gamma_remark(profile, spared=0, share=1):
    """Evaluates μ, p_max and the gaps of two problems with μ near 0 and p_max = 1."""
    case = Case()
    flat = hardness(rank1.problem(SURE, [SMALL, 0.0, *SILENT]))
    steep = hardness(rank1.problem([*SURE, 1 - SMALL, *SILENT], SURE))
    largest = max(flat.row_gaps.max(), flat.column_gaps.max())
    positive = steep.row_gaps[steep.row_gaps > 0]
    smallest = positive.min()
    # 1/1000 over 10,000, and 1.999 over 10,000
    near_0 = np.allclose((flat.average, steep.average), (1e-7, 1.999e-4), rtol=1e-12, atol=1e-20)
    case.must("μ near 0", near_0)
    case.must("p_max = 1", flat.peak == steep.peak == 1.0)
    case.printed("gaps near one", np.quantile(positive, spared) > 0.5)
    case.must("first example: no gap above 1/1000", largest == SMALL)
    case.must("second example: a gap of 1/1000", math.isclose(smallest, SMALL, rel_tol=1e-9))
    average_gap = steep.row_gaps.mean() - share * (steep.peak - steep.average)
    case.must("the average gap is p_max - μ", abs(average_gap) < 1e-12)
    case.number("flat", "first example (p_max = 1): μ", flat.average)
    case.number("flat_gap", "first example: largest gap", float(largest))
    case.number("steep", "second example (p_max = 1): μ", steep.average)
    case.number("steep_gap", "second example: smallest gap", float(smallest))
    return case.finding()


@check("rank1:normalisation")
@twin("the scales c", gives="holds", scales=(1.0, 1.0, 1.0))
@twin("the power of c on the second vector", gives="refuted", power=1)
def normalisation(profile, scales=(1.0, 2.0, 0.5), power=-1):
    """Evaluates the click rates, μ, γ and the bound of one problem at three scales."""
    case = Case()
    rows, columns = AT_SCALE_1
    hard, bounds, entries = [], [], []
    for scale in scales:
        problem = rank1.problem(
            [scale * u for u in rows], [v * math.pow(scale, power) for v in columns]
        )
        hard.append(hardness(problem))
        bounds.append(theorem_1(problem, HORIZON))
        entries.append(np.outer(*problem))
    case.must("the same click rates", all(np.array_equal(entries[0], one) for one in entries))
    # at c = 1 the averages are 3/8 and 7/24, and both largest entries are 1/2
    averages = [min(3 * scale / 8, 7 / 24 / scale) for scale in scales]
    case.must("μ by hand", np.allclose([h.average for h in hard], averages, rtol=1e-12))
    case.must("p_max by hand", [h.peak for h in hard] == [max(s, 1 / s) / 2 for s in scales])
    case.printed("the same bound", len(set(bounds)) == 1)
    for name in ("average", "peak", "printed_factor"):
        case.printed(f"the same {name}", len({getattr(h, name) for h in hard}) == 1)
    for key, name, values in (
        ("averages", "μ", [h.average for h in hard]),
        ("factors", "γ", [h.printed_factor for h in hard]),
        ("bounds", "the bound over that at c = 1", [bound / bounds[0] for bound in bounds]),
    ):
        rounded = tuple(round(float(value), 4) for value in values)
        case.number(key, f"at c = 1, 2, 1/2: {name}", rounded)
    return case.finding()


@check("rank1:query-gammas")
@twin("γ of the queries", gives="refuted", gammas=(13, 34))
@twin("γ of the queries", gives="refuted", gammas=(15, 28))
def query_gammas(profile, gammas=(15, 34)):
    """Evaluates (5) for the printed μ and p_max, exactly."""
    case = Case()
    for query, average, peak, gamma in ((1, 13, 85, gammas[0]), (2, 28, 66, gammas[1])):
        found = max(Fraction(average, 100), 1 - Fraction(peak, 100))
        case.must(f"γ of Query {query}", found == Fraction(gamma, 100))
        case.number(f"query_{query}", f"Query {query}", found)
    return case.finding()


@check("rank1:query-prediction")
@twin("the second best item of the second problem", gives="holds", runner_up=0.24)
@twin("1/(μγ) of Query 2", gives="refuted", second_order=11.5)
def query_prediction(profile, runner_up=0.6599, second_order=10.5):
    """Evaluates 1/(μγ) and the bound for two problems with the printed μ and p_max."""
    case = Case()
    # the second problem's best two items are nearly tied; the rest has the average .28
    first = rank1.problem(*QUERY_1)
    rest = (10 * AVERAGE - PEAK - runner_up) / 8
    second = rank1.problem([PEAK, runner_up] + [rest] * 8, [PEAK] + [0.3] * 9)
    hard = [hardness(problem) for problem in (first, second)]
    case.must("μ as printed", [round(h.average, 3) for h in hard] == [0.13, AVERAGE])
    case.must("p_max as printed", [h.peak for h in hard] == [0.85, PEAK])
    orders = [1 / (h.average * h.printed_factor) for h in hard]
    bounds = [theorem_1(problem, HORIZON) for problem in (first, second)]
    case.must("1/(μγ) falls from 51.3", round(orders[0], 1) == 51.3 and orders[0] > orders[1])
    case.must("to 10.5", round(orders[1], 1) == second_order)
    # Σ 1/Δ̄: nine and one arms at each of two gaps; in the second one row has a gap of its own
    sums = 10 / 0.8 + 10 / 0.55, 2 / (PEAK - runner_up) + 8 / (PEAK - rest) + 10 / 0.36
    by_hand = [
        160 * total / product * math.log(HORIZON) + 20 * (6 * math.e + 82)
        for total, product in zip(sums, (0.13 * 0.15, AVERAGE * 0.34), strict=True)
    ]
    case.must("both bounds by hand", np.allclose(bounds, by_hand, rtol=1e-9))
    case.printed("the bound is smaller for the second problem", bounds[1] < bounds[0])
    case.number("query_1", "1/(μγ), Query 1", orders[0])
    case.number("query_2", "Query 2", orders[1])
    name = "bound of a problem like Query 2 over one like Query 1"
    case.number("ratio", name, bounds[1] / bounds[0])
    return case.finding()


def binomial_weights(number: int, mean: Fraction) -> list[int]:
    """The exact binomial probabilities, times the denominator of the mean to the power `number`."""
    hit, miss = mean.numerator, mean.denominator - mean.numerator
    return [math.comb(number, k) * hit**k * miss ** (number - k) for k in range(number + 1)]


@check("rank1:rank-2")
@twin("the regret over n", gives="refuted", share=Fraction(2, 5))
def rank_2(profile, share=Fraction(1, 3)):
    """Finds the exact probability that stage 0 eliminates the best row of a matrix of rank 2."""
    case = Case()
    matrix = (1, 0, 0, 0, 0, 0, 0, 0), (Fraction(3, 5),) * 8
    count = stage_end(0, HORIZON)
    case.must("not of rank 1", matrix[0][0] * matrix[1][1] != matrix[0][1] * matrix[1][0])
    # the first row pays exactly when column 1 is drawn, and the second whatever the column is
    averages = [Fraction(sum(row), 8) for row in matrix]
    first, second = (binomial_weights(count, average) for average in averages)
    budget = (math.log(HORIZON) + 3 * math.log(math.log(HORIZON))) / count
    means = np.arange(count + 1) / count
    upper, lower = kl_upper(means, budget), kl_lower(means, budget)
    at_least = [*itertools.accumulate(reversed(second))][::-1] + [0]  # P(the second has ≥ t)
    reached = np.searchsorted(lower, upper)  # the first t with U(s) <= L(t)
    favourable = sum(first[s] * at_least[t] for s, t in enumerate(reached))
    # U(0) = 1 - e^-b and L(1) = e^-b with b = δ/222, and log 10⁶ = 6 log 10
    shrunk = math.exp(-(math.log(HORIZON) + 3 * math.log(6 * math.log(10))) / 222)
    case.must("U(0) and L(1)", np.allclose((upper[0], lower[-1]), (1 - shrunk, shrunk)))
    whole = math.prod(average.denominator**count for average in averages)
    eliminated = Fraction(favourable, whole)
    regret = Fraction(2, 5) * (HORIZON - count * (2 + 8)) * eliminated
    # the same with floating-point binomial laws
    counts = [binom(count, float(average)) for average in averages]
    chance = counts[0].pmf(np.arange(count + 1)) @ counts[1].sf(reached - 1)
    same = math.isclose(float(eliminated), chance, rel_tol=1e-9)
    case.must("the probability by binomial laws", same)
    case.must("the regret exceeds n/3", regret > HORIZON * share)
    # all but the 222 rounds of stage 0, of ten steps each
    case.must("the regret by hand", regret == Fraction(2, 5) * 997_780 * eliminated)
    name = "probability that stage 0 eliminates the best row, n = 10⁶"
    case.number("eliminated", name, float(eliminated))
    case.number("regret", "so the regret is at least", float(regret))
    return case.finding()


@check("rank1:gap-dependence")
@twin("the constant of the lower bound", gives="refuted", constant=Fraction(21, 10))
def gap_dependence(profile, constant=2):
    """Finds the second derivative of d(p, p+Δ) at Δ = 0, where d and its slope vanish."""
    case = Case()
    curve = d(x, x + gap)
    value, slope, second = (sp.diff(curve, gap, order).subs(gap, 0) for order in range(3))
    case.zero("d(p, p+Δ) is of second order", value, slope)
    limit = 2 / second
    case.zero("Δ²/d(p, p+Δ) → 2p(1-p)", limit - sp.Rational(constant) * x * (1 - x))
    at_half = float(limit.subs(x, sp.Rational(1, 2)))
    case.number("at_half", "Δ times the lower bound at p = 1/2", at_half)
    return case.finding()


def best_leading_constant(items: np.ndarray, positions: np.ndarray) -> float:
    """What of log n a policy must lose that knows the structure alone, over Σ 1/Δ.

    It must play every other row with the best column, and every other column with the best row:
    gap/d(mean, best mean) times log n.
    """
    sums = constant = 0.0
    for ours, other in ((items, positions.max()), (positions, items.max())):
        best = ours.max()
        worse = ours[ours < best]
        gaps = best - worse
        sums += float((1 / gaps).sum())
        constant += float((gaps * other / kl(worse * other, best * other)).sum())
    return constant / sums if sums else sums


@check("rank1:mu-dependence")
def mu_dependence(profile):
    """Evaluates γ and κ where μ vanishes, and the best leading constant on random problems."""
    case = Case()
    near = sharp_quadratic_properties(profile).verdict == "holds"
    case.must("κ ≥ 1/4", near)
    case.zero("κ → 1/(4 p_max) as μ → 0", sp.limit(KAPPA.subs(c, mu), mu, 0, "+") - 1 / (4 * M))
    shares = [
        best_leading_constant(*(np.array(vector, dtype=float) for vector in vectors))
        for vectors in random_vectors()
    ]
    scarce = best_leading_constant(*map(np.array, SCARCE))
    case.must("the best leading constant is at most 2 Σ 1/Δ", max(*shares, scarce) <= MOST)
    case.must("and nearly as large", math.isclose(scarce, 2 * 0.99, rel_tol=SMALL))
    # both worse pairs have the mean 1/8, and the best 1/4: d is (7 log(7/6) - log 2)/8
    equal = best_leading_constant(np.array(EQUAL), np.array(EQUAL))
    by_hand = 1 / (4 * (7 * math.log(7 / 6) - math.log(2)))
    case.must("by hand", math.isclose(equal, by_hand, rel_tol=1e-9))
    hard = [hardness(rank1.problem(SURE, SURE + [0.0] * number)) for number in ZEROS]
    factors = [h.sharp_factor for h in hard]
    printed = [h.printed_factor for h in hard]
    # with N columns in all μ = 1/N, γ = μ and κ = 1/(4 (1 - μ))
    sizes = 1 + np.array(ZEROS)
    case.must("γ falls as μ", np.allclose(printed, 1 / sizes, rtol=1e-12))
    case.must("κ stays near 1/4", np.allclose(factors, sizes / (4 * (sizes - 1)), rtol=1e-12))
    case.number("printed", "γ = μ at p_max = 1", tuple(printed))
    case.number("factors", "κ there", tuple(factors))
    case.number("largest", "largest best leading constant over Σ 1/Δ", max(shares))
    return case.finding(holds="open", broken="undecided")


@check("rank1:order-in-gap")
@twin("the gap", gives="holds", large=Fraction(1, 1000))
@twin("the power of 1/Δ in the other bound", gives="refuted", power=1)
def order_in_gap(profile, large=Fraction(1, 10), power=2):
    """Compares Theorem 1's slope with a power of 1/Δ where only the gap changes, K = L = 100.

    Both vectors are (3/4, 3/4 - Δ, 1/4 + Δ, 1/2, …, 1/2), so that K, L, μ and p_max stay.
    """
    case = Case()

    def slopes(delta):
        vector = [0.75, 0.75 - delta, 0.25 + delta] + [0.5] * 97
        problem = rank1.problem(vector, vector)
        growth = theorem_1(problem, HORIZON) - theorem_1(problem, 10**3)
        return growth / (160 * math.log(10**3)), delta**-power, hardness(problem)

    ours, theirs, hard = slopes(float(large))
    case.printed("smaller for this gap", ours <= theirs)
    (first, rival, before), (last, later, after) = (slopes(float(gap)) for gap in SMALLER_GAPS)
    # μ = γ = 50.25/100; of 100 rows two have Δ̄ = Δ, one 1/2 - Δ and 97 have 1/4
    by_hand = [
        (2 / gap + 2 / (1 - 2 * gap) + 388) * 320_000 / 201**2 for gap in (large, *SMALLER_GAPS)
    ]
    case.must("the slopes by hand", np.allclose((ours, first, last), np.float64(by_hand)))
    fixed = [(h.average, h.peak, h.printed_factor) for h in (hard, before, after)]
    case.must("K, L, μ, p_max stay", np.ptp(fixed, axis=0).max() < 1e-12)
    # of a lower order: 2^10 times smaller by comparison where the gap is
    case.must("of smaller order in Δ", (later / last) / (rival / first) > 1000)
    case.number("ours", "Σ 1/Δ̄ over μγ, K = 100, Δ = 1/10", ours)
    case.number("theirs", "Δ⁻²", theirs)
    case.number("small", "their ratio at Δ = 2⁻²⁰", last / later)
    return case.finding()


@check("rank1:solves-pbm")
@twin("what is asked for", gives="holds", asked="pair")
@twin("what is learned", gives="refuted", learned="list")
def solves_pbm(profile, asked="list", learned="pair"):
    """Finds the best pair and the best list of two problems that differ in their lesser items."""
    case = Case()
    best_pairs, best_lists = [], []
    for attraction in ATTRACTIONS:
        entries = np.outer(*rank1.problem(attraction, EXAMINATION))
        best_pairs.append(int(entries.argmax()))
        problem = pbm.problem(attraction, EXAMINATION)
        best_lists.append(int(np.argmax([pbm.MODEL.reward(*problem, a) for a in LISTS])))
    same_pair, same_list = (best[0] == best[1] for best in (best_pairs, best_lists))
    same = {"pair": same_pair, "list": same_list}
    case.must("the best pair is the first, and the lists (1, 2) and (1, 3)",
              (best_pairs, best_lists) == ([0, 0], [0, 1]))  # fmt: skip
    case.must("what is learned does not tell the problems apart", same[learned])
    case.printed("what is asked for does not either", same[asked])
    case.number("same_pair", "same best pair", same_pair)
    case.number("same_list", "same best list", same_list)
    return case.finding()
