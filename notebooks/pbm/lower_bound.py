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
# # The lower bound: what every good policy must lose
#
# No policy that learns well on every problem of the position-based model can have a regret below
# $C\log T$ for large $T$, where $C$ is the constant of equation (6): a sum over the suboptimal
# items of the cheapest way to tell each of them from the worst item of the optimal list. This is
# Theorem 6 of {cite:t}`lagree2016`. It holds, and more holds than is printed: $C$ is the *exact*
# value of the general program it is derived from (Theorem 4). Several statements on the way fail as
# printed, among them the inequality after Theorem 6, which points the wrong way on the paper's own
# instance, and a lemma whose proof covers two suboptimal items only; each is repaired below. For
# $\theta=(0.45,0.35,0.25,0.15,0.05)$ and $\kappa=(0.9,0.6,0.3)$, the instance of the paper's
# simulations, $C=$ {glue:text}`constant:.4f`.
#
# What is new about it beside older bounds is a choice: an item can be explored at any position of
# the list. High up it is seen more often, but a better item has to move down for it. Which
# position is best depends on all parameters, and every position can be.

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from clickbandits.pbm import bounds, problem, published
from compendium.figures import publish
from compendium.pbm.lower_bound import figures
from compendium.report import verdicts

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
examination = (0.9, 0.6, 0.3)
figure_1a = problem((0.95, 0.85, 0.75, 0.65, 0.55), examination)
figure_1b = problem((0.45, 0.35, 0.25, 0.15, 0.05), examination)
glue("constant", bounds.lower_bound(figure_1b))
glue("constant_1a", bounds.lower_bound(figure_1a))
glue("last_1a", bounds.shared_position_bound(figure_1a, 3))
glue("first_1a", bounds.shared_position_bound(figure_1a, 1))
glue("uncensored_1a", bounds.uncensored_bound(figure_1a))
glue("uncensored_1b", bounds.uncensored_bound(figure_1b))

# %% [markdown]
# ## The policies the bound is about
#
# There are $K$ items of attraction $\theta_1>\dots>\theta_K$ and $L$ positions examined with
# probability $\kappa_1>\dots>\kappa_L>0$. A round shows a list $a=(a_1,\dots,a_L)$ of distinct
# items; the click at position $l$ is Bernoulli of mean $\kappa_l\theta_{a_l}$. The best list is
# $a^*=(1,\dots,L)$, its expected number of clicks is $\mu^*$, and $\Delta_a=\mu^*-\mu_a$ is the
# gap of list $a$; the expected regret is $\sum_a\Delta_a\,\mathbb E N_a(T)$, equation (1).
#
# A policy can be perfect on one problem by always showing that problem's best list. The bound is
# therefore about policies that do not bet on one problem.
#
# (pbm:definition-1)=
# :::{prf:definition} Definition 1 of the paper: uniformly efficient
# :nonumber:
# A policy is uniformly efficient if, for every $\theta\in(0,1)^K$ and every $\alpha\in(0,1]$, its
# expected regret is $\mathbb E_\theta R(T)=o(T^\alpha)$. The restriction is real: the greedy policy,
# which shows each item once and then the best so far, violates it at every θ.
# :::
#
# The greedy policy violates it at every θ: with two items and one position, the first gets no click
# and the second one with probability $(1-\kappa\theta_1)\kappa\theta_2>0$, and then the first item,
# whose estimate is 0, never returns, so that the regret is linear. And it is satisfiable: force an
# exploration of all items at $\log^2 t$ of the first $t$ rounds and play the best estimates
# otherwise. By Hoeffding's inequality a wrong list at round $t$ then has a probability of at most
# $2K e^{-c\log^2 t}$, which is summable, and the regret is $O(\log^2T)$.

# %% tags=["remove-input"]
verdicts("pbm:definition-1", profile=profile)

# %% [markdown]
# ## Step 1: what a history tells
#
# Let λ be another vector of attractions. How surely could a policy that plays under θ notice that
# it does not play under λ? The log-likelihood ratio of the first $t$ rounds says it.
#
# (pbm:equation-4)=
# **Equation (4).** With $Z(s)$ the clicks of round $s$ and $\mathcal F_{s-1}$ everything before it,
#
# $$
# \ell(t)=\sum_{s=1}^t
# \log\frac{p(Z(s);\theta\mid\mathcal F_{s-1})}{p(Z(s);\lambda\mid\mathcal F_{s-1})}.
# $$
#
# The list $A(s)$ and the policy's coins have the same probability under θ and λ, given the past:
# they cancel, and only the clicks count. That is what makes one argument serve all policies.
#
# (pbm:lemma-2)=
# :::{prf:lemma} Lemma 2: expected log-likelihood ratio
# :nonumber:
# Let $I_l(\theta_k,\lambda_k)=d(\kappa_l\theta_k,\kappa_l\lambda_k)$, with $d$ the Kullback–Leibler
# divergence of Bernoulli distributions, and $I_a(\theta,\lambda)=\sum_lI_l(\theta_{a_l},
# \lambda_{a_l})$. For every policy, randomised and adaptive ones included,
# $\mathbb E_\theta\ell(t)=\sum_a I_a(\theta,\lambda)\,\mathbb E_\theta N_a(t)$.
# :::
#
# :::{prf:proof}
# Condition on $\mathcal F_{s-1}$ and on $A(s)=a$. The clicks of round $s$ are independent
# Bernoulli variables, so that the expected increment of $\ell$ is $\sum_l
# d(\kappa_l\theta_{a_l},\kappa_l \lambda_{a_l})=I_a(\theta,\lambda)$. Taking expectations,
# $\mathbb E_\theta[\ell(s)-\ell(s-1)]=\sum_aI_a(\theta,\lambda)\mathbb P_\theta(A(s)=a)$; sum
# over $s$.
# :::
#
# **Equation (5)** is this identity. On the tree of a small game (three items, two positions, a
# policy that adapts to the clicks and tosses coins) both sides are computed from their
# definitions: the left one history by history, the right one from the expected number of plays.
#
# (pbm:appendix-b1-conditioning)=
# **The order of conditioning matters.** The paper's Appendix B.1 conditions on all lists at once,
# $A(1),\dots,A(t)$, and takes the clicks as still fresh. They are not: the list of round 2 was
# chosen *because of* the clicks of round 1, so that it tells about them. In the same game, with the
# coins left out, the printed display is off by far. Where the lists are fixed in advance it is true,
# and for every policy it is true round by round, given the past *and* the list of the round; that is
# the first step in the proof of Lemma 2.

