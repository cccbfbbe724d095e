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
# # A needle in a haystack
#
# One item in $K$ is attractive and one position in $K$ is looked at, so one pair in $K^2$ is better than all others.
# {doc}`Elimination <elimination>` compares $K$ items and $K$ positions, whereas a policy that ignores this structure
# compares $K^2$ pairs. How large must $K$ be before the structure pays?
#
# Larger than you might expect. As $K$ doubles, elimination loses twice as much, while UCB1 and KL-UCB, which
# treat every pair as a separate arm, lose four times as much, as the theory predicts. Elimination starts high,
# however. The published algorithm overtakes UCB1 between $K=32$ and $64$, but at $K=128$ it is still behind
# KL-UCB, a policy of pairs that the paper leaves out of its simulation. Elimination with a smaller confidence
# level overtakes KL-UCB between 64 and 128. After this chapter you can simulate such haystacks yourself, and you
# will see which sentences about Figure 1 of {cite:t}`katariya2017` depend on the line of the algorithm that
# sets this level.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.rank1 import experiments, studies
from compendium.rank1.curves import NAMES
from compendium.rank1.needle import figures
from compendium.rank1.program import PROGRAM

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Regret after two million steps against K = 32, 64 and 128, both axes logarithmic. The two readings of Rank1ElimKL rise with slope one, UCB1 and KL-UCB with slope two. UCB1 crosses the printed reading between 32 and 64; KL-UCB starts lowest and crosses the better reading between 64 and 128."}, "figure": {"caption": "Clicks lost by each policy after two million steps, for $K=L=32$, $64$ and $128$. Along the dotted lines the loss doubles, or quadruples, when $K$ doubles. Bars show two standard errors.", "name": "rank1:growth"}}
regrets, readings = studies.figure_1(profile), studies.readings(profile)
publish(figures.growth(regrets), "rank1:growth", **studies.records(experiments.figure_1(profile)))

# %% tags=["remove-cell"]
assert profile == "quick" or figures.growth_as_described(published("rank1:growth"))

# %% [markdown]
# {download}`data <growth.csv>` · {download}`how it was made <growth.json>`

# %% tags=["remove-cell"]
printed, ucb1 = studies.final(regrets[32], experiments.PRINTED), studies.final(regrets[32], "UCB1")
glue("runs", int(regrets[32].experiment.replications))
glue("printed_32", float(printed.value))
glue("printed_32_error", float(printed.error))
glue("log_32", float(studies.final(regrets[32], experiments.LOG).value))
glue("ucb1_32", float(ucb1.value))
glue("program_32", float(studies.final(readings[32], PROGRAM.id).value))
glue("kl_ucb_gain", float((ucb1 / studies.final(regrets[32], "KL-UCB")).value))
glue("meet_printed", float(studies.final(regrets[64], experiments.PRINTED).value / 64 / 12.6))
glue("meet_log", float(studies.final(regrets[64], experiments.LOG).value / 64 / 12.6))

# %% [markdown]
# ## A small haystack
#
# In the paper's problem one entry of each vector is $\frac34$ and all others are $\frac14$, so the best pair
# is clicked with probability $\frac9{16}$, its $2(K-1)$ neighbours with $\frac3{16}$, and the $(K-1)^2$
# other pairs with $\frac1{16}$. We begin with $K=8$ and $K=16$ and compare elimination with two policies of
# pairs. UCB1 shows the pair with the largest average plus a bonus, and KL-UCB computes its bonus from
# divergences.
#
# **Predict.** How does the regret of each policy grow from $K=8$ to $K=16$, and which policy loses least?

# %%
import numpy as np
import pandas as pd

from clickbandits import RANK1_ELIM_KL, play
from clickbandits.bernoulli import kl
from clickbandits.rank1 import MODEL, bounds, problem
from clickbandits.rank1.buckets import KL_UCB, UCB1  # fast for many pairs

policies = [RANK1_ELIM_KL, UCB1, KL_UCB]
names = [policy.id for policy in policies]

