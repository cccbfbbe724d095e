"""Compute the findings, execute the notebooks that are out of date, and write the book's pages.

A notebook's source is `notebooks/<name>.py` (jupytext, py:percent). Its kernel runs again exactly
when its code, the code that Python loads for it, its profile, the lock, data it can read, or the
answer to something it asked changed. Then its page is written to `book/notebooks/`, with the
present prose and the texts of the claims, for which no kernel is needed. An undeclared parameter,
a failing cell, or output on stderr stops the build with the notebook's and the cell's name.

    python tools/run_notebooks.py --profile quick                  # all of them
    python tools/run_notebooks.py --profile quick pbm/estimation   # one
    python tools/run_notebooks.py --profile quick --check          # say which are out of date
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from functools import partial
from pathlib import Path

import psutil

import costs
import run_findings
import side_by_side
import snapshot
from assemble import assemble, remove_orphans
from badges import labelled
from compendium import claims, findings
from execute import NotebookError, quiet_kernels, run
from freshness import is_fresh
from progress import watched
from project import Project, names
from run_findings import processes

ROOT = Path(__file__).resolve().parents[1]
ALL_CLAIMS = (
    "intro", "new_results", "claims", "errata", "against",
    "deviations/pbm", "deviations/rank1", "deviations/mnl",
)  # fmt: skip
"""The notebooks that show claims without naming them."""
BESIDE = 250.0
"""Memory of the process that has a kernel execute a notebook, in MB."""


def main(arguments=None):
    """Run the tool; returns the exit status."""
    options = _parser().parse_args(arguments)
    root = options.root.resolve()
    project = Project(root, snapshot.sources(root), options.profile)
    try:
        profile, chosen = project.parameters["profile"], select(project.sources, options.notebooks)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    os.environ["CLICKBANDITS_DATA"] = str(project.data.resolve())
    os.environ.setdefault("CLICKBANDITS_CACHE", str(root / ".cache"))
    shown = claims_shown(project, chosen)
    if options.check:
        return check(project, chosen, findings.missing(profile, shown))
    if shown and run_findings.run(shown, profile, options.jobs, root):
        print(go_on(options.profile, *options.notebooks), file=sys.stderr)
        return 1
    stale = [name for name in chosen if not is_fresh(project, name)]
    print(f"{len(chosen) - len(stale)} of {len(chosen)} notebooks are up to date", flush=True)
    failed = run_all(project, stale, options.jobs) if stale else []
    ready = [name for name in chosen if name not in failed]
    whole = not failed and not options.notebooks
    written = write_pages(project, ready, whole)
    if failed:
        print(go_on(options.profile, *failed), file=sys.stderr)
    return 0 if written and not failed else 1


def go_on(profile, *notebooks):
    """What to run after a failure: a line for people."""
    command = " ".join([".venv/bin/python tools/run_notebooks.py --profile", profile, *notebooks])
    return f"to go on: mend what the errors above name, and `{command}`; what is finished is kept"


def _parser():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", help="names such as pbm/estimation (default: all)")
    parser.add_argument("--profile", default="paper", help="a file profiles/<name>.yml")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks at a time")
    parser.add_argument("--check", action="store_true", help="only say which are out of date")
    return parser


def select(root, asked):
    """The notebooks' names: all or those asked for, chapters first, the front page last."""
    known = sorted(names(root), key=lambda name: (name in ALL_CLAIMS, name == "intro"))
    for name in asked:
        if name not in known:
            raise ValueError(f"unknown notebook {name!r}; the known ones: {', '.join(known)}")
    return [name for name in known if name in asked or not asked]


def claims_shown(project, chosen):
    """The claims whose findings some notebooks show: by id in code, or by label in prose."""
    if set(chosen) & set(ALL_CLAIMS):
        return list(claims.CLAIMS)
    named = set()
    for name in chosen:
        for cell in project.source(name).cells:
            if cell.cell_type == "code":
                named |= set(re.findall(r'"([a-z0-9]+:[a-z0-9-]+)"', cell.source))
            else:
                named |= set(labelled(cell.source))
    return [id for id in claims.CLAIMS if id in named] if named else []


def check(project, chosen, missing):
    """Say what is out of date; returns the exit status."""
    if missing:
        print(f"{len(missing)} findings are out of date for the profile {project.profile}")
    stale = [name for name in chosen if not is_fresh(project, name, missing)]
    for name in stale:
        print(f"{name} is out of date for the profile {project.profile}")
    return 1 if stale or missing else 0


def run_all(project, stale, jobs):
    """Execute notebooks, the dearest first; returns the names of those that failed.

    Those that run at a time fit together into the memory that is free when the first begins.
    """
    known = costs.known(project.root, project.profile)
    memory = costs.known(project.root, project.profile, "peak_memory_mb")
    stale = sorted(stale, key=lambda name: -known.get(name, 0))
    free = psutil.virtual_memory().available / 1e6 - jobs * BESIDE
    with (
        quiet_kernels(),
        tempfile.TemporaryDirectory() as said,
        processes(jobs, len(stale)) as pool,
    ):
        calls = {name: partial(pool.submit, run, project, name, Path(said)) for name in stale}
        running = side_by_side.begin(calls, jobs, memory, free)
        ends = watched(running, "notebooks", jobs, known, Path(said))
        return watch(ends, len(running), costs.measured_here(project.root, project.profile))


def watch(ends, number, table):
    """Print a line for each notebook that ends, keep its cost, and return those that failed."""
    failed = []
    try:
        for count, (future, name) in enumerate(ends, start=1):
            try:
                cost = future.result()
                costs.keep(table, name, cost)
                print(f"{name}: {cost['wall_seconds']:.1f} s ({count} of {number})", flush=True)
            except NotebookError as error:
                failed.append(name)
                print(f"error: {error}", file=sys.stderr, flush=True)
            except Exception as error:  # a kernel or a worker that died
                failed.append(name)
                print(f"error: notebooks/{name}.py: {error!r}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped; the notebooks that were finished are kept", flush=True)
        os._exit(130)  # the workers end with this process
    return failed


def write_pages(project, ready, whole):
    """Write the pages of notebooks that are executed; returns whether that went well.

    Where these are all notebooks, what belongs to none of them is deleted.
    """
    try:
        written = assemble(project, ready)
    except NotebookError as error:
        print(f"error: {error}", file=sys.stderr, flush=True)
        return False
    if whole:
        remove_orphans(project, written)
    new = [name for name, files in written.items() if any(files.values())]
    print(f"{len(new)} pages are new" + (f": {', '.join(new)}" if new else ""), flush=True)
    return True


if __name__ == "__main__":
    snapshot.enter(_parser().parse_args().root.resolve())
    sys.exit(main())
