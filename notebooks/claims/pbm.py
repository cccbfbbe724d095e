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
# # Claims: Lagrée, Vernade and Cappé (2016)
#
# The claims of the paper and our own claims about it, in the order of its sections. Each row links to the derivation of the
# claim and contains its statement and its check;
# {doc}`every claim <../claims>` explains the terms.
#
# <div class="filter"></div>
# <link rel="stylesheet" href="../../_static/filter.css">
# <script src="../../_static/filter.js" defer></script>
#
# :::{claims-table} pbm
# :::
