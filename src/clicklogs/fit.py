r"""Fit the position-based model to a whole log, with one examination for all queries.

An item of a query at position l is clicked with probability θ κ_l. The attraction θ belongs to the
pair of query and item, and the examination κ belongs to the position; the largest κ is 1. Real logs
show most pairs only a few times. Maximum likelihood then gives attraction 0 to pairs without a click
and attraction 1 to pairs that were shown and clicked once, so the next log gets a log-likelihood of
minus infinity. The prior "auto" counts as one click. It is Beta(1, 1/m - 1), with m the highest
click-through rate by position, so at an examination of 1 the attraction is (S + 1) / (N + 1/m).

Examination is estimated in two ways, for two purposes.

`with_prior` maximises the marginal likelihood, in which the attractions are integrated out; its
attractions are posterior means. (Maximising over both at once would use the information about the
attractions twice.) These estimates predict future displays of the same system, as long as it places
items in the same way.

If good items are at good positions, this estimate mistakes a part of the attraction for examination,
because before their clicks are known the prior treats all pairs alike. `without_prior` therefore only
compares the clicks of each pair at its different positions (`likelihood.conditional`). It is correct
however the items were placed, but it is less precise.

`examination` is the first estimate if the two agree up to their errors, and otherwise the second. Its
intervals cover both estimates with their errors, or the second alone. If the second does not exist,
because too few pairs were clicked at one position and shown at another, the prior decides, and a note
takes the place of the interval.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from clickbandits.core import Problem
from clickbandits.pbm.model import problem
from clickbandits.shortfall import allowed

from . import inspection, likelihood
from ._extras import needed
from .counts import Pages
from .inspection import Clusters, Finding, Misfit, Seen, inspect_log
from .likelihood import PairCells
from .pairs import NORMAL, TAIL, Pairs, named, pair_cells, pair_of_cell, pair_totals, percent, position_totals
from .ranking import best_ranking, displays
from .solver import (
    NEAR,
    ascend,
    comparisons,
    conditional_covariance,
    disagree,
    hull,
    inverse,
    largest,
    maximum,
    missed_clicks,
    prior_range,
    truncated_mean,
)

SILENCE = float(np.log(40))
"""The number of expected clicks at which the probability of no click is 1 in 40."""

ENOUGH = 0.9
"""A position with this share of the displays of the one shown most may be on every page."""

FEW = 10
"""The number of clicks at a position below which its interval is only approximate."""

LEAST = 0.01
"""The smallest a and b of a prior."""

JEFFREYS = (0.5, 0.5)
"""The prior for intervals of attractions if none was given (Brown, Cai, DasGupta 2001)."""


@dataclass(frozen=True, eq=False)
class LogFit:
    """The position-based model of a whole log. `print` also shows which values the log cannot determine.

    Attributes
    ----------
    examination : float64 array, shape (n_positions,)
        By position, the largest being 1; NaN if the log has no information about it.
    attraction : float64 array, shape (n_pairs,)
        By pair of query and item, in the order of `items`; NaN if the log has no information about it.
    prior : pair of float or None
        (a, b) of the Beta prior of the attractions; None for maximum likelihood.
    with_prior : float64 array, shape (n_positions,)
        The maximum of the marginal likelihood, or of the likelihood if there is no prior.
    attraction_with_prior : float64 array, shape (n_pairs,)
        The posterior means at that examination; `predict` uses these two.
    without_prior : float64 array, shape (n_positions,)
        The examination from comparisons within pairs alone; NaN if there are none.
    by_comparison : bool
        Whether `examination` is `without_prior`, because `with_prior` does not agree with it.
    low, high : float64 arrays, shape (n_positions,)
        The 95 % interval of the examination; NaN if there is none.
    prior_low, prior_high : float64 arrays, shape (n_positions,)
        The range of `with_prior` over priors of half and twice the weight, and of a mean lower
        and higher by a fifth, to first order; NaN without a prior.
    covariance : float64 array, shape (n_positions, n_positions)
        Of the logarithms of the examination; NaN if there is no interval.
    reference : int, the position (from 0) whose examination is 1; -1 without any click
    log_likelihood : float
        In nats, without binomial coefficients. With a prior it is the marginal log-likelihood.
    iterations : int
    converged : bool
        Whether `shortfall` is at most 10^-4 nats; for more than 10^9 clicks, 10^-4 nats per 10^9 clicks.
    shortfall : float
        An upper bound on how far the log-likelihood at `with_prior` is below its maximum, in nats, by
        tangents of a concave function. With a prior it is the maximum in which the same position keeps the
        examination 1, up to the error of a quadrature. It is not proved for b < 1, because the marginal
        likelihood might then have several local maxima.
    cells, pairs : the counts, and the names of their pairs
    remarks : tuple of str, whatever was refused, cut, merged or left out when the log was read
    pages : the displays of each page, if the pages can be told apart; `evaluate` uses them
    order : the displays in their order, with the given pages or those implied by their positions
    """

    examination: np.ndarray
    attraction: np.ndarray
    prior: tuple[float, float] | None
    with_prior: np.ndarray
    attraction_with_prior: np.ndarray
    without_prior: np.ndarray
    by_comparison: bool
    low: np.ndarray
    high: np.ndarray
    prior_low: np.ndarray
    prior_high: np.ndarray
    covariance: np.ndarray
    reference: int
    log_likelihood: float
    iterations: int
    converged: bool
    shortfall: float
    cells: PairCells
    pairs: Pairs
    remarks: tuple[str, ...] = ()
    pages: Pages | None = None
    order: Pages | None = None

    def __repr__(self) -> str:
        by = "the prior Beta({:.3g}, {:.3g})".format(*self.prior) if self.prior else "likelihood"
        head = (
            f"Position-based model of {self.attraction.size:,} pairs of query and item and "
            f"{self.examination.size} positions, {self.cells.plays.sum():,} displays, "
            f"{self.cells.clicks.sum():,} clicks, by {by}"
        )
        shown = ["position", "clicks", "plays", "examination", "low", "high", "note"]
        table = self.positions()[shown].to_string(index=False, na_rep="–")
        return "\n".join([head, "", table, "", *self.notes])

    def problem(self, query=None) -> Problem:
        """The fitted model of a query, to be played.

        Parameters
        ----------
        query : str, optional
            Required if the log has several queries.

        Returns
        -------
        Problem
            The attractions of the query's items, in the order of `items`, and the examination of
            the positions.

        Raises
        ------
        ValueError
            If an attraction or an examination is not known, or the query has fewer items than the
            log has positions.
        KeyError
            If the log does not have the query.
        """
        attraction = self.attraction[self.pairs.of_query(self.the_query(query))]
        unknown = [
            f"{np.isnan(vector).sum()} of {vector.size} {names}"
            for names, vector in (("attractions", attraction), ("positions", self.examination))
            if np.isnan(vector).any()
        ]
        if unknown:
            raise ValueError(f"the log does not determine {' and '.join(unknown)}; fit.notes explains why")
        return problem(attraction, self.examination)

    def counts_of(self, query=None) -> QueryCounts:
        """The counts of a query and the examination, from which a `Player` can start (`prior=`).

        A `Player` accepts the fit itself if the log has one query. Raises ValueError if it has several
        and none is named, and KeyError if it does not have the query that is named.
        """
        pairs = self.pairs.of_query(self.the_query(query))
        items = tuple(self.pairs.items[self.pairs.item[pairs]].tolist())
        return QueryCounts(items, *displays(self, pairs), self.examination)

    def best_ranking(self, query=None) -> tuple[str, ...]:
        """The ranking with the largest lower bounds; see `clicklogs.best_ranking`."""
        return best_ranking(self, query)

    def plot(self, axes=None) -> Any:
        """Draw the examination by position with its intervals; needs matplotlib.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            By default new ones.

        Returns
        -------
        matplotlib Axes
        """
        if axes is None:
            axes = needed("matplotlib.pyplot", "a plot needs matplotlib", "drawing").subplots()[1]
        known = np.flatnonzero(~np.isnan(self.examination))
        value, low, high = (each[known] for each in (self.examination, self.low, self.high))
        reach = np.maximum(np.nan_to_num([value - low, high - value]), 0)
        axes.errorbar(known + 1, value, reach, fmt="o", capsize=3)
        axes.set(xlabel="position", ylabel="examination, with 95 % intervals", ylim=(0, None))
        return axes

    def the_query(self, query) -> str:
        """The name of a query, or of the only one; ValueError if there are several and none is named."""
        queries = self.pairs.queries
        if query is None and len(queries) > 1:
            raise ValueError(f"the log has {len(queries):,} queries; name one of them, query=...")
        return str(queries[0] if query is None else query)

    def findings(self, query=None) -> tuple[Finding, ...]:
        """Everything that makes values or rankings wrong; see `clicklogs.inspect_log`."""
        query = None if query is None else str(query)
        if query not in self._found:
            self._found[query] = inspect_log(self, query)
        return self._found[query]

    @cached_property
    def _found(self) -> dict[str | None, tuple[Finding, ...]]:
        return {}

    @cached_property
    def misfit(self) -> Misfit | None:
        """The test of the counts of the whole log; None if they cannot contradict the model."""
        return inspection.misfit(self.cells)

    @cached_property
    def seen(self) -> Seen | None:
        """What the rows of the log contain in addition to their counts; None if these were not kept."""
        return inspection.seen(self) if self.order is not None else None

    @cached_property
    def misleading(self) -> bool:
        """Whether the rows of the log mislead about the rates of items and positions."""
        return bool(inspection.of_rows(self))

    @cached_property
    def clusters(self) -> Clusters:
        """How strongly the displays of one user depend on each other, if the log names users."""
        return inspection.clusters(self)

    def most_clicks(self, query) -> float:
        """The most clicks on a page of a query, and at least 1; infinite if pages cannot be told apart."""
        pages = pd.DataFrame() if self.seen is None else self.seen.pages
        number = self._number(query)
        if number not in pages.index or pages.loc[number, "expected"] == 0:
            return np.inf
        return max(float(pages.loc[number, "most"]), 1.0)

    def reach(self, query) -> np.ndarray:
        """By position, the share of the pages of a query that show it.

        If pages cannot be told apart, it is the number of displays as a share of those at the position
        shown most, or 1 if that is at least ENOUGH, because such differences also occur by chance.
        """
        number = self._number(query)
        plays = self._plays[number]
        if self.seen is not None and number in self.seen.pages.index:
            pages, rows = self.seen.pages.loc[number, ["pages", "rows"]]
            if rows > 1.5 * pages:
                return plays / pages
        share = plays / max(plays.max(), 1)
        return np.where((share == 0) | (share >= ENOUGH), 1.0, share)

    @cached_property
    def _plays(self) -> np.ndarray:
        """Displays by query and position."""
        shape = self.pairs.queries.size, self.examination.size
        cell = self.pairs.query[pair_of_cell(self.cells)] * shape[1] + self.cells.position
        return np.bincount(cell, self.cells.plays, shape[0] * shape[1]).reshape(shape)

    def _number(self, query) -> int:
        return int(self.pairs.query[self.pairs.of_query(query)[0]])

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Remarks to read before the numbers are used, in one sentence each."""
        clicks, plays = position_totals(self.cells, self.examination.size)
        unit, known = f"position {self.reference + 1}", ~np.isnan(self.examination)
        notes = [str(finding) for finding in self.findings()]
        if not self.converged:
            notes.append("The fit did not converge, so it must not be used.")
        if some := named((plays > 0) & ~known):
            notes.append(
                f"{some} cannot be compared with {unit}, because no chain of clicked pairs connects "
                "them. Their examination, and the attraction of pairs that were shown only there, is "
                "left NaN."
            )
        if some := named(self.apart):
            source = "the prior" if self.prior else "what was not clicked"
            them, their = ("it", "Its") if self.apart.sum() == 1 else ("them", "Their")
            notes.append(
                f"{some}: no interval, because the clicks within pairs do not compare {them} with {unit} "
                f"in both directions. {their} examination comes from {source}."
            )
        if some := named((clicks == 0) & (plays > 0)):
            notes.append(
                f"{some}: no clicks. The upper end of the interval is the examination at which so many "
                "displays without a click have a probability of 1 in 40."
            )
        if some := named(plays == 0):
            notes.append(f"{some}: never shown.")
        if self.by_comparison:
            cause = "Good items are at good positions, the prior is wrong, or the model does not hold."
            if any(finding.withholds for finding in self.findings()):
                cause = "Because of what was found above, or because good items are at good positions,"
                cause += " the prior does not fit."
            notes.append(
                f"{cause} With the prior the examination "
                "would be with_prior, which disagrees with the comparisons within pairs. The estimate "
                "uses these comparisons, and predictions for the same system still use the prior."
            )
        if self.prior and (some := named(self._prior_decides)):
            notes.append(
                f"{some}: the prior decides the examination. Doubling or halving its weight, or changing "
                "its mean by a fifth, moves the examination by half its interval or more (prior_low, "
                "prior_high)."
            )
        if self.prior:
            displays = np.nan_to_num(self.examination)[self.cells.position] * self.cells.plays
            share = (np.add.reduceat(displays, self.cells.start[:-1]) < sum(self.prior)).mean()
            if share > 0:
                notes.append(
                    f"The prior decides the attraction of {percent(share)} of the pairs, because their "
                    f"displays, times examination, are fewer than its {sum(self.prior):.3g}."
                )
        return (*notes, *self.remarks)

    def positions(self) -> pd.DataFrame:
        """The examination by position.

        Returns
        -------
        pandas.DataFrame
            Columns position (from 1), clicks, plays, examination, low, high (95 %), with_prior,
            prior_low, prior_high, without_prior and note; see the attributes of the same names.
        """
        clicks, plays = position_totals(self.cells, self.examination.size)
        table = {"position": np.arange(1, clicks.size + 1), "clicks": clicks, "plays": plays}
        for name in ("examination", "low", "high", "with_prior", "prior_low", "prior_high", "without_prior"):
            table[name] = getattr(self, name)
        low, high = inspection.widened(self.examination, self.low, self.high, self.clusters.positions)
        table["low"], table["high"] = np.where(self.misleading, np.nan, [low, high])
        cases = {
            "withheld, because the rows mislead": np.full(plays.size, self.misleading),
            "never shown": plays == 0,
            "no clicks": clicks == 0,
            "sets the scale": np.arange(clicks.size) == self.reference,
            "cannot be compared": np.isnan(self.examination),
            "no interval, because the log does not compare it with the other positions": np.isnan(self.low),
            "the prior decides": self._prior_decides,
            "few clicks": clicks < FEW,
        }
        note = np.select(list(cases.values()), list(cases), "").tolist()
        return pd.DataFrame(table | {"note": note})

    @cached_property
    def apart(self) -> np.ndarray:
        """Whether a position was clicked and its estimated examination does not come from comparisons."""
        clicks, _ = position_totals(self.cells, self.examination.size)
        return ~np.isnan(self.examination) & (clicks > 0) & np.isnan(self.low)

    @cached_property
    def _prior_decides(self) -> np.ndarray:
        """The positions whose examination other priors move by half the interval or more."""
        with np.errstate(divide="ignore", invalid="ignore"):
            moved = np.log(self.prior_high / self.prior_low) > 0.5 * np.log(self.high / self.low)
        return moved & (not self.by_comparison)

    def items(self) -> pd.DataFrame:
        """The attraction by pair of query and item.

        Returns
        -------
        pandas.DataFrame
            Columns query, item, clicks, plays, attraction, low, high (95 %: quantiles of the
            posterior, widened by the error of the examination), prior_share (a + b as a share of
            a + b and the displays times their examination) and note. If that share is above one half,
            the prior decides, and there is no interval. With a prior, there is none either if more than half
            of the displays, times their examination, are at positions that the log does not compare with
            the others.

        Notes
        -----
        Without a prior the intervals are those of Jeffreys' prior, Beta(1/2, 1/2). If the log names its
        users, they are widened by the dependence of displays to one user. They are left out if the rows of
        the log mislead about rates (see `inspect_log`).
        """
        cells, n_pairs = self.cells, self.attraction.size
        clicks, plays = pair_totals(cells)
        seen = np.nan_to_num(self.examination)
        low, high = np.empty((2, n_pairs))
        law = self.prior or JEFFREYS
        error = np.nan_to_num(self.covariance)
        likelihood.posterior_intervals(cells, seen, error, *law, TAIL, NORMAL, low, high)
        low, high = np.fmin(low, self.attraction), np.fmax(high, self.attraction)
        low, high = inspection.widened(self.attraction, low, high, self.clusters.pairs)
        high = np.minimum(high, 1.0)
        low[clicks == 0] = 0.0
        pair, looks = pair_of_cell(cells), cells.plays * seen[cells.position]
        exposure = np.bincount(pair, looks, n_pairs)
        by_prior = self.apart & (self.prior is not None)
        apart = np.bincount(pair, looks * by_prior[cells.position], n_pairs) > 0.5 * exposure
        if self.prior is None:
            high[clicks == plays] = 1.0
        unknown = np.isnan(self.attraction) | (exposure == 0)
        weight = sum(self.prior) if self.prior else 0.0
        with np.errstate(invalid="ignore"):
            share = weight / (weight + exposure)
        note = np.where(clicks == 0, "no clicks", "").astype(object)
        note[apart] = "no interval, because the log does not compare its positions with the others"
        note[share > 0.5] = "no interval, because the prior decides"
        note[unknown] = "no interval, because it cannot be compared"
        if self.misleading:
            note[:] = "withheld, because the rows mislead"
        without = unknown | apart | (share > 0.5) | self.misleading
        low[without] = high[without] = np.nan
        return pd.DataFrame(
            {
                "query": self.pairs.queries[self.pairs.query],
                "item": self.pairs.items[self.pairs.item],
                "clicks": clicks,
                "plays": plays,
                "attraction": self.attraction,
                "low": low,
                "high": high,
                "prior_share": share,
                "note": note,
            }
        )

    def predict(self, query, item, position) -> Any:
        """The probability of a click, for items that are placed as in the log.

        Parameters
        ----------
        query, item : str, or arrays of them
        position : int or array of int, from 1

        Returns
        -------
        float, or float64 array of the common shape
            A pair that the log does not have gets the prior's mean, a / (a + b), and NaN without a
            prior; a position of unknown examination gives NaN.

        Raises
        ------
        ValueError
            If a position is not a whole number or is below 1.
        """
        query, item, position = np.broadcast_arrays(query, item, position)
        if position.dtype.kind not in "iu" or (position < 1).any():
            raise ValueError(f"positions are whole numbers, counted from 1; got {position}")
        pair = self.pairs.find(query.ravel(), item.ravel()).reshape(query.shape)
        chance = self.chance(pair, position - 1)
        return float(chance) if chance.ndim == 0 else chance

    def chance(self, pair, position) -> np.ndarray:
        """Like `predict`, but by the number of the pair (-1 if it is new) and the position from 0."""
        new = self.prior[0] / sum(self.prior) if self.prior else np.nan
        theta = np.where(pair >= 0, np.append(self.attraction_with_prior, np.nan)[pair], new)
        inside = np.minimum(position, self.examination.size)
        return theta * np.append(self.with_prior, np.nan)[inside]


