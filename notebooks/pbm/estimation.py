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
# # Estimation: pooling the clicks of all positions loses little
#
# A click on a list can be counted; a missing click cannot be explained, since the user may never
# have looked. This chapter derives what clicks tell about an item when the examination
# probabilities of the positions are known. The estimator of {cite:t}`lagree2016` pools all clicks
# and divides by the expected number of looks. Its variance is at most $1/(1-\theta)$ times the
# Cramér–Rao bound, says the paper; the sharp factor, derived here, is far smaller: for
# $\theta \le 1/2$ it is {glue:text}`sharp_half:.3f` where the paper has
# {glue:text}`paper_half:.0f`. That matters because every policy of the paper rests on this
# estimator.
#
# What fails is the phrase "conditionally on the past actions". The formulas of Section 2 are
# proved below for plays fixed in advance. A policy that learns chooses its plays by the clicks,
# and already after three greedy rounds the estimator of an item with $\theta = 1/2$ has mean
# {glue:text}`adaptive_mean:.4f`. Every statement is decided in symbols or in fractions; nothing
# in this chapter is simulated.

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
from compendium.figures import publish
from compendium.findings import finding
from compendium.pbm.estimation import figures
from compendium.pbm.estimation.moments import variance_table
from compendium.report import verdicts

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
game = finding("pbm:equation-2", profile).numbers
glue("adaptive_mean", float(game["mean"]))
glue("given_first", float(game["first"]))
glue("sharp_half", efficiency_bound(0.5, 0, 1))
glue("paper_half", 1 / (1 - 0.5))

# %% [markdown]
# ## The clicks are censored
#
# There are $K$ items, which the paper calls arms, and $L$ positions. In a round the learner shows
# a list $A(t) = (A_1(t), \dots, A_L(t))$ of $L$ different items. At position $l$ the user looks
# with probability $\kappa_l$ ($Y_l = 1$) and, independently, would click on item $k$ with
# probability $\theta_k$ ($X_l = 1$). What is seen is the product $Z_l = X_l Y_l$.
#
# (pbm:number-of-actions)=
# **How many lists.** A list of $l + 1$ items extends a list of $l$ items by one of the $K - l$
# others. So there are $K (K-1) \cdots (K-L+1) = K!/(K-L)!$ lists of $L$ items.
#
# (pbm:censored-click)=
# **The law of a click.** $P(Z_l = 1) = P(Y_l = 1)\,P(X_l = 1) = \kappa_l \theta_{A_l}$, and the
# $Z_l$ of a round are functions of independent pairs, hence independent.
#
# (pbm:ambiguous-non-click)=
# **A non-click is ambiguous.** It comes about without a look, with probability $1 - \kappa$, or
# with a look that did not please, with probability $\kappa (1 - \theta)$. By Bayes' rule
#
# $$P(Y = 1 \mid Z = 0) = \frac{\kappa (1 - \theta)}{1 - \kappa\theta},$$
#
# which is strictly between 0 and $\kappa$ for $\kappa < 1$ and $0 < \theta < 1$: a non-click is
# weak evidence that nobody looked, and never proof of anything.
#
# (pbm:known-examination)=
# **What must be known.** All means are products $\kappa_l \theta_k$. They make a matrix of rank
# one, which determines $\kappa$ and $\theta$ up to a common factor: from any positive entry one
# recovers $\kappa_l / \kappa_1$ and $\theta_k / \theta_1$, and $(c\kappa, \theta / c)$ fits as
# well as $(\kappa, \theta)$. Clicks alone thus never tell $\kappa_1$. It is harmless for ranking,
# as lists, gaps and divergences depend on the products only; it is not harmless for anything that
# uses the range of $\theta$, such as a prior on $[0, 1]$.

# %% tags=["remove-input"]
verdicts(
    "pbm:number-of-actions",
    "pbm:censored-click",
    "pbm:ambiguous-non-click",
    "pbm:known-examination",
    profile=profile,
)

