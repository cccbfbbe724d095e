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
# # Across the models in detail
#
# This page is for readers who want the evidence behind {doc}`Across the models <across>`. It shows the mean
# losses behind the advice, the cost of each choice when its assumption fails, the adaptation of a policy to a
# world that it was not made for, the length of epochs, the effect of wrong examinations on five items,
# positions out of order, and pages with one slot. An item has an attraction $\theta$, a position an
# examination $\kappa$, and $w=\kappa\theta$ is the weight of an item at a position. A list *confirms itself*
# if the beliefs that a policy forms while it shows the list rank its items as shown, and all other items
# below them.

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
turned = studies.turned_table(profile)
advice = tables.advice(profile)
sure = studies.by_model({"PBM": experiments.sure_click(profile)})
exact = studies.exact_losses().set_index("problems")
glue("horizon", experiments.HORIZON[profile])
glue("n_yandex", int(exact.loc["Yandex", "number"]))
glue("disordered", int(exact.loc["Yandex", "positions out of order"]))
glue("yandex_epoch", float(exact.loc["Yandex", "rounds per epoch, PBM"]))
glue("yandex_epoch_mnl", float(exact.loc["Yandex", "rounds per epoch, MNL"]))
glue("kdd_epoch", float(exact.loc["KDD", "rounds per epoch, PBM"]))
glue("high_epoch", float(exact.loc["high", "rounds per epoch, PBM"]))
glue("yandex_order", float(exact.loc["Yandex", "lost by the printed order, %"]))
glue("one_slot_yandex", float(exact.loc["Yandex", "lost by one slot, PBM, %"]))
glue("ucb_home", studies.value(rows, "PBM-UCB", "PBM, low"))
glue("ucb_away", studies.value(rows, "PBM-UCB", "MNL, low"))
glue("sharp_high", studies.value(rows, "Epoch-UCB-sharp", "PBM, high"))
glue("sharp_high_late", studies.value(rows, "Epoch-UCB-sharp", "PBM, high", "late loss"))
glue(
    "sharp_high_late_error", studies.value(rows, "Epoch-UCB-sharp", "PBM, high", "late loss error")
)
glue("epoch_high", studies.value(rows, "Epoch-UCB", "PBM, high"))
glue("upb_away", studies.value(rows, experiments.UPB.id, "PBM, low"))
glue("upb_high", studies.value(rows, experiments.UPB.id, "PBM, high"))
glue("upb_high_late", studies.value(rows, experiments.UPB.id, "PBM, high", "late loss"))
glue("upb_yandex", studies.value(rows, experiments.UPB.id, "PBM, Yandex"))
glue("ucb_20", tables.late(told, "PBM-UCB", "20% off"))
glue("bc_20", tables.late(told, "BC-MP-TS", "20% off"))
glue("ts_20", tables.late(told, "PBM-TS", "20% off"))
glue("ucb_flat", tables.late(told, "PBM-UCB", "flat"))
glue("bc_flat", tables.late(told, "BC-MP-TS", "flat"))
glue("ts_flat", tables.late(told, "PBM-TS", "flat"))
glue("ucb_steep", tables.late(told, "PBM-UCB", "steep"))
glue("bc_steep", tables.late(told, "BC-MP-TS", "steep"))
glue("ts_steep", tables.late(told, "PBM-TS", "steep"))
ends = studies.settled()
glue("ends_20_low", float(ends["20% off"].min()))
glue("ends_20", float(ends["20% off"].max()))
glue("ends_flat", float(ends["flat"].max()))
glue("ends_steep_low", float(ends["steep"].min()))
glue("ends_steep", float(ends["steep"].max()))
lost, of_the_best = studies.sure_click()
glue("sure_bound", float(100 * lost / of_the_best))
glue("sure_late", studies.value(sure, "Epoch-UCB", "PBM", "late loss"))
glue("sure_late_error", studies.value(sure, "Epoch-UCB", "PBM", "late loss error"))
glue("sure_ucb", studies.value(sure, "PBM-UCB", "PBM", "late loss"))
glue("pair_elim", studies.value(rows, "Rank1ElimKL", "PBM, pair"))
glue("pair_ucb1", studies.value(rows, "UCB1", "PBM, pair"))
glue("pair_rba", studies.value(rows, "RBA-KL-UCB", "PBM, pair"))
glue("pair_ucb", studies.value(rows, "PBM-UCB", "PBM, pair"))

