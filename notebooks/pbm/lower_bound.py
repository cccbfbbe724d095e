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
# # The lower bound
#
# **The question.** A page shows a short list of items and learns from clicks which items belong
# there. To find out about a doubtful item it must show it, and a better item has to make room. How
# many clicks does even the cleverest learner lose in this way?
#
# **The answer.** In $T$ rounds at least about $C\log T$ clicks, and $C$ can be computed. Each item
# outside the best list adds one term to it: the lowest price, in clicks, of a unit of information
# about this item. The price depends on the position at which the item is tried, and the cheapest
# position can be the first, the last, or any in between.
#
# After this chapter you can compute $C$ for a problem of your own, say where a new item should be
# tried, and explain why no policy escapes.

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from clickbandits.pbm import published
from compendium.figures import publish
from compendium.pbm.lower_bound import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two prices against the attraction of the best item, from 0.41 to 0.70. The price at the bottom is a level line at 2.73 clicks a unit. The price at the top rises along a straight line, from 2.35 to 3.82. They cross near 0.48."}, "figure": {"caption": "What a unit of information about a third item costs, tried at the top or at the bottom of a list of two. Where the best item is hardly better than the second, the top is cheaper; where it stands out, the bottom is. Exact values: θ₂ = 0.4, θ₃ = 0.2, κ = (0.9, 0.5).", "name": "pbm:price-crossing"}}
publish(figures.price_crossing(np.linspace(0.41, 0.7, 59)), "pbm:price-crossing",
        attraction=("from 0.41 to 0.70", 0.4, 0.2), examination=(0.9, 0.5))  # fmt: skip

# %% [markdown]
# {download}`data <price-crossing.csv>` · {download}`how it was made <price-crossing.json>`
#
# (position-explorer-section)=
# ## Predict, then move
#
# Three items, two positions. Users look at the first position with probability 0.9, at the second
# with 0.5. Item 1 would be clicked by 45 of 100 users who look at it, item 2 by 40, item 3 by 20.
# The policy does not know these numbers, and so it must try item 3. At the top or at the bottom?
#
# **Predict** what happens when item 1 becomes better, and then move its slider from 0.45 to 0.60.
# The full dots mark the cheapest position of each doubtful item; the next sections explain the
# constant $C$.
#
# <div class="explorer" id="position-explorer">
# <p>The explorer needs JavaScript. Without it, the figure above shows what its first instance does when item 1 moves.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer_formulas.js" defer></script>
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_positions.js" defer></script>
#
# ## A worked example
#
# Users *examine* position $l$, that is, look at it, with probability $\kappa_l$. These
# probabilities are known. A user who looks at item $k$ clicks on it with probability $\theta_k$,
# its *attraction*, which has to be learnt. So item $k$ at position $l$ gets a click with
# probability $\kappa_l\theta_k$, and without a click nobody knows whether the user did not look or
# did not like.
#
# The best list shows item 1 above item 2. There are two ways to try item 3: at the top, with item 1
# moved down and item 2 left out, or at the bottom, in place of item 2. The *gap* of a list is the
# expected number of clicks that one display of it loses against the best list.
#
# **Predict.** Which trial has the larger gap, and by which factor? (Code counts items from 0: the
# list `[2, 0]` shows item 3 above item 1.)

# %%
from clickbandits.pbm import bounds, gap, problem

instance = problem(attraction=[0.45, 0.4, 0.2], examination=[0.9, 0.5])
print("item 3 at the top:   ", round(gap(instance, [2, 0]), 3))
print("item 3 at the bottom:", round(gap(instance, [0, 2]), 3))

# %% [markdown]
# The trial at the top costs twice as much. What does it buy? The doubt is whether item 3 could be as
# good as item 2. If it were, it would be clicked with probability $0.4\,\kappa_l$ and not
# $0.2\,\kappa_l$. Suppose that clicks come with probability $p$ and somebody claims that it is $q$.
# After $n$ displays the claim makes what was seen typically $e^{n\,d(p,q)}$ times less likely than
# the truth does. Here
#
# $$d(p,q)=p\log\frac pq+(1-p)\log\frac{1-p}{1-q}$$
#
# is the *Kullback–Leibler divergence*, the information of one display. Its unit is the *nat*.
#
# **Predict.** Users look at the top {glue:text}`looks:.1f` times as often as at the bottom. Does a
# display there tell less than {glue:text}`looks:.1f` times as much, exactly so much, or more?

# %%
table = bounds.exploration_table(instance)
table.set_index("item").round(4)

# %% [markdown]
# More: {glue:text}`times_information:.2f` times as much. Where more users look, a missing click says
# more clearly that the item was not liked. The last column divides the gap by the information. It
# is the *price* of a nat: {glue:text}`price_top:.2f` clicks at the top, {glue:text}`price_bottom:.2f`
# at the bottom, so that the top is a little cheaper.
#
# **Predict once more.** Which of the two prices changes when $\theta_1$ rises from 0.45 to 0.6?

# %%
for theta_1 in (0.45, 0.6):
    moved = problem([theta_1, 0.4, 0.2], [0.9, 0.5])
    top, bottom = bounds.exploration_table(moved)["price"]
    print(f"item 1 at {theta_1:.2f}: top {top:.2f}, bottom {bottom:.2f}")

# %% tags=["remove-cell"]
examination = (0.9, 0.6, 0.3)
figure_1a = problem((0.95, 0.85, 0.75, 0.65, 0.55), examination)
figure_1b = problem((0.45, 0.35, 0.25, 0.15, 0.05), examination)
prices = table["price"].tolist()
information = table["information"].tolist()
glue("looks", 0.9 / 0.5)
glue("times_information", information[0] / information[1])
glue("price_top", prices[0])
glue("price_bottom", prices[1])
glue("other_top", float(top))
glue("other_bottom", float(bottom))
glue("constant", bounds.lower_bound(figure_1b))
glue("lists", len(bounds.exploration_program(figure_1b).actions))
glue("constant_1a", bounds.lower_bound(figure_1a))
glue("last_1a", bounds.shared_position_bound(figure_1a, 3))
glue("first_1a", bounds.shared_position_bound(figure_1a, 1))
glue("uncensored_1a", bounds.uncensored_bound(figure_1a))
# What the words of this page rely on:
assert np.round([*prices, top, bottom], 2).tolist() == [2.55, 2.73, 3.31, 2.73]
assert np.isclose(gap(instance, [2, 0]), 2 * gap(instance, [0, 2]))
assert information[0] > 1.8 * information[1]
assert bounds.exploration_positions(figure_1b).tolist() == [3, 3]
assert bounds.exploration_positions(figure_1a).tolist() == [1, 1]

