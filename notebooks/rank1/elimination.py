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
# # Elimination
#
# A shop can show one item at one place on its page. Some items are more attractive,
# some places are looked at more, and a visitor clicks only if both hold: the place was looked
# at and the item liked. With $K$ items and $L$ places there are $KL$ pairs. Can the best pair be
# found at the price of learning $K+L$ things, and not $KL$?
#
# Yes, by comparing items with items and places with places, and letting the worse
# ones go in stages. Here is one such game. The chapter explains it, bounds the clicks it loses, and says
# why the bound is true; {doc}`Elimination in detail <elimination_detail>` proves every step, works out the
# needle and the limits of the theorem, and notes where the print differs.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.rank1.elimination import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels, rows and columns, with an interval for each that is still there at the end of every stage. Intervals halve from stage to stage. Row 4 leaves after stage 0, row 3 after stage 1, row 2 after stage 2, each when its interval lies below that of row 1. Columns 3 and 2 leave after stages 1 and 2. The averages of those that stay rise."}, "figure": {"caption": "One game of Rank1ElimKL with four rows (items) and three columns (places), a million steps. Dots are averages, bars their intervals; a cross marks who leaves: its interval lies below the dashed line, the lower end of the best one.", "name": "rank1:one-game"}}
shown = {
    "attraction": (0.8, 0.6, 0.4, 0.2),
    "examination": (0.9, 0.6, 0.3),
    "horizon": 10**6,
    "seed": 20,
}
publish(figures.one_game(**shown), "rank1:one-game", profile=profile, **shown)

# %% tags=["remove-cell"]
assert figures.one_game_as_described(published("rank1:one-game"))

# %% [markdown]
# {download}`data <one-game.csv>` · {download}`how it was made <one-game.json>`
#
# ## Four rows, three columns
#
# Call the items *rows* and the places *columns*. Our shop has four rows, liked with probabilities
# $0.8, 0.6, 0.4, 0.2$, and three columns, looked at with probabilities $0.9, 0.6, 0.3$. Showing row
# 1 in column 2 is clicked with probability $0.8\cdot0.6$. The learner knows none of this. It sees a
# click or no click, and when there is none it cannot tell whether the visitor did not look or did not
# like.
#
# The algorithm plays in *stages*. In a *round* it draws one column by lot and plays every row with
# it, then draws one row by lot and plays every column with it. After so many rounds it computes an
# average for each row, with an interval around it, and whoever lies wholly below the best one leaves.
#
# **Predict.** Which row leaves first, and how many plays of each row does that take?

# %%
import math

import numpy as np

from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.rank1 import bounds, problem, stage_table

shop = problem([0.8, 0.6, 0.4, 0.2], [0.9, 0.6, 0.3])
game = stage_table(shop, horizon=1_000_000, seed=20)
rows = game.query("side == 'row' and stage <= 2")
rows.set_index(["stage", "number"])[["plays", "average", "lower", "upper", "leaves"]].round(3)

# %% tags=["remove-cell"]
left = game.query("leaves")
glue("plays_0", int(game["plays"].iloc[0]))
glue("upper_4", float(rows["upper"].iloc[3]))
glue("lower_1", float(rows["lower"].iloc[0]))
assert left.query("side == 'row'")["number"].tolist() == [4, 3, 2]
assert left.query("side == 'row'")["stage"].tolist() == [0, 1, 2]

# %% [markdown]
# Row 4 leaves, after {glue:text}`plays_0` plays of each. Its interval ends at
# {glue:text}`upper_4:.2f`, that of row 1 begins at {glue:text}`lower_1:.2f`. From stage to stage there are four times as many
# plays, the intervals get half as wide, and each stage separates what is half as far apart.
#
# An interval holds all means that are still plausible. With an average $\hat u$ of so many plays, the
# evidence against a mean $q$ is the number of plays times $d(\hat u,q)$, where
# $d(p,q)=p\log\frac pq+(1-p)\log\frac{1-p}{1-q}$ is the Kullback–Leibler *divergence*. What has more
# evidence against it than $\delta=\log n+3\log\log n$, in a game of $n$ steps, is out. **Compute** one
# of them by hand:

