"""The value of a ranking under a fitted log, and the best ranking that the log supports.

Ranking by posterior mean can do harm. Items that were shown only a few times keep the mean of the
prior, which is too high for them if good items were at the top of the list. In addition, the largest
among many estimates are often the luckiest ones. `best_ranking` therefore ranks by a lower confidence
bound of each attraction, and its value is computed on displays that played no part in the choice.
"""

from __future__ import annotations

import difflib
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import betaincinv, gammaincinv, ndtri

from .inspection import Finding, check_fit, widened
from .pairs import TAIL

CAUTION = 0.05
"""The probability with which Jeffreys' posterior puts an attraction below the bound that ranks it."""

SPLITS = 20
"""Random halvings of the log over which the value of a chosen ranking is averaged."""

MANY = 10**9
"""The smallest number of displays for which numpy cannot draw hypergeometric numbers."""

DRAWS = 2000
"""Draws of attractions and examination on which an interval is based."""


class Value(NamedTuple):
    """Expected clicks of one display of a ranking.

    clicks : float; NaN if the rows of the log mislead
    low, high : float, the 95 % interval; NaN if the log does not determine one, or it would not hold
    why : str, the reason why there is no interval; "" if there is one
    findings : tuple of Finding, because of which the value is withheld
    by_user : bool, whether the interval allows for users who differ; otherwise it holds if displays are
        independent
    """

    clicks: float
    low: float
    high: float
    why: str = ""
    findings: tuple[Finding, ...] = ()
    by_user: bool = False

    def __str__(self) -> str:
        if self.findings:
            return f"withheld. {self.why}"
        if np.isnan(self.low):
            return f"{self.clicks:.2f}, without an interval. {self.why}"
        if_ = "" if self.by_user else " if displays are independent"
        return f"{self.clicks:.2f} (95 %{if_}: {self.low:.2f} to {self.high:.2f})"


class Ranking(tuple[str, ...]):
    """Items, the first at position 1, with the evidence for this order.

    Attributes
    ----------
    worth : Value
        The value of the ranking; see `value`.
    logged : Value
        The observed clicks per page of the system that wrote the log. If pages cannot be told apart,
        their number is that of the displays at the position where the query was displayed most.
    by_prior : tuple of str
        Items about which the prior carries more information than the log, because their displays,
        times examination, are fewer than a + b. The ranking avoids them if it can. Show them to
        learn about them.
    findings : tuple of Finding
        Everything that was found in the log, printed before the ranking; see `inspect_log`. If its rows
        mislead, the ranking is empty.
    """

    worth: Value
    logged: Value
    by_prior: tuple[str, ...]
    findings: tuple[Finding, ...]

    def __repr__(self) -> str:
        lines = [("Warning: " if each.withholds else "Note: ") + str(each) for each in self.findings]
        lines += [f"{place}. {item}" for place, item in enumerate(self, 1)] or ["Nothing is recommended."]
        worth = "withheld" if self.worth.findings else self.worth
        lines += [f"clicks per page: {worth}", f"the log's own pages: {self.logged}"]
        if self.by_prior:
            named = ", ".join(self.by_prior[:5]) + ", ..." * (len(self.by_prior) > 5)
            lines += [f"shown too rarely to judge, {len(self.by_prior)} of the items: {named}"]
        return "\n".join(lines)


