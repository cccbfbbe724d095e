"""The command reads every format, and refuses an unreadable file by a sentence and an exit code."""

import csv
import io
import os
from functools import partial

import pandas as pd
import pytest
from tests.clicklogs.tables import without_progress

from clickbandits.pbm.fitting import fit
from clicklogs import ClickLogError, command, files, read_log, tables

HEADER = "query,item,position,clicks,plays\n"


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the command on a content; returns its exit code, its output on both channels, and the counts."""

    def count(content, *options):
        (tmp_path / "log").write_bytes(content.encode() if isinstance(content, str) else content)
        out = tmp_path / "counts.csv"
        code = command.main(["counts", str(tmp_path / "log"), "--out", str(out), *options])
        said = capsys.readouterr()
        table = out.read_bytes().decode() if out.exists() else None
        written = table and list(csv.reader(io.StringIO(table, newline="")))
        assert {path.name for path in tmp_path.iterdir()} <= {"log", "counts.csv"}
        return code, said.out, without_progress(said.err), written

    return count


def test_the_counts_and_the_report(run):
    kdd = "0\t2\t9\t20\t7\t3\t2\t8\t1\t1\t1\t0\n\nbad\n5\t3\t9\t20\t7\t3\t1\t8\t1\t1\t1\t1\n"
    code, out, err, written = run(kdd, "--on-bad-line", "skip", "--format", "kdd")
    assert (code, err) == (0, "")
    assert written == [HEADER.strip().split(","), ["8", "20", "2", "0", "2"], ["8", "20", "1", "3", "3"]]
    for part in (
        "format kdd, 4 lines, 2 counted, 1 queries",
        "1 blank lines",
        "(line 3)",
        "1 lines refused: a row must have 12 columns",
        "2 repeat clicks",
    ):
        assert part in out


def test_what_was_written_is_read_as_the_same_counts(run, tmp_path):
    content = HEADER + 'q,"a, ""b""",1,2,5\nñ ,"c\rd",1000,0,1\nq,e,3,0,0\n'
    assert run(content)[0] == 0
    first, again = (read_log(tmp_path / name) for name in ("log", "counts.csv"))
    assert list(first.rows()) == list(again.rows()) and len(list(first.rows())) == 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "nothing to count"),
        ("\n \n\r\n", "nothing to count"),
        ("\ufeff", "nothing to count"),
        (HEADER, "no line shows an item (1 lines, 0 blank, 0 refused as counts)"),
        (HEADER + "q,a,1001,1,2\n", "log, line 2: position must be from 1 to 1000"),
        ("<script>alert(1)</script>\n" * 9, "the format is not clear"),
        (b"\x1f\x8b\x08\x00cut", "compressed data are damaged or cut"),
        (b"\x00" * 4_000_000, "the format is not clear"),
    ],
)
def test_what_cannot_be_read_ends_in_a_sentence_and_nothing_written(content, message, run):
    code, out, err, written = run(content)
    assert (code, out, written) == (2, "", None)
    (sentence,) = err.splitlines()
    assert message in sentence


@pytest.mark.parametrize(
    ("rows", "attraction", "examination"),
    [
        ("q,a,1,3,10\nq,b,1,1,10\n", [0.3, 0.1], [1]),  # one position
        ("q,a,1,8,10\nq,a,2,4,10\n", [0.8], [1, 0.5]),  # one item
        ("q,a,1,9,9\nq,b,2,9,9\nq,a,2,9,9\n", [1, 1], [1, 1]),  # all clicks
        ("q,a,1,0,9\nq,b,2,0,9\n", [0, 0], [1, 1]),  # none
    ],
)
def test_a_poor_log_is_counted_and_its_fit_says_what_it_knows(rows, attraction, examination, run, tmp_path):
    assert run(HEADER + rows)[0] == 0
    fitted = fit(*read_log(tmp_path / "log").for_query("q"))
    assert fitted.attraction == pytest.approx(attraction, abs=1e-6)
    assert fitted.examination == pytest.approx(examination, abs=1e-6)
    assert fitted.converged


@pytest.mark.parametrize("change", ["grows", "shrinks", "is replaced", "disappears"])
def test_a_file_that_changes_meanwhile_is_refused(change, monkeypatch, tmp_path):
    path, gathered = tmp_path / "log", files._gathered
    path.write_text(HEADER + "q,a,1,3,10\n" * 500)

    def meanwhile(stream):
        found = gathered(stream)
        if change == "grows":
            with open(path, "a") as file:
                file.write("q,a,1,3,10\n")
        elif change == "shrinks":
            os.truncate(path, 100)
        elif change == "is replaced":
            (tmp_path / "new").write_bytes(path.read_bytes())
            os.replace(tmp_path / "new", path)
        else:
            path.unlink(missing_ok=True)
        return found

    monkeypatch.setattr(files, "BLOCK", 1000)
    monkeypatch.setattr(files, "_gathered", meanwhile)
    with pytest.raises(ClickLogError, match=r"changed while it was read; nothing was counted"):
        read_log(path, format="counts")


@pytest.mark.parametrize("change", ["other rows", "other columns", "shorter", "gone"])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_file_that_changes_between_two_scans_is_refused(kind, change, monkeypatch, tmp_path):
    path, columns_of = tmp_path / f"log.{kind}", tables.table_of
    log = pd.DataFrame({"item": ["a", "b"] * 500, "position": [1, 2] * 500, "click": [1, 0] * 500})
    write = {"csv": partial(pd.DataFrame.to_csv, index=False), "parquet": pd.DataFrame.to_parquet}[kind]
    write(log, path)
    assert read_log(path).frame()["clicks"].tolist() == [500, 0]

    def meanwhile(*arguments, **named):
        """The columns, found in a first scan; the file changes before the next one."""
        if change == "other rows":
            write(log.assign(click=1 - log["click"]), path)
        elif change == "other columns":
            write(log[["click", "position", "item"]], path)
        elif change == "shorter":
            os.truncate(path, 10)
        else:
            path.unlink()
        return columns_of(*arguments, **named)

    monkeypatch.setattr(tables, "table_of", meanwhile)
    with pytest.raises(ClickLogError, match=rf"log.{kind} changed while it was read; .* read a copy"):
        read_log(path)


def test_what_cannot_be_written_leaves_the_old_counts(run, tmp_path, monkeypatch):
    assert run(HEADER + "q,a,1,3,10\n")[0] == 0
    monkeypatch.setattr(os, "fsync", lambda number: (_ for _ in ()).throw(OSError("disk is full")))
    code, out, err, written = run(HEADER + "q,b,1,3,10\n")
    assert (code, out, err) == (2, "", "error: disk is full\n")
    assert written[1] == ["q", "a", "1", "3", "10"]
