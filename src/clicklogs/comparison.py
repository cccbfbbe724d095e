"""Does the position-based model fit the pages of a log? Beside it two in which clicks depend.

In the position-based model a click says nothing of the other clicks on its page. In the user
browsing model, which contains it, examination depends on the last click above; in the dependent
click model, which contains the cascade, users read downwards and may stop at a click. All three are
fitted to the pages of one log and tried on those of another.

The log-likelihood is that of whole pages: of each display given the clicks above it. The perplexity
at a position is exp(-mean of log p), p the predicted chance of what happened there *before* any
click of the page is known, as Chuklin, Markov and de Rijke (2015) define it. Standard errors of
differences are those of independent pages, given the fits.

That a rival predicts better need not be the users' doing. Where a log has a few displays of each
pair, and the items of a query are alike, a click tells of the items below it what their own counts
do not, even if the position-based model is true: then the verdict says so.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import xlog1py

from clickbandits.machine_code import kept

from . import dependent_click, user_browsing
from .counts import Pages
from .dependent_click import DependentClickFit
from .displays import Chances, Displays, displays
from .fit import LogFit
from .pairs import NORMAL, percent
from .user_browsing import UserBrowsingFit

MODEL = "position-based model"

BLUR = 1e-4
"""Nats a page that are no difference: attractions are computed about as precisely."""

SPARSE = 0.1
"""The share of displays of little-known pairs from which on these may explain what is found."""

ONLY_SUMS = (
    "Only the position-based model can be judged from sums: the dependent click model and the user "
    "browsing model need to know which clicks fell on one page, in both logs (page=)."
)


class Comparison(NamedTuple):
    """Three models of pages, fitted to one log and tried on another.

    table : pandas.DataFrame
        By model: log_likelihood (nats), perplexity (the mean of those by position), gain (nats a
        page by which the position-based model is better) and gain_error (its standard error).
    by_position : pandas.DataFrame
        A row for every position (from 1): of each model the perplexity, before any click is known;
        of each rival how much larger it is ("more") and the standard error of that ("error").
    pages, left_out : int
        Pages of the other log that were predicted; those that show what some model cannot predict.
    exchanged : float
        Of the pairs of items that a page shows together, the share that the rival with the larger
        likelihood orders the other way round by attraction; 0 where there are none.
    little_known : float
        The share of the displays whose pair the prior decides: less is known of it than assumed.
    better : str or None
        The model that predicts better than the position-based one by more than chance explains.
    dependent_click, user_browsing : the fits
    notes : tuple of str
        How the models compare, and what it means for advice.
    """

    table: pd.DataFrame
    by_position: pd.DataFrame
    pages: int
    left_out: int
    exchanged: float
    little_known: float
    better: str | None
    dependent_click: DependentClickFit
    user_browsing: UserBrowsingFit
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n".join([self.table.to_string(na_rep="–"), "", *self.notes])


def compare(fit: LogFit, pages: Pages) -> Comparison | None:
    """Compare three models on pages that a fit has not seen; None where no page is predicted.

    The rivals are fitted to the pages of the fit's log: the dependent click model with the fit's
    prior, the user browsing model, whose states have rates of their own, with "auto" if it has one.
    """
    assert fit.pages is not None
    first = displays(fit.pages, fit.pairs)
    law = fit.prior
    dependent = dependent_click.fit_displays(first, fit.pairs, law)
    browsing = user_browsing.fit_displays(first, fit.pairs, "auto" if law else "ml")
    rivals: dict[str, DependentClickFit | UserBrowsingFit] = {
        dependent_click.MODEL: dependent,
        user_browsing.MODEL: browsing,
    }
    shown = displays(pages, fit.pairs)
    alone = fit.chance(shown.pair, shown.position)
    chances = {MODEL: Chances(alone, alone)}
    chances |= {name: rival.predict(shown) for name, rival in rivals.items()}
    unknown = np.any([np.isnan(x.before) for x in chances.values()], axis=0)
    n_pages = shown.start.size - 1
    page = np.repeat(np.arange(n_pages), np.diff(shown.start))
    used = np.bincount(page, unknown, n_pages) == 0
    if not used.any():
        return None
    kept = used[page]
    logs = {
        name: Chances(*(_logs(x[kept], shown.click[kept]) for x in chance))
        for name, chance in chances.items()
    }
    of_page = {name: np.bincount(page[kept], x.given, n_pages)[used] for name, x in logs.items()}
    by_position = _by_position(shown.position[kept], {name: x.before for name, x in logs.items()})
    table = _table(of_page, by_position)
    closest = str(table["log_likelihood"].drop(MODEL).idxmax())
    exchanged = _exchanged(shown, fit.attraction_with_prior, rivals[closest].attraction)
    little_known = _little_known(fit, shown.pair[kept])
    better, notes = verdict(table, int(used.sum()), closest, exchanged, little_known)
    left_out = int(n_pages - used.sum())
    if left_out:
        notes += (f"Left out: {left_out:,} of {n_pages:,} pages, which a model cannot predict.",)
    notes += tuple(
        f"The fit of the {name} did not converge: its row is only a guide."
        for name, rival in rivals.items()
        if not rival.converged
    )
    return Comparison(
        table,
        by_position,
        int(used.sum()),
        left_out,
        exchanged,
        little_known,
        better,
        dependent,
        browsing,
        notes,
    )


def _logs(chance, click) -> np.ndarray:
    """The logarithms of the chances of what happened."""
    with np.errstate(divide="ignore"):
        return np.where(click, np.log(chance), xlog1py(1.0, -chance))


def _table(of_page, by_position) -> pd.DataFrame:
    rows = {}
    for name, x in of_page.items():
        with np.errstate(invalid="ignore"):
            gains = of_page[MODEL] - x
            rows[name] = {
                "log_likelihood": x.sum(),
                "perplexity": by_position[name].mean(),
                "gain": gains.mean(),
                "gain_error": gains.std() / np.sqrt(gains.size),
            }
    return pd.DataFrame(rows).T


def _by_position(position, logs) -> pd.DataFrame:
    """Perplexities by position, and the differences with their errors, by the delta method."""
    at = np.bincount(position)
    places = np.flatnonzero(at)
    columns: dict[str, np.ndarray] = {}
    with np.errstate(invalid="ignore", over="ignore"):
        for name, x in logs.items():
            columns[name] = np.exp(-np.bincount(position, x)[places] / at[places])
        for name in list(logs)[1:]:
            columns[f"{name}, more"] = columns[name] - columns[MODEL]
            scale = np.zeros((2, at.size))
            scale[:, places] = columns[MODEL], columns[name]
            moves = scale[0][position] * logs[MODEL] - scale[1][position] * logs[name]
            mean = np.bincount(position, moves)[places] / at[places]
            square = np.bincount(position, moves**2)[places] / at[places]
            columns[f"{name}, error"] = np.sqrt(np.maximum(square - mean**2, 0) / at[places])
    return pd.DataFrame(columns, index=pd.Index(places + 1, name="position"))


def verdict(
    table: pd.DataFrame, n_pages: int, closest: str, exchanged: float, little_known: float
) -> tuple[str | None, tuple[str, ...]]:
    """Which rival is better than the position-based model, if any; how they compare, and advice.

    The rival `closest` is the one with the larger likelihood; the rest is as in `Comparison`.
    """
    if np.isneginf(table.loc[MODEL, "log_likelihood"]):
        return None, (
            "The position-based model gives probability 0 to a page that was seen: these "
            "pages compare nothing. Use a prior.",
        )
    rivals = table.drop(MODEL)
    gain, error = rivals["gain"], rivals["gain_error"].fillna(0)
    width = np.maximum(NORMAL * error, BLUR)
    rival = {
        name: f"the {name} ({abs(gain[name]):.2g} ± {error[name]:.1g} nats a page)"
        if np.isfinite(gain[name])
        else f"the {name} (which gives probability 0 to a page that was seen)"
        for name in rivals.index
    }
    where = f"On {n_pages:,} held-out pages"
    moved = (
        f"{percent(exchanged)} of the pairs of items that a page shows together stand in another order "
        f"by the attractions of the {closest}"
    )
    if (gain < -width).any():
        first = (
            f"{where} {rival[closest]} predicts better than the position-based model: clicks on a "
            "page tell of those below."
        )
        if little_known > SPARSE:
            return closest, (
                first,
                f"That need not be the users: of {percent(little_known)} of the displays the first log "
                "knows the item less than the prior does, and where the items of a query are "
                "alike, a click tells of the others.",
                f"For the advice: take values and regrets as rough; {moved}. A longer log decides.",
            )
        return closest, (
            first,
            "For the advice: its values and regrets are those of a model that does not hold here, "
            f"and {moved}. Try a ranking on live pages before believing what it is worth.",
        )
    worse = [name for name in rivals.index if gain[name] > width[name]]
    even = [name for name in rivals.index if name not in worse]
    parts = []
    if worse:
        parts.append("predicts better than " + " and than ".join(rival[name] for name in worse))
    if even:
        parts.append("cannot be told apart from " + " and ".join(rival[name] for name in even))
    first = f"{where} the position-based model {', and '.join(parts)}."
    if dependent_click.MODEL in worse:
        return None, (
            first,
            "For the advice: no dependence of clicks on the clicks above was found, and nothing "
            "here speaks against the rankings and values of the position-based model.",
        )
    return None, (
        first,
        "For the advice: rankings and values take it that users do not stop at a click, and these "
        f"pages do not tell; {moved}.",
    )


def _little_known(fit: LogFit, pair: np.ndarray) -> float:
    """The share of displays whose pair has fewer of its own, times examination, than the prior."""
    if fit.prior is None:
        return 0.0
    seen = np.nan_to_num(fit.with_prior)[fit.cells.position] * fit.cells.plays
    exposure = np.append(np.add.reduceat(seen, fit.cells.start[:-1]), 0.0)
    return float((exposure[pair] < sum(fit.prior)).mean())


def _exchanged(shown: Displays, ours: np.ndarray, theirs: np.ndarray) -> float:
    """The share of the pairs of displays of a page that two attractions order differently."""
    known = shown.pair >= 0
    ours, theirs = (np.where(known, x[shown.pair], np.nan) for x in (ours, theirs))
    differ, compared = _orders(shown.start, ours, theirs)
    return differ / max(compared, 1)


@kept
def _orders(start, ours, theirs):
    differ, compared = 0, 0
    for page in range(start.size - 1):
        for one in range(start[page], start[page + 1]):
            for other in range(one + 1, start[page + 1]):
                product = (ours[one] - ours[other]) * (theirs[one] - theirs[other])
                compared += product == product
                differ += product < 0.0
    return differ, compared
