"""How well a fit of the position-based model predicts another log, compared with four baselines.

Each display is predicted by a probability p of a click. The held-out log-likelihood is the sum of
log p over the clicks and of log(1 - p) over the other displays. The perplexity is
exp(-log-likelihood / displays), which is 1 for a perfect prediction and 2 for a fair coin.

The baselines use only the first log. They are its overall click rate, the rate of the position, the
rate of the pair of query and item, and the rate of the position times the pair's clicks over expected
clicks, (S + 1) / (Σ N κ + 1), with the rates by position as κ. A pair that is new therefore counts as
an average one. The last baseline is hard to beat. One display with the log's click rate is added to
every rate.

If the pages of both logs can be told apart, `comparison` also tries two other models of a page.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import chdtrc, xlog1py, xlogy

from . import likelihood
from .comparison import MODEL, ONLY_SUMS, Comparison, compare
from .fit import LogFit
from .inspection import Finding, check_fit
from .pairs import NORMAL, pair_cells, pair_of_cell, position_totals

SIGNIFICANT = 0.05

REPLICATIONS = 99
"""Simulated logs on which the test of the items is based."""

MOST_CELLS = 10**6
"""Cells of the pairs, drawn at random, on which the items are tested."""


class Evaluation(NamedTuple):
    """How well a fit predicts another log.

    table : pandas.DataFrame
        By prediction (the model, then the baselines): log_likelihood (nats), perplexity (of an
        impression), mean_perplexity (the mean of the perplexities by position), gain (nats per
        impression by which the model is better) and gain_error (its standard error, the pairs
        independent).
    by_position : pandas.DataFrame
        The perplexities, with one row per position (from 1) and one column per prediction.
    displays, new_pairs, left_out : int
        Displays of the other log, those among them whose pair does not occur in the first log, and
        those that the model cannot predict, which are left out of every row.
    positions_p, items_p : float
        p-values from the first log, for the hypothesis that positions make no difference within a
        pair and for the hypothesis that pairs make no difference at a position. They are NaN if the
        log allows no comparison.
    notes : tuple of str
    models : Comparison or None
        The comparison with the dependent click model and the user browsing model, page by page. It
        is None if the pages of a log cannot be told apart.
    findings : tuple of Finding
        What makes values and rankings of the first log wrong, however well it predicts.
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
    findings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        parts = [self.table.to_string(na_rep="–"), "", *map(str, self.findings), *self.notes]
        return "\n".join(parts if self.models is None else [*parts, "", repr(self.models)])


def evaluate(fit: LogFit, counts) -> Evaluation:
    """Predict another log with a fit and with four baselines, and its pages with two other models.

    Parameters
    ----------
    fit : LogFit
    counts : ClickCounts
        A log that was not used for the fit.

    Returns
    -------
    Evaluation
        Its printed form reports whether a baseline is better and which differences the first log
        cannot show. If the pages of both logs can be told apart (`split` preserves this), it also
        reports whether the dependent click model or the user browsing model fits them better, and
        how this affects the advice.

    Raises
    ------
    ValueError
        If the log is empty, or the model predicts none of its displays.

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

    Nobody clicks twice on these pages, so a click determines that nothing below it is clicked:

    >>> from clicklogs import from_pages, split
    >>> lists = [["tea", "cup"], ["cup", "tea"]] * 500
    >>> clicked = ["tea", "cup", "cup", "tea", None, "tea", "tea", None] * 125
    >>> first, second = split(from_pages(pd.DataFrame({"items": lists, "clicked": clicked})))
    >>> evaluate(fit_log(first), second).models.better
    'user browsing model'
    """
    check_fit(fit)
    cells, pairs = pair_cells(counts)
    known = fit.pairs.find(pairs.queries[pairs.query], pairs.items[pairs.item])
    pair = known[pair_of_cell(cells)]
    predictions = {MODEL: fit.chance(pair, cells.position), **baselines(fit, pair, cells.position)}
    used = ~np.isnan(predictions[MODEL])
    if not used.any():
        raise ValueError(
            "the fit predicts no display of this log, because they have no pair of query and item in common"
        )
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
        notes.append(f"{new:,} of {displays:,} displays belong to pairs that do not occur in the first log.")
    if left_out:
        notes.append(f"{left_out:,} displays are left out, because the model cannot predict them.")
    models = None
    if fit.pages is None or counts.pages is None:
        notes.append(ONLY_SUMS)
    else:
        models = compare(fit, counts.pages)
        if models is None:
            notes.append("The models of pages are not compared, because no page can be predicted completely.")
    return Evaluation(
        table,
        by_position,
        displays,
        new,
        left_out,
        positions_p,
        items_p,
        tuple(notes),
        models,
        fit.findings(),
    )


def baselines(fit: LogFit, pair, position) -> dict[str, np.ndarray]:
    """The four baseline probabilities of cells with these pairs (-1 if new) and positions (from 0)."""
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
    most = 1 - 1 / (plays.sum() + 2)  # the product of a rate and a ratio can exceed 1
    return {
        "clicks over expected": np.minimum(at * ratio[pair], most),
        "rate by item": of_pair[pair],
        "rate by position": at,
        "one rate": np.full(at.shape, whole),
    }


def verdict(table) -> list[str]:
    """Whether a baseline is better than the model by more than chance explains."""
    best = table["gain"].drop(MODEL).idxmin()
    gain, error = table.loc[best, ["gain", "gain_error"]]
    if np.isneginf(table.loc[MODEL, "log_likelihood"]):
        return ["The model gives probability 0 to an observed click or non-click. Use a prior."]
    if abs(gain) <= NORMAL * error:
        return [f"On this log the model and the baseline '{best}' predict equally well, up to chance."]
    if gain < 0:
        return [f"The baseline '{best}' predicts this log better than the model, so use it for predictions."]
    return ["The model predicts this log better than every baseline."]


def silences(positions_p, items_p) -> list[str]:
    """The differences that the first log cannot show."""
    notes = []
    for name, p, why in (
        ("positions", positions_p, "no pair was clicked at one and shown at another"),
        ("items", items_p, "it has one pair"),
    ):
        if np.isnan(p):
            notes.append(f"The log contains no information about {name}, because {why}.")
        elif p > SIGNIFICANT:
            notes.append(
                f"The log shows no difference between {name}, because its clicks are as likely without any "
                f"difference between them (p = {p:.2f})."
            )
    return notes


def positions_test(fit: LogFit) -> float:
    """The p-value of a likelihood-ratio test that all positions are examined alike.

    It compares how the clicks of each pair are distributed over its positions, given their total.
    Good items at good positions therefore do not count as a difference. The distribution of the
    ratio is that for Poisson clicks, which makes the test conservative.
    """
    compared = ~np.isnan(fit.without_prior) & (fit.without_prior > 0)
    if compared.sum() < 2:
        return np.nan
    values = [
        likelihood.conditional(fit.cells, np.where(compared, examination, 0.0)).value
        for examination in (fit.without_prior, 1.0)
    ]
    return float(chdtrc(compared.sum() - 1, 2 * max(values[0] - values[1], 0)))


def items_test(fit: LogFit, seed: int = 0) -> float:
    """The p-value of a likelihood-ratio test that all pairs are alike at every position.

    Without a difference, the clicks of a cell are binomial with the rate of its position. The
    ratio is the Poisson likelihood ratio of the pairs' clicks against the clicks expected at these
    rates. Its distribution is simulated, because a chi-square approximation fails when pairs have
    few displays.
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
