"""The report as a single page, made from a template, with its figures and without outside resources."""

from __future__ import annotations

import io
from functools import cache, partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np

from clickbandits.core import Problem
from clickbandits.pbm.bounds import composition, lower_bound
from clickbandits.store import write_whole

from .._extras import needed
from ..export import write_table
from ..pairs import percent
from . import figures
from .labels import BOX, visible
from .log_report import LogReport

MOST_ROWS = 40
"""The number of rows of a table on the page; its file has all rows."""

MOST_QUERIES = 10

INK = "#010101"
"""Elements that matplotlib draws in the colour of text, which the page replaces by its own."""

SVG = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"


class Block(str):
    """A part of the page, as HTML; a notebook shows it."""

    def _repr_html_(self) -> str:
        return self


def block(name: str, made: LogReport) -> Block:
    """A block of the template `page.html`, by its name."""
    template, macros = _templates()
    if name not in template.blocks:
        raise ValueError(f"the page has no block {name!r}; it has {', '.join(template.blocks)}")
    context = template.new_context(macros | _values(made))
    return Block("".join(template.blocks[name](context)).strip())


def write(made: LogReport, folder: str | Path) -> Path:
    """Write the page `index.html` and its tables as CSV to a folder; return the page's path.

    Every file is either complete or unchanged, whenever the program ends. The page is written last.
    """
    folder = Path(folder)
    drawn = {
        "vectors": figures.vectors(made.study),
        "rates": figures.rates(made),
        "regret": figures.regret(made),
    }
    tables = {
        "positions": figures.estimates(made.study, "position"),
        "items": figures.estimates(made.study, "item"),
        "rates": drawn["rates"].data,
        "log-positions": made.study.fit.positions(),
        "log-items": made.study.fit.items(),
    }
    if made.regret is not None:
        tables["regret"] = drawn["regret"].data
    if made.held_out is not None and made.held_out.models is not None:
        tables["models"] = made.held_out.models.by_position.reset_index()
    template, macros = _templates()
    shown = {name: _svg(name, picture) for name, picture in drawn.items()}
    page = template.render(macros | _values(made) | {"drawn": shown, "tables": tuple(tables)})
    for name, table in tables.items():
        write_whole(folder / f"{name}.csv", partial(write_table, table))
    write_whole(folder / "index.html", lambda file: file.write(page.encode()))
    return folder / "index.html"


@cache
def _templates() -> tuple[Any, dict]:
    """The template of the page, whose blocks a chapter of the book shows one by one, and its macros."""
    jinja2 = needed("jinja2", "the report needs jinja2", "report")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"fmt": format, "visible": visible, "counted": _counted, "known": _known}
    environment.filters["percent"] = percent
    macros = vars(environment.get_template("macros.html").module)
    return environment.get_template("page.html"), {
        name: macro for name, macro in macros.items() if not name.startswith("_")
    }


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _known(number: float) -> str:
    return "unknown" if np.isnan(number) else f"{number:.3f}"


def _values(made: LogReport) -> dict:
    """The values that the template needs in addition to the report itself."""
    study, game = made.study, made.game
    clicks, plays = study.table
    report, positions = study.counts.report, study.fit.positions()
    shown = study.plays.sum(axis=0)
    order = np.argsort(-plays.sum(axis=1), kind="stable")[:MOST_ROWS]
    values = {
        "made": made,
        "study": study,
        "game": game,
        "fit": made.fitness,
        "report": report,
        "name": "the example" if study.truth else Path(report.path).name,
        "clicks": clicks,
        "plays": plays,
        "order": order,
        "positions": list(positions.iloc[study.positions].itertuples())[:MOST_ROWS],
        "others": [each for each in study.largest if each[0] != study.query][:MOST_QUERIES],
        "refused": sum(count for count, _ in report.refused.values()),
        "pages": int(shown.max()),
        "doubts": doubts(made),
        "held_out": list(made.held_out.table.iterrows()) if made.held_out else [],
        "models": made.held_out.models if made.held_out else None,
    }
    if game.problem is not None:
        attraction, examination = game.problem
        worst = attraction[examination.size - 1]
        bounds = made.fitness.bounds
        explored = composition(game.problem)
        truth = study.truth
        if truth is not None:
            truth = Problem(truth.attraction[game.items], truth.examination[game.positions])
        values |= {
            "worst": worst,
            "nothing_to_learn": bool((attraction >= worst).all()),
            "constant": lower_bound(game.problem) if worst < 1 else np.nan,
            "between": np.quantile(bounds, [0.025, 0.975]) if bounds.size else (0, 0),
            "gain": float(examination @ attraction[: examination.size]),
            "explored": list(explored.itertuples())[:MOST_ROWS],
            "explored_items": game.items[game.items.size - len(explored) :],
            "true_constant": truth and lower_bound(truth),
        }
    return values


