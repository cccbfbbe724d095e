"""A policy in production counts every page and report once, in spite of kills, restarts and loss."""

import doctest
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.clickbandits.test_policies import problem

from clickbandits.pbm.ts import PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from clicklogs import late, saved
from clicklogs import player as module
from clicklogs.player import Page, Player

SHOP = {"items": ["tea", "milk", "jam"], "examination": [0.9, 0.3]}


def new(paper, policy, shown, horizon=2000, seed=3, **more):
    examination = shown.examination if policy.knows_examination else shown.examination.size
    given = Player(policy, shown.attraction.size, examination, horizon, seed, **more)
    assert given.model.id == paper
    return given


def click(model, shown, page, rng):
    """Clicks on one page, drawn from the model."""
    seen = np.zeros(model.clicks_size(shown), dtype=np.int64)
    action = np.array([*page.items, *([] if page.position is None else [page.position])])
    model.draw.py_func(*shown, action, 1, 1, rng, seen)
    return seen


def leaves(state):
    return [np.asarray(value).tobytes() for _, value in module._leaves(state, "")]


def served(player, pages=200, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(pages):
        page = player.choose()
        player.update(page, rng.random(len(page.items)) < 0.3)
    return player


NAMES = ["tea", "milk", "jam", "rice", "salt"]


class Books:
    """An independent account of the pages and counts that a player should have."""

    def __init__(self):
        self.shown = self.learnt = self.given_up = 0
        self.left = {}  # the number of waiting pages
        self.counts = {}
        self.issued = []  # since the file was written; a kill loses them

    def copy(self):
        other = Books()
        other.shown, other.learnt, other.given_up = self.shown, self.learnt, self.given_up
        other.left = dict(self.left)
        other.counts = {name: value.copy() for name, value in self.counts.items()}
        return other

    def learn(self, page, clicks, pages):
        for position, (name, count) in enumerate(zip(page.items, clicks, strict=True)):
            self.counts.setdefault(name, np.zeros((2, 2)))[:, position] += count, pages
        self.learnt += pages


class Life(RuleBasedStateMachine):
    """The books balance after random orders, batches, parts, losses, saves, kills, restarts and changes."""

    policy = "PBM_UCB"

    @initialize()
    def begin(self):
        self.folder = SimpleNamespace(path=f"/tmp/{os.getpid()}-{id(self)}.player")
        self.items, self.examination = NAMES[:3], [0.9, 0.3]
        self.player = self.made()
        self.books, self.pages, self.lost = Books(), [], []
        self.save()

    def made(self):
        return Player(self.policy, self.items, self.examination, seed=1)

    def teardown(self):
        if hasattr(self, "folder"):
            for ending in ("", ".lock"):
                if os.path.exists(self.folder.path + ending):
                    os.unlink(self.folder.path + ending)
            os.close(saved._LOCKS.pop(Path(self.folder.path).resolve()))

    @rule(pages=st.integers(1, 30))
    def show(self, pages):
        page = self.player.choose(pages)
        self.books.shown += page.pages
        self.books.left[page.key] = page.pages
        self.books.issued.append(page)
        self.pages.append(page)

    def report(self, page, share, clicks):
        left = self.books.left[page.key]
        pages = max(1, round(share * left))
        clicks = [min(count, pages) for count in clicks]
        self.player.update(Page(*json.loads(json.dumps(page))), clicks, pages)
        self.books.learn(page, clicks, pages)
        self.books.left[page.key] -= pages
        if self.books.left[page.key] == 0:
            del self.books.left[page.key]

    @precondition(lambda self: self.books.left)
    @rule(data=st.data(), share=st.floats(0, 1), clicks=st.tuples(st.integers(0, 9), st.integers(0, 9)))
    def report_a_part(self, data, share, clicks):
        waiting = [page for page in self.pages if page.key in self.books.left]
        self.report(data.draw(st.sampled_from(waiting)), share, clicks)

    @precondition(lambda self: self.lost)
    @rule(data=st.data(), share=st.floats(0, 1), clicks=st.tuples(st.integers(0, 9), st.integers(0, 9)))
    def report_what_no_file_knew(self, data, share, clicks):
        page = self.lost.pop(data.draw(st.integers(0, len(self.lost) - 1)))
        self.books.shown += page.pages
        self.books.left[page.key] = page.pages
        self.adopted.append(page)
        self.report(page, share, clicks)

    @precondition(lambda self: self.pages)
    @rule(data=st.data())
    def report_twice(self, data):
        known = {*self.books.left, *(page.key for page in self.lost)}
        done = [page for page in self.pages if page.key not in known]
        if done:
            with pytest.raises(ValueError, match="does not wait"):
                self.player.update(data.draw(st.sampled_from(done)), [0, 0])

    @precondition(lambda self: self.pages)
    @rule(data=st.data(), change=st.sampled_from(["items", "number", "pages"]))
    def forge(self, data, change):
        page = data.draw(st.sampled_from(self.pages))
        forged = {"items": ("x", "y"), "number": 10**9, "pages": page.pages + 1}
        with pytest.raises(ValueError, match="was changed|showed"):
            self.player.update(page._replace(**{change: forged[change]}), [0, 0])

    @rule(pages=st.integers(0, 40))
    def give_up(self, pages):
        given_up = 0
        for page in self.pages:
            since = self.books.shown - page.number - page.pages
            if page.key in self.books.left and since >= pages:
                given_up += self.books.left.pop(page.key)
        assert self.player.give_up(pages=pages) == given_up
        self.books.given_up += given_up

    @rule()
    def save(self):
        self.player.save(self.folder.path)
        self.file, self.books.issued, self.adopted = self.books.copy(), [], []
        self.lost_in_file = list(self.lost) if hasattr(self, "lost") else []

    @rule(kills=st.integers(1, 3))
    def kill_and_restart(self, kills):
        for _ in range(kills):
            self.player = self.made()
            self.player.load(self.folder.path)
            self.lost = [*self.lost_in_file, *self.books.issued]
            self.books, self.adopted = self.file.copy(), []
            self.lost_in_file = list(self.lost)

    @rule(items=st.lists(st.sampled_from(NAMES), min_size=2, unique=True), lower=st.floats(0.1, 0.8))
    def change(self, items, lower):
        self.items, self.examination = items, [0.9, lower]
        self.player.change(items, self.examination)

    @invariant()
    def the_books_balance(self):
        if not hasattr(self, "player"):
            return
        pages, books = self.player.pages, self.books
        waiting = sum(books.left.values())
        assert pages == (books.shown, books.learnt, waiting, books.given_up)
        assert pages.shown == pages.learnt + pages.waiting + pages.given_up
        for name, counts in self.player.counts.items():
            np.testing.assert_array_equal(counts, books.counts.get(name, np.zeros((2, 2))), err_msg=name)


class LifeOfThompson(Life):
    policy = "BC_MP_TS"


Life.TestCase.settings = LifeOfThompson.TestCase.settings = settings(
    max_examples=40, stateful_step_count=30, deadline=None
)
TestLife, TestLifeOfThompson = Life.TestCase, LifeOfThompson.TestCase


def test_after_two_kills_without_a_save_every_report_is_still_accepted(tmp_path):
    path = tmp_path / "shop"
    served(Player("PBM_TS", **SHOP)).save(path)
    first = Player("PBM_TS", **SHOP)
    first.load(path)
    pages = [first.choose() for _ in range(10)]
    second = Player("PBM_TS", **SHOP)
    second.load(path)
    for page in pages:
        second.update(page, [1, 0])
    assert second.pages == (210, 210, 0, 0)


def test_a_batch_is_given_up_only_when_pages_were_shown_after_it():
    player = Player("PBM_TS", **SHOP)
    batch = player.choose(100)
    player.update(batch, [0, 0], pages=60)
    assert player.give_up(pages=10) == 0
    player.choose(10)
    assert player.give_up(pages=10) == 40 and player.pages == (110, 60, 10, 40)


def test_what_is_given_up_after_a_time(monkeypatch):
    player = Player("PBM_TS", **SHOP)
    player.choose()
    now = time.time()
    monkeypatch.setattr(module.time, "time", lambda: now + 3600)
    player.choose()
    assert player.give_up(seconds=1800) == 1 and player.pages == (2, 0, 1, 1)
    with pytest.raises(ValueError, match="either seconds or pages"):
        player.give_up()


@pytest.mark.parametrize("policy", ["PBM_TS", "PBM_UCB", "PBM_PIE", "BC_MP_TS", "UCB1", "KL_UCB"])
def test_a_saved_player_goes_on_as_if_it_had_never_stopped(policy, tmp_path):
    shown = problem("rank1" if policy in ("UCB1", "KL_UCB") else "pbm")
    games = []
    for stops in (False, True):
        examination = shown.examination.size if policy in ("UCB1", "KL_UCB") else shown.examination
        make = partial(Player, policy, shown.attraction.size, examination, 2000, seed=4)
        player, rng, told = make(), np.random.default_rng(2), []
        for t in range(300):
            if stops and t == 150:
                player.save(tmp_path / "p")
                player = make()
                player.load(tmp_path / "p")
            page = player.choose()
            told.append((page.items, page.position))
            player.update(page, click(player.model, shown, page, rng))
        games.append(told)
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("clicks", "pages", "message"),
    [
        ([1, 0], 1, "clicks must be 3 whole numbers, one per position"),
        ([0.5, 0, 0], 1, "clicks must be 3 whole numbers"),
        (["nothing"], 1, "clicked was 'nothing'; shown were"),
        ([2, 0, 0], 1, "at most one click at a position"),
        ([-1, 0, 0], 1, "at most one click at a position"),
        ([0, 0, 0], 2, "pages must be from 1 to 1"),
        ([0, 0, 0], 0, "pages must be from 1 to 1"),
        (None, 1, "either clicks"),
    ],
)
def test_counts_that_cannot_be_are_refused_and_change_nothing(clicks, pages, message):
    player = new("pbm", PBM_UCB, problem("pbm"))
    page = player.choose()
    before = leaves(player._state)
    with pytest.raises(ValueError, match=message):
        player.update(page, clicks, pages)
    assert leaves(player._state) == before and player.pages == (1, 0, 1, 0)