# %% [markdown]
# ## The losses behind the advice
#
# The table shows the mean loss of every policy over the possible worlds of lists, in per cent, for each state
# of knowledge. Policies to play are in bold. A dagger marks a trap: BC-MP-TS can hide a good item,
# Epoch-UCB\*-UPB can get stuck and has no guarantee, and the radius of Epoch-UCB-sharp is made for
# multinomial clicks. Epoch-UCB\*-UPB was not played for the longer horizon. The standard error of a mean
# includes the differences between Yandex queries, which largely cancel in the paired differences that decide
# a tie.

# %% tags=["remove-input"]
tables.all_losses(advice)

# %% [markdown]
# If only the order of the positions is known, TopRank and RBA-KL-UCB compete. Their average losses hide large
# differences between worlds. The next table shows the loss of RBA-KL-UCB minus that of TopRank in percentage
# points, and the number of problems or queries on which TopRank loses less. TopRank does better on the long
# lists of the Yandex models, and RBA-KL-UCB on the shorter lists of the KDD Cup models. Without the Yandex models
# the average difference is in favour of RBA-KL-UCB for both click models and at both horizons.

# %% tags=["remove-input"]
duel = studies.duel(profile)
tables.duel(duel)

# %% tags=["remove-cell"]
assert profile == "quick" or tables.advice_as_described(advice, duel)

# %% [markdown]
# ## What each choice costs when its assumption fails
#
# *Own model* is the problem of low attractions under the policy's own click model, and *other model* the same
# two vectors under the other one, over the whole horizon. (RBA-KL-UCB and TopRank assume no click model and
# count as policies of the position-based and of the multinomial paper.) *Long lists* are the Yandex models
# under position-based clicks, on which a policy of pairs fills one slot and leaves
# {glue:text}`one_slot_yandex:.0f` % of the clicks. The last three columns count the second half of the
# rounds, because a loss there that does not vanish as the horizon grows means linear regret. *κ 20 % off* is
# an examination vector with relative errors of at most 20 %, and *half of κ* has the right ratios; both show
# the larger loss of the two problems of low and high attractions. *Last position best* has the examinations
# in reverse. A dash means that the policy was not played, or that it does not use κ or the order.

# %% tags=["remove-input"]
tables.decision(rows, told, turned)

# %% [markdown]
# The table has two readings of Epoch-UCB, one with the paper's radius and the sharper one of {doc}`the
# chapter on the policies <mnl/policies>`. Epoch-UCB\*-UPB maximises the likelihood of the *cells*, the counts
# by item and position ({ref}`equation (50) <mnl:equation-50>`), and does not use the paper's Algorithm 1.
#
# ## Adapting policies to other worlds
#
# Policies here meet worlds that they were not made for, so we have to define their observations.
#
# * **Epochs.** A policy for multinomial choice shows a list until a round without a click. If several clicks per round
#   are possible, this is a round without *any* click, and all clicks of the epoch are counted by position.
# * **Blocks.** TopRank sorts items into *blocks* and needs no adaptation, because its authors define it for any
#   number of clicks per round. It compares every clicked item with those items of its block that were not clicked,
#   and two clicked items cancel. The items of a block are shown in random order, so the better one of two is the only
#   one clicked more often by $(\kappa_p + \kappa_q)(\theta_i - \theta_j)$, summed over the two ways to place them at
#   positions $p$ and $q$ under position-based clicks. The comparison is therefore fair.
# * **Pairs.** The rank-1 game is a list with one slot. A policy that knows $\kappa$ plays the items at the most examined
#   position. A policy that does not know it has to find the position as well, so its items are the 15 pairs. The
#   policies of the rank-1 paper choose item and position as they always do.
# * **Lists, for a policy of pairs.** It fills one slot and leaves the others empty. The share that it loses follows
#   without a game. It is one minus the reward of the best pair over the reward of the best list.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Regret over the rounds, both axes logarithmic, for position-based and multinomial clicks. Under either click model the curves of the policies with known examination bend. MNL-bandit's regret is the largest, and the mean of Epoch-UCB*-UPB ends as the steepest curve, with a wide band."}, "figure": {"caption": "Regret on the problem of low attractions, under position-based and under multinomial clicks. The policies of the position-based paper and those for multinomial clicks have panels of their own.", "name": "across:curves"}}
publish(figures.curves(profile), "across:curves", profile=profile, seed=experiments.SEED)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.curves_as_described(published("across:curves"))

