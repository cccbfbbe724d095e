"""Check the built book: links, ids, loads, alternative texts, notebooks, and text of programs.

    python tools/check_html.py _build/html

Every problem is one line, "page: what is wrong"; the exit status is 1 if there is any.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import re
import sys
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat

from plain_notebook import MISSING, leftovers

SHORTEST_ALT = 15  # characters; a shorter text states no finding
LOADS = {  # the attribute by which an element makes the browser fetch something
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
    "object": "data",
    "link": "href",
}
NOT_READ = {"script", "style", "code", "pre", "svg", "title"}  # what is no text for people
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
JUNK = {  # what a program writes and nobody should read
    "no number": re.compile(r"(?<![\w-])nan(?![\w-])"),
    "an error of 0": re.compile(r"± ?0(\.0+)?(?![\d.,]*\d)"),
    "a number as machines write it": re.compile(r"(?<![\w.])\d+(\.\d+)?e[+-]?\d+\b"),
    "a symbol by its name": re.compile(
        r"(?<![\w/.-])(alpha|beta|gamma|delta|epsilon|theta|kappa|lambda|mu)_\w|\bp_max\b"
        r"|(?<=[α-ωΑ-Ω])_\w"
    ),
    "an expression of a program": re.compile(r"\w\*\*\w|\w\)?\*\(|\)\*\w|\bsqrt\("),
    "a name with parameters": re.compile(r"\b[A-Z][\w*-]*\([\w ]+=[^)]*\)"),
    "a fraction too long to read": re.compile(r"\b\d{3,}/\d{6,}\b"),
}


@dataclass
class Page(HTMLParser):
    """What a page holds: ids and those that repeat, links, what it loads, images, stray markup.

    `junk` is what a program wrote into the text, outside code and formulas.
    """

    ids: set[str] = field(default_factory=set)
    repeated: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    alts: list[tuple[str, str]] = field(default_factory=list)
    markup: list[str] = field(default_factory=list)
    junk: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def __post_init__(self):
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        math = {"math", "mjx-container"} & set(given.get("class", "").split())
        if tag not in VOID and (self.unread or tag in NOT_READ or math):
            self.unread.append(tag)
        # sphinx-proof repeats the id of an unnumbered box on the box's title.
        if "id" in given and "admonition-title" not in given.get("class", ""):
            (self.repeated if given["id"] in self.ids else self.ids).add(given["id"])
        if tag == "a" and "name" in given:
            self.ids.add(given["name"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.links.append(given.get("content", "").partition("url=")[2])
        if given.get(LOADS.get(tag, "")):
            self.loads.append(given[LOADS[tag]])
        if tag == "img":
            self.alts.append((given.get("src", "?")[:80], given.get("alt", "")))

    def handle_data(self, data):
        if "</sup>" in data:  # a power of ten whose tags were escaped
            self.markup.append(data.strip())
        if not self.unread:
            for what, pattern in JUNK.items():
                if found := pattern.search(data):
                    around = data[max(found.start() - 30, 0) : found.end() + 30]
                    self.junk.append(f"{what}: {' '.join(around.split())}")

    def handle_endtag(self, tag):
        if tag in self.unread:  # what is not closed ends with what is around it
            while self.unread.pop() != tag:
                pass


@cache
def read(path: Path) -> Page:
    """Parse a page, once."""
    page = Page()
    page.feed(path.read_text("utf-8"))
    return page


def check(folder: Path) -> list[str]:
    """Every problem of the pages below a folder, as "page: what is wrong"."""
    folder = folder.resolve()
    pages = sorted(p for p in folder.rglob("*.html") if "_static" not in p.parts)
    if not pages:
        return [f"{folder}: no pages; build the book first (make book)"]
    problems = [f"{sheet.relative_to(folder)}: {what}" for sheet, what in check_styles(folder)]
    for path in pages:
        page = read(path)
        found = [f"the id {name} stands twice" for name in sorted(page.repeated)]
        found += [broken for link in page.links if (broken := check_link(folder, path, link))]
        found += [broken for load in page.loads if (broken := check_load(folder, path, load))]
        found += [broken for image in page.alts if (broken := check_alt(*image))]
        found += [f"shows its markup: {text}" for text in page.markup]
        if not path.name.startswith("reference"):  # docstrings read as in `help`
            found += page.junk
        problems += [f"{path.relative_to(folder)}: {what}" for what in found]
    for path in sorted(folder.rglob("*.ipynb")):
        problems += [f"{path.relative_to(folder)}: {what}" for what in check_notebook(path)]
    return problems


def check_notebook(path):
    """What keeps a notebook that the book offers from reading as prose."""
    notebook = nbformat.read(path, as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    yield from (f"no prose: {found!r}" for found in leftovers(notebook))
    if MISSING in text:
        yield f"{text.count(MISSING)} numbers or references are missing"


def check_link(folder, path, link):
    """Say what is wrong with a link of the page at `path`, if anything."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return "" if parts.scheme in ("http", "https", "mailto") else f"odd link {link}"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_relative_to(folder):
        return f"link {link} leads out of the book"
    if target.is_dir():
        target = target / "index.html"
    if not target.exists():
        return f"link to {link}, which does not exist"
    anchor = unquote(parts.fragment)
    if anchor and target.suffix == ".html" and anchor not in read(target).ids:
        return f"link to {link}: no such anchor"
    return ""


def check_load(folder, path, address):
    """Say what is wrong with something that a page loads, if anything."""
    parts = urlsplit(address)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return f"loads {address} from elsewhere"
    return "" if (path.parent / unquote(parts.path)).exists() else f"loads {address}: no such file"


def check_alt(source, text):
    """Say what is wrong with an image's alternative text, if anything."""
    if len(text.strip()) < SHORTEST_ALT or re.search(r"\.(png|svg|jpe?g)$", text):
        return f"image {source} has no alternative text that states its finding: {text!r}"
    return ""


def check_styles(folder):
    """The style sheets that load something from elsewhere."""
    for sheet in sorted(folder.rglob("*.css")):
        for address in re.findall(
            r"(?:url\(|@import)\s*['\"]?(//|https?:[^)'\"]*)", sheet.read_text()
        ):
            yield sheet, f"loads {address} from elsewhere"


def main(arguments):
    """Run the tool on the folder named; returns the exit status."""
    folder = Path(arguments[0] if arguments else "_build/html")
    problems = check(folder)
    for problem in problems:
        print(problem, file=sys.stderr)
    pages = len(list(folder.rglob("*.html")))
    print(f"{folder}: {pages} pages, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
