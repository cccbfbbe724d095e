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
# # Errata: Katariya et al. (2017)
#
# What fails in this build, in the order of the paper's sections, and what holds instead; the
# {doc}`errata of all three papers <../errata>` begin with those that matter.
#
# ## What rests on what fails
#
# From top to bottom: the statements that fail and those whose arguments use them. ✓ stands all the same, by the argument that
# is told here. {doc}`The maps of all results <../map>` explain the signs.
#
# :::{map-of-errata} rank1
# :::
#
# ## All entries
# <div class="filter"></div>
# <link rel="stylesheet" href="../../_static/filter.css">
# <script src="../../_static/filter.js" defer></script>
#
# :::{errata} rank1
# :::
