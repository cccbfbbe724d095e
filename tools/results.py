"""The archive of what a build computed: games and `claims.json`, with a manifest.

Its bytes depend on nothing but what is in it and one time. Reading one runs nothing of it: a file
is taken only under a name that results have, and only once; games are arrays of numbers, never
pickles.
"""

from __future__ import annotations

import json
import re
import time
import zipfile

from clickbandits.store import DAMAGE
from compendium.claims import PROFILES

MANIFEST = "manifest.json"
NAME = re.compile(r"games/[0-9a-f]{32}/\d{7,18}-\d{7,18}\.npz|(claims|manifest)\.json", re.A)
"""What a result may be called: nothing else is written anywhere."""
MOST = 100
"""How many times its own size an archive may unpack to."""
OLDEST = 315_532_800
"""1980, the oldest time that a ZIP file knows, in seconds since 1970: for what has no time."""
_DAMAGE = tuple(kind for kind in DAMAGE if kind is not ValueError)  # which `unpack` raises itself


def write_zip(target, contents, epoch=OLDEST):
    """Write a ZIP file of bytes by name, sorted, all of one time (seconds since 1970).

    `target` is a path, or a file that is open.
    """
    with zipfile.ZipFile(target, "w") as file:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.external_attr = 0o644 << 16
            file.writestr(entry, content, zipfile.ZIP_DEFLATED)


def pack(path, contents, about, epoch):
    """Write an archive of bytes by name; `about` is what its manifest says."""
    manifest = json.dumps(about, indent=1, sort_keys=True) + "\n"
    write_zip(path, contents | {MANIFEST: manifest.encode()}, epoch)


def unpack(path, folder):
    """Write the files of an archive into an empty folder; returns the manifest and their names.

    Raises
    ------
    ValueError
        Where the archive is damaged, or has a file that is no result; the message names it.
    """
    try:
        with zipfile.ZipFile(path) as file:
            names = [entry.filename for entry in file.infolist()]
            if sum(entry.file_size for entry in file.infolist()) > MOST * path.stat().st_size:
                raise ValueError(f"the archive unpacks to more than {MOST} times its size")
            for name in names:
                if not NAME.fullmatch(name) or names.count(name) > 1:
                    raise ValueError(f"{name!r} is no name of a result, or that of two")
            file.extractall(folder)  # compares each checksum
        about = json.loads((folder / MANIFEST).read_text("utf-8"))
        if about["profile"] not in PROFILES or not re.fullmatch("[0-9a-f]{40}", about["commit"]):
            raise ValueError("the manifest names no known profile, or no commit")
    except _DAMAGE as why:
        raise ValueError(f"{path} cannot be read as an archive of results: {why!r}") from None
    return about, names
