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
# What a learner does not need to go on from {doc}`estimating attraction <estimation>`: edges of the estimates with known biases, what
# the products of attraction and bias tell, which likelihood the paper maximises and when it has a maximiser, how
# Algorithm 1 behaves, how precise the estimates are, and notes on the print. $N_{kj}$ are the clicks on item $j$ at position
# $k$, $\tilde N_{kj}$ the epochs in which it stood there, and $\gamma_{jk}=\alpha_j\lambda_k$.

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
# ## One epoch, one item
#
# (mnl:single-epoch-estimate)=
# **One epoch.** The derivative of its log-likelihood in $\log\gamma_k$ is $n_k - (1 + n)\gamma_k/(1+S)$. It vanishes for
# all $k$ exactly at $\gamma_k = n_k$: then $1 + S = 1 + n$. So $\hat\alpha_k = n_k/\lambda_k$,
# over all positive numbers. The model, however, has $\alpha \in (0, 1]$, and a single click makes
# $n_k / \lambda_k \ge 1$. Over $(0, 1]$ the maximiser is another point, or there is none, unless
# all $n_k=\lambda_k=1$; the estimate over several epochs is to be read over $(0, \infty)$.
#
# :::{claim} mnl:single-epoch-estimate
# :::
#
# (mnl:complete-epochs)=
# **The epoch that is cut.** If the number of epochs is fixed in advance, the estimates are unbiased. If $T$ is fixed, the last epoch is mostly unfinished and left out.
# It is not a typical one: an epoch that spans a given moment tends to be long. Take one item, $\lambda=1$,
# $q=\alpha/(1+\alpha)$. Given $e\ge1$ rounds without a click all their places are equally likely, so that
# $(T-e)\frac e{e+1}$ clicks come before the last, or $\frac{T-e}{e+1}$ an epoch. As
# $\binom{T}{e}\frac{T-e}{e+1}=\binom{T}{e+1}$, the mean over the binomial law of $e$, given $e\ge1$, is
# $\alpha-Tq^T/(1-q^T)$: too small, even for one list.
#
# :::{claim} mnl:complete-epochs
# :::
#
# (mnl:weighted-averaging)=
# **Why weights $\lambda_k$.** The estimate $n_k/\lambda_k$ has variance
# $\alpha/\lambda_k + \alpha^2$, the smaller the larger $\lambda_k$. For $m$ epochs with biases
# $\lambda_1, \dots, \lambda_m$ of mean $\bar\lambda$ the gain over uniform averaging is
#
# $$\mathrm{Var}_{\text{uniform}} - \mathrm{Var}_{(4)} = \frac{\alpha}{m^2 \bar\lambda^2}
#   \sum_i (\lambda_i - \bar\lambda)^2 \left(\frac{1}{\lambda_i} - \alpha\right) \ge 0,$$
#
# as $\alpha\lambda_i \le 1$. To see it, write both variances out; the terms in $\alpha$ differ by
# $\frac{\alpha}{m^2}\sum_i
# (\frac1{\lambda_i} - \frac2{\bar\lambda} + \frac{\lambda_i}{\bar\lambda^2})$, those in
# $\alpha^2$ by $-\frac{\alpha^2}{m^2\bar\lambda^2}\sum_i(\lambda_i - \bar\lambda)^2$. The best
# weights, $\lambda/(1 + \lambda\alpha)$, would need $\alpha$; little is lost.
#
# :::{claim} mnl:weighted-averaging
# :::
#
# (mnl:mnl-bandit-special-case)=
# **The MNL bandit inside.** If all biases equal $c$, the weights are $c\alpha_j$ wherever an item
# stands. The order no longer matters and what is left is the MNL bandit with attractions
# $c\alpha_j$.
#
# :::{claim} mnl:mnl-bandit-special-case
# :::
#
# (mnl:likelihood-closed-form)=
# **No closed form.** In logarithms the {ref}`likelihood of the rounds <mnl:equation-3>` is concave, since $\log(1 + \sum e^{\eta_k})$ is convex, so
# that its maximiser is where the score is 0. For lists that overlap the equations do not decouple.
# To show that no formula in roots exists one table is enough: four items, two positions without
# biases, the lists $(1,2), (2,3), (3,4), (4,1)$. Eliminating $\alpha_2, \alpha_3, \alpha_4$ leaves
# an irreducible polynomial of degree five in $\alpha_1$. Modulo a suitable prime it splits into
# distinct factors of which two but not all are linear; by Dedekind its Galois group then holds a
# permutation that fixes two but not all roots. By a theorem of Galois a *solvable* transitive
# group of prime degree has no such element. So $\hat\alpha_1$ cannot be expressed in radicals.
#
# :::{claim} mnl:likelihood-closed-form
# :::
#
# ## Products
#
# (mnl:product-estimate)=
# **The products one by one.** $\bar\gamma_{jk} = N_{kj}/\tilde N_{kj}$ is an average of epochs with
# mean $\gamma_{jk}$, hence unbiased for fixed lists, and biased for adaptive ones, as {ref}`(4) <mnl:equation-4>` is.
#
# :::{claim} mnl:product-estimate
# :::
#
# (mnl:over-parameterised)=
# **Wasteful.** It ignores that the $JK$ products depend on $J + K - 1$ numbers. In
# {ref}`problem (c) <mnl:problems-order>`, thirty items on six positions, its
# asymptotic variance is at least {number}`mnl:over-parameterised smallest:.1f` times that of the exact likelihood
# in every single cell.
#
# :::{claim} mnl:over-parameterised
# :::
#
# ## Which likelihood is it?
#
# (mnl:equation-50)=
# **A composite one.** A cell's clicks are a sum of $\tilde N_{kj}$ geometric numbers, and the cell
# likelihood would be the likelihood if the cells were independent. They are not: the exact
# log-likelihood is
#
# $$\ell^\star = \sum_l \Big[\sum_k n^l_k \log(\lambda_k\alpha_{a^l_k})
#   - (1 + n^l)\log(1 + S^l)\Big],$$
#
# and the tables $(N, \tilde N)$ do not determine it. Show the lists (item 1, item 2) and (item 1,
# item 3), an epoch each, with one click on item 1: the tables are the same whether it fell in the
# first or the second epoch, the likelihoods are not. Still the cell likelihood is a fair *composite* likelihood:
# its score in $\log\gamma$ is $(N - \gamma\tilde N)/(1 + \gamma)$, with mean 0 at the truth
# whatever the dependence. So its maximiser is consistent where the plays of all cells grow. Only its
# variance is not the inverse of its curvature; the section on precision computes it.
#
# :::{claim} mnl:equation-50
# :::
#
# (mnl:coordinatewise-root)=
# **One coordinate at a time** there is at most one root, if the item or position was shown: each term
# $(N - \alpha\lambda\tilde N)/(1 + \alpha\lambda)$ of a shown cell decreases, its slope being
# $-\lambda(N + \tilde N)/(1 + \alpha\lambda)^2$. If it was not, the equation is $0=0$.
#
# :::{claim} mnl:coordinatewise-root
# :::
#
# ## When there is a maximiser
#
# (mnl:monotonic-or-unimodal)=
# :::{prf:theorem} Existence
# :nonumber:
# Draw an arrow from position $k$ to item $j$ if $\tilde N_{kj} > 0$, and from $j$ to $k$ if
# $N_{kj} > 0$. The cell likelihood has exactly one maximiser in $(0, \infty)^{J+K-1}$ if and only if
# every item and position can be reached from every other along arrows. The same condition decides
# for the exact likelihood. An item that was shown and never clicked, beside one that was clicked, makes the
# cell likelihood neither monotonic nor unimodal: it rises for ever as the attraction of the first falls, and
# has a peak in that of the second.
# :::
#
# :::{claim} mnl:monotonic-or-unimodal
# :::
#
# **Why?** In logarithms, $\eta_{jk} = \log\alpha_j + \log\lambda_k$, each cell contributes
# $N\eta - (N + \tilde N)\log(1 + e^\eta)$, a concave function with one maximum at most. This is a
# logistic regression in which items and positions are factors, and a concave function has a single
# top unless it rises or stays level for ever in some direction. The arrows find these directions.
#
# :::{admonition} Proof
# :class: dropdown
# The sum is strictly concave as soon as the shown cells join all items and positions, since then
# $\eta$ on the shown cells determines both vectors.
# The maximisers of a concave function are a bounded set, and not empty, exactly if it
# falls in the end in every direction. In direction $(u, v)$, $v_1 = 0$, put
# $h_{jk} = u_j + v_k$. A cell's slope at infinity is $-\tilde N h$ if $h > 0$ and $N h$ if $h < 0$.
# So the cell likelihood does not fall exactly if $h \le 0$ on all shown cells and $h = 0$ on all clicked ones.
# With $f = u$ on items and $f = -v$ on positions this says: $f$ does not increase along any arrow. (An item that was clicked at a position was shown
# there, so there are arrows both ways and $f$ is equal at both ends.) If all reach all, $f$ is
# constant, and 0 as it is 0 at position 1; so there are maximisers, and only one, as the shown
# cells then join everything and the cell likelihood is strictly concave. If not, some node does not reach all.
# Let $f$ be $-1$ on what it reaches and 0 elsewhere, or shifted by 1 if position 1 is reached: a
# direction in which the cell likelihood never falls, from a maximiser either. An epoch of the exact likelihood has
# slope $\sum_k n_k h_k - (1+n)\max(0, \max_k h_k)$ at infinity, which is 0 under the same two conditions and negative otherwise.
# :::
#
# This is the condition of {cite:t}`zermelo1929` and of {cite:t}`ford1957` for the model of
# {cite:t}`bradley1952`, in which items play against positions. The fits of this book test it and
# name who is in the way. Let item 2 have no click at all, and then none at the second position. **Predict.** Is there
# a maximum in both cases?

