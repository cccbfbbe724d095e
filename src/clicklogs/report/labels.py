"""Names from a log, shown as text on one line, and in figures."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

LONGEST = 60
"""Characters of a name that are shown."""


def visible(label: str, longest: int = LONGEST) -> str:
    """A name on one line, with "\ufffd" for invisible characters, and cut if it is long."""
    shown = "".join(
        "\ufffd" if unicodedata.category(letter)[0] == "C" or letter in "\u2028\u2029" else letter
        for letter in str(label)[: longest + 1]
    )
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


BOX = "□"
"""Replaces a letter that matplotlib's font lacks in a figure; about as wide as a Chinese one."""


def in_figure(label: str, longest: int = 24) -> str:
    """A name for matplotlib, which is not taken for a formula and has boxes for missing letters."""
    known = _letters_of_the_font()
    shown = "".join(x if ord(x) in known else BOX for x in visible(label, longest))
    return shown.replace("$", r"\$")


def behind_boxes(labels: Iterable[str], longest: int = 24) -> str:
    """The letters that `in_figure` replaces by boxes, in their order."""
    known = _letters_of_the_font() - {ord(BOX)}
    return "".join(x for label in labels for x in visible(label, longest) if ord(x) not in known)


@cache
def _letters_of_the_font() -> frozenset[int]:
    from matplotlib import font_manager, ft2font

    path = font_manager.findfont("DejaVu Sans")
    return frozenset(ft2font.FT2Font(path).get_charmap())
