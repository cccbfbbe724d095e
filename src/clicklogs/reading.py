"""Read click logs from files with DuckDB.

A file is read block by block. DuckDB reads a block as rows of columns. If this fails, because quotes do
not end, rows differ in length or bytes are not UTF-8, the block is split line by line. `formats` then
determines in SQL which rule a line breaks and what it counts. The resulting numbers go to `counts`, like
those of a frame.
"""

from __future__ import annotations

import itertools
import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from . import files, formats, tables
from .counts import (
    FEW,
    MAX_COUNT,
    STRAY,
    Cells,
    ClickCounts,
    ClickLogError,
    Report,
    counts,
    counts_of_pages,
    in_order,
)
from .files import Lines, blocks, lines
from .tables import JSON, Table

MEMORY = "400MB"
"""The memory that DuckDB may use before it writes to disk."""

FIRST_LINES = 5
"""The number of line numbers that the report keeps for every broken rule."""

SAMPLE = 200
"""The number of lines from which the format is detected."""


PACKED = {
    b"PK\3\4": "a zip archive or an Excel workbook",
    b"BZh": "packed by bzip2",
    b"\x28\xb5\x2f\xfd": "packed by zstd",
    b"\xfd7zXZ": "packed by xz",
    b"7z\xbc\xaf": "packed by 7z",
}
"""The first bytes of files that cannot be read."""

SPACE = " \t\r\v\f"


def read_log(
    path: str | Path,
    columns: Mapping | None = None,
    format: str | None = None,
    on_bad_line: str = "error",
    first_position: int | None = None,
    separator: str | None = None,
) -> ClickCounts:
    """Count the clicks and plays of a click log.

    Parameters
    ----------
    path : str or Path
        A text file in UTF-8 or UTF-16, plain or gzipped, or a Parquet file.
    columns : dict, optional
        The names of the columns of a table, by their content: "item", "position" (a whole number),
        "clicks" (a number, or true and false), "plays" (how often the item was shown there; without
        it every row is one play), "query" (or anything else that has its own ranking; without it the
        log has one query, "all"), and "page" (one name or several, which distinguish one display of
        a list from another; see `from_frame`), and, if every row is one display, "user", "layout" and
        "time" (see `from_frame`). Recognised by default are item or item_id, position,
        clicks or click, plays, query or query_id, and user or user_id; None leaves one out. Further
        columns are ignored.
    format : str, optional
        One of `clicklogs.FORMATS`; detected from the first lines if not given.
    on_bad_line : "error" or "skip"
        Whether to stop at a line that breaks a rule of the format, or to leave it out and count it in
        the report. Blank lines are always ignored.
    first_position : int, optional
        The number of the uppermost position, by default 1.
    separator : str, optional
        The character between the fields of a table. A tab, a comma, a semicolon and the one in a first
        line such as ``sep=;`` are found automatically.

    Returns
    -------
    ClickCounts

    Raises
    ------
    ClickLogError
        A ValueError, with file, line, rule and a remedy. It is raised for a bad line (unless skipped),
        a missing column, an unclear format, damaged compression, a file that changed while it was
        read, and a file without a single usable line.
    OSError
        If the file cannot be opened.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from clicklogs import read_log
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = Path(folder) / "shop.csv"
    ...     _ = log.write_text("item_id,rank,click,price\\ntea,1,1,2\\ncup,2,0,4\\ntea,2,1,2\\n")
    ...     counts = read_log(log, columns={"position": "rank"})
    >>> counts.frame()
      query item  position  clicks  plays
    0   all  tea         1       1      1
    1   all  cup         2       0      1
    2   all  tea         2       1      1
    """
    path = Path(path)
    if on_bad_line not in ("error", "skip"):
        raise ValueError(f'on_bad_line must be "error" or "skip"; got {on_bad_line!r}')
    if format is not None and format not in formats.FORMATS:
        raise ValueError(f"format must be one of {', '.join(formats.FORMATS)}; got {format!r}")
    if first_position is not None and first_position < 0:
        raise ValueError(f"first_position must be at least 0; got {first_position}")
    if columns and format in formats.RECORDS:
        raise ValueError(f"the format {format} has no names of columns; leave out columns")
    if separator is not None and (len(separator) != 1 or separator in '"\r\n'):
        raise ValueError(
            f"separator must be one character other than a quote or the end of a line; got {separator!r}"
        )
    with files.unchanged(path):
        with open(path, "rb") as file:
            begin = file.read(6)
        if what := next((what for sign, what in PACKED.items() if begin.startswith(sign)), None):
            raise ClickLogError(
                f"{path} is {what}, which cannot be read. Unpack it, or save it as CSV; a file packed by "
                "gzip is read as it is"
            )
        if begin.startswith(b"PAR1"):
            from .frames import read_parquet

            if on_bad_line == "skip":
                raise ValueError('on_bad_line="skip" needs lines; a Parquet file has none')
            return read_parquet(path, dict(columns or {}), first_position)
        format, table = detect(path, format, columns, first_position, separator)
        return _read_lines(path, format, table, on_bad_line == "error")


