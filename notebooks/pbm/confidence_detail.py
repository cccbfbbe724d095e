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
# # Confidence bounds in detail
#
# This page contains material that a first reading of {doc}`confidence bounds <confidence>` does not need: the
# limits of the published statements, the value of the index if no attraction fits the counts, and two slips.
# As in the chapter, an item with attraction $\theta$ is shown at positions with examinations $\kappa_l$,
# $\delta$ is the level, $U$ is the index of PBM-PIE, that is, the largest $q$ with $\Phi(q)\le\delta$, and
# $\theta^{\min}$ is the point at which $\Phi$ is least.
#
# ## Limits of the statements
#
# **Proposition 8** is printed without a condition on $\delta$. After one play with $\kappa\theta=9/20$ the bound at
# level $\delta=1/100$ misses with probability {number}`pbm:proposition-8 miss:.2f`, although the guaranteed
# probability is {number}`pbm:proposition-8 printed:.4f`. The proposition holds for all $\delta\ge1$, which is all
# that the regret analysis uses. The printed proof also uses a number $r$ with $\gamma=r-1=1/(\delta-1)$, which is
# negative for $\delta<1$, and it counts $x$ slices although there are $\lceil x\rceil$.
#
# ## The index at its edges
#
# (pbm:equation-7-empty)=
# **The set can be empty.** The proof of Proposition 10 has two cases, $U = 1$ and $\Phi(U) = \delta$. If the
# positions contradict each other, the set in (7) can be empty, and the paper does not define $U$ for this
# case. Take five plays each at $\kappa = 0.9$ and $0.3$, with clicks $0$ and $5$. Then
# $\Phi(q) = -5\log(1 - 0.9q) - 5\log(0.3q)$ is least at $q = 5/9$, where it is $5\log 12$. With
# $\delta = \log t$ the set is empty for all $t < 12^5$. Such counts do occur. At these plays with
# $\theta = 0.45$ and $\delta = \log 20$ the set is empty with probability
# {number}`pbm:equation-7-empty chance:.4f`. Our policies then use $U = \theta^{\min}$. Whether the paper's
# sentence is true depends on the convention. With $U = 1$ it is true; with the left end of the interval,
# $U = \theta^{\min}$, there is a third case.
#
# :::{claim} pbm:equation-7-empty
# :::
#
# (pbm:equation-7-sign)=
# **The sign of $\Phi'$.** PBM-PIE asks whether $U_k \ge x$ for the last leader's estimate $x$. If $x > 1$, as
# it is after one click in one play, the answer is no. Otherwise, by convexity, the answer is yes exactly if
# $\Phi'(x) \le 0$ ($x$ is at or left of $\theta^{\min}$) or $\Phi(x) \le \delta$. A program that tests the
# second condition alone leaves out items whose pooled estimate is below $x$ but whose likelihood increases at
# $x$, for example with all clicks at the top and none at the bottom. Such an item is not shown any more, so
# its counts do not change; at a fixed level $\delta = (1+\epsilon)\log T$ it can stay out for good.
#
# ## Slips
#
# (pbm:proposition-10-equality)=
# **Not an equality.** For the first inequality of Proposition 10 the paper writes equalities, but an
# attraction left of $\theta^{\min}$ can have $\Phi(\theta_k) \ge \delta$ and still be covered.
#
# (pbm:tighter-confidence-regions)=
# **In which sense are the regions tighter?** The paper says that the index “allows to build tighter
# confidence regions as shown by the next proposition”, which is Proposition 10. At the same $\delta$ the
# regions are tighter, since $U_k \le U^{UCB}_k$ if the set in (7) is not empty, and Proposition 10 bounds how
# often they miss. But at the same $\delta$ its guarantee is weaker than that of Proposition 8, by a factor of
# at least $e^L(\delta/L)^L(\delta\log t)^{L-1}$. If both are to have the same guarantee, the index needs a
# larger $\delta$. We computed 24 cases (2 positions, $t = 10^3$ and $10^5$, a guaranteed probability of 1/20
# or $1/t$, six attractions from 0.01 to 0.7, with the expected numbers of clicks). In
# {number}`pbm:tighter-confidence-regions smaller` of them the region of the index is then the tighter one,
# namely if clicks are rare, because Hoeffding's inequality does not use the small variance.
#
# :::{claim} pbm:tighter-confidence-regions
# :::
#
# ## Lemma 22's hypothesis
#
# The printed hypothesis is $E[1\{k \in A(t)\} \mid t \in H] \ge c$. The chapter reads it as a condition given the
# past, in each round of $H$, which is how the appendix uses it. Taken literally, it concerns only an average, which
# does not suffice. Toss a coin once, and show the item in all rounds of $H$ or in none. The share is $1/2$ in every
# round, yet with probability $1/2$ a wrong first estimate persists. With $\theta = 1/2$, $\kappa = 0.9$ and
# $\eta = 1/4$, for which every first estimate is wrong, $n/2$ of $n$ rounds are expected to be bad, more than any
# bound that does not depend on $n$.
#
# (pbm:lemma-22-hypothesis)=
# **A condition that is not needed.** The lemma also requires $k \in \mathcal B(t)$. The appendix applies it to
# leaders, which are never in $\mathcal B(t)$ but are shown often enough anyway.