# %%
import numpy as np

from clickbandits.mnl.estimators import fit_algorithm_1, fit_newton
from clickbandits.mnl.identifiability import obstacle, obstacle_to_algorithm_1

nine = np.full((2, 2), 9)
print(obstacle(np.array([[5, 2], [0, 0]]), nine))
print(fit_newton([[5, 2], [3, 0]], nine).attraction.round(3))

# %% [markdown]
# Without any click the estimate of item 2 would run to 0, and the message says so. With one cell empty
# there still is a maximum: from item 2 an arrow leads to position 1, and from there everywhere.
#
# (mnl:estimates-closed-form)=
# **No closed form here, either.** For three items and two positions elimination leads to an
# irreducible polynomial of degree seven, and the argument of {ref}`the other table <mnl:likelihood-closed-form>` applies.
#
# :::{claim} mnl:estimates-closed-form
# :::
#
# (mnl-em-proof)=
# **The proof that {ref}`EM converges <mnl:em-converges>`.**
#
# :::{admonition} Proof
# :class: dropdown
# Write $a=\log\alpha$, $b=\log\lambda$ and $n$ for the clicks of an item or a position.
#
# *The gain.* Let $E_j$ be the denominator in the step of $\alpha_j$, so that the new value is $n_j/E_j$. The lower bound
# that the step maximises changes by $n_j\delta_j-E_j(\alpha'_j-\alpha_j)=n_j(\delta_j-1+e^{-\delta_j})$, and the
# likelihood by no less. The same holds for the positions. As the likelihood is at most 0, all gains together are
# finite, so the moves tend to 0 and their squares have a finite sum.
#
# *The supremum.* The slope in $a_j$ before the step is $n_j-\alpha_jE_j=n_j(1-e^{-\delta_j})$. The slope in $b_k$ is
# $n_k(1-e^{-\delta_k})$ after the attractions have moved, and before that another one by at most $C\|\Delta\|$, since
# second derivatives are bounded; $\Delta$ is the vector of all moves. Let $(a^*,b^*)$ be any point,
# $V=\frac12\sum_jn_j(a^*_j-a_j)^2+\frac12\sum_kn_k(b^*_k-b_k)^2$, and $R_t$ the largest distance in a coordinate from it
# after $t$ iterations. By concavity,
#
# $$\ell(a^*,b^*)-\ell_t\le V_t-V_{t+1}+C'\,\big(\|\Delta_t\|^2+\|\Delta_t\|^2R_t+\|\Delta_t\|R_t\big).$$
#
# Given $\eta>0$ choose $m$ with $\sum_{t\ge m}\|\Delta_t\|^2\le\eta$. Then $R_t\le R_m+\sqrt{\eta(t-m)}$, by Cauchy and
# Schwarz, and $\sum_{m\le t<T}\|\Delta_t\|R_t\le\sqrt\eta\,(R_m\sqrt T+\sqrt\eta\,T)$. So the average of the left side over
# $t<T$ is at most $V_0/T+C''\eta+o(1)$. The left side falls with $t$ and is at most its average. As η and the point
# were arbitrary, $\ell_t$ tends to the supremum.
#
# *The iterates.* If there is exactly one maximiser, the level sets are bounded, and every limit point is a maximiser.
# Near it an iteration multiplies the error of $a$ and then that of $b$ by $I-D^{-1}H$, restricted to one block each,
# where $D$ has the clicks $n$ on its diagonal and $H$ is minus the Hessian. $D-H$, the missing information, is positive
# definite on each block, because $n_j=\sum_k(N_{kj}+\tilde N_{kj})p_{jk}$ exceeds $\sum_k(N_{kj}+\tilde N_{kj})p_{jk}(1-p_{jk})$. So
# every iteration shortens the error in the norm of $H$, and the product of the two maps has all its eigenvalues below
# 1, but for that of a common factor of all attractions.
# :::
#
# Of the proof for the position-based model the first step and concavity carry over. The rest of it deals with faces,
# on which values are equal to 1, and is not needed here.
#
# ## When Algorithm 1 never ends
#
# A single empty cell is harmless for the likelihood. For Algorithm 1 it is not:

