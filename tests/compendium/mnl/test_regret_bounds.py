"""The tools of the checks of regret bounds, by hand."""

import math

import numpy as np
import pytest

from clickbandits.mnl.model import optimal_reward
from compendium.estimates import Estimate
from compendium.mnl.regret_bounds import growth, lower, pairs_as_objects


def test_bayes_regret_of_one_round_is_the_cheaper_choice():
    low, middle, high = (v / (1 + v) for v in (0.5, 0.6, 0.7))
    for prior in (0.1, 0.5, 0.9):
        value = lower.bayes_regret(1, 0.5, 0.1, prior)
        assert value == pytest.approx(min(prior * (middle - low), (1 - prior) * (high - middle)))


def test_minors_of_a_matrix_that_is_not_unimodular():
    triangle = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    assert 2 in set(pairs_as_objects.minors(triangle))


def test_slope_of_a_power_and_its_error():
    sizes = np.array([1.0, 2, 4, 8])
    slope = growth.slope(sizes, [Estimate(3 * x**0.7, 0.03 * x**0.7, 9) for x in sizes])
    assert slope.value == pytest.approx(0.7)
    assert slope.error == pytest.approx(0.01 / math.log(2) / 5**0.5)
    weights = np.array([-3.0, -1, 1, 3]) ** 2
    assert slope.freedom == pytest.approx(9 * weights.sum() ** 2 / (weights**2).sum())


def test_gap_problem_stays_in_range():
    game = growth.gap_problem(12, 4, 10, 100.0)
    assert game.attraction.max() == 1.0 and (game.attraction == 1).sum() == 4
    assert optimal_reward(game) < 1
