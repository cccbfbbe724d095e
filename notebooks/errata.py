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
# What fails of what the papers say, and what holds instead. Their main ideas stand; some statements do
# not. Each entry below is a {term}`claim` whose check failed in this build: the statement, the numbers
# that speak against it, and the corrected statement where there is one. Results that a paper reports
# and our computation does not give are listed, too. Where a paper is silent or unclear the entry judges
# a reading, and says so ("we read"); statements of our own are not here. The titles lead to the
# derivations.
#
# :::{claims-tally}
# :::
#
# ## Ten that matter
#
# Most entries are about a step or a constant, and change nothing that one would do. These do.
#
# - {ref}`A lower bound that is an upper bound <pbm:reversed-inequality>` (Part I). The simpler expression
#   after Theorem 6 is what exploring at the last position costs. That is never less than exploring at the
#   best position.
# - {ref}`A lower bound that a policy beats <pbm:weighted-cascade-bound>` (Part I). The bound for the
#   cascade needs weights that fall fast.
# - {ref}`An estimate that is not unbiased <pbm:equation-2>` (Part I). It is unbiased for displays fixed in
#   advance. After three greedy rounds it is too low on average.
# - {ref}`A condition that is not innocent <rank1:conditioning-gap>` (Part II). The proof of Theorem 1
#   takes as given which columns are still played. But earlier clicks decided that, and the proof then
#   averages over the same clicks. The theorem holds by another proof.
# - {ref}`A constant that the steps do not give <rank1:lemma-4-arithmetic>` (Part II). They give 320 in
#   place of 160; another way to add up gives 160.
# - {ref}`An EM algorithm that is none <mnl:lemma-2>` (Part III). Algorithm 1 minimises another function
#   than minus the likelihood, and ends at another point.
# - {ref}`A likelihood for counts that are not independent <mnl:equation-50>` (Part III). It multiplies over the
#   positions of a list, which {ref}`share their rounds <mnl:negative-multinomial>`.
# - {ref}`A confidence bound that misses too often <mnl:corollary-6>` (Part III), and with it the proof of
#   {ref}`Proposition 10 <mnl:proposition-10>`, the regret bound for unknown biases, which stays open.
#
# ## All of them
#
# - {doc}`Lagrée, Vernade and Cappé (2016) <errata/pbm>`
# - {doc}`Katariya, Kveton, Szepesvári, Vernade and Wen (2017) <errata/rank1>`
# - {doc}`Grant and Leslie (2023) <errata/mnl>`, from a copy that is damaged in its displays: where a formula
#   had to be put together again, the entry judges a reading and names the others