def _read_lines(path: Path, format: str, table: Table | None, stops: bool) -> ClickCounts:
    """The counts of a file of lines; `stops` at a bad one."""
    import duckdb

    try:
        with tempfile.TemporaryDirectory(prefix="clickbandits-", ignore_cleanup_errors=True) as top:
            reading = Reading(format, table, Path(top))
            try:
                return reading.counts(path, stops)
            finally:
                reading.connection.close()
    except duckdb.Error as error:
        raise ClickLogError(
            f"{path}: the counts could not be added up ({str(error).splitlines()[0]}); nothing "
            f"was counted. The temporary folder {tempfile.gettempdir()} needs as much room as the "
            "file has unpacked; TMPDIR names another"
        ) from error


class Reading:
    """A file on its way through the database.

    rows : how rows are read, or None if lines are records of sessions
    by_page : bool, whether displays keep their page, in the table `shown`; if not, `part` has sums
    in_order : bool, whether displays are kept in order although the file does not name their pages
    labels : tuple of str, what the file says about a display in addition
    lines, blank, inside : int, lines of the file so far, the blank ones among them, and those of the
        header and inside a row of several lines
    rest : bytes, the beginning of a row that continues in the next block
    repeats : int, clicks beyond one per display in rows that are already merged
    astray : int64 array, the counts of `formats.TOTALS` for sessions
    """

    def __init__(self, format: str, table: Table | None, folder: Path):
        import duckdb

        self.format, self.table, self.block_file = format, table, folder / "block"
        self.is_sessions = format in formats.VISITS
        self.in_order = format == "impressions" and table is not None and not table.page
        self.labels = tuple(table.labels) if table else ()
        self.by_page = self.is_sessions or self.in_order or bool(table and table.page)
        self.rows = None if self.is_sessions else formats.rows_of(table) if table else formats.KDD
        if self.in_order and self.rows is not None:
            self.rows = self.rows._replace(typed=f"{self.rows.typed}, '' AS page")
        self.lines = self.blank = self.inside = self.repeats = 0
        self.rest, self.header_end = b"", table.header_end if table else 0
        self.astray = np.zeros(4, np.int64)
        self.ended = True
        self.connection = duckdb.connect(
            ":memory:", config={"memory_limit": MEMORY, "temp_directory": str(folder), "threads": 2}
        )
        self.run = self.connection.execute
        # Reading has its own progress bar. In a notebook without ipywidgets, setting this option fails.
        if self.one("SELECT current_setting('enable_progress_bar')")[0]:
            self.run("SET enable_progress_bar = false")
        self.run(formats.MACROS)
        self.run("CREATE TABLE refused (rule VARCHAR, n BIGINT)")
        if self.is_sessions:
            self.run(
                "CREATE TABLE record (n BIGINT, session VARCHAR, kind VARCHAR, serp VARCHAR, "
                "query VARCHAR, url VARCHAR, urls VARCHAR[], rule VARCHAR)"
            )
            self.run(
                "CREATE TABLE shown (query VARCHAR, item VARCHAR, position SMALLINT, "
                "clicks BIGINT, page BIGINT, place BIGINT)"
            )
        elif self.by_page:
            self.run(
                "CREATE TABLE shown (page VARCHAR, query VARCHAR, item VARCHAR, "
                "position SMALLINT, clicks BIGINT, place BIGINT, "
                + "".join(f"{label} VARCHAR, " for label in self.labels)
                + "rule VARCHAR)"
            )
        else:
            self.run(
                "CREATE TABLE part (query VARCHAR, item VARCHAR, position SMALLINT, "
                "clicks HUGEINT, plays HUGEINT, place BIGINT)"
            )

    def one(self, sql: str, parameters: Any = None) -> tuple:
        """The only row of the result of a query."""
        row = self.run(sql, parameters).fetchone()
        assert row is not None
        return row

    def counts(self, path: Path, stops: bool) -> ClickCounts:
        """The counts of a file; raises as `read_log`."""
        damage = None
        try:
            for block in blocks(path):
                self.take(block)
                if stops:
                    self.stop(path)
        except ClickLogError as error:  # bad lines before the damage are reported first
            damage = error
        self.finish()
        if stops:
            self.stop(path, at_end=True)
        if damage is not None:
            raise damage
        self.refuse_all(path)
        report = self.report(path)
        if not self.one(f"SELECT count(*) FROM {'shown' if self.by_page else 'part'}")[0]:
            refused = sum(count for count, _ in report.refused.values())
            raise ClickLogError(
                f"{path}: no line shows an item ({self.lines} lines, {self.blank} blank, "
                f"{refused} refused as {self.format})"
            )
        return self.pages(path, report, not stops) if self.by_page else self.cells(path, report)

    def take(self, block: Lines) -> None:
        """Read a block of whole lines."""
        number, content = block.number - self.rest.count(b"\n"), self.rest + block.content
        if number == 1:
            content = content.removeprefix(b"\xef\xbb\xbf")
        self.rest, self.ended = b"", content.endswith(b"\n")
        self.lines = number + content.count(b"\n") - self.ended
        while number <= self.header_end and content:
            head, _, content = content.partition(b"\n")
            number += 1
            self.blank += not head.strip()
            self.inside += bool(head.strip())
        content = content.removesuffix(b"\n") if self.ended else content
        if content or number <= self.lines:
            self._read(content, number)

    def _read(self, content: bytes, number: int, last: bool = False) -> None:
        """Read whole lines, the first of this number."""
        if self.is_sessions:
            self._split(content, number)
            (last,) = self.one(formats.SETTLED[self.format])
            if last is not None:
                self.settle(last)
            return
        if last or not self._as_rows(content, number):
            self._split(content, number, last)
        if self.by_page:
            self.run("INSERT INTO refused SELECT rule, place FROM shown WHERE rule IS NOT NULL")
            self.run("DELETE FROM shown WHERE rule IS NOT NULL")
            return
        self.run("INSERT INTO refused SELECT rule, n FROM line WHERE rule IS NOT NULL")
        if self.table is None:  # rows that are already merged
            self.repeats += self.one(
                "SELECT coalesce(sum(greatest(clicks - plays, 0)), 0)::BIGINT FROM line WHERE rule IS NULL"
            )[0]
        clicks = "least(clicks, plays)" if self.table is None else "clicks"
        self.run(
            f"INSERT INTO part SELECT query, item, position, sum({clicks}), sum(plays), "
            "min(n * 1024 + position) FROM line WHERE rule IS NULL GROUP BY ALL"
        )

    def _as_rows(self, content: bytes, number: int) -> bool:
        """Read a block as rows; False if it does not consist of rows with the expected columns."""
        import duckdb

        rows, content = self.rows, content.replace(b"\r\n", b"\n")
        content = content.removesuffix(b"\r")
        assert rows is not None
        if (
            any(odd in content for odd in (b"\r", b"\0", b"\n\n"))
            or not content
            or content.startswith(b"\n")
            or rows.delimiter == JSON
            or not _is_text(content)
            or tables.has_loose_quote(content, rows.delimiter)
        ):
            return False
        self.block_file.write_bytes(content + b"\n")
        names = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(rows.width))
        texts = ", ".join(f"c{place} AS {role}" for role, place in rows.places.items())
        quote = '"' if self.table is not None and b'"' in content else ""
        try:
            n_rows = self._type(
                f"SELECT row_number() OVER () + {number - 1} AS n, "
                f"NULL::VARCHAR AS broken, {texts} FROM read_csv(?, delim = ?, quote = '{quote}', "
                f"escape = '{quote}', header = false, auto_detect = false, strict_mode = true, "
                f"nullstr = chr(10), new_line = '\\n', max_line_size = {files.MAX_LINE}, "
                f"columns = {{{names}}})",
                [files.literal(self.block_file), rows.delimiter],
            )
        except (duckdb.InvalidInputException, duckdb.ConversionException):
            return False
        if n_rows != content.count(b"\n") + 1:
            self.run(
                "DELETE FROM shown WHERE place >= ?" if self.by_page else "DELETE FROM line",
                [number] if self.by_page else None,
            )
            return False
        return True

    def _type(self, source: str, parameters: Any = None) -> int:
        """Convert rows of texts to numbers, find the rules that they break, and return the number of rows.

        The rows go to the table `line`, to be added up; rows of pages are kept as they are.
        """
        assert self.rows is not None
        into, what = "CREATE OR REPLACE TABLE line AS", "*"
        if self.by_page:
            into = "INSERT INTO shown"
            what = ", ".join(["page, query, item, position, clicks, n", *self.labels])
        (n_rows,) = self.one(
            f"{into} SELECT {what}, CASE WHEN broken IS NOT NULL THEN broken {self.rows.rules} END "
            f"AS rule FROM (SELECT n, broken, {self.rows.typed} FROM ({source}))",
            parameters,
        )
        return n_rows

    def _split(self, content: bytes, number: int, last: bool = False) -> None:
        """Read a block line by line."""
        texts, wrong = [], []
        raw = content.split(b"\n")
        for place, line in enumerate(raw, start=number):
            try:
                texts.append(line.decode())
            except UnicodeDecodeError:
                texts.append("-" * min(len(line), files.MAX_LINE))
                wrong.append(place)
        quoted: dict[int, list[str]] = {}
        if self.table is not None and self.table.delimiter != JSON:
            quoted, n_rest = self._unquote(texts, number, wrong, last)
            self.rest = b"".join(line + b"\n" for line in raw[len(raw) - n_rest :])
        broken = (
            f"CASE WHEN strlen(s) >= {files.MAX_LINE} "
            f"THEN 'a line must be shorter than {files.MAX_LINE:,} bytes' "
            f"WHEN list_contains($wrong, n) THEN '{formats.NOT_TEXT}' END"
        )
        (n_texts,) = self.one(
            f"CREATE OR REPLACE TABLE text AS SELECT n, rtrim(s, chr(13)) AS t, {broken} AS broken "
            "FROM (SELECT unnest(l) AS s, generate_subscripts(l, 1) + $before AS n "
            f"FROM (SELECT $texts::VARCHAR[] AS l)) WHERE trim(s, '{SPACE}') <> ''",
            {"texts": texts, "before": number - 1, "wrong": wrong},
        )
        self.blank += len(texts) - n_texts
        if self.is_sessions:
            self.run(
                f"INSERT INTO record {formats.RECORD[self.format]} FROM "
                f"(SELECT *, {formats.FIELDS} AS f FROM text)"
            )
            return
        rows = self.rows
        assert rows is not None
        if rows.delimiter == JSON:
            assert self.table is not None
            paths = [f"$.{json.dumps(name)}" for name in self.table.header]
            fields, parameters = (
                "CASE WHEN json_valid(t) THEN json_extract_string(t, $paths) ELSE [] END",
                {"paths": paths},
            )
            width = "CASE WHEN json_valid(t) THEN json_type(t) ELSE '' END <> 'OBJECT'"
        else:
            fields, parameters = "string_split(t, $delimiter)", {"delimiter": rows.delimiter}
            rest = "trim(x, ' ')" if self.table is None else "x"
            more = f"list_filter(f[{rows.width + 1}:], lambda x: {rest} <> '')"
            width = f"len(f) < {rows.width} OR len({more}) > 0"
        self.run(
            "CREATE OR REPLACE TABLE field AS SELECT n, t, broken, "
            f"CASE WHEN broken IS NULL THEN {fields} ELSE [] END AS f FROM text",
            parameters,
        )
        if quoted:
            self.run(
                "UPDATE field SET f = new.f FROM (SELECT unnest($n) AS n, "
                "unnest($f::VARCHAR[][]) AS f) new WHERE field.n = new.n AND field.broken IS NULL",
                {"n": list(quoted), "f": list(quoted.values())},
            )
        texts_of = ", ".join(f"coalesce(f[{place + 1}], '') AS {role}" for role, place in rows.places.items())
        self._type(
            f"SELECT n, CASE WHEN broken IS NOT NULL THEN broken "
            f"WHEN {width} THEN '{rows.width_rule}' END AS broken, {texts_of} FROM field"
        )

    def _unquote(self, texts: list[str], number: int, wrong: list[int], last: bool) -> tuple[dict, int]:
        """The fields of the rows with quotes, by line, and the number of lines of an unfinished last row.

        The further lines of a row, and those of an unfinished one, become blank. If one of them is in
        `wrong`, the first line of its row is added.
        """
        assert self.table is not None
        quoted: dict[int, list[str]] = {}
        content, start, place = "\n".join([*texts, ""]), 0, 0
        while place < len(texts):
            text, used, fields = texts[place], 1, []
            end = start + len(text) + 1
            if '"' in text or "\r" in text.rstrip("\r"):
                row, stop = tables.row_at(content, start, self.table.delimiter)
                if stop is None and not last and len(content) - start <= files.MAX_LINE:
                    n_rest = len(texts) - place
                    texts[place:] = [""] * n_rest
                    self.blank -= n_rest
                    return quoted, n_rest
                if stop is not None and stop - start <= files.MAX_LINE:
                    used, end, fields = content.count("\n", start, stop), stop, row
                quoted[number + place] = fields
                if set(range(number + place + 1, number + place + used)) & set(wrong):
                    wrong.append(number + place)
                texts[place + 1 : place + used] = [""] * (used - 1)
                self.inside += used - 1
                self.blank -= used - 1
            place, start = place + used, end
        return quoted, 0

    def finish(self) -> None:
        """Complete the last session, or row, when all lines have been read."""
        if self.rest:
            content, self.rest = self.rest.removesuffix(b"\n"), b""
            self._read(content, self.lines - content.count(b"\n"), last=True)
        if self.is_sessions:
            self.settle(self.lines)

    def settle(self, last: int) -> None:
        """Take the displays of the records up to a line, where a visit ends."""
        self.run("CREATE TABLE later AS SELECT * FROM record WHERE n > $n", {"n": last})
        self.run("DELETE FROM record WHERE n > $n", {"n": last})
        self.run(formats.VISITS[self.format])
        self.run("INSERT INTO refused SELECT rule, n FROM record WHERE rule IS NOT NULL")
        self.run(formats.DISPLAYS)
        self.astray += self.one(formats.TOTALS)
        self.run("DROP TABLE record; ALTER TABLE later RENAME TO record")

    def stop(self, path: Path, at_end: bool = False) -> None:
        """Raise ClickLogError at the first bad line, if there is one.

        If it has a position 0, all lines must have been read, because their number decides about the remedy.
        """
        rule, number = self.one("SELECT arg_min(rule, n), min(n) FROM refused")
        if number is not None and (at_end or self.table is None or rule != formats.FROM_ZERO):
            raise self.refusal(path, rule, number)

    def refuse_all(self, path: Path) -> None:
        """Raise ClickLogError if the bad lines show that the file is of another kind than assumed."""
        for rule, share, few in (
            (formats.FROM_ZERO, STRAY, 0),
            (formats.SEVERAL_CLICKS, 0, 0),
            (formats.NO_CLICKS, STRAY, FEW),
            (formats.NOT_TEXT, STRAY, FEW),
        ):
            number, count = self.one("SELECT min(n), count(*) FROM refused WHERE rule = ?", [rule])
            if count > share * self.lines and count >= few:
                raise self.refusal(path, rule, number, count)

    def refusal(self, path: Path, rule: str, number: int, count: int = 0) -> ClickLogError:
        """The error for a bad line, with its place, the rule, its text, and a remedy.

        `count` is the number of such lines if they are too many to be left out.
        """
        line = next(line for line in lines(path) if line.number == number).content
        shown = line[:80].decode(errors="replace")
        table, remedy = self.table, 'To leave out such lines and count them: on_bad_line="skip"'
        if rule == formats.NO_CLICKS:
            remedy += f", if they are at most {STRAY:.0%} of the lines or fewer than {FEW}".replace("%", " %")
        if count:
            remedy = (
                f"{count:,} of {self.lines:,} lines are like this, too many to leave out. Correct them first"
            )
        if rule == formats.NOT_TEXT:
            remedy = (
                "If such lines were left out, every name with such a letter would be missing. "
                f"{tables.recipe('Another encoding')} converts the file to UTF-8"
            )
        elif table is not None and rule == formats.FROM_ZERO:
            (zeros,) = self.one("SELECT count(*) FROM refused WHERE rule = ?", [rule])
            top = self.one("SELECT count(*) FROM shown WHERE position = 1")[0] if self.by_page else 0
            remedy = f"{tables.zeros(zeros, top)}. {tables.recipe('Items that were not shown')} does so"
        elif table is not None and rule == formats.SEVERAL_CLICKS:
            like_plays = [x for x in table.header if x.lower() in tables.FAMILIAR["plays"]]
            remedy = (
                "Here a row is one display. Name the column with the number of displays of a row, "
                f"{table.remedy.format('plays', [*like_plays, '...'][0])}; or choose that repeated "
                f"clicks on one display count once, {table.remedy.format('plays', None)}; {tables.GRADES}"
            )
        elif table is not None and rule in (formats.NO_CLICKS, formats.NO_POSITION):
            word = tables.cell(table, table.clicks if rule == formats.NO_CLICKS else table.position, shown)
            if word == "":
                remedy = f"{tables.recipe('Empty cells')} reads an empty cell as 0, if that is its meaning"
            elif word is not None and rule == formats.NO_CLICKS and tables.A_RATE.fullmatch(word):
                remedy = tables.rates() if "%" in word else f"{remedy}. {tables.rates()}"
            elif word is not None and not tables.is_number(word):
                remedy = (
                    f"{tables.recipe('Words instead of numbers')} replaces every word by its number (1 for "
                    "a click, 0 for no click; 1 for the uppermost position)"
                )
        return ClickLogError(f"{path}, line {number}: {rule}; got {shown!r}. {remedy}")

    def report(self, path: Path) -> Report:
        """The report on the lines of a file, without the parts that come from the counts."""
        refused = {
            rule: (count, tuple(numbers))
            for rule, count, numbers in self.run(
                f"SELECT rule, count(*), list(n ORDER BY n)[:{FIRST_LINES}] FROM refused "
                "GROUP BY rule ORDER BY min(n)"
            ).fetchall()
        }
        used = self.lines - self.blank - self.inside - sum(count for count, _ in refused.values())
        totals = self.astray.tolist()
        return Report(
            str(path),
            self.format,
            self.lines,
            used,
            self.blank,
            refused,
            self.repeats,
            clicks_without_page=totals[0],
            clicks_before_page=totals[1],
            clicks_on_earlier_page=totals[2],
            test_pages=totals[3],
            last_line_cut=not self.ended,
            unused=self.table.unused if self.table else (),
        )

    def cells(self, path: Path, report: Report) -> ClickCounts:
        """The counts of rows that are counts."""
        self.run(
            "CREATE TABLE cell AS SELECT query, item, position, sum(clicks) AS clicks, "
            "sum(plays) AS plays, min(place) AS place FROM part GROUP BY ALL"
        )
        self.run("DROP TABLE part")
        (largest,) = self.one("SELECT max(greatest(clicks, plays)) FROM cell")
        if largest > MAX_COUNT:
            raise ClickLogError(f"{path}: a cell of the counts must be at most {MAX_COUNT:,}")
        more = "position, clicks::BIGINT AS clicks, plays::BIGINT AS plays, place"
        names, columns = self.numbered("cell", ("query", "item"), more)
        return counts(Cells(*names, *(columns[name] for name in Cells._fields[2:])), report)

    def pages(self, path: Path, report: Report, skips: bool) -> ClickCounts:
        """The counts of rows that are displays of pages; `skips` leaves out the few that are wrong."""
        texts = ("query", "item") if self.is_sessions else ("query", "item", "page", *self.labels)
        (most,) = self.one("SELECT max(greatest(clicks, place)) FROM shown")
        number = "INTEGER" if most < 2**31 else "BIGINT"  # with many rows, every byte matters
        more = f"position, clicks::{number} AS clicks, place::{number} AS place"
        more += f", page::{number} AS page" if self.is_sessions else ""
        names, columns = self.numbered("shown", texts, more)
        plays = np.ones(len(columns["item"]), np.int8)
        query, item, position, clicks = (columns[name] for name in ("query", "item", "position", "clicks"))
        rows = Cells(names[0], names[1], query, item, position, clicks, plays)
        page = columns["page"] if self.is_sessions else columns["page"] + 1
        page_columns = self.table.page if self.table is not None else ()
        labels = {
            label: (columns[label], values) for label, values in zip(self.labels, names[2:], strict=True)
        }
        last = self.lines if self.is_sessions else int(page.max())
        self.connection.close()
        if self.in_order:
            return counts(rows, report, order=in_order(rows, report, labels))
        try:
            return counts_of_pages(
                rows, page, page_columns, report, columns["place"], "line", last, skips, labels
            )
        except ClickLogError as error:
            raise ClickLogError(f"{path}: {error}; nothing was counted") from None

    def numbered(self, source: str, texts: tuple[str, ...], more: str) -> tuple[list, dict]:
        """The queries and items of a table; its rows in their order, with numbers for some texts.

        Numbers are in the order of the first rows.
        """
        joins, names = "", []
        for text in texts:
            self.run(
                f"CREATE TABLE {text}_number AS SELECT {text}, "
                "(row_number() OVER (ORDER BY first) - 1)::INTEGER AS number FROM "
                f"(SELECT {text}, min(place) AS first FROM {source} GROUP BY {text})"
            )
            joins += f" JOIN {text}_number USING ({text})"
            if text != "page":  # the millions of names of pages are not needed
                columns = self.run(f"SELECT {text} FROM {text}_number ORDER BY number").fetchnumpy()
                names.append(_plain(columns[text]))
        numbers = ", ".join(f"{text}_number.number AS {text}" for text in texts)
        self.run(f"CREATE TABLE numbered AS SELECT {numbers}, {more} FROM {source}{joins}")
        self.run(f"DROP TABLE {source}")  # free the memory of its texts
        columns = self.run("FROM numbered").fetchnumpy()
        for name in columns:  # one by one, because a second copy of all columns may not fit in memory
            columns[name] = _plain(columns[name])
        if (columns["place"][1:] < columns["place"][:-1]).any():  # DuckDB's own sort costs seconds
            order = np.argsort(columns["place"], kind="stable")
            for name in columns:
                columns[name] = columns[name][order]
        return names, columns


