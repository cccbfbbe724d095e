"""Section 5.2 and Table 1: the eight queries, their models, and their selection."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from clickbandits.pbm import published
from clickbandits.pbm.bounds import exploration_ratios
from compendium.case import Case, Twin, check
from compendium.pbm import queries


def agreement(case: Case, column: str, row: int, moved: float) -> None:
    """Whether a column of Table 1 agrees with the models in every row; one row (from 1) is `moved`."""
    table = queries.table_1()
    printed, fitted = table[f"{column}, printed"].copy(), table[f"{column}, fitted"]
    printed.iloc[row - 1] += moved
    apart = np.abs(printed - fitted) > queries.ROUNDING
    case.must(f"the {column} of each row", not apart.any())
    case.number("rows", "rows", len(table))
    case.number("agree", "rows that agree", int((~apart).sum()))
    for place in np.flatnonzero(apart):
        row = table.iloc[place]
        label = f"printed, {row['ads']} ads and {row['records']:,} records"
        case.family({label: float(printed.iloc[place])})


@check(
    "pbm:table-1-ads",
    broken="not reproduced",
    positions=Twin(4, "not reproduced"),
    more=Twin(1, "not reproduced"),
)
def table_1_ads(case, positions=3, more=0):
    models = [model.problem for model in published.kdd_models().values()]
    ads = sorted(problem.attraction.size for problem in models)
    printed = [row[0] for row in queries.TABLE_1]
    printed[-1] += more
    case.must("the numbers of ads", ads == printed, ads=ads)
    sizes = {problem.examination.size for problem in models}
    case.must(f"{positions} positions", sizes == {positions})


@check("pbm:table-1-largest", broken="not reproduced", moved=Twin(0.001, "not reproduced"))
def table_1_largest(case, moved=0.0):
    agreement(case, "largest", 1, moved)


@check("pbm:table-1-smallest", broken="not reproduced", moved=Twin(-0.006, "holds"))
def table_1_smallest(case, moved=0.0):
    agreement(case, "smallest", 4, moved)
    table = queries.table_1()
    row = table.loc[(table["smallest, printed"] - table["smallest, fitted"]).abs().idxmax()]
    for key in ("smallest", "second"):
        name = "second smallest" if key == "second" else key
        case.number(key, f"{name} of that model", float(row[f"{name}, fitted"]))


@check("pbm:selection-rule", holds="open", displays=Twin(5000), fewest=Twin(6), lines=Twin(1_000_000))
def selection_rule(case, displays=1000, fewest=5, lines=149_639_105):
    ads = [row[0] for row in queries.TABLE_1]
    ratios = [Fraction(records, 3 * displays * number) for number, records, *_ in queries.TABLE_1]
    records = sum(row[1] for row in queries.TABLE_1)
    case.must(f"fewest ads, not below {fewest}", min(ads) >= fewest, fewest=min(ads))
    case.must(
        f"smallest ratio of records to {3 * displays:,} K, not below 1",
        min(ratios) >= 1,
        ratio=float(min(ratios)),
    )
    case.must("records of the eight queries, no more than the log's", records <= lines, records=records)
    case.number("queries", "queries", len(ads))


@check("pbm:kdd-last-position", position=Twin(2))
def kdd_last_position(case, position=3):
    positions = list(queries.bounds()["exploration positions"])
    there = sum(places == str(position) for places in positions)
    case.must("eight queries", len(positions) == 8, queries=len(positions))
    case.must("the last position in each", there == len(positions), last=there)
    ratios = [each for model in published.kdd_models().values() for each in exploration_ratios(model.problem)]
    nearest = float(min(min(row[:-1]) / row[-1] for row in ratios))
    case.must("another position costs more, at least times", nearest > 1, nearest=nearest)
