"""The archive of what a build computed: games and findings, with a manifest, packed and unpacked.

Its bytes depend on nothing but what is in it and one time. Reading one runs nothing of it: a file
is taken only under a name that results have, only once, only with the size and digest that the
manifest gives, and games are arrays of numbers, never pickles.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import zipfile
import zlib

from compendium.claims import PROFILES

MANIFEST = "manifest.json"
NAME = re.compile(r"(games/[0-9a-f]{32}/\d{7,18}-\d{7,18}\.npz|findings/[a-z0-9-]+\.json)", re.A)
"""What a result may be called: nothing else is written anywhere."""
MOST = 100
"""How many times its own size an archive may unpack to."""
OLDEST = 315_532_800
"""1980, the oldest time that a ZIP file knows, in seconds since 1970: for what has no time."""
_DAMAGE = (
    OSError, KeyError, TypeError, AttributeError, EOFError, RuntimeError, NotImplementedError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def write_zip(target, contents, epoch=OLDEST):
    """Write a ZIP file of bytes by name, sorted, all of one time (seconds since 1970).

    `target` is a path, or a file that is open.
    """
    with zipfile.ZipFile(target, "w") as file:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.external_attr = 0o644 << 16
            file.writestr(entry, content, zipfile.ZIP_DEFLATED)


def pack(path, files, about, epoch):
    """Write an archive of files by name; `about` are further entries of its manifest."""
    contents = {name: source.read_bytes() for name, source in files.items()}
    listed = {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in contents.items()
    }
    manifest = json.dumps(about | {"files": listed}, indent=1, sort_keys=True) + "\n"
    write_zip(path, contents | {MANIFEST: manifest.encode()}, epoch)


def unpack(path, folder):
    """Write the files of an archive into an empty folder; returns the manifest.

    Raises
    ------
    ValueError
        Where the archive is damaged, does not agree with its manifest, or has a file that is no
        result; the message names it.
    """
    try:
        with zipfile.ZipFile(path) as file:
            return _unpack(file, folder, MOST * path.stat().st_size)
    except _DAMAGE as why:
        raise ValueError(f"{path} cannot be read as an archive of results: {why!r}") from None


def _unpack(file, folder, room):
    names = [entry.filename for entry in file.infolist()]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"the archive has two files of one name: {', '.join(sorted(repeated))}")
    with file.open(MANIFEST) as opened:
        manifest = json.loads(opened.read(room))
    if manifest["profile"] not in PROFILES or not re.fullmatch("[0-9a-f]{40}", manifest["commit"]):
        raise ValueError("the manifest names no known profile, or no commit")
    listed = manifest["files"]
    if differ := listed.keys() ^ (set(names) - {MANIFEST}):
        raise ValueError(f"archive and manifest differ in {', '.join(sorted(differ)[:5])}")
    for name, about in listed.items():
        if not NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a result, so the archive is not unpacked")
        room -= about["bytes"]
        if about["bytes"] < 0 or room < 0:
            raise ValueError(f"the archive unpacks to more than {MOST} times its size")
        with file.open(name) as opened:
            content = opened.read(about["bytes"] + 1)
        if hashlib.sha256(content).hexdigest() != about["sha256"]:
            raise ValueError(f"{name} is not what the manifest says: its sha256 differs")
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return manifest
