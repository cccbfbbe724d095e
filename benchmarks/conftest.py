"""Tools that all benchmarks share. They show figures beside limits, and fail on none."""

import time

import numpy as np
import pytest


@pytest.fixture
def show(request, capsys):
    """Print a measured figure, beside its limit if it has one, and keep it in the results.

    If a figure exceeds its limit, this machine may be busy or slower than the one on which the limit
    was set, or the code may have become slower. A person decides which.
    """

    def show(what, figure, unit="", limit=None, at_least=None):
        number = f"{figure:,.0f}" if figure >= 1000 else f"{figure:.3g}"
        text = f"{what}: {number} {unit}".rstrip()
        for side, bound in (("limit", limit), ("at least", at_least)):
            text += "" if bound is None else f"  ({side} {bound:,g})"
        with capsys.disabled():
            print(f"\n{text}", flush=True)
        if "benchmark" in request.fixturenames:
            request.getfixturevalue("benchmark").extra_info[what] = figure

    return show


@pytest.fixture
def unit():
    """A function that measures u, the nanoseconds that numpy takes per double when it fills a buffer."""

    def unit():
        rng, buffer, fills = np.random.default_rng(0), np.empty(100_000), []
        for _ in range(50):
            begin = time.perf_counter()
            rng.random(out=buffer)
            fills.append(time.perf_counter() - begin)
        return min(fills) / buffer.size * 1e9

    return unit
