"""The eight search-advertising queries of Lagrée et al. (2016), Section 5.2.

The log behind Table 1 is not public. What is: the models that were fitted to it later
(`published.kdd_models`; a surrogate made from Table 1 stands in where the file is absent), and
counts of another log, the Yandex challenge's. The tables here are simulated from the models with
Table 1's numbers of records, spread evenly over ads and positions, or are those public counts.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import chi2

from clickbandits import clicklog
from clickbandits.pbm.bounds import exploration_positions, lower_bound
from clickbandits.pbm.fitting import fit, standard_errors
from clickbandits.pbm.rank_one import constant_share, deviance, rank_one_test, singular_share
from compendium import published

REPLICATIONS = {"quick": 39, "paper": 199}
"""Of every bootstrap, by profile."""

YANDEX_COUNTS = "Yandex_filtered_compress.csv"


def public_file(name: str) -> Path | None:
    """A file of the public models and counts, or None where it is absent."""
    path = Path(os.environ.get("CLICKBANDITS_DATA", "data")) / "published-models" / name
    return path if path.exists() else None


def source() -> str:
    """Where the models come from: "published fit" or "surrogate"."""
    return next(iter(published.kdd_models().values())).source


@cache
def table_1() -> pd.DataFrame:
    """Table 1 as printed, and the model that each row describes.

    A model is matched to a row by its number of ads and the nearest largest attraction. Columns:
    query, ads, records, and smallest, second smallest and largest attraction, printed and fitted.
    """
    models = published.kdd_models()
    rows = []
    for ads, records, smallest, largest in published.KDD_TABLE:
        query = min(
            (name for name, model in models.items() if model.problem.attraction.size == ads),
            key=lambda name: abs(models[name].problem.attraction.max() - largest),
            default=None,
        )
        fitted = np.sort(models[query].problem.attraction) if query else np.full(2, np.nan)
        rows.append(
            {
                "query": query,
                "ads": ads,
                "records": records,
                "smallest, printed": smallest,
                "smallest, fitted": fitted[0],
                "second smallest, fitted": fitted[1],
                "largest, printed": largest,
                "largest, fitted": fitted[-1],
            }
        )
    return pd.DataFrame(rows)


def bounds() -> pd.DataFrame:
    """The constant of (6) for every query, and where its suboptimal ads are best explored."""
    models = published.kdd_models()
    rows = []
    for row in table_1().itertuples():
        problem = models[row.query].problem
        rows.append(
            {
                "query": row.query,
                "ads": row.ads,
                "examination": ", ".join(f"{value:.3f}" for value in problem.examination),
                "constant of (6)": round(lower_bound(problem), 2),
                "exploration positions": ", ".join(
                    str(position) for position in sorted(set(exploration_positions(problem)))
                ),
            }
        )
    return pd.DataFrame(rows).set_index("query")


@cache
def simulated_counts(query: str) -> tuple[np.ndarray, np.ndarray]:
    """Clicks and plays of a query, with Table 1's number of records spread evenly over cells."""
    problem = published.kdd_models()[query].problem
    table = table_1()
    row = int(np.flatnonzero(table["query"] == query)[0])
    shape = problem.attraction.size, problem.examination.size
    plays = np.full(shape, int(table["records"][row]) // np.prod(shape))
    rng = np.random.default_rng([7, row])
    return rng.binomial(plays, np.outer(problem.attraction, problem.examination)), plays


@cache
def fits() -> pd.DataFrame:
    """Expectation-maximisation and Newton's method on the simulated counts of every query.

    Columns: steps of both, the log-likelihood that EM is short of, the largest relative
    difference of a click probability, the smallest rise of an EM step, the attractions of the
    model and of the fit with their standard errors, and both histories (shortfall below Newton's
    maximum).
    """
    rows = []
    for query in table_1()["query"]:
        problem = published.kdd_models()[query].problem
        counts = simulated_counts(query)
        em, newton = fit(*counts, method="em"), fit(*counts)
        products = [np.outer(one.attraction, one.examination) for one in (em, newton)]
        truth = problem.attraction * problem.examination.max()
        rows.append(
            {
                "query": query,
                "EM steps": em.iterations,
                "Newton steps": newton.iterations,
                "EM short by": newton.log_likelihood - em.log_likelihood,
                "relative difference": float(np.abs(products[0] / products[1] - 1).max()),
                "smallest rise": float(np.diff(em.history).min()),
                "truth": truth,
                "fitted": newton.attraction,
                "standard error": standard_errors(newton, *counts)[0],
                "EM": newton.log_likelihood - em.history,
                "Newton": newton.log_likelihood - newton.history,
            }
        )
    return pd.DataFrame(rows).set_index("query")


def recovery(factor: float = 1) -> np.ndarray:
    """Errors of all fitted attractions against `factor` times the models', in standard errors."""
    return np.concatenate(
        [
            (row["fitted"] - factor * row["truth"]) / row["standard error"]
            for _, row in fits().iterrows()
        ]
    )


@cache
def singular_values(profile: str) -> pd.DataFrame:
    """Share of the first singular value, and the deviance test, on three kinds of tables.

    "model": rates of `simulated_counts`; "rows permuted": every ad's click probabilities in a
    random order of the positions; "structureless": uniform between the extremes of the model's.
    One row a query and kind: share and its lower bound from the mean; for the first two kinds,
    deviance over its degrees of freedom and the bootstrap's p-value.
    """
    rows = []
    for number, query in enumerate(table_1()["query"]):
        problem = published.kdd_models()[query].problem
        clicks, plays = simulated_counts(query)
        chances = np.outer(problem.attraction, problem.examination)
        rng = np.random.default_rng([11, number])
        tables = {
            "model": clicks,
            "rows permuted": rng.binomial(plays, rng.permuted(chances, axis=1)),
            "structureless": rng.binomial(
                plays, rng.uniform(chances.min(), chances.max(), chances.shape)
            ),
        }
        for kind, table in tables.items():
            row = {"query": query, "table": kind}
            row["share"] = singular_share(table / plays)
            row["at least"] = constant_share(table / plays)
            if kind != "structureless":
                tested = rank_one_test(table, plays, REPLICATIONS[profile], seed=number)
                row["deviance / df"] = tested.deviance / tested.degrees_of_freedom
                row["p-value"] = tested.p_value
            rows.append(row)
    return pd.DataFrame(rows)


@cache
def yandex_log() -> clicklog.ClickCounts | None:
    """The public counts, repeat clicks cut to one a view; None where the file is absent."""
    path = public_file(YANDEX_COUNTS)
    return clicklog.read(path) if path else None


def yandex_summary() -> pd.DataFrame:
    """What `yandex_fits` found, in one column; says so where the public counts are absent."""
    table, log = yandex_fits(), yandex_log()
    if log is None:
        found = {"the public counts": "absent: nothing was fitted"}
    else:
        found = {
            "queries": len(table),
            "views": f"{table['views'].sum():,}",
            "cells with more clicks than views, cut to one click a view":
                log.report.cells_cut,
            "most steps of Newton's method": int(table["steps"].max()),
            "queries whose counts do not identify the model": int((~table["identified"]).sum()),
            "queries with an attraction of 1": int((table["attractions at 1"] > 0).sum()),
            "queries whose examination falls with the position":
                int(table["examination falls with position"].sum()),
            "median deviance over degrees of freedom":
                round(float((table["deviance"] / table["df"]).median()), 2),
            "largest p-value of the chi-squared law": float(f"{table['p-value'].max():.2g}"),
        }  # fmt: skip
    return pd.DataFrame({"found": pd.Series(found, dtype=object)})


@cache
def yandex_fits() -> pd.DataFrame:
    """The position-based model on the public Yandex counts, a row a query; empty without them."""
    rows: list[dict] = []
    log = yandex_log()
    if log is None:
        return pd.DataFrame()
    for query in log.queries:
        clicks, plays = log.for_query(query)
        fitted = fit(clicks, plays)
        excess = deviance(fitted, clicks, plays)
        parameters = (fitted.attraction > 0).sum() + (fitted.examination > 0).sum() - 1
        freedom = int((plays > 0).sum() - parameters)
        rows.append(
            {
                "query": query,
                "documents": plays.shape[0],
                "views": int(plays.sum()),
                "steps": fitted.iterations,
                "identified": fitted.identified,
                "attractions at 1": int((fitted.attraction == 1).sum()),
                "examination falls with position": bool((np.diff(fitted.examination) <= 0).all()),
                "deviance": excess,
                "df": freedom,
                "p-value": float(chi2.sf(excess, freedom)),
            }
        )
    return pd.DataFrame(rows)
