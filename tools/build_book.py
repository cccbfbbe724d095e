"""Build the book's pages from the executed notebooks, strictly and from nothing.

Every warning is an error. What an earlier build left is deleted first: glued numbers would
otherwise go stale.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def verify_vendored(vendor):
    """Compare every file named in `SHA256SUMS` with its checksum."""
    for line in (vendor / "SHA256SUMS").read_text("utf-8").splitlines():
        expected, name = line.split()
        found = hashlib.sha256((vendor / name).read_bytes()).hexdigest()
        if found != expected:
            raise SystemExit(f"error: vendor/{name} has sha256 {found}, expected {expected}")


def build(root, builder="html"):
    """Build `_build/<builder>` in the folder `root`; returns the builder's exit status."""
    verify_vendored(root / "vendor")
    for left_over in (builder, ".doctrees", "jupyter_execute"):
        shutil.rmtree(root / "_build" / left_over, ignore_errors=True)
    start = "from jupyter_book.cli.main import main; main()"  # it has no `python -m`
    options = ["build", "book", "--builder", builder, "-W", "-n", "--keep-going", "--quiet"]
    command = [sys.executable, "-c", start, *options]
    environment = os.environ | {"JUPYTER_PREFER_ENV_PATH": "1"}
    # In a group of its own: an interruption reaches this process alone, which ends the builder.
    running = subprocess.Popen(command, cwd=root, env=environment, process_group=0)
    try:
        status = running.wait()
    except BaseException:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        raise
    offer_plain_notebooks(root / "book" / "notebooks" / "plain", root / "_build" / builder)
    return status


def offer_plain_notebooks(plain, built):
    """Put notebooks that read anywhere behind the theme's button, for the pages' sources."""
    for path in plain.rglob("*.ipynb"):
        offered = built / "_sources" / "notebooks" / path.relative_to(plain)
        if offered.exists():
            shutil.copyfile(path, offered)


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    root = parser.parse_args(arguments).root.resolve()
    try:
        status = build(root)
    except KeyboardInterrupt:
        print(
            "stopped; the executed notebooks are kept: `make html` begins the pages again",
            flush=True,
        )
        return 130
    index = root / "_build" / "html" / "index.html"
    print(f"the book: {index}" if status == 0 else "error: the book did not build", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
