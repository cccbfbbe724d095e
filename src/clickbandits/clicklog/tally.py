"""What every reader produces: counts of clicks and plays, and a report on the file's quality."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

MAX_POSITION = 1000
"""The lowest position a reader accepts; what is below is a damaged number, not a page."""

MAX_COUNT = 2**63 - 1
"""The largest clicks or plays of a cell."""

MOST_CLICKS = 10
"""Pages with so many clicks or more are counted together."""


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
    clicks_without_page : int, clicks on what no page of their session shows (or not the page they
        name), which are not counted
    clicks_before_page : int, clicks before the first page of their session, which are not counted
    clicks_on_earlier_page : int, clicks counted on a page that was not the latest of its session
    repeated_items : int, items shown again on a page, which count at their first position alone
    test_pages : int, pages whose clicks are withheld (record T of the Yandex challenge), left out
    last_line_cut : bool, whether the last line has no end, as in a file that was cut
    clicks_by_page : tuple of int, or None where the log does not tell the displays of a list apart;
        the pages on which no item was clicked, one, two, ..., MOST_CLICKS or more
    """

    path: str
    format: str
    lines: int
    used: int
    blank: int = 0
    refused: dict[str, tuple[int, tuple[int, ...]]] = {}
    repeat_clicks: int = 0
    cells_cut: int = 0
    clicks_without_page: int = 0
    clicks_before_page: int = 0
    clicks_on_earlier_page: int = 0
    repeated_items: int = 0
    test_pages: int = 0
    last_line_cut: bool = False
    clicks_by_page: tuple[int, ...] | None = None


