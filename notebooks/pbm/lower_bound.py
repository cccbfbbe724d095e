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
# # The lower bound
#
# **The question.** A policy shows short lists of items and learns from clicks which items belong in them. It can
# learn about a doubtful item only by showing it in place of a better one. How many clicks does even the cleverest
# policy lose in this way?
#
# **The answer.** It loses at least about $C\log T$ clicks in $T$ rounds, with a constant $C$ that can be computed.
# Each item outside the best list adds one term to $C$, namely the lowest price, in clicks, of a unit of information
# about this item. The price depends on the position at which the item is tried, and the cheapest position can be the
# first, the last, or any in between.
#
# **The result.** A user looks at position $l$ with probability $\kappa_l$, and then clicks on item $k$ with
# probability $\theta_k$. Let $v_{k,l}$ be the best list, items 1 to $L$, with item $k>L$ pushed in at position $l$,
# let $\Delta_{v_{k,l}}$ be the expected clicks that a display of it loses, and let $d$ be the Kullback–Leibler
# divergence. Then
#
# $$C=\sum_{k>L}\ \min_{1\le l\le L}\ \frac{\Delta_{v_{k,l}}}{d(\kappa_l\theta_k,\kappa_l\theta_L)},$$
#
# which is inequality (6), {ref}`Theorem 6 <pbm:theorem-6>`, of {cite:t}`lagree2016`. The minimising $l$ is
# the optimal exploration position of item $k$.
#
# We begin with the price of one display, because the whole formula is a sum of such prices, then state the bound
# and ask why no policy escapes it. After this chapter you can compute $C$ and the best position for trying an item,
# and check that no mixture of lists buys the information at a lower price. The complete proof and further results
# about $C$ are in {doc}`The lower bound in detail <lower_bound_detail>`. A
# {ref}`theorem <pbm:adaptive-pie-attains>` of the next chapter shows that a policy attains $C$.

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from compendium.figures import publish
from compendium.pbm.lower_bound import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
best = np.linspace(0.41, 0.7, 59)
crossing_figure = figures.price_crossing(best)
top_line = crossing_figure.data["at the top"].to_numpy()
bottom_line = crossing_figure.data["at the bottom"].to_numpy()
# What the figure's words say of it:
assert np.round(bottom_line, 2).tolist() == [2.73] * best.size
assert np.round(top_line[[0, -1]], 2).tolist() == [2.35, 3.82]
assert np.isclose(np.diff(top_line, 2), 0, atol=1e-9).all() and (np.diff(top_line) > 0).all()
assert abs(np.interp(bottom_line[0], top_line, best) - 0.48) < 0.006

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two prices against the attraction of the best item, from 0.41 to 0.70. The price at the bottom is a level line at 2.73 clicks per unit. The price at the top rises along a straight line, from 2.35 to 3.82. They cross near 0.48."}, "figure": {"caption": "The price of a unit of information about a third item that is tried at the top or at the bottom of a list of two. The top is cheaper if the best item is hardly better than the second, and the bottom is cheaper if the best item is much better. Exact values: θ₂ = 0.4, θ₃ = 0.2, κ = (0.9, 0.5).", "name": "pbm:price-crossing"}}
publish(
    crossing_figure,
    "pbm:price-crossing",
    attraction=("from 0.41 to 0.70", 0.4, 0.2),
    examination=(0.9, 0.5),
)