@pytest.mark.parametrize(
    "garbage",
    [None, [], "page", (1, 2), (0, 1, 5, None, "x", "y"), ({}, [], ["tea"], None, [], {}), object()],
)
def test_what_is_not_a_page_is_refused_in_words(garbage):
    player = Player("PBM_TS", **SHOP)
    player.choose()
    with pytest.raises(ValueError, match="page must be a value that|another player"):
        player.update(garbage, [0, 0])
    assert player.pages == (1, 0, 1, 0)


def test_names_that_are_numbers_are_not_taken_for_counts():
    player = Player("PBM_TS", items=3, examination=[0.9, 0.3])
    page = player.choose()
    with pytest.raises(ValueError, match=r"Names of items that are numbers go into clicked=\[...\]"):
        player.update(page, [page.items[0]])
    player.update(page, clicked=[page.items[1]])
    assert player.counts[page.items[1]][0].tolist() == [0, 1]
    assert player.counts[page.items[0]][0].tolist() == [0, 0]


@pytest.mark.parametrize(
    "given",
    [
        {"clicked": pd.NA},
        {"clicked": math.nan},
        {"clicked": [pd.NA]},
        {"clicked": [None, math.nan, pd.NaT, np.float64("nan")]},
        {"clicked": pd.Series([pd.NA], dtype="string")},
        {"clicks": [pd.NA]},
        {"clicks": []},
    ],
    ids=str,
)
def test_what_is_missing_is_no_click(given):
    player = Player("PBM_TS", **SHOP)
    player.update(player.choose(), **given)
    assert player.pages.learnt == 1 and sum(counts[0].sum() for counts in player.counts.values()) == 0