# %%
budget = math.log(1_000_000) + 3 * math.log(math.log(1_000_000))
average = rows["average"].iloc[0]
plays = rows["plays"].iloc[0]
print(f"{kl_lower(average, budget / plays):.3f} to {kl_upper(average, budget / plays):.3f}")

# %% [markdown]
# That is the first line of the table.
#
# Why may rows be compared like this, if nobody knows how often the columns are looked at? Divide each
# row's average by what the row is really worth. **Predict** what is left.

# %%
for stage, each in game.query("side == 'row'").groupby("stage"):
    factors = each["average"] / shop.attraction[each["number"] - 1]
    print(f"stage {stage}:", *factors.map("{:.2f}".format))

# %% tags=["remove-cell"]
averages = game.query("side == 'row'").pivot(index="stage", columns="number", values="average")
all_factors = averages / shop.attraction
spread = all_factors.max(axis=1) - all_factors.min(axis=1)
assert spread[2] < 0.05 and spread[0] > 0.1
assert all_factors[1].iloc[0] < 0.7 < 0.85 < all_factors[1].iloc[-1]

# %% [markdown]
# Up to noise, the same number in each line: all rows of a stage met the same columns, so all are
# scaled by the same factor. At first it is the average of the columns, $0.6$. It rises, because
# the better column plays for those that left. In the end it is that of the best column, $0.9$.
#
# ## The game in general
#
# There are $K$ rows and $L$ columns. In step $t$ nature draws $\mathbf u_t\in\{0,1\}^K$ (who would be
# liked) and, independently, $\mathbf v_t\in\{0,1\}^L$ (what is looked at), with means $\bar u$ and
# $\bar v$. The learner picks a pair $(i,j)$ and sees the product $\mathbf u_t(i)\mathbf v_t(j)$.
#
# (rank1:rank-1-matrix)=
# **Rank 1.** By independence the click probability is $\bar u(i)\bar v(j)$: the matrix of click
# probabilities is a column times a row, hence of rank 1, and every $2\times2$ minor of it (the
# determinant of what two rows and two columns have in common) vanishes. The coordinates *inside*
# $\mathbf u_t$ may depend on each other in any way: only one is looked at in a step.
#
# :::{claim} rank1:rank-1-matrix
# :::
#
# (rank1:equation-1)=
# **Gaps and regret.** A star marks the largest entry. The *gaps* of a row and of a column are
#
# $$\Delta_i^U=\bar u^*-\bar u(i),\qquad\Delta_j^V=\bar v^*-\bar v(j). \tag{1}$$
#
# :::{claim} rank1:equation-1
# :::
#
# A pair loses
#
# $$\bar u^*\bar v^*-\bar u(i)\bar v(j)=\Delta_i^U\,\bar v^*+\bar u(i)\,\Delta_j^V
# \;\le\;\Delta_i^U+\Delta_j^V$$
#
# expected clicks per step. Neither term is negative, so, unless a vector is all zero, the best pairs are
# those of a best row with a best column. The *regret* $R(n)$ is the expected sum of these losses over $n$ steps.
#
# (rank1:equation-2)=
# **The smallest gaps** are minima over the *positive* gaps:
#
# $$\Delta^U_{\min}=\min_{i:\Delta_i^U>0}\Delta_i^U,\qquad
# \Delta^V_{\min}=\min_{j:\Delta_j^V>0}\Delta_j^V. \tag{2}$$
#
# :::{claim} rank1:equation-2
# :::
#
# If all rows are tied there is none. Then the best column with any row costs nothing, and the right
# reading is $\Delta^U_{\min}=\infty$, $1/\Delta^U_{\min}=0$.
#
# (rank1:equation-3)=
# **The average**
#
# $$\mu=\min\Bigl\{\frac1K\sum_i\bar u(i),\ \frac1L\sum_j\bar v(j)\Bigr\} \tag{3}$$
#
# says how much click is left when partners are drawn by lot. The bounds divide by it, so it must be positive; it is, unless
# a vector is all zero, where every pair has regret 0.
#
# :::{claim} rank1:equation-3
# :::
#
# (rank1:equation-5)=
# **The peak** is the largest entry of both vectors,
#
# $$p_{\max}=\max\bigl\{\max_i\bar u(i),\ \max_j\bar v(j)\bigr\}. \tag{4}$$
#
# :::{claim} rank1:equation-5
# :::
#
# The paper's bound has $\gamma=\max\{\mu,1-p_{\max}\}\ge\mu$. In its place we put
# a number that is never smaller and never below $\frac14$: $\kappa(\mu,p_{\max})$, where
# $\kappa(c,M)=\frac1{4M(1-cM)}$ if $cM\le\frac12$ and $\kappa(c,M)=c$ if not. (It has nothing to do with the
# $\kappa$ of Part I.) It comes from {ref}`the scaling lemma in its sharp form <rank1:sharp-quadratic>`,
# which the next chapter proves: $d(cp,cq)\ge2c\,\kappa(c,M)\,(p-q)^2$ for all $p,q\le M$. So this much of the
# evidence is left if two means are scaled by the same factor $c$.
#
# ## The algorithm in general
#
# {cite:t}`katariya2017` call it *Rank1ElimKL*. It plays stages $\ell=0,1,2,\dots$ It keeps a map $h^U$
# from rows to rows and a map $h^V$ from columns to columns: $h(i)$ is who plays in the place of $i$. At
# first each plays for itself. The *remaining* rows $\mathbf I_\ell$ are the values of $h^U$, the
# remaining columns $\mathbf J_\ell$ those of $h^V$. Stage $\ell$ goes on until
# $n_\ell=\lceil16\cdot4^\ell\log n\rceil$ rounds are played in all. A round
#
# 1. draws one column $j$ uniformly from all $L$ and plays every remaining row, once, with column
#    $h^V(j)$, adding the clicks to the rows' table;
# 2. draws one row $i$ uniformly from all $K$ and plays every remaining column with row $h^U(i)$,
#    adding the clicks to the columns' table.
#
# Each play is a step of its own. At the end of the stage row $i$ has the average $\hat u_\ell(i)$ of
# its $n_\ell$ plays so far, and the interval
#
# $$[\mathbf L_\ell(i),\mathbf U_\ell(i)]=\{q:n_\ell\,d(\hat u_\ell(i),q)\le\delta\},\qquad
# \delta=\log n+3\log\log n .$$
#
# The row with the largest lower end eliminates every row whose upper end is not above it, and plays
# in its place from then on; columns likewise.
#
# (rank1:common-factor)=
# **A common factor.** Within a stage every row meets the same random column, so its plays have mean
# $c\,\bar u(i)$ with one factor $c=\frac1L\sum_j\bar v(h^V(j))$ for all rows. That is what makes rows
# comparable although no entry of $\bar v$ is known. Over several stages the factor is $c_\ell$, the
# average of the stages' factors, weighted by their rounds: the number in the last table.
#
# :::{claim} rank1:common-factor
# :::
#
# ## How much it loses
#
# Write $\bar\Delta_i^U=\Delta_i^U$ for a suboptimal row and $\bar\Delta_i^U=\Delta^V_{\min}$ for an
# optimal one, and likewise for columns.
#
# (rank1:theorem-1-repaired)=
# :::{prf:theorem} Theorem 1, sharpened
# :nonumber:
# For Rank1ElimKL as printed and every $n\ge3$,
#
# $$R(n)\le\frac{80\,p_{\max}}{\mu\,\kappa(\mu,p_{\max})}\Bigl(\sum_{i=1}^K\frac1{\bar\Delta_i^U}+
# \sum_{j=1}^L\frac1{\bar\Delta_j^V}\Bigr)(\log n+3\log\log n)+12(K+L) ,$$
#
# where $\kappa(\mu,p_{\max})\ge\max\{\gamma,\frac14\}$.
# :::
#
# :::{claim} rank1:theorem-1-repaired
# :::
#
# The sum has $K+L$ terms: the answer to our question. For $n\ge94$ it implies the theorem in print,
# whose bound exceeds $n$ for smaller $n$:
#
# (rank1:theorem-1)=
# :::{prf:theorem} Theorem 1 of Katariya et al. (2017)
# :nonumber:
# For $n\ge5$,
#
# $$R(n)\le\frac{160}{\mu\gamma}\Bigl(\sum_i\frac1{\bar\Delta_i^U}+
# \sum_j\frac1{\bar\Delta_j^V}\Bigr)\log n+(6e+82)(K+L) .$$
# :::
#
# :::{claim} rank1:theorem-1
# :::
#
# **Predict**: how do the two bounds for our shop compare with each other, and with the number of
# steps that our game took until only the best pair was left?

