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
# A list is shown until a visitor clicks nothing. How many clicks does an item collect
# in this time, how far can the count stray from its mean, and do the positions of one list tell
# independent stories?
#
# The count on each position is geometric, and its mean is the weight of that position
# alone, whatever stands beside it. The upper bound of {cite:t}`grant2023` for known biases rests on
# this law. Its $n$-th central moment is at most $!n\,(1-p)/p^n$, where $1/p$ is one more than the mean
# and $!n$ is the number of permutations of $n$ things that leave nothing in its place. But the
# positions are *not* independent: an epoch that is long is long for all of them.
#
# You will be able to draw epochs, to say why a neighbour does not matter, and to bound every moment
# of a count: what the {doc}`next chapter <concentration>` turns into confidence bounds.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.mnl.geometric_moments import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "First panel, fourteen epochs as rows of one to six rounds, each round coloured by what was clicked; every row ends with a round without a click. Second panel, the shares of epochs with 0, 1, 2, ... clicks at the top, as bars, which fall by the same factor from each to the next and agree with the points of the geometric law."}, "figure": {"caption": "Epochs of a list with weights 0.9 and 0.45. First panel: fourteen of them, round by round. Second panel: the clicks at the top in 20,000 simulated epochs (bars) and the geometric law (points); the simulation's standard errors are smaller than the points.", "name": "mnl:epochs"}}
publish(
    figures.epochs(figures.epoch_rounds((0.9, 0.45), 20_000, 1)),
    "mnl:epochs",
    weights=(0.9, 0.45),
    seed=1,
)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.epochs_as_described(published("mnl:epochs"))

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
# {term}`bias <examination>`, the prominence of the position. An {term}`epoch` ends with the first visitor who clicks nothing.
#
# In a single round the top is clicked with probability $0.9/2.35$, about 0.38. **Predict.** How many
# clicks does it get in a whole epoch, on average?

# %%
from fractions import Fraction

import numpy as np
import pandas as pd

from clickbandits.geometric import central_moment, central_moment_bound, derangements


def draw_epochs(weights, number=200_000, seed=1):
    rng, total = np.random.default_rng(seed), np.sum(weights)
    rounds = rng.geometric(1 / (1 + total), number)
    return rng.multinomial(rounds - 1, np.array(weights) / total)


clicks = draw_epochs([0.9, 0.45])
print("mean clicks:", clicks.mean(axis=0).round(3))

# %% [markdown]
# The mean is the weight itself: 0.9 at the top, 0.45 at the bottom.
#
# **Predict.** Now the bottom shows an item that hardly anyone likes, with weight 0.05. The top need not share
# its visitors any more. What happens to its number of clicks?

# %%
other = draw_epochs([0.9, 0.05])
table = pd.DataFrame({"clicks at the top": range(5)})
table["0.45 below it"] = [np.mean(clicks[:, 0] == n) for n in range(5)]
table["0.05 below it"] = [np.mean(other[:, 0] == n) for n in range(5)]
table["geometric law"] = [10 / 19 * (9 / 19) ** n for n in range(5)]
table.set_index("clicks at the top").round(3)

# %% [markdown]
# Nothing. In each round the top is clicked more often, but there are fewer rounds, and the two cancel
# exactly. The last column is the geometric law with parameter $p=1/(1+\gamma_1)=\frac{10}{19}$: each further
# click has the chance $1-p=\frac9{19}$. Why? Look only at the visitors who click the top or nothing. They come in the
# proportion $\gamma_1$ to 1, whatever the others do.
#
# **Predict once more.** Both positions have the weight 1. Are their counts correlated, and which way?

# %%
twins = draw_epochs([1, 1])
print("covariance matrix:", np.cov(twins.T).round(2).tolist())
print("correlation:", np.corrcoef(twins.T)[0, 1].round(2))

# %% [markdown]
# They are, upwards: the correlation is one half. Within a round a click on one position excludes the
# other. Over an epoch the length decides, and both positions share it.
#
# The deviations from the mean are not symmetric, either. For $p=\frac12$, where the mean is 1, here are the
# central moments $\mu_n=E(Y-EY)^n$ and what will bound them.

