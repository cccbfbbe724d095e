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
# # Printed and computed
#
# This page compares the results that the papers report with ours. We found {printed-count}`all` numbers,
# figures, table cells and sentences about results in the three papers. {printed-count}`all holds` of them
# hold, {printed-count}`all corrected, refuted, not reproduced` do not (they are corrected, refuted or not
# reproduced), and {printed-count}`all undecided, open, no data` stay undecided or open. The other
# {printed-count}`all no claim` cannot be decided by a check (descriptions of problems, sizes, curves that are
# missing in our copies, judgements), and their rows are marked accordingly. The table has one row for each,
# in the paper's order, with the published result, the result of this build, and the verdict.
#
# The results and verdicts of this build are not entered by hand, but come from the check of the {term}`claim` to
# which the row links, made when this book was built. ± is one {term}`standard error`; *rounds* is the length of a
# simulated game, and *runs* the number of games. A sentence that a paper repeats has a row at each place, so one
# claim can decide several rows. A claim can be more general than the row, or be one of several readings; the linked
# entry records what was checked and what was not. If a paper is silent and we had to choose, the row states our
# choice. The effects of other choices, and the obstacles we met, are described in the errata, paper by paper:
# {doc}`Lagrée et al. <errata/pbm>`, {doc}`Katariya et al. <errata/rank1>`, {doc}`Grant and Leslie <errata/mnl>`.
#
# :::{printed-counts}
# :::
#
# {download}`The whole table as CSV <against.csv>` (with the limits of each check).
#
# <div class="filter"></div>
# <link rel="stylesheet" href="../_static/filter.css">
# <script src="../_static/filter.js" defer></script>
#
# ## Lagrée, Vernade and Cappé (2016)
#
# :::{printed} pbm
# :::
#
# ## Katariya, Kveton, Szepesvári, Vernade and Wen (2017)
#
# :::{printed} rank1
# :::
#
# ## Grant and Leslie (2023)
#
# :::{printed} mnl
# :::
