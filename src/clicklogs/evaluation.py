"""What a fit of the position-based model is worth on another log, beside four simpler predictions.

A display is predicted with a probability p of a click. The held-out log-likelihood is the sum of
log p over the clicks and of log(1 - p) over the other displays; the perplexity is
exp(-log-likelihood / displays): 1 for someone who knows, 2 for someone who tosses a coin.

The baselines know the first log only: its rate of clicks; the rate of the position; the rate of the
pair of query and item; and the rate of the position times the pair's clicks over expected clicks,
(S + 1) / (Σ N κ + 1), where κ are the rates by position, so that a new pair is as good as all. The
last is hard to beat. All rates have one display of the log's rate added.

Where both logs tell their pages apart, `comparison` tries two other models of a page, too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import xlog1py, xlogy
from scipy.stats import chi2

from . import likelihood
from .comparison import MODEL, ONLY_SUMS, Comparison, compare
from .fit import LogFit
from .pairs import NORMAL, pair_cells, pair_of_cell, position_totals

SIGNIFICANT = 0.05

REPLICATIONS = 99
"""Simulated logs behind the test of the items."""

MOST_CELLS = 10**6
"""Cells of the pairs, drawn at random, on which the items are tested."""


class Evaluation(NamedTuple):
    """How well a fit predicts another log.

    table : pandas.DataFrame
        By prediction (the model, then the baselines): log_likelihood (nats), perplexity (of an
        impression), mean_perplexity (the mean of the perplexities by position), gain (nats an
        impression by which the model is better) and gain_error (its standard error, the pairs
        independent).
    by_position : pandas.DataFrame
        The perplexity: a row a position (from 1), a column a prediction.
    displays, new_pairs, left_out : int
        Displays of the other log; those of pairs that the first log does not have; those that the
        model cannot predict (of either kind), which no row counts.
    positions_p, items_p : float
        p-values of the first log: that positions make no difference within a pair, that pairs make
        none at a position; NaN where the log compares nothing.
    notes : tuple of str
    models : Comparison or None
        With the dependent click model and the user browsing model, page by page; None where a log
        does not tell its pages apart.
    """

    table: pd.DataFrame
    by_position: pd.DataFrame
    displays: int
    new_pairs: int
    left_out: int
    positions_p: float
    items_p: float
    notes: tuple[str, ...]
    models: Comparison | None = None

    def __repr__(self) -> str:
        parts = [self.table.to_string(na_rep="–"), "", *self.notes]
        return "\n".join(parts if self.models is None else [*parts, "", repr(self.models)])


def evaluate(fit: LogFit, counts) -> Evaluation:
    """Predict another log by a fit and by four baselines, and its pages by two other models.

    Parameters
    ----------
    fit : LogFit
    counts : ClickCounts
        A log that the fit has not seen.

    Returns
    -------
    Evaluation
        Printing it tells whether a baseline is better, of what the first log tells nothing, and,
        where both logs tell their pages apart (`split` keeps that), whether the dependent click
        model or the user browsing model fits them better, and what that means for advice.

    Raises
    ------
    ValueError
        Where the log is empty, or the model predicts none of its displays.

    Examples
    --------
    >>> import pandas as pd
    >>> from clicklogs import evaluate, fit_log, from_frame
    >>> shown = pd.DataFrame({
    ...     "item_id": list("aabb"), "position": [1, 2, 1, 2],
    ...     "click": [60, 30, 20, 8], "shown": [100] * 4,
    ... })
    >>> counts = from_frame(shown, plays="shown")
    >>> evaluation = evaluate(fit_log(counts), counts)
    >>> evaluation.table["perplexity"].round(3)
    position-based model    1.676
    clicks over expected    1.676
    rate by item            1.727
    rate by position        1.785
    one rate                1.834
    Name: perplexity, dtype: float64

    Pages that nobody clicks twice, so that a click tells what is not clicked below:

    >>> from clicklogs import from_pages, split
    >>> lists = [["tea", "cup"], ["cup", "tea"]] * 500
    >>> clicked = ["tea", "cup", "cup", "tea", None, "tea", "tea", None] * 125
    >>> first, second = split(from_pages(pd.DataFrame({"items": lists, "clicked": clicked})))
    >>> evaluate(fit_log(first), second).models.better
    'user browsing model'
    """
    cells, pairs = pair_cells(counts)
    known = fit.pairs.find(pairs.queries[pairs.query], pairs.items[pairs.item])
    pair = known[pair_of_cell(cells)]
    predictions = {MODEL: fit.chance(pair, cells.position), **baselines(fit, pair, cells.position)}
    used = ~np.isnan(predictions[MODEL])
    if not used.any():
        raise ValueError("the fit predicts no display of this log: they have no pair in common")
    clicks, plays, place = cells.clicks[used], cells.plays[used], cells.position[used]
    logs = {
        name: xlogy(clicks, p[used]) + xlog1py(plays - clicks, -p[used]) for name, p in predictions.items()
    }
    total, at = plays.sum(), np.bincount(place, plays)
    shown = np.flatnonzero(at)
    by_position = pd.DataFrame(
        {name: np.exp(-np.bincount(place, x)[shown] / at[shown]) for name, x in logs.items()},
        index=pd.Index(shown + 1, name="position"),
    )
    group = pair_of_cell(cells)[used]
    rows = {}
    for name, x in logs.items():
        with np.errstate(invalid="ignore"):
            gains = np.bincount(group, logs[MODEL] - x)
        rows[name] = {
            "log_likelihood": x.sum(),
            "perplexity": np.exp(-x.sum() / total),
            "mean_perplexity": by_position[name].mean(),
            "gain": gains.sum() / total,
            "gain_error": np.sqrt((gains**2).sum()) / total,
        }
    table = pd.DataFrame(rows).T
    displays, new = int(cells.plays.sum()), int(cells.plays[pair < 0].sum())
    positions_p, items_p = positions_test(fit), items_test(fit)
    left_out = displays - int(total)
    notes = [*verdict(table), *silences(positions_p, items_p)]
    if new:
        notes.append(f"{new:,} of {displays:,} displays are of pairs that the first log lacks.")
    if left_out:
        notes.append(f"{left_out:,} displays cannot be predicted by the model; they are left out.")
    models = None
    if fit.pages is None or counts.pages is None:
        notes.append(ONLY_SUMS)
    else:
        models = compare(fit, counts.pages)
        if models is None:
            notes.append("No page is predicted whole: the models of pages are not compared.")
    return Evaluation(table, by_position, displays, new, left_out, positions_p, items_p, tuple(notes), models)


def baselines(fit: LogFit, pair, position) -> dict[str, np.ndarray]:
    """Four simpler probabilities, of cells with these pairs (-1: new) and positions (from 0)."""
    cells, n_pairs = fit.cells, fit.attraction.size
    clicks, plays = position_totals(cells, fit.examination.size)
    whole = (clicks.sum() + 0.5) / (plays.sum() + 1)
    rates = np.append((clicks + whole) / (plays + 1), whole)
    of_cell = pair_of_cell(cells)
    own = [np.bincount(of_cell, x, n_pairs) for x in (cells.clicks, cells.plays)]
    of_pair = np.append((own[0] + whole) / (own[1] + 1), whole)
    hoped = np.bincount(of_cell, cells.plays * rates[cells.position], n_pairs)
    ratio = np.append((own[0] + 1) / (hoped + 1), 1.0)
    at = rates[np.minimum(position, fit.examination.size)]
    most = 1 - 1 / (plays.sum() + 2)  # a rate times a ratio may pass 1
    return {
        "clicks over expected": np.minimum(at * ratio[pair], most),
        "rate by item": of_pair[pair],
        "rate by position": at,
        "one rate": np.full(at.shape, whole),
    }


def verdict(table) -> list[str]:
    """Whether a baseline is better than the model, and by more than chance."""
    best = table["gain"].drop(MODEL).idxmin()
    gain, error = table.loc[best, ["gain", "gain_error"]]
    if np.isneginf(table.loc[MODEL, "log_likelihood"]):
        return ["The model gives probability 0 to what happened: use a prior."]
    if abs(gain) <= NORMAL * error:
        return [f"On this log the model and the baseline '{best}' cannot be told apart."]
    if gain < 0:
        return [f"The baseline '{best}' predicts this log better than the model: use it to predict."]
    return ["The model predicts this log better than every baseline."]


def silences(positions_p, items_p) -> list[str]:
    """What the first log tells nothing about."""
    notes = []
    for name, p, why in (
        ("positions", positions_p, "no pair was clicked at one and shown at another"),
        ("items", items_p, "it has one pair"),
    ):
        if np.isnan(p):
            notes.append(f"The log tells nothing about {name}: {why}.")
        elif p > SIGNIFICANT:
            notes.append(
                f"The log tells nothing about {name}: its clicks are as likely without any "
                f"difference between them (p = {p:.2f})."
            )
    return notes


def positions_test(fit: LogFit) -> float:
    """The p-value of a likelihood-ratio test that all positions are examined alike.

    It compares the clicks of every pair at its positions, given how many they are, so that good
    items at good positions do not count as a difference; the law of the ratio is that of Poisson
    clicks, which makes it cautious.
    """
    compared = ~np.isnan(fit.without_prior) & (fit.without_prior > 0)
    if compared.sum() < 2:
        return np.nan
    values = [
        likelihood.conditional(fit.cells, np.where(compared, examination, 0.0)).value
        for examination in (fit.without_prior, 1.0)
    ]
    return float(chi2.sf(2 * (values[0] - values[1]), compared.sum() - 1))


def items_test(fit: LogFit, seed: int = 0) -> float:
    """The p-value of a likelihood-ratio test that all pairs are alike at every position.

    Without a difference the clicks of a cell are binomial with the rate of its position. The
    ratio is the Poisson one of the pairs' clicks and what these rates expect, and its law is
    simulated, because with a few displays a pair no chi-square law holds.
    """
    cells, n_pairs = fit.cells, fit.attraction.size
    if n_pairs < 2:
        return np.nan
    clicks, plays = position_totals(cells, fit.examination.size)
    rates = clicks / np.maximum(plays, 1)
    rng = np.random.default_rng(seed)
    pair, shown, rate, seen = pair_of_cell(cells), cells.plays, rates[cells.position], cells.clicks
    if pair.size > MOST_CELLS:
        taken = (rng.random(n_pairs) < MOST_CELLS / pair.size)[pair]
        pair, shown, rate, seen = pair[taken], shown[taken], rate[taken], seen[taken]
    hoped = np.bincount(pair, shown * rate)

    def ratio(clicked):
        own = np.bincount(pair, clicked)
        return (xlogy(own, own) - xlogy(own, np.where(hoped > 0, hoped, 1.0)) - own + hoped).sum()

    observed = ratio(seen)
    larger = sum(ratio(rng.binomial(shown, rate)) >= observed for _ in range(REPLICATIONS))
    return (1 + larger) / (1 + REPLICATIONS)
