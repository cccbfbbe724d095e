"""Make what a release offers, in `dist/`, from the commit that the version's tag names.

Everything is made in a copy of the commit. The book is built there from the games that `.cache`
holds; what is missing is played, and a sample is played again (see `replay`). So the archive of
results has the games for which this commit asks, and no others.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import gzip
import hashlib
import io
import platform
import secrets
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

import check_html
import replay
import reproducible
import results
import sampling
from chromium import binary
from clickbandits import store
from compendium import claims

ROOT = Path(__file__).resolve().parents[1]
SUMS = "SHA256SUMS"
BOOK = "book"
"""The folder that `book.zip` unpacks to."""
PACKAGE = """
from setuptools import build_meta
for build in (build_meta.build_wheel, build_meta.build_sdist):
    build("dist")
"""
OFFERED = {
    "*.whl": "the library for `pip install`",
    "*.tar.gz": "the library's source",
    "book.zip": f"the book: unpack it and open `{BOOK}/index.html`; it needs no network",
    "book.pdf": "the book on paper; its bytes hold the time of its printing",
    "claims.json": "every claim with its verdict, page, source and the numbers behind it",
    "expected.json": "what the data of each figure must be: a digest, and a summary by column",
    "results.zip": "every game and finding that the book is built from, with a manifest",
}
"""What is in `dist/`, and what to say of it."""
PAGE = """# clickbandits {version}

Made from commit `{commit}` of {date} (tag `{tag}`), profile `{profile}`, with Python {python}.

| file | what it is |
|---|---|
{rows}

`sha256sum -c {sums}` (on macOS `shasum -a 256 -c {sums}`) checks the files.

