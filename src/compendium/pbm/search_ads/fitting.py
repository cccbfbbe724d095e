"""Estimating both vectors: what is identified, what EM does, and what public counts say."""

from __future__ import annotations

import numpy as np
import sympy as sp

from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.fitting import em_step, log_likelihood
from compendium import published
from compendium.finding import Case, Finding, check
from compendium.pbm import queries

from .table_1 import with_fits

T, K, T0, K0, C, S, M = sp.symbols("theta kappa theta0 kappa0 c S M", positive=True)


@check("pbm:scale-not-identified")
def scale_not_identified(profile):
    """Changes the scale in symbols, runs EM from two scales on a query, and halves κ in (6)."""
    case = Case()
    cell = S * sp.log(T * K) + M * sp.log(1 - T * K)
    moved = cell.subs({T: C * T, K: K / C}, simultaneous=True)
    case.zero("(cθ, κ/c) has the same likelihood", moved - cell)
    query = queries.table_1()["query"][0]
    clicks, plays = queries.simulated_counts(query)
    ends = []
    for level in (0.9, 0.3):
        theta, kappa = np.full(plays.shape[0], 0.05 / level), np.full(3, level)
        for _ in range(3000):
            theta, kappa = em_step(theta, kappa, clicks, plays)
        ends.append((float(kappa[0]), log_likelihood(theta, kappa, clicks, plays)))
    problem = published.kdd_models()[query].problem
    constant = lower_bound(problem)
    halved = lower_bound(problem._replace(attraction=2 * problem.attraction,
                                          examination=problem.examination / 2))  # fmt: skip
    case.must("EM ends at equal likelihoods", abs(ends[0][1] - ends[1][1]) < 1e-6)
    case.must("(6) does not change", abs(halved / constant - 1) < 1e-9)
    case.printed("EM finds κ", abs(ends[0][0] - ends[1][0]) <= 0.01)
    case.number("from_09", "κ₁ that EM ends at, from κ = 0.9", ends[0][0])
    case.number("from_03", "κ₁ that EM ends at, from κ = 0.3", ends[1][0])
    case.number("gap", "difference of the two log-likelihoods", ends[0][1] - ends[1][1])
    case.number("constant", "constant of (6)", constant)
    case.number("halved", "constant of (6), κ halved", halved)
    return case.finding(holds="undecided", broken="undecided")


@check("pbm:table-1-normalisation")
def table_1_normalisation(profile):
    """Looks for κ₁ = 1 in the models, and compares their maxima with the table."""
    case = Case()
    vectors = [model.problem.examination for model in published.kdd_models().values()]
    table = queries.table_1()
    apart = (table["largest, printed"] - table["largest, fitted"]).abs().max()
    first = [bool(vector[0] == 1 == vector.max()) for vector in vectors]
    case.must("the maxima are those of the table", apart <= 0.0005)
    case.printed("the scale is left open", not all(first))
    case.number("first", "queries with κ₁ = 1 the largest", sum(first))
    case.number("gap", "largest gap to the printed maxima", float(apart))
    case.number("models", "models", queries.source())
    return with_fits(case, holds="not reproduced", broken="not reproduced")


@check("pbm:likelihood-concave")
def likelihood_concave(profile):
    """Differentiates the log-likelihood of a cell twice in log θκ, and finds the sign."""
    case = Case()
    x = sp.Symbol("x", negative=True)
    curvature = sp.diff(S * x + M * sp.log(1 - sp.exp(x)), x, 2)
    closed = -M * sp.exp(x) / (1 - sp.exp(x)) ** 2
    case.zero("the curvature", curvature - closed)
    odds = sp.Symbol("o", positive=True)  # of a click: any p in (0, 1) is o / (1 + o)
    in_odds = sp.simplify(closed.subs(sp.exp(x), odds / (1 + odds)))
    case.must("it is negative", in_odds.is_negative)
    shown = str(sp.factor(in_odds)).replace("*", " ")
    case.number("curvature", "curvature of M silent displays, in the odds o", shown)
    return case.finding()


