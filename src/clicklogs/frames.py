"""Click counts from a frame of pandas, polars, Arrow or any other library that narwhals supports."""

from __future__ import annotations

import datetime
import decimal
import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import EllipsisType
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
    in_order,
)
from .files import literal

TRUTH = {"true": 1, "false": 0}

WIDE_NUMBERS = ("DECIMAL", "HUGEINT", "UHUGEINT", "UBIGINT", "BIGNUM", "VARINT")
"""Types of Parquet that pandas would store as floating point; identifiers of these types become texts."""

WITH_ZONE = ("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS")
"""Types of Parquet that become times in UTC, of which pandas must be told."""

INTEGERS = {
    "TINYINT": 7,
    "SMALLINT": 15,
    "INTEGER": 31,
    "BIGINT": 63,
    "UTINYINT": 0,
    "USMALLINT": 0,
    "UINTEGER": 0,
}
"""Types of whole numbers, with the binary digits of those that are used to save memory."""

NEW_RUN = "(row_number() OVER () = 1 OR {0} IS DISTINCT FROM lag({0}) OVER ())"
"""Whether a row differs from the row above in a column."""

IN_A_FRAME = "{}={!r}"
"""How a column is named for `from_frame`."""

NOTHING = "nothing"

FLOAT_BITS = 53
"""The number of binary digits of Python's floats."""

Name = str | None | EllipsisType


def from_frame(
    frame: Any,
    item: Name = ...,
    position: Name = ...,
    clicks: Name = ...,
    plays: Name = ...,
    query: Name = ...,
    page: str | Sequence[str] | None = None,
    first_position: int | None = None,
    user: Name = ...,
    layout: str | None = None,
    time: str | None = None,
) -> ClickCounts:
    """Count the clicks and plays of a frame that has one row for every item shown.

    Parameters
    ----------
    frame : pandas, polars or Arrow table, or another type that narwhals supports
    item, position, clicks : str, optional
        The columns with the item, its position, and the clicks on it (a number, or true and false).
        They are found automatically if they are called item or item_id, position, and clicks or
        click.
    plays : str or None, optional
        The column with the number of times the item was shown there, by default the one called
        plays. With None, or without such a column, every row is one display.
    query : str or None, optional
        The column of the query, or of whatever has a ranking of its own, by default the one called
        query or query_id. None, or a frame without such a column, gives one query, "all".
    page : str or list of str, optional
        The columns that together identify one display of a list, such as ["session", "time"].
        With them an item that is shown twice on a page counts at its first position, a second click
        on it does not count, and `split` and the report can use the pages. Without them the rows are
        only counts.
    first_position : int, optional
        The number of the uppermost position, by default 1.
    user : str or None, optional
        The column of the user, by default the one called user or user_id. Intervals then allow for users
        who differ. This and the next two need one display per row.
    layout : str, optional
        The column of the layout, such as the device. Each layout is then fitted by itself.
    time : str or None, optional
        The column of the time, as numbers or dates. Without it the order of the rows is taken for that of
        time.

    Returns
    -------
    ClickCounts

    Raises
    ------
    ClickLogError
        A ValueError, raised for a missing column (with similar names), for a value that is not a
        valid number or identifier (with its row), and for a page with two queries or with two items
        at one position.

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
    table, named = _table(frame), {"page": page, "layout": layout, "time": time}
    for role, name in zip((*tables.NAMES, "user"), (query, item, position, clicks, plays, user), strict=True):
        if name is not ...:
            named[role] = name
    header = [name for name in table.columns if isinstance(name, str)]
    return counted(table, tables.table_of(header, named, first_position, remedy=IN_A_FRAME)[1])


def from_pages(frame: Any, items: str = "items", clicked: str = "clicked", query: Name = ...) -> ClickCounts:
    """Count a frame that has one row for every page shown, with its list and the clicked items.

    Parameters
    ----------
    frame : pandas, polars or Arrow table, or another type that narwhals supports
    items : str
        The column with the lists of items, the first at position 1.
    clicked : str
        The column with the clicked items of each page, which is a list, a single item, or empty.
    query : str or None, optional
        The column of the query, by default the one called query or query_id. None, or a frame
        without such a column, gives one query, "all".

    Returns
    -------
    ClickCounts

    Raises
    ------
    ClickLogError
        A ValueError, raised for a missing column, a text in place of a list, or a clicked item that
        its page does not show.

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
    if query is ...:
        query = next((name for name in tables.NAMES["query"] if name in table.columns), None)
    for role, name in (("items", items), ("clicked", clicked), ("query", query)):
        if name is not None and name not in table.columns:
            raise tables.missing(role, name, list(table.columns), IN_A_FRAME)
    for name in (items, clicked):  # as Python values they would lose digits
        inner = getattr(table[name].dtype, "inner", None)
        if isinstance(inner, (nw.Datetime, nw.Duration, nw.Time)):
            raise ClickLogError(f"column {name!r} must have lists of texts or numbers; got lists of {inner}")
    rows = []
    queries: Iterable = itertools.repeat(tables.ONE_QUERY)
    if query is not None:
        number, labels = _labels(table, query)
        queries = labels[number]
    for page, (shown, chosen, of) in enumerate(
        zip(table[items].to_list(), table[clicked].to_list(), queries)  # noqa: B905
    ):
        if isinstance(shown, (str, bytes)):
            raise _not_a_list(items, _shown(shown), page)
        shown, chosen = _listed(shown, items, page), _listed(chosen, clicked, page)
        for item in chosen:
            if item not in shown:
                if item.startswith("["):
                    raise _not_a_list(clicked, item, page)
                raise ClickLogError(f"row {page} (from 0) does not show the clicked {item[:80]!r}")
        rows += [(page, of, x, place, x in chosen) for place, x in enumerate(shown, start=1)]
    long = pd.DataFrame(rows, columns=["page", "query", "item_id", "position", "click"], dtype=object)
    counts = from_frame(long, page="page")
    native = nw.get_native_namespace(table).__name__
    names = {"query": query, "items": items, "clicked": clicked, "page": (items,)}
    counts.report = counts.report._replace(
        path=f"a frame of {native}",
        lines=len(table),
        unused=tables.unused(table.columns, names, ("plays", "page", "layout", "time"), IN_A_FRAME),
    )
    return counts


