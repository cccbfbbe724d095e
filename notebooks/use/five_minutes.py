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
# # Five minutes
#
# From a log to a fit, a picture, a bound and a simulation.
#
# **The question.** A shop shows three products at the top of its page and keeps a log of the clicks.
# Which products do people want? Which three should it show, and in which order? What would it cost
# to find out by experiment?
#
# **The answer.** Click rates will not tell you, because whatever is at the top gets clicked because it is at the top.
# The *position-based model* separates the two causes of a click, a look at the position and a liking for the product.
# One call fits it to the log. The result has intervals and gives the value of any order, and you can try policies on
# it before they meet a customer.
#
# To run this page, you only need `pip install ".[drawing,logs]"` in a clone of the repository. Every cell was
# executed when the page was built.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits import PBM_TS, PBM_UCB, lower_bound, pbm, play, regret_curves
from clicklogs import best_ranking, fit_log, from_frame, value

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## A log
#
# Your log comes from a file ({doc}`/notebooks/your_own_log`). Here we draw one, so that the truth is known. It has
# 4,000 pages of a shop that favours its pots and shows them at the top.

# %%
items = np.array(["tea", "mug", "pot", "tin", "spoon"])
liked = np.array([0.30, 0.25, 0.20, 0.12, 0.05])  # the truth: a click, once looked at
looked = np.array([1.0, 0.5, 0.25])  # the truth: a look at each position
favour = [0.0, 0.0, 2.5, 1.0, 0.0]  # what the shop puts forward

rng = np.random.default_rng(7)
shown = np.argsort(-rng.gumbel(favour, size=(4000, 5)))[:, :3]
clicked = rng.random(shown.shape) < liked[shown] * looked
columns = items[shown].ravel(), np.tile([1, 2, 3], len(shown)), clicked.ravel()
log = pd.DataFrame(dict(zip(["item_id", "position", "click"], columns, strict=True)))
log.head(4)

# %% [markdown]
# ## A fit
#
# **Predict.** The pot was at the top of most pages. Will it have the highest click rate, and the highest
# attraction?

# %%
fit = fit_log(from_frame(log))
found = fit.items().set_index("item")[["plays", "attraction", "low", "high"]]
found["click rate"] = log.groupby("item_id")["click"].mean()
found.sort_values("attraction", ascending=False).round(3)

# %% tags=["remove-cell"]
assert found["click rate"].idxmax() == "pot" != found["attraction"].idxmax() == "tea"

# %% [markdown]
# The pot is clicked most often, but people like the tea best. `low` and `high` are the ends of a 95 % interval.

# %% mystnb={"image": {"alt": "Five products. The click rate of the pot is the highest. The fitted attractions, with intervals, fall from tea over mug, pot and tin to spoon, and every interval holds the true value."}, "figure": {"caption": "Click rates in the log, fitted attractions with 95 % intervals, and the true attractions."}}
found = found.loc[items]
around = [found["attraction"] - found["low"], found["high"] - found["attraction"]]
plt.figure(figsize=(6, 3.4))
plt.plot(items, found["click rate"], "s", color="#D55E00", label="click rate")
plt.errorbar(
    items, found["attraction"], around, fmt="o", color="#0072B2", label="attraction, fitted"
)
plt.plot(items, liked, "kx", label="the truth")
plt.ylabel("probability of a click")
plt.legend()
plt.show()

# %% tags=["remove-cell"]
assert (found["low"] < liked).all() and (liked < found["high"]).all()

# %% [markdown]
# The other half of the fit is the probability that each position is looked at, on a scale on which the first
# is 1:

# %%
fit.positions()[["position", "clicks", "plays", "examination", "low", "high"]].round(3)

# %% [markdown]
# What is the value of an order? We estimate the clicks per page for the list that the shop shows most and for the
# one that `best_ranking` recommends, which is {doc}`not always the one with the largest estimates <advice>`:

# %%
best = best_ranking(fit)
for ranking in (("pot", "tin", "tea"), best):
    worth = value(fit, ranking)
    print(*ranking, f"{worth.clicks:.2f} (95 %: {worth.low:.2f} to {worth.high:.2f})", sep=", ")

# %% [markdown]
# ## A bound
#
# The fit is a *problem*, which consists of two vectors, attractions and examinations. A learner does not know the
# attractions. How many clicks must it lose, compared with the best list, until it knows them well enough? If it
# learns well on every problem, it loses at least about $C\log T$ in $T$ pages, with a constant $C$ that can be
# computed ({ref}`Theorem 6 <pbm:theorem-6>`). This log has one query; for a log with several, `fit.problem(query)` is
# the problem of one of them.

# %%
problem = pbm.problem(fit.attraction, fit.examination)
constant = lower_bound(problem)
print(f"{constant:.1f} log T: {constant * np.log(20_000):.0f} clicks in 20,000 pages")

# %% [markdown]
# ## A simulation
#
# We simulate two learning policies on this problem, in 40 games of 20,000 pages each. *Regret* is the expected number
# of clicks lost.

# %% mystnb={"image": {"alt": "Mean regret over 20,000 rounds, on a logarithmic axis. PBM-UCB ends more than four times as high as PBM-TS and bends upwards. PBM-TS rises slowly and ends below the dashed straight line of the bound."}, "figure": {"caption": "Regret of two policies while they learn. Dashed: $C\\log t$, the rate at which regret must go on growing."}}
regret = play(pbm.MODEL, problem, [PBM_UCB, PBM_TS], horizon=20_000, replications=40, seed=1)
plt.figure(figsize=(6, 3.8))
regret_curves(plt.gca(), regret)
plt.plot(regret.rounds, constant * np.log(regret.rounds), "k--")
plt.xscale("log")
plt.show()

# %% tags=["remove-cell"]
ucb, ts = regret.mean(PBM_UCB.id)[-1], regret.mean(PBM_TS.id)[-1]
assert 4 * ts < ucb and ts < constant * np.log(20_000)

# %% [markdown]
# The dashed line is $C\log T$. It bounds the slope in the long run, so a curve can be below it for a while but
# cannot stay flatter.

# %%
best_possible = value(fit, best).clicks * 20_000
for policy in regret.values:
    lost = regret.mean(policy)[-1]
    print(f"{policy} loses {lost:,.0f} of {best_possible:,.0f} clicks: {lost / best_possible:.1%}")

# %% [markdown]
# **What to remember.** A click rate mixes the item with its position, and the fit separates them if items were shown
# at several positions. The value of a ranking comes with an interval, and you can estimate the cost of learning
# before you pay it.
#
# Next: {doc}`your own log </notebooks/your_own_log>`, {doc}`a policy of your own <your_own_policy>`,
# {doc}`a policy in production <in_production>`, {doc}`many machines <on_a_cluster>`, and
# {doc}`every function </reference>`.
