"""The formats in SQL, with the rules for fields and the counts of a line that breaks no rule.

A column that is not used cannot break a rule. Spaces around a column of a record and empty columns at
its end are ignored. Numbers are ASCII digits, whole floats, or true and false. Identifiers remain text,
because some of them exceed 64 bits.
"""

from __future__ import annotations

from typing import NamedTuple

from .counts import MAX_POSITION
from .tables import JSON, ONE_QUERY, Table

MACROS = r"""
CREATE MACRO digits(t) AS coalesce(regexp_full_match(t, '[0-9]+'), false);
CREATE MACRO stripped(t) AS CASE WHEN contains(t, ' ') THEN trim(t, ' ') ELSE t END;
CREATE MACRO number(t) AS CASE WHEN regexp_full_match(t, '[0-9]{1,12}') THEN CAST(t AS BIGINT)
    WHEN regexp_full_match(trim(t, ' '), '[0-9]{1,12}(\.0+)?')
        THEN CAST(split_part(trim(t, ' '), '.', 1) AS BIGINT)
    WHEN lower(trim(t, ' ')) = 'true' THEN 1 WHEN lower(trim(t, ' ')) = 'false' THEN 0 END;
"""

RECORDS = ("kdd", "yandex", "relevance")
"""The formats that have no header."""

FORMATS = (*RECORDS, "counts", "impressions", "yandex-counts")


FROM_ZERO = f"position must be from 1 to {MAX_POSITION}, not 0"
SEVERAL_CLICKS = "clicks must be 0 or 1"
NO_CLICKS, NO_POSITION = (
    f"{name} must be a whole number of at most 12 digits 0-9" for name in ("clicks", "position")
)
NOT_TEXT = "a line must be UTF-8"
"""Rules that, if they are broken, suggest that the file is of another kind than assumed."""


class Rows(NamedTuple):
    """How the rows of a table, or of KDD Cup 2012, are read.

    places : dict, from a role to the number of its column
    width : int, the number of columns that a row must have
    delimiter, width_rule : str
    typed : str, SQL for the columns query, item, position, clicks, plays and, if a table has pages,
        page, computed from text columns that are named by their roles
    rules : str, SQL for the rule that a typed row breaks, or NULL
    """

    places: dict[str, int]
    width: int
    delimiter: str
    width_rule: str
    typed: str
    rules: str


def whole(name: str, column: str, least: int = 0, most: int | None = None) -> str:
    """The branches of a CASE that refuse anything but a whole number within limits."""
    limits = f"at least {least}" if most is None else f"from {least} to {most}"
    outside = f"{column} < {least}" + ("" if most is None else f" OR {column} > {most}")
    return (
        f"WHEN {column} IS NULL THEN '{name} must be a whole number of at most 12 digits 0-9' "
        f"WHEN {outside} THEN '{name} must be {limits}' "
    )


KDD = Rows(
    {"clicks": 0, "plays": 1, "item": 3, "depth": 5, "position": 6, "query": 7},
    12,
    "\t",
    "a row must have 12 columns separated by tabs",
    "stripped(query) AS query, stripped(item) AS item, number(position) AS position, "
    "number(clicks) AS clicks, number(plays) AS plays, number(depth) AS depth",
    "WHEN NOT digits(query) OR NOT digits(item) THEN 'AdID and QueryID must be digits 0-9' "
    + whole("Click", "clicks")
    + whole("Impression", "plays", 1)
    + whole("Depth", "depth", 1, MAX_POSITION)
    + whole("Position", "position", 1, MAX_POSITION)
    + "WHEN position > depth THEN 'Position must be at most Depth' ",
)
"""The columns Click, Impression, AdID, Depth (which Position must not exceed), Position and QueryID are
used. A row is merged from several displays, each of which counts at most one click."""


