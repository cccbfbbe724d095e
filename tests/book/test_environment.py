"""Every file that names versions of Python or of packages names the same ones."""

import itertools
import json
import re
import subprocess
import sys
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
PYTHONS = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.MULTILINE)
MACHINES = list(itertools.product(PYTHONS, ("linux", "darwin")))


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
    constraints = [Requirement(text) for text in PROJECT["tool"]["uv"]["constraint-dependencies"]]
    meant = [each for each in constraints if each.marker.evaluate({"python_version": python})]
    for requirement in wanted() + build + meant:
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


def test_every_upper_bound_has_its_reason_beside_it():
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    bounded = re.findall(r'^ +"[^"]*<[^"]*",?(.*)$|^requires-python.*<.*$', text, re.MULTILINE)
    assert [rest for rest in bounded if "#" not in rest] == []


def test_every_file_names_the_same_pythons():
    first, last = PYTHONS[0], PYTHONS[-1]
    assert PROJECT["project"]["requires-python"] == f">={first}"
    codemeta = json.loads((ROOT / "codemeta.json").read_text("utf-8"))
    assert codemeta["runtimePlatform"] == f"Python >={first}"
    assert dict(text.split("=") for text in CONDA["dependencies"] if "=" in text)["python"] in PYTHONS
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))["jobs"]
    assert [jobs[name]["strategy"]["matrix"]["python"] for name in ("tests", "wheel")] == [PYTHONS, PYTHONS]
    pages = ["README.md", "ARTIFACT.md", "book/rebuild.md", "notebooks/intro.py", ".ci/run"]
    for page in [*pages, "tools/environment.sh"]:
        named = re.findall(r"Python (?:from )?(3\.\d+) to (3\.\d+)", (ROOT / page).read_text("utf-8"))
        assert named and set(named) == {(first, last)}, page


def test_make_takes_the_pythons_of_the_lock_and_no_others():
    script = (ROOT / "tools" / "environment.sh").read_text("utf-8")
    fits = re.search(r"^fits='(.*)'$", script, re.MULTILINE)[1]
    asked = f"import sys; sys.version_info = eval(sys.argv[1]); exec({fits!r})"

    def taken(minor):
        return subprocess.run([sys.executable, "-c", asked, f"(3, {minor}, 0)"]).returncode == 0

    assert [f"3.{minor}" for minor in range(9, 20) if taken(minor)] == PYTHONS
    candidates = re.search(r"PYTHON:-python3 (.*?)\}", script)[1].split()
    assert candidates == [f"python{python}" for python in reversed(PYTHONS)]


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
