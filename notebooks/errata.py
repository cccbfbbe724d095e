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
# # Errata
#
# What fails as printed, and what holds instead. The papers' main ideas stand; some printed statements
# do not. Each entry below is a {term}`claim` whose check failed in this build. It has the statement as
# printed, the numbers that speak against it, and the corrected statement where there is one. Results
# that a paper reports and our computation does not give are listed, too. The titles lead to the
# derivations.

# %% tags=["remove-cell"]
from compendium.report import errata

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## Lagrée, Vernade and Cappé (2016)

# %% tags=["remove-input"]
errata("pbm", profile)

# %% [markdown]
# ## Katariya, Kveton, Szepesvári, Vernade and Wen (2017)

# %% tags=["remove-input"]
errata("rank1", profile)

# %% [markdown]
# ## Grant and Leslie (2023)

# %% tags=["remove-input"]
errata("mnl", profile)
