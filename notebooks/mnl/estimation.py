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
# # Estimating attraction
#
# A page shows a list, and each visitor clicks one item or none. An item may be clicked often because people
# like it, or because it is shown in a position that people look at. How attractive is each item, and how
# prominent is each position, if the clicks are all we have?
#
# If the prominence of the positions is known, we divide the clicks on an item by its {term}`exposure`, which
# is the sum of the prominences over its displays. If it is unknown, items have to change places. The two
# influences can then be separated by maximising a likelihood that has at most one peak. The iteration
# proposed by {cite:t}`grant2023` for this purpose does not maximise this likelihood. It minimises a different
# function and converges to a different point. On the third of their problems it uses
# {number}`mnl:algorithm-1-efficiency (c), examination:.0%` of the information about the positions that the
# clicks contain.
#
# After this chapter you can compute attractions from a table of clicks, recognise when that is impossible,
# and choose a method that uses all the information in the clicks.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.mnl.estimation import figures
from compendium.mnl.estimation.convergence import paths
from compendium.mnl.estimation.efficiency import PROBLEMS

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
shares = figures.pooled_table(
    [[13, 31], [42, 11], [52, 2]], [[20, 180], [100, 100], [180, 20]], [1.0, 0.3]
)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Bars for three items. Clicks per display rise from item 1 to item 3, from 0.22 to 0.27; clicks per exposure, in the second panel, fall from 0.59 to 0.29. The intervals of items 1 and 3 overlap in the first panel but not in the second."}, "figure": {"caption": "The same clicks, divided by displays (first panel) and by exposure (second panel). Bars are two standard errors.", "name": "mnl:pooled"}}
publish(figures.pooled(shares), "mnl:pooled", examination=(1.0, 0.3))

# %% tags=["remove-cell"]
assert figures.pooled_as_described(published("mnl:pooled"))

# %% [markdown]
# {download}`data <pooled.csv>` · {download}`how it was made <pooled.json>`
#
# :::{our-copy}
# :::
#
# ## Three items, two positions
#
# A page has two positions and shows two of three items. A visitor who sees item $i$ at the top and item $j$
# at the bottom clicks $i$ with probability $\gamma_1/(1+\gamma_1+\gamma_2)$, clicks $j$ with probability
# $\gamma_2/(1+\gamma_1+\gamma_2)$, and otherwise clicks nothing. The weight of an item is its
# {term}`attraction` $\alpha$ times the {term}`bias <examination>` $\lambda$ of its position, so
# $\gamma_1=\lambda_1\alpha_i$ and $\gamma_2=\lambda_2\alpha_j$. Here $\lambda=(1, 0.3)$.
#
# The page keeps a list until a visitor clicks nothing, and these rounds form an {term}`epoch`. The table
# gives the clicks of 300 epochs, with one row per item, and the number of epochs in which the item was shown.

# %%
import numpy as np
import pandas as pd

from clickbandits.mnl.estimators import deviance, fit_algorithm_1, fit_newton, log_likelihood
from clickbandits.mnl.identifiability import obstacle

clicks = np.array([[13, 31], [42, 11], [52, 2]])
epochs = np.array([[20, 180], [100, 100], [180, 20]])
table = pd.DataFrame({"clicks": clicks.sum(axis=1), "epochs": epochs.sum(axis=1)})
table["clicks per epoch"] = table["clicks"] / table["epochs"]
table.index = pd.Index([1, 2, 3], name="item")
table.round(3)

# %% [markdown]
# **Predict.** Item 3 has the most clicks per epoch, but it was at the top in 180 of its 200 epochs, and item 1
# only in 20. The second position is worth 0.3 of the first. Which item is the most attractive?

# %%
exposure = epochs @ [1.0, 0.3]
table["exposure"] = exposure
table["attraction"] = clicks.sum(axis=1) / exposure
table.round(3)

