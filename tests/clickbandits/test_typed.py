"""Type checkers and completion see the exports of the packages."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from clickbandits.policies import POLICIES

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "package", ["clickbandits", "clickbandits.pbm", "clickbandits.rank1", "clickbandits.mnl", "clicklogs"]
)
def test_a_stub_names_what_the_package_exports(package):
    """A stub names every export except the policies, which its `__getattr__` types."""
    module = importlib.import_module(package)
    path = Path(module.__file__).with_suffix(".pyi")
    stub = {
        alias.asname: node.module
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    listed = {
        name: home for name, home in module._HOME.items() if name not in POLICIES or package != "clickbandits"
    }
    assert stub == listed, f"{path.name} of {package} does not have the names that {package} exports"
    assert (ROOT / "src" / package.split(".")[0] / "py.typed").exists()


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
