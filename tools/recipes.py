"""What ARTIFACT.md says of each notebook: the command, what it costs, its figures, its claims."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import costs
from compendium.claims import CLAIMS
from project import select

BEGIN = "<!-- Written by `python tools/artifact.py --write`; do not edit what follows. -->"
FIGURE = re.compile(r"mystnb=(\{.*\})")
VERDICTS = ("holds", "corrected", "refuted", "not reproduced", "undecided", "open", "no data")


@dataclass(frozen=True)
class Figure:
    """A figure of the book: its id, and the alternative text, which states what it shows."""

    id: str
    shows: str

    @property
    def data(self) -> str:
        """Where its data stand, below `book/notebooks/`."""
        return f"{self.id.replace(':', '/')}.csv"


def title(source: str) -> str:
    """The title of a notebook."""
    return re.search(r"^# # (.*)", source, re.MULTILINE)[1]


def figures(source: str) -> list[Figure]:
    """The figures that a notebook publishes, in order."""
    cells = [json.loads(one) for one in FIGURE.findall(source)]
    return [
        Figure(cell["figure"]["name"], cell["image"]["alt"])
        for cell in cells
        if "name" in cell.get("figure", {})  # without one, it is drawn and not published
    ]


def claims(source: str) -> Counter:
    """How many of a notebook's claims have which verdict, as expected."""
    labels = re.findall(r"^# \(([a-z0-9_]+:[^)]+)\)=$", source, re.MULTILINE)
    return Counter(
        CLAIMS[label].shown(CLAIMS[label].verdict) for label in labels if label in CLAIMS
    )


def recipe(root: Path, name: str, expected: dict, measured: dict) -> str:
    """The section of ARTIFACT.md on one notebook."""
    source = (root / "notebooks" / f"{name}.py").read_text("utf-8")
    verdicts = claims(source)
    lines = [f"### `{name}`: {title(source)}", "", f"    {command(name)}", ""]
    lines.append(f"{price(name, measured)} Page: `_build/html/notebooks/{name}.html`.")
    if verdicts:
        counts = ", ".join(f"{verdicts[v]} {v}" for v in VERDICTS if verdicts[v])
        lines[-1] += f" Claims and their expected verdicts: {counts}."
    published = figures(source)
    if published:
        lines += [
            "",
            "| figure and its data | sha256 of the data | what it shows |",
            "|---|---|---|",
        ]
    for figure in published:
        digest = expected.get(figure.id, {}).get("sha256", "")[:12] or "not yet recorded"
        shows = figure.shows.replace("|", "\\|")
        lines.append(f"| {figure.id}<br>`{figure.data}` | `{digest}` | {shows} |")
    return "\n".join(lines) + "\n"


def command(name: str) -> str:
    """The command that executes one notebook."""
    return f".venv/bin/python tools/run_notebooks.py --profile paper {name}"


def price(name: str, measured: dict[str, dict]) -> str:
    """What a notebook costs, as a sentence."""
    if name not in measured:
        return "Not yet measured."
    own, checks = measured[name], f"checks/{name}/"
    seconds = sum(
        float(row["processor_seconds"]) for step, row in measured.items() if step.startswith(checks)
    )
    memory = own["peak_memory_mb"]
    text = f"Processor time {float(own['processor_seconds']):,.0f} s, its checks {seconds:,.0f} s"
    return f"{text}; memory {float(memory):,.0f} MB." if memory else f"{text}."


def recipes(root: Path, expected: dict) -> str:
    """The recipes of all notebooks."""
    measured = costs.read(costs.on_record(root, "paper"))
    sections = [recipe(root, name, expected, measured) for name in select(root, [])]
    return "\n".join([BEGIN, "", *sections])
