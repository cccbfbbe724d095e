"""Measure what each notebook costs, one at a time, with nothing computed before.

    python tools/measure_notebooks.py pbm/estimation mnl/concentration

Prints a row of `artifact/costs.csv` a notebook: seconds of processor time, and the largest memory
of any process, in MB. Nothing of the book is touched: notebooks, results and finished simulations
go to a temporary copy.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from reproducible import copy_sources
from run_notebooks import ROOT, select


def measure(name, profile):
    """Wall-clock and processor seconds and the peak memory in MB of one notebook, alone."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        copy_sources(ROOT, copy)
        settings = os.environ | {
            "PYTHONPATH": str(copy / "src"),
            "CLICKBANDITS_CACHE": str(copy / ".cache"),
            "CLICKBANDITS_DATA": str(
                (ROOT / os.environ.get("CLICKBANDITS_DATA", "data")).resolve()
            ),
        }
        command = [sys.executable, "tools/run_notebooks.py", "--profile", profile, "--jobs", "1"]
        start = time.perf_counter()
        process = subprocess.Popen(
            [*command, name], cwd=copy, env=settings, stdout=subprocess.DEVNULL
        )
        _, status, used = os.wait4(process.pid, 0)  # counts the processes it started, too
        if status:
            raise SystemExit(f"error: {name} did not run")
        unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there
        elapsed = time.perf_counter() - start
        return elapsed, used.ru_utime + used.ru_stime, used.ru_maxrss * unit / 1e6


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", help="names such as pbm/estimation (default: all)")
    parser.add_argument("--profile", default="paper", help="a file profiles/<name>.yml")
    options = parser.parse_args(arguments)
    print("notebook,wall_seconds,processor_seconds,peak_memory_mb")
    for name in select(ROOT, options.notebooks):
        wall, processor, memory = measure(name, options.profile)
        print(f"{name},{wall:.0f},{processor:.0f},{memory:.0f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