# %% tags=["remove-input"]
verdicts(
    "pbm:equation-4",
    "pbm:lemma-2",
    "pbm:appendix-b1-conditioning",
    profile=profile,
)

# %% [markdown]
# ## Step 2: from information to the number of plays
#
# (pbm:lemma-13)=
# :::{prf:lemma} Lemma 13: change of measure
# :nonumber:
# For every stopping time σ that is almost surely finite under θ and under λ, and every event
# $A\in\mathcal F_\sigma$, $\mathbb P_\lambda(A)=\mathbb E_\theta[\mathbf 1\{A\}e^{-\ell(\sigma)}]$.
# :::
#
# :::{prf:proof}
# On $\{\sigma=t\}$ the event is a set of histories of $t$ rounds; each has under λ its probability
# under θ times $e^{-\ell(t)}$, by (4). Sum over the histories, then over $t$.
# :::
#
# (pbm:lemma-12)=
# :::{prf:lemma} Lemma 12: information and events
# :nonumber:
# For every stopping time σ as in Lemma 13 and every event $\mathcal E\in\mathcal F_\sigma$,
# $\sum_aI_a(\theta,\lambda)\,\mathbb E_\theta N_a(\sigma)\ge d(\mathbb P_\theta(\mathcal E),
# \mathbb P_\lambda(\mathcal E))$.
# :::
#
# :::{prf:proof}
# If $\mathbb P_\theta(\mathcal E)$ is 0 or 1, then so is $\mathbb P_\lambda(\mathcal E)$, by
# Lemma 13, and the divergence is 0. Otherwise, by Lemma 13 and Jensen's inequality,
# $\mathbb P_\lambda(\mathcal E)=\mathbb P_\theta(\mathcal
# E)\, \mathbb E_\theta[e^{-\ell(\sigma)}\mid\mathcal E]\ge\mathbb P_\theta(\mathcal E)\,
# e^{-\mathbb E_\theta[\ell(\sigma)\mid\mathcal E]}$, that is, $\mathbb P_\theta(\mathcal
# E)\,\mathbb E_\theta[\ell(\sigma)\mid\mathcal E]\ge\mathbb P_\theta(\mathcal E)\log\frac{\mathbb
# P_\theta (\mathcal E)}{\mathbb P_\lambda(\mathcal E)}$. Add the same for the complement: the
# left sides add up to $\mathbb E_\theta\ell(\sigma)$, which is the sum of the lemma by (5) at a
# stopping time, the right sides to the divergence.
# :::
#
# Now take a λ under which another list is better, but which the best list cannot tell from θ:
#
# $$
# B(\theta)=\{\lambda\in(0,1)^K:
# \lambda_j=\theta_j\text{ for }j\le L,\ \mu^*(\lambda)>\mu^*(\theta)\}.
# $$
#
# (pbm:proposition-3)=
# :::{prf:proposition} Proposition 3: every λ in B(θ) must be ruled out
# :nonumber:
# For every uniformly efficient policy and every $\lambda\in B(\theta)$,
# $\liminf_T\sum_aI_a(\theta,\lambda)\,\mathbb E_\theta N_a(T)/\log T\ge1$.
# :::
#
# :::{prf:proof}
# (The paper gives Lemmas 12 and 13 and leaves this to the reader.) Let $\mathcal
# E_T=\{N_{a^*}(T)\le T/2\}$. Under θ the list $a^*$ is the only optimal one, and $\mathcal E_T$
# costs at least $\Delta_{\min}T/2$; by Markov's inequality $x_T=\mathbb P_\theta(\mathcal
# E_T)\le2\mathbb E_\theta R(T)/(\Delta_{\min}T)\to0$. Under λ the list $a^*$ has the gap
# $\mu^*(\lambda)-\mu^*(\theta)>0$, and likewise $1-y_T=\mathbb P_\lambda(\mathcal
# E_T^c)=O(\mathbb E_\lambda R(T)/T)=o(T^{\alpha-1})$ for every $\alpha>0$. Finally, for all $x$
# and $y$,
#
# $$
# \begin{aligned}
# d(x,y)&=(1-x)\log\tfrac1{1-y}-\log2
# +\underbrace{(\log2-h(x))}_{\ge0}+\underbrace{x\log\tfrac1y}_{\ge0}\\
# &\ge(1-x)\log\tfrac1{1-y}-\log2,
# \end{aligned}
# $$
#
# with $h$ the entropy. By Lemma 12 the sum of the proposition is at least $(1-x_T)\bigl((1-\alpha)
# \log T-O(1)\bigr)-\log 2$. Divide by $\log T$, let $T\to\infty$, then $\alpha\to0$.
# :::

