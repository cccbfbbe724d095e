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
# While we checked the three papers line by line, we found results that they do not contain. These are the ten that we
# would tell a colleague about, each with the verdict of its check. The project was built around the first five.
# {doc}`New results in detail <new_results_detail>` states them and all others as theorems, with their hypotheses, their
# proofs, and those who had a result or its idea before us. Nobody else has refereed them, and we have not searched the
# literature systematically.
#
# ## The Fisher-information ratio
#
# The simplest estimator of an item's attraction divides its clicks by the number of users who are expected to have
# looked. If the displays were fixed in advance and at most half of the users like the item, its variance is at most
# {number}`pbm:factor-two sharp` of the least that an unbiased estimator can have. {ref}`The sharp factor
# <pbm:sharp-loss>` is known for every attraction and every range of examinations. {verdict}`pbm:sharp-loss`
#
# ## The lower bound, and where to explore
#
# To learn whether a doubtful item belongs in the list, a policy has to show it. At the bottom of the page a bad item does
# the least harm, but few users look there, so each display also teaches less. {ref}`The lower bound <pbm:theorem-6>` is
# the price of trying each doubtful item {ref}`where a unit of information is cheapest <pbm:equation-6>`, and
# {ref}`every position is the cheapest one for some problem <pbm:every-position>`. The bound loses nothing on its way,
# because a dual certificate shows that the paper's relaxation is an equality. {verdict}`pbm:theorem-6`
#
# ## How divergences scale
#
# Suppose that only a fraction $c$ of the users look at two items. The difference between the click rates shrinks by the
# factor $c$, and an argument with squared differences would lose $c^2$. Rare clicks are also less noisy, so the
# divergence, which measures the evidence per display, shrinks only by about $c$ if no attraction is close to 1.
# {ref}`The best factors <rank1:sharp-scaling>` on both sides of the paper's {ref}`Lemma 1 <rank1:equation-6>` are known,
# and with {ref}`the best quadratic bound <rank1:sharp-quadratic>` the factor $1/\gamma$
# {ref}`disappears from the regret bound <rank1:theorem-1-repaired>` of Rank1ElimKL. {verdict}`rank1:sharp-scaling`
#
# ## Cumulants and moments of geometric counts
#
# The policies of Part III show a list until nobody clicks, so they count clicks by geometric variables. The paper
# announces a bound on their cumulants but does not state one. {ref}`The cumulants <mnl:cumulant-bound>` and
# {ref}`the central moments <mnl:moment-bound>` are at most polynomials in the mean, exact for the orders 2 and 3.
# {ref}`The scale of the upper tail <mnl:sub-gamma-constant>` has a formula, and the lower tail of a sum
# {ref}`is sub-Gaussian <mnl:lower-tail>`, from which {ref}`a sharper confidence radius <mnl:sharp-radius-pays>` follows.
# {verdict}`mnl:cumulant-bound`
#
# ## EM converges
#
# Fitting the position-based model is a {ref}`concave problem <pbm:likelihood-concave>` in the logarithms.
# {ref}`EM reaches the supremum of the likelihood <pbm:em-converges>` from every start whose values are strictly between 0
# and 1, whatever the table of clicks, as long as every item and position was displayed. {ref}`Its rate <pbm:em-rate>`
# depends on the share of information that is lost because only clicks are seen, {ref}`a certificate
# <pbm:em-certificate>` bounds how far a fit is below the maximum, and {ref}`a start at exactly 1 <pbm:em-faces>` can
# end far below it. {verdict}`pbm:em-converges`
#
# ## The conjecture on Thompson sampling
#
# The paper says about one problem that PBM-TS, its Thompson sampling, {ref}`might be asymptotically optimal
# <pbm:conjecture-ts>`. PBM-TS shows the best list of a world drawn from its posterior, and a draw that takes a doubtful
# item to the top is exponentially rarer than one that takes it to the last place. It therefore {ref}`pays the price of the
# last position <pbm:thompson-pays-last>`, even if another one is cheaper. On the paper's problem it is optimal, but not on
# every problem. {verdict}`pbm:thompson-pays-last`
#
# ## A policy attains the lower bound
#
# PBM-PIE shows the items that look best and tries others at the last position. Suppose that it tries each of them at the
# position that currently seems cheapest, with a suitable confidence level, and that it knows the examinations, which
# differ. {ref}`The leading term of its regret <pbm:adaptive-pie-attains>` then equals the lower bound, so no uniformly
# efficient policy does better in the long run. {verdict}`pbm:adaptive-pie-attains`
#
# ## Unequal positions need not cost more
#
# Under multinomial logit choice items compete for at most one click per round, and the published regret bound becomes
# worse as the position biases become more unequal. If the biases are known, the leading term of the regret
# {ref}`has a bound that does not depend on them <mnl:proposition-8>`. {ref}`A lower bound for every policy
# <mnl:lower-bound-sharper>` has the same order up to logarithms, provided that the biases add up to 1 or more and there
# are at least four times as many items as positions. {verdict}`mnl:lower-bound-sharper`
#
# ## An “EM algorithm” that is not one
#
# Algorithm 1 of Part III is meant to maximise a likelihood. It {ref}`does not <mnl:lemma-2>`, because each of its steps
# {ref}`lowers a different function <mnl:algorithm-1-descends>`, and on some tables of clicks {ref}`its estimates run away
# <mnl:lemma-2-never-ends>`, unless they are confined to a range. {ref}`The EM algorithm that belongs to the likelihood
# <mnl:em-converges>` converges to the maximiser when it is unique, and so does {ref}`Newton's method with shortened steps
# <mnl:newton-ascends>`. {verdict}`mnl:em-converges`
#
# ## The right list survives the wrong click model
#
# Suppose that a policy ranks items by clicks per examination, but that users follow another click model for lists. As
# long as it shows one list, its estimates for the items on it are wrong by a common factor, and their order remains right.
# If positions are numbered by decreasing examination and the policy is told the true examinations,
# {ref}`the best list and no other <across:wrong-law>` is confirmed by its own estimates. A policy that is told wrong
# examinations {ref}`can lose a share of the clicks forever <across:told-wrong>`, even if its click model is right.
# {verdict}`across:wrong-law`
#
# ## Constants
#
# Six constants of the papers became smaller on the way.

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
# The page {doc}`Open questions and limits <../open_questions>` lists the questions that remain.
