"""Sphinx extension: the library's docstrings as pages, by autodoc and numpydoc.

Named tuples list their fields as `name : what it is`, a line each. Here the lines become a list,
and autodoc's own words on such a field ("Alias for field number 0") are left out.
"""

import re
from collections import namedtuple

FIELD = re.compile(r"([a-z_]\w*(?:, \w+)*) : (\S.*)")
ALIAS = type(namedtuple("Pair", "first").first)


def listed(lines):
    """The lines of a docstring without numpydoc's headings, its fields as a list."""
    if any(re.fullmatch("-{4,}", line) for line in lines):
        return lines
    found, within = [], False
    for line in lines:
        field = FIELD.fullmatch(line)
        if field and not within:
            found.append("")
        if field:
            line = f"* ``{field[1]}``: {field[2]}"
        elif within and line.startswith(" "):
            line = "  " + line.lstrip()
        within = bool(field) or (within and line.startswith(" "))
        found.append(line)
    return found


def _process(app, what, name, obj, options, lines):
    if what in ("class", "exception"):
        lines[:] = listed(lines)


def _skip(app, what, name, obj, skip, options):
    return True if isinstance(obj, ALIAS) else None


def setup(app):
    """Put the fields in order before numpydoc reads the docstrings."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", _process, priority=100)
    app.connect("autodoc-skip-member", _skip)
    app.setup_extension("numpydoc")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