# %% [markdown]
# {download}`data <price-crossing.csv>` · {download}`how it was made <price-crossing.json>`
#
# (position-explorer-section)=
# ## Where would you try it?
#
# There are three items and two positions. Users look at the first position with probability 0.9 and at the second
# with probability 0.5. Of 100 users who look at an item, 45 would click on item 1, 40 on item 2, and 20 on item 3.
# The policy does not know these numbers, so it must try item 3. Should it do so at the top or at the bottom? The
# *price* of a trial is the number of clicks it costs per unit of information about the item, and $C$ is the sum, over
# the items outside the best list, of their lowest prices.
#
# The figure shows the effect of making item 1 better. Which position is cheaper if item 3 becomes almost as
# good as item 2, for example if its attraction rises from 0.20 to 0.35? The section “Which position is
# cheapest?” gives the answer. Try other problems below, or this one, with “Two positions”. A full dot marks the lowest
# price of each item.
#
# <div class="explorer" id="position-explorer">
# <p>The explorer needs JavaScript. Without it, the figure above shows the effect of item 1.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer_formulas.js" defer></script>
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_positions.js" defer></script>
#
# ## A worked example
#
# Users *examine* position $l$, that is, look at it, with a known probability $\kappa_l$. A user who looks at
# item $k$ clicks on it with probability $\theta_k$, its *attraction*, which has to be learnt. Item $k$ at
# position $l$ therefore gets a click with probability $\kappa_l\theta_k$. If there is no click, we cannot
# tell whether the user did not look or did not like the item.
#
# The best list shows item 1 above item 2. There are two ways to try item 3. It can be shown at the top, with
# item 1 moved down and item 2 left out, or at the bottom in place of item 2. The *gap* of a list is the
# expected number of clicks that one display of it loses compared with the best list. The code counts items
# from 0, so the list `[2, 0]` shows item 3 above item 1.
#
# **Predict.** Which trial has the larger gap, and by which factor?

# %%
from clickbandits.pbm import bounds, gap, problem

instance = problem(attraction=[0.45, 0.4, 0.2], examination=[0.9, 0.5])
print("item 3 at the top:   ", round(gap(instance, [2, 0]), 3))
print("item 3 at the bottom:", round(gap(instance, [0, 2]), 3))

# %% [markdown]
# The trial at the top costs twice as much. How much information does it buy? The policy has to find out
# whether item 3 could be as good as item 2. If it were, it would be clicked with probability $0.4\,\kappa_l$
# instead of $0.2\,\kappa_l$. Suppose that the click probability is $p$ and somebody claims that it is $q$.
# After $n$ displays, the observed clicks are typically about $e^{n\,d(p,q)}$ times as likely under the truth
# as under the claim. Here
#
# $$d(p,q)=p\log\frac pq+(1-p)\log\frac{1-p}{1-q}$$
#
# is the *Kullback–Leibler divergence*, which measures the information in one display. Its unit is the *nat*.
#
# **Predict.** Users look at the top {glue:text}`looks:.1f` times as often as at the bottom. Does a display
# there bring less than {glue:text}`looks:.1f` times as much information, exactly {glue:text}`looks:.1f` times
# as much, or more?

# %%
table = bounds.exploration_table(instance)
table.set_index("item").round(4)

# %% [markdown]
# It brings more, namely {glue:text}`times_information:.2f` times as much, because a missing click is stronger
# evidence against the item at a position that more users look at. The last column of the table, the gap
# divided by the information, is the *price* of a nat. It is {glue:text}`price_top:.2f` clicks at the top and
# {glue:text}`price_bottom:.2f` at the bottom, so the top is a little cheaper.
#
# Now let item 1 become better, as in the figure, with $\theta_1$ rising from 0.45 to 0.6.

# %%
for theta_1 in (0.45, 0.6):
    moved = problem([theta_1, 0.4, 0.2], [0.9, 0.5])
    top, bottom = bounds.exploration_table(moved)["price"]
    print(f"item 1 at {theta_1:.2f}: top {top:.2f}, bottom {bottom:.2f}")

# %% tags=["remove-cell"]
close = bounds.exploration_table(problem([0.45, 0.4, 0.35], [0.9, 0.5]))["price"]
assert close[1] < close[0], "what the explorer's question is about"
examination = (0.9, 0.6, 0.3)
figure_1a = problem((0.95, 0.85, 0.75, 0.65, 0.55), examination)
figure_1b = problem((0.45, 0.35, 0.25, 0.15, 0.05), examination)
prices = table["price"].tolist()
information = table["information"].tolist()
glue("looks", 0.9 / 0.5)
glue("times_information", information[0] / information[1])
glue("price_top", prices[0])
glue("price_bottom", prices[1])
glue("other_top", float(top))
glue("other_bottom", float(bottom))
glue("constant", bounds.lower_bound(figure_1b))
glue("lists", len(bounds.exploration_program(figure_1b).actions))
glue("constant_1a", bounds.lower_bound(figure_1a))
# What the words of this page rely on:
assert np.round([*prices, top, bottom], 2).tolist() == [2.55, 2.73, 3.31, 2.73]
assert np.isclose(gap(instance, [2, 0]), 2 * gap(instance, [0, 2]))
assert information[0] > 1.8 * information[1]
assert bounds.exploration_positions(figure_1b).tolist() == [3, 3]
assert bounds.exploration_positions(figure_1a).tolist() == [1, 1]

