"""When an executed notebook is still what its source would give: a digest of all it depends on."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import nbformat

FRONT = "intro"  # the notebook that shows what all the others made


def data_folder(root):
    """Where the public files are: what `CLICKBANDITS_DATA` names, by default `data/`."""
    return root / os.environ.get("CLICKBANDITS_DATA", "data")


def common_digest(root, parameters):
    """The digest of what every notebook depends on: package, lock, data, profile, the tools."""
    digest = hashlib.sha256(repr((sorted(parameters.items()), sys.version_info[:2])).encode())
    folders = [(root / "src", "*.py"), (data_folder(root), "*")]
    paths = [(p, p.relative_to(top)) for top, glob in folders for p in sorted(top.rglob(glob))]
    tools = [Path(__file__), Path(__file__).with_name("execute.py")]
    paths += [(path, path.name) for path in [root / "requirements.lock", *tools]]
    for path, name in paths:
        if path.is_file():
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            digest.update(f"\n{name} {content}".encode())
    return digest.hexdigest()


def key(root, name, common):
    """The digest that says whether an executed notebook is still what its source would give.

    The front page shows the figures of all the others, with their texts.
    """
    folder = root / "notebooks"
    paths = sorted(folder.rglob("*.py")) if name == FRONT else [folder / f"{name}.py"]
    texts = b"".join(path.read_bytes() for path in paths)
    return hashlib.sha256(common.encode() + texts).hexdigest()


def executed(root, name):
    """Where the executed notebook stands."""
    return root / "book" / "notebooks" / f"{name}.ipynb"


def executed_key(root, name):
    """The key in the executed notebook, or None where there is no readable notebook."""
    try:
        return nbformat.read(executed(root, name), as_version=4).metadata.clickbandits.key
    except (OSError, ValueError, AttributeError, nbformat.reader.NotJSONError):
        return None
