"""The printed book has links, anchors, a table of contents and page numbers."""

import io
import re
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup
from pypdf import PdfReader

import chromium
import print_pdf
from print_pdf import compose, gather_claims, mend_links, number_headings

ROOT = Path(__file__).resolve().parents[2]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
STYLE = (ROOT / "book" / "assets" / "print.css").read_text("utf-8")
HEAD = '<a class="headerlink" href="#x" title="Link">#</a>'
PAGE = f"""<html><head><link rel="stylesheet" href="_static/a.css" />
<script src="_static/theme.js"></script></head><body><nav>sidebar</nav>
<article class="bd-article"><section id="front"><h1>Front{HEAD}</h1><p>Text.</p>
<script src="../_static/slider.js" defer></script></section>
<span id="document-one"></span><section id="one">
<h2>Chapter <em>one</em>{HEAD}</h2><h3>Section{HEAD}</h3><h4>Deep{HEAD}</h4>
<p>See <a class="reference internal" href="intro.html#two">two</a> and
<a class="reference internal" href="#id1" title="A book.">2016</a>.</p>
<p><a class="reference download internal" href="_downloads/a.csv">data</a> ·
<a class="reference download internal" href="_downloads/a.json">how</a></p>
<details class="hide"><summary>code</summary></details></section>
<span id="document-two"></span><section id="two"><h2>Chapter two{HEAD}</h2>
<div class="citation" id="id1" role="doc-biblioentry">A book.</div></section></article></body>"""


def changed(by, page, *about):
    """HTML after a function has changed its tree."""
    soup = BeautifulSoup(page, "html.parser")
    by(soup, *about)
    return str(soup)


def test_the_page_for_paper_keeps_the_book_and_drops_the_screen():
    page = compose(PAGE, "intro.html", CITATION | {"title": "A & B: c"}, {"one": "Part I"}, "p {}")
    for gone in ("sidebar", "theme.js", "slider.js", "headerlink"):
        assert gone not in page
    assert "A &amp; B" in page and "_static/a.css" in page and "<style>p {}</style>" in page
    assert "_downloads" not in page and '<details class="hide" open="">' in page
    kinds = re.findall(r'<li class="toc-(\w+)"><a href="#(toc-\d+)"', page)
    assert [kind for kind, _ in kinds] == ["part", "chapter", "section", "chapter"]
    for number, (_, anchor) in enumerate(kinds):
        assert anchor == f"toc-{number}" and page.count(f'id="{anchor}"') == 1
    assert '<span>Chapter <em>one</em></span><span class="toc-page">000</span>' in page


def test_links_stay_within_the_document_or_lead_to_the_network_and_entries_have_ids_of_their_own():
    page = """<a title="a>b" href="other.html">x</a><a href="https://example.org/i.html#x">y</a>
<a href="../b/i.html#two">two</a><a class="headerlink" href="#id1" title="Link to this image">#</a>
<a title="A book." class="reference internal" href="../b/i.html#id1">2016</a>
<div id="id1" class="citation"><a href="#id2" role="doc-backlink">[1]</a></div>
<div id="grid1" class="citation"></div>"""
    mended = BeautifulSoup(changed(mend_links, page, "b/i.html"), "html.parser")
    assert [link.get("href") for link in mended("a")] == [
        *(None, "https://example.org/i.html#x", "#two", "#id1", "#entry-id1", None)
    ]
    assert [part["id"] for part in mended("div")] == ["entry-id1", "grid1"]


def test_only_paragraphs_of_downloads_go():
    link = '<a href="a.csv" class="reference download internal"><span>data</span></a>'
    table = f"<table><tr><td><p>kept</p></td><td><p>See {link}</p></td></tr></table>"
    kept = f"<p>{link} (with a note)</p><p> </p><p>{link}<em>and</em></p>{table}"
    page = f"{kept}<p>{link} · {link}</p><p>{link}</p>"
    assert changed(mend_links, page, "i.html") == kept.replace(' href="a.csv"', "")


def test_what_badges_unfold_stands_at_the_end_of_the_chapter_or_before_the_chapters_in_it():
    fold = """<details open class="x claim" title="a>b"><summary>holds</summary>
<details>in</details>Two.</details>"""
    first, second = (f'<span id="document-{name}"></span>' for name in "ab")
    page = f"""front {fold}{first}<section>A {fold}
<section>B {fold}</section></section>{second}<section>C</section>"""
    badge, part = (
        '<p class="claim"><a href="#computed-{}">holds</a></p>',
        '<div class="claim" id="computed-{}"><p>holds</p>\n<details>in</details>Two.</div>',
    )
    head = "<h3>What was computed</h3>"
    assert changed(gather_claims, page) == (
        f"front {badge.format('0-0')}{head}{part.format('0-0')}"
        f"{first}<section>A {badge.format('1-0')}\n<section>B {badge.format('1-1')}</section>"
        f"{head}{part.format('1-0')}{part.format('1-1')}</section>{second}<section>C</section>"
    )


