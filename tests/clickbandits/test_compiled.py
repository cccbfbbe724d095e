"""Compiled code that is kept from process to process is never old."""

import importlib
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest
from numba import typeof

from clickbandits import compiled
from clickbandits.core import Problem, kernel, vectors
from clickbandits.simulate import game

PROBLEM = vectors([0.5], [1.0], "[0, 1]", "[0, 1]")
SOURCE = Path(__file__).resolve().parents[2] / "src" / "clickbandits"

EPOCH = """
import numpy as np
from clickbandits import core
from clickbandits.rank1 import model
clicks, action = np.zeros(2, np.int64), np.zeros(2, np.int64)
rng = np.random.Generator(np.random.PCG64(1))
chances = np.full(2, 0.5), np.full(2, 0.9)
print(model.draw(*chances, action, core.UNTIL_NO_CLICK, 50, rng, clicks), *clicks)
"""


def copy_of_the_package(folder):
    """A copy of the library that a test may change."""
    shutil.copytree(SOURCE, folder / "clickbandits", ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "clickbandits"


def edit(path, old, new):
    """Change a text that stands once in a file."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old} in {path.name}"
    path.write_text(text.replace(old, new), "utf-8")


def printed(folder, program, **environment):
    """What a process prints that imports from a folder first."""
    path = os.pathsep.join([str(folder), str(SOURCE.parent)])
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


def test_a_constant_of_another_file_is_seen_by_the_next_process(tmp_path):
    package = copy_of_the_package(tmp_path)
    before = printed(tmp_path, EPOCH)
    edit(package / "core.py", "UNTIL_NO_CLICK = -1", "UNTIL_NO_CLICK = -2")
    assert printed(tmp_path, EPOCH) == before


TINY = """
from typing import NamedTuple
import numpy as np
from numba import njit
import ruler
from clickbandits.core import ClickModel, Policy, Problem, kernel, n_shown
from ruler import gain

class State(NamedTuple):
    low: np.ndarray
    high: np.ndarray

def start(n_items, n_positions, examination, horizon, rng):
    return State(low=np.array([1.0]), high=np.array([2.0]))

def twice_of(amount):
    @kernel
    def twice(x):
        return x * amount
    return twice

twice = twice_of(2.0)

@kernel
def choose(state, t, action, rng):
    action[0] = 0
    return 1

@kernel
def update(state, t, action, clicks, n_rounds, rng):
    state.low[0] += twice(gain(1.0)) * ruler.FACTOR

@njit
def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    return n_rounds

@njit(error_model="python")
def reward(attraction, examination, action):
    return attraction[0] * examination[0]

def best(problem):
    return 1.0

MODEL = ClickModel("tiny", draw, reward, best, n_shown, n_shown, Problem)
POLICY = Policy("tiny", start, choose, update)
"""
RULER = """
from clickbandits.core import kernel
STEP = 3.0
FACTOR = 1.0
ZERO = 0.0

@kernel
def gain(x):
    return STEP * x + 1.0

@kernel
def unsafe(x):
    return x / ZERO
"""

RIGHT = (81.0, 2.0, 5.0)
PLAYER = """
import signal, sys, os
sys.path.insert(0, {folder!r})
import numpy as np
import tiny
from clickbandits import compiled, core
from clickbandits.simulate import game

{program}
problem = core.vectors([0.5], [1.0], "[0, 1]", "[0, 1]")
state = game(tiny.MODEL, [problem], tiny.POLICY, np.array([10]), 1, 0).state
print(state.low[0], state.high[0])
"""


class Tiny:
    """A tiny game in a folder, whose loops are kept there: played anew from what the files say.

    Nothing that an earlier game of this process compiled is used again, but the files.
    """

    def __init__(self, folder):
        self.folder = folder
        self.write()

    def write(self):
        (self.folder / "tiny.py").write_text(TINY)
        (self.folder / "ruler.py").write_text(RULER)

    def loop(self):
        """The module of the policy, and its loop, which is not compiled yet."""
        for name in ("tiny", "ruler"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        compiled._loops.clear()
        tiny = importlib.import_module("tiny")
        functions = tiny.MODEL.draw, tiny.MODEL.reward, tiny.POLICY.choose, tiny.POLICY.update
        state = tiny.start(1, 1, None, 10, None)
        rounds = np.array([10])
        shown = Problem(np.ones(1), np.ones(1))
        rng = np.random.default_rng(1)
        arguments = (state, shown, 1.0, rounds, rounds, rounds, rng, np.ones(1))
        return tiny, compiled._kept_loop(functions, tuple(map(typeof, arguments)))

    def path(self):
        """Which file keeps the loop."""
        return self.loop()[1]._cache.path

    def play(self, change=None):
        """The final state, the regret, and whether the loop was found compiled."""
        tiny, _ = self.loop()
        if change:
            change(tiny)
        end = game(tiny.MODEL, [PROBLEM], tiny.POLICY, np.array([10]), 1, 0)
        (loop,) = compiled._loops.values()
        hits = sum(loop.stats.cache_hits.values()) if hasattr(loop, "stats") else "in memory"
        return (end.state.low[0], end.state.high[0], end.regret[0]), hits

    def other_process(self, program=""):
        """What another process prints that plays the game; None where it was killed."""
        done = subprocess.run(
            [sys.executable, "-c", PLAYER.format(folder=str(self.folder), program=program)],
            env=os.environ | {"NUMBA_CACHE_DIR": str(self.folder / "numba")},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode == -signal.SIGKILL:
            return None
        assert done.returncode == 0, done.stderr
        return tuple(map(float, done.stdout.split()))


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(compiled, "_loops", {})
    monkeypatch.setattr(compiled, "_folder", lambda: tmp_path / "loops")
    yield Tiny(tmp_path)
    for name in ("tiny", "ruler"):
        sys.modules.pop(name, None)


FIELDS = "    low: np.ndarray\n    high: np.ndarray", "    high: np.ndarray\n    low: np.ndarray"
CHANGES = [
    ("tiny.py", "state.low[0] +=", "state.low[0] -=", -79.0),
    ("ruler.py", "STEP * x + 1.0", "STEP * x + 2.0", 101.0),
    ("ruler.py", "STEP = 3.0", "STEP = 5.0", 121.0),
    ("ruler.py", "FACTOR = 1.0", "FACTOR = 4.0", 321.0),
    ("tiny.py", "twice_of(2.0)", "twice_of(3.0)", 121.0),
    ("tiny.py", "return x * amount", "return (lambda y: y * y)(x)", 161.0),
    ("tiny.py", *FIELDS, 81.0),
    ("tiny.py", "np.array([1.0])", "np.array([1], dtype=np.float32)", 81.0),
    ("tiny.py", 'error_model="python"', 'error_model="numpy"', 81.0),
]


@pytest.mark.parametrize("change", [None, *CHANGES])
def test_what_is_compiled_in_names_the_file(tiny, change):
    path = tiny.path()
    if change:
        edit(tiny.folder / change[0], *change[1:3])
        assert tiny.path() != path
        tiny.write()
    assert tiny.path() == path


def test_a_line_moved_and_a_comment_name_the_same_file(tiny):
    path = tiny.path()
    edit(tiny.folder / "ruler.py", "STEP = 3.0", "# The step.\n\nSTEP = 3.0")
    assert tiny.path() == path


@pytest.mark.parametrize(
    "change",
    [pytest.param(each, marks=[pytest.mark.slow] * (i not in (2, 6)))
     for i, each in enumerate(CHANGES)],
)  # fmt: skip
def test_no_change_gives_old_results(tiny, change):
    assert tiny.play() == (RIGHT, 0)
    edit(tiny.folder / change[0], *change[1:3])
    assert tiny.play() == ((change[3], *RIGHT[1:]), 0)
    tiny.write()
    assert tiny.play() == (RIGHT, 1)


def test_a_value_that_changes_in_a_process_is_not_kept_under_the_old_one(tiny):
    def larger_step(tiny):
        tiny.gain.py_func.__globals__["STEP"] = 5.0

    assert tiny.play() == (RIGHT, 0)
    assert tiny.play(larger_step) == ((121.0, 2.0, 5.0), 0)
    assert tiny.play() == (RIGHT, 1)


def test_what_the_loop_calls_may_print_in_this_process_and_the_next(tiny, capfd):
    printing = "    print('7.0', x)\n    return STEP * x"
    edit(tiny.folder / "ruler.py", "    return STEP * x", printing)
    for hits in range(2):
        assert tiny.play() == (RIGHT, hits)
        assert capfd.readouterr().out == "7.0 1.0\n" * 10
        (loop,) = compiled._loops.values()
        assert len(loop.overloads) == 1  # what was compiled beforehand is what was called
    folder = f"compiled._folder = lambda: type(compiled._folder())({str(tiny.folder / 'loops')!r})"
    assert tiny.other_process(folder) == (7.0, 1.0) * 10 + RIGHT[:2]
    assert len(list(tiny.folder.rglob("loops/*"))) == 1  # where that process found the loop


def test_a_damaged_file_is_compiled_again_and_replaced(tiny):
    assert tiny.play() == (RIGHT, 0)
    (loop,) = compiled._loops.values()
    (types,) = loop.signatures
    kept, path = loop._cache, loop._cache.path
    whole = path.read_bytes()
    assert kept.load_overload(types, loop.targetctx)
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    garbage = np.random.default_rng(1).bytes(len(whole))
    for bad in (b"", whole[:7], whole[:32], whole[:-1], whole + b"0", garbage, flipped):
        path.write_bytes(bad)
        assert kept.load_overload(types, loop.targetctx) is None
    assert tiny.play() == (RIGHT, 0)
    assert tiny.play() == (RIGHT, 1)
    path.unlink()
    path.mkdir()
    assert tiny.play() == (RIGHT, 0)


KILLED = """
def killed(path, text, *more):
    if isinstance(text, bytes):
        with open(path, "wb") as file:
            file.write(text[: len(text) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
import pathlib
{moment} = killed
"""


@pytest.mark.parametrize(
    "moment", ["pathlib.Path.write_bytes", pytest.param("os.replace", marks=pytest.mark.slow)]
)
def test_a_kill_while_the_file_is_written_leaves_nothing_that_is_believed(
    tiny, monkeypatch, moment
):
    assert tiny.other_process(KILLED.format(moment=moment)) is None
    (left,) = tiny.folder.rglob("loops/*")
    assert left.name.startswith(".unfinished")
    monkeypatch.setattr(compiled, "_folder", lambda: left.parent)
    assert tiny.play() == (RIGHT, 0)
    assert tiny.play() == (RIGHT, 1)


def test_two_processes_may_write_at_once_and_a_third_finds_the_loop(tiny, monkeypatch):
    with ThreadPoolExecutor(2) as both:
        assert list(both.map(tiny.other_process, [""] * 2)) == [RIGHT[:2]] * 2
    (kept,) = tiny.folder.rglob("loops/*")
    monkeypatch.setattr(compiled, "_folder", lambda: kept.parent)
    assert tiny.play() == (RIGHT, 1)


def test_a_process_that_is_sent_functions_finds_their_loop(tiny, monkeypatch):
    edit(tiny.folder / "tiny.py", "@njit\n", "@njit(cache=True)\n")
    tiny.other_process()
    (kept,) = tiny.folder.rglob("loops/*")
    written = kept.stat().st_ino
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tiny.folder / "numba"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tiny.folder), str(SOURCE.parent)]))
    module, _ = tiny.loop()
    task = game, module.MODEL, [PROBLEM], module.POLICY, np.array([10]), 1, 0
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        assert process.submit(*task).result().regret[0] == RIGHT[2]
    assert [path.stat().st_ino for path in tiny.folder.rglob("loops/*")] == [written]


def test_only_a_function_of_the_same_name_and_code_is_played_in_the_place_of_another(tiny):
    def sent(function):
        """A copy, as numba makes one in the process that a function is sent to."""
        plain = function.py_func
        again = FunctionType(plain.__code__, dict(plain.__globals__), plain.__name__, None,
                             plain.__closure__)  # fmt: skip
        again.__qualname__ = plain.__qualname__
        return kernel(again)

    module, _ = tiny.loop()
    update, twice = sent(module.update), sent(module.twice)
    assert update is not module.update and compiled._by_name(update) is module.update
    assert compiled._by_name(twice) is twice, "a closure has values of its own"
    edit(tiny.folder / "tiny.py", "state.low[0] +=", "state.low[0] -=")
    tiny.loop()
    assert compiled._by_name(update) is update


def test_without_a_folder_or_a_name_the_loop_is_compiled_in_memory(tiny, monkeypatch):
    def of_no_name(tiny):
        class State(tiny.State):
            pass

        tiny.POLICY = tiny.POLICY._replace(start=lambda *given: State(*tiny.start(*given)))

    assert tiny.play(of_no_name) == (RIGHT, "in memory")

    def nowhere():
        raise RuntimeError("no locator available")

    monkeypatch.setattr(compiled, "_folder", nowhere)
    tiny.loop = lambda: (importlib.import_module("tiny"), None)
    assert tiny.play() == (RIGHT, "in memory")
    assert not list(tiny.folder.rglob("loops"))


def test_a_function_that_calls_itself_is_compiled_in_memory(tiny):
    recursive = "    return gain(0.0 * x) + STEP * x if x > 0.0 else 1.0"
    edit(tiny.folder / "ruler.py", "    return STEP * x + 1.0", recursive)
    assert tiny.play() == (RIGHT, "in memory")


EDITED = """
import pathlib
import numpy as np
from clickbandits import core, mnl, simulate
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
path = pathlib.Path(core.__file__)
path.write_text("# An edit.\\n" * 30 + path.read_text())
problem = mnl.problem([0.5, 0.4], [1.0])
print(simulate.play_range(mnl.MODEL, [problem], EPOCH_UCB, np.array([9]), 1, range(1)).shape)
"""


def test_an_edit_of_the_loop_while_a_process_runs_does_not_reach_it(tmp_path):
    copy_of_the_package(tmp_path)
    assert printed(tmp_path, EDITED) == "(1, 1)\n"
