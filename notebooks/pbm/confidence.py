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
# # Confidence bounds
#
# **The question.** An optimistic policy needs, for every item, a number that is rarely below the item's
# attraction. How can such a number be computed from clicks at several positions, and how rare are its
# failures when the policy itself chose what to show?
#
# **The answer.** There is a closed formula (PBM-UCB) and a sharper bound that is the solution of an equation
# (PBM-PIE's index). Both remain valid for a policy that learns. In terms of a level $\delta$ that one can choose, the
# guaranteed probability of failure falls like $e^{-\delta}$, up to powers of $\delta$ and $\log t$. In the examples
# below both bounds fail far less often than is guaranteed.
#
# After this chapter you can compute both bounds for a table of counts, state their guarantees, and check the
# guarantees.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.pbm.confidence import figures
from compendium.pbm.confidence.coverage import coverage_table

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two upper bounds for an attraction of 0.45 against the number of displays, from 10 to 3,000 on a logarithmic axis. Both fall towards 0.45. The index of PBM-PIE is below the bound of PBM-UCB throughout; after 102 displays they are 0.65 and 0.68."}, "figure": {"caption": "Two upper confidence bounds for one item, shown equally often at positions examined with probabilities 0.9 and 0.3, if its clicks are exactly as many as expected. Level δ = 4.", "name": "pbm:shrinking-bounds"}}
publish(
    figures.shrinking_bounds(0.45, (0.9, 0.3), 4.0),
    "pbm:shrinking-bounds",
    attraction=0.45,
    examination=(0.9, 0.3),
    delta=4.0,
)

# %% tags=["remove-cell"]
assert figures.shrinking_bounds_as_described(published("pbm:shrinking-bounds"))

# %% [markdown]
# {download}`data <shrinking-bounds.csv>` · {download}`how it was made <shrinking-bounds.json>`
#
# ## A worked example
#
# An item was shown 20 times at the top, where users look with probability 0.9, and 10 times at the bottom,
# where they look with probability 0.3. It was clicked 6 times at the top and 2 times at the bottom. How large
# could its attraction be? We choose the level $\delta=4$.
#
# **Predict.** PBM-UCB adds to the estimate a bonus that depends on the number of displays and of expected
# looks. PBM-PIE's index also uses how the clicks fell on the positions. Which bound is larger?

# %%
import numpy as np

from clickbandits.pbm import confidence, estimators, index

examination = [0.9, 0.3]
clicks, plays, delta = [6, 2], [20, 10], 4.0
print(f"estimate:         {estimators.pooled(clicks, plays, examination):.3f}")
print(f"bound of PBM-UCB: {confidence.ucb_index(clicks, plays, examination, delta):.3f}")
print(f"index of PBM-PIE: {index.upper(clicks, plays, examination, delta):.3f}")

# %% [markdown]
# PBM-UCB's bound is larger. It is {ref}`never below the index <pbm:index-7-below-ucb>` if some attraction fits
# the counts.
#
# To find the index, consider every attraction $q$ that might be true, and ask how surprising the counts would
# be. The surprise is the sum over the positions of the displays times a Kullback–Leibler divergence,
# $\Phi(q)=\sum_lN_l\,d(S_l/N_l,\kappa_lq)$. The index is the largest $q$ with a surprise of at most $\delta$,
# so a search on a grid must find it, too.

# %%
grid = np.linspace(0.001, 1, 1000)
surprise = np.array([confidence.divergence(q, clicks, plays, examination) for q in grid])
print(f"largest q on the grid: {grid[surprise <= delta].max():.3f}")

# %% [markdown]
# How often does such a bound miss, that is, fall below the truth? For displays fixed in advance, as here,
# PBM-UCB's bound misses with probability at most $e^{-\delta}$, which is {glue:text}`promised:.3f`.
#
# **Predict.** Draw 200,000 tables of clicks with attraction 0.45. How often do the two bounds miss?

# %%
rng = np.random.default_rng(1)
drawn = rng.binomial(plays, 0.45 * np.array(examination), size=(200_000, 2))
tables, how_often = np.unique(drawn, axis=0, return_counts=True)
ucb = np.array([confidence.ucb_index(s, plays, examination, delta) for s in tables])
pie = np.array([index.upper(s, plays, examination, delta) for s in tables])
print(f"PBM-UCB misses: {how_often @ (ucb < 0.45) / 200_000:.4f}")
print(f"the index misses: {how_often @ (pie < 0.45) / 200_000:.4f}")

