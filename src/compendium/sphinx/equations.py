r"""Sphinx extension that links the number of an equation to the equation.

A display with `\tag{6}` is the equation (6) of the paper to which the page's folder belongs.
Every "(6)" in the text, captions and tables of these pages becomes a link to the display on the same
page, or else on another page of the paper, or else to the label of the equation, as in
`(pbm:equation-9)=`. A number without any of these remains plain text. On pages about all papers,
such as the errata, a number belongs to the paper whose claims are linked in the text around it.
"""

import re

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.nodes import make_refnode

PAPER = re.compile(r"(?:notebooks/(?:errata/)?|reference_)(pbm|rank1|mnl)\b")
TAG = re.compile(r"\\tag\{(\d+(?:, \d+)*)\}")
CLAIM = re.compile(r"(pbm|rank1|mnl):")
NUMBER = re.compile(r"(?<![\w()])\((\d{1,2})\)")
NOT_PROSE = (
    nodes.literal,
    nodes.literal_block,
    nodes.math,
    nodes.math_block,
    nodes.raw,
    nodes.comment,
    nodes.title,
    nodes.reference,
    pending_xref,
)
REFERENCE = "equation-of-the-paper"


def place(page, tag):
    """The id of the display of a page that carries a tag, such as "6" or "5, 6"."""
    return f"{page.removeprefix('notebooks/').replace('/', '-')}-equation-{tag.replace(', ', '-')}"


def _read(app, document):
    """Name the equations that a page displays, and mark the numbers in its text."""
    page = app.env.docname
    shown = app.env.metadata[page].setdefault("equations", {})
    for display in document.findall(nodes.math_block):
        for tag in TAG.findall(display.astext()):
            if PAPER.match(page):
                display["ids"].append(place(page, tag))
                shown |= dict.fromkeys(tag.split(", "), place(page, tag))
            if r"\\" in display.astext():  # the `split` that Sphinx writes must not contain a tag
                display["nowrap"] = True
                display[:] = [nodes.Text(rf"\[{display.astext()}\]")]
    for text in list(document.findall(nodes.Text)):
        if any(isinstance(node, NOT_PROSE) for node in _above(text)):
            continue
        if NUMBER.search(text) and (paper := _paper(page, text)):
            text.parent.replace(text, list(marked(text, paper, page)))


def _paper(page, text):
    """The paper of a page, or of the nearest block around a text that leads to claims of one."""
    if match := PAPER.match(page):
        return match[1]
    for block in _above(text):
        leads_to = (CLAIM.match(link.get("reftarget", "")) for link in block.findall(pending_xref))
        if papers := {claim[1] for claim in leads_to if claim}:
            return papers.pop() if len(papers) == 1 else None
    return None


def marked(text, paper, page):
    """The parts of a text, in which the numbers of equations are marked and have no target yet."""
    end = 0
    for number in NUMBER.finditer(text):
        yield nodes.Text(text[end : number.start()])
        whole = nodes.inline("", number[0])
        end, about = number.end(), {"paper": paper, "refdoc": page, "reftarget": number[1]}
        yield pending_xref("", whole, refdomain="", reftype=REFERENCE, **about)
    yield nodes.Text(text[end:])


def _resolve(app, env, node, words):
    """The link that a marked number becomes, or its plain text if it has no target."""
    if node["reftype"] != REFERENCE:
        return None
    page, number, paper = node["refdoc"], node["reftarget"], node["paper"]
    pages = [page, *sorted(name for name in env.found_docs if _is_of(paper, name))]
    for name in pages:
        if anchor := env.metadata[name].get("equations", {}).get(number):
            break
    else:
        labels = env.get_domain("std").anonlabels
        name, anchor = labels.get(f"{paper}:equation-{number}", ("", ""))
        if not name or any(anchor in above.get("ids", ()) for above in _above(node)):
            return words
    return make_refnode(app.builder, page, name, anchor, words, f"equation ({number})")


def _is_of(paper, page):
    return (match := PAPER.match(page)) and match[1] == paper


def _above(node):
    while node := node.parent:
        yield node


def setup(app):
    """Mark numbers as pages are read, and link them when all are known."""
    app.connect("doctree-read", _read)
    app.connect("missing-reference", _resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
