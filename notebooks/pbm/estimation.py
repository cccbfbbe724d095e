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
# # Estimation
#
# **The question.** A click can be counted, but a missing click cannot be explained. The user may have
# disliked the item, or may never have looked at it. What do clicks reveal about how attractive an item is?
#
# **The answer.** Count an item's clicks at all positions and divide by the *expected* number of looks. For
# items that at most half of the users like, this simple *pooled estimator* has a variance at most
# {glue:text}`sharp_percent:.1f` % above the smallest that an unbiased estimator can have, provided that the
# displays are fixed in advance. If a policy uses the clicks to choose the displays, the estimator can be
# biased, because an item that has bad luck is then shown less often and its low estimate persists.
#
# After this chapter you can estimate attractions from a table of clicks, quantify the uncertainty of the
# estimates, and explain what changes when a learning policy produced the table.

# %% tags=["remove-cell"]
from fractions import Fraction

from myst_nb import glue

from clickbandits.pbm.estimators import efficiency_bound, efficiency_ratio
from compendium.captions import published
from compendium.figures import publish
from compendium.pbm.estimation import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "The click rate, the pooled estimate with a bar of two standard errors, and the true attraction of three items. The click rates fall from item 1 to item 3 (0.26, 0.24 and 0.18). The pooled estimates rise (0.31, 0.40 and 0.49), and their bars cover the true attractions 0.3, 0.4 and 0.5."}, "figure": {"caption": "Click rates and pooled estimates of three items after 1,000 displays each, item 1 mostly at the top and item 3 mostly at the bottom. The bars are two standard errors of the pooled estimates.", "name": "pbm:first-estimates"}}
drawing = figures.first_estimates(
    clicks=[[248, 11], [173, 64], [47, 131]],
    plays=[[900, 100], [500, 500], [100, 900]],
    examination=(0.9, 0.3),
    attraction=(0.3, 0.4, 0.5),
)
publish(drawing, "pbm:first-estimates", examination=(0.9, 0.3), attraction=(0.3, 0.4, 0.5))

# %% tags=["remove-cell"]
assert figures.first_estimates_as_described(published("pbm:first-estimates"))

# %% [markdown]
# {download}`data <first-estimates.csv>` · {download}`how it was made <first-estimates.json>`
#
# ## The game
#
# A page has $L$ positions and there are $K$ items, which the paper calls arms. In each round the learner
# shows a list $A(t)=(A_1(t),\dots,A_L(t))$ of $L$ different items. At position $l$ the user looks with
# probability $\kappa_l$, the *examination* of the position. A user who looks at item $k$ clicks on it with
# probability $\theta_k$, its *attraction*. The learner knows the examinations but not the attractions. This
# is the *position-based model*.
#
# (pbm:censored-click)=
# **The distribution of a click.** Let $Y_l=1$ if the user looks at position $l$, and $X_l=1$ if the user
# would like the item there. We observe only the product $Z_l=X_lY_l$, and
# $P(Z_l=1)=P(Y_l=1)\,P(X_l=1)=\kappa_l\theta_{A_l}$. The clicks of one round come from independent pairs, so
# they are independent.
#
# :::{claim} pbm:censored-click
# :::
#
# (pbm:ambiguous-non-click)=
# **A missing click is ambiguous.** Either the user did not look, which has probability $1-\kappa$, or the user looked
# and did not like the item, which has probability $\kappa(1-\theta)$. By Bayes' rule
# $P(Y=1\mid Z=0)=\kappa(1-\theta)/(1-\kappa\theta)$, which is strictly between 0 and $\kappa$ for $\kappa<1$ and
# $0<\theta<1$. A missing click is then evidence that nobody looked, but it is never a proof. If $\kappa=1$, everybody
# looked, and nothing is censored. The paper calls non-clicks always ambiguous and leaves these conditions
# to the reader.
#
# ## A worked example
#
# There are three items and two positions. Users look at the top with probability 0.9 and at the bottom with
# probability 0.3. Each item was displayed 1,000 times, item 1 mostly at the top and item 3 mostly at the
# bottom. Item 3 has the fewest clicks. Is it also the least attractive item? The table divides the clicks
# first by the displays and then by the expected looks.

# %%
import numpy as np
import pandas as pd

from clickbandits.pbm import estimators

