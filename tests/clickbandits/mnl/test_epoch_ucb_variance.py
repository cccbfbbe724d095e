"""Epoch-UCB-variance agrees with a plain version, and its index with its definition."""

import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clickbandits.compiled import compiled
from clickbandits.mnl.concentration import sharp_click_radius, variance_click_radius
from clickbandits.mnl.epoch_ucb_variance import EPOCH_UCB_VARIANCE, index_kernel

from .epochs import assert_agreement, placed


def index(clicks, exposure, squares, level):
    """The largest α with αΛ − s ≤ √(2V(α)c) by a fine bisection, or the value at V(1) if 1 is possible."""
    if exposure == 0:
        return math.inf

    def possible(alpha):
        return alpha * exposure - clicks <= math.sqrt(2 * level * (alpha * exposure + alpha**2 * squares))

    if possible(1.0):
        return (clicks + math.sqrt(2 * level * (exposure + squares))) / exposure
    low, high = clicks / exposure, 1.0  # the possible values are an interval
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if possible(middle) else (low, middle)
    return low


def law(epoch, clicks, plays, *, examination):
    level = max(0, math.log(len(clicks) * epoch**2 / 2))
    sums = clicks.sum(axis=1), plays @ examination, plays @ examination**2
    return placed([index(*row, level) for row in zip(*sums, strict=True)], examination)


def test_mean_regret_is_exact():
    for attraction, examination, horizon in (
        ([1.0, 0.1], np.array([0.5]), 9),
        ([0.9, 0.2, 0.4], np.array([0.3, 1.0]), 6),
    ):
        plain = partial(law, examination=examination)
        assert_agreement(EPOCH_UCB_VARIANCE, plain, attraction, examination, horizon)


@given(st.integers(0, 400), st.integers(1, 400), st.floats(0.05, 1), st.floats(0.1, 15))
@settings(max_examples=200, deadline=None)
def test_the_index_is_the_largest_attraction_that_is_possible(clicks, epochs, bias, level):
    exposure, squares = epochs * bias, epochs * bias**2
    found = compiled(index_kernel)(clicks, exposure, squares, level)
    assert found == pytest.approx(index(clicks, exposure, squares, level), rel=1e-7)
    estimate, confidence = clicks / exposure, math.exp(level)
    radius = variance_click_radius(estimate, exposure, squares, confidence)
    assert estimate + radius == pytest.approx(found, rel=1e-7)
    plain = math.sqrt(4 * level / exposure)  # of V = 2Λ
    assert radius <= min(plain, sharp_click_radius(estimate, exposure, confidence)) * (1 + 1e-9)


def test_the_index_follows_clicks_exposure_and_squares():
    rng, examination = np.random.default_rng(1), np.array([0.5, 1.0, 0.75])
    state = EPOCH_UCB_VARIANCE.start(5, 3, examination, 100, rng)
    action, clicks = np.zeros((2, 3), dtype=np.int64)
    counts, plays = np.zeros((2, 5, 3))
    choose, update = compiled(EPOCH_UCB_VARIANCE.choose), compiled(EPOCH_UCB_VARIANCE.update)
    for epoch in range(1, 200):
        choose(state, 0, action, rng)
        assert list(action) == law(epoch, counts, plays, examination=examination)
        clicks[:] = rng.geometric(0.6, 3) - 1
        counts[action, range(3)] += clicks
        plays[action, range(3)] += 1
        update(state, 0, action, clicks, 1, rng)
