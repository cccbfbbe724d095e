"""Sphinx extension: a search for a claim's id leads to the place where the claim is derived.

Every label that is a claim's id becomes an entry of the index. And words of two letters are indexed
as they stand, as the search page looks for them: "ts" would be stored as "t".
"""

from docutils.transforms import Transform
from sphinx import addnodes
from sphinx.search.en import SearchEnglish

from compendium.claims import CLAIMS


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


def setup(app):
    """Register the entries and the language."""
    app.add_transform(ClaimEntries)
    app.add_search_language(English)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
