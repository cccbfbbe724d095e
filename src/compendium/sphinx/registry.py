"""The claims as data with their verdicts, for citations and reports of errors.

The name of the software, its version and its address come from `CITATION.cff`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

import yaml

from .. import claims, findings
from ..findings import Built
from . import coq

CITATION = claims.ROOM.parents[1] / "CITATION.cff"
ISSUE_FORM = "claim.yml"
"""The repository's form for an error in a claim, in `.github/ISSUE_TEMPLATE`."""


IN_WORDS = {
    "holds": "the statement holds",
    "corrected": "the statement holds after a correction",
    "refuted": "the statement is false",
    "not reproduced": "the reported result was not reproduced",
    "undecided": "the check does not decide the statement",
    "open": "the statement is neither proved nor refuted",
    claims.NO_DATA: "the data that would decide the statement are not available",
}
"""The verdicts as clauses, for the titles of citations."""


@cache
def citation() -> dict[str, Any]:
    """The contents of `CITATION.cff`."""
    return yaml.safe_load(CITATION.read_text("utf-8"))


def repository() -> str:
    """The address of the repository from `CITATION.cff`, or an empty string."""
    return citation().get("repository-code", "").rstrip("/")


def bibtex(id: str, verdict: str) -> str:
    """The BibTeX entry of one claim, with its name and its verdict."""
    claim, work = claims.CLAIMS.statement(id), citation()
    authors = " and ".join(f"{{{author['name']}}}" for author in work["authors"])
    fields = {
        "author": authors,
        "title": f"{{{_plain(f'{_title(claim)}: {IN_WORDS[verdict]}')}}}",
        "howpublished": f"{work['title']}, version {work['version']}, claim {id}, verdict: {verdict}",
        "year": str(work["date-released"])[:4],
    }
    if repository():
        fields["url"] = repository()
    inside = ", ".join(f"{name} = {{{value}}}" for name, value in fields.items())
    return f"@misc{{clickbandits-{id.replace(':', '-')}, {inside}}}"


def _title(claim: claims.Claim) -> str:
    """The name of a statement, its place, and whose statement it is."""
    place = f"{claim.place} of {claims.PARTS[claim.part]}"
    if claim.whose == "ours":
        about = claim.place if claim.part == "across" else place
        return f"{claim.name} (a statement of ours about {about})"
    return f"{claim.name} ({place}{', as we read it' if claim.whose == 'reading' else ''})"


def _plain(text: str) -> str:
    """Text with BibTeX's special characters escaped."""
    return re.sub(r"([%&#_$])", r"\\\1", text)


def error_form(id: str) -> str:
    """The address of the form for an error in a claim, or an empty string without a repository."""
    return repository() and f"{repository()}/issues/new?template={ISSUE_FORM}&claim={quote(id)}"


def entry(built: Built, id: str) -> dict[str, Any]:
    """A result or step as plain data, with its texts, evidence, finding and the place of its check."""
    claim, finding = claims.CLAIMS.statement(id), built.found[id]
    verdict = claim.shown(finding.verdict)
    file, line = claims.check_places()[claims.decided_by(id)]
    numbers = [
        {"key": key, "label": finding.label(key), "value": findings.plain(value)}
        for key, value in finding.numbers.items()
    ]
    return {
        "id": id,
        "name": claim.name,
        "paper": claims.PARTS[claim.part],
        "place": claim.place,
        "whose": claim.whose,
        "statement": claim.statement,
        "corrected": claim.corrected,
        "alternatives": claim.alternatives,
        "readings": dict(finding.readings),
        "depends": claim.depends,
        "choices": dict(finding.choices),
        "limits": claim.limits,
        "settled by": claim.settled_by,
        "uses": list(claim.uses),
        "verdict": verdict,
        "needs": claim.needs,
        "failed": list(finding.failed),
        "argument": claim.argument,
        "check": claim.check,
        "scope": claim.scope,
        "evidence": coq.evidence(claim),
        "numbers": numbers,
        "source": f"{file.relative_to(claims.ROOM.parents[1]).as_posix()}:{line}",
        "bibtex": bibtex(id, verdict),
    }


def registry(built: Built, places: Mapping[str, str]) -> str:
    """The results of a build with their steps as JSON, and the version and profile of the build.

    `places` has the address of each derivation. A table leads from every other id, of a step or of version
    3.0, to its result, and to its step if there is one.
    """
    found = claims.CLAIMS.values()
    content = {
        "version": str(citation()["version"]),
        "profile": built.profile,
        "claims": [
            entry(built, claim.id)
            | {
                "page": places[claim.id],
                "steps": [
                    entry(built, step.id) | {"page": places[step.id]}
                    for step in claim.steps
                    if step.id in built.found
                ],
            }
            for claim in found
            if claim.id in built.found
        ],
        "other ids": {step.id: {"result": c.id, "step": step.id} for c in found for step in c.steps}
        | {old: {"result": claim.id} for claim in found for old in claim.formerly},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
