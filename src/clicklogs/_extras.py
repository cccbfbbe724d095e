"""Packages that only a part of the tools needs, imported when that part is used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def needed(module: str, why: str, extra: str) -> ModuleType:
    """A module of an extra; if it is absent, the error says why it is needed and how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{why}. In a clone of the repository, run pip install '.[{extra}]'"
        ) from error
