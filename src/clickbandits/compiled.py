"""The loop of `core.play`, compiled once a machine for each policy and click model.

numba alone cannot cache that loop: it takes functions, and numba looks at the file of the function
that it cached and at no other. Here a compiled loop is kept under the digest of all that was
compiled into it, made from the live objects: the functions that it reaches with their code,
constants and options, the types of its arguments with the fields of tuples in order, the versions
and the processor. What is compiled is a copy of these functions, made in the same walk, so that the
digest speaks of what was compiled even where a name was given another value meanwhile. Only
functions that numba caches itself are shared, not copied; numba answers for their files, whose
contents are in the digest, too.

Only the loop is made machine code. What it calls is linked into it as numba lowered it, and is
optimised there, once: numba alone would optimise and assemble each of these functions, and all that
it calls, once more for itself.

A file holds its checksum, and is written under another name first: what is cut off, damaged or not
there is compiled again. Where something has no name that another process could look up, or calls
itself, or the folder cannot be written, the loop is compiled in memory. The files lie beside what
numba caches of this package.
"""

from __future__ import annotations

import ast
import builtins
import dis
import gc
import hashlib
import inspect
import os
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from numba.core import caching, codegen, compiler, registry, serialize, types

from . import core

_ANSWERED = ("builtins", "math", "numpy", "numba")  # packages whose versions are in the digest
_DAYS_UNUSED = 60

_TEXT = inspect.getsource(getattr(core.play, "py_func", core.play))
"""The loop as this process runs it, read now: its file may be edited while the process runs."""

_loops: dict[tuple, Callable] = {}
_lock = threading.Lock()


class _NoName(Exception):
    """Something that another process could not look up, or that we do not know how to describe."""


class _Walk(NamedTuple):
    """What a walk through compiled functions has found.

    said : what they are, in order
    copies : by the id of a dispatcher, its number in the walk and what is compiled in its place
    functions : the copied functions
    begun : the ids of dispatchers whose names are being looked at
    """

    said: list
    copies: dict[int, tuple[int, Any]]
    functions: list[FunctionType]
    begun: set[int]


def play(functions: tuple[Callable, ...], arguments: tuple) -> None:
    """`core.play(*functions, *arguments)`, compiled or found compiled."""
    if not isinstance(core.play, registry.CPUDispatcher):  # NUMBA_DISABLE_JIT
        core.play(*functions, *arguments)  # type: ignore[arg-type]
        return
    functions = tuple(map(_by_name, functions))
    key = functions, _kind(arguments)
    loop = _loops.get(key)
    if loop is None:
        with _lock:
            if key not in _loops:
                _loops[key] = _compiled_loop(functions, tuple(map(numba.typeof, arguments)))
            loop = _loops[key]
    loop(*arguments)


def _by_name(function: Callable) -> Callable:
    """The function that goes by this name here; itself where that is another one.

    What numba sends to another process arrives as a copy, of which numba caches nothing, so that it
    would be compiled there under another digest, once in each process.
    """
    found: Any = getattr(sys.modules.get(function.__module__), function.__name__, None)
    kind = registry.CPUDispatcher
    if found is function or not (isinstance(found, kind) and isinstance(function, kind)):
        return function
    sent: Any = function.py_func
    closure = sent.__qualname__ != sent.__name__  # which has values of its own
    return function if closure or sent.__code__ != found.py_func.__code__ else found


def _kind(value: Any) -> Any:
    """What tells types apart as finely as numba does, and faster than numba tells them."""
    if isinstance(value, tuple):
        return type(value), *map(_kind, value)
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim, value.flags.num
    return type(value)


def _compiled_loop(functions: tuple[Callable, ...], argument_types: tuple) -> Callable:
    """The loop with these functions, compiled or found compiled where it can be kept.

    Meanwhile Python's collector rests: it would look through all that numba makes again and again.
    """
    loop = _kept_loop(functions, argument_types)
    if isinstance(loop, registry.CPUDispatcher):
        collects = gc.isenabled()
        gc.disable()
        try:
            loop.compile(argument_types)
        finally:
            if collects:
                gc.enable()
    return loop


def _kept_loop(functions: tuple[Callable, ...], argument_types: tuple) -> Callable:
    """The loop with these functions, from the file that is named by what is compiled in."""
    walk = _Walk([_machine()], {}, [], set())
    try:
        walk.said.extend(map(_said_type, argument_types))
        loop = _copy_dispatcher(_with_functions(functions), walk)
        folder = _folder()
    except (_NoName, AttributeError, OSError, RuntimeError):  # numba has no folder: RuntimeError
        return partial(core.play, *functions)  # type: ignore[arg-type]
    loop._cache = _File(folder / in_own_module(walk))
    return loop


def digest_of(said: list) -> str:
    """What names the file of what is compiled."""
    return hashlib.sha256(repr(said).encode()).hexdigest()


