"""The cost of a run of elimination, and of a step of the arm policies, in the rank-1 model.

The unit u is the time that numpy's `Generator.random(out=...)` takes per double, measured beside each
policy. Times are processor times, not wall times.
"""

import time

import numpy as np
import pytest

from clickbandits.rank1 import MODEL
from clickbandits.rank1.buckets import KL_UCB, UCB1
from clickbandits.rank1.elim import RANK1_ELIM, RANK1_ELIM_KL, rank1_elim_kl
from clickbandits.rank1.ucb1_elim import UCB1_ELIM
from clickbandits.simulate import game, play_range
from compendium.rank1.experiments import needle

HORIZON = 2_000_000
ELIMINATION = [RANK1_ELIM_KL, rank1_elim_kl("log"), RANK1_ELIM, UCB1_ELIM]
MILLISECONDS = 30  # a run of elimination at K = L = 128
STEPS = {UCB1: 60, KL_UCB: None}  # u per step over 16,384 arms


@pytest.mark.parametrize("size", [32, 128])
@pytest.mark.parametrize("policy", ELIMINATION, ids=lambda policy: policy.id)
@pytest.mark.benchmark(timer=time.thread_time)
def test_a_run_of_elimination(benchmark, policy, size, show):
    arguments = MODEL, (needle(size),), policy, np.array([HORIZON]), 1
    play_range(*arguments, range(1))  # compiles
    benchmark.pedantic(play_range, args=(*arguments, range(10)), rounds=3)
    milliseconds = benchmark.stats.stats.min / 10 * 1e3
    limit = MILLISECONDS if size == 128 else None
    show(f"{policy.id}, K = L = {size}, a run", milliseconds, "ms", limit)


@pytest.mark.parametrize("policy", [UCB1, KL_UCB], ids=lambda policy: policy.id)
@pytest.mark.benchmark(timer=time.thread_time)
def test_a_step_over_16384_arms(benchmark, policy, show, unit):
    arguments = MODEL, (needle(128),), policy, np.array([HORIZON]), 1
    play_range(*arguments[:3], np.array([20_000]), 1, range(1))  # compiles
    u = unit()
    benchmark.pedantic(play_range, args=(*arguments, range(1)), rounds=2)
    u = min(u, unit())
    ratio = benchmark.stats.stats.min / HORIZON * 1e9 / u
    show(f"{policy.id}, a step over 16,384 arms", ratio, "u", STEPS[policy])


@pytest.mark.benchmark(timer=time.thread_time)
@pytest.mark.parametrize("power", [6, 8, 10, 12])
def test_a_run_costs_stages_and_pairs_not_steps(benchmark, power, show):
    arguments = MODEL, (needle(128),), RANK1_ELIM_KL, np.array([10**power]), 1
    play_range(*arguments, range(1))  # compiles
    benchmark.pedantic(play_range, args=(*arguments, range(5)), rounds=2)
    milliseconds = benchmark.stats.stats.min / 5 * 1e3
    blocks = int(game(*arguments, 0).state.blocks[0])
    show(f"n = 10^{power}, a run", milliseconds, "ms")
    show(f"n = 10^{power}, draws a run", blocks, limit=150_000)
    assert blocks < 150_000  # which does not depend on the machine
