"""Compute the findings, execute the notebooks that are out of date, and write the book's pages.

A notebook's source is `notebooks/<name>.py` (jupytext, py:percent). Its kernel runs again if and only if
its code, the code that Python loads for it, its profile, the lock file, or data it can read have changed.
Its page is then written to `book/notebooks/` with the present text, for which no kernel is needed. An
undeclared parameter, a failing cell or output on stderr stops the build, and the error names the notebook
and the cell.

    python tools/run_notebooks.py --profile quick                  # all of them
    python tools/run_notebooks.py --profile quick pbm/estimation   # one
    python tools/run_notebooks.py --profile quick --check          # list those that are out of date
"""

from __future__ import annotations

import interrupts  # noqa: F401
import surroundings  # noqa: F401

# isort: split
import argparse
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections import defaultdict
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from threading import Thread

from tqdm import tqdm

from assemble import assemble, gather, last_build, remove_orphans
from compendium import claims, findings
from execute import NotebookError, quiet_kernels, run
from project import Project, claims_shown, select

ROOT = Path(__file__).resolve().parents[1]


def update(project, names=(), jobs=2, only_check=False):
    """Bring findings, executed notebooks and pages up to date, all or those of some names.

    Returns the exit status. With `only_check`, the parts that are out of date are only listed.
    """
    try:
        scale, chosen = project.parameters["profile"], select(project.root, names)
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
    print(f"{len(chosen) - len(stale)} of {len(chosen)} notebooks are up to date", flush=True)
    failed = work(steps(project, missing, stale), jobs)
    chosen = [name for name in chosen if name not in failed]
    last = last_build(project)
    if names and last.profile not in ("", scale):
        print(f"the pages are of the profile {last.profile} and stay as they are", flush=True)
    elif not failed.intersection(missing):
        gather(project, chosen, last.found if (names or failed) and last.profile == scale else {})
        written = assemble(project, chosen)
        new = [name for name, files in written.items() if any(files.values())]
        print(f"{len(new)} pages are new" + (f": {', '.join(new)}" if new else ""), flush=True)
    if failed:
        again = names if failed.intersection(missing) else sorted(failed)
        command = " ".join([".venv/bin/python tools/run_notebooks.py --profile", project.profile, *again])
        print(
            f"to continue, fix the errors above and run `{command}`; finished work is kept", file=sys.stderr
        )
        return 1
    if not names:
        remove_orphans(project, written)
    return 0


def steps(project, ids, names):
    """The work list: by name, the function and the arguments of each step.

    A step is a notebook, or a file of checks, whose common code is then compiled only once. Companions come
    last. Beside their chapters they would play the same games, because neither has finished them.
    """
    files = defaultdict(list)
    for id in ids:
        files[claims.check_module(id).replace("compendium.", "checks/").replace(".", "/")].append(id)
    scale = project.parameters["profile"]
    return {file: (compute, file_ids, scale) for file, file_ids in files.items()} | {
        name: (execute, project, name) for name in sorted(names, key=lambda name: name.endswith("_detail"))
    }


def compute(ids, scale):
    """Compute and store findings; returns the errors by id."""
    errors = {}
    for id in ids:
        try:
            findings.finding(id, scale)
        except Exception:
            errors[id] = f"the check of {id} failed\n{traceback.format_exc()}"
    return errors


def execute(project, name):
    """Execute a notebook and keep its results; returns the error by the notebook's name."""
    try:
        run(project, name)
    except NotebookError as error:
        return {name: str(error)}
    except Exception as error:  # a kernel that died
        return {name: f"notebooks/{name}.py: {error!r}"}
    return {}


def timed(name, function, *arguments):
    """Do a step, and print how long it took and how much processor time it and its kernel used."""
    start, used = time.perf_counter(), processor_time()
    errors = function(*arguments)
    took, used = time.perf_counter() - start, processor_time() - used
    print(f"{name}: {took:.1f} s, {used:.1f} s of processor time", flush=True)
    return errors


def processor_time():
    """Seconds of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def work(steps, jobs):
    """Do the steps of a work list in processes; returns the names of the checks and notebooks that failed.

    The progress is shown by a bar on a terminal, and by a line per minute in a log.
    """
    failed, printed, terminal = set(), time.monotonic(), sys.stderr.isatty()
    context = multiprocessing.get_context("spawn")
    with (
        quiet_kernels(),
        ProcessPoolExecutor(jobs, context, end_with_parent) as pool,
        tqdm(total=len(steps), leave=False, disable=not terminal) as bar,
    ):
        pending = {pool.submit(timed, name, *step): name for name, step in steps.items()}
        try:
            while pending:
                done, _ = wait(pending, 1 if terminal else 60, FIRST_COMPLETED)
                for future in done:
                    bar.update()
                    name = pending.pop(future)
                    died = future.exception()
                    errors = {name: f"{name}: {died!r}"} if died else future.result()
                    failed.update(errors)
                    for error in errors.values():
                        print(f"error: {error}", file=sys.stderr, flush=True)
                running = [name for future, name in pending.items() if future.running()]
                current = ", ".join(running[:jobs])  # one more waits in the pool
                bar.set_postfix_str(current)
                if not terminal and pending and time.monotonic() - printed > 59:
                    printed = time.monotonic()
                    print(f"{len(steps) - len(pending)} of {len(steps)} done; running {current}", flush=True)
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()
            raise
    return failed


def end_with_parent():
    """Make a process end, and its kernel with it, as soon as this tool is killed."""
    os.environ["TQDM_DISABLE"] = "1"  # one bar is enough
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the tool handles an interruption

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
    parser.add_argument("--check", action="store_true", help="only list what is out of date")
    options = parser.parse_args(arguments)
    project = Project(options.root.resolve(), options.profile)
    return update(project, options.notebooks, options.jobs, options.check)


if __name__ == "__main__":
    sys.exit(main())
