"""The notebooks that pages offer contain plain Markdown, and code that needs only the library."""

import ast
import base64
import os
import subprocess
import sys
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

import jupytext
import nbformat
import pytest
from nbformat import v4
from pybtex.database import parse_string

import plain_notebook
from compendium.sphinx.directives import DIRECTIVES, ROLES
from plain_notebook import INSTALL, MOVING, Shelf, archive, plain
from project import Project, names

ROOT = Path(__file__).resolve().parents[2]
NAMES = names(ROOT)
WORKS = r"""@article{lai1985,
  author = {Lai, Tze Leung and Robbins, Herbert},
  title = {Adaptive Allocation}, journal = {Advances}, year = {1985},
}
@article{lagree2016,
  author = {Lagr{\'e}e, Paul and Vernade, Claire and Capp{\'e}, Olivier},
  title = {Multiple Plays}, journal = {Advances}, year = {2016}, doi = {10.1/x},
}"""
LITERATURE = parse_string(WORKS, "bibtex").entries
FOLD = (
    '<details class="claim"><summary><span class="verdict holds">holds</span> '
    '<span class="evidence">κ &lt; 1</span></summary>\n\n<span>$a<b$</span>.\n\n'
    "<details><summary>Coq</summary>x</details>\n\n</details>"
)
VERDICT = {"verdict": lambda id: f'<span class="verdict holds">{id}</span> {{ref}}`too <rank1:a>`'}
CLAIM = {"claim": lambda ids: "\n\n".join([FOLD] * len(ids.split()))}


def source(name):
    return ROOT / "notebooks" / f"{name}.py"


@cache
def sources():
    anything = dict.fromkeys([*ROLES, *DIRECTIVES], lambda argument: "something")
    return plain_notebook.shelf(Project(ROOT, "quick"), anything, anything)


