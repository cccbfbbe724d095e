"""Machine code that numba keeps is checked when it is read, and is optional if no folder is writable."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import caching, config

from clickbandits import machine_code

TEXT = """
from clickbandits.machine_code import kept

@kept
def once(x):
    return x + 1

@kept(error_model="numpy")
def over(x):
    return 1.0 / x
"""


@pytest.fixture
def again(tmp_path, monkeypatch):
    """Import the module as another process would."""
    (tmp_path / "tiny_kept.py").write_text(TEXT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(config, "CACHE_DIR", "")  # whatever NUMBA_CACHE_DIR says

    def imported():
        sys.modules.pop("tiny_kept", None)
        importlib.invalidate_caches()
        return importlib.import_module("tiny_kept")

    yield imported
    sys.modules.pop("tiny_kept", None)


def hits(function):
    return sum(function.stats.cache_hits.values())


def files(folder, name):
    return sorted(folder.glob(f"**/tiny_kept.{name}-*.code"))


def test_code_is_found_again_for_each_signature(again, tmp_path):
    tiny = again()
    assert (tiny.once(1), tiny.once(1.5), tiny.over(0.0)) == (2, 2.5, float("inf"))
    assert len(files(tmp_path, "once")) == 2
    tiny = again()
    assert (tiny.once(1), tiny.once(1.5), tiny.over(0.0)) == (2, 2.5, float("inf"))
    assert hits(tiny.once) == 2 and hits(tiny.over) == 1


def test_changed_code_is_not_found(again, tmp_path):
    again().once(1)
    (tmp_path / "tiny_kept.py").write_text(TEXT.replace("x + 1", "x + 2"))
    tiny = again()
    assert tiny.once(1) == 3 and hits(tiny.once) == 0


def cut(path):
    path.write_bytes(path.read_bytes()[:-1])


def swap(path):
    (other,) = files(path.parent, "over")
    path.write_bytes(other.read_bytes())


@pytest.mark.parametrize("damage", [cut, swap])
def test_a_damaged_file_is_set_aside_by_name_and_compiled_again(again, tmp_path, capsys, damage):
    tiny = again()
    tiny.once(1), tiny.over(2.0)
    (path,) = files(tmp_path, "once")
    damage(path)
    damaged, tiny = path.read_bytes(), again()
    assert tiny.once(1) == 2 and hits(tiny.once) == 0
    said = f"set aside {path.name} as {path.name}.rejected and compiled it again: it is damaged\n"
    assert capsys.readouterr().out == said
    assert path.with_name(path.name + ".rejected").read_bytes() == damaged
    tiny = again()
    assert tiny.once(1) == 2 and hits(tiny.once) == 1


def test_types_of_one_name_do_not_share_code(tmp_path):
    class Named(str):
        def __repr__(self):
            return "one name"

    cache = machine_code._Files(tmp_path, "f", ())
    cache.save(Named("a"), "code of a")
    assert cache.load(Named("a")) == "code of a" and cache.load(Named("b")) is None


def test_without_a_folder_or_with_a_full_disk_code_is_compiled_in_memory(again, tmp_path, monkeypatch):
    def refused(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", refused)
    assert again().once(1) == 2
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])  # as if no folder can be written
    assert again().once(1) == 2 and not files(tmp_path, "once")


def test_forgetting_code_removes_its_files(again, tmp_path):
    tiny = again()
    tiny.once(1), tiny.over(2.0)
    tiny.once.recompile()
    tiny.once(2)
    assert len(files(tmp_path, "once")) == 1 == len(files(tmp_path, "over"))


NOWHERE = """
import numpy as np
from clickbandits import bernoulli, core, pbm
from clickbandits.compiled import compiled
ranked = np.empty(1, dtype=np.int64)
compiled(core.rank)(np.array([0.2, 0.9, 0.5]), ranked)
print(ranked, bernoulli.kl(0.5, 0.5))
"""


def test_an_installation_that_is_read_only_works_for_a_user_without_a_home(tmp_path):
    copy = tmp_path / "clickbandits"
    shutil.copytree(Path(machine_code.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (copy, *(path for path in copy.rglob("*") if path.is_dir())):
        (folder / "__pycache__").touch()  # a file, so that not even root can write into it
    environment = {"PYTHONPATH": str(tmp_path), "HOME": "/dev/null", "PATH": os.defpath}
    command = [sys.executable, "-c", NOWHERE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd="/")
    assert (done.stdout, done.stderr) == ("[1] 0.0\n", "")