# %% [markdown]
# ## The best list and the regret
#
# The expected number of clicks on a list is $\mu_a = \sum_l \kappa_l \theta_{a_l}$. Let
# $\mu^* = \max_a \mu_a$ and let $\Delta_a = \mu^* - \mu_a$ be the gap of a list.
#
# (pbm:optimal-list)=
# **The best list.** Take any list. Putting a better item in the place of a worse one at position
# $l$ gains $\kappa_l$ times the difference of their attractions. Exchanging the items at two
# positions so that the better one takes the more examined position gains
# $(\kappa_l - \kappa_m)(\theta_i - \theta_j) \ge 0$. Finitely many such steps end in the list that
# shows the $L$ best items in decreasing order along decreasing $\kappa$.
#
# (pbm:strict-orders)=
# **Strict orders are an assumption.** Labels can be chosen so that $\theta$ and $\kappa$ decrease.
# They cannot be chosen so that they decrease strictly: equal values stay equal. Strictness makes
# every exchange above gain something and so the best list unique, and the proof of the
# {ref}`lower bound <pbm:proposition-3>` uses that. With ties an item can stand for another of equal
# attraction, and several lists are optimal together.
#
# (pbm:equation-1)=
# :::{prf:theorem} Equation (1)
# :nonumber:
# Let $N_a(T)$ count the rounds up to $T$ in which the list $a$ is shown. For every policy,
#
# $$\begin{aligned} E[R(T)]
#   &= \sum_{t=1}^T \sum_{l=1}^L \kappa_l \left(\theta_{a^*_l} - E[\theta_{A_l(t)}]\right) \\
#   &= \sum_{a} \Delta_a E[N_a(T)]. \end{aligned}$$
# :::
#
# **Proof.** Given the past and the list $A(t)$, the reward of round $t$ has mean
# $\sum_l \kappa_l \theta_{A_l(t)} = \mu_{A(t)}$. The expected loss of the round is therefore
# $E[\mu^* - \mu_{A(t)}] = E[\Delta_{A(t)}]$, which is the inner sum of the middle expression. And
# $\sum_{t} \Delta_{A(t)} = \sum_a \Delta_a N_a(T)$, as both add up one gap a round. Nothing was
# assumed about how the list depends on the past. $\square$

# %% tags=["remove-input"]
verdicts("pbm:optimal-list", "pbm:strict-orders", "pbm:equation-1", profile=profile)

# %% [markdown]
# ## What other click models assume
#
# Section 1 of the paper says why another model is needed. In the Cascade Model the user scans the
# list from the top and stops at the first click. Let $\theta_1, \dots, \theta_L$ be the
# attractions in the order shown.
#
# (pbm:cascade-feedback)=
# **Complete feedback.** With a click at position $m$ the items above were seen and not clicked;
# without a click all were seen. So the valid observations are the $L + 1$ sequences of zeros, with
# or without a one at the end, and each says which items were seen.
#
# (pbm:cascade-order-blind)=
# **Order is free.** The learner earns a click with probability $1 - \prod_l (1 - \theta_l)$, a
# symmetric function.
#
# (pbm:cascade-last-is-best)=
# **The best item last shows most.** The expected number of items seen is
# $\sum_l \prod_{m<l} (1 - \theta_m)$. Exchanging the neighbours $l$ and $l+1$ changes only the
# chance that the second of them is reached, by
# $\prod_{m<l} (1-\theta_m)\,(\theta_l - \theta_{l+1})$. So it pays, for the feedback, to move the
# better item down, until the order is increasing.
#
# (pbm:cascade-weights)=
# **Weights repair the order.** If a click at position $l$ earns $w_l$, the same exchange changes
# the reward by $\prod_{m<l} (1-\theta_m)\,(w_l - w_{l+1})(\theta_{l+1} - \theta_l)$: with
# decreasing weights the better item belongs higher.
#
# (pbm:dcm-order)=
# **The Dependent Click Model.** After a click at position $l$ the user leaves, satisfied, with
# probability $v_l$. The chance of that is $1 - \prod_l (1 - v_l \theta_l)$, and an exchange shows
# that the better item belongs to the larger $v$. This induces a ranking where the $v_l$ decrease;
# it induces the opposite one where they increase, and none where they are equal.
#
# (pbm:dcm-last-zeros)=
# **Its last zeros.** After the last click the user left (probability $v$) or scanned on without
# clicking ($(1-v) \prod (1 - \theta)$ over the items below). Unless the departure is observed,
# both explain the zeros at the end. Without a click nobody left, and a click at the last position
# leaves nothing open: ambiguous are exactly the zeros at the end that follow a click.

