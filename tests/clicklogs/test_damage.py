"""Damaged files give the same counts, report or message however they are cut into blocks."""

import gzip
import random
import tempfile
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clicklogs import ClickLogError, counts, files, read_log, reading

from .damaged import HEADERS, NAMES, TRAPS, UNUSED, damaged_log, session, tidy_session, zipped


def outcome(path, **options):
    """Everything that a caller sees of a reading, or the message if the file is refused."""
    try:
        found = read_log(path, **options)
    except ClickLogError as error:
        assert str(path) in str(error)
        return str(error)
    rows = list(found.rows())
    assert all(0 <= clicks <= plays and position <= 1000 for *_, position, clicks, plays in rows)
    return found.report, rows, found.queries


def same(data, block, **options):
    """Check that blocks of a size do not change the result, with bad lines refused or skipped."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_bytes(data)
        for mode in ("error", "skip"):
            whole = outcome(path, on_bad_line=mode, **options)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(files, "BLOCK", block)
                assert outcome(path, on_bad_line=mode, **options) == whole
            assert not isinstance(whole, str) or "got b'" not in whole
    return whole


@given(st.sampled_from(NAMES), st.integers(0, 2**32), st.sampled_from([100, 1000]))
@settings(max_examples=50, deadline=None)
def test_blocks_make_no_difference_to_damaged_files(name, seed, block):
    rng = random.Random(seed)
    data = damaged_log(name, rng)
    options = {"format": name} if rng.random() < 0.5 else {}
    if options and name == "impressions":
        options["columns"] = {"plays": None}
    same(zipped(data, rng) if rng.random() < 0.3 else data, block, **options)


@given(st.sampled_from(NAMES), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_random_damage_to_compressed_files_ends_in_counts_or_in_the_documented_error(name, seed):
    """Compressed files with changed, dropped or doubled bytes raise only the documented error."""
    rng = random.Random(seed)
    lines = [*HEADERS.get(name, []), *(line for _ in range(9) for line in session(name, rng)), ""]
    data = bytearray(gzip.compress("\n".join(lines).encode()))
    for _ in range(rng.randint(1, 4)):
        place, length = rng.randrange(len(data)), rng.randint(1, 9)
        action = rng.choice(("change", "drop", "double"))
        if action == "change":
            data[place] = rng.randrange(256)
        elif action == "drop":
            del data[place : place + length]
        else:
            data[place:place] = data[place : place + length]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_bytes(data)
        for mode in ("error", "skip"):
            outcome(path, on_bad_line=mode)


@pytest.mark.parametrize("name", NAMES)
def test_blocks_make_no_difference_with_every_trap_in_a_long_log(name):
    rng = random.Random(7)
    lines = [line.encode() for line in HEADERS.get(name, [])]
    # A file of counts with as many unreadable numbers as `session` writes is refused as a whole.
    a_session = tidy_session if name == "counts" else session
    for trap in TRAPS * 3:
        lines += [line.encode() for _ in range(20) for line in a_session(name, rng)]
        lines.append(trap)
    columns = {"columns": {"plays": None}} if name == "impressions" else {}
    report, rows, _ = same(b"\n".join([*lines, b""]), 4096, format=name, **columns)
    assert report.used > 500 and len(report.refused) > 1 and rows


def test_a_file_with_many_unreadable_numbers_is_refused_with_a_remedy_that_was_not_tried(tmp_path):
    path = tmp_path / "log"
    path.write_text("query,item,position,clicks,plays\n" + "q,a,1,1.,2\n" * 30 + "q,b,1,1,2\n" * 30, "utf-8")
    with pytest.raises(ClickLogError, match="30 of 61 lines are like this") as stopped:
        read_log(path, on_bad_line="skip")
    assert "on_bad_line" not in str(stopped.value)


@pytest.mark.parametrize("name", [name for name in NAMES if name in HEADERS])
def test_a_clean_table_is_what_pandas_makes_of_it(name, tmp_path):
    rng = random.Random(3)
    lines = [*HEADERS[name], *(line for _ in range(500) for line in tidy_session(name, rng))]
    path = tmp_path / "log"
    path.write_text("\n".join([*lines, ""]), "utf-8")
    plain = pd.read_csv(path, dtype=str, keep_default_na=False).rename(
        columns={"url": "item", "pos": "position", "Click": "clicks", "Impression": "plays"}
    )
    if "plays" not in plain:
        plain["plays"] = 1
    for number in ("position", "clicks", "plays"):
        plain[number] = plain[number].astype(int)
    plain = plain[~((plain.clicks > 0) & (plain.plays == 0))]
    plain["position"] += name == "yandex-counts"
    cells = plain.groupby(["query", "item", "position"])[["clicks", "plays"]].sum()
    cells["clicks"] = cells[["clicks", "plays"]].min(axis=1)
    columns = {"plays": None} if name == "impressions" else None
    found = read_log(path, columns, on_bad_line="skip")
    assert {row[:3]: row[3:] for row in found.rows()} == dict(
        zip(cells.index, cells.itertuples(index=False, name=None), strict=True)
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rubbish", [b"\xff", b"x" * (1 << 16), b"x" * files.MAX_LINE])
def test_rubbish_in_a_column_that_is_not_used(name, rubbish, tmp_path):
    rng = random.Random(5)
    rows = [line.encode() for _ in range(9) for line in tidy_session(name, rng)]
    delimiter = b"\t" if name in UNUSED else b","
    fields = rows[4].split(delimiter)
    place = {"kdd": 2, "yandex": 1, "relevance": 1}.get(name, len(fields))
    rows[4] = delimiter.join([*fields[:place], rubbish, *fields[place + 1 :]])
    head = [(HEADERS[name][0] + ",more").encode()] if name in HEADERS else []
    rows = [row + b"," * (place == len(fields) and row != rows[4]) for row in rows]
    (tmp_path / "log").write_bytes(b"\n".join([*head, *rows, b""]))
    columns = {"plays": None} if name == "impressions" else None
    rules = ", ".join(read_log(tmp_path / "log", columns, name, on_bad_line="skip").report.refused)
    assert ("UTF-8" in rules) == (rubbish == b"\xff")
    assert ("shorter" in rules) == (len(rubbish) == files.MAX_LINE)


def test_a_session_that_comes_back_begins_anew(tmp_path):
    page, click, other = "0\t0\tQ\t8\t1\t20\t30", "0\t5\tC\t30", "1\t0\tQ\t8\t1\t30"
    (tmp_path / "log").write_text("\n".join([page, click, other, click, ""]))
    report = read_log(tmp_path / "log").report
    assert (report.clicks_before_page, report.repeat_clicks) == (1, 0)


def test_counts_beyond_64_bits_are_refused(monkeypatch, tmp_path):
    rows = ["q,a,1,0," + "9" * 12] * 50
    (tmp_path / "log").write_text("\n".join([HEADERS["counts"][0], *rows]))
    for module in (counts, reading):
        monkeypatch.setattr(module, "MAX_COUNT", 10**13)
    with pytest.raises(ClickLogError, match="must be at most"):
        read_log(tmp_path / "log")


def test_a_full_disk_ends_in_a_sentence(monkeypatch, tmp_path):
    (tmp_path / "log").write_text("query,item,position,clicks,plays\nq,a,1,3,10\n")

    def fails(*_):
        raise duckdb.IOException("no space left on device")

    monkeypatch.setattr(reading.Reading, "take", fails)
    with pytest.raises(ClickLogError, match="could not be added up .*no space left.* TMPDIR"):
        read_log(tmp_path / "log")


def test_no_temporary_file_is_left(monkeypatch, tmp_path):
    (tmp_path / "log").write_text("query,item,position,clicks,plays\nq,a,1,3,10\n")
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    found = read_log(tmp_path / "log")
    assert not list(room.iterdir())
    assert found.for_query("q")[1].tolist() == [[10]]
    with pytest.raises(KeyError, match="no query 'x'; it has 1 queries"):
        found.items("x")
