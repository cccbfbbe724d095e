"""Type checkers and completion see the exports of the packages."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import clickbandits
from clickbandits.core import Policy
from clickbandits.policies import POLICIES

ROOT = Path(__file__).resolve().parents[2]


PACKAGES = [
    "clickbandits",
    "clickbandits.pbm",
    "clickbandits.rank1",
    "clickbandits.mnl",
    "clicklogs",
    "clicklogs.report",
]


def stub(package):
    """The import statements in the stub of a package, as pairs of a name and the module below the package."""
    path = Path(importlib.import_module(package).__file__).with_suffix(".pyi")
    return [
        (alias, node.module)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_type_checkers_and_programs_see_the_names_in_the_stub(package):
    module, names = importlib.import_module(package), {alias.name for alias, _ in stub(package)}
    assert set(module.__all__) == names and all(hasattr(module, name) for name in names)
    # Type checkers take only `from .a import b as b` for an export.
    assert {alias.asname for alias, _ in stub(package)} == names
    assert (ROOT / "src" / package.split(".")[0] / "py.typed").exists()


def test_the_stub_and_the_list_have_the_same_policies():
    exported = {
        alias.name: module
        for alias, module in stub("clickbandits")
        if isinstance(getattr(clickbandits, alias.name), Policy)
    }
    listed = {name: entry.module for name, entry in POLICIES.items()}
    assert exported == listed, (
        "a policy has an entry in clickbandits/policies.py and a line in clickbandits/__init__.pyi"
    )


PROGRAM = """
from clickbandits import PBM_TS, pbm, play
from clicklogs import best_ranking, fit_log, from_frame, read_log, value
counts = read_log("log.csv", columns={"position": "rank"})
fit = fit_log(counts)
ranking: tuple[str, ...] = fit.best_ranking()
print(value(fit, ranking).clicks + 1.0, counts.report.used, fit.notes)
problem = fit.problem()
print(play(pbm.MODEL, problem, PBM_TS, horizon=1000, replications=2, seed=1).mean("PBM-TS"))
"""


@pytest.mark.slow
def test_ten_lines_of_a_user_are_checked_strictly(tmp_path):
    def errors(text):
        (tmp_path / "program.py").write_text(text)
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--follow-imports=silent",
            "--no-incremental",
            "--config-file=",
            "program.py",
        ]
        ran = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, env={"MYPYPATH": str(ROOT / "src")}
        )
        return ran.stdout

    assert "Success" in errors(PROGRAM)
    wrong = PROGRAM.replace(".clicks + 1.0", '.clicks + "a"').replace("fit.problem", "fit.problm")
    assert '"LogFit" has no attribute "problm"' in errors(wrong)