# %% [markdown]
# The order is reversed. The attractions are estimated as {glue:text}`pooled_1:.2f`, {glue:text}`pooled_2:.2f`
# and {glue:text}`pooled_3:.2f`. In an epoch the expected number of clicks on an item is exactly its weight
# $\lambda\alpha$, whatever is shown beside it, so clicks over exposure estimate $\alpha$. This is the reason
# for keeping a list until nobody clicks.
#
# Now suppose that nobody gives us the value 0.3. Can it be recovered from the table?

# %%
fit = fit_newton(clicks, epochs)
print("attractions:", fit.attraction.round(3))
print("biases:     ", fit.examination.round(3))

# %% [markdown]
# It can. Each item was shown at both positions, and the ratio of its clicks per epoch there estimates the
# relative value of the second. The three items give different estimates, and the fit chooses the parameters
# that make the whole table most likely.
#
# ## A likelihood that falls
#
# In general there are $J$ items and $K$ positions. $N_{kj}$ is the number of clicks on item $j$ at position
# $k$, and $\tilde N_{kj}$ the number of epochs in which the item was shown there. We call an item at a
# position a *cell* of these tables, and $\tilde N_{kj}$ counts its *plays*. (In the code, the rows of the
# tables are the items.) We fix $\lambda_1=1$ and write $\gamma_{jk}=\alpha_j\lambda_k$. Up to a constant, the
# paper's log-likelihood of the table is the *cell likelihood*
#
# $$\ell(\alpha, \lambda) = \sum_{kj} N_{kj}\log(\alpha_j\lambda_k)
#   - (N_{kj} + \tilde N_{kj})\log(1 + \alpha_j\lambda_k). \tag{50}$$
#
# (mnl:equations-5-6)=
# **Algorithm 1** alternates two steps. Given the attractions, it estimates the bias by the average of
# $N_{kj}/\alpha_j$ over the plays; given the biases, it estimates the attraction by the average of
# $N_{kj}/\lambda_k$. (This is the uniform averaging to which the paper itself prefers
# {ref}`clicks over exposure <mnl:weighted-averaging>`.)
#
# $$\lambda_k \leftarrow \frac{1}{\sum_j \tilde N_{kj}} \sum_j \frac{N_{kj}}{\alpha_j}
#   \quad(k \ge 2), \qquad
#   \alpha_j \leftarrow \frac{1}{\sum_k \tilde N_{kj}} \sum_k \frac{N_{kj}}{\lambda_k}.
#   \tag{5, 6}$$
#
# :::{claim} mnl:equations-5-6
# :::
#
# Given the true $\alpha$, the first step is unbiased for lists fixed in advance, because
# $E N_{kj} = \alpha_j\lambda_k\tilde N_{kj}$, and the same is true of the second step, given the true
# $\lambda$. The paper calls the iteration an EM algorithm and asserts in its Lemma 2 that it converges,
# monotonically, to the maximum likelihood estimates.
#
# We try it on a table with two items and two positions, each cell of which was shown ten times.
#
# **Predict.** How does the log-likelihood change from iteration to iteration?

# %%
small, ten = np.array([[8, 2], [2, 2]]), np.full((2, 2), 10)
for iterations in (1, 2, 4, 8, 12):
    fit = fit_algorithm_1(small, ten, limit=iterations)
    value = log_likelihood(small, ten, fit.attraction, fit.examination)
    print(f"after {iterations:2}: {value:.3f}")
print(f"maximum:  {fit_newton(small, ten).objective:.3f}")

# %% [markdown]
# It falls in every step, from {glue:text}`value_1:.3f` to {glue:text}`value_12:.3f`, while the maximum is
# {glue:text}`best_value:.3f`. An algorithm that climbs this likelihood could not do that.
#
# **Which function does it minimise?** At a fixed point, the two steps give
# $\sum(N_{kj}/\gamma_{jk}-\tilde N_{kj})=0$ in every row and column. These are the stationarity equations of
# another function, which up to constants is the *deviance*
# $\Phi=\sum_{kj}N_{kj}/\gamma_{jk}+\tilde N_{kj}\log\gamma_{jk}$.

