"""Logs are split into two parts by page, by time or at random; logs that cannot be split are refused."""

import gzip
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from clicklogs import ClickLogError, from_frame, read_log, split


def cells(counts):
    return {row[:3]: np.array(row[3:]) for row in counts.rows()}


def assert_parts(log, first, second):
    """The parts add up to the log, cell by cell."""
    total = Counter()
    for part in (first, second):
        for cell, (clicks, plays) in cells(part).items():
            assert 0 <= clicks <= plays > 0
            total[(*cell, "clicks")] += clicks
            total[(*cell, "plays")] += plays
    assert total == {
        (*cell, name): number
        for cell, numbers in cells(log).items()
        for name, number in zip(("clicks", "plays"), numbers, strict=True)
        if number or name == "clicks"
    }


def sessions(n, format):
    """A log in which every page has its own query, whose name is the number of the page from 0."""
    lines = []
    for page in range(n):
        session = page // 3
        shown = [20 + page % 5, 30, 40 + page % 2]
        if format == "yandex":
            lines += [f"{session}\tM\t1\t7"] * (page % 3 == 0)
            urls = "\t".join(f"{url},1" for url in shown)
            lines.append(f"{session}\t0\tQ\t{page}\t{page}\t1\t{urls}")
            lines += [f"{session}\t1\tC\t{page}\t30"] * (page % 4 == 0)
        else:
            urls = "\t".join(map(str, shown))
            lines.append(f"{session}\t0\tQ\t{page}\t0.0\t{urls}")
            lines += [f"{session}\t1\tC\t30\t\t"] * (page % 4 == 0)
    return "\n".join([*lines, ""])


@pytest.fixture(params=["relevance", "yandex", "frame"])
def log(request, tmp_path):
    if request.param == "frame":
        frame = pd.DataFrame(
            [
                (page, 20 + 10 * place, place, int(place == 2 and page % 4 == 0))
                for page in range(600)
                for place in (1, 2, 3)
            ],
            columns=["page", "item_id", "position", "click"],
        )
        return from_frame(frame, query="page", page="page")
    (tmp_path / "log").write_bytes(gzip.compress(sessions(600, request.param).encode()))
    return read_log(tmp_path / "log")


def test_a_page_goes_to_one_part_as_a_whole(log):
    first, second = split(log, share=0.7)
    assert_parts(log, first, second)
    assert not set(first.queries) & set(second.queries)  # every page has its own query
    assert abs(len(first) - 420) < 4.5 * (600 * 0.7 * 0.3) ** 0.5  # false alarm: 1e-5
    again, _ = split(log, share=0.7)
    other, _ = split(log, share=0.7, seed=1)
    assert list(again.rows()) == list(first.rows()) != list(other.rows())
    assert first.report.path == f"{log.report.path}, 70 %"
    assert second.report.path.endswith(", the other 30 %")


def test_by_time_the_first_pages_come_first(log):
    first, second = split(log, by="time", share=0.5)
    assert_parts(log, first, second)
    assert max(map(int, first.queries)) + 1 == min(map(int, second.queries))
    assert abs(len(first) - 300) < 5


def test_impressions_are_split_by_chance(log):
    first, second = split(log, by="impression", share=0.25)
    assert_parts(log, first, second)
    clicks, plays = sum(cells(first).values())
    assert abs(plays - 450) < 4.5 * (1800 * 0.25 * 0.75) ** 0.5
    assert abs(clicks - 37.5) < 4.5 * (150 * 0.25 * 0.75) ** 0.5


def test_counts_alone_are_not_split_by_page(tmp_path):
    (tmp_path / "log").write_text("query,item,position,clicks,plays\nq,a,1,300,1000\n")
    log = read_log(tmp_path / "log")
    for by in ("page", "time"):
        with pytest.raises(ClickLogError, match='apart .*, so it .* split by="impression"') as refused:
            split(log, by=by)
        assert "columns={'page': '...'} of read_log or page='...' of from_frame" in str(refused.value)
    first, second = split(log, by="impression", share=0.5)
    assert_parts(log, first, second)
    with pytest.raises(ValueError, match='by must be "page", "time" or "impression"'):
        split(log, by="user")
    with pytest.raises(ValueError, match=r"share must be in \(0, 1\); got 1"):
        split(log, share=1)


@pytest.mark.parametrize("by", ["page", "time", "impression"])
def test_an_empty_part_is_refused(by, tmp_path):
    frame = pd.DataFrame({"item_id": ["a"], "position": [1], "click": [1], "page": [1]})
    (tmp_path / "log").write_text("0\t0\tQ\t1\t0.0\t5\n")
    for log in (from_frame(frame, page="page"), read_log(tmp_path / "log")):
        with pytest.raises(ClickLogError, match="part .* is empty, .* too few displays"):
            split(log, by=by)