def in_own_module(walk: _Walk) -> str:
    """Give the copied functions a module that is named by what they are; returns the digest.

    Compiled functions of the same name, found in files that were written by different processes,
    must differ in their names for the linker.
    """
    digest = digest_of(walk.said)
    module = ModuleType(f"{__name__}.{digest}")
    sys.modules[module.__name__] = module
    for function in walk.functions:
        function.__module__ = function.__globals__["__name__"] = module.__name__
    return digest


def _with_functions(functions: tuple[Callable, ...]) -> Any:
    """`core.play` with its first arguments, the functions, as global names of a program.

    As arguments they would be addresses in this process, which no other one could use.
    """
    tree = ast.parse(_TEXT)
    (function,) = (each for each in tree.body if isinstance(each, ast.FunctionDef))
    function.decorator_list.clear()
    names = [each.arg for each in function.args.args[: len(functions)]]
    del function.args.args[: len(functions)]
    program = compile(tree, core.__file__, "exec", flags=annotations.compiler_flag)
    namespace = vars(core) | dict(zip(names, functions, strict=True))
    exec(program, namespace)
    return numba.jit(**core.play.targetoptions)(namespace[function.name])


@cache
def _folder() -> Path:
    """Beside what numba caches of this package: in its folder, the user's, or NUMBA_CACHE_DIR."""
    return Path(caching.FunctionCache(core.play.py_func).cache_path, "loops")


@cache
def _machine() -> tuple:
    """What the code is compiled with and for."""
    settings = [
        (name, repr(getattr(numba.config, name)))
        for name in dir(numba.config)
        if name.isupper() and "CACHE" not in name and "NUM_THREADS" not in name
    ]
    versions = sys.version, np.__version__, numba.__version__, llvmlite.__version__
    processor = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    return versions, binding.get_process_triple(), processor, settings


class _Linked(codegen.JITCodeLibrary):
    """What only compiled code calls: neither optimised nor made machine code but in its caller."""

    def _optimize_final_module(self):
        pass

    def _finalize_final_module(self):
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def codegen(self):
        """Itself, as `set_env` is all that numba calls of it; see `save_overload`."""
        return self

    def set_env(self, env_name, env):
        """There is no code yet that could hold an environment."""


class _Callee(compiler.Compiler):
    """numba's compiler, of a function that only compiled code calls."""

    def __init__(self, typing_context, target_context, library, *rest):
        library = _Linked(target_context.codegen(), "callee")
        library.enable_object_caching()
        super().__init__(typing_context, target_context, library, *rest)


class _File(caching.NullCache):
    """One compiled loop in one file, with its checksum before it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load_overload(self, sig, target_context):
        """What the file holds; None where it is absent, damaged or of other types."""
        try:
            text = self.path.read_bytes()
            if hashlib.sha256(text[32:]).digest() != text[:32]:
                return None
            os.utime(self.path)
            target_context.refresh()
            parts = serialize.loads(text[32:])
            found = compiler.CompileResult._rebuild(target_context, *parts)
        except Exception:  # whatever it is, compiling again is right
            return None
        return found if tuple(found.signature.args) == tuple(sig) else None

    def save_overload(self, sig, result):
        """Keep what was compiled, where it can be kept, and let what was linked in print."""
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
        if result.lifted or result.library.has_dynamic_globals:
            return
        with suppress(Exception):  # it is compiled already: not to keep it costs time only
            text = serialize.dumps(result._reduce())
            self.path.parent.mkdir(exist_ok=True)
            unfinished = self.path.with_name(f".unfinished-{uuid.uuid4().hex}")
            unfinished.write_bytes(hashlib.sha256(text).digest() + text)
            os.replace(unfinished, self.path)
            for old in self.path.parent.iterdir():
                if old.stat().st_mtime < time.time() - 86400 * _DAYS_UNUSED:
                    old.unlink()


def _said_type(argument: Any) -> tuple:
    """A type of an argument, with the fields of a named tuple in their order."""
    if isinstance(argument, types.BaseTuple):
        kind = getattr(argument, "instance_class", tuple)
        parts = argument.types  # type: ignore[attr-defined]
        return ("tuple", _said_class(kind), *map(_said_type, parts))
    element = argument.dtype if isinstance(argument, types.Array) else argument
    if isinstance(element, types.Number | types.Boolean | types.NumPyRandomGeneratorType):
        return ("type", str(argument))
    raise _NoName(argument)


def _said_class(kind: type) -> tuple:
    """A class by its name, which must lead back to it, and its fields if it is a named tuple."""
    if getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is not kind:
        raise _NoName(kind)
    if kind.__module__ == "__main__":  # the next program's is another one
        raise _NoName(kind)
    return kind.__module__, kind.__qualname__, getattr(kind, "_fields", None)


def _said_code(code: CodeType) -> tuple:
    """All of a function's code that is compiled, without the lines on which it stands."""
    constants = [
        _said_code(each) if isinstance(each, CodeType) else (type(each).__name__, _ordered(each))
        for each in code.co_consts
    ]
    return (
        code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars,
        code.co_cellvars, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount,
        code.co_flags, code.co_exceptiontable,
    )  # fmt: skip


