"""Make of a page's notebook one that reads as prose anywhere and runs with the library alone.

The pages are written in MyST Markdown, which Jupyter Book knows and others do not. Here its roles
and directives become plain Markdown: boxes become headings with a quote, folds become `<details>`,
glued numbers become text, references links or words. Code that the reader sees and that runs with
the library alone stays, with its outputs; of all other cells the pictures and tables stay.

HTML is read with a parser where it stands alone. Within Markdown tags are found by their signs: to
a parser a formula such as $a<b$ begins a tag, and it does not say where in the text one ends.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import NamedTuple
from urllib.parse import quote

import nbformat
from bs4 import BeautifulSoup
from pybtex.database import parse_string
from pybtex.richtext import Text

from compendium.registry import citation
from project import names
from results import write_zip

NOT_EVERYWHERE = (
    "compendium",
    "myst_nb",
    "IPython",
    "ipywidgets",
    "jupyter",
    "jupytext",
    "nbformat",
)
"""What a notebook's code may not import, as first part of a module's name."""
FOOTER = "how-this-page-was-made"
"""The id of the last cell of a page, which offers what stands beside the page."""
MISSING = "⟨not computed⟩"
"""Stands for a number where a notebook was not executed."""

FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|:{3,}|~{3,})(?P<info>.*)")
DIRECTIVE = re.compile(r"\{(?P<name>[\w:.-]+)\}\s*(?P<title>.*)")
LABEL = re.compile(r"\(([^()\s]+)\)=")
HEADING = re.compile(r"(#{1,6}) +(.+)")
ROLE = re.compile(r"\{([a-zA-Z][\w:.-]*)\}(`+)(.+?)\2", re.DOTALL)
TARGET = re.compile(r"(?P<text>.*?)\s*<(?P<to>[^<>]+)>", re.DOTALL)
DISPLAY = re.compile(
    r"\$\$(?P<formula>.+?)\$\$(?:[ ]*\((?P<label>[^()\s]+)\)(?=\s*$))?", re.S | re.M
)
INLINE = re.compile(r"(?<![\\$])\$(?!\$)(?:[^$\\]|\\.)+?\$", re.DOTALL)
EXPLORER = re.compile(r'<div[^>]*class="explorer[^>]*>.*?</div>', re.DOTALL)
FILTER = '<div class="filter"></div>'
SCRIPT = re.compile(r"<script\b.*?</script>|<style\b.*?</style>|<link\b[^>]*>", re.DOTALL)
BADGE = re.compile(r'<span class="verdict[^"]*">([^<]*)</span>')
GLUED = "application/papermill.record/"
BOXES = {
    "theorem", "lemma", "proposition", "corollary", "definition", "remark", "algorithm", "example",
    "assumption", "conjecture", "property", "observation", "axiom", "criterion",
}  # fmt: skip
CALLS = {"note", "warning", "important", "tip", "hint", "attention", "caution", "danger", "seealso"}
FOLDS = {"dropdown", "toggle"}
PICTURES = {"image/png": "png", "image/jpeg": "jpeg", "image/svg+xml": "svg"}


class Place(NamedTuple):
    """Where a label stands: the notebook's name, what it is called, its heading."""

    name: str
    title: str
    heading: str


@dataclass(frozen=True)
class Shelf:
    """What a notebook has to know of the others: places by label, titles, the literature.

    sources : the notebooks' sources by name
    bibliography : the text of the BibTeX file
    site : the address of the built book, with a slash at its end; empty where it has none
    pages : titles of the pages that are no notebooks, by name
    """

    sources: dict[str, nbformat.NotebookNode]
    bibliography: str = ""
    site: str = ""
    pages: dict[str, str] = field(default_factory=dict)

    @cached_property
    def places(self) -> dict[str, Place]:
        return {
            label: place
            for name, notebook in self.sources.items()
            for label, place in landmarks(name, notebook)
        }

    @cached_property
    def titles(self) -> dict[str, str]:
        return {name: _title(notebook) for name, notebook in self.sources.items()}

    @cached_property
    def literature(self) -> dict[str, Entry]:
        entries = parse_string(self.bibliography, "bibtex").entries
        return {key: Entry.of(entry) for key, entry in entries.items()}


