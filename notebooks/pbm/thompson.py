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
# # Does Thompson sampling attain the bound?
#
# **The question.** PBM-TS draws a possible world from its posterior and shows the best list of this world. In
# the simulation of the paper's Figure 1(b) it loses the fewest clicks. Is it also best in the long run, that is, does
# its regret divided by $\log T$ tend to the constant $C$ of {ref}`the lower bound <pbm:theorem-6>`?
#
# **The answer.** Only if the last position is a cheapest one for every suboptimal item. PBM-TS explores at the last
# position and pays the price of that position, whether or not another position is cheaper. If the attractions are
# distinct, its regret is $(C_L+o(1))\log T$. The constant $C_L\ge C$ is the one to which
# {ref}`Theorem 11 <pbm:theorem-11>` tends for PBM-PIE.
#
# **The idea in one sentence.** A draw that reaches the top is exponentially rarer than one that reaches the last
# place, so the posterior explores at the last position.
#
# We first compute what the position costs in one small problem, then state the theorem and why it is true, and
# finally ask at which horizons the difference can be seen. After this chapter you can tell from a problem's numbers
# whether Thompson sampling pays more than the lower bound, and how much.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.pbm.thompson import experiments, figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two falling curves on a logarithmic axis against the number of displays of item 3, from 0 to 150. The solid one, for a draw above 0.5, begins at 0.5 and ends near one in ten thousand. The dashed one, for a draw above 0.6, begins just below it at 0.4 and falls faster, so that the shaded space between the two grows."}, "figure": {"caption": "The chance that the draw of item 3 reaches a place, after displays of this item at the last position, each with its expected share of a click. The problem of the worked example, with leaders' attractions 0.6 and 0.5, item 3's attraction 0.1, and examinations 1 and 0.2.", "name": "pbm:thompson-tails"}}
drawing = figures.tails(experiments.PROBLEM, 150)
publish(drawing, "pbm:thompson-tails", attraction=(0.6, 0.5, 0.1), examination=(1.0, 0.2))

# %% tags=["remove-cell"]
assert figures.tails_as_described(published("pbm:thompson-tails"))

# %% [markdown]
# {download}`data <thompson-tails.csv>` · {download}`how it was made <thompson-tails.json>`
#
# ## A worked example
#
# Three items have attractions $\theta=(0.6,0.5,0.1)$. The first of two positions is always examined, the second by a
# fifth of the users, so $\kappa=(1,0.2)$. The best list is (1, 2), and its items are the *leaders*. Every policy has to
# try item 3 now and then, to make sure that it is not better than item 2. Where is this cheapest?

# %%
import numpy as np
import pandas as pd

from clickbandits.pbm import bounds, problem

shop = problem([0.6, 0.5, 0.1], [1.0, 0.2])
bounds.exploration_table(shop).round(3)

# %% [markdown]
# A trial at the top costs six times as many clicks as one at the bottom, but it brings seven times as much
# information, because everybody looks there. The top is therefore cheaper. The sum of the lowest prices is $C$, and
# the sum of the prices at the last position is
#
# $$C_L=\sum_{k>L}\frac{\kappa_L(\theta_L-\theta_k)}{d(\kappa_L\theta_k,\kappa_L\theta_L)}.$$

# %%
lowest = bounds.lower_bound(shop)
at_last = bounds.shared_position_bound(shop, 2)
print(f"C = {lowest:.3f}, C_L = {at_last:.3f}, ratio {at_last / lowest:.3f}")

# %% [markdown]
# **Predict.** PBM-TS has shown item 3 a hundred times at the second position. How often does its draw exceed 0.5, so
# that item 3 enters the list in place of item 2? How often does it exceed 0.6, so that item 3 is shown at the top?

# %%
grid = (np.arange(2000) + 0.5) / 2000
rows = []
for n in (0, 25, 50, 100):
    clicks = 0.2 * 0.1 * n  # as many as expected
    density = grid**clicks * (1 - 0.2 * grid) ** (n - clicks)
    last, top = (density[grid > best].sum() / density.sum() for best in (0.5, 0.6))
    rows.append({"displays": n, "above 0.5": last, "above 0.6": top, "ratio": top / last})
pd.DataFrame(rows).round(4)

