"""The registry: every claim's check gives the verdict the registry expects."""

import pytest

from compendium import claims, printed
from compendium.claims import CLAIMS, PAPERS, Finding, claim, finding

SIMULATED_MAY_BE = ("undecided",)
PRINTED = [item for paper in PAPERS for item in printed.printed(paper) if item.claim]


def expected(entry, profile):
    """The verdicts a finding may have: a quick simulation may be undecided, never contradict."""
    if entry.evidence == "simulated" and profile == "quick":
        return (entry.verdict, *SIMULATED_MAY_BE)
    return (entry.verdict,)


@pytest.mark.parametrize("id", list(CLAIMS))
def test_finding_is_the_expected_verdict(id):
    found = finding(id, "quick")
    assert found.verdict in expected(CLAIMS[id], "quick"), dict(found.numbers)
    for item in PRINTED:  # what "paper against compendium" shows of the finding is there
        assert item.claim != id or printed.chosen_numbers(item, dict.fromkeys(found.numbers, ""))


@pytest.mark.slow
@pytest.mark.parametrize("id", list(CLAIMS))
def test_finding_is_the_expected_verdict_at_the_papers_scale(id):
    found = finding(id, "paper")
    assert found.verdict in expected(CLAIMS[id], "paper"), dict(found.numbers)


@pytest.mark.parametrize("id", list(CLAIMS))
def test_a_claim_says_what_it_claims(id):
    entry = CLAIMS[id]
    assert entry.id == id
    assert entry.location and entry.statement
    assert "$" not in entry.location, "a location is plain text; it becomes a link's title"
    if entry.evidence == "proof":
        assert CLAIMS[id].verdict in ("holds", "corrected", "refuted")


def test_unknown_claim_and_profile_list_the_known_ones():
    with pytest.raises(KeyError, match="unknown claim 'pbm:nothing'; the known ones"):
        CLAIMS["pbm:nothing"]
    known = next(iter(CLAIMS))
    with pytest.raises(ValueError, match="unknown profile 'fast'; the known ones: quick, paper"):
        finding(known, "fast")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "abc:x"}, "a claim's id begins with"),
        ({"verdict": "true"}, "a verdict is one of"),
        ({"evidence": "seen"}, "evidence is one of"),
        ({"verdict": "corrected"}, "states what holds instead"),
        ({"verdict": "open"}, "why it is open"),
    ],
)
def test_a_malformed_claim_is_refused(change, message):
    fields = {
        "id": "pbm:test", "location": "x", "statement": "x", "verdict": "holds",
        "evidence": "exact",
    } | change  # fmt: skip
    with pytest.raises(ValueError, match=message):
        claim(fields.pop("id"), **fields)


def test_an_id_is_registered_once():
    known = CLAIMS[next(iter(CLAIMS))]
    with pytest.raises(ValueError, match="registered twice"):
        claims._REGISTRY.add(known)


def test_a_finding_has_a_known_verdict():
    with pytest.raises(ValueError, match="a verdict is one of"):
        Finding("yes")