@dataclass(frozen=True)
class Entry:
    """A work of the literature: who and when, in a sentence, in full, and its address."""

    authors: str
    year: str
    full: str
    address: str

    @classmethod
    def of(cls, entry) -> Entry:
        people = entry.persons.get("author", [])
        family = [_tidy(" ".join(person.last_names)) for person in people]
        whole = [
            _tidy(" ".join([*person.first_names, *person.middle_names, *person.last_names]))
            for person in people
        ]
        fields = {name: _tidy(value) for name, value in entry.fields.items()}
        year = fields.get("year", "")
        where = fields.get("journal") or fields.get("booktitle") or fields.get("howpublished", "")
        address = fields.get("url", "")
        if "doi" in fields:
            address = f"https://doi.org/{fields['doi']}"
        full = f"{_and(whole)} ({year}). *{fields.get('title', '').rstrip('.')}*."
        if where:
            volume = fields.get("volume", "")
            volume += f"({fields['number']})" if volume and "number" in fields else ""
            pages = fields.get("pages", "").replace("--", "–")
            full += f" {', '.join(part for part in (where, volume, pages) if part)}."
        several = family[0] + " et al." if len(family) > 3 else _and(family)
        return cls(several, year, full, address)


def _tidy(text: str) -> str:
    """A field of BibTeX as text."""
    return " ".join(str(Text.from_latex(text)).split())


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def shelf(project) -> Shelf:
    """The notebooks of a project, its literature and the titles of its other pages."""
    folder = project.root / "book"
    pages = {
        path.relative_to(folder).with_suffix("").as_posix(): path.read_text("utf-8")
        for path in sorted(folder.glob("*.md"))
    }
    heads = {name: re.search(r"(?m)^# +(.+)$", text) for name, text in pages.items()}
    bibliography = folder / "references.bib"
    site = citation().get("url", "").rstrip("/")
    return Shelf(
        {name: project.source(name) for name in names(project.sources)},
        bibliography.read_text("utf-8") if bibliography.exists() else "",
        site and site + "/",
        {name: head[1] for name, head in heads.items() if head},
    )


def archive(folder: Path, names: Iterable[str]) -> bytes:
    """The notebooks of a folder as one ZIP file, in which the links between them work."""
    paths = {f"notebooks/{name}.ipynb": folder / f"{name}.ipynb" for name in names}
    contents = {name: path.read_bytes() for name, path in paths.items() if path.exists()}
    buffer = BytesIO()
    write_zip(buffer, contents)
    return buffer.getvalue()


def plain(name: str, notebook: nbformat.NotebookNode, shelf: Shelf) -> nbformat.NotebookNode:
    """The notebook of a page, executed or not, as one that reads anywhere."""
    return Writer(name, notebook, shelf).notebook()


# ---- what stands where ---------------------------------------------------------------------------


def landmarks(name: str, notebook: nbformat.NotebookNode) -> Iterator[tuple[str, Place]]:
    """Every label of a notebook with its place; figures are named by their cells."""
    heading = _title(notebook)
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            figure = _figure(cell)
            if "name" in figure:
                title = figure.get("caption", "figure").partition(". ")[0].rstrip(".")
                yield figure["name"], Place(name, title, heading)
            continue
        waiting: list[str] = []
        for line in cell.source.splitlines():
            text = line.strip()
            label, head, fence = LABEL.fullmatch(text), HEADING.fullmatch(text), FENCE.match(line)
            box = DIRECTIVE.fullmatch(fence["info"].strip()) if fence else None
            if label:
                waiting.append(label[1])
                continue
            if head:
                heading = head[2]
            title = heading
            if box and box["name"].startswith("prf:") and box["name"] != "prf:proof":
                title = heading_of(box)
            if text:
                here = title if box and box["name"].startswith("prf:") else heading
                for each in waiting:
                    yield each, Place(name, _words(title), here)
                waiting = []


