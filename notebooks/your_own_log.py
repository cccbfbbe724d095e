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
# # Your own log
#
# Which of your items attract clicks, which of your positions are looked at, and what would a bandit
# lose before it has learnt this? The command `clickbandits report` answers these questions for one log, on one
# page that works offline. This chapter shows that page, part by part, for an example. The log of the example is
# drawn from a model that we know and has the blemishes of real logs, namely repeated clicks, clicks from nowhere
# and cut lines, so the answers can be compared with the truth. Of {glue:text}`values:d` intervals,
# {glue:text}`held:d` hold the true value, and the position-based model, which is true here, is not contradicted
# (p-value {glue:text}`p:.2f`).
#
# For your own log, run `pip install ".[report]"` in a clone of the repository, and then
#
# ```
# clickbandits report clicks.tsv
# clickbandits report clicks.csv --columns item=item_id,position=rank --query "red shoes"
# ```
#
# In a clone, `make report LOG=clicks.tsv` does the same. {doc}`The page on data </data>` lists the formats. A
# program can obtain every part of the page, too, from `clicklogs.report`, as this chapter does.

# %% tags=["remove-cell"]
from myst_nb import glue

from clicklogs.report import block, figures
from compendium.captions import last, published, rising
from compendium.figures import publish
from compendium.your_own_log import coverage
from compendium.your_own_log.example import drawn, example

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
made = example(quick=profile == "quick")

# %% tags=["remove-cell"]
glue("values", made.study.intervals)
glue("held", made.study.held)
glue("p", made.fitness.p_value)

# %% [markdown]
# ## In short

# %% tags=["remove-input"]
block("short", made)

# %% [markdown]
# ## The log

# %% tags=["remove-input"]
block("log", made)

# %% [markdown]
# ## Does the log determine the model?

# %% tags=["remove-input"]
block("tell", made)

# %% [markdown]
# (log-explorer-section)=
# ### Move the items
#
# A click needs a look and a liking, and the log shows only their product. A good position can be told from a good
# item only if some item was shown at two positions. Here five items are shown at five positions, in the same order in
# every list except for a share of the lists in which some of them change places. How much longer must a log be if
# only neighbours ever change places? And what if only 1 and 2, and 3 and 4, change places?
#
# <div class="explorer" id="log-explorer">
# <p>The explorer needs JavaScript. Without it, see the section above for the positions of the example that can be compared, and the next one for the precision.</p>
# </div>
# <link rel="stylesheet" href="../_static/explorer.css">
# <script src="../_static/explorer.js" defer></script>
# <script src="../_static/explorer_information.js" defer></script>
# <script src="../_static/explorer_log.js" defer></script>
#
# The intervals are those of maximum likelihood for a log with exactly as many clicks as expected, and
# their standard errors come from the Fisher information. “To a tenth” means that an interval ends a
# tenth above the estimate and about as much below. Along a chain of neighbours the errors add up, so
# the last position is known least well. Between two unconnected parts, a longer log does not help. In each
# part the largest examination is set to 1, and the log does not show how the two scales compare.

# %% [markdown]
# ## Attraction and examination
#
# The model is fitted to the whole log. Every pair of query and item has an attraction of its own, and all queries
# share the examination of the positions, the largest of which is set to 1. A prior worth about one click fills in
# where the log has no data.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Examination falls with the position, and attraction differs widely between items. The intervals are short, and the crosses of the true values are within or next to them."}, "figure": {"caption": "Estimates with 95 % intervals. First panel: examination by position. Second panel: attraction by item, the best first.", "name": "log:vectors"}}
vectors = drawn(figures.vectors, made.study)
publish(vectors, "log:vectors", profile=profile, finding=vectors.finding)

# %% tags=["remove-cell"]
data = published("log:vectors")
assert profile == "quick" or rising(*data[data["of"] == "position"]["estimate"][::-1])

# %% [markdown]
# {download}`data <log/vectors.csv>` · {download}`how it was made <log/vectors.json>`

# %% tags=["remove-input"]
block("positions", made)

# %% tags=["remove-input"]
block("items", made)

# %% tags=["remove-input"]
block("trust", made)

# %% [markdown]
# ## Does the model fit?