# %%
for iterations in (1, 2, 4, 8, 12):
    fit = fit_algorithm_1(small, ten, limit=iterations)
    value = deviance(small, ten, fit.attraction, fit.examination)
    print(f"after {iterations:2}: {value:.4f}")
print("attractions:", fit.attraction.round(2), "biases:", fit.examination.round(2))

# %% [markdown]
# The deviance falls to its minimum. It is minus the log-likelihood of data that are *exponential* with mean
# $\gamma$. Geometric counts with a large mean are close to exponential, but here $\gamma\le1$. The two
# functions weight the cells differently. The derivative of the likelihood in $\log\gamma$ is
# $(N-\gamma\tilde N)/(1+\gamma)$, and that of minus the deviance is $(N-\gamma\tilde N)/\gamma$.
#
# (mnl:algorithm-1-descends)=
# :::{prf:theorem} Algorithm 1 is block coordinate descent
# :nonumber:
# The deviance
#
# $$\Phi(\alpha, \lambda) = \sum_{kj} \frac{N_{kj}}{\alpha_j\lambda_k}
#   + \tilde N_{kj}\log(\alpha_j\lambda_k)$$
#
# is a convex function of $(\log\alpha, \log\lambda)$. Equation (5) minimises it over
# $\lambda_2, \dots, \lambda_K$ and (6) over $\alpha$. The step (6) lowers it by
# $\sum_j \tilde N_{\cdot j}\,(x_j - 1 - \log x_j)$, where $x_j$ is the ratio of the new to the old
# $\alpha_j$. If $\Phi$ has a unique minimiser, Algorithm 1 converges to it from every start.
# :::
#
# :::{claim} mnl:algorithm-1-descends
# :::
#
# :::{prf:proof}
# As a function of $\log\alpha_j$ the deviance is an exponential plus a straight line,
# $c_j e^{-\log\alpha_j} + \tilde N_{\cdot j}\log\alpha_j$ up to a constant, with
# $c_j = \sum_k N_{kj}/\lambda_k$. Its minimum is at $\alpha_j = c_j/\tilde N_{\cdot j}$, which is (6), and the
# difference of the two values is as stated. Because $x - 1 - \log x \ge 0$ with equality only at 1, $\Phi$
# falls in every half step that moves anything. A convex function with a unique minimiser has
# bounded level sets, so the iterates have limit points. At a limit point no half step can lower $\Phi$, so
# both blocks of the gradient vanish, and by convexity it is the minimiser.
# :::

# %% tags=["remove-cell"]
first = fit_algorithm_1(small, ten, limit=1)
limit, best = fit_algorithm_1(small, ten), fit_newton(small, ten)
glue("value_1", log_likelihood(small, ten, first.attraction, first.examination))
glue("value_12", log_likelihood(small, ten, fit.attraction, fit.examination))
glue("limit_value", log_likelihood(small, ten, limit.attraction, limit.examination))
glue("best_value", best.objective)
glue("best_bias", float(best.examination[1]))
glue("pooled_1", float(table["attraction"][1]))
glue("pooled_2", float(table["attraction"][2]))
glue("pooled_3", float(table["attraction"][3]))
start = ([0.5, 0.5], [1.0, 0.5])
path = paths(small, ten, 12, start=start)
# What the words above rely on:
assert table["attraction"].is_monotonic_decreasing
assert table["clicks per epoch"].is_monotonic_increasing
assert np.allclose(limit.attraction, (0.6, 0.3)) and np.allclose(limit.examination, (1, 0.5))

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels over twelve iterations. First panel, the log-likelihood: EM and Newton rise to -29.066 within three iterations; Algorithm 1 rises to -29.117 at its second iteration, then falls to -29.131. Second panel, the deviance: Algorithm 1 lowers it in every iteration to -8.159, while EM and Newton end higher, at -7.745."}, "figure": {"caption": "The cell likelihood, to be maximised, and the deviance Φ, along four methods on the counterexample, all from α = (1/2, 1/2), λ₂ = 1/2.", "name": "mnl:likelihood"}}
publish(figures.likelihood(path), "mnl:likelihood", clicks=small, plays=ten, start=start)