# %%
lost = {}
for size in (8, 16):
    means = np.full(size, 0.25)
    means[0] = 0.75
    games = play(MODEL, problem(means, means), policies, 100_000, replications=10, seed=1)
    lost[f"K = {size}"] = [games.mean(name)[-1] for name in names]
table = pd.DataFrame(lost, index=names)
table.assign(growth=table["K = 16"] / table["K = 8"]).round(1)

# %% tags=["remove-cell"]
growth = (table["K = 16"] / table["K = 8"]).to_numpy()
assert 2 < growth[0] < 3 < 3.5 < growth[1:].min()
assert table.loc["Rank1ElimKL", "K = 16"] > 2 * table.loc["UCB1", "K = 16"]
assert table.loc["UCB1", "K = 16"] > table.loc["KL-UCB", "K = 16"]

# %% [markdown]
# As expected, the regret of elimination grows by a factor between two and three, and that of the other two policies
# by a factor of nearly four. (The factor of elimination exceeds two because $\mu$ falls as well.) Yet elimination
# loses by far the most, because at $K=16$ there are only 256 pairs and it is still cheaper to try them all.
#
# Why is KL-UCB so much better than UCB1? The number of plays after which a pair far below the best is dropped
# is about $2\log n$ divided by the squared gap for UCB1, and about $\log n$ divided by the divergence for
# KL-UCB.
#
# **Predict.** Which of these two numbers is smaller for a pair of mean $\frac1{16}$, and by how much?

# %%
best = 9 / 16
for mean in (1 / 16, 3 / 16):
    ucb1_plays, kl_plays = 2 / (best - mean) ** 2, 1 / kl(mean, best)
    print(f"mean {mean:.4f}: UCB1 {ucb1_plays:5.2f} log n, KL-UCB {kl_plays:5.2f} log n")

# %% tags=["remove-cell"]
assert 2 / (best - 1 / 16) ** 2 > 4 / kl(1 / 16, best)

# %% [markdown]
# KL-UCB needs less than a quarter as many plays, because rare clicks are less noisy and the divergence takes
# this into account.
#
# We now compare this with the theorem. The library computes the quantities of the bound and the bound itself:

# %%
means = np.full(32, 0.25)
means[0] = 0.75
haystack = problem(means, means)
hard = bounds.hardness(haystack)
print(f"μ = {hard.average:.3f}, γ = {hard.printed_factor:.3f}, κ = {hard.sharp_factor:.3f}")
print(f"bound: {bounds.theorem_1_repaired(haystack, 2_000_000):,.0f} clicks in 2,000,000 steps")

# %% tags=["remove-cell"]
assert bounds.theorem_1_repaired(haystack, 2_000_000) > 2_000_000 * 9 / 16

# %% [markdown]
# No step can lose more than $\frac9{16}$, and the bound exceeds even two million times that. It describes how
# the regret grows but not how large it is here, which only a simulation can show.
#
# ## Figures 1a to 1c

# %% tags=["remove-input"] mystnb={"image": {"alt": "Regret against steps in three panels, K = 32, 64 and 128. Both readings of Rank1ElimKL flatten in all three; with the printed confidence level it ends above UCB1 at K = 32, with log n below. UCB1Elim and UCB1 are nearly straight lines at K = 128. KL-UCB is lowest at K = 32 and 64."}, "figure": {"caption": "Regret on the needle problem for $K = L = 32$, $64$ and $128$, as in Figure 1 of the paper, with two readings of the confidence level $\\delta$ and with KL-UCB.", "name": "rank1:figure-1"}}
publish(
    figures.figure_1(regrets), "rank1:figure-1", **studies.records(experiments.figure_1(profile))
)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.figure_1_as_described(published("rank1:figure-1"))

