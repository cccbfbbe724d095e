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
# # Search advertising
#
# **The question.** A search engine shows ads at three positions and keeps a log of clicks. Does the log
# reveal whether a click's probability is a product, the ad's attraction times the position's examination? And
# which parameters can be estimated from it?
#
# **The answer.** The paper looks at singular values. They show that a matrix of rank one is near, but not
# that click probabilities are products, because a table without product structure can pass this test, too.
# The *deviance*, which measures how far the clicks are from the best product, can decide if there are enough
# displays. Both vectors can be estimated up to one common scale, in {glue:text}`newton_steps:d` steps of
# Newton's method, whereas expectation–maximisation (EM), the paper's method, takes {glue:text}`em_steps:,d`.
#
# After this chapter you can fit the model to a table of clicks, test it, and list the quantities that the fit
# does not determine.
#
# :::{important}
# The paper's log, from the KDD Cup of 2012, is available only after registration. In its place we use models
# of eight queries of the same challenge, fitted and published by others ({doc}`the page on data </data>`),
# and clicks drawn from them. The figures below therefore show how well such tests work, but not whether the
# model is right for the paper's log.
# :::

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.pbm import queries, yandex_counts
from compendium.pbm.search_ads import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
fits = queries.fits()
singular = queries.singular_values(profile)
glue("em_steps", int(fits["EM steps"].max()))
glue("newton_steps", int(fits["Newton steps"].max()))

# %% tags=["remove-input"] mystnb={"image": {"alt": "First panel: for each of eight queries the share of the first singular value is above 0.99 for a table drawn from the model, and mostly between 0.8 and 0.98 for tables without product structure. Second panel: the deviance over its degrees of freedom is near 1 for the model and between 10 and 1000 for permuted tables, more than ten times the values for the model."}, "figure": {"caption": "Tables of the sizes in Table 1, one per query and kind. First panel: the share of the first singular value for tables drawn from the model, with each ad's probabilities at permuted positions, and without structure between the same extremes; the ticks are the bound of the text. Second panel: the deviance over its degrees of freedom.", "name": "pbm:singular-values"}}
publish(
    figures.singular_values(singular),
    "pbm:singular-values",
    replications=queries.REPLICATIONS[profile],
)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.singular_values_as_described(published("pbm:singular-values"))

# %% [markdown]
# {download}`data <singular-values.csv>` · {download}`how it was made <singular-values.json>`
#
# ## A worked example
#
# There are six ads and three positions, with a million displays per cell. The click-through rates are
# $0.05\,(1\pm0.03)$, with signs as on a chessboard, so the best ad at one position is the worst at the next. No
# product $\theta_k\kappa_l$ behaves like this, because a product ranks the ads alike at every position.
#
# **Predict.** A product has one singular value that is not zero. What share of the sum of squares does the
# first singular value of the chessboard have: a half, nine tenths, or more?

# %%
import numpy as np

from clickbandits.pbm import fitting, rank_one

signs = (-1.0) ** np.add.outer(np.arange(6), np.arange(3))
plays = np.full((6, 3), 1_000_000)
chessboard = np.round(plays * 0.05 * (1 + 0.03 * signs))
share = rank_one.singular_share(chessboard / plays)
print(f"share of the first singular value: {share:.4f}")

# %% [markdown]
# Its share is more than 0.999. Now consider a table that *is* a product, with 5,000 displays per cell, so its
# rates are a little noisy.

# %%
attraction = np.array([0.12, 0.10, 0.08, 0.06, 0.05, 0.03])
examination = np.array([1.0, 0.5, 0.33])
displays = np.full((6, 3), 5000)
chance = np.outer(attraction, examination)
product = np.random.default_rng(0).binomial(displays, chance)
share = rank_one.singular_share(product / displays)
print(f"share of the first singular value: {share:.4f}")

# %% [markdown]
# Its share is smaller! By its singular values the chessboard looks more like a product than the product does.
# The decisive question is how strongly the clicks contradict the best product. The deviance measures this, as
# twice a number of nats. If the model is true, the deviance is near its *degrees of freedom*, the number of
# cells minus the number of free parameters. Its distribution can be simulated, which gives a $p$-value, the
# probability of a deviance at least as large.

# %%
tables = {"chessboard": (chessboard, plays), "product": (product, displays)}
for name, counts in tables.items():
    test = rank_one.rank_one_test(*counts)
    print(f"{name}: deviance {test.deviance:.0f}, p-value {test.p_value:.3f}")
print("degrees of freedom:", test.degrees_of_freedom)

# %% [markdown]
# The test excludes the chessboard beyond doubt, but not the product, so we may fit the latter. Two methods
# find the same maximum of the likelihood.

