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
# # Claims: across the models
#
# Our claims about the policies of the three papers on each other's models. Each row links to the derivation of the
# claim and contains its statement and its check; {doc}`every claim <../claims>` explains the terms.
#
# <div class="filter"></div>
# <link rel="stylesheet" href="../../_static/filter.css">
# <script src="../../_static/filter.js" defer></script>
#
# :::{claims-table} across
# :::
