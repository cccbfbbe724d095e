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
# A shop can show one item at one place on its page. Some items are more attractive than others, some places
# are looked at more often, and a visitor clicks only if they look at the place and like the item. With $K$
# items and $L$ places there are $KL$ pairs. Can we find the best pair at the price of learning $K+L$ things
# rather than $KL$?
#
# Yes, if we compare items with items and places with places, and drop the worse ones in stages. The figure
# shows one such game. We play the first stages by hand, bound the number of clicks that the game loses, and
# ask why the bound is true, because the published reason has a gap. Afterwards you can run the algorithm on a
# small problem, compute its bound, and say for which problems the bound is small. {doc}`Elimination in detail
# <elimination_detail>` proves every step, works out the needle and the limits of the theorem, and lists the
# differences from the published paper.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.rank1.elimination import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels, rows and columns. At the end of every stage each row or column that is still there has an interval. Intervals halve from stage to stage. Row 4 leaves after stage 0, row 3 after stage 1, row 2 after stage 2, each as soon as its interval lies below that of row 1. Columns 3 and 2 leave after stages 1 and 2. The averages of those that stay rise."}, "figure": {"caption": "One game of Rank1ElimKL with four rows (items) and three columns (places), a million steps. Dots are averages and bars are their intervals. A cross marks an eliminated row or column, whose interval lies below the dashed line, the lower end of the leader's interval.", "name": "rank1:one-game"}}
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
# $0.8, 0.6, 0.4, 0.2$, and three columns, looked at with probabilities $0.9, 0.6, 0.3$. If it shows row
# 1 in column 2, a visitor clicks with probability $0.8\cdot0.6$. The learner does not know these numbers. It
# only sees whether there was a click, and if there was none, it cannot tell whether the visitor did not look
# or did not like the item.
#
# The algorithm plays in *stages*, which consist of *rounds*. In a round it draws one column at random and plays
# every row with it, and then draws one row at random and plays every column with it. At the end of a stage it
# computes an average for each row, with an interval around it, and eliminates every row whose interval lies
# wholly below that of the best row. Columns are treated in the same way.
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
# Row 4 leaves first, after {glue:text}`plays_0` plays of each row. Its interval ends at
# {glue:text}`upper_4:.2f`, and that of row 1 begins at {glue:text}`lower_1:.2f`. From one stage to the next the
# number of plays grows by a factor of four and the intervals get half as wide, so each stage separates rows
# that are half as far apart.
#
# An interval contains all means that are still plausible. If the average is $\hat u$, the evidence against a
# mean $q$ is the number of plays times $d(\hat u,q)$, where $d(p,q)=p\log\frac pq+(1-p)\log\frac{1-p}{1-q}$ is
# the Kullback–Leibler *divergence*. In a game of $n$ steps, a mean is ruled out once the evidence against it
# exceeds $\delta=\log n+3\log\log n$. The next cell computes the interval of row 1 in stage 0 from this
# definition.

# %%
budget = math.log(1_000_000) + 3 * math.log(math.log(1_000_000))
average = rows["average"].iloc[0]
plays = rows["plays"].iloc[0]
print(f"{kl_lower(average, budget / plays):.3f} to {kl_upper(average, budget / plays):.3f}")

