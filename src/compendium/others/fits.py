"""Public programs that fit click models, compared with the fits of this library on the same pages.

`fits.csv` contains the results of the other programs, which `benchmarks/others/fit.py` ran outside this
project. Their code is not included.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from clicklogs import evaluate, fit_log, from_pages

MODELS = "position-based model", "user browsing model", "dependent click model"

FITS = Path(__file__).with_name("fits.csv")

QUERIES, ITEMS, POSITIONS = 20, 8, 5

LEARNED, HELD_OUT = 20_000, 5_000

BY_POSITION = np.array([0.95, 0.75, 0.6, 0.45, 0.3])
"""Examination, or in the dependent click model the chance to go on after a click."""


class Pages(NamedTuple):
    """Pages of one list each: `query` by page; `items` and `clicks` by page and position."""

    query: np.ndarray
    items: np.ndarray
    clicks: np.ndarray


def drawn(model: str, seed: int = 33) -> tuple[Pages, Pages]:
    """Training pages and held-out pages, drawn from a click model."""
    rng = np.random.default_rng(seed)
    attraction = rng.uniform(0.05, 0.6, (QUERIES, ITEMS))
    n_pages = LEARNED + HELD_OUT
    query = rng.integers(QUERIES, size=n_pages)
    items = rng.permuted(np.tile(np.arange(ITEMS), (n_pages, 1)), axis=1)[:, :POSITIONS]
    clicks = np.zeros((n_pages, POSITIONS), dtype=bool)
    last = np.full(n_pages, -np.inf)  # where the last click was
    reads = np.ones(n_pages, dtype=bool)
    for position in range(POSITIONS):
        seen = np.full(n_pages, BY_POSITION[position])
        if model == "user browsing model":  # a display is seen more often if the last click is near
            seen += (1 - seen) / (1 + position - last)
        elif model == "dependent click model":
            seen = reads.astype(float)
        clicks[:, position] = rng.random(n_pages) < seen * attraction[query, items[:, position]]
        last[clicks[:, position]] = position
        reads &= ~clicks[:, position] | (rng.random(n_pages) < BY_POSITION[position])
    pages = Pages(query, items, clicks)
    return Pages(*(x[:LEARNED] for x in pages)), Pages(*(x[LEARNED:] for x in pages))


def counted(pages: Pages):
    """The pages as a log of this library."""
    lists = pages.items.tolist()
    clicked = [
        [item for item, click in zip(*row, strict=True) if click]
        for row in zip(lists, pages.clicks, strict=True)
    ]
    frame = pd.DataFrame({"query": pages.query, "items": lists, "clicked": clicked})
    return from_pages(frame, query="query")


def judged(given: np.ndarray, before: np.ndarray, pages: Pages) -> tuple[float, float]:
    """The log-likelihood of a page (nats, the mean), and the perplexity (the mean by position).

    They use the probabilities of a click given the clicks above it, and before any click is known.
    """
    logs = [np.log(np.where(pages.clicks, chance, 1 - chance)) for chance in (given, before)]
    return logs[0].sum(axis=1).mean(), np.exp(-logs[1].mean(axis=0)).mean()


def theirs() -> pd.DataFrame:
    """The results of the other programs.

    Columns model, program, address, version, log_likelihood, perplexity, by_position (an array: the
    examination over that of the first position; of the dependent click model the chance to go on,
    but of the last position), seconds and our_seconds.
    """
    rows = pd.read_csv(FITS)
    return rows.assign(by_position=[np.array(text.split(), float) for text in rows.by_position])


def ours(model: str) -> dict:
    """The same quantities for the fit of this library: log_likelihood, perplexity, by_position."""
    learned, held_out = map(counted, drawn(model))
    fit = fit_log(learned)
    compared = evaluate(fit, held_out).models
    assert compared is not None  # so that pages are distinct in both logs
    row = compared.table.loc[model]
    return {
        "log_likelihood": row["log_likelihood"] / HELD_OUT,
        "perplexity": row["perplexity"],
        "by_position": {
            "position-based model": relative(fit.with_prior),
            "user browsing model": relative(compared.user_browsing.examination[:, 0]),
            "dependent click model": compared.dependent_click.continuation[:-1],
        }[model],
    }


def relative(examination: np.ndarray) -> np.ndarray:
    """Examination over that of the first position, since a log does not determine its scale."""
    return examination / examination[0]


def compared() -> pd.DataFrame:
    """The fits of the other programs beside those of this library.

    The columns of `theirs`, and ours (log-likelihood), our_perplexity, farthest (by how much a
    position's parameter differs most).
    """
    rows = theirs()
    fitted = {model: ours(model) for model in rows["model"].unique()}
    mine = [fitted[model] for model in rows["model"]]
    pairs = zip(rows["by_position"], mine, strict=True)
    return rows.assign(
        ours=[fit["log_likelihood"] for fit in mine],
        our_perplexity=[fit["perplexity"] for fit in mine],
        farthest=[np.abs(of - fit["by_position"]).max() for of, fit in pairs],
    )


def table(comparison: pd.DataFrame) -> str:
    """All rows in Markdown, each with a link to the program."""
    lines = [
        "| model; program | log-likelihood of a page: theirs | ours | perplexity: theirs | ours "
        "| positions differ by at most | seconds: theirs; ours |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for row in comparison.itertuples():
        at = f"/tree/{row.version}" if len(row.version) == 40 else ""
        name = row.program if at else f"{row.program} {row.version}"
        lines.append(
            f"| {row.model}; [{name}]({row.address}{at}) | {row.log_likelihood:.4f} "
            f"| {row.ours:.4f} | {row.perplexity:.4f} | {row.our_perplexity:.4f} "
            f"| {row.farthest:.3f} | {row.seconds:.1f}; {row.our_seconds:.3f} |"
        )
    return "\n".join(lines)
