"""Reading a click log, as rows of counts or rows of pages: lines per second, and memory.

Each log is read in a separate process, so that the peak of memory belongs to this log alone. The logs
have 200,000 lines; with `LINES=10000000 make bench` they have ten million.
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
from clicklogs import read_log
begin = time.process_time()
counts = read_log(sys.argv[1], {"page": "visit"} if sys.argv[2] == "pages" else None)
print(json.dumps({
    "processor seconds": time.process_time() - begin,
    "lines": counts.report.lines,
    "queries": len(counts),
    "peak MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}))
"""


@pytest.fixture(scope="module", params=["kdd", "pages"])
def log(request, tmp_path_factory):
    """Rows with one of eight items for each of 20,000 queries, most of them on few queries; or pages."""
    path, rng = tmp_path_factory.mktemp("log") / request.param, np.random.default_rng(5)
    with open(path, "w") as file:
        if request.param == "pages":
            file.write("visit,query,item_id,position,click\n")
        for begin in range(0, LINES, 100_000):
            n = min(100_000, LINES - begin)
            query = (rng.pareto(0.8, n) * 50).astype(np.int64) % 20_000
            if request.param == "pages":
                row = np.arange(begin, begin + n)
                query, item = query[row // 5 - begin // 5], rng.integers(0, 2, n) + row % 5 * 2
                columns = row // 5, query, query * 10 + item, row % 5 + 1, rng.random(n) < 0.05
                rows = zip(*(column.tolist() for column in columns), strict=True)
                file.writelines(f"v{v},{q},{i},{p},{int(c)}\n" for v, q, i, p, c in rows)
                continue
            ad, plays = query * 10 + rng.integers(0, 8, n), rng.geometric(0.7, n)
            position, clicks = rng.integers(1, 4, n), rng.binomial(plays, 0.05)
            columns = (clicks, plays, ad, position, query, rng.integers(0, 10**7, n))
            rows = zip(*(column.tolist() for column in columns), strict=True)
            file.writelines(
                f"{c}\t{p}\t{10**19 + u}\t{a}\t{a}\t3\t{place}\t{q}\t1\t2\t3\t{u}\n"
                for c, p, a, place, q, u in rows
            )
    return path


def test_reading(benchmark, log, show):
    def run():
        command = [sys.executable, "-c", READ, str(log), log.name]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    found = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info.update(found)
    assert found["lines"] == LINES + (log.name == "pages")
    show(f"lines a processor second, {log.name}", found["lines"] / found["processor seconds"])
    show(f"processor seconds, {log.name}", found["processor seconds"], "s", limit=15)
    show(f"most memory, {log.name}", found["peak MiB"], "MiB", limit=1024)