# %% [markdown]
# At the bottom nothing changes, because item 1 stays where it is. At the top item 1 has more to lose
# by moving down. The price there rises to {glue:text}`other_top:.2f`, and now the bottom is cheaper.
#
# ## The bound
#
# In general there are $K$ items of attraction $\theta_1>\dots>\theta_K$ and $L<K$ positions examined
# with probability $\kappa_1>\dots>\kappa_L>0$. A round shows a list $a=(a_1,\dots,a_L)$ of different
# items. Its expected number of clicks is $\mu_a=\sum_l\kappa_l\theta_{a_l}$, the best list is
# $a^*=(1,\dots,L)$, and the gap of $a$ is $\Delta_a=\mu_{a^*}-\mu_a$. The items beyond $L$ are
# called *suboptimal*. To try a suboptimal item $k$ at position $l$, push it in between the best
# ones, so that item $L$ drops out: $v_{k,l}=(1,\dots,l-1,k,l,\dots,L-1)$. The price of this trial is
#
# $$r_{k,l}=\frac{\Delta_{v_{k,l}}}{d(\kappa_l\theta_k,\kappa_l\theta_L)}.$$
#
# The *regret* $R(T)$ of a policy is the sum of the gaps of the $T$ lists that it shows. A policy that
# always shows the same list may be lucky and lose nothing, so a lower bound can only be about
# policies that do not bet on one problem.
#
# :::{prf:definition} Definition 1 of the paper: uniformly efficient
# :nonumber:
# A policy is uniformly efficient if, for every $\theta\in(0,1)^K$ and every $\alpha\in(0,1]$, its
# expected regret is $\mathbb E_\theta R(T)=o(T^\alpha)$.
# :::
#
# (pbm:definition-1)=
# :::{prf:proposition} Greed is not uniformly efficient
# :nonumber:
# For $L<K$ the expected regret of the greedy policy, which shows each item once at each position and
# then the best so far, grows like $T$ at every θ where some list is not optimal.
# :::
#
# :::{claim} pbm:definition-1
# :::
#
# Why? With positive probability each of the $L$ *worst* items is clicked in the first rounds and no
# other item is. The estimates of the others are then 0, and they never return. But no list of the
# worst is optimal: in order it earns $\sum_l\kappa_l\theta_{K-L+l}$, which is $\mu^*$ only if
# $\theta_l=\theta_{K-L+l}$ for all $l\le L$, that is if all items are equal, and then every list is
# optimal. Policies as in the definition do exist; the fold above has a proof in Coq: explore all items at
# $\log^2t$ of the first $t$ rounds and otherwise play what looks best. By Hoeffding's inequality a wrong list at round $t$ then
# has a probability of at most $2Ke^{-c\log^2t}$. The sum over $t$ is finite, and the regret is
# $O(\log^2T)$.
#
# (pbm:theorem-6)=
# :::{prf:theorem} Theorem 6: lower bound for the position-based model
# :nonumber:
# For every uniformly efficient policy,
#
# $$
# \liminf_{T\to\infty}\frac{\mathbb E_\theta R(T)}{\log T}\ \ge\ C=\sum_{k=L+1}^K\min_{1\le
# l\le L}r_{k,l},\qquad r_{k,l}=\frac{\Delta_{v_{k,l}}}{d(\kappa_l\theta_k,\kappa_l\theta_L)} .
# \tag{6}
# $$
# :::
#
# :::{claim} pbm:theorem-6
# :::
#
# The theorem is due to {cite:t}`lagree2016`, and (6) is their number for the constant. In our example
# only item 3 is suboptimal, so $C$ has one term: {glue:text}`price_top:.2f` for $\theta_1=0.45$ and
# {glue:text}`other_bottom:.2f` for $\theta_1=0.6$. The problem of the paper's simulations has two
# suboptimal items.

# %%
five = problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
bounds.composition(five).set_index("item").round(3)

# %% [markdown]
# Both are cheapest at position 3. The last column holds their terms, and they add up to
# {glue:text}`constant:.2f`.
#
# (pbm:equation-6)=
# **The constant in numbers.** For $\theta=(0.45,0.35,0.25,0.15,0.05)$ and $\kappa=(0.9,0.6,0.3)$,
# the problem of the paper's Figure 1(b), the constant is $C=$ {glue:text}`constant:.6f`. For the
# more attractive items $\theta=(0.95,0.85,0.75,0.65,0.55)$ of Figure 1(a), with the same κ, it is
# {glue:text}`constant_1a:.6f`, and there both suboptimal items are cheapest at position 1.
#
# :::{claim} pbm:equation-6
# :::
#
# ## Why it is true
#
# **What must a policy rule out?** Suppose that it shows the best list only. A rival world in which
# item 3 is better than item 2 would look just the same, and there the policy would be wrong for
# ever. To do well in both worlds it needs evidence. How much? If it is fooled in the rival world
# with probability $x$, it loses there in proportion to $xT$, so $x$ may not be much larger than
# $1/T$. With $n$ nats of evidence $x$ is about $e^{-n}$. So about $\log T$ nats are needed: that is
# where the logarithm comes from.
#
# **What does it pay?** Information about item $k$ is bought by showing it. At position $l$ a nat
# costs $r_{k,l}$ clicks, and a good buyer goes where it is cheapest. The bill is
# $\min_lr_{k,l}\log T$.
#
# **Why do the bills add up?** Clicks on one item say nothing about another, so each suboptimal item
# needs its own $\log T$ nats. And trying two items in one list earns no discount: it loses at least
# as much as the two trials apart.
#
# (pbm:no-ranking-term)=
# **Is there no bill for ordering the best items?** None that grows with $\log T$. A policy must find
# their order, too, but a world that differs in one of the $L$ best items is told apart by the best list
# itself, which is shown almost always, for free. Adding these worlds to the requirements leaves $C$ as
# it is.
#
# :::{claim} pbm:no-ranking-term
# :::
#
# “No discount” can be tested. A linear program that may mix all {glue:text}`lists` lists, to buy one
# nat about each suboptimal item, should find nothing cheaper than $C$.

