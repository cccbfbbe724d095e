"""Split a log into two parts, one to fit a model and the other to test it."""

from __future__ import annotations

import numpy as np

from . import tables
from .counts import Cells, ClickCounts, ClickLogError, added_up, empty_part


def split(
    log: ClickCounts, by: str = "page", share: float = 0.8, seed: int = 0
) -> tuple[ClickCounts, ClickCounts]:
    """Cut a log in two.

    Parameters
    ----------
    log : ClickCounts
    by : "page", "time" or "impression"
        With "page", the displays of one list go to the same part, chosen at random. With "time", the
        first part has the displays that come first in the log, by its column of times or else its lines. With
        "impression", the part is chosen at random for every item that was shown, so two items of one
        page, and clicks that depend on each other, can end up in different parts.
    share : float
        The share of the log in the first part, in (0, 1); in expectation if parts are random.
    seed : int
        The seed of the random choice. To split a part again, use a different seed.

    Returns
    -------
    first, second : ClickCounts
        Their counts add up to those of the log, and both have the report of the log.

    Raises
    ------
    ClickLogError
        A ValueError, if pages are requested and the log cannot tell them apart, or if a part would
        be empty.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import from_frame, split
    >>> shown = pd.DataFrame({
    ...     "visit": [1, 1, 2, 2, 3, 3], "item_id": ["tea", "cup"] * 3, "position": [1, 2] * 3,
    ...     "click": [1, 0, 0, 0, 0, 1],
    ... })
    >>> early, late = split(from_frame(shown, page="visit"), by="time", share=0.67)
    >>> early.for_query("all")[1]  # plays, with one row per item and one column per position
    array([[2, 0],
           [0, 2]])
    >>> late.report.path
    'a frame of pandas, the other 33 %'
    """
    if not isinstance(log, ClickCounts):
        raise TypeError(f"the counts of a log are needed; got {type(log).__name__}")
    if by not in ("page", "time", "impression"):
        raise ValueError(f'by must be "page", "time" or "impression"; got {by!r}')
    if not 0 < share < 1:
        raise ValueError(f"share must be in (0, 1); got {share}")
    if by == "impression":
        parts = [ClickCounts(part, log.report) for part in _by_impression(log.cells(), share, seed)]
    elif log.pages is None:
        raise ClickLogError(
            f"the displays of a list cannot be told apart in {log.report.path}, so it cannot be split by "
            f'{by}. Name the columns that distinguish them, {tables.naming("page")}; or split by="impression"'
        )
    elif by == "time":
        last = share * log.pages.last
        parts = [log.pages.counts(lambda page: page <= last), log.pages.counts(lambda page: page > last)]
    else:
        parts = [
            log.pages.counts(lambda page: _uniform(page, seed) < share),
            log.pages.counts(lambda page: _uniform(page, seed) >= share),
        ]
    for part, name in zip(parts, (f"{share:.0%}", f"the other {1 - share:.0%}"), strict=True):
        part.report = log.report._replace(path=f"{log.report.path}, {name.replace('%', ' %')}")
    return parts[0], parts[1]


def _uniform(page: np.ndarray, seed: int) -> np.ndarray:
    """A number in [0, 1) for every page, which depends only on the page's number and the seed."""
    from pandas.util import hash_array

    salt = np.random.SeedSequence(seed).generate_state(1, np.uint64)
    return hash_array(page.astype(np.uint64) ^ salt) / 2.0**64


def _by_impression(cells: Cells, share: float, seed: int) -> list[Cells]:
    """Put every impression, clicked or not, into the first part with the same probability."""
    rng = np.random.default_rng(seed)
    clicks = rng.binomial(cells.clicks, share)
    plays = clicks + rng.binomial(cells.plays - cells.clicks, share)
    first = cells._replace(clicks=clicks, plays=plays)
    second = cells._replace(clicks=cells.clicks - clicks, plays=cells.plays - plays)
    if not first.plays.any() or not second.plays.any():
        raise empty_part("the log")
    return [added_up(*part.some(part.plays > 0)) for part in (first, second)]
