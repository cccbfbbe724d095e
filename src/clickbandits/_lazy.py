"""Lazy exports: a package offers the names of its modules, and imports a module when a name is used.

`from clickbandits.pbm import problem` is therefore short, and yet a policy does not import the click model.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def exports(package: str, home: dict[str, str]) -> tuple[Callable[[str], Any], Callable]:
    """The `__getattr__` and `__dir__` of a package; `home` maps each name to the module that defines it."""

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home[name]}"), name)

    return find, lambda: [*{*vars(sys.modules[package]), *home}]
