"""A small log drawn from a known model, with the blemishes of real logs, for the page in the book."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from clickbandits.pbm.model import problem
from clicklogs import read_log
from clicklogs.report import LogReport, make
from clicklogs.report.figures import Picture
from compendium.figures import style

TRUTH = problem((0.55, 0.45, 0.38, 0.30, 0.22, 0.15, 0.09, 0.04), (1.0, 0.62, 0.41, 0.27))
"""The model of the example's main query, items 201, 202, ...; the first position sets the scale."""

SESSIONS = {"17": 12_000, "23": 900}
"""Pages of each query."""


def example(quick: bool) -> LogReport:
    """The report on the example, with the true values."""
    truth = {item_name(item): value for item, value in enumerate(TRUTH.attraction)}
    with tempfile.TemporaryDirectory() as folder:
        path = example_log(Path(folder) / "example.tsv")
        counts = read_log(path, on_bad_line="skip")
        return make(counts, quick=quick, truth=truth | {"examination": TRUTH.examination})


def drawn(figure: Callable[..., Picture], *arguments) -> Picture:
    """A figure of the report in the book's style."""
    with style():
        return figure(*arguments)


def example_log(path: Path) -> Path:
    """Write the example as relevance-prediction sessions, with the same bytes every time.

    Better items are higher on the page more often, by weighted draws. Some clicks are repeated, some are on
    documents that the page does not show, some lines are blank or cut, and the last line has no end.
    """
    rng = np.random.default_rng(20)
    lines = []
    for query, pages in SESSIONS.items():
        lines += _sessions(query, pages, rng)
    for place in rng.integers(len(lines), size=12):
        lines[place] += "\n"  # a blank line
    for place in rng.integers(len(lines), size=7):
        lines[place] += "\n" + lines[place][:6]  # a line that was cut
    path.write_bytes("\n".join(lines).encode())
    return path


def item_name(item: int) -> str:
    """The document that is the item of `TRUTH`, from 0."""
    return str(201 + item)


def _sessions(query, pages, rng):
    """The sessions, each with one page and its clicks, as strings of lines."""
    attraction, examination = TRUTH
    chances = np.log(attraction) + rng.gumbel(size=(pages, attraction.size))
    shown = np.argsort(-chances, axis=1)[:, : examination.size]
    clicked = rng.random(shown.shape) < attraction[shown] * examination
    repeated, astray = rng.random(pages) < 0.02, rng.random(pages) < 0.003
    lines = []
    for page in range(pages):
        session = f"{query}{page:06d}"
        documents = [item_name(item) for item in shown[page]]
        clicks = [documents[position] for position in np.flatnonzero(clicked[page])]
        clicks += clicks[:1] * int(repeated[page]) + ["999"] * int(astray[page])
        page_lines = ["\t".join([session, "0", "Q", query, "1", *documents])]
        page_lines += [f"{session}\t{3 + time}\tC\t{url}" for time, url in enumerate(clicks)]
        lines.append("\n".join(page_lines))
    return lines
