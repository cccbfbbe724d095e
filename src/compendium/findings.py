"""Compute and store findings; the pages are made from one file with all findings of a build.

A finding is stored under a digest of everything on which it depends, namely the code that Python
loads for its check, the lock file, Python, the profile, and the public data if the code can read them. The
file contains raw values and their labels, but not the form in which numbers are shown.
"""

from __future__ import annotations

import hashlib
import json
import math
import numbers
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from clickbandits import store
from clickbandits.source import loaded_modules, source_digest

from . import claims, data_folder
from .case import Finding, Twin
from .estimates import Estimate, Share, Span

READ_DATA = {"compendium.public_counts"}
"""The modules that look for files of the folder `CLICKBANDITS_DATA`."""


DAMAGE = (ValueError, LookupError, TypeError, AttributeError)
"""The exceptions that reading a damaged file of findings can raise, as observed."""


class Built(NamedTuple):
    """The profile of a build, and its findings by result and by step."""

    profile: str
    found: Mapping[str, Finding]


def read(path: Path) -> Built:
    """The findings of a build, from their file.

    Raises FileNotFoundError; ValueError if the file is damaged.
    """
    try:
        content = json.loads(path.read_bytes())
        findings = {id: _from_plain(entry) for id, entry in content["findings"].items()}
        inner = {id: step for found in findings.values() for id, step in found.steps.items()}
        return Built(content["profile"], findings | inner)
    except DAMAGE as why:
        raise ValueError(f"{path} is damaged: {why!r}") from None


def gathered(profile: str, ids: Iterable[str], others: Mapping[str, Finding]) -> bytes:
    """The file of the stored findings of some checks, and of other findings as they are."""
    findings = {id: json.loads(encoded(other)) for id, other in others.items()}
    findings |= {id: json.loads(_file(id, profile).read_bytes()) for id in ids}
    return json.dumps({"profile": profile, "findings": findings}, ensure_ascii=False).encode()


def finding(id: str, profile: str) -> Finding:
    """The finding of a result or step, from the store or computed now."""
    decided = claims.decided_by(id)
    found = _stored(decided, profile, "", {})
    if id == decided:
        return found
    statement = claims.CLAIMS.statement(id).id
    return found if statement == decided else found.steps[statement]


def falsified(id: str, profile: str) -> Iterator[tuple[Twin, str, Finding]]:
    """The twins of `claims.falsified`, each with its finding from the store or computed now."""
    for number, (each, text) in enumerate(claims.falsifications(id), start=1):
        yield each, text, each.judged(_stored(id, profile, f"-falsified-{number}", each.overrides))


def _stored(id: str, profile: str, suffix: str, overrides: Mapping[str, object]) -> Finding:
    kept = _kept(_file(id, profile, suffix))
    if kept is not None:
        return kept
    text = encoded(claims.finding(id, profile, **overrides))
    # Ask for the place again, because it is refused if the code changed during the check.
    store.write_whole(_file(id, profile, suffix), lambda file: file.write(text))
    return decoded(text)


def _kept(path: Path) -> Finding | None:
    """A stored finding, or None. A damaged file is reported, set aside and treated as absent."""
    try:
        return decoded(path.read_bytes())
    except FileNotFoundError:
        return None
    except DAMAGE as why:
        aside = path.with_name(path.name + ".rejected")
        path.replace(aside)
        print(f"set aside {path} as {aside.name}: {why!r}")
        return None


def missing(profile: str, ids: Iterable[str] | None = None) -> list[str]:
    """The checks, of some or of all, whose finding is not stored."""
    ids = claims.with_checks() if ids is None else ids
    return [id for id in ids if _kept(_file(id, profile)) is None]


def _file(id: str, profile: str, suffix: str = "") -> Path:
    folder = store.folder() / "findings" / profile / id.replace(":", "-")
    return folder / f"{key(id, profile)[:32]}{suffix}.json"


def key(id: str, profile: str) -> str:
    """Digest of everything on which a claim's finding depends."""
    lock = claims.ROOM.parents[1] / "requirements.lock"
    return inputs_digest([claims.check_module(id)], id, profile, _content(lock))