# %%
half, orders = Fraction(1, 2), range(2, 7)
moments = pd.DataFrame({"order n": orders})
moments["central moment"] = [int(central_moment(n, half)) for n in orders]
moments["derangements !n"] = [derangements(n) for n in orders]
moments["bound"] = [int(central_moment_bound(n, half)) for n in orders]
moments.set_index("order n")

# %% tags=["remove-cell"]
from clickbandits.geometric import (
    absolute_central_moment,
    central_moment_coefficients,
    cumulant_coefficients,
)

glue("cumulant_4", str(cumulant_coefficients(4)))
glue("moment_4", str(central_moment_coefficients(4)))
glue("derangements_10", derangements(10))
glue("moment_10_half", str(central_moment(10, half)))
glue("bound_10_half", str(central_moment_bound(10, half)))
glue("absolute_3_half", str(absolute_central_moment(3, half)))
glue("third_half", str(central_moment(3, half)))
glue("limit_3", absolute_central_moment(3, 1e-3) * 1e-9 / (1 - 1e-3) / 3)
# What the words above rely on:
assert np.allclose(clicks.mean(axis=0), (0.9, 0.45), atol=0.01)
assert np.allclose(table.iloc[:, 1:].sub(table["geometric law"], axis=0), 0, atol=0.005)
assert abs(np.corrcoef(twins.T)[0, 1] - 0.5) < 0.01
assert (moments["central moment"] <= moments["bound"]).all()

# %% [markdown]
# The bound is $!n\,(1-p)/p^n$. It is exact for $n=2$ and, at this $p$, grows away from the moments after that. It is what the rest of the
# chapter proves, from the counts up.
#
# ## The counts of an epoch
#
# An epoch shows one list $a^l$ again and again until a round without a click. Write
# $\gamma_k=\lambda_k\alpha^l_k$ for the weight of position $k$, the product of its bias and of the
# attraction of the item there. A round clicks position $k$ with probability
# $\gamma_k/(1+\sum_v\gamma_v)$ and ends the epoch with probability $p_0=1/(1+\sum_v\gamma_v)$.
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
# :::{prf:proof}
# Let $R$ be the weight of all other positions and $G(z)=E\,z^{n^l_k}$. The first round ends the
# epoch, or is clicked here (a factor $z$), or elsewhere, and then all begins anew:
# $G=p_0+p_0(\gamma_kz+R)G$. Since $p_0(1+\gamma_k+R)=1$, solving gives
# $G(z)=\frac1{1-\gamma_k(z-1)}$, in which $R$ has disappeared. That is the generating function of
# the geometric law with parameter $\frac1{1+\gamma_k}$.
# :::
#
# (mnl:epoch-length)=
# **By the length.** Another way goes through the total
# $n^l=|\mathcal E_l|-1$. It is geometric with parameter $p_0$, because every round is the last one
# with probability $p_0$; given the total, each click falls on position $k$ with probability
# $p_k=\gamma_k/\sum_v\gamma_v$, independently, so that $n^l_k$ is binomial. Mixing the binomial law over the
# total gives the lemma again.
#
# :::{claim} mnl:epoch-length
# :::
#
# ## The positions are not independent
#
# (mnl:slots-independent)=
# Each count is geometric. But all positions share the same rounds.
#
# :::{claim} mnl:slots-independent
# :::
#
# :::{prf:proposition} The joint law
# :nonumber:
# $(n^l_1,\dots,n^l_K)$ is negative multinomial,
#
# $$
# P(n)=\frac{(\sum_kn_k)!}{\prod_kn_k!}\,\prod_k\gamma_k^{n_k}\,
# \Big(1+\sum_k\gamma_k\Big)^{-1-\sum_kn_k},
# $$
#
# and $\mathrm{Cov}(n_k,n_v)=\gamma_k\gamma_v$ for $k\ne v$. Equivalently: let $G$ be exponential
# with mean 1 and, given $G$, let the $n_k$ be independent and Poisson with means $\gamma_kG$.
# :::
#
# :::{prf:proof}
# A sequence of rounds with counts $n$ has the probability $\prod_k(p_0\gamma_k)^{n_k}\,p_0$, and
# there are $(\sum n_k)!/\prod n_k!$ orders. The first-round argument of Lemma 1 with one mark a
# position gives the generating function $1/(1-\sum_k\gamma_k(z_k-1))$; its mixed derivative at 1
# is $2\gamma_k\gamma_v$, from which the product of the means is taken. And
# $\int_0^\infty e^{-g}e^{g\sum_k\gamma_k(z_k-1)}\,dg$ is the same function: think of the end of the
# epoch as the first ring of a clock and of the clicks as the rings of other clocks before it.
# :::
#
# The variance of the total is therefore $S(1+S)$ with $S=\sum_k\gamma_k$, where independence would
# give $\sum_k\gamma_k(1+\gamma_k)$: for $K$ positions of weight 1, $K(K+1)$ against $2K$. How far
# apart the two laws are is seen in the figure.

