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
# # The lower bound in detail
#
# This page gives the details of {doc}`the chapter on the lower bound <lower_bound>`. It proves the bound,
# shows that the argument loses nothing, compares the constant $C$ with simpler ones and with other models of
# the user, and notes the differences from the published paper. Each section can be read by itself. We use the
# notation of the chapter, with attractions $\theta_1>\dots>\theta_K$, examinations
# $\kappa_1>\dots>\kappa_L>0$ with $L<K$, the best list $a^*=(1,\dots,L)$, the gap $\Delta_a$, the trial
# $v_{k,l}=(1,\dots,l-1,k,l,\dots,L-1)$ of a suboptimal item $k>L$ at position $l$, and its price
# $r_{k,l}=\Delta_{v_{k,l}}/d(\kappa_l\theta_k,\kappa_l\theta_L)$, with $d$ the Kullback–Leibler divergence of
# Bernoulli distributions. By Theorem 6, a uniformly efficient policy loses at least about $C\log T$ clicks,
# with $C=\sum_{k>L}\min_lr_{k,l}$.

# %% tags=["remove-cell"]
from myst_nb import glue

from clickbandits.pbm import bounds, problem, published
from compendium.figures import publish
from compendium.pbm.lower_bound import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
examination = (0.9, 0.6, 0.3)
figure_1a = problem((0.95, 0.85, 0.75, 0.65, 0.55), examination)
figure_1b = problem((0.45, 0.35, 0.25, 0.15, 0.05), examination)
instances = {"θ of Figure 1(a)": figure_1a, "θ of Figure 1(b)": figure_1b}
glue("constant_1a", bounds.lower_bound(figure_1a))
glue("last_1a", bounds.shared_position_bound(figure_1a, 3))
glue("first_1a", bounds.shared_position_bound(figure_1a, 1))
glue("uncensored_1a", bounds.uncensored_bound(figure_1a))
# What the words of the figure on cruder bounds rely on:
relatives = figures.relatives(instances)
drawn = relatives.groupby(["instance", "bound"], sort=False)["term"].sum().round(2).tolist()
assert drawn[:4] == [6.17, 7.68, 14.06, 16.65]
assert drawn[6:] == [5.59, 5.59]