def _is_text(content: bytes) -> bool:
    """Whether bytes are UTF-8, with lines that are not too long."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    start = 0
    while (end := content.rfind(b"\n", start, start + files.MAX_LINE)) >= 0:
        start = end + 1
    return len(content) - start < files.MAX_LINE


def _plain(column: Any) -> np.ndarray:
    """A column without the mask of missing values, because no value is missing."""
    return np.ascontiguousarray(column.data if isinstance(column, np.ma.MaskedArray) else column)


def detect(
    path: Path,
    format: str | None = None,
    named: Mapping | None = None,
    first_position: int | None = None,
    separator: str | None = None,
) -> tuple[str, Table | None]:
    """The format of a file, and the columns if it is a table.

    A table is recognised by its header, or by `format` or `named` (see `table_of`). Otherwise the
    format is the one that accepts more than half of the first lines, if no other format accepts a
    tenth of them (a truncated line of one format can be a line of another). If there is none, a
    ClickLogError reports the number of lines that each format accepts.
    """
    if format in formats.RECORDS:
        return format, None
    sample = [line for line in itertools.islice(lines(path), SAMPLE) if line.content.strip()]
    if not sample:
        raise ClickLogError(f"{path} has no lines, so there is nothing to count")
    if b"\r" in sample[0].content:
        raise ClickLogError(
            f"{path}: the lines end with a carriage return alone. "
            f"{tables.recipe('Lines that end with a carriage return')} writes a copy whose lines end as usual"
        )
    header, delimiter, end = _header(sample, separator)
    if separator is None and (sign := tables.other_separator(header)):
        raise ClickLogError(f"{path}: the fields seem separated by {sign!r}; separator={sign!r} reads it")
    try:
        name, table = tables.table_of(header, named, first_position, delimiter)
        if nested := tables.nested(sample, {*table[:5], *table.page}) if delimiter == JSON else []:
            raise ClickLogError(f"the cells of column {nested[0]!r} are lists or objects")
        if format not in (None, name):
            raise ClickLogError(f"the columns are those of the format {name}, not of {format}")
        return name, table._replace(header_end=end)
    except ClickLogError as refusal:
        error = str(refusal)
        if format or named or separator or tables.looks_like_a_header(header) or delimiter == JSON:
            remedy = ""
            if delimiter == JSON and not header:
                error = "the lines are no JSON objects; only files with one object per line can be read"
            elif nested := tables.nested(sample) if delimiter == JSON else []:
                error = f"the cells of {', '.join(map(repr, nested))} contain objects, which are no columns"
                remedy = f". {tables.recipe('Nested JSON')} makes a row for every display in them"
            raise ClickLogError(f"{path}, line {sample[0].number}: {error}{remedy}") from None
    if sample[0].content.lstrip().startswith(b"["):
        raise ClickLogError(
            f"{path} looks like one JSON array, but only files with one object per line can be read. "
            f"{tables.recipe('A JSON array')} reads an array"
        )
    accepted = _accepted(sample)
    likely = max(accepted, key=lambda name: accepted[name])
    rival = max(count for name, count in accepted.items() if name != likely)
    if accepted[likely] > len(sample) / 2 and rival < len(sample) / 10:
        return likely, None
    if len(header) > 2 and all(tables.A_NAME.fullmatch(name) for name in header):
        raise ClickLogError(f"{path}, line {sample[0].number}: {error}")
    seen = ", ".join(f"{name} accepts {count}" for name, count in accepted.items())
    raise ClickLogError(
        f"{path}: the format is not clear. Of the first {len(sample)} lines, {seen}, and the first line "
        f"has no names of columns. Name the format, one of {', '.join(formats.FORMATS)}; or make a file "
        "with one row per display, under a first line such as query,item,position,click"
    )


def _header(sample: list[Lines], separator: str | None) -> tuple[list[str], str, int]:
    """The names of the columns of a table, their separator, and the last line of the header."""
    if not _is_text(sample[0].content):
        return [], ",", 1
    if sample[0].content.lstrip().startswith(b"{"):
        keys: dict[str, None] = {}
        for line in sample:
            try:
                keys |= dict.fromkeys(json.loads(line.content))
            except (ValueError, TypeError):
                continue
        return list(keys), JSON, 0
    texts = [line.content.decode(errors="replace") for line in sample]
    declared = re.fullmatch("sep=(.)", texts[0])  # as Excel writes it
    first = int(declared is not None and len(texts) > 1)
    head = "".join(texts[first:] if texts[first].count('"') % 2 else texts[first : first + 1])
    separator = separator or (declared[1] if declared else max("\t,;", key=head.count))
    content = "\n".join([*texts[first:], ""])
    names, end = tables.row_at(content, 0, separator)
    last = first + max(content.count("\n", 0, end or 0), 1) - 1
    return [name.strip() for name in names], separator, sample[last].number


def _accepted(sample: list[Lines]) -> dict[str, int]:
    """The number of lines that each format without a header accepts."""
    accepted = {}
    with tempfile.TemporaryDirectory(prefix="clickbandits-", ignore_cleanup_errors=True) as folder:
        for name in formats.RECORDS:
            reading = Reading(name, None, Path(folder))
            some = [line.content for line in sample]
            if name == "kdd":  # not records of sessions, whose third column is the kind
                kinds = [b"Q"], [b"C"], [b"T"]
                some = [text for text in some if text.split(b"\t")[2:3] not in kinds]
            if some:
                reading.take(Lines(1, b"\n".join([*some, b""])))
                reading.finish()
            (refused,) = reading.one("SELECT count(*) FROM refused")
            reading.connection.close()
            accepted[name] = len(some) - refused
    return accepted