examination = np.array([0.9, 0.3])
clicks = np.array([[248, 11], [173, 64], [47, 131]])  # one row per item, one column per position
plays = np.array([[900, 100], [500, 500], [100, 900]])
table = pd.DataFrame({"displays": plays.sum(axis=1), "clicks": clicks.sum(axis=1)})
table["click rate"] = table["clicks"] / table["displays"]
table["expected looks"] = plays @ examination
table["clicks / looks"] = table["clicks"] / table["expected looks"]
table.set_axis(["item 1", "item 2", "item 3"]).round(3)

# %% [markdown]
# No. We expect only {glue:text}`looks_3:.0f` looks in the 1,000 displays of item 3, compared with
# {glue:text}`looks_1:.0f` for item 1. Per look, item 3 has the *most* clicks. The attractions behind this
# table are 0.3, 0.4 and 0.5.
#
# The last column is the pooled estimator. How sure can we be of it? There is a formula for its variance
# (given below), and another for the smallest variance that any unbiased estimator can have, which is the
# *Cramér–Rao bound*.
#
# **Predict.** The pooled estimator treats a click at the top like a click at the bottom. How far is it from
# the best possible estimator: hardly at all, a few percent, or a factor of two?

# %%
estimate = estimators.pooled(clicks, plays, examination)
variance = estimators.pooled_variance(estimate, examination, plays)
smallest = 1 / estimators.fisher_information(estimate, examination, plays)
answer = pd.DataFrame({"estimate": estimate, "standard error": variance**0.5})
answer["variance / smallest"] = variance / smallest
answer.set_axis(["item 1", "item 2", "item 3"]).round(3)

# %% [markdown]
# It loses a few percent at most, namely {glue:text}`worst_loss:.1f` % for item 3. Another approach is
# *maximum likelihood*, which takes the attraction under which the observed clicks are most likely. Computing
# it takes a few steps of Newton's method, and here the result hardly differs.

# %%
likeliest = estimators.maximum_likelihood(clicks, plays, examination)
print("pooled:            ", estimate.round(3))
print("maximum likelihood:", likeliest.round(3))

# %% tags=["remove-cell"]
looks = plays @ examination
glue("looks_1", float(looks[0]))
glue("looks_3", float(looks[2]))
glue("worst_loss", float(100 * (variance / smallest).max() - 100))
assert (table["click rate"].diff()[1:] < 0).all() and (np.diff(estimate) > 0).all()
assert np.abs(estimate - [0.3, 0.4, 0.5]).max() < 2 * (variance**0.5).min()
assert 0.02 < (variance / smallest).max() - 1 < 0.1 and (variance / smallest).argmax() == 2
assert np.abs(likeliest - estimate).max() < 0.005
glue("sharp_half", efficiency_bound(0.5, 0, 1))
glue("sharp_percent", 100 * efficiency_bound(0.5, 0, 1) - 100)
glue("paper_half", 1 / (1 - 0.5))

