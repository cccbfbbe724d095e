"""Compute how often the intervals of a fitted log contain the truth, on logs drawn at random.

The logs differ in size (pairs of query and item), sparsity (displays per pair), placement of the items,
and distribution of the attractions; examination falls from 1 to 0.2 over five positions. "Random"
placement shows every pair at every position with the same probability. "By attraction" imitates a good
ranking. A pair whose attraction is the share u from the top is shown at the position 5 u two times out
of three, and otherwise at random. The attractions have the distribution Beta(1, 6), or are of two kinds,
unlike any Beta distribution, with one in five near 0.5 and the others near 0.03.
"""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
from scipy import stats

from clicklogs.fit import fit_cells
from clicklogs.likelihood import PairCells
from clicklogs.pairs import Pairs
from compendium.comparisons import LEVEL

FIVE_EXAMINATIONS = np.linspace(1, 0.2, 5)

PAIRS = (30, 300, 3000)
DISPLAYS = (3, 30, 300)
PLACEMENTS = ("random", "by attraction")
LAWS = ("Beta(1, 6)", "two kinds")
PRIORS = ("auto", "ml")

REPLICATIONS = {"quick": 3, "paper": 25}
"""Logs of each kind."""

SEED = 20


def drawn(n_pairs, displays, placement, law, rng) -> tuple[PairCells, np.ndarray]:
    """The counts of one log, and the attractions behind it."""
    if law == "two kinds":
        theta = np.where(rng.random(n_pairs) < 0.2, rng.beta(20, 20, n_pairs), rng.beta(3, 97, n_pairs))
    else:
        theta = rng.beta(1, 6, n_pairs)
    shown = 1 + rng.poisson(displays - 1, n_pairs)
    chance = np.full((n_pairs, FIVE_EXAMINATIONS.size), 1 / FIVE_EXAMINATIONS.size)
    if placement == "by attraction":
        rank = np.argsort(np.argsort(-theta))
        own = rank * FIVE_EXAMINATIONS.size // n_pairs
        chance = chance / 3 + 2 / 3 * np.eye(FIVE_EXAMINATIONS.size)[own]
    plays = rng.multinomial(shown, chance)
    clicks = rng.binomial(plays, np.outer(theta, FIVE_EXAMINATIONS))
    pair, position = np.nonzero(plays)
    start = np.searchsorted(pair, np.arange(n_pairs + 1))
    cells = PairCells(start, position.astype(np.int32), clicks[pair, position], plays[pair, position])
    return cells, theta


def names(n_pairs) -> Pairs:
    """One query, and its items by number."""
    labels = np.arange(n_pairs).astype(str).astype(object)
    return Pairs(np.array(["all"], object), labels, np.zeros(n_pairs, int), np.arange(n_pairs))


def one_log(n_pairs, displays, placement, law, prior, rng) -> dict[str, float] | None:
    """The numbers of intervals of one log, and of those that contain the truth; None without a click."""
    cells, theta = drawn(n_pairs, displays, placement, law, rng)
    if not cells.clicks.any():
        return None
    fit = fit_cells(cells, names(n_pairs), prior)
    unit = FIVE_EXAMINATIONS[fit.reference]
    truth = FIVE_EXAMINATIONS[: fit.examination.size] / unit
    others = np.arange(truth.size) != fit.reference
    given = others & ~np.isnan(fit.low)
    items = fit.items()
    known = items["low"].notna()
    holds = items["low"].le(theta * unit) & items["high"].ge(theta * unit)
    return {
        "positions": others.sum(),
        "given": given.sum(),
        "hold": ((fit.low <= truth) & (truth <= fit.high))[given].sum(),
        "items": n_pairs,
        "items given": known.sum(),
        "items hold": holds[known].sum(),
        "by comparison": float(fit.by_comparison),
    }


def coverage(profile="quick") -> pd.DataFrame:
    """The share of 95 % intervals that contain the truth, by the kind of log.

    Returns
    -------
    pandas.DataFrame
        One row per kind of log and prior, with columns pairs, displays, placement, law, prior, logs;
        given (the share of the positions that get an interval, without the one of the scale);
        examination, examination error (the share that contains the truth, with its standard error);
        items given, attraction, attraction error (the same of the pairs); by comparison (the share
        of logs whose examination comes from comparisons within pairs).
    """
    rows = []
    for kind in itertools.product(PAIRS, DISPLAYS, PLACEMENTS, LAWS, PRIORS):
        rng = np.random.default_rng([SEED, *"".join(map(str, kind)).encode()])
        drawn_logs = [one_log(*kind, rng) for _ in range(REPLICATIONS[profile])]
        logs = pd.DataFrame([log for log in drawn_logs if log])
        rows.append(
            {
                **dict(zip(("pairs", "displays", "placement", "law", "prior"), kind, strict=True)),
                "logs": len(logs),
                "given": logs["given"].sum() / logs["positions"].sum(),
                **_share("examination", logs["hold"], logs["given"]),
                "items given": logs["items given"].sum() / logs["items"].sum(),
                **_share("attraction", logs["items hold"], logs["items given"]),
                "by comparison": logs["by comparison"].mean(),
            }
        )
    return pd.DataFrame(rows)


def summary(table: pd.DataFrame) -> pd.DataFrame:
    """The table of `coverage`, in per cent, averaged over sizes and distributions, by kind of log."""
    columns = {
        "given": "positions with an interval, %",
        "examination": "examination held, %",
        "items given": "items with an interval, %",
        "attraction": "attraction held, %",
    }
    kinds = table.groupby(["prior", "placement", "displays"])[list(columns)].mean()
    return (100 * kinds).round(1).rename(columns=columns)


def worst(table: pd.DataFrame) -> pd.Series:
    """The kind of log whose intervals of examination hold least often."""
    return table.loc[table["examination"].idxmin()]


def below(table: pd.DataFrame, promised=0.9) -> int:
    """The number of kinds whose intervals of examination hold less often, at the level of all verdicts."""
    quantile = stats.t.ppf(1 - LEVEL / 2, table["logs"] - 1)
    return int((table["examination"] + quantile * table["examination error"] < promised).sum())


def _share(name, hold, given) -> dict[str, float]:
    """A ratio of sums over logs, and its standard error by the delta method; NaN without any."""
    if not given.sum():
        return {name: np.nan, f"{name} error": np.nan}
    share = hold.sum() / given.sum()
    return {name: share, f"{name} error": np.sqrt(((hold - share * given) ** 2).sum()) / given.sum()}
