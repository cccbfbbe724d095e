"""The tools of the checks of concentration agree with results by hand or by a second method."""

import math

import numpy as np
import pytest
from flint import arb
from scipy import stats

from clickbandits.geometric import upper_tail
from clickbandits.mnl.concentration import (
    click_radius,
    lemma_4_confidence,
    lemma_4_radius,
    printed_click_radius,
    printed_radius,
    upper_radius,
)
from clickbandits.mnl.estimators import fit_algorithm_1
from compendium import claims
from compendium.mnl.concentration import entropy, estimator, predictable, sharp, smooth, tails
from compendium.mnl.concentration.constants import herbst_constant, theorem_5_bound
from compendium.mnl.concentration.freezing import above_the_mean, short_of_the_mean


def test_the_settings_have_the_mean_and_the_variance_of_the_sum():
    one_count = {p: (mean, variance) for p, n, _, mean, variance in tails.settings() if n == 1}
    assert one_count[0.5] == pytest.approx((1, 2), rel=1e-12)
    assert one_count[0.75] == pytest.approx((1 / 3, 4 / 9), rel=1e-12)


@pytest.mark.parametrize(("radius", "under"), [(click_radius, 4), (printed_click_radius, 8)])
@pytest.mark.parametrize("confidence", tails.CONFIDENCES)
def test_ends_by_clicks_are_one_radius_from_the_mean(radius, under, confidence):
    for mean in (0.5, 20.0, 1e3, 1e6):
        low, high = tails.ends_by_clicks(mean, confidence, under)
        assert high - radius(high, confidence) == pytest.approx(mean)
        if mean > 4 * math.log(confidence):
            assert low + radius(low, confidence) == pytest.approx(mean)
        else:
            assert low == 0


def test_the_radius_above_in_balls_is_that_in_floats():
    _, high = tails.ends_by_clicks(100, 4)
    assert float(predictable.radius_above(100, 4)) == pytest.approx(high - 100)


@pytest.mark.parametrize("radius", [printed_radius, upper_radius])
def test_tails_of_many_counts_are_nearly_normal(radius):
    n, confidence = 10**6, 2.01
    length = float(radius(2.0 * n, confidence))
    normal = stats.norm.sf(length / math.sqrt(2 * n))
    assert tails.above(n, 0.5, n + length) == pytest.approx(normal, rel=2e-3)
    assert tails.below(n, 0.5, n - length) == pytest.approx(normal, rel=2e-3)


def test_a_tail_far_below_is_nearly_normal():
    # but for the skewness (2 − p)/√(1 − p), which is 3/√2 at p = 1/2
    z = printed_radius(2 * tails.MANY, math.exp(tails.FAR)) / math.sqrt(2 * tails.MANY)
    normal = stats.norm.logsf(z) - z**3 / 6 * 1.5 / math.sqrt(tails.MANY / 2)
    assert abs(tails.far_below(4, 4) - tails.FAR - normal) < 0.01


def test_failures_of_one_count_by_hand():
    # the radius is 0.9987 at C = 1.1, and by clicks the ends are 0.73 and 1.37 at C = 1.01: all but Y = 1
    assert predictable.fixed_failure(1, 1.1) == pytest.approx(3 / 4)
    assert predictable.fixed_click_failure(1, 1.01) == pytest.approx(3 / 4)
    # one count is 0, or else two are at most 1; at C = 1.1 that is short by √(4i log C)
    assert short_of_the_mean(2, 1.1) == pytest.approx(1 / 2 + 1 / 8)
    # at C = 1.1 it is at least 1.76 with chance 1/4, or else two of them are at least 3.01: 0 and 4 or more,
    # or 1 and 3 or more
    assert above_the_mean(1, 1.1) == pytest.approx(1 / 4)
    assert above_the_mean(2, 1.1) == pytest.approx(1 / 4 + 1 / 32 + 1 / 32)


def test_blocks_by_floats():
    # blocks from 10¹² on, each of which ends a thousandfold on
    ends, counts = np.array([1e12, 1e15]), np.arange(200)
    radii = np.sum(tails.ends_by_clicks(ends, 4)[1] - ends)
    third = np.sum(0.5 ** (counts + 1) * abs(counts - 1.0) ** 3) / 2**1.5
    size = np.diff(ends)[0]
    one = 2 * stats.norm.sf(radii / np.sqrt(2 * size)) - 2 * predictable.BERRY_ESSEEN * third / np.sqrt(size)
    blocks, chance = predictable.block_failure(4)
    assert blocks == math.ceil(math.log(0.25) / math.log1p(-one)) + 1
    assert float(chance) == pytest.approx(1 - (1 - one) ** blocks, rel=1e-7)


