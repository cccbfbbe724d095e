"""The result of every reader, which consists of click and play counts and a report on data quality."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

MAX_POSITION = 1000
"""The lowest position that a reader accepts. A larger number is taken for damage, not for a long page."""

SHORTENED = re.compile(r"[1-9](\.|,)[0-9]+E\+[0-9]{2}")
"""The notation of spreadsheets for large numbers."""

MAX_COUNT = 2**63 - 1
"""The largest number of clicks or of plays of a cell."""

LONG = 3
"""Rows in random order grow in position for two rows on average, and those of pages for longer."""

FEWEST = 10
"""With this many clicks or more, it is not by chance that none of them is on a page of several rows."""

STRAY, FEW = 0.01, 10
"""Lines, or pages, that break a rule are taken for damage, and may be skipped, if they are at most this share
of all or fewer than FEW."""

MOST_CLICKS = 10
"""Pages with this many clicks or more are counted together."""


LABELS = ("user", "layout", "time")
"""What a log can say about its displays in addition to their pages."""

Labels = dict[str, tuple[np.ndarray, np.ndarray]]
"""Under some names of LABELS, the codes of the rows and the texts, or values, of the codes."""


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
    def layouts(self) -> tuple[str, ...]:
        """The layouts of the displays, if the log names them; each is fitted by itself."""
        pages = self.pages or self.order
        codes = pages.shown_label("layout") if pages else None
        if pages is None or codes is None:
            return ()
        used = np.bincount(codes) > 0
        return tuple(pages.labels["layout"][1][: used.size][used].tolist())

    def layout(self, name: str) -> ClickCounts:
        """The counts of one layout; ClickLogError if the log does not have it."""
        if str(name) not in self.layouts:
            known = ", ".join(self.layouts) or "none"
            raise ClickLogError(f"the log has no layout {name!r}; it has {known}")
        pages = self.pages or self.order
        assert pages is not None
        codes, names = pages.labels["layout"]
        chosen = codes == names.tolist().index(str(name))
        part = replace(pages, part=chosen if pages.part is None else pages.part & chosen)
        report = self.report._replace(path=f"{self.report.path}, layout {name}")
        return counts(part.shown()[0], report, *((part, None) if self.pages else (None, part)))

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
    whole : bool, whether the rows of a page belong together; otherwise each row is a page of its own
    labels : dict of (codes, names), what the log says about its rows, under "user", "layout" and "time"
    """

    last: int
    rows: Cells
    page: np.ndarray
    report: Report
    part: np.ndarray | None = None
    whole: bool = True
    labels: Labels = field(default_factory=dict)

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

    def shown_label(self, name: str) -> np.ndarray | None:
        """The codes of a label of the displays; None if the log does not have it."""
        codes = self.labels[name][0] if name in self.labels else None
        return codes if codes is None or self.part is None else codes[self.part]


def in_order(rows: Cells, report: Report, labels: Labels | None = None) -> Pages:
    """Displays in their order, page after page if their positions grow again and again.

    A page begins where the position does not grow, or with another query. Pages that begin at position 1
    without gaps, or that have LONG rows or more on average, are taken for whole ones. Otherwise each
    display is a page of its own. In this case, a dependence between clicks cannot be found, but a change
    over time can. Rows of the same time are taken in the order of the log, or else of their positions.
    """
    labels = dict(labels or {})
    rows = rows._replace(clicks=np.minimum(rows.clicks, 1).astype(np.int8))
    orders: list = []
    timed = "time" in labels
    if timed:
        time = ranks(*labels["time"])
        orders = [np.argsort(time, kind="stable"), np.lexsort((rows.position, rows.query, time))]
    for order in orders or [slice(None)]:
        position, query = rows.position[order].astype(np.int64), rows.query[order]
        step = np.diff(position, prepend=MAX_POSITION)
        first = (step <= 0) | (np.diff(query, prepend=-1) != 0)
        if exact := bool(np.where(first, position, step).max() == 1):
            break
    if timed:
        rows, labels = rows.some(order), some_labels(labels, order)
    whole = exact or (
        not timed
        and first.size >= LONG * np.count_nonzero(first)
        and not sorted_by_clicks(rows.clicks)
        and not click_rows(rows)
    )
    page = np.cumsum(first) if whole else np.arange(1, first.size + 1)
    return Pages(int(page[-1]), rows, page, report, whole=whole, labels=labels)


def sorted_by_clicks(clicks: np.ndarray) -> bool:
    """Whether rows with and without a click alternate less than half as often as in random order."""
    some = clicks > 0
    rate = some.mean()
    return bool(
        some.sum() >= FEWEST and np.count_nonzero(some[1:] != some[:-1]) < some.size * rate * (1 - rate)
    )


