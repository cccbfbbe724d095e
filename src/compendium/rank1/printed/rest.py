"""Sections 6 and 7 of Katariya et al. (2017) and the constants of its appendices, in order."""

from compendium.printed import Printed

from .choices import AVERAGE, OPTIMAL, QUERIES

ORDER = 3
ITEMS = (
    Printed("Section 6", "A major practical improvement over Rank1Elim.",
            "rank1:real-data-improvement",
            ("queries", "queries significantly better, *", "rounds", "runs"), (AVERAGE,)),
    Printed("Section 6", "It stays competitive with alternatives on hard instances.",
            "rank1:on-par-on-hard", ("regret over that of KL-UCB, *", "rounds", "runs"),
            (OPTIMAL, QUERIES)),
    Printed("Section 6", "Kawale et al.'s $O(\\Delta^{-2}\\log n)$ is suboptimal to it.",
            "rank1:order-in-gap", ("(K+L)/(μγΔ), needle, K = 100, Δ = 1/2", "Δ⁻²")),
    Printed("Section 6", "It solves the problem of Lagrée et al. without known examination.",
            "rank1:solves-pbm", ("same best pair", "same best list")),
    Printed("Section 7", "The first algorithm to exploit rank 1 without a significant penalty "
            "where it cannot be exploited.",
            reason="A claim of priority. What the penalty is stands above, under “on par”."),
    Printed("Section 7", "No guarantees beyond rank 1.", "rank1:rank-2",
            ("probability that stage 0 eliminates the best row, n = 10⁶",
             "so the regret is at least")),
    Printed("Section 7", "The dependence on $1/\\Delta$ is tight (cited).", "rank1:gap-dependence",
            ("Δ times the lower bound at p = 1/2",)),
    Printed("Section 7", "The optimal dependence on $1/\\mu$ is open.", "rank1:mu-dependence",
            ("γ = μ at p_max = 1", "κ there")),
    Printed("Appendix A, Theorem 2", "$P(U(t)<\\mu)\\le e\\lceil\\delta\\log t\\rceil e^{-\\delta}$"
            " (after Garivier and Cappé).", "rank1:theorem-2",
            ("P(U(1) < μ), μ = 7/10, δ = 1", "the bound at t = 1")),
    Printed("Appendix A, (9)", "The constant $6e+2$, and with 80 from Lemma 4 $C=6e+82$.",
            "rank1:equation-9", ("n P(Ē)/(K+L) needed",)),
    Printed("Appendix B, Lemma 2", "$P(\\bar{\\mathcal E})\\le(K+L)(6e+2)/n$ from $n\\ge5$ on.",
            "rank1:lemma-2", ("largest n P(Ē)/(K+L) from 164 to 10⁶⁰", "6e + 2")),
    Printed("Appendix B, Event 1", "$6e/(n\\log n)$, from two steps that hold from $n\\ge5$ and "
            "$n\\ge3$ on.", "rank1:lemma-2-event-1", ("log(log³n) > log n from n", "to n",
                                                      "the last step as printed holds for n")),
    Printed("Appendix B, Event 2", "It is guaranteed.", "rank1:event-2",
            ("outcomes", "where c ≥ μ")),
    Printed("Appendix B, Events 3 and 4", "Probabilities of at most $1/n^2$.",
            "rank1:lemma-2-events-3-4", ("largest ratio to 3e log²n / n²",)),
    Printed("Appendix B", "At most $\\log n$ stages.", "rank1:number-of-stages",
            ("largest ratio of stages to log n counted",)),
    Printed("Appendix B, (10) and Lemma 3", "The constant 16.", "rank1:lemma-3",
            ("worst cases", "separated")),
    Printed("Appendix B, Lemma 4", "The constants 160 and 80.", "rank1:lemma-4",
            ("constant of the chain", "of exact summation", "κ/γ that gives 160")),
    Printed("Appendix B, proof of Lemma 4", "$5\\cdot2^6\\cdot2^{2m-2}$ leads to 160, and the "
            "roundings to 80.", "rank1:lemma-4-arithmetic",
            ("constant of the chain", "roundings for m = 0, …, 3")),
)  # fmt: skip
