"""Read the bytes of a file as blocks of whole lines in UTF-8, whatever its format."""

from __future__ import annotations

import codecs
import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from .counts import ClickLogError

MAX_LINE = 1 << 20
"""The length limit of a line in bytes. A longer line is cut to this length and refused."""

BLOCK = 1 << 23
"""The number of bytes that are read at a time."""


class Lines(NamedTuple):
    """Whole lines of the file, unchanged, or one without its end; the first has this number."""

    number: int
    content: bytes


def blocks(path: Path) -> Iterator[Lines]:
    """The lines of a plain or gzipped file, some megabytes at a time.

    A line that is longer than whole blocks is cut to a length that will be refused. UTF-16 with a
    byte-order mark becomes UTF-8. Raises ClickLogError if the compressed data are damaged (after the
    lines before the damage), or if the file changes while it is read. At a terminal, a progress bar
    appears after two seconds.
    """
    with (
        open(path, "rb") as raw,
        tqdm(
            desc=f"reading {Path(path).name}",
            total=os.path.getsize(path),
            unit="B",
            unit_scale=True,
            delay=2,
            leave=False,
            disable=None,
        ) as read,
    ):
        before = identity(path)
        stream = gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw
        number, rest, damage, more, decoder = 1, b"", None, True, None
        while more and damage is None:
            more, damage = _gathered(stream)
            marked = more[:2] in (b"\xff\xfe", b"\xfe\xff") and b"\0" in more[2:4]
            if marked and decoder is None and number == 1 and not rest:
                decoder = codecs.getincrementaldecoder("utf-16")("replace")
            more = more if decoder is None else decoder.decode(more).encode("utf-8", "replace")
            check_unchanged(path, before)  # at once: a log may grow as fast as it is read
            read.update(raw.tell() - read.n)
            end = more.rfind(b"\n") + 1
            if end:
                yield Lines(number, rest + more[:end])
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
            yield Lines(number, rest)


def literal(path: Path) -> str:
    """The name of a file for DuckDB, with the characters escaped that it would take for patterns."""
    return str(path).translate({ord(sign): f"[{sign}]" for sign in "*?["})


@contextmanager
def unchanged(path: Path) -> Iterator[None]:
    """Raise ClickLogError if a file, which can be read several times here, changes in between."""
    before = identity(path)
    try:
        yield
    finally:
        check_unchanged(path, before)


def check_unchanged(path: Path, before: tuple | None) -> None:
    """Raise ClickLogError unless a file still has the identity that it had before."""
    if before != identity(path):
        raise ClickLogError(
            f"{path} changed while it was read; nothing was counted. If another program still writes to it, "
            "read it when that has ended, or read a copy"
        )


def identity(path: Path) -> tuple | None:
    """A tuple that differs for another file and for the same file after a change; None without a file."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _gathered(stream):
    """The next bytes, up to BLOCK of them, and the error that ended the reading, or None."""
    pieces, size = [], 0
    try:
        while size < BLOCK and (piece := stream.read1(BLOCK - size)):
            pieces.append(piece)
            size += len(piece)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        return b"".join(pieces), error
    return b"".join(pieces), None


def lines(path: Path) -> Iterator[Lines]:
    """The lines of a plain or gzipped file, without a byte-order mark; raises as `blocks`."""
    for block in blocks(path):
        contents = block.content.removesuffix(b"\n").split(b"\n")
        for number, content in enumerate(contents, start=block.number):
            if number == 1:
                content = content.removeprefix(b"\xef\xbb\xbf")
            if len(content) < MAX_LINE:
                content = content.rstrip(b"\r")
            yield Lines(number, content[:MAX_LINE])
