"""Execute one notebook with papermill's parameters, check it against the rules, and keep its results.

The results are kept in a folder that is written as a whole or not at all. It contains `notebook.ipynb`,
with the outputs of the code cells and, in its metadata, the key (`Project.key`), and `results/`, with the
published figures.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import nbformat
import papermill
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from papermill.exceptions import PapermillExecutionError

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
PROGRAM = """
from IPython.core import application
from ipykernel.kernelapp import launch_new_instance
application.SYSTEM_CONFIG_DIRS.clear()
application.ENV_CONFIG_DIRS.clear()
launch_new_instance()
"""
"""A kernel that ignores the machine's IPython configuration; `quiet_kernels` replaces the user's."""
SETTINGS = """
settings = get_config()
settings.IPKernelApp.log_level = "CRITICAL"
settings.IPKernelApp.ignore_cwd = True
settings.IPKernelApp.exec_lines = ["__import__('compendium.ink').ink.show_in_the_dark()"]
"""
PATIENCE = 600
"""Seconds for the start of a kernel, and for the outputs of a cell after its end."""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class NotebookError(Exception):
    """A notebook cannot be built; the message names the notebook and the cell."""


class OwnKernel(AsyncKernelManager):
    """A kernel run by the interpreter of this process, whatever Jupyter finds under its name."""

    @property
    def kernel_spec(self):
        command = [sys.executable, "-P", "-c", PROGRAM, "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name=KERNEL["display_name"], language=KERNEL["language"])


@contextmanager
def quiet_kernels():
    """Run kernels without the user's start-up files and without their own logs.

    Otherwise a kernel that is shut down would log the interruption. Text that a cell prints on stderr is
    still recorded.
    """
    import matplotlib.font_manager  # noqa: F401  builds the font cache, which reports on stderr

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ["IPYTHONDIR"] = folder
        settings = Path(folder) / "profile_default" / "ipython_kernel_config.py"
        settings.parent.mkdir()
        settings.write_text(SETTINGS, "utf-8")
        yield


def run(project, name):
    """Execute one notebook and keep its results.

    Raises
    ------
    NotebookError
        If a cell fails, writes to stderr, or declares a picture and produces none, if a parameter is
        not declared, or if something that the notebook depends on changed while it ran.
    """
    print(f"running {name} ...", flush=True)
    made_from, parameters = project.key(name), project.parameters
    notebook = project.source(name)
    notebook.metadata.kernelspec = KERNEL
    check_parameters(name, notebook, parameters)
    folder = project.executed(name)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".unfinished-") as unfinished:
        os.environ["CLICKBANDITS_RESULTS"] = str(Path(unfinished, "results"))
        notebook = executed(project, name, notebook, parameters)
        normalise(notebook)
        if project.key(name) != made_from:
            raise NotebookError(f"notebooks/{name}.py changed while it ran; run it again")
        notebook.metadata.clickbandits = {"key": made_from}
        nbformat.write(notebook, Path(unfinished, "notebook.ipynb"))
        replace(Path(unfinished), folder)


def executed(project, name, notebook, parameters):
    """The notebook with its outputs.

    NotebookError names a cell that fails, writes to stderr or lacks its picture. A kernel is given free
    ports, which another process might take before the kernel does; if the kernel does not start, a second
    one is tried. Outputs may be late, because on a busy machine a kernel can wait for a core for longer than
    the usual four seconds.
    """
    os.chdir(project.root)
    options = {"kernel_name": "python3", "progress_bar": False, "coalesce_streams": True}
    options |= {"kernel_manager_class": OwnKernel, "start_timeout": PATIENCE, "iopub_timeout": PATIENCE}
    try:
        try:
            notebook = papermill.execute_notebook(notebook, None, parameters, **options)
        except RuntimeError as error:
            if "before replying" not in str(error):
                raise
            notebook = papermill.execute_notebook(notebook, None, parameters, **options)
    except PapermillExecutionError as error:
        trace = COLOURS.sub("", "\n".join(error.traceback))
        why = f"{error.ename}: {error.evalue}\n{trace}"
        raise NotebookError(f"notebooks/{name}.py, {describe(notebook, error.source)}: {why}") from None
    for cell in notebook.cells:
        outputs, why = cell.get("outputs", []), ""
        if said := [output.text for output in outputs if output.get("name") == "stderr"]:
            why = f"it wrote to stderr: {said[0]}"
        elif {"image", "figure"} & set(cell.metadata.get("mystnb", {})) and not any(
            kind.startswith("image/") for output in outputs for kind in output.get("data", {})
        ):
            why = "it declares a picture but produces none"
        if why:
            raise NotebookError(f"notebooks/{name}.py, {describe(notebook, cell.source)}: {why}")
    return notebook


def replace(new, folder):
    """Put a new folder in place of the old one, if there is one."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".former-") as former:
        if folder.exists():
            os.replace(folder, Path(former, "folder"))
        os.replace(new, folder)


def check_parameters(name, notebook, parameters):
    """Every parameter of the profile must be declared in the cell tagged `parameters`."""
    cells = [c for c in notebook.cells if "parameters" in c.metadata.get("tags", [])]
    if len(cells) != 1:
        raise NotebookError(
            f"notebooks/{name}.py: it needs exactly one cell tagged `parameters` and has {len(cells)}"
        )
    body = ast.parse(cells[0].source).body
    declared = {n.id for node in body for n in ast.walk(node) if isinstance(n, ast.Name)}
    for parameter in parameters:
        if parameter not in declared:
            raise NotebookError(
                f"notebooks/{name}.py, cell `parameters`: the profile sets {parameter!r}, which "
                f"the cell does not declare; declared: {', '.join(sorted(declared)) or 'none'}"
            )


def describe(notebook, source):
    """Describe a code cell by its heading and its first line, so that people can find it."""
    heading = "no heading"
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            lines = [line for line in cell.source.splitlines() if line.startswith("#")]
            heading = lines[-1].lstrip("# ") if lines else heading
        elif cell.source == source:
            break
    first = next((line for line in source.splitlines() if line.strip()), "(empty)")
    return f"under {heading!r}, the cell that begins `{first}`"


def normalise(notebook):
    """Remove everything that differs between two runs: timings, random ids, the machine's versions."""
    notebook.metadata.pop("papermill", None)
    notebook.metadata.get("language_info", {}).pop("version", None)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        if "injected-parameters" in cell.metadata.get("tags", []):
            cell.metadata.tags.append("remove-cell")
