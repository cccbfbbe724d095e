"""Write the input of Sphinx from the present text, the outputs of the kernels, and the findings.

No kernel runs here. Code cells take their outputs from the executed notebook. Text, captions and
alternative texts come from the source.
"""

from __future__ import annotations

import hashlib
import shutil
from base64 import b64decode
from functools import partial

import nbformat

from clickbandits.store import write_whole
from compendium import claims, findings
from compendium.sphinx.directives import DIRECTIVES, ROLES
from plain_notebook import archive, plain, shelf
from project import claims_shown, code_cells

FINDINGS = "findings.json"


def last_build(project):
    """The profile and the findings of the last build, both empty if it cannot be read."""
    try:
        return findings.read(project.book / FINDINGS)
    except (OSError, ValueError):  # absent or damaged
        return findings.Built("", {})


def gather(project, names, others=None):
    """Write the file of the findings that some pages show, together with those of other pages."""
    profile, others = project.parameters["profile"], others or {}
    others = {id: others[id] for id in claims.with_checks() if id in others}
    put(project.book / FINDINGS, findings.gathered(profile, claims_shown(project, names), others))


def assemble(project, names):
    """Write the pages of some notebooks with their figures; returns the files.

    Returns
    -------
    dict
        By the name of each notebook, the files that belong to its page, as paths in the book, and
        whether they are new.
    """
    built = findings.read(project.book / FINDINGS)
    shown = [
        {name: partial(function, built) for name, function in table.items()} for table in (ROLES, DIRECTIVES)
    ]
    written, books = {}, shelf(project, *shown)
    for name in names:
        notebook = page(project, name)
        dark = dict(taken_out(notebook))
        files = {
            project.page(name): nbformat.writes(notebook).encode(),
            project.plain(name): nbformat.writes(plain(name, notebook, books)).encode(),
        }
        files |= {project.book / "dark" / f"{light}.webp": picture for light, picture in dark.items()}
        results = project.executed(name) / "results"
        for path in sorted(results.rglob("*")):
            if path.is_file():
                files[project.book / path.relative_to(results)] = path.read_bytes()
        written[name] = {path: put(path, text) for path, text in files.items()}
        if name == "intro":  # it comes last and offers all of them
            path = project.plain("notebooks").with_suffix(".zip")
            written[name][path] = put(path, archive(path.parent, books.sources))
    return written


def taken_out(notebook):
    """Take the pictures for the dark out of the outputs; yields the digest of the light one, and each."""
    for cell in code_cells(notebook):
        for output in cell.outputs:
            if picture := output.get("data", {}).pop("image/webp", None):
                light = hashlib.sha256(b64decode(output.data["image/png"])).hexdigest()
                yield light, b64decode(picture)


def put(path, text):
    """Write a file unless it has these contents already; returns whether it was written."""
    if path.exists() and path.read_bytes() == text:
        return False
    write_whole(path, lambda file: file.write(text))
    return True


def page(project, name):
    """The notebook with the present text and all outputs."""
    notebook = project.source(name)
    if code_cells(notebook):
        last = project.last(name)
        outputs = iter(code_cells(last))
        cells = []
        for cell in notebook.cells:
            cells.append(cell)
            if cell.cell_type == "code":
                kept = next(outputs)
                cell.execution_count, cell.outputs = kept.execution_count, kept.outputs
                if "parameters" in cell.metadata.get("tags", []):
                    cells.append(next(outputs))  # the parameters of the profile
        notebook.cells, notebook.metadata = cells, last.metadata
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
    notebook.cells.append(footer(project, name))
    notebook.metadata.clickbandits = project.parameters
    return notebook


def footer(project, name):
    """The way the page was made, the downloads, and the command that makes it again."""
    inside = "../" * name.count("/")
    profile = project.parameters["profile"]
    flag = "" if profile == "paper" else f" --profile {profile}"
    text = (
        "---\n"
        f"Executed with the profile `{profile}`. "
        f'<a class="reference download internal" href="{inside}../_sources/notebooks/{name}.ipynb"'
        " download>Notebook</a> for any Jupyter · "
        f"{{download}}`source <{inside}../../notebooks/{name}.py>` · "
        f"again: `.venv/bin/python tools/run_notebooks.py {name}{flag}`"
    )
    return nbformat.v4.new_markdown_cell(text, id="how-this-page-was-made")


def remove_orphans(project, written):
    """Delete files that belong to no page, and the results of deleted notebooks."""
    for path in list(project.executed().rglob("notebook.ipynb")):
        if path.parent.relative_to(project.executed()).as_posix() not in written:
            shutil.rmtree(path.parent)
    known = {path for files in written.values() for path in files}
    known.add(project.book / FINDINGS)
    for path in sorted(project.book.rglob("*"), reverse=True):
        if path.is_file() and path not in known:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
