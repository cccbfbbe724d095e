"""Write the pages: the present prose, the outputs of the kernels, and the texts of the claims.

No kernel runs here. Code cells take their outputs from the executed notebook; prose, captions and
alternative texts are those of the source; passages are written anew from findings and claims.
"""

from __future__ import annotations

import os
import shutil
from functools import partial
from pathlib import Path

import nbformat

from badges import labelled, with_badges
from clickbandits.store import write_whole
from compendium import claims, report
from compendium.pages import PASSAGE, Passage
from compendium.registry import registry
from execute import NotebookError, describe
from plain_notebook import archive, plain, shelf
from project import code_cells

REGISTRY = Path("claims.json")
"""All claims as data, beside the page on them; the extension `claim_index` adds the addresses."""
GLUED = "application/papermill.record/"


def assemble(project, names):
    """Write the pages of some executed notebooks with their figures; returns what changed.

    Returns
    -------
    dict
        By the name of each notebook, the files that belong to its page, as paths in the book, and
        whether they are new.
    """
    written, books = {}, shelf(project)
    for name in names:
        notebook = page(project, name)
        files = {
            project.page(name): nbformat.writes(notebook).encode(),
            project.plain(name): nbformat.writes(plain(name, notebook, books)).encode(),
        }
        results = project.executed(name) / "results"
        for path in sorted(results.rglob("*")):
            if path.is_file():
                files[project.book / path.relative_to(results)] = path.read_bytes()
        if name == REGISTRY.stem:
            files[project.book / REGISTRY] = registry(project.parameters["profile"]).encode()
        written[name] = {path: put(path, text) for path, text in files.items()}
        if name == "intro":  # it runs last, and offers them all
            path = project.plain("notebooks").with_suffix(".zip")
            written[name][path] = put(path, archive(path.parent, books.sources))
    return written


def put(path, text):
    """Write a file where its contents are not there yet; returns whether they were not."""
    if path.exists() and path.read_bytes() == text:
        return False
    write_whole(path, lambda file: file.write(text))
    return True


def page(project, name):
    """The notebook with the present prose and all outputs."""
    notebook, last = project.source(name), project.last(name)
    os.environ["CLICKBANDITS_RESULTS"] = str(project.executed(name) / "results")
    write_passages(name, last)
    outputs = iter(code_cells(last))
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        if cell.cell_type == "code":
            kept = next(outputs)
            cell.execution_count, cell.outputs = kept.execution_count, kept.outputs
            if "parameters" in cell.metadata.get("tags", []):
                cells.append(next(outputs))  # the parameters of the profile
    put_badges(project, name, cells)
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    notebook.cells = [*cells, footer(project, name)]
    notebook.metadata = last.metadata
    notebook.metadata.clickbandits = project.parameters
    return notebook


def put_badges(project, name, cells):
    """Put the badge of each claim behind the block that its label stands above."""
    stamp = partial(report.stamp, project.parameters["profile"])
    for cell in cells:
        if cell.cell_type == "markdown" and labelled(cell.source):
            try:
                cell.source = with_badges(cell.source, stamp, set(claims.CLAIMS))
            except ValueError as error:
                raise NotebookError(f"notebooks/{name}.py: {error}") from error


def write_passages(name, notebook):
    """Put the texts of all passages of a notebook in the places of their calls."""
    for cell in code_cells(notebook):
        try:
            cell.outputs = [output for output in cell.outputs if write_passage(output)]
        except Exception as error:
            place = describe(notebook, cell.source)
            raise NotebookError(f"notebooks/{name}.py, {place}: {error!r}") from error


def write_passage(output):
    """Put the text of a passage in the place of its call; returns whether there is a text."""
    data = output.get("data", {})
    for prefix in ("", GLUED):
        call = data.pop(prefix + PASSAGE, None)
        if call is not None:
            bundle = Passage(call).bundle()
            data |= {prefix + kind: text for kind, text in bundle.items()}
            return bool(bundle)
    return True


def footer(project, name):
    """How the page was made, what to download, and the command that redoes it."""
    inside = "../" * name.count("/")
    profile = project.parameters["profile"]
    flag = "" if profile == "paper" else f" --profile {profile}"
    text = (
        "---\n"
        f"Executed with the profile `{profile}`. "
        f"{{download}}`Notebook <{inside}plain/{name}.ipynb>` for any Jupyter · "
        f"{{download}}`source <{inside}../../notebooks/{name}.py>` · "
        f"again: `python tools/run_notebooks.py {name}{flag}`"
    )
    return nbformat.v4.new_markdown_cell(text, id="how-this-page-was-made")


def remove_orphans(project, written):
    """Delete what belongs to no page, and what was kept of notebooks that are gone."""
    for path in list(project.executed().rglob("notebook.ipynb")):
        if path.parent.relative_to(project.executed()).as_posix() not in written:
            shutil.rmtree(path.parent)
    known = {path for files in written.values() for path in files}
    for path in sorted(project.book.rglob("*"), reverse=True):
        if path.is_file() and path not in known:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
