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
# # Across the models
#
# **The question.** Each of the three papers has its own click model and its own policies. Apart from PBM-UCB
# under multinomial choice, they never try a policy on another model. You want to rank a list, and you do not know
# which model your users follow. What should you play, and what must you know first?
#
# **The answer.** Most of these policies go round a loop. They show a list, divide its clicks by the examinations that
# they were told, and then show the list that the resulting beliefs suggest. With the true examinations only the best
# list leads back to itself, even under the wrong click model. With wrong examinations another list can. So measure how
# often users look at each position, scale these examinations so that the largest is 1, and play PBM-TS.
#
# With the true examinations PBM-TS loses at most {glue:text}`ts_home:.2f` % of the clicks on our two synthetic problems
# under its own click model, and at most {glue:text}`ts_away:.2f` % under the other one. All wrong *ratios* of
# examinations that we tried there cost more than the wrong click model. With errors of at most 20 % it loses
# {glue:text}`ts_off_low:.2f` ± {glue:text}`ts_off_low_error:.2f` % and {glue:text}`ts_off_high:.2f` ±
# {glue:text}`ts_off_high_error:.2f` %. (A number after ± is one standard error.) Of two policies that need only the
# order of the positions, {glue:text}`order_long` loses less on our lists of ten positions, and
# {glue:text}`order_short` on those of three.
#
# We begin with the loop for two items, see why it forgives a wrong click model but not wrong ratios, and then let all
# policies play. Afterwards you can compute whether a wrong list confirms itself, and choose a policy for what you know.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.across import experiments, figures, studies, tables
from compendium.captions import published
from compendium.figures import publish

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
rows = studies.matrix(profile)
told = studies.told_table(profile)
advice = tables.advice(profile)
prices = tables.price_of_errors(rows, told)
exact = studies.exact_losses().set_index("problems")
duel = studies.duel(profile)
glue("won_yandex", tables.won(duel, "PBM, Yandex"))
glue("won_kdd", tables.won(duel, "PBM, KDD"))
glue("order_long", tables.on_lists(duel, long=True))
glue("order_short", tables.on_lists(duel, long=False))
glue("ts_home", tables.worst(prices, "PBM-TS", "nothing"))
glue("ts_away", tables.worst(prices, "PBM-TS", "click model"))
glue("ts_off_low", tables.lost(prices, "PBM-TS", "κ 20 % off", "low"))
glue("ts_off_low_error", tables.lost(prices, "PBM-TS", "κ 20 % off", "low", "loss error"))
glue("ucb_model_low", tables.added(prices, "PBM-UCB", "click model", "low"))
glue("ucb_ratios_low", tables.added(prices, "PBM-UCB", "κ 20 % off", "low"))
glue("ts_model_low", tables.added(prices, "PBM-TS", "click model", "low"))
glue("ts_ratios_low", tables.added(prices, "PBM-TS", "κ 20 % off", "low"))
glue("rba_low", studies.value(rows, "RBA-KL-UCB", "PBM, low"))
glue("ucb_away_low", tables.lost(prices, "PBM-UCB", "click model", "low"))
glue("ts_home_low", tables.lost(prices, "PBM-TS", "nothing", "low"))
glue("ts_off_high", tables.lost(prices, "PBM-TS", "κ 20 % off", "high"))
glue("ts_off_high_error", tables.lost(prices, "PBM-TS", "κ 20 % off", "high", "loss error"))
glue("ucb_model_high", tables.added(prices, "PBM-UCB", "click model", "high"))
glue("ucb_ratios_high", tables.added(prices, "PBM-UCB", "κ 20 % off", "high"))
glue("ts_model_high", tables.added(prices, "PBM-TS", "click model", "high"))
glue("ts_ratios_high", tables.added(prices, "PBM-TS", "κ 20 % off", "high"))
glue("rba_high", studies.value(rows, "RBA-KL-UCB", "PBM, high"))
glue("ucb_away_high", tables.lost(prices, "PBM-UCB", "click model", "high"))
glue("ts_home_high", tables.lost(prices, "PBM-TS", "nothing", "high"))
glue("yandex_epoch", float(exact.loc["Yandex", "rounds per epoch, PBM"]))
glue("yandex_tolerance", float(exact.loc["Yandex", "tolerated error of κ, %"]))
glue("kdd_tolerance", float(exact.loc["KDD", "tolerated error of κ, %"]))
glue("low_tolerance", float(exact.loc["low", "tolerated error of κ, %"]))
glue("half_late", studies.value(told, "PBM-TS(told half)", "PBM, high", "late loss"))
glue("half_late_error", studies.value(told, "PBM-TS(told half)", "PBM, high", "late loss error"))
glue("runs_synthetic", int(studies.value(rows, "PBM-UCB", "PBM, low", "runs")))
glue("horizon", experiments.HORIZON[profile])
glue("kdd_runs", int(studies.value(rows, "PBM-UCB", "PBM, KDD", "runs")))
glue("yandex_runs", int(studies.value(rows, "PBM-UCB", "PBM, Yandex", "runs")))