# %%
newton = fitting.fit(product, displays)
em = fitting.fit(product, displays, method="em")
print("attraction: ", newton.attraction.round(3))
print("examination:", newton.examination.round(3))
print(f"steps: {newton.iterations} of Newton's method, {em.iterations} of EM")

# %% tags=["remove-cell"]
board = rank_one.singular_share(chessboard / plays)
assert board > 0.999 and rank_one.singular_share(product / displays) < board
assert rank_one.rank_one_test(chessboard, plays).p_value < 0.01 and test.p_value > 0.1
assert np.allclose(newton.attraction, em.attraction, rtol=1e-3)
assert em.iterations > 10 * newton.iterations and em.converged

# %% [markdown]
# The fit is near the truth. One of its numbers is a convention, because the largest examination is set to 1.
#
# ## Table 1
#
# (pbm:table-1-ads)=
# (pbm:table-1-largest)=
# (pbm:table-1-smallest)=
# Table 1 of {cite:t}`lagree2016` prints for each query the number of ads $K$, the number of records, and the smallest
# and the largest $\theta$. The published models come from later work on the same click model and are possibly not the
# paper's own fits. We match each row with the model that has the same number of ads and the nearest largest
# attraction.
#
# :::{claim} pbm:table-1-largest pbm:table-1-smallest
# :::

# %% tags=["remove-input"]
queries.table_1().set_index("query").round(4)

