"""What playing on a cluster costs, as it was measured: the record of `tools/scale_out.py`."""

from __future__ import annotations

import csv
from pathlib import Path

from . import claims
from .pages import passage

RECORD = claims.ROOM.parents[1] / "artifact" / "scale_out.csv"
COLUMNS = (
    "run", "workers", "processors", "seconds", "speed_up", "round_trip_ms", "task_bytes",
    "answer_bytes", "worker_mb", "chunks", "replaced", "compared", "differ",
)  # fmt: skip
SPEED_UP = "speed"
"""The run that measures the speed-up; the other ones are named after the profile of the book."""


def rows(path: Path = RECORD) -> list[dict[str, str]]:
    """The rows of the record.

    Raises
    ------
    FileNotFoundError
        Where nothing was recorded; the message says how to.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except FileNotFoundError:
        raise FileNotFoundError(
            f"artifact/{path.name}, the record of what a cluster costs, is missing; get it back "
            "with git, or measure: `python tools/scale_out.py --speed`"
        ) from None


@passage
def speed_up() -> str:
    """The time of one experiment by the number of workers, and what a round trip costs."""
    measured = [row for row in rows() if row["run"] == SPEED_UP]
    lines = ["| workers | seconds | speed-up | memory of a worker |", "|--:|--:|--:|--:|"]
    for row in measured:
        lines.append(
            f"| {row['workers']} | {float(row['seconds']):.1f} | {float(row['speed_up']):.2f} "
            f"| {row['worker_mb']} MB |"
        )
    one = measured[0]
    trip = " to ".join(dict.fromkeys(f(measured, key=_trip)["round_trip_ms"] for f in (min, max)))
    return "\n".join(lines) + (
        f"\n\n{one['chunks']} chunks. Measured on a machine with {one['processors']} processors, "
        f"all workers on it. A task that does nothing is back after {trip} ms. A chunk's task has "
        f"{int(one['task_bytes']):,} bytes, its answer {int(one['answer_bytes']):,}."
    )


def _trip(row: dict[str, str]) -> float:
    return float(row["round_trip_ms"])


@passage
def whole_book() -> str:
    """What was seen when all simulations of the book were played on a cluster, if they were."""
    lines = [
        f"- Profile `{row['run']}`: {int(row['chunks']):,} chunks on {row['workers']} workers in "
        f"{float(row['seconds']) / 60:.0f} minutes, with {row['processors']} processors. "
        f"{'One worker was' if row['replaced'] == '1' else 'No worker was'} killed and replaced. "
        f"{int(row['compared']):,} chunks were compared with those that threads played; "
        f"{row['differ']} differ in a byte. A worker had at most {row['worker_mb']} MB."
        for row in rows()
        if row["run"] != SPEED_UP
    ]
    begin = "All simulations of the book were played on a local cluster, too (`make scale-out`):"
    return "\n".join([begin, "", *lines]) if lines else ""
