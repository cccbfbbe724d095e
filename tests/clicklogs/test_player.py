"""A policy in production plays as `core.play`, goes on after a stop, and refuses other files."""

import doctest
import json
import os
import signal
import subprocess
import sys
import time
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from tests.clickbandits.test_policies import every_policy, model, policies, problem

from clickbandits import core
from clickbandits.compiled import compiled
from clickbandits.core import UNTIL_NO_CLICK, Policy, kernel
from clickbandits.pbm.ts import PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import generator
from clicklogs import late
from clicklogs import player as module
from clicklogs.player import Player

HORIZON = 2000


def new(paper, policy, shown, horizon=HORIZON, seed=3, **more):
    examination = shown.examination if policy.knows_examination else shown.examination.size
    given = Player(policy, shown.attraction.size, examination, horizon, seed, **more)
    assert given.model.id == paper
    return given


def in_labels(page):
    return np.array([*page.items, *([] if page.position is None else [page.position])])


def play(player, shown, until):
    """Draw clicks as `core.play` does, from the player's own generator; every page that was shown.

    A stretch is drawn at once where the policy plans one, and then reported page by page.
    """
    told = []
    while player.pages[0] < until:
        page = player.choose()
        action, rounds = in_labels(page), player._blocks[0]["n"] if player._blocks else 1
        if player._law.kind in ("any order", "epochs"):
            rounds = player._plan + 1 if player._plan >= 0 else UNTIL_NO_CLICK
        clicks = np.zeros(player._n_clicks, dtype=np.int64)
        left = player.horizon - page.page
        if rounds != UNTIL_NO_CLICK:
            rounds = min(rounds, left)
        played = compiled(player.model.draw)(*shown, action, rounds, left, player._rng, clicks)
        for row in by_page(player.model.id, clicks, played):
            page = page or player.choose()
            assert (in_labels(page) == action).all()
            player.update(page, row)
            told.append((page.page, *action.tolist(), *row.tolist()))
            page = None
    return told


def by_page(law, clicks, played):
    """Counts of a stretch as pages, those with a click first."""
    rows = np.zeros((played, clicks.size), dtype=np.int64)
    if law == "pbm":
        for position, count in enumerate(clicks):
            rows[:count, position] = 1
    else:
        places = np.repeat(np.arange(clicks.size), clicks)
        rows[np.arange(places.size), places] = 1
    return rows


def leaves(state):
    return [np.asarray(value).tobytes() for _, value in module._leaves(state, "")]


def reference(paper, policy, shown):
    """What `core.play` shows and draws, uncompiled: what it calls is compiled as for a player."""
    rng, told = generator(3, 0, policy.id), []

    def update(state, t, action, clicks, n_rounds, rng):
        for place, row in enumerate(by_page(paper, clicks, n_rounds)):
            told.append((t + place, *action.tolist(), *row.tolist()))
        learn(state, t, action, clicks, n_rounds, rng)

    law = model(paper)
    choose, learn, draw = map(compiled, (policy.choose, policy.update, law.draw))
    given = shown.examination if policy.knows_examination else shown.examination * np.nan
    state = policy.start(shown.attraction.size, given.size, given.copy(), HORIZON, rng)
    action, clicks = (np.zeros(size(shown), np.int64) for size in (law.action_size, law.clicks_size))
    core.play.py_func(
        draw,
        law.reward,
        choose,
        update,
        state,
        shown,
        law.optimal_reward(shown),
        np.array([HORIZON]),
        action,
        clicks,
        rng,
        np.empty(1),
    )
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
    with pytest.raises(ValueError, match="the horizon of 2,000 pages is reached"):
        second.choose()


