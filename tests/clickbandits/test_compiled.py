"""Compiled code that is kept between processes is found again, and is never out of date."""

import importlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest
from numba.core import config

from clickbandits import compiled as module
from clickbandits import source
from clickbandits.compiled import compiled
from clickbandits.core import kernel, play, vectors
from clickbandits.simulate import game

SOURCE = Path(__file__).resolve().parents[2] / "src" / "clickbandits"
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

@njit
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

@kernel
def gain(x):
    return STEP * x + 1.0
"""
RIGHT = (81.0, 2.0, 5.0)


def played(model, policy):
    """The final state and the regret of a game with ten rounds."""
    problem = vectors([0.5], [1.0], "[0, 1]", "[0, 1]")
    end = game(model, [problem], policy, np.array([10]), 1, 0)
    return float(end.state.low[0]), float(end.state.high[0]), float(end.regret[0])


def printed_by(program, environment):
    """The output of another process."""
    command, around = [sys.executable, "-c", program], os.environ | environment
    return subprocess.run(command, env=around, check=True, capture_output=True, text=True).stdout


class Tiny:
    """A tiny game in two files of a folder, with the compiled code that is kept of it."""

    def __init__(self, folder):
        self.folder = folder

    def imported(self, *changes):
        """The module of the game, as another process would see it after changes to the files."""
        for name, text in (("tiny", TINY), ("ruler", RULER)):
            for old, new in changes:
                text = text.replace(old, new)
            (self.folder / f"{name}.py").write_text(text)
            os.utime(self.folder / f"{name}.py", (0, 0))  # older than this process
        for name in [name for name in sys.modules if name.startswith(("tiny", "ruler", "loop_"))]:
            del sys.modules[name]
        module._compiled.cache_clear()
        source.find.cache_clear()
        source._parsed.cache_clear()
        importlib.invalidate_caches()
        return importlib.import_module("tiny")

    def play(self, *changes):
        """The game after the changes, and whether its compiled code was found."""
        tiny = self.imported(*changes)
        return played(tiny.MODEL, tiny.POLICY), self.found()

    def found(self):
        """Whether compiled code was found; None if it exists only in memory."""
        (loop,) = [each for name, each in sys.modules.items() if name.startswith("loop_")] or [None]
        return loop and sum(loop.call.stats.cache_hits.values()) > 0

    def name(self, *changes):
        """The name under which the loop is kept."""
        tiny = self.imported(*changes)
        parts = play, tiny.draw, tiny.reward, tiny.choose, tiny.update
        return module._compiled(parts, frozenset([tiny.State])).__module__

    def other_process(self, program="import tiny as __main__"):
        """The output of another process that plays the game."""
        environment = {"NUMBA_CACHE_DIR": str(self.folder / "numba"), "PYTHONPATH": self.path()}
        program += (
            "\nfrom clickbandits.simulate import *"
            "\nfrom tests.clickbandits.test_compiled import played"
            "\nprint(played(__main__.MODEL, __main__.POLICY))"
        )
        return printed_by(program, environment).strip()

    def path(self):
        return os.pathsep.join(map(str, [self.folder, SOURCE.parent, SOURCE.parents[1]]))

    def written(self):
        """The files that other processes have kept."""
        return {path: path.stat().st_ino for path in self.folder.glob("numba/**/loop_*")}


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(module, "_folder", lambda: tmp_path / "loops")
    monkeypatch.setattr(config, "CACHE_DIR", "")  # whatever NUMBA_CACHE_DIR says
    tiny = Tiny(tmp_path)
    yield tiny
    tiny.imported()


FIELDS = "    low: np.ndarray\n    high: np.ndarray", "    high: np.ndarray\n    low: np.ndarray"


@pytest.mark.parametrize(
    "change",
    [
        ("state.low[0] +=", "state.low[0] -="),
        ("STEP * x + 1.0", "STEP * x + 2.0"),
        ("FACTOR = 1.0", "FACTOR = 4.0"),
        ("twice_of(2.0)", "twice_of(3.0)"),
        ("x * amount", "amount"),
        FIELDS,
        ("@njit\ndef reward", "@njit(error_model='numpy')\ndef reward"),
    ],
)
def test_all_that_a_loop_reaches_names_it(tiny, change):
    name = tiny.name()
    assert tiny.name(change) != name
    assert tiny.name(("STEP = 3.0", "# The step.\n\nSTEP = 3.0")) == name


def test_no_change_gives_old_results(tiny):
    assert tiny.play() == (RIGHT, False)
    assert tiny.play(("STEP = 3.0", "STEP = 5.0"), FIELDS) == ((121.0, 2.0, 5.0), False)
    assert tiny.play() == (RIGHT, True)


def test_a_kernel_that_calls_itself_is_kept(tiny):
    calls_itself = "return STEP * x + 1.0", "return gain(x - 1.0) + STEP if x > 0.0 else 1.0"
    assert tiny.play(calls_itself) == (RIGHT, False)
    assert tiny.play(calls_itself) == (RIGHT, True)


def test_a_kernel_that_python_calls_is_found_for_each_type(tiny):
    for found in (False, True):
        tiny.imported()
        gain = compiled(sys.modules["ruler"].gain)
        assert (gain(2.0), gain(np.float32(2.0))) == (7.0, 7.0)
        assert tiny.found() is found


def test_plain_python_is_called_as_it_is():
    assert compiled(len)([1, 2]) == 2


def test_processes_that_write_at_once_and_those_that_are_sent_functions_share(tiny, monkeypatch):
    here = tiny.imported()
    with ThreadPoolExecutor(2) as both:
        assert set(both.map(tiny.other_process, ["import tiny as __main__"] * 2)) == {str(RIGHT)}
    written = tiny.written()
    assert {path.suffix for path in written} >= {".loop", ".code"}
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tiny.folder / "numba"))
    monkeypatch.setenv("PYTHONPATH", tiny.path())
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        assert process.submit(played, here.MODEL, here.POLICY).result() == RIGHT
    assert tiny.written() == written


def test_only_a_function_of_the_same_name_and_code_is_played_in_the_place_of_another(tiny):
    def sent(function):
        """A copy like the one that numba makes in a process to which a function is sent."""
        plain = function.py_func
        again = FunctionType(plain.__code__, dict(plain.__globals__), plain.__name__, None, plain.__closure__)
        return kernel(again)

    here = tiny.imported()
    update, twice = sent(here.update), sent(here.twice)
    assert module._by_name(update) is here.update
    assert module._by_name(twice) is None, "a closure, which has its own values, was found by its name"
    tiny.imported(("state.low[0] +=", "state.low[0] -="))
    assert module._by_name(update) is None


def test_what_is_typed_into_a_session_is_compiled_in_memory(tiny):
    tiny.imported()
    assert tiny.other_process(f"import __main__\n{TINY}") == str(RIGHT)
    assert not tiny.written()


def test_closures_of_one_name_are_compiled_in_memory(tiny):
    # numba would link one in place of the other if two processes had compiled them.
    two = ("twice = twice_of(2.0)", "twice, other = map(twice_of, (2.0, 4.0))")
    assert tiny.play(two, ("+= twice(", "+= 0.5 * other(")) == (RIGHT, None)


def test_without_a_folder_it_is_compiled_in_memory(tiny, monkeypatch):
    def refused(*_):
        raise PermissionError

    monkeypatch.setattr(os, "replace", refused)
    assert tiny.play() == (RIGHT, None)


def test_what_is_old_goes_when_something_is_kept(tiny):
    old = tiny.folder / "loops" / "__pycache__" / f"loop_{'0' * 32}.call-5.py311.{'0' * 32}.code"
    old.parent.mkdir(parents=True)
    for age in (59, 61):
        old.touch()
        os.utime(old, (old.stat().st_mtime - 86400 * age,) * 2)
        tiny.name(("STEP = 3.0", f"STEP = {age}.0"))
        assert old.exists() is (age < 60)


def test_a_damaged_module_is_not_believed(tiny):
    assert tiny.play() == (RIGHT, False)
    (path,) = tiny.folder.glob("loops/*.loop")
    path.write_text("def call(*state): pass")
    assert tiny.play() == (RIGHT, False)


def test_the_users_folder_takes_what_the_package_cannot(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "own"))
    assert module._folder() == tmp_path / "own" / "loops"
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert module._folder() == tmp_path / ".cache" / "clickbandits" / "loops"


EPOCH = """
import numpy as np
from clickbandits import core
from clickbandits.rank1 import model
clicks, action = np.zeros(2, np.int64), np.zeros(2, np.int64)
rng = np.random.Generator(np.random.PCG64(1))
chances = np.full(2, 0.5), np.full(2, 0.9)
print(model.draw(*chances, action, core.UNTIL_NO_CLICK, 50, rng, clicks), *clicks)
"""
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


@pytest.fixture
def copy(tmp_path):
    """A copy of the library that a test may change, and the output of a process that imports it."""
    shutil.copytree(SOURCE, tmp_path / "clickbandits", ignore=shutil.ignore_patterns("__pycache__"))

    def printed(program):
        environment = {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        return printed_by(program, environment)

    return tmp_path / "clickbandits", printed


def test_a_constant_of_another_file_is_seen_by_the_next_process(copy):
    folder, printed = copy
    before = printed(EPOCH)
    text = (folder / "core.py").read_text("utf-8")
    assert text.count("UNTIL_NO_CLICK = -1") == 1
    (folder / "core.py").write_text(text.replace("NO_CLICK = -1", "NO_CLICK = -2"), "utf-8")
    assert printed(EPOCH) == before


def test_code_that_changed_since_the_process_began_is_compiled_in_memory(copy):
    folder, printed = copy
    assert printed(EDITED) == "(1, 1)\n"
    assert not list(folder.rglob("loop_*"))
