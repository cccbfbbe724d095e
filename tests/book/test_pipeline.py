"""The runner of the notebooks, on small projects in a temporary folder."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

import execute
import freshness
import run_notebooks

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


def run(root, *arguments):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CLICKBANDITS")}
    return subprocess.run(
        command(root, *arguments), capture_output=True, text=True, env=environment
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A project with one good notebook and three bad ones, run once."""
    root = project(
        tmp_path_factory.mktemp("project"),
        good="import os\nfolder = os.environ['CLICKBANDITS_RESULTS']\nprint(profile, folder)",
        failing="1 / 0",
        noisy="import sys\nprint('a warning', file=sys.stderr)",
    )
    bare = HEAD.replace('profile = "paper"', "seed = 1")
    (root / "notebooks" / "pbm" / "undeclared.py").write_text(bare + "print(1)\n")
    return root, run(root)


def test_good_notebook_is_executed_with_the_profile(built):
    root, _ = built
    notebook = nbformat.read(root / "book" / "notebooks" / "pbm" / "good.ipynb", as_version=4)
    printed = "".join(o.text for cell in notebook.cells for o in cell.get("outputs", []))
    assert printed == f"quick {root / 'book' / 'notebooks'}\n"
    assert notebook.metadata.clickbandits.profile == "quick"
    footer = notebook.cells[-1].source
    assert "<good.ipynb>" in footer and "<../../../notebooks/pbm/good.py>" in footer
    assert "run_notebooks.py pbm/good --profile quick" in footer


def test_nothing_in_an_executed_notebook_differs_between_runs(built):
    root, _ = built
    path = root / "book" / "notebooks" / "pbm" / "good.ipynb"
    first = path.read_bytes()
    path.unlink()
    assert run(root, "pbm/good").returncode == 0
    assert path.read_bytes() == first


def test_failing_cell_stops_the_build_and_is_named(built):
    root, result = built
    assert result.returncode == 1
    expected = "notebooks/pbm/failing.py, under 'The section', the cell that begins `1 / 0`: Zero"
    assert expected in result.stderr
    assert not (root / "book" / "notebooks" / "pbm" / "failing.ipynb").exists()


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


def test_unknown_names_list_the_known_ones(tmp_path):
    root = project(tmp_path, good="1")
    result = run(root, "pbm/bad")
    assert result.returncode == 2
    assert "unknown notebook 'pbm/bad'; the known ones: pbm/good" in result.stderr
    result = subprocess.run(
        [sys.executable, TOOL, "--root", root, "--profile", "huge"], capture_output=True, text=True
    )
    assert result.returncode == 2
    assert "unknown profile 'huge'; the known ones: paper, quick" in result.stderr


def executed_by_hand(root, parameters):
    """Store a notebook as the runner would, without a kernel."""
    notebook = nbformat.v4.new_notebook()
    common = freshness.common_digest(root, parameters)
    notebook.metadata.clickbandits = {"key": freshness.key(root, "pbm/good", common)}
    execute.store(freshness.executed(root, "pbm/good"), notebook)


@pytest.mark.parametrize(
    "changed",
    [
        "notebooks/pbm/good.py",
        "profiles/quick.yml",
        "src/module.py",
        "requirements.lock",
        "data/published-models/param_KDD.txt",
    ],
)
def test_notebook_is_out_of_date_when_something_it_depends_on_changed(
    tmp_path, monkeypatch, capsys, changed
):
    monkeypatch.delenv("CLICKBANDITS_DATA", raising=False)
    root = project(tmp_path, good="1")
    executed_by_hand(root, {"profile": "quick"})
    check = ["--root", str(root), "--profile", "quick", "--check"]
    assert run_notebooks.main(check) == 0
    (root / changed).parent.mkdir(exist_ok=True)
    with (root / changed).open("a") as file:
        file.write("\nseed: 2\n")
    assert run_notebooks.main(check) == 1
    assert "pbm/good is out of date for the profile quick" in capsys.readouterr().out


def test_notebook_is_not_out_of_date_when_only_times_changed(tmp_path, monkeypatch):
    monkeypatch.delenv("CLICKBANDITS_DATA", raising=False)
    root = project(tmp_path, good="1")
    executed_by_hand(root, {"profile": "quick"})
    os.utime(root / "notebooks" / "pbm" / "good.py", (0, 0))
    check = ["--root", str(root), "--check"]
    assert run_notebooks.main([*check, "--profile", "quick"]) == 0
    assert run_notebooks.main([*check, "--profile", "paper"]) == 1


def test_damaged_notebook_is_out_of_date(tmp_path):
    root = project(tmp_path, good="1")
    executed_by_hand(root, {"profile": "quick"})
    path = freshness.executed(root, "pbm/good")
    path.write_bytes(path.read_bytes()[:40])
    assert freshness.executed_key(root, "pbm/good") is None


def test_what_sums_up_comes_late_and_the_front_page_last(tmp_path):
    root = project(tmp_path, good="1")
    for name in ("claims", "errata", "intro"):
        (root / "notebooks" / f"{name}.py").write_text(HEAD)
    assert run_notebooks.select(root, []) == ["pbm/good", "claims", "errata", "intro"]


def test_the_front_page_is_out_of_date_when_another_notebook_changes(tmp_path):
    root = project(tmp_path, good="1")
    (root / "notebooks" / "intro.py").write_text(HEAD)
    before = [freshness.key(root, name, "same") for name in ("intro", "pbm/good")]
    (root / "notebooks" / "pbm" / "more.py").write_text(HEAD)
    after = [freshness.key(root, name, "same") for name in ("intro", "pbm/good")]
    assert after[0] != before[0] and after[1] == before[1]


def test_notebooks_without_a_source_are_removed(tmp_path):
    root = project(tmp_path, good="1")
    executed_by_hand(root, {"profile": "quick"})
    orphan = freshness.executed(root, "pbm/gone")
    orphan.write_text("{}")
    run_notebooks.remove_orphans(root, ["pbm/good"])
    assert not orphan.exists() and freshness.executed(root, "pbm/good").exists()


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
