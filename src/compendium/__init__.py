"""The compendium: the claims of three papers about bandits with click feedback, and their checks.

It uses the library `clickbandits` and is not part of its wheel. A chapter is a folder with the path of
its notebook: `compendium/pbm/lower_bound` decides the claims of `notebooks/pbm/lower_bound`.
"""

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder of public data that cannot be passed on: `CLICKBANDITS_DATA`, by default `data`."""
    return Path(os.environ.get("CLICKBANDITS_DATA", "data"))