def inputs_digest(modules: Iterable[str], *parts: str) -> str:
    """Digest of the code of some modules, of Python, and of the data that the code can read.

    Further parts are included.
    """
    modules, python = list(modules), platform.python_version().rpartition(".")[0]
    data = [data_digest()] if READ_DATA & loaded_modules(modules) else []
    return source_digest(modules, python, *parts, *data)


def data_digest() -> str:
    """Digest of the folder of the public data."""
    folder = data_folder()
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [f"{path.relative_to(folder).as_posix()} {_content(path)}" for path in files]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _content(path: Path) -> str:
    return _content_then(path, path.stat().st_mtime_ns, path.stat().st_size)


@cache
def _content_then(path: Path, mtime: int, size: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def encoded(finding: Finding) -> bytes:
    """A finding as JSON that keeps the type and every bit of its numbers."""
    return json.dumps(_plain(finding), ensure_ascii=False, indent=1).encode()


def _plain(finding: Finding) -> dict[str, object]:
    rows = [[name, finding.label(name), _typed(value)] for name, value in finding.numbers.items()]
    content: dict[str, object] = {"verdict": finding.verdict, "numbers": rows, "failed": list(finding.failed)}
    if finding.met:
        content["met"] = list(finding.met)
    for name, outcomes in (("readings", finding.readings), ("choices", finding.choices)):
        if outcomes:
            content[name] = dict(outcomes)
    if finding.steps:
        content["steps"] = {id: _plain(step) for id, step in finding.steps.items()}
    return content | {"digest": _digest(content)}


def _digest(content: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def decoded(text: bytes) -> Finding:
    """A finding from its JSON. Raises one of `DAMAGE` if that is damaged."""
    return _from_plain(json.loads(text))


def _from_plain(content: dict) -> Finding:
    if content.pop("digest", None) not in (None, _digest(content)):
        raise ValueError("its content does not match its digest")
    values = {name: _value(typed) for name, _, typed in content["numbers"]}
    labels = {name: label for name, label, _ in content["numbers"]}
    several = content.get("readings", {}), content.get("choices", {})
    steps = {id: _from_plain(step) for id, step in content.get("steps", {}).items()}
    failed, met = tuple(content["failed"]), tuple(content.get("met", ()))
    return Finding(content["verdict"], values, labels, failed, *several, steps, met)


def _typed(value: object) -> object:
    """A value in JSON; types that JSON does not distinguish are named."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool | str):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Rational):
        return {"fraction": f"{value.numerator}/{value.denominator}"}
    if isinstance(value, float):
        return {"float": value.hex()}
    if hasattr(value, "free_symbols"):  # SymPy's formulas are stored as text, its numbers as floats
        return str(value) if value.free_symbols else {"float": float(value).hex()}  # type: ignore[arg-type]
    if isinstance(value, Estimate):
        error, freedom = float(value.error).hex(), float(value.freedom).hex()
        return {"estimate": [float(value.value).hex(), error, freedom, value.unit]}
    if isinstance(value, Span | Share):
        return {type(value).__name__.lower(): [_typed(each) for each in value]}
    if isinstance(value, list | tuple | np.ndarray):
        return {"tuple": [_typed(each) for each in value]}
    raise TypeError(f"a finding's number cannot be stored: {value!r}, a {type(value).__name__}")


PARTED: dict[str, Callable[[Iterable[object]], object]] = {
    "tuple": tuple,
    "span": Span._make,
    "share": Share._make,
}


def _value(typed: object) -> object:
    if not isinstance(typed, dict):
        return typed
    ((kind, value),) = typed.items()
    if kind == "estimate":
        mean, error, freedom = map(float.fromhex, value[:3])
        return Estimate(mean, error, freedom, value[3])
    if kind in PARTED:
        return PARTED[kind](_value(each) for each in value)
    return float.fromhex(value) if kind == "float" else Fraction(value)


def plain(value: object) -> object:
    """A number of a finding for readers of JSON, with fractions as text and tuples as lists.

    An estimate is an object with its value, standard error and unit; a span and a share are objects, too.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool | str | numbers.Integral):
        return value if isinstance(value, bool | str) else int(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Estimate):
        parts = {"value": plain(value.value), "standard error": plain(value.error)}
        return parts | ({"unit": value.unit} if value.unit else {})
    if isinstance(value, Span | Share):
        return {name: plain(each) for name, each in value._asdict().items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [plain(each) for each in value]
    return str(value)
