"""Recognise the columns of a table by the names in its header."""

from __future__ import annotations

import csv
import difflib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from .counts import ClickLogError

JSON = "json"
"""The delimiter of lines that are JSON objects."""

ONE_QUERY = "all"
"""The name of the only query in a log without a column of queries."""

NAMES: dict[str, tuple[str, ...]] = {
    "query": ("query", "query_id"),
    "item": ("item", "item_id"),
    "position": ("position",),
    "clicks": ("clicks", "click"),
    "plays": ("plays",),
}
"""The content of a column, and the names by which it is recognised automatically."""

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
"""Names that such a column often has. They are suggested, but never used without confirmation."""

ZERO = (
    "A position 0 has two readings. If it is the uppermost one, first_position=0 counts it so; if it "
    "means that the item was not shown, leave these rows out"
)
"""The remedy for positions 0."""

EMPTY = ". If that means 0, replace it, {}; if it means that the value is unknown, leave these rows out"
"""The remedy for empty numbers, with the code that replaces them by 0."""

EVENTS = ("event", "event_type", "event_name", "action", "type")
"""Names of a column that distinguishes rows of displays from rows of clicks."""

NEEDED = ("item", "position", "clicks")

PUBLIC = {"query": "query", "item": "url", "position": "pos", "clicks": "Click", "plays": "Impression"}
"""The columns of the public counts of the Yandex queries."""

PUBLISHED = {"dict_index", *PUBLIC.values()}
"""With all of these it is the published file, whose positions begin with 0."""

IN_A_FILE = "columns={{{!r}: {!r}}}"
"""How a column is named for `read_log`."""

WIDE = re.compile(r"[a-z]+[a-z_]*[0-9]+", re.IGNORECASE)


class Table(NamedTuple):
    """The names of the columns; None for a column that the table does not have.

    page : the columns that together identify one display of a list; () for none
    first_position : int, the number of the uppermost position
    delimiter : str, the separator of the columns of a text
    header : tuple of str, the names of all columns
    unused : tuple of str, remarks on columns that look familiar and are not used
    may_be_counts : bool, whether it was not stated that a row is one display
    header_end : int, the last line of the header; 0 for none
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
    header_end: int = 0


def columns(line: str, delimiter: str) -> list[str] | None:
    """The cells of a line of a table; None if its quotes are broken."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None


def looks_like_a_header(header: Iterable[str]) -> bool:
    """Whether two of the names are typical of a click log or of a wide table."""
    header = list(header)
    known = {name for names in (NAMES, FAMILIAR) for some in names.values() for name in some}
    lower = [name.lower() for name in header]
    n_known = len(known & set(lower)) + ("items" in header)
    some = n_known or any("click" in name for name in lower)
    return n_known > 1 or bool(some and len(list(filter(WIDE.fullmatch, header))) > 1)


def table_of(
    header: list[str],
    named: Mapping | None = None,
    first_position: int | None = None,
    delimiter: str = ",",
    remedy: str = IN_A_FILE,
) -> tuple[str, Table]:
    """The format of a table ("counts", "impressions", "yandex-counts") and its columns.

    `named` maps the content of a column to its name if the name is not one of `NAMES`, and to None
    to leave it out. Raises ClickLogError if a required column is absent or occurs twice.
    """
    named = dict(named or {})
    page = columns_of_pages(named.pop("page", None))
    if unknown := set(named) - set(NAMES):
        raise ClickLogError(
            f"columns must be given for some of {', '.join(NAMES)}, page; got {unknown.pop()!r}"
        )
    if page and named.setdefault("plays", None) is not None:
        raise ClickLogError(
            "with page, each row is one display, so plays must be left out; leave out plays or page"
        )
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
            raise missing(role, name or role, header, remedy)
        if header.count(name) > 1:
            raise ClickLogError(f"column {name!r} occurs {header.count(name)} times; rename one")
    first = first if first_position is None else first_position
    decided = [role for role in (*NAMES, "page") if role in named or (role == "page" and page)]
    return format, Table(
        **roles,
        page=page,
        first_position=first,
        delimiter=delimiter,
        header=tuple(header),
        unused=unused(header, {**roles, "page": page or None}, decided, remedy),
        may_be_counts="plays" not in decided,
    )


def unused(header: Iterable[str], roles: Mapping, decided: Iterable[str], remedy: str) -> tuple:
    """Remarks on columns that look familiar and are not used, in one sentence each.

    roles : dict, a role to the name of its column, or None; decided : those that the caller named
    """
    sentences = []
    for role, why in (
        ("query", "all queries are counted as one"),
        ("plays", "every row is counted as one display"),
        ("page", "the displays of a list cannot be told apart"),
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
    """The error for a missing column, with similar names and all names that exist.

    remedy : str, how the caller names a column, as a format of the role and the name
    """
    known = {column.lower(): column for column in reversed(header)}
    wanted = (name.lower(), *NAMES.get(role, ()), *FAMILIAR.get(role, ()))
    close = [known[word] for word in wanted if word in known]
    close += [known[word] for word in difflib.get_close_matches(name.lower(), known, n=2)]
    hint = f"; perhaps {close[0]!r} is meant" if close else ""
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
            "event. Add a column with 1 for a click and 0 for a display. Also name the columns that the "
            "rows of a display and of its click have in common, or the display counts twice: "
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
        f"no column {name!r}{hint}. The columns are {columns}; name the one that contains the {role}: "
        + remedy.format(role, close[0] if close else "...")
    )