@pytest.mark.parametrize(
    ("clicks", "pages", "message"),
    [
        ([1, 0], 1, "clicks must be 3 whole numbers"),
        ([0.5, 0, 0], 1, "clicks must be 3 whole numbers"),
        (["nothing"], 1, "clicked was 'nothing'; shown were"),
        ([2, 0, 0], 1, "at most one click at a position"),
        ([-1, 0, 0], 1, "at most one click at a position"),
        ([0, 0, 0], 2, "pages must be from 1 to 1"),
        ([0, 0, 0], 0, "pages must be from 1 to 1"),
    ],
)
def test_counts_that_cannot_be_are_refused_and_change_nothing(clicks, pages, message):
    player = new("pbm", PBM_UCB, problem("pbm"))
    page = player.choose()
    before = leaves(player._state)
    with pytest.raises(ValueError, match=message):
        player.update(page, clicks, pages)
    assert leaves(player._state) == before and player.pages == (1, 0, 1)
    player.update(page, [0, 0, 0])
    with pytest.raises(ValueError, match="page 1 does not wait"):
        player.update(page, [0, 0, 0])
    with pytest.raises(ValueError, match="page 3 does not wait"):
        player.update(page._replace(page=2), [0, 0, 0])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"examination": 3}, "needs the examination of every position"),
        ({"examination": [0.9, 1.5]}, "examination must lie in"),
        ({"items": 1}, "at most as many positions as items"),
        ({"items": 2.0}, "items must be names, or a number"),
        ({"items": ["tea", "jam", "tea"]}, "'tea' comes twice"),
        ({"items": None}, "items must be given"),
        ({"examination": None}, "examination must be given"),
        ({"law": "any"}, "law must be"),
        ({"prior": object()}, "prior must have clicks and plays"),
        ({"horizon": 0}, "horizon must be a whole number"),
        ({"seed": -1}, "seed must be a non-negative whole number"),
    ],
)
def test_a_player_that_cannot_play_is_not_made(changed, message):
    given = {"items": 3, "examination": [0.9, 0.3], "horizon": 100, "seed": 0}
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
            assert leaves(fresh._state) == start and fresh.pages == (0, 0, 0)
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
    rewritten(path, header=module._bytes(json.dumps(header | {"format": "clickbandits player 1"})))
    assert "Begin a new player, from a fit of the log" in message()  # as the last release wrote it
    rewritten(path, header=np.array([{"a": 1}], dtype=object))
    assert "damaged" in message()  # a pickle is never opened
    rewritten(path, **{"state.0.2": np.zeros((9, 9))})
    assert shape != (9, 9) and "holds a state that this version of PBM-TS has not" in message()
    content = dict(np.load(path))
    with open(path, "wb") as file:
        np.savez_compressed(file, **content, more=np.zeros(1 << 20))
    assert "unpacks to far more" in message()
    path.write_text("a text")
    assert "pickle" not in message()
    assert "policy PBM-TS, here PBM-UCB" in message(new("pbm", PBM_UCB, problem("pbm")))
    assert "50 pages were shown already" in message(new("pbm", PBM_TS, problem("pbm"), horizon=40))
    with pytest.raises(FileNotFoundError):
        player.load(tmp_path / "gone")


def test_the_example_runs_as_printed():
    assert doctest.testmod(module) == (0, 8)
    assert doctest.testmod(late) == (0, 3)


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
    first, second, spare = (player.choose() for _ in range(3))
    assert player.choose(4).pages == 2  # the horizon
    player.update(spare, [1, 1])
    player.update(second, [1, 0])
    assert player._state[0][0] == 0
    player.save(tmp_path / "p")
    player.load(tmp_path / "p")
    player.update(first, [1, 0])
    assert player._state[0][0] == 2 and player.pages == (5, 2, 2)