# %% tags=["remove-cell"]
assert figures.likelihood_as_described(published("mnl:likelihood"))

# %% [markdown]
# {download}`data <likelihood.csv>` · {download}`how it was made <likelihood.json>`
#
# (mnl:lemma-2)=
# **The two functions have different optima.** On the table of the cells above,
#
# $$N = \begin{pmatrix} 8 & 2 \\ 2 & 2 \end{pmatrix}, \qquad
#   \tilde N = \begin{pmatrix} 10 & 10 \\ 10 & 10 \end{pmatrix},$$
#
# the values $\alpha = (\frac35, \frac3{10})$, $\lambda_2 = \frac12$ are reproduced by (5) and (6) exactly, so
# Algorithm 1 ends there. At this point the *score*, which is the gradient of the cell likelihood in
# $(\log\alpha_1, \log\alpha_2; \log\lambda_2)$, is $(\frac{25}{52}, -\frac{100}{299}; -\frac{100}{299})$. The
# maximiser has $\lambda_2 =$ {glue:text}`best_bias:.4f`. The log-likelihood is {glue:text}`limit_value:.4f`
# at the limit of Algorithm 1 and {glue:text}`best_value:.4f` at the maximum. This is a counterexample to Lemma 2.
#
# :::{claim} mnl:lemma-2
# :::
#
# ## The model
#
# The $J$ items have attractions $\alpha_j \in (0, 1]$, and the $K$ positions have biases
# $\lambda_k \in (0, 1]$. In each of $T$ rounds the page shows a list $a$ of $K$ different items. The user
# makes one choice, which is position $k$ with probability
#
# $$P(Q = k \mid a) = \frac{\lambda_k \alpha_{a_k}}{1 + S(a)}, \qquad
#   S(a) = \sum_{v=1}^K \lambda_v \alpha_{a_v},$$
#
# and nothing with probability $1/(1 + S)$.
#
# (mnl:equation-1)=
# **The best list.** A list is clicked with probability $r(a) = S/(1+S)$, which increases with $S$. Replacing
# an item by a better one increases $S$. Exchanging the items at positions $k$ and $v$ changes $S$ by
# $(\lambda_k - \lambda_v)(\alpha_i - \alpha_j)$, which is not negative if the better item $i$ goes to the
# more examined position $k$. So the best list shows the $K$ best items in the order of the biases, whatever
# the order of the positions on the page.
#
# :::{claim} mnl:equation-1
# :::
#
# (mnl:equation-2)=
# **Regret** is the expected number of clicks lost:
#
# $$\mathrm{Reg}(T) = T\,r(a^*) - E\sum_t R(a_t). \tag{2}$$
#
# Conditionally on the past, including the choice of the list $a_t$, a round brings $r(a_t)$ clicks on
# average. By the tower rule, $\mathrm{Reg}(T) = E\sum_t (r(a^*) - r(a_t))$, which is a sum of gaps for
# policies that learn, too.
#
# ## When the biases are known
#
# Let $n_k$ be the number of clicks of an epoch at position $k$ and $n$ their sum, and write
# $\gamma_k = \lambda_k \alpha_{a_k}$. The log-likelihood of the epoch is
#
# $$\log L = \sum_k n_k \log \gamma_k - (1 + n) \log(1 + S).$$
#
# (mnl:within-epoch-unbiased)=
# (mnl:independent-estimators)=
# **Within an epoch.** The generating function of an epoch that is played to its end is
# $E \prod z_k^{n_k} = 1/(1 + \sum_k \gamma_k (1 - z_k))$. It describes a geometric number of clicks, each of
# which falls on position $k$ with probability $\gamma_k/S$. Its derivative at 1 gives $E n_k = \gamma_k$. For
# lists fixed in advance the estimates of different epochs are independent, but those within an epoch are not.
# The mixed second derivative gives $E n_k n_v = 2 \gamma_k \gamma_v$, so
# $\mathrm{Cov}(n_k, n_v) = \gamma_k \gamma_v$, because a long epoch tends to have many clicks everywhere.
#
# (mnl:equation-4)=
# **Many epochs.** The estimator
#
# $$\bar\alpha_j(L) =
#   \frac{\sum_{l,k} I\{a^l_k = j\}\, n^l_k}{\sum_{l,k} I\{a^l_k = j\}\, \lambda_k}, \tag{4}$$
#
# has mean $\alpha_j$ if the lists show the item and do not depend on the clicks, because the denominator is
# then fixed. A policy that learns makes it random. For example, show item 1 alone, at a bias of 1, and show
# it again exactly if the first epoch had no click. With probability $p = 1/(1+\alpha)$ the estimate is
# $n_2/2$, and otherwise it is $n_1$. As $n_1 = 0$ in the first case, the mean is
# $E n_1 + p\,\alpha/2 = \alpha(1 + p/2)$. For such policies, the difference $\sum n - \alpha_j \Lambda_j$
# between the numerator and $\alpha_j$ times the denominator is still a martingale, and the concentration
# results are based on it.
#
# :::{claim} mnl:equation-4
# :::
#
# ## When the biases are unknown
#
# (mnl:identifiability)=
# **One number cannot be identified.** The distribution of the data depends only on
# $\gamma_{jk} = \alpha_j\lambda_k$, and $(c\alpha, \lambda/c)$ has the same products. Conversely, the
# click probabilities of a list determine the products in it by $\gamma_k = P(Q=k)/P(Q=0)$, and with
# $\lambda_1 = 1$ these give $\alpha_j = \gamma_{j1}$ and $\lambda_k = \gamma_{jk}/\gamma_{j1}$. An item need
# not be shown at position 1 itself, because a chain of shown cells that joins it to position 1 is enough.
# {ref}`Fixing one bias <mnl:first-bias-is-one>` does not change the interpretation of the model.
#
# :::{claim} mnl:identifiability
# :::
#
# ## Two methods that maximise the likelihood
#
# The cell likelihood has exactly one maximiser if and only if
# {ref}`every item and position reaches every other <mnl:monotonic-or-unimodal>` by a walk along the table. If
# there is none, the library reports the reason.
#
# (mnl:em-ascends)=
# **A genuine EM algorithm for the cell likelihood.** A geometric number is a Poisson number with a random
# mean. If $G$ is exponential with mean 1 and $n$ given $G$ is Poisson with mean $\gamma G$, then $n$ is
# geometric with mean $\gamma$. Over a cell's plays, $N_{kj}$ is therefore Poisson with mean
# $\gamma_{jk}G_{kj}$, where $G_{kj}$ has a gamma distribution with shape $\tilde N_{kj}$. Given the clicks,
# $E G_{kj} = (N_{kj} + \tilde N_{kj})/(1 + \gamma_{jk})$. With this in place of $G$, the Poisson likelihood
# is maximised by
#
# $$\begin{aligned}
# \alpha_j &\leftarrow
#   \frac{\sum_k N_{kj}}{\sum_k \lambda_k (N_{kj} + \tilde N_{kj})/(1 + \alpha_j\lambda_k)}, \\
# \lambda_k &\leftarrow
#   \frac{\sum_j N_{kj}}{\sum_j \alpha_j (N_{kj} + \tilde N_{kj})/(1 + \alpha_j\lambda_k)}.
# \end{aligned}$$
#
# The second step uses the new $\alpha$. If the steps are taken in turn, neither lowers the cell likelihood; if
# both are taken at once, they may lower it ({ref}`argument and example <mnl-em-ascent>`).
#
# (mnl:em-converges)=
# :::{prf:theorem} EM converges under multinomial choice
# :nonumber:
# Let every item and every position have a click. From every positive start, one iteration raises the cell
# likelihood by at least $\sum_jN_{\cdot j}\,d(\delta_j)+\sum_kN_{k\cdot}\,d(\delta_k)$, where $\delta$ are
# the changes of $\log\alpha_j$ and $\log\lambda_k$ and $d(\delta)=\delta-1+e^{-\delta}$. The likelihood tends
# to its supremum, whether or not it is attained. If the maximiser is unique, the iterates tend to it,
# and the error eventually shrinks by a factor below 1 per iteration.
# :::
#
# :::{claim} mnl:em-converges
# :::
#
# **Why?** The likelihood is concave in the logarithms, and a step changes each logarithm by about the slope
# in its direction divided by a number of clicks. So EM behaves like gradient ascent with a step size that
# is always safe ({ref}`proof <mnl-em-proof>`).
#
# (mnl:newton-ascends)=
# :::{prf:theorem} Newton's method that cannot overshoot
# :nonumber:
# If the cell likelihood has exactly one maximiser, let $d$ be Newton's step for it in
# $(\log\alpha, \log\lambda)$ and $r$ the largest change of $\log\gamma_{jk}$ over the shown cells along it.
# Unless $d = 0$, the full step raises the cell likelihood if $r \le 1$, and the step $\frac{\log(1+r)}{r}d$
# does so for every $r$. With this rule the iteration converges to the maximiser from every start,
# quadratically.
# :::
#
# :::{claim} mnl:newton-ascends
# :::
#
# The rule ({ref}`proof <mnl-newton-proof>`) needs no evaluation of the likelihood. Because items are coupled
# only with positions, eliminating the items from the Hessian leaves a system of size $K - 1$, and a step costs
# $O(JK^2 + K^3)$. The rule also works for the deviance, for which differentiating multiplies $Ne^{-\eta}$ by
# $-h$ ($\eta=\log\gamma$). Newton's method therefore also finds the limit of Algorithm 1 in a few steps. The
# library marks a fit as `converged` if a {ref}`proved bound <mnl-shortfall>` on its distance from the best
# value of its objective is at most the tolerance, in nats; for more than $10^9$ clicks, the tolerance per $10^9$
# clicks.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Distance to the maximiser on a logarithmic axis over twelve iterations. Newton reaches 1e-12 at its fourth iteration; EM falls along a straight line to 1e-7; both versions of Algorithm 1 stay at 0.17."}, "figure": {"caption": "Distance of the logarithms from the maximiser of the cell likelihood, on the counterexample.", "name": "mnl:distance"}}
publish(figures.distance(path), "mnl:distance", clicks=small, plays=ten, start=start)