def test_missing_values_among_names_are_no_clicks():
    player = Player("PBM_TS", **SHOP)
    for named in ("clicks", "clicked"):
        page = player.choose()
        before = player.counts.get(page.items[1], np.zeros((2, 2)))[0, 1]
        player.update(page, **{named: [pd.NA, page.items[1]]})
        assert player.counts[page.items[1]][0, 1] == before + 1
    assert sum(counts[0].sum() for counts in player.counts.values()) == 2


@pytest.mark.parametrize(
    "clicked", ["ab", b"a", 5, 0, True, [True, False], [1.0], [["a"]], {"pages": 3}], ids=str
)
def test_what_is_no_list_of_names_is_refused_in_words(clicked):
    for items in (["a", "b"], 2):
        player = Player("PBM_TS", items=items, examination=[0.9, 0.3])
        page = player.choose()
        with pytest.raises(ValueError, match="clicked (must be the names|was)|names of items must be"):
            player.update(page, clicked=clicked)
        assert player.pages == (1, 0, 1, 0)


@pytest.mark.parametrize("policy", ["PBM_TS", "BC_MP_TS", "PBM_UCB"])
@pytest.mark.parametrize("least", [1e-8, 1e-9, 1e-12, 1e-300])
def test_a_position_that_is_hardly_examined_stops_no_policy(policy, least):
    player = Player(policy, items=3, examination=[0.9, least])
    only = Player(policy, items=3, examination=[least])
    for each in (player, only):
        served(each, 30)
        each.update(each.choose(10**6), [0] * each.examination.size)
        assert each.choose().items


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"examination": 3}, "needs the examination of every position"),
        ({"examination": [0.9, 1.5]}, "examination must lie in"),
        ({"items": 1}, "at most as many positions as items"),
        ({"items": 2.0}, "items must be names, or a number"),
        ({"items": ["tea", "jam", "tea"]}, "'tea' occurs twice"),
        ({"items": None}, "items must be given"),
        ({"examination": None}, "examination must be given"),
        ({"prior": object()}, "prior must have clicks and plays"),
        ({"horizon": 0}, "horizon must be a whole number"),
        ({"seed": -1}, "seed must be a non-negative whole number"),
    ],
)
def test_a_player_that_cannot_play_is_not_made(changed, message):
    given = {"items": 3, "examination": [0.9, 0.3], "horizon": 100, "seed": 0}
    with pytest.raises(ValueError, match=message):
        Player(PBM_UCB, **given | changed)


