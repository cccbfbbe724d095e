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
# # Estimation in detail
#
# This page contains material that a first reading of {doc}`estimation <estimation>` does not need: three
# other estimators and their loss compared with the pooled one, the click models that the paper discusses
# before it chooses its own, and notes on the published paper. The $\kappa_l$ are the examinations and the
# $\theta_k$ the attractions; an item that was shown $N_l$ times at position $l$ has
# $\tilde N=\sum_lN_l\kappa_l$ expected looks, and $I(\theta)$ is the information in its clicks.

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from clickbandits.pbm.estimators import (
    averaged_variance,
    debiased_variance,
    efficiency_bound,
    efficiency_ratio,
    fisher_information,
    pooled_variance,
)
from compendium.captions import published
from compendium.figures import publish
from compendium.pbm.estimation import figures
from compendium.pbm.estimation.moments import variance_table

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## Three other estimators
#
# (pbm:no-closed-form)=
# **Maximum likelihood is easy.** With one position the estimate is the pooled estimator, with two it solves a
# quadratic equation, with three (as in all of the paper's experiments) a cubic, and with four a quartic. From
# five positions on there is no formula in general. None of this is an obstacle, because $\ell''$ is negative
# for an item that was shown, so the maximum is unique, and Newton's method finds it. (It is 0 without a
# click, and 1 if the likelihood still increases there.) The paper sets maximum likelihood aside because it
# has no closed form.
#
# :::{claim} pbm:no-closed-form
# :::
#
# :::{admonition} Details
# :class: dropdown
# Multiplying $\ell'(\theta)=0$ by its denominators leaves a polynomial equation whose degree is the
# number of positions used. For one table of counts at five positions computer algebra finds that the
# Galois group of this quintic is the full symmetric group, so no formula in radicals solves it.
# In the form
#
# $$\sum_l (N_l - S_l) \frac{\kappa_l\theta}{1 - \kappa_l\theta} = S$$
#
# the left side is convex and increasing up to its first pole. Newton's method, started between the root and
# that pole, therefore comes down to the root. If the root exceeds 1, the estimate is 1.
# :::
#
# (pbm:pooled-beats-debiased)=
# **Debiasing every click.** Each $Z_l/\kappa_l$ has mean $\theta$, so $\sum_l(S_l/\kappa_l)/N$ is unbiased,
# too. For plays fixed in advance its variance is larger than the pooled estimator's by
# $\frac\theta N\big( E[1/\kappa]-1/E\kappa+\theta\,\mathrm{Var}(\kappa)/(E\kappa)^2\big)$, with $E$ the mean
# over the plays. By Jensen's inequality this is at least 0, and it is 0 only if one $\kappa$ is used or
# $\theta=0$. The paper calls the pooled estimator always preferable, but under a policy debiasing can be
# better. Show an item with $\theta=1/10$ at the top ($\kappa=9/10$), then at the bottom ($3/10$) after a
# click and at the top again after none. Each debiased click has mean $\theta$ given the past, but a ratio of
# sums does not. The pooled estimate is {number}`pbm:pooled-beats-debiased mean:.3f` on average, with a mean
# square error of {number}`pbm:pooled-beats-debiased pooled:.3f` against
# {number}`pbm:pooled-beats-debiased debiased:.3f`.
#
# (pbm:debiased-diverges)=
# **Small examinations.** As one $\kappa_l\to0$ at fixed plays, the debiased variance grows like
# $\theta N_l/(N^2\kappa_l)$, because a rare click there weighs as much as $1/\kappa_l$ clicks. The pooled
# estimator instead gives all clicks the same weight.
#
# (pbm:pooled-against-average)=
# **Averaging the positions.** One can also average the positions' own estimates,
# $L^{-1}\sum_lS_l/(\kappa_lN_l)$. (The paper prints $N_{k,l}$ for the $N_k$ of the debiased estimator; taken
# into the sum, it gives this average.) The average can have a smaller variance than the pooled estimator.
# Near $\theta=1$, with few plays at the position examined most, its equal weights come closer to the best
# ones. With $\theta=0.95$, $\kappa=(0.9,0.3)$ and $N=(16,238)$ the pooled variance is
# {glue:text}`over_average:.3f` times as large. The gain is limited by the sharp bound, since no unbiased
# estimator is below $1/I(\theta)$.
#
# :::{claim} pbm:pooled-beats-debiased
# :::
#
# The figure compares three estimators at {glue:text}`plays_each:d` plays at each of three positions. The
# variance of the maximum-likelihood estimate is exact, because it is a sum over all {glue:text}`n_outcomes:,`
# outcomes of the clicks. Against the Cramér–Rao bound at $\theta=0.45$ the pooled estimator loses
# {glue:text}`pooled_loss:.1f` % and the debiased one {glue:text}`debiased_loss:.0f` %. Near 1 the variance of
# the maximum-likelihood estimate falls below that bound, which is not a contradiction, because the estimate
# is cut at 1 and therefore biased.

