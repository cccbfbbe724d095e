"""Click counts from a frame: pandas, polars, Arrow and what else narwhals knows."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import tables
from .counts import (
    MAX_COUNT,
    MAX_POSITION,
    Cells,
    ClickCounts,
    ClickLogError,
    Report,
    counts,
    counts_of_pages,
)

TRUTH = {"true": 1, "false": 0}


def from_frame(
    frame: Any,
    item: str = "item_id",
    position: str = "position",
    clicks: str = "click",
    plays: str | None = None,
    query: str | None = None,
    page: str | Sequence[str] | None = None,
    first_position: int = 1,
) -> ClickCounts:
    """Count the clicks and plays of a frame, a row for every item that was shown.

    Parameters
    ----------
    frame : pandas, polars or Arrow table, or another that narwhals knows
    item, position, clicks : str
        The columns of the item, of the position that showed it and of the clicks on it (a number,
        or true and false).
    plays : str, optional
        The column that says how often the item was shown there; without it every row is one play.
    query : str, optional
        The column of the query, or of whatever has a ranking of its own; without it the log has
        one query, "all".
    page : str or list of str, optional
        The columns that together tell one display of a list from another, say ["session", "time"].
        With them an item that is shown twice on a page counts at its first position, a second click
        on it does not count, and `split` and the report know the pages. Without them the rows are
        counts and nothing more.
    first_position : int
        The number of the uppermost position, usually 1 or 0.

    Returns
    -------
    ClickCounts

    Raises
    ------
    ClickLogError
        A ValueError: for a column that is not there, with those that look like it; for a value
        that is no such number, with its row; for a page with two queries, or with two items at one
        position.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import from_frame
    >>> shown = pd.DataFrame({
    ...     "item_id": ["tea", "cup", "tea"], "position": [1, 2, 2], "click": [True, False, True],
    ... })
    >>> counts = from_frame(shown)
    >>> counts.items("all")
    ('tea', 'cup')
    >>> clicks, plays = counts.for_query("all")  # a row for every item, a column for every position
    >>> clicks
    array([[1, 1],
           [0, 0]])
    """
    names = {"item": item, "position": position, "clicks": clicks, "plays": plays, "query": query}
    return counted(frame, names, tables.columns_of_pages(page), first_position, "{}={!r}")


def from_pages(
    frame: Any, items: str = "items", clicked: str = "clicked", query: str | None = None
) -> ClickCounts:
    """Count a frame with a row for every page that was shown: the list, and what was clicked in it.

    Parameters
    ----------
    frame : pandas, polars or Arrow table, or another that narwhals knows
    items : str
        The column of the lists of items, the first at position 1.
    clicked : str
        The column of the clicked items: of a page a list of them, or one item, or nothing.
    query : str, optional
        The column of the query; without it the log has one query, "all".

    Returns
    -------
    ClickCounts

    Raises
    ------
    ClickLogError
        A ValueError: for a column that is not there, or a clicked item that its page does not show.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import from_pages
    >>> lists = [["tea", "cup"], ["cup", "tea"]]
    >>> shown = pd.DataFrame({"items": lists, "clicked": [["tea"], None]})
    >>> from_pages(shown).for_query("all")[0]  # clicks: a row for every item
    array([[1, 0],
           [0, 0]])
    """
    import narwhals as nw
    import pandas as pd

    table = _table(frame)
    for role, name in (("items", items), ("clicked", clicked), ("query", query)):
        if name is not None and name not in table.columns:
            raise tables.missing(role, name, list(table.columns), "{}={!r}")
    rows = []
    queries = itertools.repeat(tables.ONE_QUERY) if query is None else table[query].to_list()
    for page, (shown, chosen, of) in enumerate(
        zip(table[items].to_list(), table[clicked].to_list(), queries)  # noqa: B905
    ):
        chosen = _several(chosen)
        if unknown := [item for item in chosen if item not in list(shown)]:
            raise ClickLogError(f"row {page} (from 0) does not show the clicked {unknown[0]!r}")
        rows += [(page, of, x, place, x in chosen) for place, x in enumerate(shown, start=1)]
    long = pd.DataFrame(rows, columns=["page", "query", "item_id", "position", "click"])
    counts = from_frame(long, page="page", query="query")
    native = nw.get_native_namespace(table).__name__
    names = {"query": query, "items": items, "clicked": clicked}
    counts.report = counts.report._replace(
        path=f"a frame of {native}",
        lines=len(table),
        unused=tables.unused(table.columns, names, ("plays", "page"), "{}={!r}"),
    )
    return counts


def _several(chosen) -> list:
    """The clicked items of a page: of a list, of one item, of nothing."""
    if chosen is None or (isinstance(chosen, float) and np.isnan(chosen)) or chosen == "":
        return []
    return [chosen] if isinstance(chosen, (str, int, float)) else list(chosen)


def _table(frame: Any) -> Any:
    """A frame of any kind, as narwhals has it."""
    import narwhals as nw

    try:
        table = nw.from_native(frame)
    except TypeError:
        raise ClickLogError(
            f"a frame of pandas, polars or Arrow is needed; got {type(frame).__name__}"
        ) from None
    return table.collect() if isinstance(table, nw.LazyFrame) else table


def counted(
    frame: Any, names: Mapping, pages: tuple[str, ...], first_position: int, remedy: str, cut: bool = False
) -> ClickCounts:
    """As `from_frame`; names by what the columns hold.

    remedy : str, how a column is named where this is called, a format of its role and name
    cut : bool, whether somebody said that a row is one display whatever its clicks
    """
    import narwhals as nw
    import pandas as pd

    table = _table(frame)
    query, item, position, clicks, plays = (names[role] for role in tables.NAMES)
    for role, name in [*names.items(), *(("page", name) for name in pages)]:
        if name is not None and name not in table.columns:
            raise tables.missing(role, name, list(table.columns), remedy)
    if pages and plays is not None:
        raise ClickLogError("a row of a page is one display: leave out plays, or leave out page")
    if not len(table):
        raise ClickLogError("the frame has no rows: there is nothing to count")
    place = _numbers(table, position, first_position, first_position + MAX_POSITION - 1)
    clicked = _numbers(table, clicks)
    shown = np.ones_like(clicked) if plays is None else _numbers(table, plays)
    if max(clicked.sum(dtype=float), shown.sum(dtype=float)) >= MAX_COUNT:
        raise ClickLogError(f"clicks and plays must add up to at most {MAX_COUNT:,}")
    if plays is None and not pages and not cut and clicked.max() > 1:
        close = [name for name in table.columns if name.lower() in tables.FAMILIAR["plays"]]
        named = remedy.format("plays", close[0] if close else "...")
        raise ClickLogError(
            f"column {clicks!r} holds {clicked.max()} in row {clicked.argmax()} (from 0), and "
            f"without plays a row is one display. Name the column of displays, {named}; or let "
            "repeat clicks on one display count once, with .clip(upper=1)"
        )
    if wrong := np.flatnonzero((clicked > 0) & (shown == 0)).tolist():
        raise ClickLogError(f"a row with clicks must have plays; row {wrong[0]} has none")
    item_number, items = _labels(table, item)
    one = np.zeros(len(table), np.int64), np.array([tables.ONE_QUERY], dtype=object)
    query_number, queries = one if query is None else _labels(table, query)
    rows = Cells(queries, items, query_number, item_number, place + 1 - first_position, clicked, shown)
    native = nw.get_native_namespace(table).__name__
    unused = tables.unused(table.columns, {**names, "page": pages or None}, (), remedy)
    report = Report(f"a frame of {native}", "frame", len(table), len(table), unused=unused)
    if not pages:
        return counts(rows, report)
    number = np.zeros(len(table), np.int64)
    for name in pages:
        some, values = _labels(table, name)
        number, _ = pd.factorize(number * len(values) + some)
    return counts_of_pages(
        rows, number + 1, pages, report, np.arange(len(table)), "row (from 0)", int(number.max()) + 1
    )


def read_parquet(path: Path, columns: Mapping, first_position: int | None) -> ClickCounts:
    """The counts of a Parquet file; as `read_log`."""
    import duckdb

    try:
        with duckdb.connect() as connection:
            source = connection.from_parquet(str(path))
            _, table = tables.table_of(list(source.columns), columns, first_position)
            like_plays = [x for x in source.columns if x.lower() in tables.FAMILIAR["plays"]]
            used = dict.fromkeys(name for name in [*table[:5], *table.page, *like_plays] if name is not None)
            quoted = (name.replace('"', '""') for name in used)
            frame = source.project(", ".join(f'"{name}"' for name in quoted)).df()
        names = dict(zip(tables.NAMES, table[:5], strict=True))
        counts = counted(
            frame, names, table.page, table.first_position, tables.IN_A_FILE, not table.may_be_counts
        )
    except (ClickLogError, duckdb.Error) as error:
        reason = str(error).splitlines()[0]
        raise ClickLogError(f"{path} as Parquet: {reason}; nothing was counted") from error
    counts.report = counts.report._replace(path=str(path), format="parquet", unused=table.unused)
    return counts


def _numbers(table, name: str, least: int = 0, most: int = 10**12 - 1) -> np.ndarray:
    """A column as whole numbers from `least` to `most`; ClickLogError where one is not."""
    column = table[name].to_numpy()
    if column.dtype.kind not in "biuf":
        column = _from_texts(column, name)
    column = column.astype(np.int64) if column.dtype.kind == "b" else column
    wrong = ~((column >= least) & (column <= most) & (column % 1 == 0))  # also where it is NaN
    if wrong.any():
        row = int(wrong.argmax())
        zero = least == 1 and most == MAX_POSITION and column[row] == 0
        from_zero = ". Positions that count from 0 need first_position=0" if zero else ""
        raise ClickLogError(
            f"column {name!r} must hold whole numbers from {least} to {most}; got {column[row]} "
            f"in row {row} (from 0)" + from_zero
        )
    return column.astype(np.int64)


def _from_texts(column: np.ndarray, name: str) -> np.ndarray:
    """Numbers and truth values that stand as texts, or mixed, as floats."""
    import pandas as pd

    numbers = pd.to_numeric(pd.Series(column, dtype=object), errors="coerce").to_numpy(float, copy=True)
    for row in np.flatnonzero(np.isnan(numbers)).tolist():
        truth = TRUTH.get(str(column[row]).strip().lower())
        if truth is None:
            raise ClickLogError(
                f"column {name!r} must hold numbers, or true and false; "
                f"got {str(column[row])!r} in row {row} (from 0)"
            )
        numbers[row] = truth
    return numbers


def _labels(table, name: str) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of the texts of a column, and the texts; ClickLogError where one is missing."""
    import pandas as pd

    column = table[name]
    is_pandas = column.implementation.is_pandas()
    number, values = pd.factorize(column.to_native() if is_pandas else column.to_numpy())
    if (number < 0).any():
        raise ClickLogError(
            f"column {name!r} must not be empty; it is in row {int((number < 0).argmax())} (from 0)"
        )
    texts = np.array([_text(value) for value in values], dtype=object)
    again, labels = pd.factorize(texts)  # 1 and "1" are one
    return again.astype(np.int32)[number], labels


def _text(value) -> str:
    """A label; of a float that is a whole number, as pandas makes it of a number, without '.0'."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
