"""Sphinx extension that changes the HTML of pages before they are written.

- **Tables of frames.** pandas writes the names of an index into a second row of heads, numbers rows
  from 0, and aligns all cells alike. Here the names move to the first row, numbered rows lose their
  numbers, cells of columns with words get the class `words`, and parameters in names of policies
  are written out. An empty heading of any table, such as its corner, becomes a plain cell because a
  screen reader would announce it.
- **Proofs** end with the same sign, ∎.
- **Folds of code** lose the hidden name that myst-nb gives all of them, so that a screen reader
  reads their visible words instead.
- **Answers.** A paragraph that asks the reader to predict something is followed by a cell whose
  output is the answer. The output is folded until the reader opens it. Not on paper.
- **Formulas in a line** keep the punctuation next to them: no line begins with a comma.
- **Formulas in the folds of long lists and of steps** wait until the fold is opened (`folds.js`), because
  hundreds of them would keep the page from being read. Not on paper.
- **Figures** are shown on narrow screens as they were drawn for phones (`compendium.figures`);
  a figure without such a drawing keeps its size there, and scrolls. Each figure is a link to its
  picture at full size. Not on paper.
- **Pictures in the dark.** A picture, or the link around it, is followed by the one for the dark, if there
  is one, with its version for phones. The theme shows the one or the other. Not on paper.
"""

import re
import shutil
from copy import deepcopy
from pathlib import Path

import PIL.Image
from bs4 import BeautifulSoup, NavigableString

from ..wording import number as readable

NUMBER = re.compile(r"(less than )?[-−+]?[\d.,]+(·10[-−]?\d+)?( ?%)?( ?± ?[\d.,]+| \(error .*\))?|[-–—]|∞|")
IMAGES = re.compile("_images/")
CLOSING, OPENING = re.compile(r"[,.;:!?)\]’”%…]+"), re.compile(r"[(\[‘“]+$")
PICTURES = Path("notebooks")
PHONES = "phone/{}.png"
"""The figures for phones, by the ids of figures on the pages."""
DARK = ("dark/{}.webp", "gallery/{}.webp")
"""The pictures for the dark, by the names of the files of the light ones."""


def finished(body, on_paper, folder=PICTURES):
    """The final HTML of a page; `folder` has the pictures for phones and for the dark."""
    soup = BeautifulSoup(body, "html.parser")
    for title in soup.select(".admonition.dropdown > .admonition-title"):
        if re.match(r"Proof\b", title.get_text(strip=True)):
            title.parent.append(soup.new_tag("p", attrs={"class": "qed"}, string="∎"))
    for table in soup("table", "dataframe"):
        _as_read(table)
    for head in soup("th"):
        if not (head.get_text(strip=True) or head.img):
            head.name = "td"
            head.clear()
    for fold in soup("summary", attrs={"aria-label": "Toggle hidden content"}):
        del fold["aria-label"]
    for question in [] if on_paper else soup("strong", string=re.compile(r"^\s*Predict\b")):
        _fold_answer(soup, question)
    for formula in soup("span", "math"):
        _with_punctuation(soup, formula)
    for formula in [] if on_paper else soup.select(":is(details.statement, .steps) span.math"):
        formula["class"] = "later"
    for figure in [] if on_paper else soup("figure", id=True):
        _on_screens(soup, figure, folder)
    for image in [] if on_paper else soup("img", src=IMAGES):
        _in_the_dark(image, folder)
    return str(soup)


def _as_read(table):
    """Make the table of a data frame readable."""
    heads, rows = table.thead.find_all("tr"), table.tbody.find_all("tr")
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
    for cell in table(["th", "td"]):
        if cell.string and (text := readable(cell.string)) != cell.string:
            cell.clear()
            cell.append(BeautifulSoup(text, "html.parser"))
    if len(heads) == 1 and not table.find(rowspan=True):
        for column in zip(*(row(["th", "td"]) for row in (heads[0], *rows)), strict=False):
            if not all(NUMBER.fullmatch(cell.get_text(strip=True)) for cell in column[1:]):
                for cell in column:
                    cell["class"] = "words"