def _ordered(constant: Any) -> str:
    """A constant as text; the elements of a set in the order of their texts."""
    return repr(sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant)


def _copy(value: Any, walk: _Walk) -> Any:
    """What is compiled where a function uses this value; the walk hears what it is."""
    if isinstance(value, registry.CPUDispatcher):
        return _copy_dispatcher(value, walk)
    if value is None or type(value) in (bool, int, float, complex, str, bytes):
        walk.said.append((type(value).__name__, repr(value)))
        return value
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        walk.said.append((value.dtype.str, value.shape, value.strides, value.tobytes()))
        return value
    if isinstance(value, tuple):
        walk.said.append((*_said_class(type(value)), len(value)))
        parts = [_copy(part, walk) for part in value]
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        walk.said.append(_said_class(value))
        _copy(tuple(vars(value)["_field_defaults"].values()), walk)
        return value
    place = getattr(value, "__module__", None) or ""
    if place.partition(".")[0] in _ANSWERED and hasattr(value, "__name__"):
        walk.said.append((place, value.__name__))
        return value
    raise _NoName(value)


def _copy_dispatcher(dispatcher: Any, walk: _Walk) -> Any:
    """A compiled function that calls copies of what it calls; itself, where numba caches it."""
    if id(dispatcher) in walk.begun:  # it calls itself, by an address in this process
        raise _NoName(dispatcher)
    if id(dispatcher) in walk.copies:
        number, copied = walk.copies[id(dispatcher)]
        walk.said.append(("again", number))
        return copied
    if (
        dispatcher.locals
        or not dispatcher._can_compile
        or dispatcher._compiler.pipeline_class is not compiler.Compiler
    ):
        raise _NoName(dispatcher)
    function, options = dispatcher.py_func, dispatcher.targetoptions
    code = function.__code__
    walk.said.append((_said_code(code), sorted(options)))
    for name in sorted(options):
        _copy(options[name], walk)
    by_numba = dispatcher.stats.cache_path is not None
    if by_numba:
        walk.said.append(hashlib.sha256(Path(code.co_filename).read_bytes()).hexdigest())
    names: dict[str, Any] = {"__name__": function.__module__}
    cells = tuple(CellType() for _ in function.__closure__ or ())
    made = FunctionType(code, names, function.__name__, None, cells)
    made.__qualname__ = function.__qualname__
    wanted: dict[str, Any] = {"no_cfunc_wrapper": True}
    if walk.functions:  # Python calls the first of them alone
        wanted |= {"no_cpython_wrapper": True, "pipeline_class": _Callee}
    copied = dispatcher if by_numba else numba.jit(**options | wanted)(made)
    walk.copies[id(dispatcher)] = len(walk.copies), copied
    walk.functions.append(made)
    walk.begun.add(id(dispatcher))
    made.__defaults__ = _copy(function.__defaults__, walk)
    _copy(tuple(sorted((function.__kwdefaults__ or {}).items())), walk)
    made.__kwdefaults__ = function.__kwdefaults__
    for cell, original in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = _copy(original.cell_contents, walk)
    for path in _loaded(code):
        _copy_name(names, vars(builtins) | function.__globals__, path, walk)
    walk.begun.remove(id(dispatcher))
    return copied


def _loaded(code: CodeType) -> Iterator[list[str]]:
    """The global names that a function loads, each with the attributes that are taken of it."""
    steps = [each for each in dis.get_instructions(code) if each.opname != "EXTENDED_ARG"]
    for place, step in enumerate(steps):
        if step.opname.startswith("IMPORT") or step.opname == "LOAD_NAME":
            raise _NoName(code)
        if step.opname == "LOAD_GLOBAL":
            path = [step.argval]
            for following in steps[place + 1 :]:
                if following.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
                    break
                path.append(following.argval)
            yield path
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _loaded(constant)


def _copy_name(names: dict[str, Any], source: dict[str, Any], path: list[str], walk: _Walk) -> None:
    """Put what a name stands for among the names of a copy; of a module of ours, what is used."""
    name, *attributes = path
    if name not in source:
        raise _NoName(name)
    value = source[name]
    walk.said.append(name)
    if not isinstance(value, ModuleType):
        if name not in names:
            names[name] = _copy(value, walk)
    elif value.__name__.partition(".")[0] in _ANSWERED:
        walk.said.append(value.__name__)
        names[name] = value
    elif attributes:
        names.setdefault(name, ModuleType(name))
        _copy_name(vars(names[name]), vars(value), attributes, walk)
    else:
        raise _NoName(value)
