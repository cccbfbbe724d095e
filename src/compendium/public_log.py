"""The public counts of sixty Yandex queries as a log, which the chapters of two papers read."""

from __future__ import annotations

from functools import cache

from clicklogs.counts import ClickCounts
from clicklogs.reading import read_log

from .public_counts import counts_file


@cache
def log() -> ClickCounts | None:
    """The counts, with repeated clicks cut to one per view, or None if the file is absent."""
    path = counts_file()
    return read_log(path) if path else None