# %% tags=["remove-input"] mystnb={"image": {"alt": "Three panels, each with a box for the order 1 above 2 and below it a box for the order 2 above 1. In the first two panels an arrow leads from the lower box to the upper one, which has an arrow to itself. In the third panel each box has an arrow to itself."}, "figure": {"caption": "Two items of attraction 0.5 and 0.4 at two positions of examination 0.8 and 0.4. Each box is an order that a policy shows for long, with the attractions that it then believes items 1 and 2 to have. The arrow leads to the order that it shows next. In the second panel a round has at most one click.", "name": "across:loop"}}
publish(figures.loop(), "across:loop")

# %% tags=["remove-cell"]
assert figures.loop_as_described(published("across:loop"))

# %% [markdown]
# {download}`data <across/loop.csv>` · {download}`how it was made <across/loop.json>`
#
# :::{admonition} Real and made-up problems
# :class: important
# KDD and Yandex are published position-based models of real queries, not logs. Under the other click model,
# which nobody has fitted, their numbers define a made-up problem, which is no evidence about users.
# :::
#
# ## Two items, two positions
#
# Consider items of attraction 0.5 and 0.4, and positions that users look at with probability 0.8 and 0.4. A
# policy counts clicks and divides them by the examination $\hat\kappa$ that it was told, so in the long run
# it believes that the item at position $l$ has the attraction $\theta\kappa_l/\hat\kappa_l$. If it was told
# that users look at both positions equally often, it ranks items by their click-through rates.
#
# **Predict.** If it starts with the wrong order, will it find out?

# %%
import numpy as np
import pandas as pd

from clickbandits import PBM_UCB, pbm, play
from clickbandits.misinformed import misinformed

attraction, examination, told_flat = (
    np.array([0.5, 0.4]),
    np.array([0.8, 0.4]),
    np.array([0.6, 0.6]),
)
right, wrong = examination, examination[::-1]  # the examinations of items 1 and 2 in either order
print("right order:", (attraction * right / told_flat).round(2))
print("wrong order:", (attraction * wrong / told_flat).round(2))

# %% tags=["remove-cell"]
assert np.argmax(attraction * right) == 0 and np.argmax(attraction * wrong) == 1

# %% [markdown]
# It will not. In the wrong order item 2 looks better, because more users look at its position. Either order *confirms
# itself*. Now let the policy know the true examinations, but let users follow a click model in which a round has at
# most one click. With $w=\kappa\theta$, the item at position $l$ is clicked with probability $w_l/(1+w_1+w_2)$.
#
# **Predict.** Does the wrong order still confirm itself?

# %%
for name, seen in (("right", right), ("wrong", wrong)):
    weights = attraction * seen
    believed = weights / (1 + weights.sum()) / seen
    print(f"{name} order: believed {believed.round(3)}, ratio {believed[0] / believed[1]:.2f}")

# %% tags=["remove-cell"]
assert np.isclose(believed[0] / believed[1], 1.25)

# %% [markdown]
# It does not. All beliefs are too low, but by a common factor, so their ratio is that of 0.5 and 0.4 in both
# orders, and item 1 looks better at either position. Do real games end in these limits? PBM-UCB plays once
# with the true examinations and once with equal ones.

# %%
problem = pbm.problem(attraction, examination)
policies = [PBM_UCB, misinformed(PBM_UCB, told_flat, "told flat")]
games = play(pbm.MODEL, problem, policies, 20_000, replications=40, seed=1)
rows_2 = {}
for policy in policies:
    lost = games.values[policy.id]
    late = lost[:, -1] - [np.interp(10_000, games.rounds, game) for game in lost]
    rows_2[policy.id] = {
        "lost in the second half": late.mean(),
        "games with the wrong order": (late > 300).sum(),
    }