KILLED = """
import sys
from clickbandits import PBM_UCB
from clicklogs import Player
player = Player(PBM_UCB, 300, [0.9, 0.5, 0.2], 10**9, 1)
print("ready", flush=True)
while True:
    player.update(player.choose(), [1, 0, 0])
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
        assert player.pages[0] > 1
    assert not list(tmp_path.glob(".unfinished-*"))


SHOP = {"items": ["tea", "milk", "jam"], "examination": [0.9, 0.3]}


def served(player, pages=200, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(pages):
        page = player.choose()
        player.update(page, rng.random(len(page.items)) < 0.3)
    return player


def test_items_come_and_go_by_name():
    player = served(Player("PBM_UCB", **SHOP))
    late, known = player.choose(), {name: player._known[name].copy() for name in player.items}
    player.change(items=["jam", "rice", "tea"])
    assert "milk" not in player.choose().items and player.items == ["jam", "rice", "tea"]
    for row, name in ((0, "jam"), (2, "tea")):
        assert player._state.plays[row] == known[name][1].sum()
        assert player._state.clicks[row] == known[name][0].sum()
    seen = set()
    for _ in range(4):  # before any clicks: what is new is tried at once
        seen |= set(player.choose().items)
    assert "rice" in seen
    player.update(late, list(late.items))  # a page from before, with an item that is gone
    assert all(player._known[name][1].sum() == known[name][1].sum() + 1 for name in late.items)
    player.change(items=["tea", "milk"])
    assert player._state.plays[1] == player._known["milk"][1].sum() > 0, "what it knew came back"


def test_a_corrected_examination_is_as_if_it_had_always_been_known():
    player = served(Player("PBM_PIE", **SHOP, horizon=10_000))
    player.change(examination=[0.9, 0.6])
    counts = [player._known[name] for name in player.items]
    views = [plays @ np.array([0.9, 0.6]) for _, plays in counts]
    np.testing.assert_allclose(player._state.views, views)
    assert player.pages == (200, 200, 0)
    for wrong, message in (([0.9], "positions stay 2"), ([0.9, 1.5], "must lie in")):
        before = leaves(player._state)
        with pytest.raises(ValueError, match=message):
            player.change(examination=wrong)
        assert leaves(player._state) == before
    served(player)


@pytest.mark.parametrize("name", ["PBM_TS", "PBM_PIE", "RBA_KL_UCB", "EPOCH_UCB"])
def test_a_game_may_become_longer(name):
    given = SHOP | ({"examination": 2} if name == "RBA_KL_UCB" else {})
    player = Player(name, **given, horizon=30)
    for _ in range(30):
        player.update(player.choose(), [])
    with pytest.raises(ValueError, match="horizon of 30 pages is reached"):
        player.choose()
    player.change(horizon=60)
    player.update(player.choose(), [])
    assert player.horizon == 60 and (name != "PBM_PIE" or player._state.horizon == 60)
    with pytest.raises(ValueError, match="31 pages were shown already"):
        player.change(horizon=20)


@pytest.mark.parametrize("name", ["PBM_PIE", "RANK1_ELIM_KL", "UCB1_ELIM", "TOP_RANK"])
def test_who_plans_for_a_horizon_asks_for_it(name):
    given = SHOP if name == "PBM_PIE" else SHOP | {"examination": 2}
    with pytest.raises(ValueError, match="plans for a horizon"):
        Player(name, **given)
    player = Player(name, **given, horizon=1000)
    if name != "PBM_PIE":
        with pytest.raises(ValueError, match="cannot change its horizon on its way"):
            player.change(horizon=2000)
        with pytest.raises(ValueError, match="cannot change items or examination"):
            player.change(items=["tea", "milk"])


def test_no_horizon_is_no_other_game():
    one, other = (Player("PBM_UCB", **SHOP, horizon=horizon) for horizon in (None, 10_000))
    assert leaves(served(one)._state) == leaves(served(other)._state)
    assert "no horizon" in repr(one) and "horizon 10,000" in repr(other)
    assert all(len(line) < 80 for line in repr(one).splitlines())


def test_what_the_program_says_now_holds_for_what_was_saved(tmp_path):
    served(Player("PBM_TS", **SHOP, horizon=500)).save(tmp_path / "shop")
    player = Player("PBM_TS", ["tea", "milk", "jam", "rice"], [0.9, 0.5], horizon=None)
    player.load(tmp_path / "shop")
    assert player.pages == (200, 200, 0) and player.horizon is None
    assert player.items[-1] == "rice" and player.examination.tolist() == [0.9, 0.5]
    with pytest.raises(ValueError, match="positions stay 2"):
        Player("PBM_TS", 4, [0.9, 0.5, 0.2]).load(tmp_path / "shop")


def test_a_policy_by_its_name():
    assert Player("PBM-TS", **SHOP).policy is Player("PBM_TS", **SHOP).policy is PBM_TS
    with pytest.raises(ValueError, match="no policy 'pbm ts'; did you mean PBM_TS"):
        Player("pbm ts", **SHOP)
    with pytest.raises(ValueError, match="there are PBM_UCB, "):
        Player("?", **SHOP)


def test_clicks_by_name_and_in_batches():
    player = Player("PBM_TS", **SHOP)
    batch = player.choose(pages=100)
    assert batch.pages == 100 and player.pages == (100, 0, 100)
    player.update(batch, [20, 5], pages=60)
    player.update(batch, [10, 5])
    upper, lower = batch.items
    assert player._known[upper][:, 0].tolist() == [30, 100]
    assert player._known[lower][:, 1].tolist() == [10, 100]
    page = player.choose()
    player.update(page, [page.items[1]])
    assert player._known[page.items[1]][0, 1] == 1 + 10 * (page.items[1] == lower)
    with pytest.raises(ValueError, match=r"page 102 showed .*; got \('x', 'y'\)"):
        player.update(player.choose()._replace(items=("x", "y")), [0, 0])


def test_pages_that_a_kill_forgot_are_learnt_once(tmp_path):
    player = served(Player("PBM_TS", **SHOP))
    kept = player.choose()
    player.save(tmp_path / "shop")
    lost = player.choose()
    again = Player("PBM_TS", **SHOP)
    again.load(tmp_path / "shop")
    again.save(tmp_path / "shop")
    new_one = again.choose()
    assert new_one.page == lost.page and again.pages == (202, 200, 2)
    for page in (lost, kept, new_one):
        again.update(page, [1, 0])
        with pytest.raises(ValueError, match="does not wait"):
            again.update(page, [1, 0])
    assert again.pages == (203, 203, 0)
    with pytest.raises(ValueError, match="does not wait"):
        again.update(lost._replace(life="another"), [1, 0])


def test_what_is_given_up_after_a_time():
    player = Player("PBM_TS", **SHOP)
    old = player.choose()
    player._waiting[module._key(old)]["when"] -= 3600
    player.choose()
    assert player.give_up(seconds=1800) == 1 and player.pages == (2, 0, 1)
    assert player.give_up(pages=5) == 0 and player.give_up(pages=0) == 1
    with pytest.raises(ValueError, match="say seconds or pages"):
        player.give_up()


SECOND = """
import sys
from clicklogs import Player
player = Player("PBM_TS", 3, [0.9, 0.3])
for method in (player.load, player.save):
    try:
        method(sys.argv[1])
        print("was not refused")
    except ValueError as why:
        print(why)