# %%
print(f"sum of the cheapest prices: {bounds.lower_bound(five):.6f}")
print(f"best mixture of all lists:  {bounds.lower_bound_by_linear_program(five):.6f}")

# %% tags=["remove-cell"]
assert np.isclose(bounds.lower_bound(five), bounds.lower_bound_by_linear_program(five), rtol=1e-8)

# %% [markdown]
# ## The proof in four steps
#
# **The idea.** That the best list fills less than half of the rounds is unlikely in the true world,
# and almost certain in a rival one. Two worlds can disagree so strongly only if the clicks tell them
# apart by about $\log T$ nats. These come from displays of item $k$, and each display is paid for at
# the price of its position, or more.
#
# ### Step 1: information adds up
#
# (pbm:equation-4)=
# **The log-likelihood ratio** compares two worlds θ and λ, both in $(0,1)^K$. With $Z(s)$
# the clicks of round $s$, $A(s)$ its list and $\mathcal F_{s-1}$ all that happened before, it is
#
# $$
# \ell(t)=\sum_{s=1}^t\log\frac{p(Z(s);\theta\mid\mathcal
# F_{s-1},A(s))}{p(Z(s);\lambda\mid\mathcal F_{s-1},A(s))}. \tag{4}
# $$
#
# :::{claim} pbm:equation-4
# :::
#
# Given the past, the policy chooses alike in both worlds. So its choices and coins cancel, and only
# clicks count. That is what makes one argument serve all policies. (The paper conditions on the past
# alone, which fixes the list $A(s)$ if the policy has no coins.)
#
# (pbm:lemma-2)=
# :::{prf:lemma} Lemma 2: expected log-likelihood ratio
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
# Here $N_a(t)$ counts the rounds up to $t$ that show the list $a$. In words: each display of an item
# adds the divergence of its position, whatever came before.
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
# :::{prf:lemma} Lemma 13, corrected: change of measure
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
# Finite under θ would not do. With one item that is always seen, clicked with probability 0.6 under θ and
# 0.4 under λ, let σ be the first round with $\ell>0$: under θ it comes for certain, but
# $e^{-\ell(\sigma)}=2/3$ always, so that the right side is at most 2/3, also for the sure event.
#
# (pbm:lemma-12)=
# :::{prf:lemma} Lemma 12: information and events
# :nonumber:
# For every stopping time σ that is almost surely finite under θ and under λ, and every event
# $\mathcal E\in\mathcal F_\sigma$, $\sum_aI_a(\theta,\lambda)\,\mathbb E_\theta N_a(\sigma)\ge
# d(\mathbb P_\theta(\mathcal E),\mathbb P_\lambda(\mathcal E))$.
# :::
#
# :::{claim} pbm:lemma-12
# :::
#
# In words: an event that is likely in one world and unlikely in the other needs many nats.
#
# :::{admonition} Proof of both
# :class: dropdown
# *Lemma 13.* On $\{\sigma=t\}$ the event is a set of histories of $t$ rounds. Each has under λ its
# probability under θ times $e^{-\ell(t)}$, by the definition of $\ell$. Sum over the histories, then
# over $t$.
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
# P_\theta(\mathcal E)\log\frac{\mathbb P_\theta (\mathcal E)}{\mathbb P_\lambda(\mathcal E)}$. Add
# the same for the complement. The left sides add up to $\mathbb E_\theta\ell(\sigma)$, which is the
# sum of the lemma: as for Lemma 2, with the increments of the rounds $s\le\sigma$ only, and
# $\{\sigma\ge s\}\in\mathcal F_{s-1}$. The right sides add up to the divergence. For any σ apply this to
# $\min(\sigma,n)$ and $\mathcal E\cap\{\sigma\le n\}$ and let $n\to\infty$: the left side increases to
# the sum of the lemma, and the divergence is continuous where its arguments are not 0 or 1.
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
# :::{prf:proposition} Proposition 3: every λ in B(θ) must be ruled out
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
# The paper gives Lemmas 12 and 13 and leaves this to the reader. Let $\mathcal
# E_T=\{N_{a^*}(T)\le T/2\}$. Under θ, with its strict orders, the list $a^*$ is the only optimal one, and
# $\mathcal E_T$ costs at least $\Delta_{\min}T/2$, with $\Delta_{\min}$ the smallest gap of another list. By
# Markov's inequality $x_T=\mathbb P_\theta(\mathcal E_T)\le2\mathbb E_\theta
# R(T)/(\Delta_{\min}T)\to0$. Under λ the list $a^*$ has the gap $\mu^*(\lambda)-\mu^*(\theta)>0$, and
# with $y_T=\mathbb P_\lambda(\mathcal E_T)$ likewise $1-y_T=O(\mathbb E_\lambda
# R(T)/T)=o(T^{\alpha-1})$ for every $\alpha>0$. Finally, for all $x$ and $y$,
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
# The integer $n_a(m,j)$ says how many of the $j$ best items are missing among the first $m$
# positions. An inequality between such integers holds for the gaps, too, for *all* θ and κ at once.
#
# (pbm:gap-increases)=
# **A trial costs more towards the top.** For $v_{k,l}$ the count is $n(m,j)=\mathbf 1\{l\le m\le
# j<k\}$: above position $l$ nothing is missing, and from $l$ on exactly one of the first $m$ items
# stands too low. Summing over $j$, $\Delta_{v_{k,l}}=\sum_{m=l}^L(\kappa_m-\kappa_{m+1})
# (\theta_m-\theta_k)$, which grows by $(\kappa_l-\kappa_{l+1})(\theta_l-\theta_k)$ when the trial
# moves up from position $l+1$ to $l$.
#
# :::{claim} pbm:gap-increases
# :::
#
# (pbm:lemma-16)=
# :::{prf:lemma} Lemma 16, corrected: gaps add up
# :nonumber:
# For every list α, with $\pi_k$ the position of item $k$ in it, $\Delta_\alpha\ge\sum_{k>L:k\in
# \alpha}\Delta_{v_{k,\pi_k}}$. Equality holds exactly if α is $a^*$ or one of the $v_{k,l}$.
# :::
#
# :::{claim} pbm:lemma-16
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Compare integers at $(m,j)$. On the right stands $\#\{k\in\alpha:k>L,\ k>j,\ \pi_k\le m\}$ if
# $j\ge m$, and 0 if $j<m$. On the left, if $j\ge m$, stands $m-\#\{l\le m:\alpha_l\le
# j\}=\#\{l\le m:\alpha_l>j\}$, which counts at least these items. If $j<m$ it is at least 0.
#
# *Equality* everywhere means, for $j<m$, that the first $m$ items include $1,\dots,m-1$, and, for
# $j=m$, that every optimal item among the first $m$ has rank at most $m$. By the first, taken at
# $m=L$, at most one item is suboptimal. If none is, the second makes α the best list. If item $k$
# is, at position $l$, then the positions above $l$ hold $1,\dots,l-1$ in order by the second, and
# each position $m>l$ holds item $m-1$ by the first: α is $v_{k,l}$.
# :::
#
# ### Add the bills
#
# Fix a suboptimal item $k$ and a $q$ between $\theta_L$ and 1, and let λ differ from θ in
# $\lambda_k=q$ only. This is a rival, since item $k$ should now replace item $L$. With $n_{k,l}$ the
# expected number of displays of item $k$ at position $l$ up to round $T$, Proposition 3 says that
# $\liminf_T\sum_ln_{k,l}\,d(\kappa_l\theta_k,\kappa_lq)/\log T\ge1$. Let $q$ come down to $\theta_L$.
# Each divergence tends to $d_{k,l}=d(\kappa_l\theta_k,\kappa_l\theta_L)>0$, hence
# $\liminf_T\sum_ln_{k,l}\,d_{k,l}/\log T\ge1$. Now Lemma 16 turns displays into clicks:
#
# $$
# \mathbb E_\theta R(T)=\sum_a\Delta_a\,\mathbb E_\theta N_a(T)\ \ge\
# \sum_{k>L}\sum_ln_{k,l}\,\Delta_{v_{k,l}}\ \ge\
# \sum_{k>L}\min_lr_{k,l}\sum_ln_{k,l}\,d_{k,l}.
# $$
#
# Divide by $\log T$ and let $T\to\infty$. This proves Theorem 6. $\square$
#
# (pbm:theorem-6-distinct)=
# :::{prf:theorem} Theorem 6 asks less than it says
# :nonumber:
# The bound of Theorem 6 holds for every policy whose regret is $o(T^\alpha)$ for all $\alpha>0$ at the
# problems with distinct attractions in $(0,1)$ and this κ, whatever it does at the others.
# :::
#
# :::{claim} pbm:theorem-6-distinct
# :::
#
# For $q$ may come down to $\theta_L$ between $\theta_L$ and $\theta_{L-1}$ (or 1, for $L=1$). Then θ and all rivals
# of the proof have distinct attractions, and efficiency is asked at no other problem.
#
# ## Nothing is lost on the way
#
# Could a cleverer argument give a larger constant? The proof used rivals in which *one* item moves.
# Using all of them leads to a linear program with infinitely many constraints, and its value is $C$
# all the same.
#
# (pbm:theorem-4)=
# :::{prf:theorem} Theorem 4: variational form
# :nonumber:
# For every uniformly efficient policy, $\liminf_T\mathbb E_\theta R(T)/\log T\ge f(\theta)$, where
# $f(\theta)$ is the infimum of $\sum_a\Delta_ac_a$ over $c\succeq0$ such that
# $\inf_{\lambda\in B(\theta)}\sum_aI_a(\theta,\lambda)c_a\ge1$.
# :::
#
# :::{claim} pbm:theorem-4
# :::
#
# Read $c_a$ as the number of plays of list $a$ per unit of $\log T$: the program looks for the
# cheapest plays that rule out every rival. The form is that of {cite:t}`graves1997`.
#
# (pbm:corollary-5)=
# :::{prf:corollary} Corollary 5: relaxation
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
# $\mathbb E_\theta N_a(T)/\log T$ of the lists $a\ne a^*$ are bounded, since their gaps are positive,
# and converge along a further one to some $c_a$. The list $a^*$ brings no information on $B(\theta)$,
# so Proposition 3 says in the limit that $c$ is feasible. The limit of the regret is
# $\sum_a\Delta_ac_a\ge f(\theta)$.
#
# *Corollary 5, lower bound.* Fewer constraints, smaller infimum; and moving one item past $\theta_L$
# is in $B(\theta)$. *Equality.* Let $c$ satisfy the constraints of the corollary and let $\lambda\in
# B(\theta)$. Some $k>L$ has $\lambda_k>\theta_L$, for otherwise the $L$ largest entries of λ are
# those of θ and $\mu^*(\lambda)=\mu^*(\theta)$. All terms of $I_a$ are nonnegative, and $q\mapsto
# d(\kappa_l\theta_k,\kappa_lq)$ has the derivative $\kappa_l(q-\theta_k)/(q(1-\kappa_lq)) \ge0$
# beyond $\theta_k$. Hence $\sum_ac_aI_a(\theta,\lambda)\ge\sum_ac_a\sum_l\mathbf 1\{a_l=k\}\,
# d(\kappa_l\theta_k,\kappa_l\theta_L)\ge1$: what is feasible here is feasible in Theorem 4.
#
# *The value.* Playing $v_{k,l_k}$ with the coefficient
# $1/d(\kappa_{l_k}\theta_k,\kappa_{l_k}\theta_L)$, where $l_k$ minimises $r_{k,l}$, is feasible and
# costs $C$. The dual program maximises $\sum_ky_k$ over $y\succeq0$ with $\sum_{k\in
# a,k>L}y_k\,d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)\le\Delta_a$ for all lists $a$. Take
# $y_k=\min_lr_{k,l}$. Then $y_k\,d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)\le
# \Delta_{v_{k,\pi_k}}$, and their sum is at most $\Delta_a$ by Lemma 16: $y$ is feasible, with
# the same value.
# :::
#
# (pbm:proposition-14)=
# :::{prf:proposition} Proposition 14, corrected: where the weight is
# :nonumber:
# The solutions of the program (12)–(13) are exactly the $c\succeq0$ that vanish off the lists
# $v_{k,l}$ with
# $l\in\arg\min_lr_{k,l}$ and satisfy $\sum_lc_{v_{k,l}}d(\kappa_l\theta_k,\kappa_l\theta_L)=1$ for
# every $k>L$. If every minimum is attained once, this is one point, the printed one. With any
# $c_{a^*}\ge0$ beside them they are the solutions of the program of Theorem 4 as well, since the same $c$
# are feasible (Corollary 5).
# :::
#
# :::{claim} pbm:proposition-14
# :::
#
# In words: a frugal policy shows the best list, and tries each suboptimal item at its cheapest
# position.
#
# :::{admonition} Proof
# :class: dropdown
# By complementary slackness with the dual solution above, $c_a>0$ requires $\sum_{k\in
# a,k>L}y_k\, d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)=\Delta_a$. Then both inequalities
# of that proof are equalities: $a=v_{k,l}$ by the equality case of Lemma 16, and $r_{k,l}=y_k$.
# Since $y_k>0$, the constraint of $k$ is met with equality. The converse is the value of the
# program.
# :::
#
# Ties are not far-fetched. In the worked example the two prices cross between $\theta_1=0.48$ and
# $0.49$, and where they cross every mixture of the two trials is optimal.
#
# ## Which position is cheapest?
#
# Towards the top both the gap and the information grow. Which of them grows faster?
#
# (pbm:information-convex)=
# **Information grows faster than examination.** Let $g(\kappa)=d(\kappa p,\kappa q)$ with $p\ne q$.
# It increases and is strictly convex, because
# $g''(\kappa)=(q-p)^2/((1-\kappa p)(1-\kappa q)^2)>0$, $g(0)=0$, and $g'(0)=p\,(x-1-\log x)>0$ with
# $x=q/p$. Moreover $(g-\kappa g')'=-\kappa g''<0$, hence $g<\kappa g'$, and $\kappa/g(\kappa)$
# *decreases*: an item that is examined twice as often tells more than twice as much.
#
# :::{claim} pbm:information-convex
# :::
#
# (pbm:position-not-last)=
# **So the end of the list is not always best.** {numref}`pbm:trade-off` shows the two problems of the
# paper's simulations. What decides is how much the items that move down lose.
#
# :::{claim} pbm:position-not-last
# :::

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels of the ratio of gap to information against the position. With the attractive items of Figure 1(a) both suboptimal items have their smallest ratio at position 1, and item 4 its largest at position 2. With those of Figure 1(b) both ratios fall towards position 3, the optimal one."}, "figure": {"caption": "The price of information: gap over information of item k at each position, κ = (0.9, 0.6, 0.3). Dots mark the optimal positions. Exact values, no simulation.", "name": "pbm:trade-off"}}
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
# :::{claim} pbm:limit-equal-best
# :::
#
# (pbm:limit-close-items)=
# **If the item is almost as good as item L, explore at the end.** For $l<L$ the gap
# $\Delta_{v_{k,l}}$ stays above $\sum_{m=l}^{L-1}(\kappa_m-\kappa_{m+1})(\theta_m- \theta_L)>0$ as
# $\theta_k\to\theta_L$, while $\Delta_{v_{k,L}}=\kappa_L(\theta_L-\theta_k)$ vanishes. The
# informations vanish together, like $\kappa(\theta_L-\theta_k)^2/(2\theta_L(1-\kappa\theta_L))$. So
# $r_{k,l}/r_{k,L}\to\infty$, and position $L$ is cheapest in the end, for this item. An item further
# down keeps its position, which can be the first one. The two limits give opposite answers, so they
# do not commute: where all these differences are small, the first position is cheapest if
# $\theta_1-\theta_L$ is small *against* $\theta_L-\theta_k$, and the last if $\theta_L-\theta_k$ is small
# against $\theta_{L-1}-\theta_L$ ({numref}`pbm:position-map`).
#
# :::{claim} pbm:limit-close-items
# :::
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
# Take $K=L+1$, $\theta_l=\dots=\theta_L=q$, $\theta_1=\dots=\theta_{l-1}=s>q$ and
# $\theta_K=q-\eta$. From $l$ downwards the best items are equal, and the ratio decreases towards
# $l$, as in the first limit. For $m<l$ the gap is at least $(\kappa_{l-1}-\kappa_l)(s-q)$,
# whatever η is, and all informations are of the order $\eta^2$, so that $r_{K,m}/r_{K,l}$, of the
# order $1/\eta$, exceeds 1 for small η. All inequalities are strict, and hold in a neighbourhood
# with strictly decreasing θ.
# :::

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two maps over the steps between the best items, on logarithmic axes. In the lower left corner, where both steps are small, the first position is optimal; to the right, where only the first item stands out, the second; above, where the third item is clearly worse than the second, the third. With the item five times closer, the first two regions shrink by about the same factor."}, "figure": {"caption": "The optimal position of item k for three positions, κ = (0.9, 0.6, 0.3) and θ₃ = 0.35, by the steps between the three best items; first with the item 0.1 below the third, then with 0.02. Exact values on a grid.", "name": "pbm:position-map"}}
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
# {ref}`The explorer <position-explorer-section>` shows both limits. Bring an item close to item $L$,
# and see its cheapest position move to the end. Make the best items equal, and see it move to the
# top.
#
# ## Cruder bounds
#
# (pbm:equation-3)=
# **If every item shown is also seen.** In such a *multiple-play bandit* one plays $L$ items a round and
# sees the outcome of each. The constant is then
#
# $$\sum_{k>L}\frac{\theta_L-\theta_k}{d(\theta_k,\theta_L)}. \tag{3}$$
#
# :::{claim} pbm:equation-3
# :::
#
# This is Theorem 6 with $\kappa\equiv1$: then
# $\Delta_{v_{k,l}}=\theta_L-\theta_k$ at every position, and all positions are equally good. (Every
# order of the best items is optimal there; none of them tells anything about a rival, and the proof
# goes through with “an optimal list” for $a^*$.)
#
# (pbm:gap-decomposition)=
# **A list costs at least what its suboptimal items cost at the level of $\theta_L$.** That is,
# $\Delta_a\ge\sum_{k>L}\sum_l\mathbf 1\{a_l=k\}\kappa_l(\theta_L-\theta_k)$. The integers of
# $\kappa_l(\theta_L-\theta_k)$ are $\mathbf 1\{l\le m,\ L\le j<k\}$. For $j\ge L$, $n_a(m,j)$ counts
# the items among the first $m$ with a rank beyond $j$, and every $k>j$ of them is counted.
#
# :::{claim} pbm:gap-decomposition
# :::
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
# :::{claim} pbm:crude-bounds
# :::
#
# Here (3) is the constant with everything seen, and (6) is $C$. The first two inequalities together say
# that hiding the looks never makes a problem easier. In between stand the bill for trying everything at
# the first position, at a price below the true one, and the bill for trying everything at the last.
#
# :::{admonition} Proof
# :class: dropdown
# From left to right: $1/g(1)\le\kappa_1/g(\kappa_1)$, since $\kappa/g(\kappa)$ decreases. For the
# same reason and by the decomposition of the gap,
# $r_{k,l}\ge(\theta_L-\theta_k)\kappa_l/g(\kappa_l)\ge (\theta_L-\theta_k)\kappa_1/g(\kappa_1)$.
# And the last sum is $\sum_kr_{k,L}\ge\sum_k\min_lr_{k,l}$.
# :::

