"""Build the book's pages from the notebooks as they were last executed; every warning is an error.

The text of pages and claims is the present one. No notebook runs, and Sphinx writes only the pages that
changed, so a changed sentence is on its page in ten seconds. With `--from-nothing`, the files of an
earlier build are deleted first.
"""

from __future__ import annotations

import interrupts  # noqa: F401
import surroundings  # noqa: F401

# isort: split
import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from assemble import FINDINGS, assemble
from compendium import claims, findings
from project import Project, claims_shown, select

ROOT = Path(__file__).resolve().parents[1]


WRITTEN_LAST = ("mystnb.*.css", "proof.css", "snippets_data.js")
"""Files that come after the pages; if one exists before, links to it contain its checksum."""


def verify_vendored(vendor):
    """Compare every file named in `SHA256SUMS` with its checksum."""
    for line in (vendor / "SHA256SUMS").read_text("utf-8").splitlines():
        expected, name = line.split()
        digest = hashlib.sha256((vendor / name).read_bytes()).hexdigest()
        if digest != expected:
            raise SystemExit(f"error: vendor/{name} has sha256 {digest}, expected {expected}")


def present_prose(root):
    """Write the pages with the present text, except those whose code changed since they ran."""
    path = root / "book" / "notebooks" / FINDINGS
    try:
        built = findings.read(path)
    except (OSError, ValueError) as why:
        raise SystemExit(f"error: there is no build to update; run `make book` first ({why})") from None
    project = Project(root, built.profile)
    names = select(root, ())
    if new := sorted(set(claims_shown(project, names)) - built.found.keys()):
        more = f" and {len(new) - 3} more" if len(new) > 3 else ""
        raise SystemExit(
            f"error: {', '.join(new[:3])}{more} came after the last build; run `make book` to check"
        )
    changed = [name for name in names if not project.has_run(name)]
    for name in changed:
        print(f"{name}: its code has changed, so its page stays as it was; run `make book` to update it")
    assemble(project, [name for name in names if name not in changed])


def build(root, builder="html", from_nothing=True):
    """Build `_build/<builder>` in the folder `root`; returns the builder's exit status."""
    verify_vendored(root / "vendor")
    contents, index = root / "book" / "_toc.yml", root / "_build" / builder / "index.html"
    if index.exists() and contents.stat().st_mtime > index.stat().st_mtime:
        from_nothing = True  # every page shows the table of contents
    for left_over in (builder, ".doctrees", "jupyter_execute") if from_nothing else ():
        shutil.rmtree(root / "_build" / left_over, ignore_errors=True)
    for name in WRITTEN_LAST:
        for path in (root / "_build" / builder / "_static").glob(name):
            path.unlink()
    start = "from jupyter_book.cli.main import main; main()"  # it has no `python -m`
    options = ["build", "book", "--builder", builder, "-W", "-n", "--keep-going", "--quiet"]
    command = [sys.executable, "-c", start, *options]
    environment = os.environ | {"JUPYTER_PREFER_ENV_PATH": "1"}
    # In a group of its own, because an interruption must reach only this process, which ends the builder.
    running = subprocess.Popen(command, cwd=root, env=environment, process_group=0)
    try:
        status = running.wait()
    except BaseException:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        raise
    offer_plain_notebooks(root / "book" / "notebooks" / "plain", root / "_build" / builder)
    for path in (root / "_build" / builder).rglob("*.map"):
        path.unlink()  # source maps of the theme, for its developers
    return status


def offer_plain_notebooks(plain, built):
    """Put the plain notebooks behind the theme's button, in place of the pages' sources."""
    for path in plain.rglob("*.ipynb"):
        offered = built / "_sources" / "notebooks" / path.relative_to(plain)
        if offered.exists():
            shutil.copyfile(path, offered)


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--from-nothing", action="store_true", help="delete the last build first")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    if not options.from_nothing:
        present_prose(root)
    status = build(root, from_nothing=options.from_nothing)
    for id, others in claims.unnamed_links().items():
        print(f"{id}: its proof leads to {', '.join(others)}; are they in its `uses`?")
    index = root / "_build" / "html" / "index.html"
    print(f"the book: {index}" if status == 0 else "error: the book did not build", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
