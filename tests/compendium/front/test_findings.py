"""The front page counts what was found, and every result of our own is collected."""

import re
from pathlib import Path

import pytest

from compendium import claims
from compendium import findings as stored
from compendium.claims import Claim
from compendium.finding import Finding
from compendium.front import findings

ROOT = Path(__file__).resolve().parents[3]
OURS = re.compile(
    r"\((ours|which is ours)|\bis ours\b|\bof ours\b|^Ours\b|repaired here|sharpened|"
    r"[Oo]ur (addition|inequality|observation|question|statement|study|variant)\b"
)
"""How a claim's location or limits say that the statement is not the paper's."""


@pytest.fixture
def three_claims(own_store, monkeypatch):
    """A registry of three claims: proved, undecided by simulation, open."""
    entries, found = {}, {}
    for id, verdict, check in (
        ("pbm:a", "holds", "symbolic"),
        ("pbm:b", "undecided", "simulated"),
        ("mnl:c", "open", "none"),
    ):
        found[id] = {"quick": Finding(verdict, {"n": 0.5}), "paper": Finding(verdict, {"n": 0.25})}
        entries[id] = Claim(
            id, "pbm/one", "Section 1", "holds", "none", check, statement="It is.",
            limits="All else.",
        )  # fmt: skip
    monkeypatch.setattr(claims, "CLAIMS", entries)
    monkeypatch.setattr(claims, "finding", lambda id, profile: found[id][profile])
    monkeypatch.setattr(stored, "key", lambda id, profile: f"{id} {profile}".ljust(32))
    monkeypatch.setattr(findings, "CLAIMS", entries)
    return entries


def test_the_summary_counts_the_findings(three_claims):
    text = findings.summary("paper").data
    assert text.startswith("**3 claims**: **1** hold as printed; **0** fail as printed")
    assert "**1** undecided; **1** open; **0** about data that are not at hand." in text
    assert "preview" not in text


def test_a_preview_says_what_it_leaves_undecided(three_claims):
    text = findings.summary("quick").data
    assert "preview" in text and "1 of the 1 simulated claims are undecided" in text


def test_the_table_adds_up(three_claims):
    rows = [re.split(r"\s*\|\s*", row)[1:-1] for row in
            findings.by_evidence("paper").data.splitlines()]  # fmt: skip
    numbers = [list(map(int, row[1:-1])) for row in rows[2:-1]]
    assert [sum(row) for row in numbers] == [int(row[-1]) for row in rows[2:-1]]
    assert rows[-1][-1] == "**3**"


def test_what_is_open_says_why(three_claims):
    text = findings.still_open("paper").data
    assert "pbm:a" not in text
    assert "<pbm:b>" in text and "<mnl:c>" in text and text.count("**Why.** All else.") == 2


def test_glued_numbers_are_those_of_the_finding(three_claims, monkeypatch):
    glued = {}
    monkeypatch.setattr(findings, "glue", lambda key, value, display: glued.update({key: value}))
    findings.glue_findings("pbm:b", profile="quick", half=("pbm:a", "n"))
    assert glued["half"] == "0.5"
    assert "undecided" in glued["pbm-b"].data and "*simulated*" in glued["pbm-b"].data
    with pytest.raises(KeyError):
        findings.glue_findings(profile="quick", none=("pbm:a", "no such number"))


def test_every_claim_that_is_our_own_is_among_the_new_results():
    page = (ROOT / "notebooks" / "new_results.py").read_text("utf-8")
    shown = set(re.findall(r"<([a-z0-9]+:[a-z0-9-]+)>", page))
    ours = {
        claim.id
        for claim in claims.CLAIMS.values()
        if OURS.search(claim.place) or OURS.search(claim.limits)
    }
    assert len(ours) > 40
    assert sorted(ours - shown) == []


def test_a_verdict_is_glued_wherever_the_page_shows_one():
    for name in ("intro", "new_results"):
        page = (ROOT / "notebooks" / f"{name}.py").read_text("utf-8")
        shown = set(re.findall(r"\{glue:md\}`([a-z0-9-]+)`", page))
        glued = set(re.findall(r'^ {4}"([a-z0-9]+:[a-z0-9-]+)",$', page, re.MULTILINE))
        numbers = set(re.findall(r"^ {4}([a-z_0-9]+)=\(", page, re.MULTILINE))
        assert shown - numbers == {id.replace(":", "-") for id in glued}, name