# %% [markdown]
# This is the first line of the table.
#
# Why can rows be compared in this way, although nobody knows how often the columns are looked at? To see why,
# we divide the average of each row by the row's attraction.

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
# Apart from noise, each line repeats one number. All rows of a stage met the same columns, so all of them are
# scaled by the same factor. At first this factor is the average of the columns, $0.6$. It rises because the
# better column is played in place of those that left, and in the end it is close to that of the best column,
# $0.9$.
#
# ## The game in general
#
# We now put into symbols what happened in the shop, because the proof needs the two sources of chance one by one.
#
# There are $K$ rows and $L$ columns. In step $t$ nature draws $\mathbf u_t\in\{0,1\}^K$ (which items would be
# liked) and, independently, $\mathbf v_t\in\{0,1\}^L$ (which places are looked at), with means $\bar u$ and
# $\bar v$. The learner picks a pair $(i,j)$ and sees the product $\mathbf u_t(i)\mathbf v_t(j)$.
#
# (rank1:rank-1-matrix)=
# **Rank 1.** By independence the click probability is $\bar u(i)\bar v(j)$. The matrix of click probabilities
# is a column times a row, so it has rank 1, and each of its $2\times2$ minors (the determinant of the four
# entries that two rows and two columns have in common) is zero. The coordinates *inside* $\mathbf u_t$ can
# depend on each other in any way, because only one of them matters in a step.
#
# :::{claim} rank1:rank-1-matrix
# :::
#
# (rank1:equation-1)=
# **Gaps and regret.** A star marks the largest entry. The *gaps* of a row and of a column are
#
# $$\Delta_i^U=\bar u^*-\bar u(i),\qquad\Delta_j^V=\bar v^*-\bar v(j). \tag{1}$$
#
# In each step, a pair loses
#
# $$\bar u^*\bar v^*-\bar u(i)\bar v(j)=\Delta_i^U\,\bar v^*+\bar u(i)\,\Delta_j^V
# \;\le\;\Delta_i^U+\Delta_j^V$$
#
# expected clicks. Neither term is negative. Unless a vector is all zero, the best pairs are therefore
# those of a best row with a best column. The *regret* $R(n)$ is the expected sum of these losses over $n$ steps.
#
# :::{claim} rank1:equation-1
# :::
#
# (rank1:equation-2)=
# **The smallest gaps** are minima over the *positive* gaps:
#
# $$\Delta^U_{\min}=\min_{i:\Delta_i^U>0}\Delta_i^U,\qquad
# \Delta^V_{\min}=\min_{j:\Delta_j^V>0}\Delta_j^V. \tag{2}$$
#
# If all rows are tied, no gap is positive. Then the best column loses nothing with any row, and we read
# $\Delta^U_{\min}$ as $\infty$ and $1/\Delta^U_{\min}$ as $0$.
#
# (rank1:equation-3)=
# **The average**
#
# $$\mu=\min\Bigl\{\frac1K\sum_i\bar u(i),\ \frac1L\sum_j\bar v(j)\Bigr\} \tag{3}$$
#
# is the smaller share of clicks that is left if partners are drawn at random. The bounds divide by it, so it must be
# positive. It is, unless a vector is all zero, in which case every pair has regret 0.
#
# (rank1:equation-5)=
# **The peak** is the largest entry of both vectors,
#
# $$p_{\max}=\max\bigl\{\max_i\bar u(i),\ \max_j\bar v(j)\bigr\}. \tag{4}$$
#
# The bound in the paper contains $\gamma=\max\{\mu,1-p_{\max}\}\ge\mu$. We replace it by a number
# $\kappa(\mu,p_{\max})$ that is never smaller and never below $\frac14$. Here $\kappa(c,M)=\frac1{4M(1-cM)}$ if
# $cM\le\frac12$ and $\kappa(c,M)=c$ otherwise. (It is unrelated to the $\kappa$ of Part I.) It comes from
# {ref}`the scaling lemma in its sharp form <rank1:sharp-quadratic>`, which the next chapter proves:
# $d(cp,cq)\ge2c\,\kappa(c,M)\,(p-q)^2$ for all $p,q\le M$. This is a lower bound on the evidence that is left
# if two means are scaled by the same factor $c$.
#
# ## The algorithm in general
#
# {cite:t}`katariya2017` call the algorithm *Rank1ElimKL*. It plays stages $\ell=0,1,2,\dots$ and keeps a map $h^U$
# from rows to rows and a map $h^V$ from columns to columns, where $h(i)$ is the row or column that is played in place
# of $i$. At first each plays for itself. The *remaining* rows $\mathbf I_\ell$ are the values of $h^U$, and the
# remaining columns $\mathbf J_\ell$ those of $h^V$. Stage $\ell$ goes on until
# $n_\ell=\lceil16\cdot4^\ell\log n\rceil$ rounds have been played in all. In a round the algorithm
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
# in its place from then on. Columns are treated likewise.
#
# (rank1:common-factor)=
# **A common factor.** Within a stage every row meets the same random column, so the plays of row $i$ have mean
# $c\,\bar u(i)$ with one factor $c=\frac1L\sum_j\bar v(h^V(j))$ for all rows. This makes rows comparable
# although no entry of $\bar v$ is known. Over several stages the factor is $c_\ell$, the average of the stages'
# factors, weighted by their rounds. The last output above shows this number for each stage.
#
# ## How much it loses
#
# Write $\bar\Delta_i^U=\Delta_i^U$ for a suboptimal row and $\bar\Delta_i^U=\Delta^V_{\min}$ for an
# optimal one, and likewise for columns.
#
# (rank1:theorem-1-repaired)=
# :::{prf:theorem} A sharper regret bound for Rank1ElimKL
# :nonumber:
# For Rank1ElimKL as published and every $n\ge3$,
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
# The sum has $K+L$ terms, which answers our question. For $n\ge94$ the theorem implies the published one,
# whose bound exceeds $n$ for smaller $n$:
#
# (rank1:theorem-1)=
# :::{prf:theorem} The regret of Rank1ElimKL, the paper’s Theorem 1
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
# The next cell compares the two bounds for our shop with each other, and with the number of steps that our
# game took until only the best pair was left.

