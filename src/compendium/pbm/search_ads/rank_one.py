"""Section 5.2: what the singular values of click-through rates show, and what they cannot."""

from __future__ import annotations

import numpy as np
import sympy as sp
from scipy.stats import chi2

from clickbandits.pbm.fitting import fit
from clickbandits.pbm.rank_one import constant_share, deviance, singular_share
from compendium.claims import Finding, claim
from compendium.pbm import queries


@claim(
    "pbm:singular-values-dominate",
    location="Section 5.2, the singular values",
    statement="Each query's matrix $M_q$ of click-through rates has a highly dominating first "
    "singular value.",
    verdict="holds",
    evidence="simulated",
    limits="The matrices are not public: these are drawn from the fitted models with Table 1's "
    "records, spread evenly. Highly dominating is read as 99 % of the sum of squares. One table a "
    "query, so that the numbers have no standard error.",
)
def singular_values_dominate(profile):
    table = queries.singular_values(profile)
    shares = table.loc[table["table"] == "model", "share"]
    return Finding(
        "holds" if shares.min() > 0.99 else "not reproduced",
        {"smallest share": float(shares.min()), "largest share": float(shares.max())},
    )


@claim(
    "pbm:mean-share",
    location="Section 5.2, our addition",
    statement="For every matrix $M$ other than 0 the share of the first singular value in the sum "
    r"of squares is at least $\bar m^2 / \overline{m^2} = 1/(1 + c^2)$, with $c$ the coefficient "
    "of variation of its entries.",
    verdict="holds",
    evidence="proof",
    limits="The general proof is the notebook's one line; the check verifies in symbols that "
    r"$(x^\top M y)^2 / \|M\|_F^2$ at constant unit vectors is this number, for 3 by 2 entries.",
)
def mean_share(profile):
    entries = sp.Matrix(3, 2, sp.symbols("m1:7", real=True))
    left, right = sp.ones(1, 3) / sp.sqrt(3), sp.ones(2, 1) / sp.sqrt(2)
    squares = sum(entry**2 for entry in entries)
    rayleigh = (left * entries * right)[0] ** 2 / squares
    mean = sum(entries) / 6
    variation = (squares / 6 - mean**2) / mean**2
    unit = left * left.T == sp.Matrix([[1]]) and right.T * right == sp.Matrix([[1]])
    same = sp.simplify(rayleigh - 1 / (1 + variation)) == 0
    iid = 1 / (1 + sp.Rational(1, 3))  # entries uniform on [0, 1]: c² = (1/12) / (1/4)
    return Finding(
        "holds" if unit and same else "refuted",
        {"at least, for uniform entries on [0, 1]": str(iid)},
    )


@claim(
    "pbm:svd-validates-rank-one",
    location="Section 5.2, the conclusion from the singular values",
    statement="The dominating first singular value validates the low-rank assumption of the "
    "position-based model.",
    verdict="corrected",
    evidence="numeric",
    corrected="It follows from entries of similar size. A table whose entries vary by 3 % around "
    "their mean has a share above 0.999 without any product structure, and larger than that of "
    "tables drawn from the model. The deviance of the best product, against its law under the "
    "model, tells the two apart.",
    limits="One table as counterexample. The tail of its deviance is that of the limiting "
    "chi-squared law.",
)
def svd_validates_rank_one(profile):
    signs = np.array([1, -1, 1, -1, 1, -1])[:, None] * np.array([1, -1, 1])
    plays = np.full(signs.shape, 10**6)
    clicks = 50_000 + 1_500 * signs
    share = singular_share(clicks / plays)
    excess = deviance(fit(clicks, plays), clicks, plays)
    tail = float(chi2.sf(excess, 10))
    table = queries.singular_values(profile)
    of_model = float(table.loc[table["table"] == "model", "share"].min())
    fooled = share >= constant_share(clicks / plays) > 0.999 and share > of_model and tail < 1e-12
    return Finding(
        "corrected" if fooled else "undecided",
        {
            "share of the table that is no product": share,
            "smallest share of tables drawn from the model": of_model,
            "deviance of the best product": excess,
            "degrees of freedom": 10,
            "tail probability": tail,
        },
    )


@claim(
    "pbm:deviance-test",
    location="Section 5.2, our addition",
    statement="On tables of Table 1's sizes, the bootstrap of the deviance accepts the "
    "position-based model where it is true and rejects it where ads have their click "
    "probabilities at permuted positions.",
    verdict="holds",
    evidence="simulated",
    limits="One table a query and kind. Accepted means that no p-value of the eight is at most "
    "1/160, or the bootstrap's smallest in the quick profile; by chance that fails in 5 % and "
    "18 % of repetitions.",
)
def deviance_test(profile):
    values = queries.singular_values(profile).set_index("table")["p-value"]
    least = 1 / (1 + queries.REPLICATIONS[profile])
    level = max(1 / 160, least)
    accepted = (values["model"] > level).all()
    rejected = (values["rows permuted"] <= level).all()
    return Finding(
        "holds" if accepted and rejected else "undecided",
        {
            "smallest p-value, model": float(values["model"].min()),
            "largest p-value, rows permuted": float(values["rows permuted"].max()),
            "smallest possible": least,
        },
    )