# %% tags=["remove-cell"]
misses = [float(how_often @ (ucb < 0.45) / 200_000), float(how_often @ (pie < 0.45) / 200_000)]
glue("promised", float(np.exp(-delta)))
assert misses[0] < np.exp(-delta) / 10 and misses[0] < misses[1] < np.exp(-delta) / 2
both = [
    confidence.ucb_index(clicks, plays, examination, delta),
    index.upper(clicks, plays, examination, delta),
]
assert both[0] > both[1]
assert abs(grid[surprise <= delta].max() - both[1]) < 0.001

# %% [markdown]
# Both miss less often than $e^{-\delta}$, and PBM-UCB's bound even less than a tenth as often. The sharper
# index misses more often than the formula, but still seldom.
#
# ## What survives a policy that learns
#
# In the example the numbers of displays were given. A policy chooses them by the clicks. What is then left of the
# guarantees? We look for a property that does not depend on how they were chosen.
#
# Item $k$ has been clicked $S_k(t)$ times in $N_k(t)$ plays before round $t$, of which $N_{k,l}(t)$ were at
# position $l$; $\tilde N_k(t) = \sum_l \kappa_l N_{k,l}(t)$ is the expected number of looks, and
# $\hat\theta_k(t) = S_k(t)/\tilde N_k(t)$. The estimator is a random sum divided by a random number.
# Conditionally on the plays it is not a mean of independent clicks, and its mean can be off if the plays
# depend on the clicks (in a small game it is, by {number}`pbm:equation-15 bias:.3f`). The following property
# survives when a policy learns.
#
# (pbm:equation-15)=
# **The centred clicks.** Let $\tau_i$ be the round of the $i$-th play of item $k$ and
#
# $$\bar Z_{k,i} = \sum_l 1\{A_l(\tau_i) = k\}\,(Z_l(\tau_i) - \kappa_l\theta_k), \qquad
# M_{k,n} = \sum_{i \le n} \bar Z_{k,i}. \tag{15}$$
#
# The position at which the item is shown is settled before the click is drawn, and the click has mean
# $\kappa_l\theta_k$. Therefore $E[\bar Z_{k,i} \mid \mathcal G_{i-1}] = 0$, where $\mathcal G_{i-1}$ contains
# everything up to the choice of the list of round $\tau_i$ (including its randomisation). Summing the plays
# up to round $t$ gives
# $M_{k,N_k(t)} = S_k(t) - \tilde N_k(t)\theta_k = \tilde N_k(t)(\hat\theta_k(t) - \theta_k)$.
#
# (pbm:maximal-inequality)=
# **The maximal inequality.** A centred Bernoulli variable of mean $p$ has the cumulant function
# $\psi(\lambda) = \log(1 - p + pe^\lambda) - \lambda p$ with $\psi(0) = \psi'(0) = 0$ and
# $\psi'' = q(1-q) \le 1/4$ for the tilted mean $q$; so $\psi(\lambda) \le \lambda^2/8$
# (Hoeffding's lemma), whatever the position was. Hence
# $e^{-\lambda M_{k,i} - i\lambda^2/8}$ is a supermartingale, and by Doob's inequality, for $x, \lambda \ge 0$,
#
# $$P(\exists i \le n: M_{k,i} \le -x) \le e^{-\lambda x + n\lambda^2/8} = e^{-2x^2/n}
# \quad\text{at } \lambda = 4x/n.$$
#
# ## PBM-UCB's bound
#
# The index of PBM-UCB is $U^{UCB}_k(t,\delta) = \hat\theta_k(t) + \sqrt{N_k(t)\,\delta/2}\,/\,\tilde N_k(t)$.
# It is at most $\theta_k$ exactly when $M_{k,N_k(t)} \le -\sqrt{N_k(t)\delta/2}$. For a number $n$ of plays
# fixed in advance this has probability at most $e^{-\delta}$. Because $N_k(t)$ is random, the guarantee is
# weaker.
#
# (pbm:proposition-8)=
# :::{prf:theorem} The confidence bound of PBM-UCB, Proposition 8 repaired
# :nonumber:
# For every $\delta \ge 1$ and $t \ge 2$, if item $k$ has been shown,
# $P(U^{UCB}_k(t,\delta) \le \theta_k) \le e\,\delta\log(t)\,e^{-\delta}$.
# :::
#
# The paper omits the condition $\delta \ge 1$.
#
# :::{claim} pbm:proposition-8
# :::
#
# **Why.** If the number of plays were fixed, the maximal inequality would give $e^{-\delta}$. Because it is random,
# we cut its possible values into geometrically growing slices, pay a little in each slice, and count the slices, of
# which there are about $\delta\log t$.
#
# :::{admonition} Proof
# :class: dropdown
# *Peeling.* Let $\delta > 1$ and cut the possible numbers of plays $1, \dots, t-1$ into slices
# $[r^{i-1}, r^i)$ with $r = \delta/(\delta-1)$; there are $\lceil x\rceil$ of them,
# $x = \log t/\log r$. In a slice, $M \le -\sqrt{r^{i-1}\delta/2}$ happens at some of the first
# $r^i$ plays, which has probability at most $e^{-\delta/r} = e^{1-\delta}$ by the maximal
# inequality. It remains to see that $\lceil x\rceil \le \delta\log t$. With $u = 1/\delta$,
# $\log r = -\log(1-u) \ge 2u/(2-u)$, because the difference vanishes at 0 and has the derivative
# $u^2/((1-u)(2-u)^2)$; so $x \le (\delta - \tfrac12)\log t$, and
# $\lceil x \rceil \le x + 1 \le \delta\log t$ as soon as $\log t \ge 2$, that is for $t \ge 8$. At
# $\delta = 1$ the bound is $\log t > 1$.
#
# *Few rounds.* For $t \le 7$ sum over the $t-1$ possible numbers of plays:
# the probability is at most $(t-1)e^{-\delta}$, and $t - 1 \le e\,\delta\log t$ for every
# $\delta \ge 1$ if $t \le 5$. For $t = 6, 7$ the same holds from some $\delta_0$ slightly above 1
# on, and for $1 \le \delta \le \delta_0$ the bound $e\,\delta\log(t)e^{-\delta}$ is above 1.
# :::
#
# (pbm:proposition-8-small-delta)=
# **The restriction is needed.** Let the item have been played once, with $\kappa\theta = \sqrt{\delta/2}$.
# Without a click, which has probability $1 - \sqrt{\delta/2}$, the bound is $\theta$ exactly, and so it
# misses. As $\delta \to 0$ this probability tends to 1 and $e\,\delta\log(t)e^{-\delta}$ to 0. At every $t$
# the proposition as published therefore fails for all small $\delta$, namely at $t = 2$ below
# {number}`pbm:proposition-8-small-delta t = 2:.4f` and at $t = 100$ below
# {number}`pbm:proposition-8-small-delta t = 100:.4f`. PBM-UCB plays with $\delta = (1+\epsilon)\log t$, which
# is above 1 from $t = 3$ on, so nothing is lost.
#
# (pbm:proposition-8-coverage)=
# **The worst case over learners.** If the item is always shown at the same position, an adversary who wants
# the bound to miss at round $t$ stops showing it at the first moment when it misses. The probability of such
# a moment is a first-passage probability of a random walk, which we compute exactly from play to play. In the
# cases computed, all with $\delta \ge 1$, it is at most {number}`pbm:proposition-8-coverage worst:.2f` times
# the guarantee.
#
# ## The index of PBM-PIE
#
# (pbm:equation-7-convex)=
# Positions carry different information, and the pooled estimator discards it. If we keep the positions apart,
# the function
#
# $$\Phi(q) = \sum_l N_{k,l}\, d\Big(\frac{S_{k,l}}{N_{k,l}},\, \kappa_l q\Big)$$
#
# is minus the log-likelihood of $q$, up to a constant. Each term is convex, because its second derivative is
# $S/q^2 + (N - S)\kappa^2/(1-\kappa q)^2$.
#
# (pbm:equation-7)=
# **The index** is the largest $q$ to the right of the minimum at which $\Phi \le \delta$:
#
# $$U_k(t,\delta) = \sup\{q \in [\theta^{\min}_k, 1]: \Phi(q) \le \delta\}. \tag{7}$$
#
# Here $\theta^{\min}_k$ is the point at which the minimum is attained, that is, the maximum-likelihood
# estimate, cut at 1. The paper calls it “the minimum of this convex function”, which literally would be a
# value of $\Phi$.
#
# :::{claim} pbm:equation-7
# :::

