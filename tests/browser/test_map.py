"""A map highlights the chosen result with its ancestors and descendants, by pointer and by keyboard."""

import pytest

import chromium
from compendium.sphinx import dependence

CHOSEN = """(() => {
    const map = document.querySelector("svg.map");
    map.querySelector("a[data-claim='pbm:theorem-6']").focus();
    const joined = [...map.querySelectorAll("a.joined")].map(box => box.dataset.claim);
    const chosen = [...map.querySelectorAll("a.chosen")].map(box => box.dataset.claim);
    document.activeElement.blur();
    return { chosen, joined, left: map.querySelectorAll(".joined").length };
})()"""
OUTSIDE = """[...document.querySelectorAll("svg.map a[data-claim]")].filter(box => box.checkVisibility())
    .filter(box => [...box.querySelectorAll("tspan")].some(line => {
        const text = line.getBoundingClientRect(), edge = box.querySelector("rect").getBoundingClientRect();
        return text.left < edge.left || text.right > edge.right || text.bottom > edge.bottom;
    })).map(box => box.textContent)"""


def test_a_focused_result_stands_out_with_what_it_is_joined_to(browser, book):
    tab = chromium.Tab(browser, (book / "notebooks" / "map.html").as_uri(), 1400)
    seen = tab.evaluate(CHOSEN)
    assert seen["chosen"] == ["pbm:theorem-6"] and seen["left"] == 0
    resting = dependence.resting_on
    id, shown = "pbm:theorem-6", dependence.main_results("pbm")
    expected = {each for each in shown if each == id or each in resting(id) or id in resting(each)}
    assert {*seen["joined"]} == expected and 1 < len(expected) < len(shown)
    tab.close()


@pytest.mark.parametrize("name", ["map", "errata/mnl"])
def test_every_label_is_inside_its_box(browser, book, name):
    address = (book / "notebooks" / f"{name}.html").as_uri()
    assert browser.visit(address, 1400, script=OUTSIDE).answer == []


@pytest.mark.parametrize("width", [1400, 360])
def test_a_link_from_a_result_leads_to_its_place_on_the_map(browser, book, width):
    chapter = (book / "notebooks" / "pbm" / "lower_bound.html").as_uri()
    link = "document.querySelector('details.claim a[href$=\"#map-pbm-theorem-6\"]').href"
    address = browser.visit(chapter, width, script=link).answer
    shown = """(() => {
        const place = document.activeElement.getBoundingClientRect();
        const chosen = document.querySelector("a.chosen")?.dataset.claim;
        return [chosen, document.activeElement.href.baseVal ?? document.activeElement.href,
            (place.top + place.bottom) / 2 / innerHeight];
    })()"""
    chosen, leads_to, height = browser.visit(address, width, script=shown).answer
    assert leads_to.endswith("pbm/lower_bound.html#pbm-theorem-6") and 0.2 < height < 0.8
    assert chosen == ("pbm:theorem-6" if width > 576 else None)