# %%
print(f"printed:    {bounds.theorem_1(shop, 1_000_000):9,.0f} clicks")
print(f"sharpened:  {bounds.theorem_1_repaired(shop, 1_000_000):9,.0f} clicks")
print(f"only the best pair is left after {game.query('leaves')['step'].max():,} steps")

# %% tags=["remove-cell"]
printed, sharp = bounds.theorem_1(shop, 1_000_000), bounds.theorem_1_repaired(shop, 1_000_000)
glue("times_loose", float(sharp / (0.72 * left["step"].max())))
assert sharp < 0.75 * printed and sharp > 8 * 0.72 * left["step"].max()

# %% [markdown]
# The sharpened bound is lower, and still loose. No step costs more than $0.8\cdot0.9=0.72$ clicks, so this game lost
# at most 0.72 for each step that it took, and the bound is at least {glue:text}`times_loose:.0f` times
# as large. A bound that holds for every problem pays for the worst one.
#
# ## Why it is true
#
# **When does a row leave?** Its average is about $c\,\bar u(i)$, that of the best row $c\,\bar u^*$,
# and the two are $c\,\Delta$ apart. By the scaling lemma two means that close are told apart at a rate
# of at least about $2\,\mu\kappa\,\Delta^2$ per play, so some multiple of $\delta/(\mu\kappa\Delta^2)$ plays are
# enough. Divergences make this so cheap: an interval of fixed shape would need
# $\delta/(\mu\Delta)^2$.
#
# **What does it cost until then?** Each play of row $i$ costs $\Delta$ for the row itself, and a bit
# for the column that it happens to meet. Bad columns leave at about the same time as bad rows, so the
# columns cost about as much as the row. Together: a constant times
# $\Delta\cdot\log n/(\mu\kappa\Delta^2)$, one term of the sum.
#
# **And if an interval is wrong?** Then a good row may be lost, at a price of up to $n$ clicks. The
# intervals are made so wide that this has a probability of at most $12(K+L)/n$: a price of order $K+L$.
#
# {doc}`The companion <elimination_detail>` turns this plan into a proof in four steps. Its centre is a lemma
# about one row. Let $\mathcal E$ be the event that at the end of every stage within $n$ steps all
# intervals hold: $c_\ell\,\bar u(i)$ lies in that of every remaining row $i$, and likewise for columns.
#
# (rank1:lemma-3-sharpened)=
# :::{prf:lemma} Lemma 3, sharpened
# :nonumber:
# On $\mathcal E$ row $i$ is eliminated by the end of the first stage $m$ with
# $2^{-m}<\sqrt g\,\Delta_i^U$, for $g=\mu\gamma$ and for $g=\mu\,\kappa(\mu,p_{\max})$; even of the
# first with $n_m\,g\,(\Delta_i^U)^2>8\delta$; if this stage ends within $n$ steps. Columns likewise.
# :::
#
# :::{claim} rank1:lemma-3-sharpened
# :::
#
# **The idea.** Put a mark halfway between the two scaled means. The row's interval ends below the
# mark, the best row's begins above it, because each is shorter than the distance to the mark.
#
# ## Intervals that hold while means move
#
# In stage 3 a row's average rests on plays with means that changed on the way: $c_\ell$ depends on who
# was eliminated when, hence on the clicks. Does an interval still hold for such an average?
#
# (rank1:adaptive-means)=
# :::{prf:theorem} Tail bound for adaptive means
# :nonumber:
# Let $X_1,\dots,X_N\in\{0,1\}$ with $p_s=E[X_s\mid\text{past}]$, $\hat p=\frac1N\sum X_s$,
# $\bar p=\frac1N\sum p_s$; let $\delta>1$, $N\ge8\delta$, and let $L$ be the lower end of
# $\{q:N\,d(\hat p,q)\le\delta\}$. Then
#
# $$P(\bar p<L)\le e\,\bigl(\lceil\delta\log r\rceil+1\bigr)\,e^{-\delta},$$
#
# $$r=\max\{\log3N,\ \delta+2\}\,\sqrt{N/(8\delta)},$$
#
# and the same bound holds for the upper end. The factor of $e^{-\delta}$ cannot be $1$.
# :::
#
# :::{claim} rank1:adaptive-means
# :::
#
# **The idea.** For *one* exponent $\lambda$ chosen beforehand, the usual exponential martingale works with moving
# means, because it is concave in them. The best exponent depends on the outcome. So we try a few
# exponents, close enough to each other that one of them is nearly the best. The bound
# pays for their number. Both tools are known: the martingale {cite:p}`delapena1999`, and the grid, which
# is like the peeling of {cite:t}`garivier2011` for one fixed mean.
#
# ## The twist: what a proof may not hold fixed
#
# Why a new bound? The paper's proof goes a shorter way. It fixes the maps of the
# columns, $h_0^V,\dots,h_\ell^V$, and treats row $i$'s clicks as if, *given these*, they still had mean
# $c_\ell\,\bar u(i)$. Columns and rows have separate tables, after all.
#
# But there is a path of influence. The rows' first clicks decide which rows leave. That decides whom
# the columns meet in stage 1, and so which columns leave then. Whoever knows which columns left in
# stage 1 knows something about the rows' clicks in stage 0.
#
# **Predict.** Take two rows $(0.9, 0.3)$, two columns $(0.9, 0.6)$, and a game of $n=2{,}000$ steps, whose first two
# stages end after 122 and 487 rounds. Row 1's average in stage 0 has mean
# $0.9\cdot\frac{0.9+0.6}2=0.675$. Look only at games in which both columns survive stage 1. Is the mean
# of that average still 0.675? The cell plays a hundred thousand games at once.

