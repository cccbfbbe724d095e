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
# # How a game of a hundred million rounds is played
#
# The theorems of this part concern limits, and {doc}`the chapter on simulations <simulations>` compares them
# with games. Played round by round, PBM-TS draws $K$ attractions in each of $T$ rounds, and almost all of the
# draws lead to the list of the round before. This page describes how the library finds the rounds in which
# the list can change without making the other draws. A game of $10^8$ rounds then takes some ten thousand
# steps, and its distribution is exactly that of plain play. The page proves this for PBM-TS and BC-MP-TS, and
# it proves the certificates with which PBM-UCB and RBA-KL-UCB keep a list for several rounds.

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from clickbandits import BC_MP_TS, PBM_TS, PBM_UCB, RBA_KL_UCB
from compendium.captions import published
from compendium.figures import publish
from compendium.pbm import experiments
from compendium.pbm.simulations import figures, stretches

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
longest = 8 if profile == "paper" else 6
rounds = np.round(10 ** np.arange(2, longest + 0.01, 0.25)).astype(np.int64)
policies = (PBM_TS, BC_MP_TS, PBM_UCB, RBA_KL_UCB)
games = stretches.courses(policies, experiments.FIGURE_1B, rounds, seed=1)

# %% tags=["remove-cell"]
steps = games[games["policy"] == "PBM-TS"].set_index("rounds")["steps"]
glue("steps_early", int(steps[10**5]))
glue("steps_late", int(steps.iloc[-1]))
glue("longest", int(rounds[-1]))

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels. The first has two bell curves on a logarithmic axis, the orange one shifted towards a vertical line, the barrier. On the far side of the line a dashed straight line touches the orange curve from above, and on the near side dotted chords run below it. In the second panel, with logarithmic axes, the steps of PBM-TS and BC-MP-TS become nearly level at about ten thousand, those of PBM-UCB and RBA-KL-UCB rise on, but more slowly than the diagonal."}, "figure": {"caption": "First panel: a leader's posterior with 250 clicks in 1,000 plays at a position that is always examined, the corner after 100 more plays without a click, and the tangent and secants that bound it, all as multiples of the density at the barrier. Second panel: the steps (single rounds and stretches) of one game per policy on the problem of Figure 1b.", "name": "pbm:stretch-steps"}}
publish(figures.stretches(games), "pbm:stretch-steps", seed=1, games=1)

# %% tags=["remove-cell"]
assert profile == "quick" or figures.stretches_as_described(published("pbm:stretch-steps"))

# %% [markdown]
# {download}`data <stretch-steps.csv>` · {download}`how it was made <stretch-steps.json>`
#
# ## A long game to run
#
# In the next cell PBM-TS plays twenty games of ten million rounds on the problem of Figure 1b. From round
# 100,000 on, we compare the growth of its mean regret per unit of $\log t$ with the constant $C=C_L$ to which
# {ref}`its regret tends <pbm:thompson-pays-last>`.

# %%
import numpy as np

from clickbandits import PBM_TS, pbm, play
from clickbandits.pbm import bounds

problem = pbm.problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
regret = play(pbm.MODEL, problem, PBM_TS, horizon=10**7, replications=20, seed=1)
late = regret.rounds >= 10**5
slope = np.polyfit(np.log(regret.rounds[late]), regret.mean("PBM-TS")[late], 1)[0]
print(
    f"regret {regret.mean('PBM-TS')[-1]:.0f} clicks, slope {slope:.1f}, C {bounds.lower_bound(problem):.1f}"
)

# %% tags=["remove-cell"]
assert abs(bounds.lower_bound(problem) - bounds.shared_position_bound(problem, 3)) < 1e-9
assert 2 < slope < 10

