"""A project with one profile, the places of the parts of its book, and whether they are out of date."""

from __future__ import annotations

import hashlib
import re
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jupytext
import nbformat
import yaml

from clickbandits.source import named_modules
from compendium import claims, data_folder, findings

PACKAGES = ("clickbandits", "clicklogs", "compendium")


@cache
def _parsed(text):
    """A notebook as it is written; it must not be changed."""
    return jupytext.reads(text, fmt="py:percent")


@dataclass(frozen=True)
class Project:
    """The folder of a project and the profile for which its notebooks are executed."""

    root: Path
    profile: str

    @property
    def parameters(self):
        """The parameters of the profile, from `profiles/<name>.yml`.

        Raises
        ------
        ValueError
            If there is no such profile.
        """
        known = sorted(path.stem for path in (self.root / "profiles").glob("*.yml"))
        if self.profile not in known:
            raise ValueError(f"unknown profile {self.profile!r}; the known ones: {', '.join(known)}")
        return yaml.safe_load((self.root / "profiles" / f"{self.profile}.yml").read_text("utf-8"))

    @property
    def data(self):
        """The folder of the public files, named by `CLICKBANDITS_DATA` and by default `data/`."""
        return self.root / data_folder()

    @property
    def book(self):
        """The folder with the pages, the findings and the published figures, for Sphinx."""
        return self.root / "book" / "notebooks"

    def page(self, name):
        """The assembled notebook, which is a page of the book."""
        return self.book / f"{name}.ipynb"

    def plain(self, name):
        """The same notebook in plain Markdown, which the page offers for download."""
        return self.book / "plain" / f"{name}.ipynb"

    def executed(self, name=""):
        """The folder with the output of a notebook's kernel, `notebook.ipynb` and `results/`."""
        return self.root / "_build" / "executed" / self.profile / name

    def source(self, name):
        """A notebook as it is written, without outputs."""
        return deepcopy(_parsed((self.root / "notebooks" / f"{name}.py").read_text("utf-8")))

    def last(self, name):
        """A notebook as it was last executed, or None if it cannot be read."""
        try:
            notebook = nbformat.read(self.executed(name) / "notebook.ipynb", as_version=4)
            return notebook if notebook.metadata.clickbandits.key else None
        except (OSError, ValueError, AttributeError, nbformat.reader.NotJSONError):
            return None

    def key(self, name):
        """The digest of everything that the outputs of a notebook depend on.

        It covers the text of the code cells, the profile, the code that Python loads for them, the
        public data if that code can read them, the lock file, and the way notebooks are executed.
        """
        cells = code_cells(self.source(name))
        modules = {"compendium.ink", *named_modules("\n".join(cell.source for cell in cells))}
        modules = {module for module in modules if module.partition(".")[0] in PACKAGES}
        files = [self.root / "requirements.lock", Path(__file__).with_name("execute.py")]
        if "clicklogs.report" in modules:  # the templates of its blocks
            files += sorted((self.root / "src" / "clicklogs" / "report").glob("*.html"))
        texts = [[cell.source, "parameters" in cell.metadata.get("tags", [])] for cell in cells]
        digests = (hashlib.sha256(file.read_bytes()).hexdigest() for file in files)
        return findings.inputs_digest(modules, repr(texts), repr(sorted(self.parameters.items())), *digests)

    def has_run(self, name):
        """Whether a notebook was executed with the code cells that it has."""
        cells, last = code_cells(self.source(name)), self.last(name)
        kept = (
            [
                cell.source
                for cell in code_cells(last)
                if "injected-parameters" not in cell.metadata.get("tags", [])
            ]
            if last
            else []
        )
        return [cell.source for cell in cells] == kept

    def is_fresh(self, name):
        """Whether the outputs of a notebook are up to date; a notebook without code has none."""
        if not code_cells(self.source(name)):
            return True
        notebook = self.last(name)
        return notebook is not None and notebook.metadata.clickbandits.key == self.key(name)


def code_cells(notebook):
    """The code cells of a notebook, in order."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def names(root):
    """The names of all notebooks, the front page last."""
    folder = root / "notebooks"
    paths = (p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.py"))
    return sorted(paths, key=lambda name: (name == "intro", name))


def select(root, asked):
    """The names of all notebooks, or of those asked for.

    Raises
    ------
    ValueError
        If there is no notebook of that name.
    """
    known = names(root)
    for name in asked:
        if name not in known:
            raise ValueError(f"unknown notebook {name!r}; the known ones: {', '.join(known)}")
    return [name for name in known if name in asked or not asked]


SHOW_ALL = re.compile(r"\{(claims-|claim-count|step-count|errata|still-open)")


def claims_shown(project, names):
    """The ids of the checks whose findings some pages show; a page with a result shows its steps as well."""
    texts = [(project.root / "notebooks" / f"{name}.py").read_text("utf-8") for name in names]
    if any(map(SHOW_ALL.search, texts)):
        return claims.with_checks()
    named = set(re.findall(r"[a-z0-9]+:[a-z0-9-]+", "\n".join(texts)))
    return [
        id for id in claims.with_checks() if not named.isdisjoint(shown_with(claims.CLAIMS.statement(id)))
    ]


def shown_with(statement):
    """The ids that lead to a result or step on a page, namely those of the result and of all its steps."""
    result = claims.CLAIMS[statement.of or statement.id]
    return {result.id, *result.formerly, *(step.id for step in result.steps)}