pd.DataFrame.from_dict(rows_2, orient="index").round(1)

# %% tags=["remove-cell"]
assert 0 < rows_2[policies[1].id]["games with the wrong order"] < 40
assert rows_2["PBM-UCB"]["games with the wrong order"] == 0

# %% [markdown]
# If the policy is told that the positions are alike, chance decides which order it settles on, and the wrong order
# loses $0.1\cdot0.4=0.04$ clicks per round forever.
#
# (loop-explorer-section)=
# **Watch the loop.** Press Play. PBM-UCB shows a list, counts clicks, forms beliefs and shows the list that
# they suggest. Then change what it is told, or how users click. The games are those of the library. How wrong
# can the told ratio of the two examinations be, before the wrong order can last?
#
# <div class="explorer" id="loop-explorer">
# <p>The explorer needs JavaScript. Without it, the figure above shows the loop, and the table above the end of forty games.</p>
# </div>
# <link rel="stylesheet" href="../_static/explorer.css">
# <script src="../_static/explorer_formulas.js" defer></script>
# <script src="../_static/explorer.js" defer></script>
# <script src="../_static/explorer_games.js" defer></script>
# <script src="../_static/explorer_watch.js" defer></script>
#
# ## Why the right list survives the wrong click model
#
# Does this hold for every list? Take a policy that ranks items by clicks over examinations, as PBM-UCB,
# PBM-PIE, BC-MP-TS and Epoch-UCB do in the long run, and PBM-TS does if every item keeps its position. Let it
# show one list for a long time.
#
# Let $S$ be the sum of the weights $\kappa_l\theta_{a_l}$ of the list, where $a_l$ is the item at position $l$. Under
# multinomial clicks this item was clicked in a share $\kappa_l\theta_{a_l}/(1+S)$ of the rounds, and division by
# $\kappa_l$ leaves $\theta_{a_l}/(1+S)$. Since $S$ belongs to the list and not to the item, all beliefs are too low
# by the *same* factor $F(a)$, and the order inside the list is right. The same holds for a policy whose trials are
# epochs, which end with the first round without a click:
#
# | | a trial is a round | a trial is an epoch |
# |---|---|---|
# | PBM | $F = 1$ | $F = 1 / \prod_l (1 - \kappa_l\theta_{a_l})$ |
# | MNL | $F = 1 / (1 + \sum_l \kappa_l\theta_{a_l})$ | $F = 1$ |
#
# An item *outside* the list is seen only when it is tried. Let an outsider $b$ replace the last item $c$ of the list,
# at a position of examination $k$. The new list has another factor, which might make a better item look worse.
# However, the weight of $b$ enlarges the divisor $1+S$ by a smaller share than the clicks of $b$, so a better item
# looks better.
#
# A list *confirms itself* if the limits of the beliefs strictly decrease along its positions, and if every
# outsider $b$ that replaces $c$ is believed to be worse than $c$ was. A policy that follows its beliefs does
# not stay with a list that does not confirm itself.
#
# (across:wrong-law)=
# :::{prf:theorem} Only the best list confirms itself
# Let all attractions differ and lie in $(0, 1)$. Let all examinations differ and lie in $(0, 1]$, and let
# positions be numbered by decreasing examination. Let there be at least as many items as positions. Under
# both click models, and for rounds as well as epochs, the best list confirms itself and no other list does.
# :::
#
# :::{claim} across:wrong-law
# :::
#
# :::{admonition} Proof
# :class: dropdown
# An epoch under PBM lasts $F$ rounds on average and, by Wald's identity, has $F \kappa_l\theta_{a_l}$ clicks at
# position $l$. The order inside the list is right if and only if its attractions decrease. For $b$ in place of $c$ there is nothing
# to show if $F = 1$. For rounds under MNL let $S$ be the sum of the weights of the list that has $c$. Then
#
# $$\begin{aligned}\frac{\theta_b}{1 + S + k(\theta_b - \theta_c)} > \frac{\theta_c}{1 + S}
# &\iff (\theta_b - \theta_c)(1 + S - k\theta_c) > 0 \\ &\iff \theta_b > \theta_c,\end{aligned}$$
#
# because $k\theta_c$ is one of the terms of $S$. For epochs under PBM the other factors cancel, and
#
# $$\frac{\theta_b}{1 - k\theta_b} > \frac{\theta_c}{1 - k\theta_c} \iff \theta_b > \theta_c.$$
#
# So an outsider is believed to be worse than the last item if and only if it is worse. A list with decreasing
# attractions whose last item is better than all outsiders is the best list.
# :::
#
# The numbering matters. If the examinations are 0.4 and 0.8, the list (1, 2) of our two items confirms
# itself, while the best list is (2, 1). The theorem describes where a policy can settle, not whether it does.
#
# ## When the examinations are wrong
#
# The theorem needs the true examinations, which nobody has. If a policy is told $\hat\kappa$, its belief about the
# item at position $l$ tends to $F(a)\,\theta_{a_l}\kappa_l / \hat\kappa_l$.
#
# (across:scale)=
# **The scale.** A common factor in $\hat\kappa$ changes no choice of PBM-UCB, because the estimate and the width of
# every index scale alike. PBM-PIE, PBM-TS and BC-MP-TS use a Bernoulli likelihood or a Beta distribution, for which the
# scale matters.
#
# :::{claim} across:scale
# :::
#
# Wrong *ratios* do harm in two ways.
#
# (across:told-wrong)=
# :::{prf:theorem} Told wrong examinations
# Let $1 > \theta_1 > \theta_2 > 0$, $1 \ge \kappa_1 > \kappa_2 > 0$,
# $1 \ge \hat\kappa_1 > \hat\kappa_2 > 0$, let clicks be position-based, and let PBM-UCB play. Let
# $h(f) = (f\kappa_1 + (1-f)\kappa_2) / (f\hat\kappa_1 + (1-f)\hat\kappa_2)$ and $D(f) = \theta_1 h(f) - \theta_2 h(1-f)$.
#
# 1. Told too steep, $\hat\kappa_1/\hat\kappa_2 > \kappa_1/\kappa_2$: if $D(1) < 0$, the share of the
#    rounds with the right order tends almost surely to the root $f^* \in (1/2, 1)$ of $D$, and the regret
#    grows like $(1 - f^*)(\theta_1 - \theta_2)(\kappa_1 - \kappa_2)\,T$.
# 2. Told too flat, $\hat\kappa_1/\hat\kappa_2 < \kappa_1/\kappa_2$: if $D(0) < 0$, both orders confirm
#    themselves, and with positive probability the wrong one is shown in every round from some round on.
# :::
#
# :::{claim} across:told-wrong
# :::
#
# The {ref}`companion page <across-told-wrong-proof>` has the proof.
#
# ## The games
#
# Those were limits. Which policy loses least before it gets there? We let all policies play under click
# models that turn the weight $w = \kappa\theta$ of an item at a position into clicks in three ways.
#
# | click model | shown | clicks in a round |
# |---|---|---|
# | **PBM**, position-based | a list | each position is clicked with probability $w$, independently |
# | **MNL**, multinomial logit | a list | position $l$ alone with probability $w_l / (1 + \sum w)$, or none |
# | **pair** | one item at one position | with probability $w$ (rank-1), or $w / (1 + w)$ (MNL) |
#
# The same two vectors define a problem for each click model. On *low* we have $\theta = (0.45, 0.35, 0.25, 0.15,
# 0.05)$, and on *high* $\theta = (0.95, 0.85, 0.75, 0.65, 0.55)$, both with $\kappa = (0.9, 0.6, 0.3)$. *KDD* and
# *Yandex* are the public position-based fits.
#
# ## What to play
#
# For each state of knowledge we look for the policy that loses least, on average over all *worlds* that are then
# possible. A world is a click model for lists together with a problem, such as a column of {numref}`across:matrix`.
# Of the policies that need no more than is known, we leave out those with a *trap*, a known or suspected way to keep
# losing forever. If the table names two, they *tie*, which means that their paired difference is less than two
# standard errors. The symbol $\kappa$ denotes the examinations. Several clicks per round mean the position-based
# model, and at most one means multinomial choice.

