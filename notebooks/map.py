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
# # How the results depend on each other
#
# This page has a map for each paper, which is a list on a narrow screen. Lines run downward from a result to the results whose arguments use it,
# and those at the top depend on nothing else in the map. ✓ in a round box means that the result holds, ± in a
# box with small corners that it is corrected, × that it is refuted or not reproduced, and ? that it is
# undecided, open or without data. Boxes with dashed edges are ours. Each box links to its place in the book.
# At first only main results are shown, namely those in a theorem's box and those that are used more than
# once, and a line joins them also if the argument runs through others. The {doc}`errata <errata>` show which
# results depend on each failed statement.
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
