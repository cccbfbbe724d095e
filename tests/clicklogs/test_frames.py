"""Counts from frames of three libraries, and frames of counts, agree with plain Python."""

import datetime
import random
import re
from collections import Counter
from zoneinfo import ZoneInfo

import dask.dataframe as dd
import duckdb
import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clicklogs import ClickLogError, from_frame, from_pages, read_log
from clicklogs.counts import MAX_COUNT, added_up

ROWS = {
    "keyword": ["tea", "tea", "tea", "cup", "tea"],
    "item_id": [7, 8, 7, 7, 7],
    "position": [1, 2, 1, 3, 2],
    "click": [True, False, False, True, True],
    "price": [1.5, None, 2, 2, 2],
}
CELLS = [("tea", "7", 1, 1, 2), ("tea", "8", 2, 0, 1), ("tea", "7", 2, 1, 1), ("cup", "7", 3, 1, 1)]
KINDS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table, "lazy": pl.LazyFrame}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_frame_gives_the_same_cells(kind):
    counts = from_frame(KINDS[kind](ROWS), query="keyword")
    assert list(counts.rows()) == CELLS
    assert counts.queries == ("tea", "cup") and counts.items("tea") == ("7", "8")
    clicks, plays = counts.for_query("tea")
    assert clicks.tolist() == [[1, 1], [0, 0]] and plays.tolist() == [[2, 1], [0, 1]]
    assert from_frame(KINDS[kind](ROWS)).queries == ("all",)


def test_the_cells_of_a_file_are_columns(tmp_path):
    rng = random.Random(5)
    rows = [
        (
            f"q{rng.randrange(30)}",
            f"{rng.choice('aä€')}{rng.randrange(40)}",
            rng.randint(1, 5),
            *sorted((rng.randint(0, 3), rng.randint(1, 3))),
        )
        for _ in range(3000)
    ]
    lines = [",".join(map(str, row)) for row in rows]
    path = tmp_path / "log"
    path.write_text("\n".join(["query,item,position,clicks,plays", *lines, ""]), "utf-8")
    counts = read_log(path)
    assert list(counts.frame().itertuples(index=False, name=None)) == list(counts.rows())
    clicks, plays = Counter(), Counter()
    for query, item, position, clicked, shown in rows:
        clicks[query, item, position] += clicked
        plays[query, item, position] += shown
    assert {row[:3]: row[3:] for row in counts.rows()} == {
        cell: (clicks[cell], plays[cell]) for cell in plays
    }
    frame = pd.DataFrame(rows, columns=["query", "item", "position", "clicks", "plays"])
    names = dict(query="query", item="item", clicks="clicks", plays="plays")
    assert list(from_frame(frame, **names).frame().itertuples()) == list(counts.frame().itertuples())


def test_cells_add_up_beyond_what_a_float_can_hold():
    zero, big = np.zeros(2, np.int64), 2**53 + 1
    label = np.array(["x"], dtype=object)
    cells = added_up(label, label, zero, zero, zero + 1, np.array([1, 0]), np.array([big, 2]))
    assert (cells.clicks.tolist(), cells.plays.tolist()) == ([1], [big + 2])
    assert MAX_COUNT == 2**63 - 1


@pytest.mark.parametrize("kind", KINDS)
def test_whole_floats_and_truth_values_are_numbers(kind):
    frame = {"item_id": [1.0, 2.0], "position": [0.0, 1.0], "click": [True, False], "n": [2.0, 3.0]}
    counts = from_frame(KINDS[kind](frame), plays="n", first_position=0)
    assert list(counts.rows()) == [("all", "1", 1, 1, 2), ("all", "2", 2, 0, 3)]
    texts = {**frame, "position": ["0", "1.0"], "click": ["True", "false"]}
    assert list(from_frame(KINDS[kind](texts), plays="n", first_position=0).rows()) == list(counts.rows())


