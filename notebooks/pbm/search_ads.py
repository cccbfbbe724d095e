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
# **The question.** A search engine shows ads at three positions and keeps a log of clicks. Can one see in
# the log that a click's probability is a product, the ad's attraction times the position's examination?
# And what can be estimated from it?
#
# **The answer.** The paper looks at singular values. They show that a matrix of rank one is near, and not
# that click probabilities are products: a table without product structure can pass this test, too. The *deviance*, what the best product leaves over, can decide where
# displays are enough. Both vectors can be estimated up to one common scale, in {glue:text}`newton_steps:d` steps of Newton's method,
# where expectation–maximisation (EM), the paper's way, takes {glue:text}`em_steps:,d`.
#
# After this chapter you can fit the model to a table of clicks, test it, and say what the fit does not
# determine.
#
# :::{important}
# The paper's log, of the KDD Cup of 2012, is behind registration. In its place stand models of eight
# queries of the same challenge, fitted and published by others ({doc}`the page on data </data>`), and
# clicks drawn from them. So the figures below say what such tests can do, and not whether the model is
# right for the paper's log.
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

# %% tags=["remove-input"] mystnb={"image": {"alt": "First panel: for each of eight queries the share of the first singular value is above 0.99 for a table drawn from the model, and mostly between 0.8 and 0.98 for tables without product structure. Second panel: the deviance over its degrees of freedom is near 1 for the model and between 10 and 1000 for permuted tables."}, "figure": {"caption": "Tables of Table 1's sizes. First panel: share of the first singular value, drawn from the model, with each ad's probabilities at permuted positions, and without structure between the same extremes; the ticks are the bound of the text. Second panel: the deviance, which separates the model from permuted rows by more than a factor of ten. One table a query and kind.", "name": "pbm:singular-values"}}
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
# Six ads, three positions, a million displays in each cell of the table. The click-through rates are
# $0.05\,(1\pm0.03)$, with signs as on a chessboard: the best ad at one position is the worst at the next.
# No product $\theta_k\kappa_l$ does that, since a product ranks the ads alike at every position.
#
# **Predict.** A product has one singular value that is not zero. Which share of the sum of squares has the
# first singular value of the chessboard: a half, nine tenths, or more?

# %%
import numpy as np

from clickbandits.pbm import fitting, rank_one

signs = (-1.0) ** np.add.outer(np.arange(6), np.arange(3))
plays = np.full((6, 3), 1_000_000)
chessboard = np.round(plays * 0.05 * (1 + 0.03 * signs))
share = rank_one.singular_share(chessboard / plays)
print(f"share of the first singular value: {share:.4f}")

# %% [markdown]
# More than 0.999. Now a table that *is* a product, with 5,000 displays a cell, so that its rates are a
# little noisy.

# %%
attraction = np.array([0.12, 0.10, 0.08, 0.06, 0.05, 0.03])
examination = np.array([1.0, 0.5, 0.33])
displays = np.full((6, 3), 5000)
chance = np.outer(attraction, examination)
product = np.random.default_rng(0).binomial(displays, chance)
share = rank_one.singular_share(product / displays)
print(f"share of the first singular value: {share:.4f}")

# %% [markdown]
# Less! By its singular values the chessboard looks more like a product than the product does. What does
# decide is how much the clicks contradict the best product. The deviance measures it, as twice a number of
# nats; if the model is true it is near its *degrees of freedom*, the number of cells less the number of
# free parameters. Its law can
# be simulated, which gives a $p$-value, the chance of a deviance at least as large.

# %%
tables = {"chessboard": (chessboard, plays), "product": (product, displays)}
for name, counts in tables.items():
    test = rank_one.rank_one_test(*counts)
    print(f"{name}: deviance {test.deviance:.0f}, p-value {test.p_value:.3f}")
print("degrees of freedom:", test.degrees_of_freedom)

