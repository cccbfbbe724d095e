"""UCB1Elim agrees with exact distributions at the ends of its phases."""

import math

import numpy as np
import pytest
from scipy import stats

from clickbandits.experiments import replicate
from clickbandits.rank1 import MODEL, problem
from clickbandits.rank1.ucb1_elim import UCB1_ELIM
from clickbandits.simulate import game

from .driver import assert_play_is_uniform, told


def plays(horizon, phase):
    return math.ceil(2 * math.log(horizon / 4**phase) * 4**phase)


def test_elimination_after_phase_1_has_the_exact_probability():
    """After phase 1, an arm is eliminated with the probability given by two independent binomials.

    No arm can be eliminated in phase 0. The false-alarm rate is 1 in 10^5.
    """
    horizon, means, runs = 1000, (0.9, 0.4), 1500
    total = plays(horizon, 1)
    radius = math.sqrt(math.log(horizon / 4) / (2 * total))
    counts = np.arange(total + 1)
    law = [stats.binom.pmf(counts, total, mean) for mean in means]
    worse = counts[None, :] / total + radius < counts[:, None] / total - radius
    exact = law[0] @ worse @ law[1]
    survivors = [
        game(
            MODEL, [problem([1.0], means)], told(UCB1_ELIM, horizon), np.array([2 * total]), 4, run
        ).state.n_arms[0]
        for run in range(runs)
    ]
    assert 0.1 < exact < 0.9
    assert stats.binomtest(survivors.count(1), runs, exact).pvalue > 1e-5


def test_phases_have_their_lengths():
    played = game(MODEL, [problem([0.5], [0.5] * 3)], UCB1_ELIM, np.array([10**5]), 0, 0)
    phase = played.state.phase[0]
    assert played.state.total[0] == plays(10**5, phase)
    assert phase <= math.floor(math.log2(10**5 / math.e) / 2)


def test_within_a_phase_the_mean_is_that_of_uniform_play():
    """Within a phase, the mean regret is that of uniform play; the false-alarm rate is 1 in 10^5."""
    instance, rounds, runs = problem([0.9, 0.2], [0.3, 0.8]), [1, 5, 30], 4000
    regret = replicate(MODEL, instance, told(UCB1_ELIM, 1000), rounds, 2, runs)
    expected = (0.72 - 0.55 * 0.55) * np.array(rounds)
    error = regret.std(axis=0) / math.sqrt(runs)
    assert np.all(np.abs(regret.mean(axis=0) - expected) < stats.norm.isf(0.5e-5 / 3) * error)


def test_the_best_arm_wins_and_is_played_to_the_end():
    regret = replicate(MODEL, problem([1.0, 0.1], [0.9, 0.1]), UCB1_ELIM, [10**5, 10**6], 0, 20)
    assert np.all(np.diff(regret, axis=1) <= 0.05 * 10**6 * 0.9)
    assert regret[:, -1].mean() < 10_000


@pytest.mark.parametrize("horizon", [1, 2, 3, 10])
def test_below_the_first_phase_play_is_uniform(horizon):
    assert_play_is_uniform(UCB1_ELIM, horizon)


@pytest.mark.parametrize(("items", "positions"), [([0.5], [0.5]), ([0, 0], [1, 0]), ([0.4, 0.4], [0.7, 0.7])])
def test_ties_and_zeros_cost_nothing(items, positions):
    played = game(MODEL, [problem(items, positions)], UCB1_ELIM, np.array([3000]), 0, 0)
    assert played.regret[-1] == 0