# %% tags=["remove-input"]
tables.what_to_play(advice)

# %% tags=["remove-cell"]
assert profile == "quick" or tables.advice_as_described(advice, duel)

# %% [markdown]
# If you know only the order, decide by the length of your lists, because the table's averages mix lists of
# ten positions (Yandex) with lists of three. Without the Yandex models RBA-KL-UCB has the smaller average
# loss in all six cells, and on the Yandex models alone TopRank has. At {glue:text}`horizon:,d` rounds under
# position-based clicks TopRank loses less on {glue:text}`won_yandex` Yandex models and on
# {glue:text}`won_kdd` KDD models. Some single problems are exceptions ({doc}`all differences
# <across_detail>`), and we have played no other lengths. TopRank and PBM-PIE must also know the number of
# rounds.
#
# Two policies with a trap do well. If the examinations are known, BC-MP-TS loses about as little as PBM-TS, and if a
# round has at most one click, Epoch-UCB\*-UPB loses less than RBA-KL-UCB at {glue:text}`horizon:,d` rounds
# ({doc}`details <across_detail>`).
#
# Measure the examinations before you choose a policy. The closer the best items are, the more accurate the
# examinations must be. Under position-based clicks the best list still confirms itself if every examination
# has a relative error of at most {glue:text}`low_tolerance:.0f` % on our problem of low attractions,
# {glue:text}`kdd_tolerance:.1f` % for the median of the KDD Cup models, and {glue:text}`yandex_tolerance:.3f`
# % for the median of the Yandex models. Their best documents are nearly equally attractive, so a wrong order
# is cheap there. If you cannot measure the examinations, use only the order.
#
# ## Which errors are harmless
#
# The next table compares a wrong click model with wrong examinations on the problems *low* and *high* by the
# loss over {glue:text}`horizon:,d` rounds in per cent of the best list's clicks. The {ref}`companion page
# <across-wrong>` has the wrong vectors.