# %% tags=["remove-input"] mystnb={"image": {"alt": "A map of the counts on two positions. On the diagonal the joint probability exceeds the product of the margins, from 1.33 times at (0, 0) to 15.7 times at (7, 7); off the diagonal it is smaller, down to 0.08 times at (0, 7)."}, "figure": {"caption": "The joint probability of the clicks on two positions of weight 1, divided by the product of their margins. Independence would be 1 everywhere. Exact values.", "name": "mnl:joint-law"}}
law = figures.joint_law(figures.joint_counts(1.0, 7))
publish(law, "mnl:joint-law", phone=False, weights=(1.0, 1.0))

# %% tags=["remove-cell"]
assert figures.joint_law_as_described(published("mnl:joint-law"))

# %% [markdown]
# {download}`data <joint-law.csv>` · {download}`how it was made <joint-law.json>`
#
# (mnl:adaptive-counts-dependent)=
# **Across epochs**, for one item, the paper is careful: its counts have different means where
# it stands in positions of different biases, and they are not independent where the position depends on
# what was seen before. The smallest example shows both. This is why a *martingale* inequality is
# wanted, and the next chapter says what becomes of it.
#
# :::{claim} mnl:adaptive-counts-dependent
# :::
#
# ## Cumulants
#
# From here on $Y$ is geometric with parameter $p$, $W=Y-\mu$ its deviation from the mean
# $\mu=\frac{1-p}p$. Its variance is $\sigma^2=\frac{1-p}{p^2}=\mu(1+\mu)$.
#
# (mnl:equation-24)=
# **One cumulant gives the next.** The geometric laws are an exponential family: tilting by $e^{\theta y}$ turns
# $1-p$ into $(1-p)e^\theta$. So the derivative of a cumulant along the tilt is the next cumulant,
# and at $\theta=0$ moving along the tilt is moving $p$ at the speed $p-1$:
#
# $$\kappa_{n+1}=(p-1)\frac{d\kappa_n}{dp}. \tag{24}$$
#
# :::{claim} mnl:equation-24
# :::
#
# In the mean the same reads
#
# $$
# \kappa_{n+1}=\mu(1+\mu)\,\frac{d\kappa_n}{d\mu},\qquad\kappa_1=\mu,
# $$
#
# so that each cumulant is a polynomial in $\mu$ with non-negative integer coefficients. Those of
# $\kappa_4$ are {glue:text}`cumulant_4:s`, the constant first.
#
# (mnl:lemma-13)=
# :::{prf:lemma} Cumulants in powers of 1/p, after the paper’s Lemma 13, corrected
# :nonumber:
# For $n\ge2$, $\kappa_n=\sum_{i=1}^n(-1)^{n-i}h_{n,i}\,p^{-i}$ with $h_{n,i}=(i-1)!\,S(n,i)$, where
# $S(n,i)$ is the number of partitions of $n$ things into $i$ blocks. These are positive integers
# that obey the printed recursions for $n\ge3$. At $n=1$, $\kappa_1=p^{-1}-1$, and $h_{1,1}=1$
# contradicts $h_{n,n}=(n-1)h_{n-1,n-1}$.
# :::
#
# :::{claim} mnl:lemma-13
# :::
#
# :::{prf:proof}
# $(p-1)\frac d{dp}p^{-i}=i\,p^{-i-1}-i\,p^{-i}$. Comparing coefficients in this recursion,
# $h_{n+1,i}=i\,h_{n,i}+(i-1)\,h_{n,i-1}$, the printed recursion; $\kappa_2=p^{-2}-p^{-1}$ starts
# it. Divided by $(i-1)!$ it is the recursion of the Stirling numbers. (The closed form is ours here, and classical.)
# :::
#
# ## From cumulants to central moments
#
# (mnl:equation-20)=
# **Central moments from cumulants.** The logarithm of $E e^{\theta W}$ is
# $\sum_{i\ge2}\kappa_i\theta^i/i!$. Expanding the exponential of that series collects, for each
# way of splitting $n$ things into blocks of at least two, the product of the cumulants of the
# block sizes:
#
# $$
# \mu_n=\sum_{m}B_{n,m}(0,\kappa_2,\kappa_3,\dots),\qquad
# B_{n,m}(x_1,x_2,\dots)=\sum_{\sum j_i=m,\ \sum ij_i=n}\frac{n!}{j_1!\,j_2!\cdots}
# \prod_i\Big(\frac{x_i}{i!}\Big)^{j_i}. \tag{19, 20}
# $$
#
# :::{claim} mnl:equation-20
# :::
#
# (mnl:no-closed-form)=
# **A shorter way, and a finite sum.** Differentiating $E(Y-\mu)^n$ along the tilt gives at once, as for every
# natural exponential family {cite:p}`morris1982`,
#
# $$
# \mu_{n+1}=\mu(1+\mu)\big(\mu_n'+n\,\mu_{n-1}\big),
# $$
#
# where the prime is the derivative in $\mu$ and the last term comes from the mean moving, too. So
# central moments are polynomials in $\mu$ with non-negative integer coefficients; those of $\mu_4$
# are {glue:text}`moment_4:s`. A closed form without sums the paper does not know, nor do we; a finite sum there is,
# by expanding $(Y-\mu)^n$ and $E\,Y^i=\sum_jS(i,j)\,j!\,\mu^j$.
#
# :::{claim} mnl:no-closed-form
# :::
#
# (mnl:derangements)=
# **Derangements.** $!m$ counts the permutations of $m$ things that leave none in its place. The
# thing 1 goes to one of $m-1$ places $j$; if thing $j$ goes to place 1, the other $m-2$ are
# deranged, otherwise treat place 1 as if it were $j$'s own: $!m=(m-1)(!(m-1)+!(m-2))$. The first
# values are 1, 0, 1, 2, 9, 44; $!10=$ {glue:text}`derangements_10`.
#
# :::{claim} mnl:derangements
# :::
#
# (mnl:nearest-integer)=
# **Close to $k!/e$.** The recursion implies $!k=k\,!(k-1)+(-1)^k$, so that $!k/k!$ are the
# partial sums of $\frac1e=\sum_i\frac{(-1)^i}{i!}$. The terms alternate and decrease, so that $k!/e$ is
# less than $\frac1{k+1}$ away from $!k$: this is the nearest integer for every $k\ge1$.
#
# :::{claim} mnl:nearest-integer
# :::
#
# ## The bound
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
# We prove more: as polynomials in $\mu$, with $\preceq$ for “no coefficient larger”,
# $\mu_n\preceq\;!n\,\mu(1+\mu)^{n-1}$.
#
# **Why?** One step of the recursion turns $!n$ into at most $!(n+1)$, because derangements obey the same kind of
# recursion. Written in the mean, all coefficients are non-negative, and nothing can cancel.
#
# :::{admonition} Proof
# :class: dropdown
# In the mean, $\frac{1-p}{p^n}=\mu(1+\mu)^{n-1}$. The claim holds for $\mu_1=0$ and
# $\mu_2=\mu(1+\mu)$. Suppose it holds up to $n\ge2$. Derivatives and products with non-negative
# coefficients keep $\preceq$, so that the recursion gives
#
# $$
# \begin{aligned}
# \mu_{n+1}&\preceq\mu(1+\mu)\Big[\big(!n\,\mu(1+\mu)^{n-1}\big)'
# +n\;!(n-1)\,\mu(1+\mu)^{n-2}\Big]\\
# &=\mu(1+\mu)^{n-1}\big[!n+n\big(!n+!(n-1)\big)\mu\big]
# =\mu(1+\mu)^{n-1}\big[!n+!(n+1)\,\mu\big].
# \end{aligned}
# $$
#
# Since $!n\le!(n+1)$, the bracket is at most $!(n+1)(1+\mu)$.
# :::
#
# For $n\le60$ the integers of both sides are compared one by one, too. At $p=\frac12$ the tenth
# moment is {glue:text}`moment_10_half:s`, and the bound {glue:text}`bound_10_half:s`: the bound is
# sharp where $p\to0$ (the leading coefficients agree) and generous where $p$ is large.

