r"""The dependent click model: a user reads downwards, and after a click at rank r goes on or stops.

The first display is examined. An examined one is clicked with probability α, its attraction. After
no click the next is examined; after a click at position r it is with probability λ_r, and else
nothing below is (Guo, Liu and Wang 2009). With λ = 0 it is the cascade model of Craswell et al.
(2008): one click a page at most.

Whether a user stopped is seen where another click follows, and hidden after the last one. With the
last click at l, a page has the probability

    Π_{i<l} (α_i λ_i)^{C_i} (1 - α_i)^{1-C_i} · α_l · (1 - λ_l + λ_l Π_{j>l} (1 - α_j)).

Guo et al. replace its last factor by the lower bound 1 - λ_l: then all counts are seen, the
attraction is clicks over displays down to the last click, and 1 - λ_r is the share of the clicks at
r that are their page's last. Here that is only where the fit begins. It ends at a maximum of the
probability itself, by the EM algorithm, whose hidden value is whether the user went on after the
last click: given the page, with probability λ_l Π (1 - α_j) / (1 - λ_l + λ_l Π (1 - α_j)).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import xlog1py, xlogy

from clickbandits.machine_code import kept

from .counts import ClickCounts
from .displays import Chances, Displays, displays, pages_of
from .fit import beta_prior
from .pairs import Pairs, named, pair_cells, position_totals

MODEL = "dependent click model"

HALF = 0.5
"""Clicks at each position, added where there is a prior, after which one went on, and stopped."""

TOLERANCE = 1e-12
"""Of the log-likelihood: a step that adds less ends the fit."""

MAX_STEPS = 500


@dataclass(frozen=True, eq=False)
class DependentClickFit:
    """The dependent click model of a log.

    Attributes
    ----------
    attraction : float64 array, shape (n_pairs,)
        By pair of query and item; NaN where none of its displays was examined.
    continuation : float64 array, shape (n_positions,)
        By position, the probability to go on after a click there; NaN without a click that had
        something below it, or where every value is as likely.
    prior : pair of float or None
        (a, b): a clicks and b examined displays without one, added to each pair.
    log_likelihood : float, of the pages, in nats, without the prior
    steps : int
    converged : bool
    clicks : int64 array, shape (n_positions,), those with something below them
    pairs : the names of the pairs
    """

    attraction: np.ndarray
    continuation: np.ndarray
    prior: tuple[float, float] | None
    log_likelihood: float
    steps: int
    converged: bool
    clicks: np.ndarray
    pairs: Pairs

    def __repr__(self) -> str:
        head = f"Dependent click model of {self.attraction.size:,} pairs of query and item, by "
        head += "the prior Beta({:.3g}, {:.3g})".format(*self.prior) if self.prior else "likelihood"
        lines = [head, "", self.positions().to_string(index=False, na_rep="–")]
        if free := named((self.clicks > 0) & np.isnan(self.continuation)):
            lines += ["", f"{free}: nothing below was ever clicked, so that every continuation is as likely."]
        if not self.converged:
            lines += ["", "The fit did not converge: do not use it."]
        return "\n".join(lines)

    def positions(self) -> pd.DataFrame:
        """Columns position (from 1), clicks (with something below them) and continuation."""
        number = np.arange(1, self.continuation.size + 1)
        columns = {"position": number, "clicks": self.clicks, "continuation": self.continuation}
        return pd.DataFrame(columns)

    def predict(self, shown: Displays) -> Chances:
        """The chances of clicks on pages; a position without clicks has the mean continuation."""
        new = self.prior[0] / sum(self.prior) if self.prior else np.nan
        attraction = np.append(self.attraction, new)[shown.pair]
        known = ~np.isnan(self.continuation)
        went_on = (self.clicks * self.continuation)[known].sum()
        mean = (went_on + HALF) / (self.clicks[known].sum() + 1)
        continuation = np.append(np.where(known, self.continuation, mean), np.nan)
        chances = Chances(*np.empty((2, attraction.size)))
        inside = np.minimum(shown.position, self.continuation.size)
        _predict(shown, attraction, continuation[inside], *chances)
        return chances


def fit_dependent_click(log: ClickCounts, prior="auto") -> DependentClickFit:
    """Fit the dependent click model, which contains the cascade model, to the pages of a log.

    Parameters
    ----------
    log : ClickCounts
        One that tells its pages apart.
    prior : "auto", "ml" or a pair (a, b)
        Of the attractions, as `fit_log` takes it. Where there is one, each position has one click
        more, after which half a user went on.

    Returns
    -------
    DependentClickFit

    Raises
    ------
    ClickLogError
        A ValueError: where the log does not tell its pages apart.

    Notes
    -----
    The maximum of the exact likelihood, with the prior's counts added: by the EM algorithm, whose
    steps are extrapolated (Varadhan and Roland 2008) where that rises. Guo, Liu and Wang (2009)
    maximise a lower bound.

    Examples
    --------
    Users go on after a click on the first item more often than after one on the second:

    >>> import pandas as pd
    >>> from clicklogs import from_pages
    >>> from clicklogs import fit_dependent_click
    >>> lists, clicked = [["tea", "cup", "pot"]] * 3, [["tea", "pot"], ["tea", "cup"], ["cup"]]
    >>> fit = fit_dependent_click(from_pages(pd.DataFrame({"items": lists, "clicked": clicked})))
    >>> fit.positions().round(2)
       position  clicks  continuation
    0         1       2          0.83
    1         2       2          0.21
    2         3       0           NaN
    """
    pages = pages_of(log, MODEL)
    cells, pairs = pair_cells(log)
    law = beta_prior(prior, *position_totals(cells, int(cells.position.max()) + 1))
    return fit_displays(displays(pages, pairs), pairs, law)


def fit_displays(shown: Displays, pairs: Pairs, law) -> DependentClickFit:
    """`fit_dependent_click`, of displays."""
    n_positions, n_pairs = int(shown.position.max()) + 1, pairs.query.size
    a, b = law or (0.0, 0.0)
    half = HALF if law else 0.0
    last = np.zeros(shown.click.size, bool)
    last[shown.start[1:] - 1] = True
    clicks = np.bincount(shown.pair, shown.click, n_pairs)
    ends = np.bincount(shown.position[shown.click & ~last], minlength=n_positions)
    some = ends > 0

    def improved(alpha, going) -> tuple[float, float, np.ndarray]:
        """The log-likelihood here, with the prior, and where one step of the EM algorithm leads."""
        seen, went = np.zeros(n_pairs), np.zeros(n_positions)
        value = _expected(shown, alpha, going, seen, went)
        total = value + (xlogy(a, alpha) + xlog1py(b, -alpha)).sum()
        total += (xlogy(half, going[some]) + xlog1py(half, -going[some])).sum()
        with np.errstate(invalid="ignore"):
            alpha, going = (clicks + a) / (seen + a + b), (went + half) / (ends + 2 * half)
        return value, total, np.append(np.nan_to_num(alpha), np.where(some, going, HALF))

    here = np.append(np.full(n_pairs, HALF), np.zeros(n_positions))
    here = improved(*np.split(here, [n_pairs]))[2]  # as Guo, Liu and Wang: all stop after the last
    here[n_pairs:] = np.clip(here[n_pairs:], 0.1, 0.9)  # EM does not leave 0 or 1
    (value, total, then), steps, converged = improved(*np.split(here, [n_pairs])), 0, False
    while not converged and steps < MAX_STEPS:
        before, steps = total, steps + 1
        follows = improved(*np.split(then, [n_pairs]))
        tried = extrapolated(here, then, follows[2])
        there = improved(*np.split(tried, [n_pairs]))
        here, (value, total, then) = (tried, there) if there[1] >= follows[1] else (then, follows)
        converged = bool(total - before <= TOLERANCE * (1 + abs(total)))
    alpha, going = np.split(here, [n_pairs])
    seen = np.zeros(n_pairs)
    _expected(shown, alpha, going, seen, np.zeros(n_positions))
    for place in np.flatnonzero(some) if law is None else ():
        tried = [improved(alpha, np.where(np.arange(n_positions) == place, x, going))[0] for x in (0.2, 0.8)]
        some[place] = not np.isclose(tried[0], tried[1], rtol=1e-9, atol=1e-9)
    alpha, going = np.where(seen + a + b > 0, alpha, np.nan), np.where(some, going, np.nan)
    return DependentClickFit(alpha, going, law, float(value), steps, converged, ends, pairs)


def extrapolated(first, second, third) -> np.ndarray:
    """Where two steps lead if they go on as they began (Varadhan and Roland 2008, SqS3)."""
    step, bend = second - first, third - 2 * second + first
    size = np.sqrt((bend**2).sum())
    length = max(np.sqrt((step**2).sum()) / size, 1.0) if size > 0 else 1.0
    far = first + 2 * length * step + length**2 * bend
    return np.where((far > 0) & (far < 1), far, third)


@kept
def _expected(shown, alpha, going, seen, went):
    """Add up what was examined, and after which clicks users went on; the log-likelihood."""
    total = 0.0
    for page in range(shown.start.size - 1):
        first, end = shown.start[page], shown.start[page + 1]
        last = end - 1
        while last >= first and not shown.click[last]:
            last -= 1
        value = 0.0
        for place in range(first, last + 1):
            pair = shown.pair[place]
            seen[pair] += 1.0
            if not shown.click[place]:
                value += math.log1p(-alpha[pair])
                continue
            value += math.log(alpha[pair])
            if place < last:
                value += math.log(going[shown.position[place]])
                went[shown.position[place]] += 1.0
        silent = 1.0  # the chance of no click below, where the user went on
        for place in range(last + 1, end):
            silent *= 1.0 - alpha[shown.pair[place]]
        goes = 1.0
        if last < first:
            value += math.log(silent)
        elif last < end - 1:
            rank = shown.position[last]
            rest = 1.0 - going[rank] + going[rank] * silent
            value += math.log(rest)
            goes = going[rank] * silent / rest
            went[rank] += goes
        for place in range(last + 1, end):
            seen[shown.pair[place]] += goes
        total += value
    return total


@kept
def _predict(shown, alpha, going, given, before):
    """Examination given the clicks above, and before any click; both from 1 at the top."""
    for page in range(shown.start.size - 1):
        now, always = 1.0, 1.0
        for place in range(shown.start[page], shown.start[page + 1]):
            given[place], before[place] = now * alpha[place], always * alpha[place]
            always *= 1.0 - alpha[place] + alpha[place] * going[place]
            if shown.click[place]:
                now = going[place]
            elif given[place] < 1.0:
                now *= (1.0 - alpha[place]) / (1.0 - given[place])