# %% tags=["remove-input"]
verdicts("pbm:lemma-13", "pbm:lemma-12", "pbm:proposition-3", profile=profile)

# %% [markdown]
# ## Step 3: the cheapest plays that rule everything out
#
# (pbm:theorem-4)=
# :::{prf:theorem} Theorem 4: variational form
# :nonumber:
# For every uniformly efficient policy, $\liminf_T\mathbb E_\theta R(T)/\log T\ge f(\theta)$, where
# $f(\theta)$ is the infimum of $\sum_a\Delta_ac_a$ over $c\succeq0$ such that
# $\inf_{\lambda\in B(\theta)}\sum_aI_a(\theta,\lambda)c_a\ge1$.
# :::
#
# :::{prf:proof}
# Along a subsequence that reaches the lower limit (if it is finite), the ratios $\mathbb E_\theta
# N_a(T)/\log T$ of the lists $a\ne a^*$ are bounded, since their gaps are positive, and converge
# along a further one to some $c_a$. The list $a^*$ brings no information on $B(\theta)$, so that
# Proposition 3 says in the limit that $c$ is feasible; and the limit of the regret is
# $\sum_a\Delta_ac_a\ge f(\theta)$.
# :::
#
# (pbm:equation-8)=
# **Equation (8).** The sum may leave $a^*$ out: its gap is 0, and every other list's is positive.
#
# (pbm:equation-9)=
# **Equation (9).** The constraint may keep it in: $d(p,p)=0$, so that every order of the $L$ best
# items has $I_a(\theta,\lambda)=0$ for all $\lambda\in B(\theta)$.

# %% tags=["remove-input"]
verdicts("pbm:theorem-4", "pbm:equation-8", "pbm:equation-9", profile=profile)

# %% [markdown]
# ## Step 4: one constraint an item, and nothing is lost
#
# The program has a constraint for every λ in an infinite set. The paper keeps those in which one
# item moves, $B_k(\theta)=\{\lambda:\lambda_j=\theta_j\text{ for }j\ne k,\ \mu^*(\lambda)>\mu^*
# (\theta)\}$, and so gets a lower bound on $f(\theta)$.
#
# (pbm:corollary-5)=
# :::{prf:corollary} Corollary 5: relaxation
# :nonumber:
# $f(\theta)\ge\inf_{c\succeq0}\sum_a\Delta_ac_a$ subject to $\sum_a c_a\sum_l\mathbf 1\{a_l=k\}\,
# d(\kappa_l\theta_k,\kappa_l\theta_L)\ge1$ for every $k>L$. In fact the two are equal.
# :::
#
# :::{prf:proof}
# *Lower bound.* Fewer constraints, smaller infimum; and moving one item past $\theta_L$ is in
# $B(\theta)$. *Equality.* Let $c$ satisfy the constraints of the corollary and let $\lambda\in
# B(\theta)$. Some $k>L$ has $\lambda_k>\theta_L$, for otherwise the $L$ largest entries of λ are
# those of θ and $\mu^*(\lambda)=\mu^*(\theta)$. All terms of $I_a$ are nonnegative, and $q\mapsto
# d(\kappa_l\theta_k,\kappa_lq)$ has the derivative $\kappa_l(q-\theta_k)/(q(1-\kappa_lq)) \ge0$
# beyond $\theta_k$. Hence $\sum_ac_aI_a(\theta,\lambda)\ge\sum_ac_a\sum_l\mathbf 1\{a_l=k\}\,
# d(\kappa_l\theta_k,\kappa_l\theta_L)\ge1$: what is feasible here is feasible in Theorem 4.
# :::
#
# (pbm:equation-10)=
# **Equation (10)**, read as an equality, is therefore right, although the text announces a
# relaxation.
#
# (pbm:equation-11)=
# **Equation (11).** If only item $k$ moves and lands at rank $i\le L$, then $\mu^*(\lambda)-\mu^*
# (\theta)=\kappa_i(\lambda_k-\theta_i)+\sum_{j=i+1}^L\kappa_j(\theta_{j-1}-\theta_j)>0$; at or
# below $\theta_L$ nothing changes. So $B_k(\theta)$ is $\lambda_k>\theta_L$.
#
# (pbm:equation-12)=
# **Equation (12).** Among these λ the constraint is hardest to meet for the smallest
# $\lambda_k$, because the divergence increases; in the limit it is the one at $\theta_L$.
#
# (pbm:equation-13)=
# **Equation (13).** At $\lambda_k=\theta_L$ itself nothing improves on θ: the limit does not
# belong to the open set $B_k(\theta)$, and the infimum over it is not attained. For a constraint
# of the form “$\ge1$” that makes no difference.

# %% tags=["remove-input"]
verdicts(
    "pbm:corollary-5",
    "pbm:equation-10",
    "pbm:equation-11",
    "pbm:equation-12",
    "pbm:equation-13",
    profile=profile,
)

