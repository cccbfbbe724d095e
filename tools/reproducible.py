"""Build the book twice from nothing, in two folders, and compare the pages byte for byte.

The second build runs one notebook at a time and hashes strings in another order, to reveal results that
depend on scheduling or on the order of a set.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from compendium import data_folder

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "_build", "dist", ".cache", "__pycache__", "data", "results", ".*_cache"
)


def copy_sources(source, target):
    """Copy the project without anything that a build made."""
    shutil.copytree(source, target, ignore=LEFT_OUT)
    shutil.rmtree(target / "book" / "notebooks", ignore_errors=True)


def environment(root):
    """The variables for building the copy in `root`, with its code, its store and our data."""
    data = (ROOT / data_folder()).resolve()
    return os.environ | {
        "PYTHONPATH": str(root / "src"),
        "CLICKBANDITS_DATA": str(data),
        "CLICKBANDITS_CACHE": str(root / ".cache"),
    }


def build(root, profile, jobs=2, seed="random"):
    """Execute the notebooks and build the pages of the copy in `root`.

    Raises
    ------
    subprocess.CalledProcessError
        If one of the two fails.
    """
    variables = environment(root) | {"PYTHONHASHSEED": str(seed)}
    notebooks = ["tools/run_notebooks.py", "--profile", profile, "--jobs", str(jobs)]
    for arguments in (notebooks, ["tools/build_book.py"]):
        subprocess.run([sys.executable, *arguments], cwd=root, env=variables, check=True)


def differences(first, second):
    """The files that are in one folder only, or differ, as sorted relative names."""
    names = {p.relative_to(top) for top in (first, second) for p in top.rglob("*") if p.is_file()}
    return sorted(
        name.as_posix()
        for name in names
        if not ((first / name).exists() and (second / name).exists())
        or not filecmp.cmp(first / name, second / name, shallow=False)
    )


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--profile", default="quick", help="a file profiles/<name>.yml")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        copies = [Path(temporary) / name / "project" for name in ("first", "second")]
        for number, copy in enumerate(copies):
            copy_sources(options.root.resolve(), copy)
            build(copy, options.profile, jobs=2 - number, seed=number)
        pages = [copy / "_build" / "html" for copy in copies]
        differ = differences(*pages)
        count = sum(path.is_file() for path in pages[0].rglob("*"))
    for name in differ:
        print(f"differs: {name}", file=sys.stderr)
    print(f"two clean builds: {count} files, {len(differ)} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
