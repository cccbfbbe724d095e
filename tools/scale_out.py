"""Play all simulations of a profile on a Dask cluster that loses and gains a worker; compare bytes.

    python tools/scale_out.py --profile paper --record   # all simulations, from nothing
    python tools/scale_out.py --speed                    # one of them on 1, 2 and 4 workers

The first executes the notebooks in a copy of the project whose `run` plays on a cluster of local
processes. A worker is killed when the first games are in, and another is added. Then every chunk
that both stores hold is compared, byte for byte, with those that threads played here before. What
was measured goes to `artifact/scale_out.csv`, which the page "On a cluster" shows: always from the
second command, with --record from the first.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import csv
import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median

from clickbandits import PBM_UCB, Experiment, pbm, run, store
from clickbandits.experiments import SCHEDULER
from clickbandits.simulate import processors
from compendium.cluster import COLUMNS, RECORD, SPEED_UP
from costs import megabytes
from reproducible import ROOT, copy_sources, environment

WORKERS = 4
TIMES = 3
"""How often a speed is measured; the shortest time counts, since others may use the machine."""
MEMORY = "1 GB"
"""What a worker may use; one that has more is ended and started again."""
SPEED = Experiment(
    SPEED_UP, pbm.MODEL, pbm.problem([0.3, 0.25, 0.2, 0.15, 0.1], [0.9, 0.6, 0.3]), [PBM_UCB],
    horizon=100_000, replications=400, seed=1, chunk=10,
)  # fmt: skip


@contextmanager
def cluster(workers):
    """Worker processes of one thread each on this machine, and a client of theirs."""
    from dask.distributed import Client, LocalCluster  # whoever reads the costs waits for no Dask

    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, memory_limit=MEMORY, host="127.0.0.1",
            dashboard_address=None,
        ) as processes,
        Client(processes) as client,
    ):  # fmt: skip
        yield processes, client


def lose_and_gain(workers, client, stored, killed):
    """Kill a worker for good as soon as a chunk is stored, and add another one."""
    while not any(stored.rglob("*.npz")):
        time.sleep(0.1)
    number, worker = next(iter(workers.workers.items()))
    killed.append(worker.pid)
    os.kill(worker.pid, signal.SIGKILL)
    client.sync(worker.close)  # the nanny, who would start it again
    workers.workers.pop(number, None)
    workers.scale(WORKERS)


def play(profile, names, target):
    """Execute notebooks in a copy, all games on a cluster; returns its store, and what was seen."""
    copy_sources(ROOT, target)
    stored, killed, start = target / ".cache", [], time.perf_counter()
    with cluster(WORKERS) as (workers, client):
        helper = threading.Thread(
            target=lose_and_gain, args=(workers, client, stored, killed), daemon=True
        )
        helper.start()
        command = [sys.executable, "tools/run_notebooks.py", "--profile", profile, *names]
        variables = environment(target) | {SCHEDULER: client.scheduler.address}
        built = not subprocess.run(command, cwd=target, env=variables).returncode
        helper.join(60)
        pids = client.run(os.getpid).values()
        memory = client.run(most_memory).values()
    replaced = len(pids) == WORKERS and bool(killed) and killed[0] not in pids
    return stored, {
        "built": built,
        "replaced": replaced,
        "seconds": time.perf_counter() - start,
        "megabytes": megabytes(max(memory)),
    }


def most_memory():
    """The most memory that this process had, in the system's unit."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def compared(one, other):
    """How many chunks both stores hold, and the names of those that differ in a byte."""
    both = {path.relative_to(one) for path in one.rglob("*.npz")}
    both &= {path.relative_to(other) for path in other.rglob("*.npz")}
    differ = [
        str(name) for name in both if (one / name).read_bytes() != (other / name).read_bytes()
    ]
    return len(both), sorted(differ)


class Weighing(Executor):
    """Plays here, and notes how many bytes a task and its answer have as they are sent."""

    def submit(self, function, /, *arguments):
        answer, done = function(*arguments), Future()
        self.task_bytes = len(pickle.dumps((function, arguments)))
        self.answer_bytes = len(pickle.dumps(answer))
        done.set_result(answer)
        return done