# %% tags=["remove-input"]
verdicts(
    "pbm:cascade-feedback",
    "pbm:cascade-order-blind",
    "pbm:cascade-last-is-best",
    "pbm:cascade-weights",
    "pbm:dcm-order",
    "pbm:dcm-last-zeros",
    profile=profile,
)

# %% [markdown]
# ## Likelihood and information
#
# Fix an item and drop its index. It was shown $N_l$ times at position $l$ and received $S_l$ clicks
# there, $S = \sum_l S_l$. Suppose first that the plays $N_l$ were fixed in advance. The clicks are
# then independent Bernoulli variables of means $\kappa_l \theta$.
#
# (pbm:appendix-a-likelihood)=
# **Likelihood (Appendix A).** Up to a constant
#
# $$\ell(\theta) = \sum_l S_l \log(\kappa_l \theta) + (N_l - S_l) \log(1 - \kappa_l \theta).$$
#
# (pbm:fisher-information)=
# **Information.** Differentiating twice,
#
# $$\ell'(\theta) = \sum_l \frac{S_l - N_l \kappa_l \theta}{\theta (1 - \kappa_l\theta)},
#   \qquad
#   -\ell''(\theta) = \sum_l \frac{S_l}{\theta^2}
#   + \frac{(N_l - S_l)\,\kappa_l^2}{(1 - \kappa_l\theta)^2}.$$
#
# With $E S_l = N_l \kappa_l \theta$ the terms of position $l$ become
# $N_l \kappa_l / \theta + N_l \kappa_l^2 / (1 - \kappa_l \theta)$, and their sum is
#
# $$I(\theta) = \sum_l \frac{N_l \kappa_l}{\theta (1 - \kappa_l \theta)}.$$
#
# ## The pooled estimator
#
# (pbm:equation-2)=
# **Unbiased.** Every click has mean $\kappa_l\theta$, so that $E S = \theta \sum_l N_l \kappa_l$.
# Dividing by $\tilde N = \sum_l N_l \kappa_l$, the number of looks to be expected, gives the
# estimator (2), $\hat\theta = S / \tilde N$, with mean $\theta$. It may exceed 1.
#
# (pbm:conditional-variance)=
# **Variance.** $S$ is a sum of independent binomials, of variances
# $N_l \kappa_l\theta (1 - \kappa_l \theta)$, hence
#
# $$\upsilon(\theta) = \frac{\sum_l N_l \kappa_l\theta (1 - \kappa_l\theta)}
#   {\left(\sum_l N_l \kappa_l\right)^2}.$$
#
# (pbm:no-average-of-increments)=
# **No plain average.** Suppose $\hat\theta$ were the mean over the plays of some $g(z, l)$, a
# function of a play's own click and position. One play at $l$ forces $g(z, l) = z / \kappa_l$. Two
# plays, at $l$ and $m$, with a click at $l$ only, then give $1 / (2\kappa_l)$, while the estimator
# is $1 / (\kappa_l + \kappa_m)$. These differ unless $\kappa_l = \kappa_m$. What can be used
# instead is that $S(t) - \theta \tilde N(t)$ is a martingale: both grow round by round.

