"""Make a report on a click log: the notebook `your_own_log`, executed, as one page.

    python tools/report.py clicks.tsv
    python tools/report.py clicks.csv --format counts --query "red shoes" --profile quick

or `make report LOG=clicks.tsv`. The page, `_build/report/<name>/index.html`, needs neither a
network nor other files. Beside it are the executed notebook and the figures with their data. A log
that cannot be reported on ends in one sentence and the exit status 2, and leaves nothing behind.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

import jupytext
import nbformat
import papermill
import yaml
from papermill.exceptions import PapermillExecutionError

import build_book
from clickbandits.clicklog import FORMATS
from compendium.your_own_log.labels import code
from execute import (
    COLOURS,
    KERNEL,
    NotebookError,
    check_parameters,
    check_stderr,
    normalise,
    quiet_kernels,
)
from one_page import one_page

ROOT = Path(__file__).resolve().parents[1]
NAME = "your_own_log"
EXPECTED = ("ClickLogError", "ReportError", "OSError", "FileNotFoundError", "PermissionError",
            "IsADirectoryError")  # fmt: skip
"""What the reader and the report raise where the log is at fault: their message is enough."""

ROLES = re.compile(r"\{(?:doc|ref)\}`([^`<]*?)\s*<[^`>]*>`")


class LogError(Exception):
    """A log that cannot be reported on; the message is one sentence."""


def main(arguments=None):
    """Run the tool; returns the exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was begun is removed
    options = _parser().parse_args(arguments)
    try:
        page = report(options)
    except LogError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except NotebookError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"the report: {page}")
    return 0


def _parser():
    given = os.environ.get
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", nargs="?", default=given("LOG", ""), help="the file, plain or gzip")
    parser.add_argument("--format", default=given("FORMAT", ""), help="default: detected")
    parser.add_argument("--query", default=given("QUERY", ""), help="default: the largest")
    parser.add_argument(
        "--on-bad-line", default=given("ON_BAD_LINE") or "error", help="error (default) or skip"
    )
    parser.add_argument("--profile", default=given("PROFILE") or "paper", help="quick or paper")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    return parser


def report(options) -> Path:
    """Make the page and return its path; LogError where the log is at fault."""
    root = options.root.resolve()
    parameters = checked(root, options)
    target = root / "_build" / "report" / folder_name(parameters["log"], options.query)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".making-") as made:
        work = Path(made)
        prepare(root, work)
        notebook = execute(root, work, parameters)
        finished = work / "finished"
        finished.mkdir()
        describe_figures(notebook, work / "book")
        head(notebook, parameters)
        store(notebook, work / "book" / f"{NAME}.ipynb", finished / "notebook.ipynb")
        title = f"Click log {Path(parameters['log']).name}"
        (finished / "index.html").write_text(pages(work, title), encoding="utf-8")
        shutil.move(work / "book" / "log", finished / "figures")
        if target.exists():
            target.rename(work / "old")
        finished.rename(target)
    return target / "index.html"


def checked(root, options) -> dict:
    """The notebook's parameters, or LogError."""
    if not options.log:
        raise LogError("name a log: make report LOG=clicks.tsv")
    path = Path(options.log).resolve()
    if not path.exists():
        raise LogError(f"there is no file {options.log}")
    if not path.is_file():
        raise LogError(f"{options.log} is not a file")
    if options.format not in ("", *FORMATS):
        raise LogError(f"unknown format {options.format!r}; the known ones: {', '.join(FORMATS)}")
    known = sorted(file.stem for file in (root / "profiles").glob("*.yml"))
    if options.profile not in known:
        raise LogError(f"unknown profile {options.profile!r}; the known ones: {', '.join(known)}")
    if options.on_bad_line not in ("error", "skip"):
        raise LogError(f"--on-bad-line is error or skip; got {options.on_bad_line!r}")
    return {
        "profile": options.profile,
        "log": str(path),
        "format": options.format,
        "query": options.query,
        "on_bad_line": options.on_bad_line,
    }


