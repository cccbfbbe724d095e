"""Sphinx extension that prepares previews of the targets of links.

Targets are theorem boxes, claims with names and verdicts, equations, figures, terms, cited works and the
beginnings of sections. For each page they are written to one script in `_static/previews`, which
`previews.js` loads when the pointer first rests on a link to the page. It is a script because
browsers let a page on disk load scripts but not fetch data.
"""

import html
import json
from pathlib import Path

from bs4 import BeautifulSoup

from ..claims import CLAIMS

LONGEST = 900  # characters of text; the page itself shows the rest
BOX = ("proof", "admonition")
CALL = "previews({page}, {targets});\n"
NAMES = {id.replace(":", "-"): claim.name for id, claim in (CLAIMS | CLAIMS.steps()).items()}
"""The names of results and steps, by the ids of their places on pages."""


def targets(body):
    """The HTML of previews, by the id of the target and without any ids inside."""
    soup = BeautifulSoup(body, "html.parser")
    for element in soup.select(".headerlink, script, style, .toctree-wrapper"):
        element.decompose()
    shown_by_id = {element["id"]: shown(element) for element in soup(id=True)}
    return {id: named(id, preview) for id, preview in shown_by_id.items() if preview}


def named(id, preview):
    """A preview with the name of the result or step at its beginning, if it does not contain it."""
    name, text = NAMES.get(id, ""), BeautifulSoup(preview, "html.parser").get_text()
    if name.replace("’", "'").casefold() in text.replace("’", "'").casefold():
        return preview
    return f"<p><strong>{html.escape(name, quote=False)}</strong></p>\n{preview}"


def shown(element):
    """The preview of an element as HTML, empty if it would only repeat the link."""
    box = element.find_parent("div", BOX)
    if box and (element.name == "span" or "admonition-title" in element.get("class", ())):
        parts = [box]
    elif element.name == "span" and not element.get_text(strip=True):
        follows = element.find_next_sibling()
        return shown_parts(passage(follows)) if follows else ""
    elif element.name == "section":
        parts = [part for part in (element.find(["h1", "h2", "h3", "h4"]), element.find("p")) if part]
    elif element.name == "dt":
        return f"<dl>{shown_parts([element, element.find_next_sibling('dd')])}</dl>"
    elif element.name == "p":
        parts = passage(element)
    elif element.name == "figure" or {"math", "citation", "proof"} & {*element.get("class", ())}:
        parts = [element]
    else:
        return ""
    return shown_parts(parts)


def passage(element):
    """An element with the formulas and paragraphs that continue its text."""
    parts, length = [element], len(element.get_text())
    for following in element.find_next_siblings():
        begins = following.name == "p" and following.find("strong", recursive=False)
        if begins or not (following.name == "p" or "math" in following.get("class", ())):
            break
        length += len(following.get_text())
        if length > LONGEST:
            break
        parts.append(following)
    return parts


def shown_parts(parts):
    """Some elements as HTML, with the badge below the last one."""
    badge = parts[-1].find_next_sibling()
    soup = BeautifulSoup("".join(map(str, parts)), "html.parser")
    for element in soup(id=True):
        del element["id"]
    for fold in soup("details"):
        fold.decompose()
    if badge is not None and badge.name == "details" and "claim" in badge.get("class", ()):
        soup.append(BeautifulSoup(f'<p class="claim">{badge.summary.decode_contents()}</p>', "html.parser"))
    return str(soup).strip()


def _write(app, page, template, context, doctree):
    if app.builder.name != "html" or "body" not in context:
        return
    place = Path(app.outdir, "_static", "previews", f"{page.replace('/', '-')}.js")
    place.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(targets(context["body"]), ensure_ascii=False, indent=0, sort_keys=True)
    place.write_text(CALL.format(page=json.dumps(page), targets=text), encoding="utf-8")


def setup(app):
    """Write the previews of each page when the page is written, after all other changes to it."""
    app.connect("html-page-context", _write, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