def _listed(cell: Any, name: str, row: int) -> list[str]:
    """The texts of the items of a cell, which contains a list, a single item, or nothing."""
    import pandas as pd

    if pd.api.types.is_scalar(cell):
        return [] if pd.isna(cell) or cell == "" else [_text(cell, name, FLOAT_BITS)]
    some = [] if isinstance(cell, (dict, set)) else list(cell)
    if isinstance(cell, (dict, set)) or not all(pd.api.types.is_scalar(x) and not pd.isna(x) for x in some):
        raise ClickLogError(
            f"column {name!r} must have lists of texts or numbers; got {_shown(cell)} in row {row} (from 0)"
        )
    return [_text(x, name, FLOAT_BITS) for x in some]


def _not_a_list(name: str, text: str, row: int) -> ClickLogError:
    """The error for a text in place of a list, with a recipe."""
    return ClickLogError(
        f"column {name!r} contains the text {text[:80]!r} in row {row} (from 0) instead of a list. "
        f"{tables.recipe('Lists that are texts')} makes lists of such texts"
    )


def _table(frame: Any) -> Any:
    """A frame of any kind, wrapped by narwhals."""
    import narwhals as nw

    try:
        table = nw.from_native(frame)
        table = table.collect() if isinstance(table, nw.LazyFrame) else table
        return table.select(nw.all()) and table  # finds names that occur twice
    except TypeError:
        raise ClickLogError(
            f"a frame of pandas, polars or Arrow is needed; got {type(frame).__name__}"
        ) from None
    except nw.exceptions.NarwhalsError as error:
        raise ClickLogError(f"the frame cannot be read: {' '.join(str(error).split())}") from None


