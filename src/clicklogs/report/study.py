"""The estimates of a fit for one query of a log, and the part of the query that can be compared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from clickbandits.core import Problem

from ..counts import ClickCounts
from ..fit import LogFit, fit_log
from ..inspection import Finding
from ..ranking import displays
from .labels import visible

LARGEST = 11
"""The number of queries that are named on the page."""


class ReportError(ValueError):
    """Raised if there is nothing to report on a log or one of its queries; the message explains why."""


class Estimates(NamedTuple):
    """Estimates with 95 % intervals, which are NaN if there is none.

    value, low, high : float64 arrays
    note : tuple of str, a remark on each estimate, or ""
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray
    note: tuple[str, ...]

    def hold(self, truth) -> np.ndarray:
        """Whether each interval contains the true value."""
        return (self.low <= truth) & (truth <= self.high)


class Study(NamedTuple):
    """A query of a log with its estimates.

    counts : ClickCounts, the whole log
    fit : LogFit, of the whole log
    largest : tuple of (query, displays), the queries with most displays
    passed : tuple of str, the reasons why queries with more displays were not chosen
    query : str
    labels : tuple of str, the names of the query's items
    clicks, plays : int64 arrays, shape (n_items, n_positions of the log)
    items, positions : int64 arrays, the rows and columns of the part that is compared, from 0
    attraction, examination : Estimates, of that part
    truth : Problem or None, the model that drew the log, in the order of `items` and `positions`
    """

    counts: ClickCounts
    fit: LogFit
    largest: tuple[tuple[str, int], ...]
    passed: tuple[str, ...]
    query: str
    labels: tuple[str, ...]
    clicks: np.ndarray
    plays: np.ndarray
    items: np.ndarray
    positions: np.ndarray
    attraction: Estimates
    examination: Estimates
    truth: Problem | None

    @property
    def table(self):
        """Clicks and plays of the part that is compared."""
        part = np.ix_(self.items, self.positions)
        return self.clicks[part], self.plays[part]

    @property
    def apart(self) -> np.ndarray:
        """The positions of the query, from 0, that the log does not compare with the others."""
        return np.setdiff1d(np.flatnonzero(self.plays.any(axis=0)), self.positions)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that makes values or rankings of the query wrong."""
        return self.fit.findings(self.query)

    @property
    def contradicted(self) -> bool:
        """Whether the counts contradict the model."""
        return any(finding.kind == "counts" for finding in self.findings)

    @property
    def doubtful(self) -> bool:
        """Whether some finding withholds values."""
        return any(finding.withholds for finding in self.findings)

    @property
    def intervals(self) -> int:
        """The number of intervals."""
        ends = np.append(self.attraction.low, self.examination.low)
        return int(np.isfinite(ends).sum())

    @property
    def held(self) -> int:
        """The number of intervals that contain the true value; 0 if it is not known."""
        if self.truth is None:
            return 0
        attraction = self.attraction.hold(self.truth.attraction)
        return int(attraction.sum() + self.examination.hold(self.truth.examination).sum())


def study(counts: ClickCounts, query: str = "", truth: dict | None = None) -> Study:
    """Fit the position-based model to a log, and examine one of its queries.

    Parameters
    ----------
    counts : ClickCounts
    query : str
        "" chooses the one with the most displays among those of the eleven largest queries for which
        something can be estimated.
    truth : dict, optional
        For a simulated log, the attraction by the items' names, and under "examination" the vector.

    Raises
    ------
    ReportError
        If the log does not have the query, or nothing could be estimated.
    """
    largest = largest_queries(counts)
    if query and query not in set(counts):
        some = ", ".join(visible(other, 30) for other, _ in largest[:5])
        more = f" and {len(counts) - 5:,} more" if len(counts) > 5 else ""
        raise ReportError(f"the log has no query {visible(query)}; it has {some}{more}")
    names = [query] if query else [name for name, _ in largest]
    fit = fit_log(counts) if counts.cells().clicks.any() else None
    passed: list[str] = []
    for name in names:
        try:
            refuse_hopeless(name, *counts.for_query(name))
            assert fit is not None  # the query has clicks
            pairs = fit.pairs.of_query(name)
            clicks, plays = displays(fit, pairs)
            items, positions = comparable(fit, name, clicks, plays)
            break
        except ReportError as why:
            passed.append(str(why))
    else:
        raise ReportError(passed[0])
    labels = tuple(fit.pairs.items[fit.pairs.item[pairs]].tolist())
    true = None
    if truth:
        attraction = np.array([truth[labels[item]] for item in items])
        true = Problem(attraction, np.asarray(truth["examination"])[positions])
    return Study(
        counts,
        fit,
        largest,
        tuple(passed),
        name,
        labels,
        clicks,
        plays,
        items,
        positions,
        estimates(fit.items().iloc[pairs[items]], "attraction"),
        estimates(fit.positions().iloc[positions], "examination"),
        true,
    )


def estimates(table: pd.DataFrame, of: str) -> Estimates:
    """Some rows of the estimates for items or positions."""
    value, low, high = table[[of, "low", "high"]].to_numpy(float).T
    return Estimates(value, low, high, tuple(table["note"]))


def largest_queries(counts: ClickCounts) -> tuple[tuple[str, int], ...]:
    """The queries with the most displays, in decreasing order."""
    cells = counts.cells()
    sizes = np.zeros(len(cells.queries), dtype=np.int64)
    np.add.at(sizes, cells.query, cells.plays)
    order = np.argsort(-sizes, kind="stable")[:LARGEST]
    return tuple((str(cells.queries[place]), int(sizes[place])) for place in order)


def refuse_hopeless(query, clicks, plays):
    """Raise ReportError, with the reason, if the clicks and displays contain no information."""
    if not clicks.any():
        raise ReportError(
            f"query {visible(query)} has no clicks in {plays.sum():,} displays, so with "
            "attraction 0 every examination fits. Choose another query, or a longer log"
        )
    if (clicks == plays).all():
        raise ReportError(
            f"every display of query {visible(query)} was clicked ({plays.sum():,}), so its items "
            "and positions cannot be compared. Does the log keep the displays without a click?"
        )


def comparable(fit: LogFit, query, clicks, plays) -> tuple[np.ndarray, np.ndarray]:
    """The positions of a query that the log compares, and the items that they show, from 0.

    A position without clicks is compared if such an item was shown at it. Raises ReportError if no
    position is left, or only one of several.
    """
    known = ~np.isnan(fit.low)
    clicked = known & (np.bincount(fit.cells.position, fit.cells.clicks, known.size) > 0)
    shown = (plays[:, clicked] > 0).any(axis=1)
    positions = np.flatnonzero(known & (plays[shown] > 0).any(axis=0))
    used = (plays > 0).any(axis=0).sum()
    if not positions.size:
        raise ReportError(
            f"the log cannot identify the model of query {visible(query)}, because no pair of query "
            f"and item compares its positions with position {fit.reference + 1}, which sets the scale "
            "of the fit. Items that were shown at both are needed"
        )
    if positions.size < min(used, 2):
        raise ReportError(
            f"the log cannot identify the model of query {visible(query)}, because no two of its {used} "
            "positions ever showed the same clicked item. Good items and good positions can then not "
            "be told apart. Items that were shown at two positions are needed"
        )
    return np.flatnonzero(shown), positions