def _figure(cell) -> dict:
    """What a cell says of the figure it shows."""
    return cell.metadata.get("mystnb", {}).get("figure", {})


def _title(notebook) -> str:
    found = re.search(r"(?m)^# +(.+)$", notebook.cells[0].source) if notebook.cells else None
    return found[1] if found else ""


def heading_of(box) -> str:
    """The heading that a theorem box becomes."""
    kind, title = box["name"].removeprefix("prf:").capitalize(), box["title"].strip()
    known = re.match(rf"({'|'.join(BOXES)})\b", title, re.IGNORECASE)
    return title if known else f"{kind}: {title}" if title else kind


def anchor(heading: str) -> str:
    """The fragment that leads to a heading in Jupyter and where notebooks are shown."""
    return "#" + quote(_words(heading).replace(" ", "-"), safe="-:,.;")


def _words(text: str) -> str:
    """A line of Markdown without its signs."""
    text = ROLE.sub(lambda role: _target(role[3])[0] or role[3], text)
    return re.sub(r"[*`\\]", "", text).strip()


def _target(text: str) -> tuple[str, str]:
    """The words of a role and where it leads; the words may be missing."""
    text = " ".join(text.split())
    found = TARGET.fullmatch(text)
    return (found["text"], found["to"]) if found else ("", text)


# ---- the notebook --------------------------------------------------------------------------------


