"""Have a build work on a copy of the sources, taken when it begins.

Kernels and checks import code for as long as a build runs. On a copy, a file that is edited
meanwhile neither stops the build nor slips into results that are stored under the old code.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from clickbandits import store

COPY = "CLICKBANDITS_COPY"
"""The variable of the environment that names the copy in which this process works."""
READ = (
    "src/**/*.py", "src/**/*.toml", "src/**/*.json", "src/**/*.html", "notebooks/**/*.py",
    "profiles/*.yml", "requirements.lock", "CITATION.cff", "proofs/*.toml", "proofs/*.v",
    "proofs/CHECKED", "artifact/scale_out.csv",
)  # fmt: skip
"""What code and texts read of the project: no other file is in the copy."""
KEPT = 3
"""Copies that are kept, the last used ones: compiled code stands beside the sources."""
IN_USE = 86_400.0
"""Seconds for which a copy that was taken is kept in any case: a build may still work on it."""


def sources(root):
    """Where the sources of a project are read: in the copy, if there is one."""
    return Path(os.environ.get(COPY, root))


def enter(root):
    """Run this program again in a copy of the sources; come back where it runs in one already."""
    if COPY not in os.environ:
        folder = take(root)
        path = [str(folder / "src"), os.environ.get("PYTHONPATH", "")]
        os.environ[COPY] = str(folder)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, path))
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def in_sources(trace):
    """A traceback that names the sources and not the copy."""
    return trace.replace(f"{os.environ[COPY]}/", "") if COPY in os.environ else trace


def take(root):
    """Copy what a build reads, under its digest; the same copy while nothing changes."""
    paths = sorted(path for pattern in READ for path in root.glob(pattern))
    texts = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    digest = hashlib.sha256(repr(list(texts.items())).encode()).hexdigest()[:16]
    folder = root / store.folder() / "build" / digest
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".unfinished-"))
        for name, text in texts.items():
            copy = unfinished / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(text)
            shutil.copystat(root / name, copy)
            copy.chmod(0o444)  # nobody edits the copy by mistake
        for last in copies(folder.parent)[-1:]:
            keep_compiled(last, unfinished)
        try:
            os.replace(unfinished, folder)
        except OSError:  # another build was faster
            shutil.rmtree(unfinished)
    os.utime(folder)
    for old in copies(folder.parent)[:-KEPT]:
        if time.time() - old.stat().st_mtime > IN_USE:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def copies(folder):
    """The copies in a folder, the last used one last."""
    found = (path for path in folder.iterdir() if not path.name.startswith("."))
    return sorted(found, key=lambda path: path.stat().st_mtime)


def keep_compiled(last, copy):
    """Take over what Python and numba compiled; each file of it tells whether it is still valid."""
    for path in last.rglob("__pycache__"):
        if (copy / path.parent.relative_to(last)).is_dir():
            with suppress(shutil.Error):  # another build writes there
                shutil.copytree(path, copy / path.relative_to(last))