def seconds_from_nothing(experiment, executor):
    """How long an experiment takes with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CLICKBANDITS_CACHE"] = folder
        start = time.perf_counter()
        run(experiment, executor)
        return time.perf_counter() - start


def weighed():
    """The bytes of a chunk's task and of its answer."""
    scales = Weighing()
    seconds_from_nothing(replace(SPEED, replications=SPEED.chunk), scales)
    return {"task_bytes": scales.task_bytes, "answer_bytes": scales.answer_bytes}


def round_trip(executor):
    """The milliseconds until a task that does nothing is back, the median of 200."""
    taken = []
    for _ in range(200):
        start = time.perf_counter()
        executor.submit(int, pure=False).result()
        taken.append(time.perf_counter() - start)
    return 1000 * median(taken)


def speed():
    """Record how long one experiment takes on clusters of several sizes, each from nothing."""
    print("workers  seconds  speed-up")
    rows, alone, sent = [], None, weighed()
    for workers in (1, 2, 4):
        with cluster(workers) as (_, client):
            executor = client.get_executor()
            seconds_from_nothing(replace(SPEED, replications=SPEED.chunk * workers), executor)
            seconds = min(seconds_from_nothing(SPEED, executor) for _ in range(TIMES))
            trip = round_trip(executor)
            memory = max(client.run(most_memory).values())
        alone = alone or seconds
        print(f"{workers:7d}  {seconds:7.1f}  {alone / seconds:8.2f}", flush=True)
        rows.append(
            sent
            | {
                "run": SPEED_UP,
                "workers": workers,
                "chunks": len(SPEED.chunks()),
                "seconds": f"{seconds:.2f}",
                "speed_up": f"{alone / seconds:.2f}",
                "round_trip_ms": f"{trip:.1f}",
                "worker_mb": f"{megabytes(memory):.0f}",
            }
        )
    record(RECORD, rows)
    return 0


def record(path, rows):
    """Write rows of one run into the record, in the place of those of an earlier such run."""
    kept = []
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            kept = [row for row in csv.DictReader(file) if row["run"] != rows[0]["run"]]
    rows = [row | {"processors": processors()} for row in rows]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(sorted(kept + rows, key=lambda row: row["run"] != SPEED_UP))


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", help="names (default: all)")
    parser.add_argument("--profile", default="quick", help="a file profiles/<name>.yml")
    parser.add_argument("--speed", action="store_true", help="only measure the speed-up")
    parser.add_argument("--record", action="store_true", help="write what is seen into the record")
    options = parser.parse_args(arguments)
    if options.record and options.notebooks:
        parser.error("--record is for all notebooks together; name none")
    if options.speed:
        return speed()
    here = store.folder().resolve()
    with tempfile.TemporaryDirectory() as folder:
        there, seen = play(options.profile, options.notebooks, Path(folder) / "project")
        number, differ = compared(here, there)
        played = len(list(there.rglob("*.npz")))
    print(
        f"{played} chunks in {seen['seconds']:.0f} s on {WORKERS} workers, of which "
        f"{'one' if seen['replaced'] else 'NONE'} was killed and replaced; a worker had at most "
        f"{seen['megabytes']:.0f} MB"
    )
    print(f"{number} of them are in {here}, too: {len(differ)} differ")
    for name in differ:
        print(f"differs: {name}", file=sys.stderr)
    if not seen["built"]:  # what was played is compared all the same
        print("error: not all notebooks were executed; see above", file=sys.stderr)
        return 1
    if options.record:
        row = {
            "run": options.profile,
            "workers": WORKERS,
            "seconds": f"{seen['seconds']:.0f}",
            "worker_mb": f"{seen['megabytes']:.0f}",
            "chunks": played,
            "replaced": int(seen["replaced"]),
            "compared": number,
            "differ": len(differ),
        }
        record(RECORD, [row])
    return 1 if differ or not number or not seen["replaced"] else 0


if __name__ == "__main__":
    sys.exit(main())
