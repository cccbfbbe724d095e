"""Logs of other tools are read as they are meant, or refused with a remedy that counts them correctly."""

import bz2
import csv
import decimal
import io
import random
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clicklogs import ClickLogError, files, from_frame, from_pages, read_log
from clicklogs.command import main

FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}
BASE = {"position": [1, 2], "click": [1, 0]}


def refused(path, **options) -> str:
    with pytest.raises(ClickLogError) as error:
        read_log(path, **options)
    said = str(error.value)
    assert "nan" not in said and "b'" not in said
    return said


def arrow(values) -> pa.Array:
    return pa.array(values, pa.uint64() if values[0] == 2**63 + 1 else None)


def by_csv(text, delimiter=",") -> list:
    """The cells of a table with the columns query, item, note, position and click, by Python's own reader."""
    cells = {}
    for query, item, _, position, click in list(
        csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    )[1:]:
        cell = cells.setdefault((query, item, int(position)), [0, 0])
        cell[0], cell[1] = cell[0] + int(click), cell[1] + 1
    return sorted((*cell, *counts) for cell, counts in cells.items())


TEXTS = st.text(st.sampled_from('a1,;|"\n\r\t ä'), max_size=6)


@given(
    st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=12),
    st.sampled_from(",;|\t"),
    st.integers(5, 60),
)
@settings(max_examples=12, deadline=None)
def test_quotes_separators_and_ends_of_lines_within_fields_are_read(rows, delimiter, block):
    """Fields are read as RFC 4180 prescribes, in blocks of every size and with either end of line."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(files, "BLOCK", block)
        for end in ("\n", "\r\n"):
            out = io.StringIO(newline="")
            writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
            writer.writerow(["query", "item", "note", "position", "click"])
            writer.writerows((f"q{a}", f"i{b}", c, n % 3 + 1, n % 2) for n, (a, b, c) in enumerate(rows))
            path = Path(folder) / "log.csv"
            path.write_bytes(out.getvalue().encode())
            counts = read_log(path, separator=delimiter)
            assert sorted(counts.rows()) == by_csv(out.getvalue(), delimiter)
            assert counts.report.used == len(rows) and not counts.report.blank


def test_a_quote_without_an_end_costs_its_own_line_alone(log):
    text = 'item,position,click\n"a,1,1\n' + '"b",2,0\nc,3,1\n' * 3 + '"d,1,1\n'
    report = read_log(log(text), on_bad_line="skip").report
    assert report.used == 6 and [x[0] for x in report.refused.values()] == [2]


@pytest.mark.parametrize("other", ["", "\n", "x\n"])
@pytest.mark.parametrize(
    ("field", "item"),
    [
        (' "c"', "c"),
        ('  "c, d" ', "c, d"),
        ('"c" ', "c"),
        (' "c', ' "c'),
        (' "b" ""', ' "b" ""'),
        ('"" "c"', None),
        ('"c" d', None),
    ],
)
def test_spaces_around_quotes_are_read_alike_whatever_other_lines_there_are(field, item, other, log):
    """DuckDB drops a part of some of these fields, or refuses them, depending on the line."""
    path = log(f"item,position,click\na,1,1\n{field},2,0\n{other}")
    found = read_log(path, on_bad_line="skip")
    assert [row[1] for row in found.rows()] == (["a"] if item is None else ["a", item])


def test_notes_are_no_rows(log):
    text = 'item,note,position,click\na,"said\nb,,2,1\nc,,1,1\n",1,1\nb,,2,0\n'
    assert list(read_log(log(text), on_bad_line="skip").rows()) == [
        ("all", "a", 1, 1, 1),
        ("all", "b", 2, 0, 1),
    ]


def test_the_separator_is_named_told_or_proposed(log, capsys):
    text = "item|position|click\na|1|1\n"
    assert "separator='|'" in refused(log(text))
    assert list(read_log(log(text), separator="|").rows()) == [("all", "a", 1, 1, 1)]
    assert list(read_log(log("sep=;\nitem;position;click\na;1;1\n")).rows()) == [("all", "a", 1, 1, 1)]
    assert main(["counts", str(log(text))]) == 2 and "--separator '|'" in capsys.readouterr().err
    assert main(["counts", str(log(text)), "--separator", "|"]) == 0
    with pytest.raises(ValueError, match="one character"):
        read_log(log(text), separator="||")


@pytest.mark.parametrize(
    ("content", "what"),
    [(bz2.compress(b"item,position,click\n"), "bzip2"), (b"PK\3\4..", "zip"), (b"\x28\xb5\x2f\xfd", "zstd")],
)
def test_other_packings_are_named(content, what, log):
    assert what in refused(log(content)) and "Unpack it" in refused(log(content))


@pytest.mark.parametrize("bad", ["ä,1,1".encode("cp1252"), b"a,1,", b"a,1,ja"])
def test_what_happens_often_is_no_damage(bad, log):
    """Many lines that break a rule are not skipped, because the rule decides which displays are counted."""
    path = log(b"item,position,click\n" + b"\n".join([b"b,2,1"] * 500 + [bad] * 10))
    refused(path, on_bad_line="skip")
    some = log(b"item,position,click\n" + b"\n".join([b"b,2,1"] * 5000 + [bad] * 10))
    assert read_log(some, on_bad_line="skip").report.used == 5000


def test_a_position_0_has_two_readings(log):
    rows = "item,position,click\n" + "a,1,1\nb,2,0\nc,0,0\n" * 3
    for said in (refused(log(rows)), refused(log(rows), on_bad_line="skip")):
        assert "first_position=0" in said and "not shown" in said
    frame = pd.read_csv(log(rows))
    with pytest.raises(ClickLogError, match="uppermost.*not shown"):
        from_frame(frame)
    assert from_frame(frame[frame["position"] > 0]).for_query("all")[1].sum() == 6
    assert read_log(log(rows), first_position=0).for_query("all")[1].sum() == 9


IDENTIFIERS = {
    "decimal": [decimal.Decimal(12345678901234567890123456789012345678 + n) for n in (0, 1)],
    "decimal with places": [decimal.Decimal("12.50"), decimal.Decimal("7.00")],
    "bytes": [b"tea", "tüa".encode()],
    "long integers": [2**63 + 1, 2**63 + 2],
    "integers": [2**53 + 1, 2**53 + 2],
    "texts": ["007", "7"],
    "truth values": [True, False],
    "small floats": [1.0, 2.5],
}
LABELS = {"decimal with places": ["12.5", "7"], "bytes": ["tea", "tüa"], "small floats": ["1", "2.5"]}


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("of", IDENTIFIERS)
def test_identifiers_of_every_type_keep_every_digit(of, kind, tmp_path):
    values = IDENTIFIERS[of]
    columns = arrow(values) if kind == "arrow" else values
    frame = FRAMES[kind]({"item_id": columns, "page": columns, **BASE})
    expected = LABELS.get(of, [str(value) for value in values])
    pq.write_table(
        pa.table({"item_id": arrow(values), "page": arrow(values), **BASE}), tmp_path / "log [1]*?.parquet"
    )
    for counts in (
        from_frame(frame),
        from_frame(frame, page="page"),
        read_log(tmp_path / "log [1]*?.parquet"),
        read_log(tmp_path / "log [1]*?.parquet", {"page": "page"}),
    ):
        assert [row[1] for row in counts.rows()] == expected


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([2.0**53, 1.0], "floating point"),
        (np.array([2**24, 1], np.float32), "floating point"),
        ([["a"], ["b"]], "one text or number in each row"),
        ([{"a": 1}, {"a": 2}], "one text or number in each row"),
        ([b"\xff", b"a"], "not UTF-8"),
    ],
)
def test_what_is_no_identifier_or_has_lost_digits_is_refused(values, said, kind, tmp_path):
    columns = {
        "item_id": list(values) if kind == "pandas" and not isinstance(values, np.ndarray) else values,
        **BASE,
    }
    with pytest.raises(ClickLogError, match=said):
        from_frame(FRAMES[kind](columns))
    pq.write_table(pa.table({"item_id": values, **BASE}), tmp_path / "log")
    with pytest.raises(ClickLogError, match=said):
        read_log(tmp_path / "log")


def test_numbers_that_a_spreadsheet_has_shortened_are_told(log):
    (said,) = read_log(log("item,position,click\n1.58222E+18,1,1\n1e5,2,0\n")).report.unused
    assert "1.58222E+18" in said and "1 items" in said


@pytest.mark.parametrize("kind", FRAMES)
def test_the_librarys_own_names_are_known_in_every_frame(kind):
    rows = {"query": list("qr"), "item": list("ab"), "position": [1, 2], "clicks": [1, 0], "plays": [3, 4]}
    counts = from_frame(FRAMES[kind](rows))
    assert list(counts.rows()) == [("q", "a", 1, 1, 3), ("r", "b", 2, 0, 4)]
    assert list(from_frame(counts.frame()).rows()) == list(counts.rows())
    assert from_frame(FRAMES[kind](rows), query=None, plays=None).for_query("all")[1].sum() == 2
    lists = {"query": list("qr"), "items": [["a"], ["b"]], "clicked": ["a", None]}
    assert from_pages(FRAMES[kind](lists)).queries == ("q", "r")


@pytest.mark.parametrize(
    ("values", "said"),
    [([[1], [2]], "must hold numbers"), ([b"x", b"y"], "got 'x' in row 0"), ([0, 1], "two readings")],
)
@pytest.mark.parametrize("kind", FRAMES)
def test_a_position_of_any_type_is_answered_by_a_sentence(values, said, kind):
    with pytest.raises(ClickLogError, match=said) as error:
        from_frame(FRAMES[kind]({"item": ["a", "b"], "position": values, "click": [1, 0]}))
    assert "nan" not in str(error.value) and "b'" not in str(error.value)


@pytest.mark.parametrize("values", [[decimal.Decimal(1), decimal.Decimal(2)], [b"1", b"2"]])
@pytest.mark.parametrize("kind", FRAMES)
def test_positions_of_other_types_are_numbers(values, kind):
    counts = from_frame(FRAMES[kind]({"item": ["a", "b"], "position": values, "click": [True, False]}))
    assert list(counts.rows()) == [("all", "a", 1, 1, 1), ("all", "b", 2, 0, 1)]


def test_names_that_are_there_twice_are_refused():
    with pytest.raises(ClickLogError, match="'item' 2 times"):
        from_frame(pd.DataFrame([[1, 2, 1, 1]], columns=["item", "item", "position", "click"]))


@pytest.mark.parametrize(
    "clicked", [["tea", "cup"], [["tea"], ["cup"]], [np.array(["tea"]), np.array(["cup"])]]
)
@pytest.mark.parametrize("items", [list, np.array, tuple])
def test_lists_of_every_kind_are_pages(items, clicked):
    lists = [items(["cup", "tea"]), items(["cup", "tea"][::-1])]
    frame = pd.DataFrame({"items": pd.Series(lists), "clicked": pd.Series([clicked[0], clicked[1]])})
    assert sorted(from_pages(frame).rows()) == [
        ("all", "cup", 1, 0, 1),
        ("all", "cup", 2, 1, 1),
        ("all", "tea", 1, 0, 1),
        ("all", "tea", 2, 1, 1),
    ]
    for nothing in (None, np.nan, pd.NA, "", [], np.array([])):
        frame["clicked"] = pd.Series([nothing, nothing], dtype=object)
        assert from_pages(frame).for_query("all")[0].sum() == 0


@pytest.mark.parametrize("text", ["['tea', 'cup']", '["tea", "cup"]', "tea cup", "tea,cup", "tea|cup"])
def test_a_text_is_no_list(text):
    with pytest.raises(ClickLogError, match='instead of a list. The recipe "Lists that are texts"'):
        from_pages(pd.DataFrame({"items": [text], "clicked": ["tea"]}))


@pytest.mark.parametrize("cell", [[{"id": 1}], {"a": 1}, ["a", None], [["a"]]])
def test_lists_of_anything_else_are_refused(cell):
    with pytest.raises(ClickLogError, match="lists of texts or numbers"):
        from_pages(pd.DataFrame({"items": pd.Series([cell]), "clicked": [None]}))


def test_clicks_with_rows_of_their_own_do_not_count_a_display_twice():
    rng = random.Random(1)
    rows = [(page, "i", place, 0, f"{page} shown") for page in range(40) for place in (1, 2)]
    rows += [(page, "i", place, 1, f"{page} click") for page, _, place, *_ in rows if rng.random() < 0.2]
    frame = pd.DataFrame(rows, columns=["visit", "item", "position", "click", "stamp"])
    frame["item"] += frame["position"].astype(str)
    with pytest.raises(ClickLogError, match="'stamp' is the same in both rows"):
        from_frame(frame, page="stamp")
    assert from_frame(frame, page="visit").for_query("all")[1].sum() == 80


def test_the_name_of_the_temporary_folder_is_no_pattern(log, monkeypatch, tmp_path):
    room = tmp_path / "room [1]*"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    assert read_log(log("item,position,click\na,1,1\n")).for_query("all")[1].sum() == 1