# %% [markdown]
# All numbers of ads agree, and so do all printed attractions but one, to the last digit, so these models are
# those of the paper or near them. The exception is the smallest attraction of the fourth row, for which the
# table gives the model's second smallest.
#
# ## How the queries were chosen
#
# (pbm:selection-rule)=
# An ad counts if it was displayed at least 1,000 times at every position, and a query if it has at least five such
# ads. Every cell of the table is then well filled, so all ads can be compared, but the eight queries are not typical.
# A query needs at least $3{,}000 K$ records to pass, and all eight rows have several times as many.
#
# :::{claim} pbm:selection-rule
# :::
#
# ## What a dominant singular value shows
#
# (pbm:singular-values-dominate)=
# A matrix of products $\theta_k \kappa_l$ has rank one. The paper observes that the matrices $M_q$ of click-through
# rates have a first singular value much larger than the others, “therefore validating the low-rank assumption
# underlying in the PBM”. How much does that validate?
#
# :::{claim} pbm:singular-values-dominate
# :::
#
# (pbm:mean-share)=
# **A matrix with entries of similar size always has one.** Let $M$ be any $K \times L$ matrix other than
# zero, and let $x$ and $y$ be the constant unit vectors, with entries $1/\sqrt{K}$ and $1/\sqrt{L}$. The
# first singular value is the largest value of $x^\top M y$ over unit vectors, so
#
# $$\frac{\sigma_1^2}{\sum_i \sigma_i^2} \ge \frac{(x^\top M y)^2}{\|M\|_F^2}
# = \frac{\big(\sum_{k,l} m_{k,l}\big)^2}{K L \sum_{k,l} m_{k,l}^2}
# = \frac{\bar m^2}{\overline{m^2}} = \frac{1}{1 + c^2},$$
#
# where $c$ is the coefficient of variation of the entries (the last step if $\bar m \ne 0$). With entries
# drawn uniformly from $[0, 1]$ the bound is already about three quarters, and with entries that vary by 3 %
# it is 0.999.
#
# (pbm:svd-validates-rank-one)=
# **A matrix near rank one need not be a product.** One minus the share is the squared distance to the nearest matrix
# of rank one, as a fraction of the sum of squares (the theorem of Eckart and Young). In this sense a dominating first
# singular value does validate low rank, but not the model, because a table without product structure can have a
# larger share than a table drawn from the model. The chessboard has a larger share than one of the tables drawn from
# the fitted models, although the deviance excludes it beyond doubt.
#
# :::{claim} pbm:svd-validates-rank-one
# :::
#
# (pbm:deviance-test)=
# **The deviance can decide,** if there are enough displays. With $\hat p_{k,l} = \hat\theta_k \hat\kappa_l$
# from maximum likelihood, the deviance
#
# $$D = 2 \sum_{k,l} N_{k,l}\, d\big(S_{k,l}/N_{k,l},\ \hat p_{k,l}\big)$$
#
# is twice the increase in log-likelihood when the table is free. It has $KL - (K + L - 1)$ degrees of freedom. To
# simulate its distribution, draw tables of clicks from the fit, fit each again, and count how many deviate at least
# as much (a parametric bootstrap). Unlike a singular value, the deviance takes the number of displays behind a rate
# into account. Like every test, this one rejects a true model now and then, perhaps one of eight tables. It rejected
# all eight permuted tables, and {number}`pbm:deviance-test further` of {number}`pbm:deviance-test further_tables`
# further ones. A table whose rows are all permuted alike is still a product.
#
# ## What clicks determine
#
# (pbm:scale-not-identified)=
# **One scale is free.** A click has probability $\theta_k \kappa_l$, and $(c\,\theta, \kappa / c)$ gives the same.
# Nothing else is free if the design is connected. To see this, join every item to the positions at which it was
# shown. Along an edge the product $\theta_k \kappa_l$ is determined, so each value determines its neighbour's, and
# along paths one value determines all the others. Between two parts of the graph without an edge nothing can be
# compared. If some items were shown only at position 1, either they or the position may be good. Items without a
# single click are estimated as 0, fit any examination, and join nothing.
#
# :::{claim-steps} pbm:known-examination
# :::
#
# Expectation–maximisation does not reveal this. Started inside the cube, it {ref}`converges <pbm:em-iterates>` to one
# of the equally likely models, and the start decides which one. Gaps, divergences and the lower bound are not
# affected, because they depend only on the products. A policy that clips at 1 or has a prior on $\theta$ is affected.
#
# (pbm:table-1-normalisation)=
# The table prints values of $\theta$ without their scale. The public models fix $\kappa_1 = 1$, and in all of them
# the first position is the most examined. The printed maxima and minima are those of this scale, except for the
# minimum of the fourth row. With $\kappa_3 = 1$, or with a mean examination of 1, all values would be smaller by more
# than 30 %. By default, our `fit` sets the largest examination in every connected part to 1. All values are then
# probabilities, whereas with $\kappa_1 = 1$ they need not be in other logs.
#
# ## Expectation–maximisation on counts, and Newton's method
#
# (pbm:likelihood-concave)=
# **The log-likelihood is concave** in $u = \log\theta$ and $v = \log\kappa$. Displays of item $k$
# at position $l$ contribute, with $x = u_k + v_l \le 0$,
#
# $$S\,x + (N - S) \log(1 - e^x), \qquad \frac{d^2}{dx^2} = -(N - S)
# \frac{e^x}{(1 - e^x)^2} \le 0 .$$
#
# A concave function of a sum of coordinates is concave in them, a sum of concave functions is concave, and
# $u, v \le 0$ is a convex set. So every local maximum is global, and it can be on the border, with an
# attraction of 1. A method can still stop at a border point that is not a maximum; {doc}`EM does <em>` if it
# starts there.
#
# (pbm:em-monotone)=
# **Expectation–maximisation** treats the two hidden bits of a display, attracted and examined, as missing
# data. A click reveals both. Without a click, three of the four combinations are possible, with probabilities
# $p_0(h)$ under the present vectors $(\theta_0, \kappa_0)$. The item was attractive with probability
# $\theta_0 (1 - \kappa_0) / (1 - \theta_0 \kappa_0)$, and the position was examined with probability
# $\kappa_0 (1 - \theta_0) / (1 - \theta_0 \kappa_0)$. The step sets $\theta_k$ to the expected share of the
# item's displays in which it was attractive, and $\kappa_l$ likewise. This needs only the counts, so a step
# costs $K L$ operations however long the log is.
#
# :::{admonition} Proof that a step does not lower the likelihood
# :class: dropdown
# For one display without click and every $(\theta, \kappa)$,
#
# $$\begin{aligned}
# \log(1 - \theta\kappa) &= \sum_h p_0(h) \log p(h, \text{no click}) \\
# &\quad - \sum_h p_0(h) \log p(h \mid \text{no click}) .
# \end{aligned}$$
#
# Summed over the displays, the first term is the function $Q$ that the step maximises. For each entry it has
# the form $a \log\theta + (N - a) \log(1 - \theta)$, with its maximum at $a / N$. The second term changes by
# a Kullback–Leibler divergence. Therefore
#
# $$\begin{aligned}
# \ell(\theta, \kappa) - \ell(\theta_0, \kappa_0) &= Q(\theta, \kappa) - Q(\theta_0, \kappa_0) \\
# &\quad + \sum_{k,l} (N_{k,l} - S_{k,l})\, \mathrm{KL}\big(p_0 \,\|\, p\big) \ge 0 .
# \end{aligned}$$
# :::
#
# **How fast is it?** Near the limit, each step multiplies the error by the
# {ref}`missing share of information <pbm:em-rate>`, which is near 1 if the attraction is small, because a display
# without a click then carries little information about the examination. Newton's method on the concave function
# does not have this difficulty, and because the items can be eliminated one by one, a step solves one system with
# as many equations as positions. {doc}`The next chapter <em>` proves that EM reaches the maximum from every start
# inside the cube, and explains how to certify a fit.
#
# (pbm:em-and-newton)=
# (pbm:fit-recovers)=
# On counts drawn from the eight models, with Table 1's numbers of records spread evenly, Newton's method and EM reach
# the same maximum, and the fit recovers the attractions.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Shortfall of the log-likelihood against the step on logarithmic axes. EM reaches the maximum after 70 to 140 steps, Newton's method after seven to nine."}, "figure": {"caption": "Distance to the maximum after every step of expectation–maximisation and of Newton's method, for the eight queries (one colour per query). Both start with all values at one half.", "name": "pbm:convergence"}}
publish(figures.convergence(fits), "pbm:convergence")