# %% [markdown]
# ## What changes when a policy chooses the plays
#
# The paper states all this "conditionally on the past actions $A(1), \dots, A(t-1)$". For a policy
# that learns, the actions tell about the clicks, and the clicks given the actions are neither
# independent nor Bernoulli($\kappa_l \theta$).
#
# The smallest example has two items with $\theta = (1/2, 2/5)$ and one position with
# $\kappa = 9/10$. Each item is shown once, then the one with the larger estimate (item 1 in a tie).
# Item 2 is shown in the third round exactly when item 1 was not clicked and item 2 was. Given
# $A(3) = 2$ we *know* that $S_1 = 0$: the estimate of item 1 is 0, its variance is 0 and no
# information on $\theta_1$ is left, whatever the formulas say. Given $A(3) = 1$ the mean of the
# estimate is {glue:text}`given_first:.4f`. Altogether it is {glue:text}`adaptive_mean:.4f` and
# not $1/2$: bad luck is kept, as the item is shown less after it, and good luck is diluted.
#
# What survives is the argument round by round. Let $M_l(t) = \sum_{s<t} (Z_l(s) - \kappa_l\theta)
# 1\{A_l(s) = k\}$. Given everything before round $s$ *and the list of round $s$*, the increment has
# mean 0 and variance $\kappa_l\theta(1 - \kappa_l\theta)$, and the positions are independent. Hence
# $\ell'(\theta) = \sum_l M_l / (\theta (1 - \kappa_l\theta))$ is a martingale and the variances of
# its increments add up:
#
# $$E[\ell'(\theta)^2] = \sum_l \frac{E[N_l]\,\kappa_l}{\theta (1 - \kappa_l \theta)}.$$
#
# The factors by which a policy chooses its lists do not depend on $\theta$, so that $\ell$ is still
# the logarithm of the joint law of all that is seen, and this is the Fisher information in it: the
# printed formula with expected plays. In the same way Lemma 2 of the paper is true although
# {ref}`the display that should prove it <pbm:appendix-b1-conditioning>` is not.
#
# (pbm:independent-clicks)=
# **No independent sequence.** The proof of {ref}`Lemma 21 <pbm:lemma-21>` begins with “$(Z_l(t))_t$
# is an independent sequence”. In the small game it is not: no click in the first round and one in
# the second put item 2 into the third list, whose click then has the probability $9/25$, whatever it
# is on average. No harm is done. Given the past and the list, an increment of $M = \sum_l M_l$ lies
# in an interval of length 1 and has mean 0, so that $E e^{\lambda (M(t+1) - M(t))} \le
# e^{\lambda^2/8}$ for each play of the item (Hoeffding's lemma): $e^{\lambda M - \lambda^2 N/8}$ is
# a supermartingale, and that is all the lemma needs.

# %% tags=["remove-input"]
verdicts(
    "pbm:appendix-a-likelihood",
    "pbm:fisher-information",
    "pbm:equation-2",
    "pbm:conditional-variance",
    "pbm:independent-clicks",
    "pbm:no-average-of-increments",
    profile=profile,
)

