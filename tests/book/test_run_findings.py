"""The step that computes findings, and the copy of the sources on which a build works."""

import os
import re
import signal
from multiprocessing import active_children
from pathlib import Path

import pytest

import costs
import run_findings
import snapshot
from clickbandits.experiments import PROGRESS
from compendium import claims, findings
from compendium.finding import Finding

pytestmark = pytest.mark.usefixtures("own_store")


def test_what_is_stored_is_not_computed_again(capsys, tmp_path):
    id = "pbm:equation-6"
    assert run_findings.run([id], "quick", 1, tmp_path) == 0
    assert "1 of 1 findings computed in" in capsys.readouterr().out
    assert findings.missing("quick", [id]) == []
    assert run_findings.run([id], "quick", 1, tmp_path) == 0
    assert "0 of 1 findings computed" in capsys.readouterr().out
    (step,) = costs.read(costs.measured_here(tmp_path, "quick"))
    assert step == run_findings.step(claims.check_module(id))
    assert costs.known(tmp_path, "quick")[step] > 0


def test_a_check_that_fails_is_named_and_the_others_go_on(monkeypatch, tmp_path):
    def finding(id, profile):
        return Finding("holds") if id == "pbm:b" else 1 / 0

    monkeypatch.setattr(findings, "finding", finding)
    monkeypatch.setenv(PROGRESS, "")  # is set, and put back at the end
    errors, cost = run_findings.compute(["pbm:a", "pbm:b"], "quick", tmp_path / "said")
    assert list(errors) == ["pbm:a", "pbm:b"]
    assert "ZeroDivisionError" in errors["pbm:a"] and not errors["pbm:b"]
    assert 0 < cost["wall_seconds"] < 60


def test_an_interruption_reaches_no_process_that_only_begins():
    # A shell that begins the tests in the background has them ignore it.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with run_findings.processes(1, 1) as pool:
            (begun,) = [one.pid for one in active_children()]
            os.kill(begun, signal.SIGINT)
            assert pool.submit(os.getpid).result() == begun
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, handler)


@pytest.fixture
def root(tmp_path):
    for name in ("src/room/top.py", "src/room/claims.toml", "notebooks/a/b.py", "src/notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
        os.utime(path, (0, 0))
    return tmp_path


def test_a_copy_holds_what_a_build_reads_with_its_times(root):
    copy = snapshot.take(root)
    files = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert files == {"src/room/top.py", "src/room/claims.toml", "notebooks/a/b.py"}
    assert (copy / "src/room/top.py").stat().st_mtime == 0, "compiled code stays valid"


def test_what_is_compiled_is_taken_over(root):
    compiled = snapshot.take(root) / "src" / "room" / "__pycache__"
    compiled.mkdir()
    (compiled / "top.pyc").write_bytes(b"x")
    (root / "src/room/claims.toml").write_text("changed")
    assert (snapshot.take(root) / "src/room/__pycache__/top.pyc").read_bytes() == b"x"


def test_a_copy_holds_every_file_that_stands_beside_the_code():
    ignored = {".pyc", ".nbi", ".nbc", ""}  # what is compiled, and licences
    kinds = {
        path.suffix
        for path in (Path(claims.ROOM).parent / "clickbandits").rglob("*")
        if path.is_file()
    } - ignored
    assert {f"src/**/*{kind}" for kind in kinds} <= set(snapshot.READ)


def test_a_copy_holds_all_that_the_compendium_reads_of_the_project():
    read = {
        name
        for path in Path(claims.ROOM).rglob("*.py")
        for name in re.findall(r"ROOM\.parents\[1\] / \"([^\"]+)\"", path.read_text("utf-8"))
    }
    assert {"notebooks", "requirements.lock"} <= read
    assert read <= {pattern.partition("/")[0] for pattern in snapshot.READ}


def test_a_copy_is_used_until_something_changes_and_few_are_kept(root):
    first = snapshot.take(root)
    assert snapshot.take(root) == first
    os.utime(first, (0, 0))
    for number in range(1, snapshot.KEPT + 1):
        (root / "src/room/top.py").write_text(f"{number}")
        copy = snapshot.take(root)
        os.utime(copy, (number, number))
    assert copy != first and not first.exists() and copy.exists()
    assert len(list(first.parent.iterdir())) == snapshot.KEPT


def test_a_copy_on_which_another_build_may_work_is_kept(root):
    for number in range(snapshot.KEPT + 2):
        (root / "src/room/top.py").write_text(f"{number}")
        copy = snapshot.take(root)
    assert len(list(copy.parent.iterdir())) == snapshot.KEPT + 2
