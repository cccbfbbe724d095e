"""A kernel that Python calls itself, outside the loop of `core.play`, compiled once a machine.

numba alone cannot cache a kernel, since a cached caller would keep an old version of what it calls.
As the loops of `compiled`, a copy of it is kept in a file that is named by all that was compiled
in, and by the types of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching, registry

from .compiled import (
    _copy_dispatcher,
    _File,
    _folder,
    _machine,
    _NoName,
    _said_type,
    _Walk,
    digest_of,
    in_own_module,
)  # fmt: skip


@cache
def kept(kernel: Callable) -> Any:
    """The compiled function, found compiled where a process of this machine has called it before.

    It is the function itself where that cannot be kept, or where numba caches it: what has no name
    that another process could look up, or no folder to be written to, is compiled in memory.

    Examples
    --------
    >>> import numpy as np
    >>> from clickbandits.core import rank
    >>> from clickbandits.kept import kept
    >>> ranked = np.empty(2, dtype=np.int64)
    >>> kept(rank)(np.array([0.2, 0.9, 0.5]), ranked)
    >>> ranked
    array([1, 2])
    """
    if not isinstance(kernel, registry.CPUDispatcher):  # plain Python, or NUMBA_DISABLE_JIT
        return kernel
    walk = _Walk([_machine()], {}, [], set())
    try:
        copied = _copy_dispatcher(kernel, walk)
        folder = _folder()
    except (_NoName, AttributeError, OSError, RuntimeError):  # numba has no folder: RuntimeError
        return kernel
    if copied is kernel:
        return kernel
    copied._cache = _Files(folder, in_own_module(walk))
    return copied


class _Files(caching.NullCache):
    """What is compiled of one function, a file for each of the types of its arguments."""

    def __init__(self, folder: Path, digest: str) -> None:
        self.folder, self.digest = folder, digest

    def load_overload(self, sig, target_context):
        """What the file of these types holds; None where there is none."""
        with suppress(_NoName):
            return self._file(sig).load_overload(sig, target_context)
        return None

    def save_overload(self, sig, result):
        """Keep what was compiled, where its types have names."""
        with suppress(_NoName):
            self._file(sig).save_overload(sig, result)

    def _file(self, sig) -> _File:
        return _File(self.folder / digest_of([self.digest, *map(_said_type, sig)]))
