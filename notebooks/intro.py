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
# Two policies choose for the same fifty visitors. PBM-TS is the {doc}`Thompson sampling <pbm/thompson>` of Part I, and
# greedy shows the items that look best so far. It is drawn beforehand where each visitor looks and what each likes,
# and a click needs both. The {doc}`lower bound <pbm/lower_bound>` $C\log t$ holds in the limit of many visitors, so
# after fifty a loss can be below it.
#
# Users click on what they see first. A click therefore depends on the position as well as on the item, and a ranking
# that is learnt from raw click rates can settle on a wrong order and never leave it. This book explains three models of
# how people click, how many clicks any learner must lose while it finds the best list, and which policies come close to
# that. You need probability and a little Python, but no knowledge of bandits.
#
# ::::{grid} 1 1 3 3
# :gutter: 3
#
# :::{grid-item-card} Learn
# Chapters lead from a table of clicks to theorems with proofs, worked examples and exercises.
#
# {doc}`Begin with estimation <pbm/estimation>` or with {ref}`the map <reading-map>`.
# :::
#
# :::{grid-item-card} Check
# Every statement of the papers has a verdict, and every figure is recomputed (or clearly marked as a stand-in), with
# data and code.
#
# See {doc}`every result <claims>`, {doc}`the errata <errata>` and {doc}`all figures <gallery>`.
# :::
#
# :::{grid-item-card} Use
# The library fits a model to your click log, recommends a better order, and runs a policy that goes on learning.
#
# Begin with {doc}`five minutes <use/five_minutes>`, then {doc}`your own log <your_own_log>`.
# :::
# ::::
#
# To install the library with its drawings and the tools for click logs, run `pip install ".[drawing,logs]"`
# in a clone of the repository.
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
#   most one item of it, so the items compete. In our copy of this paper the displayed formulas are damaged. Claims
#   that depend on a formula we had to reconstruct are marked as readings.

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
# A {term}`policy` decides in every round what to show. Its {term}`regret` is the number of clicks it loses compared
# with somebody who knows all the probabilities.
#
# ## Five results
#
# The project was built around five results. Each opens a chapter, which derives and checks it.
#
# | result | content |
# |---|---|
# | {ref}`Fisher-information ratio <pbm:sharp-loss>` | the loss of the pooled estimator, whose variance is at most 9/8 of the least possible for attractions up to one half |
# | {ref}`The lower bound (6) <pbm:equation-6>` | the least cost of learning, and the position at which exploring is cheapest |
# | {ref}`Scaling of divergences, Lemma 1 <rank1:equation-6>` | how much of the difference between two items is hidden when users rarely look |
# | {doc}`Cumulants of geometric counts <mnl/geometric_moments>` | how far the counts of an epoch stray from their means |
# | {ref}`Convergence of EM <pbm:em-converges>` | a proof that EM reaches the global maximum from every start inside the cube, and its rate |
#
# (reading-map)=
# ## What to read
#
# **Twenty minutes.** {doc}`The lower bound <pbm/lower_bound>` down to its explorer, where you move the
# numbers yourself, and {doc}`five minutes with the library <use/five_minutes>`.
#
# **An afternoon.** Read one part. The three parts are independent of each other; within a part an arrow means
# that a chapter uses the one before it.
#
# - Part I: {doc}`estimation <pbm/estimation>` → {doc}`the lower bound <pbm/lower_bound>` →
#   {doc}`policies <pbm/policies>` → {doc}`simulations <pbm/simulations>`. You can skip the proofs.
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
# **A course of four weeks** is for students who know probability, the law of large numbers and a little
# Python. Each chapter ends with exercises, one of them at the keyboard.
#
# | week | read | at the end students can |
# |---|---|---|
# | 1 | Part I: estimation, the lower bound, search advertising | fit a model to clicks, and compute a lower bound on the cost of learning |
# | 2 | Part I: confidence bounds, policies, simulations | write a policy, prove a bound for it, and simulate it |
# | 3 | Part II: scaling, elimination, the needle, web search | prove a regret bound by stages, and notice what a comparison leaves out |
# | 4 | Part III: policies, estimation, the counts of an epoch; {doc}`across the models <across>` | choose a model for a log, and estimate the cost of a wrong one |
#
# Terms in italics are defined where they first appear, and the {doc}`glossary </glossary>` lists them all,
# with each paper's own term and symbol. All pages can be downloaded as notebooks that open in any Jupyter, as
# {download}`one archive <plain/notebooks.zip>`.
#
# ## Six questions
#
# 1. **At which position should a new item be tried?** It is not always the last, because more users see the item
#    higher up, although a better item must then move down.
#    {ref}`Every position is the cheapest <pbm:every-position>` for some problem.
#    {verdict}`pbm:every-position`
# 2. **Does Thompson sampling try items at the cheapest position?** It {ref}`tries them at the last position
#    <pbm:thompson-pays-last>`, whether or not another one is cheaper, because a draw that reaches the top is
#    exponentially rarer than one that reaches the last place. The paper says, about one problem, that its Thompson
#    sampling might be asymptotically optimal. It is on that problem, but not on every problem.
#    {verdict}`pbm:thompson-pays-last`
# 3. **Can a policy beat a published lower bound?** Yes, if the bound omits a condition that it needs; we did not
#    consult the source of this one, which may have the condition. In a cascade, users go down the list and stop at the
#    first item they like. If a click further down counts only slightly less, a policy can pay as little as
#    {number}`pbm:weighted-cascade-bound spent:.2f` weighted clicks for a look at a doubtful item. In the same example,
#    {ref}`the bound <pbm:weighted-cascade-bound>` that the paper quotes charges
#    {number}`pbm:weighted-cascade-bound printed:.2f` for it. {verdict}`pbm:weighted-cascade-bound`
# 4. **Does a policy that knows more about clicks lose less?** The question is ours, and in our simulations the answer
#    depends on the size. On the test problem with 32 items and the confidence level $\log n$, Rank1ElimKL, which is
#    made for clicks that are a product of item and position, loses
#    {number}`rank1:figure-1-outperforms-kl-ucb 32, Rank1ElimKL(budget=log):,.0f` clicks, and KL-UCB, which treats all
#    pairs as unrelated and {ref}`was left out of the comparison <rank1:figure-1-outperforms-kl-ucb>`, loses
#    {number}`rank1:figure-1-outperforms-kl-ucb 32, KL-UCB:,.0f`. With 128 items the order is reversed, but not with
#    the confidence level as published. {verdict}`rank1:figure-1-outperforms-kl-ucb`
# 5. **Does the estimate in a paper maximise the likelihood?** No, it minimises a different function, and
#    {ref}`the computation need not end <mnl:lemma-2-never-ends>` as published. On a table of clicks whose most likely
#    $\lambda_2$ is {number}`mnl:lemma-2-never-ends best:.2f`, it raises the estimate of an attraction by
#    {number}`mnl:lemma-2-never-ends growth` in every step, without end. The paper's Algorithm 1 omits the range
#    $[\epsilon,1]$ in which the estimates must be kept, and with this range it converges.
#    {verdict}`mnl:lemma-2-never-ends`
# 6. **Does a confidence bound fail as rarely as it should?** {ref}`Corollary 6 <mnl:corollary-6>` of Part III does
#    not if its width is computed from the data, as we read it. With one item in one position it misses with
#    probability {number}`mnl:corollary-6 capped:.3f`, although the claim is at most
#    {number}`mnl:corollary-6 claimed`. With the width of the published proof, which nobody can compute from data, one
#    position does not refute it. {verdict}`mnl:corollary-6`
#
# After each answer you see the verdict in this build, with the kind of evidence. For more, see
# {doc}`what is new <new_results>`, {doc}`what is wrong in the papers <errata>`, and {doc}`every result <claims>`.
#
# ## What you can trust, and how far
#
# Of the {claim-count}`paper` results that are the papers' own, {claim-count}`paper holds` hold as
# published, {claim-count}`paper corrected` hold after a correction, {claim-count}`paper not reproduced` was not
# reproduced, and {claim-count}`paper undecided, open, no data` are undecided or open, or lack data. In the proofs
# and remarks around them {step-count}`paper corrected` steps needed repair, and {step-count}`reading corrected` more
# as we read them. {doc}`The list of all results <claims>` also has our readings of unclear sentences and our own
# results.
#
# A {term}`claim` is a result that a reader may look up, such as a numbered statement or a figure of a paper, together
# with the steps of its proof. Each is checked by a program of its own, which computes the verdicts; nobody enters them
# by hand. A label gives the author of the sentence: the paper, us, or our reading of a sentence that is silent, unclear
# or damaged in our copy. Each claim also records how it is argued, how the argument is checked, on which cases, and what
# the check does not cover. The checks range from computer algebra over the whole domain to simulations with a
# standard error. If an argument is derived on the page, it is for people to read, and the check verifies its
# steps or instances of them. {doc}`A proof assistant <checked_by_machine>` checked the whole proof of
# {proved}`whole` results and steps, among them the lower bound of Part I and the scaling of divergences of Part II,
# and a part of the proof of {proved}`part` more. Verdicts that depend on simulations are about our
# implementation; the points that the papers leave open, and our choices, are listed with them.
#
# The derivations are in our own words, with each paper's symbols, which {doc}`notation </notation>` maps to
# the names in the code. Numbers in the text come from executed code. Each figure comes with its data and a
# record of how it was made, and each page with its notebook, its source, and the command that runs it again.
# Simulations of real click problems use {doc}`published models </data>` of KDD Cup 2012 and Yandex. The two
# queries of Part II whose models were never published are replaced by stand-ins, which are marked as such on
# the page.
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
# `make book PROFILE=quick` builds a preview in about 12 minutes. In the preview, claims that depend on simulations may
# stay undecided. The foot of each page names its profile.
#
# If you use this work, {doc}`cite it and the papers </cite>`. A statement that is marked *corrected* or
# *refuted* is the book's finding, not the paper's.