# %% tags=["remove-cell"]
assert figures.convergence_as_described(published("pbm:convergence"))

# %% [markdown]
# {download}`data <convergence.csv>` · {download}`how it was made <convergence.json>`
#
# ## What the queries demand of a learner
#
# (pbm:kdd-last-position)=
# The models allow us to compute, for each query, the constant of {ref}`Theorem 6 <pbm:equation-6>` and the position
# at which a suboptimal ad is explored at the least cost. It is the last position in every case, although in one case
# another position costs only {number}`pbm:kdd-last-position nearest:.3f` times as much. PBM-PIE, which explores only
# there, has the optimal design on these queries, so its good results in
# {ref}`Figure 2 <pbm:figure-2-both-outperformed>` are for problems that suit it. The constants differ widely, because
# they depend mainly on the gap between the third ad and the next.
#
# :::{claim} pbm:kdd-last-position
# :::

# %% tags=["remove-input"]
queries.bounds().rename(columns={"constant of (6)": "constant C"})

# %% [markdown]
# ## Counts of another log
#
# (pbm:yandex-counts-fit)=
# (pbm:yandex-counts-identified)=
# Does the model fit when rates can be observed? For sixty queries of the Yandex challenge the counts of views and
# clicks per document and position are public. As in other real logs, the engine shows a document mostly at the rank
# it assigns, so most cells are empty. The model has one click per display, but a document can be clicked repeatedly,
# so we cut a cell with more clicks than views to one click per view. (Counts do not reveal repeated clicks in other
# cells.) We must not redistribute the file, and a build without it decides nothing here. With the file, the deviance
# rejects the model for more than half of the queries, and in some queries the scale of some documents is not
# determined.
#
# :::{claim} pbm:yandex-counts-fit pbm:yandex-counts-identified
# :::

# %% tags=["remove-input"]
yandex_counts.summary()

# %% [markdown]
# The rejections show how to interpret a simulation on a fitted model, here and in Part II. It is realistic in its
# sizes, but not in its structure. For documents whose scale is not determined, a file of fitted parameters gives
# whatever scale followed from the algorithm's start.
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# How many displays per cell does it take before the test rejects the chessboard at the level 0.01? Try 1,000,
# 10,000 and 100,000, with the clicks exactly as expected.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# At 10,000 displays the deviance is still as small as that of a true product; at 100,000 it is not.
# The singular value is the same in all three tables.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
p_values = []
for n in (1_000, 10_000, 100_000):
    cells = np.full((6, 3), n)
    test = rank_one.rank_one_test(np.round(cells * 0.05 * (1 + 0.03 * signs)), cells)
    p_values.append(test.p_value)
    print(f"{n:,} displays: deviance {test.deviance:.1f}, p-value {test.p_value:.3f}")
assert p_values[1] > 0.01 >= p_values[2]

# %% [markdown]
# :::{admonition} Exercise 2, with a pencil
# Ad A was shown at position 1 only, ads B and C at positions 2 and 3 only. Which ratios of attractions and
# examinations can be estimated?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The ratios $\theta_B/\theta_C$ and $\kappa_2/\kappa_3$ can be estimated, because B, C and the positions 2
# and 3 are connected. Ad A and position 1 form a part of their own. Only the product $\theta_A\kappa_1$ is
# determined, and A cannot be compared with any other ad.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
apart = fitting.fit(
    [[50, 0, 0], [0, 30, 20], [0, 15, 10]], [[1000, 0, 0], [0, 1000, 1000], [0, 1000, 1000]]
)
assert not apart.identified
print("\n".join(apart.not_identified))

# %% [markdown]
# :::{admonition} Exercise 3, with a pencil
# The entries of a table vary by 10 % around their mean (coefficient of variation 0.1). How small can the
# share of its first singular value be?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# It is at least $1/(1+0.1^2)\approx0.990$, by the bound above, whatever the structure.
# :::
#
# ## What to remember
#
# A dominant singular value is weak evidence for a product, because a table with entries of similar size always has
# one. The deviance of the best product can decide if there are enough displays. Clicks determine both vectors up to
# one scale in every connected part of the design, and on these tables Newton's method finds
# them in a few steps.
