"""The adapters: what a policy sees in a game it was not made for."""

import numpy as np
import pytest

from clickbandits.core import UNTIL_NO_CLICK, Problem
from clickbandits.mnl import top_rank
from clickbandits.pbm import model as pbm
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.rank1 import model as rank1
from clickbandits.simulate import check_playable, replicate
from compendium.across import adapters

LOW = Problem(np.array([0.45, 0.35, 0.25, 0.15, 0.05]), np.array([0.9, 0.6, 0.3]))


def stratum_counts(clicks, times, update):
    """TopRank's table after `times` updates of one list with these clicks."""
    rng = np.random.default_rng(4)
    # δ so small that no item leaves the stratum
    state = top_rank.top_rank(1e-300).start(3, 3, np.ones(3), 10**9, rng)
    action = np.array([0, 1, 2])
    for _ in range(times):
        update(state, 0, action, np.array(clicks), 1, rng)
    return state.lead, state.seen


def test_one_click_is_passed_on_as_it_is():
    for clicks in ([0, 1, 0], [0, 0, 0]):
        plain = stratum_counts(clicks, 5, top_rank.update)
        adapted = stratum_counts(clicks, 5, adapters.update_one_click)
        assert all(np.array_equal(*tables) for tables in zip(plain, adapted, strict=True))


def test_of_two_clicks_one_is_seen_each_equally_often():
    times = 1000
    lead, seen = stratum_counts([1, 0, 1], times, adapters.update_one_click)
    assert seen[0, 2] == times  # one click a round, on one of the two
    assert seen[0, 1] + seen[2, 1] == times
    # ± 5 standard deviations of a fair coin: false alarm below 1e-6
    assert abs(int(lead[0, 2])) < 5 * np.sqrt(times)


def test_slots_and_pairs_have_the_reward_of_the_best_pair():
    best = rank1.MODEL.optimal_reward(LOW)
    for slot in (adapters.best_slot(LOW), adapters.every_pair(LOW)):
        assert slot.examination.size == 1
        assert pbm.optimal_reward(slot) == pytest.approx(best, rel=1e-15)
    weight = 0.45 * 0.9
    assert adapters.optimal_reward_pair(LOW) == pytest.approx(weight / (1 + weight), rel=1e-15)


def test_a_pair_is_drawn_from_the_logit_law():
    attraction, examination = np.array([0.5, 1.0]), np.array([0.6, 0.8])
    action, clicks = np.array([1, 0]), np.zeros(1, dtype=np.int64)
    rng, chance = np.random.default_rng(2), 0.6 / 1.6
    assert adapters.reward_pair(attraction, examination, action) == pytest.approx(chance)
    n = 100_000
    assert adapters.draw_pair(attraction, examination, action, 2 * n, n, rng, clicks) == n
    # ± 5 standard deviations: false alarm below 1e-6, here and below
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


def test_the_pair_law_refuses_what_the_logit_law_refuses():
    with pytest.raises(ValueError, match="attraction must lie in"):
        check_playable(adapters.MNL_PAIR, (Problem(np.zeros(2), np.ones(1)),), RBA_KL_UCB, 10)


def test_top_rank_learns_from_several_clicks_a_round():
    policy = adapters.TOP_RANK_ONE_CLICK
    regret = replicate(pbm.MODEL, LOW, policy, [20_000, 40_000], 0, 4)
    assert (regret[:, 1] - regret[:, 0] < regret[:, 0]).all()