# %% [markdown]
# The chessboard is excluded beyond doubt, the product is not. So we may fit it. Two methods find the same
# maximum of the likelihood.

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
# The fit is near the truth, and one of its numbers is a convention: the largest examination is set to 1.
#
# ## Table 1
#
# (pbm:table-1-ads)=
# (pbm:table-1-largest)=
# (pbm:table-1-smallest)=
# Table 1 of {cite:t}`lagree2016` prints for each query the number of ads $K$, the number of records,
# and the smallest and the largest $\theta$. Eight fitted models of the same challenge are public, from
# later work on the same click model; nothing says that they are the paper's
# own fits. A row of the table and a model belong together if the number
# of ads is the same and the largest attraction is nearest.
#
# :::{claim} pbm:table-1-ads pbm:table-1-largest pbm:table-1-smallest
# :::

# %% tags=["remove-input"]
queries.table_1().set_index("query").round(4)

# %% [markdown]
# All printed attractions but one are theirs to the last digit: the models
# are those of the paper, or near them. The exception is the smallest attraction
# of the fourth row, where the table has the model's second smallest.
#
# ## How the queries were chosen
#
# (pbm:selection-rule)=
# An ad counts if it was displayed at least 1,000 times at every position, and a query if it has at
# least five such ads. Every cell of the table of counts is
# then well filled, so that all ads can be compared. It also means
# that the eight queries are not typical. A query needs at least $3{,}000 K$ records to pass, and all
# eight rows have several times as many.
#
# :::{claim} pbm:selection-rule
# :::

# %% [markdown]
# ## What a dominant singular value shows
#
# (pbm:singular-values-dominate)=
# If the click probabilities are products $\theta_k \kappa_l$, their matrix has rank one, and all
# singular values but the first are zero. The paper observes that the matrices $M_q$ of
# click-through rates have a first singular value that is much larger than the others, “therefore
# validating the low-rank assumption underlying in the PBM”. How much does that validate?
#
# :::{claim} pbm:singular-values-dominate
# :::
#
# (pbm:mean-share)=
# **A matrix with entries of similar size always has one.** Let $M$ be any $K \times L$ matrix, not
# zero, and $x$, $y$ the constant unit vectors, with entries $1/\sqrt{K}$ and $1/\sqrt{L}$. The
# first singular value is the largest value of $x^\top M y$ over unit vectors, so
#
# $$\frac{\sigma_1^2}{\sum_i \sigma_i^2} \ge \frac{(x^\top M y)^2}{\|M\|_F^2}
# = \frac{\big(\sum_{k,l} m_{k,l}\big)^2}{K L \sum_{k,l} m_{k,l}^2}
# = \frac{\bar m^2}{\overline{m^2}} = \frac{1}{1 + c^2},$$
#
# where $c$ is the coefficient of variation of the entries (the last step where $\bar m \ne 0$). With entries drawn uniformly from
# $[0, 1]$ that is already about three quarters, and with entries that vary by 3 % it is 0.999.
#
# :::{claim} pbm:mean-share
# :::
#
# (pbm:svd-validates-rank-one)=
# **Near rank one is not a product.** The share has an exact meaning: one minus the share is the squared
# distance of the nearest matrix of rank one, as a part of the sum of squares (the theorem of Eckart and
# Young). In this sense a dominating first singular value does validate low rank. It does not validate the
# model, because a table can have a larger share than the model's and be no product. The chessboard of the
# worked example is one: its share is larger, too, than that of one of the tables drawn from the fitted
# models, and a million displays per cell exclude the model beyond doubt.
#
# :::{claim} pbm:svd-validates-rank-one
# :::
#
# (pbm:deviance-test)=
# **What can decide,** with displays enough, is what the best product leaves over. With $\hat p_{k,l} = \hat\theta_k
# \hat\kappa_l$ from maximum likelihood, the deviance
#
# $$D = 2 \sum_{k,l} N_{k,l}\, d\big(S_{k,l}/N_{k,l},\ \hat p_{k,l}\big)$$
#
# is twice the log-likelihood that a free table gains. If the model is true it is near the number of
# degrees of freedom, $KL - (K + L - 1)$, and its law can be simulated: draw tables of clicks from
# the fit, fit each again, and see how many deviate as much (a parametric bootstrap). Unlike a
# singular value it knows how many displays stand behind a rate. Like every test it rejects a true
# model now and then, of eight tables perhaps one. It rejected all eight permuted tables,
# and {number}`pbm:deviance-test further` of {number}`pbm:deviance-test further_tables` further ones: rows
# that are all permuted alike are a product still.
#
# :::{claim} pbm:deviance-test
# :::
#
# ## What clicks determine
#
# (pbm:scale-not-identified)=
# **One scale is free.** A click has probability $\theta_k \kappa_l$, and $(c\,\theta, \kappa / c)$
# gives the same. Nothing else is free where the design is connected: join every item to the
# positions it was shown at. Along an edge the product $\theta_k \kappa_l$ is determined, so that
# each value determines its neighbour's, and along paths one value determines all. Between two parts
# of the graph without an edge nothing can be compared: items only ever shown at position 1 can
# be good items, or position 1 a good position. Items without a single click are estimated as 0,
# fit beside every examination, and join nothing.
#
# :::{claim} pbm:scale-not-identified
# :::
#
# Expectation–maximisation does not show this. Started inside the cube it {ref}`converges <pbm:em-iterates>` to one of the equally likely
# models, and the start decides which one. The quantities of the bandit problem are
# mostly safe: gaps and divergences are functions of the products, and the lower bound does not
# change. A policy that clips at 1 or has a prior on $\theta$ is not.
#
# (pbm:table-1-normalisation)=
# The table prints values of $\theta$ without their scale. The public models fix
# $\kappa_1 = 1$, and in all of them the first position is the most examined. The printed maxima are
# those of this scale, and so are the printed minima of all rows but the fourth. With $\kappa_3 = 1$, or
# with a mean examination of 1, all values would be smaller by more than 30 %. Our `fit`
# sets the largest examination to 1, in every connected part, by default; then all values are
# probabilities, which with $\kappa_1 = 1$ need not be so in other logs.
#
# :::{claim} pbm:table-1-normalisation
# :::

