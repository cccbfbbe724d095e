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
# # Bandits for click feedback
#
# Lamp, vase or clock? Your page has room for two of them. Choose what each of fifty visitors sees, and get as many
# clicks as you can.

# %% tags=["remove-cell"]
import numpy as np

from clickbandits.pbm import model, problem
from compendium.figures import publish
from compendium.front.game import board
from compendium.front.visit import orders, visit

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"]
board(problem([0.8, 0.5, 0.1], [0.9, 0.4]))

# %% [markdown]
# Two policies choose for the same visitors. PBM-TS is the {doc}`Thompson sampling <pbm/thompson>` of Part I,
# and greedy shows the items that look best so far. A visitor clicks if they look at a place and like the item
# there. We count losses in *expected* clicks, because the clicks seen also depend on chance. The
# {doc}`lower bound <pbm/lower_bound>` $C\log t$ is about many visitors, so after fifty a loss can be below
# it.
#
# Users click on what they see first, so a ranking that is learnt from raw click rates can settle on a wrong order and
# never leave it. This book explains three models of how people click, how many clicks any learner must lose before it
# finds the best list, and which policies come close to that.
#
# ::::{grid} 1 1 3 3
# :gutter: 3
#
# :::{grid-item-card} Learn
# Chapters lead from a table of clicks to theorems with proofs, examples and exercises. You need probability and a
# little Python, but no knowledge of bandits.
#
# {doc}`Begin with estimation <pbm/estimation>`
# :::
#
# :::{grid-item-card} Check
# Every statement of three papers has a verdict, which a program computed when this book was built.
#
# {doc}`See every result <claims>`
# :::
#
# :::{grid-item-card} Use
# The library fits a model to your click log, recommends a better order, and goes on learning if you let it.
#
# {doc}`Take five minutes <use/five_minutes>`
# :::
# ::::
#
# ## Ten results
#
# The project was built around the first five.
#
# 1. {ref}`The Fisher-information ratio <pbm:sharp-loss>`. If at most half of the users like an item, then clicks divided
#    by expected looks estimate its attraction with at most {number}`pbm:factor-two sharp` of the least possible variance,
#    for displays that were fixed in advance.
# 2. {ref}`The lower bound <pbm:theorem-6>`. Every policy that learns everywhere loses at least about $C\log t$ clicks,
#    the price of trying each doubtful item {ref}`where it is cheapest <pbm:equation-6>`, which
#    {ref}`can be at any position <pbm:every-position>`.
# 3. {ref}`Scaling of divergences <rank1:equation-6>`. If a fraction $c$ of the users look, the evidence of a display
#    shrinks by a factor between $c(1-M)$ and $c$, where $M$ is the larger attraction, and
#    {ref}`the best such factors <rank1:sharp-scaling>` are known.
# 4. {ref}`Cumulants of geometric counts <mnl:cumulant-bound>`. The cumulants and the
#    {ref}`central moments <mnl:moment-bound>` of a geometric count are at most polynomials in its mean that are exact for
#    the orders 2 and 3, and the {ref}`scale of its upper tail <mnl:sub-gamma-constant>` has a formula.
# 5. {ref}`Convergence of EM <pbm:em-converges>`. For the position-based model, EM reaches the supremum of the likelihood
#    from every start strictly between 0 and 1, if every item and every position was displayed.
# 6. {ref}`Thompson sampling pays for the last position <pbm:thompson-pays-last>`. It attains the lower bound on the
#    problem about which {ref}`the paper says <pbm:conjecture-ts>` that it might, but not on every problem.
# 7. {ref}`A policy attains the lower bound <pbm:adaptive-pie-attains>`. It tries each item at the position that seems
#    cheapest, and needs to know the examinations, which must differ.
# 8. {ref}`Unequal positions need not cost more <mnl:proposition-8>`. If at most one item is clicked and the biases of the
#    positions are known, the leading term of the regret has a bound that does not depend on them, and
#    {ref}`every policy <mnl:lower-bound-sharper>` can be made to lose almost as much if there are many items.
# 9. {ref}`An “EM algorithm” that is not one <mnl:lemma-2>`. Algorithm 1 of Part III does not maximise the likelihood,
#    whereas {ref}`EM <mnl:em-converges>` and {ref}`Newton's method <mnl:newton-ascends>` do.
# 10. {ref}`The right list survives the wrong click model <across:wrong-law>`. If a policy is told the true examinations, only
#     the best list confirms itself, but a policy that is {ref}`told wrong ones <across:told-wrong>` can lose a share of
#     the clicks forever.
#
# {doc}`New results <new_results>` explains each of them, with its verdict.
#
# ## One page, three models
#
# A shop has a page with tea, mugs and pots. A ✓ is a click.
#
# | position | Part I | Part II | Part III |
# |---|---|---|---|
# | 1 | tea ✓ | | tea |
# | 2 | mug | mug ✓ | mug ✓ |
# | 3 | pot ✓ | | pot |
#
# In all three models a click has two causes. Somebody looks at the position (its {term}`examination`) and
# likes the item there (its {term}`attraction`). The models differ in what is shown and what is seen.
#
# - **Part I, the position-based model** {cite:p}`lagree2016`: a list is shown, each item in it may be
#   clicked, and we know how often users look at each position.
# - **Part II, rank-1 bandits** {cite:p}`katariya2017`: one item is shown at one position, and nothing is
#   known beforehand.
# - **Part III, multinomial logit choice** {cite:p}`grant2023`: a list is shown, and a user clicks on at
#   most one item of it, so the items compete.

