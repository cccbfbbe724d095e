"""Section 5.2: conclusions that the singular values of click-through rates do and do not support."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import sympy as sp
from scipy.stats import binom, chi2

from clickbandits.pbm.fitting import fit
from clickbandits.pbm.rank_one import constant_share, deviance, singular_share
from compendium.case import Twin, check
from compendium.pbm import queries

SIGNS = np.outer((1, -1, 1, -1, 1, -1), (1, -1, 1))
PLAYS, CLICKS = 10**6, 50_000
"""A table that is not a product, because its entries are alternately above and below one rate."""
STEPS = CLICKS // 100 * SIGNS
"""Alternately plus and minus one per cent of the clicks."""
FREE = 10
"""Degrees of freedom of a table of six items and three positions around a product."""
LEAST_P = {profile: 1 / (1 + n) for profile, n in queries.REPLICATIONS.items()}
"""The bootstrap's smallest p-value."""
LEVEL, OFTEN = 1 / 200, 1 / 20
"""Levels of the further tests, which use the chi-squared distribution."""
BY_CHANCE = 1 / 200
"""The probability with which more tables of true models are rejected than the check allows."""


@check(
    "pbm:singular-values-dominate",
    broken="not reproduced",
    kind=[Twin("structureless", "not reproduced"), Twin("rows permuted", "not reproduced")],
)
def singular_values_dominate(case, kind="model"):
    table = queries.singular_values(case.profile)
    shares = table.loc[table["table"] == kind, "share"]
    smallest, largest = float(shares.min()), float(shares.max())
    case.must("smallest share, above 99 %", smallest > 0.99, smallest=smallest)
    case.number("largest", "largest share", largest)


def variation(table):
    """c² of a table's entries, which is their variance divided by the square of their mean."""
    mean = sum(table) / len(table)
    return (table.T * table).trace() / len(table) / mean**2 - 1


@check(
    "pbm:svd-validates-rank-one",
    fails="refuted",
    terms=Twin(2),
    percent=Twin(4),
    factor=Twin(Fraction(19, 20), step="mean-share"),
)
def svd_validates_rank_one(case, terms=1, percent=3, factor=1):
    plays = np.full(SIGNS.shape, PLAYS)
    clicks = CLICKS + percent * STEPS
    rates = clicks / plays
    share = singular_share(rates)
    left, values, right = np.linalg.svd(rates)
    nearest = (left[:, :terms] * values[:terms]) @ right[:terms]
    distance = ((rates - nearest) ** 2).sum() / (rates**2).sum()
    excess = deviance(fit(clicks, plays), clicks, plays)
    tail = float(chi2.sf(excess, FREE))
    table = queries.singular_values(case.profile)
    of_model = float(table.loc[table["table"] == "model", "share"].min())
    near = math.isclose(distance, 1 - share, rel_tol=1e-9)
    case.reading("low rank: a matrix of rank one is near, in the sum of squares", near)
    case.reading("the position-based model: click probabilities are products", share < of_model)
    case.must("the deviance tells that it is no product", tail < 1e-12)
    case.must("a share of at least that of the constants", share >= constant_share(rates))
    # 1 / (1 + c²) with c = 3 %
    by_hand = 10_000 / 10_009
    case.must("which is above 99.9 %", math.isclose(constant_share(rates), by_hand))
    case.number("share", "share of the table that is no product", share)
    case.number("of_model", "smallest share of tables drawn from the model", of_model)
    case.number("deviance", "deviance of the best product", excess)
    case.number("df", "degrees of freedom", FREE)
    case.number("tail", "tail probability", tail)

    # On a symmetric table of two entries, with constant row sums, the bound is the share itself.
    step, entries = case.step("mean-share"), sp.Matrix(3, 2, sp.symbols("m1:7", real=True))
    left, right = (sp.ones(n, 1) / sp.sqrt(n) for n in entries.shape)
    rayleigh = (left.T * entries * right)[0] ** 2 / (entries.T * entries).trace()
    opposite = dict(zip(entries, (1, -1, 0, 0, 0, 0), strict=True))
    step.zero("with mean 0 it says nothing, and c does not exist", rayleigh.subs(opposite))
    step.zero("the quotient is 1/(1 + c²)", rayleigh - 1 / (1 + variation(entries)))
    two = sp.Matrix([[2, 1], [1, 2]])
    eigenvalues = sorted((two.T * two).eigenvals())
    exactly = eigenvalues[-1] / sum(eigenvalues)
    step.must("it is the bound", exactly == 1 / (1 + factor * variation(two)))
    iid = 1 / (1 + sp.Rational(1, 3))  # entries uniform on [0, 1]: c² = (1/12) / (1/4)
    step.number("uniform", "at least, for uniform entries on [0, 1]", iid)


@check(
    "pbm:deviance-test",
    broken="not reproduced",
    accepted=Twin("rows permuted", "not reproduced"),
    rejected=Twin("model", "not reproduced"),
)
def deviance_test(case, accepted="model", rejected="rows permuted"):
    # A table is rejected at the bootstrap's smallest p-value. The number of rejected true models is allowed
    # to be such that chance exceeds it in less than 1 of 200 repetitions.
    values = queries.singular_values(case.profile).set_index("table")["p-value"]
    level = LEAST_P[case.profile]
    of_true, of_false = (values[[kind]] <= level + 1e-12 for kind in (accepted, rejected))
    allowed, seen = int(binom.isf(BY_CHANCE, len(of_true), level)), int(of_true.sum())
    case.must("tables of a model that are rejected, no more than by chance", seen <= allowed, rejected=seen)
    case.must("every permuted table is rejected", of_false.all())
    true, false = (queries.repeated_tests(kind) for kind in (accepted, rejected))
    seldom = int((true < OFTEN).sum())
    case.must(
        "rejected of the further true ones, at 1 of 20: no more than by chance",
        seldom <= binom.isf(BY_CHANCE, true.size, OFTEN),
        further_true=seldom,
    )
    often = int((false < LEVEL).sum())
    case.must(
        "of the further permuted ones, at 1 of 200: more than 97 of 100",
        often > 0.97 * false.size,
        further=often,
    )
    case.number("further_tables", "further tables of each kind", false.size)
    case.number("tables", "tables of each kind", len(of_true))
    case.number("allowed", "at most, by chance", allowed)
    case.number("model", "smallest p-value, model", float(values[["model"]].min()))
    permuted = float(values[["rows permuted"]].max())
    case.number("permuted", "largest p-value, rows permuted", permuted)
    case.number("least", "smallest possible", level)
