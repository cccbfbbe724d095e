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
# # Clicks of an epoch
#
# A list is shown until a visitor clicks nothing. How many clicks does an item collect in this time, and how
# far can the total of many such counts stray from its mean? A policy that ranks items by their clicks needs
# the answer, because it determines how long a bad item has to be tried.
#
# The count at a position is geometric, and its mean is the weight of that position alone. Its cumulants are
# so small that a total with variance $V$ exceeds its mean by $\sqrt{2VL}+1.4427\,L$ with probability at most
# $e^{-L}$, if no mean is above 1, and falls short of it by $\sqrt{2VL}$ with probability at most $e^{-L}$.
# {cite:t}`grant2023` have $\sqrt{2VL}+4L$ on both sides. With the new radius, their algorithm Epoch-UCB loses
# about half as many clicks.
#
# We begin with one list and its counts, and go from the tail of a total to an index. Afterwards you can
# derive all cumulants of a geometric count from the first one, and turn a bound on cumulants into a
# confidence bound.

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.mnl.geometric_moments import figures, sub_gamma

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Four panels. First, fourteen epochs as rows of one to six rounds, each round marked by what was clicked; every row ends with a round without a click. Second, the shares of epochs with 0, 1, 2, ... clicks at the top, as bars that fall by a constant factor and agree with the points of the geometric distribution. Third, the scale that each cumulant needs at mean 1, which falls from 1.5 at order 3, on the line of our bound, towards 1.44. Fourth, scales of the upper tail over the mean: the exact one rises from one third to 2.47 at mean 2, the line μ + ½ is slightly above it, 1 + μ is higher by one half, and the published 4, for means up to 1, is far above all of them."}, "figure": {"caption": "From the rounds of an epoch to the scale of the upper tail. Above: fourteen epochs of a list with weights 0.9 and 0.45, and the clicks at the top in 20,000 simulated ones (bars; standard errors are smaller than the points). Below, exact: the least c with which the n-th cumulant is at most (n − 1)! σ² cⁿ⁻², for mean 1; and the factors c of the term cL in radii above the mean.", "name": "mnl:epochs"}}
publish(
    figures.story(
        figures.epoch_rounds((0.9, 0.45), 20_000, 1),
        figures.scales(range(3, 31), np.arange(1, 201) / 100),
    ),
    "mnl:epochs",
    weights=(0.9, 0.45),
    seed=1,
)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.story_as_described(published("mnl:epochs"))

# %% [markdown]
# {download}`data <epochs.csv>` · {download}`how it was made <epochs.json>`
#
# :::{our-copy}
# :::
#
# ## A list with two positions
#
# A visitor clicks the top in proportion to its weight $\gamma_1=0.9$, the bottom in proportion to
# $\gamma_2=0.45$, and nothing in proportion to 1. The weight is the attraction of the item times the
# {term}`bias <examination>` of the position, which measures its prominence. An {term}`epoch` ends with the
# first visitor who clicks nothing.
#
# In a single round the top is clicked with probability $0.9/2.35$, about 0.38.
#
# **Predict.** How many clicks does it get in a whole epoch, on average?

# %%
from fractions import Fraction

import numpy as np
import pandas as pd


def draw_epochs(weights, number=200_000, seed=1):
    rng, total = np.random.default_rng(seed), np.sum(weights)
    rounds = rng.geometric(1 / (1 + total), number)
    return rng.multinomial(rounds - 1, np.array(weights) / total)


clicks = draw_epochs([0.9, 0.45])
print("mean clicks:", clicks.mean(axis=0).round(3))

# %% [markdown]
# The mean is the weight itself, 0.9 at the top and 0.45 at the bottom.
#
# Now the bottom shows an item that hardly anyone likes, with weight 0.05. In each round the top then has less
# competition.
#
# **Predict.** How does the number of clicks at the top change?

