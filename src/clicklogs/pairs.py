"""The pairs of a query and an item in a log, and their clicks and displays by position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.special import ndtri

from .counts import ClickCounts
from .likelihood import PairCells

TAIL = 0.025
"""The share outside a 95 % interval, on each side."""

NORMAL = float(-ndtri(TAIL))
"""The corresponding quantile of the normal distribution."""


def named(positions) -> str:
    """Some positions in words, from 1; "" if there are none."""
    places = (np.flatnonzero(positions) + 1).tolist()
    more = f" and {len(places) - 5} more" if len(places) > 5 else ""
    word = "Position " if len(places) == 1 else "Positions "
    return word + ", ".join(map(str, places[:5])) + more if places else ""


def percent(share: float) -> str:
    """A share as text, which is never rounded to 0 % or to 100 %."""
    if share in (0, 1):
        return "none" if share == 0 else "100 %"
    return "less than 0.1 %" if share < 0.001 else f"{min(100 * share, 99.9):.3g} %"


@dataclass(frozen=True, eq=False)
class Pairs:
    """The pairs of query and item, and their names.

    queries, items : object arrays of str
    query, item : integer arrays, shape (n_pairs,), places in `queries` and `items`
    """

    queries: np.ndarray
    items: np.ndarray
    query: np.ndarray
    item: np.ndarray

    @cached_property
    def _index(self) -> tuple[pd.Index, pd.Index, pd.Index]:
        keys = self.query.astype(np.int64) * (len(self.items) + 1) + self.item
        return pd.Index(self.queries), pd.Index(self.items), pd.Index(keys)

    def find(self, query, item, of_query=..., of_item=...) -> np.ndarray:
        """The numbers of the pairs with these names, or with these places among them; -1 if there is none."""
        queries, items, keys = self._index
        numbers = queries.get_indexer(np.asarray(query, dtype=str).astype(object))
        key = (numbers.astype(np.int64) * (len(self.items) + 1))[of_query]
        numbers = items.get_indexer(np.asarray(item, dtype=str).astype(object))
        key += np.where(numbers < 0, len(self.items), numbers)[of_item]  # which no pair has
        return keys.get_indexer(key)

    def of_query(self, query) -> np.ndarray:
        """The numbers of the pairs of a query; KeyError if the log does not have the query."""
        number = self._index[0].get_indexer([str(query)])[0]
        if number < 0:
            raise KeyError(f"the log has no query {query!r}; it has {len(self.queries):,} queries")
        return np.flatnonzero(self.query == number)


def pair_cells(counts) -> tuple[PairCells, Pairs]:
    """The counts of a log pair by pair, in the order of the pairs' first cells."""
    if not isinstance(counts, ClickCounts):
        raise TypeError(
            f"the counts of a log are needed, from read_log or from_frame; got {type(counts).__name__}"
        )
    raw = counts.cells()
    if not len(raw.clicks):
        raise ValueError("the log has no displays, so there is nothing to fit")
    n_items = len(raw.items)
    key = raw.query.astype(np.int64) * n_items + raw.item
    runs = np.flatnonzero(np.r_[True, key[1:] != key[:-1]])
    number, keys = pd.factorize(key[runs])
    del key
    lengths = np.diff(np.append(runs, len(raw.clicks)))
    # Strided views have a type of their own, for which numba would compile everything again.
    counted = np.ascontiguousarray(raw.clicks), np.ascontiguousarray(raw.plays)
    columns = raw.position.astype(np.int32) - np.int32(1), *counted
    if runs.size > len(keys):  # some pair has several runs
        order = np.argsort(np.repeat(number, lengths), kind="stable")
        columns = tuple(column[order] for column in columns)
        lengths = np.bincount(number, lengths).astype(np.int64)
    start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    query, item = np.divmod(keys, n_items)
    return PairCells(start, *columns), Pairs(raw.queries, raw.items, query, item)


def cells_by(pair, position, clicks, plays, n_pairs: int) -> PairCells:
    """Clicks and plays, int64, added up by pair and by position (from 0)."""
    shape = n_pairs, int(position.max()) + 1
    clicked, shown = (coo_array((x, (pair, position)), shape).tocsr() for x in (clicks, plays))
    columns = shown.indices.astype(np.int32), clicked.data, shown.data
    return PairCells(shown.indptr.astype(np.int64), *columns)


def pair_of_cell(cells: PairCells) -> np.ndarray:
    """The number of the pair of every cell."""
    return np.repeat(np.arange(cells.start.size - 1), np.diff(cells.start))


def pair_totals(cells: PairCells) -> tuple[np.ndarray, np.ndarray]:
    """Clicks and plays by pair, int64."""
    first = cells.start[:-1]
    return np.add.reduceat(cells.clicks, first), np.add.reduceat(cells.plays, first)


def position_totals(cells: PairCells, n_positions: int) -> tuple[np.ndarray, np.ndarray]:
    """Clicks and plays by position, int64."""
    clicks, plays = (np.bincount(cells.position, x, n_positions) for x in (cells.clicks, cells.plays))
    return clicks.astype(np.int64), plays.astype(np.int64)
