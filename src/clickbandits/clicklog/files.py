"""The file below the formats: bytes to lines, and which format the lines have."""

from __future__ import annotations

import gzip
import itertools
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from .formats import FORMATS, RECORDS
from .tables import Table, header_of, looks_like_a_header, table_of
from .tally import BadLine, ClickLogError, Tally

MAX_LINE = 1 << 20
"""Longest line in bytes; of a longer one only so much is kept, and it is refused."""

BLOCK = 1 << 23
"""Bytes that are read at a time."""

SAMPLE = 200
"""Lines that the detection of the format looks at."""


class Line(NamedTuple):
    """A line without its end: its 1-based number, its bytes, and whether the end was there."""

    number: int
    content: bytes
    ended: bool


class Block(NamedTuple):
    """Whole lines as they stand in the file, and the 1-based number of the first."""

    number: int
    content: bytes


def is_zipped(path: Path) -> bool:
    """Whether a file begins as gzip does."""
    with open(path, "rb") as file:
        return file.read(2) == b"\x1f\x8b"


def blocks(path: Path) -> Iterator[Block]:
    """The lines of a plain or gzipped file, some megabytes at a time.

    A line that goes on for whole blocks is cut to a length that `text` refuses. Raises
    ClickLogError where the compressed data are damaged (after the lines before the damage), or
    the file changes meanwhile. At a terminal a bar shows how far it is after two seconds.
    """
    with (
        open(path, "rb") as raw,
        tqdm(
            desc=f"reading {Path(path).name}", total=os.path.getsize(path), unit="B",
            unit_scale=True, delay=2, leave=False, disable=None,
        ) as read,
    ):  # fmt: skip
        before = identity(os.fstat(raw.fileno()))
        stream = gzip.GzipFile(fileobj=raw) if is_zipped(path) else raw
        number, rest, damage, more = 1, b"", None, True
        while more and damage is None:
            more, damage = _gathered(stream)
            _check_unchanged(path, raw, before)  # at once: a log may grow as fast as it is read
            read.update(raw.tell() - read.n)
            end = more.rfind(b"\n") + 1
            if end:
                yield Block(number, rest + more[:end])
                number += more.count(b"\n")
                rest = more[end:]
            else:
                rest = (rest + more)[:MAX_LINE]
        if damage:
            raise ClickLogError(
                f"{path}: the compressed data are damaged or cut ({damage}); nothing was counted. "
                "Fetch the file again"
            ) from damage
        if rest:
            yield Block(number, rest)


def _check_unchanged(path, raw, before):
    """Raise ClickLogError unless the open file is as it was, and still the one of that name."""
    try:
        unchanged = before == identity(os.stat(path)) == identity(os.fstat(raw.fileno()))
    except FileNotFoundError:
        unchanged = False
    if not unchanged:
        raise changed(path)


def changed(path) -> ClickLogError:
    return ClickLogError(f"{path} changed while it was read; nothing was counted. Try again")


def identity(status: os.stat_result) -> tuple:
    """What another file, or the same after a change, does not have."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _gathered(stream):
    """The next bytes, BLOCK of them if there are as many, and the error that ended them or None."""
    pieces, size = [], 0
    try:
        while size < BLOCK and (piece := stream.read1(BLOCK - size)):
            pieces.append(piece)
            size += len(piece)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        return b"".join(pieces), error
    return b"".join(pieces), None


def lines_of(block: Block) -> Iterator[Line]:
    """The lines of a block; a byte-order mark before line 1 is no part of it."""
    contents = block.content.split(b"\n")
    last = block.number + len(contents) - 1
    for number, content in enumerate(contents, start=block.number):
        if number == last and not content:
            return
        if number == 1:
            content = content.removeprefix(b"\xef\xbb\xbf")
        if len(content) < MAX_LINE:
            content = content.rstrip(b"\r")
        yield Line(number, content[:MAX_LINE], number < last)


def lines(path: Path) -> Iterator[Line]:
    """The lines of a plain or gzipped file; raises as `blocks`."""
    for block in blocks(path):
        yield from lines_of(block)


def text(line: Line) -> str:
    """A line as text; BadLine where it is too long or not UTF-8."""
    if len(line.content) >= MAX_LINE:
        raise BadLine(f"a line must be shorter than {MAX_LINE:,} bytes")
    try:
        return line.content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadLine("a line must be UTF-8") from None


def detect(
    path: Path, format: str | None = None, named: Mapping | None = None,
    first_position: int | None = None,
) -> tuple[str, Table | None]:  # fmt: skip
    """The format of a file, and the columns where it is a table.

    A table is known by its header, or by `format` or `named` (see `table_of`). Of the others, it is
    the one that accepts more than half of the first lines while no other accepts a tenth (a cut
    line of one format may be a line of another). Raises ClickLogError with what was seen otherwise.
    """
    if format in RECORDS:
        return format, None
    sample = [line for line in itertools.islice(lines(path), SAMPLE) if line.content.strip()]
    if not sample:
        raise ClickLogError(f"{path} has no lines: there is nothing to count")
    try:
        header, delimiter = header_of(text(sample[0]))
    except BadLine:
        header, delimiter = [], ","
    try:
        return _of_table(format, *table_of(header, named, first_position, delimiter))
    except ClickLogError as error:
        if format or named or looks_like_a_header(header):
            raise ClickLogError(f"{path}, line {sample[0].number}: {error}") from None
    accepted = _accepted(sample)
    found = max(accepted, key=lambda name: accepted[name])
    rival = max(count for name, count in accepted.items() if name != found)
    if accepted[found] > len(sample) / 2 and rival < len(sample) / 10:
        return found, None
    seen = ", ".join(f"{name} accepts {count}" for name, count in accepted.items())
    raise ClickLogError(
        f"{path}: the format is not clear. Of the first {len(sample)} lines {seen}; the first line "
        "is no header with item, position and clicks. Name the format, one of "
        f"{', '.join(FORMATS)}, or the columns, as columns={{'item': ..., 'position': ..., "
        "'clicks': ...}"
    )


def _of_table(format: str | None, found: str, table: Table) -> tuple[str, Table]:
    if format not in (None, found):
        raise ClickLogError(f"the columns are those of the format {found}, not of {format}")
    return found, table


def _accepted(sample: list[Line]) -> dict[str, int]:
    """How many of the lines each format without a header accepts."""
    accepted = dict.fromkeys(RECORDS, 0)
    feeds = {name: feed(Tally(), None) for name, feed in RECORDS.items()}
    for line in sample:
        for name, feed in feeds.items():
            try:
                content = text(line)
                if name == "kdd" and content.split("\t")[2:3] in (["Q"], ["C"], ["T"]):
                    continue  # a session's record: their third column is the kind
                feed(content)
                accepted[name] += 1
            except BadLine:
                pass
    return accepted