# %%
other = draw_epochs([0.9, 0.05])
table = pd.DataFrame({"clicks at the top": range(5)})
table["0.45 below it"] = [np.mean(clicks[:, 0] == n) for n in range(5)]
table["0.05 below it"] = [np.mean(other[:, 0] == n) for n in range(5)]
table["geometric"] = [10 / 19 * (9 / 19) ** n for n in range(5)]
table.set_index("clicks at the top").round(3)

# %% [markdown]
# It does not change. The top is clicked more often per round, but there are fewer rounds, and the two effects
# cancel exactly. To see why, consider only the visitors who click the top or nothing. They come in
# the proportion $\gamma_1$ to 1, whatever the others do, so each further click has the same chance
# $\gamma_1/(1+\gamma_1)=\frac9{19}$.

# %% tags=["remove-cell"]
assert np.allclose(table.iloc[:, 1:].sub(table["geometric"], axis=0), 0, atol=0.005)

# %% [markdown]
# ## The count is geometric
#
# An epoch shows one list $a^l$ again and again until a round without a click. Write
# $\gamma_k=\lambda_k\alpha^l_k$ for the weight of position $k$, the product of its bias and the attraction of
# the item there. A round brings a click at position $k$ with probability $\gamma_k/(1+\sum_v\gamma_v)$ and
# ends the epoch with probability $p_0=1/(1+\sum_v\gamma_v)$.
#
# (mnl:lemma-1)=
# :::{prf:lemma} The clicks on one position, the paper’s Lemma 1
# :nonumber:
# The number $n^l_k$ of clicks on position $k$ during epoch $l$ is geometric on $\{0,1,\dots\}$
# with parameter $(1+\gamma_k)^{-1}=(1+\lambda_k\alpha^l_k)^{-1}$ and so with mean $\gamma_k$.
# :::
#
# :::{claim} mnl:lemma-1
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Let $R$ be the weight of all other positions and $G(z)=E\,z^{n^l_k}$. The first round either ends the epoch
# or brings a click, here (a factor $z$) or elsewhere, after which everything starts again. So
# $G=p_0+p_0(\gamma_kz+R)G$. Since $p_0(1+\gamma_k+R)=1$, solving gives $G(z)=\frac1{1-\gamma_k(z-1)}$, in
# which $R$ has disappeared. This is the generating function of the geometric distribution with parameter
# $\frac1{1+\gamma_k}$.
# :::
#
# The counts of different positions of one list are {ref}`not independent <mnl:negative-multinomial>`,
# because they share their rounds. The counts of one item in different epochs are
# {ref}`not independent either <mnl:adaptive-counts-dependent>` if earlier clicks decide where it is shown.
#
# ## How far can a total stray?
#
# A policy has to judge a total rather than a single count. Suppose that an item has
# collected 85 clicks in a hundred epochs. Can its weight be 1, with an expected total of 100, or is
# this total so far off that the weight must be smaller? A confidence bound answers such questions, and it needs
# the probability that a total strays far from its mean.
#
# We derive this probability in four steps. First, the tail of a total is controlled by one function of a single
# count, whose Taylor coefficients are called cumulants. Second, all cumulants of a geometric count follow from
# the first, and they turn out to be small. Third, we find the best constant that this method can give. Fourth,
# the constant becomes a radius, and the radius a better index for Epoch-UCB.
#
# ## Step 1: Why cumulants control the tails
#
# From here on $Y$ is geometric with parameter $p$ and mean $\mu=\frac{1-p}p$; its variance is
# $\sigma^2=\mu(1+\mu)$. Let $S$ be a sum of independent counts of this kind, with mean $m$ and variance $V$.
# For every $t>0$, Markov’s inequality for $e^{tS}$ gives
#
# $$P(S-m\ge x)\le\exp\big(\log E\,e^{t(S-m)}-tx\big).$$
#
# We have to bound the logarithm. Logarithms of independent factors add up, so it is enough to bound
# $K(t)=\log E\,e^{tY}$ for a single count. Its Taylor series is $K(t)=\sum_{n\ge1}\kappa_n\frac{t^n}{n!}$,
# and the coefficients $\kappa_n$ are called the *cumulants* of $Y$. The first is the mean and the second is
# the variance. For a Gaussian variable all others are 0, so the higher cumulants measure how far the tail of
# $Y$ departs from a Gaussian one.
#
# Suppose that for some *scale* $c>0$ all of them satisfy
#
# $$\kappa_n\le(n-1)!\,\sigma^2c^{n-2}\quad(n\ge2).$$
#
# Then $K(t)-\mu t\le\sigma^2\sum_{n\ge2}\frac{c^{n-2}t^n}n\le\frac{\sigma^2t^2}2\sum_{n\ge2}(ct)^{n-2}$,
# that is,
#
# $$K(t)-\mu t\le\frac{\sigma^2t^2}{2(1-ct)}\quad\text{for }0\le t<\tfrac1c.$$
#
# A variable with this property is called *sub-gamma* {cite:p}`boucheron2013`. With the best $t$, the first
# inequality shows that $S-m$ reaches $\sqrt{2VL}+cL$ with probability at most $e^{-L}$. The first term is the
# one that a Gaussian tail would give. The second is due to the heavier tail of the geometric distribution.
# The next two steps ask how small $c$ can be.
#
# ## Step 2: One cumulant gives the next
#
# (mnl:equation-24)=
# The geometric distribution has $K(t)=-\log\big(1-\mu(e^t-1)\big)$. Its derivative
# $m(t)=K'(t)=\frac{\mu e^t}{1-\mu(e^t-1)}$ is the mean of another geometric distribution, and the derivative
# of this mean is the variance of that distribution,
#
# $$m'=m(1+m),\qquad m(0)=\mu.$$
#
# Each derivative of $K$ is therefore a polynomial in $m(t)$, and the next one is $m(1+m)$ times the
# derivative of this polynomial. At $t=0$,
#
# $$\kappa_1=\mu,\qquad\kappa_{n+1}=\mu(1+\mu)\,\frac{d\kappa_n}{d\mu}. \tag{24}$$
#
# The paper has the same recurrence in terms of $p$, $\kappa_{n+1}=(p-1)\frac{d\kappa_n}{dp}$.
#
# :::{claim} mnl:equation-24
# :::
#
# So $\kappa_2=\mu+\mu^2$ and $\kappa_3=\mu+3\mu^2+2\mu^3$, and the coefficients of all $\kappa_n$ are
# non-negative integers. We can now compute the scale that each cumulant needs.
#
# **Predict.** Which scale does the third cumulant need at $\mu=1$, and do the later ones need more or less?