def by_hand(rows):
    """The expected counts of a frame with pages, in which an item counts at its first position."""
    pages, cells, report = {}, {}, Counter()
    for page, query, item, position, click in rows:
        places, clicks = pages.setdefault((page, query), ({}, Counter()))
        report["again"] += item in places
        places[item] = min(position, places.get(item, position))
        clicks[item] += click
    by_page = [0] * 11
    for (_, query), (places, clicks) in pages.items():
        by_page[sum(number > 0 for number in clicks.values())] += 1
        for item, position in places.items():
            report["repeats"] += max(clicks[item] - 1, 0)
            cell = cells.setdefault((query, item, position), [0, 0])
            cell[0] += min(clicks[item], 1)
            cell[1] += 1
    return cells, report, tuple(by_page)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(0, 2)), max_size=30))
@settings(deadline=None, max_examples=60)
def test_pages_are_counted_one_by_one(shown):
    # The items of a page are at positions 1, 2, ... in the order in which the page shows them.
    rows, places = [], Counter()
    for page, item, click in shown or [(0, 0, 0)]:
        places[page] += 1
        rows.append((f"p{page}", f"q{page % 2}", f"i{item}", places[page], click))
    frame = pd.DataFrame(rows, columns=["day", "query", "item_id", "position", "click"])
    frame["user"] = 1.0
    counts = from_frame(frame.sample(frac=1, random_state=len(rows)), query="query", page=["user", "day"])
    cells, report, by_page = by_hand(rows)
    assert {row[:3]: list(row[3:]) for row in counts.rows()} == cells
    assert counts.report.repeated_items == report["again"]
    assert counts.report.repeat_clicks == report["repeats"]
    assert counts.report.clicks_by_page == by_page
    assert counts.report.cells_cut == 0


def test_more_clicks_than_plays_are_cut_and_reported():
    frame = pd.DataFrame({"item_id": "a", "position": [1, 1], "click": [3, 0], "n": [1, 1]})
    counts = from_frame(frame, plays="n")
    assert list(counts.rows()) == [("all", "a", 1, 2, 2)]
    assert (counts.report.repeat_clicks, counts.report.cells_cut) == (1, 1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"position": [1, 0, 1, 3, 2]}, "must hold whole numbers from 1 to 1000; got 0 in row 1"),
        ({"position": [1, None, 1, 3, 2]}, "got nothing in row 1"),
        ({"position": [1.0, 2.0, 1.5, 3.0, 2.0]}, "got 1.5 in row 2"),
        ({"position": list("1213x")}, "'position' must hold numbers.* got 'x' in row 4"),
        ({"click": [0, -1, 0, 0, 0]}, "'click' must hold whole numbers from 0 to 9+; got -1 in"),
        ({"item_id": ["a", None, "b", "c", "d"]}, "'item_id' must not be empty; it is in row 1"),
    ],
)
def test_a_bad_value_is_refused_with_its_row(kind, change, message):
    with pytest.raises(ClickLogError, match=message):
        from_frame(KINDS[kind]({**ROWS, **change}))


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"item_id": "doc"}, "no column 'item'; perhaps 'doc' is meant.*item='doc'"),
        ({"position": "rank"}, "no column 'position'; perhaps 'rank' is meant"),
        ({"position": "Position"}, "no column 'position'; perhaps 'Position' is meant"),
        ({"click": "cliked"}, "no column 'clicks'; perhaps 'cliked' is meant"),
        ({"item_id": "item_name"}, "no column 'item'; perhaps 'item_name' is meant"),
        ({"item_id": "Seite"}, r"no column 'item'\. The columns are 'keyword', .*item='...'"),
        ({"item_id": "x", "keyword": "terms"}, r"no column 'item'\. The columns are 'terms', .*item='...'"),
        ({"click": "zzz"}, r"no column 'clicks'\. The columns are 'keyword', .*clicks='...'"),
    ],
)
def test_a_missing_column_is_answered_with_what_looks_like_it(names, message):
    with pytest.raises(ClickLogError, match=message):
        from_frame(pd.DataFrame(ROWS).rename(columns=names))


SHOWN = pd.DataFrame(
    {"visit": [1, 1, 1, 2], "q": list("aabb"), "item_id": list("xyxy"), "position": 1, "click": 0}
)


