"""The library needs only the packages it declares, and a single sentence names an extra that is missing."""

import doctest
import importlib
import inspect
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import clickbandits

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = [ROOT / "src" / name for name in ("clickbandits", "clicklogs")]
SOURCES = sorted(
    path for package in PACKAGES for path in package.rglob("*.py") if "__pycache__" not in path.parts
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

ONLY_PLAIN = """
import importlib, pkgutil, sys

class OnlyPlain:
    plain = set(sys.argv[1].split()) | sys.stdlib_module_names

    def find_spec(self, name, path=None, target=None):
        # The one module of Python itself whose name depends on the machine is not in its list.
        if name.partition(".")[0] not in self.plain and not name.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, OnlyPlain())
"""

PROGRAM = """
import clickbandits
modules = [
    importlib.import_module(info.name)
    for info in pkgutil.walk_packages(clickbandits.__path__, "clickbandits.")
    if not info.name.endswith("__main__")
]
assert len(modules) > 40

from clickbandits import pbm
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.experiments import replicate

problem = pbm.problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
regret = replicate(pbm.MODEL, problem, PBM_UCB, [10, 1000], 1, 2)
assert 0 < regret[:, 0].max() < regret[:, 1].min() < 1000
print(clickbandits.__file__)
try:
    import clicklogs
except ModuleNotFoundError as error:
    print(error, file=sys.stderr)
"""
EXTRA_IS_MISSING = (
    "clicklogs reads click logs with duckdb, which is not installed; "
    "the extra `logs` brings it. In a clone of the repository, run pip install '.[logs]'\n"
)
READ = """
import clicklogs, sys
from pathlib import Path
Path("log.csv").write_text("query,item,position,clicks,plays\\nq,a,1,3,10\\n")
clicks, plays = clicklogs.read_log("log.csv").for_query("q")
assert (clicks.sum(), plays.sum()) == (3, 10)
for name in clicklogs.__all__:
    getattr(clicklogs, name)
"""
REPORT = "import clicklogs.command as command; sys.exit(command.main(['report', 'log.csv']))"


def plain_modules(extra=""):
    """The modules of the library and all that it, with an extra, depends on directly or indirectly."""
    extras = PROJECT["optional-dependencies"]
    waiting = [Requirement(text) for text in PROJECT["dependencies"] + extras.get(extra, [])]
    known = set()
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name not in known:
            known.add(name)
            required = [Requirement(text) for text in metadata.requires(name) or ()]
            waiting += [r for r in required if r.marker is None or r.marker.evaluate({"extra": ""})]
    owners = metadata.packages_distributions()
    found = {module for module, of in owners.items() if known & set(map(canonicalize_name, of))}
    found |= {"clickbandits", "clicklogs"}
    return found | ({"_duckdb"} if "duckdb" in found else set())  # compiled, and listed nowhere


def run_plain(program, folder, extra="", source=ROOT / "src"):
    """The result of a program that can import only the library and what it depends on, with an extra."""
    return subprocess.run(
        [sys.executable, "-c", ONLY_PLAIN + program, " ".join(plain_modules(extra))],
        env=os.environ | {"PYTHONPATH": str(source)},
        cwd=folder,
        capture_output=True,
        text=True,
    )


def play(source, folder):
    """Import every module of the library, play a game, and return the folder of the library."""
    done = run_plain(PROGRAM, folder, source=source)
    assert (done.returncode, done.stderr) == (0, EXTRA_IS_MISSING)
    return Path(done.stdout.strip()).parents[1]


def test_the_library_plays_without_any_extra(tmp_path):
    assert play(ROOT / "src", tmp_path) == ROOT / "src"


def test_the_extra_reads_logs_and_needs_no_more(tmp_path):
    done = run_plain(READ, tmp_path, "logs")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("extra", ["logs", "report"])
def test_the_report_needs_its_extra_and_no_more(tmp_path, extra):
    rows = [f"q,{item},{place},{12 - 3 * item // place},30" for item in (1, 2) for place in (1, 2)]
    (tmp_path / "log.csv").write_text("\n".join(["query,item,position,clicks,plays", *rows]))
    done = run_plain(REPORT, tmp_path, extra)
    folder = tmp_path / "log.csv-report"
    if extra == "report":
        progress = "reading log.csv ...\nfitting, and playing the policies on the fit ...\n"
        assert (done.returncode, done.stderr) == (0, progress)
        assert (folder / "index.html").exists()
    else:
        assert done.returncode == 2 and done.stderr.endswith("pip install '.[report]'\n")
        assert done.stderr.count("\n") == 1 and not folder.exists()


def test_every_sentence_names_an_extra_that_exists():
    named = set()
    for path in SOURCES:
        text = path.read_text("utf-8")
        named |= set(re.findall(r"needed\(\"\w+\", \"[^\"]*\", \"(\w+)\"\)", text))
        named |= set(re.findall(r"pip install '\.\[(\w+)\]", text))
    assert {"report"} <= named <= set(PROJECT["optional-dependencies"])


EXAMPLES = [
    path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", ".")
    for path in SOURCES
    if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("module", EXAMPLES)
def test_every_example_runs_as_printed(module, tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path))
    failed, attempted = doctest.testmod(importlib.import_module(module.removesuffix(".__init__")))
    assert failed == 0 < attempted


@pytest.mark.parametrize("name", clickbandits.__all__)
def test_help_on_every_short_import_has_an_example(name):
    said = inspect.getdoc(getattr(clickbandits, name)) or ""
    assert ">>> " in said and "clickbandits" in said


def test_the_version_is_the_projects():
    assert clickbandits.__version__ == PROJECT["version"]
    with pytest.raises(AttributeError, match="nothing"):
        clickbandits.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import clickbandits", "numpy"),
        ("import clickbandits.pbm.ucb", "clickbandits.pbm.model"),
        ("import clickbandits.rank1.elim", "clickbandits.rank1.model"),
        ("import clickbandits.mnl.epoch_ucb", "clickbandits.mnl.model"),
        ("import clicklogs.reading", "numba"),
    ],
)
def test_an_import_loads_no_more_than_it_must(statement, absent):
    program = f"{statement}, sys; sys.exit({absent!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


@pytest.mark.parametrize("paper", ["pbm", "rank1", "mnl"])
def test_a_paper_exports_its_model_and_its_problem(paper):
    program = (
        f"import clickbandits.{paper} as paper; assert set(paper.__all__) <= set(dir(paper))\n"
        f"from clickbandits.{paper} import MODEL, problem; assert MODEL.problem is problem\n"
        "try: paper.nothing\nexcept AttributeError as error: print(error)"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert printed.stdout == f"No clickbandits.{paper} attribute nothing\n"


@pytest.mark.slow
def test_a_wheel_holds_the_two_packages_alone_and_plays(tmp_path):
    project, pip = tmp_path / "project", [sys.executable, "-m", "pip", "-q"]
    project.mkdir()
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, project)
    for name in ("src", "LICENSES"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, project / name, ignore=ignored)
    build = ["wheel", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(project)]
    subprocess.run(pip + build, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    data = [
        path
        for pattern in ("pbm/published_models/*", "report/*.html", "py.typed", "**/*.pyi")
        for package in PACKAGES
        for path in package.glob(pattern)
    ]
    assert names == {path.relative_to(ROOT / "src").as_posix() for path in (*SOURCES, *data)}
    site = tmp_path / "site"
    subprocess.run(pip + ["install", "--no-deps", "--target", str(site), str(wheel)], check=True)
    assert play(site, tmp_path) == site
