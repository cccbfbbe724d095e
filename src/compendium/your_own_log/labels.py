"""Names from a log, shown as text: in Markdown, where they could be markup, and in figures."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from matplotlib import font_manager, ft2font

LONGEST = 60
"""Characters of a name that are shown."""


def visible(label: str, longest: int = LONGEST) -> str:
    """A name on one line: what cannot be seen becomes "\ufffd", and a long one is cut."""
    shown = "".join(
        "\ufffd" if unicodedata.category(letter)[0] == "C" or letter in "\u2028\u2029" else letter
        for letter in str(label)[: longest + 1]
    )
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def code(label: str) -> str:
    """A name as a code span of Markdown, the one place where nothing in it is markup.

    The fence is longer than every run of backticks in the name. Formulas are not drawn in code,
    quotes and dashes not replaced, and HTML is escaped by whatever renders the Markdown.
    """
    shown = visible(label)
    runs = [len(run) for run in re.findall("`+", shown)]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if shown[:1] in ("`", " ") or shown[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def table(head, rows) -> str:
    """A table in Markdown; a '|' inside a cell, also of a code span, is kept as text."""
    lines = [list(head), ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(text) -> str:
    return str(text).replace("|", r"\|")


def in_figure(label: str, longest: int = 24) -> str:
    """A name for matplotlib: no formula, and a box for what the font does not have."""
    known = _letters_of_the_font()
    shown = "".join(x if ord(x) in known else "□" for x in visible(label, longest))
    return shown.replace("$", r"\$")


@cache
def _letters_of_the_font() -> frozenset[int]:
    path = font_manager.findfont("DejaVu Sans")
    return frozenset(ft2font.FT2Font(path).get_charmap())
