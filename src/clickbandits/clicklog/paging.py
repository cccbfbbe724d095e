"""Rows of which each is an item of one display of a list, a page: counted page by page."""

from __future__ import annotations

from array import array
from typing import NamedTuple

import numpy as np

from .tally import (
    MOST_CLICKS,
    ClickCounts,
    ClickLogError,
    Pages,
    Report,
    Tally,
    added_up,
    empty_part,
)  # fmt: skip


class Rows(NamedTuple):
    """Rows as columns: see `Cells`, but in any order, and there may be several of a cell."""

    queries: np.ndarray
    items: np.ndarray
    query: np.ndarray
    item: np.ndarray
    position: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray

    def some(self, rows: np.ndarray) -> Rows:
        return Rows(self.queries, self.items, *(column[rows] for column in self[2:]))


def counts(rows: Rows, report: Report, pages: Pages | None = None) -> ClickCounts:
    """The counts of rows; of a cell with more clicks than plays the former are cut."""
    if not len(rows.query):
        raise empty_part(report.path)
    cells = added_up(*rows)
    excess = np.maximum(cells.clicks - cells.plays, 0)
    cells.clicks[:] -= excess
    report = report._replace(
        repeat_clicks=report.repeat_clicks + int(excess.sum()), cells_cut=int((excess > 0).sum())
    )
    return ClickCounts(cells, report, pages)


def counts_of_pages(
    rows: Rows, page: np.ndarray, names: tuple[str, ...], report: Report, place: np.ndarray,
    unit: str,
) -> ClickCounts:  # fmt: skip
    """The counts of rows whose pages are known.

    page : integer array, shape (n_rows,), from 1, by their first rows
    names : of the columns that tell the pages apart
    place : integer array, shape (n_rows,), the number of a row for a message; `unit` says of what

    Raises ClickLogError where a page has two queries, or two items at one position.
    """

    def refuse(wrong, what):
        if wrong.any():
            raise ClickLogError(
                f"the page of {unit} {place[wrong.argmax()]} {what}: "
                f"{' and '.join(map(repr, names))} must tell one display of a list from another; "
                "page may name several columns"
            )

    n_pages = int(page.max())
    query = np.empty(n_pages + 1, np.int64)
    query[page[::-1]] = rows.query[::-1]  # of its first row
    refuse(rows.query != query[page], "has two queries")
    shown = page * len(rows.items) + rows.item
    order = np.lexsort((rows.position, shown))
    starts = np.flatnonzero(np.diff(shown[order], prepend=-1))
    first = order[starts]  # the uppermost row of every item on every page
    clicks = np.add.reduceat(rows.clicks[order], starts)
    by_row = np.argsort(first)
    first, clicks = first[by_row], clicks[by_row]
    once, page = rows.some(first)._replace(clicks=np.minimum(clicks, 1)), page[first]
    slot = np.lexsort((once.position, page))
    twice = np.zeros(len(rows.query), bool)
    twice[first[slot[1:]]] = (np.diff(page[slot]) == 0) & (np.diff(once.position[slot]) == 0)
    refuse(twice, "has two items at one position")
    by_page = np.bincount(page[once.clicks > 0], minlength=n_pages + 1)[1:]
    report = report._replace(
        repeat_clicks=int((clicks - once.clicks).sum()),
        repeated_items=len(rows.query) - len(first),
        clicks_by_page=tuple(
            np.bincount(np.minimum(by_page, MOST_CLICKS), minlength=MOST_CLICKS + 1).tolist()
        ),
    )

    def of_pages(choose) -> ClickCounts:
        return counts(once.some(choose(page)), report)

    return counts(once, report, Pages(n_pages, of_pages))


class PageRows(Tally):
    """What the strict reader writes to where the rows of a table are items of pages."""

    def __init__(self):
        super().__init__()
        self._texts: dict[str, dict] = {"page": {}, "query": {}, "item": {}}
        self._columns = {
            name: array("q") for name in ("page", "query", "item", "position", "clicks", "line")
        }

    def show(self, page, query, item, position, clicks):
        """Add a row."""
        for name, text in (("page", page), ("query", query), ("item", item)):
            known = self._texts[name]
            self._columns[name].append(known.setdefault(text, len(known)))
        for name, number in (("position", position), ("clicks", clicks), ("line", self.line)):
            self._columns[name].append(number)

    def counts(self, names: tuple[str, ...], report: Report) -> ClickCounts:
        """The counts of the rows, of which there are some."""
        columns = {name: np.array(column) for name, column in self._columns.items()}
        queries, items = (
            np.array(list(self._texts[name]), dtype=object) for name in ("query", "item")
        )
        rows = Rows(
            queries, items, columns["query"], columns["item"], columns["position"],
            columns["clicks"], np.ones_like(columns["item"]),
        )  # fmt: skip
        return counts_of_pages(rows, columns["page"] + 1, names, report, columns["line"], "line")
