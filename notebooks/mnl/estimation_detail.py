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
# # Estimating attraction in detail
#
# This page supplements {doc}`Estimating attraction <estimation>` with details that you can skip:
# special cases with known biases, fixing one bias, two proofs, estimates of the products of
# attraction and bias, the likelihood that the paper maximises and the existence of its maximiser, the
# behaviour of Algorithm 1, the precision of the estimates, and notes on the published paper. $N_{kj}$ is
# the number of clicks on item $j$ at position $k$, $\tilde N_{kj}$ the number of epochs in which it was
# shown there, and $\gamma_{jk}=\alpha_j\lambda_k$.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.mnl.estimation import figures
from compendium.mnl.estimation.efficiency import PROBLEMS, SMALL

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
efficiencies = figures.efficiency_table(PROBLEMS)
by_cells = efficiencies[efficiencies["estimator"] == "likelihood (50)"]
glue("cell_loss", 1 - float(by_cells["efficiency"].min()))

# %% [markdown]
# :::{our-copy}
# :::
#
# ## Special cases
#
# (mnl:single-epoch-estimate)=
# **One epoch.** The derivative of its log-likelihood in $\log\gamma_k$ is $n_k - (1 + n)\gamma_k/(1+S)$. It
# vanishes for all $k$ exactly at $\gamma_k = n_k$, because then $1 + S = 1 + n$. So
# $\hat\alpha_k = n_k/\lambda_k$, over all positive numbers. The model, however, has $\alpha \in (0, 1]$, and
# a single click makes $n_k / \lambda_k \ge 1$. Over $(0, 1]$ the maximiser is another point, or does not
# exist, unless all $n_k=\lambda_k=1$. The estimate over several epochs has to be read over $(0, \infty)$,
# too.
#
# (mnl:complete-epochs)=
# **The epoch that is cut off.** If the number of epochs is fixed in advance, the estimates are unbiased. If
# $T$ is fixed, the last epoch is usually unfinished and left out. It is not a typical one, because an epoch
# that spans a given moment tends to be long. Take one item, $\lambda=1$, $q=\alpha/(1+\alpha)$. Given $e\ge1$
# rounds without a click, all their places are equally likely, so on average $(T-e)\frac e{e+1}$ clicks come
# before the last of them, or $\frac{T-e}{e+1}$ per epoch. As $\binom{T}{e}\frac{T-e}{e+1}=\binom{T}{e+1}$,
# the mean over the binomial distribution of $e$, given $e\ge1$, is $\alpha-Tq^T/(1-q^T)$, which is too small
# even for one list.
#
# (mnl:weighted-averaging)=
# **Why weights $\lambda_k$?** The estimate $n_k/\lambda_k$ has variance $\alpha/\lambda_k + \alpha^2$, which
# is smaller for larger $\lambda_k$. For $m$ epochs with biases $\lambda_1, \dots, \lambda_m$ of mean
# $\bar\lambda$, the gain over uniform averaging is
#
# $$\mathrm{Var}_{\text{uniform}} - \mathrm{Var}_{(4)} = \frac{\alpha}{m^2 \bar\lambda^2}
#   \sum_i (\lambda_i - \bar\lambda)^2 \left(\frac{1}{\lambda_i} - \alpha\right) \ge 0,$$
#
# as $\alpha\lambda_i \le 1$. To see this, write both variances out. The terms in $\alpha$ differ by
# $\frac{\alpha}{m^2}\sum_i (\frac1{\lambda_i} - \frac2{\bar\lambda} + \frac{\lambda_i}{\bar\lambda^2})$,
# those in $\alpha^2$ by $-\frac{\alpha^2}{m^2\bar\lambda^2}\sum_i(\lambda_i - \bar\lambda)^2$. The best
# weights, $\lambda/(1 + \lambda\alpha)$, would require $\alpha$, and little is lost without them. All this is for
# lists fixed in advance. If the clicks decide, uniform averaging can be better. Let $\alpha=0.3$, let the first epoch
# have bias $\frac12$, and the second $\frac15$ after a click and 1 after none. Then the mean squared error of (4) is
# {number}`mnl:weighted-averaging adaptive:.3f`, and that of uniform averaging
# {number}`mnl:weighted-averaging adaptive uniform:.3f`.
#
# (mnl:mnl-bandit-special-case)=
# **The MNL bandit as a special case.** If all biases equal $c$, the weights are $c\alpha_j$ at every
# position. The order no longer matters, and the model is the MNL bandit with attractions $c\alpha_j$, in which every
# click earns the same and every set has $K$ items. (In general, the bandit's items have revenues of their own, and
# smaller sets are allowed.)
#
# (mnl:likelihood-closed-form)=
# (mnl:estimates-closed-form)=
# **No closed form.** In logarithms the {ref}`likelihood of the rounds <mnl:equation-3>` is concave, since
# $\log(1 + \sum e^{\eta_k})$ is convex, and so its maximiser is the point at which the score is 0. For lists
# that overlap the equations do not decouple. One table is enough to show that no formula in roots exists:
# four items, two positions without biases, and the lists $(1,2), (2,3), (3,4), (4,1)$. Eliminating
# $\alpha_2, \alpha_3, \alpha_4$ leaves an irreducible polynomial of degree five in $\alpha_1$. Modulo a
# suitable prime it splits into distinct factors of which two but not all are linear, and by Dedekind its
# Galois group then contains a permutation that fixes two but not all roots. By a theorem of Galois a
# *solvable* transitive group of prime degree does not contain such an element, and therefore $\hat\alpha_1$
# cannot be expressed in radicals. With unknown biases, three items and two positions lead to an irreducible
# polynomial of degree seven, for which the same argument works.
#
# :::{claim} mnl:likelihood-closed-form
# :::
#
# (mnl:first-bias-is-one)=
# **Consequences of fixing one bias.** Fixing $\lambda_1 = 1$ replaces $\lambda_k$ by $\lambda_k/\lambda_1$
# and $\alpha_j$ by $\alpha_j\lambda_1$. Clicks keep their probabilities, and items and positions keep their
# order, so the interpretation of the model does not change. The parameters stay in $(0, 1]$ if and
# only if no position is examined more than the first. The
# {ref}`three problems of the paper <mnl:problems-order>`, (a) to (c), satisfy this. In general
# an estimate that is truncated at 1 would be inconsistent.
#
# (mnl:product-estimate)=
# (mnl:over-parameterised)=
# **The products one by one.** $\bar\gamma_{jk} = N_{kj}/\tilde N_{kj}$ is an average over epochs with mean
# $\gamma_{jk}$. It is therefore unbiased for fixed lists, but biased for adaptive ones, as {ref}`(4)
# <mnl:equation-4>` is. It ignores that the $JK$ products depend on $J + K - 1$ numbers. In {ref}`problem (c)
# <mnl:problems-order>`, with thirty items on six positions, its asymptotic variance is at least
# {number}`mnl:over-parameterised smallest:.1f` times that of the exact likelihood in every single cell.
#
# :::{claim} mnl:over-parameterised
# :::
#
# ## Which likelihood is it?
#
# (mnl:equation-50)=
# **A composite likelihood.** A cell's clicks are a sum of $\tilde N_{kj}$ geometric numbers, and the cell
# likelihood would be the likelihood if the cells were independent. They are not, and the exact log-likelihood
# is
#
# $$\ell^\star = \sum_l \Big[\sum_k n^l_k \log(\lambda_k\alpha_{a^l_k})
#   - (1 + n^l)\log(1 + S^l)\Big],$$
#
# which the tables $(N, \tilde N)$ do not determine. For example, show the lists (item 1, item 2) and (item 1,
# item 3), one epoch each, with one click on item 1. The tables are the same whether the click came in the first
# or the second epoch, but the likelihoods are not. Still, the cell likelihood is a valid *composite* likelihood,
# because its score in $\log\gamma$ is $(N - \gamma\tilde N)/(1 + \gamma)$, which has mean 0 at the truth
# whatever the dependence. Its maximiser is therefore consistent if the plays of all cells grow. Its variance,
# however, is not the inverse of its curvature; the section on precision computes it. The paper presents the
# cell likelihood as the log-likelihood of $N$ given $\tilde N$, without the condition that the cells are
# independent.
#
# :::{claim} mnl:equation-50
# :::
#
# ## When there is a maximiser
#
# (mnl:monotonic-or-unimodal)=
# :::{prf:theorem} Existence of a unique maximiser
# :nonumber:
# Draw an arrow from position $k$ to item $j$ if $\tilde N_{kj} > 0$, and from $j$ to $k$ if $N_{kj} > 0$. The
# cell likelihood has exactly one maximiser in $(0, \infty)^{J+K-1}$ if and only if every item and position
# can be reached from every other along arrows. The same condition decides the question for the exact
# likelihood. If the shown cells join all items and positions, the cell likelihood has exactly one maximiser
# in $(0,1]^{J+K-1}$ if and only if every item and every position from the second on was clicked. An item that
# was shown and never clicked, beside one that was clicked, makes the cell likelihood neither monotonic nor
# unimodal. It rises forever as the attraction of the first falls, and has a peak in that of the second.
# :::
#
# The paper omits the conditions, and states that the log-likelihood is “either monotonic on $(0,1]^{K+J-1}$ or
# unimodal”, so there is a unique maximum likelihood estimate. (In each single parameter it is one or the other.)
#
# :::{claim} mnl:monotonic-or-unimodal
# :::
#
# **Why?** In logarithms, $\eta_{jk} = \log\alpha_j + \log\lambda_k$, each cell contributes
# $N\eta - (N + \tilde N)\log(1 + e^\eta)$, a concave function with at most one maximum. This is a logistic
# regression in which items and positions are factors, and a concave function has a single maximum unless it
# rises or stays level forever in some direction. The arrows find these directions.
#
# :::{admonition} Proof
# :class: dropdown
# The sum is strictly concave as soon as the shown cells join all items and positions, since then $\eta$ on
# the shown cells determines both vectors. The maximisers of a concave function are a bounded set, and not
# empty, exactly if it eventually falls in every direction. In direction $(u, v)$, $v_1 = 0$, put
# $h_{jk} = u_j + v_k$. A cell's slope at infinity is $-\tilde N h$ if $h > 0$ and $N h$ if $h < 0$. So the
# cell likelihood does not fall exactly if $h \le 0$ on all shown cells and $h = 0$ on all clicked ones. With
# $f = u$ on items and $f = -v$ on positions this means that $f$ does not increase along any arrow. (An item
# that was clicked at a position was shown there, so there are arrows both ways and $f$ is equal at both
# ends.) If all nodes reach all others, $f$ is constant, and it is 0 because it is 0 at position 1. So there
# are maximisers, and only one, as the shown cells then join everything and the cell likelihood is strictly
# concave. If not, some node does not reach all others. Let $f$ be $-1$ on the nodes that it reaches and 0
# elsewhere, or shifted by 1 if position 1 is reached. This is a direction in which the cell likelihood never
# falls, not even from a maximiser. An epoch of the exact likelihood has slope
# $\sum_k n_k h_k - (1+n)\max(0, \max_k h_k)$ at infinity, which is 0 under the same two conditions and
# negative otherwise.
#
# In $(0,1]^{J+K-1}$ only the directions with $u\le0$ and $v\le0$ count. Then $h\le0$, and the cell likelihood does not
# fall exactly if $h=0$ on all clicked cells, that is, if $u_j=v_k=0$ for every clicked item and position. If there is
# such a direction, the parameter of an unclicked item or position can decrease forever.
# :::
#
# (mnl:unique-stationary-point)=
# **One coordinate at a time is not enough.** The paper concludes from uniqueness in every coordinate that the
# cell likelihood has at most one stationary point. That step is not valid, and the statement fails. With two
# items, two positions, $N = I$ and $\tilde N = 2I$ the score vanishes at $\alpha_1 = \frac12$ and *every*
# $\alpha_2\lambda_2 = \frac12$. Uniqueness follows from strict concavity in the logarithms, which
# holds if and only if the shown cells join all items and positions.
#
# **On the edge of the range.** Of all {number}`mnl:monotonic-or-unimodal compared` patterns of shown and clicked cells
# for two positions and two or three items, {number}`mnl:monotonic-or-unimodal unbounded` have exactly one maximiser in
# $(0,\infty)$. In $(0,1]$ all {number}`mnl:monotonic-or-unimodal boxed` that satisfy the condition have exactly one.
# For example, $N=\begin{pmatrix}3&0\\0&2\end{pmatrix}$, $\tilde N=\begin{pmatrix}9&0\\4&8\end{pmatrix}$ (rows are
# items) has none in $(0,\infty)$, and $\alpha=(\frac13,\frac16)$, $\lambda_2=1$ in $(0,1]$. The library looks for a
# maximiser in $(0,\infty)$, and reports that there is none.
#
# The fits of this book test the condition of the theorem and name the item or position that violates it. The next
# cell tries two tables. In the first, item 2 was never clicked; in the second, it was never clicked at the second
# position.
#
# **Predict.** Is there a maximum in both cases?

