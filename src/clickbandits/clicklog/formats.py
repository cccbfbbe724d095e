"""The formats: for each a function that takes a tally and returns what is done with a line.

A line that breaks a rule raises `BadLine` before anything of it was counted. Numbers are ASCII
digits only: Python's `int` would also take a sign, spaces, underscores and other scripts' digits.
Identifiers stay text, since some exceed 64 bits.
"""

from __future__ import annotations

import csv
import re
from typing import NamedTuple

from .tally import MAX_POSITION, BadLine

_DIGITS = re.compile(r"[0-9]{1,12}", re.ASCII)
_IDENTIFIER = re.compile(r"[0-9]+", re.ASCII)
KDD_COLUMNS = 12


def number(text: str, name: str, least: int = 0, most: int | None = None) -> int:
    """A whole number of at most twelve ASCII digits, within limits; BadLine if it is not."""
    if not _DIGITS.fullmatch(text):
        raise BadLine(f"{name} must be a whole number of at most 12 digits 0-9")
    value = int(text)
    if value < least or (most is not None and value > most):
        limits = f"at least {least}" if most is None else f"from {least} to {most}"
        raise BadLine(f"{name} must be {limits}")
    return value


def identifier(text: str, name: str) -> str:
    """Digits of any length, kept as text."""
    if not _IDENTIFIER.fullmatch(text):
        raise BadLine(f"{name} must be digits 0-9")
    return text


def kdd(tally, header):
    """KDD Cup 2012 track 2: twelve columns, a count of clicks and of impressions a row."""

    def feed(line):
        fields = line.split("\t")
        if len(fields) != KDD_COLUMNS:
            raise BadLine(f"a row must have {KDD_COLUMNS} columns separated by tabs")
        for column in fields[2:5] + fields[7:]:
            identifier(column, "an identifier")
        clicks = number(fields[0], "Click")
        impressions = number(fields[1], "Impression", 1)
        depth = number(fields[5], "Depth", 1, MAX_POSITION)
        position = number(fields[6], "Position", 1, MAX_POSITION)
        if position > depth:
            raise BadLine("Position must be at most Depth")
        # A row is merged from displays, each of which counts at most one click.
        tally.repeat_clicks += max(clicks - impressions, 0)
        tally.count(fields[7], fields[3], position, min(clicks, impressions), impressions)

    return feed


def yandex(tally, header):
    """Yandex Personalized Web Search Challenge: sessions of M, Q or T, and C records.

    A page is known by its SERP within the session only. The clicks of a T page are withheld, so
    that neither its displays nor any click on it count.
    """
    session, pages = None, {}

    def feed(line):
        nonlocal session
        fields = line.split("\t")
        identifier(fields[0], "SessionID")
        if len(fields) == 4 and fields[1] == "M":
            number(fields[2], "Day")
            identifier(fields[3], "USERID")
            session = fields[0]
            pages.clear()
            return
        kind = fields[2] if len(fields) > 2 else ""
        if kind not in ("Q", "T", "C"):
            raise BadLine("a record must be M, Q, T or C, with tabs between its columns")
        if fields[0] != session:
            raise BadLine("a record must follow the M record of its session")
        number(fields[1], "TimePassed")
        if kind == "C":
            if len(fields) != 5:
                raise BadLine("a C record must have 5 columns")
            serp, url = identifier(fields[3], "SERPID"), identifier(fields[4], "URLID")
            _click(tally, [pages[serp]] if serp in pages else [], url)
            return
        if len(fields) < 7:
            raise BadLine(f"a {kind} record must have 6 columns and the documents")
        serp, query = identifier(fields[3], "SERPID"), identifier(fields[4], "QueryID")
        for term in fields[5].split(","):
            identifier(term, "a term")
        pairs = [field.split(",") for field in fields[6:]]
        if any(len(pair) != 2 for pair in pairs):
            raise BadLine("a document must be URLID,DomainID")
        urls = [identifier(part, "URLID and DomainID") for pair in pairs for part in pair][::2]
        if serp in pages:
            raise BadLine("a SERPID must be new in its session")
        pages[serp] = _show(tally, query, urls, hidden=kind == "T")

    return feed


