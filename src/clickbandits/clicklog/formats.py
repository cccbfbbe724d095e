"""The formats: for each a function that takes a tally and returns what is done with a line.

A line that breaks a rule raises `BadLine` before anything of it was counted. A column that is not
used breaks none; spaces around a column and empty columns at the end are passed over. Numbers are
ASCII digits, or whole floats, or true and false: Python's `int` would also take a sign,
underscores and other scripts' digits. Identifiers stay text, since some exceed 64 bits.
"""

from __future__ import annotations

import re

from .tables import ONE_QUERY, Table, columns
from .tally import MAX_POSITION, MOST_CLICKS, BadLine

_DIGITS = re.compile(r"([0-9]{1,12})(?:\.0+)?", re.ASCII)
_IDENTIFIER = re.compile(r"[0-9]+", re.ASCII)
TRUTH = {"true": 1, "false": 0}
KDD_COLUMNS = 12


def fields_of(line: str) -> list[str]:
    """The columns of a record: without the spaces around them, and the empty ones at the end."""
    fields = [field.strip(" ") for field in line.split("\t")]
    while not fields[-1]:
        fields.pop()
    return fields


def number(text: str, name: str, least: int = 0, most: int | None = None) -> int:
    """A whole number of at most twelve ASCII digits, within limits; BadLine if it is not."""
    text = text.strip(" ")
    value = TRUTH.get(text.lower())
    if value is None:
        if not (digits := _DIGITS.fullmatch(text)):
            raise BadLine(f"{name} must be a whole number of at most 12 digits 0-9")
        value = int(digits[1])
    if value < least or (most is not None and value > most):
        limits = f"at least {least}" if most is None else f"from {least} to {most}"
        raise BadLine(f"{name} must be {limits}")
    return value


def identifier(text: str, name: str) -> str:
    """Digits of any length, kept as text."""
    if not _IDENTIFIER.fullmatch(text):
        raise BadLine(f"{name} must be digits 0-9")
    return text


def kdd(tally, table):
    """KDD Cup 2012 track 2: twelve columns, a count of clicks and of impressions a row.

    Used are Click, Impression, AdID, Depth (the least that Position may exceed), Position, QueryID.
    """

    def feed(line):
        fields = [field.strip(" ") for field in line.split("\t")]
        if len(fields) < KDD_COLUMNS or any(fields[KDD_COLUMNS:]):
            raise BadLine(f"a row must have {KDD_COLUMNS} columns separated by tabs")
        ad, query = (identifier(fields[column], "AdID and QueryID") for column in (3, 7))
        clicks = number(fields[0], "Click")
        impressions = number(fields[1], "Impression", 1)
        depth = number(fields[5], "Depth", 1, MAX_POSITION)
        position = number(fields[6], "Position", 1, MAX_POSITION)
        if position > depth:
            raise BadLine("Position must be at most Depth")
        # A row is merged from displays, each of which counts at most one click.
        tally.repeat_clicks += max(clicks - impressions, 0)
        tally.count(query, ad, position, min(clicks, impressions), impressions)

    return feed


def yandex(tally, table):
    """Yandex Personalized Web Search Challenge: sessions of M, Q or T, and C records.

    A page is known by its SERP within the session only. The clicks of a T page are withheld, so
    that neither its displays nor any click on it count.
    """
    session, pages = None, {}

    def feed(line):
        nonlocal session
        fields = fields_of(line)
        identifier(fields[0], "SessionID")
        if fields[1:2] == ["M"]:
            session = fields[0]
            pages.clear()
            return
        kind = fields[2] if len(fields) > 2 else ""
        if kind not in ("Q", "T", "C"):
            raise BadLine("a record must be M, Q, T or C, with tabs between its columns")
        if fields[0] != session:
            raise BadLine("a record must follow the M record of its session")
        if kind == "C":
            if len(fields) != 5:
                raise BadLine("a C record must have 5 columns")
            serp, url = identifier(fields[3], "SERPID"), identifier(fields[4], "URLID")
            _click(tally, [pages[serp]] if serp in pages else [], url, bool(pages))
            return
        if len(fields) < 7:
            raise BadLine(f"a {kind} record must have 6 columns and the documents")
        serp, query = identifier(fields[3], "SERPID"), identifier(fields[4], "QueryID")
        pairs = [field.split(",") for field in fields[6:]]
        if any(len(pair) != 2 for pair in pairs):
            raise BadLine("a document must be URLID,DomainID")
        urls = [identifier(url, "URLID") for url, _ in pairs]
        if serp in pages:
            raise BadLine("a SERPID must be new in its session")
        pages[serp] = _show(tally, query, urls, hidden=kind == "T")

    return feed