def counted(table: Any, of: tables.Table) -> ClickCounts:
    """The counts of a narwhals frame by its columns."""
    import narwhals as nw
    import pandas as pd

    if not len(table):
        raise ClickLogError("the frame has no rows, so there is nothing to count")
    place = _numbers(table, of.position, of.first_position, of.first_position + MAX_POSITION - 1)
    clicked = _numbers(table, of.clicks, are_clicks=True)
    shown = np.ones(len(table), np.int8) if of.plays is None else _numbers(table, of.plays)
    if max(clicked.sum(dtype=float), shown.sum(dtype=float)) >= MAX_COUNT:
        raise ClickLogError(f"clicks and plays must add up to at most {MAX_COUNT:,}")
    if of.may_be_counts and of.plays is None and not of.page and clicked.max() > 1:
        close = [name for name in of.header if name.lower() in tables.FAMILIAR["plays"]]
        raise ClickLogError(
            f"column {of.clicks!r} contains {clicked.max()} in row {clicked.argmax()} (from 0), and "
            "without plays a row is one display. Name the column of displays, "
            f"{of.remedy.format('plays', [*close, '...'][0])}; or let "
            f"repeat clicks on one display count once, with .clip(upper=1); {tables.GRADES}"
        )
    if wrong := np.flatnonzero((clicked > 0) & (shown == 0)).tolist():
        raise ClickLogError(f"a row with clicks must have plays; row {wrong[0]} has none")
    item_number, items = _labels(table, of.item)
    one = np.zeros(len(table), np.int8), np.array([tables.ONE_QUERY], dtype=object)
    query_number, queries = one if of.query is None else _labels(table, of.query)
    position = (place.astype(np.int64) + 1 - of.first_position).astype(np.int16)
    rows = Cells(queries, items, query_number, item_number, position, clicked, shown)
    native = nw.get_native_namespace(table).__name__
    report = Report(f"a frame of {native}", "frame", len(table), len(table), unused=of.unused)
    labels = {role: _given(table, name) for role, name in of.labels.items()}
    if not of.page:
        return counts(rows, report, order=in_order(rows, report, labels) if of.plays is None else None)
    number, _ = _labels(table, of.page[0], named=False)
    for name in of.page[1:]:
        some, values = _labels(table, name, named=False)
        number = pd.factorize(number.astype(np.int64) * len(values) + some)[0].astype(np.int32)
    number += 1
    place, last = np.arange(number.size, dtype=np.int32), int(number.max())
    del table  # with many millions of rows, the memory of every column matters
    return counts_of_pages(rows, number, of.page, report, place, "row (from 0)", last, labels=labels)


def read_parquet(path: Path, columns: dict, first_position: int | None) -> ClickCounts:
    """The counts of a Parquet file; as `read_log`."""
    import duckdb

    try:
        with duckdb.connect() as connection:
            source = connection.from_parquet(literal(path))
            types = dict(zip(source.columns, map(str, source.types), strict=True))
            _, table = tables.table_of(list(types), columns, first_position)
            names = dict.fromkeys(name for name in [*table[:5], *table.page, *table.labels.values()] if name)
            texts = {table.query, table.item, *table.page}
            kinds = {name: types[name] if name in texts or types[name] in INTEGERS else "" for name in names}
            # No variable holds the frame, so `counted` can release it.
            counts = counted(_table(_compact(connection, source, kinds, table.page)), table)
    except (ClickLogError, duckdb.Error) as error:
        reason = f"{path} as Parquet: {str(error).splitlines()[0]}; nothing was counted"
        if "frame[" in reason:
            name = literal(path).replace("'", "''")
            reason += f""". Here frame is duckdb.sql("FROM '{name}'").df(), which from_frame counts"""
        raise ClickLogError(reason) from error
    counts.report = counts.report._replace(path=str(path), format="parquet")
    return counts


def _compact(connection: Any, source: Any, kinds: dict[str, str], page: tuple[str, ...]) -> Any:
    """Columns of a relation, given their types, as a pandas frame that needs little memory.

    Integers get the smallest type that holds them, and each text is stored once. Most rows have the same
    page as the row above, so a text of a page is only taken from the rows at which it changes.
    """
    import pandas as pd

    quoted = {name: '"' + name.replace('"', '""') + '"' for name in kinds}
    source.create_view("log")
    columns = {name: _projected(quoted[name], kind) for name, kind in kinds.items()}
    runs: dict[str, Any] = {}
    if whole := [name for name, kind in kinds.items() if kind in INTEGERS]:
        (ends,) = source.aggregate(", ".join(f"min({quoted[x]}), max({quoted[x]})" for x in whole)).fetchall()
        for name, least, most in zip(whole, ends[::2], ends[1::2], strict=True):
            if smaller := _smaller(least, most):
                columns[name] = f"{quoted[name]}::{smaller}"
    for name in (name for name, kind in kinds.items() if kind == "VARCHAR"):
        if name in page:
            columns[name] = NEW_RUN.format(quoted[name])
            with_runs = source.project(f"{quoted[name]} AS label, {columns[name]} AS begins")
            runs[name] = with_runs.filter("begins").project("label")
        else:
            kind = f"labels_{list(kinds).index(name)}"
            labels = f"SELECT DISTINCT {quoted[name]} FROM log WHERE {quoted[name]} IS NOT NULL"
            connection.execute(f"CREATE TYPE {kind} AS ENUM ({labels})")
            columns[name] = f"{quoted[name]}::{kind}"
    frame = source.project(", ".join(f"{sql} AS {quoted[name]}" for name, sql in columns.items())).df()
    for name, kind in kinds.items():
        if kind in WITH_ZONE:
            frame[name] = frame[name].dt.tz_localize("UTC")
    for name, run in runs.items():
        code, labels = pd.factorize(run.df()["label"])
        number = np.cumsum(frame[name].to_numpy(), dtype=np.int32) - 1
        frame[name] = pd.Categorical.from_codes(code.astype(np.int32)[number], labels)
    return frame


