"""The runner of the notebooks, on small projects in a temporary folder."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

import assemble
import execute_all
import freshness
import run_notebooks
from compendium import claims, findings, pages
from project import Project

TOOL = Path(run_notebooks.__file__)
HEAD = """# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A page

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## The section
#
# Text.

# %%
"""


def project(folder, **notebooks):
    """A project with these notebooks, each given as the source of its last cell."""
    for name in ("notebooks/pbm", "profiles", "src", "data", "book"):
        (folder / name).mkdir(parents=True)
    (folder / "requirements.lock").write_text("numpy==1\n")
    (folder / "profiles" / "quick.yml").write_text("profile: quick\n")
    (folder / "profiles" / "paper.yml").write_text("profile: paper\n")
    for name, cell in notebooks.items():
        (folder / "notebooks" / "pbm" / f"{name}.py").write_text(HEAD + cell + "\n")
    return folder


def command(root, *arguments):
    return [sys.executable, str(TOOL), "--root", str(root), "--profile", "quick", *arguments]


def run(root, *arguments, **more):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CLICKBANDITS")} | more
    return subprocess.run(
        command(root, *arguments), capture_output=True, text=True, env=environment
    )


PUBLISHING = """import os
import time
from pathlib import Path
folder = Path(os.environ["CLICKBANDITS_RESULTS"])
folder.mkdir(parents=True)
print(profile, end=" ", flush=True)
time.sleep(0.5)  # long enough for what is printed to come in two pieces
print((folder / "figure.csv").write_text("x"))"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A project with one good notebook and three bad ones, run once."""
    root = project(
        tmp_path_factory.mktemp("project"),
        good=PUBLISHING,
        failing="1 / 0",
        noisy="import sys\nprint('a warning', file=sys.stderr)",
    )
    bare = HEAD.replace('profile = "paper"', "seed = 1")
    (root / "notebooks" / "pbm" / "undeclared.py").write_text(bare + "print(1)\n")
    return root, run(root)


def test_good_notebook_is_executed_with_the_profile(built):
    root, _ = built
    notebook = nbformat.read(root / "book" / "notebooks" / "pbm" / "good.ipynb", as_version=4)
    assert [o.text for cell in notebook.cells for o in cell.get("outputs", [])] == ["quick 1\n"]
    assert (root / "book" / "notebooks" / "figure.csv").read_text() == "x"
    assert notebook.metadata.clickbandits.profile == "quick"
    footer = notebook.cells[-1].source
    assert "<../plain/pbm/good.ipynb>" in footer and "<../../../notebooks/pbm/good.py>" in footer
    assert "run_notebooks.py pbm/good --profile quick" in footer


STARTS_AT_THE_SECOND_TIME = """
import sys
from pathlib import Path
from ipykernel import kernelapp
if not (begun := Path(__file__).with_name("begun")).exists():
    begun.touch()
    sys.exit("address already in use")
kernelapp.launch_new_instance()
"""


def test_no_run_differs_from_another_also_where_a_kernel_does_not_start_at_once(built, tmp_path):
    root, _ = built
    path = root / "book" / "notebooks" / "pbm" / "good.ipynb"
    first = path.read_bytes()
    path.unlink()
    shutil.rmtree(root / "_build" / "executed")
    (tmp_path / "ipykernel_launcher.py").write_text(STARTS_AT_THE_SECOND_TIME)
    assert "running pbm/good" in run(root, "pbm/good", PYTHONPATH=str(tmp_path)).stdout
    assert (tmp_path / "begun").exists() and path.read_bytes() == first


def test_failing_cell_stops_the_build_and_is_named(built):
    root, result = built
    assert result.returncode == 1
    expected = "notebooks/pbm/failing.py, under 'The section', the cell that begins `1 / 0`: Zero"
    assert expected in result.stderr
    assert not (root / "book" / "notebooks" / "pbm" / "failing.ipynb").exists()
    go_on = result.stderr.split("to go on:")[1].split("`")[1].split()
    assert go_on[1:4] == ["tools/run_notebooks.py", "--profile", "quick"]
    assert set(go_on[4:]) == {"pbm/failing", "pbm/noisy", "pbm/undeclared"}


def test_output_on_stderr_stops_the_build_and_is_named(built):
    _, result = built
    assert (
        "notebooks/pbm/noisy.py, under 'The section', the cell that begins `import" in result.stderr
    )
    assert "stderr: a warning" in result.stderr


def test_undeclared_parameter_stops_the_build(built):
    _, result = built
    assert (
        "notebooks/pbm/undeclared.py, cell `parameters`: the profile sets 'profile'"
        in result.stderr
    )