# %% [markdown]
# ## Greed is not enough
#
# A policy is *uniformly efficient* if its expected regret is $o(T^\alpha)$ for every $\alpha\in(0,1]$
# at every $\theta\in(0,1)^K$.
#
# (pbm:definition-1)=
# :::{prf:proposition} Greed is not uniformly efficient
# :nonumber:
# For $L<K$ the expected regret of the greedy policy, which shows each item once at each position and then the
# best so far, grows like $T$ at every θ at which some list is not optimal.
# :::
#
# :::{claim} pbm:definition-1
# :::
#
# The reason is that, with positive probability, each of the $L$ *worst* items is clicked in the first rounds
# and no other item is. The estimates of the others are then 0, and these items are never shown again. But no
# list of the worst items is optimal. In the best order such a list earns $\sum_l\kappa_l\theta_{K-L+l}$,
# which is $\mu^*$ only if $\theta_l=\theta_{K-L+l}$ for all $l\le L$, that is, if all items are equal, and
# then every list is optimal.
#
# (pbm:efficient-policy)=
# :::{prf:proposition} A uniformly efficient policy exists
# :nonumber:
# For all $1\le L\le K$ and known $\kappa_1,\dots,\kappa_L$ in $(0, 1]$ there is a uniformly efficient policy.
# :::
#
# Such a policy explores all items in $\log^2t$ of the first $t$ rounds and otherwise plays the list that
# looks best. By Hoeffding's inequality, the list at round $t$ is then wrong with a probability of at most
# $2Ke^{-c\log^2t}$. The sum of these probabilities over $t$ is finite, so the regret is $O(\log^2T)$.
#
# ## The proof in four steps
#
# The proof uses the event that the best list is shown in at most half of the rounds. This event is unlikely
# in the true world and almost certain in a rival one. Two worlds can disagree so strongly only if the clicks
# contain about $\log T$ nats of information that distinguishes them. These come from displays of item $k$,
# and each display costs at least the price of its position.
#
# ### Step 1: information adds up
#
# (pbm:equation-4)=
# **The log-likelihood ratio** compares two worlds θ and λ, both in $(0,1)^K$. Let $Z(s)$ be the clicks of
# round $s$, $A(s)$ its list, and $\mathcal F_{s-1}$ the history of the earlier rounds. Then the ratio is
#
# $$
# \ell(t)=\sum_{s=1}^t\log\frac{p(Z(s);\theta\mid\mathcal
# F_{s-1},A(s))}{p(Z(s);\lambda\mid\mathcal F_{s-1},A(s))}. \tag{4}
# $$
#
# Given the past, the policy chooses in the same way in both worlds, so its choices and coin tosses cancel and
# only clicks count. For this reason the same argument works for all policies. (The paper conditions on the
# past alone, which determines the list $A(s)$ if the policy tosses no coins.)
#
# (pbm:lemma-2)=
# :::{prf:lemma} The expected log-likelihood ratio, the paper’s Lemma 2
# :nonumber:
# Let $I_l(\theta_k,\lambda_k)=d(\kappa_l\theta_k,\kappa_l\lambda_k)$, with $d$ the Kullback–Leibler
# divergence of Bernoulli distributions, and $I_a(\theta,\lambda)=\sum_lI_l(\theta_{a_l},
# \lambda_{a_l})$. For every policy, randomised and adaptive ones included,
#
# $$\mathbb E_\theta\ell(t)=\sum_a I_a(\theta,\lambda)\,\mathbb E_\theta N_a(t). \tag{5}$$
# :::
#
# :::{claim} pbm:lemma-2
# :::
#
# Here $N_a(t)$ counts the rounds up to $t$ that show the list $a$. In words, each display of an item adds the
# divergence at its position, whatever happened before.
#
# :::{admonition} Proof
# :class: dropdown
# Condition on $\mathcal F_{s-1}$ and on the list $A(s)=a$ of round $s$. The clicks of the round are
# independent Bernoulli variables, so the expected increment of $\ell$ is $\sum_l
# d(\kappa_l\theta_{a_l},\kappa_l \lambda_{a_l})=I_a(\theta,\lambda)$. Taking expectations,
# $\mathbb E_\theta[\ell(s)-\ell(s-1)]=\sum_aI_a(\theta,\lambda)\mathbb P_\theta(A(s)=a)$. Sum
# over $s$.
# :::
#
# ### Step 2: information separates events
#
# (pbm:lemma-13)=
# :::{prf:lemma} Change of measure, the paper’s Lemma 13
# :nonumber:
# For every stopping time σ and every event $A\in\mathcal F_\sigma$, $\mathbb
# P_\lambda(A\cap\{\sigma<\infty\})=\mathbb E_\theta[\mathbf
# 1\{A,\sigma<\infty\}\,e^{-\ell(\sigma)}]$. If σ is almost surely finite under λ, this is
# $\mathbb P_\lambda(A)$.
# :::
#
# :::{claim} pbm:lemma-13
# :::
#
# The paper says “any stopping time”. Lemma 12, for which it recalls this lemma, requires one that is almost
# surely finite in both worlds, and we read the statement in this way. It is not enough that σ is finite under
# θ. Take one item that is always seen and is clicked with probability 0.6 under θ and 0.4 under λ, and let σ
# be the first round with $\ell>0$. Under θ this round comes with certainty, but $e^{-\ell(\sigma)}=2/3$
# always, so the right side is at most 2/3 even for the sure event.
#
# (pbm:lemma-12)=
# :::{prf:lemma} Information and events, the paper’s Lemma 12
# :nonumber:
# For every stopping time σ that is almost surely finite under θ and under λ, and every event
# $\mathcal E\in\mathcal F_\sigma$, $\sum_aI_a(\theta,\lambda)\,\mathbb E_\theta N_a(\sigma)\ge
# d(\mathbb P_\theta(\mathcal E),\mathbb P_\lambda(\mathcal E))$.
# :::
#
# :::{claim} pbm:lemma-12
# :::
#
# In words, many nats are needed for an event to be likely in one world and unlikely in the other.
#
# :::{admonition} Proof of both
# :class: dropdown
# *Lemma 13.* On $\{\sigma=t\}$ the event is a set of histories of $t$ rounds. By the definition of $\ell$,
# the probability of each under λ is its probability under θ times $e^{-\ell(t)}$. Sum over the histories,
# then over $t$.
#
# *Lemma 12.* If $\mathbb P_\theta(\mathcal E)$ is 0 or 1, then so is $\mathbb P_\lambda(\mathcal E)$,
# by Lemma 13, and the divergence is 0. Otherwise let σ be bounded first. By Lemma 13 and Jensen's
# inequality,
#
# $$
# \mathbb P_\lambda(\mathcal E)=\mathbb P_\theta(\mathcal
# E)\, \mathbb E_\theta[e^{-\ell(\sigma)}\mid\mathcal E]\ge\mathbb P_\theta(\mathcal E)\,
# e^{-\mathbb E_\theta[\ell(\sigma)\mid\mathcal E]},
# $$
#
# that is, $\mathbb P_\theta(\mathcal E)\,\mathbb E_\theta[\ell(\sigma)\mid\mathcal E]\ge\mathbb
# P_\theta(\mathcal E)\log\frac{\mathbb P_\theta (\mathcal E)}{\mathbb P_\lambda(\mathcal
# E)}$. Add the same for the complement. The left sides add up to $\mathbb E_\theta\ell(\sigma)$, which is the
# sum of the lemma. This follows as for Lemma 2, with the increments of the rounds $s\le\sigma$ only, because
# $\{\sigma\ge s\}\in\mathcal F_{s-1}$. The right sides add up to the divergence. For any σ, apply this to
# $\min(\sigma,n)$ and $\mathcal E\cap\{\sigma\le n\}$ and let $n\to\infty$. The left side increases to the
# sum of the lemma, and the divergence is continuous if its arguments are not 0 or 1.
# :::
#
# ### Step 3: a rival costs log T nats
#
# A *rival* of θ is a world that agrees with it on the items of the best list, and in which another
# list is better:
#
# $$
# B(\theta)=\{\lambda\in(0,1)^K:
# \lambda_j=\theta_j\text{ for }j\le L,\ \mu^*(\lambda)>\mu^*(\theta)\},
# $$
#
# where $\mu^*(\theta)$ is the largest expected number of clicks of a list under θ.
#
# (pbm:proposition-3)=
# :::{prf:proposition} Every λ in B(θ) must be ruled out, the paper’s Proposition 3
# :nonumber:
# For every uniformly efficient policy and every $\lambda\in B(\theta)$,
# $\liminf_T\sum_aI_a(\theta,\lambda)\,\mathbb E_\theta N_a(T)/\log T\ge1$.
# :::
#
# :::{claim} pbm:proposition-3
# :::
#
# :::{admonition} Proof
# :class: dropdown
# The paper gives Lemmas 12 and 13 and leaves this proof to the reader. Let
# $\mathcal E_T=\{N_{a^*}(T)\le T/2\}$. Under θ, with its strict orders, the list $a^*$ is the only optimal
# one, and $\mathcal E_T$ costs at least $\Delta_{\min}T/2$, with $\Delta_{\min}$ the smallest gap of another
# list. By Markov's inequality
# $x_T=\mathbb P_\theta(\mathcal E_T)\le2\mathbb E_\theta R(T)/(\Delta_{\min}T)\to0$. Under λ the list $a^*$
# has the gap $\mu^*(\lambda)-\mu^*(\theta)>0$, and with $y_T=\mathbb P_\lambda(\mathcal E_T)$ likewise
# $1-y_T=O(\mathbb E_\lambda R(T)/T)=o(T^{\alpha-1})$ for every $\alpha>0$. Finally, for all $x$ and $y$,
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
#
# ### Step 4: no discount
#
# A gap can be written as a sum of counts. Put $\varepsilon_m=\kappa_m-\kappa_{m+1}$ and
# $\delta_j=\theta_j-\theta_{j+1}$, with $\kappa_{L+1}=\theta_{K+1}=0$, so that all steps are positive.
# Each $\kappa_l$ and each $\theta_k$ is the sum of the steps from it downwards (*Abel summation*).
# Exchanging sums gives $\mu_a=\sum_{m,j}\varepsilon_m\delta_j\,\#\{l\le m:a_l\le j\}$ and so
#
# $$
# \begin{aligned}
# \Delta_a&=\sum_{m=1}^L\sum_{j=1}^K\varepsilon_m\delta_j\,n_a(m,j),\\
# n_a(m,j)&=\min(m,j)-\#\{l\le m:a_l\le j\}\ \ge0 .
# \end{aligned}
# $$
#
# The integer $n_a(m,j)$ counts how many of the $j$ best items are missing among the first $m$ positions. An
# inequality between such integers also holds for the gaps, for *all* θ and κ at once.
#
# (pbm:gap-increases)=
# **A trial costs more towards the top.** For $v_{k,l}$ the count is $n(m,j)=\mathbf 1\{l\le m\le j<k\}$,
# because nothing is missing above position $l$, and from $l$ on exactly one of the first $m$ items is too
# low. Summing over $j$, $\Delta_{v_{k,l}}=\sum_{m=l}^L(\kappa_m-\kappa_{m+1}) (\theta_m-\theta_k)$, which
# grows by $(\kappa_l-\kappa_{l+1})(\theta_l-\theta_k)$ when the trial moves up from position $l+1$ to $l$.
#
# (pbm:lemma-16)=
# :::{prf:lemma} Gaps add up, Lemma 16 corrected
# :nonumber:
# For every list α, with $\pi_k$ the position of item $k$ in it, $\Delta_\alpha\ge\sum_{k>L:k\in
# \alpha}\Delta_{v_{k,\pi_k}}$. Equality holds exactly if α is $a^*$ or one of the $v_{k,l}$.
# :::
#
# The paper has a strict inequality for every α other than the $v_{k,l_k}$, where $l_k$ is the cheapest
# position. This fails for the $v_{k,l}$ at other positions, for which both sides are the same number.
#
# :::{claim} pbm:lemma-16
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Compare the integers at $(m,j)$. The right side has $\#\{k\in\alpha:k>L,\ k>j,\ \pi_k\le m\}$ if $j\ge m$,
# and 0 if $j<m$. The left side has $m-\#\{l\le m:\alpha_l\le j\}=\#\{l\le m:\alpha_l>j\}$ if $j\ge m$, which
# counts at least these items, and an integer of at least 0 if $j<m$.
#
# *Equality* everywhere means, for $j<m$, that the first $m$ items include $1,\dots,m-1$, and, for $j=m$, that
# every optimal item among the first $m$ has rank at most $m$. By the first, taken at $m=L$, at most one item
# is suboptimal. If none is, α is the best list by the second condition. If item $k$ is, at position $l$, then
# the positions above $l$ contain $1,\dots,l-1$ in order by the second condition, and each position $m>l$
# contains item $m-1$ by the first, so α is $v_{k,l}$.
# :::
#
# ### Add the bills
#
# Fix a suboptimal item $k$ and a $q$ between $\theta_L$ and 1, and let λ differ from θ in $\lambda_k=q$ only.
# This λ is a rival, because item $k$ should now replace item $L$. With $n_{k,l}$ the expected number of
# displays of item $k$ at position $l$ up to round $T$, Proposition 3 states that
# $\liminf_T\sum_ln_{k,l}\,d(\kappa_l\theta_k,\kappa_lq)/\log T\ge1$. Let $q$ decrease to $\theta_L$. Each
# divergence tends to $d_{k,l}=d(\kappa_l\theta_k,\kappa_l\theta_L)>0$, so
# $\liminf_T\sum_ln_{k,l}\,d_{k,l}/\log T\ge1$. Now Lemma 16 turns displays into clicks:
#
# $$
# \mathbb E_\theta R(T)=\sum_a\Delta_a\,\mathbb E_\theta N_a(T)\ \ge\
# \sum_{k>L}\sum_ln_{k,l}\,\Delta_{v_{k,l}}\ \ge\
# \sum_{k>L}\min_lr_{k,l}\sum_ln_{k,l}\,d_{k,l}.
# $$
#
# Divide by $\log T$ and let $T\to\infty$. This proves Theorem 6.
#
# (pbm:theorem-6-distinct)=
# :::{prf:theorem} The lower bound under a weaker condition
# :nonumber:
# The bound of Theorem 6 holds for every policy whose regret is $o(T^\alpha)$ for all $\alpha>0$ at the
# problems with distinct attractions in $(0,1)$ and this κ, whatever it does on the others.
# :::
#
# :::{claim} pbm:theorem-6-distinct
# :::
#
# The reason is that $q$ can be chosen between $\theta_L$ and $\theta_{L-1}$ (or 1, for $L=1$) as it decreases
# to $\theta_L$. Then θ and all rivals in the proof have distinct attractions, and the proof requires
# efficiency on no other problem.
#
# ## Nothing is lost on the way
#
# Could a cleverer argument give a larger constant? The proof used only rivals in which *one* item moves.
# Using all rivals leads to a linear program with infinitely many constraints, but its value is still $C$.
#
# (pbm:theorem-4)=
# :::{prf:theorem} The variational form of the bound, the paper’s Theorem 4
# :nonumber:
# For every uniformly efficient policy, $\liminf_T\mathbb E_\theta R(T)/\log T\ge f(\theta)$, where
# $f(\theta)$ is the infimum of $\sum_a\Delta_ac_a$ over $c\succeq0$ such that
# $\inf_{\lambda\in B(\theta)}\sum_aI_a(\theta,\lambda)c_a\ge1$.
# :::
#
# :::{claim} pbm:theorem-4
# :::
#
# If $c_a$ is read as the number of plays of list $a$ per unit of $\log T$, the program looks for the cheapest
# plays that rule out every rival. Its form is that of {cite:t}`graves1997`.
#
# (pbm:corollary-5)=
# :::{prf:corollary} The relaxed program, the paper’s Corollary 5
# :nonumber:
#
# $$f(\theta)\ge\inf_{c\succeq0}\sum_{a\ne a^*}\Delta_ac_a \tag{12}$$
#
# over $c=(c_a)_{a\ne a^*}$ subject to, for every $k>L$,
#
# $$\sum_{a\ne a^*}c_a\sum_l\mathbf 1\{a_l=k\}\,d(\kappa_l\theta_k,\kappa_l\theta_L)\ge1. \tag{13}$$
#
# In fact the two are equal.
# :::
#
# :::{claim} pbm:corollary-5
# :::
#
# :::{admonition} Proof of both, and that the value is $C$
# :class: dropdown
# *Theorem 4.* Along a subsequence that reaches the lower limit (if it is finite), the ratios
# $\mathbb E_\theta N_a(T)/\log T$ of the lists $a\ne a^*$ are bounded, because their gaps are positive, and
# converge along a further subsequence to some $c_a$. The list $a^*$ brings no information on $B(\theta)$, so
# in the limit Proposition 3 shows that $c$ is feasible. The limit of the regret is
# $\sum_a\Delta_ac_a\ge f(\theta)$.
#
# *Corollary 5, lower bound.* With fewer constraints the infimum cannot be larger, and a world in which one
# item moves past $\theta_L$ is in $B(\theta)$. *Equality.* Let $c$ satisfy the constraints of the corollary
# and let $\lambda\in B(\theta)$. Some $k>L$ has $\lambda_k>\theta_L$, for otherwise the $L$ largest entries
# of λ are those of θ and $\mu^*(\lambda)=\mu^*(\theta)$. All terms of $I_a$ are nonnegative, and
# $q\mapsto d(\kappa_l\theta_k,\kappa_lq)$ has the derivative $\kappa_l(q-\theta_k)/(q(1-\kappa_lq)) \ge0$
# beyond $\theta_k$. Hence $\sum_ac_aI_a(\theta,\lambda)\ge\sum_ac_a\sum_l\mathbf 1\{a_l=k\}\,
# d(\kappa_l\theta_k,\kappa_l\theta_L)\ge1$, which means that every $c$ that is feasible here is feasible in
# Theorem 4.
#
# *The value.* Playing $v_{k,l_k}$ with the coefficient
# $1/d(\kappa_{l_k}\theta_k,\kappa_{l_k}\theta_L)$, where $l_k$ minimises $r_{k,l}$, is feasible and
# costs $C$. The dual program maximises $\sum_ky_k$ over $y\succeq0$ with $\sum_{k\in
# a,k>L}y_k\,d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)\le\Delta_a$ for all lists $a$. Take
# $y_k=\min_lr_{k,l}$. Then $y_k\,d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)\le
# \Delta_{v_{k,\pi_k}}$, and their sum is at most $\Delta_a$ by Lemma 16, so $y$ is feasible with the same value.
# :::
#
# (pbm:proposition-14)=
# :::{prf:proposition} The lists with positive weight, the paper’s Proposition 14
# :nonumber:
# The solutions of the program (12)–(13) are exactly the $c\succeq0$ that vanish off the lists $v_{k,l}$ with
# $l\in\arg\min_lr_{k,l}$ and satisfy $\sum_lc_{v_{k,l}}d(\kappa_l\theta_k,\kappa_l\theta_L)=1$ for every
# $k>L$. If every minimum is attained once, this is one point. Together with any $c_{a^*}\ge0$ they are also
# the solutions of the program of Theorem 4, because the same $c$ are feasible (Corollary 5).
# :::
#
# :::{claim} pbm:proposition-14
# :::
#
# In words, a frugal policy shows the best list and tries each suboptimal item at its cheapest position.
#
# :::{admonition} Proof
# :class: dropdown
# By complementary slackness with the dual solution above, $c_a>0$ requires
# $\sum_{k\in a,k>L}y_k\, d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)=\Delta_a$. Then both inequalities
# of that proof are equalities, so $a=v_{k,l}$ by the equality case of Lemma 16, and $r_{k,l}=y_k$. Since
# $y_k>0$, the constraint of $k$ is met with equality. The converse follows from the value of the program.
# :::
#
# The paper writes $l_k=\arg\min_lr_{k,l}$. If the minimum is attained twice, its statement is true provided
# that $l_k$ can be either position. Such ties do occur. In the chapter's worked example the two prices cross
# between $\theta_1=0.48$ and $0.49$, and at the crossing every mixture of the two trials is optimal.
#
# ## Every position can be optimal
#
# The chapter considers two limits. If the best items are equally good, the top is cheapest, and if the item
# is almost as good as item $L$, the end is. Together the two limits give the positions in between.
#
# (pbm:every-position)=
# :::{prf:proposition} Every position can be optimal
# :nonumber:
# For every κ and every $l\le L$ there is a θ for which the suboptimal item's optimal position is
# $l$.
# :::
#
# :::{claim} pbm:every-position
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Take $K=L+1$, $\theta_l=\dots=\theta_L=q$, $\theta_1=\dots=\theta_{l-1}=s>q$ and $\theta_K=q-\eta$. From $l$
# downwards the best items are equal, and the ratio decreases towards $l$, as in
# {ref}`the first limit <pbm:limit-equal-best>`. For $m<l$ the gap is at least $(\kappa_{l-1}-\kappa_l)(s-q)$,
# whatever η is. At all positions the information is of the order $\eta^2$, so $r_{K,m}/r_{K,l}$ is of the
# order $1/\eta$ and exceeds 1 for small η. All inequalities are strict, so they also hold in a neighbourhood,
# which contains strictly decreasing θ.
# :::
#
# ## Cruder bounds
#
# (pbm:equation-3)=
# **If every item shown is also seen.** In such a *multiple-play bandit* one plays $L$ items per round and
# sees the outcome of each. The constant is then
#
# $$\sum_{k>L}\frac{\theta_L-\theta_k}{d(\theta_k,\theta_L)}. \tag{3}$$
#
# This is Theorem 6 with $\kappa\equiv1$. Then $\Delta_{v_{k,l}}=\theta_L-\theta_k$ at every position, and all
# positions are equally good. (Every order of the best items is optimal in this case. None of them carries
# information about a rival, and the proof works with “an optimal list” in place of $a^*$.)
#
# (pbm:gap-decomposition)=
# **A list costs at least what its suboptimal items cost at the level of $\theta_L$.** That is,
# $\Delta_a\ge\sum_{k>L}\sum_l\mathbf 1\{a_l=k\}\kappa_l(\theta_L-\theta_k)$. The integers of
# $\kappa_l(\theta_L-\theta_k)$ are $\mathbf 1\{l\le m,\ L\le j<k\}$. For $j\ge L$, $n_a(m,j)$ counts
# the items among the first $m$ with a rank beyond $j$, and every $k>j$ of them is counted.
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
# Here (3) is the constant if everything is seen, and (6) is $C$. The first two inequalities together show
# that hiding the looks never makes a problem easier. The second expression is the bill for trying everything
# at the first position, at a price below the true one, and the last is the bill for trying everything at the
# last position. In the proof $g(\kappa)$ is the information $d(\kappa\theta_k,\kappa\theta_L)$, for which
# $\kappa/g(\kappa)$ decreases, {ref}`as the chapter shows <pbm:information-convex>`.
#
# :::{admonition} Proof
# :class: dropdown
# We go from left to right. First, $1/g(1)\le\kappa_1/g(\kappa_1)$ because $\kappa/g(\kappa)$ decreases. For
# the same reason and by the decomposition of the gap,
# $r_{k,l}\ge(\theta_L-\theta_k)\kappa_l/g(\kappa_l)\ge (\theta_L-\theta_k)\kappa_1/g(\kappa_1)$. Finally, the
# last sum is $\sum_kr_{k,L}\ge\sum_k\min_lr_{k,l}$.
# :::
#
# (pbm:reversed-inequality)=
# **The inequality after Theorem 6.** The paper gives the last expression of the chain as a simpler *lower*
# bound on $C$, “not tight in general”. It is an *upper* bound. For Figure 1(a) it is
# {glue:text}`last_1a:.2f`, above $C=$ {glue:text}`constant_1a:.2f`. The first position gives the true lower
# bound {glue:text}`first_1a:.2f`, and if everything is seen, the constant is {glue:text}`uncensored_1a:.2f`. The
# error arises from combining the decomposition of the gap with the wrong end of the decreasing function
# $\kappa/g(\kappa)$.
#
# :::{claim} pbm:reversed-inequality
# :::