# %%
from clickbandits.geometric import cumulant, cumulant_bound

half, orders = Fraction(1, 2), range(2, 9)  # p = 1/2, the mean is 1
cumulants = pd.DataFrame({"order n": orders})
cumulants["cumulant"] = [int(cumulant(n, half)) for n in orders]
cumulants["bound"] = [float(cumulant_bound(n, half)) for n in orders]
share = cumulants["cumulant"] / cumulants["bound"]
cumulants["scale"] = 1.5 * share ** (1 / (cumulants["order n"] - 2).clip(1))
cumulants.set_index("order n").round(4)

# %% [markdown]
# The third needs $\frac32=\mu+\frac12$, and the later ones need less. The same is true for every mean, so the
# third cumulant alone determines the scale.
#
# (mnl:cumulant-bound)=
# :::{prf:theorem} The bound on the cumulants
# :nonumber:
# Write $P\preceq Q$ if no coefficient of the polynomial $P$ in $\mu$ exceeds that of $Q$. For $n\ge2$,
#
# $$\kappa_n\preceq(n-1)!\,\mu(1+\mu)\big(\mu+\tfrac12\big)^{n-2},$$
#
# with equality for $n=2$ and $n=3$. So $\mu+\frac12$ is the least scale $c$ with
# $\kappa_n\le(n-1)!\,\sigma^2c^{n-2}$ for all $n\ge2$, if $\mu>0$.
# :::
#
# :::{claim} mnl:cumulant-bound
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Let $x=\mu+\frac12$. By the differential equation of $m$, the function $y=K'+\frac12$ satisfies
# $y'=y^2-\frac14$. Its Taylor coefficients at 0 are $c_0=x$ and $c_n=\kappa_{n+1}/n!$ for $n\ge1$; in
# particular $c_1=\sigma^2=x^2-\frac14$. Comparing coefficients in the equation,
#
# $$(n+1)\,c_{n+1}=2x\,c_n+\sum_{i=1}^{n-1}c_ic_{n-i}\quad(n\ge1).$$
#
# We show $c_n\preceq c_1x^{n-1}$ by induction. It is true for $n=1$. If it is true up to $n$, each of the
# $n-1$ products is at most $c_1^2x^{n-2}\preceq c_1x^n$, because $c_1\preceq x^2$, and so
# $(n+1)c_{n+1}\preceq2c_1x^n+(n-1)c_1x^n=(n+1)c_1x^n$. For $n=1$ the sum is empty, which gives $c_2=c_1x$,
# that is, $\kappa_3=2\sigma^2x$. A smaller scale fails for $\kappa_3$.
# :::
#
# ## Step 3: The exact scale
#
# Step 2 gives a radius with $c=\mu+\frac12$, which is 1.5 at mean 1. This is the best scale if every cumulant
# has to satisfy its own inequality. For the tail we need only the sub-gamma inequality for $K$, which can
# hold with a smaller scale, and its best scale can also be found exactly.
#
# (mnl:sub-gamma-constant)=
# :::{prf:theorem} The scale of the upper tail
# :nonumber:
# Let $\mu,c>0$. The inequality $K(t)-\mu t\le\frac{\sigma^2t^2}{2(1-ct)}$ holds for all $0\le t<\frac1c$
# if and only if
#
# $$c\ \ge\ c^*(\mu)=\max\Big\{\frac1{\log(1+1/\mu)},\ \frac{1+2\mu}3\Big\}.$$
#
# Moreover, $c^*(\mu)<\mu+\frac12$, and $c^*$ increases with $\mu$; it tends to $\frac13$ as $\mu\to0$, and
# $c^*(1)=\frac1{\log2}=1.4427$.
# :::
#
# :::{claim} mnl:sub-gamma-constant
# :::
#
# **Why?** The left side is infinite from $t_0=\log(1+\frac1\mu)$ on, so the right side must not be finite
# there. Near 0, both sides agree up to $t^2$, so the third cumulant decides. These two conditions are enough,
# because the inequality reduces to one between a concave function and a straight line.
#
# :::{admonition} Proof
# :class: dropdown
# *Necessary.* If $c<\frac1{t_0}$, the right side is finite at $t_0$, and the left side tends to infinity
# there. The third derivatives at 0 are $\kappa_3=\sigma^2(1+2\mu)$ and $3c\sigma^2$, and the lower ones
# agree, so $c\ge\frac{1+2\mu}3$.
#
# *Sufficient.* Let $c\ge c^*$, and let $G$ be the right side. $K-\mu t$ and $G$ agree at 0 together with
# their first two derivatives. So it suffices that the logarithm of $K''$ grows no faster than that of
# $G''=\sigma^2/(1-ct)^3$ for $0\le t<\frac1c\le t_0$. With $y=K'+\frac12$ we have
# $K''=y'=y^2-\frac14$ and $y''=2yy'$, so this means $2y\le\frac{3c}{1-ct}$, or
#
# $$\frac1{y(t)}\ \ge\ \frac2{3c}-\frac23t.$$
#
# The solution of $y'=y^2-\frac14$ that starts at $\mu+\frac12$ is $y(t)=\frac12\coth\frac{t_0-t}2$. Therefore
# the left side is $2\tanh\frac{t_0-t}2$, which is concave on $[0,t_0]$, and the right side is a straight
# line. At $t=0$ the inequality is $\frac1{\mu+1/2}\ge\frac2{3c}$, that is, $c\ge\frac{1+2\mu}3$. At $t=t_0$
# it is $0\ge\frac2{3c}-\frac23t_0$, that is, $c\ge\frac1{t_0}$. A concave function that is above a line at
# both ends is above it in between.
#
# *Size.* Both entries increase with $\mu$, and they tend to 0 and $\frac13$ as $\mu\to0$. Since
# $\tanh\frac{t_0}2<\frac{t_0}2$, we have $\mu+\frac12=\frac12\coth\frac{t_0}2>\frac1{t_0}$, and
# $\frac{1+2\mu}3$ is two thirds of $\mu+\frac12$.
# :::
#
# For $\mu$ above 0.0824 the first of the two entries is the larger one. At mean 1 the scale falls from 1.5 to
# 1.4427, and it cannot fall further by this method.
#
# ## Step 4: From the scale to a radius
#
# The scale $c^*$ settles the tail above the mean. Below the mean there is no linear term at all, because
# $K''(-t)$ is the variance of a geometric distribution with a mean of at most $\mu$. It is therefore at most
# $\sigma^2$, and integrating twice gives $K(-t)+\mu t\le\frac12\sigma^2t^2$. The theorem collects both tails
# and also admits lists that depend on earlier clicks, as those of a policy do.
#
# (mnl:martingale-tails)=
# :::{prf:theorem} Tails of sums of geometric counts
# :nonumber:
# Let $Y_i$ be geometric given the past, with a mean $\mu_i\le M$ that is a function of the past, and let
# $V_n=\sum_{i\le n}\mu_i(1+\mu_i)$. For all $v,L>0$, each of the events
#
# $$
# \sum_{i\le n}(Y_i-\mu_i)\ge\sqrt{2vL}+c^*(M)L\ \text{ and }\ V_n\le v,\qquad
# \sum_{i\le n}(\mu_i-Y_i)\ge\sqrt{2vL}\ \text{ and }\ V_n\le v
# $$
#
# happens for some $n$ with probability at most $e^{-L}$.
# :::
#
# :::{claim} mnl:martingale-tails
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Let $c=c^*(M)$ and $0\le t<\frac1c$. Since $c^*$ increases,
# $\exp\big(t\sum_{i\le n}(Y_i-\mu_i)-\frac{t^2}{2(1-ct)}V_n\big)$ is a non-negative supermartingale that
# starts at 1. On the first event it reaches
# $\exp\big(t(\sqrt{2vL}+cL)-\frac{t^2v}{2(1-ct)}\big)$. Take $t=\frac s{1+cs}$ with $s=\sqrt{2L/v}$;
# then $\frac{t^2}{1-ct}=\frac{s^2}{1+cs}$, and the exponent is $\frac{2L+csL}{1+cs}-\frac L{1+cs}=L$. By
# Ville’s inequality, the process ever reaches $e^L$ with probability at most $e^{-L}$. The second event is
# treated in the same way with $c=0$ and $t=s$.
# :::
#
# Theorem 3 of the paper has $\sqrt{2VL}+4L$ on both sides for $M=1$. Its 4 is twice the scale $c=\frac1p=2$
# of the paper’s Lemma 12, and the factor 2 comes from inverting the inequality of Lemma 11, which does not
# use the best $t$. We return to the hundred epochs. If the weight is 1, their total has variance 200, and the
# radii are:

