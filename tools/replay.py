"""Build the book from an archive of results, and check these: `make replay RESULTS=results.zip`.

Only the games are taken from the archive, into the empty store of a copy of the project. Of every
curve (a policy in an experiment) a random sample is played again while the book is built: at least
1 % of its games, and at least one. All findings and all figures are computed anew from the games
and compared with those of the archive, and with `artifact/expected.json`. So the archive is
believed in nothing but the games that were not drawn, and the seed of the draw is new each time.

    python tools/replay.py results.zip                # a new seed, which is printed
    python tools/replay.py results.zip --seed 7       # the same sample again
    python tools/replay.py results.zip --share 0.2    # a fifth of all games; 1: every one
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import csv
import hashlib
import json
import math
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import artifact
import reproducible
import results
import sampling
from compendium import claims, findings

ROOT = Path(__file__).resolve().parents[1]


def main(arguments=None):
    """Run the tool; returns the exit status."""
    options = _options(arguments)
    root, place = options.root.resolve(), options.root.resolve() / "_build" / "replay"
    shutil.rmtree(place, ignore_errors=True)
    copy, archive, notes = place / "project", place / "archive", place / "notes"
    reproducible.copy_sources(root, copy)
    try:
        manifest = results.unpack(options.results, archive)
        print(f"results of the profile {manifest['profile']}, made at commit {manifest['commit']}")
        print(f"seed {options.seed}: SEED={options.seed} draws the same games", flush=True)
        (archive / "games").mkdir(exist_ok=True)
        shutil.move(archive / "games", copy / ".cache")
        built = build(copy, manifest["profile"], notes, options.seed, options.share)
        curves = sampling.notes(notes)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    found = computed(copy, manifest["profile"])
    problems = [
        *different_games(curves),
        *wrong_files(curves, manifest, copy / ".cache"),
        *different_findings(archive, found, manifest["no data"]),
    ]
    write_sample(place / "sample.csv", curves)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    print(summary(curves))
    print(f"which games: {place / 'sample.csv'}")
    print(f"{len(found)} findings were computed from the games and compared")
    if not built:
        print("error: the book did not build; see above", file=sys.stderr)
        return 1
    figures = compare_figures(copy) if manifest["profile"] == "paper" else 0
    print(f"the book of these games: {copy / '_build' / 'html' / 'index.html'}")
    return 1 if problems or figures else 0


def _options(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path, help="the archive, such as results.zip")
    parser.add_argument("--seed", type=int, default=secrets.randbits(40), help="of the draw")
    parser.add_argument(
        "--share", type=float, default=sampling.SHARE, help="of each curve's games; at least one"
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    options = parser.parse_args(arguments)
    if options.seed < 0 or not 0 < options.share <= 1:
        parser.error("the seed is 0 or more, and the share is above 0 and at most 1")
    return options


def build(copy, profile, notes, seed, share):
    """Build the book in a copy, playing a sample of games again; returns whether that went well.

    The sample is noted in the folder `notes`.
    """
    variables = reproducible.environment(copy)
    sampled = sampling.environment(variables, notes, seed, share)
    notebooks = [sys.executable, "tools/run_notebooks.py", "--profile", profile]
    pages = [sys.executable, "tools/build_book.py"]
    return not (
        subprocess.run(notebooks, cwd=copy, env=sampled).returncode
        or subprocess.run(pages, cwd=copy, env=variables).returncode
    )


def curve(note):
    """A curve's name for people."""
    return f"{note['experiment']}, {note['policy']}, {note['rounds']:,} rounds"


def different_games(curves):
    """What to say of curves with games that were others when they were played again."""
    for note in curves:
        if note["differ"]:
            games = "; ".join(f"replication {which} from round {first:,} on"
                              for which, first in note["differ"])  # fmt: skip
            yield (
                f"{curve(note)}: {len(note['differ'])} of {len(note['played again'])} games "
                f"differ when they are played again, {games}"
            )


