"""A project, one profile, and where the parts of its book stand."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import jupytext
import nbformat
import yaml

ALL_CLAIMS = (
    "intro", "new_results", "claims", "errata", "against",
    "deviations/pbm", "deviations/rank1", "deviations/mnl",
)  # fmt: skip
"""The notebooks that show claims without naming them."""


@dataclass(frozen=True)
class Project:
    """The folder of a project and the profile for which its notebooks are executed.

    `sources` is where its sources are read: a build works on a copy of them (see `snapshot`).
    """

    root: Path
    sources: Path
    profile: str

    @property
    def parameters(self):
        """The parameters of the profile, from `profiles/<name>.yml`.

        Raises
        ------
        ValueError
            Where there is no such profile.
        """
        known = sorted(path.stem for path in (self.sources / "profiles").glob("*.yml"))
        if self.profile not in known:
            raise ValueError(
                f"unknown profile {self.profile!r}; the known ones: {', '.join(known)}"
            )
        text = (self.sources / "profiles" / f"{self.profile}.yml").read_text("utf-8")
        return yaml.safe_load(text)

    @property
    def data(self):
        """Where the public files are: what `CLICKBANDITS_DATA` names, by default `data/`."""
        return self.root / os.environ.get("CLICKBANDITS_DATA", "data")

    @property
    def book(self):
        """Where the pages and the published figures stand, from which the book is built."""
        return self.root / "book" / "notebooks"

    def page(self, name):
        """The assembled notebook: a page of the book."""
        return self.book / f"{name}.ipynb"

    def plain(self, name):
        """The same notebook as it reads anywhere: what the page offers to download."""
        return self.book / "plain" / f"{name}.ipynb"

    def executed(self, name=""):
        """The folder with what a notebook's kernel gave: `notebook.ipynb` and `results/`."""
        return self.root / "_build" / "executed" / self.profile / name

    def source(self, name):
        """A notebook as it is written, without outputs."""
        return jupytext.read(self.sources / "notebooks" / f"{name}.py", fmt="py:percent")

    def last(self, name):
        """A notebook as it was last executed, or None where there is none that can be read."""
        try:
            notebook = nbformat.read(self.executed(name) / "notebook.ipynb", as_version=4)
            return notebook if notebook.metadata.clickbandits.key else None
        except (OSError, ValueError, AttributeError, nbformat.reader.NotJSONError):
            return None


def names(root):
    """The names of all notebooks in a folder of sources."""
    folder = root / "notebooks"
    return sorted(p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.py"))


def code_cells(notebook):
    """The code cells of a notebook, in order."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def select(root, asked):
    """The notebooks' names: all or those asked for, chapters first, the front page last."""
    known = sorted(names(root), key=lambda name: (name in ALL_CLAIMS, name == "intro"))
    for name in asked:
        if name not in known:
            raise ValueError(f"unknown notebook {name!r}; the known ones: {', '.join(known)}")
    return [name for name in known if name in asked or not asked]
