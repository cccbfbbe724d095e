"""Find the code that a result depends on, as Python loads it for given modules, without running it.

Imports at the top of a file or inside a function are followed through this package, through the
package of each module, and through everything that is not installed (such as a file beside one's own).
The `__init__` of every package on the way counts, because it runs. If a package exports the names in
its `__init__.pyi` lazily, by `lazy_loader.attach_stub`, only those that are used are followed.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

_STARTED = time.time()

_LATER_FIELDS = ("type_params", "is_lazy")
"""The fields that Python 3.12 and 3.15 added to statements of Python 3.11."""

_OWN_CODE = "0b48e2d100a63a103bf0044380e29e0bfae2d843ffef390d765d1815dcb13eae"
"""Counts in place of this module's code, on which no result depends. It once was the digest of that code."""


class _File(NamedTuple):
    """The parsed content of one file.

    code : digest of the syntax tree without docstrings
    imports : (module, names taken from it or None, whether all of its path is bound), each once
    attributes : every name that appears after a dot
    """

    code: str
    imports: tuple[tuple[str, tuple[str, ...] | None, bool], ...]
    attributes: frozenset[str]


def source_digest(modules: Iterable[str], *parts: str) -> str:
    """Digest of the code of some modules, of all that Python loads for them, and of some texts.

    Comments, docstrings and layout do not count, because only a change of the code requires new results,
    and every Python from 3.11 gives the same digest.
    Raises RuntimeError if a file changed after this process began, because the digest would then
    describe code other than the code that runs.
    """
    lines = [repr(parts)]
    for name, (path, reached) in sorted(_closure(modules).items()):
        files = [each for each in (path, path.with_suffix(".pyi")) if each.exists()]
        if any(each.stat().st_mtime > _STARTED for each in files):
            raise RuntimeError(
                f"{name} changed after this process began, so results cannot be stored under a digest "
                "of the code that computed them; restart Python (in a notebook, restart the kernel)"
            )
        code = _OWN_CODE if name == __name__ else _read(name, path).code
        lines.append(f"{name} {code} {' '.join(sorted(reached))}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def loaded_modules(modules: Iterable[str]) -> set[str]:
    """The modules that Python loads for given modules, except Python's own and installed ones."""
    return set(_closure(modules))


def named_modules(text: str) -> set[str]:
    """The modules that a program names in its import statements, including those behind lazy exports."""
    return _reached(_parsed_text(text, ""))


def _closure(modules: Iterable[str]) -> dict[str, tuple[Path, set[str]]]:
    """For each loaded module, by name, its file and the modules that it names."""
    modules = set(modules)
    rooms = {name.partition(".")[0] for name in modules} | {__package__}
    for name in modules:
        if find(name) is None:
            raise ModuleNotFoundError(f"no source file was found for the module {name}")
    waiting, closure = [*modules], {}
    while waiting:
        name = waiting.pop()
        path = find(name)
        if name in closure or path is None:  # a folder without an `__init__` runs nothing
            continue
        reached = {each for each in _reached(_read(name, path)) if not _installed(each, rooms)}
        closure[name] = path, reached
        waiting += [*_on_the_way(name), *reached]
    return closure


def _installed(name: str, rooms: set[str]) -> bool:
    """Whether a module belongs to Python or to an installed package other than these."""
    top, path = name.partition(".")[0], find(name)
    packages = {"site-packages", "dist-packages"}.intersection(path.parts if path else ())
    return top not in rooms and (top in sys.stdlib_module_names or bool(packages))


@cache
def find(name: str) -> Path | None:
    """The file of a module, or None if there is none. Nothing is imported to find it."""
    top, *below = name.split(".")
    try:
        spec = importlib.util.find_spec(top)
    except ValueError:  # code typed into an interpreter has no file
        return None
    if spec is None or not below:
        return Path(spec.origin) if spec is not None and spec.origin and spec.has_location else None
    for folder in spec.submodule_search_locations or ():
        path = Path(folder, *below)
        for file in (path / "__init__.py", path.with_name(f"{path.name}.py")):
            if file.is_file():
                return file
    return None


def _on_the_way(name: str) -> list[str]:
    """The packages that contain a module (a, a.b for a.b.c)."""
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]


