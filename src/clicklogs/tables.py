"""Recognise the columns of a table by the names in its header."""

from __future__ import annotations

import difflib
import functools
import json
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from .counts import ClickLogError
from .files import Lines

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

OF_A_DISPLAY: dict[str, tuple[str, ...]] = {"user": ("user", "user_id"), "layout": (), "time": ()}
"""The same for columns of a table whose rows are displays. Layouts are not recognised automatically, because
each is fitted by itself, nor times, because they are written in many ways."""

FAMILIAR = {
    role: tuple(names.split())
    for role, names in {
        "query": "qid keyword keywords search search_query search_term term context",
        "item": "doc doc_id document url product product_id ad ad_id arm",
        "position": "pos rank slot place index",
        "clicks": "clicked is_click n_clicks label reward",
        "plays": "impressions impression displays shown shows views n",
        "layout": "layout device platform template",
        "time": "time timestamp",
        "page": "page page_id session session_id search_id request_id impression_id",
    }.items()
}
"""Names that such a column often has. They are suggested, but never used without confirmation."""

TYPO = 0.8
"""The smallest similarity, by difflib, of a name and its misspelling; that of "item" and "term" is 0.75."""

PAGE = "book/click_logs.md"
"""The page with recipes for logs that `read_log` does not accept as they are."""

EVENTS = ("event", "event_type", "event_name", "action", "type")
"""Names of a column that distinguishes rows of displays from rows of clicks."""

NEEDED = ("item", "position", "clicks")

PUBLIC = {"query": "query", "item": "url", "position": "pos", "clicks": "Click", "plays": "Impression"}
"""The columns of the public counts of the Yandex queries."""

PUBLISHED = {"dict_index", *PUBLIC.values()}
"""With all of these it is the published file, whose positions begin with 0."""

IN_A_FILE = "columns={{{!r}: {!r}}}"
"""How a column is named for `read_log`."""

OPEN = re.compile(r'"[^"]*+(?:""[^"]*+)*+\Z')
"""A quote that does not end in a text."""

WIDE = re.compile(r"[a-z]+[a-z_]*[0-9]+", re.IGNORECASE)


A_NAME = re.compile(r"[#%]? ?[^\W\d]\w*([ ./(#%&-]{1,2}\w+)*[ .?#%)]*")
"""A name that a column of a table can have, unlike a number or a list."""


A_RATE = re.compile(r"[0-9]*[.,]?[0-9]+ *%|[0-9]*[.][0-9]+")
"""A percentage or a decimal fraction."""

GRADES = "or, if the numbers are grades, replace those that mean a click by 1 and the others by 0"


def zeros(n_zero: int, n_one: int) -> str:
    """The remedy for positions 0, given the numbers of rows at 0 and, if they are known, at 1.

    If 0 is the uppermost position, it is on every page, so about as many rows have it as have 1, or more.
    """
    if n_zero < 0.9 * n_one:
        return (
            f"{n_zero:,} rows have position 0 and {n_one:,} have position 1, so 0 is not the uppermost "
            "position of the whole log. If a part of the log counts from 0, add 1 to the positions of this "
            "part; if 0 means that the item was not shown, leave these rows out"
        )
    return (
        f"{n_zero:,} rows have position 0, which has two readings. If it is the uppermost position, "
        "first_position=0 counts it so; if it means that the item was not shown, leave these rows out"
    )


def recipe(title: str) -> str:
    """A recipe, by its title, as the subject of a sentence."""
    return f'The recipe "{title}" in {PAGE}'


def rates() -> str:
    """The remedy for click rates in place of clicks."""
    return (
        f"{recipe('Click rates instead of clicks')} computes clicks from rates and numbers of displays, if "
        "that is their meaning"
    )


