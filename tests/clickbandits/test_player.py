"""A policy in production plays as `core.play`, goes on after a stop, and refuses other files."""

import doctest
import json
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest
from tests.clickbandits.test_policies import every_policy, model, policies, problem

from clickbandits import core
from clickbandits import player as module
from clickbandits.compiled import compiled
from clickbandits.core import UNTIL_NO_CLICK, Policy, kernel
from clickbandits.pbm.ts import PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.player import Player
from clickbandits.simulate import generator

HORIZON = 2000


def new(paper, policy, shown, horizon=HORIZON, seed=3):
    examination = shown.examination if policy.knows_examination else shown.examination.size
    given = Player(policy, shown.attraction.size, examination, horizon, seed)
    assert given.model.id == paper
    return given


def play(player, shown, until):
    """Draw clicks as `core.play` does, from the player's own generator; what was shown when."""
    told = []
    while player.t < until:
        before = player.t
        action, n_rounds = player.choose()
        again = player.choose()
        assert again.n_rounds == n_rounds and (again.action == action).all()
        clicks = np.zeros_like(player._clicks)
        played = compiled(player.model.draw)(
            *shown, action, n_rounds, player.horizon - before, player._rng, clicks
        )
        player.update(clicks, played)
        told.append((before, *action.tolist(), *clicks.tolist()))
    return told


def leaves(state):
    return [np.asarray(value).tobytes() for _, value in module._leaves(state, "")]


def reference(paper, policy, shown):
    """What `core.play` shows and draws, uncompiled: what it calls is compiled as for a player."""
    rng, told = generator(3, 0, policy.id), []

    def update(state, t, action, clicks, n_rounds, rng):
        told.append((t, *action.tolist(), *clicks.tolist()))
        learn(state, t, action, clicks, n_rounds, rng)

    law = model(paper)
    choose, learn, draw = map(compiled, (policy.choose, policy.update, law.draw))
    given = shown.examination if policy.knows_examination else shown.examination * np.nan
    state = policy.start(shown.attraction.size, given.size, given.copy(), HORIZON, rng)
    action, clicks = (
        np.zeros(size(shown), np.int64) for size in (law.action_size, law.clicks_size)
    )
    core.play.py_func(
        draw, law.reward, choose, update, state, shown, law.optimal_reward(shown),
        np.array([HORIZON]), action, clicks, rng, np.empty(1),
    )  # fmt: skip
    return told, rng


