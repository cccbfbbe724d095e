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
# These pages collect what is wrong in the papers. The papers' main ideas are right, but some statements are not. Each
# entry is a result, or a {term}`step` of one, that failed its check in this build. Results that a paper reports and our
# computation does not give are listed, too. If a paper is silent or unclear, the entry judges a reading and is marked as
# one. Statements of our own are not listed here. The titles link to the derivations, and {doc}`the list of all results
# <claims>` counts them.
#
# ## Those that matter
#
# Most entries concern a step or a constant and have no practical consequences. These do.
#
# - {ref}`A lower bound that is an upper bound <pbm:reversed-inequality>` (Part I). The simpler expression
#   after Theorem 6 is the cost of exploring at the last position, which is never less than the cost of exploring at
#   the best position.
# - {ref}`A lower bound that a policy beats <pbm:weighted-cascade-bound>` (Part I). The bound for the
#   cascade needs weights that fall fast.
# - {ref}`An estimate that is not unbiased <pbm:equation-2>` (Part I). It is unbiased for displays fixed in
#   advance. After three greedy rounds it is too low on average.
# - {ref}`A condition that does harm <rank1:conditioning-gap>` (Part II). The proof of Theorem 1
#   conditions on the columns that are still played. These depend on earlier clicks, and the proof then averages over
#   the same clicks. The theorem holds by another proof.
# - {ref}`A constant that the steps do not give <rank1:lemma-4-arithmetic>` (Part II). They give 320 instead
#   of 160, although a different summation gives 160.
# - {ref}`An "EM algorithm" that is not one <mnl:lemma-2>` (Part III). Algorithm 1 does not minimise the negative
#   log-likelihood but a different function, and converges to a different point.
# - {ref}`A likelihood for counts that are not independent <mnl:equation-50>` (Part III). It multiplies over the
#   positions of a list, which {ref}`share their rounds <mnl:negative-multinomial>`.
# - {ref}`A confidence bound that misses too often <mnl:corollary-6>` (Part III), and with it the proof of
#   {ref}`Proposition 10 <mnl:proposition-10>`, the regret bound for unknown biases, which stays open.
#
# ## Paper by paper
#
# For each paper, a page lists the results that reproduce, those that fail and what depends on them, the points that
# the paper leaves open, with our choices, the obstacles we met, and suggestions.
#
# - {doc}`Lagrée, Vernade and Cappé (2016) <errata/pbm>`
# - {doc}`Katariya, Kveton, Szepesvári, Vernade and Wen (2017) <errata/rank1>`
# - {doc}`Grant and Leslie (2023) <errata/mnl>`, from a copy in which the displayed formulas are
#   damaged. If a formula had to be reconstructed, the entry judges a reading and names the others.
