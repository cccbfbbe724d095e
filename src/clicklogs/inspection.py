r"""Inspect a log for everything that would make values or rankings of its fit wrong.

There is one inspection. `fit_log`, `best_ranking`, `value`, `evaluate`, the report and the command use
its findings and print the same sentences. It has four parts.

The counts (`misfit`). The clicks of every item at every position are compared with the most likely product
of an attraction and an examination, by Pearson's statistic on all cells in which at least one click and
one display without a click are expected. Its mean under the model is the number of these cells minus their
leverages. Its distribution is taken to be a gamma distribution with this mean and the variance for
binomial clicks.

The order (`moves`). If c of the n displays of a pair at one position were clicked and nothing changes,
every choice of c of them is equally likely, so the sum of their places in the log has a known mean and
variance. The squared deviation from the mean is divided by its variance pair by pair, because some items
gain while others lose. The halves of the log are compared in the same way.

The clicks of a page. If they are independent, the product of the deviations of two clicks of one page from
their probabilities has mean 0, and its variance is also a product. Too few pairs of clicks mean that users
stop, too many that pages or users differ. A deviation that goes with the attraction of the item above means
that neighbours matter.

The shape of pages, which shows the meaning of a row. Pages may end with a click, never be without one,
consist of a single clicked row, or have nothing at the top.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import chdtrc, gammaincc, stdtrit

from .counts import click_rows, sorted_by_clicks
from .displays import Displays, displays
from .likelihood import PairCells
from .pairs import NORMAL, TAIL, named, pair_of_cell, pair_totals, percent, position_totals
from .solver import comparisons, maximum
from .tables import naming

LEVEL = 0.02
"""The level of all tests for a change: the share of unchanged logs in which a change is reported."""

MISFIT = 0.01
"""The level of the test of the counts."""

SURE, MATTERS = 4.0, 0.1
"""How far a sum must be from the expected one, in standard errors and as a share of it."""

SURE_BELOW, MATTERS_BELOW = 3.5, 0.04
"""The same for clicks below attractive items, as a share for a typical item above."""

FEWEST = 5
"""The smallest number of clicks with which a pair is tested for a change."""

MOST_CELLS = 20_000
"""Cells of the pairs shown most on which the counts are tested."""

KNOWN = 10
"""A pair is well known if its displays, times examination, are this many times those of the prior."""


class Finding(NamedTuple):
    """Something that was found in a log, as whole sentences.

    kind : str, its name in one word or two
    seen : str, the observation
    meaning : str, its possible causes
    effect : str, its effect on values
    remedy : str, a way to continue
    withholds : "ranking" if the rows mislead, so nothing is recommended and nothing has a value;
        "rates" if also the clicks of items are wrong; "values" if values of rankings would be wrong;
        "" if it is only a remark
    """

    kind: str
    seen: str
    meaning: str
    effect: str
    remedy: str
    withholds: str = "values"

    def __str__(self) -> str:
        return " ".join(part for part in self[1:5] if part)


class Misfit(NamedTuple):
    """The test of the counts: Pearson's statistic, its mean if the model holds, the p-value, and the typical
    error of a fitted rate as a share of it, beyond chance."""

    statistic: float
    expected: float
    p_value: float
    error: float


def inspect_log(fit, query: str | None = None) -> tuple[Finding, ...]:
    """Everything that makes values or rankings of a fitted log wrong.

    Parameters
    ----------
    fit : LogFit
    query : str, optional
        Also inspect the counts, the order and the pages of this query by themselves.

    Returns
    -------
    tuple of Finding
        The observation, its possible causes, its effect on values and a remedy, each in whole sentences;
        `str` joins them. The most serious findings come first, and () means that nothing was found.

    Raises
    ------
    KeyError
        If the log does not have the query.

    Notes
    -----
    Counts without rows can only be tested against the model. Rows in their order also show changes, and
    pages (`page=`, or positions that begin at 1 again and again) show how clicks depend on each other and
    the meaning of a row. In logs of the model, at most 5 % get a finding that withholds something.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import fit_log, from_frame, inspect_log
    >>> shown = pd.DataFrame({
    ...     "item_id": list("abba"), "position": [1, 2, 1, 2],
    ...     "click": [800, 40, 200, 640], "shown": [1000] * 4,
    ... })
    >>> (finding,) = inspect_log(fit_log(from_frame(shown, plays="shown")))
    >>> finding.kind, finding.withholds
    ('counts', 'values')
    """
    check_fit(fit)
    number = None if query is None else int(fit.pairs.query[fit.pairs.of_query(query)[0]])
    found = of_rows(fit)
    misled = any(finding.kind == "last click" for finding in found)  # which explains the form of the pages
    found += [*_pages(fit, number, misled), *_changes(fit, number)] + _counts(fit, number) * (not misled)
    order = ("ranking", "rates", "values", "")
    return tuple(sorted(found, key=lambda finding: order.index(finding.withholds)))


def _counts(fit, number) -> list[Finding]:
    """The finding about the counts of the log, or of a query."""
    tests = [fit.misfit]
    if number is not None and len(fit.pairs.queries) > 1:
        tests.append(misfit(fit.cells, fit.pairs.query == number))
    for test in tests:
        if test is not None and test.p_value < MISFIT / len(tests):
            return [
                Finding(
                    "counts",
                    "The counts contradict the position-based model. The deviation of clicks from products "
                    f"of attraction and examination is {test.statistic:,.0f}, where {test.expected:,.1f} "
                    f"would be expected, and rates are typically {percent(test.error)} off.",
                    "Users may stop at a click, items may matter more at some positions than at others, or "
                    "the log mixes lists with different layouts.",
                    "Values can be off by more than their intervals, which are left out.",
                    "Fit each layout by itself (layout=), and compare a ranking on live pages before you "
                    "rely on it.",
                )
            ]
    return []


def misfit(cells: PairCells, some: np.ndarray | None = None) -> Misfit | None:
    """The test of the counts of some pairs, by default those shown most; None if they cannot be tested."""
    shown, sizes = pair_totals(cells)[1], np.diff(cells.start)
    if some is None:
        order = np.argsort(-np.where(sizes > 1, shown, 0), kind="stable")
        some = np.zeros(sizes.size, bool)
        some[order[np.cumsum(sizes[order]) <= MOST_CELLS]] = True
    some = some & (sizes > 1)
    rows = np.repeat(some, sizes)
    start = np.concatenate([[0], np.cumsum(sizes[some])]).astype(np.int64)
    cells = PairCells(start, *(np.ascontiguousarray(column[rows]) for column in cells[1:]))
    if not cells.clicks.any():
        return None
    clicks, plays = position_totals(cells, int(cells.position.max()) + 1)
    live = clicks > 0
    if live.sum() < 2 and start.size < 3:
        return None
    best, theta, _ = maximum(cells, None, np.where(live, clicks / np.maximum(plays, 1), 0.0), live)
    pair, position = pair_of_cell(cells), cells.position
    chance = np.minimum(np.nan_to_num(theta)[pair] * best.examination[position], 1.0)
    clicked, missed = cells.plays * chance, cells.plays * (1 - chance)
    used = (clicked >= 1) & (missed >= 1)
    if not used.any():
        return None
    weight = np.where(clicked > 0, clicked / np.maximum(1 - chance, 1e-9), 0.0)
    own = weight / np.maximum(np.bincount(pair, weight), 1e-300)[pair]
    parts = np.unique(comparisons(cells, clicks)[0][live]).size
    spread = weight * (1 - own)
    totals = np.bincount(position, spread, live.size)
    other = np.divide(spread, totals[position], out=np.zeros(spread.size), where=totals[position] > 0)
    leverage = own[used].sum() + other[used].sum() * (1 - parts / max(live.sum(), 1))
    expected = used.sum() - leverage
    if expected < 0.5:
        return None
    variances = clicked[used] * (1 - chance[used])
    statistic = ((cells.clicks[used] - clicked[used]) ** 2 / variances).sum()
    spread_of = (2 + 1 / variances - 6 / cells.plays[used]).clip(0.1).sum() * expected / used.sum()
    p_value = gammaincc(expected**2 / spread_of, statistic * expected / spread_of)
    error = np.sqrt(max(statistic - expected, 0) / weight[used].sum())
    return Misfit(float(statistic), float(expected), float(p_value), float(min(error, 1)))


class Seen(NamedTuple):
    """The information that the rows of a log contain in addition to their counts.

    moves : float64 array, shape (2, n_pairs); along the rows, and between the halves, the squared
        deviation divided by its variance, which has mean 1 if nothing changes; NaN if clicks are few
    sorted : bool, whether rows are sorted by their clicks, so that their order is not that of time
    beside : int, clicks that have a row of their own beside that of their display
    pages : pandas.DataFrame of sums over pages, with one row per query; empty without pages
    heads : int array, by position, the pages of several rows that begin there
    span : pair of int, the numbers of pages between which nine tenths of those with nothing at the top are
    """

    moves: np.ndarray
    sorted: bool
    beside: int
    pages: pd.DataFrame
    heads: np.ndarray
    span: tuple[int, int]


def seen(fit) -> Seen:
    """The sums of a `LogFit` whose log kept its rows."""
    shown = displays(fit.order, fit.pairs)
    n_pairs = fit.attraction.size
    rows, _ = fit.order.shown()
    by_clicks = "time" not in fit.order.labels and sorted_by_clicks(rows.clicks)
    moves = np.full((2, n_pairs), np.nan) if by_clicks else _moves(fit, shown)
    whole = fit.order.whole
    nothing: tuple = pd.DataFrame(), np.zeros(0, int), (0, 0)
    beside = 0 if whole else click_rows(rows)
    return Seen(moves, by_clicks, beside, *(_sums(fit, shown) if whole else nothing))


def _moves(fit, shown: Displays) -> np.ndarray:
    """The deviations of the places of clicks in the log, pair by pair."""
    n_pairs, n_places = fit.attraction.size, int(shown.position.max()) + 1
    cell = shown.pair * n_places
    cell += shown.position
    keys = np.arange(n_pairs * n_places)
    if keys.size > 2 * cell.size:  # a table of all cells would be mostly empty
        cell, keys = pd.factorize(cell)
    of_pair = keys // n_places
    n, clicked = (np.bincount(some, minlength=keys.size) for some in (cell, cell[shown.click]))
    assert shown.page is not None
    enough = pair_totals(fit.cells)[0] >= FEWEST
    place = np.repeat(shown.page / shown.page.max() - 0.5, np.diff(shown.start))
    late = np.repeat(shown.page > np.median(shown.page), np.diff(shown.start))
    clicked_cell = cell[shown.click]

    def by_cell(some, weights=None):
        return np.bincount(some, weights, keys.size)

    along, halves = by_cell(cell, place), by_cell(cell[late])
    of_clicks = by_cell(clicked_cell, place[shown.click]), by_cell(clicked_cell[late[shown.click]])
    place *= place
    squares = by_cell(cell, place), halves
    moves = []
    for total, square, with_click in zip((along, halves), squares, of_clicks, strict=True):
        mean = total / np.maximum(n, 1)
        apart, excess = square - total * mean, with_click - clicked * mean
        variance = clicked * (n - clicked) / (np.maximum(n, 1) * np.maximum(n - 1, 1)) * apart
        excess, variance = (np.bincount(of_pair, x, n_pairs) for x in (excess, variance))
        some = (variance > 1e-9) & enough
        moves.append(np.where(some, excess**2 / np.where(some, variance, 1), np.nan))
    return np.array(moves)


def _sums(fit, shown: Displays) -> tuple[pd.DataFrame, np.ndarray, tuple]:
    """The attributes `pages`, `heads` and `span` of `Seen`."""
    first, last, size = shown.start[:-1], shown.start[1:] - 1, np.diff(shown.start)
    query = fit.pairs.query[shown.pair[first]].astype(np.int64)
    n_places = int(shown.position.max()) + 1
    n_keys = (int(query.max()) + 1) * n_places
    key = np.repeat(query * n_places, size)
    key += shown.position
    plays, clicks = (np.bincount(some, minlength=n_keys) for some in (key, key[shown.click]))
    # How often other rows at the position of a page's last row, which do not end their page, are clicked.
    ends = key[last]
    del key
    others = plays - np.bincount(ends, minlength=n_keys)
    clicked = clicks - np.bincount(ends[shown.click[last]], minlength=n_keys)
    at = np.arange(n_keys) % n_places
    rate = np.bincount(at, clicked, n_places) / np.maximum(np.bincount(at, others, n_places), 1)
    usual = np.where(others > 0, (clicked + rate[at]) / (others + 1), np.nan)
    looks = np.bincount(
        pair_of_cell(fit.cells), fit.cells.plays * np.nan_to_num(fit.with_prior)[fit.cells.position]
    )
    known = looks > KNOWN * (sum(fit.prior) if fit.prior else 1.0)
    cell = fit.pairs.query[pair_of_cell(fit.cells)] * np.int64(n_places) + fit.cells.position
    weights = np.where(known[pair_of_cell(fit.cells)], fit.cells.plays, 0)
    liked = np.bincount(cell, weights * np.nan_to_num(fit.attraction)[pair_of_cell(fit.cells)], n_keys)
    liked = liked / np.maximum(np.bincount(cell, weights, n_keys), 1)
    by_query = pd.concat([_of_pages(fit, block, known, usual, liked, n_places) for block in shown.blocks()])
    grouped = by_query.groupby(level=0)
    by_query = grouped.sum().assign(most=grouped["most"].max())
    begins, several = shown.position[first], size > 1
    heads = np.bincount(begins[several], minlength=n_places)
    late = np.flatnonzero(several & (begins > 0))
    span = tuple(np.quantile(late, [0.05, 0.95]).astype(int) + 1) if late.size else (0, 0)
    return by_query, heads, span


def _of_pages(fit, shown: Displays, known, usual, liked, n_places: int) -> pd.DataFrame:
    """The sums over some pages, by query.

    known : boolean array, by pair, whether it is well known
    usual : float64 array, by query and position, the click rate of rows that do not end their page; NaN if
        there is none
    liked : float64 array, by query and position, the mean attraction of the well-known pairs shown there
    """
    first, last, size = shown.start[:-1], shown.start[1:] - 1, np.diff(shown.start)
    query = fit.pairs.query[shown.pair[first]]
    p = np.nan_to_num(fit.chance(shown.pair, shown.position)).clip(0, 1)

    def total(x):
        return np.add.reduceat(x, first)

    most = total(shown.click.astype(np.int64))
    with np.errstate(divide="ignore"):
        silent, full = np.exp(total(np.log1p(-p))), np.exp(total(np.log(p)))
    several = size > 1
    is_full = several & (most == size)
    sums = []
    well = known[shown.pair]
    for x in (shown.click - p, p * (1 - p), p):  # of all displays, then of those of well-known pairs
        sums += [(total(each) ** 2 - total(each**2)) / 2 for each in (x, np.where(well, x, 0))]
    excess, surplus, variance, surplus_variance, expected, surplus_expected = sums
    key = np.repeat(query.astype(np.int64) * n_places, size) + shown.position
    rate = usual[key[last]]
    # How much better than usual the item above is; 0 if there is none, or one of the two is not well known.
    better = np.zeros(p.size)
    better[1:] = (np.nan_to_num(fit.attraction)[shown.pair] - liked[key])[:-1]
    better[1:][(key[1:] != key[:-1] + 1) | ~(well[1:] & well[:-1])] = 0.0
    better[first] = 0.0
    table = pd.DataFrame(
        {
            "pages": 1,
            "rows": size,
            "excess": excess,
            "variance": variance,
            "expected": expected,
            "found": (most**2 - most) / 2,
            "surplus": surplus,
            "surplus variance": surplus_variance,
            "surplus expected": surplus_expected,
            "surplus of full": np.where(is_full, surplus, 0),
            "silent": most == 0,
            "silent expected": silent,
            "full": is_full,
            "full expected": np.where(several, full, 0),
            "below": total(better * (shown.click - p)),
            "below variance": total(better**2 * p * (1 - p)),
            "below expected": total(better**2 * p),
            "below clicks": total(np.where(better == 0, 0, p)),
        }
    )
    for name, some in (("alone", ~several), ("cut", several)):
        ends = some & ~np.isnan(rate)
        table[name], table[f"{name} clicked"] = ends, ends & shown.click[last]
        table[f"{name} expected"] = np.where(ends, rate, 0)
    grouped = table.astype(float).groupby(query)
    return grouped.sum().assign(most=pd.Series(most).groupby(query).max())


def check_fit(fit) -> None:
    """Refuse what is not the fit of a log, such as the log itself."""
    if not hasattr(fit, "the_query"):
        raise TypeError(f"a fit is needed, such as fit_log(log); got {type(fit).__name__}")


def _more(found, expected):
    """Whether a number of events exceeds the expected one by far more than chance explains, or an array."""
    return (found >= 10) & (found > 2 * expected) & (found - expected > 5 * np.sqrt(expected + 1))


def of_rows(fit) -> list[Finding]:
    """Findings about the meaning of a row."""
    found = []
    if (fit.cells.clicks == fit.cells.plays).all():
        found.append(
            Finding(
                "only clicks",
                "Every display was clicked.",
                "The log probably leaves out displays that were not clicked.",
                "A log without displays that were not clicked contains no information about attraction or "
                "examination, so nothing here is an estimate.",
                "Log every item that was shown, whether it was clicked or not.",
                "ranking",
            )
        )
        return found
    if fit.seen is None:
        return found
    if fit.seen.beside:
        found.append(
            Finding(
                "clicks beside displays",
                f"{fit.seen.beside:,} clicked rows are additional to the rows that make up whole pages.",
                "A click probably has a row of its own beside that of its display.",
                "Such displays count twice, once with a click and once without, and all rates are too low.",
                f"Name the columns that a display and its click have in common, {naming('page')}, so that "
                "they are counted as one.",
                "rates",
            )
        )
    if not len(fit.seen.pages):
        return found
    pages = fit.seen.pages.sum()
    if _more(pages["cut clicked"], pages["cut expected"]):
        share = (pages["cut clicked"] - pages["cut expected"]) / pages["pages"]
        found.append(
            Finding(
                "last click",
                f"Of {pages['cut']:,.0f} pages that end above a position that others show, "
                f"{pages['cut clicked']:,.0f} end with a click, while {pages['cut expected']:,.0f} would "
                "if the last row were like others at its position.",
                "The log probably keeps the rows of a page only down to its last click.",
                "Items and positions far down then look better than they are, up to a reversed list, so "
                "nothing is recommended and no value is given.",
                "Log all rows that were shown, also those below the last click, or restore them from the "
                "lists that were served.",
                "ranking" if share > 0.02 else "rates",
            )
        )
        return found
    if _more(pages["alone clicked"], pages["alone expected"]) and pages["alone clicked"] > max(
        0.9 * pages["alone"], 0.002 * pages["pages"]
    ):
        found.append(
            Finding(
                "clicks without displays",
                f"Of {pages['alone']:,.0f} pages with a single row, {pages['alone clicked']:,.0f} have a "
                f"click, while {pages['alone expected']:,.0f} would if that row were like others at its "
                "position.",
                "These may be clicks whose page was not logged, or that come from elsewhere, for example "
                "from a link in a mail.",
                "The attractions of their items and the examination of their position are too large.",
                "Leave these rows out, or find the pages to which they belong.",
                "rates",
            )
        )
    if pages["silent expected"] >= 10 and pages["silent"] < 0.1 * pages["silent expected"] and not found:
        found.append(
            Finding(
                "no silent pages",
                f"{pages['silent']:,.0f} of {pages['pages']:,.0f} pages are without a click, while "
                f"{pages['silent expected']:,.0f} would be expected.",
                "The log probably leaves out pages without a click, or every user had to choose something.",
                "If such pages are missing, all rates are too high.",
                "Log pages without a click, too.",
                "rates",
            )
        )
    heads = fit.seen.heads
    below = heads.sum() - heads[:1].sum() if heads.size else 0
    if heads.size and below >= 10 and below > 0.01 * heads.sum() and heads[0] > 0.001 * heads.sum():
        lowest = np.flatnonzero(heads[1:] >= 0.5 * heads[1:].max())[:1] + 2
        found.append(
            Finding(
                "nothing at the top",
                f"{percent(below / heads.sum())} of the pages have nothing at position 1. Most of them begin "
                f"at position {lowest[0]}, and nine tenths of them are between page {fit.seen.span[0]:,} and "
                f"page {fit.seen.span[1]:,} of {pages['pages']:,.0f}.",
                "Parts of the log, such as one app or one day, may count positions from another number, "
                "or the uppermost rows are not logged.",
                "If so, these rows are at wrong positions, and examination and values mix both.",
                "Read each part with its own first_position, or leave out the part that differs.",
                "rates",
            )
        )
    return found


def _pages(fit, number, misled) -> list[Finding]:
    """Findings about how the clicks of a page depend on each other, and remarks on lengths."""
    found = _short(fit, number)
    if fit.seen is None or not len(fit.seen.pages) or misled:
        return found
    pages = fit.seen.pages
    query = pages.loc[[number]] if number in pages.index else pages
    log, sums = pages.sum(), query.sum()
    no_silence = log["silent"] < 0.1 * log["silent expected"] and log["found"] > 0
    if not no_silence and sums["excess"] < -max(SURE * np.sqrt(sums["variance"]), MATTERS * sums["expected"]):
        found.append(
            Finding(
                "users stop",
                "Users stop at a click.",
                f"Pages have {sums['found']:,.0f} pairs of clicks, while {sums['expected']:,.0f} would be "
                "expected if clicks did not depend on those above.",
                "The value of a list is then less than the sum over its items, so values are too large and "
                "have no interval.",
                "Try a ranking on live pages.",
            )
        )
    elif abs(log["below"]) > max(
        SURE_BELOW * np.sqrt(log["below variance"]),
        MATTERS_BELOW * np.sqrt(log["below expected"] * log["below clicks"]),
    ):
        fewer, take = ("fewer", "take clicks from") if log["below"] < 0 else ("more", "bring clicks to")
        found.append(
            Finding(
                "neighbours",
                f"Items get {fewer} clicks below a more attractive item, by "
                f"{percent(abs(log['below']) / np.sqrt(log['below expected'] * log['below clicks']))} of "
                "their clicks for a typical difference.",
                f"Attractive items may {take} the item below them, or the lists depended on the user.",
                "A list is then not worth the sum over its items, so values have no interval.",
                "Try a ranking on live pages.",
            )
        )
    full, expected = log["full"], log["full expected"]
    many = _more(full, expected) and full - expected > 0.001 * log["pages"]
    clicky = fit.clusters.clicky
    if many or clicky:
        who = f" Users who clicked on nearly everything: {', '.join(clicky[:5])}." if clicky else ""
        found.append(
            Finding(
                "everything clicked",
                f"On {full:,.0f} pages everything was clicked, while {expected:,.0f} such pages would be "
                f"expected.{who}",
                "They may come from programs and not from users.",
                "Values are too large.",
                "Leave out the users to whom these pages belong"
                + (
                    "."
                    if "user" in fit.order.labels
                    else f"; a column of users, {naming('user')}, names them."
                ),
            )
        )
    surplus = log["surplus"] - (log["surplus of full"] if many else 0)
    together = surplus > max(SURE * np.sqrt(log["surplus variance"]), MATTERS * log["surplus expected"])
    if together and "user" not in fit.order.labels:
        found.append(
            Finding(
                "clicks together",
                "Clicks occur together. Pages have more pairs of clicks than independent clicks would "
                f"give, by {surplus:,.0f} where {log['surplus expected']:,.0f} are expected.",
                "Users may differ in how readily they click.",
                "Displays of one user are then not independent, and intervals that treat them so are too "
                "short, so values have none.",
                f"Name the column of users, {naming('user')}, which gives intervals that allow for it.",
            )
        )
    return found


def _short(fit, number) -> list[Finding]:
    """A remark on positions that are not on every page of a query."""
    reach = np.ones(1) if number is None else fit.reach(fit.pairs.queries[number])
    rare = (reach > 0) & (reach < 0.98 * reach.max())
    if not rare.any():
        return []
    ends = reach[rare].min(), reach[rare].max()
    return [
        Finding(
            "short pages",
            f"{named(rare)} {'is' if rare.sum() == 1 else 'are'} on "
            f"{' to '.join(dict.fromkeys(map(percent, ends)))} of the pages of this query.",
            "Its pages are short, or rows are logged only when they are in view.",
            "Values count a position as often as pages show it.",
            "",
            "",
        )
    ]


def _changes(fit, number) -> list[Finding]:
    """Findings about changes along the log."""
    if fit.seen is None:
        return []
    if fit.seen.sorted:
        return [
            Finding(
                "sorted rows",
                "The rows are sorted by their clicks.",
                "Their order is then not that of time.",
                "Changes over time cannot be found.",
                f"Name the column of the time, {naming('time')}.",
                "",
            )
        ]
    of_pair = fit.pairs.query
    groups = [np.ones(of_pair.size, bool)]
    if number is not None and len(fit.pairs.queries) > 1:
        groups.append(of_pair == number)
    level = LEVEL / 2 / len(groups)
    if not any(_changed(moves[group], level) for group in groups for moves in fit.seen.moves):
        return []
    return [
        Finding(
            "changes",
            "Attractions change along the log by more than chance explains.",
            "Estimates are means over the log and do not predict what comes next.",
            "Values have no interval, because they may no longer hold.",
            "Fit only the latest part of the log"
            + ("." if "time" in fit.order.labels else ", if its rows are in the order of time."),
        )
    ]


def _changed(moves: np.ndarray, level: float) -> bool:
    known = moves[~np.isnan(moves)]
    return bool(known.size and chdtrc(known.size, known.sum()) < level)


class Clusters(NamedTuple):
    """Factors by which the displays of one user depend on each other, for standard errors.

    total, pairs, positions : float, at least 1, for sums over all displays, and by pair and position
    clicky : tuple of str, users who clicked on nearly everything, with their clicks
    """

    total: float = 1.0
    pairs: float = 1.0
    positions: float = 1.0
    clicky: tuple[str, ...] = ()


def clusters(fit) -> Clusters:
    """The dependence of displays within users, for a `LogFit` whose log names its users."""
    user = None if fit.order is None else fit.order.shown_label("user")
    if user is None:
        return Clusters()
    rows, page = fit.order.shown()
    names = fit.order.labels["user"][1]
    user = np.where((names == "")[user], names.size + page, user)  # nobody knows whose pages these are
    pair = fit.pairs.find(rows.queries, rows.items, rows.query, rows.item)
    position = rows.position.astype(np.int64) - 1
    p = np.nan_to_num(fit.chance(pair, position)).clip(0, 1)
    click, spread = rows.clicks > 0, p * (1 - p)
    code, users = pd.factorize(user)
    wide = (stdtrit(max(users.size - 1, 1), 1 - TAIL) / NORMAL) ** 2

    def factor(key):
        group = pd.factorize(code.astype(np.int64) * (int(key.max()) + 1) + key)[0]
        off, chance = np.bincount(group, click - p), np.bincount(group, spread)
        return np.sqrt(max((off**2).sum() / max(chance.sum(), 1e-9), 1.0) * wide)

    n, clicks, hoped = (np.bincount(code, x) for x in (np.ones(code.size), click, p))
    known = users < names.size
    eager = np.flatnonzero(known & (clicks > 0.9 * n) & _more(clicks, hoped))
    eager = eager[np.argsort(-n[eager], kind="stable")]
    clicky = tuple(
        f"{str(names[users[u]])!r} ({clicks[u]:,.0f} of {n[u]:,.0f} displays)" for u in eager.tolist()
    )
    return Clusters(factor(np.zeros_like(pair)), factor(pair), factor(position), clicky)


def widened(estimate, low, high, factor: float) -> tuple:
    """An interval, of numbers or arrays, whose ratios to its estimate are raised to a power."""
    if factor == 1:
        return low, high
    with np.errstate(divide="ignore", invalid="ignore"):
        wider = np.where(estimate > 0, estimate * (low / estimate) ** factor, low)
        return wider, np.where(estimate > 0, estimate * (high / estimate) ** factor, high)
