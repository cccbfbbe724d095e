"""The cost of a round for the policies of the position-based model, and the gain of a second thread.

The unit u is the time that numpy's `Generator.random(out=...)` takes per double when it fills a buffer
of 100,000. It is measured beside each policy, so that the ratios carry over to other machines. Times of
one thread are processor times, not wall times; the gain of two threads requires two idle processors.
"""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from clickbandits.pbm import MODEL, problem
from clickbandits.pbm.pie import PBM_PIE, PBM_PIE_ADAPTIVE, pbm_pie
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import play_range, processors, replicate

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