def value(fit, ranking, query=None) -> Value:
    r"""The expected clicks of one page with a ranking, Σ θ κ over its positions.

    Parameters
    ----------
    fit : LogFit
    ranking : sequence of str
        The items, the first at position 1.
    query : str, optional
        Required if the log has several queries.

    Returns
    -------
    Value
        Its interval also covers rarely shown items. It comes from draws of the examination and, for
        each draw, from the Clopper-Pearson limits for the click rate of every item, divided by the
        item's mean examination. If pages can be told apart, a position counts as often as the pages of the
        query show it. If the log names its users, the interval is widened by their dependence. It is
        withheld if `inspect_log` finds that it would not hold.

    Raises
    ------
    ValueError
        If the ranking is empty, repeats an item, contains an item that the query does not have, is
        longer than the number of positions in the log, or is a text, whose letters would be taken
        for items.
    KeyError
        If the log does not have the query.

    Notes
    -----
    For the ranking that `best_ranking` chooses, the value allows for the choice. The displays are
    halved at random. One half chooses a ranking by the same rule, the other estimates the clicks at
    each place, and then the halves change roles. The error of the examination is split in the same
    way. The mean over many such halvings is the value of a choice that uses half of the log, which
    is slightly less than the value of a choice that uses all of it if display was random. The
    interval covers both estimates of the examination, like the interval of the fit. If a system
    hardly moved its items, the value may be too large. In 300 logs with 5 % of the pages shuffled it
    was 6 % too large on average, and the interval held in 92 % of them. For a ranking that was
    chosen from the log in any other way, the value is too large and the interval does not allow
    for it.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import fit_log, from_frame, value
    >>> shown = pd.DataFrame({
    ...     "item_id": list("aabb"), "position": [1, 2, 1, 2],
    ...     "click": [60, 30, 20, 8], "shown": [100] * 4,
    ... })
    >>> fit = fit_log(from_frame(shown, plays="shown"))
    >>> print(value(fit, ["b", "a"]))
    0.48 (95 % if displays are independent: 0.39 to 0.58)
    """
    check_fit(fit)
    if isinstance(ranking, str):
        raise ValueError(f"a ranking is a list of items; got the text {ranking!r}: [{ranking!r}]")
    ranking = [str(item) for item in islice(ranking, fit.examination.size + 1)]
    query = fit.the_query(query)
    n_positions = fit.examination.size
    if not 0 < len(ranking) <= n_positions:
        raise ValueError(
            f"a ranking must have 1 to {n_positions} items, one per position of the log; got "
            f"{len(ranking)}{' or more' if ranking else ''}"
        )
    if len(set(ranking)) < len(ranking):
        raise ValueError(f"a ranking must not repeat an item; got {ranking}")
    of_query = fit.pairs.of_query(query)
    pairs = fit.pairs.find([query] * len(ranking), ranking)
    if (pairs < 0).any():
        known = fit.pairs.items[fit.pairs.item[of_query]].tolist()
        unknown = ranking[int((pairs < 0).argmax())]
        close = difflib.get_close_matches(unknown, known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ValueError(f"the log shows no item {unknown!r} for query {query!r}{hint}")
    clicks, plays = displays(fit, of_query)
    rows = np.searchsorted(of_query, pairs)
    reach = fit.reach(query)
    if np.array_equal(rows, supported(clicks, plays, fit.examination, reach, fit.apart)):
        return cautious(fit, query, judged(fit, clicks, plays, fit.attraction[pairs], reach))
    return cautious(fit, query, between(fit, clicks[rows], plays[rows], fit.attraction[pairs], reach))


def best_ranking(fit, query=None) -> Ranking:
    """The ranking with the largest lower bounds of attraction at the most examined positions.

    Parameters
    ----------
    fit : LogFit
    query : str, optional
        Required if the log has several queries.

    Returns
    -------
    Ranking
        A tuple of str, the first item at position 1, with at most as many items as the log has
        positions, and empty if the rows of the log mislead. A position of unknown examination gets the
        item with the lowest bound. The printed form also contains the value of the ranking, the clicks that
        the system behind the log earns, and the items that were shown too rarely to judge.

    Raises
    ------
    KeyError
        If the log does not have the query.
    ValueError
        If the log has several queries and none is named.

    Notes
    -----
    The bound of an item is the 5 % quantile of Jeffreys' posterior of its click rate, divided by the
    mean examination of its displays. A position that the log does not compare with the others counts 1
    here, the largest possible examination, so the bound holds whatever its examination is. In the eight
    designs of the page "Does the advice do harm?" this ranking is better than the system that wrote the
    log, while the ranking by posterior means can be worse. If a system hardly moved its items, the bound
    does not allow for the error of the examination, and the ranking can be worse, too. In 60 logs of 2,000
    pages that showed the best list of four items, except for 1 % shuffled pages, it lost about 8 % of the
    clicks.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import best_ranking, fit_log, from_frame
    >>> shown = pd.DataFrame({
    ...     "item_id": list("aabbc"), "position": [1, 2, 1, 2, 2],
    ...     "click": [20, 8, 60, 30, 0], "shown": [100, 100, 100, 100, 1],
    ... })
    >>> best_ranking(fit_log(from_frame(shown, plays="shown")))
    1. b
    2. a
    clicks per page: 0.70 (95 % if displays are independent: 0.59 to 0.81)
    the log's own pages: 0.59 (95 % if displays are independent: 0.49 to 0.70)
    shown too rarely to judge, 1 of the items: c
    """
    check_fit(fit)
    query = fit.the_query(query)
    of_query = fit.pairs.of_query(query)
    names = fit.pairs.items[fit.pairs.item[of_query]]
    clicks, plays = displays(fit, of_query)
    reach = fit.reach(query)
    rows = supported(clicks, plays, fit.examination, reach, fit.apart)
    found = fit.findings(query)
    ranking = Ranking(() if any(each.withholds == "ranking" for each in found) else names[rows].tolist())
    ranking.findings = found
    ranking.worth = cautious(fit, query, judged(fit, clicks, plays, fit.attraction[of_query[rows]], reach))
    pages, clicked = plays.sum(axis=0).max() / reach.max(), clicks.sum()
    ends = gammaincinv(clicked, TAIL) if clicked else 0.0, gammaincinv(clicked + 1, 1 - TAIL)
    ends = widened(clicked, ends[0], ends[1], fit.clusters.total)
    low, high = (float(end / pages) for end in ends)
    ranking.logged = Value(float(clicked / pages), low, high, by_user=fit.clusters.total > 1)
    rare = plays @ np.nan_to_num(fit.examination) < sum(fit.prior or (0, 0))
    ranking.by_prior = tuple(names[rare].tolist())
    return ranking


def cautious(fit, query, value) -> Value:
    """A value cut to the clicks that pages of the query can have, without an interval that would be false."""
    most, factor = fit.most_clicks(query), fit.clusters.total
    found = tuple(each for each in fit.findings(query) if each.withholds)
    why = " ".join(map(str, found)) or "The log does not compare the positions that the ranking needs."
    low, high = widened(value.clicks, value.low, value.high, factor)
    low, high = (np.nan, np.nan) if found else (float(min(low, most)), float(min(high, most)))
    misled = any(each.withholds == "ranking" for each in found)
    clicks = np.nan if misled else min(value.clicks, most)
    return Value(clicks, low, high, why if np.isnan(low) else "", found, factor > 1)


def displays(fit, pairs) -> tuple[np.ndarray, np.ndarray]:
    """Clicks and plays of some pairs by position, int64 arrays of shape (n_pairs, n_positions)."""
    cells = fit.cells
    size = np.diff(cells.start)[pairs]
    row = np.repeat(np.arange(pairs.size), size)
    cell = np.arange(size.sum()) + np.repeat(cells.start[pairs] - np.cumsum(size) + size, size)
    tables = np.zeros((2, pairs.size, fit.examination.size), dtype=np.int64)
    for table, counts in zip(tables, (cells.clicks, cells.plays), strict=True):
        table[row, cells.position[cell]] = counts[cell]
    return tables[0], tables[1]


def supported(clicks, plays, examination, reach=1.0, apart=False) -> np.ndarray:
    """The rows of the largest lower bounds, by position; see `best_ranking`.

    apart : bool array, the positions that the log does not compare with the others
    """
    kappa = np.nan_to_num(examination)
    clicks, plays = np.where(kappa > 0, (clicks, plays), 0)
    clicked, displayed, looks = clicks.sum(axis=1), plays.sum(axis=1), plays @ np.where(apart, 1.0, kappa)
    rate = quantile(clicked + 0.5, displayed - clicked + 0.5, CAUTION)
    bound = np.divide(rate * displayed, looks, out=np.zeros(looks.size), where=looks > 0)
    size = min(bound.size, kappa.size)
    rows = np.empty(size, dtype=np.int64)
    rows[np.argsort(-(kappa * reach)[:size], kind="stable")] = np.argsort(-bound, kind="stable")[:size]
    return rows


def quantile(a, b, chance) -> np.ndarray:
    """The quantile of Beta(a, b), or of its normal approximation (faster) for very large a and b."""
    many = np.minimum(a, b) > 1e6
    normal = a / (a + b) + ndtri(chance) * np.sqrt(a / (a + b) * (b / (a + b)) / (a + b))
    return np.where(many, normal, betaincinv(*(np.where(many, 1, x) for x in (a, b)), chance))


def judged(fit, clicks, plays, attraction, reach) -> Value:
    """The value of the ranking from `supported`; the interval covers both estimates, as in the fit."""
    first = halved(fit, clicks, plays, attraction, reach)
    compared = np.where(np.isnan(fit.without_prior), fit.examination, fit.without_prior)
    if np.array_equal(compared, fit.examination, equal_nan=True):
        return first
    second = halved(replace(fit, examination=compared), clicks, plays, attraction, reach)
    return Value(
        first.clicks, float(np.minimum(first.low, second.low)), float(np.maximum(first.high, second.high))
    )


def halved(fit, clicks, plays, attraction, reach, seed: int = 0) -> Value:
    """The value of the ranking from `supported`, place by place on displays that it did not use.

    An error of the examination affects the choice and its value in the same way, whatever the
    displays. It is therefore split, too. If a move has the distribution of the error, the errors of
    κ e^move and κ e^-move are independent, and each has twice the variance. One of them is used for
    the choice and the other for the value.
    """
    rng = np.random.default_rng(seed)
    size, kappa = attraction.size, np.nan_to_num(fit.examination)
    moves = rng.multivariate_normal(
        np.zeros(kappa.size), np.nan_to_num(fit.covariance), size=SPLITS, check_valid="ignore"
    )
    unseen, weights, shift = np.zeros((2, size, kappa.size)), np.zeros(size), 0.0
    for move in moves:
        half = plays // 2 + plays % 2 * rng.integers(2, size=plays.shape)
        won = drawn(rng, clicks, plays, half)
        first, second = (won, half), (clicks - won, plays - half)
        for seen, rest, way in ((first, second, move), (second, first, -move)):
            rows = supported(seen[0], seen[1], fit.examination * np.exp(way), reach, fit.apart)
            shown = np.array([np.where(kappa > 0, table[rows], 0) for table in rest])
            looks = shown[1] @ kappa
            # Every choice has the same weight, however often its item was shown; displays: harmonic mean.
            weight = 1 / np.maximum(looks, 1)
            unseen += shown * weight[:, None]
            weights += weight
            before = total(shown[0], shown[1], kappa, reach)
            after = total(shown[0], shown[1], kappa * np.exp(-way), reach)
            shift += np.log(after / before) if before > 0 else 0.0
    unseen *= (2 / weights)[:, None]
    looks = unseen[1] @ kappa
    theta = np.divide(unseen[0].sum(axis=1), looks, out=attraction.copy(), where=looks > 0)
    worth = between(fit, unseen[0], unseen[1], theta, reach)
    clicks_per_page, low, high = (float(number * np.exp(shift / (2 * SPLITS))) for number in worth[:3])
    return Value(clicks_per_page, low, high)


def drawn(rng, clicks, plays, half) -> np.ndarray:
    """The number of clicks among some displays drawn from all; a normal draw if there are very many."""
    rest = plays - half
    least, most = np.maximum(clicks - rest, 0), np.minimum(clicks, half)
    variance = (half / np.maximum(plays, 1)) * clicks * ((plays - clicks) / np.maximum(plays, 1))
    variance = variance * (rest / np.maximum(plays - 1, 1))
    normal = half / np.maximum(plays, 1) * clicks + rng.normal(size=plays.shape) * np.sqrt(variance)
    many = plays >= MANY
    exact = rng.hypergeometric(*(np.where(many, 0, x) for x in (clicks, plays - clicks, half)))
    return np.where(many, np.clip(np.rint(normal).astype(np.int64), least, most), exact)


def total(clicks, plays, kappa, reach) -> float:
    """Expected clicks of a ranking, from the click rates of its items divided by their examination."""
    clicked, looks = clicks.sum(axis=1), plays @ kappa
    theta = np.divide(clicked, looks, out=np.zeros(looks.size), where=looks > 0)
    return float(theta @ (kappa * reach)[: looks.size])


def between(fit, clicks, plays, attraction, reach, seed: int = 0) -> Value:
    """The value of these attractions, with an interval from clicks and plays by position."""
    kappa = np.nan_to_num(fit.examination)
    size = attraction.size
    worth = float(np.nan_to_num(attraction) @ (kappa * reach)[:size])
    clicks, plays = np.where(kappa > 0, (clicks, plays), 0)
    elsewhere = plays.copy()
    np.fill_diagonal(elsewhere, 0)  # an item shown where it was before needs no examination
    used = kappa > 0
    used[size:] &= elsewhere[:, size:].any(axis=0)
    covariance = np.where(elsewhere.any(), fit.covariance[np.ix_(used, used)], 0)
    if np.isnan(covariance).any():
        return Value(worth, np.nan, np.nan)
    rng = np.random.default_rng(seed)
    moves = rng.multivariate_normal(np.zeros(used.sum()), covariance, size=DRAWS, check_valid="ignore")
    kappa = np.tile(kappa, (DRAWS, 1))
    kappa[:, used] *= np.exp(moves)
    clicked, displayed = clicks.sum(axis=1), plays.sum(axis=1)
    missed, looks = displayed - clicked, kappa @ plays.T
    # The limits of a click rate's exact interval, at a random level, are distributed like these.
    low = np.where(clicked > 0, rng.beta(np.where(clicked > 0, clicked, 1), missed + 1, (DRAWS, size)), 0)
    high = np.where(missed > 0, rng.beta(clicked + 1, np.where(missed > 0, missed, 1), (DRAWS, size)), 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        low, high = (
            np.where(looks > 0, np.minimum(rate * displayed / looks, 1), end)
            for end, rate in enumerate((low, high))
        )
    low, high = (
        np.quantile((theta * (kappa * reach)[:, :size]).sum(axis=1), tail)
        for theta, tail in ((low, TAIL), (high, 1 - TAIL))
    )
    return Value(worth, min(float(low), worth), max(float(high), worth))


def position_weights(fit) -> pd.DataFrame:
    """The weight 1/κ of a click at each position, for learning rankers from clicks.

    Parameters
    ----------
    fit : LogFit

    Returns
    -------
    pandas.DataFrame
        Columns position (from 1), weight, low, high (95 %). A position without any click has the
        weight of its estimate and no upper limit. A position of unknown examination has NaN.

    Notes
    -----
    A large weight multiplies the noise of its clicks, and it is common to cap weights.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import fit_log, from_frame, position_weights
    >>> shown = pd.DataFrame({
    ...     "item_id": list("aabb"), "position": [1, 2, 1, 2],
    ...     "click": [60, 30, 20, 8], "shown": [100] * 4,
    ... })
    >>> position_weights(fit_log(from_frame(shown, plays="shown"))).round(2)
       position  weight   low  high
    0         1    1.00  1.00  1.00
    1         2    2.08  1.53  2.89
    """
    check_fit(fit)
    with np.errstate(divide="ignore"):
        return pd.DataFrame(
            {
                "position": np.arange(1, fit.examination.size + 1),
                "weight": 1 / fit.examination,
                "low": 1 / fit.high,
                "high": 1 / fit.low,
            }
        )