# %% [markdown]
# With twenty games the slope is uncertain by a unit or more, so this cell shows no more than that such games take
# seconds.
#
# ## The statement
#
# A policy of the library returns a list and a number of rounds for which it will be shown. The game draws the
# clicks of this {term}`stretch` at once. Before the next list is chosen, the clicks are added to the counts.
#
# (pbm:stretches)=
# :::{prf:theorem} Stretches do not change the game
# :nonumber:
# Let PBM-TS or BC-MP-TS play in stretches as described on this page, with any leaders, barriers and lengths
# that are functions of the past. Then the lists and clicks of the rounds $1,\dots,T$ have the same joint distribution
# as if every round drew all attractions from their posteriors, for every $T$, $K\ge L$, $\kappa$ and $\theta$. The
# same is true if the caller shows only a part of a stretch and continues with the rest.
# :::
#
# :::{claim} pbm:stretches
# :::
#
# The statement is about exact arithmetic and random numbers. Floating-point numbers have the same rounding
# errors, of about $10^{-16}$, as in plain play.
#
# ## Leaders, barriers and marks
#
# We write $\pi_c(q)=q^S\prod_l(1-\kappa_lq)^{F_l}$ for the density of an item's attraction with the counts $c$,
# without its constant; $S$ counts clicks, and $F_l$ plays without a click at position $l$. For BC-MP-TS there is one
# virtual position with $\kappa=1$ and $F=\max(\tilde N-S,0)$, which need not be a whole number. Such a density
# is log-concave.
#
# Choose $L$ *leaders* and *barriers* $1>b_1>\dots>b_L>0$, with $b_l$ below the $l$-th leader and above the next one,
# and $b_L$ above the draws of all other items as well. A draw *crosses* if it is not between the barriers next to
# its item's place. If no draw crosses, the $l$-th leader's draw is between $b_l$ and $b_{l-1}$ (with $b_0=1$), and all
# others are below $b_L$. The list then consists of the leaders, in this order. A draw on a barrier has
# probability zero, and so has a tie of two draws.
#
# A *side* is an item with one of its barriers. The first leader has only a side below, the items that are not
# leaders only one above, and the other leaders have both. For each side we compute a number $p$
# that is at least the probability of crossing, now and for all counts that can be reached during the next $n$
# plays of the item. In every round each item gets a *mark* with probability $p_{\text{below}}+p_{\text{above}}$,
# independently of everything else, and a marked item chooses its side in proportion. Without a mark no draw crosses.
# A mark is then decided with the counts of its own round. Either it *stands*, and gives a draw beyond the barrier, or
# it *fails*, and the draw does not cross.
#
# ## The corner
#
# (pbm:stretch-corner-beta)=
# Let the item be shown $n$ times at its leader's position $l$, in the best case for crossing. The *corner* $C$ has the counts
#
# | side | PBM-TS | BC-MP-TS |
# |---|---|---|
# | below | $S$ and $F_l+n$ | $S$ and $F+n\kappa_l$ |
# | above | $S+n$ and $F_l$ | $S+n$ and $\max(F-n(1-\kappa_l),0)$ |
# | not shown | the present counts | the present counts |
#
# **Lemma 1.** Let $c$ be the counts after $m\le n$ plays with $j\le m$ clicks. Then $w=\pi_c/\pi_C$ satisfies
# $w(q)\le w(b)$ beyond the barrier and $w(q)\ge w(b)$ on the near side.
#
# *Proof.* For the side below, $w(q)=q^j(1-\kappa_lq)^{m-j-n}$ increases, because $m-j\le n$. For the side above,
# $w(q)=q^{j-n}(1-\kappa_lq)^{m-j}$ decreases. With BC-MP-TS the exponent of $1-q$ is $F'-F_C$, with
# $F'=\max(\tilde N+m\kappa_l-S-j,0)$. Because $\tilde N-S\le F$ and $m\kappa_l-j\le n\kappa_l$, it is at most zero for the side
# below. A click takes away at most $1-\kappa_l$ of a failure, so $\tilde N+m\kappa_l-S-j$ is at least
# $\tilde N-S-n(1-\kappa_l)$.
# If $\tilde N\ge S$, then $F'\ge\max(F-n(1-\kappa_l),0)$, and otherwise the right side is zero. The exponent is therefore at least
# zero for the side above. For an item that is not shown $w=1$.
#
# ## The bound, and the decision of a mark
#
# Let $\lambda$ be the slope at which $\log\pi_C$ falls at $b$ towards the far side. If it is not positive, put $p=1$.
# Choose *knots* on the near side. Let $h$ be the function that is linear between them and equal to
# $\log(\pi_C/\pi_C(b))$ at each of them, and let $Z=\int e^h$ over the interval from the first to the last knot, which
# is a sum of terms $(x'-x)(e^{h'}-e^h)/(h'-h)$. Put $p=\min(1,1/(\lambda Z))$. Because $\log\pi_C$ is concave,
#
# $$\frac{\pi_C(q)}{\pi_C(b)}\le e^{-\lambda|q-b|}\ \text{ on the far side},\qquad
# \frac{\pi_C(x)}{\pi_C(b)}\ge e^{h(x)}\ \text{ between the knots.}$$
#
# A stretch begins only if $p_{\text{below}}+p_{\text{above}}<1$ for all items. A mark with the present counts $c$
# stands if all of the following happen.
#
# 1. A point $q$, at an exponential distance from $b$ with rate $\lambda$ on the far side, lies in $(0,1)$.
# 2. An event of probability $e^{\lambda|q-b|}\,\pi_c(q)/\pi_c(b)$ occurs.
# 3. A draw $x$ from the posterior with counts $c$ is between the knots, and an event of probability $e^{h(x)}\pi_c(b)/\pi_c(x)$
#    occurs.
#
# (pbm:stretch-marks)=
# **Lemma 2.** Both probabilities are at most 1, and a draw of the item crosses at $q$ by a mark that stands with the density
# $\pi_c(q)/\int\pi_c$ of the posterior.
#
# *Proof.* With $\pi_c=\pi_Cw$, the probability in 2 is $e^{\lambda|q-b|}\frac{\pi_C(q)}{\pi_C(b)}\cdot\frac{w(q)}{w(b)}\le1$, and
# the inverse of that in 3 is $e^{-h(x)}\frac{\pi_C(x)}{\pi_C(b)}\cdot\frac{w(x)}{w(b)}\ge1$, by Lemma 1. The density is the product of
#
# $$p\cdot\lambda e^{-\lambda|q-b|}\cdot e^{\lambda|q-b|}\frac{\pi_c(q)}{\pi_c(b)}\cdot
# \int\frac{\pi_c(x)}{\int\pi_c}\,e^{h(x)}\frac{\pi_c(b)}{\pi_c(x)}\,dx
# =p\,\lambda\,Z\,\frac{\pi_c(q)}{\int\pi_c},$$
#
# and $p\lambda Z=1$. In particular, the probability of crossing is at most $p$.
#
# ## Rounds without a mark
#
# Let $\eta_i=-\log(1-p_{\text{below}}-p_{\text{above}})$ be the *hazard* of item $i$, and $\eta$ the sum of all.
# Visit the items in a fixed order, round after round, and let an exponential number with mean 1 be used up by the
# hazards. The item during whose visit it ends is marked, which happens with probability $1-e^{-\eta_i}$. Because
# exponential numbers have no memory, the same is true for the next item with a new number $E$, and all marks are
# independent. Therefore $\lfloor E/\eta\rfloor$ rounds pass without a mark, and the rest of $E$ determines the first
# marked item in the round that follows; later items of this round need new numbers. This gives the marks, given that
# there is at least one, including several in one round. If $\eta=0$, there is never a mark.
#
# A stretch ends before the round of the next mark, at the end of the least $n$, or at the horizon. In the last
# two cases the remainder of $E$ is discarded, because the later marks are independent of it. After a round of
# marks that all fail, the leaders are shown in this round, and the new stretch includes it.
#
# If a mark stands, the draws that cross are known. Every other item is drawn from its posterior, again and again
# until the draw does not cross, and the list is ranked from all draws. The $x$ of a failed mark is not used,
# because it depends on the decision. An item that is shown elsewhere than at its leader's place gets a new bound.
#
# :::{admonition} Proof of the theorem
# :class: dropdown
# Let $G_t$ contain everything that was generated before round $t$, including marks, failed ones too. Leaders,
# barriers, $n$, $\lambda$ and knots in round $t$ are functions of $G_t$, because a stretch ends at a time that
# depends on the past only. Given $G_t$, the marks of round $t$ are independent of the past, because the exponential
# numbers have no memory, and the clicks of a stretch are drawn after its length, at the attractions of the leaders,
# which are the same in all of its rounds. The counts $c$ of round $t$ were reached from those of the bounds by at
# most $n$ plays at the leaders' positions, so Lemmas 1 and 2 apply. An item crosses one of its two barriers at most,
# and marks of different items are independent. The joint distribution of the draws that cross, and of the set of
# those that do not, is therefore that of independent draws from the posteriors. If no draw crosses, the list is that
# of the leaders whatever the draws. If one does, the others have the posterior distribution, given that they do not
# cross.
#
# Given $G_t$, the list of round $t$ thus has the distribution of plain play with the counts $c$. This depends on the lists and clicks
# before $t$ only, so it is also the conditional distribution given these. By induction over $t$ the joint
# distributions are equal. A caller that shows a part of a stretch gets the rest of it next, so the marks are those of an
# uninterrupted game. (If only a mark in the very next round were kept and later ones were drawn again, marks would
# come about twice as often.)
# :::
#
# **Special cases.** If $K=L$, the last leader has no side below. If moreover $L=1$, no item has a side, and one
# stretch lasts until the horizon. If a posterior has its mode on the wrong side of a barrier, $p=1$, and the
# library plays plain rounds for a while. It does the same in the first 256 rounds, and if marks are
# frequent, as with near ties. Equal examinations need no special treatment.
#
# ## The number of steps
#
# This paragraph is heuristic. Steps are rounds with marks that stand, of which there are about as many as
# displays of suboptimal items, $O(\log T)$, and renewals of bounds. Let the last leader's barrier be $z$
# posterior deviations $s$ below its mean, with $s$ of order $t^{-1/2}$. A play without a click moves the corner
# by about $s\kappa/(1-\kappa\theta)$ deviations, so about $\sqrt t$ plays use up a fixed part of $z$, and a game of $T$ rounds
# needs about $\sqrt T$ renewals at most. All other barriers are at a fixed distance, so $z$ itself grows like $\sqrt t$,
# and their bounds hold for a fixed share of $t$. The game of PBM-TS in the figure took
# {glue:text}`steps_early:,` steps up to round 100,000 and {glue:text}`steps_late:,` up to round
# {glue:text}`longest:,`.
#
# ## Certificates of PBM-UCB
#
# (pbm:ucb-certificate)=
# The index of PBM-UCB is $S/\tilde N+\sqrt{N/2}\,\sqrt{\delta(t)}/\tilde N$ with $\delta(t)=(1+\epsilon)\log t$. Let an
# item be shown for $n$ rounds from round $t$ on, with examination $\kappa$. After $m\le n$ of them, whatever was
# clicked, its index is between
#
# $$\frac S{\tilde N+n\kappa}+\min\Big(\frac{\sqrt{N/2}}{\tilde N},\frac{\sqrt{(N+n)/2}}{\tilde N+n\kappa}\Big)\sqrt{\delta(t)}
# \quad\text{and}\quad
# \max\Big(\frac S{\tilde N},\frac{S+n}{\tilde N+n\kappa}\Big)+\frac{\sqrt{M/2}}{\tilde N}\sqrt{\delta(t+n)},$$
#
# with $M=N$ if $\tilde N\le2\kappa N$ and $M=N+n$ otherwise.
#
# *Proof.* The mean after $j\le m$ clicks is at least $S/(\tilde N+n\kappa)$ and at most $(S+m)/(\tilde N+m\kappa)$, which is
# monotone in $m$. The derivative of $\sqrt{N+m}/(\tilde N+m\kappa)$ has the sign of $\tilde N-2\kappa N-\kappa m$, which falls in
# $m$. So the width first increases and then decreases, and it is smallest at one of the ends. It decreases from the
# beginning if $\tilde N\le2\kappa N$, and otherwise it is at most $\sqrt{N+n}/\tilde N$.
#
# An item that is not shown has at most the index with $\delta(t+n)$. If the lower bound of every item of the list
# exceeds the upper bound of the next, and that of the last item exceeds the upper bounds of all others, the list is certain for
# $n$ rounds. The library requires a margin of $10^{-9}$ for rounding, and a tie is never certain.
#
# ## Certificates of RBA-KL-UCB
#
# (pbm:rba-certificate)=
# The bandit of a position chooses the item with the largest $U=\max\{q:N\,d(S/N,q)\le\log t\}$. Let $g(S,N)=N\,d(S/N,c)$ if
# $S/N<c$, and 0 otherwise. For $n$ more choices with any rewards, $g$ is at most $g(S,N+n)$.
#
# *Proof.* For $S/N<c$ the derivative of $g$ in $N$ is $\log\frac{1-S/N}{1-c}>0$, and that in $S$ is
# $\log\frac{S/N}c-\log\frac{1-S/N}{1-c}<0$. So $g(S+j,N+m)\le g(S,N+m)\le g(S,N+n)$.
#
# The first factor also shows that a choice without a click lowers the index. As $d(p,q)$ is convex in $q$, the index is concave in
# $\log t$ and stays below each of its tangents, the *ceiling*, until the item is clicked. If $g(S,N+n)<\log t$ with $c$ the largest
# ceiling of the other items in round $t+n$, the choice is certain up to round $t+n$. The list is certain as long as the choices of
# all bandits are, and as long as no two bandits choose the same item.
#
# ## Stretches and plain play compared
#
# The proofs concern the algorithms, and tests of the library concern their code. The long tests play 10,000 games of
# 20,000 rounds with each of the four policies on nine problems, in stretches and round by round. Among the problems
# are a near tie, equal examinations, a single position, and attractions near 0 and 1. The tests compare the means
# and the distributions of the regret at four horizons and of the displays of every item. These are about 550
# comparisons, which together raise a false alarm in about one of 1,800 runs. Other tests report to PBM-UCB and
# RBA-KL-UCB either no clicks or a click in every round of a stretch, and the list must stay the same until the
# certificate ends.
#
# ## The gain
#
# The table shows the processor time of games round by round divided by that of games in stretches. For $10^7$
# rounds, games round by round were timed up to $10^6$ and extrapolated, because every round costs the same. The times
# are those of one machine, with two to five games each, so only ratios far from one are meaningful.

# %% tags=["remove-input"]
stretches.gains()
