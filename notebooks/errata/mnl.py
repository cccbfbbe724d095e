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
# # Errata: Grant and Leslie (2023)
#
# This page lists what fails in {cite:t}`grant2023`, and the obstacles we met. With known position biases the
# paper's results reproduce, after repairs, and sharper ones hold. With unknown biases the chain from the
# estimator to the regret bound breaks at several links, and the last one, Proposition 10, is neither proved
# nor refuted. The sentences about Figures 1 to 3 hold in at least one reading, except for one, which is
# open. Of the {claim-count}`mnl paper` results of the paper {claim-count}`mnl paper holds`
# hold as published and {claim-count}`mnl paper corrected, refuted, not reproduced` fail. Another {claim-count}`mnl
# reading` are damaged or unclear. Our reading of {claim-count}`mnl reading holds` of them holds, that of
# {claim-count}`mnl reading corrected, refuted, not reproduced` does not, and {claim-count}`mnl reading
# undecided, open, no data` readings are undecided or open. In the proofs and remarks around the results
# {step-count}`mnl paper corrected` steps fail, and {step-count}`mnl reading corrected` more as we read them. The
# {doc}`errata of all three papers <../errata>` begin with those that matter.
#
# :::{our-copy}
# :::
#
# ## Scope
#
# We set out to reproduce all numbered statements and displays, Table 1, and Figures 1 to 3 with every
# sentence about them. We had the text of the paper as recognised from its pages. Roots, fractions and sums
# are damaged in many displayed formulas, and the figures are missing. Each formula was restored from the
# algebra around it; if a doubt remained, the chapter mentions it. We did not have the authors' code.
#
# ## Reproduced
#
# The following results hold: the concentration of geometric sums
# {ref}`for fixed parameters <mnl:theorem-3-fixed>`, the bound on central moments
# {ref}`with a proof that works <mnl:lemma-12>`, Lemma 4, regret of order {ref}`√(JT log JT) <mnl:table-1>` with
# known biases at long horizons, without the printed ratio of biases, and
# {ref}`the lower bound <mnl:proposition-9>`, with a constant. The figures are about the three problems (a), (b)
# and (c) of {doc}`the chapter on policies <../mnl/policies>`. As the paper describes, policies with smaller
# confidence bounds lose less on them, TopRank's regret grows in proportion to time on (b) and (c), and
# Epoch-UCB-UPB explores far too long (rounds and runs on problems (a) and (b):
# {number}`mnl:figures-best-policies (a) rounds, runs`).
#
# :::{claims-by-author} mnl
# :::
#
# ## What fails
#
# Algorithm 1 is not an EM algorithm for the likelihood and {ref}`does not converge to its maximum
# <mnl:lemma-2>`. The estimate is not unbiased (after one epoch its mean is
# {number}`mnl:corollary-6-unbiased mean 1` if the attraction is 1). The change of the estimate with one count,
# the subject of Lemma 7, does not vanish as its bound requires, but tends to {number}`mnl:lemma-7 limit`.
# Corollary 6 fails as printed, with the radius computed from the data, and with it the proof of Proposition 10. The similar result for the position biases,
# which Section 3.2 mentions without a formula, would inherit this failure. The following statements and steps fail in this
# build. Each title leads to the place where it is derived and, if there is one, to the corrected statement. Unfold an
# entry to see it as published and as corrected. “In the list” leads to its row in {doc}`the list of all results
# <../claims>`, with what was computed.
#
# :::{errata} mnl
# :::
#
# **What depends on them.** The map shows, from top to bottom, the statements that fail and those whose
# arguments use them. A statement marked ✓ holds all the same, by the argument in this book. {doc}`The maps of
# all results <../map>` explain the signs.
#
# :::{map-of-errata} mnl
# :::
#
# **Undecided and open.** Nothing here depends on data. Proposition 10 is a statement about a policy
# that can be simulated, but its order in $J$, $K$ and $T$ is a limit, and our counterexamples concern
# the steps of its proof and not the proposition. Whether {ref}`Epoch-UCB-UPB learns in the end
# <mnl:upb-eventually-learns>` is a limit, too.
#
# :::{still-open} mnl undecided, open, no data
# :::
#
# ## Points left open by the paper, and our choices
#
# :::{choices} mnl
# :::
#
# ## Obstacles
#
# **The text.** Many formulas had to be reconstructed, and their results are readings. The logarithm of
# Epoch-UCB-W is not legible; we took that of the paper it comes from. Some damaged displays looked like
# errors of the paper but are not, for instance a lost root sign in the constant $M$.
#
# **Ties that give the answer away.** In problem (c) the six best items come first. If a policy cuts its
# confidence bounds at 1, many items begin with the same bound, and if it then takes the items in their order,
# it plays the best list at once. It loses {number}`mnl:index-ties-leak leaked:.1f` clicks, and
# {number}`mnl:index-ties-leak honest:.1f` if the labels are shuffled. The paper mentions neither cutting nor
# shuffling. We always shuffle. If the published Figure 3 was made without shuffling, its curves for optimistic
# policies are not comparable with ours. In our figure Epoch-UCB, which the paper counts among the best, loses
# {number}`mnl:figures-best-policies (c) Epoch-UCB` clicks on (c) and TopRank
# {number}`mnl:figures-best-policies (c) TopRank`.
#
# **Two readings of one estimator.** Algorithm 3 uses Algorithm 1, and its analysis uses the maximum
# likelihood estimate, which Lemma 2 takes to be the same. On (c) Epoch-UCB*-UPB loses
# {number}`mnl:estimator-pays (c) Epoch-UCB*-UPB` clicks with the first and {number}`mnl:estimator-pays (c)
# Epoch-UCB*-UPB(maximiser of (50))` with the second, the maximiser of the likelihood. Our figures show both;
# the verdicts concern the first, which is the published one.
#
# **Parameters of the rivals.** TopRank's $\delta$ and PBUCB's $\delta_t$ are not given. TopRank is sensitive to
# δ, which decides whether it finds the top items of (c) in 8,000 rounds. With $\delta=0.05$ it loses
# {number}`mnl:clipping-costs (c) TopRank(delta=0.05)` on (c), while our choice, one over the number of
# rounds, loses {number}`mnl:clipping-costs (c) TopRank`. If Epoch-UCB's bounds are cut at 1, it loses
# {number}`mnl:clipping-costs (c) Epoch-UCB(clipped at 1)` instead of {number}`mnl:clipping-costs (c)
# Epoch-UCB`.
#
# **Cost.** Equation (15) asks for a run of Algorithm 1 for each cell of the table of clicks, before each
# epoch, to find how much the estimates would change if that cell had one more click. We compute these changes
# by the implicit function theorem. At horizons short enough for the literal computation we
# {ref}`compared the regret <mnl:implicit-differences>`. Ours is larger in
# {number}`mnl:implicit-differences more` of {number}`mnl:implicit-differences rows` rows, but there are too few
# runs to determine by how much.
#
# **Words.** “Substantial”, “not much worse”, “reliably” and “eventually” need a
# threshold, which we chose. It is stated with each result, and if another one is as natural, both are computed.
#
# ## Suggestions for the authors and for similar papers
#
# 1. Shuffle the items, or break ties at random; state whether indices are cut at 1.
# 2. Give $\delta$ of TopRank and of PBUCB, the floor, tolerance and start of Algorithm 1, and
#    Epoch-UCB-W's logarithm. Correct the caption of Figure 3 (50,000 rounds instead of 8,000).
# 3. Replace Algorithm 1 by {ref}`a true EM algorithm <mnl:em-ascends>` or by
#    {ref}`Newton's method <mnl:newton-ascends>`; both maximise the likelihood, and the regret falls.
# 4. State in Theorem 5 that components are independent, which {ref}`the positions of an epoch are
#    not <mnl:negative-multinomial>`; withdraw Lemma 7 and Corollary 6 as printed; call Proposition 10 a
#    conjecture.
# 5. In Proposition 8 weigh exposures by the biases: {ref}`the ratio <mnl:proposition-8>` leaves the leading term.
