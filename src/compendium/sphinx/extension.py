"""Sphinx extension for claims on pages, in the search, and as data beside the pages.

Every entry of the two tables in `directives` becomes a directive or a role of its name. A digest of
the Markdown that each one showed is kept, and Sphinx reads a page again exactly when one of them
would show something different, for example after a change of a claim's text, of a finding or of a theorem
box. All pages are written again when titles, numbers or places to which pages refer have changed.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from docutils.transforms import Transform
from sphinx import addnodes
from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.search.en import SearchEnglish
from sphinx.util.docutils import SphinxDirective, SphinxRole

from clickbandits.policies import POLICIES
from clickbandits.source import source_digest

from .. import findings
from ..claims import CLAIMS, PAPERS, PARTS
from . import directives, equations, markup, pages, registry

LEADS_ON = markup.load("moved.jinja")
POLICY_IDS = {entry.id for entry in POLICIES.values()}
MOVED = {
    **{f"notebooks/claims/{part}": "notebooks/claims" for part in PARTS},
    **{f"notebooks/deviations/{paper}": f"notebooks/errata/{paper}" for paper in PAPERS},
    "notebooks/against": "notebooks/errata",
}
"""The new places of pages of earlier versions that no longer exist."""
MAP = "notebooks/map"
SEARCH = Path(__file__).with_name("search.toml").read_text("utf-8")
"""Other names of pages, and of places on them, under which a reader may look for them."""
FILE = Path("notebooks", "findings.json")
"""The findings of a build, in the folder of the book's sources."""


def _markdown(env: BuildEnvironment, kind: str, name: str, argument: str) -> str:
    """The Markdown of a directive or role."""
    table = {"directive": directives.DIRECTIVES, "role": directives.ROLES}[kind]
    return table[name](_built(env), argument)


def _built(env: BuildEnvironment) -> findings.Built:
    if not hasattr(env.app, "compendium_findings"):
        env.app.compendium_findings = findings.read(Path(env.srcdir, FILE))  # type: ignore[attr-defined]
    return env.app.compendium_findings  # type: ignore[attr-defined]


def _shown(env: BuildEnvironment) -> dict[str, dict[tuple[str, str, str], str]]:
    """By page, the kind, name and argument of each directive and role, and a digest of its Markdown."""
    if not hasattr(env, "compendium_shown"):
        env.compendium_shown = {}  # type: ignore[attr-defined]
    return env.compendium_shown  # type: ignore[attr-defined]


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


def _show(env: BuildEnvironment, kind: str, name: str, argument: str) -> str:
    """The Markdown of a directive or role, whose digest is kept for the page that is being read."""
    text = _markdown(env, kind, name, argument)
    _shown(env).setdefault(env.docname, {})[kind, name, argument] = _digest(text)
    return text


class ClaimDirective(SphinxDirective):
    """A directive of `directives.DIRECTIVES`."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        argument = self.arguments[0] if self.arguments else ""
        try:
            text = _show(self.env, "directive", self.name, argument)
        except (KeyError, ValueError) as error:
            raise self.error(f"{self.name} {argument}: {error.args[0]}") from error
        lines = text.splitlines()
        inside = nodes.Element()
        inside.document = self.state.document
        self.state.nested_parse(StringList(lines, self.name), self.content_offset, inside)
        return inside.children


class ClaimRole(SphinxRole):
    """A role of `directives.ROLES`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            text = _show(self.env, "role", self.name, self.text)
        except (KeyError, ValueError) as error:
            message = f"{self.name} {self.text}: {error.args[0]}"
            return [], [self.inliner.reporter.error(message, line=self.lineno)]
        children, messages = self.inliner.parse(text, self.lineno, None, nodes.Element())
        return list(children), messages


