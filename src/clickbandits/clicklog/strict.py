"""The strict reader: every line through the rules of its format, in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .files import Line, header_of, lines, text
from .formats import FORMATS, HEADERS, Header
from .tally import BadLine, ClickCounts, ClickLogError, Report, Tally, merge_repeats

FIRST_LINES = 5
"""How many line numbers the report keeps of every broken rule."""


def read(path: Path, format: str, on_bad_line: str) -> ClickCounts:
    """The counts of a file of a known format; raises as `clicklog.read`."""
    reading = Reading(path, format, on_bad_line, Tally())
    for line in lines(path):
        reading.take(line)
    if not reading.tally.cells:
        raise reading.no_item()
    return ClickCounts(
        reading.tally.cells, reading.report(*merge_repeats(path, reading.tally.cells))
    )


class Reading:
    """What is known of a file after some of its lines; the lines come to `take` in their order.

    header : Header or None, of a table whose header has come
    started : bool, whether the next line is read by the rules (a table's header is behind it)
    """

    def __init__(self, path, format: str, on_bad_line: str, tally: Tally):
        self.path, self.format, self.tally = path, format, tally
        self.stops = on_bad_line == "error"
        self.header: Header | None = None
        self.feed: Callable[[str], None] | None = None
        self.lines = self.used = self.blank = 0
        self.refused: dict[str, tuple[int, tuple[int, ...]]] = {}
        self.ended = True

    @property
    def started(self) -> bool:
        return self.feed is not None

    def take(self, line: Line) -> None:
        """Count a line, or refuse it; raises ClickLogError where bad lines are not skipped."""
        self.lines, self.ended = line.number, line.ended
        if not line.content.strip():
            self.blank += 1
            return
        try:
            content = text(line)
            if self.feed is None:
                self.feed = self._start(content)
                if self.header is not None:
                    return
            self.tally.line = line.number
            self.feed(content)
            self.used += 1
        except BadLine as rule:
            if self.stops:
                raise ClickLogError(
                    f"{self.path}, line {line.number}: {rule}; got {line.content[:80]!r}. "
                    'To leave out such lines and count them: on_bad_line="skip"'
                ) from None
            count, numbers = self.refused.get(str(rule), (0, ()))
            self.refused[str(rule)] = count + 1, (*numbers, line.number)[:FIRST_LINES]

    def _start(self, content: str) -> Callable[[str], None]:
        """What takes the lines from the first on that is text; of a table it is the header."""
        if self.format in HEADERS:
            self.header = header_of(content, self.format)
            if self.header is None:
                raise ClickLogError(
                    f"{self.path}, line {self.lines}: the header must name "
                    f"{', '.join(sorted(HEADERS[self.format]))}, each once; got {content[:80]!r}"
                )
        return FORMATS[self.format](self.tally, self.header)

    def report(self, repeat_clicks: int, cells_cut: int) -> Report:
        """The report on what was read; the arguments are what the counts themselves show."""
        return Report(
            str(self.path), self.format, self.lines, self.used, self.blank, self.refused,
            self.tally.repeat_clicks + repeat_clicks, cells_cut,
            self.tally.clicks_without_page, self.tally.test_pages, not self.ended,
        )  # fmt: skip

    def no_item(self) -> ClickLogError:
        """What is raised where the lines are read and none shows an item."""
        refused = sum(count for count, _ in self.refused.values())
        return ClickLogError(
            f"{self.path}: no line shows an item ({self.lines} lines, {self.blank} blank, "
            f"{refused} refused as {self.format})"
        )
