"""What Lagrée et al. (2016) leave open, and what we chose."""

from compendium.printed import Choice

HORIZON = Choice(
    "horizon",
    "the horizon of Figures 1 and 2 (no axis survives in the text we work from)",
    "100,000 rounds; PBM-PIE alone also at horizons up to $10^{15}$",
    "curves start at the first round, so shorter horizons can be read off; at 10,000 rounds "
    "PBM-PIE and PBM-TS are {ref}`less alike <pbm:figure-1b-pie-comparable-to-ts>`",
)
EPSILON = Choice(
    "ε",
    "the value of $\\varepsilon$ in PBM-UCB and PBM-PIE",
    "0.01",
    "0.1 and 1 cost more: {numref}`pbm:exploration-rates`",
)
LOG_T = Choice(
    "log t or log T",
    "whether PBM-PIE uses $\\log t$ (Theorem 11) or $\\log T$ (Algorithm 1)",
    "$\\log T$, with $T$ the horizon played",
    "$\\log t$ costs less at 100,000 rounds: {numref}`pbm:exploration-rates`; the theorem's proof "
    "serves {ref}`both <pbm:theorem-11>`",
)
FIRST_ROUNDS = Choice(
    "first rounds",
    "the first rounds of PBM-UCB and of RBA-KL-UCB, whose indices are undefined without plays",
    "those of PBM-PIE: $K$ rounds that show each item once at every position, in random order",
    "the same cost for all three: {ref}`6/5 of a click on Figure 1b <pbm:initialisation>`",
)
TIES = Choice(
    "ties",
    "how ties are broken; the paper numbers items from best to worst",
    "lowest index, after shuffling the items' labels in every run",
    "without the shuffle ties give the answer away; what that can do is shown on a problem of "
    "{ref}`Part III <mnl:index-ties-leak>`",
)
KAPPA_1A = Choice(
    "κ",
    "$\\kappa$ in Figure 1a, where only $\\theta$ is given",
    "that of Figure 1b, (0.9, 0.6, 0.3)",
    "the exponent of BC-MP-TS's tail depends {ref}`on the position <pbm:bc-mp-ts-tail>`, and so "
    "would the share of stuck runs",
)
ENOUGH = Choice(
    "enough",
    "what “does not explore enough” measures",
    "two readings: the mean regret, and the share of runs that end with a wrong list",
    "they differ: {ref}`mean <pbm:figure-1a-mean>`, {ref}`tail <pbm:figure-1a-tail>`",
)
BC_MP_TS = Choice(
    "BC-MP-TS",
    "the formula of BC-MP-TS, which is cited, and what to do where clicks exceed the corrected "
    "plays",
    "a Beta law of one plus the clicks and one plus the corrected non-clicks, these cut at 0",
)
RBA = Choice(
    "RBA",
    "the exploration rate of KL-UCB inside RBA, and the list shown after a collision",
    "$\\log t$; an item drawn from those not yet in the list, and no reward to the position",
)
POSTERIOR = Choice(
    "sampler",
    "the prior of PBM-TS and the acceptance constant of its rejection sampling",
    "a uniform prior, and an exact sampler of the posterior by tangents",
    "none in law: {ref}`both draw from the posterior <pbm:pbm-ts-proposal>` once the printed "
    "parameters are raised by one",
)
QUERIES = Choice(
    "queries",
    "the eight queries themselves: the log is behind registration",
    "public models fitted to eight queries of the same challenge; without them, surrogates made "
    "from Table 1",
    "all but one of Table 1's attractions {ref}`agree <pbm:table-1-smallest>`",
)
SCALE = Choice(
    "scale",
    "the scale of $\\theta$: $(c\\theta, \\kappa/c)$ has the same clicks",
    "the largest examination is 1",
    "(6) {ref}`does not change <pbm:scale-not-identified>`; priors and cuts at 1 do",
)
DOMINATING = Choice(
    "dominating",
    "what “highly dominating” means, and the singular values",
    "99 % of the sum of squares",
    "a table {ref}`without product structure <pbm:svd-validates-rank-one>` can reach that, too",
)
DEBIASED = Choice(
    "estimator",
    "which estimator is the position-debiased one: the printed denominator $N_{k,l}$ has an index "
    "that is summed over",
    "$N_k$; the average over positions is checked as the other reading",
    "with the average the sentence {ref}`fails <pbm:pooled-against-average>`",
)
EMPTY = Choice(
    "empty set",
    "the index (7) where no $q$ has $\\Phi(q)\\le\\delta$",
    "the minimiser of $\\Phi$",
    "Proposition 10 {ref}`holds for any convention <pbm:equation-7-empty>`",
)
COMPARABLE = Choice(
    "comparable",
    "what “comparable” means",
    "nearer to each other, on a logarithmic scale, than to either of the other two",
)
SLOPE = Choice(
    "matching",
    "what “matching” a bound means: a curve or its slope",
    "the slope in $\\log T$, horizons played anew, within 15 % of $1.01$ times (6)",
    "the curve itself {ref}`stays above <pbm:figure-1b-pie-matches-bound>` by a constant",
)
SMALL = Choice(
    "small",
    "what “small variations” of $\\kappa$ and “robust” are",
    "relative errors of 5 %, with alternating signs, may raise a mean regret by a quarter at most",
    "with 20 % it {ref}`is a multiple <pbm:robust-to-examination-errors>`",
)
POSITIONS = Choice(
    "experiment",
    "how more positions would change the comparison: no experiment",
    "ten items on 1, 3, 5 and 8 positions, with examinations that halve, and ones that fall slowly",
    "which of the two it is {ref}`decides <pbm:too-few-positions>`",
)
