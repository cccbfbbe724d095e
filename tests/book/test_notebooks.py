"""The rules of the notebooks: code is short and visible, figures are described, claims have labels."""

import ast
import json
import re
import tomllib
from functools import cache
from pathlib import Path

import jupytext
import pytest
import yaml
from jupytext.config import load_jupytext_config

from compendium.claims import CLAIMS, DETAIL, PARTS, ROOM

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "notebooks"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAMES = sorted(p.relative_to(FOLDER).with_suffix("").as_posix() for p in FOLDER.rglob("*.py"))
LOGIC = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
LABEL = re.compile(rf"^\(((?:{'|'.join(PARTS)}):[^)\s]+)\)=\s*$", re.MULTILINE)
BADGE = re.compile(r"^:{3,}\{claim\} (.+)$", re.MULTILINE)
STEPS = re.compile(r"^:{3,}\{claim-steps\} (.+)$", re.MULTILINE)


@cache
def read(name):
    return jupytext.read(FOLDER / f"{name}.py", fmt="py:percent")


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def calls(cell, function):
    """The calls in a cell of a function with this plain name."""
    return [
        node
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) == function
    ]


def figure_id(call):
    """The id in a call of `publish`, which is its second argument."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    return ast.literal_eval(call.args[1] if len(call.args) > 1 else named["id"])


def figures():
    """Every cell that publishes a figure, with its notebook's name."""
    return [(name, cell) for name in NAMES for cell in code(read(name)) if calls(cell, "publish")]


@pytest.mark.parametrize("name", NAMES)
def test_notebook_is_the_same_after_jupyter_saved_it(name):
    path = FOLDER / f"{name}.py"
    config = load_jupytext_config(str(path))
    notebook = jupytext.read(path, fmt="py:percent", config=config)
    saved = jupytext.writes(notebook, fmt="py:percent", config=config)
    assert notebook.metadata["jupytext"]["formats"] == "py:percent"
    assert notebook.metadata["kernelspec"]["name"] == "python3"
    saved = re.sub(r"\\u([0-9a-f]{4})", lambda sign: chr(int(sign[1], 16)), saved)
    assert saved == path.read_text("utf-8")  # except for the way JSON writes letters beyond ASCII


SHORT = 12  # maximal lines of a cell in which a chapter may show a loop or a function
TAUGHT = 30  # maximal lines of a cell that a reader can take in
WHOLE = {"use/your_own_click_law": 60}  # a page whose point is one cell, on a fourth paper
HIDDEN = {"remove-cell", "remove-input", "hide-cell", "hide-input"}
COMPANIONS = [name for name in NAMES if name.endswith(DETAIL)]
CHAPTERS = [
    name
    for name in NAMES
    if name.partition("/")[0] in ("pbm", "rank1", "mnl", "across") and name not in COMPANIONS
]


def logic(cell):
    """The loops, functions and similar statements in a cell, as text."""
    nodes = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, LOGIC)]
    return [f"{type(node).__name__}: {ast.unparse(node)[:60]}" for node in nodes]


def is_read(cell):
    """Whether people see the code of a cell at once, or when they unfold a solution."""
    return HIDDEN & set(cell.metadata.get("tags", [])) <= {"hide-cell"}


@pytest.mark.parametrize("name", NAMES)
def test_logic_is_short_and_seen(name):
    if name.startswith("use/"):
        pytest.skip("these pages teach code, and another test covers them")
    for cell in code(read(name)):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        assert not logic(cell) or (is_read(cell) and len(lines) <= SHORT), cell.source


@pytest.mark.parametrize("name", NAMES)
def test_a_regret_at_a_checkpoint_is_shown_with_its_round(name):
    """The first checkpoint that is not earlier than round 20,000 can be round 23,338."""
    for cell in code(read(name)):
        if "searchsorted" in cell.source and "rounds" in cell.source:
            assert re.search(r"glue\(.*\.rounds\[", cell.source), cell.source


def test_no_logic_stands_twice():
    seen = {}
    for name in NAMES:
        for cell in code(read(name)):
            if logic(cell):
                text = ast.unparse(ast.parse(cell.source))
                assert text not in seen, f"{name} and {seen[text]}: {cell.source}"
                seen[text] = name


@pytest.mark.parametrize("name", NAMES)
def test_an_install_line_brings_what_the_page_uses(name):
    """Every page names only existing extras, including the tools for click logs if it uses them."""
    notebook = read(name)
    lines = re.findall(r"pip install [^`]+", "\n".join(cell.source for cell in notebook.cells))
    extras = {
        extra for line in lines for named in re.findall(r"\[(.*?)\]", line) for extra in named.split(",")
    }
    assert extras <= PROJECT["optional-dependencies"].keys()
    log_tools = re.compile(r"(from|import) clicklogs|clickbandits report")
    uses_logs = any(log_tools.search(cell.source) for cell in notebook.cells)
    assert not (lines and uses_logs) or extras & {"logs", "report"}, (
        f"notebooks/{name}.py lacks an extra: {lines}"
    )