# %% tags=["remove-input"] mystnb={"image": {"alt": "Stacked bars of four constants for two instances, each the sum of the terms of items 4 and 5. For Figure 1(a) they grow from 6.17 with everything seen over 7.68 and 14.06 for C to 16.65 for the last position; for Figure 1(b) C and the last position coincide at 5.59."}, "figure": {"caption": "The terms of the constant C of Theorem 6, item by item, and those of the bounds of the chain: everything seen; all items explored at the first position (a lower bound); C; all at the last position (an upper bound). Exact values.", "name": "pbm:composition"}}
publish(
    figures.composition(relatives),
    "pbm:composition",
    examination=examination,
    attraction={"1a": figure_1a.attraction, "1b": figure_1b.attraction},
)

# %% [markdown]
# {download}`data <composition.csv>` · {download}`how it was made <composition.json>`
#
# The last expression of the chain is the constant of the policy PBM-PIE of the next chapter, which explores
# at the last position only ({ref}`Theorem 11 <pbm:theorem-11>`). That policy is optimal exactly if the last
# position is cheapest for every item, and its constant can exceed $C$ by any factor (with $\kappa_1$ near 1).
#
# ## If looks were seen, and if users stopped
#
# (pbm:remark-7)=
# **Remark 7: observed looks.** Suppose we could see whether position $l$ was examined. With probability
# $\kappa_l$ we would then see the user's verdict on the item, and otherwise we would learn nothing, so
# $I_a(\theta,\lambda)=\sum_l\kappa_l\,d(\theta_{a_l},\lambda_{a_l})$. The proof of Theorem 6 uses only that
# information belongs to an item and a position, and it gives
# $\sum_k\min_l\Delta_{v_{k,l}}/(\kappa_ld(\theta_k,\theta_L))$. Now
# $\Delta_{v_{k,l}}/\kappa_l\ge\theta_L- \theta_k$ with equality at $l=L$ only. The last position is therefore
# always best, and the bound is that of multiple-play bandits. A real trade-off between positions arises only
# because looks are hidden, through {ref}`the convexity of the information <pbm:information-convex>`.
#
# :::{claim} pbm:remark-7
# :::
#
# (pbm:remark-7-order)=
# **κ need not be known** in that case. The likelihood of looks and clicks is a function of κ times
# a function of θ, so clicks divided by *seen* displays estimate $\theta_k$ whatever κ is. A policy that shows
# its leaders in the order of the $\kappa_l$ and explores at the last position, at which the price is lowest,
# needs to know only that order. If looks are hidden, the two factors do not separate.
#
# (pbm:weighted-cascade-bound)=
# **The weighted cascade.** Here the user goes down the list to the first attractive item, and a click at
# position $l$ is worth $w_l$, $w_1>\dots>w_L$. The paper quotes the bound
# $w_L\sum_{k>L}(\theta_L- \theta_k)/d(\theta_k,\theta_L)$ from {cite:t}`combes2015`, for decreasing weights. The
# argument of this chapter gives this bound under a stronger condition on the weights. We have not been able to
# read the source, so we do not know whether the condition is missing there or was lost in the quotation.
#
# :::{claim} pbm:weighted-cascade-bound
# :::
#
# :::{prf:proposition} The weighted cascade
# :nonumber:
# If $w_l\ge w_{l+1}+w_L$ for all $l<L$, the program of Corollary 5 for the weighted cascade has
# the value $w_L\sum_{k>L}(\theta_L-\theta_k)/d(\theta_k,\theta_L)$. Without the condition it can
# be smaller.
# :::
#
# If weights fall slowly, a top position is seen more often and costs hardly more. The smallest example is
# $\theta=(\frac12,\frac25,\frac15)$ with $w=(1,\frac9{10})$. Users who are shown the list $(3,1)$ always look
# at item 3, and one display of it loses $\frac3{25}$, whereas the published bound charges
# $w_L(\theta_L-\theta_k)=\frac9{50}$ for the same information.
#
# :::{admonition} Proof, and a policy below the published bound
# :class: dropdown
# Item $k$ at position $\pi_k$ is seen with probability $P_{\pi_k}(a)=\prod_{i<\pi_k}(1-\theta_{a_i})$, so a
# list brings the information $P_{\pi_k}(a)\,d(\theta_k,\theta_L)$. As in Theorem 6 it suffices that
# $\Delta_a\ge w_L\sum_{k\in a,k>L}P_{\pi_k}(a)(\theta_L-\theta_k)$ for all lists, with equality for the
# $v_{k,L}$, where both sides are $w_L\prod_{i<L}(1-\theta_i)(\theta_L-\theta_k)$. Compute the reward of $a$
# backwards, $F_l=w_l\theta_{a_l}+(1-\theta_{a_l})F_{l+1}$, adding $w_L(\theta_L-\theta_k)$ at each suboptimal
# item. The claim is then $F_1\le\mu^*$. Let $F'_l$ be the reward with $\theta_L$ in place of every
# $\theta_k$, $k>L$. If $F_{l+1}\le F'_{l+1}$, then at a suboptimal item
# $F'_l-F_l\ge(\theta_L-\theta_k) (w_l-w_L-F'_{l+1})\ge0$, since $F'_{l+1}\le w_{l+1}\le w_l-w_L$ for $l<L$,
# and $F'_{L+1}=0$. It follows that $F_1\le F'_1$. The attractions in $F'_1$, sorted, are at most
# $\theta_1,\dots,\theta_L$ one by one, and the reward $\sum_m(w_m-w_{m+1})(1-\prod_{l\le m}(1-x_l))$, with
# $w_{L+1}=0$, is largest when sorted and increases in every $x_l$. Hence $F'_1\le\mu^*$.
#
# *A policy below the published bound.* In this model looks are observed, because the items down to the click
# were seen. The policy is taken from the next chapter, {ref}`our variant of PBM-PIE <pbm:adaptive-pie>`. It
# shows the *leaders*, the $L$ items of largest estimate, in decreasing order; if some other item's upper
# bound $U_k$, at level $(1+\epsilon)\log t$, reaches the last leader's estimate, then with probability
# $\frac12$ such an item is drawn and shown at a position $\hat l_k$, with the leaders from there on moved
# down. Choose a small $\eta>0$. We call a round *bad* if the leaders are not $(1,\dots,L)$, or the estimate
# of a leader or of an item that can be drawn is off by η or more, or an upper bound is below the attraction.
# The good rounds in which $k$ is drawn and shown form the set $E_k$. By {ref}`Lemma 22 <pbm:lemma-22>` of the
# chapter on confidence, if an item is shown with probability at least $c$ in each round of some set, whatever
# came before, then its estimate is off by η or more in at most a constant number of these rounds, on average.
# For this reason there are few bad rounds.
#
# Let the policy count looks in place of plays, with $\hat\theta_k$ the clicks over the looks, $U_k$ the index
# of KL-UCB, and $\hat l_k$ minimising the plug-in of $r_{k,l}=\Delta_{v_{k,l}}/(P_l\,d(\theta_k,\theta_L))$,
# $P_l=\prod_{i<l}(1-\theta_i)$. A look at item $k$ is followed by a click with probability $\theta_k$
# whatever came before, and an item shown is seen with probability at least $(1-\theta_1)^{L-1}$, so all
# bounds on the bad rounds remain valid with a smaller $c$ in Lemma 22. Let $f=(1+\epsilon)\log T$ and
# $n=(1+\gamma)f/d(\theta_k,\theta_L-\eta)$. A round of $E_k$ with more than $n$ looks at $k$ means that the
# mean of their clicks exceeds an $r>\theta_k$ that does not depend on $T$; except with an exponentially small
# probability, the number of looks at the $s$-th round of $E_k$ is at least a fixed share of $s$, so the
# expected number of such rounds is bounded. Each other round costs at most
# $(1+\nu)\min_lr_{k,l}\,d(\theta_k,\theta_L)$ times its chance of a look at $k$, where $\nu$ falls to 0 with
# $\eta$, and all of them together bring at most $n+1$ looks. The policy uses none of γ, η and ν, which can be
# as small as we like, so $\limsup_T\mathbb E_\theta R(T)/\log T\le(1+\epsilon)\sum_{k>L}\min_lr_{k,l}$ at
# every θ with distinct entries. If entries tie, the regret is logarithmic as for
# {ref}`our variant <pbm:adaptive-pie>`. In the example the bound is
# $(1+\epsilon)\frac3{25}/d(\theta_3,\theta_2)$.
# :::
#
# ## Eight queries of a search engine
#
# :::{important}
# The paper's Table 1 describes eight queries from the log of a search engine. The log was provided for a
# challenge, the KDD Cup of 2012, and is not public. The eight models used here were fitted to queries of the
# same challenge and published by others (see {doc}`the data page </data>`), so this section is about those
# models.
# :::
#
# Each of the {glue:text}`ads` suboptimal ads is cheapest at position {glue:text}`positions:s`, the last. If
# attractions are small, the divergence is almost linear in κ, and then, as in Remark 7, the end of the list
# is best unless the best items are nearly equal. The constants range from {glue:text}`smallest:.1f` to
# {glue:text}`largest:.1f` clicks, and are large for queries in which an ad is almost as good as the third.

