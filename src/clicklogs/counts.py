"""The result of every reader, which consists of click and play counts and a report on data quality."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

MAX_POSITION = 1000
"""The lowest position that a reader accepts. A larger number is taken for damage, not for a long page."""

SHORTENED = re.compile(r"[1-9](\.|,)[0-9]+E\+[0-9]{2}")
"""The notation of spreadsheets for large numbers."""

MAX_COUNT = 2**63 - 1
"""The largest number of clicks or of plays of a cell."""

FEWEST = 10
"""With this many clicks or more, it is not by chance that none of them is on a page of several rows."""

STRAY, FEW = 0.01, 10
"""Lines, or pages, that break a rule are taken for damage, and may be skipped, if they are at most this share
of all or fewer than FEW."""

MOST_CLICKS = 10
"""Pages with this many clicks or more are counted together."""


class ClickLogError(ValueError):
    """A file cannot be read as a click log; the message contains the place, the reason and a remedy."""


class Report(NamedTuple):
    """The quality of a click log.

    path, format : str
    lines : int, all lines of the file, including the blank ones, which `blank` counts
    used : int, lines that were counted
    refused : dict, from a rule to the number of lines that break it and the first of their line numbers
    repeat_clicks : int, clicks beyond one per display, which are not counted
    cells_cut : int, cells of the counts that had more clicks than plays
    clicks_without_page : int, clicks on items that no page of their session shows (or that the page
        they name does not show), which are not counted
    clicks_before_page : int, clicks before the first page of their session, which are not counted
    clicks_on_earlier_page : int, clicks counted on a page that was not the latest of its session
    repeated_items : int, items shown again on a page, which count only at their first position
    test_pages : int, pages whose clicks are withheld (record T of the Yandex challenge), left out
    last_line_cut : bool, whether the last line lacks its line end, as in a truncated file
    clicks_by_page : tuple of int, or None if the displays of a list cannot be told apart; the numbers
        of pages on which no item was clicked, one, two, ..., MOST_CLICKS or more
    unused : tuple of str, one sentence per column that looks familiar but is not used
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
    unused: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """One sentence each about whatever was refused, cut, merged, left out or not used."""
        sentences = []
        for rule, (count, numbers) in self.refused.items():
            first = ", ".join(map(str, numbers)) + (", ..." if count > len(numbers) else "")
            sentences.append(f"{count:,} lines refused: {rule} (line {first})")
        amounts = {
            "blank lines": self.blank,
            "repeat clicks, not counted": self.repeat_clicks,
            "cells with more clicks than plays, cut to one click per play": self.cells_cut,
            "clicks on items that no page shows, not counted": self.clicks_without_page,
            "clicks before the first page of their session, not counted": self.clicks_before_page,
            "clicks on an earlier page of their session, counted there": self.clicks_on_earlier_page,
            "items shown again on a page, counted at their first position": self.repeated_items,
            "test pages without published clicks, left out": self.test_pages,
        }
        sentences += [f"{amount:,} {what}" for what, amount in amounts.items() if amount]
        sentences += ["the last line has no line end, so the file may be truncated"] * self.last_line_cut
        return [*sentences, *self.unused]


class Cells(NamedTuple):
    """Counts as columns. A log has one row per cell, query by query, in the order of their first rows.

    queries : object array, shape (n_queries,), str
    items : object array, shape (n_items,), str; an item of two queries occurs once
    query, item : integer arrays, shape (n_cells,), places in `queries` and `items`
    position : integer array, shape (n_cells,), from 1
    clicks, plays : int64 arrays, shape (n_cells,)
    """

    queries: np.ndarray
    items: np.ndarray
    query: np.ndarray
    item: np.ndarray
    position: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray

    def some(self, rows: np.ndarray) -> Cells:
        return Cells(self.queries, self.items, *(column[rows] for column in self[2:]))


