"""The constants of Theorems 9 and 11 agree with direct computations."""

import math
from fractions import Fraction
from itertools import permutations

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from clickbandits.bernoulli import kl
from clickbandits.pbm.bounds import shared_position_bound
from clickbandits.pbm.model import problem
from compendium.pbm.instances import EXAMINATION
from compendium.pbm.policies import regret_bounds as rb

ATTRACTION = tuple(Fraction(x, 100) for x in (45, 35, 25, 15, 5))


@st.composite
def problems(draw):
    """Decreasing attraction and examination of a small problem, as fractions."""
    n_positions = draw(st.integers(2, 3))
    n_items = draw(st.integers(n_positions + 1, 5))
    high = draw(st.lists(st.integers(1, 99), min_size=n_items, max_size=n_items, unique=True))
    far = draw(st.lists(st.integers(1, 50), min_size=n_positions, max_size=n_positions, unique=True))
    return (
        [Fraction(x, 100) for x in sorted(high, reverse=True)],
        [Fraction(x, 50) for x in sorted(far, reverse=True)],
    )


@given(problems())
@settings(max_examples=40)
def test_smallest_and_largest_gaps_are_those_of_all_lists(case):
    attraction, examination = case
    lists = list(permutations(range(len(attraction)), len(examination)))
    best = tuple(range(len(examination)))
    gaps = {a: rb.gap(a, attraction, examination) for a in lists if a != best}
    assert rb.largest_gap(*case) == max(gaps.values())
    assert rb.permutation_gap(*case) == min(v for a, v in gaps.items() if set(a) == set(best))
    for item in range(len(attraction)):
        assert rb.smallest_gap(item, *case) == min(v for a, v in gaps.items() if item in a)


@given(problems())
def test_our_slope_is_at_most_a_quarter_of_theorem_9s(case):
    assert 4 * rb.positionwise_slope(*case, 0) <= rb.theorem_9_slope(*case, 0)
    assert rb.positionwise_slope(*case, 0, asymptotic=True) <= rb.positionwise_slope(*case, 0)


def test_c_kappa_of_figure_1():
    assert rb.c_terms(EXAMINATION) == [(36, 9), (18, 25), (12, 36)]
    assert rb.c_kappa(EXAMINATION) == 43
    assert rb.theorem_9_slope(ATTRACTION, EXAMINATION, 0) == 16 * 43 * 150


def test_one_position_has_no_permutation():
    assert rb.permutation_gap((0.5, 0.2), (0.7,)) == math.inf
    assert rb.theorem_9_slope((0.5, 0.2), (0.7,), 0) == pytest.approx(16 * 2 / (0.7 * 0.3))


@pytest.mark.parametrize(("power", "exponent"), [(2, 2.0), (2, 1.1), (9, 1.5)])
def test_log_power_sum_is_a_derivative_of_zeta(power, exponent):
    expected = (-1) ** power * mpmath.zeta(exponent, derivative=power)
    assert float(rb.log_power_sum(power, exponent)) == pytest.approx(float(expected), rel=1e-9)


def test_constant_of_theorem_9_against_a_long_sum():
    t = np.arange(1, 10**6)
    head = (np.log(t) ** 2 / t**3.0).sum()
    assert rb.theorem_9_constant(4, 2.0, 2.0) == pytest.approx(8 * (1 + 2 * math.e * 3 * head))


def test_series_of_theorem_11_against_a_long_sum():
    # L = 1, ε = 3: terms log³ t / t⁴ from t = 9 on
    t = np.arange(9, 10**5)
    tail = (np.log(t) ** 3 / t**4.0).sum()
    assert float(rb.theorem_11_c3(1, 3.0)) == pytest.approx(8 + math.e**2 * 25 * tail, rel=1e-6)


def test_slope_of_theorem_11_tends_to_the_last_position_bound():
    limit = shared_position_bound(problem(ATTRACTION, EXAMINATION), 3)
    slope = rb.theorem_11_slope(ATTRACTION, EXAMINATION, 1e-7, 1e-7)
    assert slope == pytest.approx(limit, rel=1e-5)
    by_hand = sum(0.3 * (0.25 - low) / kl(0.3 * low, 0.3 * 0.21) for low in (0.15, 0.05))
    assert rb.theorem_11_slope(ATTRACTION, EXAMINATION, 0.5, 0.04) == pytest.approx(2.25 * by_hand)


def test_lemma_20_bounds_the_exact_tail():
    mean, level, gamma, epsilon = 0.2, 0.5, 0.4, 0.5
    scale, power = rb.lemma_20_constants(mean, level, gamma, epsilon)
    whole = kl(mean, level)
    for horizon in (5, 50):
        first = (1 + gamma) * (1 + epsilon) * math.log(horizon) / whole
        tail = 0.0
        for s in range(math.floor(first) + 1, math.floor(first) + 400):
            enough = [
                n
                for n in range(s + 1)
                if n / s >= level or kl(n / s, level) <= whole / (1 + gamma) and n / s > mean
            ]
            tail += binom.pmf(enough, s, mean).sum()
        assert tail <= scale * horizon**-power


def test_sizes_by_hand():
    b, d = rb.sizes_of_b_and_d(5, EXAMINATION, Fraction(1, 10))
    spread = Fraction(10000, 9)
    assert b == 10 * (10 + 3 * spread)
    assert d == 60 * (20 + spread)
