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
# Many games, many machines, the same numbers.
#
# A study has 40 problems, six policies and a thousand games of each. It takes a day
# on this machine. How does it run on twenty, and what if one of them dies?
#
# Hand `run` an *executor*: anything with the interface of `concurrent.futures.Executor`.
# Threads, processes and a Dask cluster give the same bytes, because every game has random numbers of
# its own. What is finished is stored, and never played again.

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
# It says what is played; nothing runs yet. Of several problems, each game draws one: here one of
# eight queries of search advertising. `chunk` games are played, sent back and stored together.

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
# The store is a folder, `.cache` by default. For this page it is a new one, so that everything is
# played:

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

# %% mystnb={"image": {"alt": "Mean regret over 10,000 rounds, averaged over eight search-advertising queries. PBM-UCB ends several times as high as PBM-TS."}, "figure": {"caption": "What the experiment found, whoever computed it."}}
plt.figure(figsize=(6, 3.6))
regret_curves(plt.gca(), there)
plt.show()

# %% [markdown]
# ## With Dask
#
# `pip install ".[cluster]"` in a clone, and the address of your scheduler:
#
# ```python
# from dask.distributed import Client
#
# regret = run(experiment, Client("scheduler:8786").get_executor())
# ```
#
# The workers need Python and clickbandits in the same versions, and nothing else: no common disk, no
# store. A test of the library plays on a Dask cluster, kills a worker in the middle, and finds the
# same bytes (`tests/clickbandits/test_cluster.py`).
#
# ## What is sent, and what is stored
#
# To a worker goes the specification of a chunk, back comes its regret at the checkpoints:

# %%
part = (experiment.model, experiment.problems, PBM_TS, experiment.checkpoints, experiment.seed)
back = there.values["PBM-TS"][:10]
out = len(pickle.dumps(part)) / 1000
print(f"out: about {out:.0f} kB; back: {back.nbytes:,} bytes for {len(back)} games")

# %% [markdown]
# Compiled functions are sent with their code, all else by name, so that a policy of your own must stand in
# a module that the workers can import, too, not in a notebook.
#
# **Predict.** At a horizon a hundred times as long, how much more comes back?

# %%
longer = replace(experiment, horizon=100 * experiment.horizon, checkpoints=())
numbers = longer.chunk * len(longer.checkpoints)
print(f"{numbers:,} numbers of 8 bytes: {8 * numbers:,} bytes")

# %% [markdown]
# A little: there are about 60 checkpoints, evenly spaced in log t, unless you ask for others. A worker
# plays one chunk at a time, and keeps of a game its policy's counts and these numbers. So its memory
# hardly grows with the horizon, and not at all with the number of games.
#
# The machine that calls `run` writes each chunk when it comes in, under a name that is a digest of all
# that its numbers depend on: problem, policy, seed, and the code that Python loads for them. So
#
# - a run that was killed goes on where it was,
# - more `replications` play only the new ones, since games do not depend on each other,
# - a change of the policy's code asks for new numbers, and a changed comment does not.
#
# **Predict.** 60 games of each policy are stored. Ask for 80: how many files are there afterwards?

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
# Four more, two a policy.
#
# ## What it costs
#
# A chunk should take much longer than its way to a worker and back, which is some milliseconds. More
# workers than processors gain little: they share them. Small chunks spread better and lose less
# with a worker that dies; large ones pay the way less often.
#
# ## Without a scheduler
#
# It works on a batch system, too: let every job call `run` on the same experiment with a common
# folder, `CLICKBANDITS_CACHE`. Each job begins at another chunk, and plays what is not there yet.
