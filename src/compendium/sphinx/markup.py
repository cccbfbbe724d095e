"""The templates from which badges, boxes, lists, cards and maps are made: the folder `templates`.

Python calls the macros of each file as functions, as in `load("claims.jinja").verdict("holds")`.
A name that a template does not define is an error.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..claims import CLAIMS

FOLDER = Path(__file__).with_name("templates")


def in_words(id: str) -> str:
    """The second half of an id as words: "theorem 6", "sharp loss"."""
    return id.split(":")[1].replace("-", " ")


_ENVIRONMENT = Environment(
    loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
_ENVIRONMENT.filters["html"] = html.escape
_ENVIRONMENT.filters["quoted"] = lambda text: json.dumps(text, ensure_ascii=False)
_ENVIRONMENT.filters["label"] = lambda id: CLAIMS[id].label


@cache
def load(name: str) -> Any:
    """The macros of one file of templates, as attributes."""
    return _ENVIRONMENT.get_template(name).module


def sources() -> list[str]:
    """The texts of all templates, because a change of one changes pages."""
    return [path.read_text("utf-8") for path in sorted(FOLDER.iterdir())]


def cell(text: str) -> str:
    """A text in a form that is allowed in a cell of a Markdown table."""
    return text.replace("|", r"\|").replace("\n", " ")


def table(rows: Iterable[Iterable[object]], aligned: str) -> str:
    """A Markdown table; `aligned` has "l" or "r" for each column."""
    lines = ["| " + " | ".join(cell(str(each)) for each in row) + " |" for row in rows]
    rule = "|".join({"l": "---", "r": "--:"}[each] for each in aligned)
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])