# %% tags=["remove-cell"]
seen = pd.DataFrame(rows).set_index("displays")["ratio"]
glue("ratio_0", float(seen[0]))
glue("ratio_100", float(seen[100]))
prices = bounds.exploration_table(shop).set_index("position")
assert 5.9 < prices["gap"][1] / prices["gap"][2] < 6.1
assert 7 < prices["information"][1] / prices["information"][2] < 7.3
assert prices["price"].idxmin() == 1 and 1.303 < lowest < 1.305 and 1.559 < at_last < 1.561

# %% [markdown]
# At first, {glue:text}`ratio_0:.2f` of the draws that enter the list reach the top. After a hundred displays it is only
# {glue:text}`ratio_100:.2f` of them, and this share goes on falling exponentially. In a game with
# clicks, the displays at the top should therefore end early.

# %%
from clickbandits import PBM_TS
from clicklogs import Player


def places_of_item_3(rounds, seed):
    player = Player(PBM_TS, 3, shop.examination, rounds, seed)
    users = np.random.default_rng(seed)
    places = np.zeros(rounds, dtype=int)  # 0 if it is not shown
    for t in range(rounds):
        shown = player.choose()
        action = list(shown.items)
        player.update(shown, users.random(2) < shop.examination * shop.attraction[action])
        places[t] = action.index(2) + 1 if 2 in action else 0
    return places


# %%
places = places_of_item_3(10_000, seed=1)
parts = {
    "1 to 100": places[:100],
    "101 to 1,000": places[100:1000],
    "1,001 to 10,000": places[1000:],
}
rows = [(part, (some == 1).sum(), (some == 2).sum()) for part, some in parts.items()]
pd.DataFrame(rows, columns=["rounds", "at the top", "at the last position"]).set_index("rounds")

# %% tags=["remove-cell"]
assert (places[100:] == 1).sum() == 0 < (places[1000:] == 2).sum()

# %% [markdown]
# In this game item 3 was never at the top after round 100, and in others it is there now and then. One game is an
# anecdote, so the next figure shows the mean of {glue:text}`display_runs:,` games of {glue:text}`display_rounds:,` rounds.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Mean displays of item 3 against the logarithm of the round. Those above the last position, dashed, rise to about ten and flatten. Those at the last position, solid, rise on, to many times as many at the end."}, "figure": {"caption": "Displays of item 3 by PBM-TS, above the last position and at it, in the worked example.", "name": "pbm:thompson-displays"}}
counts = experiments.display_counts(profile)
publish(figures.displays(counts), "pbm:thompson-displays", **experiments.displays(profile).record())

# %% tags=["remove-cell"]
assert figures.displays_as_described(published("pbm:thompson-displays"))
glue("display_runs", int(counts["runs"].iloc[-1]))
glue("display_rounds", int(counts["round"].iloc[-1]))
glue("shown_above", float(counts["above"].iloc[-1]))
glue("shown_above_error", float(counts["above, standard error"].iloc[-1]))
glue("shown_last", float(counts["last"].iloc[-1]))
glue("shown_last_error", float(counts["last, standard error"].iloc[-1]))

