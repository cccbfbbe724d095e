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
# # Regret bounds
#
# A policy learns about $J$ items from the clicks of $T$ visitors. How many clicks does it necessarily lose while it
# learns, how many does it lose at most, and does it matter how unequal the positions are?
#
# Upper and lower bounds are both about $\sqrt{JT}$, up to logarithms, and for long horizons the positions hardly
# matter. {cite:t}`grant2023` state an upper bound for known {term}`biases <examination>`, the prominences of the
# positions, that grows with the ratio of the biases. This ratio is an artefact of their proof, which also has a false
# step. The repaired proof gives a leading term of at most {glue:text}`leading:.2f`$\sqrt{JT\log(JT^2/2)}$ for all
# biases. The ratio appears only in further terms, which matter less the larger $T$ is.
#
# After this chapter you can compute both bounds, find the step at which a proof forgets to multiply by the bias, and
# explain how much the positions cost.

# %% tags=["remove-cell"]
from dataclasses import replace

import numpy as np
from myst_nb import glue

from clickbandits.experiments import run
from clickbandits.mnl.bounds import LARGEST_SHAPE, invalid_epochs
from compendium.captions import published
from compendium.figures import publish
from compendium.mnl import experiments
from compendium.mnl.regret_bounds import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "The factors of the square root of JT for sixteen position biases that fall like k to the power of minus p. The published upper bound grows from 14 at p = 0 to 890 at p = 3. Our upper bound is constant at 4.6, our lower bound stays between 0.05 and 0.1, and Proposition 9 is below our lower bound."}, "figure": {"caption": "The factors of √(JT) in the bounds, without logarithms, for 16 positions with biases 1, 2⁻ᵖ, …, 16⁻ᵖ: equal positions at the left, very unequal ones at the right. The lower bounds are for J ≥ 64.", "name": "mnl:bias-factors"}}
publish(
    figures.factors(figures.factor_table(np.linspace(0, 3, 31), 16)),
    "mnl:bias-factors",
    positions=16,
)

# %% tags=["remove-cell"]
assert figures.factors_as_described(published("mnl:bias-factors"))

# %% [markdown]
# {download}`data <bias-factors.csv>` · {download}`how it was made <bias-factors.json>`
#
# :::{our-copy}
# :::
#
# ## Twelve items, two positions
#
# Twelve items have attractions from 0.6 down to 0.05, and two positions have the biases 1 and 0.3. A list of
# weight $S=\sum_k\lambda_k\alpha_{a_k}$ is clicked with probability $S/(1+S)$, and the {term}`regret` of a
# policy is the number of clicks that it loses compared with the best list. The policy is
# {doc}`Epoch-UCB <policies>`, which is given the biases.
#
# The program computes the lower bound, our upper bound, the upper bound of the paper, and the clicks that the
# worst list would lose. An upper bound is useful only if it is smaller than the last number.
#
# **Predict.** The bounds are of order $\sqrt T$. By which factor does the lower bound grow if $T$ grows a
# hundredfold?

# %%
import numpy as np
import pandas as pd

from clickbandits import EPOCH_UCB, mnl, play
from clickbandits.mnl import bounds

game = mnl.problem(np.linspace(0.6, 0.05, 12), [1.0, 0.3])
table = pd.DataFrame({"rounds": [10**4, 10**6, 10**8]})
rounds, bias = table["rounds"], [1.0, 0.3]
table["must lose"] = [bounds.lower_bound(12, bias, T).value for T in rounds]
table["loses at most"] = [bounds.upper_bound(game, T) for T in rounds]
table["printed bound"] = [bounds.printed_upper_bound(12, bias, T) for T in rounds]
table["worst list"] = [bounds.worst_list(game, T) for T in rounds]
table.round().astype(int).set_index("rounds")

# %% [markdown]
# The lower bound, which is for the hardest problem with these biases, grows tenfold. The upper bounds grow by
# less, because they still contain terms of lower order. After ten thousand rounds, both exceed the loss of
# the worst list and are useless. After a million rounds, our bound is below this loss, but the printed bound
# is not yet.
#
# Next, we make the second position less and less prominent, from 1 to 0.01 of the first, and compare the two upper
# bounds after $10^8$ rounds.
#
# **Predict.** Which of the two upper bounds grows more?

