"""The estimators agree with exact fractions, with enumeration, and with an independent optimiser."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from clickbandits.pbm.estimators import (
    averaged_variance,
    debiased,
    debiased_variance,
    efficiency_bound,
    efficiency_ratio,
    fisher_information,
    maximum_likelihood,
    pooled,
    pooled_variance,
)
from compendium.pbm.estimation.moments import exact_moments, variance_table

KAPPA, PLAYS = (Fraction(9, 10), Fraction(3, 5), Fraction(3, 10)), (3, 2, 4)
THETA = Fraction(9, 20)

designs = st.integers(1, 4).flatmap(
    lambda n: st.tuples(
        st.floats(0.01, 0.99),
        st.lists(st.floats(0.01, 1), min_size=n, max_size=n),
        st.lists(st.integers(0, 50), min_size=n, max_size=n).filter(any),
    )
)


def exact_moments_of(estimate):
    """The mean and the variance over all clicks of the small design, in fractions."""
    mean = square = Fraction(0)
    for clicks in product(*(range(n + 1) for n in PLAYS)):
        chance = Fraction(1)
        for s, n, k in zip(clicks, PLAYS, KAPPA, strict=True):
            chance *= math.comb(n, s) * (k * THETA) ** s * (1 - k * THETA) ** (n - s)
        value = estimate(clicks)
        mean, square = mean + chance * value, square + chance * value**2
    return mean, square - mean**2


def test_pooled_and_debiased_have_the_stated_moments():
    views = sum(n * k for n, k in zip(PLAYS, KAPPA, strict=True))
    kappa = np.array(KAPPA, dtype=float)
    cases = [
        (lambda s: sum(s) / views, pooled_variance, pooled),
        (
            lambda s: sum(c / k for c, k in zip(s, KAPPA, strict=True)) / sum(PLAYS),
            debiased_variance,
            debiased,
        ),
        (
            lambda s: sum(c / (k * n) for c, k, n in zip(s, KAPPA, PLAYS, strict=True)) / 3,
            averaged_variance,
            None,
        ),
    ]
    for exact, variance, estimator in cases:
        mean, spread = exact_moments_of(exact)
        assert mean == THETA
        assert variance(float(THETA), kappa, PLAYS) == pytest.approx(float(spread), rel=1e-14)
        if estimator:
            assert estimator((1, 2, 0), PLAYS, kappa) == pytest.approx(float(exact((1, 2, 0))))
            found = exact_moments(estimator, float(THETA), kappa, PLAYS)
            assert found == pytest.approx((float(mean), float(spread)), rel=1e-12)


def test_information_is_the_mean_square_of_the_score():
    def score(clicks):
        return sum(
            (s - n * k * THETA) / (THETA * (1 - k * THETA))
            for s, n, k in zip(clicks, PLAYS, KAPPA, strict=True)
        )

    mean, square = exact_moments_of(score)
    assert mean == 0
    found = fisher_information(float(THETA), np.array(KAPPA, dtype=float), PLAYS)
    assert found == pytest.approx(float(square), rel=1e-14)


def test_reference_design():
    assert efficiency_ratio(0.5, [0.9, 0.3], [1, 3]) == pytest.approx(196 / 187, rel=1e-15)
    assert efficiency_bound(0.5, 0.3, 0.9) == pytest.approx(196 / 187, rel=1e-15)
    assert efficiency_bound(0.5, 0, 1) == 9 / 8
    assert efficiency_bound(1, 0.3, 0.9) == pytest.approx(16 / 7, rel=1e-14)
    assert efficiency_bound([0.2, 1], 0.3, 1)[1] == math.inf
    assert efficiency_bound(1, 1, 1) == 1
    assert efficiency_ratio(1, [1, 0.3], [1, 3]) == math.inf
    assert efficiency_ratio(1, [1, 0.3], [4, 0]) == 1
    assert fisher_information(1, [1, 0.3], [4, 0]) == math.inf


@given(designs)
@settings(max_examples=200)
def test_ratio_is_between_one_and_the_sharp_bound(design):
    theta, kappa, plays = design
    ratio = efficiency_ratio(theta, kappa, plays)
    used = [k for k, n in zip(kappa, plays, strict=True) if n]
    product_ = pooled_variance(theta, kappa, plays) * fisher_information(theta, kappa, plays)
    assert ratio == pytest.approx(product_, rel=1e-12)
    assert 1 <= ratio <= efficiency_bound(theta, min(used), max(used)) * (1 + 1e-13)
    assert ratio <= 1 / (1 - theta)
    assert pooled_variance(theta, kappa, plays) <= debiased_variance(theta, kappa, plays) * (1 + 1e-13)


def root_of_the_score(clicks, plays, kappa):
    """The maximum over [0, 1] by bracketing, implemented independently."""
    missed = [(n - s, k) for n, s, k in zip(plays, clicks, kappa, strict=True) if n > s]
    if not sum(clicks):
        return 0.0

    def excess(theta):
        return sum(m * k * theta / (1 - k * theta) for m, k in missed) - sum(clicks)

    top = min([1.0, *(1 / k * (1 - 1e-15) for _, k in missed)])
    return 1.0 if excess(top) <= 0 else brentq(excess, 0, top, xtol=1e-16, rtol=1e-14)


@given(designs, st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_maximum_likelihood(design, random):
    _, kappa, plays = design
    clicks = [random.randint(0, n) for n in plays]
    found = maximum_likelihood(clicks, plays, kappa)
    assert 0 <= found <= 1
    assert found == pytest.approx(root_of_the_score(clicks, plays, kappa), rel=1e-10, abs=1e-15)


def test_maximum_likelihood_borders_and_examples():
    kappa = [0.9, 0.6, 0.3]
    assert maximum_likelihood([0, 0, 0], [5, 5, 5], kappa) == 0
    assert maximum_likelihood([5, 5, 5], [5, 5, 5], kappa) == 1
    assert maximum_likelihood([9, 9, 8], [9, 9, 9], kappa) == 1
    one = maximum_likelihood([3], [10], [0.8])
    assert one == pytest.approx(pooled([3], [10], [0.8]), rel=1e-14)
    many = maximum_likelihood([[3, 1, 0], [0, 0, 0]], [[5, 5, 5], [1, 0, 0]], kappa)
    assert many.shape == (2,) and many[1] == 0
    # fractional counts that differ only by rounding
    assert maximum_likelihood([0.1 + 0.2], [0.3 + 1e-16], [1.0]) <= 1


def test_tables_agree_with_one_item():
    theta, plays = np.array([0.2, 0.7]), np.array([[4, 0, 2], [1, 1, 1]])
    kappa = np.array([0.3, 0.9, 0.6])
    for function in (
        fisher_information,
        pooled_variance,
        debiased_variance,
        averaged_variance,
        efficiency_ratio,
    ):
        rows = [function(t, kappa, n) for t, n in zip(theta, plays, strict=True)]
        assert function(theta, kappa, plays) == pytest.approx(rows, rel=1e-15)
        assert isinstance(rows[0], float)


def test_a_table_of_variances():
    table = variance_table([0.3, 0.6], [[0.9, 0.3], [0.5, 0.5]], [3, 4])
    assert table["pooled"][1] == pytest.approx(table["Cramér–Rao bound"][1])
    assert (table["pooled"] >= table["Cramér–Rao bound"] * (1 - 1e-14)).all()
    assert (table["debiased"] >= table["pooled"] * (1 - 1e-14)).all()


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (pooled, ([1, 1], [0, 2], [0.5, 0.4]), "clicks must lie between 0 and plays"),
        (pooled, ([0, 0], [0, 0], [0.5, 0.4]), "every item must have been played"),
        (pooled, ([[1, 0], [0, 0]], [[1, 0], [0, 0]], [0.5, 0.4]), "got 0 plays of item 2"),
        (pooled, ([1], [2, 2], [0.5, 0.4]), "clicks and plays must have the same shape"),
        (pooled, ([1, 1], [2, 2], [0.5]), "plays must have shape"),
        (pooled, ([1, 3], [2, 2], [0.5, 0.4]), r"got 3\.0 clicks in 2\.0 plays"),
        (pooled, ([-1, 1], [2, 2], [0.5, 0.4]), r"got -1\.0 clicks in 2\.0 plays"),
        (pooled, ([math.nan, 1], [2, 2], [0.5, 0.4]), "got nan clicks"),
        (pooled, ([1, 1], [2, 2], [0.5, 0.0]), r"examination must lie in \(0, 1\]"),
        (maximum_likelihood, ([1, 1], [2, math.inf], [0.5, 0.5]), "plays must be finite"),
        (maximum_likelihood, ([1, 1], [2, -1], [0.5, 0.5]), r"got -1\.0"),
        (debiased, ([1, 1], [2, 2], [0.5, 1.5]), r"got 1\.5 at position 2"),
        (fisher_information, (0.0, [0.5], [3]), r"attraction must lie in \(0, 1\]"),
        (fisher_information, (1.5, [0.5], [3]), r"attraction must lie in \(0, 1\]"),
        (fisher_information, (0.5, [0.5], [0]), "every item must have been played"),
        (pooled_variance, ([0.5], [0.5], [3]), "attraction must have one number per item"),
        (pooled_variance, (math.nan, [0.5], [3]), r"attraction must lie in \[0, 1\]"),
        (efficiency_ratio, (0.5, [[0.5]], [3]), "examination must be a vector"),
        (efficiency_bound, (0.5, 0.9, 0.3), "examination_min must be at most"),
        (efficiency_bound, (0.5, 0.3, 1.3), "examination_max must lie in"),
        (efficiency_bound, (-0.5, 0.3, 1), "attraction must lie in"),
    ],
)
def test_refuses_bad_input(function, arguments, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments)


def test_exact_moments_refuses_what_it_cannot_enumerate():
    with pytest.raises(ValueError, match="plays must be whole numbers"):
        exact_moments(pooled, 0.5, [0.5], [1.5])
    with pytest.raises(ValueError, match="at most 1000000 outcomes"):
        exact_moments(pooled, 0.5, [0.5, 0.5], [2000, 2000])
