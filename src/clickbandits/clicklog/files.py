"""The file below the formats: bytes to lines, and which format the lines have."""

from __future__ import annotations

import gzip
import itertools
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .formats import FORMATS, HEADERS, Header, columns
from .tally import BadLine, ClickLogError, Tally

MAX_LINE = 1 << 20
"""Longest line in bytes; of a longer one only so much is kept, and it is refused."""

SAMPLE = 200
"""Lines that the detection of the format looks at."""


class Line(NamedTuple):
    """A line without its end: its 1-based number, its bytes, and whether the end was there."""

    number: int
    content: bytes
    ended: bool


def lines(path: Path) -> Iterator[Line]:
    """The lines of a plain or gzipped file.

    Raises ClickLogError where the compressed data are damaged or the file changes meanwhile.
    """
    with open(path, "rb") as raw:
        before = os.fstat(raw.fileno())
        zipped = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        stream = gzip.GzipFile(fileobj=raw) if zipped else raw
        try:
            for count in itertools.count(1):
                content = stream.readline(MAX_LINE)
                if not content:
                    break
                if count == 1:
                    content = content.removeprefix(b"\xef\xbb\xbf")
                ended = content.endswith(b"\n")
                while (
                    not ended and len(content) >= MAX_LINE and (rest := stream.readline(MAX_LINE))
                ):
                    ended = rest.endswith(b"\n")
                yield Line(count, content.rstrip(b"\r\n"), ended)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise ClickLogError(
                f"{path}: the compressed data are damaged or cut ({error}); nothing was counted. "
                "Fetch the file again"
            ) from error
        after = os.fstat(raw.fileno())
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            raise ClickLogError(f"{path} changed while it was read; nothing was counted. Try again")


def text(line: Line) -> str:
    """A line as text; BadLine where it is too long or not UTF-8."""
    if len(line.content) >= MAX_LINE:
        raise BadLine(f"a line must be shorter than {MAX_LINE:,} bytes")
    try:
        return line.content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadLine("a line must be UTF-8") from None


def header_of(line: str, format: str) -> Header | None:
    """The header of a table with all columns that a format needs, each once; None if it is none."""
    delimiter = "\t" if "\t" in line else ","
    names = [name.strip() for name in columns(line, delimiter) or []]
    needed = HEADERS[format]
    if needed <= set(names) and all(names.count(name) == 1 for name in needed):
        return Header(names, delimiter)
    return None


def detect(path: Path) -> str:
    """The one format that the first lines of a file have.

    A table is known by its header. Of the others, the one that accepts more than half of the
    first lines while no other accepts a tenth (a cut line of one format may be a line of another).
    Raises ClickLogError with what was seen otherwise.
    """
    sample = [line for line in itertools.islice(lines(path), SAMPLE) if line.content.strip()]
    if not sample:
        raise ClickLogError(f"{path} has no lines: there is nothing to count")
    accepted = dict.fromkeys(("kdd", "yandex", "relevance"), 0)
    feeds = {name: FORMATS[name](Tally(), None) for name in accepted}
    for place, line in enumerate(sample):
        try:
            content = text(line)
        except BadLine:
            continue
        if place == 0:
            for name in HEADERS:
                if header_of(content, name):
                    return name
        for name, feed in feeds.items():
            try:
                feed(content)
                accepted[name] += 1
            except BadLine:
                pass
    found = max(accepted, key=accepted.get)
    rival = max(count for name, count in accepted.items() if name != found)
    if accepted[found] > len(sample) / 2 and rival < len(sample) / 10:
        return found
    seen = ", ".join(f"{name} accepts {count}" for name, count in accepted.items())
    raise ClickLogError(
        f"{path}: the format is not clear. Of the first {len(sample)} lines {seen}; the first line "
        f"is no header with {' or '.join(','.join(sorted(HEADERS[name])) for name in HEADERS)}. "
        f"Name it: format= one of {', '.join(FORMATS)}"
    )