class QueryCounts(NamedTuple):
    """The names of a query's items, their clicks and plays by item and position, and the examination."""

    items: tuple[str, ...]
    clicks: np.ndarray
    plays: np.ndarray
    examination: np.ndarray


def fit_log(counts, prior="auto", layout: str | None = None) -> LogFit:
    r"""Fit the position-based model to a whole log, with attractions by query and item.

    Parameters
    ----------
    counts : ClickCounts
        From `read_log` or `from_frame`.
    prior : "auto", "ml", or a pair (a, b) of positive float
        The distribution Beta(a, b) assumed for the attractions before the log is seen. It counts as a
        clicks and b displays without a click, at an examination of 1. "auto" is one click, a = 1 and
        b = 1/m - 1, with m the highest click-through rate by position. (One display with the log's
        click rate is added to each rate, so a position that was shown once does not decide.) "ml" is
        maximum likelihood without a prior, as in the papers.
    layout : str, optional
        The layout to fit, required if the log has several. Each has an examination of its own.

    Returns
    -------
    LogFit
        With `examination`, `attraction`, `positions()`, `items()` and `predict(...)`. Its printed form
        also lists what the log cannot determine.

    Raises
    ------
    ValueError
        If the prior is none of these, the log is empty or does not have the layout, or it has several
        layouts and none is named.

    Notes
    -----
    The model is that of Lagrée et al. (2016), Section 2. The cost is linear in the number of cells of the
    counts.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import fit_log, from_frame
    >>> shown = pd.DataFrame({
    ...     "query": ["tea"] * 4 + ["cup"] * 2, "item_id": list("aabb") + ["c", "c"],
    ...     "position": [1, 2, 1, 2, 1, 2], "click": [60, 30, 20, 8, 5, 3], "shown": [100] * 6,
    ... })
    >>> fit = fit_log(from_frame(shown, plays="shown", query="query"))
    >>> fit.examination.round(2)
    array([1.  , 0.49])
    >>> fit.items()[["query", "item", "attraction"]].round(2)
      query item  attraction
    0   tea    a        0.60
    1   tea    b        0.19
    2   cup    c        0.06
    >>> round(fit.predict("tea", "a", 2), 2)
    0.29
    """
    layouts: tuple[str, ...] = getattr(counts, "layouts", ())
    if layout is not None:
        counts = counts.layout(layout)
    elif len(layouts) > 1:
        raise ValueError(
            f"the log has {len(layouts)} layouts ({', '.join(layouts[:5])}), and each has an examination "
            f"of its own; name one, layout={layouts[0]!r}"
        )
    cells, pairs = pair_cells(counts)
    remarks = tuple(counts.report.sentences())
    order = counts.order if counts.pages is None else counts.pages
    return replace(fit_cells(cells, pairs, prior), remarks=remarks, pages=counts.pages, order=order)