def _smaller(least: int | None, most: int) -> str | None:
    """The smallest type of whole numbers that holds these; None if there are none, or they are too large."""
    if least is None:
        return None
    fits = (name for name, bits in INTEGERS.items() if bits and -(2**bits) <= least <= most < 2**bits)
    return next(fits, None)


def _projected(quoted: str, kind: str) -> str:
    """A column in SQL, in a form that pandas can store without losing anything."""
    if kind in ("DATE", "TIME_NS"):
        return f"{quoted}::VARCHAR"
    if kind == WITH_ZONE[0]:
        return f"make_timestamp(epoch_us({quoted}))"
    if kind.startswith(WIDE_NUMBERS) and not kind.endswith("]"):
        digits = f"regexp_replace({quoted}::VARCHAR, '([.][0-9]*?)0+$', '\\1')"
        return f"rtrim({digits}, '.')"
    return quoted


def _values(column: Any) -> Any:
    """A column as pandas or numpy stores it, or as Python values if digits would be lost otherwise."""
    import narwhals as nw

    if column.implementation.is_pandas():
        return column.to_native()
    if column.dtype.is_integer() and column.dtype not in (nw.Int128, nw.UInt128) or column.dtype.is_float():
        return column.to_numpy()
    values = np.empty(len(column), dtype=object)
    values[:] = column.to_list()
    return values


def _numbers(
    table: Any, name: str, least: int = 0, most: int = 10**12 - 1, are_clicks: bool = False
) -> np.ndarray:
    """A column as whole numbers from `least` to `most`; ClickLogError if a value is not one."""
    column = np.asarray(_values(table[name]))
    if column.dtype.kind not in "biuf":
        column = _from_texts(column, name, are_clicks)
    column = column.view(np.int8) if column.dtype.kind == "b" else column
    right = (column >= least) & (column <= most)
    wrong = ~(right if column.dtype.kind in "iu" else right & (column % 1 == 0))  # also if it is NaN
    if wrong.any():
        row = int(wrong.argmax())
        hint = ""
        if least == 1 and most == MAX_POSITION and column[row] == 0:
            rule = tables.zeros(int((column == 0).sum()), int((column == 1).sum()))
            hint = f". {rule}, frame[frame[{name!r}].astype(float) != 0]"
        elif most > MAX_POSITION and np.isnan(column[row]):
            hint = (
                f". If that means 0, replace it, frame[{name!r}] = frame[{name!r}].fillna(0); if it means "
                "that the value is unknown, leave these rows out"
            )
        elif are_clicks and 0 < column[row] < most and column[row] % 1:
            hint = f". {tables.rates()}"
        raise ClickLogError(
            f"column {name!r} must hold whole numbers from {least} to {most}; got "
            f"{_shown(column[row])} in row {row} (from 0)" + hint
        )
    return column if column.dtype.kind == "i" else column.astype(np.int64)


def _from_texts(column: np.ndarray, name: str, are_clicks: bool) -> np.ndarray:
    """Numbers and truth values that are given as texts, or mixed, as floats."""
    import pandas as pd

    texts = pd.Series([_shown(x) for x in column], dtype=object)
    numbers = pd.to_numeric(texts, errors="coerce").to_numpy(float, copy=True)
    for row in np.flatnonzero(np.isnan(numbers)).tolist():
        truth = TRUTH.get(texts[row].strip().lower())
        if are_clicks and tables.A_RATE.fullmatch(texts[row].strip()):
            raise ClickLogError(
                f"column {name!r} must hold whole numbers; got {texts[row]!r} in row {row} (from 0). "
                + tables.rates()
            )
        if truth is None and texts[row] != NOTHING:
            raise ClickLogError(
                f"column {name!r} must hold numbers, or true and false; got {texts[row]!r} in row "
                f"{row} (from 0). Replace every word by its number (1 for a click, 0 for no click; 1 for "
                f"the uppermost position): frame[{name!r}].map({{{texts[row]!r}: ..., ...: ...}})"
            )
        numbers[row] = np.nan if truth is None else truth
    return numbers


def _shown(value: Any) -> str:
    """A value in a message."""
    import pandas as pd

    if pd.api.types.is_scalar(value) and pd.isna(value):
        return NOTHING
    return value.decode(errors="replace") if isinstance(value, (bytes, bytearray)) else str(value)[:80]