# %% [markdown]
# ## The pooled estimator
#
# A click-through rate mixes the item with the positions at which it was shown. We want a number for the item alone.
#
# Fix an item and drop its index. It was shown $N_l$ times at position $l$ and received $S_l$ clicks there;
# let $S=\sum_lS_l$. Suppose first that the numbers $N_l$ were fixed in advance. The clicks are then
# independent, with means $\kappa_l\theta$.
#
# (pbm:equation-2)=
# **Unbiased.** The clicks have the mean $E S=\theta\sum_lN_l\kappa_l$. Dividing by
# $\tilde N=\sum_lN_l\kappa_l$, the expected number of looks, gives the pooled estimator
#
# $$\hat\theta=S/\tilde N \tag{2}$$
#
# of {cite:t}`lagree2016`, whose mean is $\theta$. It can exceed 1. (A number beside a formula is the one that
# the paper gives it, here and in all chapters.)
#
# (pbm:conditional-variance)=
# **Variance.** $S$ is a sum of independent binomial variables with variances $N_l\kappa_l\theta(1-\kappa_l\theta)$,
# so the variance of $\hat\theta$ is
# $\upsilon(\theta)=\sum_lN_l\kappa_l\theta(1-\kappa_l\theta)\big/\left(\sum_lN_l\kappa_l\right)^2$.
#
# (pbm:appendix-a-likelihood)=
# **The log-likelihood** of the counts is, up to a constant,
# $\ell(\theta)=\sum_lS_l \log(\kappa_l\theta)+(N_l-S_l)\log(1-\kappa_l\theta)$.
#
# (pbm:fisher-information)=
# **Information.** The *Fisher information* is the expected value of $-\ell''(\theta)$. With
# $E S_l=N_l\kappa_l\theta$ it is $I(\theta)=\sum_lN_l\kappa_l\big/\left(\theta(1-\kappa_l\theta) \right)$. No
# unbiased estimator has a variance below $1/I(\theta)$ (Cramér and Rao).
#
# :::{admonition} The two derivatives
# :class: dropdown
# $$\ell'(\theta) = \sum_l \frac{S_l - N_l \kappa_l \theta}{\theta (1 - \kappa_l\theta)},
#   \qquad
#   -\ell''(\theta) = \sum_l \frac{S_l}{\theta^2}
#   + \frac{(N_l - S_l)\,\kappa_l^2}{(1 - \kappa_l\theta)^2}.$$
#
# In expectation, the terms for position $l$ become
# $N_l \kappa_l / \theta + N_l \kappa_l^2 / (1 - \kappa_l \theta)=N_l\kappa_l/(\theta(1-\kappa_l\theta))$.
# :::
#
# The paper does not assume fixed plays, and states variance, likelihood and information conditionally on the
# past actions. An example below shows that each of these statements can be false for a policy that learns. The
# likelihood is then that of lists and clicks together, up to a term without $\theta$, and in the information
# the expected plays take the place of the plays.
#
# :::{claim} pbm:equation-2 pbm:fisher-information
# :::
#
# ## How much pooling loses
#
# The product $\upsilon(\theta)I(\theta)$ is the ratio of the variance to the smallest variance that an
# unbiased estimator can have.
#
# (pbm:arithmetic-over-harmonic)=
# **Two means.** Let $w_l=N_l\kappa_l/\tilde N$, which are weights that add up to one, and
# $x_l=1-\kappa_l\theta$. Then $\upsilon=\theta\tilde N^{-1}\sum_lw_lx_l$ and
# $I=\tilde N\theta^{-1}\sum_lw_l/x_l$. So
# $\upsilon(\theta)\,I(\theta)=\big(\sum_lw_lx_l\big)\big(\sum_lw_l/x_l\big)$ is the arithmetic mean of the
# $x_l$ divided by their harmonic mean.
#
# (pbm:loss-at-least-one)=
# **At least one.** Multiplying out and pairing the terms $(l,m)$ and $(m,l)$ gives
# $\upsilon I-1=\sum_{l<m}w_lw_m(x_l-x_m)^2/(x_lx_m)\ge0$, with equality exactly if all positions used have
# the same $\kappa$.
#
# (pbm:sharp-loss)=
# :::{prf:theorem} The Fisher-information ratio
# :nonumber:
# If all examinations used lie in $[\kappa_-, \kappa_+]$, then
#
# $$1 \le \upsilon(\theta) I(\theta)
#   \le \frac{(2 - \theta(\kappa_- + \kappa_+))^2}{4 (1 - \theta\kappa_-)(1 - \theta\kappa_+)}.$$
#
# The upper bound is attained if $N_- \kappa_- = N_+ \kappa_+$ and no other position is used.
# :::
#
# :::{claim} pbm:sharp-loss
# :::
#
# **Why.** An arithmetic mean exceeds a harmonic mean most when the values are as far apart as possible, with
# half of the weight at either end. This is Kantorovich's inequality.
#
# :::{admonition} Proof
# :class: dropdown
# All $x_l$ lie in $[m, M]$ with $m = 1 - \theta\kappa_+$ and
# $M = 1 - \theta\kappa_-$. For such $x$, $(M - x)(x - m) \ge 0$, and dividing by $x M m$,
#
# $$\frac1x \le \frac{M + m - x}{M m}.$$
#
# Average with the weights and let $a = \sum_l w_l x_l$. Then
# $\upsilon I \le a (M + m - a) / (M m) \le (M + m)^2 / (4 M m)$, because the parabola in $a$ is highest at
# $(M + m)/2$. In terms of $\kappa$ this is the bound. Equality in the first step requires all weight to be on
# the two ends, and equality in the second step requires half of it on each.
# :::
#
# (pbm:loss-upper-bound)=
# **The paper's bound** on the loss is $1/(1-\theta)$. It is true but far from sharp. Our bound grows with the
# interval, and for $[0,1]$ it is $(2-\theta)^2/(4(1-\theta))$, which is approached, but never attained,
# for $\kappa_+=1$ as $\kappa_-\to0$. This is smaller than the paper's bound by
# $\theta(4-\theta)/(4(1-\theta))$.
#
# (pbm:factor-two)=
# **Up to one half.** For $\theta\le1/2$ the paper concludes that the loss is at most a factor of
# {glue:text}`paper_half:.0f`. In fact it is less than {glue:text}`sharp_half:.3f`. This value is approached
# at $\theta=1/2$ if $\kappa_+=1$, $\kappa_-\to0$ and $N_-\kappa_-=N_+\kappa_+$, that is, with far more plays
# at the position that is rarely examined.
#
# :::{claim} pbm:loss-upper-bound pbm:factor-two
# :::

