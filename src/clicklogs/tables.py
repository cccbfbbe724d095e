"""Tables with a header: which column holds what, by the names that people give them."""

from __future__ import annotations

import csv
import difflib
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .counts import ClickLogError

JSON = "json"
"""The delimiter of lines that are JSON objects."""

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
    role: tuple(names.split())
    for role, names in {
        "query": "qid keyword keywords search search_query search_term term context user_id",
        "item": "doc doc_id document url product product_id ad ad_id arm",
        "position": "pos rank slot place index",
        "clicks": "clicked is_click n_clicks label reward",
        "plays": "impressions impression displays shown shows views n",
        "page": "page page_id session session_id search_id request_id impression_id",
    }.items()
}
"""Names that it probably has; they are proposed, never taken."""

EVENTS = ("event", "event_type", "event_name", "action", "type")
"""Names of a column that says of a row whether it is a display or a click."""

NEEDED = ("item", "position", "clicks")

PUBLIC = {"query": "query", "item": "url", "position": "pos", "clicks": "Click", "plays": "Impression"}
"""The columns of the public counts of the Yandex queries."""

PUBLISHED = {"dict_index", *PUBLIC.values()}
"""With all of these it is the published file, whose positions begin with 0."""

IN_A_FILE = "columns={{{!r}: {!r}}}"
"""How a column is named for `read_log`."""

WIDE = re.compile(r"[a-z]+[a-z_]*[0-9]+", re.IGNORECASE)


class Table(NamedTuple):
    """The names of the columns; None for what a table does not have.

    page : the columns that together tell one display of a list from another; () for none
    first_position : int, the number of the uppermost position
    delimiter : str, what separates the columns of a text
    header : tuple of str, the names of all columns
    unused : tuple of str, what to say of columns that look known and are not used
    may_be_counts : bool, whether nobody said that a row is one display
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
    unused: tuple[str, ...] = ()
    may_be_counts: bool = False


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
    """Whether two of the names are such as columns of click logs have, or of a wide table."""
    header = list(header)
    known = {name for names in (NAMES, FAMILIAR) for some in names.values() for name in some}
    lower = [name.lower() for name in header]
    n_known = len(known & set(lower)) + ("items" in header)
    some = n_known or any("click" in name for name in lower)
    return n_known > 1 or bool(some and len(list(filter(WIDE.fullmatch, header))) > 1)


def table_of(
    header: list[str], named: Mapping | None = None, first_position: int | None = None, delimiter: str = ","
) -> tuple[str, Table]:
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
    first = 1
    if not named and set(PUBLIC.values()) <= set(header):
        format, roles = "counts", dict(PUBLIC)
        if set(header) >= PUBLISHED:
            format, first = "yandex-counts", 0
    else:
        roles = {
            role: named.get(role, next((name for name in names if name in header), None))
            for role, names in NAMES.items()
        }
        format = "impressions" if roles["plays"] is None else "counts"
    for role, name in [*roles.items(), *(("page", name) for name in page)]:
        if name is None and role not in NEEDED:
            continue
        if name not in header:
            raise missing(role, name or role, header, IN_A_FILE)
        if header.count(name) > 1:
            raise ClickLogError(f"column {name!r} is there {header.count(name)} times; rename one")
    first = first if first_position is None else first_position
    decided = [role for role in (*NAMES, "page") if role in named or (role == "page" and page)]
    return format, Table(
        **roles,
        page=page,
        first_position=first,
        delimiter=delimiter,
        header=tuple(header),
        unused=unused(header, {**roles, "page": page or None}, decided, IN_A_FILE),
        may_be_counts="plays" not in decided,
    )


def unused(header: Iterable[str], roles: Mapping, decided: Iterable[str], remedy: str) -> tuple:
    """What to say of columns that look known and are not used, a sentence each.

    roles : dict, a role to the name of its column, or None; decided : those that the caller named
    """
    sentences = []
    for role, why in (
        ("query", "all queries are counted as one"),
        ("plays", "every row is counted as one display"),
        ("page", "the displays of a list are not told apart"),
    ):
        if roles.get(role) is None and role not in decided:
            known = {*NAMES.get(role, ()), *FAMILIAR[role]}
            names = [name for name in header if name.lower() in known and name not in roles.values()]
            sentences += [
                f"column {name!r} looks like the {role} and is not used: {why}; "
                f"{remedy.format(role, name)} uses it"
                for name in names[:1]
            ]
    return tuple(sentences)


def columns_of_pages(page: str | Iterable[str] | None) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    return (page,) if isinstance(page, str) else tuple(page or ())


def missing(role: str, name: str, header: list[str], remedy: str) -> ClickLogError:
    """What is raised where a column is not there: what looks like it, and what there is.

    remedy : str, how a column is named where this is said, a format of the role and the name
    """
    known = {column.lower(): column for column in reversed(header)}
    wanted = (name.lower(), *NAMES.get(role, ()), *FAMILIAR.get(role, ()))
    close = [known[word] for word in wanted if word in known]
    close += [known[word] for word in difflib.get_close_matches(name.lower(), known, n=2)]
    hint = f"; {close[0]!r} looks like it" if close else ""
    columns = ", ".join(map(repr, header[:20])) + (", ..." if len(header) > 20 else "")
    if role in ("item", "position") and not set(wanted) & set(known) and "items" in header:
        return ClickLogError(
            f"no column {name!r}. The columns are {columns}: 'items' looks like a whole page in "
            "one row. In Python, clicklogs.from_pages(frame) takes it, with lists in the column"
        )
    event = next((known[word] for word in EVENTS if word in known), None)
    if role == "clicks" and event is not None and not hint:
        return ClickLogError(
            f"no column {name!r}. The columns are {columns}: {event!r} looks like a row for every "
            "event. Add a column with 1 where it says a click and 0 where it says a display, and "
            "name what tells pages apart, or a clicked display counts twice: "
            + (remedy.format(role, "...") + ", " + remedy.format("page", "...")).replace("}, columns={", ", ")
        )
    wide = [name for name in header if WIDE.fullmatch(name)]
    if role in ("item", "position") and len(wide) > 1 and set(close) <= set(wide):
        return ClickLogError(
            f"no column {name!r}. The columns are {columns}; {wide[0]!r}, {wide[1]!r}, ... look "
            "like the items of a whole page in one row. These lines of Python bring it into form:\n"
            + _lines_for_wide(header, wide)
        )
    return ClickLogError(
        f"no column {name!r}{hint}. The columns are {columns}; say which holds the {role}: "
        + remedy.format(role, close[0] if close else "...")
    )


def _lines_for_wide(header: list[str], items: list[str]) -> str:
    """A program that reads a table with a column for every position."""
    clicked = next((name for name in header if "click" in name.lower() and name not in items), None)
    chosen = f"wide[{clicked!r}]" if clicked else "[...]  # of each row the clicked items"
    if clicked and re.search("pos|rank|slot|place", clicked.lower()):
        chosen = f"[x[int(n) - 1] if n > 0 else None for x, n in zip(wide['items'], {chosen})]"
    query = next((name for name in header if name in (*NAMES["query"], *FAMILIAR["query"])), None)
    of_query = f", query={query!r}" if query else ""
    return (
        "    import clicklogs, pandas; wide = pandas.read_csv(...)\n"
        f"    wide['items'] = wide[{items!r}].values.tolist()\n"
        f"    wide['clicked'] = {chosen}\n"
        f"    counts = clicklogs.from_pages(wide{of_query})"
    )
