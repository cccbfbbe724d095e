"""Reading a click log: lines a second of the two engines, and their memory.

Each reading has a process of its own, so that the peak of its memory is its own. 200,000 lines of
KDD format here; `LINES=8000000 make bench` takes that many.
"""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

LINES = int(os.environ.get("LINES", "200000"))
READ = """
import json, resource, sys, time
from clickbandits import clicklog
begin = time.process_time()
counts = clicklog.read(sys.argv[1], engine=sys.argv[2])
print(json.dumps({
    "processor seconds": time.process_time() - begin,
    "lines": counts.report.lines,
    "queries": len(counts),
    "peak MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}))
"""


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """Rows with an item of eight for each of 20,000 queries, most of them for few."""
    path, rng = tmp_path_factory.mktemp("log") / "training.txt", np.random.default_rng(5)
    with open(path, "w") as file:
        for begin in range(0, LINES, 100_000):
            n = min(100_000, LINES - begin)
            query = (rng.pareto(0.8, n) * 50).astype(np.int64) % 20_000
            ad, plays = query * 10 + rng.integers(0, 8, n), rng.geometric(0.7, n)
            position, clicks = rng.integers(1, 4, n), rng.binomial(plays, 0.05)
            columns = (clicks, plays, ad, position, query, rng.integers(0, 10**7, n))
            rows = zip(*(column.tolist() for column in columns), strict=True)
            file.writelines(
                f"{c}\t{p}\t{10**19 + u}\t{a}\t{a}\t3\t{place}\t{q}\t1\t2\t3\t{u}\n"
                for c, p, a, place, q, u in rows
            )
    return path


@pytest.mark.parametrize("engine", ["strict", "bulk"])
def test_reading(benchmark, engine, log, show):
    def run():
        command = [sys.executable, "-c", READ, str(log), engine]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    found = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info.update(found)
    assert found["lines"] == LINES
    show(f"lines a processor second, {engine}", found["lines"] / found["processor seconds"])
    show(f"most memory, {engine}", found["peak MiB"], "MiB", limit=1024)
