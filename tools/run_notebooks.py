"""Compute the findings, execute the notebooks that are out of date, and write the book's pages.

A notebook's source is `notebooks/<name>.py` (jupytext, py:percent). Its kernel runs again exactly
when its code, the code that Python loads for it, its profile, the lock, or data it can read
changed. Then its page is written to `book/notebooks/`, with the present prose, for which no kernel
is needed. An undeclared parameter, a failing cell, or output on stderr stops the build with the
notebook's and the cell's name.

    python tools/run_notebooks.py --profile quick                  # all of them
    python tools/run_notebooks.py --profile quick pbm/estimation   # one
    python tools/run_notebooks.py --profile quick --check          # say which are out of date
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split
import argparse
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import defaultdict
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from threading import Thread

from tqdm import tqdm

from assemble import assemble, gather, remove_orphans
from compendium import claims, findings
from execute import NotebookError, quiet_kernels, run
from project import Project, claims_shown, select

ROOT = Path(__file__).resolve().parents[1]


def update(project, asked=(), jobs=2, only_check=False):
    """Bring findings, executed notebooks and pages up to date, all or those asked for.

    Returns the exit status. With `only_check` it says what is out of date, and does nothing.
    """
    try:
        scale, chosen = project.parameters["profile"], select(project.root, asked)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    os.environ["CLICKBANDITS_DATA"] = str(project.data.resolve())
    os.environ.setdefault("CLICKBANDITS_CACHE", str(project.root / ".cache"))
    missing = findings.missing(scale, claims_shown(project, chosen))
    stale = [name for name in chosen if not project.is_fresh(name)]
    if only_check:
        if missing:
            print(f"{len(missing)} findings are out of date for the profile {project.profile}")
        for name in stale:
            print(f"{name} is out of date for the profile {project.profile}")
        return 1 if stale or missing else 0
    print(f"{len(missing)} findings are to be computed", flush=True)
    if find(project, missing, scale, jobs):
        return go_on(project, asked)
    print(f"{len(chosen) - len(stale)} of {len(chosen)} notebooks are up to date", flush=True)
    if failed := run_all(project, stale, jobs):
        chosen = [name for name in chosen if name not in failed]
    gather(project, chosen)
    written = assemble(project, chosen)
    new = [name for name, files in written.items() if any(files.values())]
    print(f"{len(new)} pages are new" + (f": {', '.join(new)}" if new else ""), flush=True)
    if failed:
        return go_on(project, failed)
    if not asked:
        remove_orphans(project, written)
    return 0


def go_on(project, names):
    """Say what to run after a failure; returns the exit status."""
    command = " ".join([".venv/bin/python tools/run_notebooks.py --profile", project.profile, *names])
    print(
        f"to go on: mend what the errors above name, and `{command}`; what is finished is kept",
        file=sys.stderr,
    )
    return 1


def find(project, ids, scale, jobs):
    """Compute and store the findings of some claims; returns how many failed.

    Processes take a module each, so that what its checks share is compiled once.
    """
    steps = defaultdict(list)
    for id in ids:
        steps[claims.check_module(id).replace("compendium.", "checks/").replace(".", "/")].append(id)
    failures = 0
    for done, _ in side_by_side("files of checks", compute, steps, jobs, scale):
        for id, error in done.result().items():
            if error:
                failures += 1
                print(f"error: the check of {id} failed\n{error}", file=sys.stderr)
    return failures


def compute(_, ids, scale):
    """Have findings computed and stored; by id, what went wrong or nothing."""
    errors = {}
    for id in ids:
        try:
            findings.finding(id, scale)
            errors[id] = ""
        except Exception:
            errors[id] = traceback.format_exc()
    return errors


def run_all(project, stale, jobs):
    """Execute notebooks; returns the names of those that failed."""
    failed = []
    with quiet_kernels():
        steps = dict.fromkeys(stale, project)
        for done, name in side_by_side("notebooks", execute, steps, jobs):
            try:
                print(f"{name}: {done.result():.1f} s", flush=True)
            except NotebookError as error:
                failed.append(name)
                print(f"error: {error}", file=sys.stderr, flush=True)
            except Exception as error:  # a kernel or a worker that died
                failed.append(name)
                print(f"error: notebooks/{name}.py: {error!r}", file=sys.stderr, flush=True)
    return failed


def execute(name, project):
    """Execute a notebook; returns the seconds it took."""
    start = time.perf_counter()
    run(project, name)
    return time.perf_counter() - start


def side_by_side(what, call, steps, jobs, *more):
    """Call a function with each step's name and value, in processes; yield futures as they end.

    On a terminal a bar says how far it is, in a log a line a minute.
    """
    terminal, told = sys.stderr.isatty(), time.monotonic()
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(jobs, context, end_with_parent) as pool,
        tqdm(total=len(steps), desc=what, leave=False, disable=not terminal) as bar,
    ):
        pending = {pool.submit(call, name, value, *more): name for name, value in steps.items()}
        try:
            while pending:
                done, _ = wait(pending, 1 if terminal else 60, FIRST_COMPLETED)
                for future in done:
                    bar.update()
                    yield future, pending.pop(future)
                running = [name for future, name in pending.items() if future.running()]
                names = ", ".join(running[:jobs])  # one more waits in the pool
                bar.set_postfix_str(names)
                if not terminal and pending and time.monotonic() - told > 59:
                    told = time.monotonic()
                    ended = len(steps) - len(pending)
                    print(f"{what}: {ended} of {len(steps)}; running {names}", flush=True)
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()
            raise


def end_with_parent():
    """Make a process end, and its kernel with it, as soon as this tool is killed."""
    os.environ["TQDM_DISABLE"] = "1"  # one bar is enough
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tool decides what an interruption means

    def wait_for_parent():
        multiprocessing.parent_process().join()
        os._exit(1)

    Thread(target=wait_for_parent, daemon=True).start()


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", help="names such as pbm/estimation (default: all)")
    parser.add_argument("--profile", default="paper", help="a file profiles/<name>.yml")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks at a time")
    parser.add_argument("--check", action="store_true", help="only say which are out of date")
    options = parser.parse_args(arguments)
    project = Project(options.root.resolve(), options.profile)
    return update(project, options.notebooks, options.jobs, options.check)


if __name__ == "__main__":
    sys.exit(main())