# %%
rng = np.random.default_rng(1)
delta = math.log(2000) + 3 * math.log(math.log(2000))


def clicks(rounds, means, first, second):
    """Clicks of two arms that meet two partners by lot."""
    met = rng.binomial(rounds, 0.5, (100_000, 1))
    one, two = np.multiply(means, first), np.multiply(means, second)
    return rng.binomial(met, one) + rng.binomial(rounds - met, two)


def second_leaves(counts, rounds):
    average = counts / rounds
    return kl_upper(average[:, 1], delta / rounds) <= kl_lower(average[:, 0], delta / rounds)


# %%
rows_0, columns_0 = clicks(122, (0.9, 0.3), 0.9, 0.6), clicks(122, (0.9, 0.6), 0.9, 0.3)
second_row = np.where(second_leaves(rows_0, 122), 0.9, 0.3)[:, None]  # who plays for row 2
columns_1 = columns_0 + clicks(365, (0.9, 0.6), 0.9, second_row)
both = ~second_leaves(columns_0, 122) & ~second_leaves(columns_1, 487)
print(f"all games:          {rows_0[:, 0].mean() / 122:.3f}")
print(f"both columns stay:  {rows_0[both, 0].mean() / 122:.3f}")

# %% tags=["remove-cell"]
assert rows_0[both, 0].mean() / 122 < 0.665 < 0.67 < rows_0[:, 0].mean() / 122

