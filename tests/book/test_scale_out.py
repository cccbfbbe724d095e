"""The comparison at the end of a run on a cluster, and the record that the book shows."""

import re

import pytest

import scale_out
from clickbandits.simulate import processors
from compendium import cluster


def test_a_chunk_that_differs_is_named_and_what_one_store_lacks_is_not(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    for store, contents in (
        (one, {"a": b"1", "b": b"2"}),
        (other, {"a": b"1", "b": b"3", "c": b""}),
    ):
        store.mkdir()
        for name, content in contents.items():
            (store / f"{name}.npz").write_bytes(content)
    assert scale_out.compared(one, other) == (2, ["b.npz"])


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """A record that was written by the tool, and which the page reads."""
    path = tmp_path / "artifact" / "scale_out.csv"
    sent = {"run": cluster.SPEED_UP, "chunks": 40, "task_bytes": 12000, "answer_bytes": 4000}
    scale_out.record(path, [{"run": "quick", "workers": 9, "chunks": 1}])
    scale_out.record(
        path,
        [
            sent | {"workers": 1, "seconds": 8, "speed_up": 1, "round_trip_ms": 10, "worker_mb": 1},
            sent
            | {"workers": 2, "seconds": 5, "speed_up": 1.6, "round_trip_ms": 9, "worker_mb": 7},
        ],
    )
    seen = {"seconds": 600, "chunks": 1200, "compared": 1100, "differ": 3, "worker_mb": 300}
    scale_out.record(path, [{"run": "quick", "workers": 4, "replaced": 0} | seen])
    monkeypatch.setattr(cluster.rows, "__defaults__", (path,))
    return path


def test_a_run_takes_the_place_of_an_earlier_one_in_the_record(measured):
    rows = cluster.rows(measured)
    assert [(row["run"], row["workers"]) for row in rows] == [
        (cluster.SPEED_UP, "1"),
        (cluster.SPEED_UP, "2"),
        ("quick", "4"),
    ]
    assert {row["processors"] for row in rows} == {str(processors())}


def test_the_page_shows_what_is_on_record(measured):
    speed, book = cluster.speed_up().data, cluster.whole_book().data
    assert "| 2 | 5.0 | 1.60 | 7 MB |" in speed
    assert f"40 chunks. Measured on a machine with {processors()} processors" in speed
    assert "after 9 to 10 ms" in speed and "12,000 bytes, its answer 4,000." in speed
    assert "Profile `quick`: 1,200 chunks on 4 workers in 10 minutes" in book
    assert "No worker was killed" in book and "3 differ" in book and "1,100 chunks were" in book


def test_without_the_record_the_way_to_it_is_said(measured):
    measured.unlink()
    with pytest.raises(FileNotFoundError, match=r"scale_out.csv.*tools/scale_out.py --speed"):
        cluster.speed_up().data  # noqa: B018  the text is made when it is read


def test_the_record_of_the_project_has_the_speed_of_one_two_and_four_workers():
    rows = [row for row in cluster.rows() if row["run"] == cluster.SPEED_UP]
    assert [row["workers"] for row in rows] == ["1", "2", "4"]
    assert rows[0]["speed_up"] == "1.00" and all(int(row["worker_mb"]) > 0 for row in rows)
    assert re.search(r"\| 4 \| [\d.]+ \| [\d.]+ \| \d+ MB \|", cluster.speed_up().data)


def test_a_task_and_its_answer_are_weighed_as_run_sends_them(monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_CACHE", "is put back at the end")
    monkeypatch.setattr(scale_out, "SPEED", scale_out.replace(scale_out.SPEED, chunk=2))
    numbers = 8 * 2 * len(scale_out.SPEED.checkpoints)
    sent = scale_out.weighed()
    assert numbers < sent["answer_bytes"] < numbers + 400 and sent["task_bytes"] > 200


def test_only_a_whole_run_is_recorded(capsys):
    with pytest.raises(SystemExit):
        scale_out.main(["--record", "use/on_a_cluster"])
    assert "--record is for all notebooks together" in capsys.readouterr().err


@pytest.mark.parametrize("built", [True, False])
def test_what_was_played_is_compared_where_a_notebook_failed_too(
    monkeypatch, tmp_path, capsys, built
):
    def play(profile, names, target):
        stored = target / ".cache"
        stored.mkdir(parents=True)
        (stored / "a.npz").write_bytes(b"1")
        return stored, {"built": built, "replaced": True, "seconds": 1.0, "megabytes": 1.0}

    (tmp_path / "a.npz").write_bytes(b"1")
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path))
    monkeypatch.setattr(scale_out, "play", play)
    assert scale_out.main([]) == (0 if built else 1)
    said = capsys.readouterr()
    assert "1 of them are in" in said.out and "0 differ" in said.out
    assert ("not all notebooks" in said.err) is not built
