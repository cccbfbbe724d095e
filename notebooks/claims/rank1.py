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
# # Claims: Katariya et al. (2017)
#
# What the paper says and what we say about it, in the order of its sections. Each row leads to where the claim is derived, and unfolds to its words and its check;
# {doc}`every claim <../claims>` says what the words mean.
#
# <div class="filter"></div>
# <link rel="stylesheet" href="../../_static/filter.css">
# <script src="../../_static/filter.js" defer></script>
#
# :::{claims-table} rank1
# :::