@pytest.mark.parametrize(
    ("frame", "names", "message"),
    [
        ([1, 2], {}, "pandas, polars or Arrow is needed; got list"),
        (pd.DataFrame(ROWS)[:0], {}, "no rows"),
        (
            pd.DataFrame({**ROWS, "n": [1, 0, 1, 0, 1]}),
            {"plays": "n"},
            "with clicks must have plays; row 3 has none",
        ),
        (SHOWN, {"query": "q", "page": "visit"}, "page of row .from 0. 2 has two queries: 'visit' must dist"),
        (SHOWN, {"page": ["visit", "q"]}, "row .from 0. 1 has two items at one position: 'visi"),
        (SHOWN, {"page": "visit", "plays": "visit"}, "plays must be left out; leave out plays or page"),
        (
            SHOWN.rename(columns={"q": "sesion"}),
            {"page": "session"},
            "no column 'session'; perhaps 'sesion' is",
        ),
    ],
)
def test_what_cannot_be_counted_is_refused(frame, names, message):
    with pytest.raises(ClickLogError, match=message):
        from_frame(frame, **names)


NIGHT = [datetime.datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"), fold=x) for x in (0, 1)]
TYPES = {
    "text": pl.String,
    "integer": pl.Int64,
    "number": pl.Float64,
    "truth": pl.Boolean,
    "digits": pl.Decimal(38, 2),
    "day": pl.Date,
    "microseconds": pl.Datetime("us"),
    "nanoseconds": pl.Datetime("ns"),
    "in Berlin": pl.Datetime("us", "Europe/Berlin"),
    "in Berlin to the nanosecond": pl.Datetime("ns", "Europe/Berlin"),
    "duration": pl.Duration("ns"),
    "clock": pl.Time,
}
NO_LABELS = {"duration", "clock"}  # a Parquet file has numbers, or other texts, in their place

ROUNDED = {("duckdb", "duration"), ("duckdb", "clock"), ("pandas", "clock")}
"""Times that these libraries themselves round to microseconds when they take over the frame."""


def as_pandas(frame):
    return frame.to_pandas(use_pyarrow_extension_array=True)


LIBRARIES = {
    "polars": lambda frame: frame,
    "lazy": lambda frame: frame.lazy(),
    "arrow": lambda frame: frame.to_arrow(),
    "pandas with Arrow": as_pandas,
    "pandas": lambda frame: as_pandas(frame).astype({"x": object}),
    "dask": lambda frame: dd.from_pandas(as_pandas(frame), npartitions=2),
    "duckdb": lambda frame: duckdb.sql("FROM frame"),
}


# From 2.29 on, narwhals recommends a package for Dask, which it still supports itself.
@pytest.mark.filterwarnings("ignore:Dask support is moving out of Narwhals:FutureWarning")
@given(st.sampled_from(list(TYPES)), st.lists(st.integers(0, 2**40), min_size=1, max_size=8))
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_library_and_parquet_keep_the_same_things_apart(tmp_path, name, ticks):
    start = int(NIGHT[0].timestamp()) * 10**6
    step = 1800 * 10**6 if name == "in Berlin" else 1
    values = pl.Series(ticks, dtype=pl.Int64)
    if name in ("text", "integer", "number"):
        column = values.cast(TYPES[name])
    elif name == "truth":
        column = values % 2 == 0
    elif name == "day":
        column = (values % 20000).cast(pl.Int32).cast(pl.Date)
    elif name == "digits":
        column = values.cast(TYPES[name])
    else:
        column = (start * (name != "clock") + values % 1000 * step).cast(TYPES[name])
    frame = pl.DataFrame({"x": column, "position": 1, "click": 0})
    frame = pl.concat([frame, frame])
    expected = len(set(column.to_physical().to_list()))
    path = tmp_path / "log.parquet"
    frame.write_parquet(path)
    of_file = read_log(path, columns={"item": "x"})
    assert len(of_file.items("all")) == expected
    for library, made in LIBRARIES.items():
        if (library, name) in ROUNDED:
            continue
        counts = from_frame(made(frame), item="x")
        assert [row[2:] for row in counts.rows()] == [row[2:] for row in of_file.rows()], library
        if name not in NO_LABELS:
            assert counts.items("all") == of_file.items("all"), library
        assert len(from_frame(made(frame), item="click", query="x")) == expected, library
        pages = from_frame(made(frame), item="click", page="x").report.clicks_by_page
        assert pages is not None and pages[0] == expected, library
        if name not in NO_LABELS:
            lists = made(frame.with_columns(items=pl.lit(["a"]), clicked=None))
            assert len(from_pages(lists, query="x")) == expected, library


def test_the_remedy_for_a_parquet_file_runs(tmp_path):
    shown, path = pd.DataFrame({**ROWS, "click": [1, None, None, 1, 1]}), tmp_path / "o'log [1].parquet"
    shown.to_parquet(path)
    with pytest.raises(ClickLogError, match="got nothing in row 1") as refused:
        read_log(path, {"query": "keyword"})
    names = {"duckdb": duckdb}
    for pattern in (r"Here (frame) is (.*), which", r"replace it, (frame\['click'\]) = (.*); if"):
        exec("{} = {}".format(*re.search(pattern, str(refused.value)).groups()), names)
    assert sorted(from_frame(names["frame"], query="keyword").rows()) == sorted(CELLS)


def test_parquet_in_small_types_is_read_like_its_frame(tmp_path):
    shown = {
        "begins": list("abab"),  # every page has two runs of rows
        'it"em': list("xxyy"),
        "label": ["q", "r", "q", "r"],
        "position": [0, 0, 127, 127],  # the largest number of eight bits is 128 when counted from 1
        "click": [True, False, False, True],
    }
    names = {"item": 'it"em', "query": "label", "page": "begins"}
    frame, path = pd.DataFrame(shown), tmp_path / "log.parquet"
    frame.to_parquet(path)
    of_file, of_frame = read_log(path, names, first_position=0), from_frame(frame, **names, first_position=0)
    assert list(of_file.rows()) == list(of_frame.rows())
    assert [row[2:4] for row in of_file.rows()] == [(1, 1), (128, 0), (1, 0), (128, 1)]
    assert of_file.report.clicks_by_page == of_frame.report.clicks_by_page
    assert of_file.pages.page.tolist() == of_frame.pages.page.tolist() == [1, 2, 1, 2]
    for row in (0, 2):
        frame["begins"] = [None if n == row else name for n, name in enumerate(shown["begins"])]
        frame.to_parquet(path)
        with pytest.raises(ClickLogError, match=f"'begins' must not be empty; it is in row {row}"):
            read_log(path, names, first_position=0)


@pytest.mark.parametrize("kind", [pd.DataFrame, lambda frame: pl.DataFrame(frame, schema={"x": pl.Object})])
def test_the_hour_that_occurs_twice_is_two_hours_among_objects(kind):
    objects = kind({"x": np.array([*NIGHT, *NIGHT, True, 1, "1", "nothing"], dtype=object)})
    counts = from_frame(nw.from_native(objects).with_columns(position=nw.lit(1), click=nw.lit(0)), item="x")
    hours = ("2026-10-25 00:30:00+00:00", "2026-10-25 01:30:00+00:00")
    assert counts.items("all") == (*hours, "True", "1", "nothing")
    plays = counts.for_query("all")[1]
    assert plays.ravel().tolist() == [2, 2, 1, 2, 1]
    lists = pd.DataFrame({"items": [NIGHT], "clicked": [NIGHT[1:]]})
    assert [row[3] for row in from_pages(lists).rows()] == [0, 1]


def test_lists_of_times_are_refused_because_they_would_lose_digits():
    times = pl.Series([[100, 200]]).cast(pl.List(pl.Datetime("ns")))
    with pytest.raises(
        ClickLogError, match="'items' must have lists of texts or numbers; got lists of Datet"
    ):
        from_pages(pl.DataFrame({"items": times, "clicked": [None]}))