# %% [markdown]
# ## Expectation–maximisation on counts, and Newton's method
#
# (pbm:likelihood-concave)=
# **The log-likelihood is concave** in $u = \log\theta$ and $v = \log\kappa$. Displays of item $k$
# at position $l$ contribute, with $x = u_k + v_l \le 0$,
#
# $$S\,x + (N - S) \log(1 - e^x), \qquad \frac{d^2}{dx^2} = -(N - S)
# \frac{e^x}{(1 - e^x)^2} \le 0 .$$
#
# :::{claim} pbm:likelihood-concave
# :::
#
# A concave function of a sum of coordinates is concave in them, a sum of concave functions is
# concave, and $u, v \le 0$ is a convex set. So every local maximum is the global one, and it may
# lie at the border, with an attraction of 1. A method can still stop at a border point that is no maximum; {doc}`EM does <em>` if it
# starts there.
#
# (pbm:em-monotone)=
# **Expectation–maximisation** takes the two hidden bits of a display, attracted and examined, as
# missing data. A click reveals both. Without a click, three of their four values are possible, with
# probabilities $p_0(h)$ under the present vectors $(\theta_0, \kappa_0)$: the item was attractive
# with probability $\theta_0 (1 - \kappa_0) / (1 - \theta_0 \kappa_0)$, the position examined with
# probability $\kappa_0 (1 - \theta_0) / (1 - \theta_0 \kappa_0)$. The step sets $\theta_k$ to the
# expected share of the item's displays in which it was attractive, and $\kappa_l$ likewise. This
# needs the counts only, so a step costs $K L$ operations however long the log is.
#
# :::{claim} pbm:em-monotone
# :::
#
# For one display without click and every $(\theta, \kappa)$,
#
# $$\begin{aligned}
# \log(1 - \theta\kappa) &= \sum_h p_0(h) \log p(h, \text{no click}) \\
# &\quad - \sum_h p_0(h) \log p(h \mid \text{no click}) .
# \end{aligned}$$
#
# Summed over the displays, the first term is the function $Q$ that the step maximises: it is of the
# form $a \log\theta + (N - a) \log(1 - \theta)$ for each entry, with its maximum at $a / N$. The
# second changes by a Kullback–Leibler divergence. Hence
#
# $$\begin{aligned}
# \ell(\theta, \kappa) - \ell(\theta_0, \kappa_0) &= Q(\theta, \kappa) - Q(\theta_0, \kappa_0) \\
# &\quad + \sum_{k,l} (N_{k,l} - S_{k,l})\, \mathrm{KL}\big(p_0 \,\|\, p\big) \ge 0 .
# \end{aligned}$$
#
# **How fast is it?** Near the limit an error shrinks in each step by the {ref}`missing share of information <pbm:em-rate>`.
# A display without a click says little about the examination if the attraction is small, so nearly all its information on $\kappa$ is missing, and
# the factor is near 1. Newton's method on the concave function does not have this difficulty. The items can be
# eliminated one by one, so a step solves one system of the size of the number of positions. {doc}`The next chapter <em>` proves
# that EM reaches the maximum from every start inside the cube, and says how to certify a fit.
#
# (pbm:em-and-newton)=
# (pbm:fit-recovers)=
# The counts below are drawn from the eight models with Table 1's numbers of records, spread evenly.
#
# :::{claim} pbm:em-and-newton pbm:fit-recovers
# :::