def _labels(table: Any, name: str, named: bool = True) -> tuple[np.ndarray, Any]:
    """The number of each value of a column, and their texts; ClickLogError if one is missing.

    The millions of values of pages, which are not `named`, become texts only if they must be compared so.

    Values of a type such as time are compared in it, and only different ones become texts. Python's own
    values, which may be of several types, are compared as texts, so 1 and "1" are one.
    """
    import pandas as pd

    column = _own_type(table[name])
    different = getattr(column.dtype, "categories", column)
    dtype = getattr(different.dtype, "numpy_dtype", different.dtype)
    bits = np.finfo(dtype).nmant + 1 if getattr(dtype, "kind", "") == "f" else FLOAT_BITS
    mixed = pd.api.types.is_object_dtype(dtype)
    if mixed and pd.api.types.infer_dtype(different, skipna=True) != "string":
        missing = pd.isna(column)
        texts = [None if gone else _text(x, name, bits) for x, gone in zip(column, missing, strict=True)]
        column = pd.Series(texts, dtype=object)
    number, values = pd.factorize(column)
    number = number.astype(np.int32)
    if (number < 0).any():
        raise ClickLogError(
            f"column {name!r} must not be empty; it is in row {int((number < 0).argmax())} (from 0)"
        )
    unlike = pd.api.types.is_object_dtype(dtype) or isinstance(dtype, pd.StringDtype)
    if not named and (unlike or getattr(dtype, "kind", "O") in "biumM"):
        return number, values
    if unlike or getattr(dtype, "kind", "O") in "iu":
        return number, np.array([*map(str, np.asarray(values).tolist())], dtype=object)
    texts = np.array([_text(value, name, bits) for value in values], dtype=object)
    again, labels = pd.factorize(texts)
    return again.astype(np.int32)[number], labels


def _own_type(column: Any) -> Any:
    """A column as pandas or numpy stores it, without a loss of digits or of the hour of a clock set back."""
    import narwhals as nw
    import pandas as pd

    if isinstance(getattr(column.to_native(), "dtype", None), pd.ArrowDtype):
        column = nw.from_native(column.to_native().array.__arrow_array__(), series_only=True)
    kind = column.dtype
    if column.implementation.is_pandas() or not isinstance(kind, (nw.Datetime, nw.Duration, nw.Time)):
        return _values(column)
    ticks = column.cast(nw.Time) if isinstance(kind, nw.Time) else column  # Arrow has times in seconds
    ticks = ticks.cast(nw.Int64).fill_null(np.iinfo(np.int64).min).to_numpy()  # NaT
    if isinstance(kind, nw.Duration):
        return pd.Series(ticks.view(f"m8[{kind.time_unit}]"))
    if isinstance(kind, nw.Time):
        return pd.Series(ticks.view("M8[ns]")).map(lambda time: str(time)[11:], na_action="ignore")
    times = pd.Series(ticks.view(f"M8[{kind.time_unit}]"))
    return times if kind.time_zone is None else times.dt.tz_localize("UTC")


def _given(table: Any, name: str) -> tuple[np.ndarray, np.ndarray]:
    """The codes of a column that can have empty cells, and its values as texts, "" for an empty one."""
    import pandas as pd

    codes, values = pd.factorize(pd.Series(_values(table[name])), use_na_sentinel=False)
    texts = ["" if _shown(value) == NOTHING else str(value) for value in values]
    return codes.astype(np.int32), np.array(texts, dtype=object)


def _text(value: Any, name: str, bits: int) -> str:
    """A label; a whole number has no '.0' if a float of this many bits represents it exactly.

    Times with a zone are written in UTC, in which no hour occurs twice.
    """
    if isinstance(value, (float, np.floating)):
        if abs(float(value)) >= float(2**bits):
            raise ClickLogError(
                f"column {name!r} holds the identifier {value:.0f} as floating point, which keeps no "
                "more digits: different identifiers may be one already. Read it as text or as integer"
            )
        return str(int(value)) if value == int(value) else str(value)
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return str(value.astimezone(datetime.UTC))
    if isinstance(value, decimal.Decimal) and value.is_finite():
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    if isinstance(value, (bytes, bytearray, memoryview)):
        text = bytes(value).decode(errors="replace")
        if "\ufffd" in text or "\0" in text:
            raise ClickLogError(f"column {name!r} holds bytes that are not UTF-8 text")
        return text
    if isinstance(value, (list, dict, set, np.ndarray)):
        raise ClickLogError(
            f"column {name!r} must hold one text or number in each row; it holds {_shown(value)}"
        )
    return str(value)
