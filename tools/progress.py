"""How far a long command is: one line on a terminal, a line a minute in a log."""

from __future__ import annotations

import shutil
import sys
import time
from concurrent.futures import FIRST_COMPLETED, wait
from pathlib import Path
from statistics import median

EVERY = 60.0
"""Seconds between two lines in a log."""


def file(folder: Path, name: str) -> Path:
    """The file in which what goes by a name says how far its simulations are."""
    return folder / name.replace("/", "-")


def watched(running, what, jobs, costs=None, said=None):
    """Yield futures with their names as they end, and say meanwhile what goes on.

    Parameters
    ----------
    running : dict of concurrent.futures.Future to str
        A future tells whether it runs; of those that do, the first `jobs` are named.
    what : str, for example "notebooks"
    jobs : int, how many run at a time
    costs : dict of str to float, optional
        Processor seconds that each was measured to take. From these, and from the pace of those
        that ended on this machine, the time left is told; where it is absent, nothing is.
    said : pathlib.Path, optional
        The folder in which the simulations of each say how far they are (see `file`).
    """
    start, terminal = time.perf_counter(), sys.stderr.isatty()
    costs, ended, pending = costs or {}, [], dict(running)
    told, began = start, {}
    while pending:
        done, _ = wait(pending, 1.0 if terminal else EVERY, FIRST_COMPLETED)
        now = time.perf_counter()
        if terminal:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
        for future in done:
            ended.append(pending[future])
            yield future, pending.pop(future)
        names = list(pending.values())
        run = [name for future, name in pending.items() if future.running()][:jobs]
        began = {name: began.get(name, now if ended else start) for name in run}
        if pending and (terminal or now - told > EVERY - 1):
            told = now
            spent = {name: now - then for name, then in began.items()}
            left = _left(costs, ended, names, spent, now - start, jobs)
            line = (
                f"{what}: {len(ended)} of {len(running)} after {_minutes(now - start)}; "
                f"running {', '.join(_with_chunks(name, said) for name in began)}{left}"
            )
            if terminal:
                print(line[: _width()], end="", file=sys.stderr, flush=True)
            else:
                print(line, flush=True)


def _width():
    return shutil.get_terminal_size().columns - 1


def _with_chunks(name, said):
    """A name and, where it simulates, how many chunks of what are there."""
    path = said and file(said, name)
    text = path.read_text("utf-8") if path and path.exists() else ""
    return f"{name} ({text})" if text else name


def _left(costs, ended, pending, spent, seconds, jobs):
    """The time left in words, from measured costs and this machine's pace; "" where unknown.

    `spent` has the seconds of those that run: they count neither for the pace, nor as owed.
    """
    if not costs or not ended:
        return ""
    usual = median(costs.values())
    paid = sum(costs.get(name, usual) for name in ended)
    if not paid:  # what ended takes no time that a table shows
        return ""
    pace = max(seconds * jobs - sum(spent.values()), 0) / paid
    owed = [max(pace * costs.get(name, usual) - spent.get(name, 0), 0) for name in pending]
    return f"; about {_minutes(max(sum(owed) / jobs, *owed))} left"


def _minutes(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d} min"