# %% mystnb={"image": {"alt": "Two panels. First panel: the divergence is a convex curve with its minimum near the pooled estimate; it crosses the level at the index, which is below PBM-UCB's bound. Second panel: with all five clicks at the rarely seen position the curve stays above the level everywhere, and nothing is shaded."}, "figure": {"caption": "The divergence Φ for two tables of counts at positions examined with probabilities 0.9 and 0.3, at the level δ = 4. First panel: the values at which Φ is at most δ form the shaded interval, whose right end is the index. Second panel: all five clicks occurred at the rarely examined position, and the set is empty.", "name": "pbm:index-7-shape"}} tags=["remove-input"]
publish(
    figures.index_7([(6, 2), (0, 5)], [(20, 10), (5, 5)], (0.9, 0.3), 4.0),
    "pbm:index-7-shape",
    examination=(0.9, 0.3),
    delta=4.0,
)

# %% [markdown]
# {download}`data <index-7-shape.csv>` · {download}`how it was made <index-7-shape.json>`
#
# (pbm:index-7-kl-ucb)=
# **With one position the index is KL-UCB.** With a single position $\Phi(q) = N d(S/N, \kappa q)$, and
# $\kappa U$ is the bound of the known policy KL-UCB on the click rate, which is the largest rate $p$ with
# $d(S/N,p)\le\delta/N$, or $\kappa$ if this is smaller.
#
# (pbm:index-7-below-ucb)=
# **Never above PBM-UCB's bound.** By Pinsker's inequality $d(p,q) \ge 2(p-q)^2$ (the derivative of the
# difference in $q$ is $(q-p)(1-2q)^2/(q(1-q))$, so the difference is least at $q = p$), and by the
# Cauchy–Schwarz inequality,
#
# $$\Phi(q) \ge 2\sum_l N_l\Big(\frac{S_l}{N_l} - \kappa_l q\Big)^2
# \ge \frac{2\big(\sum_l (S_l - N_l\kappa_l q)\big)^2}{\sum_l N_l}
# = \frac{2(S - \tilde N q)^2}{N} .$$
#
# So $\Phi(q) \le \delta$ implies $q \le S/\tilde N + \sqrt{N\delta/2}/\tilde N = U^{UCB}$, and no point of
# the set in (7) is above PBM-UCB's bound. In this sense the regions of the index are
# {ref}`tighter <pbm:tighter-confidence-regions>`. (If the set {ref}`is empty <pbm:equation-7-empty>`, our
# policies use $\theta^{\min}_k$, which can be above that bound.)
#
# :::{claim-steps} pbm:tighter-confidence-regions
# :::
#
# ## The guarantee of the index
#
# The index of PBM-PIE uses more of the table than the formula does. Is it still too low only rarely? It is, although
# the factor of $e^{-\delta}$ that we can prove is larger.
#
# (pbm:proposition-10)=
# :::{prf:theorem} The confidence bound of PBM-PIE, the paper’s Proposition 10
# :nonumber:
# For $\delta \ge L+1$, $P(U_k(t,\delta) < \theta_k) \le P(\Phi(\theta_k) \ge \delta) \le
# e^{L+1}\big(\lceil\delta\log t\rceil\,\delta/L\big)^L e^{-\delta}$.
# :::
#
# :::{claim} pbm:proposition-10
# :::
#
# **Why.** Cut the ways in which the sum $\Phi(\theta_k)$ can reach $\delta$ into boxes, which fix for each
# position a slice of numbers of plays and a share of the sum. In one box a likelihood ratio is large, and
# Markov's inequality makes that rare. Then count the boxes.
#
# :::{admonition} Proof
# :class: dropdown
# *The first inequality.* If $U_k<\theta_k$, then $\theta_k$ is right of the minimum and outside the set, so
# $\Phi(\theta_k)>\delta$; this also covers the empty set.
#
# *The second inequality.* The appendix quotes a theorem on sums of divergences. We give a direct
# proof for the two-sided divergence that (7) uses. Write $p_l = \kappa_l\theta_k$,
# $\hat p_l = S_{k,l}/N_{k,l}$ and $X_l = N_{k,l}\,d(\hat p_l, p_l)$, zero if $N_{k,l} = 0$; so
# $\Phi(\theta_k) = \sum_l X_l$.
#
# **Step 1, one box.** Fix for every position a side (is $\hat p_l$ below or above $p_l$?), a slice
# $[r^{j-1}, r^j)$ of numbers of plays, and a height $x_l \ge 0$. If $X_l \ge x_l$ with
# $N_{k,l}$ in the slice, then $d(\hat p_l, p_l) > x_l/r^j = d(q_l, p_l)$ for a $q_l$ on the given
# side, and the likelihood ratio of the clicks at $l$ under $q_l$ and $p_l$, which is monotone in
# $\hat p_l$ on this side, is at least $e^{N_{k,l} d(q_l,p_l)} \ge e^{x_l/r}$. The product over the
# positions of these ratios has mean at most 1, because the position shown depends on the past only. By
# Markov's inequality the box has probability at most $e^{-\sum_l x_l/r}$. (If $x_l = 0$, take $q_l = p_l$ and
# the ratio 1; so a position without plays, $X_l = 0$, fits into any slice.)
#
# **Step 2, cover the simplex.** Let $\sum_l X_l \ge \delta$, let $D = \lceil\delta\rceil$ and
# $h = \delta/D$. The integers $m_l = \lfloor X_l/h\rfloor$ have $\sum_l m_l > D - L$, so one can
# lower them until they sum to $D - L + 1$. There are $\binom{D}{L-1}$ such vectors, each of which gives a box
# with $x_l = m_l h$, and there are $2^L$ choices of sides. Given the slices,
#
# $$P\Big(\sum_l X_l \ge \delta\Big) \le 2^L \binom{D}{L-1}
# \exp\Big(-\frac{\delta}{r}\Big(1 - \frac{L-1}{D}\Big)\Big).$$
#
# **Step 3, count slices.** For $t \ge 8$ take $r = \delta/(\delta - L)$. As in Proposition 8,
# $\lceil\log t/\log r\rceil \le (\delta/L - \tfrac12)\log t + 1 \le (\delta/L)\log t$ slices
# suffice for a position, and the exponent is at most $-\delta + 2L - 1$. Compared with the printed
# bound $F$,
#
# $$\frac{\text{ours}}{F} \le \frac{2^L e^{L-2}}{(L-1)!}\,\frac{\delta+1}{\delta^2}.$$
#
# This decreases in $\delta$. If it is not below 1 already at $\delta = L+1$, the printed bound is above 1, hence
# true, up to a $\delta$ at which it is. Indeed, $\log F$ without the rounding up is concave in $\delta$, so it is
# positive between two points at which it is positive. For $t \le 7$ count the numbers of plays themselves ($r = 1$,
# at most $t - 1$ values for a position), and compare in the same way. From $L = 14$ on, both ratios are below 1,
# since they fall with $L$.
# :::
#
# (pbm:proposition-10-vacuous)=
# **When is it informative?** For $L = 1$ the bound is that of Proposition 8 times $e\,\delta$, up to the
# rounding. With $\delta = \log t$ it is below 1 only for $t >$ {number}`pbm:proposition-10-vacuous L = 1:,.0f`
# if there is one position, and for three positions only beyond
# {number}`pbm:proposition-10-vacuous L = 3:,.0f` rounds. In the regret analysis it serves to make a series
# converge.
#
# (pbm:proposition-10-coverage)=
# **The true probabilities are far smaller.** For two positions the learner's worst behaviour is the solution
# of a small dynamic program. The state is the table of counts, the decisions are to stop or to show the item
# at one of the two positions, and the reward at the end is one if the index misses. The figure compares both
# bounds with their guarantees. For the index the guarantee is still above one at the levels shown; at
# $\delta = 16$, where it is below one, the worst probability is again far below it.

