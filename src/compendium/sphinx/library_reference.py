"""Sphinx extension that shows the library's docstrings as pages, by autodoc and numpydoc.

``.. policies::`` is the table of all policies, and ``.. policies:: pbm`` shows the policies of one click
model, both from the list `clickbandits.policies`. Named tuples list their fields as
`name : description`, one per line. Here the lines become a list, and autodoc's own words on such a
field ("Alias for field number 0") are left out.
"""

import re
from collections import defaultdict, namedtuple
from importlib import import_module

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from clickbandits import policies
from clickbandits.policies import CLICK_MODELS, POLICIES

FIELD = re.compile(r"([a-z_]\w*(?:, \w+)*) : (\S.*)")
INSIDE = "State, ExactState, BiasCorrectedState, start, start_exact, start_corrected"
ALIAS = type(vars(namedtuple("Pair", "first"))["first"])


def listed(lines):
    """The lines of a docstring without numpydoc's headings, in which the fields form a list."""
    if any(re.fullmatch("-{4,}", line) for line in lines):
        return lines
    result, within = [], False
    for line in lines:
        field = FIELD.fullmatch(line)
        if field and not within:
            result.append("")
        if field:
            line = f"* ``{field[1]}``: {field[2]}"
        elif within and line.startswith(" "):
            line = "  " + line.lstrip()
        within = bool(field) or (within and line.startswith(" "))
        result.append(line)
    return result


def table():
    """A row for each policy, in reStructuredText."""
    lines = [".. list-table::", "   :header-rows: 1", ""]
    rows = [("import", "file", "click model", "examination", "what it does")]
    for name, (module, *_, does) in POLICIES.items():
        policy = getattr(import_module(f"clickbandits.{module}"), name)
        paper = module.split(".")[0]
        known = "known" if policy.knows_examination else "not needed"
        file = f"``{module.replace('.', '/')}.py``"
        rows.append((f"``{name}``", file, CLICK_MODELS[paper].split(" (")[0], known, does))
    for row in rows:
        lines += [f"   {' ' if place else '*'} - {cell}" for place, cell in enumerate(row)]
    return lines


def pages(paper):
    """A section for each file of a click model's policies, in reStructuredText."""
    ids = defaultdict(list)
    for module, id, *_ in POLICIES.values():
        if module.split(".")[0] == paper:
            ids[module].append(id)
    lines = []
    for module, names in ids.items():
        title = ", ".join(names).replace("*", r"\*")
        lines += [title, "-" * len(title), "", f".. automodule:: clickbandits.{module}"]
        lines += ["   :members:", f"   :exclude-members: {INSIDE}", ""]
    return lines


class Policies(SphinxDirective):
    """The table, or the policies of one click model."""

    optional_arguments = 1

    def run(self):
        self.env.note_dependency(policies.__file__)
        lines = pages(self.arguments[0]) if self.arguments else table()
        section = nodes.section()
        nested_parse_with_titles(self.state, StringList(lines, policies.__file__), section)
        return section.children


def _process(app, what, name, obj, options, lines):
    if what in ("class", "exception"):
        lines[:] = listed(lines)


def _skip(app, what, name, obj, skip, options):
    return True if isinstance(obj, ALIAS) else None


def setup(app):
    """Put the fields in order before numpydoc reads the docstrings."""
    app.setup_extension("sphinx.ext.autodoc")
    app.add_directive("policies", Policies)
    app.connect("autodoc-process-docstring", _process, priority=100)
    app.connect("autodoc-skip-member", _skip)
    app.setup_extension("numpydoc")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
