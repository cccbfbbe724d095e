"""The archive of results, and the program that checks whether the code plays the games in it."""

import json
import os
import subprocess
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

import replay
import reproducible
import results
from clickbandits import PBM_TS, Experiment, pbm, run, store
from compendium.claims import NO_DATA

pytestmark = pytest.mark.usefixtures("own_store")
ABOUT = {"profile": "quick", "commit": "0" * 40}
GAMES = Experiment(
    "demo:shop", pbm.MODEL, pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3]), [PBM_TS], 40, 30, seed=1, chunk=10
)
GAME = f"games/{'a' * 32}/0000000-0000010.npz"


def packed(path, contents, about=ABOUT):
    """An archive of these files, each under its name; a name may occur twice."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a warning that a name occurs twice
        files = [*contents, ("manifest.json", json.dumps(about).encode())]
        known = {name: content for name, content in files if results.NAME.fullmatch(name)}
        described = json.dumps(results.crate(known, ABOUT, 0)).encode()
        for name, content in [*files, (results.CRATE, described)]:
            file.writestr(name, content)
    return path


@pytest.fixture
def whole(tmp_path):
    """The files of an archive as it is made, by name."""
    results.pack(tmp_path / "whole.zip", {GAME: b"game" * 20, "claims.json": b"{}"}, ABOUT, 1_700_000_000)
    with zipfile.ZipFile(tmp_path / "whole.zip") as file:
        return {name: file.read(name) for name in file.namelist()}


def test_one_forged_file_is_known_by_its_name(whole, tmp_path):
    more = GAME.replace("0", "1")
    forgeries = {
        GAME: whole | {GAME: b"lame" * 20},
        "claims.json": {name: content for name, content in whole.items() if name != "claims.json"},
        more: whole | {more: b"one more"},
    }
    for case, (name, forged) in enumerate(forgeries.items()):
        results.write_zip(tmp_path / f"{case}.zip", forged)
        with pytest.raises(ValueError, match=f"'{name}' does not match"):
            results.unpack(tmp_path / f"{case}.zip", tmp_path / str(case))


def test_the_archive_is_described_as_a_crate_file_by_file(whole):
    described = json.loads(whole.pop(results.CRATE))
    graph = {entity["@id"]: entity for entity in described["@graph"]}
    assert "sha256" in described["@context"][1]  # the context of 1.1 does not have it
    assert {part["@id"] for part in graph["./"]["hasPart"]} == whole.keys()
    assert graph[results.CRATE]["conformsTo"]["@id"] == "https://w3id.org/ro/crate/1.1"
    assert all(graph[name]["license"]["@id"] in graph for name in whole)
    assert ABOUT["commit"] in graph["#sources"]["identifier"]


@pytest.mark.parametrize(
    "name",
    [
        "../evil.json",
        "/claims.json",
        "games/../claims.json",
        "games\\..\\..\\claims.json",
        "claims.json/",
        "evil.json",
        "claims.json\n",
    ],
)
def test_nothing_is_written_under_a_name_that_no_result_has(name, tmp_path):
    archive = packed(tmp_path / "evil.zip", [(GAME, b"x"), (name, b"x")])
    with pytest.raises(ValueError, match="is not the name of a result"):
        results.unpack(archive, tmp_path / "deep" / "empty")
    assert {path.name for path in tmp_path.rglob("*")} <= {"evil.zip"}


@pytest.mark.parametrize(
    ("contents", "about", "why"),
    [
        ([(GAME, b"x"), (GAME, b"y")], ABOUT, "is not the name of a result, or occurs twice"),
        ([(GAME, bytes(1_000_000))], ABOUT, "unpacks to more than 100 times its size"),
        ([], ABOUT | {"profile": "../up"}, "lacks a known profile"),
        ([], ABOUT | {"commit": "\x1b[2J"}, "lacks a known profile or a commit"),
        ([], ABOUT | {"commit": 1}, "cannot be read"),
        ([], [], "cannot be read"),
    ],
)
def test_an_archive_that_is_not_what_it_says_is_refused(contents, about, why, tmp_path):
    with pytest.raises(ValueError, match=why):
        results.unpack(packed(tmp_path / "a.zip", contents, about), tmp_path / "empty")


def test_a_damaged_archive_is_named(whole, tmp_path):
    archive = tmp_path / "whole.zip"
    content = archive.read_bytes()
    for damaged in (content[:-30], b"", content[:90] + b"\xff\xff\xff\xff" + content[94:]):
        archive.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"whole\.zip cannot be read"):
            results.unpack(archive, tmp_path / "empty")


@pytest.mark.parametrize(("share", "number"), [(0.01, 1), (0.3, 1), (0.5, 2), (1, 3)])
def test_of_each_curve_the_share_and_at_least_one_file_is_drawn(share, number, tmp_path):
    drawn = set()
    for seed in range(8):
        here, sample = tmp_path / f"store {seed}", tmp_path / f"sample {seed}"
        for curve in "ab":
            (here / curve).mkdir(parents=True)
            for name in "123":
                (here / curve / name).write_text("")
        replay.draw(here, sample, seed, share)
        assert [len(list((sample / curve).iterdir())) for curve in "ab"] == [number] * 2
        assert len(list(here.rglob("*/*"))) == 6 - 2 * number
        drawn |= {tuple(sorted(str(path.relative_to(sample)) for path in sample.rglob("*/*")))}
    assert len(drawn) > 1 or share == 1, "another seed draws other files"


def finding(verdict="holds", failed=(), **numbers):
    """The compared part of an entry of `claims.json`."""
    rows = [{"key": key, "label": f"the {key}", "value": value} for key, value in numbers.items()]
    return {"id": "pbm:a", "verdict": verdict, "failed": list(failed), "numbers": rows}


FOUND = finding(gap=0.5, runs=20)


def findings(folder, *entries):
    """These entries after they have been written and read back."""
    folder.mkdir(exist_ok=True)
    (folder / "claims.json").write_text(json.dumps({"claims": entries}))
    return replay.findings(folder)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (FOUND, ""),
        (finding(gap=0.5 + 1e-12, runs=20), ""),
        (finding(gap=0.6, runs=20), "gap: 0.6 in the archive, computed 0.5"),
        (finding(gap=0.5, runs=21), "runs: 21 in the archive, computed 20"),
        (finding(gap=[0.5], runs=20), "gap: [0.5] in the archive"),
        (finding(gap=0.5), "runs: None in the archive, computed 20"),
        (finding("refuted", gap=0.5, runs=20), "verdict: 'refuted' in the archive, computed 'h"),
        (finding("holds", ["a"], gap=0.5, runs=20), "conditions not met: ['a'] in the archive"),
        (finding(NO_DATA, gap=0.7), ""),  # the data are here
    ],
)
def test_findings_are_compared_with_those_that_the_games_give(entry, why, tmp_path):
    given, computed = findings(tmp_path, entry), findings(tmp_path, FOUND)
    said = list(replay.different_findings(given, computed))
    assert [line.startswith(f"pbm:a, {why}") for line in said] == ([True] if why else [])


def test_findings_that_are_stale_missing_or_unreadable_are_said(tmp_path):
    one = findings(tmp_path, FOUND)
    assert "verdict: 'holds' in the archive, comp" in next(replay.different_findings(one, {}))
    assert "None in the archive, computed 'holds'" in next(replay.different_findings({}, one))
    for entry in ({}, 1, {**FOUND, "numbers": [1]}):
        with pytest.raises(ValueError, match=r"claims\.json cannot be read"):
            findings(tmp_path, entry)


def forge(key, folder, number, replications):
    """Change the last bits of some games in a file, and recompute its digest."""
    path, which = folder / f"{number:07d}-{number + 10:07d}.npz", range(number, number + 10)
    regret = store.load(path, key, which, len(GAMES.checkpoints))
    regret[replications, -3] += 1e-12
    store.save(path, key, which, regret)


@pytest.fixture
def build(monkeypatch):
    """Replaces a build that would take minutes by a build of one experiment and one claim."""

    def build(copy, profile):
        monkeypatch.setenv("CLICKBANDITS_CACHE", str(copy / ".cache"))
        run(GAMES)
        (copy / "_build" / "html").mkdir(parents=True)
        findings(copy / "_build" / "html", FOUND)

    monkeypatch.setattr(reproducible, "build", build)


def test_a_replay_passes_a_true_archive_and_names_what_is_forged(build, tmp_path, capsys):
    run(GAMES)
    key, archive = GAMES.key(PBM_TS), tmp_path / "results.zip"
    games, root = Path(os.environ["CLICKBANDITS_CACHE"]), tmp_path / "root"
    root.mkdir()

    def replayed(*left_out, found=FOUND, **more):
        contents = {
            f"games/{path.relative_to(games).as_posix()}": path.read_bytes()
            for path in sorted(games.rglob("*.npz"))
            if path.name not in left_out
        } | {"claims.json": json.dumps({"claims": [found]}).encode()}
        results.pack(archive, contents | more, ABOUT, 1_700_000_000)
        status = replay.main([str(archive), "--root", str(root), "--seed", "7", "--share", "1"])
        return status, capsys.readouterr()

    status, said = replayed()
    assert status == 0 and said.err == ""
    assert "SEED=7 draws" in said.out and "3 of 3 files of games are played again" in said.out
    assert "missing and has been played" in replayed("0000000-0000010.npz")[1].err
    status, said = replayed(**{GAME: b""})
    assert status == 1 and f"{GAME} is stale, because the present code needs no" in said.err
    assert "pbm:a, verdict: 'refuted' in the" in replayed(found=finding("refuted"))[1].err
    forge(key, games / key[:32], 10, [4, 7])
    status, said = replayed()
    number = len(GAMES.checkpoints)
    assert status == 1 and said.err == (
        f"error: games/{key[:32]}/0000010-0000020.npz differs when it is played again: "
        f"replication 14 from checkpoint {number - 2} of {number} on; "
        f"replication 17 from checkpoint {number - 2} of {number} on\n"
    )
    archive.write_text("")
    assert replay.main([str(archive), "--root", str(root)]) == 2
    assert "cannot be read as an archive" in capsys.readouterr().err


def test_a_file_with_the_same_numbers_in_other_bytes_is_named(tmp_path):
    run(GAMES)
    name, sample = Path(GAMES.key(PBM_TS)[:32], "0000000-0000010.npz"), tmp_path / "sample"
    (sample / name).parent.mkdir(parents=True)
    with np.load(store.folder() / name) as file:
        np.savez_compressed(sample / name, **file)
    problem = next(replay.different_games(sample, store.folder(), [f"games/{name}"]))
    assert "differs when it is played again: not in a number, but" in problem


def test_a_file_that_was_not_drawn_and_is_damaged_is_named(tmp_path):
    run(GAMES)
    folder = store.folder() / GAMES.key(PBM_TS)[:32]
    (folder / "0000000-0000010.npz").write_bytes(b"")
    run(GAMES)
    listed = [f"games/{folder.name}/{path.name}" for path in folder.iterdir()]
    (problem,) = replay.different_games(tmp_path / "none", store.folder(), listed)
    assert problem.endswith("0000000-0000010.npz was damaged and has been played now")


def test_a_book_that_does_not_build_is_an_error(monkeypatch, tmp_path, capsys):
    def fails(copy, profile):
        raise subprocess.CalledProcessError(1, "run_notebooks")

    monkeypatch.setattr(reproducible, "build", fails)
    (tmp_path / "root").mkdir()
    archive = packed(tmp_path / "a.zip", [("claims.json", b'{"claims": []}')])
    assert replay.main([str(archive), "--root", str(tmp_path / "root")]) == 1
    assert capsys.readouterr().err == "error: the book did not build; see above\n"


@pytest.mark.parametrize("wrong", [["--share", "0"], ["--share", "1.5"], ["--seed", "-1"]])
def test_a_seed_or_share_that_cannot_be_is_refused(wrong, capsys):
    with pytest.raises(SystemExit):
        replay.main(["results.zip", *wrong])
    assert "the share must be above 0 and at most 1" in capsys.readouterr().err
