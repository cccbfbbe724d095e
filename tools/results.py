"""The archive of the results of a build, with games, `claims.json` and a manifest.

It is an RO-Crate. `ro-crate-metadata.json` describes every file with its licence and its SHA-256, so a
changed file can be named.

The bytes of an archive depend only on its contents and one time. Reading an archive runs no code from
it. A file is accepted only under a name that results can have, and only once; games are arrays of
numbers, never pickles.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import zipfile

from clickbandits.store import DAMAGE
from compendium.claims import PROFILES

MANIFEST, CRATE = "manifest.json", "ro-crate-metadata.json"
NAME = re.compile(
    r"games/[0-9a-f]{32}/\d{7,18}-\d{7,18}\.npz|(claims|manifest|ro-crate-metadata)\.json", re.A
)
"""The names that a result can have; no other file is written."""
SHA256 = {"sha256": "http://schema.org/sha256"}
"""A term in the context of RO-Crate 1.2 that is missing from that of 1.1."""
MOST = 100
"""The largest ratio of the unpacked size of an archive to its own."""
OLDEST = 315_532_800
"""1980 in seconds since 1970, the oldest time in a ZIP file, for contents without a time."""
_DAMAGE = tuple(kind for kind in DAMAGE if kind is not ValueError)  # `unpack` raises ValueError itself


def write_zip(target, contents, epoch=OLDEST):
    """Write a ZIP file of bytes by name, sorted, all with one time (seconds since 1970).

    `target` is a path or an open file.
    """
    with zipfile.ZipFile(target, "w") as file:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.external_attr = 0o644 << 16
            file.writestr(entry, content, zipfile.ZIP_DEFLATED)


def pack(path, contents, about, epoch):
    """Write an archive of bytes by name; `about` is the content of its manifest."""
    manifest = json.dumps(about, indent=1, sort_keys=True) + "\n"
    contents = contents | {MANIFEST: manifest.encode()}
    described = json.dumps(crate(contents, about, epoch), indent=1, ensure_ascii=False) + "\n"
    write_zip(path, contents | {CRATE: described.encode()}, epoch)


def crate(contents, about, epoch):
    """The description of an archive in JSON-LD, as RO-Crate 1.1 requires."""
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch))
    licence = {"@id": "https://spdx.org/licenses/CC-BY-4.0"}
    kinds = {"npz": "application/octet-stream", "json": "application/json"}
    files = [
        {
            "@id": name,
            "@type": "File",
            "name": name,
            "description": "games played" if name.startswith("games/") else "what was found",
            "encodingFormat": kinds[name.rpartition(".")[2]],
            "contentSize": str(len(content)),
            "sha256": hashlib.sha256(content).hexdigest(),
            "license": licence,
        }
        for name, content in sorted(contents.items())
    ]
    root = {
        "@id": "./",
        "@type": "Dataset",
        "name": "Bandits for Click Feedback: the results of the compendium",
        "description": "Every game and finding from which the compendium's book is built. "
        "`make replay` in a clone of the sources plays a sample again and compares.",
        "datePublished": date,
        "license": licence,
        "author": {"@id": "#authors"},
        "isBasedOn": {"@id": "#sources"},
        "hasPart": [{"@id": file["@id"]} for file in files],
    }
    sources = {
        "@id": "#sources",
        "@type": "SoftwareSourceCode",
        "name": "clickbandits",
        "version": str(about.get("version", "")),
        "identifier": [about["commit"], *([about["sources"]] if "sources" in about else [])],
    }
    described = {
        "@id": CRATE,
        "@type": "CreativeWork",
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        "about": {"@id": "./"},
    }
    names = [
        {"@id": "#authors", "@type": "Organization", "name": "The clickbandits authors"},
        licence
        | {
            "@type": "CreativeWork",
            "name": "Creative Commons Attribution 4.0 International",
            "description": "CC BY 4.0: share and adapt, with attribution.",
        },
    ]
    return {
        "@context": ["https://w3id.org/ro/crate/1.1/context", SHA256],
        "@graph": [described, root, sources, *names, *files],
    }


def unpack(path, folder):
    """Write the files of an archive into an empty folder; returns the manifest and their names.

    Raises
    ------
    ValueError
        If the archive is damaged, or contains a file that is not a result; the message names it.
    """
    try:
        with zipfile.ZipFile(path) as file:
            names = [entry.filename for entry in file.infolist()]
            if sum(entry.file_size for entry in file.infolist()) > MOST * path.stat().st_size:
                raise ValueError(f"the archive unpacks to more than {MOST} times its size")
            for name in names:
                if not NAME.fullmatch(name) or names.count(name) > 1:
                    raise ValueError(f"{name!r} is not the name of a result, or occurs twice")
            file.extractall(folder)  # compares each checksum
        about = json.loads((folder / MANIFEST).read_text("utf-8"))
        if about["profile"] not in PROFILES or not re.fullmatch("[0-9a-f]{40}", about["commit"]):
            raise ValueError("the manifest lacks a known profile or a commit")
        _compare(folder, names)
    except _DAMAGE as why:
        raise ValueError(f"{path} cannot be read as an archive of results: {why!r}") from None
    return about, names


def _compare(folder, names):
    """Compare each file with its digest in the crate; ValueError names a changed or missing file."""
    graph = json.loads((folder / CRATE).read_text("utf-8"))["@graph"]
    digests = {entity["@id"]: entity["sha256"] for entity in graph if "sha256" in entity}
    for name in sorted(digests.keys() | set(names) - {CRATE}):
        path = folder / name
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if name in names else "none"
        if digests.get(name) != digest:
            raise ValueError(f"{name!r} does not match {CRATE}; it was changed, added or left out")
