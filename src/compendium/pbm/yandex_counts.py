"""The public counts of sixty Yandex queries, and the position-based model fitted to them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from scipy.stats import chi2

from clickbandits.pbm.fitting import fit
from clickbandits.pbm.rank_one import deviance
from compendium.public_log import log


def summary() -> pd.DataFrame:
    """The results of `fits` in one column, or a remark if the public counts are absent."""
    table, counts = fits(), log()
    if counts is None:
        rows = {"the public counts": "absent: nothing was fitted"}
    else:
        rows = {
            "queries": len(table),
            "views": f"{table['views'].sum():,}",
            "cells with more clicks than views, cut to one click a view": counts.report.cells_cut,
            "most steps of Newton's method": int(table["steps"].max()),
            "queries whose counts do not identify the model": int((~table["identified"]).sum()),
            "queries with an attraction of 1": int((table["attractions at 1"] > 0).sum()),
            "queries whose examination falls with the position": int(
                table["examination falls with position"].sum()
            ),
            "median deviance over degrees of freedom": round(
                float((table["deviance"] / table["df"]).median()), 2
            ),
            "largest p-value of the chi-squared law": float(f"{table['p-value'].max():.2g}"),
        }
    return pd.DataFrame({"found": pd.Series(rows, dtype=object)})


@cache
def fits() -> pd.DataFrame:
    """The position-based model on the public Yandex counts, one row per query; empty without the counts."""
    rows: list[dict] = []
    counts = log()
    if counts is None:
        return pd.DataFrame()
    for number, query in enumerate(counts.queries, start=1):
        clicks, plays = counts.for_query(query)
        fitted = fit(clicks, plays)
        excess = deviance(fitted, clicks, plays)
        parameters = (fitted.attraction > 0).sum() + (fitted.examination > 0).sum() - 1
        freedom = int((plays > 0).sum() - parameters)
        rows.append(
            {
                "query": number,
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
