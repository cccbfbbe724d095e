"""The radii of concentration, the exact failure of Theorem 3, and the tools of the checks."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clickbandits.geometric import upper_tail
from clickbandits.mnl.concentration import (
    click_radius,
    crossing_probability,
    lemma_4_click_radius,
    lemma_4_confidence,
    lemma_4_radius,
    lower_radius,
    predictable_factor,
    printed_click_radius,
    printed_radius,
    sharp_click_radius,
    upper_radius,
)
from compendium.mnl.concentration.constants import herbst_constant, log_sobolev_constant, theorem_5_bound
from compendium.mnl.concentration.entropy import entropy_ratio, sharp_constant
from compendium.mnl.concentration.estimator import after_epoch, worst_case
from compendium.mnl.concentration.freezing import exact_crossing_probability
from compendium.mnl.concentration.predictable import block_failure, lines_reach
from compendium.mnl.concentration.smooth import capped_failure, capped_mean
from compendium.mnl.geometric_moments.alternating_sums import is_aps, multiply
from compendium.mnl.geometric_moments.counts import negative_multinomial


def test_radii_by_hand():
    c = math.e**2
    assert printed_radius(4.0, c) == pytest.approx(4 + 8)
    assert printed_click_radius(4.0, c) == pytest.approx(8 + 8)
    assert click_radius(8.0, c) == pytest.approx(8 + 8)
    assert lower_radius(4.0, c) == pytest.approx(4)
    assert upper_radius(4.0, c, largest_mean=3) == pytest.approx(4 + 2 / math.log(4 / 3))
    assert upper_radius(4.0, c, largest_mean=0.01) == pytest.approx(4 + 2 * 1.02 / 3)
    assert upper_radius(4.0, c) == pytest.approx(4 + 2 / math.log(2))
    assert lemma_4_confidence(6, 10) == 300
    assert lemma_4_radius(0.5, 10.0, c) == pytest.approx((math.sqrt(40) + 8) / 10)
    assert lemma_4_click_radius(0.5, 10.0, c) == pytest.approx((math.sqrt(80) + 8) / 10)


@given(st.floats(0, 5), st.floats(0.1, 1e4), st.floats(1.01, 1e12))
@settings(max_examples=60)
def test_the_sharp_radius_is_the_smallest(estimate, exposure, confidence):
    sharp = sharp_click_radius(estimate, exposure, confidence)
    assert sharp <= click_radius(estimate * exposure, confidence) / exposure * (1 + 1e-12)
    # it is the exact solution of m − S = 2√(m log C)
    mean = estimate + sharp
    gap = 2 * math.sqrt(mean * math.log(confidence) / exposure)
    assert sharp == pytest.approx(gap, rel=1e-9)


@pytest.mark.parametrize("radius", [printed_radius, click_radius, lower_radius, upper_radius])
@pytest.mark.parametrize("confidence", [1.0, 0.5, 0.0])
def test_a_confidence_of_at_most_one_is_refused(radius, confidence):
    with pytest.raises(ValueError, match="confidence must exceed 1; got"):
        radius(1.0, confidence)


def crossing_by_enumeration(n, confidence):
    """The exact P(|S_i − i| exceeds the radius for some i ≤ n) for p = 1/2, by enumeration."""
    inside = {0: Fraction(1)}
    for i in range(1, n + 1):
        radius = printed_radius(2.0 * i, confidence)
        longest = int(i + radius) + 1
        following = {}
        for total, mass in inside.items():
            for y in range(longest - total + 1):
                following[total + y] = following.get(total + y, 0) + mass * Fraction(1, 2 ** (y + 1))
        inside = {s: m for s, m in following.items() if abs(s - i) <= radius}
    return 1 - sum(inside.values())


@pytest.mark.parametrize(("n", "confidence"), [(1, 1.1), (4, 1.05), (12, 1.2), (25, 1.5)])
def test_crossing_probabilities_by_enumeration(n, confidence):
    exact = crossing_by_enumeration(n, confidence)
    assert exact_crossing_probability(n, confidence) == exact
    curve = crossing_probability(n, confidence)
    assert curve[-1] == pytest.approx(float(exact), abs=1e-13) and (np.diff(curve) >= -1e-12).all()


@pytest.mark.parametrize("clicks", [False, True])
def test_lines_cover_and_fewer_do_not_always(clicks):
    ratios = np.geomspace(1e-2, 1e10, 60)
    reach = lines_reach(np.arange(1, 300), clicks)
    needed = 1 + np.searchsorted(reach, np.sqrt(ratios))
    assert np.all(needed <= predictable_factor(ratios, math.e))
    assert np.any(needed > np.ceil(ratios**0.25 / 2))  # half as many are not enough


def test_the_first_lines_reach():
    # the line w0 = 2 ends at w = 4, and w0 = 1 from the clicks at w = 2
    assert [lines_reach(k, clicks=False) for k in (0, 1, 2)] == [0, 4, 12]
    assert [lines_reach(k, clicks=True) for k in (0, 1, 2)] == [0, 2, 8]


def test_blocks_make_8_fail():
    blocks, chance = block_failure(4)
    assert chance > 0.75 and blocks == 93


def test_expectation_after_an_epoch():
    value = np.array([0.0, 1.0, 0.0, 0.5])
    direct = [
        sum(0.25 * 0.75**y * (value[s + y] if s + y < 4 else 1.0) for y in range(200)) for s in range(4)
    ]
    assert after_epoch(value, 0.25) == pytest.approx(direct)


def test_worst_case_of_one_and_two_epochs():
    assert worst_case(lambda s, e: s >= 3, 1) == pytest.approx(1 / 8)  # shown for p = 1/2
    assert worst_case(lambda s, e: s >= 3, 2) == pytest.approx(upper_tail(2, 0.5, 3))
    # stop at the first success: either epoch reaches one click
    assert worst_case(lambda s, e: (s >= 1) & (e == 1), 2) == pytest.approx(
        max(upper_tail(1, 0.5, 1), upper_tail(2, 2 / 3, 1))
    )


def test_log_sobolev_constants():
    assert log_sobolev_constant(0.5, math.log(2) / 2) == pytest.approx(herbst_constant(0.5))
    assert herbst_constant(0.5) == pytest.approx(8.888634185259)
    with pytest.raises(ValueError, match=r"slope must lie below -log\(1 - p\)"):
        log_sobolev_constant(0.5, 0.7)
    for p, b in ((0.3, 0.2), (0.5, 0.5), (0.9, 2.0)):
        assert sharp_constant(p, b) < log_sobolev_constant(p, b)


def test_entropy_ratio_of_a_linear_function():
    # f(k) = bk: Ent = bΛ'(b) − Λ(b) over E e^f, Λ the log-mgf
    p, b = 0.6, 0.3
    u = (1 - p) * math.exp(b)
    exact = (b * u / (1 - u) - math.log(p / (1 - u))) / b**2
    assert entropy_ratio(p, np.full(400, b)) == pytest.approx(exact, rel=1e-10)


@given(st.floats(0.1, 200), st.floats(0.1, 50), st.floats(0.05, 5), st.floats(0.05, 0.95))
@settings(max_examples=50)
def test_theorem_5_bound_is_the_best_chernoff_exponent(deviation, square, slope, p):
    scale = square * herbst_constant(p)
    rates, step = np.linspace(0, -math.log1p(-p) / (2 * slope), 4001, retstep=True)
    best = float(np.min(rates**2 * scale - rates * deviation))
    if best < -700:
        return
    exponent = math.log(theorem_5_bound(deviation, square, slope, p))
    assert best - scale * step**2 - 1e-9 <= exponent <= best + 1e-9


def test_counterexamples_by_hand():
    # J = K = 1, α = 1, one epoch: the capped estimate is 1 with probability 1/2
    assert capped_failure(1, Fraction(1)) == Fraction(1, 2)
    assert [capped_mean(n) for n in (1, 2)] == [Fraction(1, 2), Fraction(5, 8)]
    assert is_aps((1, 1, 1, 1)) and not is_aps((2, 1)) and is_aps((1, 2))
    assert multiply((1, 2), (3, 4)) == (0, 3, 10, 8)


def test_negative_multinomial_sums_to_its_margins():
    weights = (Fraction(1, 2), Fraction(1, 3))
    margin = Fraction(2, 3) * Fraction(1, 3) ** 2  # P(n₁ = 2), parameter 1/(1 + 1/2)
    partial = sum(negative_multinomial((2, other), weights) for other in range(60))
    assert abs(float(partial - margin)) < 1e-15
