"""The adapters show a policy the right game if it was not made for this game."""

import numpy as np
import pytest

from clickbandits.core import UNTIL_NO_CLICK, Problem
from clickbandits.pbm import model as pbm
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.rank1 import model as rank1
from clickbandits.simulate import check_playable
from compendium.across import adapters

LOW = Problem(np.array([0.45, 0.35, 0.25, 0.15, 0.05]), np.array([0.9, 0.6, 0.3]))


def test_slots_and_pairs_have_the_reward_of_the_best_pair():
    best = rank1.MODEL.optimal_reward(LOW)
    for slot in (adapters.best_slot(LOW), adapters.every_pair(LOW)):
        assert slot.examination.size == 1
        assert pbm.optimal_reward(slot) == pytest.approx(best, rel=1e-15)
    weight = 0.45 * 0.9
    assert adapters.optimal_reward_pair(LOW) == pytest.approx(weight / (1 + weight), rel=1e-15)


def test_a_pair_is_drawn_from_the_logit_model():
    attraction, examination = np.array([0.5, 1.0]), np.array([0.6, 0.8])
    action, clicks = np.array([1, 0]), np.zeros(1, dtype=np.int64)
    rng, chance = np.random.default_rng(2), 0.6 / 1.6
    assert adapters.reward_pair(attraction, examination, action) == pytest.approx(chance)
    n = 100_000
    assert adapters.draw_pair(attraction, examination, action, 2 * n, n, rng, clicks) == n
    # within 5 standard deviations, here and below; the false-alarm rate is below 1e-6
    assert abs(clicks[0] - n * chance) < 5 * np.sqrt(n * chance * (1 - chance))
    rounds = total = 0
    for _ in range(5000):
        played = adapters.draw_pair(attraction, examination, action, UNTIL_NO_CLICK, 10**6, rng, clicks)
        assert played == clicks[0] + 1
        rounds, total = rounds + played, total + clicks[0]
    assert abs(total / 5000 - 0.6) < 5 * np.sqrt(0.6 * 1.6 / 5000)
    for limit in (1, 2):
        assert (
            adapters.draw_pair(attraction, examination, action, UNTIL_NO_CLICK, limit, rng, clicks) <= limit
        )


def test_the_pair_model_refuses_what_the_logit_model_refuses():
    with pytest.raises(ValueError, match="attraction must lie in"):
        check_playable(adapters.MNL_PAIR, (Problem(np.zeros(2), np.ones(1)),), RBA_KL_UCB, 10)