# %% tags=["remove-cell"]
assert figures.distance_as_described(published("mnl:distance"))

# %% [markdown]
# {download}`data <distance.csv>` · {download}`how it was made <distance.json>`
#
# (estimation-explorer-section)=
# **Other tables of clicks.** Set the clicks, and watch the paths. Each cell was shown in ten epochs. The black line is the cell likelihood at each $\lambda_2$,
# maximised over $\alpha$, and all paths start at $\alpha=\frac12$, $\lambda_2=1$. What does each method do if
# nobody clicks item 2 at the top?
#
# <div class="explorer" id="estimation-explorer">
# <p>The explorer needs JavaScript.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_estimation_formulas.js" defer></script>
# <script src="../../_static/explorer_estimation.js" defer></script>
#
# ## How much information a method uses
#
# Two methods that converge can still differ in the number of clicks that they need for the same precision. We compare
# them with the Cramér–Rao bound, the precision that the clicks allow.
#
# (mnl:algorithm-1-efficiency)=
# **Algorithm 1** gives every *play* the same weight, so a cell with $\gamma = 0.01$ counts as much as one
# with $\gamma = 1$, although $n/\gamma$ has variance $1 + 1/\gamma$. It reaches
# {number}`mnl:algorithm-1-efficiency (a), attraction:.0%` of the Cramér–Rao bound for the attractions of
# problem (a) and {number}`mnl:algorithm-1-efficiency (c), examination:.0%` for the biases of problem (c).
#
# :::{claim} mnl:algorithm-1-efficiency
# :::

