"""Pages as models of a whole page see them: what stood there, top to bottom, and what was clicked.

A model of pages has `predict(displays)`: of every display its chance of a click given the clicks
above it on its page, and its chance before any click is known. The logarithms of the first add up
to that of the probability of the page.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .counts import ClickCounts, ClickLogError, Pages
from .pairs import Pairs


class Displays(NamedTuple):
    """The displays of pages, page by page and downwards on each.

    start : int64 array, shape (n_pages + 1,); those of page i are start[i] to start[i + 1]
    pair : int64 array, shape (n_displays,), the number of the pair of query and item; -1 if new
    position : int64 array, shape (n_displays,), from 0
    click : boolean array, shape (n_displays,)
    """

    start: np.ndarray
    pair: np.ndarray
    position: np.ndarray
    click: np.ndarray


class Chances(NamedTuple):
    """The chance of a click by display: given the clicks above it on its page, and before any."""

    given: np.ndarray
    before: np.ndarray


def displays(pages: Pages, pairs: Pairs) -> Displays:
    """The displays of a log, its pairs by their numbers in a fit."""
    rows, page = pages.shown()
    pair = pairs.find(rows.queries, rows.items, rows.query, rows.item)
    key = page.astype(np.int64) * (int(rows.position.max()) + 1) + rows.position
    if (key[1:] < key[:-1]).any():
        order = np.argsort(key, kind="stable")
        rows, page, pair = rows.some(order), page[order], pair[order]
    start = np.flatnonzero(np.diff(page, prepend=-1, append=-1))
    return Displays(start, pair, rows.position.astype(np.int64) - 1, rows.clicks > 0)


def pages_of(log: ClickCounts, model: str) -> Pages:
    """The pages of a log; ClickLogError where it does not tell them apart."""
    if not isinstance(log, ClickCounts):
        raise TypeError(f"the counts of a log are needed; got {type(log).__name__}")
    if log.pages is None:
        raise ClickLogError(
            f"the {model} needs to know which clicks fell on one page, and {log.report.path} does "
            "not tell: name the columns that tell its pages apart (page=)"
        )
    return log.pages
