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
# # Errata: Lagrée, Vernade and Cappé (2016)
#
# This page lists the statements that fail in this build, in the order of the paper's sections, with their corrections. The
# {doc}`errata of all three papers <../errata>` begin with those that matter.
#
# ## Results that depend on failed statements
#
# The map shows, from top to bottom, the statements that fail and those whose arguments use them. A statement marked ✓ holds all the same, by the argument
# in this book. {doc}`The maps of all results <../map>` explain the signs.
#
# :::{map-of-errata} pbm
# :::
#
# ## All entries
# <div class="filter"></div>
# <link rel="stylesheet" href="../../_static/filter.css">
# <script src="../../_static/filter.js" defer></script>
#
# :::{errata} pbm
# :::
