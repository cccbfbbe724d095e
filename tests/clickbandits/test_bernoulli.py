"""The divergence and its inverses agree with exact values and 60-digit references."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clickbandits.bernoulli import kl, kl_kernel, kl_lower, kl_upper

means = st.floats(0, 1)
budgets = st.one_of(st.floats(0, 1000), st.just(math.inf), st.floats(1e-20, 1e-6))


def reference(p, q):
    """d(p, q) to more than 60 digits."""
    with mpmath.workdps(120):
        p, q = mpmath.mpf(p), mpmath.mpf(q)
        parts = [a * mpmath.log(a / b) for a, b in ((p, q), (1 - p, 1 - q)) if a]
        return sum(parts, mpmath.mpf(0))


@pytest.mark.parametrize(
    ("p", "q", "value"),
    [
        (0, 0, 0),
        (1, 1, 0),
        (0.3, 0.3, 0),
        (0, 1, math.inf),
        (1, 0, math.inf),
        (0.5, 0, math.inf),
        (0.5, 1, math.inf),
        (0, 0.5, math.log(2)),
        (1, 0.5, math.log(2)),
        (1, 5e-324, 1074 * math.log(2)),
    ],
)
def test_borders(p, q, value):
    assert kl(p, q) == pytest.approx(value, rel=1e-15)
    assert isinstance(kl(p, q), float)


def test_relative_accuracy():
    rng = np.random.default_rng(1)
    n = 400
    p = np.concatenate([rng.random(n), 10.0 ** rng.uniform(-20, -1, n), 1 - 10.0 ** rng.uniform(-15, -1, n)])
    q = np.clip(p * (1 + rng.normal(size=3 * n) * 10.0 ** rng.uniform(-15, 0, 3 * n)), 1e-25, 1)
    inside = (q < 1) & (p != q)
    for a, b, value in zip(p[inside], q[inside], kl(p[inside], q[inside]), strict=True):
        assert value == pytest.approx(float(reference(a, b)), rel=1e-14, abs=0)


@given(means, means)
@settings(max_examples=200)
def test_never_negative_never_nan(p, q):
    value = kl(p, q)
    assert value >= 0
    assert (value == 0) == (p == q) or abs(p - q) < 1e-15 or value < 1e-300


@given(means, budgets)
@settings(max_examples=300)
def test_bounds_are_feasible_and_tight(p, budget):
    lower, upper = kl_lower(p, budget), kl_upper(p, budget)
    assert 0 <= lower <= p <= upper <= 1
    assert kl(p, lower) <= budget and kl(p, upper) <= budget
    # a little further out, the budget is exceeded
    if upper < 1 - 1e-12:
        assert kl(p, min(1.0, upper + 2e-14 * upper + 1e-300)) >= budget * (1 - 1e-9)
    if lower > 1e-12:
        assert kl(p, lower * (1 - 2e-14)) >= budget * (1 - 1e-9)


def test_bounds_against_bisection():
    rng = np.random.default_rng(2)
    for p, budget in zip(rng.random(40), 10.0 ** rng.uniform(-9, 1, 40), strict=True):
        for bound, far in ((kl_upper, mpmath.mpf(1)), (kl_lower, mpmath.mpf(0))):
            with mpmath.workdps(40):
                inside, outside = mpmath.mpf(p), far
                for _ in range(120):
                    middle = (inside + outside) / 2
                    if reference(p, middle) <= budget:
                        inside = middle
                    else:
                        outside = middle
            assert bound(p, budget) == pytest.approx(float(inside), abs=2e-15)


def test_bounds_known_in_closed_form():
    budget = np.array([0, 0.1, 1.0, 30.0])
    assert kl_upper(0, budget) == pytest.approx(-np.expm1(-budget), rel=1e-14)
    assert kl_lower(1, budget) == pytest.approx(np.exp(-budget), rel=1e-13)
    assert kl_upper(1, 5.0) == 1 and kl_lower(0, 5.0) == 0
    assert kl_upper(0.3, math.inf) == 1 and kl_lower(0.3, math.inf) == 0
    assert kl_upper(0.3, 0) == 0.3 == kl_lower(0.3, 0)


def test_broadcasting():
    p, budget = np.array([[0.1], [0.6]]), np.array([0.0, 0.5, 2.0])
    table = kl_upper(p, budget)
    assert table.shape == (2, 3)
    assert table[1, 2] == kl_upper(0.6, 2.0)
    assert kl([], 0.5).shape == (0,)
    assert kl(np.array([0.2, 0.4])[::-1], 0.1)[0] == kl_kernel(0.4, 0.1)


@pytest.mark.parametrize("function", [kl, kl_upper, kl_lower])
@pytest.mark.parametrize("p", [-0.1, 1.5, math.nan, [0.5, 2.0]])
def test_refuses_what_is_no_mean(function, p):
    with pytest.raises(ValueError, match=r"p must lie in \[0, 1\]; got"):
        function(p, 0.5)


def test_refuses_bad_second_arguments():
    with pytest.raises(ValueError, match=r"q must lie in \[0, 1\]; got 1\.2"):
        kl(0.1, 1.2)
    for bad in (-1.0, math.nan):
        with pytest.raises(ValueError, match="budget must be at least 0; got"):
            kl_upper(0.1, bad)
