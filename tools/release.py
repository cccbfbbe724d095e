"""Make the files of a release, in `dist/`, from the commit that the version's tag names.

Everything is made in a copy of the commit, and every game is played there. The archive of results
therefore contains exactly the games that this commit needs.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import gzip
import hashlib
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from pathlib import Path

import artifact
import check_html
import reproducible
import results
from chromium import binary
from compendium.sphinx import directives

PACKAGE = """
from setuptools import build_meta
for build in (build_meta.build_wheel, build_meta.build_sdist):
    build("dist")
"""
PAGE = """# clickbandits {version}

Made from commit `{commit}` of {date} (tag `v{version}`), profile `{profile}`, with Python {python}.
The identifier of its sources at Software Heritage is `{sources}`.

| file | contents |
|---|---|
| `clickbandits-{version}-py3-none-any.whl` | the library for `pip install` |
| `clickbandits-{version}.tar.gz` | the library's source |
| `book.zip` | the book: unpack it and open `book/index.html`; it works offline |
| `book.pdf` | the book for printing; the file includes the time at which it was made |
| `claims.json` | every claim with its verdict, page, source and the numbers behind it |
| `expected.json` | the expected data of each figure, as a digest and a summary by column |
| `results.zip` | every game and finding from which the book is built, as an RO-Crate |

`sha256sum -c SHA256SUMS` (on macOS `shasum -a 256 -c SHA256SUMS`) checks the files.

To check the results, clone the repository at this tag and run `make replay RESULTS=results.zip` there.
It builds the book from these games, plays at least one file in a hundred of every curve again, in a
new random sample each time, and computes every finding and figure from them. `ARTIFACT.md` explains
what this shows and what it does not.
"""


class Refused(Exception):
    """No release is made; the message contains the reason and a remedy."""


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=reproducible.ROOT, help="the project's folder")
    parser.add_argument("--profile", default="paper", help="paper for a release; quick only for a trial")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    try:
        about = released(root) | {"profile": options.profile, "python": platform.python_version()}
        if not binary():
            raise Refused("printing the book needs Chromium or Chrome; install one of them")
        names = assemble(build(root, about), root / "dist", about)
    except (Refused, subprocess.CalledProcessError) as why:
        print(f"error: no release is made: {why}", file=sys.stderr)
        return 1
    print(f"version {about['version']} is in {root / 'dist'}: {', '.join(names)}")
    print(f"its sources are {about['sources']}")
    return 0


def released(root):
    """The commit to release, its time in seconds since 1970, and the version.

    Raises
    ------
    Refused
        If a file is changed or unknown to git, or the version's tag names another commit.
    """
    if changed := _git(root, "status", "--porcelain"):
        first = changed.splitlines()[0].strip()
        raise Refused(
            f"the folder is not as committed ({first}); commit, or put aside, the changes and retry"
        )
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    tag, commit = f"v{version}", _git(root, "rev-parse", "HEAD")
    tagged = _git(root, "rev-list", "-n", "1", tag) if _git(root, "tag", "--list", tag) else ""
    if tagged != commit:
        raise Refused(
            f"the tag {tag} {f'is commit {tagged[:12]}' if tagged else 'does not exist'}, and this "
            f"is {commit[:12]}; check out {tag}, or give this commit a version and a tag of its own"
        )
    return {
        "commit": commit,
        "time": int(_git(root, "log", "-1", "--format=%ct")),
        "version": version,
        "sources": directives.sources_of(root),
    }


def _git(root, *arguments):
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()


def build(root, about):
    """Build, check, print and pack everything in a copy of the commit; returns the copy."""
    copy = root / "_build" / "release"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    _git(root, "archive", "--output", str(copy / "commit.tar"), about["commit"])
    with tarfile.open(copy / "commit.tar") as file:
        file.extractall(copy, filter="data")
    os.environ[directives.SOURCES] = about["sources"]  # the copy is not a clone
    reproducible.build(copy, about["profile"])
    if about["profile"] == "paper" and artifact.compare(copy):
        raise Refused("some figures differ from the expected ones; `make artifact` lists them")
    if problems := check_html.check(copy / "_build" / "html"):
        raise Refused(f"the pages have problems: {'; '.join(problems)}")
    variables = reproducible.environment(copy) | {"SOURCE_DATE_EPOCH": str(about["time"])}
    for program in (["tools/print_pdf.py"], ["-c", PACKAGE]):
        subprocess.run([sys.executable, *program], cwd=copy, env=variables, check=True)
    return copy


def assemble(copy, dist, about):
    """Write the folder `dist` from the build in the copy; returns the names of its files."""
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    html, store = copy / "_build" / "html", copy / ".cache"
    pages = {
        f"book/{path.relative_to(html).as_posix()}": path.read_bytes()
        for path in html.rglob("*")
        if path.is_file()
    }
    results.write_zip(dist / "book.zip", pages, about["time"])
    contents = {
        f"games/{path.relative_to(store).as_posix()}": path.read_bytes()
        for path in store.glob(f"{'[0-9a-f]' * 32}/*.npz")
    }
    contents["claims.json"] = (html / "claims.json").read_bytes()
    results.pack(dist / "results.zip", contents, about, about["time"])
    for path in (
        copy / "_build" / "book.pdf",
        html / "claims.json",
        copy / "artifact" / "expected.json",
        *(copy / "dist").iterdir(),
    ):
        shutil.copyfile(path, dist / path.name)
    fix_times(next(dist.glob("*.tar.gz")), about["time"])
    date = time.strftime("%Y-%m-%d", time.gmtime(about["time"]))
    (dist / "README.md").write_text(PAGE.format(**about, date=date), "utf-8")
    names = sorted(path.name for path in dist.iterdir())
    sums = [f"{hashlib.sha256((dist / name).read_bytes()).hexdigest()}  {name}" for name in names]
    (dist / "SHA256SUMS").write_text("\n".join(sums) + "\n", "utf-8")
    return [*names, "SHA256SUMS"]


def fix_times(path, epoch):
    """Rewrite a `.tar.gz` without the time at which it was packed and the user who packed it."""
    buffer = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=buffer, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            content = old.extractfile(member)
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.pax_headers = {}
            new.addfile(member, content)
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=epoch) as packed:
        packed.write(buffer.getvalue())


if __name__ == "__main__":
    sys.exit(main())