# %% [markdown]
# {download}`data <across/curves.csv>` · {download}`how it was made <across/curves.json>`
#
# ## The right list, from every first list
#
# For rounds under MNL more is true of an outsider $b$ that is better than the last item. Let it enter at
# *any* place $p$ of a sorted list, and let the items below move down. It then looks better than the last item
# did, because $\kappa$ decreases, $S$ grows by at most $\kappa_p(\theta_b - \theta_c)$, and the same
# inequality applies. (A worse outsider can look better, too, if it pushes a good item back.) For epochs under
# PBM this fails. An item of middling attraction at the first place shortens the epochs and looks bad.

# %% [markdown]
# The theorem does not state that a policy settles on one list. A recursion that counts expected clicks in place of
# random ones ({ref}`explained below <across-wrong>`) shows how it moves from every first list:

# %% tags=["remove-input"]
studies.right_lists().set_index(["attractions", "clicks"])

# %% [markdown]
# Under MNL clicks the recursion reaches the best list from every first list. With epochs under likely position-based
# clicks it does not, because an epoch of a good list has many clicks, and the counts from other lists are outweighed
# only slowly. In the simulation PBM-UCB loses {glue:text}`ucb_home:.2f` % under PBM and {glue:text}`ucb_away:.2f` %
# under MNL with the same vectors.
#
# **A radius can be too sharp for another click model.** The radius of Epoch-UCB-sharp depends on the variance
# of the clicks of an epoch under multinomial choice. Under likely position-based clicks an epoch has several
# times as many clicks, and they vary more. On the problem of high attractions the policy loses
# {glue:text}`sharp_high:.2f` %, and {glue:text}`sharp_high_late:.2f` ± {glue:text}`sharp_high_late_error:.2f`
# % in the second half of the rounds, because some runs are stuck. Epoch-UCB, with the wider radius of the
# paper, loses {glue:text}`epoch_high:.2f` %.
#
# ## The length of an epoch
#
# The factor $F$ of epochs under PBM is also their mean length, which is $1 + S$ under MNL. It grows
# exponentially in the number of likely clicks. The policy chooses once per epoch, so the horizon divided by
# $F$ is the number of decisions. All of the following is exact:

# %% tags=["remove-input"]
exact.round(3).astype(object).transpose()

# %% [markdown]
# The best list's epochs last {glue:text}`kdd_epoch:.2f` rounds on the KDD Cup models (the median),
# {glue:text}`high_epoch:.0f` on the problem of high attractions and {glue:text}`yandex_epoch:,.0f` on
# the Yandex models, where they would last {glue:text}`yandex_epoch_mnl:.1f` under MNL clicks. In the
# extreme case an epoch never ends.
#
# (across:sure-click)=
# :::{prf:theorem} A sure click ends the learning
# Let $\theta = (1, 0.9, 0.1)$, $\kappa = (1, 0.5)$ and let clicks be position-based. Every policy that
# shows its list until a round without a click, and starts with a list drawn uniformly, loses at
# least $1/15$ clicks per round in expectation, forever.
# :::
#
# :::{claim} across:sure-click
# :::
#
# :::{prf:proof}
# With probability $1/6$ the first list has the first item at the first position and the third item at
# the second. Every round has a click, so the list stays, and it loses $0.5 \cdot (0.9 - 0.1) = 0.4$ clicks per
# round.
# :::

