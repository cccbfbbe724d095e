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
# # Every result, erratum and figure
#
# This is the list of the results that the book examines, and of its figures. A result of a paper, or of ours, is a
# *claim*. The *steps* of its proof, its special cases and other sentences about it belong to it and have verdicts of
# their own, which do not change the verdict of the result. All verdicts were computed by programs when this book was
# built; nobody entered them by hand. Each title links to the place where the result is derived, or where the figure is
# shown. Unfold a row to see the statement, its correction if it fails, its check, its steps, and a BibTeX entry for
# citing it. To see the results with a step that needed repair, choose the verdict “a step corrected”.
#
# ```{dropdown} What the labels, the verdicts and the kinds of evidence mean
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
# | corrected | false; a corrected statement holds, and the check shows both; the badge names the fault (a missing condition or a different constant), if there is a short name for it |
# | refuted | false, and we offer no statement in its place |
# | not reproduced | a result that the paper reports and our computation does not give |
# | undecided | the simulation of this build is too short to tell, or the verdict depends on a choice that the paper leaves open |
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
# ```
#
# ```{dropdown} How many results there are, by paper and by kind of check
# By paper:
#
# :::{claims-by-paper}
# :::
#
# By the kind of check:
#
# :::{claims-by-evidence}
# :::
# ```
#
# :::{claims-tally}
# :::
#
# <div class="filter"></div>
# <link rel="stylesheet" href="../_static/filter.css">
# <script src="../_static/filter.js" defer></script>
#
# ## Lagrée, Vernade and Cappé (2016)
#
# :::{claims-table} pbm
# :::
#
# ## Katariya et al. (2017)
#
# :::{claims-table} rank1
# :::
#
# ## Grant and Leslie (2023)
#
# :::{our-copy}
# :::
#
# :::{claims-table} mnl
# :::
#
# ## Across the models
#
# :::{claims-table} across
# :::
#
# ## Use it
#
# :::{claims-table} log use
# :::
