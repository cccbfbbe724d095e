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
# # Gallery
#
# This page shows every figure of the papers, recomputed. Each picture links to its section, where you find the
# assumptions and can download the data. {doc}`The list of every result <claims>` also leads to all
# other figures.
#
# ## Part I
#
# {cite:t}`lagree2016`
#
# :::{figures-of} pbm
# :::
#
# ## Part II
#
# {cite:t}`katariya2017`
#
# :::{figures-of} rank1
# :::
#
# ## Part III
#
# {cite:t}`grant2023`
#
# :::{figures-of} mnl
# :::
