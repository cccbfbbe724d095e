"""The archive of results, and what finds out whether its games are those that the code plays."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import replay
import results
import sampling
from clickbandits import PBM_TS, Experiment, pbm, run, store
from compendium import claims, findings
from compendium.finding import Finding

pytestmark = pytest.mark.usefixtures("own_store")
ABOUT = {"profile": "quick", "commit": "0" * 40, "no data": []}
GAMES = Experiment(
    "demo:shop", pbm.MODEL, pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3]), [PBM_TS], 40, 30, seed=1,
    chunk=10,
)  # fmt: skip


@pytest.fixture
def files(tmp_path):
    """Some files under names of results."""
    names = [f"games/{'a' * 32}/0000000-0000010.npz", "findings/pbm-theorem-6.json"]
    for name in names:
        path = tmp_path / "made" / name
        path.parent.mkdir(parents=True)
        path.write_bytes(name.encode() * 20)
    return {name: tmp_path / "made" / name for name in names}


def hostile(path, contents, **changed):
    """An archive of these files by name, with a manifest that lists them as they are."""
    listed = {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in contents.items()
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("manifest.json", json.dumps(ABOUT | {"files": listed} | changed))
        for name, content in contents.items():
            file.writestr(name, content)
    return path


def test_an_archive_unpacks_in_an_empty_folder_to_what_was_packed(files, tmp_path):
    results.pack(tmp_path / "one.zip", files, ABOUT, 1_700_000_000)
    manifest = results.unpack(tmp_path / "one.zip", tmp_path / "empty")
    assert manifest["profile"] == "quick" and manifest["files"].keys() == files.keys()
    for name, path in files.items():
        assert (tmp_path / "empty" / name).read_bytes() == path.read_bytes()
        os.utime(path, (0, 0))
    results.pack(tmp_path / "two.zip", dict(reversed(files.items())), ABOUT, 1_700_000_000)
    assert (tmp_path / "two.zip").read_bytes() == (tmp_path / "one.zip").read_bytes()


@pytest.mark.parametrize(
    "name",
    ["../evil.json", "/evil.json", "findings/../../evil.json", "games/a/../../../evil.npz",
     "findings\\..\\..\\evil.json", "findings/evil.json/", "evil.json", "findings/evil.json\n"],
)  # fmt: skip
def test_nothing_is_written_under_a_name_that_no_result_has(name, tmp_path):
    archive = hostile(tmp_path / "evil.zip", {name: b"x"})
    with pytest.raises(ValueError, match="is no name of a result"):
        results.unpack(archive, tmp_path / "deep" / "empty")
    assert {path.name for path in tmp_path.rglob("*")} <= {"evil.zip"}


@pytest.mark.parametrize(
    ("changed", "content", "why"),
    [
        ({"files": {}}, b"x", "archive and manifest differ in findings/a.json"),
        ({"files": {"findings/b.json": {}}}, b"x", "differ in findings/a.json, findings/b.json"),
        ({"files": {"findings/a.json": {"bytes": 9, "sha256": "0"}}}, b"x", "its sha256 differs"),
        ({"files": {"findings/a.json": 1}}, b"x", "cannot be read"),
        ({"profile": "../up"}, b"x", "names no known profile"),
        ({"commit": "\x1b[2J"}, b"x", "names no known profile, or no commit"),
        ({}, bytes(1_000_000), "unpacks to more than 100 times its size"),
    ],
)
def test_an_archive_that_is_not_what_it_says_is_refused(changed, content, why, tmp_path):
    archive = hostile(tmp_path / "a.zip", {"findings/a.json": content}, **changed)
    with pytest.raises(ValueError, match=why):
        results.unpack(archive, tmp_path / "empty")


def test_two_files_of_one_name_are_refused(tmp_path):
    archive = hostile(tmp_path / "a.zip", {"findings/a.json": b"x"})
    with zipfile.ZipFile(archive, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("findings/a.json", b"y")
    with pytest.raises(ValueError, match="two files of one name: findings/a.json"):
        results.unpack(archive, tmp_path / "empty")


def test_a_damaged_archive_is_named(files, tmp_path):
    archive = tmp_path / "one.zip"
    results.pack(archive, files, ABOUT, 1_700_000_000)
    whole = archive.read_bytes()
    for damaged in (whole[:-30], b"", whole[:50] + b"\xff\xff\xff\xff" + whole[54:]):
        archive.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"one\.zip cannot be read|sha256 differs"):
            results.unpack(archive, tmp_path / "empty")


def forge(experiment, replications, checkpoint=-3):
    """Change a float of some stored games, and renew the digests of their files."""
    (policy,) = experiment.policies
    key = experiment.key(policy)
    for which in experiment.chunks():
        path = store.folder() / key[:32] / f"{which.start:07d}-{which.stop:07d}.npz"
        regret = store.load(path, key, which, len(experiment.checkpoints))
        for replication in set(which) & set(replications):
            regret[replication - which.start, checkpoint] += 1e-12
        store.save(path, key, which, regret)


def sampled(folder, experiment, seed, share):
    """The note on the experiment's only curve."""
    with ThreadPoolExecutor(1) as executor:
        settings = {"seed": seed, "share": share}
        folder.mkdir()
        sampling.sample(folder, settings, run(experiment), experiment.policies[0], executor)
    (note,) = sampling.notes(folder)
    return note


