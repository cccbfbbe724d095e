"""The built book in a browser: offline, without errors, formulas drawn, no wider than a phone."""

import pytest


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