"""


def test_a_second_process_is_refused_by_name(tmp_path):
    path = tmp_path / "shop"
    served(Player("PBM_TS", 3, [0.9, 0.3])).save(path)
    whole = path.read_bytes()
    command = [sys.executable, "-c", SECOND, str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.count(f"{path} is in use by process {os.getpid()} on ") == 2
    assert path.read_bytes() == whole
    if hasattr(os, "fork"):  # nor may a child of this one
        child = os.fork()
        if child == 0:
            try:
                Player("PBM_TS", 3, [0.9, 0.3]).load(path)
                os._exit(1)
            except ValueError:
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    Player("PBM_TS", 3, [0.9, 0.3]).load(path)


def test_where_there_is_no_flock_a_second_process_is_refused_too(tmp_path, monkeypatch):
    held = set()  # a stand-in for Windows: an open file and the byte from which it is locked

    def locking(file, mode, size):
        place = os.lseek(file, 0, os.SEEK_CUR)
        assert (mode, size) == (2, 1) and place > 1000  # the name of the owner stays readable
        if os.fstat(file).st_ino in held:
            raise OSError
        held.add(os.fstat(file).st_ino)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setitem(sys.modules, "fcntl", None)
    path = tmp_path / "shop"
    served(Player("PBM_TS", 3, [0.9, 0.3])).save(path)
    module._LOCKS.pop(path.resolve())  # as another process
    with pytest.raises(ValueError, match=f"in use by process {os.getpid()} on "):
        Player("PBM_TS", 3, [0.9, 0.3]).load(path)


def test_what_a_killed_process_left_unfinished_is_removed(tmp_path):
    served(Player("PBM_TS", **SHOP)).save(tmp_path / "shop")
    module._LOCKS.pop((tmp_path / "shop").resolve())  # as another process: the lock is found free
    for name in ("shop", "shop.old"):
        (tmp_path / f".unfinished-{name}-{'0' * 32}").write_bytes(b"half")
    with pytest.raises(ValueError, match="in use"):  # this process still holds it
        Player("PBM_TS", **SHOP).save(tmp_path / "shop")
    Player("PBM_TS", **SHOP).save(tmp_path / "shop.old")
    left = sorted(path.name for path in tmp_path.glob(".unfinished-*"))
    assert left == [f".unfinished-shop-{'0' * 32}"]


def test_who_waits_at_a_terminal_is_told(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(module, "compiled", lambda kernel: lambda: time.sleep(0.7))
    kernel = module._patient(None)
    kernel()
    kernel()
    assert capsys.readouterr().err == "compiling, once a machine ...\n"