# %% mystnb={"image": {"alt": "Two panels with logarithmic axes. First panel: for PBM-UCB and the worst learner, the exact probability of a miss is above the printed guarantee for small levels, in a shaded range, and below it from there on. Second panel: for the index of PBM-PIE the guarantee is above one throughout, and the exact probability is more than a thousand times smaller."}, "figure": {"caption": "Exact probabilities that a confidence bound misses, against the guarantee of its proposition. First panel, PBM-UCB's bound at round 10: for small levels (shaded) the printed guarantee is exceeded. Second panel, the index of PBM-PIE after at most 20 plays at two positions, for levels where Proposition 10 applies.", "name": "pbm:coverage"}} tags=["remove-input"]
publish(
    figures.coverage(
        coverage_table(np.logspace(-2, 1.1, 40), np.linspace(3, 13, 21), 10, 20, 0.45)
    ),
    "pbm:coverage",
    rounds=10,
    plays=20,
    attraction=0.45,
    examination=(0.9, 0.3),
)

# %% [markdown]
# {download}`data <coverage.csv>` · {download}`how it was made <coverage.json>`
#
# ## Rounds that the past chooses
#
# The analysis of PBM-PIE looks at the estimates in rounds chosen by the past, for instance in those in which
# a certain item leads. Two lemmas show that the estimates are seldom wrong there.
#
# (pbm:lemma-21)=
# :::{prf:lemma} Deviations at a stopping time, the paper’s Lemma 21
# :nonumber:
# Let $\phi$ be a stopping time with $N_k(\phi) \ge s$ or $\phi = T+1$. Then (16) and (17) hold.
# :::
#
# :::{claim} pbm:lemma-21
# :::
#
# (pbm:equation-16)=
# **The clicks** are seldom far from their mean:
#
# $$P(|M_{k,N_k(\phi)}| \ge N_k(\phi)\eta,\ N_k(\phi) \ge s) \le 2e^{-2s\eta^2}. \tag{16}$$
#
# On the event with $M \ge N\eta$ the supermartingale $e^{\lambda M - N\lambda^2/8}$ is at least
# $e^{N(\lambda\eta - \lambda^2/8)} = e^{2N\eta^2} \ge e^{2s\eta^2}$ for $\lambda = 4\eta$, and its mean at a
# stopping time is at most 1. No slices are needed, because the same $\lambda$ serves all $N$.
#
# (pbm:equation-17)=
# **The estimate** is therefore seldom wrong:
#
# $$P(|\hat\theta_k(\phi) - \theta_k| \ge \eta,\ \phi \le T) \le 2e^{-2s\kappa_L^2\eta^2}. \tag{17}$$
#
# The deviation means $|M| \ge \tilde N_k\eta$. Since every play is examined with probability at least
# $\kappa_L$, $\tilde N_k \ge \kappa_L N_k$, and (16) applies with $\kappa_L\eta$.
#
# (pbm:equation-17-crude)=
# For plays at the top alone $\kappa_1$ could replace $\kappa_L$, and the exponent would be larger by the factor
# $(\kappa_1/\kappa_L)^2$, but not for a learner who can choose the position. With $\kappa = (0.9, 0.6)$,
# $\eta = 0.4$ and $s = 12$ the worst learner has a deviation with probability
# {number}`pbm:equation-17 worst:.4f`. This is more than $2e^{-2s\kappa_1^2\eta^2}$, which is
# {number}`pbm:equation-17-crude top:.4f`, and less than the bound, {number}`pbm:equation-17 bound:.3f`.
#
# (pbm:lemma-22)=
# :::{prf:lemma} Few rounds with a bad estimate, Lemma 22 with a smaller bound
# :nonumber:
# Let $H$ be a random set of rounds such that $\{t \in H\}$ is known before round $t$, and
# $P(k \in A(t) \mid \mathcal F_{t-1}) \ge c$ on it for a $c \in (0, 1]$. Then the expected number of
# rounds $t \in H$ with $|\hat\theta_k(t) - \theta_k| \ge \eta$ is at most $1 + 2c^{-2} +
# 2c^{-1}\kappa_L^{-2}\eta^{-2}$, which is at most the printed $2c^{-1}(2c^{-1} +
# \kappa_L^{-2}\eta^{-2})$.
# :::
#
# :::{claim} pbm:lemma-22
# :::
#
# In other words, if an item is likely to be shown in certain rounds, there cannot be many such rounds in
# which its estimate is wrong.
#
# :::{admonition} Proof
# :class: dropdown
# Let $\tau_{s+1}$ be the $(s+1)$-th round of $H$. In the $s$ rounds of $H$ before it, item $k$ was shown at
# least as often as a binomial variable with parameters $s$ and $c$, in the sense of exponential moments,
# since each round has conditional probability at least $c$. By Hoeffding's inequality it was shown fewer than
# $cs/2$ times with probability at most $e^{-c^2s/2}$. Otherwise (17) with $cs/2$ plays gives
# $2e^{-cs\kappa_L^2\eta^2}$. Bound the first round by 1 and sum over $s \ge 1$, using
# $\sum_s e^{-us} = 1/(e^u - 1) \le 1/u$. The printed bound exceeds this one by $2c^{-2} - 1 \ge 1$.
# :::
#
# ## Exercises
#
# :::{admonition} Exercise 1, with a pencil
# An item is always shown at a position with $\kappa=0.9$. After how many displays is PBM-UCB's bonus at
# level $\delta=4$ below 0.1?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The bonus is $\sqrt{N\delta/2}/(\kappa N)=\sqrt{2/N}/0.9$. It is 0.1 at $N=2/(0.09)^2\approx246.9$, so it is
# below 0.1 after 247 displays.
# :::


# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
def bonus(n):
    return confidence.ucb_index([0], [n], [0.9], 4.0)  # without clicks the bound is the bonus


assert bonus(246) >= 0.1 > bonus(247)
print(f"after 246 displays {bonus(246):.4f}, after 247 displays {bonus(247):.4f}")

# %% [markdown]
# :::{admonition} Exercise 2, at the keyboard
# Five displays at each of the two positions gave 0 clicks at the top and 5 at the bottom. The positions
# contradict each other. From which level $\delta$ on is there any attraction with a surprise of at most
# $\delta$, and which one is it?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The smallest surprise is $5\log12\approx12.42$, at $q=5/9$. At lower levels no attraction fits, and
# our policies then use this $q$ as the index.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
where, least = confidence.least_divergence([0, 5], [5, 5], examination)
assert abs(where - 5 / 9) < 1e-9 and abs(least - 5 * np.log(12)) < 1e-9
assert abs(index.upper([0, 5], [5, 5], examination, 4.0) - where) < 1e-6
print(f"the least surprise is {least:.2f}, at q = {where:.3f}")

# %% [markdown]
# :::{admonition} Exercise 3, at the keyboard
# In the worked example, would the index be sharper with all 30 displays at the top? Compare the two
# indices if the clicks are as expected for an attraction of 0.4.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Yes, because each display gives more information at a position where more users look. With all displays at
# the top the index comes down closer to the estimate.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
at_both = index.upper([0.36 * 20, 0.12 * 10], [20, 10], examination, 4.0)
at_top = index.upper([0.36 * 30], [30], [0.9], 4.0)
assert at_top < at_both
print(f"20 and 10 displays: {at_both:.3f}, all 30 at the top: {at_top:.3f}")

# %% [markdown]
# ## What to remember
#
# An upper bound at level $\delta$ misses with a probability of at most $e^{-\delta}$, times a factor for the
# learner's freedom to choose when to stop. PBM-PIE's index uses how clicks fall on the positions and is not
# above PBM-UCB's formula, as long as some attraction fits the counts. The guarantees serve to make a sum over
# the rounds converge; in the examples here the true probabilities of a miss are far smaller.
#
# {doc}`Confidence bounds in detail <confidence_detail>` shows the limits of the published statements,
# including a set that can be empty and a sign that a program must check.
#
# ## Notes
#
# To cut the number of plays into geometrically growing slices is called peeling. {cite:t}`garivier2011` prove a
# bound of the same form, $e\lceil\delta\log n\rceil e^{-\delta}$, for the index of KL-UCB in this way.
