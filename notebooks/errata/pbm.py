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
# This page lists the statements of {cite:t}`lagree2016` that fail, and the obstacles we met. The paper's main results
# reproduce. Its lower bound is right and even exact, its two regret bounds hold once steps of their proofs are
# repaired, and the order of the policies in Figures 1b and 2 is the one it describes. Of the {claim-count}`pbm paper`
# results of the paper {claim-count}`pbm paper holds` hold as published and {claim-count}`pbm paper corrected, refuted,
# not reproduced` do not. Another {claim-count}`pbm reading` can be understood in several ways. Our reading of
# {claim-count}`pbm reading holds` of them holds, and that of {claim-count}`pbm reading corrected, refuted, not
# reproduced` does not. The others are undecided or open, or lack data. In the proofs and remarks around the results
# {step-count}`pbm paper corrected` steps fail, and {step-count}`pbm reading corrected` more as we read them, and for
# each a similar statement holds. One failure concerns an experiment, a cell of Table 1. The {doc}`errata of all three
# papers <../errata>` begin with those that matter.
#
# ## Scope
#
# We set out to reproduce every numbered statement with its proof; Figures 1a, 1b and 2 at the paper's number of runs;
# Table 1; and each sentence of the paper about them. We worked from three editions of the
# text, none with readable figures, and without the authors' code. We can therefore compare our curves
# with the paper's description of its own, but not with its curves.
#
# ## Reproduced
#
# The constant of Theorem 6, the {ref}`lower bound <pbm:theorem-6>`, is the best that its argument can give.
# Our {ref}`variant of PBM-PIE <pbm:adaptive-pie-attains>` attains it on every problem with distinct, known
# examinations; the paper leaves open whether a policy can do so if the last position is not the best one to
# explore. In Figure 1b, over {number}`pbm:figure-1b-others-above rounds:,` rounds and
# {number}`pbm:figure-1b-others-above runs:,` runs, PBM-TS ends at {number}`pbm:figure-1b-ts-below-bound
# PBM-TS` lost clicks, below the {number}`pbm:figure-1b-ts-below-bound bound` of the bound, PBM-PIE at
# {number}`pbm:figure-1b-others-above PBM-PIE`, PBM-UCB at {number}`pbm:figure-1b-others-above PBM-UCB` and
# RBA-KL-UCB at {number}`pbm:figure-1b-others-above RBA-KL-UCB`. With the published models
# {number}`pbm:table-1-smallest agree` of {number}`pbm:table-1-smallest rows` smallest attractions of Table 1
# agree to the printed digit.
#
# :::{claims-by-author} pbm
# :::
#
# ## What fails
#
# The inequality after Theorem 6 has the most consequences for a reader. On the problem of the paper's own Figure
# 1a the printed “lower bound” is {number}`pbm:reversed-inequality last`, and the constant below which it
# should lie is {number}`pbm:reversed-inequality constant`. It is an upper bound. Several statements of
# Section 2 and of the appendices treat the lists shown as if they were fixed in advance. A policy that learns
# chooses lists by earlier clicks, so they are not fixed. Each statement is true round by round, given the
# past. The following statements and steps fail in this
# build. Each title leads to the place where it is derived and, if there is one, to the corrected statement. Unfold an
# entry to see it as published and as corrected. “In the list” leads to its row in {doc}`the list of all results
# <../claims>`, with what was computed.
#
# :::{errata} pbm
# :::
#
# **What depends on them.** The map shows, from top to bottom, the statements that fail and those whose
# arguments use them. A statement marked ✓ holds all the same, by the argument in this book. {doc}`The maps of
# all results <../map>` explain the signs.
#
# :::{map-of-errata} pbm
# :::
#
# **Undecided and open.** Two results here depend on the lines of a log that nobody outside the competition
# has, and on the way in which queries were selected from them. A statement is undecided if it is true for one choice of
# something that the paper leaves open and false for another, namely the horizon of Figure 1b, the
# examinations of further positions, or the value of the index on an empty set.
#
# :::{still-open} pbm undecided, open, no data
# :::
#
# ## Points left open by the paper, and our choices
#
# :::{choices} pbm
# :::
#
# ## Obstacles
#
# **The log.** KDD Cup 2012 requires registration. Fitted models of eight queries were published with later work on
# the same click model. We infer that they are the paper's, because they agree with Table 1 in all but one cell, in
# which the table has the model's second smallest attraction. We cannot tell a slip from another run of EM. The
# matrices of click-through rates, on which the paper bases its check of the model, are not published at all. Ours are
# drawn from the fitted models. They can show the value of such a check, but not its result. The simulations of
# Section 5.2 take their parameters from a log, but their clicks follow the model. The counts of another log {ref}`mostly
# do not <pbm:yandex-counts-fit>`.
#
# **Parameters that are not printed.** The paper prints no horizon, no $\varepsilon$ and no seed, and for Figure 1a no
# $\kappa$ either. None of them turned out to matter for the order of the policies in Figure 1b, but three sentences
# depend on the horizon. At {number}`pbm:figure-1b-others-above rounds:,` rounds PBM-PIE loses
# {number}`pbm:figure-1b-pie-comparable-to-ts ratio` times as much as PBM-TS. Whether that is “comparable” depends on
# the distance of the two others, which {ref}`changes with the horizon <pbm:figure-1b-pie-comparable-to-ts>`. In
# Figure 2 RBA-KL-UCB is {ref}`“slightly” better <pbm:figure-2-rba-better-than-ucb>` than PBM-UCB at the beginning and
# much better at the end. PBM-PIE “matches the lower bound after a large enough horizon” only in slope, and at
# horizons up to {number}`pbm:figure-1b-pie-matches-bound horizon` rounds. Games of this length can be played because
# PBM-PIE shows the same list for longer and longer stretches, and all clicks of a stretch are drawn at once.
#
# **Words that need a reading.** Whether BC-MP-TS “does not explore enough” depends on the measure. The mean regrets
# are {number}`pbm:figure-1a-exploration BC-MP-TS` and, for exact Thompson sampling,
# {number}`pbm:figure-1a-exploration PBM-TS`. Most runs of BC-MP-TS lose less. The runs that still lose much in the
# last decade are {number}`pbm:figure-1a-exploration stuck BC-MP-TS` and
# {number}`pbm:figure-1a-exploration stuck PBM-TS`. “Robust to small variations” is true of errors of 5 % (PBM-TS
# loses {number}`pbm:robust-to-examination-errors PBM-TS, regret ratio at 5%` times as much) and not of 20 %
# ({number}`pbm:robust-to-examination-errors PBM-TS, regret ratio at 20%` times).
#
# **Algorithms that need an interpretation.** The confidence bound of PBM-PIE is the largest value in a set,
# and this set {ref}`can be empty <pbm:equation-7-empty>`. The Beta distribution from which PBM-TS is to draw
# {ref}`does not exist <pbm:pbm-ts-proposal>` before an item's first click, and no acceptance probability is
# printed. PBM-PIE is stated with $\log T$ and analysed with $\log t$. The paper does not specify how PBM-UCB
# begins. BC-MP-TS is defined in another paper, and an item can have more clicks than its corrected number of
# displays. The table above lists our choices.
#
# ## Suggestions for the authors and for similar papers
#
# 1. Print horizon, $\varepsilon$, $\kappa$ and seeds with each figure, and a standard error.
# 2. State whether Algorithm 1 uses $t$ or $T$, how it starts, and which value the confidence bound (7) has on an
#    empty set; let PBM-TS draw its candidates, which it then accepts or not, from Beta$(\alpha+1,\beta+1)/\kappa_m$.
# 3. Turn the inequality after Theorem 6 around, or print
#    {ref}`the lower bound that holds <pbm:reversed-inequality>`; ask for $\delta\ge1$ in
#    {ref}`Proposition 8 <pbm:proposition-8>`; in Section 2 and Appendix B.1 take expectations round by
#    round, given the past.
# 4. State the scale of $\theta$ in Table 1, and publish the tables of counts. They are small, and
#    {ref}`a test of fit <pbm:deviance-test>` would answer the question that the singular values cannot.
