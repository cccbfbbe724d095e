"""Execute the notebooks that are out of date, through papermill, into `book/notebooks/`.

A notebook's source is `notebooks/<name>.py` (jupytext, py:percent). It runs again exactly when its
text, its profile, the package's source, the lock, the public data or these tools changed: a digest
of them is kept in the executed notebook. An undeclared parameter, a failing cell, or output on
stderr stops the build with the notebook's and the cell's name.

    python tools/run_notebooks.py --profile quick                  # all of them
    python tools/run_notebooks.py --profile quick pbm/estimation   # one
    python tools/run_notebooks.py --profile quick --check          # say which are out of date
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread

import yaml

from execute import NotebookError, quiet_kernels, run
from freshness import FRONT, common_digest, data_folder, executed_key, key

ROOT = Path(__file__).resolve().parents[1]
LAST = (  # they show what the other notebooks' checks found
    "new_results", "claims", "errata", "against",
    "deviations/pbm", "deviations/rank1", "deviations/mnl",
)  # fmt: skip


def main(arguments=None):
    """Run the tool; returns the exit status."""
    options = _parser().parse_args(arguments)
    root = options.root.resolve()
    try:
        parameters = load_profile(root, options.profile)
        names = select(root, options.notebooks)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    common = common_digest(root, parameters)
    stale = [name for name in names if executed_key(root, name) != key(root, name, common)]
    if options.check:
        for name in stale:
            print(f"{name} is out of date for the profile {options.profile}")
        return 1 if stale else 0
    if not options.notebooks:
        remove_orphans(root, names)
    print(f"{len(names) - len(stale)} of {len(names)} notebooks are up to date", flush=True)
    return run_all(root, stale, parameters, common, options.jobs)


def _parser():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", help="names such as pbm/estimation (default: all)")
    parser.add_argument("--profile", default="paper", help="a file profiles/<name>.yml")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks at a time")
    parser.add_argument("--check", action="store_true", help="only say which are out of date")
    return parser


def load_profile(root, name):
    """The parameters of a profile, from `profiles/<name>.yml`."""
    known = sorted(path.stem for path in (root / "profiles").glob("*.yml"))
    if name not in known:
        raise ValueError(f"unknown profile {name!r}; the known ones: {', '.join(known)}")
    return yaml.safe_load((root / "profiles" / f"{name}.yml").read_text("utf-8"))


def select(root, asked):
    """The notebooks' names in the order they run: all of them, or those asked for."""
    folder = root / "notebooks"
    found = sorted(p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.py"))
    known = sorted(found, key=phase)
    for name in asked:
        if name not in known:
            raise ValueError(f"unknown notebook {name!r}; the known ones: {', '.join(known)}")
    return [name for name in known if name in asked or not asked]


def phase(name):
    """When a notebook runs: the chapters, then what sums them up, then the front page."""
    return 2 if name == FRONT else 1 if name in LAST else 0


def remove_orphans(root, names):
    """Delete executed notebooks whose source is gone."""
    for path in (root / "book" / "notebooks").rglob("*.ipynb"):
        name = path.relative_to(root / "book" / "notebooks").with_suffix("").as_posix()
        if name not in names:
            path.unlink()


def run_all(root, names, parameters, common, jobs):
    """Run the notebooks, phase after phase; returns the exit status."""
    os.environ["CLICKBANDITS_DATA"] = str(data_folder(root).resolve())
    os.environ["CLICKBANDITS_RESULTS"] = str((root / "book" / "notebooks").resolve())
    with quiet_kernels():
        failures = 0
        for together in ([n for n in names if phase(n) == number] for number in range(3)):
            if together and not failures:
                with ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent) as pool:
                    running = {pool.submit(run, root, n, parameters, common): n for n in together}
                    failures = watch(running)
    return 1 if failures else 0


def watch(running):
    """Print a line for each notebook that ends; returns how many failed."""
    failures = 0
    try:
        for count, future in enumerate(as_completed(running), start=1):
            name = running[future]
            try:
                print(f"{name}: {future.result():.1f} s ({count} of {len(running)})", flush=True)
            except NotebookError as error:
                failures += 1
                print(f"error: {error}", file=sys.stderr, flush=True)
            except Exception as error:  # a kernel or a worker that died
                failures += 1
                print(f"error: notebooks/{name}.py: {error!r}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped; the notebooks that were finished are kept", flush=True)
        os._exit(130)  # the workers end with this process
    return failures


def end_with_parent():
    """Make a worker end, and its kernel with it, as soon as this tool is killed."""

    def wait():
        parent_process().join()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tool decides what an interruption means
    Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