@dataclass
class Writer:
    """Writes the plain notebook of one page."""

    name: str
    page: nbformat.NotebookNode
    shelf: Shelf
    level: int = 1
    cited: dict[str, None] = field(default_factory=dict)

    def notebook(self) -> nbformat.NotebookNode:
        cells, known, runs = [], set(dir(builtins)), 0
        for cell in self.page.cells:
            if cell.get("id") == FOOTER:
                continue
            if cell.cell_type == "markdown":
                cells += self.prose(cell.source)
            elif cell.cell_type == "code":
                if reason := needs_more(cell, known):
                    cells += self.shown(cell) if reason != "removed" else []
                else:
                    known |= bound(ast.parse(cell.source))
                    runs += bool(cell.get("execution_count"))
                    cells.append(_code(cell, runs if cell.get("execution_count") else None))
                    cells += self.caption(cell)
        cells = [_install(cells), *cells]
        if self.cited:
            cells += [nbformat.v4.new_markdown_cell(self.references())]
        for number, cell in enumerate(cells):
            cell.id = f"cell-{number}"
        return nbformat.v4.new_notebook(
            cells=cells,
            metadata={
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                "language_info": {"name": "python", "file_extension": ".py"},
            },
        )

    def prose(self, text: str) -> list:
        text = self.text(text)
        return [nbformat.v4.new_markdown_cell(text)] if text else []

    @cached_property
    def numbers(self) -> dict[str, dict]:
        """The glued outputs, by key."""
        return {
            output.metadata.scrapbook.name: {
                kind.removeprefix(GLUED): data for kind, data in output.data.items()
            }
            for cell in self.page.cells
            for output in cell.get("outputs", [])
            if "scrapbook" in output.get("metadata", {})
        }

    @cached_property
    def figures(self) -> dict[str, int]:
        """The number of each figure, by its name, in this notebook."""
        named = [_figure(cell)["name"] for cell in self.page.cells if "name" in _figure(cell)]
        return {name: number for number, name in enumerate(dict.fromkeys(named), start=1)}

    @cached_property
    def equations(self) -> dict[str, str]:
        """The number of each labelled formula: as printed in it, else counted in this notebook."""
        text = "\n\n".join(cell.source for cell in self.page.cells if cell.cell_type == "markdown")
        found = [(each["label"], each["formula"]) for each in DISPLAY.finditer(text)]
        labelled = [
            (label, re.search(r"\\tag\{(.+?)\}", formula)) for label, formula in found if label
        ]
        labelled += [(label, None) for label in re.findall(r"\{math\}\s*\n:label: *(\S+)", text)]
        return {
            label: tag[1] if tag else str(number)
            for number, (label, tag) in enumerate(labelled, start=1)
        }

    # ---- outputs -------------------------------------------------------------------------------

    def shown(self, cell) -> list:
        """What a cell shows, without its code."""
        parts, pictures = [], {}
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            picture = next((kind for kind in PICTURES if kind in data), None)
            if "scrapbook" in output.get("metadata", {}):
                continue
            if picture:
                file = f"figure-{len(pictures) + 1}.{PICTURES[picture]}"
                pictures[file] = {picture: _base64(data[picture])}
                parts.append(f"![{self.alternative(cell)}](attachment:{file})")
            elif "text/markdown" in data:
                parts.append(self.text(_joined(data["text/markdown"])))
            elif "text/html" in data:
                parts.append(self.table(_joined(data["text/html"])))
            elif "text/plain" in data and output.output_type == "execute_result":
                parts.append(f"```text\n{_joined(data['text/plain'])}\n```")
            elif output.output_type == "stream":
                parts.append(f"```text\n{_joined(output.text).rstrip()}\n```")
        text = "\n\n".join(filter(None, [*parts, *self.caption_text(cell)]))
        if not text:
            return []
        shown = nbformat.v4.new_markdown_cell(text)
        if pictures:
            shown.attachments = pictures
        return [shown]

    def alternative(self, cell) -> str:
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "figure")
        return re.sub(r"([\[\]])", r"\\\1", alt)

    def caption(self, cell) -> list:
        return [nbformat.v4.new_markdown_cell(text) for text in self.caption_text(cell)]

    def caption_text(self, cell) -> list[str]:
        figure = _figure(cell)
        if "caption" not in figure:
            return []
        number = self.figures.get(figure.get("name", ""), 0)
        return [f"**Figure {number}.** {self.inline(figure['caption'])}" if number
                else self.inline(figure["caption"])]  # fmt: skip

    def table(self, text: str) -> str:
        """HTML that an output holds: a table, or something that moves on the page only."""
        soup = BeautifulSoup(text, "html.parser")
        if soup.find(["script", "iframe"]):
            return self.moving()
        for style in soup("style"):
            style.decompose()
        return re.sub(r"\n\s*\n", "\n", str(soup)).strip()  # an empty line would end the HTML

    def moving(self) -> str:
        page = f"the page “{_words(self.shelf.titles.get(self.name, self.name))}” of the book"
        if self.shelf.site:
            page = f"[{page}]({self.shelf.site}notebooks/{self.name}.html)"
        return f"*Here one can move the parameters, on {page}.*"

    # ---- Markdown ------------------------------------------------------------------------------

    def text(self, text: str) -> str:
        """Markdown of MyST as plain Markdown."""
        text = EXPLORER.sub(lambda _: self.moving(), text).replace(FILTER, "")
        text = SCRIPT.sub("", unbadged(text))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self.blocks(text.splitlines()))).strip()

    def blocks(self, lines: list[str]) -> Iterator[str]:
        """The lines, with directives rewritten and labels dropped."""
        prose: list[str] = []
        number = 0
        while number < len(lines):
            line = lines[number]
            fence = FENCE.fullmatch(line)
            if not fence:
                if not LABEL.fullmatch(line.strip()):
                    prose.append(line)
                number += 1
                continue
            end = _end(lines, number, fence["fence"])
            inside = [each.removeprefix(fence["indent"]) for each in lines[number + 1 : end]]
            number = end + 1
            yield from self.paragraphs(prose)
            prose = []
            directive = DIRECTIVE.fullmatch(fence["info"].strip())
            if directive:
                made = self.directive(directive, inside).splitlines()
            elif fence["fence"][0] == ":":
                made = list(self.blocks(inside))
            else:
                made = [line.strip(), *inside, fence["fence"]]
            yield from ("", *(fence["indent"] + each if each else "" for each in made), "")
        yield from self.paragraphs(prose)

    def paragraphs(self, lines: list[str]) -> Iterator[str]:
        for line in lines:
            if head := HEADING.fullmatch(line.strip()):
                self.level = len(head[1])
        text = "\n".join(_defined(lines))
        text = "\n\n".join(part for part in re.split(r"\n\s*\n", text) if not _downloads(part))
        yield from self.inline(text).splitlines()

    def directive(self, found: re.Match, inside: list[str]) -> str:
        """A directive as Markdown."""
        kind, title = found["name"], found["title"].strip()
        options = {}
        while inside and (option := re.fullmatch(r":([\w-]+):\s*(.*)", inside[0].strip())):
            options[option[1]] = option[2]
            inside = inside[1:]
        classes, last = options.get("class", "").split(), kind.removeprefix("prf:")
        if kind == "math":
            return self.inline(_math("\n".join(inside) or title, options.get("label", "")))
        if kind in ("code-block", "code", "code-cell", "sourcecode"):
            return "\n".join([f"```{title}", *inside, "```"])
        if kind.startswith("glue"):
            return self.glued(kind.partition(":")[2], title)
        if kind in ("bibliography", "tableofcontents", "toctree", "raw", "index", "only"):
            return ""
        if kind == "image":
            return f"*{options.get('alt', '')}*"
        if kind == "grid-item-card":
            words = " ".join("\n".join(self.blocks(inside)).split())
            head, to = self.inline(title or words), options.get("link", "")
            page = options.get("link-type") == "doc"
            link = self.document(head, to) if page else self.link(head, to)
            return f"- **{link}**. {words}" if title else f"- {link}"
        body = "\n".join(self.blocks(inside)).strip()
        if kind.startswith("prf:") and last in BOXES:
            head = f"{'#' * min(self.level + 1, 6)} {self.inline(heading_of(found))}"
            return f"{head}\n\n{quoted(body)}"
        if "dropdown" in classes or kind in FOLDS:
            return folded(self.inline(title) or last.capitalize(), body)
        if last == "proof":
            return f"*{self.inline(title) or 'Proof.'}* {body}"
        if kind == "admonition" or kind in CALLS or kind.startswith("card"):
            head = self.inline(title) or ("See also" if kind == "seealso" else kind.capitalize())
            return quoted(f"**{head}**\n\n{body}")
        if kind in ("list-table", "csv-table", "table"):
            return f"**{title}**\n\n{body}" if title else body
        return body

    def inline(self, text: str) -> str:
        """Text without roles, labels of formulas and badges."""
        text = DISPLAY.sub(lambda found: _math(found["formula"], found["label"], self), text)
        text = INLINE.sub(lambda found: " ".join(found[0].split()), text)
        text = BADGE.sub(r"*\1*", text)
        return ROLE.sub(lambda role: self.role(role[1], role[3]), text)

    def role(self, kind: str, inside: str) -> str:
        """A role as words or a link."""
        words, to = _target(inside)
        if kind.startswith("glue"):
            return self.glued(kind.partition(":")[2], " ".join(inside.split()))
        if kind == "ref":
            place = self.shelf.places.get(to)
            return self.link(words or (place.title if place else to), to)
        if kind == "numref":
            number = self.figures.get(to)
            if words and number:
                words = words.replace("%s", str(number)).replace("{number}", str(number))
            place = self.shelf.places.get(to)
            name = f"Figure {number}" if number else f"the figure “{place.title}”" if place else to
            return self.link(words or name, to)
        if kind in ("eq", "math:numref"):
            return f"({self.equations.get(to, MISSING)})"
        if kind == "doc":
            return self.document(words, to)
        if kind.startswith("cite"):
            return self.citation(kind.partition(":")[2], to)
        if kind == "math":
            return f"${inside}$"
        if kind == "claim":
            return ""
        if kind in ("code", "py:func", "func", "py:class", "class", "py:mod", "mod", "kbd", "file"):
            return f"`{(words or to).lstrip('~.')}`"
        return words or to.removeprefix("/").removeprefix("../")

    def glued(self, kind: str, inside: str) -> str:
        """A glued number or text, in its format."""
        key, colon, form = inside.rpartition(":")
        key, form = (key, form) if colon else (form, "s")
        found = self.numbers.get(key if kind == "text" else inside)
        if found is None:
            return MISSING
        if kind != "text" and "text/markdown" in found:
            return self.text(_joined(found["text/markdown"]))
        from myst_nb.core.variables import format_plain_text  # imports a database

        text = _joined(found.get("text/plain", MISSING))
        return format_plain_text(text, form if kind == "text" else "s")

    def link(self, words: str, label: str) -> str:
        """Words that lead to a label, where one can follow it from a notebook."""
        place = self.shelf.places.get(label)
        if place is None:
            return words
        if place.name == self.name:
            return f"[{words}]({anchor(place.heading)})"
        return f"[{words}]({self.address(place.name, anchor(place.heading))})"

    def document(self, words: str, to: str) -> str:
        """A link to another page; pages that are no notebooks are named."""
        name = (
            to.removeprefix("/")
            if to.startswith("/")
            else join("notebooks", dirname(self.name), to)
        )
        name = normpath(name)
        inner = name.removeprefix("notebooks/")
        if inner in self.shelf.sources:
            return f"[{words or _words(self.shelf.titles[inner])}]({self.address(inner)})"
        words = words or self.shelf.pages.get(name, name)
        return f"[{words}]({self.shelf.site}{name}.html)" if self.shelf.site else words

    def address(self, name: str, fragment: str = "") -> str:
        """Where another page is: on the book's site, else its notebook in the same folders."""
        if self.shelf.site:
            return f"{self.shelf.site}notebooks/{name}.html"
        return relpath(f"{name}.ipynb", dirname(self.name) or ".") + fragment

    def citation(self, kind: str, keys: str) -> str:
        """Author and year, with a link to the work's entry below or to its address."""
        found = []
        for key in re.split(r"\s*,\s*", keys.strip()):
            entry = self.shelf.literature.get(key)
            if entry is None:
                found.append(key)
                continue
            self.cited[key] = None
            words = (
                f"{entry.authors}, {entry.year}"
                if kind == "p"
                else f"{entry.authors} ({entry.year})"
            )
            found.append(f"[{words}]({entry.address or '#References'})")
        return f"({'; '.join(found)})" if kind == "p" else ", ".join(found)

    def references(self) -> str:
        entries = (self.shelf.literature[key] for key in self.cited)
        lines = [f"- {e.full}" + (f" <{e.address}>" if e.address else "") for e in entries]
        return "\n".join(["## References", "", *sorted(lines)])