def rows_of(table: Table) -> Rows:
    """How the rows of a table are read."""
    first = table.first_position
    names = dict(zip(("query", "item", "position", "clicks", "plays"), table[:5], strict=True))
    places = {role: table.header.index(name) for role, name in names.items() if name is not None}
    pages = {f"page{number}": table.header.index(name) for number, name in enumerate(table.page)}
    typed = [
        "query" if table.query is not None else f"'{ONE_QUERY}' AS query",
        f"item, number(position) + {1 - first} AS position, number(clicks) AS clicks",
        "number(plays) AS plays" if table.plays is not None else "1::BIGINT AS plays",
    ]
    if pages:  # with lengths, so that different pages have different keys
        parts = (f"strlen({name}) || ':' || {name}" for name in pages)
        typed.append((" || ".join(parts) if len(pages) > 1 else "page0") + " AS page")
    typed += list(table.labels)
    lowest = whole("position", "position", 1, MAX_POSITION).replace(
        f"from 1 to {MAX_POSITION}", f"from {first} to {first + MAX_POSITION - 1}"
    )
    if first == 1:
        lowest = f"WHEN position = 0 THEN '{FROM_ZERO}' {lowest}"
    if table.may_be_counts and table.plays is None and not pages:
        lowest += f"WHEN clicks > 1 THEN '{SEVERAL_CLICKS}' "
    rules = (
        "WHEN query = '' OR item = '' THEN 'query and item must not be empty' "
        + lowest
        + whole("plays", "plays")
        + whole("clicks", "clicks")
        + "WHEN clicks > 0 AND plays = 0 THEN 'a cell with clicks must have plays' "
    )
    width = f"a row must have the {len(table.header)} columns of the header"
    if table.delimiter == JSON:
        width = "a line must be a JSON object"
    places |= pages | {role: table.header.index(name) for role, name in table.labels.items()}
    return Rows(places, len(table.header), table.delimiter, width, ", ".join(typed), rules)


FIELDS = r"""CASE WHEN contains(t, ' ')
    THEN list_transform(string_split(rtrim(t, E'\t '), E'\t'), lambda x: trim(x, ' '))
    ELSE string_split(rtrim(t, E'\t'), E'\t') END"""
"""The columns of a record, without surrounding spaces and without empty columns at the end."""

ALL_DIGITS = "len(list_filter({}, lambda x: NOT digits(x))) = 0"

RECORD = {
    "relevance": f"""
    SELECT n, f[1] AS session, f[3] AS kind, '' AS serp, CASE f[3] WHEN 'Q' THEN f[4] END AS query,
        CASE f[3] WHEN 'C' THEN f[4] END AS url, CASE f[3] WHEN 'Q' THEN f[6:] END AS urls, CASE
        WHEN broken IS NOT NULL THEN broken
        WHEN NOT digits(f[1]) THEN 'SessionID must be digits 0-9'
        WHEN len(f) < 3 OR f[3] NOT IN ('Q', 'C')
            THEN 'a record must be Q or C, with tabs between its columns'
        WHEN f[3] = 'C' AND len(f) <> 4 THEN 'a C record must have 4 columns'
        WHEN f[3] = 'C' AND NOT digits(f[4]) THEN 'URLID must be digits 0-9'
        WHEN f[3] = 'Q' AND len(f) < 6 THEN 'a Q record must have 5 columns and the documents'
        WHEN f[3] = 'Q' AND NOT digits(f[4]) THEN 'QueryID must be digits 0-9'
        WHEN f[3] = 'Q' AND NOT {ALL_DIGITS.format("f[6:]")} THEN 'URLID must be digits 0-9'
        WHEN len(f) > {MAX_POSITION + 5}
            THEN 'a page must have at most {MAX_POSITION} documents' END AS rule""",
    "yandex": f"""
    SELECT n, f[1] AS session, CASE f[2] WHEN 'M' THEN 'M' ELSE f[3] END AS kind, f[4] AS serp,
        f[5] AS query, f[5] AS url,
        list_transform(f[7:], lambda x: split_part(x, ',', 1)) AS urls, CASE
        WHEN broken IS NOT NULL THEN broken
        WHEN NOT digits(f[1]) THEN 'SessionID must be digits 0-9'
        WHEN f[2] = 'M' THEN NULL
        WHEN len(f) < 3 OR f[3] NOT IN ('Q', 'T', 'C')
            THEN 'a record must be M, Q, T or C, with tabs between its columns'
        WHEN f[3] = 'C' AND len(f) <> 5 THEN 'a C record must have 5 columns'
        WHEN f[3] <> 'C' AND len(f) < 7
            THEN 'a ' || f[3] || ' record must have 6 columns and the documents'
        WHEN NOT digits(f[4]) THEN 'SERPID must be digits 0-9'
        WHEN f[3] = 'C' AND NOT digits(f[5]) THEN 'URLID must be digits 0-9'
        WHEN f[3] = 'C' THEN NULL
        WHEN NOT digits(f[5]) THEN 'QueryID must be digits 0-9'
        WHEN len(list_filter(f[7:], lambda x: len(string_split(x, ',')) <> 2)) > 0
            THEN 'a document must be URLID,DomainID'
        WHEN NOT {ALL_DIGITS.format("list_transform(f[7:], lambda x: split_part(x, ',', 1))")}
            THEN 'URLID must be digits 0-9'
        WHEN len(f) > {MAX_POSITION + 6}
            THEN 'a page must have at most {MAX_POSITION} documents' END AS rule""",
}
"""The records of a session format, one by one, from lines t with the columns f."""