def mapped(name: str, value: str) -> str:
    """The line of Python that replaces words by numbers."""
    return f"frame[{name!r}] = frame[{name!r}].map({{{value!r}: ..., ...: ...}})"


def in_numbers(path: Path, table: Table, name: str, line: str) -> str:
    """The remedy for words in a column of numbers, given a line with such a word; "" if there is none."""
    try:
        is_json = table.delimiter == JSON
        word = (
            json.loads(line)[name]
            if is_json
            else (columns(line, table.delimiter) or [])[table.header.index(name)]
        )
        word = "" if word is None else str(word).strip()
        float(word or "x")
    except (IndexError, KeyError, TypeError):
        return ""
    except ValueError:
        if not word:
            step = f"frame[{name!r}] = frame[{name!r}].replace('', 0).fillna(0)"
            return (
                f"If an empty cell means 0, these lines of Python read it as 0:\n{program(path, table, step)}"
            )
        return (
            "Replace every word by its number (1 for a click, 0 for no click; 1 for the uppermost position) "
            f"in the third of these lines of Python:\n{program(path, table, mapped(name, word))}"
        )
    return ""


def program(path: Path, table: Table, step: str = "", encoding: str = "") -> str:
    """The lines of Python that read a table with pandas, change it, and count it."""
    source = f"pandas.DataFrame({_json(path)})"
    if table.delimiter != JSON:
        source = f"pandas.read_csv({str(path)!r}, sep={table.delimiter!r}, dtype=str, keep_default_na=False"
        source += f", encoding={encoding!r}" * bool(encoding)
        source += f", skiprows={table.header_end - 1})" if table.header_end > 1 else ")"
    names = [f"{role}={name!r}" for role, name in zip(NAMES, table, strict=False)]
    if table.plays is None and table.may_be_counts:
        names.remove("plays=None")
    names += [f"page={list(table.page)!r}"] * bool(table.page)
    names += [f"first_position={table.first_position}"] * (table.first_position != 1)
    steps = ("import json, pathlib, clicklogs, pandas", f"frame = {source}", *([step] if step else []))
    return "\n".join(
        f"    {line}" for line in (*steps, f"counts = clicklogs.from_frame(frame, {', '.join(names)})")
    )


def _json(path: Path) -> str:
    """The objects of the lines of a file, in Python."""
    lines = f"pathlib.Path({str(path)!r}).read_text('utf-8').split('\\n')"
    return f"[json.loads(line) for line in {lines} if line.strip()]"


def other_separator(header: list[str]) -> str | None:
    """The separator of the names in a header that was not split."""
    signs = "|^~:\x01 " if len(header) == 1 else ""
    return next((sign for sign in signs if looks_like_a_header(header[0].split(sign))), None)


def lines_for_nested(path: Path, line: bytes) -> str:
    """A program that reads JSON lines with nested objects; "" if there are none."""
    try:
        row = json.loads(line)
        inner = next(
            (name for name, x in row.items() if isinstance(x, list) and x and isinstance(x[0], dict)), None
        )
        if inner is None and not any(isinstance(x, dict) for x in row.values()):
            return ""
    except (ValueError, AttributeError):
        return ""
    others = [name for name, x in row.items() if not isinstance(x, list | dict)]
    steps, record = ["frame = pandas.json_normalize(rows)"], row
    if inner is not None:
        record = {**row[inner][0], **dict.fromkeys(others)}
        steps = [f"frame = pandas.json_normalize(rows, {inner!r}, {others!r}, errors='ignore')"]
        steps += [f"frame['page'] = [n for n, row in enumerate(rows) for _ in row[{inner!r}]]"]
        if not {"position", *FAMILIAR["position"]} & set(record):
            steps += [f"frame['position'] = [n for row in rows for n, _ in enumerate(row[{inner!r}], 1)]"]
            record["position"] = 1
    keys = [f"{name}.{x}" for name, rest in record.items() for x in (rest if isinstance(rest, dict) else ())]
    names = ["page='page'"] * (inner is not None)
    for role in ("query", "item", "position", "clicks"):
        words = {*NAMES[role], *FAMILIAR[role]}
        if not set(NAMES[role]) & set(record):
            like = [
                key
                for key in (*record, *keys)
                if words & set(key.lower().split(".")) and not isinstance(record.get(key), dict)
            ]
            names += [f"{role}={key!r}" for key in like[:1]]
    steps = [
        "import json, pathlib, clicklogs, pandas",
        f"rows = {_json(path)}",
        *steps,
        f"counts = clicklogs.from_frame({', '.join(['frame', *names])})",
    ]
    return ". The lines contain nested objects. These lines of Python make a table of them:\n" + "\n".join(
        f"    {step}" for step in steps
    )


def _lines_for_wide(header: list[str], items: list[str]) -> str:
    """A program that reads a table with one column per position."""
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
