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
# lose before it knows? The command `clickbandits report` answers for one log, on one page that needs
# no network. This chapter is that page, part by part, for an example: a log drawn from a model that we
# know, with the blemishes of real logs: repeated clicks, clicks from nowhere, cut lines. So it can be
# seen whether the answers are right: {glue:text}`held:d` of {glue:text}`values:d` intervals hold the
# true value, and the position-based model, which is true here, is not contradicted
# (p-value {glue:text}`p:.2f`).
#
# For your own log, after `pip install ".[report]"` in a clone of the repository:
#
# ```
# clickbandits report clicks.tsv
# clickbandits report clicks.csv --columns item=item_id,position=rank --query "red shoes"
# ```
#
# In a clone of the repository, `make report LOG=clicks.tsv` does the same. {doc}`The page on data
# </data>` lists the formats. Every part of the page can be had in a program, too, from
# `clicklogs.report`, as in this chapter.

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
# ## Can the log tell?

# %% tags=["remove-input"]
block("tell", made)

# %% [markdown]
# (log-explorer-section)=
# ### Move the items
#
# A click needs a look and a liking, and the log shows the product only. To tell a good position from
# a good item, some item must have been shown at two positions. Here five items stand at five
# positions, the same in every list, but for a share of the lists in which some change places.
# **Predict**: how much longer must a log be if only neighbours ever change places? And if 1 and 2
# do, and 3 and 4, and no others?
#
# <div class="explorer" id="log-explorer">
# <p>The explorer needs JavaScript. Without it, the section above says which positions of the example can be compared, and the next one how well.</p>
# </div>
# <link rel="stylesheet" href="../_static/explorer.css">
# <script src="../_static/explorer.js" defer></script>
# <script src="../_static/explorer_information.js" defer></script>
# <script src="../_static/explorer_log.js" defer></script>
#
# The intervals are those of maximum likelihood, for a log whose clicks are just as many as expected:
# the standard errors come from the Fisher information. “To a tenth” means an interval that ends a
# tenth above the estimate and about as much below. Along a chain of neighbours the errors add up, so
# that the last position is known least. Between two parts, no length of the log helps: in each of
# them the largest examination is set to 1, and how the two scales compare is not in the log.

# %% [markdown]
# ## Attraction and examination
#
# The fit is of the whole log: every pair of query and item has an attraction of its own, all share the
# examination of the positions, the largest set to 1. A prior of about one click speaks where the log is
# silent.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Examination falls with the position, attraction differs widely between items; the intervals are short, and the crosses of the true values lie within or next to them."}, "figure": {"caption": "Estimates with intervals of 95 %. First panel: examination by position. Second panel: attraction by item, the best first.", "name": "log:vectors"}}
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

# %% tags=["remove-input"] mystnb={"image": {"alt": "Observed against fitted click-through rates, a point an item and position: all lie near the diagonal, most within two standard errors."}, "figure": {"caption": "Observed against fitted click-through rates.", "name": "log:rates"}}
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
# ## What would learning cost here?

# %% tags=["remove-input"]
block("candidates", made)

# %% tags=["remove-input"]
block("bound", made)

# %% tags=["remove-input"]
block("exploration", made)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Mean regret of five policies against log t: PBM-TS is lowest, PBM-PIE and its adaptive variant next, PBM-UCB above them, and RBA-KL-UCB, which is not told the examination, highest."}, "figure": {"caption": "Mean regret on the fitted model, with the lower bound times log t.", "name": "log:regret"}}
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
# ## Do the intervals of the whole log hold?
#
# An interval of 95 % should hold the truth in 95 of 100 logs, whatever the log is like: long or short,
# many displays an item or few, items shown anywhere or the good ones on top. That can be tried: draw
# a log from known vectors, fit it, look. Here are {glue:text}`kinds:d` kinds of logs,
# {glue:text}`logs:d` logs of each, averaged over 30, 300 and 3,000 items and two laws of attraction.
# Where a log tells too little of a position or an item, it gets no interval but a word, and it is not
# counted as held.

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
# The intervals of examination hold least often, {glue:text}`worst:.1f` ±
# {glue:text}`worst_error:.1f` %, in logs of this kind: {glue:text}`worst_kind:s`. In
# {glue:text}`below:d` of the kinds they hold less often than 90 % by more than chance explains
# (Student's t, level 0.27 %). Maximum likelihood with its standard errors would not do on
# sparse logs: every item brings a parameter of its own, however few its displays, and so the estimate of
# examination can be off by more than they say, however long the log is.

# %% [markdown]
# ## What this page does not say

# %% tags=["remove-input"]
block("unsaid", made)