# %% [markdown]
# {download}`data <thompson-displays.csv>` · {download}`how it was made <thompson-displays.json>`
#
# At the end, item 3 was shown {glue:text}`shown_above:.1f` ± {glue:text}`shown_above_error:.1f` times above the last
# position and {glue:text}`shown_last:.0f` ± {glue:text}`shown_last_error:.0f` times at it (± one standard error).
#
# (exploring-explorer-section)=
# **Where does it explore?** Press Play, and watch at which positions a policy shows suboptimal items, beside the
# position at which each of them is cheapest to explore. Try Figure 1(a), or another policy.
#
# <div class="explorer" id="exploring-explorer">
# <p>The explorer needs JavaScript. Without it, the figure above shows the mean of many such games.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer_formulas.js" defer></script>
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_games.js" defer></script>
# <script src="../../_static/explorer_watch.js" defer></script>
#
# ## The theorem
#
# The games suggest that PBM-TS soon stops trying item 3 at the top, and goes on trying it at the bottom. The theorem
# confirms this for every problem with distinct attractions, and computes the price.
#
# (pbm:thompson-pays-last)=
# :::{prf:theorem} Thompson sampling pays for the last position
# :nonumber:
# Let $\theta_1\ge\dots\ge\theta_K$ lie in $(0,1)$, let $1\ge\kappa_1\ge\dots\ge\kappa_L>0$ be known, let $L<K$, and let
# $\theta_{L-1}>\theta_L>\theta_{L+1}$ (with $\theta_0=1$). Then PBM-TS with uniform priors has
#
# $$\lim_{T\to\infty}\frac{E[R(T)]}{\log T}=C_L=\sum_{k>L}\frac{\kappa_L(\theta_L-\theta_k)}
# {d(\kappa_L\theta_k,\kappa_L\theta_L)}.$$
#
# Moreover, every item $k>L$ is shown above position $L$ only finitely often in expectation, over the whole infinite
# game.
# :::
#
# :::{claim} pbm:thompson-pays-last
# :::
#
# All steps of the proof are in {doc}`Thompson sampling in detail <thompson_detail>`, which also treats ties and other
# policies. Here we prove the lemma on which everything depends.
#
# ## The key lemma
#
# Fix one item with attraction $\theta$. Let $L_n(x)=\prod_lx^{S_l}(1-\kappa_lx)^{N_l-S_l}$ be the likelihood of its
# first $n$ displays, with $N_l$ of them and $S_l$ clicks at position $l$, and let $\pi_n$ be its posterior after them.
# The positions may be chosen in any way from the past.
#
# :::{prf:lemma} Tails of the posterior
# :nonumber:
# If $\theta<a<b<1$, then $E[\pi_n(b,1]/\pi_n(a,1]]\le C(n+1)(1-c)^n$, and if $0<b<a<\theta$, then
# $E[\pi_n[0,b]/\pi_n(b,1]]\le C(n+1)(1-c)^n$, with $C=1/(1-a)$ and
# $c=\kappa_L|\theta-a||b-a|/(a(1-\kappa_La))>0$. (If the item can be displayed fewer than $n$ times, the
# expectations are those on the event of an $n$-th display.)
# :::
#
# *Proof.* **An identity.** Let $x\ge a>\theta$ or $x\le a<\theta$. A display at position $l$ multiplies $L(x)/L(a)$ by
# $x/a$ if there is a click and by $(1-\kappa_lx)/(1-\kappa_la)$ if there is none. The mean of this factor is
#
# $$\kappa_l\theta\,\frac xa+(1-\kappa_l\theta)\,\frac{1-\kappa_lx}{1-\kappa_la}
# =1-\frac{\kappa_l(a-\theta)(x-a)}{a(1-\kappa_la)}.$$
#
# Both sides are linear in $x$; they agree at $x=a$ and have the same slope. The fraction on the right is not negative and
# does not decrease with $\kappa_l$, so it is smallest at the last position.
#
# **Induction.** The position is chosen before the click. Given the past, the mean of $L(x)/L(a)$ is therefore
# multiplied by at most $1-c_x$ at each display, with $c_x=\kappa_L|\theta-a||x-a|/(a(1-\kappa_La))$, whatever the
# position. So $E[L_n(x)/L_n(a)]\le(1-c_x)^n$.
#
# **Tails.** For $x\ge a$ a click multiplies $L(x)/L(a)$ by $x/a\ge1$, and a display without a click by at least
# $(1-x)/(1-a)$. Thus $L_n(x)/L_n(a)\ge((1-x)/(1-a))^n$, and $\int_a^1L_n\ge(1-a)L_n(a)/(n+1)$. Both ratios of the
# lemma are consequently at most $\frac{n+1}{1-a}\int L_n(x)/L_n(a)\,dx$, over $(b,1)$ or $(0,b)$. Take
# expectations; among these $x$ the constant $c_x$ is smallest at $x=b$. ∎
#
# ## From the lemma to the theorem
#
# **Leaders recover.** A good item may look bad after unlucky displays, and then it is rarely shown. The second tail
# bounds how long this lasts. The item is left out only if its draw is low, and it is shown if its draw is high,
# in both cases compared with the same draws of the others. The ratio of the two chances is $\pi_n[0,b]/\pi_n(b,1]$,
# and its expectations have a finite sum over $n$. This gives a logarithmic regret on every problem, even with ties.
#
# **Nothing is explored above position $L$.** Take a round in which the leaders' draws are near their attractions.
# Item $k>L$ is shown if its draw exceeds a number $a$ slightly above $\theta_L$, unless another suboptimal item draws as
# much. To be shown above position $L$, its draw has to exceed a number $b$ slightly below $\theta_{L-1}$. So
#
# $$P(k\text{ is shown above }L\mid\text{past})\le\text{const}\cdot\frac{\pi_n(b,1]}{\pi_n(a,1]}\,
# P(k\text{ is shown}\mid\text{past}),$$
#
# where $n$ is the number of displays of $k$ so far. Each value of $n$ belongs to one display. The expected number of
# displays above $L$ is therefore at most a constant times $\sum_n(n+1)(1-c)^n<\infty$.
#
# **The price.** A policy whose regret is $o(T^\alpha)$ for all $\alpha>0$ on every problem must collect about
# $\log T$ nats about item $k$. If they come from the last position, each display brings
# $d(\kappa_L\theta_k,\kappa_L\theta_L)$ nats and costs $\kappa_L(\theta_L-\theta_k)$ clicks, so the policy
# pays at least $C_L\log T$ in all. PBM-TS does not pay more, because after about $\log T$ nats a draw above
# $\theta_L$ has a probability below $1/T$.
#
# ## The paper's conjecture
#
# About its Figure 1(b), the authors say cautiously that PBM-TS might be asymptotically optimal. On that
# problem it is, because the last position is a cheapest one for both suboptimal items, and therefore $C=C_L$.
# It is not optimal on every problem. With our examinations $(0.9,0.6,0.3)$, which the paper does not give for
# Figure 1(a), that problem has $C=$ {glue:text}`c_1a:.2f` and $C_L=$ {glue:text}`last_1a:.2f`.
# {ref}`The chapter on simulations <pbm:conjecture-ts>` has the verdict with both readings.