@pytest.mark.parametrize("name", COMPANIONS)
def test_a_companion_belongs_to_a_chapter_that_leads_to_it(name):
    chapter = name.removesuffix(DETAIL)
    assert chapter in NAMES
    page = chapter.rpartition("/")[2]
    assert f"<{page}{DETAIL}>`" in (FOLDER / f"{chapter}.py").read_text("utf-8"), (
        "the chapter has no plain link to its companion"
    )
    assert f"<{page}>`" in (FOLDER / f"{name}.py").read_text("utf-8"), (
        "the companion has no link back to the chapter"
    )


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_lets_people_do_something(name):
    seen = [c for c in code(read(name)) if not HIDDEN & set(c.metadata.get("tags", []))]
    text = "\n".join(c.source for c in read(name).cells if c.cell_type == "markdown")
    headings = re.findall(r"(?m)^## (.+)$", text)
    missing = {"Exercises", "What to remember"} - set(headings)
    solved = len(re.findall(r"\{admonition\} Solution", text))
    assert len(seen) >= 3 and not missing, f"{len(seen)} visible cells; missing: {missing}"
    assert solved >= 2, "the chapter needs at least two exercises with solutions"


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("use/")])
def test_a_page_on_use_shows_the_logic_it_teaches_and_no_more_than_fits(name):
    for cell in code(read(name)):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        assert not (logic(cell) and HIDDEN & set(cell.metadata.get("tags", []))), cell.source
        assert len(lines) <= WHOLE.get(name, TAUGHT), f"{len(lines)} lines: {lines[0]}"


@pytest.mark.parametrize("name", NAMES)
def test_every_number_that_the_text_takes_is_glued(name):
    source = (FOLDER / f"{name}.py").read_text("utf-8")
    taken = set(re.findall(r"\{glue:text\}`([\w-]+)", source))
    given = {*re.findall(r'glue\(\s*"([\w-]+)"', source), *re.findall(r"(?m)^    (\w+)=\(", source)}
    assert taken <= given, "the text takes a number that no cell glues"


@pytest.mark.parametrize("name", NAMES)
def test_notebook_declares_the_profile(name):
    if not code(read(name)):
        pytest.skip("it needs no kernel")
    cells = [c for c in code(read(name)) if "parameters" in c.metadata.get("tags", [])]
    assert len(cells) == 1 and cells[0].source.splitlines()[0] == 'profile = "paper"'
    assert "remove-cell" in cells[0].metadata["tags"]


@pytest.mark.parametrize("name", NAMES)
def test_notebook_begins_with_its_title_and_what_it_finds(name):
    first = read(name).cells[0]
    assert first.cell_type == "markdown"
    title, _, rest = first.source.partition("\n")
    assert re.match(r"(\([^)]*\)=|# \S)", title) and len(rest.strip()) > 80


def test_every_figure_says_what_it_shows():
    for name, cell in figures():
        place = f"{name}: {cell.source.splitlines()[0]}"
        (call,) = calls(cell, "publish")
        described = cell.metadata.get("mystnb", {})
        assert len(described.get("image", {}).get("alt", "")) >= 30, (
            f"{place}: the alternative text is missing or too short"
        )
        figure = described.get("figure", {})
        assert len(figure.get("caption", "")) >= 20, f"{place}: the caption is missing or too short"
        assert figure.get("name") == figure_id(call), f"{place}: the figure's name is not its id"


SIDE = re.compile(
    r"\b(left|right|upper|lower|top|bottom):|\b(left|right|upper|lower|top|bottom) (panel|row|column)"
    r"|\bare (on|at|in) the (left|right)",
    re.IGNORECASE,
)


def test_no_description_tells_panels_apart_by_their_side_because_phones_stack_them():
    assert all(map(SIDE.search, ("Left: gains.", "The lower row shows", "are on the left,")))
    for name, cell in figures():
        described = cell.metadata["mystnb"]
        for text in (described["image"]["alt"], described["figure"]["caption"]):
            assert not SIDE.search(text), f"{name}: {text}"


def test_every_figure_offers_its_data():
    for name, cell in figures():
        text = "\n".join(c.source for c in read(name).cells if c.cell_type == "markdown")
        for call in calls(cell, "publish"):
            stem = figure_id(call).split(":", 1)[1]
            for suffix in ("csv", "json"):
                link = rf"\{{download\}}`[^`]*<(\.\./)*([a-z0-9]+/)?{stem}\.{suffix}>`"
                assert re.search(link, text), f"{name}: there is no download of {stem}.{suffix}"


FOR_ITS_EFFECT = re.compile("write|save|load|dump|update|mkdir|unlink|close|append|seed")


