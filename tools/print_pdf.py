"""Print the whole book as one PDF, `_build/book.pdf`, with headless Chromium.

The notebooks must have been executed (`make notebooks`). Sphinx joins all pages into one, strictly
(its builder `singlehtml`). Whatever only a screen needs is taken out of that page, and a title page
and a table of contents are added. Chromium draws the formulas and prints the page twice, first to find
out the page number of every heading, and then with these numbers in the table of contents.
"""

from __future__ import annotations

import interrupts  # noqa: F401
import surroundings  # noqa: F401

# isort: split

import argparse
import base64
import html
import json
import re
import shutil
import sys
from io import BytesIO
from pathlib import Path

import yaml
from bs4 import BeautifulSoup
from jinja2 import Template
from pypdf import PdfReader

from build_book import build
from chromium import Browser, Tab, binary

ROOT = Path(__file__).resolve().parents[1]
STYLE = ROOT / "book" / "assets" / "print.css"
PAPER_WIDTH = 658  # CSS pixels: A4 without the margins of print.css
TIMEOUT = 1800  # seconds; thousands of formulas are drawn on one page
FIT = """(async () => {
    await MathJax.startup.promise;
    await Promise.all([...document.images].map(image => {
        image.loading = "eager";
        return image.decode();
    }));
    const errors = [...document.querySelectorAll("[data-mjx-error]")].map(e => e.textContent);
    for (const table of document.querySelectorAll("main table")) {
        const room = table.parentElement.clientWidth;
        if (table.offsetWidth > room) table.style.zoom = Math.max(0.45, room / table.offsetWidth);
    }
    const edge = document.querySelector("main").getBoundingClientRect().right + 2;
    const cut = [...document.querySelectorAll("main table, main img, main mjx-container")]
        .filter(e => e.getBoundingClientRect().right > edge)
        .map(e => `${e.tagName} ${e.textContent.slice(0, 60)}`);
    const formulas = document.querySelectorAll("main .math").length;
    const drawn = document.querySelectorAll("main .math mjx-container").length;
    return {errors, cut, formulas, drawn};
})()"""


FILL = """(numbers => {
    const links = [...document.querySelectorAll(".book-contents a")];
    const page = link => numbers[link.hash.slice(1)];
    for (const link of links) link.querySelector(".toc-page").textContent = page(link);
    return links.filter(link => !page(link)).map(link => `no page for ${link.textContent}`);
})"""
CHAPTER = re.compile("^document-(.*)")  # the id of the element before a chapter
ENTRY = re.compile(r"^id\d+$")
HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]


PAPER = Template("""<!DOCTYPE html>
<html lang="en" data-theme="light" data-mode="light"><head><meta charset="utf-8">
<title>{{ title | e }}</title>
{% for tag in loaded %}{{ tag }}
{% endfor %}<style>{{ style }}</style></head>
<body data-default-mode="light">
<section class="title-page">
<p class="book-title">{{ title | e }}</p>
<p class="book-subtitle">{{ subtitle | e }}</p>
<p>{{ citation.authors[0].name | e }}</p>
<p>Version {{ citation.version }}, {{ citation["date-released"] }}</p>
<p class="book-licence">Prose and figures: CC BY 4.0. Code: MIT.</p>
</section>
<nav class="book-contents"><h1>Contents</h1><ul>{% for kind, anchor, text in headings %}
<li class="toc-{{ kind }}"><a href="#{{ anchor }}"><span>{{ text }}</span>
{{- '<span class="toc-page">000</span></a></li>' }}
{%- endfor %}</ul></nav>
<main class="bd-article">{{ article }}</main>
</body></html>
""")
"""The page for paper; the three zeros leave room for the number of a page."""


def compose(page, root, citation, parts, style):
    """The page for paper, as HTML, from the page that the `singlehtml` builder wrote.

    `root` is the name of that page's file, with which links within the book begin, `citation` the
    content of `CITATION.cff`, `parts` the title of each part by its first chapter, and `style` the
    style sheet for paper.
    """
    soup = BeautifulSoup(page, "html.parser")
    article = soup.find("article", "bd-article")
    loaded = soup.head("link", rel="stylesheet") + soup(_draws_formulas)
    for tag in article(["script", "link"]):  # the content without scripts remains
        tag.extract()
    gather_claims(article)
    mend_links(article, root)
    headings = number_headings(article, parts)
    title, _, subtitle = citation["title"].partition(": ")
    return PAPER.render(
        title=title,
        subtitle=subtitle,
        citation=citation,
        style=style,
        loaded=loaded,
        headings=headings,
        article=article.decode_contents(),
    )


def _draws_formulas(tag):
    """Whether a tag is a script of MathJax, or its configuration."""
    return tag.name == "script" and ("mathjax" in tag.get("src", "") or "window.MathJax" in tag.get_text())


def mend_links(article, root):
    """Keep the links that work on paper, within the book or to the network.

    On each page of the book the ids of citations are numbered from the beginning, so the entries of
    the bibliography get ids of their own.
    """
    for paragraph in article("p"):
        inside = [child for child in paragraph.children if child.name or child.strip(" ·\n")]
        if inside and all("download" in getattr(child, "attrs", {}).get("class", "") for child in inside):
            paragraph.decompose()
    for entry in article("div", "citation", id=ENTRY):
        entry["id"] = f"entry-{entry['id']}"
    for link in article("a", href=True):
        page, sign, place = link["href"].partition("#")
        if page.startswith(("http:", "https:", "mailto:")):
            continue
        within = sign and (not page or f"/{page}".endswith(f"/{root}"))
        if not within or link.get("role") == "doc-backlink":
            del link["href"]
        else:
            cites = link.has_attr("title") and "internal" in link.get("class", "")
            entry = cites and ENTRY.match(place)
            link["href"] = f"#entry-{place}" if entry else f"#{place}"


