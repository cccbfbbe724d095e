"""The eight search-advertising queries of Lagrée et al. (2016), Section 5.2.

The log behind Table 1 is not public, but the models that were fitted to it later are
(`clickbandits.pbm.published`). The tables here are simulated from them with Table 1's numbers of
records, spread evenly over ads and positions.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from scipy.stats import chi2

from clickbandits.pbm import published
from clickbandits.pbm.bounds import exploration_positions, lower_bound
from clickbandits.pbm.fitting import fit, standard_errors
from clickbandits.pbm.rank_one import constant_share, deviance, rank_one_test, singular_share

TABLE_1 = (
    (5, 216_565, 0.016, 0.077),
    (5, 68_179, 0.031, 0.050),
    (6, 435_951, 0.025, 0.067),
    (6, 110_071, 0.023, 0.069),
    (6, 147_214, 0.004, 0.148),
    (8, 122_218, 0.108, 0.146),
    (11, 1_228_004, 0.022, 0.149),
    (11, 391_951, 0.022, 0.084),
)
"""Lagrée et al. (2016), Table 1: ads, records, smallest and largest attraction."""

ROUNDING = 0.0005 + 1e-12
"""The largest rounding error of a number with three digits after the point."""

REPLICATIONS = {"quick": 39, "paper": 199}
"""The number of draws of every bootstrap, by profile."""


@cache
def table_1() -> pd.DataFrame:
    """Table 1 as printed, and the model that each row describes.

    A model is matched to a row by its number of ads and the nearest largest attraction. Columns:
    query, ads, records, and smallest, second smallest and largest attraction, printed and fitted.
    """
    models = published.kdd_models()
    rows = []
    for ads, records, smallest, largest in TABLE_1:
        query = min(
            (name for name, model in models.items() if model.problem.attraction.size == ads),
            key=lambda name: abs(models[name].problem.attraction.max() - largest),
        )
        fitted = np.sort(models[query].problem.attraction)
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

    Both start with all values at one half, since on evenly spread counts the library's own start is
    already within a hundredth of a nat of the maximum.

    Columns: steps of both, the log-likelihood that EM is short of, the largest relative
    difference of a click probability, the smallest rise of an EM step, the attractions of the
    model and of the fit with their standard errors, and both histories (shortfall below Newton's
    maximum).
    """
    rows = []
    for query in table_1()["query"]:
        problem = published.kdd_models()[query].problem
        counts = simulated_counts(query)
        middle = tuple(np.full(size, 0.5) for size in counts[0].shape)
        em, newton = fit(*counts, method="em", start=middle), fit(*counts, start=middle)
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
    table = fits()
    errors = (table["fitted"] - factor * table["truth"]) / table["standard error"]
    return np.concatenate(list(errors))


@cache
def singular_values(profile: str) -> pd.DataFrame:
    """Share of the first singular value, and the deviance test, on three kinds of tables.

    "model": rates of `simulated_counts`; "rows permuted": every ad's click probabilities in a
    random order of the positions; "structureless": uniform between the extremes of the model's.
    There is one row per query and kind, with the share and its lower bound from the mean and, for the
    first two kinds, the deviance over its degrees of freedom and the bootstrap's p-value.
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
            "structureless": rng.binomial(plays, rng.uniform(chances.min(), chances.max(), chances.shape)),
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
def repeated_tests(kind: str, draws: int = 100) -> np.ndarray:
    """p-values of the deviance by its chi-squared distribution, shape (queries, draws).

    The tables are drawn from the models ("model"), or with every ad's click probabilities in a random
    order of the positions ("rows permuted"), which is drawn again each time.
    """
    values = []
    for number, query in enumerate(table_1()["query"]):
        problem = published.kdd_models()[query].problem
        _, plays = simulated_counts(query)
        chances = np.outer(problem.attraction, problem.examination)
        freedom = plays.size - sum(plays.shape) + 1
        rng = np.random.default_rng([13, number])
        row = []
        for _ in range(draws):
            of = rng.permuted(chances, axis=1) if kind == "rows permuted" else chances
            clicks = rng.binomial(plays, of)
            row.append(chi2.sf(deviance(fit(clicks, plays), clicks, plays), freedom))
        values.append(row)
    return np.array(values)
