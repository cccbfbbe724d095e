"""Tables with a header: which column holds what, by the names that people give them."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .counts import ClickLogError

ONE_QUERY = "all"
"""The name of the query where a log has no column of queries."""

NAMES: dict[str, tuple[str, ...]] = {
    "query": ("query", "query_id"),
    "item": ("item", "item_id"),
    "position": ("position",),
    "clicks": ("clicks", "click"),
    "plays": ("plays",),
}
"""What a column holds, and the names by which it is known without being told."""

FAMILIAR = {
    "query": ("qid", "keyword", "search", "context", "user_id"),
    "item": ("doc", "doc_id", "document", "url", "product", "product_id", "ad", "ad_id", "arm"),
    "position": ("pos", "rank", "slot", "place", "index"),
    "clicks": ("clicked", "is_click", "n_clicks", "label", "reward"),
    "plays": ("impressions", "displays", "shown", "shows", "views", "n"),
    "page": ("page_id", "session", "session_id", "search_id", "request_id", "impression_id"),
}
"""Names that it probably has; they are proposed, never taken."""

NEEDED = ("item", "position", "clicks")

PUBLIC = {"query": "query", "item": "url", "position": "pos", "clicks": "Click",
          "plays": "Impression"}  # fmt: skip
"""The columns of the public counts of the Yandex queries, whose positions begin with 0."""


class Table(NamedTuple):
    """The names of the columns; None for what a table does not have.

    page : the columns that together tell one display of a list from another; () for none
    first_position : int, the number of the uppermost position
    delimiter : str, what separates the columns of a text
    header : tuple of str, the names of all columns
    """

    query: str | None
    item: str
    position: str
    clicks: str
    plays: str | None
    page: tuple[str, ...]
    first_position: int
    delimiter: str
    header: tuple[str, ...]


def header_of(line: str) -> tuple[list[str], str]:
    """The names in the first line of a text, and what separates them: tab, comma or semicolon."""
    delimiter = max("\t,;", key=line.count)
    return [name.strip() for name in columns(line, delimiter) or []], delimiter


def columns(line: str, delimiter: str) -> list[str] | None:
    """The cells of a line of a table; None where its quotes are broken."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None


def looks_like_a_header(header: Iterable[str]) -> bool:
    """Whether two of the names are such as columns of click logs have."""
    known = {name for names in (NAMES, FAMILIAR) for some in names.values() for name in some}
    return len(known & {name.lower() for name in header}) > 1


def table_of(
    header: list[str], named: Mapping | None = None, first_position: int | None = None,
    delimiter: str = ","
) -> tuple[str, Table]:  # fmt: skip
    """The format of a table ("counts", "impressions", "yandex-counts") and its columns.

    `named` says by what a column is called what it holds, where it is not one of `NAMES`; None
    leaves it out. Raises ClickLogError where one that is needed is absent or there twice.
    """
    named = dict(named or {})
    page = columns_of_pages(named.pop("page", None))
    if unknown := set(named) - set(NAMES):
        raise ClickLogError(
            f"columns must be given for some of {', '.join(NAMES)}, page; got {unknown.pop()!r}"
        )
    if page and named.setdefault("plays", None) is not None:
        raise ClickLogError("a row of a page is one display: leave out plays, or leave out page")
    if not named and set(PUBLIC.values()) <= set(header):
        format, first, found = "yandex-counts", 0, dict(PUBLIC)
    else:
        first = 1
        found = {
            role: named.get(role, next((name for name in names if name in header), None))
            for role, names in NAMES.items()
        }
        format = "impressions" if found["plays"] is None else "counts"
    for role, name in [*found.items(), *(("page", name) for name in page)]:
        if name is None and role not in NEEDED:
            continue
        if name not in header:
            raise missing(role, name or role, header)
        if header.count(name) > 1:
            raise ClickLogError(f"column {name!r} is there {header.count(name)} times; rename one")
    first = first if first_position is None else first_position
    return format, Table(
        **found, page=page, first_position=first, delimiter=delimiter, header=tuple(header)
    )


def columns_of_pages(page: str | Iterable[str] | None) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    return (page,) if isinstance(page, str) else tuple(page or ())


def missing(role: str, name: str, header: list[str]) -> ClickLogError:
    """What is raised where a column is not there: what looks like it, and what there is."""
    known = {column.lower(): column for column in reversed(header)}
    wanted = (name.lower(), *NAMES.get(role, ()), *FAMILIAR[role])
    close = [known[word] for word in wanted if word in known]
    close += [known[word] for word in difflib.get_close_matches(name.lower(), known, n=2)]
    hint = f"; {close[0]!r} looks like it" if close else ""
    return ClickLogError(
        f"no column {name!r}{hint}. The columns are {', '.join(map(repr, header[:20]))}"
        f"{', ...' if len(header) > 20 else ''}; say which holds the {role}: "
        f"{role}={close[0] if close else '...'!r}"
    )
