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
# # Playing in epochs in detail
#
# What a learner does not need to go on from {doc}`Playing in epochs <policies>`: the policies at ten times the figures' horizons,
# what Algorithm 1 costs as an estimator and how a run gets stuck, and every choice that the paper leaves open. (a), (b)
# and (c) are the three problems of the chapter; $\alpha_j$ are attractions, $\lambda_k$ position biases, and $l$ counts epochs.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.mnl import experiments
from compendium.mnl.policies import figures, outcomes, studies

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
regrets = studies.figures(profile)
star_50 = "Epoch-UCB*-UPB(maximiser of (50))"

# %% [markdown]
# :::{our-copy}
# :::
#
# ## Beyond the figures' horizons
#
# Three sentences speak of what happens in the end: Epoch-UCB-UPB "does eventually learn", TopRank
# "can identify the top $K$ items reliably, but incurs a linear regret". So both play ten times as
# long.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Regret of TopRank and Epoch-UCB-UPB at ten times the horizons. On (b) and (c) TopRank runs parallel to the dotted line of its final list; on (a) it flattens. Epoch-UCB-UPB bends downwards late."}, "figure": {"caption": "TopRank and Epoch-UCB-UPB at ten times the figures' horizons; dotted, the slope of the best list in the order of the positions.", "name": "mnl:long-horizons"}}
long = studies.long_horizons(profile)
publish(
    figures.long_horizons(long, outcomes.order_gaps()),
    "mnl:long-horizons",
    **studies.records(long.values()),
)

# %% [markdown]
# {download}`data <long-horizons.csv>` · {download}`how it was made <long-horizons.json>`
#
# (mnl:upb-eventually-learns)=
# **Does Epoch-UCB-UPB learn?** Its regret a round falls, later than the figures show; how far, these horizons do
# not tell.
#
# :::{claim} mnl:upb-eventually-learns
# :::
#
# (mnl:figure-2-toprank-linear)=
# (mnl:figure-3-toprank-linear)=
# **TopRank's linear regret.** Once sorted, TopRank shows the best items in decreasing order for
# ever. On (b) that loses {glue:text}`gap_b:.4f` clicks a round, on (c) {glue:text}`gap_c:.4f`, a
# sixth of that. The four items with $\alpha = 1$ are never told apart on (c), but any order of them at
# the first four positions is as good.
#
# :::{claim} mnl:figure-2-toprank-linear mnl:figure-3-toprank-linear
# :::
#
# (mnl:toprank-finds-top-items)=
# **The top $K$ items** are found reliably in the end. How soon depends on δ, which the paper does not give. On (c), after
# 8,000 rounds, they are found in {number}`mnl:toprank-finds-top-items (c) runs, δ = 1/T` of
# {number}`mnl:toprank-finds-top-items runs` runs with $\delta=1/T$, and in
# {number}`mnl:toprank-finds-top-items (c) runs, larger δ` with $\delta=T^{-1/2}$, as in a program by
# one of TopRank's authors. On (c) TopRank first separates the six good items from the rest, and then
# the items of 0.8 from those of 1. When an item of 0.8 moves below one of 1 it is no more kept
# above the items that were compared with the latter only, and it falls into their stratum, until it
# is told apart again.
#
# :::{claim} mnl:toprank-finds-top-items
# :::

# %% tags=["remove-cell"]
glue("gap_b", float(outcomes.order_gaps()["b"]))
glue("gap_c", float(outcomes.order_gaps()["c"]))

# %% [markdown]
# ## The estimator, and stuck runs
#
# (mnl:estimator-pays)=
# (mnl:star-beats-printed-radius)=
# {ref}`Algorithm 1 is not the maximum likelihood estimate <mnl:lemma-2>`: it gives every epoch of a
# cell the same weight, however little the cell says, and on (c) it uses
# {number}`mnl:algorithm-1-efficiency (c), examination:.0%` of what the data say about the biases. Its $\beta$ is as much larger. {numref}`mnl:star-quartiles` shows what
# that costs Epoch-UCB*-UPB.
#
# :::{claim} mnl:estimator-pays mnl:star-beats-printed-radius
# :::

# %% tags=["remove-input"] mystnb={"image": {"alt": "Median and quartiles of the regret of Epoch-UCB*-UPB with the limit of Algorithm 1, with the maximiser of the cell likelihood, and of Epoch-UCB on the three problems: the maximiser of the cell likelihood is lowest in each panel."}, "figure": {"caption": "Median and quartiles of Epoch-UCB*-UPB with both estimators, beside Epoch-UCB, which knows the biases.", "name": "mnl:star-quartiles"}}
publish(
    figures.quartiles(regrets, ["Epoch-UCB", "Epoch-UCB*-UPB", star_50]),
    "mnl:star-quartiles",
    **studies.records(regrets.values()),
)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.star_quartiles_as_described(published("mnl:star-quartiles"))

