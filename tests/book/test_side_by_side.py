"""What runs at a time fits into memory together."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial

import costs
import side_by_side


class Tasks:
    """Tasks that run until they are ended by hand."""

    def __init__(self, names):
        self.begun, self.futures = [], {}
        self.calls = {name: partial(self.begin, name) for name in names}

    def begin(self, name):
        self.begun.append(name)
        self.futures[name] = Future()
        return self.futures[name]

    def end(self, name):
        self.futures[name].set_result(name)


def test_what_does_not_fit_waits_and_lets_go_first_what_does():
    tasks = Tasks("abcde")
    needs = {"a": 600.0, "b": 500.0, "c": 300.0, "d": 100.0, "e": 100.0}
    futures = side_by_side.begin(tasks.calls, 2, needs, 1000.0)
    assert tasks.begun == ["a", "c"], "a and b need 1100 MB"
    assert [name for future, name in futures.items() if future.running()] == ["a", "c"]
    tasks.end("c")
    assert tasks.begun == ["a", "c", "d"], "no processor waits behind b"
    tasks.end("a")
    assert tasks.begun == ["a", "c", "d", "b"]
    for name in "dbe":
        tasks.end(name)
    assert {future.result(): name for future, name in futures.items()} == dict(
        zip("abcde", "abcde", strict=True)
    )


def test_what_never_fits_runs_alone_and_what_was_not_measured_counts_as_the_largest():
    tasks = Tasks(["small", "large", "unknown", "last"])
    side_by_side.begin(tasks.calls, 2, {"small": 10.0, "large": 2000.0, "last": 995.0}, 1000.0)
    assert tasks.begun == ["small"]
    tasks.end("small")
    assert tasks.begun == ["small", "large"]
    tasks.end("large")
    assert tasks.begun == ["small", "large", "unknown"]
    tasks.end("unknown")
    assert tasks.begun[-1] == "last"


def test_without_measurements_as_many_run_as_are_allowed():
    tasks = Tasks("abc")
    side_by_side.begin(tasks.calls, 2, {}, 0.0)
    assert tasks.begun == ["a", "b"]


def test_a_task_that_fails_or_cannot_begin_tells_and_the_others_go_on():
    def refuse():
        raise OSError("the pool is broken")

    with ThreadPoolExecutor(1) as pool:
        calls = {"a": partial(pool.submit, int, "x"), "b": refuse, "c": partial(pool.submit, int)}
        futures = side_by_side.begin(calls, 1, {}, 0.0)
        assert not wait(futures, 10).not_done
    failed, refused, fine = futures
    assert isinstance(failed.exception(), ValueError) and fine.result() == 0
    assert str(refused.exception()) == "the pool is broken"


def test_memory_that_was_measured_here_goes_before_the_record(tmp_path):
    for path, megabytes in (
        (costs.on_record(tmp_path, "quick"), {"a": 300.0, "b": 400.0}),
        (costs.measured_here(tmp_path, "quick"), {"a": 500.0, "b": None}),
    ):
        for step, peak in megabytes.items():
            cost = {"wall_seconds": 1.0, "processor_seconds": 2.0}
            costs.keep(path, step, cost | ({"peak_memory_mb": peak} if peak else {}))
    assert costs.known(tmp_path, "quick", "peak_memory_mb") == {"a": 500.0, "b": 400.0}
    assert costs.known(tmp_path, "paper") == {}
