"""Print the whole book as one PDF, `_build/book.pdf`, with headless Chromium.

The notebooks must have been executed (`make notebooks`). Sphinx joins all pages to one, strictly;
`print_page` makes it fit for paper; Chromium draws the formulas and prints it twice: the first time
to learn on which page everything is, the second time with these numbers in the table of contents.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import base64
import json
import shutil
import sys
from io import BytesIO
from pathlib import Path

import yaml
from pypdf import PdfReader

from build_book import build
from chromium import Browser, Tab, binary
from print_page import compose

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


def print_to_pdf(browser, address: str) -> tuple[bytes, dict]:
    """The page at an address as a PDF, and what `FIT` found on it."""
    tab = Tab(browser, address, PAPER_WIDTH, media="print")
    found = tab.evaluate(FIT)
    numbers = page_numbers(pdf(tab))
    found["errors"] += tab.evaluate(f"{FILL}({json.dumps(numbers)})")
    printed = pdf(tab)
    tab.close()
    return printed, found


def pdf(tab) -> bytes:
    """The page as it is now, printed."""
    options = {"preferCSSPageSize": True, "printBackground": True}
    options |= {"generateTaggedPDF": True, "generateDocumentOutline": True}
    return base64.b64decode(tab.call("Page.printToPDF", **options)["data"])


def page_numbers(pdf: bytes) -> dict[str, int]:
    """On which page each anchor of the contents is, from the PDF's named destinations."""
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
    parser.add_argument("--again", action="store_true", help="print the page built the last time")
    parser.add_argument("--offer", action="store_true", help="let the built pages lead to the PDF")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    if not binary():
        print(
            "error: printing the book needs Chromium or Chrome, and none was found; install one "
            "(on Debian and Ubuntu: apt-get install chromium) and run make pdf again.",
            file=sys.stderr,
        )
        return 1
    if not options.again and build(root, "singlehtml"):
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
    """Put the PDF beside the built pages, whose menus then lead to it; the next build drops it."""
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
        printed, found = print_to_pdf(browser, paper.as_uri())
    problems = [f"{kind}: {what}" for kind in ("errors", "cut") for what in found[kind]]
    if found["drawn"] < found["formulas"]:
        problems.append(f"{found['formulas'] - found['drawn']} formulas are not drawn")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    target = root / "_build" / "book.pdf"
    target.write_bytes(printed)
    print(f"the book on paper: {target} ({len(printed) / 1e6:.0f} MB)", flush=True)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
