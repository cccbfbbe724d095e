"""What a page takes from the findings and the texts, so that a build knows when it changed.

A *passage* is Markdown that is only shown. While a build executes a notebook, the output of a
passage is the call alone; its text is written when the pages are assembled, without a kernel. In
a notebook that is open in Jupyter, the text is there at once.

A *question* is asked by code whose results a kernel computes with: a finding whose number is glued
into the prose, say. While a build executes a notebook, every question is noted with a digest of
its answer; the notebook is out of date as soon as one has another answer.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

NOTES = "CLICKBANDITS_NOTES"
"""The variable of the environment that names, in a build, the file for a notebook's questions."""
PASSAGE = "application/vnd.compendium.passage+json"
MARKDOWN = {"text/plain": "<IPython.core.display.Markdown object>"}

_inside = False  # a question that is asked for the sake of another one is not noted


@dataclass(frozen=True)
class Passage:
    """The call of a function that returns Markdown, as the value of a notebook's cell."""

    call: dict[str, Any]

    @property
    def data(self) -> str:
        """The text, as the present findings and texts give it."""
        return run(self.call)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict:
        return {PASSAGE: self.call} | MARKDOWN if NOTES in os.environ else self.bundle()

    def bundle(self) -> dict[str, str]:
        """What Jupyter shows: nothing where the text is empty."""
        text = self.data
        return {"text/markdown": text} | MARKDOWN if text else {}


def passage(function: Callable[..., str]) -> Callable[..., Passage]:
    """Make a function that returns Markdown return a passage; its arguments are plain values."""

    @wraps(function)
    def call(*arguments: object, **named: object) -> Passage:
        return Passage(_call(function, arguments, named))

    return call


def question(function: Callable) -> Callable:
    """Have each call of a function and its answer noted; its arguments are plain values."""

    @wraps(function)
    def ask(*arguments: object, **named: object) -> object:
        global _inside
        if _inside or NOTES not in os.environ:
            return function(*arguments, **named)
        _inside = True
        try:
            answer = function(*arguments, **named)
        finally:
            _inside = False
        note = _call(function, arguments, named) | {"answer": _digest(answer)}
        with Path(os.environ[NOTES]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(note) + "\n")
        return answer

    return ask


def still_so(note: dict[str, Any]) -> bool:
    """Whether a question has the answer that was noted."""
    return _digest(run(note)) == note["answer"]


def run(call: dict[str, Any]) -> Any:
    """Run a noted call of one of the compendium's functions."""
    module, _, name = call["function"].partition(":")
    if not module.startswith(f"{__package__}."):
        raise ValueError(f"a noted function is one of the compendium's; got {call['function']}")
    function = getattr(importlib.import_module(module), name).__wrapped__
    return function(*call["arguments"], **call["named"])


def _call(function: Callable, arguments: tuple, named: dict) -> dict[str, Any]:
    name = f"{function.__module__}:{function.__name__}"
    return {"function": name, "arguments": list(arguments), "named": named}


def _digest(answer: object) -> str:
    return hashlib.sha256(repr(answer).encode()).hexdigest()[:16]