def _out_of_date(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> Iterator[str]:
    """The pages on which a directive or role would now show something different."""
    for page, digests in _shown(env).items():
        try:
            if any(_digest(_markdown(env, *asked)) != digest for asked, digest in digests.items()):
                yield page
        except (KeyError, ValueError):  # the error appears when the page is read
            yield page


def _forget(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    _shown(env).pop(page, None)


def _referring(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """All pages, if something has changed to which a page can refer."""
    known = [
        {page: title.astext() for page, title in env.titles.items()},
        env.toc_secnumbers,
        env.toc_fignumbers,
        {page: data.get("equations") for page, data in env.metadata.items()},
        *(env.domaindata[name] for name in ("std", "math", "py")),
        {name: Path(env.srcdir, name).read_bytes() for name in env.config.bibtex_bibfiles},
    ]
    digest = _digest(list(map(_plain, known)))
    if getattr(env, "compendium_places", digest) == digest:
        env.compendium_places = digest  # type: ignore[attr-defined]
        return []
    env.compendium_places = digest  # type: ignore[attr-defined]
    return env.found_docs


def _plain(value: Any) -> object:
    """Data in an order that does not depend on which page was read last."""
    if isinstance(value, dict):
        return sorted((repr(key), _plain(each)) for key, each in value.items())
    return repr(value)


class Places(Transform):
    """Index entries for whatever a reader may look for by name.

    A search matches these entries before the text, so "Theorem 6", "Figure 1b", "equation (6)",
    "Fisher information" and "PBM-TS" all lead to the place itself. The other names of the page follow,
    and their words are among its keywords, so that a search for some of them finds it as well.
    """

    default_priority = 840

    def apply(self, **_: object) -> None:
        others = list(self._other_names())
        entries = list(dict.fromkeys([*self._claims(), *self._figures(), *self._rest(), *others]))
        if entries:
            index = [("single", name.replace(";", ","), id, "main", None) for name, id in entries]
            self.document.append(addnodes.index(entries=index))
        if others:
            words = ",".join(word for name, _ in others for word in re.findall(r"\w+", name))
            self.document.append(nodes.meta(name="keywords", content=words))

    def _other_names(self) -> Iterator[tuple[str, str]]:
        """The names of the page and its places in the table of other names."""
        page = self.document.settings.env.docname
        for place, names in tomllib.loads(SEARCH).items():
            target, _, id = place.partition("#")
            if target == page:
                yield from ((name, id) for name in names.split(", "))

    def _claims(self) -> Iterator[tuple[str, str]]:
        """The id of each result and step on the page, the id in words, and its name."""
        known = CLAIMS | CLAIMS.steps()
        for name, id in self.document.nameids.items():
            if id and name in known:
                yield name, id
                yield markup.in_words(name).capitalize(), id
                yield known[name].name, id

    def _figures(self) -> Iterator[tuple[str, str]]:
        """The figures that repeat one of a paper, by its number there."""
        for figure in self.document.findall(nodes.figure):
            for name in figure["names"]:
                if re.match(r"\w+:figure-\d", name) and figure["ids"]:
                    yield markup.in_words(name).capitalize(), figure["ids"][0]

    def _rest(self) -> Iterator[tuple[str, str]]:
        """The numbered equations of a paper, and the sections whose titles name a policy."""
        page = self.document.settings.env.docname
        paper = equations.PAPER.match(page)
        if not paper:
            return
        for display in self.document.findall(nodes.math_block):
            for tag in equations.TAG.findall(display.astext()):
                for number in tag.split(", "):
                    claimed = self.document.nameids.get(f"{paper[1]}:equation-{number}")
                    yield f"Equation {number}", claimed or equations.place(page, tag)
                    yield f"Equation ({number})", claimed or equations.place(page, tag)
        for section in self.document.findall(nodes.section):
            title = section.next_node(nodes.title)
            for part in re.split(r", | and |: ", title.astext()) if title else []:
                if part in POLICY_IDS:
                    yield part, section["ids"][0]


class Faults(Transform):
    """A badge where a step is derived that does not hold as stated; all other steps are in a fold alone."""

    default_priority = 840

    def apply(self, **_: object) -> None:
        page = self.document.settings.env
        for name, id in self.document.nameids.items():
            if id and name in CLAIMS.steps():
                _show(page, "role", "verdict", name)  # the page is read again if the verdict changes
                if (verdict := pages.verdict_of(_built(page), name)) != "holds":
                    self._mark(self.document.ids[id], name, verdict)

    def _mark(self, place: nodes.Element, name: str, verdict: str) -> None:
        """Put the badge into the paragraph of a label, after the words in bold with which it begins."""
        step = CLAIMS.statement(name)
        word = step.corrected_words if verdict == "corrected" else verdict
        link = addnodes.pending_xref(
            "",
            nodes.inline(word, word),
            refdomain="std",
            reftype="ref",
            refexplicit=True,
            reftarget=pages.step_label(name),
            refdoc=self.document.settings.env.docname,
            refwarn=True,
        )
        paragraph = place
        if not isinstance(place, nodes.paragraph):
            paragraph = place.next_node(nodes.paragraph, siblings=True, ascend=True)
        badge = nodes.inline("", "", link, classes=["verdict", verdict.replace(" ", "-")])
        bold = paragraph.next_node(nodes.strong)
        if bold and bold.parent is paragraph and paragraph.astext().startswith(bold.astext()):
            after = paragraph.index(bold) + 1
            paragraph[after:after] = [nodes.Text(" "), badge]
        else:
            paragraph[:0] = [badge, nodes.Text(" ")]


QUESTIONS = "about can do does from get has have how i me my our should we what when where which why you your"


class English(SearchEnglish):
    """English, with words of two letters left whole, as the search page looks for them: "ts".

    The words of a question need not be on the pages that answer it.
    """

    stopwords = SearchEnglish.stopwords | set(QUESTIONS.split())

    def stem(self, word: str) -> str:
        return word if len(word) < 3 else super().stem(word)


def _fill_in(app: Sphinx, page: str, template: str, context: dict[str, Any], _: object) -> None:
    """Put addresses where a map has the ids of claims, and where a claim leads to its place on the map."""
    labels = app.env.get_domain("std").anonlabels  # type: ignore[attr-defined]

    def address(link: re.Match) -> str:
        target, anchor = labels[link[2]]
        if link[1] == "map":
            target, anchor = MAP, f"map-{link[2].replace(':', '-')}"
            if target not in app.env.found_docs:  # a book with other pages
                return ""
        return f'href="{app.builder.get_relative_uri(page, target)}#{anchor}"'

    if "body" in context:
        context["body"] = re.sub(r'href="(claim|map):([^"]+)"', address, context["body"])


def _write_registry(app: Sphinx, error: Exception | None) -> None:
    """Write all claims as data beside the pages, each with the page and place that derive it."""
    if error or app.builder.name != "html" or not Path(app.srcdir, FILE).exists():
        return
    labels = app.env.get_domain("std").anonlabels  # type: ignore[attr-defined]
    places = {
        id: f"{app.builder.get_target_uri(page)}#{anchor}"
        for id, (page, anchor) in labels.items()
        if id in CLAIMS | CLAIMS.steps()
    }
    text = registry.registry(_built(app.env), places)
    Path(app.outdir, "claims.json").write_text(text, encoding="utf-8")


def _lead_on(app: Sphinx, error: Exception | None) -> None:
    """At the address of every page that moved, write a page that leads to the new place."""
    if error or app.builder.name != "html":
        return
    for old, new in MOVED.items():
        if new not in app.env.found_docs:  # a book with other pages
            continue
        place = Path(app.outdir, f"{old}.html")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(LEADS_ON.page(app.builder.get_relative_uri(old, new)), encoding="utf-8")


def _keep_search_entries(app: Sphinx, error: Exception | None) -> None:
    """Save the environment once more, with the index entries of the search.

    Sphinx collects them while it writes pages, after it has saved the environment, so the next build would
    lose those of all pages that it does not write again.
    """
    if not error and app.builder.name == "html":
        with open(Path(app.doctreedir, ENV_PICKLE_FILENAME), "wb") as file:
            pickle.dump(app.env, file, pickle.HIGHEST_PROTOCOL)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives and roles about claims, and the hooks that keep pages up to date."""
    for name in directives.DIRECTIVES:
        app.add_directive(name, ClaimDirective)
    for name in directives.ROLES:
        app.add_role(name, ClaimRole())
    app.connect("env-get-outdated", _out_of_date)
    app.connect("env-purge-doc", _forget)
    app.connect("env-get-updated", _referring, priority=900)  # after figures have been numbered
    app.connect("html-page-context", _fill_in)
    app.connect("build-finished", _write_registry)
    app.connect("build-finished", _lead_on)
    app.connect("build-finished", _keep_search_entries)
    app.add_transform(Places)
    app.add_transform(Faults)
    app.add_search_language(English)
    app.add_config_value("compendium_code", source_digest([__name__], *markup.sources(), SEARCH), "env")
    return {"parallel_read_safe": False, "parallel_write_safe": True}