def _fold_answer(soup, question):
    """Fold the output of the cell that comes directly after a question's passage."""
    passage = question.find_parent(["p", "li"])
    for following in passage.find_next_siblings() if passage else []:
        if "cell" in following.get("class", ()):
            output = following.find(class_="cell_output", recursive=False)
            if output:
                fold = output.wrap(soup.new_tag("details", attrs={"class": "answer"}))
                fold.insert(0, soup.new_tag("summary", string="Show the answer"))
            return
        if following.name not in ("p", "ul", "ol") and "math" not in following.get("class", ()):
            return


def _with_punctuation(soup, formula):
    """Wrap a formula with the signs next to it, between which a line would otherwise break."""
    after, before = formula.next_sibling, formula.previous_sibling
    closing = CLOSING.match(after) if isinstance(after, NavigableString) else None
    opening = OPENING.search(before) if isinstance(before, NavigableString) else None
    if closing or opening:
        whole = formula.wrap(soup.new_tag("span", attrs={"class": "whole"}))
    if closing:
        whole.append(closing[0])
        after.replace_with(after[closing.end() :])
    if opening:
        whole.insert(0, opening[0])
        before.replace_with(before[: opening.start()])


def _on_screens(soup, figure, folder):
    """Make a figure's picture a link to it, with the one for phones, or so that it can scroll."""
    for link in figure("a", "image-reference"):  # Sphinx links a picture that has its own width
        link.unwrap()
    image = figure.find(True)
    if not image or image.name != "img":
        return
    link = image.wrap(soup.new_tag("a", attrs={"class": ["alone"], "href": image["src"]}))
    name = PHONES.format(figure["id"])
    if not (folder / name).exists():
        link["class"].append("wide")
        return
    source = {"media": "(max-width: 576px)", "srcset": f"{image['src'].rpartition('/')[0]}/{name}"}
    image.wrap(soup.new_tag("picture")).insert(0, soup.new_tag("source", attrs=source))


def _in_the_dark(image, folder):
    """Put the picture for the dark after a light one."""
    start, _, name = image["src"].rpartition("/")
    for pattern in DARK:
        path = folder / pattern.format(Path(name).stem)
        if not path.exists():
            continue
        light = image.find_parent("a", "alone") or image
        dark = deepcopy(light)
        picture = dark.img or dark
        with PIL.Image.open(path) as drawn:
            picture["width"], picture["height"] = drawn.size
        picture["src"], picture["loading"] = f"{start}/{path.relative_to(folder)}", "lazy"
        light["class"] = [*light.get("class", ()), "only-light"]
        picture["class"] = [*picture.get("class", ()), "only-dark"]
        if dark is picture:
            light.insert_after(dark)
            continue
        dark["href"], dark["class"] = picture["src"], [*dark["class"], "only-dark"]
        if dark.source:
            dark.source["srcset"] = dark.source["srcset"].replace(".png", ".webp")
        # Within an element of their own, because the theme hides all captions beside a hidden picture.
        light.wrap(BeautifulSoup("", "html.parser").new_tag("span")).append(dark)


def _finish(app, page, template, context, doctree):
    if "body" in context:
        context["body"] = finished(context["body"], app.builder.name != "html", Path(app.srcdir, PICTURES))


def _copy_pictures(app, exception):
    """Copy the pictures for phones and for the dark next to the others."""
    if exception is None and app.builder.name == "html":
        for pattern in (PHONES, PHONES.replace("png", "webp"), *DARK):
            for path in Path(app.srcdir, PICTURES).glob(pattern.format("*")):
                copy = Path(app.outdir, "_images", path.parent.name, path.name)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)


def setup(app):
    """Change the pages as they are written."""
    app.connect("html-page-context", _finish)
    app.connect("build-finished", _copy_pictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
