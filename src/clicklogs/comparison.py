"""Compare the position-based model with two models in which the clicks on a page depend on each other.

In the position-based model, the clicks on a page are independent. The user browsing model contains it,
and lets examination depend on the last click above. In the dependent click model, which contains the
cascade model, users read downwards and may stop at a click. All three are fitted to the pages of one
log and tested on those of another.

The log-likelihood is that of whole pages, in which each display is predicted given the clicks above it.
The perplexity at a position is exp(-mean of log p), with p the predicted chance of the observed outcome
*before* any click of the page is known (Chuklin, Markov and de Rijke 2015). The standard errors of
differences treat pages as independent and the fits as given.

A rival can predict better for reasons that have nothing to do with the users. If a log has only a few
displays of each pair and the items of a query are similar, a click carries information about the items
below it that their own counts lack, even if the position-based model is true. The verdict mentions this
possibility if it applies.
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
from .tables import naming
from .user_browsing import UserBrowsingFit

MODEL = "position-based model"

BLUR = 1e-4
"""Smaller differences, in nats per page, are ignored: the error of the attractions is about as large."""

SPARSE = 0.1
"""The share of displays with little-known pairs above which these pairs may explain a difference."""

ONLY_SUMS = (
    "Sums of clicks allow a judgement of the position-based model only. For the dependent click model and "
    f"the user browsing model, a log must show which clicks belong to the same page ({naming('page')})."
)


class Comparison(NamedTuple):
    """Three models of pages, fitted to one log and tested on another.

    table : pandas.DataFrame
        By model, log_likelihood (nats), perplexity (the mean of those by position), gain (nats per
        page by which the position-based model is better) and gain_error (its standard error).
    by_position : pandas.DataFrame
        One row per position (from 1), with the perplexity of each model before any click is known.
        For each rival, "more" is the excess over the position-based model and "error" its standard
        error.
    pages, left_out : int
        Pages of the other log that were predicted, and pages with an item that some model cannot
        predict.
    exchanged : float
        Among the pairs of items that a page shows together, the share that the rival with the larger
        likelihood orders the other way round by attraction; 0 if there are none.
    little_known : float
        The share of the displays for which the prior of the pair carries more weight than its data.
    better : str or None
        The model that predicts better than the position-based one by more than chance explains.
    dependent_click, user_browsing : the fits
    notes : tuple of str
        How the models compare, and how this affects the advice.
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
    """Compare three models on pages that a fit has not seen; None if no page is predicted.

    The rivals are fitted to the pages of the fit's log. The dependent click model uses the fit's prior.
    The user browsing model, whose states have rates of their own, uses "auto" if the fit has a prior.
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
    doubtful = any(finding.withholds for finding in fit.findings())
    better, notes = verdict(table, int(used.sum()), closest, exchanged, little_known, doubtful)
    left_out = int(n_pages - used.sum())
    if left_out:
        notes += (f"{left_out:,} of {n_pages:,} pages are left out, because a model cannot predict them.",)
    notes += tuple(
        f"The fit of the {name} did not converge, so its row is only a rough guide."
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
    """The logarithms of the probabilities of the observed outcomes."""
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
    table: pd.DataFrame,
    n_pages: int,
    closest: str,
    exchanged: float,
    little_known: float,
    doubtful: bool = False,
) -> tuple[str | None, tuple[str, ...]]:
    """Which rival is better than the position-based model (if any), how they compare, and the advice.

    The rival `closest` is the one with the larger likelihood, and the first log is `doubtful` if an
    inspection of it withholds values; the rest is as in `Comparison`.
    """
    if np.isneginf(table.loc[MODEL, "log_likelihood"]):
        return None, (
            "The position-based model gives probability 0 to a page that was seen, so these "
            "pages allow no comparison. Use a prior.",
        )
    rivals = table.drop(MODEL)
    gain, error = rivals["gain"], rivals["gain_error"].fillna(0)
    width = np.maximum(NORMAL * error, BLUR)
    rival = {
        name: f"the {name} ({abs(gain[name]):.2g} ± {error[name]:.1g} nats per page)"
        if np.isfinite(gain[name])
        else f"the {name} (which gives probability 0 to a page that was seen)"
        for name in rivals.index
    }
    where = f"On {n_pages:,} held-out pages"
    moved = (
        f"the {closest} orders {percent(exchanged)} of the pairs of items that a page shows together "
        "the other way round by attraction"
    )
    if (gain < -width).any():
        first = (
            f"{where} {rival[closest]} predicts better than the position-based model, because clicks on a "
            "page carry information about those below."
        )
        if little_known > SPARSE:
            return closest, (
                first,
                "The behaviour of the users need not be the cause. For "
                f"{percent(little_known)} of the displays the first log contains less information about the "
                "item than the prior, and if the items of a query are similar, a click is evidence about "
                "the others.",
                f"Take the values and regrets of the advice as rough; {moved}. A longer log can decide.",
            )
        return closest, (
            first,
            "The values and regrets of the advice come from a model that does not hold here, and "
            f"{moved}. Try a ranking on live pages before you rely on its value.",
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
            "No dependence of clicks on the clicks above was found"
            + (
                "."
                if doubtful
                else ", so nothing here contradicts the rankings and values of the position-based model."
            ),
        )
    return None, (
        first,
        "Rankings and values assume that users do not stop at a click, and these pages cannot "
        f"decide whether they do; {moved}.",
    )


def _little_known(fit: LogFit, pair: np.ndarray) -> float:
    """The share of displays whose pair has fewer displays, times examination, than the prior counts."""
    if fit.prior is None:
        return 0.0
    seen = np.nan_to_num(fit.with_prior)[fit.cells.position] * fit.cells.plays
    exposure = np.append(np.add.reduceat(seen, fit.cells.start[:-1]), 0.0)
    return float((exposure[pair] < sum(fit.prior)).mean())


def _exchanged(shown: Displays, ours: np.ndarray, theirs: np.ndarray) -> float:
    """The share of the pairs of displays on one page that two vectors of attractions order differently."""
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
