"""Experiments that cannot be run are refused, and a finished chunk is not computed again."""

import hashlib
import importlib
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from clickbandits import experiments, pbm, simulate, store
from clickbandits.experiments import Experiment, play, replicate, run, spaced_checkpoints
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import check_playable

pytestmark = pytest.mark.usefixtures("own_store")

PROBLEM = pbm.problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
SMALL = Experiment("pbm:test", pbm.MODEL, PROBLEM, (PBM_UCB, RBA_KL_UCB), 300, 7, 5, chunk=2)


def digest(regret) -> str:
    """The digest of all numbers of a result."""
    parts = [regret.values[policy].tobytes() for policy in sorted(regret.values)]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def test_the_regret_is_that_of_plain_replications():
    regret = run(SMALL)
    for policy in SMALL.policies:
        plain = replicate(pbm.MODEL, PROBLEM, policy, list(SMALL.checkpoints), 5, 7)
        assert regret.values[policy.id].tobytes() == plain.tobytes()
        assert regret.mean(policy.id) == pytest.approx(plain.mean(axis=0))
        error = plain.std(axis=0, ddof=1) / np.sqrt(7)
        assert regret.standard_error(policy.id) == pytest.approx(error)
    frame = regret.frame()
    assert len(frame) == 2 * len(SMALL.checkpoints)
    assert {"policy", "round", "mean", "standard error", "first decile"} <= set(frame)
    assert len(regret.final_frame()) == 14


def test_what_is_played_without_a_store_is_the_same_and_validated_once(monkeypatch):
    checked = []
    check = lambda *game: checked.append(game[2].id) or check_playable(*game)  # noqa: E731
    for module in (experiments, simulate):
        monkeypatch.setattr(module, "check_playable", check)
    regret = play(pbm.MODEL, PROBLEM, SMALL.policies, 300, 7, 5)
    assert checked == ["PBM-UCB", "RBA-KL-UCB"]
    assert not store.folder().exists()
    assert digest(regret) == digest(run(SMALL))
    assert list(play(pbm.MODEL, PROBLEM, PBM_UCB, 20, 2).values) == ["PBM-UCB"]


def test_finished_chunks_are_not_computed_again(monkeypatch):
    first = run(SMALL)
    monkeypatch.setattr(
        experiments, "play_range", lambda *_: pytest.fail("a finished chunk is computed again")
    )
    assert digest(run(SMALL)) == digest(first)


def test_a_chunk_that_another_process_finished_meanwhile_is_read():
    first = run(SMALL)
    key, which = SMALL.key(PBM_UCB), range(2, 4)
    path = store.folder() / key[:32] / "0000002-0000004.npz"
    read = experiments._load_or_play(path, key, which, None, len(SMALL.checkpoints))
    assert read.tobytes() == first.values["PBM-UCB"][2:4].tobytes()


def test_two_processes_begin_at_different_chunks(monkeypatch):
    begun = set()
    for process in range(10):
        monkeypatch.setattr(os, "getpid", lambda process=process: process)
        places = experiments._from_somewhere(list("abcde"))
        assert sorted(places) == list("abcde")
        begun.add(places[0])
    assert begun == set("abcde") and experiments._from_somewhere([]) == []


def test_more_replications_keep_the_chunks_that_are_there():
    run(SMALL)
    before = {path: path.stat().st_mtime_ns for path in store.folder().rglob("*.npz")}
    more = Experiment("pbm:test", pbm.MODEL, PROBLEM, (PBM_UCB, RBA_KL_UCB), 300, 12, 5, chunk=2)
    regret = run(more)
    kept = [path for path in before if not path.name.startswith("0000006")]
    assert len(kept) == 6
    assert all(path.stat().st_mtime_ns == before[path] for path in kept)
    assert regret.values["PBM-UCB"].shape[0] == 12


def test_a_damaged_chunk_is_named_and_computed_again(capsys):
    first = run(SMALL)
    chunk = sorted(store.folder().rglob("*.npz"))[0]
    chunk.write_bytes(chunk.read_bytes()[:-20])
    assert digest(run(SMALL)) == digest(first)
    assert f"set aside {chunk.name}" in capsys.readouterr().out
    assert chunk.exists()