def test_files_of_other_games_and_damaged_files_are_refused_in_words(tmp_path):
    path = tmp_path / "player"
    served(Player("PBM_TS", **SHOP)).save(path)
    whole, player = path.read_bytes(), Player("PBM_TS", **SHOP)

    def message(who=player):
        before = leaves(who._state)
        with pytest.raises(ValueError) as error:
            who.load(path)
        assert leaves(who._state) == before
        return str(error.value)

    assert "another game, with policy PBM-TS instead of PBM-UCB" in message(Player("PBM_UCB", **SHOP))
    content = dict(np.load(path))
    for damaged, why in ((whole[:-100], "is damaged"), (b"a text", "is damaged"), (b"", "is damaged")):
        path.write_bytes(damaged)
        assert why in message() and "pickle" not in message()
    content["known"] = content["known"] + 1
    with open(path, "wb") as file:
        np.savez(file, **content)
    assert "does not match its digest" in message()
    memory = json.loads(content["memory"].tobytes())
    saved.write(path, memory | {"format": "clicklogs player 0"}, {"known": content["known"]})
    assert 'has the format "clicklogs player 0"' in message()
    saved.write(path, memory, {"known": content["known"], "first": np.zeros(2)})
    assert "contains a state that this version of PBM-TS cannot use" in message()
    with pytest.raises(FileNotFoundError):
        player.load(tmp_path / "gone")


