"""The gain of playing in stretches: processor time of the same policy round by round, over its own.

Games round by round are those with which the tests compare the distribution of games in stretches. One
line of results per policy, problem and horizon; a ratio above 1 means that stretches are faster. From
10^6 rounds on, games round by round are cut at 10^6 and extrapolated, because every round costs the same.
"""

import time

import numpy as np
import pytest
from tests.clickbandits.pbm.long_games import PLAIN

from clickbandits.pbm import MODEL, problem
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import play_range
from compendium.pbm.experiments import FIGURE_1A, FIGURE_1B

NEAR_TIE = problem([0.30, 0.29, 0.20], [0.9, 0.6])
TEN_POSITIONS = problem(np.linspace(0.6, 0.03, 20), 0.9 ** np.arange(10))
MANY_ITEMS = problem(0.5 / np.sqrt(1 + np.arange(200)), [0.9, 0.6, 0.3])
LONG = (20_000, 100_000, 1_000_000, 10_000_000)
CASES = [
    *((name, instance, LONG) for name, instance in (("1(b)", FIGURE_1B), ("1(a)", FIGURE_1A))),
    ("near tie", NEAR_TIE, LONG),
    ("ten positions", TEN_POSITIONS, LONG[:3]),
    ("200 items", MANY_ITEMS, LONG[:2]),
]


def seconds(instance, policy, horizon):
    """The mean processor time of a game."""
    times = []
    for replication in range(5 if horizon <= 100_000 else 2):
        begin = time.thread_time()
        play_range(MODEL, (instance,), policy, np.array([horizon]), 1, range(replication, replication + 1))
        times.append(time.thread_time() - begin)
    return np.mean(times)


@pytest.mark.parametrize("policy", [PBM_TS, BC_MP_TS, PBM_UCB, RBA_KL_UCB], ids=lambda policy: policy.id)
@pytest.mark.parametrize(("name", "instance", "horizons"), CASES, ids=[case[0] for case in CASES])
def test_the_gain_of_stretches(policy, name, instance, horizons, show):
    plain = PLAIN[policy]
    for each in (policy, plain):
        seconds(instance, each, 1000)  # compiles
    for horizon in horizons:
        cut = min(horizon, 1_000_000)
        ratio = seconds(instance, plain, cut) * (horizon / cut) / seconds(instance, policy, horizon)
        show(f"{policy.id}, {name}, {horizon:,} rounds: times as fast", ratio, at_least=0.9)
