"""Turn the book on one page (Sphinx's `singlehtml`) into a page made for paper.

What only a screen needs (sidebars, scripts, links to downloads) goes; a title page and a table of
contents come, and every link within the book points into the same document.
"""

from __future__ import annotations

import html
import re

from bs4 import BeautifulSoup

CHAPTER = re.compile("^document-(.*)")  # the id of what stands before a chapter
ENTRY = re.compile(r"^id\d+$")
HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]


def compose(page, root, citation, parts, style):
    """The page for paper, as HTML.

    Parameters
    ----------
    page : str
        What the `singlehtml` builder wrote.
    root : str
        The file's name, "intro.html": links within the book begin with it.
    citation : dict
        What `CITATION.cff` says, for the title page.
    parts : dict
        The title of a part by its first chapter, "notebooks/pbm/estimation".
    style : str
        The style sheet for paper.
    """
    soup = BeautifulSoup(page, "html.parser")
    article = soup.find("article", "bd-article")
    kept = soup.head("link", rel="stylesheet") + soup(_draws_formulas)
    for tag in article(["script", "link"]):  # what stands in its place without scripts stays
        tag.extract()
    gather_claims(article)
    mend_links(article, root)
    contents = "\n".join(
        f'<li class="toc-{kind}"><a href="#{anchor}"><span>{text}</span>'
        f'<span class="toc-page">000</span></a></li>'  # room for the number
        for kind, anchor, text in number_headings(article, parts)
    )
    loads = "\n".join(map(str, kept))
    title, _, subtitle = html.escape(citation["title"]).partition(": ")
    author = html.escape(citation["authors"][0]["name"])
    return f"""<!DOCTYPE html>
<html lang="en" data-theme="light" data-mode="light"><head><meta charset="utf-8">
<title>{title}</title>
{loads}
<style>{style}</style></head>
<body data-default-mode="light">
<section class="title-page">
<p class="book-title">{title}</p>
<p class="book-subtitle">{subtitle}</p>
<p>{author}</p>
<p>Version {citation["version"]}, {citation["date-released"]}</p>
<p class="book-licence">Prose and figures: CC BY 4.0. Code: MIT.</p>
</section>
<nav class="book-contents"><h1>Contents</h1><ul>{contents}</ul></nav>
<main class="bd-article">{article.decode_contents()}</main>
</body></html>
"""


def _draws_formulas(tag):
    """Whether a tag is a script of MathJax, or its configuration."""
    return tag.name == "script" and ("mathjax" in tag.get("src", "") or "window.MathJax" in tag.get_text())


def mend_links(article, root):
    """Keep the links that lead somewhere on paper: within the book, or to the network.

    The ids of citations are numbered on each page of the book anew, so the entries of the
    bibliography get ids of their own.
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
    """Move what the badges of claims unfold to the ends of the chapters; the badges stay."""
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
    """Give parts, chapters and their sections anchors, and open what is folded.

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
