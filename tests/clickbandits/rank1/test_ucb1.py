"""UCB1 and KL-UCB over pairs: every choice is of an arm of largest index."""

import math

import numpy as np
import pytest
from scipy import stats

from clickbandits.bernoulli import kl_upper
from clickbandits.rank1 import MODEL, problem
from clickbandits.rank1.ucb1 import KL_UCB, UCB1
from clickbandits.simulate import game, replicate

from .driver import choices


def ucb1_index(clicks, plays, t):
    return clicks / plays + np.sqrt(2 * math.log(t) / plays)


def kl_ucb_index(clicks, plays, t):
    return kl_upper(clicks / plays, math.log(t) / plays)


@pytest.mark.parametrize(("policy", "index"), [(UCB1, ucb1_index), (KL_UCB, kl_ucb_index)])
@pytest.mark.parametrize("size", [(2, 3), (9, 7)])
def test_every_choice_has_the_largest_index(policy, index, size):
    rng = np.random.default_rng(0)
    instance = problem(rng.random(size[0]), rng.random(size[1]))
    for t, arm, clicks, plays, _ in choices(policy, instance, 1500, rng):
        if t < clicks.size:
            assert plays[arm] == 0
        else:
            indices = index(clicks, plays, t)
            assert indices[arm] >= indices.max() - 1e-12, t


def exact_regret(means, horizon):
    """Expected regret of UCB1 with two arms at the horizon, by the tree of all histories."""

    def after(t, counts):
        if t == horizon:
            return 0.0
        if t < 2:
            shown = [arm for arm in (0, 1) if counts[arm][1] == 0]
        else:
            indices = [ucb1_index(s, n, t) for s, n in counts]
            shown = [arm for arm in (0, 1) if indices[arm] >= max(indices) - 1e-12]
        total = 0.0
        for arm in shown:
            value = max(means) - means[arm]
            for click, chance in ((1, means[arm]), (0, 1 - means[arm])):
                new = list(counts)
                new[arm] = (new[arm][0] + click, new[arm][1] + 1)
                value += chance * after(t + 1, tuple(new))
            total += value / len(shown)
        return total

    return after(0, ((0, 0), (0, 0)))


def test_mean_regret_is_the_trees():
    """Ties are broken at random in the tree; false alarms: 1 in 10^5."""
    runs, horizon = 20_000, 11
    regret = replicate(MODEL, problem([0.9], [0.3, 0.8]), UCB1, [horizon], 3, runs)[:, 0]
    error = regret.std() / math.sqrt(runs)
    exact = exact_regret((0.27, 0.72), horizon)
    assert abs(regret.mean() - exact) < stats.norm.isf(0.5e-5) * error


@pytest.mark.parametrize("policy", [UCB1, KL_UCB])
@pytest.mark.parametrize(
    ("items", "positions"),
    [([0.5], [0.5]), ([0, 0], [1, 0]), ([1, 0], [1, 1]), ([0.3] * 20, [0.5] * 20)],
)
def test_ties_zeros_and_ones(policy, items, positions):
    played = game(MODEL, [problem(items, positions)], policy, np.array([3000]), 0, 0)
    assert 0 <= played.regret[-1] <= 200
