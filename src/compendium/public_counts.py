"""The public counts of sixty Yandex queries, a file that may be read but not passed on.

It is in the public repository `gaudel/ranking_bandits`. The terms of the challenge from which it was
counted forbid sharing its data, so everyone has to fetch a copy. `python -m compendium.public_counts`
prints its address, and whether the present file is the right one.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from . import data_folder

COUNTS = "Yandex_filtered_compress.csv"
DIGEST = "7d9228531adc2ff4a02ef5ed56b6212df2c4482bd289a6875fc414a79747eed3"  # SHA-256


def folder() -> Path:
    """The folder of public files, which is `published-models` in the folder CLICKBANDITS_DATA."""
    return data_folder() / "published-models"


def counts_file() -> Path | None:
    """The file of the public counts, to be read by `clicklogs.read_log`; None if it is absent."""
    path = folder() / COUNTS
    return path if path.exists() else None


def about_counts() -> str:
    """The address of the public counts, and whether the present file is the right one."""
    path, state = counts_file(), "The file is not there."
    if path is not None:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        state = f"A file is there, but another one: its sha256 is {digest}."
        if digest == DIGEST:
            state = "The file is there, and it is the right one."
    return f"""\
The fitted models of KDD Cup 2012 and Yandex are part of clickbandits: nothing to fetch.
The counts behind the Yandex models are not: the challenge's terms forbid passing them on.
    what    {COUNTS}, inside Yandex_filtered_compressed.zip
    where   folder `data` of the public repository gaudel/ranking_bandits on GitHub
    sha256  {DIGEST}
    put it  {folder() / COUNTS}
            (a folder of your own: set CLICKBANDITS_DATA to the one that holds published-models)
{state}"""


if __name__ == "__main__":
    print(about_counts())
