"""Execute all notebooks that are out of date, after the findings and before the pages."""

from __future__ import annotations

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
from project import ALL_CLAIMS, Project, select
from run_findings import processes

BESIDE = 250.0
"""Memory of the process that has a kernel execute a notebook, in MB."""


def update(root, profile, asked=(), jobs=2, only_check=False):
    """Bring findings, executed notebooks and pages up to date, all or those asked for.

    Returns the exit status. With `only_check` it says what is out of date, and does nothing.
    """
    project = Project(root, snapshot.sources(root), profile)
    try:
        scale, chosen = project.parameters["profile"], select(project.sources, asked)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    os.environ["CLICKBANDITS_DATA"] = str(project.data.resolve())
    os.environ.setdefault("CLICKBANDITS_CACHE", str(root / ".cache"))
    shown = claims_shown(project, chosen)
    if only_check:
        return check(project, chosen, findings.missing(scale, shown))
    if shown and run_findings.run(shown, scale, jobs, root):
        print(go_on(profile, *asked), file=sys.stderr)
        return 1
    stale = [name for name in chosen if not is_fresh(project, name)]
    print(f"{len(chosen) - len(stale)} of {len(chosen)} notebooks are up to date", flush=True)
    failed = run_all(project, stale, jobs) if stale else []
    ready = [name for name in chosen if name not in failed]
    written = write_pages(project, ready, whole=not failed and not asked)
    if failed:
        print(go_on(profile, *failed), file=sys.stderr)
    return 0 if written and not failed else 1


def go_on(profile, *notebooks):
    """What to run after a failure: a line for people."""
    command = " ".join([".venv/bin/python tools/run_notebooks.py --profile", profile, *notebooks])
    return f"to go on: mend what the errors above name, and `{command}`; what is finished is kept"


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
