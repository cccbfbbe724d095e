"""The lock file, `environment.yml` and `pyproject.toml` name the same versions of the same packages."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
MACHINES = [(python, system) for python in ("3.11", "3.12", "3.13") for system in ("linux", "darwin")]


def locked(python, system):
    """The versions in the lock file by name, for one Python on one system."""
    where = {
        "python_version": python,
        "python_full_version": f"{python}.9",
        "sys_platform": system,
        "platform_system": system.title(),
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    entries = [Requirement(line.rstrip(" \\")) for line in LOCK.splitlines() if line[:1].isalnum()]
    kept = [e for e in entries if e.marker is None or e.marker.evaluate(where)]
    assert len({e.name for e in kept}) == len(kept)
    return {canonicalize_name(e.name): str(e.specifier).removeprefix("==") for e in kept}


def wanted():
    """Every package that `pyproject.toml` requires."""
    project = PROJECT["project"]
    extras = [text for group in project["optional-dependencies"].values() for text in group]
    return [Requirement(text) for text in project["dependencies"] + extras]


@pytest.mark.parametrize("python, system", MACHINES)
def test_lock_gives_what_the_project_asks_for(python, system):
    versions = locked(python, system)
    build = [Requirement(text) for text in PROJECT["build-system"]["requires"]]
    for requirement in wanted() + build:
        found = versions[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(found), (
            f"the lock file has {found}, which {requirement} excludes"
        )


def test_every_requirement_has_a_lowest_version_with_which_it_is_tested():
    assert [str(each) for each in wanted() if not re.search(r">=|==", str(each.specifier))] == []


def test_every_entry_of_the_lock_has_hashes_and_names_no_host():
    assert "://" not in LOCK and "--index" not in LOCK and "--find-links" not in LOCK
    entries = re.split(r"\n(?=[a-z0-9])", LOCK)
    assert all("--hash=sha256:" in entry for entry in entries)


def test_conda_environment_has_the_locked_versions():
    specs = dict(text.split("=") for text in CONDA["dependencies"] if "=" in text)
    python = specs.pop("python")
    specs["duckdb"] = specs.pop("python-duckdb")  # its name there
    versions = locked(python, "linux")
    for name, version in specs.items():
        found = versions[canonicalize_name(name)]
        assert f"{found}.".startswith(f"{version}."), (
            f"the lock file has {found}, and environment.yml {name}={version}"
        )
    assert set(specs) == {requirement.name for requirement in wanted()}
