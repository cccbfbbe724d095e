"""The runner of the notebooks is tested on small projects in a temporary folder."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path

import nbformat
import PIL.Image
import pytest
from tests.book.hostile import hostile

import assemble
import build_book
import execute
import project as projects
import run_notebooks
import surroundings
from compendium import claims, findings
from compendium.case import Finding
from project import Project, code_cells

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
    """A project with these notebooks, each given by the source of its last cell."""
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
    return subprocess.run(command(root, *arguments), capture_output=True, text=True, env=environment)


PUBLISHING = """import os
import sys
import time
from base64 import b64decode
from pathlib import Path
import matplotlib.pyplot as plt
folder = Path(os.environ["CLICKBANDITS_RESULTS"])
folder.mkdir(parents=True)
print(profile, end=" ", flush=True)
time.sleep(0.5)  # long enough for what is printed to come in two pieces
print((folder / "figure.csv").write_text("x"))

# %%
print(sys.prefix, time.tzname[0], sys.flags.utf8_mode, "hostile" in globals())

# %% mystnb={"image": {"alt": "A line."}, "figure": {"caption": "Two points.", "name": "line"}}
plt.plot([0, 1])
plt.show()"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A project with one good notebook and four bad ones, run once, in hostile surroundings."""
    root = project(
        tmp_path_factory.mktemp("project") / "käse [x-z] and more",
        good=PUBLISHING,
        failing="1 / 0",
        noisy="import sys\nprint('a warning', file=sys.stderr)",
        blank='# %% mystnb={"image": {"alt": "A line."}}\n1',
    )
    bare = HEAD.replace('profile = "paper"', "seed = 1")
    (root / "notebooks" / "pbm" / "undeclared.py").write_text(bare + "print(1)\n")
    return root, run(root, **hostile(tmp_path_factory.mktemp("surroundings")))


