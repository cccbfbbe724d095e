"""Sphinx extension: a claim's id is an address, in the search and in `claims.json`.

A search for it leads to the place where the claim is derived, and `claims.json` beside the pages
names that place for every claim. Every label that is a claim's id becomes an entry of the index.
And words of two letters are indexed as they stand, as the search page looks for them: "ts" would be
stored as "t".
"""

import json
from pathlib import Path

from docutils.transforms import Transform
from sphinx import addnodes
from sphinx.search.en import SearchEnglish

from compendium.claims import CLAIMS

REGISTRY = Path("notebooks", "claims.json")


class ClaimEntries(Transform):
    """Add an index entry for each claim of a page, before the index is collected."""

    default_priority = 840

    def apply(self):
        claims = {name: id for name, id in self.document.nameids.items() if name in CLAIMS}
        entries = [("single", name, id, "", None) for name, id in claims.items()]
        if entries:
            self.document.insert(0, addnodes.index(entries=entries))


class English(SearchEnglish):
    """English, with short words left whole."""

    def stem(self, word):
        return word if len(word) < 3 else super().stem(word)


def write_registry(app, error):
    """Write `claims.json` beside the pages: the registry, and the page and place of each claim."""
    source = Path(app.srcdir, REGISTRY)
    if error or app.builder.name != "html" or not source.exists():
        return
    content = json.loads(source.read_text("utf-8"))
    labels = app.env.get_domain("std").anonlabels
    for claim in content["claims"]:
        page, anchor = labels[claim["id"]]
        claim["page"] = f"{app.builder.get_target_uri(page)}#{anchor}"
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    Path(app.outdir, REGISTRY.name).write_text(text, encoding="utf-8")


def setup(app):
    """Register the entries, the language and the registry."""
    app.connect("build-finished", write_registry)
    app.add_transform(ClaimEntries)
    app.add_search_language(English)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