# %% [markdown]
# ## A gap is a sum of counts
#
# All that remains is about gaps of lists, and one way of writing them makes it short. Put
# $\varepsilon_m=\kappa_m-\kappa_{m+1}$ and $\delta_j=\theta_j-\theta_{j+1}$, with $\varepsilon_L=
# \kappa_L$ and $\delta_K=\theta_K$; all are positive. Since $\kappa_l=\sum_{m\ge l}\varepsilon_m$
# and $\theta_k=\sum_{j\ge k}\delta_j$, exchanging sums gives
# $\mu_a=\sum_{m,j}\varepsilon_m\delta_j\, \#\{l\le m:a_l\le j\}$, so that
#
# $$
# \begin{aligned}
# \Delta_a&=\sum_{m=1}^L\sum_{j=1}^K\varepsilon_m\delta_j\,n_a(m,j),\\
# n_a(m,j)&=\min(m,j)-\#\{l\le m:a_l\le j\}\ \ge0 .
# \end{aligned}
# $$
#
# An inequality between gaps holds for all parameters as soon as it holds for these integers, and
# integers can be enumerated: that is how the checks below prove it, size by size, for *all* θ and
# κ.
#
# (pbm:gap-increases)=
# **The lists that explore.** For $v_{k,l}=(1,\dots,l-1,k,l,\dots,L-1)$ the count is
# $n(m,j)=\mathbf 1\{l\le m\le j<k\}$: above position $l$ nothing is missing, and from $l$ on
# exactly one of the first $m$ items stands too low. Summing,
#
# $$
# \Delta_{v_{k,l}}=\sum_{m=l}^L(\kappa_m-\kappa_{m+1})(\theta_m-\theta_k),\qquad \kappa_{L+1}=0,
# $$
#
# which grows towards the top, by $(\kappa_l-\kappa_{l+1})(\theta_l-\theta_k)$ a position.
#
# (pbm:gap-decomposition)=
# **A list costs at least what its suboptimal items cost at the level of $\theta_L$.** The
# integers of $\kappa_l(\theta_L-\theta_k)$ are $\mathbf 1\{l\le m,\ L\le j<k\}$. For $j\ge L$,
# $n_a(m,j)$ counts the items among the first $m$ with a rank beyond $j$, and every $k>j$ of them
# is counted. So $\Delta_a\ge\sum_{k>L}\sum_l\mathbf 1\{a_l=k\}\kappa_l(\theta_L-\theta_k)$.
#
# (pbm:lemma-16)=
# :::{prf:lemma} Lemma 16, corrected: gaps add up
# :nonumber:
# For every list α, with $\pi_k$ the position of item $k$ in it, $\Delta_\alpha\ge\sum_{k>L:k\in
# \alpha}\Delta_{v_{k,\pi_k}}$. Equality holds exactly if α is $a^*$ or one of the $v_{k,l}$.
# :::
#
# :::{prf:proof}
# Compare integers at $(m,j)$. On the right stands $\#\{k\in\alpha:k>L,\ k>j,\ \pi_k\le m\}$ if
# $j\ge m$, and 0 if $j<m$. On the left, if $j\ge m$, stands $m-\#\{l\le m:\alpha_l\le
# j\}=\#\{l\le m:\alpha_l>j\}$, which counts at least these items; if $j<m$ it is at least 0.
#
# *Equality* everywhere means, for $j<m$, that the first $m$ items include $1,\dots,m-1$, and, for
# $j=m$, that every optimal item among the first $m$ has rank at most $m$. By the first, taken at
# $m=L$, at most one item is suboptimal. If none is, the second makes α the identity. If item $k$
# is, at position $l$, then the positions above $l$ hold $1,\dots,l-1$ in order by the second, and
# each position $m>l$ holds item $m-1$ by the first: α is $v_{k,l}$.
# :::
#
# The printed lemma claims a strict inequality for every α other than the $v_{k,l_k}$; it fails for
# the $v_{k,l}$ at other positions, where both sides are the same number. The paper proves the
# case of two suboptimal items; here their number does not matter.

# %% tags=["remove-input"]
verdicts("pbm:gap-increases", "pbm:gap-decomposition", "pbm:lemma-16", profile=profile)

