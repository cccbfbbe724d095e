r"""Test a log for two violations of the position-based model that would make advice wrong.

Both can occur although every estimate looks precise. If attractions change while the log is written, the
mean over the log does not predict what comes next. If users stop at a click, the value of a list of good
items is smaller than the sum over its items.

`moves` tests for changes along the rows. If c of the n displays of a pair at one position were clicked and
nothing changes, every choice of c of them is equally likely, so the sum of their places in the log has a
known mean and variance. The deviation from the mean, summed over the positions of a pair, is compared with
its variance pair by pair, because some items gain while others lose. The halves of the log are compared in
the same way.

`deviations` tests the pages. If clicks are independent, the product of the deviations of two clicks of one
page from their probabilities has mean 0, and its variance is also a product.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import chi2

from .displays import displays
from .pairs import pair_totals

LEVEL = 0.02
"""The level of the two tests for a change: the share of unchanged logs in which a change is reported."""

SURE, MATTERS = 4.0, 0.1
"""How far pairs of clicks on a page must fall short, in standard errors and as a share of those expected."""

FEWEST = 5
"""The smallest number of clicks with which a pair is tested for a change."""


class Checks(NamedTuple):
    """The evidence on the model that the order of a log and its pages contain in addition to its counts.

    moves : float64 array, shape (2, n_pairs); along the rows, and between the halves, the squared
        deviation divided by its variance, which has mean 1 if nothing changes; NaN if clicks are few
    pages : pandas.DataFrame; by query, the pairs of clicks on a page that were `found` and `expected`,
        the `excess` corrected for errors of the fit, its `variance`, and the `most` clicks of a page
    """

    moves: np.ndarray
    pages: pd.DataFrame

    def sentences(self, of_pair: np.ndarray, query: int | None = None) -> tuple[str, ...]:
        """Reasons not to rely on values, for the log or for one query, given the queries of the pairs."""
        reasons = []
        groups = [np.ones(of_pair.size, bool)] + ([] if query is None else [of_pair == query])
        if any(_changed(moves[group]) for group in groups for moves in self.moves):
            reasons.append(CHANGES)
        pages = self.pages if query is None or query not in self.pages.index else self.pages.loc[[query]]
        total = pages.sum()
        if total["excess"] < -max(SURE * np.sqrt(total["variance"]), MATTERS * total["expected"]):
            reasons.append(STOPS.format(total["found"], total["expected"]))
        return tuple(reasons)


CHANGES = (
    "Attractions change along the log by more than chance explains. Estimates are means over the log and do "
    "not predict what comes next, so values have no interval. Fit only the latest part of the log."
)

STOPS = (
    "Users stop at a click. Pages have {:,.0f} pairs of clicks, while {:,.0f} would be expected if clicks "
    "did not depend on those above. The value of a list is then less than the sum over its items, so "
    "values are too large and have no interval. Try a ranking on live pages."
)


def _changed(moves: np.ndarray) -> bool:
    known = moves[~np.isnan(moves)]
    return bool(known.size and chi2.sf(known.sum(), known.size) < LEVEL / 2)


def checks(fit) -> Checks:
    """The checks of a `LogFit` whose log kept the order of its displays."""
    rows, page = fit.order.shown()
    pair = fit.pairs.find(rows.queries, rows.items, rows.query, rows.item)
    n_pairs, clicks = fit.attraction.size, rows.clicks
    cell, keys = pd.factorize(pair * (int(rows.position.max()) + 1) + rows.position)
    of_pair = pair[np.unique(cell, return_index=True)[1]]
    n, clicked = np.bincount(cell), np.bincount(cell, clicks)
    moves = []
    for place in (page / page.max(), page > np.median(page)):
        mean = np.bincount(cell, place) / n
        apart = np.bincount(cell, (place - mean[cell]) ** 2)
        variance = clicked * (n - clicked) / (n * np.maximum(n - 1, 1)) * apart
        excess = np.bincount(cell, clicks * (place - mean[cell]))
        excess, variance = (np.bincount(of_pair, x, n_pairs) for x in (excess, variance))
        some = (variance > 1e-9) & (pair_totals(fit.cells)[0] >= FEWEST)
        moves.append(np.where(some, excess**2 / np.where(some, variance, 1), np.nan))
    shown = displays(fit.order, fit.pairs)
    p = np.nan_to_num(fit.chance(shown.pair, shown.position))
    sums = [
        np.add.reduceat(x, shown.start[:-1])
        for x in (shown.click - p, (shown.click - p) ** 2, p * (1 - p), (p * (1 - p)) ** 2, p, p**2)
    ]
    most = np.add.reduceat(shown.click.astype(np.int64), shown.start[:-1])
    pages = pd.DataFrame(
        {
            "query": fit.pairs.query[shown.pair[shown.start[:-1]]],
            "excess": (sums[0] ** 2 - sums[1]) / 2,
            "variance": (sums[2] ** 2 - sums[3]) / 2,
            "expected": (sums[4] ** 2 - sums[5]) / 2,
            "found": (most**2 - most) / 2,
            "most": most,
        }
    )
    by_query = pages.groupby("query")
    return Checks(np.array(moves), by_query.sum().assign(most=by_query["most"].max()))