# %%
from clickbandits.mnl import concentration as theory

for confidence in (20, 1000):
    below, above = theory.lower_radius(200, confidence), theory.upper_radius(200, confidence)
    printed = theory.printed_radius(200, confidence)
    print(f"chance 1/{confidence}: {below:.1f} below, {above:.1f} above; printed {printed:.1f}")

# %% [markdown]
# Judged by this radius, a total of 85, which is 15 below the mean, is no evidence against a weight of 1. Even
# for a bound of 1 in 20 on the chance, the total would have to be 65 or less. The number $v$ has to be fixed
# in advance. If lists depend on clicks, $V_n$ is random, and a radius with $V_n$ in place of $v$ costs
# another factor, which {doc}`the next chapter <concentration>` determines.
#
# ## Epoch-UCB with this radius
#
# Does the shorter radius save clicks? Epoch-UCB ranks the items by an upper bound on each attraction $\alpha$.
# An attraction exceeds its bound only if the item had too few clicks, so only the tail below the mean matters,
# and there the radius has no linear term.
#
# Suppose that an item has received $s$ clicks in epochs whose biases add up to $\Lambda$ and whose squared biases
# add up to $\Lambda_2$. If its attraction is $\alpha$, the mean of $s$ is $\alpha\Lambda$, and its variance is
# $V(\alpha)=\alpha\Lambda+\alpha^2\Lambda_2$, a known function of $\alpha$. We call $\alpha$ *plausible* if $s$
# falls short of this mean by at most the radius $\sqrt{2V(\alpha)L}$. Our index is the largest plausible
# attraction, which solves a quadratic equation. If even $\alpha=1$ is plausible, nothing can be ruled out. The radius
# then has $V(1)$, the index is at least 1, and the item comes before all others.
#
# (mnl:variance-radius)=
# :::{prf:proposition} An index from the exact variance
# :nonumber:
# Let biases and attractions be at most 1, $L>0$ and $\Lambda>0$. If $\Lambda-s>\sqrt{2V(1)L}$, let $U$ be the largest
# $\alpha\le1$ with $\alpha\Lambda-s\le\sqrt{2V(\alpha)L}$; otherwise let
# $U=\frac1\Lambda\big(s+\sqrt{2V(1)L}\big)\ge1$. For lists that are fixed in advance, $\alpha>U$ with
# probability at most $e^{-L}$. For lists that depend on the clicks and $L=\log(Jl^2/2)$, with $J$ items
# and after $l\ge3$ epochs, $\alpha>U$ with probability at most $\frac2{Jl}$.
# :::
#
# :::{claim} mnl:variance-radius
# :::
#
# :::{admonition} Proof
# :class: dropdown
# If $\alpha>U$, then $U<1$ and $\alpha\Lambda-s>\sqrt{2V(\alpha)L}$, by the definition of $U$. The first part
# therefore follows from the lower tail above. For the second part, the
# {ref}`theorem on predictable parameters <mnl:sharp-radius-adaptive>` bounds the probability by
# $\frac{2e}{Jl^2}\big\lceil\frac14\sqrt L\log\frac lL\big\rceil_+$. As $\sqrt u\log\frac1u\le\frac2e$ for
# $u>0$, the number in brackets is at most $1+\frac{\sqrt l}{2e}$, and $e+\frac12\sqrt l\le l$ for $l\ge4$.
# For $l=3$ it is at most 1, and $e\le3$.
# :::
#
# The price of choosing lists by the clicks is the last probability, which is larger than $e^{-L}$ but still falls
# with $l$. The paper’s Algorithm 2 replaces $V(\alpha)$ by $2\Lambda$ or by an estimate of $2\alpha\Lambda$, and adds
# $4L$. Our {ref}`Epoch-UCB-sharp <mnl:sharp-radius-pays>` drops the linear term but keeps $2\Lambda$ and
# $2\alpha\Lambda$. *Epoch-UCB-variance*, which is also our own, has the index $U$. Its gain is larger if attractions
# and biases are small, because $V(\alpha)$ is then close to $\alpha\Lambda$. The code compares the three radii for
# one item.