# %% [markdown]
# {download}`data <figure-1.csv>` · {download}`how it was made <figure-1.json>`
#
# The paper averages 20 runs, and we average up to {glue:text}`runs:,`. In addition to the three policies above
# we simulate *Rank1Elim*, the predecessor of Rank1ElimKL, and *UCB1Elim*, which eliminates pairs. The paper
# does not state which $\delta$ was used for its figure, so we run Rank1ElimKL with three. Line 24 of the
# algorithm has $\delta=\log n+3\log\log n$. In practice $\delta=\log n$ is usual {cite:p}`garivier2011`. The
# public program of the first author ([sumeetsk/rank1bandits](https://github.com/sumeetsk/rank1bandits), of
# March 2017, when the paper appeared on arXiv) has $\delta=\log t+\log\log t$ at the end of a stage, where $t$
# counts the steps so far. Its `main.py` plays the problem of Figure 1c for two million steps, and this is the
# horizon that we use. The table gives the final regrets, in expected clicks. (In text and tables ± is one
# standard error; figures show two.)

# %% tags=["remove-input"]
studies.final_grid(readings).rename(index=NAMES)

# %% [markdown]
# (rank1:figure-1-outperforms-all)=
# **“In all problems, we observe that Rank1ElimKL outperforms all other algorithms.”** With $\delta=\log n$, or
# with that of the program, it does. At $K=32$ it loses {glue:text}`log_32:,.0f` or {glue:text}`program_32:,.0f`
# clicks, while UCB1, the best of the others, loses {glue:text}`ucb1_32:,.0f`. With the printed $\delta$ it loses
# {glue:text}`printed_32:,.0f` ± {glue:text}`printed_32_error:,.0f` there, more than UCB1.
#
# :::{claim} rank1:figure-1-outperforms-all
# :::
#
# (rank1:figure-1-four-times)=
# **“Yet it is 4 times better”** than Rank1Elim. With $\delta=\log n$ the factors for the three problems are
# {number}`rank1:figure-1-four-times regret of Rank1Elim over Rank1ElimKL(budget=log), 32:.1f`,
# {number}`rank1:figure-1-four-times regret of Rank1Elim over Rank1ElimKL(budget=log), 64:.1f` and
# {number}`rank1:figure-1-four-times regret of Rank1Elim over Rank1ElimKL(budget=log), 128:.1f`; with the δ of
# the program they are
# {number}`rank1:figure-1-four-times regret of Rank1Elim over Rank1ElimKL(program), 32:.1f`,
# {number}`rank1:figure-1-four-times regret of Rank1Elim over Rank1ElimKL(program), 64:.1f` and
# {number}`rank1:figure-1-four-times regret of Rank1Elim over Rank1ElimKL(program), 128:.1f`. With the printed
# $\delta$ the factor is about two. The regret of Rank1Elim itself varies a lot here, because it eliminates a
# row once averages differ by $2^{-\ell}$ and the scaled gap $\mu\Delta=\frac18+\frac1{4K}$ is barely above
# $2^{-3}$. Runs therefore differ by a whole stage, and a mean of 20 runs has a large error.
#
# :::{claim} rank1:figure-1-four-times
# :::
#
# A smaller $\delta$ matters so much because rows and columns are then eliminated at earlier stages, which saves
# the longest stages. The theorem, however, is about the printed level.
#
# (rank1:figure-1-flattens)=
# **“Only the regret of Rank1ElimKL flattens in all three problems.”** A policy that eliminates finishes eventually,
# and the question is whether it does so within the horizon. At $K=128$ Rank1Elim and UCB1Elim are far from it, and
# UCB1 only begins to bend. This depends on the horizon, because with five million steps Rank1Elim has flattened in
# all three problems, too.
#
# :::{claim} rank1:figure-1-flattens
# :::
#
# (rank1:figure-1-most-obvious)=
# (rank1:synthetic-improvement)=
# **“Most obvious for large $K$ and $L$.”** The lead over the best of the paper's other algorithms grows with $K$
# for each of the three $\delta$. With all of them Rank1ElimKL improves on Rank1Elim, as the abstract claims.
#
# ## Doubling K and L
#
# (rank1:figure-1-kl-doubles)=
# **“The regret of Rank1ElimKL doubles”**, so it is linear in $K+L$, as in Theorem 1.
#
# :::{claim} rank1:figure-1-kl-doubles
# :::
#
# (rank1:figure-1-ucb1-quadruples)=
# **“The regret of UCB1 … quadruples.”** There are $K^2$ arms. At $K=128$ UCB1 has hardly begun to distinguish
# most of them, and it still loses {number}`rank1:figure-1-ucb1-quadruples uniform:.2f` of what uniform play
# loses. In much shorter games the regret cannot quadruple from 64 to 128, because no step costs more than ½.
#
# :::{claim} rank1:figure-1-ucb1-quadruples
# :::
#
# (rank1:figure-1-ucb1elim-quadruples)=
# **“… and UCB1Elim.”** This depends on the horizon. In two million steps it quadruples from 32 to 64, and from
# 64 to 128 it grows {number}`rank1:figure-1-ucb1elim-quadruples UCB1Elim, 64 to 128:.1f`-fold, because uniform
# play costs no more than $n(\frac9{16}-\mu^2)\approx10^6$ and UCB1Elim is near that cap at $K=128$. With ten
# times as many steps it quadruples, but then
# {ref}`Rank1ElimKL is not the only one that flattens <rank1:figure-1-flattens>`.
#
# :::{claim} rank1:figure-1-ucb1elim-quadruples
# :::
#
# (rank1:regret-of-order-kl)=
# **“Because their regret is $\Omega(KL)$.”** Both show every pair at least once. That alone costs the sum
# of all gaps, $\frac12(K-1)^2+\frac34(K-1)\ge\frac5{16}K^2$ for $K\ge2$. By the lower bound of
# {cite:t}`lai1985` there is also a factor $\log n$. A policy that treats pairs as unrelated arms, and is
# good on every problem, loses at least
# $\sum_{\text{pairs}}\frac{\text{gap}}{d(\text{mean},\,9/16)}\log n$ in the long run, with $(K-1)^2$ equal
# terms.
#
# The table shows how each regret grew. Its *exponent* is 1 if the regret doubles and 2 if it quadruples.

