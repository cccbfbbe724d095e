"""Every printed result has a claim or a reason why it has none, and every such claim has a printed result."""

import csv
import io
import re
import tomllib

import pytest

from compendium import claims
from compendium.case import Finding
from compendium.claims import CLAIMS, PAPERS
from compendium.findings import Built
from compendium.sphinx import reproduction
from compendium.sphinx.reproduction import Choice, PrintedItem

EXPERIMENTS = {"pbm": "Section 5", "rank1": "Section 5", "mnl": "Section 6"}
ITEMS = [(paper, item) for paper in PAPERS for item in reproduction.printed_items(paper)]


def about_experiments(id):
    """Whether a claim is about a figure, a table, experiments, the abstract or the conclusion."""
    location = CLAIMS[id].place
    named = re.search("Figure|Table|Abstract|Conclusion", location)
    return bool(named or EXPERIMENTS[CLAIMS[id].part] in location)


def test_every_item_has_a_claim_of_its_paper_with_numbers_or_a_reason():
    for paper, item in ITEMS:
        assert item.place and item.says and (item.claim or item.reason), item
        if item.claim:
            assert CLAIMS[item.claim].part == paper and item.numbers, item


def test_an_item_repeats_nothing_of_its_claim():
    for paper in PAPERS:
        file = claims.ROOM / paper / "printed.toml"
        for entry in tomllib.loads(file.read_text("utf-8"))["items"]:
            if "claim" in entry:
                claim, own = CLAIMS[entry["claim"]], {"place", "says"} & set(entry)
                said = {name: claims.flowing(entry[name]) for name in own}
                assert said.get("place") != claim.place and said.get("says") != claim.statement
                assert "says" in own or "reason" not in entry, (
                    "an item with a reason shows the text of a result"
                )


def test_an_item_of_a_claim_alone_says_what_the_claim_says():
    (item,) = (item for _, item in ITEMS if item.claim == "pbm:proposition-10")
    claim = CLAIMS[item.claim]
    assert (item.place, item.says, item.numbers) == (claim.place, claim.statement, ("ratio",))
    assert [choice.about for choice in item.choices] == ["empty set"]


def test_every_simulated_item_shows_how_many_runs():
    for _, item in ITEMS:
        if item.claim and CLAIMS[item.claim].check == "simulated":
            shown = " ".join(item.numbers)
            tables = ("pbm:singular-values-dominate",)  # one table per query, as its limits state
            everything = re.search(r"(^|[ )])\*", shown)
            assert re.search(r"\bruns\b|\bn\b", shown) or everything or item.claim in tables, item


def test_every_claim_of_a_paper_about_experiments_is_in_the_table():
    shown = {item.claim for _, item in ITEMS if not item.reason}
    ids = [id for id in CLAIMS if CLAIMS[id].whose != "ours"]
    assert not [id for id in ids if about_experiments(id) and id not in shown]


def test_links_of_choices_and_reasons_lead_to_claims():
    texts = [item.reason for _, item in ITEMS]
    texts += [f"{c.silent} {c.ours} {c.otherwise}" for p in PAPERS for c in reproduction.choices(p)]
    targets = re.findall(r"\{ref\}`[^`<]+ <([^>`]+)>`", " ".join(texts))
    assert targets and set(targets) <= set(CLAIMS)


@pytest.fixture
def built(monkeypatch):
    """A book with one claim, one choice and two printed items, the second without a claim."""
    entry = CLAIMS["pbm:equation-6"]
    choice = Choice("scale", "the scale of $|x|$", "$|x| = 1$", "nothing changes")
    items = (
        PrintedItem("Figure 9", "A curve.", entry.id, ("regret*",), (choice,)),
        PrintedItem("Figure 9", "It is beautiful.", entry.id, ("other",), reason="A judgement."),
    )
    found = Finding(
        "refuted",
        {"regret A": 2e-7, "regret B": "3 ± 1", "other": 4},
        {"regret A": "regret of A", "regret B": "regret of B"},
    )
    monkeypatch.setattr(reproduction, "printed_items", lambda paper: items if paper == "pbm" else ())
    return Built("quick", {entry.id: found})


def test_a_row_shows_the_finding_of_the_build(built):
    first, second = reproduction.compared(built, "pbm").splitlines()[2:]
    assert "regret of B: **3 ± 1**" in first and "other" not in first
    assert '<span class="verdict refuted">refuted</span>' in first
    assert r"*Our choice, scale:* $\|x\| = 1$." in first
    assert "other: **4**<br>A judgement." in second and "no-claim" in second
    assert "refuted" not in second, "an item without a verdict shows that of the claim with its numbers"
    assert reproduction.tally(built, "pbm") == dict.fromkeys(claims.SHOWN, 0) | {
        "refuted": 1,
        reproduction.NO_CLAIM: 1,
    }
    assert reproduction.tally(built, *PAPERS) == reproduction.tally(built, "pbm")
    listed = reproduction.with_verdicts(built, "pbm", "holds, refuted")
    assert listed.startswith("- ") and "<pbm:equation-6>" in listed and "\n" not in listed
    assert reproduction.with_verdicts(built, "pbm", "open") == "None."
    assert "nothing changes" in reproduction.choices_table("pbm")
    assert "| 1 |" in reproduction.counts(built, "pbm")


def test_the_csv_holds_every_row_as_plain_text(built):
    first, second = csv.DictReader(io.StringIO(reproduction.as_csv(built).decode()))
    assert tuple(first) == reproduction.COLUMNS
    assert first["this build"] == "regret of A: 2e-7; regret of B: 3 ± 1"
    assert first["choices"] == "the scale of $|x|$: $|x| = 1$"
    assert second["verdict"] == reproduction.NO_CLAIM and second["evidence"] == ""
    assert second["this build"] == "other: 4" and second["why no claim"] == "A judgement."


def test_links_become_plain_text():
    text = "it is {ref}`so <pbm:theorem-6>`, see {numref}`pbm:figure-1b`"
    assert reproduction.plain(text) == "it is so (pbm:theorem-6), see figure pbm:figure-1b"


def test_an_unknown_number_lists_the_known_ones():
    item = PrintedItem("Figure 1", "x", "pbm:equation-6", ("regret",))
    with pytest.raises(ValueError, match="has no number 'regret'; it has a, b"):
        reproduction.chosen_keys(item, {"a": "1", "b": "2"})


def test_every_paper_has_items_of_every_part():
    for paper in PAPERS:
        items = reproduction.printed_items(paper)
        assert len(items) > 50 and any(re.search("Abstract|Section 1", i.place) for i in items)
        assert len(set(items)) == len(items), "an item occurs twice"
        assert all(isinstance(choice, Choice) for choice in reproduction.choices(paper))
