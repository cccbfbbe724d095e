"""Section 5.2 and Table 1: the eight queries, their models, and how they were chosen."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from clickbandits.pbm import published
from compendium.finding import Case, check, twin
from compendium.pbm import queries


def agreement(case: Case, column: str, row: int, moved: float) -> None:
    """Whether a column of Table 1, `moved` in one row (from 1), is the models' in every row."""
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


@check("pbm:table-1-ads")
@twin("the number of positions", gives="not reproduced", positions=4)
@twin("the ads of the last query", gives="not reproduced", more=1)
def table_1_ads(profile, positions=3, more=0):
    """Compares the numbers of ads and of positions of the eight models with the table."""
    case = Case()
    models = [model.problem for model in published.kdd_models().values()]
    ads = sorted(problem.attraction.size for problem in models)
    printed = [row[0] for row in queries.TABLE_1]
    printed[-1] += more
    case.must("the numbers of ads", ads == printed)
    case.must(
        f"{positions} positions", all(problem.examination.size == positions for problem in models)
    )
    case.number("ads", "ads", ads)
    return case.finding(broken="not reproduced")


@check("pbm:table-1-largest")
@twin("the largest attraction of the first row, moved", gives="not reproduced", moved=0.001)
def table_1_largest(profile, moved=0.0):
    """Compares the largest attraction of each model with the table, to the printed digits."""
    case = Case()
    agreement(case, "largest", 1, moved)
    return case.finding(broken="not reproduced")


@check("pbm:table-1-smallest")
@twin("the smallest attraction of the fourth row, moved to 0.017", gives="holds", moved=-0.006)
def table_1_smallest(profile, moved=0.0):
    """Compares the smallest attraction of each model with the table, to the printed digits."""
    case = Case()
    agreement(case, "smallest", 4, moved)
    table = queries.table_1()
    row = table.loc[(table["smallest, printed"] - table["smallest, fitted"]).abs().idxmax()]
    smallest, second = float(row["smallest, fitted"]), float(row["second smallest, fitted"])
    case.number("smallest", "smallest of that model", smallest)
    case.number("second", "second smallest of that model", second)
    return case.finding(broken="not reproduced")


@check("pbm:selection-rule")
@twin("the displays of an ad at each position, at least", gives="refuted", displays=5000)
@twin("the ads of a query, at least", gives="refuted", fewest=6)
@twin("the lines of the log", gives="refuted", lines=1_000_000)
def selection_rule(profile, displays=1000, fewest=5, lines=149_639_105):
    """Compares the printed records and ads with what the rule and the log allow."""
    case = Case()
    ads = [row[0] for row in queries.TABLE_1]
    ratios = [Fraction(records, 3 * displays * number) for number, records, *_ in queries.TABLE_1]
    records = sum(row[1] for row in queries.TABLE_1)
    case.must("no query has too few ads", min(ads) >= fewest)
    case.must("none has too few records for its ads", min(ratios) >= 1)
    case.must("together no more than the log", records <= lines)
    case.number("ratio", f"smallest ratio of records to {3 * displays:,} K", float(min(ratios)))
    case.number("fewest", "fewest ads", min(ads))
    case.number("records", "records of the eight queries", records)
    case.number("queries", "queries", len(ads))
    return case.finding(holds="open")


@check("pbm:kdd-last-position")
@twin("the position", gives="refuted", position=2)
def kdd_last_position(profile, position=3):
    """Computes the optimal exploration position of every item of the eight queries."""
    case = Case()
    positions = list(queries.bounds()["exploration positions"])
    there = sum(places == str(position) for places in positions)
    case.must("eight queries", len(positions) == 8)
    case.must("the last position in each", there == len(positions))
    case.number("queries", "queries", len(positions))
    case.number("last", "with the last position", there)
    return case.finding()