# %% [markdown]
# ## Theorem 6, by duality
#
# (pbm:theorem-6)=
# :::{prf:theorem} Theorem 6: lower bound for the position-based model
# :nonumber:
# For every uniformly efficient policy,
#
# $$
# \liminf_{T\to\infty}\frac{\mathbb E_\theta R(T)}{\log T}\ \ge\ f(\theta)=\sum_{k=L+1}^K\min_{1\le
# l\le L}r_{k,l},\qquad r_{k,l}=\frac{\Delta_{v_{k,l}}}{d(\kappa_l\theta_k,\kappa_l\theta_L)} .
# $$
# :::
#
# :::{prf:proof}
# By Corollary 5, $f(\theta)$ is the value of a linear program. *At most:* playing $v_{k,l_k}$
# with the coefficient $1/d(\kappa_{l_k}\theta_k,\kappa_{l_k}\theta_L)$, where $l_k$ minimises
# $r_{k,l}$, is feasible and costs the sum. *At least:* the dual program maximises $\sum_ky_k$
# over $y\succeq0$ with $\sum_{k\in
# a,k>L}y_k\,d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)\le\Delta_a$ for all lists $a$. Take
# $y_k=\min_lr_{k,l}$. Then $y_k\,d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)\le
# \Delta_{v_{k,\pi_k}}$, and their sum is at most $\Delta_a$ by Lemma 16: $y$ is feasible, with
# the same value.
# :::
#
# (pbm:equation-6)=
# **Equation (6), in numbers.** On the instance of the paper's simulations the constant is
# {glue:text}`constant:.6f`; on that of Figure 1(a), with the same κ, it is
# {glue:text}`constant_1a:.6f`. Both are enclosed by balls, together with the positions at which the
# minima are reached: last for the one, first for the other.
#
# The paper goes another way: it moves weight from a list to the $v_{k,l_k}$ and sees the cost
# decrease. That way works, too, with Lemma 16 as corrected.
#
# (pbm:lemma-15)=
# **Lemma 15.** Replace $c_\alpha$ by weights on the $v_{k,l_k}$, $k\in\alpha$, in the proportion
# $d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)/d(\kappa_{l_k}\theta_k,\kappa_{l_k}\theta_L)$.
# Since $v_{k,l_k}$ contains no other suboptimal item, every constraint (13) keeps its left-hand
# side.
#
# (pbm:equation-14)=
# **Equation (14)** says that the cost has strictly decreased, because the gap of α is strictly
# above the sum of Lemma 16 and every remaining term is positive. Neither is so: for
# $\alpha=v_{k,l}$, $l\ne l_k$, the first is an equality, and a suboptimal item that already
# stands at its $l_k$ leaves a zero. But not both fail at once, unless α is a minimiser itself; and
# both hold for α with two or more suboptimal items, none of them at its $l_k$.
#
# (pbm:proposition-14)=
# :::{prf:proposition} Proposition 14, corrected: where the weight is
# :nonumber:
# The solutions of (12)–(13) are exactly the $c\succeq0$ that vanish off the lists $v_{k,l}$ with
# $l\in\arg\min_lr_{k,l}$ and satisfy $\sum_lc_{v_{k,l}}d(\kappa_l\theta_k,\kappa_l\theta_L)=1$ for
# every $k>L$. If every minimum is attained once, this is one point, the printed one. They are the
# solutions of the program of Theorem 4 as well, since the same $c$ are feasible there (Corollary 5).
# :::
#
# :::{prf:proof}
# By complementary slackness with the dual solution above, $c_a>0$ requires $\sum_{k\in
# a,k>L}y_k\, d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)=\Delta_a$. Then both inequalities
# of the proof are equalities: $a=v_{k,l}$ by the equality case of Lemma 16, and $r_{k,l}=y_k$.
# Since $y_k>0$, the constraint of $k$ is met with equality. The converse is the value of the
# program.
# :::
#
# Ties are not far-fetched: with $\kappa=(0.9,0.5)$ and $\theta=(\theta_1,0.4,0.2)$ the difference
# of the two ratios changes its sign between $\theta_1=0.48$ and $0.49$, so that somewhere between
# them every mixture of the two lists is optimal.

# %% tags=["remove-input"]
verdicts(
    "pbm:theorem-6",
    "pbm:equation-6",
    "pbm:lemma-15",
    "pbm:equation-14",
    "pbm:proposition-14",
    profile=profile,
)

# %% [markdown]
# ## The position at which to explore
#
# The ratio $r_{k,l}$ is regret for a unit of information about item $k$ at position $l$. Towards
# the top both the price and the information grow.
#
# (pbm:information-convex)=
# **Information grows faster than examination.** Let $g(\kappa)=d(\kappa p,\kappa q)$, $p\ne q$.
# Then
#
# $$
# \begin{aligned}
# g''(\kappa)&=\frac{(q-p)^2}{(1-\kappa p)(1-\kappa q)^2}>0,\qquad g(0)=0,\\
# g'(0)&=p\,(x-1-\log x)>0\ \text{ with }x=q/p ,
# \end{aligned}
# $$
#
# so that $g$ increases and is strictly convex. Moreover $(g-\kappa g')'=-\kappa g''<0$, hence
# $g<\kappa g'$ and $\kappa/g(\kappa)$ *decreases*: an item that is examined twice as often tells
# more than twice as much.
#
# (pbm:position-not-last)=
# **So the end of the list is not always best.** {numref}`pbm:trade-off` shows the two instances of
# the paper. What decides is how much the displaced items lose.

# %% mystnb={"image": {"alt": "Two panels of the ratio of gap to information against the position. With the attractive items of Figure 1(a) both suboptimal items have their smallest ratio at position 1, and item 4 its largest at position 2. With those of Figure 1(b) both ratios fall towards position 3, the optimal one."}, "figure": {"caption": "The price of information: gap over information of item k at each position, κ = (0.9, 0.6, 0.3). Dots mark the optimal positions. Exact values, no simulation.", "name": "pbm:trade-off"}}
instances = {"θ of Figure 1(a)": figure_1a, "θ of Figure 1(b)": figure_1b}
publish(
    figures.trade_off(figures.ratios(instances)),
    "pbm:trade-off",
    examination=examination,
    attraction={"1a": figure_1a.attraction, "1b": figure_1b.attraction},
)

