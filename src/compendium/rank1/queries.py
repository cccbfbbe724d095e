"""The published models of web-search queries, compared with the public counts of these queries."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from clickbandits.pbm import published
from compendium import public_log


@cache
def expected_clicks() -> pd.DataFrame:
    """Clicks that the published fits predict for the displays counted, one row per query.

    Neither the fits nor the counts identify the document that has an attraction. For every order, the
    expected clicks of a query are at least those in which larger attractions have fewer examined displays,
    and at most those in which they have more (the rearrangement inequality). Columns: clicks, least, most;
    empty without the counts.
    """
    counts = public_log.log()
    if counts is None:
        return pd.DataFrame()
    rows = []
    for query, model in published.yandex_models().items():
        clicks, plays = counts.for_query(counts.queries[model.place_in_counts - 1])
        attraction, examination = model.problem
        if plays.shape == (attraction.size, examination.size):
            examined, ordered = np.sort(plays @ examination), np.sort(attraction)
            rows.append(
                {
                    "query": query,
                    "clicks": int(clicks.sum()),
                    "least": float(examined @ ordered[::-1]),
                    "most": float(examined @ ordered),
                }
            )
    return pd.DataFrame(rows)


def against_counts() -> pd.DataFrame:
    """A summary of `expected_clicks` in one column, or a remark if the counts are absent."""
    table = expected_clicks()
    if table.empty:
        rows: dict[str, object] = {"the public counts": "absent: nothing was compared"}
    else:
        ratio = table["least"] / table["clicks"]
        rows = {
            "queries with a fit and counts": len(table),
            "clicks counted": f"{table['clicks'].sum():,}",
            "clicks that the fits expect, at least": f"{table['least'].sum():,.0f}",
            "queries where more are expected than counted": int((ratio > 1).sum()),
            "expected over counted, least of the queries": round(float(ratio.min()), 2),
            "expected over counted, median": round(float(ratio.median()), 2),
        }
    return pd.DataFrame({"found": pd.Series(rows, dtype=object)})
