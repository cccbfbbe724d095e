"""Convert the notebook of a page to plain Markdown, to be read in any Jupyter and run with the library alone.

Pages are written in MyST Markdown, which Jupyter Book can display and other programs cannot. Its roles
and directives become plain Markdown here. A box becomes a quote under a bold title, a fold becomes
`<details>`, a number becomes text, and a reference becomes its words with a link to the page. Visible
code keeps its outputs; the pictures and tables of all other cells are kept. A role or directive without
a plain form is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from textwrap import dedent, indent

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pybtex.backends.markdown import Backend
from pybtex.database import Entry, parse_file
from pybtex.richtext import Text
from pybtex.style.formatting.plain import Style

from compendium.sphinx.registry import citation
from project import names
from results import write_zip

INSTALL = '# In a clone of the repository, run this line first:\n# %pip install ".[drawing,logs]"'
STYLE, MARKDOWN = Style(), Backend()
"""The style of the works cited."""
FOOTER = "how-this-page-was-made"
"""The id of the last cell of a page, which offers the files that belong to the page."""
MISSING = "⟨not computed⟩"
"""The replacement of a number if a notebook was not executed."""
GLUED = "application/papermill.record/"
MOVING = "*On the page of the book one can try this out here.*"
BOXES = {"admonition", "important", "note", "warning"}
MYST = re.compile(
    r"""
    ^(?P<indent>\ *)(?P<fence>`{3,}|:{3,}|~{3,})(\{(?P<kind>[\w:-]+)\})?\ *(?P<title>[^\n]*)\n
        (?P<options>((?P=indent):[\w-]+:[^\n]*\n)*)(?P<inside>.*?)^(?P=indent)(?P=fence)\ *$
    |^\{download\}`[^`]*`([\ ·\n]+\{download\}`[^`]*`)*\s*(?=\n\n|\Z)   # files beside the page
    |^\ *\([^()\s]+\)=\n?                                               # a label
    |\{(?P<role>[a-zA-Z][\w:.-]*)\}(?P<tick>`+)(?P<content>.+?)(?P=tick)
    |(?P<code>(?P<ticks>`+)[^`].*?(?P=ticks))
    |(?P<formula>(?<![\\$])(\$\$.+?\$\$|\$(?!\$)([^$\\]|\\.)+?\$))
    |<details\ class="claim"[^>]*>\s*<summary>(?P<claim>.*?)</summary>
        (<details\b.*?</details>|.)*?</details>
    |<span\ class="verdict[^"]*">(?P<verdict>[^<]*)</span>
    |\[(?P<named>[^\]\n]*)\]\{[#.][^}\n]*\}
    |(?P<explorer><div\ class="explorer.*?</div>)
    |<details\ class="cite".*?</details>|<div\ class="filter"></div>
    |<link\b[^>]*>|<script\b.*?</script>
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
"""The parts that are rewritten; the alternatives without a name are dropped."""
LABEL = re.compile(r"^\s*\(([^()\s]+)\)=$", re.M)
LEFT = re.compile(
    r"^ *```.*?^ *```|(?P<sign>\{[\w:-]+\}`[^\n]*|^ *[:`~]{3,}\{[^\n]*|^:{3,}|^\(\S+\)=$|<script)",
    re.MULTILINE | re.DOTALL,
)
"""A block of code, or a part that a plain notebook must not have (role, directive, label, script)."""


@dataclass(frozen=True)
class Shelf:
    """The data that a notebook needs about the others, the literature and the findings.

    sources : the notebooks' sources by name
    literature : the entries of the BibTeX file
    site : the address of the built book, with a slash at its end; empty if it has none
    roles, directives : by name, the functions from an argument to MyST Markdown
    """

    sources: dict[str, NotebookNode]
    literature: dict[str, Entry] = field(default_factory=dict)
    site: str = ""
    roles: dict[str, Callable[[str], str]] = field(default_factory=dict)
    directives: dict[str, Callable[[str], str]] = field(default_factory=dict)

    @cached_property
    def places(self) -> dict[str, tuple[str, int]]:
        """The place of each label, as the notebook's name and the number of the figure there, or 0."""
        places = {}
        for name, notebook in self.sources.items():
            drawn = [figure(cell)["name"] for cell in notebook.cells if "name" in figure(cell)]
            places |= {label: (name, number) for number, label in enumerate(drawn, start=1)}
            for cell in notebook.cells:
                places |= dict.fromkeys(LABEL.findall(cell.source), (name, 0))
        return places

    def title(self, name: str) -> str:
        return re.match("(?:# +)?(.*)", self.sources[name].cells[0].source)[1]


def shelf(project, roles: dict | None = None, directives: dict | None = None) -> Shelf:
    """The notebooks of a project and its literature."""
    sources = {name: project.source(name) for name in names(project.root)}
    works = project.root / "book" / "references.bib"
    literature = parse_file(works).entries if works.exists() else {}
    site = citation().get("url", "").rstrip("/")
    return Shelf(sources, literature, site and site + "/", roles or {}, directives or {})


def archive(folder: Path, names: Iterable[str]) -> bytes:
    """The notebooks of a folder as one ZIP file, in which the links between them work."""
    paths = {f"notebooks/{name}.ipynb": folder / f"{name}.ipynb" for name in names}
    buffer = BytesIO()
    write_zip(buffer, {name: path.read_bytes() for name, path in paths.items() if path.exists()})
    return buffer.getvalue()


def plain(name: str, notebook: NotebookNode, shelf: Shelf) -> NotebookNode:
    """The notebook of a page, executed or not, in plain Markdown."""
    writer, cells = Writer(name, notebook, shelf), [new_code_cell(INSTALL)]
    for cell in notebook.cells:
        tags, text, pictures = set(cell.metadata.get("tags", [])), "", {}
        if cell.cell_type == "code" and not tags & {"remove-cell", "injected-parameters"}:
            if "remove-input" in tags or re.search(r"\bcompendium\b|\bpublish\(", cell.source):
                text, pictures = writer.shown(cell)
            else:
                kept = {"outputs": cell.outputs, "execution_count": cell.execution_count}
                folded = {"jupyter": {"source_hidden": True}} if "hide-cell" in tags else {}
                cells.append(new_code_cell(cell.source, **kept, metadata=folded))
                text = writer.caption(cell)
        elif cell.cell_type == "markdown" and cell.get("id") != FOOTER:
            text = writer.prose(cell.source)
        if left := [match["sign"] for match in LEFT.finditer(text) if match["sign"]]:
            raise ValueError(f"notebooks/{name}.py: no plain form of {left[0].strip()}")
        if text:
            cells.append(new_markdown_cell(text, **pictures))
    if writer.cited:
        cells.append(new_markdown_cell(writer.references()))
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def figure(cell) -> dict:
    """The metadata of the figure that a cell shows."""
    return cell.metadata.get("mystnb", {}).get("figure", {})


@dataclass
class Writer:
    """Write the text of one page, and record the works that it cites."""

    name: str
    page: NotebookNode
    shelf: Shelf
    cited: dict[str, None] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> dict[str, dict]:
        """The glued outputs, by key."""
        outputs = [output for cell in self.page.cells for output in cell.get("outputs", [])]
        glued = [output for output in outputs if "scrapbook" in output.get("metadata", {})]
        return {output.metadata.scrapbook.name: output.data for output in glued}

    def prose(self, text: str) -> str:
        """MyST Markdown as plain Markdown."""
        return re.sub(r"\n{3,}", "\n\n", MYST.sub(self.written, text)).strip()

    def written(self, match: re.Match) -> str:
        """The plain form of one element of MyST; a formula is put on one line."""
        if match["kind"]:
            return indent(f"\n{self.directive(match)}\n", match["indent"])
        if match["role"]:
            return self.role(match["role"], " ".join(match["content"].split()))
        if match["claim"]:
            verdict, *evidence = re.findall(">([^<]+)</span>", match["claim"])
            return " · ".join([f"**{verdict}**", *evidence])
        if match["fence"] or match["code"]:
            return match[0]
        if match["verdict"]:
            return f"**{match['verdict']}**"
        if match["explorer"]:
            return MOVING
        return " ".join((match["formula"] or match["named"] or "").split())

    def directive(self, match: re.Match) -> str:
        """A directive as Markdown."""
        kind, title = match["kind"], self.prose(match["title"])
        if kind in self.shelf.directives:
            return self.prose(self.shelf.directives[kind](match["title"].strip()))
        options = dict(re.findall(r":([\w-]+): *(.*)", match["options"]))
        body = self.prose(dedent(match["inside"]))
        if kind == "grid":
            return body
        if kind == "grid-item-card":
            if "link" not in options:
                return f"- **{title}**. {' '.join(body.split())}"
            leads = self.document if options["link-type"] == "doc" else self.reference
            link = leads(title or body, options["link"])
            return f"- **{link}**. {' '.join(body.split())}" if title else f"- {link}"
        if kind == "dropdown" or "dropdown" in options.get("class", ""):
            return f"<details>\n<summary>{title or 'Proof'}</summary>\n\n{body}\n\n</details>"
        if kind == "prf:proof":
            return f"*{title or 'Proof.'}* {body}"
        name = kind.removeprefix("prf:").capitalize()
        if kind.startswith("prf:") and not re.match(f"{name}|Theorem|Lemma|Proposition", title):
            title = f"{name}: {title}" if title else name
        elif not kind.startswith("prf:") and kind not in BOXES:
            return match[0]
        quoted = f"**{title or name}**\n\n{body}".splitlines()
        return "\n".join(f"> {line}".rstrip() for line in quoted)

    def role(self, kind: str, content: str) -> str:
        """A role as words or a link."""
        if kind in self.shelf.roles:
            return self.prose(self.shelf.roles[kind](content))
        if kind in ("glue:text", "glue:md"):
            return self.glued(kind, content)
        words, to = re.fullmatch(r"(?:(.*?)\s*<)?([^<>]*)>?", content).groups(default="")
        if kind in ("term", "download"):
            return words or to
        if kind == "ref":
            return self.reference(words or to, to)
        if kind == "numref":
            place, number = self.shelf.places[to]
            where = "" if place == self.name else f" of “{self.shelf.title(place)}”"
            return self.reference(f"Figure {number}{where}", to)
        if kind == "doc":
            return self.document(words, to)
        if kind in ("cite:t", "cite:p"):
            works = [self.citation(kind, key.strip()) for key in to.split(",")]
            return ", ".join(works) if kind == "cite:t" else f"({'; '.join(works)})"
        return f"{{{kind}}}`{content}`"

    def glued(self, kind: str, content: str) -> str:
        """A number or text that a cell has glued, in its format."""
        key, _, form = content.partition(":") if kind == "glue:text" else (content, "", "")
        if key not in self.numbers:
            return MISSING
        data_by_type = {name.removeprefix(GLUED): data for name, data in self.numbers[key].items()}
        if kind == "glue:md" and "text/markdown" in data_by_type:
            return self.prose(data_by_type["text/markdown"])
        from myst_nb.core.variables import format_plain_text  # imports a database

        return format_plain_text(data_by_type["text/plain"], form)

    def reference(self, words: str, label: str) -> str:
        """Words that link to the page of a label, if it is another page."""
        place, _ = self.shelf.places.get(label, (self.name, 0))
        return words if place == self.name else self.link(words, f"notebooks/{place}")

    def document(self, words: str, to: str) -> str:
        """A link to another page, by default with its title."""
        page = normpath(to[1:] if to[0] == "/" else join("notebooks", dirname(self.name), to))
        return self.link(words or self.shelf.title(page.removeprefix("notebooks/")), page)

    def link(self, words: str, page: str) -> str:
        """Words that link to a page on the book's site, or to its notebook in the same folders."""
        if self.shelf.site:
            return f"[{words}]({self.shelf.site}{page}.html)"
        if page.removeprefix("notebooks/") not in self.shelf.sources:
            return words
        return f"[{words}]({relpath(page, join('notebooks', dirname(self.name)))}.ipynb)"

    def citation(self, kind: str, key: str) -> str:
        """Authors and year of a work."""
        work, self.cited[key] = self.shelf.literature[key], None
        people = [str(Text.from_latex(*person.last_names)) for person in work.persons["author"]]
        first = f"{', '.join(people[:-1])} and " if people[1:] else ""
        who = f"{people[0]} et al." if len(people) > 3 else first + people[-1]
        year = work.fields["year"]
        return f"{who} ({year})" if kind == "cite:t" else f"{who}, {year}"

    def references(self) -> str:
        """The works cited, in full."""
        works = STYLE.format_entries([self.shelf.literature[key] for key in self.cited])
        lines = sorted(" ".join(work.text.render(MARKDOWN).split()) for work in works)
        return "\n".join(["## References\n", *(f"- {line}" for line in lines)])

    def shown(self, cell) -> tuple[str, dict]:
        """The output of a cell, without its code, and the pictures that are attached to it."""
        parts, pictures = [], {}
        for output in cell.outputs:
            data = output.get("data", {})
            if "scrapbook" in output.get("metadata", {}):
                continue
            if "image/png" in data:
                name = f"figure-{len(pictures) + 1}.png"
                pictures[name] = {"image/png": data["image/png"].strip()}
                alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "figure")
                alt = re.sub(r"([\[\]])", r"\\\1", alt)
                parts.append(f"![{alt}](attachment:{name})")
            elif "text/markdown" in data:
                parts.append(self.prose(data["text/markdown"]))
            elif "text/html" in data:
                table = re.sub("(?is)<style.*?</style>", "", data["text/html"])
                parts.append(re.sub(r"\n\s*\n", "\n", table).strip())  # empty lines would end it
            elif text := output.get("text") or data.get("text/plain"):
                parts.append(f"```text\n{text.rstrip()}\n```")
        return "\n\n".join(filter(None, [*parts, self.caption(cell)])), pictures and {"attachments": pictures}

    def caption(self, cell) -> str:
        """The caption of the figure that a cell shows, if any, with its number."""
        about = figure(cell)
        title = f"**Figure {self.shelf.places[about['name']][1]}.** " if "name" in about else ""
        return title + self.prose(about.get("caption", ""))
