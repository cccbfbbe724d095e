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
# # Bandits for click feedback
#
# Which results to show, and in which order, when the only feedback is clicks, and a click depends
# on both the item and its position? This book derives, checks and regenerates every result of
# three papers that answer, claim by claim, over one small package; every verdict is computed.

# %% tags=["remove-cell"]
from fractions import Fraction

from myst_nb import glue

from clickbandits.mnl import model as mnl
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from compendium import machine
from compendium.figures import publish
from compendium.front.findings import by_evidence, glue_findings, summary
from compendium.front.gallery import our_figures, papers_figures
from compendium.front.game import diagram, stretches
from compendium.report import shown_finding

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"]
summary(profile)

# %% [markdown]
# | part | paper | what the learner shows and sees |
# |---|---|---|
# | I | {cite:t}`lagree2016` | a ranked list; each position may be clicked; the examination probabilities are known |
# | II | {cite:t}`katariya2017` | one (item, position) pair; neither factor is known |
# | III | {cite:t}`grant2023` | a ranked list; at most one click in it; the position biases are known or not |
#
# They share two vectors and one game: a policy shows something for a stretch of rounds, the clicks
# of the stretch are drawn, and its regret is what the best choice would have earned more.

# %% mystnb={"image": {"alt": "Five boxes joined by arrows. A problem, two vectors of attraction and examination, meets a policy; the policy chooses a list for a stretch of rounds; clicks are drawn; the policy learns from them; compared with the best list they give the regret. Each box names what it was in one stretch of a real game.", "width": "460px"}, "figure": {"caption": "The game, with one stretch of Epoch-UCB on a small problem. The regret is the expected one of the rounds shown.", "name": "front:game"}} tags=["remove-input"]
game = mnl.problem([0.9, 0.6, 0.3], [1.0, 0.5])
played = stretches(mnl.MODEL, game, EPOCH_UCB, horizon=60, seed=0)
publish(diagram(game, EPOCH_UCB.id, played), "front:game", policy=EPOCH_UCB.id, seed=0)

# %% [markdown]
# {download}`data <front/game.csv>` · {download}`how it was made <front/game.json>`
#
# ## What was found
#
# The verdicts of this build, by how the claims are checked:

# %% tags=["remove-input", "counts"]
by_evidence(profile)

# %% [markdown]
# {doc}`Every claim <claims>` is listed with its check, {doc}`the errata <errata>` say what holds
# instead, and {doc}`new results <new_results>` are collected with their proofs. Five findings that
# we had not expected:

# %% tags=["remove-cell"]
_, about, whole = machine.counted()
glue("proved", whole)
glue("proved_in_part", about - whole)
glue_findings(
    "pbm:weighted-cascade-bound",
    "pbm:too-few-positions",
    "rank1:figure-1-outperforms-kl-ucb",
    "mnl:lemma-2-never-ends",
    "mnl:corollary-6",
    profile=profile,
    cascade_policy=("pbm:weighted-cascade-bound", "spent"),
    cascade_printed=("pbm:weighted-cascade-bound", "printed"),
    eight=("pbm:too-few-positions", "PBM-UCB over RBA-KL-UCB, decay 0.5, L = 8"),
    kl_ucb=("rank1:figure-1-outperforms-kl-ucb", "32, KL-UCB"),
    rank1=("rank1:figure-1-outperforms-kl-ucb", "32, Rank1ElimKL(budget=log)"),
    growth=("mnl:lemma-2-never-ends", "growth"),
    maximum=("mnl:lemma-2-never-ends", "best"),
    promised=("mnl:corollary-6", "claimed"),
)
miss = shown_finding("mnl:corollary-6", profile)[1]["capped"]
glue("miss", float(Fraction(miss)))