def relevance(tally, header):
    """Relevance-prediction sessions (PyClick, CLARA2): Q records with documents, and C records.

    A click has no page; it belongs to the latest page of its session that shows the document.
    """
    session, pages = None, []

    def feed(line):
        nonlocal session
        fields = line.split("\t")
        identifier(fields[0], "SessionID")
        kind = fields[2] if len(fields) > 2 else ""
        if kind not in ("Q", "C"):
            raise BadLine("a record must be Q or C, with tabs between its columns")
        number(fields[1], "TimePassed")
        if kind == "C":
            if len(fields) != 4:
                raise BadLine("a C record must have 4 columns")
            url = identifier(fields[3], "URLID")
        else:
            if len(fields) < 6:
                raise BadLine("a Q record must have 5 columns and the documents")
            query = identifier(fields[3], "QueryID")
            identifier(fields[4], "RegionID")
            urls = [identifier(field, "URLID") for field in fields[5:]]
        if fields[0] != session:
            session = fields[0]
            pages.clear()
        if kind == "C":
            _click(tally, pages, url)
        else:
            pages.append(_show(tally, query, urls))

    return feed


def _show(tally, query, urls, hidden=False):
    """Count a page's displays; a page is its query, each document's position, and its clicks."""
    if len(set(urls)) < len(urls):
        raise BadLine("a page must show a document once")
    if len(urls) > MAX_POSITION:
        raise BadLine(f"a page must have at most {MAX_POSITION} documents")
    if hidden:
        tally.test_pages += 1
    else:
        for position, url in enumerate(urls, start=1):
            tally.count(query, url, position, 0, 1)
    return query, {url: position for position, url in enumerate(urls, start=1)}, set(), hidden


def _click(tally, pages, url):
    """Count a click on the latest of the pages that shows the document, once a page."""
    for query, positions, clicked, hidden in reversed(pages):
        if url in positions:
            if hidden:
                return
            if url in clicked:
                tally.repeat_clicks += 1
            else:
                clicked.add(url)
                tally.count(query, url, positions[url], 1, 0)
            return
    tally.clicks_without_page += 1


class Header(NamedTuple):
    """The first line of a table: the names of its columns, and what separates them."""

    names: list[str]
    delimiter: str


def columns(line: str, delimiter: str) -> list[str] | None:
    """The cells of a line of a table; None where its quotes are broken."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None


def _table(tally, header, names, first_position):
    """Rows of query, item, position, clicks and, where the table has them, plays."""
    query, item, position, clicks, plays = (
        header.names.index(name) if name in header.names else None for name in names
    )

    def feed(line):
        cells = columns(line, header.delimiter)
        if cells is None or len(cells) != len(header.names):
            raise BadLine(f"a row must have the {len(header.names)} columns of the header")
        if not cells[query] or not cells[item]:
            raise BadLine("query and item must not be empty")
        last_position = first_position + MAX_POSITION - 1
        place = number(cells[position], "position", first_position, last_position)
        shown = 1 if plays is None else number(cells[plays], "plays")
        clicked = number(cells[clicks], "clicks")
        if clicked and not shown:
            raise BadLine("a cell with clicks must have plays")
        tally.count(cells[query], cells[item], place + 1 - first_position, clicked, shown)

    return feed


TABLES = {
    "counts": (("query", "item", "position", "clicks", "plays"), 1),
    "impressions": (("query", "item", "position", "clicks", None), 1),
    "yandex-counts": (("query", "url", "pos", "Click", "Impression"), 0),
}
"""The columns of query, item, position, clicks and plays (None: 1 a row), the first position."""


def counts(tally, header):
    """A table `query,item,position,clicks,plays`, columns in any order; positions from 1."""
    return _table(tally, header, *TABLES["counts"])


def impressions(tally, header):
    """A table `query,item,position,clicks`, one row an impression; positions from 1."""
    return _table(tally, header, *TABLES["impressions"])


def yandex_counts(tally, header):
    """The public counts of the Yandex queries: `pos` from 0, `Impression`, `Click`, ..."""
    return _table(tally, header, *TABLES["yandex-counts"])


FORMATS = {
    "kdd": kdd,
    "yandex": yandex,
    "relevance": relevance,
    "counts": counts,
    "impressions": impressions,
    "yandex-counts": yandex_counts,
}

HEADERS = {
    name: {column for column in TABLES[name][0] if column}
    for name in ("counts", "yandex-counts", "impressions")
}
"""The columns that a table with a header must have, the more demanding first."""
