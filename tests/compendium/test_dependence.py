"""The map of results is the graph given by the `uses` of the claims."""

import re

import numpy as np
import pytest

from compendium import claims
from compendium.case import Finding
from compendium.claims import CLAIMS
from compendium.findings import Built
from compendium.sphinx import dependence

BUILT = Built("quick", {id: Finding(claim.verdict, {}, {}) for id, claim in CLAIMS.items()})


def drawn(svg):
    """The upper left corner of each box, by id."""
    boxes = re.findall(r'href="claim:([^"]+)".*?<rect x="([\d.]+)" y="([\d.]+)"', svg)
    return {id: (float(x), float(y)) for id, x, y in boxes}


@pytest.mark.parametrize("paper", claims.PAPERS)
def test_every_claim_stands_below_what_it_rests_on_and_no_boxes_meet(paper):
    joined = [id for id in CLAIMS if id.startswith(f"{paper}:") and CLAIMS[id].uses]
    joined += [used for id in joined for used in CLAIMS[id].uses]
    places = drawn(dependence.picture(BUILT, {*joined}, "all"))
    assert places.keys() == {*joined} and len({*places.values()}) == len(places)
    for id in joined:
        for used in CLAIMS[id].uses:
            assert places[used][1] < places[id][1]


@pytest.mark.parametrize("paper", claims.PAPERS)
def test_no_line_passes_behind_a_box(paper):
    svg = dependence.picture(
        BUILT, {id for id in CLAIMS if id.startswith(f"{paper}:") and CLAIMS[id].uses}, ""
    )
    boxes = [(x, x + dependence.BOX[0], y, y + dependence.BOX[1]) for x, y in drawn(svg).values()]
    lines = re.findall(r'<path[^>]* d="([^"]+)"', svg)
    assert lines
    for x, y in (point for line in lines for point in along(line)):
        assert not any(left < x < right and top < y < bottom for left, right, top, bottom in boxes)


def along(path):
    """Points along a path of moves, Bézier curves and vertical lines."""
    here = np.zeros(2)
    for kind, numbers in re.findall(r"([MCV])([^MCV]+)", path):
        values = np.array(numbers.split(), float)
        if kind == "V":
            values = np.array([here[0], values[0]])
        if kind == "C":
            share = np.linspace(0, 1, 40)[:, None]
            first, second, last = values.reshape(3, 2)
            weights = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
            yield from sum(w * end for w, end in zip(weights, (here, first, second, last), strict=True))
        elif kind == "V":
            yield from np.linspace(here, values, 20)
        here = values[-2:]


def test_a_line_runs_through_what_is_left_out():
    first, second, third = "pbm:lemma-2", "pbm:lemma-12", "pbm:proposition-3"
    assert first in CLAIMS[second].uses and second in CLAIMS[third].uses
    assert dependence.arrows({first, third}) == {(first, third)}
    assert dependence.arrows({first, second, third}) >= {(first, second), (second, third)}


def test_what_fails_is_listed_with_all_that_rests_on_it():
    text = dependence.falls(BUILT, "pbm")
    for id in dependence.resting_on("pbm:lemma-16"):
        assert f"<{id}>" in text
    assert "claim:pbm:lemma-16" in text and "pbm:theorem-6" in dependence.resting_on("pbm:lemma-16")
    assert "Nothing else" in dependence.falls(BUILT, "across")


@pytest.mark.parametrize("paper", claims.PAPERS)
def test_every_picture_of_a_map_has_a_list_of_the_same_claims(paper):
    text = dependence.paper_map(BUILT, paper) + dependence.ours(BUILT, paper)
    pictures = re.findall(r"<svg.*?</svg>|(?:^- .*\n?)+", text, re.MULTILINE)
    shown = [
        drawn(part).keys() or {*re.findall(r"(?m)^- \{ref\}`[^<]*<([^>]+)>`", part)} for part in pictures
    ]
    assert shown[0] == dependence.main_results(paper)
    assert len(shown) == 6 and shown[::2] == shown[1::2]


@pytest.mark.parametrize("paper", claims.PAPERS)
def test_a_map_begins_with_few_results_and_cuts_no_label_off(paper):
    chosen = dependence.main_results(paper)
    assert 5 <= len(chosen) <= 10
    everything = [id for id in CLAIMS if id.startswith(f"{paper}:")]
    for box in (dependence._box(BUILT, id, 0, 0) for id in everything):
        words = " ".join(text for text, _ in box["lines"]).replace("\u00a0", " ")
        assert words.endswith(CLAIMS[box["id"]].label)
        assert len(box["lines"]) <= 4 and max(y for _, y in box["lines"]) < box["height"]
