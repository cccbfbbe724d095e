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
import ast
import os
import re
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread

import jupytext
import nbformat
import papermill
import yaml
from papermill.exceptions import PapermillExecutionError

from freshness import common_digest, data_folder, executed, executed_key, key

ROOT = Path(__file__).resolve().parents[1]
LAST = ("claims", "errata")  # they show what the other notebooks' checks found
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class NotebookError(Exception):
    """A notebook that does not build; the message names it and the cell."""


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
    known = [n for n in found if n not in LAST] + [n for n in LAST if n in found]
    for name in asked:
        if name not in known:
            raise ValueError(f"unknown notebook {name!r}; the known ones: {', '.join(known)}")
    return [name for name in known if name in asked or not asked]


def remove_orphans(root, names):
    """Delete executed notebooks whose source is gone."""
    for path in (root / "book" / "notebooks").rglob("*.ipynb"):
        name = path.relative_to(root / "book" / "notebooks").with_suffix("").as_posix()
        if name not in names:
            path.unlink()


def run_all(root, names, parameters, common, jobs):
    """Run the notebooks, the claims and errata pages after the others; returns the exit status."""
    os.environ["CLICKBANDITS_DATA"] = str(data_folder(root).resolve())
    os.environ["CLICKBANDITS_RESULTS"] = str((root / "book" / "notebooks").resolve())
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # the kernel of this environment, no other
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    import matplotlib.font_manager  # noqa: F401  builds the font cache, which reports on stderr

    failures, count = 0, 0
    phases = [[n for n in names if n not in LAST], [n for n in names if n in LAST]]
    with tempfile.TemporaryDirectory() as profile_folder:
        os.environ["IPYTHONDIR"] = profile_folder  # nobody's start-up files, and a quiet kernel
        settings = Path(profile_folder) / "profile_default" / "ipython_kernel_config.py"
        settings.parent.mkdir()
        settings.write_text("get_config().IPKernelApp.log_level = 'ERROR'\n", "utf-8")
        for phase in phases:
            if not phase or failures:
                continue
            workers = min(jobs, len(phase))
            with ProcessPoolExecutor(workers, get_context("spawn"), end_with_parent) as pool:
                running = {pool.submit(run, root, n, parameters, common): n for n in phase}
                for future in as_completed(running):
                    count += 1
                    try:
                        print(f"[{count}/{len(names)}] {running[future]}: {future.result():.1f} s")
                    except Exception as error:
                        failures += 1
                        known = isinstance(error, NotebookError)  # else a kernel or a worker died
                        message = error if known else f"notebooks/{running[future]}.py: {error!r}"
                        print(f"error: {message}", file=sys.stderr)
                    sys.stdout.flush()
    return 1 if failures else 0


def end_with_parent():
    """Make a worker end, and its kernel with it, as soon as this tool is killed."""

    def wait():
        parent_process().join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def run(root, name, parameters, common):
    """Execute one notebook, store it, and return the seconds it took."""
    start = time.perf_counter()
    print(f"running {name} ...", flush=True)
    made_from = key(root, name, common)
    notebook = jupytext.read(root / "notebooks" / f"{name}.py", fmt="py:percent")
    notebook.metadata.kernelspec = KERNEL
    check_parameters(name, notebook, parameters)
    os.chdir(root)
    try:
        notebook = papermill.execute_notebook(
            notebook, None, parameters, kernel_name="python3", progress_bar=False
        )
    except PapermillExecutionError as error:
        place = describe(notebook, error.source)
        raise NotebookError(
            f"notebooks/{name}.py, {place}: {error.ename}: {error.evalue}\n"
            + COLOURS.sub("", "\n".join(error.traceback))
        ) from None
    check_stderr(name, notebook)
    normalise(notebook)
    add_footer(name, notebook, parameters["profile"])
    notebook.metadata.clickbandits = {"key": made_from, **parameters}
    store(executed(root, name), notebook)
    return time.perf_counter() - start


def check_parameters(name, notebook, parameters):
    """Every parameter of the profile must be declared in the cell tagged `parameters`."""
    cells = [c for c in notebook.cells if "parameters" in c.metadata.get("tags", [])]
    if len(cells) != 1:
        raise NotebookError(f"notebooks/{name}.py: {len(cells)} `parameters` cells, not 1")
    body = ast.parse(cells[0].source).body
    declared = {n.id for node in body for n in ast.walk(node) if isinstance(n, ast.Name)}
    for parameter in parameters:
        if parameter not in declared:
            raise NotebookError(
                f"notebooks/{name}.py, cell `parameters`: the profile sets {parameter!r}, which "
                f"the cell does not declare; declared: {', '.join(sorted(declared)) or 'none'}"
            )


def describe(notebook, source):
    """A code cell as people find it: its heading and its first line."""
    heading = "no heading"
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            lines = [line for line in cell.source.splitlines() if line.startswith("#")]
            heading = lines[-1].lstrip("# ") if lines else heading
        elif cell.source == source:
            break
    first = next((line for line in source.splitlines() if line.strip()), "(empty)")
    return f"under {heading!r}, the cell that begins `{first}`"


def check_stderr(name, notebook):
    """Output on stderr (a warning, a log line) fails the build."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                place = describe(notebook, cell.source)
                raise NotebookError(f"notebooks/{name}.py, {place}: stderr: {output.text}")


def normalise(notebook):
    """Take out what differs between two runs: timings, random ids, the machine's versions."""
    notebook.metadata.pop("papermill", None)
    notebook.metadata.get("language_info", {}).pop("version", None)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        if "injected-parameters" in cell.metadata.get("tags", []):
            cell.metadata.tags.append("remove-cell")


def add_footer(name, notebook, profile):
    """Append how the page was made, what to download, and the command that redoes it."""
    file, up = name.rsplit("/", 1)[-1], "../" * (name.count("/") + 2)
    flag = "" if profile == "paper" else f" --profile {profile}"
    text = (
        "---\n"
        f"Executed with the profile `{profile}`. "
        f"{{download}}`Executed notebook <{file}.ipynb>` · "
        f"{{download}}`source <{up}notebooks/{name}.py>` · "
        f"again: `python tools/run_notebooks.py {name}{flag}`"
    )
    notebook.cells.append(nbformat.v4.new_markdown_cell(text, id="how-this-page-was-made"))


def store(path, notebook):
    """Write the notebook whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        nbformat.write(notebook, temporary)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
