"""Sphinx extension that gives theorem boxes unique ids.

sphinx-proof starts counting boxes without a label again on each page, which gives several pages the
id "theorem-0", and it repeats the ids "proof" and "proof-content" within a page. The book's own
labels are on the line above a box.
"""

from docutils import nodes
from sphinx_proof.proof_type import PROOF_TYPES


def _labelled(kind):
    """The directive of one kind of box, with a label made of the page and a number."""

    class Labelled(kind):
        def run(self):
            page = self.env.docname.replace("/", "-")
            number = self.env.new_serialno("theorem_ids")
            self.options.setdefault("label", f"{page}-{kind.name}-{number}")
            return super().run()

    return Labelled


def _number_ids(_, doctree):
    for number, node in enumerate(doctree.findall(nodes.Element)):
        if node.get("ids") in (["proof"], ["proof-content"]):
            node["ids"] = [f"{node['ids'][0]}-{number}"]


def setup(app):
    """Replace sphinx-proof's boxes by labelled ones."""
    app.setup_extension("sphinx_proof")
    for name, kind in PROOF_TYPES.items():
        app.add_directive_to_domain("prf", name, _labelled(kind), override=True)
    app.connect("doctree-read", _number_ids)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
