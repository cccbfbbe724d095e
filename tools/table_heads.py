"""Sphinx extension: a heading of a table that says nothing is a plain cell.

pandas and Markdown write the corner of a table as a heading without a text, which a screen reader
would announce.
"""

import re

EMPTY = re.compile(r"<th([^>]*)>\s*(?:<p>\s*</p>)?\s*</th>")


def _plain_cells(app, page, template, context, doctree):
    if "body" in context:
        context["body"] = EMPTY.sub(r"<td\1></td>", context["body"])


def setup(app):
    """Change the pages as they are written."""
    app.connect("html-page-context", _plain_cells)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