# %%
import numpy as np

from clickbandits.mnl.estimators import fit_algorithm_1, fit_newton
from clickbandits.mnl.identifiability import obstacle, obstacle_to_algorithm_1

nine = np.full((2, 2), 9)
print(obstacle(np.array([[5, 2], [0, 0]]), nine))
print(fit_newton([[5, 2], [3, 0]], nine).attraction.round(3))

# %% [markdown]
# Without any click the estimate of item 2 would tend to 0, as the message explains. With one empty cell there
# is still a maximum, because an arrow leads from item 2 to position 1, and from there everything can be
# reached.
#
# (mnl-em-ascent)=
# **No step of EM lowers the likelihood.** In the {ref}`EM algorithm <mnl:em-ascends>`, the second step uses
# the new $\alpha$. If both steps are taken at once, they may lower the cell likelihood, as they do for
# $N\equiv1$, $\tilde N$ with two rows $(10, 100)$, from $\alpha=(\frac1{1000},\frac1{1000})$,
# $\lambda_2=1$. Taken in turn, no step lowers it, and this can be shown without latent variables. As a
# function of $\gamma$, $\log(1 + \gamma)$ is below its tangent, so
# $N\log\gamma - (N + \tilde N)[\log(1 + \gamma^0) + (\gamma - \gamma^0)/(1 + \gamma^0)]$ is a lower bound
# on the cell likelihood that touches it at the present $\gamma^0$. The step maximises this lower bound over
# one block. (For the exact likelihood there is one $G$ per *epoch*, with mean $(1 + n^l)/(1 + S^l)$.)
#
# (mnl-em-proof)=
# **The proof that {ref}`EM converges <mnl:em-converges>`.**
#
# :::{admonition} Proof
# :class: dropdown
# Write $a=\log\alpha$, $b=\log\lambda$ and $n$ for the clicks of an item or a position.
#
# *The gain.* Let $E_j$ be the denominator in the step of $\alpha_j$, so that the new value is $n_j/E_j$. The
# lower bound that the step maximises changes by
# $n_j\delta_j-E_j(\alpha'_j-\alpha_j)=n_j(\delta_j-1+e^{-\delta_j})$, and the likelihood by no less. The same
# holds for the positions. As the likelihood is at most 0, the sum of all gains is finite, so the moves tend
# to 0 and their squares have a finite sum.
#
# *The supremum.* The slope in $a_j$ before the step is $n_j-\alpha_jE_j=n_j(1-e^{-\delta_j})$. The slope in
# $b_k$ is $n_k(1-e^{-\delta_k})$ after the attractions have moved, and before that it differs by at most
# $C\|\Delta\|$, since second derivatives are bounded; $\Delta$ is the vector of all moves. Let $(a^*,b^*)$ be
# any point, $V=\frac12\sum_jn_j(a^*_j-a_j)^2+\frac12\sum_kn_k(b^*_k-b_k)^2$, and $R_t$ the largest distance
# in a coordinate from it after $t$ iterations. By concavity,
#
# $$\ell(a^*,b^*)-\ell_t\le V_t-V_{t+1}+C'\,\big(\|\Delta_t\|^2+\|\Delta_t\|^2R_t+\|\Delta_t\|R_t\big).$$
#
# Given $\eta>0$ choose $m$ with $\sum_{t\ge m}\|\Delta_t\|^2\le\eta$. Then $R_t\le R_m+\sqrt{\eta(t-m)}$, by
# Cauchy and Schwarz, and $\sum_{m\le t<T}\|\Delta_t\|R_t\le\sqrt\eta\,(R_m\sqrt T+\sqrt\eta\,T)$. So the
# average of the left side over $t<T$ is at most $V_0/T+C''\eta+o(1)$. The left side falls with $t$, so its
# last value is at most this average. As η and the point were arbitrary, $\ell_t$ tends to the supremum.
#
# *The iterates.* If the maximiser is unique, the level sets are bounded, and every limit point is a
# maximiser. Near it an iteration multiplies the error of $a$ and then that of $b$ by $I-D^{-1}H$, restricted
# to one block each, where $D$ has the clicks $n$ on its diagonal and $H$ is minus the Hessian. $D-H$, the
# missing information, is positive definite on each block, because $n_j=\sum_k(N_{kj}+\tilde N_{kj})p_{jk}$
# exceeds $\sum_k(N_{kj}+\tilde N_{kj})p_{jk}(1-p_{jk})$. So every iteration shortens the error in the norm of
# $H$, and the product of the two maps has all its eigenvalues below 1, except that of a common factor of all
# attractions.
# :::
#
# The first step and the use of concavity carry over from the proof for the position-based model. The rest
# of that proof deals with faces of the cube on which values are equal to 1 and on which EM can be trapped.
# It is not needed here, because under multinomial choice an attraction has no upper limit. The only
# boundary that EM reaches at once is 0, for items without clicks, whose estimate should be 0.
#
# (mnl-newton-proof)=
# **The proof that {ref}`Newton's method cannot overshoot <mnl:newton-ascends>`.**
#
# :::{admonition} Proof
# :class: dropdown
# Let $d$ and $r$ be as in the theorem, let $\varphi(t)$ be *minus* the cell likelihood along the step, and
# $q = -\varphi'(0) = \varphi''(0)$. If a cell's $\log\gamma$ changes by $h$ along the step, the second
# derivative of its term is $w\,h^2 p(1-p)$ with $w=N+\tilde N$ and $p = \gamma/(1+\gamma)$, and
# differentiating once more multiplies it by $h(1 - 2p)$, which is at most $r$ in absolute value. So
# $\varphi''(t) \le q e^{rt}$, and integrating twice gives
# $\varphi(0) - \varphi(t) \ge q[t - (e^{rt} - rt - 1)/r^2]$. The bracket is largest at $t = \log(1+r)/r$,
# with value $((1+r)\log(1+r) - r)/r^2 > 0$. At $t = 1$ it is at least $1 - (e - 2) > 0$ for $r \le 1$. The
# gain is bounded away from 0 as long as the gradient is, on the bounded level set, which gives convergence.
# Near the end $r \le 1$, and full Newton steps converge quadratically.
# :::
#
# (mnl-shortfall)=
# **How far a fit is from the maximum.** The library's fits also bound their distance from the best value of
# their objective. Other tables with the same total clicks of each item and position give upper bounds on
# the likelihood, and one Newton step finds a table whose bound is close. A fit is marked `converged` if
# this *shortfall* is at most the tolerance, in nats; for more than $10^9$ clicks, the tolerance per $10^9$ clicks.
#
# ## When Algorithm 1 never ends
#
# A single empty cell does no harm to the likelihood, but it can keep Algorithm 1 from ending.

