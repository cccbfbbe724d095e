"""Read a click log into counts of clicks and plays per query, item and position.

`read_log` reads files: tables with a header (CSV, TSV, Parquet) by the names of their columns, and
three formats without one, which it knows by their lines: rows of KDD Cup 2012 track 2 ("kdd"),
records of the Yandex Personalized Web Search Challenge ("yandex"), relevance-prediction sessions
("relevance"). `from_frame` takes frames of pandas, polars or Arrow, and `split` cuts a log in two.

A display has at most one click, as in the models: repeat clicks on a document of one page count
once, and a cell with more clicks than plays is cut to one click a play. Both are in the report.

Two engines give the same counts, reports and errors. The strict one takes every line through the
rules in plain Python. Large files go through the bulk one: compiled code checks every line, the
strict rules take each line (of sessions: each session) that is not of the ordinary form, and
DuckDB adds up. It stays below 1 GiB whatever the length of the file, since the counts stand on
disk: in the temporary folder, which needs some 50 bytes a cell, or more while DuckDB sorts them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from . import strict
from .files import changed, detect, identity, is_zipped
from .formats import FORMATS, RECORDS
from .tally import ClickCounts, ClickLogError, Pages, Report

__all__ = ["FORMATS", "ClickCounts", "ClickLogError", "Report", "read", "read_log"]

BULK_SIZE = 1 << 24
"""Bytes, unpacked, from which the bulk engine reads a file. It starts in 2.5 s, what the strict one
needs for 35 MB of KDD rows; but that keeps up to 600 bytes a cell, a gigabyte for this size."""

PACKED = 8
"""How many times larger a gzipped file is taken to be unpacked."""


def read_log(
    path: str | Path,
    columns: Mapping | None = None,
    format: str | None = None,
    on_bad_line: str = "error",
    first_position: int | None = None,
    engine: str | None = None,
) -> ClickCounts:
    """Count the clicks and plays of a click log.

    Parameters
    ----------
    path : str or Path
        The file: a text in UTF-8, with or without byte-order mark, plain or gzipped; or Parquet.
    columns : dict, optional
        What the columns of a table are called, by what they hold: "item", "position" (a whole
        number), "clicks" (a number, or true and false), "plays" (how often the item was shown
        there; without it every row is one play), "query" (or whatever has a ranking of its own;
        without it the log has one query, "all"), "page" (one name or a list: what tells one display
        of a list from another; see `from_frame`). Known without being told: item or item_id,
        position, clicks or click, plays, query or query_id; None leaves one out. Further columns
        do not matter.
    format : str, optional
        A name of `clicklog.FORMATS`; detected from the first lines if not given.
    on_bad_line : "error" or "skip"
        What is done with a line that breaks a rule of the format: stop, or count it in the report
        and go on. Blank lines are always passed over.
    first_position : int, optional
        The number of the uppermost position: 1 if not given.
    engine : "strict" or "bulk", optional
        By the size of the file if not given; the result does not depend on it. (A table with
        pages goes through the strict one, which keeps its rows in memory.)

    Returns
    -------
    ClickCounts

    Raises
    ------
    ClickLogError
        A ValueError, with file, line, rule and how to go on: for a bad line (unless skipped), a
        column that is not there, a format that is not clear, damaged compression, a file that
        changed while it was read, or one without a single usable line.
    OSError
        Where the file cannot be opened.
    ModuleNotFoundError
        Where the file is large or Parquet, and DuckDB absent: `pip install 'clickbandits[logs]'`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from clickbandits import read_log
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = Path(folder) / "shop.csv"
    ...     _ = log.write_text("item_id,rank,click,price\\ntea,1,1,2\\ncup,2,0,4\\ntea,2,1,2\\n")
    ...     counts = read_log(log, columns={"position": "rank"})
    >>> counts.frame()
      query item  position  clicks  plays
    0   all  tea         1       1      1
    1   all  cup         2       0      1
    2   all  tea         2       1      1
    """
    path = Path(path)
    if on_bad_line not in ("error", "skip"):
        raise ValueError(f'on_bad_line must be "error" or "skip"; got {on_bad_line!r}')
    if format is not None and format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}; got {format!r}")
    if engine not in (None, "strict", "bulk"):
        raise ValueError(f'engine must be "strict" or "bulk"; got {engine!r}')
    if first_position is not None and first_position < 0:
        raise ValueError(f"first_position must be at least 0; got {first_position}")
    if columns and format in RECORDS:
        raise ValueError(f"the format {format} has no names of columns; leave out columns")
    before = identity(path.stat())
    with open(path, "rb") as file:
        is_parquet = file.read(4) == b"PAR1"
    if is_parquet:
        from . import frames  # pandas, which small files do not need

        if on_bad_line == "skip":
            raise ValueError('on_bad_line="skip" needs lines; a Parquet file has none')
        return frames.read_parquet(path, columns or {}, first_position)
    format, table = detect(path, format, columns, first_position)
    size = path.stat().st_size * (PACKED if is_zipped(path) else 1)
    read_file = strict.read
    has_pages = table is not None and table.page  # which the bulk engine does not know
    if not has_pages and (engine == "bulk" or (engine is None and size >= BULK_SIZE)):
        from . import bulk  # DuckDB and the kernels, which small files do not need

        read_file = bulk.read

    def read_again(choose) -> ClickCounts:
        if identity(path.stat()) != before:
            raise changed(path)
        return read_file(path, format, table, on_bad_line, choose)

    counts = read_file(path, format, table, on_bad_line)
    if counts.pages is None and counts.report.clicks_by_page is not None:
        counts.pages = Pages(counts.report.lines, read_again)
    return counts


read = read_log