# %% [markdown]
# At the bottom nothing changes, because item 1 keeps its position. At the top the price rises to
# {glue:text}`other_top:.2f`, because item 1 now loses more clicks by moving down, and the bottom becomes the cheaper
# position.
#
# ## The bound
#
# In general there are $K$ items of attraction $\theta_1>\dots>\theta_K$ and $L<K$ positions examined
# with probability $\kappa_1>\dots>\kappa_L>0$. A round shows a list $a=(a_1,\dots,a_L)$ of different
# items. Its expected number of clicks is $\mu_a=\sum_l\kappa_l\theta_{a_l}$, the best list is
# $a^*=(1,\dots,L)$, and the gap of $a$ is $\Delta_a=\mu_{a^*}-\mu_a$. The items beyond $L$ are
# called *suboptimal*. To try a suboptimal item $k$ at position $l$, push it in between the best
# ones, so that item $L$ drops out: $v_{k,l}=(1,\dots,l-1,k,l,\dots,L-1)$. The price of this trial is
#
# $$r_{k,l}=\frac{\Delta_{v_{k,l}}}{d(\kappa_l\theta_k,\kappa_l\theta_L)}.$$
#
# The *regret* $R(T)$ of a policy is the sum of the gaps of the $T$ lists that it shows. A policy that always
# shows the same list can be lucky and lose nothing, so a lower bound can hold only for policies that do not
# bet on one problem.
#
# :::{prf:definition} Uniform efficiency, the paper’s Definition 1
# :nonumber:
# A policy is uniformly efficient if, for every $\theta\in(0,1)^K$ and every $\alpha\in(0,1]$, its
# expected regret is $\mathbb E_\theta R(T)=o(T^\alpha)$.
# :::
#
# A policy that always shows the items that have looked best so far is not uniformly efficient, because with
# positive probability it never recovers from bad luck at the start
# ({doc}`proved in detail <lower_bound_detail>`).
#
# (pbm:theorem-6)=
# :::{prf:theorem} The lower bound, the paper’s Theorem 6
# :nonumber:
# For every uniformly efficient policy,
#
# $$
# \liminf_{T\to\infty}\frac{\mathbb E_\theta R(T)}{\log T}\ \ge\ C=\sum_{k=L+1}^K\min_{1\le
# l\le L}r_{k,l},\qquad r_{k,l}=\frac{\Delta_{v_{k,l}}}{d(\kappa_l\theta_k,\kappa_l\theta_L)} .
# \tag{6}
# $$
# :::
#
# :::{claim} pbm:theorem-6
# :::
#
# The theorem is due to {cite:t}`lagree2016`. In our example only item 3 is suboptimal, so $C$ has a single term,
# which is {glue:text}`price_top:.2f` for $\theta_1=0.45$ and {glue:text}`other_bottom:.2f` for $\theta_1=0.6$. The
# problem of the paper's simulations has two suboptimal items.

# %%
five = problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
bounds.composition(five).set_index("item").round(3)