# %%
ten = np.full((2, 2), 10)
corner = np.array([[4, 4], [4, 0]])
for iterations in (10, 100, 1000):
    fit = fit_algorithm_1(corner, ten, limit=iterations, bounds=(1e-9, 1e9))
    print(iterations, fit.attraction.round(2), fit.examination.round(5))
print(obstacle_to_algorithm_1(corner, ten))

# %% [markdown]
# The attraction of item 1 grows by 0.2 in every iteration. Why does it run away? (The far bounds are there because the library refuses without them.)
#
# (mnl:lemma-2-never-ends)=
# :::{prf:theorem} Existence of the limit
# :nonumber:
# The deviance $\Phi$ has a unique minimiser, to which Algorithm 1 then converges from every start,
# if and only if the clicked cells join all items and positions, and some table $x$ that is
# positive exactly on the clicked cells has the row and column sums of $\tilde N$. Otherwise the
# algorithm may never end: for $N=\begin{pmatrix}4&4\\4&0\end{pmatrix}$, $\tilde N\equiv10$,
# which has a maximum likelihood estimate, $\lambda_2\leftarrow\lambda_2/(1+\lambda_2)$ and
# $\alpha_1$ grows by $\frac15$ for ever.
# :::
#
# :::{claim} mnl:lemma-2-never-ends
# :::
#
# :::{admonition} Proof
# :class: dropdown
# At a minimiser the table $x_{jk} = N_{kj}/\gamma_{jk}$ has these sums: that is what (5)
# and (6) say (for position 1 it follows, as the totals agree). Conversely $\Phi$ grows in
# direction $(u, v)$, $h_{jk} = u_j + v_k$, exponentially if $h < 0$ on a clicked cell, and
# otherwise with slope $\sum\tilde N h = \sum x h$, $x$ having the same sums; that is positive
# unless $h = 0$ on all clicked cells, hence everywhere. That the clicked cells join all is
# necessary, too: otherwise a direction with $h=0$ on all of them, not 0 itself, leaves the first
# sum of $\Phi$ as it is, so that $\Phi$ is linear along it, and has no minimiser or a line of them.
# Algorithm 1 may then stop, at a point that depends on the start: for $N=I$, $\tilde N=2I$ it is
# at rest after two iterations.
# :::
#
# So Algorithm 1 is Sinkhorn's matrix scaling {cite:p}`sinkhorn1967,menon1968`: divide $N$ by row and column factors until it has
# given margins. The condition is stronger than that for the cell likelihood. With a single empty cell,
#
# $$N = \begin{pmatrix} 4 & 4 \\ 4 & 0 \end{pmatrix}, \qquad \tilde N \equiv 10,$$
#
# the maximum likelihood estimate exists, but a table with these zeros and all sums 20 has a 0 in
# the clicked corner as well. What happens? (6) gives $\alpha_2 = \frac15$ and
# $\alpha_1 = \frac15(1 + 1/\lambda_2)$, whereupon (5) gives
# $\lambda_2 \leftarrow \lambda_2/(1 + \lambda_2)$: so $1/\lambda_2$ grows by 1 and $\alpha_1$ by
# $\frac15$ in every iteration. The loop "while $d > \xi$" never ends for $\xi < \frac15$, and no
# margin is empty.
#
# ## How fast Algorithm 1 is, and why it need not be so slow
#
# (mnl:algorithm-1-rate)=
# :::{prf:theorem} Rate
# :nonumber:
# Let $K\ge2$ and let $\Phi$ have exactly one minimiser, $x = N/\gamma$ there, and let $P = (P_{km})$ be
# the walk from position $k$ to an item and on to position $m$ with probabilities proportional to $x$. The error of
# $(\log\lambda_2, \dots, \log\lambda_K)$ is multiplied, to first order, by $P$ without its first
# row and column. The rate is the largest eigenvalue $\rho$ of that matrix. If also $\lambda_1$ is
# updated, and everything rescaled to $\lambda_1 = 1$ after each iteration, the rate is the second
# largest eigenvalue $s_2$ of $P$, and $s_2 \le \rho < 1$. Where all plays are equal and
# $N = \gamma\tilde N$, $\rho = (K-1)/K$ and $s_2 = 0$.
# :::
#
# :::{claim} mnl:algorithm-1-rate
# :::
#
# :::{admonition} Proof
# :class: dropdown
# At the minimiser the Hessian of $\Phi$ in the logarithms has the diagonal blocks
# $D_\lambda, D_\alpha$ (the sums of $x$) and the off-diagonal block $x$. Minimising over one block
# to first order solves one block row, so that one iteration multiplies the error of $\log\lambda$
# by $D_\lambda^{-1} x\, D_\alpha^{-1} x^\top$, restricted to the positions that are updated: the
# walk, killed at position 1. With all positions updated it is the whole walk, whose eigenvalue 1
# belongs to a common factor, which the rescaling removes. $P$ is similar to a symmetric positive
# semidefinite matrix, by $D_\lambda^{1/2}$, and the killed walk to a principal submatrix of it;
# Cauchy's interlacing gives $s_2 \le \rho \le 1$, and $\rho < 1$ as the clicked cells join all
# positions.
# :::
#
# Under equal plays and without noise $x$ is constant and every row of $P$ is $(\frac1K, \dots,
# \frac1K)$. Then $s_2 = 0$, but $\rho = (K-1)/K$: there **holding $\lambda_1$ at 1 inside the loop is
# what makes Algorithm 1 slow**, the slower the more positions. Released, it converges to the same
# limit, mostly in a handful of iterations. In the counterexample the rates are $\frac59$ and
# $\frac19$.