# %%
ten = np.full((2, 2), 10)
corner = np.array([[4, 4], [4, 0]])
for iterations in (10, 100, 1000):
    fit = fit_algorithm_1(corner, ten, limit=iterations, bounds=(1e-9, 1e9))
    print(iterations, fit.attraction.round(2), fit.examination.round(5))
print(obstacle_to_algorithm_1(corner, ten))

# %% [markdown]
# The attraction of item 1 grows by 0.2 in every iteration. Why does it run away? (The code sets bounds far
# from any reasonable value, because the library refuses this table without bounds.)
#
# (mnl:lemma-2-never-ends)=
# :::{prf:theorem} When Algorithm 1 converges
# :nonumber:
# The deviance $\Phi$ has a unique minimiser, to which Algorithm 1 then converges from every start, if and
# only if the clicked cells join all items and positions, and some table $x$ that is positive exactly on the
# clicked cells has the row and column sums of $\tilde N$. Otherwise the algorithm may never end. For
# $N=\begin{pmatrix}4&4\\4&0\end{pmatrix}$, $\tilde N\equiv10$, which has a maximum likelihood estimate,
# $\lambda_2\leftarrow\lambda_2/(1+\lambda_2)$ and $\alpha_1$ grows by $\frac15$ forever.
# :::
#
# The paper's statement that the estimators of Algorithm 1 converge is true if they are kept in $[\epsilon,1]$
# and every item and position is shown.
#
# :::{claim} mnl:lemma-2-never-ends
# :::
#
# :::{admonition} Proof
# :class: dropdown
# At a minimiser the table $x_{jk} = N_{kj}/\gamma_{jk}$ has these sums by (5) and (6) (for position 1 this
# follows, as the totals agree). Conversely, $\Phi$ grows in direction $(u, v)$, $h_{jk} = u_j + v_k$,
# exponentially if $h < 0$ on a clicked cell, and otherwise with slope $\sum\tilde N h = \sum x h$, where $x$
# has the same sums. This slope is positive unless $h = 0$ on all clicked cells, and therefore everywhere. It
# is also necessary that the clicked cells join all items and positions. Otherwise a direction with $h=0$ on
# all of them, not 0 itself, leaves the first sum of $\Phi$ unchanged, so $\Phi$ is linear along it, and has
# no minimiser or a line of them. Algorithm 1 may then stop at a point that depends on the start. For example,
# for $N=I$, $\tilde N=2I$ it is at rest after two iterations.
# :::
#
# So Algorithm 1 is Sinkhorn's matrix scaling {cite:p}`sinkhorn1967,menon1968`, which divides $N$ by row and column
# factors until it has given margins. The condition is stronger than that for the cell likelihood. In the example of
# the theorem, with a single empty cell, the maximum likelihood estimate exists, but a table with these zeros and all
# sums 20 has a 0 in the clicked corner as well. Step (6) then gives $\alpha_2 = \frac15$ and $\alpha_1 = \frac15(1 +
# 1/\lambda_2)$, and (5) gives $\lambda_2 \leftarrow \lambda_2/(1 + \lambda_2)$. So $1/\lambda_2$ grows by 1 and
# $\alpha_1$ by $\frac15$ in every iteration. The loop "while $d > \xi$" never ends for $\xi < \frac15$, although no
# margin is empty.
#
# ## How fast Algorithm 1 converges, and how it can be faster
#
# (mnl:algorithm-1-rate)=
# :::{prf:theorem} The rate of Algorithm 1
# :nonumber:
# Let $K\ge2$ and let $\Phi$ have exactly one minimiser. Put $x = N/\gamma$ there, and let $P = (P_{km})$ be
# the walk from position $k$ to an item and on to position $m$ with probabilities proportional to $x$. The error
# of $(\log\lambda_2, \dots, \log\lambda_K)$ is multiplied, to first order, by $P$ without its first row and
# column. The rate is the largest eigenvalue $\rho$ of that matrix. If $\lambda_1$ is also updated, and
# everything is rescaled to $\lambda_1 = 1$ after each iteration, the rate is the second largest eigenvalue
# $s_2$ of $P$, and $s_2 \le \rho < 1$. If all plays are equal and $N = \gamma\tilde N$, $\rho = (K-1)/K$ and
# $s_2 = 0$.
# :::
#
# :::{claim} mnl:algorithm-1-rate
# :::
#
# :::{admonition} Proof
# :class: dropdown
# At the minimiser the Hessian of $\Phi$ in the logarithms has the diagonal blocks $D_\lambda, D_\alpha$ (the
# sums of $x$) and the off-diagonal block $x$. Minimising over one block to first order solves one block row,
# so one iteration multiplies the error of $\log\lambda$ by $D_\lambda^{-1} x\, D_\alpha^{-1} x^\top$,
# restricted to the positions that are updated. This is the walk, killed at position 1. If all positions are
# updated it is the whole walk, whose eigenvalue 1 belongs to a common factor, which the rescaling removes.
# $P$ is similar to a symmetric positive semidefinite matrix, by $D_\lambda^{1/2}$, and the killed walk to a
# principal submatrix of it. Cauchy's interlacing gives $s_2 \le \rho \le 1$, and $\rho < 1$ as the clicked
# cells join all positions.
# :::
#
# Under equal plays and without noise $x$ is constant, and every row of $P$ is $(\frac1K, \dots, \frac1K)$.
# Then $s_2 = 0$, but $\rho = (K-1)/K$. In this case **Algorithm 1 is slow because $\lambda_1$ is held at 1
# inside the loop**, and the more so the more positions there are. If $\lambda_1$ is released, the algorithm
# converges to the same limit, mostly in a handful of iterations. In the counterexample the rates are
# $\frac59$ and $\frac19$.