def wrong_files(curves, manifest, store):
    """What to say of files of games: unused, missing, or replaced since they were damaged."""
    asked = {f"games/{name}": note for note in curves for name in note["files"]}
    stored = {name: about for name, about in manifest["files"].items() if name.startswith("games/")}
    for name in sorted(stored.keys() - asked.keys()):
        yield f"{name} is stale: the code that is here asks for no such games"
    for name in sorted(asked.keys() - stored.keys()):
        yield f"{name} is missing and was played now: {curve(asked[name])}"
    for name in sorted(asked.keys() & stored.keys()):
        content = (store / name.removeprefix("games/")).read_bytes()
        if hashlib.sha256(content).hexdigest() != stored[name]["sha256"]:
            yield f"{name} is damaged and was played now: {curve(asked[name])}"


def computed(copy, profile):
    """The files of the findings that a build in an empty store has computed, by claim."""
    files = sorted((copy / ".cache" / "findings" / profile).glob("*/*.json"))
    return {path.parent.name: path for path in files}


def different_findings(archive, found, no_data):
    """What to say of findings of the archive that are not those that its games give.

    `no_data` are the claims whose data were not at hand when the archive was made: these are
    compared where the data are not at hand now either, and no others that need data.
    """
    ids = {id.replace(":", "-"): id for id in claims.CLAIMS}
    stored = {path.stem: path for path in sorted((archive / "findings").glob("*.json"))}
    for name in sorted(stored.keys() ^ found.keys()):
        yield f"the finding {ids.get(name, name)} is {'stale' if name in stored else 'missing'}"
    for name in sorted(stored.keys() & found.keys()):
        one, other = stored[name].read_bytes(), found[name].read_bytes()
        claim = claims.CLAIMS[ids[name]]
        comparable = not claim.needs or claim.at_hand != (claim.id in no_data)
        if one != other and comparable and (why := differs(one, other)):
            yield f"the finding {ids[name]} of the archive is not what its games give: {why}"


def differs(stored, found):
    """How two stored findings differ, by more than the last digits; empty where they do not."""
    try:
        stored, found = findings.decoded(stored), findings.decoded(found)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return f"it cannot be read ({error!r})"
    if stored.verdict != found.verdict:
        return f"{stored.verdict!r} in the archive, computed {found.verdict!r}"
    if stored.failed != found.failed:
        return f"conditions not met: {stored.failed} in the archive, computed {found.failed}"
    if stored.labels != found.labels:
        return "it has other numbers, or other labels of them"
    for name, value in found.numbers.items():
        if not close(stored.numbers[name], value):
            return f"{found.label(name)}: {stored.numbers[name]} in the archive, computed {value}"
    return ""


def close(one, other):
    """Whether two numbers of findings agree but for the last digits, which machines may differ in.

    What is no floating-point number is equal or not.
    """
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(close, one, other))
    if isinstance(one, float) and isinstance(other, float):
        same = math.isnan(one) and math.isnan(other)
        return same or math.isclose(one, other, rel_tol=artifact.TOLERANCE)
    return type(one) is type(other) and one == other


def compare_figures(copy):
    """Compare the figures of a build with those that are expected; returns the exit status."""
    expected = json.loads((copy / "artifact" / "expected.json").read_text("utf-8"))
    return artifact.compare(expected, *artifact.collect(copy))


def write_sample(path, curves):
    """Write which games of each curve were played again, a line a curve."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["experiment", "policy", "rounds", "games", "played again", "replications"])
        for note in curves:
            chosen = note["played again"]
            names = ("experiment", "policy", "rounds", "games")
            writer.writerow(
                [*(note[name] for name in names), len(chosen), " ".join(map(str, chosen))]
            )


def summary(curves):
    """What was played again, and what that can find, in a few lines."""
    played = [len(note["played again"]) for note in curves]
    if not played:
        return "no game was asked for"
    differ = sum(len(note["differ"]) for note in curves)
    single = min(sampling.chance(note["games"], len(note["played again"]), 1) for note in curves)
    return (
        f"{sum(played):,} of {sum(note['games'] for note in curves):,} games of {len(curves)} "
        f"curves were played again, {min(played)} to {max(played)} of each; {differ} differ.\n"
        "Where the share f of a curve's games is forged, k played again show it with a chance of "
        f"1 - (1 - f)^k or more; one forged game, wherever it is, with {100 * single:.1f} %."
    )


if __name__ == "__main__":
    sys.exit(main())
