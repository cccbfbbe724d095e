"""The built book, and one browser for all tests that open it."""

from copy import deepcopy
from pathlib import Path

import pytest

import chromium

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "_build" / "html"
FINISHED = (BOOK / "searchindex.js").exists()  # the builder writes it last
PAGES = sorted(page.relative_to(BOOK).as_posix() for page in BOOK.rglob("*.html"))
PAGES = [
    p
    for p in PAGES
    if not p.startswith("_static") and 'http-equiv="refresh"' not in (BOOK / p).read_text()[:600].lower()
]


def pytest_generate_tests(metafunc):
    if "page" in metafunc.fixturenames:
        metafunc.parametrize("page", PAGES or ["none"])


def of_page(item):
    """The page of a test that runs for every page, or None for all other tests."""
    ours = item.path.is_relative_to(Path(__file__).parent) and hasattr(item, "callspec")
    return item.callspec.params.get("page") if ours else None


def pytest_collection_modifyitems(items):
    """Put the tests of a page one after the other, so that they load it once for each width."""
    places = [place for place, item in enumerate(items) if of_page(item)]
    rows = sorted((items[place] for place in places), key=of_page)
    for place, item in zip(places, rows, strict=True):
        items[place] = item


def pytest_itemcollected(item):
    if Path(__file__).parent in item.path.parents:
        item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser():
    if chromium.binary() is None:
        pytest.skip("no Chromium; on Debian and Ubuntu: apt-get install chromium")
    with chromium.Browser() as running:
        yield running


@pytest.fixture
def loaded(browser, tmp_path):
    """A function that loads scripts of the book, and returns a function that evaluates expressions."""

    def load(*names):
        sources = [(ROOT / "book" / "assets" / name).as_uri() for name in names]
        scripts = "".join(f'<script src="{source}"></script>' for source in sources)
        page = tmp_path / "scripts.html"
        page.write_text(f"<!DOCTYPE html><title>Scripts</title>{scripts}")
        return lambda script: browser.visit(page.as_uri(), 1200, script=script).answer

    return load


@pytest.fixture(scope="session")
def book():
    """The folder of the built pages."""
    if not FINISHED:
        pytest.skip("no built book; run `make book` first")
    return BOOK


@pytest.fixture(scope="session")
def screen(browser, book):
    """Opens a page on a screen of some width, and returns the visit as it was then and the tab.

    The tabs stay open until another page comes. A change by one test must not affect the next one.
    """

    def opened(page, width):
        if any(other != page for other, _ in tabs):
            for _, tab in tabs.values():
                tab.close()
            tabs.clear()
        if (page, width) not in tabs:
            tab = chromium.Tab(browser, (book / page).as_uri(), width)
            tab.visit.facts = tab.evaluate(chromium.FACTS)
            tabs[page, width] = deepcopy(tab.visit), tab
        visit, tab = tabs[page, width]
        tab.call("Page.bringToFront")  # a tab behind another one draws no frames
        return visit, tab

    tabs = {}
    return opened
