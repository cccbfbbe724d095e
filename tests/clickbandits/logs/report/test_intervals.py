"""Intervals: exact at the border, covering inside."""

import numpy as np
import pytest

from clickbandits.logs.report.intervals import intervals
from clickbandits.pbm.fitting import fit, standard_errors


def found(clicks, plays):
    fitted = fit(clicks, plays)
    return intervals(fitted, standard_errors(fitted, clicks, plays), clicks, plays)


def test_without_clicks_the_interval_ends_where_silence_has_probability_one_in_forty():
    plays = np.array([[500, 500], [100, 200]])
    attraction, examination = found(np.array([[200, 100], [0, 0]]), plays)
    assert attraction.note == ("", "no clicks") and attraction.low[1] == 0
    silence = np.prod((1 - attraction.high[1] * examination.value) ** plays[1])
    assert silence == pytest.approx(0.025, rel=1e-9)


def test_an_attraction_of_1_has_an_interval_below_it():
    attraction, examination = found(np.array([[20, 9], [30, 20]]), np.array([[20, 20], [60, 60]]))
    assert attraction.value[0] == 1 and attraction.note[0] == "at the border"
    assert 0 < attraction.low[0] < 1 == attraction.high[0]
    assert examination.note[0] == "sets the scale"
    assert (examination.low[0], examination.high[0]) == (1, 1)


def test_one_position_gives_the_binomial_interval():
    clicks, plays = np.array([[30], [60]]), np.array([[100], [100]])
    attraction, _ = found(clicks, plays)
    np.testing.assert_allclose(attraction.value, [0.3, 0.6], rtol=1e-9)
    spread = 1.959963984540054 / np.sqrt(100 * 0.3 * 0.7)
    low = 1 / (1 + 0.7 / 0.3 * np.exp(spread))
    assert attraction.low[0] == pytest.approx(low, rel=1e-8)


def test_few_clicks_are_named():
    clicks, plays = np.array([[5], [60]]), np.array([[100], [100]])
    assert found(clicks, plays)[0].note == ("few clicks", "")


def test_the_intervals_hold_the_truth_as_often_as_they_say():
    # 200 tables, 8 free values each: 95 % of 1600. Tables are independent, values in one are not;
    # the share of a table has a standard deviation below 0.22, so 0.92 is 2 standard errors away
    # even then, and the seed is fixed.
    rng = np.random.default_rng(3)
    theta, kappa = np.array([0.5, 0.3, 0.2, 0.1, 0.05]), np.array([1, 0.6, 0.4, 0.2])
    plays = np.full((5, 4), 400)
    held = []
    for _ in range(200):
        attraction, examination = found(rng.binomial(plays, np.outer(theta, kappa)), plays)
        held += [*attraction.hold(theta), *examination.hold(kappa)[1:]]
    assert 0.92 < np.mean(held) < 0.98