def page(*cells):
    """A notebook with these cells, in which a string becomes a Markdown cell."""
    return v4.new_notebook(
        cells=[v4.new_markdown_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    )


def converted(*cells, **others):
    """The plain notebook of a page with these cells."""
    written = page(*cells)
    figure = code("publish(1)", mystnb={"figure": {"caption": "A.", "name": "rank1:figure"}})
    third = page("# Third", "(rank1:a)=\n:::{prf:lemma} Lemma 2\n:::", figure)
    known = {"pbm/page": written, "pbm/other": page("# Other"), "rank1/third": third}
    return plain("pbm/page", written, Shelf(known, LITERATURE, others.get("site", ""), VERDICT, CLAIM))


def text(*cells, **options):
    """The Markdown of the plain notebook of a page."""
    notebook = converted(*cells, **options)
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def code(source, *outputs, **metadata):
    return v4.new_code_cell(source, outputs=list(outputs), metadata=metadata, execution_count=7)


def glued(key, kind, shown):
    prefixed = {f"application/papermill.record/{kind}": shown}
    return v4.new_output("display_data", prefixed, metadata={"scrapbook": {"name": key}})


@pytest.mark.parametrize(
    "myst, expected",
    [
        ("It is $C=$ {glue:text}`constant:.2f` here.", "It is $C=$ 3.14 here."),
        ("In {glue:text}`count:,` runs,\n{glue:text}`word`.", "In 12,000 runs,\nnever."),
        ("{glue:md}`table`, {glue:text}`no:.1f`", "[A](../rank1/third.ipynb), ⟨not computed⟩"),
        ("{verdict}`pbm:x`.", "**pbm:x** [too](../rank1/third.ipynb)."),
        (
            "Before.\n\n:::{claim} pbm:x pbm:y\n:::\n\nAfter.",
            "Before.\n\n**holds** · κ &lt; 1\n\n**holds** · κ &lt; 1\n\nAfter.",
        ),
        ("(pbm:x)=\nText, [`id`]{#all-id}.", "Text, `id`."),
        ("See {cite:t}`lai1985`.", "See Lai and Robbins (1985)."),
        (
            "It is so {cite:p}`lagree2016, lai1985`.",
            "It is so (Lagrée, Vernade and Cappé, 2016; Lai and Robbins, 1985).",
        ),
        ("{doc}`the data </data>` and {doc}`other`", "the data and [Other](other.ipynb)"),
        ("(pbm:b)=\n{ref}`Lemma\n2 <rank1:a>`", "[Lemma 2](../rank1/third.ipynb)"),
        ("(pbm:b)=\n{ref}`here <pbm:b>`", "here"),
        ("{numref}`rank1:figure`", "[Figure 1 of “Third”](../rank1/third.ipynb)"),
        ("{download}`data <x.csv>` · {download}`how <x.json>`\n\nText.", "Text."),
        ("All of {download}`the data <x.csv>`.", "All of the data."),
        ("{term}`regret` and {term}`regrets <regret>`", "regret and regrets"),
        ("```python\n{ref}`kept <as it is>`\n```", "```python\n{ref}`kept <as it is>`\n```"),
        (
            ":::{dropdown} A *proof*\nTwo.\n:::",
            "<details>\n<summary>A *proof*</summary>\n\nTwo.\n\n</details>",
        ),
        (
            "- x\n\n  ~~~~{dropdown} Coq: `x`\n  Two.\n\n  ```coq\n  x.\n  ```\n  ~~~~",
            "- x\n\n  <details>\n  <summary>Coq: `x`</summary>\n\n  Two.\n\n  ```coq\n  x.\n  ```\n\n"
            "  </details>",
        ),
        (
            ":::{admonition} Solution\n:class: dropdown\nTwo.\n:::",
            "<details>\n<summary>Solution</summary>\n\nTwo.\n\n</details>",
        ),
        (":::{warning}\nTake care.\n:::", "> **Warning**\n>\n> Take care."),
        (
            ":::{prf:theorem} Theorem 6: *loss*\n:nonumber:\nWith $a\n<b$,\n\n$$\nx\\ge1\n$$\n:::",
            "> **Theorem 6: *loss***\n>\n> With $a <b$,\n>\n> $$ x\\ge1 $$",
        ),
        (":::{prf:definition} Definition 1: x\nTrue.\n:::", "> **Definition 1: x**\n>\n> True."),
        (":::{prf:theorem} Lemma 2\nTrue.\n:::", "> **Lemma 2**\n>\n> True."),
        (":::{prf:lemma} Sharp\nTrue.\n:::", "> **Lemma: Sharp**\n>\n> True."),
        (":::{prf:proof}\nClear. ∎\n:::", "*Proof.* Clear. ∎"),
        (
            "::::{grid} 1\n:gutter: 3\n\n:::{grid-item-card} Learn\n:link: other\n:link-type: doc\n\n"
            "Two\nwords.\n:::\n:::{grid-item-card}\n:link: rank1:a\n:link-type: ref\n\nA\n:::\n::::",
            "- **[Learn](other.ipynb)**. Two words.\n\n- [A](../rank1/third.ipynb)",
        ),
        ('A <span class="verdict holds">holds</span>', "A **holds**"),
        ("One\nword <script src='x.js'></script>", "One\nword"),
        ('A<br><details class="cite"><summary>cite</summary>x</details>', "A<br>"),
        ('<div class="filter"></div>\n<link rel="x" href="y">\nA', "A"),
        ('<div class="explorer" id="x">\n<p>None.</p>\n</div>\n<script src="x"></script>', MOVING),
    ],
)
def test_what_the_page_writes_in_myst_reads_as_prose(myst, expected):
    numbers = code(
        "",
        glued("constant", "text/plain", "3.14159"),
        glued("count", "text/plain", "12000"),
        glued("word", "text/plain", "'never'"),
        glued("table", "text/markdown", "{ref}`A <rank1:a>`"),
        tags=["remove-cell"],
    )
    assert text(numbers, myst).partition("\n\n## References")[0] == expected


@pytest.mark.parametrize(
    "unknown", ["{unknown}`x <y>`", "{pbm:x}`y`", ":::{unknown} x\nText.\n:::", ":::{note}\nno end"]
)
def test_what_has_no_plain_form_fails_by_its_name(unknown):
    with pytest.raises(ValueError) as error:
        converted("# Title", f"Text.\n\n{unknown}")
    assert str(error.value) == f"notebooks/pbm/page.py: no plain form of {unknown.splitlines()[0]}"


def test_works_that_are_cited_are_listed():
    listed = text("# A", "{cite:t}`lai1985` {cite:t}`lagree2016`").partition("## References\n\n")[2]
    first, second = listed.replace("\\", "").splitlines()
    assert first.startswith("- Paul Lagrée, Claire Vernade, and Olivier Cappé. Multiple plays.")
    assert first.endswith("[doi:10.1/x](https://doi.org/10.1/x).")
    assert second == "- Tze Leung Lai and Herbert Robbins. Adaptive allocation. *Advances*, 1985."


def test_links_lead_to_the_site_where_the_book_has_one():
    found = text("{doc}`o <other>`, {doc}`d </data>`", site="https://b.org/")
    assert found == "[o](https://b.org/notebooks/pbm/other.html), [d](https://b.org/data.html)"


PNG = base64.b64encode(b"a picture").decode()


def test_hidden_cells_leave_their_pictures_and_tables_and_seen_ones_stay():
    figure = {"image": {"alt": "It [rises]."}, "figure": {"caption": "A curve. Exact.", "name": "pbm:c"}}
    table = "<STYLE scoped>x</STYLE>\n<table>\n\n<tr><td>1 &lt; 2</td></tr></table>"
    shown = v4.new_output("execute_result", {"text/html": table})
    listed = v4.new_output("execute_result", {"text/markdown": "{term}`a`"})
    notebook = converted(
        "# Title",
        code("from compendium.figures import publish", tags=["remove-cell"]),
        code("publish(1)", v4.new_output("execute_result", {"image/png": PNG}), mystnb=figure),
        code("frame", shown, tags=["remove-input"]),
        code("table()", listed, tags=["remove-input"]),
        code("print()", v4.new_output("stream", text="a\n"), tags=["remove-input"]),
        code('profile = "quick"', tags=["injected-parameters"]),
        code("import numpy as np"),
        code("print(np.pi)", v4.new_output("stream", text="3.14"), tags=["hide-cell"]),
        code("from compendium import x"),
        "{numref}`pbm:c`",
        v4.new_markdown_cell("---\nmade", id=plain_notebook.FOOTER),
    )
    assert [cell.source for cell in notebook.cells] == [
        INSTALL,
        "# Title",
        "![It \\[rises\\].](attachment:figure-1.png)\n\n**Figure 1.** A curve. Exact.",
        "<table>\n<tr><td>1 &lt; 2</td></tr></table>",
        "a",
        "```text\na\n```",
        "import numpy as np",
        "print(np.pi)",
        "Figure 1",
    ]
    assert notebook.cells[2].attachments == {"figure-1.png": {"image/png": PNG}}
    assert notebook.cells[7].metadata == {"jupyter": {"source_hidden": True}}
    assert notebook.cells[7].outputs[0].text == "3.14"
    nbformat.validate(notebook)


def test_the_archive_has_the_same_bytes_each_time(tmp_path):
    (tmp_path / "pbm").mkdir()
    (tmp_path / "pbm" / "page.ipynb").write_text("{}")
    packed = archive(tmp_path, ["pbm/page", "pbm/absent"])
    assert packed == archive(tmp_path, ["pbm/absent", "pbm/page"])
    assert zipfile.ZipFile(BytesIO(packed)).namelist() == ["notebooks/pbm/page.ipynb"]


# ---- the pages of the book -----------------------------------------------------------------------


@cache
def plain_page(name):
    return plain(name, sources().sources[name], sources())


def kept(name):
    """The code cells of a plain notebook except for the first, which installs the library."""
    return [cell.source for cell in plain_page(name).cells if cell.cell_type == "code"][1:]


NOT_EVERYWHERE = ("compendium", "myst_nb", "IPython", "ipywidgets", "jupyter", "nbformat", "seaborn", "sympy")
RUNNER = f"""
import gc as _gc
import os as _os
import sys

_gc.set_threshold(100_000)  # as in conftest.py


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0].startswith({NOT_EVERYWHERE!r}):
            raise ModuleNotFoundError(f"{{name}} is not installed here", name=name)


sys.meta_path.insert(0, Absent())
for _name in "numpy", "pandas", "matplotlib.pyplot", "scipy.stats", "clickbandits.experiments":
    __import__(_name)  # does not define the name for a page
from clickbandits import EPOCH_UCB as _EPOCH_UCB, PBM_UCB as _PBM_UCB, mnl as _mnl, pbm as _pbm
from clickbandits.experiments import replicate as _replicate
for _model, _policy in (_pbm, _PBM_UCB), (_mnl, _EPOCH_UCB):  # loads what numba needs for any game
    _replicate(_model.MODEL, _model.problem([0.5, 0.4], [1.0]), _policy, [9], 1, 1)
for _folder in sys.stdin:
    _page = _os.fork()
    if _page:
        print(_os.waitpid(_page, 0)[1], flush=True)
        continue
    _os.chdir(_folder.rstrip())
    _os.environ["CLICKBANDITS_CACHE"] = _os.path.join(_os.getcwd(), "cache")
    _os.dup2(_os.open("printed", _os.O_CREAT | _os.O_WRONLY), 1)
    _os.dup2(1, 2)
    exec(open("cells.py", encoding="utf-8").read())  # as in a kernel: there is no __file__
    sys.stdout.flush()
    _os._exit(0)  # a regular exit would take longer than most pages
"""


@pytest.fixture(scope="module")
def runner():
    """A process without the book's packages that imports the library once and forks for every page."""
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", RUNNER],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "MPLBACKEND": "agg"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def what_fails(runner, cells, folder):
    """The output of a page with these cells if it failed, or None if it ran to its end."""
    (folder / "cells.py").write_text("\n\n".join(cells), encoding="utf-8")
    runner.stdin.write(f"{folder}\n")
    runner.stdin.flush()
    status = int(runner.stdout.readline())
    return (folder / "printed").read_text("utf-8")[-2000:] if status else None


WITH_CODE = [name for name in NAMES if "\n# %%\n" in source(name).read_text("utf-8")]
"""The pages that show code, found in their text because converting them all takes each worker seconds."""


def test_the_pages_that_show_code_are_those_whose_notebooks_have_it():
    assert [name for name in NAMES if kept(name)] == WITH_CODE


LONG = ["pbm/simulations", "use/in_production", "use/your_own_click_law"]
"""The pages that compile and play for a minute; the book plays the same games when it is built."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in WITH_CODE]
)
def test_its_code_runs_where_only_the_library_is(name, runner, tmp_path):
    assert what_fails(runner, kept(name), tmp_path) is None


def imports(cells):
    """The import statements of cells, also those inside functions."""
    found = [node for cell in cells for node in ast.walk(ast.parse(cell))]
    return [ast.unparse(node) for node in found if isinstance(node, ast.Import | ast.ImportFrom)]


def test_imports_are_found_wherever_they_are():
    cells = ["x = 1\nimport numpy as np", "def f():\n    from compendium import claims"]
    assert imports(cells) == ["import numpy as np", "from compendium import claims"]


@pytest.mark.parametrize("name", LONG)
def test_a_long_page_imports_nothing_but_the_library(name, runner, tmp_path):
    found = imports(kept(name))
    assert any("clickbandits" in line for line in found)
    assert what_fails(runner, found, tmp_path) is None


@pytest.mark.parametrize("bad", ["import compendium", "np.pi", "1 / 0", "import sys; sys.exit(1)"])
def test_code_that_needs_more_fails_and_the_next_page_runs(bad, runner, tmp_path):
    assert what_fails(runner, [bad], tmp_path) is not None
    assert what_fails(runner, ["import numpy as np", "print(np.pi)"], tmp_path) is None


def seen(name):
    """The cells of a page whose code readers see, except for those that publish a figure."""
    page = jupytext.read(source(name), fmt="py:percent")
    hidden = {"remove-cell", "remove-input", "hide-input"}
    return [
        cell.source
        for cell in page.cells
        if cell.cell_type == "code"
        and not hidden & set(cell.metadata.get("tags", []))
        and "publish(" not in cell.source
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_a_plain_form_with_the_code_that_the_page_shows(name):
    nbformat.validate(plain_page(name))
    assert [cell for cell in seen(name) if cell not in kept(name)] == []
