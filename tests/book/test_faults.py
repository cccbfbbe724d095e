"""Faults that readers found on pages and that must not come back."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

BOOK = Path(__file__).resolve().parents[2] / "_build" / "html"
FAULTS = {
    "a share of nothing": r"(?<![\d.,])0 ?% of ",
    "a singular number of a plural": r"(?<![\d.,−-])1 (?:queries|items|lists|games|pages) ",
    "bytes as Python writes them": r"got b['\"]",
    "none of several": r"\bIn 0 of\b",
    "a comment for the formatter": r"# fmt: (?:skip|off|on)",
}


def texts():
    """The visible text of every built page, by name, and its alternative texts and titles."""
    for page in sorted(BOOK.rglob("*.html")) if (BOOK / "searchindex.js").exists() else []:
        article = BeautifulSoup(page.read_text("utf-8"), "html.parser").find("article")
        if article:
            alts = [image.get("alt", "") for image in article("img")]
            yield page.relative_to(BOOK).as_posix(), " ".join([article.get_text(" "), *alts])


@pytest.fixture(scope="module")
def book():
    found = dict(texts())
    if not found:
        pytest.skip("no built book; run `make book` first")
    return found


@pytest.mark.parametrize("fault", FAULTS)
def test_no_page_has_this_fault(book, fault):
    assert [page for page, text in book.items() if re.search(FAULTS[fault], text)] == []
