"""Section 5.2: what the singular values of click-through rates show, and what they cannot."""

from __future__ import annotations

import numpy as np
import sympy as sp
from scipy.stats import chi2

from clickbandits.pbm.fitting import fit
from clickbandits.pbm.rank_one import constant_share, deviance, singular_share
from compendium.finding import Finding, check
from compendium.pbm import queries


@check("pbm:singular-values-dominate")
def singular_values_dominate(profile):
    table = queries.singular_values(profile)
    shares = table.loc[table["table"] == "model", "share"]
    return Finding(
        "holds" if shares.min() > 0.99 else "not reproduced",
        {"smallest share": float(shares.min()), "largest share": float(shares.max())},
    )


@check("pbm:mean-share")
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


@check("pbm:svd-validates-rank-one")
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


@check("pbm:deviance-test")
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