# %% tags=["remove-input"]
tables.errors(prices)

# %% tags=["remove-cell"]
assert profile == "quick" or tables.errors_as_described(prices, rows)

# %% [markdown]
# * **Wrong ratios** cost more than a wrong click model, which raises the loss of PBM-UCB by
#   {glue:text}`ucb_model_low:.2f` percentage points on *low* and {glue:text}`ucb_model_high:.2f` on *high*,
#   and that of PBM-TS by {glue:text}`ts_model_low:.2f` and {glue:text}`ts_model_high:.2f`. A vector with
#   errors of at most 20 % raises the loss of PBM-UCB by {glue:text}`ucb_ratios_low:.2f` and
#   {glue:text}`ucb_ratios_high:.2f` points, and that of PBM-TS by {glue:text}`ts_ratios_low:.2f` and
#   {glue:text}`ts_ratios_high:.2f`.
# * **A wrong scale** is harmless to PBM-UCB on both problems. PBM-TS tolerates half of $\kappa$ on *low*, but
#   on *high* it loses {glue:text}`half_late:.2f` ± {glue:text}`half_late_error:.2f` % even in the second half
#   of the rounds, because it then sees clicks more often than it believes that users look. Scaling the
#   largest examination to 1 removes this loss.
# * **Knowing only the order** need not be worse than a wrong click model. RBA-KL-UCB loses
#   {glue:text}`rba_low:.2f` % on *low* and {glue:text}`rba_high:.2f` % on *high* under position-based clicks.
#   This is about the loss of PBM-UCB under the wrong click model ({glue:text}`ucb_away_low:.2f` and
#   {glue:text}`ucb_away_high:.2f` %), but several times that of PBM-TS ({glue:text}`ts_home_low:.2f` and
#   {glue:text}`ts_home_high:.2f` %).

# %% tags=["remove-input"] mystnb={"image": {"alt": "Late losses on a logarithmic scale, one panel for low and one for high attractions, by the examination that the policy was told. With the truth and with half of it rescaled, all points are below 0.2 %. With half of it, three policies are above 1 % on high attractions. With examinations 20 % off, flat or steep, all points are above 0.3 %."}, "figure": {"caption": "Loss in the second half of the rounds, in per cent, by the examination that the policy was told. Epoch-UCB-sharp (open) plays under multinomial clicks, the others under position-based clicks. Values below 0.001 are drawn at 0.001. Grey bars show the loss in rounds 2,000 to 4,000 of a recursion that counts expected clicks, as a range over first lists.", "name": "across:wrong-examination"}}
publish(
    figures.wrong_examination(told, studies.settled_by_level()),
    "across:wrong-examination",
    profile=profile,
    seed=experiments.SEED,
)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.wrong_examination_as_described(
    published("across:wrong-examination")
)