# %% [markdown]
# ## How much pooling loses
#
# From here on the plays are fixed in advance again. No unbiased estimator has a variance below
# $1/I(\theta)$ (Cramér and Rao), so that $\upsilon(\theta) I(\theta)$ is what pooling loses.
#
# (pbm:arithmetic-over-harmonic)=
# **Two means.** Let $w_l = N_l \kappa_l / \tilde N$, weights that add up to one, and
# $x_l = 1 - \kappa_l \theta$. Then $\upsilon = \theta \tilde N^{-1} \sum_l w_l x_l$ and
# $I = \tilde N \theta^{-1} \sum_l w_l / x_l$, hence
#
# $$\upsilon(\theta)\,I(\theta) = \Big(\sum_l w_l x_l\Big)\Big(\sum_l \frac{w_l}{x_l}\Big):$$
#
# the arithmetic mean of the $x_l$ over their harmonic mean.
#
# (pbm:loss-at-least-one)=
# **At least one.** Multiplying out and pairing the terms $(l, m)$ and $(m, l)$,
#
# $$\upsilon I - 1 = \sum_{l<m} w_l w_m \frac{(x_l - x_m)^2}{x_l x_m} \ge 0,$$
#
# with equality exactly where all positions used have one $\kappa$.
#
# (pbm:best-unbiased)=
# **The right yardstick.** Position $l$ alone gives the unbiased estimate $S_l / (N_l\kappa_l)$, of
# variance $\theta x_l / (N_l \kappa_l)$. Weighing these estimates by the inverse variances, that
# is by $N_l\kappa_l / x_l$, gives an unbiased estimator whose variance at this $\theta$ is
# $\theta / \sum_l (N_l \kappa_l / x_l) = 1 / I(\theta)$. The bound is thus attained, at each
# $\theta$ by another estimator; pooling is the same average without the $x_l$.
#
# (pbm:sharp-loss)=
# :::{prf:theorem} Sharp loss
# :nonumber:
# If all examinations used lie in $[\kappa_-, \kappa_+]$, then
#
# $$1 \le \upsilon(\theta) I(\theta)
#   \le \frac{(2 - \theta(\kappa_- + \kappa_+))^2}{4 (1 - \theta\kappa_-)(1 - \theta\kappa_+)}.$$
#
# The upper bound is attained where $N_- \kappa_- = N_+ \kappa_+$ and no other position is used.
# :::
#
# **Proof** (Kantorovich's inequality). All $x_l$ lie in $[m, M]$ with $m = 1 - \theta\kappa_+$ and
# $M = 1 - \theta\kappa_-$. For such $x$, $(M - x)(x - m) \ge 0$, and dividing by $x M m$,
#
# $$\frac1x \le \frac{M + m - x}{M m}.$$
#
# Average with the weights and let $a = \sum_l w_l x_l$:
# $\upsilon I \le a (M + m - a) / (M m) \le (M + m)^2 / (4 M m)$, as the parabola in $a$ is highest
# at $(M + m)/2$. In terms of $\kappa$ this is the bound. Equality in the first step puts all weight
# on the two ends, in the second step half of it on each. $\square$
#
# (pbm:loss-upper-bound)=
# **The paper's bound.** The sharp bound grows with the interval, and for $[0, 1]$ it is
# $(2 - \theta)^2 / (4 (1 - \theta))$, approached (never attained) as $\kappa_+ = 1$ and
# $\kappa_- \to 0$. It is smaller than $1 / (1 - \theta)$ by
# $\theta (4 - \theta) / (4 (1 - \theta))$.
#
# (pbm:factor-two)=
# **Half.** For $\theta \le 1/2$ the paper concludes that the loss is at most a factor of
# {glue:text}`paper_half:.0f`. It is less than {glue:text}`sharp_half:.3f`, which is approached at
# $\theta = 1/2$ where $\kappa_+ = 1$, $\kappa_- \to 0$ and, as above, $N_- \kappa_- = N_+ \kappa_+$:
# with far more plays at the position that is rarely seen. All of it is about plays fixed in advance.
#
# (pbm:attraction-near-one)=
# **Near one.** For $\theta$ close to 1, the paper says, the estimator is “no longer close to
# optimal”, and with it motivates the loss of Thompson sampling with a Beta posterior. What it can
# lean on is the bound $1/(1-\theta)$, which grows without limit, and so we read the sentence. But
# the loss stays bounded as $\theta \to 1$ unless $\kappa_+ = 1$: with the examinations
# $(0.9, 0.6, 0.3)$ of the paper's simulations no number of plays makes it larger than $16/7$, that
# is {glue:text}`limit_one:.4f`, and equal plays give {glue:text}`equal_one:.3f` at $\theta = 1$.
# Read as “the loss can exceed the factor of two”, the sentence is true there, for some designs.
# What makes pooling bad is a position examined almost always, where a likely click says much,
# together with one that is examined less.

