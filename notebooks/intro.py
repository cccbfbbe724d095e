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
# A website shows a short list of items, sees who clicks on what, and learns which items to show, in which order. But a
# click says as much about the place as about the item. This book is for people who study this game and for people who
# play it: it teaches three models and what can be proved about playing well, it checks the three papers behind them line
# by line, and its library fits the models to a click log and goes on learning.

# %% tags=["remove-cell"]
import numpy as np

from clickbandits.pbm import model, problem
from compendium.figures import publish
from compendium.front.visit import shown, visit

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
page = shown(problem([0.3, 0.5, 0.8], [0.9, 0.5, 0.3]), ["mug", "tea", "pot"], seed=1)
best = model.optimal_reward(problem(page.attraction, page.examination))
assert page.attraction.is_monotonic_increasing and page.clicks.is_monotonic_decreasing
assert np.isclose(page.clicks.sum(), 0.76) and np.isclose(best, 1.06)

# %% mystnb={"image": {"alt": "A page with a mug at the top, tea below it and a pot at the bottom, and three bars for each: how often users look there, 0.90, 0.50 and 0.30; how often those who look like the item, 0.30, 0.50 and 0.80; and the product, how often they click, 0.27, 0.25 and 0.24. The pot is liked most and clicked least.", "width": "620px"}, "figure": {"caption": "The position-based model. A user clicks who looks at the position and likes the item. Here the pot is liked most and clicked least, because few look that far; this visitor did. The page can expect 0.76 clicks a visit, and the best order 1.06. The difference, summed over visits, is *regret*.", "name": "front:visit"}} tags=["remove-input"]
publish(visit(page), "front:visit", attraction=(0.3, 0.5, 0.8), examination=(0.9, 0.5, 0.3), seed=1)