# %% tags=["remove-cell"]
three = np.array([0.9, 0.6, 0.3])
theta = np.linspace(0, 0.999, 400)
curves = {
    "paper's bound 1/(1 − θ)": 1 / (1 - theta),
    "sharp bound, any examination": efficiency_bound(theta, 0, 1),
    "sharp bound, examination in [0.3, 0.9]": efficiency_bound(theta, 0.3, 0.9),
    "κ = (0.9, 0.6, 0.3), equal plays": efficiency_ratio(theta, three, np.ones((theta.size, 3))),
}

# %% tags=["remove-input"] mystnb={"image": {"alt": "Loss of the pooled estimator against the attraction, on a logarithmic axis. At attraction one half the paper's bound is 2 and the sharp bound 1.125. With examinations between 0.3 and 0.9 the sharp bound stays below 2.3 up to attraction one, and the curve for equal plays stays below it."}, "figure": {"caption": "Variance of the pooled estimator over the Cramér–Rao bound: the paper's bound, the sharp one for all examinations and for those in [0.3, 0.9], and the value for equal plays at the examinations of the paper's simulations.", "name": "pbm:ratio"}}
publish(figures.ratio(theta, curves), "pbm:ratio", examination=three, plays=[1, 1, 1])

# %% tags=["remove-cell"]
assert figures.ratio_as_described(published("pbm:ratio"))

# %% [markdown]
# {download}`data <ratio.csv>` · {download}`how it was made <ratio.json>`
#
# (pbm:best-unbiased)=
# **An attainable benchmark.** Position $l$ alone gives the unbiased estimate $S_l/(N_l\kappa_l)$, which has
# variance $\theta x_l/(N_l\kappa_l)$. Weighting these estimates by their inverse variances, that is, by
# $N_l\kappa_l/x_l$, gives an unbiased estimator of variance $\theta/\sum_l(N_l\kappa_l/x_l)= 1/I(\theta)$ at
# this $\theta$. The bound is therefore attained, although at each $\theta$ by a different estimator unless
# only one $\kappa$ is used. The pooled estimator is the same average without the $x_l$ in the weights.
#
# ## When a policy chooses the plays
#
# All results so far are for plays fixed in advance. A policy that learns chooses its plays by the clicks.
# Does that matter?
#
# The smallest example has two items with $\theta=(1/2,2/5)$ and one position with $\kappa=9/10$. Each item is
# shown once, and then the item with the larger estimate is shown again (item 1 in a tie).
#
# **Predict.** After three rounds, is the estimate of item 1 right on average, too high, or too low?

# %%
first, second = 0.9 * 0.5, 0.9 * 0.4  # chances of a click on item 1 and on item 2
mean = 0.0
for click_1, chance_1 in ((1, first), (0, 1 - first)):
    for click_2, chance_2 in ((1, second), (0, 1 - second)):
        again = click_1 >= click_2  # then item 1 is shown a second time
        estimate_1 = (click_1 + first * again) / (0.9 * (1 + again))
        mean += chance_1 * chance_2 * estimate_1
print(f"mean of the estimate of item 1: {mean:.4f}, its attraction: 0.5")

# %% [markdown]
# It is too low. An unlucky start persists, because the item is then shown less often, whereas a lucky
# start is diluted by the displays that follow.

