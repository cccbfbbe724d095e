r"""Fit the dependent click model, in which users read downwards and may stop after a click.

The first display is examined. An examined display is clicked with probability α, its attraction. If it
is not clicked, the next one is examined. After a click at position r, the next one is examined with
probability λ_r, and otherwise nothing below is examined (Guo, Liu and Wang 2009). With λ = 0 it is the
cascade model of Craswell et al. (2008), in which a page has at most one click.

If another click follows, the user is known to have gone on; after the last click it is hidden whether
the user stopped. With the last click at l, a page has the probability

    Π_{i<l} (α_i λ_i)^{C_i} (1 - α_i)^{1-C_i} · α_l · (1 - λ_l + λ_l Π_{j>l} (1 - α_j)).

Guo et al. replace the last factor by its lower bound 1 - λ_l. All counts are then observed: the
attraction is clicks over displays down to the last click, and 1 - λ_r is the share of the clicks at r
that are the last on their page. Here these values are only the starting point. The EM algorithm then
finds a maximum of the probability itself. Its hidden variable is whether the user went on after the last
click, which, given the page, has probability λ_l Π (1 - α_j) / (1 - λ_l + λ_l Π (1 - α_j)).
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
"""With a prior, each position gets this many additional clicks after which users went on, and equally
many after which they stopped."""

TOLERANCE = 1e-12
"""The fit ends when a step increases the log-likelihood by less than this share of it."""

MAX_STEPS = 500


@dataclass(frozen=True, eq=False)
class DependentClickFit:
    """The dependent click model of a log.

    Attributes
    ----------
    attraction : float64 array, shape (n_pairs,)
        By pair of query and item; NaN if none of its displays was examined.
    continuation : float64 array, shape (n_positions,)
        By position, the probability of going on after a click there. NaN if no click there had
        anything below it, or if all values are equally likely.
    prior : pair of float or None
        (a, b), the clicks and the examined displays without a click that are added to each pair.
    log_likelihood : float, of the pages, in nats, without the prior
    steps : int
    converged : bool
        Whether the last step of EM gained at most 10^-12 of the log-likelihood. This does not bound the
        distance from the maximum. The likelihood is not concave, so EM ends at a local maximum, and there
        is no certificate like that of the other fits.
    clicks : int64 array, shape (n_positions,), the clicks with something below them
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
            lines += ["", f"{free}: nothing below was ever clicked, so all continuations are equally likely."]
        if not self.converged:
            lines += ["", "The fit did not converge, so it must not be used."]
        return "\n".join(lines)

    def positions(self) -> pd.DataFrame:
        """Columns position (from 1), clicks (with something below them) and continuation."""
        number = np.arange(1, self.continuation.size + 1)
        columns = {"position": number, "clicks": self.clicks, "continuation": self.continuation}
        return pd.DataFrame(columns)

    def predict(self, shown: Displays) -> Chances:
        """The chances of clicks on pages; a position without clicks gets the mean continuation."""
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
        A log whose pages can be told apart.
    prior : "auto", "ml" or a pair (a, b)
        The prior of the attractions, as in `fit_log`. If there is one, each position has one
        additional click, after which half a user went on.

    Returns
    -------
    DependentClickFit

    Raises
    ------
    ClickLogError
        A ValueError, if the pages of the log cannot be told apart.

    Notes
    -----
    The exact likelihood, with the prior's counts added, is maximised by the EM algorithm. Its steps
    are extrapolated (Varadhan and Roland 2008) if the value is then at least as large. Guo, Liu and Wang
    (2009) maximise a lower bound.

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
    """`fit_dependent_click` for displays."""
    n_positions, n_pairs = int(shown.position.max()) + 1, pairs.query.size
    a, b = law or (0.0, 0.0)
    half = HALF if law else 0.0
    last = np.zeros(shown.click.size, bool)
    last[shown.start[1:] - 1] = True
    clicks = np.bincount(shown.pair, shown.click, n_pairs)
    ends = np.bincount(shown.position[shown.click & ~last], minlength=n_positions)
    some = ends > 0

    def improved(alpha, going) -> tuple[float, float, np.ndarray]:
        """The log-likelihood here, without and with the prior, and the result of one EM step."""
        seen, went = np.zeros(n_pairs), np.zeros(n_positions)
        value = _expected(shown, alpha, going, seen, went)
        total = value + (xlogy(a, alpha) + xlog1py(b, -alpha)).sum()
        total += (xlogy(half, going[some]) + xlog1py(half, -going[some])).sum()
        with np.errstate(invalid="ignore"):
            alpha, going = (clicks + a) / (seen + a + b), (went + half) / (ends + 2 * half)
        return value, total, np.append(np.nan_to_num(alpha), np.where(some, going, HALF))

    here = np.append(np.full(n_pairs, HALF), np.zeros(n_positions))
    here = improved(*np.split(here, [n_pairs]))[2]  # as in Guo, Liu and Wang: all stop at the last click
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
    """Extrapolate two steps (Varadhan and Roland 2008, SqS3)."""
    step, bend = second - first, third - 2 * second + first
    size = np.sqrt((bend**2).sum())
    length = max(np.sqrt((step**2).sum()) / size, 1.0) if size > 0 else 1.0
    far = first + 2 * length * step + length**2 * bend
    return np.where((far > 0) & (far < 1), far, third)


@kept
def _expected(shown, alpha, going, seen, went):
    """Add up the examined displays and the clicks after which users went on; return the log-likelihood."""
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
        silent = 1.0  # the chance of no click below if the user went on
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
    """Chances of clicks given the clicks above, and before any click; examination starts at 1."""
    for page in range(shown.start.size - 1):
        now, always = 1.0, 1.0
        for place in range(shown.start[page], shown.start[page + 1]):
            given[place], before[place] = now * alpha[place], always * alpha[place]
            always *= 1.0 - alpha[place] + alpha[place] * going[place]
            if shown.click[place]:
                now = going[place]
            elif given[place] < 1.0:
                now *= (1.0 - alpha[place]) / (1.0 - given[place])
