# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown] tags=["example"]
# # Your own log: what it says of the model, and what learning would cost
#
# Which of your items attract clicks, which of your positions are looked at, and what would a bandit
# lose before it knows? This page is the answer for one log, and a template: `make report` writes the
# same page for yours. In the book, the log is an example, drawn from a model that we know, with the
# blemishes of real logs: repeated clicks, clicks from nowhere, cut lines. So it can be seen whether the
# answers are right: {glue:text}`held:d` of {glue:text}`values:d` intervals hold the true value, and
# the position-based model, which is true here, is not contradicted (p = {glue:text}`p:.2f`).
#
# For your own log, in a clone of the repository:
#
# ```
# make report LOG=clicks.tsv
# make report LOG=clicks.csv QUERY="red shoes" FORMAT=counts
# ```
#
# {doc}`The page on data </data>` lists the formats. Or hand the papermill parameters `log`, `format`,
# `query` and `on_bad_line` to this page's source.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.figures import publish
from compendium.your_own_log import alt, cost, costs, figures, text
from compendium.your_own_log.fitness import fitness
from compendium.your_own_log.study import study

# %% tags=["parameters", "remove-cell"]
profile = "paper"
log = ""  # a path; by default the example
format = ""  # by default detected
query = ""  # by default the one with most displays
on_bad_line = "error"  # or "skip"

# %% tags=["remove-cell"]
found = study(log, format, query, on_bad_line)

# %% tags=["remove-cell"]
game = cost.game(found)
fit = fitness(found, game, profile)
regret = cost.play(game, profile)

# %% tags=["remove-cell", "example"]
glue("values", found.attraction.value.size + found.examination.value.size)
glue("held", alt.held(found))
glue("p", fit.p_value)

# %% [markdown]
# ## The log
#
# Only clicks and displays per query, item and position are used. A display has at most one click,
# as in the models, so repeated clicks count once.

# %% tags=["remove-input"]
text.headline(found)

# %% tags=["remove-input"]
text.quality(found)

# %% [markdown]
# ## Can the log tell?
#
# In the position-based model the item $k$ at position $l$ is clicked with probability
# $\theta_k \kappa_l$: its attraction times the position's examination. Two items can be compared
# where a chain of common positions leads from one to the other; between parts of a log that no chain
# joins, a good item and a good position look the same.

# %% tags=["remove-input"]
text.identification(found)

# %% [markdown]
# ## Attraction and examination
#
# The values under which the clicks are most likely, the largest examination set to 1.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Examination falls with the position, attraction differs widely between items; the intervals are short, and the crosses of the true values lie within or next to them."}, "figure": {"caption": "Maximum likelihood with intervals of 95 %. Left: examination by position. Right: attraction by item, the best first.", "name": "log:vectors"}}
publish(figures.vectors(found), "log:vectors", profile=profile, finding=alt.vectors(found))

# %% [markdown]
# {download}`data <log/vectors.csv>` · {download}`how it was made <log/vectors.json>`

# %% tags=["remove-input"]
text.positions(found)

# %% tags=["remove-input"]
text.items(found)

# %% [markdown]
# The intervals of 95 % come from standard errors (the observed information, on the scale of
# $\log(p / (1 - p))$). They treat the displays as independent.

# %% tags=["remove-input"]
text.trust(found, fit)

# %% [markdown]
# ## Does the model fit?
#
# The free table of click-through rates, one an item and position, is compared with the fitted
# products. What the products leave over (the deviance) is large or small compared with what they
# leave over in tables drawn from the fit itself, for the same displays: a parametric bootstrap. A
# dominant singular value would not tell.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Observed against fitted click-through rates, a point an item and position: all lie near the diagonal, most within two standard errors."}, "figure": {"caption": "Observed against fitted click-through rates.", "name": "log:rates"}}
publish(figures.rates(found), "log:rates", profile=profile, finding=alt.rates(found, fit))

# %% [markdown]
# {download}`data <log/rates.csv>` · {download}`how it was made <log/rates.json>`

# %% tags=["remove-input"]
text.fit(found, fit)

# %% [markdown]
# ## What would learning cost here?
#
# Suppose that a policy starts without this log and ranks the items itself. What it loses against the
# best list until it knows that list is its regret, in clicks.

# %% tags=["remove-input"]
costs.candidates(found, game)

# %% tags=["remove-input"]
costs.bound(found, game, fit)

# %% [markdown]
# To learn that an item does not belong into the best list, it must be shown. The position where that
# is cheapest for what it tells need not be the last:

# %% tags=["remove-input"]
costs.exploration(found, game)

# %% [markdown]
# The policies play on the fitted model. All but RBA-KL-UCB are told the examination, as this log
# gives it: their regret is that of someone who has a log and new items.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Mean regret of five policies against log t: PBM-TS is lowest, PBM-PIE and its adaptive variant next, PBM-UCB above them, and RBA-KL-UCB, which is not told the examination, highest."}, "figure": {"caption": "Mean regret on the fitted model, with the bound (6) times log t.", "name": "log:regret"}}
publish(figures.regret(game, regret), "log:regret", profile=profile, finding=alt.regret(regret),
        replications=cost.runs(regret), seed=cost.SEED)  # fmt: skip

# %% [markdown]
# {download}`data <log/regret.csv>` · {download}`how it was made <log/regret.json>`

# %% tags=["remove-input"]
costs.policies(game, regret)

# %% [markdown]
# ## What this page does not say
#
# It knows nothing of users: whether one item's clicks take those of another (the
# multinomial logit model of the book's third part has that), whether users stop at a click, or
# whether tastes change. If the model does not fit, the simulations are realistic in their
# sizes only. And a log made by a good ranking shows poor items rarely, so that it tells least about
# what a learner must find out.