# %% tags=["remove-input"] mystnb={"image": {"alt": "First panel: the central moment divided by its bound, over p. For n = 2 it is 1 everywhere; for larger n it falls from 1 at p = 0, ever faster: to one half at p = 1 for n = 3, to nearly 0 beyond p = 0.1 for n = 60. Second panel: the same over n for six values of p, falling to 0.56 at n = 60 for p = 0.02 and below 0.1 by n = 10 for p of 0.5 and more."}, "figure": {"caption": "How much of the bound of Lemma 12 the central moments use, over p (first panel) and over the order n (second panel). Exact values.", "name": "mnl:moments"}}
publish(
    figures.moments(
        figures.shares((2, 3, 4, 6, 10, 20, 60), np.linspace(0.005, 0.995, 199)),
        figures.shares(range(2, 61), (0.02, 0.1, 0.3, 0.5, 0.7, 0.9)),
    ),
    "mnl:moments",
    largest_order=60,
)

# %% tags=["remove-cell"]
assert figures.moments_as_described(published("mnl:moments"))

# %% [markdown]
# {download}`data <moments.csv>` · {download}`how it was made <moments.json>`
#
# (mnl:equation-21)=
# **Moments and factorials.** By the alternating series $!k/k!\le\frac12$ for $k\ge2$, with equality at $k=2$
# only. Hence
#
# $$E(W^k)\le\frac{k!}2\,\frac{1-p}{p^2}\,\frac1{p^{k-2}}. \tag{21}$$
#
# :::{claim} mnl:equation-21
# :::
#
# ## Absolute moments
#
# (mnl:equation-18)=
# A confidence bound for sums needs more: *Bernstein's condition*, with absolute moments,
#
# $$E|W|^k\le\frac{k!}2\,\sigma^2c^{k-2}\quad\text{for }k>2. \tag{18}$$
#
# :::{claim} mnl:equation-18
# :::
#
# The paper asks for it, and checks $E\,W^k$. For even $k$ that is the same. For odd $k$ it is not: at $p=\frac12$ the third moment is
# {glue:text}`third_half:s`, the third absolute moment {glue:text}`absolute_3_half:s`.
#
# :::{prf:proposition} Absolute moments satisfy Bernstein's condition
# :nonumber:
# For every $p\in(0,1)$ and $k\ge2$, $E|W|^k\le\frac{k!}2\,\sigma^2c^{k-2}$ with
# $\sigma^2=\frac{1-p}{p^2}$ and $c=\frac1p$.
# :::
#
# :::{prf:proof}
# For odd $k$, $E|W|^k=\mu_k+2E(W^-)^k$, where $W^-=\max(-W,0)\le\mu$. The parts of $W$ above and
# below 0 have the same mean, $\frac12E|W|\le\frac12\sigma$, so that
# $2E(W^-)^k\le2\mu^{k-1}E\,W^-\le\mu^{k-1}\sigma$. Multiplied by $p^k$ this is
# $(1-p)^{k-1/2}\le1-p$. With Lemma 12, $p^kE|W|^k\le(1-p)(!k+1)$, and $!k+1\le\frac{k!}2$ for odd
# $k\ge3$: with equality at $k=3$, and by $!k\le\frac38k!$ from $k=5$ on.
# :::
#
# (mnl:equation-18-constant)=
# **How much room.** For even $k$ the ratio of the two sides is largest in the limit $p\to0$, by
# Lemma 12. For odd $k$ from 3 to 15 it is, too (for larger ones we have no proof), and there
# $pW$ becomes an exponential variable minus 1: the best constant in place of $\frac{k!}2$ is $!k+2\int_0^1(1-x)^ke^{-x}dx$. For $k=3$ that uses
# {glue:text}`limit_3:.3f` of what is allowed (the value at $p=0.001$); as $k$ grows, the share tends to
# $2/e$. The proof is by interval arithmetic, numbers with a proved range of error, for all $p$ at once. Below the mean,
#
# $$
# p^kE(W^-)^k=\sum_{y<\mu}\big(1-p(y+1)\big)^k\,p(1-p)^y
# \le e^p\sum_{y<\mu}\big(1-p(y+1)\big)^ke^{-p(y+1)}\,p\le e^p\int_0^1(1-x)^ke^{-x}dx,
# $$
#
# because the last sum is a Riemann sum from the right of a decreasing function. So for small
# $p$ the ratio is below a function that is proved to decrease from the limit; for the other
# $p$ the ratio itself is enclosed, on intervals that are halved until the enclosure is below the
# limit.
#
# :::{claim} mnl:equation-18-constant
# :::

