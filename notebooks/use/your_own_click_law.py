# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A click model of your own
#
# Your users do not click as any of the three papers assumes. They go down the list, click the first item
# they like, and leave. This is the *cascade model*. How can you add such a model to the library, so that it can be
# simulated with the policies of the three papers?
#
# One cell is enough. It defines how a list turns into clicks, the value of a list, and the policy CascadeKL-UCB of
# {cite:t}`kveton2015`. The library itself does not change.

# %%
import math
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from numba import njit

from clickbandits import PBM_TS, RBA_KL_UCB, TOP_RANK, play, regret_curves
from clickbandits.bernoulli import kl_upper_kernel
from clickbandits.core import UNTIL_NO_CLICK, ClickModel, Policy, kernel, n_shown, rank, vectors

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## The model and the policy


# %%
@njit(nogil=True)
def reward(attraction, examination, action):
    missed = 1.0
    for item in action:
        missed *= 1.0 - attraction[item]
    return 1.0 - missed  # the chance of a click


@njit(nogil=True)
def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    rest = reward(attraction, examination, action)
    if n_rounds == UNTIL_NO_CLICK:  # for policies that think in epochs
        length = rng.geometric(1.0 - rest) if rest < 1.0 else limit + 1
        clicked, rounds = min(length - 1, limit), min(length, limit)
    else:
        rounds = min(n_rounds, limit)
        clicked = rng.binomial(rounds, rest)
    looked = 1.0  # the chance that a user comes so far
    for position in range(action.size):
        chance = looked * attraction[action[position]]
        share = min(1.0, chance / rest) if rest > 0.0 else 0.0
        clicks[position] = rng.binomial(clicked, share)
        clicked, rest, looked = clicked - clicks[position], rest - chance, looked - chance
    return rounds


def optimal_reward(problem):
    return 1 - np.prod(1 - np.sort(problem.attraction)[::-1][: problem.examination.size])


def problem(attraction, examination):
    return vectors(attraction, examination, "[0, 1]", "[0, 1]")


CASCADE = ClickModel("cascade", draw, reward, optimal_reward, n_shown, n_shown, problem)


class State(NamedTuple):
    clicks: np.ndarray
    looks: np.ndarray
    bound: np.ndarray


def start(n_items, n_positions, examination, horizon, rng):
    return State(*np.zeros((3, n_items)))


@kernel
def choose(state, t, action, rng):
    level = math.log(t + 1.0) + 3.0 * math.log(max(1.0, math.log(t + 1.0)))
    for item in range(state.bound.size):
        looks = max(state.looks[item], 1e-9)
        state.bound[item] = kl_upper_kernel(state.clicks[item] / looks, level / looks)
    rank(state.bound, action)
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    for position in range(action.size):  # nobody looked below the click
        state.looks[action[position]] += 1
        if clicks[position]:
            state.clicks[action[position]] += 1
            break


CASCADE_KL_UCB = Policy("CascadeKL-UCB", start, choose, update, knows_examination=False)

# %% [markdown]
# `draw` simulates many rounds with one list at once and returns how many end with a click, and where. The
# positions have no examination of their own in this model, so the problem sets it to 1 at each position, and every
# policy of this book that shows lists can be used.
#
# ## Is it right?
#
# First we compare the model with its definition, by which a user looks at position $l$ if nothing above was clicked.

# %%
rng, theta = np.random.default_rng(1), np.array([0.2, 0.5, 0.4, 0.1])
shown, clicks = np.array([2, 0, 1]), np.zeros(3, dtype=np.int64)
draw(theta, np.ones(3), shown, 10**6, 10**6, rng, clicks)
print("drawn:     ", clicks / 10**6)
print("by the law:", theta[shown] * np.cumprod(np.append(1, 1 - theta[shown]))[:-1])

# %% tags=["remove-cell"]
law = theta[shown] * np.cumprod(np.append(1, 1 - theta[shown]))[:-1]
assert np.abs(clicks / 10**6 - law).max() < 0.002

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium import others

theirs = others.theirs().set_index("policy").loc["CascadeKL-UCB"]
assert theirs["horizon"] == 10_000 and theirs["commit"].startswith(
    "f28d3bbe"
)  # as in the text below
glue("theirs", f"{theirs['regret']:.1f} ± {theirs['error']:.1f}")
glue("games", int(theirs["runs"]))

# %% [markdown]
# Then we compare the policy with another implementation. In a problem of $L=16$ items, two of which have attraction
# 0.2 and all others 0.05, a list has two positions. The CascadeKL-UCB of
# [iosband/ts_tutorial](https://github.com/iosband/ts_tutorial/tree/f28d3bbe88b16a2e61faab9ffe4ae7387880b16a), which
# accompanies a tutorial on Thompson sampling, loses {glue:text}`theirs` clicks in 10,000 rounds
# (the mean of {glue:text}`games:d` games; {doc}`../against_others` explains how it was run).

# %%
two = problem(np.where(np.arange(16) < 2, 0.2, 0.05), np.ones(2))
game = play(CASCADE, two, CASCADE_KL_UCB, horizon=10_000, replications=100, seed=1)
lost, error = game.mean("CascadeKL-UCB")[-1], game.standard_error("CascadeKL-UCB")[-1]
print(f"{lost:.1f} ± {error:.1f}")

# %% tags=["remove-cell"]
assert abs(lost - theirs["regret"]) < 2 * np.hypot(error, theirs["error"])

# %% [markdown]
# ## Which policy is best?
#
# **Predict.** The policies of this book assume other click models. Which of them will beat the one that was made
# for the cascade?

# %% mystnb={"image": {"alt": "Regret over 100,000 rounds of the cascade model for four policies, both axes logarithmic. PBM-TS ends lowest, below CascadeKL-UCB; TopRank ends above both and RBA-KL-UCB more than ten times as high as CascadeKL-UCB."}, "figure": {"caption": "The click model of a fourth paper, its policy, and three policies of this book. Sixteen items, four positions."}}
four = problem(np.where(np.arange(16) < 4, 0.2, 0.05), np.ones(4))
policies = [CASCADE_KL_UCB, PBM_TS, TOP_RANK, RBA_KL_UCB]
regret = play(CASCADE, four, policies, horizon=100_000, replications=20, seed=1)
plt.figure(figsize=(6, 3.8))
regret_curves(plt.gca(), regret)
plt.gca().set(xscale="log", yscale="log", ylim=(1, None))
plt.show()

# %% tags=["remove-cell"]
made_for_it = regret.mean("CascadeKL-UCB")[-1]
assert regret.mean("PBM-TS")[-1] < made_for_it < regret.mean("TopRank")[-1]
assert 10 * made_for_it < regret.mean("RBA-KL-UCB")[-1]

# %% [markdown]
# PBM-TS wins here, although it assumes that every position is looked at. Nobody looks below a click, so PBM-TS counts
# unseen displays as misses. These misses fall on the items in low positions and so confirm their order. Drawing from
# a posterior is bolder than using an upper bound. This is an observation; no theorem backs it.
#
# **What to remember.** A click model consists of two compiled functions and three short ones, and a policy of a state
# and three functions. A policy that works with one model works with all models that have the same actions.
