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
# What the papers report, beside what came out here. The three papers print {glue:text}`all` numbers, figures, table cells and sentences about results
# that we could find. {glue:text}`holds` of them hold as printed, {glue:text}`fail` do not (they are
# corrected, refuted or not reproduced), {glue:text}`unsettled` stay undecided or open, and
# {glue:text}`none` are nothing that a check could decide: descriptions of problems, sizes, curves that
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

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium import printed

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
totals = printed.totals(profile)
glue("all", sum(totals.values()))
glue("holds", totals["holds"])
glue("fail", totals["corrected"] + totals["refuted"] + totals["not reproduced"])
glue("unsettled", totals["undecided"] + totals["open"] + totals["no data"])
glue("none", totals[printed.NO_CLAIM])
printed.write_csv(profile)

# %% tags=["remove-input"]
printed.counts(profile)

# %% [markdown]
# {download}`The whole table as CSV <against.csv>` (with what each check leaves uncovered).
#
# <div class="filter"></div>
# <link rel="stylesheet" href="../_static/filter.css">
# <script src="../_static/filter.js" defer></script>
#
# ## Lagrée, Vernade and Cappé (2016)

# %% tags=["remove-input"]
printed.table("pbm", profile)

# %% [markdown]
# ## Katariya, Kveton, Szepesvári, Vernade and Wen (2017)

# %% tags=["remove-input"]
printed.table("rank1", profile)

# %% [markdown]
# ## Grant and Leslie (2023)

# %% tags=["remove-input"]
printed.table("mnl", profile)
