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
# # Every claim
#
# Each numbered statement of the three papers, and each other sentence of theirs that can be checked, is a *claim*,
# which is checked by a program of its own. The verdicts below were computed when this book was built; nobody entered
# them by hand. Each claim links to the place where it is derived, and its check to the source.
#
# A label before each verdict gives the author of the sentence that is judged:
#
# | whose | meaning |
# |---|---|
# | the paper says | a statement of the paper, in our words |
# | we read | the paper is silent or unclear there, or our copy is damaged, and the claim is one reading of it, with the others named |
# | we say | a statement of ours, *proved here* or only *computed here*; a false one is rewritten, so none is listed as refuted |
#
# | verdict | meaning |
# |---|---|
# | holds | true |
# | corrected | false; a corrected statement holds, and the check shows both |
# | refuted | false, and we offer no statement in its place |
# | not reproduced | a result that the paper reports and our computation does not give |
# | undecided | the simulation of this build is too short to tell |
# | open | neither proved nor refuted here |
# | no data | about data that are not available; results for a {term}`surrogate` decide nothing |
#
# Two entries describe the evidence for a claim, the argument and its check by computation.
#
# | argument | meaning |
# |---|---|
# | proved in Coq | {doc}`checked by a proof assistant <checked_by_machine>`, whole or in part |
# | derived on the page | the proof is the chapter's text, read by people |
# | quoted | from the literature, not derived here |
#
# | check | meaning |
# |---|---|
# | symbolic | computer algebra, over the whole domain |
# | certified | computation with proved error bounds, in which every number is an interval that contains the true value |
# | exact | rational or integer arithmetic, on the instances stated |
# | numeric | floating-point computation |
# | simulated | simulation, with its standard error |
#
# A simulated claim is tested both ways by Student's t. It *holds* if every comparison that it
# makes agrees, and is *not reproduced* if one contradicts it. Each of these two verdicts is false in at most
# 0.135 % of simulations, whatever the number of runs and of comparisons. For a claim that two policies do the
# *same*, the whole interval of their difference must be within a margin, which the claim names.
#
# The kind of check is followed by the cases that it covers, unless it covers everything.
#
# ## How many
#
# By author of the sentence:
#
# :::{claims-tally}
# :::
#
# By paper:
#
# :::{claims-by-paper}
# :::
#
# By the kind of check:
#
# :::{claims-by-evidence}
# :::
#
# ## The claims
#
# - {doc}`Lagrée, Vernade and Cappé (2016) <claims/pbm>`: the position-based model
# - {doc}`Katariya, Kveton, Szepesvári, Vernade and Wen (2017) <claims/rank1>`: rank-1 bandits
# - {doc}`Grant and Leslie (2023) <claims/mnl>`: multinomial logit choice
# - {doc}`Across the models <claims/across>`: statements of ours