# %% [markdown]
# (rank1:conditioning-gap)=
# It is not. Enumerating every outcome gives $0.675$ over all games, but
# {number}`rank1:conditioning-gap given_both:.4f` given that both columns are still there after stage 1, and
# {number}`rank1:conditioning-gap given_first:.4f` given that column 2 leaves at the end of stage 1. Separate tables prevent the direct bias, not
# this one. What the proof needs holds without conditioning, for the random $c_\ell$ itself: that is
# {ref}`the tail bound for adaptive means <rank1:adaptive-means>`.
#
# :::{claim} rank1:conditioning-gap
# :::
#
# Nor is it enough to leave out the conditioning and to quote Chernoff's bound for the random
# $c_\ell$: {ref}`an adversary <rank1:fixed-count>` who chooses the means as the game goes on can exceed it.
#
# ## A needle in a haystack
#
# (rank1:needle-mean)=
# The hardest case for averages: $K=L$ and $\bar u=\bar v=(\Delta,0,\dots,0)$, one rewarding pair among
# $K^2$. Then $\mu=\Delta/K$, the least where both vectors have a gap of $\Delta$: a partner drawn by lot
# is almost always worthless.
#
# :::{claim} rank1:needle-mean
# :::
#
# A learner that takes pairs for unrelated arms has $K^2-1$ arms of gap $\Delta^2$ and loses about
# $K^2\Delta^{-2}\log n$. *Rank1Elim* {cite:p}`katariya2017stochastic`, the predecessor with intervals of fixed shape, loses clicks
# of the order $K^3$, {ref}`provably <rank1:needle-fails>`: structure was worse than none.
#
# (rank1:needle-kl)=
# **Rank1ElimKL repairs this.** By the sharpened theorem, with $\kappa=\frac1{4\Delta(1-\Delta^2/K)}$, the
# leading term is
#
# $$80\,\Delta\cdot\frac K\Delta\cdot4\Delta\Bigl(1-\frac{\Delta^2}K\Bigr)\cdot\frac{2K}\Delta\,\delta
# \le640\,K^2\,(\log n+3\log\log n) ,$$
#
# for every $\Delta\le1$: of the order $K^2$ of a naive learner. Theorem 1 as printed gives $K^2$ for a
# fixed $\Delta<1$; at $\Delta=1$, where $\gamma=1/K$, it gives $K^3$ as before.
#
# :::{claim} rank1:needle-kl
# :::
#
# It {ref}`needs this much <rank1:needle-elimination-pays>`: $K^2$ is the true order of its regret, so it pays
# the full $1/\mu$ of the bound. Whether every policy must is {ref}`another question <rank1:mu-dependence>`.
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Divide all three examination probabilities of the shop by ten. The gaps between rows stay as they
# are. Guess in which stage row 2 leaves now, then play.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
dark = problem(shop.attraction, shop.examination / 10)
leaving = stage_table(dark, horizon=1_000_000, seed=20).query("leaves and side == 'row'")
leaving.set_index("number")[["stage", "plays", "step"]]