def test_wide_lines_begin_at_zero_and_fewer_do_not_suffice():
    for ratio in (1.1, 2.0, 5.0):
        ends = predictable.ends_of_wide_lines(ratio)
        assert ends[0] == pytest.approx(4 * math.sqrt(ratio))
        growth = (math.sqrt(ratio) + math.sqrt(ratio - 1)) ** 2
        assert ends[-1] / ends[-2] == pytest.approx(growth)


def test_numbers_of_sharp_lines():
    # at t = 16 the number of lines is log(n/64), rounded up
    assert [sharp.lines(64 * math.exp(y), 16) for y in (4.999, 5.001)] == [5, 6]


def test_worst_cases_by_hand():
    # a click in one epoch, of exposure 1 or 1/2; two in two epochs; more than 150 at once
    assert estimator.worst_case(lambda s, _: s >= 1, 1) == pytest.approx(1 / 2)
    assert estimator.worst_case(lambda s, e: (s >= 1) & (e < 1), 1) == pytest.approx(1 / 3)
    assert estimator.worst_case(lambda s, _: s >= 2, 2) == pytest.approx(1 / 2)
    beyond = estimator.worst_case(lambda s, e: (s < 0) & (e < 0), 1)
    assert beyond == pytest.approx(0.5**151, rel=1e-9, abs=0)


@pytest.mark.parametrize("epochs", [6, 20])
def test_the_worst_case_is_at_least_that_of_one_list(epochs):
    level, clicks = math.log(lemma_4_confidence(2, epochs)), np.arange(estimator.LARGEST_SUM + 1)

    def event(sums, exposure):
        return sums / exposure > 2 + 4 * level / exposure

    one_list = [
        stats.nbinom.pmf(clicks, epochs, p)[event(clicks, epochs * bias)].sum()
        + stats.nbinom.sf(estimator.LARGEST_SUM, epochs, p)
        for p, bias in ((1 / 2, 1), (2 / 3, 1 / 2))
    ]
    assert 1 - 1e-9 < estimator.worst_case(event, epochs) / max(one_list) < 100


def test_a_probability_far_above_twice_the_mean():
    # tilted by the golden ratio a count has the mean 2 + √5 and is nearly normal there
    t, mean = 600, 2 + math.sqrt(5)
    n, theta = 4 * t / math.sqrt(5), math.log((1 + math.sqrt(5)) / 2)
    likeliest = t - 4 * t * theta - math.log(2 * math.pi * n * mean * (1 + mean)) / 2
    assert abs(estimator.log_chance(round(n), 2 * round(n) + 4 * t) + t - likeliest) < 0.01


@pytest.mark.parametrize("p", entropy.PARAMETERS)
@pytest.mark.parametrize("share", entropy.SHARES)
def test_constants_and_ratios_of_theorem_16(p, share):
    b = -share * math.log1p(-p)
    # r/(1 − r) A + B, the integrals by midpoints
    r, v = math.sqrt((1 - p) * math.exp(b)), (np.arange(1000) + 0.5) / 1000
    integrals = (1 - p) / p * np.mean((r / (1 - r) + v) * np.exp(b * v))
    assert entropy.sharp_constant(p, b) == pytest.approx(integrals, rel=1e-5)
    # f = 0, b, b/2, b/2, …, entropy and energy written out
    weights, f = (p, (1 - p) * p, (1 - p) ** 2), (0.0, b, b / 2)
    mean = sum(w * math.exp(x) for w, x in zip(weights, f, strict=True))
    own = sum(w * math.exp(x) * x for w, x in zip(weights, f, strict=True)) - mean * math.log(mean)
    energy = weights[0] * b**2 + weights[1] * math.exp(b) * (b / 2) ** 2
    assert entropy.entropy_ratio(p, np.array([b, -b / 2])) == pytest.approx(own / energy, rel=1e-6)


def test_the_limit_of_small_slopes_is_half_a_poincare_ratio():
    small = entropy.entropy_ratio(0.5, 1e-18 * 1.4 ** np.arange(40))
    assert small == pytest.approx(float(entropy.without_radical()))