# %% tags=["remove-cell"]
figure_1a = problem([0.95, 0.85, 0.75, 0.65, 0.55], [0.9, 0.6, 0.3])
figure_1b = problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
glue("c_1a", bounds.lower_bound(figure_1a))
glue("last_1a", bounds.shared_position_bound(figure_1a, 3))
assert np.isclose(bounds.lower_bound(figure_1b), bounds.shared_position_bound(figure_1b, 3))

# %% [markdown]
# ## Horizons at which the constants part
#
# Would anybody notice the difference? Not soon.
#
# In games of {glue:text}`rounds:,` rounds of the worked example, $C\log T$ and $C_L\log T$ differ by only
# {glue:text}`apart:.1f` clicks, and the first rounds cost more than this. The first panel of the next figure shows such
# games, and the lower panels those on the problems of the paper's Figure 1. PBM-PIE explores at the last position, and
# its adaptive variant, which comes within a factor of 1.01 of $C$, at the position with the lowest estimated price.
#
# The second panel shows a simpler game that can be played much longer. In it PBM-TS knows the leaders' attractions and
# has to learn only that of item 3. Between two displays of item 3 nothing changes, so the number of rounds until the
# next one is geometric and can be drawn at once. The game takes one step per display of item 3 (with a posterior on
# a grid of 2,000 attractions) and reaches $10^{60}$ rounds after some 2,600 steps. The theorem does not cover
# this game, but the mechanism is the same.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Four panels with the regret against the logarithm of the round. Three are games in full of PBM-TS, PBM-PIE and its adaptive variant with bands, in the worked example and on the problems of Figure 1(a) and 1(b). There PBM-TS ends lowest, and from ten thousand rounds on dotted lines with the slopes of the two constants, which are one line for Figure 1(b), begin on it. The second panel, for more rounds than any log has, is for PBM-TS with known leaders, whose curve runs along the steeper of the two dotted lines, and the other line falls clearly behind."}, "figure": {"caption": "Regret in four games. The exploration level of both PBM-PIE is 1.01 log t, and the examinations of Figure 1(a) are our assumption. Second panel: PBM-TS in the game in which it knows the leaders' attractions. Dotted lines have the slopes $C$ and $C_L$ in $\\log t$ and begin on the mean of PBM-TS at $10^4$ rounds, in the second panel at $10^{20}$.", "name": "pbm:thompson-regret"}}
panels = experiments.panels(profile)
publish(figures.regrets(panels), "pbm:thompson-regret", **experiments.records(profile))

