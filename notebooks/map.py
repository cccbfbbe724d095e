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
# # What rests on what
#
# A map for each paper. A line leads from a claim down to those whose arguments use it, so that what stands at the top
# rests on nothing else here. ✓ in a round box holds, ± in a box with small corners is corrected, × is refuted or not reproduced,
# and ? is undecided, open or without data. Boxes with dashed edges are ours. Each leads to its place. At first only main results are
# shown, those in a theorem's box and those that are used more than once, joined by a line also where the argument runs through
# others. What falls with a statement that fails is drawn in the {doc}`errata <errata>`.
#
# ## Lagrée, Vernade and Cappé (2016)
#
# :::{map-of} pbm
# :::
#
# ## Katariya, Kveton, Szepesvári, Vernade and Wen (2017)
#
# :::{map-of} rank1
# :::
#
# ## Grant and Leslie (2023)
#
# :::{map-of} mnl
# :::