class Table(NamedTuple):
    """The names of the columns; None for a column that the table does not have.

    page : the columns that together identify one display of a list; () for none
    labels : dict, the columns of the user, the layout and the time, as far as the table has them
    first_position : int, the number of the uppermost position
    delimiter : str, the separator of the columns of a text
    header : tuple of str, the names of all columns
    unused : tuple of str, remarks on columns that look familiar and are not used
    may_be_counts : bool, whether it was not stated that a row is one display
    header_end : int, the last line of the header; 0 for none
    remedy : str, how the caller names a column, as a format of the role and the name
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
    labels: Mapping[str, str] = MappingProxyType({})
    remedy: str = IN_A_FILE


@functools.cache
def _field(delimiter: str) -> re.Pattern:
    """A field with the sign that ends it. Spaces around its quotes do not belong to it."""
    space = "" if delimiter == " " else " *"
    sign = re.escape(delimiter)
    return re.compile(
        r'(?:"([^"]*+(?:""[^"]*+)*+)"'
        rf'|{space}"([^"\r\n]*+(?:""[^"\r\n]*+)*+)"{space}'
        rf'|(?!")([^{sign}\r\n]*))({sign}|\r*\n)'
    )


def has_loose_quote(content: bytes, delimiter: str) -> bool:
    """Whether a quote is beside spaces at an end of a field. DuckDB drops parts of some fields like this."""
    if b' "' not in content and b'" ' not in content:  # saves the search, which takes longer
        return False
    sign = re.escape(delimiter.encode())
    return re.search(rb'(?m)(?:^|%b) +"|" +(?:%b|"|$)' % (sign, sign), content) is not None


def row_at(content: str, start: int, delimiter: str) -> tuple[list[str], int | None]:
    """The fields of the row that begins at a place of a text of whole lines, and the place after its end.

    If its quotes are broken, it has no fields, and its end is that of its line; if they do not end in the
    text, its end is None.
    """
    fields: list[str] = []
    place = start
    while match := _field(delimiter).match(content, place):
        fields.append(match[3] if match[3] is not None else (match[1] or match[2] or "").replace('""', '"'))
        place = match.end()
        if match[4] != delimiter:
            return fields, place
    if OPEN.match(content, place):
        return [], None
    return [], content.index("\n", start) + 1


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
    remedy = beside(named, header) if remedy == IN_A_FILE else remedy
    page = columns_of_pages(named.pop("page", None))
    chosen = {role: named.pop(role) for role in OF_A_DISPLAY if role in named}
    if unknown := set(named) - set(NAMES):
        known = ", ".join([*NAMES, "page", *OF_A_DISPLAY])
        raise ClickLogError(f"columns must be given for some of {known}; got {unknown.pop()!r}")
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
    labels = {}
    if format == "impressions":
        labels = {
            role: chosen.get(role, next((name for name in names if header.count(name) == 1), None))
            for role, names in OF_A_DISPLAY.items()
        }
    elif any(chosen.values()):
        raise ClickLogError(
            f"the columns of {', '.join(chosen)} need one row per display, and here rows are sums with "
            f"their plays in the column {roles['plays']!r}"
        )
    labels = {role: name for role, name in labels.items() if name is not None and name not in roles.values()}
    for role, name in [*roles.items(), *(("page", name) for name in page), *labels.items()]:
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
        unused=unused(header, {**roles, **labels, "page": page or None}, [*decided, *chosen], remedy),
        may_be_counts="plays" not in decided,
        labels=labels,
        remedy=remedy,
    )


def unused(header: Iterable[str], roles: Mapping, decided: Iterable[str], remedy: str) -> tuple:
    """Remarks on columns that look familiar and are not used, in one sentence each.

    roles : dict, a role to the name of its column, or None; decided : those that the caller named
    """
    sentences = []
    used = {*roles.values(), *(roles.get("page") or ())}
    for role, why in (
        ("query", "all queries are counted as one"),
        ("plays", "every row is counted as one display"),
        ("page", "the displays of a list cannot be told apart"),
        ("layout", "all layouts get one examination"),
        ("time", "the order of the rows is taken for that of time"),
    ):
        needs_rows = role in OF_A_DISPLAY and roles.get("plays") is not None
        if roles.get(role) is None and role not in decided and not needs_rows:
            known = {*NAMES.get(role, ()), *FAMILIAR[role]}
            names = [name for name in header if name.lower() in known and name not in used]
            sentences += [
                f"column {name!r} looks like the {role} and is not used: {why}; "
                f"{remedy.format(role, name)} uses it"
                for name in names[:1]
            ]
    event = next((name for name in header if name.lower() in EVENTS and name not in used), None)
    if event is not None and roles.get("page") is None and roles.get("plays") is None:
        sentences.append(
            f"column {event!r} is not used: if a click has a row of its own beside that of its display, name "
            f"the columns that both have in common, {remedy.format('page', '...')}"
        )
    return tuple(sentences)


def beside(named: Mapping, header: list[str]) -> str:
    """How a column is named for `read_log` in addition to those that are `named` and exist."""
    kept = ""
    for role, name in named.items():
        names = name if isinstance(name, (list, tuple)) else [name]
        if all(one is None or (isinstance(one, str) and one in header) for one in names):
            kept += f"{role!r}: {name!r}, ".replace("{", "{{").replace("}", "}}")
    return IN_A_FILE.replace("{{", "{{" + kept, 1)


def columns_of_pages(page: str | Iterable[str] | None) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    return (page,) if isinstance(page, str) else tuple(page or ())


def naming(role: str) -> str:
    """How a column is named, whatever the log was read from."""
    return f"{IN_A_FILE.format(role, '...')} of read_log or {role}='...' of from_frame"


def missing(role: str, name: str, header: list[str], remedy: str) -> ClickLogError:
    """The error for a missing column, with similar names and all names that exist.

    remedy : str, how the caller names a column, as a format of the role and the name
    """
    known = {column.lower(): column for column in reversed(header)}
    typed = str(name).lower()
    wanted = (typed, *NAMES.get(role, ()), *FAMILIAR.get(role, ()))
    close = [known[word] for word in wanted if word in known]
    for word in difflib.get_close_matches(typed, known, n=2):
        if typed in word or difflib.get_close_matches(word, wanted, cutoff=TYPO):
            close.append(known[word])
    hint = f"; perhaps {close[0]!r} is meant" if close else ""
    columns = ", ".join(map(repr, header[:20])) + (", ..." if len(header) > 20 else "")
    if role in ("item", "position") and not set(wanted) & set(known) and "items" in header:
        return ClickLogError(
            f"no column {name!r}. The columns are {columns}: 'items' looks like a whole page in "
            "one row. In Python, clicklogs.from_pages(frame) takes it if its cells are lists of texts or "
            "numbers"
        )
    event = next((known[word] for word in EVENTS if word in known), None)
    if role == "clicks" and event is not None and not hint:
        both = remedy.format(role, "...")
        both = both[:-1] + ", 'page': '...'}" if both.endswith("}") else f"{both}, page='...'"
        return ClickLogError(
            f"no column {name!r}. The columns are {columns}: {event!r} looks like a row for every "
            "event. Add a column with 1 for a click and 0 for a display. Also name the columns that the "
            "rows of a display and of its click have in common, or the display counts twice: " + both
        )
    apart = ""
    if role in ("position", "clicks") and not hint:
        apart = f". {recipe('Displays and clicks in two files')} adds it from another file"
    wide = [name for name in header if WIDE.fullmatch(name)]
    if role in ("item", "position") and len(wide) > 1 and set(close) <= set(wide):
        return ClickLogError(
            f"no column {name!r}. The columns are {columns}; {wide[0]!r}, {wide[1]!r}, ... look "
            f"like the items of a whole page in one row. {recipe('One column per position')} makes lists of "
            "them for from_pages"
        )
    return ClickLogError(
        f"no column {name!r}{hint}. The columns are {columns}; name the one that contains the {role}: "
        + remedy.format(role, close[0] if close else "...")
        + apart
    )


def cell(table: Table, name: str, line: str) -> str | None:
    """The text of a column in a line; None if the line does not have it."""
    try:
        if table.delimiter == JSON:
            value = json.loads(line)[name]
            return "" if value is None else str(value).strip()
        return row_at(line + "\n", 0, table.delimiter)[0][table.header.index(name)].strip()
    except (IndexError, KeyError, TypeError, ValueError):
        return None


def is_number(text: str) -> bool:
    """Whether Python takes a text for a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def other_separator(header: list[str]) -> str | None:
    """The separator of the names in a header that was not split."""
    signs = "|^~:\x01 " if len(header) == 1 else ""
    return next((sign for sign in signs if looks_like_a_header(header[0].split(sign))), None)


def nested(lines: Iterable[Lines], used: Iterable[str | None] = ()) -> list[str]:
    """The keys whose values contain objects, or the `used` ones whose values are objects or lists."""
    names: dict[str, None] = {}
    for line in lines:
        try:
            values = json.loads(line.content).items()
        except (ValueError, AttributeError):
            continue
        for name, value in values:
            parts = value if isinstance(value, list) else [value]
            if (
                (name in used)
                and isinstance(value, (dict, list))
                or (not used and any(isinstance(part, dict) for part in parts))
            ):
                names[name] = None
    return list(names)
