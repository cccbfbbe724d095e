"""What a long command says of itself while it waits."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import progress


def slow(seconds):
    time.sleep(seconds)
    return seconds


def test_a_log_gets_a_line_at_intervals_with_what_runs_and_what_is_left(monkeypatch, capsys):
    monkeypatch.setattr(progress, "EVERY", 0.2)
    with ThreadPoolExecutor(1) as pool:
        running = {pool.submit(slow, 0.1): "a", pool.submit(slow, 1.0): "b"}
        costs = {"a": 10.0, "b": 100.0}
        ended = [
            (future.result(), name) for future, name in progress.watched(running, "pages", 1, costs)
        ]
    assert ended == [(0.1, "a"), (1.0, "b")]
    lines = capsys.readouterr().out.splitlines()
    assert lines and all(
        re.fullmatch(r"pages: 1 of 2 after 0:0\d min; running b; about 0:0\d min left", line)
        for line in lines
    )


def test_the_chunks_of_what_runs_are_said(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(progress, "EVERY", 0.2)
    progress.file(tmp_path, "pbm/simulations").write_text("pbm:figure-1a 3 of 9 chunks")
    with ThreadPoolExecutor(1) as pool:
        running = {pool.submit(slow, 0.5): "pbm/simulations", pool.submit(slow, 0.5): "across"}
        assert len(list(progress.watched(running, "pages", 1, said=tmp_path))) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("running pbm/simulations (pbm:figure-1a 3 of 9 chunks)")
    assert lines[-1].endswith("running across")


def test_nothing_is_said_of_what_ends_at_once(capsys):
    with ThreadPoolExecutor(2) as pool:
        running = {pool.submit(slow, 0): name for name in "abc"}
        assert {name for _, name in progress.watched(running, "pages", 2)} == set("abc")
    assert capsys.readouterr().out == ""


def test_without_measured_costs_no_time_is_promised():
    assert progress._left({}, ["a"], ["b"], {}, 10, 1) == ""
    assert progress._left({"a": 1.0}, [], ["b"], {}, 10, 1) == ""
    assert progress._left({"a": 0.0, "b": 1.0}, ["a"], ["b"], {}, 10, 1) == ""


def test_the_time_left_follows_the_pace_of_this_machine():
    costs = {"a": 10.0, "b": 30.0, "c": 30.0}
    assert progress._left(costs, ["a"], ["b", "c"], {}, 20, 1) == "; about 2:00 min left"
    assert progress._left(costs, ["a"], ["b", "c"], {}, 10, 2) == "; about 1:00 min left"
    running = {"b": 20, "c": 0}  # of 30 seconds on two processors, 20 went into b
    assert progress._left(costs, ["a"], ["b", "c"], running, 15, 2) == "; about 0:30 min left"
