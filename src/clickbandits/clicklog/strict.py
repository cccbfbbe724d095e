"""The strict reader: every line through the rules of its format, in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .files import Line, lines, text
from .formats import FORMATS
from .tables import Table
from .tally import BadLine, ClickCounts, ClickLogError, Report, Tally, empty_part, merge_repeats

FIRST_LINES = 5
"""How many line numbers the report keeps of every broken rule."""


def read(path: Path, format: str, table: Table | None, on_bad_line: str, choose=None):
    """The counts of a file of a known format, or of the pages that `choose` names there.

    Raises as `clicklog.read_log`.
    """
    if table is not None and table.page:
        return _read_pages(path, format, table, on_bad_line)
    reading = Reading(path, format, table, on_bad_line, Tally(choose))
    for line in lines(path):
        reading.take(line)
    if not reading.tally.cells:
        raise reading.no_item()
    report = reading.report(*merge_repeats(path, reading.tally.cells))
    return ClickCounts(reading.tally.columns(), report)


def _read_pages(path: Path, format: str, table: Table, on_bad_line: str) -> ClickCounts:
    from .paging import PageRows  # pandas, which other tables do not need

    tally = PageRows()
    reading = Reading(path, format, table, on_bad_line, tally)
    for line in lines(path):
        reading.take(line)
    if not reading.used:
        raise reading.no_item()
    try:
        return tally.counts(table.page, reading.report(0, 0))
    except ClickLogError as error:
        raise ClickLogError(f"{path}: {error}; nothing was counted") from None


class Reading:
    """What is known of a file after some of its lines; the lines come to `take` in their order.

    table : Table, where the format has a header
    knows_pages : bool, whether the format tells the displays of a list apart
    started : bool, whether the next line is read by the rules (a table's header is behind it)
    """

    def __init__(self, path, format: str, table: Table | None, on_bad_line: str, tally: Tally):
        self.path, self.format, self.table, self.tally = path, format, table, tally
        self.knows_pages = format in ("yandex", "relevance")
        self.stops = on_bad_line == "error"
        self.feed: Callable[[str], None] | None = None
        self.lines = self.used = self.blank = 0
        self.refused: dict[str, tuple[int, tuple[int, ...]]] = {}
        self.ended = True

    @property
    def started(self) -> bool:
        return self.feed is not None

    def start(self) -> None:
        """Read on as at the begin of a session."""
        self.feed = FORMATS[self.format](self.tally, self.table)

    def take(self, line: Line) -> None:
        """Count a line, or refuse it; raises ClickLogError where bad lines are not skipped."""
        self.lines, self.ended = line.number, line.ended
        if not line.content.strip():
            self.blank += 1
            return
        try:
            content = text(line)
            if self.feed is None:
                self.start()
                if self.table is not None:
                    return  # this line is the header
            self.tally.line = line.number
            self.feed(content)  # type: ignore[misc]
            self.used += 1
        except BadLine as rule:
            if self.stops:
                raise ClickLogError(
                    f"{self.path}, line {line.number}: {rule}; got {line.content[:80]!r}. "
                    'To leave out such lines and count them: on_bad_line="skip"'
                ) from None
            count, numbers = self.refused.get(str(rule), (0, ()))
            self.refused[str(rule)] = count + 1, (*numbers, line.number)[:FIRST_LINES]

    def report(self, repeat_clicks: int, cells_cut: int) -> Report:
        """The report on what was read; the arguments are what the counts themselves show."""
        tally = self.tally
        return Report(
            str(self.path), self.format, self.lines, self.used, self.blank, self.refused,
            tally.repeat_clicks + repeat_clicks, cells_cut, tally.clicks_without_page,
            tally.clicks_before_page, tally.clicks_on_earlier_page, tally.repeated_items,
            tally.test_pages, not self.ended,
            tuple(tally.clicks_by_page) if self.knows_pages else None,
        )  # fmt: skip

    def no_item(self) -> ClickLogError:
        """What is raised where the lines are read and none shows an item."""
        if self.tally.choose is not None:
            return empty_part(self.path)
        refused = sum(count for count, _ in self.refused.values())
        return ClickLogError(
            f"{self.path}: no line shows an item ({self.lines} lines, {self.blank} blank, "
            f"{refused} refused as {self.format})"
        )
