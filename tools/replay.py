"""Build the book from an archive of results, and check these: `make replay RESULTS=results.zip`.

Only the games are taken from the archive. A random sample of the files of every curve (a policy in an
experiment) is left out, 1 % of them and at least one. The build plays these games itself, and they are
compared bit by bit. Findings and figures are computed again from the games and compared with the
archive's `claims.json` and with `artifact/expected.json`. The archive is therefore trusted only for the
games that were not drawn, and the seed of the draw is new each time.

    python tools/replay.py results.zip                # a new seed, which is printed
    python tools/replay.py results.zip --seed 7       # the same sample again
    python tools/replay.py results.zip --share 0.2    # a fifth of all files; 1: every one
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import json
import math
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

import artifact
import reproducible
import results
from clickbandits import store
from compendium import claims


def main(arguments=None):
    """Run the tool; returns the exit status."""
    options = _options(arguments)
    place = options.root.resolve() / "_build" / "replay"
    shutil.rmtree(place, ignore_errors=True)
    copy, archive, sample = place / "project", place / "archive", place / "sample"
    reproducible.copy_sources(options.root, copy)
    try:
        about, listed = results.unpack(options.results, archive)
        given = findings(archive)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"results of the profile {about['profile']}, made at commit {about['commit']}")
    (archive / "games").mkdir(exist_ok=True)
    (archive / "games").rename(copy / ".cache")
    draw(copy / ".cache", sample, options.seed, options.share)
    print(f"seed {options.seed}: SEED={options.seed} draws the same games")
    drawn, files = len(list(sample.glob("*/*"))), sum(name.endswith(".npz") for name in listed)
    print(f"{drawn:,} of {files:,} files of games are played again", flush=True)
    figures = 0
    try:
        reproducible.build(copy, about["profile"])
        html = copy / "_build" / "html"
        print(f"the book of these games: {html / 'index.html'}")
        problems = list(different_findings(given, findings(html)))
        if about["profile"] == "paper":
            figures = artifact.compare(copy)
    except subprocess.CalledProcessError:
        problems = ["the book did not build; see above"]
    problems += different_games(sample, copy / ".cache", listed)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems or figures else 0


def _options(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path, help="the archive, such as results.zip")
    parser.add_argument("--seed", type=int, default=secrets.randbits(40), help="the seed of the sample")
    parser.add_argument("--share", type=float, default=0.01, help="of each curve's files; at least one file")
    parser.add_argument("--root", type=Path, default=reproducible.ROOT, help="the project's folder")
    options = parser.parse_args(arguments)
    if options.seed < 0 or not 0 < options.share <= 1:
        parser.error("the seed must be at least 0, and the share must be above 0 and at most 1")
    return options


def draw(here, sample, seed, share):
    """Move files of every curve, at random and at least one, from the store `here` to `sample`."""
    rng = np.random.default_rng(seed)
    for curve in sorted(here.iterdir()):
        files = sorted(curve.iterdir())
        (sample / curve.name).mkdir(parents=True)
        for which in rng.choice(len(files), math.ceil(share * len(files)), replace=False):
            files[which].rename(sample / curve.name / files[which].name)


def different_games(sample, here, listed):
    """Messages about games that differ between archive and build, are stale, or are missing.

    `listed` has the names of the archive's files.
    """
    for path in sorted(sample.rglob("*.npz")):
        name = path.relative_to(sample)
        if not (here / name).exists():
            yield f"games/{name} is stale, because the present code needs no such games"
        elif path.read_bytes() != (here / name).read_bytes():
            yield f"games/{name} differs when it is played again: {differences(path, here / name)}"
    for path in sorted(here.glob("*/*.npz")):
        if f"games/{path.relative_to(here).as_posix()}" not in listed:
            yield f"games/{path.relative_to(here)} was missing and has been played now"
    for path in sorted(here.glob("*/*.rejected")):
        yield f"games/{path.relative_to(here).with_suffix('')} was damaged and has been played now"


def differences(given, played):
    """The games in which two files differ, and the checkpoints from which on they do."""
    with np.load(played) as file:
        key, regret = str(file["key"]), file["regret"]
    first, end = map(int, given.stem.split("-"))
    stored = store.load(given, key, range(first, end), regret.shape[1])
    if stored is None:
        return "it is damaged"
    differ = stored.view(np.uint64) != regret.view(np.uint64)
    games = [
        f"replication {first + game} from checkpoint {1 + row.argmax()} of {row.size} on"
        for game, row in enumerate(differ)
        if row.any()
    ]
    return "; ".join(games) or "not in a number, but in the way it was written"


def findings(folder):
    """Verdict, conditions not met, and numbers of every result and step in `claims.json`, by id.

    Raises
    ------
    ValueError
        If the file is absent, or not as the book writes it.
    """
    try:
        content = json.loads((folder / "claims.json").read_text("utf-8"))["claims"]
        return {
            each["id"]: {"verdict": each["verdict"], "conditions not met": each["failed"]}
            | {number["key"]: number["value"] for number in each["numbers"]}
            for claim in content
            for each in (claim, *claim.get("steps", ()))  # version 3.0 had no steps
        }
    except (OSError, AttributeError, KeyError, TypeError, ValueError) as why:
        raise ValueError(f"the findings in claims.json cannot be read ({why!r})") from None


def different_findings(given, computed):
    """Messages about findings of the archive that differ from those of its games.

    A claim about data that one of the builds did not have is not compared.
    """
    for id in sorted(given.keys() | computed.keys()):
        one, other = given.get(id, {}), computed.get(id, {})
        if (one.get("verdict") == claims.NO_DATA) != (other.get("verdict") == claims.NO_DATA):
            continue
        for what in dict.fromkeys([*one, *other]):
            values = one.get(what), other.get(what)
            if not close(*values):
                yield f"{id}, {what}: {values[0]!r} in the archive, computed {values[1]!r}"


def close(one, other):
    """Whether two values agree; for floats, apart from the last digits, which depend on the machine."""
    if isinstance(one, dict) and isinstance(other, dict):  # an estimate, a span or a share
        return one.keys() == other.keys() and all(close(one[part], other[part]) for part in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(close, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=artifact.TOLERANCE)
    return type(one) is type(other) and one == other


if __name__ == "__main__":
    sys.exit(main())