def _reached(file: _File) -> set[str]:
    """The modules that a file names, including those behind lazy exports."""
    reached, bound = set(), []
    for module, names, whole in file.imports:
        reached.add(module)
        if names is None:
            bound += [module, *(_on_the_way(module) if whole else ())]
            continue
        homes = _homes(module)
        for name in homes if "*" in names else names:
            home = homes.get(name, module)
            reached.add(home)
            if home == module and find(f"{module}.{name}") is not None:
                reached.add(f"{module}.{name}")
                bound.append(f"{module}.{name}")
    while bound:  # a package bound to a name gives its exports after a dot
        package = bound.pop()
        for name, home in _homes(package).items():
            if name in file.attributes and home != package:
                reached.add(home)
            elif name in file.attributes and f"{package}.{name}" not in reached:
                reached.add(f"{package}.{name}")
                bound.append(f"{package}.{name}")
    return {name for name in reached if find(name) is not None}


def _homes(package: str) -> dict[str, str]:
    """The module that each lazy export of a package is imported from; for a module, the package itself."""
    path = find(package)
    if path is None or path.name != "__init__.py":
        return {}
    if all(module != "lazy_loader" for module, *_ in _read(package, path).imports):
        return {}
    stub = _read(package, path.with_suffix(".pyi"))
    return {name: module for module, names, _ in stub.imports for name in names or ()}


def _read(name: str, path: Path) -> _File:
    status = path.stat()
    return _parsed(name, path, status.st_mtime_ns, status.st_size)


@cache
def _parsed(name: str, path: Path, mtime: int, size: int) -> _File:
    """The parsed content of a file; it is read again if its time or size changes."""
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    return _parsed_text(path.read_bytes(), package)


def _parsed_text(text: str | bytes, package: str) -> _File:
    """The parsed content of a module's text; relative imports start from `package`."""
    tree = ast.parse(text)
    imports: list[tuple[str, tuple[str, ...] | None, bool]] = []
    attributes = set()
    for node in _running(tree):
        if isinstance(node, ast.Import):
            imports += [(alias.name, None, alias.asname is None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                module = importlib.util.resolve_name("." * node.level + module, package)
            imports.append((module, tuple(alias.name for alias in node.names), False))
        elif isinstance(node, ast.Attribute):
            attributes.add(node.attr)
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, [each for each in block if not _is_text(each)])
        if isinstance(node, ast.JoinedStr):  # Python 3.12 ends some with an empty text
            node.values = [each for each in node.values if getattr(each, "value", None) != ""]
    code = hashlib.sha256(_written(tree).encode()).hexdigest()
    return _File(code, tuple(dict.fromkeys(imports)), frozenset(attributes))


def _written(part: object) -> str:
    """A part of a syntax tree as `ast.dump` wrote it in Python 3.11, on any later Python.

    A field that Python 3.11 does not have counts if it is used.
    """
    if isinstance(part, list):
        return f"[{', '.join(map(_written, part))}]"
    if not isinstance(part, ast.AST):
        return repr(part)
    shown = []
    for name in part._fields:
        value = getattr(part, name)
        optional = value is None and getattr(type(part), name, ...) is None
        if not optional and (value or name not in _LATER_FIELDS):
            shown.append(f"{name}={_written(value)}")
    return f"{type(part).__name__}({', '.join(shown)})"


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below one, except those under `if TYPE_CHECKING:`, which never run."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            for statement in child.orelse:
                yield statement
                yield from _running(statement)
        else:
            yield child
            yield from _running(child)


def _is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a bare text, that is, a docstring or a text below a constant."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