# %% [markdown]
# Both items are cheapest at position 3. Their terms, in the last column, add up to {glue:text}`constant:.2f`.
#
# (pbm:equation-6)=
# **Where to explore.** This is the problem of the paper's Figure 1(b). For the more attractive items
# $\theta=(0.95,0.85,0.75,0.65,0.55)$ of Figure 1(a), with the same $\kappa=(0.9,0.6,0.3)$, the
# constant is {glue:text}`constant_1a:.2f`, and both suboptimal items are cheapest at position 1.
#
# :::{claim} pbm:equation-6
# :::
#
# ## Why it is true
#
# **What must a policy rule out?** Suppose that it shows only the best list. A rival world in which item 3 is
# better than item 2 would then look exactly the same, and there the policy would be wrong forever. To do well
# in both worlds, it needs evidence that distinguishes them. How much? If the policy is fooled in the rival
# world with probability $x$, it loses there in proportion to $xT$, so $x$ must not be much larger than $1/T$.
# With $n$ nats of evidence, $x$ is about $e^{-n}$. About $\log T$ nats are therefore needed, which explains
# the logarithm in the bound.
#
# **What does it pay?** A policy buys information about item $k$ by showing it. At position $l$ a nat costs
# $r_{k,l}$ clicks, and a good buyer goes to the cheapest position. The bill is $\min_lr_{k,l}\log T$.
#
# **Why do the bills add up?** Clicks on one item carry no information about another, so each suboptimal item
# needs its own $\log T$ nats. Trying two items in one list earns no discount, because it loses at least as
# much as two separate trials at the same positions.
#
# (pbm:no-ranking-term)=
# **Is there a bill for ordering the best items?** The bound contains none. A policy must find their order,
# too, but the best list itself distinguishes the true world from any world that differs in one of the $L$
# best items, and it is shown almost always and costs nothing. Adding these worlds to the requirements
# therefore does not change $C$.
#
# :::{claim} pbm:no-ranking-term
# :::
#
# The absence of a discount can be tested numerically. A linear program that buys one nat about each
# suboptimal item, with any mixture of the {glue:text}`lists` lists, should find nothing cheaper than $C$.

# %%
print(f"sum of the cheapest prices: {bounds.lower_bound(five):.6f}")
print(f"best mixture of all lists:  {bounds.lower_bound_by_linear_program(five):.6f}")

# %% tags=["remove-cell"]
assert np.isclose(bounds.lower_bound(five), bounds.lower_bound_by_linear_program(five), rtol=1e-8)

# %% [markdown]
# Are these answers more than a story? {doc}`The companion page <lower_bound_detail>` turns them into a proof in four
# steps. It defines evidence and shows that it adds up over the rounds (Lemma 2), that a policy can behave differently
# in two worlds only if it has evidence (Lemmas 12 and 13), that every rival world requires about $\log T$
# nats (Proposition 3), and that no list earns a discount (Lemma 16). It also shows that the argument loses
# nothing, because no choice of rivals leads to a larger constant (Theorem 4 and Corollary 5).
#
# ## Which position is cheapest?
#
# We still have to choose the position. Towards the top, both the gap and the information grow, and the cheapest
# position depends on which of them grows faster.
#
# (pbm:information-convex)=
# **Information grows faster than examination.** Let $g(\kappa)=d(\kappa p,\kappa q)$ with $p\ne q$. This
# function increases and is strictly convex, because $g''(\kappa)=(q-p)^2/((1-\kappa p)(1-\kappa q)^2)>0$,
# $g(0)=0$, and $g'(0)=p\,(x-1-\log x)>0$ with $x=q/p$. Moreover $(g-\kappa g')'=-\kappa g''<0$, so
# $g<\kappa g'$, and $\kappa/g(\kappa)$ *decreases*. An item that is examined twice as often therefore yields
# more than twice as much information per display.
#
# :::{claim} pbm:information-convex
# :::
#
# (pbm:position-not-last)=
# **The end of the list is therefore not always best.** With the more attractive items of Figure 1(a), both
# suboptimal items are cheapest at the top:

# %%
attractive = problem([0.95, 0.85, 0.75, 0.65, 0.55], [0.9, 0.6, 0.3])
print(
    "prices of items 4 and 5 by position:", bounds.exploration_ratios(attractive).round(2).tolist()
)
print("optimal positions, Figure 1(a):", bounds.exploration_positions(attractive))
print("optimal positions, Figure 1(b):", bounds.exploration_positions(five))

