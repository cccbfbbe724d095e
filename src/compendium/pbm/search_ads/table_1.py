"""Section 5.2 and Table 1: the eight queries, their models, and how they were chosen.

Where the public models are absent, nothing is decided about the table: the surrogates are made
from it, and cannot confirm it.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from compendium import published
from compendium.finding import Case, Finding, check, twin
from compendium.pbm import queries

FITTED = queries.public_file("param_KDD.txt") is not None
"""Whether the public models are here."""


def with_fits(case: Case) -> Finding:
    """The finding of a check that needs the public models: "undecided" without them.

    A number that even the surrogates contradict, which are made from the table, is not reproduced
    whatever the models are.
    """
    if FITTED:
        return case.finding(broken="not reproduced")
    return case.finding(holds="undecided", fails="undecided", broken="not reproduced")


def agreement(case: Case, column: str, moved: float) -> None:
    """Whether a column of Table 1, `moved` in its first row, is the models' in every row."""
    table = queries.table_1()
    printed, fitted = table[f"{column}, printed"].copy(), table[f"{column}, fitted"]
    printed.iloc[0] += moved
    apart = np.abs(printed - fitted) > 0.0005 + 1e-12
    case.must(f"the {column} of each row", not apart.any())
    case.number("rows", "rows", len(table))
    case.number("agree", "rows that agree", int((~apart).sum()))
    for place in np.flatnonzero(apart):
        row = table.iloc[place]
        label = f"printed, {row['ads']} ads and {row['records']:,} records"
        case.family({label: float(printed.iloc[place])})
    case.number("models", "models", queries.source())


@check("pbm:table-1-ads")
@twin("the number of positions", gives="not reproduced", positions=4)
@twin("the ads of the last query", gives="not reproduced", more=1)
def table_1_ads(profile, positions=3, more=0):
    """Compares the numbers of ads and of positions of the eight models with the table."""
    case = Case()
    models = [model.problem for model in published.kdd_models().values()]
    ads = sorted(problem.attraction.size for problem in models)
    printed = [row[0] for row in published.KDD_TABLE]
    printed[-1] += more
    case.must("the numbers of ads", ads == printed)
    case.must(
        f"{positions} positions", all(problem.examination.size == positions for problem in models)
    )
    case.number("ads", "ads", ads)
    case.number("models", "models", queries.source())
    return with_fits(case)


@check("pbm:table-1-largest")
@twin("the largest attraction of the first row, moved", gives="not reproduced", moved=0.001)
def table_1_largest(profile, moved=0.0):
    """Compares the largest attraction of each model with the table, to the printed digits."""
    case = Case()
    agreement(case, "largest", moved)
    return with_fits(case)


@check("pbm:table-1-smallest")
@twin("the smallest attraction of the first row, moved", gives="not reproduced", moved=0.001)
def table_1_smallest(profile, moved=0.0):
    """Compares the smallest attraction of each model with the table, to the printed digits."""
    case = Case()
    agreement(case, "smallest", moved)
    table = queries.table_1()
    row = table.loc[(table["smallest, printed"] - table["smallest, fitted"]).abs().idxmax()]
    smallest, second = float(row["smallest, fitted"]), float(row["second smallest, fitted"])
    case.number("smallest", "smallest of that model", smallest)
    case.number("second", "second smallest of that model", second)
    return with_fits(case)


@check("pbm:selection-rule")
def selection_rule(profile):
    """Compares the printed records with 3,000 a pair of ad and position, and the ads with five."""
    case = Case()
    ads = [row[0] for row in published.KDD_TABLE]
    ratios = [Fraction(records, 3000 * number) for number, records, *_ in published.KDD_TABLE]
    case.must("at least five ads", min(ads) >= 5)
    case.must("at least 3,000 records an ad", min(ratios) >= 1)
    case.number("ratio", "smallest ratio of records to 3,000 K", float(min(ratios)))
    case.number("fewest", "fewest ads", min(ads))
    case.number("queries", "queries", len(ads))
    return case.finding(holds="open")


@check("pbm:log-lines")
def log_lines(profile):
    """Adds up the records of the eight queries; the log itself is not public."""
    case = Case()
    records = sum(row[1] for row in published.KDD_TABLE)
    case.must("fewer than the log's lines", records < 149_639_105)
    case.number("records", "records of the eight queries", records)
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
    case.number("models", "models", queries.source())
    return case.finding()