def click_rows(rows: Cells) -> int:
    """Clicked rows without which the others are whole pages; 0 if some other row is not on such a page."""
    rest = rows.some(rows.clicks == 0)
    n_clicked = len(rows.query) - len(rest.query)
    if n_clicked < FEWEST or not len(rest.query):
        return 0
    begins = rest.position == 1
    follows = (np.diff(rest.position, prepend=0) == 1) & (np.diff(rest.query, prepend=-1) == 0)
    return n_clicked if (begins | follows).all() and 2 * begins.sum() <= len(begins) else 0


def some_labels(labels: Labels, rows: np.ndarray) -> Labels:
    return {name: (codes[rows], names) for name, (codes, names) in labels.items()}


def ranks(codes: np.ndarray, times: np.ndarray) -> np.ndarray:
    """The ranks of rows by their times; ClickLogError if these are neither numbers nor times."""
    import pandas as pd

    values = pd.Series(times, dtype=object)
    values = values.where(values != "", None)
    for convert in (pd.to_numeric, lambda x: pd.to_datetime(x, utc=True, format="ISO8601")):
        try:
            rank = convert(values).rank(method="dense").to_numpy()
            break
        except (ValueError, TypeError):
            continue
    else:
        raise ClickLogError(
            f"the times must be numbers, or dates as in 2026-11-28T14:10:00; got {str(times[0])[:80]!r}. "
            "Leave out the column (time=None), or convert it"
        )
    return rank[codes]


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
    labels: Labels | None = None,
) -> ClickCounts:
    """The counts of rows whose pages are known.

    page : integer array, shape (n_rows,), from 1, growing with the first rows
    names : of the columns that distinguish the pages
    place : integer array, shape (n_rows,), the number of each row for messages, which count in `unit`
    last : int, the largest number that a page can have
    skips : bool, whether to leave out pages with two queries, or two items at one position, if they are few

    Raises ClickLogError if there are such pages, and they are too many or must not be left out.
    """
    every_page, every_place, every_label = page, place, labels or {}

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
            *(rows.some(good), every_page[good], names, left, every_place[good], unit, last, skips),
            labels=some_labels(every_label, good),
        )

    n_pages = int(page.max())
    query = np.empty(n_pages + 1, np.int32)
    query[page[::-1]] = rows.query[::-1]  # of its first row
    if (wrong := rows.query != query[page]).any():
        return without(wrong, "has two queries")
    once, clicks, n_rows, labels = rows, rows.clicks, len(rows.query), every_label
    shown = page.astype(np.int64) * len(rows.items) + rows.item
    if repeats(shown):  # otherwise save the sort, which takes seconds for large logs
        order = np.lexsort((rows.position, shown))
        starts = np.flatnonzero(np.diff(shown[order], prepend=-1))
        first = order[starts]  # the uppermost row of every item on every page
        clicks = np.add.reduceat(rows.clicks[order], starts)
        by_row = np.argsort(first)
        first, clicks = first[by_row], clicks[by_row]
        once, page, place, labels = rows.some(first), page[first], place[first], some_labels(labels, first)
    del shown
    slots = page.astype(np.int64) * (int(once.position.max()) + 1) + once.position
    if repeats(slots):
        order = np.argsort(slots, kind="stable")
        twice = np.zeros(len(slots), bool)
        twice[order[1:]] = np.diff(slots[order]) == 0
        return without(twice, "has two items at one position")
    del slots
    once = once._replace(clicks=np.minimum(clicks, 1).astype(np.int8))
    by_page = np.bincount(page[once.clicks > 0], minlength=n_pages + 1)
    sizes = np.bincount(page, minlength=n_pages + 1)
    alone, silent = int((by_page > 0).sum()), int(((sizes > 1) & (by_page == 0)).sum())
    if silent >= alone >= FEWEST and (sizes == by_page)[by_page > 0].all():
        raise ClickLogError(
            f"{alone:,} pages consist of clicks alone, and {silent:,} pages of several rows have no click. "
            "A click in a row of its own counts its display twice, unless "
            f"{' and '.join(map(repr, names))} {'is' if len(names) == 1 else 'are'} the same in both rows; "
            "page names the columns"
        )
    by_page = by_page[sizes > 0]
    report = report._replace(
        repeat_clicks=int((clicks - once.clicks).sum()),
        repeated_items=n_rows - len(once.query),
        clicks_by_page=tuple(
            np.bincount(np.minimum(by_page, MOST_CLICKS), minlength=MOST_CLICKS + 1).tolist()
        ),
    )

    made = counts(once, report)
    if "time" in labels:
        import pandas as pd

        order = np.argsort(ranks(*labels["time"]), kind="stable")
        once, labels = once.some(order), some_labels(labels, order)
        page = pd.factorize(page[order])[0] + 1
        last = int(page.max())
    made.pages = Pages(last, once, page, made.report, labels=labels)
    return made


def repeats(numbers: np.ndarray) -> bool:
    """Whether some number occurs twice."""
    ordered = np.sort(numbers)
    return bool((ordered[1:] == ordered[:-1]).any())


def empty_part(path) -> ClickLogError:
    return ClickLogError(f"a part of {path} is empty, because it has too few displays to be split")