# %% tags=["remove-cell"]
n_tables = {"quick": 3, "paper": 12}[profile]
rates = figures.contraction_table((2, 3, 4, 6, 8), n_tables, 60, 1)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Share of the error kept per iteration against the number of positions from two to eight. Algorithm 1 lies on the curve (K-1)/K, from 0.5 to 0.88; with the first bias released it keeps below 0.15; EM keeps about 0.4 for every K. The predicted rates lie on the observed points."}, "figure": {"caption": "Contraction on random tables with K + 3 items and about 60 plays a cell: observed (coloured) and predicted by the eigenvalues of the walk (crosses, for both versions of Algorithm 1).", "name": "mnl:contraction"}}
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
# The slopes are means, in $\log\gamma$; $D(\gamma)$ is the diagonal matrix. With
# $\mathrm{Cov}(n) = D(\gamma) + \gamma\gamma^\top$ each estimator's asymptotic covariance is $A^{-1}BA^{-1}/L$, $A$ the mean
# slope and $B$ the mean variance of an epoch's score; for the exact likelihood $A = B$, which is
# the Cramér–Rao bound.
#
# (mnl:composite-efficiency)=
# **The cell likelihood** loses at most {glue:text}`cell_loss:.1%` of the precision of a block, attractions or biases, on the three
# problems (of a single parameter more), and the variance that ignores the
# dependence within epochs errs on the safe side on these problems: estimates are contrasts, in which a
# long epoch's common surplus of clicks largely cancels.
#
# :::{claim} mnl:composite-efficiency
# :::
#
# (mnl:finite-sample-efficiency)=
# **For few epochs** of a small problem the order is the same. The figure shows $L$ times the mean squared error,
# which would be flat if the asymptotics held exactly.
#
# :::{claim} mnl:finite-sample-efficiency
# :::
#
# (mnl:estimates-have-no-mean)=
# **Means.** The proof of {ref}`Corollary 6 <mnl:corollary-6>` takes $E\alpha^{EM}_j = \alpha_j$ from the
# definitions; $\alpha^{EM}_j$ is where Algorithm 1 ends. With
# positive probability there is no estimate at all, whence no mean either. After ten epochs of
# each of the two lists of two items that happens to Algorithm 1 in
# {number}`mnl:estimates-have-no-mean Algorithm 1:.0%` of all cases, to the likelihood in {number}`mnl:estimates-have-no-mean (50):.0%`.
# If some rule keeps the estimate in $[0, 1]$, as in Appendix B.2, it has a mean. But with such values no
# estimate is unbiased: at $\alpha_j = 1$ its mean is 1 only if it is 1 almost surely. As every table of
# clicks has a positive probability whatever the parameters, it is then 1 on all, and biased for $\alpha_j < 1$.
#
# :::{claim} mnl:estimates-have-no-mean
# :::
#
# (mnl:finite-sample-bias)=
# **Bias.** Given a click in every cell, the estimates' logarithms have a bias that is small against
# their spread.
#
# :::{claim} mnl:finite-sample-bias
# :::