def test_true_games_are_the_same_when_they_are_played_again(tmp_path):
    run(GAMES)
    note = sampled(tmp_path / "notes", GAMES, seed=1, share=1.0)
    assert note["played again"] == list(range(30)) and note["differ"] == []
    assert {
        path.relative_to(store.folder()).as_posix() for path in store.folder().rglob("*.npz")
    } == set(note["files"])


def test_a_forged_game_is_named_with_its_first_round(tmp_path):
    run(GAMES)
    forge(GAMES, [17])
    note = sampled(tmp_path / "notes", GAMES, seed=1, share=1.0)
    (problem,) = replay.different_games([note])
    assert problem == (
        "demo:shop, PBM-TS, 40 rounds: 1 of 30 games differ when they are played again, "
        f"replication 17 from round {GAMES.checkpoints[-3]} on"
    )


def test_a_forgery_is_found_as_often_as_is_said(tmp_path):
    run(GAMES)
    forge(GAMES, range(3, 15, 2))  # a fifth of the games, none in the last chunk
    notes = [sampled(tmp_path / f"{seed}", GAMES, seed, share=0.1) for seed in range(60)]
    assert all(len(note["played again"]) == 3 for note in notes)
    assert len({tuple(note["played again"]) for note in notes}) > 50, "each seed draws anew"
    found, chance = sum(bool(note["differ"]) for note in notes), sampling.chance(30, 3, 6)
    assert abs(found - 60 * chance) < 3 * np.sqrt(60 * chance * (1 - chance))


def test_the_chance_is_that_of_a_draw_without_replacement():
    assert sampling.chance(10_000, 100, 1) == pytest.approx(0.01)
    assert sampling.chance(5, 2, 2) == pytest.approx(1 - 3 / 5 * 2 / 4)
    assert sampling.chance(24, 1, 24) == sampling.chance(24, 24, 1) == 1
    for games, played, forged in ((200, 2, 20), (2000, 20, 100), (100, 1, 50)):
        assert sampling.chance(games, played, forged) >= 1 - (1 - forged / games) ** played - 1e-12


def test_at_least_one_game_and_the_share_of_a_curve_is_played_again(tmp_path):
    for share, number in ((0.01, 1), (0.04, 2)):
        note = sampled(tmp_path / f"{share}", GAMES, seed=5, share=share)
        assert len(note["played again"]) == number