def doubts(made: LogReport) -> list[str]:
    """Reasons not to trust the intervals."""
    notes = [*made.study.attraction.note, *made.study.examination.note]
    reasons = ["the findings at the top of this page"] if made.study.doubtful else []
    if notes.count("withheld, because the rows mislead"):
        reasons.append("the rows of the log mislead about rates, so intervals are withheld")
    if few := notes.count("few clicks"):
        reasons.append(
            f"{few} are based on fewer than ten clicks, for which the normal approximation is poor"
        )
    if decided := notes.count("the prior decides"):
        reasons.append(f"the prior influences {decided} of the examinations more than the log")
    if none := sum(note.startswith("no interval") for note in notes):
        reasons.append(f"{none} of the values have too few displays for an interval")
    if made.study.contradicted:
        reasons.append(
            "the model does not fit, and the intervals measure the noise of clicks under the model "
            "and not the error of the model"
        )
    return reasons


def _svg(name: str, picture: figures.Picture) -> Any:
    """A picture as an element of the page, with text as text, the page's colours, and its own ids.

    The fonts of the reader's browser show the letters that matplotlib's font lacks.
    """
    matplotlib = needed("matplotlib", "the report's figures need matplotlib", "report")
    markup = needed("markupsafe", "the report needs jinja2", "report").Markup
    file = io.BytesIO()
    for axes in picture.figure.axes:
        _ink(axes)
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        picture.figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    for prefix, address in (("", SVG), ("xlink", LINK[1:].partition("}")[0])):
        ElementTree.register_namespace(prefix, address)
    drawing = ElementTree.fromstring(file.getvalue())
    for element in drawing.findall(f"{{{SVG}}}metadata"):
        drawing.remove(element)
    for element in drawing.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{name}-{value}")
            elif key == LINK:
                element.set(key, value.replace("#", f"#{name}-"))
            else:
                value = value.replace("url(#", f"url(#{name}-").replace(INK, "currentColor")
                element.set(key, value)
    letters = iter(picture.letters)
    for element in drawing.iter(f"{{{SVG}}}text") if picture.letters else ():
        element.text = "".join(next(letters, BOX) if x == BOX else x for x in element.text or "")
    for size in ("width", "height"):
        del drawing.attrib[size]
    drawing.set("role", "img")
    drawing.set("aria-label", picture.finding)
    return markup(ElementTree.tostring(drawing, encoding="unicode"))


def _ink(axes: Any) -> None:
    """Draw text, frame, ticks and black lines, which are black by default, in the colour of text."""
    legend = axes.get_legend()
    texts = [axes.title, axes.xaxis.label, axes.yaxis.label, *axes.texts]
    if legend is not None:
        legend.get_frame().set_visible(False)
        texts += [legend.get_title(), *legend.get_texts()]
    for text in texts:
        text.set_color(INK)
    for line in (*axes.lines, *(legend.get_lines() if legend else ())):
        if line.get_color() == figures.BLACK:
            line.set_color(INK)
    for spine in axes.spines.values():
        spine.set_color(INK)
    axes.tick_params(which="both", colors=INK)
