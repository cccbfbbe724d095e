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
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(arguments=None):
    """Run the tool; returns the exit status."""
    options = _parser().parse_args(arguments)
    import execute_all  # not above: processes that execute a notebook begin with this file

    root = options.root.resolve()
    return execute_all.update(root, options.profile, options.notebooks, options.jobs, options.check)


def _parser():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", help="names such as pbm/estimation (default: all)")
    parser.add_argument("--profile", default="paper", help="a file profiles/<name>.yml")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks at a time")
    parser.add_argument("--check", action="store_true", help="only say which are out of date")
    return parser


if __name__ == "__main__":
    import interrupts  # noqa: F401  not above: those processes say nothing of their own

    # isort: split
    import snapshot

    snapshot.enter(_parser().parse_args().root.resolve())
    sys.exit(main())