def beta_prior(prior, clicks, plays) -> tuple[float, float] | None:
    """(a, b) of a prior as `fit_log` accepts it, given clicks and plays of the positions."""
    if isinstance(prior, str):
        if prior == "ml":
            return None
        if prior == "auto":
            whole = (clicks.sum() + 0.5) / (plays.sum() + 1)
            return 1.0, max(float(1 / ((clicks + whole) / (plays + 1)).max() - 1), LEAST)
    else:
        pair = tuple(np.asarray(prior, dtype=float).ravel().tolist())
        if len(pair) == 2 and all(LEAST <= x < np.inf for x in pair):
            return pair
    raise ValueError(
        f'prior must be "auto", "ml" or a pair (a, b) of numbers of at least {LEAST}; got {prior!r}'
    )


def fit_cells(cells: PairCells, pairs: Pairs, prior="auto") -> LogFit:
    """`fit_log` for counts that are sorted by pair."""
    n_positions, n_pairs = int(cells.position.max()) + 1, cells.start.size - 1
    clicks, plays = position_totals(cells, n_positions)
    law = beta_prior(prior, clicks, plays)
    if not clicks.any():
        raise ValueError(
            f"the log has no clicks in {plays.sum():,} displays, so with attraction 0 every examination "
            "fits equally well. A longer log is needed"
        )
    connected, mutual = comparisons(cells, clicks)
    live = largest(connected, clicks) if law is None else clicks > 0
    main = largest(np.where(live, mutual, -1), clicks)
    rates = np.where(live, clicks / np.maximum(plays, 1), 0.0)

    def within_pairs(some):
        """The examination of some positions from the clicks within pairs, up to a factor."""
        conditional = partial(likelihood.conditional, cells)
        return ascend(conditional, np.where(some, rates, 0.0), some, bounded=False).examination

    def relative(examination, reference):
        """An examination in units of that at a position, and its covariance."""
        unit = examination / examination[reference]
        return unit, conditional_covariance(cells, unit, law or JEFFREYS, reference)

    alone = within_pairs(main)
    begin = np.where(main, alone * (rates[main].sum() / alone.sum()), rates)
    best, theta, by_prior = maximum(cells, law, begin, live if law is None else main)
    with_prior, theta_with_prior, reference = best.examination, theta, best.reference
    own = inverse(best.slopes.information, live, reference)
    prior_low, prior_high = prior_range(with_prior, own, by_prior, law, live)

    if not main[reference]:
        main = mutual == mutual[reference]
        alone = within_pairs(main)
    compared, covariance = relative(alone, reference)
    by_comparison = law is not None and disagree(with_prior, compared, covariance, main)
    if by_comparison:
        reference = int(alone.argmax())
        compared, covariance = relative(alone, reference)
        examination = np.where(main, compared, with_prior)
        posterior = likelihood.blank_posterior(n_pairs)
        likelihood.marginal(cells, examination, law, posterior)
        theta = posterior.mean
        low, high = hull((compared, covariance))
    else:
        examination = with_prior
        low, high = hull((with_prior, own), (compared, covariance))

    if law is None:
        displays = cells.plays * examination[cells.position]
        theta[np.bincount(pair_of_cell(cells), displays, n_pairs) == 0] = np.nan
    silent = (clicks == 0) & (plays > 0)
    hoped, sure = missed_clicks(cells, examination, theta)
    with np.errstate(divide="ignore"):
        low[silent], high[silent] = 0.0, np.minimum(SILENCE / np.minimum(hoped, sure)[silent], 1.0)
    examination, with_prior = (np.where(live, x, np.nan) for x in (examination, with_prior))
    examination[silent] = with_prior[silent] = 0.0 if law is None else truncated_mean(hoped[silent])
    return LogFit(
        examination=examination,
        attraction=theta,
        prior=law,
        with_prior=with_prior,
        attraction_with_prior=theta_with_prior,
        without_prior=np.where(main, compared, np.nan),
        by_comparison=by_comparison,
        low=low,
        high=high,
        prior_low=prior_low,
        prior_high=prior_high,
        covariance=covariance,
        reference=reference,
        log_likelihood=best.slopes.value,
        iterations=best.steps,
        converged=best.shortfall <= allowed(NEAR, float(clicks.sum())),
        shortfall=best.shortfall,
        cells=cells,
        pairs=pairs,
    )