# %% [markdown]
# {download}`data <trade-off.csv>` · {download}`how it was made <trade-off.json>`
#
# (pbm:limit-equal-best)=
# **If the best items are equally good, explore at the top.** For $\theta_1=\dots=\theta_L$ the
# gap is $\kappa_l(\theta_L-\theta_k)$ and $r_{k,l}=(\theta_L-\theta_k)\,\kappa_l/g(\kappa_l)$
# decreases in $\kappa_l$: the minimum is at $l=1$, and strict, so that it stays there while
# $\theta_1-\theta_L$ is small enough.
#
# (pbm:limit-close-items)=
# **If the item is almost as good as item L, explore at the end**, provided that *this* item is.
# For $l<L$ the gap $\Delta_{v_{k,l}}$ stays above
# $\sum_{m=l}^{L-1}(\kappa_m-\kappa_{m+1})(\theta_m- \theta_L)>0$ as $\theta_k\to\theta_L$, while
# $\Delta_{v_{k,L}}=\kappa_L(\theta_L-\theta_k)$ vanishes; the informations vanish together, like
# $\kappa(\theta_L-\theta_k)^2/(2\theta_L(1-\kappa\theta_L))$. So $r_{k,l}/r_{k,L}\to\infty$ and
# $l_k=L$ in the end. The paper states this for the gap $\theta_L-\theta_{L+1}$ and the optimal
# position without an index. But that gap decides for item $L+1$ alone: an item further down keeps
# its position, which can be the first one. And since the two limits give opposite answers, they
# do not commute: with $\theta_1-\theta_L$ and $\theta_L-\theta_k$ both small, the answer depends
# on which is smaller ({numref}`pbm:position-map`).
#
# (pbm:every-position)=
# :::{prf:proposition} Every position can be optimal
# :nonumber:
# For every κ and every $l\le L$ there is a θ for which the suboptimal item's optimal position is
# $l$.
# :::
#
# :::{prf:proof}
# Take $K=L+1$, $\theta_l=\dots=\theta_L=q$, $\theta_1=\dots=\theta_{l-1}=s>q$ and
# $\theta_K=q-\eta$. From $l$ downwards the best items are equal, and the ratio decreases towards
# $l$, as in the first limit. For $m<l$ the gap is at least $(\kappa_{l-1}-\kappa_l)(s-q)$,
# whatever η is, and all informations are of the order $\eta^2$, so that $r_{K,m}/r_{K,l}$, of the
# order $1/\eta$, exceeds 1 for small η. All inequalities are strict, and hold in a neighbourhood
# with strictly decreasing θ.
# :::

# %% mystnb={"image": {"alt": "Two maps over the steps between the best items, on logarithmic axes. In the lower left corner, where both steps are small, the first position is optimal; to the right, where only the first item stands out, the second; above, where the third item is clearly worse than the second, the third. With the item five times closer, the first two regions shrink by about the same factor."}, "figure": {"caption": "The optimal position of item k for three positions, κ = (0.9, 0.6, 0.3) and θ₃ = 0.35, by the steps between the three best items; left with the item 0.1 below the third, right with 0.02. Exact values on a grid.", "name": "pbm:position-map"}}
steps = np.geomspace(1e-3, 0.3, 80)
publish(
    figures.position_map(figures.positions(steps, (0.1, 0.02))),
    "pbm:position-map",
    examination=examination,
    worst_of_the_best=0.35,
    distances=(0.1, 0.02),
)

# %% [markdown]
# {download}`data <position-map.csv>` · {download}`how it was made <position-map.json>`
#
# (position-explorer-section)=
# ### Move the parameters
#
# The explorer computes $r_{k,l}$, the optimal positions and the constant of (6) for up to eight
# items and five positions; full dots and words in the table mark the minima. Begin with an instance
# from the list: the two of the paper, one with the minimum in the middle, one where each item has
# another position. Then bring an item close to item $L$ and see its minimum move to the end, or make
# the best items equal and see it move to the top. The second table has the bounds of {ref}`the next
# section <pbm:crude-bounds>`.
#
# <div class="explorer" id="position-explorer">
# <p>The explorer needs JavaScript. Without it, the figure “The price of information” above shows its first two instances.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer_formulas.js" defer></script>
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_positions.js" defer></script>

# %% tags=["remove-input"]
verdicts(
    "pbm:information-convex",
    "pbm:position-not-last",
    "pbm:limit-equal-best",
    "pbm:limit-close-items",
    "pbm:every-position",
    profile=profile,
)