SETTLED = {
    "relevance": """SELECT max(n) FROM record WHERE rule IS NULL
        AND session <> (SELECT arg_max(session, n) FROM record WHERE rule IS NULL)""",
    "yandex": "SELECT max(n) - 1 FROM record WHERE kind = 'M' AND rule IS NULL",
}
"""The last line of the last visit that is complete, whatever follows."""

VISITS = {
    # Consecutive lines of one session are a visit.
    "relevance": """
    CREATE OR REPLACE TABLE event AS
    SELECT *, (sum(begins) OVER (ORDER BY n))::BIGINT AS visit FROM (SELECT * EXCLUDE urls,
            (session IS DISTINCT FROM lag(session) OVER (ORDER BY n))::INT AS begins
        FROM record WHERE rule IS NULL)""",
    # An M record begins a visit. Within it, the first record with a SERPID identifies the page.
    "yandex": """
    CREATE OR REPLACE TABLE visit AS SELECT * REPLACE (
        CASE WHEN kind IN ('Q', 'T', 'C') AND session IS DISTINCT FROM now
        THEN 'a record must follow the M record of its session' ELSE rule END AS rule)
    FROM (SELECT *, count(*) FILTER (starts) OVER w AS visit,
            last_value(CASE WHEN starts THEN session END IGNORE NULLS) OVER w AS now
        FROM (SELECT * EXCLUDE urls, coalesce(kind = 'M' AND rule IS NULL, false) AS starts
            FROM record)
        WINDOW w AS (ORDER BY n ROWS UNBOUNDED PRECEDING))
    WHERE digits(session);
    CREATE OR REPLACE TABLE page_number AS
        SELECT n, row_number() OVER (PARTITION BY visit, serp ORDER BY n) AS number FROM visit
        WHERE kind IN ('Q', 'T') AND rule IS NULL;
    UPDATE record SET rule = new.rule FROM (
        SELECT n, CASE WHEN number > 1 THEN 'a SERPID must be new in its session' ELSE rule END
        AS rule FROM visit LEFT JOIN page_number USING (n)) new WHERE record.n = new.n;
    CREATE OR REPLACE TABLE event AS
        SELECT visit.* FROM visit JOIN record USING (n) WHERE record.rule IS NULL
    """,
}
"""Assign valid records to visits, in the table event, and apply the rules that depend on visits."""

DISPLAYS = """
CREATE OR REPLACE TABLE page AS SELECT n AS page, visit, serp, kind, query FROM event
    WHERE kind IN ('Q', 'T');
CREATE OR REPLACE TABLE display AS SELECT n AS page, unnest(urls) AS item,
    generate_subscripts(urls, 1) AS position FROM record WHERE rule IS NULL;
CREATE OR REPLACE TABLE document AS
    SELECT page, visit, serp, kind, item, min(position) AS position
    FROM display JOIN page USING (page)
    SEMI JOIN (SELECT visit, url AS item FROM event WHERE kind = 'C') USING (visit, item)
    GROUP BY ALL;
CREATE OR REPLACE TABLE click AS SELECT c.n, d.page, d.position, d.kind, p.page AS latest
    FROM (SELECT * FROM event WHERE kind = 'C') c
    ASOF LEFT JOIN document d
        ON c.visit = d.visit AND c.serp = d.serp AND c.url = d.item AND c.n >= d.page
    ASOF LEFT JOIN page p ON c.visit = p.visit AND c.n >= p.page;
INSERT INTO shown SELECT query, item, position, coalesce(clicks, 0), page,
    page * 1024 + position FROM display JOIN page USING (page)
    LEFT JOIN (SELECT page, position, count(*) AS clicks FROM click WHERE page IS NOT NULL
        GROUP BY ALL) USING (page, position) WHERE kind = 'Q';
"""
"""Assign each click to the latest page of its visit (and of its SERPID) that shows the document, at the
document's first position there. The clicks of a T page are withheld, so T pages are not counted."""

TOTALS = """
SELECT count(*) FILTER (page IS NULL AND latest IS NOT NULL),
    count(*) FILTER (page IS NULL AND latest IS NULL),
    count(*) FILTER (kind = 'Q' AND page <> latest AND serp_less),
    (SELECT count(*) FROM page WHERE kind = 'T')
FROM (SELECT click.*, event.serp = '' AS serp_less FROM click JOIN event USING (n))
"""
"""Clicks without a page, before any page, and on an earlier page; pages whose clicks are withheld."""
