"""The geometric distribution: values agree with independent computations, and the bound always holds."""

from fractions import Fraction
from itertools import permutations
from math import comb, factorial, inf

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from clickbandits.geometric import (
    absolute_central_moment,
    central_moment,
    central_moment_bound,
    central_moment_coefficients,
    cumulant,
    cumulant_bound,
    cumulant_coefficients,
    derangements,
    lower_tail,
    sub_gamma_scale,
    upper_tail,
)

FRACTIONS = st.fractions(min_value=Fraction(1, 50), max_value=1, max_denominator=200)


def factorial_moment_sum(n, p):
    """E(Y − μ)^n, term by term from E Y(Y−1)…(Y−j+1) = j! μ^j and Stirling numbers."""
    mean = 1 / p - 1
    raw = [
        sum(sp.functions.combinatorial.numbers.stirling(i, j) * factorial(j) * mean**j for j in range(i + 1))
        for i in range(n + 1)
    ]
    return sum(comb(n, i) * (-mean) ** (n - i) * raw[i] for i in range(n + 1))


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(2, 7), Fraction(9, 10)])
def test_moments_and_cumulants_from_the_generating_function(n, p):
    theta = sp.Symbol("theta")
    exact = sp.Rational(p.numerator, p.denominator)
    log_mgf = sp.log(exact / (1 - (1 - exact) * sp.exp(theta)))
    mean = (1 - exact) / exact
    assert sp.simplify(sp.diff(log_mgf, theta, n).subs(theta, 0)) == cumulant(n, p)
    if n <= 6:
        centred = sp.exp(-theta * mean) * exact / (1 - (1 - exact) * sp.exp(theta))
        assert sp.simplify(sp.diff(centred, theta, n).subs(theta, 0)) == central_moment(n, p)


@pytest.mark.parametrize("n", [0, 1, 2, 5, 10, 20, 35])
def test_central_moments_from_factorial_moments(n):
    p = Fraction(3, 8)
    assert factorial_moment_sum(n, p) == central_moment(n, p)


def test_small_orders_by_hand():
    p = Fraction(1, 3)
    assert cumulant(1, p) == 2
    assert cumulant(2, p) == central_moment(2, p) == (1 - p) / p**2
    assert cumulant(3, p) == central_moment(3, p) == (1 - p) * (2 - p) / p**3
    assert central_moment(4, p) == cumulant(4, p) + 3 * cumulant(2, p) ** 2
    assert central_moment(0, p) == 1
    assert central_moment(1, p) == 0
    assert central_moment_coefficients(1) == (0,)
    assert [central_moment_bound(n, p) for n in (1, 2, 3, 4)] == [0, 6, 36, 486]


@pytest.mark.parametrize("n", [5, 12, 60])
def test_high_orders_by_summing_the_series(n):
    with mpmath.workdps(60):
        p = mpmath.mpf("0.4")
        mean = (1 - p) / p
        terms = mpmath.fsum((y - mean) ** n * p * (1 - p) ** y for y in range(4000))
        assert abs(terms / mpmath.mpf(str(central_moment(n, 0.4))) - 1) < 1e-12


@given(st.integers(1, 60), FRACTIONS)
@settings(max_examples=60, deadline=None)
def test_bound_holds_and_floats_are_the_nearest_ones(n, p):
    moment, bound = central_moment(n, p), central_moment_bound(n, p)
    assert moment <= bound
    close = float(p)
    assert central_moment(n, close) == float(central_moment(n, Fraction(close)))


@given(st.integers(2, 40), FRACTIONS)
@settings(max_examples=60, deadline=None)
def test_the_bound_on_cumulants_holds_and_is_exact_for_orders_2_and_3(n, p):
    assert cumulant(n, p) <= cumulant_bound(n, p)
    assert n > 3 or cumulant(n, p) == cumulant_bound(n, p)


def test_cumulants_of_the_fair_coin_are_twice_the_ordered_bell_numbers():
    assert [cumulant(n, Fraction(1, 2)) for n in range(1, 8)] == [1, 2, 6, 26, 150, 1082, 9366]
    assert isinstance(cumulant(3, 0.5), float) and isinstance(cumulant_bound(3, 0.5), float)


@given(st.floats(0.02, 0.98))
@settings(max_examples=60, deadline=None)
def test_the_scale_is_the_least_one_that_bounds_the_logarithm_of_the_generating_function(p):
    mean, c = (1 - p) / p, sub_gamma_scale(p)
    edge = -np.log1p(-p)  # of the generating function
    assert c == pytest.approx(max(1 / edge, (1 + 2 * mean) / 3), rel=1e-12) and c < mean + 0.5

    def exceeds(scale, share):
        t = share * min(edge, 1 / scale)
        left = -np.log1p(-mean * np.expm1(t)) - mean * t
        return left > mean * (1 + mean) * t**2 / (2 * (1 - scale * t)) * (1 + 1e-9)

    assert not any(exceeds(c, share) for share in np.linspace(0.05, 0.99, 40))
    assert any(exceeds(0.9 * c, share) for share in (1e-2, 0.1, 0.3, *(1 - 10.0 ** -np.arange(3, 15))))