# %% [markdown]
# ## The bound beside cruder ones
#
# (pbm:equation-3)=
# **Equation (3)** is the bound of multiple-play bandits, where every item shown is also seen:
# $\sum_{k>L}(\theta_L-\theta_k)/d(\theta_k,\theta_L)$. It is (6) with $\kappa\equiv1$: only
# $\varepsilon_L=1$ is left, $\Delta_{v_{k,l}}=\theta_L-\theta_k$ at every position, and all
# positions are equally good. (Then every order of the best items is optimal; none of them tells
# anything on $B(\theta)$, and the proof goes through with “an optimal list” for $a^*$.)
#
# (pbm:no-ranking-term)=
# **No term for ranking the best items.** The sum runs over suboptimal items only, though a policy
# must also find the order of the $L$ best. The reason is in Proposition 3: a λ that changes an
# item $j\le L$ has $I_{a^*}(\theta,\lambda)>0$, and $a^*$ is played almost always, for free. Such
# a λ is ruled out at no cost in the limit; adding its constraint to the program, with $a^*$ at
# gap 0, leaves the value as it is.
#
# (pbm:crude-bounds)=
# :::{prf:proposition} A chain of bounds
# :nonumber:
# (3) $\ \le\ \kappa_1\sum_{k>L}\dfrac{\theta_L-\theta_k}{d(\kappa_1\theta_k,\kappa_1\theta_L)}\
# \le\ $ (6) $\ \le\
# \kappa_L\sum_{k>L}\dfrac{\theta_L-\theta_k}{d(\kappa_L\theta_k,\kappa_L\theta_L)}$, none of them
# an equality in general.
# :::
#
# :::{prf:proof}
# From left to right: $1/g(1)\le\kappa_1/g(\kappa_1)$, since $\kappa/g(\kappa)$ decreases; for the
# same reason and by the decomposition of the gap,
# $r_{k,l}\ge(\theta_L-\theta_k)\kappa_l/g(\kappa_l)\ge (\theta_L-\theta_k)\kappa_1/g(\kappa_1)$;
# and the last sum is $\sum_kr_{k,L}\ge\sum_k\min_lr_{k,l}$.
# :::
#
# The first inequality says that censoring never makes a problem easier.
#
# (pbm:reversed-inequality)=
# **The inequality after Theorem 6.** The paper states that the last expression of the chain is a
# *lower* bound on (6), “not tight in general”. It is an upper bound. On the instance of Figure
# 1(a) it is {glue:text}`last_1a:.4f`, above the constant {glue:text}`constant_1a:.4f`; the true
# lower bound, at the first position, is {glue:text}`first_1a:.4f`, and (3) is
# {glue:text}`uncensored_1a:.4f`. The slip is to combine
# $\Delta_a\ge\sum\kappa_l(\theta_L-\theta_k)$ with the wrong end of the decreasing function
# $\kappa/g(\kappa)$. The expression is no waste: it is what PBM-PIE, which explores at the last
# position, pays according to Theorem 11; so that policy is optimal exactly where all $l_k=L$, and
# its constant can exceed (6) by any factor.

# %% mystnb={"image": {"alt": "Stacked bars of four constants for two instances, each the sum of the terms of items 4 and 5. For Figure 1(a) they grow from 6.17 for equation (3) over 7.68 and 14.06 for equation (6) to 16.65 for the last position; for Figure 1(b) equation (6) and the last position coincide at 5.59."}, "figure": {"caption": "What the constant of (6) is made of, item by item, between the bounds of the chain: (3), all items explored at the first position (a lower bound), (6), all at the last position (an upper bound, which the paper prints as a lower one). Exact values.", "name": "pbm:composition"}}
publish(
    figures.composition(figures.relatives(instances)),
    "pbm:composition",
    examination=examination,
    attraction={"1a": figure_1a.attraction, "1b": figure_1b.attraction},
)

# %% [markdown]
# {download}`data <composition.csv>` · {download}`how it was made <composition.json>`

# %% tags=["remove-input"]
verdicts(
    "pbm:equation-3",
    "pbm:no-ranking-term",
    "pbm:crude-bounds",
    "pbm:reversed-inequality",
    profile=profile,
)

