"""Section 5.2: what the singular values of click-through rates show, and what they cannot."""

from __future__ import annotations

import numpy as np
import sympy as sp
from scipy.stats import chi2

from clickbandits.pbm.fitting import fit
from clickbandits.pbm.rank_one import constant_share, deviance, singular_share
from compendium.finding import Case, check
from compendium.pbm import queries


@check("pbm:singular-values-dominate")
def singular_values_dominate(profile):
    """Computes the share of the first singular value for tables drawn from the eight models."""
    case = Case()
    table = queries.singular_values(profile)
    shares = table.loc[table["table"] == "model", "share"]
    case.must("above 99 % in each", shares.min() > 0.99)
    case.number("smallest", "smallest share", float(shares.min()))
    case.number("largest", "largest share", float(shares.max()))
    return case.finding(broken="not reproduced")


@check("pbm:mean-share")
def mean_share(profile):
    """Evaluates the Rayleigh quotient at the constant vectors for a 3 × 2 table, in symbols."""
    case = Case()
    entries = sp.Matrix(3, 2, sp.symbols("m1:7", real=True))
    left, right = sp.ones(1, 3) / sp.sqrt(3), sp.ones(2, 1) / sp.sqrt(2)
    squares = sum(entry**2 for entry in entries)
    rayleigh = (left * entries * right)[0] ** 2 / squares
    mean = sum(entries) / 6
    variation = (squares / 6 - mean**2) / mean**2
    case.must("the left vector has length 1", left * left.T == sp.Matrix([[1]]))
    case.must("the right vector has length 1", right.T * right == sp.Matrix([[1]]))
    case.zero("the quotient is 1/(1 + c²)", rayleigh - 1 / (1 + variation))
    iid = 1 / (1 + sp.Rational(1, 3))  # entries uniform on [0, 1]: c² = (1/12) / (1/4)
    case.number("uniform", "at least, for uniform entries on [0, 1]", str(iid))
    return case.finding()


@check("pbm:svd-validates-rank-one")
def svd_validates_rank_one(profile):
    """Computes share and deviance of a table that is no product, and the shares of the models."""
    case = Case()
    signs = np.array([1, -1, 1, -1, 1, -1])[:, None] * np.array([1, -1, 1])
    plays = np.full(signs.shape, 10**6)
    clicks = 50_000 + 1_500 * signs
    share = singular_share(clicks / plays)
    excess = deviance(fit(clicks, plays), clicks, plays)
    tail = float(chi2.sf(excess, 10))
    table = queries.singular_values(profile)
    of_model = float(table.loc[table["table"] == "model", "share"].min())
    case.must("the deviance tells that it is no product", tail < 1e-12)
    case.must("a share of at least that of the constants", share >= constant_share(clicks / plays))
    case.must("which is above 99.9 %", constant_share(clicks / plays) > 0.999)
    case.printed("a larger share than a product's means rank one", not share > of_model)
    case.number("share", "share of the table that is no product", share)
    case.number("of_model", "smallest share of tables drawn from the model", of_model)
    case.number("deviance", "deviance of the best product", excess)
    case.number("df", "degrees of freedom", 10)
    case.number("tail", "tail probability", tail)
    return case.finding(holds="undecided", broken="undecided")


@check("pbm:deviance-test")
def deviance_test(profile):
    """Tests tables drawn from the models, and the same with their rows permuted."""
    case = Case()
    values = queries.singular_values(profile).set_index("table")["p-value"]
    least = 1 / (1 + queries.REPLICATIONS[profile])
    level = max(1 / 160, least)
    case.must("no table of a model is rejected", (values["model"] > level).all())
    case.must("every permuted table is rejected", (values["rows permuted"] <= level).all())
    case.number("model", "smallest p-value, model", float(values["model"].min()))
    permuted = float(values["rows permuted"].max())
    case.number("permuted", "largest p-value, rows permuted", permuted)
    case.number("least", "smallest possible", least)
    return case.finding(broken="undecided")
