"""What the steps of a build cost: every build measures them, and one from nothing is recorded.

A step is a notebook, such as `pbm/estimation`, or a file of checks: `checks/pbm/estimation/design`.
"""

from __future__ import annotations

import csv
import resource
import sys
import time
from contextlib import contextmanager
from pathlib import Path

COLUMNS = ("step", "wall_seconds", "processor_seconds", "peak_memory_mb")


def on_record(root: Path, profile: str) -> Path:
    """The table of a build of the profile from nothing, on two processors, if there is one."""
    return root / "artifact" / "costs" / f"{profile}.csv"


def measured_here(root: Path, profile: str) -> Path:
    """The table of what the steps cost on this machine when they last ran."""
    return root / "_build" / "costs" / f"{profile}.csv"


def read(path: Path) -> dict[str, dict[str, str]]:
    """The rows of a table of costs by step; none where there is no table."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["step"]: row for row in csv.DictReader(file)}


def known(root: Path, profile: str, column: str = "processor_seconds") -> dict[str, float]:
    """What each step took of one thing: what it cost here, or else what is on record."""
    tables = map(read, (on_record(root, profile), measured_here(root, profile)))
    return {
        step: float(row[column]) for table in tables for step, row in table.items() if row[column]
    }


def keep(path: Path, step: str, cost: dict[str, float]) -> None:
    """Write the cost of a step into a table, in the place of an older one."""
    rows = read(path) | {step: {"step": step} | {name: f"{cost[name]:.1f}" for name in cost}}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(rows[step] for step in sorted(rows))


@contextmanager
def measured():
    """A dict that has, when the block has ended, the seconds it took, its processes included."""
    cost: dict[str, float] = {}
    wall, processor = time.perf_counter(), _processor_seconds()
    try:
        yield cost
    finally:
        cost["wall_seconds"] = time.perf_counter() - wall
        cost["processor_seconds"] = _processor_seconds() - processor


def _processor_seconds() -> float:
    """Seconds of this process, all its threads, and of its children that have ended."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


AT_END = """
def note_memory():
    import os, resource
    with open(os.environ["{variable}"], "w") as file:
        file.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
__import__("atexit").register(note_memory)
del note_memory
"""
"""What a kernel runs when it starts, to note at its end the most memory it had."""
PEAK = "CLICKBANDITS_PEAK"
"""The variable of the environment that names the file for it."""


def peak(path: Path) -> dict[str, float]:
    """The most memory that a kernel had, in MB; nothing where it was killed."""
    return {"peak_memory_mb": megabytes(int(path.read_text("utf-8")))} if path.exists() else {}


def megabytes(maxrss: int) -> float:
    """The most memory of a process, as `getrusage` gives it, in MB."""
    return maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6  # in bytes there