# %%
pairs = [[1.0, second] for second in (1, 0.3, 0.1, 0.03, 0.01)]
biases = pd.DataFrame(pairs, columns=["first bias", "second bias"])
games = [mnl.problem(game.attraction, pair) for pair in pairs]
biases["ours"] = [bounds.upper_bound(one, 1e8) for one in games]
biases["printed"] = [bounds.printed_upper_bound(12, pair, 1e8) for pair in pairs]
biases.round(2).astype({"ours": int, "printed": int})

# %% [markdown]
# The printed bound grows seventeenfold, ours by little more than a half. A position at which hardly anybody
# looks teaches a policy little, but a bad item there also costs little.
#
# Where does the published proof go wrong? It adds up the attractions of the items shown over all epochs, and
# takes this sum to be at most $T$. If all biases are 1, this is right in expectation for the completed
# epochs, because an epoch then has as many clicks on average.
#
# **Predict.** Is the sum at most $T$ with four positions of bias 0.1 and items of attraction 1?

# %%
T, weight = 1000, 4 * 0.1 * 1.0
epochs = T / (1 + weight)
print(f"clicks:                 {epochs * weight:.0f}")
print(f"sum of the attractions: {epochs * 4 * 1.0:.0f}")

# %% [markdown]
# The sum is nearly three times $T$. The *weighted* sum, of attraction times bias, is at most $T$.
#
# Finally, we simulate the policy. For a given horizon, the library constructs a problem of the kind that is
# used to prove the lower bound, with a few slightly better items among many equal ones.

# %%
hard = bounds.hard_problem(12, [1.0, 0.3], 100_000)
regret = play(mnl.MODEL, hard, EPOCH_UCB, horizon=100_000, replications=20, seed=1)
print(f"lower bound: {bounds.lower_bound(12, [1.0, 0.3], 100_000).value:.0f}")
print(f"Epoch-UCB:   {regret.mean('Epoch-UCB')[-1]:.0f}")
print(f"upper bound: {bounds.upper_bound(hard, 100_000):.0f}")

# %% [markdown]
# The simulated regret is between the bounds and far from both. The bounds have the right order in $J$ and
# $T$, but not the right constants.

# %% tags=["remove-cell"]
problem_c, horizon = experiments.PROBLEMS["c"], experiments.HORIZON["paper"]["c"]
glue("leading", 12 * LARGEST_SHAPE)
glue("invalid", invalid_epochs(2, 10**6))
glue("printed_c", bounds.printed_upper_bound(30, problem_c.examination, horizon))
glue("ours_c", bounds.upper_bound(problem_c, horizon))
glue("lower_c", bounds.lower_bound(30, problem_c.examination, horizon).value)
# What the words above rely on:
must, most = table["must lose"], table["loses at most"]
assert 9 < must[2] / must[1] < 11 and most[0] > table["worst list"][0]
assert 5 < most[2] / most[1] < 10 and most[1] < table["worst list"][1] < table["printed bound"][1]
assert table["printed bound"][0] > table["worst list"][0]
assert 1.5 < biases["ours"][4] / biases["ours"][0] < 1.7
assert 16.5 < biases["printed"][4] / biases["printed"][0] < 17.5
played = regret.mean("Epoch-UCB")[-1]
assert (
    3 * bounds.lower_bound(12, [1.0, 0.3], 100_000).value
    < played
    < bounds.upper_bound(hard, 100_000) / 3
)

