"""Sphinx extension that shows passages and the names of places in the results of a search.

Sphinx would fetch the pages that it found in order to quote them, which browsers do not allow for
a book on disk. This extension therefore writes the paragraphs of all pages, with their formulas,
to a script that only the search page loads. `snippets.js` chooses among them.
"""

import json
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

from .. import claims

DATA = "snippets_data.js"


class Paragraphs(dict):
    """By page, its paragraphs, each with the id of its section."""

    def collect(self, app, doctree, page):
        self[page] = [
            (_section(paragraph), text)
            for paragraph in doctree.findall(nodes.paragraph)
            if not next(paragraph.findall(addnodes.download_reference), None)
            if (text := written(paragraph))
        ]

    def write(self, app, error):
        if not error and app.builder.name == "html":
            kept = Path(app.doctreedir, "snippets.json")  # of the pages that are not written now
            before = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
            paragraphs = {page: before.get(page) for page in app.env.found_docs} | self
            text = _json(paragraphs)
            kept.write_text(text, "utf-8")
            data = {"SNIPPETS": text, "PLACES": _json(places(app.env)), "PAPERS": _json(claims.PAPERS)}
            script = "".join(f"const {name} = {value};\n" for name, value in data.items())
            Path(app.outdir, "_static", DATA).write_text(script, "utf-8")


def _json(data):
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


def places(env):
    """The names of the places to which index entries lead, by address without ".html".

    A claim has the name that lists and maps give it, and every other place that of its entry.
    """
    found, known_claims = {}, claims.CLAIMS | claims.CLAIMS.steps()
    for page, entries in env.domaindata["index"]["entries"].items():
        for kind, name, anchor, main, _ in entries:
            if kind == "single" and main and anchor:
                label = known_claims[name].label if name in known_claims else name
                known = found.setdefault(f"{page}#{anchor}", label)
                if name in known_claims and known != label:
                    found[f"{page}#{anchor}"] = label
    return found


def written(paragraph):
    r"""The text of a paragraph on one line, with formulas as MathJax reads them: `\(x\)`."""
    parts = (
        rf"\({text}\)" if isinstance(text.parent, nodes.math) else text
        for text in paragraph.findall(nodes.Text)
        if not isinstance(text.parent, nodes.raw)
    )
    return " ".join("".join(parts).split())


def _section(node):
    while node and not isinstance(node, nodes.section):
        node = node.parent
    return node["ids"][0] if node else ""


def _load(app, page, template, context, doctree):
    if page == "search" and app.builder.name == "html":
        app.add_js_file(app.config.mathjax_path, defer="defer")
        app.add_js_file(DATA, priority=900)
        app.add_js_file("snippets.js", priority=901, defer="defer")


def setup(app):
    """Collect the paragraphs as pages are written, and load them on the search page."""
    paragraphs = Paragraphs()
    app.connect("doctree-resolved", paragraphs.collect)
    app.connect("build-finished", paragraphs.write)
    app.connect("html-page-context", _load)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
