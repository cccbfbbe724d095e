"""Fitting a whole log with a million pairs at ten positions, compared with the plain EM of PyClick.

The reference is PyClick's default, which is 50 iterations of expectation-maximisation over the displays
of all sessions. It keeps a running share, found by name, for every pair of query and item and for every
position, each with one success in two trials added. The version here is plain and lacks PyClick's
object for every parameter, which costs more. One iteration is timed, because all cost the same.
"""

import resource
import time

import numpy as np
import pandas as pd
import pytest

from clicklogs import from_frame
from clicklogs.fit import PairCells, Pairs, fit_cells, pair_cells

EXAMINATION = np.linspace(1, 0.2, 10)
ITERATIONS = 50


def table(n_pairs, seed=1):
    """A table with every pair at every position, with three displays each on average."""
    rng = np.random.default_rng(seed)
    position = np.tile(np.arange(10, dtype=np.int32), n_pairs)
    plays = 1 + rng.poisson(2.0, position.size)
    attraction = np.repeat(rng.beta(1, 6, n_pairs), 10)
    clicks = rng.binomial(plays, attraction * EXAMINATION[position])
    start = np.arange(n_pairs + 1) * 10
    numbers = np.arange(n_pairs)
    names = Pairs(np.array(["all"], object), numbers.astype(object), np.zeros(n_pairs, int), numbers)
    return PairCells(start, position, clicks, plays), names


def seconds(function, *arguments):
    start = time.process_time()
    result = function(*arguments)
    return time.process_time() - start, result


@pytest.mark.parametrize("prior", ["auto", "ml"])
def test_a_million_pairs_at_ten_positions(benchmark, prior, show):
    sizes = (10**4, 10**5, 10**6) if benchmark.enabled else (10**3,)
    fit_cells(*table(100), prior)  # compiles
    for n_pairs in sizes[:-1]:
        took = seconds(fit_cells, *table(n_pairs), prior)[0]
        show(f"processor time, {n_pairs * 10:,} cells, {prior}", took, "s")
    log = table(sizes[-1])
    took, fit = benchmark.pedantic(seconds, (fit_cells, *log, prior), rounds=1)
    assert fit.converged
    np.testing.assert_allclose(fit.with_prior, EXAMINATION, atol=0.1)
    if benchmark.enabled:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        show(f"processor time, 10,000,000 cells, {prior}", took, "s", limit=10)
        show("most memory, with the log and the making of it", most, "GiB", limit=1)


def pages(n_pages, n_queries=2000, seed=2):
    """Pages of one query each, with its ten items in random order, and their clicks."""
    rng = np.random.default_rng(seed)
    query = rng.integers(n_queries, size=n_pages)
    item = np.argsort(rng.random((n_pages, 10)), axis=1)
    attraction = rng.beta(1, 6, (n_queries, 10))
    return query, item, rng.random(item.shape) < attraction[query[:, None], item] * EXAMINATION


def plain_em(sessions, attraction, examination):
    """One iteration over the displays; a session is (query, items, clicks), and parameters have names."""
    attracted = {name: [1.0, 2.0] for name in attraction}
    examined = [[1.0, 2.0] for _ in examination]
    for query, items, clicks in sessions:
        for position, (item, click) in enumerate(zip(items, clicks, strict=True)):
            theta, kappa = attraction[query, item], examination[position]
            share, seen = attracted[query, item], examined[position]
            share[0] += 1 if click else theta * (1 - kappa) / (1 - theta * kappa)
            seen[0] += 1 if click else kappa * (1 - theta) / (1 - theta * kappa)
            share[1] += 1
            seen[1] += 1
    new = {name: share[0] / share[1] for name, share in attracted.items()}
    return new, [seen[0] / seen[1] for seen in examined]


def test_a_log_is_fitted_faster_than_by_plain_em(benchmark, show):
    n_pages = 100_000 if benchmark.enabled else 1000
    query, item, clicked = pages(n_pages)
    sessions = list(zip(query.tolist(), item.tolist(), clicked.tolist(), strict=True))
    names = {(q, i): 0.5 for q, items, _ in sessions for i in items}
    slow, (attraction, examination) = seconds(plain_em, sessions, names, [0.5] * 10)
    assert max(attraction.values()) < 1 and examination[0] == max(examination)
    frame = pd.DataFrame(
        {
            "query": np.repeat(query, 10),
            "item_id": item.ravel(),
            "position": np.tile(np.arange(1, 11), n_pages),
            "click": clicked.ravel(),
        }
    )
    fit_cells(*table(100))  # compiles
    pair_cells(from_frame(frame[:1000], query="query"))
    building, cells = seconds(lambda: pair_cells(from_frame(frame, query="query")))
    fitting, fit = benchmark.pedantic(seconds, (fit_cells, *cells), rounds=1)
    assert fit.converged and abs(np.nan_to_num(fit.with_prior) - EXAMINATION).max() < 0.3
    if benchmark.enabled:
        plain = ITERATIONS * slow
        show(f"{ITERATIONS} iterations of plain EM", plain, "s")
        show("the fit", fitting, "s")
        show("the table", building, "s")
        show("times faster, the fit", plain / fitting, at_least=300)
        show("times faster, with the table", plain / (fitting + building), at_least=100)
