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
# # Clicks of an epoch in detail
#
# This page supplements {doc}`Clicks of an epoch <geometric_moments>` with details that you can skip: the
# dependence between positions, the cumulants in powers of $1/p$, absolute moments, and the published proof of
# Lemma 12. The symbols are those of the chapter; $W=Y-\mu$ is the deviation of a geometric
# count from its mean.
#
# :::{our-copy}
# :::

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from clickbandits.geometric import (
    absolute_central_moment,
    central_moment,
    central_moment_coefficients,
)
from clickbandits.geometric import derangements as number_of_derangements
from compendium.captions import published
from compendium.figures import publish
from compendium.mnl.geometric_moments import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
glue("derangements_10", number_of_derangements(10))
glue("moment_4", str(central_moment_coefficients(4)))
glue("third_half", str(central_moment(3, 0.5)))
glue("absolute_3_half", str(absolute_central_moment(3, 0.5)))
glue("limit_3", absolute_central_moment(3, 0.001) * 0.001**3 / 0.999 / 3)

# %% [markdown]
# ## The counts of one epoch
#
# (mnl:epoch-length)=
# **The length of an epoch.** The paper proves Lemma 1 through the total number of clicks
# $n^l=|\mathcal E_l|-1$. It is geometric with parameter $p_0$, because every round is the last one with
# probability $p_0$. Given the total, each click falls on position $k$ with probability
# $\gamma_k/\sum_v\gamma_v$, independently, so $n^l_k$ is binomial. Mixing the binomial distribution over the
# total gives the lemma again.
#
# (mnl:appendix-e1-mgf)=
# (mnl:appendix-e1-domain)=
# **The moment generating function.** One display of Appendix E.1 has $p_ke^\theta/\lambda_k$ in place of
# $p_ke^\theta$. With this factor the moment generating function would not be 1 at $\theta=0$. The final
# expression $1/(1-\gamma_k(e^\theta-1))$ is right, and so is its range. The series
# $\sum_x(1-p)^xe^{\theta x}$ converges exactly for $(1-p)e^\theta<1$, that is, for
# $\theta<\log\frac{1+\gamma_k}{\gamma_k}$.
#
# :::{claim-steps} mnl:lemma-1
# :::
#
# (mnl:negative-multinomial)=
# :::{prf:proposition} The joint distribution of one epoch
# :nonumber:
# $(n^l_1,\dots,n^l_K)$ is negative multinomial,
#
# $$
# P(n)=\frac{(\sum_kn_k)!}{\prod_kn_k!}\,\prod_k\gamma_k^{n_k}\,
# \Big(1+\sum_k\gamma_k\Big)^{-1-\sum_kn_k},
# $$
#
# and $\mathrm{Cov}(n_k,n_v)=\gamma_k\gamma_v$ for $k\ne v$. Equivalently, let $G$ be exponential
# with mean 1 and, given $G$, let the $n_k$ be independent Poisson variables with means $\gamma_kG$.
# :::
#
# :::{claim} mnl:negative-multinomial
# :::
#
# :::{prf:proof}
# A sequence of rounds with counts $n$ has the probability $\prod_k(p_0\gamma_k)^{n_k}\,p_0$, and there are
# $(\sum n_k)!/\prod n_k!$ orders. The first-round argument of Lemma 1 with one mark per position gives the
# generating function $1/(1-\sum_k\gamma_k(z_k-1))$. Its mixed derivative at 1 is $2\gamma_k\gamma_v$, from
# which the product of the means is subtracted. Finally, $\int_0^\infty e^{-g}e^{g\sum_k\gamma_k(z_k-1)}\,dg$
# is the same function. One can think of the end of the epoch as the first ring of a clock, and of the clicks
# as the rings of other clocks before it.
# :::
#
# (mnl:slots-independent)=
# **“Independent”.** Appendix E.1 ends with the words “each $n^l_k\mid a^l$ is an independent geometric random
# variable”. Given its list, an epoch is independent of all earlier epochs, so the sentence is true of the
# epochs. It is not true of the positions of one epoch, which share its rounds.
#
# The variance of the total is therefore $S(1+S)$ with $S=\sum_k\gamma_k$, whereas independence would
# give $\sum_k\gamma_k(1+\gamma_k)$. For $K$ positions of weight 1, these are $K(K+1)$ and $2K$.

# %% tags=["remove-input"] mystnb={"image": {"alt": "A map of the counts on two positions. On the diagonal the joint probability exceeds the product of the margins, from 1.33 times at (0, 0) to 15.7 times at (7, 7); off the diagonal it is smaller, down to 0.08 times at (0, 7)."}, "figure": {"caption": "The joint probability of the clicks on two positions of weight 1, divided by the product of their margins. Independence would be 1 everywhere. Exact values.", "name": "mnl:joint-law"}}
law = figures.joint_law(figures.joint_counts(1.0, 7))
publish(law, "mnl:joint-law", phone=False, weights=(1.0, 1.0))