# %% [markdown]
# ## If examinations were seen, and if users stopped at the first click
#
# (pbm:remark-7)=
# **Remark 7.** Suppose that $Y_l(t)$, whether position $l$ was examined, were observed. With
# probability $\kappa_l$ the user's verdict on the item is then seen, otherwise nothing is learnt:
# $I_a(\theta,\lambda)=\sum_l\kappa_l\,d(\theta_{a_l},\lambda_{a_l})$. The proof of Theorem 6 uses
# nothing about the information but that it belongs to an item and a position, and gives
# $\sum_k\min_l\Delta_{v_{k,l}}/(\kappa_ld(\theta_k,\theta_L))$. Now
# $\Delta_{v_{k,l}}/\kappa_l\ge\theta_L- \theta_k$ with equality at $l=L$ only: the last position
# is always best, and the bound is (3). What makes the trade-off interesting is thus the
# censoring, through the convexity of $g$.
#
# (pbm:remark-7-order)=
# **And κ need not be known.** The likelihood of examinations and clicks is a function of κ times a
# function of θ: clicks over *examined* displays estimate $\theta_k$ whatever κ is, and placing the
# items needs the order of the $\kappa_l$ only. In the censored model the two do not separate.
#
# (pbm:weighted-cascade-bound)=
# **The weighted cascade.** Here the user goes down the list to the first attractive item, and a
# click at position $l$ is worth $w_l$, $w_1>\dots>w_L$. The paper quotes the bound
# $w_L\sum_{k>L}(\theta_L- \theta_k)/d(\theta_k,\theta_L)$ {cite:p}`combes2015`. The steps above
# give it under a condition.
#
# :::{prf:proposition} Weighted cascade
# :nonumber:
# If $w_l\ge w_{l+1}+w_L$ for all $l<L$, the program of Corollary 5 for the weighted cascade has
# the value $w_L\sum_{k>L}(\theta_L-\theta_k)/d(\theta_k,\theta_L)$. Without the condition it can
# be smaller.
# :::
#
# :::{prf:proof}
# Item $k$ at position $\pi_k$ is seen with probability
# $P_{\pi_k}(a)=\prod_{i<\pi_k}(1-\theta_{a_i})$, so that a list brings the information
# $P_{\pi_k}(a)\,d(\theta_k,\theta_L)$. As in Theorem 6 it suffices that $\Delta_a\ge
# w_L\sum_{k\in a,k>L}P_{\pi_k}(a)(\theta_L-\theta_k)$ for all lists, with equality for the
# $v_{k,L}$, where both sides are $w_L\prod_{i<L}(1-\theta_i)(\theta_L-\theta_k)$. Compute the
# reward of $a$ backwards, $F_l=w_l\theta_{a_l}+(1-\theta_{a_l})F_{l+1}$, adding
# $w_L(\theta_L-\theta_k)$ at each suboptimal item: the claim is $F_1\le\mu^*$. Let $F'_l$ be the
# reward with $\theta_L$ in place of every $\theta_k$, $k>L$. If $F_{l+1}\le F'_{l+1}$, then at a
# suboptimal item $F'_l-F_l\ge(\theta_L-\theta_k) (w_l-w_L-F'_{l+1})\ge0$, since $F'_{l+1}\le
# w_{l+1}\le w_l-w_L$ for $l<L$, and $F'_{L+1}=0$. So $F_1\le F'_1$; and the attractions in
# $F'_1$, sorted, are at most $\theta_1,\dots,\theta_L$ one by one, while the reward
# $\sum_m(w_m-w_{m+1})(1-\prod_{l\le m}(1-x_l))$, with $w_{L+1}=0$, is largest when sorted and
# increases in every $x_l$: $F'_1\le\mu^*$.
#
# *Without the condition:* $\theta=(\frac12,\frac25,\frac15)$ and $w=(1,\frac9{10})$. The list
# $(3,1)$ shows item 3 in every round and has the gap $\frac3{25}$; the printed bound charges
# $w_L(\theta_L-\theta_k)=\frac9{50}$ for the same information.
#
# *A policy below the printed bound.* Looks are observed here: the items down to the click were
# seen. Let {ref}`our variant of PBM-PIE <pbm:adaptive-pie>` count looks in place of plays, with
# $\hat\theta_k$ the clicks over the looks, $U_k$ the index of KL-UCB, and $\hat l_k$ minimising the
# plug-in of $r_{k,l}=\Delta_{v_{k,l}}/(P_l\,d(\theta_k,\theta_L))$, $P_l=\prod_{i<l}(1-\theta_i)$.
# A look at item $k$ is followed by a click with probability $\theta_k$ whatever came before, and an
# item shown is seen with probability at least $(1-\theta_1)^{L-1}$: so all bounds on the bad rounds
# stand, with a smaller $c$ in Lemma 22. Let $f=(1+\epsilon)\log T$ and
# $n=(1+\gamma)f/d(\theta_k,\theta_L-\eta)$. A round of $E_k$ with more than $n$ looks at $k$ means
# that the mean of their clicks exceeds an $r>\theta_k$ that does not depend on $T$; at the $s$-th
# round of $E_k$ there are a fixed share of $s$ looks but for an exponentially small probability, so
# that the expected number of such rounds is bounded. Each other round costs at most
# $(1+\nu)\min_lr_{k,l}\,d(\theta_k,\theta_L)$ times its chance of a look at $k$, where $\nu$ falls to 0
# with $\eta$, and all of them together bring at most $n+1$ looks. The policy knows none of γ, η and
# ν, which may be as small as we like: so
# $\limsup_T\mathbb E_\theta R(T)/\log T\le(1+\epsilon)\sum_{k>L}\min_lr_{k,l}$ at every θ with
# distinct entries. In the example that is $(1+\epsilon)\frac3{25}/d(\theta_3,\theta_2)$.
# :::
#
# When weights decrease slowly, a top position is seen more often and costs hardly more. The
# sentence in the paper asks for decreasing weights only, which is not enough; we have not seen
# whether its source asks for more.

# %% tags=["remove-input"]
verdicts("pbm:remark-7", "pbm:remark-7-order", "pbm:weighted-cascade-bound", profile=profile)

# %% [markdown]
# ## Eight queries of a search engine
#
# The paper fits the model to eight queries of the KDD Cup 2012 logs and prints for each the
# number of ads and the range of θ (Table 1). Played with here are eight published models of queries
# of the same challenge (see {doc}`the data page </data>`).
#
# Every one of the {glue:text}`ads` suboptimal ads has the optimal position
# {glue:text}`positions:s`: where attractions are small, the divergence is almost linear in κ, and
# then, as in Remark 7, the end of the list is best. On such models PBM-PIE explores where it
# should. The constants range from {glue:text}`smallest:.1f` to {glue:text}`largest:.1f` clicks;
# they are large where an ad is almost as good as the third.

# %% tags=["remove-cell"]
models = published.kdd_models()
kdd = figures.published(models)
summary = figures.queries(kdd)
glue("ads", len(kdd))
glue("positions", " and ".join(map(str, sorted(set(kdd["position"])))))
glue("smallest", float(summary["constant of (6)"].min()))
glue("largest", float(summary["constant of (6)"].max()))

# %% mystnb={"image": {"alt": "Stacked horizontal bars, one a query, of the share of each suboptimal ad in the constant of equation (6). In every query the best suboptimal ad has the largest share."}, "figure": {"caption": "What the constant of (6) is made of in eight KDD Cup queries; its value, in clicks, stands on the right. Exact values of the models named in the text.", "name": "pbm:kdd-bound"}}
publish(figures.kdd(kdd), "pbm:kdd-bound")

# %% [markdown]
# {download}`data <kdd-bound.csv>` · {download}`how it was made <kdd-bound.json>`

# %% tags=["remove-input"]
summary.set_index("query").round(4)

# %% [markdown]
# (6) does not change when κ is multiplied and θ divided by the same number, so that the scale of
# the fit, which the clicks cannot determine, has no influence here.