# %% tags=["remove-cell"]
game = problem([0.3, 0.5, 0.8], [0.9, 0.5, 0.3])
table = orders(game, ["mug", "tea", "pot"])
clicks = table.groupby("order").clicks.sum()
assert np.isclose(clicks["in the best order"], model.optimal_reward(game))
assert np.isclose(clicks["as shown"], 0.76) and np.isclose(clicks["in the best order"], 1.06)
assert table[:3].attraction.is_monotonic_increasing and table[:3].clicks.is_monotonic_decreasing

# %% mystnb={"image": {"alt": "The same three items in two orders, each with a bar for the users who look at its position, 0.9, 0.5 and 0.3 of them, and a filled part for those who click. As shown, the mug (liked by 0.3 of those who look) is first, the tea (0.5) second and the pot (0.8) last, and they get 0.27, 0.25 and 0.24 clicks, 0.76 in all. In the best order pot, tea and mug get 0.72, 0.25 and 0.09, 1.06 in all.", "width": "620px"}, "figure": {"caption": "The position-based model. A user clicks if they look at the position (outlined bars, the examination $\\kappa$) and like the item (the attraction $\\theta$), so the filled bars are $\\kappa\\theta$, in clicks per visit. As shown, the pot is liked most and clicked least, because few users look that far. This order earns 0.76 clicks per visit in expectation, and the best order 1.06. The difference, summed over visits, is *regret*.", "name": "front:visit"}} tags=["remove-input"]
publish(visit(table), "front:visit", attraction=(0.3, 0.5, 0.8), examination=(0.9, 0.5, 0.3))

# %% [markdown]
# {download}`data <front/visit.csv>` · {download}`how it was made <front/visit.json>`
#
# ## How far you can trust it
#
# Of the {claim-count}`paper` results that are the papers' own, {claim-count}`paper holds` hold as published,
# {claim-count}`paper corrected` hold after a correction, {claim-count}`paper refuted` is refuted,
# {claim-count}`paper not reproduced` is not reproduced, {claim-count}`paper undecided, open` stay undecided or open, and
# {claim-count}`paper no data` are about data that are not public. {doc}`The list of all results <claims>` also has our
# {claim-count}`reading` readings of unclear or damaged sentences, of which {claim-count}`reading corrected, refuted` fail,
# our own results, and {term}`steps <step>` of proofs, some of which needed repair. {doc}`The errata <errata>` collect
# all that fails in the papers.
#
# Programs compute the verdicts, by means that range from computer algebra over the whole domain to simulations with a
# standard error. {doc}`A proof assistant <checked_by_machine>` checked the whole proof of {proved}`whole` results and
# steps, among them the lower bound of Part I and the scaling of divergences, and a part of the proof of {proved}`part`
# more. Other proofs are on the pages, for people to read. Simulations are of our implementations, on
# {doc}`published models </data>` of KDD Cup 2012 and Yandex if they are about real queries.
#
# ## Run it, cite it
#
# From a clone of the repository, with Python 3.11 to 3.15, git and make:
#
# ```
# make book    # the book, at the papers' own scale
# make test    # its tests
# ```
#
# `make book PROFILE=quick` builds a preview in about 12 minutes, in which claims that depend on simulations may
# stay undecided. To install only the library with its drawings and the tools for click logs, run
# `pip install ".[drawing,logs]"` in the clone. All pages that a build executes can be downloaded as notebooks that open
# in any Jupyter, as {download}`one archive <plain/notebooks.zip>`.
#
# If you use this work, {doc}`cite it and the papers </cite>`. A statement that is marked *corrected* or
# *refuted* is the book's finding, not the paper's.
#
# ```{dropdown} Plans for reading: a part, or a course of four weeks
# The three parts are independent of each other. Within a part an arrow means that a chapter uses the one before it.
#
# - Part I: {doc}`estimation <pbm/estimation>` → {doc}`the lower bound <pbm/lower_bound>` →
#   {doc}`policies <pbm/policies>` → {doc}`simulations <pbm/simulations>`.
#   {doc}`Thompson sampling <pbm/thompson>` needs the lower bound and policies.
#   {doc}`Confidence bounds <pbm/confidence>` are needed for the proofs about policies;
#   {doc}`search advertising <pbm/search_ads>` → {doc}`convergence of EM <pbm/em>` need estimation only.
# - Part II: {doc}`elimination <rank1/elimination>` → {doc}`the needle <rank1/needle>` →
#   {doc}`web search <rank1/web_search>`. {doc}`Scaling <rank1/kl_scaling>` is the lemma behind
#   elimination and can be read on its own.
# - Part III: {doc}`policies <mnl/policies>` → {doc}`estimation <mnl/estimation>`, and for the theory
#   {doc}`the counts of an epoch <mnl/geometric_moments>` → {doc}`concentration <mnl/concentration>` →
#   {doc}`regret bounds <mnl/regret_bounds>`.
#
# The course is for students who know probability, the law of large numbers and a little Python.
#
# | week | read | at the end students can |
# |---|---|---|
# | 1 | Part I: estimation, the lower bound, search advertising | fit a model to clicks, and compute a lower bound on the cost of learning |
# | 2 | Part I: confidence bounds, policies, simulations | write a policy, prove a bound for it, and simulate it |
# | 3 | Part II: scaling, elimination, the needle, web search | prove a regret bound by stages, and notice what a comparison leaves out |
# | 4 | Part III: policies, estimation, the counts of an epoch; {doc}`across the models <across>` | choose a model for a log, and estimate the cost of a wrong one |
# ```