Whoever doubts the results needs a clone of the repository at this tag. There,
`make replay RESULTS=results.zip` builds the book from these games, plays at least one in a hundred
of every curve again, drawn anew each time, and computes every finding and figure from them.
`ARTIFACT.md` says what this shows, and what it does not.
"""


class Refused(Exception):
    """Why no release is made; the message says how to go on."""


class Commit(NamedTuple):
    """What is released: the commit, its time in seconds since 1970, the version, and its tag."""

    id: str
    time: int
    version: str
    tag: str


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--profile", default="paper", help="quick only to try it")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    try:
        commit = released(root)
        if not binary():
            raise Refused(
                "the book is printed by Chromium or Chrome, and none was found; install one"
            )
        copy, curves = build(root, commit, options.profile)
        names = assemble(copy, root / "dist", curves, commit, options.profile)
    except Refused as why:
        print(f"error: no release is made: {why}", file=sys.stderr)
        return 1
    print(f"version {commit.version} is in {root / 'dist'}: {', '.join(names)}")
    return 0


def released(root):
    """The commit that is released.

    Raises
    ------
    Refused
        Where a file is changed or unknown to git, or the version's tag names another commit.
    """
    if changed := _git(root, "status", "--porcelain"):
        first = changed.splitlines()[0].strip()
        raise Refused(f"the folder is not as committed ({first}); commit, or put aside, and retry")
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    tag, commit = f"v{version}", _git(root, "rev-parse", "HEAD")
    tagged = _git(root, "rev-list", "-n", "1", tag) if _git(root, "tag", "--list", tag) else ""
    if tagged != commit:
        raise Refused(
            f"the tag {tag} {f'is commit {tagged[:12]}' if tagged else 'does not exist'}, and this "
            f"is {commit[:12]}; check out {tag}, or give this commit a version and a tag of its own"
        )
    return Commit(commit, int(_git(root, "log", "-1", "--format=%ct")), version, tag)


def _git(root, *arguments):
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()


def build(root, commit, profile):
    """Build all in a copy of the commit; returns the copy and what is known of its games."""
    place = root / "_build" / "release"
    shutil.rmtree(place, ignore_errors=True)
    copy, notes, archive = place / "project", place / "notes", place / "commit.tar"
    copy.mkdir(parents=True)
    _git(root, "archive", "--output", str(archive), commit.id)
    with tarfile.open(archive) as file:
        file.extractall(copy, filter="data")
    for games in (root / store.folder()).glob("[0-9a-f]" * 32):
        shutil.copytree(games, copy / ".cache" / games.name)
    if not replay.build(copy, profile, notes, secrets.randbits(40), sampling.SHARE):
        raise Refused("the book did not build; see above")
    curves = sampling.notes(notes)
    print(replay.summary(curves))
    if problems := list(replay.different_games(curves)):
        raise Refused(f"games in the store are wrong: {'; '.join(problems)}")
    if profile == "paper" and replay.compare_figures(copy):
        raise Refused("figures are not as expected; see `make artifact`")
    if problems := check_html.check(copy / "_build" / "html"):
        raise Refused(f"the pages have problems: {'; '.join(problems)}")
    variables = reproducible.environment(copy) | {"SOURCE_DATE_EPOCH": str(commit.time)}
    for program in (["tools/print_pdf.py"], ["-c", PACKAGE]):
        if subprocess.run([sys.executable, *program], cwd=copy, env=variables).returncode:
            raise Refused("the book was not printed, or the library not packed; see above")
    return copy, curves


def assemble(copy, dist, curves, commit, profile):
    """Write the folder `dist` from what was built in the copy; returns the names of its files."""
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    html = copy / "_build" / "html"
    pages = {
        f"{BOOK}/{path.relative_to(html).as_posix()}": path.read_bytes()
        for path in html.rglob("*")
        if path.is_file()
    }
    results.write_zip(dist / "book.zip", pages, commit.time)
    shutil.copyfile(copy / "_build" / "book.pdf", dist / "book.pdf")
    shutil.copyfile(html / "claims.json", dist / "claims.json")
    shutil.copyfile(copy / "artifact" / "expected.json", dist / "expected.json")
    for package in (copy / "dist").iterdir():
        shutil.copyfile(package, dist / package.name)
        if package.name.endswith(".tar.gz"):
            fix_times(dist / package.name, commit.time)
    pack_results(copy, dist / "results.zip", curves, commit, profile)
    (dist / "README.md").write_text(page(dist, commit, profile), "utf-8")
    names = sorted(path.name for path in dist.iterdir())
    sums = [f"{hashlib.sha256((dist / name).read_bytes()).hexdigest()}  {name}" for name in names]
    (dist / SUMS).write_text("\n".join(sums) + "\n", "utf-8")
    return [*names, SUMS]


def pack_results(copy, path, curves, commit, profile):
    """Write the archive of the games and findings that a build has asked for."""
    games = sorted({name for note in curves for name in note["files"]})
    files = {f"games/{name}": copy / ".cache" / name for name in games}
    found = replay.computed(copy, profile)
    files |= {f"findings/{name}.json": file for name, file in found.items()}
    known = ("experiment", "policy", "rounds", "games", "files")
    about = {
        "commit": commit.id,
        "version": commit.version,
        "profile": profile,
        "python": platform.python_version(),
        "no data": [id for id, claim in claims.CLAIMS.items() if not claim.at_hand],
        "curves": [{name: note[name] for name in known} for note in curves],
    }
    results.pack(path, files, about, commit.time)


def fix_times(path, epoch):
    """Write a `.tar.gz` again so that its bytes tell neither when nor by whom it was packed."""
    buffer = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=buffer, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            content = old.extractfile(member)
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.pax_headers = {}
            new.addfile(member, content)
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=epoch) as packed:
        packed.write(buffer.getvalue())


def page(dist, commit, profile):
    """The page that says what each file is."""
    rows = []
    for pattern, what in OFFERED.items():
        (file,) = dist.glob(pattern)
        rows.append(f"| `{file.name}`, {file.stat().st_size / 1e3:,.0f} kB | {what} |")
    return PAGE.format(
        commit=commit.id,
        date=time.strftime("%Y-%m-%d", time.gmtime(commit.time)),
        tag=commit.tag,
        version=commit.version,
        profile=profile,
        python=platform.python_version(),
        rows="\n".join(rows),
        sums=SUMS,
    )


if __name__ == "__main__":
    sys.exit(main())
