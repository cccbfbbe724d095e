"""The policies that play in stretches, round by round (the oracle of their games), and problems for both."""

import math

from clickbandits.core import kernel, rank
from clickbandits.pbm import problem
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.rba import choose as choose_certain
from clickbandits.pbm.sampler import draw
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS
from clickbandits.pbm.ts import choose as choose_stretch
from clickbandits.pbm.ucb import PBM_UCB

PROBLEMS = {
    "Figure 1a": problem([0.95, 0.85, 0.75, 0.65, 0.55], [0.9, 0.6, 0.3]),
    "Figure 1b": problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3]),
    "near tie": problem([0.30, 0.29, 0.20], [0.9, 0.6]),
    "all items shown": problem([0.8, 0.3, 0.5], [0.9, 0.2, 0.5]),
    "one position": problem([0.6, 0.5, 0.1], [0.7]),
    "equal examinations": problem([0.6, 0.4, 0.2, 0.1], [0.5, 0.5]),
    "hardly examined": problem([0.6, 0.4, 0.2], [0.9, 0.01]),
    "near 0 and 1": problem([0.999, 0.99, 0.5, 0.001], [1.0, 0.3]),
    "all near 0": problem([0.02, 0.01, 0.001], [1.0, 0.5]),
}


@kernel
def show(state, action):
    rank(state.index, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return 1


@kernel
def choose_exact(state, t, action, rng):
    for item in range(state.index.size):
        state.index[item] = draw(state.posterior, item, rng)
    return show(state, action)


@kernel
def choose_corrected(state, t, action, rng):
    for item in range(state.index.size):
        failures = max(state.views[item] - state.posterior.clicks[item], 0.0)
        state.index[item] = rng.beta(state.posterior.clicks[item] + 1.0, failures + 1.0)
    return show(state, action)


@kernel
def choose_ucb(state, t, action, rng):
    if t < state.first_lists.shape[0]:
        for position in range(action.size):
            action[position] = state.first_lists[t, position]
        return 1
    root_delta = math.sqrt((1.0 + state.epsilon) * math.log(t + 1.0))
    for item in range(state.index.size):
        state.index[item] = state.estimate[item] + state.width[item] * root_delta
    return show(state, action)


@kernel
def choose_rba(state, t, action, rng):
    choose_certain(state, t, action, rng)
    return 1


@kernel
def choose_and_forget(state, t, action, rng):
    choose_stretch(state, t, action, rng)
    return 1


PLAIN = {
    policy: policy._replace(id=f"{policy.id}, round by round", choose=choose)
    for policy, choose in (
        (PBM_TS, choose_exact),
        (BC_MP_TS, choose_corrected),
        (PBM_UCB, choose_ucb),
        (RBA_KL_UCB, choose_rba),
    )
}

PBM_TS_INTERRUPTED = PBM_TS._replace(id="PBM-TS, interrupted", choose=choose_and_forget)