def _end(lines: list[str], start: int, fence: str) -> int:
    """The line that closes a fence; the last one where none does."""
    for number in range(start + 1, len(lines)):
        text = lines[number].strip()
        if text and set(text) == {fence[0]} and len(text) >= len(fence):
            return number
    return len(lines)


def _defined(lines: list[str]) -> Iterator[str]:
    """Definition lists as paragraphs that begin with the word defined."""
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if re.match(r": +\S", following) and line.strip():
            yield f"**{line.strip()}**:"
        else:
            yield re.sub(r"^: +", "", line)


def unbadged(text: str) -> str:
    """Text in which a claim's badge is one line: its verdict, and how it is known."""
    while start := re.search(r'<details class="claim"[^>]*>', text):
        depth, end = 0, len(text)
        for tag in re.compile(r"<(/?)details\b[^>]*>").finditer(text, start.start()):
            depth += -1 if tag[1] else 1
            if not depth:
                end = tag.end()
                break
        head = text[start.end() : end].partition("</summary>")[0]
        line = " · ".join(part.get_text() for part in BeautifulSoup(head, "html.parser")("span"))
        text = f"{text[: start.start()]}<small>*{line}*</small>{text[end:]}"
    return text


def _downloads(paragraph: str) -> bool:
    """Whether a paragraph offers nothing but files, which stand beside the page only."""
    rest = re.sub(r"\{download\}`[^`]*`", "", paragraph)
    return rest != paragraph and not rest.strip(" ·,.\n")