def test_the_examples_run_as_printed():
    assert doctest.testmod(module) == (0, 8)
    assert doctest.testmod(late) == (0, 4)


def test_other_code_of_the_policy_is_a_warning(tmp_path, monkeypatch):
    served(Player("PBM_TS", **SHOP)).save(tmp_path / "p")
    fresh = Player("PBM_TS", **SHOP)
    monkeypatch.setattr(Player, "_source", lambda self: "changed")
    with pytest.warns(UserWarning, match="was saved by a different version of the code of PBM-TS"):
        fresh.load(tmp_path / "p")


def test_threads_lose_no_page_and_no_report():
    player = Player("PBM_UCB", **SHOP)
    served(player, 3)
    failures = []

    def visitor():
        try:
            for _ in range(100):
                player.update(player.choose(), [0, 1])
        except Exception as why:
            failures.append(why)

    threads = [threading.Thread(target=visitor) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and player.pages == (1603, 1603, 0, 0)
    assert sum(counts[1].sum() for counts in player.counts.values()) == 2 * 1603


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
        assert player.pages.shown > 1
        os.close(saved._LOCKS.pop(path.resolve()))  # as if this process had ended
    assert not list(tmp_path.glob(".unfinished-*"))


def test_items_come_and_go_by_name():
    player = served(Player("PBM_UCB", **SHOP))
    page, known = player.choose(), player.counts
    player.change(items=["jam", "rice", "tea"])
    assert "milk" not in player.choose().items and player.items == ["jam", "rice", "tea"]
    for row, name in ((0, "jam"), (2, "tea")):
        assert player._state.plays[row] == known[name][1].sum()
        assert player._state.clicks[row] == known[name][0].sum()
    seen = set()
    for _ in range(4):  # before any clicks, so a new item is tried at once
        seen |= set(player.choose().items)
    assert "rice" in seen
    player.update(page, list(page.items))  # an earlier page with an item that is gone
    assert all(player.counts[name][1].sum() == known[name][1].sum() + 1 for name in page.items)
    player.change(items=["tea", "milk"])
    assert player._state.plays[1] == player.counts["milk"][1].sum() > 0, "the knowledge of the item came back"


def test_a_corrected_examination_is_as_if_it_had_always_been_known():
    player = served(Player("PBM_PIE", **SHOP, horizon=10_000))
    player.change(examination=[0.9, 0.6])
    views = [player.counts[name][1] @ np.array([0.9, 0.6]) for name in player.items]
    np.testing.assert_allclose(player._state.views, views)
    for wrong, message in (([0.9], "cannot change from 2"), ([0.9, 1.5], "must lie in")):
        before = leaves(player._state)
        with pytest.raises(ValueError, match=message):
            player.change(examination=wrong)
        assert leaves(player._state) == before


@pytest.mark.parametrize("name", ["PBM_TS", "PBM_PIE"])
def test_a_game_may_become_longer(name):
    player = Player(name, **SHOP, horizon=30)
    for _ in range(30):
        player.update(player.choose(), [])
    with pytest.raises(ValueError, match="horizon of 30 pages is reached"):
        player.choose()
    player.change(horizon=60)
    player.update(player.choose(), [])
    assert player.horizon == 60 and (name != "PBM_PIE" or player._state.horizon == 60)
    with pytest.raises(ValueError, match="31 pages have already been shown"):
        player.change(horizon=20)


def test_a_policy_that_plans_for_a_horizon_asks_for_it():
    with pytest.raises(ValueError, match="plans for a horizon"):
        Player("PBM_PIE", **SHOP)
    one, other = (Player("PBM_UCB", **SHOP, horizon=horizon) for horizon in (None, 10_000))
    assert leaves(served(one)._state) == leaves(served(other)._state)
    assert "no horizon" in repr(one) and "horizon 10,000" in repr(other)


def test_what_the_program_says_now_holds_for_what_was_saved(tmp_path):
    served(Player("PBM_TS", **SHOP, horizon=500)).save(tmp_path / "shop")
    player = Player("PBM_TS", ["tea", "milk", "jam", "rice"], [0.9, 0.5], horizon=None)
    player.load(tmp_path / "shop")
    assert player.pages == (200, 200, 0, 0) and player.horizon is None
    assert player.items[-1] == "rice" and player.examination.tolist() == [0.9, 0.5]
    with pytest.raises(ValueError, match="cannot change from 2; got 3"):
        Player("PBM_TS", 4, [0.9, 0.5, 0.2]).load(tmp_path / "shop")


def test_a_policy_by_its_name():
    assert Player("PBM-TS", **SHOP).policy is Player("PBM_TS", **SHOP).policy is PBM_TS
    with pytest.raises(ValueError, match="no policy 'pbm ts'; did you mean PBM_TS"):
        Player("pbm ts", **SHOP)
    with pytest.raises(ValueError, match="there are PBM_UCB, "):
        Player("?", **SHOP)


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


CHILD = """
import os, sys
from clicklogs import Player
player = Player("PBM_TS", 3, [0.9, 0.3])
player.save(sys.argv[1])
if os.fork() == 0:
    try:
        Player("PBM_TS", 3, [0.9, 0.3]).load(sys.argv[1])
    except ValueError as why:
        print(why, flush=True)
    os._exit(0)
os.wait()
print(os.getpid())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_counts_as_a_second_process(tmp_path):
    # in a program of its own, since pytest has threads, and Python warns of a fork beside them
    command = [sys.executable, "-W", "ignore", "-c", CHILD, str(tmp_path / "shop")]
    why, parent = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert f"is in use by process {parent} on " in why


def test_a_second_process_is_refused_by_name(tmp_path):
    path = tmp_path / "shop"
    served(Player("PBM_TS", 3, [0.9, 0.3])).save(path)
    whole = path.read_bytes()
    command = [sys.executable, "-c", SECOND, str(path)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed.count(f"{path} is in use by process {os.getpid()} on ") == 2
    assert path.read_bytes() == whole
    Player("PBM_TS", 3, [0.9, 0.3]).load(path)


def test_without_flock_a_second_process_is_refused_too(tmp_path, monkeypatch):
    held = set()  # for Windows, the open files with the byte from which each is locked

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
    saved._LOCKS.pop(path.resolve())  # as another process
    with pytest.raises(ValueError, match=f"in use by process {os.getpid()} on "):
        Player("PBM_TS", 3, [0.9, 0.3]).load(path)


def test_what_a_killed_process_left_unfinished_is_removed(tmp_path):
    served(Player("PBM_TS", **SHOP)).save(tmp_path / "shop")
    saved._LOCKS.pop((tmp_path / "shop").resolve())  # as another process, which finds the lock free
    for name in ("shop", "shop.old"):
        (tmp_path / f".unfinished-{name}-{'0' * 32}").write_bytes(b"half")
    with pytest.raises(ValueError, match="in use"):  # this process still holds it
        Player("PBM_TS", **SHOP).save(tmp_path / "shop")
    Player("PBM_TS", **SHOP).save(tmp_path / "shop.old")
    left = sorted(path.name for path in tmp_path.glob(".unfinished-*"))
    assert left == [f".unfinished-shop-{'0' * 32}"]


def test_somebody_at_a_terminal_learns_why_the_first_call_takes_long(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(module, "compiled", lambda kernel: lambda: time.sleep(0.7))
    kernel = module._patient(None)
    kernel()
    kernel()
    assert capsys.readouterr().err == "compiling, once per machine ...\n"
