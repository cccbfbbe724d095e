"""Estimating both vectors: what is identified, what EM does, and what public counts say."""

from __future__ import annotations

import numpy as np
import sympy as sp

from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.fitting import em_step, log_likelihood
from compendium import published
from compendium.finding import Finding, check
from compendium.pbm import queries
from compendium.pbm.estimation.setting import vanishes

from .table_1 import with_fits

COUNTED = queries.public_file(queries.YANDEX_COUNTS) is not None

T, K, T0, K0, C, S, M = sp.symbols("theta kappa theta0 kappa0 c S M", positive=True)


@check("pbm:scale-not-identified")
def scale_not_identified(profile):
    cell = S * sp.log(T * K) + M * sp.log(1 - T * K)
    moved = cell.subs({T: C * T, K: K / C}, simultaneous=True)
    free = vanishes(sp.simplify(moved - cell))
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
    same = abs(ends[0][1] - ends[1][1]) < 1e-6 and abs(halved / constant - 1) < 1e-9
    apart = abs(ends[0][0] - ends[1][0]) > 0.01
    return Finding(
        "corrected" if free and same and apart else "undecided",
        {
            "κ₁ that EM ends at, from κ = 0.9": ends[0][0],
            "κ₁ that EM ends at, from κ = 0.3": ends[1][0],
            "difference of the two log-likelihoods": ends[0][1] - ends[1][1],
            "constant of (6)": constant,
            "constant of (6), κ halved": halved,
        },
    )


@check("pbm:table-1-normalisation")
def table_1_normalisation(profile):
    firsts = [model.problem.examination for model in published.kdd_models().values()]
    one = all(vector[0] == 1 == vector.max() for vector in firsts)
    table = queries.table_1()
    apart = (table["largest, printed"] - table["largest, fitted"]).abs().max()
    found = "corrected" if one and apart <= 0.0005 else "not reproduced"
    return Finding(
        with_fits(found),
        {"queries with κ₁ = 1 the largest": int(sum(v[0] == 1 == v.max() for v in firsts)),
         "largest gap to the printed maxima": float(apart), "models": queries.source()},
    )  # fmt: skip


@check("pbm:likelihood-concave")
def likelihood_concave(profile):
    x = sp.Symbol("x", negative=True)
    curvature = sp.diff(S * x + M * sp.log(1 - sp.exp(x)), x, 2)
    printed = -M * sp.exp(x) / (1 - sp.exp(x)) ** 2
    right = vanishes(sp.simplify(curvature - printed))
    odds = sp.Symbol("o", positive=True)  # of a click: any p in (0, 1) is o / (1 + o)
    in_odds = sp.simplify(printed.subs(sp.exp(x), odds / (1 + odds)))
    return Finding(
        "holds" if right and in_odds.is_negative else "refuted",
        {
            "curvature of M silent displays, in the odds o": str(sp.factor(in_odds)).replace(
                "*", " "
            )
        },
    )


@check("pbm:em-monotone")
def em_monotone(profile):
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
    gain = vanishes(sp.simplify(logs)) and vanishes(sp.simplify(sum(before) - 1))
    share = sp.Symbol("a", positive=True)  # displays that count as attracted
    total = sp.Symbol("N", positive=True)
    aim = share * sp.log(T) + (total - share) * sp.log(1 - T)
    top = vanishes(sp.simplify(sp.diff(aim, T).subs(T, share / total)))
    smallest = float(queries.fits()["smallest rise"].min())
    return Finding(
        "holds" if gain and top and smallest > -1e-8 else "refuted",
        {"smallest rise of a step on the eight queries, in nats": smallest},
    )


@check("pbm:em-and-newton")
def em_and_newton(profile):
    table = queries.fits()
    near = table["EM short by"].abs().max() < 1e-6 and table["relative difference"].max() < 1e-4
    return Finding(
        "holds" if near and table["Newton steps"].max() <= 20 else "not reproduced",
        {
            "EM steps": f"{table['EM steps'].min()} to {table['EM steps'].max()}",
            "Newton steps": f"{table['Newton steps'].min()} to {table['Newton steps'].max()}",
            "largest shortfall of EM, in nats": float(table["EM short by"].abs().max()),
            "largest relative difference": float(table["relative difference"].max()),
        },
    )


@check("pbm:fit-recovers")
def fit_recovers(profile):
    table = queries.fits()
    worst = float(table["largest z"].max())
    return Finding(
        "holds" if worst < 4.5 else "not reproduced",
        {"largest error, in standard errors": worst, "queries": len(table)},
    )


@check("pbm:yandex-counts-fit")
def yandex_counts_fit(profile):
    table = queries.yandex_fits()
    if table.empty:
        return Finding("undecided", {"counts": "absent"})
    rejected = int((table["p-value"] < 0.01 / len(table)).sum())
    ratio = table["deviance"] / table["df"]
    return Finding(
        "refuted" if rejected > len(table) / 2 else "holds",
        {
            "queries": len(table),
            "rejected at 1 % over all queries": rejected,
            "median deviance per degree of freedom": float(ratio.median()),
            "queries with an attraction at the border 1": int(
                (table["attractions at 1"] > 0).sum()
            ),
        },
    )


@check("pbm:yandex-counts-identified")
def yandex_counts_identified(profile):
    table = queries.yandex_fits()
    if table.empty:
        return Finding("undecided", {"counts": "absent"})
    lost = int((~table["identified"]).sum())
    return Finding(
        "refuted" if lost else "holds",
        {"queries": len(table), "not identified": lost,
         "cells with more clicks than views": queries.yandex_log().report.cells_cut},
    )  # fmt: skip