def test_progress_names_each_notebook(built):
    _, result = built
    assert "0 of 4 notebooks are up to date" in result.stdout
    assert "running pbm/good ..." in result.stdout and "pbm/good: " in result.stdout


def test_unknown_names_list_the_known_ones(tmp_path, capsys):
    root = str(project(tmp_path, good="1"))
    assert run_notebooks.main(["--root", root, "--profile", "quick", "pbm/bad"]) == 2
    assert "unknown notebook 'pbm/bad'; the known ones: pbm/good" in capsys.readouterr().err
    assert run_notebooks.main(["--root", root, "--profile", "huge"]) == 2
    assert "unknown profile 'huge'; the known ones: paper, quick" in capsys.readouterr().err


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A project with a notebook that was executed by hand, without a kernel."""
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path / "cache"))
    project(tmp_path, good=CELL)
    here = Project(tmp_path, tmp_path, "quick")
    by_hand(here, "pbm/good", [output("1")])
    return here


CELL = "import clickbandits.clicklog.public_counts\n1"


def output(text):
    return nbformat.v4.new_output("execute_result", {"text/plain": text}, execution_count=2)


def by_hand(project, name, outputs, notes=()):
    """Keep a notebook as the runner would, with these outputs of its last cell."""
    notebook = project.source(name)
    *_, last = freshness.code_cells(notebook)
    place = next(i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    injected = nbformat.v4.new_code_cell("profile = 'quick'", metadata={"tags": ["remove-cell"]})
    notebook.cells.insert(place + 1, injected)
    last.outputs, last.execution_count = outputs, 2
    made_from = freshness.key(project, name)
    notebook.metadata.clickbandits = {"key": made_from, "notes": list(notes)}
    folder = project.executed(name)
    (folder / "results" / "pbm").mkdir(parents=True, exist_ok=True)
    (folder / "results" / "pbm" / "figure.csv").write_text("x\n1\n")
    nbformat.write(notebook, folder / "notebook.ipynb")


def change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("notebooks/pbm/good.py", "public_counts\n1", "public_counts\n2"),
        ("profiles/quick.yml", "quick", "quick\nseed: 1"),
        ("requirements.lock", "numpy==1", "numpy==2"),
        ("data/published-models/counts.csv", "{}", "{ }"),
    ],
)
def test_a_notebook_is_out_of_date_when_what_it_depends_on_changed(here, capsys, file, old, new):
    data = here.root / "data" / "published-models" / "counts.csv"
    data.parent.mkdir()
    data.write_text("{}")
    by_hand(here, "pbm/good", [])
    check = ["--root", str(here.root), "--profile", "quick", "--check"]
    assert run_notebooks.main(check) == 0
    change(here.root / file, old, new)
    assert run_notebooks.main(check) == 1
    assert "pbm/good is out of date for the profile quick" in capsys.readouterr().out


def test_the_code_that_a_notebook_imports_counts_and_no_other(here, monkeypatch):
    asked = []
    monkeypatch.setattr(findings, "source_digest", lambda modules: asked.append(set(modules)) or "")
    freshness.key(here, "pbm/good")
    assert asked == [{"clickbandits.clicklog.public_counts"}]


@pytest.mark.parametrize(
    ("old", "new"),
    [("# Text.", "# Other text."), ("# # A page", "# # Another page")],
)
def test_prose_and_times_put_no_notebook_out_of_date(here, old, new):
    os.utime(here.root / "notebooks" / "pbm" / "good.py", (0, 0))
    change(here.root / "notebooks" / "pbm" / "good.py", old, new)
    assert freshness.is_fresh(here, "pbm/good")
    assert not freshness.is_fresh(Project(here.root, here.root, "paper"), "pbm/good")


def test_a_damaged_notebook_is_out_of_date(here):
    path = here.executed("pbm/good") / "notebook.ipynb"
    path.write_bytes(path.read_bytes()[:40])
    assert here.last("pbm/good") is None and not freshness.is_fresh(here, "pbm/good")


def note(function, *arguments):
    """What a build notes of a question."""
    call = {"function": function, "arguments": list(arguments), "named": {}}
    return call | {"answer": pages._digest(pages.run(call))}


def test_a_notebook_is_out_of_date_when_an_answer_changed(here, monkeypatch):
    asked = [note("compendium.claims:claim", id) for id in list(claims.CLAIMS)[:2]]
    by_hand(here, "pbm/good", [], asked)
    assert freshness.is_fresh(here, "pbm/good")
    other = claims._claims() | {list(claims.CLAIMS)[0]: "another text"}
    monkeypatch.setattr(claims, "_claims", lambda: other)
    assert not freshness.is_fresh(here, "pbm/good")


@pytest.mark.parametrize("name", ["compendium.claims:gone", "compendium.gone:claim", "os:system"])
def test_a_question_that_cannot_be_asked_has_another_answer(name):
    call = {"function": name, "arguments": ["pbm:x"], "named": {}, "answer": ""}
    assert not freshness.same_answer(call)


def test_a_missing_finding_is_not_computed_to_answer(monkeypatch):
    monkeypatch.setattr(pages, "still_so", lambda note: True)
    question = {"function": freshness.FINDING, "arguments": ["pbm:a", "quick"]}
    assert freshness.same_answer(question, missing=["pbm:b"])
    assert not freshness.same_answer(question, missing=["pbm:a"])
    assert not freshness.same_answer({"function": "compendium.printed:totals"}, missing=["pbm:a"])


def pages_new(project, *names):
    """The files that are new after pages were assembled."""
    written = assemble.assemble(project, names or ["pbm/good"])
    return sorted(
        path.relative_to(project.book).as_posix()
        for files in written.values()
        for path, new in files.items()
        if new
    )


def test_a_page_has_the_present_prose_and_the_kept_outputs(here):
    both = ["pbm/good.ipynb", "plain/pbm/good.ipynb"]
    assert pages_new(here) == ["pbm/figure.csv", *both]
    assert pages_new(here) == []
    change(here.root / "notebooks" / "pbm" / "good.py", "# Text.", "# Other text.")
    assert pages_new(here) == both
    notebook = nbformat.read(here.page("pbm/good"), as_version=4)
    assert any("Other text." in cell.source for cell in notebook.cells)
    sources = [cell.source for cell in freshness.code_cells(notebook)]
    assert sources == ['profile = "paper"', "profile = 'quick'", CELL]
    assert freshness.code_cells(notebook)[-1].outputs[0]["data"]["text/plain"] == "1"
    assert notebook.metadata.clickbandits == {"profile": "quick"}
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)


def test_a_passage_is_written_anew_wherever_it_stands(here, monkeypatch):
    id = next(iter(claims.CLAIMS))
    call = {"function": "compendium.printed:choices_table", "arguments": ["pbm"], "named": {}}
    silent = {"function": "compendium.report:cell", "arguments": [""], "named": {}}
    monkeypatch.setattr(pages, "run", lambda call: texts[call["function"]])
    texts = {call["function"]: "one", silent["function"]: ""}
    glued = nbformat.v4.new_output(
        "display_data",
        {assemble.GLUED + pages.PASSAGE: call, assemble.GLUED + "text/plain": "x"},
        metadata={"scrapbook": {"name": id, "mime_prefix": assemble.GLUED}},
    )
    shown = nbformat.v4.new_output("display_data", {pages.PASSAGE: call, "text/plain": "x"})
    empty = nbformat.v4.new_output("display_data", {pages.PASSAGE: silent, "text/plain": "x"})
    by_hand(here, "pbm/good", [glued, shown, empty, output("1")])
    assert "pbm/good.ipynb" in pages_new(here)
    texts[call["function"]] = "two"
    assert pages_new(here) == ["pbm/good.ipynb", "plain/pbm/good.ipynb"]
    notebook = nbformat.read(here.page("pbm/good"), as_version=4)
    data = [each["data"] for each in freshness.code_cells(notebook)[-1].outputs]
    plain = pages.MARKDOWN["text/plain"]
    assert data == [
        {assemble.GLUED + "text/markdown": "two", assemble.GLUED + "text/plain": plain},
        {"text/markdown": "two", "text/plain": plain},
        {"text/plain": "1"},
    ]


def test_a_claim_has_its_badge_at_its_label(here, monkeypatch):
    first, second = list(claims.CLAIMS)[:2]
    monkeypatch.setattr(assemble.report, "stamp", lambda profile, id, several: f"{profile} {id}")
    source = here.root / "notebooks" / "pbm" / "good.py"
    change(source, "# Text.", f"# ({first})=\n# Text.\n#\n# ({second})=\n# More.\n#\n# End.")
    by_hand(here, "pbm/good", [])
    pages_new(here)
    text = "\n".join(c.source for c in nbformat.read(here.page("pbm/good"), as_version=4).cells)
    assert f"Text.\n\nquick {first}\n\n({second})=\nMore.\n\nquick {second}\n\nEnd." in text


def test_a_label_above_nothing_stops_the_build(here):
    id = next(iter(claims.CLAIMS))
    change(here.root / "notebooks" / "pbm" / "good.py", "# Text.", f"# ({id})=")
    with pytest.raises(assemble.NotebookError, match=r"notebooks/pbm/good.py: the label"):
        pages_new(here)


def test_a_passage_that_fails_is_named(here):
    call = {"function": "compendium.front.findings:in_a_line", "arguments": ["pbm:no"],
            "named": {"profile": "quick"}}  # fmt: skip
    by_hand(here, "pbm/good", [nbformat.v4.new_output("display_data", {pages.PASSAGE: call})])
    with pytest.raises(assemble.NotebookError) as error:
        pages_new(here)
    assert "notebooks/pbm/good.py, under 'The section', the cell that begins" in str(error.value)
    assert "unknown claim 'pbm:no'" in str(error.value)


def test_what_belongs_to_no_page_is_removed(here):
    (here.root / "notebooks" / "pbm" / "gone.py").write_text(HEAD)
    by_hand(here, "pbm/gone", [])
    (here.book / "gallery").mkdir(parents=True)
    (here.book / "gallery" / "old.png").write_bytes(b"")
    written = assemble.assemble(here, ["pbm/good", "pbm/gone"])
    written.pop("pbm/gone")
    assemble.remove_orphans(here, written)
    left = {p.relative_to(here.book).as_posix() for p in here.book.rglob("*") if p.is_file()}
    assert left == {"pbm/good.ipynb", "plain/pbm/good.ipynb", "pbm/figure.csv"}
    assert not here.executed("pbm/gone").exists() and here.executed("pbm/good").exists()


def test_the_claims_that_notebooks_show_are_found(tmp_path):
    first, second = list(claims.CLAIMS)[:2]
    root = project(tmp_path, good=f'glue_findings("{second}", profile=profile)', plain="1")
    (root / "notebooks" / "claims.py").write_text(HEAD)
    here = Project(root, root, "quick")
    assert execute_all.claims_shown(here, ["pbm/plain"]) == []
    assert execute_all.claims_shown(here, ["pbm/good", "pbm/plain"]) == [second]
    assert execute_all.claims_shown(here, ["claims"]) == list(claims.CLAIMS)
    change(root / "notebooks" / "pbm" / "plain.py", "# Text.", f"# ({first})=\n# Text.")
    assert execute_all.claims_shown(here, ["pbm/plain"]) == [first]


EDITED = """
import time
from pathlib import Path
module = Path({module!r})
module.write_text(module.read_text().replace("100", "99"))
from clickbandits.clicklog.public_counts import COUNTS
print(COUNTS)
"""


def test_a_change_during_a_build_neither_stops_it_nor_shows(tmp_path):
    module = tmp_path / "src" / "clickbandits" / "clicklog" / "public_counts.py"
    root = project(tmp_path, good=EDITED.format(module=str(module)))
    source = Path(claims.__file__).parents[1]
    shutil.rmtree(root / "src")
    ignored = shutil.ignore_patterns("loops")  # compiled for the other folder
    shutil.copytree(source, root / "src", ignore=ignored)
    shutil.copy(source.parent / "CITATION.cff", root)
    change(module, '"Yandex_filtered_compress.csv"', '"100"')
    for expected in ("100", "99"):
        result = run(root)
        assert result.returncode == 0, result.stderr
        assert "0 of 1 notebooks are up to date" in result.stdout
        page = json.loads(Project(root, root, "quick").page("pbm/good").read_text())
        printed = [o["text"] for cell in page["cells"] for o in cell.get("outputs", [])]
        assert printed == [[f"{expected}\n"]]


def test_killed_run_leaves_no_half_written_notebook(tmp_path):
    root = project(tmp_path, slow="import time\nprint('here')\ntime.sleep(60)")
    running = subprocess.Popen(
        command(root), stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert any(line.startswith("running pbm/slow") for line in running.stdout)
    time.sleep(2)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    running.stdout.close()
    assert [p for p in (root / "book").rglob("*") if p.is_file()] == []


def test_an_interruption_while_the_tool_begins_is_answered_in_a_line(tmp_path):
    (tmp_path / "psutil.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    result = run(project(tmp_path, good="1"), PYTHONPATH=str(tmp_path))
    assert result.returncode == 130 and not result.stderr
    assert result.stdout == "stopped; what was finished is kept\n"


MAKEFILE = TOOL.parents[1] / "Makefile"
STARTED_BY_MAKE = set(re.findall(r"tools/(\w+)\.py", MAKEFILE.read_text("utf-8")))


@pytest.mark.parametrize("tool", sorted(STARTED_BY_MAKE - {"run_notebooks", "build_book"}))
def test_an_interruption_while_another_tool_imports_is_answered_in_a_line(tool, tmp_path):
    for name in "argparse", "dataclasses":
        sends = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
        (tmp_path / f"{name}.py").write_text(sends)
    result = subprocess.run(
        [sys.executable, str(TOOL.with_name(f"{tool}.py"))],
        capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert result.returncode == 130 and not result.stderr
    assert result.stdout == "stopped; what was finished is kept\n"
