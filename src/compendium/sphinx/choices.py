"""The choices that a paper leaves open, from the paper's `choices.toml`, as a table on its errata page."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from .. import claims
from . import markup

TEMPLATES = markup.load("choices.jinja")


@dataclass(frozen=True)
class Choice:
    """A point that a paper leaves open. All texts are Markdown.

    about : the name of the choice
    places : the places of the paper for which it matters
    silent : the point that the paper leaves open
    ours : our choice
    otherwise : the effect of another choice
    """

    about: str
    places: str
    silent: str
    ours: str
    otherwise: str = "not studied"


@cache
def choices(paper: str) -> tuple[Choice, ...]:
    """The choices that a paper leaves open, in the order of the paper.

    Raises
    ------
    KeyError
        If there is no such paper.
    ValueError
        If an entry lacks a field or has an unknown one.
    """
    if paper not in claims.PAPERS:
        raise KeyError(f"unknown paper {paper!r}; the known ones: {', '.join(claims.PAPERS)}")
    found = []
    for entry in tomllib.loads((claims.ROOM / paper / "choices.toml").read_text("utf-8"))["choices"]:
        try:
            found.append(Choice(**{name: claims.flowing(text) for name, text in entry.items()}))
        except TypeError as error:
            about = entry.get("about", "a choice without a name")
            raise ValueError(f"{paper}/choices.toml, {about}: {str(error).partition('() ')[2]}") from None
    return tuple(found)


def table(paper: str) -> str:
    """A table of the choices that a paper leaves open, with ours and the effects of others."""
    rows = [["left open by the paper", "our choice", "with another choice"]]
    rows += [[TEMPLATES.left_open(choice), choice.ours, choice.otherwise] for choice in choices(paper)]
    return markup.table(rows, "lll")
