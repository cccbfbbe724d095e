"""Estimating both vectors: what is identified, what EM does, and what public counts say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits.pbm import published
from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.fitting import em_step, log_likelihood
from compendium.finding import Case, Finding, check, twin
from compendium.pbm import queries, yandex_counts

T, K, T0, K0, C, S, M = sp.symbols("theta kappa theta0 kappa0 c S M", positive=True)
CELL = {T: 0.3, K: 0.5, S: 3, M: 7}  # an example of a cell
START = 0.05  # the products that EM starts from
CLOSE = 0.01  # relative distance of EM's ends that count as one
FAR = 4.5  # standard errors


@check("pbm:scale-not-identified")
@twin("what EM finds: the products", gives="holds", found="products")
@twin("the scale of κ beside that of θ: 1/2", gives="refuted", examination_scale=0.55)
def scale_not_identified(profile, found="examination", examination_scale=0.5):
    """Changes the scale in symbols, runs EM from two scales on a query, and halves κ in (6)."""
    case = Case()
    cell = S * sp.log(T * K) + M * sp.log(1 - T * K)
    moved = cell.subs({T: C * T, K: K / C})
    case.zero("(cθ, κ/c) has the same likelihood", moved - cell)
    theta, kappa, clicks, silent = (np.array([[CELL[x]]]) for x in (T, K, S, M))
    library = log_likelihood(theta[0], kappa[0], clicks, clicks + silent)
    case.must("it is the library's, of one cell", abs(cell.subs(CELL) - library) < 1e-9)
    query = queries.table_1()["query"][0]
    clicks, plays = queries.simulated_counts(query)
    ends = []
    for level in (0.9, 0.3):
        theta, kappa = (
            np.full(n, x) for n, x in zip(plays.shape, (START / level, level), strict=True)
        )
        for _ in range(3000):
            theta, kappa = em_step(theta, kappa, clicks, plays)
        ends.append((theta, kappa, log_likelihood(theta, kappa, clicks, plays)))
    one, other = (
        kappa if found == "examination" else np.outer(theta, kappa) for theta, kappa, _ in ends
    )
    products = [np.outer(theta, kappa) for theta, kappa, _ in ends]
    problem = published.kdd_models()[query].problem
    constant = lower_bound(problem)
    halved = lower_bound(
        problem._replace(
            attraction=2 * problem.attraction, examination=examination_scale * problem.examination
        )
    )
    case.must("EM ends at equal likelihoods", abs(ends[0][2] - ends[1][2]) < 1e-6)
    case.must("and at equal products", np.abs(products[0] / products[1] - 1).max() < CLOSE)
    case.must("(6) does not change", abs(halved / constant - 1) < 1e-9)
    case.printed(f"EM finds the {found}", np.abs(one / other - 1).max() < CLOSE)
    case.number("from_09", "κ₁ that EM ends at, from κ = 0.9", float(ends[0][1][0]))
    case.number("from_03", "κ₁ that EM ends at, from κ = 0.3", float(ends[1][1][0]))
    case.number("gap", "difference of the two log-likelihoods", ends[0][2] - ends[1][2])
    case.number("constant", "constant of (6)", constant)
    case.number("halved", "constant of (6), κ halved", halved)
    return case.finding()


@check("pbm:table-1-normalisation")
@twin("the other position of examination 1, the last", gives="holds", other=1)
@twin("the position of examination 1", gives="not reproduced", position=2)
def table_1_normalisation(profile, position=1, other=3):
    """Compares the models' maxima with the table on the scale κ₁ = 1, and on two others."""
    case = Case()
    models = [model.problem for model in published.kdd_models().values()]
    table = queries.table_1().set_index("query")

    def apart(scale):
        """Largest distance to the printed maxima, in a scale: a function of κ that is set to 1."""
        return max(
            abs(
                model.problem.attraction.max() * scale(model.problem.examination)
                - table.loc[query, "largest, printed"]
            )
            for query, model in published.kdd_models().items()
        )

    ours = apart(lambda kappa: kappa[position - 1])
    others = apart(lambda kappa: kappa[other - 1]), apart(lambda kappa: kappa.mean())
    first = [bool(problem.examination[0] == problem.examination.max()) for problem in models]
    case.must("the maxima are those of the scale κ₁ = 1", ours <= queries.ROUNDING)
    case.must("κ₁ is the largest", first.count(False) == 0)
    case.printed("the numbers leave the scale open", min(others) <= queries.ROUNDING)
    case.number("first", "queries with κ₁ = 1 the largest", sum(first))
    case.number("gap", "largest gap to the printed maxima", float(ours))
    case.number("last", "the same on the scale κ₃ = 1", float(others[0]))
    case.number("mean", "and with mean examination 1", float(others[1]))
    return case.finding(broken="not reproduced")


