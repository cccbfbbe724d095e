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
# This page supplements {doc}`Playing in epochs <policies>` with details that you can skip: the
# policies at ten times the figures' horizons, the cost of Algorithm 1 as an estimator, runs that get stuck,
# and every choice that the paper leaves open. As in the chapter, (a), (b) and (c) are the three problems,
# $\alpha_j$ are attractions, $\lambda_k$ position biases, and $l$ counts epochs. (The paper writes Epoch-UCB-UPB
# and Epoch-UCB*-UPB with a blank in place of the last hyphen.)

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
# According to the paper, Epoch-UCB-UPB "does eventually learn", and TopRank "can identify the top $K$ items
# reliably, but incurs a linear regret". We therefore let both play ten times as long as in the figures.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Regret of TopRank and Epoch-UCB-UPB at ten times the horizons. On (b) and (c) TopRank runs parallel to the dotted line of its final list; on (a) it flattens. Epoch-UCB-UPB bends downwards late."}, "figure": {"caption": "TopRank and Epoch-UCB-UPB at ten times the figures' horizons; the dotted lines have the slope of the best list in the order of the positions.", "name": "mnl:long-horizons"}}
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
# **Does Epoch-UCB-UPB learn?** Its regret per round falls, later than the figures show. Over the last tenth of these
# horizons it is still {number}`mnl:upb-eventually-learns (a) last tenth, as a share of it:.1%` of that of a uniformly
# random list on (a), {number}`mnl:upb-eventually-learns (b) last tenth, as a share of it:.1%` on (b) and
# {number}`mnl:upb-eventually-learns (c) last tenth, as a share of it:.1%` on (c). Whether it tends to 0 is open.
#
# :::{claim} mnl:upb-eventually-learns
# :::
#
# (mnl:figure-2-toprank-linear)=
# (mnl:figure-3-toprank-linear)=
# **TopRank's linear regret.** Once the items are sorted, TopRank shows the best ones in decreasing order
# forever. On (b) it thereby loses {glue:text}`gap_b:.4f` clicks per round, and on (c) {glue:text}`gap_c:.4f`,
# a sixth as many. On (c) it never separates the four items with $\alpha = 1$, but all orders of them at the
# first four positions are equally good.
#
# :::{claim} mnl:figure-2-toprank-linear
# :::
#
# (mnl:toprank-finds-top-items)=
# **The top $K$ items** are found reliably in the end. How soon depends on δ, which the paper does not give.
# On (c), after 8,000 rounds, they are found in {number}`mnl:toprank-finds-top-items (c) runs, δ = 1/T` of
# {number}`mnl:toprank-finds-top-items runs` runs with $\delta=1/T$, and in
# {number}`mnl:toprank-finds-top-items (c) runs, larger δ` with $\delta=T^{-1/2}$, the choice in a program by
# one of TopRank's authors. On (c) TopRank first separates the six good items from the rest, and then the items
# of attraction 0.8 from those of attraction 1. When an item of 0.8 moves below one of 1, it is no longer kept
# above the items that were compared only with the latter. It then falls into their stratum and stays there
# until it is separated from them again.
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
# {ref}`Algorithm 1 is not the maximum likelihood estimate <mnl:lemma-2>`. It gives every epoch of a cell the
# same weight, however little information the cell contains, and on (c) it uses
# {number}`mnl:algorithm-1-efficiency (c), examination:.0%` of the information about the biases in the data.
# Its $\beta$ is correspondingly larger. {numref}`mnl:star-quartiles` shows the cost for Epoch-UCB*-UPB.
#
# :::{claim} mnl:star-beats-printed-radius
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
# **Stuck runs.** The mean of Epoch-UCB*-UPB hides rare runs with many times the regret of the others, so
# medians and quartiles are more informative. The table shows how the worst run on (b) ended. A policy that
# settles on one list learns only the *products* $\alpha_j\lambda_k$ of its cells, although it learns these
# well. The split of a product into its factors can be inferred only from the few epochs in which the item was
# shown elsewhere. If there were too few clicks in these epochs by chance, an item is estimated as less
# attractive and its position as more prominent than they are, the items are ordered wrongly, and the clicks
# on the wrong list agree with the wrong factors. Only the bonus can end this. That of Epoch-UCB* grows only
# with $\sqrt{\log l}$, and for all items alike; a wider radius could end it. In the simulation
# {number}`mnl:star-stuck-runs stuck` of {number}`mnl:star-stuck-runs runs` runs was stuck, which gives a share
# of {number}`mnl:star-stuck-runs share`, with 95 % confidence.

# %% tags=["remove-input"]
outcomes.worst_run(experiments.UPB_STAR_50, profile)

# %% [markdown]
# (mnl:algorithm-4-sum)=
# ## What the paper leaves open
#
# | what is open | our choice | what another choice changes |
# |---|---|---|
# | the index of an item that was never shown | infinite | — |
# | ties | the item with the lowest number; the labels of the items are shuffled in every run | everything on (c), see below |
# | whether an index is truncated at 1 | it is not | table below: truncation costs clicks on (c) |
# | the log term of Epoch-UCB-W, not legible in our copy | $\log(\sqrt Jl + 1)$, as in its source | table below: $\log(Jl^2/2)$ loses more |
# | PBUCB's $\delta_t$ | $1.01\log t$ | table below: $2 \log t$ |
# | TopRank's $\delta$ | $1/T$ | table below: a larger $\delta$ is faster and less reliable. With $T^{-1/2}$ the {ref}`top items are found sooner <mnl:toprank-finds-top-items>` |
# | zero counts, footnote 4; the range of the estimates | a position or item without clicks is at $10^{-4}$; estimates in $[10^{-4}, 1]$ | without bounds Algorithm 1 need not end ({ref}`estimation <mnl:lemma-2-never-ends>`) |
# | the tolerance ξ and the start of Algorithm 1 | $10^{-6}$ ($10^{-7}$ for literal differences), from the last epoch's estimates; first $\alpha = 1/2$, $\lambda = 1$ | — |
# | which position gets the largest index when λ is estimated | that with the largest estimate; ties go to the first | — |
# | $l$ or $l - 1$ inside the logarithms | $l$, the coming epoch; a logarithm below 0 is set to 0 | the first epochs only |
# | Algorithm 4's pairs that were never shown | as many as possible come first | — |
# | the epochs of a pair, in our damaged copy of Algorithm 4 $\sum_s I\{S_{jk} \in S_l\}$, whose terms do not depend on $s$ | $S_s$, the set of epoch $s$ | — |
# | an epoch cut off at the horizon | counted | nothing follows it |
# | 4 or 8 in the linear term of (10) | 4, as in Algorithm 2 | — |
#
# (mnl:clipping-costs)=
# (mnl:index-ties-leak)=
# **Ties can give the answer away.** In problem (c) the optimal items are the first six. A policy that
# truncates its indices at 1 has many ties early on. If it breaks them in favour of the item with the lowest
# number and the items come in the paper's order, it plays the best list from the first epoch on and appears to
# be excellent. With shuffled labels the same policy is worse than one that does not truncate.
#
# :::{claim-steps} mnl:figures-best-policies
# :::

# %% tags=["remove-input"]
studies.side_by_side(studies.choices(profile))
