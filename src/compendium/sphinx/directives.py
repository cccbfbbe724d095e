"""The directives and roles for claims, and the text that each one shows.

Each is a function of the findings of a build and of the argument that the author wrote, and returns
Markdown. The Sphinx extension (`compendium.sphinx.extension`) puts it on the page, and the
downloadable notebook shows it in plain Markdown::

    :::{claim} pbm:theorem-6
    :::

    It costs {number}`pbm:theorem-6 gap:.2f` clicks, {verdict}`pbm:theorem-6`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from .. import claims
from ..findings import Built
from . import choices, coq, dependence, gallery, pages

ToMarkdown = Callable[[Built, str], str]

SOURCES = "CLICKBANDITS_SOURCES"
"""The variable that names the sources when they are not a clone."""


def proved(_: Built, what: str) -> str:
    """The number of propositions that Coq checked, or of claims that they are about, in whole or in part."""
    propositions, about, whole = coq.counted()
    counts = {"propositions": propositions, "claims": about, "whole": whole, "part": about - whole}
    return str(counts[what])


def sources_of(root: Path) -> str:
    """The Software Heritage identifier of a clone's last commit; "" if a file is changed.

    It contains the hash of the commit's tree, so anyone who has the files can compute it. It is also ""
    without git, and in a folder that is not a clone itself but lies within another one.
    """
    if not (root / ".git").exists() or not shutil.which("git"):
        return ""
    git = ["git", "-c", f"safe.directory={root.resolve()}"]  # whoever owns the folder
    answers = []
    for question in (["status", "--porcelain"], ["rev-parse", "HEAD^{tree}"]):
        done = subprocess.run([*git, *question], cwd=root, capture_output=True, text=True)
        answers.append("changed" if done.returncode else done.stdout.strip())
    return f"swh:1:dir:{answers[1]}" if not answers[0] else ""


def sources(_: Built, __: str) -> str:
    """The identifier of the sources from which these pages were built, or the reason why there is none."""
    identifier = os.environ.get(SOURCES) or sources_of(claims.NOTEBOOKS.parent)
    if not identifier:
        return "(not known: these pages were not built from a clean clone)"
    return f"`{identifier}`{{.long}}"


DIRECTIVES: dict[str, ToMarkdown] = {
    "claim": pages.badges,
    "claim-steps": pages.steps,
    "claims-table": pages.claims_table,
    "claims-by-author": pages.by_author,
    "claims-by-paper": lambda built, _: pages.by_paper(built),
    "claims-by-evidence": lambda built, _: pages.by_evidence(built),
    "claims-tally": pages.tally,
    "our-copy": lambda _built, _: pages.OUR_COPY,
    "errata": pages.errata,
    "still-open": pages.still_open,
    "map-of": dependence.paper_map,
    "map-of-errata": dependence.falls,
    "map-of-ours": dependence.ours,
    "choices": lambda _, paper: choices.table(paper),
    "proved": lambda _built, _: coq.statements(),
    "proposition": lambda _, name: f"```coq\n{coq.definition(name)}\n```",
    "figures-of": lambda _, paper: gallery.papers_figures(paper),
}
"""The function behind each directive, by the directive's name."""

ROLES: dict[str, ToMarkdown] = {
    "number": pages.number,
    "verdict": pages.in_a_line,
    "claim-count": pages.count,
    "step-count": pages.step_count,
    "proved": proved,
    "sources": sources,
}
"""The function behind each role, by the role's name."""