class Pages(NamedTuple):
    """How the displays of a log are told apart.

    last : int, the largest number of a page (in a file: its line); the smallest is 1
    counts : function, from a function that tells for an array of such numbers which pages are
        chosen, to the counts of these pages
    """

    last: int
    counts: Callable[[Callable[[np.ndarray], np.ndarray]], ClickCounts]


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a log as columns: those of a query together, in the order of their first rows.

    queries : object array, shape (n_queries,), str
    items : object array, shape (n_items,), str; an item of two queries is there once
    query, item : integer arrays, shape (n_cells,), places in `queries` (never decreasing) and
        `items`
    position : integer array, shape (n_cells,), from 1
    clicks, plays : int64 arrays, shape (n_cells,)

    `clicklog.stored.StoredCells` is the same on disk.
    """

    queries: np.ndarray
    items: np.ndarray
    query: np.ndarray
    item: np.ndarray
    position: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray

    def __len__(self) -> int:
        return len(self.queries)

    def __iter__(self) -> Iterator[str]:
        return iter(self.queries)

    @functools.cached_property
    def _number(self) -> dict[str, int]:
        return {query: number for number, query in enumerate(self.queries)}

    def of(self, query: str) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
        """Items, positions, clicks and plays of the cells of a query; KeyError if it has none."""
        number = self._number[query]
        cells = slice(*np.searchsorted(self.query, [number, number + 1]).tolist())
        items = self.items[self.item[cells]].tolist()
        return items, self.position[cells], self.clicks[cells], self.plays[cells]

    def in_memory(self) -> Cells:
        return self

    def with_counts(self, clicks: np.ndarray, plays: np.ndarray) -> Cells:
        """The cells with other counts; those without plays are left out."""
        some = plays > 0
        if not some.any():
            raise empty_part("the log")
        return added_up(
            self.queries, self.items, self.query[some], self.item[some], self.position[some],
            clicks[some], plays[some],
        )  # fmt: skip


def added_up(queries, items, query, item, position, clicks, plays) -> Cells:
    """The cells of rows in any order, several of which may be of one cell; columns as in `Cells`.

    The plays, and the clicks, add up to at most MAX_COUNT.
    """
    import pandas as pd  # which reading a small log does not need

    n_items, n_positions = len(items), int(position.max()) + 1
    if len(queries) * n_items * n_positions > MAX_COUNT:
        raise ClickLogError("too many queries and items for one table; count the queries in parts")
    key = (query.astype(np.int64) * n_items + item) * n_positions + position
    cell, key = pd.factorize(key)  # in the order of their first rows
    total = np.zeros((2, len(key)), np.int64)
    np.add.at(total[0], cell, clicks)
    np.add.at(total[1], cell, plays)
    del cell  # of many millions of rows every column counts
    position = (key % n_positions).astype(np.int16)
    key //= n_positions
    number, seen = pd.factorize((key // n_items).astype(np.int32))
    order = np.argsort(number, kind="stable")
    item, used = pd.factorize((key % n_items).astype(np.int32)[order])
    return Cells(
        queries[seen], items[used], number[order].astype(np.int32), item.astype(np.int32),
        position[order], *total[:, order],
    )  # fmt: skip


class ClickCounts:
    """Counts of a click log per query, item and position.

    Parameters
    ----------
    cells : Cells, or the same on disk
    report : Report
    pages : Pages, where the log tells the displays of a list apart

    Attributes
    ----------
    queries : tuple of str, in the order of their first line; built when it is first asked for
        (of a log with many millions of queries it is larger than all that reading needed)
    report : Report

    Iterating over it gives the queries one by one, without that tuple.
    """

    def __init__(self, cells: Any, report: Report, pages: Pages | None = None):
        self._cells = cells
        self.report = report
        self.pages = pages

    @functools.cached_property
    def queries(self) -> tuple[str, ...]:
        return tuple(self._cells)

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def _of(self, query) -> tuple:
        try:
            return self._cells.of(str(query))
        except KeyError:
            raise KeyError(
                f"the log has no query {query!r}; it has {len(self._cells)} queries"
            ) from None

    def items(self, query) -> tuple[str, ...]:
        """The items of a query, in the order of the rows of `for_query`: by their first line."""
        return tuple(dict.fromkeys(self._of(query)[0]))

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
        items, position, *counts = self._of(query)
        rows = {item: row for row, item in enumerate(dict.fromkeys(items))}
        place = [rows[item] for item in items], position - 1
        clicks, plays = np.zeros((2, len(rows), int(position.max())), dtype=np.int64)
        clicks[place], plays[place] = counts
        return clicks, plays

    def cells(self) -> Cells:
        """Every cell, as integer columns and the labels they point at; in memory."""
        return self._cells.in_memory()

    def frame(self):
        """Every cell as a row of a pandas frame.

        Returns
        -------
        pandas.DataFrame
            Columns query, item (categorical, of str), position (from 1), clicks, plays (numbers of
            events); query by query, and of a query by the first line of the cell.
        """
        import pandas as pd

        cells = self.cells()
        return pd.DataFrame(
            {
                "query": pd.Categorical.from_codes(cells.query, pd.Index(cells.queries, dtype=str)),
                "item": pd.Categorical.from_codes(cells.item, pd.Index(cells.items, dtype=str)),
                "position": cells.position.astype(np.int64),
                "clicks": cells.clicks,
                "plays": cells.plays,
            }
        )

    def rows(self) -> Iterator[tuple[str, str, int, int, int]]:
        """Every cell as query, item, position (from 1), clicks, plays; in the order of `frame`."""
        for query in self:
            items, *columns = self._cells.of(query)
            columns = [column.tolist() for column in columns]
            for item, position, clicks, plays in zip(items, *columns, strict=True):
                yield query, item, position, clicks, plays


class Tally:
    """What a reader writes to while it goes through a file; positions are 1-based.

    choose : function, as `Pages.counts` takes it; of the other pages nothing is counted
    """

    def __init__(self, choose: Callable[[np.ndarray], np.ndarray] | None = None):
        self.cells: dict[str, dict[tuple[str, int], list[int]]] = {}
        self.repeat_clicks = self.clicks_without_page = self.clicks_before_page = 0
        self.clicks_on_earlier_page = self.repeated_items = self.test_pages = 0
        self.clicks_by_page = [0] * (MOST_CLICKS + 1)
        self.choose = choose
        self.line = 0  # the number of the line that is being counted

    def chosen(self) -> bool:
        """Whether the page on this line is to be counted."""
        return self.choose is None or bool(self.choose(np.array([self.line]))[0])

    def count(self, query, item, position, clicks, plays):
        """Add clicks and plays of one cell."""
        cell = self.cells.setdefault(query, {}).setdefault((item, position), [0, 0])
        cell[0] += clicks
        cell[1] += plays

    def columns(self) -> Cells:
        """What was counted."""
        items: dict[str, int] = {}
        rows = [
            (number, items.setdefault(item, len(items)), position, *counts)
            for number, cells in enumerate(self.cells.values())
            for (item, position), counts in cells.items()
        ]
        query, item, position, clicks, plays = np.array(rows, dtype=np.int64).T.copy()
        return Cells(
            np.array(list(self.cells), dtype=object), np.array(list(items), dtype=object),
            query.astype(np.int32), item.astype(np.int32), position.astype(np.int16),
            clicks, plays,
        )  # fmt: skip


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


def empty_part(path) -> ClickLogError:
    return ClickLogError(f"a part of {path} is empty: it has too few displays to be split")