# %% [markdown]
# ## The regret, epoch by epoch
#
# Why is the regret about $\sqrt{JT}$? We follow the paper's proof, which adds up the losses of the epochs, because
# this also shows where the ratio of the biases comes from.
#
# A list $a$ has the weight $S(a)=\sum_k\lambda_k\alpha_{a_k}$, a round with it brings a click with
# probability $r(a)=\frac{S(a)}{1+S(a)}$, and an epoch shows one list until a round without a click.
# $S^*$ is the weight of the best list $a^*$, and $S_l$ that of the list of epoch $l$. The sum of the biases is
# $S_K=\sum_k\lambda_k$, and the sum of their squares is $S_{K,2}=\sum_k\lambda_k^2$.
#
# (mnl:regret-by-epochs)=
# :::{prf:lemma} Regret by completed epochs
# :nonumber:
# For every policy that chooses one list per epoch,
# $\mathrm{Reg}(T)=\mathbb E\sum_l\frac{S^*-S_l}{1+S^*}$ over the epochs completed by $T$. The sum over all
# epochs begun is an upper bound.
# :::
#
# :::{prf:proof}
# A round with the list $a$ loses $r(a^*)-r(a)=\frac{S^*-S(a)}{1+S^*}\cdot\frac1{1+S(a)}$. The second
# factor is the probability that the round has no click, that is, that it completes its epoch.
# :::
#
# (mnl:worst-epoch)=
# **No epoch loses more than 1.** The terms are at most $\frac{S^*}{1+S^*}=r(a^*)$.
#
# ## Valid indices
#
# An epoch loses clicks because an index misleads. How far above its attraction can an index be?
#
# Let $c_l=\log(Jl^2/2)$, and let $\bar\alpha$ and $\Lambda>0$ be an item's estimate and exposure
# when epoch $l$ begins. Its index is $U=\bar\alpha+\sqrt{4\min(1,2\bar\alpha)c_l/\Lambda}+4c_l/\Lambda$.
#
# (mnl:equation-42)=
# **A square root split in two.** The paper's (42) is algebra. If $\sqrt{8\bar\alpha c/\Lambda}$ exceeds
# $\sqrt{16\alpha c/ \Lambda}+\sqrt{32}\,c/\Lambda$, squaring gives $\bar\alpha>2\alpha+4c/\Lambda$.
#
# (mnl:equation-41)=
# **All indices at once.** The paper's (41) is true if it compares an index with the exposure from which the
# index was computed, but it can fail with the exposure one epoch later. An item known only from a position of
# small bias has an index far above its attraction. If epoch $l$ shows it at bias 1, the additional exposure
# shrinks the interval in (41), but comes too late for the index of epoch $l$. By {ref}`(9) <mnl:equation-9>`,
# {ref}`(10) <mnl:equation-10>` and {ref}`(11) <mnl:equation-11>`, which hold for adaptive lists, there is an
# event of probability at least $1-\frac{8N_l+2}{l^2}\ge1-\frac9l$ for $l\ge2$, on which for all items that were
# shown
#
# $$
# \alpha_j\le U_j\le\alpha_j+6\sqrt{\frac{\alpha_jc_l}{\Lambda_j}}+(8+4\sqrt2)\frac{c_l}{\Lambda_j},
# \qquad N_l=\Big\lceil\tfrac34\Big(\frac l{c_l}\Big)^{1/4}\Big\rceil .
# $$
#
# The lower side is (9) if the minimum is 1 and (10) if it is not. For the upper side, (9)
# gives $\bar\alpha-\alpha\le\sqrt{4\alpha c/\Lambda}+4c/\Lambda$ and (11) gives
# $\sqrt{8\bar\alpha c/\Lambda}\le\sqrt{16\alpha c/\Lambda}+\sqrt{32}\,c/\Lambda$. The paper has
# $(1+\sqrt2)\sqrt8\approx6.83$ in place of 6. Since $N_l$ grows only like $l^{1/4}$, the expected
# number of epochs with an invalid index is below {glue:text}`invalid:.2f`, whereas the paper's bound $\sum9/l$ is of
# order $\log T$.
#
# :::{claim} mnl:equation-41
# :::
#
# (mnl:equation-44)=
# **From indices to lists,** (44). With valid indices, $S^*\le\sum_k\lambda_kU_{a^*_k}\le\sum_k\lambda_kU_{a^l_k}$,
# because the list shown is the best one for the indices. An epoch therefore loses at most $\frac1{1+S^*}\sum_k
# \lambda_k(U_{a^l_k}-\alpha_{a^l_k})$. The paper argues by the rewards and obtains the same bound
# without the factor $\frac1{1+S^*}$.
#
# :::{claim} mnl:equation-44
# :::
#
# ## The upper bound
#
# (mnl:first-shows)=
# **First shows.** Until an item has been shown, its exposure is 0 and its index is undefined. Algorithm 2 leaves
# this case open, and we take ∞. A list then contains up to $K$ such items, and all items have been shown after
# $\lceil J/K\rceil$ epochs. The paper's sums overlook first shows, because they use the exposure after the epoch.
#
# **Counting clicks.** The sum of attractions *with* biases over the completed epochs counts clicks, as in the
# lemma above:
#
# $$
# \mathbb E\sum_j\alpha_j\Lambda_j=\mathbb E\sum_lS_l=\mathbb E\sum_t\frac{S(a_t)}{1+S(a_t)}
# \le r(a^*)\,T.
# $$
#
# (mnl:weighted-sums)=
# **Sums with weights.** An item that is shown with biases $x_1,\dots,x_n$, with sums $\Lambda_i$, adds
# $\frac{x_i}{\sqrt{\Lambda_{i-1}}}=\frac{x_i}{\sqrt{\Lambda_i}}+x_i\big(\frac1{\sqrt{\Lambda_{i-1}}}-
# \frac1{\sqrt{\Lambda_i}}\big)$ at its $i$-th show. The first part is at most
# $2(\sqrt{\Lambda_i}-\sqrt{\Lambda_{i-1}})$, and the second sums to at most
# $\lambda_1/\sqrt{\Lambda_1}\le\lambda_1/\sqrt{\lambda_K}$ ($\lambda_1$ and $\lambda_K$ being the
# largest and the smallest bias). Likewise
# $\sum_{i\ge2}x_i/\Lambda_{i-1}\le\log(\Lambda_n/\Lambda_1)+\lambda_1/\lambda_K$. The paper replaces
# every bias by $\lambda_1$ in the numerator and by $\lambda_K$ in the denominator, which produces its ratio.
#
# (mnl:proposition-8)=
# :::{prf:theorem} A regret bound for Epoch-UCB, Proposition 8 repaired
# :nonumber:
# Let $J\ge2$, $c=\log(JT^2/2)$ and $r^*=r(a^*)$. For all $T\ge2$ Epoch-UCB with known biases has
# $\mathrm{Reg}(T)\le\frac{12}{1+S^*}\sqrt{c\,J\,r^*T}+R$, where the first term is at most
# $\frac{8}{\sqrt3}\sqrt{JT\log(JT^2/2)}$ and, with $F=\sum_l\min(1,\frac{8N_l+2}{l^2})<7$,
#
# $$
# \begin{aligned}
# R={}&r^*\big(\lceil\tfrac JK\rceil+F\big)+\frac{6\sqrt c}{1+S^*}\,
# \frac{\lambda_1}{\sqrt{\lambda_K}}\sum_j\sqrt{\alpha_j}\\
# &+\frac{8+4\sqrt2}{1+S^*}\,c\,J\Big(\log\max\big(e,
# \tfrac{S_KT}{J\lambda_K}\big)+\frac{\lambda_1}{\lambda_K}\Big) .
# \end{aligned}
# $$
#
# The biases enter the first term only through $S^*$, and its bound not at all. With one constant for all
# problems and all $T\ge J\rho^2\log^3(JK\rho T)$, $\rho=\lambda_1/\lambda_K$ ($\lambda_1$ and
# $\lambda_K$ being the largest and the smallest bias), the paper's order, which has the largest bias before the
# root, follows if $\lambda_1^2\ge\lambda_K$ and is false for small biases.
# :::
#
# :::{claim} mnl:proposition-8
# :::
#
# **Why?** The index of an item approaches its attraction like one over the square root of its exposure.
# Summed over the epochs that show the item, this gives the square root of the exposure. By the inequality of
# Cauchy and Schwarz, the sum over $J$ items, which share the clicks of $T$ rounds, is largest if each gets
# the same number.
#
# :::{admonition} Proof
# :class: dropdown
# We use the lemma. The first $\lceil J/K\rceil$ epochs and those with an invalid index lose at most
# $r^*$ each. In the others the loss is at most $\frac1{1+S^*}$ times the sum over the items shown
# of $\lambda_k\big(6\sqrt{\alpha_jc/\Lambda_j}+(8+4\sqrt2)c/\Lambda_j\big)$. The sums for item $j$ are at most
# $6\sqrt{\alpha_jc}\,\big(2\sqrt{\Lambda_{j,L}}+\lambda_1/\sqrt{\lambda_K}\big)$ and
# $(8+4\sqrt2)\,c\,\big(\log(\Lambda_{j,L}/\lambda_K)+\lambda_1/\lambda_K\big)$, where $\Lambda_{j,L}$
# counts completed epochs. By the inequalities of Cauchy and Schwarz and of Jensen,
# $\mathbb E\sum_j\sqrt{\alpha_j\Lambda_{j,L}}\le\sqrt{J\,\mathbb E\sum_j\alpha_j\Lambda_{j,L}}\le
# \sqrt{J\,r^*T}$. The logarithms are concave and $\sum_j\Lambda_{j,L}\le S_KT$. Finally
# $\frac{\sqrt{r^*}}{1+S^*}=\frac{\sqrt{S^*}}{(1+S^*)^{3/2}}$ is largest at $S^*=\frac12$.
# :::
#
# (mnl:proposition-8-values)=
# **In numbers.** On problem (c) with its 8,000 rounds, the bound of the published proof is
# {glue:text}`printed_c:,.0f`, and ours is {glue:text}`ours_c:,.0f`. Neither is useful at this horizon, because there
# are at most 8,000 clicks to lose.
#
# ## A lower bound
#
# Let $\lambda_{(1)}\ge\dots\ge\lambda_{(K)}$ be the biases in order. If the first $m$ of them are all reduced to the
# last one among them, their total is $m\lambda_{(m)}$. Let $M=\max_mm\lambda_{(m)}$ be the largest such total.
#
# (mnl:lower-bound-sharper)=
# :::{prf:theorem} A lower bound for all biases
# :nonumber:
# Let $\lambda\in(0,1]^K$, $J\ge4K$ and $T\ge1000\,J\max(1,S_K)/M$. For every policy, even one that knows
# λ, there is a problem, which depends on $T$, with
# $\mathrm{Reg}(T)\ge\frac1{10}\sqrt{\frac{M}{\max(1,S_K)}JT}$.
# :::
#
# :::{claim} mnl:lower-bound-sharper
# :::
#
# **Why?** Hide a few slightly better items among many equal ones. To find out whether an item is one of them,
# a policy must show it, and this costs clicks if it is not. With little exposure the two cases cannot be
# distinguished, and with much exposure the policy pays. The worst size of the difference balances the two
# costs.
#
# The {ref}`proof <lower-bound-proof>` is on the companion page.
#
# (mnl:proposition-9)=
# **Proposition 9 holds.** With $S_K\ge S_{K,2}>1$ and $M\ge\frac12S_{K,2}$, the regret is at least
# $\frac1{15}\sqrt{\frac{S_{K,2}}{S_K}JT}$ for large $T$, on a problem that depends on $T$.
#
# :::{claim} mnl:proposition-9
# :::
#
# (mnl:bounds-match)=
# (mnl:bounds-match-biases)=
# **The bounds match** in $J$ and $T$ up to logarithms, as stated in the paper, and in the biases and in $K$
# if $S_K\ge1$ and $J\ge4K$, because $M\ge S_K/(1+\log K)$ (as {ref}`shown on the companion page
# <mnl:flat-weight>`). As $T\to\infty$, the ratio of the leading terms is at most
# $\frac{80}{\sqrt3}\sqrt{\log(JT^2/2)\,S_K/M}$. The figure at the top of this page shows how far the ratio in
# the published bound is from the possible cost of unequal biases.
#
# :::{claim} mnl:bounds-match
# :::
#
# ## Bounds and simulated regret
#
# (mnl:regret-far-below-bounds)=
# **On problems (a), (b) and (c)** Epoch-UCB loses far less than any upper bound allows. Our bound falls below
# the loss of the worst list after {number}`mnl:proposition-8-values from_ours_a:,.0f` rounds on (a) and
# {number}`mnl:proposition-8-values from_ours_c:,.0f` on (c). The published bound does so after
# {number}`mnl:proposition-8-values from_printed_a:,.0f` and
# {number}`mnl:proposition-8-values from_printed_c:,.0f` rounds. The lower bound is not for these problems but for
# the worst problem with the same $J$ and λ (for (c) it is {glue:text}`lower_c:.0f` after 8,000 rounds).
#
# :::{claim} mnl:regret-far-below-bounds
# :::

