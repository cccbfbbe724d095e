"""Section 5.2 and Table 1: the eight queries, their models, and how they were chosen."""

from __future__ import annotations

import numpy as np

from compendium import published
from compendium.finding import Finding, check
from compendium.pbm import queries

FITTED = queries.public_file("param_KDD.txt") is not None
"""Whether the public models are here; a surrogate is made from Table 1 and cannot confirm it."""

WITHOUT = (
    " Where the public models are absent, nothing is decided: the surrogates are made from the "
    "table. The models may not be the paper's own fits."
)


def with_fits(verdict: str) -> str:
    """A verdict that needs the public models, or "undecided" without them."""
    return verdict if FITTED else "undecided"


def agreement(column: str) -> tuple[int, dict]:
    """In how many rows of Table 1 a column is the model's to the printed digits, and the rest."""
    table = queries.table_1()
    printed, fitted = table[f"{column}, printed"], table[f"{column}, fitted"]
    apart = np.abs(printed - fitted) > 0.0005 + 1e-12
    numbers = {"rows": len(table), "rows that agree": int((~apart).sum())}
    for _, row in table[apart].iterrows():
        numbers[f"printed, {row['ads']} ads and {row['records']:,} records"] = row[
            f"{column}, printed"
        ]
    return int(apart.sum()), numbers | {"models": queries.source()}


@check("pbm:table-1-ads")
def table_1_ads(profile):
    models = [model.problem for model in published.kdd_models().values()]
    ads = sorted(problem.attraction.size for problem in models)
    right = ads == [row[0] for row in published.KDD_TABLE]
    right &= all(problem.examination.size == 3 for problem in models)
    found = "holds" if right else "not reproduced"
    return Finding(with_fits(found), {"ads": ads, "models": queries.source()})


@check("pbm:table-1-largest")
def table_1_largest(profile):
    apart, numbers = agreement("largest")
    return Finding(with_fits("holds" if apart == 0 else "not reproduced"), numbers)


@check("pbm:table-1-smallest")
def table_1_smallest(profile):
    apart, numbers = agreement("smallest")
    table = queries.table_1()
    row = table.loc[(table["smallest, printed"] - table["smallest, fitted"]).abs().idxmax()]
    numbers["smallest of that model"] = float(row["smallest, fitted"])
    numbers["second smallest of that model"] = float(row["second smallest, fitted"])
    return Finding(with_fits("not reproduced" if apart else "holds"), numbers)


@check("pbm:selection-rule")
def selection_rule(profile):
    needed = [(records, 3000 * ads) for ads, records, *_ in published.KDD_TABLE]
    ads = [row[0] for row in published.KDD_TABLE]
    possible = min(ads) >= 5 and all(records >= least for records, least in needed)
    return Finding(
        "open" if possible else "refuted",
        {
            "smallest ratio of records to 3,000 K": min(a / b for a, b in needed),
            "fewest ads": min(ads),
            "queries": len(ads),
        },
    )


@check("pbm:log-lines")
def log_lines(profile):
    records = sum(row[1] for row in published.KDD_TABLE)
    return Finding("open", {"records of the eight queries": records})


@check("pbm:kdd-last-position")
def kdd_last_position(profile):
    positions = list(queries.bounds()["exploration positions"])
    last = sum(position == "3" for position in positions)
    return Finding(
        "holds" if last == len(positions) == 8 else "refuted",
        {"queries": len(positions), "with the last position": last, "models": queries.source()},
    )