# %%
print(f"printed:    {bounds.theorem_1(shop, 1_000_000):9,.0f} clicks")
print(f"sharpened:  {bounds.theorem_1_repaired(shop, 1_000_000):9,.0f} clicks")
print(f"only the best pair is left after {game.query('leaves')['step'].max():,} steps")

# %% tags=["remove-cell"]
printed, sharp = bounds.theorem_1(shop, 1_000_000), bounds.theorem_1_repaired(shop, 1_000_000)
glue("times_loose", float(sharp / (0.72 * left["step"].max())))
assert sharp < 0.75 * printed and sharp > 8 * 0.72 * left["step"].max()

# %% [markdown]
# The sharpened bound is lower, but it is still loose. No step costs more than $0.8\cdot0.9=0.72$ clicks, so
# this game lost at most 0.72 clicks for each step that it took, and the bound is at least
# {glue:text}`times_loose:.0f` times as large as this loss. A bound for all problems must cover the worst one.
#
# ## Why it is true
#
# **When does a row leave?** Its average is about $c\,\bar u(i)$, that of the best row is about $c\,\bar u^*$,
# and the two are $c\,\Delta$ apart. By the scaling lemma, a play provides evidence of at least about
# $2\,\mu\kappa\,\Delta^2$ to separate two such means, so some multiple of $\delta/(\mu\kappa\Delta^2)$ plays are
# enough. Without divergences, an interval of fixed shape would need $\delta/(\mu\Delta)^2$ plays.
#
# **What does it cost until then?** Each play of row $i$ costs $\Delta$ for the row itself, and something for
# the column that it happens to meet. Bad columns leave at about the same time as bad rows, so the columns cost
# about as much as the row. Together they cost a constant times $\Delta\cdot\log n/(\mu\kappa\Delta^2)$, one
# term of the sum.
#
# **What if an interval is wrong?** Then a good row can be lost, at a price of up to $n$ clicks. The intervals
# are so wide that this has a probability of at most $12(K+L)/n$, which adds a price of order $K+L$.
#
# {doc}`The companion page <elimination_detail>` turns this plan into a proof. Its centre is a lemma about one
# row. Let $\mathcal E$ be the event that at the end of every stage within $n$ steps all intervals hold, that is,
# $c_\ell\,\bar u(i)$ lies in that of every remaining row $i$, and likewise for columns.
#
# (rank1:lemma-3-sharpened)=
# :::{prf:lemma} A bad row is eliminated in time, Lemma 3 sharpened
# :nonumber:
# On $\mathcal E$ row $i$ is eliminated by the end of the first stage $m$ with $2^{-m}<\sqrt g\,\Delta_i^U$, for
# $g=\mu\gamma$ and for $g=\mu\,\kappa(\mu,p_{\max})$, and even by the end of the first with
# $n_m\,g\,(\Delta_i^U)^2>8\delta$, if this stage ends within $n$ steps. The same is true for columns.
# :::
#
# ## Intervals that hold while means move
#
# In stage 3 the average of a row comes from plays whose means changed along the way, because $c_\ell$ depends on
# the eliminations, and so on the clicks. Does an interval still hold for such an average?
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
# For *one* exponent $\lambda$ chosen beforehand, the usual exponential martingale works with moving means,
# because it is concave in them. The best exponent depends on the outcome, so we try a few, close enough for one
# of them to be nearly the best, and the bound grows with their number.
#
# ## Why the published proof needs this bound
#
# The proof in the paper is shorter. It conditions on the maps of the columns, $h_0^V,\dots,h_\ell^V$, and treats
# the clicks of row $i$ as if, *given these maps*, they still had mean $c_\ell\,\bar u(i)$. This looks harmless,
# because columns and rows have separate tables. However, the rows' first clicks decide which rows leave. This
# affects which rows the columns meet in stage 1, and so which columns leave then. The columns that left in
# stage 1 therefore carry information about the rows' clicks in stage 0.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Four boxes, one below the other, joined by arrows. The clicks of the rows in stage 0 lead to which rows leave after stage 0, then to the clicks of the columns on the remaining rows, and to which columns leave after stage 1. A dashed arrow leads back from the last box to the first."}, "figure": {"caption": "The path of influence from rows to columns, and the inference back to the rows. Whoever conditions on the columns that leave after stage 1 changes the distribution of the rows' clicks in stage 0.", "name": "rank1:influence"}}
publish(figures.influence(), "rank1:influence")

