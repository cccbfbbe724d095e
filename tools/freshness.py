"""When an executed notebook still has the outputs that its source would give."""

from __future__ import annotations

import hashlib
from pathlib import Path

from clickbandits.source import named_modules
from compendium import findings, pages
from project import code_cells

ROOMS = ("clickbandits", "compendium")
FINDING = "compendium.findings:finding"


def key(project, name):
    """The digest of all that the outputs of a notebook depend on, but for what it asks.

    That is: the text of its code cells, the profile, the code that Python loads for it, the public
    data where that code can read them, the lock, and how notebooks are executed.
    """
    cells = code_cells(project.source(name))
    text = "\n".join(cell.source for cell in cells)
    modules = {m for m in named_modules(text) if m.partition(".")[0] in ROOMS}
    files = [project.root / "requirements.lock", Path(__file__).with_name("execute.py")]
    if "clickbandits.report" in modules:  # the templates of its blocks
        files += sorted((project.root / "src" / "clickbandits" / "report").glob("*.html"))
    parts = [
        [[cell.source, "parameters" in cell.metadata.get("tags", [])] for cell in cells],
        sorted(project.parameters.items()),
        findings.inputs_digest(modules),
        [hashlib.sha256(file.read_bytes()).hexdigest() for file in files],
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def is_fresh(project, name, missing=()):
    """Whether a notebook's outputs stand, and all it asked for has the same answer.

    With findings missing, only a question for a finding that is there can be asked again.
    """
    notebook = project.last(name)
    if notebook is None or notebook.metadata.clickbandits.key != key(project, name):
        return False
    return all(same_answer(note, missing) for note in notebook.metadata.clickbandits.notes)


def same_answer(note, missing=()):
    """Whether a question that a notebook asked can be asked again and has the same answer."""
    if missing and (note["function"] != FINDING or note["arguments"][0] in missing):
        return False
    try:
        return pages.still_so(note)
    except (ImportError, AttributeError, TypeError, LookupError, ValueError):
        return False