def test_the_key_names_all_that_the_numbers_depend_on():
    def key(policy=PBM_UCB, problem=PROBLEM, horizon=300, replications=7, seed=5, id="x"):
        return Experiment(id, pbm.MODEL, problem, (policy,), horizon, replications, seed).key(policy)

    other = pbm.problem([0.5, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
    assert key() == key(replications=99) == key(id="y")
    assert len({key(), key(RBA_KL_UCB), key(problem=other), key(horizon=301), key(seed=6)}) == 5


OWN = """
from functools import partial
from typing import NamedTuple
import numpy as np
from numba import njit
from clickbandits import pbm
from clickbandits.core import Policy, kernel, rank

class State(NamedTuple):
    score: np.ndarray

class Starts:
    def __init__(self, first):
        self.first = first
    def __call__(self, n_items, n_positions, examination, horizon, rng):
        return State(np.full(n_items, self.first))

def start(n_items, n_positions, examination, horizon, rng, first=0.0):
    return State(np.full(n_items, first))

def other_start(n_items, n_positions, examination, horizon, rng, first=1.0):
    return State(np.full(n_items, first))

def choosing(rate):
    @kernel
    def choose(state, t, action, rng):
        for item in range(state.score.size):
            state.score[item] = rate * rng.random()
        rank(state.score, action)
        return 1
    return choose

choose_a, choose_b = choosing(1.0), choosing(-1.0)

@kernel
def update(state, t, action, clicks, n_rounds, rng):
    state.score[0] += clicks[0]

@kernel
def other_update(state, t, action, clicks, n_rounds, rng):
    state.score[0] -= clicks[0]

@njit(nogil=True)
def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    return pbm.MODEL.draw(attraction, examination, action, n_rounds, limit, rng, clicks)

@njit(nogil=True)
def other_draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    clicks[:] = 0
    return min(n_rounds, limit)

def no_clicks(problem):
    return 0.0

MINE = Policy("mine", start, choose_a, update)
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A module with a policy, its variants, and functions of a click model."""
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "own_policy.py"
    path.write_text(OWN)
    os.utime(path, (0, 0))  # older than this process
    yield importlib.import_module("own_policy")
    del sys.modules["own_policy"]


def test_the_key_covers_the_functions_of_a_policy_and_a_click_model_of_ones_own(own):
    def key(model=pbm.MODEL, **changes):
        policy = own.MINE._replace(**changes)
        return Experiment("x", model, PROBLEM, (policy,), 300, 7, 5).key(policy)

    same = own.MINE._replace(choose=own.choosing(1.0), start=own.start)
    assert key() == key(choose=same.choose) == key(from_counts=print)
    keys = [
        key(),
        key(choose=own.choose_b),
        key(update=own.other_update),
        key(start=own.other_start),
        key(start=partial(own.start, first=2.0)),
        key(start=partial(own.start, first=np.array(2.0))),
        key(start=own.Starts(1.0)),
        key(start=own.Starts(2.0)),
        key(knows_examination=False),
        key(first_rounds=lambda n_items, n_positions: 1),
        key(first_rounds=lambda n_items, n_positions: 2),
        key(pbm.MODEL._replace(draw=own.draw)),
        key(pbm.MODEL._replace(draw=own.other_draw)),
        key(pbm.MODEL._replace(optimal_reward=own.no_clicks)),
        key(pbm.MODEL._replace(permutes_positions=True)),
    ]
    own.start.__defaults__ = (3.0,)
    keys.append(key())
    assert len(set(keys)) == len(keys)


def test_the_librarys_keys_depend_on_modules_ids_and_parameters_alone():
    """Changed fields of a library's policy change its key, and the constant keeps the one that it had."""
    keys = {
        Experiment("x", pbm.MODEL, PROBLEM, (policy,), 300, 7, 5).key(policy)
        for policy in (
            PBM_UCB,
            PBM_UCB._replace(knows_examination=False),
            PBM_UCB._replace(first_rounds=lambda *_: 0),
            PBM_UCB._replace(choose=RBA_KL_UCB.choose),
        )
    }
    assert len(keys) == 4


def test_a_full_disk_leaves_a_store_that_goes_on(monkeypatch):
    whole = digest(run(SMALL))
    for path in sorted(store.folder().rglob("*.npz"))[2:]:
        path.unlink()
    real, calls = store.write_whole, []

    def full(path, write):
        calls.append(path)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        real(path, write)

    monkeypatch.setattr(store, "write_whole", full)
    with pytest.raises(OSError, match="No space left"):
        run(SMALL)
    monkeypatch.setattr(store, "write_whole", real)
    assert digest(run(SMALL)) == whole


def test_processes_give_the_same_bytes():
    here = digest(run(SMALL))
    for path in store.folder().rglob("*.npz"):
        path.unlink()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert digest(run(SMALL, processes)) == here


KILLED = """
from tests.clickbandits.test_experiments import BIG, digest
from clickbandits.experiments import run
print("ready", flush=True)
print(digest(run(BIG)), flush=True)
"""
BIG = Experiment("pbm:kill", pbm.MODEL, PROBLEM, (PBM_UCB, RBA_KL_UCB), 10_000, 200, 5, chunk=2)


def chunks() -> list[Path]:
    """The finished chunks in the store."""
    return list(store.folder().rglob("*.npz"))


def played_until(n_more: int | None, delay: float = 0.0) -> str:
    """Run BIG in a separate process; kill it `delay` seconds after `n_more` further chunks.

    Returns its output if it was not killed (`n_more` is None) or finished before the kill.
    """
    seen = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    environment = os.environ | {"PYTHONPATH": seen}
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout.readline() == "ready\n"
    if n_more is not None:
        wanted = len(chunks()) + n_more
        while process.poll() is None and len(chunks()) < wanted:
            time.sleep(0.005)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
    printed = process.stdout.read()
    process.wait()
    process.stdout.close()
    return printed


def survives(n_kills: int, seed: int) -> None:
    """Kill runs at random moments, and check that the last one finishes with the undisturbed digest."""
    undisturbed = digest(run(BIG))
    for path in chunks():
        path.unlink()
    rng = np.random.default_rng(seed)
    for _ in range(n_kills):
        played_until(int(rng.integers(0, 8)), rng.uniform(0.0, 0.1))
    finished = {path: path.stat().st_mtime_ns for path in chunks()}
    assert played_until(None) == undisturbed + "\n"
    kept = [path for path, written in finished.items() if path.stat().st_mtime_ns == written]
    assert len(kept) == len(finished), "a finished chunk was computed again"
    assert finished, "no killed run finished a chunk"


def test_a_killed_run_loses_no_finished_chunk():
    survives(3, seed=8)


@pytest.mark.slow
def test_twenty_four_killed_runs_lose_no_finished_chunk():
    survives(24, seed=9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"horizon": 0}, "horizon must be a whole number of at least 1; got 0"),
        ({"horizon": 4}, "the horizon must cover the 5 rounds in which PBM-UCB initialises; got 4"),
        ({"replications": 0}, "replications must be a whole number of at least 1; got 0"),
        ({"replications": 2.5}, "replications must be a whole number of at least 1; got 2.5"),
        ({"checkpoints": (10, 5, 300)}, "checkpoints must increase strictly"),
        ({"checkpoints": (10, 200)}, "the last checkpoint must be the horizon 300; got 200"),
        ({"policies": ()}, "at least one policy is needed"),
        ({"policies": (PBM_UCB, PBM_UCB)}, "their ids must be distinct"),
        ({"policies": ("PBM_UCB",)}, "a Policy is needed, such as PBM_UCB.* got 'PBM_UCB'"),
        ({"policies": "PBM_UCB"}, "policies must be a sequence such as"),
        ({"model": "pbm"}, "a ClickModel is needed, such as pbm.MODEL; got 'pbm'"),
        ({"policies": PBM_UCB}, "policies must be a sequence such as"),
        ({"seed": -3}, "seed must be a non-negative whole number; got -3"),
        (
            {"problems": type(PROBLEM)(np.array([0.5, 0.4]), np.array([0.9, np.nan]))},
            "examination must lie in",
        ),
        (
            {"problems": type(PROBLEM)(np.array([0.5]), np.array([0.9, 0.5]))},
            "more positions than items|at most as many positions",
        ),
    ],
)
def test_what_cannot_be_run_is_refused(change, message):
    fields = {
        "id": "pbm:test",
        "model": pbm.MODEL,
        "problems": PROBLEM,
        "policies": (PBM_UCB,),
        "horizon": 300,
        "replications": 2,
        "seed": 0,
    } | change
    with pytest.raises(ValueError, match=message):
        Experiment(**fields)


def test_checkpoints_are_spaced_as_asked():
    assert spaced_checkpoints(10**5)[0] == 1 and spaced_checkpoints(10**5)[-1] == 10**5
    assert spaced_checkpoints(100, 4, "linear") == (25, 50, 75, 100)
    assert spaced_checkpoints(1) == (1,)
    with pytest.raises(ValueError, match="spacing must be"):
        spaced_checkpoints(100, 4, "square")


def test_what_is_printed_fits_a_screen():
    assert repr(PBM_UCB) == "<Policy PBM-UCB>" and repr(pbm.MODEL) == "<ClickModel pbm>"
    assert repr(SMALL) == ("Experiment pbm:test: 7 games of 300 rounds of PBM-UCB, RBA-KL-UCB")
    printed = repr(play(pbm.MODEL, PROBLEM, PBM_UCB, 20, 2)).splitlines()
    assert printed[0].startswith("Regret at the end, mean ± standard error; Experiment play: 2 ga")
    assert printed[1].startswith("PBM-UCB: ") and len(printed) == 2 and len(printed[0]) < 120