# %% tags=["remove-cell"]
replications = {"quick": 300, "paper": 10_000}[profile]
errors = figures.finite_table(SMALL, (60, 120, 240, 480), replications, 7)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Number of epochs times mean squared error, from 60 to 480 epochs. For the attractions and for the bias Algorithm 1's curve lies above those of the cell likelihood and of the exact likelihood, which nearly coincide; from 120 epochs on all fall slowly."}, "figure": {"caption": "L times the summed squared error of log α (first panel) and log λ (second panel), α = (0.9, 0.6, 0.3), λ = (1, 0.5), uniformly random lists; bars are two standard errors. Tables with an empty cell are left out.", "name": "mnl:finite"}}
publish(figures.finite(errors), "mnl:finite", replications=replications, seed=7)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.finite_as_described(published("mnl:finite"))

# %% [markdown]
# {download}`data <finite.csv>` · {download}`how it was made <finite.json>`
#
# ## How much one click moves an estimate
#
# The paper's {ref}`confidence bounds <mnl:corollary-6>` for unknown biases rest on
#
# $$\beta_j^2 = \sum_{ks} \tilde N_{ks}
#   \left(\hat\alpha_j(N + \epsilon_{ks}) - \hat\alpha_j(N)\right)^2, \tag{13, 16}$$
#
# where $\epsilon_{ks}$ is one more click on item $s$ at position $k$. Each of the $JK$ terms takes a fit
# of its own, to find
#
# $$\hat\alpha_j(N + \epsilon_{ks}). \tag{15}$$
#
# (mnl:hessian)=
# (mnl:equation-38)=
# (mnl:equation-37)=
# **Derivatives.** At the maximiser the gradient of $\ell$ is 0 for every $N$; differentiating that
# with respect to $N_{ks}$ gives
#
# $$\nabla_n\theta^* = -[\nabla_{\theta\theta}\ell]^{-1}\nabla_{\theta n}\ell, \tag{37}$$
#
# wherever the Hessian is invertible, which it is if the shown cells join all items and positions. The
# Hessian of Appendix B.3 is correct (with the minus signs that our copy has lost), and so are the mixed
# derivatives,
#
# $$\frac{\partial^2\ell}{\partial\alpha_j\,\partial N_{kj}}
#   = \frac{1}{\alpha_j(1+\alpha_j\lambda_k)}, \tag{38}$$
#
# likewise for $\lambda_k$, and the sum that is left of (37). In logarithms all this is one formula: with $H$ the information and $x_{s,k}$ as above,
# $\partial\theta/\partial N_{ks} = H^{-1}x_{s,k}/(1 + \gamma_{sk})$. One factorisation of $H$
# gives all derivatives of all attractions.
#
# :::{claim} mnl:hessian mnl:equation-38 mnl:equation-37
# :::
#
# (mnl:equation-36)=
# **Differences and derivatives.** By the mean value theorem a difference is at most the largest
# derivative on the way. More clicks only add arrows, so the estimate exists all along.
#
# :::{claim} mnl:equation-36
# :::
#
# (mnl:equations-15-16)=
# Conversely the derivatives may stand in for the $JK$ refits of (15). For the cell likelihood the error in
# $\beta^2$ falls like one over the number of epochs and is small early. For Algorithm 1 the factor
# is $1/\gamma$ in place of $1/(1 + \gamma)$, and cells with few clicks spoil it.
#
# :::{claim} mnl:equations-15-16
# :::
#
# (mnl:equation-13)=
# **A local number for a global one.** {ref}`Theorem 5 <mnl:theorem-5>` and Corollary 6 ask for the
# *supremum* of the squared differences over all outcomes. Algorithm 3 takes the value at the observed counts
# "in place of a supremum bound", as Section 4 says, which "would be difficult to compute in practice".
# The supremum is infinite: with $m$ plays in each of four cells Algorithm 1 ends at
# $\alpha_1 = (N_{11} + \sqrt{N_{11}N_{12}N_{21}/N_{22}})/(2m)$ (solve (5) and (6); the first index
# is the position), and for $N_{11} = N_{21} = n$, $N_{22} = 1$ a second click in $N_{12}$ moves it by
# $(\sqrt2 - 1)n/(2m)$. If all estimates are to stay in $[0, 1]$, take $n = \frac45m$: $\alpha_1$ moves from
# $\frac45$ to {number}`mnl:equation-13 inside:.2f` whatever $m$, and $\beta_1^2$ is of order $m$.
#
# :::{claim} mnl:equation-13
# :::
#
# (mnl:resistance)=
# :::{prf:theorem} Resistance
# :nonumber:
# In $(\log\alpha, -\log\lambda)$ the information $H$ of the cell likelihood is the Laplacian of the network with a
# wire of conductance $w_{jk} = (N_{kj} + \tilde N_{kj})\gamma_{jk}/(1 + \gamma_{jk})^2$ between
# item $j$ and position $k$, grounded at position 1. Where (50) has exactly one maximiser, $(H^{-1})_{jj}$ is
# there the effective resistance $R_j$ between item $j$ and position 1, and, with derivatives in place of
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
# $H = \sum w\,xx^\top$; with the sign of the positions turned, $x$ becomes a difference of
# two unit vectors, which makes a Laplacian. With $c_{ks} = [H^{-1}x_{s,k}]_j$,
# $\beta_j^2 = \hat\alpha_j^2\sum\tilde N c^2/(1+\gamma)^2 = \hat\alpha_j^2\sum
# \frac{\tilde N}{(N+\tilde N)\gamma}\, w c^2$, and $\sum w c^2 = (H^{-1}HH^{-1})_{jj} = R_j$.
#
# :::
#
# (mnl:lemma-7)=
# **No such rate.** The paper's Lemma 7 claims $\beta_j^2 \le CJK/\max_k\tilde N_{kj}$. Take
# $N = \tilde N = \begin{pmatrix} m & 1 \\ 1 & m\end{pmatrix}$: item 1 is nearly always first and
# item 2 second, as a policy that has settled does. The estimate is 1 in all coordinates, $\max_k
# \tilde N_{k2} = m$, but item 2 is tied to position 1 only through the two cells with one play. Add
# a click to item 2 at position 1. All the way $w_{21} \le \frac34$ and $w_{12} \le \frac24$, and
# these two wires separate item 2 (and position 2) from position 1 (and item 1), so that by
# Rayleigh's monotonicity $R_2 \ge 1/(\frac34 + \frac24) = \frac45$. The derivative of
# $\hat\alpha_2$ is $\hat\alpha_2 R_2/(1 + \hat\alpha_2) \ge \frac25$, as $\hat\alpha_2 \ge 1$. So
# $\beta_2^2 \ge \frac4{25}$ for every $m$, while the claimed bound tends to 0. What shrinks
# $\beta_j$ is not many plays of item $j$, but many plays along paths that join it to position 1, as long as
# no shown $\hat\gamma$ is small.
#
# :::{claim} mnl:lemma-7
# :::
#
# **Inside the box.** Appendix B.3 maximises over $[0,1]^{J+K-1}$. That table has its estimate at a
# corner, where an estimate kept in the box cannot rise. With rows as items take
# $\tilde N = \begin{pmatrix} m & 4 \\ 4 & m\end{pmatrix}$ and
# $N = \begin{pmatrix} m/2 & 1 \\ 2 & m/4\end{pmatrix}$, $m$ a multiple of 4: all four cells are fitted
# exactly by $\alpha = (\frac12, \frac12)$, $\lambda_2 = \frac12$. As $m\to\infty$ the strong cells hold
# $\alpha_1 = \frac12$ and $\alpha_2\lambda_2 = \frac14$, and only $a = \alpha_2$ stays free. One more click
# at item 2, position 1, leaves $\frac{3-4a}{1+a} = \frac{8a-4}{8a+1}$, that is $40a^2 = 16a + 7$,
# $a = \frac{4+\sqrt{86}}{20} = 0.664$; one more at item 1, position 2, leaves $48a^2 = 6$,
# $a = 0.354$, $\lambda_2 = 0.707$. Both are inside, so that
# $\beta_2^2 \to 4(\frac{\sqrt{86}-6}{20})^2 + 4(\frac{2-\sqrt2}4)^2 = 0.193$, while Lemma 7's bound
# tends to 0 here, too.

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
# **Monotone in what?** In the distance to the limit, but not in the likelihood. From one iteration to the next
# $\lambda_k\leftarrow\frac1{\tilde N_{k\cdot}}\sum_jN_{kj}/\alpha_j$ with $\alpha_j$ from (6). The derivative of
# $\log\lambda_k$ with respect to the old $\log\lambda_m$ is a probability, namely that a walk from position $k$ to an
# item and on, with steps in proportion to $N/\gamma$ as in {ref}`the theorem on the rate <mnl:algorithm-1-rate>`, goes
# to $m$. These probabilities add up to at most 1 over $m\ge2$. So the largest distance to the limit among the
# logarithms of the biases never grows, and the same holds for the attractions. The map is also monotone, so with two
# positions every estimate moves in one direction only.
#
# Started at $\alpha = (\frac12, \frac12)$, $\lambda_2 = \frac12$, as in the
# figure, the
# likelihood, a rational number at every step, rises twice and falls ever after. From the first
# iteration on $\alpha$ is what (6) finds for $\lambda_2$, $\alpha(\lambda)=\frac1{10}(4+\frac1\lambda,
# 1+\frac1\lambda)$, and $\lambda_2\leftarrow f(\lambda_2)$. The function $f$ increases, and
# $f(\lambda)-\lambda$ has the sign of $\frac12-\lambda$, so that $\lambda_2$ rises from $\frac25$ to
# $\frac12$. Along this curve the derivative of the cell likelihood is a rational function of $\lambda$; by Sturm's
# theorem it has no zero between the third value of $\lambda_2$ and $\frac12$, where it is
# negative. The third iteration itself is compared in fractions.
#
# :::{claim} mnl:lemma-2-monotone
# :::
#
# ## Notes on the print
#
# (mnl:equation-3)=
# **The likelihood of the rounds** is the product over rounds of the probability of what was seen.
# The paper writes it as
#
# $$\prod_t \frac{\sum_{j=0}^J \alpha_j \sum_{k=1}^K \lambda_k I\{a_{k,t} = j, Q_t = k\}}
#   {1 + \sum_{j=1}^J \alpha_j \sum_{k=1}^K \lambda_k I\{a_{k,t} = j\}}, \tag{3}$$
#
# where the item $j = 0$ is evidently meant to stand for no click. The term $k = 0$ with $\lambda_0 = \alpha_0 = 1$ and
# $a_{0,t} = 0$ has to be understood. Without it no term is left for $Q_t = 0$, and one
# such round would make the likelihood 0.
#
# :::{claim} mnl:equation-3
# :::
#
# (mnl:unique-stationary-point)=
# **One coordinate at a time is not enough.** The paper concludes from uniqueness in every coordinate
# that the cell likelihood has at most one stationary point. That step is not valid, and the statement
# fails: with two items, two positions, $N = I$ and $\tilde N = 2I$ the score vanishes at
# $\alpha_1 = \frac12$ and *every* $\alpha_2\lambda_2 = \frac12$. What is true follows from concavity
# in the logarithms, and needs the shown cells to join all items and positions.
#
# :::{claim} mnl:unique-stationary-point
# :::
#
# (mnl:equation-51-52)=
# **The score.** Multiplying $\partial\ell/\partial\alpha_j$ by
# $\alpha_j\prod_k(1+\alpha_j\lambda_k)$ gives
#
# $$\sum_k (N_{kj} - \alpha_j\lambda_k\tilde N_{kj})\prod_{m\neq k}(1 + \alpha_j\lambda_m) = 0, \tag{51}$$
#
# and likewise for the biases
#
# $$\sum_j (N_{kj} - \alpha_j\lambda_k\tilde N_{kj})\prod_{i\neq j}(1 + \alpha_i\lambda_k) = 0. \tag{52}$$
#
# :::{claim} mnl:equation-51-52
# :::
#
# As printed the bracket lacks a factor, in both.
#
# (mnl:leading-order-argument)=
# **The printed reason** is that every summand of (51) has one positive root and a negative leading
# term. For these polynomials the conclusion is true, as divided by their common factor all of them decrease. For
# polynomials in general the two properties would not be enough: $-\frac12x^3 + 6x^2 + 1$ and $-\frac12x^3 - 11x + 5$ have both
# properties (one change of sign each), and their sum is $-(x-1)(x-2)(x-3)$.
#
# :::{claim} mnl:leading-order-argument
# :::
#
# **Neither monotonic nor unimodal.** The paper says that the cell likelihood is one or the other. In each
# single parameter it is. As a whole it is neither, where an item was shown and never clicked and another was
# clicked: it rises all the way as the attraction of the first goes to 0, and has a peak in that of the second.
#
# **No EM algorithm.** {ref}`One that climbs the cell likelihood <mnl:em-ascends>` exists, and Algorithm 1 is not it. So the
# convergence theorem of {cite:t}`wu1983`, which the paper invokes, does not apply.
#
# (mnl:footnote-4)=
# **Footnote 4** sees the danger in items or positions without clicks, and suggests $0/0 = 0$ or a
# floor. With estimates in $[0,1]$, the range that Section 4 gives them, both work, and then Algorithm 1 always
# converges: cutting values to a range brings no two of them further apart, so a limit point, which exists, is
# approached ever more closely (see “Monotone in what?” above). But Algorithm 1 has no upper limit, and without one
# $0/0=0$ does not help. Let item 2 of two have no click, item 1 some at both positions, with $m$
# plays in all four cells.
# Its estimate is 0 and it adds nothing to the numerator of (5); but its plays stay in the
# denominator. With $n_1, n_2$ the clicks of item 1 the iteration is
# $1/\lambda_2 \leftarrow 1/\lambda_2 + n_1/n_2$, and $\alpha_1$ grows by $n_1/(2m)$ for ever. A
# floor alone stops the growth only at absurd values. A floor *and* a ceiling, as the range $(0,
# 1]$ of the model suggests, make it end if every item and position is shown: each half step is then the
# only minimum of $\Phi$ over its block within the bounds, and $\Phi$ is bounded below there, so that the
# steps tend to 0. So does half a click more in every cell: the table
# $\tilde N_{\cdot j}\tilde N_{k\cdot}/\tilde N_{\cdot\cdot}$ is positive and has the margins that
# {ref}`the theorem <mnl:lemma-2-never-ends>` asks for.
#
# :::{claim} mnl:footnote-4
# :::
#
# (mnl:equation-40)=
# **Towards Lemma 7.** The paper bounds the inverse Hessian by its adjugate over its determinant
# and claims a constant that bounds the mixed derivatives (38) since they do not involve $N$. At given parameters
# there is one. But they are taken at the estimate, which does depend on $N$, and $1/(\alpha(1 + \alpha\lambda))$ has no bound as $\alpha \to 0$. In
# logarithms it becomes $1/(1+\gamma) \le 1$.
#
# :::{claim} mnl:equation-40
# :::
#
# (mnl:determinant-orders)=
# **Orders.** The proof then compares orders in $\tilde N_{kj}$: $\tilde N_{kj}^2$ for the determinant
# of the Hessian in $(\alpha, \lambda)$, $\tilde N_{kj}$ for the adjugate in the rows and columns of $j$
# and $k$. At fixed parameters these are right as upper orders, but that of a denominator bounds nothing.
# At the estimate the score is 0, and the determinant is that of $H$ but for a factor. A count enters $H$ as
# $w\,x x^\top$, of rank one, so that determinant and adjugate are *affine* in $w$; as a single one grows,
# $H^{-1}$ tends, where $J+K>2$, to a limit that is not 0.
#
# :::{claim} mnl:determinant-orders
# :::
