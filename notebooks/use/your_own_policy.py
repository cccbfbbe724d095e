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
# # Your own policy
#
# How to write a policy in thirty lines and compare it with those of the papers.
#
# Suppose you have an idea for learning from clicks. Is it any good? How much does it lose compared with Thompson
# sampling, on a problem like yours?
#
# A policy consists of a state and three functions, `start`, `choose` and `update`. If you write these and give the
# policy a name, you can simulate it on any problem, in the same games and the same picture as the policies of the
# papers. The functions are compiled to machine code.

# %%
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np

from clickbandits import PBM_TS, PBM_UCB, kdd_models, pbm, play, regret_curves
from clickbandits.core import Policy, by_examination, kernel, rank

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## The idea
#
# Estimate the attraction of every item by its clicks divided by its *looks* (the number of its displays, each
# multiplied by the examination of the position). Show the items with the highest estimates, the best one where people
# look most. In one round of twenty, however, show a random order, so that no item is forgotten. This is ε-greedy with
# ε = 0.05.


# %%
class State(NamedTuple):
    examination: np.ndarray
    positions: np.ndarray  # most examined first
    clicks: np.ndarray  # of each item
    looks: np.ndarray  # displays of each item, times examination
    score: np.ndarray
    ranked: np.ndarray


def start(n_items, n_positions, examination, horizon, rng):
    clicks, looks, score = np.zeros((3, n_items))
    ranked = np.zeros(n_positions, dtype=np.int64)
    return State(examination, by_examination(examination), clicks, looks, score, ranked)


@kernel
def choose(state, t, action, rng):
    explore = rng.random() < 0.05
    for item in range(state.score.size):
        estimate = (state.clicks[item] + 1) / (state.looks[item] + 1)
        state.score[item] = rng.random() if explore else estimate
    rank(state.score, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return 1  # show this list for one round


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    for position in range(action.size):
        state.clicks[action[position]] += clicks[position]
        state.looks[action[position]] += n_rounds * state.examination[position]


EPSILON_GREEDY = Policy("epsilon-greedy", start, choose, update)

# %% [markdown]
# That is all. `kernel` compiles a function. `action[l]` is the item at position `l`, and `clicks[l]` is 1 if it was
# clicked. Items and positions are counted from 0. There are four rules: `choose` and `update` allocate
# nothing (they use the arrays in the state), `rng` is the only source of randomness, `rank` sorts, and `choose` fills
# every place of `action` with a different item in every round and returns at least 1 (or `UNTIL_NO_CLICK`). A new item
# begins with one click on one look, so that it is tried.
#
# ## The game
#
# The problem has a realistic size. It is a query from the advertising log of a search engine, with 11 ads and 3
# positions.
#
# **Predict.** Will so crude an idea lose more than PBM-UCB, which has a theorem? One round of twenty
# stays random, so what shape will its curve have in the end?

# %% mystnb={"image": {"alt": "Mean regret over 50,000 rounds on one search-advertising query. PBM-UCB rises steeply and ends highest. The epsilon-greedy policy ends far below it, on a nearly straight line with a wide band. PBM-TS ends lowest and is almost flat."}, "figure": {"caption": "A policy written on this page, and two of the papers', on the same problem."}}
problem = kdd_models()["KDD 7"].problem
policies = [EPSILON_GREEDY, PBM_UCB, PBM_TS]
regret = play(pbm.MODEL, problem, policies, horizon=50_000, replications=40, seed=1)
plt.figure(figsize=(6, 3.8))
regret_curves(plt.gca(), regret)
plt.show()

# %%
for policy in regret.values:
    half, whole = np.interp([25_000, 50_000], regret.rounds, regret.mean(policy))
    error = regret.standard_error(policy)[-1]
    print(f"{policy}: {whole:.0f} ± {error:.0f}, of which {whole - half:.0f} in the second half")

# %% [markdown]
# In these games ε-greedy loses less than PBM-UCB, whose confidence bounds are wide when clicks are rare, and more
# than PBM-TS. In the second half, PBM-TS loses little more, but ε-greedy goes on losing, because its random lists
# cost the same in every round. Its curve ends as a straight line, which in the long run is above every logarithm,
# including that of PBM-UCB. Its band is wide because its games differ far more from each other.

# %% tags=["remove-cell"]
assert regret.mean("PBM-TS")[-1] < regret.mean("epsilon-greedy")[-1] < regret.mean("PBM-UCB")[-1]

# %% [markdown]
# ## If there is a mistake
#
# A compiled function reads and writes wherever an index points. Therefore `play`, `run` and `replicate` first play a
# new policy for at least 50 rounds in plain Python, which refuses every index outside of an array. In all its games a
# wrong action, a wrong number of rounds and a regret below zero end in a sentence with the policy, the round and the
# rule. `check_policy` plays 1,000 rounds in plain Python before it plays them compiled, and also checks a click
# model. Put it into the policy's test:

# %%
from clickbandits import check_policy

check_policy(pbm.MODEL, problem, EPSILON_GREEDY)

# %% [markdown]
# Two mistakes remain unseen. A function that never returns cannot be stopped. If an index leaves its array only
# after these rounds, the game cannot notice that a value was read there, and notices afterwards that one was
# written only if it is within 128 bytes of the array.
#
# ## From here
#
# **Parameters** are passed to `start` by `functools.partial` and belong in the name:
# `Policy("epsilon-greedy(0.1)", partial(start, epsilon=0.1), choose, update)`. Here `start` would take `epsilon` and
# put it into a field of the state, in which `choose` would find it.
#
# **Unknown examination.** Use `Policy(..., knows_examination=False)`. Then `start` receives NaN in its place,
# and `rank` refuses a score that was computed from it.
#
# **One list for many rounds.** Return their number from `choose`. The clicks of all these rounds are
# drawn at once, and `clicks` contains their sums.
#
# **Other clicks.** `mnl.MODEL` (at most one click per list) and `rank1.MODEL` (one item and one position)
# take policies of the same form, and so does {doc}`a model of your own <your_own_click_law>`.
#
# **Stored results.** `experiments.run` stores finished games under the code of the policy and of the click model,
# their closures and parameters, so a change of any of them plays new games. The functions must be in a file. Call `run` or `play` in another file, or below `if __name__ == "__main__":`, because their workers import
# the file with the policy. {doc}`on_a_cluster` gives an example.
#
# **In production.** See {doc}`in_production`.
