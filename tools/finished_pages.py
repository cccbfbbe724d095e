"""Sphinx extension: what is changed in the HTML of a page before it is written.

- **Tables of frames.** pandas writes the names of an index into a second row of heads, numbers rows
  from 0, and aligns all alike; here the names move to the first row, numbered rows lose their
  numbers, cells of columns with words get the class `words`, and parameters in names of policies
  are written out. A heading of any table that says nothing, as pandas and Markdown write the corner
  of one, becomes a plain cell: a screen reader would announce it.
- **Titles of boxes.** Where one begins with the kind and the number that the paper gave, as in
  "Theorem 6: lower bound", the kind is not said before it once more.
- **Folds of code** are called what they show. myst-nb gives every one the same hidden name, which a
  screen reader says in place of the words that stand on it.
- **Figures** lead to themselves alone, at full size: on a phone a picture of several panels is
  small, and alone it can be enlarged. Not on paper.
"""

import re

from bs4 import BeautifulSoup
from sphinx_proof.proof_type import PROOF_TYPES

from compendium.wording import number as readable

EMPTY = re.compile(r"<th([^>]*)>\s*(?:<p>\s*</p>)?\s*</th>")
FRAME = re.compile(r'<table border="1" class="dataframe">.*?</table>', re.DOTALL)
NUMBER = re.compile(
    r"(less than )?[-−+]?[\d.,]+(·10[-−]?\d+)?( ?%)?( ?± ?[\d.,]+| \(error .*\))?|[-–—]|∞|"
)
KINDS = "|".join(sorted({kind.capitalize() for kind in PROOF_TYPES}))
TITLE = re.compile(
    r'<span class="caption-number">\w+ </span> \(((?:' + KINDS + r") .*?)\)</p>", re.DOTALL
)
FIGURE = re.compile(r'(<figure\b[^>]*>\s*)(<img\b[^>]*\bsrc="([^"]+\.png)"[^>]*>)')


def as_read(table):
    """A frame's table, as HTML, as people read it."""
    soup = BeautifulSoup(table, "html.parser")
    heads, rows = soup.thead.find_all("tr"), soup.tbody.find_all("tr")
    names = len(rows[0].find_all("th")) if rows else 0
    if len(heads) == 2 and not any(cell.get_text(strip=True) for cell in heads[1]("th")[names:]):
        for first, second in zip(heads[0]("th")[:names], heads[1]("th"), strict=False):
            first.string = second.get_text(strip=True)
        heads.pop().decompose()
    numbered = [row.th.get_text() for row in rows if row.th] == [str(n) for n in range(len(rows))]
    if len(heads) == 1 and numbered and not heads[0].th.get_text(strip=True):
        for row in (heads[0], *rows):
            row.th.decompose()
    for head in heads:
        del head["style"]
    for cell in soup(["th", "td"]):
        if cell.string and (text := readable(cell.string)) != cell.string:
            cell.clear()
            cell.append(BeautifulSoup(text, "html.parser"))
    if len(heads) == 1 and not soup.find(rowspan=True):
        for column in zip(*(row(["th", "td"]) for row in (heads[0], *rows)), strict=False):
            if not all(NUMBER.fullmatch(cell.get_text(strip=True)) for cell in column[1:]):
                for cell in column:
                    cell["class"] = "words"
    return str(soup)


def finished(body, on_paper):
    """The HTML of a page as people get it."""
    body = TITLE.sub(r"\1</p>", body)
    body = FRAME.sub(lambda found: as_read(found[0]), body)
    body = EMPTY.sub(r"<td\1></td>", body)
    body = body.replace('<summary aria-label="Toggle hidden content">', "<summary>")
    return body if on_paper else FIGURE.sub(r'\1<a class="alone" href="\3">\2</a>', body)


def _finish(app, page, template, context, doctree):
    if "body" in context:
        context["body"] = finished(context["body"], on_paper=app.builder.name != "html")


def setup(app):
    """Change the pages as they are written."""
    app.connect("html-page-context", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
