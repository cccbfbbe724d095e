"""Counts on disk: as many cells as a log has, in little memory.

The files are mapped and have no names any more, so that nothing is left when the counts are no
longer used, whatever ended the process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np

STEP = 4096
"""Queries that iteration takes from disk at a time."""

TYPES = {
    "queries": np.uint8, "query_end": np.int64, "cell_end": np.int64, "by_text": np.int64,
    "items": np.uint8, "item_end": np.int64, "position": np.int16, "clicks": np.int64,
    "plays": np.int64,
}  # fmt: skip


class StoredCells(Mapping):
    """The cells of every query, as `Tally.cells`, from the files that `Columns` wrote.

    Texts stand behind one another, each known by its end; cells are in the order of the queries,
    and `by_text` sorts the queries by their bytes.
    """

    def __init__(self, folder: Path):
        self._columns = {
            name: np.memmap(folder / name, dtype=dtype, mode="r") for name, dtype in TYPES.items()
        }

    def _text(self, name, ends, number) -> bytes:
        begin = self._columns[ends][number - 1] if number else 0
        return self._columns[name][begin : self._columns[ends][number]].tobytes()

    def __len__(self) -> int:
        return self._columns["query_end"].size

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), STEP):
            ends = self._columns["query_end"][start : start + STEP].tolist()
            begin = int(self._columns["query_end"][start - 1]) if start else 0
            texts = self._columns["queries"][begin : ends[-1]].tobytes()
            for left, right in pairwise([begin, *ends]):
                yield texts[left - begin : right - begin].decode()

    def __getitem__(self, query: str) -> dict[tuple[str, int], tuple[int, int]]:
        number = self._find(query)
        first = int(self._columns["cell_end"][number - 1]) if number else 0
        cells = slice(first, int(self._columns["cell_end"][number]))
        begin = int(self._columns["item_end"][first - 1]) if first else 0
        ends = self._columns["item_end"][cells].tolist()
        texts = self._columns["items"][begin : ends[-1]].tobytes()
        items = [texts[a - begin : b - begin].decode() for a, b in pairwise([begin, *ends])]
        columns = (self._columns[name][cells].tolist() for name in ("position", "clicks", "plays"))
        return {
            (item, position): (clicks, plays)
            for item, position, clicks, plays in zip(items, *columns, strict=True)
        }

    def _find(self, query: str) -> int:
        """The number of a query by bisection; KeyError if there is none."""
        text = query.encode("utf-8", "surrogatepass")
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            number = int(self._columns["by_text"][middle])
            found = self._text("queries", "query_end", number)
            if found == text:
                return number
            low, high = (middle + 1, high) if found < text else (low, middle)
        raise KeyError(query)


class Columns:
    """Writes the files of `StoredCells`, chunk by chunk."""

    def __init__(self, folder: Path):
        self._files = {name: open(folder / name, "wb") for name in TYPES}  # noqa: SIM115
        self._ends = dict.fromkeys(("query_end", "cell_end", "item_end"), 0)

    def add(self, name: str, values) -> None:
        """Append numbers to a column."""
        self._files[name].write(np.asarray(values, dtype=TYPES[name]).tobytes())

    def add_lengths(self, name: str, lengths) -> None:
        """Append to a column of ends what follows from lengths."""
        ends = self._ends[name] + np.cumsum(np.asarray(lengths), dtype=np.int64)
        self._ends[name] = int(ends[-1])
        self.add(name, ends)

    def add_texts(self, name: str, ends: str, texts) -> None:
        """Append texts, and their ends in bytes."""
        coded = [text.encode() for text in texts]
        self._files[name].write(b"".join(coded))
        self.add_lengths(ends, [len(text) for text in coded])

    def close(self) -> None:
        for file in self._files.values():
            file.close()