# %% tags=["remove-input"] mystnb={"image": {"alt": "Observed against fitted click-through rates, with one point per item and position. All points are near the diagonal, most of them within two standard errors."}, "figure": {"caption": "Observed against fitted click-through rates.", "name": "log:rates"}}
rates = drawn(figures.rates, made)
publish(rates, "log:rates", profile=profile, finding=rates.finding)

# %% tags=["remove-cell"]
data = published("log:rates")
assert (
    profile == "quick"
    or ((data["observed"] - data["fitted"]).abs() < 2 * data["standard error"]).mean() > 0.9
)

# %% [markdown]
# {download}`data <log/rates.csv>` · {download}`how it was made <log/rates.json>`

# %% tags=["remove-input"]
block("fit", made)

# %% tags=["remove-input"]
block("models", made)

# %% [markdown]
# The models are those of {cite:t}`guo2009` and {cite:t}`dupret2008`, the cascade that of
# {cite:t}`craswell2008`, and the perplexity that of {cite:t}`chuklin2015`.

# %% [markdown]
# ## Cost of learning

# %% tags=["remove-input"]
block("candidates", made)

# %% tags=["remove-input"]
block("bound", made)

# %% tags=["remove-input"]
block("exploration", made)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Mean regret of five policies against log t. PBM-TS is lowest, PBM-PIE and its adaptive variant next, PBM-UCB above them, and RBA-KL-UCB, which does not use the examination, highest."}, "figure": {"caption": "Mean regret on the fitted model, with the lower bound times log t.", "name": "log:regret"}}
regret = drawn(figures.regret, made)
publish(
    regret,
    "log:regret",
    profile=profile,
    finding=regret.finding,
    replications=made.regret.experiment.replications,
    seed=made.regret.experiment.seed,
)

# %% tags=["remove-cell"]
end = last(published("log:regret"))
next_best = end[["PBM-PIE", "PBM-PIE-ADAPTIVE"]]
assert profile == "quick" or rising(end["PBM-TS"], next_best.min())
assert profile == "quick" or rising(next_best.max(), end["PBM-UCB"], end["RBA-KL-UCB"])

# %% [markdown]
# {download}`data <log/regret.csv>` · {download}`how it was made <log/regret.json>`

# %% tags=["remove-input"]
block("policies", made)

# %% [markdown]
# ## The whole log at once

# %% tags=["remove-input"]
block("whole", made)

# %% [markdown]
# ## How often do the intervals of the whole log cover the truth?
#
# A 95 % interval should hold the truth in 95 of 100 logs of any kind, whether long or short, with many displays per
# item or few, with items placed at random or the good ones on top. To test this, we draw logs from known vectors, fit
# them, and count. There are {glue:text}`kinds:d` kinds of logs and {glue:text}`logs:d` logs of each kind, averaged
# over 30, 300 and 3,000 items and two distributions of attraction. If a log has too little data on a position or an
# item, the report prints a remark instead of an interval, and we do not count it as covered.

# %% tags=["remove-cell"]
tried = coverage.coverage(profile)
worst = coverage.worst(tried)
glue("kinds", len(tried))
glue("logs", coverage.REPLICATIONS[profile])
glue("worst", 100 * float(worst["examination"]))
glue("worst_error", 100 * float(worst["examination error"]))
glue(
    "worst_kind",
    f"{worst['pairs']} items, {worst['displays']} displays of each, "
    f"placed {worst['placement'].replace('random', 'at random')}, prior {worst['prior']}",
)
glue("below", coverage.below(tried))

# %% tags=["remove-input"]
coverage.summary(tried)

# %% [markdown]
# The intervals of examination cover least often, {glue:text}`worst:.1f` ± {glue:text}`worst_error:.1f` %, in logs of
# the kind {glue:text}`worst_kind:s`. The number of kinds in which they cover less than 90 % by more than chance
# explains (Student's t, level 0.27 %) is {glue:text}`below:d`. Maximum likelihood with its standard errors would not
# do on sparse logs, because every item adds a parameter, however few its displays. The estimate of examination can
# then be off by more than the standard errors suggest, however long the log.

# %% [markdown]
# ## Limits of this page

# %% tags=["remove-input"]
block("unsaid", made)
