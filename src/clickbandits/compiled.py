"""Compile the game's loop and the kernels that Python calls, once per machine (see `machine_code`).

To decide whether a cached function is still valid, numba checks only the file that defines it, so a
loop that calls functions from other files would go stale. Here each combination of functions is a small
module of its own, named by the digest of all the code that it reaches. When that code changes, the
combination becomes another module.

Code is compiled in memory, and not cached, if another process could not find it by its name (a policy
typed into a notebook, one of several closures), if it has changed since this process began, or if no
folder is writable. As always with numba, changing a global constant at run time has no effect.
"""

import inspect
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from .source import source_digest

_lock = threading.Lock()


def compiled(kernel: Callable, *functions: Callable) -> Callable:
    """Bind other kernels as a kernel's first arguments; it is compiled, or loaded, when first called.

    Examples
    --------
    >>> import numpy as np
    >>> from clickbandits.compiled import compiled
    >>> from clickbandits.core import rank
    >>> ranked = np.empty(2, dtype=np.int64)
    >>> compiled(rank)(np.array([0.2, 0.9, 0.5]), ranked)
    >>> ranked
    array([1, 2])
    """
    if not hasattr(kernel, "py_func"):  # plain Python, or NUMBA_DISABLE_JIT
        return partial(kernel, *functions)
    parts = tuple(_by_name(function) or function for function in (kernel, *functions))
    versions: dict[tuple[type, ...], Callable] = {}

    def call(*arguments: Any) -> Any:
        kinds = tuple(map(type, arguments))  # looking inside them takes as long as a kernel
        if kinds not in versions:
            with _lock:
                versions[kinds] = _compiled(parts, frozenset(_classes(arguments)))
        return versions[kinds](*arguments)

    return call


def _by_name(thing: Any) -> Any:
    """The function or class with this name in its module, if it is this one or numba made a copy of it."""
    named = getattr(sys.modules.get(thing.__module__), thing.__name__, None)
    sent, here = getattr(thing, "py_func", None), getattr(named, "py_func", None)
    copied = sent and here and not sent.__closure__ and sent.__code__ == here.__code__
    return named if named is thing or copied else None


def _classes(value: Any) -> Iterator[type]:
    """The classes of the named tuples in an argument, whose order of fields is compiled in."""
    if isinstance(value, tuple):
        yield from [type(value)] if hasattr(value, "_fields") else []
        for part in value:
            yield from _classes(part)


@cache
def _compiled(parts: tuple[Any, ...], classes: frozenset[type]) -> Callable:
    """The kernel with its functions, for arguments with these named tuples."""
    reached, waiting = set(classes), list(parts)
    while waiting:
        function = waiting.pop()
        if hasattr(function, "py_func") and function not in reached:
            reached.add(function)
            names = inspect.getclosurevars(function.py_func)
            values = [*names.globals.values(), *names.nonlocals.values()]
            modules = filter(inspect.ismodule, values)
            waiting += values + [vars(m).get(name) for m in modules for name in names.unbound]
    # numba gives closures of one factory the same name and would link one in place of another.
    if all(_by_name(each) is each for each in reached):
        with suppress(ImportError, OSError, RuntimeError):
            return _kept(parts, {each.__module__ for each in reached})
    return partial(parts[0], *parts[1:])


def _kept(parts: tuple[Any, ...], modules: set[str]) -> Callable:
    """The kernel with its functions, in a module that depends on these modules.

    The module is written as text, because numba inlines no call with `*arguments`, and keeps no machine
    code of a loop that it did not inline. A closure would need the list of the kernel's arguments.
    """
    gives = list(inspect.signature(parts[0].py_func).parameters)
    text = "from clickbandits.machine_code import kept\n"
    for part, name in zip(parts, ["kernel_", *gives], strict=False):
        text += f"from {part.__module__} import {part.__name__} as {name}\n"
    text += f"\n@kept\ndef call({', '.join(gives[len(parts) - 1 :])}):\n"
    text += f"    return kernel_({', '.join(gives)})\n"
    path = _folder() / f"loop_{source_digest(modules, text)[:32]}.loop"  # not a file of the package
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_text(text)
        os.replace(unfinished, path)
        for old in path.parent.parent.glob(f"loops*/**/{'loop_':?<37}.*"):
            if old.stat().st_mtime < time.time() - 60 * 86400:  # two months
                old.unlink(missing_ok=True)
    module = sys.modules[path.stem] = ModuleType(path.stem)
    exec(compile(text, str(path), "exec"), vars(module))
    return module.call


def _folder() -> Path:
    """NUMBA_CACHE_DIR or this package's `__pycache__`; if it is not writable, the user's cache."""
    room = os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "__pycache__"
    with suppress(OSError):
        Path(room).mkdir(parents=True, exist_ok=True)
    return Path(room if os.access(room, os.W_OK) else Path.home() / ".cache/clickbandits", "loops")