# %% tags=["remove-input"] mystnb={"image": {"alt": "Shortfall of the log-likelihood against the step on logarithmic axes. EM reaches the maximum after 70 to 130 steps, Newton's method after seven to nine."}, "figure": {"caption": "Distance to the maximum after every step of expectation–maximisation and of Newton's method, for the eight queries (one colour per query). Both start with all values at one half.", "name": "pbm:convergence"}}
publish(figures.convergence(fits), "pbm:convergence")

# %% tags=["remove-cell"]
assert figures.convergence_as_described(published("pbm:convergence"))

# %% [markdown]
# {download}`data <convergence.csv>` · {download}`how it was made <convergence.json>`
#
# ## What the queries ask of a learner
#
# (pbm:kdd-last-position)=
# With the models the constant of {ref}`Theorem 6 <pbm:equation-6>` can be computed for each
# query, and the position at which a suboptimal ad is explored at the least cost. It is the last
# one everywhere, though in one place another costs only {number}`pbm:kdd-last-position nearest:.3f` times as
# much: on these queries PBM-PIE, which explores there only, has the optimal design, and
# its good showing in {ref}`Figure 2 <pbm:figure-2-both-outperformed>` is on problems that suit it. The
# constants differ widely between the queries: they are ruled by the gap between the third ad and the
# next.
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
# Where rates can be seen, does the model fit? For sixty queries of the Yandex challenge the counts
# of views and clicks per document and position are public. As in other real logs
# the engine shows a document mostly where it ranks it, so that most cells are empty.
# A document can be clicked again in the same display; the model has one click a display, so a cell
# with more clicks than views is cut to one click a view (what other cells hide of repeats cannot
# be seen in counts). The file may not be passed on: a build without it can only say so here.
#
# :::{claim} pbm:yandex-counts-fit pbm:yandex-counts-identified
# :::

# %% tags=["remove-input"]
yandex_counts.summary()

# %% [markdown]
# With the file, the deviance rejects the model for more than half of the queries. That says how to read a
# simulation on a fitted model, here and in Part II: it is realistic in its sizes, not in its structure. In some of the queries the scale of
# some documents is not determined at all, so that what a file of fitted parameters says about them is
# the choice of the algorithm's start.
#
# ## Notes on the published paper
#
# **“A highly dominating first singular value”** validates low rank, and not the product structure of the
# model ({ref}`above <pbm:svd-validates-rank-one>`).
#
# **A scale that is not named.** Table 1 prints values of $\theta$, which clicks determine only up to a common
# factor. Its numbers are those with the first examination set to 1
# ({ref}`above <pbm:table-1-normalisation>`).
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# How many displays a cell does it take before the test rejects the chessboard at the level 0.01? Try
# 1,000, 10,000 and 100,000, with the clicks exactly as expected.
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
# $\theta_B/\theta_C$ and $\kappa_2/\kappa_3$, because B, C and the positions 2 and 3 are connected. Ad A
# and position 1 are a part of their own: only the product $\theta_A\kappa_1$ is determined, and A can be
# compared with nothing.
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
# At least $1/(1+0.1^2)\approx0.990$, by the bound above, whatever the structure.
# :::
#
# ## What to remember
#
# A dominant singular value is weak evidence for a product: a table with entries of similar size always
# has one. The deviance of the best product can decide, where displays are enough. Clicks determine both
# vectors up to one scale in every connected part of the design, and on these tables Newton's method finds
# them in a few steps.
