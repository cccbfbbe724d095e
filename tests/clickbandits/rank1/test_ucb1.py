"""UCB1 and KL-UCB play the largest index, and arms in common buckets do not change the games."""

import math
from functools import partial

import numpy as np
import pytest
from scipy import stats

from clickbandits.bernoulli import kl_upper
from clickbandits.experiments import replicate
from clickbandits.rank1 import MODEL, buckets, problem, ucb1
from clickbandits.simulate import game, play_range

from .driver import choices

PLAIN = {"UCB1": ucb1.UCB1, "KL-UCB": ucb1.KL_UCB}
FAST = {"UCB1": buckets.UCB1, "KL-UCB": buckets.KL_UCB}
both_policies = pytest.mark.parametrize("id", list(PLAIN))


def shared(policy, n_shared):
    """The policy that puts arms with up to this many plays into common buckets."""
    return policy._replace(start=partial(policy.start, n_shared=n_shared))


def random_problem(seed, n_items, n_positions, scale=1.0):
    rng = np.random.default_rng(seed)
    return problem(scale * rng.random(n_items), scale * rng.random(n_positions))


PROBLEMS = {
    "all alike": problem([0.5] * 9, [0.6] * 7),
    "the most that share none": problem([0.75] + [0.25] * 15, [0.75] + [0.25] * 15),
    "sure clicks": problem([1, 1, 0.9, 0], [1, 1, 0]),
    "no clicks": problem([0, 0, 0], [1, 0]),
    "one arm": problem([0.5], [0.5]),
    "random": random_problem(1, 9, 7),
    "random and small": random_problem(2, 12, 10, 0.3),
}


@both_policies
@pytest.mark.parametrize("name", PROBLEMS)
def test_the_games_are_the_plain_ones_to_the_bit_ties_included(id, name):
    rounds = np.unique(np.geomspace(1, 10_000, 50).astype(int))
    fast, plain = (
        play_range(MODEL, (PROBLEMS[name],), policy, rounds, 3, range(3)) for policy in (FAST[id], PLAIN[id])
    )
    assert fast.tobytes() == plain.tobytes()
    fast, plain = (
        [arm for _, arm, *_ in choices(policy, PROBLEMS[name], 1500, np.random.default_rng(4))]
        for policy in (FAST[id], PLAIN[id])
    )
    assert fast == plain


def largest(id, clicks, plays, t):
    """The arms with the largest index, up to rounding."""
    if id == "UCB1":
        indices = clicks / plays + np.sqrt(2 * math.log(t) / plays)
    else:
        indices = kl_upper(clicks / plays, math.log(t) / plays)
    return indices >= indices.max() - 1e-12


@both_policies
@pytest.mark.parametrize("size", [(2, 3), (9, 7)])
def test_every_choice_has_the_largest_index(id, size):
    rng, instance = np.random.default_rng(0), random_problem(0, *size)
    for t, arm, clicks, plays, _ in choices(PLAIN[id], instance, 1500, rng):
        assert plays[arm] == 0 if t < clicks.size else largest(id, clicks, plays, t)[arm], t


@both_policies
@pytest.mark.parametrize("n_shared", [1, 3, 400])
@pytest.mark.parametrize("name", ["all alike", "sure clicks", "random"])
def test_of_arms_alike_in_a_bucket_the_last_that_came_is_played(id, n_shared, name):
    instance, n_ties = PROBLEMS[name], 0
    policy = shared(FAST[id], n_shared)
    for t, arm, clicks, plays, last in choices(policy, instance, 1500, np.random.default_rng(0)):
        if t < clicks.size:
            assert plays[arm] == 0
            continue
        assert largest(id, clicks, plays, t)[arm], t
        if plays[arm] <= n_shared:
            alike = (clicks == clicks[arm]) & (plays == plays[arm])
            assert last[arm] == last[alike].max(), t
            n_ties += alike.sum() > 1
    assert n_ties > 3


@both_policies
def test_buckets_do_not_change_the_law(id):
    """The mean regret is the same with and without common buckets; the false-alarm rate is 1 in 10^5."""
    instance, rounds = problem([0.9, 0.5, 0.4], [0.3, 0.8]), [10, 100, 1000]
    one, other = (
        replicate(MODEL, instance, shared(FAST[id], n_shared), rounds, seed, 600)
        for seed, n_shared in ((1, 0), (2, 50))
    )
    error = np.sqrt((one.var(axis=0) + other.var(axis=0)) / 600)
    assert np.all(np.abs(one.mean(axis=0) - other.mean(axis=0)) < stats.norm.isf(1e-5 / 6) * error)


def test_many_arms_are_cheap_in_memory():
    state = buckets.UCB1.start(128, 128, np.full(128, np.nan), 2_000_000, np.random.default_rng(0))
    assert sum(np.asarray(array).nbytes for array in state) < 4e6


def exact_regret(means, horizon):
    """The expected regret of UCB1 with two arms at the horizon, by the tree of all histories."""

    def after(t, counts):
        if t == horizon:
            return 0.0
        if t < 2:
            shown = [arm for arm in (0, 1) if counts[arm][1] == 0]
        else:
            indices = [s / n + math.sqrt(2 * math.log(t) / n) for s, n in counts]
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
    """The mean regret is that of the tree, with ties broken at random; the false-alarm rate is 1 in 10^5."""
    runs, horizon = 20_000, 11
    regret = replicate(MODEL, problem([0.9], [0.3, 0.8]), ucb1.UCB1, [horizon], 3, runs)[:, 0]
    error = regret.std() / math.sqrt(runs)
    exact = exact_regret((0.27, 0.72), horizon)
    assert abs(regret.mean() - exact) < stats.norm.isf(0.5e-5) * error


@both_policies
@pytest.mark.parametrize(
    ("items", "positions"), [([0.5], [0.5]), ([0, 0], [1, 0]), ([1, 0], [1, 1]), ([0.3] * 20, [0.5] * 20)]
)
def test_ties_zeros_and_ones(id, items, positions):
    played = game(MODEL, [problem(items, positions)], PLAIN[id], np.array([3000]), 0, 0)
    assert 0 <= played.regret[-1] <= 200
