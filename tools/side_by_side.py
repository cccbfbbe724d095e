"""Run at a time what fits into memory together."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import RLock


def begin(
    calls: dict[str, Callable[[], Future]], jobs: int, megabytes: dict[str, float], free: float
) -> dict[Future, str]:
    """Begin tasks in their order, at most `jobs` at a time, and no more than fit into memory.

    One that does not fit lets the next that fits go first, so that no processor waits behind it;
    one that never fits runs alone.

    Parameters
    ----------
    calls : dict of str to callable
        Each begins a task and returns its future.
    jobs : int
    megabytes : dict of str to float
        The most memory that tasks were measured to take. One that is not among them is taken to
        need as much as the largest.
    free : float
        The memory that there is for all, in MB.

    Returns
    -------
    dict of concurrent.futures.Future to str
        The future of each task, in the order of `calls`; it runs when the task does.
    """
    largest = max(megabytes.values(), default=0.0)
    needs = {name: megabytes.get(name, largest) for name in calls}
    futures = {name: Future() for name in calls}
    waiting, running = list(calls), set()
    lock = RLock()  # a task that has ended already calls `end` at once

    def fill() -> None:
        with lock:
            while len(running) < jobs and (name := fitting()):
                waiting.remove(name)
                running.add(name)
                futures[name].set_running_or_notify_cancel()
                try:
                    task = calls[name]()
                except Exception as error:  # the pool is broken: a process of it died
                    running.remove(name)
                    futures[name].set_exception(error)
                else:
                    task.add_done_callback(partial(end, name))

    def fitting() -> str | None:
        left = free - sum(needs[name] for name in running)
        return next((name for name in waiting if not running or needs[name] <= left), None)

    def end(name: str, task: Future) -> None:
        with lock:
            running.remove(name)
            fill()
        if error := task.exception():
            futures[name].set_exception(error)
        else:
            futures[name].set_result(task.result())

    fill()
    return {future: name for name, future in futures.items()}
