"""Sphinx extension: a figure leads to itself alone, at its full size.

On a phone a picture of several panels is small; alone it can be enlarged.
"""

import re

FIGURE = re.compile(r'(<figure\b[^>]*>\s*)(<img\b[^>]*\bsrc="([^"]+\.png)"[^>]*>)')


def _change(app, page, template, context, doctree):
    if "body" in context and app.builder.name == "html":  # and not on paper
        context["body"] = FIGURE.sub(r'\1<a class="alone" href="\3">\2</a>', context["body"])


def setup(app):
    """Change the pages as they are written."""
    app.connect("html-page-context", _change)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