# %% tags=["remove-cell"]
n_tables = {"quick": 3, "paper": 12}[profile]
rates = figures.contraction_table((2, 3, 4, 6, 8), n_tables, 60, 1)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Share of the error kept per iteration against the number of positions from two to eight. Algorithm 1 follows the curve (K-1)/K, from 0.5 to 0.88; with the first bias released the share is below 0.15; for EM it is about 0.4 for every K. The predicted rates coincide with the observed points."}, "figure": {"caption": "Contraction on random tables with K + 3 items and about 60 plays per cell: observed (coloured) and predicted by the eigenvalues of the walk (crosses, for both versions of Algorithm 1).", "name": "mnl:contraction"}}
publish(figures.contraction(rates), "mnl:contraction", tables=n_tables, plays=60, seed=1)

# %% tags=["remove-cell"]
assert figures.contraction_as_described(published("mnl:contraction"))

# %% [markdown]
# {download}`data <contraction.csv>` · {download}`how it was made <contraction.json>`
#
# ## How precise the estimates are
#
# All three estimators solve $\sum_l \sum_k x_{a^l_k, k}\, s^l_k = 0$, where $x_{j,k}$ is the vector
# with ones at item $j$ and position $k$, and
#
# | | score $s_k$ | slope of $s_k$ |
# |---|---|---|
# | exact likelihood | $n_k - (1 + n)\gamma_k/(1 + S)$ | $D(\gamma) - \gamma\gamma^\top/(1+S)$ |
# | cell likelihood | $(n_k - \gamma_k)/(1 + \gamma_k)$ | $\gamma_k/(1 + \gamma_k)$ |
# | Algorithm 1 | $(n_k - \gamma_k)/\gamma_k$ | $1$ |
#
# The slopes are means, in $\log\gamma$, and $D(\gamma)$ is the diagonal matrix. With
# $\mathrm{Cov}(n) = D(\gamma) + \gamma\gamma^\top$, each estimator's asymptotic covariance is
# $A^{-1}BA^{-1}/L$, where $A$ is the mean slope and $B$ the mean variance of an epoch's score. For the exact
# likelihood $A = B$, which gives the Cramér–Rao bound.
#
# (mnl:composite-efficiency)=
# **The cell likelihood** loses at most {glue:text}`cell_loss:.1%` of the precision of a block, attractions or
# biases, on the three problems, and more for a single parameter. The variance that ignores the dependence
# within epochs errs on the safe side on these problems, because estimates are contrasts, in which a long
# epoch's common surplus of clicks largely cancels.
#
# (mnl:finite-sample-efficiency)=
# (mnl:finite-sample-bias)=
# **For few epochs** of a small problem the order of the estimators is the same. Given a click in every cell,
# the logarithms of the estimates have a bias that is small compared with their spread. The figure shows $L$
# times the mean squared error, which would be flat if the asymptotics held exactly.
#
# :::{claim-steps} mnl:algorithm-1-efficiency
# :::
#
# (mnl:estimates-have-no-mean)=
# **Means.** In the proof of {ref}`Corollary 6 <mnl:corollary-6>`, the paper takes $E\alpha^{EM}_j = \alpha_j$
# from the definitions, where $\alpha^{EM}_j$ is the point at which Algorithm 1 ends. With positive
# probability, however, there is no estimate at all, and therefore no mean. After ten epochs of each of the
# two lists of two items this happens to Algorithm 1 in {number}`mnl:estimates-have-no-mean Algorithm 1:.0%`
# of all cases, and to the likelihood in {number}`mnl:estimates-have-no-mean (50):.0%`. If some rule keeps the
# estimate in $[0, 1]$, as in Appendix B.2, it has a mean. No estimate with such values is unbiased, however,
# because at $\alpha_j = 1$ its mean is 1 only if it is 1 almost surely. As every table of clicks has a
# positive probability whatever the parameters, it is then 1 for all tables, and biased for $\alpha_j < 1$.
#
# :::{claim} mnl:estimates-have-no-mean
# :::

