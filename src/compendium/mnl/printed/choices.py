"""What Grant and Leslie (2023) leave open, and what we chose."""

from compendium.printed import Choice

TEXT = Choice(
    "damaged display",
    "formulas that are damaged in the text we work from",
    "each restored from the algebra around it, and so marked in the chapters",
    "a wrong restoration would change the verdict on that display only",
)
TIES = Choice(
    "ties",
    "how ties are broken; the optimal items of problem (c) come first in the paper's order",
    "lowest index, after shuffling the items' labels in every run",
    "unshuffled and with indices cut at 1, problem (c) {ref}`seems solved at once "
    "<mnl:index-ties-leak>`",
)
CLIP = Choice(
    "cut at 1",
    "whether an index may exceed 1, the largest attractiveness",
    "it may",
    "cutting {ref}`costs on problem (c) <mnl:clipping-costs>`",
)
NEVER = Choice(
    "never shown",
    "the index of an item that was never shown",
    "infinite",
)
WEAK = Choice(
    "Epoch-UCB-W",
    "the logarithm in Epoch-UCB-W, not legible in our text",
    "$\\log(\\sqrt Jl+1)$, as in the paper it is taken from",
    "with $\\log(Jl^2/2)$ {ref}`it loses more <mnl:clipping-costs>`",
)
PBUCB = Choice(
    "PBUCB",
    "the level $\\delta_t$ of PBUCB",
    "$1.01\\log t$",
    "$2\\log t$ {ref}`costs more <mnl:clipping-costs>`",
)
TOPRANK = Choice(
    "TopRank",
    "the confidence $\\delta$ of TopRank",
    "one over the number of rounds",
    "on (c) a larger one {ref}`lowers its regret, a smaller one raises it <mnl:clipping-costs>`",
)
ZEROS = Choice(
    "zero counts",
    "estimates where an item or a position has no clicks, the floor of footnote 4, and the range "
    "of the estimates",
    "floor $10^{-4}$, ceiling 1",
    "without both Algorithm 1 {ref}`need not end <mnl:lemma-2-never-ends>`",
)
ESTIMATOR = Choice(
    "estimator",
    "which estimator is meant: Algorithm 1, or the maximum-likelihood estimate that Lemma 2 takes "
    "it for",
    "Algorithm 1, as printed; the maximiser of (50) is played beside it",
    "the maximiser {ref}`loses less on all three problems <mnl:estimator-pays>`",
)
TOLERANCE = Choice(
    "tolerance",
    "the tolerance $\\xi$ and the start of Algorithm 1",
    "$10^{-6}$, from the last epoch's estimates",
)
DIFFERENCES = Choice(
    "differences (15)",
    "how (15), a run of Algorithm 1 for every cell and epoch, was computed in time",
    "the differences by the implicit function theorem",
    "{ref}`the same regret <mnl:implicit-differences>` at shorter horizons, within the error",
)
RUNS = Choice(
    "runs",
    "the error of a mean over 40 replications (boxes are drawn, no errors)",
    "200 replications",
)
BEST = Choice(
    "best",
    "what “generally perform best” covers",
    "no other of the seven policies has a smaller mean on any of the three problems",
)
CONSERVATIVE = Choice(
    "words",
    "what “much more conservative”, “overly conservative” and “not much worse” are",
    "one and a half times the regret; the largest of all; at most one and a half times",
)
EVENTUALLY = Choice(
    "eventually",
    "when “eventually” is",
    "ten times the figures' horizons: less regret a round at the end than at the start",
    "a limit {ref}`cannot be simulated <mnl:upb-eventually-learns>`",
)
RELIABLY = Choice(
    "reliably",
    "what “can identify reliably” is",
    "in 19 of 20 runs no stratum mixes the $K$ best items with others at the figure's horizon",
    "at ten times the horizon {ref}`it does so on (c), too <mnl:toprank-finds-top-items>`",
)
CAPTION = Choice(
    "caption",
    "whether Figure 3 has 8,000 rounds (text and axis) or 50,000 (its caption)",
    "8,000",
)
PANELS = Choice(
    "panels",
    "which policies stand in which panel of the figures",
    "known biases: Epoch-UCB, PBUCB, Epoch-UCB-W; unknown: the other four, by the legends",
)
LAMBDA1 = Choice(
    "λ₁ = 1",
    "what $\\lambda_1=1$ does to parameters that must lie in $(0,1]$",
    "problems whose first bias is the largest",
    "others {ref}`leave the range <mnl:first-bias-is-one>`",
)