def test_good_notebook_is_executed_with_the_profile(built):
    root, result = built
    assert "0 of 5 notebooks are up to date" in result.stdout
    assert "running pbm/good ..." in result.stdout and "pbm/good: " in result.stdout
    notebook = nbformat.read(root / "book" / "notebooks" / "pbm" / "good.ipynb", as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert [output.text for output in outputs[:2]] == ["quick 1\n", f"{sys.prefix} UTC 1 False\n"]
    assert [[*output.data] for output in outputs[2:]] == [["image/png", "text/plain"]]
    light = hashlib.sha256(b64decode(outputs[2].data["image/png"])).hexdigest()
    with PIL.Image.open(root / "book" / "notebooks" / "dark" / f"{light}.webp") as dark:
        assert dark.convert("RGBA").getpixel((0, 0))[3] == 0
    assert (root / "book" / "notebooks" / "figure.csv").read_text() == "x"
    assert notebook.metadata.clickbandits.profile == "quick"
    footer = notebook.cells[-1].source
    assert "../_sources/notebooks/pbm/good.ipynb" in footer and "<../../../notebooks/pbm/good.py>" in footer
    assert "run_notebooks.py pbm/good --profile quick" in footer


LATE = """
import sys
import time
sys.stdout.flush_timeout = sys.stderr.flush_timeout = 0  # which would wait for the thread that sends
get_ipython().kernel.iopub_thread.io_loop.add_callback(time.sleep, 6)
display("late")"""


def test_outputs_may_be_late_on_a_busy_machine(tmp_path):
    result = run(project(tmp_path, late=LATE))
    assert result.returncode == 0, result.stdout + result.stderr
    notebook = nbformat.read(tmp_path / "book" / "notebooks" / "pbm" / "late.ipynb", as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert [output.data["text/plain"] for output in outputs] == ["'late'"]


STARTS_AT_THE_SECOND_TIME = """
import sys
from base64 import b64decode
from pathlib import Path
if not (begun := Path(BEGUN)).exists():
    begun.touch()
    sys.exit("address already in use")
"""


def test_no_run_differs_from_another_also_if_a_kernel_does_not_start_at_once(built, tmp_path, monkeypatch):
    root, _ = built
    path = root / "book" / "notebooks" / "pbm" / "good.ipynb"
    first = path.read_bytes()
    shutil.rmtree(root / "_build" / "executed")
    begun = tmp_path / "begun"
    once = STARTS_AT_THE_SECOND_TIME.replace("BEGUN", repr(str(begun)))
    monkeypatch.setattr(execute, "PROGRAM", once + execute.PROGRAM)
    monkeypatch.chdir(tmp_path)
    for name, value in (dict.fromkeys(os.environ) | surroundings.variables(os.environ)).items():
        monkeypatch.setenv(name, value) if value is not None else monkeypatch.delenv(name)
    monkeypatch.setenv("JUPYTER_PATH", hostile(tmp_path)["JUPYTER_PATH"])  # a kernel installed on the machine
    here = Project(root, "quick")
    with execute.quiet_kernels():
        execute.run(here, "pbm/good")
    path.unlink()
    assemble.assemble(here, ["pbm/good"])
    assert begun.exists() and path.read_bytes() == first


@pytest.mark.parametrize(
    ("name", "place", "why"),
    [
        ("failing", "under 'The section', the cell that begins `1 / 0`", "ZeroDivisionError"),
        ("blank", "under 'The section', the cell that begins `1`", "it declares a picture but produces none"),
        ("noisy", "under 'The section', the cell that begins `import sys`", "it wrote to stderr: a warning"),
        ("undeclared", "cell `parameters`", "the profile sets 'profile'"),
    ],
)
def test_a_bad_notebook_stops_the_build_and_is_named_with_its_cell(built, name, place, why):
    root, result = built
    assert result.returncode == 1
    assert f"notebooks/pbm/{name}.py, {place}: {why}" in result.stderr
    assert not (root / "book" / "notebooks" / "pbm" / f"{name}.ipynb").exists()
    go_on = result.stderr.split("to continue,")[1].split("`")[1].split()
    assert go_on[1:4] == ["tools/run_notebooks.py", "--profile", "quick"] and f"pbm/{name}" in go_on[4:]
    assert "pbm/good" not in go_on


@pytest.mark.parametrize("file", surroundings.REFUSED)
def test_a_file_that_a_library_reads_where_a_tool_runs_is_refused_in_a_line(tmp_path, file):
    (tmp_path / file).write_text("")
    for tool in (run_notebooks, build_book):
        program = [sys.executable, tool.__file__]
        result = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True)
        said = f"error: {tmp_path / file} would change pictures or results; move it away\n"
        assert (result.returncode, result.stdout, result.stderr) == (1, "", said)


def test_a_folder_that_cannot_be_written_is_refused_in_a_line(tmp_path):
    copy = shutil.copytree(TOOL.parent, tmp_path / "tools")
    (tmp_path / ".cache").touch()  # a file, so that not even root can write there
    result = subprocess.run([sys.executable, copy / TOOL.name], capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {tmp_path} must be a folder") and result.stderr.count("\n") == 1


def test_companions_come_after_all_chapters():
    project = Project(Path(__file__).resolve().parents[2], "quick")
    listed = [*run_notebooks.steps(project, [], ["a", "a_detail", "b", "b_detail", "c"])]
    assert listed == ["a", "b", "c", "a_detail", "b_detail"]


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
    here = Project(project(tmp_path, good=CELL), "quick")
    by_hand(here, "pbm/good", [output("1")])
    return here


CELL = "import compendium.public_counts\n1"


def output(text):
    return nbformat.v4.new_output("execute_result", {"text/plain": text}, execution_count=2)


def by_hand(project, name, outputs):
    """Store a notebook as the runner would, with these outputs of its last cell."""
    notebook = project.source(name)
    *_, last = code_cells(notebook)
    place = next(i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    injected = nbformat.v4.new_code_cell("profile = 'quick'", metadata={"tags": ["injected-parameters"]})
    notebook.cells.insert(place + 1, injected)
    last.outputs, last.execution_count = outputs, 2
    notebook.metadata.clickbandits = {"key": project.key(name)}
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
    assert here.has_run("pbm/good") is not file.startswith("notebooks")


def test_the_code_that_a_notebook_imports_counts_and_no_other(here, monkeypatch):
    asked = []
    digest = lambda modules, *parts: asked.append(set(modules)) or ""  # noqa: E731
    monkeypatch.setattr(findings, "source_digest", digest)
    here.key("pbm/good")
    assert asked == [{"compendium.public_counts", "compendium.ink"}]  # and what draws pictures


@pytest.mark.parametrize(("old", "new"), [("# Text.", "# Other text."), ("# # A page", "# # Another page")])
def test_prose_and_times_put_no_notebook_out_of_date(here, old, new):
    os.utime(here.root / "notebooks" / "pbm" / "good.py", (0, 0))
    change(here.root / "notebooks" / "pbm" / "good.py", old, new)
    assert here.is_fresh("pbm/good") and here.has_run("pbm/good")
    assert not Project(here.root, "paper").is_fresh("pbm/good")


def test_a_page_without_code_needs_no_kernel(here):
    text = HEAD.partition("# %% tags")[0]
    (here.root / "notebooks" / "pbm" / "prose.py").write_text(text)
    assert here.is_fresh("pbm/prose") and here.has_run("pbm/prose")
    assert pages_new(here, "pbm/prose") == ["pbm/prose.ipynb", "plain/pbm/prose.ipynb"]


def test_a_damaged_notebook_is_out_of_date(here):
    path = here.executed("pbm/good") / "notebook.ipynb"
    path.write_bytes(path.read_bytes()[:40])
    assert here.last("pbm/good") is None and not here.is_fresh("pbm/good")


def pages_new(project, *names):
    """The files that are new after the pages have been assembled."""
    names = names or ["pbm/good"]
    assemble.gather(project, names)
    written = assemble.assemble(project, names)
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
    sources = [cell.source for cell in code_cells(notebook)]
    assert sources == ['profile = "paper"', "profile = 'quick'", CELL]
    assert code_cells(notebook)[-1].outputs[0]["data"]["text/plain"] == "1"
    assert notebook.metadata.clickbandits == {"profile": "quick"}
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)


def test_a_claim_that_came_after_the_build_is_named(here):
    assemble.gather(here, ["pbm/good"])
    change(here.root / "notebooks" / "pbm" / "good.py", "# Text.", "# {verdict}`pbm:lemma-2`.")
    with pytest.raises(SystemExit, match="pbm:lemma-2 came after the last build; run `make book`"):
        build_book.present_prose(here.root)


def findings_of(project):
    return findings.read(project.book / assemble.FINDINGS)


def checks_of(*results):
    """The ids of the checks of some results and of their steps."""
    statement = claims.CLAIMS.statement
    return {id for id in claims.with_checks() if {id, statement(id).of} & {*results}}


@pytest.fixture
def two(here, monkeypatch):
    """A project with two pages, each with a claim, built for the profile quick."""
    change(here.root / "notebooks" / "pbm" / "good.py", "# Text.", "# {verdict}`pbm:lemma-2`.")
    title = "# # Another page\n#\n# {verdict}`pbm:theorem-6`."
    text = HEAD.replace("# # A page", title).partition("# %% tags")[0]
    (here.root / "notebooks" / "pbm" / "other.py").write_text(text)
    by_hand(here, "pbm/good", [output("1")])
    by_hand(Project(here.root, "paper"), "pbm/good", [output("1")])
    monkeypatch.setattr(claims, "finding", lambda *_: Finding("holds"))
    for id in checks_of("pbm:lemma-2", "pbm:theorem-6"):
        for profile in ("quick", "paper"):
            findings.finding(id, profile)
    assert run_notebooks.update(here) == 0
    assert set(findings_of(here).found) == checks_of("pbm:lemma-2", "pbm:theorem-6")
    return here


def test_a_partial_run_leaves_the_findings_of_other_pages(two):
    before = findings_of(two)
    assert run_notebooks.update(two, ["pbm/good"]) == 0
    assert findings_of(two) == before
    build_book.present_prose(two.root)  # `make html` resumes there


def test_a_partial_run_of_another_profile_leaves_the_pages(two, capsys):
    before = {path: path.read_bytes() for path in two.book.rglob("*") if path.is_file()}
    assert run_notebooks.update(Project(two.root, "paper"), ["pbm/good"]) == 0
    assert "the pages are of the profile quick and stay as they are" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in two.book.rglob("*") if path.is_file()} == before


def test_a_whole_run_drops_the_findings_that_no_page_shows(two):
    change(two.root / "notebooks" / "pbm" / "other.py", "{verdict}`pbm:theorem-6`", "nothing")
    assert run_notebooks.update(two) == 0
    assert set(findings_of(two).found) == checks_of("pbm:lemma-2")


@pytest.mark.parametrize("content", [None, "{", '{"profile": "quick", "findings": {"a": 1}}'])
def test_without_a_build_pages_cannot_be_renewed_and_a_line_says_so(two, content):
    path = two.book / assemble.FINDINGS
    path.unlink() if content is None else path.write_text(content)
    with pytest.raises(SystemExit, match="error: there is no build to update; run `make book`"):
        build_book.present_prose(two.root)


def test_what_belongs_to_no_page_is_removed(here):
    (here.root / "notebooks" / "pbm" / "gone.py").write_text(HEAD)
    by_hand(here, "pbm/gone", [])
    (here.book / "gallery").mkdir(parents=True)
    (here.book / "gallery" / "old.png").write_bytes(b"")
    assemble.gather(here, ["pbm/good"])
    written = assemble.assemble(here, ["pbm/good", "pbm/gone"])
    written.pop("pbm/gone")
    assemble.remove_orphans(here, written)
    left = {p.relative_to(here.book).as_posix() for p in here.book.rglob("*") if p.is_file()}
    assert left == {"findings.json", "pbm/good.ipynb", "plain/pbm/good.ipynb", "pbm/figure.csv"}
    assert not here.executed("pbm/gone").exists() and here.executed("pbm/good").exists()


def test_the_claims_that_pages_show_are_found(tmp_path):
    first, second, *_ = claims.CLAIMS
    root = project(tmp_path, good="1", plain="1")
    (root / "notebooks" / "claims.py").write_text(HEAD + "# :::{claims-table} pbm\n")
    here = Project(root, "quick")
    change(root / "notebooks" / "pbm" / "good.py", "# Text.", f"# {{number}}`{second} gap`")
    assert projects.claims_shown(here, ["pbm/plain"]) == []
    assert projects.claims_shown(here, ["pbm/good", "pbm/plain"]) == [second]
    assert projects.claims_shown(here, ["claims"]) == claims.with_checks()
    change(root / "notebooks" / "pbm" / "plain.py", "# Text.", f"# :::{{claim}} {first}\n# :::")
    assert projects.claims_shown(here, ["pbm/plain"]) == [first]
    change(
        root / "notebooks" / "pbm" / "plain.py", f"# :::{{claim}} {first}\n# :::", "# {claim-count}`paper`"
    )
    assert projects.claims_shown(here, ["pbm/plain"]) == claims.with_checks()


EDITED = """
from base64 import b64decode
from pathlib import Path
page = Path("notebooks/pbm/good.py")
page.write_text(page.read_text() + "2")
"""


def test_a_notebook_that_changes_while_it_runs_is_not_kept(tmp_path):
    result = run(project(tmp_path, good=EDITED))
    assert result.returncode == 1
    assert "notebooks/pbm/good.py changed while it ran; run it again" in result.stderr
    assert not (tmp_path / "_build" / "executed" / "quick" / "pbm" / "good").exists()


def test_a_finding_is_computed_and_an_error_named(monkeypatch):
    def fails(id, scale):
        if id == "pbm:b":
            raise ArithmeticError("no such number")

    monkeypatch.setattr(findings, "finding", fails)
    errors = run_notebooks.compute(["pbm:a", "pbm:b"], "quick")
    assert list(errors) == ["pbm:b"] and "ArithmeticError: no such number" in errors["pbm:b"]


@pytest.fixture
def running(tmp_path):
    """A run whose notebook has begun, in a process group of its own, as in a terminal."""
    root = project(tmp_path, slow="import time\nprint('here')\ntime.sleep(60)")
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command(root), start_new_session=True, **streams) as running:
        assert any(line.startswith("running pbm/slow") for line in running.stdout)
        yield running


