"""What a log says of one query: the counts, the part that can be compared, the fit, intervals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core import Problem
from ...pbm.fitting import Fit, connected_parts, fit, standard_errors
from ..counts import ClickCounts
from .intervals import Intervals, intervals
from .labels import visible

MOST_ITEMS = 1000
"""Items of the query that are studied, those with most displays; the fit of the whole log has all.
Standard errors take the cube of this number in time."""


class ReportError(ValueError):
    """A log, or a query of it, on which there is nothing to report; the message says why."""


class Study(NamedTuple):
    """A query of a log and what was estimated from it.

    counts : ClickCounts, the whole log
    largest : tuple of (query, displays), the queries with most displays
    passed : tuple of str, why queries with more displays were passed over
    query : str
    labels : tuple of str, the names of the query's items
    clicks, plays : int64 arrays, shape (n_items, n_positions)
    whole : Fit, of all items and positions; used for what it says is not identified
    items, positions : int64 arrays, the rows and columns of the part that is estimated, from 0
    fitted : Fit, of that part, in the order of `items` and `positions`
    attraction, examination : Intervals, of that part
    truth : Problem or None, the model that drew the log, in the order of `items` and `positions`
    """

    counts: ClickCounts
    largest: tuple[tuple[str, int], ...]
    passed: tuple[str, ...]
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

    @property
    def held(self) -> int:
        """How many intervals hold the truth; 0 where it is not known."""
        if self.truth is None:
            return 0
        attraction = self.attraction.hold(self.truth.attraction)
        return int(attraction.sum() + self.examination.hold(self.truth.examination).sum())


def study(counts: ClickCounts, query: str = "", truth: dict | None = None) -> Study:
    """Choose a query of a log, and fit the position-based model to it.

    Parameters
    ----------
    counts : ClickCounts
    query : str
        "" takes the one with most displays, of the eleven largest, that can be estimated.
    truth : dict, optional
        For a log that was drawn: the attraction by the items' names, and under "examination" the
        vector.

    Raises
    ------
    ReportError
        Where the log does not have the query, or there is nothing that could be estimated.
    """
    largest = largest_queries(counts)
    passed = []
    for name in (query,) if query else (name for name, _ in largest):
        try:
            clicks, plays = counts.for_query(name)
            refuse_hopeless(name, clicks, plays)
            break
        except KeyError:
            some = ", ".join(visible(other, 30) for other, _ in largest[:5])
            more = f" and {len(counts) - 5:,} more" if len(counts) > 5 else ""
            raise ReportError(
                f"the log has no query {visible(name)}; it has {some}{more}"
            ) from None
        except ReportError as why:
            passed.append(str(why))
    else:
        raise ReportError(passed[0])
    items, positions = comparable(clicks, plays)
    if items.size > MOST_ITEMS:
        most = np.argsort(-plays[items].sum(axis=1), kind="stable")[:MOST_ITEMS]
        items = items[np.sort(most)]
        among, positions = comparable(clicks[items], plays[items])
        items = items[among]
    part = clicks[np.ix_(items, positions)], plays[np.ix_(items, positions)]
    fitted = fit(*part)
    errors = standard_errors(fitted, *part)
    labels = counts.items(name)
    true = None
    if truth:
        attraction = np.array([truth[labels[item]] for item in items])
        true = Problem(attraction, np.asarray(truth["examination"])[positions])
    return Study(
        counts, largest, tuple(passed), name, labels, clicks, plays, fit(clicks, plays),
        items, positions, fitted, *intervals(fitted, errors, *part), true,
    )  # fmt: skip


def largest_queries(counts: ClickCounts, number: int = 11) -> tuple[tuple[str, int], ...]:
    """The queries with most displays, most first."""
    cells = counts.cells()
    sizes = np.zeros(len(cells.queries), dtype=np.int64)
    np.add.at(sizes, cells.query, cells.plays)
    order = np.argsort(-sizes, kind="stable")[:number]
    return tuple((str(cells.queries[place]), int(sizes[place])) for place in order)


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