def test_headings_keep_their_text_and_level():
    article = BeautifulSoup("<h1>Top</h1><h3>A < B</h3><h4>Deep</h4>", "html.parser")
    assert number_headings(article, {}) == [("section", "toc-0", "A &lt; B")]
    assert str(article) == '<h1>Top</h1><h3 id="toc-0">A &lt; B</h3><h4>Deep</h4>'


def test_the_title_page_is_that_of_the_citation_file_and_every_part_begins_with_a_chapter():
    page = compose(PAGE, "intro.html", CITATION, {}, "")
    assert '<p class="book-title">Bandits for Click Feedback</p>' in page
    assert f"<p>Version {CITATION['version']}, {CITATION['date-released']}</p>" in page
    root, parts = print_pdf.part_titles(ROOT)
    assert root and len(parts) >= 4 and all(isinstance(title, str) for title in parts.values())


def test_the_pdf_is_offered_beside_the_pages_where_there_are_any(tmp_path):
    pdf, switch = tmp_path / "book.pdf", tmp_path / "html" / "_static" / "book_pdf.js"
    pdf.write_bytes(b"%PDF")
    print_pdf.offer(pdf, tmp_path / "html")
    assert not (tmp_path / "html").exists()
    switch.parent.mkdir(parents=True)
    switch.write_bytes((ROOT / "book" / "assets" / "book_pdf.js").read_bytes())
    print_pdf.offer(pdf, tmp_path / "html")
    assert (tmp_path / "html" / "book.pdf").read_bytes() == b"%PDF" and "true" in switch.read_text()


def test_without_chromium_one_sentence_says_what_to_do(monkeypatch, capsys):
    monkeypatch.setattr(print_pdf, "binary", lambda: None)
    assert print_pdf.main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("error: printing the book needs Chromium") and said.count("\n") == 1


FOLDED = """<details class="claim"><summary>holds</summary><p class="fold">Numbers.</p></details>
<div class="admonition dropdown"><p class="admonition-title">Solution</p>
<p class="fold">Two.</p></div>
<details class="sd-sphinx-override sd-dropdown"><summary>Proof</summary><p class="fold">Clear.</p>
</details><details class="hide above-input"><summary>Show the solution's code</summary>
<pre class="fold">print(2)</pre></details>"""
SEEN = """[...document.querySelectorAll(".fold, summary")].filter(e => e.checkVisibility())
    .map(e => e.textContent)"""


@pytest.fixture
def paper(tmp_path):
    """A function that returns the address of the page for paper with these contents, and a browser."""
    if not chromium.binary():
        pytest.skip("Chromium is not installed")

    def written(contents, head=""):
        source = PAGE.replace("<p>Text.</p>", contents).replace("</head>", f"{head}</head>")
        path = tmp_path / "paper.html"
        path.write_text(compose(source, "intro.html", CITATION, {"one": "Part I"}, STYLE), "utf-8")
        return path.as_uri()

    with chromium.Browser() as browser:
        yield browser, written


@pytest.mark.browser
def test_folds_are_open_on_paper(paper):
    browser, written = paper
    seen = browser.visit(written(FOLDED), 658, script=SEEN).answer
    assert seen == ["Two.", "Proof", "Clear.", "print(2)", "Numbers."]  # claims come last


MATHJAX = """<script>window.MathJax = {startup: {promise: Promise.resolve()}}</script>"""


@pytest.mark.browser
@pytest.mark.parametrize("columns, cut", [(14, 0), (60, 1)])
def test_printed_pages_are_numbered_and_what_is_cut_off_is_named(paper, columns, cut):
    browser, written = paper
    wide = f"<table><tr>{'<td>unbroken</td>' * columns}</tr></table>"
    pdf, found = print_pdf.print_to_pdf(browser, written(wide, MATHJAX))
    assert pdf.startswith(b"%PDF")
    assert len(found.pop("cut")) == cut
    assert found == {"errors": [], "formulas": 0, "drawn": 0}
    # The title, the table of contents, the front page, the part, the first and the second chapter.
    pages = print_pdf.page_numbers(pdf)
    assert pages == {"toc-0": 4, "toc-1": 5, "toc-2": 5, "toc-3": 6}
    reader = PdfReader(io.BytesIO(pdf))
    assert re.findall(r"(?m)\D(\d)$", reader.pages[1].extract_text()) == list("4556")
    assert reader.outline  # the bookmarks