# %% tags=["remove-cell"]
assert figures.joint_law_as_described(published("mnl:joint-law"))

# %% [markdown]
# {download}`data <joint-law.csv>` · {download}`how it was made <joint-law.json>`
#
# (mnl:adaptive-counts-dependent)=
# **Across epochs.** The counts of one item have different means if it is shown at positions of different biases,
# and they depend on each other if earlier clicks decide where it is shown. The paper points this out, and
# therefore uses an inequality for martingales.
#
# ## Cumulants in powers of 1/p
#
# (mnl:lemma-13)=
# :::{prf:lemma} Cumulants in powers of 1/p, the paper’s Lemma 13
# :nonumber:
# For $n\ge2$, $\kappa_n=\sum_{i=1}^n(-1)^{n-i}h_{n,i}\,p^{-i}$ with $h_{n,i}=(i-1)!\,S(n,i)$, where $S(n,i)$
# is the number of partitions of $n$ things into $i$ blocks. These are positive integers with $h_{n,1}=1$, and
# for $n\ge3$ they satisfy $h_{n,i}=i\,h_{n-1,i}+(i-1)\,h_{n-1,i-1}$, $1<i<n$, and
# $h_{n,n}=(n-1)\,h_{n-1,n-1}$.
# :::
#
# :::{claim} mnl:lemma-13
# :::
#
# :::{prf:proof}
# $(p-1)\frac d{dp}p^{-i}=i\,p^{-i-1}-i\,p^{-i}$. Comparing coefficients in (24) gives
# $h_{n+1,i}=i\,h_{n,i}+(i-1)\,h_{n,i-1}$, the published recursion, which starts from
# $\kappa_2=p^{-2}-p^{-1}$. Divided by $(i-1)!$, it is the recursion of the Stirling numbers. (The closed form
# is not in the paper; it is classical.)
# :::
#
# The range of $n$ is not legible in our copy. For $n=1$ the formula is false, because $\kappa_1=p^{-1}-1$ has
# a constant term.
#
# ## Central moments
#
# (mnl:no-closed-form)=
# **A recursion and a finite sum.** Differentiating $E(Y-\mu)^n$ as in (24) gives, as for every
# natural exponential family {cite:p}`morris1982`,
#
# $$
# \mu_{n+1}=\mu(1+\mu)\big(\mu_n'+n\,\mu_{n-1}\big),
# $$
#
# where the prime is the derivative in $\mu$, and the last term arises because the mean moves, too. So central
# moments are polynomials in $\mu$ with non-negative integer coefficients; those of $\mu_4$ are
# {glue:text}`moment_4:s`. Neither the paper nor we know a closed form without sums. Expanding $(Y-\mu)^n$ and
# $E\,Y^i=\sum_jS(i,j)\,j!\,\mu^j$ gives a finite sum.
#
# (mnl:derangements)=
# **Derangements.** $!m$ counts the permutations of $m$ things that leave none in its place. Thing 1 goes to
# one of $m-1$ places $j$. If thing $j$ goes to place 1, the other $m-2$ are deranged; otherwise treat place 1
# as if it were $j$'s own. This gives $!m=(m-1)(!(m-1)+!(m-2))$. The first values are 1, 0, 1, 2, 9, 44, and
# $!10=$ {glue:text}`derangements_10`.
#
# (mnl:nearest-integer)=
# **Close to $k!/e$.** The recursion implies $!k=k\,!(k-1)+(-1)^k$, so $!k/k!$ are the
# partial sums of $\frac1e=\sum_i\frac{(-1)^i}{i!}$. The terms alternate and decrease, so $k!/e$ is
# less than $\frac1{k+1}$ away from $!k$, which is the nearest integer for every $k\ge1$.
#
# :::{claim-steps} mnl:lemma-12
# :::
#
# (mnl:equation-21)=
# **Moments and factorials.** By the alternating series, $!k/k!\le\frac12$ for $k\ge2$, with equality at $k=2$
# only. Therefore
#
# $$E(W^k)\le\frac{k!}2\,\frac{1-p}{p^2}\,\frac1{p^{k-2}}. \tag{21}$$
#
# ## Absolute moments
#
# (mnl:equation-18)=
# The inequality that the paper uses for sums requires *Bernstein's condition*, with absolute moments,
#
# $$E|W|^k\le\frac{k!}2\,\sigma^2c^{k-2}\quad\text{for }k>2. \tag{18}$$
#
# The paper verifies it for $E\,W^k$. For even $k$ this is the same, but for odd $k$ it is not. At $p=\frac12$
# the third moment is {glue:text}`third_half:s`, and the third absolute moment is
# {glue:text}`absolute_3_half:s`. The condition is nevertheless true. (The sub-gamma inequality of the chapter
# needs no absolute moments.)
#
# :::{claim} mnl:equation-18
# :::
#
# :::{prf:proposition} Absolute moments satisfy Bernstein's condition
# :nonumber:
# For every $p\in(0,1)$ and $k\ge2$, $E|W|^k\le\frac{k!}2\,\sigma^2c^{k-2}$ with
# $\sigma^2=\frac{1-p}{p^2}$ and $c=\frac1p$.
# :::
#
# :::{prf:proof}
# For even $k$ this follows from (21). For odd $k$, $E|W|^k=\mu_k+2E(W^-)^k$, where $W^-=\max(-W,0)\le\mu$.
# The parts of $W$ above and below 0 have the same mean, $\frac12E|W|\le\frac12\sigma$, and so
# $2E(W^-)^k\le2\mu^{k-1}E\,W^-\le\mu^{k-1}\sigma$. Multiplied by $p^k$ this is $(1-p)^{k-1/2}\le1-p$. With
# Lemma 12, $p^kE|W|^k\le(1-p)(!k+1)$, and $!k+1\le\frac{k!}2$ for odd $k\ge3$, with equality at $k=3$, and by
# $!k\le\frac38k!$ from $k=5$ on.
# :::
#
# (mnl:equation-18-constant)=
# **How much room there is.** For even $k$ the ratio of the two sides is largest in the limit $p\to0$, by
# Lemma 12. The same is true for odd $k$ from 3 to 15 (for larger ones we have no proof). In this limit $pW$
# becomes an exponential variable minus 1, so the best constant in place of $\frac{k!}2$ is
# $!k+2\int_0^1(1-x)^ke^{-x}dx$. For $k=3$ this constant is {glue:text}`limit_3:.3f` of the allowed one (the
# value at $p=0.001$), and as $k$ grows, the share tends to $2/e$. The proof is by interval arithmetic, which
# computes with intervals that are proved to contain the exact values, and so covers all $p$ at once. Below the
# mean,
#
# $$
# p^kE(W^-)^k=\sum_{y<\mu}\big(1-p(y+1)\big)^k\,p(1-p)^y
# \le e^p\sum_{y<\mu}\big(1-p(y+1)\big)^ke^{-p(y+1)}\,p\le e^p\int_0^1(1-x)^ke^{-x}dx,
# $$
#
# because the last sum is a Riemann sum from the right of a decreasing function. So for small $p$ the ratio is
# below a function that is proved to decrease from the limit. For the other $p$ the ratio itself is enclosed,
# on intervals that are halved until the enclosure is below the limit.