def test_every_bit_counts():
    numbers = np.array([0.0, np.nan, 1.0])
    assert sampling.first_difference(numbers, numbers.copy()) is None
    assert sampling.first_difference(numbers, np.array([-0.0, np.nan, 1.0])) == 0
    assert sampling.first_difference(numbers, np.array([0.0, np.nan, np.nextafter(1, 2)])) == 2


PROCESS = """
import os, sys
from clickbandits import PBM_TS, Experiment, pbm, run
game = Experiment("demo:shop", pbm.MODEL, pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3]), [PBM_TS], 40,
                  30, seed=1, chunk=10)
run(game)
run(game)
os.environ["CLICKBANDITS_CACHE"] = sys.argv[1]
run(Experiment("demo:own", game.model, game.problems, game.policies, 50, 2, seed=2))
"""


def test_every_process_of_a_build_samples_its_store_and_no_other(tmp_path):
    run(GAMES)
    forge(GAMES, range(30))
    cache = os.environ["CLICKBANDITS_CACHE"]
    given = os.environ | {"PYTHONPATH": str(Path(claims.ROOM).parent), "CLICKBANDITS_CACHE": cache}
    variables = sampling.environment(given, tmp_path / "notes", seed=3, share=0.1)
    program = [sys.executable, "-c", PROCESS, str(tmp_path / "own")]
    done = subprocess.run(program, env=variables, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""
    (note,) = sampling.notes(tmp_path / "notes")
    assert note["experiment"] == "demo:shop" and len(note["differ"]) == 3


def test_a_note_that_was_not_finished_is_no_note(tmp_path):
    (tmp_path / "a.json").write_text("")
    with pytest.raises(ValueError, match="were not played to their end"):
        sampling.notes(tmp_path)


def test_files_that_are_stale_missing_or_damaged_are_named(tmp_path):
    note = {"experiment": "demo:shop", "policy": "PBM-TS", "rounds": 40, "files": ["a", "b", "c"]}
    for name in "abc":
        (tmp_path / name).write_text(name)
    digest = {name: {"sha256": hashlib.sha256(name.encode()).hexdigest()} for name in "abc"}
    manifest = {"files": {"games/a": digest["a"], "games/b": digest["a"], "games/d": digest["a"]}}
    assert list(replay.wrong_files([note], manifest, tmp_path)) == [
        "games/d is stale: the code that is here asks for no such games",
        "games/c is missing and was played now: demo:shop, PBM-TS, 40 rounds",
        "games/b is damaged and was played now: demo:shop, PBM-TS, 40 rounds",
    ]


FOUND = Finding("holds", {"gap": 0.5, "runs": 20}, {"gap": "the gap"})


@pytest.mark.parametrize(
    ("stored", "why"),
    [
        (FOUND, ""),
        (Finding("holds", {"gap": 0.5 + 1e-12, "runs": 20}, {"gap": "the gap"}), ""),
        (
            Finding("holds", {"gap": 0.6, "runs": 20}, {"gap": "the gap"}),
            "the gap: 0.6 in the arch",
        ),
        (Finding("holds", {"gap": 0.5, "runs": 21}, {"gap": "the gap"}), "runs: 21 in the archive"),
        (Finding("holds", {"gap": (0.5,), "runs": 20}, {"gap": "the gap"}), "the gap: (0.5,)"),
        (Finding("holds", {"gap": 0.5}, {"gap": "the gap"}), "it has other numbers"),
        (Finding("refuted", FOUND.numbers, FOUND.labels), "'refuted' in the archive, computed 'ho"),
        (Finding("holds", FOUND.numbers, FOUND.labels, ("a",)), "conditions not met: ('a',)"),
    ],
)
def test_findings_are_compared_with_those_that_the_games_give(stored, why):
    differs = replay.differs(findings.encoded(stored), findings.encoded(FOUND))
    assert differs.startswith(why) and bool(differs) == bool(why)


def test_findings_that_are_stale_missing_or_unreadable_are_named(tmp_path):
    (tmp_path / "findings").mkdir()
    for name in ("pbm-theorem-6", "pbm-gone"):
        (tmp_path / "findings" / f"{name}.json").write_text("{")
    true = tmp_path / "true.json"
    true.write_bytes(findings.encoded(FOUND))
    found = dict.fromkeys(["pbm-theorem-6", "rank1-lemma-1"], true)
    said = list(replay.different_findings(tmp_path, found, no_data=["pbm:theorem-6"]))
    assert said[:2] == ["the finding pbm-gone is stale", "the finding rank1:lemma-1 is missing"]
    (unreadable,) = said[2:]
    assert unreadable.startswith("the finding pbm:theorem-6 of the archive is not what its games")


@pytest.mark.parametrize("same", [True, False])
def test_a_finding_is_compared_where_both_builds_had_the_data_or_neither(same, tmp_path):
    claim = claims.CLAIMS["pbm:yandex-counts-fit"]
    path = tmp_path / "findings" / "pbm-yandex-counts-fit.json"
    path.parent.mkdir()
    path.write_bytes(findings.encoded(FOUND))
    (tmp_path / "other.json").write_bytes(findings.encoded(Finding("refuted")))
    no_data = [claim.id] if claim.at_hand != same else []
    found = {path.stem: tmp_path / "other.json"}
    assert bool(list(replay.different_findings(tmp_path, found, no_data))) == same


def test_a_replay_passes_a_true_archive_and_names_what_is_forged(tmp_path, monkeypatch, capsys):
    root, archive = tmp_path / "root", tmp_path / "results.zip"
    root.mkdir()

    def build(copy, profile, notes, seed, share):
        """A book of one figure and one finding."""
        monkeypatch.setenv("CLICKBANDITS_CACHE", str(copy / ".cache"))
        sampled(notes, GAMES, seed, share)
        path = copy / ".cache" / "findings" / profile / "pbm-theorem-6" / "a.json"
        path.parent.mkdir(parents=True)
        path.write_bytes(findings.encoded(FOUND))
        return True

    monkeypatch.setattr(replay, "build", build)
    run(GAMES)
    truth = {
        f"games/{path.relative_to(store.folder()).as_posix()}": path
        for path in sorted(store.folder().rglob("*.npz"))
    }
    (tmp_path / "true.json").write_bytes(findings.encoded(FOUND))
    truth["findings/pbm-theorem-6.json"] = tmp_path / "true.json"
    results.pack(archive, truth, ABOUT, 1_700_000_000)
    asked = [str(archive), "--root", str(root), "--seed", "7", "--share", "1"]
    assert replay.main(asked) == 0
    said = capsys.readouterr()
    assert said.err == "" and "seed 7" in said.out and "30 of 30 games of 1 curves" in said.out
    sample = (root / "_build" / "replay" / "sample.csv").read_text()
    assert sample.splitlines()[1].startswith("demo:shop,PBM-TS,40,30,30,0 1 2")
    results.pack(archive, dict(list(truth.items())[1:]), ABOUT, 1_700_000_000)
    assert replay.main(asked) == 1
    assert "0000000-0000010.npz is missing and was played now" in capsys.readouterr().err
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path / "cache"))
    forge(GAMES, [4])
    (tmp_path / "true.json").write_bytes(findings.encoded(Finding("refuted")))
    results.pack(archive, truth, ABOUT, 1_700_000_000)
    assert replay.main(asked) == 1
    said = capsys.readouterr().err
    assert "replication 4 from round" in said and "'refuted' in the archive" in said
    shutil.copy(tmp_path / "true.json", archive)
    assert replay.main(asked) == 2
    assert "cannot be read as an archive" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--share", "0"], ["--share", "1.5"], ["--seed", "-1"]])
def test_a_seed_or_share_that_cannot_be_is_refused(wrong, capsys):
    with pytest.raises(SystemExit):
        replay.main(["results.zip", *wrong])
    assert "the share is above 0 and at most 1" in capsys.readouterr().err
