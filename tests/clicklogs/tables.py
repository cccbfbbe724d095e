"""Tables of clicks and plays, with a row per pair and a column per position, as logs and as cells."""

import numpy as np
import pandas as pd

from clicklogs import from_frame
from clicklogs.likelihood import PairCells
from clicklogs.pairs import Pairs

KAPPA = np.array([1.0, 0.6, 0.35])


def cells_of(clicks, plays) -> PairCells:
    clicks, plays = np.asarray(clicks), np.asarray(plays)
    pair, position = np.nonzero(plays)
    start = np.searchsorted(pair, np.arange(plays.shape[0] + 1))
    counts = clicks[pair, position].astype(np.int64), plays[pair, position].astype(np.int64)
    return PairCells(start, position.astype(np.int32), *counts)


def names(n_pairs) -> Pairs:
    """The items of one query, with their numbers as names."""
    labels = np.arange(n_pairs).astype(str).astype(object)
    return Pairs(np.array(["all"], object), labels, np.zeros(n_pairs, int), np.arange(n_pairs))


def frame(clicks, plays, query="all"):
    item, position = np.nonzero(plays)
    return pd.DataFrame(
        {
            "query": query,
            "item_id": item.astype(str),
            "position": position + 1,
            "click": np.asarray(clicks)[item, position],
            "shown": np.asarray(plays)[item, position],
        }
    )


def log(*tables):
    """The log of some tables, one query per table: "all" if there is one, else "q0", "q1", ..."""
    queries = ["all"] if len(tables) == 1 else [f"q{i}" for i in range(len(tables))]
    frames = [frame(*table, query) for table, query in zip(tables, queries, strict=True)]
    return from_frame(pd.concat(frames), plays="shown", query="query")


def without_progress(said: str) -> str:
    """What a command wrote to standard error, apart from its lines on progress."""
    return "".join(line for line in said.splitlines(keepends=True) if not line.endswith(" ...\n"))
