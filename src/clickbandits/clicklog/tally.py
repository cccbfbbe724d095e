"""What every reader produces: counts of clicks and plays, and a report on the file's quality."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

MAX_POSITION = 1000
"""The lowest position a reader accepts; what is below is a damaged number, not a page."""

MAX_COUNT = 2**63 - 1
"""The largest clicks or plays of a cell."""


class ClickLogError(ValueError):
    """A file that cannot be read as a click log; the message says where, why and how to go on."""


class BadLine(ValueError):
    """A line that breaks a rule of its format; the message is the rule."""


class Report(NamedTuple):
    """The quality of a click log.

    path, format : str
    lines : int, all lines of the file; blank ones among them are in `blank`
    used : int, lines that were counted
    refused : dict, a rule to the number of lines that break it and the first of their numbers
    repeat_clicks : int, clicks beyond one a display, which are not counted
    cells_cut : int, cells of the counts that had more clicks than plays
    clicks_without_page : int, clicks on what their page does not show, which are not counted
    test_pages : int, pages whose clicks are withheld (record T of the Yandex challenge), left out
    last_line_cut : bool, whether the last line has no end, as in a file that was cut
    """

    path: str
    format: str
    lines: int
    used: int
    blank: int
    refused: dict[str, tuple[int, tuple[int, ...]]]
    repeat_clicks: int
    cells_cut: int
    clicks_without_page: int
    test_pages: int
    last_line_cut: bool


class ClickCounts:
    """Counts of a click log per query, item and position.

    queries : tuple of str, in the order of their first line; built when it is first asked for
        (of a log with many millions of queries it is larger than all that reading needed)
    report : Report

    Iterating over it gives the queries one by one, without that tuple.
    """

    def __init__(self, cells, report: Report):
        self._cells = cells
        self.report = report

    @functools.cached_property
    def queries(self) -> tuple[str, ...]:
        return tuple(self._cells)

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def _of(self, query) -> dict:
        try:
            return self._cells[str(query)]
        except KeyError:
            raise KeyError(
                f"the log has no query {query!r}; it has {len(self._cells)} queries"
            ) from None

    def items(self, query) -> tuple[str, ...]:
        """The items of a query, in the order of the rows of `for_query`: by their first line."""
        return tuple(dict.fromkeys(item for item, _ in self._of(query)))

    def for_query(self, query) -> tuple[np.ndarray, np.ndarray]:
        """Clicks and plays of a query.

        Returns
        -------
        clicks, plays : int64 arrays, shape (n_items, n_positions)
            Column l is position l + 1, up to the lowest at which the query showed anything;
            always 0 <= clicks <= plays.

        Raises
        ------
        KeyError
            Where the log does not have the query.
        """
        cells = self._of(query)
        rows = {item: row for row, item in enumerate(dict.fromkeys(item for item, _ in cells))}
        clicks = np.zeros((len(rows), max(position for _, position in cells)), dtype=np.int64)
        plays = np.zeros_like(clicks)
        for (item, position), (clicked, shown) in cells.items():
            clicks[rows[item], position - 1] = clicked
            plays[rows[item], position - 1] = shown
        return clicks, plays

    def rows(self) -> Iterator[tuple[str, str, int, int, int]]:
        """Every cell as query, item, position (from 1), clicks, plays.

        Query by query, and of a query by the first line of the cell.
        """
        for query in self:
            for (item, position), (clicks, plays) in self._cells[query].items():
                yield query, item, position, clicks, plays


class Tally:
    """What a reader writes to while it goes through a file; positions are 1-based."""

    def __init__(self):
        self.cells: dict[str, dict[tuple[str, int], list[int]]] = {}
        self.repeat_clicks = self.clicks_without_page = self.test_pages = 0
        self.line = 0  # the number of the line that is being counted

    def count(self, query, item, position, clicks, plays):
        """Add clicks and plays of one cell."""
        cell = self.cells.setdefault(query, {}).setdefault((item, position), [0, 0])
        cell[0] += clicks
        cell[1] += plays


def merge_repeats(path, cells) -> tuple[int, int]:
    """Cut clicks to one a play in every cell; how many are cut, and in how many cells.

    Raises ClickLogError where a count exceeds 64 bits.
    """
    n_clicks = n_cells = 0
    for table in cells.values():
        for cell in table.values():
            if max(cell) > MAX_COUNT:
                raise too_many(path)
            if cell[0] > cell[1]:
                n_cells += 1
                n_clicks += cell[0] - cell[1]
                cell[0] = cell[1]
    return n_clicks, n_cells


def too_many(path) -> ClickLogError:
    return ClickLogError(f"{path}: a cell of the counts must be at most {MAX_COUNT:,}")