# %% tags=["remove-input"] mystnb={"image": {"alt": "Stacked bars of four constants for two instances, each the sum of the terms of items 4 and 5. For Figure 1(a) they grow from 6.17 with everything seen over 7.68 and 14.06 for C to 16.65 for the last position; for Figure 1(b) C and the last position coincide at 5.59."}, "figure": {"caption": "What the constant C of Theorem 6 is made of, item by item, between the bounds of the chain: everything seen; all items explored at the first position (a lower bound); C; all at the last position (an upper bound). Exact values.", "name": "pbm:composition"}}
publish(
    figures.composition(figures.relatives(instances)),
    "pbm:composition",
    examination=examination,
    attraction={"1a": figure_1a.attraction, "1b": figure_1b.attraction},
)

# %% [markdown]
# {download}`data <composition.csv>` · {download}`how it was made <composition.json>`
#
# The last expression of the chain is what the policy PBM-PIE of the next chapter pays, which explores
# at the last position only ({ref}`Theorem 11 <pbm:theorem-11>`). That policy is optimal exactly where
# the last position is cheapest for every item, and its constant can exceed $C$ by any factor
# (with $\kappa_1$ near 1).
#
# ## If looks were seen, and if users stopped
#
# (pbm:remark-7)=
# **Remark 7: looks that are seen.** Suppose we saw whether position $l$ was examined. With
# probability $\kappa_l$ the user's verdict on the item is then seen, otherwise nothing is learnt:
# $I_a(\theta,\lambda)=\sum_l\kappa_l\,d(\theta_{a_l},\lambda_{a_l})$. The proof of Theorem 6 uses
# nothing about the information but that it belongs to an item and a position, and gives
# $\sum_k\min_l\Delta_{v_{k,l}}/(\kappa_ld(\theta_k,\theta_L))$. Now
# $\Delta_{v_{k,l}}/\kappa_l\ge\theta_L- \theta_k$ with equality at $l=L$ only: the last position
# is always best, and the bound is that of multiple-play bandits. What makes the trade-off
# interesting is that looks are hidden, through the convexity of $g$.
#
# :::{claim} pbm:remark-7
# :::
#
# (pbm:remark-7-order)=
# **Then κ need not be known.** The likelihood of looks and clicks is a function of κ times a
# function of θ: clicks over *seen* displays estimate $\theta_k$ whatever κ is. A policy that shows its
# leaders in the order of the $\kappa_l$ and explores at the last position needs no more than that order,
# and there the price is least. Where looks are hidden the two do not separate.
#
# :::{claim} pbm:remark-7-order
# :::
#
# (pbm:weighted-cascade-bound)=
# **The weighted cascade.** Here the user goes down the list to the first attractive item, and a
# click at position $l$ is worth $w_l$, $w_1>\dots>w_L$. The paper quotes the bound
# $w_L\sum_{k>L}(\theta_L- \theta_k)/d(\theta_k,\theta_L)$ {cite:p}`combes2015`. The argument of this
# chapter gives it under a condition.
#
# :::{claim} pbm:weighted-cascade-bound
# :::
#
# :::{prf:proposition} Weighted cascade
# :nonumber:
# If $w_l\ge w_{l+1}+w_L$ for all $l<L$, the program of Corollary 5 for the weighted cascade has
# the value $w_L\sum_{k>L}(\theta_L-\theta_k)/d(\theta_k,\theta_L)$. Without the condition it can
# be smaller.
# :::
#
# Where weights fall slowly, a top position is seen more often and costs hardly more. The sentence in
# the paper asks for decreasing weights only; we have not seen whether its source asks for more. The
# smallest example is $\theta=(\frac12,\frac25,\frac15)$ with $w=(1,\frac9{10})$. Users who are shown
# the list $(3,1)$ always look at item 3, and one display of it loses $\frac3{25}$; the printed bound
# charges $w_L(\theta_L-\theta_k)=\frac9{50}$ for the same information.
#
# :::{admonition} Proof, and a policy below the printed bound
# :class: dropdown
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
# *A policy below the printed bound.* Looks are observed here: the items down to the click were
# seen. Let {ref}`our variant of PBM-PIE <pbm:adaptive-pie>` count looks in place of plays, with
# $\hat\theta_k$ the clicks over the looks, $U_k$ the index of KL-UCB, and $\hat l_k$ minimising the
# plug-in of $r_{k,l}=\Delta_{v_{k,l}}/(P_l\,d(\theta_k,\theta_L))$, $P_l=\prod_{i<l}(1-\theta_i)$.
# A look at item $k$ is followed by a click with probability $\theta_k$ whatever came before, and an
# item shown is seen with probability at least $(1-\theta_1)^{L-1}$: so all bounds on the bad rounds
# stand, with a smaller $c$ in {ref}`Lemma 22 <pbm:lemma-22>`. Let $f=(1+\epsilon)\log T$ and
# $n=(1+\gamma)f/d(\theta_k,\theta_L-\eta)$. A round of $E_k$ (the good rounds that explore $k$) with
# more than $n$ looks at $k$ means that the mean of their clicks exceeds an $r>\theta_k$ that does not
# depend on $T$; at the $s$-th round of $E_k$ there are a fixed share of $s$ looks but for an
# exponentially small probability, so that the expected number of such rounds is bounded. Each other
# round costs at most $(1+\nu)\min_lr_{k,l}\,d(\theta_k,\theta_L)$ times its chance of a look at $k$,
# where $\nu$ falls to 0 with $\eta$, and all of them together bring at most $n+1$ looks. The policy
# knows none of γ, η and ν, which may be as small as we like: so
# $\limsup_T\mathbb E_\theta R(T)/\log T\le(1+\epsilon)\sum_{k>L}\min_lr_{k,l}$ at every θ with
# distinct entries. In the example that is $(1+\epsilon)\frac3{25}/d(\theta_3,\theta_2)$.
# :::
#
# ## Eight queries of a search engine
#
# :::{important}
# The paper's Table 1 is about eight queries from the log of a search engine, which was given out for a
# challenge, the KDD Cup of 2012, and is not public. The eight models used here were fitted to queries of
# the same challenge and published by others (see {doc}`the data page </data>`), so this section is about
# those models.
# :::
#
# Every one of the {glue:text}`ads` suboptimal ads is cheapest at position {glue:text}`positions:s`,
# the last. Where attractions are small the divergence is almost linear in κ, and then, as in Remark
# 7, the end of the list is best unless the best items are nearly equal. The constants range from
# {glue:text}`smallest:.1f` to {glue:text}`largest:.1f` clicks, and are large where an ad is almost as good as the third.

