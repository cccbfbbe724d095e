"""What all benchmarks share: they show figures beside their limits, and fail on none."""

import time

import numpy as np
import pytest


@pytest.fixture
def show(request, capsys):
    """Print what was measured, beside its limit where it has one, and keep it in the results.

    A figure above its limit says that this machine is slower than the one on which the limit was
    set, or busy, or that the code became slower: a person decides which.
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
    """A function that measures u: the nanoseconds numpy takes for a double of a buffer it fills."""

    def unit():
        rng, buffer, fills = np.random.default_rng(0), np.empty(100_000), []
        for _ in range(50):
            begin = time.perf_counter()
            rng.random(out=buffer)
            fills.append(time.perf_counter() - begin)
        return min(fills) / buffer.size * 1e9

    return unit