def test_no_cell_displays_what_a_call_for_its_effect_returns():
    """The number of written bytes, for example, depends on the time in the file."""
    for name in NAMES:
        for cell in code(read(name)):
            last = ast.parse(cell.source).body[-1:]
            for call in (each.value for each in last if isinstance(each, ast.Expr)):
                called = call.func if isinstance(call, ast.Call) else None
                method = called.attr if isinstance(called, ast.Attribute) else ""
                assert not FOR_ITS_EFFECT.match(method), f"{name}: {ast.unparse(call)} is shown on the page"


def test_no_notebook_shows_comments_for_the_formatter():
    assert [name for name in NAMES if "# fmt:" in (FOLDER / f"{name}.py").read_text("utf-8")] == []


def test_the_front_page_has_one_step_for_each_reader_and_the_ten_results_that_are_explained():
    front, results = ((FOLDER / f"{name}.py").read_text("utf-8") for name in ("intro", "new_results"))
    cards = re.findall(r"(?s):::\{grid-item-card\} (\w+)\n(.*?)# :::", front)
    steps = {reader: re.findall(r"<([^>]+)>`", text) for reader, text in cards}
    assert steps == {"Learn": ["pbm/estimation"], "Check": ["claims"], "Use": ["use/five_minutes"]}
    listed, _, _ = front.partition("## Ten results")[2].partition("## ")
    said = [re.findall(r"<(\w+:[^>]+)>`", text) for text in re.split(r"(?m)^# \d+\. ", listed)[1:]]
    explained = [re.findall(r"<(\w+:[^>]+)>`", text) for text in re.split("(?m)^# ## ", results)[1:-1]]
    assert len(said) == len(explained) == 10
    for headline, paragraph in zip(said, explained, strict=True):
        assert headline and set(headline) <= set(paragraph)


def test_figure_ids_are_unique():
    ids = [figure_id(call) for _, cell in figures() for call in calls(cell, "publish")]
    assert len(ids) == len(set(ids))
    assert not set(ids) & set(CLAIMS | CLAIMS.steps()), "a figure and a claim would have the same address"


def named(pattern, name):
    """The ids after which a notebook has labels, badges or folds of steps."""
    text = re.sub(r"(?m)^# ?", "", (FOLDER / f"{name}.py").read_text("utf-8"))
    return [id for match in pattern.finditer(text) for id in match[1].split()]


def test_every_statement_has_one_label_and_every_result_one_badge():
    wanted = {
        LABEL: [*CLAIMS, *CLAIMS.steps(), *(old for claim in CLAIMS.values() for old in claim.formerly)],
        BADGE: list(CLAIMS),
    }
    for pattern, ids in wanted.items():
        assert sorted(id for name in NAMES for id in named(pattern, name)) == sorted(ids), pattern.pattern


def test_steps_are_in_the_fold_of_the_badge_unless_the_proof_is_on_another_page():
    apart = [(id, name) for name in NAMES for id in named(STEPS, name)]
    assert len(apart) == len(dict(apart)) and all(CLAIMS[id].steps for id, _ in apart)
    assert [(id, name) for id, name in apart if id in named(BADGE, name)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_badge_stands_on_the_page_of_its_label(name):
    assert sorted(id for id in named(LABEL, name) if id in CLAIMS) == sorted(named(BADGE, name))


def test_a_place_of_version_3_is_on_the_page_where_it_was():
    old = json.loads((ROOT / "artifact" / "ids_3_0.json").read_text("utf-8"))
    for name in NAMES:
        assert [id for id in named(LABEL, name) if old.get(id, name) != name] == []


def test_the_table_of_contents_lists_every_notebook_once():
    def files(node):
        inner = [x for key in ("parts", "chapters", "sections") for x in node.get(key, [])]
        return [node[key] for key in ("root", "file") if key in node] + [
            file for child in inner for file in files(child)
        ]

    listed = files(yaml.safe_load((ROOT / "book" / "_toc.yml").read_text("utf-8")))
    notebooks = [file.removeprefix("notebooks/") for file in listed if file.startswith("notebooks/")]
    assert sorted(notebooks) == NAMES
    pages = sorted(p.stem for p in (ROOT / "book").glob("*.md"))
    assert sorted(file for file in listed if not file.startswith("notebooks/")) == pages


@pytest.mark.parametrize("name", NAMES)
def test_no_kernel_reads_a_claim_or_a_finding(name):
    source = (FOLDER / f"{name}.py").read_text("utf-8")
    assert not re.search(r"compendium(\.| import )(claims|findings?|case|sphinx)\b", source)


@pytest.mark.parametrize("file", sorted(ROOM.rglob("figures.py")), ids=lambda file: file.parent.name)
def test_every_check_of_a_caption_is_asserted_in_the_chapter(file):
    chapter = file.parent.relative_to(ROOM).as_posix()
    pages = [name for name in (chapter, chapter + DETAIL) if name in NAMES]
    asserted = re.findall(
        r"\bfigures\.(\w+_as_described)\(",
        "".join((FOLDER / f"{name}.py").read_text("utf-8") for name in pages),
    )
    assert sorted(asserted) == sorted(re.findall(r"^def (\w+_as_described)", file.read_text("utf-8"), re.M))