# %% tags=["remove-input"]
studies.scaling(regrets).replace({"policy": NAMES}).set_index(["policy", "from", "to"])

# %% [markdown]
# ## Against KL-UCB
#
# (rank1:figure-1-kl-ucb-below-ucb1)=
# **The baseline that was left out.** “We opted not to compare to KL-UCB as we expect it to perform similarly to
# UCB1 as the problem parameters are relatively close to 0.5.” Near $\frac12$ Pinsker's inequality loses little,
# so {ref}`a divergence and a squared distance give similar intervals at one confidence level
# <rank1:kl-ucb-close-to-ucb1>`. The radius of UCB1, however, is twice the one that such a comparison
# assumes, so UCB1 needs more than four times as many plays. At $K=32$ it loses
# {glue:text}`kl_ucb_gain:.1f` times as much as KL-UCB.
#
# :::{claim-steps} rank1:kl-ucb-close-to-ucb1
# :::
#
# (rank1:figure-1-outperforms-kl-ucb)=
# **Structure begins to pay** against KL-UCB only in the largest of the three problems, and there only with a
# smaller $\delta$ than the printed one. The regret of Rank1ElimKL doubles when $K$ doubles, while that of
# KL-UCB quadruples, and the two curves cross between $K=64$ and $128$.
#
# :::{claim} rank1:figure-1-outperforms-kl-ucb
# :::
#
# ## Theorem 1 beside the simulation
#
# (rank1:figure-1-below-theorem-1)=
# The paper concludes that its bound is loose, since $\mu=\gamma$ implies no gain over Rank1Elim. Its constant is
# loose, too. At $n=10^9$, when the bound is stronger than the trivial one of $\frac9{16}$ per step, it is
# {number}`rank1:figure-1-below-theorem-1 Theorem 1 over the regret, 32` times the regret of Rank1ElimKL at $K=32$,
# and the bound {ref}`proved in the chapter on elimination <rank1:theorem-1-repaired>` is
# {number}`rank1:figure-1-below-theorem-1 sharpened over the regret, 32` times this regret. The table is for two
# million steps, as in the figures, and its column “sharpened” is that second bound, with
# $80\,p_{\max}(\log n+3\log\log n)$ in place of $160\log n$ and $\kappa(\mu,p_{\max})$ in place of $\gamma$.

