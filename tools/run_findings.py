"""Compute the findings that are not stored, side by side: the first step of a build."""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread

import snapshot
from compendium import claims, findings
from progress import watched


def run(ids, profile, jobs):
    """Compute the findings of some claims that are not stored; returns how many failed.

    Processes take a module each, so that what its checks share is compiled once. A simulation in
    one of them uses all processors: what two need at a time, they share (see `experiments`).
    """
    start, missing = time.perf_counter(), findings.missing(profile, ids)
    modules = defaultdict(list)
    for id in missing:
        modules[claims.check_module(id)].append(id)
    os.environ["TQDM_DISABLE"] = "1"  # in the processes: one line of progress is enough
    failures = 0
    with ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent) as pool:
        running = {
            pool.submit(compute, ids, profile): name.removeprefix("compendium.").replace(".", "/")
            for name, ids in modules.items()
        }
        try:
            for done, _ in watched(running, "files of checks", jobs):
                for id, error in done.result().items():
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


def compute(ids, profile):
    """Have findings computed and stored; by id, what went wrong or nothing."""
    errors = {}
    for id in ids:
        try:
            findings.finding(id, profile)
            errors[id] = ""
        except Exception:
            errors[id] = snapshot.in_sources(traceback.format_exc())
    return errors


def end_with_parent():
    """Make a process end, and its kernel with it, as soon as this tool is killed."""

    def wait():
        parent_process().join()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tool decides what an interruption means
    Thread(target=wait, daemon=True).start()