# %% [markdown]
# {download}`data <star-quartiles.csv>` · {download}`how it was made <star-quartiles.json>`
#
# (mnl:star-stuck-runs)=
# **Stuck runs.** The mean of Epoch-UCB*-UPB hides rare runs with many times the regret of the
# others, so that medians and quartiles say more. The table shows where the worst run on (b) ended.
# A policy that settles on one list learns only the *products* $\alpha_j\lambda_k$ of its cells,
# and these it learns well. How a product splits into its factors is told by the few epochs in which
# the item stood elsewhere. If chance gave too few clicks there, an item is taken for less
# attractive and its position for more prominent than they are, the items are ordered wrongly, and
# the clicks of the wrong list agree with the wrong factors. Nothing but the bonus can
# lead out of this, and that of Epoch-UCB* grows with $\sqrt{\log l}$ only, for all items alike. A wider radius
# could. Of {number}`mnl:star-stuck-runs runs` runs {number}`mnl:star-stuck-runs stuck` was stuck: a share of
# {number}`mnl:star-stuck-runs share`, with 95 % confidence.
#
# :::{claim} mnl:star-stuck-runs
# :::

# %% tags=["remove-input"]
outcomes.worst_run(experiments.UPB_STAR_50, profile)

# %% [markdown]
# ## What the paper leaves open
#
# | what is open | our choice | what another choice changes |
# |---|---|---|
# | the index of an item that was never shown | infinite | — |
# | ties | lowest index; the labels of the items are shuffled in every run | everything on (c), see below |
# | whether an index is cut at 1 | it is not | table below: costs on (c) |
# | the log term of Epoch-UCB-W, not legible in our copy | $\log(\sqrt Jl + 1)$, as in its source | table below: $\log(Jl^2/2)$ loses more |
# | PBUCB's $\delta_t$ | $1.01\log t$ | table below: $2 \log t$ |
# | TopRank's $\delta$ | $1/T$ | table below: the larger, the faster, and the less sure. With $T^{-1/2}$ the {ref}`top items are found sooner <mnl:toprank-finds-top-items>` |
# | zero counts, footnote 4; the range of the estimates | a position or item without clicks is at $10^{-4}$; estimates in $[10^{-4}, 1]$ | without bounds Algorithm 1 need not end ({ref}`estimation <mnl:lemma-2-never-ends>`) |
# | the tolerance ξ and the start of Algorithm 1 | $10^{-6}$ ($10^{-7}$ for literal differences), from the last epoch's estimates; first $\alpha = 1/2$, $\lambda = 1$ | — |
# | which position gets the largest index when λ is estimated | that of largest estimate, ties to the first | — |
# | $l$ or $l - 1$ inside the logarithms | $l$, the epoch to come; a logarithm below 0 is 0 | the first epochs only |
# | Algorithm 4's pairs that were never shown | as many as possible come first | — |
# | an epoch cut at the horizon | counted | nothing follows it |
# | 4 or 8 in the linear term of (10) | 4, as in Algorithm 2 | — |
#
# (mnl:clipping-costs)=
# (mnl:index-ties-leak)=
# **Ties can give the answer away.** In problem (c) the optimal items are the first six. A policy
# that cuts its indices at 1 sees many ties early on, and if it breaks them by the lowest index and
# the items come in the paper's order, it plays the best list from the first epoch on and looks
# brilliant. With shuffled labels the same policy is worse than one that does not cut.
#
# :::{claim} mnl:clipping-costs mnl:index-ties-leak
# :::

# %% tags=["remove-input"]
studies.side_by_side(studies.choices(profile))

# %% [markdown]
# ## Notes on the print
#
# (mnl:algorithm-4-sum)=
# **The epochs of a pair.** In Algorithm 4 the number of epochs of a pair reads, in our damaged copy,
# $\sum_s I\{S_{jk} \in S_l\}$, which does not depend on $s$. $S_s$, the set of epoch $s$, must be meant.
#
# :::{claim} mnl:algorithm-4-sum
# :::
#
# **“Generally perform best.”** The paper says so of the two policies that know the biases, Epoch-UCB and
# PBUCB. Its figures have 40 runs; the sentences about them are tested, one by one, in
# {ref}`What the figures show <mnl:figures-best-policies>`.
