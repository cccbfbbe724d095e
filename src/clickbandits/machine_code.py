"""Compile functions that only compiled code calls, and keep numba's machine code in files that are checked.

numba trusts the files of its cache. A damaged one leads to an obscure error, a crash, or wrong numbers,
and if no folder can be written, a cached function cannot even be defined. This module stores each compiled
signature in one file, which is treated like a file of the store. Its name is a digest of everything that it
depends on. It is written as a whole, checked when it is read, and set aside if it is damaged. If there is no
folder, the function is compiled in memory.

The names of numba's own classes that this relies on are all in this module.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps

# `_nrt` is an internal option of numba, which works in 0.68.1, the version in the lock file. numba
# ignores unknown options, so a test checks that kernels are still compiled without reference counts.
_INNER: dict[str, Any] = {"nogil": True, "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def inner(**options: Any) -> Callable[[Callable], Callable]:
    """Compile a function that allocates nothing, and that is mostly called by other compiled functions.

    As it allocates nothing, numba need not count references to its arrays. It also makes no wrappers for
    calls from Python and C, which took a third of the time to compile PBM-TS.
    """

    def decorate(function: Callable) -> Callable:
        compiled = numba.njit(**_INNER, **options)(function)
        if isinstance(compiled, CPUDispatcher):  # not under NUMBA_DISABLE_JIT
            compiled.__class__ = _Inner
        return compiled

    return decorate


class _Inner(CPUDispatcher):
    """A function without a wrapper, which Python calls through another that has one."""

    def __call__(self, *arguments: Any) -> Any:
        if not hasattr(self, "_outer"):
            self._outer = numba.njit(nogil=True)(lambda *arguments: self(*arguments))
        return self._outer(*arguments)


def kept(function: Callable | None = None, /, **options: Any) -> Callable:
    """Compile a function as `njit(nogil=True)` does, and keep its machine code if a folder is writable.

    As always with numba, changes in another file that the function uses are not noticed.
    """
    if function is None:
        return partial(kept, **options)
    compiled = numba.njit(nogil=True, **options)(function)
    if hasattr(compiled, "py_func"):  # not under NUMBA_DISABLE_JIT
        with suppress(RuntimeError, OSError):  # no folder
            compiled._cache = _Cache(function)
    return compiled


class _Cache(FunctionCache):
    """numba's cache of one function, with other files."""

    def __init__(self, function: Callable) -> None:
        super().__init__(function)
        depends_on = numba.__version__, self._impl.locator.get_source_stamp()
        self._cache_file = _Files(Path(self._cache_path), self._impl.filename_base, depends_on)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with suppress(OSError):  # a full disk, or a folder that is gone
            super().save_overload(signature, compiled)


class _Files(IndexDataCacheFile):
    """The interface that numba expects for the files of a function."""

    def __init__(self, folder: Path, name: str, depends_on: tuple) -> None:
        self._folder, self._name, self._depends_on = folder, name, depends_on

    def _path(self, key: Any) -> Path:
        digest = hashlib.sha256(repr((self._depends_on, key)).encode()).hexdigest()
        return self._folder / f"{self._name}.{digest[:32]}.code"

    def save(self, key: Any, data: Any) -> None:
        path, content = self._path(key), dumps((key, data))
        with self._open_for_write(str(path)) as file:
            file.write(_digest(path, content) + content)

    def load(self, key: Any) -> Any:
        """The code that `save` wrote, or None. A damaged file is reported and set aside."""
        path = self._path(key)
        try:
            file = path.read_bytes()
        except OSError:
            return None
        digest, content = file[:32], file[32:]
        if digest == _digest(path, content):
            its_key, data = pickle.loads(content)
            return data if its_key == key else None  # types of one name may differ
        with suppress(OSError):
            aside = path.with_name(path.name + ".rejected")
            os.replace(path, aside)
            # On standard output, as `store` does, so that a notebook's build goes on.
            print(f"set aside {path.name} as {aside.name} and compiled it again: it is damaged")
        return None

    def flush(self) -> None:
        """Forget the stored code (`recompile`)."""
        for path in self._folder.glob(f"{self._name}.*.code"):
            path.unlink(missing_ok=True)


def _digest(path: Path, content: bytes) -> bytes:
    """The digest of a file's content and its name, so that no file is taken for another."""
    return hashlib.sha256(path.name.encode() + content).digest()