# %% tags=["remove-input"] mystnb={"image": {"alt": "The absolute moment of order k divided by its bound in Bernstein's condition, over p. For k = 2 it is 1. For k = 3 it falls from 0.80 at p = 0 to 0.33 at p = 1; for k from 4 to 7 it falls from about 0.74 to nearly 0. The line 2/e is the limit of the values at p = 0."}, "figure": {"caption": "How much of the Bernstein condition the absolute moments use. All curves are largest as p → 0, which is proved for even k, and for odd k up to 15. Exact values.", "name": "mnl:bernstein"}}
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
# ## The published proof of Lemma 12
#
# The paper’s Section 3.1 announces that the bound on the moments is achieved “by first bounding the cumulants of the
# geometric distribution and exploiting a combinatorial link between central moments and cumulants”. The chapter
# carries out this plan. The appendix, however, contains no inequality for a cumulant. It gives the recurrence for the
# cumulants and {ref}`a formula in powers of 1/p <mnl:lemma-13>`, whose signs alternate, and then bounds the moments
# by an argument about alternating partial sums, {ref}`which has a gap <mnl:equation-30>`.
#
# The paper argues with the coefficients in $1/p$. It shows that they have a property that concerns signs, and
# deduces the bound from this property. The deduction is not valid, because $(1,1,1,1)$ has the property, too,
# but does not satisfy the conclusion.
#
# (mnl:equation-25)=
# (mnl:equation-28)=
# (mnl:equation-29)=
# **The coefficients alternate.** With integers $f_{n,i}\ge0$,
#
# $$
# \begin{gathered}
# \mu_n=\sum_{i=1}^n(-1)^{n-i}f_{n,i}\,p^{-i},\\
# f_{n,n}=\;!n,\qquad\sum_i(-1)^{n-i}f_{n,i}=0.
# \end{gathered}
# \tag{25, 27, 28, 29}
# $$
#
# In $x=1/p=1+\mu$ the recursion is $\mu_{n+1}=x(x-1)(\mu_n'+n\mu_{n-1})$. If the coefficients of
# $\mu_n$ and $\mu_{n-1}$ alternate in sign, so do those of $\mu_n'+n\mu_{n-1}$, whose two parts
# have the same degree, and so do those of its product with $x(x-1)$. The leading coefficients $c_n$ satisfy
# $c_{n+1}=n(c_n+c_{n-1})$. (The paper sums over the cycle types of permutations without fixed points, which
# gives the same number.) The last sum is 0 because $\mu_n$ vanishes at $p=1$, where $Y=0$.
#
# :::{prf:definition} Alternating partial sums, APS; the paper’s Definition 14
# :nonumber:
# Non-negative integers $a_1,\dots,a_n$ are APS if the partial sums
#
# $$s_k=\sum_{i\le k}(-1)^{n-i}a_i \tag{26}$$
#
# have the sign $(-1)^{n-k}$ (or vanish), for every $k$.
# :::
#
# (mnl:definition-14)=
# :::{prf:proposition} APS by polynomials
# :nonumber:
# Non-negative integers $a_1,\dots,a_n$ are APS if and only if $\sum_i(-1)^{n-i}a_ix^i=(x-1)Q(x)+sx^n$ with
# $s\ge0$ and a $Q$ of which the coefficient of $x^k$, $1\le k<n$, has the sign $(-1)^{n-1-k}$ or vanishes.
# :::
#
# Put $P(x)=\sum_i(-1)^{n-i}a_ix^i$. Abel summation gives
#
# $$P(x)=(x-1)\,Q(x)+s_nx^n,\qquad Q(x)=-\sum_{k<n}s_kx^k .$$
#
# So the coefficients of $Q$ are the partial sums up to their signs. Below, “$Q$ alternates” means that its
# coefficients have these signs, place by place.
#
# (mnl:lemma-15)=
# :::{prf:lemma} Sequences with alternating partial sums, the paper’s Lemma 15
# :nonumber:
# For $n\ge3$ the sequences $h_{n,1},\dots,h_{n,n}$ and $f_{n,1},\dots,f_{n,n}$ are APS.
# :::
#
# :::{claim} mnl:lemma-15
# :::
#
# :::{prf:proof}
# $\kappa_{n+1}=x(x-1)\kappa_n'$ and $\mu_{n+1}=x(x-1)(\mu_n'+n\mu_{n-1})$ both have the form
# $(x-1)Q(x)$, and $Q$ alternates because the predecessors do. No Bell polynomial is needed.
# :::
#
# (mnl:equation-31)=
# **Explicit sums.** For the cumulants the partial sums are explicit, because the recursion of Lemma 13 makes
# them telescope to
#
# $$\sum_{i\le k}(-1)^{m+1-i}h_{m+1,i}=(-1)^{m+1-k}\,k\,h_{m,k}. \tag{31}$$
#
# Because this is an identity, the induction that the paper builds around it is not needed.
#
# (mnl:property-1)=
# (mnl:property-2)=
# **Sums and products.** Sums of APS sequences are APS, because the conditions are linear inequalities (Property
# 1). Products of polynomials with APS coefficients have APS coefficients (Property 2). With
# $P_j=(x-1)Q_j+s_jx^{n_j}$,
#
# $$P_1P_2=(x-1)\big[Q_1P_2+s_1x^{n_1}Q_2\big]+s_1s_2x^{n_1+n_2},$$
#
# and the bracket alternates. The paper assumes that $s_1=s_2=0$, which is not needed.
#
# (mnl:appendix-a4-terms)=
# **The summands of (20).** In our copy each is called $o(p^{-n})$, perhaps in place of a capital $O$, with
# coefficients that are “possibly zero or negative”. The leading coefficient is positive, so the order is
# exactly $p^{-n}$, and no coefficient is negative, because APS sequences are non-negative.
#
# (mnl:equation-30)=
# **The step that fails.** By (28) and (29), Lemma 12 is equivalent to
#
# $$
# \sum_{i<n}(-1)^{n-1-i}f_{n,i}\,p^{-i}\ \ge\ p^{-(n-1)}\sum_{i<n}(-1)^{n-1-i}f_{n,i}. \tag{30}
# $$
#
# The paper deduces this inequality from APS. After multiplication by $p^{n-1}$, the right side minus the left
# is the sum of $(-1)^{n-1-i}(1-p^{n-1-i})f_{n,i}$, which the paper takes to be negative. The partial sums of
# the $f_{n,i}$ have known but alternating signs, and the weights $1-p^{n-1-i}$ differ, so the sign of the
# whole does not follow. The sequence $(1,1,1,1)$ is APS with alternating sum zero, and at $p=\frac12$ the two
# sides are $6$ and $8$, in the wrong order. For the true coefficients (30) holds because of their *size*,
# which the induction of the chapter uses and the APS property does not involve.
#
# :::{claim} mnl:equation-30
# :::
