"""The built book in a browser: offline, without errors, formulas drawn, no wider than a phone."""

from pathlib import Path

import pytest

import chromium

BOOK = Path(__file__).resolve().parents[2] / "_build" / "html"
FINISHED = (BOOK / "searchindex.js").exists()  # the builder writes it last
PAGES = sorted(page.relative_to(BOOK).as_posix() for page in BOOK.rglob("*.html"))
PAGES = [p for p in PAGES if not p.startswith("_static") and p != "index.html"]  # it redirects

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not FINISHED, reason="no built book; run `make book` first"),
    pytest.mark.skipif(
        chromium.binary() is None,
        reason="no Chromium; on Debian and Ubuntu: apt-get install chromium",
    ),
]


@pytest.fixture(scope="module")
def browser():
    with chromium.Browser() as running:
        yield running


@pytest.mark.parametrize("page", PAGES or ["intro.html"])
@pytest.mark.parametrize("width", [1200, 360])
def test_page_reads_offline(browser, page, width):
    visit = browser.visit((BOOK / page).as_uri(), width)
    assert [u for u in visit.requests if not u.startswith(("file:", "data:", "blob:"))] == []
    assert visit.errors == []
    facts = visit.facts
    assert facts["drawn"] >= facts["formulas"]
    assert facts["mathErrors"] == []
    assert facts["brokenImages"] == []
    assert facts["width"] <= width, "the page is wider than its window"
    assert sum(facts["light"][:3]) > 600 and sum(facts["dark"][:3]) < 150 < sum(facts["text"][:3])


def test_search_finds_a_page(browser):
    visit = browser.visit((BOOK / "search.html").as_uri() + "?q=notation", 1200)
    assert visit.errors == []
    assert all(address.startswith(("file:", "data:")) for address in visit.requests)
