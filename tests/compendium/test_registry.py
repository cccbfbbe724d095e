"""The data of a claim are complete, with its citation and the address for reports of errors."""

import json
import re
from dataclasses import replace

import pytest

from compendium import claims
from compendium.case import Finding
from compendium.findings import Built
from compendium.sphinx import registry

FOUND = Finding("holds", {"gap": 0.5, "sizes": (1, 2), "none": float("inf")})
STATEMENTS = claims.CLAIMS | claims.CLAIMS.steps()
BUILT = Built("quick", dict.fromkeys(STATEMENTS, FOUND))


def test_a_claim_is_cited_by_its_id():
    for id, claim in STATEMENTS.items():
        entry = registry.bibtex(id, claim.verdict)
        assert entry.count("{") == entry.count("}") and "\n" not in entry
        assert f"claim {id}" in entry and claim.verdict in entry
        assert not re.search(r"(?<!\\)[%&#$]", entry)


@pytest.mark.parametrize(
    ("whose", "title"),
    [
        ("paper", "Two tops (Section 2 of Grant and Leslie (2023)): the statement holds"),
        ("reading", "Two tops (Section 2 of Grant and Leslie (2023), as we read it): the statement holds"),
        (
            "ours",
            "Two tops (a statement of ours about Section 2 of Grant and Leslie (2023)): the statement holds",
        ),
    ],
)
def test_a_citation_says_whose_sentence_it_is(whose, title, monkeypatch):
    other = "another" if whose == "reading" else ""
    claim = replace(
        claims.CLAIMS["mnl:lemma-2"],
        place="Section 2",
        whose=whose,
        verdict="holds",
        alternatives=other,
        name="Two tops",
    )
    monkeypatch.setattr(claims, "CLAIMS", claims.Claims({"mnl:lemma-2": claim}))
    assert f"title = {{{{{title}}}}}" in registry.bibtex("mnl:lemma-2", "holds")


def test_what_is_left_open_has_a_way_to_settle_it_and_nothing_else_has_one():
    left = {
        id
        for id, claim in STATEMENTS.items()
        if claim.verdict in ("open", "undecided", "not reproduced") or claim.needs
    }
    assert {id for id, claim in STATEMENTS.items() if claim.settled_by} == left


def test_without_a_repository_no_error_can_be_reported(monkeypatch):
    monkeypatch.setattr(registry, "citation", lambda: {})
    assert registry.error_form("pbm:theorem-6") == ""


def test_an_error_is_reported_with_the_id_filled_in(monkeypatch):
    monkeypatch.setattr(registry, "citation", lambda: {"repository-code": "https://x.org/a/b/"})
    form = registry.error_form("pbm:theorem-6")
    assert form == "https://x.org/a/b/issues/new?template=claim.yml&claim=pbm%3Atheorem-6"
    root = claims.ROOM.parents[1]
    text = (root / ".github" / "ISSUE_TEMPLATE" / registry.ISSUE_FORM).read_text("utf-8")
    assert "id: claim" in text


def test_the_registry_has_every_claim_as_it_was_found():
    places = {id: f"page.html#{id}" for id in STATEMENTS}
    content = json.loads(registry.registry(BUILT, places), parse_constant=pytest.fail)
    assert [entry["id"] for entry in content["claims"]] == list(claims.CLAIMS)
    entry = content["claims"][0]
    assert entry["verdict"] == "holds" and entry["statement"]
    assert entry["page"] == f"page.html#{entry['id']}"
    assert [number["value"] for number in entry["numbers"]] == [0.5, [1, 2], "inf"]
    for one in content["claims"]:
        assert [step["id"] for step in one["steps"]] == [step.id for step in claims.CLAIMS[one["id"]].steps]
    assert content["other ids"]["pbm:fact-17-factor"]["step"] == "pbm:fact-17-factor"
    for old in json.loads((claims.ROOM.parents[1] / "artifact" / "ids_3_0.json").read_text("utf-8")):
        known = content["other ids"].get(old, {"result": old})
        assert known["result"] in claims.CLAIMS and known.get("step", old) in STATEMENTS.keys() | {old}
    file, line = entry["source"].split(":")
    lines = (claims.ROOM.parents[1] / file).read_text("utf-8").splitlines()
    assert entry["id"] in lines[int(line) - 1]


def test_a_choice_is_named_in_plain_characters():
    # The badge shows plain text without formulas.
    assert [id for id, claim in STATEMENTS.items() if re.search(r"[$\\_]", claim.depends)] == []
