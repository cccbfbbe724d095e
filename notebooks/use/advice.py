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
# # Does the advice do harm?
#
# Suppose a system chose what to show, perhaps well, and wrote a log. You fit the log, sort the items by estimated
# attraction, and show that list from now on. Is it better than what the system showed?
#
# Not always. In {glue:text}`harmful:d` of the {glue:text}`designs:d` kinds of logs below, the list sorted by
# estimated attraction earns *less* than the system that wrote the log, although the estimates suggest that it earns
# more. `best_ranking` therefore sorts by a lower confidence bound on each attraction, and its list is better than
# the system in {glue:text}`better:d` of {glue:text}`designs:d` kinds.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.figures import publish
from compendium.your_own_log import advice

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
everything = advice.trial(profile)
found = everything[everything["users"] == ""]
others = everything[everything["users"] != ""]
glue("stopping", 100 * float(others.loc[others["users"] == "stop at a click", "withheld"].min()))
glue("changing", 100 * float(others.loc[others["users"] == "change", "withheld"].min()))
glue("falsely", 100 * float(everything["falsely sure"].max()))
glue("alarm", 100 * float(found["withheld"].max()))
glue("designs", len(found))
glue("harmful", int((found["gain by mean"] + 2 * found["gain by mean error"] < 0).sum()))
glue("better", int((found["gain"] - 2 * found["gain error"] > 0).sum()))
glue("logs", advice.LOGS[profile])
deviation = 100 * (found["told"] / found["advised"] - 1)
glue("told", float(deviation.abs().max()))
by_mean = 100 * (found["told by mean"] / found["by mean"] - 1)
glue("told_by_mean", float(by_mean.max()))
glue("held", 100 * float(found["held"].min()))
glue("held_error", 100 * float(found.loc[found["held"].idxmin(), "held error"]))
glue("rare", 100 * float(found["held rare"].min()))
random = found[found["favour"] == "none"]
glue("lost", 100 * float((1 - random["advised"] / random["by mean"]).max()))
last = found.iloc[-1]
glue("last_mean", float(last["by mean"]))
glue("last_logged", float(last["logged"]))
glue("last_told", float(last["told by mean"]))
if profile == "paper":
    assert (found["gain"] > 2 * found["gain error"]).all()
    assert (found["gain by mean"] + 2 * found["gain by mean error"])[[3, 7]].max() < 0
    assert deviation.abs().max() < by_mean[5:].min() and deviation.abs().max() < 10

# %% tags=["remove-input"] mystnb={"image": {"alt": "Eight designs in two panels. In the first, the list sorted by lower bounds gains clicks over the system in every design. The list sorted by posterior means loses clicks in the designs with 300 pages or 40 queries in which good items were strongly favoured. In the second, the value estimated for the list sorted by lower bounds is close to the truth in every design. The value estimated for the other list is too high, most of all if good items were favoured."}, "figure": {"caption": "Lists from eight kinds of logs: queries × pages of each, and how strongly the system favours good items. The first panel shows the true clicks per page above those of the system that wrote the log, and the second how far the estimated value of the list is from its true value.", "name": "use:advice"}}
publish(
    advice.picture(found),
    "use:advice",
    profile=profile,
    logs=advice.LOGS[profile],
    seed=advice.SEED,
)

