"""After the import of this module, a tool runs in its own environment, independent of the caller's.

The tool starts itself again with its own home folder and with few variables. A user's settings of
Python, Jupyter, IPython, matplotlib, numba or git could change imports and pictures. They include
variables such as PYTHONPATH and MPLBACKEND, the locale, the time zone, and files in the home folder. None
of them is passed on. A tool imports this module before any installed package.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".cache" / "home"

KEPT = {
    *("PATH", "TERM", "TMPDIR", "CI", "SOURCE_DATE_EPOCH", "NUMBA_CACHE_DIR"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED"),
}
KEPT_FAMILIES = ("CLICKBANDITS_", "LD_", "DYLD_")
KEPT_ENDING = "_NUM_THREADS"

OWN = {
    "HOME": str(HOME),
    "JUPYTER_NO_CONFIG": "1",
    "JUPYTER_PREFER_ENV_PATH": "1",
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    "PYTHONNOUSERSITE": "1",
    "PYTHONPATH": str(ROOT / "src"),  # this checkout, whichever one the environment was made for
    "PYTHONUTF8": "1",
    "TZ": "UTC",
}

REFUSED = ("matplotlibrc", ".numba_config.yaml")
"""The files that matplotlib and numba read in the folder where a program runs."""

STARTED = "_STARTED_AGAIN_AS"


def variables(around):
    """The variables that a tool and its children see, out of those around it."""
    kept = {
        name: value
        for name, value in around.items()
        if name in KEPT or name.startswith(KEPT_FAMILIES) or name.endswith(KEPT_ENDING)
    }
    return kept | OWN


def enter():
    """Start this process again in the tool's environment, once."""
    this = str(os.getpid())  # execve keeps it
    if os.environ.pop(STARTED, "") != this:
        try:
            HOME.mkdir(parents=True, exist_ok=True)
            if not os.access(HOME, os.W_OK):
                raise PermissionError
        except OSError:
            sys.exit(
                f"error: {ROOT} must be a folder that you can write to, because the build writes into it"
            )
        for file in REFUSED:
            for folder in (Path.cwd(), ROOT):
                if (folder / file).exists():
                    sys.exit(f"error: {folder / file} would change pictures or results; move it away")
        command = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, command, variables(os.environ) | {STARTED: this})


_program = getattr(sys.modules["__main__"], "__file__", None)
if _program and Path(_program).resolve().parent == ROOT / "tools":  # not when a test imports a tool
    enter()
