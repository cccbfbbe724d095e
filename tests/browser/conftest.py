"""The built book and one browser for all the tests that open it."""

from pathlib import Path

import pytest

import chromium

BOOK = Path(__file__).resolve().parents[2] / "_build" / "html"
FINISHED = (BOOK / "searchindex.js").exists()  # the builder writes it last
PAGES = sorted(page.relative_to(BOOK).as_posix() for page in BOOK.rglob("*.html"))
PAGES = [p for p in PAGES if not p.startswith("_static") and p != "index.html"]  # it redirects


def pytest_generate_tests(metafunc):
    if "page" in metafunc.fixturenames:
        metafunc.parametrize("page", PAGES or ["none"])


def pytest_itemcollected(item):
    if Path(__file__).parent in item.path.parents:
        item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser():
    if chromium.binary() is None:
        pytest.skip("no Chromium; on Debian and Ubuntu: apt-get install chromium")
    with chromium.Browser() as running:
        yield running


@pytest.fixture(scope="session")
def book():
    """The folder of the built pages."""
    if not FINISHED:
        pytest.skip("no built book; run `make book` first")
    return BOOK
