"""The tools of the checks on the counts of an epoch agree with results by hand."""

import math
from fractions import Fraction

import pytest
from flint import arb

from clickbandits.geometric import central_moment
from compendium.balls import ball
from compendium.mnl.geometric_moments import bound, sub_gamma


@pytest.mark.parametrize("k", [3, 7])
@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 5)])
def test_the_enclosure_of_the_bernstein_ratio_is_the_ratio(k, p):
    exact = ball(bound.bernstein_ratio(k, p) * math.factorial(k) / 2)
    assert abs(bound.ratio_enclosure(k, ball(p)) / exact - 1) < 1e-9


@pytest.mark.parametrize("k", [3, 5, 7])
def test_the_bound_near_zero_is_one_at_the_first_cut(k):
    first = ball(bound.FIRST)
    assert bound.bound_near_zero(k, first) > bound.ratio_enclosure(k, first)


@pytest.mark.parametrize("k", [3, 7])
def test_the_bound_near_zero_by_hand(k):
    moment = ball(central_moment(k, Fraction(1, 2)))
    by_hand = moment / 2 ** (k - 1) + 4 * bound.below_limit(k) * arb(1).exp().sqrt()  # 2e^p/(1 − p) = 4√e
    assert bound.bound_near_zero(k, arb(1) / 2).overlaps(by_hand)
    rise = bound.bound_near_zero(k, ball(bound.FIRST)) - bound.bound_near_zero(k, ball(0))
    assert bound.largest_slope_near_zero(k) > rise / ball(bound.FIRST)


def test_the_worst_rule_for_a_single_count_by_hand(monkeypatch):
    monkeypatch.setattr(sub_gamma, "BUDGET", 2)  # one count of mean 1, or two of mean ½
    assert sub_gamma.largest_chance(1.0, -1) == pytest.approx(1 / 2)  # 1/2 at once, (2/3)² by two
    assert sub_gamma.largest_chance(3.0, 1) == pytest.approx(1 / 16)  # Y ≥ 4