# %%
estimate, exposure, squares = 0.2, 100, 50  # 200 epochs at a position of bias 1/2
confidence = theory.lemma_4_confidence(6, 1000)
variance = theory.variance_click_radius(estimate, exposure, squares, confidence)
print(f"printed {theory.lemma_4_click_radius(estimate, exposure, confidence):.2f},", end=" ")
print(f"sharp {theory.sharp_click_radius(estimate, exposure, confidence):.2f},", end=" ")
print(f"variance {variance:.2f}")

# %% [markdown]
# (mnl:variance-radius-pays)=
# The figure compares the three policies, which differ only in their radius. On all three problems of the
# paper the policy with the exact variance loses the fewest clicks.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Bars of the final regret of three variants of Epoch-UCB on three problems, with short error bars. On each problem the published radius has the highest bar, the sharp one a lower bar, and the exact variance the lowest, two fifths as high as the published one on (a) and (b) and just over half as high on (c)."}, "figure": {"caption": "Clicks lost by Epoch-UCB with the published radius and with two radii of our own, on the three problems of the paper at its horizons. Means over 100 runs on (a) and (b) and 140 on (c), with two standard errors.", "name": "mnl:radii"}}
regrets = sub_gamma.games(profile)
publish(figures.radii(regrets), "mnl:radii", **sub_gamma.records(regrets))

