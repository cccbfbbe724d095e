"""The intervals of a report agree with a closed form if there is one, and cover the truth otherwise."""

import numpy as np
from scipy.stats import beta

from clicklogs.report.study import study

from ..tables import log


def found(clicks, plays):
    made = study(log((np.asarray(clicks), np.asarray(plays))))
    return made.attraction, made.examination


def test_without_clicks_the_interval_ends_where_silence_has_probability_one_in_forty_at_most():
    plays = np.array([[500, 500], [900, 0], [300, 400]])
    attraction, examination = found([[200, 0], [0, 0], [90, 0]], plays)
    assert examination.note[1] == "no clicks" and examination.low[1] == 0
    silence = np.exp(-examination.high[1] * plays[:, 1] @ attraction.value)
    assert 0.01 < silence <= 0.025  # the missing clicks are counted cautiously
    assert attraction.note[1] == "no clicks" and attraction.low[1] == 0


def test_one_position_gives_the_quantiles_of_the_beta_law():
    clicks, plays = np.array([30, 60, 0, 100]), np.array([100, 200, 300, 100])
    made = study(log((clicks[:, None], plays[:, None])))
    a, b = made.fit.prior
    law = beta(a + clicks, b + plays - clicks)
    np.testing.assert_allclose(made.attraction.value, law.mean(), rtol=1e-4)
    some = clicks > 0
    np.testing.assert_allclose(made.attraction.low[some], law.ppf(0.025)[some], rtol=5e-3)
    np.testing.assert_allclose(made.attraction.high, law.ppf(0.975), rtol=3e-2)
    assert made.examination.note == ("sets the scale",)
    assert (made.examination.low[0], made.examination.high[0]) == (1, 1)


def test_few_clicks_are_named():
    assert found([[60, 5], [50, 4]], [[100, 90], [100, 90]])[1].note == ("sets the scale", "few clicks")


def test_the_intervals_hold_the_truth_as_often_as_they_say():
    # With 200 tables of 8 free values, 95 % of 1600 values should be covered. Tables are independent,
    # but the values of a table are not. The share of a table has a standard deviation below 0.22, so
    # 0.92 is 2 standard errors away even then. The seed is fixed.
    rng = np.random.default_rng(3)
    theta, kappa = np.array([0.5, 0.3, 0.2, 0.1, 0.05]), np.array([1, 0.6, 0.4, 0.2])
    plays = np.full((5, 4), 400)
    held = []
    for _ in range(200):
        attraction, examination = found(rng.binomial(plays, np.outer(theta, kappa)), plays)
        held += [*attraction.hold(theta), *examination.hold(kappa)[1:]]
    assert 0.92 < np.mean(held) < 0.98