# %% tags=["remove-cell"]
replications = {"quick": 300, "paper": 10_000}[profile]
errors = figures.finite_table(SMALL, (60, 120, 240, 480), replications, 7)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Number of epochs times mean squared error, from 60 to 480 epochs. For the attractions and for the bias Algorithm 1's curve is above those of the cell likelihood and of the exact likelihood, which nearly coincide; from 120 epochs on all fall slowly."}, "figure": {"caption": "L times the summed squared error of log α (first panel) and log λ (second panel), α = (0.9, 0.6, 0.3), λ = (1, 0.5), uniformly random lists; bars are two standard errors. Tables with an empty cell are left out.", "name": "mnl:finite"}}
publish(figures.finite(errors), "mnl:finite", replications=replications, seed=7)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.finite_as_described(published("mnl:finite"))

# %% [markdown]
# {download}`data <finite.csv>` · {download}`how it was made <finite.json>`
#
# ## How much one click moves an estimate
#
# The paper's {ref}`confidence bounds <mnl:corollary-6>` for unknown biases use
#
# $$\beta_j^2 = \sum_{ks} \tilde N_{ks}
#   \left(\hat\alpha_j(N + \epsilon_{ks}) - \hat\alpha_j(N)\right)^2, \tag{13, 16}$$
#
# where $\epsilon_{ks}$ is one more click on item $s$ at position $k$. Each of the $JK$ terms needs a fit of
# its own, to find
#
# $$\hat\alpha_j(N + \epsilon_{ks}). \tag{15}$$
#
# (mnl:hessian)=
# (mnl:equation-38)=
# (mnl:equation-36)=
# (mnl:equation-37)=
# **Derivatives.** At the maximiser the gradient of $\ell$ is 0 for every $N$. Differentiating this with
# respect to $N_{ks}$ gives
#
# $$\nabla_n\theta^* = -[\nabla_{\theta\theta}\ell]^{-1}\nabla_{\theta n}\ell, \tag{37}$$
#
# whenever the Hessian is invertible, which it is if the shown cells join all items and positions. The Hessian
# of Appendix B.3 is correct (with the minus signs that our copy has lost), and so are the mixed derivatives,
#
# $$\frac{\partial^2\ell}{\partial\alpha_j\,\partial N_{kj}}
#   = \frac{1}{\alpha_j(1+\alpha_j\lambda_k)}, \tag{38}$$
#
# the same for $\lambda_k$, and the remaining sum in (37). In logarithms all this is one formula. With $H$ the
# information and $x_{s,k}$ as above, $\partial\theta/\partial N_{ks} = H^{-1}x_{s,k}/(1 + \gamma_{sk})$. One
# factorisation of $H$ gives all derivatives of all attractions. By the mean value theorem a difference is at
# most the largest derivative along the way. More clicks only add arrows, so the estimate exists on the whole
# way.
#
# :::{claim} mnl:equation-37
# :::
#
# (mnl:equations-15-16)=
# Conversely, the derivatives can replace the $JK$ refits of (15). For the cell likelihood the error in
# $\beta^2$ falls like one over the number of epochs and is already small for few epochs. For Algorithm 1 the
# factor is $1/\gamma$ in place of $1/(1 + \gamma)$, and cells with few clicks make the approximation poor.
#
# :::{claim} mnl:equations-15-16
# :::
#
# (mnl:equation-13)=
# **A local value in place of a global one.** {ref}`Theorem 5 <mnl:theorem-5>` and Corollary 6 need the
# *supremum* of the squared differences over all outcomes. Algorithm 3 uses the value at the observed counts
# "in place of a supremum bound", as Section 4 puts it, which "would be difficult to compute in practice". The
# supremum is infinite. With $m$ plays in each of four cells Algorithm 1 ends at
# $\alpha_1 = (N_{11} + \sqrt{N_{11}N_{12}N_{21}/N_{22}})/(2m)$ (solve (5) and (6); the first index is the
# position), and for $N_{11} = N_{21} = n$, $N_{22} = 1$ a second click in $N_{12}$ moves it by
# $(\sqrt2 - 1)n/(2m)$. If all estimates have to stay in $[0, 1]$, take $n = \frac45m$. Then $\alpha_1$ moves
# from $\frac45$ to {number}`mnl:equation-13 inside:.2f` whatever $m$, and $\beta_1^2$ is of order $m$.
#
# (mnl:resistance)=
# :::{prf:theorem} The effective resistance
# :nonumber:
# In $(\log\alpha, -\log\lambda)$ the information $H$ of the cell likelihood is the Laplacian of the network
# with a wire of conductance $w_{jk} = (N_{kj} + \tilde N_{kj})\gamma_{jk}/(1 + \gamma_{jk})^2$ between item
# $j$ and position $k$, grounded at position 1. If (50) has exactly one maximiser, $(H^{-1})_{jj}$ at this
# point is the effective resistance $R_j$ between item $j$ and position 1, and, with derivatives in place of
# differences and the maximum over the shown cells,
#
# $$\beta_j^2 \le \hat\alpha_j^2\, R_j \max_{ks}
#   \frac{\tilde N_{ks}}{(N_{ks} + \tilde N_{ks})\,\hat\gamma_{sk}}.$$
# :::
#
# :::{claim} mnl:resistance
# :::
#
# :::{prf:proof}
# $H = \sum w\,xx^\top$. With the sign of the positions turned, $x$ becomes a difference of two unit vectors,
# which makes $H$ a Laplacian. With $c_{ks} = [H^{-1}x_{s,k}]_j$, $\beta_j^2 = \hat\alpha_j^2\sum\tilde N
# c^2/(1+\gamma)^2 = \hat\alpha_j^2\sum \frac{\tilde N}{(N+\tilde N)\gamma}\, w c^2$, and $\sum w c^2 =
# (H^{-1}HH^{-1})_{jj} = R_j$.
#
# :::
#
# (mnl:lemma-7)=
# **No such rate.** The paper's Lemma 7 claims $\beta_j^2 \le CJK/\max_k\tilde N_{kj}$. Take
# $N = \tilde N = \begin{pmatrix} m & 1 \\ 1 & m\end{pmatrix}$. Item 1 is nearly always first and item 2
# second, as for a policy that has settled. The estimate is 1 in all coordinates and
# $\max_k \tilde N_{k2} = m$, but item 2 is connected to position 1 only through the two cells with one play.
# Add a click to item 2 at position 1. Along the whole way $w_{21} \le \frac34$ and $w_{12} \le \frac24$, and
# these two wires separate item 2 (and position 2) from position 1 (and item 1), so by Rayleigh's monotonicity
# $R_2 \ge 1/(\frac34 + \frac24) = \frac45$. The derivative of $\hat\alpha_2$ is
# $\hat\alpha_2 R_2/(1 + \hat\alpha_2) \ge \frac25$, as $\hat\alpha_2 \ge 1$. So $\beta_2^2 \ge \frac4{25}$
# for every $m$, while the claimed bound tends to 0. To make $\beta_j$ small, many plays of item $j$ are not
# enough; it takes many plays along paths that join it to position 1, as long as no shown $\hat\gamma$ is small.
#
# :::{claim} mnl:lemma-7
# :::
#
# **Inside the box.** Appendix B.3 maximises over $[0,1]^{J+K-1}$. The table above has its estimate at a
# corner, at which an estimate kept in the box cannot rise. With rows as items take
# $\tilde N = \begin{pmatrix} m & 4 \\ 4 & m\end{pmatrix}$ and
# $N = \begin{pmatrix} m/2 & 1 \\ 2 & m/4\end{pmatrix}$, where $m$ is a multiple of 4. All four cells are
# fitted exactly by $\alpha = (\frac12, \frac12)$, $\lambda_2 = \frac12$. As $m\to\infty$ the strong cells
# hold $\alpha_1 = \frac12$ and $\alpha_2\lambda_2 = \frac14$, and only $a = \alpha_2$ remains free. One more
# click at item 2, position 1, leaves $\frac{3-4a}{1+a} = \frac{8a-4}{8a+1}$, that is $40a^2 = 16a + 7$,
# $a = \frac{4+\sqrt{86}}{20} = 0.664$; one more at item 1, position 2, leaves $48a^2 = 6$, $a = 0.354$,
# $\lambda_2 = 0.707$. Both are inside the box, so
# $\beta_2^2 \to 4(\frac{\sqrt{86}-6}{20})^2 + 4(\frac{2-\sqrt2}4)^2 = 0.193$, while Lemma 7's bound tends to
# 0 here, too.

