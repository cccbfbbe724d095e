"""Play all simulations of a profile on a Dask cluster that loses and gains a worker; compare bytes.

    python tools/scale_out.py --profile paper     # every simulation of the book, from nothing
    python tools/scale_out.py --speed             # how long one takes on 1, 2 and 4 workers

The first executes the notebooks in a copy of the project whose `run` plays on a cluster of local
processes. A worker is killed when the first games are in, and another is added. Then every chunk
that both stores hold is compared, byte for byte, with those that threads played here before.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from dask.distributed import Client, LocalCluster

from clickbandits import PBM_UCB, Experiment, pbm, run, store
from clickbandits.experiments import SCHEDULER
from costs import megabytes
from reproducible import ROOT, copy_sources, environment

WORKERS = 4
MEMORY = "1 GB"
"""What a worker may use; one that has more is ended and started again."""
SPEED = Experiment(
    "speed", pbm.MODEL, pbm.problem([0.3, 0.25, 0.2, 0.15, 0.1], [0.9, 0.6, 0.3]), [PBM_UCB],
    horizon=100_000, replications=400, seed=1, chunk=10,
)  # fmt: skip


def cluster(workers):
    """Worker processes of one thread each on this machine."""
    return LocalCluster(
        n_workers=workers, threads_per_worker=1, memory_limit=MEMORY, host="127.0.0.1",
        dashboard_address=None,
    )  # fmt: skip


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
    with cluster(WORKERS) as workers, Client(workers) as client:
        helper = threading.Thread(
            target=lose_and_gain, args=(workers, client, stored, killed), daemon=True
        )
        helper.start()
        command = [sys.executable, "tools/run_notebooks.py", "--profile", profile, *names]
        variables = environment(target) | {SCHEDULER: client.scheduler.address}
        subprocess.run(command, cwd=target, env=variables, check=True)
        helper.join(60)
        pids = client.run(os.getpid).values()
        memory = client.run(most_memory).values()
    replaced = len(pids) == WORKERS and bool(killed) and killed[0] not in pids
    seconds = time.perf_counter() - start
    return stored, {"replaced": replaced, "seconds": seconds, "megabytes": megabytes(max(memory))}


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


def speed():
    """Print how long one experiment takes on clusters of several sizes, each from nothing."""
    print("workers  seconds  speed-up")
    alone = None
    for workers in (1, 2, 4):
        with (
            tempfile.TemporaryDirectory() as folder,
            cluster(workers) as processes,
            Client(processes) as client,
        ):
            os.environ["CLICKBANDITS_CACHE"] = folder
            run(replace(SPEED, id="warm", seed=2, replications=10 * workers), client.get_executor())
            start = time.perf_counter()
            run(SPEED, client.get_executor())
            seconds = time.perf_counter() - start
        alone = alone or seconds
        print(f"{workers:7d}  {seconds:7.1f}  {alone / seconds:8.2f}", flush=True)
    return 0


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", help="names (default: all)")
    parser.add_argument("--profile", default="quick", help="a file profiles/<name>.yml")
    parser.add_argument("--speed", action="store_true", help="only measure the speed-up")
    options = parser.parse_args(arguments)
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
    return 1 if differ or not number or not seen["replaced"] else 0


if __name__ == "__main__":
    sys.exit(main())