# %% tags=["remove-cell"]
models = published.kdd_models()
kdd = figures.published(models)
summary = figures.queries(kdd)
glue("ads", len(kdd))
glue("positions", " and ".join(map(str, sorted(set(kdd["position"])))))
glue("smallest", float(summary["constant C"].min()))
glue("largest", float(summary["constant C"].max()))
assert set(kdd["position"]) == {3}

# %% tags=["remove-input"] mystnb={"image": {"alt": "Stacked horizontal bars, one a query, of the share of each suboptimal ad in the constant of Theorem 6. In every query the best suboptimal ad has the largest share."}, "figure": {"caption": "What the constant of Theorem 6 is made of in eight KDD Cup queries; its value, in clicks, stands on the right. Exact values of the models named in the text.", "name": "pbm:kdd-bound"}}
publish(figures.kdd(kdd), "pbm:kdd-bound")

# %% [markdown]
# {download}`data <kdd-bound.csv>` · {download}`how it was made <kdd-bound.json>`

# %% tags=["remove-input"]
summary.set_index("query").round({"constant C": 2, "largest share": 2})

# %% [markdown]
# $C$ does not change when κ is multiplied and θ divided by the same number. So the scale of such a fit,
# which {ref}`clicks cannot determine <pbm:known-examination>`, has no influence here.
#
# ## Notes on the print
#
# (pbm:reversed-inequality)=
# **The inequality after Theorem 6.** The paper gives
# $\kappa_L\sum_{k>L}(\theta_L-\theta_k)/d(\kappa_L\theta_k,\kappa_L\theta_L)$ as a simpler *lower*
# bound on $C$, “not tight in general”, but it is the bill for trying everything at the last position:
# an *upper* bound. For Figure 1(a) it is {glue:text}`last_1a:.4f`, above $C=$
# {glue:text}`constant_1a:.4f`, while the first position gives the true lower bound
# {glue:text}`first_1a:.4f`, and with everything seen it is {glue:text}`uncensored_1a:.4f`. The slip is
# to combine the decomposition of the gap with the wrong end of the decreasing function
# $\kappa/g(\kappa)$.
#
# :::{claim} pbm:reversed-inequality
# :::
#
# **Two limits in one sentence.** The paper says that the optimal position is $L$ when
# $\theta_L-\theta_{L+1}$ is very small, without an index. That difference decides for item $L+1$
# alone, as shown {ref}`above <pbm:limit-close-items>`.
#
# (pbm:appendix-b1-conditioning)=
# **The order of conditioning.** The paper's Appendix B.1 conditions on all lists at once,
# $A(1),\dots,A(t)$, and takes the clicks as still fresh. They are not: the list of round 2 was chosen
# *because of* the clicks of round 1, so it tells about them. Where the lists are fixed in advance
# the printed display is true, and for every policy it is true round by round, given the past *and*
# the list of the round, which is the first step in the proof of Lemma 2.
#
# :::{claim} pbm:appendix-b1-conditioning
# :::
#
# (pbm:equation-8)=
# **Equation (8)** leaves $a^*$ out of the sum $\sum_a\Delta_ac_a$. It may, since the gap of $a^*$ is
# 0, and every other list has a positive one.
#
# :::{claim} pbm:equation-8
# :::
#
# (pbm:equation-9)=
# **Equation (9)** keeps $a^*$ in the constraint. It may, since $d(p,p)=0$: every order of the $L$
# best items has $I_a(\theta,\lambda)=0$ for all $\lambda\in B(\theta)$.
#
# :::{claim} pbm:equation-9
# :::
#
# (pbm:equation-10)=
# **Equation (10)** restricts the rivals to the sets $B_k(\theta)=\{\lambda:\lambda_j=\theta_j\text{
# for }j\ne k,\ \mu^*(\lambda)>\mu^* (\theta)\}$, in which one item moves. The text announces a lower
# bound and prints an equality; by Corollary 5 the equality is right.
#
# :::{claim} pbm:equation-10
# :::
#
# (pbm:equation-11)=
# **Equation (11)** describes these sets: $\lambda\in B_k(\theta)$ exactly if only item $k$ moves and
# $\lambda_k>\theta_L$. If the item lands at rank $i\le L$, then $\mu^*(\lambda)-\mu^*
# (\theta)=\kappa_i(\lambda_k-\theta_i)+\sum_{j=i+1}^L\kappa_j(\theta_{j-1}-\theta_j)>0$; at or below
# $\theta_L$ nothing changes.
#
# :::{claim} pbm:equation-11
# :::
#
# (pbm:equation-12)=
# **Equation (12)** keeps one constraint for each item. Among the $\lambda_k>\theta_L$ the constraint
# is hardest to meet for the smallest $\lambda_k$, because the divergence increases; in the limit it
# is the one at $\theta_L$.
#
# :::{claim} pbm:equation-12
# :::
#
# (pbm:equation-13)=
# **Equation (13)** writes this limit down. At $\lambda_k=\theta_L$ itself nothing improves on θ: the
# limit does not belong to $B_k(\theta)$. Where $c$ shows item $k$, the infimum over $\lambda_k$ is not
# attained; for a constraint of the form “$\ge1$” that makes no difference.
#
# :::{claim} pbm:equation-13
# :::
#
# **Lemma 16** is printed with a strict inequality for every α other than the $v_{k,l_k}$, where $l_k$
# is the cheapest position. It fails for the $v_{k,l}$ at other positions, where both sides are the
# same number. The paper proves the case of two suboptimal items; above their number does not matter.
#
# (pbm:lemma-15)=
# **Lemma 15** moves weight. The paper proves Theorem 6 by replacing $c_\alpha$ by weights on the
# $v_{k,l_k}$, $k\in\alpha$, in the proportion
# $d(\kappa_{\pi_k}\theta_k,\kappa_{\pi_k}\theta_L)/d(\kappa_{l_k}\theta_k,\kappa_{l_k}\theta_L)$.
# Since $v_{k,l_k}$ contains no other suboptimal item, every constraint (13) keeps its left-hand side.
# This way works, too, with Lemma 16 as corrected.
#
# :::{claim} pbm:lemma-15
# :::
#
# (pbm:equation-14)=
# **Equation (14)** says that the cost has then strictly decreased, because the gap of α is strictly
# above the sum of Lemma 16 and every remaining term is positive. Neither is so: for
# $\alpha=v_{k,l}$, $l\ne l_k$, the first is an equality, and a suboptimal item that already stands
# at its $l_k$ leaves a zero. But not both fail at once, unless α is $a^*$ or a minimiser itself; and both
# hold for α with two or more suboptimal items, none of them at a cheapest position.
#
# :::{claim} pbm:equation-14
# :::
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Where do the two lines of the first picture cross? Read $\theta_1$ off, then compute it to four
# digits. (The price at the top is a linear function of $\theta_1$. Why?)
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Only the gap at the top depends on $\theta_1$, and linearly: item 1 moves down and loses
# $(\kappa_1-\kappa_2)\theta_1$. So the difference of the prices is linear, and two values give its
# zero: $\theta_1=$ {glue:text}`crossing:.4f`.
# :::


# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
def difference(theta_1):
    top, bottom = bounds.exploration_table(problem([theta_1, 0.4, 0.2], [0.9, 0.5]))["price"]
    return top - bottom


at_45, at_60 = difference(0.45), difference(0.6)
crossing = 0.45 - at_45 * 0.15 / (at_60 - at_45)
assert abs(difference(crossing)) < 1e-9
print(f"the lines cross at {crossing:.4f}")

# %% tags=["remove-cell"]
glue("crossing", float(crossing))
assert 0.48 < crossing < 0.49

# %% [markdown]
# :::{admonition} Exercise 2, at the keyboard
# For $\kappa=(0.9,0.6,0.3)$ find four attractions for which the *middle* position is the cheapest for
# item 4. The proof that every position can be optimal says how.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Let item 1 stand out, items 2 and 3 be equal, and item 4 be close to them. Then the top is dear,
# since item 1 would move down, and of the other two the middle tells more for what it costs.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
middle = problem([0.9, 0.7, 0.7, 0.65], [0.9, 0.6, 0.3])
assert bounds.exploration_positions(middle).tolist() == [2]
bounds.exploration_table(middle).set_index("item").round(3)

# %% [markdown]
# :::{admonition} Exercise 3, with a pencil
# No $\theta_k$ exceeds 0.8. Multiply every $\kappa_l$ by 0.8 and divide every $\theta_k$ by 0.8. What
# happens to $C$?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Nothing. Gaps and divergences contain κ and θ only in the products $\kappa_l\theta_k$, and these
# stay the same.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
scaled = problem(five.attraction / 0.8, five.examination * 0.8)
assert abs(bounds.lower_bound(scaled) - bounds.lower_bound(five)) < 1e-9
print(f"before: {bounds.lower_bound(five):.4f}, after: {bounds.lower_bound(scaled):.4f}")

# %% [markdown]
# :::{admonition} Exercise 4, with a pencil
# The policy “always show item 1 above item 2” has no regret at all in the worked example. Why does
# that not contradict the theorem?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The theorem is about uniformly efficient policies. In the world $\theta=(0.45,0.4,0.6)$ this policy
# loses the same number of clicks in every round, so that its regret grows like $T$, and it is not
# uniformly efficient. It bets on one problem.
# :::
#
# ## What to remember
#
# A policy that learns on every problem needs about $\log T$ nats about each item outside the best
# list, and so it loses at least about $C\log T$ clicks. The price of a nat is the gap divided by the
# information, and the cheapest position depends on how much the better items lose by moving down.
# The bills add up over the items, without a discount for trying two at once, and the order of the
# best items adds nothing to $C$.