# %% [markdown]
# That is {glue:text}`sure_bound:.1f` % of the clicks of the best list. In the simulation Epoch-UCB loses
# {glue:text}`sure_late:.1f` ± {glue:text}`sure_late_error:.1f` % in the second half of the rounds, and
# PBM-UCB {glue:text}`sure_ucb:.2f` %. A cap on the length of an epoch would prevent this, but the estimates are not
# made for capped epochs.
#
# **Estimates with a ceiling.** Epoch-UCB\*-UPB estimates the attractions along with the
# examinations, and keeps all of them at most 1, as the paper does. Under PBM an epoch has
# $F$ times too many clicks. If $F\theta$ exceeds 1 for several items, their estimates are all 1, and the
# policy cannot tell them apart. It loses {glue:text}`upb_away:.2f` % on the problem of low
# attractions, {glue:text}`upb_high:.1f` % on that of high attractions (in the second half of the rounds
# {glue:text}`upb_high_late:.1f` %, which means linear regret) and {glue:text}`upb_yandex:.1f` % on the Yandex
# models. The theorem does not cover this policy, because its estimates are not counts over examinations.
#
# (across-wrong)=
# ## When the examination is wrong
#
# (across-told-wrong-proof)=
# **The proof of {ref}`the theorem on two items <across:told-wrong>`.**
#
# :::{prf:proof}
# If item 1 had the first position in a share $f$ of the rounds, then by the law of large numbers for martingales the
# two estimates are $\theta_1 h(f)$ and $\theta_2 h(1 - f)$ up to $o(1)$, and the widths vanish, because both items
# are shown in every round. So, up to $o(1)$, the right order is shown next if $D(f) > 0$ and the wrong one if
# $D(f) < 0$. The slope of $h$ has the sign of $\kappa_1 / \kappa_2 - \hat\kappa_1 / \hat\kappa_2$. *Too steep:* $h$
# decreases, and so does $D$, and $D(1/2) > 0 > D(1)$. Whenever $f$ is off $f^*$ it moves towards it, in steps of
# $1/t$, whose sum is infinite. *Too flat:* $h$ and $D$ increase, so $D(1) > D(1/2) > 0$, and both orders confirm
# themselves if $D(0) < 0 < D(1)$. In each of the first $t_0$ rounds item 2 is clicked and item 1 is not, with
# positive probability. From then on, let $\epsilon t$ bound at every $t$ how far the clicks of either item since
# $t_0$ are from their mean in the wrong order; by Hoeffding's inequality this fails with probability at most
# $4\sum_{t>t_0}e^{-2\epsilon^2t}$, which is below 1 for large $t_0$. As long as the order is wrong, the first rounds
# only help, because the estimate of item 1 is at most $(\theta_1\kappa_2 + \epsilon) / \hat\kappa_2$ and that of item
# 2 at least $(\theta_2\kappa_1 - \epsilon) / \hat\kappa_1$. Up to $\epsilon$ these differ by $-D(0) > 0$, the widths
# of order $\sqrt{\log t / t}$ are smaller, and so the order stays wrong.
# :::

# %% [markdown]
# With five items and three positions, on the problem of low attractions, all 60 lists can be tried. A policy need not
# reach a list that confirms itself, and if no list does, it settles on several. To see where it moves, we remove
# chance and apply the same counting to expected clicks, from every first list. This is a deterministic recursion of a
# few thousand rounds, which gives numbers and not a proof. On two items it gives the balance of the theorem.

# %% tags=["remove-input"]
studies.confirming_lists().set_index("told")