# %% tags=["remove-cell"]
efficiencies = figures.efficiency_table(PROBLEMS)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Bars of asymptotic efficiency on problems (a), (b) and (c). The cell likelihood reaches 0.93 to 1.00 everywhere. Algorithm 1 reaches 0.63, 0.71 and 0.82 for the attractions and 0.98, 0.78 and 0.52 for the biases."}, "figure": {"caption": "Total asymptotic variance of the exact likelihood's estimates of log α (first panel) and log λ (second panel), divided by that of the other two estimators, for uniformly random lists.", "name": "mnl:efficiency"}}
publish(figures.efficiency(efficiencies), "mnl:efficiency", problems=list(PROBLEMS))

# %% tags=["remove-cell"]
assert figures.efficiency_as_described(published("mnl:efficiency"))

# %% [markdown]
# {download}`data <efficiency.csv>` · {download}`how it was made <efficiency.json>`
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Item 1 is shown at the top in 100 epochs and item 2 at the bottom; they are never exchanged. Which of
# $\alpha_1$, $\alpha_2$ and $\lambda_2$ can be estimated? Ask the library, then exchange the items in ten
# more epochs and ask again.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
apart = np.diag([60, 20]), np.diag([100, 100])
exchanged = np.array([[60, 3], [5, 20]]), np.array([[100, 10], [10, 100]])
print(obstacle(*apart))
fit = fit_newton(*exchanged)
print("attractions:", fit.attraction.round(3), "biases:", fit.examination.round(3))
assert obstacle(*apart) and not obstacle(*exchanged)

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# Only $\alpha_1$. For the other two parameters the table determines only the product $\alpha_2\lambda_2$,
# about 0.2, because a poor item at a good position and a good item at a poor one give the same clicks. Ten
# exchanged epochs are enough to separate them, roughly.
# :::
#
# :::{admonition} Exercise 2, with a pencil
# Show that Algorithm 1 stays where it is at $\alpha=(\frac35,\frac3{10})$, $\lambda_2=\frac12$ on the
# counterexample.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Step (6) gives $\alpha_1=\frac1{20}(8+2/\frac12)=\frac35$ and
# $\alpha_2=\frac1{20}(2+2/\frac12)=\frac3{10}$; step (5) gives
# $\lambda_2=\frac1{20}(2/\frac35+2/\frac3{10})=\frac1{20}(\frac{10}3+\frac{20}3)=\frac12$.
# :::
#
# :::{admonition} Exercise 3, with a pencil
# Suppose that a table is fitted exactly: $N_{kj}=\gamma_{jk}\tilde N_{kj}$ in every shown cell. What do
# Algorithm 1 and the maximum likelihood estimate then have in common, and why?
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
exact = np.outer([0.6, 0.3], [1, 0.5]) * 100, np.full((2, 2), 100)
both = fit_algorithm_1(*exact).attraction, fit_newton(*exact).attraction
print(both[0].round(6), both[1].round(6))
assert np.allclose(*both)

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# They agree. Both sets of equations are weighted sums of $N-\gamma\tilde N$, and if every term is 0 the
# weights do not matter. The methods differ only in how they distribute the misfit over the cells.
# :::
#
# ## What to remember
#
# If a list is kept until nobody clicks, then, for lists fixed in advance, clicks over exposure estimate an
# attraction without bias. If the biases are unknown, items must change places. The likelihood, which is
# concave in the logarithms, then has a single maximum, and Newton's method finds it in a few steps. Algorithm
# 1 finds another point, the minimum of the deviance. How far one click can move an estimate depends on the
# paths that join an item to the first position, not on how often the item was shown.
#
# The page {doc}`Estimating attraction in detail <estimation_detail>` covers the existence of a maximiser, the
# precision of the estimates, their sensitivity to a single click, and the slips in the published paper.