@check("pbm:likelihood-concave")
@twin("the shape", gives="refuted", shape="convex")
@twin("the power of 1 - e^x in the curvature", gives="refuted", power=1)
def likelihood_concave(profile, shape="concave", power=2):
    """Differentiates the log-likelihood of a cell twice in log θκ, and finds the sign."""
    case = Case()
    x = sp.Symbol("x", negative=True)
    curvature = sp.diff(S * x + M * sp.log(1 - sp.exp(x)), x, 2)
    closed = -M * sp.exp(x) / (1 - sp.exp(x)) ** power
    case.zero("the curvature", curvature - closed)
    odds = sp.Symbol("o", positive=True)  # of a click: any p in (0, 1) is o / (1 + o)
    in_odds = sp.simplify(closed.subs(sp.exp(x), odds / (1 + odds)))
    negative = bool(in_odds.is_negative)
    case.must(f"it is {shape}", negative if shape == "concave" else in_odds.is_positive)
    shown = str(sp.factor(in_odds)).replace("*", " ")
    case.number("curvature", "curvature of M silent displays, in the odds o", shown)
    return case.finding()


@check("pbm:em-monotone")
@twin("the share at which the target is largest", gives="refuted", stretch=Fraction(21, 20))
@twin("the hidden states: those of the new vectors", gives="refuted", old=False)
def em_monotone(profile, stretch=1, old=True):
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
    given = hidden(T, K) if old else hidden(T0, K0)
    divergence = sum(p * sp.log(q) for p, q in zip(before, given, strict=True))
    logs = sp.expand_log(expected - divergence - sp.log(1 - T * K), force=True)
    case.zero("target and divergence", logs)
    case.zero("the chances add up to 1", sum(before) - 1)
    share = sp.Symbol("a", positive=True)  # displays that count as attracted
    total = sp.Symbol("N", positive=True)
    aim = share * sp.log(T) + (total - share) * sp.log(1 - T)
    step = sp.Rational(stretch) * share / total
    case.zero("the target's maximum is the share", sp.diff(aim, T).subs(T, step))
    smallest = float(queries.fits()["smallest rise"].min())
    case.must("no step falls on the eight queries", smallest > -1e-8)
    label = "smallest rise of a step on the eight queries, in nats"
    case.number("rise", label, smallest)
    return case.finding()


@check("pbm:em-and-newton")
@twin("the steps of Newton's method", gives="not reproduced", steps=3)
def em_and_newton(profile, steps=10):
    """Fits the eight queries by EM and by Newton's method."""
    case = Case()
    table = queries.fits()
    short, apart = table["EM short by"].abs().max(), table["relative difference"].max()
    case.must("the same likelihood", short < 1e-6)
    case.must("the same parameters", apart < 1e-4)
    case.must(f"Newton in {steps} steps", table["Newton steps"].max() <= steps)
    for key, method in (("em", "EM"), ("newton", "Newton")):
        taken = table[f"{method} steps"]
        case.number(key, f"{method} steps", f"{taken.min()} to {taken.max()}")
    case.number("short", "largest shortfall of EM, in nats", float(short))
    case.number("apart", "largest relative difference", float(apart))
    return case.finding(broken="not reproduced")


@check("pbm:fit-recovers")
@twin("the attractions", gives="not reproduced", factor=1.1)
@twin("the attractions", gives="not reproduced", factor=0.9)
def fit_recovers(profile, factor=1):
    """Compares the fits of the eight simulated tables with the models they were drawn from."""
    case = Case()
    scores = queries.recovery(factor)
    worst = float(np.abs(scores).max())
    case.must(f"all within {FAR} standard errors", worst < FAR)
    case.number("error", "largest error, in standard errors", worst)
    case.number("attractions", "attractions", len(scores))
    case.number("queries", "queries", len(queries.fits()))
    return case.finding(broken="not reproduced")


def without_counts(case: Case) -> Finding:
    """The finding where the public counts are absent: nothing is decided."""
    case.sign("the public counts are here", 0)
    case.number("counts", "counts", "absent")
    return case.finding()


@check("pbm:yandex-counts-fit")
@twin("the share of the queries that may be rejected", gives="holds", share=1)
def yandex_counts_fit(profile, share=0.5):
    """Tests the fit of the model to the public counts of each query by its deviance."""
    case = Case()
    table = yandex_counts.fits()
    if table.empty:
        return without_counts(case)
    rejected = int((table["p-value"] < 0.01 / len(table)).sum())
    case.must("at most half of the queries are rejected", rejected <= share * len(table))
    case.number("queries", "queries", len(table))
    case.number("rejected", "rejected at 1 % over all queries", rejected)
    ratio = float((table["deviance"] / table["df"]).median())
    case.number("ratio", "median deviance per degree of freedom", ratio)
    border = int((table["attractions at 1"] > 0).sum())
    case.number("border", "queries with an attraction at the border 1", border)
    return case.finding()


@check("pbm:yandex-counts-identified")
@twin("the queries that may be undetermined", gives="holds", most=60)
def yandex_counts_identified(profile, most=0):
    """Looks for queries of the public counts whose tables fall into parts."""
    case = Case()
    table = yandex_counts.fits()
    if table.empty:
        return without_counts(case)
    lost = int((~table["identified"]).sum())
    case.must("every query is identified", lost <= most)
    case.number("queries", "queries", len(table))
    case.number("lost", "not identified", lost)
    cut = yandex_counts.log().report.cells_cut
    case.number("cut", "cells with more clicks than views", cut)
    return case.finding()