# %% [markdown]
# * *20 % off* leaves one list that confirms itself, and it is not the best. The recursion reaches it from some
#   first lists and loses {glue:text}`ends_20:.2f` % from then on. From most first lists it alternates between
#   the first two items at the first two positions, as in the theorem, and loses
#   {glue:text}`ends_20_low:.2f` %.
# * *Flat* amounts to ranking by click-through rates. The final list depends on the first one, and
#   the worst loses {glue:text}`ends_flat:.1f` %.
# * *Steep* leaves no list that confirms itself. The recursion moves among several lists without coming to rest, and
#   loses between {glue:text}`ends_steep_low:.1f` and {glue:text}`ends_steep:.1f` % in rounds 2,000 to 4,000.

# %% [markdown]
# On this problem the policies lose, in the second half of the rounds and in per cent:
#
# | told | PBM-UCB | BC-MP-TS | PBM-TS |
# |---|--:|--:|--:|
# | *20 % off* | {glue:text}`ucb_20` | {glue:text}`bc_20` | {glue:text}`ts_20` |
# | *flat* | {glue:text}`ucb_flat` | {glue:text}`bc_flat` | {glue:text}`ts_flat` |
# | *steep* | {glue:text}`ucb_steep` | {glue:text}`bc_steep` | {glue:text}`ts_steep` |
#
# A part of these losses is exploration, of which the two Thompson samplers do less.
#
# ## When the first position is not the best
#
# (across:first-position-last)=
# TopRank and RBA-KL-UCB put the best item first, whatever the first position is worth, and
# Epoch-UCB\*-UPB assumes that the first position has examination 1 and no other has more. If examinations strictly
# increase with the position, the first two policies end with a list that is not the best. If we reverse that list, the
# more attractive of any two items is at the position that more users look at, so $\sum_l\kappa_l\theta_{a_l}$ grows, and
# with it the reward under either click model. The loss of the list in the printed order is exact.
#
# :::{claim} across:first-position-last
# :::

# %% [markdown]
# Positions are out of order in {glue:text}`disordered:d` of the {glue:text}`n_yandex:d` Yandex models, but
# it hardly matters there. The printed order loses {glue:text}`yandex_order:.2f` % in the median, because the best
# documents of these models are nearly equally attractive.
#
# ## One slot
#
# (across:pairs-under-logit)=
# The rank-1 game asks for one pair. Under the multinomial logit model the click probabilities $w / (1 + w)$ of the
# pairs do not form a matrix of rank one in general, because the minor of two rows and two columns vanishes only if
# the two attractions or the two examinations agree, or if one of them is 0. Elimination does not need rank one. It
# compares rows by their means over columns that are drawn alike for all rows, and $w/(1+w)$ increases in $w$, so
# a more attractive item is better in every column of positive examination, and therefore on average. The same holds
# for columns.

# %% [markdown]
# The comparison in the matrix shows the value of knowing the position. PBM-UCB, which searches among 5 items
# at a known position, loses {glue:text}`pair_ucb:.2f` %. Three policies search among 15 pairs. RBA-KL-UCB,
# which *is* KL-UCB if there is one slot, loses {glue:text}`pair_rba:.2f` %, UCB1 {glue:text}`pair_ucb1:.2f`
# %, and Rank1ElimKL {glue:text}`pair_elim:.2f` %. With 15 pairs the structure does not pay yet; {doc}`the
# rank-1 chapters <rank1/needle>` show sizes at which it does.
#
# ## Limits of the two pages
#
# We do not cover click models in which clicks end the search, such as the cascade, nor examination that depends on
# the items shown above, nor attractions that change. The Yandex and KDD models are position-based fits, so under MNL
# they are made-up problems and no evidence about users. The theorems describe limits, and the cost in finite time is
# simulated. A horizon of {glue:text}`horizon:,d` rounds is short for a search engine and long for a newsletter, which
# matters for every loss that falls with the horizon.