# %% [markdown]
# {download}`data <across/wrong-examination.csv>` · {download}`how it was made <across/wrong-examination.json>`
#
# On *high* PBM-PIE, PBM-TS and BC-MP-TS do not tolerate half of $\kappa$. All five policies tolerate it
# rescaled, and none tolerates the vectors that are 20 % off, flat or steep.
#
# ## All losses

# %% tags=["remove-input"] mystnb={"image": {"alt": "Matrix of losses, policies by worlds. The two Thompson samplers and PBM-PIE are among the best in most worlds of lists. On the Yandex models under position-based clicks the epoch policies lose several times as much as PBM-UCB, and Epoch-UCB*-UPB loses more than ten per cent there and on the problem of high attractions under position-based clicks."}, "figure": {"caption": "Clicks lost over the whole horizon, in per cent of the best list's. Rows are the policies of the three papers, columns are worlds. Below each loss is its standard error. A dash marks a policy of pairs, which would fill one slot of a list.", "name": "across:matrix"}}
publish(
    figures.matrix(rows),
    "across:matrix",
    phone=False,
    profile=profile,
    seed=experiments.SEED,
    horizon=experiments.HORIZON[profile],
)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.matrix_as_described(published("across:matrix"))

# %% [markdown]
# {download}`data <across/matrix.csv>` · {download}`how it was made <across/matrix.json>`
#
# On synthetic problems a cell is the mean of {glue:text}`runs_synthetic:d` runs (fewer for Epoch-UCB\*-UPB),
# on KDD of {glue:text}`kdd_runs:d` over all models, and on Yandex of one run on each of
# {glue:text}`yandex_runs:d` models, whose standard error includes the differences between queries.
#
# A wrong click model can also stop a policy. One that shows its list until a round without a click waits for
# {glue:text}`yandex_epoch:,.0f` rounds, in the median, on the Yandex models under position-based clicks, and
# {ref}`forever <across:sure-click>` if a click is sure. {doc}`The companion page <across_detail>` treats
# epochs, pages with one slot, and the cost of each choice when its assumption fails.
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# How flat can the policy's vector $\hat\kappa$ be before the wrong order of the two items confirms itself? Try
# $\hat\kappa=(r,1)$ for several $r$ between 1 and 2, which is the true ratio.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
ratios = np.linspace(1, 2, 101)
confirms = [np.argmax(attraction * wrong / np.array([r, 1])[::-1]) == 1 for r in ratios]
largest = ratios[np.flatnonzero(confirms)[-1]]
assert 1.58 < largest < 1.61
print(f"the wrong order confirms itself up to r = {largest:.2f}")

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# In the wrong order the policy believes that item 1 has the attraction $\theta_1\kappa_2/\hat\kappa_2$ and item 2 the
# attraction $\theta_2\kappa_1/\hat\kappa_1$. The second is larger if
# $\hat\kappa_1/\hat\kappa_2<\frac{\theta_2}{\theta_1}\cdot\frac{\kappa_1}{\kappa_2}=0.8\cdot2=1.6$. The
# closer two items are, the smaller is the error that is allowed.
# :::
#
# :::{admonition} Exercise 2, with a pencil
# Each of ten positions of a list is clicked with probability 0.5, under position-based clicks. How long, on average,
# does a policy that waits for a round without a click keep showing this list? How long if a round has at most one
# click, with weights 0.5?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# A round has no click with probability $0.5^{10}$, so the policy shows the list for $2^{10}=1{,}024$ rounds on average.
# Under multinomial clicks a round has none with probability $\frac1{1+5}$, which makes six rounds.
# :::
#
# ## What to remember
#
# If a policy divides clicks by the right examinations, the best list is the only one that confirms itself under both
# click models. With wrong ratios a policy can keep a wrong order forever, or swap two items without end, and if the
# scale is too small, policies that use a likelihood can fail as well. Policies that wait for a round without a click
# suit users who click seldom, but on long lists of likely clicks they hardly ever learn.
