"""Read a click log into counts of clicks and plays per query, item and position.

``read(path)`` knows five kinds of files, plain or gzipped: rows of KDD Cup 2012 track 2 ("kdd"),
records of the Yandex Personalized Web Search Challenge ("yandex"), relevance-prediction sessions
("relevance"), a table of counts or of impressions with a header ("counts", "impressions"), and
the public counts of the Yandex queries ("yandex-counts").

A display has at most one click, as in the models: repeat clicks on a document of one page count
once, and a cell with more clicks than plays is cut to one click a play. Both are in the report.

This is the strict reader: it checks every line in plain Python, about a hundred thousand lines
a second, and keeps one entry for each cell of the counts in memory. A bulk engine for files of
many gigabytes is not written yet.
"""

from __future__ import annotations

from pathlib import Path

from .files import detect, header_of, lines, text
from .formats import FORMATS, HEADERS
from .tally import BadLine, ClickCounts, ClickLogError, Report, Tally

__all__ = ["FORMATS", "ClickCounts", "ClickLogError", "Report", "read"]

FIRST_LINES = 5
"""How many line numbers the report keeps of every broken rule."""


def read(path, format: str | None = None, on_bad_line: str = "error") -> ClickCounts:
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
    """
    path = Path(path)
    if on_bad_line not in ("error", "skip"):
        raise ValueError(f'on_bad_line must be "error" or "skip"; got {on_bad_line!r}')
    if format is not None and format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}; got {format!r}")
    format = format or detect(path)
    tally, refused, feed, line = Tally(), {}, None, None
    n_used = n_blank = n_lines = 0
    for line in lines(path):
        n_lines = line.number
        if not line.content.strip():
            n_blank += 1
            continue
        try:
            content = text(line)
            if feed is None:
                feed, is_header = _started(path, format, tally, content)
                if is_header:
                    continue
            feed(content)
            n_used += 1
        except BadLine as rule:
            if on_bad_line == "error":
                raise ClickLogError(
                    f"{path}, line {line.number}: {rule}; got {line.content[:80]!r}. "
                    'To leave out such lines and count them: on_bad_line="skip"'
                ) from None
            count, numbers = refused.get(str(rule), (0, ()))
            refused[str(rule)] = count + 1, (*numbers, line.number)[:FIRST_LINES]
    if not tally.cells:
        raise ClickLogError(
            f"{path}: no line shows an item ({n_lines} lines, {n_blank} blank, "
            f"{sum(count for count, _ in refused.values())} refused as {format})"
        )
    tally.merge_repeats()
    return ClickCounts(tally.cells, Report(
        str(path), format, n_lines, n_used, n_blank, refused, tally.repeat_clicks,
        tally.cells_cut, tally.clicks_without_page, tally.test_pages, not line.ended,
    ))  # fmt: skip


def _started(path, format, tally, content):
    """What is done with a line, and whether the first was a header and is done with."""
    if format not in HEADERS:
        return FORMATS[format](tally, None), False
    header = header_of(content, format)
    if header is None:
        raise ClickLogError(
            f"{path}, line 1: the header must name {', '.join(sorted(HEADERS[format]))}, each "
            f"once; got {content[:80]!r}"
        )
    return FORMATS[format](tally, header), True