# %% tags=["remove-cell"]
assert published("rank1:influence").side.tolist() == ["row", "row", "column", "column"]

# %% [markdown]
# {download}`data <influence.csv>` · {download}`how it was made <influence.json>`
#
# For an example, take two rows $(0.9, 0.3)$, two columns $(0.9, 0.6)$, and a game of $n=2{,}000$ steps, whose
# first two stages end after 122 and 487 rounds. The average of row 1 in stage 0 has mean
# $0.9\cdot\frac{0.9+0.6}2=0.675$. We play a hundred thousand games at once.
#
# **Predict.** If we look only at games in which both columns survive stage 1, is the mean of that average still
# 0.675?

# %%
rng = np.random.default_rng(1)
delta = math.log(2000) + 3 * math.log(math.log(2000))


def clicks(rounds, means, first, second):
    """Clicks of two arms that meet two partners at random."""
    met = rng.binomial(rounds, 0.5, (100_000, 1))
    one, two = np.multiply(means, first), np.multiply(means, second)
    return rng.binomial(met, one) + rng.binomial(rounds - met, two)


def second_leaves(counts, rounds):
    average = counts / rounds
    return kl_upper(average[:, 1], delta / rounds) <= kl_lower(average[:, 0], delta / rounds)


# %%
rows_0, columns_0 = clicks(122, (0.9, 0.3), 0.9, 0.6), clicks(122, (0.9, 0.6), 0.9, 0.3)
second_row = np.where(second_leaves(rows_0, 122), 0.9, 0.3)[:, None]  # the row that plays for row 2
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
# {number}`rank1:conditioning-gap given_first:.4f` given that column 2 leaves at the end of stage 1. Separate
# tables prevent the direct bias but not this one. The paper's statement about clicks given the maps is
# therefore false. The proof only needs one without conditioning, for the random $c_\ell$ itself, which is
# {ref}`the tail bound for adaptive means <rank1:adaptive-means>`.
#
# :::{claim} rank1:conditioning-gap
# :::
#
# ## A needle in a haystack
#
# (rank1:needle-mean)=
# The hardest case for averages is $K=L$ and $\bar u=\bar v=(\Delta,0,\dots,0)$, with one rewarding pair among
# $K^2$. Then $\mu=\Delta/K$, the smallest possible value if both vectors have a gap of $\Delta$, since a partner
# drawn at random is almost always worthless.
#
# A learner that treats the pairs as unrelated arms has $K^2-1$ arms of gap $\Delta^2$ and loses about
# $K^2\Delta^{-2}\log n$. The predecessor of the algorithm, with intervals of fixed shape, loses clicks of the order $K^3$, so using the
# structure was worse than ignoring it.
#
# (rank1:needle-kl)=
# **Rank1ElimKL repairs this.** Theorem 1 as published gives $K^2$ for a fixed $\Delta<1$, although at
# $\Delta=1$, where $\gamma=1/K$, it still gives $K^3$. By the sharpened theorem, with
# $\kappa=\frac1{4\Delta(1-\Delta^2/K)}$, the leading term is
#
# $$80\,\Delta\cdot\frac K\Delta\cdot4\Delta\Bigl(1-\frac{\Delta^2}K\Bigr)\cdot\frac{2K}\Delta\,\delta
# \le640\,K^2\,(\log n+3\log\log n) ,$$
#
# for every $\Delta\le1$. This is of order $K^2$, like the loss of a naive learner.
#
# :::{claim} rank1:needle-kl
# :::
#
# The algorithm {ref}`needs this much <rank1:needle-elimination-pays>`. Since $K^2$ is the true order of its
# regret, it pays the full $1/\mu$ of the bound. Whether every policy must is
# {ref}`another question <rank1:mu-dependence>`.
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
# The common factor $c$ is a tenth as large, and so is the information per play, to first order, because
# $d(cp,cq)$ is about $c$ times a number that does not depend on $c$. (Intervals of fixed shape would make it
# $c^2$.) Ten times as many plays take one or two more stages, since each stage has about four times as many as
# the one before. Here every row leaves two stages later, and row 2 leaves in stage 4 instead of 2.
# :::
#
# :::{admonition} Exercise 2, with a pencil
# Two rows are tied at the top. On the good event, which of them leaves, and what does it cost to keep
# both?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Neither need leave. Their means are equal, so $c_\ell\,\bar u(i)$ is in both intervals, and no upper end is
# below the other's lower end. Keeping both costs nothing by itself, because either joins the best column in a
# best pair. It costs only as long as worse columns are there. For this reason an optimal row counts with
# $\Delta^V_{\min}$ in the theorem, and with nothing if all columns are tied.
# :::
#
# ## What to remember
#
# Rows that meet the same random columns can be compared although nobody knows how often the columns are
# looked at, so a problem of $KL$ pairs requires only $K+L$ comparisons. The price of a row is at most a
# constant times $\log n/(\mu\kappa\Delta)$. Averaging over partners brings in $1/\mu$, and divergences keep it
# from becoming $1/\mu^2$. A proof must not treat an algorithm's later choices as fixed if they depend on earlier
# clicks. A bound for moving means avoids this.
#
# ## Notes
#
# Both tools for intervals that hold while means move are known, the martingale from {cite:t}`delapena1999`, and the
# grid, which is like the peeling of {cite:t}`garivier2011` for one fixed mean. *Rank1Elim*
# {cite:p}`katariya2017stochastic`, the predecessor with intervals of fixed shape, loses clicks of the order $K^3$ on
# needles, {ref}`as one can prove <rank1:needle-fails>`.
