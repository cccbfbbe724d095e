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
# A website shows a short list of items, sees who clicks on what, and learns from it which items to
# show, in which order; but a click says as much about the place as about the item. This book
# teaches three models of this game and what can be proved about playing it well, and it checks
# three papers on them line by line: for each statement a program finds out whether it holds.

# %% tags=["remove-cell"]
from clickbandits.mnl import model as mnl
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from compendium.figures import publish
from compendium.front.diagram import diagram, stretches

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% mystnb={"image": {"alt": "Five boxes joined by arrows. A problem, two vectors of attraction and examination, meets a policy; the policy chooses a list for a stretch of rounds; clicks are drawn; the policy learns from them; compared with the best list they give the regret. Each box names what it was in one stretch of a real game.", "width": "460px"}, "figure": {"caption": "The game, with a part of a real one: the policy Epoch-UCB shows one list for a *stretch* of rounds, until nobody clicks. Its regret is the clicks that the best list would have had more in these rounds, on average.", "name": "front:game"}} tags=["remove-input"]
game = mnl.problem([0.9, 0.6, 0.3], [1.0, 0.5])
played = stretches(mnl.MODEL, game, EPOCH_UCB, horizon=60, seed=0)
publish(diagram(game, EPOCH_UCB.id, played), "front:game", policy=EPOCH_UCB.id, seed=0)

# %% [markdown]
# {download}`data <front/game.csv>` · {download}`how it was made <front/game.json>`
#
# ::::{grid} 1 1 3 3
# :gutter: 3
#
# :::{grid-item-card} Learn
# :link: reading-map
# :link-type: ref
#
# From a table of clicks to theorems with their proofs, with examples to compute and exercises to
# solve. The map says where to begin, with twenty minutes or with four weeks.
# :::
#
# :::{grid-item-card} Reproduce
# :link: claims
# :link-type: doc
#
# Every statement of the papers with its verdict, every figure again, with data and code. One command
# computes it all.
# :::
#
# :::{grid-item-card} Use
# :link: use/five_minutes
# :link-type: doc
#
# From your click log to a fit, a better order, and a policy that goes on learning: a small Python
# library, in five minutes.
# :::
# ::::
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
# ## Five questions
#
# 1. **Which position should a new item be tried at?** Not always the last. At the top more users see
#    it, but a better item has to move down for it.
#    {ref}`Every position is the cheapest <pbm:every-position>` on some problem.
#    {verdict}`pbm:every-position`
# 2. **Can a policy beat a lower bound?** Yes, a printed one that is wrong. In a cascade, where users go
#    down the list and stop at the first item they like, a policy learns for
#    {number}`pbm:weighted-cascade-bound spent:.2f` clicks what must cost {number}`pbm:weighted-cascade-bound printed:.2f` by
#    {ref}`the bound <pbm:weighted-cascade-bound>`. {verdict}`pbm:weighted-cascade-bound`
# 3. **Does a policy that knows more about clicks lose less?** Not on a small test. Rank1ElimKL is made
#    for clicks that are a product of item and position. On the test problem with 32 items it loses
#    {number}`rank1:figure-1-outperforms-kl-ucb 32, Rank1ElimKL(budget=log):,.0f` clicks; KL-UCB, which takes every pair for an unrelated thing and
#    {ref}`was left out of the comparison <rank1:figure-1-outperforms-kl-ucb>`, loses
#    {number}`rank1:figure-1-outperforms-kl-ucb 32, KL-UCB:,.0f`. With 128 items it is the other way round. {verdict}`rank1:figure-1-outperforms-kl-ucb`
# 4. **Does the estimate of a paper maximise the likelihood?** No, it minimises something else, and
#    {ref}`the computation need not end <mnl:lemma-2-never-ends>`: on a table of clicks whose most
#    likely $\lambda_2$ is {number}`mnl:lemma-2-never-ends best:.2f`, it raises the estimate of an attraction by
#    {number}`mnl:lemma-2-never-ends growth` in every step, for ever. {verdict}`mnl:lemma-2-never-ends`
# 5. **Does a confidence bound fail as rarely as it promises?** {ref}`Corollary 6 <mnl:corollary-6>` of
#    Part III does not. It promises to miss with probability {number}`mnl:corollary-6 claimed` at most; with one
#    item in one position it misses with probability {number}`mnl:corollary-6 capped:.3f`.
#    {verdict}`mnl:corollary-6`
#
# The word behind each answer is its verdict in this build, with the kind of evidence. There is more:
# {doc}`what is new <new_results>`, {doc}`what is wrong in print <errata>`, and
# {doc}`every claim <claims>`.
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
#   {doc}`search advertising <pbm/search_ads>` needs estimation only.
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
# ## Every figure of the papers, again
#
# Each picture leads to its section, where the caption says what was assumed and the data can be
# downloaded. Our own figures are {ref}`at the end of this page <our-figures>`.
#
# **Part I.** {cite:t}`lagree2016`
#
# :::{figures-of} pbm
# :::
#
# **Part II.** {cite:t}`katariya2017`
#
# :::{figures-of} rank1
# :::
#
# **Part III.** {cite:t}`grant2023`
#
# :::{figures-of} mnl
# :::
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
#
# (our-figures)=
# ## All other figures
#
# :::{our-figures}
# :::
