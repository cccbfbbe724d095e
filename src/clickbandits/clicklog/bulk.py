"""The bulk engine: the counts of a large file by DuckDB, in bounded memory.

Compiled kernels check every line of a block and turn the ordinary ones into events; the strict
reader takes all others, in their order (see `kernels`). DuckDB adds up, spilling to a temporary
folder, and the result stays on disk (see `stored`). So the counts, their order, the report and
every error are those of the strict reader by construction.

DuckDB, since on 2 million rows of KDD format it took 0.60 s of processor time and 176 MiB where
Polars took 0.64 s and 275 MiB, and since it can be held to a limit of memory. With the checks,
8 million rows (0.6 GB) took 7.5 s and, at a limit of 300 MB, 444 MiB. At the limit below a table of
6 million distinct cells took 16 s and 750 MiB, one of 15 million 38 s and 750 MiB.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from .._extras import needed
from . import kernels
from .files import Block, blocks, lines_of
from .stored import Columns, StoredCells
from .strict import Reading
from .tables import ONE_QUERY
from .tally import MAX_COUNT, MOST_CLICKS, ClickCounts, ClickLogError, Tally, too_many

MEMORY = "450MB"
"""What DuckDB may use before it spills."""

EVENT_FILE = 1 << 26
"""Bytes of events that are added up at once."""

ROWS = 50_000
"""Cells of the strict reader that are added up at once."""


def read(path: Path, format: str, table, on_bad_line: str, choose=None) -> ClickCounts:
    """As `strict.read`, for large files; raises ModuleNotFoundError where DuckDB is absent."""
    duckdb = needed("duckdb", "large logs need DuckDB", "logs")
    try:
        with tempfile.TemporaryDirectory(prefix="clickbandits-", ignore_cleanup_errors=True) as top:
            sums = Sums(Path(top), duckdb.connect)
            try:
                tally = StrangeLines(sums, choose)
                reading = Reading(path, format, table, on_bad_line, tally)
                for block in blocks(path):
                    _take(reading, sums, block)
                tally.flush()
                return _counts(reading, sums)
            finally:
                sums.connection.close()
    except duckdb.Error as error:
        raise ClickLogError(
            f"{path}: the counts could not be added up ({str(error).splitlines()[0]}); nothing "
            f"was counted. The temporary folder {tempfile.gettempdir()} needs as much room as the "
            "file has unpacked; TMPDIR names another"
        ) from error


class StrangeLines(Tally):
    """What the strict reader counts in a large file: handed on, so that it does not grow."""

    def __init__(self, sums, choose=None):
        super().__init__(choose)
        self._sums, self._rows = sums, []

    def count(self, query, item, position, clicks, plays):
        self._rows.append((query, item, position, clicks, plays, self.line))
        if len(self._rows) == ROWS:
            self.flush()

    def flush(self):
        if self._rows:
            self._sums.add_rows(self._rows)
            self._rows = []


class Sums:
    """Counts that are being added up; what exceeds the memory goes to the folder."""

    def __init__(self, folder: Path, connect: Callable):
        self.folder, self.events = folder, folder / "events"
        self.connection = connect(
            ":memory:",
            config={"memory_limit": MEMORY, "temp_directory": str(folder), "threads": 2,
                    "preserve_insertion_order": False},
        )  # fmt: skip
        self.connection.execute(
            "CREATE TABLE part (query VARCHAR, item VARCHAR, position SMALLINT, clicks BIGINT, "
            "plays BIGINT, place BIGINT)"
        )

    def add_events(self, data, events):
        """Add events of a block of bytes."""
        with open(self.events, "ab") as file:
            for start in range(0, len(events), ROWS):
                some = events[start : start + ROWS]
                texts = some[:, [kernels.Q_END, kernels.ITEM_END]].sum()
                texts -= some[:, [kernels.Q, kernels.ITEM]].sum()
                out = np.empty(texts + kernels.NUMBERS * len(some), np.uint8)
                file.write(out[: kernels.write(data, some, out)])
            size = file.tell()
        if size >= EVENT_FILE:
            self.add_file()

    def add_file(self):
        """Add what the file of events holds, and remove it."""
        if not self.events.exists():
            return
        self._add(
            f"read_csv('{self.events}', delim = chr({kernels.SEPARATOR}), quote = '', escape = '', "
            "comment = '', header = false, auto_detect = false, new_line = '\\n', columns = "
            "{'query': 'VARCHAR', 'item': 'VARCHAR', 'position': 'SMALLINT', 'clicks': 'BIGINT', "
            "'plays': 'BIGINT', 'line': 'BIGINT'})"
        )
        self.events.unlink()

    def add_rows(self, rows):
        """Add rows of query, item, position, clicks, plays, line."""
        names = ["query", "item", "position", "clicks", "plays", "line"]
        frame = pd.DataFrame(dict(zip(names, zip(*rows, strict=True), strict=True)))
        self.connection.register("rows_of_the_strict_reader", frame)
        self._add("rows_of_the_strict_reader")
        self.connection.unregister("rows_of_the_strict_reader")

    def _add(self, source):
        self.connection.execute(
            "INSERT INTO part SELECT query, item, position, sum(clicks), sum(plays), "
            f"min(line * 1024 + position) FROM {source} GROUP BY ALL"
        )


def _take(reading: Reading, sums: Sums, block: Block) -> None:
    """Count a block of whole lines."""
    number, offset = block.number, 0
    while not reading.started and offset < len(block.content):
        end = block.content.find(b"\n", offset) + 1 or len(block.content)
        for line in lines_of(Block(number, block.content[offset:end])):
            reading.take(line)
        number, offset = number + 1, end
    content = block.content[offset:]
    if not content:
        return
    data, events, strange, totals = _scanned(reading, content, number)
    before = 0
    for start, stop, first in strange.tolist():
        if start > before:  # a session begins: the kernel took all between
            reading.start()
        before = stop
        for line in lines_of(Block(first, content[start:stop])):
            reading.take(line)
    tally = reading.tally
    if tally.choose is not None and reading.knows_pages:
        events[~tally.choose(events[:, kernels.LINE]), kernels.POSITION] = 0
    sums.add_events(data, events)
    reading.used += int(totals[kernels.USED])
    reading.blank += int(totals[kernels.BLANK])
    tally.repeat_clicks += int(totals[kernels.REPEATS])
    tally.clicks_without_page += int(totals[kernels.WITHOUT_PAGE])
    tally.clicks_before_page += int(totals[kernels.BEFORE_PAGE])
    tally.clicks_on_earlier_page += int(totals[kernels.EARLIER_PAGE])
    tally.repeated_items += int(totals[kernels.AGAIN])
    tally.test_pages += int(totals[kernels.TEST_PAGES])
    for clicks, n_pages in enumerate(totals[kernels.BY_PAGE :].tolist()):
        tally.clicks_by_page[clicks] += n_pages
    reading.ended = content.endswith(b"\n")
    reading.lines = number - 1 + content.count(b"\n") + (not reading.ended)


def _scanned(reading, content, number):
    """The bytes, the events of the ordinary lines, the stretches of strange ones, the totals."""
    table = reading.table
    n_bytes = len(content)
    if table is not None and table.query is None:
        content = content if content.endswith(b"\n") else content + b"\n"
        n_bytes = len(content)
        content += ONE_QUERY.encode()
    data = np.frombuffer(content, np.uint8)
    least = {"kdd": 24, "yandex": 4, "relevance": 2}.get(reading.format, 6)  # bytes an event
    events = np.empty((n_bytes // least + 1, 8), np.int64)
    strange = np.empty((n_bytes // 3 + 2, 3), np.int64)
    ascii_only = not _is_text(content)
    totals = np.zeros(kernels.BY_PAGE + MOST_CLICKS + 1, np.int64)
    if reading.format == "kdd":
        sizes = kernels.kdd(data, number, ascii_only, events, strange, totals)
    elif table is not None:
        columns = [-1 if name is None else table.header.index(name) for name in table[:5]]
        sizes = kernels.table(
            data, n_bytes, number, np.array(columns), len(table.header), table.first_position,
            ord(table.delimiter), ascii_only, events, strange, totals,
        )  # fmt: skip
    else:
        yandex = reading.format == "yandex"
        sizes = kernels.sessions(data, number, yandex, ascii_only, events, strange, totals)
    return data, events[: sizes[0]], strange[: sizes[1]], totals


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _counts(reading: Reading, sums: Sums) -> ClickCounts:
    """What the parts amount to, in the order of the file."""
    run = sums.connection.execute
    sums.add_file()
    run("CREATE TABLE cell AS SELECT query, item, position, sum(clicks) AS clicks, "
        "sum(plays) AS plays, min(place) AS place FROM part GROUP BY ALL")  # fmt: skip
    run("DROP TABLE part")
    ((largest, n_cut, n_repeats),) = run(
        "SELECT max(greatest(clicks, plays)), count(*) FILTER (clicks > plays), "
        "sum(clicks - plays) FILTER (clicks > plays) FROM cell"
    ).fetchall()
    if largest is None:
        raise reading.no_item()
    if largest > MAX_COUNT:
        raise too_many(reading.path)
    columns = Columns(sums.folder)
    run("CREATE TABLE query AS SELECT query, min(place) AS place, count(*) AS n FROM cell "
        "GROUP BY query")  # fmt: skip
    for chunk in _chunks(run("SELECT query, n FROM query ORDER BY place")):
        columns.add_texts("queries", "query_end", chunk["query"])
        columns.add_lengths("cell_end", chunk["n"])
    for chunk in _chunks(run("SELECT row_number() OVER (ORDER BY place) - 1 AS number FROM query "
                             "ORDER BY query")):  # fmt: skip
        columns.add("by_text", chunk["number"])
    for chunk in _chunks(run(
        "SELECT item, position, least(clicks, plays)::BIGINT AS clicks, plays::BIGINT AS plays "
        "FROM (SELECT *, min(place) OVER (PARTITION BY query) AS first FROM cell) "
        "ORDER BY first, place"
    )):  # fmt: skip
        columns.add_texts("items", "item_end", chunk["item"])
        for name in ("position", "clicks", "plays"):
            columns.add(name, chunk[name])
    columns.close()
    report = reading.report(int(n_repeats or 0), n_cut)
    return ClickCounts(StoredCells(sums.folder), report)


def _chunks(result):
    """The rows of a query as data frames of bounded size."""
    while len(chunk := result.fetch_df_chunk(20)):
        yield chunk
