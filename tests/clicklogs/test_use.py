"""A fit can be played, drawn, printed and written to a table."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import clickbandits
from clickbandits import pbm, play
from clicklogs import best_ranking, fit_log, from_frame, read_log
from clicklogs.command import SAMPLE, main
from clicklogs.export import disarmed

ROOT = Path(__file__).resolve().parents[2]
ROWS = pd.DataFrame(
    {
        "query": ["x"] * 6 + ["y"] * 2,
        "item_id": list("aabbccaa"),
        "position": [1, 2] * 4,
        "click": [60, 30, 20, 8, 5, 3, 9, 4],
        "n": [100] * 8,
    }
)


@pytest.fixture(scope="module")
def fit():
    return fit_log(from_frame(ROWS, plays="n", query="query"))


def test_a_fit_is_a_problem_to_play_and_has_a_best_ranking(fit):
    problem = fit.problem("x")
    np.testing.assert_array_equal(problem.attraction, fit.attraction[:3])
    np.testing.assert_array_equal(problem.examination, fit.examination)
    regret = play(pbm.MODEL, problem, clickbandits.PBM_TS, 50, replications=2, seed=1)
    assert regret.mean("PBM-TS")[-1] >= 0
    assert fit.best_ranking("x") == best_ranking(fit, "x") == ("a", "b")
    with pytest.raises(ValueError, match="2 queries; name one of them"):
        fit.problem()
    with pytest.raises(KeyError, match="no query 'z'"):
        fit.problem("z")
    apart = ROWS[(ROWS["item_id"] == "a") == (ROWS["position"] == 1)]
    with pytest.raises(ValueError, match="does not determine .* of 2 positions; fit.notes explains"):
        fit_log(from_frame(apart, plays="n", query=None), prior="ml").problem()


def test_a_fit_is_drawn_with_its_intervals(fit):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = fit.plot()
    (line,) = [line for line in axes.lines if line.get_marker() == "o"]
    np.testing.assert_allclose(line.get_ydata(), fit.examination)
    assert fit.plot(axes) is axes and axes.get_xlabel() == "position"
    matplotlib.pyplot.close("all")


def test_what_is_printed_has_one_estimate_of_each_thing(fit):
    head = repr(fit).split("\n\n")[1].split("\n")[0].split()
    assert head == ["position", "clicks", "plays", "examination", "low", "high", "note"]
    assert "139 clicks in 800 displays; 2 queries" in repr(from_frame(ROWS, plays="n", query="query"))


@pytest.mark.parametrize("name", ['=HYPERLINK("x")', "+a", "-b", "@c", "\td"])
def test_a_table_holds_no_formula(name, tmp_path, capsys):
    rows = ROWS.replace({"item_id": {"a": name, "b": "-5"}})
    rows.to_csv(tmp_path / "log.csv", index=False)
    command = ["--columns", "plays=n", str(tmp_path / "log.csv"), "--out"]
    assert main(["counts", *command, str(tmp_path / "counts.csv")]) == 0
    assert main(["fit", *command, str(tmp_path / "fit")]) == 0
    for file in ("counts.csv", "fit/items.csv"):
        items = pd.read_csv(tmp_path / file, dtype=str)["item"]
        assert set(items) == {"'" + name, "-5", "c"}
    assert disarmed("1e5") == "1e5" and disarmed("a=b") == "a=b"


def test_the_command_tells_its_version(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"clickbandits {clickbandits.__version__}\n"


def test_the_example_of_the_readme_runs_on_its_own_table(tmp_path, monkeypatch, capsys):
    text = (ROOT / "src" / "clicklogs" / "README.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"
    ]
    (tmp_path / "clicks.csv").write_text("\n".join(",".join(row) for row in (rows[0], *rows[2:])))
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(program, {})
    assert "green" in capsys.readouterr().out


def test_one_command_writes_a_log_whose_truth_it_tells(tmp_path, capsys):
    path = tmp_path / "clicks.csv"
    assert main(["sample", str(path)]) == 0 and "'green': 0.3" in capsys.readouterr().out
    fit = fit_log(read_log(path))
    assert fit.notes == () and best_ranking(fit, "tea") == ("green", "black", "white")
    np.testing.assert_allclose(fit.examination, [1, 0.5, 0.25], atol=0.1)
    for query, liked in SAMPLE.items():
        found = fit.items().set_index(["query", "item"])["attraction"].loc[query]
        np.testing.assert_allclose(found[list(liked)], list(liked.values()), atol=0.05)
    assert main(["sample", str(path)]) == 2 and "exists already" in capsys.readouterr().err


def test_a_command_reports_its_progress_without_a_terminal(tmp_path, capsys):
    ROWS.to_csv(tmp_path / "log", index=False)
    assert main(["fit", str(tmp_path / "log"), "--columns", "plays=n"]) == 0
    said = capsys.readouterr()
    assert said.err.splitlines() == [f"reading {tmp_path / 'log'} ...", "fitting ..."]
    assert "fitting" not in said.out