# %% tags=["remove-cell"]
played = panels["the worked example"][1]
known = panels["the worked example, leaders known"][1]
assert profile == "quick" or figures.regrets_as_described(panels)
glue("rounds", int(played["round"].max()))
glue("apart", float((at_last - lowest) * np.log(played["round"].max())))
pie, adaptive = experiments.PIE
worked = played.groupby("policy")[["slope", "slope, standard error"]].last()
glue("slope_ts_worked", float(worked.loc["PBM-TS"].iloc[0]))
glue("error_ts_worked", float(worked.loc["PBM-TS"].iloc[1]))
glue("slope_pie_worked", float(worked.loc[pie.id].iloc[0]))
glue("error_pie_worked", float(worked.loc[pie.id].iloc[1]))
glue("slope_adaptive_worked", float(worked.loc[adaptive.id].iloc[0]))
glue("error_adaptive_worked", float(worked.loc[adaptive.id].iloc[1]))
on_1a = panels["Figure 1(a), $C<C_L$"][1].groupby("policy").last()
glue("slope_ts_1a", float(on_1a.loc["PBM-TS", "slope"]))
glue("error_ts_1a", float(on_1a.loc["PBM-TS", "slope, standard error"]))
glue("worked_runs", int(played["replications"].iloc[-1]))
glue("known_runs", int(known["runs"].iloc[-1]))
glue("known_slope", float(known["slope"].iloc[-1]))
glue("known_error", float(known["slope, standard error"].iloc[-1]))
glue("known_above", float(known["above"].iloc[-1]))

# %% [markdown]
# {download}`data <thompson-regret.csv>` · {download}`how it was made <thompson-regret.json>`
#
# The slope of PBM-TS increases with the round. In the last decade of rounds of {glue:text}`worked_runs:,` games of the
# worked example, its regret grows by {glue:text}`slope_ts_worked:.3f` ± {glue:text}`error_ts_worked:.3f` clicks per unit
# of $\log T$ (± one standard error), which is above $C=1.304$ and still below $C_L=1.560$. That of PBM-PIE grows by
# {glue:text}`slope_pie_worked:.3f` ± {glue:text}`error_pie_worked:.3f`, and that of the adaptive variant by
# {glue:text}`slope_adaptive_worked:.3f` ± {glue:text}`error_adaptive_worked:.3f`. On the problem of Figure 1(a) PBM-TS
# has a slope of {glue:text}`slope_ts_1a:.2f` ± {glue:text}`error_ts_1a:.2f`, where $C=14.06$ and $C_L=16.65$.
# {doc}`Another page <simulations_detail>` describes how games of this length are played.
#
# From $10^{20}$ to $10^{60}$ rounds, the regret in {glue:text}`known_runs:,` games with known leaders grows by
# {glue:text}`known_slope:.3f` ± {glue:text}`known_error:.3f`. Item 3 was shown above the last position
# {glue:text}`known_above:.1f` times on average. No log is that long. The theorem determines the constant, and it does not
# recommend a policy. In the games above, PBM-TS has the lowest mean regret, which decides nothing about the constants.
#
# ## A policy that jumps
#
# Does every policy that sorts independent draws pay $C_L$? No. PBM-TS-JUMPS($c$) adds 1 to each draw with
# probability $\min(1,c/t)$, so every item visits the top about $c\log T$ times. Its regret is logarithmic,
# and if $\theta_1$ is near $\theta_2$, a visit to the top costs little and brings much information.
# {ref}`For a suitable c <pbm:jumping-thompson>` its constant is at most
# {number}`pbm:jumping-thompson bound:.3f` on the problem with $\theta=(0.52,0.5,0.1)$ and $\kappa=(1,0.2)$,
# where $C_L=$ {number}`pbm:jumping-thompson c_l:.3f`. The policy is in the library, as
# `clickbandits.PBM_TS_JUMPS`.
#
# **Does a variant of Thompson sampling attain $C$?** We do not know one for which this is proved. Our bound
# for jumps is above $C$, which is {number}`pbm:jumping-thompson least:.3f` in this example. A natural
# candidate lets only the items outside the estimated best list jump, each to the position with its lowest
# estimated price, and as often as the estimates require. {ref}`The companion page <thompson-variant>`
# explains which step of a proof is missing. The policies that are
# {ref}`proved to attain C <pbm:adaptive-pie-attains>` do not draw from a posterior.
#
# ## Exercises
#
# :::{admonition} Exercise 1, with a pencil
# Why does the ratio of the two tails fall *exponentially* with the number of displays? Let item 3 of the worked example
# be shown $n$ times at position 2 and clicked as often as expected. Approximate $\log(L_n(0.6)/L_n(0.5))$.
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The logarithm is $n\,(d(0.02,0.1)-d(0.02,0.12))$, because $L_n(x)=e^{-n\,(d(0.02,0.2x)+\text{const})}$. With
# $d(0.02,0.1)\approx0.0513$ and $d(0.02,0.12)\approx0.0696$ it is about $-0.018\,n$, so the likelihood at 0.6 falls by a
# further 1.8 % with each display, relative to that at 0.5.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
from clickbandits.bernoulli import kl

