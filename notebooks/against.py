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
# What the papers report, beside what came out here. The three papers print {printed-count}`all` numbers, figures, table cells and sentences about results
# that we could find. {printed-count}`all holds` of them hold, {printed-count}`all corrected, refuted, not reproduced` do not (they are
# corrected, refuted or not reproduced), {printed-count}`all undecided, open, no data` stay undecided or open, and
# {printed-count}`all no claim` are nothing that a check could decide: descriptions of problems, sizes, curves that
# are missing in our copies, judgements; the row then says so. The table below has one row for each, in
# the paper's order: what is printed, what this build got for it, and the verdict.
#
# What this build got, and the verdict, are not written by hand: they come from the check of the
# {term}`claim` that the row links to, made when this book was built. ± is one {term}`standard error`;
# *rounds* is how long a simulated game is, and *runs* how many games were played. A sentence that a
# paper repeats has a row at each place, so one claim can decide several rows. A claim may say more than
# the row, or read it in one of several ways; the link leads to what was checked and what was not. Where
# a paper is silent and we had to choose, the row says what we chose. What other choices would change,
# and what stood in our way, is told paper by paper:
# {doc}`Lagrée et al. <deviations/pbm>`, {doc}`Katariya et al. <deviations/rank1>`,
# {doc}`Grant and Leslie <deviations/mnl>`.
#
# :::{printed-counts}
# :::
#
# And of the claims behind them, with those that no sentence about results needs, by whose they are:
#
# :::{claims-tally}
# :::
#
# {download}`The whole table as CSV <against.csv>` (with what each check leaves uncovered).
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
