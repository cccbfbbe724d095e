"""What Katariya et al. (2017) leave open, and what we chose."""

from compendium.printed import Choice

HORIZON = Choice(
    "horizon",
    "the horizon of all figures (no axis survives in the text we work from)",
    "two million steps, inferred from what the text says of the curves",
    "the comparison with UCB1 is {ref}`the same from half a million to five "
    "<rank1:figure-1-any-horizon>`; UCB1Elim quadruples "
    "{ref}`only at ten times as many <rank1:figure-1-ucb1elim-quadruples>`",
)
DELTA = Choice(
    "δ",
    "whether the figures were made with line 24 of Algorithm 1, $\\delta=\\log n+3\\log\\log n$",
    "both that and $\\delta=\\log n$, as rows of their own; we believe in the second",
    "it changes which sentences hold: {ref}`as printed <rank1:figure-1-outperforms-all>`, "
    "{ref}`with log n <rank1:figure-1-outperforms-all-log>`",
)
RANK1ELIM = Choice(
    "Rank1Elim",
    "the constants of Rank1Elim, which are in another paper",
    "$n_\\ell=\\lceil4\\cdot4^\\ell\\log n\\rceil$ and half-width $\\sqrt{\\log n/n_\\ell}$, from "
    "a public re-implementation; to be confirmed",
    "the factor over Rank1Elim would change with them",
)
RIVALS = Choice(
    "rivals",
    "the exact UCB1 and UCB1Elim",
    "UCB1 with $\\sqrt{2\\log t/N}$, improved UCB as published, its survivors played in turn",
    "1.5 in place of 2 would lower UCB1's regret by about a quarter, for which no claim stands "
    "here, and would be to Rank1ElimKL's disadvantage",
)
TIES = Choice(
    "ties",
    "how ties are broken; the needle is pair (1, 1)",
    "lowest index, after shuffling rows and columns in every run",
    "without the shuffle ties give the answer away",
)
RUNS = Choice(
    "runs",
    "whether 20 runs (5 for the queries) suffice: no error is printed",
    "up to 1,000 runs of elimination and 40 of UCB1",
    "20 runs of Rank1Elim have seven times the standard error of 1,000",
)
FOUR = Choice(
    "four times",
    "what “4 times better” covers",
    "nearer to 4 than to 2 or 8, in all three problems",
)
QUERIES = Choice(
    "Queries 1 and 2",
    "the models of Queries 1 and 2: only $L$, $p_{\\max}$ and $\\mu$ are printed",
    "two families of models with these numbers, Zipf and rank power; decided is where both agree",
    "where they differ the sentence {ref}`stays open <rank1:figure-2c-ucb1>`",
)
TWENTY = Choice(
    "the 20 queries",
    "the twenty queries of Figure 3",
    "all public fitted queries of the same challenge (the quick profile plays four), or surrogates",
    "other queries have another average: the printed percentages can be neither confirmed nor "
    "refuted with them",
)
SCALE = Choice(
    "scale",
    "the scale of the two vectors: $(c\\bar u,\\bar v/c)$ has the same clicks",
    "the paper's, where its numbers are met; for the public queries the largest examination is 1",
    "$\\mu$, $\\gamma$ and the bound {ref}`change with it <rank1:figure-2-scale>`",
)
AVERAGE = Choice(
    "almost all",
    "what “almost all” and “across the board” are",
    "nine problems in ten; a smaller mean and no query with a significantly larger regret",
)
OPTIMAL = Choice(
    "optimal",
    "which algorithms are the “optimal” ones",
    "KL-UCB on the pairs, asymptotically optimal for unrelated arms",
    "UCB1 in its place would be {ref}`a weaker rival <rank1:figure-2c-ucb1-log>`",
)
TIED = Choice(
    "ties of all rows",
    "the minimum gap where all rows are equally good",
    "infinite, so that its reciprocal is 0",
)
