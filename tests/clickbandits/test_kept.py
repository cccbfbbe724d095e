"""A kernel that Python calls is found compiled by the next process, and never an old one."""

import importlib
import sys

import numpy as np
import pytest

from clickbandits import kept as module
from clickbandits.kept import kept

RULER = """
from numba import njit
from clickbandits.core import kernel
STEP = 3.0

@kernel
def gain(x):
    return STEP * x + 1.0

@kernel
def lengthen(values, rng):
    values[0] = gain(values[0])

@njit(cache=True)
def cached(x):
    return x
"""


@pytest.fixture
def ruler(tmp_path, monkeypatch):
    """Imports the module anew, with a change, as the next process would."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(module, "_folder", lambda: tmp_path / "loops")

    def imported(old="", new=""):
        (tmp_path / "ruler.py").write_text(RULER.replace(old, new) if old else RULER)
        sys.modules.pop("ruler", None)
        importlib.invalidate_caches()
        return importlib.import_module("ruler")

    yield imported
    sys.modules.pop("ruler", None)


def lengthened(ruler, kind=np.float64):
    """What the kernel makes of 2, and whether it was found compiled."""
    values = np.full(1, 2, dtype=kind)
    lengthen = kept(ruler.lengthen)
    lengthen(values, np.random.default_rng(0))
    return values[0], sum(lengthen.stats.cache_hits.values())


@pytest.mark.parametrize(
    ("old", "new", "changed"), [("STEP = 3.0", "STEP = 5.0", 11.0), ("x + 1.0", "x + 2.0", 8.0)]
)
def test_it_is_found_unless_something_that_it_reaches_changed(ruler, old, new, changed):
    assert lengthened(ruler()) == (7.0, 0)
    assert lengthened(ruler()) == (7.0, 1)
    assert lengthened(ruler(old, new)) == (changed, 0)
    assert lengthened(ruler()) == (7.0, 1)


def test_each_type_of_arguments_has_a_file(ruler):
    for found in (0, 1):
        for kind in (np.float64, np.float32):
            assert lengthened(ruler(), kind) == (7.0, found)


def test_it_is_the_same_function_for_the_same_kernel(ruler):
    lengthen = ruler().lengthen
    assert kept(lengthen) is kept(lengthen) is not lengthen


def test_types_without_a_name_are_compiled_in_memory(ruler, tmp_path):
    values = np.full(1, 2.0)
    kept(ruler().lengthen)(values, None)
    assert values[0] == 7.0
    assert not (tmp_path / "loops").exists()


def test_what_cannot_or_need_not_be_kept_is_left_as_it_is(ruler, monkeypatch):
    assert kept(len) is len
    assert kept(ruler().cached) is sys.modules["ruler"].cached
    local = object()
    nameless = ruler("STEP * x", "STEP * x * (local is local)")
    nameless.local = local
    assert kept(nameless.lengthen) is nameless.lengthen

    def nowhere():
        raise RuntimeError("no locator available")

    monkeypatch.setattr(module, "_folder", nowhere)
    lengthen = ruler().lengthen
    assert kept(lengthen) is lengthen
