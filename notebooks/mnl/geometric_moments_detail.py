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
# What a learner does not need to go on from {doc}`the clicks of an epoch <geometric_moments>`: notes on the print, with each of
# the printed steps that fails and what holds instead. The symbols are those of the chapter.

# %% [markdown]
# ## Slips
#
# (mnl:appendix-e1-mgf)=
# **A slip in Appendix E.1.** One display of Appendix E.1 has $p_ke^\theta/\lambda_k$ where
# $p_ke^\theta$ belongs; with it the moment generating function would not be 1 at $\theta=0$. The
# final expression $1/(1-\gamma_k(e^\theta-1))$ is right.
#
# :::{claim} mnl:appendix-e1-mgf
# :::
#
# (mnl:appendix-e1-domain)=
# **Where it is finite.** The series $\sum_x(1-p)^xe^{\theta x}$ converges exactly for
# $(1-p)e^\theta<1$, that is, for $\theta<\log\frac{1+\gamma_k}{\gamma_k}$, as stated.
#
# :::{claim} mnl:appendix-e1-domain
# :::
#
# **“Independent.”** Appendix E.1 ends with “each $n^l_k\mid a^l$ is an independent geometric random
# variable”. Geometric, yes; the {ref}`joint law <mnl:slots-independent>` says how they depend.
#
# **Where Lemma 13 begins.**
# The printed lemma begins at $n=1$, where $\kappa_1$ has a constant term and
# $h_{n,n}=(n-1)h_{n-1,n-1}$ would make $h_{1,1}=0$. Nothing later uses it.
#
# ## The printed proof of Lemma 12
#
# The paper argues with the coefficients in $1/p$. It shows that they have a property of signs, and
# deduces the bound from the property. But $(1,1,1,1)$ has the property, too, and there
# the conclusion fails.
#
# (mnl:equation-25)=
# **The coefficients alternate.** With integers $f_{n,i}\ge0$,
#
# $$\mu_n=\sum_{i=1}^n(-1)^{n-i}f_{n,i}\,p^{-i}. \tag{25}$$
#
# :::{claim} mnl:equation-25
# :::
#
# In $x=1/p=1+\mu$ the recursion is $\mu_{n+1}=x(x-1)(\mu_n'+n\mu_{n-1})$. If the coefficients of
# $\mu_n$ and $\mu_{n-1}$ alternate in sign, so do those of $\mu_n'+n\mu_{n-1}$, whose two parts
# have the same degree, and so do those of its product with $x(x-1)$.
#
# (mnl:equation-28)=
# **The leading one** counts permutations,
#
# $$f_{n,n}=\;!n: \tag{27, 28}$$
#
# the leading coefficients $c_n$ obey $c_{n+1}=n(c_n+c_{n-1})$. The paper sums over the cycle types of permutations without fixed
# points, which is the same number.
#
# :::{claim} mnl:equation-28
# :::
#
# (mnl:equation-29)=
# **Their sum** is
#
# $$\sum_i(-1)^{n-i}f_{n,i}=0, \tag{29}$$
#
# because $\mu_n$ vanishes at $p=1$, where $Y=0$.
#
# :::{claim} mnl:equation-29
# :::
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
# Non-negative integers $a_1,\dots,a_n$ are APS exactly if $\sum_i(-1)^{n-i}a_ix^i=(x-1)Q(x)+sx^n$ with $s\ge0$
# and a $Q$ of which the coefficient of $x^k$, $1\le k<n$, has the sign $(-1)^{n-1-k}$ or vanishes.
# :::
#
# :::{claim} mnl:definition-14
# :::
#
# The definition becomes transparent with polynomials. Put
# $P(x)=\sum_i(-1)^{n-i}a_ix^i$; Abel summation gives
#
# $$
# P(x)=(x-1)\,Q(x)+s_nx^n,\qquad Q(x)=-\sum_{k<n}s_kx^k .
# $$
#
# So the coefficients of $Q$ are the partial sums but for their signs. Below, “$Q$ alternates” means these signs,
# place by place.
#
# (mnl:lemma-15)=
# :::{prf:lemma} Both sequences are APS, the paper’s Lemma 15
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
# **Explicit sums.** For the cumulants the partial sums are even explicit: with the recursion of
# Lemma 13 they telescope to
#
# $$\sum_{i\le k}(-1)^{m+1-i}h_{m+1,i}=(-1)^{m+1-k}\,k\,h_{m,k}. \tag{31}$$
#
# :::{claim} mnl:equation-31
# :::
#
# It is an identity; the induction that the paper builds around it can go.
#
# (mnl:property-1)=
# **Property 1.** Sums of APS sequences are APS: the conditions are linear inequalities.
#
# :::{claim} mnl:property-1
# :::
#
# (mnl:property-2)=
# **Property 2.** Products of polynomials with APS coefficients have APS coefficients. With
# $P_j=(x-1)Q_j+s_jx^{n_j}$,
#
# $$
# P_1P_2=(x-1)\big[Q_1P_2+s_1x^{n_1}Q_2\big]+s_1s_2x^{n_1+n_2},
# $$
#
# and the bracket alternates. The paper assumes that $s_1=s_2=0$; neither is needed.
#
# :::{claim} mnl:property-2
# :::
#
# (mnl:appendix-a4-terms)=
# **The summands of (20).** Our copy calls each $o(p^{-n})$, perhaps for a capital $O$, with coefficients that
# are “possibly zero or negative”. The leading coefficient is positive, so the order is exactly
# $p^{-n}$; and none is negative, as APS sequences are not.
#
# :::{claim} mnl:appendix-a4-terms
# :::
#
# (mnl:equation-30)=
# **The step that fails.** By (28) and (29), Lemma 12 says no more and no less than
#
# $$
# \sum_{i<n}(-1)^{n-1-i}f_{n,i}\,p^{-i}\ \ge\ p^{-(n-1)}\sum_{i<n}(-1)^{n-1-i}f_{n,i}. \tag{30}
# $$
#
# :::{claim} mnl:equation-30
# :::
#
# The paper deduces it from APS: times $p^{n-1}$, the right side minus the left is the sum of
# $(-1)^{n-1-i}(1-p^{n-1-i})f_{n,i}$, which is said to be negative. The partial sums of the
# $f_{n,i}$ have known, but alternating signs, and the weights $1-p^{n-1-i}$ differ, so that the
# sign of the whole does not follow. The sequence $(1,1,1,1)$ is APS with alternating sum zero,
# and at $p=\frac12$ the two sides are $6$ and $8$, in the wrong order. What saves (30) for the
# true coefficients is their *size*, which the induction above uses and the property does not
# know.
