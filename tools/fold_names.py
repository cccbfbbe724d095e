"""Sphinx extension: a fold of code is called what it shows.

myst-nb gives every such fold the same hidden name, which a screen reader says in place of the words
that stand on it.
"""

HIDDEN = ' aria-label="Toggle hidden content"'


def _change(app, page, template, context, doctree):
    if "body" in context:
        context["body"] = context["body"].replace(f"<summary{HIDDEN}>", "<summary>")


def setup(app):
    """Change the pages as they are written."""
    app.connect("html-page-context", _change)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