def gather_claims(article):
    """Move the folded texts behind the badges of claims to the ends of the chapters."""
    starts = article("span", id=CHAPTER)
    chapters = [article, *(start.find_next_sibling("section") for start in starts)]
    for number, chapter in reversed(list(enumerate(chapters))):  # first those within others
        folds, inner = chapter("details", "claim"), chapter.find("span", id=CHAPTER)
        put = inner.insert_before if inner else chapter.append
        if folds:
            put(_tag("<h3>What was computed</h3>"))
        for place, fold in enumerate(folds):
            anchor, head = f"computed-{number}-{place}", fold.summary
            badge = f'<p class="claim"><a href="#{anchor}">{head.decode_contents()}</a></p>'
            fold.replace_with(_tag(badge))
            fold.name, fold.attrs = "div", {"class": "claim", "id": anchor}
            head.name = "p"
            put(fold)


def _tag(text):
    return BeautifulSoup(text, "html.parser").contents[0]


def number_headings(article, parts):
    """Give anchors to parts, chapters and their sections, and open all folds.

    Returns
    -------
    list of (kind, anchor, text)
        `kind` is "part", "chapter" or "section"; the text is HTML.
    """
    for start in article("span", id=CHAPTER):
        name = CHAPTER.match(start["id"])[1]
        if chapter := start.find_next_sibling("section").find("h2", recursive=False):
            chapter["class"] = ["chapter"]
        if name in parts:
            start.insert_before(_tag(f'<h1 class="part">{html.escape(parts[name])}</h1>'))
    for fold in article("details"):
        fold["open"] = ""
    contents = []
    for heading in article(HEADINGS):
        for link in heading("a", "headerlink"):
            link.decompose()
        kind = "section" if heading.name == "h3" else " ".join(heading.get("class", []))
        if kind in ("part", "chapter", "section"):
            heading["id"] = f"toc-{len(contents)}"
            contents.append((kind, heading["id"], heading.decode_contents()))
    return contents


def print_to_pdf(browser, address: str) -> tuple[bytes, dict]:
    """The page at an address as a PDF, and the findings of `FIT` on it."""
    tab = Tab(browser, address, PAPER_WIDTH, media="print")
    facts = tab.evaluate(FIT)
    numbers = page_numbers(pdf(tab))
    facts["errors"] += tab.evaluate(f"{FILL}({json.dumps(numbers)})")
    printed = pdf(tab)
    tab.close()
    return printed, facts


def pdf(tab) -> bytes:
    """The page in its present state as a PDF."""
    options = {"preferCSSPageSize": True, "printBackground": True}
    options |= {"generateTaggedPDF": True, "generateDocumentOutline": True}
    return base64.b64decode(tab.call("Page.printToPDF", **options)["data"])


def page_numbers(pdf: bytes) -> dict[str, int]:
    """The page number of each anchor of the contents, from the PDF's named destinations."""
    reader = PdfReader(BytesIO(pdf))
    return {
        name.removeprefix("/"): reader.get_destination_page_number(place) + 1
        for name, place in reader.named_destinations.items()
        if name.removeprefix("/").startswith("toc-")
    }


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--offer", action="store_true", help="add links to the PDF to the built pages")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    if not binary():
        print(
            "error: printing the book needs Chromium or Chrome, and none was found; install one "
            "(on Debian and Ubuntu: apt-get install chromium) and run make pdf again.",
            file=sys.stderr,
        )
        return 1
    if build(root, "singlehtml"):
        print("error: the book did not build", file=sys.stderr)
        return 1
    status = print_book(root)
    if options.offer:
        offer(root / "_build" / "book.pdf", root / "_build" / "html")
    return status


def part_titles(root):
    """The root page of the book, and the title of each part by its first chapter."""
    contents = yaml.safe_load((root / "book" / "_toc.yml").read_text("utf-8"))
    parts = {part["chapters"][0]["file"]: part["caption"] for part in contents["parts"]}
    return contents["root"], parts


def offer(pdf, site):
    """Put the PDF next to the built pages, whose menus then link to it, until the next build."""
    switch = site / "_static" / "book_pdf.js"
    if switch.exists():
        shutil.copyfile(pdf, site / "book.pdf")
        switch.write_text("window.bookPdf = true;\n", "utf-8")


def print_book(root):
    """Print the joined page to `_build/book.pdf`; returns the exit status."""
    first, parts = part_titles(root)
    folder, name = root / "_build" / "singlehtml", f"{first}.html"
    page, style = (folder / name).read_text("utf-8"), STYLE.read_text("utf-8")
    citation = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    paper = folder / "paper.html"  # not beside the page: paths begin at the folder
    paper.write_text(compose(page, name, citation, parts, style), "utf-8")
    with Browser(TIMEOUT) as browser:
        printed, facts = print_to_pdf(browser, paper.as_uri())
    problems = [f"{kind}: {what}" for kind in ("errors", "cut") for what in facts[kind]]
    if facts["drawn"] < facts["formulas"]:
        problems.append(f"{facts['formulas'] - facts['drawn']} formulas are not drawn")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    target = root / "_build" / "book.pdf"
    target.write_bytes(printed)
    print(f"the printed book: {target} ({len(printed) / 1e6:.0f} MB)", flush=True)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