# %% tags=["remove-cell"]
regrets = {
    "a": run(replace(experiments.figure("a", profile), policies=(EPOCH_UCB,))),
    "b": run(replace(experiments.figure("b", profile), policies=(EPOCH_UCB,))),
    "c": run(replace(experiments.figure("c", profile), policies=(EPOCH_UCB,))),
}

# %% mystnb={"image": {"alt": "Regret against rounds on doubly logarithmic axes for problems (a), (b) and (c). The simulated regret of Epoch-UCB is one to two orders of magnitude above the lower bound for the worst problem and two below our upper bound, which in turn is more than an order of magnitude below the bound of the published proof. The loss of the worst list crosses our bound between a hundred thousand and ten million rounds."}, "figure": {"caption": "Bounds and simulated regret of Epoch-UCB. The lower bound is for the worst problem with the same number of items and the same biases.", "name": "mnl:bounds"}} tags=["remove-input"]
publish(
    figures.bounds(figures.bound_table(experiments.PROBLEMS, np.logspace(1, 11, 41)), regrets),
    "mnl:bounds",
    **regrets["a"].experiment.record(),
)

# %% [markdown]
# {download}`data <bounds.csv>` · {download}`how it was made <bounds.json>`
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Ten shops sell the same twelve items, and each learns from its own 100,000 visitors. According to the lower bound, how
# many times as much do they lose together as one shop that learns from all million visitors? Estimate the factor before
# you compute it.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
apart = 10 * bounds.lower_bound(12, [1.0, 0.3], 100_000).value
together = bounds.lower_bound(12, [1.0, 0.3], 1_000_000).value
print(f"apart {apart:.0f}, together {together:.0f}")
print(f"{apart / together:.2f} times as much")
assert abs(apart / together - np.sqrt(10)) < 0.2

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# About $\sqrt{10}$ times as much, because $10\sqrt{JT/10}$ is to be compared with $\sqrt{JT}$. Shared data are as
# valuable as new data.
# :::
#
# :::{admonition} Exercise 2, with a pencil
# Show that $\sum_{i\ge2}1/\sqrt{i-1}\le2\sqrt n$ for a sum up to $n$, and explain why $J$ items with $n_j$
# epochs each and $\sum_jn_j=n$ give at most $2\sqrt{Jn}$ together.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Since $\frac1{\sqrt i}\le2(\sqrt i-\sqrt{i-1})$, the sum telescopes to at most $2\sqrt{n-1}$. By the inequality of
# Cauchy and Schwarz, $\sum_j\sqrt{n_j}\le\sqrt{J\sum_jn_j}$, with equality if all items have the same number of epochs.
# :::
#
# :::{admonition} Exercise 3, with a pencil
# For which $S$ is $\sqrt S/(1+S)^{3/2}$, the factor of the leading term, largest? What follows for lists that are
# clicked nearly always?
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
weights = np.linspace(0.01, 5, 500)
factors = np.sqrt(weights) / (1 + weights) ** 1.5
print(f"largest at S = {weights[factors.argmax()]:.2f}: {factors.max():.4f}")
assert abs(weights[factors.argmax()] - 0.5) < 0.01

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# Its logarithm has the derivative $\frac1{2S}-\frac3{2(1+S)}$, which is 0 at $S=\frac12$. For large $S$ the factor
# decreases, because a slightly worse list loses next to nothing if nearly every visitor clicks something.
# :::
#
# ## What to remember
#
# Learning about $J$ items from $T$ visitors costs about $\sqrt{JT}$ clicks, and if there are many items,
# $J\ge4K$, no policy does much better on all problems. The differences between the positions cancel in the
# leading term, because a position that teaches little also costs little. A proof that forgets to multiply the
# attractions by the biases misses this. With unknown biases, the bound in the paper remains unproved, except
# for a single position.
#
# {doc}`Regret bounds in detail <regret_bounds_detail>` contains the proof of the lower bound, unknown biases,
# the paper's table row by row, and notes on the paper's slips.
#
# ## Notes
#
# {cite:t}`chen2018` proved the order for $\lambda\equiv1$, and we follow them and {cite:t}`audibert2014` in
# averaging over sets of special items with Pinsker's inequality. For position effects under the same choice
# model, {cite:t}`luo2025` derive a lower bound of order $\sqrt T$, and {cite:t}`chen2026` one that their upper
# bound $\tilde O(\sqrt{JT})$ matches. We know both papers only from their abstracts, which do not give the
# dependence on the biases. Our bound has an explicit constant and the factor $M/\max(1,S_K)$, for which we found
# no earlier source. We searched for “position effects” and “multinomial logit bandit” in stored web pages, and in
# the references of the papers named here.
