"""Test the wheel of the library on every Python here, with the oldest and newest dependencies.

    make versions                                 # Python 3.11, 3.12 and 3.13, if installed
    make versions PYTHONS="python3.12 /opt/python3.13/bin/python3"
    make versions DEPENDENCIES=newest TESTS=tests/clickbandits/test_plain_install.py

"Oldest" means the lowest versions that pyproject.toml allows and that exist for the Python, and "newest"
means the highest, whatever the lock file contains. Each environment gets the wheel and runs the library's
tests next to the compendium, which some of them use. No game of another environment is used.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

import reproducible

VERSIONS = "3.11", "3.12", "3.13"
RESOLUTIONS = {"oldest": "lowest-direct", "newest": "highest"}
EXTRAS = "report", "cluster", "test"
NO_NEED = {"codespell", "reuse", "ruff"}  # these check text only
# Packages of the extra "book", which makes pages, and of its dependencies.
USED = {"ipython", "jupytext", "mpmath", "pillow", "python-flint", "pyyaml", "seaborn", "sympy"}
TOOLS = "beautifulsoup4>=4.12", "nbformat>=5.10", "pybtex>=0.26", "sphinx>=7.4"
IMPORTED = "import clickbandits, sys; sys.exit(sys.prefix not in clickbandits.__file__)"


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pythons", nargs="*", default=[], help="interpreters, by name or path")
    parser.add_argument("--dependencies", nargs="*", choices=RESOLUTIONS, default=[])
    parser.add_argument("--tests", nargs="*", default=[], help="by default all of the library")
    options = parser.parse_args(arguments)
    pythons = options.pythons or [path for path in map(interpreter, VERSIONS) if path]
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        wheel, uv = build(folder), installer(folder)
        for python in pythons:
            for which in options.dependencies or RESOLUTIONS:
                begin = time.monotonic()
                passed = try_out(folder, uv, wheel, python, which, options.tests)
                outcome = "passed" if passed else "FAILED"
                took = f"{time.monotonic() - begin:.0f} s"
                print(f"== Python {version(python)}, {which}: {outcome} in {took}", flush=True)
                failed += [] if passed else [python]
    missing = () if options.pythons else [v for v in VERSIONS if not interpreter(v)]
    print(f"not installed, so not tested: Python {', '.join(missing)}" if missing else "", end="\n")
    return 1 if failed or not pythons else 0


def version(python):
    """The version that an interpreter reports; empty if it does not run."""
    asked = [python, "-c", "import platform; print(platform.python_version())"]
    try:
        return subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def interpreter(wanted):
    """An interpreter of a version that runs, from PATH or pyenv; None if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    candidates = [f"python{wanted}", *map(str, sorted(pyenv.glob(f"{wanted}.*/bin/python")))]
    return next((each for each in candidates if version(each).startswith(f"{wanted}.")), None)


def build(folder):
    """Copy the project and build its wheel there; returns the wheel's path."""
    reproducible.copy_sources(reproducible.ROOT, folder / "project")
    pip = [sys.executable, "-m", "pip", "-q", "wheel", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", folder, folder / "project"], check=True)
    reproducible.copy_sources(reproducible.ROOT, folder / "compendium")
    for package in ("clickbandits", "clicklogs"):  # they come from the wheel
        shutil.rmtree(folder / "compendium" / "src" / package)
    return next(folder.glob("*.whl"))


def installer(folder):
    """The program `uv`, from this machine or installed into an environment of its own."""
    if path := shutil.which("uv"):
        return path
    subprocess.run([sys.executable, "-m", "venv", folder / "uv"], check=True)
    subprocess.run([folder / "uv/bin/python", "-m", "pip", "-q", "install", "uv"], check=True)
    return str(folder / "uv" / "bin" / "uv")


def requirements():
    """The requirements of the library, its tests, and the parts of the compendium that they use."""
    project = tomllib.loads((reproducible.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    texts = [*project["dependencies"], *TOOLS, *(text for each in EXTRAS for text in extras[each])]
    texts += [text for text in extras["book"] if Requirement(text).name in USED]
    return [text for text in texts if Requirement(text).name not in NO_NEED]


def try_out(folder, uv, wheel, python, which, tests):
    """Whether the tests pass in a new environment."""
    place = folder / "environment"
    shutil.rmtree(place, ignore_errors=True)
    inside = str(place / "bin" / "python")
    install = [uv, "pip", "install", "-q", "--python", inside]
    listed = folder / "requirements.txt"
    listed.write_text("\n".join(requirements()))
    variables = reproducible.environment(folder / "compendium") | {
        "CLICKBANDITS_CACHE": str(place / "games"),
        "CLICKBANDITS_TEST_STORE": str(place / "games"),
        "NUMBA_CACHE_DIR": str(place / "loops"),
    }
    for command in (
        [python, "-m", "venv", "--without-pip", str(place)],
        [*install, "--no-build", "--resolution", RESOLUTIONS[which], "-r", str(listed)],
        [*install, "--no-deps", str(wheel)],
        [inside, "-c", IMPORTED],
        # A deprecation in a newer package that an older one triggers is not an error of the library.
        [
            inside,
            "-m",
            "pytest",
            "-q",
            "-m",
            "not slow",
            "-p",
            "no:cacheprovider",
            "-W",
            "ignore::DeprecationWarning",
            *(tests or ["tests/clickbandits", "tests/clicklogs"]),
        ],
    ):
        done = subprocess.run(command, cwd=folder / "project", env=variables)
        if done.returncode:
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
