"""Read a click log into counts of clicks and plays per query, item and position.

``read(path)`` knows six kinds of files, plain or gzipped: rows of KDD Cup 2012 track 2 ("kdd"),
records of the Yandex Personalized Web Search Challenge ("yandex"), relevance-prediction sessions
("relevance"), a table of counts or of impressions with a header ("counts", "impressions"), and
the public counts of the Yandex queries ("yandex-counts").

A display has at most one click, as in the models: repeat clicks on a document of one page count
once, and a cell with more clicks than plays is cut to one click a play. Both are in the report.

Two engines give the same counts, reports and errors. The strict one takes every line through the
rules in plain Python. Large files go through the bulk one, in all six formats: compiled code
checks every line, the strict rules take each line (of sessions: each session) that is not of the
ordinary form, and DuckDB adds up. It stays below 1 GiB whatever the length of the file, since the
counts stand on disk: in the temporary folder, which needs some 50 bytes a cell, or more while
DuckDB sorts them.
"""

from __future__ import annotations

from pathlib import Path

from . import strict
from .files import detect, is_zipped
from .formats import FORMATS
from .tally import ClickCounts, ClickLogError, Report

__all__ = ["FORMATS", "ClickCounts", "ClickLogError", "Report", "read"]

BULK_SIZE = 1 << 24
"""Bytes, unpacked, from which the bulk engine reads a file. It starts in 2.5 s, what the strict one
needs for 35 MB of KDD rows; but that keeps up to 600 bytes a cell, a gigabyte for this size."""

PACKED = 8
"""How many times larger a gzipped file is taken to be unpacked."""


def read(
    path, format: str | None = None, on_bad_line: str = "error", engine: str | None = None
) -> ClickCounts:
    """Count the clicks and plays of a click log.

    Parameters
    ----------
    path : str or Path
        The file, plain or gzipped, in UTF-8 with or without byte-order mark.
    format : str, optional
        A name of `FORMATS`; detected from the first lines if not given.
    on_bad_line : "error" or "skip"
        What is done with a line that breaks a rule of the format: stop, or count it and go on.
        Blank lines are always passed over.
    engine : "strict" or "bulk", optional
        By the size of the file if not given; the result does not depend on it.

    Returns
    -------
    ClickCounts

    Raises
    ------
    ClickLogError
        A ValueError, with file, line, rule and how to go on: for a bad line (unless skipped), a
        format that is not clear, damaged compression, a file that changed while it was read, or
        one without a single usable line.
    OSError
        Where the file cannot be opened.
    ModuleNotFoundError
        Where the file is large and DuckDB is absent: `pip install 'clickbandits[logs]'`.
    """
    path = Path(path)
    if on_bad_line not in ("error", "skip"):
        raise ValueError(f'on_bad_line must be "error" or "skip"; got {on_bad_line!r}')
    if format is not None and format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}; got {format!r}")
    if engine not in (None, "strict", "bulk"):
        raise ValueError(f'engine must be "strict" or "bulk"; got {engine!r}')
    format = format or detect(path)
    size = path.stat().st_size * (PACKED if is_zipped(path) else 1)
    if engine == "bulk" or (engine is None and size >= BULK_SIZE):
        from . import bulk  # DuckDB and the kernels, which small files do not need

        return bulk.read(path, format, on_bad_line)
    return strict.read(path, format, on_bad_line)