# %% tags=["remove-input"] mystnb={"image": {"alt": "A tree of three rounds. If item 1 is clicked in round 1, it is shown again in round 3, and its estimate becomes 1.11 (probability 0.20) or 0.56 (0.25). If neither item is clicked, item 1 is shown again, and its estimate becomes 0.56 (0.16) or 0 (0.19). If only item 2 is clicked, item 2 is shown again, and the estimate of item 1 stays 0 (0.20). The mean is 0.45, and the truth 0.50."}, "figure": {"caption": "The five ends of the game. A circle is the item that a round shows, and a line whether it is clicked. Item 1 is shown again at four ends, and at the fifth its estimate stays 0. Exact values.", "name": "pbm:greedy"}}
both = (Fraction(1, 2), Fraction(2, 5))  # the attractions
publish(figures.greedy(both, Fraction(9, 10)), "pbm:greedy", attraction=both, examination="9/10")

# %% tags=["remove-cell"]
ends = published("pbm:greedy")
assert figures.greedy_as_described(ends)
assert np.isclose((ends.probability * ends.estimate).sum(), mean)

# %% [markdown]
# {download}`data <greedy.csv>` · {download}`how it was made <greedy.json>`
#
# Item 2 is shown in the third round exactly when item 1 was not clicked and item 2 was. Given $A(3)=2$ we
# therefore *know* that item 1 has no click. Its estimate is 0, the variance of this estimate is 0, and no
# information about $\theta_1$ is left, so the formulas above do not hold conditionally. Given $A(3)=1$, the
# mean of the estimate is {number}`pbm:equation-2 first:.4f`, and altogether it is
# {number}`pbm:equation-2 mean:.4f`.
#
# **The argument that survives** works round by round. Let $M_l(t)=\sum_{s<t}(Z_l(s)-\kappa_l\theta) 1\{A_l(s)=k\}$.
# Given everything before round $s$ *and the list of round $s$*, the increment has mean 0 and variance
# $\kappa_l\theta(1-\kappa_l\theta)$, and the positions are independent. So
# $\ell'(\theta)=\sum_lM_l/(\theta(1-\kappa_l\theta))$ is a *martingale*, a sum whose next term has mean 0 whatever
# came before, and the variances of its increments add up:
#
# $$E[\ell'(\theta)^2] = \sum_l \frac{E[N_l]\,\kappa_l}{\theta (1 - \kappa_l \theta)}.$$
#
# The probabilities with which a policy chooses its lists do not depend on $\theta$, so $\ell$ is still, up to
# a constant, the log-likelihood of all that is observed. This mean square is therefore its Fisher
# information, which is the formula above with the *expected* plays.
#
# ## The best list, and the regret
#
# Why do we want the attractions at all? Because they determine the best list, and the price of any other list.
#
# The expected number of clicks on a list is $\mu_a=\sum_l\kappa_l\theta_{a_l}$. Let $\mu^*=\max_a\mu_a$; the *gap* of
# a list is $\Delta_a=\mu^*-\mu_a$.
#
# (pbm:number-of-actions)=
# (pbm:optimal-list)=
# **Which list is best?** Of the $K(K-1)\cdots(K-L+1)=K!/(K-L)!$ lists, the best one shows the $L$ best items in
# decreasing order along decreasing $\kappa$. In any list, replacing an item at position $l$ by a better one gains
# $\kappa_l$ times the difference of their attractions.
# Exchanging the items at two positions, so that the better one takes the more examined position, gains
# $(\kappa_l-\kappa_m)(\theta_i-\theta_j)\ge0$. Finitely many such steps lead to the best list.
#
# The *regret* $R(T)$ of a policy is its loss over $T$ rounds, compared with always showing the best list.
#
# (pbm:equation-1)=
# :::{prf:theorem} Regret is a sum of gaps
# :nonumber:
# Let $N_a(T)$ count the rounds up to $T$ in which the list $a$ is shown. For every policy,
#
# $$\begin{aligned} E[R(T)]
#   &= \sum_{t=1}^T \sum_{l=1}^L \kappa_l \left(\theta_{a^*_l} - E[\theta_{A_l(t)}]\right) \\
#   &= \sum_{a} \Delta_a E[N_a(T)]. \end{aligned} \tag{1}$$
# :::
#
# :::{claim} pbm:equation-1
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Given the past and the list $A(t)$, the reward of round $t$ has mean
# $\sum_l \kappa_l \theta_{A_l(t)} = \mu_{A(t)}$. The expected loss of the round is therefore
# $E[\mu^* - \mu_{A(t)}] = E[\Delta_{A(t)}]$, which is the inner sum of the middle expression. Moreover,
# $\sum_{t} \Delta_{A(t)} = \sum_a \Delta_a N_a(T)$, because both sides add up one gap per round. Nothing was
# assumed about how the list depends on the past.
# :::
#
# (pbm:known-examination)=
# **Must the examinations be known?** They can be estimated up to one common factor. All means are products
# $\kappa_l\theta_k$. These products determine $\kappa$ and $\theta$ up to a common factor, since from any
# positive entry one recovers $\kappa_l/\kappa_1$ and $\theta_k/\theta_1$, and $(c\kappa,\theta/c)$ fits as
# well as $(\kappa,\theta)$. So clicks alone never determine $\kappa_1$. This does no harm to ranking, because
# lists, gaps and divergences depend on the products only. It does matter for anything that uses the range of
# $\theta$, such as a prior on $[0,1]$. The paper writes that the examinations can be estimated from
# historical data; if this means clicks, it omits the common factor.
#
# :::{claim} pbm:known-examination
# :::
#
# ## Exercises
#
# :::{admonition} Exercise 1, with a pencil
# An item was shown 100 times at the top ($\kappa=0.9$), where it got 27 clicks, and 100 times at the bottom
# ($\kappa=0.3$), where it got 12 clicks. Compute the pooled estimate, the debiased estimate (the mean over
# all displays of the click divided by its position's examination), and the estimate from each position alone.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The pooled estimate is $39/(90+30)=0.325$. The positions alone give $27/90=0.3$ and $12/30=0.4$. With equal
# plays the debiased estimate is the mean of these two, $0.35$. The pooled estimate gives more weight to the
# top.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
by_hand = [27, 12], [100, 100], examination
print("pooled:  ", round(estimators.pooled(*by_hand), 3))
print("debiased:", round(estimators.debiased(*by_hand), 3))
assert np.isclose(estimators.pooled(*by_hand), 0.325)
assert np.isclose(estimators.debiased(*by_hand), 0.35)