# %% [markdown]
# {numref}`pbm:trade-off` shows both problems. The outcome depends on how many clicks are lost by the items
# that move down.
#
# :::{claim} pbm:position-not-last
# :::

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels of the ratio of gap to information against the position. With the attractive items of Figure 1(a) both suboptimal items have their smallest ratio at position 1, and item 4 its largest at position 2. With those of Figure 1(b) both ratios fall towards position 3, the optimal one."}, "figure": {"caption": "The price of information: gap over information of item k at each position, κ = (0.9, 0.6, 0.3). Dots mark the optimal positions. Exact values, no simulation.", "name": "pbm:trade-off"}}
instances = {"θ of Figure 1(a)": figure_1a, "θ of Figure 1(b)": figure_1b}
publish(
    figures.trade_off(figures.ratios(instances)),
    "pbm:trade-off",
    examination=examination,
    attraction={"1a": figure_1a.attraction, "1b": figure_1b.attraction},
)

# %% tags=["remove-cell"]
# What the figure's words say of it:
price_1a = bounds.exploration_ratios(figure_1a)
price_1b = bounds.exploration_ratios(figure_1b)
assert price_1a.argmin(axis=1).tolist() == [0, 0] and price_1a[0].argmax() == 1
assert (np.diff(price_1b) < 0).all()

# %% [markdown]
# {download}`data <trade-off.csv>` · {download}`how it was made <trade-off.json>`
#
# (pbm:limit-equal-best)=
# **If the best items are equally good, explore at the top.** For $\theta_1=\dots=\theta_L$ the gap is
# $\kappa_l(\theta_L-\theta_k)$, and $r_{k,l}=(\theta_L-\theta_k)\,\kappa_l/g(\kappa_l)$ decreases in
# $\kappa_l$. The minimum is at $l=1$, and because it is strict, it stays there as long as $\theta_1-\theta_L$
# is small enough.
#
# :::{claim} pbm:limit-equal-best
# :::
#
# (pbm:limit-close-items)=
# **If the item is almost as good as item $L$, explore at the end.** For $l<L$ the gap $\Delta_{v_{k,l}}$ stays above
# $\sum_{m=l}^{L-1}(\kappa_m-\kappa_{m+1})(\theta_m- \theta_L)>0$ as $\theta_k\to\theta_L$, while
# $\Delta_{v_{k,L}}=\kappa_L(\theta_L-\theta_k)$ vanishes. The information vanishes quadratically at every position,
# like $\kappa(\theta_L-\theta_k)^2/(2\theta_L(1-\kappa\theta_L))$. So $r_{k,l}/r_{k,L}\to\infty$, and position $L$ is
# eventually the cheapest for this item. The cheapest position of an item further down does not change, and it can be
# the first one. What if the best items are nearly equal *and* the item is nearly as good as they are? The two rules
# then contradict each other, and it matters which difference is the smaller one. The first position is cheapest if
# $\theta_1-\theta_L$ is small *compared with* $\theta_L-\theta_k$, and the last is cheapest if $\theta_L-\theta_k$ is
# small compared with $\theta_{L-1}-\theta_L$ ({numref}`pbm:position-map`).
#
# :::{claim} pbm:limit-close-items
# :::
#
# Every position can be the cheapest. For each κ and each $l$, the companion page
# {ref}`constructs a θ <pbm:every-position>` for which position $l$ is cheapest.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two maps over the steps between the best items, on logarithmic axes. In the lower left corner, where both steps are small, the first position is optimal; to the right, where only the first item stands out, the second; above, where the third item is clearly worse than the second, the third. With the item five times closer, the first two regions shrink by about the same factor."}, "figure": {"caption": "The optimal position of item k for three positions, κ = (0.9, 0.6, 0.3) and θ₃ = 0.35, by the steps between the three best items; first with the item 0.1 below the third, then with 0.02. Exact values on a grid.", "name": "pbm:position-map"}}
steps = np.geomspace(1e-3, 0.3, 80)
publish(
    figures.position_map(figures.positions(steps, (0.1, 0.02))),
    "pbm:position-map",
    examination=examination,
    worst_of_the_best=0.35,
    distances=(0.1, 0.02),
)