@every_policy
def test_it_plays_as_the_game_does_also_when_it_was_saved_half_way(paper, id, tmp_path):
    policy, shown = policies()[paper, id], problem(paper)
    told, rng = reference(paper, policy, shown)
    first = new(paper, policy, shown)
    half = play(first, shown, HORIZON // 2)
    first.save(tmp_path / "player")
    second = new(paper, policy, shown)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        second.load(tmp_path / "player")
    assert half + play(second, shown, HORIZON) == told
    assert play(first, shown, HORIZON) == told[len(half) :]
    assert second._rng.bit_generator.state == rng.bit_generator.state
    assert first._rng.bit_generator.state == rng.bit_generator.state
    with pytest.raises(ValueError, match="the horizon of 2,000 rounds is reached"):
        second.choose()


def test_rounds_may_come_one_by_one_and_a_stretch_be_cut_by_a_save(tmp_path):
    policy, instance = policies()["mnl", "TopRank"], problem("mnl")
    whole, parts = new("mnl", policy, instance), new("mnl", policy, instance)
    rng = np.random.default_rng(0)
    for _ in range(30):
        action, n_rounds = whole.choose()
        assert n_rounds != UNTIL_NO_CLICK
        places = rng.integers(action.size + 1, size=n_rounds)  # the last one: no click
        rounds = (places[:, None] == np.arange(action.size)).astype(int)
        whole.update(rounds.sum(axis=0), n_rounds)
        for row in rounds:
            assert (parts.choose().action == action).all()
            parts.update(row)
            parts.save(tmp_path / "p")
            parts = new("mnl", policy, instance)
            parts.load(tmp_path / "p")
        assert leaves(parts._state) == leaves(whole._state) and parts.t == whole.t


def test_an_epoch_ends_with_the_round_without_a_click():
    policy, instance = policies()["mnl", "Epoch-UCB"], problem("mnl")
    player = new("mnl", policy, instance)
    action, n_rounds = player.choose()
    assert n_rounds == UNTIL_NO_CLICK
    with pytest.raises(ValueError, match="3 rounds with 1 clicks"):
        player.update([0, 1, 0], 3)
    player.update([0, 1, 0])
    assert player.choose().n_rounds == UNTIL_NO_CLICK and player._counted[0] == 0
    player.update([1, 1, 0], 3)
    assert player._counted.tolist() == [4, 0, 0]


@pytest.mark.parametrize(
    ("clicks", "n_rounds", "message"),
    [
        ([1, 0], 1, "clicks must be 3 whole numbers"),
        ([0.5, 0, 0], 1, "clicks must be 3 whole numbers"),
        ([2, 0, 0], 1, "at most one click at a position"),
        ([-1, 0, 0], 1, "at most one click at a position"),
        ([0, 0, 0], 2, "n_rounds must be from 1 to 1"),
        ([0, 0, 0], 0, "n_rounds must be from 1 to 1"),
    ],
)
def test_counts_that_cannot_be_are_refused_and_change_nothing(clicks, n_rounds, message):
    player = new("pbm", PBM_UCB, problem("pbm"))
    with pytest.raises(ValueError, match="call choose before update"):
        player.update([0, 0, 0])
    player.choose()
    before = leaves(player._state)
    with pytest.raises(ValueError, match=message):
        player.update(clicks, n_rounds)
    assert leaves(player._state) == before and player.t == 0


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"examination": 3}, "needs the examination of every position"),
        ({"examination": [0.9, 1.5]}, "examination must lie in"),
        ({"n_items": 1}, "at most as many positions as items"),
        ({"n_items": 2.0}, "n_items must be a whole number"),
        ({"horizon": 0}, "horizon must be a whole number"),
        ({"seed": -1}, "seed must be a non-negative whole number"),
    ],
)
def test_a_player_that_cannot_play_is_not_made(changed, message):
    given = {"n_items": 3, "examination": [0.9, 0.3], "horizon": 100, "seed": 0}
    with pytest.raises(ValueError, match=message):
        Player(PBM_UCB, **given | changed)


@pytest.fixture
def saved(tmp_path):
    """A saved player that is in the middle of a game, and its file."""
    player = new("pbm", PBM_TS, problem("pbm"))
    play(player, problem("pbm"), 50)
    player.save(tmp_path / "player")
    return player, tmp_path / "player"


def rewritten(path, digest=True, **changed):
    """Change arrays of a file, and its digest with them."""
    with np.load(path) as file:
        content = dict(file) | changed
    del content["digest"]
    content["digest"] = module._bytes(module._digest(content) if digest else "no")
    with open(path, "wb") as file:
        np.savez(file, **content)


