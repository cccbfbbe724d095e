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
# # New results
#
# While we checked the three papers line by line, we found results that they do not contain. This page explains them
# in words, grouped by what a reader can do with them. Each paragraph links to statements and their proofs, and shows
# the verdicts of the checks of results; those of their steps are listed with the proofs. {doc}`New results in detail
# <new_results_detail>` states the results as theorems, with their hypotheses.
#
# Nobody else has refereed these results. If we know that somebody had a result or its idea before us, the companion
# page names them, but we have not searched the literature systematically.

# %% tags=["remove-cell"]
from compendium.figures import publish
from compendium.front.constants import constants

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
drawing = constants()
assert drawing.data.share.max() < 0.57 and (drawing.data.share <= 0.5).sum() == 5

# %% mystnb={"image": {"alt": "Six grey bars of equal length stand for constants of the published bounds, and the green part of each bar for the constant proved here. Each green part is at most 0.57 of its bar, and five of the six are at most half: 2 becomes 9/8, 16 becomes 4, 160 becomes 80, 6e + 82 becomes 12, 4 becomes 1/log 2, and 8 becomes 4.", "width": "640px"}, "figure": {"caption": "Six constants of published bounds (grey) and the constants proved here (green). Other terms of a bound can change as well. With 80 in place of 160, a term of the order of log log n is added to log n; the factors 16 and 4 belong to different sums; the last two constants are for parameters fixed in advance.", "name": "front:constants"}} tags=["remove-input"]
publish(drawing, "front:constants")