def _math(formula: str, label: str | None, writer: Writer | None = None) -> str:
    """A displayed formula without its label; its number stands in it."""
    formula = formula.strip("\n")
    if label and writer and "\\tag" not in formula:
        formula = f"{formula.rstrip()} \\tag{{{writer.equations[label]}}}"
    end = "\n" if "\n" in formula else ""
    return f"$${end}{formula}{end}$$"


def quoted(text: str) -> str:
    """Markdown as a quote; a formula is on one line, for a sign of the quote would be in it."""
    text = DISPLAY.sub(lambda found: "$$" + " ".join(found["formula"].split()) + "$$", text)
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def folded(title: str, text: str) -> str:
    """Markdown that unfolds."""
    return f"<details>\n<summary>{title}</summary>\n\n{text}\n\n</details>"


# ---- code ----------------------------------------------------------------------------------------


def needs_more(cell, known: set[str]) -> str:
    """Why a cell's code does not stay: "removed", "hidden", or what it takes; "" where it stays."""
    tags = set(cell.metadata.get("tags", []))
    if tags & {"remove-cell", "parameters", "injected-parameters"}:
        return "removed"
    if "remove-input" in tags:
        return "hidden"
    tree = ast.parse(cell.source)
    for module in imported(tree):
        if module.partition(".")[0] in NOT_EVERYWHERE:
            return module
    taken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound(tree) - known
    return ", ".join(sorted(taken))


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that code imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def bound(tree: ast.AST) -> set[str]:
    """The names that code gives a value to, anywhere in it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found


def _code(cell, count: int | None) -> nbformat.NotebookNode:
    """A cell whose code stays, with its outputs; what the book folds is folded in Jupyter, too."""
    new = nbformat.v4.new_code_cell(cell.source, execution_count=count)
    new.outputs = [nbformat.from_dict(output) for output in cell.get("outputs", [])]
    for output in new.outputs:
        if output.output_type == "execute_result":
            output.execution_count = count
    if set(cell.metadata.get("tags", [])) & {"hide-cell", "hide-input"}:
        new.metadata = {"jupyter": {"source_hidden": True}}
    return new


def _install(cells: list) -> nbformat.NotebookNode:
    """The first cell: how to have what the code needs."""
    trees = (ast.parse(cell.source) for cell in cells if cell.cell_type == "code")
    modules = {module.partition(".")[0] for tree in trees for module in imported(tree)}
    wanted = sorted(
        modules - set(sys.stdlib_module_names) - {"clickbandits", "numpy", "scipy", "pandas"}
    )
    return nbformat.v4.new_code_cell(f"# %pip install {' '.join(['clickbandits', *wanted])}")


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _base64(data: str) -> str:
    """The data of a picture as an attachment holds it."""
    data = _joined(data)
    drawn = data.lstrip().startswith("<")  # SVG stands in an output as it is
    return b64encode(data.encode()).decode() if drawn else data.replace("\n", "")


LEFT = re.compile(
    r"\{[a-z]+(?::[a-z]+)?\}`|^\s*[:`~]{3,}\{|^:{3,}|^\([^()\s]+\)=\s*$|<script|\{claim\}",
    re.MULTILINE,
)
"""What no plain notebook may hold: roles, directives, labels, scripts."""


def leftovers(notebook: nbformat.NotebookNode) -> list[str]:
    """Signs of MyST that a notebook still holds, each with what stands around it."""
    text = "\n\n".join(
        re.sub(r"(?ms)^```.*?^```", "", cell.source)
        for cell in notebook.cells
        if cell.cell_type == "markdown"
    )
    return [text[max(0, found.start() - 30) : found.end() + 30] for found in LEFT.finditer(text)]
