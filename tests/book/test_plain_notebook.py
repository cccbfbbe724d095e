"""The notebooks that pages offer: plain Markdown, and code that needs the library alone."""

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

import plain_notebook
from plain_notebook import Shelf, anchor, archive, leftovers, plain
from project import Project, names

ROOT = Path(__file__).resolve().parents[2]
NAMES = names(ROOT)
BIBLIOGRAPHY = r"""@article{lai1985,
  author = {Lai, Tze Leung and Robbins, Herbert},
  title = {Adaptive Allocation}, journal = {Advances}, year = {1985},
}
@article{lagree2016,
  author = {Lagr{\'e}e, Paul and Vernade, Claire and Capp{\'e}, Olivier},
  title = {Multiple Plays}, year = {2016}, doi = {10.1/x},
}"""


def source(name):
    return ROOT / "notebooks" / f"{name}.py"


@cache
def sources():
    return plain_notebook.shelf(Project(ROOT, ROOT, "quick"))


def converted(*cells, others=None, site=""):
    """The plain notebook of a page of these cells; text is Markdown."""
    page = v4.new_notebook(
        cells=[v4.new_markdown_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    )
    shelf = Shelf({"pbm/page": page} | (others or {}), BIBLIOGRAPHY, site, {"data": "Data"})
    return plain("pbm/page", page, shelf)


def text(*cells, **options):
    """The Markdown of the plain notebook of a page."""
    notebook = converted(*cells, **options)
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def code(source, *outputs, **metadata):
    return v4.new_code_cell(source, outputs=list(outputs), metadata=metadata, execution_count=7)


def glued(key, shown):
    return v4.new_output(
        "display_data",
        {"application/papermill.record/text/plain": shown},
        metadata={"scrapbook": {"name": key}},
    )


@pytest.mark.parametrize(
    "myst, expected",
    [
        ("It is $C=$ {glue:text}`constant:.2f` here.", "It is $C=$ 3.14 here."),
        ("In {glue:text}`count:,` runs,\n{glue:text}`word`.", "In 12,000 runs,\nnever."),
        ("(pbm:x)=\nText.", "Text."),
        ("See {cite:t}`lai1985`.", "See [Lai and Robbins (1985)](#References)."),
        ("It is so {cite:p}`lagree2016`.",
         "It is so ([Lagrée, Vernade and Cappé, 2016](https://doi.org/10.1/x))."),
        ("{doc}`the data </data>` and {doc}`/data`", "the data and Data"),
        ("{doc}`next <other>`", "[next](other.ipynb)"),
        ("{ref}`Lemma\n2 <rank1:lemma>`", "[Lemma 2](../rank1/third.ipynb#Lemma-2:-few-stages)"),
        ("{download}`data <x.csv>` · {download}`how <x.json>`\n\nText.", "Text."),
        ("{term}`regret` and {term}`regrets <regret>`", "regret and regrets"),
        ("$$x=1$$ (pbm:eq)\n\nBy {eq}`pbm:eq`", "$$x=1 \\tag{1}$$\n\nBy (1)"),
        ("- a {math}`x`\n- {kbd}`Tab`", "- a $x$\n- `Tab`"),
        ("```python\n{ref}`kept <as it is>`\n```", "```python\n{ref}`kept <as it is>`\n```"),
        (":::{dropdown} Solution\nTwo.\n:::",
         "<details>\n<summary>Solution</summary>\n\nTwo.\n\n</details>"),
        (":::{admonition} Solution\n:class: dropdown\nTwo.\n:::",
         "<details>\n<summary>Solution</summary>\n\nTwo.\n\n</details>"),
        (":::{warning}\nTake care.\n:::", "> **Warning**\n>\n> Take care."),
        (":::{prf:proof}\nClear. ∎\n:::", "*Proof.* Clear. ∎"),
        ("leader\n: the best so far", "**leader**:\nthe best so far"),
        ('A <span class="verdict holds">holds</span>', "A *holds*"),
        ("One\nword <script src='x.js'></script>", "One\nword"),
    ],
)  # fmt: skip
def test_what_the_page_writes_in_myst_reads_as_prose(myst, expected):
    numbers = code(
        "", glued("constant", "3.14159"), glued("count", "12000"), glued("word", "'never'"),
        tags=["remove-cell"],
    )  # fmt: skip
    lemma = v4.new_notebook(
        cells=[
            v4.new_markdown_cell("# C\n\n(rank1:lemma)=\n:::{prf:lemma} Lemma 2: few stages\n:::")
        ]
    )
    other = v4.new_notebook(cells=[v4.new_markdown_cell("# Other")])
    found = text(numbers, myst, others={"rank1/third": lemma, "pbm/other": other})
    assert found.partition("\n\n## References")[0] == expected


def test_a_box_is_a_heading_and_a_quote_and_can_be_referred_to():
    found = text(
        "# Title\n\n## The bound\n\n(pbm:theorem-6)=\n:::{prf:theorem} Theorem 6: *loss*\n"
        ":nonumber:\nFor every policy, with $a\n<b$,\n\n$$\nx\\ge1\n$$\n:::\n\n"
        "By {ref}`Theorem 6 <pbm:theorem-6>`."
    )
    assert "### Theorem 6: *loss*\n\n> For every policy, with $a <b$,\n>\n> $$x\\ge1$$\n" in found
    assert "By [Theorem 6](#Theorem-6:-loss)." in found


def test_the_fold_behind_a_badge_is_one_line():
    fold = (
        '<details class="claim"><summary><span class="verdict holds">holds</span> '
        '<span class="evidence" title="a>b">κ &lt; 1</span></summary>\n\n<span>$a<b$</span>.\n\n'
        "<details><summary>Coq</summary>x</details>\n\n</details>"
    )
    assert text(f"Before.\n\n{fold}\n\nAfter.") == (
        "Before.\n\n<small>*holds · κ < 1*</small>\n\nAfter."
    )


def test_links_lead_to_the_site_where_the_book_has_one():
    other = v4.new_notebook(cells=[v4.new_markdown_cell("# Other")])
    found = text(
        "{doc}`o <other>`, {doc}`d </data>`", others={"pbm/other": other}, site="https://b.org/"
    )
    assert found == "[o](https://b.org/notebooks/pbm/other.html), [d](https://b.org/data.html)"


PNG = base64.b64encode(b"a picture").decode()


def test_hidden_cells_leave_their_pictures_and_tables_and_seen_ones_stay():
    figure = {
        "image": {"alt": "It rises."},
        "figure": {"caption": "A curve. Exact.", "name": "pbm:c"},
    }
    table = "<STYLE scoped>x</STYLE>\n<table>\n\n<tr><td>1 &lt; 2</td></tr></table>"
    notebook = converted(
        "# Title",
        code("from compendium.figures import publish", tags=["remove-cell"]),
        code("publish(1)", v4.new_output("execute_result", {"image/png": PNG}), mystnb=figure),
        code("frame", v4.new_output("execute_result", {"text/html": table}), tags=["remove-input"]),
        code("import numpy as np\n\nnp.arange(3)[[x for x in (1, 2)]]"),
        code("print(np.pi)", v4.new_output("stream", text="3.14"), tags=["hide-cell"]),
        code("publish(np.pi)"),
        "{numref}`pbm:c`",
    )
    assert [cell.source for cell in notebook.cells] == [
        "# %pip install clickbandits",
        "# Title",
        "![It rises.](attachment:figure-1.png)\n\n**Figure 1.** A curve. Exact.",
        "<table>\n<tr><td>1 &lt; 2</td></tr></table>",
        "import numpy as np\n\nnp.arange(3)[[x for x in (1, 2)]]",
        "print(np.pi)",
        "[Figure 1](#Title)",
    ]
    assert notebook.cells[2].attachments == {"figure-1.png": {"image/png": PNG}}
    assert notebook.cells[5].metadata == {"jupyter": {"source_hidden": True}}
    assert notebook.cells[5].outputs[0].text == "3.14"
    assert [notebook.cells[number].execution_count for number in (0, 4, 5)] == [None, 1, 2]
    nbformat.validate(notebook)


def test_what_must_be_installed_is_what_the_code_imports():
    notebook = converted(
        "# A", code("import re\nimport matplotlib.pyplot as plt"), code("import clickbandits")
    )
    assert notebook.cells[0].source == "# %pip install clickbandits matplotlib"


def test_something_that_moves_becomes_a_sentence():
    explorer = (
        '<div class="explorer" id="x">\n<p>No script.</p>\n</div>\n<script src="x.js"></script>'
    )
    shown = v4.new_output("execute_result", {"text/html": "<SCRIPT>let x</SCRIPT>"})
    for moving in (explorer, code("show()", shown, tags=["remove-input"])):
        assert text("# Prices", moving) == (
            "# Prices\n\n*Here one can move the parameters, on the page “Prices” of the book.*"
        )


def test_leftovers_are_found():
    for bad in ("see {ref}`x <y>`", ":::{note}\nx\n:::", "(pbm:x)=\nText", "<script>x</script>"):
        assert leftovers(v4.new_notebook(cells=[v4.new_markdown_cell(bad)])), bad


def test_the_archive_has_the_same_bytes_each_time(tmp_path):
    (tmp_path / "pbm").mkdir()
    (tmp_path / "pbm" / "page.ipynb").write_text("{}")
    packed = archive(tmp_path, ["pbm/page", "pbm/absent"])
    assert packed == archive(tmp_path, ["pbm/absent", "pbm/page"])
    assert zipfile.ZipFile(BytesIO(packed)).namelist() == ["notebooks/pbm/page.ipynb"]


def test_a_heading_is_reached_as_jupyter_names_it():
    assert anchor("Theorem 6 of *Lagrée*: no `free` lunch") == (
        "#Theorem-6-of-Lagr%C3%A9e:-no-free-lunch"
    )


# ---- the book's own ------------------------------------------------------------------------------


@cache
def plain_page(name):
    return plain(name, sources().sources[name], sources())


def kept(name):
    """The cells of a plain notebook that hold code, without the first, which installs."""
    return [cell.source for cell in plain_page(name).cells if cell.cell_type == "code"][1:]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_reads_as_prose(name):
    assert leftovers(plain_page(name)) == []
    nbformat.validate(plain_page(name))


RUNNER = f"""
import gc as _gc
import os as _os
import sys

_gc.set_threshold(100_000)  # as in conftest.py


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0].startswith({plain_notebook.NOT_EVERYWHERE!r}):
            raise ModuleNotFoundError(f"{{name}} is not installed here", name=name)


sys.meta_path.insert(0, Absent())
for _name in "numpy", "pandas", "matplotlib.pyplot", "scipy.stats", "clickbandits.contest":
    __import__(_name)  # which gives no page the name
from clickbandits import EPOCH_UCB as _EPOCH_UCB, PBM_UCB as _PBM_UCB, mnl as _mnl, pbm as _pbm
from clickbandits.simulate import replicate as _replicate
for _model, _policy in (_pbm, _PBM_UCB), (_mnl, _EPOCH_UCB):  # what numba needs for any game
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
    _os._exit(0)  # to take the whole process apart would cost more than most pages
"""


@pytest.fixture(scope="module")
def runner():
    """A process without the book's packages that forks for every page, so that it imports once."""
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", RUNNER],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "MPLBACKEND": "agg"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        yield process


def what_fails(runner, cells, folder):
    """What a page of these cells printed before it failed; None where it ran to its end."""
    (folder / "cells.py").write_text("\n\n".join(cells), encoding="utf-8")
    runner.stdin.write(f"{folder}\n")
    runner.stdin.flush()
    status = int(runner.stdout.readline())
    return (folder / "printed").read_text("utf-8")[-2000:] if status else None


WITH_CODE = [name for name in NAMES if "\n# %%\n" in source(name).read_text("utf-8")]
"""The pages that show code, found by their text: to make all plain takes each worker seconds."""


def test_the_pages_that_show_code_are_those_whose_notebooks_have_it():
    assert [name for name in NAMES if kept(name)] == WITH_CODE


@pytest.mark.parametrize("name", WITH_CODE)
def test_its_code_runs_where_only_the_library_is(name, runner, tmp_path):
    assert what_fails(runner, kept(name), tmp_path) is None


@pytest.mark.parametrize("bad", ["import compendium", "np.pi", "1 / 0", "import sys; sys.exit(1)"])
def test_code_that_needs_more_fails_and_the_next_page_runs(bad, runner, tmp_path):
    assert what_fails(runner, [bad], tmp_path) is not None
    assert what_fails(runner, ["import numpy as np", "print(np.pi)"], tmp_path) is None


def seen(name):
    """The cells of a page whose code its reader sees, but for those that publish a figure."""
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
def test_code_that_the_page_shows_is_there(name):
    assert [cell for cell in seen(name) if cell not in kept(name)] == []