# %% [markdown]
# {download}`data <position-map.csv>` · {download}`how it was made <position-map.json>`
#
# {ref}`The explorer <position-explorer-section>` shows both limits if you bring an item close to item $L$ or make the
# best items equal.
#
# The policy PBM-PIE of the next chapter tries every item at the last position, whatever the price there. The
# companion page quantifies how far its constant can be from $C$. It also compares $C$ with the bounds for users whose
# looks are observed and for users who stop at the first click, and it computes $C$ for eight queries of a search
# engine.
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Where do the two lines of the first picture cross? Read off $\theta_1$, then compute it to four digits. (The
# price at the top is a linear function of $\theta_1$. Why?)
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Only the gap at the top depends on $\theta_1$. The dependence is linear, because item 1 loses
# $(\kappa_1-\kappa_2)\theta_1$ by moving down. The difference of the prices is therefore linear, and two of
# its values determine its zero: $\theta_1=$ {glue:text}`crossing:.4f`.
# :::


# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
def difference(theta_1):
    top, bottom = bounds.exploration_table(problem([theta_1, 0.4, 0.2], [0.9, 0.5]))["price"]
    return top - bottom


at_45, at_60 = difference(0.45), difference(0.6)
crossing = 0.45 - at_45 * 0.15 / (at_60 - at_45)
assert abs(difference(crossing)) < 1e-9
print(f"the lines cross at {crossing:.4f}")

# %% tags=["remove-cell"]
glue("crossing", float(crossing))
assert 0.48 < crossing < 0.49

# %% [markdown]
# :::{admonition} Exercise 2, at the keyboard
# For $\kappa=(0.9,0.6,0.3)$, find four attractions that make the *middle* position the cheapest for item 4.
# Which items must be nearly equal, and which must be much better?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Let item 1 be much better than the others, let items 2 and 3 be equal, and let item 4 be close to them. The
# top is then expensive, because item 1 would move down. Of the other two positions, the middle gives more
# information per click lost.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
middle = problem([0.9, 0.7, 0.7, 0.65], [0.9, 0.6, 0.3])
assert bounds.exploration_positions(middle).tolist() == [2]
bounds.exploration_table(middle).set_index("item").round(3)

# %% [markdown]
# :::{admonition} Exercise 3, with a pencil
# Suppose that no $\theta_k$ exceeds 0.8. Multiply every $\kappa_l$ by 0.8 and divide every $\theta_k$ by 0.8.
# What happens to $C$?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Nothing happens to it. Gaps and divergences contain κ and θ only in the products $\kappa_l\theta_k$, and
# these do not change.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
scaled = problem(five.attraction / 0.8, five.examination * 0.8)
assert abs(bounds.lower_bound(scaled) - bounds.lower_bound(five)) < 1e-9
print(f"before: {bounds.lower_bound(five):.4f}, after: {bounds.lower_bound(scaled):.4f}")

# %% [markdown]
# :::{admonition} Exercise 4, with a pencil
# The policy “always show item 1 above item 2” has zero regret in the worked example. Why does this not
# contradict the theorem?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The theorem applies only to uniformly efficient policies. In the world $\theta=(0.45,0.4,0.6)$ this policy
# loses the same number of clicks in every round. Its regret grows like $T$, so it is not uniformly efficient.
# :::
#
# ## What to remember
#
# A policy that learns on every problem needs about $\log T$ nats about each item outside the best list, so it loses
# at least about $C\log T$ clicks. The price of a nat is the gap divided by the information, and the cheapest position
# depends on how much the better items lose by moving down. The bills of the items add up, without a discount for
# trying two items at once, and the order of the best items adds nothing to $C$.
#
# ## Notes
#
# With one position that every user looks at, the bound is that of {cite:t}`lai1985`. The
# {ref}`program <pbm:theorem-4>` behind it has the form that {cite:t}`graves1997` gave to such bounds.
# {cite:t}`combes2015` study users who read from the top to the first attractive item, and
# {ref}`the companion page <pbm:weighted-cascade-bound>` examines the bound that the paper quotes from them.