# %% tags=["remove-input"]
studies.bounds(regrets).set_index("K = L")

# %% [markdown]
# ## How this is simulated
#
# Regret is *pseudo-regret*, which counts the expected clicks lost by the pairs shown, whatever was clicked.
# Rows and columns are relabelled at random in every run, so no tie is broken in favour of the best pair.
#
# | what the paper leaves open | our choice | effect of another choice |
# |---|---|---|
# | the horizon, because our text of the paper shows no axes | two million steps, as in the first author's public program | {ref}`who flattens <rank1:figure-1-flattens>`, {ref}`what quadruples <rank1:figure-1-ucb1elim-quadruples>`; at $K=32$ {numref}`rank1:other-horizons` |
# | $\delta$: line 24 has $\log n+3\log\log n$ | that, $\log n$, and $\log t+\log\log t$ as in the first author's public program | {ref}`who loses least <rank1:figure-1-outperforms-all>` and {ref}`by how much <rank1:figure-1-four-times>` |
# | details of that program, namely imaginary first plays without clicks and ends of intervals by ten bisections | left out | in a trial outside this book the factor over Rank1Elim became a little larger |
# | more details of that program: every row and column of a round has a partner of its own, and an interval must be strictly above another to eliminate it | as in Algorithm 1, one partner for all rows of a round and one for all columns, and equality is enough | in a trial outside this book no difference was visible |
# | constants of Rank1Elim {cite:p}`katariya2017stochastic`, which the paper does not repeat | $n_\ell=\lceil4\cdot4^\ell\log n\rceil$, half-width $\sqrt{\log n/n_\ell}$, those of its first author's public program, except that the first stage there is half as long | the factor over Rank1Elim |
# | UCB1Elim | improved UCB of {cite:t}`auer2010`; arms left after its last phase are played in turn | nothing here |
# | UCB1 {cite:p}`auer2002` | every pair once in random order, then $\hat\mu+\sqrt{2\log t/N}$ | a constant of 1.5 instead of 2 would lower its regret by about a quarter |
# | KL-UCB {cite:p}`garivier2011` | every pair once, then the largest $q$ with $N d(\hat\mu,q)\le\log t$ | — |
# | an unfinished last stage | stops at $n$, eliminates nothing | — |
#
# (rank1:figure-1-any-horizon)=
# **Does the horizon matter?** Between half a million and five million steps the two ratios
# discussed in the text hardly depend on it, because Rank1ElimKL is given $n$ and in long games both its regret
# and that of UCB1 grow like $\log n$. In a short game of ten thousand steps Rank1ElimKL has not begun to
# eliminate, and UCB1 beats both readings.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Ratio of the regret of Rank1Elim and of UCB1 to that of Rank1ElimKL at K = 32, against the horizon. With the printed confidence level UCB1's ratio stays below one at the horizons shown; with log n both ratios stay above one, Rank1Elim's around four."}, "figure": {"caption": "$K = L = 32$: clicks that Rank1Elim and UCB1 lose for each click that Rank1ElimKL loses, at several horizons.", "name": "rank1:other-horizons"}}
publish(
    figures.horizons(studies.other_horizons(profile)),
    "rank1:other-horizons",
    **studies.records(experiments.other_horizons(profile)),
)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.horizons_as_described(published("rank1:other-horizons"))

# %% [markdown]
# {download}`data <other-horizons.csv>` · {download}`how it was made <other-horizons.json>`
#
# **A stage at once.** An elimination algorithm makes no decision within a stage, so a whole stage can be drawn at
# once from its exact distribution. One multinomial draw, *shared by all rows*, determines in how many rounds each
# column is the partner, and each pair then gets a binomial number of clicks. The pairs are laid out on a circle of
# plays, and play begins at a random point of it, so every pair covers every moment of the stage with its own share.
# The mean curve is therefore right up to one round, and the state at the end of the stage has the same distribution
# as if the algorithm were played step by step, which is tested. Only the spread *inside* a stage is wrong, so we show
# no quantiles.
#
# (rank1:cost-of-a-run)=
# **The cost of a run** is a number of draws proportional to the number of stages, which is
# {ref}`at most log n <rank1:number-of-stages>`, and to the number of pairs.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Draws in one run of Rank1ElimKL against the horizon, on logarithmic axes, for K = 32, 64 and 128. All three curves rise at first and are almost flat from a million steps on, far below the line of one draw per step."}, "figure": {"caption": "Cost of one run of Rank1ElimKL, in binomial draws. The curves flatten once all but one pair is eliminated.", "name": "rank1:cost"}}
publish(figures.cost(studies.cost(profile)), "rank1:cost", profile=profile, seed=experiments.SEED)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.cost_as_described(published("rank1:cost"))

