"""The built book in a browser: offline, without errors, formulas drawn, no wider than a phone."""

import json

import pytest

from compendium.claims import CLAIMS

# The pages that the search page's own code finds for each query.
SEARCH = """async queries => {
    while (!Search._index) await new Promise(done => setTimeout(done, 50));
    const find = query => Search._performSearch(...Search._parseQuery(query)).map(hit => hit[0]);
    return Object.fromEntries(queries.map(query => [query, find(query)]));
}"""


@pytest.mark.parametrize("width", [1200, 360])
def test_page_reads_offline(browser, book, page, width):
    visit = browser.visit((book / page).as_uri(), width)
    assert [u for u in visit.requests if not u.startswith(("file:", "data:", "blob:"))] == []
    assert visit.errors == []
    facts = visit.facts
    assert facts["drawn"] >= facts["formulas"]
    assert facts["mathErrors"] == []
    assert facts["brokenImages"] == []
    assert facts["width"] <= width, "the page is wider than its window"
    assert sum(facts["light"][:3]) > 600 and sum(facts["dark"][:3]) < 150 < sum(facts["text"][:3])


def test_search_finds_a_page(browser, book):
    visit = browser.visit((book / "search.html").as_uri() + "?q=notation", 1200)
    assert visit.errors == []
    assert all(address.startswith(("file:", "data:")) for address in visit.requests)


def test_search_finds_every_claim(browser, book):
    script = f"({SEARCH})({json.dumps(list(CLAIMS))})"
    found = browser.visit((book / "search.html").as_uri(), 1200, script=script).answer
    lost = [id for id, pages in found.items() if "notebooks/claims" not in pages]
    assert lost == []