# %% [markdown]
# {download}`data <front/visit.csv>` · {download}`how it was made <front/visit.json>`
#
# ::::{grid} 1 1 3 3
# :gutter: 3
#
# :::{grid-item-card} Learn
# From a table of clicks to theorems with their proofs, with examples to compute and exercises.
#
# {doc}`Begin with estimation <pbm/estimation>` or with {ref}`the map <reading-map>`.
# :::
#
# :::{grid-item-card} Check
# Every statement of the papers with its verdict, every figure again, or a stand-in that says so, with data and code.
#
# See {doc}`every claim <claims>`, {doc}`the errata <errata>` and {doc}`all figures <gallery>`.
# :::
#
# :::{grid-item-card} Use
# From your click log to a fit, a better order, and a policy that goes on learning.
#
# Begin with {doc}`five minutes <use/five_minutes>`, then {doc}`your own log <your_own_log>`.
# :::
# ::::
#
# To install the library and the tools for click logs, run `pip install ".[logs]"` in a clone of the repository.
#
# ## One page, three models
#
# Tea, mugs and pots stand on a page that sells them. A ✓ is a click.
#
# | position | Part I | Part II | Part III |
# |---|---|---|---|
# | 1 | tea ✓ | | tea |
# | 2 | mug | mug ✓ | mug ✓ |
# | 3 | pot ✓ | | pot |
#
# In all three, two things make a click: somebody looks at the position (its {term}`examination`), and
# likes the item there (its {term}`attraction`). They differ in what is shown and what is seen.
#
# - **Part I, the position-based model** {cite:p}`lagree2016`: a list is shown, each item in it may be
#   clicked, and we know how often users look at each position.
# - **Part II, rank-1 bandits** {cite:p}`katariya2017`: one item is shown at one position, and nothing is
#   known beforehand.
# - **Part III, multinomial logit choice** {cite:p}`grant2023`: a list is shown, and a user clicks on at
#   most one item of it: the items compete. Our copy of this paper is damaged in its displays; what
#   rests on one that had to be put together again is marked as a reading.
#
# A {term}`policy` decides in every round what to show. Its {term}`regret` is what it loses against
# somebody who knows everything, counted in clicks.
#
# ## Five results
#
# The project was built for five results. Each has a chapter that opens with it, derives it, and checks it.
#
# | result | says |
# |---|---|
# | {ref}`Fisher-information ratio <pbm:sharp-loss>` | how much the pooled estimator loses: at most 9/8 of the least variance for attractions up to one half |
# | {ref}`The lower bound (6) <pbm:equation-6>` | what learning must cost, and at which position exploring is cheapest |
# | {ref}`Scaling of divergences, Lemma 1 <rank1:equation-6>` | how much rare looks hide of the difference between two items |
# | {doc}`Cumulants of geometric counts <mnl/geometric_moments>` | how far an epoch's counts stray from their means |
# | {ref}`Convergence of EM <pbm:em-converges>` | that it reaches the global maximum from every start inside the cube, and how fast |
#
# (reading-map)=
# ## What to read
#
# **Twenty minutes.** {doc}`The lower bound <pbm/lower_bound>` down to its explorer, where you move the
# numbers yourself, and {doc}`five minutes with the library <use/five_minutes>`.
#
# **An afternoon.** One part. The three do not need each other; within a part an arrow says that a
# chapter uses the one before.
#
# - Part I: {doc}`estimation <pbm/estimation>` → {doc}`the lower bound <pbm/lower_bound>` →
#   {doc}`policies <pbm/policies>` → {doc}`simulations <pbm/simulations>`. Leave the proofs folded.
#   {doc}`Confidence bounds <pbm/confidence>` are needed for the proofs about policies;
#   {doc}`search advertising <pbm/search_ads>` → {doc}`convergence of EM <pbm/em>` need estimation only.
# - Part II: {doc}`elimination <rank1/elimination>` → {doc}`the needle <rank1/needle>` →
#   {doc}`web search <rank1/web_search>`. {doc}`Scaling <rank1/kl_scaling>` is the lemma behind
#   elimination, and stands alone.
# - Part III: {doc}`policies <mnl/policies>` → {doc}`estimation <mnl/estimation>`; and for the theory
#   {doc}`the counts of an epoch <mnl/geometric_moments>` → {doc}`concentration <mnl/concentration>` →
#   {doc}`regret bounds <mnl/regret_bounds>`.
#
# **A course of four weeks**, for students who know probability, the law of large numbers and a little
# Python. Each chapter ends with exercises, one of them at the keyboard.
#
# | week | read | at the end students can |
# |---|---|---|
# | 1 | Part I: estimation, the lower bound, search advertising | fit a model to clicks, and say what learning must cost |
# | 2 | Part I: confidence bounds, policies, simulations | write a policy, prove a bound for it, and play it |
# | 3 | Part II: scaling, elimination, the needle, web search | prove a regret bound by stages, and find what a comparison leaves out |
# | 4 | Part III: policies, estimation, the counts of an epoch; {doc}`across the models <across>` | choose a model for a log, and know what a wrong one costs |
#
# Words in italics are explained where they first stand; the {doc}`glossary </glossary>` has them all,
# with each paper's word and sign. All pages as notebooks that open in any Jupyter:
# {download}`one archive <plain/notebooks.zip>`.
#
# ## Five questions
#
# 1. **Which position should a new item be tried at?** Not always the last. At the top more users see
#    it, but a better item has to move down for it.
#    {ref}`Every position is the cheapest <pbm:every-position>` for some problem.
#    {verdict}`pbm:every-position`
# 2. **Can a policy beat a lower bound?** Yes, one that lacks a condition. In a cascade, where users go
#    down the list and stop at the first item they like, a policy learns for
#    {number}`pbm:weighted-cascade-bound spent:.2f` clicks what must cost {number}`pbm:weighted-cascade-bound printed:.2f` by
#    {ref}`the bound <pbm:weighted-cascade-bound>` that the paper quotes. We did not consult its source, which may
#    have the condition. {verdict}`pbm:weighted-cascade-bound`
# 3. **Does a policy that knows more about clicks lose less?** This is our question, and the answer depends on the size.
#    Rank1ElimKL is made for clicks that are a product of item and position. On the test problem with 32 items it loses, with the confidence level $\log n$,
#    {number}`rank1:figure-1-outperforms-kl-ucb 32, Rank1ElimKL(budget=log):,.0f` clicks; KL-UCB, which treats all pairs as unrelated and
#    {ref}`was left out of the comparison <rank1:figure-1-outperforms-kl-ucb>`, loses
#    {number}`rank1:figure-1-outperforms-kl-ucb 32, KL-UCB:,.0f`. With 128 items the order is reversed; with the level as printed it is not.
#    {verdict}`rank1:figure-1-outperforms-kl-ucb`
# 4. **Does the estimate of a paper maximise the likelihood?** No, it minimises something else, and
#    {ref}`the computation need not end <mnl:lemma-2-never-ends>`: on a table of clicks whose most
#    likely $\lambda_2$ is {number}`mnl:lemma-2-never-ends best:.2f`, it raises the estimate of an attraction by
#    {number}`mnl:lemma-2-never-ends growth` in every step, without end. {verdict}`mnl:lemma-2-never-ends`
# 5. **Does a confidence bound fail as rarely as it promises?** {ref}`Corollary 6 <mnl:corollary-6>` of
#    Part III does not, if its width is computed from the data, as we read it. It promises to miss with probability
#    {number}`mnl:corollary-6 claimed` at most; with one item in one position it misses with probability
#    {number}`mnl:corollary-6 capped:.3f`. With the width of the printed proof, which nobody can compute from data, one position
#    does not refute it. {verdict}`mnl:corollary-6`
#
# The word behind each answer is its verdict in this build, with the kind of evidence. There is more:
# {doc}`what is new <new_results>`, {doc}`what is wrong in print <errata>`, and
# {doc}`every claim <claims>`.
#
# ## What you can trust, and how far
#
# :::{claims-tally}
# :::
#
# A {term}`claim` is a numbered statement of a paper, or a sentence of it that can be checked. Each has
# a check of its own, and the check computes the verdict; nobody writes it. Each says whose sentence it
# is: the paper's, our reading of one that is silent, unclear or damaged in our copy, or ours. Each claim says how it is
# argued and how that is checked, from computer algebra over the whole domain down to a simulation with
# its standard error, on what, and what the check does not cover. An argument that is derived on the
# page is read by people; the check verifies its steps, or instances of them. For
# {proved}`whole` claims {doc}`a proof assistant <checked_by_machine>` checked the proof whole,
# among them the lower bound of Part I and the scaling of divergences of Part II; for
# {proved}`part` more it checked a part. Verdicts that rest on simulations are about our
# implementation; what the papers leave open, and how we chose, stands beside them.
#
# The derivations are in our own words, with each paper's symbols; {doc}`notation </notation>` maps
# these to the names in the code. Numbers in the text come from executed code. Each figure offers its
# data and the record of how it was made, and each page its notebook, its source, and the command that
# runs it again. Simulations of real click problems use {doc}`published models </data>` of KDD Cup 2012
# and Yandex; the two queries of Part II whose models were never published have stand-ins, and the page
# says so.
#
# ## Run it, cite it
#
# From a clone of the repository, with Python 3.11 to 3.13, git and make:
#
# ```
# make book    # the book, at the papers' own scale
# make test    # its tests
# ```
#
# `make book PROFILE=quick` is a preview of a few minutes, in which claims that rest on simulations may
# stay undecided. The foot of each page names its profile.
#
# If you use this work, {doc}`cite it and the papers </cite>`. A statement that is marked *corrected* or
# *refuted* is the book's finding, not the paper's.