# %% tags=["remove-input"] mystnb={"image": {"alt": "The absolute moment of order k divided by its bound in Bernstein's condition, over p. For k = 2 it is 1. For k = 3 it falls from 0.80 at p = 0 to 0.33 at p = 1; for k from 4 to 7 it falls from about 0.74 to nearly 0. The line 2/e is the limit of the values at p = 0."}, "figure": {"caption": "How much of the Bernstein condition the absolute moments use. All curves are largest at p → 0; for odd k this is proved for every p. Exact values.", "name": "mnl:bernstein"}}
publish(
    figures.bernstein(figures.bernstein_shares(range(2, 8), np.linspace(0.01, 0.99, 99))),
    "mnl:bernstein",
    orders=(2, 7),
)

# %% tags=["remove-cell"]
assert figures.bernstein_as_described(published("mnl:bernstein"))

# %% [markdown]
# {download}`data <bernstein.csv>` · {download}`how it was made <bernstein.json>`
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Two positions have weight 1. How often do *both* get three clicks or more in an epoch? How often would
# they, if they were independent?
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
both = np.mean((twins >= 3).all(axis=1))
print(f"together {both:.4f}, if independent {(1 / 8) ** 2:.4f}")
assert 3 < both * 64 < 3.6

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# Each alone has three or more with probability $\frac18$. Independent positions would have them together
# once in 64 epochs; it happens about three times as often. A long epoch is long for both.
# :::
#
# :::{admonition} Exercise 2, with a pencil
# Show that the variance of all clicks of an epoch is $S(1+S)$, $S$ the sum of the weights, in two ways: from
# the law of the total, and from the covariances $\gamma_k\gamma_v$.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The total is geometric with mean $S$, and a geometric count with mean $\mu$ has variance $\mu(1+\mu)$. From the parts:
# $\sum_k\gamma_k(1+\gamma_k)+\sum_{k\ne v}\gamma_k\gamma_v=S+(\sum_k\gamma_k)^2=S+S^2$.
# :::
#
# :::{admonition} Exercise 3, with a pencil
# From $\mu_{n+1}=\mu(1+\mu)(\mu_n'+n\mu_{n-1})$, $\mu_1=0$ and $\mu_2=\mu(1+\mu)$, find the fourth central moment. What is
# it for $p=\frac12$, and what does the bound allow?
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
mean = Fraction(1)  # p = 1/2
fourth = mean + 10 * mean**2 + 18 * mean**3 + 9 * mean**4
print(fourth, central_moment(4, half), central_moment_bound(4, half))
assert fourth == central_moment(4, half) == 38

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# $\mu_3=\mu(1+\mu)(1+2\mu)=\mu+3\mu^2+2\mu^3$, whose derivative is $1+6\mu+6\mu^2$. With $3\mu_2=3\mu+3\mu^2$ the
# bracket is $1+9\mu+9\mu^2$, and $\mu_4=\mu+10\mu^2+18\mu^3+9\mu^4$. The leading coefficient is $!4=9$. At $\mu=1$ it is
# 38; the bound is $9\cdot8=72$.
# :::
#
# ## What to remember
#
# The clicks on a position in an epoch are geometric, with the position's own weight as their mean; what
# stands beside it changes the rounds, not the count. The positions of one list share their rounds, so
# that their counts are positively correlated. Every central moment of a geometric count is at most a
# number of derangements times $(1-p)/p^n$, because one step of its recursion turns $!n$ into at most $!(n+1)$.
#
# What the paper prints otherwise, and its own way to the bound with the step that fails, is told in
# {doc}`Clicks of an epoch in detail <geometric_moments_detail>`.
