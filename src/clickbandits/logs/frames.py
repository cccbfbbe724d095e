"""Click counts from a frame: pandas, polars, Arrow and what else narwhals knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .counts import (
    MAX_COUNT,
    MAX_POSITION,
    ClickCounts,
    ClickLogError,
    Report,
    Rows,
    counts,
    counts_of_pages,
)
from .tables import ONE_QUERY, columns_of_pages, missing, table_of

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
    >>> from clickbandits import from_frame
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
    import narwhals as nw
    import pandas as pd

    try:
        table = nw.from_native(frame)
    except TypeError:
        raise ClickLogError(
            f"a frame of pandas, polars or Arrow is needed; got {type(frame).__name__}"
        ) from None
    table = table.collect() if isinstance(table, nw.LazyFrame) else table
    names = {"item": item, "position": position, "clicks": clicks, "plays": plays, "query": query}
    pages = columns_of_pages(page)
    for role, name in [*names.items(), *(("page", name) for name in pages)]:
        if name is not None and name not in table.columns:
            raise missing(role, name, list(table.columns))
    if pages and plays is not None:
        raise ClickLogError("a row of a page is one display: leave out plays, or leave out page")
    if not len(table):
        raise ClickLogError("the frame has no rows: there is nothing to count")
    place = _numbers(table, position, first_position, first_position + MAX_POSITION - 1)
    clicked = _numbers(table, clicks)
    shown = np.ones_like(clicked) if plays is None else _numbers(table, plays)
    if max(clicked.sum(dtype=float), shown.sum(dtype=float)) >= MAX_COUNT:
        raise ClickLogError(f"clicks and plays must add up to at most {MAX_COUNT:,}")
    if wrong := np.flatnonzero((clicked > 0) & (shown == 0)).tolist():
        raise ClickLogError(f"a row with clicks must have plays; row {wrong[0]} has none")
    item_number, items = _labels(table, item)
    if query is None:
        query_number, queries = np.zeros(len(table), np.int64), np.array([ONE_QUERY], dtype=object)
    else:
        query_number, queries = _labels(table, query)
    rows = Rows(
        queries, items, query_number, item_number, place + 1 - first_position, clicked, shown
    )
    report = Report(
        f"a frame of {nw.get_native_namespace(table).__name__}", "frame", len(table), len(table)
    )
    if not pages:
        return counts(rows, report)
    number = np.zeros(len(table), np.int64)
    for name in pages:
        some, values = _labels(table, name)
        number, _ = pd.factorize(number * len(values) + some)
    return counts_of_pages(
        rows, number + 1, pages, report, np.arange(len(table)), "row (from 0)",
        int(number.max()) + 1,
    )  # fmt: skip


def read_parquet(path: Path, columns: Mapping, first_position: int | None) -> ClickCounts:
    """The counts of a Parquet file; as `clicklog.read_log`."""
    import duckdb

    try:
        with duckdb.connect() as connection:
            source = connection.from_parquet(str(path))
            _, table = table_of(list(source.columns), columns, first_position)
            used = dict.fromkeys(name for name in [*table[:5], *table.page] if name is not None)
            quoted = (name.replace('"', '""') for name in used)
            frame = source.project(", ".join(f'"{name}"' for name in quoted)).df()
        counts = from_frame(
            frame, table.item, table.position, table.clicks, table.plays, table.query,
            table.page or None, table.first_position,
        )  # fmt: skip
    except (ClickLogError, duckdb.Error) as error:
        said = str(error).splitlines()[0]
        raise ClickLogError(f"{path} as Parquet: {said}; nothing was counted") from error
    counts.report = counts.report._replace(path=str(path), format="parquet")
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
        raise ClickLogError(
            f"column {name!r} must hold whole numbers from {least} to {most}; got {column[row]} "
            f"in row {row} (from 0)"
        )
    return column.astype(np.int64)


def _from_texts(column: np.ndarray, name: str) -> np.ndarray:
    """Numbers and truth values that stand as texts, or mixed, as floats."""
    import pandas as pd

    found = pd.to_numeric(pd.Series(column, dtype=object), errors="coerce").to_numpy(
        float, copy=True
    )
    for row in np.flatnonzero(np.isnan(found)).tolist():
        truth = TRUTH.get(str(column[row]).strip().lower())
        if truth is None:
            raise ClickLogError(
                f"column {name!r} must hold numbers, or true and false; "
                f"got {str(column[row])!r} in row {row} (from 0)"
            )
        found[row] = truth
    return found


def _labels(table, name: str) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of the texts of a column, and the texts; ClickLogError where one is missing."""
    import pandas as pd

    column = table[name]
    number, values = pd.factorize(column.to_native() if _is_pandas(column) else column.to_numpy())
    if (number < 0).any():
        raise ClickLogError(
            f"column {name!r} must not be empty; it is in row {int((number < 0).argmax())} (from 0)"
        )
    texts = np.array([_text(value) for value in values], dtype=object)
    again, labels = pd.factorize(texts)  # 1 and "1" are one
    return again.astype(np.int32)[number], labels


def _is_pandas(column) -> bool:
    return column.implementation.is_pandas()


def _text(value) -> str:
    """A label; of a float that is a whole number, as pandas makes it of a number, without '.0'."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
