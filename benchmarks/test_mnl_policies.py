"""The cost of an epoch for the policies under multinomial logit choice, on problem (c).

Times are processor times of one thread, at 8,000 rounds. The number of epochs comes from the policy's
state. TopRank and PBM-UCB decide in every round, so they are timed by rounds. The policies that fit both
factors before every epoch should stay below 30 µs per epoch with implicit differences.
"""

import time

import numpy as np
import pytest

from clickbandits.mnl import MODEL
from clickbandits.mnl.epoch_ucb_upb import epoch_ucb_upb
from clickbandits.simulate import game, play_range
from compendium.mnl import experiments

PROBLEM, HORIZON = experiments.PROBLEMS["c"], 8000
LITERAL = epoch_ucb_upb("star", differences="literal")
LIMIT = 30.0


@pytest.mark.parametrize(
    "policy", [*experiments.KNOWN, *experiments.UNKNOWN, LITERAL], ids=lambda policy: policy.id
)
@pytest.mark.benchmark(timer=time.thread_time)
def test_an_epoch(benchmark, policy, show):
    arguments = MODEL, (PROBLEM,), policy, np.array([HORIZON]), 1
    games = 1 if policy is LITERAL else 5
    states = [game(*arguments, replication).state for replication in range(games)]  # compiles
    steps = sum(int(getattr(state, "epochs", [HORIZON])[0]) for state in states)
    benchmark.pedantic(play_range, args=(*arguments, range(games)), rounds=1 if games == 1 else 5)
    microseconds = benchmark.stats.stats.min / steps * 1e6
    unit = "epoch" if hasattr(states[0], "epochs") else "round"
    limit = LIMIT if "UPB" in policy.id and policy is not LITERAL else None
    show(f"{policy.id}, per {unit}", microseconds, "µs", limit)
