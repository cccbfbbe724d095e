"""The store returns exactly what was written, or nothing."""

import os

import numpy as np
import pytest

from clickbandits import store

WHICH = range(20, 25)
REGRET = np.arange(10.0).reshape(5, 2)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "folder" / "chunk.npz"
    store.save(path, "key", WHICH, REGRET)
    return path


def test_a_chunk_comes_back(path):
    assert store.load(path, "key", WHICH, 2).tobytes() == REGRET.tobytes()
    assert [file.name for file in path.parent.iterdir()] == ["chunk.npz"]


def test_an_absent_chunk_is_none(tmp_path):
    assert store.load(tmp_path / "absent.npz", "key", WHICH, 2) is None


def rejected(path, capsys, *arguments):
    """Check that the file is named in a message, set aside, and treated as absent."""
    assert store.load(path, *arguments) is None
    assert "set aside chunk.npz as chunk.npz.rejected" in capsys.readouterr().out
    assert not path.exists() and path.with_name("chunk.npz.rejected").exists()


@pytest.mark.parametrize("arguments", [("other", WHICH, 2), ("key", range(0, 5), 2), ("key", WHICH, 3)])
def test_a_foreign_chunk_is_set_aside(path, capsys, arguments):
    rejected(path, capsys, *arguments)


@pytest.mark.parametrize("kept", [0, 1, 10, 100, -1])
def test_a_truncated_chunk_is_set_aside(path, capsys, kept):
    path.write_bytes(path.read_bytes()[:kept])
    rejected(path, capsys, "key", WHICH, 2)


def test_no_flipped_byte_is_believed(path, capsys):
    whole = path.read_bytes()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        found = store.load(path, "key", WHICH, 2)
        assert found is None or found.tobytes() == REGRET.tobytes()
    assert "set aside" in capsys.readouterr().out


def test_a_pickle_is_not_opened(path, capsys):
    np.savez(path, regret=np.array([{}], dtype=object))
    rejected(path, capsys, "key", WHICH, 2)


@pytest.mark.parametrize(
    "write",
    [
        lambda file: np.save(file, REGRET),
        lambda file: np.savez(file, regret=np.zeros(99_999)),
        lambda file: file.write(b"no archive"),
        np.savez,
    ],
    ids=["an array that is no archive", "too large", "text", "an archive of nothing"],
)
def test_what_is_no_chunk_is_set_aside(path, capsys, write):
    store.write_whole(path, write)
    rejected(path, capsys, "key", WHICH, 2)


@pytest.mark.parametrize("damage", store.DAMAGE)
def test_all_that_reading_raises_is_damage(path, monkeypatch, damage):
    def damaged(*_, **__):
        raise damage("the reason")

    monkeypatch.setattr(np, "load", damaged)
    with pytest.raises(ValueError, match="the reason"):
        store.read_arrays(path, 1000)


def test_a_failed_write_leaves_what_was_there(path):
    def fail(file):
        file.write(b"half")
        raise OSError("no space left on device")

    before = path.read_bytes()
    with pytest.raises(OSError, match="no space left"):
        store.write_whole(path, fail)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["chunk.npz"]