def relevance(tally, table):
    """Relevance-prediction sessions (PyClick, CLARA2): Q records with documents, and C records.

    A click has no page; it belongs to the latest page of its session that shows the document.
    """
    session, pages = None, []

    def feed(line):
        nonlocal session
        fields = fields_of(line)
        identifier(fields[0], "SessionID")
        kind = fields[2] if len(fields) > 2 else ""
        if kind not in ("Q", "C"):
            raise BadLine("a record must be Q or C, with tabs between its columns")
        if kind == "C":
            if len(fields) != 4:
                raise BadLine("a C record must have 4 columns")
            url = identifier(fields[3], "URLID")
        else:
            if len(fields) < 6:
                raise BadLine("a Q record must have 5 columns and the documents")
            query = identifier(fields[3], "QueryID")
            urls = [identifier(field, "URLID") for field in fields[5:]]
        if fields[0] != session:
            session = fields[0]
            pages.clear()
        if kind == "C":
            _click(tally, pages, url, bool(pages))
        else:
            pages.append(_show(tally, query, urls))

    return feed


def _show(tally, query, urls, hidden=False):
    """Count a page's displays, a document once.

    A page is its query, each document's position, the clicked ones, and whether it is not counted.
    """
    if len(urls) > MAX_POSITION:
        raise BadLine(f"a page must have at most {MAX_POSITION} documents")
    positions = {}
    for position, url in enumerate(urls, start=1):
        positions.setdefault(url, position)
    tally.test_pages += hidden
    hidden = hidden or not tally.chosen()
    if not hidden:
        tally.repeated_items += len(urls) - len(positions)
        tally.clicks_by_page[0] += 1
        for url, position in positions.items():
            tally.count(query, url, position, 0, 1)
    return query, positions, set(), hidden


def _click(tally, pages, url, any_page):
    """Count a click on the latest of the pages that shows the document, once a page."""
    for place, (query, positions, clicked, hidden) in enumerate(reversed(pages)):
        if url in positions:
            if hidden:
                return
            tally.clicks_on_earlier_page += place > 0
            if url in clicked:
                tally.repeat_clicks += 1
            else:
                tally.clicks_by_page[min(len(clicked), MOST_CLICKS)] -= 1
                clicked.add(url)
                tally.clicks_by_page[min(len(clicked), MOST_CLICKS)] += 1
                tally.count(query, url, positions[url], 1, 0)
            return
    if any_page:
        tally.clicks_without_page += 1
    else:
        tally.clicks_before_page += 1


def rows(tally, table: Table):
    """Rows of an item, its position, clicks and, where the table has them, query and plays."""
    query, item, position, clicks, plays = (
        None if name is None else table.header.index(name) for name in table[:5]
    )
    page = [table.header.index(name) for name in table.page]
    first, n_columns = table.first_position, len(table.header)

    def feed(line):
        cells = columns(line, table.delimiter)
        if cells is None or len(cells) < n_columns or any(cells[n_columns:]):
            raise BadLine(f"a row must have the {n_columns} columns of the header")
        text = ONE_QUERY if query is None else cells[query]
        if not text or not cells[item]:
            raise BadLine("query and item must not be empty")
        place = number(cells[position], "position", first, first + MAX_POSITION - 1)
        shown = 1 if plays is None else number(cells[plays], "plays")
        clicked = number(cells[clicks], "clicks")
        if clicked and not shown:
            raise BadLine("a cell with clicks must have plays")
        if page:
            name = tuple(cells[column] for column in page)
            tally.show(name, text, cells[item], place + 1 - first, clicked)
        else:
            tally.count(text, cells[item], place + 1 - first, clicked, shown)

    return feed


RECORDS = {"kdd": kdd, "yandex": yandex, "relevance": relevance}
"""The formats without a header."""

FORMATS = {**RECORDS, "counts": rows, "impressions": rows, "yandex-counts": rows}