# %% tags=["remove-cell"]
three = np.array([0.9, 0.6, 0.3])
glue("limit_one", efficiency_bound(1.0, 0.3, 0.9))
glue("equal_one", efficiency_ratio(1.0, three, [1, 1, 1]))
each = np.array([20, 20, 20])
theta_axis = np.linspace(0.01, 1, 100)
kappa_axis = np.geomspace(0.005, 0.6, 40)
last = np.column_stack([np.full((40, 2), three[:2]), kappa_axis])
by_attraction = variance_table(theta_axis, np.tile(three, (100, 1)), each)
by_examination = variance_table(np.full(40, 0.45), last, each)
by_attraction.insert(0, "attraction θ", theta_axis)
by_examination.insert(0, "examination κ₃ of the third position", kappa_axis)
example = (0.95, [0.9, 0.3], [16, 238])
glue("over_average", pooled_variance(*example) / averaged_variance(*example))
glue("plays_each", int(each[0]))
glue("n_outcomes", int(np.prod(each + 1)))
bound = 1 / fisher_information(0.45, three, each)
glue("pooled_loss", 100 * (pooled_variance(0.45, three, each) / bound - 1))
glue("debiased_loss", 100 * (debiased_variance(0.45, three, each) / bound - 1))

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels of variances. First panel, against the attraction: the pooled estimator and maximum likelihood stay close to the Cramér–Rao bound, the debiased estimator is well above it, and near attraction one the pooled estimator rises above the bound while maximum likelihood, cut at one, falls below it. Second panel, as the examination of the third position falls to 0.005: the debiased variance grows without limit and the others level off."}, "figure": {"caption": "Exact variances with 20 plays at each of three positions. First panel: κ = (0.9, 0.6, 0.3), against θ. Second panel: θ = 0.45 and κ = (0.9, 0.6, κ₃), against κ₃, on logarithmic axes.", "name": "pbm:variances"}}
publish(figures.variances(by_attraction, by_examination), "pbm:variances", plays=each)

# %% tags=["remove-cell"]
assert figures.variances_as_described(published("pbm:variances"))

