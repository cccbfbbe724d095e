"""Mutation testing: change four modules in a thousand small ways and see the tests notice.

Works on a copy below .cache/mutation, with mutmut in an environment of its own beside it, so that
neither the package nor .venv is touched. mutmut passes over decorated functions, and forks from a
process whose caches are warm: the copies of the mutated modules carry no decorators, so that a
kernel runs as plain Python (the same arithmetic) and a cached function is computed every time.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("src/clickbandits")
TESTS = {
    "bernoulli.py": "tests/clickbandits/test_bernoulli.py",
    "geometric.py": "tests/clickbandits/test_geometric.py",
    "pbm/bounds.py": "tests/clickbandits/pbm/test_bounds.py",
    "mnl/estimators.py": "tests/clickbandits/mnl/test_estimators.py",
}
"""What is mutated, and the tests that are to notice."""
MUTMUT = "mutmut==3.8.1"
LEAST = 0.9
KILLED = {1, 3, 24, -24, 36, 152, 255}
"""Exit codes of a mutant that was noticed: failed tests, or a run that never ended."""


def environment() -> Path:
    """A Python with mutmut that sees the packages of .venv but not the installed package."""
    folder = ROOT / ".cache" / "tools" / "mutmut"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        purelib = "import sysconfig; print(sysconfig.get_path('purelib'))"
        own, ours = (
            subprocess.check_output([interpreter, "-c", purelib], text=True).strip()
            for interpreter in (python, sys.executable)
        )
        Path(own, "locked.pth").write_text(ours + "\n", encoding="utf-8")
        subprocess.run([python, "-m", "pip", "install", "-qq", MUTMUT], check=True)
    return python


def copy(names) -> Path:
    """The package and the tests of the named modules, ready to be mutated."""
    folder = ROOT / ".cache" / "mutation"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for test in ("tests/conftest.py", *(TESTS[name] for name in names)):
        (folder / test).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / test, folder / test)
    for name in TESTS:
        module = folder / PACKAGE / name
        module.write_text(undecorated(module.read_text("utf-8")), encoding="utf-8")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    warnings = json.dumps(settings["tool"]["pytest"]["ini_options"]["filterwarnings"])
    mutated = json.dumps([str(PACKAGE / name) for name in names])
    (folder / "pyproject.toml").write_text(
        f"""\
[tool.pytest.ini_options]
addopts = "--import-mode=importlib -p no:cacheprovider"
filterwarnings = {warnings}
[tool.mutmut]
source_paths = ["src"]
only_mutate = {mutated}
pytest_add_cli_args_test_selection = {json.dumps([TESTS[name] for name in names])}
track_dependencies = false
use_git_change_detection = false
""",
        encoding="utf-8",
    )
    return folder


def undecorated(source: str) -> str:
    """The source without the decorators of its functions; lines keep their numbers."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                for line in range(decorator.lineno - 1, decorator.end_lineno):
                    lines[line] = ""
    return "\n".join(lines) + "\n"


def report(folder: Path, python: Path, names) -> bool:
    """Print a row a module and the difference of every survivor; whether all rates suffice."""
    enough = True
    for name in names:
        codes = json.loads((folder / "mutants" / PACKAGE / f"{name}.meta").read_text("utf-8"))
        codes = codes["exit_code_by_key"]
        alive = [mutant for mutant, code in codes.items() if code not in KILLED]
        rate = 1 - len(alive) / len(codes)
        enough &= rate >= LEAST
        print(f"{name:20} {len(codes):5} mutants {len(alive):4} survived {rate:7.1%} killed")
        for mutant in alive:
            shown = subprocess.check_output(
                [python, "-m", "mutmut", "show", mutant], cwd=folder, text=True
            )
            changed = [line for line in shown.splitlines() if line[:1] in "+-" and line[1:2] != "-"]
            print(f"    {mutant} (exit code {codes[mutant]})")
            print("\n".join(f"        {line}" for line in changed if line[:3] != "+++"))
    return enough


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="module", help=", ".join(TESTS))
    parser.add_argument("--jobs", default=str(os.cpu_count()), help="mutants at a time")
    arguments = parser.parse_args()
    names = arguments.names or list(TESTS)
    if unknown := set(names) - set(TESTS):
        parser.error(f"unknown module {min(unknown)}; the known ones: {', '.join(TESTS)}")
    python, folder = environment(), copy(names)
    with (folder / "log.txt").open("w", encoding="utf-8") as log:
        run = [python, "-m", "mutmut", "run", "--max-children", arguments.jobs]
        subprocess.run(run, cwd=folder, stdout=log, stderr=log, check=True)
    return 0 if report(folder, python, names) else 1


if __name__ == "__main__":
    sys.exit(main())
