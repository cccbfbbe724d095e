r"""Fit the user browsing model, in which examination depends on the distance to the last click above.

The display at position r is clicked with probability α γ_{r,d}. Here α is its attraction, and γ_{r,d}
is the examination of r if the last click on the page was d positions above, or if there was none yet
(Dupret and Piwowarski 2008). If γ_{r,d} is the same for all d, it is the position-based model.

Given the clicks above, the state (r, d) is known. The likelihood is therefore that of the
position-based model, with states instead of positions, and the same estimator is used (`fit`), which
integrates out the attractions under their prior and applies Newton's method. Dupret and Piwowarski
maximise the likelihood by the EM algorithm; with prior="ml" the maximum is the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from clickbandits.machine_code import kept

from .counts import ClickCounts
from .displays import Chances, Displays, displays, pages_of
from .fit import FEW, beta_prior, fit_cells
from .pairs import Pairs, cells_by, pair_cells

MODEL = "user browsing model"

MOST_STATES = 400
"""The largest number of positions times distances; on longer pages the larger distances are merged."""


@dataclass(frozen=True, eq=False)
class UserBrowsingFit:
    """The user browsing model of a log.

    Attributes
    ----------
    attraction : float64 array, shape (n_pairs,)
        By pair of query and item.
    examination : float64 array, shape (n_positions, reach + 1)
        Column 0 is for displays before any click on the page. Column d is for a last click d
        positions above, and the last column for this distance or more. NaN if there is no such
        state, or the log has no information about it.
    prior : pair of float or None, (a, b) of the Beta prior of the attractions
    log_likelihood : float, as in `LogFit`
    converged : bool, as in `LogFit`
    plays : int64 array, shaped like `examination`, the displays in each state
    pairs : the names of the pairs
    """

    attraction: np.ndarray
    examination: np.ndarray
    prior: tuple[float, float] | None
    log_likelihood: float
    converged: bool
    plays: np.ndarray
    pairs: Pairs

    def __repr__(self) -> str:
        head = f"User browsing model of {self.attraction.size:,} pairs of query and item, by "
        head += "the prior Beta({:.3g}, {:.3g})".format(*self.prior) if self.prior else "likelihood"
        table = self.positions().to_string(index=False, float_format="{:.3f}".format, na_rep="")
        lines = [head, "Examination by position and place of the last click:", "", table]
        if not self.converged:
            lines += ["", "The fit did not converge, so it must not be used."]
        return "\n".join(lines)

    def positions(self) -> pd.DataFrame:
        """Columns position (from 1), no click, 1 above, 2 above, ...: the examination."""
        table = pd.DataFrame(self.examination)
        table.columns = ["no click", *(f"{d} above" for d in range(1, table.shape[1]))]
        table.insert(0, "position", np.arange(1, len(table) + 1))
        return table

    def predict(self, shown: Displays) -> Chances:
        """The chances of clicks on pages; a state that the log lacks gets the mean of its position."""
        new = self.prior[0] / sum(self.prior) if self.prior else np.nan
        attraction = np.append(self.attraction, new)[shown.pair]
        known = ~np.isnan(self.examination)
        weight = np.where(known, self.plays + 1, 0)
        with np.errstate(invalid="ignore"):
            mean = (np.nan_to_num(self.examination) * weight).sum(1) / weight.sum(1)
        examination = np.where(known, self.examination, mean[:, None])
        examination = np.vstack([examination, np.full(examination.shape[1], np.nan)])
        chances = Chances(*np.empty((2, attraction.size)))
        _predict(shown, attraction, examination, *chances)
        return chances


def fit_user_browsing(log: ClickCounts, prior="auto") -> UserBrowsingFit:
    """Fit the user browsing model to the pages of a log.

    Parameters
    ----------
    log : ClickCounts
        A log whose pages can be told apart.
    prior : "auto", "ml" or a pair (a, b)
        The prior of the attractions, as in `fit_log`; "auto" uses the states with ten clicks or more.

    Returns
    -------
    UserBrowsingFit

    Raises
    ------
    ClickLogError
        A ValueError, if the pages of the log cannot be told apart.

    Examples
    --------
    Position 2 is examined more often below a click (second column) than without one:

    >>> import pandas as pd
    >>> from clicklogs import from_pages
    >>> from clicklogs import fit_user_browsing
    >>> lists = [["tea", "cup"], ["cup", "tea"]] * 50
    >>> clicked = [["tea", "cup"]] * 40 + [["cup"]] * 30 + [[]] * 30
    >>> log = from_pages(pd.DataFrame({"items": lists, "clicked": clicked}))
    >>> fit_user_browsing(log).examination.round(2)
    array([[0.71,  nan],
           [0.42, 1.  ]])
    """
    pages = pages_of(log, MODEL)
    _, pairs = pair_cells(log)
    return fit_displays(displays(pages, pairs), pairs, prior)


def fit_displays(shown: Displays, pairs: Pairs, prior) -> UserBrowsingFit:
    """`fit_user_browsing` for displays."""
    n_positions = int(shown.position.max()) + 1
    reach = max(1, min(n_positions - 1, MOST_STATES // n_positions))
    state = np.empty(shown.pair.size, np.int64)
    _states(shown, reach, state)
    n_states = n_positions * (reach + 1)
    clicks, plays = (np.bincount(state, x, n_states).astype(np.int64) for x in (shown.click, None))
    if prior == "auto" and (clicks >= FEW).any():
        law = beta_prior(prior, clicks[clicks >= FEW], plays[clicks >= FEW])
        prior = law and np.maximum(law, 0.01)
    used = np.flatnonzero(plays)
    number = np.cumsum(plays > 0) - 1
    counted = shown.click.astype(np.int64), np.ones(state.size, np.int64)
    cells = cells_by(shown.pair, number[state], *counted, pairs.query.size)
    fit = fit_cells(cells, pairs, prior)
    examination = np.full(n_states, np.nan)
    examination[used] = fit.with_prior
    shape = n_positions, reach + 1
    return UserBrowsingFit(
        fit.attraction_with_prior,
        examination.reshape(shape),
        fit.prior,
        fit.log_likelihood,
        fit.converged,
        plays.reshape(shape),
        pairs,
    )


@kept
def _states(shown, reach, state):
    """The place of every display in a table of positions and distances to the last click."""
    for page in range(shown.start.size - 1):
        last = -1
        for place in range(shown.start[page], shown.start[page + 1]):
            rank = shown.position[place]
            state[place] = rank * (reach + 1)
            if last >= 0:
                state[place] += min(rank - last, reach)
            if shown.click[place]:
                last = rank


@kept
def _predict(shown, alpha, gamma, given, before):
    """Chances given the observed last click, and averaged over the distribution of the last click."""
    n_ranks, reach = gamma.shape[0] - 1, gamma.shape[1] - 1
    for page in range(shown.start.size - 1):
        first, end = shown.start[page], shown.start[page + 1]
        chance = np.zeros(end - first + 1)  # the last click: none yet, or on each display
        chance[0] = 1.0
        last = 0
        for place in range(first, end):
            rank = min(shown.position[place], n_ranks)
            before[place] = 0.0
            for which in range(place - first + 1):
                distance = 0
                if which > 0:
                    distance = min(rank - shown.position[first + which - 1], reach)
                click = alpha[place] * gamma[rank, distance]
                if which == last:
                    given[place] = click
                before[place] += chance[which] * click
                chance[which] *= 1.0 - click
            chance[place - first + 1] = before[place]
            if shown.click[place]:
                last = place - first + 1
