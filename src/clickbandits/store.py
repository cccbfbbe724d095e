"""Store finished chunks in content-addressed files that survive a kill at any moment.

A chunk is a range of replications of one policy. Its folder is named by a digest of everything that its
numbers depend on, so a stored number is never out of date. A file is written under a temporary name,
flushed and renamed, so it is either complete or absent. Every file is checked when it is read.
"""

from __future__ import annotations

import hashlib
import math
import os
import uuid
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np

DAMAGE = (
    OSError,
    ValueError,
    KeyError,
    EOFError,
    TypeError,
    AttributeError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
"""Errors that were seen when damaged archives were read."""


def folder() -> Path:
    """The folder of finished work, `CLICKBANDITS_CACHE` or by default `.cache/`."""
    return Path(os.environ.get("CLICKBANDITS_CACHE", ".cache"))


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Call `write(file)`, after which `path` either has the complete content or is unchanged."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".unfinished-{path.name}-{uuid.uuid4().hex}")
    try:
        with open(temporary, "xb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def save(path: Path, key: str, which: range, regret: np.ndarray) -> None:
    """Write one chunk, which is the regret of the replications `which`, with its key."""
    span = np.array([which.start, which.stop])
    digest = np.array(hashlib.sha256(regret.tobytes()).hexdigest())
    write_whole(path, lambda file: np.savez(file, key=np.array(key), span=span, digest=digest, regret=regret))


def read_arrays(path: Path, most: int) -> dict[str, np.ndarray]:
    """The arrays of an archive that unpacks to at most the given number of bytes.

    Raises ValueError if the file is damaged or not an archive, and FileNotFoundError.
    """
    try:
        with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
            if sum(part.file_size for part in file.zip.infolist()) > most:
                raise ValueError("it unpacks to far more than it should")
            return dict(file)
    except FileNotFoundError:
        raise
    except DAMAGE as why:  # TypeError: an array that is not an archive
        raise ValueError(str(why)) from why


def load(path: Path, key: str, which: range, n_checkpoints: int) -> np.ndarray | None:
    """Read one chunk back; None if there is none.

    A file that is damaged or has another key is reported, renamed to `<name>.rejected`, and treated as
    absent.
    """
    shape = (len(which), n_checkpoints)
    try:
        file = read_arrays(path, 8 * math.prod(shape) + 65536)
        regret = file["regret"]
        if str(file["key"]) != key or file["span"].tolist() != [which.start, which.stop]:
            raise ValueError("it belongs to another experiment")
        if regret.shape != shape or regret.dtype != np.float64:
            raise ValueError(f"its shape {regret.shape} is not {shape}")
        if str(file["digest"]) != hashlib.sha256(regret.tobytes()).hexdigest():
            raise ValueError("its contents do not match their digest")
    except FileNotFoundError:
        return None
    except (ValueError, KeyError) as why:
        # On standard output and not as a warning, so that the build of a notebook continues and shows it.
        aside = path.with_name(path.name + ".rejected")
        os.replace(path, aside)
        print(f"set aside {path.name} as {aside.name} and computed it again: {why}")
        return None
    return regret