# %% tags=["remove-cell"]
settled = figures.lemma_7_table(10.0 ** np.arange(7))

# %% tags=["remove-input"] mystnb={"image": {"alt": "Against the largest count m of item 2 from 1 to a million, on logarithmic axes: the squared sensitivity levels off at 0.36 for the cell likelihood and at 0.26 for Algorithm 1, the resistance at 1, while the rate of Lemma 7 falls to 4e-6."}, "figure": {"caption": "Lemma 7's counterexample: β² of item 2 by refitting, for both estimators, the resistance between item 2 and position 1, and JK / max Ñ.", "name": "mnl:lemma-7-counterexample"}}
publish(figures.lemma_7(settled), "mnl:lemma-7-counterexample", table=["m 1", "1 m"])

# %% tags=["remove-cell"]
assert figures.lemma_7_as_described(published("mnl:lemma-7-counterexample"))

# %% [markdown]
# {download}`data <lemma-7-counterexample.csv>` ·
# {download}`how it was made <lemma-7-counterexample.json>`
#
# ## From another start
#
# (mnl:lemma-2-monotone)=
# **In what sense is the convergence monotone?** The distance to the limit decreases monotonically, but the
# likelihood does not increase monotonically. From one iteration to the next
# $\lambda_k\leftarrow\frac1{\tilde N_{k\cdot}}\sum_jN_{kj}/\alpha_j$ with $\alpha_j$ from (6). The derivative
# of $\log\lambda_k$ with respect to the old $\log\lambda_m$ is a probability, namely that a walk from
# position $k$ to an item and on, with steps in proportion to $N/\gamma$ as in
# {ref}`the theorem on the rate <mnl:algorithm-1-rate>`, goes to $m$. These probabilities add up to at most 1
# over $m\ge2$. So the largest distance to the limit among the logarithms of the biases never grows, and the
# same holds for the attractions. The map is also monotone, so with two positions every estimate moves in one
# direction only.
#
# From $\alpha = (\frac12, \frac12)$, $\lambda_2 = \frac12$, as in the figure of the chapter, the likelihood,
# a rational number at every step, rises twice and falls from then on. From the first iteration on $\alpha$ is
# the solution of (6) for $\lambda_2$, $\alpha(\lambda)=\frac1{10}(4+\frac1\lambda, 1+\frac1\lambda)$, and
# $\lambda_2\leftarrow f(\lambda_2)$. The function $f$ increases, and $f(\lambda)-\lambda$ has the sign of
# $\frac12-\lambda$, so $\lambda_2$ rises from $\frac25$ to $\frac12$. Along this curve the derivative of the
# cell likelihood is a rational function of $\lambda$; by Sturm's theorem it has no zero between the third
# value of $\lambda_2$ and $\frac12$, at which it is negative. The third iteration itself is compared in
# fractions.
#
# :::{claim-steps} mnl:lemma-2
# :::
#
# ## Notes
#
# *Earlier work.* The condition for a unique maximiser is that of {cite:t}`zermelo1929` and of {cite:t}`ford1957` for
# the model of {cite:t}`bradley1952`, in which items play against positions. For equal margins, {cite:t}`soules1991`
# and {cite:t}`knight2008` study the rate of convergence of matrix scaling. (We know the first from its title and the
# second from its abstract.) The rest of these notes is about the published paper.
#
# (mnl:equation-3)=
# **The likelihood of the rounds** is the product over rounds of the probability of what was seen.
# The paper writes it as
#
# $$\prod_t \frac{\sum_{j=0}^J \alpha_j \sum_{k=1}^K \lambda_k I\{a_{k,t} = j, Q_t = k\}}
#   {1 + \sum_{j=1}^J \alpha_j \sum_{k=1}^K \lambda_k I\{a_{k,t} = j\}}, \tag{3}$$
#
# where the item $j = 0$ is evidently meant to represent no click. The term $k = 0$ with
# $\lambda_0 = \alpha_0 = 1$ and $a_{0,t} = 0$ has to be understood. Without it no term remains for $Q_t = 0$,
# and one such round would make the likelihood 0.
#
# :::{claim} mnl:equation-3
# :::
#
# (mnl:equation-51-52)=
# **The score.** Multiplying $\partial\ell/\partial\alpha_j$ by
# $\alpha_j\prod_k(1+\alpha_j\lambda_k)$ gives
#
# $$\sum_k (N_{kj} - \alpha_j\lambda_k\tilde N_{kj})\prod_{m\neq k}(1 + \alpha_j\lambda_m) = 0, \tag{51}$$
#
# and in the same way for the biases
#
# $$\sum_j (N_{kj} - \alpha_j\lambda_k\tilde N_{kj})\prod_{i\neq j}(1 + \alpha_i\lambda_k) = 0. \tag{52}$$
#
# In the published paper the brackets of both equations lack a factor.
#
# (mnl:coordinatewise-root)=
# (mnl:leading-order-argument)=
# **One coordinate at a time** there is at most one root, if the item or position was shown, because each term
# $(N - \alpha\lambda\tilde N)/(1 + \alpha\lambda)$ of a shown cell decreases, with slope
# $-\lambda(N + \tilde N)/(1 + \alpha\lambda)^2$. (If it was not shown, the equation is $0=0$.) The paper argues
# that every summand of (51) has one positive root and a negative leading term. For polynomials in general these
# two properties would not be enough: $-\frac12x^3 + 6x^2 + 1$ and $-\frac12x^3 - 11x + 5$ have both (one change
# of sign each), and their sum is $-(x-1)(x-2)(x-3)$.
#
# :::{claim} mnl:equation-51-52
# :::
#
# **No EM algorithm.** There is {ref}`an EM algorithm that climbs the cell likelihood <mnl:em-ascends>`, but
# it is not Algorithm 1. The convergence theorem of {cite:t}`wu1983`, which the paper invokes, therefore does
# not apply.
#
# (mnl:footnote-4)=
# **Footnote 4** locates the danger in items or positions without clicks, and suggests $0/0 = 0$ or a floor.
# With estimates in $[0,1]$, the range that Section 4 gives them, both work, and then Algorithm 1 always
# converges. Truncating values to a range brings no two of them further apart, so a limit point, which exists,
# is approached ever more closely (see the section “From another start” above). However, Algorithm 1 has no
# upper limit, and without one $0/0=0$ does not help. Let item 2 of two have no click, item 1 some at both
# positions, with $m$ plays in all four cells. The estimate of item 2 is 0, so it adds nothing to the
# numerator of (5), but its plays remain in the denominator. With $n_1, n_2$ the clicks of item 1 the
# iteration is $1/\lambda_2 \leftarrow 1/\lambda_2 + n_1/n_2$, and $\alpha_1$ grows by $n_1/(2m)$ forever. A
# floor alone stops the growth only at absurd values. With a floor *and* a ceiling, as the range $(0, 1]$ of
# the model suggests, the algorithm ends if every item and position is shown, because each half step is then
# the only minimum of $\Phi$ over its block within the bounds, and $\Phi$ is bounded below there, so the steps
# tend to 0. Half a click more in every cell also makes it end, because the table
# $\tilde N_{\cdot j}\tilde N_{k\cdot}/\tilde N_{\cdot\cdot}$ is positive and has the margins that
# {ref}`the theorem <mnl:lemma-2-never-ends>` requires.
#
# (mnl:equation-40)=
# **Towards Lemma 7.** The paper bounds the inverse Hessian by its adjugate over its determinant, and claims a
# constant that bounds the mixed derivatives (38) because they do not involve $N$. At given parameters there
# is such a constant. But the derivatives are taken at the estimate, which does depend on $N$, and
# $1/(\alpha(1 + \alpha\lambda))$ is unbounded as $\alpha \to 0$. In logarithms it becomes
# $1/(1+\gamma) \le 1$.
#
# (mnl:determinant-orders)=
# **Orders of the determinant.** The proof then compares orders in $\tilde N_{kj}$: $\tilde N_{kj}^2$ for the
# determinant of the Hessian in $(\alpha, \lambda)$, $\tilde N_{kj}$ for the adjugate in the rows and columns of
# $j$ and $k$. At fixed parameters these are right as upper orders, but an upper order of a denominator gives
# no bound. At the estimate the score is 0, and the determinant equals that of $H$ up to a factor. A count enters $H$ as
# $w\,x x^\top$, of rank one, so determinant and adjugate are *affine* in $w$. As a single count grows,
# $H^{-1}$ tends, if $J+K>2$, to a limit that is not 0.
