"""Check the built book for broken links, repeated ids, outside resources, raw output and long pages.

    python tools/check_html.py _build/html

Every problem is printed as one line, "page: problem"; the exit status is 1 if there is any.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import json
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup

from plain_notebook import MISSING

SHORTEST_ALT = 15  # characters; a shorter text cannot describe a picture
LOADS = dict.fromkeys(["script", "img", "iframe", "source", "video", "audio", "embed"], "src")
LOADS |= {"object": "data", "link": "href"}  # the attribute from which an element loads something
NOT_READ = "script, style, code, pre, svg, title, .math, .later, .mjx-container"  # not prose
FOLDED = "details > :not(summary), .admonition.dropdown > :not(.admonition-title)"
# By page, the most words visible at first, and in all. The aims are 2,500 and 5,000; a fifth more is allowed.
LENGTHS = {
    re.compile(r"notebooks/((pbm|rank1|mnl)/\w+(?<!_detail)|across)\.html"): (3000, 6000),
    re.compile(r"notebooks/(use/\w+|your_own_log|new_results)\.html"): (3000,) * 2,
}
JUNK = {  # raw output of programs, by its description
    "no number": re.compile(r"(?<![\w-])nan(?![\w-])"),
    "an error of 0": re.compile(r"± ?0(\.0+)?(?![\d.,]*\d)"),
    "a number as machines write it": re.compile(
        r"(?<![\w.])\d+(\.\d+)?e[+-]?\d+\b|(?<![\w.,])([1-9]\d*\.\d{7,}|0\.0*[1-9]\d{6,})(?!\d*[·.])"
    ),
    "a formula as TeX writes it": re.compile(r"\$\S[^$]*\$|\\[A-Za-z]{2,}"),
    "a symbol by its name": re.compile(
        r"(?<![\w/.-])(alpha|beta|gamma|delta|epsilon|theta|kappa|lambda|mu)_\w|\bp_max\b"
        r"|(?<=[α-ωΑ-Ω])_\w"
    ),
    "an expression of a program": re.compile(r"\w\*\*\w|\w\)?\*\(|\)\*\w|\bsqrt\("),
    "a name with parameters": re.compile(r"\b[A-Z][\w*-]*\([\w ]+=[^)]*\)"),
    "a fraction too long to read": re.compile(r"\b\d{3,}/\d{6,}\b"),
    "its markup": re.compile("</sup>"),  # a power of ten whose tags were escaped
    "a share of nothing": re.compile(r"(?<![\d.,])0 ?% of |\bIn 0 of\b"),
    "a plural of one": re.compile(r"(?<![\d.,−-])1 (?:queries|items|lists|games|pages) "),
}


OLD = Path(__file__).parents[1] / "artifact" / "ids_3_0.json"
"""By the id of each claim of version 3.0, its page, to which people may have linked."""
FORMULA = re.compile(r"[$\\]|\bfrac\d|\w_\w|(?<![A-Za-z])(alpha|theta|kappa|lambda)(?![A-Za-z])")
"""Signs of a formula, which must not appear in an alternative text."""


class Page:
    """The contents of a page: ids, repeated ids, links, loaded addresses, images, junk and words.

    `junk` lists raw output of programs in the text, outside code, and escaped signs in formulas. `words` has
    two numbers of words in this text, one for the part that is visible when the page opens and one for all.
    """

    def __init__(self, text: str):
        soup = BeautifulSoup(text, "html.parser")
        # sphinx-proof repeats the id of an unnumbered box on the box's title.
        ids = Counter(e["id"] for e in soup(id=True) if "admonition-title" not in e.get("class", ""))
        self.repeated = sorted(name for name, times in ids.items() if times > 1)
        self.ids = {*ids, *(link["name"] for link in soup("a", {"name": True}))}
        self.links = [link["href"] for link in soup("a", href=True)]
        for meta in soup("meta", {"http-equiv": re.compile("refresh", re.IGNORECASE)}):
            self.links.append(meta["content"].partition("url=")[2])
        loads = (element.get(LOADS[element.name]) for element in soup([*LOADS]))
        self.loads = [address for address in loads if address]
        self.alts = [(image.get("src", "?")[:80], image.get("alt", "")) for image in soup("img")]
        formulas = [formula.get_text() for formula in soup.select(".math, .later")]
        escaped = [formula for formula in formulas if re.search("&[a-z]+;", formula)]
        self.junk = [f"an escaped sign in a formula: {formula}" for formula in escaped]
        for element in soup.select(NOT_READ):
            element.extract()
        self.junk += [problem for text in soup.strings for problem in junk(text)]
        if "Executed with the profile paper" in " ".join(soup.get_text().split()):
            quick = soup.find_all(string=re.compile(r"\(quick: "))
            self.junk += [f"of the quick profile: {' '.join(text.split())}" for text in quick]
        article = soup.select_one("article.bd-article") or soup
        everything = counted(article)
        for folded in article.select(FOLDED):
            folded.extract()
        self.words = counted(article), everything


def counted(element):
    """The number of words of text in an element."""
    return len(" ".join(element.strings).split())


def junk(text):
    """The raw output of programs in a text, each with its context."""
    for what, pattern in JUNK.items():
        if match := pattern.search(text):
            around = text[max(match.start() - 30, 0) : match.end() + 30]
            yield f"{what}: {' '.join(around.split())}"


@cache
def read(path: Path) -> Page:
    """Parse a page, only once."""
    return Page(path.read_text("utf-8"))


def check(folder: Path) -> list[str]:
    """Every problem of the pages below a folder, as "page: problem"."""
    folder = folder.resolve()
    listed = [f"{path.relative_to(folder)}: {what}" for path, what in problems(folder)]
    pages = any(folder.rglob("*.html"))
    return listed if pages else [f"{folder}: no pages; build the book first (make book)"]


def problems(folder):
    """Every file that has a problem, with the problem."""
    for path in sorted(folder.rglob("*.map")):
        yield path, "a source map, which no reader needs and which takes a megabyte"
    for sheet in sorted(folder.rglob("*.css")):
        loads = r"(?:url\(|@import)\s*['\"]?(//|https?:[^)'\"]*)"
        for address in re.findall(loads, sheet.read_text("utf-8")):
            yield sheet, f"loads {address} from elsewhere"
    for path in sorted(p for p in folder.rglob("*.html") if "_static" not in p.parts):
        page = read(path)
        listed = [f"the id {name} occurs twice" for name in page.repeated]
        listed += [wrong(folder, path, link, "link to") for link in page.links]
        listed += [wrong(folder, path, address, "loads") for address in page.loads]
        for source, text in page.alts:
            if len(text.strip()) < SHORTEST_ALT or re.search(r"\.(png|svg|jpe?g)$", text):
                listed.append(
                    f"the alternative text of {source} is missing, too short or a file name: {text!r}"
                )
            elif FORMULA.search(text):
                listed.append(f"the alternative text of {source} spells a formula: {text!r}")
        if not path.name.startswith("reference"):  # docstrings appear as in `help`
            listed += page.junk
        name = path.relative_to(folder).as_posix()
        for most in (most for pages, most in LENGTHS.items() if pages.fullmatch(name)):
            for where, words, limit in zip(("seen", "in all"), page.words, most, strict=True):
                if words > limit:
                    listed.append(f"{words:,} words {where}, more than the limit of {limit:,}")
        yield from ((path, what) for what in listed if what)
    yield from addresses_lost(folder)
    for path in sorted(folder.rglob("*.ipynb")):
        if missing := path.read_text("utf-8").count(MISSING):
            yield path, f"{missing} numbers or references are missing"


def addresses_lost(folder):
    """The addresses of claims in version 3.0, on their pages and in the list, that lead nowhere now."""
    listed = folder / "notebooks" / "claims.html"
    for id, page in json.loads(OLD.read_text("utf-8")).items() if listed.exists() else ():
        anchor = id.replace(":", "-")
        for path, name in ((folder / "notebooks" / f"{page}.html", anchor), (listed, f"all-{anchor}")):
            if not path.exists() or name not in read(path).ids:
                yield path, f"has no anchor {name}, which version 3.0 had"


def wrong(folder, path, address, does):
    """The problem of an address that the page at `path` links to or loads; "" if there is none."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        fine = ("data",) if does == "loads" else ("http", "https", "mailto")
        return "" if parts.scheme in fine else f"{does} {address} from elsewhere"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    target = target / "index.html" if target.is_dir() else target
    if not target.is_relative_to(folder):
        return f"{does} {address}, which is outside the book"
    if not target.exists():
        return f"{does} {address}, which does not exist"
    anchor = unquote(parts.fragment)
    if anchor and target.suffix == ".html" and anchor not in read(target).ids:
        return f"{does} {address}, which has no such anchor"
    return ""


def main(arguments):
    """Run the tool on the folder named; returns the exit status."""
    folder = Path(arguments[0] if arguments else "_build/html")
    listed = check(folder)
    for problem in listed:
        print(problem, file=sys.stderr)
    print(f"{folder}: {len(list(folder.rglob('*.html')))} pages, {len(listed)} problems")
    return 1 if listed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