# %% tags=["remove-cell"]
examination = np.array([0.9, 0.6, 0.3])
glue("limit_one", efficiency_bound(1.0, 0.3, 0.9))
glue("equal_one", efficiency_ratio(1.0, examination, [1, 1, 1]))
theta = np.linspace(0, 0.999, 400)
curves = {
    "paper's bound 1/(1 − θ)": 1 / (1 - theta),
    "sharp bound, any examination": efficiency_bound(theta, 0, 1),
    "sharp bound, examination in [0.3, 0.9]": efficiency_bound(theta, 0.3, 0.9),
    "κ = (0.9, 0.6, 0.3), equal plays": efficiency_ratio(
        theta, examination, np.ones((theta.size, 3))
    ),
}

# %% tags=["remove-input"] mystnb={"image": {"alt": "Loss of the pooled estimator against the attraction, on a logarithmic axis. The paper's bound rises to 2 at one half and the sharp bound only to 1.125; with examinations between 0.3 and 0.9 the sharp bound stays below 2.3 up to attraction one, and the design with equal plays below it."}, "figure": {"caption": "Variance of the pooled estimator over the Cramér–Rao bound: the paper's bound, the sharp one for all examinations and for those in [0.3, 0.9], and the value for equal plays at the examinations of the paper's simulations.", "name": "pbm:ratio"}}
publish(figures.ratio(theta, curves), "pbm:ratio", examination=examination, plays=[1, 1, 1])

# %% [markdown]
# {download}`data <ratio.csv>` · {download}`how it was made <ratio.json>`

# %% tags=["remove-input"]
verdicts(
    "pbm:arithmetic-over-harmonic",
    "pbm:loss-at-least-one",
    "pbm:best-unbiased",
    "pbm:sharp-loss",
    "pbm:loss-upper-bound",
    "pbm:factor-two",
    "pbm:attraction-near-one",
    profile=profile,
)

