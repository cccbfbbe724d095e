"""Estimating both vectors: identifiability, EM, and the fits to public counts."""

from __future__ import annotations

import numpy as np
import sympy as sp

from clickbandits.core import Problem
from clickbandits.pbm import published
from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.fitting import em_step, log_likelihood
from compendium.case import Case, Finding, Twin, check
from compendium.estimates import Span
from compendium.pbm import queries, yandex_counts

T, K, C, S, M = sp.symbols("theta kappa c S M", positive=True)
START = 0.05  # the products that EM starts from
CLOSE = 0.01  # relative distance below which two limits of EM count as equal
FAR = 4.5  # standard errors


@check("pbm:scale-not-identified", differ=Twin("products"), examination_scale=Twin(0.55))
def scale_not_identified(case, differ="examinations", examination_scale=0.5):
    cell = S * sp.log(T * K) + M * sp.log(1 - T * K)
    moved = cell.subs({T: C * T, K: K / C})
    case.zero("(cθ, κ/c) has the same likelihood", moved - cell)
    query = queries.table_1()["query"][0]
    counts = clicks, plays = queries.simulated_counts(query)
    examinations, products, likelihoods = [], [], []
    for key, level in (("from_09", 0.9), ("from_03", 0.3)):
        theta, kappa = np.full(plays.shape[0], START / level), np.full(plays.shape[1], level)
        for _ in range(3000):
            theta, kappa = em_step(theta, kappa, *counts)
        examinations.append(kappa)
        products.append(np.outer(theta, kappa))
        likelihoods.append(log_likelihood(theta, kappa, *counts))
        case.number(key, f"κ₁ that EM ends at, from κ = {level}", float(kappa[0]))
    attraction, examination = problem = published.kdd_models()[query].problem
    constant = lower_bound(problem)
    halved = lower_bound(Problem(2 * attraction, examination_scale * examination))
    gap = likelihoods[0] - likelihoods[1]
    case.must("EM's ends differ little in log-likelihood", abs(gap) < 1e-6, gap=gap)
    case.must("and in products", np.abs(products[0] / products[1] - 1).max() < CLOSE)
    case.must("(6) does not change, κ halved", abs(halved / constant - 1) < 1e-9, halved=halved)
    one, other = examinations if differ == "examinations" else products
    case.must(f"and not in {differ}", np.abs(one / other - 1).max() > CLOSE)
    case.number("constant", "constant of (6)", constant)


@check(
    "pbm:table-1-normalisation",
    broken="not reproduced",
    other=Twin(1, "not reproduced"),
    position=Twin(2, "not reproduced"),
)
def table_1_normalisation(case, position=1, other=3):
    table = queries.table_1().set_index("query")
    models = {query: model.problem for query, model in published.kdd_models().items()}

    def apart(scale, end="largest"):
        """Distances to the published values if `scale`, a function of κ, is set to 1."""
        return [
            abs(row[f"{end}, fitted"] * scale(models[query].examination) - row[f"{end}, printed"])
            for query, row in table.iterrows()
        ]

    def ours(kappa):
        return kappa[position - 1]

    gap = float(max(apart(ours)))
    case.must("largest gap to the printed maxima, a rounding", gap <= queries.ROUNDING, gap=gap)
    minima = [each <= queries.ROUNDING for each in apart(ours, "smallest")]
    case.must("the printed minima agree but in the fourth row", minima.index(False) == 3)
    case.must("and in all others", sum(minima) == len(minima) - 1, minima=sum(minima))
    first = [kappa[0] == kappa.max() for _, kappa in models.values()]
    case.must("all queries have κ₁ = 1 the largest", all(first), first=sum(map(int, first)))
    others = {"last": lambda kappa: kappa[other - 1], "mean": np.mean}
    for key, name in (("last", "on the scale κ₃ = 1"), ("mean", "with mean examination 1")):
        nearest = float(min(apart(others[key])))
        case.must(f"no printed maximum fits {name}: least gap", nearest > queries.ROUNDING, **{key: nearest})


@check("pbm:em-and-newton", broken="not reproduced", steps=Twin(3, "not reproduced"))
def em_and_newton(case, steps=10):
    table = queries.fits()
    short, apart = (float(table["EM short by"].abs().max()), float(table["relative difference"].max()))
    case.must("largest shortfall of EM, in nats, below 10⁻⁶", short < 1e-6, short=short)
    case.must("largest relative difference, below 10⁻⁴", apart < 1e-4, apart=apart)
    case.must(f"Newton in {steps} steps", table["Newton steps"].max() <= steps)
    for key, method in (("em", "EM"), ("newton", "Newton")):
        taken = table[f"{method} steps"]
        case.number(key, f"{method} steps", Span(int(taken.min()), int(taken.max())))


@check(
    "pbm:fit-recovers",
    broken="not reproduced",
    factor=[Twin(1.1, "not reproduced"), Twin(0.9, "not reproduced")],
)
def fit_recovers(case, factor=1):
    scores = queries.recovery(factor)
    worst = float(np.abs(scores).max())
    case.must(f"largest error, in standard errors, below {FAR}", worst < FAR, error=worst)
    case.number("attractions", "attractions", len(scores))
    case.number("queries", "queries", len(queries.fits()))


def without_counts(case: Case) -> Finding:
    """The finding if the public counts are absent, which is undecided."""
    case.sign("the public counts are here", 0)
    case.number("counts", "counts", "absent")
    return case.finding()


@check("pbm:yandex-counts-fit", share=Twin(1))
def yandex_counts_fit(case, share=0.5):
    table = yandex_counts.fits()
    if table.empty:
        return without_counts(case)
    rejected = int((table["p-value"] < 0.01 / len(table)).sum())
    case.must(
        "more than half of the queries are rejected, at 1 % over all queries",
        rejected > share * len(table),
        rejected=rejected,
    )
    case.number("queries", "queries", len(table))
    ratio = float((table["deviance"] / table["df"]).median())
    case.number("ratio", "median deviance per degree of freedom", ratio)
    border = int((table["attractions at 1"] > 0).sum())
    case.number("border", "queries with an attraction at the border 1", border)


@check("pbm:yandex-counts-identified", least=Twin(61))
def yandex_counts_identified(case, least=1):
    table = yandex_counts.fits()
    if table.empty:
        return without_counts(case)
    lost = int((~table["identified"]).sum())
    case.must("some query is not identified", lost >= least, lost=lost)
    case.number("queries", "queries", len(table))
    cut = yandex_counts.log().report.cells_cut
    case.number("cut", "cells with more clicks than views", cut)