# %% [markdown]
# 1. **A printed lower bound can be beaten.** In a weighted cascade whose weights fall slowly a
#    policy pays a regret of {glue:text}`cascade_policy:s` for a unit of information, where
#    {ref}`the bound <pbm:weighted-cascade-bound>` asks for {glue:text}`cascade_printed:s`.
#    {glue:md}`pbm-weighted-cascade-bound`
# 2. **Three positions are not too few.** The explanation why PBM-UCB loses to RBA-KL-UCB would have
#    it win with more; where examination halves from one position to the next,
#    {ref}`with eight <pbm:too-few-positions>` it loses {glue:text}`eight:s` times as much.
#    {glue:md}`pbm-too-few-positions`
# 3. **The baseline that was left out wins.** On the needle with 32 rows and columns KL-UCB, which
#    does not use rank 1 and was expected to do like UCB1, loses {glue:text}`kl_ucb:s` clicks, and
#    {ref}`Rank1ElimKL <rank1:figure-1-outperforms-kl-ucb>`, read in its favour,
#    {glue:text}`rank1:s`. {glue:md}`rank1-figure-1-outperforms-kl-ucb`
# 4. **An EM algorithm that is none need not end.** {ref}`On a table <mnl:lemma-2-never-ends>` whose
#    likelihood has its maximum at $\lambda_2=$ {glue:text}`maximum:s`, Algorithm 1 raises the
#    estimate of an attraction by {glue:text}`growth:s` in every iteration, for ever.
#    {glue:md}`mnl-lemma-2-never-ends`
# 5. **A confidence bound misses more often than it may.** {ref}`Corollary 6 <mnl:corollary-6>`,
#    on which the policies for unknown biases rest, promises at most {glue:text}`promised:s`; with
#    one item in one position it misses with probability {glue:text}`miss:.3f`.
#    {glue:md}`mnl-corollary-6`
#
# ## Every figure of the papers, again
#
# Each picture leads to its section, where the caption says what was assumed and the data can be
# downloaded. Our own figures are {ref}`at the end of this page <our-figures>`.
#
# **Part I.** {cite:t}`lagree2016`

# %% tags=["remove-input"]
papers_figures("pbm")

# %% [markdown]
# **Part II.** {cite:t}`katariya2017`

# %% tags=["remove-input"]
papers_figures("rank1")

# %% [markdown]
# **Part III.** {cite:t}`grant2023`

# %% tags=["remove-input"]
papers_figures("mnl")

# %% [markdown]
# ## Run it
#
# From a clone of the repository, with Python 3.11 to 3.13, git and make:
#
# ```
# make book    # the book
# make test    # its tests
# ```
#
# The first plays at the papers' own scale; `make book PROFILE=quick` is a preview of a few minutes.
#
# ## Cite it
#
# If you use this work, {doc}`cite it and the papers </cite>`; `CITATION.cff` in the repository says
# the same to machines. A statement that is marked *corrected* or *refuted* is the book's finding,
# not the paper's.
#
# ## What you can trust, and how far
#
# Every numbered statement of the papers, and every sentence of theirs that can be checked, is a
# *claim* with a check of its own. The check computes the verdict; nobody writes it. Each claim
# says how it is argued and how that is checked, from computer algebra over the whole domain down to a
# simulation with its standard error, on what, and what the check does not cover. An argument that is
# derived on the page is read by people; the check verifies its steps, or instances of them. Of
# {glue:text}`proved:d` claims {doc}`a proof assistant <checked_by_machine>` checked the proof whole, among
# them the lower bound of Part I and the scaling of divergences of Part II, of
# {glue:text}`proved_in_part:d` more a part. Simulated verdicts are those of our implementation, with the choices that the papers leave
# open stated beside them.
#
# The derivations are in our own words, with each paper's symbols; {doc}`notation </notation>` maps
# these to the names in the code. Numbers in the text come from executed cells. Each figure offers
# its data and the record of how it was made, and each page its executed notebook, its source, and
# the command that runs it again.
#
# The book comes in two sizes. The profile `paper` simulates at the papers' own scale; `quick` is a
# preview of a few minutes, in which simulated claims may stay undecided. The foot of each page names
# its profile. Simulations of real click problems use {doc}`published models </data>` of KDD Cup 2012
# and Yandex; the two queries of Part II whose models were never published have stand-ins, and the
# page says so.
#
# (our-figures)=
# ## All other figures

# %% tags=["remove-input"]
our_figures()
