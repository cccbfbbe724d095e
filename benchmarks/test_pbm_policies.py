"""The cost of a round for the policies of the position-based model, and the gain of a second thread.

The unit u is the time that numpy's `Generator.random(out=...)` takes per double when it fills a buffer
of 100,000. It is measured beside each policy, so that the ratios carry over to other machines. Times of
one thread are processor times, not wall times; the gain of two threads requires two idle processors.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest

from clickbandits import checked
from clickbandits.core import Policy, kernel, rank
from clickbandits.experiments import replicate
from clickbandits.pbm import MODEL, problem
from clickbandits.pbm.pie import PBM_PIE, PBM_PIE_ADAPTIVE, pbm_pie
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import play_range, processors

INSTANCE = problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
HORIZON, GAMES = 100_000, 10
LIMITS = {PBM_UCB: 35, PBM_PIE: 35, PBM_TS: 100, BC_MP_TS: 150, RBA_KL_UCB: 100}
OTHERS = [PBM_PIE_ADAPTIVE, pbm_pie(log_of="t"), pbm_pie(skip=False)]


@pytest.mark.parametrize("policy", [*LIMITS, *OTHERS], ids=lambda policy: policy.id)
@pytest.mark.benchmark(timer=time.thread_time)
def test_a_round(benchmark, policy, show, unit):
    arguments = MODEL, (INSTANCE,), policy, np.array([HORIZON]), 1
    play_range(*arguments, range(1))  # compiles
    u = unit()
    benchmark.pedantic(play_range, args=(*arguments, range(GAMES)), rounds=5)
    u = min(u, unit())
    nanoseconds = benchmark.stats.stats.min / (GAMES * HORIZON) * 1e9
    show(f"{policy.id}, a round", nanoseconds, "ns")
    show(f"{policy.id}, a round", nanoseconds / u, "u", LIMITS.get(policy))


class State(NamedTuple):
    clicks: np.ndarray
    plays: np.ndarray
    score: np.ndarray


def start(n_items, n_positions, examination, horizon, rng):
    return State(*np.ones((3, n_items)))


@kernel
def choose(state, t, action, rng):
    explores = rng.random() < 0.05
    for item in range(state.score.size):
        state.score[item] = rng.random() if explores else state.clicks[item] / state.plays[item]
    rank(state.score, action)
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    for position in range(action.size):
        state.clicks[action[position]] += clicks[position]
        state.plays[action[position]] += n_rounds


OWN = Policy("epsilon-greedy", start, choose, update)


@pytest.mark.parametrize("policy", [OWN, PBM_UCB, PBM_TS], ids=lambda policy: policy.id)
@pytest.mark.benchmark(timer=time.thread_time)
def test_guards(benchmark, policy, show):
    """The guards of a policy of one's own, as a share of the time of the same games without guards."""
    arguments = MODEL, (INSTANCE,), policy, np.array([HORIZON]), 1
    times = {}
    for play in (play_range, checked.play_range) * 8:  # in turn, because a machine changes its speed
        begin = time.thread_time()
        play(*arguments, range(GAMES))
        times.setdefault(play, []).append(time.thread_time() - begin)
    benchmark.pedantic(checked.play_range, args=(*arguments, range(GAMES)), rounds=5)
    show(f"{policy.id}, without guards, a round", min(times[play_range]) / (GAMES * HORIZON) * 1e9, "ns")
    share = min(times[checked.play_range]) / min(times[play_range]) - 1
    show(f"{policy.id}, guards", 100 * share, "%", 5)


@pytest.mark.skipif(processors() < 2, reason="needs two processors")
@pytest.mark.parametrize("policy", [PBM_UCB, PBM_TS], ids=lambda policy: policy.id)
def test_two_threads(benchmark, policy, show):
    arguments = MODEL, INSTANCE, policy, [HORIZON], 1, 80

    def seconds(n_threads):
        with ThreadPoolExecutor(n_threads) as threads:
            begin = time.perf_counter()
            replicate(*arguments, executor=threads)
            return time.perf_counter() - begin

    seconds(1)  # compiles
    one = min(seconds(1) for _ in range(3))
    benchmark.pedantic(seconds, args=(2,), rounds=3)
    gain = one / benchmark.stats.stats.min
    show(f"{policy.id}, two threads: times as fast as one", gain, at_least=1.8)