def test_every_flipped_byte_and_every_cut_is_refused_or_harmless(saved):
    player, path = saved
    whole, before = path.read_bytes(), leaves(player._state)
    rng = np.random.default_rng(1)
    places = rng.integers(len(whole), size=200)
    damaged = [whole[:cut] for cut in (0, 1, 100, len(whole) // 2, len(whole) - 1)]
    damaged += [whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :] for at in places]
    refused = 0
    for content in damaged:
        path.write_bytes(content)
        fresh = new("pbm", PBM_TS, problem("pbm"))
        start = leaves(fresh._state)
        try:
            fresh.load(path)
        except ValueError as why:
            assert str(path) in str(why) and "damaged" in str(why)
            assert leaves(fresh._state) == start and fresh.t == 0
            refused += 1
        else:  # a byte of the archive that holds no content, such as a time
            assert leaves(fresh._state) == before
    assert refused > 100


def test_what_is_no_file_of_this_player_is_refused_in_words(saved, tmp_path):
    player, path = saved
    whole = path.read_bytes()

    def message(load=None):
        with pytest.raises(ValueError) as caught:
            (load or new("pbm", PBM_TS, problem("pbm"))).load(path)
        path.write_bytes(whole)
        return str(caught.value)

    with np.load(path) as file:
        header = json.loads(file["header"].tobytes())
        shape = file["state.0.2"].shape
    path.write_bytes(b"not a zip")
    assert "no file of a player" in message()
    np.save(path.with_suffix(".npy"), np.arange(3))
    path.write_bytes(path.with_suffix(".npy").read_bytes())
    assert "no file of a player" in message()
    rewritten(path, digest=False)
    assert message().endswith("its content does not match its digest")
    rewritten(path, header=module._bytes(json.dumps(header | {"format": "clickbandits player 9"})))
    assert 'has the format "clickbandits player 9"; this version reads' in message()
    rewritten(path, header=np.array([{"a": 1}], dtype=object))
    assert "damaged" in message()  # a pickle is never opened
    rewritten(path, **{"state.0.2": np.zeros((9, 9))})
    assert shape != (9, 9) and "holds a state that this version of PBM-TS has not" in message()
    rewritten(path, more=np.zeros(3))
    assert "holds a state" in message()
    rewritten(path, more=np.zeros(1 << 20))
    assert "unpacks to far more" in message()
    assert "policy PBM-TS, here PBM-UCB" in message(new("pbm", PBM_UCB, problem("pbm")))
    assert "seed 3, here 4" in message(new("pbm", PBM_TS, problem("pbm"), seed=4))
    assert "horizon 2000, here 60" in message(new("pbm", PBM_TS, problem("pbm"), horizon=60))
    with pytest.raises(FileNotFoundError):
        player.load(tmp_path / "gone")


def test_the_example_runs_as_printed():
    assert doctest.testmod(module) == (0, 6)


def test_other_code_of_the_policy_is_a_warning(saved, monkeypatch):
    player, path = saved
    fresh = new("pbm", PBM_TS, problem("pbm"))
    fresh.__dict__["_source"] = "changed"
    with pytest.warns(UserWarning, match="was saved by other code of PBM-TS"):
        fresh.load(path)
    assert leaves(fresh._state) == leaves(player._state)


def test_a_policy_of_ones_own_needs_no_file_of_its_code(tmp_path):
    @kernel
    def choose(state, t, action, rng):
        for place in range(action.size):
            action[place] = place
        return 2

    @kernel
    def update(state, t, action, clicks, n_rounds, rng):
        state[0][0] += n_rounds

    def start(n_items, n_positions, examination, horizon, rng):
        return (np.zeros(1, dtype=np.int64),)

    for each in (choose.py_func, update.py_func, start):
        each.__module__ = "__main__"
    player = Player(Policy("mine", start, choose, update, False), 3, 2, 5, 0)
    for rounds in (2, 2, 1):  # the horizon cuts the last one
        assert player.choose().n_rounds == rounds
        player.update([1, 0], rounds)
    player.save(tmp_path / "p")
    player.load(tmp_path / "p")
    assert player._state[0][0] == player.t == 5


KILLED = """
import sys
from clickbandits import PBM_UCB, Player
player = Player(PBM_UCB, 300, [0.9, 0.5, 0.2], 10**9, 1)
print("ready", flush=True)
while True:
    player.choose()
    player.update([1, 0, 0])
    player.save(sys.argv[1])
"""


def test_a_kill_leaves_a_whole_file(tmp_path):
    path = tmp_path / "player"
    for wait in (0.2, 0.25):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout.readline() == "ready\n"
        while not path.exists():
            time.sleep(0.01)
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        player = Player(PBM_UCB, 300, [0.9, 0.5, 0.2], 10**9, 1)
        player.load(path)
        assert player.t > 1