# %% [markdown]
# {download}`data <variances.csv>` · {download}`how it was made <variances.json>`
#
# ## Other click models
#
# This section describes two other click models that are often used, with the feedback and the reward that a
# bandit has in them. In the *cascade model* the user scans the list from the top and stops at the first
# click. Let $\theta_1,\dots,\theta_L$ be the attractions in the order shown.
#
# (pbm:cascade-feedback)=
# (pbm:cascade-order-blind)=
# **Feedback and reward.** After a click at position $m$ we know that the items above were seen and not clicked;
# without a click all were seen. So there are $L+1$ possible observations, and each determines which items were
# seen. The learner earns a click with probability $1-\prod_l(1-\theta_l)$, in which the order does not matter.
#
# (pbm:cascade-last-is-best)=
# **The best item last gives the most feedback.** The expected number of items seen is
# $\sum_l\prod_{m<l}(1-\theta_m)$. Exchanging the neighbours $l$ and $l+1$ changes only the probability that
# the second of them is reached, by $\prod_{m<l}(1-\theta_m)\,(\theta_l-\theta_{l+1})$. For the feedback it
# therefore pays to move the better item down, until the order is increasing.
#
# (pbm:cascade-weights)=
# **Weights restore the order.** If a click at position $l$ earns $w_l$, the same exchange changes the reward
# by $\prod_{m<l}(1-\theta_m)\,(w_l-w_{l+1})(\theta_{l+1}-\theta_l)$, so with decreasing weights the better
# item belongs higher.
#
# (pbm:dcm-order)=
# (pbm:dcm-last-zeros)=
# **The dependent click model.** As the paper describes it, a user who has scanned the list up to position $l$
# leaves there with probability $v_l$, whether the item was clicked or not. Position $l$ is then scanned with
# probability $\prod_{m<l}(1-v_m)$, which decreases with $l$, and the expected number of clicks is
# $\sum_l\theta_l\prod_{m<l}(1-v_m)$. So the best item belongs first, whatever the $v_l$ are, as the paper
# states. In the model of Katariya et al. (2016), which it cites, users can leave only after a click, and the
# reward is the probability that they do so, $1-\prod_l(1-v_l\theta_l)$. In that model an exchange shows that
# the better item belongs to the larger $v$. It is first if the $v_l$ decrease, last if they increase, and
# anywhere if they are equal. Unless the departure is observed, the zeros that follow the last click are
# ambiguous, because the user left there or scanned on without clicking. (If users can leave at every
# position, all zeros at the end are ambiguous.)
#
# :::{claim} pbm:dcm-order
# :::
#
# ## Notes on the published paper
#
# (pbm:independent-clicks)=
# **No independent sequence.** The proof of {ref}`Lemma 21 <pbm:lemma-21>` begins with “$(Z_l(t))_t$ is an
# independent sequence”. In the game of three rounds it is not. If there is no click in the first round and
# one in the second, item 2 enters the third list, whose click then has probability $9/25$; on average this
# probability is larger, since the list may contain item 1. The lemma is unaffected, as {ref}`Lemma 2 <pbm:lemma-2>`
# is by {ref}`the display that should prove it <pbm:appendix-b1-conditioning>`. Given the past and the
# list, an increment of $M=\sum_lM_l$ is in an interval of length 1 and has mean 0, so by Hoeffding's lemma
# $e^{\lambda M-\lambda^2N/8}$ is a *supermartingale* (its next value is on average not larger), and Lemma 21
# needs only that.
#
# (pbm:no-average-of-increments)=
# **No plain average.** Could $\hat\theta$ be the mean over the plays of some $g(z,l)$, a function of a play's own
# click and position? Compare one play at each of two positions with two plays at the first and one at the second.
# Without clicks the estimator is 0 for both, which gives $g(0,1)=g(0,2)=0$. With one click at the first position
# $g(1,1)$ would have to be both $2/(\kappa_1+\kappa_2)$ and $3/(2\kappa_1+\kappa_2)$, which differ unless
# $\kappa_1=\kappa_2$. Instead one can use that $S(t)-\theta\tilde N(t)$ is a martingale.
#
# (pbm:attraction-near-one)=
# **Near one.** The paper states that for $\theta$ close to 1 the estimator is “no longer close to optimal”. The
# paper's bound $1/(1-\theta)$ does grow without limit, but the loss stays bounded as $\theta\to1$ unless
# $\kappa_+=1$. With the examinations $(0.9,0.6,0.3)$ of the paper's simulations no choice of plays makes it larger
# than $16/7$, that is {glue:text}`limit_one:.4f`, and equal plays give {glue:text}`equal_one:.3f` at $\theta=1$.
# Pooling does badly if one position is examined almost always, so a likely click there is very informative, and
# another position is examined less.
#
# :::{claim} pbm:attraction-near-one
# :::
#
# (pbm:strict-orders)=
# **Strict orders.** The paper assumes strictly decreasing $\theta$ and $\kappa$ without loss
# of generality. Labels can be chosen so that both decrease, but not so that they decrease strictly, because
# equal values stay equal. Strictness makes the best list unique, and the proof of the
# {ref}`lower bound <pbm:proposition-3>` uses that. With a tie among the $L$ best items, of the last of them
# with the next, or of two $\kappa_l$, several lists are optimal together.
