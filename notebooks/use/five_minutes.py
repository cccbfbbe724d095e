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
# A log, a fit, a picture, a bound, a game.
#
# **The question.** A shop shows three products at the top of its page and keeps a log of the clicks.
# Which products do people want? Which three should be shown, in which order? And what would it cost
# to find out by experiment?
#
# **The answer.** Not the click rates: what stands on top is clicked because it stands on top. The
# *position-based model* takes the two apart: a click needs a look at the position and a liking for
# the product. One call fits it to the log; the result has intervals, says what an order is worth,
# and is a problem on which policies that learn can be tried before they meet a customer.
#
# `pip install ".[drawing,logs]"`, in a clone of the repository, is all that this page needs. Every cell ran when it
# was built.

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
# Yours comes from a file ({doc}`/notebooks/your_own_log`). Here it is drawn, so that we know what is
# true: 4,000 pages of a shop that likes its pots and shows them on top.

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
# **Predict.** The pot was on top of most pages. Will it have the highest click rate? And the highest
# attraction?

# %%
fit = fit_log(from_frame(log))
found = fit.items().set_index("item")[["plays", "attraction", "low", "high"]]
found["click rate"] = log.groupby("item_id")["click"].mean()
found.sort_values("attraction", ascending=False).round(3)

# %% tags=["remove-cell"]
assert found["click rate"].idxmax() == "pot" != found["attraction"].idxmax() == "tea"

# %% [markdown]
# The pot is clicked most often, and it is not what people like most: that is the tea. `low` and
# `high` are the ends of an interval of 95 %.

# %% mystnb={"image": {"alt": "Five products. The click rate of the pot is the highest. The fitted attractions, with intervals, fall from tea over mug, pot and tin to spoon, and every interval holds the true value."}, "figure": {"caption": "What the log shows, what was fitted to it with intervals of 95 %, and what is true."}}
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
# The other half of the fit says how often each position is looked at, on the scale on which the first
# is 1:

# %%
fit.positions()[["position", "clicks", "plays", "examination", "low", "high"]].round(3)

# %% [markdown]
# What is an order worth? Clicks per page, of the list that the shop shows most and of the one that the log
# supports, which is {doc}`not always the one of the largest estimates <advice>`:

# %%
best = best_ranking(fit)
for ranking in (("pot", "tin", "tea"), best):
    worth = value(fit, ranking)
    print(*ranking, f"{worth.clicks:.2f} (95 %: {worth.low:.2f} to {worth.high:.2f})", sep=", ")

# %% [markdown]
# ## A bound
#
# The fit is a *problem*: two vectors, of attractions and of examinations. A learner does not know the
# attractions. How many clicks must it lose, against the best list, until it knows them well enough? At
# least about $C\log T$ in $T$ pages, if it learns well on every problem, with a constant $C$ that can be
# computed ({ref}`Theorem 6 <pbm:theorem-6>`):

# %%
problem = pbm.problem(fit.attraction, fit.examination)
constant = lower_bound(problem)
print(f"{constant:.1f} log T: {constant * np.log(20_000):.0f} clicks in 20,000 pages")

# %% [markdown]
# ## A game
#
# Policies that learn, on this problem: 40 games of each, 20,000 pages long. *Regret* is what was
# lost, in expected clicks.

# %% mystnb={"image": {"alt": "Mean regret over 20,000 rounds, on a logarithmic axis. PBM-UCB ends more than four times as high as PBM-TS and bends upwards. PBM-TS rises slowly and ends below the dashed straight line of the bound."}, "figure": {"caption": "What two policies lose while they learn. Dashed: $C\\log t$, how fast they must go on losing."}}
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
# The dashed line is $C\log T$. It bounds the slope in the long run, and so a curve may lie below it
# for a while, but cannot stay flatter.

# %%
best_possible = value(fit, best).clicks * 20_000
for policy in regret.values:
    lost = regret.mean(policy)[-1]
    print(f"{policy} loses {lost:,.0f} of {best_possible:,.0f} clicks: {lost / best_possible:.1%}")

# %% [markdown]
# **What to remember.** A click rate mixes the item with its place; the fit takes them apart, where
# items were shown at several positions. A ranking has a value with an interval. What learning costs
# can be seen before it is paid.
#
# Next: {doc}`your own log </notebooks/your_own_log>`, {doc}`a policy of your own <your_own_policy>`,
# {doc}`a policy in production <in_production>`, {doc}`many machines <on_a_cluster>`, and
# {doc}`every function </reference>`.