near, far = kl(0.02, 0.1), kl(0.02, 0.12)
assert round(float(near), 4) == 0.0513 and round(float(far), 4) == 0.0696
print(f"{near - far:.4f} per display")

# %% [markdown]
# :::{admonition} Exercise 2, at the keyboard
# Keep $\kappa=(1,0.2)$ and the attractions 0.5 and 0.1 of the other items. For which attractions of item 1 is PBM-TS
# asymptotically optimal?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Try a fine grid. From $\theta_1=$ {glue:text}`from_theta:.3f` on, $C=C_L$. A trial at the top moves item 1 down, and
# the better item 1 is, the more this costs. The price at the last position does not depend on $\theta_1$.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
tried = np.arange(0.6, 1.0, 0.001)
problems = [problem([best, 0.5, 0.1], [1.0, 0.2]) for best in tried]
optimal = [
    np.isclose(bounds.lower_bound(one), bounds.shared_position_bound(one, 2)) for one in problems
]
from_theta = tried[np.argmax(optimal)]
print(f"optimal from theta_1 = {from_theta:.3f} on")

# %% tags=["remove-cell"]
glue("from_theta", float(from_theta))
assert np.all(np.sort(optimal) == optimal)

# %% [markdown]
# :::{admonition} Exercise 3, with a pencil
# Theorem 11's constant for PBM-PIE is $C_L$ because PBM-PIE is *told* to explore at the last position. Nobody tells
# PBM-TS. Which property of a policy, apart from efficiency, makes it pay at least $C_L$?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# It suffices that suboptimal items are shown above position $L$ rarely, that is, $o(\log T)$ times. Then nearly all of the
# $\log T$ nats come from position $L$, at the price of that position. Nothing else about the policy matters
# ({ref}`in detail <pbm:last-position-price>`).
# :::
#
# ## What to remember
#
# PBM-TS has a regret of $(C_L+o(1))\log T$ if attractions are distinct. A draw that reaches the top is exponentially
# rarer than one that reaches the last place, so the posterior explores at the last position even if another one is
# cheaper. The paper's conjecture is therefore right on the problem that it comments on, and wrong as a statement about
# all problems. The key is an identity for the mean of a likelihood ratio that holds at every position.
#
# ## Notes
#
# **Is it new?** With one position that is always examined, the theorem is that of {cite:t}`kaufmann2012` and
# {cite:t}`agrawal2013`. If all positions are always examined, $C_L$ is the constant that {cite:t}`komiyama2015`
# proved for Thompson sampling with multiple plays, and {cite:t}`luedtke2019` treat plays that have costs.
# {cite:t}`zhong2021` bound the regret of Thompson sampling in the cascade model. {cite:t}`combes2015` rank under
# other click models, and {cite:t}`gauthier2020`, {cite:t}`gauthier2021` and {cite:t}`gauthier2022` study the
# position-based model with unknown examinations. In November 2026 we searched public web pages, documentation and
# code for Thompson sampling together with the position-based model, click models, multiple plays and asymptotic
# optimality. Of most works we saw only abstracts. We found no earlier proof for unequal examinations and nobody who
# names the constant $C_L$ for PBM-TS, but such a search cannot exclude them.
