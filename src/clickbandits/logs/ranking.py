"""What a ranking is worth under a fitted log: expected clicks, the best list, position weights."""

from __future__ import annotations

import difflib
from typing import NamedTuple

import numpy as np
import pandas as pd

from .fit import JEFFREYS, NORMAL, LogFit
from .likelihood import pair_posterior


class Value(NamedTuple):
    """Expected clicks of one display of a ranking.

    clicks : float
    low, high : float, the interval of 95 %; NaN where the log gives none
    standard_error : float, of `clicks`
    """

    clicks: float
    low: float
    high: float
    standard_error: float


def value(fit: LogFit, ranking, query=None) -> Value:
    r"""The expected clicks of a ranking, Σ θ κ over its positions.

    Parameters
    ----------
    fit : LogFit
    ranking : sequence of str
        The items, the first at position 1.
    query : str, optional
        Needed where the log has several.

    Returns
    -------
    Value
        The interval is symmetric in the logarithm of the clicks; its standard error is that of
        the delta method: from the covariance of the examination, with which the attractions move
        along, and the spread of the posterior of each attraction.

    Raises
    ------
    ValueError
        Where the ranking is empty, repeats an item, has one that the query does not have or is
        longer than the positions of the log; or is a text, whose letters would be its items.
    KeyError
        Where the log does not have the query.

    Examples
    --------
    >>> import pandas as pd
    >>> from clickbandits import best_ranking, fit_log, from_frame, value
    >>> shown = pd.DataFrame({
    ...     "item_id": list("aabb"), "position": [1, 2, 1, 2],
    ...     "click": [60, 30, 20, 8], "shown": [100] * 4,
    ... })
    >>> fit = fit_log(from_frame(shown, plays="shown"))
    >>> best_ranking(fit)
    ('a', 'b')
    >>> [round(value(fit, ranking).clicks, 2) for ranking in (["a", "b"], ["b", "a"])]
    [0.7, 0.48]
    """
    if isinstance(ranking, str):
        raise ValueError(f"a ranking is a list of items; got the text {ranking!r}: [{ranking!r}]")
    ranking = [str(item) for item in ranking]
    query = fit.the_query(query)
    n_positions = fit.examination.size
    if not 0 < len(ranking) <= n_positions:
        raise ValueError(
            f"a ranking must have 1 to {n_positions} items, as the log has positions; "
            f"got {len(ranking)}"
        )
    if len(set(ranking)) < len(ranking):
        raise ValueError(f"a ranking must not repeat an item; got {ranking}")
    pairs = fit.pairs.find([query] * len(ranking), ranking)
    if (pairs < 0).any():
        known = fit.pairs.items[fit.pairs.item[fit.pairs.of_query(query)]].tolist()
        unknown = ranking[int((pairs < 0).argmax())]
        close = difflib.get_close_matches(unknown, known, n=1)
        hint = f"; {close[0]!r} looks like it" if close else ""
        raise ValueError(f"the log shows no item {unknown!r} for query {query!r}{hint}")
    law = fit.prior or JEFFREYS
    examination = np.nan_to_num(fit.examination)
    slope, spread, clicks = np.zeros(n_positions), 0.0, 0.0
    for position, pair in enumerate(pairs):
        kappa = fit.examination[position]
        theta, weight, along = pair_posterior(fit.cells, pair, examination, law)
        mean = fit.attraction[pair]
        variance = weight @ (theta - weight @ theta) ** 2
        slope += kappa * along
        clicks += mean * kappa
        slope[position] += mean * kappa
        spread += kappa**2 * variance
    moved = slope != 0
    error = np.sqrt(slope[moved] @ fit.covariance[np.ix_(moved, moved)] @ slope[moved] + spread)
    factor = np.exp(NORMAL * error / clicks) if clicks > 0 else np.nan
    return Value(float(clicks), float(clicks / factor), float(clicks * factor), float(error))


def best_ranking(fit: LogFit, query=None) -> tuple[str, ...]:
    """The ranking of most expected clicks: the most attractive item at the most examined position.

    Parameters
    ----------
    fit : LogFit
    query : str, optional
        Needed where the log has several.

    Returns
    -------
    tuple of str
        The items, the first at position 1; at most as many as the log has positions. A position
        of unknown examination gets the least attractive.

    Raises
    ------
    KeyError
        Where the log does not have the query.
    ValueError
        Where the log has several queries and none is named.

    Examples
    --------
    >>> import pandas as pd
    >>> from clickbandits import best_ranking, fit_log, from_frame
    >>> shown = pd.DataFrame({
    ...     "item_id": list("aabb"), "position": [1, 2, 1, 2],
    ...     "click": [20, 8, 60, 30], "shown": [100] * 4,
    ... })
    >>> best_ranking(fit_log(from_frame(shown, plays="shown")))
    ('b', 'a')
    """
    pairs = fit.pairs.of_query(fit.the_query(query))
    best = pairs[np.argsort(-np.nan_to_num(fit.attraction[pairs]), kind="stable")]
    size = min(best.size, fit.examination.size)
    ranking = np.empty(size, dtype=object)
    order = np.argsort(-np.nan_to_num(fit.examination[:size]), kind="stable")
    ranking[order] = fit.pairs.items[fit.pairs.item[best[:size]]]
    return tuple(ranking.tolist())


def position_weights(fit: LogFit) -> pd.DataFrame:
    """What a click counts at each position when rankers are learnt from clicks: 1/κ.

    Parameters
    ----------
    fit : LogFit

    Returns
    -------
    pandas.DataFrame
        Columns position (from 1), weight, low, high (95 %). A position without any click has the
        weight of its estimate and no upper end; one of unknown examination has NaN.

    Notes
    -----
    A large weight multiplies the noise of its clicks; many people cut it.

    Examples
    --------
    >>> import pandas as pd
    >>> from clickbandits import fit_log, from_frame, position_weights
    >>> shown = pd.DataFrame({
    ...     "item_id": list("aabb"), "position": [1, 2, 1, 2],
    ...     "click": [60, 30, 20, 8], "shown": [100] * 4,
    ... })
    >>> position_weights(fit_log(from_frame(shown, plays="shown"))).round(2)
       position  weight   low  high
    0         1    1.00  1.00  1.00
    1         2    2.08  1.53  2.89
    """
    with np.errstate(divide="ignore"):
        return pd.DataFrame(
            {
                "position": np.arange(1, fit.examination.size + 1),
                "weight": 1 / fit.examination,
                "low": 1 / fit.high,
                "high": 1 / fit.low,
            }
        )
