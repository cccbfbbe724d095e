"""Tables as CSV for spreadsheets, with a quote before every text that would be read as a formula."""

from __future__ import annotations

from typing import IO

import pandas as pd

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def disarmed(text: str) -> str:
    """A text that no spreadsheet takes for a formula; numbers are unchanged.

    Examples
    --------
    >>> from clicklogs.export import disarmed
    >>> [disarmed(name) for name in ("=1+1", "-5", "tea")]
    ["'=1+1", '-5', 'tea']
    """
    if not text.startswith(FORMULA):
        return text
    try:
        float(text)
    except ValueError:
        return "'" + text
    return text


def write_table(table: pd.DataFrame, file: IO[bytes], end: str = "\n") -> None:
    """Write a frame as CSV, with its names disarmed."""
    shown = table.copy(deep=False)
    for name, column in shown.items():
        if not pd.api.types.is_numeric_dtype(column.dtype):
            shown[name] = column.map(lambda x: disarmed(x) if isinstance(x, str) else x)
    shown.to_csv(file, index=False, lineterminator=end)