@check("pbm:em-monotone")
def em_monotone(profile):
    """Splits the log-likelihood into EM's target and a divergence; follows EM on the queries."""
    case = Case()

    def hidden(theta, kappa):
        """Attracted and examined, given no click: only the one, only the other, neither."""
        silence = 1 - theta * kappa
        return [
            theta * (1 - kappa) / silence,
            (1 - theta) * kappa / silence,
            (1 - theta) * (1 - kappa) / silence,
        ]

    before = hidden(T0, K0)
    complete = [T * (1 - K), (1 - T) * K, (1 - T) * (1 - K)]
    expected = sum(p * sp.log(joint) for p, joint in zip(before, complete, strict=True))
    divergence = sum(p * sp.log(q) for p, q in zip(before, hidden(T, K), strict=True))
    logs = sp.expand_log(expected - divergence - sp.log(1 - T * K), force=True)
    case.zero("target and divergence", logs)
    case.zero("the chances add up to 1", sum(before) - 1)
    share = sp.Symbol("a", positive=True)  # displays that count as attracted
    total = sp.Symbol("N", positive=True)
    aim = share * sp.log(T) + (total - share) * sp.log(1 - T)
    case.zero("the target's maximum is the share", sp.diff(aim, T).subs(T, share / total))
    smallest = float(queries.fits()["smallest rise"].min())
    case.must("no step falls on the eight queries", smallest > -1e-8)
    label = "smallest rise of a step on the eight queries, in nats"
    case.number("rise", label, smallest)
    return case.finding()


@check("pbm:em-and-newton")
def em_and_newton(profile):
    """Fits the eight queries by EM and by Newton's method."""
    case = Case()
    table = queries.fits()
    short, apart = table["EM short by"].abs().max(), table["relative difference"].max()
    case.must("the same likelihood", short < 1e-6)
    case.must("the same parameters", apart < 1e-4)
    case.must("Newton in 20 steps", table["Newton steps"].max() <= 20)
    for key, method in (("em", "EM"), ("newton", "Newton")):
        steps = table[f"{method} steps"]
        case.number(key, f"{method} steps", f"{steps.min()} to {steps.max()}")
    case.number("short", "largest shortfall of EM, in nats", float(short))
    case.number("apart", "largest relative difference", float(apart))
    return case.finding(broken="not reproduced")


@check("pbm:fit-recovers")
def fit_recovers(profile):
    """Compares the fits of the eight simulated tables with the models they were drawn from."""
    case = Case()
    table = queries.fits()
    worst = float(table["largest z"].max())
    case.must("all within 4.5 standard errors", worst < 4.5)
    case.number("error", "largest error, in standard errors", worst)
    case.number("queries", "queries", len(table))
    return case.finding(broken="not reproduced")


def without_counts(case: Case) -> Finding:
    """The finding where the public counts are absent: nothing is decided."""
    case.sign("the public counts are here", 0)
    case.number("counts", "counts", "absent")
    return case.finding()


@check("pbm:yandex-counts-fit")
def yandex_counts_fit(profile):
    """Tests the fit of the model to the public counts of each query by its deviance."""
    case = Case()
    table = queries.yandex_fits()
    if table.empty:
        return without_counts(case)
    rejected = int((table["p-value"] < 0.01 / len(table)).sum())
    case.must("at most half of the queries are rejected", rejected <= len(table) / 2)
    case.number("queries", "queries", len(table))
    case.number("rejected", "rejected at 1 % over all queries", rejected)
    ratio = float((table["deviance"] / table["df"]).median())
    case.number("ratio", "median deviance per degree of freedom", ratio)
    border = int((table["attractions at 1"] > 0).sum())
    case.number("border", "queries with an attraction at the border 1", border)
    return case.finding()


@check("pbm:yandex-counts-identified")
def yandex_counts_identified(profile):
    """Looks for queries of the public counts whose tables fall into parts."""
    case = Case()
    table = queries.yandex_fits()
    if table.empty:
        return without_counts(case)
    lost = int((~table["identified"]).sum())
    case.must("every query is identified", lost == 0)
    case.number("queries", "queries", len(table))
    case.number("lost", "not identified", lost)
    cut = queries.yandex_log().report.cells_cut
    case.number("cut", "cells with more clicks than views", cut)
    return case.finding()