def test_killed_run_leaves_no_half_written_notebook(running, tmp_path):
    time.sleep(2)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert [p for p in (tmp_path / "book").rglob("*") if p.is_file()] == []


def test_an_interruption_ends_the_tool_and_its_kernels_in_a_line(running):
    os.killpg(running.pid, signal.SIGINT)
    said = running.stdout.read()  # ends when no process can write there any more
    assert running.wait() == 130 and said.endswith("stopped; finished work is kept\n")
    assert "Traceback" not in said


MAKEFILE = TOOL.parents[1] / "Makefile"
STARTED_BY_MAKE = set(re.findall(r"tools/(\w+)\.py", MAKEFILE.read_text("utf-8")))


@pytest.mark.parametrize("tool", sorted(STARTED_BY_MAKE))
def test_an_interruption_while_another_tool_imports_is_answered_in_a_line(tool, tmp_path):
    copy = shutil.copytree(TOOL.parent, tmp_path / "tools")
    for name in "argparse", "dataclasses":
        sends = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
        (copy / f"{name}.py").write_text(sends)
    result = subprocess.run([sys.executable, str(copy / f"{tool}.py")], capture_output=True, text=True)
    assert result.returncode == 130 and not result.stderr
    assert result.stdout == "stopped; finished work is kept\n"
