"""What the book shows of the claims is what their checks found."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from markdown_it import MarkdownIt

from compendium import claims, findings, machine, report
from compendium.claims import CLAIMS, Claim
from compendium.finding import Finding


@pytest.fixture
def one_claim(own_store, monkeypatch):
    """A registry that holds one claim, whose check counts how often it is called."""
    calls = []

    def check(id, profile):
        calls.append(profile)
        return Finding("refuted", {"gap": 2.5e-17, "third": Fraction(1, 3)}, {"gap": "a gap"})

    entry = Claim("pbm:test", "pbm/one", "Section 1", "holds", "text", "exact", "all x",
                  "For all $x$, $|x| < 1$.", "It is not.")  # fmt: skip
    monkeypatch.setattr(claims, "CLAIMS", {"pbm:test": entry})
    monkeypatch.setattr(claims, "finding", check)
    monkeypatch.setattr(findings, "key", lambda id, profile: f"{id} {profile}".ljust(32))
    monkeypatch.setattr(report, "_source", lambda claim: "the check")
    return calls


def test_the_finding_is_shown_and_not_the_expectation(one_claim):
    for shown in (
        report.claims_table("pbm", "quick").data,
        report.errata("pbm", "quick").data,
        report.stamp("quick", "pbm:test"),
    ):
        assert '<span class="verdict refuted">refuted</span>' in shown
        assert "holds</span>" not in shown
    shown = report.errata("pbm", "quick").data
    assert "a gap: 2.5·10<sup>-17</sup>" in shown and "third: 1/3" in shown


def test_a_claim_is_checked_once_a_build_and_profile(one_claim):
    for profile in ("quick", "quick", "paper"):
        assert report.stamp(profile, "pbm:test")
    assert one_claim == ["quick", "paper"]


def test_a_badge_says_what_the_page_does_not(one_claim, monkeypatch):
    shown = report.stamp("quick", "pbm:test")
    assert shown.startswith('<details class="claim" open><summary><span class="verdict refuted">')
    assert "Section 1</span>" not in shown
    assert "**As printed.** For all $x$" in shown and "**Holds instead.** It is not." in shown
    assert "a gap: 2.5" in shown and "**Checked for** all x." in shown
    assert "<all-pbm-test>" in shown and shown.endswith("\n\n</details>")
    assert 'class="place">Section 1</span>' in report.stamp("quick", "pbm:test", several=True)
    claim = claims.CLAIMS["pbm:test"]
    boxed = replace(claim, verdict="refuted", corrected="", box=claim.statement)
    monkeypatch.setattr(claims, "CLAIMS", {"pbm:test": boxed})
    shown = report.stamp("quick", "pbm:test")
    assert shown.startswith('<details class="claim"><summary>')
    assert "As printed" not in shown and "Holds instead" not in shown


def test_a_badge_shows_conditions_only_where_one_failed(one_claim, monkeypatch):
    found = Finding("holds", {"identity": True, "same": False, "n": 3}, {}, ("the step",))
    monkeypatch.setattr(claims, "finding", lambda id, profile: found)
    shown = report.stamp("paper", "pbm:test")
    assert "**Computed.** same: no; n: 3." in shown and "**Not met.** the step." in shown


def test_without_its_data_a_claim_has_no_verdict(one_claim, monkeypatch):
    claim = replace(claims.CLAIMS["pbm:test"], needs="the log, which is not public")
    monkeypatch.setattr(claims, "CLAIMS", {"pbm:test": claim})
    for shown in (
        report.claims_table("pbm", "quick").data,
        report.stamp("quick", "pbm:test"),
    ):
        assert '<span class="verdict no-data">no data</span>' in shown
        assert "refuted" not in shown
    assert "It needs the log, which is not public." in shown and "on a surrogate" in shown
    assert shown.startswith('<details class="claim"><summary>')
    assert report.errata("pbm", "quick").data == "None was found."


def test_every_row_of_the_table_can_be_linked(one_claim):
    assert f"{{#{report.entry_label('pbm:test')}}}" in report.claims_table("pbm", "quick").data


def test_a_bar_in_a_formula_does_not_end_a_cell(one_claim):
    row = report.claims_table("pbm", "quick").data.splitlines()[-1]
    assert r"$\|x\| < 1$" in row


def test_counts_add_up(one_claim):
    rows = report.counts("quick").data.splitlines()
    assert rows[2].split("|")[-2].strip() == "1"
    assert rows[3].split("|")[-2].strip() == "0"


def test_an_unknown_claim_lists_the_known_ones():
    with pytest.raises(KeyError, match="unknown claim 'pbm:nothing'"):
        assert report.stamp("quick", "pbm:nothing")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"),
        (np.bool_(False), "no"),
        (7, "7"),
        (0.123456789, "0.123457"),
        (1e20, "1·10<sup>20</sup>"),
        (float("inf"), "∞"),
        (Fraction(2, 6), "1/3"),
        ((1, 0.5), "(1, 0.5)"),
        ("text", "text"),
    ],
)
def test_numbers_are_written_for_people(value, text):
    assert report.shown_number(value) == text


def test_every_check_has_a_source_that_can_be_linked():
    for entry in CLAIMS.values():
        assert "<../../src/compendium/" in report._source(entry)


def test_what_unfolds_swallows_nothing_of_the_page():
    for entry in machine.proved():
        tokens = MarkdownIt().parse(f"{machine.fold(entry)}\n\nThe page goes on.\n")
        assert [token.type for token in tokens][:2] == ["fence", "paragraph_open"], entry.prop
        assert tokens[0].info.startswith("{dropdown} Proved in Coq")