# %% tags=["remove-cell"]
models = published.kdd_models()
kdd = figures.published(models)
summary = figures.queries(kdd)
glue("ads", len(kdd))
glue("positions", " and ".join(map(str, sorted(set(kdd["position"])))))
glue("smallest", float(summary["constant C"].min()))
glue("largest", float(summary["constant C"].max()))
assert set(kdd["position"]) == {3}

# %% tags=["remove-input"] mystnb={"image": {"alt": "Stacked horizontal bars, one per query, of the share of each suboptimal ad in the constant of Theorem 6. In every query the best suboptimal ad has the largest share."}, "figure": {"caption": "The shares of the suboptimal ads in the constant of Theorem 6 for eight KDD Cup queries; the value of the constant, in clicks, is on the right. Exact values of the models named in the text.", "name": "pbm:kdd-bound"}}
publish(figures.kdd(kdd), "pbm:kdd-bound")

# %% [markdown]
# {download}`data <kdd-bound.csv>` · {download}`how it was made <kdd-bound.json>`

# %% tags=["remove-input"]
summary.set_index("query").round({"constant C": 2, "largest share": 2})

# %% [markdown]
# $C$ does not change if κ is multiplied and θ is divided by the same number. The scale of such a fit, which
# {ref}`clicks cannot determine <pbm:known-examination>`, therefore has no influence here.
#
# ## Notes on the published paper
#
# (pbm:appendix-b1-conditioning)=
# **The order of conditioning.** The paper's Appendix B.1 conditions on all lists at once, $A(1),\dots,A(t)$,
# and treats the clicks as if they were independent of these lists. They are not, because the list of round 2
# was chosen *because of* the clicks of round 1 and so carries information about them. The published display
# is true if the lists are fixed in advance. For every policy it is true round by round, given the past *and*
# the list of the round, which is the first step in the proof of Lemma 2.
#
# (pbm:equation-8)=
# (pbm:equation-9)=
# *Equations (8) and (9)* leave $a^*$ out of the sum $\sum_a\Delta_ac_a$ and keep it in the constraint. The
# first is correct because $a^*$ is the only list whose gap is 0, and the second because $d(p,p)=0$, so every
# order of the $L$ best items has $I_a(\theta,\lambda)=0$ for all $\lambda\in B(\theta)$.
#
# (pbm:equation-10)=
# (pbm:equation-11)=
# *Equations (10) and (11)* restrict the rivals to the sets
# $B_k(\theta)=\{\lambda:\lambda_j=\theta_j\text{ for }j\ne k,\ \mu^*(\lambda)>\mu^* (\theta)\}$, in which one
# item moves. The paper announces a lower bound and then states an equality, which is correct by Corollary 5.
# We have $\lambda\in B_k(\theta)$ exactly if only item $k$ moves and $\lambda_k>\theta_L$. If the item moves to
# rank $i\le L$, then $\mu^*(\lambda)-\mu^*
# (\theta)=\kappa_i(\lambda_k-\theta_i)+\sum_{j=i+1}^L\kappa_j(\theta_{j-1}-\theta_j)>0$; at or below
# $\theta_L$ nothing changes.
#
# (pbm:equation-12)=
# (pbm:equation-13)=
# *Equations (12) and (13)* keep one constraint for each item. For $\lambda_k>\theta_L$ the constraint becomes
# harder to meet as $\lambda_k$ decreases, because the divergence becomes smaller. In the limit it is the
# constraint at $\theta_L$, which (13) states. At $\lambda_k=\theta_L$ itself nothing improves on θ, so the limit
# does not belong to $B_k(\theta)$. If $c$ shows item $k$, the infimum over $\lambda_k$ is not attained, but this
# makes no difference for a constraint of the form “$\ge1$”.
#
# (pbm:lemma-15)=
# **Lemma 15** moves weight. The paper proves Theorem 6 by replacing $c_\alpha$ by weights on the $v_{k,l_k}$,
# $k\in\alpha$, in the proportion
# $d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)/d(\kappa_{l_k}\theta_k,\kappa_{l_k}\theta_L)$. Since
# $v_{k,l_k}$ contains no other suboptimal item, every constraint (13) keeps its left-hand side. This proof
# works, too, with the {ref}`corrected Lemma 16 <pbm:lemma-16>`, which the paper proves for two suboptimal items
# only.
#
# :::{claim} pbm:lemma-15
# :::
#
# (pbm:equation-14)=
# **Equation (14)** states that the cost has then strictly decreased, because the gap of α is strictly above
# the sum of Lemma 16 and every remaining term is positive. Neither reason holds in general. For
# $\alpha=v_{k,l}$, $l\ne l_k$, the first is an equality, and a suboptimal item that is already at its $l_k$
# leaves a zero. The two do not fail at the same time, however, unless α is $a^*$ or a minimiser itself, and
# both hold for α with two or more suboptimal items, none of them at a cheapest position.
