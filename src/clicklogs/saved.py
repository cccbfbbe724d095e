"""The file of a player, which is written atomically, locked by one process, and checked when it is read."""

from __future__ import annotations

import glob
import hashlib
import json
import os
import socket
import sys
from pathlib import Path

import numpy as np

from clickbandits import store


def write(path: Path, memory: dict, arrays: dict[str, np.ndarray]) -> None:
    """Write numbers and text but no code; if the process is killed, the old file stays intact."""
    content = {"memory": _bytes(json.dumps(memory)), **arrays}
    content["digest"] = _bytes(_digest(content))
    store.write_whole(path, lambda file: np.savez(file, **content))  # type: ignore[arg-type]


def read(path: Path) -> tuple[dict, dict[str, np.ndarray]]:
    """The content that `write` has written.

    Raises
    ------
    FileNotFoundError
    ValueError
        If the file is damaged or was not written by `write`. The digest protects against damage, not
        against malice. Reading the file runs no code.
    """
    if not path.exists():
        raise FileNotFoundError(f"there is no file {path}")
    try:
        content = store.read_arrays(path, 2 * path.stat().st_size + (1 << 20))
        memory = json.loads(content["memory"].tobytes())
        digest = content.pop("digest").tobytes().decode("ascii", "replace")
    except (ValueError, KeyError, TypeError) as why:
        reason = "it is not an archive of numbers" if "pickle" in str(why) else why
        raise ValueError(f"{path} is damaged, or was not saved by a player: {reason}") from None
    if digest != _digest(content):
        raise ValueError(f"{path} is damaged, because its content does not match its digest")
    del content["memory"]
    return memory, content


_LOCKS: dict[Path, int] = {}
"""The files that this process has locked; the locks end with the process, even if it is killed."""


def lock(path: Path) -> None:
    """Lock a file for this process, and remove the unfinished files of a killed process.

    Raises
    ------
    ValueError
        If another process has locked it.
    """
    path = path.resolve()
    if path in _LOCKS:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _hold(handle)
    except OSError:
        owner = os.read(handle, 200).decode(errors="replace") or "another process"
        os.close(handle)
        raise ValueError(
            f"{path} is in use by {owner}. A player is one learner, so only one process can have its "
            "file. Send the requests to that process, or end it"
        ) from None
    os.ftruncate(handle, 0)
    os.write(handle, f"process {os.getpid()} on {socket.gethostname()}".encode())
    _LOCKS[path] = handle
    for orphan in path.parent.glob(f".unfinished-{glob.escape(path.name)}-*"):
        orphan.unlink(missing_ok=True)


def _hold(handle: int) -> None:
    """Lock an open file for this process; OSError if another process has locked it."""
    if sys.platform == "win32":  # tested only with a stand-in, never on Windows
        import msvcrt

        os.lseek(handle, 1 << 20, os.SEEK_SET)  # the owner's name, at the beginning, stays readable
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _forget_locks() -> None:
    for handle in _LOCKS.values():
        os.close(handle)  # the lock of the parent process stays
    _LOCKS.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_locks)


def _bytes(text: str) -> np.ndarray:
    """A text as an array, which can be stored without pickle."""
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _digest(content: dict[str, np.ndarray]) -> str:
    """The digest of names, shapes, types and values."""
    digest = hashlib.sha256()
    for name, array in sorted(content.items()):
        digest.update(f"{name} {array.shape} {array.dtype.str} ".encode() + array.tobytes())
    return digest.hexdigest()