# %% [markdown]
# {download}`data <front/constants.csv>` · {download}`how it was made <front/constants.json>`
#
# ## Choosing what to show
#
# ### The cheapest position for a trial is not always the last one
#
# In the model of Part I, a click at a position requires that the user looks there and likes the item. To
# learn whether a doubtful item belongs in the list, a policy has to display it, and it seems natural to do so
# at the bottom of the page, where a bad item does the least harm. However, fewer users look there, so each
# display also teaches less. The position at which a unit of information is cheapest depends on the items, and
# {ref}`every position is the cheapest one for some problem <pbm:every-position>`.
# {verdict}`pbm:every-position`
#
# The paper's policy PBM-PIE shows the items that look best and tries others at the last position. Suppose
# that it instead tries each item at the position that currently seems cheapest, with a suitable confidence
# level, and that it knows the examinations and these are distinct. Then the leading term of its regret equals
# the lower bound, so no uniformly efficient policy does better in the long run. In this sense {ref}`the
# modified policy attains the bound <pbm:adaptive-pie-attains>`. {verdict}`pbm:adaptive-pie-attains`
#
# ### Thompson sampling explores at the last position
#
# PBM-TS, the paper's Thompson sampling, shows the best list of a world drawn from its posterior. A draw that takes a
# doubtful item to the top is exponentially rarer than one that takes it to the last place. The policy therefore explores
# at the last position, even if another one is cheaper, and {ref}`the leading term of its regret
# <pbm:thompson-pays-last>` is that of PBM-PIE. {verdict}`pbm:thompson-pays-last` The paper says, about one problem, that
# PBM-TS might be asymptotically optimal. On that problem it is, but it is not on every problem.
#
# ### Positions that few people look at need not cost more
#
# Under multinomial logit choice, the model of Part III, items compete for at most one click per round. The published
# regret bound becomes worse as the position biases become more unequal. If the biases are known, the leading term of
# the regret {ref}`has a bound that does not depend on them <mnl:proposition-8>`. {verdict}`mnl:proposition-8`
#
# {ref}`A lower bound for every policy <mnl:lower-bound-sharper>` has the same order up to logarithms,
# provided that the biases add up to 1 or more and there are at least four times as many items as positions.
# {verdict}`mnl:lower-bound-sharper`
#
# ### A sharper confidence radius pays off under logit clicks
#
# Epoch-UCB, the policy of Part III for known biases, adds a confidence radius to each estimate. The radius can be made
# smaller, because a sum of geometric click counts rarely falls far below its mean. The smaller radius is made for logit
# clicks; if clicks are position-based and likely, {doc}`runs can get stuck <across>`. With this radius, the policy
# {ref}`loses less on all three problems of the paper <mnl:sharp-radius-pays>` than with the published one.
# {verdict}`mnl:sharp-radius-pays`
#
# ### The right list survives the wrong click model if the examinations are right
#
# Suppose that a policy ranks items by clicks per examination, but that users follow the other of the two
# click models for lists. As long as it shows the same list, its estimates for the items on it are wrong by a
# common factor, and their order remains right. If positions are numbered by decreasing examination and the
# policy is told the true examinations, the best list,
# {ref}`and no other list <across:wrong-law>`, is confirmed by the values to which its own estimates converge.
# {verdict}`across:wrong-law`
#
# A policy that is told wrong examinations {ref}`can lose a fixed share of the clicks forever <across:told-wrong>`, even
# if its click model is right. {verdict}`across:told-wrong`
#
# ### A click that is certain can end the learning
#
# Epoch policies show the same list until a round passes without a click. If an item is certain to be clicked, that
# round never comes, and the policy {ref}`never leaves a list that may be bad <across:sure-click>`.
# {verdict}`across:sure-click`
#
# ## Estimating from a log of clicks
#
# ### The simple estimator is nearly as good as the best one
#
# The simple estimator of an attraction divides the clicks on an item by the number of users who are expected to have
# looked at it. Suppose that the displays were fixed in advance and at most half of the users like the item. Then the
# variance of this estimator is at most $\frac98$ of the smallest variance that an unbiased estimator can have.
# {ref}`The sharp factor <pbm:sharp-loss>` is known for every attraction and every range of examinations.
# {verdict}`pbm:sharp-loss`
#
# ### Multinomial choice should be fitted by EM or by Newton's method
#
# The paper's Algorithm 1 is meant to maximise a likelihood by expectation–maximisation (EM). It does not, because
# each of its steps {ref}`lowers a different function <mnl:algorithm-1-descends>`, the deviance of exponential data.
# {verdict}`mnl:algorithm-1-descends`
#
# On some tables of clicks {ref}`its estimates run away <mnl:lemma-2-never-ends>` and never converge, unless they are
# confined to a range. {verdict}`mnl:lemma-2-never-ends`
#
# If it converges, {ref}`its estimates are not efficient <mnl:algorithm-1-efficiency>`. On the problems of the
# paper their asymptotic variance exceeds the Cramér–Rao bound, if the lists are uniformly random.
# {verdict}`mnl:algorithm-1-efficiency`
#
# {ref}`The EM algorithm that belongs to this likelihood <mnl:em-ascends>`, which multiplies over the cells of
# the table of items and positions, never lowers it. It converges to the maximiser if there is exactly one.
# {verdict}`mnl:em-converges`
#
# The same is true of {ref}`Newton's method in the logarithms with shortened steps <mnl:newton-ascends>`, which also
# converges quadratically. {verdict}`mnl:newton-ascends`
#
# The paper concludes that the maximiser is unique. This is not always so, and
# {ref}`a walk along the table of clicks <mnl:monotonic-or-unimodal>` decides it among all positive numbers. In the
# paper's range $(0,1]$ a table in which everything is joined has a maximiser, and only one, if every item and every
# position but the first was clicked, and otherwise none.
# {verdict}`mnl:monotonic-or-unimodal`
#
# ### The uncertainty of an estimate is an electrical resistance
#
# Regard the table as an electric network, in which an item and a position are joined by a wire that conducts
# better the more often the item was shown and clicked there. {ref}`The effective resistance <mnl:resistance>`
# between an item and the first position bounds how much the item's estimate moves if the counts change
# slightly. {verdict}`mnl:resistance`
#
# ### Fitting the position-based model is a concave problem
#
# The likelihood of the position-based model is {ref}`concave in the logarithms of the parameters
# <pbm:likelihood-concave>`, as is standard for binomial counts. A local maximum is therefore a global one.
# EM {ref}`reaches the supremum of the likelihood <pbm:em-converges>` from every start whose values are
# strictly between 0 and 1, whatever the table of clicks, as long as every item and position was displayed.
# {verdict}`pbm:em-converges`
#
# Under conditions on parameters that reach 1 and on items and positions without clicks, EM
# {ref}`converges linearly <pbm:em-rate>`. Its rate depends mainly on the share of information that is lost
# because only clicks are observed, and neither examination nor attraction. {verdict}`pbm:em-rate`
#
# {ref}`A certificate <pbm:em-certificate>`, computed from the table of a fit, bounds how far the fit is below the
# maximum. {verdict}`pbm:em-certificate`
#
# If a value starts at exactly 1, EM never changes it and {ref}`can end far below the maximum <pbm:em-faces>`.
# {verdict}`pbm:em-faces`
#
# ### Whether the model fits should be tested by the deviance
#
# {ref}`A test of the deviance <pbm:deviance-test>` rejects most tables in which the click probability is not
# a product of attraction and examination. The paper supports the model by a large first singular value of the table.
# That is {ref}`weak evidence <pbm:mean-share>`, because every table with entries of similar size has one.
#
# ## Proving bounds
#
# ### Rare clicks are less noisy than one might think
#
# Suppose that only a fraction $c$ of the users look at two items. The difference between the click rates
# shrinks by the factor $c$, and an argument with squared differences would lose the factor $c^2$. For
# attractions that are not close to 1, the divergence, which measures the evidence per display, shrinks only
# by about $c$. {ref}`The best constant in this inequality <rank1:sharp-quadratic>` is known exactly.
# {verdict}`rank1:sharp-quadratic`
#
# The regret bound for Rank1ElimKL, the elimination policy of Part II, contains the factor $1/(\mu\gamma)$,
# where $\mu$ is small if most items or positions are bad. The factor $1/\gamma$ can be arbitrarily large, and
# with the sharper inequality {ref}`it disappears from the bound <rank1:theorem-1-repaired>`.
# {verdict}`rank1:theorem-1-repaired`
#
# The factor $1/\mu$ remains, and not because the proof is too weak. On problems with a single good item and a single
# good position, called needles, {ref}`the regret of the policy really grows with it <rank1:needle-elimination-pays>`.
# {verdict}`rank1:needle-elimination-pays`
#
# ### A proof must not condition on quantities that depend on the clicks
#
# Published proofs in more than one paper hold a quantity fixed, for instance the set of items still in play, and then
# average over the clicks that determined it. For elimination, {ref}`a tail bound for means that depend on the past
# <rank1:adaptive-means>` saves the theorem. {verdict}`rank1:adaptive-means`
#
# For multinomial choice, Theorem 3 of the paper is false as published if the parameters depend on the past.
# {ref}`A corrected bound for such parameters <mnl:theorem-3>` saves the policies. {verdict}`mnl:theorem-3`
#
# For parameters fixed in advance, {ref}`a bound on the tail below the mean <mnl:lower-tail>` is sharper than the
# published one. {verdict}`mnl:lower-tail`
#
# So is {ref}`a bound on the tail above the mean <mnl:upper-tail>`, if all means are at most 1.
# {verdict}`mnl:upper-tail`
#
# ### The regret bound for PBM-UCB is true, but its proof has gaps
#
# The paper's bound on the regret of PBM-UCB holds for every horizon of at least two rounds. {ref}`Our proof
# treats each position separately <pbm:positionwise-bound>` and gives a logarithmic term that is at most a
# quarter as large. {verdict}`pbm:positionwise-bound`
#
# Proposition 10 of the same paper bounds the probability that an item's confidence bound is below its attraction. The paper
# derives it from a cited theorem, but {ref}`it can be proved directly <pbm:proposition-10>`. {verdict}`pbm:proposition-10`
#
# ### The lower bound of Part I loses nothing on its way
#
# {ref}`A dual certificate <pbm:theorem-6>` shows that Corollary 5, which the paper states as an inequality,
# is an equality, so a cleverer choice of rival problems could not give a larger constant. The bound of
# Theorem 6 also {ref}`needs less than the paper assumes <pbm:theorem-6-distinct>`, because it suffices that
# the policy is efficient on problems whose attractions are distinct. {verdict}`pbm:theorem-6-distinct`
#
# ### The lower bound for the cascade needs a condition
#
# In a cascade, the user reads down the list and stops at the first item that pleases. The paper quotes a lower bound for
# the cascade whose clicks are weighted by position. The bound holds {ref}`if the weights fall fast enough
# <pbm:weighted-cascade-bound>`, but can be false otherwise, and the paper omits the condition.
# {verdict}`pbm:weighted-cascade-bound`
#
# ## Simulating and comparing
#
# ### The comparison of Part II lacks a baseline
#
# The paper compares Rank1ElimKL with UCB1 but not with KL-UCB, which treats every pair of an item and a
# position as a separate choice. KL-UCB {ref}`loses less than Rank1ElimKL <rank1:figure-1-outperforms-kl-ucb>`
# for $K=L=32$ and $64$. At $128$ it loses more if Rank1ElimKL uses $\delta=\log n$.
# {verdict}`rank1:figure-1-outperforms-kl-ucb` For $K=32$ and {ref}`from half a million to five million steps <rank1:figure-1-any-horizon>`, the value of
# $\delta$, the amount of evidence that an elimination requires, decides whether Rank1ElimKL or UCB1 loses less.
#
# ### Labels should be shuffled
#
# If the best items come first in the numbering and
# {ref}`ties are broken in favour of the smaller number <mnl:index-ties-leak>`, the numbering gives away the answer,
# and a policy can look brilliant without having learned anything.
#
# ### Very long games can be simulated exactly
#
# While PBM-PIE is certain of its list, it shows the same items round after round, so the clicks of all these rounds can
# be drawn at once from a binomial distribution. {ref}`The simulated games <pbm:figure-1b-pie-matches-bound>` last up to
# {number}`pbm:figure-1b-pie-matches-bound horizon` rounds. {verdict}`pbm:figure-1b-pie-matches-bound`
#
# Elimination can be simulated in a similar way. {ref}`The number of random draws <rank1:cost-of-a-run>` is of
# the order of stages times pairs, instead of the number of rounds.
#
# ### An approximate posterior can hide a good item
#
# BC-MP-TS samples attractions from an approximate posterior. According to a heuristic calculation, which is not a
# proof, it can leave a good item unseen so often that its regret grows faster than logarithmically. On the problem of
# Figure 1a, the {ref}`exponent of that calculation <pbm:bc-mp-ts-tail>` is below one, and so in the bad range, at the
# lower positions. {verdict}`pbm:bc-mp-ts-tail`
#
# ## Open problems
#
# Algorithm 3 is the policy of Part III for unknown biases. It is open {ref}`whether it satisfies the regret bound of
# Proposition 10 <mnl:proposition-10>` for several positions, but for {ref}`a single position
# <mnl:proposition-10-one-position>` it does. {verdict}`mnl:proposition-10-one-position`
#
# Other policies for position effects of this kind are those of {cite:t}`luo2025`, who let the effects be unknown, and of
# {cite:t}`chen2026`. It is also open {ref}`how much every policy has to pay for a small μ <rank1:mu-dependence>`. The
# page {doc}`Open questions and limits <../open_questions>` lists everything that this build neither confirms nor
# refutes.