def folder_name(log: str, query: str) -> str:
    """The name of the report's folder: of the log and the query, different for different ones."""
    wanted = Path(log).name + (f"-{query}" if query else "")
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", wanted).strip("-.")[:80]
    if plain == wanted:
        return plain
    digest = hashlib.sha256(wanted.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return f"{plain}-{digest}".lstrip("-")


def prepare(root, work):
    """A book of one page: the configuration of the real one, without what leads elsewhere."""
    (work / "book").mkdir()
    for name in ("vendor", "book/assets"):
        (work / name).symlink_to(root / name, target_is_directory=True)
    (work / "tools").symlink_to(root / "tools", target_is_directory=True)
    (work / "book" / "references.bib").symlink_to(root / "book" / "references.bib")
    (work / "book" / "_toc.yml").write_text(f"format: jb-book\nroot: {NAME}\n", "utf-8")
    settings = yaml.safe_load((root / "_config.yml").read_text("utf-8"))
    config = settings["sphinx"]["config"]
    config["html_sidebars"] = {"**": []}
    config["html_copy_source"] = False
    config["html_theme_options"] |= {
        "use_download_button": False,
        "use_fullscreen_button": False,
        "article_header_end": ["toggle-secondary-sidebar.html"],
    }
    (work / "_config.yml").write_text(yaml.safe_dump(settings), "utf-8")


def execute(root, work, parameters):
    """The executed notebook, without the cells that are about the book's example."""
    notebook = jupytext.read(root / "notebooks" / f"{NAME}.py", fmt="py:percent")
    notebook.metadata.kernelspec = KERNEL
    notebook.cells = [c for c in notebook.cells if "example" not in c.metadata.get("tags", [])]
    check_parameters(NAME, notebook, parameters)
    os.environ["CLICKBANDITS_RESULTS"] = str(work / "book")
    try:
        with quiet_kernels():
            notebook = papermill.execute_notebook(
                notebook, None, parameters, kernel_name="python3", progress_bar=False, cwd=str(root)
            )
    except PapermillExecutionError as error:
        if error.ename in EXPECTED:
            how = "; with make: ON_BAD_LINE=skip" if "on_bad_line" in error.evalue else ""
            raise LogError(" ".join(error.evalue.split()) + how) from None
        lines = COLOURS.sub("", "\n".join(error.traceback))
        raise NotebookError(f"{error.ename}: {error.evalue}\n{lines}") from None
    check_stderr(NAME, notebook)
    normalise(notebook)
    return notebook


def describe_figures(notebook, results):
    """Give every figure the alternative text that was computed with it."""
    for cell in notebook.cells:
        described = cell.metadata.get("mystnb", {})
        if "figure" in described:
            record = results / (described["figure"]["name"].replace(":", "/") + ".json")
            described["image"]["alt"] = json.loads(record.read_text("utf-8"))["finding"]


def head(notebook, parameters):
    """Put a title before the rest, and plain words in place of links into the book."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = ROLES.sub(r"\1", cell.source)
    title = (
        f"# Click log {code(Path(parameters['log']).name)}\n\n"
        "What the log says of its items and positions in the position-based click model, whether "
        "that can be believed, and what learning to rank the items would cost. Made by "
        f"clickbandits, profile `{parameters['profile']}`."
    )
    notebook.cells.insert(0, nbformat.v4.new_markdown_cell(title, id="title"))


def store(notebook, *paths):
    """Write the notebook to each of some paths."""
    for path in paths:
        nbformat.write(notebook, path)


def pages(work, title) -> str:
    """The one page, built and with everything it needs inside."""
    command = [sys.executable, build_book.__file__, "--root", work]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode:
        raise NotebookError(f"the page did not build\n{built.stdout}{built.stderr}")
    page = one_page(work / "_build" / "html" / f"{NAME}.html")
    return re.sub(r"<title>.*?</title>", lambda _: f"<title>{escape(title)}</title>", page, count=1,
                  flags=re.DOTALL)  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
