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
# # On a cluster
#
# How to run many games on many machines and get the same numbers.
#
# A study has 40 problems, six policies and a thousand games of each, and it takes a day
# on this machine. How can it run on twenty machines, and what happens if one of them fails?
#
# Pass an *executor* to `run`, which is any object with the interface of `concurrent.futures.Executor`.
# Threads, processes and a Dask cluster give byte-identical results, because every game has random numbers of
# its own. Finished games are stored and never simulated again.

# %%
import os
import pickle
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import matplotlib.pyplot as plt

from clickbandits import PBM_TS, PBM_UCB, Experiment, kdd_models, pbm, regret_curves, run
from clickbandits.store import folder

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## An experiment is data
#
# An experiment specifies the games, and creating it runs nothing. If there are several problems, each game draws one
# of them, here one of eight search-advertising queries. Every `chunk` of games is simulated, sent back and stored
# together.

# %%
problems = [model.problem for model in kdd_models().values()]
experiment = Experiment(
    "demo:ads",
    pbm.MODEL,
    problems,
    [PBM_UCB, PBM_TS],
    horizon=10_000,
    replications=60,
    seed=1,
    chunk=10,
)
print(len(experiment.policies), "policies,", len(experiment.chunks()), "chunks of each")

# %% [markdown]
# ## Here, and in other processes
#
# The store is a folder, `.cache` by default. This page uses a new one, so everything is simulated:

# %%
os.environ["CLICKBANDITS_CACHE"] = tempfile.mkdtemp()
here = run(experiment)  # threads, one a processor
stored = sorted(path.name for path in folder().rglob("*.npz"))
print(len(stored), "files:", stored[0], "...", stored[-1])

# %%
os.environ["CLICKBANDITS_CACHE"] = tempfile.mkdtemp()
with ProcessPoolExecutor(2, get_context("spawn")) as processes:
    there = run(experiment, processes)
for policy in here.values:
    print(
        policy, "the same bytes:", here.values[policy].tobytes() == there.values[policy].tobytes()
    )

# %% mystnb={"image": {"alt": "Mean regret over 10,000 rounds, averaged over eight search-advertising queries. PBM-UCB ends several times as high as PBM-TS."}, "figure": {"caption": "Result of the experiment. Threads and processes give the same."}}
plt.figure(figsize=(6, 3.6))
regret_curves(plt.gca(), there)
plt.show()

# %% [markdown]
# ## With Dask
#
# Run `pip install ".[cluster]"` in a clone of the repository, and pass the address of your scheduler:
#
# ```python
# from dask.distributed import Client
#
# regret = run(experiment, Client("scheduler:8786").get_executor())
# ```
#
# The workers need only Python and clickbandits in the same versions, and no common disk or store. A test of the
# library simulates games on a Dask cluster, kills a worker in the middle, and gets the same bytes
# (`tests/clickbandits/test_cluster.py`).
#
# ## Data sent and stored
#
# A worker receives the specification of a chunk and returns its regret at the checkpoints:

# %%
part = (experiment.model, experiment.problems, PBM_TS, experiment.checkpoints, experiment.seed)
back = there.values["PBM-TS"][:10]
out = len(pickle.dumps(part)) / 1000
print(f"out: about {out:.0f} kB; back: {back.nbytes:,} bytes for {len(back)} games")

# %% [markdown]
# Compiled functions are sent with their code, and everything else is sent by name. A policy of your own must
# therefore be in a module that the workers can import, too, and not in a notebook.
#
# **Predict.** At a horizon a hundred times as long, how much more is returned?

# %%
longer = replace(experiment, horizon=100 * experiment.horizon, checkpoints=())
numbers = longer.chunk * len(longer.checkpoints)
print(f"{numbers:,} numbers of 8 bytes: {8 * numbers:,} bytes")

# %% [markdown]
# Only a little more, because there are about 60 checkpoints, evenly spaced in log t, unless you ask for others. A
# worker simulates one chunk at a time. For each game it keeps the policy's counts and these numbers, so its memory
# hardly grows with the horizon, and does not grow with the number of games.
#
# The machine that calls `run` writes each chunk as it arrives, under a name that is a digest of everything that
# the numbers depend on, namely problem, policy, seed, and the code that Python loads for them. Therefore
#
# - an interrupted run resumes where it stopped,
# - more `replications` run only the new games, because games do not depend on each other,
# - a change to the policy's code requires new numbers, and a changed comment does not.
#
# **Predict.** 60 games of each policy are stored. If you ask for 80, how many files are there afterwards?

# %%
more = Experiment(
    "demo:ads",
    pbm.MODEL,
    problems,
    [PBM_UCB, PBM_TS],
    horizon=10_000,
    replications=80,
    seed=1,
    chunk=10,
)
run(more)
print(len(list(folder().rglob("*.npz"))), "files")

# %% [markdown]
# There are four more files, two per policy.
#
# ## Cost
#
# A chunk should take much longer than its transfer to a worker and back, which takes a few milliseconds. More workers
# than processors gain little, because they share the processors. Small chunks are spread more evenly and lose less if
# a worker fails, while large ones need fewer transfers.
#
# ## Without a scheduler
#
# A batch system works, too. Let every job call `run` on the same experiment with a common folder,
# `CLICKBANDITS_CACHE`. Each job begins at a different chunk and simulates those that are not there yet.
