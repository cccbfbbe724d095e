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
# # Policies in detail
#
# What a learner does not need to go on from [policies](policies): more on PBM-UCB, the proof of Theorem 11, a policy that attains
# the lower bound, with its proof, and notes on the print. The symbols are those of the chapter: $U_k$ are the upper bounds,
# $\mathcal B(t)$ is the set of items that PBM-PIE may try, $v_{k,l}$ the best list with item $k$ put in at position $l$, and
# $r_{k,l}$ the price of a unit of information on item $k$ there.

# %% tags=["remove-cell"]
from fractions import Fraction

from myst_nb import glue

from compendium.figures import publish
from compendium.pbm.policies import figures
from compendium.pbm.policies.regret_bounds import positionwise_slope, theorem_9_slope

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
theta = (Fraction(9, 20), Fraction(7, 20), Fraction(1, 4), Fraction(3, 20), Fraction(1, 20))
kappa = (Fraction(9, 10), Fraction(6, 10), Fraction(3, 10))
glue("slope_printed", float(theorem_9_slope(theta, kappa, 0)))
glue("slope_limit", float(positionwise_slope(theta, kappa, 0, asymptotic=True)))

# %% [markdown]
# ## More on PBM-UCB
#
# (pbm:l-over-delta)=
# **The term $L/\Delta$ is an artefact,** as the paper says: it contains $\kappa_l-\kappa_{l+1}$, and our
# bound does not. One can say more: ordering the best items costs a bounded regret. Only the
# items $k>L$ contribute to the growth,
# $\limsup_TE[R(T)]/\log T\le4(1+\epsilon)\kappa_1\kappa_L^{-2}\sum_{k>L}1/(\theta_L-\theta_k)$. In
# Figure 1's problems that is {glue:text}`slope_limit:,.0f` $(1+\epsilon)$, against
# {glue:text}`slope_printed:,.0f` $(1+\epsilon)$ as printed.
#
# :::{claim} pbm:l-over-delta
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Let $E_t=\{\exists k\le K:|\hat\theta_k-\theta_k|>B_{t,k}\}$, with $B_{t,k}$ the bonus of item $k$, and let
# $p_s = P(E_s)$ be the probability that an interval fails at
# round $s$; $p_s = O(s^{-1-\epsilon}\log^2 s)$. In rounds with valid intervals an item $j > L$ is
# shown at most $c_t/(\theta_L - \theta_j)^2 + 1$ times up to round $t$, where $c_t$ is $c$ of the proof of {ref}`the bound position by
# position <pbm:positionwise-bound>` with $\log t$. A best item $k$ is hidden only in the first $K$ rounds, in rounds with a failed
# interval or in rounds where some $j > L$ is shown: so $N_k(t) \ge t - O(\log t) - \sum_{s<t} 1_{E_s}$. If
# $k$ stands above its place at $t$ with valid intervals, $N_k(t) = O(\log t)$; for large $t$ this
# needs $t/4$ failures among the last $3t/4$ rounds, which has probability at most
# $\frac4t\sum_{s \ge t/4} p_s = O(t^{-1-\epsilon}\log^2 t)$ by Markov's inequality. That is
# summable. So only the items $k > L$ contribute to the growth.
# :::
#
# (pbm:theorem-9-kappa)=
# **$C(\kappa)$** is the least value, over $l\le L$, of the sum $C(l;\kappa)=\kappa_L^{-2}\big(
# l^{-1}(\sum_{s\le L}\kappa_s)^2+(\sum_{s\le l}\kappa_s)^2\big)$. The first term falls with $l$, the
# second grows; $l$ is a choice in the printed proof.
# In Figure 1, $l = 2$ is best. As every $\kappa_j \ge \kappa_L$, $C(l; \kappa) \ge L^2/l + l^2$, which is 2
# for $L = 1$ and at least $3 \cdot 2^{-2/3}L^{4/3} \ge 2L$ beyond: $C(\kappa) \ge 2L$.
#
# :::{claim} pbm:theorem-9-kappa
# :::