# %% tags=["remove-cell"]
assert leaving["number"].tolist() == [4, 3, 2]
assert leaving["stage"].tolist() == [2, 3, 4]

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# The common factor $c$ is ten times smaller, and so is the information of a play, to first order:
# $d(cp,cq)$ is about $c$ times a number that does not depend on $c$, where intervals of fixed shape
# would make it $c^2$. Ten times as many plays are a stage or two more, since each has four times as
# many: row 2 leaves in stage 4, not 2, and here every row leaves two stages later.
# :::
#
# :::{admonition} Exercise 2, with a pencil
# Two rows are tied at the top. On the good event, which of them leaves, and what does it cost to keep
# both?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Neither need leave: with equal means $c_\ell\,\bar u(i)$ in both intervals, no upper end is below the other's
# lower end. Keeping both costs nothing by itself, because either joins the best column in a
# best pair. It costs only as long as worse columns are there, which is why an optimal row counts with
# $\Delta^V_{\min}$ in the theorem, and with nothing where all columns are tied.
# :::
#
# :::{admonition} Exercise 3, with a pencil
# Change the matrix of click probabilities of the shop in one entry, so that in a long game Rank1ElimKL
# ends with a wrong row, with a probability near one.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Give row 4 a click probability of 1 in column 3, where it had $0.06$. Its average over the columns is
# then $\frac{0.18+0.12+1}3\approx0.43$, below the $0.48$ of row 1, and row 1 takes its place, although
# the pair of row 4 and column 3 is now the best of all. (Its interval must separate 0.43 from 0.48,
# which a few stages do, unless column 3 is eliminated before, and then the case is lost anyway.)
# :::
#
# ## What to remember
#
# Rows that meet the same random columns can be compared although nobody knows how often the columns are
# looked at, so a problem of $KL$ pairs costs only $K+L$ comparisons. The price of a row is at most a
# constant times $\log n/(\mu\kappa\Delta)$: averages over partners bring $1/\mu$, and divergences keep it from
# becoming $1/\mu^2$. An algorithm whose later choices depend on earlier clicks may not be analysed as
# if those choices were fixed; a bound for means that move closes that gap.