# %% [markdown]
# {download}`data <cost.csv>` · {download}`how it was made <cost.json>`
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Play the haystack of $K=16$ with the reading $\delta=\log n$ (`rank1_elim_kl("log")` in
# `clickbandits.rank1.elim`). How much of the regret does one line of the algorithm save?
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
from clickbandits.rank1.elim import rank1_elim_kl

means = np.full(16, 0.25)
means[0] = 0.75
small = problem(means, means)
readings = [RANK1_ELIM_KL, rank1_elim_kl("log")]
games = play(MODEL, small, readings, 300_000, replications=50, seed=1)
printed_delta, log_delta = (games.mean(policy.id)[-1] for policy in readings)
assert log_delta < 0.85 * printed_delta
print(f"as printed {printed_delta:,.0f}, with log n {log_delta:,.0f} clicks lost")

# %% tags=["remove-cell"]
glue("saved", float(100 * (1 - log_delta / printed_delta)))

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# {glue:text}`saved:.0f` percent. The intervals are narrower by a factor of
# $\sqrt{1+3\log\log n/\log n}\approx1.3$, so some rows and columns leave a stage earlier, after a quarter of
# the plays.
# :::
#
# :::{admonition} Exercise 2, with a pencil
# From which $K$ on does a policy of pairs lose more than half of $n\cdot\frac9{16}$ if it has not even
# begun to learn? What follows for Figure 1c?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# From $K=2$ on. A pair chosen at random is clicked with probability $\mu^2$,
# $\mu=\frac14+\frac1{2K}$. For $K=2$ this is $\frac14$, already less than half of $\frac9{16}$. For every $K\ge4$ it
# is at most $\frac9{64}$, a quarter of the best, so uniform play loses at least three quarters. Playing each of
# $128^2$ pairs only 64 times takes more than a million steps, half of Figure 1c.
# :::
#
# :::{admonition} Exercise 3, at the keyboard or with a pencil
# The lower bound for policies of pairs grows like $A(K)\log n$, and elimination loses about $B\,K$ in two
# million steps, with $B$ from the table of final regrets. Compute $A(K)$, and find the $K$ at which the two
# meet.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# $A(K)=(K-1)^2\,\frac{1/2}{d(1/16,9/16)}+2(K-1)\,\frac{3/8}{d(3/16,9/16)}$, and $\frac1{d(1/16,9/16)}=1.73$,
# $\frac1{d(3/16,9/16)}=3.37$ were computed above. With $\log n=14.5$ this is about $12.6\,(K-1)^2+37\,(K-1)$.
# It meets $B\,K$ at $K\approx B/12.6$, which is near {glue:text}`meet_printed:.0f` with the printed $\delta$
# and near {glue:text}`meet_log:.0f` with $\log n$, with $B$ taken at $K=64$. A policy of pairs that loses more
# than the lower bound is overtaken sooner. (The bound is asymptotic. At $K=64$ it is
# $12.6\cdot63^2+37\cdot63\approx52{,}000$ clicks; compare KL-UCB in the table.)
# :::
#
# ## What to remember
#
# Using the structure changes how regret grows, from $K^2$ to $K$, but not where it starts, and with 64 items
# and 64 positions a good policy that ignores the structure still loses less. Divergences matter more than
# structure if clicks are rare, because KL-UCB drops a bad pair after a fraction of UCB1's plays. One line of
# an algorithm, here $\log n$ or $\log n+3\log\log n$, can decide which curve is the lowest.