# %% tags=["remove-cell"]
assert profile == "quick" or figures.radii_as_described(published("mnl:radii"))

# %% [markdown]
# {download}`data <radii.csv>` · {download}`how it was made <radii.json>`
#
# ## Back to the paper: Lemma 12
#
# The paper does not bound the tail through $K$ but through central moments. With the bound of step 2 this way is
# short, too, because no signs alternate in powers of the mean.
#
# (mnl:equation-20)=
# The combinatorial link is the following. Central moments are sums of products of cumulants, because expanding the
# exponential of $\sum_{i\ge2}\kappa_i\frac{t^i}{i!}$ collects, for each way of splitting $n$ things into
# blocks of at least two, the product of the cumulants of the block sizes, and so
#
# $$\mu_n=E(Y-\mu)^n=\sum_{\text{partitions}}\ \prod_{\text{blocks }B}\kappa_{|B|}. \tag{19, 20}$$
#
# Now insert the bound on the cumulants. Let $!n$ be the number of {ref}`derangements <mnl:derangements>`, the
# permutations of $n$ things that leave none in its place.
#
# (mnl:moment-bound)=
# :::{prf:theorem} The bound on the central moments
# :nonumber:
# For $n\ge2$, $\mu_n\preceq\;!n\,\mu(1+\mu)\big(\mu+\frac12\big)^{n-2}$, with equality for $n=2$ and
# $n=3$.
# :::
#
# :::{claim} mnl:moment-bound
# :::
#
# :::{admonition} Proof
# :class: dropdown
# A partition into $r$ blocks contributes at most $\prod_B(|B|-1)!\cdot\sigma^{2r}x^{n-2r}$ with
# $x=\mu+\frac12$, and $\sigma^{2r}x^{n-2r}\preceq\sigma^2x^{n-2}$ because $\sigma^2\preceq x^2$. There are
# $(|B|-1)!$ ways to arrange a block in a cycle, so these products add up to the number of permutations
# without cycles of length one, which is $!n$.
# :::
#
# (mnl:lemma-12)=
# :::{prf:lemma} Central moments, the paper’s Lemma 12
# :nonumber:
# For every $n\ge1$ and $p\in(0,1]$, $\mu_n\le\;!n\,\dfrac{1-p}{p^n}$.
# :::
#
# :::{claim} mnl:lemma-12
# :::
#
# :::{prf:proof}
# In terms of the mean, the right-hand side is $!n\,\mu(1+\mu)^{n-1}$, and $\mu+\frac12\le1+\mu$. For $n=1$
# both sides are 0.
# :::
#
# The paper’s lemma has $1+\mu=\frac1p$, although $\mu+\frac12$ is enough. At $\mu=1$ the tenth central moment
# is {glue:text}`moment_10:,d`; our bound is {glue:text}`sharper_10:,.0f`, and that of Lemma 12 is
# {glue:text}`printed_10:,d`. The paper derives {ref}`Bernstein’s condition <mnl:equation-18>` from its lemma,
# with $c=\frac1p$.
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Two positions have weight 1. How often do *both* get three clicks or more in an epoch? How often would they
# do so if they were independent?
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
twins = draw_epochs([1, 1])
both = np.mean((twins >= 3).all(axis=1))
print(f"together {both:.4f}, if independent {(1 / 8) ** 2:.4f}")
assert 3 < both * 64 < 3.6

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# Each position by itself has three or more clicks with probability $\frac18$. If the positions were
# independent, both would have them once in 64 epochs. In fact this happens about three times as often. (The
# code draws 200,000 epochs with `draw_epochs([1, 1])`.)
# :::
#
# :::{admonition} Exercise 2, with a pencil
# Four things can be split into one block of four or, in three ways, into two blocks of two. Find the
# fourth central moment as a polynomial in $\mu$. At $\mu=1$, compare it with the two bounds.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
from clickbandits.geometric import central_moment, central_moment_bound

