"""Turn the book on one page (Sphinx's `singlehtml`) into a page made for paper.

What only a screen needs (sidebars, scripts, links to downloads) goes; a title page and a table of
contents come, and every link within the book points into the same document.
"""

from __future__ import annotations

import html
import re
from itertools import pairwise

CHAPTER = re.compile(r'(<span id="document-([^"]*)"></span>\s*<section[^>]*>\s*)<h2>')
HEADING = re.compile(
    r"<h(?P<level>[1-6])(?P<kind> class=\"(?:part|chapter)\")?>(?P<text>.*?)"
    r"(?:<a class=\"headerlink\"[^>]*>.*?</a>)?</h(?P=level)>",
    re.DOTALL,
)
DOWNLOADS = re.compile(  # a paragraph of nothing but downloads; never more than one paragraph
    r'<p>(?:\s*<a class="reference download[^>]*>(?:(?!</a>|</?p\b).)*</a>\s*·?)+\s*</p>', re.DOTALL
)
CLAIM = re.compile(r'<details class="claim"[^>]*>\s*<summary>(.*?)</summary>', re.DOTALL)
FOLD = re.compile(r"<(/?)details\b[^>]*>")
INTERACTIVE = re.compile(r"<script\b.*?</script>|<link\b[^>]*>", re.DOTALL)
KEPT_SCRIPT = re.compile(
    r"<script[^>]*>[^<]*window\.MathJax[^<]*</script>|<script[^>]*mathjax[^>]*>"
)


def compose(page, root, facts, parts, style):
    """The page for paper, as HTML.

    Parameters
    ----------
    page : str
        What the `singlehtml` builder wrote.
    root : str
        The file's name, "intro.html": links within the book begin with it.
    facts : dict
        `title`, `subtitle`, `authors`, `version`, `date` and `licence`, for the title page.
    parts : dict
        The title of a part by its first chapter, "notebooks/pbm/estimation".
    style : str
        The style sheet for paper.
    """
    sheets = "\n".join(re.findall(r"<link[^>]*stylesheet[^>]*>", page))
    scripts = "\n".join(
        tag if tag.endswith("</script>") else f"{tag}</script>" for tag in KEPT_SCRIPT.findall(page)
    )
    article = re.search(r'<article class="bd-article">(.*?)</article>', page, re.DOTALL)[1]
    article = INTERACTIVE.sub("", article)  # what stands in its place without scripts stays
    article = gather_claims(article)
    body, contents = number_headings(mend_links(article, root), parts)
    return f"""<!DOCTYPE html>
<html lang="en" data-theme="light" data-mode="light"><head><meta charset="utf-8">
<title>{html.escape(facts["title"])}</title>
{sheets}
{scripts}
<style>{style}</style></head>
<body data-default-mode="light">
{title_page(facts)}
{table_of_contents(contents)}
<main class="bd-article">{body}</main>
</body></html>
"""


def mend_links(article, root):
    """Keep the links that lead somewhere on paper: within the book, or to the network.

    The ids of citations are numbered on each page of the book anew, so the entries of the
    bibliography get ids of their own.
    """
    entry = r'(<div class="citation" id=")(id\d+")'
    article = re.sub(entry, r"\1entry-\2", DOWNLOADS.sub("", article))
    cited = rf'(<a class="reference internal" href=")(?:{re.escape(root)})?#(id\d+" title=)'
    article = re.sub(cited, r"\1#entry-\2", article)
    article = re.sub(r'(<a [^>]*role="doc-backlink")[^>]*href="[^"]*"', r"\1", article)
    article = re.sub(rf'href="(?:[^"#]*/)?{re.escape(root)}#', 'href="#', article)
    return re.sub(r'(<a\b[^>]*?) href="(?!#|https?:|mailto:)[^"]*"', r"\1", article)


def gather_claims(article):
    """Move what the badges of claims unfold to the ends of the chapters; the badges stay."""
    starts = [found.start() for found in re.finditer(r'<span id="document-[^"]*"></span>', article)]
    pieces = pairwise([0, *starts, len(article)])
    return "".join(gather(article[a:b], number) for number, (a, b) in enumerate(pieces))


def gather(chapter, number):
    """One chapter, with what was computed for its claims at its end."""
    kept, moved, end = [], [], 0
    for fold in CLAIM.finditer(chapter):
        depth, anchor = 1, f"computed-{number}-{len(moved)}"
        for tag in FOLD.finditer(chapter, fold.end()):
            depth += -1 if tag[1] else 1
            if not depth:
                break
        badge = f'<p class="claim"><a href="#{anchor}">{fold[1]}</a></p>'
        kept += [chapter[end : fold.start()], badge]
        inside = chapter[fold.end() : tag.start()]
        moved.append(f'<div class="claim" id="{anchor}"><p>{fold[1]}</p>{inside}</div>')
        end = tag.end()
    appendix = ["<h3>What was computed</h3>", *moved] if moved else []
    return "".join([*kept, chapter[end:], *appendix])


def number_headings(article, parts):
    """Give parts, chapters and their sections anchors.

    Returns
    -------
    article : str
    contents : list of (kind, anchor, text)
        `kind` is "part", "chapter" or "section"; the text is HTML.
    """
    contents = []

    def begin(match):
        start, name = match.groups()
        part = f'<h1 class="part">{html.escape(parts[name])}</h1>' if name in parts else ""
        return f'{part}{start}<h2 class="chapter">'

    def number(match):
        level, text, given = match["level"], match["text"], match["kind"] or ""
        kind = given[8:-1] or {"3": "section"}.get(level)
        if not kind:
            return f"<h{level}>{text}</h{level}>"
        contents.append((kind, f"toc-{len(contents)}", text))
        return f'<h{level}{given} id="{contents[-1][1]}">{text}</h{level}>'

    article = re.sub(r"<details(?![^>]*\bopen\b)", "<details open", article)
    return HEADING.sub(number, CHAPTER.sub(begin, article)), contents


def title_page(facts):
    """The first page."""
    title, subtitle, authors, version, date, licence = (
        html.escape(facts[key])
        for key in ("title", "subtitle", "authors", "version", "date", "licence")
    )
    return f"""<section class="title-page">
<p class="book-title">{title}</p>
<p class="book-subtitle">{subtitle}</p>
<p>{authors}</p>
<p>Version {version}, {date}</p>
<p class="book-licence">{licence}</p>
</section>"""


def table_of_contents(contents):
    """The contents: a line an entry, linked, with room for the number of its page."""
    lines = "\n".join(
        f'<li class="toc-{kind}"><a href="#{anchor}"><span>{text}</span>'
        f'<span class="toc-page">000</span></a></li>'
        for kind, anchor, text in contents
    )
    return f'<nav class="book-contents"><h1>Contents</h1><ul>{lines}</ul></nav>'
