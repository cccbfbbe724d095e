"""What a log says of one query: the counts, the part that can be compared, the fit, intervals."""

from __future__ import annotations

import heapq
import itertools
import operator
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from clickbandits import clicklog
from clickbandits.core import Problem
from clickbandits.pbm.fitting import Fit, connected_parts, fit, standard_errors
from compendium.your_own_log.example import TRUTH, example_log, item_name
from compendium.your_own_log.intervals import Intervals, intervals
from compendium.your_own_log.labels import visible


class ReportError(ValueError):
    """A log, or a query of it, on which there is nothing to report; the message says why."""


class Study(NamedTuple):
    """A query of a log and what was estimated from it.

    counts : ClickCounts, the whole log
    largest : tuple of (query, displays), the queries with most displays
    query : str
    labels : tuple of str, the names of the query's items
    clicks, plays : int64 arrays, shape (n_items, n_positions)
    whole : Fit, of all items and positions; used for what it says is not identified
    items, positions : int64 arrays, the rows and columns of the part that is estimated, from 0
    fitted : Fit, of that part, in the order of `items` and `positions`
    attraction, examination : Intervals, of that part
    truth : Problem or None, the model of the example in the order of `items` and `positions`
    """

    counts: clicklog.ClickCounts
    largest: tuple[tuple[str, int], ...]
    query: str
    labels: tuple[str, ...]
    clicks: np.ndarray
    plays: np.ndarray
    whole: Fit
    items: np.ndarray
    positions: np.ndarray
    fitted: Fit
    attraction: Intervals
    examination: Intervals
    truth: Problem | None

    @property
    def table(self):
        """Clicks and plays of the part that is estimated."""
        part = np.ix_(self.items, self.positions)
        return self.clicks[part], self.plays[part]


def study(log: str = "", format: str = "", query: str = "", on_bad_line: str = "error") -> Study:
    """Read a log, choose a query, and fit the position-based model to it.

    Parameters
    ----------
    log : str
        Path of the log; "" makes the example and skips its bad lines.
    format : str
        A name of `clicklog.FORMATS`; "" detects it.
    query : str
        "" takes the query with the most displays.
    on_bad_line : "error" or "skip"

    Raises
    ------
    ReportError
        Where the log does not have the query, or there is nothing that could be estimated.
    ClickLogError, OSError
        As `clicklog.read`.
    """
    counts = read(log, format, on_bad_line)
    largest = largest_queries(counts)
    query = query or largest[0][0]
    try:
        clicks, plays = counts.for_query(query)
    except KeyError:
        some = ", ".join(visible(name, 30) for name, _ in largest[:5])
        more = f" and {len(counts) - 5:,} more" if len(counts) > 5 else ""
        raise ReportError(f"the log has no query {visible(query)}; it has {some}{more}") from None
    refuse_hopeless(query, clicks, plays)
    items, positions = comparable(clicks, plays)
    part = clicks[np.ix_(items, positions)], plays[np.ix_(items, positions)]
    fitted = fit(*part)
    errors = standard_errors(fitted, *part)
    labels = counts.items(query)
    truth = None
    if not log:
        order = [int(labels[item]) - int(item_name(0)) for item in items]
        truth = Problem(TRUTH.attraction[order], TRUTH.examination[positions])
    return Study(
        counts, largest, query, labels, clicks, plays, fit(clicks, plays),
        items, positions, fitted, *intervals(fitted, errors, *part), truth,
    )  # fmt: skip


def read(log: str, format: str, on_bad_line: str) -> clicklog.ClickCounts:
    """The counts of a log, or of the example."""
    if log:
        return clicklog.read(log, format or None, on_bad_line)
    with tempfile.TemporaryDirectory() as folder:
        return clicklog.read(example_log(Path(folder) / "example.tsv"), on_bad_line="skip")


def largest_queries(counts, number=11) -> tuple[tuple[str, int], ...]:
    """The queries with most displays, most first; one pass, whatever their number."""
    by_query = itertools.groupby(counts.rows(), key=operator.itemgetter(0))
    sizes = ((query, sum(plays for *_, plays in cells)) for query, cells in by_query)
    return tuple(heapq.nlargest(number, sizes, key=operator.itemgetter(1)))


def refuse_hopeless(query, clicks, plays):
    """Raise ReportError where no model can be estimated at all, with the reason."""
    if not clicks.any():
        raise ReportError(
            f"query {visible(query)} has no clicks in {plays.sum():,} displays: they would fit "
            "every examination, with attraction 0. Choose another query, or a longer log"
        )
    if (clicks == plays).all():
        raise ReportError(
            f"every display of query {visible(query)} was clicked ({plays.sum():,}): nothing tells "
            "its items or positions apart. Does the log keep the displays without a click?"
        )
    used = (plays > 0).any(axis=0).sum()
    if used > 1 and comparable(clicks, plays)[1].size == 1:
        raise ReportError(
            f"the log cannot identify the model of query {visible(query)}: no two of its {used} "
            "positions ever showed the same clicked item, so that good items and good positions "
            "cannot be told apart. It takes items that were shown at two positions"
        )


def comparable(clicks, plays):
    """The items and positions of the connected part with the most displays.

    With them go those that were never clicked, but met a member of the part that was.
    """
    items, positions, parts = connected_parts(clicks, plays)
    of_item, of_position = np.split(parts, [items.size])
    inside = [
        (plays[np.ix_(items & (of_item == part), positions & (of_position == part))].sum(), -part)
        for part in range(parts.max() + 1)
    ]
    part = -max(inside)[1]
    rows, columns = items & (of_item == part), positions & (of_position == part)
    silent_rows = ~items & (plays[:, columns] > 0).any(axis=1)
    silent_columns = ~positions & (plays[rows] > 0).any(axis=0)
    return np.flatnonzero(rows | silent_rows), np.flatnonzero(columns | silent_columns)
