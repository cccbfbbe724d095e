"""Section 5 and the conclusion of Lagrée et al. (2016), in their order."""

from compendium.printed import Printed

from .choices import (
    COMPARABLE,
    DOMINATING,
    EPSILON,
    FIRST_ROUNDS,
    HORIZON,
    LOG_T,
    POSITIONS,
    QUERIES,
    RBA,
    SCALE,
    SLOPE,
    SMALL,
    TIES,
)

ORDER = 3
FINAL = ("PBM-TS", "PBM-PIE", "PBM-UCB", "RBA-KL-UCB")
SIZE = ("rounds", "runs")
ITEMS = (
    Printed("Section 5.1", "$K=5$, $L=3$, $\\kappa=(0.9,0.6,0.3)$, "
            "$\\theta=(0.45,0.35,0.25,0.15,0.05)$.", "pbm:equation-6", ("constant", "positions"),
            reason="A problem, not a result; the numbers are the constant of (6) on it and the "
            "best positions to explore."),
    Printed("Section 5.1", "Averages of 10,000 runs.", "pbm:figure-1b-others-above", SIZE,
            (HORIZON,), "A size, not a result; ours in this build."),
    Printed("Section 5.1", "The asymptotic behaviour shows at a reasonable horizon.",
            "pbm:figure-1b-pie-matches-bound", ("slope", "standard error", "1.01 · (6)",
                                                "longest horizon", "runs a horizon"), (SLOPE,)),
    Printed("Figure 1b", "The curves of the four policies.", "pbm:figure-1b-others-above",
            FINAL + SIZE, (HORIZON, EPSILON, LOG_T, FIRST_ROUNDS, TIES, RBA),
            "The curves are not in our text; ours are {numref}`pbm:figure-1b`, and the sentences "
            "about them have rows of their own."),
    Printed("Section 5.1, Figure 1b", "PBM-UCB and RBA-KL-UCB are compared to the other two: they "
            "lose more.", "pbm:figure-1b-others-above", FINAL + SIZE),
    Printed("Section 5.1", "PBM-PIE and PBM-TS are comparable.",
            "pbm:figure-1b-pie-comparable-to-ts",
            ("regret of PBM-PIE over PBM-TS", "PBM-PIE", "PBM-TS", *SIZE), (COMPARABLE,)),
    Printed("Section 5.1", "PBM-TS stays under the lower bound.", "pbm:figure-1b-ts-below-bound",
            ("PBM-TS", "(6)·log T", "smallest gap to the bound from round 1,000 on", *SIZE)),
    Printed("Section 5.1", "That is common, and due to the bound's being asymptotic.",
            reason="An explanation; the bound speaks of a limit, so no finite curve contradicts "
            "it."),
    Printed("Section 5.1", "The curves confirm the analysis of PBM-PIE: it matches the bound "
            "after a large enough horizon.", "pbm:figure-1b-pie-matches-bound",
            ("slope", "standard error", "1.01 · (6)", "longest horizon", "runs a horizon"),
            (LOG_T,)),
    Printed("Section 5.1", "Conjecture: exact Thompson sampling is asymptotically optimal.",
            "pbm:conjecture-ts", ("slope over (6), figure 1b", "standard error, figure 1b",
                                  "slope over (6), figure 1a", "standard error, figure 1a", *SIZE)),
    Printed("Section 5.2", "150 million lines, each with a user, a query, an ad, a position and a "
            "binary reward.", "pbm:log-lines", ("records of the eight queries",), (QUERIES,)),
    Printed("Section 5.2", "Ads shown 1,000 times at every position, queries with 5 such ads: 8 "
            "queries with 5 to 11 ads.", "pbm:selection-rule",
            ("smallest ratio of records to 3,000 K", "fewest ads", "queries"), (QUERIES,)),
    Printed("Table 1, #ads", "5, 5, 6, 6, 6, 8, 11, 11; three positions.", "pbm:table-1-ads",
            ("ads", "models"), (QUERIES,)),
    Printed("Table 1, #records", "216,565; 68,179; 435,951; 110,071; 147,214; 122,218; 1,228,004; "
            "391,951.", "pbm:selection-rule", ("smallest ratio of records to 3,000 K",),
            reason="Counts of a log that is not public: they can be checked against the selection "
            "rule only. Our samples of the queries have these sizes."),
    Printed("Table 1, min θ", "0.016, 0.031, 0.025, 0.023, 0.004, 0.108, 0.022, 0.022.",
            "pbm:table-1-smallest", ("rows that agree", "rows",
                                     "smallest of that model", "models"),
            (QUERIES,)),
    Printed("Table 1, max θ", "0.077, 0.050, 0.067, 0.069, 0.148, 0.146, 0.149, 0.084.",
            "pbm:table-1-largest", ("rows that agree", "rows", "models"), (QUERIES,)),
    Printed("Table 1, the scale of θ", "No normalisation is printed.", "pbm:table-1-normalisation",
            ("queries with κ₁ = 1 the largest", "largest gap to the printed maxima"), (SCALE,)),
    Printed("Section 5.2", "Every matrix of click-through rates has a highly dominating first "
            "singular value.", "pbm:singular-values-dominate", ("smallest share", "largest share"),
            (DOMINATING, QUERIES)),
    Printed("Section 5.2", "That validates the low-rank assumption of the PBM.",
            "pbm:svd-validates-rank-one", ("share of the table that is no product",
                                           "smallest share of tables drawn from the model",
                                           "tail probability"), (DOMINATING,)),
    Printed("Section 5.2", "The EM algorithm is used.", "pbm:em-monotone",
            ("smallest rise of a step on the eight queries, in nats",)),
    Printed("Section 5.2", "It estimates the parameters.", "pbm:scale-not-identified",
            ("κ₁ that EM ends at, from κ = 0.9", "κ₁ that EM ends at, from κ = 0.3"), (SCALE,)),
    Printed("Section 5.2", "2,000 simulations, a query drawn in each.",
            "pbm:figure-2-both-outperformed", SIZE, (QUERIES,),
            "A size, not a result; ours in this build."),
    Printed("Section 5.2", "This scenario is more realistic, its parameters being from real data.",
            reason="A judgement. Clicks are still simulated; whether real ones follow the model is "
            "another question: on the counts of another log they "
            "{ref}`mostly do not <pbm:yandex-counts-fit>`."),
    Printed("Figure 2", "The curves of the four policies.", "pbm:figure-2-both-outperformed",
            FINAL + SIZE, (HORIZON, QUERIES, EPSILON, LOG_T),
            "The curves are not in our text; ours are {numref}`pbm:figure-2`, and the sentences "
            "about them have rows of their own."),
    Printed("Section 5.2", "RBA-KL-UCB is slightly better than PBM-UCB.",
            "pbm:figure-2-rba-better-than-ucb", ("RBA-KL-UCB", "PBM-UCB", *SIZE)),
    Printed("Section 5.2", "Three positions are too few for PBM-UCB's aggregation to pay.",
            "pbm:too-few-positions", ("PBM-UCB over RBA-KL-UCB, decay 0.5, L = 3",
                                      "PBM-UCB over RBA-KL-UCB, decay 0.5, L = 8",
                                      "PBM-UCB over RBA-KL-UCB, decay 0.8, L = 8", *SIZE),
            (POSITIONS,)),
    Printed("Section 5.2", "PBM-TS and PBM-PIE outperform both.",
            "pbm:figure-2-both-outperformed", FINAL + SIZE),
    Printed("Conclusion", "The first complete analysis of the PBM in an online context; the proof "
            "scheme carries over to other settings.",
            reason="A claim of priority and an outlook."),
    Printed("Conclusion", "The tightness of the lower bound is validated by the analysis of "
            "PBM-PIE.", "pbm:pie-optimal-iff-last",
            ("random problems with the last position best, of 300",)),
    Printed("Conclusion", "The algorithms are robust to small variations of $\\kappa$.",
            "pbm:robust-to-examination-errors",
            ("*, regret ratio at 5%", "*, standard error at 5%", *SIZE), (SMALL,)),
)  # fmt: skip