# %% [markdown]
# ## Maximum likelihood and the debiased estimator
#
# (pbm:no-closed-form)=
# **Maximum likelihood is easy.** The paper sets it aside for want of a closed form. Multiplying
# $\ell'(\theta) = 0$ by its denominators leaves a polynomial equation whose degree is the number
# of positions used. With one position its root is the pooled estimator; with two it is quadratic,
# with three (as in all of the paper's experiments) cubic, with four quartic, and all of these are
# solved by radicals. From five on they are not in general: the quintic of the example below has
# the full symmetric group as its Galois group. None of this is an obstacle. Every term of
# $\ell''$ is negative, so the maximum is unique, and
#
# $$\sum_l (N_l - S_l) \frac{\kappa_l\theta}{1 - \kappa_l\theta} = S$$
#
# has a left side that is convex and increasing: Newton's method, started above the root, comes
# down to it. Where the root exceeds 1 the estimate is 1.
#
# (pbm:pooled-beats-debiased)=
# **Debiasing every click.** Each $Z_l / \kappa_l$ has mean $\theta$, so that
# $\sum_l (S_l/\kappa_l) / N$ is unbiased, too. (The paper prints $N_{k,l}$ for $N_k$.) Its variance
# is $\theta N^{-1} \big(E[1/\kappa] - \theta\big)$, with $E$ the mean over the plays. That of the
# pooled estimator is $\theta N^{-1} \big(1/E\kappa - \theta E[\kappa^2] / (E\kappa)^2\big)$. The
# difference,
#
# $$\frac{\theta}{N} \left( E\Big[\frac1\kappa\Big] - \frac{1}{E\kappa}
#   + \theta\,\frac{\mathrm{Var}(\kappa)}{(E\kappa)^2} \right),$$
#
# is at least 0 by Jensen's inequality, and 0 only where one $\kappa$ is used.
#
# (pbm:pooled-against-average)=
# **Another reading.** One can also take the printed $N_{k,l}$ into the sum and average the
# positions' own estimates, $L^{-1} \sum_l S_l / (\kappa_l N_l)$. This estimator can have a smaller
# variance than the pooled one: near $\theta = 1$, with few plays at the position examined most, its
# equal weights come closer to the best ones. With $\theta = 0.95$, $\kappa = (0.9, 0.3)$ and
# $N = (16, 238)$ the pooled variance is {glue:text}`over_average:.3f` times as large.
# The gain is limited by the sharp bound, since no unbiased estimator is below $1/I(\theta)$.
#
# (pbm:debiased-diverges)=
# **Small examinations.** As one $\kappa_l \to 0$ at fixed plays, the debiased variance grows like
# $\theta N_l / (N^2 \kappa_l)$: a rare click there weighs as much as $1/\kappa_l$ clicks. The
# pooled estimator forgets the position instead.
#
# The figure compares the three at {glue:text}`plays_each:d` plays at each of three positions. The
# variance of the maximum-likelihood estimate is exact: a sum over all
# {glue:text}`n_outcomes:,` outcomes of the clicks. At $\theta = 0.45$ the pooled estimator loses
# {glue:text}`pooled_loss:.1f` %, the debiased one {glue:text}`debiased_loss:.0f` % against the
# Cramér–Rao bound. Near 1 the maximum-likelihood estimate falls below that bound, which is no
# contradiction: cut at 1, it is biased.

# %% tags=["remove-cell"]
plays = np.array([20, 20, 20])
theta_axis = np.linspace(0.01, 1, 100)
kappa_axis = np.geomspace(0.005, 0.6, 40)
last = np.column_stack([np.full((40, 2), examination[:2]), kappa_axis])
by_attraction = variance_table(theta_axis, np.tile(examination, (100, 1)), plays)
by_examination = variance_table(np.full(40, 0.45), last, plays)
by_attraction.insert(0, "attraction θ", theta_axis)
by_examination.insert(0, "examination κ₃ of the third position", kappa_axis)
example = (0.95, [0.9, 0.3], [16, 238])
glue("over_average", pooled_variance(*example) / averaged_variance(*example))
glue("plays_each", int(plays[0]))
glue("n_outcomes", int(np.prod(plays + 1)))
bound = 1 / fisher_information(0.45, examination, plays)
glue("pooled_loss", 100 * (pooled_variance(0.45, examination, plays) / bound - 1))
glue("debiased_loss", 100 * (debiased_variance(0.45, examination, plays) / bound - 1))

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels of variances. Left, against the attraction: the pooled estimator and maximum likelihood stay close to the Cramér–Rao bound, the debiased estimator is well above it, and near attraction one the pooled estimator rises above the bound while maximum likelihood, cut at one, falls below it. Right, as the examination of the third position falls to 0.005: the debiased variance grows without limit and the others level off."}, "figure": {"caption": "Exact variances with 20 plays at each of three positions. Left: κ = (0.9, 0.6, 0.3), against θ. Right: θ = 0.45 and κ = (0.9, 0.6, κ₃), against κ₃, on logarithmic axes.", "name": "pbm:variances"}}
publish(figures.variances(by_attraction, by_examination), "pbm:variances", plays=plays)

# %% [markdown]
# {download}`data <variances.csv>` · {download}`how it was made <variances.json>`

# %% tags=["remove-input"]
verdicts(
    "pbm:no-closed-form",
    "pbm:pooled-beats-debiased",
    "pbm:pooled-against-average",
    "pbm:debiased-diverges",
    profile=profile,
)