mean = Fraction(1)  # p = 1/2
fourth = mean + 10 * mean**2 + 18 * mean**3 + 9 * mean**4
print(fourth, 9 * 2 * 1.5**2, central_moment_bound(4, half))
assert fourth == central_moment(4, half) == cumulant(4, half) + 3 * cumulant(2, half) ** 2 == 38

# %% tags=["remove-cell"]
from clickbandits.geometric import derangements

tenth = central_moment(10, half)
glue("moment_10", int(tenth))
glue("sharper_10", float(derangements(10) * 2 * Fraction(3, 2) ** 8))
glue("printed_10", int(central_moment_bound(10, half)))
# What the words above rely on:
assert tenth < derangements(10) * 2 * 1.5**8 < central_moment_bound(10, half)
assert share.iloc[:2].tolist() == [1, 1] and (np.diff(cumulants["scale"][1:]) < 0).all()

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# $\kappa_4=\mu+7\mu^2+12\mu^3+6\mu^4$ by the recurrence, and $3\kappa_2^2=3\mu^2+6\mu^3+3\mu^4$. So
# $\mu_4=\mu+10\mu^2+18\mu^3+9\mu^4$, which is 38 at $\mu=1$. Our bound is $9\cdot2\cdot(\frac32)^2=40.5$,
# and that of Lemma 12 is $9\cdot2^3=72$.
# :::
#
# ## What to remember
#
# The clicks on a position in an epoch are geometric, with the position’s own weight as their mean. Their
# cumulants follow from one differential equation, $m'=m(1+m)$, and are at most
# $(n-1)!\,\sigma^2(\mu+\frac12)^{n-2}$. Cumulants control tails. A sum exceeds its mean by $\sqrt{2VL}+c^*L$
# with probability at most $e^{-L}$, and falls short of it by $\sqrt{2VL}$ with probability at most $e^{-L}$.
# Epoch-UCB with the exact variance in this radius loses far fewer clicks than with the published radius.
#
# Lemma 13, absolute moments, the published proof of Lemma 12 and the dependence of the positions are on the
# page {doc}`Clicks of an epoch in detail <geometric_moments_detail>`.
#
# ## Notes
#
# Geometric distributions are a natural exponential family whose variance is a quadratic function of the mean,
# and the recurrence of the cumulants is a general property of such families {cite:p}`morris1982`. Bounds of
# the form $|\kappa_n|\le n!^{1+\gamma}/\Delta^{n-2}$ are the starting point of the method of cumulants, which
# {cite:t}`doering2022` survey. Tails of sums of geometric variables are studied by {cite:t}`janson2018` and
# {cite:t}`jin2019`, and {cite:t}`harremoes2016` compares tails of negative binomial and of gamma variables.
# We searched the web and preprints for a sub-gamma inequality of the geometric distribution with its exact
# scale $c^*(\mu)$, and for the scale $\mu+\frac12$ of its cumulants, and found neither. Since the proofs are
# short, the results may well be known.
