"""Games in stretches have the distribution of games round by round, in far fewer steps."""

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from clickbandits.compiled import compiled
from clickbandits.experiments import replicate
from clickbandits.pbm import MODEL
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import game, generator, processors

from .long_games import PBM_TS_INTERRUPTED, PLAIN, PROBLEMS

CHECKPOINTS = {False: np.array([1000, 3000, 6000]), True: np.array([500, 2000, 6000, 20_000])}


def shown(state):
    """How often each item was shown: its plays, or the sum of their examinations, or a bandit's choices."""
    if hasattr(state, "views"):
        return state.views
    if hasattr(state, "choices"):
        return state.choices.sum(axis=1)
    return state.posterior.clicks + state.posterior.failures.sum(axis=1)


def outcome(instance, policy, checkpoints, seed, replication):
    """The regret at every checkpoint, and the displays of every item, in the problem's order."""
    played = game(MODEL, (instance,), policy, checkpoints, seed, replication)
    displays = np.empty(played.items.size)
    displays[played.items] = shown(played.state)
    # Equal sums of gaps or examinations differ in their last digits, which the comparison would see.
    return np.concatenate([played.regret, displays]).round(6)


def outcomes(instance, policy, checkpoints, games, seed=1):
    with ThreadPoolExecutor(processors()) as threads:
        play = partial(outcome, instance, policy, checkpoints, seed)
        return np.array(list(threads.map(play, range(games)))).T


def p_values(instance, policy, plain, checkpoints, games):
    """For every statistic of a game, tests of equal distributions and of equal means."""
    found = []
    samples = (outcomes(instance, each, checkpoints, games) for each in (policy, plain))
    for one, other in zip(*samples, strict=True):
        if not np.allclose(one, other[0]) or not np.allclose(other, other[0]):
            found.append(stats.ks_2samp(one, other).pvalue)
            found.append(stats.ttest_ind(one, other, equal_var=False).pvalue)
    return found


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("policy", PLAIN, ids=lambda policy: policy.id)
def test_stretches_do_not_change_the_law_of_a_game(policy, name):
    # About 450 tests at 1e-6 give a false alarm in 2,000 runs of the suite.
    assert min(p_values(PROBLEMS[name], policy, PLAIN[policy], CHECKPOINTS[False], 150)) > 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("policy", PLAIN, ids=lambda policy: policy.id)
def test_stretches_do_not_change_the_law_of_a_long_game(policy, name):
    # About 550 tests at 1e-6 give a false alarm in 1,800 runs.
    assert min(p_values(PROBLEMS[name], policy, PLAIN[policy], CHECKPOINTS[True], 10_000)) > 1e-6


@pytest.mark.parametrize("name", ["Figure 1b", "near 0 and 1"])
def test_a_caller_that_shows_one_round_of_a_stretch_plays_the_same_game(name):
    found = p_values(PROBLEMS[name], PBM_TS_INTERRUPTED, PLAIN[PBM_TS], CHECKPOINTS[False], 300)
    assert min(found) > 1e-6


@pytest.mark.parametrize("policy", [PBM_TS, BC_MP_TS], ids=str)
def test_a_caller_that_shows_one_round_of_a_stretch_sees_surprises_at_the_right_rate(policy):
    # As long as no clicks are reported, every round is a surprise with the same probability.
    leader, other = stats.beta(3001, 2001), stats.beta(25, 37)
    grid = np.linspace(0, 1, 200_001)
    chance = np.trapezoid(leader.pdf(grid) * other.sf(grid), grid)
    clicks, plays, one = np.array([[3000.0], [24.0]]), np.array([[5000.0], [60.0]]), np.ones(1)
    state, rng = policy.start(2, 1, one, 10**6, None), np.random.default_rng(5)
    policy.from_counts(state, clicks, plays, one)
    choose, action = compiled(policy.choose), np.zeros(1, dtype=np.int64)
    surprises = long = 0
    for t in range(20_000, 80_000):
        long += choose(state, t, action, rng) > 1
        surprises += action[0] == 1
    assert long > 50_000
    # False alarms are rarer than one in a million; marks twice as often are 7 standard errors away.
    assert abs(surprises - 60_000 * chance) < 5 * np.sqrt(60_000 * chance)


def steps(instance, policy, horizon):
    """The number of stretches and single rounds of a game."""
    n_items, n_positions = instance.attraction.size, instance.examination.size
    given = instance.examination * (1.0 if policy.knows_examination else np.nan)
    rng = generator(1, 0, policy.id)
    state = policy.start(n_items, n_positions, given, horizon, rng)
    choose, update, draw = map(compiled, (policy.choose, policy.update, MODEL.draw))
    action, clicks = np.zeros((2, n_positions), dtype=np.int64)
    t = number = 0
    while t < horizon:
        rounds = draw(*instance, action, choose(state, t, action, rng), horizon - t, rng, clicks)
        update(state, t, action, clicks, rounds, rng)
        t, number = t + rounds, number + 1
    return number


@pytest.mark.parametrize(
    ("policy", "share"), [(PBM_TS, 0.1), (BC_MP_TS, 0.1), (PBM_UCB, 0.5), (RBA_KL_UCB, 0.5)], ids=str
)
def test_long_games_take_few_steps(policy, share):
    for name in ("Figure 1a", "Figure 1b"):
        assert steps(PROBLEMS[name], policy, 200_000) < share * 200_000


def digests():
    """For every policy and two problems, a digest of a game that is mostly played in stretches."""
    return [
        hashlib.sha256(replicate(MODEL, PROBLEMS[name], policy, [8000], 5, 1).tobytes()).hexdigest()
        for policy in PLAIN
        for name in ("Figure 1b", "near 0 and 1")
    ]


def test_interpreted_stretches_are_bit_identical_to_compiled_ones():
    root = Path(__file__).parents[3]
    here = "tests.clickbandits.pbm.test_long_games"
    program = f"import json; from {here} import digests; print(json.dumps(digests()))"
    seen = os.pathsep.join([str(root), *sys.path])
    printed = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": seen},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(printed) == digests()