# %% [markdown]
# {download}`data <advice.csv>` · {download}`how it was made <advice.json>`
#
# Each point is a mean over {glue:text}`logs:d` logs drawn from known attractions. A query has ten items
# with attractions from 0.3 down to 0.03, and four positions that are looked at with probability 1, 0.6, 0.35 and 0.2.
#
# ## Why it happens
#
# There are two reasons why the top of a sorted list looks better than it is. The first is the *winner's curse*: the
# largest of many estimates are those that were lucky. The second is that the estimate of an item that was shown only
# twice stays near the mean of the prior, which is the highest click rate of a position. If the system shows good
# items often, this mean is far above the attractions of the rarely shown items, so they come to the top *because*
# nobody has seen them. In the last design this list is worth {glue:text}`last_mean:.2f` clicks per page, although the
# system earned {glue:text}`last_logged:.2f` and the estimates add up to {glue:text}`last_told:.2f`.
#
# ## The remedy
#
# **The choice.** For each item we take the 5 % quantile of its attraction under the posterior with Jeffreys' prior,
# and sort by these quantiles, so an item must earn its place. If the system favoured no items, this costs next to
# nothing, at most {glue:text}`lost:.1f` % compared with sorting by estimates.
#
# **Its value.** The displays are halved at random. One half chooses the list and the other half estimates its clicks,
# and then they change roles. The mean over many halvings is free of the winner's curse. An error in the examination
# of the positions would mislead the choice and its value alike, so the two use versions of the examination with
# independent errors. On average the value is off by at most {glue:text}`told:.0f` %, while the sum of the estimates
# is off by up to {glue:text}`told_by_mean:.0f` %. Its 95 % intervals cover the truth in {glue:text}`held:.0f` ±
# {glue:text}`held_error:.0f` % of the logs of the worst design. For a list of the four items that were shown least,
# the intervals of `value` cover the truth in at least {glue:text}`rare:.0f` %.
#
# **For comparison.** The result also gives the clicks, as counted, that were earned by the system that wrote the log,
# and lists the items that were shown too rarely to judge. You can learn about these only by showing them, as
# {doc}`a policy <in_production>` does.

# %%
import numpy as np
import pandas as pd

from clicklogs import best_ranking, fit_log, from_frame

rng = np.random.default_rng(1)
liked = np.linspace(0.30, 0.03, 10)  # item 0 is the best
looked = np.array([1, 0.6, 0.35, 0.2])
shown = np.argsort(-rng.gumbel(3.75 * np.log(liked + 0.02), size=(300, 10)))[:, :4]
clicked = rng.random(shown.shape) < liked[shown] * looked
columns = {
    "item_id": shown.ravel(),
    "position": np.tile([1, 2, 3, 4], 300),
    "click": clicked.ravel(),
}
best_ranking(fit_log(from_frame(pd.DataFrame(columns))))

# %% [markdown]
# ## Users who do not behave as the model assumes
#
# Three kinds of logs below break the model: users stop at their first click, attractions move from one order of the
# items to another while the log is written, or users trust the upper positions and click there whatever is shown. A
# fit looks for the first two, and compares the counts with the model. If the log has far fewer pages with several
# clicks than independent clicks would give, if the clicks on items drift along the rows of the log, or if the counts
# deviate from the model, all by more than chance explains, the printed fit or ranking begins with a warning, and
# values have no interval. This happens in at least {glue:text}`stopping:.0f` % of the logs
# of each design whose users stop at a click, in at least {glue:text}`changing:.0f` % of those whose attractions
# change, and, falsely, in at most {glue:text}`alarm:.0f` % of the logs of a design that obeys the model. In at most
# {glue:text}`falsely:.0f` % of the logs of any design, the advice was worse than the system although its interval was
# above the system's earnings.

# %% tags=["remove-input"]
advice.others(everything)

# %% [markdown]
# The gain is in true clicks per page at the end of the log. If attractions change, the advice can do harm, because
# the mean over a log does not predict what comes next. The warning mentions this. The remedy is to fit only the
# latest part of the log.
#
# The advice does not cover changes that leave the first and the second half of a log alike, or lists that you chose
# from the same log, which `value` overestimates because it cannot allow for your choice. Nor does it cover systems
# that hardly ever moved an item. If a system never did, its items are sorted by their click rates. If a few pages in a
# thousand differ, the examination is known so poorly that the list can be worse than the system's and its value too
# large.
#
# **What to remember.** Judge a list that was chosen from a log by its value on displays that had no part in the
# choice, and compare it with the earnings of the system that wrote the log.
