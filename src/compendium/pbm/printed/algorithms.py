"""Section 4 of Lagrée et al. (2016) and the constants of its appendices, in their order."""

from compendium.printed import Printed

from .choices import BC_MP_TS, EMPTY, ENOUGH, FIRST_ROUNDS, KAPPA_1A, LOG_T, POSTERIOR, RBA

ORDER = 2
ITEMS = (
    Printed("Section 4, Proposition 8", "PBM-UCB's bound misses with probability at most "
            "$e\\,\\delta\\log(t)\\,e^{-\\delta}$, for every $\\delta>0$.", "pbm:proposition-8",
            ("miss probability (t = 2, δ = 1/100, κθ = 9/20)", "printed bound")),
    Printed("Section 4, Theorem 9", "Regret of PBM-UCB at most $C_0(\\epsilon)+16(1+\\epsilon)"
            "C(\\kappa)\\log T(\\cdots)$.", "pbm:theorem-9",
            ("largest share of the printed slope (200 random problems)",), (FIRST_ROUNDS,)),
    Printed("Section 4, Theorem 9", "The formula of $C(\\kappa)$.", "pbm:theorem-9-kappa",
            ("C(l; κ) / κ_L² for l = 1, 2, 3", "factor of (1 + ε) log T in Figure 1")),
    Printed("Section 4, Theorem 9", "$C_0(\\epsilon)$ does not depend on the model.",
            "pbm:theorem-9-c0", ("C_0 in Figure 1, ε = 1", "C_0 in Figure 1, ε = 0.01")),
    Printed("Section 4", "The term $L/\\Delta$ is a limitation of the analysis.",
            "pbm:l-over-delta", ("our asymptotic slope",)),
    Printed("Section 4", "No divergence in the bound, because Hoeffding's inequality is used.",
            reason="An explanation of how the proof goes, not a statement that could fail."),
    Printed("Section 4, (7)", "A multi-position analogue of KL-UCB's index.",
            "pbm:index-7-kl-ucb", ("largest difference",)),
    Printed("Section 4, (7)", "The index is a supremum over $[\\theta^{\\min}_k,1]$, with "
            "$\\theta^{\\min}_k$ the minimum of $\\Phi$.", "pbm:equation-7",
            ("tables with the least value of Φ above 1, where [θ_min, 1] would be void", "of"),
            (EMPTY,)),
    Printed("Section 4, Algorithm 1", "The first $K$ rounds show every item at every position.",
            "pbm:initialisation", ("regret of these rounds in Figure 1(b)",), (FIRST_ROUNDS,)),
    Printed("Section 4, before Proposition 10", "(7) allows tighter confidence regions than "
            "PBM-UCB's, as Proposition 10 shows.", "pbm:tighter-confidence-regions",
            ("smallest ratio of the two bounds",)),
    Printed("Section 4, Proposition 10", "For $\\delta\\ge L+1$, (7) misses with probability at "
            "most $e^{L+1}(\\lceil\\delta\\log t\\rceil\\delta/L)^Le^{-\\delta}$.",
            "pbm:proposition-10",
            ("our bound over the printed one (L = 3, δ = 30, t ≥ 8)",), (EMPTY,)),
    Printed("Section 4, Theorem 11", "Regret of PBM-PIE at most $(1+\\epsilon)^2\\log T$ times a "
            "constant, plus $C_1+C_2T^{-\\beta}+C_3$.", "pbm:theorem-11",
            ("slope in Figure 1(b), ε = 0.01, η = 0.04", "its limit as ε, η → 0"), (LOG_T,)),
    Printed("Section 4, after Theorem 11", "PBM-PIE is asymptotically optimal where the best "
            "position to explore is the last; otherwise there is a gap.",
            "pbm:pie-optimal-iff-last",
            ("Theorem 11's constant over (6), Figure 1(a)", "and Figure 1(b)")),
    Printed("Section 4, RBA", "RBA is the state of the art; its bandit at position $l$ tends to "
            "learn the $l$-th best item.",
            reason="An opinion and a description of a cited algorithm, which is played in Figures "
            "1b and 2.", choices=(RBA,)),
    Printed("Section 4, PBM-TS, and Figure 1a", "Near $\\theta=1$ BC-MP-TS does not explore "
            "enough: mean regret.", "pbm:figure-1a-mean", ("PBM-TS", "BC-MP-TS", "rounds", "runs"),
            (KAPPA_1A, ENOUGH, BC_MP_TS)),
    Printed("Section 4, PBM-TS, and Figure 1a", "The same: runs that end with a wrong list.",
            "pbm:figure-1a-tail", ("share of stuck runs, PBM-TS", "share of stuck runs, BC-MP-TS",
                                   "standard error of the difference", "rounds", "runs"),
            (ENOUGH,)),
    Printed("Section 2, end, and Section 4", "The Bayesian counterpart of $\\theta$ near one: the "
            "Beta law is narrower than the posterior.", "pbm:bc-mp-ts-variance",
            ("factor at θ = 0.95, plays in proportion (1, 1, 1)",
             "factor at θ = 0.45, plays in proportion (1, 1, 1)")),
    Printed("Figure 1a", "$\\theta=(0.95,0.85,0.75,0.65,0.55)$.", "pbm:bc-mp-ts-tail",
            ("ρ in Figure 1(a) by position, BC-MP-TS", "ρ in Figure 1(b) by position, BC-MP-TS"),
            (KAPPA_1A,), "A problem, not a result; the exponents of the tails on it, and on "
            "Figure 1b's."),
    Printed("Section 4, PBM-TS", "The posterior is a product of truncated scaled Beta laws.",
            "pbm:posterior", ("densities proportional",), (POSTERIOR,)),
    Printed("Section 4, PBM-TS", "Rejection from Beta$(\\alpha,\\beta)/\\kappa_m$ draws from it.",
            "pbm:pbm-ts-proposal",
            ("total variation from the posterior, one position, α = 3, β = 5, κ = 0.6",),
            (POSTERIOR,)),
    Printed("Appendix C", "The maximal inequality's exponent.", "pbm:maximal-inequality",
            ("largest exact ratio",)),
    Printed("Appendix D, Lemma 18", "The constant $2C/\\Delta_{\\min,k}$ (cited).", "pbm:lemma-18",
            ("sum for one gap 1 and C = 1/4", "printed bound")),
    Printed("Appendix D", "Which gap is the smallest for an optimal item.",
            "pbm:lemma-18-smallest-gap",
            ("printed smallest gap (θ = .9, .5, .3, .29, .1; κ = .9, .6, .3)",
             "true smallest gap")),
    Printed("Appendix D, Fact 17", "The factor of the bonuses in the last display.",
            "pbm:fact-17-factor", ("gap above the sum", "gap above twice the sum")),
    Printed("Appendix D, last display", "The factor 16 and the bracket.",
            "pbm:theorem-9-repaired-appendix", ("factor 16 and C(l; κ)", "largest ratio")),
    Printed("Appendix E.1", "$E|B|\\le 2K(10+3\\kappa_L^{-2}\\eta^{-2})$.",
            "pbm:appendix-e-size-of-b", ("the sum is as printed",)),
    Printed("Appendix E.1", "$E|C_k|$ is at most a finite constant.", "pbm:appendix-e-size-of-c",
            ("the bound for ε = 1", "the bound for ε = 0.01")),
    Printed("Appendix E.1", "$E|D|\\le 4K(4K+\\kappa_L^{-2}\\eta^{-2})$.",
            "pbm:appendix-e-size-of-d", ("the sum over the printed bound",)),
    Printed("Appendix F, (16)", "The constant $2e^{-2s\\eta^2}$.", "pbm:equation-16",
            ("worst stopping rule (κθ = 0.5, η = 0.1, s = 50)",
             "bound (κθ = 0.5, η = 0.1, s = 50)")),
    Printed("Appendix F, (17)", "The constant $2e^{-2s\\kappa_L^2\\eta^2}$.", "pbm:equation-17",
            ("worst learner (η = 0.3, s = 8)", "bound (η = 0.3, s = 8)")),
    Printed("Appendix F, Lemma 22", "At most $2c^{-1}(2c^{-1}+\\kappa_L^{-2}\\eta^{-2})$ rounds.",
            "pbm:lemma-22", ("bound with an unconditional share c = 1/2",
                             "exceeded after rounds of H")),
)  # fmt: skip
