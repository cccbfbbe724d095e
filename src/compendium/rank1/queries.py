"""The web-search queries of Katariya et al. (2017), Section 5.2: which models are at hand.

They come through the door that the chapter on search advertising uses: public fits where their
file is present, else fits to the public counts, read by `clicklog`, else the surrogates.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
import pandas as pd

from clickbandits.pbm.estimators import fit
from clickbandits.rank1.model import problem
from compendium import published
from compendium.pbm.queries import yandex_log
from compendium.published import PublishedModel

REFITTED = "fit to the public counts"


@cache
def models() -> Mapping[str, PublishedModel]:
    """The models of the queries, by query, each with its source; errors as in `published`."""
    found = published.yandex_models()
    absent = all(model.source == published.SURROGATE for model in found.values())
    return refitted() or found if absent else found


@cache
def refitted() -> dict[str, PublishedModel]:
    """The position-based model fitted to the public counts, by query; none without the file."""
    log = yandex_log()
    if log is None:
        return {}
    fits = {query: fit(*log.for_query(query)) for query in log.queries}
    return {
        query: PublishedModel(
            problem(found.attraction, found.examination), REFITTED, found.not_identified
        )
        for query, found in fits.items()
    }


@cache
def expected_clicks() -> pd.DataFrame:
    """How many clicks the public fits expect in the displays that are counted, a row a query.

    The files do not say which document has which attraction. Whatever the order, the expected
    clicks of a query are least where the largest attraction has the fewest examined displays, and
    most where it has the most (the rearrangement inequality). Columns: clicks, least, most; empty
    unless both files are present.
    """
    log, rows = yandex_log(), []
    for query, model in published.yandex_models().items():
        if log is None or model.source == published.SURROGATE or query not in log.queries:
            continue
        clicks, plays = log.for_query(query)
        attraction, examination = model.problem
        if plays.shape == (attraction.size, examination.size):
            examined, ordered = np.sort(plays @ examination), np.sort(attraction)
            rows.append({"query": query, "clicks": int(clicks.sum()),
                         "least": float(examined @ ordered[::-1]),
                         "most": float(examined @ ordered)})  # fmt: skip
    return pd.DataFrame(rows)


def against_counts() -> pd.DataFrame:
    """What `expected_clicks` found, in one column; says so where a file is absent."""
    table = expected_clicks()
    if table.empty:
        found = {"the public fits and counts": "one of the files is absent: nothing was compared"}
    else:
        ratio = table["least"] / table["clicks"]
        found = {
            "queries with a fit and counts": len(table),
            "clicks counted": f"{table['clicks'].sum():,}",
            "clicks that the fits expect, at least": f"{table['least'].sum():,.0f}",
            "queries where more are expected than counted": int((ratio > 1).sum()),
            "expected over counted, least of the queries": round(float(ratio.min()), 2),
            "expected over counted, median": round(float(ratio.median()), 2),
        }
    return pd.DataFrame({"found": pd.Series(found, dtype=object)})