def test_entropy_of_bits():
    a, d = arb(1), arb(4)
    mean = arb(5) / 2
    assert abs(entropy.entropy([a, d]) - (d * d.log() / 2 - mean * mean.log())) < 1e-9
    # the chain rule of (1, 1, 1, 4): E Ent(g | first bit) + Ent(E(g | first bit))
    chained = entropy.entropy([a, d]) / 2 + entropy.entropy([a, mean])
    assert abs(entropy.entropy([a, a, a, d]) - chained) < 1e-9


def test_two_slots_for_small_slopes():
    # half the variance over E Σ|d⁺G|²: 6/2/2 and 4/2/2
    for slots, half in (("of one epoch", 1.5), ("independent", 1.0)):
        assert float(entropy.two_slots_ratio(slots, arb("1e-6"))) == pytest.approx(half, rel=1e-4)


@pytest.mark.parametrize("p", [0.5, 0.9])
def test_the_constant_of_herbst(p):
    y = (1 - p) ** 0.25
    assert herbst_constant(p) == pytest.approx(y**2 / ((1 - y**4) * (1 - y)), rel=1e-12)


def test_the_branches_of_theorem_5():
    # δ_c = β₁²M log 2/β₂ lies between 9 and 10 for β₁² = 3, β₂ = 2
    for deviation, branch in ((9.0, 0), (10.0, 1)):
        exponent = smooth.branches(deviation, 3.0, 2.0, 0.5)[branch]
        assert theorem_5_bound(deviation, 3.0, 2.0, 0.5) == pytest.approx(math.exp(-exponent))
    for slope in (5, 20):  # of F = slope · X the bound is that of X
        scaled = theorem_5_bound(slope * np.arange(1, 120), slope**2, slope, 0.5)
        np.testing.assert_allclose(scaled, smooth.sum_bound(np.arange(1, 120), 1), rtol=1e-9)


def test_the_tail_of_the_switched_sum_by_the_first_count():
    # six counts at δ = 2: EF = 7/2, and the first is y with chance 2^-(y + 1)
    summed = sum(0.5 ** (y + 1) * upper_tail(5, 0.5, max(6 - y, 0)) for y in range(1, 99))
    assert smooth.switched_tail(6, 2) == pytest.approx(summed, rel=1e-9)


def test_the_counterexamples_to_corollary_6_by_hand():
    # fewer than three clicks in three epochs, each with chance 9/19 of one more
    capped = smooth.capped_failure(3, 0.9)
    assert capped == pytest.approx(1 - (10 / 19) ** 3 * (1 + 3 * 9 / 19 + 6 * (9 / 19) ** 2))
    epochs = 10**6
    exact, claimed = map(float, smooth.played_once(6, "Gaussian"))
    assert claimed == pytest.approx(1 / epochs**2)
    assert exact == 0.5 ** (math.floor(6 * math.sqrt(math.log(2 * epochs**2))) + 2)


def test_the_radius_of_the_supremum_exceeds_every_error():
    # two items at two positions, five plays per cell in ten epochs; one more click on item 2 at position 1
    plays = np.full((2, 2), 5.0)
    before, after = (
        fit_algorithm_1(np.array([[4.0, 4.0], [clicks, 1.0]]), plays, tolerance=1e-13).attraction
        for clicks in (1.0, 2.0)
    )
    assert max(*before, *after) <= 1
    radius = math.sqrt(36 * 5 * (after[0] - before[0]) ** 2 * math.log(2 * 10**2))
    stated = claims.finding("mnl:equation-13", "quick").numbers["radius"]
    assert stated == pytest.approx(radius, rel=1e-9)
    assert radius > 1


def test_a_union_bound_over_an_items_displays():
    # six epochs, J = 2: the worst rule fails no more often than those of the first n displays, summed
    confidence = lemma_4_confidence(2, 6)

    def strays(clicks, exposure):
        return abs(clicks / exposure - 1) > 0.2 * lemma_4_radius(1.0, exposure, confidence)

    def always_shown(n):
        first, second, clicks = np.ogrid[: n + 1, : n + 1, : estimator.LARGEST_SUM + 1]
        with np.errstate(invalid="ignore", divide="ignore"):
            value = strays(clicks, first + second / 2).astype(float)
        for left in range(n, 0, -1):
            value = np.maximum(
                estimator.after_epoch(value[1 : left + 1, :left], 1 / 2),
                estimator.after_epoch(value[:left, 1 : left + 1], 2 / 3),
            )
        return float(value[0, 0, 0])

    worst, summed = estimator.worst_case(strays, 6), sum(map(always_shown, range(1, 7)))
    assert always_shown(6) <= worst <= summed
