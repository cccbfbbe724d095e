"""Counts on disk: as many cells as a log has, in little memory.

The files are mapped and have no names any more, so that nothing is left when the counts are no
longer used, whatever ended the process.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from .tally import Cells

STEP = 4096
"""Queries that iteration takes from disk at a time."""

TYPES = {
    "queries": np.uint8, "query_end": np.int64, "cell_end": np.int64, "by_text": np.int64,
    "items": np.uint8, "item_end": np.int64, "position": np.int16, "clicks": np.int64,
    "plays": np.int64,
}  # fmt: skip


class StoredCells:
    """The cells of every query, as `Cells`, from the files that `Columns` wrote.

    Texts stand behind one another, each known by its end; cells are in the order of the queries,
    and `by_text` sorts the queries by their bytes.
    """

    def __init__(self, folder: Path):
        self._columns = {
            name: np.memmap(folder / name, dtype=dtype, mode="r") for name, dtype in TYPES.items()
        }

    def _texts(self, name: str, ends: str, first: int, last: int) -> list[str]:
        """The texts of a column from `first` to before `last`."""
        end = self._columns[ends][first:last].tolist()
        begin = int(self._columns[ends][first - 1]) if first else 0
        texts = self._columns[name][begin : end[-1]].tobytes()
        return [
            texts[left - begin : right - begin].decode() for left, right in pairwise([begin, *end])
        ]

    def __len__(self) -> int:
        return self._columns["query_end"].size

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), STEP):
            yield from self._texts("queries", "query_end", start, min(start + STEP, len(self)))

    def of(self, query: str) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
        number = self._find(query)
        first = int(self._columns["cell_end"][number - 1]) if number else 0
        last = int(self._columns["cell_end"][number])
        position, clicks, plays = (
            np.array(self._columns[name][first:last]) for name in ("position", "clicks", "plays")
        )
        return self._texts("items", "item_end", first, last), position, clicks, plays

    def in_memory(self) -> Cells:
        from .texts import distinct  # compiled, which reading a small log does not need

        columns = self._columns
        item, first = distinct(columns["items"], columns["item_end"])
        items = np.empty(len(first), dtype=object)
        for number, cell in enumerate(first.tolist()):
            items[number] = self._texts("items", "item_end", cell, cell + 1)[0]
        n_cells = np.diff(columns["cell_end"], prepend=0)
        return Cells(
            np.array(list(self), dtype=object), items,
            np.repeat(np.arange(len(self), dtype=np.int32), n_cells), item,
            *(np.array(columns[name]) for name in ("position", "clicks", "plays")),
        )  # fmt: skip

    def _find(self, query: str) -> int:
        """The number of a query by bisection; KeyError if there is none."""
        text = query.encode("utf-8", "surrogatepass")
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            number = int(self._columns["by_text"][middle])
            found = self._texts("queries", "query_end", number, number + 1)[0]
            if found == query:
                return number
            low, high = (middle + 1, high) if found.encode() < text else (low, middle)
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