def added_up(queries, items, query, item, position, clicks, plays) -> Cells:
    """The cells of rows in any order, with columns as in `Cells`; several rows may belong to one cell.

    The sum of the plays, and that of the clicks, is at most MAX_COUNT.
    """
    import pandas as pd

    n_items, n_positions = len(items), int(position.max()) + 1
    if len(queries) * n_items * n_positions > MAX_COUNT:
        raise ClickLogError("too many queries and items for one table; count the queries in parts")
    key = (query.astype(np.int64) * n_items + item) * n_positions + position
    cell, key = pd.factorize(key)  # in the order of their first rows
    if plays.sum(dtype=float) < 2**53 > clicks.sum(dtype=float):  # floats are exact, and faster
        total = np.array([np.bincount(cell, x, len(key)) for x in (clicks, plays)]).astype(np.int64)
    else:
        total = np.zeros((2, len(key)), np.int64)
        np.add.at(total[0], cell, clicks)
        np.add.at(total[1], cell, plays)
    del cell  # with many millions of rows, the memory of every column matters
    position = (key % n_positions).astype(np.int16)
    key //= n_positions
    number, seen = pd.factorize((key // n_items).astype(np.int32))
    order = np.argsort(number, kind="stable")
    item, used = pd.factorize((key % n_items).astype(np.int32)[order])
    return Cells(
        queries[seen],
        items[used],
        number[order].astype(np.int32),
        item.astype(np.int32),
        position[order],
        *total[:, order],
    )


class ClickCounts:
    """Counts of a click log per query, item and position.

    Parameters
    ----------
    cells : Cells
    report : Report
    pages : Pages, if the displays of a list can be told apart
    order : Pages, if they cannot, but their order is known; see `in_order`

    Attributes
    ----------
    queries : tuple of str, in the order of their first line
    report : Report

    Iteration yields the queries one by one.
    """

    def __init__(self, cells: Cells, report: Report, pages: Pages | None = None, order: Pages | None = None):
        self._cells = cells
        self.report = report
        self.pages = pages
        self.order = order

    @functools.cached_property
    def queries(self) -> tuple[str, ...]:
        return tuple(self._cells.queries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells.queries)

    def __len__(self) -> int:
        return len(self._cells.queries)

    def __repr__(self) -> str:
        cells, report = self._cells, self.report
        head = (
            f"Counts of {report.path}: {cells.clicks.sum():,} clicks in {cells.plays.sum():,} "
            f"displays; {len(self):,} queries, {len(cells.items):,} items, "
            f"{cells.position.max()} positions"
        )
        return "\n".join([head, *report.sentences()])

    @functools.cached_property
    def _number(self) -> dict[str, int]:
        return {query: number for number, query in enumerate(self)}

    def _of(self, query) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
        """Items, positions, clicks and plays of the cells of a query."""
        number = self._number.get(str(query))
        if number is None:
            raise KeyError(f"the log has no query {query!r}; it has {len(self)} queries")
        all_cells = self._cells
        cells = slice(*np.searchsorted(all_cells.query, [number, number + 1]).tolist())
        items = all_cells.items[all_cells.item[cells]].tolist()
        return items, all_cells.position[cells], all_cells.clicks[cells], all_cells.plays[cells]

    def items(self, query) -> tuple[str, ...]:
        """The items of a query by their first line, which is the order of the rows of `for_query`."""
        return tuple(dict.fromkeys(self._of(query)[0]))

    def for_query(self, query) -> tuple[np.ndarray, np.ndarray]:
        """Clicks and plays of a query.

        Returns
        -------
        clicks, plays : int64 arrays, shape (n_items, n_positions)
            Column l is position l + 1, up to the lowest position at which the query showed an item.
            It is always true that 0 <= clicks <= plays.

        Raises
        ------
        KeyError
            If the log does not have the query.
        """
        items, position, *counts = self._of(query)
        rows = {item: row for row, item in enumerate(dict.fromkeys(items))}
        place = [rows[item] for item in items], position - 1
        clicks, plays = np.zeros((2, len(rows), int(position.max())), dtype=np.int64)
        clicks[place], plays[place] = counts
        return clicks, plays

    def cells(self) -> Cells:
        """Every cell, as integer columns and the labels that they index."""
        return self._cells

    def frame(self):
        """Every cell as a row of a pandas frame.

        Returns
        -------
        pandas.DataFrame
            Columns query, item (categorical, of str), position (from 1), clicks, plays (numbers of
            events). Rows are ordered query by query, and within a query by the first line of the cell.
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
        return self.frame().itertuples(index=False, name=None)


@dataclass(frozen=True, eq=False)
class Pages:
    """The displays of a log whose pages can be told apart, or of a part of such a log.

    last : int, the largest page number of the log (in a file, a line number); the smallest is 1
    rows : Cells, one per display of the whole log; an item is on a page only once
    page : integer array, shape (n_rows,)
    report : Report, on the whole log
    part : boolean array, shape (n_rows,), or None for all
    """

    last: int
    rows: Cells
    page: np.ndarray
    report: Report
    part: np.ndarray | None = None

    def counts(self, choose: Callable[[np.ndarray], np.ndarray]) -> ClickCounts:
        """The counts of the pages that are chosen by a function of the array of their numbers."""
        chosen = choose(self.page) if self.part is None else self.part & choose(self.page)
        part = replace(self, part=chosen)
        return counts(part.shown()[0], self.report, part)

    def shown(self) -> tuple[Cells, np.ndarray]:
        """The displays, and the numbers of their pages."""
        if self.part is None:
            return self.rows, self.page
        return self.rows.some(self.part), self.page[self.part]


def in_order(rows: Cells, report: Report) -> Pages:
    """Displays in their order, page after page if their positions are 1, 2, ... again and again.

    Otherwise each display is a page of its own. In this case, a dependence between clicks cannot be
    found, but a change over time can.
    """
    first = rows.position == 1
    follows = np.diff(rows.position, prepend=0) == 1
    same = np.diff(rows.query, prepend=-1) == 0
    whole = bool((first | (follows & same)).all())
    page = np.cumsum(first) if whole else np.arange(1, first.size + 1)
    return Pages(int(page[-1]), rows._replace(clicks=np.minimum(rows.clicks, 1)), page, report)


def counts(
    rows: Cells, report: Report, pages: Pages | None = None, order: Pages | None = None
) -> ClickCounts:
    """The counts of rows. If a cell has more clicks than plays, its clicks are cut."""
    if not len(rows.query):
        raise empty_part(report.path)
    cells = added_up(*rows)
    excess = np.maximum(cells.clicks - cells.plays, 0)
    cells.clicks[:] -= excess
    short = [item for item in cells.items if "E+" in item and SHORTENED.fullmatch(item)]
    if short:
        report = report._replace(
            unused=(
                *report.unused,
                f"{len(short):,} items look like {short[0]!r}: "
                "a spreadsheet has shortened them, so different items may have become one",
            )
        )
    report = report._replace(
        repeat_clicks=report.repeat_clicks + int(excess.sum()), cells_cut=int((excess > 0).sum())
    )
    return ClickCounts(cells, report, pages, order)


def counts_of_pages(
    rows: Cells,
    page: np.ndarray,
    names: tuple[str, ...],
    report: Report,
    place: np.ndarray,
    unit: str,
    last: int,
    skips: bool = False,
) -> ClickCounts:
    """The counts of rows whose pages are known.

    page : integer array, shape (n_rows,), from 1, growing with the first rows
    names : of the columns that distinguish the pages
    place : integer array, shape (n_rows,), the number of each row for messages, which count in `unit`
    last : int, the largest number that a page can have
    skips : bool, whether to leave out pages with two queries, or two items at one position, if they are few

    Raises ClickLogError if there are such pages, and they are too many or must not be left out.
    """
    every_page, every_place = page, place

    def without(wrong, what) -> ClickCounts:
        """The counts without the pages of wrong rows."""
        odd, n_all = np.unique(page[wrong]), np.unique(page).size
        few = odd.size <= STRAY * n_all or odd.size < min(FEW, n_all / 2)
        if not (skips and few):
            remedy = '; on_bad_line="skip" leaves them out' if few and unit == "line" else ""
            raise ClickLogError(
                f"the page of {unit} {place[wrong.argmax()]} {what}: "
                f"{' and '.join(map(repr, names))} must distinguish one display of a list from another; "
                f"page can name several columns. Of {n_all:,} pages {odd.size:,} are like this{remedy}"
            )
        good = ~np.isin(every_page, odd)
        lost = every_place[~good]
        refused = {f"the page {what}": (lost.size, tuple(lost[:5].tolist()))}
        left = report._replace(used=report.used - lost.size, refused=report.refused | refused)
        return counts_of_pages(
            rows.some(good), every_page[good], names, left, every_place[good], unit, last, skips
        )

    n_pages = int(page.max())
    query = np.empty(n_pages + 1, np.int32)
    query[page[::-1]] = rows.query[::-1]  # of its first row
    if (wrong := rows.query != query[page]).any():
        return without(wrong, "has two queries")
    once, clicks, n_rows = rows, rows.clicks, len(rows.query)
    shown = page.astype(np.int64) * len(rows.items) + rows.item
    if repeats(shown):  # otherwise save the sort, which takes seconds for large logs
        order = np.lexsort((rows.position, shown))
        starts = np.flatnonzero(np.diff(shown[order], prepend=-1))
        first = order[starts]  # the uppermost row of every item on every page
        clicks = np.add.reduceat(rows.clicks[order], starts)
        by_row = np.argsort(first)
        first, clicks = first[by_row], clicks[by_row]
        once, page, place = rows.some(first), page[first], place[first]
    del shown
    slots = page.astype(np.int64) * (int(once.position.max()) + 1) + once.position
    if repeats(slots):
        order = np.argsort(slots, kind="stable")
        twice = np.zeros(len(slots), bool)
        twice[order[1:]] = np.diff(slots[order]) == 0
        return without(twice, "has two items at one position")
    del slots
    once = once._replace(clicks=np.minimum(clicks, 1))
    by_page = np.bincount(page[once.clicks > 0], minlength=n_pages + 1)
    sizes = np.bincount(page, minlength=n_pages + 1)
    alone, silent = int((by_page > 0).sum()), int(((sizes > 1) & (by_page == 0)).sum())
    if silent >= alone >= FEWEST and (sizes == by_page)[by_page > 0].all():
        raise ClickLogError(
            f"{alone:,} pages consist of clicks alone, and {silent:,} pages of several rows have no click. "
            "A click in a row of its own counts its display twice, unless "
            f"{' and '.join(map(repr, names))} is the same in both rows; page names the columns"
        )
    by_page = by_page[sizes > 0]
    report = report._replace(
        repeat_clicks=int((clicks - once.clicks).sum()),
        repeated_items=n_rows - len(once.query),
        clicks_by_page=tuple(
            np.bincount(np.minimum(by_page, MOST_CLICKS), minlength=MOST_CLICKS + 1).tolist()
        ),
    )

    return counts(once, report, Pages(last, once, page, report))


def repeats(numbers: np.ndarray) -> bool:
    """Whether some number occurs twice."""
    ordered = np.sort(numbers)
    return bool((ordered[1:] == ordered[:-1]).any())


def empty_part(path) -> ClickLogError:
    return ClickLogError(f"a part of {path} is empty, because it has too few displays to be split")
