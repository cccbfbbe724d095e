"""Test the wheel of the library on every Python here, with the oldest and newest dependencies.

    make versions                                 # the Pythons that pyproject.toml names, if installed
    make versions PYTHONS="python3.12 /opt/python3.15/bin/python3"
    make versions DEPENDENCIES=newest TESTS=tests/clickbandits/test_plain_install.py

"Oldest" means the lowest versions that pyproject.toml allows and that exist for the Python, and "newest"
means the highest, whatever the lock file contains. Each environment gets the wheel, and runs the library's
tests next to the compendium, which some of them use. No game of another environment is used.
"""

import os
import shutil
import subprocess
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
PYTHONS = os.environ.get("PYTHONS", "").split()
DEPENDENCIES = os.environ.get("DEPENDENCIES", "oldest newest").split()
TESTS = os.environ.get("TESTS", "tests/clickbandits tests/clicklogs").split()
RESOLUTIONS = {"oldest": "lowest-direct", "newest": "highest"}
EXTRAS = [word for extra in ("report", "cluster", "test", "book") for word in ("--extra", extra)]
IMPORTED = "import clickbandits, sys; sys.exit(sys.prefix not in clickbandits.__file__)"
if unknown := set(DEPENDENCIES) - RESOLUTIONS.keys():
    raise SystemExit(f"error: DEPENDENCIES can be oldest and newest, and it is {' '.join(sorted(unknown))}")

nox.options.default_venv_backend = "uv"
nox.options.download_python = "never"
nox.options.envdir = "_build/versions"
nox.options.error_on_missing_interpreters = bool(PYTHONS)
if pyenv := shutil.which("pyenv"):  # its commands such as python3.12 start only the versions named here
    listed = subprocess.run([pyenv, "versions", "--bare"], capture_output=True, text=True, check=True)
    os.environ["PYENV_VERSION"] = ":".join(listed.stdout.split())


@nox.session(python=PYTHONS or nox.project.python_versions(PROJECT))
@nox.parametrize("dependencies", DEPENDENCIES, ids=DEPENDENCIES)
def versions(session, dependencies):
    """Run the tests in a new environment."""
    folder = Path(session.create_tmp())
    session.run("uv", "build", "-q", "--out-dir", str(folder), str(ROOT), external=True)
    resolution = ["--no-build", "--resolution", RESOLUTIONS[dependencies]]
    session.install("-q", *resolution, "-r", "pyproject.toml", *EXTRAS)
    session.install("-q", "--no-deps", *map(str, folder.glob("*.whl")))
    beside = folder / "compendium"  # the project without the two packages, which come from the wheel
    (beside / "src").mkdir(parents=True)
    for path in (*ROOT.glob("[!.]*"), ROOT / "src" / "compendium"):
        if path.name != "src":
            (beside / path.relative_to(ROOT)).symlink_to(path)
    session.env.update(
        PYTHONPATH=str(beside / "src"),
        CLICKBANDITS_CACHE=str(folder / "games"),
        CLICKBANDITS_TEST_STORE=str(folder / "games"),
        NUMBA_CACHE_DIR=str(folder / "loops"),
    )
    session.run("python", "-c", IMPORTED)
    # A deprecation in a newer package that an older one triggers is not an error of the library.
    options = ["-q", "-m", "not slow", "-p", "no:cacheprovider", "-W", "ignore::DeprecationWarning"]
    session.run("python", "-m", "pytest", *options, *TESTS)
    shutil.rmtree(session.virtualenv.location)  # it takes a gigabyte
