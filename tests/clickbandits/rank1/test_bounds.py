"""The bounds of the rank-1 paper agree with exact values, enclosures and hand-computed problems."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from clickbandits import rank1
from clickbandits.bernoulli import kl
from clickbandits.rank1 import bounds
from compendium.balls import ball, kl_ball
from compendium.rank1.kl_scaling.sharp import shrinking, times

UNIT = st.fractions(0, 1, max_denominator=10**6)


@settings(max_examples=200, deadline=None)
@given(UNIT, UNIT, UNIT)
def test_sandwich_against_balls(c, p, q):
    lower, upper = bounds.scaling_sandwich(c, p, q)
    with ctx.workprec(200):
        exact = kl_ball(p, q)
        for value, end in ((lower, max(p, q)), (upper, min(p, q))):
            assert value == pytest.approx(float(times(shrinking(c, end), exact)), rel=1e-9)
    scaled = kl(float(c) * float(p), float(c) * float(q))
    assert lower <= scaled * (1 + 1e-9) + 1e-15
    assert scaled <= upper * (1 + 1e-9) + 1e-15


@pytest.mark.parametrize(
    ("c", "p", "q", "lower", "upper"),
    [
        (1, 1, 0.5, math.log(2), math.log(2)),
        (0, 0.3, 1, 0, 0),
        (0.5, 0.2, 1, 0, math.inf),
        (0.5, 0.3, 0, math.inf, math.inf),
        (0.5, 1, 1, 0, 0),
        (0.5, 1, 0, 0, math.inf),
        (1, 0.2, 1, math.inf, math.inf),
    ],
)
def test_sandwich_on_the_boundary(c, p, q, lower, upper):
    assert bounds.scaling_sandwich(c, p, q) == pytest.approx((lower, upper))


def test_sandwich_broadcasts():
    lower, upper = bounds.scaling_sandwich([[0.2], [1.0]], [0.1, 0.5, 1.0], 0.5)
    assert lower.shape == upper.shape == (2, 3)
    assert np.array_equal(lower[1], upper[1])


@settings(max_examples=200, deadline=None)
@given(UNIT, UNIT, UNIT, UNIT)
def test_curvature_is_a_lower_bound_and_attained(c, largest, p, q):
    p, q = p * largest, q * largest
    if c == 0 or largest == 0 or p == q:
        return
    sharp = bounds.curvature(c, largest)
    assert sharp >= max(c, 1 - largest, Fraction(1, 4))
    with ctx.workprec(200):
        divergence = kl_ball(c * p, c * q)
        assert divergence > ball(2 * c * sharp * (p - q) ** 2)
        peak = min(largest, 1 / (2 * c))
        below = peak * (1 - Fraction(1, 10**8))
        attained = kl_ball(c * below, c * peak) / ball(2 * c * (peak - below) ** 2)
        assert float(attained) == pytest.approx(float(sharp), rel=1e-6)


def test_curvature_is_exact_for_fractions():
    assert bounds.curvature(Fraction(1, 3), Fraction(1, 2)) == Fraction(3, 5)
    assert bounds.curvature(Fraction(4, 5), Fraction(3, 4)) == Fraction(4, 5)
    assert bounds.curvature(0.5, 0) == math.inf


def test_hardness_of_the_papers_problem():
    hard = bounds.hardness(rank1.problem([0.75] + [0.25] * 31, [0.25] * 31 + [0.75]))
    assert hard[2:5] == (0.25 + 0.5 / 32, 0.75, 0.25 + 0.5 / 32)
    assert hard.row_gaps[0] == 0 == hard.column_gaps[-1]
    assert hard.row_gaps[1] == 0.5 == hard.column_gaps[0]


def test_theorem_1_by_hand():
    """If ū = (1, 1/2) and v̄ = (1/2, 1/4), then μ = 3/8, γ = 3/8 and κ = 1/(4(1 - 3/8)) = 2/5."""
    problem = rank1.problem([0.5, 1.0], [0.5, 0.25])
    gaps = 1 / 0.5 + 1 / 0.25 + 1 / 0.25 + 1 / 0.5  # the best row pays 1/Δ of the columns
    log = math.log(1000)
    printed = 160 / (3 / 8) ** 2 * gaps * log + (6 * math.e + 82) * 4
    assert bounds.theorem_1(problem, 1000) == pytest.approx(printed, rel=1e-14)
    budget = log + 3 * math.log(log)
    repaired = 80 / (3 / 8 * 2 / 5) * gaps * budget + 48  # p_max = 1
    assert bounds.theorem_1_repaired(problem, 1000) == pytest.approx(repaired, rel=1e-14)
    fresh = 320 / 3 / (3 / 8 * 2 / 5) * gaps * budget + 4 / 12
    assert bounds.theorem_1_repaired(problem, 1000, True) == pytest.approx(fresh, rel=1e-14)


def test_ties_cost_nothing_on_the_other_side():
    log = math.log(100)
    tied = rank1.problem([0.5, 0.5], [0.25])
    assert bounds.theorem_1(tied, 100) == pytest.approx((6 * math.e + 82) * 3)
    rows_tied = bounds.hardness(rank1.problem([0.5, 0.5], [0.25, 0.75]))
    assert bounds.inverse_gaps(*rows_tied[:2]) == 3 / 0.5
    one_row = rank1.problem([1.0], [0.25, 0.75])
    kappa = bounds.curvature(0.5, 1.0)
    expected = 80 / (0.5 * kappa) * (2 / 0.5) * (log + 3 * math.log(log)) + 36
    assert bounds.theorem_1_repaired(one_row, 100) == pytest.approx(expected, rel=1e-14)


def test_bounds_do_not_depend_on_the_order():
    rng = np.random.default_rng(1)
    rows, columns = rng.random(5), rng.random(7)
    ordered = bounds.theorem_1_repaired(rank1.problem(np.sort(rows), np.sort(columns)), 10**6)
    assert bounds.theorem_1_repaired(rank1.problem(rows, columns), 10**6) == pytest.approx(ordered)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (bounds.scaling_sandwich, (1.1, 0.5, 0.5), r"must lie in \[0, 1\]; got"),
        (bounds.scaling_sandwich, (0.5, -0.1, 0.5), r"must lie in \[0, 1\]; got"),
        (bounds.scaling_sandwich, (0.5, 0.5, math.nan), r"must lie in \[0, 1\]; got"),
        (bounds.curvature, (0.5, 2), "largest must lie in"),
        (bounds.theorem_1, (rank1.problem([0.5], [0.5]), 1), "horizon must be a number from"),
        (bounds.theorem_1_repaired, (rank1.problem([0.5], [0.5]), 1), "horizon must be a number from"),
        (bounds.theorem_1, (rank1.problem([0, 0], [0.5]), 100), "above 0; got a vector of zeros"),
        (bounds.theorem_1_repaired, (rank1.problem([0, 0], [0.5]), 100), "a vector of zeros"),
    ],
)
def test_what_lies_outside_is_refused(function, arguments, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments)


def test_stage_ends_quadruple():
    ends = [bounds.stage_end(stage, 2 * 10**6) for stage in range(4)]
    assert ends == [233, 929, 3715, 14857]
