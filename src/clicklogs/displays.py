"""Pages in the form that models of a whole page use, with items from top to bottom and their clicks.

A model of pages has `predict(displays)`. For every display it returns the probability of a click given
the clicks above it on its page, and the probability before any click is known. The logarithms of the
former add up to the logarithm of the probability of the page.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from . import tables
from .counts import ClickCounts, ClickLogError, Pages
from .pairs import Pairs

BLOCK = 2**18
"""The number of displays that are worked on at once, so that they stay in the cache of the processor."""


class Displays(NamedTuple):
    """The displays of pages, page by page and downwards on each.

    start : int64 array, shape (n_pages + 1,); those of page i are start[i] to start[i + 1]
    pair : int64 array, shape (n_displays,), the number of the pair of query and item; -1 if new
    position : int64 array, shape (n_displays,), from 0
    click : boolean array, shape (n_displays,)
    page : integer array, shape (n_pages,), the numbers of the pages in the log, which grow
    """

    start: np.ndarray
    pair: np.ndarray
    position: np.ndarray
    click: np.ndarray
    page: np.ndarray | None = None

    def blocks(self) -> Iterator[Displays]:
        """The same pages in parts of about BLOCK displays."""
        edges = np.searchsorted(self.start, np.arange(0, self.start[-1], BLOCK))
        for first, end in itertools.pairwise(np.unique(np.append(edges, self.start.size - 1)).tolist()):
            start = self.start[first : end + 1]
            rows = slice(start[0], start[-1])
            yield Displays(start - start[0], self.pair[rows], self.position[rows], self.click[rows])


class Chances(NamedTuple):
    """The probability of a click on each display, given the clicks above it, and before any is known."""

    given: np.ndarray
    before: np.ndarray


def displays(pages: Pages, pairs: Pairs) -> Displays:
    """The displays of a log, with pairs numbered as in a fit."""
    rows, page = pages.shown()
    above = (page[1:] == page[:-1]) & (rows.position[1:] < rows.position[:-1])
    if (above | (page[1:] < page[:-1])).any():
        order = np.lexsort((rows.position, page))
        rows, page = rows.some(order), page[order]
    start = np.flatnonzero(np.r_[True, page[1:] != page[:-1], True])
    pair = pairs.find(rows.queries, rows.items, rows.query, rows.item)
    position = (rows.position - 1).astype(np.int64)
    return Displays(start, pair, position, rows.clicks > 0, page[start[:-1]].astype(np.int64))


def pages_of(log: ClickCounts, model: str) -> Pages:
    """The pages of a log; ClickLogError if they cannot be told apart."""
    if not isinstance(log, ClickCounts):
        raise TypeError(f"the counts of a log are needed; got {type(log).__name__}")
    if log.pages is None:
        raise ClickLogError(
            f"the {model} needs to know which clicks belong to the same page, and {log.report.path} does "
            f"not contain this. Name the columns that identify a page, {tables.naming('page')}"
        )
    return log.pages
