"""`make versions` finds the right Pythons, and their environments contain the right packages."""

import sys

from packaging.requirements import Requirement

import versions


def test_an_interpreter_is_found_by_what_it_says_of_itself(tmp_path, monkeypatch):
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    shim = tmp_path / f"python{here}"
    shim.write_text("#!/bin/sh\nexit 127\n")  # as with pyenv, if the version is not chosen
    shim.chmod(0o755)
    place = tmp_path / "versions" / f"{here}.0" / "bin"
    place.mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert versions.version("no-such-python") == "" and versions.interpreter(here) is None
    (place / "python").symlink_to(sys.executable)
    assert versions.interpreter(here) == str(place / "python")


def test_an_environment_holds_the_library_its_tests_and_no_maker_of_pages():
    names = [Requirement(text).name for text in versions.requirements()]
    assert {"numpy", "numba", "duckdb", "matplotlib", "pytest", "python-flint"} <= set(names)
    assert not {"jupyter-book", "reuse", "ruff"} & set(names)
    assert all(Requirement(text).specifier for text in versions.requirements())  # "oldest" is one
