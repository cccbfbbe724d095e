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
- **Figures** are shown on narrow screens as they were drawn for phones (`compendium.figures`);
  one that has no such drawing keeps its size there, and scrolls. Each leads to itself alone, at
  full size. Not on paper.
"""

import re
import shutil
from pathlib import Path

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
FIGURE = re.compile(
    r'(<figure\b[^>]*\bid="([^"]+)"[^>]*>\s*)(<img\b[^>]*\bsrc="([^"]*/)[^"/]+\.png"[^>]*>)'
)
PHONES = Path("notebooks", "phone")
"""In the book: the figures for phones, by the ids of figures on the pages."""


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


def finished(body, on_paper, phones=frozenset()):
    """The HTML of a page as people get it; `phones` are the figures that are drawn for phones."""
    body = TITLE.sub(r"\1</p>", body)
    body = FRAME.sub(lambda found: as_read(found[0]), body)
    body = EMPTY.sub(r"<td\1></td>", body)
    body = body.replace('<summary aria-label="Toggle hidden content">', "<summary>")
    if on_paper:
        return body
    return FIGURE.sub(lambda found: _on_screens(phones, *found.groups()), body)


def _on_screens(phones, head, id, image, folder):
    """A figure's picture as a link to it, with the one for phones, or so that it can scroll."""
    source = re.search(r'\bsrc="([^"]+)"', image)[1]
    if id not in phones:
        return f'{head}<a class="alone wide" href="{source}">{image}</a>'
    narrow = f'<source media="(max-width: 576px)" srcset="{folder}phone/{id}.png">'
    return f'{head}<a class="alone" href="{source}"><picture>{narrow}{image}</picture></a>'


def _finish(app, page, template, context, doctree):
    if "body" in context:
        phones = {path.stem for path in Path(app.srcdir, PHONES).glob("*.png")}
        context["body"] = finished(context["body"], app.builder.name != "html", phones)


def _copy_phones(app, exception):
    """Put the figures for phones beside the others."""
    source = Path(app.srcdir, PHONES)
    if exception is None and app.builder.name == "html" and source.exists():
        shutil.copytree(source, Path(app.outdir, "_images", "phone"), dirs_exist_ok=True)


def setup(app):
    """Change the pages as they are written."""
    app.connect("html-page-context", _finish)
    app.connect("build-finished", _copy_phones)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