def test_the_sub_gamma_scale_has_its_limits_where_a_fraction_rounds_to_0_or_to_1():
    tiny = Fraction(1, 10**400)
    assert sub_gamma_scale(1 - tiny) == pytest.approx(1 / 3, rel=1e-15)
    assert sub_gamma_scale(1 - Fraction(1, 10**20)) == pytest.approx(1 / 3, rel=1e-15)
    assert sub_gamma_scale(tiny) == np.inf
    assert sub_gamma_scale(Fraction(1, 10**300)) == pytest.approx(1e300, rel=1e-12)


@pytest.mark.parametrize("n", [2, 3, 10, 60])
def test_bound_is_sharp_as_p_vanishes(n):
    p = Fraction(1, 10**12)
    assert 1 - central_moment(n, p) / central_moment_bound(n, p) < Fraction(n**2, 10**12)


@given(st.integers(0, 9), FRACTIONS)
@settings(max_examples=30, deadline=None)
def test_absolute_moments_dominate_and_agree_for_even_orders(n, p):
    absolute = absolute_central_moment(n, p)
    assert absolute >= abs(central_moment(n, p))
    if n % 2 == 0:
        assert absolute == central_moment(n, p)


def test_absolute_moments_by_summing_the_series():
    p, mean = 0.15, 0.85 / 0.15
    y = np.arange(2000)
    for n in (1, 3, 5):
        direct = np.sum(np.abs(y - mean) ** n * p * (1 - p) ** y)
        assert absolute_central_moment(n, p) == pytest.approx(direct, rel=1e-12)


def test_derangements_are_counted():
    for m in range(8):
        fixed_free = sum(all(a != b for a, b in enumerate(s)) for s in permutations(range(m)))
        assert derangements(m) == fixed_free


def test_exact_tails_are_the_convolution():
    p, n = Fraction(2, 5), 4
    law = [Fraction(1)]
    for _ in range(n):
        law = [
            sum(law[y] * p * (1 - p) ** (s - y) for y in range(min(s, len(law) - 1) + 1)) for s in range(15)
        ]
    for s in range(15):
        assert lower_tail(n, p, s) == sum(law[: s + 1])
        assert upper_tail(n, p, s) == 1 - sum(law[:s])


@given(st.integers(1, 300), st.floats(0.05, 0.99), st.integers(-2, 400))
@settings(max_examples=60, deadline=None)
def test_float_tails_agree_with_scipy_and_with_each_other(n, p, s):
    assert lower_tail(n, p, s) == pytest.approx(stats.nbinom.cdf(s, n, p), rel=1e-9, abs=1e-300)
    assert upper_tail(n, p, s) == pytest.approx(stats.nbinom.sf(s - 1, n, p), rel=1e-9, abs=1e-300)


def test_far_tails_keep_their_relative_accuracy():
    assert upper_tail(1, 0.5, 51) == pytest.approx(2.0**-51, rel=1e-12)
    assert upper_tail(3, 0.5, 200) == pytest.approx(float(upper_tail(3, Fraction(1, 2), 200)), rel=1e-10)


def test_tails_take_arrays():
    s = np.array([-1, 0, 1, 2])
    assert upper_tail(1, 0.5, s) == pytest.approx([1, 1, 0.5, 0.25])
    assert lower_tail(1, 0.5, s) == pytest.approx([0, 0.5, 0.75, 0.875])
    assert upper_tail(np.array([1, 2]), 0.5, 1) == pytest.approx([0.5, 0.75])


def test_certain_success_and_overflow():
    assert central_moment(4, 1) == absolute_central_moment(3, 1) == 0
    assert upper_tail(5, 1, 1) == 0 and lower_tail(5, 1, 0) == 1
    assert central_moment(60, 1e-10) == inf
    assert isinstance(central_moment(2, Fraction(1, 2)), Fraction)
    assert isinstance(central_moment(2, np.float64(0.5)), float)
    assert central_moment(2, np.float32(0.5)) == 2.0


@pytest.mark.parametrize("p", [0, Fraction(0), -0.1, 1.5, 2, float("nan")])
def test_a_parameter_outside_its_range_is_refused(p):
    for function in (central_moment, central_moment_bound, absolute_central_moment, cumulant_bound):
        with pytest.raises(ValueError, match=r"p must lie in \(0, 1\]; got"):
            function(2, p)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cumulant_coefficients(0), "from 1 to 1,000; got 0"),
        (lambda: central_moment(-1, 0.5), "from 0 to 1,000; got -1"),
        (lambda: central_moment(2.5, 0.5), "got 2.5"),
        (lambda: cumulant_bound(1, 0.5), "from 2 to 1,000; got 1"),
        (lambda: derangements(10**9), "from 0 to 1,000; got 1000000000"),
        (lambda: absolute_central_moment(3, 1e-9), "the mean must be at most 10,000, .* got 999999999"),
        (lambda: lower_tail(2, Fraction(1, 2), 10**9), "the threshold must be at most 10,000, .* got"),
        (lambda: sub_gamma_scale(1), "p must be below 1"),
        (lambda: upper_tail(0, 0.5, 1), "number of variables must be at least 1; got 0"),
    ],
)
def test_orders_and_sizes_out_of_range_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