# %% [markdown]
# :::{admonition} Exercise 2, at the keyboard
# You may display an item 1,000 times, at two positions with $\kappa=(0.9,0.3)$, and its attraction is about
# 0.5. Which numbers of displays make the pooled estimator lose most against the Cramér–Rao bound? Guess from
# the theorem, then search.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The loss is largest if half of the expected looks are at either position, $N_-\kappa_-=N_+\kappa_+$, that
# is, with 250 displays at the top and 750 at the bottom. Even then the loss is small.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
top = np.arange(1, 1000)
designs = np.column_stack([top, 1000 - top])
loss = estimators.efficiency_ratio(np.full(top.size, 0.5), examination, designs)
worst = loss.argmax()
print(f"largest loss at {designs[worst]}: {100 * loss[worst] - 100:.1f} %")
assert designs[worst].tolist() == [250, 750]
assert np.isclose(loss[worst], estimators.efficiency_bound(0.5, 0.3, 0.9))

# %% [markdown]
# :::{admonition} Exercise 3, at the keyboard
# In the game of three rounds, show item 1 in the third round whatever was clicked. Change one line of the
# code above and check that the bias disappears.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The plays are then fixed in advance, and the pooled estimator is unbiased.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
mean = 0.0
for click_1, chance_1 in ((1, first), (0, 1 - first)):
    mean += chance_1 * (click_1 + first) / (2 * 0.9)
assert np.isclose(mean, 0.5)
print(f"mean of the estimate of item 1: {mean:.4f}")

# %% [markdown]
# ## What to remember
#
# Dividing clicks by the expected number of looks estimates an attraction without bias if the displays are
# fixed in advance, and for attractions up to one half no other unbiased estimator does much better. A missing
# click is ambiguous, and comparing raw click rates of items shown at different positions can reverse their
# order. When a policy uses the clicks to choose the displays, the pooled estimator can be biased. The average
# of the debiased clicks is not biased if the number of displays is fixed, because the argument round by round
# applies to it.
#
# Three other estimators, other click models, and further differences from the published paper are in
# {doc}`Estimation in detail <estimation_detail>`.
#
# ## Notes
#
# The ratio that bounds the loss of pooling is the least efficiency of ordinary least squares with one regressor, a
# question that goes back to {cite:t}`watson1955`. {cite:t}`magness1962` compare the two kinds of estimators for more
# regressors, and {cite:t}`bloomfield1975` and {cite:t}`knott1975` treat the general case. (We have not read these
# four papers in full.) The bias of estimates from displays that a policy has chosen is known, too; see
# {cite:t}`nie2018`.