# %% mystnb={"image": {"alt": "Two bar charts of the two terms of C(l; κ) by l. For κ = 0.9, 0.6, 0.3 the sums are 45, 43 and 48, least at l = 2. For eight positions with ratio 0.8 the least sum is at l = 3, about 267."}, "figure": {"caption": "The two terms of C(l; κ) by l; their least sum is C(κ). First the examination probabilities of Figure 1, then eight positions that fall by a fifth each.", "name": "pbm:c-kappa"}} tags=["remove-input"]
publish(
    figures.c_kappa(
        {
            "κ = (0.9, 0.6, 0.3)": kappa,
            "κ = 1, 0.8, …, 0.8⁷": (1.0, 0.8, 0.64, 0.512, 0.4096, 0.32768, 0.262144, 0.2097152),
        }
    ),
    "pbm:c-kappa",
)

# %% [markdown]
# {download}`data <c-kappa.csv>` · {download}`how it was made <c-kappa.json>`
#
# (pbm:theorem-9-vacuous)=
# **How large the numbers are.** Every policy has $R(T) \le \Delta_{\max}T$. In Figure 1(b)'s
# problem Theorem 9 improves on that only from $T =$ {number}`pbm:theorem-9-vacuous printed:,.0f` on, our version
# from {number}`pbm:theorem-9-vacuous ours:,.0f` on ($\epsilon \to 0$ and without $C_0$).
#
# :::{claim} pbm:theorem-9-vacuous
# :::
#
# ## Theorem 11, proved one kind of rounds after the other
#
# **Four kinds of wrong rounds,** with letters of their own ($\mathcal B(t)$ is still the set of items
# that PBM-PIE may try). Let $\eta < \frac12\min_{k<K}(\theta_k - \theta_{k+1})$ and
#
# - $A$: the leaders are not $(1, \dots, L)$;
# - $B$: some leader's estimate is off by $\eta$ or more;
# - $C$: some best item $k \le L$ has $U_k < \theta_k$ (the paper takes $\le$, too);
# - $D$: in $A$, not in $B$ or $C$, and some best item that does not lead is off by $\eta$ or more.
#
# (pbm:appendix-e-leaders)=
# **$A \subset B \cup C \cup D$.** Outside $B$ the leaders' estimates are within $\eta$ of the truth
# and hence in the right order among themselves. In $A$ they are not $(1, \dots, L)$, so the last
# leader is some $j > L$ and a best item $k$ does not lead. If $\hat\theta_k > \theta_k - \eta$,
# then $\hat\theta_k > \theta_{L+1} + \eta > \hat\theta_j$, and $k$ would lead. So $k$ is off by
# $\eta$: $D$.
#
# :::{claim} pbm:appendix-e-leaders
# :::
#
# (pbm:appendix-e-explores)=
# **In $D$ the item is explored.** The last leader $j > L$ has
# $\hat\theta_j \le \theta_{L+1} + \eta \le (\theta_L + \theta_{L+1})/2 \le \theta_k \le U_k$, so
# that $k \in \mathcal B(t)$. So in each of these rounds $k$ is shown with probability
# at least $1/(2K)$.
#
# :::{claim} pbm:appendix-e-explores
# :::
#
# (pbm:appendix-e-size-of-b)=
# **The sizes.** {ref}`Lemma 22 <pbm:lemma-22>` bounds the number of rounds with a wrong estimate if
# the item is shown often in them. With $x = \kappa_L^{-2}\eta^{-2}$: a leader above the last is
# always shown ($c = 1$) and the last with probability at least $1/2$, so
# $E|B| \le K(2(2+x) + 4(4+x)) = 2K(10 + 3x)$.
#
# :::{claim} pbm:appendix-e-size-of-b
# :::
#
# (pbm:appendix-e-size-of-d)=
# For $D$, $c = 1/(2K)$ gives $4K(4K + x)$ for each of the $L$ best items.
#
# :::{claim} pbm:appendix-e-size-of-d
# :::
#
# (pbm:appendix-e-size-of-c)=
# {ref}`Proposition 10 <pbm:proposition-10>` with $\delta = (1+\epsilon)\log t \ge L+1$ bounds the
# probability of $C$ by a multiple of $(\log t)^{3L}/t^{1+\epsilon}$, which is summable: the sum is
# a derivative of the zeta function.
#
# :::{claim} pbm:appendix-e-size-of-c
# :::
#
# (pbm:appendix-e-decomposition)=
# **What is left.** Outside $B \cup C \cup D$ the leaders are $a^*$, and what can be shown is $a^*$
# or $v_{k,L}$ with $k > L$: the rounds $E_k$. Hence
# $E[R(T)] \le \sum_l\kappa_l\,E|B \cup C \cup D| + \sum_{k>L}\Delta_{v_{k,L}}E|E_k|$ after the
# first $K$ rounds.
#
# :::{claim} pbm:appendix-e-decomposition
# :::
#
# On $E_k$ the last leader is item $L$ with $\hat\theta_L \ge \theta_L - \eta$, so
# $U_k \ge \theta_L - \eta$; if the set in (7) is not empty, $\Phi(U_k) \le f(t,\epsilon) =
# (1+\epsilon)\log t$, and with $d^+(p,q) = d(p,q)1\{p < q\}$ the part of position $L$ alone gives
#
# $$N_{k,L}\,d^+\big(S_{k,L}/N_{k,L},\ \kappa_L(\theta_L - \eta)\big) \le f(t,\epsilon).$$
#
# Rounds with an empty set have $\Phi(\theta_k) > f(t,\epsilon)$ and are summable, again by
# Proposition 10; this is where its two-sided form is needed for $k > L$.
#
# (pbm:lemma-19)=
# **Lemma 19.** Order the rounds of $E_k$ by the number $s = N_{k,L} \ge 1$ of plays before: each
# value occurs once, and $f(t,\epsilon) \le f(T,\epsilon)$. So $|E_k|$ is at most the number of
# $s \le T$ with $s\,d^+(\hat\nu_s, \kappa_L(\theta_L - \eta)) \le f(T,\epsilon)$, where $\hat\nu_s$
# is the mean of the first $s$ clicks at position $L$.
#
# :::{claim} pbm:lemma-19
# :::
#
# (pbm:lemma-20)=
# **Lemma 20.** Let $K_T = (1+\gamma)f(T,\epsilon)/d(\kappa_L\theta_k, \kappa_L(\theta_L-\eta))$.
# For $s > K_T$ the condition says that $d^+(\hat\nu_s, \kappa_L(\theta_L - \eta)) \le
# d(\kappa_L\theta_k, \kappa_L(\theta_L-\eta))/(1+\gamma)$, that is $\hat\nu_s \ge \kappa_L r$ for
# the $r$ where equality holds. By Chernoff's bound this has probability at most
# $e^{-s\,d(\kappa_L r,\,\kappa_L\theta_k)}$, a geometric series: at most
# $C_2T^{-\beta}$ with $C_2 = (1 - e^{-d(\kappa_L r, \kappa_L\theta_k)})^{-1}$ and
# $\beta = (1+\gamma)(1+\epsilon)\,d(\kappa_L r, \kappa_L\theta_k)/d(\kappa_L\theta_k,
# \kappa_L(\theta_L - \eta))$.
#
# :::{claim} pbm:lemma-20
# :::
#
# :::{admonition} Proof of Theorem 11
# :class: dropdown
# Add the pieces with $\gamma \le \epsilon$ and $\Delta_{v_{k,L}} = \kappa_L(\theta_L - \theta_k)$.
# $C_1$ holds $B$, $D$ and the first $K$ rounds, $C_3$ the failures of $U$, for $k > L$ the empty
# sets. With $\log T$ in place of $\log t$, as in Algorithm 1, $C$ is rarer and $f(T,\epsilon)$ is
# the same.
# :::
#
# ## A policy that attains the lower bound
#
# (pbm:adaptive-pie)=
# :::{prf:theorem} Exploring at the plug-in best position
# :nonumber:
# Let $L < K$ and let $\kappa_1 > \dots > \kappa_L > 0$ be known. Let PBM-PIE with
# $\delta = (1+\epsilon)\log t$, after its first rounds, show an item $k$ drawn from $\mathcal B(t)$ at $\hat l_k(t) \in \arg\min_l \hat\Delta_{v_{k,l}}/d(\kappa_l\hat\theta_k,
# \kappa_l\hat\theta_{\mathcal L_L})$, where $\hat\Delta_{v_{k,l}}$ is computed from the leaders'
# estimates, with the leaders from $l$ on moved down and the last one left out. Then $\limsup_T
# E[R(T)]/\log T \le (1+\epsilon) \sum_{k>L}\min_l r_{k,l}$ with
# $r_{k,l} = \Delta_{v_{k,l}}/d(\kappa_l\theta_k, \kappa_l\theta_L)$ for all distinct attractions in $(0, 1)$,
# with ties between positions, too.
# :::
#
# :::{claim} pbm:adaptive-pie
# :::
#
# **Why.** A round at position $l$ buys information at the price of that position. With good estimates the
# policy pays the lowest price, and it stops when about $\log T$ nats are bought in all, at whichever
# positions.
#
# :::{admonition} Proof
# :class: dropdown
# *Bad rounds.* The leaders $1, \dots, L-1$ are still shown in every round, the last with
# probability at least $1/2$, an item of $\mathcal B(t)$ with probability at least $1/(2K)$. So the
# bounds on $B$, $C$, $D$ and on empty sets stand. Let
# $G_k$ be the other rounds with $k \in \mathcal B(t)$ and $|\hat\theta_k - \theta_k| \ge \eta$; by
# Lemma 22 with $c = 1/(2K)$, $E|G_k| \le 4K(4K + \kappa_L^{-2}\eta^{-2})$. Outside all of them the
# leaders are $a^*$, all estimates that enter $\hat l_k$ are within $\eta$, and by continuity the
# position chosen has $r_{k,\hat l_k} \le (1+\nu)\min_l r_{k,l}$ with $\nu \to 0$ as $\eta \to 0$.
# This holds with ties, too: any of the tied positions will do, and the choice may alternate.
#
# *The information needed, jointly.* Let $E_k$ be the remaining rounds in which $k$ is explored, and
# $p_l = \kappa_l\theta_k$, $q_l = \kappa_l(\theta_L - \eta)$, $d_l = d(p_l, q_l)$. As above
# $\sum_l N_{k,l}\,d^+(\hat p_l, q_l) \le f(T,\epsilon)$ on $E_k$. Suppose that
# $\sum_l N_{k,l}d_l > (1+\gamma)f(T,\epsilon)$, so that
#
# $$\sum_l N_{k,l}\,d^+(\hat p_l, q_l) \le \frac{1}{1+\gamma}\sum_l N_{k,l}d_l .$$
#
# Choose $\rho \in (1/(1+\gamma), 1)$ and $r_l \in (p_l, q_l)$ with $d(r_l, q_l) = \rho d_l$. The
# positions with $\hat p_l \le r_l$ contribute at least $\rho N_{k,l}d_l$ each to the left-hand
# side. So the others hold at least the share $w = 1 - 1/(\rho(1+\gamma)) > 0$ of the total, and one
# of them has $\hat p_l > r_l$ and $N_{k,l}d_l \ge (w/L)\sum_m N_{k,m}d_m$; at the $s$-th round of
# $E_k$ this means $N_{k,l} \ge c's$ with $c' = w\min_m d_m/(L\max_m d_m)$. The clicks at position
# $l$ are independent, and the chance that the mean of the first $n$ of them ever exceeds $r_l$ for
# an $n \ge c's$ is at most $e^{-c's\,d(r_l,p_l)}$ (Ville's inequality for the tilted martingale).
# Summed over $s$ and $l$ this is finite, whatever $T$.
#
# *The cost.* In the rounds of $E_k$ that remain,
# $\sum_l N_{k,l}d_l \le (1+\gamma)f(T,\epsilon)$, and a round at position $l$ costs
# $\Delta_{v_{k,l}} = r_{k,l}\,d(\kappa_l\theta_k, \kappa_l\theta_L)$ with
# $r_{k,l} \le (1+\nu)\min_m r_{k,m}$. The total is at most
#
# $$(1+\nu)\,\min_m r_{k,m}\ \max_l\frac{d(\kappa_l\theta_k, \kappa_l\theta_L)}{d(\kappa_l\theta_k,
# \kappa_l(\theta_L-\eta))}\ (1+\gamma)(1+\epsilon)\log T + O(1).$$
#
# Divide by $\log T$, then let $\eta \to 0$ and $\gamma \to 0$: neither is known to the policy.
# :::
#
# So each $\epsilon$ has a policy within a factor of $1+\epsilon$ of the lower bound, the constant (6) of
# Theorem 6. One policy attains it in every problem, if $\epsilon$ falls as slowly as
# $\log\log t/\log t$.
#
# (pbm:adaptive-pie-attains)=
# :::{prf:theorem} One policy attains the lower bound
# :nonumber:
# Let the policy of the last theorem have $\delta_t = \log t + (3L+2)\log\log t$ in place of
# $(1+\epsilon)\log t$. Then for every $\theta_1 > \dots > \theta_K$ in $(0, 1)$ and known
# $\kappa_1 > \dots > \kappa_L > 0$, $L < K$, with ties between positions, too,
# $\lim_T E[R(T)]/\log T = \sum_{k>L}\min_l r_{k,l}$, the constant of (6).
# :::
#
# :::{claim} pbm:adaptive-pie-attains
# :::
#
# :::{admonition} Proof
# :class: dropdown
# *The misses are summable.* There are $K \ge 2$ first rounds, so $t \ge 3$ and
# $0 < \log\log t \le \log t$ from then on: $\delta_t$ increases, and $\delta_t \le (3L+3)\log t$.
# From $\log t \ge L + 1$ on Proposition 10 applies. There $\lceil\delta_t\log t\rceil\,\delta_t \le
# 2\delta_t^2\log t \le 2(3L+3)^2\log^3 t$, while $e^{-\delta_t} = t^{-1}(\log t)^{-3L-2}$. So for every
# item and round
#
# $$P\big(\Phi_k(\theta_k) \ge \delta_t\big) \le e^{L+1}\Big(\frac{2(3L+3)^2\log^3 t}{L}\Big)^L
# \frac{1}{t\,(\log t)^{3L+2}} = \frac{c_L}{t\log^2 t},$$
#
# and $\sum_t 1/(t\log^2 t)$ is finite. That bounds the expected number of rounds of $C$, where some
# $k \le L$ has $U_k < \theta_k$, and of the rounds where the set in (7) is empty for some item.
#
# *The other bad rounds.* The bounds on $B$, $D$ and $G_k$ are those of Lemma 22: they use that leaders
# are shown with probability at least $1/2$, and items of $\mathcal B(t)$ with probability at least
# $1/(2K)$, and that in $D$ the last leader's estimate is below $\theta_k \le U_k$. None of that
# depends on $\delta_t$.
#
# *The cost.* In the remaining rounds of $E_k$ the display before the joint inequality is true with
# $\delta_t \le \delta_T$ in place of $f(T,\epsilon)$. The deviations that were summed there have the
# same bound, $\sum_s\sum_l e^{-c's\,d(r_l,p_l)}$, whatever the level is. So for all $\gamma, \eta > 0$
# small enough
#
# $$E[R(T)] \le \sum_{k>L}(1+\nu)\,\min_m r_{k,m}\ \max_l\frac{d(\kappa_l\theta_k,
# \kappa_l\theta_L)}{d(\kappa_l\theta_k, \kappa_l(\theta_L-\eta))}\ (1+\gamma)\,\delta_T +
# C(\eta,\gamma) .$$
#
# Now $\delta_T/\log T \to 1$. Divide by $\log T$, let $T \to \infty$, then $\eta, \gamma \to 0$, so that
# $\nu \to 0$: $\limsup_T E[R(T)]/\log T \le \sum_{k>L}\min_l r_{k,l}$. Where positions tie the joint
# inequality serves all of them at once, and any choice among them costs the same.
#
# *It cannot be less.* The policy has logarithmic regret at every $\theta$ with distinct entries, and
# the proof of (6) needs efficiency at such $\theta$ only (one item moved to between $\theta_L$ and
# $\theta_{L-1}$); so the $\liminf$ is at least (6).
# :::
#
# So (6) is tight for all distinct attractions in $(0, 1)$ and known $\kappa$, not only where the best
# position is the last. That bounds of this kind can be attained is known since {cite:t}`graves1997`, by policies that
# solve the bound's program; ours explores by a formula. Any factor above $3L + 1$ would do. {ref}`Played <pbm:attaining-total-regret>`, this policy loses
# {number}`pbm:attaining-total-regret ratio:.2f` times (6) times $\delta_T$, which is far from (6) times $\log T$ for a long time. For $L = 3$ and
# $T = 10^{15}$, $\delta_T$ is {number}`pbm:adaptive-pie-attains far:.2f` $\log T$, and within a tenth of $\log T$ only from
# $\log T =$ {number}`pbm:adaptive-pie-attains late:,.0f` on. What the theorem settles is the constant.
#
# (pbm:adaptive-pie-ties)=
# **Ties.** Applying the paper's Appendix E.3 to each position by itself would let the exploration pay
# $\log T/d_l$ plays at *each* tied position, twice the cost for two. The joint inequality shares
# the same $\log T$ between them. An item that is shown at two tied positions in turn until its
# divergence exceeds 400 has used {number}`pbm:adaptive-pie-ties used jointly:.2f` of this level in all, and
# {number}`pbm:adaptive-pie-ties used apart:.2f` of it if each position waits for its own divergence.
#
# :::{claim} pbm:adaptive-pie-ties
# :::
#
# ## Notes on the print
#
# ### The printed proof of Theorem 9 (Appendix D)
#
# The proof follows the analysis of combinatorial semi-bandits, where one plays a set of items and sees
# the outcome of each: if all intervals hold, the gap of
# the list shown is at most twice its summed bonuses; hence some of its items were shown rarely
# (events $G_t$, $H_t$); each item can be shown rarely at a bounded cost (Lemma 18).
# Write $B_{t,k}$ for the bonus of item $k$ and $B^+_{t,k}$ for the same with $\log T$.
#
# (pbm:fact-17)=
# **Fact 17** wants to pass from rounds with valid intervals to the event
# $F_t = \{0 < \Delta_{A(t)} \le 2\sum_l \kappa_l B^+_{t,A_l(t)}\}$. Its bad event $E_t$ looks only
# at the items *shown*, while its proof uses $U_l \ge \theta_l$ for all $l \le L$, shown or not. Let
# $K = 2$, $L = 1$, $\kappa = 0.9$, $\theta = (0.8, 0.3)$; let item 1 never be clicked and item 2 at
# every fourth play. Soon item 1 is hidden, its interval is wrong, and nothing bad is recorded,
# since item 2, whose interval is right, is the one that is shown: every round costs
# $\Delta = 0.45$ on the left-hand side. After {number}`pbm:fact-17 rounds:,` rounds the two sides
# are {number}`pbm:fact-17 left:.1f` and {number}`pbm:fact-17 right:.1f`. The repair is to let
# $E_t = \{\exists k \le K: |\hat\theta_k - \theta_k| > B_{t,k}\}$; then
# $\sum_l \kappa_l(\theta_{A_l} + 2B_{t,A_l}) \ge \sum_l \kappa_l U_{A_l} \ge \sum_l \kappa_l U_l
# \ge \sum_l \kappa_l\theta_l$ on the complement, and the price is $K$ items in $C_0$. That is so *after
# the first $K$ rounds*: before, no index chooses the list. With $K = T = 16$ and $L = 8$ the 16th list may
# show eight bad items, with a gap of {number}`pbm:fact-17 forced:.2f` where $2\sum_l \kappa_l B^+$ is
# {number}`pbm:fact-17 reached:.2f`, all intervals valid. These rounds cost at most $K\Delta_{\max}$.
#
# :::{claim} pbm:fact-17
# :::
#
# (pbm:fact-17-factor)=
# The last display of the printed proof has $\sum_l \kappa_l B^+ \ge 2\sum_l \kappa_l B$, which
# fails at $t = T$, where the bonuses are equal; the factor 2 belongs to both sides.
#
# :::{claim} pbm:fact-17-factor
# :::
#
# (pbm:appendix-d-inclusion)=
# **Few items shown rarely, or one very rarely.** For a number $l$ to be chosen,
# $S_t$ holds the items shown with $N_k \le 8(1+\epsilon)\log T\,(\sum_{s\le L}\kappa_s)^2/
# (\kappa_L\Delta_{A(t)})^2$, $G_t = \{|S_t| \ge l\}$, and $H_t$ says that $|S_t| < l$ and some
# shown item satisfies the same with $\sum_{s \le l}$. Outside both, since $\tilde N \ge \kappa_L
# N$, an item at position $m$ contributes $2\kappa_m B^+ < \tfrac12\Delta\,\kappa_m/\sum_{s\le
# L}\kappa_s$ if it is not in $S_t$, and $< \tfrac12\Delta\,\kappa_m/\sum_{s \le l}\kappa_s$ if it
# is. Fewer than $l$ positions hold items of $S_t$, so both groups sum to at most $\Delta/2$, one of
# them to less: contradiction with $F_t$. So $F_t \subset G_t \cup H_t$.
#
# :::{claim} pbm:appendix-d-inclusion
# :::
#
# **Counting.** By definition $l\,1\{G_t\} \le \sum_k 1\{G_{k,t}\}$ and $1\{H_t\} \le \sum_k
# 1\{H_{k,t}\}$, where the events on the right add that $k$ is one of these items.
#
# (pbm:lemma-18)=
# :::{prf:lemma} Lemma 18, repaired
# :nonumber:
# $\sum_t\sum_{a \ni k} 1\{N_k(t) \le C/\Delta_a^2,\ A(t) = a\}\,\Delta_a \le
# 2C/\Delta_{\min,k} + \Delta_{\max,k}$, and the last term can be left out from the item's second
# showing on.
# :::
#
# :::{claim} pbm:lemma-18
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Each round that counts has a different value $n$ of $N_k(t)$. For $n \ge 1$ its gap is at most
# $\sqrt{C/n}$, and it counts only if $n \le C/\Delta_{\min,k}^2$; since
# $1/\sqrt n \le 2(\sqrt n - \sqrt{n-1})$ the sum is at most
# $2\sqrt C\sqrt{C/\Delta_{\min,k}^2}$. The first showing, $n = 0$, may cost $\Delta_{\max,k}$: one
# list of gap 1 with $C = 1/4$ gives 1 where $2C/\Delta_{\min,k} = 1/2$ is printed.
# :::
#
# *The printed bound with a large $C$.* Where $C \ge \Delta_{\max,k}^2$ the first showing fits in: with
# $x = C/\Delta_{\min,k}^2$ the sum from $n = 0$ on is at most
#
# $$\Delta_{\max,k} + \int_0^x \min\big(\Delta_{\max,k}, \sqrt{C/y}\big)\,dy =
# \frac{2C}{\Delta_{\min,k}} + \Delta_{\max,k} - \frac{C}{\Delta_{\max,k}} \le
# \frac{2C}{\Delta_{\min,k}} .$$
#
# The appendix applies the lemma twice. Its first constant,
# $8(1+\epsilon)\log T(\sum_s\kappa_s)^2/\kappa_L^2$, is large enough for every $T \ge 2$, since
# $8\log 2 > 1$ and $\Delta_{\max,k} \le \sum_s\kappa_s$. Its second, with $\sum_{s\le l}$, is if
# $8(1+\epsilon)\log T \ge (\kappa_L\sum_s\kappa_s/\sum_{s\le l}\kappa_s)^2$: at $T = 2$ that can fail for
# many positions of nearly equal examination, and is true from some $T$ on. So the case $n = 0$ is
# harmless in the appendix, up to a constant.
#
# (pbm:lemma-18-smallest-gap)=
# **The smallest gaps.** With $\kappa_{L+1} = 0$ and Abel summation in both directions the gap of
# any list is
#
# $$\Delta_a = \sum_{i \le L}\sum_{j < K} c_{ij}\,(\kappa_i - \kappa_{i+1})(\theta_j -
# \theta_{j+1}), \qquad c_{ij} = \min(i,j) - \#\{m \le i: a_m \le j\} \ge 0 .$$
#
# :::{claim} pbm:lemma-18-smallest-gap
# :::
#
# If $a \ne a^*$ then $\{a_1, \dots, a_i\} \ne \{1, \dots, i\}$ for some $i \le L$, so that
# $c_{ii} \ge 1$ and $\Delta_a \ge (\kappa_i - \kappa_{i+1})(\theta_i - \theta_{i+1})$. For $i < L$
# that is the gap of exchanging two neighbours, for $i = L$ that of $v_{L+1,L}$. Hence
# $\Delta = \min_{l<L}(\kappa_l - \kappa_{l+1})(\theta_l - \theta_{l+1})$ among the permutations of
# $a^*$, and over the lists that show item $k$ the least gap is
#
# $$\Delta_{\min,k} = \min\big(\Delta,\ \kappa_L(\theta_L - \theta_{L+1})\big)\ (k < L), \qquad
# \Delta\ (k = L), \qquad \kappa_L(\theta_L - \theta_k)\ (k > L):$$
#
# a list that shows item $L$ but an item from outside misses one of the first $L - 1$, so some
# $c_{ii} \ge 1$ with $i < L$; one that shows $k > L$ has $c_{Lj} \ge 1$ for $L \le j < k$. The
# paper has $\Delta$ for all $k \le L$, overlooking that $v_{L+1,L}$ shows the items above $L$, too. (For
# $L = 1$ item 1 is in no suboptimal list.)
#
# (pbm:theorem-9-repaired-appendix)=
# **What the printed proof gives,** for $L \ge 2$. Lemma 18 with the two constants of $G_t$ and $H_t$ yields the
# factor $16(1+\epsilon)\log T\,C(l;\kappa)$ as printed, but the bracket
# $1/\Delta + (L-1)/\min(\Delta, \kappa_L(\theta_L-\theta_{L+1})) + \dots$ in place of $L/\Delta +
# \dots$. That is weaker than the theorem, which needs another proof.
#
# :::{claim} pbm:theorem-9-repaired-appendix
# :::
#
# (pbm:theorem-9-c0)=
# **$C_0(\epsilon)$** of our proof is $K\Delta_{\max}(1 + c)$ with
# $c = 2e(1+\epsilon)\zeta''(1+\epsilon)$, about $4e\,\epsilon^{-3}$: it depends on $K$, and, with
# $\Delta_{\max} \le L$, on $L$. For $T \ge 2$ one of $\epsilon$ alone will do, because the printed slope
# $S = 16(1+\epsilon)C(\kappa)(L/\Delta + \cdots)$ grows with $K$ and $L$. The $L - 1$ numbers
# $\sqrt{(\kappa_l-\kappa_{l+1})(\theta_l-\theta_{l+1})}$ sum to at most 1 (Cauchy and Schwarz), so
# $\Delta \le (L-1)^{-2}$; and $1/(\kappa_L(\theta_L-\theta_k)) \ge 1$. So the bracket is at least
# $L(L-1)^2 + K - L \ge K$ for $L \ge 2$ and $K - 1 \ge K/2$ for $L = 1$; with $C(\kappa) \ge 2L$,
#
# $$S \ge 16(1+\epsilon)LK .$$
#
# :::{claim} pbm:theorem-9-c0
# :::
#
# Our bound is at most $KL(1+c) + \frac14S\log T$. Let $\log T_0 = (1+c)/(12(1+\epsilon))$. For
# $T \ge T_0$ the first term is at most $12(1+\epsilon)LK\log T \le \frac34S\log T$, so that
# $E[R(T)] \le S\log T$, without a constant. For $2 \le T < T_0$ the regret is at most $LT_0$, while
# $S\log T \ge 16\,C(\kappa)\,L(L-1)^2\log 2 \ge 11L^2(L-1)^2$. So
#
# $$E[R(T)] \le C_0(\epsilon) + S\log T, \qquad
# C_0(\epsilon) = \max_{L \ge 1}\big(LT_0 - 11L^2(L-1)^2\big),$$
#
# for all $T \ge 2$ and all $K > L$. It is finite, and astronomical for small $\epsilon$. At $T = 1$,
# where $\log T = 0$, no such constant exists: a first list can cost almost $L$.
#
# ### The proof of Theorem 11 (Appendix E)
#
# (pbm:appendix-e-eta)=
# **How small η must be.** The appendix takes the minimum over $k < L$ only. That is not enough: with
# $\theta = (0.9, 0.5, 0.48)$ the items 1 and 3 can lead although all three estimates are within
# $0.19 < (\theta_1 - \theta_2)/2$.
#
# :::{claim} pbm:appendix-e-eta
# :::
#
# **Two slips.** For the bound on the last leader the appendix writes $\theta_L+\eta\le(\theta_L+
# \theta_{L+1})/2$, which is impossible; what is needed has $\theta_{L+1}+\eta$. And the sum over $D$
# forgets the factor $L$.
#
# ### Thompson sampling
#
# (pbm:pbm-ts-proposal)=
# **The proposal.** To draw from the product, draw from the factor of the position $m$ with the most
# plays and accept with the probability that the other factors give. The paper's proposal is
# $\mathrm{Beta}(\alpha,\beta)/\kappa_m$ with $\alpha = S_m$, $\beta = N_m - S_m$, one less in both
# parameters. It does not exist without a click or without a missing one, hence never at the start.
# Where it exists, the acceptance, which the paper does not print, needs the further factor
# $\theta(1-\kappa_m\theta)$; without it the law is another one: with one position, $\alpha = 3$,
# $\beta = 5$, $\kappa = 0.6$ the total variation distance is {number}`pbm:pbm-ts-proposal distance:.3f`.
#
# :::{claim} pbm:pbm-ts-proposal
# :::
