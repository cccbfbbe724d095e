"""Compute the findings that are not stored, side by side: the first step of a build."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process, resource_tracker
from pathlib import Path
from threading import Thread

import costs
import progress
import snapshot
from clickbandits.experiments import PROGRESS
from compendium import claims, findings


def run(ids, profile, jobs, root):
    """Compute the findings of some claims that are not stored; returns how many failed.

    Processes take a module each, so that what its checks share is compiled once, the dearest first.
    A simulation in one of them uses all processors: what two need at a time, they share (see
    `experiments`).
    """
    start, missing = time.perf_counter(), findings.missing(profile, ids)
    steps = defaultdict(list)
    for id in missing:
        steps[step(claims.check_module(id))].append(id)
    known, table = costs.known(root, profile), costs.measured_here(root, profile)
    os.environ["TQDM_DISABLE"] = "1"  # in the processes: one line of progress is enough
    failures = 0
    with (
        tempfile.TemporaryDirectory() as said,
        processes(jobs, len(steps)) as pool,
    ):
        running = {
            pool.submit(compute, steps[name], profile, progress.file(Path(said), name)): name
            for name in sorted(steps, key=lambda name: -known.get(name, 0))
        }
        try:
            for done, name in progress.watched(running, "files of checks", jobs, known, Path(said)):
                errors, cost = done.result()
                costs.keep(table, name, cost)
                for id, error in errors.items():
                    if error:
                        failures += 1
                        print(f"error: the check of {id} failed\n{error}", file=sys.stderr)
        except KeyboardInterrupt:
            print("stopped; the findings that were computed are kept", flush=True)
            os._exit(130)  # the processes end with this one
    del os.environ["TQDM_DISABLE"]
    seconds = f" in {time.perf_counter() - start:.0f} s" if missing else ""
    print(f"{len(missing)} of {len(ids)} findings computed{seconds}", flush=True)
    return failures


def step(module):
    """The name, in the tables of costs, of the checks of one module."""
    return module.replace("compendium.", "checks/").replace(".", "/")


def compute(ids, profile, said):
    """Have findings computed and stored; by id, what went wrong or nothing, and the cost of all.

    Simulations say in the file `said` how far they are.
    """
    errors = {}
    os.environ[PROGRESS] = str(said)
    with costs.measured() as cost:
        for id in ids:
            try:
                findings.finding(id, profile)
                errors[id] = ""
            except Exception:
                errors[id] = snapshot.in_sources(traceback.format_exc())
    return errors, cost


def processes(jobs, tasks):
    """A pool of processes that end with this one, and which an interruption does not reach.

    As many as there is work for begin here, while an interruption is ignored: they inherit that
    from their first moment on, and none dies with a traceback of what it was importing.
    """
    # Begun here so that it cleans up in silence what an interruption leaves.
    warnings = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore:resource_tracker"
    resource_tracker.ensure_running()
    del os.environ["PYTHONWARNINGS"]
    if warnings is not None:
        os.environ["PYTHONWARNINGS"] = warnings
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent)
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(min(jobs, tasks)):
            pool.submit(int)
    finally:
        signal.signal(signal.SIGINT, handler)
    return pool


def end_with_parent():
    """Make a process end, and its kernel with it, as soon as this tool is killed."""

    def wait():
        parent_process().join()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tool decides what an interruption means
    Thread(target=wait, daemon=True).start()
