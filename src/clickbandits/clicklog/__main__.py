"""``python -m clickbandits.clicklog FILE``: report on a click log, and write its counts.

Exit code 0, or 2 with one line on standard error. The file of counts is whole or not there.
"""

from __future__ import annotations

import argparse
import csv
import sys
from io import TextIOWrapper
from pathlib import Path

from ..store import write_whole
from . import FORMATS, ClickCounts, Report, read


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m clickbandits.clicklog", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--format", choices=tuple(FORMATS), help="detected if not given")
    parser.add_argument("--on-bad-line", choices=("error", "skip"), default="error")
    parser.add_argument("--out", type=Path, help="where to write query,item,position,clicks,plays")
    options = parser.parse_args(arguments)
    try:
        counts = read(options.file, options.format, options.on_bad_line)
        if options.out:
            write(counts, options.out)
    except (ValueError, OSError, ModuleNotFoundError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    print("\n".join(sentences(counts.report, len(counts))))
    return 0


def sentences(report: Report, n_queries: int) -> list[str]:
    """The report in words, a line each; what did not occur is left out."""
    found = [
        f"{report.path}: format {report.format}, {report.lines:,} lines, {report.used:,} counted, "
        f"{n_queries:,} queries"
    ]
    for rule, (count, numbers) in report.refused.items():
        first = ", ".join(map(str, numbers)) + (", ..." if count > len(numbers) else "")
        found.append(f"{count:,} lines refused: {rule} (line {first})")
    amounts = {
        "blank lines": report.blank,
        "repeat clicks, not counted": report.repeat_clicks,
        "cells with more clicks than plays, cut to one click a play": report.cells_cut,
        "clicks on what their page does not show, not counted": report.clicks_without_page,
        "test pages without published clicks, left out": report.test_pages,
    }
    found += [f"{amount:,} {what}" for what, amount in amounts.items() if amount]
    return found + ["the last line has no end: the file may be cut"] * report.last_line_cut


def write(counts: ClickCounts, path: Path) -> None:
    """Write all cells as the format "counts", whole or not at all."""

    def write_rows(file):
        text = TextIOWrapper(file, encoding="utf-8", newline="")
        table = csv.writer(text)  # CRLF: it would not quote a lone CR otherwise
        table.writerow(("query", "item", "position", "clicks", "plays"))
        table.writerows(counts.rows())
        text.detach()

    write_whole(path, write_rows)


if __name__ == "__main__":
    sys.exit(main())
